"""A mesh of bricks: nodes, which of them each brick has, and which zone it belongs to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pirqa.errors import ModelError
from pirqa.fe.elements.shapes import EDGES
from pirqa.model.polyhedron import FloatArray

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["FACES", "Mesh"]

FACES = np.array([[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]])
"""Corners of a brick's faces, anticlockwise seen from outside: below, above, front, right, back, left."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Mesh:
    """Bricks of 8 or 20 nodes, numbered as in VTK; x along the wall, y from its front to its back, z up."""

    nodes: FloatArray
    """Places [m], shape (n, 3)."""
    bricks: np.ndarray[Any, np.dtype[np.int64]]
    """Nodes of each, shape (e, 8) or (e, 20)."""
    zone: np.ndarray[Any, np.dtype[np.int64]]
    """Number of each brick's zone, shape (e,)."""
    zones: tuple[str, ...]
    """Names of the zones."""

    def __post_init__(self) -> None:
        if self.bricks.ndim != 2 or self.bricks.shape[1] not in (8, 20):
            raise ModelError(f"a mesh needs bricks of 8 or 20 nodes, not an array of shape {self.bricks.shape}")
        if not len(self.bricks):
            raise ModelError("the mesh has no brick")
        if self.bricks.min() < 0 or self.bricks.max() >= len(self.nodes):
            raise ModelError(f"the mesh has {len(self.nodes)} nodes, and a brick that names another")
        if len(self.zone) != len(self.bricks):
            raise ModelError(f"{len(self.bricks)} bricks need as many zones, not {len(self.zone)}")

    def __len__(self) -> int:
        return len(self.bricks)

    def __str__(self) -> str:
        size = np.ptp(self.nodes, axis=0)
        return (
            f"mesh of {len(self.bricks)} bricks of {self.bricks.shape[1]} nodes, {len(self.nodes)} nodes, "
            f"{size[0]:.4g} × {size[1]:.4g} × {size[2]:.4g} m; zones: {', '.join(self.zones)}"
        )

    @property
    def places(self) -> FloatArray:
        """Of the nodes of each brick [m], shape (e, nodes, 3)."""
        return np.asarray(self.nodes[self.bricks])

    @cached_property
    def outer_faces(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Faces that only one brick has: corners (f, 4), anticlockwise seen from outside, and their bricks (f,)."""
        corners = self.bricks[:, FACES].reshape(-1, 4)
        _, first, count = np.unique(np.sort(corners, axis=1), axis=0, return_index=True, return_counts=True)
        outer = np.sort(first[count == 1])
        return corners[outer], outer // len(FACES)

    def quadratic(self) -> Mesh:
        """The same bricks with a node in the middle of each edge."""
        if self.bricks.shape[1] == 20:
            return self
        ends = np.sort(self.bricks[:, EDGES].reshape(-1, 2), axis=1)
        edges, place = np.unique(ends, axis=0, return_inverse=True)
        middle = 0.5 * (self.nodes[edges[:, 0]] + self.nodes[edges[:, 1]])
        added = len(self.nodes) + place.reshape(len(self.bricks), 12)
        bricks = np.concatenate([self.bricks, added], axis=1)
        return replace(self, nodes=np.concatenate([self.nodes, middle]), bricks=bricks)

    def linear(self) -> Mesh:
        """The same bricks with nodes at their corners only."""
        if self.bricks.shape[1] == 8:
            return self
        used, place = np.unique(self.bricks[:, :8], return_inverse=True)
        return replace(self, nodes=self.nodes[used], bricks=place.reshape(len(self.bricks), 8))
