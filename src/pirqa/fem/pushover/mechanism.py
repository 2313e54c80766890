"""The mechanism that the cracks show: the levels at which the wall has opened, and the one about which it turns.

Its curve can be compared with that of a mechanism of rigid bodies (Chokepukio paper, Fig. 16).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pirqa.fem.mesh import Mesh
from pirqa.fem.pushover.capacity import WAYS, brick_volumes, multiplier_at
from pirqa.fem.pushover.result import CrackLevels, Hinge, PushoverPath, PushoverReading, Snapshots
from pirqa.model.mechanism import Mechanism
from pirqa.model.polyhedron import FloatArray

VISIBLE = 1e-4
"""Opening from which a crack counts [m]: what an eye sees on a wall."""

_LEVEL = 0.7
"""Of a crack's normal that must point up for it to be a level one: within 45°."""

_HINGE = 0.5
"""Share of the bed that must be open for a hinge."""

_NARROW = 0.05
"""Of the widest row, below which a row is part of what turns, not of the hinge."""

_EARLY = 0.8
"""Of the way, after which a hinge has formed too late for its own motion to be told from what came before."""

_TURNS = 0.1
"""Of the top's motion that must come from the turning above a hinge."""

_SAME_ROW = 0.25
"""Of a brick's height: middles closer than this are of one row."""

_CHANGE = 0.05
"""Change of the bed from one row to the next that is a change of section."""

SAME_LEVEL = 0.02
"""Hinges this near to each other are one [m]."""

_POINTS = 2001


@dataclass(frozen=True, kw_only=True, eq=False)
class KinematicComparison:
    """Both curves against the displacement of the same point."""

    mechanism: str
    """Name of the mechanism of rigid bodies."""
    displacement: FloatArray
    """Of the control point, of the rigid bodies' curve [m], shape (m,)."""
    multiplier: FloatArray
    """α there, shape (m,)."""
    matches: FloatArray
    """Displacements at which the two curves meet [m]."""
    until: float
    """Up to which both are known, and their energies compared [m]."""
    energy_ratio: float
    """Of the pushover curve over that of the rigid bodies, up to ``until``."""
    drop_displacement: float | None
    """Where the pushover curve has lost 20 % of its peak [m]."""
    drop_kinematic: float | None
    """α of the rigid bodies there."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Rows:
    """Bricks in level rows, from the base up."""

    row: NDArray[np.int64]
    """Of each brick, shape (e,)."""
    column: NDArray[np.int64]
    """Of each brick along the wall, shape (e,)."""
    area: FloatArray
    """Of each brick's bed: its volume over its height [m2], shape (e,)."""
    bottom: FloatArray
    """Of the rows [m], shape (r,)."""
    top: FloatArray
    """[m], shape (r,)"""


def read_cracks(mesh: Mesh, snapshots: Snapshots, path: PushoverPath) -> CrackLevels:
    """Level cracks row by row at every snapshot, and the hinges that they make."""
    rows = _rows(mesh)
    displacement = path.displacement[snapshots.step]
    count = len(rows.bottom)
    columns = int(rows.column.max()) + 1
    bed = np.bincount(rows.row, weights=rows.area, minlength=count)
    length = _column_lengths(mesh, rows, columns)
    reach, opening = np.zeros((len(displacement), count)), np.zeros((len(displacement), count))
    for k in range(len(displacement)):
        level = np.abs(snapshots.normal[k, :, 2]) >= _LEVEL
        width = np.where(level, snapshots.opening[k], 0.0).astype(np.float64)
        seen = width >= VISIBLE
        reach[k] = np.bincount(rows.row, weights=np.where(seen, rows.area, 0.0), minlength=count) / bed
        widest = np.zeros((count, columns))
        np.maximum.at(widest, (rows.row, rows.column), width)
        opening[k] = (widest * length).sum(axis=1) / length.sum(axis=1)
    changes = section_changes(mesh)
    moved = _level_motions(mesh, snapshots, path.direction)
    hinges = sorted(_hinges(rows, displacement, reach, opening, changes, moved), key=lambda item: -item.opening)
    return CrackLevels(
        displacement=displacement,
        bottom=rows.bottom,
        top=rows.top,
        reach=reach,
        opening=opening,
        # those that formed come first, as the wall turns about one of them
        hinges=tuple(sorted(hinges, key=lambda item: not item.formed)),
    )


def _rows(mesh: Mesh) -> _Rows:
    corners = mesh.places[:, :8]
    low, high = corners[:, :, 2].min(axis=1), corners[:, :, 2].max(axis=1)
    row, count = _clustered(corners[:, :, 2].mean(axis=1), _SAME_ROW * float(np.median(high - low)))
    extent = np.ptp(corners[:, :, 0], axis=1)
    column, _ = _clustered(corners[:, :, 0].mean(axis=1), _SAME_ROW * float(np.median(extent)))
    bottom, top = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(bottom, row, low)
    np.maximum.at(top, row, high)
    return _Rows(row=row, column=column, area=brick_volumes(mesh) / (high - low), bottom=bottom, top=top)


