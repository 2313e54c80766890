"""How a file writes its numbers: 1234.56, 1.234,56, 1,234.56 or 1 234,56; what could be either is asked for.

A spreadsheet writes numbers as its country does. One cell may be read in two ways (1,234 is 1.234 or 1234), but the
cells of a file share one decimal mark: a cell that can be read in one way only decides for all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from pirqa.errors import RecordError
from pirqa.motion.formats.text import TextFile
from pirqa.motion.record import DecimalMark

__all__ = ["BLANKS", "DECIMAL_MARKS", "PLAIN", "Numerals", "find_numerals", "is_doubtful"]

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
