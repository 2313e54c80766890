"""From joint to loose contact and back: where two faces no longer face each other, their stones may touch anywhere.

The loose contact takes over the joint's thrust and shear at the same pose, by a share of its stiffness that it keeps
until the stones part, so that no force jumps; what differs in elastic energy is booked as opening. Where the two faces
lie on each other again, the joint takes the forces back in the same way, its faces a little deeper or less deep.
"""

from __future__ import annotations

import math

from pirqa.compiled import inlined, kernel
from pirqa.dynamics.arrays import (
    APART,
    DEAD,
    JOINED,
    PARTLY,
    TOUCHING,
    Bodies,
    Frames,
    Joints,
    Memory,
    Motion,
    Near,
    Solids,
)
from pirqa.dynamics.joint_geometry import follow_faces, renew_overlap
from pirqa.dynamics.joint_law import NOTHING, let_go
from pirqa.dynamics.loose_contact import shared_now
from pirqa.dynamics.neighbours import PARTED, axis_across, is_parted, pair_of
from pirqa.dynamics.polygon import clip_positive, moments, positive_square, square_integral
from pirqa.model.polyhedron import FloatArray

_FLAT = 0.95
"""Share of the area that one pair of faces must bear to be a joint again."""
_CALM = 0.02
"""Part of the thrust between two stones at rest on each other that damping may be."""
_SLACK = 1e-4
"""Length that is none between two stones that have been apart [m]."""
_ROUNDS = 6
"""Of Newton's method; three are usual."""


@kernel(lean=True)
def hand_over(
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    memory: Memory,
    solids: Solids,
    near: Near,
    loose: Memory,
    scratch: FloatArray,
) -> float:
    """Begin and end joints, as their stones lie now; the elastic energy that this cost [J]."""
    lost: float = _take_back_met(bodies, joints, frames, motion, memory, solids, near, loose, scratch)
    return lost + _hand_over_parted(bodies, joints, frames, motion, memory, solids, near, loose, scratch)


@inlined
def _hand_over_parted(
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    memory: Memory,
    solids: Solids,
    near: Near,
    loose: Memory,
    scratch: FloatArray,
) -> float:
    """End all joints whose faces have turned apart or no longer overlap; the elastic energy that this cost [J]."""
    lost = 0.0
    count = len(solids.body)
    for j in range(len(joints.first)):
        if motion.state[j] == DEAD:
            continue
        p = pair_of(joints.solid_first[j], joints.solid_second[j], count, near)
        elsewhere = p >= 0 and near.state[p] == TOUCHING
        if elsewhere or _all_parted(j, joints, frames, motion, memory):
            _bring_up_to_date(j, bodies, joints, frames, motion, memory, scratch)
            held = _elastic_of(j, joints, motion, memory)
            if p >= 0 and near.state[p] != TOUCHING and motion.closed[j, 0] > NOTHING:
                lost -= _take_over(j, p, bodies, joints, motion, memory, solids, near, loose, scratch)
            elif p >= 0 and near.state[p] == JOINED:
                near.state[p], near.wake[p] = APART, 0
            lost += held
            _end(j, frames, motion, memory)
    return lost


@inlined
def _all_parted(j: int, joints: Joints, frames: Frames, motion: Motion, memory: Memory) -> bool:
    """Whether joint ``j``, and with it all others between the same two parts, is none any more: parts have either."""
    gap, sides, reach, lift = motion.gap, frames.sides, frames.reach, memory.lift
    if joints.alone[j] == 1 or is_parted(j, False, sides, gap, reach, lift):
        return is_parted(j, True, sides, gap, reach, lift)
    for i in range(len(joints.first)):
        same = joints.solid_first[i] == joints.solid_first[j] and joints.solid_second[i] == joints.solid_second[j]
        if same and motion.state[i] != DEAD and not is_parted(i, True, sides, gap, reach, lift):
            return False
    return True