def _clustered(places: FloatArray, apart: float) -> tuple[NDArray[np.int64], int]:
    """Number of each place's cluster, upwards; places within ``apart`` of the next are of one."""
    order = np.argsort(places, kind="stable")
    begins = np.concatenate([[0], np.cumsum(np.diff(places[order]) > apart)])
    cluster = np.empty(len(places), dtype=np.int64)
    cluster[order] = begins
    return cluster, int(begins[-1]) + 1


def _column_lengths(mesh: Mesh, rows: _Rows, columns: int) -> FloatArray:
    """Length along the wall of each column in each row [m], 0 where it has no brick; shape (r, columns)."""
    extent = np.ptp(mesh.places[:, :8, 0], axis=1)
    length = np.zeros((len(rows.bottom), columns))
    np.maximum.at(length, (rows.row, rows.column), extent)
    return length


def section_changes(mesh: Mesh) -> FloatArray:
    """Levels at which the wall's bed changes, its base first [m]."""
    rows = _rows(mesh)
    bed = np.bincount(rows.row, weights=rows.area, minlength=len(rows.bottom))
    jumps = np.flatnonzero(np.abs(np.diff(bed)) > _CHANGE * np.maximum(bed[1:], bed[:-1])) + 1
    return np.asarray([rows.bottom[0], *rows.bottom[jumps]])


def _hinges(
    rows: _Rows,
    displacement: FloatArray,
    reach: FloatArray,
    opening: FloatArray,
    changes: FloatArray,
    moved: tuple[FloatArray, FloatArray],
) -> Iterator[Hinge]:
    """Of each stretch of rows that have cracks at some time."""
    ever = np.flatnonzero((reach > 0.0).any(axis=0))
    if not len(ever):
        return
    groups = list(_basins(ever, opening.max(axis=0)))
    for number, group in enumerate(groups):
        total = opening[:, group].sum(axis=1)
        through = reach[:, group].max(axis=1)
        widest = group[int(np.argmax(opening[:, group].max(axis=0)))]
        formed = np.flatnonzero(through >= _HINGE)
        if len(formed):
            below = float(rows.top[groups[number - 1][-1]]) if number else -np.inf
            above = float(rows.bottom[groups[number + 1][0]]) if number + 1 < len(groups) else np.inf
            pivot = _pivot(rows, group, moved, displacement, opening[-1], int(formed[0]), (below, above))
            if pivot is not None:
                widest = group[int(np.argmin(np.abs(0.5 * (rows.bottom + rows.top)[group] - pivot)))]
        bottom, top = float(rows.bottom[widest]), float(rows.top[widest])
        seen = np.flatnonzero(through > 0.0)
        yield Hinge(
            level=_level(bottom, top, changes),
            bottom=bottom,
            top=top,
            reach=float(through[-1]),
            opening=float(total[-1]),
            largest_opening=float(total.max()),
            first_displacement=float(displacement[seen[0]]),
            formed_displacement=float(displacement[formed[0]]) if len(formed) else None,
        )


def _level_motions(mesh: Mesh, snapshots: Snapshots, direction: str) -> tuple[FloatArray, FloatArray]:
    """Levels of nodes [m], shape (m,), and their mean motion in the load's direction [m], shape (k, m)."""
    used = np.unique(mesh.bricks[:, :8])
    levels, which = np.unique(np.round(mesh.nodes[used, 2], 6), return_inverse=True)
    moved = (snapshots.shift[:, used] - snapshots.shift[:1, used]).astype(np.float64) @ WAYS[direction]
    count = np.bincount(which)
    return levels, np.stack([np.bincount(which, weights=row) / count for row in moved])


def _pivot(
    rows: _Rows,
    group: NDArray[np.int64],
    moved: tuple[FloatArray, FloatArray],
    displacement: FloatArray,
    opening: FloatArray,
    formed: int,
    between: tuple[float, float],
) -> float | None:
    """Level about which what stands above the cracks of ``group`` has turned since they went through [m], if told.

    Cracks run down from the face that is pulled to the toe: they are widest above the level about which the wall turns.
    That is where the motions of what stands above and below, as straight lines, meet. Only what comes after the hinge
    has ``formed`` counts, as the wall bends before.
    """
    levels, shifts = moved
    open_rows = group[opening[group] >= _NARROW * opening[group].max()]
    low, high = float(rows.bottom[open_rows[0]]), float(rows.top[open_rows[-1]])
    since = formed if displacement[formed] <= _EARLY * displacement[-1] else 0
    turned = shifts[-1] - shifts[since]
    upper = (levels >= high - 1e-6) & (levels <= between[1] + 1e-6)
    lower = (levels <= low + 1e-6) & (levels >= between[0] - 1e-6)
    if upper.sum() < 2 or not lower.any():
        return None
    slope, start = np.polyfit(levels[upper], turned[upper], 1)
    under, base = np.polyfit(levels[lower], turned[lower], 1) if lower.sum() > 1 else (0.0, float(turned[lower][0]))
    height = float(levels[-1] - levels[0])
    if (slope - under) * height <= _TURNS * abs(float(turned[-1])):
        return None
    return float(np.clip((base - start) / (slope - under), low, high))


