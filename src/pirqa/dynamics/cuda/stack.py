"""Walls of one layout, side by side in the memory of the card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numba import cuda

from pirqa.dynamics.arrays import IntArray
from pirqa.dynamics.cuda.layout import Layout
from pirqa.model.polyhedron import FloatArray

_THREADS, _BLOCKS = 128, 64
"""Of a block that copies a wall, and such blocks for each wall at most."""


class Stack:
    """Room for ``places`` walls; in each, one can be put, taken and put back."""

    def __init__(self, layout: Layout, places: int) -> None:
        self.layout = layout
        self.places = places
        self.rows: Any = cuda.device_array((places + 1) * layout.width, np.int64)
        """Of all walls, one after the other, as kernels take them. Seen from a later row, arrays end behind their wall,
        where nobody looks; behind the last one there is room for that."""
        self.table: Any = cuda.to_device(np.array(layout.table, dtype=np.int64))
        self._places: Any = cuda.to_device(layout.on_card)

    def put(self, places: IntArray, rows: Sequence[FloatArray], *, whole: bool) -> None:
        """Put walls there: all of them, or only what changes."""
        if not len(places):
            return
        packed = np.empty((len(places), self.layout.width if whole else self.layout.changing), dtype=np.int64)
        for line, row in zip(packed, rows, strict=True):
            line[:] = row[: len(line)].view(np.int64)
        self._copy(cuda.to_device(packed), places, back=False)

    def take(self, places: IntArray, rows: Sequence[FloatArray]) -> None:
        """Read back what has changed, into the rows."""
        if not len(places):
            return
        packed = cuda.device_array((len(places), self.layout.changing), np.int64)
        self._copy(packed, places, back=True)
        for line, row in zip(packed.copy_to_host(), rows, strict=True):
            row[: len(line)] = line.view(np.float64)

    def _copy(self, packed: Any, places: IntArray, *, back: bool) -> None:
        grid = (len(places), min(_BLOCKS, -(-packed.shape[1] // _THREADS)))
        _copier(back=back)[grid, _THREADS](self.rows, packed, cuda.to_device(places), self._places, self.layout.width)


@cache
def _copier(*, back: bool) -> Any:
    def copy(rows: Any, packed: Any, where: Any, places: Any, width: int) -> None:
        line = cuda.blockIdx.x
        start = where[line] * width
        for i in range(
            cuda.blockIdx.y * cuda.blockDim.x + cuda.threadIdx.x, packed.shape[1], cuda.gridDim.y * cuda.blockDim.x
        ):
            if back:
                packed[line, i] = rows[start + places[i]]
            else:
                rows[start + places[i]] = packed[line, i]

    return cuda.jit(copy)
