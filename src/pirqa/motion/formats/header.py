"""Headers of records: words, directions, units, moments, keys and values, and what they state against the data.

The readers that use keys and values believe their headers: another unit or step from the user is an error that quotes
the header. Every error names the line and what to do.

Fewer values than stated are an error. More are all kept where they stand in rows, of free format or one a sample, for
nothing else can follow there; where blocks of fixed fields follow each other, those beyond the stated count fill up the
block and are left out. Either way both counts are remarked. A step that the user asks for replaces one that the file
states, with a remark; times that a file prints stand, and another step is an error.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.ground_motion import KnownBy
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.text import LARGEST, TextFile, number_of, quick_numbers
from pirqa.motion.record import UNITS, Channel, FiledUnit, Measured, ReadAs

MEASURED: dict[str, Measured] = {"A": "acceleration", "V": "velocity", "D": "displacement"}
"""Quantity by the first letter of its name."""
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


def directed(
    channel: Channel, azimuth: float | None, vertical: bool, sign: float, known_by: KnownBy | None = None
) -> tuple[Channel, tuple[Remark, ...]]:
    """Return ``channel`` with its direction, positive upwards where it counts downwards, and what to remark."""
    channel = replace(channel, azimuth=azimuth, vertical=vertical, known_by=known_by)
    if sign > 0.0:
        return channel, ()
    turned = Remark(kind="repair", key="record_turned_upwards", text=channel.name)
    return replace(channel, values=-channel.values), (turned,)


def directed_by_name(channel: Channel) -> tuple[Channel, tuple[Remark, ...]]:
    """Return ``channel`` with the direction that its name tells, and what to remark, also where it tells none."""
    azimuth, vertical, sign = direction_of(channel.name)
    channel, remarks = directed(channel, azimuth, vertical, sign)
    if azimuth is None and not vertical:
        remarks = (Remark(kind="warning", key="record_direction_unknown", text=channel.name), *remarks)
    return channel, remarks


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


FETCH = "fetch the file again"
"""Remedy for a file that is damaged."""

_SLOWEST = 1e3
"""Seconds: no accelerograph samples more slowly."""


@dataclass(frozen=True, kw_only=True)
class KeyedHeader:
    """The entries of a header by key, each with its line."""

    file: TextFile
    entries: Mapping[str, tuple[int, str]]
    last: int
    """Line at which a missing entry is reported: the last of the header."""

    def text(self, key: str) -> str:
        """Return the value of ``key``, empty where there is none."""
        return self.entries.get(key, (0, ""))[1]

    def number(self, key: str) -> float | None:
        """Return the number that is the value of ``key``, none where it is none."""
        return number_of(self.text(key))

    def required(self, key: str) -> tuple[int, str]:
        """Return line and value of ``key``, which must be there and not be empty."""
        if key not in self.entries:
            raise self.file.fault(self.last, f'the header up to here has no line "{key}"; {FETCH}')
        line, text = self.entries[key]
        if not text:
            raise self.file.fault(line, f"{key} is empty; {FETCH}")
        return line, text

    def positive(self, key: str, *, suffix: str = "") -> tuple[int, float]:
        """Return line and value of ``key``, a number greater than 0, perhaps with a ``suffix`` such as Hz."""
        line, text = self.required(key)
        value = number_of(text.removesuffix(suffix).strip())
        if value is None or not 0.0 < value < LARGEST:
            raise self.file.fault(line, f'{key} is "{text[:40]}", which must be a number greater than 0; {FETCH}')
        return line, value


LinedEntries = dict[str, tuple[str, int]]
"""Values of a header by key, each with its line."""


def stated_entry(file: TextFile, header: LinedEntries, key: str) -> tuple[str, int]:
    """Return value and line of ``key``, which must be there and not be empty."""
    if key not in header or not header[key][0]:
        raise RecordError(f'{file.path}: the header states no "{key}"; fetch the file again')
    return header[key]


def header_lines(file: TextFile, entries: Iterable[tuple[int, str, str]], last: int) -> KeyedHeader:
    """Return the header of ``entries`` (line, key, value); a key that comes twice with two values is an error."""
    found: dict[str, tuple[int, str]] = {}
    for line, key, text in entries:
        if key in found and found[key][1] != text:
            raise file.fault(
                line, f'states {key} as "{text[:40]}", line {found[key][0] + 1} as "{found[key][1][:40]}"; {FETCH}'
            )
        found.setdefault(key, (line, text))
    return KeyedHeader(file=file, entries=found, last=last)


def believed_unit(file: TextFile, line: int, asked: ReadAs, text: str) -> tuple[float, str]:
    """Return m/s2 in the unit ``text`` of a header's ``line``, and its name.

    The user's unit counts only where the header's is not known; where it is another one it is an error.
    """
    known = named_unit(text)
    stated = known[1] if known is not None else None
    if stated is None:
        if asked.unit is not None:
            return UNITS[asked.unit], asked.unit
        raise file.fault(
            line, f'the unit "{text.strip()[:20]}" is no known unit of acceleration; give it, for example unit = "gal"'
        )
    if asked.unit is not None and UNITS[asked.unit] != UNITS[stated]:
        raise file.fault(line, f"states the unit {stated}, but {asked.unit} was asked for; leave unit out")
    return UNITS[stated], stated


def believed_step(file: TextFile, line: int, asked: ReadAs, step: float, what: str) -> float:
    """Return the ``step`` [s] that a header's ``line`` states as ``what``; another one from the user is an error."""
    if not (math.isfinite(step) and 0.0 < step < _SLOWEST):
        raise file.fault(line, f"{what} gives a time step of {step:g} s, which no accelerogram has; {FETCH}")
    if asked.step is not None and not math.isclose(asked.step, step, rel_tol=1e-6):
        raise file.fault(
            line, f"{what} gives a time step of {step:g} s, but {asked.step:g} s was asked for; leave step out"
        )
    return step