def _basins(rows: NDArray[np.int64], widest: FloatArray) -> Iterator[NDArray[np.int64]]:
    """Neighbouring rows about each row that is wider than those beside it: cracks spread between two hinges."""
    start = 0
    for place in range(1, len(rows)):
        gap = rows[place] != rows[place - 1] + 1
        # a valley: narrower than both what came before it and what comes after
        after = widest[rows[place:]].max()
        before = widest[rows[start:place]].max()
        here = widest[rows[place]]
        valley = here < 0.5 * min(before, after) and place + 1 < len(rows) and widest[rows[place + 1]] > here
        if gap or valley:
            yield rows[start:place]
            start = place
    yield rows[start:]


def _level(bottom: float, top: float, changes: FloatArray) -> float:
    """A crack is known to within its row: at the base or change of section that the row touches, else in its middle."""
    touched = [float(level) for level in changes if bottom - 1e-6 <= level <= top + 1e-6]
    middle = 0.5 * (bottom + top)
    return min(touched, key=lambda level: abs(level - middle)) if touched else middle


def matching_mechanism(mechanisms: Iterable[Mechanism], reading: PushoverReading) -> Mechanism | None:
    """The overturning of the whole wall about the hinge that the cracks show, the same way; None if there is none."""
    hinge = reading.cracks.main
    if hinge is None or reading.direction not in ("outward", "inward"):
        return None
    found = [
        item
        for item in mechanisms
        if item.kind == "overturning"
        and item.place.station is None
        and item.place.inward == (reading.direction == "inward")
        and item.curve is not None
        and abs(item.level - hinge.level) <= SAME_LEVEL
    ]
    return min(found, key=lambda item: abs(item.level - hinge.level)) if found else None


def kinematic_curve(
    mechanism: Mechanism, point: tuple[float, float, float], direction: str
) -> tuple[FloatArray, FloatArray] | None:
    """Displacement of ``point`` [m] and α along the mechanism, by its finite rotations.

    Its own curve is told of another point. None where the point does not move with it.
    """
    curve, poses, at = mechanism.curve, mechanism.poses, mechanism.pose_displacement
    if curve is None or poses is None or at is None or point[2] < mechanism.level - 1e-9:
        return None
    place = np.asarray(point, dtype=np.float64)
    body = len(mechanism.bodies) - 1  # the uppermost of several
    moved = (poses[:, body, :, :3] @ place + poses[:, body, :, 3] - place) @ WAYS[direction]
    if moved[-1] <= 0.0:
        return None
    return np.asarray(np.interp(curve.displacement, at, moved)), curve.multiplier


def beside_kinematic(
    path: PushoverPath, reading: PushoverReading, mechanism: Mechanism, point: tuple[float, float, float]
) -> KinematicComparison | None:
    """Where the two curves meet, and what energy each takes; None where the point does not move with the mechanism."""
    rigid = kinematic_curve(mechanism, point, path.direction)
    if rigid is None:
        return None
    displacement, multiplier = rigid
    until = min(float(path.displacement.max()), float(displacement[-1]))
    grid = np.linspace(0.0, until, _POINTS)
    own = multiplier_at(path.displacement - path.displacement[0], path.multiplier, grid)
    other = np.interp(grid, displacement, multiplier)
    drop = reading.main.drop
    return KinematicComparison(
        mechanism=mechanism.name,
        displacement=displacement,
        multiplier=multiplier,
        matches=_meetings(grid, own - other),
        until=until,
        energy_ratio=float(np.trapezoid(own, grid) / np.trapezoid(other, grid)),
        drop_displacement=None if drop is None else drop.displacement,
        drop_kinematic=None if drop is None else float(np.interp(drop.displacement, displacement, multiplier)),
    )


def _meetings(grid: FloatArray, difference: FloatArray) -> FloatArray:
    """Where the difference changes its sign."""
    before, after = difference[:-1], difference[1:]
    at = np.flatnonzero((before < 0.0) & (after >= 0.0) | (before > 0.0) & (after <= 0.0))
    share = before[at] / (before[at] - after[at])
    return np.asarray(grid[at] + share * (grid[at + 1] - grid[at]))