@inlined
def _bring_up_to_date(
    j: int, bodies: Bodies, joints: Joints, frames: Frames, motion: Motion, memory: Memory, scratch: FloatArray
) -> None:
    """Gap and closed part of a joint as its stones lie now, a step after it was last looked at."""
    if frames.sides[j] == 0:
        return
    follow_faces(j, j + 1, bodies, joints, frames, motion)
    p0, pu, pv, closed = (motion.gap[j, 0] + memory.lift[j], motion.gap[j, 1], motion.gap[j, 2], motion.closed)
    count = clip_positive(frames.corners, j, frames.sides[j], p0, pu, pv, scratch, 0)
    for i in range(6):
        closed[j, i] = 0.0
    if count >= 3:
        (closed[j, 0], closed[j, 1], closed[j, 2], closed[j, 3], closed[j, 4], closed[j, 5]) = moments(
            scratch, 0, count
        )


@inlined
def _elastic_of(j: int, joints: Joints, motion: Motion, memory: Memory) -> float:
    """Elastic energy of a joint, normal and tangential [J]."""
    energy: float = memory.shear_energy[j]
    if motion.closed[j, 0] > 0.0:
        p0 = motion.gap[j, 0] + memory.lift[j]
        square = square_integral(motion.closed, j, p0, motion.gap[j, 1], motion.gap[j, 2])
        energy += 0.5 * joints.normal_stiffness[j] * square
    return energy


@inlined
def _take_over(
    j: int,
    p: int,
    bodies: Bodies,
    joints: Joints,
    motion: Motion,
    memory: Memory,
    solids: Solids,
    near: Near,
    loose: Memory,
    scratch: FloatArray,
) -> float:
    """The pair in slot ``p`` goes on with the forces of joint ``j``; its elastic energy [J]."""
    # the parts of a pair are in the order of their numbers, which may not be the joint's
    s, t = joints.solid_first[j], joints.solid_second[j]
    sign, arm = 1.0, 0
    if s > t:
        s, t, sign, arm = t, s, -1.0, 3
    closed, gap, kn = motion.closed, motion.gap, joints.normal_stiffness[j]
    p0 = gap[j, 0] + memory.lift[j]
    thrust = kn * (p0 * closed[j, 0] + gap[j, 1] * closed[j, 1] + gap[j, 2] * closed[j, 2])
    push_u, push_v = motion.rim[j, 0], motion.rim[j, 1]
    normal, axes = motion.normal, motion.axes
    # edges push along the other face's normal: the axis is that of the whole elastic force
    nx = thrust * normal[j, 0] - push_u * axes[j, 0] - push_v * axes[j, 3]
    ny = thrust * normal[j, 1] - push_u * axes[j, 1] - push_v * axes[j, 4]
    nz = thrust * normal[j, 2] - push_u * axes[j, 2] - push_v * axes[j, 5]
    size = math.sqrt(nx * nx + ny * ny + nz * nz)
    nx, ny, nz = sign * nx / size, sign * ny / size, sign * nz / size
    near.normal[p, 0], near.normal[p, 1], near.normal[p, 2] = nx, ny, nz
    x, y, z = axis_across(nx, ny, nz, axes[j, 0], axes[j, 1], axes[j, 2])
    near.axis[p, 0], near.axis[p, 1], near.axis[p, 2] = x, y, z
    for i in range(3):
        middle = closed[j, 1] * axes[j, i] + closed[j, 2] * axes[j, 3 + i]
        near.place[p, i] = motion.arms[j, arm + i] + middle / closed[j, 0]
    near.state[p], near.depth[p] = TOUCHING, p0
    law = near.law
    law[p, 0], law[p, 1], law[p, 2] = kn, joints.shear_stiffness[j], joints.friction[j]
    law[p, 3], law[p, 4], law[p, 5] = joints.normal_damping[j], joints.shear_damping[j], 0.0
    elastic, energy, area = shared_now(p, s, t, bodies, solids, near, scratch)
    if area <= NOTHING or elastic <= 0.0:
        near.share[p] = 1.0
        return 0.0
    share = min(max(size / elastic, 0.1), 10.0)
    near.share[p], near.energy[p] = share, share * energy
    # the same shear force on the area that there is now
    scale = memory.area[j] / (share * area)
    loose.slip[p, 0], loose.slip[p, 1], loose.slip[p, 2] = (
        sign * scale * memory.slip[j, 0],
        scale * memory.slip[j, 1],
        0.0,
    )
    loose.area[p], loose.path[p], loose.thrust[p] = area, memory.path[j], size
    loose.shear[p, 0], loose.shear[p, 1], loose.shear[p, 2] = (sign * memory.shear[j, 0], memory.shear[j, 1], 0.0)
    for i in range(3):
        loose.shear_viscous[p, i], loose.viscous[p, i] = 0.0, 0.0
    slip = loose.slip[p, 0] * loose.slip[p, 0] + loose.slip[p, 1] * loose.slip[p, 1]
    loose.shear_energy[p] = 0.5 * share * law[p, 1] * area * slip
    total: float = share * energy + loose.shear_energy[p]
    return total


