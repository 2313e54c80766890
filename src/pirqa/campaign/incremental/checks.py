"""Checks of the incremental dynamic analysis: a lower bound for safety and an upper one for failure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pirqa.campaign.incremental.capacity import StateCapacity
from pirqa.campaign.incremental.result import LadderRun, MotionLadder
from pirqa.model.check import Basis, Check, Effect, LimitState, Place
from pirqa.model.effects import MethodDeclaration
from pirqa.model.joint import JointProperties
from pirqa.model.wall import Wall
from pirqa.shaking.checks import SOURCE, STONES_IN_MOTION
from pirqa.units import STANDARD_GRAVITY

__all__ = ["DECLARATION", "ida_checks"]

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
