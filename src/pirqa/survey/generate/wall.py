"""A wall out of nothing but options and a seed: the outlines of its stones, as an exact partition of its face.

Niches, windows and doors are cut out of the partition.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt

import numpy as np
import shapely

from pirqa.errors import ComputationError, ModelError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.generate.cells import CellPartition, Point, border_freedom, distance, edges, fuse, lengthen_edges
from pirqa.survey.generate.patterns import (
    Face,
    course_heights,
    course_joints,
    lay_courses,
    lay_inca,
    lay_rubble,
    share_out,
    split_courses,
)
from pirqa.survey.generate.reentrant import best_host, fuse_pairs, step_stones
from pirqa.survey.options import GenerateOptions, Niche

_MEAN_STONE = 0.864
"""Area of a stone where the number of stones is not given [m2]."""

_SHORTEST = 0.06
"""No edge is shorter [m], unless stones are small."""

_SACSAYHUAMAN_COURSES = [7, 8, 8, 9, 9]
"""Cells before fusion: seven on the base, and four at either end above it, of which the right end fuses two."""

_GRID = 1e-9
"""Corners are rounded to this where edges are cut [m]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class GeneratedWall:
    """Outlines of a generated wall; they share their corners and edges exactly.

    A corner of one stone that lies on an edge of another is a corner of both, so rings may run straight at a corner.
    """

    rings: tuple[FloatArray, ...]
    """Corners (x, z) of each stone, counter-clockwise, shapes (n, 2) [m]; numbered from the base up, left to right."""
    recess: tuple[float, ...]
    """How far the front of each stone lies behind the wall's [m]: the depth of a niche for its back, else 0."""
    length: float
    """Length of the wall [m]."""
    height: float
    """Height of the wall [m]."""
    remarks: tuple[Remark, ...] = field(default=())
    control: tuple[int, ...] = ()
    """Places in rings of up to four stones of the top, from left to right, whose movement is worth following."""
    like: str = ""
    """The wall of the literature that this one resembles, if any."""


def generate(options: GenerateOptions) -> GeneratedWall:
    """The wall that ``options`` describe; the same options give the same wall to the last bit."""
    assert options.length is not None
    assert options.height is not None
    length, height = options.length, options.height
    stones = options.stones or max(1, round(length * height / _MEAN_STONE))
    if 3 * options.nonconvex > stones:
        raise ModelError(
            f"generate.nonconvex is {options.nonconvex}: at most a third of the {stones} stones can have re-entrant "
            "corners; give more stones"
        )
    size = sqrt(length * height / stones)
    face = Face(
        length=length,
        height=height,
        shortest=min(_SHORTEST, 0.08 * size, 0.25 * height, 0.25 * length),
        jitter=options.jitter,
        seed=options.seed,
    )
    lay = {"inca": _inca, "ashlar": _ashlar, "running_bond": _running_bond, "rubble": _rubble}[options.pattern]
    partition, remarks = _sacsayhuaman(face) if options.like == "sacsayhuaman" else lay(face, options, stones)
    recess = (0.0,) * len(partition.cells)
    if options.niches:
        partition, recess, cut = cut_niches(partition, options.niches, length, height, face.shortest, size)
        remarks += cut
    short = [cell for cell in range(len(partition.cells)) if partition.shortest_of(cell) < 0.999 * face.shortest]
    if short:
        amount = min(partition.shortest_of(cell) for cell in short)
        remarks += (Remark(kind="warning", key="generated_short_edges", count=len(short), amount=amount, unit="m"),)
    return _finished(partition, recess, options, remarks)


def _finished(
    partition: CellPartition, recess: tuple[float, ...], options: GenerateOptions, remarks: tuple[Remark, ...]
) -> GeneratedWall:
    assert options.length is not None
    assert options.height is not None
    polygons = [shapely.Polygon(ring) for ring in partition.rings()]
    if not shapely.coverage_is_valid(polygons) or not np.all(shapely.is_valid(polygons)):
        raise ComputationError("generate: these options give stones that overlap; take another seed or less jitter")
    centres = [polygon.centroid for polygon in polygons]
    order = sorted(range(len(polygons)), key=lambda cell: (partition.courses[cell], centres[cell].x, centres[cell].y))
    top = partition.touching(1, options.height)
    rings = partition.rings()
    if options.like:
        remarks += (Remark(kind="assumption", key="generated_like", text=options.like),)
    return GeneratedWall(
        rings=tuple(rings[cell] for cell in order),
        recess=tuple(recess[cell] for cell in order),
        length=options.length,
        height=options.height,
        remarks=remarks,
        control=_control(
            [(centres[cell].x, number) for number, cell in enumerate(order) if cell in top], options.length
        ),
        like=options.like or "",
    )


