"""What a run on a bed says: how far the bed moved, what came through it, and what the wall did above it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from pirqa.dynamics.trajectory import Trajectory, seen_from_base, turn_by
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.motion.sliding_block import slide
from pirqa.shaking.isolation.bed import Bed, seats_of
from pirqa.units import STANDARD_GRAVITY

__all__ = ["Measures", "block_drift", "level_components", "measure", "seen_from_bed"]

_LATE = 1.0
"""At the end of a run, over which what lasts is averaged [s]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Measures:
    """One run, seen from the bed."""

    drift: FloatArray
    """Of the bed: how far the wall's seat is from where it was on the ground, along and across [m], shape (k, 2)."""
    top: FloatArray
    """Level displacement of the watched points relative to the seat, of the one that moved most [m], shape (k,)."""
    residual_top: float
    """What lasts of it [m]."""
    spread: float
    """How far apart the stones on the bed were pushed at the end: largest distance from their middle drift [m]."""
    transmitted: FloatArray
    """Level force on the ground over the mass that moves [m/s2], shape (k,)."""
    pressed: float
    """Largest vertical force on the ground over the weight that moves [-]: impacts of a rocking wall show here."""


def level_components(motion: GroundMotion) -> list[int]:
    """Columns of ``motion`` that are not vertical."""
    return [column for column, way in enumerate(motion.directions) if way.name != "up" and not way.vertical]


def seen_from_bed(run: Trajectory, wall: Wall) -> tuple[Trajectory, FloatArray]:
    """``run`` as seen from the wall's seat, and the seat's drift [m], shape (k, 2).

    A wall that slid as a whole has lost nothing: whether its stones fell is seen from where it stands now. The drift is
    the median of those of the stones on the bed, so that one that leaves does not take the seat with it.
    """
    moved = np.median([_moved(run, name, centre)[:, :2] for name, (_, centre) in seats_of(wall).items()], axis=0)
    shift = np.column_stack([moved, np.zeros(len(moved))])
    return replace(run, platform=run.platform + turn_by(run.platform_turn, shift)), np.asarray(moved)


def measure(run: Trajectory, wall: Wall) -> Measures:
    """What ``run`` of ``wall`` says of its bed; of a wall that is fixed, a bed that does not move."""
    _, drift = seen_from_bed(run, wall)
    late = run.times >= run.times[-1] - _LATE
    seats = np.array([_moved(run, name, centre)[-1, :2] for name, (_, centre) in seats_of(wall).items()])
    paths = [_moved(run, stone, point)[:, :2] - drift for stone, point in _watched(run, wall)]
    sizes = np.array([np.hypot(path[:, 0], path[:, 1]) for path in paths])
    most = int(np.argmax(sizes.max(axis=1)))
    mass = run.settled.weight / STANDARD_GRAVITY
    return Measures(
        drift=drift,
        top=sizes[most],
        residual_top=max(float(np.hypot(*path[late].mean(axis=0))) for path in paths),
        spread=float(np.hypot(*(seats - drift[-1]).T).max()),
        transmitted=np.hypot(run.push[:, 0], run.push[:, 1]) / mass,
        pressed=float(-run.push[:, 2].min()) / run.settled.weight,
    )


def block_drift(motion: GroundMotion, bed: Bed) -> tuple[float, float]:
    """Largest and lasting drift of the wall as one block that only slides (Newmark 1965), both ways [m].

    Under the stronger of the motion's level components alone.
    """
    columns = level_components(motion)
    if not math.isfinite(bed.coefficient) or not columns:
        return math.nan, math.nan
    column = max(columns, key=lambda each: float(motion.peak_acceleration[each]))
    resistance = bed.coefficient * STANDARD_GRAVITY
    found = slide(motion.acceleration[:, column], motion.step, yield_acceleration=resistance, yield_backward=resistance)
    return found.largest, abs(found.final)


def _watched(run: Trajectory, wall: Wall) -> list[tuple[str, FloatArray]]:
    """Stones and points whose motion is told: the control points, or the middle of the top of the highest stone."""
    if run.control_points:
        return [(point.stone, point.position) for point in run.control_points]
    highest = max(wall.stones, key=lambda stone: float(stone.solid.vertices[:, 2].max()))
    return [(highest.name, np.array([*highest.centroid[:2], highest.solid.vertices[:, 2].max()]))]


def _moved(run: Trajectory, stone: str, point: FloatArray) -> FloatArray:
    """How far a point of a stone, as surveyed, went from where it settled, seen from the ground [m], shape (k, 3)."""
    number = run.stones.index(stone)
    arm = point - (run.reference[number] - run.settled.displacement[number])
    place = run.position[:, number] + turn_by(run.quaternion[:, number], arm)
    start = run.reference[number] + turn_by(run.quaternion[:1, number], arm)
    return np.asarray(seen_from_base(place[:, None, :], run.platform, run.platform_turn)[:, 0] - start)
