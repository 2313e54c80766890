"""The result of the incremental dynamic analysis and its checks: a lower bound for safety, an upper for failure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pirqa.dynamics.trajectory import Trajectory
from pirqa.experiments.campaign.incremental.capacity import StateCapacity
from pirqa.experiments.campaign.summary import RunSummary
from pirqa.experiments.checks import SOURCE, STONES_IN_MOTION
from pirqa.experiments.damage import Outcome
from pirqa.experiments.damage_states import CollapseDefinition
from pirqa.experiments.early_stop import EarlyStop
from pirqa.model.check import Basis, Check, Effect, LimitState, MethodDeclaration, Place
from pirqa.model.masonry import JointProperties
from pirqa.model.remark import Remark, Table
from pirqa.model.wall import Wall
from pirqa.motion.sets.result import Lack
from pirqa.units import STANDARD_GRAVITY

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


DECLARATION = MethodDeclaration(
    family="ida",
    limit_states=("damage", "stones_fall", "wall_falls"),
    full_freedom=True,
    effects=STONES_IN_MOTION,
)
"""The vertical and the second horizontal component are effects of each check: they are there where all motions have
them."""
_MODES: dict[LimitState, str] = {"damage": "residual", "stones_fall": "stones_falling", "wall_falls": "falling"}
_LEAST_MOTIONS = 7
_ROUNDING = 1.0 + 1e-12
"""A capacity that equals the demand must not fall below it by rounding."""


def ida_checks(
    states: Sequence[StateCapacity],
    motions: Sequence[MotionLadder],
    runs: Sequence[LadderRun],
    wall: Wall,
    joints: JointProperties,
    *,
    demand: float,
    has_demand: bool,
    in_set: bool,
    residual_limit: float,
) -> tuple[Check, ...]:
    """Return two checks for each limit state; ``demand`` [m/s2]."""
    found: list[Check] = []
    includes: list[Effect] = []
    if all(item.vertical for item in motions):
        includes.append("vertical_motion")
    if all(item.both for item in motions):
        includes.append("both_components")
    basis = Basis(
        driving="record",
        name=motions[0].name if len(motions) == 1 else "",
        acceleration=demand / STANDARD_GRAVITY,
        proportional=True,
        body="stones",
        way="motion",
        friction=math.tan(joints.friction_angle),
        stiffness=joints.normal_stiffness,
    )
    for state in states:
        common = {
            "mode": _MODES[state.limit_state],
            "limit_state": state.limit_state,
            "method": "ida",
            "place": _place(state, runs, wall, residual_limit),
            "demand": demand,
            "unit": "m/s2",
            "source": SOURCE,
            "basis": basis,
            "family": "ida",
            "demand_intensity": demand / STANDARD_GRAVITY if has_demand else None,
            "includes": tuple(includes),
            "motions": len(motions),
        }
        reasons = tuple(f"ida_{key}" for key in state.reasons)
        found.append(
            Check(
                **common,  # type: ignore[arg-type]
                id=f"ida.{state.limit_state}.lower",
                capacity=state.shown * state.required * _ROUNDING,
                required=state.required,
                required_source="ida.acceptable_probability",
                bound="lower",
                intensity=state.shown / STANDARD_GRAVITY if state.shown > 0.0 else None,
                notes=("ida_lower", *reasons),
            )
        )
        median, notes = _upper(state, motions, in_set=in_set)
        if median is not None:
            found.append(
                Check(
                    **common,  # type: ignore[arg-type]
                    id=f"ida.{state.limit_state}.upper",
                    capacity=median,
                    bound="upper",
                    intensity=median / STANDARD_GRAVITY,
                    votes=in_set,
                    notes=notes,
                )
            )
    return tuple(found)


def _upper(
    state: StateCapacity, motions: Sequence[MotionLadder], *, in_set: bool
) -> tuple[float | None, tuple[str, ...]]:
    """Return the median that can show failure, and its notes: of admissible motions alone where there are few."""
    if not in_set:
        return state.median, ("ida_upper", "ida_set_absent")
    if len(motions) >= _LEAST_MOTIONS:
        return state.median, ("ida_upper",)
    admissible = {item.name for item in motions if item.admissible}
    values = sorted(item.estimate for item in state.capacities if item.motion in admissible)
    if not values:
        return None, ()
    middle = values[len(values) // 2]  # the upper one of the middle two: failure is not claimed by half of a pair
    return (None if math.isinf(middle) else middle), ("ida_upper_admissible",)


def _place(state: StateCapacity, runs: Sequence[LadderRun], wall: Wall, residual_limit: float) -> Place:
    """Return the stone that reaches the state first; where none does, the one that moves farthest at the demand."""
    best = [run for run in runs if not run.corner and not run.failed]
    reached = [run for run in best if run.reaches(state.limit_state)]
    if reached:
        summary = min(reached, key=lambda run: (run.rung, run.summary.motion, run.reversed)).summary
        sizes = summary.residual_size
        stone = summary.falls[0].stone if summary.falls else summary.stones[int(sizes.argmax())]
    else:
        at_demand = [run.summary for run in best if run.rung == 0]
        if not at_demand:
            return Place(name="base")
        summary = max(at_demand, key=lambda item: float(item.peak_across.max(initial=0.0)))
        stone = summary.stones[int(summary.peak_across.argmax())]
    x, _, z = (float(value) for value in wall.stone(stone).centroid)
    return Place(name="stone", stone=stone, level=z, station=x)
