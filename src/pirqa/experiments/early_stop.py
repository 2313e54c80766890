"""Early end of a run whose class of collapse is certain: the rest of the motion cannot set the wall in motion again.

A standing wall rings out for as long as its record lasts. Its run ends when three conditions hold together. The wall is
still. What is left of the motion stays below a share of the *static onset*, the horizontal acceleration at which limit
analysis has its stones begin to move. The answer about damage has a margin. Below the onset no mechanism forms, and
above it a wall must first rock to a large angle before a stone falls. ``benchmarks/early_stop.py`` compares full runs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from annotated_types import Gt, Lt

from pirqa.dynamics.trajectory import States, displacements
from pirqa.experiments.damage import half_thickness
from pirqa.experiments.damage_tracking import shapes_of
from pirqa.model.bounds import check_bounds
from pirqa.model.ground_motion import Direction, GroundMotion
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.motion.oscillator import oscillator_history
from pirqa.units import STANDARD_GRAVITY, Ratio, Time

_BEFORE = 1.0
"""Time that is kept before the motion becomes noticeable [s]."""
_LEAD = 0.02
"""Acceleration below which the beginning of a record is skipped, as a fraction of the peak [-]."""
_PERIODS: FloatArray = np.geomspace(0.03, 2.0, 32)
"""Periods at which a wall on elastic joints may swing [s]."""


@dataclass(frozen=True, kw_only=True)
class EarlyStop:
    """Conditions under which the run of a standing wall ends."""

    across: Annotated[Ratio, Gt(0)]
    """Static onset across the wall: the least horizontal acceleration that moves a stone, in g [-]."""
    along: Annotated[Ratio, Gt(0)]
    """Static onset along the wall [-]."""
    share: Annotated[Ratio, Gt(0), Lt(1)] = 0.5
    """Fraction of the onset that the rest of the motion does not exceed [-]."""
    damping: Annotated[Ratio, Gt(0), Lt(1)] = 0.02
    """Damping ratio of the oscillators by which elastic joints amplify the rest of the motion [-]."""
    still: Annotated[Ratio, Gt(0), Lt(1)] = 0.01
    """Greatest change of a stone's place, as a fraction of half its base or half the wall's thickness [-]."""
    margin: Annotated[Ratio, Gt(0), Lt(1)] = 0.5
    """Least distance of the residual displacement from the limit of damage, as a fraction of the limit [-]."""
    window: Annotated[Time, Gt(0)] = 1.0
    """Time for which the wall is still [s]."""

    def __post_init__(self) -> None:
        check_bounds(self, "ida.stop")


def without_lead(motion: GroundMotion) -> tuple[GroundMotion, float]:
    """Return ``motion`` from a second before it becomes noticeable, and the time that was skipped [s].

    The base starts with the velocity that it has then, and the wall moves with it.
    """
    size = np.linalg.norm(motion.acceleration, axis=1)
    if size.max() <= 0.0:
        return motion, 0.0
    first = int(np.flatnonzero(size >= _LEAD * size.max())[0])
    start = max(first - math.ceil(_BEFORE / motion.step), 0)
    if start == 0:
        return motion, 0.0
    cut = replace(
        motion,
        acceleration=motion.acceleration[start:],
        initial_velocity=motion.velocity[start].copy(),
        initial_displacement=None,
    )
    return cut, start * motion.step


def remaining_demand(motion: GroundMotion, rule: EarlyStop) -> FloatArray:
    """Return the greatest demand from each sample of ``motion`` on, over the static onset [-], shape (samples,).

    The demand is the sum over the components of acceleration over onset; a vertical component counts by its share of
    gravity. The loads that rigid stones bear form a convex set, which contains all sums of one or less (associative
    friction). The accelerations are those of the ground and of damped oscillators that have swung since the motion
    began: what is left of the strong motion in an elastic wall counts too.
    """
    worst = _sum(np.abs(motion.acceleration), motion.directions, rule)
    for period in _PERIODS:
        swings = [_swing(motion.acceleration[:, k], motion.step, period, rule.damping) for k in _columns(motion)]
        worst = np.maximum(worst, _sum(np.stack(swings, axis=1), motion.directions, rule))
    return np.asarray(np.maximum.accumulate(worst[::-1])[::-1])


def _columns(motion: GroundMotion) -> range:
    return range(motion.acceleration.shape[1])


def _swing(acceleration: FloatArray, step: float, period: float, damping: float) -> FloatArray:
    """Return the absolute acceleration of an oscillator [m/s2], shape (samples,)."""
    omega = 2.0 * math.pi / period
    history = oscillator_history(np.ascontiguousarray(acceleration), step, float(period), damping)
    return np.asarray(np.abs(2.0 * damping * omega * history[:, 1] + omega**2 * history[:, 0]))


def _sum(size: FloatArray, directions: tuple[Direction, ...], rule: EarlyStop) -> FloatArray:
    onsets = {"across": rule.across, "along": rule.along}
    weakest = min(rule.across, rule.along)
    onset = [1.0 if item.vertical else onsets.get(item.name, weakest) for item in directions]
    return np.asarray(size @ (1.0 / (STANDARD_GRAVITY * np.array(onset))))


def _spread(moved: FloatArray) -> FloatArray:
    """Return a bound on the horizontal displacement of any stone from any other, or from the base [m], shape (k,).

    A stone that is displaced by so much from the one below it loses as much of the base that it stands on.
    """
    level = moved[..., :2]
    size = np.maximum(level.max(axis=1), 0.0) - np.minimum(level.min(axis=1), 0.0)
    return np.asarray(np.hypot(size[:, 0], size[:, 1]))


class QuietDetector:
    """Finds when the conditions of ``rule`` hold.

    ``limit`` is the residual displacement that is damage [m]. Each state is judged by itself and in order, so that the
    answer does not depend on how many come at once.
    """

    def __init__(
        self,
        wall: Wall,
        rule: EarlyStop,
        motion: GroundMotion,
        *,
        limit: float,
        reference: FloatArray,
        held: tuple[str, ...],
    ) -> None:
        shapes = shapes_of(wall)
        self._free = np.flatnonzero([stone.name not in held for stone in wall.stones])
        self._rule, self._limit, self._reference = rule, limit, reference
        self._step, self._demand = motion.step, remaining_demand(motion, rule)
        reach = (np.tan(np.minimum(shapes.least, 1.5)) * shapes.depth)[self._free]
        self._base = min(float(reach.min(initial=math.inf)), half_thickness(wall))
        weak = np.flatnonzero(self._demand <= rule.share)
        self.begins = (float(weak[0]) if len(weak) else len(self._demand)) * motion.step
        """Time from which the rest of the motion is weak for the wall as surveyed [s]."""
        self._since = math.inf
        self._place = self._sum = np.zeros((len(self._free), 3))
        self._count = 0

    def look(self, states: States) -> float:
        """Return the time at which the run may end [s]; infinite while it may not."""
        late = np.flatnonzero(states.times >= self.begins)
        if not len(late) or not len(self._free):
            return math.inf
        times = states.times[late]
        moved = displacements(states, self._reference)[late][:, self._free]
        quiet = self._demand_from(times) <= self._rule.share * (1.0 - _spread(moved) / self._base)
        for time, weak, place in zip(times.tolist(), quiet.tolist(), moved, strict=True):
            if not weak:
                self._since = math.inf
            elif not np.abs(place - self._place).max() <= self._rule.still * self._base or math.isinf(self._since):
                self._since, self._place, self._sum, self._count = time, place, place.copy(), 1
            else:
                self._sum += place
                self._count += 1
                if time - self._since >= self._rule.window and self._certain():
                    return float(time)
        return math.inf

    def _demand_from(self, times: FloatArray) -> FloatArray:
        """Return the demand from ``times`` on, over the onset [-]; after the motion there is none."""
        sample = np.floor(times / self._step + 1e-9).astype(int)
        return np.where(sample < len(self._demand), self._demand[np.minimum(sample, len(self._demand) - 1)], 0.0)

    def _certain(self) -> bool:
        """Whether also the damage is certain: the mean place since the wall is still is far from the limit."""
        residual = float(np.linalg.norm(self._sum / self._count, axis=1).max())
        return abs(residual - self._limit) >= self._rule.margin * self._limit
