"""What is kept of one run of many: a page with its row of the table of outcomes, and a summary where one is asked for.

The page is made while the run goes, from what its witness has seen, and needs no history. The summary has openings,
slips and control points too, which only the whole history gives.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.dynamics.trajectory import Trajectory
from pirqa.experiments.campaign.plan import RunTask, Scene
from pirqa.experiments.damage import Detachment, Fall, Outcome, half_thickness
from pirqa.experiments.damage_states import CollapseClass, StoneDamage, measure_damage
from pirqa.experiments.damage_tracking import Shapes
from pirqa.experiments.remarks import is_at_rest
from pirqa.experiments.run_monitor import Witness
from pirqa.model.plain import from_plain
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.intensity import rocking_acceleration, rocking_velocity
from pirqa.units import STANDARD_GRAVITY

_KEPT_EVERY = 0.05
"""Between the kept places of the control points, at most [s]."""
_PARTED = 0.99
"""Opening that stands for parted faces in summaries that do not state it [m]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class RunSummary:
    """One motion at one level: what it did to the wall; without most of it, a run that gave nothing."""

    key: str
    motion: str
    level: float
    """Peak acceleration across the wall [m/s2]."""
    factor: float
    """By which the record was scaled in all [-]."""
    case: str
    collapse: CollapseClass
    falls: tuple[Fall, ...] = ()
    count: int
    """Stones that could fall."""
    first: Detachment | None = None
    reliable: bool = False
    """Whether the energy closes and the computation did not fail."""
    at_rest: bool = False
    """Whether it had come to rest at the end: else what is called lasting is where it was then."""
    reason: str
    """Why it failed; empty where it did not."""
    ends: float = 0.0
    """[s]"""
    ended_at: float | None = None
    """When it was ended before its time, since the wall had collapsed [s]; none where it was not. What it says is of
    the time until then."""
    step: float = 0.0
    """[s]"""
    halvings: int = 0
    ledger_error: float = 0.0
    """[-]"""
    weight: float = 0.0
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
    shear: float = 0.0
    """Largest level reaction of the base [N]."""
    opening: float = 0.0
    """Widest that a joint opened [m]; without a meaning where its faces have parted."""
    opening_joint: str = ""
    parted: bool | None = None
    """Whether the faces of that joint have left each other; None in summaries that do not state it."""
    slip: float = 0.0
    """Longest slip of a joint [m]."""
    slip_joint: str = ""
    points: tuple[str, ...] = ()
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
    def has_parted(self) -> bool:
        """Whether the faces of the joint that opened most have left each other."""
        return self.opening > _PARTED if self.parted is None else self.parted

    @property
    def outcome(self) -> Outcome:
        """Which stones fell."""
        return Outcome(collapse=self.collapse, falls=self.falls, count=self.count, first=self.first)

    @property
    def residual_size(self) -> FloatArray:
        """[m], shape (stones,)"""
        return np.asarray(np.linalg.norm(self.residual, axis=1))

    def damage(self, shapes: Shapes) -> StoneDamage:
        """Return the damage of all stones, those that fell included; ``shapes`` are the stones as surveyed."""
        every = np.ones(len(self.stones), dtype=bool)
        return StoneDamage(shapes=shapes, free=every, standing=every, residual=self.residual_size, lean=self.lean)

    @property
    def title(self) -> str:
        """Motion, level and case."""
        case = f" ({self.case})" if self.case else ""
        return f"{self.motion} at {self.level / STANDARD_GRAVITY:.3g} g{case}"


def planned_columns(scene: Scene, task: RunTask) -> dict[str, Any]:
    """Return the columns that the plan gives: names, intensity measures and the sample."""
    curve, item = task.curve, scene.motions[task.curve.motion]
    measured = item.measured(task.factor)
    measured.pop("level_sa", None)
    block = {
        "height": float(scene.wall.envelope.height),
        "thickness": scene.thickness * curve.parameters.get("thickness", 1.0),
    }
    if "pgv" in measured:  # of a sweep the peak acceleration alone is known
        measured["pga_star"] = rocking_acceleration(measured["pga"], **block)
        measured["pgv_star"] = rocking_velocity(measured["pgv"], **block)
    return {
        "key": task.key,
        "curve": curve.key,
        "wall": scene.name,
        "record": item.record,
        "component": item.component,
        "case": curve.case,
        "sample": curve.sample,
        "level_im": scene.level_im,
        "level": task.level,
        "factor": task.factor * item.motion.factor,
        **measured,
        **curve.parameters,
    }


def page_head(scene: Scene, task: RunTask) -> dict[str, Any]:
    """Return the page of a run before it is made."""
    return planned_columns(scene, task) | {
        "time_limit": task.time_limit,
        "status": "failed",
        "reason": "",
        "collapse": "",
        "history": "",
    }


def page_of(
    scene: Scene, task: RunTask, run: Trajectory, witness: Witness, began: tuple[float, float]
) -> dict[str, Any]:
    """Return the page of ``run``, which ``witness`` followed.

    ``began`` is when it did, by the clock and by the processor [s].
    """
    outcome = witness.outcome(run)
    row = page_head(scene, task)
    if task.detailed:
        row["summary"] = _summary(run, witness, task, row["factor"])
    row["wall_seconds"], row["cpu_seconds"] = time.perf_counter() - began[0], time.process_time() - began[1]
    row["simulated"], row["ended_at"] = float(run.times[-1]), run.ended_at
    if outcome.collapse == "failed":
        moved = "stones moved away before the motion, under their own weight"
        return row | {"reason": "the computation went wrong: numbers without bounds" if run.failed else moved}
    return row | {"status": "done"} | _demands(run, witness, outcome)


