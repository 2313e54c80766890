"""Contact between convex parts that no joint holds together: corners, edges and faces by one formula.

Across an axis n from one part to the other, the shared volume is the integral of how far the near surface of the one
reaches past the near surface of the other: pieces of flat faces on flat faces, each with a linear penetration, as in a
joint. Pressure is Kn times penetration, so the thrust is Kn times the shared volume, whatever touches: two faces (then
this is the law of a joint), a corner or an edge on a face, two edges that cross. n is the direction of the vector area
of the surface of the one within the other (Feng, Comput. Methods Appl. Mech. Eng. 373, 2021): the face's normal for a
corner or an edge on a face, across both edges for two that cross, and without a jump between them. Friction remembers
its slip as in a joint; it moves with the place of contact.
"""

from __future__ import annotations

import math

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import APART, TOUCHING, Bodies, Loads, Memory, Near, Solids
from pirqa.dynamics.joint_law import NOTHING, let_go, rub
from pirqa.dynamics.neighbours import axis_across, find_parting_axis, is_asleep, lightness, meet, shift_of, spin_of
from pirqa.dynamics.shared_volume import (
    ABOUT_U,
    ABOUT_V,
    AREA,
    AREA_U,
    AREA_V,
    ELASTIC,
    ELASTIC_U,
    ELASTIC_V,
    ENERGY,
    SU,
    SUU,
    SV,
    SVV,
    THRUST,
    TOUCHING_AREA,
    shared_volume,
)
from pirqa.model.polyhedron import FloatArray


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


_ROUND = 0.88
"""Squared ratio of mean distance to radius of gyration: of a square, and nearly of a circle."""
_SLIVER = 1e-6
"""Depth below which the direction of what two parts share is rounding [m]."""
_FOLLOWED = 1.0 - 1e-9
"""Cosine of the angle by which the axis may lag behind the vector area: 0.00005."""
_LITTLE, _LOW = 5e-4, 1e-4
"""Energy of two stones that have hardly met: this part of their speed squared, and 0.01 mm of their weight [J/kg]."""
_LEAST_SHARE = 0.05
"""Of the stiffness, however narrow and deep two stones lie in each other."""
_MOST_DAMPED = 10.0
"""On a small area, over the damping of a full one: on less than a hundredth of it, it stays what it is there."""


@inlined
def press_loose(
    number: int,
    bodies: Bodies,
    solids: Solids,
    near: Near,
    memory: Memory,
    loads: Loads,
    tilt_axis: FloatArray,
    step: float,
    scratch: FloatArray,
) -> tuple[float, float, float]:
    """Add the forces of all pairs that touch to their bodies; energy spent by friction, damping and opening [J]."""
    total_rubbed = total_damped = total_opened = 0.0
    near.tally[2] = 0
    for i in range(near.tally[0]):
        if is_asleep(i, number, near):
            continue
        rubbed, damped, opened = press_pair(i, number, bodies, solids, near, memory, tilt_axis, step, scratch)
        total_rubbed += rubbed
        total_damped += damped
        total_opened += opened
        if near.state[near.slot[i]] == TOUCHING:
            near.tally[2] += 1
            push_bodies(i, solids, near, loads)
    return total_rubbed, total_damped, total_opened


@inlined
def press_pair(
    i: int,
    number: int,
    bodies: Bodies,
    solids: Solids,
    near: Near,
    memory: Memory,
    tilt_axis: FloatArray,
    step: float,
    scratch: FloatArray,
) -> tuple[float, float, float]:
    """What pair ``i`` does, into ``near.push`` where it touches; energy spent by friction, damping and opening [J]."""
    count, p = len(solids.body), near.slot[i]
    s, t = near.key[i] // count, near.key[i] % count
    if near.state[p] == APART and not meet(number, p, s, t, bodies, solids, near, step):
        return 0.0, 0.0, 0.0
    spent = _press(p, s, t, bodies, solids, near, memory, tilt_axis, step, scratch)
    if near.state[p] != TOUCHING:
        near.wake[p] = number + 1
    return spent


