"""Courses: their heights, their stones and joints, and the bonds laid of rectangles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.survey.generate.cells import Partition, Point

__all__ = ["course_heights", "course_joints", "lay_courses", "share_out"]

IntArray = np.ndarray[tuple[int], np.dtype[np.int64]]

_STEPS = 24
"""Places for a joint in the mean length of a stone."""
_SHORTEST, _LONGEST = 9, 48
"""Lengths of a stone, in steps."""
_REACH = 4 * _STEPS
"""How far a joint may lie from where random lengths would put it, in steps."""


def course_heights(
    courses: int, height: float, *, diminution: float, jitter: float, rng: np.random.Generator
) -> FloatArray:
    """Heights of courses from the base up [m]; the top one is ``diminution`` times the lowest, but for the jitter."""
    steps = np.arange(courses) / max(courses - 1, 1)
    heights = diminution**steps * (1.0 + jitter * rng.uniform(-1.0, 1.0, courses))
    return np.asarray(heights * (height / np.sum(heights)))


def share_out(total: int, sizes: FloatArray) -> list[int]:
    """``total`` split in proportion to ``sizes`` (their largest remainders rounded up), at least one each."""
    left = total - len(sizes)
    exact = sizes / np.sum(sizes) * total
    counts = np.maximum(np.floor(exact).astype(int), 1)
    if left < 0:
        raise ValueError(f"{total} cannot be split into {len(sizes)} parts")
    while np.sum(counts) > total:
        counts[np.argmax(np.where(counts > 1, counts - exact, -np.inf))] -= 1
    while np.sum(counts) < total:
        counts[np.argmax(exact - counts)] += 1
    return [int(count) for count in counts]


def course_joints(
    counts: Sequence[int], length: float, *, jitter: float, overlap: float, rng: np.random.Generator
) -> list[FloatArray]:
    """Upright joints of each course [m], both ends included, each course bonded to the one below.

    A joint keeps ``overlap`` mean lengths of a stone away from the joints below where that can be; among such courses
    the one nearest to random lengths is laid (found over a grid of places, step by step along the course).
    """
    laid: list[FloatArray] = []
    for course, count in enumerate(counts):
        wanted = 1.0 + 0.8 * jitter * rng.uniform(-1.0, 1.0, count)
        # half stones at the ends of every second course are what lets equal courses bond
        if course % 2 and count > 1:
            wanted[[0, -1]] *= 0.72
        below = laid[-1][1:-1] if laid else np.empty(0)
        laid.append(_joints(wanted, length, below, overlap))
    return laid


def _joints(wanted: FloatArray, length: float, below: FloatArray, overlap: float) -> FloatArray:
    count = len(wanted)
    places = count * _STEPS
    step = length / places
    target = wanted / np.sum(wanted) * places
    likely = np.rint(np.cumsum(target)).astype(int)
    # the overlap is of the shorter of the two courses' stones
    reach = overlap * min(length / count, length / (len(below) + 1)) / step
    band = np.arange(-_REACH, _REACH + 1)
    sizes = np.arange(_SHORTEST, _LONGEST + 1)
    cost, offset = np.where(band == 0, 0.0, np.inf), 0
    came: list[IntArray] = []
    for joint in range(count):
        place = likely[joint] + band
        source = place[None, :] - sizes[:, None] - offset + _REACH
        inside = (source >= 0) & (source < len(band))
        options = np.where(inside, cost[np.clip(source, 0, len(band) - 1)], np.inf)
        options = options + (sizes[:, None] - target[joint]) ** 2
        best = np.argmin(options, axis=0)
        came.append(sizes[best])
        cost = options[best, np.arange(len(band))]
        if len(below) and joint < count - 1:
            missing = np.maximum(1.0 - _nearest(place, below / step) / reach, 0.0)
            cost = cost + 4000.0 * missing + 2000.0 * missing**2
        offset = likely[joint]
    at, joints = places, [length]
    for joint in range(count - 1, -1, -1):
        at -= int(came[joint][at - likely[joint] + _REACH])
        joints.append(at * step)
    joints[-1] = 0.0
    return np.array(joints[::-1])


def _nearest(places: IntArray, others: FloatArray) -> FloatArray:
    """Distance of each place to the nearest of ``others``, which go up."""
    after = np.searchsorted(others, places)
    left = np.abs(places - others[np.maximum(after - 1, 0)])
    right = np.abs(others[np.minimum(after, len(others) - 1)] - places)
    return np.asarray(np.minimum(left, right))


def lay_courses(levels: Sequence[float], joints: Sequence[Sequence[float]], shortest: float) -> Partition:
    """Rectangles between ``levels`` of bed joints and the upright ``joints`` of each course, ends included [m].

    A joint nearer than ``shortest`` to one below is set on it.
    """
    aligned: list[list[float]] = []
    for own in joints:
        below = np.array(aligned[-1] if aligned else own)
        near = [float(below[np.argmin(np.abs(below - x))]) for x in own]
        aligned.append([close if abs(close - x) < shortest else float(x) for x, close in zip(own, near, strict=True)])
    joints = aligned
    points: dict[Point, int] = {}

    def number(x: float, z: float) -> int:
        return points.setdefault((float(x), float(z)), len(points))

    cells: list[tuple[int, ...]] = []
    courses: list[int] = []
    for course, own in enumerate(joints):
        under = _merged(own, joints[course - 1] if course else own)
        over = _merged(own, joints[course + 1] if course + 1 < len(joints) else own)
        for left, right in pairwise(own):
            ring = [number(x, levels[course]) for x in under if left <= x <= right]
            ring += [number(x, levels[course + 1]) for x in reversed(over) if left <= x <= right]
            cells.append(tuple(ring))
            courses.append(course)
    return Partition(points=tuple(points), cells=tuple(cells), courses=tuple(courses))


def _merged(own: Sequence[float], other: Sequence[float]) -> list[float]:
    return sorted({float(x) for x in own} | {float(x) for x in other})
