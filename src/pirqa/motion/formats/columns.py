"""Plain columns and CSV: numbers in rows, perhaps under a row of names; what the file does not say is asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.ground_motion import Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.heading import direction_or_order, named_unit, turned_upwards, unique_names
from pirqa.motion.formats.stated import printed_step
from pirqa.motion.formats.text import LONGEST_LINE, TextFile, check_finite, decoded, number_of, printed_resolution
from pirqa.motion.record import Channel, FiledUnit, Measured, ReadAs, Record, unit_value

__all__ = ["read", "recognises"]

_COMMENT = ("#", "%", "!", "//")
_NUMBERLIKE = re.compile(r"[+-]?(?:\d[\d.,eEdD+-]*|\.\d[\d.,eEdD+-]*|nan|inf|infinity|n/?a|null|\*+)", re.IGNORECASE)
_COMMA = re.compile(r"[+-]?\d*,\d+(?:[eE][+-]?\d+)?")
_TIMES = {"t", "time", "times", "tiempo", "temps", "tempo", "zeit", "sec", "seconds", "seg", "segundos"}
_HEAD = 200
"""Lines that may come before the numbers."""
_NAMED = 3
"""Columns that may go without names; more are rather one series, wrapped."""


@dataclass(frozen=True, kw_only=True)
class _Layout:
    """Where the numbers are and what is written above them."""

    first: int
    """Line of the first row."""
    delimiter: str
    """``,``, ``;`` or nothing for blanks."""
    columns: int
    """In the first row."""
    names: tuple[str, ...]
    """One a column, or none."""
    unit: FiledUnit | None
    """Stated once for all."""


@dataclass(frozen=True, kw_only=True)
class _Column:
    """What a column's name says."""

    name: str
    time: bool = False
    measured: Measured = "acceleration"
    unit: FiledUnit | None = None
    scale: float = 0.0
    """SI value of a unit that is not one of acceleration; of time [s] for the time column."""


def recognises(data: bytes, name: str) -> bool:
    """Whether the file is text that is mostly rows of numbers, below a heading that is not too long."""
    if b"\0" in data[:4096]:
        return False
    lines = data[:20000].decode("latin-1").splitlines()[: 2 * _HEAD]
    rows = [line for line in lines if line.strip() and not line.lstrip().startswith(_COMMENT)]
    marks = [_is_row(line) for line in rows]
    if True not in marks or marks.index(True) > _HEAD // 4:
        return False
    below = marks[marks.index(True) :]
    return sum(below) >= 0.8 * len(below)


