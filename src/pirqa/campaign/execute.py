"""One run of a plan, from task to page: what every worker does."""

from __future__ import annotations

from collections.abc import Callable

from pirqa.campaign.plan import Job, Task
from pirqa.campaign.store import Store
from pirqa.campaign.summary import RunSummary, failed_summary, summarise
from pirqa.dynamics.course import Course, perform
from pirqa.dynamics.partial import HistoryWriter
from pirqa.dynamics.rest import Start
from pirqa.dynamics.simulate import simulation
from pirqa.errors import ComputationError, ResultsError

__all__ = ["execute", "execution", "failed_page"]

_PATIENCE = 20.0
"""For the worker of a sweep that was killed to see that nobody feeds it any more [s]."""


def execute(job: Job, task: Task, store: Store, *, rested: Callable[[], Start] | None = None) -> RunSummary:
    """Make the run, from its last checkpoint where there is one, and put its page into the store."""
    path = store.unfinished(task.key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        told = f"{path.parent}: cannot be made: {error.strerror or error}; choose another folder"
        raise ResultsError(told) from error
    keep = HistoryWriter(path, patience=_PATIENCE)
    page = perform(execution(job, task, store, keep=keep, rested=rested))
    keep.discard()
    return page


def execution(
    job: Job,
    task: Task,
    store: Store,
    *,
    keep: HistoryWriter | None = None,
    longest: float = 0.0,
    rested: Start | Callable[[], Start] | None = None,
) -> Course[RunSummary]:
    """The course of it, page included, for others to make its steps; see :func:`pirqa.dynamics.conduct.conduct`."""
    witness = job.witness(job.wall, task.motion)
    try:
        run = yield from simulation(
            job.wall,
            task.motion,
            job.simulation,
            joints=task.joints,
            case=task.case,
            struts=job.struts,
            keep=keep,
            longest=longest,
            follower=witness,
            rested=rested,
        )
        page = summarise(run, witness, key=task.key, level=task.level, factor=task.motion.factor)
    except ComputationError as error:
        page = failed_page(job, task, str(error))
    store.write(page)
    return page


def failed_page(job: Job, task: Task, reason: str) -> RunSummary:
    """Of a run that gave nothing."""
    return failed_summary(
        tuple(stone.name for stone in job.wall.stones),
        key=task.key,
        motion=task.motion.name,
        level=task.level,
        factor=task.motion.factor,
        case=task.case,
        reason=reason,
    )
