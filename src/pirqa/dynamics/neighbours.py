"""Neighbour search among convex parts: separating axes, pairs that are near, and pairs whose gap may close.

A sweep along the wall finds the pairs. Stones move little in a step, so the sweep is repeated only when something may
have come near, and a pair that is apart is checked again only when its gap may have closed. Cost grows with the number
of near pairs.
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
    TOUCHING,
    Bodies,
    Frames,
    IntArray,
    Joints,
    Memory,
    Motion,
    Near,
    Solids,
)
from pirqa.model.polyhedron import FloatArray

_MOST_CROSSES = 1024
"""Pairs of edges to try as axes; where there are more, the faces' normals must do."""
A_LITTLE = 1e-12
"""By which a gap across edges must be wider for its axis to be taken: of many that are as good, the first [m]."""


@inlined
def gap_along(s: int, t: int, nx: float, ny: float, nz: float, bodies: Bodies, solids: Solids) -> tuple[float, float]:
    """Gap between two parts along an axis out of the first, and along the opposite one [m]; negative: they overlap."""
    least_s, most_s = _extent(s, nx, ny, nz, bodies, solids)
    least_t, most_t = _extent(t, nx, ny, nz, bodies, solids)
    return least_t - most_s, least_s - most_t


@inlined
def _extent(s: int, nx: float, ny: float, nz: float, bodies: Bodies, solids: Solids) -> tuple[float, float]:
    b, corner, turn, place = (solids.body[s], solids.corner, bodies.rotation, bodies.position)
    x = turn[b, 0, 0] * nx + turn[b, 1, 0] * ny + turn[b, 2, 0] * nz
    y = turn[b, 0, 1] * nx + turn[b, 1, 1] * ny + turn[b, 2, 1] * nz
    z = turn[b, 0, 2] * nx + turn[b, 1, 2] * ny + turn[b, 2, 2] * nz
    least, most = 1e300, -1e300
    for c in range(solids.first_corner[s], solids.first_corner[s + 1]):
        d = x * corner[c, 0] + y * corner[c, 1] + z * corner[c, 2]
        least, most = min(least, d), max(most, d)
    at = place[b, 0] * nx + place[b, 1] * ny + place[b, 2] * nz
    return at + least, at + most


@inlined
def find_parting_axis(s: int, t: int, bodies: Bodies, solids: Solids) -> tuple[float, float, float, float]:
    """Axis out of the first part along which the gap is widest, or the overlap least, and that gap [m].

    Normals of all faces, and crosses of edges: for two convex parts that are apart one of them parts them.
    """
    best, bx, by, bz = -1e300, 0.0, 0.0, 1.0
    faces, crosses = count_axes(s, t, solids)
    for i in range(faces):
        gap, nx, ny, nz = gap_across_face(i, s, t, bodies, solids)
        if gap > best:
            best, bx, by, bz = gap, nx, ny, nz
    for i in range(crosses):
        gap, nx, ny, nz = gap_across_edges(i, s, t, bodies, solids)
        if gap > best + A_LITTLE:
            best, bx, by, bz = gap, nx, ny, nz
    return best, bx, by, bz


@inlined
def count_axes(s: int, t: int, solids: Solids) -> tuple[int, int]:
    """How many faces two parts have, and how many pairs of edges are to be tried."""
    faces = solids.first_face[s + 1] - solids.first_face[s] + solids.first_face[t + 1] - solids.first_face[t]
    edges = solids.first_edge[s + 1] - solids.first_edge[s]
    crosses = edges * (solids.first_edge[t + 1] - solids.first_edge[t])
    return faces, crosses if crosses <= _MOST_CROSSES else 0


@inlined
def gap_across_face(i: int, s: int, t: int, bodies: Bodies, solids: Solids) -> tuple[float, float, float, float]:
    """Gap along the normal of face ``i``, those of the first part coming first, and that axis out of the first [m]."""
    own = solids.first_face[s + 1] - solids.first_face[s]
    if i < own:
        nx, ny, nz = _in_space(solids.body[s], solids.first_face[s] + i, solids.normal, bodies)
    else:
        nx, ny, nz = _in_space(solids.body[t], solids.first_face[t] + i - own, solids.normal, bodies)
        nx, ny, nz = -nx, -ny, -nz
    gap, _ = gap_along(s, t, nx, ny, nz, bodies, solids)
    return gap, nx, ny, nz


