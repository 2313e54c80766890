"""A flat ring of corners cut into triangles."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from pirqa.model.polyhedron import FloatArray

__all__ = ["cut_ring", "is_convex"]

IntArray = NDArray[np.intp]

_EAR_LIMIT = 32
_LIMIT = 30_000
"""Corners, beyond which the search would take too long: a fan, whose signed integrals are as exact."""


def is_convex(rings: FloatArray) -> NDArray[np.bool_]:
    """Whether each ring, shape (k, n, 3), turns at every corner, always the same way, and once round."""
    edges = np.roll(rings, -1, axis=1) - rings
    local = rings - rings[:, :1]
    area = np.cross(local[:, 1:-1], local[:, 2:]).sum(axis=1)
    size = np.linalg.norm(area, axis=1, keepdims=True)
    normal = area / np.where(size > 0.0, size, 1.0)
    after = np.roll(edges, -1, axis=1)
    sines = np.einsum("kni,ki->kn", np.cross(edges, after), normal)
    cosines = np.einsum("kni,kni->kn", edges, after)
    turns = np.arctan2(sines, cosines)
    result: NDArray[np.bool_] = np.all(turns > 1e-6, axis=1) & (turns.sum(axis=1) < 3.0 * np.pi)
    return result


def cut_ring(ring: FloatArray) -> IntArray:
    """Triangles of a flat ring, shape (n, 3), that need not be convex, by numbers of its corners."""
    count = len(ring)
    local = ring - ring[0]
    area = np.cross(local[1:-1], local[2:]).sum(axis=0)
    fan = np.column_stack([np.zeros(count - 2, dtype=np.intp), np.arange(1, count - 1), np.arange(2, count)])
    if not np.linalg.norm(area) > 0.0 or count > _LIMIT:
        return fan
    normal = area / np.linalg.norm(area)
    axis = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    axis /= np.linalg.norm(axis)
    flat = local @ np.column_stack([axis, np.cross(normal, axis)])
    found = _delaunay(flat)
    if found is None and count <= _EAR_LIMIT:
        found = _clip_ears(flat)
    return fan if found is None else found


def _delaunay(ring: FloatArray) -> IntArray | None:
    polygon = shapely.Polygon(ring)
    if not polygon.is_valid:
        return None
    number = {(x, y): i for i, (x, y) in enumerate(ring.tolist())}
    parts = shapely.get_parts(shapely.constrained_delaunay_triangles(polygon))
    corners = shapely.get_coordinates(parts).reshape(-1, 4, 2)[:, :3]
    if len(number) < len(ring) or len(corners) != len(ring) - 2:
        return None
    result = np.array([number.get((x, y), -1) for x, y in corners.reshape(-1, 2).tolist()], dtype=np.intp)
    result = result.reshape(-1, 3)
    a, b, c = (ring[result[:, i]] for i in range(3))
    areas = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    if np.any(result < 0) or np.any(areas == 0.0):
        return None
    result[areas < 0.0] = result[areas < 0.0][:, ::-1]
    return result


def _clip_ears(ring: FloatArray) -> IntArray | None:
    """Ears cut off one after the other; for rings that touch themselves."""
    left = list(range(len(ring)))
    ears: list[tuple[int, int, int]] = []

    def side(a: FloatArray, b: FloatArray, points: FloatArray) -> FloatArray:
        return np.asarray((b[0] - a[0]) * (points[..., 1] - a[1]) - (b[1] - a[1]) * (points[..., 0] - a[0]))

    while len(left) > 3:
        for i in range(len(left)):
            trio = left[i - 1], left[i], left[(i + 1) % len(left)]
            a, b, c = (ring[j] for j in trio)
            others = ring[[j for j in left if j not in trio]]
            if side(a, b, c) <= 0.0:
                continue
            if not np.any((side(a, b, others) > 0.0) & (side(b, c, others) > 0.0) & (side(c, a, others) > 0.0)):
                ears.append(trio)
                del left[i]
                break
        else:
            return None
    return np.array([*ears, tuple(left)], dtype=np.intp)
