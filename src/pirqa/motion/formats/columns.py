"""Plain columns and CSV: numbers in rows, perhaps under a row of names; what the file does not say is asked for.

Spreadsheets of any country are read: commas, semicolons, tabs or blanks between cells, quoted cells, decimal commas,
thousands marks, a line ``sep=;``, a row of units below the names, empty columns, notes behind the data.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.ground_motion import Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import directed, printed_step, sampling, unique_names
from pirqa.motion.formats.spreadsheet import (
    BLANKS,
    DECIMAL_MARKS,
    PLAIN,
    Column,
    Numerals,
    describe,
    direction_of_heading,
    find_numerals,
    header_names,
    is_doubtful,
    is_units_row,
    parts_of,
    stated_unit,
)
from pirqa.motion.formats.text import (
    LONGEST_LINE,
    TextFile,
    check_finite,
    decoded_words,
    number_of,
    printed_resolution,
)
from pirqa.motion.record import UNITS, Channel, FiledUnit, ReadAs, Record, unit_value

_WESTERN = "cp1252"
"""Encoding in which Windows and spreadsheets write western languages, where it is not UTF-8."""
_COMMENT = ("#", "%", "!", "//")
_CELL_ERROR = re.compile(
    r"#(?:N/[ADV]|¡?VALORE?!|VALUE!|¡?DIV/0!|¡?NUM!|¡?REF!|RIF!|NAME\?|¿?NOMBRE\?|NOME\?|NULL!|¡?NULO!|NULLO!)(?![\w.])",
    re.IGNORECASE,
)
"""What a spreadsheet writes for a cell that it cannot compute, in English, Spanish and Italian."""
_MOMENT = re.compile(
    r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d*)?)?|\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}-[a-z]{3,4}\.?(?:-\d{2,4})?",
    re.IGNORECASE,
)
"""A clock time or a date in a cell, 01-may too."""
_NUMBERLIKE = re.compile(
    r"[+\-−]?(?:\d[\d.,eEdD+-]*|[.,]\d[\d.,eEdD+-]*|nan|inf|infinity|n/?a|null|\*+)", re.IGNORECASE
)
_DECIMAL_COMMA = re.compile(r"[+-]?\d+(?:\.\d{3})*(?:,\d+)?(?:[eE][+-]?\d+)?")
_EMPTY_CELLS = re.compile(r"[\s,;\"]*")
_SEPARATOR = re.compile(r"\s*\"?sep=(.)\"?\s*", re.IGNORECASE)
_RULE = re.compile(r"[-=_*+|\s;,#]*")
_HEAD = 200
"""Lines that may come before the numbers."""
_NOTES = 20
"""Lines of text that may stand behind the numbers of a short file."""
_NAMED = 3
"""Columns that may go without names; more are rather one series, wrapped."""
_ALIKE = (50, 200)
"""Least and greatest number of rows whose last numbers are compared with that of a file without a line end."""
_DATES = (10_000.0, 80_000.0)
"""Days since 1900 of the years 1927 to 2119: what a spreadsheet writes for a date."""


@dataclass(frozen=True, kw_only=True)
class _Layout:
    """Where the numbers are, how they are written, and what is written above them."""

    first: int
    """Line of the first row."""
    end: int
    """Line after the last row."""
    delimiter: str
    """``,``, ``;``, a tab or nothing for blanks."""
    columns: int
    """In the first row, without those that are empty everywhere."""
    head: tuple[int, ...] = ()
    """Lines of the heading that hold text."""
    names: tuple[str, ...] = ()
    """One a column, or none."""
    unit: FiledUnit | None = None
    """Stated once for all."""
    numerals: Numerals = PLAIN
    empty: tuple[int, ...] = ()
    """Columns of the file without any cell."""

    def cells(self, line: str) -> list[str]:
        """Return the cells of a row as they are written, without those of empty columns and behind the last one."""
        found = _cells(line, self.delimiter)
        return _trimmed([cell for at, cell in enumerate(found) if at not in self.empty])


def recognises(data: bytes, name: str) -> bool:
    """Whether the file is text that is mostly rows of numbers, below a heading that is not too long."""
    if b"\0" in data[:4096]:
        return False
    lines = decoded_words(Path(name), data[:20000], eight_bit=_WESTERN).lines[: 2 * _HEAD]
    rows = [line for line in lines if not _EMPTY_CELLS.fullmatch(line[:LONGEST_LINE]) and not _is_comment(line)]
    marks = [_is_row(line) for line in rows]
    if True not in marks or marks.index(True) > _HEAD // 4:
        return False
    below = marks[marks.index(True) :]
    notes = below[::-1].index(True)
    if below.count(True) > 1 and notes <= _NOTES:
        below = below[: len(below) - notes]
    return sum(below) >= 0.8 * len(below)


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith(_COMMENT) and _CELL_ERROR.match(line.lstrip()) is None


def _is_row(line: str) -> bool:
    """Whether at least half the cells, and the first, are numbers, or what stands for one that is missing."""
    if _is_comment(line):
        return False
    cells = [cell for cell in re.split(rf"[\s,;{BLANKS}]+", line.strip().replace('"', "")) if cell]
    marks = [_like_number(cell) for cell in cells]
    return bool(cells) and marks[0] and 2 * sum(marks) >= len(cells)


def _like_number(cell: str) -> bool:
    return any(pattern.fullmatch(cell) is not None for pattern in (_NUMBERLIKE, _MOMENT, _CELL_ERROR))


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The record in a file of columns."""
    file = decoded_words(path, data, eight_bit=_WESTERN)
    layout, remarks = _layout(file, asked)
    table, layout, wrapped = _table(file, layout, asked)
    _refuse_cut_number(file, data, layout)
    if layout.numerals.settled_by_times:
        remarks += (Remark(kind="assumption", key="record_decimal_by_times", text=layout.numerals.decimal),)
    if wrapped:
        remarks += (Remark(kind="assumption", key="record_wrapped_series", count=layout.columns),)
        layout = replace(layout, columns=1, names=())
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
        azimuth, vertical, sign, known_by = direction_of_heading(name if told else "")
        if asked.components and known_by is None:
            known_by = "user"
        values = table[:, index]
        check_finite(file, layout.first, values)
        filed = Channel(name=name, values=scale * values, step=step, unit=unit, measured=column.measured, times=times)
        channel, said = directed(filed, azimuth, vertical, sign, known_by)
        channels.append(channel)
        remarks += said
    return Record(origin=Origin(format="columns"), channels=tuple(channels), remarks=tuple(dict.fromkeys(remarks)))


