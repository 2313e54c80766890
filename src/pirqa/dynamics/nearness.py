"""Which convex parts are near each other: a sweep along the wall.

Stones move little in a step, so pairs are found anew only when something may have come near, and a pair that is apart
is looked at again only when its gap may have closed. Cost grows with the number of pairs that are near.
"""

from __future__ import annotations

import math

from pirqa.compiled import inlined, kernel
from pirqa.dynamics.arrays import (
    APART,
    DEAD,
    FREE,
    GUIDED,
    HELD,
    JOINED,
    SOME_PARTED,
    Bodies,
    Frames,
    IntArray,
    Joints,
    Memory,
    Motion,
    Near,
    Solids,
)
from pirqa.dynamics.parting import find_parting_axis
from pirqa.model.polyhedron import FloatArray

__all__ = [
    "LOOK_EVERY",
    "PARTED",
    "changed_joints",
    "farthest_pace",
    "full_area",
    "is_parted",
    "lightness",
    "look_around",
    "must_look",
    "pair_of",
    "spin_of",
    "weigh_looks",
]

LOOK_EVERY = 8
"""Steps between looks at how far stones have come."""
PARTED = 0.3
"""Angle between the faces of a joint beyond which it is none [rad]: then also other faces of its stones bear."""
_ARRIS = 2e-3
"""Rounding of edges that are drawn as one [m]; a wall that settles would press them into each other."""
_AGAPE = 5e-3
"""Distance between the faces of a joint everywhere from which their stones are watched for touching elsewhere [m]."""
_OPEN = 5e-2
"""Distance between the faces of a joint everywhere beyond which it is none [m]: stones that fly need no overlap."""
_LOOKS_AHEAD = 32.0
"""Margin over what the fastest corner goes between two looks: pairs are found anew after a quarter of them."""
_QUICKENING = 50.0
"""Acceleration beyond which a stone is seen a little late [m/s2]; the margin makes up for it."""


@inlined
def spin_of(b: int, bodies: Bodies, tilt_axis: FloatArray, step: float) -> tuple[float, float, float]:
    """Angular velocity of a body in the last step [rad/s]."""
    role, momentum, easiness, turn = (bodies.role, bodies.momentum, bodies.easiness, bodies.rotation)
    if role[b] == FREE:
        x, y, z = (momentum[b, 0] * easiness[b, 0], momentum[b, 1] * easiness[b, 1], momentum[b, 2] * easiness[b, 2])
        return (
            turn[b, 0, 0] * x + turn[b, 0, 1] * y + turn[b, 0, 2] * z,
            turn[b, 1, 0] * x + turn[b, 1, 1] * y + turn[b, 1, 2] * z,
            turn[b, 2, 0] * x + turn[b, 2, 1] * y + turn[b, 2, 2] * z,
        )
    if role[b] == GUIDED:
        return momentum[b, 0] * easiness[b, 0], 0.0, 0.0
    rate = bodies.last[b, 3] / step
    return rate * tilt_axis[3], rate * tilt_axis[4], rate * tilt_axis[5]


@inlined
def must_look(
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    memory: Memory,
    solids: Solids,
    near: Near,
    tilt_axis: FloatArray,
    step: float,
) -> int:
    """Whether parts may have come near since pairs were found (1), or a joint is none any more (SOME_PARTED)."""
    fastest = farthest_pace(0, len(bodies.mass) - 1, bodies, solids, tilt_axis, step)
    changed = changed_joints(0, len(motion.state), joints, frames, motion, memory)
    return weigh_looks(fastest, changed, near, step)


@inlined
def farthest_pace(start: int, stop: int, bodies: Bodies, solids: Solids, tilt_axis: FloatArray, step: float) -> float:
    """Speed against the platform that no corner of bodies ``start`` to ``stop`` exceeds [m/s]."""
    # what all share with the platform brings nothing nearer
    last, platform = bodies.last, len(bodies.mass) - 1
    bx, by, bz = (last[platform, 0] / step, last[platform, 1] / step, last[platform, 2] / step)
    fastest = 0.0
    for b in range(start, stop):
        fastest = max(fastest, _pace(b, bx, by, bz, bodies, solids, tilt_axis, step))
    return fastest


