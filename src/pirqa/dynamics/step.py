"""Many steps in one compiled call: joints, then stones, in a fixed order; nothing is allocated on the way."""

from __future__ import annotations

from pirqa.compiled import kernel
from pirqa.dynamics.arrays import Bodies, Frames, Joints, Loads, Log, Memory, Motion, Near, Solids, Ties
from pirqa.dynamics.handover import hand_over_parted
from pirqa.dynamics.joint_law import press_and_rub
from pirqa.dynamics.loose_contact import press_loose
from pirqa.dynamics.nearness import LOOK_EVERY, look_around
from pirqa.dynamics.opening import find_closed_part, follow_faces
from pirqa.dynamics.polygon import positive_square, square_integral
from pirqa.dynamics.renewal import renew_overlap
from pirqa.dynamics.stones import gather_loads, move_held, move_stones
from pirqa.dynamics.ties import pull_ties, tie_energy
from pirqa.model.polyhedron import FloatArray

__all__ = ["advance"]


@kernel(lean=True)
def advance(
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    memory: Memory,
    loads: Loads,
    ties: Ties,
    solids: Solids,
    near: Near,
    loose: Memory,
    path: FloatArray,
    tilt_axis: FloatArray,
    step: float,
    tolerance: float,
    fastest: float,
    scratch: FloatArray,
    start: int,
    stride: int,
    log: Log,
) -> tuple[int, int]:
    """Go through all rows of ``path``: how many were done, and how many rows of the log are now full.

    Fewer are done where a stone moves at more than ``fastest`` [m/s] or at no speed at all: the run has failed; and
    where more pairs of parts are near each other than there is room for (``near.tally``): make room and go on.
    Steps whose number, counted from ``start``, is a multiple of ``stride`` are kept. ``tolerance`` is the slide after
    which an overlap is found again [m]. Columns of ``path``: see :mod:`pirqa.dynamics.drive`.
    """
    kept = 0
    spent, count, platform = loads.spent, len(joints.first), len(bodies.mass) - 1
    for n in range(len(path)):
        number = start + n
        if number % LOOK_EVERY == 0:
            look_around(number, bodies, joints, frames, motion, solids, near, loose, tilt_axis, step)
            if near.tally[4] > 0:
                return n, kept
        if follow_faces(0, count, bodies, joints, frames, motion) > tolerance:
            spent[2] += _renew_slid(bodies, joints, frames, motion, memory, tolerance, scratch)
        spent[2] += find_closed_part(0, count, joints, frames, memory, motion, step, scratch)
        rubbed, damped, opened = press_and_rub(0, count, joints, frames, motion, memory, loads, step)
        spent[0] += rubbed
        spent[1] += damped
        spent[2] += opened
        if number % LOOK_EVERY == 0:
            spent[2] += hand_over_parted(bodies, joints, frames, motion, memory, solids, near, loose, scratch)
        loads.body[:] = 0.0
        rubbed, damped, opened = press_loose(number, bodies, solids, near, loose, loads, tilt_axis, step, scratch)
        spent[0] += rubbed
        spent[1] += damped
        spent[2] += opened
        if len(ties.first) > 0:
            spent[3] += pull_ties(bodies, ties, loads)
        gather_loads(0, platform + 1, bodies, motion, loads)
        keep = number % stride == 0
        if keep:
            _keep_state(kept, number, bodies, joints, frames, motion, memory, ties, near, loose, log)
        place = bodies.position[platform, 0]
        work, push_x, push_y, push_z = move_held(0, platform + 1, bodies, loads, path, n, tilt_axis)
        along = bodies.position[platform, 0] - place
        kinetic, fall, guided, guides, speed = move_stones(
            0, platform, bodies, loads, path[n, 9], path[n, 10], path[n, 11], along, step
        )
        spent[4] += work + guided
        spent[5] += fall
        if keep:
            log.energy[kept, 0] = kinetic
            log.push[kept, 0], log.push[kept, 1], log.push[kept, 2] = push_x - guides, push_y, push_z
            for i in range(6):
                log.energy[kept, 2 + i] = spent[i]
            kept += 1
        if not speed < fastest:
            return n + 1, kept
    return len(path), kept


