"""When two convex parts that are apart meet: a pair is looked at again only when its gap may have closed."""

from __future__ import annotations

import math

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import APART, HELD, JOINED, TOUCHING, Bodies, Near, Solids
from pirqa.dynamics.nearness import full_area
from pirqa.dynamics.parting import find_parting_axis, gap_along

__all__ = ["axis_across", "is_asleep", "meet", "shift_of", "stays_apart", "touch_along"]

_SUDDEN = 2.0
"""Speed that a stone may gain until its pair is looked at again [m/s]."""
_LONGEST = 64
"""Steps until then at most."""


@inlined
def is_asleep(i: int, number: int, near: Near) -> bool:
    """Whether pair ``i`` has nothing to do in step ``number``: joints see to it, or it cannot have met yet."""
    p = near.slot[i]
    asleep: bool = near.state[p] == JOINED or (near.state[p] == APART and near.wake[p] > number)
    return asleep


@inlined
def meet(number: int, p: int, s: int, t: int, bodies: Bodies, solids: Solids, near: Near, step: float) -> bool:
    """Whether two parts that were apart now overlap: then along which axis, and where."""
    if stays_apart(number, p, s, t, bodies, solids, near, step):
        return False
    gap, nx, ny, nz = find_parting_axis(s, t, bodies, solids)
    return touch_along(number, p, s, t, gap, nx, ny, nz, bodies, solids, near, step)


@inlined
def touch_along(
    number: int,
    p: int,
    s: int,
    t: int,
    gap: float,
    nx: float,
    ny: float,
    nz: float,
    bodies: Bodies,
    solids: Solids,
    near: Near,
    step: float,
) -> bool:
    """Whether two parts overlap, whose ``gap`` [m] is widest along an axis: then they touch along it from now on."""
    near.normal[p, 0], near.normal[p, 1], near.normal[p, 2] = nx, ny, nz
    gap += near.arris[p]
    if gap >= 0.0:
        _sleep(number, p, s, t, gap, bodies, solids, near, step)
        return False
    ax, ay, az = axis_across(nx, ny, nz, 1.0, 0.0, 0.0)
    near.axis[p, 0], near.axis[p, 1], near.axis[p, 2] = ax, ay, az
    # halfway between what reaches farthest into the other: which of the two is called the first must not matter
    x, y, z = _tip_along(s, nx, ny, nz, bodies, solids)
    u, v, w = x, y, z
    if solids.first_face[t + 1] - solids.first_face[t] > 1:  # the ground has no tip
        u, v, w = _tip_along(t, -nx, -ny, -nz, bodies, solids)
    place, a = bodies.position, solids.body[s]
    near.place[p, 0] = 0.5 * (x + u) - place[a, 0]
    near.place[p, 1] = 0.5 * (y + v) - place[a, 1]
    near.place[p, 2] = 0.5 * (z + w) - place[a, 2]
    near.state[p], near.share[p], near.depth[p], near.hold[p] = TOUCHING, 1.0, -gap, 0.5
    near.law[p, 5] = full_area(solids.body[s], solids.body[t], bodies, solids)
    return True


@inlined
def stays_apart(number: int, p: int, s: int, t: int, bodies: Bodies, solids: Solids, near: Near, step: float) -> bool:
    """Whether the axis that parted two parts still does; then it is settled when to look at them again."""
    nx, ny, nz = near.normal[p, 0], near.normal[p, 1], near.normal[p, 2]
    if nx == 0.0 and ny == 0.0 and nz == 0.0:
        return False
    gap, _ = gap_along(s, t, nx, ny, nz, bodies, solids)
    gap += near.arris[p]
    if gap < 0.0:
        return False
    _sleep(number, p, s, t, gap, bodies, solids, near, step)
    return True


@inlined
def _sleep(
    number: int, p: int, s: int, t: int, gap: float, bodies: Bodies, solids: Solids, near: Near, step: float
) -> None:
    """Two parts are ``gap`` apart [m]: the step at which they must be looked at again."""
    if gap > 2.0 * near.arris[p]:  # they have come apart: from now on they are like any others
        near.arris[p] = 0.0
    ax, ay, az = shift_of(solids.body[s], bodies, step)
    bx, by, bz = shift_of(solids.body[t], bodies, step)
    bx, by, bz = bx - ax, by - ay, bz - az
    pace = _SUDDEN + math.sqrt(bx * bx + by * by + bz * bz) / step
    for b in (solids.body[s], solids.body[t]):
        if bodies.role[b] != HELD:
            l0, l1, l2 = (bodies.momentum[b, 0], bodies.momentum[b, 1], bodies.momentum[b, 2])
            r0, r1, r2 = (l0 * bodies.easiness[b, 0], l1 * bodies.easiness[b, 1], l2 * bodies.easiness[b, 2])
            pace += solids.radius[b] * math.sqrt(r0 * r0 + r1 * r1 + r2 * r2)
    near.wake[p] = number + min(int(0.5 * gap / (pace * step)), _LONGEST)


@inlined
def axis_across(nx: float, ny: float, nz: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Unit vector across n, as near to (x, y, z) as can be."""
    along = nx * x + ny * y + nz * z
    x, y, z = x - along * nx, y - along * ny, z - along * nz
    size = math.sqrt(x * x + y * y + z * z)
    if size < 0.1:  # along n: any other will do
        x, y, z = (ny * ny + nz * nz, -nx * ny, -nx * nz) if abs(nx) < 0.9 else (-nx * ny, nx * nx + nz * nz, -ny * nz)
        size = math.sqrt(x * x + y * y + z * z)
    return x / size, y / size, z / size


@inlined
def _tip_along(s: int, nx: float, ny: float, nz: float, bodies: Bodies, solids: Solids) -> tuple[float, float, float]:
    """Where the farthest corner of a part along an axis is [m]."""
    b, corner, turn, place = solids.body[s], solids.corner, bodies.rotation, bodies.position
    most, tx, ty, tz = -1e300, 0.0, 0.0, 0.0
    for c in range(solids.first_corner[s], solids.first_corner[s + 1]):
        x, y, z = corner[c, 0], corner[c, 1], corner[c, 2]
        wx = turn[b, 0, 0] * x + turn[b, 0, 1] * y + turn[b, 0, 2] * z
        wy = turn[b, 1, 0] * x + turn[b, 1, 1] * y + turn[b, 1, 2] * z
        wz = turn[b, 2, 0] * x + turn[b, 2, 1] * y + turn[b, 2, 2] * z
        along = wx * nx + wy * ny + wz * nz
        if along > most:
            most, tx, ty, tz = along, wx, wy, wz
    return place[b, 0] + tx, place[b, 1] + ty, place[b, 2] + tz


@inlined
def shift_of(b: int, bodies: Bodies, step: float) -> tuple[float, float, float]:
    """How far the mass centre of a body went in the last step [m]."""
    if bodies.role[b] == HELD:
        return bodies.last[b, 0], bodies.last[b, 1], bodies.last[b, 2]
    return (step * bodies.velocity[b, 0], step * bodies.velocity[b, 1], step * bodies.velocity[b, 2])
