"""Patterns of stones: courses of rectangles, and fitted polygons (coursed Inca face, rubble) from power diagrams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sqrt

import numpy as np
from scipy.spatial import ConvexHull, cKDTree

from pirqa.errors import ComputationError
from pirqa.model.polyhedron import FloatArray
from pirqa.survey.facets import near_groups
from pirqa.survey.generate.cells import (
    CellPartition,
    Point,
    border_freedom,
    is_convex,
    lengthen_edges,
    straighten_joints,
)

IntArray = np.ndarray[tuple[int], np.dtype[np.int64]]

_STEPS = 24
"""Places for a joint in the mean length of a stone."""

_SHORTEST, _LONGEST = 9, 48

"""Lengths of a stone, in steps."""

_REACH = 4 * _STEPS
"""How far a joint may lie from where random lengths would put it, in steps."""

_STRETCH = 1.05
"""How much more heights count than lengths, beyond the stones' own proportion: bed joints then undulate gently."""

_RUBBLE_STRETCH = 1.25

_ATTEMPTS = 6
"""How often stones with a fault are calmed, with those around them, and all is laid again."""

_SMALL = 400
"""Stones of a wall that may be laid all over again."""


@dataclass(frozen=True, kw_only=True)
class Face:
    """What is to be covered, and how irregularly."""

    length: float
    height: float
    shortest: float
    """Least length of an edge [m]."""
    jitter: float
    seed: int


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


def lay_courses(levels: Sequence[float], joints: Sequence[Sequence[float]], shortest: float) -> CellPartition:
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
    return CellPartition(points=tuple(points), cells=tuple(cells), courses=tuple(courses))


def _merged(own: Sequence[float], other: Sequence[float]) -> list[float]:
    return sorted({float(x) for x in own} | {float(x) for x in other})


def power_diagram(
    sites: FloatArray, weights: FloatArray, *, length: float, height: float, stretch: float = 1.0
) -> CellPartition | None:
    """Cells of the points nearest to each site by |p − site|² − weight, within length × height [m].

    Heights count ``stretch`` times in the distance. Nothing where a site has no cell: its weight is too small beside
    its neighbours'. The diagram is the lower hull of the sites lifted to a paraboloid; mirror images of the sites in
    the four borders make these borders edges of it.
    """
    scale = np.array([1.0, stretch])
    middle = 0.5 * np.array([length, height]) * scale
    own = sites * scale - middle
    mirrored = [own]
    for axis in (0, 1):
        for side in (-1.0, 1.0):
            image = own.copy()
            image[:, axis] = 2.0 * side * middle[axis] - image[:, axis]
            mirrored.append(image)
    around = np.concatenate(mirrored)
    lifted = np.column_stack([around, np.sum(around**2, axis=1) - np.tile(weights, 5)])
    hull = ConvexHull(lifted)
    lower = hull.equations[:, 2] < -1e-12
    normals = hull.equations[lower]
    corners = -0.5 * normals[:, :2] / normals[:, 2:3]
    facets = hull.simplices[lower]
    count = len(sites)
    used = np.any(facets < count, axis=1)
    corners, facets = corners[used], facets[used]
    tolerance = 1e-9 * float(np.max(middle))
    numbers = near_groups(corners, tolerance)
    around_site: list[set[int]] = [set() for _ in range(count)]
    for facet, number in zip(facets.tolist(), numbers.tolist(), strict=True):
        for site in facet:
            if site < count:
                around_site[site].add(number)
    if min(len(around) for around in around_site) < 3:
        return None
    first = np.unique(numbers, return_index=True)[1]
    table = (corners[first] + middle) / scale
    for axis, end in ((0, length), (1, height)):
        table[np.abs(table[:, axis]) < 10.0 * tolerance, axis] = 0.0
        table[np.abs(table[:, axis] - end) < 10.0 * tolerance, axis] = end
    cells = []
    for mine in around_site:
        indices = np.array(sorted(mine))
        spokes = table[indices] - np.mean(table[indices], axis=0)
        cells.append(tuple(indices[np.argsort(np.arctan2(spokes[:, 1], spokes[:, 0]), kind="stable")].tolist()))
    points: list[Point] = [(x, z) for x, z in table.tolist()]
    return CellPartition(points=tuple(points), cells=tuple(cells), courses=(0,) * count)


