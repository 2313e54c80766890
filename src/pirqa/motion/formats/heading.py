"""Words of a heading: which way a component points, units, names, moments, coordinates."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from pirqa.model.ground_motion import KnownBy
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.record import UNITS, Channel, FiledUnit, Measured

__all__ = [
    "SI_UNITS",
    "code_direction",
    "code_known_by",
    "direction_of",
    "direction_or_order",
    "distinct",
    "in_range",
    "is_number_only",
    "iso_date",
    "iso_time",
    "later",
    "named_unit",
    "station_place",
    "turned_upwards",
    "unique_names",
]

SI_UNITS: dict[Measured, str] = {"acceleration": "m/s2", "velocity": "m/s", "displacement": "m"}
"""Unit of each quantity in remarks."""

_UP = {"UP", "V", "+V", "Z", "UD", "U", "VER", "VERT", "VERTICAL", "VRT", "UPDO"}
_DOWN = {"DOWN", "DN", "DWN", "-V", "DU"}
_COMPASS = {"N": 0.0, "NS": 0.0, "E": 90.0, "EW": 90.0, "S": 180.0, "SN": 180.0, "W": 270.0, "WE": 270.0}
_NAMES = {"NORTH": "N", "SOUTH": "S", "EAST": "E", "WEST": "W"}
_BEARING = re.compile(r"([NS])\s*(\d{1,2}(?:\.\d+)?)\s*([EW])")
_DEGREES = re.compile(r"\+?(\d{1,3}(?:\.\d+)?)(?:\s*DEG(?:REES?)?\.?)?")

_NUMBER_ONLY = re.compile(
    r"[1-9]?|[a-d]|(?:ch(?:an(?:nel)?)?|canale?|comp(?:on[a-z]*)?|col(?:umna?|onna)?|a|acc?(?:el(?:eration|eraci[oó]n|erazione|erogram?a?)?)?|dat[aio]s?"
    r"|s[ée]rie[s]?|sensore?|signal|señal|segnale|tra[cz][a-z]*)[\s_.:#°º-]*(?:\d{0,2}|[a-d])"
)
"""A number, or a word for channel, component, column or acceleration with or without one."""

_ACCELERATIONS: dict[str, FiledUnit] = {
    "m/s2": "m/s2",
    "mps2": "m/s2",
    "cm/s2": "cm/s2",
    "mg": "mg",
    "g": "g",
    "g/10": "g/10",
    "mm/s2": "mm/s2",
    "in/s2": "in/s2",
    "ft/s2": "ft/s2",
}
_OTHERS: dict[str, tuple[Measured, float]] = {
    "m/s": ("velocity", 1.0),
    "cm/s": ("velocity", 0.01),
    "mm/s": ("velocity", 1e-3),
    "in/s": ("velocity", 0.0254),
    "m": ("displacement", 1.0),
    "cm": ("displacement", 0.01),
    "mm": ("displacement", 1e-3),
    "in": ("displacement", 0.0254),
}

_GAL = re.compile(r"gals?(?:\(?cm/s2\)?)?")
"""Gal, alone or with what it is; gal/1000 is another unit."""


def direction_of(name: str) -> tuple[float | None, bool, float]:
    """Azimuth [rad], whether vertical, and -1 where positive is downwards, of a component as files call it.

    >>> direction_of("UP"), direction_of("DOWN"), direction_of("somewhere")
    ((None, True, 1.0), (None, True, -1.0), (None, False, 1.0))
    >>> [round(math.degrees(direction_of(name)[0])) for name in ("90 DEG", "NS", "N10W", "S10E")]
    [90, 0, 350, 170]
    """
    word = name.upper().strip().replace("-", "" if not name.strip().startswith("-") else "-")
    word = _NAMES.get(word, word)
    if word in _UP or word in _DOWN:
        return None, True, -1.0 if word in _DOWN else 1.0
    degrees = _COMPASS.get(word)
    if degrees is None and (bearing := _BEARING.fullmatch(word)):
        from_axis = float(bearing[2])
        east = from_axis if bearing[3] == "E" else -from_axis
        degrees = east if bearing[1] == "N" else 180.0 - east
    if degrees is None and (number := _DEGREES.fullmatch(word)) and float(number[1]) <= 360.0:
        degrees = float(number[1])
    return None if degrees is None else math.radians(degrees % 360.0), False, 1.0


def is_number_only(name: str) -> bool:
    """Return whether the name of a component is its number alone, which tells no direction.

    >>> [is_number_only(name) for name in ("2", "CH 3", "acc_1", "canal 2", "aceleración", "")]
    [True, True, True, True, True, True]
    >>> [is_number_only(name) for name in ("NS", "Z", "140", "90", "T", "acc x")]
    [False, False, False, False, False, False]
    """
    return _NUMBER_ONLY.fullmatch(name.strip().lower()) is not None


def direction_or_order(name: str) -> tuple[float | None, bool, float, KnownBy | None]:
    """Return azimuth [rad], whether vertical, -1 where positive is downwards, and how the component is known.

    >>> direction_or_order("UP"), direction_or_order("CH 1")
    ((None, True, 1.0, None), (None, False, 1.0, 'order'))
    """
    return (None, False, 1.0, "order") if is_number_only(name) else (*direction_of(name), None)


def code_known_by(code: str) -> KnownBy | None:
    """Return how a component without azimuth and dip is known by its SEED code (HN3): 1 and 2 are horizontal by usage.

    The codes 3, A, B, C, U, V and W are of axes that may point anywhere (SEED manual 2.4, appendix A).
    """
    anywhere = re.fullmatch(r"[A-Z]{2}[3ABCUVW]", code.strip().upper()) is not None
    return "order" if anywhere or is_number_only(code) else None


def code_direction(code: str) -> tuple[float | None, bool]:
    """Azimuth [rad] and whether vertical from the last letter of a SEED code (HNE); a convention, not a measurement."""
    last = code[-1:].upper()
    return {"N": 0.0, "E": math.pi / 2.0}.get(last), last == "Z"


def turned_upwards(name: str, values: FloatArray, sign: float) -> tuple[FloatArray, tuple[Remark, ...]]:
    """``values`` of a vertical component, positive upwards."""
    if sign > 0.0:
        return values, ()
    return -values, (Remark(kind="repair", key="record_turned_upwards", text=name),)


def named_unit(text: str) -> tuple[Measured, FiledUnit | None, float] | None:
    """What a unit measures, its name where it is one of acceleration, and its value [SI]; none where it is unknown.

    >>> named_unit("CM/SEC/SEC"), named_unit("Gal (cm/s/s)"), named_unit("cm"), named_unit("furlong")
    (('acceleration', 'cm/s2', 0.01), ('acceleration', 'gal', 0.01), ('displacement', None, 0.01), None)
    """
    word = re.sub(r"[\s^*.]|\xe2(?=\xb2)", "", text.lower()).replace("\xb2", "2")
    word = re.sub(r"se[cg]", "s", word).replace("/s/s", "/s2").strip("[](){},;:")
    unit: FiledUnit | None = "gal" if _GAL.fullmatch(word) else _ACCELERATIONS.get(word)
    if unit is not None:
        return "acceleration", unit, UNITS[unit]
    if word in _OTHERS:
        return _OTHERS[word][0], None, _OTHERS[word][1]
    return None


def unique_names(names: list[str]) -> list[str]:
    """``names``, those that come twice with a number behind.

    >>> unique_names(["360", "UP", "360"])
    ['360-1', 'UP', '360-2']
    """
    total, seen = Counter(names), Counter[str]()
    result = []
    for name in names:
        seen[name] += 1
        result.append(name if total[name] == 1 else f"{name}-{seen[name]}")
    return result


def distinct(channels: Sequence[Channel]) -> tuple[Channel, ...]:
    """``channels``, those of one quantity and one name with a number behind the name."""
    places: dict[str, list[int]] = defaultdict(list)
    for at, channel in enumerate(channels):
        places[channel.measured].append(at)
    named = list(channels)
    for group in places.values():
        for at, name in zip(group, unique_names([channels[at].name for at in group]), strict=True):
            named[at] = replace(channels[at], name=name)
    return tuple(named)


def iso_time(date: Sequence[float], clock: Sequence[float]) -> str:
    """ISO 8601 of a moment; empty where there is no such moment.

    ``date`` is year, month, day, or year and day of the year; ``clock`` hours, minutes, seconds, these of any number.

    >>> iso_time((1989, 291), (0, 4, 0.5)), iso_time((2018, 2, 12), (21, 15, 17 - 20.0))
    ('1989-10-18T00:04:00.500000', '2018-02-12T21:14:57')
    """
    try:
        year, month, day = (int(date[0]), 1, 1) if len(date) == 2 else (int(date[0]), int(date[1]), int(date[2]))
        days = int(date[1]) - 1 if len(date) == 2 else 0
        start = datetime(year, month, day, int(clock[0]), int(clock[1]))
        start += timedelta(days=days, seconds=clock[2])
    except (ValueError, OverflowError):
        return ""
    return start.isoformat() if 0 <= days <= 365 else ""


def iso_date(text: str) -> str:
    """ISO 8601 of a date that ``text`` writes as month/day/year; empty where it writes none.

    >>> iso_date("IMPERIAL VALLEY 10/15/79 2319"), iso_date("10/18/1989")
    ('1979-10-15', '1989-10-18')
    """
    match = re.search(r"\b(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})\b", text)
    if match is None:
        return ""
    year = int(match[3]) + (1900 if len(match[3]) == 2 else 0)
    return iso_time((year, int(match[1]), int(match[2])), (0, 0, 0.0))[:10]


def later(time: str, seconds: float) -> str:
    """A moment in ISO 8601 ``seconds`` later; as it stands where it is none or nothing is to be added.

    >>> later("1994-01-17T12:31:04.1Z", 0.4), later("noon", 0.4)
    ('1994-01-17T12:31:04.500Z', 'noon')
    """
    if seconds:
        with suppress(ValueError, OverflowError):
            moment = datetime.fromisoformat(time) + timedelta(seconds=seconds)
            return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return time


def in_range(value: float | None, largest: float) -> float | None:
    """A coordinate [deg], none where it cannot be one."""
    return value if value is not None and math.isfinite(value) and abs(value) <= largest else None


def station_place(
    latitude: float | None, longitude: float | None
) -> tuple[float | None, float | None, tuple[Remark, ...]]:
    """Coordinates [deg] of a station, none where they cannot be, and what to remark where both are left at zero."""
    north, east = in_range(latitude, 90.0), in_range(longitude, 180.0)
    if north == 0.0 == east:
        return None, None, (Remark(kind="warning", key="record_station_at_zero"),)
    return north, east, ()
