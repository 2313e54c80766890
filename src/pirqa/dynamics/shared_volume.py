"""What two convex parts share: pieces of flat faces under flat faces, across an axis, each with a linear penetration.

The sum over all pairs of faces, those that look away taken off again, is exact for any two convex solids.
"""

from __future__ import annotations

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import Near, Solids
from pirqa.dynamics.polygon import clip_positive, moments
from pirqa.model.polyhedron import FloatArray

_NO_LEAN = 1e-12
"""Area by the square of its slope that is none [m2]."""
_STEEP = 1e-4
"""Cosine between a face's normal and the axis below which the face bears nothing."""
STEEP, OUT_OF_REACH, MATTERS = 0, 1, 2
"""What a face is to the other part: seen edge on, out of its reach, or neither."""
(
    TOUCHING_AREA,
    ELASTIC,
    ELASTIC_U,
    ELASTIC_V,
    ENERGY,
    AREA_U,
    AREA_V,
    OTHER_U,
    OTHER_V,
    LEAN_FIRST,
    LEAN_SECOND,
    AREA,
    SU,
    SV,
    SUU,
    SUV,
    SVV,
    THRUST,
    ABOUT_U,
    ABOUT_V,
    LARGEST,
    FIRST_FACE,
    SECOND_FACE,
    FIRST_STEEP,
    SECOND_STEEP,
    SUMS,
) = range(26)
"""Columns of ``Near.sums``, what pairs of faces add up to. Area that touches, elastic thrust and its moments, elastic
energy; sideways components of the vector area, of the surface of either part; area by the square of the slope of
either; moments of the area that bears pressure, thrust and its moments. Then, not summed: the largest piece, and the
faces that share it; whether either part has a face that is seen edge on. Last, how many columns there are."""


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
) -> None:
    """What two parts share across the axis along which they were seen last, into ``near.sums``.

    ``c0 + cu·u + cv·v`` is the damping's pressure [Pa].
    """
    sums, plane = near.sums, near.plane
    for i in range(SUMS):
        sums[i] = begins_with(i)
    if near.reach[0] - near.arris[p] <= near.reach[1]:
        return
    begin, end = solids.first_face[t], solids.first_face[t + 1]
    met = 0
    for g in range(begin, end):
        seen = face_below(g, met, p, t, solids, near)
        if seen == STEEP:
            sums[SECOND_STEEP] = 1.0
        elif seen == MATTERS:
            met += 1
    row = end - begin
    for f in range(solids.first_face[s], solids.first_face[s + 1]):
        seen = face_above(f, row, p, s, solids, near)
        if seen == STEEP:
            sums[FIRST_STEEP] = 1.0
        elif seen == MATTERS:
            for k in range(met):
                if plane[k, 3] <= plane[row, 3]:
                    weigh_faces(row, k, p, s, t, stiffness, c0, cu, cv, solids, near, scratch)
    conclude(p, near)


@inlined
def begins_with(column: int) -> float:
    """What a sum is before any faces are added."""
    return _NO_LEAN if column in (LEAN_FIRST, LEAN_SECOND) else 0.0


@inlined
def face_below(g: int, row: int, p: int, t: int, solids: Solids, near: Near) -> int:
    """Put face ``g`` of the second part into a row of ``near.plane``, where it matters."""
    gz = _along(g, 1, 6, solids.normal, near.sight)
    if abs(gz) < _STEEP:
        return STEEP
    # a face matters only where it reaches into the height that both parts share
    low, _ = _heights(g, solids.first_corner[t], solids, near.corner_second)
    if low >= near.reach[0] - near.arris[p]:
        return OUT_OF_REACH
    gx, gy = _along(g, 1, 0, solids.normal, near.sight), _along(g, 1, 3, solids.normal, near.sight)
    _frame_face(g, row, solids.first_corner[t], gx, gy, gz, solids, near.corner_second, near.plane)
    near.plane[row, 3], near.plane[row, 4], near.plane[row, 5] = low, -1.0 if gz > 0.0 else 1.0, g
    return MATTERS


@inlined
def face_above(f: int, row: int, p: int, s: int, solids: Solids, near: Near) -> int:
    """Put face ``f`` of the first part into a row of ``near.plane``, where it matters."""
    fz = _along(f, 0, 6, solids.normal, near.sight)
    if abs(fz) < _STEEP:
        return STEEP
    _, high = _heights(f, solids.first_corner[s], solids, near.corner_first)
    high -= near.arris[p]
    if high <= near.reach[1]:
        return OUT_OF_REACH
    fx, fy = _along(f, 0, 0, solids.normal, near.sight), _along(f, 0, 3, solids.normal, near.sight)
    _frame_face(f, row, solids.first_corner[s], fx, fy, fz, solids, near.corner_first, near.plane)
    near.plane[row, 3], near.plane[row, 4], near.plane[row, 5] = high, 1.0 if fz > 0.0 else -1.0, f
    return MATTERS


