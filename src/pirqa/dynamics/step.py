"""Many steps in one compiled call: joints, then stones, in a fixed order; nothing is allocated on the way."""

from __future__ import annotations

from pirqa.compiled import inlined, kernel
from pirqa.dynamics.arrays import Bodies, Frames, IntArray, Joints, Loads, Log, Memory, Motion, Near, Solids, Ties
from pirqa.dynamics.joint_geometry import find_closed_part, follow_faces, renew_overlap
from pirqa.dynamics.joint_law import press_and_rub
from pirqa.dynamics.loose_contact import press_loose
from pirqa.dynamics.neighbours import LOOK_EVERY, must_look
from pirqa.dynamics.polygon import positive_square, square_integral
from pirqa.dynamics.rigid_body import gather_loads, move_held, move_stones
from pirqa.dynamics.springs import Soil, pull_ties, push_soil, soil_energy, tie_energy
from pirqa.model.polyhedron import FloatArray


@kernel(lean=True)
def advance(
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    memory: Memory,
    loads: Loads,
    ties: Ties,
    soil: Soil,
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
    where someone must look around first (``near.tally``), which is rare: then go on.
    Steps whose number, counted from ``start``, is a multiple of ``stride`` are kept. ``tolerance`` is the slide after
    which an overlap is found again [m]. Columns of ``path``: see :mod:`pirqa.dynamics.drive`.
    """
    kept = 0
    spent, count, platform = loads.spent, len(joints.first), len(bodies.mass) - 1
    for n in range(len(path)):
        number = start + n
        if number % LOOK_EVERY == 0 and near.tally[3] != number:
            near.tally[5] = must_look(bodies, joints, frames, motion, memory, solids, near, tilt_axis, step)
            if near.tally[5] > 0:
                return n, kept
        if follow_faces(0, count, bodies, joints, frames, motion) > tolerance:
            spent[2] += renew_slid(0, count, bodies, joints, frames, motion, memory, tolerance, scratch)
        spent[2] += find_closed_part(0, count, joints, frames, memory, motion, step, scratch)
        rubbed, damped, opened = press_and_rub(0, count, joints, frames, motion, memory, loads, step)
        spent[0] += rubbed
        spent[1] += damped
        spent[2] += opened
        loads.body[:] = 0.0
        rubbed, damped, opened = press_loose(number, bodies, solids, near, loose, loads, tilt_axis, step, scratch)
        spent[0] += rubbed
        spent[1] += damped
        spent[2] += opened
        if len(ties.first) > 0:
            spent[3] += pull_ties(bodies, ties, loads)
        if len(soil.body) > 0:
            spent[3] += push_soil(bodies, soil, loads, path[n, 12], path[n, 13], path[n, 14], step)
        gather_loads(0, platform + 1, bodies, motion, loads)
        keep = number % stride == 0
        if keep:
            log.step[kept] = number
            keep_poses(0, platform + 1, kept, bodies.position, bodies.rotation, log.pose)
            elastic = tie_energy(ties) + soil_energy(soil)
            elastic += loose_energy(near.tally[0], near.slot, near.energy, loose.shear_energy)
            log.energy[kept, 1] = elastic + keep_joints(
                0, count, kept, joints.normal_stiffness, frames.reach, motion.gap, motion.closed, memory, log.joint
            )
            for i in range(len(ties.force)):
                log.tie[kept, i] = ties.force[i]
            for i in range(len(soil.pressure)):
                log.soil[kept, i] = soil.pressure[i] + soil.other[i, 0]
        place = bodies.position[platform, 0]
        work, push_x, push_y, push_z = move_held(0, platform + 1, bodies, loads, path, n, tilt_axis)
        along = bodies.position[platform, 0] - place
        kinetic, fall, guided, guides, speed = move_stones(
            0, platform, bodies, loads, path[n, 9], path[n, 10], path[n, 11], along, step
        )
        loads.gravity[0], loads.gravity[1], loads.gravity[2] = path[n, 9], path[n, 10], path[n, 11]
        spent[4] += work + guided
        spent[5] += fall
        if keep:
            log.energy[kept, 0] = kinetic
            log.push[kept, 0], log.push[kept, 1], log.push[kept, 2] = (push_x - guides, push_y, push_z)
            for i in range(6):
                log.energy[kept, 2 + i] = spent[i]
            kept += 1
        if not speed < fastest:
            return n + 1, kept
    return len(path), kept


@inlined
def keep_poses(start: int, stop: int, kept: int, position: FloatArray, rotation: FloatArray, pose: FloatArray) -> None:
    """Put poses of bodies ``start`` to ``stop`` into row ``kept``."""
    for b in range(start, stop):
        pose[kept, b, 0], pose[kept, b, 1], pose[kept, b, 2] = (position[b, 0], position[b, 1], position[b, 2])
        pose[kept, b, 3], pose[kept, b, 4], pose[kept, b, 5] = (rotation[b, 0, 0], rotation[b, 0, 1], rotation[b, 0, 2])
        pose[kept, b, 6], pose[kept, b, 7], pose[kept, b, 8] = (rotation[b, 1, 0], rotation[b, 1, 1], rotation[b, 1, 2])
        pose[kept, b, 9], pose[kept, b, 10], pose[kept, b, 11] = (
            rotation[b, 2, 0],
            rotation[b, 2, 1],
            rotation[b, 2, 2],
        )


@inlined
def keep_joints(
    start: int,
    stop: int,
    kept: int,
    stiffness: FloatArray,
    reach: FloatArray,
    gap: FloatArray,
    closed: FloatArray,
    memory: Memory,
    row: FloatArray,
) -> float:
    """What is kept of joints ``start`` to ``stop``; their elastic energy [J], of their state: no sum of increments."""
    elastic = 0.0
    thrust, shear, area, path, lift = (memory.thrust, memory.shear, memory.area, memory.path, memory.lift)
    for j in range(start, stop):
        elastic += memory.shear_energy[j]
        if closed[j, 0] > 0.0:
            square = square_integral(closed, j, gap[j, 0] + lift[j], gap[j, 1], gap[j, 2])
            elastic += 0.5 * stiffness[j] * square
        widest = abs(gap[j, 1]) * reach[j, 0] + abs(gap[j, 2]) * reach[j, 1]
        row[kept, j, 0] = thrust[j]
        row[kept, j, 1], row[kept, j, 2], row[kept, j, 3] = (shear[j, 0], shear[j, 1], shear[j, 2])
        row[kept, j, 4] = area[j]
        row[kept, j, 5] = max(widest - gap[j, 0], 0.0)
        row[kept, j, 6] = path[j]
    return elastic


@inlined
def loose_energy(count: int, slot: IntArray, energy: FloatArray, shear_energy: FloatArray) -> float:
    """Elastic energy of all pairs that touch without a joint [J]."""
    elastic = 0.0
    for i in range(count):
        elastic += energy[slot[i]] + shear_energy[slot[i]]
    return elastic


@inlined
def renew_slid(
    start: int,
    stop: int,
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    memory: Memory,
    tolerance: float,
    scratch: FloatArray,
) -> float:
    """Find again the overlaps of joints ``start`` to ``stop`` that have slid; energy that goes with the area lost [J].

    Corners nearer than a quarter of the tolerance to the line between their neighbours are left out: each costs time.
    """
    slide, since, reach = motion.slide, frames.since, frames.reach
    lost = 0.0
    for j in range(start, stop):
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


@inlined
def _overlap_energy(
    j: int, joints: Joints, frames: Frames, motion: Motion, memory: Memory, scratch: FloatArray
) -> float:
    """Elastic energy of the penetration over the overlap of joint ``j`` as it is now [J]."""
    p, pu, pv = motion.gap[j, 0] + memory.lift[j], motion.gap[j, 1], motion.gap[j, 2]
    square = positive_square(frames.corners, j, frames.sides[j], p, pu, pv, scratch, 0)
    energy: float = 0.5 * joints.normal_stiffness[j] * square
    return energy
