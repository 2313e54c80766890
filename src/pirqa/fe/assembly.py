"""Matrices of the whole wall out of those of its elements.

Three numbers stand at each node, so that the matrix is sorted and summed node by node: a ninth of the work of sorting
all its numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pirqa.model.polyhedron import FloatArray

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Pattern"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Pattern:
    """Which nodes of a mesh act on which: where the numbers of all its elements go."""

    nodes: int
    """Number of nodes."""
    elements: npt.NDArray[np.int64]
    """Nodes of each element, shape (e, n)."""

    @cached_property
    def _sorted(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Of the pairs of nodes that act on each other: starts of rows, columns, and where each element's pairs are."""
        count = self.elements.shape[1]
        rows = np.repeat(self.elements, count, axis=1).ravel()
        columns = np.tile(self.elements, (1, count)).ravel()
        pairs, place = np.unique(rows * self.nodes + columns, return_inverse=True)
        starts = np.searchsorted(pairs, np.arange(self.nodes + 1) * self.nodes)
        return starts, pairs % self.nodes, place.astype(np.int64)

    def gather_blocks(self, matrices: FloatArray) -> Any:
        """Sum of element matrices (e, 3n, 3n) as a sparse matrix, shape (3 nodes, 3 nodes)."""
        from scipy.sparse import bsr_array

        starts, columns, place = self._sorted
        elements, size = self.elements.shape
        blocks = matrices.reshape(elements, size, 3, size, 3)
        data = np.empty((len(columns), 3, 3))
        for row in range(3):
            for column in range(3):
                numbers = np.ascontiguousarray(blocks[:, :, row, :, column]).ravel()
                data[:, row, column] = np.bincount(place, numbers, minlength=len(columns))
        return bsr_array((data, columns, starts), shape=(3 * self.nodes, 3 * self.nodes))

    def gather(self, matrices: FloatArray) -> Any:
        """Sum of element matrices (e, n, n), which are the same in each direction, shape (nodes, nodes)."""
        from scipy.sparse import csr_array

        starts, columns, place = self._sorted
        data = np.bincount(place, matrices.ravel(), minlength=len(columns))
        return csr_array((data, columns, starts), shape=(self.nodes, self.nodes))
