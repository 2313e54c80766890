"""Solids with flat faces, and their exact volume, centroid and inertia."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class SolidProperties:
    """What a solid of density 1 weighs and how it turns."""

    volume: float
    """[m3]"""
    centroid: FloatArray
    """[m], shape (3,)"""
    inertia: FloatArray
    """Inertia tensor about the centroid for density 1 [m5], shape (3, 3)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Polyhedron:
    """A closed solid with flat faces, convex or not; equal to another only if it is the same object."""

    vertices: FloatArray
    """Corners [m], shape (n, 3)."""
    faces: tuple[tuple[int, ...], ...]
    """Corners of each face by number, counter-clockwise seen from outside."""

    def __post_init__(self) -> None:
        vertices = np.ascontiguousarray(self.vertices, dtype=np.float64)
        if vertices.ndim != 2 or vertices.shape[1] != 3:
            raise ValueError(f"vertices need the shape (n, 3), not {vertices.shape}")
        vertices.setflags(write=False)
        object.__setattr__(self, "vertices", vertices)

    @cached_property
    def triangles(self) -> NDArray[np.intp]:
        """A fan of triangles for each face, shape (m, 3).

        On a face that is not convex some lie outside it, but their signed integrals still add up exactly.
        """
        fans = [(face[0], face[i], face[i + 1]) for face in self.faces for i in range(1, len(face) - 1)]
        return np.array(fans, dtype=np.intp).reshape(-1, 3)

    @cached_property
    def face_areas(self) -> FloatArray:
        """Area vectors of the faces: outward normal times area [m2], shape (faces, 3)."""
        counts = [len(face) - 2 for face in self.faces]
        a, b, c = (self.vertices[self.triangles[:, i]] for i in range(3))
        crosses = 0.5 * np.cross(b - a, c - a)
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.intp)
        summed: FloatArray = np.add.reduceat(crosses, starts, axis=0)
        return summed

    @cached_property
    def properties(self) -> SolidProperties:
        """Exact integrals over the solid, as signed tetrahedra from a point near it to every triangle.

        Tonon, "Explicit exact formulas for the 3-D tetrahedron inertia tensor" (2004): for a tetrahedron with one
        corner at the origin, ∫ x xᵀ dV = V/20 (Σ vᵢvᵢᵀ + (Σvᵢ)(Σvᵢ)ᵀ) over its other three corners.
        """
        # near the solid, so that no digits are lost in a wall far from the origin
        origin = self.vertices.mean(axis=0)
        corners = self.vertices[self.triangles] - origin
        volumes = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6.0
        volume = float(volumes.sum())
        if volume == 0.0:
            raise ValueError("a solid without volume")
        sums = corners.sum(axis=1)
        centroid = volumes @ sums / (4.0 * volume)
        second = np.einsum("t,tki,tkj->ij", volumes, corners, corners) + np.einsum("t,ti,tj->ij", volumes, sums, sums)
        covariance = second / 20.0 - volume * np.outer(centroid, centroid)
        inertia = np.trace(covariance) * np.eye(3) - covariance
        return SolidProperties(volume=volume, centroid=centroid + origin, inertia=inertia)

    def moved(self, by: FloatArray) -> Polyhedron:
        """The solid moved by the vector ``by`` [m]."""
        return Polyhedron(vertices=self.vertices + by, faces=self.faces)