@inlined
def changed_joints(start: int, stop: int, joints: Joints, frames: Frames, motion: Motion, memory: Memory) -> int:
    """SOME_PARTED where one of joints ``start`` to ``stop`` is none any more, 1 where one gapes or closes, else 0."""
    gap, state, sides, lift = motion.gap, motion.state, frames.sides, memory.lift
    changed = 0
    for j in range(start, stop):
        if state[j] == DEAD:
            continue
        if is_parted(j, joints.alone[j] == 1, sides, gap, frames.reach, lift):
            return SOME_PARTED
        if _is_agape(j, motion, frames.reach, lift) != (motion.agape[j] == 1):
            changed = 1
    return changed


@inlined
def weigh_looks(fastest: float, changed: int, near: Near, step: float) -> int:
    """Count how far stones may have come; why someone must look around, if so."""
    ahead = LOOK_EVERY * step
    near.travel[0] += ahead * (fastest + ahead * _QUICKENING)
    # the faster the stones, the wider the look, so that it need not be often
    near.travel[2] = ahead * fastest
    if changed == SOME_PARTED:
        return SOME_PARTED
    return 1 if changed > 0 or near.tally[3] < 0 or near.travel[0] > 0.25 * near.travel[1] else 0


@inlined
def is_parted(j: int, alone: bool, sides: IntArray, gap: FloatArray, reach: FloatArray, lift: FloatArray) -> bool:
    """Whether the faces of a joint have turned apart; if it is ``alone`` also whether they no longer overlap or lie far
    from each other everywhere."""
    tilt_u, tilt_v = abs(gap[j, 1]), abs(gap[j, 2])
    nearest = gap[j, 0] + lift[j] + tilt_u * reach[j, 0] + tilt_v * reach[j, 1]
    parted: bool = (
        alone and (sides[j] == 0 or nearest < -_OPEN)
    ) or tilt_u * tilt_u + tilt_v * tilt_v > PARTED * PARTED
    return parted


@inlined
def _is_agape(j: int, motion: Motion, reach: FloatArray, lift: FloatArray) -> bool:
    """Whether the faces of a joint are nowhere near each other: their stones may touch elsewhere."""
    gap = motion.gap
    nearest = gap[j, 0] + lift[j] + abs(gap[j, 1]) * reach[j, 0] + abs(gap[j, 2]) * reach[j, 1]
    agape: bool = nearest < -_AGAPE
    return agape


@kernel(lean=True)
def look_around(
    number: int,
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    lift: FloatArray,
    solids: Solids,
    near: Near,
    memory: Memory,
) -> None:
    """Find pairs anew if stones may have come near since; say which pairs are held by joints."""
    if near.tally[3] < 0 or near.travel[0] > 0.25 * near.travel[1]:
        near.travel[0], near.travel[1] = (0.0, max(near.travel[3], _LOOKS_AHEAD * near.travel[2]))
        _find_pairs(bodies, solids, near, memory)
    near.tally[3] = number
    _mark_joined(joints, frames, motion, solids, near, lift)
    if number == 0:
        _round_edges(bodies, solids, near)


@inlined
def _pace(
    b: int, bx: float, by: float, bz: float, bodies: Bodies, solids: Solids, tilt_axis: FloatArray, step: float
) -> float:
    """Speed beside (bx, by, bz) that no corner of a body exceeds [m/s]."""
    wx, wy, wz = spin_of(b, bodies, tilt_axis, step)
    if bodies.role[b] == HELD:
        vx, vy, vz = (bodies.last[b, 0] / step, bodies.last[b, 1] / step, bodies.last[b, 2] / step)
    else:
        vx, vy, vz = bodies.velocity[b, 0], bodies.velocity[b, 1], bodies.velocity[b, 2]
    vx, vy, vz = vx - bx, vy - by, vz - bz
    pace: float = math.sqrt(vx * vx + vy * vy + vz * vz)
    pace += solids.radius[b] * math.sqrt(wx * wx + wy * wy + wz * wz)
    return pace


