"""How good the bricks of a mesh are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.errors import MeshError
from pirqa.fe.elements.shapes import CORNERS, EDGES, gauss_points, shape_functions
from pirqa.fe.mesh.mesh import Mesh
from pirqa.model.polyhedron import FloatArray

__all__ = ["Quality", "check_mesh", "listed_bricks", "measure"]

_TOLD = 8
POOR = 0.2
"""Scaled Jacobian below which a brick is called poor (Verdict library: acceptable from 0.5 on, of hexahedra)."""


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
