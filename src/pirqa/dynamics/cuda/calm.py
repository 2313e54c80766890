"""Steps of walls whose stones fit next to a processor of the card: a few threads for a wall, many walls at once.

A thread sees to one joint after the other, then to one stone after the other. What a wall is made of lies in the card's
memory, side by side for neighbouring threads (:mod:`pirqa.dynamics.cuda.layout`); where its stones are and what its
joints do to them lies where all its threads reach it quickly. A thread waits most of the time, for memory and for its
own last result: what keeps a processor of the card at work is that a dozen walls are on it, none of which waits for
another.

There are two kernels of one make. The *calm* one makes the steps in which only joints are at work. Where stones touch
without a joint, the *loose* one goes on from the start of that step, until all is calm again; all threads see to stones
that touch (:mod:`pirqa.dynamics.cuda.loose`). Looking around, which is rare, is left to a third
(:mod:`pirqa.dynamics.cuda.busy`). Sums of energies are made in a fixed order, so that a run gives the same numbers each
time.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba import cuda, float64, int32, int64

from pirqa.compiled import called_on_card, card_kernel
from pirqa.dynamics.arrays import Bodies, Loads, Motion
from pirqa.dynamics.cuda import calls  # noqa: F401 - before a kernel is compiled
from pirqa.dynamics.cuda.loose import DESKS, KINDS_OF_MARKS, WORD, list_touching, press_loose
from pirqa.dynamics.cuda.meeting import ASKED, meet_together, watch_pairs
from pirqa.dynamics.cuda.parts import CALM, DONE, LOOK, LOOSE, ahead, find_largest, keep_sums, move_bodies, spend
from pirqa.dynamics.cuda.rooms import ROOMS, row_on_its_way, show_row, take_row
from pirqa.dynamics.cuda.windows import pick
from pirqa.dynamics.drive import COLUMNS
from pirqa.dynamics.joint_geometry import find_closed_part, follow_faces
from pirqa.dynamics.joint_law import press_and_rub
from pirqa.dynamics.neighbours import LOOK_EVERY, changed_joints, farthest_pace, weigh_looks
from pirqa.dynamics.step import keep_joints, loose_energy, renew_slid

_renew_slid = called_on_card(renew_slid)
_bodies_of, _joints_of, _frames_of, _motion_of = pick("bodies"), pick("joints"), pick("frames"), pick("motion")
_memory_of, _loads_of, _solids_of, _near_of = pick("memory"), pick("loads"), pick("solids"), pick("near")
_loose_of = pick("loose")
_joint_row, _frames_row = pick("joints", row=True), pick("frames", row=True)
_motion_row, _memory_row = pick("motion", row=True), pick("memory", row=True)
_THREES, _SIXES = ROOMS[3], ROOMS[6]
_PATIENCE = 16
"""Steps without anything loose after which a wall goes back to the calm kernel: going there and back costs several."""
_AT_ONCE = 512
"""Threads on a processor of the card: with more, each would have fewer registers than a joint needs."""


def bytes_beside(lines: int, stones: int) -> int:
    """What a wall of so many joints and bodies takes next to the processor of the card, nearly [bytes]."""
    return 8 * (13 * lines + 19 * stones) + 2048


@cache
def advance_calm(
    threads: int, lines: int, stones: int, corners: int, fixed: tuple[int, ...] | None, *, loose: bool
) -> Any:
    """The kernel for walls of at most ``lines`` joints, ``stones`` bodies and polygons of ``corners``.

    A block has ``threads``. ``fixed``: the table of the only layout that it knows; none: it knows any. ``loose``: the
    one that knows stones that touch without a joint.
    """
    own_state = LOOSE if loose else CALM
    words = -(-threads // WORD)

    def advance(
        rows, given, active, state, number_of, since_of, ends_of, step_of, stride_of, tolerance_of, fastest,
        all_knots, span_of, interval_of, ramp_of, tilt_axis, longest,
        desks, sheets, log_step, log_pose, log_joint, log_energy, log_push, kept_of,
    ):  # fmt: skip
        tid, size = cuda.threadIdx.x, threads
        w = active[cuda.blockIdx.x]
        if state[w] != own_state:
            return
        if fixed is None:  # noqa: SIM108 - the branch that is not taken is not compiled
            table = given
        else:
            table = fixed
        far, joints = _bodies_of(rows, table, w), _joints_of(rows, table, w)
        frames, motion = _frames_of(rows, table, w), _motion_of(rows, table, w)
        memory, far_loads = _memory_of(rows, table, w), _loads_of(rows, table, w)
        solids, near = _solids_of(rows, table, w), _near_of(rows, table, w)
        knots, span, interval, ramp = all_knots[w], span_of[w], interval_of[w], ramp_of[w]
        step, stride, tolerance = step_of[w], stride_of[w], tolerance_of[w]
        sums = sheets[cuda.blockIdx.x]
        scratch = cuda.local.array((4, corners, 2), float64)
        path = cuda.local.array((1, COLUMNS), float64)
        r3 = cuda.local.array((_THREES, 1, 3), float64)
        r6 = cuda.local.array((_SIXES, 1, 6), float64)
        # rows of odd lengths, so that neighbouring threads ask different banks for theirs
        s_position = cuda.shared.array((stones, 3), float64)
        s_rotation = cuda.shared.array((stones, 3, 3), float64)
        s_total = cuda.shared.array((stones, 7), float64)
        s_force = cuda.shared.array((lines, 3), float64)
        s_moment = cuda.shared.array((lines, 3), float64)
        s_arms = cuda.shared.array((lines, 7), float64)
        s_before = cuda.shared.array(3, float64)
        flags = cuda.shared.array(4, int64)
        s_asked = cuda.shared.array(ASKED, int32)
        s_counts = cuda.shared.array(threads, int32)
        s_does = cuda.shared.array(DESKS, int32)
        s_marks = cuda.shared.array((KINDS_OF_MARKS, words), int64)
        joint_count, platform = len(joints.first), len(far.mass) - 1
        body_count = platform + 1
        bodies = Bodies(
            s_position[:body_count], s_rotation[:body_count], far.velocity, far.momentum, far.mass, far.inertia,
            far.easiness, far.role, far.first_item, far.item, far.last, far.home, far.attitude, far.share,
        )  # fmt: skip
        # a body's loads without its joints are gathered up in place
        loads = Loads(s_force, s_moment, s_total, s_total, s_before, far_loads.spent)
        seen = Motion(
            motion.gap, motion.slide, motion.normal, motion.axes, s_arms, motion.closed, motion.pressed, motion.rim,
            motion.agape, motion.state,
        )  # fmt: skip
        for b in range(tid, body_count, size):
            for i in range(3):
                s_position[b, i] = far.position[b, i]
                for k in range(3):
                    s_rotation[b, i, k] = far.rotation[b, i, k]
            for i in range(6):
                s_total[b, i] = 0.0
        for i in range(COLUMNS):
            path[0, i] = 0.0
        path[0, 5] = 1.0
        for k in range(_THREES):  # joints that have parted do not fill them, and nothing times no number is none
            for i in range(3):
                r3[k, 0, i] = 0.0
        for k in range(_SIXES):
            for i in range(6):
                r6[k, 0, i] = 0.0
        rubbed = damped = opened = pushed = fallen = 0.0
        home = far.home[platform, 0]
        kept, number, since = kept_of[w], number_of[w], since_of[w]
        begun = number
        ends = min(ends_of[w], number + longest)
        keeps = number + (stride - number % stride) % stride  # the next step that is kept
        if tid == 0:
            flags[0], flags[1], flags[2], flags[3] = own_state, 0, 0, 0
            s_before[0], s_before[1], s_before[2] = far_loads.gravity[0], far_loads.gravity[1], far_loads.gravity[2]
        touching = list_touching(tid, size, solids, near, s_counts)  # all wait for all there
        calm_for = 0
        alarm = number  # the next step at which one of this thread's pairs must be looked at
        if not loose and touching > 0:
            ends = number
            if tid == 0:
                flags[0] = LOOSE
        while number < ends and flags[0] == own_state:
            if number % LOOK_EVERY == 0 and near.tally[3] != number:
                pace, changed = 0.0, 0
                for b in range(tid, platform, size):
                    pace = max(pace, farthest_pace(b, b + 1, bodies, solids, tilt_axis, step))
                for j in range(tid, joint_count, size):
                    changed = max(changed, changed_joints(j, j + 1, joints, frames, motion, memory))
                sums[tid, 0], sums[tid, 1] = pace, float(changed)
                find_largest(tid, size, sums)
                if tid == 0:
                    near.tally[5] = weigh_looks(sums[0, 0], int64(sums[0, 1]), near, step)
                    if near.tally[5] > 0:
                        flags[0] = LOOK
                cuda.syncthreads()
                if flags[0] != own_state:
                    break
            if number >= alarm or flags[2] > 0:
                alarm = watch_pairs(
                    rows, table, active, tid, size, number, loose, s_position, s_rotation, step, flags, s_asked
                )
            cuda.syncthreads()
            if loose:
                if flags[3] > 0:
                    meet_together(
                        rows, table, active, tid, size, number, s_position, s_rotation, step, sheets, flags, s_asked
                    )
            elif flags[1] > 0:  # this step is for the other kernel: nothing of it is done yet
                cuda.syncthreads()
                if tid == 0:
                    flags[0] = LOOSE
                break
            before, keep = s_position[platform, 0], number == keeps
            shows = keep or (number + 1) % LOOK_EVERY == 0 or number + 1 == ends
            elastic = 0.0
            for j in range(tid, joint_count, size):
                joint, frame = _joint_row(rows, table, w, j), _frames_row(rows, table, w, j)
                remembered = _memory_row(rows, table, w, j)
                moves = row_on_its_way(_motion_row(rows, table, w, j), r3, r6)
                if follow_faces(0, 1, bodies, joint, frame, moves) > tolerance:
                    show_row(motion, moves, j)
                    opened += _renew_slid(j, j + 1, bodies, joints, frames, motion, memory, tolerance, scratch)
                    take_row(motion, moves, j)
                opened += find_closed_part(0, 1, joint, frame, remembered, moves, step, scratch)
                acts = Loads(
                    s_force[j : j + 1], s_moment[j : j + 1], s_total, s_total, s_before, far_loads.spent
                )  # fmt: skip
                first, second, third = press_and_rub(0, 1, joint, frame, moves, remembered, acts, step)
                rubbed, damped, opened = rubbed + first, damped + second, opened + third
                for i in range(6):
                    s_arms[j, i] = moves.arms[0, i]
                if shows:
                    show_row(motion, moves, j)
                if keep:
                    elastic += keep_joints(
                        j, j + 1, kept, joints.normal_stiffness, frames.reach, motion.gap, motion.closed, memory,
                        log_joint[w],
                    )  # fmt: skip
            cuda.syncthreads()
            stirs = False
            if loose:
                stirs = flags[1] > 0 or flags[2] > 0
                cuda.syncthreads()  # all know it
                if tid == 0:
                    flags[1], flags[2], flags[3] = 0, 0, 0
                if touching > 0 or stirs:
                    first, second, third, apart, touching = press_loose(
                        rows, table, active, tid, size, number, stirs, touching, s_position, s_rotation, s_total,
                        tilt_axis, step, desks, sheets, s_counts, s_marks, s_does, scratch,
                    )  # fmt: skip
                    rubbed, damped, opened = rubbed + first, damped + second, opened + third
                    if apart > 0:  # its pair is one of those that are looked at now and then
                        flags[2] = 1
                    cuda.syncthreads()
            if keep and tid == 0:
                log_step[w, kept] = number
                elastic += loose_energy(near.tally[0], near.slot, near.energy, _loose_of(rows, table, w).shear_energy)
            ahead(path, since, step, knots, span, interval, ramp)
            kinetic, guides, push_x, push_y, push_z, work, fall = move_bodies(
                tid, size, bodies, seen, loads, path, tilt_axis, home + path[0, 0] - before, step, fastest, keep,
                log_pose[w], kept, flags,
            )  # fmt: skip
            pushed, fallen = pushed + work, fallen + fall
            for b in range(tid, body_count, size):
                for i in range(6):
                    s_total[b, i] = 0.0
            if keep:
                sums[tid, 0], sums[tid, 1] = kinetic, elastic
                sums[tid, 2], sums[tid, 3], sums[tid, 4] = rubbed, damped, opened
                sums[tid, 5], sums[tid, 6] = pushed, fallen
                sums[tid, 7], sums[tid, 8], sums[tid, 9] = push_x - guides, push_y, push_z
            cuda.syncthreads()
            if tid == 0:
                s_before[0], s_before[1], s_before[2] = path[0, 9], path[0, 10], path[0, 11]
            if keep:
                keep_sums(tid, size, w, kept, sums, loads.spent, log_energy, log_push)
                kept += 1
                keeps += stride
                cuda.syncthreads()
            number += 1
            since += 1
            calm_for = 0 if touching > 0 or stirs else calm_for + 1
            if loose and calm_for > _PATIENCE:
                if tid == 0 and flags[0] == own_state:
                    flags[0] = CALM
                break
        for j in range(tid, joint_count if number > begun else 0, size):
            for i in range(3):
                far_loads.force[j, i], far_loads.moment[j, i] = s_force[j, i], s_moment[j, i]
        for b in range(tid, body_count, size):
            for i in range(3):
                far.position[b, i] = s_position[b, i]
                for k in range(3):
                    far.rotation[b, i, k] = s_rotation[b, i, k]
        sums[tid, 0], sums[tid, 1], sums[tid, 2] = rubbed, damped, opened
        sums[tid, 3], sums[tid, 4] = pushed, fallen
        cuda.syncthreads()
        if tid == 0:
            spend(size, sums, loads.spent)
            for i in range(3):
                far_loads.gravity[i] = s_before[i]
            number_of[w], since_of[w], kept_of[w] = number, since, kept
            going_on = flags[0] in (CALM, LOOSE, LOOK)
            state[w] = DONE if going_on and number >= ends_of[w] else flags[0]

    return card_kernel(advance, (threads, _AT_ONCE // threads))