def _cells(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line; a quoted cell may hold the delimiter."""
    text = line.strip(" \r\n")
    if not delimiter:
        return re.split(r"[ \t]+", text.replace('"', "").strip(" \t"))
    if '"' in text and len(text) < 100 * LONGEST_LINE:
        found = next(csv.reader([text], delimiter=delimiter, skipinitialspace=True), [])
        if len(found) == 1 and delimiter in found[0]:  # the whole line is quoted
            found = found[0].split(delimiter)
    else:
        found = text.split(delimiter)
    return [cell.strip() for cell in found]


def _trimmed(cells: list[str]) -> list[str]:
    """Return ``cells`` without the empty ones at the end."""
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _layout(file: TextFile, asked: ReadAs) -> tuple[_Layout, tuple[Remark, ...]]:
    """Return where the rows are and how they are parted, with what is remarked of lines left out behind them."""
    index = next((number for number, line in enumerate(file.lines) if _is_row(line)), None)
    if index is None:
        raise RecordError(f"{file.path}: has no row of numbers; give the file with the accelerations")
    head = tuple(number for number, line in enumerate(file.lines[:index]) if line.strip())
    end, notes = _end(file, index)
    remarks = (Remark(kind="repair", key="record_notes_left_out", count=notes),) if notes else ()
    separator = _SEPARATOR.fullmatch(file.lines[head[0]][:LONGEST_LINE]) if head else None
    if separator is not None:
        head = head[1:]
    delimiter = separator[1] if separator is not None else _delimiter(file, index, head, asked)
    delimiter = "" if delimiter == " " else delimiter
    unit: FiledUnit | None = None
    for number in head:
        stated = stated_unit(file.lines[number][: 4 * LONGEST_LINE])
        _check_units(file, number, unit, stated, asked)
        unit = stated or unit
    columns = len(_trimmed(_cells(file.lines[index], delimiter)))
    layout = _Layout(first=index, end=end, delimiter=delimiter, columns=columns, head=head, unit=unit)
    return replace(layout, names=_names(file, layout)), remarks


def _check_units(file: TextFile, line: int, first: FiledUnit | None, second: FiledUnit | None, asked: ReadAs) -> None:
    """Refuse a heading that states two units of acceleration for the same numbers, unless the user gives one."""
    if asked.unit is None and first is not None and second is not None and UNITS[first] != UNITS[second]:
        raise file.fault(
            line,
            f"the heading states both {first} and {second}; give the right one, for example "
            f'unit = "{second}" (--unit {second})',
        )


def _end(file: TextFile, first: int) -> tuple[int, int]:
    """Return the line after the last row, and how many lines of text stand behind it."""
    end, notes = len(file.lines), 0
    while end > first + 1:
        line = file.lines[end - 1].strip(" \t\x1a")[: 4 * LONGEST_LINE]
        if _EMPTY_CELLS.fullmatch(line) or _is_comment(line):
            end -= 1
        elif re.match(r"[\s;,\"(*]*[^\W\d_]{2,}", line) and not _is_row(line):
            end, notes = end - 1, notes + 1
        else:
            break
    return end, notes


def _delimiter(file: TextFile, index: int, head: tuple[int, ...], asked: ReadAs) -> str:
    """Return what parts the cells of the first row; nothing for blanks."""
    text = file.lines[index].strip(" ")
    outside = re.sub(r'"[^"]*"', '""', text)
    if outside == '""':  # the whole line is quoted
        outside = text.strip('"')
    if ";" in outside:
        return ";"
    if "\t" in outside and all(_is_one_cell(cell) for cell in text.replace('"', "").split("\t")):
        return "\t"
    if "," not in outside:
        return ""
    rows = [line.strip() for line in file.lines[index : index + 1000] if _is_row(line)]
    cells = [row.split() for row in rows]
    commas_are_decimal = all(_DECIMAL_COMMA.fullmatch(cell) for row in cells for cell in row)
    if asked.decimal == "," and commas_are_decimal:
        return ""
    if asked.decimal is None and commas_are_decimal and all(len(row) > 1 for row in cells):
        return ""
    doubtful = asked.decimal is None and all(re.fullmatch(r"[+-]?\d*(?:,\d+)+", row) for row in rows)
    if doubtful and not _header_agrees(file, head, len(text.removesuffix(",").split(","))):
        raise file.fault(
            index,
            f'"{rows[0][:40]}" may have decimal commas, or commas between columns; give decimal = "," or '
            'decimal = "." (--decimal)',
        )
    return ","


def _is_one_cell(cell: str) -> bool:
    """Whether a cell between tabs is empty, a number that blanks may group, or text without blanks."""
    text = cell.strip()
    return " " not in text or any(Numerals(decimal=mark).plain(text) is not None for mark in DECIMAL_MARKS)


def _header_agrees(file: TextFile, head: tuple[int, ...], columns: int) -> bool:
    """Whether the row of names has as many cells, parted by commas, as the first row."""
    return bool(head) and len(_trimmed(_cells(file.lines[head[-1]].lstrip("#%!/ \t"), ","))) == columns


def _names(file: TextFile, layout: _Layout) -> tuple[str, ...]:
    """Return the names of the columns with their units, which may stand in a row of their own; none where none fit."""
    heads = [file.lines[number].strip()[: 4 * LONGEST_LINE] for number in layout.head]
    heads = [head for head in heads if not _RULE.fullmatch(head)]
    if not heads:
        return ()
    units: list[str] = []
    cells = _head_cells(heads[-1], layout)
    if len(heads) > 1 and is_units_row(cells):
        above = _head_cells(heads[-2], layout)
        if len(above) == layout.columns >= len(cells):
            units, cells, heads = cells, above, heads[:-1]
    if len(cells) != layout.columns:
        return ()
    marked = any(describe(cell).time or describe(cell).scale for cell in cells)
    if heads[-1].startswith(_COMMENT) and not marked and not units:
        return ()
    units += [""] * (len(cells) - len(units))
    return tuple(
        cell if parts_of(cell)[1] or not unit.strip("()[] -") else f"{cell} ({unit.strip('()[] ')})"
        for cell, unit in zip(cells, units, strict=True)
    )


def _head_cells(head: str, layout: _Layout) -> list[str]:
    """Return the cells of a row of the heading."""
    bare = head.lstrip("#%!/ ") if layout.delimiter == "\t" else head.lstrip("#%!/ \t")
    if not layout.delimiter:
        return header_names(bare)
    cells = _cells(bare, layout.delimiter)
    if len(cells) == 1 and layout.columns > 1:
        cells = header_names(bare)
    return _trimmed([cell for at, cell in enumerate(cells) if at not in layout.empty])


def _columns(file: TextFile, layout: _Layout, asked: ReadAs) -> list[Column]:
    if not layout.names:
        return [Column(name="", unit=layout.unit) for _ in range(layout.columns)]
    columns = []
    longitudinal = any(parts_of(cell)[0].upper() == "L" for cell in layout.names)
    for index, cell in enumerate(layout.names):
        column = describe(cell)
        name, unit = parts_of(cell)
        if index and longitudinal and name.upper() == "T" and (not unit or column.scale == 0.0):
            column = replace(describe(f"L ({unit})"), name=name)  # transversal, as in the files of RENADIC
        if unit and not column.time and column.scale == 0.0 and asked.unit is None:
            raise file.fault(
                layout.first, f'column {index + 1} is headed "{cell[:40]}", whose unit is not known; give the unit'
            )
        if column.time and column.scale == 0.0:
            raise file.fault(layout.first, f'column {index + 1} is headed "{cell[:40]}"; give times in s or ms')
        if column.measured == "acceleration":
            _check_units(file, layout.head[-1], layout.unit, column.unit, asked)
        plain = not column.time and column.scale == 0.0
        columns.append(Column(name=column.name, unit=layout.unit) if plain else column)
    return columns


def _table(file: TextFile, layout: _Layout, asked: ReadAs) -> tuple[FloatArray, _Layout, bool]:
    """Return the numbers, shape (rows, columns), how they lie, and whether they are one series wrapped over lines."""
    lines = list(file.lines[layout.first : layout.end])
    head = lines[0].rstrip()
    one = len(asked.components) == 1 and layout.columns > 1 and asked.step is not None and not layout.names
    try:
        if asked.decimal == "," or (asked.decimal is None and is_doubtful(lines)):
            raise ValueError("the numbers need a closer look")
        if '"' in head or (layout.delimiter.strip() and head.endswith(layout.delimiter)):
            lines = [line.replace('"', "").rstrip().removesuffix(layout.delimiter) for line in lines]
        table = np.loadtxt(lines, delimiter=layout.delimiter or None, comments=None, ndmin=2)
        if np.all(np.isfinite(table)) and table.shape[1] == layout.columns:
            wrapped = one and not _increases(table[:, 0])
            return (table.reshape(-1, 1) if wrapped else table), layout, wrapped
    except (ValueError, OverflowError):
        pass
    return _slow_table(file, layout, asked)


def _slow_table(file: TextFile, layout: _Layout, asked: ReadAs) -> tuple[FloatArray, _Layout, bool]:
    """Return the same line by line: for spreadsheets, comments among rows, wrapped series, errors with their line."""
    rows: list[tuple[int, list[str]]] = []
    for index in range(layout.first, layout.end):
        text = file.lines[index].strip(" \x1a") if layout.delimiter == "\t" else file.lines[index].strip(" \t\x1a")
        if not _EMPTY_CELLS.fullmatch(text) and not _is_comment(text):
            rows.append((index, _trimmed(_cells(text, layout.delimiter))))
    layout, rows = _without_empty(file, layout, rows)
    wide = [(index, cells) for index, cells in rows if len(cells) != layout.columns]
    if wide:
        index, cells = wide[0]
        found = f"has {len(cells)} values where the rows above have {layout.columns}; repair the line"
        if index != rows[-1][0]:
            raise file.fault(index, found)
        if asked.step is None or layout.names or len(rows) < 2 or len(cells) > layout.columns:
            raise file.fault(index, f"{found}, or give the step where the file is one series wrapped over its lines")
    layout = replace(layout, numerals=find_numerals(file, rows, asked.decimal, is_even=_evenness(file, layout, rows)))
    numbers = [[_number(file, index, cell, layout.numerals) for cell in cells] for index, cells in rows]
    if wide:
        return np.array([[value] for row in numbers for value in row], dtype=np.float64), layout, True
    return np.array(numbers, dtype=np.float64), layout, False


def _without_empty(
    file: TextFile, layout: _Layout, rows: list[tuple[int, list[str]]]
) -> tuple[_Layout, list[tuple[int, list[str]]]]:
    """Return the rows without columns that hold no cell."""
    if not layout.delimiter:
        return layout, rows
    empty = tuple(at for at in range(layout.columns) if all(len(cells) > at and not cells[at] for _, cells in rows))
    if not empty:
        return layout, rows
    layout = replace(layout, empty=empty, columns=layout.columns - len(empty))
    rows = [(index, [cell for at, cell in enumerate(cells) if at not in empty]) for index, cells in rows]
    return replace(layout, names=_names(file, layout)), rows


def _evenness(file: TextFile, layout: _Layout, rows: list[tuple[int, list[str]]]) -> Callable[[Numerals], bool]:
    """Return a function that tells whether the first column holds even times if numbers are written in a given way."""

    def is_even(numerals: Numerals) -> bool:
        cells = [numerals.plain(row[0]) for _, row in rows if row]
        times = np.array([number_of(cell) or 0.0 if cell is not None else np.nan for cell in cells])
        if layout.columns < 2 or len(times) < 4 or not np.all(np.isfinite(times)) or not _increases(times):
            return False
        try:
            return sampling(file.path, times, resolution=0.0, where="")[1] is None
        except RecordError:
            return False

    return is_even


def _number(file: TextFile, index: int, cell: str, numerals: Numerals) -> float:
    if not cell:
        raise file.fault(index, "has an empty cell; fill it or remove the row")
    if _MOMENT.fullmatch(cell.partition(" ")[0]) and number_of(numerals.plain(cell) or "") is None:
        raise file.fault(
            index, f'"{cell[:40]}" is a date or a clock time; write seconds from the start, as numbers without format'
        )
    plain = numerals.plain(cell)
    if plain is None and Numerals(decimal=DECIMAL_MARKS[numerals.decimal]).plain(cell) is not None:
        raise file.fault(
            index, f'"{cell[:40]}" is not written with the decimal mark {numerals.decimal}; write all numbers alike'
        )
    number = number_of(plain) if plain is not None else None
    if number is None:
        raise file.fault(index, f'"{cell[:40]}" is no finite number; repair or remove the row')
    return number


def _increases(values: FloatArray) -> bool:
    return len(values) > 2 and bool(np.all(np.diff(values) > 0.0))


def _refuse_cut_number(file: TextFile, data: bytes, layout: _Layout) -> None:
    """Refuse a file that ends within a number: no line end, and fewer digits than the many numbers above have."""
    rows = range(max(layout.end - 1 - _ALIKE[1], layout.first), layout.end)
    if data[-1:] in (b"\n", b"\r") or layout.end != len(file.lines) or len(rows) <= _ALIKE[0]:
        return
    cells = [found[-1] for at in rows if (found := layout.cells(file.lines[at]))]
    shapes = [re.sub(r"\d", "0", cell.partition(layout.numerals.decimal)[2].upper()) for cell in cells]
    if len(set(shapes[:-1])) == 1 and len(shapes[-1]) < len(shapes[0]):
        raise file.fault(layout.end - 1, f'its last number "{cells[-1][:20]}" was cut off; fetch the file again')


def _time_column(
    file: TextFile, table: FloatArray, columns: list[Column], layout: _Layout, asked: ReadAs
) -> tuple[int | None, tuple[Remark, ...]]:
    """Which column is time: the one so named, else a first one that only increases, which is remarked."""
    named = [index for index, column in enumerate(columns) if column.time]
    if len(named) > 1:
        raise file.fault(layout.first, "two columns are called time; leave one out")
    if named and len(columns) < 2:
        raise file.fault(layout.first, "the time is the only column; give the file with the accelerations")
    if named:
        _refuse_dates(file, layout, table[:, named[0]])
        return named[0], ()
    if len(columns) < 2 or not _increases(table[:, 0]):
        return None, ()
    mean = float(table[-1, 0] - table[0, 0]) / (len(table) - 1)
    _refuse_dates(file, layout, table[:, 0])
    if asked.step is not None and abs(mean - asked.step) > 0.01 * asked.step:
        raise file.fault(
            layout.first,
            f"the first column increases like a time of step {mean:.6g} s, but the step {asked.step:g} s was given; "
            "leave step out, or the column",
        )
    return 0, (Remark(kind="assumption", key="record_time_assumed", amount=mean, unit="s"),)


def _refuse_dates(file: TextFile, layout: _Layout, times: FloatArray) -> None:
    """Refuse times that are dates of a spreadsheet: days since 1900 with the time of the day as a fraction."""
    if len(times) < 2 or not np.all((times > _DATES[0]) & (times < _DATES[1])):
        return
    if float(times[-1] - times[0]) < 1.0 and np.any(times != np.round(times)):
        day = np.datetime64("1899-12-30") + int(times[0])
        raise file.fault(
            layout.first,
            f"the times are dates of a spreadsheet, days since 1900 ({times[0]:.6f} is {day}); write seconds, for "
            "example =(A2-A$2)*86400 in a column of numbers",
        )


def _sampling(
    file: TextFile, table: FloatArray, columns: list[Column], at: int | None, layout: _Layout, asked: ReadAs
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
    every = max((layout.end - layout.first) // 300, 1)
    printed = [layout.cells(line) for line in file.lines[layout.first : layout.end : every]]
    plain = [layout.numerals.plain(row[at]) or "" for row in printed if len(row) > at]
    cells = [cell for cell in plain if number_of(cell) is not None]
    fixed = [printed_resolution(cell) for cell in cells if "e" not in cell.lower()]
    powers = [printed_resolution(cell) for cell in cells if "e" in cell.lower() and number_of(cell) != 0.0]
    resolution = max([min(fixed, default=0.0), *powers])
    times = scale * table[:, at]
    return printed_step(file, layout.first, asked, times, resolution=scale * resolution, what="the time column")
