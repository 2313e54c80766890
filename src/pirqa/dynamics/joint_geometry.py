"""The geometry of a joint: its gap, the part of the overlap that touches, and the overlap after sliding.

Stones are rigid and faces plane, so the penetration over an overlap polygon is a linear function
p = p0 + pu·u + pv·v of the place: no mesh is needed, only a polygon clipped by a line. Both faces are convex, so their
overlap is one polygon; the same function computes it at the start and after the stones have slid.
"""

from __future__ import annotations

import math

from pirqa.compiled import inlined, kernel
from pirqa.dynamics.arrays import DEAD, PARTLY, WHOLE, Bodies, Frames, IntArray, Joints, Memory, Motion
from pirqa.dynamics.polygon import (
    ALL,
    NONE,
    SOME,
    clip_positive,
    cut_moments,
    mean_distance,
    moments,
    positive_square,
    rim_integral,
    square_integral,
    twice_cut_moments,
)
from pirqa.model.polyhedron import FloatArray

_GAPING = 1e-3
"""Angle between two faces below which their normals are one [rad]."""
_NEARLY = 1e-3
"""By which a square may differ from 1 for its root to be had from a series: to the last digit, without a division."""


@inlined
def follow_faces(start: int, stop: int, bodies: Bodies, joints: Joints, frames: Frames, motion: Motion) -> float:
    """Gap, slide and mean frame of joints ``start`` to ``stop`` from the poses of their stones.

    The frame is the mean of both faces' and forces act midway between them, so that neither stone is favoured and
    action equals reaction at one point: angular momentum is kept, a common rotation does no work. Returns the farthest
    slide of any of them since its overlap was found [m].
    """
    first, second, frame_first, frame_second = joints.first, joints.second, frames.first, frames.second
    place, turn = bodies.position, bodies.rotation
    gap, slide, normal, axes, arms = motion.gap, motion.slide, motion.normal, motion.axes, motion.arms
    since, reach, state = frames.since, frames.reach, motion.state
    farthest = 0.0
    for j in range(start, stop):
        a, b = first[j], second[j]
        frame = frame_first
        r00, r01, r02 = turn[a, 0, 0], turn[a, 0, 1], turn[a, 0, 2]
        r10, r11, r12 = turn[a, 1, 0], turn[a, 1, 1], turn[a, 1, 2]
        r20, r21, r22 = turn[a, 2, 0], turn[a, 2, 1], turn[a, 2, 2]
        x, y, z = frame[j, 0], frame[j, 1], frame[j, 2]
        ax, ay, az = r00 * x + r01 * y + r02 * z, r10 * x + r11 * y + r12 * z, r20 * x + r21 * y + r22 * z
        x, y, z = frame[j, 3], frame[j, 4], frame[j, 5]
        a1x, a1y, a1z = r00 * x + r01 * y + r02 * z, r10 * x + r11 * y + r12 * z, r20 * x + r21 * y + r22 * z
        x, y, z = frame[j, 6], frame[j, 7], frame[j, 8]
        a2x, a2y, a2z = r00 * x + r01 * y + r02 * z, r10 * x + r11 * y + r12 * z, r20 * x + r21 * y + r22 * z
        frame = frame_second
        r00, r01, r02 = turn[b, 0, 0], turn[b, 0, 1], turn[b, 0, 2]
        r10, r11, r12 = turn[b, 1, 0], turn[b, 1, 1], turn[b, 1, 2]
        r20, r21, r22 = turn[b, 2, 0], turn[b, 2, 1], turn[b, 2, 2]
        x, y, z = frame[j, 0], frame[j, 1], frame[j, 2]
        bx, by, bz = r00 * x + r01 * y + r02 * z, r10 * x + r11 * y + r12 * z, r20 * x + r21 * y + r22 * z
        x, y, z = frame[j, 3], frame[j, 4], frame[j, 5]
        b1x, b1y, b1z = r00 * x + r01 * y + r02 * z, r10 * x + r11 * y + r12 * z, r20 * x + r21 * y + r22 * z
        x, y, z = frame[j, 6], frame[j, 7], frame[j, 8]
        b2x, b2y, b2z = r00 * x + r01 * y + r02 * z, r10 * x + r11 * y + r12 * z, r20 * x + r21 * y + r22 * z

        m1x, m1y, m1z = 0.5 * (a1x + b1x), 0.5 * (a1y + b1y), 0.5 * (a1z + b1z)
        m2x, m2y, m2z = 0.5 * (a2x + b2x), 0.5 * (a2y + b2y), 0.5 * (a2z + b2z)
        nx, ny, nz = m1y * m2z - m1z * m2y, m1z * m2x - m1x * m2z, m1x * m2y - m1y * m2x
        square = nx * nx + ny * ny + nz * nz
        over = square - 1.0
        if abs(over) < _NEARLY:
            scale = 1.0 - over * (0.5 - over * (0.375 - over * (0.3125 - over * (0.2734375 - over * 0.24609375))))
        else:
            scale = 1.0 / math.sqrt(square)
        nx, ny, nz = nx * scale, ny * scale, nz * scale
        dx = place[b, 0] - place[a, 0] + bx - ax
        dy = place[b, 1] - place[a, 1] + by - ay
        dz = place[b, 2] - place[a, 2] + bz - az
        d1x, d1y, d1z = b1x - a1x, b1y - a1y, b1z - a1z
        d2x, d2y, d2z = b2x - a2x, b2y - a2y, b2z - a2z
        if state[j] == DEAD or m1x * m1x + m1y * m1y + m1z * m1z < 0.75 or m2x * m2x + m2y * m2y + m2z * m2z < 0.75:
            # turned apart by more than 60°: these faces do not belong to each other, until they lie on each other again
            state[j] = DEAD
            gap[j, 0], gap[j, 1], gap[j, 2] = -1.0, 0.0, 0.0
            slide[j, 0], slide[j, 1], slide[j, 2] = since[j, 0], since[j, 1], since[j, 2]
            continue
        gap[j, 0] = -(nx * dx + ny * dy + nz * dz)
        gap[j, 1] = -(nx * d1x + ny * d1y + nz * d1z)
        gap[j, 2] = -(nx * d2x + ny * d2y + nz * d2z)
        slid_1 = m1x * dx + m1y * dy + m1z * dz
        slid_2 = m2x * dx + m2y * dy + m2z * dz
        twist = 0.5 * ((m2x * d1x + m2y * d1y + m2z * d1z) - (m1x * d2x + m1y * d2y + m1z * d2z))
        slide[j, 0], slide[j, 1], slide[j, 2] = slid_1, slid_2, twist
        far = abs(slid_1 - since[j, 0]) + abs(slid_2 - since[j, 1])
        far += abs(twist - since[j, 2]) * (reach[j, 0] + reach[j, 1])
        farthest = max(farthest, far)
        normal[j, 0], normal[j, 1], normal[j, 2] = nx, ny, nz
        axes[j, 0], axes[j, 1], axes[j, 2] = m1x, m1y, m1z
        axes[j, 3], axes[j, 4], axes[j, 5] = m2x, m2y, m2z
        arms[j, 0], arms[j, 1], arms[j, 2] = ax + 0.5 * dx, ay + 0.5 * dy, az + 0.5 * dz
        arms[j, 3], arms[j, 4], arms[j, 5] = bx - 0.5 * dx, by - 0.5 * dy, bz - 0.5 * dz
    return farthest


