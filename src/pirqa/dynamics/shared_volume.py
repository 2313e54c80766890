"""What two convex parts share: pieces of flat faces under flat faces, across an axis, each with a linear penetration.

The sum over all pairs of faces, those that look away taken off again, is exact for any two convex solids.
"""

from __future__ import annotations

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import Bodies, Near, Solids
from pirqa.dynamics.polygon import clip_positive, moments
from pirqa.model.polyhedron import FloatArray

__all__ = ["see_both", "shared_volume"]

_NO_LEAN = 1e-12
"""Area by the square of its slope that is none [m2]."""
_STEEP = 1e-4
"""Cosine between a face's normal and the axis below which the face bears nothing."""


@inlined
def shared_volume(
    p: int,
    s: int,
    t: int,
    stiffness: float,
    c0: float,
    cu: float,
    cv: float,
    solids: Solids,
    near: Near,
    scratch: FloatArray,
) -> tuple[
    float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float
]:
    """What two parts share across the axis along which :func:`see_both` has seen them.

    ``c0 + cu·u + cv·v`` is the damping's pressure [Pa]. Area that touches, elastic thrust and its moments, elastic
    energy, sideways components of the vector area, moments of the area that bears pressure, thrust and its moments.
    """
    touching = elastic = elastic_u = elastic_v = energy = area_u = area_v = other_u = other_v = 0.0
    lean_first = lean_second = _NO_LEAN
    area = su = sv = suu = suv = svv = thrust = about_u = about_v = 0.0
    plane, first, second = near.plane, near.corner_first, near.corner_second
    highest, lowest = near.reach[0] - near.arris[p], near.reach[1]
    if highest <= lowest:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    begin, end = solids.first_face[t], solids.first_face[t + 1]
    met, steep_first, steep_second = 0, False, False
    for g in range(begin, end):
        gz = _along(g, 1, 6, solids.normal, near.sight)
        if abs(gz) < _STEEP:
            steep_second = True
            continue
        # a face matters only where it reaches into the height that both parts share
        low, _ = _heights(g, solids.first_corner[t], solids, second)
        if low >= highest:
            continue
        gx, gy = _along(g, 1, 0, solids.normal, near.sight), _along(g, 1, 3, solids.normal, near.sight)
        _frame_face(g, met, solids.first_corner[t], gx, gy, gz, solids, second, plane)
        plane[met, 3], plane[met, 4], plane[met, 5] = (low, -1.0 if gz > 0.0 else 1.0, g)
        met += 1
    most = 0.0
    row = end - begin
    for f in range(solids.first_face[s], solids.first_face[s + 1]):
        fz = _along(f, 0, 6, solids.normal, near.sight)
        if abs(fz) < _STEEP:
            steep_first = True
            continue
        _, high = _heights(f, solids.first_corner[s], solids, first)
        high -= near.arris[p]
        if high <= lowest:
            continue
        fx, fy = _along(f, 0, 0, solids.normal, near.sight), _along(f, 0, 3, solids.normal, near.sight)
        _frame_face(f, row, solids.first_corner[s], fx, fy, fz, solids, first, plane)
        facing = 1.0 if fz > 0.0 else -1.0
        for k in range(met):
            if plane[k, 3] > high:
                continue
            p0 = plane[row, 0] - near.arris[p] - plane[k, 0]
            pu, pv = plane[row, 1] - plane[k, 1], plane[row, 2] - plane[k, 2]
            g = int(plane[k, 5])
            count = _overlap(f, g, s, t, p0, pu, pv, facing, plane[k, 4], solids, first, second, scratch)
            if count < 3:
                continue
            # about the piece's own first corner: far from the origin, a small steep piece would drown in rounding
            at_u, at_v = scratch[0, 0, 0], scratch[0, 0, 1]
            for i in range(count):
                scratch[0, i, 0] -= at_u
                scratch[0, i, 1] -= at_v
            p0 += pu * at_u + pv * at_v
            # what lies behind the far side of either part is not shared: it is taken off again
            sign = facing * plane[k, 4]
            a0, au, av, auu, auv, avv = moments(scratch, 0, count)
            a0, au, av, auu, auv, avv = (sign * a0, sign * au, sign * av, sign * auu, sign * auv, sign * avv)
            touching += a0
            area_u -= a0 * plane[row, 1]
            area_v -= a0 * plane[row, 2]
            other_u -= a0 * plane[k, 1]
            other_v -= a0 * plane[k, 2]
            lean_first += abs(a0) * (plane[row, 1] * plane[row, 1] + plane[row, 2] * plane[row, 2])
            lean_second += abs(a0) * (plane[k, 1] * plane[k, 1] + plane[k, 2] * plane[k, 2])
            one, one_u, one_v = (
                p0 * a0 + pu * au + pv * av,
                p0 * au + pu * auu + pv * auv,
                p0 * av + pu * auv + pv * avv,
            )
            elastic += stiffness * one
            elastic_u += stiffness * (one_u + at_u * one)
            elastic_v += stiffness * (one_v + at_v * one)
            energy += 0.5 * stiffness * (p0 * one + pu * one_u + pv * one_v)
            if a0 > most:
                most = a0
                near.flat[p, 0], near.flat[p, 1] = f, g
            f0 = stiffness * p0 + c0 + cu * at_u + cv * at_v
            fu, fv = stiffness * pu + cu, stiffness * pv + cv
            least = 1e300
            for i in range(count):
                least = min(least, f0 + fu * scratch[0, i, 0] + fv * scratch[0, i, 1])
            if least < 0.0:  # where they part quickly, damping would pull
                count = clip_positive(scratch, 0, count, f0, fu, fv, scratch, 1)
                if count < 3:
                    continue
                a0, au, av, auu, auv, avv = moments(scratch, 1, count)
                a0, au, av, auu, auv, avv = (sign * a0, sign * au, sign * av, sign * auu, sign * auv, sign * avv)
            push = f0 * a0 + fu * au + fv * av
            thrust += push
            about_u += f0 * au + fu * auu + fv * auv + at_u * push
            about_v += f0 * av + fu * auv + fv * avv + at_v * push
            area, su, sv = area + a0, su + au + at_u * a0, sv + av + at_v * a0
            suu += auu + at_u * (2.0 * au + at_u * a0)
            suv += auv + at_u * av + at_v * au + at_u * at_v * a0
            svv += avv + at_v * (2.0 * av + at_v * a0)
    near.flat[p, 2] = most / touching if touching > 0.0 else 0.0
    near.hold[p] = lean_first / (lean_first + lean_second)
    # sideways the surfaces of both within the other are as large; a steep face has no area seen along the axis, so that
    # the sum is wrong for the part that has one
    if steep_first:
        area_u, area_v = (0.0, 0.0) if steep_second else (other_u, other_v)
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


