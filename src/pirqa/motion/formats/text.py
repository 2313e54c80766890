"""What readers of text share: lines that know their number, fields of fixed width, numbers that must be finite."""

from __future__ import annotations

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
        match = _NUMBER.fullmatch(text)
        if match is None:
            raise self.fault(index, f'{what} is "{text}", which is no number')
        return float(text.replace("D", "E").replace("d", "e"))

    def fixed(self, first: int, count: int, *, width: int, per_line: int) -> tuple[FloatArray, int]:
        """``count`` numbers in fields of fixed ``width`` from line ``first`` on, and the line after them.

        Fields may touch each other; an empty field ends a line. Fewer numbers than ``count`` are an error.
        """
        values: list[str] = []
        index = first
        while len(values) < count:
            if index >= len(self.lines):
                raise RecordError(
                    f"{self.path}: line {len(self.lines)}: the file ends after {len(values)} of {count} values that "
                    "its header states; it was cut off: fetch it again"
                )
            line = self.lines[index].rstrip()
            fields = [line[at : at + width].strip() for at in range(0, min(len(line), width * per_line), width)]
            values += fields[: count - len(values)]
            if not fields:
                raise self.fault(index, f"is empty after {len(values)} of {count} values that the header states")
            index += 1
        return self._array(values, first, per_line), index

    def free(self, first: int, last: int) -> tuple[FloatArray, tuple[int, ...]]:
        """All numbers of lines [first, last), split at blanks, commas or semicolons, and how many each line has."""
        rows = [re.split(r"[\s,;]+", line.strip(" \t,;")) for line in self.lines[first:last]]
        counts = tuple(len(row) if row != [""] else 0 for row in rows)
        values: list[str] = [text for row in rows for text in row if text]
        try:
            numbers = np.array(values, dtype=np.float64)
        except ValueError:
            numbers = np.array([])
        if len(numbers) < len(values) or not np.all(np.isfinite(numbers)):
            for offset, row in enumerate(rows):
                for text in row:
                    if text:
                        self._finite(first + offset, text, "a value")
        return numbers, counts

    def _array(self, values: list[str], first: int, per_line: int) -> FloatArray:
        try:
            numbers = np.array(values, dtype=np.float64)
            if np.all(np.isfinite(numbers)):
                return numbers
        except ValueError:
            pass
        return np.array([self._finite(first + at // per_line, text, "a value") for at, text in enumerate(values)])
