"""A screening as files: the ranked walls as CSV and Parquet, every check as Parquet."""

from __future__ import annotations

import csv
import io
import math

from pirqa.model.table import Table
from pirqa.screening.result import ScreeningResult

__all__ = ["UNITS", "ranked_csv", "table_parquet"]

UNITS = {"height": "m", "thickness": "m", "level": "m", "ultimate_displacement": "m"}
"""Units of the ranked table's columns, where they have one."""


def ranked_csv(result: ScreeningResult) -> str:
    """The ranked walls; numbers to six digits, empty where there is none."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    columns = result.walls.columns
    writer.writerow(f"{name} [{UNITS[name]}]" if name in UNITS else name for name in columns)
    for row in zip(*(column.tolist() for column in columns.values()), strict=True):
        writer.writerow(_cell(value) for value in row)
    return text.getvalue()


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.6g}"
    text = str(value)
    # a spreadsheet would run a name that begins like a formula
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") and isinstance(value, str) else text


def table_parquet(table: Table) -> bytes:
    """The table as a Parquet file."""
    import polars

    buffer = io.BytesIO()
    polars.DataFrame(dict(table.columns)).write_parquet(buffer, compression="zstd")
    return buffer.getvalue()
