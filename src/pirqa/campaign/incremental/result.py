"""Result of the incremental dynamic analysis."""

from __future__ import annotations

from dataclasses import dataclass

from pirqa.campaign.incremental.capacity import StateCapacity
from pirqa.campaign.summary import RunSummary
from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.check import Check, LimitState
from pirqa.model.remark import Remark
from pirqa.model.table import Table
from pirqa.motion.sets.result import Lack
from pirqa.shaking.damage import CollapseDefinition, Outcome
from pirqa.shaking.early_stop import EarlyStop
from pirqa.units import STANDARD_GRAVITY

__all__ = ["STATES", "IdaResult", "LadderRun", "MotionLadder"]

STATES: tuple[LimitState, ...] = ("damage", "stones_fall", "wall_falls")


@dataclass(frozen=True, kw_only=True, eq=False)
class LadderRun:
    """One motion at one rung."""

    rung: int
    """Number of the rung; 0 is the demand."""
    intensity: float
    """Peak ground acceleration of the demand's spectrum at this rung [m/s2]."""
    corner: str
    """Corner of the joint properties; empty for the best estimates."""
    reversed: bool
    """Whether the motion acts with the opposite sign."""
    failed: bool
    """Whether the computation failed or its energy does not close, so that it shows nothing."""
    damaged: bool
    """Whether the residual displacement is above the limit or a stone fell."""
    summary: RunSummary

    def reaches(self, state: LimitState) -> bool | None:
        """Return whether the wall comes to ``state``; None for a run that failed."""
        if self.failed:
            return None
        if state == "damage":
            return self.damaged
        if state == "stones_fall":
            return bool(self.summary.falls)
        return self.summary.collapse in ("partial", "total")


@dataclass(frozen=True, kw_only=True)
class MotionLadder:
    """One motion: where it comes from and how it is scaled."""

    name: str
    event: str
    synthetic: bool
    factor: float
    """Scale factor on the record at the demand."""
    pga: float
    """Peak acceleration across the wall at the demand [m/s2]."""
    skipped: float
    """Quiet beginning of the record that is not run [s]."""
    vertical: bool
    """Whether it has a vertical component."""
    both: bool
    """Whether it has two horizontal components."""
    admissible: bool
    """Whether it may show failure by itself (docs/theory/verdict.md, rule 3)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class IdaResult:
    """Response at increasing intensity under the motions of a set, and the capacities that follow."""

    demand: float
    """Intensity of rung 0 [m/s2]."""
    has_demand: bool
    """Whether it is the demand of the project; otherwise the project gives none."""
    ceiling: float
    """Greatest intensity of the ladder [m/s2]."""
    ratio: float
    """Ratio of neighbouring intensities."""
    motions: tuple[MotionLadder, ...]
    runs: tuple[LadderRun, ...]
    """By motion, corner, sign and rung."""
    table: Table
    """A row for each run: motion, corner, sign, rung, intensity, class of collapse, displacements (SI)."""
    states: tuple[StateCapacity, ...]
    corners: tuple[str, ...]
    """Corners of the joint properties that were run at the demand; empty where they could not change the verdict."""
    polarities: bool
    """Whether the motions act with both signs, since the wall is not symmetric about its middle plane."""
    lacks: tuple[Lack, ...]
    """Motions, events or types that the set lacks."""
    set_asked: bool
    """Whether the motions are members of a set."""
    damage: CollapseDefinition
    residual_limit: float
    """[m]"""
    acceptable_probability: float
    mean_residual: float
    """Mean over the motions of the greatest residual displacement at the demand [m]; infinite where stones fall."""
    largest_residual: float
    """Greatest of them [m]."""
    stop: EarlyStop | None
    films: tuple[Trajectory, ...]
    """History of the run that governs, if one was asked for."""
    film_outcomes: tuple[Outcome, ...]
    film_intensity: float
    """[m/s2]"""
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]

    def state(self, name: LimitState) -> StateCapacity:
        """Return the capacity for one limit state."""
        return next(item for item in self.states if item.limit_state == name)

    def best(self, motion: str) -> tuple[LadderRun, ...]:
        """Return the runs of ``motion`` at the best estimates, the lowest rung first."""
        mine = [run for run in self.runs if run.summary.motion == motion and not run.corner]
        return tuple(sorted(mine, key=lambda run: (run.rung, run.reversed)))

    def __str__(self) -> str:
        lines = [f"{len(self.motions)} motions, {len(self.runs)} runs, demand {self.demand / STANDARD_GRAVITY:.3g} g"]
        for state in self.states:
            fell = f"{state.count} of {len(state.capacities)} motions reach it"
            middle = "" if state.median is None else f", median {state.median / STANDARD_GRAVITY:.3g} g"
            shown = f", safety shown up to {state.shown / STANDARD_GRAVITY:.3g} g" if state.shown > 0.0 else ""
            why = f" ({', '.join(state.reasons)})" if state.reasons else ""
            lines.append(f"  {state.limit_state:<12} {fell}{middle}{shown}{why}")
        return "\n".join(lines)