@inlined
def _end(j: int, frames: Frames, motion: Motion, memory: Memory) -> None:
    """Nothing is left of a joint."""
    motion.state[j], frames.sides[j], frames.bonded[j] = DEAD, 0, 0
    memory.area[j], memory.shear_energy[j], memory.thrust[j] = 0.0, 0.0, 0.0
    for i in range(3):
        (memory.slip[j, i], memory.shear[j, i], memory.shear_viscous[j, i], memory.viscous[j, i]) = 0.0, 0.0, 0.0, 0.0
    for i in range(6):
        motion.closed[j, i], motion.pressed[j, i] = 0.0, 0.0
    motion.rim[j, 0], motion.rim[j, 1], memory.rim[j, 0], memory.rim[j, 1] = (0.0, 0.0, 0.0, 0.0)


@inlined
def _take_back_met(
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    memory: Memory,
    solids: Solids,
    near: Near,
    loose: Memory,
    scratch: FloatArray,
) -> float:
    """Joints whose own faces lie on each other again go on from the loose contact; the elastic energy this cost [J]."""
    lost = 0.0
    count, least = len(solids.body), math.cos(0.5 * PARTED)
    for j in range(len(joints.first)):
        if motion.state[j] != DEAD or joints.alone[j] == 0:
            continue
        p = pair_of(joints.solid_first[j], joints.solid_second[j], count, near)
        if p < 0 or near.state[p] != TOUCHING or near.flat[p, 2] < _FLAT or loose.area[p] <= NOTHING:
            continue
        if abs(loose.viscous[p, 0]) > _CALM * loose.thrust[p]:
            continue  # in the middle of an impact nothing is handed over that can wait
        f, g = int(near.flat[p, 0]), int(near.flat[p, 1])
        if joints.solid_first[j] > joints.solid_second[j]:
            f, g = g, f
        if not (_is_face(j, f, frames.first, 1.0, solids) and _is_face(j, g, frames.second, -1.0, solids)):
            continue
        if _lean(f, g, joints.first[j], joints.second[j], bodies, solids) < least:
            continue
        motion.state[j] = PARTLY
        follow_faces(j, j + 1, bodies, joints, frames, motion)
        if motion.state[j] == DEAD:  # the same faces, but turned on each other by more than 60°
            continue
        memory.gap[j, 1], memory.gap[j, 2] = motion.gap[j, 1], motion.gap[j, 2]
        for i in range(3):
            memory.slide[j, i] = motion.slide[j, i]
        renew_overlap(j, _SLACK, bodies, joints, frames, motion, memory, scratch)
        if frames.sides[j] == 0:
            motion.state[j] = DEAD
            continue
        first, second = joints.solid_first[j], joints.solid_second[j]
        elastic, energy, _ = shared_now(p, min(first, second), max(first, second), bodies, solids, near, scratch)
        lost += near.share[p] * energy + loose.shear_energy[p]
        elastic *= near.share[p]
        lost -= _go_on(j, p, elastic, bodies, joints, frames, motion, memory, near, loose, scratch)
    return lost


@inlined
def _is_face(j: int, f: int, frame: FloatArray, out: float, solids: Solids) -> bool:
    """Whether face ``f`` lies in the plane of a joint's frame, both in the axes of their body."""
    ax, ay, az, bx, by, bz = (frame[j, 3], frame[j, 4], frame[j, 5], frame[j, 6], frame[j, 7], frame[j, 8])
    nx, ny, nz = (out * (ay * bz - az * by), out * (az * bx - ax * bz), out * (ax * by - ay * bx))
    normal, corner, c = solids.normal, solids.corner, solids.ring[solids.first_ring[f]]
    if nx * normal[f, 0] + ny * normal[f, 1] + nz * normal[f, 2] < 1.0 - 1e-9:
        return False
    off = nx * (corner[c, 0] - frame[j, 0]) + ny * (corner[c, 1] - frame[j, 1]) + nz * (corner[c, 2] - frame[j, 2])
    near_plane: bool = abs(off) < 1e-6
    return near_plane


