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

from pirqa.compiled import kernel
from pirqa.dynamics.arrays import APART, HELD, TOUCHING, Bodies, Loads, Memory, Near, Solids
from pirqa.dynamics.joint_law import NOTHING, let_go, rub
from pirqa.dynamics.nearness import find_parting_axis, gap_along, spin_of
from pirqa.dynamics.polygon import clip_positive, moments
from pirqa.model.polyhedron import FloatArray

__all__ = ["axis_across", "press_loose", "shared_now"]

_STEEP = 1e-4
"""Cosine between a face's normal and the axis below which the face bears nothing."""
_ROUND = 0.88
"""Squared ratio of mean distance to radius of gyration: of a square, and nearly of a circle."""
_SLIVER = 1e-6
"""Depth below which the direction of what two parts share is rounding [m]."""
_SUDDEN = 2.0
"""Speed that a stone may gain until its pair is looked at again [m/s]."""
_LONGEST = 64
"""Steps until then at most."""


@kernel(lean=True)
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


@kernel(lean=True)
def _meet(number: int, p: int, s: int, t: int, bodies: Bodies, solids: Solids, near: Near, step: float) -> bool:
    """Whether two parts that were apart now overlap: then along which axis, and where."""
    normal = near.normal
    gap, _ = gap_along(s, t, normal[p, 0], normal[p, 1], normal[p, 2], bodies, solids)
    if gap < 0.0 or (normal[p, 0] == 0.0 and normal[p, 1] == 0.0 and normal[p, 2] == 0.0):
        gap, normal[p, 0], normal[p, 1], normal[p, 2] = find_parting_axis(s, t, bodies, solids)
    if gap >= 0.0:
        pace = _SUDDEN
        for b in (solids.body[s], solids.body[t]):
            if bodies.role[b] != HELD:
                v = bodies.velocity
                pace += math.sqrt(v[b, 0] * v[b, 0] + v[b, 1] * v[b, 1] + v[b, 2] * v[b, 2])
                l0, l1, l2 = bodies.momentum[b, 0], bodies.momentum[b, 1], bodies.momentum[b, 2]
                r0, r1, r2 = l0 * bodies.easiness[b, 0], l1 * bodies.easiness[b, 1], l2 * bodies.easiness[b, 2]
                pace += solids.radius[b] * math.sqrt(r0 * r0 + r1 * r1 + r2 * r2)
        near.wake[p] = number + min(int(0.5 * gap / (pace * step)), _LONGEST)
        return False
    nx, ny, nz = normal[p, 0], normal[p, 1], normal[p, 2]
    ax, ay, az = axis_across(nx, ny, nz, 1.0, 0.0, 0.0)
    near.axis[p, 0], near.axis[p, 1], near.axis[p, 2] = ax, ay, az
    _mark_tip(p, s, nx, ny, nz, bodies, solids, near.place)
    near.state[p], near.share[p], near.depth[p] = TOUCHING, 1.0, -gap
    return True


