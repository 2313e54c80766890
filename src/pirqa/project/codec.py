"""Frozen results to files and back: JSON, tables in Parquet, runs in Zarr. Same value, same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_origin

import numpy as np

from pirqa.errors import ResultsError
from pirqa.model import plain as plain_values
from pirqa.model.plain import canonical_json, from_plain
from pirqa.model.remark import Table

if TYPE_CHECKING:
    from pirqa.dynamics.trajectory import Trajectory

_RUN = ("pirqa.dynamics.trajectory", "Trajectory")
_VALUE_FILE = "result.json"
_LONGEST_ROWS = 200
"""Rows of an array that still stands in the JSON; a longer one is a history and becomes a table of its columns."""
_MOST_NUMBERS = 4000
"""Of an array of another shape that still stands in the JSON; one of more becomes a table of one column."""


def to_plain(value: Any) -> Any:
    """``value`` as plain JSON values, all in one: a :class:`Table` becomes its columns."""

    def spread(item: Any, _: str) -> Any:
        if not isinstance(item, Table):
            return None
        return {name: plain_values.to_plain(column.tolist()) for name, column in item.columns.items()}

    return plain_values.to_plain(value, spread)


def write_value(value: Any, folder: Path) -> None:
    """Write ``value`` into the empty ``folder``."""
    import polars

    tables: dict[str, Table] = {}
    runs: dict[str, Trajectory] = {}

    def put(item: Any, path: str) -> Any:
        if isinstance(item, Table):
            tables[path] = item
            return {"table": f"{path}.parquet"}
        if _is_run(type(item)):
            runs[path or "run"] = item
            return {"history": f"{path or 'run'}.zarr"}
        if isinstance(item, np.ndarray) and item.ndim == 2 and len(item) > _LONGEST_ROWS:
            columns = {f"c{index}": np.ascontiguousarray(item[:, index]) for index in range(item.shape[1])}
            return put(Table(columns), path)
        if isinstance(item, np.ndarray) and item.ndim == 1 and item.dtype == np.int64 and len(item) > _LONGEST_ROWS:
            return {**put(Table({"c0": item}), path), "flat": True}
        if isinstance(item, np.ndarray) and item.ndim > 1 and item.size > _MOST_NUMBERS:
            return {**put(Table({"c0": np.ascontiguousarray(item).ravel()}), path), "shape": list(item.shape)}
        return None

    (folder / _VALUE_FILE).write_text(canonical_json(plain_values.to_plain(value, put)), encoding="utf-8")
    for name, table in tables.items():
        polars.DataFrame(dict(table.columns)).write_parquet(folder / f"{name}.parquet", compression="zstd")
    if runs:
        from pirqa.dynamics.history import write_trajectory
    for name, run in runs.items():
        write_trajectory(run, folder / f"{name}.zarr")


def read_value(kind: type, folder: Path) -> Any:
    """The value of type ``kind`` that :func:`write_value` put into ``folder``."""

    def take(wanted: Any, plain: Any) -> Any:
        if wanted is Table:
            return _read_table(folder / plain["table"])
        if _is_run(wanted):
            return _read_run(folder / plain["history"])
        if get_origin(wanted) is np.ndarray and isinstance(plain, dict):
            columns = list(_read_table(folder / plain["table"]).columns.values())
            if "shape" in plain:
                return columns[0].reshape(plain["shape"])
            return columns[0] if plain.get("flat") else np.column_stack(columns)
        return None

    return from_plain(kind, json.loads((folder / _VALUE_FILE).read_text(encoding="utf-8")), take)


def _read_table(path: Path) -> Table:
    import polars

    try:
        frame = polars.read_parquet(path)
    except polars.exceptions.PolarsError as error:
        raise ValueError(f"{path.name}: {error}") from error
    return Table({name: frame[name].to_numpy() for name in frame.columns})


def _is_run(kind: Any) -> bool:
    """Whether ``kind`` is the class of a run, which is not imported for that."""
    return (getattr(kind, "__module__", ""), getattr(kind, "__name__", "")) == _RUN


def _read_run(path: Path) -> Trajectory:
    from pirqa.dynamics.history import read_trajectory

    try:
        return read_trajectory(path)
    except ResultsError as error:  # the folder as a whole is damaged: its reader says what to do
        raise ValueError(str(error)) from error
