"""Steps in the joints of fitted stones: a stone cut back over one neighbour and down beside the other."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from pirqa.survey.generate.cells import Partition, Point, Ring, distance, is_convex, is_simple, turn

__all__ = ["step_stones"]

_LEAN = 0.05
"""How far the foot of a step lies out of the joint along which it goes down, per depth: the stone beside it stays
convex."""
_THROUGH = 0.45
"""Sine of the greatest turn of a joint that runs through where another abuts on it."""
_TRIALS = 100
"""Cells among which the one that takes the most steps is looked for."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Steps:
    """Steps of one stone: the points they add, and the rings of the cells around them."""

    tips: tuple[Point, ...] = ()
    rings: Mapping[int, Ring] = field(default_factory=dict)


def step_stones(
    partition: Partition, wanted: int, *, eligible: Collection[int], shortest: float, seed: int
) -> tuple[Partition, int]:
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


def _cut(partition: Partition, steps: _Steps) -> Partition:
    cells = list(partition.cells)
    for cell, ring in steps.rings.items():
        cells[cell] = ring
    return partition.replaced(points=(*partition.points, *steps.tips), cells=cells)


def _abutting(partition: Partition, cell: int) -> list[int]:
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
    original: Partition,
    partition: Partition,
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
    partition: Partition,
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
