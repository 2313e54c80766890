"""What is drawn beside solids: points that move by themselves, with faces and lines between them, and arrows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pirqa.errors import ModelError
from pirqa.model.polyhedron import FloatArray
from pirqa.report.viewer.packing import Packer, quantised_history

__all__ = ["Arrows", "Mesh", "pack_arrows", "pack_mesh", "pack_point_motion"]

IntArray = NDArray[np.int64]


def _none(columns: int) -> IntArray:
    return np.zeros((0, columns), dtype=np.int64)


@dataclass(frozen=True, kw_only=True, eq=False)
class Mesh:
    """Points that move by themselves: nodes of a finite element surface, sensors on a wall with lines between them."""

    points: FloatArray
    """At rest [m], shape (points, 3)."""
    triangles: IntArray = field(default_factory=lambda: _none(3))
    """Faces between them, shape (t, 3); none for a figure of lines."""
    lines: IntArray = field(default_factory=lambda: _none(2))
    """Edges of elements, or lines between sensors, shape (l, 2)."""
    marked: tuple[int, ...] = ()
    """Points that are drawn as dots and can be stepped through by keys."""
    names: tuple[str, ...] = ()
    """Of the marked points, in their order; their numbers where there are none."""

    def __post_init__(self) -> None:
        count = len(self.points)
        if self.points.shape != (count, 3) or not np.isfinite(self.points).all():
            raise ModelError("points of a mesh must be finite and have three coordinates each")
        if self.names and len(self.names) != len(self.marked):
            raise ModelError(f"a mesh has {len(self.marked)} marked points and {len(self.names)} names for them")
        for label, numbers in (("triangles", self.triangles), ("lines", self.lines), ("marked", self.marked)):
            used = np.asarray(numbers, dtype=np.int64)
            if used.size and (used.min() < 0 or used.max() >= count):
                raise ModelError(f"{label} of a mesh name a point that is not among its {count} points")

    @classmethod
    def of_faces(cls, points: FloatArray, faces: Sequence[Sequence[int]], **more: Any) -> Mesh:
        """A surface of polygons with three or more corners, such as the outer faces of hexahedra: convex ones."""
        triangles = [(face[0], face[k], face[k + 1]) for face in faces for k in range(1, len(face) - 1)]
        edges = {
            (min(a, b), max(a, b)) for face in faces for a, b in zip(face, (*face[1:], face[0]), strict=True)
        }  # fmt: skip
        return cls(
            points=points,
            triangles=np.array(triangles, dtype=np.int64).reshape(-1, 3),
            lines=np.array(sorted(edges), dtype=np.int64).reshape(-1, 2),
            **more,
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Arrows:
    """Forces, or other vectors, at places of the wall at rest."""

    label: str
    unit: str
    start: FloatArray
    """[m], shape (n, 3)"""
    vector: FloatArray
    """In ``unit``, shape (n, 3)."""


def pack_mesh(mesh: Mesh | None, packer: Packer) -> dict[str, Any] | None:
    """The mesh as plain values."""
    if mesh is None:
        return None
    packer.put("mesh.points", mesh.points.astype("<f4"))
    packer.put("mesh.triangles", mesh.triangles.astype("<u4"))
    packer.put("mesh.lines", mesh.lines.astype("<u4"))
    names = mesh.names or tuple(str(number + 1) for number in mesh.marked)
    return {"marked": list(mesh.marked), "names": list(names)}


def pack_point_motion(motion: FloatArray | NDArray[np.complex128], packer: Packer, key: str) -> dict[str, Any]:
    """Of a swing (points, 3), complex where points do not move in step; of others (frames, points, 3)."""
    if motion.ndim == 2:
        packer.put(f"{key}.points", np.real(motion).astype("<f4"))
        told = {"points": f"{key}.points"}
        if np.iscomplexobj(motion) and np.any(np.imag(motion)):
            packer.put(f"{key}.pointsLate", np.imag(motion).astype("<f4"))
            told["pointsLate"] = f"{key}.pointsLate"
        return told
    numbers, scales = quantised_history(np.real(motion))
    packer.put(f"{key}.points", numbers, along_time=True)
    packer.put(f"{key}.pointsScale", scales)
    return {"points": f"{key}.points", "pointsScale": f"{key}.pointsScale"}


def pack_arrows(arrows: Arrows | None, packer: Packer, key: str) -> dict[str, Any] | None:
    """The arrows as plain values."""
    if arrows is None or not len(arrows.start):
        return None
    packer.put(f"{key}.arrowStart", arrows.start.astype("<f4"))
    packer.put(f"{key}.arrowVector", arrows.vector.astype("<f4"))
    largest = float(np.linalg.norm(arrows.vector, axis=1).max())
    return {
        "label": arrows.label, "unit": arrows.unit, "start": f"{key}.arrowStart", "vector": f"{key}.arrowVector",
        "largest": largest,
    }  # fmt: skip