@inlined
def gap_across_edges(i: int, s: int, t: int, bodies: Bodies, solids: Solids) -> tuple[float, float, float, float]:
    """Gap along the wider of the two axes across pair ``i`` of edges, and that axis; none where they are parallel."""
    others = solids.first_edge[t + 1] - solids.first_edge[t]
    ex, ey, ez = _in_space(solids.body[s], solids.first_edge[s] + i // others, solids.edge, bodies)
    fx, fy, fz = _in_space(solids.body[t], solids.first_edge[t] + i % others, solids.edge, bodies)
    nx, ny, nz = ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx
    size = math.sqrt(nx * nx + ny * ny + nz * nz)
    if size < 1e-3:  # nearly parallel edges: the faces' normals part them
        return -1e300, 0.0, 0.0, 1.0
    nx, ny, nz = nx / size, ny / size, nz / size
    gap, back = gap_along(s, t, nx, ny, nz, bodies, solids)
    if back > gap + A_LITTLE:
        return back, -nx, -ny, -nz
    return gap, nx, ny, nz


@inlined
def _in_space(b: int, row: int, rows: FloatArray, bodies: Bodies) -> tuple[float, float, float]:
    x, y, z, turn = rows[row, 0], rows[row, 1], rows[row, 2], bodies.rotation
    return (
        turn[b, 0, 0] * x + turn[b, 0, 1] * y + turn[b, 0, 2] * z,
        turn[b, 1, 0] * x + turn[b, 1, 1] * y + turn[b, 1, 2] * z,
        turn[b, 2, 0] * x + turn[b, 2, 1] * y + turn[b, 2, 2] * z,
    )


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


_SUDDEN = 2.0
"""Speed that a stone may gain until its pair is looked at again [m/s]."""
_LONGEST = 64
"""Steps until then at most."""


@inlined
def is_asleep(i: int, number: int, near: Near) -> bool:
    """Whether pair ``i`` has nothing to do in step ``number``: joints see to it, or it cannot have met yet."""
    p = near.slot[i]
    asleep: bool = near.state[p] == JOINED or (near.state[p] == APART and near.wake[p] > number)
    return asleep


@inlined
def meet(number: int, p: int, s: int, t: int, bodies: Bodies, solids: Solids, near: Near, step: float) -> bool:
    """Whether two parts that were apart now overlap: then along which axis, and where."""
    if stays_apart(number, p, s, t, bodies, solids, near, step):
        return False
    gap, nx, ny, nz = find_parting_axis(s, t, bodies, solids)
    return touch_along(number, p, s, t, gap, nx, ny, nz, bodies, solids, near, step)


@inlined
def touch_along(
    number: int,
    p: int,
    s: int,
    t: int,
    gap: float,
    nx: float,
    ny: float,
    nz: float,
    bodies: Bodies,
    solids: Solids,
    near: Near,
    step: float,
) -> bool:
    """Whether two parts overlap, whose ``gap`` [m] is widest along an axis: then they touch along it from now on."""
    near.normal[p, 0], near.normal[p, 1], near.normal[p, 2] = nx, ny, nz
    gap += near.arris[p]
    if gap >= 0.0:
        _sleep(number, p, s, t, gap, bodies, solids, near, step)
        return False
    ax, ay, az = axis_across(nx, ny, nz, 1.0, 0.0, 0.0)
    near.axis[p, 0], near.axis[p, 1], near.axis[p, 2] = ax, ay, az
    # halfway between what reaches farthest into the other: which of the two is called the first must not matter
    x, y, z = _tip_along(s, nx, ny, nz, bodies, solids)
    u, v, w = x, y, z
    if solids.first_face[t + 1] - solids.first_face[t] > 1:  # the ground has no tip
        u, v, w = _tip_along(t, -nx, -ny, -nz, bodies, solids)
    place, a = bodies.position, solids.body[s]
    near.place[p, 0] = 0.5 * (x + u) - place[a, 0]
    near.place[p, 1] = 0.5 * (y + v) - place[a, 1]
    near.place[p, 2] = 0.5 * (z + w) - place[a, 2]
    near.state[p], near.share[p], near.depth[p], near.hold[p] = TOUCHING, 1.0, -gap, 0.5
    near.law[p, 5] = full_area(solids.body[s], solids.body[t], bodies, solids)
    return True


@inlined
def stays_apart(number: int, p: int, s: int, t: int, bodies: Bodies, solids: Solids, near: Near, step: float) -> bool:
    """Whether the axis that parted two parts still does; then it is settled when to look at them again."""
    nx, ny, nz = near.normal[p, 0], near.normal[p, 1], near.normal[p, 2]
    if nx == 0.0 and ny == 0.0 and nz == 0.0:
        return False
    gap, _ = gap_along(s, t, nx, ny, nz, bodies, solids)
    gap += near.arris[p]
    if gap < 0.0:
        return False
    _sleep(number, p, s, t, gap, bodies, solids, near, step)
    return True


@inlined
def _sleep(
    number: int, p: int, s: int, t: int, gap: float, bodies: Bodies, solids: Solids, near: Near, step: float
) -> None:
    """Two parts are ``gap`` apart [m]: the step at which they must be looked at again."""
    if gap > 2.0 * near.arris[p]:  # they have come apart: from now on they are like any others
        near.arris[p] = 0.0
    ax, ay, az = shift_of(solids.body[s], bodies, step)
    bx, by, bz = shift_of(solids.body[t], bodies, step)
    bx, by, bz = bx - ax, by - ay, bz - az
    pace = _SUDDEN + math.sqrt(bx * bx + by * by + bz * bz) / step
    for b in (solids.body[s], solids.body[t]):
        if bodies.role[b] != HELD:
            l0, l1, l2 = (bodies.momentum[b, 0], bodies.momentum[b, 1], bodies.momentum[b, 2])
            r0, r1, r2 = (l0 * bodies.easiness[b, 0], l1 * bodies.easiness[b, 1], l2 * bodies.easiness[b, 2])
            pace += solids.radius[b] * math.sqrt(r0 * r0 + r1 * r1 + r2 * r2)
    near.wake[p] = number + min(int(0.5 * gap / (pace * step)), _LONGEST)


@inlined
def axis_across(nx: float, ny: float, nz: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Unit vector across n, as near to (x, y, z) as can be."""
    along = nx * x + ny * y + nz * z
    x, y, z = x - along * nx, y - along * ny, z - along * nz
    size = math.sqrt(x * x + y * y + z * z)
    if size < 0.1:  # along n: any other will do
        x, y, z = (ny * ny + nz * nz, -nx * ny, -nx * nz) if abs(nx) < 0.9 else (-nx * ny, nx * nx + nz * nz, -ny * nz)
        size = math.sqrt(x * x + y * y + z * z)
    return x / size, y / size, z / size


@inlined
def _tip_along(s: int, nx: float, ny: float, nz: float, bodies: Bodies, solids: Solids) -> tuple[float, float, float]:
    """Where the farthest corner of a part along an axis is [m]."""
    b, corner, turn, place = solids.body[s], solids.corner, bodies.rotation, bodies.position
    most, tx, ty, tz = -1e300, 0.0, 0.0, 0.0
    for c in range(solids.first_corner[s], solids.first_corner[s + 1]):
        x, y, z = corner[c, 0], corner[c, 1], corner[c, 2]
        wx = turn[b, 0, 0] * x + turn[b, 0, 1] * y + turn[b, 0, 2] * z
        wy = turn[b, 1, 0] * x + turn[b, 1, 1] * y + turn[b, 1, 2] * z
        wz = turn[b, 2, 0] * x + turn[b, 2, 1] * y + turn[b, 2, 2] * z
        along = wx * nx + wy * ny + wz * nz
        if along > most:
            most, tx, ty, tz = along, wx, wy, wz
    return place[b, 0] + tx, place[b, 1] + ty, place[b, 2] + tz


@inlined
def shift_of(b: int, bodies: Bodies, step: float) -> tuple[float, float, float]:
    """How far the mass centre of a body went in the last step [m]."""
    if bodies.role[b] == HELD:
        return bodies.last[b, 0], bodies.last[b, 1], bodies.last[b, 2]
    return (step * bodies.velocity[b, 0], step * bodies.velocity[b, 1], step * bodies.velocity[b, 2])
