"""The overlap of two faces, found again when the stones have slid.

The same function lays out a joint at the start: both faces are convex, so their overlap is one polygon.
"""

from __future__ import annotations

import math

from pirqa.compiled import inlined, kernel
from pirqa.dynamics.arrays import PARTLY, Bodies, Frames, Joints, Memory, Motion
from pirqa.dynamics.opening import follow_faces
from pirqa.dynamics.polygon import clip_positive, mean_distance, moments
from pirqa.model.polyhedron import FloatArray

__all__ = ["lay_faces", "renew_overlap"]

_STRAIGHT = 1e-8
"""Height of a corner over the line between its neighbours that is none [m]."""


@kernel(lean=True)
def lay_faces(
    slack: float, bodies: Bodies, joints: Joints, frames: Frames, motion: Motion, memory: Memory, scratch: FloatArray
) -> None:
    """Overlaps of all joints as their stones lie, with nothing remembered of how they came there."""
    count = len(joints.first)
    follow_faces(0, count, bodies, joints, frames, motion)
    for j in range(count):
        renew_overlap(j, slack, bodies, joints, frames, motion, memory, scratch)
    follow_faces(0, count, bodies, joints, frames, motion)


@inlined
def renew_overlap(
    j: int,
    slack: float,
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    memory: Memory,
    scratch: FloatArray,
) -> None:
    """Overlap polygon of joint ``j`` where its faces lie now; its frames move to the polygon's centroid.

    ``motion`` must be of the same poses. The planes of the faces and the elastic slip stay what they are; the shift is
    counted from here. Corners within ``slack`` of the line between their neighbours are left out [m].
    """
    a, b = joints.first[j], joints.second[j]
    motion.state[j] = PARTLY
    s0, s1, twist = motion.slide[j, 0], motion.slide[j, 1], motion.slide[j, 2]
    half = 0.5 * math.asin(max(-1.0, min(1.0, twist)))
    cosine, sine = math.cos(half), math.sin(half)
    count = _project(j, a, 0, cosine, bodies, motion, joints.face_first, joints.corners_first[j], scratch, 0)
    other = _project(j, b, 3, cosine, bodies, motion, joints.face_second, joints.corners_second[j], scratch, 2)
    for i in range(count):
        scratch[3, i, 0], scratch[3, i, 1] = scratch[0, i, 0], scratch[0, i, 1]
    count = _tidy(scratch, _intersect(scratch, count, other), slack)
    area = 0.0
    if count >= 3:
        area, su, sv, _, _, _ = moments(scratch, 0, count)
    if area <= 1e-10:
        frames.sides[j] = 0
        frames.whole[j, 0] = 0.0
        frames.reach[j, 0], frames.reach[j, 1] = 0.0, 0.0
        frames.since[j, 0], frames.since[j, 1], frames.since[j, 2] = s0, s1, twist
        _forget_cuts(j, frames)
        return
    u, v = su / area, sv / area
    # the origin's place in each face: the faces lie ± half the slide from the middle, turned by ± half the twist
    _shift_frame(j, frames.first, u + 0.5 * s0, v + 0.5 * s1, cosine, sine)
    _shift_frame(j, frames.second, u - 0.5 * s0, v - 0.5 * s1, cosine, -sine)
    reach_u = reach_v = 0.0
    for i in range(count):
        x, y = scratch[0, i, 0] - u, scratch[0, i, 1] - v
        frames.corners[j, i, 0], frames.corners[j, i, 1] = x, y
        reach_u, reach_v = max(reach_u, abs(x)), max(reach_v, abs(y))
    frames.sides[j] = count
    _forget_cuts(j, frames)
    _mark_rims(j, slack + 1e-6, count, joints.corners_first[j], joints.corners_second[j], frames.rims, scratch)
    frames.reach[j, 0], frames.reach[j, 1] = reach_u, reach_v
    whole = frames.whole
    whole[j, 0], whole[j, 1], whole[j, 2], whole[j, 3], whole[j, 4], whole[j, 5] = moments(frames.corners, j, count)
    distance = mean_distance(frames.corners, j, count)
    frames.twist[j] = distance * distance * whole[j, 0] / (whole[j, 3] + whole[j, 5])
    if frames.points.shape[1] > 0:
        _lay_points(j, count, reach_u, reach_v, frames, scratch)
    w = memory.slip[j, 2]
    memory.slip[j, 0] -= w * v
    memory.slip[j, 1] += w * u
    for array in (memory.shear, memory.shear_viscous):
        array[j, 2] -= u * array[j, 1] - v * array[j, 0]
    viscous = memory.viscous
    viscous[j, 1] -= u * viscous[j, 0]
    viscous[j, 2] -= v * viscous[j, 0]
    memory.gap[j, 0] += memory.gap[j, 1] * u + memory.gap[j, 2] * v
    t0, t1, t2 = s0 - memory.slide[j, 0], s1 - memory.slide[j, 1], twist - memory.slide[j, 2]
    memory.slide[j, 0], memory.slide[j, 1], memory.slide[j, 2] = t2 * v - t0, -t1 - t2 * u, -t2
    for i in range(frames.bonded[j]):  # a bond that is still there has not slipped, only its spring has given way
        frames.bond[j, i, 0] -= u
        frames.bond[j, i, 1] -= v
    frames.since[j, 0], frames.since[j, 1], frames.since[j, 2] = 0.0, 0.0, 0.0


