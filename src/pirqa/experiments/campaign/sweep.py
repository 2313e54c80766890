"""The sweep stage: each motion at each level of peak ground acceleration, and which stones fall or move first."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from pirqa.errors import ComputationError, OptionsError
from pirqa.experiments.campaign.backends import Backend, default_workers, local_backend
from pirqa.experiments.campaign.options import SweepOptions
from pirqa.experiments.campaign.plan import RunTask, Scene, curve_of, job_of, run_task, scene_of_motions
from pirqa.experiments.campaign.run import Runner
from pirqa.experiments.campaign.store import Store
from pirqa.experiments.campaign.summary import RunSummary, summary_of
from pirqa.experiments.checks import RunLimits, components_of, in_doubt, judge_run
from pirqa.experiments.damage_states import CollapseDefinition, measure_damage, states_reached
from pirqa.experiments.damage_tracking import Shapes, shapes_of
from pirqa.experiments.leaves import infill_remarks
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.remarks import (
    check_movable,
    check_whole,
    corners_of,
    joint_remarks,
    motion_remarks,
    pick_motions,
    scan_remarks,
)
from pirqa.experiments.runs import compile_engine
from pirqa.model.check import Check
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import JointProperties
from pirqa.model.remark import Remark, Table
from pirqa.model.wall import Wall
from pirqa.motion.intensity import LARGEST_FACTOR
from pirqa.progress import SILENT, Observer
from pirqa.units import STANDARD_GRAVITY

_MOST_NAMED = 8
"""Stones that one sentence names."""
_SAME = 1e-6
"""Part of a level by which two are the same."""


@dataclass(frozen=True, kw_only=True)
class ExpectedLevel:
    """A peak acceleration that somebody expects at the wall's foot."""

    name: str
    """As the file calls it; ``site``, or the key of a code, where it comes from there."""
    origin: str
    """``demand``, ``site`` or ``code``."""
    given: float
    """[m/s2]"""
    ground: str
    """``surface`` or ``rock``, where it is meant."""
    level: float
    """At the surface, which is run [m/s2]."""


@dataclass(frozen=True, kw_only=True)
class FirstToGo:
    """Where the wall gives way first, in one sentence."""

    kind: Literal["fall", "move", "none"]
    """Stones fall; or none does, but some stay displaced; or not even that."""
    level: float
    """Lowest level at which they do [m/s2]; the highest that was tried where none does."""
    stones: tuple[str, ...]
    """The first one first."""
    motions: tuple[str, ...]
    """Under which."""
    more: int
    """Stones that go at the same level beside those named."""
    left_out: int = 0
    """Runs that say nothing: their energy does not close, or they failed."""

    def __str__(self) -> str:
        level = f"{self.level / STANDARD_GRAVITY:.3g} g"
        if self.kind == "none":
            doubt = f" ({self.left_out} runs that are not reliable left out)" if self.left_out else ""
            return f"no stone leaves its place up to {level}{doubt}"
        names = _listed(self.stones)
        more = f" (and {self.more} more)" if self.more else ""
        plural = len(self.stones) > 1
        verb = ("leave", "leaves") if self.kind == "fall" else ("stay displaced", "stays displaced")
        return f"stone{'s' if plural else ''} {names}{more} {verb[0 if plural else 1]} first, from {level}"


@dataclass(frozen=True, kw_only=True, eq=False)
class SweepResult:
    """Every motion at every level, under every end of the joints' properties."""

    levels: tuple[float, ...]
    """As asked for [m/s2]; those of what is expected are run beside them."""
    motions: tuple[str, ...]
    cases: tuple[str, ...]
    runs: tuple[RunSummary, ...]
    table: Table
    """A row for each run: motion, case, level, class of collapse, fallen stones, residual and its stone, peaks,
    rotation, opening, slip, base reaction (SI)."""
    points: Table
    """A row for each run and control point: largest and lasting displacement relative to the base (SI)."""
    stones: Table
    """A row for each stone: runs in which it was lost or moved, from which level, largest residual (SI)."""
    first: FirstToGo
    expected: tuple[ExpectedLevel, ...]
    damage: CollapseDefinition
    residual_limit: float
    """Lasting displacement of a stone that is damage [m]."""
    half_thickness: float
    """Of the wall's thinnest section at its foot [m]."""
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]

    def run(self, motion: str, level: float, case: str = "") -> RunSummary:
        """One of the runs."""
        return next(
            run
            for run in self.runs
            if (run.motion, run.case) == (motion, case) and abs(run.level - level) < 1e-6 * level
        )

    def __str__(self) -> str:
        blocks = []
        for case in self.cases:
            head = "".join(f"{name[:22]:>24}" for name in self.motions)
            lines = [f"lasting displacement (mm), its stone{f', {case}' if case else ''}", f"{'level':<9}{head}"]
            levels = sorted({run.level for run in self.runs if run.case == case})
            for level in levels:
                cells = (self._cell(motion, level, case) for motion in self.motions)
                lines.append(f"{f'{level / STANDARD_GRAVITY:.4g} g':<9}{''.join(f'{cell:>24}' for cell in cells)}")
            blocks.append("\n".join(lines))
        return "\n".join([*blocks, str(self.first)])

    def _cell(self, motion: str, level: float, case: str) -> str:
        run = self.run(motion, level, case)
        if run.failed:
            return "failed"
        doubt = "" if run.reliable and (run.at_rest or run.falls) else " ?"
        if run.falls:
            return f"{run.collapse}, {len(run.falls)} fell{doubt}"
        worst = int(run.residual_size.argmax())
        return f"{1e3 * float(run.residual_size[worst]):.2f} ({run.stones[worst]}){doubt}"