@inlined
def _along(f: int, side: int, axis: int, normal: FloatArray, sight: FloatArray) -> float:
    """Component of the normal of a face, along one of the axes as its part sees them."""
    part: float = (
        normal[f, 0] * sight[side, axis] + normal[f, 1] * sight[side, axis + 1] + normal[f, 2] * sight[side, axis + 2]
    )
    return part


@inlined
def _heights(f: int, begin: int, solids: Solids, seen: FloatArray) -> tuple[float, float]:
    """Lowest and highest corner of a face along the axis [m]."""
    low, high = 1e300, -1e300
    for i in range(solids.first_ring[f], solids.first_ring[f + 1]):
        height = seen[solids.ring[i] - begin, 2]
        low, high = min(low, height), max(high, height)
    return low, high


@inlined
def _frame_face(
    f: int, row: int, begin: int, fx: float, fy: float, fz: float, solids: Solids, seen: FloatArray, plane: FloatArray
) -> None:
    """Height over the plane across the axis as a linear function of the place."""
    c = solids.ring[solids.first_ring[f]] - begin
    slope_u, slope_v = -fx / fz, -fy / fz
    plane[row, 0] = seen[c, 2] - slope_u * seen[c, 0] - slope_v * seen[c, 1]
    plane[row, 1], plane[row, 2] = slope_u, slope_v


@inlined
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
    some, every = False, True
    for i in range(count):
        at = start + i if facing > 0.0 else start + count - 1 - i  # seen from behind, its corners go clockwise
        c = solids.ring[at] - begin
        u, v = first[c, 0], first[c, 1]
        scratch[0, i, 0], scratch[0, i, 1] = u, v
        inside = p0 + pu * u + pv * v > 0.0
        some, every = some or inside, every and inside
    if not some:
        return 0
    here, there = 0, 1
    if not every:
        count = clip_positive(scratch, 0, count, p0, pu, pv, scratch, 1)
        here, there = 1, 0
    start, end, begin = (solids.first_ring[g], solids.first_ring[g + 1], solids.first_corner[t])
    if solids.first_face[t + 1] - solids.first_face[t] == 1:  # the ground goes on and on
        end = start
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
    left: int = count
    return left
