"""The motions of a set that bring a wall to a limit state at rising intensity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pirqa.model.check import LimitState
from pirqa.project import Assessment
from pirqa.units import STANDARD_GRAVITY

__all__ = ["Ladder", "Ladders", "ladders_of"]


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """Motions of a set that bring the wall to a limit state at rising intensity."""

    count: int
    """Motions that reach it."""
    total: int
    median: float | None
    """Intensity at which half of the motions have reached it [g]; None where fewer do."""
    first: float | None
    """Least intensity at which one does [g]."""
    levels: tuple[float, ...] = ()
    """Intensity at which each of them does [g]."""
    most_fallen: int = 0
    """Greatest number of stones that fall in one run at the demand."""
    free: int = 0
    """Stones that can fall."""

    def reached(self, demand: float) -> int:
        """Return the number of motions that bring it about at ``demand`` [g] or below."""
        return sum(level <= demand * (1.0 + 1e-6) for level in self.levels)


Ladders = Mapping[LimitState, Ladder]


def ladders_of(assessment: Assessment) -> dict[LimitState, Ladder]:
    """Return the ladder of each limit state; empty where no set of motions was run."""
    result = assessment.stages.get("ida")
    if result is None:
        return {}
    at_demand = [run.summary for run in result.runs if run.rung == 0 and not run.corner and not run.failed]
    return {
        state.limit_state: Ladder(
            count=state.count,
            total=len(state.capacities),
            median=None if state.median is None else state.median / STANDARD_GRAVITY,
            first=None if state.first is None or state.first.fell is None else state.first.fell / STANDARD_GRAVITY,
            levels=tuple(item.fell / STANDARD_GRAVITY for item in state.capacities if item.fell is not None),
            most_fallen=max((len(summary.falls) for summary in at_demand), default=0),
            free=max((summary.count for summary in at_demand), default=0),
        )
        for state in result.states
    }
