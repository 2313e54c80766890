"""A mesh of bricks: nodes, the nodes and zone of each brick, and how good its bricks are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pirqa.errors import MeshError, ModelError
from pirqa.fem.elements import CORNERS, EDGES, gauss_points, shape_functions
from pirqa.model.polyhedron import FloatArray

if TYPE_CHECKING:
    import numpy.typing as npt

FACES = np.array([[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]])
"""Corners of a brick's faces, anticlockwise seen from outside: below, above, front, right, back, left."""

_TOLD = 8

POOR = 0.2
"""Scaled Jacobian below which a brick is called poor (Verdict library: acceptable from 0.5 on, of hexahedra)."""


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


@dataclass(frozen=True, kw_only=True, eq=False)
class Quality:
    """Shape of the bricks of a mesh."""

    scaled_jacobian: FloatArray
    """Least over the corners of each brick: 1 for a box, 0 or less where it is flat or turned inside out, (e,)."""
    aspect: FloatArray
    """Longest over shortest edge of each, shape (e,)."""
    volume: FloatArray
    """[m3], shape (e,)"""

    @property
    def bad(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Numbers of the bricks that are flat or turned inside out."""
        return np.flatnonzero((self.scaled_jacobian <= 0.0) | (self.volume <= 0.0)).astype(np.int64)

    @property
    def poor(self) -> int:
        """How many are poor."""
        return int(np.count_nonzero(self.scaled_jacobian < POOR))

    def __str__(self) -> str:
        return (
            f"{len(self.volume)} bricks of {self.volume.min():.3g} to {self.volume.max():.3g} m3; scaled Jacobian at "
            f"least {self.scaled_jacobian.min():.3g}, edges up to {self.aspect.max():.3g} to 1"
        )


def measure(mesh: Mesh) -> Quality:
    """Scaled Jacobians, edges and volumes of all bricks."""
    places = mesh.places
    corners = places[:, :8]
    _, slopes = shape_functions(8, CORNERS)
    # at a corner the three reference directions are its three edges: triple product over their lengths
    jacobian = np.einsum("gia,eib->egab", slopes, corners, optimize=True)
    length = np.linalg.norm(jacobian, axis=3).prod(axis=2)
    scaled = np.linalg.det(jacobian) / np.where(length > 0.0, length, 1.0)
    edges = np.linalg.norm(corners[:, EDGES[:, 0]] - corners[:, EDGES[:, 1]], axis=2)
    points, weights = gauss_points(3)
    _, inner = shape_functions(mesh.bricks.shape[1], points)
    inside = np.linalg.det(np.einsum("gia,eib->egab", inner, places, optimize=True))
    # a brick of 20 nodes may fold although its straight edges are sound
    _, at_corners = shape_functions(mesh.bricks.shape[1], CORNERS)
    corner = np.linalg.det(np.einsum("gia,eib->egab", at_corners, places, optimize=True))
    sound = (inside > 0.0).all(axis=1) & (corner > 0.0).all(axis=1)
    least = np.where(sound, scaled.min(axis=1), np.minimum(scaled.min(axis=1), 0.0))
    shortest = edges.min(axis=1)
    aspect = edges.max(axis=1) / np.where(shortest > 0.0, shortest, np.finfo(float).tiny)
    return Quality(scaled_jacobian=least, aspect=aspect, volume=inside @ weights)


def check_mesh(mesh: Mesh, name: str = "the mesh") -> Quality:
    """Its quality; raises where bricks are flat or turned inside out, naming them."""
    found = measure(mesh)
    bad = found.bad
    if len(bad):
        listed, place = listed_bricks(mesh, bad)
        raise MeshError(
            f"{name}: {len(bad)} of {len(mesh)} bricks are flat or turned inside out (numbers {listed}; the first at "
            f"{place}): their corners are numbered in the wrong order, or "
            "the mesh is too coarse for a lean; mend them in the program that made it, or change fe.size",
            mesh=mesh,
            bad=bad,
        )
    return found


def listed_bricks(mesh: Mesh, bricks: np.ndarray[Any, np.dtype[np.int64]]) -> tuple[str, str]:
    """Their numbers counted from 1, and where the first of them is."""
    middle = mesh.places[bricks[0], :8].mean(axis=0)
    listed = ", ".join(str(number + 1) for number in bricks[:_TOLD]) + (" …" if len(bricks) > _TOLD else "")
    return listed, f"({', '.join(f'{value:.3g}' for value in middle)}) m"
