"""The runs of the analysis: the hunt of each motion on its ladder, and the corners of the joints at the demand.

Runs are made in processes that stay for the whole hunt; each finished one is in the store of sweeps at once. What is
run next depends on the finished runs of one motion alone, so that their order does not matter.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pirqa.campaign.children import ATTEMPTS, Crew, WorkerDiedError
from pirqa.campaign.execute import failed_page
from pirqa.campaign.incremental.corners import merged_ends
from pirqa.campaign.incremental.ladder import Ladder, next_rungs
from pirqa.campaign.incremental.result import STATES, LadderRun
from pirqa.campaign.plan import Job, Task, pushing_component, task_of
from pirqa.campaign.run import SweepWork, default_workers
from pirqa.campaign.store import Store
from pirqa.campaign.summary import RunSummary
from pirqa.model.check import LimitState
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.joint import JointProperties
from pirqa.motion.scaling import reversed_polarity
from pirqa.progress import Observer

__all__ = ["Analysis", "RunPlace", "hunt"]


@dataclass(frozen=True, kw_only=True)
class RunPlace:
    """Where a run belongs."""

    motion: str
    corner: str
    reversed: bool
    rung: int


@dataclass(kw_only=True, eq=False)
class Analysis:
    """All that the hunt needs, and its runs so far."""

    job: Job
    ladder: Ladder
    motions: Mapping[str, GroundMotion]
    """At the demand."""
    joints: Mapping[str, JointProperties]
    """By corner; the best estimates under the empty name."""
    signs: tuple[bool, ...]
    residual_limit: float
    runs: dict[RunPlace, LadderRun] = field(default_factory=dict)
    _shared: str = ""

    def task(self, place: RunPlace) -> Task:
        """Return the run at ``place``."""
        if not self._shared:
            self._shared = self.job.digest()
        base = self.motions[place.motion]
        factor = self.ladder.intensity(place.rung) / self.ladder.demand
        moved = base.scaled(factor)
        moved = replace(reversed_polarity(moved) if place.reversed else moved, treatments=())
        column = moved.column(pushing_component(moved))
        level = float(moved.peak_acceleration[column])
        return task_of(self._shared, moved, level, place.corner, self.joints[place.corner])

    def add(self, place: RunPlace, summary: RunSummary) -> None:
        """Take the run at ``place``."""
        failed = summary.failed or not summary.reliable
        residual = float(summary.residual_size.max(initial=0.0))
        self.runs[place] = LadderRun(
            rung=place.rung,
            intensity=self.ladder.intensity(place.rung),
            corner=place.corner,
            reversed=place.reversed,
            failed=failed,
            damaged=bool(summary.falls) or residual > self.residual_limit,
            summary=summary,
        )

    def tried(self, motion: str, state: LimitState, corner: str = "") -> dict[int, bool | None]:
        """Return the rungs of ``motion`` that were run with every sign, and whether the wall comes to ``state``."""
        found: dict[int, list[bool | None]] = {}
        for place, run in self.runs.items():
            if (place.motion, place.corner) == (motion, corner):
                found.setdefault(place.rung, []).append(run.reaches(state))
        return {
            rung: True if any(values) else None if None in values else False
            for rung, values in found.items()
            if len(values) == len(self.signs)
        }

    def at_demand(self, state: LimitState, *, corner: str = "") -> list[bool | None]:
        """Return whether the wall comes to ``state`` at the demand, by motion."""
        return [self.tried(name, state, corner).get(0) for name in self.motions]

    def places(self, motion: str, rungs: Iterable[int], corner: str = "") -> list[RunPlace]:
        """Return the runs of ``motion`` at ``rungs`` with every sign that are not there yet."""
        wanted = [
            RunPlace(motion=motion, corner=corner, reversed=sign, rung=rung) for rung in rungs for sign in self.signs
        ]
        return [place for place in wanted if place not in self.runs]


def hunt(analysis: Analysis, store: Store, workers: int | None, observer: Observer) -> tuple[str, ...]:
    """Make all runs; return the corners that were run."""
    crew = _Runs(analysis, store, workers, observer)
    try:
        crew.go(
            [place for name in analysis.motions for place in analysis.places(name, (0,))],
            lambda place: _next(analysis, place.motion),
        )
        return _corners(analysis, crew)
    finally:
        crew.close()


def _next(analysis: Analysis, motion: str) -> list[RunPlace]:
    rungs = {
        rung
        for state in ("stones_fall", "wall_falls")
        for rung in next_rungs(analysis.tried(motion, state), analysis.ladder)
    }
    return analysis.places(motion, sorted(rungs))


def open_states(analysis: Analysis) -> list[LimitState]:
    """Return the states that no run at the best estimates reaches at the demand."""
    return [state for state in STATES if not any(analysis.at_demand(state))]


def _corners(analysis: Analysis, crew: _Runs) -> tuple[str, ...]:
    """Run the corners at the demand while a state is open, then the worst pair of two inputs."""
    names = [name for name in analysis.joints if name]
    if not names or not open_states(analysis):
        return ()
    crew.go(
        [place for corner in names for name in analysis.motions for place in analysis.places(name, (0,), corner)],
        lambda _: [],
    )
    worst = _worst_ends(analysis, names)
    if len(worst) >= 2 and not _reached_in(analysis, names):
        pair = ", ".join(worst[:2])
        joints = analysis.joints[""]
        for corner in worst[:2]:
            symbol = corner.split()[0]
            joints = merged_ends(joints, analysis.joints[corner], symbol)
        analysis.joints = {**analysis.joints, pair: joints}
        crew.go([place for name in analysis.motions for place in analysis.places(name, (0,), pair)], lambda _: [])
        names.append(pair)
    _descend(analysis, crew, names)
    return tuple(names)


def _reached_in(analysis: Analysis, corners: Sequence[str]) -> bool:
    """Return whether every open state is reached at the demand in some corner already."""
    return all(
        any(any(analysis.at_demand(state, corner=corner)) for corner in corners) for state in open_states(analysis)
    )


def _worst_ends(analysis: Analysis, corners: Sequence[str]) -> list[str]:
    """Return the worse end of each input, the input that matters most first."""

    def harm(corner: str) -> tuple[int, int, float]:
        mine = [run for place, run in analysis.runs.items() if place.corner == corner and not run.failed]
        sizes = [math.log(max(float(run.summary.peak.max(initial=0.0)), 1e-9)) for run in mine]
        return (
            sum(bool(run.reaches("wall_falls")) for run in mine),
            sum(bool(run.summary.falls) for run in mine),
            sum(sizes) / max(len(sizes), 1),
        )

    ends: dict[str, str] = {}
    for corner in corners:
        symbol = corner.split()[0]
        if symbol not in ends or harm(corner) > harm(ends[symbol]):
            ends[symbol] = corner
    return sorted(ends.values(), key=harm, reverse=True)


def _descend(analysis: Analysis, crew: _Runs, corners: Sequence[str]) -> None:
    """Go down from the demand, two rungs at a time, with motions and corners in which stones fall there."""
    falling = [
        (name, corner)
        for corner in corners
        for name in analysis.motions
        if analysis.tried(name, "stones_fall", corner).get(0) and "stones_fall" in open_states(analysis)
    ]

    def lower(place: RunPlace) -> list[RunPlace]:
        tried = analysis.tried(place.motion, "stones_fall", place.corner)
        lowest = min(tried, default=0)
        if not tried or not tried[lowest] or lowest <= analysis.ladder.lowest:
            return []
        return analysis.places(place.motion, (max(lowest - 2, analysis.ladder.lowest),), place.corner)

    first = [
        place
        for name, corner in falling
        for place in lower(RunPlace(motion=name, corner=corner, reversed=False, rung=0))
    ]
    crew.go(first, lower)


class _Runs:
    """Makes runs that are not in the store, in processes that stay for the whole hunt."""

    def __init__(self, analysis: Analysis, store: Store, workers: int | None, observer: Observer) -> None:
        self._analysis, self._store, self._observer = analysis, store, observer
        self._count = default_workers() if workers is None else workers
        self._work = SweepWork(job=analysis.job, folder=store.folder)
        self._crew: Crew | None = None
        self._done = 0
        self._later: list[Task] = []

    def go(self, places: Sequence[RunPlace], more: Callable[[RunPlace], list[RunPlace]]) -> None:
        """Make the runs of ``places``, and after each one those that ``more`` asks for."""
        waiting = deque(places)
        known = set(places)
        under_way: dict[str, RunPlace] = {}
        self._observer.begin("ida", len(waiting))
        kept = 0
        while waiting or under_way:
            fresh: list[Task] = []
            while waiting:
                place = waiting.popleft()
                task = self._analysis.task(place)
                summary = self._store.read(task.key)
                if summary is None:
                    fresh.append(task)
                    under_way[task.key] = place
                else:
                    kept += 1
                    self._take(place, summary, more, known, waiting)
            if not under_way:
                continue
            for task, fault in self._finish_some(fresh):
                summary = self._store.read(task.key)
                if summary is None:
                    if fault is not None and not isinstance(fault, WorkerDiedError):
                        raise fault
                    summary = failed_page(
                        self._analysis.job, task, f"its process died {ATTEMPTS} times: out of memory?"
                    )
                self._take(under_way.pop(task.key), summary, more, known, waiting)
                if waiting:
                    break
        self._observer.end(f"{self._done} runs{f', {kept} kept from earlier' if kept else ''}")

    def _take(
        self,
        place: RunPlace,
        summary: RunSummary,
        more: Callable[[RunPlace], list[RunPlace]],
        known: set[RunPlace],
        waiting: deque[RunPlace],
    ) -> None:
        self._analysis.add(place, summary)
        self._done += 1
        self._observer.advance()
        for item in more(place):
            if item not in known:
                known.add(item)
                waiting.append(item)

    def _finish_some(self, fresh: Sequence[Task]) -> Iterator[tuple[Task, BaseException | None]]:
        """Give ``fresh`` to the workers and yield runs as they are finished; others may be submitted in between."""
        if self._count <= 1:
            self._later += fresh
            task = self._later.pop(0)
            self._work.perform(task)
            yield task, None
            return
        if self._crew is None:
            self._crew = Crew(self._work, self._count)
        self._crew.submit(fresh)
        yield from self._crew.finished()

    def close(self) -> None:
        """Stop the workers."""
        if self._crew is not None:
            self._crew.close()
