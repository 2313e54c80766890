"""Steps of walls in which rare things happen: joints that have slid, looks around, stones that touch without a joint.

A thread for each joint, each pair of parts and each stone; finding pairs and handing joints over is done by the first
thread alone. Walls of more stones or joints than the other kernel holds (:mod:`pirqa.dynamics.cuda.calm`) make all
their steps here.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba import cuda, float64, int64

from pirqa.compiled import called_on_card, card_kernel, on_card
from pirqa.dynamics.arrays import (
    DEAD,
    SOME_PARTED,
    TOUCHING,
    Bodies,
    Frames,
    Joints,
    Loads,
    Memory,
    Motion,
    Near,
    Solids,
)
from pirqa.dynamics.cuda import calls  # noqa: F401 - before a kernel is compiled
from pirqa.dynamics.cuda.parts import BUSY, CALM, DONE, FULL, LOOK, MIDWAY, UNSOUND, ahead, keep_sums, pick, spend
from pirqa.dynamics.drive import COLUMNS
from pirqa.dynamics.handover import hand_over
from pirqa.dynamics.joint_law import press_and_rub
from pirqa.dynamics.loose_contact import press_pair
from pirqa.dynamics.meeting import is_asleep
from pirqa.dynamics.nearness import LOOK_EVERY, changed_joints, farthest_pace, look_around, weigh_looks
from pirqa.dynamics.opening import find_closed_part, follow_faces
from pirqa.dynamics.step import keep_joints, keep_poses, loose_energy, renew_slid
from pirqa.dynamics.stones import gather_loads, move_held, move_stones

__all__ = ["advance_busy"]


_hand_over = called_on_card(hand_over)
_press_pair = called_on_card(press_pair)
_look_around = called_on_card(look_around)
_renew_slid = called_on_card(renew_slid)
_pick_bodies, _pick_joints, _pick_frames, _pick_motion = pick(Bodies), pick(Joints), pick(Frames), pick(Motion)
_pick_memory, _pick_loads, _pick_solids, _pick_near = pick(Memory), pick(Loads), pick(Solids), pick(Near)


@on_card
def _own_room(near, first_corners, second_corners, reaches, sights, planes, which):
    """The same pairs, with a thread's own room to look at one of them."""
    return Near(
        near.tally, near.travel, near.key, near.slot, near.free, near.state, near.wake, near.normal, near.axis,
        near.place, near.depth, near.arris, near.share, near.hold, near.energy, near.push, near.law,
        near.least_damping, near.flat, near.box, near.order, near.found, first_corners[which],
        second_corners[which], reaches[which], sights[which], planes[which],
    )  # fmt: skip


