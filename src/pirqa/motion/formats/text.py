"""Lines and numbers: lines that know their number, fields of fixed width, numbers that must be finite."""

from __future__ import annotations

import codecs
import math
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.polyhedron import FloatArray

LARGEST = 1e30
"""No measurement in any unit, and no count, comes near it; beyond it products would overflow."""

LONGEST_LINE = 400
"""Characters of a line that patterns look at: they must not run over megabytes without a line end."""

DECIMAL = r"[+-]?(?:\d+\.?\d*|\.\d+)"
"""Pattern of a number without exponent, for patterns of lines."""

_NUMBER = re.compile(DECIMAL + r"(?:[eEdD][+-]?\d+)?")
_ONLY_NUMBERS = re.compile(r"[-+.*\dEeDd ]*")


def decoded(path: Path, data: bytes) -> TextFile:
    """``data`` as lines of text; binary rubbish is a :class:`RecordError`."""
    return _lines(path, data, data.decode("latin-1"))


def _lines(path: Path, data: bytes, text: str) -> TextFile:
    if b"\0" in data[:4096]:
        raise RecordError(f"{path}: is not a text file; give format if it is miniSEED or SAC")
    return TextFile(path=path, lines=tuple(text.splitlines()))


def plain_bytes(path: Path, data: bytes) -> bytes:
    """Return ``data`` in UTF-8 if its first bytes mark it as UTF-16, else as it is; the mark of UTF-8 is left out."""
    if data.startswith(codecs.BOM_UTF8):
        return data.removeprefix(codecs.BOM_UTF8)
    if data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        return data
    try:
        return data.decode("utf-16").encode()
    except UnicodeError as error:
        raise RecordError(f"{path}: is no whole UTF-16 text; save it again as CSV (UTF-8)") from error


def decoded_words(path: Path, data: bytes, *, eight_bit: str) -> TextFile:
    """Return text of any language as lines: UTF-8, with its mark or without, else in the encoding ``eight_bit``."""
    plain = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = plain.decode()
    except UnicodeError:
        text = plain.decode(eight_bit, errors="replace")
    return _lines(path, plain, text)


def first_lines(data: bytes, count: int) -> list[str]:
    """The first lines of a file, at most ``count``, each cut at LONGEST_LINE; none of a file that is not text."""
    head = data[:8192]
    return [] if b"\0" in head else [line[:LONGEST_LINE] for line in head.decode("latin-1").splitlines()[:count]]


def number_of(text: str) -> float | None:
    """The finite number that ``text`` is; none where it is none.

    >>> number_of("-.5"), number_of("1D3"), number_of("1e999"), number_of("1_0"), number_of("nan")
    (-0.5, 1000.0, None, None, None)
    """
    value = float(text.lower().replace("d", "e")) if _NUMBER.fullmatch(text) else math.nan
    return value if math.isfinite(value) else None


