"""Make the runs of a plan: those that are not in the store, on as many processes as there are processors."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pirqa.campaign.children import ATTEMPTS, Crew, WorkerDiedError
from pirqa.campaign.execute import execute, execution, failed_page
from pirqa.campaign.plan import Job, Plan, Task
from pirqa.campaign.store import Store
from pirqa.campaign.summary import RunSummary
from pirqa.dynamics.batch import Rest
from pirqa.dynamics.course import Course
from pirqa.dynamics.history import beside
from pirqa.dynamics.partial import HistoryWriter
from pirqa.dynamics.rest import SharedRest, Start, rest_of
from pirqa.errors import OptionsError
from pirqa.progress import SILENT, Observer

__all__ = ["Executor", "default_workers", "in_processes", "one_by_one", "run_plan"]

Executor = Callable[[Job, Sequence[Task], Store], Iterator[tuple[Task, BaseException | None]]]
"""Makes the runs of some tasks and puts them into the store; yields each as it is done, with what went wrong."""


def default_workers() -> int:
    """As ``PIRQA_WORKERS`` says, or as many as this process may use processors."""
    given = os.environ.get("PIRQA_WORKERS", "")
    if given:
        if not given.isdigit() or int(given) < 1:
            raise OptionsError(f'PIRQA_WORKERS is "{given}": give a number of processes, such as 2')
        return int(given)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_plan(
    plan: Plan,
    store: Store,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    observer: Observer = SILENT,
    title: str = "runs",
) -> tuple[RunSummary, ...]:
    """All runs of ``plan`` in its order; those in ``store`` are taken from there, the others put there one by one.

    ``executor`` makes them; processes of this machine where absent.
    """
    found = {task.key: run for task in plan.tasks if (run := store.read(task.key)) is not None}
    todo = [task for task in {task.key: task for task in plan.tasks}.values() if task.key not in found]
    kept = len(found)
    observer.begin(title, kept + len(todo))
    observer.advance(kept)
    # the strongest first: walls that fall take longest, and nobody should wait for the last of them alone
    todo.sort(key=lambda task: -task.level * task.motion.duration)
    count = min(len(todo), default_workers() if workers is None else workers)
    if executor is None:
        executor = one_by_one if count <= 1 else in_processes(count)
    for task, fault in executor(plan.job, todo, store):
        run = store.read(task.key)
        if run is None:
            if fault is not None and not isinstance(fault, WorkerDiedError):
                raise fault
            run = failed_page(plan.job, task, f"its process died {ATTEMPTS} times: out of memory?")
        found[task.key] = run
        observer.advance()
    failed = sum(run.failed for run in found.values())
    told = (f"{len(found)} runs", f"{kept} kept from earlier" if kept else "", f"{failed} FAILED" if failed else "")
    observer.end(", ".join(filter(None, told)))
    return tuple(found[task.key] for task in plan.tasks)


def one_by_one(job: Job, tasks: Sequence[Task], store: Store) -> Iterator[tuple[Task, BaseException | None]]:
    """In this process."""
    work = SweepWork(job=job, folder=store.folder)
    for task in tasks:
        work.perform(task)
        yield task, None


@dataclass(frozen=True, kw_only=True, eq=False)
class SweepWork:
    """What a process does for a sweep."""

    job: Job
    folder: Path
    at_rest: SharedRest = field(default_factory=SharedRest, repr=False)

    def prepare(self) -> None:
        """Nothing: the first run loads what it needs."""

    def perform(self, task: Task) -> None:
        """Make the run of ``task`` and put its page into the store."""
        rest = self.rest(task)
        execute(self.job, task, Store(self.folder), rested=lambda: self.at_rest.start(rest.key, rest.course))

    def course(self, task: Task, longest: float, rested: Start | None = None) -> Course[RunSummary]:
        """The same as stretches of steps that others make, without checkpoints: a run that is killed begins anew."""
        store = Store(self.folder)
        page = yield from execution(self.job, task, store, longest=longest, rested=rested)
        left = store.unfinished(task.key)
        if beside(left).exists():  # by a process that was stopped before
            HistoryWriter(left).discard()
        return page

    def rest(self, task: Task) -> Rest:
        """Where the run starts from: runs of one case share it."""
        job = self.job
        return Rest(
            key=task.case,
            course=lambda: rest_of(job.wall, job.simulation, joints=task.joints, struts=job.struts),
        )


def in_processes(count: int) -> Executor:
    """In ``count`` processes of their own; one that dies is replaced, and its task given to another."""

    def go(job: Job, tasks: Sequence[Task], store: Store) -> Iterator[tuple[Task, BaseException | None]]:
        crew = Crew(SweepWork(job=job, folder=store.folder), count)
        try:
            crew.submit(tasks)
            yield from crew.finished()
        finally:
            crew.close()

    return go
