"""What is kept of one run of many: a page, not its history."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.polyhedron import FloatArray
from pirqa.shaking.damage import CollapseClass, Detachment, Fall, Outcome
from pirqa.shaking.remarks import is_at_rest
from pirqa.shaking.witness import Witness
from pirqa.units import STANDARD_GRAVITY

__all__ = ["RunSummary", "failed_summary", "summarise", "turned"]

_KEPT_EVERY = 0.05
"""Between the kept places of the control points, at most [s]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class RunSummary:
    """One motion at one level: what it did to the wall."""

    key: str
    motion: str
    level: float
    """Peak acceleration across the wall [m/s2]."""
    factor: float
    """By which the record was scaled in all [-]."""
    case: str
    collapse: CollapseClass
    falls: tuple[Fall, ...]
    count: int
    """Stones that could fall."""
    first: Detachment | None
    reliable: bool
    """Whether the energy closes and the computation did not fail."""
    at_rest: bool
    """Whether it had come to rest at the end: else what is called lasting is where it was then."""
    reason: str
    """Why it failed; empty where it did not."""
    ends: float
    """[s]"""
    ended_at: float | None
    """When it was ended before its time, since the wall had collapsed [s]; none where it was not. What it says is of
    the time until then."""
    step: float
    """[s]"""
    halvings: int
    ledger_error: float
    """[-]"""
    weight: float
    """Of the stones that are not fixed [N]."""
    stones: tuple[str, ...]
    residual: FloatArray
    """Displacement of each stone at the end, from the settled state, relative to the base [m], shape (stones, 3)."""
    peak: FloatArray
    """Largest displacement of each stone [m], shape (stones,)."""
    peak_across: FloatArray
    """Largest displacement of each stone across the wall [m], shape (stones,)."""
    turned: FloatArray
    """Largest rotation of each stone from the settled state [rad], shape (stones,)."""
    lean: FloatArray
    """Largest lean of each stone, of its tipping angle (θ/α) [-], shape (stones,)."""
    last: FloatArray
    """Displacement in the last state [m], shape (stones, 3)."""
    turn: FloatArray
    """Rotation from the settled state in the last one, as seen from the base (w, x, y, z), shape (stones, 4)."""
    push: FloatArray
    """Largest reaction of the base along, across and up [N], shape (3,)."""
    shear: float
    """Largest level reaction of the base [N]."""
    opening: float
    """Widest that a joint opened [m]."""
    opening_joint: str
    slip: float
    """Longest slip of a joint [m]."""
    slip_joint: str
    points: tuple[str, ...]
    """Names of the control points."""
    times: FloatArray
    """Of what is kept of them [s], shape (k,)."""
    across: FloatArray
    """Their displacement across the wall, relative to the base [m], shape (k, points)."""
    point_peak: FloatArray
    """Largest displacement of each of them [m], shape (points,)."""
    point_across: FloatArray
    """And across the wall alone [m], shape (points,)."""

    @property
    def failed(self) -> bool:
        """Whether it says nothing about the wall."""
        return self.collapse == "failed"

    @property
    def outcome(self) -> Outcome:
        """Which stones fell."""
        return Outcome(collapse=self.collapse, falls=self.falls, count=self.count, first=self.first)

    @property
    def residual_size(self) -> FloatArray:
        """[m], shape (stones,)"""
        return np.asarray(np.linalg.norm(self.residual, axis=1))

    @property
    def title(self) -> str:
        """Motion, level and case."""
        case = f" ({self.case})" if self.case else ""
        return f"{self.motion} at {self.level / STANDARD_GRAVITY:.3g} g{case}"


