"""From joint to loose contact: where two faces no longer face each other, their stones may touch anywhere.

The loose contact takes over the joint's thrust and shear at the same pose, by a share of its stiffness that it keeps
until the stones part, so that no force jumps; what differs in elastic energy is booked as opening.
"""

from __future__ import annotations

import math

from pirqa.compiled import kernel
from pirqa.dynamics.arrays import APART, DEAD, JOINED, TOUCHING, Bodies, Frames, Joints, Memory, Motion, Near, Solids
from pirqa.dynamics.joint_law import NOTHING
from pirqa.dynamics.loose_contact import axis_across, shared_now
from pirqa.dynamics.nearness import pair_of
from pirqa.dynamics.polygon import square_integral
from pirqa.model.polyhedron import FloatArray

__all__ = ["hand_over_parted"]

_PARTED = 0.3
"""Angle between the faces of a joint beyond which it is none [rad]: then also other faces of its stones bear."""


@kernel(lean=True)
def hand_over_parted(
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
    gap, count = motion.gap, len(solids.body)
    for j in range(len(joints.first)):
        if motion.state[j] == DEAD:
            continue
        if frames.sides[j] == 0 or gap[j, 1] * gap[j, 1] + gap[j, 2] * gap[j, 2] > _PARTED * _PARTED:
            p = pair_of(joints.solid_first[j], joints.solid_second[j], count, near)
            held = _elastic_of(j, joints, motion, memory)
            if p >= 0 and near.state[p] != TOUCHING and motion.closed[j, 0] > NOTHING:
                lost -= _take_over(j, p, bodies, joints, motion, memory, solids, near, loose, scratch)
            elif p >= 0 and near.state[p] == JOINED:
                near.state[p], near.wake[p] = APART, 0
            lost += held
            _end(j, frames, motion, memory)
    return lost


@kernel(lean=True)
def _elastic_of(j: int, joints: Joints, motion: Motion, memory: Memory) -> float:
    """Elastic energy of a joint, normal and tangential [J]."""
    energy: float = memory.shear_energy[j]
    if motion.closed[j, 0] > 0.0:
        p0 = motion.gap[j, 0] + memory.lift[j]
        square = square_integral(motion.closed, j, p0, motion.gap[j, 1], motion.gap[j, 2])
        energy += 0.5 * joints.normal_stiffness[j] * square
    return energy


@kernel(lean=True)
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
    law[p, 3], law[p, 4] = joints.normal_damping[j], joints.shear_damping[j]
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
    loose.shear[p, 0], loose.shear[p, 1], loose.shear[p, 2] = sign * memory.shear[j, 0], memory.shear[j, 1], 0.0
    for i in range(3):
        loose.shear_viscous[p, i], loose.viscous[p, i] = 0.0, 0.0
    slip = loose.slip[p, 0] * loose.slip[p, 0] + loose.slip[p, 1] * loose.slip[p, 1]
    loose.shear_energy[p] = 0.5 * share * law[p, 1] * area * slip
    total: float = share * energy + loose.shear_energy[p]
    return total


@kernel(lean=True)
def _end(j: int, frames: Frames, motion: Motion, memory: Memory) -> None:
    """Nothing is left of a joint."""
    motion.state[j], frames.sides[j], frames.bonded[j] = DEAD, 0, 0
    memory.area[j], memory.shear_energy[j], memory.thrust[j] = 0.0, 0.0, 0.0
    for i in range(3):
        memory.slip[j, i], memory.shear[j, i], memory.shear_viscous[j, i], memory.viscous[j, i] = 0.0, 0.0, 0.0, 0.0
    for i in range(6):
        motion.closed[j, i], motion.pressed[j, i] = 0.0, 0.0
    motion.rim[j, 0], motion.rim[j, 1], memory.rim[j, 0], memory.rim[j, 1] = 0.0, 0.0, 0.0, 0.0