@inlined
def find_closed_part(
    start: int,
    stop: int,
    joints: Joints,
    frames: Frames,
    memory: Memory,
    motion: Motion,
    step: float,
    scratch: FloatArray,
) -> float:
    """Moments of the part of each joint that touches, and of the part of it that bears pressure.

    Where faces gape, the edge of one presses into the other, along whose normal it should push; the mean normal is off
    by half the angle between them. What is missing follows from the elastic energy: it changes as the edges of both
    faces slide over each other, half a slide each, so that a force ¼·Kn·∫p² acts on each edge along the slide.
    Where faces part quickly, damping would pull: there the faces touch, but bear nothing. Returns the energy of bonds
    that tore [J].
    """
    normal_stiffness, normal_damping, tension = joints.normal_stiffness, joints.normal_damping, joints.tension
    gap, closed, pressed, old, lift = motion.gap, motion.closed, motion.pressed, memory.gap, memory.lift
    reach, whole, corners, count = frames.reach, frames.whole, frames.corners, frames.sides
    bond, bonded, bond_area, points = frames.bond, frames.bonded, frames.bond_area, frames.points
    rims, rim, state, axes = frames.rims, motion.rim, motion.state, motion.axes
    sampled = points.shape[1] > 0
    per_step = 1.0 / step
    torn = 0.0
    for j in range(start, stop):
        if state[j] == DEAD:
            torn += _bury(j, normal_stiffness[j], memory, motion)
            continue
        stiffness, rate = normal_stiffness[j], normal_damping[j] * per_step
        p0, pu, pv = gap[j, 0], gap[j, 1], gap[j, 2]
        f0, fu, fv = rate * (p0 - old[j, 0]), rate * (pu - old[j, 1]), rate * (pv - old[j, 2])
        p0 += lift[j]
        f0, fu, fv = f0 + stiffness * p0, fu + stiffness * pu, fv + stiffness * pv
        u, v = reach[j, 0], reach[j, 1]
        reach_p, reach_f = abs(pu) * u + abs(pv) * v, abs(fu) * u + abs(fv) * v
        if p0 > reach_p and f0 > reach_f and not sampled:
            if state[j] != WHOLE:
                state[j] = WHOLE
                rim[j, 0], rim[j, 1] = 0.0, 0.0
                for i in range(6):
                    closed[j, i] = whole[j, i]
                    pressed[j, i] = whole[j, i]
            continue
        state[j] = PARTLY
        rim[j, 0], rim[j, 1] = 0.0, 0.0
        if p0 <= -reach_p and bonded[j] == 0:
            closed[j, 0] = 0.0
            pressed[j, 0] = 0.0
        elif sampled:
            _count_points(j, p0, pu, pv, f0, fu, fv, points, closed, pressed)
        else:
            _clip(j, p0, pu, pv, f0, fu, fv, frames, closed, pressed)
            if abs(pu) + abs(pv) > _GAPING:
                rim_u, rim_v = rim_integral(corners, rims, j, count[j], p0, pu, pv)
                # u and v count along axes that are short: a slide moves the edges by its length over theirs
                short_u = axes[j, 0] * axes[j, 0] + axes[j, 1] * axes[j, 1] + axes[j, 2] * axes[j, 2]
                short_v = axes[j, 3] * axes[j, 3] + axes[j, 4] * axes[j, 4] + axes[j, 5] * axes[j, 5]
                rim[j, 0], rim[j, 1] = 0.25 * stiffness * rim_u / short_u, 0.25 * stiffness * rim_v / short_v
            if bonded[j] != 0:
                torn += _hold_bond(
                    j, stiffness, tension[j], p0, pu, pv, bond, bonded, bond_area, closed, pressed, scratch
                )
    return torn