def _control(top: list[tuple[float, int]], length: float) -> tuple[int, ...]:
    """Stones of the top nearest to the middles of the wall's four quarters."""
    left = sorted(top)
    chosen: list[tuple[float, int]] = []
    for quarter in range(min(4, len(left))):
        chosen.append(min(left, key=lambda stone: abs(stone[0] - (quarter + 0.5) * length / 4)))
        left.remove(chosen[-1])
    return tuple(number for _, number in sorted(chosen))


def _anywhere(_: CellPartition, __: int, ___: int) -> bool:
    return True


def _interlocked(
    partition: CellPartition, stones: int, wanted: int, allowed: Callable[[CellPartition, int, int], bool]
) -> tuple[CellPartition, tuple[Remark, ...]]:
    """Cells fused to exactly ``stones``, ``wanted`` of them with re-entrant corners where that can be."""
    partition, made = fuse_pairs(partition, wanted, allowed=allowed, triple=len(partition.cells) - stones > wanted)
    while len(partition.cells) > stones:
        smallest = sorted(range(len(partition.cells)), key=lambda cell: (partition.areas[cell], cell))
        pairs = ((cell, host) for cell in smallest if (host := best_host(partition, cell, allowed)) is not None)
        pair = next(pairs, None)
        if pair is None:
            break
        partition = fuse(partition, pair)
    remarks: tuple[Remark, ...] = ()
    if made < wanted:
        remarks += (Remark(kind="warning", key="generated_convex", count=made, amount=float(wanted)),)
    if len(partition.cells) != stones:
        remarks += (Remark(kind="warning", key="generated_count", count=len(partition.cells), amount=float(stones)),)
    return partition, remarks


def _extra(nonconvex: int) -> int:
    """Cells beyond the number of stones: one a pair, and one for the stone with the most corners."""
    return nonconvex + (nonconvex >= 4)


def _inca(face: Face, options: GenerateOptions, stones: int) -> tuple[CellPartition, tuple[Remark, ...]]:
    counts = split_courses(stones, face.length, face.height, options.courses)
    face = _narrowed(face, counts)
    return _stepped(lay_inca(face, counts), face, options.nonconvex, range(stones))


def _narrowed(face: Face, counts: Sequence[int]) -> Face:
    """With shorter edges allowed where stones are narrow or low."""
    return replace(
        face, shortest=min(face.shortest, 0.12 * face.length / max(counts), 0.12 * face.height / len(counts))
    )


def _stepped(
    partition: CellPartition, face: Face, wanted: int, eligible: Collection[int]
) -> tuple[CellPartition, tuple[Remark, ...]]:
    partition, made = step_stones(partition, wanted, eligible=eligible, shortest=face.shortest, seed=face.seed)
    if made < wanted:
        return partition, (Remark(kind="warning", key="generated_convex", count=made, amount=float(wanted)),)
    return partition, ()


def _rubble(face: Face, options: GenerateOptions, stones: int) -> tuple[CellPartition, tuple[Remark, ...]]:
    return _interlocked(lay_rubble(face, stones + _extra(options.nonconvex)), stones, options.nonconvex, _anywhere)


def _ashlar(face: Face, options: GenerateOptions, stones: int) -> tuple[CellPartition, tuple[Remark, ...]]:
    rng = np.random.default_rng(face.seed)
    cells = stones + _extra(options.nonconvex)
    courses = len(split_courses(cells, face.length, face.height, options.courses))
    heights = course_heights(courses, face.height, diminution=0.6, jitter=0.15 * face.jitter, rng=rng)
    counts = share_out(cells, 1.0 / np.sqrt(heights))
    joints = course_joints(counts, face.length, jitter=face.jitter, overlap=0.28, rng=rng)
    levels = [0.0, *np.cumsum(heights)[:-1].tolist(), face.height]
    shortest = _narrowed(face, counts).shortest
    partition = lay_courses(levels, [course.tolist() for course in joints], shortest)
    return _interlocked(partition, stones, options.nonconvex, _anywhere)