def free_rows(file: TextFile, first: int, last: int, columns: int, *, short: bool = False) -> FloatArray:
    """Return the numbers of lines [first, last), ``columns`` in each; fewer in the last one where ``short``."""
    rows = [line.split() for line in file.lines[first:last]]
    for offset, row in enumerate(rows):
        if len(row) != columns and not (short and offset == len(rows) - 1 and 0 < len(row) < columns):
            raise file.fault(first + offset, f"has {len(row)} values where the format has {columns}; {FETCH}")
    return _numbers(file, first, rows)


def fixed_rows(file: TextFile, first: int, last: int, *, width: int, per_line: int, short: bool = False) -> FloatArray:
    """Return the numbers of lines [first, last) in ``per_line`` fields of ``width``, which may touch each other.

    The last line may have fewer fields where ``short``. Fortran fills every field to its end, so that a line of another
    length has lost or won a character.
    """
    rows: list[list[str]] = []
    for index in range(first, last):
        line = file.lines[index].rstrip(" \t\x1a")
        fields, rest = divmod(len(line), width)
        if rest or not (fields == per_line or (short and index == last - 1 and 0 < fields < per_line)):
            raise file.fault(
                index,
                f"has {len(line)} characters where the format has {per_line} fields of {width}; {FETCH}",
            )
        rows.append([line[at : at + width].strip() for at in range(0, len(line), width)])
    return _numbers(file, first, rows)


def _numbers(file: TextFile, first: int, rows: Sequence[Sequence[str]]) -> FloatArray:
    """Return the numbers in ``rows``, the first of them in line ``first``, shape (all of them,)."""
    values: list[str] = [text for row in rows for text in row]
    numbers = quick_numbers(values)
    if numbers is not None and np.all(np.abs(numbers) < LARGEST):
        return numbers
    exact: list[float] = []
    for offset, row in enumerate(rows):
        for text in row:
            number = number_of(text)
            if number is None or abs(number) >= LARGEST:
                raise file.fault(first + offset, f'"{text[:40]}" is no number that a sample can have; {FETCH}')
            exact.append(number)
    return np.array(exact, dtype=np.float64)


def moment(text: str, *, shift: float = 0.0) -> str:
    """Return ISO 8601 of a date and a clock ``shift`` seconds later; empty where ``text`` has none.

    >>> moment("2001/01/01 12:00:20", shift=-9 * 3600.0), moment("20/07/2017 22:31:07.5"), moment("noon")
    ('2001-01-01T03:00:20', '2017-07-20T22:31:07.500000', '')
    """
    match = re.search(
        r"\b(\d{4}|\d{1,2})/(\d{1,2})/(\d{4}|\d{1,2})[ -]+(\d{1,2}):(\d{2}):(\d{2}(?:\.\d{1,9})?)", text[:200]
    )
    if match is None or (len(match[1]) == 4) == (len(match[3]) == 4):
        return ""
    year, day = (match[1], match[3]) if len(match[1]) == 4 else (match[3], match[1])
    date = (int(year), int(match[2]), int(day))
    return iso_time(date, (int(match[4]), int(match[5]), float(match[6]) + shift))