@inlined
def _bury(j: int, stiffness: float, memory: Memory, motion: Motion) -> float:
    """Nothing is left of a joint whose faces have parted; the energy that it held when they did [J]."""
    held, closed, gap = 0.0, motion.closed, memory.gap
    if closed[j, 0] > 0.0:
        held = 0.5 * stiffness * square_integral(closed, j, gap[j, 0] + memory.lift[j], gap[j, 1], gap[j, 2])
    for i in range(3):
        gap[j, i], memory.slide[j, i], memory.viscous[j, i] = motion.gap[j, i], motion.slide[j, i], 0.0
    closed[j, 0], motion.pressed[j, 0] = 0.0, 0.0
    motion.rim[j, 0], motion.rim[j, 1], memory.rim[j, 0], memory.rim[j, 1] = 0.0, 0.0, 0.0, 0.0
    return held


@inlined
def _clip(
    j: int,
    p0: float,
    pu: float,
    pv: float,
    f0: float,
    fu: float,
    fv: float,
    frames: Frames,
    closed: FloatArray,
    pressed: FloatArray,
) -> None:
    """Moments of the part of joint ``j`` where p > 0, and of the part of it where the pressure f > 0."""
    corners, count, cut, chain, whole = frames.corners, frames.sides[j], frames.cut, frames.chain, frames.whole
    side, area, su, sv, suu, suv, svv, in_u, in_v, out_u, out_v = cut_moments(
        corners, j, count, p0, pu, pv, cut, chain, 0
    )
    if side == NONE:
        for i in range(6):  # all of them: a bond adds to what is there
            closed[j, i], pressed[j, i] = 0.0, 0.0
        return
    nothing = -1e-9 * (abs(f0) + abs(fu) + abs(fv))
    # whether the pressure has vanished at both ends of the line where the faces part
    first, last, some, other = cut[j, 0, 1], cut[j, 0, 2], False, False
    if side == ALL:
        area, su, sv, suu, suv, svv = whole[j, 0], whole[j, 1], whole[j, 2], whole[j, 3], whole[j, 4], whole[j, 5]
        first, last = 0, count - 1
    else:
        some, other = f0 + fu * in_u + fv * in_v < nothing, f0 + fu * out_u + fv * out_v < nothing
    closed[j, 0], closed[j, 1], closed[j, 2], closed[j, 3], closed[j, 4], closed[j, 5] = area, su, sv, suu, suv, svv
    if not (some and other):
        least, i = f0 + fu * corners[j, last, 0] + fv * corners[j, last, 1], first
        while i != last:
            least = min(least, f0 + fu * corners[j, i, 0] + fv * corners[j, i, 1])
            i = i + 1 if i + 1 < count else 0
        if some or other or least < nothing:  # the line where pressure vanishes may cross the other one: clip by both
            area, su, sv, suu, suv, svv = twice_cut_moments(corners, j, count, p0, pu, pv, f0, fu, fv)
    else:
        # no pressure all along that line: what bears some lies on one side of it
        side, area, su, sv, suu, suv, svv, _, _, _, _ = cut_moments(corners, j, count, f0, fu, fv, cut, chain, 1)
        i = cut[j, 1, 1]
        if side != SOME or p0 + pu * corners[j, i, 0] + pv * corners[j, i, 1] <= 0.0:
            area = su = sv = suu = suv = svv = 0.0
    pressed[j, 0], pressed[j, 1], pressed[j, 2] = area, su, sv
    pressed[j, 3], pressed[j, 4], pressed[j, 5] = suu, suv, svv