@inlined
def weigh_faces(
    row: int,
    k: int,
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
) -> None:
    """Add what lies between two faces, in rows ``row`` (above) and ``k`` (below) of ``near.plane``, to the sums."""
    plane, sums = near.plane, near.sums
    facing, f, g = plane[row, 4], int(plane[row, 5]), int(plane[k, 5])
    p0 = plane[row, 0] - near.arris[p] - plane[k, 0]
    pu, pv = plane[row, 1] - plane[k, 1], plane[row, 2] - plane[k, 2]
    count = _overlap(
        f, g, s, t, p0, pu, pv, facing, plane[k, 4], solids, near.corner_first, near.corner_second, scratch
    )
    if count < 3:
        return
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
    sums[TOUCHING_AREA] += a0
    sums[AREA_U] -= a0 * plane[row, 1]
    sums[AREA_V] -= a0 * plane[row, 2]
    sums[OTHER_U] -= a0 * plane[k, 1]
    sums[OTHER_V] -= a0 * plane[k, 2]
    sums[LEAN_FIRST] += abs(a0) * (plane[row, 1] * plane[row, 1] + plane[row, 2] * plane[row, 2])
    sums[LEAN_SECOND] += abs(a0) * (plane[k, 1] * plane[k, 1] + plane[k, 2] * plane[k, 2])
    one, one_u, one_v = (
        p0 * a0 + pu * au + pv * av,
        p0 * au + pu * auu + pv * auv,
        p0 * av + pu * auv + pv * avv,
    )
    sums[ELASTIC] += stiffness * one
    sums[ELASTIC_U] += stiffness * (one_u + at_u * one)
    sums[ELASTIC_V] += stiffness * (one_v + at_v * one)
    sums[ENERGY] += 0.5 * stiffness * (p0 * one + pu * one_u + pv * one_v)
    if a0 > sums[LARGEST]:
        sums[LARGEST], sums[FIRST_FACE], sums[SECOND_FACE] = a0, f, g
    f0 = stiffness * p0 + c0 + cu * at_u + cv * at_v
    fu, fv = stiffness * pu + cu, stiffness * pv + cv
    least = 1e300
    for i in range(count):
        least = min(least, f0 + fu * scratch[0, i, 0] + fv * scratch[0, i, 1])
    if least < 0.0:  # where they part quickly, damping would pull
        count = clip_positive(scratch, 0, count, f0, fu, fv, scratch, 1)
        if count < 3:
            return
        a0, au, av, auu, auv, avv = moments(scratch, 1, count)
        a0, au, av, auu, auv, avv = (sign * a0, sign * au, sign * av, sign * auu, sign * auv, sign * avv)
    push = f0 * a0 + fu * au + fv * av
    sums[THRUST] += push
    sums[ABOUT_U] += f0 * au + fu * auu + fv * auv + at_u * push
    sums[ABOUT_V] += f0 * av + fu * auv + fv * avv + at_v * push
    sums[AREA] += a0
    sums[SU] += au + at_u * a0
    sums[SV] += av + at_v * a0
    sums[SUU] += auu + at_u * (2.0 * au + at_u * a0)
    sums[SUV] += auv + at_u * av + at_v * au + at_u * at_v * a0
    sums[SVV] += avv + at_v * (2.0 * av + at_v * a0)


@inlined
def conclude(p: int, near: Near) -> None:
    """What follows from the sums over all pairs of faces."""
    sums = near.sums
    if sums[LARGEST] > 0.0:
        near.flat[p, 0], near.flat[p, 1] = sums[FIRST_FACE], sums[SECOND_FACE]
    near.flat[p, 2] = sums[LARGEST] / sums[TOUCHING_AREA] if sums[TOUCHING_AREA] > 0.0 else 0.0
    near.hold[p] = sums[LEAN_FIRST] / (sums[LEAN_FIRST] + sums[LEAN_SECOND])
    # sideways the surfaces of both within the other are as large; a steep face has no area seen along the axis, so that
    # the sum is wrong for the part that has one
    if sums[FIRST_STEEP] > 0.0:
        none = sums[SECOND_STEEP] > 0.0
        sums[AREA_U], sums[AREA_V] = (0.0, 0.0) if none else (sums[OTHER_U], sums[OTHER_V])


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
