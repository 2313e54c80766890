"""What the kernels of the card share: where a wall stands, where its base and its stones go, and sums of energies."""

from __future__ import annotations

from numba import cuda, int64

from pirqa.compiled import on_card
from pirqa.dynamics.rigid_body import gather_loads, move_held, move_stones
from pirqa.dynamics.step import keep_poses
from pirqa.units import STANDARD_GRAVITY

CALM, LOOSE, BUSY, LOOK, DONE, UNSOUND, FULL = 0, 1, 2, 3, 4, 5, 6
"""Where a wall stands, and so who goes on: at the start of a step, with nothing but joints at work; the same where
stones touch without one; the same of a wall that only the slowest kernel holds; someone must look
around before the step; all steps are done; it moves at no speed that an earthquake gives; more parts are near each
other than fit."""


@on_card
def ahead(path, since, step, knots, span, interval, ramp):
    """Fill a path's row for one step of a wall: see :mod:`pirqa.dynamics.drive` for its columns.

    ``knots``: of each sample of the ground's motion displacement, velocity, half the acceleration and a sixth of its
    rate, along, across and up, shape (samples, 12); the last goes on for ever. ``span``: samples, 0 for a base at rest.
    """
    if span > 0:
        end = step * (since + 1)
        index = min(int64(end / interval), span - 1)
        tau = end - interval * index
        for i in range(3):
            path[0, i] = knots[index, i] + tau * (
                knots[index, 3 + i] + tau * (knots[index, 6 + i] + tau * knots[index, 9 + i])
            )
    share = 1.0
    if ramp > 0.0:
        share = min(step * since / ramp, 1.0)
    path[0, 11] = -share * STANDARD_GRAVITY
    path[0, 12] = share


@on_card
def move_bodies(tid, size, bodies, motion, loads, path, tilt_axis, along, step, fastest, keep, poses, kept, flags):
    """Move this thread's bodies by what acts on them; whoever is too fast raises the first of ``flags``.

    ``keep``: where they were goes into row ``kept`` of ``poses``. Kinetic energy [J], the guides' force, the push on
    the base (3) [N], work of the base with its guides, and of gravity [J].
    """
    kinetic = guides = push_x = push_y = push_z = pushed = fallen = 0.0
    for b in range(tid, len(bodies.mass), size):
        gather_loads(b, b + 1, bodies, motion, loads)
        if keep:
            keep_poses(b, b + 1, kept, bodies.position, bodies.rotation, poses)
        work, x, y, z = move_held(b, b + 1, bodies, loads, path, 0, tilt_axis)
        push_x, push_y, push_z = push_x + x, push_y + y, push_z + z
        energy, fall, guided, guide, speed = move_stones(
            b, b + 1, bodies, loads, path[0, 9], path[0, 10], path[0, 11], along, step
        )
        kinetic, guides = kinetic + energy, guides + guide
        pushed, fallen = pushed + work + guided, fallen + fall
        if not speed < fastest:
            flags[0] = UNSOUND
    return kinetic, guides, push_x, push_y, push_z, pushed, fallen


@on_card
def find_largest(tid, count, values):
    """By all threads: put the largest of the first ``count`` rows' first two columns into the first row."""
    cuda.syncthreads()
    left = count
    while left > 1:
        half = (left + 1) // 2
        if tid + half < left:
            for i in range(2):
                values[tid, i] = max(values[tid, i], values[tid + half, i])
        left = half
        cuda.syncthreads()


@on_card
def keep_sums(tid, size, w, kept, sums, spent, log_energy, log_push):
    """Energies and the push on the base of a kept step, summed over a wall's threads in their order.

    Columns of ``sums``: kinetic, elastic, spent by friction, damping and opening, brought by the base and by gravity
    since the launch [J]; push along, across and up [N].
    """
    for c in range(tid, 10, size):
        total = 0.0
        for i in range(size):
            total += sums[i, c]
        if c < 2:
            log_energy[w, kept, c] = total
        elif c < 5:
            log_energy[w, kept, c] = spent[c - 2] + total
        elif c < 7:
            log_energy[w, kept, c + 1] = spent[c - 1] + total
        else:
            log_push[w, kept, c - 7] = total
    if tid == 0:
        log_energy[w, kept, 5] = spent[3]


@on_card
def spend(size, sums, spent):
    """Add what threads spent in a launch to a wall's energy; columns: friction, damping, opening, base, fall [J]."""
    for i in range(size):
        for k in range(3):
            spent[k] += sums[i, k]
        spent[4] += sums[i, 3]
        spent[5] += sums[i, 4]