def run_sweep(
    wall: Wall,
    options: SweepOptions,
    dynamics: DynamicsOptions,
    motions: Mapping[str, GroundMotion],
    *,
    expected: Sequence[ExpectedLevel] = (),
    folder: Path | None = None,
    workers: int | None = None,
    backend: Backend | None = None,
    observer: Observer = SILENT,
) -> SweepResult:
    """Run each motion at each level, and at the ``expected`` levels in addition to the options' demands.

    ``dynamics`` defines how runs are computed and when a stone has fallen. Finished runs are kept in ``folder`` and
    never made again; ``workers`` processes of this machine share them, or ``backend`` makes them.
    """
    joints = check_movable(wall)
    asked = _asked(options, dynamics, motions)
    awaited = (*_demanded(options), *expected)
    levels = _all_levels(options.levels, awaited)
    cases = corners_of(wall)
    compile_engine(wall, observer, falling=True)
    job = job_of(wall, dynamics, end_at_collapse=options.end_at_collapse)
    scene = scene_of_motions(job, dynamics, {motion.name: motion for motion in asked})
    tasks = stripes(scene, [motion.name for motion in asked], levels, cases)
    with tempfile.TemporaryDirectory() as scratch:
        store = Store(Path(scratch) if folder is None else folder)
        runs = make_runs(scene, tasks, store, workers=workers, backend=backend, observer=observer, title="sweep")
    if all(run.failed for run in runs):
        raise ComputationError(f"sweep: no run came to an end: {runs[0].reason}")
    limits = RunLimits.of(wall, dynamics)
    rows = [_row(run, dynamics, shapes_of(wall)) for run in runs]
    return SweepResult(
        levels=tuple(float(level) for level in options.levels),
        motions=tuple(motion.name for motion in asked),
        cases=tuple(cases),
        runs=runs,
        table=Table.of(rows),
        points=Table.of([row for run in runs for row in _point_rows(run)]),
        stones=stone_table(runs, limits.residual),
        first=first_to_go(runs, limits.residual),
        expected=awaited,
        damage=dynamics.damage,
        residual_limit=limits.residual,
        half_thickness=limits.half,
        checks=_checks(runs, rows, awaited, wall, asked, limits),
        remarks=tuple(dict.fromkeys(_remarks(wall, joints, dynamics, asked, runs, options))),
    )


def stripes(
    scene: Scene, motions: Sequence[str], levels: Sequence[float], cases: Mapping[str, JointProperties]
) -> tuple[RunTask, ...]:
    """Return the runs of each of ``motions`` at each level [m/s2] with the joints of each of the ``cases``."""
    return tuple(
        run_task(scene, curve_of(scene, motion, case, joints), level=float(level), detailed=True)
        for case, joints in cases.items()
        for motion in motions
        for level in levels
    )


def make_runs(
    scene: Scene,
    tasks: Sequence[RunTask],
    store: Store,
    *,
    workers: int | None = None,
    backend: Backend | None = None,
    observer: Observer = SILENT,
    title: str = "runs",
) -> tuple[RunSummary, ...]:
    """Return the summaries of all ``tasks`` in their order; those that are not in ``store`` are made and put there.

    ``backend`` makes them; without one processes of this machine do, as many as ``workers``.
    """
    found: dict[str, RunSummary] = {}
    kept_from_earlier = 0

    def take(task: RunTask, page: Mapping[str, Any], *, kept: bool) -> tuple[RunTask, ...]:
        nonlocal kept_from_earlier
        found[task.key] = summary_of(page, scene, task)
        kept_from_earlier += kept
        observer.advance()
        return ()

    each = {task.key: task for task in tasks}
    observer.begin(title, len(each))
    if backend is None:
        missing = sum(not store.has(key) for key in each)
        backend = local_backend(min(missing, default_workers() if workers is None else workers))
    try:
        Runner(scene, store, backend, take, keep_lost=False).go(each.values())
    finally:
        backend.close()
    failed = sum(run.failed for run in found.values())
    kept = f"{kept_from_earlier} kept from earlier" if kept_from_earlier else ""
    observer.end(", ".join(filter(None, (f"{len(found)} runs", kept, f"{failed} FAILED" if failed else ""))))
    return tuple(found[task.key] for task in tasks)


