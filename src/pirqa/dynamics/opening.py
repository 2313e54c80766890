"""How the two faces of a joint lie to each other, and which part of their overlap touches.

Stones are rigid and faces plane, so the penetration over an overlap polygon is a linear function
p = p0 + pu·u + pv·v of the place: no mesh, only a polygon clipped by a line.
"""

from __future__ import annotations

import math

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import DEAD, PARTLY, WHOLE, Bodies, Frames, IntArray, Joints, Memory, Motion
from pirqa.dynamics.polygon import (
    ALL,
    NONE,
    SOME,
    clip_positive,
    cut_moments,
    moments,
    positive_square,
    rim_integral,
    square_integral,
    twice_cut_moments,
)
from pirqa.model.polyhedron import FloatArray

__all__ = ["find_closed_part", "follow_faces"]

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
