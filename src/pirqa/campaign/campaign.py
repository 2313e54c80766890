"""A campaign: planned, run on any backend, gone on with where it was stopped, gathered into one table."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.campaign.backends import Backend, Finished
from pirqa.campaign.campaign_options import CampaignOptions
from pirqa.campaign.children import ATTEMPTS, RunTimeoutError, WorkerDiedError
from pirqa.campaign.hazard import check_asked
from pirqa.campaign.hunt import Trial, next_level
from pirqa.campaign.motions import CampaignMotion, read_motions, read_set
from pirqa.campaign.outcomes import CampaignResult, to_frame, write_campaign
from pirqa.campaign.pages import Damaged, Pages, TakenElsewhereError, make_folder
from pirqa.campaign.scene import Curve, RunTask, Scene, curves_of, scene_of, task_at, told_before
from pirqa.campaign.sequences import with_sequences
from pirqa.campaign.work import CampaignWork, kept_row, unfinished_row
from pirqa.dynamics.partial import HistoryWriter
from pirqa.errors import OptionsError, ResultsError, did_you_mean
from pirqa.model.wall import Wall
from pirqa.motion.sets.result import MotionSet
from pirqa.progress import SILENT, Observer
from pirqa.shaking.options import DynamicsOptions
from pirqa.shaking.stage import compile_engine
from pirqa.units import STANDARD_GRAVITY

if TYPE_CHECKING:
    import polars

__all__ = ["CampaignPlan", "Shard", "Tally", "collect", "plan_campaign", "run_campaign"]

_CHUNK = 2000
"""Rows that are put into the table at once: pages as Python values are large."""
_SOON = 0.5
"""After which a run that somebody else was making is looked for again [s]."""
_ROUNDS = 3
"""Times that the table is made anew because pages came meanwhile: whoever brings still more makes it again."""
_GRADES = ("none", "local", "partial", "total")


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
    def most_runs(self) -> int:
        """Runs in all; at most, where levels are found on the way."""
        count = sum(len(curves) for curves in self.curves.values())
        options = self.options
        if options.ida is not None:
            return count * options.ida.runs
        return count * (len(options.levels.values) if options.strategy == "stripes" else 1)

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
    pages, tally = Pages(folder), Tally()
    chosen = {scene.name: shard.of(plan.curves[scene.name]) for scene in plan.scenes}
    each = 1 if plan.options.strategy == "cloud" else len(plan.options.levels.values)
    each = plan.options.ida.runs if plan.options.ida is not None else each
    tally.total = each * sum(len(curves) for curves in chosen.values())
    tally.damaged = pages.damaged
    try:
        for scene in plan.scenes:
            _Round(plan, scene, chosen[scene.name], pages, backend, tally, again, tell, observer).go()
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


class _Round:
    """Runs of one wall."""

    def __init__(
        self,
        plan: CampaignPlan,
        scene: Scene,
        curves: Sequence[Curve],
        pages: Pages,
        backend: Backend,
        tally: Tally,
        again: bool,
        tell: Callable[[Tally], None],
        observer: Observer,
    ) -> None:
        self._plan, self._scene, self._curves, self._pages = plan, scene, curves, pages
        self._backend, self._tally, self._again, self._tell, self._observer = backend, tally, again, tell, observer
        self._trials: dict[str, list[Trial]] = {curve.key: [] for curve in curves}
        self._elsewhere: list[RunTask] = []
        self._made: set[str] = set()

    def go(self) -> None:
        """Until all of them are there."""
        todo = self._first()
        self._show()
        if not todo:
            return
        compile_engine(self._scene.wall, self._observer, falling=True)
        self._backend.open(CampaignWork.of(self._scene, self._pages.folder))
        self._submit(todo)
        while True:
            for finished in self._backend.finished():
                self._take(finished)
            if not self._elsewhere:
                return
            time.sleep(_SOON)
            waiting, self._elsewhere = self._elsewhere, []
            for task in waiting:
                row = self._kept(task)
                if row is None:
                    self._submit([task])
                else:
                    self._count(task, row, kept=True)

    def _submit(self, tasks: Sequence[RunTask]) -> None:
        self._backend.submit([replace(task, again=self._again) for task in tasks])

    def _first(self) -> list[RunTask]:
        """What to begin with: all that is not there, or the next level of every hunt."""
        if self._plan.options.strategy == "ida":
            return [task for curve in self._curves if (task := self._next(curve)) is not None]
        todo = []
        for task in self._plan.tasks(self._scene, self._curves):
            row = self._kept(task)
            if row is None:
                todo.append(task)
            else:
                self._count(task, row, kept=True)
        # the strongest first: walls that fall take longest, and nobody should wait for the last of them alone
        motions = self._scene.motions
        todo.sort(key=lambda task: -task.level * motions[task.curve.motion].motion.duration)
        return todo

    def _next(self, curve: Curve) -> RunTask | None:
        """The next run of a hunt that is not there; those that are there are gone through as if they were made now."""
        for task in _hunted(self._plan, self._scene, curve, self._trials[curve.key]):
            row = self._kept(task)
            if row is None:
                return task
            self._trials[curve.key].append(_trial(task, row, self._plan.options))
            self._count(task, row, kept=True)
        # fewer levels than were allowed may have been enough
        assert self._plan.options.ida is not None
        self._tally.total -= self._plan.options.ida.runs - len(self._trials[curve.key])
        return None

    def _kept(self, task: RunTask) -> dict[str, Any] | None:
        return kept_row(self._pages.read(task.key), task, again=self._again and task.key not in self._made)

    def _count(self, task: RunTask, row: Mapping[str, Any], *, kept: bool) -> None:
        if kept:
            self._tally.kept += 1
        else:
            self._tally.done += 1
        self._tally.failed += row["status"] != "done"

    def _take(self, finished: Finished) -> None:
        task, fault = finished.task, finished.fault
        if isinstance(fault, TakenElsewhereError):
            self._elsewhere.append(task)
            return
        self._made.add(task.key)
        row = self._pages.read(task.key) if fault is None else self._written(task, fault)
        if row is None:  # damaged between writing and reading: a failing disk
            self._submit([task])
            return
        self._count(task, row, kept=False)
        if self._plan.options.strategy == "ida":
            self._trials[task.curve.key].append(_trial(task, row, self._plan.options))
            following = self._next(task.curve)
            if following is not None:
                self._submit([following])
        self._show()

    def _show(self) -> None:
        self._tally.notes = list(self._backend.notes)
        self._tell(self._tally)

    def _written(self, task: RunTask, fault: BaseException) -> dict[str, Any] | None:
        """The page of a run whose process could not write one: stopped, or dead too often."""
        if isinstance(fault, RunTimeoutError):
            row = unfinished_row(self._scene, task, "timeout", str(fault), task.time_limit)
        elif isinstance(fault, WorkerDiedError) or type(fault).__name__ == "KilledWorker":
            reason = f"its process died {ATTEMPTS} times: out of memory?"
            row = unfinished_row(self._scene, task, "failed", reason, 0.0)
        else:
            raise fault
        with contextlib.suppress(ResultsError):
            HistoryWriter(self._pages.unfinished(task.key)).discard()
        self._pages.write(row)
        return self._pages.read(task.key)


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
    pages = Pages(folder, aside=False)
    periods = options.table_periods
    frames: list[polars.DataFrame] = []
    rows: list[dict[str, Any]] = []

    def flush() -> None:
        frames.append(to_frame(rows, periods=periods, parameters=tuple(options.uncertain)))
        rows.clear()

    left = 0
    for row in _rows(plan, pages):
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


def _rows(plan: CampaignPlan, pages: Pages) -> Iterator[dict[str, Any] | None]:
    """Of all runs of the plan; none for one that is not there, at which a hunt stands still."""
    for scene in plan.scenes:
        for curve in plan.curves[scene.name]:
            trials: list[Trial] = []
            hunt = plan.options.ida is not None
            for task in _hunted(plan, scene, curve, trials) if hunt else plan.tasks(scene, [curve]):
                row = pages.read(task.key, poses=False)
                # records and walls may be called otherwise by now, and other spectral periods be asked for
                yield None if row is None else row | told_before(scene, task)
                if hunt:
                    if row is None:
                        break
                    trials.append(_trial(task, row, plan.options))


def write_table(plan: CampaignPlan, folder: Path) -> CampaignResult:
    """Gather all pages into the table of outcomes."""
    pages = Pages(folder, aside=False)
    for _ in range(_ROUNDS):
        before = len(pages.keys())
        result = collect(plan, folder)
        write_campaign(result, folder)
        if len(pages.keys()) == before:
            break  # else another part may have ended meanwhile, and its fuller table been replaced by this one
    return result