@inlined
def _lean(f: int, g: int, a: int, b: int, bodies: Bodies, solids: Solids) -> float:
    """Cosine of the angle between two faces that look at each other."""
    turn, normal, cosine = bodies.rotation, solids.normal, 0.0
    for i in range(3):
        one = turn[a, i, 0] * normal[f, 0] + turn[a, i, 1] * normal[f, 1] + turn[a, i, 2] * normal[f, 2]
        two = turn[b, i, 0] * normal[g, 0] + turn[b, i, 1] * normal[g, 1] + turn[b, i, 2] * normal[g, 2]
        cosine -= one * two
    return cosine


@inlined
def _go_on(
    j: int,
    p: int,
    elastic: float,
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    memory: Memory,
    near: Near,
    loose: Memory,
    scratch: FloatArray,
) -> float:
    """Joint ``j`` bears the ``elastic`` thrust [N] of pair ``p``, its faces a little deeper; its elastic energy [J]."""
    follow_faces(j, j + 1, bodies, joints, frames, motion)
    gap, kn, kt = motion.gap, joints.normal_stiffness[j], joints.shear_stiffness[j]
    pu, pv = gap[j, 1], gap[j, 2]
    lift = area = 0.0
    for _ in range(_ROUNDS):
        p0 = gap[j, 0] + lift
        count = clip_positive(frames.corners, j, frames.sides[j], p0, pu, pv, scratch, 0)
        area = thrust = 0.0
        if count >= 3:
            area, su, sv, _, _, _ = moments(scratch, 0, count)
            thrust = kn * (p0 * area + pu * su + pv * sv)
        lift += (elastic - thrust) / (kn * max(area, _SLACK * _SLACK))
    memory.lift[j] = lift
    energy = 0.5 * kn * positive_square(frames.corners, j, frames.sides[j], gap[j, 0] + lift, pu, pv, scratch, 0)
    sign = 1.0 if joints.solid_first[j] < joints.solid_second[j] else -1.0
    nx, ny, nz = near.normal[p, 0], near.normal[p, 1], near.normal[p, 2]
    x, y, z = near.axis[p, 0], near.axis[p, 1], near.axis[p, 2]
    kx, ky, kz = ny * z - nz * y, nz * x - nx * z, nx * y - ny * x
    f1, f2 = sign * loose.shear[p, 0], sign * loose.shear[p, 1]
    fx, fy, fz = f1 * x + f2 * kx, f1 * y + f2 * ky, f1 * z + f2 * kz
    axes = motion.axes
    t1 = fx * axes[j, 0] + fy * axes[j, 1] + fz * axes[j, 2]
    t2 = fx * axes[j, 3] + fy * axes[j, 4] + fz * axes[j, 5]
    soft = 1.0 / (kt * max(area, _SLACK * _SLACK))
    memory.slip[j, 0], memory.slip[j, 1], memory.slip[j, 2] = soft * t1, soft * t2, 0.0
    memory.shear[j, 0], memory.shear[j, 1], memory.shear[j, 2] = t1, t2, 0.0
    memory.area[j], memory.thrust[j] = area, elastic
    memory.shear_energy[j] = 0.5 * soft * (t1 * t1 + t2 * t2)
    for i in range(3):
        memory.gap[j, i], memory.slide[j, i], frames.since[j, i] = (gap[j, i], motion.slide[j, i], motion.slide[j, i])
        memory.viscous[j, i], memory.shear_viscous[j, i] = 0.0, 0.0
        loose.viscous[p, i] = 0.0
    let_go(p, loose)
    near.state[p], near.energy[p], near.share[p] = JOINED, 0.0, 1.0
    total: float = energy + memory.shear_energy[j]
    return total
