"""Walls of one layout, side by side in the memory of the card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numba import cuda

from pirqa.dynamics.arrays import IntArray
from pirqa.dynamics.cuda.layout import KINDS, Layout
from pirqa.model.polyhedron import FloatArray

__all__ = ["Stack"]

_THREADS = 128


class Stack:
    """Room for ``places`` walls; in each, one can be put, taken and put back."""

    def __init__(self, layout: Layout, places: int) -> None:
        self.layout = layout
        self.places = places
        self._arrays = {
            (field.kind, field.name): cuda.device_array((places, *field.shape), np.dtype(field.dtype))
            for field in layout.fields
        }
        self.walls: tuple[Any, ...] = tuple(
            made_of(*(self._arrays[kind, field.name] for field in layout.by_kind(kind)))
            for kind, made_of in KINDS.items()
        )
        """As kernels take them: tuples like those of one wall, whose arrays have one dimension more."""

    def put(self, places: IntArray, rows: Sequence[FloatArray], *, whole: bool) -> None:
        """Put walls there: all of them, or only what changes."""
        self._travel(places, rows, whole=whole, back=False)

    def take(self, places: IntArray, rows: Sequence[FloatArray]) -> None:
        """Read back what has changed, into the rows."""
        self._travel(places, rows, whole=False, back=True)

    def _travel(self, places: IntArray, rows: Sequence[FloatArray], *, whole: bool, back: bool) -> None:
        if not len(places):
            return
        width = self.layout.width if whole else self.layout.changing
        where = cuda.to_device(places)
        packed = np.empty((len(places), width), dtype=np.int64)
        if back:
            on_card = cuda.device_array(packed.shape, np.int64)
        else:
            for line, row in zip(packed, rows, strict=True):
                line[:] = row[:width].view(np.int64)
            on_card = cuda.to_device(packed)
        for field in self.layout.fields:
            if field.start >= width or not field.size:
                continue
            flat = self._arrays[field.kind, field.name].view(np.int64).reshape(self.places, field.size)
            grid = (len(places), min(64, -(-field.size // _THREADS)))
            _copier(back=back)[grid, _THREADS](flat, on_card, where, field.start)
        if back:
            on_card.copy_to_host(packed)
            for line, row in zip(packed, rows, strict=True):
                row[:width] = line.view(np.float64)


@cache
def _copier(*, back: bool) -> Any:
    def copy(flat: Any, packed: Any, where: Any, start: int) -> None:
        line = cuda.blockIdx.x
        place = where[line]
        for i in range(
            cuda.blockIdx.y * cuda.blockDim.x + cuda.threadIdx.x, flat.shape[1], cuda.gridDim.y * cuda.blockDim.x
        ):
            if back:
                packed[line, start + i] = flat[place, i]
            else:
                flat[place, i] = packed[line, start + i]

    return cuda.jit(copy)
