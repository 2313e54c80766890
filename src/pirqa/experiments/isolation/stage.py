"""The stage: the wall on a bed of rounded stones beside the same wall fixed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.dynamics.restitution import damping_for_restitution
from pirqa.dynamics.trajectory import Trajectory
from pirqa.errors import OptionsError
from pirqa.experiments.checks import RunLimits, judged_row
from pirqa.experiments.damage import Outcome, outcome_of
from pirqa.experiments.isolation.bed import (
    Bed,
    Measures,
    beds_of,
    block_drift,
    joints_on,
    level_components,
    measure,
    recentring_springs,
    rocking_coefficient,
    seen_from_bed,
    wall_fixed,
    wall_on,
)
from pirqa.experiments.isolation.options import IsolationOptions
from pirqa.experiments.isolation.result import (
    IsolationResult,
    JudgedRun,
    bed_checks,
    effect_of,
    origin_of,
    stiffer_joints,
)
from pirqa.experiments.leaves import infill_remarks
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.remarks import (
    check_stones,
    check_whole,
    joint_remarks,
    motion_remarks,
    pick_motions,
    run_remarks,
    scan_remarks,
)
from pirqa.experiments.runs import RunSetup, compile_engine
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark, Table
from pirqa.model.support import Strut
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer
from pirqa.units import STANDARD_GRAVITY

_MOST_STATES = 2000
"""Kept of a run's history: drift is slow."""


def run_isolation(
    wall: Wall,
    options: IsolationOptions,
    dynamics: DynamicsOptions,
    motions: Mapping[str, GroundMotion],
    *,
    folder: Path | None = None,
    observer: Observer = SILENT,
) -> IsolationResult:
    """The wall on a bed of rounded stones beside the same wall fixed.

    ``dynamics`` says how runs are computed and when a stone has fallen; ``folder`` is where runs are kept while the
    stage is on its way.
    """
    joints = check_stones(wall)
    beds = beds_of(wall, options)
    walls = {bed: wall_fixed(wall) if bed.kind == "fixed" else wall_on(bed, wall) for bed in beds}
    if set(walls[beds[0]].fixed) >= set(wall.stone_numbers):
        raise OptionsError(
            "isolation: every stone sits on the base, so nothing is left to move where the wall is fixed; compare it "
            "with the sliding block of the motion analysis instead"
        )
    actions = list(_actions(options, motions, dynamics.simulation.ramp))
    compile_engine(wall, observer)
    rocking = rocking_coefficient(wall)
    remarks = [*joint_remarks(wall, joints), *infill_remarks(wall, dynamics.infill)]
    remarks += motion_remarks([motion for motion, _ in actions])
    remarks += [*scan_remarks(wall, dynamics.simulation.scan), *_bed_remarks(wall, options, beds, rocking, actions)]
    rows: list[dict[str, Any]] = []
    stiffer: list[dict[str, Any]] = []
    judged: list[JudgedRun] = []
    histories: list[dict[str, FloatArray]] = []
    for motion, level in actions:
        for case, corner in joints.corners().items():
            fixed: dict[str, Any] = {}
            for bed, standing in walls.items():
                setup = RunSetup(wall=standing, dynamics=dynamics, folder=folder, observer=observer)
                run = _run(setup, bed, motion, corner, case, options)
                seen, outcome, measures = _looked_at(run, standing, dynamics)
                row = _row(seen, outcome, measures, bed, motion, level, recentred=options.recentring_radius is not None)
                reached = judged_row(seen, outcome)
                row |= {key: reached[key] for key in ("residual", "residual_stone")}
                limits = {"residual_limit": dynamics.residual_limit, "rocking": rocking}
                again = []
                if origin_of(row, (), **limits) == "not_compared":
                    for factor in options.stiffer_joints:
                        joints_again = stiffer_joints(corner, factor)
                        name = f"{case}, Kn × {factor:g}" if case else f"Kn × {factor:g}"
                        other = _run(setup, bed, motion, joints_again, name, options)
                        again.append(_stiffer_row(other, standing, dynamics, joints_again, len(rows), factor))
                row["origin"] = origin_of(row, again, **limits)
                stiffer += again
                fixed = fixed or row
                row["effect"] = effect_of(row, fixed, residual_limit=dynamics.residual_limit)
                if bed.kind != "fixed":
                    histories.append(_history(run, measures, len(rows)))
                rows.append(row)
                judged.append(JudgedRun(motion=motion, outcome=outcome, row=row, reached=reached, wall=wall))
                remarks += run_remarks(seen, outcome, run_title(row))
    return IsolationResult(
        table=Table.of(rows),
        stiffer=Table.of(stiffer),
        histories=Table({key: np.concatenate([item[key] for item in histories]) for key in histories[0]}),
        rocking=rocking,
        recentring_radius=options.recentring_radius,
        residual_limit=dynamics.residual_limit,
        checks=bed_checks(judged, RunLimits.of(wall, dynamics)),
        remarks=tuple(dict.fromkeys(remarks)),
    )


def run_title(row: Mapping[str, Any]) -> str:
    """What a run is called in remarks: ``lima, 0.3 g, rolling 0.1 (Kn low)``."""
    case = f" ({row['case']})" if row["case"] else ""
    return f"{row['motion']}, {row['level'] / STANDARD_GRAVITY:.3g} g, {row['bed']}{case}"