@inlined
def push_bodies(i: int, solids: Solids, near: Near, loads: Loads) -> None:
    """Add the forces of pair ``i`` to its two bodies."""
    count, p, body, push = len(solids.body), near.slot[i], loads.body, near.push
    a, b = solids.body[near.key[i] // count], solids.body[near.key[i] % count]
    for k in range(6):
        body[a, k] += push[p, k]
        body[b, k] -= push[p, 6 + k]


@inlined
def _press(
    p: int,
    s: int,
    t: int,
    bodies: Bodies,
    solids: Solids,
    near: Near,
    memory: Memory,
    tilt_axis: FloatArray,
    step: float,
    scratch: FloatArray,
) -> tuple[float, float, float]:
    """A pair that touches: how it moved, what it shares now, what that does; seen again where its axis turns."""
    approach(p, s, t, bodies, solids, near, memory, tilt_axis, step)
    stiffness, c0, cu, cv = pressure_of(p, False, near)
    shared_volume(p, s, t, stiffness, c0, cu, cv, solids, near, scratch)
    rubbed, damped, opened, turns = respond(p, s, t, bodies, solids, near, memory, step)
    if turns:
        stiffness, c0, cu, cv = pressure_of(p, True, near)
        shared_volume(p, s, t, stiffness, c0, cu, cv, solids, near, scratch)
        opened += settle_turn(p, s, t, bodies, solids, near, step)
    return rubbed, damped, opened


@inlined
def pressure_of(p: int, turned: bool, near: Near) -> tuple[float, float, float, float]:
    """Stiffness [N/m3] and damping's pressure (at the origin, and by u and v) with which a pair's faces are weighed."""
    if turned:  # only its energy is asked for
        return near.law[p, 0], 0.0, 0.0, 0.0
    stage = near.stage
    return stage[22], stage[23] * stage[15], stage[23] * stage[16], stage[23] * stage[17]


@inlined
def approach(
    p: int,
    s: int,
    t: int,
    bodies: Bodies,
    solids: Solids,
    near: Near,
    memory: Memory,
    tilt_axis: FloatArray,
    step: float,
) -> None:
    """How a pair moved over the last step, into ``near.stage``, and both parts as seen along their axis now."""
    a, b = solids.body[s], solids.body[t]
    place = bodies.position
    # relative motion of the second part over the last step, at the place of contact
    wax, way, waz = spin_of(a, bodies, tilt_axis, step)
    wbx, wby, wbz = spin_of(b, bodies, tilt_axis, step)
    dx, dy, dz = shift_of(b, bodies, step)
    ox, oy, oz = shift_of(a, bodies, step)
    # the place goes with both: which of them is called the first must not matter
    px = near.place[p, 0] + 0.5 * (dx - ox)
    py = near.place[p, 1] + 0.5 * (dy - oy)
    pz = near.place[p, 2] + 0.5 * (dz - oz)
    near.place[p, 0], near.place[p, 1], near.place[p, 2] = px, py, pz
    qx, qy, qz = (place[a, 0] + px - place[b, 0], place[a, 1] + py - place[b, 1], place[a, 2] + pz - place[b, 2])
    dx += step * (wby * qz - wbz * qy) - ox - step * (way * pz - waz * py)
    dy += step * (wbz * qx - wbx * qz) - oy - step * (waz * px - wax * pz)
    dz += step * (wbx * qy - wby * qx) - oz - step * (wax * py - way * px)
    rx, ry, rz = step * (wbx - wax), step * (wby - way), step * (wbz - waz)
    # the normal turns with the faces that lie across it
    first, second = step * (1.0 - near.hold[p]), step * near.hold[p]
    hx, hy, hz = first * wax + second * wbx, first * way + second * wby, first * waz + second * wbz
    nx, ny, nz = near.normal[p, 0], near.normal[p, 1], near.normal[p, 2]
    nx, ny, nz = nx + hy * nz - hz * ny, ny + hz * nx - hx * nz, nz + hx * ny - hy * nx
    size = 1.0 / math.sqrt(nx * nx + ny * ny + nz * nz)
    nx, ny, nz = nx * size, ny * size, nz * size
    near.normal[p, 0], near.normal[p, 1], near.normal[p, 2] = nx, ny, nz
    # the axes turn with both bodies, so that slip is remembered in the stones
    hx, hy, hz = (0.5 * step * (wax + wbx), 0.5 * step * (way + wby), 0.5 * step * (waz + wbz))
    x, y, z = near.axis[p, 0], near.axis[p, 1], near.axis[p, 2]
    x, y, z = axis_across(nx, ny, nz, x + hy * z - hz * y, y + hz * x - hx * z, z + hx * y - hy * x)
    near.axis[p, 0], near.axis[p, 1], near.axis[p, 2] = x, y, z
    kx, ky, kz = ny * z - nz * y, nz * x - nx * z, nx * y - ny * x
    ox, oy, oz = place[a, 0] + px, place[a, 1] + py, place[a, 2] + pz
    deep = -near.arris[p] + see_both(s, t, nx, ny, nz, x, y, z, kx, ky, kz, ox, oy, oz, bodies, solids, near)
    moved = math.sqrt(dx * dx + dy * dy + dz * dz) + solids.radius[a] * math.sqrt(rx * rx + ry * ry + rz * rz)
    if deep > 2.0 * near.depth[p] + 4.0 * moved + _SLIVER:
        # an axis found from a sliver may be no good: along it the parts would seem to lie deep in each other
        _, nx, ny, nz = find_parting_axis(s, t, bodies, solids)
        near.normal[p, 0], near.normal[p, 1], near.normal[p, 2] = nx, ny, nz
        x, y, z = axis_across(nx, ny, nz, x, y, z)
        near.axis[p, 0], near.axis[p, 1], near.axis[p, 2] = x, y, z
        kx, ky, kz = ny * z - nz * y, nz * x - nx * z, nx * y - ny * x
        deep = -near.arris[p] + see_both(s, t, nx, ny, nz, x, y, z, kx, ky, kz, ox, oy, oz, bodies, solids, near)
    near.depth[p] = max(deep, 0.0)
    h0 = -(nx * dx + ny * dy + nz * dz)
    hu = -(nx * (ry * z - rz * y) + ny * (rz * x - rx * z) + nz * (rx * y - ry * x))
    hv = -(nx * (ry * kz - rz * ky) + ny * (rz * kx - rx * kz) + nz * (rx * ky - ry * kx))
    t0, t1 = x * dx + y * dy + z * dz, kx * dx + ky * dy + kz * dz
    t2 = nx * rx + ny * ry + nz * rz

    # the smaller the area, the softer the contact: the same fraction of its critical damping is more on each part of it
    law, more = near.law, 1.0
    if 0.0 < memory.area[p] < law[p, 5]:
        more = min(math.sqrt(law[p, 5] / memory.area[p]), _MOST_DAMPED)
    stiffness, rate = near.share[p] * law[p, 0], more * near.share[p] * law[p, 3] / step
    stage = near.stage
    stage[0], stage[1], stage[2] = px, py, pz
    stage[3], stage[4], stage[5] = qx, qy, qz
    stage[6], stage[7], stage[8] = nx, ny, nz
    stage[9], stage[10], stage[11] = x, y, z
    stage[12], stage[13], stage[14] = kx, ky, kz
    stage[15], stage[16], stage[17] = h0, hu, hv
    stage[18], stage[19], stage[20] = t0, t1, t2
    stage[21], stage[22], stage[23] = more, stiffness, rate


@inlined
def respond(
    p: int, s: int, t: int, bodies: Bodies, solids: Solids, near: Near, memory: Memory, step: float
) -> tuple[float, float, float, bool]:
    """Force of a pair from what its parts share, ``near.sums``, into ``near.push``; where they touch from now on.

    Energy spent by friction, damping and opening [J]; whether the axis turns: then the parts are seen along the new
    one, and what they share must be found again for :func:`settle_turn`.
    """
    stage, sums, law = near.stage, near.sums, near.law
    px, py, pz = stage[0], stage[1], stage[2]
    qx, qy, qz = stage[3], stage[4], stage[5]
    nx, ny, nz = stage[6], stage[7], stage[8]
    x, y, z = stage[9], stage[10], stage[11]
    kx, ky, kz = stage[12], stage[13], stage[14]
    h0, hu, hv = stage[15], stage[16], stage[17]
    t0, t1, t2 = stage[18], stage[19], stage[20]
    more = stage[21]
    touching, elastic, elastic_u, elastic_v = sums[TOUCHING_AREA], sums[ELASTIC], sums[ELASTIC_U], sums[ELASTIC_V]
    area, su, sv, suu, svv = sums[AREA], sums[SU], sums[SV], sums[SUU], sums[SVV]
    thrust, about_u, about_v, area_u, area_v = sums[THRUST], sums[ABOUT_U], sums[ABOUT_V], sums[AREA_U], sums[AREA_V]
    near.energy[p] = sums[ENERGY]
    d0, du, dv = thrust - elastic, about_u - elastic_u, about_v - elastic_v
    viscous = memory.viscous
    damped = 0.5 * ((d0 + viscous[p, 0]) * h0 + (du + viscous[p, 1]) * hu + (dv + viscous[p, 2]) * hv)
    viscous[p, 0], viscous[p, 1], viscous[p, 2] = d0, du, dv
    if touching <= NOTHING:
        near.state[p] = APART
        viscous[p, 0], viscous[p, 1], viscous[p, 2] = 0.0, 0.0, 0.0
        return 0.0, damped, let_go(p, memory), False
    rubbed = opened = 0.0
    f1 = f2 = turning = u = v = 0.0
    push = near.push
    if area <= NOTHING:
        opened = let_go(p, memory)
        for i in range(12):
            push[p, i] = 0.0
    else:
        u, v = su / area, sv / area
        polar = max(suu + svv - (su * u + sv * v), 0.0)
        f1, f2, turning, rubbed, stuck, opened, _ = rub(
            p,
            memory,
            area,
            u,
            v,
            polar,
            thrust,
            about_u,
            about_v,
            t0,
            t1,
            t2,
            near.share[p] * law[p, 1],
            more * near.share[p] * law[p, 4] / step,
            law[p, 2],
            -1.0,
            _ROUND,
        )
        damped += stuck
        fx, fy, fz = (f1 * x + f2 * kx - thrust * nx, f1 * y + f2 * ky - thrust * ny, f1 * z + f2 * kz - thrust * nz)
        lx, ly, lz = (about_u * x + about_v * kx, about_u * y + about_v * ky, about_u * z + about_v * kz)
        mx, my, mz = (
            lz * ny - ly * nz + turning * nx,
            lx * nz - lz * nx + turning * ny,
            ly * nx - lx * ny + turning * nz,
        )
        push[p, 0], push[p, 1], push[p, 2] = fx, fy, fz
        push[p, 3], push[p, 4], push[p, 5] = mx + py * fz - pz * fy, my + pz * fx - px * fz, mz + px * fy - py * fx
        push[p, 6], push[p, 7], push[p, 8] = fx, fy, fz
        push[p, 9], push[p, 10], push[p, 11] = mx + qy * fz - qz * fy, my + qz * fx - qx * fz, mz + qx * fy - qy * fx

    # for the next step: the axis along the vector area, the place at the centre of the elastic pressure
    if elastic > 0.0:
        u, v = elastic_u / elastic, elastic_v / elastic
        w = 0.5 * (near.reach[0] + near.reach[1])  # halfway between what reaches farthest into the other
        near.place[p, 0] = px + u * x + v * kx + w * nx
        near.place[p, 1] = py + u * y + v * ky + w * ny
        near.place[p, 2] = pz + u * z + v * kz + w * nz
        _move_memory(p, u, v, memory)
    nx, ny, nz = (
        nx * touching + area_u * x + area_v * kx,
        ny * touching + area_u * y + area_v * ky,
        nz * touching + area_u * z + area_v * kz,
    )
    return rubbed, damped, opened, _turn_axis(p, s, t, nx, ny, nz, bodies, solids, near)


@inlined
def _turn_axis(
    p: int, s: int, t: int, x: float, y: float, z: float, bodies: Bodies, solids: Solids, near: Near
) -> bool:
    """Whether the axis must follow the vector area (x, y, z), which turns otherwise than the stones; then it does."""
    n, stage = near.normal, near.stage
    size = math.sqrt(x * x + y * y + z * z)
    x, y, z = x / size, y / size, z / size
    if n[p, 0] * x + n[p, 1] * y + n[p, 2] * z > _FOLLOWED:
        return False
    stage[24], stage[25], stage[26] = n[p, 0], n[p, 1], n[p, 2]
    n[p, 0], n[p, 1], n[p, 2] = x, y, z
    _see_now(p, s, t, bodies, solids, near)
    return True


@inlined
def settle_turn(p: int, s: int, t: int, bodies: Bodies, solids: Solids, near: Near, step: float) -> float:
    """What turning the axis loses of the elastic energy [J].

    Seen along another axis the same volume is deeper and narrower, or the other way round, and would hold another
    energy: a share of the stiffness sees to it that turning brings none.
    """
    stage, speed = near.stage, near.stage[15] / step
    held: float = near.energy[p]
    whole: float = near.sums[ENERGY]
    area = near.sums[TOUCHING_AREA]
    if area <= NOTHING or whole <= 0.0:
        near.normal[p, 0], near.normal[p, 1], near.normal[p, 2] = stage[24], stage[25], stage[26]
        return 0.0
    near.depth[p] = max(near.reach[0] - near.reach[1] - near.arris[p], 0.0)
    if lightness(solids.body[s], solids.body[t], bodies) * near.share[p] * whole < _LITTLE * speed * speed + _LOW:
        near.energy[p] = near.share[p] * whole
        return 0.0
    share: float = min(held / whole, max(near.share[p], 1.0))
    near.share[p] = max(share, _LEAST_SHARE)
    near.energy[p] = near.share[p] * whole
    return held - share * whole


@inlined
def shared_now(
    p: int, s: int, t: int, bodies: Bodies, solids: Solids, near: Near, scratch: FloatArray
) -> tuple[float, float, float]:
    """Elastic thrust [N], energy [J] and area [m2] of two parts as they lie, with their whole stiffness."""
    _see_now(p, s, t, bodies, solids, near)
    shared_volume(p, s, t, near.law[p, 0], 0.0, 0.0, 0.0, solids, near, scratch)
    return near.sums[ELASTIC], near.sums[ENERGY], near.sums[TOUCHING_AREA]


@inlined
def _see_now(p: int, s: int, t: int, bodies: Bodies, solids: Solids, near: Near) -> None:
    """See both parts along the pair's axis, as they lie."""
    a = solids.body[s]
    nx, ny, nz = near.normal[p, 0], near.normal[p, 1], near.normal[p, 2]
    x, y, z = axis_across(nx, ny, nz, near.axis[p, 0], near.axis[p, 1], near.axis[p, 2])
    kx, ky, kz = ny * z - nz * y, nz * x - nx * z, nx * y - ny * x
    ox, oy, oz = bodies.position[a, 0], bodies.position[a, 1], bodies.position[a, 2]
    ox, oy, oz = ox + near.place[p, 0], oy + near.place[p, 1], oz + near.place[p, 2]
    see_both(s, t, nx, ny, nz, x, y, z, kx, ky, kz, ox, oy, oz, bodies, solids, near)


@inlined
def _move_memory(p: int, u: float, v: float, memory: Memory) -> None:
    """The origin moves by u and v along the axes: slip and moments are counted from there."""
    w = memory.slip[p, 2]
    memory.slip[p, 0] -= w * v
    memory.slip[p, 1] += w * u
    for array in (memory.shear, memory.shear_viscous):
        array[p, 2] -= u * array[p, 1] - v * array[p, 0]
    memory.viscous[p, 1] -= u * memory.viscous[p, 0]
    memory.viscous[p, 2] -= v * memory.viscous[p, 0]
