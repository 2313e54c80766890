"""A table of columns: what a stage hands on where one number is not enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Table"]

Column = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Table:
    """Named columns of equal length, SI units; stored as Parquet."""

    columns: Mapping[str, Column]

    def __post_init__(self) -> None:
        lengths = {name: len(column) for name, column in self.columns.items()}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"columns of unequal length: {lengths}")

    @classmethod
    def of(cls, rows: list[dict[str, Any]]) -> Table:
        """A table from rows that all have the same keys."""
        names = list(rows[0]) if rows else []
        return cls({name: np.array([row[name] for row in rows]) for name in names})

    def __getitem__(self, name: str) -> Column:
        return self.columns[name]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def rows(self) -> list[dict[str, Any]]:
        """The rows as dictionaries of Python values."""
        return [
            dict(zip(self.columns, row, strict=True))
            for row in zip(*(c.tolist() for c in self.columns.values()), strict=True)
        ]

    def where(self, **equal: object) -> Table:
        """The rows whose columns equal the given values, or are among them where a set is given."""
        keep = np.ones(len(self), dtype=bool)
        for name, value in equal.items():
            keep &= np.isin(self.columns[name], np.array(list(value) if isinstance(value, set) else [value]))
        return Table({name: column[keep] for name, column in self.columns.items()})