def _bond_counts(face: Face, options: GenerateOptions, stones: int) -> tuple[int, int]:
    """Courses of a running bond and whole units in the lowest; every second course has one stone more."""
    length, height = options.unit_length, options.unit_height
    if options.stones is None:
        height = height or (0.5 if length is None else 0.4 * length)
        courses = options.courses or max(1, round(face.height / height))
        return courses, max(1, round(face.length / (length or 2.5 * face.height / courses)))
    likely = face.height / (height or sqrt(0.4 * face.length * face.height / stones))
    fixed = options.courses or (max(1, round(likely)) if height else None)
    choices = [fixed] if fixed else range(max(1, int(0.7 * likely)), int(1.4 * likely) + 2)
    best = min(
        (abs(courses * units + courses // 2 - stones), abs(courses - likely), courses, units)
        for courses in choices
        for units in {max(1, (stones - courses // 2) // courses + more) for more in (0, 1)}
    )
    return best[2], best[3]


def _running_bond(face: Face, options: GenerateOptions, stones: int) -> tuple[CellPartition, tuple[Remark, ...]]:
    courses, units = _bond_counts(face, options, stones)
    if courses * units > 100_000:
        raise ModelError(f"generate: {courses} courses of {units} units are too many; give larger units")
    remarks: tuple[Remark, ...] = ()
    for asked, made, key in (
        (options.unit_length, face.length / units, "generated_unit_length"),
        (options.unit_height, face.height / courses, "generated_unit_height"),
    ):
        if asked is not None and abs(asked - made) > 1e-9 * made:
            remarks += (Remark(kind="assumption", key=key, amount=made, unit="m"),)
    # the ends exactly, not a rounding beside them
    whole = [*(face.length * i / units for i in range(units)), face.length]
    shifted = [0.0, *(face.length * (2 * i + 1) / (2 * units) for i in range(units)), face.length]
    levels = [*(face.height * i / courses for i in range(courses)), face.height]
    partition = lay_courses(levels, [shifted if course % 2 else whole for course in range(courses)], 0.0)
    if options.stones is not None and len(partition.cells) != options.stones:
        count = len(partition.cells)
        remarks += (Remark(kind="warning", key="generated_count", count=count, amount=float(options.stones)),)
    return partition, remarks


def _sacsayhuaman(face: Face) -> tuple[CellPartition, tuple[Remark, ...]]:
    """Forty stones, seven on the base, seven at the ends above it (four left, three right), seven re-entrant ones."""
    partition = lay_inca(face, list(_SACSAYHUAMAN_COURSES))

    def at_right_end(cells: CellPartition, one: int, other: int) -> bool:
        return {one, other} <= cells.touching(0, face.length) - cells.touching(1, 0.0)

    partition, made = fuse_pairs(partition, 1, allowed=at_right_end)
    if not made:
        ends = sorted(partition.touching(0, face.length) - partition.touching(1, 0.0))
        host = best_host(partition, ends[1], at_right_end)
        assert host is not None
        partition = fuse(partition, (ends[1], host))
    border = partition.touching(0, 0.0) | partition.touching(0, face.length) | partition.touching(1, 0.0)
    return _stepped(partition, face, 6, frozenset(range(len(partition.cells))) - border)


def cut_niches(
    partition: CellPartition, niches: Sequence[Niche], length: float, height: float, shortest: float, size: float
) -> tuple[CellPartition, tuple[float, ...], tuple[Remark, ...]]:
    """The cells outside the niches, the backs of those that do not go through, and each cell's recess [m].

    A cell cut in two becomes two, one around a whole niche four; pieces too small for a stone of ``size`` [m] go to a
    neighbour. No edge gets shorter than ``shortest`` [m] where that can be.
    """
    openings = [shapely.Polygon(niche.corners) for niche in niches]
    before = len(partition.cells)
    partition, holes = _cut(partition, niches, openings, length, height)
    partition, holes = _clear_crumbs(partition, holes, size)
    freedom = border_freedom(partition, length, height)
    for cell, number in holes.items():
        freedom |= _niche_freedom(partition, cell, niches[number].corners, freedom)
    partition = lengthen_edges(partition, freedom, shortest)
    depths = {cell: niches[number].depth for cell, number in holes.items()}
    kept = [cell for cell in range(len(partition.cells)) if cell not in depths or depths[cell] is not None]
    recess = tuple(depths.get(cell) or 0.0 for cell in kept)
    stones = len(kept) - sum(depth is not None for depth in depths.values())
    result = partition.replaced(
        cells=[partition.cells[cell] for cell in kept], courses=[partition.courses[cell] for cell in kept]
    )
    remarks: tuple[Remark, ...] = ()
    if stones != before:
        remarks = (Remark(kind="warning", key="generated_niches", count=stones, amount=float(before)),)
    return result, recess, remarks


def _cut(
    partition: CellPartition,
    niches: Sequence[Niche],
    openings: Sequence[shapely.Polygon],
    length: float,
    height: float,
) -> tuple[CellPartition, dict[int, int]]:
    """Cells noded with the niches; the numbers of the niches by the cells that fill them."""
    polygons = [shapely.Polygon(ring) for ring in partition.rings()]
    borders = {(min(edge), max(edge)) for ring in partition.cells for edge in edges(ring)}
    joints = shapely.unary_union(
        [shapely.LineString([partition.points[u], partition.points[v]]) for u, v in sorted(borders)]
    )
    everything = shapely.unary_union(openings)
    lines = [shapely.difference(joints, everything), *(opening.exterior for opening in openings)]
    for opening, niche in zip(openings, niches, strict=True):
        owner = next((polygon for polygon in polygons if polygon.contains_properly(opening)), None)
        if owner is not None:
            lines += _bands(owner, niche, length, everything)
    noded = shapely.unary_union(lines, grid_size=_GRID)
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(noded)))
    exact = {_rounded(point): point for niche in niches for point in niche.corners}
    tree = shapely.STRtree(polygons)
    points: dict[Point, int] = {}
    cells: list[tuple[int, ...]] = []
    courses: list[int] = []
    holes: dict[int, int] = {}
    for face in sorted(faces, key=lambda polygon: polygon.bounds):
        inside = shapely.point_on_surface(face)
        owner_number = int(tree.nearest(inside))
        number = next((i for i, opening in enumerate(openings) if opening.contains(inside)), None)
        if number is not None:
            holes[len(cells)] = number
        ring = shapely.get_coordinates(shapely.orient_polygons(face).exterior)[:-1]
        corners = [_restored(x, z, length, height, exact) for x, z in ring.tolist()]
        cells.append(tuple(points.setdefault(corner, len(points)) for corner in corners))
        courses.append(partition.courses[owner_number])
    return CellPartition(points=tuple(points), cells=tuple(cells), courses=tuple(courses)), holes


def _bands(owner: shapely.Polygon, niche: Niche, length: float, openings: shapely.Geometry) -> list[shapely.LineString]:
    """Bed joints from the corners of a niche to the borders of the one cell around it."""
    lines: list[shapely.LineString] = []
    for left, right in ((niche.corners[0], niche.corners[1]), (niche.corners[3], niche.corners[2])):
        for corner, end in ((left, -1.0), (right, length + 1.0)):
            ray = shapely.intersection(shapely.LineString([corner, (end, corner[1])]), owner)
            parts = shapely.get_parts(shapely.difference(ray, openings))
            lines.append(min(parts, key=lambda part: part.distance(shapely.Point(corner))))
    return lines


def _rounded(point: Point) -> Point:
    return (round(point[0] / (100.0 * _GRID)), round(point[1] / (100.0 * _GRID)))


def _restored(x: float, z: float, length: float, height: float, exact: dict[Point, Point]) -> Point:
    """A rounded corner, put back on the border or on a niche's corner if it was there."""
    for near in (0.0, length):
        x = near if abs(x - near) < 100.0 * _GRID else x
    for near in (0.0, height):
        z = near if abs(z - near) < 100.0 * _GRID else z
    return exact.get(_rounded((x, z)), (x, z))


def _clear_crumbs(partition: CellPartition, holes: dict[int, int], size: float) -> tuple[CellPartition, dict[int, int]]:
    """Pieces too small or too thin given to a neighbour, but not to a niche."""
    marks = [holes.get(cell) for cell in range(len(partition.cells))]

    def both_stone(_: CellPartition, one: int, other: int) -> bool:
        return marks[one] is None and marks[other] is None

    while True:
        crumbs = sorted((area, cell) for cell, area in enumerate(partition.areas) if _is_crumb(partition, cell, size))
        pairs = (
            (cell, host)
            for _, cell in crumbs
            if marks[cell] is None and (host := best_host(partition, cell, both_stone)) is not None
        )
        pair = next(pairs, None)
        if pair is None:
            return partition, {cell: number for cell, number in enumerate(marks) if number is not None}
        partition = fuse(partition, pair)
        del marks[max(pair)]


def _is_crumb(partition: CellPartition, cell: int, size: float) -> bool:
    ring, area = partition.ring(cell), partition.areas[cell]
    around = sum(distance(ring[i - 1], ring[i]) for i in range(len(ring)))
    # twice the area over the way around is about the width of a strip
    return area < 0.1 * size**2 or 2.0 * area / around < 0.12 * size


def _niche_freedom(
    partition: CellPartition, cell: int, corners: Sequence[Point], border: Mapping[int, tuple[Point, ...]]
) -> dict[int, tuple[Point, ...]]:
    """Points around a niche move along its sides only, its corners not at all."""
    freedom: dict[int, tuple[Point, ...]] = {}
    sides = [(corners[i - 1], corners[i]) for i in range(4)]
    for index in partition.cells[cell]:
        point = partition.points[index]
        if point in corners:
            freedom[index] = ()
        elif index not in border:
            start, end = min(sides, key=lambda side: shapely.LineString(side).distance(shapely.Point(point)))
            reach = distance(start, end)
            freedom[index] = (((end[0] - start[0]) / reach, (end[1] - start[1]) / reach),)
    return freedom
