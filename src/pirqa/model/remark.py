"""What a stage reports besides its numbers: remarks for the reader, and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

RemarkKind = Literal["repair", "assumption", "warning"]
"""``repair``: something was changed; ``assumption``: something was not in the file; ``warning``: look at this."""


@dataclass(frozen=True, kw_only=True)
class Remark:
    """Something that the reader of the report must know about the survey or the records."""

    kind: RemarkKind
    key: str
    """Key of its words in the report's word files, ``remark.<key>``."""
    stones: tuple[str, ...] = ()
    count: int = 0
    amount: float = 0.0
    """How much was changed, in ``unit``."""
    unit: str = ""
    """SI unit of the amount, or nothing."""
    stated: float | None = None
    """What the file says, in ``unit``, where the amount is what was found instead."""
    place: tuple[float, ...] = ()
    """Where: (x, z) [m]; empty if everywhere."""
    text: str = ""
    """A name out of the file: a layer, an entity."""


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
