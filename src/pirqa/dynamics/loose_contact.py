"""Contact between convex parts that no joint holds together: corners, edges and faces by one formula.

Across an axis n from one part to the other, what they share is the integral of how far the near surface of the one
reaches past the near surface of the other: pieces of flat faces on flat faces, each with a linear penetration, as in a
joint. Pressure is Kn times penetration, so the thrust is Kn times the volume that they share, whatever touches: two
faces (then this is the law of a joint), a corner or an edge on a face, two edges that cross. n is the direction of the
vector area of the surface of the one within the other (Feng, Comput. Methods Appl. Mech. Eng. 373, 2021): the face's
normal for a corner or an edge on a face, across both edges for two that cross, and without a jump between them.
Friction remembers its slip as in a joint; it moves with the place of contact.
"""

from __future__ import annotations

import math

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import APART, HELD, TOUCHING, Bodies, Loads, Memory, Near, Solids
from pirqa.dynamics.joint_law import NOTHING, let_go, rub
from pirqa.dynamics.nearness import full_area, lightness, spin_of
from pirqa.dynamics.parting import find_parting_axis, gap_along
from pirqa.dynamics.shared_volume import see_both, shared_volume
from pirqa.model.polyhedron import FloatArray

__all__ = ["axis_across", "press_loose", "shared_now"]

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
_SUDDEN = 2.0
"""Speed that a stone may gain until its pair is looked at again [m/s]."""
_LONGEST = 64
"""Steps until then at most."""


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
    count, touching = len(solids.body), 0
    total_rubbed = total_damped = total_opened = 0.0
    for i in range(near.tally[0]):
        p = near.slot[i]
        state = near.state[p]
        if state == APART:
            if near.wake[p] > number:
                continue
            if not _meet(number, p, near.key[i] // count, near.key[i] % count, bodies, solids, near, step):
                continue
        elif state != TOUCHING:
            continue
        s, t = near.key[i] // count, near.key[i] % count
        rubbed, damped, opened = _press(p, s, t, bodies, solids, near, memory, loads, tilt_axis, step, scratch)
        total_rubbed += rubbed
        total_damped += damped
        total_opened += opened
        if near.state[p] == TOUCHING:
            touching += 1
        else:
            near.wake[p] = number + 1
    near.tally[2] = touching
    return total_rubbed, total_damped, total_opened


@inlined
def _meet(number: int, p: int, s: int, t: int, bodies: Bodies, solids: Solids, near: Near, step: float) -> bool:
    """Whether two parts that were apart now overlap: then along which axis, and where."""
    normal = near.normal
    gap, _ = gap_along(s, t, normal[p, 0], normal[p, 1], normal[p, 2], bodies, solids)
    gap += near.arris[p]
    if gap < 0.0 or (normal[p, 0] == 0.0 and normal[p, 1] == 0.0 and normal[p, 2] == 0.0):
        gap, normal[p, 0], normal[p, 1], normal[p, 2] = find_parting_axis(s, t, bodies, solids)
        gap += near.arris[p]
    if gap > 2.0 * near.arris[p]:  # they have come apart: from now on they are like any others
        near.arris[p] = 0.0
    if gap >= 0.0:
        ax, ay, az = _shift_of(solids.body[s], bodies, step)
        bx, by, bz = _shift_of(solids.body[t], bodies, step)
        bx, by, bz = bx - ax, by - ay, bz - az
        pace = _SUDDEN + math.sqrt(bx * bx + by * by + bz * bz) / step
        for b in (solids.body[s], solids.body[t]):
            if bodies.role[b] != HELD:
                l0, l1, l2 = (bodies.momentum[b, 0], bodies.momentum[b, 1], bodies.momentum[b, 2])
                r0, r1, r2 = (l0 * bodies.easiness[b, 0], l1 * bodies.easiness[b, 1], l2 * bodies.easiness[b, 2])
                pace += solids.radius[b] * math.sqrt(r0 * r0 + r1 * r1 + r2 * r2)
        near.wake[p] = number + min(int(0.5 * gap / (pace * step)), _LONGEST)
        return False
    nx, ny, nz = normal[p, 0], normal[p, 1], normal[p, 2]
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
def _press(
    p: int,
    s: int,
    t: int,
    bodies: Bodies,
    solids: Solids,
    near: Near,
    memory: Memory,
    loads: Loads,
    tilt_axis: FloatArray,
    step: float,
    scratch: FloatArray,
) -> tuple[float, float, float]:
    a, b = solids.body[s], solids.body[t]
    place = bodies.position
    # relative motion of the second part over the last step, at the place of contact
    wax, way, waz = spin_of(a, bodies, tilt_axis, step)
    wbx, wby, wbz = spin_of(b, bodies, tilt_axis, step)
    dx, dy, dz = _shift_of(b, bodies, step)
    ox, oy, oz = _shift_of(a, bodies, step)
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
    (
        touching,
        elastic,
        elastic_u,
        elastic_v,
        energy,
        area_u,
        area_v,
        area,
        su,
        sv,
        suu,
        _,
        svv,
        thrust,
        about_u,
        about_v,
    ) = shared_volume(p, s, t, stiffness, rate * h0, rate * hu, rate * hv, solids, near, scratch)
    near.energy[p] = energy
    d0, du, dv = thrust - elastic, about_u - elastic_u, about_v - elastic_v
    viscous = memory.viscous
    damped = 0.5 * ((d0 + viscous[p, 0]) * h0 + (du + viscous[p, 1]) * hu + (dv + viscous[p, 2]) * hv)
    viscous[p, 0], viscous[p, 1], viscous[p, 2] = d0, du, dv
    if touching <= NOTHING:
        near.state[p] = APART
        viscous[p, 0], viscous[p, 1], viscous[p, 2] = 0.0, 0.0, 0.0
        return 0.0, damped, let_go(p, memory)
    rubbed = opened = 0.0
    f1 = f2 = turning = u = v = 0.0
    if area <= NOTHING:
        opened = let_go(p, memory)
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
        body = loads.body
        body[a, 0], body[a, 1], body[a, 2] = (body[a, 0] + fx, body[a, 1] + fy, body[a, 2] + fz)
        body[a, 3] += mx + py * fz - pz * fy
        body[a, 4] += my + pz * fx - px * fz
        body[a, 5] += mz + px * fy - py * fx
        body[b, 0], body[b, 1], body[b, 2] = (body[b, 0] - fx, body[b, 1] - fy, body[b, 2] - fz)
        body[b, 3] -= mx + qy * fz - qz * fy
        body[b, 4] -= my + qz * fx - qx * fz
        body[b, 5] -= mz + qx * fy - qy * fx

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
    opened += _turn_axis(p, s, t, nx, ny, nz, h0 / step, bodies, solids, near, scratch)
    return rubbed, damped, opened


@inlined
def _turn_axis(
    p: int,
    s: int,
    t: int,
    x: float,
    y: float,
    z: float,
    speed: float,
    bodies: Bodies,
    solids: Solids,
    near: Near,
    scratch: FloatArray,
) -> float:
    """Let the axis follow the vector area (x, y, z) where that turns otherwise than the stones; what this loses of the
    elastic energy [J].

    Seen along another axis the same volume is deeper and narrower, or the other way round, and would hold another
    energy: a share of the stiffness sees to it that turning brings none.
    """
    n = near.normal
    size = math.sqrt(x * x + y * y + z * z)
    x, y, z = x / size, y / size, z / size
    if n[p, 0] * x + n[p, 1] * y + n[p, 2] * z > _FOLLOWED:
        return 0.0
    held: float = near.energy[p]
    nx, ny, nz = n[p, 0], n[p, 1], n[p, 2]
    n[p, 0], n[p, 1], n[p, 2] = x, y, z
    _, whole, area = shared_now(p, s, t, bodies, solids, near, scratch)
    if area <= NOTHING or whole <= 0.0:
        n[p, 0], n[p, 1], n[p, 2] = nx, ny, nz
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
    a = solids.body[s]
    nx, ny, nz = near.normal[p, 0], near.normal[p, 1], near.normal[p, 2]
    x, y, z = axis_across(nx, ny, nz, near.axis[p, 0], near.axis[p, 1], near.axis[p, 2])
    kx, ky, kz = ny * z - nz * y, nz * x - nx * z, nx * y - ny * x
    ox, oy, oz = bodies.position[a, 0], bodies.position[a, 1], bodies.position[a, 2]
    ox, oy, oz = ox + near.place[p, 0], oy + near.place[p, 1], oz + near.place[p, 2]
    see_both(s, t, nx, ny, nz, x, y, z, kx, ky, kz, ox, oy, oz, bodies, solids, near)
    touching, elastic, _, _, energy, _, _, _, _, _, _, _, _, _, _, _ = shared_volume(
        p, s, t, near.law[p, 0], 0.0, 0.0, 0.0, solids, near, scratch
    )
    return elastic, energy, touching


@inlined
def _shift_of(b: int, bodies: Bodies, step: float) -> tuple[float, float, float]:
    """How far the mass centre of a body went in the last step [m]."""
    if bodies.role[b] == HELD:
        return bodies.last[b, 0], bodies.last[b, 1], bodies.last[b, 2]
    return (step * bodies.velocity[b, 0], step * bodies.velocity[b, 1], step * bodies.velocity[b, 2])


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