@inlined
def _hold_bond(
    j: int,
    stiffness: float,
    strength: float,
    p0: float,
    pu: float,
    pv: float,
    bond: FloatArray,
    bonded: IntArray,
    bond_area: FloatArray,
    closed: FloatArray,
    pressed: FloatArray,
    scratch: FloatArray,
) -> float:
    """Tear the bond where its strength is passed; what is left of it and pulls belongs to the closed part."""
    if bonded[j] < 0:  # broken by slipping in the last step
        bonded[j] = -bonded[j]
        count, bonded[j] = bonded[j], 0
        return 0.5 * stiffness * positive_square(bond, j, count, -p0, -pu, -pv, scratch, 1)
    before = positive_square(bond, j, bonded[j], -p0, -pu, -pv, scratch, 1)
    count = clip_positive(bond, j, bonded[j], strength + stiffness * p0, stiffness * pu, stiffness * pv, scratch, 0)
    bonded[j] = count if count >= 3 else 0
    for i in range(bonded[j]):
        bond[j, i, 0], bond[j, i, 1] = scratch[0, i, 0], scratch[0, i, 1]
    bond_area[j] = moments(bond, j, bonded[j])[0] if bonded[j] > 0 else 0.0
    after = positive_square(bond, j, bonded[j], -p0, -pu, -pv, scratch, 1)
    count = clip_positive(bond, j, bonded[j], -p0, -pu, -pv, scratch, 0) if bonded[j] > 0 else 0
    if count >= 3:
        area, su, sv, suu, suv, svv = moments(scratch, 0, count)
        for part in (closed, pressed):
            part[j, 0] += area
            part[j, 1] += su
            part[j, 2] += sv
            part[j, 3] += suu
            part[j, 4] += suv
            part[j, 5] += svv
    return 0.5 * stiffness * (before - after)


@inlined
def _count_points(
    j: int,
    p0: float,
    pu: float,
    pv: float,
    f0: float,
    fu: float,
    fv: float,
    points: FloatArray,
    closed: FloatArray,
    pressed: FloatArray,
) -> None:
    """The same moments as sums over points: contact as finite-element programs sample it."""
    for i in range(6):
        closed[j, i] = 0.0
        pressed[j, i] = 0.0
    for k in range(points.shape[1]):
        u, v, weight = points[j, k, 0], points[j, k, 1], points[j, k, 2]
        if p0 + pu * u + pv * v <= 0.0:
            continue
        closed[j, 0] += weight
        closed[j, 1] += weight * u
        closed[j, 2] += weight * v
        closed[j, 3] += weight * u * u
        closed[j, 4] += weight * u * v
        closed[j, 5] += weight * v * v
        if f0 + fu * u + fv * v > 0.0:
            pressed[j, 0] += weight
            pressed[j, 1] += weight * u
            pressed[j, 2] += weight * v
            pressed[j, 3] += weight * u * u
            pressed[j, 4] += weight * u * v
            pressed[j, 5] += weight * v * v


