"""Niches, windows and doors cut out of a partition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import shapely

from pirqa.model.remark import Remark
from pirqa.survey.generate.cells import Partition, Point, distance, edges, fuse
from pirqa.survey.generate.interlock import best_host
from pirqa.survey.generate.options import Niche
from pirqa.survey.generate.settle import border_freedom, lengthen_edges

__all__ = ["cut_niches"]

_GRID = 1e-9
"""Corners are rounded to this where edges are cut [m]."""


def cut_niches(
    partition: Partition, niches: Sequence[Niche], length: float, height: float, shortest: float, size: float
) -> tuple[Partition, tuple[float, ...], tuple[Remark, ...]]:
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
    partition: Partition,
    niches: Sequence[Niche],
    openings: Sequence[shapely.Polygon],
    length: float,
    height: float,
) -> tuple[Partition, dict[int, int]]:
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
    return Partition(points=tuple(points), cells=tuple(cells), courses=tuple(courses)), holes


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


def _clear_crumbs(partition: Partition, holes: dict[int, int], size: float) -> tuple[Partition, dict[int, int]]:
    """Pieces too small or too thin given to a neighbour, but not to a niche."""
    marks = [holes.get(cell) for cell in range(len(partition.cells))]

    def both_stone(_: Partition, one: int, other: int) -> bool:
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


def _is_crumb(partition: Partition, cell: int, size: float) -> bool:
    ring, area = partition.ring(cell), partition.areas[cell]
    around = sum(distance(ring[i - 1], ring[i]) for i in range(len(ring)))
    # twice the area over the way around is about the width of a strip
    return area < 0.1 * size**2 or 2.0 * area / around < 0.12 * size


def _niche_freedom(
    partition: Partition, cell: int, corners: Sequence[Point], border: Mapping[int, tuple[Point, ...]]
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
