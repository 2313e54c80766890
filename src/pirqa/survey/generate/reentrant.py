"""Stones with re-entrant corners.

Neighbouring convex cells are fused where their union is least convex, or a stone gets a step in its joints: it is cut
back over one neighbour and down beside the other.

"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from math import sqrt

import numpy as np
import shapely

from pirqa.survey.generate.cells import (
    CellPartition,
    Point,
    Ring,
    distance,
    fuse,
    is_convex,
    is_simple,
    joined,
    ring_area,
    shared_chain,
    turn,
)

_BEND = 0.1
"""Sine of the least turn that is seen as a corner."""

_NOTCH = 0.17
"""Share of its convex hull that a re-entrant stone best leaves to its neighbours."""

Allowed = Callable[[CellPartition, int, int], bool]

_LEAN = 0.05
"""How far the foot of a step lies out of the joint along which it goes down, per depth: the stone beside it stays
convex."""

_THROUGH = 0.45
"""Sine of the greatest turn of a joint that runs through where another abuts on it."""

_TRIALS = 100
"""Cells among which the one that takes the most steps is looked for."""


def corner_count(ring: Sequence[Point]) -> int:
    """Corners of a ring that are seen."""
    return sum(abs(turn(ring[i - 2], ring[i - 1], ring[i])) > _BEND for i in range(len(ring)))


def _interlocking(partition: CellPartition, one: int, other: int, mean: float) -> float:
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


def fuse_pairs(
    partition: CellPartition, wanted: int, *, allowed: Allowed, triple: bool = False
) -> tuple[CellPartition, int]:
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


def _add_third(partition: CellPartition, groups: list[set[int]], barred: set[int], allowed: Allowed) -> None:
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


def best_host(partition: CellPartition, cell: int, allowed: Allowed) -> int | None:
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


@dataclass(frozen=True, kw_only=True, eq=False)
class _Steps:
    """Steps of one stone: the points they add, and the rings of the cells around them."""

    tips: tuple[Point, ...] = ()
    rings: Mapping[int, Ring] = field(default_factory=dict)


def step_stones(
    partition: CellPartition, wanted: int, *, eligible: Collection[int], shortest: float, seed: int
) -> tuple[CellPartition, int]:
    """Up to ``wanted`` of the ``eligible`` cells given steps, and so re-entrant corners; how many were comes back too.

    They lie apart where they can. One gets all the steps that its joints allow, as the stone of twelve corners in
    Cusco has, the others one or two; all other cells stay convex.
    """
    rng = np.random.default_rng((seed, 1))
    abutting = {cell: _abutting(partition, cell) for cell in sorted(eligible)}
    order = [cell for cell in abutting if abutting[cell]]
    order = [order[i] for i in rng.permutation(len(order))]
    chosen: set[int] = set()
    result = partition
    if wanted > 2:
        trials = [
            (cell, _step(partition, result, cell, abutting[cell], chosen, shortest, rng)) for cell in order[:_TRIALS]
        ]
        first, most = max(trials, key=lambda trial: len(trial[1].tips), default=(-1, _Steps()))
        if most.tips:
            result = _cut(result, most)
            chosen.add(first)
    for apart in (True, False):
        for cell in order:
            if len(chosen) == wanted:
                return result, wanted
            if cell in chosen or (apart and chosen.intersection(partition.neighbours[cell])):
                continue
            places = abutting[cell]
            some = [places[i] for i in rng.permutation(len(places))]
            found = _step(partition, result, cell, some, chosen, shortest, rng, limit=int(rng.integers(1, 3)))
            if found.tips:
                result = _cut(result, found)
                chosen.add(cell)
    return result, len(chosen)


def _cut(partition: CellPartition, steps: _Steps) -> CellPartition:
    cells = list(partition.cells)
    for cell, ring in steps.rings.items():
        cells[cell] = ring
    return partition.replaced(points=(*partition.points, *steps.tips), cells=cells)


def _abutting(partition: CellPartition, cell: int) -> list[int]:
    """Points where one joint runs through along the cell and another abuts on it from outside."""
    ring, points = partition.cells[cell], partition.points
    found = []
    for i in range(len(ring)):
        index = ring[i - 1]
        if len(partition.owners[index]) != 3:
            continue
        before, at, after = points[ring[i - 2]], points[index], points[ring[i]]
        ahead = (at[0] - before[0]) * (after[0] - at[0]) + (at[1] - before[1]) * (after[1] - at[1]) > 0.0
        if ahead and 0.0 <= turn(before, at, after) < _THROUGH:
            found.append(index)
    return found


def _step(
    original: CellPartition,
    partition: CellPartition,
    cell: int,
    places: list[int],
    stepped: Collection[int],
    shortest: float,
    rng: np.random.Generator,
    limit: int = 99,
) -> _Steps:
    """Up to ``limit`` steps of the cell at ``places``; cells that touch there are those of the ``original``."""
    steps = _Steps()
    for place in places:
        around = [other for other in original.owners[place] if other != cell]
        share = float(rng.uniform(0.16, 0.28))
        sides = [around[i] for i in rng.permutation(len(around))]
        if len(steps.tips) == limit or not set(around).isdisjoint(stepped):
            continue
        for lowered in sides:
            third = next(name for name in around if name != lowered)
            size = sqrt(min(original.areas[cell], original.areas[lowered]))
            found = _lower(partition, steps, (cell, lowered, third), place, share * size, size, shortest)
            if found is not None:
                steps = found
                break
    return steps


def _lower(
    partition: CellPartition,
    steps: _Steps,
    around: tuple[int, int, int],
    place: int,
    drop: float,
    size: float,
    shortest: float,
) -> _Steps | None:
    """One step more: a cell let into a neighbour, by ``drop`` [m] down the joint that abuts at ``place``.

    The third stone there keeps its place and now stands beside the cell, which gets a re-entrant corner on it.
    """
    points = (*partition.points, *steps.tips) if steps.tips else partition.points
    own, other, beyond = (steps.rings.get(name, partition.cells[name]) for name in around)
    at, there = own.index(place), other.index(place)
    # the two share the edge on one side of the place; on its other side the neighbour has the abutting joint
    if other[(there + 1) % len(other)] == own[at - 1]:
        along, foot = own[at - 1], other[there - 1]
    elif other[there - 1] == own[(at + 1) % len(own)]:
        along, foot = own[(at + 1) % len(own)], other[(there + 1) % len(other)]
    else:
        return None
    joint = distance(points[place], points[foot])
    drop = max(1.6 * shortest, drop)
    if joint - drop < max(0.5 * joint, 1.6 * shortest) or distance(points[place], points[along]) < 0.2 * size:
        return None
    tip = _below(points[place], points[foot], points[along], drop)
    number = len(points)
    rings = (
        _inserted(own, place, along, number),
        tuple(number if index == place else index for index in other),
        _inserted(beyond, place, foot, number),
    )
    shapes = [[tip if index == number else points[index] for index in ring] for ring in rings]
    if not is_simple(shapes[0]) or not is_convex(shapes[1]) or not is_convex(shapes[2]):
        return None
    return _Steps(tips=(*steps.tips, tip), rings={**steps.rings, **dict(zip(around, rings, strict=True))})


def _inserted(ring: Ring, place: int, along: int, number: int) -> Ring:
    """The ring with a new point between two that follow each other."""
    at, next_to = ring.index(place), ring.index(along)
    after = at if (at + 1) % len(ring) == next_to else next_to
    return (*ring[: after + 1], number, *ring[after + 1 :])


def _below(place: Point, foot: Point, along: Point, drop: float) -> Point:
    """The point ``drop`` from ``place`` towards ``foot``, a little out of the line to the side of ``along``."""
    reach = drop / distance(place, foot)
    dx, dz = reach * (foot[0] - place[0]), reach * (foot[1] - place[1])
    side = _LEAN if dx * (along[1] - place[1]) - dz * (along[0] - place[0]) > 0.0 else -_LEAN
    return (place[0] + dx - side * dz, place[1] + dz + side * dx)
