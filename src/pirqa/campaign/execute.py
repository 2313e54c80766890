"""One run of a plan, from task to page: what every worker does."""

from __future__ import annotations

from pirqa.campaign.plan import Job, Task
from pirqa.campaign.store import Store
from pirqa.campaign.summary import RunSummary, failed_summary, summarise
from pirqa.dynamics.partial import HistoryWriter
from pirqa.dynamics.simulate import simulate
from pirqa.errors import ComputationError, ResultsError
from pirqa.shaking.damage import outcome_of

__all__ = ["execute", "failed_page"]

_PATIENCE = 20.0
"""For the worker of a sweep that was killed to see that nobody feeds it any more [s]."""


def execute(job: Job, task: Task, store: Store) -> RunSummary:
    """Make the run, from its last checkpoint where there is one, and put its page into the store."""
    path = store.unfinished(task.key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        told = f"{path.parent}: cannot be made: {error.strerror or error}; choose another folder"
        raise ResultsError(told) from error
    keep = HistoryWriter(path, patience=_PATIENCE)
    try:
        run = simulate(
            job.wall,
            task.motion,
            job.simulation,
            joints=task.joints,
            case=task.case,
            struts=job.struts,
            keep=keep,
        )
        outcome = outcome_of(run, job.wall, job.damage)
        page = summarise(run, outcome, job.wall, key=task.key, level=task.level, factor=task.motion.factor)
    except ComputationError as error:
        page = failed_page(job, task, str(error))
    store.write(page)
    keep.discard()
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
