"""The pushover curve beside that of a mechanism of rigid bodies (Chokepukio paper, Fig. 16)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from pirqa.model.mechanism import Mechanism
from pirqa.model.polyhedron import FloatArray
from pirqa.pushover.capacity import multiplier_at
from pirqa.pushover.oscillator import WAYS
from pirqa.pushover.reading import PushoverReading
from pirqa.pushover.result import PushoverPath

__all__ = ["KinematicComparison", "beside_kinematic", "kinematic_curve", "matching_mechanism"]

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