@inlined
def _find_pairs(bodies: Bodies, solids: Solids, near: Near, memory: Memory) -> None:
    """Sweep along x over boxes that hold the parts; pairs that stay keep their slots."""
    count = len(solids.body)
    box, order, found = near.box, near.order, near.found
    for s in range(count):
        _bound(s, bodies, solids, near.travel[1], box)
    for i in range(1, count):  # nearly sorted already: stones seldom overtake each other
        s = order[i]
        k = i - 1
        while k >= 0 and box[order[k], 0] > box[s, 0]:
            order[k + 1] = order[k]
            k -= 1
        order[k + 1] = s
    room, fresh = len(near.key), 0
    for i in range(count):
        s = order[i]
        for k in range(i + 1, count):
            t = order[k]
            if box[t, 0] > box[s, 3]:
                break
            if box[t, 1] > box[s, 4] or box[s, 1] > box[t, 4] or box[t, 2] > box[s, 5] or box[s, 2] > box[t, 5]:
                continue
            one, two = solids.body[s], solids.body[t]
            if one == two or (bodies.role[one] == HELD and bodies.role[two] == HELD):
                continue
            if fresh < room:
                found[0, fresh] = min(s, t) * count + max(s, t)
            fresh += 1
    near.tally[4] = max(fresh - room, 0)
    if fresh > room:  # pairs that touch must not lose their slots: room is made first
        return
    _sort(found, fresh)
    _merge(fresh, bodies, solids, near, memory)


@inlined
def _bound(s: int, bodies: Bodies, solids: Solids, margin: float, box: FloatArray) -> None:
    """Box around a part, in space."""
    b, corner, turn, place = (solids.body[s], solids.corner, bodies.rotation, bodies.position)
    for i in range(3):
        least, most = 1e300, -1e300
        for c in range(solids.first_corner[s], solids.first_corner[s + 1]):
            x = turn[b, i, 0] * corner[c, 0] + turn[b, i, 1] * corner[c, 1] + turn[b, i, 2] * corner[c, 2]
            least, most = min(least, x), max(most, x)
        box[s, i], box[s, 3 + i] = (place[b, i] + least - 0.5 * margin, place[b, i] + most + 0.5 * margin)


@inlined
def _sort(found: IntArray, count: int) -> None:
    """Sort the first row; the gaps are those of Ciura."""
    for gap in (1750, 701, 301, 132, 57, 23, 10, 4, 1):
        for i in range(gap, count):
            value, k = found[0, i], i
            while k >= gap and found[0, k - gap] > value:
                found[0, k] = found[0, k - gap]
                k -= gap
            found[0, k] = value


@inlined
def _merge(fresh: int, bodies: Bodies, solids: Solids, near: Near, memory: Memory) -> None:
    """Give slots to new pairs, take them from those that are gone; one that touches is never let go."""
    key, slot, free, found, total = (near.key, near.slot, near.free, near.found, near.tally)
    old = 0
    for new in range(fresh):
        while old < total[0] and key[old] < found[0, new]:
            free[total[1]] = slot[old]
            total[1] += 1
            old += 1
        if old < total[0] and key[old] == found[0, new]:
            found[1, new] = slot[old]
            old += 1
        else:
            found[1, new] = -1
    while old < total[0]:
        free[total[1]] = slot[old]
        total[1] += 1
        old += 1
    for i in range(fresh):
        key[i] = found[0, i]
        if found[1, i] < 0:
            total[1] -= 1
            found[1, i] = free[total[1]]
            _begin(found[1, i], key[i], bodies, solids, near, memory)
        slot[i] = found[1, i]
    total[0] = fresh


