"""The incremental dynamic analysis: each motion of the set at rising intensity, corners of the joints at the demand.

Runs are searched motion by motion (:mod:`~pirqa.experiments.campaign.incremental.capacity`); each finished run is kept
in the store of campaigns, so that a stopped analysis goes on where it was. Corners of the joint properties are run at
the demand while they can still change the verdict: one input at a time, then the two that matter most together.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.dynamics.run_sequence import perform
from pirqa.dynamics.simulate import simulation
from pirqa.dynamics.trajectory import Trajectory
from pirqa.errors import ComputationError, OptionsError
from pirqa.experiments.campaign.incremental.capacity import (
    Ladder,
    MotionCapacity,
    StateCapacity,
    bracket_of,
    capacity_of,
)
from pirqa.experiments.campaign.incremental.hunt import (
    Analysis,
    best_estimates,
    corner_factors,
    corner_joints,
    early_stop_rule,
    hunt,
    is_symmetric,
    signed,
)
from pirqa.experiments.campaign.incremental.result import STATES, IdaResult, LadderRun, MotionLadder, ida_checks
from pirqa.experiments.campaign.options import IdaOptions
from pirqa.experiments.campaign.plan import Job, pushing_component, scaled_motion, scene_of_motions
from pirqa.experiments.campaign.store import Store
from pirqa.experiments.damage import outcome_of
from pirqa.experiments.early_stop import without_lead
from pirqa.experiments.leaves import infill_remarks
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.remarks import (
    check_movable,
    check_whole,
    joint_remarks,
    motion_remarks,
    pick_motions,
    scan_remarks,
)
from pirqa.experiments.run_monitor import Witness
from pirqa.experiments.runs import compile_engine
from pirqa.model.check import LimitState
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import JointProperties
from pirqa.model.remark import Remark, Table
from pirqa.model.wall import Wall
from pirqa.motion.orientation import reversed_polarity
from pirqa.motion.sets.result import Lack, MotionSet
from pirqa.motion.sets.rules import LEAST_FACTOR, LEAST_MOTIONS, is_admissible_member
from pirqa.progress import SILENT, Observer
from pirqa.units import STANDARD_GRAVITY

_FARTHEST_FACTOR = 8.0
_SAME = 1e-6
_FILM_AFTER = 4.0
"""Time that the film goes on after a total collapse [s]."""


def run_ida(
    wall: Wall,
    options: IdaOptions,
    dynamics: DynamicsOptions,
    motions: Mapping[str, GroundMotion],
    *,
    chosen: MotionSet | None = None,
    demand: float | None = None,
    folder: Path | None = None,
    workers: int | None = None,
    observer: Observer = SILENT,
) -> IdaResult:
    """Run the stones of ``wall`` under ``motions`` at rising intensity, and judge what they show.

    ``motions`` are scaled to the demand of ``chosen``, the set that they are members of; ``demand`` is the peak ground
    acceleration that governs the project [m/s2], None where it gives none. Finished runs are kept in ``folder``.
    """
    joints = check_movable(wall)
    names = _names(options, motions, chosen)
    asked = pick_motions(names, motions, "ida.motions")
    if not asked:
        raise OptionsError('ida: no ground motion; add "motion" to analyses, with [motion.set] or records')
    for motion in asked:
        check_whole(motion, dynamics.simulation.ramp, "ida.motions")
    governing = options.demand if options.demand is not None else demand
    base, scaled = _at_demand(asked, chosen, governing)
    ladder = Ladder.of(base, ratio=options.ratio, least=options.least, most=options.most)
    trimmed, skipped = {}, {}
    for name, motion in scaled.items():
        trimmed[name], skipped[name] = without_lead(motion)
    compile_engine(wall, observer, falling=True)
    best = best_estimates(wall, joints)
    corner_properties = corner_joints(wall, best, joints, options)
    stop = early_stop_rule(wall, dynamics, [best, *corner_properties.values()]) if options.stop_early else None
    symmetric = is_symmetric(wall, dynamics)
    job = Job(
        wall=wall,
        simulation=dynamics.simulation,
        damage=dynamics.damage,
        struts=dynamics.struts_on(wall),
        end_at_collapse=True,
        worst="partial",
        stop=stop,
        residual_limit=dynamics.residual_limit if stop is not None else math.inf,
    )
    signs = (False,) if symmetric else (False, True)
    both = {
        signed(name, reverse=sign): reversed_polarity(motion) if sign else motion
        for name, motion in trimmed.items()
        for sign in signs
    }
    analysis = Analysis(
        scene=scene_of_motions(job, dynamics, both),
        ladder=ladder,
        motions=tuple(trimmed),
        joints={"": best, **corner_properties},
        signs=signs,
        residual_limit=dynamics.residual_limit,
    )
    with tempfile.TemporaryDirectory() as scratch:
        store = Store(Path(scratch) if folder is None else folder)
        corners = hunt(analysis, store, workers, observer)
    if all(run.failed for run in analysis.runs.values()):
        raise ComputationError(f"ida: no run came to an end: {analysis.in_order()[0][1].summary.reason}")
    ladders = tuple(_ladder_of(motion, scaled[motion.name], chosen, base, skipped[motion.name]) for motion in asked)
    runs = tuple(run for _, run in analysis.in_order())
    limits = _limits(chosen, names, ladders, base)
    states = tuple(_capacity(analysis, state, ladders, limits, options, corners) for state in STATES)
    film = _film(analysis, states, dynamics, observer) if options.film else None
    residuals = _residuals(analysis)
    return IdaResult(
        demand=base,
        has_demand=governing is not None,
        ceiling=ladder.intensity(ladder.highest),
        ratio=ladder.ratio,
        motions=ladders,
        runs=runs,
        table=Table.of([_row(run) for run in runs]),
        states=states,
        corners=corners,
        polarities=not symmetric,
        lacks=_lacks(chosen, len(asked)),
        set_asked=chosen is not None,
        damage=dynamics.damage,
        residual_limit=dynamics.residual_limit,
        acceptable_probability=options.acceptable_probability,
        mean_residual=float(np.mean(residuals)) if residuals else math.nan,
        largest_residual=max(residuals, default=math.nan),
        stop=stop,
        films=() if film is None else (film[0],),
        film_outcomes=() if film is None else (outcome_of(film[0], wall, dynamics.damage),),
        film_intensity=0.0 if film is None else film[1],
        checks=ida_checks(
            states,
            ladders,
            runs,
            wall,
            best,
            demand=base,
            has_demand=governing is not None,
            in_set=chosen is not None,
            residual_limit=dynamics.residual_limit,
        ),
        remarks=tuple(dict.fromkeys(_remarks(analysis, joints, asked, chosen, governing, ladders, options))),
    )


def _names(
    options: IdaOptions, motions: Mapping[str, GroundMotion], chosen: MotionSet | None
) -> tuple[str, ...] | None:
    if options.motions is not None:
        if chosen is not None:
            members = [member.name for member in chosen.members]
            for name in options.motions:
                if name in motions and name not in members:
                    raise OptionsError(
                        f'ida.motions: "{name}" is not in the set ({", ".join(members)}); leave ida.motions out'
                    )
        return options.motions
    return None if chosen is None else tuple(member.name for member in chosen.members)


def _at_demand(
    motions: Sequence[GroundMotion], chosen: MotionSet | None, demand: float | None
) -> tuple[float, dict[str, GroundMotion]]:
    """Return the intensity of rung 0 [m/s2] and the motions scaled to it.

    Members of a set keep their relative factors; other motions are scaled each to the peak acceleration.
    """
    if chosen is not None:
        own = chosen.mean_pga if chosen.demand is None else chosen.demand
        base = own if demand is None else demand
        return base, {motion.name: _times(motion, base / own) for motion in motions}
    peaks = [float(motion.peak_acceleration[motion.column(pushing_component(motion))]) for motion in motions]
    base = max(peaks) if demand is None else demand
    if min(peaks) <= 0.0:
        raise OptionsError(f'ida: "{motions[int(np.argmin(peaks))].name}" does not move the ground across the wall')
    return base, {motion.name: _times(motion, base / peak) for motion, peak in zip(motions, peaks, strict=True)}


def _times(motion: GroundMotion, factor: float) -> GroundMotion:
    return motion if abs(factor - 1.0) <= _SAME else motion.scaled(factor)


def _ladder_of(
    motion: GroundMotion, scaled: GroundMotion, chosen: MotionSet | None, base: float, skipped: float
) -> MotionLadder:
    names = {direction.name for direction in scaled.directions}
    member = None if chosen is None else next(item for item in chosen.members if item.name == motion.name)
    own = base if chosen is None or chosen.demand is None else chosen.demand
    return MotionLadder(
        name=motion.name,
        event="" if member is None else member.event,
        synthetic=not motion.origin.file if member is None else member.synthetic,
        factor=scaled.factor if member is None else member.factor * base / own,
        pga=float(scaled.peak_acceleration[scaled.column(pushing_component(scaled))]),
        skipped=skipped,
        vertical=any(direction.vertical for direction in scaled.directions),
        both={"across", "along"} <= names,
        admissible=member is not None
        and chosen is not None
        and not member.synthetic
        and {"across", "along"} <= names
        and is_admissible_member(chosen, motion.name, base / own),
    )


def _lacks(chosen: MotionSet | None, count: int) -> tuple[Lack, ...]:
    if chosen is not None:
        return chosen.lacks
    if count < LEAST_MOTIONS:
        return (Lack(kind="too_few", key="motions", found=count, needed=LEAST_MOTIONS),)
    return ()


def _limits(
    chosen: MotionSet | None, names: Sequence[str] | None, ladders: Sequence[MotionLadder], base: float
) -> list[tuple[str, float]]:
    """Return what keeps the motions from showing safety at any intensity."""
    if chosen is None:
        return [("set_absent", 0.0)]
    found: list[tuple[str, float]] = []
    if chosen.lacks:
        found.append(("set_lacks", 0.0))
    if chosen.broken:
        found.append(("set_rule", 0.0))
    if names is not None and set(names) != {member.name for member in chosen.members}:
        found.append(("set_not_all_run", 0.0))
    if any(not LEAST_FACTOR * (1 - _SAME) <= item.factor <= _FARTHEST_FACTOR * (1 + _SAME) for item in ladders):
        found.append(("set_factors", 0.0))
    return found


def _capacity(
    analysis: Analysis,
    state: LimitState,
    ladders: Sequence[MotionLadder],
    limits: Sequence[tuple[str, float]],
    options: IdaOptions,
    corners: Sequence[str],
) -> StateCapacity:
    ladder = analysis.ladder
    mine = list(limits)
    capacities = []
    for item in ladders:
        tried = analysis.tried(item.name, state)
        found = bracket_of(tried)
        capacities.append(
            MotionCapacity(
                motion=item.name,
                stood=0.0 if found.stood is None else ladder.intensity(found.stood),
                fell=None if found.fell is None else ladder.intensity(found.fell),
                again=tuple(ladder.intensity(rung) for rung in found.again),
                recorded=not item.synthetic,
            )
        )
    if any(run.failed for run in analysis.runs.values()):
        mine.append(("run_failed", 0.0))
    at_demand = analysis.at_demand(state)
    below = ladder.intensity(-1)
    if any(at_demand):
        mine.append(("reached_at_demand", below))
    corner = ""
    if not any(at_demand):
        for name in corners:
            reached = [motion for motion in analysis.motions if analysis.tried(motion, state, name).get(0)]
            if reached:
                corner = corner or name
                stood = [bracket_of(analysis.tried(motion, state, name)).stood for motion in reached]
                lowest = min((ladder.intensity(rung) if rung is not None else 0.0) for rung in stood)
                mine.append(("corner", lowest))
        if not corners and len(analysis.joints) > 1:
            mine.append(("corners_not_run", 0.0))
        # corners are run at the demand, so that safety is shown up to there
        if corners and not corner:
            mine.append(("corners_up_to_demand", ladder.demand))
    elif len(analysis.joints) > 1:
        mine.append(("corners_not_run", 0.0))
    return capacity_of(
        state,
        capacities,
        quantile=options.normal_quantile,
        model_dispersion=options.model_dispersion,
        least_dispersion=options.least_dispersion,
        limits=mine,
        corner=corner,
    )


def _residuals(analysis: Analysis) -> list[float]:
    """Return the greatest residual displacement at the demand, by motion [m]; infinite where stones fall."""
    found: dict[str, float] = {}
    for place, run in analysis.in_order():
        if place.rung == 0 and not place.corner and not run.failed:
            size = math.inf if run.summary.falls else float(run.summary.residual_size.max(initial=0.0))
            found[place.motion] = max(size, found.get(place.motion, 0.0))
    return list(found.values())


def _film(
    analysis: Analysis, states: Sequence[StateCapacity], dynamics: DynamicsOptions, observer: Observer
) -> tuple[Trajectory, float] | None:
    """Return the history of the run in which the wall, or a stone, falls at the least intensity from the demand on.

    None where nothing falls.
    """
    for state in ("wall_falls", "stones_fall"):
        fell = [(place, run) for place, run in analysis.runs.items() if not place.corner and run.reaches(state)]
        if fell:
            place, run = min(
                fell, key=lambda item: (item[0].rung < 0, abs(item[0].rung), item[0].motion, item[0].reversed)
            )
            task, job = analysis.task(place), analysis.scene.job
            motion = scaled_motion(analysis.scene, task)
            witness = Witness(
                job.wall,
                job.damage,
                end_at_collapse=True,
                afterwards=_FILM_AFTER,
                stop=job.stop,
                motion=motion,
                residual_limit=dynamics.residual_limit,
            )
            course = simulation(
                job.wall,
                motion,
                job.simulation,
                joints=task.curve.joints,
                struts=job.struts,
                follower=witness,
                observer=observer,
            )
            return perform(course), run.intensity
    return None


def _row(run: LadderRun) -> dict[str, Any]:
    summary = run.summary
    sizes = summary.residual_size
    return {
        "motion": summary.motion,
        "corner": run.corner,
        "reversed": run.reversed,
        "rung": run.rung,
        "intensity": run.intensity,
        "level": summary.level,
        "factor": summary.factor,
        "outcome": "failed" if run.failed else summary.collapse,
        "fallen_count": len(summary.falls),
        "stones": summary.count,
        "fallen": summary.falls[0].stone if summary.falls else "",
        "fallen_from": summary.falls[0].time if summary.falls else math.nan,
        "residual": float(sizes.max(initial=0.0)),
        "peak": float(summary.peak.max(initial=0.0)),
        "peak_across": float(summary.peak_across.max(initial=0.0)),
        "lean": float(summary.lean.max(initial=0.0)),
        "ends": summary.ends,
        "stopped_early": summary.ended_at is not None,
        "ledger_error": summary.ledger_error,
        "step": summary.step,
        "reason": summary.reason,
        "key": summary.key,
    }


def _remarks(
    analysis: Analysis,
    joints: JointProperties,
    motions: Sequence[GroundMotion],
    chosen: MotionSet | None,
    governing: float | None,
    ladders: Sequence[MotionLadder],
    options: IdaOptions,
) -> Iterator[Remark]:
    wall, dynamics = analysis.scene.wall, analysis.scene.dynamics
    yield from joint_remarks(wall, joints)
    yield from infill_remarks(wall, dynamics.infill)
    yield from motion_remarks(motions)
    yield from scan_remarks(wall, dynamics.simulation.scan)
    if chosen is None:
        yield Remark(kind="warning", key="ida_no_set", count=len(motions), stated=float(LEAST_MOTIONS))
    elif chosen.lacks:
        for lack in chosen.lacks:
            yield Remark(
                kind="warning", key=f"ida_lacks_{lack.kind}", text=lack.key, count=lack.found, stated=float(lack.needed)
            )
    if chosen is not None and chosen.demand is not None and governing is not None:
        ratio = governing / chosen.demand
        if abs(ratio - 1.0) > 0.02:
            yield Remark(
                kind="warning", key="ida_other_demand", amount=governing / STANDARD_GRAVITY,
                stated=chosen.demand / STANDARD_GRAVITY, unit="g",
            )  # fmt: skip
    if governing is None:
        yield Remark(kind="warning", key="ida_no_demand", amount=analysis.ladder.demand / STANDARD_GRAVITY, unit="g")
    for _, run in analysis.in_order():
        if run.failed:
            why = run.summary.reason or "energy"
            yield Remark(kind="warning", key="ida_run_failed", text=f"{run.summary.title}: {why}")
    stopped = [run for _, run in analysis.in_order() if run.summary.ended_at is not None]
    for key, count in (
        ("ida_stopped", sum(bool(run.summary.falls) for run in stopped)),
        ("ida_quiet", sum(not run.summary.falls for run in stopped)),
    ):
        if count:
            yield Remark(kind="assumption", key=key, count=count, stated=float(len(analysis.runs)))
    if len(analysis.joints) > 1:
        yield Remark(
            kind="assumption", key="ida_corner_ranges",
            text="; ".join(
                f"{symbol} × {' / '.join(f'{value:.3g}' for value in ends if value is not None)}"
                for symbol, ends in corner_factors(wall, analysis.joints[""], joints, options).items()
                if any(value is not None for value in ends)
            ),
        )  # fmt: skip
    again = [
        item.name
        for item in ladders
        if any(bracket_of(analysis.tried(item.name, state)).again for state in ("stones_fall", "wall_falls"))
    ]
    if again:
        yield Remark(kind="warning", key="ida_stood_again", text=", ".join(again))
