"""A campaign: planned, run on any backend, continued where it was stopped, gathered into one table.

Levels of an incremental dynamic analysis are found by hunt and fill (Vamvatsikos and Cornell 2002, Earthquake
Engineering and Structural Dynamics 31:491-514; 2004, Earthquake Spectra 20:523-553): steps that grow until the wall
collapses, then the bracket of the collapse is cut at its lower third until it is narrow, then the widest gaps are
halved. Rocking walls may fall at one level and stand a higher one: so levels above the first collapse are tried too,
gaps above it are filled as those below, and every level is kept. The next level depends on the tried ones alone, so
that a hunt which was stopped goes on as if it had not been.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.errors import OptionsError, ResultsError, did_you_mean
from pirqa.experiments.campaign.backends import Backend
from pirqa.experiments.campaign.campaign_options import CampaignOptions, HuntOptions
from pirqa.experiments.campaign.hazard import check_asked
from pirqa.experiments.campaign.motions import read_motions, read_set, with_sequences
from pirqa.experiments.campaign.outcomes import CampaignResult, to_frame, write_campaign
from pirqa.experiments.campaign.plan import CampaignMotion, Curve, RunTask, Scene, curve_of, job_of, run_task
from pirqa.experiments.campaign.run import Runner
from pirqa.experiments.campaign.store import Damaged, Store, make_folder
from pirqa.experiments.campaign.summary import planned_columns
from pirqa.experiments.campaign.uncertainty import draw_samples, settled_joints, varied_joints
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.remarks import check_movable, check_whole, corners_of
from pirqa.model.wall import Wall
from pirqa.motion.sets.result import MotionSet
from pirqa.progress import SILENT, Observer
from pirqa.units import STANDARD_GRAVITY

if TYPE_CHECKING:
    import polars


_CHUNK = 2000
"""Rows that are put into the table at once: pages as Python values are large."""
_ROUNDS = 3
"""Times that the table is made again because pages came meanwhile."""
_GRADES = ("none", "local", "partial", "total")
_SAME = 1e-6
"""Part of a level by which two are the same."""
_PARTS = (1.0 / 3.0, 2.0 / 3.0, 0.5)
"""Where a bracket is cut: the others where a run at the first failed."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CampaignPlan:
    """All that a campaign runs."""

    options: CampaignOptions
    scenes: tuple[Scene, ...]
    curves: Mapping[str, tuple[Curve, ...]]
    """Of each wall."""
    set: MotionSet | None = None
    """The set that some of the motions belong to, if one was asked for."""

    @property
    def runs_of_curve(self) -> int:
        """Runs of one motion on one sample; at most, where levels are found on the way."""
        options = self.options
        if options.ida is not None:
            return options.ida.runs
        return len(options.levels.values) if options.strategy == "stripes" else 1

    @property
    def most_runs(self) -> int:
        """Runs in all; at most, where levels are found on the way."""
        return self.runs_of_curve * sum(len(curves) for curves in self.curves.values())

    def tasks(self, scene: Scene, curves: Sequence[Curve] | None = None) -> list[RunTask]:
        """Runs of one wall in the plan's order; for a hunt none, for they are found on the way."""
        options = self.options
        if options.strategy == "ida":
            return []
        levels: tuple[float | None, ...] = options.levels.values if options.strategy == "stripes" else (None,)
        chosen = self.curves[scene.name] if curves is None else curves
        return [task_at(scene, curve, level, options) for curve in chosen for level in levels]


@dataclass(frozen=True, kw_only=True)
class Shard:
    """One of several equal parts of a campaign, from 1."""

    number: int = 1
    count: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.count:
            raise OptionsError(f"--shard {self.number}/{self.count}: give a part such as 1/4, from 1/4 to 4/4")

    def of(self, curves: Sequence[Curve]) -> list[Curve]:
        """Every n-th curve: all levels of one motion and sample are in one part."""
        return list(curves[self.number - 1 :: self.count])


