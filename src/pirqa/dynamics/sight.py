"""Two convex parts as they are seen along the axis of a contact: corners across and along it."""

from __future__ import annotations

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import Bodies, Near, Solids
from pirqa.model.polyhedron import FloatArray

__all__ = ["see_both"]


@inlined
def see_both(
    s: int,
    t: int,
    nx: float,
    ny: float,
    nz: float,
    x: float,
    y: float,
    z: float,
    kx: float,
    ky: float,
    kz: float,
    ox: float,
    oy: float,
    oz: float,
    bodies: Bodies,
    solids: Solids,
    near: Near,
) -> float:
    """Corners of both parts across and along the axis, about the origin; how deep they overlap along it [m]."""
    _, lowest = _view(t, 1, nx, ny, nz, x, y, z, kx, ky, kz, ox, oy, oz, bodies, solids, near.corner_second, near.sight)
    highest, _ = _view(s, 0, nx, ny, nz, x, y, z, kx, ky, kz, ox, oy, oz, bodies, solids, near.corner_first, near.sight)
    near.reach[0], near.reach[1] = highest, lowest
    return highest - lowest


@inlined
def _view(
    s: int,
    side: int,
    nx: float,
    ny: float,
    nz: float,
    x: float,
    y: float,
    z: float,
    kx: float,
    ky: float,
    kz: float,
    ox: float,
    oy: float,
    oz: float,
    bodies: Bodies,
    solids: Solids,
    seen: FloatArray,
    sight: FloatArray,
) -> tuple[float, float]:
    """Corners of a part across and along the axis, about the origin; the highest and the lowest along it [m]."""
    b, corner, turn, place, begin = (
        solids.body[s],
        solids.corner,
        bodies.rotation,
        bodies.position,
        solids.first_corner[s],
    )
    dx, dy, dz = place[b, 0] - ox, place[b, 1] - oy, place[b, 2] - oz
    u, v, w = (dx * x + dy * y + dz * z, dx * kx + dy * ky + dz * kz, dx * nx + dy * ny + dz * nz)
    u0, u1, u2 = _seen_from(b, x, y, z, turn)
    v0, v1, v2 = _seen_from(b, kx, ky, kz, turn)
    w0, w1, w2 = _seen_from(b, nx, ny, nz, turn)
    sight[side, 0], sight[side, 1], sight[side, 2] = u0, u1, u2
    sight[side, 3], sight[side, 4], sight[side, 5] = v0, v1, v2
    sight[side, 6], sight[side, 7], sight[side, 8] = w0, w1, w2
    highest, lowest = -1e300, 1e300
    for c in range(begin, solids.first_corner[s + 1]):
        cx, cy, cz = corner[c, 0], corner[c, 1], corner[c, 2]
        seen[c - begin, 0] = u + u0 * cx + u1 * cy + u2 * cz
        seen[c - begin, 1] = v + v0 * cx + v1 * cy + v2 * cz
        high = w + w0 * cx + w1 * cy + w2 * cz
        seen[c - begin, 2] = high
        highest, lowest = max(highest, high), min(lowest, high)
    return highest, lowest


@inlined
def _seen_from(b: int, x: float, y: float, z: float, turn: FloatArray) -> tuple[float, float, float]:
    """A direction of space in the axes of a body."""
    return (
        turn[b, 0, 0] * x + turn[b, 1, 0] * y + turn[b, 2, 0] * z,
        turn[b, 0, 1] * x + turn[b, 1, 1] * y + turn[b, 2, 1] * z,
        turn[b, 0, 2] * x + turn[b, 1, 2] * y + turn[b, 2, 2] * z,
    )
