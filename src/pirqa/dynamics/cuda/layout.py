"""The arrays of a wall as one row of numbers, so that it travels to the card and back in one piece.

On the card the first number of all joints comes first, then the second of all: threads that see to neighbouring joints
ask for neighbouring numbers, which the card fetches at once. Here, rows of a joint are together, as the processor
likes them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np

from pirqa.compiled import kernel  # noqa: F401 - a change here is a change of every kernel
from pirqa.dynamics.arrays import NEAR_ROOMS, Bodies, Frames, IntArray, Joints, Loads, Memory, Motion, Near, Solids
from pirqa.dynamics.assembly import Assembly
from pirqa.model.polyhedron import FloatArray

KINDS: dict[str, type] = {
    "bodies": Bodies,
    "joints": Joints,
    "frames": Frames,
    "motion": Motion,
    "memory": Memory,
    "loads": Loads,
    "solids": Solids,
    "near": Near,
    "loose": Memory,
}
"""What a wall is made of, in the order in which kernels take it."""
DIMENSIONS: dict[str, str] = {
    "bodies": "23221221112231",
    "joints": "111111111111113311",
    "frames": "223123322123113",
    "motion": "2222222211",
    "memory": "222112221211",
    "loads": "222211",
    "solids": "1121112121113",
    "near": "11111112221111122122122212211",
    "loose": "222112221211",
}
"""How many each of their arrays has, in its order."""
ABREAST = ("bodies", "joints", "frames", "motion", "memory", "loads")
"""Of these, the numbers of neighbours lie side by side on the card: neighbouring threads see to them."""
_CHANGES: dict[str, tuple[str, ...]] = {
    "bodies": ("position", "rotation", "velocity", "momentum", "last"),
    "joints": ("normal_damping", "shear_damping"),
    "frames": tuple(name for name in Frames._fields if name != "points"),
    "motion": Motion._fields,
    "memory": Memory._fields,
    "loads": Loads._fields,
    "near": tuple(name for name in Near._fields if name not in NEAR_ROOMS),
    "loose": Memory._fields,
}
"""What is not the same all through a run."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """An array of the wall in its row."""

    kind: str
    name: str
    shape: tuple[int, ...]
    dtype: str
    start: int
    """Where it begins in the row [numbers of 8 bytes]."""

    @cached_property
    def size(self) -> int:
        """[numbers of 8 bytes]"""
        return math.prod(self.shape)


@dataclass(frozen=True, kw_only=True, eq=False)
class Layout:
    """Where each array lies in the row: first those that change. Walls of one layout can be side by side.

    :meth:`of` gives the same object for walls whose arrays have the same shapes.
    """

    fields: tuple[Field, ...]
    changing: int
    """Numbers of 8 bytes of those that change."""

    @classmethod
    def of(cls, made: Assembly) -> Layout:
        """Of a wall."""
        return _layout(tuple((array.shape, array.dtype.str) for kind in KINDS for array in getattr(made, kind)))

    @cached_property
    def width(self) -> int:
        """Of the row [numbers of 8 bytes]."""
        last = self.fields[-1]
        return last.start + last.size

    @cached_property
    def table(self) -> tuple[int, ...]:
        """The row's width; then of each array, in the order of :data:`KINDS`, where it begins and its shape."""
        return (
            self.width,
            *(number for kind in KINDS for field in self.by_kind(kind) for number in (field.start, *field.shape)),
        )

    @cached_property
    def on_card(self) -> IntArray:
        """Where each number of the row lies in the row on the card."""
        places = np.arange(self.width)
        for field in self.fields:
            if field.kind in ABREAST:
                own = slice(field.start, field.start + field.size)
                places[own] = places[own].reshape(field.shape, order="F").ravel()
        return places

    @cached_property
    def _by_kind(self) -> dict[str, list[Field]]:
        own = {(field.kind, field.name): field for field in self.fields}
        return {kind: [own[kind, name] for name in _names(kind)] for kind in KINDS}

    def by_kind(self, kind: str) -> Iterator[Field]:
        """Fields of a tuple, in its order."""
        return iter(self._by_kind[kind])

    def pack(self, made: Assembly) -> tuple[FloatArray, Assembly]:
        """The wall's row, and the same wall whose arrays are windows into it."""
        row = np.empty(self.width)
        tuples: dict[str, Any] = {}
        for kind, made_of in KINDS.items():
            windows = []
            for field, array in zip(self.by_kind(kind), getattr(made, kind), strict=True):
                window = row[field.start : field.start + field.size].view(field.dtype).reshape(field.shape)
                window[...] = array
                windows.append(window)
            tuples[kind] = made_of(*windows)
        return row, replace(made, **tuples)


def _names(kind: str) -> tuple[str, ...]:
    return KINDS[kind]._fields  # type: ignore[attr-defined, no-any-return]


@cache
def _layout(arrays: tuple[tuple[tuple[int, ...], str], ...]) -> Layout:
    """Of walls whose arrays have these shapes and kinds of numbers, in the order of :data:`KINDS`."""
    named = [(kind, name) for kind in KINDS for name in _names(kind)]
    found: list[Field] = []
    start = changing = 0
    for moving in (True, False):
        for (kind, name), (shape, dtype) in zip(named, arrays, strict=True):
            if (name in _CHANGES.get(kind, ())) == moving:
                found.append(Field(kind=kind, name=name, shape=shape, dtype=dtype, start=start))
                start += found[-1].size
        changing = start if moving else changing
    return Layout(fields=tuple(found), changing=changing)
