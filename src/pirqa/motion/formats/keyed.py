"""Headers of keys and values, rows of numbers below them, and the unit and step that a header states.

The readers that use this module believe their headers: another unit or step from the user is an error that quotes the
header. Every error names the line and what to do.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.motion.formats.heading import iso_time, named_unit
from pirqa.motion.formats.text import LARGEST, TextFile, decoded, number_of
from pirqa.motion.record import UNITS, ReadAs

__all__ = [
    "FETCH",
    "KeyedHeader",
    "believed_step",
    "believed_unit",
    "fixed_rows",
    "free_rows",
    "header_lines",
    "moment",
    "text_of",
]

FETCH = "fetch the file again"
"""Remedy for a file that is damaged."""

_MARK = b"\xef\xbb\xbf"
_SLOWEST = 1e3
"""Seconds: no accelerograph samples more slowly."""


def text_of(path: Path, data: bytes, *, eight_bit: str = "latin-1") -> TextFile:
    """Return the lines of a file in UTF-8, with its mark or without, or else in the encoding ``eight_bit``."""
    plain = data.removeprefix(_MARK)
    file = decoded(path, plain)
    try:
        text = plain.decode("utf-8")
    except UnicodeDecodeError:
        if eight_bit == "latin-1":
            return file
        text = plain.decode(eight_bit, errors="replace")
    return TextFile(path=path, lines=tuple(text.splitlines()))


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
    if not any("_" in text for text in values):  # NumPy would read 1_0 as 10
        try:
            numbers = np.array(values, dtype=np.float64)
        except ValueError:
            pass
        else:
            if np.all(np.abs(numbers) < LARGEST):
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