def _is_row(line: str) -> bool:
    """Whether at least half the cells are numbers, or what stands for a missing one, and the first is no time."""
    if line.lstrip().startswith(_COMMENT):
        return False
    cells = [cell for cell in re.split(r"[\s,;]+", line.strip().replace('"', "")) if cell]
    return (
        bool(cells)
        and cells[0].lower() not in _TIMES
        and 2 * sum(_NUMBERLIKE.fullmatch(cell) is not None for cell in cells) >= len(cells)
    )


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The record in a file of columns."""
    file = decoded(path, data.removeprefix(b"\xef\xbb\xbf"))
    layout = _layout(file)
    table, wrapped = _table(file, layout, asked)
    remarks: tuple[Remark, ...] = ()
    if wrapped:
        remarks += (Remark(kind="assumption", key="record_wrapped_series", count=layout.columns),)
        layout = _Layout(first=layout.first, delimiter=layout.delimiter, columns=1, names=(), unit=layout.unit)
    columns = _columns(file, layout, asked)
    at, said = _time_column(file, table, columns, layout, asked)
    remarks += said
    step, times = _sampling(file, table, columns, at, layout, asked)
    kept = [index for index in range(layout.columns) if index != at]
    if asked.components and len(asked.components) != len(kept):
        raise file.fault(
            layout.first,
            f"{len(kept)} components are in the file, {len(asked.components)} are named "
            f"({', '.join(asked.components)}); name each of them, in the file's order",
        )
    if len(kept) > _NAMED and not (asked.components or layout.names):
        raise file.fault(
            layout.first,
            f"{len(kept)} columns without names; name them with components, or give one name and the step where the "
            "file is one series wrapped over its lines",
        )
    given = asked.components or tuple(columns[index].name or str(number) for number, index in enumerate(kept, 1))
    channels: list[Channel] = []
    for name, index in zip(unique_names(list(given)), kept, strict=True):
        column = columns[index]
        if column.measured == "acceleration":
            scale, unit, said = unit_value(path, asked.unit, column.unit)
            remarks += said
        else:
            scale, unit = column.scale, column.measured
        # v and d head velocity and displacement, too; and the number of a column without a name is no azimuth
        told = (asked.components or column.name) and (column.measured == "acceleration" or len(name) > 1)
        azimuth, vertical, sign, known_by = direction_or_order(name if told else "")
        if asked.components and known_by is None:
            known_by = "user"
        check_finite(file, layout.first, table[:, index])
        values, said = turned_upwards(name, scale * table[:, index], sign)
        remarks += said
        channels.append(
            Channel(
                name=name,
                values=values,
                step=step,
                unit=unit,
                measured=column.measured,
                azimuth=azimuth,
                vertical=vertical,
                known_by=known_by,
                times=times,
            )
        )
    return Record(origin=Origin(format="columns"), channels=tuple(channels), remarks=tuple(dict.fromkeys(remarks)))


def _cells(line: str, delimiter: str) -> list[str]:
    text = line.strip().replace('"', "")
    if not delimiter:
        return text.split()
    return [cell.strip() for cell in text.removesuffix(delimiter).split(delimiter)]


def _layout(file: TextFile) -> _Layout:
    lines = (number for number, line in enumerate(file.lines) if _is_row(line))
    index = next(lines, None)
    if index is None:
        raise RecordError(f"{file.path}: has no row of numbers; give the file with the accelerations")
    text = file.lines[index].strip()
    heads = [line.strip()[: 4 * LONGEST_LINE] for line in file.lines[:index] if line.strip()]
    delimiter = ";" if ";" in text else "," if "," in text else ""
    columns = len(_cells(text, delimiter))
    names: tuple[str, ...] = ()
    unit: FiledUnit | None = None
    for head in heads:
        if match := re.search(r"\b(?:units?|unidad(?:es)?)\b\s*[:=]\s*(\S+)", head, re.IGNORECASE):
            known = named_unit(match[1])
            unit = known[1] if known else unit
    if heads:
        bare = heads[-1].lstrip("#%!/ \t")
        cells = _header_cells(bare, delimiter)
        written = not heads[-1].startswith(_COMMENT) or any(
            _described(cell).time or named_unit(_parts(cell)[1]) for cell in cells
        )
        names = tuple(cells) if len(cells) == columns and written else ()
    _refuse_decimal_commas(file, index, delimiter, named=bool(names))
    return _Layout(first=index, delimiter=delimiter, columns=columns, names=names, unit=unit)


def _header_cells(text: str, delimiter: str) -> list[str]:
    """Cells of the row of names; a blank before a unit in brackets parts nothing."""
    if delimiter:
        return _cells(text, delimiter)
    glued = re.sub(r"\s+(?=[(\[])", "", text.replace('"', ""))
    return [cell for cell in re.split(r"[\s,;]+(?![^(\[]*[)\]])", glued) if cell]


def _parts(cell: str) -> tuple[str, str]:
    """Name and unit: ``NS (cm/s2)`` or ``NS [cm/s2]``."""
    match = re.fullmatch(r"(.*?)\s*[(\[]([^()\[\]]*)[)\]]\s*", cell)
    return (match[1].strip(), match[2].strip()) if match else (cell.strip(), "")


def _described(cell: str) -> _Column:
    name, unit = _parts(cell)
    if name.lower() in _TIMES:
        scale = {"": 1.0, "s": 1.0, "sec": 1.0, "seg": 1.0, "seconds": 1.0, "ms": 1e-3}.get(unit.lower(), 0.0)
        return _Column(name=name, time=True, scale=scale)
    known = named_unit(unit) if unit else None
    if known is None:
        return _Column(name=name)
    return _Column(name=name, measured=known[0], unit=known[1], scale=known[2])


def _columns(file: TextFile, layout: _Layout, asked: ReadAs) -> list[_Column]:
    if not layout.names:
        return [_Column(name="", unit=layout.unit) for _ in range(layout.columns)]
    columns = []
    for index, cell in enumerate(layout.names):
        column = _described(cell)
        unit = _parts(cell)[1]
        if unit and not column.time and column.scale == 0.0 and asked.unit is None:
            raise file.fault(
                layout.first, f'column {index + 1} is headed "{cell[:40]}", whose unit is not known; give the unit'
            )
        if column.time and column.scale == 0.0:
            raise file.fault(layout.first, f'column {index + 1} is headed "{cell[:40]}"; give times in s or ms')
        plain = not column.time and column.scale == 0.0
        columns.append(_Column(name=column.name, unit=layout.unit) if plain else column)
    return columns


def _refuse_decimal_commas(file: TextFile, first: int, delimiter: str, *, named: bool) -> None:
    """An error where commas are decimal signs, or where nobody could tell."""
    remedy = "write decimal points: commas are taken for separators"
    cells = re.split(r"[;\s]+", file.lines[first].strip(" ;\t"))
    if any(_COMMA.fullmatch(cell) for cell in cells) and (len(cells) > 1 or delimiter == ";"):
        raise file.fault(first, f'"{file.lines[first].strip()[:40]}" has decimal commas; {remedy}')
    if delimiter == "," and not named:  # as many names as cells show what the commas are
        rows = [line.strip() for line in file.lines[first : first + 1000] if line.strip()]
        if all(re.fullmatch(r"[+-]?\d*(?:,\d+)+", row) for row in rows):
            raise file.fault(first, f'"{rows[0][:40]}" may have decimal commas; {remedy}')


def _table(file: TextFile, layout: _Layout, asked: ReadAs) -> tuple[FloatArray, bool]:
    """The numbers, shape (rows, columns), and whether they are one series wrapped over the lines."""
    lines: list[str] = list(file.lines[layout.first :])
    head = lines[0].rstrip()
    one = len(asked.components) == 1 and layout.columns > 1 and asked.step is not None and not layout.names
    try:
        if '"' in head or (layout.delimiter and head.endswith(layout.delimiter)):
            lines = [line.replace('"', "").rstrip().removesuffix(layout.delimiter) for line in lines]
        table = np.loadtxt(lines, delimiter=layout.delimiter or None, comments=None, ndmin=2)
        if np.all(np.isfinite(table)):
            return (table.reshape(-1, 1), True) if one and not _increases(table[:, 0]) else (table, False)
    except (ValueError, OverflowError):
        pass
    return _slow_table(file, layout, asked)


def _slow_table(file: TextFile, layout: _Layout, asked: ReadAs) -> tuple[FloatArray, bool]:
    """The same line by line: for comments among the rows, wrapped series, and errors that name the line."""
    rows: list[list[float]] = []
    odd = -1
    for index in range(layout.first, len(file.lines)):
        text = file.lines[index].strip(" \t\x1a")
        if not text or text.startswith(_COMMENT):
            continue
        if odd >= 0:
            raise file.fault(
                odd, f"has {len(rows[-1])} values where the rows above have {layout.columns}; repair the line"
            )
        rows.append([_number(file, index, cell) for cell in _cells(text, layout.delimiter)])
        if len(rows[-1]) != layout.columns:
            odd = index
    if odd < 0:
        return np.array(rows, dtype=np.float64), False
    if asked.step is None or layout.names or len(rows) < 2 or len(rows[-1]) > layout.columns:
        raise file.fault(
            odd,
            f"has {len(rows[-1])} values where the rows above have {layout.columns}; repair the line, or give the step "
            "where the file is one series wrapped over its lines",
        )
    return np.array([[value] for row in rows for value in row], dtype=np.float64), True


def _number(file: TextFile, index: int, cell: str) -> float:
    if not cell:
        raise file.fault(index, "has an empty cell; fill it or remove the row")
    if _COMMA.fullmatch(cell):
        raise file.fault(index, f'"{cell}" has a decimal comma; write decimal points')
    number = number_of(cell)
    if number is None:
        raise file.fault(index, f'"{cell[:40]}" is no finite number; repair or remove the row')
    return number


def _increases(values: FloatArray) -> bool:
    return len(values) > 2 and bool(np.all(np.diff(values) > 0.0))


def _time_column(
    file: TextFile, table: FloatArray, columns: list[_Column], layout: _Layout, asked: ReadAs
) -> tuple[int | None, tuple[Remark, ...]]:
    """Which column is time: the one so named, else a first one that only increases, which is remarked."""
    named = [index for index, column in enumerate(columns) if column.time]
    if len(named) > 1:
        raise file.fault(layout.first, "two columns are called time; leave one out")
    if named and len(columns) < 2:
        raise file.fault(layout.first, "the time is the only column; give the file with the accelerations")
    if named:
        return named[0], ()
    if len(columns) < 2 or not _increases(table[:, 0]):
        return None, ()
    mean = float(table[-1, 0] - table[0, 0]) / (len(table) - 1)
    if asked.step is not None and abs(mean - asked.step) > 0.01 * asked.step:
        raise file.fault(
            layout.first,
            f"the first column increases like a time of step {mean:.6g} s, but the step {asked.step:g} s was given; "
            "leave step out, or the column",
        )
    return 0, (Remark(kind="assumption", key="record_time_assumed", amount=mean, unit="s"),)


def _sampling(
    file: TextFile, table: FloatArray, columns: list[_Column], at: int | None, layout: _Layout, asked: ReadAs
) -> tuple[float, FloatArray | None]:
    """Step, and the times where they are uneven."""
    if at is None:
        if asked.step is None:
            raise RecordError(
                f"{file.path}: line {layout.first + 1}: no column is a time, and the file does not say its step; "
                'give it, for example step = "0.01 s", or --step 0.01s'
            )
        return asked.step, None
    scale = columns[at].scale or 1.0
    every = max((len(file.lines) - layout.first) // 300, 1)
    printed = [_cells(line, layout.delimiter) for line in file.lines[layout.first :: every]]
    cells = [row[at] for row in printed if len(row) > at and number_of(row[at]) is not None]
    fixed = [printed_resolution(cell) for cell in cells if "e" not in cell.lower()]
    powers = [printed_resolution(cell) for cell in cells if "e" in cell.lower() and number_of(cell) != 0.0]
    resolution = max([min(fixed, default=0.0), *powers])
    times = scale * table[:, at]
    return printed_step(file, layout.first, asked, times, resolution=scale * resolution, what="the time column")
