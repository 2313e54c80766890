"""Early end of a run whose class of collapse is certain, by a rule that full runs refute for slender stacks.

A standing wall rings out for as long as its record lasts. The rule looks for the moment after which no stone is
expected to fall: the strong motion is over, no stone leans or is displaced noticeably, and what moves has too little
energy to tip a stone. It is no theorem and it fails: of the 247 full runs of ``benchmarks/early_stop.py`` ten stacks
fell later, so that no analysis uses it by default.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le, Lt

from pirqa.dynamics.trajectory import States, displacements, uprights
from pirqa.model.bounds import check_bounds
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.shaking.damage import half_thickness
from pirqa.shaking.watch import shapes_of
from pirqa.units import Ratio, Time

__all__ = ["EarlyStop", "QuietDetector", "QuietTimes", "quiet_times", "without_lead"]

_BEFORE = 1.0
"""Time that is kept before the motion becomes noticeable [s]."""


@dataclass(frozen=True, kw_only=True)
class EarlyStop:
    """Conditions under which a run ends, all of which must hold for ``window``."""

    arias: Annotated[Ratio, Gt(0), Lt(1)] = 0.95
    """Fraction of the Arias intensity of all components after which a run may end [-]."""
    peak: Annotated[Ratio, Gt(0), Lt(1)] = 0.3
    """Greatest acceleration still to come, as a fraction of the peak [-]."""
    lean: Annotated[Ratio, Gt(0), Lt(1)] = 0.05
    """Greatest lean of a stone, as a fraction of its tipping angle [-]."""
    displaced: Annotated[Ratio, Gt(0), Lt(1)] = 0.25
    """Greatest horizontal displacement of a stone, as a fraction of half the wall's thickness [-]."""
    energy: Annotated[Ratio, Gt(0), Lt(1)] = 0.05
    """Kinetic energy of all stones, as a fraction of the energy that tips the stone that needs least [-]."""
    late_arias: Annotated[Ratio, Gt(0), Lt(1)] = 0.999
    """Fraction of the Arias intensity after which also a run whose damage is not certain may end [-]."""
    late_peak: Annotated[Ratio, Gt(0), Lt(1)] = 0.05
    """Greatest acceleration still to come then, as a fraction of the peak [-]."""
    damaged: Annotated[Ratio, Gt(1)] = 2.0
    """Displacement from which damage is certain, as a multiple of the residual displacement that is damage [-]."""
    window: Annotated[Time, Gt(0)] = 1.0
    """Time for which the conditions must hold [s]."""
    lead: Annotated[Ratio, Ge(0), Le(0.1)] = 0.02
    """Acceleration below which the beginning of a record is skipped, as a fraction of the peak [-]."""

    def __post_init__(self) -> None:
        check_bounds(self, "ida.stop")


def _size(motion: GroundMotion) -> FloatArray:
    """Return the length of the acceleration vector at each sample [m/s2]."""
    return np.asarray(np.linalg.norm(motion.acceleration, axis=1))


@dataclass(frozen=True, kw_only=True)
class QuietTimes:
    """Times from which a motion is weak."""

    strong: float
    """The strong part is over [s]."""
    all: float
    """Nearly all of it is over [s]."""


def quiet_times(motion: GroundMotion, rule: EarlyStop) -> QuietTimes:
    """Return the times from which ``motion`` is weak."""
    size = _size(motion)
    grown = np.cumsum(size**2)
    if grown[-1] <= 0.0:
        return QuietTimes(strong=0.0, all=0.0)

    def after(arias: float, peak: float) -> float:
        late = int(np.searchsorted(grown, arias * grown[-1]))
        strong = int(np.flatnonzero(size >= peak * size.max())[-1])
        return max(late, strong) * motion.step

    return QuietTimes(strong=after(rule.arias, rule.peak), all=after(rule.late_arias, rule.late_peak))


def without_lead(motion: GroundMotion, rule: EarlyStop) -> tuple[GroundMotion, float]:
    """Return ``motion`` from a second before it becomes noticeable, and the time that was skipped [s].

    The base starts with the velocity that it has then, and the wall moves with it.
    """
    size = _size(motion)
    if rule.lead <= 0.0 or size.max() <= 0.0:
        return motion, 0.0
    first = int(np.flatnonzero(size >= rule.lead * size.max())[0])
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


class QuietDetector:
    """Finds when the conditions of ``rule`` have held for its window.

    ``times`` are those from which the motion is weak, ``limit`` is the residual displacement that is damage [m]. Each
    state is judged by itself and in order, so that the answer does not depend on how many come at once.
    """

    def __init__(
        self,
        wall: Wall,
        rule: EarlyStop,
        times: QuietTimes,
        *,
        limit: float,
        reference: FloatArray,
        held: tuple[str, ...],
    ) -> None:
        shapes = shapes_of(wall)
        self._free = np.flatnonzero([stone.name not in held for stone in wall.stones])
        self._rule, self._times, self._reference = rule, times, reference
        self._lean = rule.lean * shapes.least[self._free]
        self._far = rule.displaced * half_thickness(wall)
        self._damaged = rule.damaged * limit
        weight = np.array([stone.volume * wall.materials[stone.material].unit_weight for stone in wall.stones])
        depth, angle = shapes.depth[self._free], shapes.least[self._free]
        rise = depth * (1.0 / np.cos(np.minimum(angle, 1.5)) - 1.0)
        self._energy = float(rule.energy * (weight[self._free] * rise).min()) if len(self._free) else math.inf
        self._calm: deque[tuple[float, FloatArray]] = deque()

    def look(self, states: States) -> float:
        """Return the time at which the run may end [s]; infinite while it may not."""
        late = np.flatnonzero(states.times >= self._times.strong)
        if not len(late):
            return math.inf
        moved = displacements(states, self._reference)[late][:, self._free]
        upright = uprights(states)[late][:, self._free]
        lean = np.arctan2(np.hypot(upright[..., 0], upright[..., 1]), upright[..., 2])
        calm = (
            (lean <= self._lean).all(axis=1)
            & (np.hypot(moved[..., 0], moved[..., 1]).max(axis=1, initial=0.0) <= self._far)
            & (states.energy[late, 0] <= self._energy)
        )
        for time, quiet, place in zip(states.times[late].tolist(), calm.tolist(), moved, strict=True):
            if not quiet:
                self._calm.clear()
                continue
            self._calm.append((time, place))
            while len(self._calm) > 1 and time - self._calm[1][0] >= self._rule.window:
                self._calm.popleft()
            if time - self._calm[0][0] >= self._rule.window and self._certain(time):
                return float(time)
        return math.inf

    def _certain(self, time: float) -> bool:
        """Whether also the damage is certain: it is done, or hardly anything of the motion is still to come."""
        if time >= self._times.all:
            return True
        mean = np.mean([place for _, place in self._calm], axis=0)
        return bool(np.linalg.norm(mean, axis=1).max(initial=0.0) > self._damaged)
