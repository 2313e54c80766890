"""Stones that touch without a joint, by all threads of a block: the faces of a pair are weighed side by side.

One thread alone would need twenty times longer for a pair than for a joint, and all others would wait for it. How a
pair moves and what its force is are one thread's work; what its parts share is a sum over pairs of faces, which a team
of threads shares. It is summed in the processor's order, so that a run gives the same numbers each time.
"""

from __future__ import annotations

from numba import cuda, float64, int64

from pirqa.compiled import on_card
from pirqa.dynamics.arrays import TOUCHING, Bodies, Near
from pirqa.dynamics.cuda import calls  # noqa: F401 - before a kernel is compiled
from pirqa.dynamics.cuda.windows import floats_at, pick
from pirqa.dynamics.loose_contact import approach, pressure_of, respond, settle_turn
from pirqa.dynamics.shared_volume import (
    FIRST_FACE,
    FIRST_STEEP,
    LARGEST,
    MATTERS,
    SECOND_FACE,
    SECOND_STEEP,
    STEEP,
    SUMS,
    begins_with,
    conclude,
    face_above,
    face_below,
    weigh_faces,
)

DESKS = 4
"""Pairs of a wall that are looked at at once."""
DESK_ROOMS = ("corner_first", "corner_second", "reach", "sight", "sums", "stage")
"""Fields of ``Near`` of which each desk has its own, one after the other."""
_TEAM = 64
"""Threads that share the faces of a pair: as many pairs of faces as two stones of eight faces have."""
_ADDS, _FIRST_IS_STEEP, _SECOND_IS_STEEP, KINDS_OF_MARKS = 0, 1, 2, 3
"""What a thread may have found, and how many things that are."""
WORD = 32
"""Threads whose marks share a number."""
_NOT_THERE, _TOUCHES, _TURNS = 0, 1, 2
"""What the pair of a desk does."""

_bodies_of, _solids_of, _near_of, _loose_of = pick("bodies"), pick("solids"), pick("near"), pick("loose")


@on_card
def _room_of(near, desks, at):
    """What desk ``at`` has for the fields of :data:`DESK_ROOMS`."""
    one, other = near.corner_first, near.corner_second
    second, third = one.size, one.size + other.size
    fourth = third + near.reach.size
    fifth = fourth + near.sight.size
    sixth = fifth + near.sums.size
    start = at * (sixth + near.stage.size)
    return (
        floats_at(desks, start, one.shape),
        floats_at(desks, start + second, other.shape),
        floats_at(desks, start + third, near.reach.shape),
        floats_at(desks, start + fourth, near.sight.shape),
        floats_at(desks, start + fifth, near.sums.shape),
        floats_at(desks, start + sixth, near.stage.shape),
    )


@on_card
def _at_desk(near, room, plane, sums):
    """The same pairs, with other room to look at one of them."""
    corner_first, corner_second, reach, sight, _, stage = room
    return Near(
        near.tally, near.travel, near.key, near.slot, near.free, near.state, near.wake, near.normal, near.axis,
        near.place, near.depth, near.arris, near.share, near.hold, near.energy, near.push, near.law,
        near.least_damping, near.flat, near.box, near.order, near.found, corner_first, corner_second, reach, sight,
        plane, sums, stage,
    )  # fmt: skip


