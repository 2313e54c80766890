"""The sweep stage: records at many levels on one wall, and what is expected there among them."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.campaign.critical import first_to_go, stone_table
from pirqa.campaign.options import SweepOptions
from pirqa.campaign.plan import job_of, plan_runs
from pirqa.campaign.result import ExpectedLevel, SweepResult
from pirqa.campaign.run import Executor, run_plan
from pirqa.campaign.store import Store
from pirqa.campaign.summary import RunSummary
from pirqa.errors import ComputationError, OptionsError
from pirqa.model.check import Check
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.joint import JointProperties
from pirqa.model.remark import Remark
from pirqa.model.table import Table
from pirqa.model.wall import Wall
from pirqa.motion.scaling import LARGEST_FACTOR
from pirqa.progress import SILENT, Observer
from pirqa.shaking.checks import components_of, in_doubt, judge_run
from pirqa.shaking.damage import CollapseDefinition, half_thickness, states_reached
from pirqa.shaking.leaves import infill_remarks
from pirqa.shaking.movable import check_movable, check_whole, corners_of, pick_motions
from pirqa.shaking.options import DynamicsOptions
from pirqa.shaking.remarks import joint_remarks, motion_remarks, scan_remarks
from pirqa.shaking.stage import compile_engine
from pirqa.units import STANDARD_GRAVITY

__all__ = ["run_sweep"]

_SAME = 1e-6
"""Part of a level by which two are the same."""


def run_sweep(
    wall: Wall,
    options: SweepOptions,
    dynamics: DynamicsOptions,
    motions: Mapping[str, GroundMotion],
    *,
    expected: Sequence[ExpectedLevel] = (),
    folder: Path | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    observer: Observer = SILENT,
) -> SweepResult:
    """Each motion at each level, and at what is ``expected`` beside the options' demands.

    ``dynamics`` says how runs are computed and when a stone has fallen. Finished runs are kept in ``folder`` and never
    made again; ``workers`` processes share the work, or ``executor`` does it.
    """
    joints = check_movable(wall)
    asked = _asked(options, dynamics, motions)
    awaited = (*_demanded(options), *expected)
    levels = _all_levels(options.levels, awaited)
    cases = corners_of(wall)
    compile_engine(wall, observer, falling=True)
    job = job_of(wall, dynamics, end_at_collapse=options.end_at_collapse)
    with tempfile.TemporaryDirectory() as scratch:
        store = Store(Path(scratch) if folder is None else folder)
        plan = plan_runs(job, asked, levels, cases)
        runs = run_plan(plan, store, workers=workers, executor=executor, observer=observer, title="sweep")
    if all(run.failed for run in runs):
        raise ComputationError(f"sweep: no run came to an end: {runs[0].reason}")
    limit, half = dynamics.residual_limit, half_thickness(wall)
    rows = [_row(run, dynamics) for run in runs]
    return SweepResult(
        levels=tuple(float(level) for level in options.levels),
        motions=tuple(motion.name for motion in asked),
        cases=tuple(cases),
        runs=runs,
        table=Table.of(rows),
        points=Table.of([row for run in runs for row in _point_rows(run)]),
        stones=stone_table(runs, limit),
        first=first_to_go(runs, limit),
        expected=awaited,
        damage=dynamics.damage,
        residual_limit=limit,
        half_thickness=half,
        checks=_checks(runs, rows, awaited, wall, asked, dynamics.damage, limit=limit, half=half),
        remarks=tuple(dict.fromkeys(_remarks(wall, joints, dynamics, asked, runs, options))),
    )


def _asked(options: SweepOptions, dynamics: DynamicsOptions, motions: Mapping[str, GroundMotion]) -> list[GroundMotion]:
    asked = pick_motions(options.motions, motions, "sweep.motions")
    if not asked:
        raise OptionsError(
            'sweep: no ground motion to shake the wall with; add "motion" to analyses and give records under [motion]'
        )
    for motion in asked:
        check_whole(motion, dynamics.simulation.ramp, "sweep.motions")
    return asked


def _demanded(options: SweepOptions) -> Iterator[ExpectedLevel]:
    for name, demand in options.demands.items():
        given, level = float(demand.acceleration), options.at_surface(demand)
        yield ExpectedLevel(name=name, origin="demand", given=given, ground=demand.ground, level=level)


def _all_levels(levels: Sequence[float], awaited: Sequence[ExpectedLevel]) -> list[float]:
    """Those asked for and those expected, rising, each once."""
    found = sorted(float(level) for level in levels)
    for item in awaited:
        if not any(math.isclose(item.level, level, rel_tol=_SAME) for level in found):
            found.append(item.level)
    return sorted(found)


def _row(run: RunSummary, dynamics: DynamicsOptions) -> dict[str, Any]:
    sizes = run.residual_size
    worst, highest, farthest = (int(np.argmax(values)) for values in (sizes, run.peak, run.peak_across))
    return {
        "motion": run.motion,
        "case": run.case,
        "level": run.level,
        "factor": run.factor,
        "outcome": run.collapse,
        "state": _state(run, dynamics),
        "reliable": run.reliable,
        "reason": run.reason,
        "fallen": run.falls[0].stone if run.falls else "",
        "fallen_count": len(run.falls),
        "stones": run.count,
        "fallen_from": run.falls[0].time if run.falls else math.nan,
        "detached": run.first.stone if run.first else "",
        "detached_from": run.first.time if run.first else math.nan,
        "residual": float(sizes[worst]),
        "residual_stone": run.stones[worst],
        "peak": float(run.peak[highest]),
        "peak_stone": run.stones[highest],
        "peak_across": float(run.peak_across[farthest]),
        "across_stone": run.stones[farthest],
        "turned": float(run.turned.max(initial=0.0)),
        "lean": float(run.lean.max(initial=0.0)),
        "opening": run.opening,
        "opening_joint": run.opening_joint,
        "slip": run.slip,
        "slip_joint": run.slip_joint,
        "shear_ratio": run.shear / run.weight if run.weight > 0.0 else 0.0,
        "base_shear": run.shear,
        "at_rest": run.at_rest,
        "ledger_error": run.ledger_error,
        "step": run.step,
        "ends": run.ends,
        "ended_at": math.nan if run.ended_at is None else run.ended_at,
        "key": run.key,
    }


def _state(run: RunSummary, dynamics: DynamicsOptions) -> str:
    """The heaviest damage state that a run reached; empty where none, or where it says nothing."""
    if run.failed:
        return ""
    reached = states_reached(
        dynamics.damage_states,
        residual=run.residual_size.max(initial=0.0),
        lean=run.lean.max(initial=0.0),
        collapse=run.collapse,
    )
    return ("", *dynamics.damage_states)[int(reached.sum())]


def _point_rows(run: RunSummary) -> Iterator[dict[str, Any]]:
    late = run.times >= run.ends - 1.0
    for index, name in enumerate(run.points):
        yield {
            "motion": run.motion,
            "case": run.case,
            "level": run.level,
            "point": name,
            "peak": float(run.point_peak[index]),
            "peak_across": float(run.point_across[index]),
            "residual_across": float(run.across[late, index].mean()) if late.any() else 0.0,
        }


def _checks(
    runs: Sequence[RunSummary],
    rows: Sequence[Mapping[str, Any]],
    awaited: Sequence[ExpectedLevel],
    wall: Wall,
    motions: Sequence[GroundMotion],
    definition: CollapseDefinition,
    *,
    limit: float,
    half: float,
) -> tuple[Check, ...]:
    """Checks of the runs at expected levels, and of the lowest level at which stones fall for each motion and case."""
    lowest: dict[tuple[str, str], float] = {}
    for run in runs:
        if run.reliable and run.falls:
            key = run.motion, run.case
            lowest[key] = min(run.level, lowest.get(key, math.inf))
    judged = [
        (run, row)
        for run, row in zip(runs, rows, strict=True)
        if any(math.isclose(run.level, item.level, rel_tol=_SAME) for item in awaited)
        or run.level == lowest.get((run.motion, run.case))
    ]
    includes = {motion.name: components_of(motion) for motion in motions}
    found: list[Check] = []
    for run, row in judged:
        if run.reliable:
            action = f"{run.motion}, {run.level / STANDARD_GRAVITY:.3g} g"
            found += judge_run(
                "sweep",
                action,
                run.case,
                run.outcome,
                row,
                wall,
                residual_limit=limit,
                half=half,
                definition=definition,
                includes=includes[run.motion],
                motion=run.motion,
                peak=run.level / STANDARD_GRAVITY,
            )
    return tuple(found) if all(run.reliable for run, _ in judged) else tuple(map(in_doubt, found))


def _remarks(
    wall: Wall,
    joints: JointProperties,
    dynamics: DynamicsOptions,
    motions: Sequence[GroundMotion],
    runs: Sequence[RunSummary],
    options: SweepOptions,
) -> Iterator[Remark]:
    yield from joint_remarks(wall, joints)
    yield from infill_remarks(wall, dynamics.infill)
    yield from motion_remarks(motions)
    yield from scan_remarks(wall, dynamics.simulation.scan)
    for motion in motions:
        largest = max(abs(run.factor) for run in runs if run.motion == motion.name)
        if largest > LARGEST_FACTOR and motion.origin.file:
            yield Remark(
                kind="warning", key="motion_scaled_up", text=motion.name, amount=largest, stated=LARGEST_FACTOR
            )
        amplified = any(item.key in ("site_factor", "site_layer") for item in motion.treatments)
        if amplified and any(demand.ground == "rock" for demand in options.demands.values()):
            yield Remark(kind="warning", key="site_effect_once", text=motion.name)
    doubtful = [run.title for run in runs if not run.reliable and not run.failed]
    if doubtful:
        yield Remark(kind="warning", key="sweep_open_ledgers", count=len(doubtful), text="; ".join(doubtful))
    swinging = [run.title for run in runs if not run.failed and not run.falls and not run.at_rest]
    if swinging:
        yield Remark(kind="warning", key="sweep_not_at_rest", count=len(swinging), text="; ".join(swinging))
    for run in runs:
        if run.failed:
            yield Remark(kind="warning", key="sweep_run_failed", text=f"{run.title}: {run.reason}")
    ended = [run.title for run in runs if run.ended_at is not None]
    if ended:
        yield Remark(kind="warning", key="runs_ended", count=len(ended), stated=float(len(runs)), text="; ".join(ended))
    finer = [run for run in runs if run.halvings]
    if finer:
        yield Remark(
            kind="repair", key="sweep_refined", count=len(finer), amount=min(run.step for run in finer), unit="s"
        )
