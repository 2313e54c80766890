"""What readers of text share: lines that know their number, fields of fixed width, numbers that must be finite."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.polyhedron import FloatArray

__all__ = ["TextFile", "decoded"]

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?")


def decoded(path: Path, data: bytes) -> TextFile:
    """``data`` as lines of text; binary rubbish is a :class:`RecordError`."""
    if b"\0" in data[:4096]:
        raise RecordError(f"{path}: is not a text file; give format if it is miniSEED or SAC")
    return TextFile(path=path, lines=tuple(data.decode("latin-1").splitlines()))


@dataclass(frozen=True, kw_only=True)
class TextFile:
    """The lines of a file; numbers of lines count from 0 in arguments and from 1 in messages."""

    path: Path
    lines: tuple[str, ...]

    def line(self, index: int) -> str:
        """Line ``index``, or an error where the file ends before it."""
        if index >= len(self.lines):
            raise RecordError(
                f"{self.path}: ends at line {len(self.lines)}, before line {index + 1} that its format has; "
                "it was cut off: fetch it again"
            )
        return self.lines[index]

    def fault(self, index: int, what: str) -> RecordError:
        """An error at line ``index``."""
        return RecordError(f"{self.path}: line {index + 1}: {what}")

    def number(self, index: int, start: int, end: int, what: str) -> float:
        """The number in columns [start, end) of a line, an error that names it where there is none."""
        text = self.line(index)[start:end].strip()
        return self._finite(index, text, what)

    def found(self, index: int, pattern: str, what: str) -> float:
        """The number that the first group of ``pattern`` finds in a line."""
        match = re.search(pattern, self.line(index))
        if match is None:
            raise self.fault(index, f"gives no {what}")
        return self._finite(index, match[1], what)

    def _finite(self, index: int, text: str, what: str) -> float:
        value = float(text.replace("D", "E").replace("d", "e")) if _NUMBER.fullmatch(text) else math.nan
        if not math.isfinite(value):
            raise self.fault(index, f'{what} is "{text[:40]}", which is no finite number')
        return value

    def fixed(self, first: int, count: int, *, width: int, per_line: int) -> tuple[FloatArray, int]:
        """``count`` numbers in fields of fixed ``width`` from line ``first`` on, and the line after them.

        Fields may touch each other; an empty field ends a line. Fewer numbers than ``count`` are an error.
        """
        values: list[str] = []
        lines: list[int] = []
        index = first
        while len(values) < count:
            if index >= len(self.lines):
                raise RecordError(
                    f"{self.path}: line {len(self.lines)}: the file ends after {len(values)} of {count} values that "
                    "its header states; it was cut off: fetch it again"
                )
            line = self.lines[index].rstrip()
            fields = [line[at : at + width].strip() for at in range(0, min(len(line), width * per_line), width)]
            lines += [index] * min(len(fields), count - len(values))
            values += fields[: count - len(values)]
            if not fields:
                raise self.fault(index, f"is empty after {len(values)} of {count} values that the header states")
            index += 1
        numbers = _quick(values)
        if numbers is None:
            numbers = np.array([self._finite(at, text, "a value") for at, text in zip(lines, values, strict=True)])
        return numbers, index

    def free(self, first: int, last: int) -> tuple[FloatArray, tuple[int, ...]]:
        """All numbers of lines [first, last), split at blanks, commas or semicolons, and how many each line has."""
        rows = [re.split(r"[\s,;]+", line.strip(" \t,;")) for line in self.lines[first:last]]
        counts = tuple(len(row) if row != [""] else 0 for row in rows)
        values: list[str] = [text for row in rows for text in row if text]
        numbers = _quick(values)
        if numbers is None:
            found = [self._finite(first + at, text, "a value") for at, row in enumerate(rows) for text in row if text]
            numbers = np.array(found, dtype=np.float64)
        return numbers, counts


def _quick(values: list[str]) -> FloatArray | None:
    """The numbers in ``values``, or none where one of them needs a closer look: no number, 1D0, 1_0, infinite."""
    if any("_" in text for text in values):  # NumPy would read 1_0 as 10
        return None
    try:
        numbers = np.array(values, dtype=np.float64)
    except ValueError:
        return None
    return numbers if np.all(np.isfinite(numbers)) else None
