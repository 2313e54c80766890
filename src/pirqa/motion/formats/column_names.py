"""What the heading of a column says, in English, Spanish or Italian: time, direction, quantity, unit."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from pirqa.model.ground_motion import KnownBy
from pirqa.motion.formats.heading import direction_or_order, is_number_only, named_unit
from pirqa.motion.record import FiledUnit, Measured

__all__ = [
    "Column",
    "describe",
    "direction_of_heading",
    "header_names",
    "is_units_row",
    "parts_of",
    "stated_unit",
]

_TIMES = {"t", "time", "times", "tiempo", "temps", "tempo", "zeit", "sec", "seconds", "seg", "segundos", "secondi"}
_TIME_UNITS = {"": 1.0, "ms": 1e-3} | dict.fromkeys(
    ("s", "sec", "secs", "seg", "segs", "seconds", "second", "segundos", "segundo", "secondi", "secondo"), 1.0
)
_QUANTITY = re.compile(
    r"(?:componente?|component|comp|canale?|channel|ch|aceleracion(?:es)?|accelerazion[ei]|acceleration|acel|accel|acc)"
    r"(?=[\s_.:-])[\s_.:-]*(?:(?:de la|del|de|di|in|en|direccion|direction|direzione)\s+)*"
)
_AXIS = re.compile(r"a([xyz])")
_DIRECTIONS = {
    "norte": "N",
    "nord": "N",
    "sur": "S",
    "sud": "S",
    "este": "E",
    "est": "E",
    "oeste": "W",
    "ovest": "W",
    "o": "W",
    "north": "N",
    "south": "S",
    "east": "E",
    "west": "W",
}
_PAIRS = {"eo": "EW", "oe": "WE", "no": "", "so": ""}
"""Letters of Spanish and Italian compass points; NO and SO are north-west and south-west, no component of a pair."""
_VERTICAL = re.compile(r"(?:vert(?:ical|icale|\.)?|v|z|ud|up|arriba|su|alto)")
_UNIT_LINE = re.compile(
    r"\b(?:units?|unidad(?:es)?|unit[aà]|ud?s)\b(?:\s+(?:of|de|di|la|las|acceleration|aceleraci[oó]n|accelerazione|misura"
    r"|medida))*\s*[:=;,\t]\s*\"?([^\s;,\"]+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Column:
    """What a column's name says."""

    name: str
    time: bool = False
    measured: Measured = "acceleration"
    unit: FiledUnit | None = None
    scale: float = 0.0
    """SI value of a unit that is not one of acceleration; of time [s] for the time column."""


def header_names(text: str) -> list[str]:
    """Return the cells of a row of names between blanks; a blank before a unit in brackets parts nothing."""
    glued = re.sub(r"\s+(?=[(\[])", "", text.replace('"', ""))
    return [cell for cell in re.split(r"[\s,;]+(?![^(\[]*[)\]])", glued) if cell]


def parts_of(cell: str) -> tuple[str, str]:
    """Return name and unit of a cell: ``NS (cm/s2)`` or ``NS [cm/s2]``."""
    match = re.fullmatch(r"(.*?)\s*[(\[]([^()\[\]]*)[)\]]\s*", cell)
    return (match[1].strip(), match[2].strip()) if match else (cell.strip(), "")


def describe(cell: str) -> Column:
    """Return what a cell of the heading says; a unit that is not known leaves the scale at 0."""
    name, unit = parts_of(cell)
    if name.lower() in _TIMES:
        return Column(name=name, time=True, scale=_TIME_UNITS.get(unit.lower().rstrip("."), 0.0))
    known = _unit(unit) if unit else None
    if known is None:
        return Column(name=name)
    return Column(name=name, measured=known[0], unit=known[1], scale=known[2])


def _unit(text: str) -> tuple[Measured, FiledUnit | None, float] | None:
    """Return what a unit measures and its value; m·s⁻² and cm/seg² are units too."""
    word = re.sub(r"[·\s]", "", text.replace("⁻²", "-2").replace("⁻", "-").replace("²", "2"))
    return named_unit(re.sub(r"(?i)^([cm]?m)[.*]?s(?:e[cg])?\^?-2$", r"\1/s2", word))


def is_units_row(cells: Sequence[str]) -> bool:
    """Return whether a row below the names holds units only, such as ``(s);(g);(g)``."""
    words = [cell.strip().strip("()[]").strip() for cell in cells]
    known = [bool(word) and (word.lower() in _TIME_UNITS or _unit(word) is not None) for word in words]
    return any(known) and all(ok or word in ("", "-") for ok, word in zip(known, words, strict=True))


def stated_unit(line: str) -> FiledUnit | None:
    """Return the unit of acceleration that a line of the heading states for all columns."""
    match = _UNIT_LINE.search(line)
    known = _unit(match[1].strip("()[]")) if match else None
    return known[1] if known else None


def direction_of_heading(name: str) -> tuple[float | None, bool, float, KnownBy | None]:
    """Return azimuth [rad], whether vertical, -1 where positive is downwards, and how the component is known.

    >>> direction_of_heading("Aceleración Vertical")[1], direction_of_heading("Az")[1], direction_of_heading("acc 2")[3]
    (True, True, 'order')
    >>> [direction_of_heading(name)[0] for name in ("norte-sur", "Nord-Sud", "N-S", "Acc. E-O")]
    [0.0, 0.0, 0.0, 1.5707963267948966]
    """
    if is_number_only(name):
        return direction_or_order(name)
    bare = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    bare = _QUANTITY.sub("", bare, count=1).strip(" _.:-")
    if axis := _AXIS.fullmatch(bare):
        bare = axis[1]
    if _VERTICAL.fullmatch(bare):
        return None, True, 1.0, None
    words = [word for word in re.split(r"[\s_/-]+", bare) if word]
    points = "".join(_DIRECTIONS.get(word, word.upper()) for word in words)
    if words and all(word in _DIRECTIONS or word in ("n", "s", "e", "w") for word in words):
        return direction_or_order(points)
    if bare in _PAIRS:
        return direction_or_order(_PAIRS[bare] or name)
    found = direction_or_order(name)
    return found if found[0] is not None or found[1] else direction_or_order(bare or name)
