"""Small moves of corners that make masonry of a diagram: no short edges, joints that run through where three meet."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from pirqa.survey.generate.cells import STRAIGHT, Partition, Point, distance, edges, is_convex, is_simple, turn

__all__ = ["border_freedom", "lengthen_edges", "straighten_joints"]

Freedom = Mapping[int, tuple[Point, ...]]
"""Where a point may move: not listed: anywhere; one direction (unit vector): along it; none: nowhere."""

_LEAST_TURN = 0.02
"""Sine of the least turn that straightening leaves at a corner: bed joints undulate, and cells stay convex."""


def border_freedom(partition: Partition, length: float, height: float) -> dict[int, tuple[Point, ...]]:
    """Points on the border of length × height [m] stay on it, its corners stay where they are."""
    freedom: dict[int, tuple[Point, ...]] = {}
    for index, (x, z) in enumerate(partition.points):
        upright, level = x in (0.0, length), z in (0.0, height)
        if upright or level:
            freedom[index] = () if upright and level else (((0.0, 1.0),) if upright else ((1.0, 0.0),))
    return freedom


class _Loom:
    """A partition under way: points and cells that can be changed, each change only if its cells stay sound."""

    def __init__(self, partition: Partition, freedom: Freedom, shortest: float) -> None:
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


def lengthen_edges(partition: Partition, freedom: Freedom, shortest: float) -> Partition:
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


def straighten_joints(partition: Partition, freedom: Freedom, shortest: float, strength: float) -> Partition:
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
