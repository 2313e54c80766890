"""A table as rows of text, whatever program saved it: CSV with commas, semicolons or tabs, and Parquet."""

from __future__ import annotations

import codecs
import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path

from pirqa.errors import TableError
from pirqa.model.remark import Remark

__all__ = ["Sheet", "read_sheet"]

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
