"""A wall face cut into cells without gap or overlap: cells are rings of numbers into one table of points.

Neighbours name the same points, so their common edges are the same to the last bit whatever is moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

import numpy as np
import shapely

from pirqa.model.polyhedron import FloatArray

__all__ = ["Partition", "Point", "Ring", "fuse", "is_convex", "ring_area", "shared_chain"]

Point = tuple[float, float]
Ring = tuple[int, ...]

STRAIGHT = 1e-4
"""Sine of the least turn at a corner of a convex cell."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Partition:
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
    ) -> Partition:
        """The same with other points or cells."""
        return Partition(
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


def fuse(partition: Partition, *groups: Sequence[int]) -> Partition:
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