@on_card
def list_touching(tid, size, solids, near, counts):
    """By all threads: put pairs that touch, and their bodies, into ``near.found``; how many there are.

    ``counts``: a number for each thread that all see.
    """
    pairs, parts = near.tally[0], len(solids.body)
    each = (pairs + size - 1) // size
    begin, end = min(pairs, tid * each), min(pairs, tid * each + each)
    count = 0
    for i in range(begin, end):
        if near.state[near.slot[i]] == TOUCHING:
            count += 1
    cuda.syncthreads()  # nobody reads the last ones any more
    counts[tid] = count
    cuda.syncthreads()
    before = total = 0
    for k in range(size):
        before += counts[k] if k < tid else 0
        total += counts[k]
    for i in range(begin, end):
        if near.state[near.slot[i]] == TOUCHING:
            first, second = solids.body[near.key[i] // parts], solids.body[near.key[i] % parts]
            near.found[0, before], near.found[1, before] = i, (first << 32) | second
            before += 1
    cuda.syncthreads()
    return total


@on_card
def add_pushes(b, count, near, body):
    """Force and moment on body ``b`` of the first ``count`` pairs in the list, in its order, into a row of ``body``."""
    for k in range(6):
        body[b, k] = 0.0
    for which in range(count):
        both = near.found[1, which]
        if both >> 32 == b or both & 0xFFFFFFFF == b:
            p = near.slot[near.found[0, which]]
            if near.state[p] == TOUCHING:
                for k in range(6):
                    if both >> 32 == b:
                        body[b, k] += near.push[p, k]
                    if both & 0xFFFFFFFF == b:
                        body[b, k] -= near.push[p, 6 + k]


@on_card
def _conclude(p, near):
    """As where the processor ends: parts that do not reach each other leave what was found last."""
    if near.reach[0] - near.arris[p] > near.reach[1]:
        conclude(p, near)


@on_card
def _weigh(
    tid, size, begin, count, wanted, does, marks, solids, near, desks, desk, sheet, scratch
):  # fmt: skip
    """What the parts of the pairs at ``count`` desks that do what is ``wanted`` share, into the desks' ``sums``."""
    team_size = min(_TEAM, size)
    teams = size // team_size
    plane = cuda.local.array((2, 6), float64)
    team, lane, parts = tid // team_size, tid % team_size, len(solids.body)
    word, bit = tid // WORD, int64(1) << (tid % WORD)
    words = (team_size + WORD - 1) // WORD
    for start in range(0, count, teams):
        q = start + team
        mine = q < count and does[q] == wanted
        if tid % WORD == 0:
            for kind in range(KINDS_OF_MARKS):
                marks[kind, word] = 0
        cuda.syncthreads()
        if mine:
            i = near.found[0, begin + q]
            p, s, t = near.slot[i], near.key[i] // parts, near.key[i] % parts
            room = _room_of(near, desks, desk + q)
            reach, sums = room[2], room[4]
            own = _at_desk(near, room, plane, sheet[tid])
            stiffness, c0, cu, cv = pressure_of(p, wanted == _TURNS, own)
            width = solids.first_face[t + 1] - solids.first_face[t]
            items = width * (solids.first_face[s + 1] - solids.first_face[s])
            if reach[0] - near.arris[p] <= reach[1]:
                items = 0
            adds = False
            for item in range(lane, items, team_size):
                above = face_above(solids.first_face[s] + item // width, 1, p, s, solids, own)
                below = face_below(solids.first_face[t] + item % width, 0, p, t, solids, own)
                if above == STEEP:
                    cuda.atomic.or_(marks, (_FIRST_IS_STEEP, word), bit)
                if below == STEEP:
                    cuda.atomic.or_(marks, (_SECOND_IS_STEEP, word), bit)
                if above == MATTERS and below == MATTERS and plane[0, 3] <= plane[1, 3]:
                    if not adds:
                        adds = True
                        for c in range(SUMS):
                            sheet[tid, c] = 0.0
                        cuda.atomic.or_(marks, (_ADDS, word), bit)
                    weigh_faces(1, 0, p, s, t, stiffness, c0, cu, cv, solids, own, scratch)
        cuda.syncthreads()
        if mine:
            first = team * team_size // WORD
            for c in range(lane, SUMS, team_size):
                if c in (FIRST_STEEP, SECOND_STEEP):
                    steep = int64(0)
                    for k in range(first, first + words):
                        steep |= marks[_FIRST_IS_STEEP if c == FIRST_STEEP else _SECOND_IS_STEEP, k]
                    sums[c] = 1.0 if steep != 0 else 0.0
                elif c not in (FIRST_FACE, SECOND_FACE):
                    total, which = begins_with(c), -1
                    for k in range(first, first + words):
                        left = marks[_ADDS, k]
                        while left != 0:  # those who have found something, one after the other
                            row = k * WORD + cuda.ffs(left) - 1
                            left &= left - 1
                            if c != LARGEST:
                                total += sheet[row, c]
                            elif sheet[row, c] > total:
                                total, which = sheet[row, c], row
                    sums[c] = total
                    if which >= 0:
                        sums[FIRST_FACE], sums[SECOND_FACE] = (
                            sheet[which, FIRST_FACE],
                            sheet[which, SECOND_FACE],
                        )
        cuda.syncthreads()


@on_card
def press_touching(
    tid, size, number, count, bodies, solids, near, loose, tilt_axis, step, desks, desk, sheet, marks, does, scratch
):  # fmt: skip
    """By all threads: what the first ``count`` pairs in the list do, into ``near.push``.

    Energy that this thread's pairs spent by friction, damping and opening [J], and how many of them came apart.
    ``desks``: room for all of them; ``desk``: the block's first; ``sheet``: a row for each thread.
    ``marks``: bits of all threads, shape (3, words); ``does``: a number for each desk; all threads see both.
    """
    plane = cuda.local.array((2, 6), float64)  # no face is looked at where forces are found
    rubbed = damped = opened = 0.0
    apart, parts = 0, len(solids.body)
    for begin in range(0, count, DESKS):
        taken = min(DESKS, count - begin)
        room = _room_of(near, desks, desk + min(tid, DESKS - 1))
        own = _at_desk(near, room, plane, room[4])
        i = near.found[0, begin + min(tid, taken - 1)]
        p, s, t = near.slot[i], near.key[i] // parts, near.key[i] % parts
        if tid < taken:
            does[tid] = _NOT_THERE
            if near.state[p] == TOUCHING:
                does[tid] = _TOUCHES
                approach(p, s, t, bodies, solids, own, loose, tilt_axis, step)
        cuda.syncthreads()
        wanted = _TOUCHES
        while wanted != _NOT_THERE:
            _weigh(tid, size, begin, taken, wanted, does, marks, solids, near, desks, desk, sheet, scratch)
            if tid < taken and does[tid] == wanted:
                _conclude(p, own)
                does[tid] = _NOT_THERE
                if wanted == _TURNS:
                    opened += settle_turn(p, s, t, bodies, solids, own, step)
                else:
                    one, two, three, turns = respond(p, s, t, bodies, solids, own, loose, step)
                    rubbed, damped, opened = rubbed + one, damped + two, opened + three
                    if turns:
                        does[tid] = _TURNS
                    if near.state[p] != TOUCHING:
                        near.wake[p] = number + 1
                        apart += 1
            cuda.syncthreads()
            wanted = _NOT_THERE
            for q in range(taken):
                if does[q] == _TURNS:
                    wanted = _TURNS
            cuda.syncthreads()  # all know it
    return rubbed, damped, opened, apart


@on_card
def where_they_are(rows, table, w, position, rotation):
    """The bodies of wall ``w`` with their poses as its threads see them."""
    far = _bodies_of(rows, table, w)
    return Bodies(
        position, rotation, far.velocity, far.momentum, far.mass, far.inertia, far.easiness, far.role, far.first_item,
        far.item, far.last, far.home, far.attitude, far.share,
    )  # fmt: skip


@on_card
def press_loose(
    rows, table, active, tid, size, number, met, count, position, rotation, total, tilt_axis, step, desks, sheets,
    counts, marks, does, scratch,
):  # fmt: skip
    """By all threads: what pairs that touch do to their bodies, into ``total``; ``met``: there are new ones.

    Energy that this thread's pairs spent by friction, damping and opening [J], how many of them came apart, and how
    many pairs of the wall are in the list now.
    """
    # asked anew, as in :func:`pirqa.dynamics.cuda.meeting.watch_pairs`
    w = active[cuda.blockIdx.x]
    bodies = where_they_are(rows, table, w, position, rotation)
    solids, near, loose = _solids_of(rows, table, w), _near_of(rows, table, w), _loose_of(rows, table, w)
    if met:
        count = list_touching(tid, size, solids, near, counts)
    rubbed, damped, opened, apart = press_touching(
        tid, size, number, count, bodies, solids, near, loose, tilt_axis, step, desks, cuda.blockIdx.x * DESKS,
        sheets[cuda.blockIdx.x], marks, does, scratch,
    )  # fmt: skip
    for b in range(tid, len(bodies.mass), size):
        add_pushes(b, count, near, total)
    return rubbed, damped, opened, apart, count
