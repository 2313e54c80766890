"""A wall face cut into cells without gap or overlap: cells are rings of numbers into one table of points.

Neighbours name the same points, so their common edges are the same to the last bit whatever is moved. Small moves of
corners make masonry of a diagram: no short edges, joints that run through where three meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

import numpy as np
import shapely

from pirqa.model.polyhedron import FloatArray

Point = tuple[float, float]

Ring = tuple[int, ...]

STRAIGHT = 1e-4
"""Sine of the least turn at a corner of a convex cell."""

Freedom = Mapping[int, tuple[Point, ...]]
"""Where a point may move: not listed: anywhere; one direction (unit vector): along it; none: nowhere."""

_LEAST_TURN = 0.02
"""Sine of the least turn that straightening leaves at a corner: bed joints undulate, and cells stay convex."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CellPartition:
    """Cells of a wall face."""

    points: tuple[Point, ...]
    """Every corner (x, z) once [m]; some may belong to no cell."""
    cells: tuple[Ring, ...]
    """Corners of each cell, counter-clockwise, as numbers of points; also where only a neighbour has a corner."""
    courses: tuple[int, ...]
    """Course of each cell, from the base up, for its number."""

    def ring(self, cell: int) -> list[Point]:
        """Corners of a cell (x, z) [m]."""
        return [self.points[index] for index in self.cells[cell]]

    @cached_property
    def owners(self) -> dict[int, tuple[int, ...]]:
        """Cells around each point."""
        found: dict[int, list[int]] = {}
        for cell, ring in enumerate(self.cells):
            for index in ring:
                found.setdefault(index, []).append(cell)
        return {index: tuple(cells) for index, cells in found.items()}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Cells that share an edge with each cell."""
        owner = {edge: cell for cell, ring in enumerate(self.cells) for edge in edges(ring)}
        return tuple(
            tuple(sorted({owner[v, u] for u, v in edges(ring) if (v, u) in owner} - {cell}))
            for cell, ring in enumerate(self.cells)
        )

    @cached_property
    def areas(self) -> tuple[float, ...]:
        """Area of each cell [m2]."""
        return tuple(ring_area(self.ring(cell)) for cell in range(len(self.cells)))

    def shortest_of(self, cell: int) -> float:
        """Length of a cell's shortest edge [m]."""
        ring = self.ring(cell)
        return min(distance(ring[i - 1], ring[i]) for i in range(len(ring)))

    def touching(self, axis: int, level: float) -> frozenset[int]:
        """Cells with an edge on the line where coordinate ``axis`` (0: x, 1: z) is ``level`` [m]."""
        return frozenset(
            cell
            for cell, ring in enumerate(self.cells)
            if any(self.points[u][axis] == level == self.points[v][axis] for u, v in edges(ring))
        )

    def rings(self) -> tuple[FloatArray, ...]:
        """Corners of every cell, shapes (n, 2) [m]."""
        return tuple(np.array(self.ring(cell)) for cell in range(len(self.cells)))

    def replaced(
        self,
        *,
        points: Sequence[Point] | None = None,
        cells: Iterable[Sequence[int]] | None = None,
        courses: Sequence[int] | None = None,
    ) -> CellPartition:
        """The same with other points or cells."""
        return CellPartition(
            points=self.points if points is None else tuple(points),
            cells=self.cells if cells is None else tuple(tuple(ring) for ring in cells),
            courses=self.courses if courses is None else tuple(courses),
        )


def edges(ring: Sequence[int]) -> list[tuple[int, int]]:
    """Edges of a ring, in its sense."""
    return [(ring[i - 1], ring[i]) for i in range(len(ring))]


def distance(one: Point, other: Point) -> float:
    """Distance of two points [m]."""
    return hypot(one[0] - other[0], one[1] - other[1])


def ring_area(ring: Sequence[Point]) -> float:
    """Area of a ring, positive counter-clockwise [m2]."""
    x0, z0 = ring[0]
    return 0.5 * sum(
        (ring[i - 1][0] - x0) * (ring[i][1] - z0) - (ring[i][0] - x0) * (ring[i - 1][1] - z0) for i in range(len(ring))
    )


