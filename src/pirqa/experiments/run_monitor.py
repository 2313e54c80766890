"""A monitor of one run: it tracks damage so that no history need be kept, and ends the run at collapse.

A stone that fell has fallen, whatever becomes of it (``damage.outcome_of`` takes the first state in which it was
beyond a bound), so the class of collapse never goes back: the worst one is the last.
"""

from __future__ import annotations

import math

import numpy as np

from pirqa.dynamics.state_recorder import Head
from pirqa.dynamics.trajectory import States, Trajectory
from pirqa.experiments.damage import Outcome, outcome_seen, watch_over
from pirqa.experiments.damage_states import WORST, CollapseClass, CollapseDefinition
from pirqa.experiments.damage_tracking import Watch
from pirqa.experiments.early_stop import EarlyStop, QuietDetector
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.wall import Wall

AFTERWARDS = 1.0
"""How long a run goes on after the wall has collapsed [s]: most of what was on its way is down then, and residuals,
means of the last second, are of a wall that has collapsed."""


class Witness:
    """Follows runs of ``wall`` and judges them by ``definition``.

    ``end_at_collapse``: it ends them ``afterwards`` [s] after their collapse is of the class ``worst`` or heavier.
    ``stop`` is the rule by which it ends runs of walls that stand under ``motion``; ``residual_limit`` [m] is damage.
    """

    def __init__(
        self,
        wall: Wall,
        definition: CollapseDefinition,
        *,
        end_at_collapse: bool = False,
        worst: CollapseClass = WORST,
        afterwards: float = AFTERWARDS,
        stop: EarlyStop | None = None,
        motion: GroundMotion | None = None,
        residual_limit: float = math.inf,
    ) -> None:
        self.wall = wall
        self._definition, self._ends, self._worst, self._afterwards = definition, end_at_collapse, worst, afterwards
        self._stop, self._motion, self._limit = stop, motion, residual_limit
        self._quiet: QuietDetector | None = None
        self._watch: Watch | None = None
        self._before: Watch | None = None
        """As it was before what was seen last."""
        self._most: int | None = None
        """Stones whose fall makes the worst collapse; none where no number of them does."""

    @property
    def watch(self) -> Watch:
        """What was seen of the run that was begun last."""
        assert self._watch is not None, "no run was begun"
        return self._watch

    @property
    def close(self) -> bool:
        """From the first class of collapse on that is more than a few stones."""
        if self._quiet is not None and self.watch.ends >= self._quiet.begins:
            return True
        return self._ends and self._class_of(int(np.isfinite(self.watch.fell).sum())) not in ("none", "local")

    def open(self, head: Head) -> None:
        """A run begins."""
        self._watch = watch_over(
            self.wall, self._definition, held=head.held, joints=head.joints, reference=head.reference
        )
        counts = range(int(self._watch.free.sum()) + 1)
        self._most = next((count for count in counts if self._class_of(count) in (self._worst, WORST)), None)
        if self._stop is not None and self._motion is not None:
            self._quiet = QuietDetector(
                self.wall, self._stop, self._motion, limit=self._limit, reference=head.reference, held=head.held
            )

    def look(self, states: States) -> float:
        """A second after so many stones had fallen."""
        self._before = self.watch.copy()
        self.watch.take(states)
        quiet = math.inf if self._quiet is None else self._quiet.look(states)
        if self.watch.fell[self.watch.free].min(initial=math.inf) <= quiet:  # such a run ends as without the rule
            quiet = math.inf
        if not self._ends or self._most is None:
            return quiet
        return min(quiet, float(np.sort(self.watch.fell)[self._most - 1]) + self._afterwards)

    def cut(self, states: States) -> None:
        """Only these are of the run."""
        assert self._before is not None
        self._watch = self._before
        self._watch.take(states)

    def outcome(self, run: Trajectory) -> Outcome:
        """Of the run that was followed."""
        return outcome_seen(self.watch, run, self._definition)

    def _class_of(self, count: int) -> str:
        free = int(self.watch.free.sum())
        return self._definition.class_of(count / free if free else 0.0)
