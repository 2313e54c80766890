"""Frozen results to files and back: numbers and words to JSON, tables to Parquet. Same value, same bytes."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

from pirqa.model.bounds import bare_type
from pirqa.model.table import Table
from pirqa.units import Quantity

__all__ = ["canonical_json", "read_value", "to_plain", "write_value"]

_VALUE_FILE = "result.json"
_LONGEST_ROWS = 200
"""Rows of an array that still stands in the JSON; a longer one is a history and becomes a table of its columns."""


def to_plain(value: Any, tables: dict[str, Table] | None = None, path: str = "") -> Any:
    """``value`` as plain JSON values; a :class:`Table` is put into ``tables`` and leaves its name behind.

    Infinite and undefined numbers, which JSON has not, become the words "inf", "-inf" and "nan".
    """
    if isinstance(value, Table):
        if tables is None:
            return {name: to_plain(column.tolist()) for name, column in value.columns.items()}
        tables[path] = value
        return {"table": f"{path}.parquet"}
    if is_dataclass(value) and not isinstance(value, type):
        return {
            item.name: to_plain(getattr(value, item.name), tables, f"{path}_{item.name}".lstrip("_"))
            for item in fields(value)
        }
    if isinstance(value, Mapping):
        return {str(name): to_plain(item, tables, f"{path}_{name}") for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item, tables, f"{path}_{index + 1}") for index, item in enumerate(value)]
    if isinstance(value, Quantity):  # the same number of another dimension is another value
        return f"{float(value)!r} {value.dimension.si}"
    if isinstance(value, np.ndarray):
        if tables is not None and value.ndim == 2 and len(value) > _LONGEST_ROWS:
            columns = {f"c{index}": np.ascontiguousarray(value[:, index]) for index in range(value.shape[1])}
            return to_plain(Table(columns), tables, path)
        return to_plain(value.tolist())
    if isinstance(value, np.generic):
        return to_plain(value.item())
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(float(value))
    return value


def canonical_json(plain: Any, *, indent: int | None = 1) -> str:
    """JSON text that is the same for the same value."""
    return json.dumps(plain, indent=indent, ensure_ascii=False, allow_nan=False) + "\n"


def write_value(value: Any, folder: Path) -> None:
    """Write ``value`` into the empty ``folder``."""
    import polars

    tables: dict[str, Table] = {}
    (folder / _VALUE_FILE).write_text(canonical_json(to_plain(value, tables)), encoding="utf-8")
    for name, table in tables.items():
        polars.DataFrame(dict(table.columns)).write_parquet(folder / f"{name}.parquet", compression="zstd")


def read_value(kind: type, folder: Path) -> Any:
    """The value of type ``kind`` that :func:`write_value` put into ``folder``."""
    plain = json.loads((folder / _VALUE_FILE).read_text(encoding="utf-8"))
    return from_plain(kind, plain, folder)


def from_plain(kind: Any, plain: Any, folder: Path | None = None) -> Any:
    """Inverse of :func:`to_plain` for the type ``kind``."""
    if plain is None:
        return None
    kind = bare_type(kind)
    origin = get_origin(kind)
    if origin is Literal or kind in (str, int, bool, Any):
        return plain
    if kind is float:
        return float(plain)
    if kind is Table:
        return _read_table(plain, folder)
    if origin is tuple:
        return tuple(from_plain(get_args(kind)[0], item, folder) for item in plain)
    if origin is np.ndarray:
        if isinstance(plain, dict):
            return np.column_stack(list(_read_table(plain, folder).columns.values()))
        return np.array(plain, dtype=np.float64)
    if origin in (dict, Mapping):
        return {name: from_plain(get_args(kind)[1], item, folder) for name, item in plain.items()}
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        known = {item.name: from_plain(hints[item.name], plain[item.name], folder) for item in fields(kind)}
        return kind(**known)
    raise TypeError(f"cannot read a {kind} back")


def _read_table(plain: dict[str, Any], folder: Path | None) -> Table:
    import polars

    if folder is None:
        raise TypeError("tables are read from a folder")
    try:
        frame = polars.read_parquet(folder / plain["table"])
    except polars.exceptions.PolarsError as error:
        raise ValueError(f"{plain['table']}: {error}") from error
    return Table({name: frame[name].to_numpy() for name in frame.columns})
