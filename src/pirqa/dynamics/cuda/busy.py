"""Steps of walls in which someone looks around, and all steps of walls that the other kernel does not hold.

A thread for each joint, each pair of parts and each stone; finding pairs and handing joints over is done by the first
thread alone. A wall that :mod:`pirqa.dynamics.cuda.calm` holds goes back there after one step.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba import cuda, float64, int32, int64

from pirqa.compiled import called_on_card, card_kernel
from pirqa.dynamics.arrays import (
    APART,
    DEAD,
    SOME_PARTED,
)
from pirqa.dynamics.cuda import calls  # noqa: F401 - before a kernel is compiled
from pirqa.dynamics.cuda.loose import DESKS, KINDS_OF_MARKS, WORD, add_pushes, list_touching, press_touching
from pirqa.dynamics.cuda.parts import (
    BUSY,
    CALM,
    DONE,
    FULL,
    LOOK,
    LOOSE,
    UNSOUND,
    ahead,
    find_largest,
    keep_sums,
    move_bodies,
    spend,
)
from pirqa.dynamics.cuda.windows import pick
from pirqa.dynamics.drive import COLUMNS
from pirqa.dynamics.joint_contact_transition import hand_over
from pirqa.dynamics.joint_geometry import find_closed_part, follow_faces
from pirqa.dynamics.joint_law import press_and_rub
from pirqa.dynamics.neighbours import (
    LOOK_EVERY,
    changed_joints,
    farthest_pace,
    look_around,
    meet,
    stays_apart,
    weigh_looks,
)
from pirqa.dynamics.step import keep_joints, loose_energy, renew_slid

_hand_over = called_on_card(hand_over)
_meet = called_on_card(meet)
_look_around = called_on_card(look_around)
_renew_slid = called_on_card(renew_slid)
_bodies_of, _joints_of, _frames_of, _motion_of = pick("bodies"), pick("joints"), pick("frames"), pick("motion")
_memory_of, _loads_of, _solids_of, _near_of = pick("memory"), pick("loads"), pick("solids"), pick("near")
_loose_of = pick("loose")


@cache
def advance_busy(threads: int, corners: int, fixed: tuple[int, ...] | None) -> Any:
    """The kernel for blocks of ``threads`` and polygons of at most ``corners``.

    ``fixed``: the table of the only layout that it knows; none: it knows any.
    """
    words = -(-threads // WORD)

    def advance(
        rows, given, active, state, number_of, since_of, ends_of, step_of, stride_of, tolerance_of, fastest,
        all_knots, span_of, interval_of, ramp_of, tilt_axis, longest, calms_down,
        desks, sheets, log_step, log_pose, log_joint, log_energy, log_push, kept_of,
    ):  # fmt: skip
        tid, size = cuda.threadIdx.x, threads
        if fixed is None:  # noqa: SIM108 - the branch that is not taken is not compiled
            table = given
        else:
            table = fixed
        scratch = cuda.local.array((4, corners, 2), float64)
        path = cuda.local.array((1, COLUMNS), float64)
        sums, desk = sheets[cuda.blockIdx.x], cuda.blockIdx.x * DESKS
        flags = cuda.shared.array(1, int64)
        s_counts = cuda.shared.array(threads, int32)
        s_does = cuda.shared.array(DESKS, int32)
        s_marks = cuda.shared.array((KINDS_OF_MARKS, words), int64)
        for turn in range(cuda.blockIdx.x, len(active), cuda.gridDim.x):
            w = active[turn]
            begun = state[w]
            if begun not in (BUSY, LOOK):
                continue
            bodies, joints = _bodies_of(rows, table, w), _joints_of(rows, table, w)
            frames, motion = _frames_of(rows, table, w), _motion_of(rows, table, w)
            memory, loads = _memory_of(rows, table, w), _loads_of(rows, table, w)
            solids, near = _solids_of(rows, table, w), _near_of(rows, table, w)
            loose = _loose_of(rows, table, w)
            knots, span, interval, ramp = all_knots[w], span_of[w], interval_of[w], ramp_of[w]
            step, stride, tolerance = step_of[w], stride_of[w], tolerance_of[w]
            joint_count, platform = len(joints.first), len(bodies.mass) - 1
            parts = len(solids.body)
            for i in range(COLUMNS):
                path[0, i] = 0.0
            path[0, 5] = 1.0
            rubbed = damped = opened = pushed = fallen = 0.0
            touching = 0
            kept, number, since = kept_of[w], number_of[w], since_of[w]
            ends = min(ends_of[w], number + longest)
            if tid == 0:
                flags[0] = begun
            cuda.syncthreads()
            while number < ends:
                look = number % LOOK_EVERY == 0 and near.tally[3] != number
                weighed = flags[0] == LOOK
                cuda.syncthreads()  # the first thread writes that it has looked, and what it saw
                if look:
                    if not weighed:
                        pace = 0.0
                        for b in range(tid, platform, size):
                            pace = max(pace, farthest_pace(b, b + 1, bodies, solids, tilt_axis, step))
                        changed = 0
                        for j in range(tid, joint_count, size):
                            changed = max(changed, changed_joints(j, j + 1, joints, frames, motion, memory))
                        sums[tid, 0], sums[tid, 1] = pace, float(changed)
                        find_largest(tid, size, sums)
                        if tid == 0:
                            near.tally[5] = weigh_looks(sums[0, 0], int64(sums[0, 1]), near, step)
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
                before = bodies.position[platform, 0]
                for j in range(tid, joint_count, size):
                    if follow_faces(j, j + 1, bodies, joints, frames, motion) > tolerance:
                        opened += _renew_slid(j, j + 1, bodies, joints, frames, motion, memory, tolerance, scratch)
                    opened += find_closed_part(j, j + 1, joints, frames, memory, motion, step, scratch)
                    one, two, three = press_and_rub(j, j + 1, joints, frames, motion, memory, loads, step)
                    rubbed, damped, opened = rubbed + one, damped + two, opened + three
                for i in range(tid, near.tally[0], size):
                    p = near.slot[i]
                    if near.state[p] == APART and near.wake[p] <= number:
                        s, t = near.key[i] // parts, near.key[i] % parts
                        if not stays_apart(number, p, s, t, bodies, solids, near, step):
                            _meet(number, p, s, t, bodies, solids, near, step)
                cuda.syncthreads()
                if tid == 0:
                    flags[0] = BUSY
                touching = list_touching(tid, size, solids, near, s_counts)
                if touching > 0:
                    one, two, three, _ = press_touching(
                        tid, size, number, touching, bodies, solids, near, loose, tilt_axis, step, desks, desk, sums,
                        s_marks, s_does, scratch,
                    )  # fmt: skip
                    rubbed, damped, opened = rubbed + one, damped + two, opened + three
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
                for b in range(tid, platform + 1, size):
                    add_pushes(b, touching, near, loads.body)
                ahead(path, since, step, knots, span, interval, ramp)
                along = bodies.home[platform, 0] + path[0, 0] - before
                kinetic, guides, push_x, push_y, push_z, work, fall = move_bodies(
                    tid, size, bodies, motion, loads, path, tilt_axis, along, step, fastest, keep, log_pose[w], kept,
                    flags,
                )  # fmt: skip
                pushed, fallen = pushed + work, fallen + fall
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
                if flags[0] == UNSOUND or calms_down:
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
                    state[w] = BUSY if not calms_down else LOOSE if touching > 0 else CALM
            cuda.syncthreads()

    return card_kernel(advance, (threads, 1))