_STRAIGHT = 1e-8
"""Height of a corner over the line between its neighbours that is none [m]."""


@kernel(lean=True)
def lay_faces(
    slack: float, bodies: Bodies, joints: Joints, frames: Frames, motion: Motion, memory: Memory, scratch: FloatArray
) -> None:
    """Overlaps of all joints as their stones lie, with nothing remembered of how they came there."""
    count = len(joints.first)
    follow_faces(0, count, bodies, joints, frames, motion)
    for j in range(count):
        renew_overlap(j, slack, bodies, joints, frames, motion, memory, scratch)
    follow_faces(0, count, bodies, joints, frames, motion)


@inlined
def renew_overlap(
    j: int,
    slack: float,
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    memory: Memory,
    scratch: FloatArray,
) -> None:
    """Overlap polygon of joint ``j`` where its faces lie now; its frames move to the polygon's centroid.

    ``motion`` must be of the same poses. The planes of the faces and the elastic slip stay what they are; the shift is
    counted from here. Corners within ``slack`` of the line between their neighbours are left out [m].
    """
    a, b = joints.first[j], joints.second[j]
    motion.state[j] = PARTLY
    s0, s1, twist = motion.slide[j, 0], motion.slide[j, 1], motion.slide[j, 2]
    half = 0.5 * math.asin(max(-1.0, min(1.0, twist)))
    cosine, sine = math.cos(half), math.sin(half)
    count = _project(j, a, 0, cosine, bodies, motion, joints.face_first, joints.corners_first[j], scratch, 0)
    other = _project(j, b, 3, cosine, bodies, motion, joints.face_second, joints.corners_second[j], scratch, 2)
    for i in range(count):
        scratch[3, i, 0], scratch[3, i, 1] = scratch[0, i, 0], scratch[0, i, 1]
    count = _tidy(scratch, _intersect(scratch, count, other), slack)
    area = 0.0
    if count >= 3:
        area, su, sv, _, _, _ = moments(scratch, 0, count)
    if area <= 1e-10:
        frames.sides[j] = 0
        frames.whole[j, 0] = 0.0
        frames.reach[j, 0], frames.reach[j, 1] = 0.0, 0.0
        frames.since[j, 0], frames.since[j, 1], frames.since[j, 2] = s0, s1, twist
        _forget_cuts(j, frames)
        return
    u, v = su / area, sv / area
    # the origin's place in each face: the faces lie ± half the slide from the middle, turned by ± half the twist
    _shift_frame(j, frames.first, u + 0.5 * s0, v + 0.5 * s1, cosine, sine)
    _shift_frame(j, frames.second, u - 0.5 * s0, v - 0.5 * s1, cosine, -sine)
    reach_u = reach_v = 0.0
    for i in range(count):
        x, y = scratch[0, i, 0] - u, scratch[0, i, 1] - v
        frames.corners[j, i, 0], frames.corners[j, i, 1] = x, y
        reach_u, reach_v = max(reach_u, abs(x)), max(reach_v, abs(y))
    frames.sides[j] = count
    _forget_cuts(j, frames)
    _mark_rims(j, slack + 1e-6, count, joints.corners_first[j], joints.corners_second[j], frames.rims, scratch)
    frames.reach[j, 0], frames.reach[j, 1] = reach_u, reach_v
    whole = frames.whole
    whole[j, 0], whole[j, 1], whole[j, 2], whole[j, 3], whole[j, 4], whole[j, 5] = moments(frames.corners, j, count)
    distance = mean_distance(frames.corners, j, count)
    frames.twist[j] = distance * distance * whole[j, 0] / (whole[j, 3] + whole[j, 5])
    if frames.points.shape[1] > 0:
        _lay_points(j, count, reach_u, reach_v, frames, scratch)
    w = memory.slip[j, 2]
    memory.slip[j, 0] -= w * v
    memory.slip[j, 1] += w * u
    for array in (memory.shear, memory.shear_viscous):
        array[j, 2] -= u * array[j, 1] - v * array[j, 0]
    viscous = memory.viscous
    viscous[j, 1] -= u * viscous[j, 0]
    viscous[j, 2] -= v * viscous[j, 0]
    memory.gap[j, 0] += memory.gap[j, 1] * u + memory.gap[j, 2] * v
    t0, t1, t2 = s0 - memory.slide[j, 0], s1 - memory.slide[j, 1], twist - memory.slide[j, 2]
    memory.slide[j, 0], memory.slide[j, 1], memory.slide[j, 2] = t2 * v - t0, -t1 - t2 * u, -t2
    for i in range(frames.bonded[j]):  # a bond that is still there has not slipped, only its spring has given way
        frames.bond[j, i, 0] -= u
        frames.bond[j, i, 1] -= v
    frames.since[j, 0], frames.since[j, 1], frames.since[j, 2] = 0.0, 0.0, 0.0