def _actions(
    options: IsolationOptions, motions: Mapping[str, GroundMotion], ramp: float
) -> Iterator[tuple[GroundMotion, float]]:
    """Each motion at each level, and its peak level acceleration [m/s2]."""
    asked = pick_motions(options.motions, motions, "isolation.motions")
    if not asked:
        raise OptionsError(
            'isolation: nothing shakes the wall; add "motion" to analyses with a record or signal under [motion], and '
            "name it under isolation.motions or leave that out"
        )
    for motion in asked:
        check_whole(motion, ramp, "isolation.motions")
        columns = level_components(motion)
        peak = max((float(motion.peak_acceleration[column]) for column in columns), default=0.0)
        if peak <= 0.0:
            raise OptionsError(f'isolation.motions: "{motion.name}" has no level component that moves; leave it out')
        for level in options.levels or (peak,):
            yield (motion.scaled(level / peak) if options.levels else motion), level


def _bed_remarks(
    wall: Wall,
    options: IsolationOptions,
    beds: Sequence[Bed],
    rocking: float,
    actions: Sequence[tuple[GroundMotion, float]],
) -> Iterator[Remark]:
    for bed in beds:
        if math.isfinite(bed.coefficient) and bed.coefficient >= rocking:
            yield Remark(kind="warning", key="bed_rocks_first", amount=rocking, stated=bed.coefficient, text=bed.name)
    if options.recentring_radius is not None:
        yield Remark(kind="assumption", key="bed_recentred", amount=float(options.recentring_radius), unit="m")
    if options.joined_base:
        yield Remark(kind="assumption", key="bed_joined", stones=wall.base_stones, count=len(wall.base_stones))
    for motion in dict.fromkeys(motion for motion, _ in actions):
        names = {motion.directions[column].name for column in level_components(motion)}
        if wall.guided and "along" in names:
            yield Remark(kind="warning", key="bed_guided", stones=wall.guided, text=motion.name)
        if len(motion.directions) > 1:
            yield Remark(kind="assumption", key="bed_block_one_way", text=motion.name)


def _run(
    setup: RunSetup, bed: Bed, motion: GroundMotion, corner: JointProperties, case: str, options: IsolationOptions
) -> Trajectory:
    wall = setup.wall
    used = damping_for_restitution(wall, corner)
    springs: Sequence[Strut] = ()
    if bed.kind != "fixed":
        used = joints_on(bed, wall, used, joined=options.joined_base)
        if options.recentring_radius is not None:
            springs = recentring_springs(wall, options.recentring_radius)
    return setup.run(motion, used, case, springs=springs)


def _looked_at(run: Trajectory, wall: Wall, dynamics: DynamicsOptions) -> tuple[Trajectory, Outcome, Measures]:
    """The run as seen from the wall's seat, which stones fell as seen from there, and what it says of the bed."""
    seen, _ = seen_from_bed(run, wall)
    return seen, outcome_of(seen, wall, dynamics.damage), measure(run, wall)


def _row(
    run: Trajectory,
    outcome: Outcome,
    measures: Measures,
    bed: Bed,
    motion: GroundMotion,
    level: float,
    *,
    recentred: bool,
) -> dict[str, Any]:
    drifts = np.hypot(measures.drift[:, 0], measures.drift[:, 1])
    # Newmark's block knows no hollow
    block = (math.nan, math.nan) if recentred else block_drift(motion, bed)
    return {
        "motion": motion.name,
        "level": level,
        "case": run.case,
        "bed": bed.name,
        "kind": bed.kind,
        "coefficient": bed.coefficient,
        "outcome": outcome.collapse,
        "fallen_count": len(outcome.falls),
        "stones": outcome.count,
        "reliable": run.reliable and outcome.collapse != "failed",
        "transmitted": float(measures.transmitted.max()),
        "pressed": measures.pressed,
        "drift_peak": float(drifts.max()),
        "drift_residual": _residual_drift(run, measures),
        "spread": measures.spread,
        "top_peak": float(measures.top.max()),
        "top_residual": measures.residual_top,
        "block_peak": block[0],
        "block_residual": block[1],
        "effect": "reference",
        "ledger_error": float(run.ledger.error),
        "step": run.step,
    }


def _stiffer_row(
    run: Trajectory, wall: Wall, dynamics: DynamicsOptions, joints: JointProperties, row: int, factor: float
) -> dict[str, Any]:
    seen, outcome, measures = _looked_at(run, wall, dynamics)
    reached = judged_row(seen, outcome)
    return {
        "row": row,
        "factor": factor,
        "normal_stiffness": float(joints.normal_stiffness or math.nan),
        "outcome": outcome.collapse,
        "reliable": run.reliable and outcome.collapse != "failed",
        "residual": reached["residual"],
        "residual_stone": reached["residual_stone"],
        "top_residual": measures.residual_top,
        "drift_residual": _residual_drift(run, measures),
        "step": run.step,
    }


def _residual_drift(run: Trajectory, measures: Measures) -> float:
    return float(np.hypot(*measures.drift[run.times >= run.times[-1] - 1.0].mean(axis=0)))


def _history(run: Trajectory, measures: Measures, row: int) -> dict[str, FloatArray]:
    every = slice(None, None, math.ceil(len(run.times) / _MOST_STATES))
    times = run.times[every]
    return {
        "row": np.full(len(times), float(row)),
        "time": times,
        "along": measures.drift[every, 0],
        "across": measures.drift[every, 1],
        "top": measures.top[every],
    }
