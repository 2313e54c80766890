"""From a table on disk to walls: rows of text from any program, headings and cells with units, and every error."""

from __future__ import annotations

import codecs
import csv
import difflib
import io
import math
import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.codes.screening.walls import COLUMNS, BadCell, Column, Walls, column_named, doubtful_walls, unsound_walls
from pirqa.errors import TableError, UnitsError, did_you_mean
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.units import FORCE, Dimension

_LARGEST = 500_000_000
_BYTE_ORDER_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A table of text."""

    head: tuple[str, ...]
    columns: tuple[list[str], ...]
    """Cells of each column."""
    rows: list[int]
    """Row of each, as a spreadsheet counts."""
    may_have_commas: bool = False
    """Whether a comma cannot be what separates its columns, so that it may be a decimal one."""
    ragged: tuple[tuple[int, int], ...] = ()
    """Index and number of cells of the rows with more cells than the heading."""
    remarks: tuple[Remark, ...] = ()


def read_sheet(path: Path) -> Sheet:
    """The table in the file ``path``."""
    try:
        if path.is_dir():
            raise TableError(f"{path}: is a folder; give the table in it, a CSV or Parquet file")
        if path.stat().st_size > _LARGEST:
            raise TableError(f"{path}: is over {_LARGEST // 1_000_000} MB; split the table")
        data = path.read_bytes()
    except OSError as error:
        raise TableError(f"{path}: cannot be read: {error.strerror or error}; check the path") from error
    if data[:4] == b"PAR1":
        return _from_parquet(path, data)
    if data[:4] in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0"):
        raise TableError(f"{path}: is a spreadsheet; save the sheet as CSV UTF-8 and give that file")
    return _from_text(path, data)


def _from_text(path: Path, data: bytes) -> Sheet:
    text, remarks = _decoded(path, data)
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    separator = ""
    if re.fullmatch(r'"?sep=(.)"?', first.strip()):  # a hint that spreadsheets write and hide
        separator = first.strip().strip('"')[-1]
        text = text.partition(first)[2].lstrip("\r\n")
        first = next((line for line in text.splitlines() if line.strip()), "")
    if not first.strip(" \t,;"):
        raise TableError(f"{path}: is empty; its first row must name the columns, for example name,height [m],...")
    delimiter = separator or _delimiter(first)
    try:
        records = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise TableError(f"{path}: is not a table of text: {error}; save it again as CSV UTF-8") from error
    if delimiter != ",":
        remarks.append(Remark(kind="assumption", key="table_separator", text="tab" if delimiter == "\t" else delimiter))
    start = next(index for index, record in enumerate(records) if any(cell.strip() for cell in record))
    head = [cell.strip() for cell in records[start]]
    while head and not head[-1]:
        head.pop()
    rows: list[int] = []
    cells: list[tuple[str, ...]] = []
    ragged: list[tuple[int, int]] = []
    for number, record in enumerate(records[start + 1 :], start + 2):
        stripped = [cell.strip() for cell in record]
        while stripped and not stripped[-1]:
            stripped.pop()
        if not stripped:
            continue
        if len(stripped) > len(head):
            ragged.append((len(rows), len(stripped)))
        rows.append(number)
        cells.append((*stripped, *[""] * (len(head) - len(stripped)))[: len(head)])
    columns = tuple(list(column) for column in zip(*cells, strict=True)) if cells else tuple([] for _ in head)
    return Sheet(
        head=tuple(head),
        columns=columns,
        rows=rows,
        may_have_commas=delimiter != ",",
        ragged=tuple(ragged),
        remarks=tuple(remarks),
    )


def _decoded(path: Path, data: bytes) -> tuple[str, list[Remark]]:
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            try:
                return data.decode(encoding), []
            except UnicodeDecodeError as error:
                raise TableError(f"{path}: is damaged text; save it again as CSV UTF-8") from error
    if b"\x00" in data:
        raise TableError(f"{path}: is not text; give a CSV file saved as UTF-8, or a Parquet file")
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        pass
    try:
        # what spreadsheets on Windows write in western languages
        return data.decode("cp1252"), [Remark(kind="assumption", key="table_encoding", text="Windows-1252")]
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise TableError(f"{path}: line {line} is not UTF-8 text; save the table as CSV UTF-8") from error


def _delimiter(first: str) -> str:
    """Of the heading, outside quotes and units."""
    bare = re.sub(r'"[^"]*"|\[[^\]]*\]|\([^)]*\)', "", first)
    counts = {mark: bare.count(mark) for mark in (",", ";", "\t")}
    return max(counts, key=lambda mark: counts[mark])


def _from_parquet(path: Path, data: bytes) -> Sheet:
    import polars

    try:
        frame = polars.read_parquet(io.BytesIO(data))
    except (polars.exceptions.PolarsError, OSError, ValueError) as error:
        reason = str(error).splitlines()[0]
        raise TableError(f"{path}: is a damaged Parquet file: {reason}; write it again") from error
    columns = [["" if cell is None else str(cell) for cell in frame[name].to_list()] for name in frame.columns]
    return Sheet(head=tuple(frame.columns), columns=tuple(columns), rows=list(range(2, len(frame) + 2)))


_REQUIRED = ("name", "height", "thickness")
_MISSING = frozenset({"", "-", "–", "na", "n/a", "nan", "null", "none", "s/d"})
_MOST_SHOWN = 20
_SLIP = 0.8
"""How like a known heading an unknown one must be to be refused."""
_HEADING = re.compile(r"^(.*?)\s*(?:\[([^\]]*)\]|\(([^)]*)\))?$", re.DOTALL)
_PLAIN_COMMA = re.compile(r"(?<=\d),(?=\d)")
_COMMA_NUMBER = re.compile(r"^\s*[+-]?\d+,\d+(?:[eE][+-]?\d+)?(?=\s|$|[^\d.,])")
_BARE = re.compile(r"[+-]?[\d.,]+(?:[eE][+-]?\d+)?")


@dataclass(frozen=True, kw_only=True, eq=False)
class WallsRead:
    """What a table holds."""

    walls: Walls
    bad: tuple[BadCell, ...] = ()
    """Cells of the rows that were left out."""
    remarks: tuple[Remark, ...] = ()


@dataclass
class _Reading:
    """Values by column while the table is read."""

    path: Path
    sheet: Sheet
    decimal_commas: bool
    """Whether its numbers have decimal commas."""
    values: dict[str, Any] = field(default_factory=dict)
    bad: list[tuple[int, str, str]] = field(default_factory=list)
    """Index of the row, column, reason."""

    def complain(self, index: int, column: str, reason: str) -> None:
        self.bad.append((index, column, reason))


def read_walls(path: str | Path, *, skip_bad: bool = False) -> WallsRead:
    """The walls in the table ``path`` (CSV or Parquet).

    Rows that cannot be used are all named in one :class:`TableError`; ``skip_bad`` leaves them out instead.
    """
    path = Path(path)
    sheet = read_sheet(path)
    if not sheet.rows:
        raise TableError(f"{path}: has no walls: below the heading there must be a row for each")
    placed, ignored = _headings(path, sheet)
    numbers = [cell for place, (column, _) in placed.items() if column.dimensions for cell in sheet.columns[place]]
    commas = sheet.may_have_commas and any(map(_COMMA_NUMBER.match, numbers))
    reading = _Reading(path, sheet, commas)
    for index, count in sheet.ragged:
        reading.complain(
            index,
            "row",
            f"has {count} cells, the heading has {len(sheet.head)}; put text with commas in quotes, and write decimal "
            "points or separate the columns by semicolons",
        )
    per_metre = np.zeros(len(sheet.rows), dtype=bool)
    for place, (column, unit) in placed.items():
        cells = sheet.columns[place]
        if column.dimensions:
            reading.values[column.name], which = _numbers(reading, column, unit, cells)
            per_metre = which == 1 if column.name == "strut_force" else per_metre
        elif column.choices:
            reading.values[column.name] = _words(reading, column, cells)
        else:
            reading.values[column.name] = _names(reading, cells)
    walls = Walls.of(**reading.values, row=np.array(sheet.rows))
    for index, name, reason in unsound_walls(walls, total_force=np.isfinite(walls.strut_force) & ~per_metre):
        reading.complain(index, name, reason)
    bad = _told(reading)
    remarks = [*sheet.remarks]
    if commas:
        remarks.append(Remark(kind="assumption", key="table_decimal_commas"))
    if ignored:
        remarks.append(Remark(kind="assumption", key="table_columns_ignored", text=", ".join(ignored)))
    if bad and not skip_bad:
        lines = [f"  {cell}" for cell in bad[:_MOST_SHOWN]]
        lines += [f"  … and {len(bad) - _MOST_SHOWN} more"] if len(bad) > _MOST_SHOWN else []
        rows = len({cell.row for cell in bad})
        head = f"{path}: {rows} of {len(sheet.rows)} rows cannot be used, nothing was written; mend them"
        raise TableError("\n".join([f"{head}, or leave them out with --skip-bad:", *lines]))
    keep = np.setdiff1d(np.arange(len(walls)), [index for index, _, _ in reading.bad])
    if not len(keep):
        raise TableError(f"{path}: no row can be used; the first: {bad[0]}")
    if bad:
        remarks.append(Remark(kind="warning", key="table_rows_skipped", count=len(walls) - len(keep)))
    whole = walls.only(keep)
    total = (np.isfinite(walls.strut_force) & ~per_metre)[keep]
    with np.errstate(invalid="ignore"):
        force = np.where(total, whole.strut_force / whole.length, whole.strut_force)
    whole = Walls.of(**{**whole.__dict__, "strut_force": force})
    remarks += doubtful_walls(whole)
    return WallsRead(walls=whole, bad=tuple(bad), remarks=tuple(remarks))


def _told(reading: _Reading) -> list[BadCell]:
    names = reading.values["name"]
    found = [
        BadCell(row=reading.sheet.rows[index], wall=str(names[index]), column=column, reason=reason)
        for index, column, reason in reading.bad
    ]
    return sorted(found, key=lambda cell: cell.row)


def _headings(path: Path, sheet: Sheet) -> tuple[dict[int, tuple[Column, Dimension | None]], list[str]]:
    """The column of each place, with its unit; headings that mean nothing here."""
    placed: dict[int, tuple[Column, str | None]] = {}
    ignored: list[str] = []
    known = [word for column in COLUMNS for word in (column.name, *column.aliases) if len(word) > 2]
    for place, heading in enumerate(sheet.head):
        match = _HEADING.match(heading.strip())
        assert match is not None  # the pattern takes any text
        word, unit = _normal(match[1]), match[2] if match[2] is not None else match[3]
        column = column_named(word)
        if column is None:
            # a slip of the pen must not pass for a column of the author's own
            if difflib.get_close_matches(word, known, n=1, cutoff=_SLIP):
                raise TableError(f'{path}: column "{heading}" is not known; {did_you_mean(word, known)}')
            ignored += [heading] if heading else []
            continue
        if column in [other for other, _ in placed.values()]:
            raise TableError(f'{path}: two columns are called "{column.name}"; keep one')
        placed[place] = (column, unit)
    there = {column.name for column, _ in placed.values()}
    for name in _REQUIRED:
        if name not in there:
            column = next(item for item in COLUMNS if item.name == name)
            raise TableError(f'{path}: the column "{name}" is missing; head it {column.example}')
    return {place: (column, _unit(path, column, unit)) for place, (column, unit) in placed.items()}, ignored


def _unit(path: Path, column: Column, unit: str | None) -> Any:
    """The factor to SI and which of the column's dimensions a heading's unit is; None where it has no unit."""
    if unit is None or not column.dimensions:
        return None
    for which, dimension in enumerate(column.dimensions):
        try:
            return dimension.parse(f"1 {unit}"), which
        except UnitsError:
            continue
    accepted = ", ".join(name for dimension in column.dimensions for name in dimension.units)
    raise TableError(f'{path}: column "{column.name}": the unit "{unit}" is not accepted; use one of {accepted}')


def _normal(word: str) -> str:
    """``Espesor superior`` → espesor_superior."""
    bare = "".join(mark for mark in unicodedata.normalize("NFD", word) if not unicodedata.combining(mark))
    return re.sub(r"[\s\-.]+", "_", bare.strip().lower()).strip("_")


def _numbers(reading: _Reading, column: Column, unit: Any, cells: list[str]) -> tuple[FloatArray, Any]:
    """SI values, and which of the column's dimensions each cell has."""
    texts = cells
    if unit is None and any(cells) and all(_BARE.fullmatch(cell) or cell.lower() in _MISSING for cell in cells):
        raise TableError(
            f'{reading.path}: column "{column.name}" has no unit: head it {column.example}, or write cells such as '
            f"{column.dimensions[0].example}"
        )
    if reading.decimal_commas:
        for index, cell in enumerate(cells):
            if "." in cell and re.search(r"\d\.\d", cell):
                reading.complain(
                    index,
                    column.name,
                    f'"{cell}" has a decimal point, other numbers of the file a comma; write one kind',
                )
        texts = [_PLAIN_COMMA.sub(".", cell) for cell in cells]
    values, which = _quick(texts, unit), np.zeros(len(cells), dtype=np.int64)
    if unit is not None:
        which[:] = unit[1]
    if values is None:
        values = np.full(len(cells), np.nan)
        for index, cell in enumerate(texts):
            if cell.lower() in _MISSING:
                continue
            try:
                values[index], which[index] = _number(column, unit, cell)
            except UnitsError as error:
                reading.complain(index, column.name, str(error))
    _check(reading, column, values)
    if column.name in _REQUIRED:
        told = {index for index, name, _ in reading.bad if name == column.name}
        for missing in np.flatnonzero(np.isnan(values)).tolist():
            if missing not in told:
                reading.complain(missing, column.name, f"is missing; write {column.dimensions[0].example}")
    return values, which