def _demands(run: Trajectory, witness: Witness, outcome: Outcome) -> dict[str, Any]:
    """Return what the run did to the wall."""
    wall, watch = witness.wall, witness.watch
    numbers = wall.stone_numbers
    fell = [numbers[name] for name in outcome.fallen]
    free, shapes = watch.free, watch.shapes
    stands = free.copy()
    stands[fell] = False
    sizes = np.linalg.norm(watch.residual, axis=1)
    worst = int(np.where(stands, sizes, -1.0).argmax())
    damage = StoneDamage(shapes=shapes, free=free, standing=stands, residual=sizes, lean=watch.leans)
    peak = float(watch.across[stands].max(initial=0.0))
    top = np.flatnonzero(free & shapes.top_course).tolist()
    return {
        "reliable": run.reliable,
        "at_rest": is_at_rest(run),
        "collapse": outcome.collapse,
        **measure_damage(damage),
        "residual_stone": run.stones[worst] if stands.any() else "",
        "peak": peak,
        "drift": peak / (2.0 * half_thickness(wall)),
        "lost": len(fell),
        "lost_share": outcome.share,
        "lost_area": float(shapes.front[fell].sum() / shapes.front[free].sum()) if free.any() else 0.0,
        "top_lost": bool(len(top)) and set(top) <= set(fell),
        "first_stone": outcome.first.stone if outcome.first else "",
        "first_time": outcome.first.time if outcome.first else math.nan,
        "fell": fell,
        "stone_residual": sizes.tolist(),
        "ledger_error": float(run.ledger.error),
        # not in the table: where every stone lies at the end, for the pictures; last, so that it can be skipped
        "pose": np.round(np.hstack([watch.place, _turned(watch.first, watch.last, watch.base)]), 4).tolist(),
    }


def unfinished_page(scene: Scene, task: RunTask, status: str, reason: str, seconds: float) -> dict[str, Any]:
    """Return the page of a run that shows nothing about the wall, and why."""
    return page_head(scene, task) | {"status": status, "reason": reason, "wall_seconds": seconds}


def kept_page(page: dict[str, Any] | None, task: RunTask, *, again: bool = False) -> dict[str, Any] | None:
    """Return ``page`` if the run need not be made again: one that was stopped is, if it may take longer now.

    With ``again`` all that are not done are made again.
    """
    if page is None or (again and page["status"] != "done"):
        return None
    limit = math.inf if task.time_limit is None else task.time_limit
    if page["status"] == "timeout" and limit > 1.001 * (page["time_limit"] or 0.0):
        return None
    return page


def summary_of(page: Mapping[str, Any], scene: Scene, task: RunTask) -> RunSummary:
    """Return the summary of a detailed run from its page; an empty one where the run gave nothing."""
    if "summary" in page:
        found: RunSummary = from_plain(RunSummary, page["summary"])
        return found
    item = scene.motions[task.curve.motion]
    return failed_summary(
        tuple(stone.name for stone in scene.wall.stones),
        key=task.key,
        motion=item.motion.name,
        level=task.level,
        factor=item.motion.factor * task.factor,
        case=task.curve.case,
        reason=str(page["reason"]),
    )


def _summary(run: Trajectory, witness: Witness, task: RunTask, factor: float) -> RunSummary:
    """Return the summary of ``run``, which ``witness`` followed."""
    outcome, watch = witness.outcome(run), witness.watch
    openings, slips = (run.opening - run.opening[0]).max(axis=0, initial=0.0), run.slip.max(axis=0, initial=0.0)
    opened = int(np.argmax(openings)) if len(openings) else -1
    slid = int(np.argmax(slips)) if len(slips) else -1
    apart = float(np.median(np.diff(run.times))) if len(run.times) > 1 else _KEPT_EVERY
    stride = max(1, int(_KEPT_EVERY / apart + 1e-3))
    points = tuple(point.name for point in run.control_points)
    moved = [run.point(name) for name in points]
    return RunSummary(
        key=task.key,
        motion=run.action,
        level=task.level,
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
        turn=_turned(watch.first, watch.last, watch.base),
        push=np.abs(run.push).max(axis=0),
        shear=float(np.hypot(run.push[:, 0], run.push[:, 1]).max()),
        opening=float(openings[opened]) if opened >= 0 else 0.0,
        opening_joint=str(run.joints[opened]) if opened >= 0 else "",
        parted=opened >= 0 and bool(run.parted_joints[:, opened].any()),
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
        count=count,
        reason=reason,
        stones=stones,
        residual=np.zeros((count, 3)),
        peak=np.zeros(count),
        peak_across=np.zeros(count),
        turned=np.zeros(count),
        lean=np.zeros(count),
        last=np.zeros((count, 3)),
        turn=np.tile([1.0, 0.0, 0.0, 0.0], (count, 1)),
        push=np.zeros(3),
        times=np.zeros(0),
        across=np.zeros((0, 0)),
        point_peak=np.zeros(0),
        point_across=np.zeros(0),
    )


def _turned(first: FloatArray, last: FloatArray, base: FloatArray) -> FloatArray:
    """Rotation of each stone from one attitude to another, as seen from the base (w, x, y, z), shape (stones, 4)."""
    from scipy.spatial.transform import Rotation

    start, end, ground = (Rotation.from_quat(np.roll(turn, -1, axis=-1)) for turn in (first, last, base))
    return np.asarray(np.roll((ground.inv() * end * start.inv()).as_quat(canonical=True), 1, axis=-1))


def _largest_turns(run: Trajectory) -> FloatArray:
    """Largest angle between each stone's attitude and its settled one [rad], shape (stones,); of an upright base."""
    alike = np.abs((run.quaternion * run.quaternion[:1]).sum(axis=-1))
    return np.asarray(2.0 * np.arccos(np.clip(alike.min(axis=0), 0.0, 1.0)))
