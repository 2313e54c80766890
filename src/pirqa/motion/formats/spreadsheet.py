"""How tables write their columns and numbers: headings in English, Spanish or Italian, decimal and thousands marks.

The heading of a column states time, direction, quantity and unit. A spreadsheet writes numbers as its country does:
1234.56, 1.234,56, 1,234.56 or 1 234,56. One cell may be read in two ways (1,234 is 1.234 or 1234), but the cells of a
file share one decimal mark: a cell that can be read in one way only decides for all. What stays doubtful is asked for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from pirqa.errors import RecordError
from pirqa.model.ground_motion import KnownBy
from pirqa.motion.formats.header import direction_or_order, is_number_only, named_unit
from pirqa.motion.formats.text import TextFile
from pirqa.motion.record import DecimalMark, FiledUnit, Measured

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


BLANKS = " \u00a0\u2009\u202f"
"""Blanks that part thousands: a space, no-break, thin and narrow no-break ones."""

_APOSTROPHES = "'’"
DECIMAL_MARKS: dict[DecimalMark, DecimalMark] = {".": ",", ",": "."}
"""Each decimal mark with the other one, which may part thousands."""

_EXPONENT = re.compile(r"[eEdD][+-]?\d+$")
_SURE = re.compile(r"(?:0\d*|\d{4,})?[.,]\d*|\d+[.,](?:\d{0,2}|\d{4,})")
"""The only mark is decimal: nothing or a zero or more than three digits before it, or not three digits after it."""
_GROUPS = re.compile(rf"[1-9]\d{{0,2}}(?:([.,{BLANKS}{_APOSTROPHES}])\d{{3}})(?:\1\d{{3}})*(?:([.,])\d*)?")
_CERTAIN_POINT = re.compile(r"(?<![\d.])0*\.\d|(?<!\d)(?:0\d+|\d{4,})\.|\.\d{1,2}(?!\d)|\.\d{4}|\.\d+[eEdD]|\d\.(?!\d)")
_DOUBTFUL_POINT = re.compile(r"(?<![\d.])[1-9]\d{0,2}\.\d{3}(?![\deEdD])")


@dataclass(frozen=True, kw_only=True)
class Numerals:
    """One way of writing numbers."""

    decimal: DecimalMark
    settled_by_times: bool = False
    """Whether even time steps, not the numbers alone, tell the decimal mark."""

    def plain(self, cell: str) -> str | None:
        """Return ``cell`` with a decimal point and without thousands marks; none where it is no such number.

        >>> Numerals(decimal=",").plain("-1.234,56"), Numerals(decimal=".").plain("1 234.5")
        ('-1234.56', '1234.5')
        >>> Numerals(decimal=",").plain("0.5") is None, Numerals(decimal=",").plain("12.34,5") is None
        (True, True)
        """
        sign, body = (cell[0], cell[1:].lstrip(BLANKS)) if cell[:1] in ("+", "-", "−") else ("", cell)
        sign = "-" if sign == "−" else sign
        exponent = _EXPONENT.search(body)
        tail = exponent[0] if exponent else ""
        body = body[: exponent.start()] if exponent else body
        if re.fullmatch(r"\d+|\d*[.,]\d*", body) and DECIMAL_MARKS[self.decimal] not in body and body not in (".", ","):
            return f"{sign}{body.replace(',', '.')}{tail}"
        match = _GROUPS.fullmatch(body)
        if match is None or tail or match[1] == self.decimal or match[2] not in (None, self.decimal):
            return None
        return f"{sign}{body.replace(match[1], '').replace(',', '.')}"


PLAIN = Numerals(decimal=".")
"""Decimal points."""


@dataclass(kw_only=True)
class _Column:
    """What the cells of one column tell, each with the line where it does so first."""

    sure: dict[DecimalMark, int] = field(default_factory=dict)
    doubtful: dict[DecimalMark, tuple[int, str]] = field(default_factory=dict)
    grouped: bool = False
    """Whether thousands are parted for certain."""

    def add(self, line: int, cell: str) -> None:
        body = cell.lstrip("+-−")
        marks = body.count(".") + body.count(",")
        match = _GROUPS.fullmatch(body)
        if _EXPONENT.search(body):
            if marks == 1:
                self.sure.setdefault("," if "," in body else ".", line)
        elif marks == 1 and match is not None and match[1] in DECIMAL_MARKS:
            mark: DecimalMark = "," if match[1] == "," else "."
            self.doubtful.setdefault(mark, (line, cell))
        elif marks == 1 and (match is not None or _SURE.fullmatch(body)):
            self.grouped |= match is not None
            self.sure.setdefault("," if "," in body else ".", line)
        elif match is not None and marks > 1:
            self.grouped = True
            thousands: DecimalMark = "," if match[1] == "," or match[2] == "." else "."
            self.sure.setdefault(DECIMAL_MARKS[thousands], line)


def is_doubtful(lines: Iterable[str]) -> bool:
    """Return whether all points in ``lines``, of which there are some, could part thousands."""
    doubtful = False
    for line in lines:
        if _CERTAIN_POINT.search(line):
            return False
        doubtful = doubtful or _DOUBTFUL_POINT.search(line) is not None
    return doubtful


def find_numerals(
    file: TextFile,
    rows: Sequence[tuple[int, Sequence[str]]],
    asked: DecimalMark | None,
    *,
    is_even: Callable[[Numerals], bool],
) -> Numerals:
    """Return how the cells of ``rows``, each with its line, are written; an error where it cannot be told.

    ``is_even`` tells whether the times are evenly spaced if they are written so: it settles what is in doubt.
    """
    if asked is not None:
        return Numerals(decimal=asked)
    columns: list[_Column] = []
    for line, cells in rows:
        while len(columns) < len(cells):
            columns.append(_Column())
        for column, cell in zip(columns, cells, strict=False):
            column.add(line, cell)
    sure: dict[DecimalMark, int] = {}
    for column in columns:
        for mark, line in column.sure.items():
            sure[mark] = min(line, sure.get(mark, line))
    if len(sure) == 2:
        first, other = sorted(sure, key=lambda mark: sure[mark])
        raise file.fault(
            sure[other],
            f"has the decimal mark {other} where line {sure[first] + 1} has {first}; write all numbers alike",
        )
    if sure:
        found = Numerals(decimal=next(iter(sure)))
    elif not any(column.doubtful for column in columns):
        return PLAIN
    else:
        even = [mark for mark in DECIMAL_MARKS if is_even(Numerals(decimal=mark))]
        if len(even) != 1:
            raise _doubt(file, columns)
        found = Numerals(decimal=even[0], settled_by_times=True)
    thousands = DECIMAL_MARKS[found.decimal]
    unsettled = [item for item in columns if thousands in item.doubtful and not (item.grouped or item.sure)]
    if unsettled and not found.settled_by_times:
        raise _doubt(file, unsettled)
    return found


def _doubt(file: TextFile, columns: Sequence[_Column]) -> RecordError:
    """Return the error that asks for the decimal mark."""
    line, cell = min(found for column in columns for found in column.doubtful.values())
    point = re.sub(r"[.,]", ".", cell)
    whole = re.sub(r"[.,]", "", cell)
    return file.fault(
        line,
        f'"{cell[:40]}" could be {point} or {whole}, and no other number in its column tells; give the decimal mark, '
        'decimal = "," or decimal = "." (--decimal)',
    )
