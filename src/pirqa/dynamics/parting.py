"""An axis that parts two convex parts, or along which they overlap least."""

from __future__ import annotations

import math

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import Bodies, Solids
from pirqa.model.polyhedron import FloatArray

__all__ = ["find_parting_axis", "gap_along"]

_MOST_CROSSES = 1024
"""Pairs of edges to try as axes; where there are more, the faces' normals must do."""


@inlined
def gap_along(s: int, t: int, nx: float, ny: float, nz: float, bodies: Bodies, solids: Solids) -> tuple[float, float]:
    """Gap between two parts along an axis out of the first, and along the opposite one [m]; negative: they overlap."""
    least_s, most_s = _extent(s, nx, ny, nz, bodies, solids)
    least_t, most_t = _extent(t, nx, ny, nz, bodies, solids)
    return least_t - most_s, least_s - most_t


@inlined
def _extent(s: int, nx: float, ny: float, nz: float, bodies: Bodies, solids: Solids) -> tuple[float, float]:
    b, corner, turn, place = (solids.body[s], solids.corner, bodies.rotation, bodies.position)
    x = turn[b, 0, 0] * nx + turn[b, 1, 0] * ny + turn[b, 2, 0] * nz
    y = turn[b, 0, 1] * nx + turn[b, 1, 1] * ny + turn[b, 2, 1] * nz
    z = turn[b, 0, 2] * nx + turn[b, 1, 2] * ny + turn[b, 2, 2] * nz
    least, most = 1e300, -1e300
    for c in range(solids.first_corner[s], solids.first_corner[s + 1]):
        d = x * corner[c, 0] + y * corner[c, 1] + z * corner[c, 2]
        least, most = min(least, d), max(most, d)
    at = place[b, 0] * nx + place[b, 1] * ny + place[b, 2] * nz
    return at + least, at + most


@inlined
def find_parting_axis(s: int, t: int, bodies: Bodies, solids: Solids) -> tuple[float, float, float, float]:
    """Axis out of the first part along which the gap is widest, or the overlap least, and that gap [m].

    Normals of all faces, and crosses of edges: for two convex parts that are apart one of them parts them.
    """
    best, bx, by, bz = -1e300, 0.0, 0.0, 1.0
    for side in range(2):
        part = s if side == 0 else t
        for f in range(solids.first_face[part], solids.first_face[part + 1]):
            nx, ny, nz = _in_space(solids.body[part], f, solids.normal, bodies)
            if side == 1:
                nx, ny, nz = -nx, -ny, -nz
            gap, _ = gap_along(s, t, nx, ny, nz, bodies, solids)
            if gap > best:
                best, bx, by, bz = gap, nx, ny, nz
    edges = solids.first_edge[s + 1] - solids.first_edge[s]
    if edges * (solids.first_edge[t + 1] - solids.first_edge[t]) > _MOST_CROSSES:
        return best, bx, by, bz
    for e in range(solids.first_edge[s], solids.first_edge[s + 1]):
        ex, ey, ez = _in_space(solids.body[s], e, solids.edge, bodies)
        for f in range(solids.first_edge[t], solids.first_edge[t + 1]):
            fx, fy, fz = _in_space(solids.body[t], f, solids.edge, bodies)
            nx, ny, nz = ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx
            size = math.sqrt(nx * nx + ny * ny + nz * nz)
            if size < 1e-3:  # nearly parallel edges: the faces' normals part them
                continue
            nx, ny, nz = nx / size, ny / size, nz / size
            gap, back = gap_along(s, t, nx, ny, nz, bodies, solids)
            if gap > best + 1e-12:
                best, bx, by, bz = gap, nx, ny, nz
            if back > best + 1e-12:
                best, bx, by, bz = back, -nx, -ny, -nz
    return best, bx, by, bz


@inlined
def _in_space(b: int, row: int, rows: FloatArray, bodies: Bodies) -> tuple[float, float, float]:
    x, y, z, turn = rows[row, 0], rows[row, 1], rows[row, 2], bodies.rotation
    return (
        turn[b, 0, 0] * x + turn[b, 0, 1] * y + turn[b, 0, 2] * z,
        turn[b, 1, 0] * x + turn[b, 1, 1] * y + turn[b, 1, 2] * z,
        turn[b, 2, 0] * x + turn[b, 2, 1] * y + turn[b, 2, 2] * z,
    )