def printed_resolution(text: str) -> float:
    """The unit in the last place of a printed number.

    >>> printed_resolution("-.125"), printed_resolution("5.3720e+001"), printed_resolution("120")
    (0.001, 0.001, 1.0)
    """
    mantissa, _, exponent = text.lower().replace("d", "e").partition("e")
    power = int(exponent) if re.fullmatch(r"[+-]?\d{1,3}", exponent) else 0
    return float(10.0 ** max(min(power - len(mantissa.partition(".")[2]), 300), -300))


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

    def found(self, index: int, pattern: str, what: str) -> float:
        """The number that the first group of ``pattern`` finds in a line."""
        match = re.search(pattern, self.line(index)[:LONGEST_LINE])
        if match is None:
            raise self.fault(index, f"gives no {what}")
        return self._finite(index, match[1], what)

    def whole(self, index: int, value: float | str, what: str, *, least: int = 0) -> int:
        """``value``, which stands in line ``index``, as a whole number not below ``least``; else an error."""
        text = value.strip() if isinstance(value, str) else f"{value:.15g}"
        if not re.fullmatch(r"\d{1,12}", text) or int(text) < least:
            raise self.fault(
                index, f"{what} is {text[:40] or 'empty'}, which is no count: a whole number not below {least}"
            )
        return int(text)

    def _finite(self, index: int, text: str, what: str) -> float:
        value = number_of(text)
        if value is None:
            raise self.fault(
                index, f'{what} is "{text[:40]}", which is no finite number; repair it or fetch the file again'
            )
        return value

    def end(self, first: int) -> int:
        """The line after the last one from ``first`` on that holds more than blanks and DOS' mark of the end."""
        return self._end(first, len(self.lines))

    def _end(self, first: int, last: int) -> int:
        while last > first and not self.lines[last - 1].strip(" \t\x1a"):
            last -= 1
        return last

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
        numbers = quick_numbers(values)
        if numbers is None:
            numbers = np.array([self._finite(at, text, "a value") for at, text in zip(lines, values, strict=True)])
        return numbers, index

    def counted(
        self, first: int, count: int, *, width: int, per_line: int, end: re.Pattern[str] | None = None
    ) -> tuple[FloatArray, int]:
        """``count`` data in fields of ``width`` from line ``first`` on, and the line after them.

        A line that ``end`` matches stands behind the data; where it comes too early they are too few.
        """
        if end is not None:
            for index in range(first, min(first + -(-count // per_line), len(self.lines))):
                if end.match(self.lines[index][:LONGEST_LINE]):
                    found = self.fields(first, index, width=width, per_line=per_line)
                    raise self.fault(
                        index,
                        f"the data end here after {found} of {count} values that the header states; fetch it again",
                    )
        values, after = self.fixed(first, count, width=width, per_line=per_line)
        check_finite(self, first, values)
        self._check_last_field(after, width)
        return values, after

    def _check_last_field(self, after: int, width: int) -> None:
        """Refuse a last number that was cut off: Fortran writes them flush right, so that a short one is no whole one.

        It may still read as another number. ``after`` is the line after the data.
        """
        if after == len(self.lines) and len(self.lines[-1].rstrip()) % width:
            raise self.fault(
                after - 1, f"its last number has fewer than {width} characters: cut off; fetch the file again"
            )

    def bounded(self, first: int, last: int, *, width: int, per_line: int) -> tuple[FloatArray, int]:
        """All data in fields of ``width`` in lines [first, last), and the last line that has some."""
        last = self._end(first, last)
        count = self.fields(first, last, width=width, per_line=per_line)
        values, _ = self.fixed(first, count, width=width, per_line=per_line)
        check_finite(self, first, values)
        if count:
            self._check_last_field(last, width)
        return values, max(last - 1, 0)

    def fields(self, first: int, last: int, *, width: int, per_line: int) -> int:
        """How many fields of ``width`` are in lines [first, last)."""
        return sum(min(-(-len(line.rstrip()) // width), per_line) for line in self.lines[first:last])

    def behind_numbers(self, index: int) -> int:
        """The first line from ``index`` on that holds more than numbers and blanks."""
        while index < len(self.lines) and _ONLY_NUMBERS.fullmatch(self.lines[index][:LONGEST_LINE]):
            index += 1
        return index

    def free(self, first: int, last: int) -> tuple[FloatArray, tuple[int, ...]]:
        """All numbers of lines [first, last), split at blanks, commas or semicolons, and how many each line has."""
        rows = [re.split(r"[\s,;]+", line.strip(" \t,;")) for line in self.lines[first:last]]
        counts = tuple(len(row) if row != [""] else 0 for row in rows)
        values: list[str] = [text for row in rows for text in row if text]
        numbers = quick_numbers(values)
        if numbers is None:
            found = [self._finite(first + at, text, "a value") for at, row in enumerate(rows) for text in row if text]
            numbers = np.array(found, dtype=np.float64)
        check_finite(self, first, numbers)
        return numbers, counts


def check_finite(file: TextFile, index: int, values: FloatArray) -> None:
    """An error where a number of the block that begins at line ``index`` is too large for any unit."""
    bad = np.flatnonzero(~(np.abs(values) < LARGEST))
    if len(bad):
        raise file.fault(index, f"value {bad[0] + 1} of the block that begins here is too large; fetch the file again")


def check_last_number(file: TextFile, data: bytes) -> None:
    """An error where the file ends within a number: no line end, and other digits than the five numbers before it."""
    if data[-1:] in b"\r\n \t":
        return
    index = len(file.lines) - 1
    numbers = " ".join(line[-LONGEST_LINE:] for line in file.lines[max(index - 6, 0) :]).split()[-6:]
    shapes = [re.sub(r"\d", "0", number.lstrip("+-").partition(".")[2]) for number in numbers]
    if len(set(shapes[:-1])) == 1 and shapes[-1].lower() != shapes[0].lower():
        raise file.fault(index, f'its last number "{numbers[-1][:20]}" was cut off; fetch the file again')


def quick_numbers(values: list[str]) -> FloatArray | None:
    """The numbers in ``values``, or none where one of them needs a closer look: no number, 1D0, 1_0, infinite."""
    if any("_" in text for text in values):  # NumPy would read 1_0 as 10
        return None
    try:
        numbers = np.array(values, dtype=np.float64)
    except ValueError:
        return None
    return numbers if np.all(np.isfinite(numbers)) else None
