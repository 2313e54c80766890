"""Stones with re-entrant corners: neighbouring convex cells fused where their union is least convex."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush

import shapely

from pirqa.survey.generate.cells import (
    Partition,
    Point,
    distance,
    fuse,
    is_simple,
    joined,
    ring_area,
    shared_chain,
    turn,
)

__all__ = ["best_host", "corner_count", "fuse_pairs"]

_BEND = 0.1
"""Sine of the least turn that is seen as a corner."""
_NOTCH = 0.17
"""Share of its convex hull that a re-entrant stone best leaves to its neighbours."""

Allowed = Callable[[Partition, int, int], bool]


def corner_count(ring: Sequence[Point]) -> int:
    """Corners of a ring that are seen."""
    return sum(abs(turn(ring[i - 2], ring[i - 1], ring[i])) > _BEND for i in range(len(ring)))


def _interlocking(partition: Partition, one: int, other: int, mean: float) -> float:
    """How far the union of two neighbours is from convex, 0 if it should not be made."""
    ring = joined(partition.cells[one], partition.cells[other])
    if not ring:
        return 0.0
    points = [partition.points[index] for index in ring]
    if not is_simple(points):
        return 0.0
    chain = shared_chain(partition.cells[one], partition.cells[other])
    neck = distance(partition.points[chain[0]], partition.points[chain[-1]])
    areas = partition.areas[one], partition.areas[other]
    if neck < 0.4 * min(areas) ** 0.5:
        return 0.0
    inwards = [turn(points[i - 2], points[i - 1], points[i]) for i in range(len(points))]
    if min(inwards) > -0.35:
        return 0.0
    loss = 1.0 - ring_area(points) / float(shapely.convex_hull(shapely.Polygon(points)).area)
    # least convex, but nobody would have cut a stone with a thin arm or many times the others' size
    bulk = min(2.2 * mean / sum(areas), 1.0)
    return float(min(loss, 2.0 * _NOTCH - loss) * min(neck / max(areas) ** 0.5, 1.0) * bulk)


def fuse_pairs(partition: Partition, wanted: int, *, allowed: Allowed, triple: bool = False) -> tuple[Partition, int]:
    """Fuse up to ``wanted`` pairs into stones with re-entrant corners; the number of such stones comes back too.

    The pairs lie apart where they can. With ``triple`` the first takes up a third cell and gets the most corners.
    """
    groups: list[set[int]] = []
    barred: set[int] = set()
    near: set[int] = set()
    mean = sum(partition.areas) / len(partition.areas)
    scores = [
        (-score, one, other)
        for one in range(len(partition.cells))
        for other in partition.neighbours[one]
        if one < other
        and allowed(partition, one, other)
        and (score := _interlocking(partition, one, other, mean)) > 0.0
    ]
    heapify(scores)
    later: list[tuple[float, int, int]] = []
    while (scores or later) and len(groups) < wanted:
        if not scores:
            # none left that lies apart: now also next to others
            scores, later, near = later, [], set()
            heapify(scores)
        score, one, other = heappop(scores)
        if {one, other} & barred:
            continue
        if {one, other} & near:
            heappush(later, (score, one, other))
            continue
        groups.append({one, other})
        barred |= {one, other}
        near |= set(partition.neighbours[one]) | set(partition.neighbours[other])
    if triple and groups:
        _add_third(partition, groups, barred, allowed)
    return fuse(partition, *(sorted(group) for group in groups)), len(groups)


def _add_third(partition: Partition, groups: list[set[int]], barred: set[int], allowed: Allowed) -> None:
    """Add, to one of the first groups, the cell whose union with it has the most corners."""
    best: tuple[int, float, int, int] | None = None
    mean = sum(partition.areas) / len(partition.areas)
    for number, group in enumerate(groups[:8]):
        one, other = sorted(group)
        pair = joined(partition.cells[one], partition.cells[other])
        for third in sorted({*partition.neighbours[one], *partition.neighbours[other]} - barred):
            ring = joined(pair, partition.cells[third])
            if not ring or not all(allowed(partition, member, third) for member in group):
                continue
            points = [partition.points[index] for index in ring]
            if is_simple(points) and ring_area(points) < 3.6 * mean:
                rank = (corner_count(points), -ring_area(points), number, third)
                best = rank if best is None or rank > best else best
    if best is not None:
        groups[best[2]].add(best[3])


def best_host(partition: Partition, cell: int, allowed: Allowed) -> int | None:
    """The neighbour with which the cell makes the most convex stone; nothing where none can take it up."""
    best: tuple[float, int] | None = None
    for other in partition.neighbours[cell]:
        ring = joined(partition.cells[cell], partition.cells[other])
        if not ring or not allowed(partition, cell, other):
            continue
        points = [partition.points[index] for index in ring]
        if is_simple(points):
            convexity = ring_area(points) / float(shapely.convex_hull(shapely.Polygon(points)).area)
            best = max(best or (0.0, other), (convexity, other))
    return None if best is None else best[1]