@inlined
def _forget_cuts(j: int, frames: Frames) -> None:
    """The polygon is another one, or none: where lines cut it must be found again."""
    for line in range(2):
        frames.cut[j, line, 1] = frames.cut[j, line, 0]  # no corner lies on both sides of a line


@inlined
def _project(
    j: int,
    body: int,
    side: int,
    cosine: float,
    bodies: Bodies,
    motion: Motion,
    face: FloatArray,
    count: int,
    scratch: FloatArray,
    into: int,
) -> int:
    """Corners of a face in the joint's mean frame, about the origin between the faces, into row ``into``."""
    turn, axes, arms = bodies.rotation, motion.axes, motion.arms
    # the mean axes are short where the faces gape: u and v count along them as they are, on both faces alike; that they
    # are also short where the faces are twisted (``cosine`` of half the twist) ends with this renewal
    first = cosine / (axes[j, 0] ** 2 + axes[j, 1] ** 2 + axes[j, 2] ** 2)
    second = cosine / (axes[j, 3] ** 2 + axes[j, 4] ** 2 + axes[j, 5] ** 2)
    for i in range(count):
        x, y, z = face[j, i, 0], face[j, i, 1], face[j, i, 2]
        px = turn[body, 0, 0] * x + turn[body, 0, 1] * y + turn[body, 0, 2] * z - arms[j, side]
        py = turn[body, 1, 0] * x + turn[body, 1, 1] * y + turn[body, 1, 2] * z - arms[j, side + 1]
        pz = turn[body, 2, 0] * x + turn[body, 2, 1] * y + turn[body, 2, 2] * z - arms[j, side + 2]
        scratch[into, i, 0] = first * (px * axes[j, 0] + py * axes[j, 1] + pz * axes[j, 2])
        scratch[into, i, 1] = second * (px * axes[j, 3] + py * axes[j, 4] + pz * axes[j, 5])
    return count


@inlined
def _intersect(scratch: FloatArray, count: int, other: int) -> int:
    """Rows 0 and 2 hold two convex polygons, counter-clockwise; their overlap into row 0."""
    here, there = 0, 1
    for i in range(other):
        k = i + 1 if i + 1 < other else 0
        u0, v0, u1, v1 = scratch[2, i, 0], scratch[2, i, 1], scratch[2, k, 0], scratch[2, k, 1]
        along_u, along_v = v0 - v1, u1 - u0
        count = clip_positive(scratch, here, count, -(along_u * u0 + along_v * v0), along_u, along_v, scratch, there)
        here, there = there, here
        if count < 3:
            return 0
    if here == 1:
        for i in range(count):
            scratch[0, i, 0], scratch[0, i, 1] = scratch[1, i, 0], scratch[1, i, 1]
    return count


@inlined
def _mark_rims(j: int, near: float, count: int, first: int, second: int, rims: FloatArray, scratch: FloatArray) -> None:
    """Say of each edge of the overlap in row 0 whether it lies on an edge of the first face (row 3), the second (row 2)
    or both."""
    before = count - 1
    for i in range(count):
        u = 0.5 * (scratch[0, before, 0] + scratch[0, i, 0])
        v = 0.5 * (scratch[0, before, 1] + scratch[0, i, 1])
        rims[j, i] = _lies_on(u, v, near, 2, second, scratch) - _lies_on(u, v, near, 3, first, scratch)
        before = i