def summarise(run: Trajectory, witness: Witness, *, key: str, level: float, factor: float) -> RunSummary:
    """The page of ``run``, which ``witness`` followed."""
    outcome, watch = witness.outcome(run), witness.watch
    openings, slips = (run.opening - run.opening[0]).max(axis=0, initial=0.0), run.slip.max(axis=0, initial=0.0)
    opened = int(np.argmax(openings)) if len(openings) else -1
    slid = int(np.argmax(slips)) if len(slips) else -1
    apart = float(np.median(np.diff(run.times))) if len(run.times) > 1 else _KEPT_EVERY
    stride = max(1, int(_KEPT_EVERY / apart + 1e-3))
    points = tuple(point.name for point in run.control_points)
    moved = [run.point(name) for name in points]
    return RunSummary(
        key=key,
        motion=run.action,
        level=level,
        factor=factor,
        case=run.case,
        collapse=outcome.collapse,
        falls=outcome.falls,
        count=outcome.count,
        first=outcome.first,
        reliable=run.reliable and outcome.collapse != "failed",
        at_rest=is_at_rest(run),
        reason=_reason(run, outcome),
        ends=float(run.times[-1]),
        ended_at=run.ended_at,
        step=run.step,
        halvings=run.halvings,
        ledger_error=float(run.ledger.error),
        weight=float(run.settled.weight),
        stones=run.stones,
        residual=run.residual,
        peak=run.peak,
        peak_across=np.abs(run.displacement[:, :, 1]).max(axis=0),
        turned=_largest_turns(run),
        lean=watch.leans,
        last=run.displacement[-1],
        turn=turned(watch.first, watch.last, watch.base),
        push=np.abs(run.push).max(axis=0),
        shear=float(np.hypot(run.push[:, 0], run.push[:, 1]).max()),
        opening=float(openings[opened]) if opened >= 0 else 0.0,
        opening_joint=str(run.joints[opened]) if opened >= 0 else "",
        slip=float(slips[slid]) if slid >= 0 else 0.0,
        slip_joint=str(run.joints[slid]) if slid >= 0 else "",
        points=points,
        times=run.times[::stride],
        across=np.array([place[::stride, 1] for place in moved]).reshape(len(moved), len(run.times[::stride])).T,
        point_peak=np.array([np.linalg.norm(place, axis=1).max() for place in moved]),
        point_across=np.array([np.abs(place[:, 1]).max() for place in moved]),
    )


def _reason(run: Trajectory, outcome: Outcome) -> str:
    if run.failed:
        return "the computation went wrong"
    return "stones moved away before the motion, under their own weight" if outcome.collapse == "failed" else ""


def failed_summary(
    stones: tuple[str, ...], *, key: str, motion: str, level: float, factor: float, case: str, reason: str
) -> RunSummary:
    """A run that gave nothing, and why."""
    count = len(stones)
    return RunSummary(
        key=key,
        motion=motion,
        level=level,
        factor=factor,
        case=case,
        collapse="failed",
        falls=(),
        count=count,
        first=None,
        reliable=False,
        at_rest=False,
        reason=reason,
        ends=0.0,
        ended_at=None,
        step=0.0,
        halvings=0,
        ledger_error=0.0,
        weight=0.0,
        stones=stones,
        residual=np.zeros((count, 3)),
        peak=np.zeros(count),
        peak_across=np.zeros(count),
        turned=np.zeros(count),
        lean=np.zeros(count),
        last=np.zeros((count, 3)),
        turn=np.tile([1.0, 0.0, 0.0, 0.0], (count, 1)),
        push=np.zeros(3),
        shear=0.0,
        opening=0.0,
        opening_joint="",
        slip=0.0,
        slip_joint="",
        points=(),
        times=np.zeros(0),
        across=np.zeros((0, 0)),
        point_peak=np.zeros(0),
        point_across=np.zeros(0),
    )


def turned(first: FloatArray, last: FloatArray, base: FloatArray) -> FloatArray:
    """Rotation of each stone from one attitude to another, as seen from the base (w, x, y, z), shape (stones, 4)."""
    from scipy.spatial.transform import Rotation

    start, end, ground = (Rotation.from_quat(np.roll(turn, -1, axis=-1)) for turn in (first, last, base))
    return np.asarray(np.roll((ground.inv() * end * start.inv()).as_quat(canonical=True), 1, axis=-1))


def _largest_turns(run: Trajectory) -> FloatArray:
    """Largest angle between each stone's attitude and its settled one [rad], shape (stones,); of an upright base."""
    alike = np.abs((run.quaternion * run.quaternion[:1]).sum(axis=-1))
    return np.asarray(2.0 * np.arccos(np.clip(alike.min(axis=0), 0.0, 1.0)))