def lay_inca(face: Face, counts: list[int]) -> CellPartition:
    """Convex polygons in courses of ``counts`` stones, larger at the base; each stone keeps to its course.

    Stones of the lowest course touch the base and no others do, the first and last of each course touch the ends.
    """
    best: tuple[tuple[int, int], CellPartition] | None = None
    proportion = _proportion(face, counts)
    # calming a few stones is enough almost always; a regular face, which never fails, is for small walls only
    for share in (1.0, 0.5, 0.0) if sum(counts) <= _SMALL else (1.0,):
        calm = np.ones(sum(counts))
        for _ in range(_attempts(sum(counts))):
            found = _inca(face, counts, share * face.jitter, calm)
            if found is None:
                calm *= 0.5
                continue
            strays = _strays(found, face, counts)
            faults = strays | _faults(found, face, least=0.25, sharpest=0.85, proportion=proportion)
            if not faults:
                return found
            if best is None or (len(strays), len(faults)) < best[0]:
                best = ((len(strays), len(faults)), found)
            calm[_with_neighbours(found, faults)] *= 0.4
    if best is None:
        raise ComputationError("generate: these options give no stones; give less jitter")
    return best[1]


def _attempts(stones: int) -> int:
    return _ATTEMPTS if stones <= _SMALL else _ATTEMPTS // 2


def _proportion(face: Face, counts: list[int]) -> float:
    """Length over height of the mean stone."""
    return (face.length * len(counts) / sum(counts)) / (face.height / len(counts))


def _inca(face: Face, counts: list[int], jitter: float, calm: FloatArray) -> CellPartition | None:
    rng = np.random.default_rng(face.seed)
    heights = course_heights(
        len(counts), face.height, diminution=max(0.5, counts[0] / counts[-1]), jitter=0.12 * jitter, rng=rng
    )
    joints = course_joints(counts, face.length, jitter=0.8 * jitter, overlap=0.3, rng=rng)
    stretch = _STRETCH * _proportion(face, counts)
    beds = np.concatenate([[0.0], np.cumsum(heights)])
    sites, weights, courses = [], [], []
    ends = np.cumsum(counts)
    for course, own in enumerate(joints):
        middles, widths = 0.5 * (own[1:] + own[:-1]), np.diff(own)
        count = len(middles)
        own_jitter = jitter * calm[ends[course] - count : ends[course]]
        rise = np.full(count, beds[course] + 0.5 * heights[course])
        # the top and the base are level: only inner beds undulate
        free = 0.5 if course in (0, len(counts) - 1) else 1.0
        rise += free * 0.34 * own_jitter * heights[course] * rng.uniform(-1.0, 1.0, count)
        shift = 0.12 * own_jitter * widths * rng.uniform(-1.0, 1.0, count)
        swell = 1.0 + 0.4 * own_jitter * rng.uniform(-1.0, 1.0, count)
        sites.append(np.column_stack([middles + shift, rise]))
        # half extents as weights put the borders of neighbours on the joints and beds of the courses
        weights.append(0.25 * swell * ((stretch * heights[course]) ** 2 + widths**2))
        courses += [course] * count
    placed, weight = np.concatenate(sites), np.concatenate(weights)
    diagram = power_diagram(placed, weight, length=face.length, height=face.height, stretch=stretch)
    if diagram is None:
        return None
    return _settle(diagram.replaced(courses=courses), face, strength=0.5)


def _settle(partition: CellPartition, face: Face, strength: float) -> CellPartition:
    freedom = border_freedom(partition, face.length, face.height)
    for _ in range(2):
        partition = lengthen_edges(partition, freedom, face.shortest)
        partition = straighten_joints(partition, freedom, face.shortest, strength)
    return lengthen_edges(partition, freedom, face.shortest)


def _strays(partition: CellPartition, face: Face, counts: list[int]) -> set[int]:
    """Cells that touch a border which their place in the courses does not, or do not touch it."""
    ends = np.cumsum(counts).tolist()
    places = {
        (1, 0.0): range(counts[0]),
        (1, face.height): range(ends[-1] - counts[-1], ends[-1]),
        (0, 0.0): (end - count for end, count in zip(ends, counts, strict=True)),
        (0, face.length): (end - 1 for end in ends),
    }
    return {cell for (axis, level), own in places.items() for cell in partition.touching(axis, level) ^ set(own)}


def _faults(
    partition: CellPartition, face: Face, *, least: float, sharpest: float, proportion: float = 1.0
) -> set[int]:
    """Cells with a short or re-entrant edge, splinters, and those below ``least`` of their course's mean area.

    A splinter is long for its area or has a corner below ``sharpest`` [rad], with heights taken ``proportion`` times,
    which makes the mean stone a square.
    """
    courses, areas = np.array(partition.courses), np.array(partition.areas)
    totals, counts = np.bincount(courses, weights=areas), np.bincount(courses)
    small = areas < least * (totals / np.maximum(counts, 1))[courses]
    faults = set(np.flatnonzero(small).tolist())
    for cell in range(len(partition.cells)):
        ring = partition.ring(cell)
        if partition.shortest_of(cell) < face.shortest or not is_convex(ring):
            faults.add(cell)
            continue
        sides = np.roll(ring, -1, axis=0) - ring
        sides[:, 1] *= proportion
        lengths = np.hypot(*sides.T)
        ahead = np.sum(sides * np.roll(sides, 1, axis=0), axis=1) / (lengths * np.roll(lengths, 1))
        # 1 for a disc, 0.79 for a square, 0.35 for a strip of one to seven
        roundness = 4.0 * pi * proportion * partition.areas[cell] / np.sum(lengths) ** 2
        if roundness < 0.35 or np.min(ahead) < -cos(sharpest):
            faults.add(cell)
    return faults


