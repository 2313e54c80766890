"""An axis that parts two convex parts, or along which they overlap least."""

from __future__ import annotations

import math

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import Bodies, Solids
from pirqa.model.polyhedron import FloatArray

__all__ = ["A_LITTLE", "count_axes", "find_parting_axis", "gap_across_edges", "gap_across_face", "gap_along"]

_MOST_CROSSES = 1024
"""Pairs of edges to try as axes; where there are more, the faces' normals must do."""
A_LITTLE = 1e-12
"""By which a gap across edges must be wider for its axis to be taken: of many that are as good, the first [m]."""


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
    faces, crosses = count_axes(s, t, solids)
    for i in range(faces):
        gap, nx, ny, nz = gap_across_face(i, s, t, bodies, solids)
        if gap > best:
            best, bx, by, bz = gap, nx, ny, nz
    for i in range(crosses):
        gap, nx, ny, nz = gap_across_edges(i, s, t, bodies, solids)
        if gap > best + A_LITTLE:
            best, bx, by, bz = gap, nx, ny, nz
    return best, bx, by, bz


@inlined
def count_axes(s: int, t: int, solids: Solids) -> tuple[int, int]:
    """How many faces two parts have, and how many pairs of edges are to be tried."""
    faces = solids.first_face[s + 1] - solids.first_face[s] + solids.first_face[t + 1] - solids.first_face[t]
    edges = solids.first_edge[s + 1] - solids.first_edge[s]
    crosses = edges * (solids.first_edge[t + 1] - solids.first_edge[t])
    return faces, crosses if crosses <= _MOST_CROSSES else 0


@inlined
def gap_across_face(i: int, s: int, t: int, bodies: Bodies, solids: Solids) -> tuple[float, float, float, float]:
    """Gap along the normal of face ``i``, those of the first part coming first, and that axis out of the first [m]."""
    own = solids.first_face[s + 1] - solids.first_face[s]
    if i < own:
        nx, ny, nz = _in_space(solids.body[s], solids.first_face[s] + i, solids.normal, bodies)
    else:
        nx, ny, nz = _in_space(solids.body[t], solids.first_face[t] + i - own, solids.normal, bodies)
        nx, ny, nz = -nx, -ny, -nz
    gap, _ = gap_along(s, t, nx, ny, nz, bodies, solids)
    return gap, nx, ny, nz


@inlined
def gap_across_edges(i: int, s: int, t: int, bodies: Bodies, solids: Solids) -> tuple[float, float, float, float]:
    """Gap along the wider of the two axes across pair ``i`` of edges, and that axis; none where they are parallel."""
    others = solids.first_edge[t + 1] - solids.first_edge[t]
    ex, ey, ez = _in_space(solids.body[s], solids.first_edge[s] + i // others, solids.edge, bodies)
    fx, fy, fz = _in_space(solids.body[t], solids.first_edge[t] + i % others, solids.edge, bodies)
    nx, ny, nz = ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx
    size = math.sqrt(nx * nx + ny * ny + nz * nz)
    if size < 1e-3:  # nearly parallel edges: the faces' normals part them
        return -1e300, 0.0, 0.0, 1.0
    nx, ny, nz = nx / size, ny / size, nz / size
    gap, back = gap_along(s, t, nx, ny, nz, bodies, solids)
    if back > gap + A_LITTLE:
        return back, -nx, -ny, -nz
    return gap, nx, ny, nz


@inlined
def _in_space(b: int, row: int, rows: FloatArray, bodies: Bodies) -> tuple[float, float, float]:
    x, y, z, turn = rows[row, 0], rows[row, 1], rows[row, 2], bodies.rotation
    return (
        turn[b, 0, 0] * x + turn[b, 0, 1] * y + turn[b, 0, 2] * z,
        turn[b, 1, 0] * x + turn[b, 1, 1] * y + turn[b, 1, 2] * z,
        turn[b, 2, 0] * x + turn[b, 2, 1] * y + turn[b, 2, 2] * z,
    )