_PEAK_AGREES = 0.005
"""Headers print a peak with three digits or more, so half a per cent is a different peak."""

_DRIFT = 0.1
"""Of a step: by so much, and by their last digit, times may leave those of the user's step over a whole record."""

_JITTER = 1e-3
"""Of a step: times that differ less from even ones differ by their export (sums of binary fractions)."""

_SINGLE = 2.0**-23
"""Unit in the last place of single precision, of the largest time; but no more than a hundredth of a step."""

_SHORTEST, _LATEST = 1e-7, 1e12
"""Steps and times [s] beyond which a time column is none."""


def compare_counts(file: TextFile, line: int, name: str, *, found: int, stated: int, kept: bool) -> tuple[Remark, ...]:
    """A warning where there are more values than stated, ``kept`` or left out; an error at ``line`` if fewer."""
    if found < stated:
        raise file.fault(
            line,
            f"component {name} ends after {found} samples, its header states {stated}; it was cut off: fetch it again",
        )
    if found == stated:
        return ()
    held, said = float(found), float(stated)
    if kept:
        return (Remark(kind="warning", key="record_count_differs", text=name, amount=held, stated=said),)
    return (Remark(kind="warning", key="record_surplus_left_out", text=name, amount=held, stated=said),)


def surplus_left_out(
    file: TextFile, first: int, after: int, name: str, stated: int, *, width: int, per_line: int
) -> tuple[int, tuple[Remark, ...]]:
    """The line after all numbers of a block, and what to remark of those behind the ``stated`` ones: left out.

    The block begins at line ``first``; its stated numbers end before line ``after``.
    """
    after = file.behind_numbers(after)
    found = max(file.fields(first, after, width=width, per_line=per_line), stated)
    return after, compare_counts(file, after, name, found=found, stated=stated, kept=False)


def compare_peaks(
    name: str,
    values: FloatArray,
    stated: float | None,
    *,
    rounded: float = 0.0,
    share: float = _PEAK_AGREES,
    unit: str = "m/s2",
) -> tuple[Remark, ...]:
    """A warning where the peak of ``values`` is not the one ``stated``, all in ``unit``; nothing where none is.

    ``rounded`` is the sum of the last places to which the two are printed, ``share`` what they may differ of the peak.
    """
    if stated is None or not math.isfinite(stated):
        return ()
    peak = float(values[np.abs(values).argmax()]) if len(values) else 0.0
    if abs(abs(stated) - abs(peak)) <= max(0.5001 * rounded, share * abs(stated)):
        return ()
    return (Remark(kind="warning", key="record_peak_differs", text=name, amount=peak, stated=stated, unit=unit),)


def compare_durations(name: str, *, found: float, stated: float | None, step: float) -> tuple[Remark, ...]:
    """A warning where the samples last other than ``stated`` [s], by more than one ``step`` [s] and half a per cent."""
    if stated is None or abs(stated - found) <= max(1.5 * step, 0.005 * stated):
        return ()
    return (Remark(kind="warning", key="record_duration_differs", text=name, amount=found, unit="s", stated=stated),)


def overruled_step(asked: ReadAs, found: float) -> tuple[float, tuple[Remark, ...]]:
    """Time step [s] of the user, else ``found`` in the file, and what to remark where they differ."""
    if asked.step is None:
        return found, ()
    if math.isclose(found, asked.step, rel_tol=1e-6):
        return asked.step, ()
    said = Remark(kind="warning", key="record_step_overruled", amount=asked.step, unit="s", stated=found)
    return asked.step, (said,)


def used_step(
    file: TextFile, index: int, asked: ReadAs, found: float | None, what: str
) -> tuple[float, tuple[Remark, ...]]:
    """Time step [s] of the user, else of the header's line ``index``, and what to remark where they differ."""
    if found is not None:
        if not (math.isfinite(found) and found > 0.0):
            raise file.fault(index, f"{what} is {found:g}; it must be greater than 0")
        return overruled_step(asked, found)
    if asked.step is None:
        raise RecordError(f'{file.path}: does not say its time step ({what}); give it, for example step = "0.005 s"')
    return asked.step, ()