@inlined
def _forget_cuts(j: int, frames: Frames) -> None:
    """The polygon is another one, or none: where lines cut it must be found again."""
    for line in range(2):
        frames.cut[j, line, 1] = frames.cut[j, line, 0]  # no corner lies on both sides of a line


@inlined
def _project(
    j: int,
    body: int,
    side: int,
    cosine: float,
    bodies: Bodies,
    motion: Motion,
    face: FloatArray,
    count: int,
    scratch: FloatArray,
    into: int,
) -> int:
    """Corners of a face in the joint's mean frame, about the origin between the faces, into row ``into``."""
    turn, axes, arms = bodies.rotation, motion.axes, motion.arms
    # the mean axes are short where the faces gape: u and v count along them as they are, on both faces alike; that they
    # are also short where the faces are twisted (``cosine`` of half the twist) ends with this renewal
    first = cosine / (axes[j, 0] ** 2 + axes[j, 1] ** 2 + axes[j, 2] ** 2)
    second = cosine / (axes[j, 3] ** 2 + axes[j, 4] ** 2 + axes[j, 5] ** 2)
    for i in range(count):
        x, y, z = face[j, i, 0], face[j, i, 1], face[j, i, 2]
        px = turn[body, 0, 0] * x + turn[body, 0, 1] * y + turn[body, 0, 2] * z - arms[j, side]
        py = turn[body, 1, 0] * x + turn[body, 1, 1] * y + turn[body, 1, 2] * z - arms[j, side + 1]
        pz = turn[body, 2, 0] * x + turn[body, 2, 1] * y + turn[body, 2, 2] * z - arms[j, side + 2]
        scratch[into, i, 0] = first * (px * axes[j, 0] + py * axes[j, 1] + pz * axes[j, 2])
        scratch[into, i, 1] = second * (px * axes[j, 3] + py * axes[j, 4] + pz * axes[j, 5])
    return count


@inlined
def _intersect(scratch: FloatArray, count: int, other: int) -> int:
    """Rows 0 and 2 hold two convex polygons, counter-clockwise; their overlap into row 0."""
    here, there = 0, 1
    for i in range(other):
        k = i + 1 if i + 1 < other else 0
        u0, v0, u1, v1 = scratch[2, i, 0], scratch[2, i, 1], scratch[2, k, 0], scratch[2, k, 1]
        along_u, along_v = v0 - v1, u1 - u0
        count = clip_positive(scratch, here, count, -(along_u * u0 + along_v * v0), along_u, along_v, scratch, there)
        here, there = there, here
        if count < 3:
            return 0
    if here == 1:
        for i in range(count):
            scratch[0, i, 0], scratch[0, i, 1] = scratch[1, i, 0], scratch[1, i, 1]
    return count


@inlined
def _mark_rims(j: int, near: float, count: int, first: int, second: int, rims: FloatArray, scratch: FloatArray) -> None:
    """Say of each edge of the overlap in row 0 whether it lies on an edge of the first face (row 3), the second (row 2)
    or both."""
    before = count - 1
    for i in range(count):
        u = 0.5 * (scratch[0, before, 0] + scratch[0, i, 0])
        v = 0.5 * (scratch[0, before, 1] + scratch[0, i, 1])
        rims[j, i] = _lies_on(u, v, near, 2, second, scratch) - _lies_on(u, v, near, 3, first, scratch)
        before = i