@kernel(lean=True)
def axis_across(nx: float, ny: float, nz: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Unit vector across n, as near to (x, y, z) as can be."""
    along = nx * x + ny * y + nz * z
    x, y, z = x - along * nx, y - along * ny, z - along * nz
    size = math.sqrt(x * x + y * y + z * z)
    if size < 0.1:  # along n: any other will do
        x, y, z = (ny * ny + nz * nz, -nx * ny, -nx * nz) if abs(nx) < 0.9 else (-nx * ny, nx * nx + nz * nz, -ny * nz)
        size = math.sqrt(x * x + y * y + z * z)
    return x / size, y / size, z / size


@kernel(lean=True)
def _mark_tip(
    p: int, s: int, nx: float, ny: float, nz: float, bodies: Bodies, solids: Solids, place: FloatArray
) -> None:
    """Farthest corner of the first part along the axis: where to begin."""
    b, corner, turn = solids.body[s], solids.corner, bodies.rotation
    most = -1e300
    for c in range(solids.first_corner[s], solids.first_corner[s + 1]):
        x, y, z = corner[c, 0], corner[c, 1], corner[c, 2]
        wx = turn[b, 0, 0] * x + turn[b, 0, 1] * y + turn[b, 0, 2] * z
        wy = turn[b, 1, 0] * x + turn[b, 1, 1] * y + turn[b, 1, 2] * z
        wz = turn[b, 2, 0] * x + turn[b, 2, 1] * y + turn[b, 2, 2] * z
        along = wx * nx + wy * ny + wz * nz
        if along > most:
            most = along
            place[p, 0], place[p, 1], place[p, 2] = wx, wy, wz


@kernel(lean=True)
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
    nx, ny, nz = near.normal[p, 0], near.normal[p, 1], near.normal[p, 2]
    # relative motion of the second part over the last step, at the place of contact
    px, py, pz = near.place[p, 0], near.place[p, 1], near.place[p, 2]
    qx, qy, qz = place[a, 0] + px - place[b, 0], place[a, 1] + py - place[b, 1], place[a, 2] + pz - place[b, 2]
    wax, way, waz = spin_of(a, bodies, tilt_axis, step)
    wbx, wby, wbz = spin_of(b, bodies, tilt_axis, step)
    dx, dy, dz = _shift_of(b, bodies, step)
    ox, oy, oz = _shift_of(a, bodies, step)
    dx += step * (wby * qz - wbz * qy) - ox - step * (way * pz - waz * py)
    dy += step * (wbz * qx - wbx * qz) - oy - step * (waz * px - wax * pz)
    dz += step * (wbx * qy - wby * qx) - oz - step * (wax * py - way * px)
    rx, ry, rz = step * (wbx - wax), step * (wby - way), step * (wbz - waz)
    # the axes turn with both bodies, so that slip is remembered in the stones
    hx, hy, hz = 0.5 * step * (wax + wbx), 0.5 * step * (way + wby), 0.5 * step * (waz + wbz)
    x, y, z = near.axis[p, 0], near.axis[p, 1], near.axis[p, 2]
    x, y, z = axis_across(nx, ny, nz, x + hy * z - hz * y, y + hz * x - hx * z, z + hx * y - hy * x)
    near.axis[p, 0], near.axis[p, 1], near.axis[p, 2] = x, y, z
    kx, ky, kz = ny * z - nz * y, nz * x - nx * z, nx * y - ny * x
    ox, oy, oz = place[a, 0] + px, place[a, 1] + py, place[a, 2] + pz
    deep = _see_both(s, t, nx, ny, nz, x, y, z, kx, ky, kz, ox, oy, oz, bodies, solids, near)
    moved = math.sqrt(dx * dx + dy * dy + dz * dz) + solids.radius[a] * math.sqrt(rx * rx + ry * ry + rz * rz)
    if deep > 2.0 * near.depth[p] + 4.0 * moved + _SLIVER:
        # an axis found from a sliver may be no good: along it the parts would seem to lie deep in each other
        _, nx, ny, nz = find_parting_axis(s, t, bodies, solids)
        x, y, z = axis_across(nx, ny, nz, x, y, z)
        near.axis[p, 0], near.axis[p, 1], near.axis[p, 2] = x, y, z
        kx, ky, kz = ny * z - nz * y, nz * x - nx * z, nx * y - ny * x
        deep = _see_both(s, t, nx, ny, nz, x, y, z, kx, ky, kz, ox, oy, oz, bodies, solids, near)
    near.depth[p] = max(deep, 0.0)
    h0 = -(nx * dx + ny * dy + nz * dz)
    hu = -(nx * (ry * z - rz * y) + ny * (rz * x - rx * z) + nz * (rx * y - ry * x))
    hv = -(nx * (ry * kz - rz * ky) + ny * (rz * kx - rx * kz) + nz * (rx * ky - ry * kx))
    t0, t1 = x * dx + y * dy + z * dz, kx * dx + ky * dy + kz * dz
    t2 = nx * rx + ny * ry + nz * rz

    stiffness, rate = near.share[p] * near.law[p, 0], near.share[p] * near.law[p, 3] / step
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
    ) = _share(
        p,
        s,
        t,
        nx,
        ny,
        nz,
        x,
        y,
        z,
        kx,
        ky,
        kz,
        stiffness,
        rate * h0,
        rate * hu,
        rate * hv,
        bodies,
        solids,
        near,
        scratch,
    )
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
            near.share[p] * near.law[p, 1],
            near.share[p] * near.law[p, 4] / step,
            near.law[p, 2],
            -1.0,
            _ROUND,
        )
        damped += stuck
        fx, fy, fz = f1 * x + f2 * kx - thrust * nx, f1 * y + f2 * ky - thrust * ny, f1 * z + f2 * kz - thrust * nz
        lx, ly, lz = about_u * x + about_v * kx, about_u * y + about_v * ky, about_u * z + about_v * kz
        mx, my, mz = (
            lz * ny - ly * nz + turning * nx,
            lx * nz - lz * nx + turning * ny,
            ly * nx - lx * ny + turning * nz,
        )
        body = loads.body
        body[a, 0], body[a, 1], body[a, 2] = body[a, 0] + fx, body[a, 1] + fy, body[a, 2] + fz
        body[a, 3] += mx + py * fz - pz * fy
        body[a, 4] += my + pz * fx - px * fz
        body[a, 5] += mz + px * fy - py * fx
        body[b, 0], body[b, 1], body[b, 2] = body[b, 0] - fx, body[b, 1] - fy, body[b, 2] - fz
        body[b, 3] -= mx + qy * fz - qz * fy
        body[b, 4] -= my + qz * fx - qx * fz
        body[b, 5] -= mz + qx * fy - qy * fx

    # for the next step: the axis along the vector area, the place at the centre of the elastic pressure
    if elastic > 0.0:
        u, v = elastic_u / elastic, elastic_v / elastic
        near.place[p, 0], near.place[p, 1], near.place[p, 2] = (
            px + u * x + v * kx,
            py + u * y + v * ky,
            pz + u * z + v * kz,
        )
        _move_memory(p, u, v, memory)
    nx, ny, nz = (
        nx * touching + area_u * x + area_v * kx,
        ny * touching + area_u * y + area_v * ky,
        nz * touching + area_u * z + area_v * kz,
    )
    size = math.sqrt(nx * nx + ny * ny + nz * nz)
    near.normal[p, 0], near.normal[p, 1], near.normal[p, 2] = nx / size, ny / size, nz / size
    return rubbed, damped, opened


@kernel(lean=True)
def shared_now(
    p: int, s: int, t: int, bodies: Bodies, solids: Solids, near: Near, scratch: FloatArray
) -> tuple[float, float, float]:
    """Elastic thrust [N], energy [J] and area [m2] of two parts as they lie, with their whole stiffness."""
    a = solids.body[s]
    nx, ny, nz = near.normal[p, 0], near.normal[p, 1], near.normal[p, 2]
    x, y, z = near.axis[p, 0], near.axis[p, 1], near.axis[p, 2]
    kx, ky, kz = ny * z - nz * y, nz * x - nx * z, nx * y - ny * x
    ox, oy, oz = bodies.position[a, 0], bodies.position[a, 1], bodies.position[a, 2]
    ox, oy, oz = ox + near.place[p, 0], oy + near.place[p, 1], oz + near.place[p, 2]
    _see_both(s, t, nx, ny, nz, x, y, z, kx, ky, kz, ox, oy, oz, bodies, solids, near)
    touching, elastic, _, _, energy, _, _, _, _, _, _, _, _, _, _, _ = _share(
        p,
        s,
        t,
        nx,
        ny,
        nz,
        x,
        y,
        z,
        kx,
        ky,
        kz,
        near.law[p, 0],
        0.0,
        0.0,
        0.0,
        bodies,
        solids,
        near,
        scratch,
    )
    return elastic, energy, touching


@kernel(lean=True)
def _shift_of(b: int, bodies: Bodies, step: float) -> tuple[float, float, float]:
    """How far the mass centre of a body went in the last step [m]."""
    if bodies.role[b] == HELD:
        return bodies.last[b, 0], bodies.last[b, 1], bodies.last[b, 2]
    return step * bodies.velocity[b, 0], step * bodies.velocity[b, 1], step * bodies.velocity[b, 2]


@kernel(lean=True)
def _move_memory(p: int, u: float, v: float, memory: Memory) -> None:
    """The origin moves by u and v along the axes: slip and moments are counted from there."""
    w = memory.slip[p, 2]
    memory.slip[p, 0] -= w * v
    memory.slip[p, 1] += w * u
    for array in (memory.shear, memory.shear_viscous):
        array[p, 2] -= u * array[p, 1] - v * array[p, 0]
    memory.viscous[p, 1] -= u * memory.viscous[p, 0]
    memory.viscous[p, 2] -= v * memory.viscous[p, 0]


@kernel(lean=True)
def _share(
    p: int,
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
    stiffness: float,
    c0: float,
    cu: float,
    cv: float,
    bodies: Bodies,
    solids: Solids,
    near: Near,
    scratch: FloatArray,
) -> tuple[
    float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float
]:
    """What two parts share across the axis n, as :func:`_see_both` has seen them.

    ``c0 + cu·u + cv·v`` is the damping's pressure [Pa]. Area that touches, elastic thrust and its moments, elastic
    energy, sideways components of the vector area, moments of the area that bears pressure, thrust and its moments.
    """
    touching = elastic = elastic_u = elastic_v = energy = area_u = area_v = 0.0
    area = su = sv = suu = suv = svv = thrust = about_u = about_v = 0.0
    plane, first, second = near.plane, near.corner_first, near.corner_second
    highest, lowest = near.reach[0], near.reach[1]
    if highest <= lowest:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    begin, end = solids.first_face[t], solids.first_face[t + 1]
    met = 0
    for g in range(begin, end):
        # a face matters only where it reaches into the height that both parts share
        low, _ = _heights(g, solids.first_corner[t], solids, second)
        if low >= highest:
            continue
        gx, gy, gz = _face_normal(g, solids.body[t], nx, ny, nz, x, y, z, kx, ky, kz, bodies, solids)
        if abs(gz) > _STEEP:
            _frame_face(g, met, solids.first_corner[t], gx, gy, gz, solids, second, plane)
            plane[met, 3], plane[met, 4], plane[met, 5] = low, -1.0 if gz > 0.0 else 1.0, g
            met += 1
    most = 0.0
    row = end - begin
    for f in range(solids.first_face[s], solids.first_face[s + 1]):
        _, high = _heights(f, solids.first_corner[s], solids, first)
        if high <= lowest:
            continue
        fx, fy, fz = _face_normal(f, solids.body[s], nx, ny, nz, x, y, z, kx, ky, kz, bodies, solids)
        if abs(fz) < _STEEP:
            continue
        _frame_face(f, row, solids.first_corner[s], fx, fy, fz, solids, first, plane)
        facing = 1.0 if fz > 0.0 else -1.0
        tilt_u, tilt_v = fx / fz, fy / fz
        for k in range(met):
            if plane[k, 3] > high:
                continue
            p0, pu, pv = plane[row, 0] - plane[k, 0], plane[row, 1] - plane[k, 1], plane[row, 2] - plane[k, 2]
            g = int(plane[k, 5])
            count = _overlap(f, g, s, t, p0, pu, pv, facing, plane[k, 4], solids, first, second, scratch)
            if count < 3:
                continue
            # what lies behind the far side of either part is not shared: it is taken off again
            sign = facing * plane[k, 4]
            a0, au, av, auu, auv, avv = moments(scratch, 0, count)
            a0, au, av, auu, auv, avv = sign * a0, sign * au, sign * av, sign * auu, sign * auv, sign * avv
            touching += a0
            area_u += a0 * tilt_u
            area_v += a0 * tilt_v
            one, one_u, one_v = (
                p0 * a0 + pu * au + pv * av,
                p0 * au + pu * auu + pv * auv,
                p0 * av + pu * auv + pv * avv,
            )
            elastic += stiffness * one
            elastic_u += stiffness * one_u
            elastic_v += stiffness * one_v
            energy += 0.5 * stiffness * (p0 * one + pu * one_u + pv * one_v)
            if a0 > most:
                most = a0
                near.flat[p, 0], near.flat[p, 1] = f, g
            f0, fu, fv = stiffness * p0 + c0, stiffness * pu + cu, stiffness * pv + cv
            least = 1e300
            for i in range(count):
                least = min(least, f0 + fu * scratch[0, i, 0] + fv * scratch[0, i, 1])
            if least < 0.0:  # where they part quickly, damping would pull
                count = clip_positive(scratch, 0, count, f0, fu, fv, scratch, 1)
                if count < 3:
                    continue
                a0, au, av, auu, auv, avv = moments(scratch, 1, count)
                a0, au, av, auu, auv, avv = sign * a0, sign * au, sign * av, sign * auu, sign * auv, sign * avv
            area, su, sv, suu, suv, svv = area + a0, su + au, sv + av, suu + auu, suv + auv, svv + avv
            thrust += f0 * a0 + fu * au + fv * av
            about_u += f0 * au + fu * auu + fv * auv
            about_v += f0 * av + fu * auv + fv * avv
    near.flat[p, 2] = most / touching if touching > 0.0 else 0.0
    return (
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
        suv,
        svv,
        thrust,
        about_u,
        about_v,
    )


@kernel(lean=True)
def _see_both(
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
    lowest = _view(t, nx, ny, nz, x, y, z, kx, ky, kz, ox, oy, oz, bodies, solids, near.corner_second, False)
    highest = _view(s, nx, ny, nz, x, y, z, kx, ky, kz, ox, oy, oz, bodies, solids, near.corner_first, True)
    near.reach[0], near.reach[1] = highest, lowest
    return highest - lowest


@kernel(lean=True)
def _view(
    s: int,
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
    upper: bool,
) -> float:
    """Corners of a part across and along the axis, about the origin; the highest or the lowest along it [m]."""
    b, corner, turn, place, begin = (
        solids.body[s],
        solids.corner,
        bodies.rotation,
        bodies.position,
        solids.first_corner[s],
    )
    dx, dy, dz = place[b, 0] - ox, place[b, 1] - oy, place[b, 2] - oz
    u, v, w = dx * x + dy * y + dz * z, dx * kx + dy * ky + dz * kz, dx * nx + dy * ny + dz * nz
    u0, u1, u2 = _seen_from(b, x, y, z, turn)
    v0, v1, v2 = _seen_from(b, kx, ky, kz, turn)
    w0, w1, w2 = _seen_from(b, nx, ny, nz, turn)
    extreme = -1e300 if upper else 1e300
    for c in range(begin, solids.first_corner[s + 1]):
        cx, cy, cz = corner[c, 0], corner[c, 1], corner[c, 2]
        seen[c - begin, 0] = u + u0 * cx + u1 * cy + u2 * cz
        seen[c - begin, 1] = v + v0 * cx + v1 * cy + v2 * cz
        high = w + w0 * cx + w1 * cy + w2 * cz
        seen[c - begin, 2] = high
        extreme = max(extreme, high) if upper else min(extreme, high)
    return extreme


@kernel(lean=True)
def _seen_from(b: int, x: float, y: float, z: float, turn: FloatArray) -> tuple[float, float, float]:
    """A direction of space in the axes of a body."""
    return (
        turn[b, 0, 0] * x + turn[b, 1, 0] * y + turn[b, 2, 0] * z,
        turn[b, 0, 1] * x + turn[b, 1, 1] * y + turn[b, 2, 1] * z,
        turn[b, 0, 2] * x + turn[b, 1, 2] * y + turn[b, 2, 2] * z,
    )


@kernel(lean=True)
def _face_normal(
    f: int,
    b: int,
    nx: float,
    ny: float,
    nz: float,
    x: float,
    y: float,
    z: float,
    kx: float,
    ky: float,
    kz: float,
    bodies: Bodies,
    solids: Solids,
) -> tuple[float, float, float]:
    """Normal of a face across and along the axis."""
    turn, normal = bodies.rotation, solids.normal
    c0, c1, c2 = normal[f, 0], normal[f, 1], normal[f, 2]
    wx = turn[b, 0, 0] * c0 + turn[b, 0, 1] * c1 + turn[b, 0, 2] * c2
    wy = turn[b, 1, 0] * c0 + turn[b, 1, 1] * c1 + turn[b, 1, 2] * c2
    wz = turn[b, 2, 0] * c0 + turn[b, 2, 1] * c1 + turn[b, 2, 2] * c2
    return wx * x + wy * y + wz * z, wx * kx + wy * ky + wz * kz, wx * nx + wy * ny + wz * nz


@kernel(lean=True)
def _heights(f: int, begin: int, solids: Solids, seen: FloatArray) -> tuple[float, float]:
    """Lowest and highest corner of a face along the axis [m]."""
    low, high = 1e300, -1e300
    for i in range(solids.first_ring[f], solids.first_ring[f + 1]):
        height = seen[solids.ring[i] - begin, 2]
        low, high = min(low, height), max(high, height)
    return low, high


@kernel(lean=True)
def _frame_face(
    f: int, row: int, begin: int, fx: float, fy: float, fz: float, solids: Solids, seen: FloatArray, plane: FloatArray
) -> None:
    """Height over the plane across the axis as a linear function of the place."""
    c = solids.ring[solids.first_ring[f]] - begin
    slope_u, slope_v = -fx / fz, -fy / fz
    plane[row, 0] = seen[c, 2] - slope_u * seen[c, 0] - slope_v * seen[c, 1]
    plane[row, 1], plane[row, 2] = slope_u, slope_v


@kernel(lean=True)
def _overlap(
    f: int,
    g: int,
    s: int,
    t: int,
    p0: float,
    pu: float,
    pv: float,
    facing: float,
    opposed: float,
    solids: Solids,
    first: FloatArray,
    second: FloatArray,
    scratch: FloatArray,
) -> int:
    """Corners of the part of face ``f`` over face ``g`` where p > 0, counter-clockwise, into row 0; their number."""
    start, begin = solids.first_ring[f], solids.first_corner[s]
    count = solids.first_ring[f + 1] - start
    some = False
    for i in range(count):
        at = start + i if facing > 0.0 else start + count - 1 - i  # seen from behind, its corners go clockwise
        c = solids.ring[at] - begin
        u, v = first[c, 0], first[c, 1]
        scratch[0, i, 0], scratch[0, i, 1] = u, v
        some = some or p0 + pu * u + pv * v > 0.0
    if not some:
        return 0
    count = clip_positive(scratch, 0, count, p0, pu, pv, scratch, 1)
    here, there = 1, 0
    start, end, begin = solids.first_ring[g], solids.first_ring[g + 1], solids.first_corner[t]
    c = solids.ring[end - 1] - begin
    u0, v0 = second[c, 0], second[c, 1]
    for i in range(start, end):
        if count < 3:
            return 0
        c = solids.ring[i] - begin
        u1, v1 = second[c, 0], second[c, 1]
        along_u, along_v = opposed * (v1 - v0), opposed * (u0 - u1)
        constant = -(along_u * u0 + along_v * v0)
        least = 1e300
        for k in range(count):
            least = min(least, constant + along_u * scratch[here, k, 0] + along_v * scratch[here, k, 1])
        if least < 0.0:  # most edges are far from a small overlap
            count = clip_positive(scratch, here, count, constant, along_u, along_v, scratch, there)
            here, there = there, here
        u0, v0 = u1, v1
    if here == 1:
        for i in range(count):
            scratch[0, i, 0], scratch[0, i, 1] = scratch[1, i, 0], scratch[1, i, 1]
    return count