def first_to_go(runs: Sequence[RunSummary], limit: float) -> FirstToGo:
    """Stones that go at the lowest level at which any does; ``limit``: lasting displacement that counts [m]."""
    sound = [run for run in runs if run.reliable]
    fallen = [run for run in sound if run.falls]
    if fallen:
        level = min(run.level for run in fallen)
        here = [run for run in fallen if run.level == level]
        earliest: dict[str, float] = {}
        for run in here:
            for fall in run.falls:
                earliest[fall.stone] = min(fall.time, earliest.get(fall.stone, math.inf))
        order = sorted(earliest, key=lambda stone: earliest[stone])
        return _first("fall", level, order, here)
    moved = [run for run in sound if run.residual_size.max(initial=0.0) > limit]
    if moved:
        level = min(run.level for run in moved)
        here = [run for run in moved if run.level == level]
        farthest: dict[str, float] = {}
        for run in here:
            for stone, size in zip(run.stones, run.residual_size.tolist(), strict=True):
                if size > limit:
                    farthest[stone] = max(size, farthest.get(stone, 0.0))
        return _first("move", level, sorted(farthest, key=lambda stone: -farthest[stone]), here)
    highest = max((run.level for run in sound), default=0.0)
    return FirstToGo(kind="none", level=highest, stones=(), motions=(), more=0, left_out=len(runs) - len(sound))


def stone_table(runs: Sequence[RunSummary], limit: float) -> Table:
    """A row for each stone: runs in which it was lost and moved, the lowest levels of both, its largest residual."""
    sound = [run for run in runs if run.reliable]
    names = sound[0].stones if sound else ()
    rows: list[dict[str, Any]] = []
    for index, stone in enumerate(names):
        lost = [run for run in sound if any(fall.stone == stone for fall in run.falls)]
        stood = [run for run in sound if run not in lost]
        sizes = [float(run.residual_size[index]) for run in stood]
        moved = [run for run, size in zip(stood, sizes, strict=True) if size > limit]
        rows.append(
            {
                "stone": stone,
                "runs": len(sound),
                "lost": len(lost),
                "moved": len(moved) + len(lost),
                "lost_from": min((run.level for run in lost), default=math.inf),
                "moved_from": min((run.level for run in (*moved, *lost)), default=math.inf),
                "first": sum(bool(run.falls) and run.falls[0].stone == stone for run in sound),
                "residual": max(sizes, default=0.0),
                "peak": max((float(run.peak[index]) for run in stood), default=0.0),
                "turned": max((float(run.turned[index]) for run in stood), default=0.0),
            }
        )
    return Table.of(rows)


def _first(kind: Literal["fall", "move"], level: float, order: Sequence[str], runs: Sequence[RunSummary]) -> FirstToGo:
    return FirstToGo(
        kind=kind,
        level=level,
        stones=tuple(order[:_MOST_NAMED]),
        motions=tuple(dict.fromkeys(run.motion for run in runs)),
        more=max(0, len(order) - _MOST_NAMED),
    )


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


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


def _row(run: RunSummary, dynamics: DynamicsOptions, shapes: Shapes) -> dict[str, Any]:
    sizes = run.residual_size
    worst, highest, farthest = (int(np.argmax(values)) for values in (sizes, run.peak, run.peak_across))
    return {
        "motion": run.motion,
        "case": run.case,
        "level": run.level,
        "factor": run.factor,
        "outcome": run.collapse,
        "state": _state(run, dynamics, shapes),
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
        "parted": run.has_parted,
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


def _state(run: RunSummary, dynamics: DynamicsOptions, shapes: Shapes) -> str:
    """The heaviest damage state that a run reached; empty where none, or where it says nothing."""
    if run.failed:
        return ""
    measures = measure_damage(run.damage(shapes))
    reached = states_reached(dynamics.damage_states, collapse=run.collapse, **measures)
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
    limits: RunLimits,
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
                limits,
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
