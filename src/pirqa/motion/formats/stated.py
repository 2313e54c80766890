"""What headers of agencies state in fixed places: times, steps, counts, peaks; and whether the data bear it out."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.heading import peak_remarks, unique_names
from pirqa.motion.formats.text import TextFile
from pirqa.motion.record import Channel, ReadAs

__all__ = [
    "LONGEST",
    "check_finite",
    "check_last_number",
    "compare_peaks",
    "distinct",
    "first_lines",
    "fixed_block",
    "in_range",
    "iso_date",
    "iso_time",
    "surplus_numbers",
    "used_step",
    "whole_number",
]

LONGEST = 200
"""Characters of a line that patterns look at: they must not run over megabytes without a line end."""

_PEAK_AGREES = 0.005
"""Headers print a peak with three digits or more, so half a per cent is a different peak."""

_LARGEST = 1e30
"""No acceleration in any unit, and no count, comes near it; beyond it products would overflow."""

_ONLY_NUMBERS = re.compile(r"[-+.*\dEeDd ]*")


def first_lines(data: bytes, count: int) -> list[str]:
    """The first lines of a file, at most ``count``, each cut at LONGEST; none of a file that is not text."""
    head = data[:8192]
    return [] if b"\0" in head else [line[:LONGEST] for line in head.decode("latin-1").splitlines()[:count]]


def in_range(value: float | None, largest: float) -> float | None:
    """A coordinate [deg], none where it cannot be one."""
    return value if value is not None and math.isfinite(value) and abs(value) <= largest else None


def iso_time(date: Sequence[float], clock: Sequence[float], *, later: float = 0.0) -> str:
    """ISO 8601 of a moment, ``later`` [s] added to it; empty where there is no such moment.

    ``date`` is year, month, day, or year and day of the year; ``clock`` hours, minutes, seconds.

    >>> iso_time((1989, 291), (0, 4, 0.5)), iso_time((2018, 2, 12), (21, 15, 17), later=-5.0)
    ('1989-10-18T00:04:00.500000', '2018-02-12T21:15:12')
    """
    try:
        year, month, day = (int(date[0]), 1, 1) if len(date) == 2 else (int(date[0]), int(date[1]), int(date[2]))
        days = int(date[1]) - 1 if len(date) == 2 else 0
        start = datetime(year, month, day, int(clock[0]), int(clock[1]))
        start += timedelta(days=days, seconds=clock[2] + later)
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


def whole_number(file: TextFile, index: int, value: float, what: str, *, least: int = 0) -> int:
    """``value``, which stands in line ``index``, as a whole number not below ``least``; else an error."""
    if not math.isfinite(value) or value != math.floor(value) or value < least:
        raise file.fault(index, f"{what} is {value:g}; it must be a whole number not below {least}")
    return int(value)


def check_finite(file: TextFile, index: int, values: FloatArray) -> None:
    """An error where a number of the block that begins at line ``index`` is too large for any unit."""
    bad = np.flatnonzero(~(np.abs(values) < _LARGEST))
    if len(bad):
        raise file.fault(index, f"value {bad[0] + 1} of the block that begins here is too large; fetch the file again")


def fixed_block(
    file: TextFile, first: int, count: int, *, width: int, per_line: int, end: re.Pattern[str] | None = None
) -> tuple[FloatArray, int]:
    """``count`` data in fields of ``width`` from line ``first`` on, and the line after them.

    A line that ``end`` matches stands behind the data; where it comes too early they are too few.
    """
    if end is not None:
        for index in range(first, min(first + -(-count // per_line), len(file.lines))):
            if end.match(file.lines[index][:LONGEST]):
                found = _fields(file, first, index, width, per_line)
                raise file.fault(
                    index, f"the data end here after {found} of {count} values that the header states; fetch it again"
                )
    values, after = file.fixed(first, count, width=width, per_line=per_line)
    check_finite(file, first, values)
    # Fortran writes numbers flush right, so a short one was cut off and may still read as another number.
    if after == len(file.lines) and len(file.lines[-1].rstrip()) % width:
        raise file.fault(after - 1, f"its last number has fewer than {width} characters: cut off; fetch the file again")
    return values, after


def _fields(file: TextFile, first: int, last: int, width: int, per_line: int) -> int:
    """Fields of ``width`` in lines [first, last)."""
    return sum(min(math.ceil(len(line.rstrip()) / width), per_line) for line in file.lines[first:last])


def check_last_number(file: TextFile, data: bytes) -> None:
    """An error where the file ends within a number: no line end, and other digits than the five numbers before it."""
    if data[-1:] in b"\r\n \t":
        return
    index = len(file.lines) - 1
    numbers = " ".join(line[-LONGEST:] for line in file.lines[max(index - 6, 0) :]).split()[-6:]
    shapes = [re.sub(r"\d", "0", number.lstrip("+-").partition(".")[2]) for number in numbers]
    if len(set(shapes[:-1])) == 1 and shapes[-1].lower() != shapes[0].lower():
        raise file.fault(index, f'its last number "{numbers[-1][:20]}" was cut off; fetch the file again')


def used_step(
    file: TextFile, index: int, asked: ReadAs, found: float | None, what: str
) -> tuple[float, tuple[Remark, ...]]:
    """Time step [s] of the user, else of the header, and what to remark where they differ."""
    if found is not None and not (math.isfinite(found) and found > 0.0):
        raise file.fault(index, f"{what} is {found:g}; it must be greater than 0")
    if asked.step is None:
        if found is None:
            raise RecordError(
                f'{file.path}: does not say its time step ({what}); give it, for example step = "0.005 s"'
            )
        return found, ()
    if found is None or math.isclose(found, asked.step, rel_tol=1e-6):
        return asked.step, ()
    said = Remark(kind="warning", key="record_step_overruled", amount=asked.step, unit="s", stated=found)
    return asked.step, (said,)


def surplus_numbers(
    file: TextFile, first: int, after: int, name: str, stated: int, *, width: int, per_line: int
) -> tuple[int, tuple[Remark, ...]]:
    """The line after all numbers of a block, and what to remark of those behind the ``stated`` ones: left out.

    The block begins at line ``first``; its stated numbers end before line ``after``.
    """
    while after < len(file.lines) and _ONLY_NUMBERS.fullmatch(file.lines[after][:LONGEST]):
        after += 1
    found = _fields(file, first, after, width, per_line)
    if found <= stated:
        return after, ()
    left = Remark(kind="warning", key="record_surplus_left_out", text=name, amount=float(found), stated=float(stated))
    return after, (left,)


def compare_peaks(name: str, values: FloatArray, stated: float | None, *, printed: float = 0.0) -> tuple[Remark, ...]:
    """What to remark where the peak [m/s2] is not the one stated, which is ``printed`` [m/s2] fine."""
    if stated is None or not math.isfinite(stated):
        return ()
    fine = 2.0 * max(printed, _PEAK_AGREES * abs(stated))
    return peak_remarks(name, values, stated, stated_resolution=fine, resolution=0.0)


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