@dataclass(kw_only=True)
class Tally:
    """How far a campaign is."""

    total: int = 0
    """Runs of this part of the plan; at most, where levels are found on the way."""
    kept: int = 0
    """That were there already."""
    done: int = 0
    """Made now, those that failed included."""
    failed: int = 0
    """Of all, failed or stopped."""
    damaged: list[Damaged] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What the backend has to say, each once."""
    began: float = field(default_factory=time.monotonic)

    @property
    def rate(self) -> float:
        """Runs in a second."""
        return self.done / max(time.monotonic() - self.began, 1e-9)

    @property
    def left(self) -> float | None:
        """Until the end [s]; none where it cannot be told yet."""
        return (self.total - self.kept - self.done) / self.rate if self.done else None


def plan_campaign(
    options: CampaignOptions,
    walls: Mapping[str, tuple[Wall, DynamicsOptions]],
    folder: Path,
    *,
    observer: Observer = SILENT,
) -> CampaignPlan:
    """What ``options`` ask for on these ``walls``; paths of records start from ``folder``. Bad input is told here."""
    chosen, members = read_set(options, folder, observer=observer) or (None, ())
    motions = read_motions(options, folder, members=members, observer=observer)
    motions = with_sequences(motions, options, members={item.name for item in members})
    known = {item.record for item in motions}
    for name in options.history_records:
        if name not in known:
            raise OptionsError(f'history_records: no record is called "{name}"; {did_you_mean(name, known)}')
    check_asked(options, folder)
    scenes = tuple(scene_of(name, wall, dynamics, motions, options) for name, (wall, dynamics) in walls.items())
    for item in motions:
        _check_levels(item, scenes[0], options)
    return CampaignPlan(
        options=options,
        scenes=scenes,
        curves={scene.name: tuple(curves_of(scene, options)) for scene in scenes},
        set=chosen,
    )


def _check_levels(item: CampaignMotion, scene: Scene, options: CampaignOptions) -> None:
    """A level at which the record is no stronger than its own noise is not that earthquake."""
    lowest = options.levels.values[0] if options.levels.values else options.ida.first if options.ida else None
    base = scene.base(item.name)
    if base <= 0.0:
        raise OptionsError(f'motion "{item.name}" does not move across the wall and cannot be scaled: remove it')
    peak = item.measures["pga"] * (1.0 if lowest is None else lowest / base)
    if peak < item.noise:
        strong, noise = (f"{value / STANDARD_GRAVITY:.2g} g" for value in (peak, item.noise))
        raise OptionsError(
            f'levels: at the lowest one record "{item.record}" has a peak of {strong}, below its own noise of {noise}: '
            f"leave the level out, or give confirmed = true under [records.named.{item.record}]"
        )


def scene_of(
    name: str, wall: Wall, dynamics: DynamicsOptions, motions: Sequence[CampaignMotion], options: CampaignOptions
) -> Scene:
    """Return the scene of one wall; refuse what cannot be run."""
    check_movable(wall)
    for item in motions:
        check_whole(item.motion, dynamics.simulation.ramp, f"walls.{name}")
    if "thickness" in options.uncertain and dynamics.struts:
        raise OptionsError(
            f"uncertain.thickness: wall {name} has struts, whose ends would leave its faces: take out one of both"
        )
    job = job_of(wall, dynamics, end_at_collapse=options.end_at_collapse)
    return Scene(
        name=name,
        job=job,
        dynamics=dynamics,
        motions={item.name: item for item in motions},
        level_im="factor" if options.strategy == "cloud" else options.levels.measure,
        digest=job.digest(),
    )


def curves_of(scene: Scene, options: CampaignOptions) -> Iterator[Curve]:
    """Yield every motion with its samples: a Latin hypercube over all of them pairs records with samples."""
    count = options.samples if options.uncertain else 1
    drawn = draw_samples(options.uncertain, count * len(scene.motions), options.seed)
    wall = scene.wall
    assert wall.joints is not None
    wall = replace(wall, joints=settled_joints(wall.joints, options.uncertain))
    damped = {"damping", "damping_ratio"} & set(options.uncertain)
    assert wall.joints is not None
    corners = wall.joints.corners() if damped else corners_of(wall)
    for number, name in enumerate(scene.motions):
        for sample in range(number * count, (number + 1) * count):
            parameters = {key: float(values[sample]) for key, values in drawn.items()}
            for case, joints in corners.items():
                varied = varied_joints(joints, parameters)
                yield curve_of(scene, name, case, varied, sample=sample, parameters=parameters)


def task_at(scene: Scene, curve: Curve, level: float | None, options: CampaignOptions) -> RunTask:
    """Return the run of ``curve`` at ``level`` [m/s2 or m/s]; None: as strong as the motion is."""
    wanted = not options.history_records or scene.motions[curve.motion].record in options.history_records
    return run_task(
        scene,
        curve,
        level=level,
        time_limit=options.time_limit,
        histories=options.histories if wanted else "none",
    )


def run_campaign(
    plan: CampaignPlan,
    folder: Path,
    backend: Backend,
    *,
    shard: Shard | None = None,
    again: bool = False,
    observer: Observer = SILENT,
    tell: Callable[[Tally], None] = lambda _: None,
) -> CampaignResult:
    """Make all runs that are not in ``folder``, and put the table of outcomes there.

    ``again``: those that failed or were stopped are made once more. ``tell`` hears of every run. The table is of all
    runs of the plan that are there, whoever made them.
    """
    make_folder(folder)
    shard = Shard() if shard is None else shard
    store, tally = Store(folder), Tally()
    chosen = {scene.name: shard.of(plan.curves[scene.name]) for scene in plan.scenes}
    tally.total = plan.runs_of_curve * sum(len(curves) for curves in chosen.values())
    tally.damaged = store.damaged
    try:
        for scene in plan.scenes:
            progress = _Progress(plan=plan, scene=scene, tally=tally, backend=backend, tell=tell)
            runner = Runner(scene, store, backend, progress.take, again=again, observer=observer)
            missing = runner.missing(progress.first(chosen[scene.name]))
            progress.show()
            runner.make(missing)
        return write_table(plan, folder)
    except ResultsError as error:
        raise ResultsError(
            f"{error} ({tally.kept + tally.done} runs are finished and kept: the same command goes on)"
        ) from error
    except BaseException:
        with contextlib.suppress(ResultsError):  # what is there is worth a look; a full disk says so itself
            write_table(plan, folder)
        raise
    finally:
        backend.close()


@dataclass(kw_only=True, eq=False)
class _Progress:
    """Counts the runs of one wall, and asks for the next level of each hunt."""

    plan: CampaignPlan
    scene: Scene
    tally: Tally
    backend: Backend
    tell: Callable[[Tally], None]
    trials: dict[str, list[Trial]] = field(default_factory=dict)
    """Levels that were tried, by the key of the curve."""

    def first(self, curves: Sequence[Curve]) -> list[RunTask]:
        """Return what to begin with: all runs, or the first level of each hunt."""
        if self.plan.options.ida is None:
            return self.plan.tasks(self.scene, curves)
        return [task for curve in curves for task in self._next(curve)]

    def take(self, task: RunTask, page: Mapping[str, Any], *, kept: bool) -> Sequence[RunTask]:
        """Count a run; return the next one of its hunt."""
        self.tally.kept += kept
        self.tally.done += not kept
        self.tally.failed += page["status"] != "done"
        following: Sequence[RunTask] = ()
        if self.plan.options.ida is not None:
            self.trials[task.curve.key].append(_trial(task, page, self.plan.options))
            following = self._next(task.curve)
        if not kept:
            self.show()
        return following

    def show(self) -> None:
        """Report how far the campaign is."""
        self.tally.notes = list(self.backend.notes)
        self.tell(self.tally)

    def _next(self, curve: Curve) -> list[RunTask]:
        options, trials = self.plan.options, self.trials.setdefault(curve.key, [])
        assert options.ida is not None
        level = next_level(trials, options.ida)
        if level is not None:
            return [task_at(self.scene, curve, level, options)]
        self.tally.total -= options.ida.runs - len(trials)  # fewer levels than were allowed may be enough
        return []


def _hunted(plan: CampaignPlan, scene: Scene, curve: Curve, trials: list[Trial]) -> Iterator[RunTask]:
    """Runs of a hunt, one after the other, while whoever asks adds to ``trials`` what came of them."""
    assert plan.options.ida is not None
    while (level := next_level(trials, plan.options.ida)) is not None:
        yield task_at(scene, curve, level, plan.options)


def _trial(task: RunTask, row: Mapping[str, Any], options: CampaignOptions) -> Trial:
    assert options.ida is not None
    fell = _GRADES.index(row["collapse"]) >= _GRADES.index(options.ida.collapse) if row["status"] == "done" else None
    return Trial(level=task.level, collapsed=fell)


def collect(plan: CampaignPlan, folder: Path) -> CampaignResult:
    """All runs of the plan that are in ``folder``, in its order, whoever made them."""
    import polars

    options = plan.options
    store = Store(folder, aside=False)
    periods = options.table_periods
    frames: list[polars.DataFrame] = []
    rows: list[dict[str, Any]] = []

    def flush() -> None:
        frames.append(to_frame(rows, periods=periods, parameters=tuple(options.uncertain)))
        rows.clear()

    left = 0
    for row in _rows(plan, store):
        if row is None:
            left += 1
            continue
        rows.append(row)
        if len(rows) >= _CHUNK:
            flush()
    flush()
    table = polars.concat(frames)
    return CampaignResult(
        name=options.name,
        strategy=options.strategy,
        level_im=plan.scenes[0].level_im,
        level_period=options.levels.period,
        spectral_periods=periods,
        parameters=tuple(options.uncertain),
        stones={scene.name: tuple(stone.name for stone in scene.wall.stones) for scene in plan.scenes},
        planned=(len(table) + left if left else None) if options.strategy == "ida" else plan.most_runs,
        table=table,
        set=plan.set,
    )


def _rows(plan: CampaignPlan, store: Store) -> Iterator[dict[str, Any] | None]:
    """Of all runs of the plan; none for one that is not there, at which a hunt stands still."""
    for scene in plan.scenes:
        for curve in plan.curves[scene.name]:
            trials: list[Trial] = []
            hunt = plan.options.ida is not None
            for task in _hunted(plan, scene, curve, trials) if hunt else plan.tasks(scene, [curve]):
                row = store.read(task.key, poses=False)
                # records and walls may be called otherwise by now, and other spectral periods be asked for
                yield None if row is None else row | planned_columns(scene, task)
                if hunt:
                    if row is None:
                        break
                    trials.append(_trial(task, row, plan.options))


def write_table(plan: CampaignPlan, folder: Path) -> CampaignResult:
    """Gather all pages into the table of outcomes."""
    store = Store(folder, aside=False)
    for _ in range(_ROUNDS):
        before = len(store.keys())
        result = collect(plan, folder)
        write_campaign(result, folder)
        if len(store.keys()) == before:
            break  # else another part may have ended meanwhile, and its fuller table been replaced by this one
    return result


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A level that was tried."""

    level: float
    """[m/s2 or m/s]"""
    collapsed: bool | None
    """None where the run failed or was stopped, which says nothing about the wall."""


