"""Steps of walls that fit next to a processor of the card: a thread for each joint, and one for each stone.

A thread keeps its joint to itself, in registers as far as they go, and the stones of a wall are where all its threads
reach them quickly. There are two kernels of one make. The *calm* one makes the steps in which only joints are at work,
and has all registers for them. Where a joint has slid far, or stones touch without a joint, the *loose* one goes on
from the start of that step, until all is calm again; all threads see to stones that touch
(:mod:`pirqa.dynamics.cuda.loose`). Looking around, which is rare, is left to a third
(:mod:`pirqa.dynamics.cuda.busy`). Sums of energies are made in a fixed order, so that a run gives the same numbers each
time.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba import cuda, float64, int32, int64

from pirqa.compiled import called_on_card, card_kernel, on_card
from pirqa.dynamics.arrays import (
    FREE,
    HELD,
    Bodies,
    Frames,
    Joints,
    Loads,
    Memory,
    Motion,
)
from pirqa.dynamics.cuda import calls  # noqa: F401 - before a kernel is compiled
from pirqa.dynamics.cuda.loose import DESKS, KINDS_OF_MARKS, WORD, list_touching, press_loose, watch_pairs
from pirqa.dynamics.cuda.parts import CALM, DONE, LOOK, LOOSE, UNSOUND, ahead, find_largest, keep_sums, spend
from pirqa.dynamics.cuda.rooms import INTS, ROOMS, SCALARS, copy_joint, one_joint
from pirqa.dynamics.cuda.windows import pick
from pirqa.dynamics.drive import COLUMNS
from pirqa.dynamics.joint_law import press_and_rub
from pirqa.dynamics.nearness import LOOK_EVERY, changed_joints, farthest_pace, weigh_looks
from pirqa.dynamics.opening import find_closed_part, follow_faces
from pirqa.dynamics.step import keep_joints, keep_poses, loose_energy, renew_slid
from pirqa.dynamics.stones import gather_loads, move_held, move_stones

__all__ = ["advance_calm"]

_renew_slid = called_on_card(renew_slid)


_bodies_of, _joints_of, _frames_of, _motion_of = pick("bodies"), pick("joints"), pick("frames"), pick("motion")
_memory_of, _loads_of, _solids_of, _near_of = pick("memory"), pick("loads"), pick("solids"), pick("near")
_loose_of = pick("loose")
_own_joints, _own_frames, _own_motion = one_joint(Joints), one_joint(Frames), one_joint(Motion)
_own_memory, _own_loads = one_joint(Memory), one_joint(Loads)
_take_joints, _take_frames = copy_joint(Joints, back=False), copy_joint(Frames, back=False)
_take_motion, _take_memory = copy_joint(Motion, back=False), copy_joint(Memory, back=False)
_give_frames, _give_motion = copy_joint(Frames, back=True), copy_joint(Motion, back=True)
_give_memory = copy_joint(Memory, back=True)
_TWOS, _THREES, _SIXES = (ROOMS[width] for width in (2, 3, 6))
_PATIENCE = 16
"""Steps without anything loose after which a wall goes back to the calm kernel: going there and back costs several."""
_BLOCKS = 2
"""Walls at once on a processor of the card: with more, a thread would have fewer registers than it needs."""


@on_card
def _take(j, joints, frames, motion, memory, my_joints, my_frames, my_motion, my_memory):
    _take_joints(joints, my_joints, j)
    _take_frames(frames, my_frames, j)
    _take_motion(motion, my_motion, j)
    _take_memory(memory, my_memory, j)
    for i in range(frames.corners.shape[1]):
        for k in range(2):
            my_frames.corners[0, i, k] = frames.corners[j, i, k]
    for i in range(2):
        for k in range(4):
            my_frames.cut[0, i, k] = frames.cut[j, i, k]
        for k in range(6):
            my_frames.chain[0, i, k] = frames.chain[j, i, k]


@on_card
def _give(j, frames, motion, memory, my_frames, my_motion, my_memory):
    _give_frames(frames, my_frames, j)
    _give_motion(motion, my_motion, j)
    _give_memory(memory, my_memory, j)
    for i in range(2):
        for k in range(4):
            frames.cut[j, i, k] = my_frames.cut[0, i, k]
        for k in range(6):
            frames.chain[j, i, k] = my_frames.chain[0, i, k]


@cache
def advance_calm(
    threads: int, lines: int, stones: int, corners: int, fixed: tuple[int, ...] | None, *, loose: bool
) -> Any:
    """The kernel for walls of at most ``lines`` joints, ``stones`` bodies and polygons of ``corners``.

    A block has ``threads``, no fewer than there are joints or bodies. ``fixed``: the table of the only layout that it
    knows; none: it knows any. ``loose``: the one that knows stones that touch without a joint, and finds overlaps
    again.
    """
    own_state = LOOSE if loose else CALM
    words = -(-threads // WORD)
    starts, items = stones + 1, 2 * lines

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
        bodies, joints = _bodies_of(rows, table, w), _joints_of(rows, table, w)
        frames, motion = _frames_of(rows, table, w), _motion_of(rows, table, w)
        memory, loads = _memory_of(rows, table, w), _loads_of(rows, table, w)
        solids, near = _solids_of(rows, table, w), _near_of(rows, table, w)
        knots, span, interval, ramp = all_knots[w], span_of[w], interval_of[w], ramp_of[w]
        step, stride, tolerance = step_of[w], stride_of[w], tolerance_of[w]
        sums = sheets[cuda.blockIdx.x]
        scratch = cuda.local.array((4, corners, 2), float64)
        path = cuda.local.array((1, COLUMNS), float64)
        sr = cuda.local.array((SCALARS, 1), float64)
        ir = cuda.local.array((INTS, 1), int64)
        r2 = cuda.local.array((_TWOS, 1, 2), float64)
        r3 = cuda.local.array((_THREES, 1, 3), float64)
        r6 = cuda.local.array((_SIXES, 1, 6), float64)
        cu = cuda.local.array((1, corners, 2), float64)
        ku = cuda.local.array((1, 2, 4), int64)
        hu = cuda.local.array((1, 2, 6), float64)
        s_first = cuda.shared.array((lines, 1, 9), float64)
        s_second = cuda.shared.array((lines, 1, 9), float64)
        joint_count, platform = len(joints.first), len(bodies.mass) - 1
        mine = tid < joint_count
        j = tid if mine else 0
        one, other = s_first[j], s_second[j]
        my_joints = _own_joints(joints, j, sr, ir, r2, r3, r6, one, other, cu, ku, hu)
        my_frames = _own_frames(frames, j, sr, ir, r2, r3, r6, one, other, cu, ku, hu)
        my_motion = _own_motion(motion, j, sr, ir, r2, r3, r6, one, other, cu, ku, hu)
        my_memory = _own_memory(memory, j, sr, ir, r2, r3, r6, one, other, cu, ku, hu)
        my_loads = _own_loads(loads, j, sr, ir, r2, r3, r6, one, other, cu, ku, hu)
        s_position = cuda.shared.array((stones, 3), float64)
        s_rotation = cuda.shared.array((stones, 3, 3), float64)
        s_velocity = cuda.shared.array((stones, 3), float64)
        s_momentum = cuda.shared.array((stones, 3), float64)
        s_total = cuda.shared.array((stones, 6), float64)
        s_force = cuda.shared.array((lines, 3), float64)
        s_moment = cuda.shared.array((lines, 3), float64)
        s_arms = cuda.shared.array((lines, 6), float64)
        s_mass = cuda.shared.array(stones, float64)
        s_easiness = cuda.shared.array((stones, 3), float64)
        s_role = cuda.shared.array(stones, int32)
        s_first_item = cuda.shared.array(starts, int32)
        s_item = cuda.shared.array(items, int32)
        s_before = cuda.shared.array(3, float64)
        flags = cuda.shared.array(4, int64)
        s_counts = cuda.shared.array(threads, int32)
        s_does = cuda.shared.array(DESKS, int32)
        s_marks = cuda.shared.array((KINDS_OF_MARKS, words), int64)
        far, body_count = bodies, platform + 1
        bodies = Bodies(
            s_position[:body_count], s_rotation[:body_count], s_velocity[:body_count], s_momentum[:body_count],
            s_mass[:body_count], far.inertia, s_easiness[:body_count], s_role[:body_count],
            s_first_item[: body_count + 1], s_item, far.last, far.home, far.attitude, far.share,
        )  # fmt: skip
        far_loads = loads
        # a body's loads without its joints are gathered up in place
        loads = Loads(s_force, s_moment, s_total, s_total, s_before, loads.spent)
        seen = Motion(
            motion.gap, motion.slide, motion.normal, motion.axes, s_arms, motion.closed, motion.pressed, motion.rim,
            motion.agape, motion.state,
        )  # fmt: skip
        if tid < body_count:
            s_mass[tid], s_role[tid] = far.mass[tid], far.role[tid]
            s_first_item[tid] = far.first_item[tid]
            for i in range(3):
                s_position[tid, i], s_velocity[tid, i] = far.position[tid, i], far.velocity[tid, i]
                s_momentum[tid, i], s_easiness[tid, i] = far.momentum[tid, i], far.easiness[tid, i]
                for k in range(3):
                    s_rotation[tid, i, k] = far.rotation[tid, i, k]
            for i in range(6):
                s_total[tid, i] = 0.0
        for i in range(tid, len(far.item), size):
            s_item[i] = far.item[i]
        if mine:
            _take(tid, joints, frames, motion, memory, my_joints, my_frames, my_motion, my_memory)
        for i in range(COLUMNS):
            path[0, i] = 0.0
        path[0, 5] = 1.0
        rubbed = damped = opened = pushed = fallen = 0.0
        home = far.home[platform, 0]
        kept, number, since = kept_of[w], number_of[w], since_of[w]
        ends = min(ends_of[w], number + longest)
        keeps = number + (stride - number % stride) % stride  # the next step that is kept
        if tid == 0:
            flags[0], flags[1], flags[2], flags[3] = own_state, 0, 0, 0
            s_first_item[body_count] = far.first_item[body_count]
            s_before[0], s_before[1], s_before[2] = far_loads.gravity[0], far_loads.gravity[1], far_loads.gravity[2]
        touching = list_touching(tid, size, solids, near, s_counts)  # all wait for all there
        # who moves which body: those that are held have other things to do than those that fly, and so another warp
        body, role, free, held = -1, FREE, 0, size - 1
        for b in range(body_count):
            if s_role[b] == HELD:
                if tid == held:
                    body, role = b, HELD
                held -= 1
            else:
                if tid == free:
                    body, role = b, s_role[b]
                free += 1
        calm_for = 0
        alarm = number  # the next step at which one of this thread's pairs must be looked at
        if not loose and touching > 0:
            ends = number
            if tid == 0:
                flags[0] = LOOSE
        while number < ends and flags[0] == own_state:
            if number % LOOK_EVERY == 0 and near.tally[3] != number:
                # arms are made anew in every step: until then there is room for this
                if tid < lines:
                    s_arms[tid, 0] = s_arms[tid, 1] = 0.0
                if tid < platform:
                    s_arms[tid, 0] = farthest_pace(tid, tid + 1, bodies, solids, tilt_axis, step)
                if mine:
                    s_arms[tid, 1] = changed_joints(0, 1, my_joints, my_frames, my_motion, my_memory)
                find_largest(tid, lines, s_arms)
                if tid == 0:
                    near.tally[5] = weigh_looks(s_arms[0, 0], int64(s_arms[0, 1]), near, step)
                    if near.tally[5] > 0:
                        flags[0] = LOOK
                cuda.syncthreads()
                if flags[0] != own_state:
                    break
            before, late = s_position[platform, 0], False
            if mine:
                late = follow_faces(0, 1, bodies, my_joints, my_frames, my_motion) > tolerance
            if number >= alarm or flags[2] > 0:
                alarm = watch_pairs(
                    rows, table, active, tid, size, number, loose, s_position, s_rotation, s_velocity, s_momentum, step,
                    flags,
                )  # fmt: skip
            if not loose:
                if late:
                    flags[1] = 1
                cuda.syncthreads()
                if flags[1] > 0:  # this step is for the other kernel: nothing of it is done yet
                    cuda.syncthreads()
                    if tid == 0:
                        flags[0] = LOOSE
                    break
            elif late:
                # the overlap is found again where the wall keeps its joints
                flags[3] = 1
                _give(tid, frames, motion, memory, my_frames, my_motion, my_memory)
                opened += _renew_slid(tid, tid + 1, bodies, joints, frames, motion, memory, tolerance, scratch)
                _take(tid, joints, frames, motion, memory, my_joints, my_frames, my_motion, my_memory)
            if mine:
                opened += find_closed_part(0, 1, my_joints, my_frames, my_memory, my_motion, step, scratch)
                first, second, third = press_and_rub(0, 1, my_joints, my_frames, my_motion, my_memory, my_loads, step)
                rubbed, damped, opened = rubbed + first, damped + second, opened + third
                for i in range(3):
                    s_force[tid, i], s_moment[tid, i] = my_loads.force[0, i], my_loads.moment[0, i]
                for i in range(6):
                    s_arms[tid, i] = my_motion.arms[0, i]
            cuda.syncthreads()
            stirs = False
            if loose:
                listing = flags[1] > 0 or flags[2] > 0
                stirs = listing or flags[3] > 0
                cuda.syncthreads()  # all know it
                if tid == 0:
                    flags[1], flags[2], flags[3] = 0, 0, 0
                if touching > 0 or listing:
                    first, second, third, apart, touching = press_loose(
                        rows, table, active, tid, size, number, listing, touching, s_position, s_rotation, s_velocity,
                        s_momentum, s_total, tilt_axis, step, desks, sheets, s_counts, s_marks, s_does, scratch,
                    )  # fmt: skip
                    rubbed, damped, opened = rubbed + first, damped + second, opened + third
                    if apart > 0:  # its pair is one of those that are looked at now and then
                        flags[2] = 1
                    cuda.syncthreads()
            keep = number == keeps
            elastic = 0.0
            if keep:
                if tid == 0:
                    log_step[w, kept] = number
                if mine:
                    _give(tid, frames, motion, memory, my_frames, my_motion, my_memory)
                    elastic += keep_joints(
                        tid, tid + 1, kept, joints.normal_stiffness, frames.reach, motion.gap, motion.closed, memory,
                        log_joint[w],
                    )  # fmt: skip
            kinetic = guides = push_x = push_y = push_z = 0.0
            if keep and tid == 0:
                elastic += loose_energy(near.tally[0], near.slot, near.energy, _loose_of(rows, table, w).shear_energy)
            ahead(path, since, step, knots, 0 if role == FREE else span, interval, ramp)
            if body >= 0:
                b = body
                gather_loads(b, b + 1, bodies, seen, loads)
                if keep:
                    keep_poses(b, b + 1, kept, bodies.position, bodies.rotation, log_pose[w])
                if role == HELD:
                    work, x, y, z = move_held(b, b + 1, bodies, loads, path, 0, tilt_axis)
                    pushed, push_x, push_y, push_z = pushed + work, push_x + x, push_y + y, push_z + z
                else:
                    along = home + path[0, 0] - before
                    energy, fall, guided, guide, speed = move_stones(
                        b, b + 1, bodies, loads, path[0, 9], path[0, 10], path[0, 11], along, step
                    )
                    kinetic, fallen = kinetic + energy, fallen + fall
                    pushed, guides = pushed + guided, guides + guide
                    if not speed < fastest:
                        flags[0] = UNSOUND
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
        if mine:
            _give(tid, frames, motion, memory, my_frames, my_motion, my_memory)
            for i in range(3):
                far_loads.force[tid, i], far_loads.moment[tid, i] = s_force[tid, i], s_moment[tid, i]
        if tid < body_count:
            for i in range(3):
                far.position[tid, i], far.velocity[tid, i] = s_position[tid, i], s_velocity[tid, i]
                far.momentum[tid, i] = s_momentum[tid, i]
                for k in range(3):
                    far.rotation[tid, i, k] = s_rotation[tid, i, k]
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

    return card_kernel(advance, (threads, _BLOCKS))