def check_asked_step(
    file: TextFile, index: int, asked: ReadAs, times: FloatArray, *, resolution: float, what: str
) -> None:
    """An error where the user's step is not that of ``times`` [s], printed to ``resolution`` from line ``index`` on."""
    if asked.step is None:
        return
    with np.errstate(over="ignore"):
        drift = float(np.ptp(times - asked.step * np.arange(len(times), dtype=np.float64)))
    if drift > resolution + _DRIFT * asked.step:
        own = float(times[-1] - times[0]) / max(len(times) - 1, 1)
        raise file.fault(
            index,
            f"{what} has times of its own, {own:.6g} s apart on average, but the step {asked.step:g} s was asked for; "
            "leave step out",
        )


def printed_step(
    file: TextFile, index: int, asked: ReadAs, times: FloatArray, *, resolution: float, what: str
) -> tuple[float, FloatArray | None]:
    """Step [s] of the ``times`` [s] that ``what`` prints from line ``index`` on, and these where they are uneven."""
    step, uneven = sampling(file.path, times, resolution=resolution, where=f"line {index + 1}: {what}")
    check_asked_step(file, index, asked, times, resolution=resolution, what=what)
    return asked.step if asked.step is not None and uneven is None else step, uneven


def sampling(path: Path, times: FloatArray, *, resolution: float, where: str) -> tuple[float, FloatArray | None]:
    """Step [s] of printed ``times``, and the times from the first on where no even ones explain them.

    Times printed to ``resolution`` q are even where a step h exists such that t - h i spans no more than q: then each
    lies within q/2 of an even time. The span is convex in h, and its least is within q/n of the mean step, so that
    the question is decided exactly; a jitter of a thousandth of the step, or by single precision, counts as even.
    """
    count = len(times)
    if count < 2 or not np.all(np.abs(times) < _LATEST):
        raise RecordError(f"{path}: {where}: {count} times, of which two at least must be finite; repair them")
    mean = float(times[-1] - times[0]) / (count - 1)
    if mean < _SHORTEST:
        raise RecordError(f"{path}: {where}: the times go from {times[0]:g} to {times[-1]:g} s; repair them")
    index = np.arange(count, dtype=np.float64)

    def span(step: float) -> float:
        return float(np.ptp(times - step * index))

    single = min(_SINGLE * float(np.abs(times).max()), 10.0 * _JITTER * mean)
    rounding = 0.01 * resolution if _is_exact(times, resolution) else 1.0001 * resolution
    allowed = max(rounding, _JITTER * mean, single) + 1e-12 * float(np.abs(times).max())
    step = _even_step(span, mean, allowed, reach=allowed / (count - 1))
    if step is not None:
        return step, None
    steps = np.diff(times)
    if not np.all(steps > 0.0):
        at = int(np.argmin(steps > 0.0))
        raise RecordError(
            f"{path}: {where}: sample {at + 2} is at {times[at + 1]:g} s, not after the one before it at "
            f"{times[at]:g} s; repair the times"
        )
    return float(f"{np.median(steps):.9g}"), times - times[0]


def _is_exact(times: FloatArray, resolution: float) -> bool:
    """Whether the step is a whole number of the last printed digit: then nothing was rounded, and a gap is a gap."""
    steps = np.diff(times)
    usual = float(np.median(steps))
    whole = resolution > 0.0 and abs(usual / resolution - round(usual / resolution)) < 1e-6 and usual > 0.5 * resolution
    return whole and float(np.mean(np.abs(steps - usual) < 0.01 * resolution)) > 0.9


def _even_step(span: Callable[[float], float], mean: float, allowed: float, *, reach: float) -> float | None:
    """The roundest step whose ``span`` is ``allowed``, looked for within ``reach`` of the ``mean``."""
    if span(mean) > 2.001 * allowed:  # the span falls by no more than (count - 1) times the change of the step
        return None
    rate = round(1.0 / mean)
    rounds = [1.0 / rate] if rate > 0 else []
    for candidate in (*rounds, *(float(f"{mean:.{digits}g}") for digits in range(1, 13)), mean):
        if abs(candidate - mean) <= reach * 1.001 and span(candidate) <= allowed:
            return candidate
    low, high = mean - reach, mean + reach
    for _ in range(48):
        left, right = high - 0.6180339887498949 * (high - low), low + 0.6180339887498949 * (high - low)
        if span(left) < span(right):
            high = right
        else:
            low = left
        if span(middle := 0.5 * (low + high)) <= allowed:
            return middle
    return None
