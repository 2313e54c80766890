"""Many walls at once: arrays, one value a wall."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np

from pirqa.errors import ModelError
from pirqa.model.polyhedron import FloatArray

__all__ = ["BadCell", "MaskArray", "Walls", "WordArray"]

WordArray = np.ndarray[Any, np.dtype[np.str_]]
MaskArray = np.ndarray[Any, np.dtype[np.bool_]]
IntArray = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, kw_only=True)
class BadCell:
    """A cell of the table that cannot be used."""

    row: int
    """As a spreadsheet counts: the heading is row 1."""
    wall: str
    """Name of the wall, where it has one."""
    column: str
    reason: str
    """What is wrong and what to do."""

    def __str__(self) -> str:
        wall = f" ({self.wall})" if self.wall else ""
        return f"row {self.row}{wall}, {self.column}: {self.reason}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Walls:
    """Cross-sections with what acts on them; arrays of shape (n,), ``nan`` or an empty word where nothing is given."""

    name: WordArray
    height: FloatArray
    """[m]"""
    thickness: FloatArray
    """At the base [m]."""
    length: FloatArray
    """[m]"""
    thickness_top: FloatArray
    """Above the step, or at the top of a taper [m]."""
    step_level: FloatArray
    """[m]"""
    flush: WordArray
    """``front``, ``back`` or ``centre``."""
    unit_weight: FloatArray
    """[N/m3]"""
    friction_angle: FloatArray
    """Of the base joint [rad]."""
    strut_force: FloatArray
    """[N/m], per metre of wall."""
    strut_level: FloatArray
    """[m]"""
    strut_side: WordArray
    """``front`` or ``back``."""
    strut_lasts: WordArray
    """``yes`` where the force is there to the end; otherwise it fades to nothing where the wall falls without it."""
    fill_height: FloatArray
    """[m]"""
    fill_friction_angle: FloatArray
    """[rad]"""
    fill_unit_weight: FloatArray
    """[N/m3]"""
    fundamental_period: FloatArray
    """T1 [s]"""
    zone: WordArray
    soil: WordArray
    row: IntArray
    """Row of the table, as a spreadsheet counts."""

    @classmethod
    def of(cls, **columns: Any) -> Self:
        """Walls from lists or arrays in SI units: name, height and thickness, and what else is known."""
        count = len(columns["height"])
        values: dict[str, Any] = {}
        for item in fields(cls):
            given = columns.pop(item.name, None)
            if item.name == "row":
                values["row"] = np.arange(2, count + 2) if given is None else np.asarray(given, dtype=np.int64)
            elif item.type == "WordArray":
                blank = "back" if item.name == "flush" else ""
                words = np.full(count, blank) if given is None else np.asarray(given, dtype=np.str_)
                values[item.name] = np.where(words == "", blank, words)
            else:
                values[item.name] = np.full(count, np.nan) if given is None else np.asarray(given, dtype=np.float64)
        if columns:
            raise ModelError(f"walls have no {next(iter(columns))}")
        return cls(**values)

    def __post_init__(self) -> None:
        lengths = {item.name: np.shape(getattr(self, item.name)) for item in fields(self)}
        if len(set(lengths.values())) > 1:
            raise ModelError(f"columns of unequal length: {lengths}")

    def __len__(self) -> int:
        return len(self.name)

    def only(self, keep: np.ndarray[Any, np.dtype[Any]]) -> Walls:
        """The walls at the indices, or where the mask, ``keep``."""
        return replace(self, **{item.name: getattr(self, item.name)[keep] for item in fields(self)})

    @property
    def stepped(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which have a thinner or thicker upper part."""
        return np.isfinite(self.step_level)