@cache
def advance_busy(threads: int, corners: int) -> Any:
    """The kernel for blocks of ``threads`` and polygons of at most ``corners``."""

    def advance(
        all_bodies, all_joints, all_frames, all_motion, all_memory, all_loads, all_solids, all_near, all_loose,
        active, state, number_of, since_of, ends_of, step_of, stride_of, tolerance_of, fastest,
        all_knots, span_of, interval_of, ramp_of, tilt_axis, waiting, longest, calms_down,
        first_corners, second_corners, reaches, sights, planes,
        log_step, log_pose, log_joint, log_energy, log_push, kept_of,
    ):  # fmt: skip
        tid, size = cuda.threadIdx.x, threads
        scratch = cuda.local.array((4, corners, 2), float64)
        path = cuda.local.array((1, COLUMNS), float64)
        sums = cuda.shared.array((threads, 10), float64)
        flags = cuda.shared.array(3, int64)
        for turn in range(cuda.blockIdx.x, len(active), cuda.gridDim.x):
            w = active[turn]
            begun = state[w]
            if begun >= DONE or (begun == CALM and calms_down):
                continue
            bodies, joints, frames = (
                _pick_bodies(all_bodies, w),
                _pick_joints(all_joints, w),
                _pick_frames(all_frames, w),
            )
            motion, memory, loads = _pick_motion(all_motion, w), _pick_memory(all_memory, w), _pick_loads(all_loads, w)
            solids, near = _pick_solids(all_solids, w), _pick_near(all_near, w)
            loose = _pick_memory(all_loose, w)
            own_near = _own_room(
                near, first_corners, second_corners, reaches, sights, planes, cuda.blockIdx.x * threads + tid
            )
            knots, span, interval, ramp = all_knots[w], span_of[w], interval_of[w], ramp_of[w]
            step, stride, tolerance = step_of[w], stride_of[w], tolerance_of[w]
            joint_count, platform = len(joints.first), len(bodies.mass) - 1
            parts = len(solids.body)
            for i in range(COLUMNS):
                path[0, i] = 0.0
            path[0, 5] = 1.0
            rubbed = damped = opened = pushed = fallen = 0.0
            kept, number, since = kept_of[w], number_of[w], since_of[w]
            ends = min(ends_of[w], number + longest)
            if tid == 0:
                flags[0] = begun
            cuda.syncthreads()
            while number < ends:
                if flags[0] != MIDWAY and number % LOOK_EVERY == 0 and near.tally[3] != number:
                    if flags[0] != LOOK:
                        pace = 0.0
                        for b in range(tid, platform, size):
                            pace = max(pace, farthest_pace(b, b + 1, bodies, solids, tilt_axis, step))
                        changed = 0
                        for j in range(tid, joint_count, size):
                            changed = max(changed, changed_joints(j, j + 1, joints, frames, motion, memory))
                        sums[tid, 0], sums[tid, 1] = pace, float(changed)
                        cuda.syncthreads()
                        if tid == 0:
                            for i in range(1, size):
                                pace = max(pace, sums[i, 0])
                                changed = max(changed, int64(sums[i, 1]))
                            near.tally[5] = weigh_looks(pace, changed, near, step)
                        cuda.syncthreads()
                    if tid == 0 and near.tally[5] > 0:
                        some = near.tally[5] == SOME_PARTED
                        _look_around(number, bodies, joints, frames, motion, memory.lift, solids, near, loose)
                        if near.tally[4] > 0:
                            flags[0] = FULL
                        else:
                            near.tally[5] = 0
                            for j in range(joint_count):
                                some = some or motion.state[j] == DEAD or motion.agape[j] != 0
                            if some:
                                opened += _hand_over(
                                    bodies, joints, frames, motion, memory, solids, near, loose, scratch
                                )
                    cuda.syncthreads()
                    if flags[0] == FULL:
                        break
                midway = flags[0] == MIDWAY
                before = bodies.position[platform, 0]
                for j in range(tid, joint_count, size):
                    if midway and waiting[w, j] == 0:
                        continue
                    if follow_faces(j, j + 1, bodies, joints, frames, motion) > tolerance:
                        opened += _renew_slid(j, j + 1, bodies, joints, frames, motion, memory, tolerance, scratch)
                    opened += find_closed_part(j, j + 1, joints, frames, memory, motion, step, scratch)
                    one, two, three = press_and_rub(j, j + 1, joints, frames, motion, memory, loads, step)
                    rubbed, damped, opened = rubbed + one, damped + two, opened + three
                for i in range(tid, near.tally[0], size):
                    if not is_asleep(i, number, near):
                        one, two, three = _press_pair(
                            i, number, bodies, solids, own_near, loose, tilt_axis, step, scratch
                        )
                        rubbed, damped, opened = rubbed + one, damped + two, opened + three
                cuda.syncthreads()
                if tid == 0:
                    flags[0], flags[1] = BUSY, 0
                keep = number % stride == 0
                elastic = 0.0
                if keep:
                    if tid == 0:
                        log_step[w, kept] = number
                        elastic = loose_energy(near.tally[0], near.slot, near.energy, loose.shear_energy)
                    for j in range(tid, joint_count, size):
                        elastic += keep_joints(
                            j, j + 1, kept, joints.normal_stiffness, frames.reach, motion.gap, motion.closed, memory,
                            log_joint[w],
                        )  # fmt: skip
                cuda.syncthreads()
                kinetic = guides = push_x = push_y = push_z = 0.0
                ahead(path, since, step, knots, span, interval, ramp)
                along = bodies.home[platform, 0] + path[0, 0] - before
                for b in range(tid, platform + 1, size):
                    for k in range(6):
                        loads.body[b, k] = 0.0
                    for i in range(near.tally[0]):
                        p = near.slot[i]
                        if near.state[p] == TOUCHING:
                            flags[1] = 1
                            if solids.body[near.key[i] // parts] == b:
                                for k in range(6):
                                    loads.body[b, k] += near.push[p, k]
                            elif solids.body[near.key[i] % parts] == b:
                                for k in range(6):
                                    loads.body[b, k] -= near.push[p, 6 + k]
                    gather_loads(b, b + 1, bodies, motion, loads)
                    if keep:
                        keep_poses(b, b + 1, kept, bodies.position, bodies.rotation, log_pose[w])
                    work, x, y, z = move_held(b, b + 1, bodies, loads, path, 0, tilt_axis)
                    pushed, push_x, push_y, push_z = pushed + work, push_x + x, push_y + y, push_z + z
                    if b < platform:
                        energy, fall, guided, guide, speed = move_stones(
                            b, b + 1, bodies, loads, path[0, 9], path[0, 10], path[0, 11], along, step
                        )
                        kinetic, fallen = kinetic + energy, fallen + fall
                        pushed, guides = pushed + guided, guides + guide
                        if not speed < fastest:
                            flags[0] = UNSOUND
                if keep:
                    sums[tid, 0], sums[tid, 1] = kinetic, elastic
                    sums[tid, 2], sums[tid, 3], sums[tid, 4] = rubbed, damped, opened
                    sums[tid, 5], sums[tid, 6] = pushed, fallen
                    sums[tid, 7], sums[tid, 8], sums[tid, 9] = push_x - guides, push_y, push_z
                cuda.syncthreads()
                if tid == 0:
                    loads.gravity[0], loads.gravity[1], loads.gravity[2] = path[0, 9], path[0, 10], path[0, 11]
                if keep:
                    keep_sums(tid, size, w, kept, sums, loads.spent, log_energy, log_push)
                    kept += 1
                    cuda.syncthreads()
                number += 1
                since += 1
                if flags[0] == UNSOUND or (flags[1] == 0 and calms_down):
                    break
            sums[tid, 0], sums[tid, 1], sums[tid, 2] = rubbed, damped, opened
            sums[tid, 3], sums[tid, 4] = pushed, fallen
            cuda.syncthreads()
            if tid == 0:
                spend(size, sums, loads.spent)
                number_of[w], since_of[w], kept_of[w] = number, since, kept
                if flags[0] == UNSOUND or flags[0] == FULL:
                    state[w] = flags[0]
                elif number == ends_of[w]:
                    state[w] = DONE
                else:
                    state[w] = CALM if flags[1] == 0 else BUSY
            cuda.syncthreads()

    return card_kernel(advance)