def turn(before: Point, at: Point, after: Point) -> float:
    """Sine of the turn to the left at a corner."""
    ax, az, bx, bz = at[0] - before[0], at[1] - before[1], after[0] - at[0], after[1] - at[1]
    size = hypot(ax, az) * hypot(bx, bz)
    return (ax * bz - az * bx) / size if size > 0.0 else 0.0


def is_convex(ring: Sequence[Point], least: float = STRAIGHT) -> bool:
    """Whether a ring turns left at every corner, by at least ``least`` (sine), and once around."""
    if len(ring) < 3:
        return False
    if any(turn(ring[i - 2], ring[i - 1], ring[i]) < least for i in range(len(ring))):
        return False
    # a ring that only turns left but winds twice also changes its direction along x more than twice
    steps = [ring[i][0] - ring[i - 1][0] > 0.0 for i in range(len(ring))]
    return sum(steps[i] != steps[i - 1] for i in range(len(steps))) == 2


def is_simple(ring: Sequence[Point]) -> bool:
    """Whether a counter-clockwise ring neither crosses nor touches itself."""
    return is_convex(ring) or (
        len(ring) >= 3 and ring_area(ring) > 0.0 and bool(shapely.is_valid(shapely.Polygon(ring)))
    )


def shared_chain(one: Ring, other: Ring) -> tuple[int, ...]:
    """Points that two cells share, in the sense of the first; empty unless they form one chain of edges."""
    far = set(edges(other))
    common = [(v, u) in far for u, v in edges(one)]
    count = len(one)
    if not any(common) or all(common):
        return ()
    starts = [i for i in range(count) if common[i] and not common[i - 1]]
    if len(starts) != 1:
        return ()
    chain = [one[starts[0] - 1]]
    i = starts[0]
    while common[i % count]:
        chain.append(one[i % count])
        i += 1
    # cells that also touch in a lone point would enclose something
    if len(set(one) & set(other)) != len(chain):
        return ()
    return tuple(chain)


def joined(one: Ring, other: Ring) -> Ring:
    """The ring around two cells that share one chain of edges; empty if they do not."""
    chain = shared_chain(one, other)
    if not chain:
        return ()
    start, end = chain[0], chain[-1]
    first = _walk(one, end, start)
    second = _walk(other, start, end)
    return (*first[:-1], *second[:-1])


def _walk(ring: Ring, start: int, end: int) -> Ring:
    """Points of a ring from ``start`` to ``end``, both included."""
    at = ring.index(start)
    turned = ring[at:] + ring[:at]
    return turned[: turned.index(end) + 1]


def fuse(partition: CellPartition, *groups: Sequence[int]) -> CellPartition:
    """Each group of neighbouring cells as one, in the place of its lowest; the places of the others are closed."""
    rings = dict(enumerate(partition.cells))
    courses = dict(enumerate(partition.courses))
    for group in groups:
        keep, *rest = sorted(group)
        while rest:
            other = next((cell for cell in rest if joined(rings[keep], rings[cell])), None)
            if other is None:
                raise ValueError(f"cells {sorted(group)} do not share one chain of edges")
            rest.remove(other)
            rings[keep] = joined(rings[keep], rings.pop(other))
            courses[keep] = min(courses[keep], courses.pop(other))
    kept = sorted(rings)
    fused = partition.replaced(cells=[rings[cell] for cell in kept], courses=[courses[cell] for cell in kept])
    owners = fused.owners
    for group in groups:
        keep = min(group)
        rings[keep] = tuple(
            index
            for i, index in enumerate(rings[keep])
            # on the outer border a point between two parts of one stone is no corner of any
            if len(owners[index]) > 1 or not _straight(fused.points, rings[keep], i)
        )
    return fused.replaced(cells=[rings[cell] for cell in kept])


def _straight(points: Sequence[Point], ring: Ring, at: int) -> bool:
    return abs(turn(points[ring[at - 1]], points[ring[at]], points[ring[(at + 1) % len(ring)]])) < 1e-9


def border_freedom(partition: CellPartition, length: float, height: float) -> dict[int, tuple[Point, ...]]:
    """Points on the border of length × height [m] stay on it, its corners stay where they are."""
    freedom: dict[int, tuple[Point, ...]] = {}
    for index, (x, z) in enumerate(partition.points):
        upright, level = x in (0.0, length), z in (0.0, height)
        if upright or level:
            freedom[index] = () if upright and level else (((0.0, 1.0),) if upright else ((1.0, 0.0),))
    return freedom