@inlined
def _lies_on(u: float, v: float, near: float, row: int, count: int, scratch: FloatArray) -> float:
    """1 where a point lies within ``near`` of an edge of the polygon in a row, else 0."""
    for i in range(count):
        k = i + 1 if i + 1 < count else 0
        u0, v0 = scratch[row, i, 0], scratch[row, i, 1]
        along_u, along_v = scratch[row, k, 0] - u0, scratch[row, k, 1] - v0
        away = along_u * (v - v0) - along_v * (u - u0)
        if abs(away) <= near * math.sqrt(along_u * along_u + along_v * along_v):
            return 1.0
    return 0.0


@inlined
def _tidy(scratch: FloatArray, count: int, slack: float) -> int:
    """Take out corners of the polygon in row 0 that lie within ``slack`` of the line between their neighbours.

    Clipping leaves such corners where edges of the two faces nearly coincide or cross at a small angle; each would cost
    time in every step. Of neighbours that both lie so near, which is chance, none goes unless it lies on the line: so a
    mirrored wall stays the mirror image. Row 1 holds the heights meanwhile.
    """
    for i in range(count):
        scratch[1, i, 0] = _height(scratch, i, count)
    kept = 0
    left = count
    for i in range(count):
        before, after = scratch[1, (i - 1) % count, 0], scratch[1, (i + 1) % count, 0]
        alone = before > slack and after > slack
        height = scratch[1, i, 0]
        if left > 3 and (height <= slack and alone):
            left -= 1
            continue
        scratch[0, kept, 0], scratch[0, kept, 1] = scratch[0, i, 0], scratch[0, i, 1]
        kept += 1
    i = 0
    while i < kept and kept > 3:
        if _height(scratch, i, kept) > _STRAIGHT:
            i += 1
            continue
        for k in range(i, kept - 1):
            scratch[0, k, 0], scratch[0, k, 1] = scratch[0, k + 1, 0], scratch[0, k + 1, 1]
        kept -= 1
    return kept


@inlined
def _height(scratch: FloatArray, i: int, count: int) -> float:
    """Of a corner of the polygon in row 0 over the line between its neighbours [m]."""
    before, after = (i - 1) % count, (i + 1) % count
    u0, v0 = scratch[0, before, 0], scratch[0, before, 1]
    along_u, along_v = scratch[0, after, 0] - u0, scratch[0, after, 1] - v0
    length = math.sqrt(along_u * along_u + along_v * along_v)
    if length == 0.0:
        return 0.0
    height: float = abs(along_u * (scratch[0, i, 1] - v0) - along_v * (scratch[0, i, 0] - u0)) / length
    return height


@inlined
def _shift_frame(j: int, frame: FloatArray, u: float, v: float, cosine: float, sine: float) -> None:
    """Turn the axes of a frame by a small angle in its plane, then move its origin by u and v along them."""
    for i in range(3):
        one, two = frame[j, 3 + i], frame[j, 6 + i]
        frame[j, 3 + i] = cosine * one + sine * two
        frame[j, 6 + i] = cosine * two - sine * one
        frame[j, i] += u * frame[j, 3 + i] + v * frame[j, 6 + i]


@inlined
def _lay_points(j: int, count: int, reach_u: float, reach_v: float, frames: Frames, scratch: FloatArray) -> None:
    """A point in each cell of a grid over the overlap: at the centroid of what the cell covers, with its area."""
    side = int(math.sqrt(frames.points.shape[1]) + 0.5)
    wide, high = 2.0 * reach_u / side, 2.0 * reach_v / side
    for row in range(side):
        for column in range(side):
            k = row * side + column
            left, low = -reach_u + column * wide, -reach_v + row * high
            left_of = clip_positive(frames.corners, j, count, -left, 1.0, 0.0, scratch, 0)
            n = clip_positive(scratch, 0, left_of, left + wide, -1.0, 0.0, scratch, 1)
            n = clip_positive(scratch, 1, n, -low, 0.0, 1.0, scratch, 0)
            n = clip_positive(scratch, 0, n, low + high, 0.0, -1.0, scratch, 1)
            frames.points[j, k, 0], frames.points[j, k, 1], frames.points[j, k, 2] = 0.0, 0.0, 0.0
            if n >= 3:
                area, su, sv, _, _, _ = moments(scratch, 1, n)
                if area > 0.0:
                    frames.points[j, k, 0], frames.points[j, k, 1] = su / area, sv / area
                    frames.points[j, k, 2] = area
