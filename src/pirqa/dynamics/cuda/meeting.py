"""Pairs of stones that may have met: each thread watches over some, and all look for the axis that parts two.

That the axis which parted two stones still does is soon seen. Where it does not, a hundred others are tried; by one
thread alone that would take longer than all the rest of a step, and everyone would wait.
"""

from __future__ import annotations

from numba import cuda

from pirqa.compiled import called_on_card, on_card
from pirqa.dynamics.arrays import APART
from pirqa.dynamics.cuda.loose import where_they_are
from pirqa.dynamics.cuda.windows import pick
from pirqa.dynamics.neighbours import (
    A_LITTLE,
    count_axes,
    gap_across_edges,
    gap_across_face,
    meet,
    stays_apart,
    touch_along,
)

ASKED = 16
"""Pairs of a wall for which all threads look; whoever finds more in one step sees to them alone."""
_NEVER = 1 << 60
_FACE, _EDGES = 0, 5
"""Where a thread's best axes stand in its row: gap, axis and number of a face, and of a pair of edges."""

_meet = called_on_card(meet)
_solids_of, _near_of = pick("solids"), pick("near")


# What follows asks anew which wall this is, and picks its arrays: had the kernel picked them once and for all, where
# they lie would be in registers that every step needs for other things.


@on_card
def watch_pairs(rows, table, active, tid, size, number, loose, position, rotation, step, flags, asked):
    """Look at this thread's pairs that may have met; the next step at which one of them must be looked at.

    Whether they have is found out where stones are ``loose`` (``asked``: pairs for :func:`meet_together`; the fourth of
    ``flags``: how many), and else left to whoever goes on, as the second of ``flags`` says.
    """
    w = active[cuda.blockIdx.x]
    bodies = where_they_are(rows, table, w, position, rotation)
    solids, near = _solids_of(rows, table, w), _near_of(rows, table, w)
    alarm, parts = _NEVER, len(solids.body)
    for i in range(tid, near.tally[0], size):
        p = near.slot[i]
        if near.state[p] == APART and near.wake[p] <= number:
            s, t = near.key[i] // parts, near.key[i] % parts
            if not stays_apart(number, p, s, t, bodies, solids, near, step):
                place = cuda.atomic.add(flags, 3, 1) if loose else ASKED
                if place < ASKED:
                    asked[place] = i
                elif not loose or _meet(number, p, s, t, bodies, solids, near, step):
                    flags[1] = 1
        if near.state[p] == APART:
            alarm = min(alarm, max(near.wake[p], number + 1))
    return alarm


@on_card
def meet_together(rows, table, active, tid, size, number, position, rotation, step, sheets, flags, asked):
    """By all threads: whether pairs that were ``asked`` for have met; whose turn it is makes no difference."""
    w, sheet = active[cuda.blockIdx.x], sheets[cuda.blockIdx.x]
    bodies = where_they_are(rows, table, w, position, rotation)
    solids, near = _solids_of(rows, table, w), _near_of(rows, table, w)
    parts = len(solids.body)
    for q in range(min(flags[3], ASKED)):
        i = asked[q]
        p, s, t = near.slot[i], near.key[i] // parts, near.key[i] % parts
        faces, crosses = count_axes(s, t, solids)
        sheet[tid, _FACE] = sheet[tid, _EDGES] = -1e300
        for k in range(tid, faces, size):
            gap, nx, ny, nz = gap_across_face(k, s, t, bodies, solids)
            if gap > sheet[tid, _FACE]:
                _note(sheet, tid, _FACE, gap, nx, ny, nz, k)
        for k in range(tid, crosses, size):
            gap, nx, ny, nz = gap_across_edges(k, s, t, bodies, solids)
            if gap > sheet[tid, _EDGES] + A_LITTLE:
                _note(sheet, tid, _EDGES, gap, nx, ny, nz, k)
        cuda.syncthreads()
        if tid == 0:
            row, column = _best(size, sheet, _FACE, 0.0), _FACE
            other = _best(size, sheet, _EDGES, A_LITTLE)
            if sheet[other, _EDGES] > sheet[row, _FACE] + A_LITTLE:
                row, column = other, _EDGES
            gap, nx, ny, nz = sheet[row, column], sheet[row, column + 1], sheet[row, column + 2], sheet[row, column + 3]
            if touch_along(number, p, s, t, gap, nx, ny, nz, bodies, solids, near, step):
                flags[1] = 1
        cuda.syncthreads()


@on_card
def _note(sheet, tid, column, gap, nx, ny, nz, which):
    sheet[tid, column], sheet[tid, column + 4] = gap, float(which)
    sheet[tid, column + 1], sheet[tid, column + 2], sheet[tid, column + 3] = nx, ny, nz


@on_card
def _best(size, sheet, column, little):
    """The thread with the widest gap; of several that are as good but for a ``little``, that with the first axis."""
    widest, best = -1e300, 0
    for row in range(size):
        widest = max(widest, sheet[row, column])
    first = 1e300
    for row in range(size):
        if sheet[row, column] >= widest - little and widest > -1e300 and sheet[row, column + 4] < first:
            first, best = sheet[row, column + 4], row
    return best