class _Loom:
    """A partition under way: points and cells that can be changed, each change only if its cells stay sound."""

    def __init__(self, partition: CellPartition, freedom: Freedom, shortest: float) -> None:
        self.points = list(partition.points)
        self.cells = [list(ring) for ring in partition.cells]
        self.owners = {index: set(cells) for index, cells in partition.owners.items()}
        self.convex = [is_convex(partition.ring(cell)) for cell in range(len(self.cells))]
        self.freedom = freedom
        self.shortest = shortest

    def ring(self, cell: int) -> list[Point]:
        return [self.points[index] for index in self.cells[cell]]

    def allowed(self, index: int, step: Point) -> Point:
        """The part of a step that the point may take."""
        if index not in self.freedom:
            return step
        along = self.freedom[index]
        if not along:
            return (0.0, 0.0)
        share = step[0] * along[0][0] + step[1] * along[0][1]
        return (share * along[0][0], share * along[0][1])

    def move(self, targets: Mapping[int, Point], *, least: float) -> bool:
        """Move points unless a cell around them would get worse: not simple, re-entrant or with a short edge."""
        cells = sorted({cell for index in targets for cell in self.owners[index]})
        measured = {cell: self._measure(cell, targets) for cell in cells if self.convex[cell]}
        old = {index: self.points[index] for index in targets}
        for index, target in targets.items():
            self.points[index] = target
        if all(self._sound(cell, targets, measured.get(cell), least) for cell in cells):
            return True
        for index, point in old.items():
            self.points[index] = point
        return False

    def _measure(self, cell: int, moved: Mapping[int, Point]) -> list[tuple[float, float]]:
        """Turn and length of the edge behind it, for each corner of a cell that feels a move."""
        ring = self.ring(cell)
        touched = [index in moved for index in self.cells[cell]]
        return [
            (turn(ring[i - 2], ring[i - 1], ring[i]), distance(ring[i - 1], ring[i]))
            for i in range(len(ring))
            if touched[i - 2] or touched[i - 1] or touched[i]
        ]

    def _sound(
        self, cell: int, moved: Mapping[int, Point], before: list[tuple[float, float]] | None, least: float
    ) -> bool:
        if before is None:
            ring = self.ring(cell)
            return is_simple(ring) and all(
                distance(ring[i - 1], ring[i]) >= self.shortest
                for i in range(len(ring))
                if self.cells[cell][i] in moved or self.cells[cell][i - 1] in moved
            )
        for (bend, size), (bend_before, size_before) in zip(self._measure(cell, moved), before, strict=True):
            if bend < STRAIGHT or (bend < least and bend < bend_before - 1e-12):
                return False
            if size < self.shortest and size < size_before - 1e-12:
                return False
        return True

    def collapse(self, keep: int, gone: int, at: Point) -> bool:
        """Make one point of two; their common edge vanishes. Not where a cell would suffer."""
        cells = sorted(self.owners[keep] | self.owners[gone])
        changed: dict[int, list[int]] = {}
        for cell in cells:
            ring = self.cells[cell]
            if keep in ring and gone in ring and not {(keep, gone), (gone, keep)} & set(edges(ring)):
                return False
            merged = [keep if index == gone else index for index in ring]
            merged = [index for i, index in enumerate(merged) if index != merged[i - 1]]
            if len(merged) < 3:
                return False
            changed[cell] = merged
        old = self.points[keep]
        self.points[keep] = at
        for cell, merged in changed.items():
            ring_points = [self.points[index] for index in merged]
            if not (is_convex(ring_points) if self.convex[cell] else is_simple(ring_points)):
                self.points[keep] = old
                return False
        for cell, merged in changed.items():
            self.cells[cell] = merged
        self.owners[keep] |= self.owners.pop(gone)
        return True