def _quick(cells: list[str], unit: Any) -> FloatArray | None:
    """All cells at once, where they are plain numbers below a heading with a unit."""
    if unit is None:
        return None
    try:
        values = np.array([cell if cell else "nan" for cell in cells], dtype=np.float64)
    except ValueError:
        return None
    given = np.array([bool(cell) for cell in cells])
    return values * unit[0] if np.all(np.isfinite(values) == given) else None


def _number(column: Column, unit: Any, cell: str) -> tuple[float, int]:
    if unit is not None:
        try:
            number = float(cell)
        except ValueError:
            pass
        else:
            if not math.isfinite(number):
                raise UnitsError(f'"{cell}" is not a finite number')
            return number * unit[0], unit[1]
    errors = []
    for which, dimension in enumerate(column.dimensions):
        try:
            return dimension.parse(cell), which
        except UnitsError as error:
            errors.append(error)
    if unit is None and _BARE.fullmatch(cell):
        raise UnitsError(
            f'"{cell}" has no unit: head the column {column.example}, or write {column.dimensions[0].example}'
        )
    raise errors[0]


def _check(reading: _Reading, column: Column, values: FloatArray) -> None:
    dimension = column.dimensions[0] if column.dimensions[0] is not FORCE else None
    with np.errstate(invalid="ignore"):
        low, high = values <= column.above, values > column.most
    for index in np.flatnonzero(low | high):
        bound = column.above if low[index] else column.most
        words = "greater than" if low[index] else "at most"
        limit, got = (
            (f"{bound:g}", f"{values[index]:g}")
            if dimension is None
            else (dimension.format(bound), dimension.format(float(values[index])))
        )
        remedy = "" if values[index] <= 0.0 else "; is the unit of the heading right?"
        reading.complain(int(index), column.name, f"must be {words} {limit}, got {got}{remedy}")
    values[low | high] = np.nan


def _words(reading: _Reading, column: Column, cells: list[str]) -> list[str]:
    words = []
    for index, cell in enumerate(cells):
        plain = re.sub(r"\.0$", "", _normal_word(cell))  # 2.0 is what some programs make of a whole number
        if plain in _MISSING:
            words.append("")
        elif plain in column.choices:
            words.append(column.choices[plain])
        else:
            words.append("")
            reading.complain(
                index, column.name, f'"{cell}" is not accepted; {did_you_mean(plain, set(column.choices.values()))}'
            )
    return words


def _normal_word(cell: str) -> str:
    bare = "".join(mark for mark in unicodedata.normalize("NFD", cell) if not unicodedata.combining(mark))
    return bare.strip().lower()


def _names(reading: _Reading, cells: list[str]) -> list[str]:
    seen: dict[str, int] = {}
    for index, cell in enumerate(cells):
        if not cell:
            reading.complain(index, "name", "is missing; give each wall a name of its own")
        elif cell in seen:
            first = reading.sheet.rows[seen[cell]]
            reading.complain(index, "name", f'"{cell}" is also the wall of row {first}; give each a name of its own')
        else:
            seen[cell] = index
    return list(cells)