@inlined
def _begin(p: int, key: int, bodies: Bodies, solids: Solids, near: Near, memory: Memory) -> None:
    """A pair that has just come near: nothing is remembered, and any axis may part it."""
    count = len(solids.body)
    a, b = solids.body[key // count], solids.body[key % count]
    near.state[p], near.wake[p], near.energy[p], near.share[p], near.arris[p] = APART, 0, 0.0, 1.0, 0.0
    near.hold[p] = 0.5
    near.normal[p, 0], near.normal[p, 1], near.normal[p, 2] = 0.0, 0.0, 0.0
    one, two, row, law = solids.kind[a], solids.kind[b], solids.law, near.law
    stiffness, shear, damping = row[one, two, 0], row[one, two, 1], row[one, two, 3]
    ease = solids.ease[a] + solids.ease[b]
    critical = 2.0 * math.sqrt(stiffness / ease) if ease > 0.0 else 0.0
    if damping < 0.0:
        damping = row[one, two, 4] * critical
    damping = max(damping, near.least_damping[0] * critical)
    law[p, 0], law[p, 1], law[p, 2], law[p, 3] = (stiffness, shear, row[one, two, 2], damping)
    law[p, 4], law[p, 5] = damping * shear / stiffness, full_area(a, b, bodies, solids)
    memory.area[p], memory.shear_energy[p], memory.thrust[p], memory.path[p] = (0.0, 0.0, 0.0, 0.0)
    for i in range(3):
        memory.slip[p, i], memory.viscous[p, i] = 0.0, 0.0
        memory.shear[p, i], memory.shear_viscous[p, i] = 0.0, 0.0


@inlined
def full_area(a: int, b: int, bodies: Bodies, solids: Solids) -> float:
    """Area of two stones on which their damping is the fraction of critical that it should be [m2]; 0: on any."""
    if solids.law[solids.kind[a], solids.kind[b], 3] >= 0.0:
        return 0.0
    area: float = (solids.ease[a] + solids.ease[b]) / lightness(a, b, bodies)
    return area


@inlined
def lightness(a: int, b: int, bodies: Bodies) -> float:
    """Of two bodies that push each other apart: one over their reduced mass [1/kg]; what is held has no end of mass."""
    light = 0.0 if bodies.role[a] == HELD else 1.0 / bodies.mass[a]
    light += 0.0 if bodies.role[b] == HELD else 1.0 / bodies.mass[b]
    return light


@inlined
def _mark_joined(joints: Joints, frames: Frames, motion: Motion, solids: Solids, near: Near, lift: FloatArray) -> None:
    """Pairs whose joints are alive, overlap and are not agape are theirs, unless they touch elsewhere already."""
    count = len(solids.body)
    for i in range(near.tally[0]):
        if near.state[near.slot[i]] == JOINED:
            near.state[near.slot[i]], near.wake[near.slot[i]] = APART, 0
    for j in range(len(joints.first)):
        agape = motion.state[j] != DEAD and _is_agape(j, motion, frames.reach, lift)
        motion.agape[j] = 1 if agape else 0
        if motion.state[j] != DEAD and frames.sides[j] > 0 and not agape:
            p = pair_of(joints.solid_first[j], joints.solid_second[j], count, near)
            if p >= 0 and near.state[p] == APART:
                near.state[p] = JOINED


@inlined
def _round_edges(bodies: Bodies, solids: Solids, near: Near) -> None:
    """Parts that are drawn edge to edge or corner to corner, without a joint, do not press on each other there."""
    count = len(solids.body)
    for i in range(near.tally[0]):
        p = near.slot[i]
        if near.state[p] == APART:
            s, t = near.key[i] // count, near.key[i] % count
            gap, nx, ny, nz = find_parting_axis(s, t, bodies, solids)
            near.normal[p, 0], near.normal[p, 1], near.normal[p, 2] = nx, ny, nz
            if abs(gap) < 0.5 * _ARRIS:
                near.arris[p] = _ARRIS


@inlined
def pair_of(s: int, t: int, count: int, near: Near) -> int:
    """Slot of a pair of parts; −1 where they are not near."""
    key = min(s, t) * count + max(s, t)
    low, high = 0, near.tally[0]
    while low < high:
        middle = (low + high) // 2
        if near.key[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low < near.tally[0] and near.key[low] == key:
        found: int = near.slot[low]
        return found
    return -1