def lengthen_edges(partition: CellPartition, freedom: Freedom, shortest: float) -> CellPartition:
    """Edges shorter than ``shortest`` [m] pulled out to it, or else closed to a point where four joints meet."""
    loom = _Loom(partition, freedom, shortest)
    for _ in range(6):
        short = {(min(edge), max(edge)) for ring in loom.cells for edge in edges(ring)}
        short = {(u, v) for u, v in short if distance(loom.points[u], loom.points[v]) < shortest}
        if not short:
            break
        done = False
        for u, v in sorted(short, key=lambda edge: (distance(loom.points[edge[0]], loom.points[edge[1]]), edge)):
            if u in loom.owners and v in loom.owners and loom.owners[u] & loom.owners[v]:
                done |= _pull(loom, u, v) or _close(loom, u, v)
        if not done:
            break
    return partition.replaced(points=loom.points, cells=loom.cells)


def _pull(loom: _Loom, u: int, v: int) -> bool:
    start, end = loom.points[u], loom.points[v]
    size = distance(start, end)
    if size >= loom.shortest:
        return True
    if size <= 1e-3 * loom.shortest:
        return False
    direction = ((end[0] - start[0]) / size, (end[1] - start[1]) / size)
    for share in (0.5, 0.0, 1.0):
        need = 1.2 * loom.shortest - size
        step = loom.allowed(u, (-share * need * direction[0], -share * need * direction[1]))
        other = loom.allowed(v, ((1.0 - share) * need * direction[0], (1.0 - share) * need * direction[1]))
        targets = {u: (start[0] + step[0], start[1] + step[1]), v: (end[0] + other[0], end[1] + other[1])}
        if distance(targets[u], targets[v]) >= loom.shortest and loom.move(targets, least=_LEAST_TURN):
            return True
    return False


def _close(loom: _Loom, u: int, v: int) -> bool:
    free = {index: 2 if index not in loom.freedom else len(loom.freedom[index]) for index in (u, v)}
    keep, gone = (u, v) if free[u] <= free[v] else (v, u)
    here, there = loom.points[keep], loom.points[gone]
    step = (there[0] - here[0], there[1] - here[1])
    if free[gone] < 2:
        # both are bound: only along one common line, and never two fixed points
        if free[gone] == 0 or abs(step[0] * loom.freedom[gone][0][1] - step[1] * loom.freedom[gone][0][0]) > 1e-9:
            return False
        return loom.collapse(keep, gone, here)
    shares = (0.0,) if free[keep] < 2 else (0.5, 0.0, 1.0)
    return any(loom.collapse(keep, gone, (here[0] + s * step[0], here[1] + s * step[1])) for s in shares)


def straighten_joints(partition: CellPartition, freedom: Freedom, shortest: float, strength: float) -> CellPartition:
    """Three-way points moved towards the line of their two most opposed neighbours, by ``strength`` (0 to 1).

    One joint then runs through and the other abuts on it, as where one stone was fitted against two laid before.
    """
    loom = _Loom(partition, freedom, shortest)
    for _ in range(2):
        for index in sorted(loom.owners):
            if index in freedom or len(loom.owners[index]) != 3:
                continue
            best: tuple[float, Point, Point] | None = None
            for cell in sorted(loom.owners[index]):
                ring = loom.cells[cell]
                at = ring.index(index)
                before, after = loom.points[ring[at - 1]], loom.points[ring[(at + 1) % len(ring)]]
                bend = turn(before, loom.points[index], after)
                ahead = _ahead(before, loom.points[index], after)
                if ahead and (best is None or bend < best[0]):
                    best = (bend, before, after)
            if best is not None and best[0] > _LEAST_TURN:
                here = loom.points[index]
                foot = _foot(here, best[1], best[2])
                if distance(here, foot) < 0.1 * shortest:
                    continue
                for share in (strength, 0.5 * strength):
                    target = (here[0] + share * (foot[0] - here[0]), here[1] + share * (foot[1] - here[1]))
                    if loom.move({index: target}, least=_LEAST_TURN):
                        break
    return partition.replaced(points=loom.points, cells=loom.cells)


def _ahead(before: Point, at: Point, after: Point) -> bool:
    """Whether the way on at a corner turns by less than a right angle."""
    return (at[0] - before[0]) * (after[0] - at[0]) + (at[1] - before[1]) * (after[1] - at[1]) > 0.0


def _foot(point: Point, start: Point, end: Point) -> Point:
    """The point of a line nearest to ``point``."""
    dx, dz = end[0] - start[0], end[1] - start[1]
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dz) / max(hypot(dx, dz) ** 2, 1e-300)
    return (start[0] + share * dx, start[1] + share * dz)