@inlined
def _lies_on(u: float, v: float, near: float, row: int, count: int, scratch: FloatArray) -> float:
    """1 where a point lies within ``near`` of an edge of the polygon in a row, else 0."""
    for i in range(count):
        k = i + 1 if i + 1 < count else 0
        u0, v0 = scratch[row, i, 0], scratch[row, i, 1]
        along_u, along_v = scratch[row, k, 0] - u0, scratch[row, k, 1] - v0
        away = along_u * (v - v0) - along_v * (u - u0)
        if abs(away) <= near * math.sqrt(along_u * along_u + along_v * along_v):
            return 1.0
    return 0.0


@inlined
def _tidy(scratch: FloatArray, count: int, slack: float) -> int:
    """Take out corners of the polygon in row 0 that lie within ``slack`` of the line between their neighbours.

    Clipping leaves such corners where edges of the two faces nearly coincide or cross at a small angle; each would cost
    time in every step. Of neighbours that both lie so near, which is chance, none goes unless it lies on the line: so a
    mirrored wall stays the mirror image. Row 1 holds the heights meanwhile.
    """
    for i in range(count):
        scratch[1, i, 0] = _height(scratch, i, count)
    kept = 0
    left = count
    for i in range(count):
        before, after = scratch[1, (i - 1) % count, 0], scratch[1, (i + 1) % count, 0]
        alone = before > slack and after > slack
        height = scratch[1, i, 0]
        if left > 3 and (height <= slack and alone):
            left -= 1
            continue
        scratch[0, kept, 0], scratch[0, kept, 1] = scratch[0, i, 0], scratch[0, i, 1]
        kept += 1
    i = 0
    while i < kept and kept > 3:
        if _height(scratch, i, kept) > _STRAIGHT:
            i += 1
            continue
        for k in range(i, kept - 1):
            scratch[0, k, 0], scratch[0, k, 1] = scratch[0, k + 1, 0], scratch[0, k + 1, 1]
        kept -= 1
    return kept


@inlined
def _height(scratch: FloatArray, i: int, count: int) -> float:
    """Of a corner of the polygon in row 0 over the line between its neighbours [m]."""
    before, after = (i - 1) % count, (i + 1) % count
    u0, v0 = scratch[0, before, 0], scratch[0, before, 1]
    along_u, along_v = scratch[0, after, 0] - u0, scratch[0, after, 1] - v0
    length = math.sqrt(along_u * along_u + along_v * along_v)
    if length == 0.0:
        return 0.0
    height: float = abs(along_u * (scratch[0, i, 1] - v0) - along_v * (scratch[0, i, 0] - u0)) / length
    return height


@inlined
def _shift_frame(j: int, frame: FloatArray, u: float, v: float, cosine: float, sine: float) -> None:
    """Turn the axes of a frame by a small angle in its plane, then move its origin by u and v along them."""
    for i in range(3):
        one, two = frame[j, 3 + i], frame[j, 6 + i]
        frame[j, 3 + i] = cosine * one + sine * two
        frame[j, 6 + i] = cosine * two - sine * one
        frame[j, i] += u * frame[j, 3 + i] + v * frame[j, 6 + i]


@inlined
def _lay_points(j: int, count: int, reach_u: float, reach_v: float, frames: Frames, scratch: FloatArray) -> None:
    """A point in each cell of a grid over the overlap: at the centroid of what the cell covers, with its area."""
    side = int(math.sqrt(frames.points.shape[1]) + 0.5)
    wide, high = 2.0 * reach_u / side, 2.0 * reach_v / side
    for row in range(side):
        for column in range(side):
            k = row * side + column
            left, low = -reach_u + column * wide, -reach_v + row * high
            left_of = clip_positive(frames.corners, j, count, -left, 1.0, 0.0, scratch, 0)
            n = clip_positive(scratch, 0, left_of, left + wide, -1.0, 0.0, scratch, 1)
            n = clip_positive(scratch, 1, n, -low, 0.0, 1.0, scratch, 0)
            n = clip_positive(scratch, 0, n, low + high, 0.0, -1.0, scratch, 1)
            frames.points[j, k, 0], frames.points[j, k, 1], frames.points[j, k, 2] = 0.0, 0.0, 0.0
            if n >= 3:
                area, su, sv, _, _, _ = moments(scratch, 1, n)
                if area > 0.0:
                    frames.points[j, k, 0], frames.points[j, k, 1] = su / area, sv / area
                    frames.points[j, k, 2] = area