def _with_neighbours(partition: CellPartition, cells: set[int]) -> list[int]:
    return sorted(cells.union(*(partition.neighbours[cell] for cell in cells)))


def lay_rubble(face: Face, stones: int) -> CellPartition:
    """Convex polygons of all sizes without courses."""
    rng = np.random.default_rng(face.seed)
    size = np.array([face.length, face.height * _RUBBLE_STRETCH])
    radii = np.sort(np.exp(0.75 * face.jitter * np.clip(rng.standard_normal(stones), -1.6, 1.8)))[::-1]
    radii *= sqrt(float(np.prod(size)) / (np.pi * float(np.sum(radii**2))))
    placed, weights = _scatter(radii, size, rng), radii**2
    best: tuple[int, CellPartition] | None = None
    for attempt in range(_attempts(stones) + 2):
        diagram = _rubble_diagram(placed, weights, face)
        if diagram is None:
            weights = 0.5 * (weights + np.mean(weights))
            continue
        middles = _centroids(diagram) * [1.0, _RUBBLE_STRETCH]
        if attempt < 2:
            placed = placed + 0.7 * (middles - placed)
            continue
        found = _settle(diagram.replaced(courses=_bands(diagram, face)), face, strength=0.45)
        faults = _faults(found, face, least=0.1, sharpest=0.5)
        if best is None or len(faults) < best[0]:
            best = (len(faults), found)
        if not faults:
            break
        # stones of like size at their cells' middles do not crowd each other out
        for cell in _with_neighbours(found, faults):
            around = [*found.neighbours[cell], cell]
            weights[cell] = 0.5 * (weights[cell] + np.mean(weights[around]))
            placed[cell] += 0.7 * (middles[cell] - placed[cell])
    if best is None:
        raise ComputationError("generate: these options give no stones; give less jitter")
    return best[1]


def _bands(partition: CellPartition, face: Face) -> list[int]:
    """Bands of a mean stone's height in the place of courses: only to number the stones."""
    bands = max(1, round(sqrt(len(partition.cells) * face.height / face.length)))
    levels = _centroids(partition)[:, 1] / face.height
    return [int(band) for band in np.minimum((levels * bands).astype(int), bands - 1)]


def _rubble_diagram(placed: FloatArray, weights: FloatArray, face: Face) -> CellPartition | None:
    sites = placed / [1.0, _RUBBLE_STRETCH]
    return power_diagram(sites, weights, length=face.length, height=face.height, stretch=_RUBBLE_STRETCH)


def _scatter(radii: FloatArray, size: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Middles of discs, large ones first, each at the place of the widest gap among some at random; shape (n, 2)."""
    placed = np.empty((len(radii), 2))
    tree, known = None, 0
    for index, radius in enumerate(radii):
        margin = np.minimum(0.8 * radius, 0.45 * size)
        tries = rng.uniform(margin, size - margin, (24, 2))
        gap = np.full(len(tries), np.inf)
        if index - known >= 256:
            tree, known = cKDTree(placed[:index]), index
        if tree is not None:
            away, which = tree.query(tries, k=8)
            gap = np.min(away - radii[which], axis=1)
        if index > known:
            away = np.hypot(*(tries[:, None, :] - placed[None, known:index, :]).transpose(2, 0, 1))
            gap = np.minimum(gap, np.min(away - radii[None, known:index], axis=1))
        placed[index] = tries[np.argmax(gap)]
    return placed


def _centroids(partition: CellPartition) -> FloatArray:
    """Centroid of each cell, shape (n, 2) [m]."""
    found = np.empty((len(partition.cells), 2))
    for cell, ring in enumerate(partition.rings()):
        x, z = (ring - ring[0]).T
        cross = x * np.roll(z, -1) - np.roll(x, -1) * z
        total = max(float(np.sum(cross)), 1e-300)
        moments = [np.sum((one + np.roll(one, -1)) * cross) / (3.0 * total) for one in (x, z)]
        found[cell] = ring[0] + moments
    return found


def split_courses(cells: int, length: float, height: float, courses: int | None) -> list[int]:
    """Number of cells in each course, more where courses are lower."""
    if courses is None:
        courses = max(1, round(height / sqrt(length * height / cells / 1.25)))
    courses = min(courses, cells)
    heights = 0.55 ** (np.arange(courses) / max(courses - 1, 1))
    return share_out(cells, 1.0 / heights)