@kernel(lean=True)
def _keep_state(
    kept: int,
    step: int,
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    memory: Memory,
    ties: Ties,
    near: Near,
    loose: Memory,
    log: Log,
) -> None:
    log.step[kept] = step
    for b in range(len(bodies.mass)):
        for i in range(3):
            log.pose[kept, b, i] = bodies.position[b, i]
            for k in range(3):
                log.pose[kept, b, 3 + 3 * i + k] = bodies.rotation[b, i, k]
    elastic = tie_energy(ties)
    for i in range(near.tally[0]):
        elastic += near.energy[near.slot[i]] + loose.shear_energy[near.slot[i]]
    for j in range(len(joints.first)):
        elastic += _pressing_energy(j, joints, motion, memory) + memory.shear_energy[j]
        widest = abs(motion.gap[j, 1]) * frames.reach[j, 0] + abs(motion.gap[j, 2]) * frames.reach[j, 1]
        row = log.joint
        row[kept, j, 0] = memory.thrust[j]
        row[kept, j, 1], row[kept, j, 2], row[kept, j, 3] = memory.shear[j, 0], memory.shear[j, 1], memory.shear[j, 2]
        row[kept, j, 4] = memory.area[j]
        row[kept, j, 5] = max(widest - motion.gap[j, 0], 0.0)
        row[kept, j, 6] = memory.path[j]
    log.energy[kept, 1] = elastic
    for t in range(len(ties.force)):
        log.tie[kept, t] = ties.force[t]


@kernel(lean=True)
def _renew_slid(
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    memory: Memory,
    tolerance: float,
    scratch: FloatArray,
) -> float:
    """Find again the overlaps of joints that have slid; the elastic energy that goes with the area lost [J].

    Corners nearer than a quarter of the tolerance to the line between their neighbours are left out: each costs time.
    """
    slide, since, reach = motion.slide, frames.since, frames.reach
    lost = 0.0
    for j in range(len(slide)):
        far = abs(slide[j, 0] - since[j, 0]) + abs(slide[j, 1] - since[j, 1])
        if far + abs(slide[j, 2] - since[j, 2]) * (reach[j, 0] + reach[j, 1]) > tolerance:
            lost += _overlap_energy(j, joints, frames, motion, memory, scratch)
            renew_overlap(j, 0.25 * tolerance, bodies, joints, frames, motion, memory, scratch)
            follow_faces(j, j + 1, bodies, joints, frames, motion)
            if frames.sides[j] > 0:
                for i in range(3):  # the faces are not quite in line again: their step is what counts
                    memory.slide[j, i] += slide[j, i]
            lost -= _overlap_energy(j, joints, frames, motion, memory, scratch)
    return lost


@kernel(lean=True)
def _overlap_energy(
    j: int, joints: Joints, frames: Frames, motion: Motion, memory: Memory, scratch: FloatArray
) -> float:
    """Elastic energy of the penetration over the overlap of joint ``j`` as it is now [J]."""
    p, pu, pv = motion.gap[j, 0] + memory.lift[j], motion.gap[j, 1], motion.gap[j, 2]
    square = positive_square(frames.corners, j, frames.sides[j], p, pu, pv, scratch, 0)
    energy: float = 0.5 * joints.normal_stiffness[j] * square
    return energy


@kernel(lean=True)
def _pressing_energy(j: int, joints: Joints, motion: Motion, memory: Memory) -> float:
    """Elastic energy of the normal penetration of joint ``j`` [J]: of its state, not a sum of increments."""
    closed = motion.closed
    if closed[j, 0] <= 0.0:
        return 0.0
    square = square_integral(closed, j, motion.gap[j, 0] + memory.lift[j], motion.gap[j, 1], motion.gap[j, 2])
    energy: float = 0.5 * joints.normal_stiffness[j] * square
    return energy