def next_level(trials: Sequence[Trial], options: HuntOptions) -> float | None:
    """Level to try next [m/s2 or m/s]; none: the hunt is over."""
    if len(trials) >= options.runs:
        return None
    tried = sorted(trial.level for trial in trials)
    fell = sorted(trial.level for trial in trials if trial.collapsed)
    rungs = _ladder(options)
    if not fell:
        return next((rung for rung in rungs if not _known(rung, tried)), None)
    lowest = fell[0]
    above = [level for level in tried if level > lowest * (1.0 + _SAME)]
    if len(above) < options.above:
        floor = max(tried)
        higher = next((rung for rung in rungs if rung > floor * (1.0 + _SAME)), None)
        if higher is not None:
            return higher
    stood = max((trial.level for trial in trials if trial.collapsed is False and trial.level < lowest), default=0.0)
    if lowest - stood > options.resolution * lowest:
        for part in _PARTS:
            level = stood + part * (lowest - stood)
            if not _known(level, tried):
                return level
    return _widest_gap(tried, options)


def _ladder(options: HuntOptions) -> list[float]:
    """Levels of the hunt upwards; the last is the most that is tried."""
    rungs, step = [float(options.first)], float(options.step)
    while len(rungs) < options.runs and rungs[-1] + step < options.most:
        rungs.append(rungs[-1] + step)
        step += float(options.growth)
    if len(rungs) < options.runs:
        rungs.append(float(options.most))
    return rungs


def _known(level: float, tried: Sequence[float]) -> bool:
    return any(abs(level - other) <= _SAME * level for other in tried)


def _widest_gap(tried: Sequence[float], options: HuntOptions) -> float | None:
    """Middle of the widest gap between levels, of its upper end; none where all are narrow."""
    ends = [0.0, *tried]
    gaps = [(high - low, low, high) for low, high in pairwise(ends)]
    width, low, high = max(gaps)
    return 0.5 * (low + high) if width > options.resolution * high else None
