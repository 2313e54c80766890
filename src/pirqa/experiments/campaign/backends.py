"""Where runs are made: a small interface, with processes of this machine and this process itself.

A backend takes runs of one wall at a time (``open`` with its scene) and reports which are finished; their pages are in
the store then, written by the process that made the run. Only the store counts: what a backend knows may be lost at any
moment. Clusters are in ``dask_cluster``, graphics cards in ``card``.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from pirqa.errors import OptionsError, did_you_mean
from pirqa.experiments.campaign.plan import RunTask
from pirqa.experiments.campaign.work import RunWork
from pirqa.experiments.campaign.worker import Crew


@dataclass(frozen=True, kw_only=True, eq=False)
class Finished:
    """A run that a backend has finished."""

    task: RunTask
    fault: BaseException | None
    """Error outside the computation itself, whose errors are on the page; None where there was none."""


class Backend(Protocol):
    """A way to make runs."""

    name: str

    @property
    def notes(self) -> Sequence[str]:
        """Messages for the user about what happened so far, each once."""

    def told(self) -> str:
        """Return a line for the user: how many workers there are, and where to look at them."""

    def open(self, work: RunWork) -> None:
        """Take runs of this scene from now on; none are under way."""

    def submit(self, tasks: Sequence[RunTask]) -> None:
        """Take more runs to make."""

    def finished(self) -> Iterator[Finished]:
        """Yield each run as it is finished, until none is under way; more may be submitted meanwhile."""

    def close(self) -> None:
        """Stop all that is under way."""


class Processes:
    """Processes of this machine, as many as there are processors unless stated; those that die are replaced."""

    name = "processes"
    notes: Sequence[str] = ()

    def __init__(self, workers: int | None = None) -> None:
        self._workers = default_workers() if workers is None else workers
        self._crew: Crew | None = None

    def told(self) -> str:
        """Return their number."""
        return f"{self._workers} process{'es' if self._workers != 1 else ''} on this machine"

    def open(self, work: RunWork) -> None:
        """Start again for another wall."""
        self.close()
        self._crew = Crew(work, self._workers, limit=lambda task: task.time_limit)

    def submit(self, tasks: Sequence[RunTask]) -> None:
        """Give them to the process that is free first."""
        assert self._crew is not None
        self._crew.submit(tasks)

    def finished(self) -> Iterator[Finished]:
        """Yield them as they come."""
        assert self._crew is not None
        for task, fault in self._crew.finished():
            yield Finished(task=task, fault=fault)

    def close(self) -> None:
        """Kill the processes: their checkpoints are on disk."""
        crew, self._crew = self._crew, None
        if crew is not None:
            crew.close()


class Serial:
    """This process, one run after the other: for notebooks and debugging; no run can be stopped."""

    name = "serial"
    notes: Sequence[str] = ()

    def __init__(self) -> None:
        self._waiting: deque[RunTask] = deque()
        self._work: RunWork | None = None

    def told(self) -> str:
        """Return that there is no limit."""
        return "this process, one run after the other, without a time limit"

    def open(self, work: RunWork) -> None:
        """Take runs of another wall."""
        self.close()
        self._work = work
        work.prepare()

    def submit(self, tasks: Sequence[RunTask]) -> None:
        """Keep them for later."""
        self._waiting.extend(tasks)

    def finished(self) -> Iterator[Finished]:
        """Make them, and yield each."""
        assert self._work is not None
        while self._waiting:
            task = self._waiting.popleft()
            fault: BaseException | None = None
            try:
                self._work.perform(task)
            except Exception as error:  # the caller decides
                fault = error
            yield Finished(task=task, fault=fault)

    def close(self) -> None:
        """Nothing is under way between two runs."""
        self._waiting.clear()


def default_workers() -> int:
    """Return the number in ``PIRQA_WORKERS``, or that of the processors that this process may use."""
    given = os.environ.get("PIRQA_WORKERS", "")
    if given:
        if not given.isdigit() or int(given) < 1:
            raise OptionsError(f'PIRQA_WORKERS is "{given}": give a number of processes, such as 2')
        return int(given)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _dask(workers: int | None, cluster: str | None) -> Backend:
    from pirqa.experiments.campaign.dask_cluster import DaskCluster

    return DaskCluster(cluster or "local", workers)


def _cuda(workers: int | None, cluster: str | None) -> Backend:
    from pirqa.experiments.campaign.card import Cuda

    return Cuda(workers)


BACKENDS: dict[str, Callable[[int | None, str | None], Backend]] = {
    "processes": lambda workers, _: Processes(workers),
    "dask": _dask,
    "serial": lambda workers, _: Serial(),
    "cuda": _cuda,
}
"""Backends by name; each is made from a number of workers and the address of a cluster, where they are given."""


def check_backend(name: str) -> None:
    """Refuse an unknown name."""
    if name not in BACKENDS:
        raise OptionsError(f'--backend: none is called "{name}"; {did_you_mean(name, BACKENDS)}')


def make_backend(name: str, *, workers: int | None = None, cluster: str | None = None) -> Backend:
    """Return the backend called ``name``."""
    check_backend(name)
    return BACKENDS[name](workers, cluster)


def local_backend(count: int) -> Backend:
    """Return ``count`` processes of this machine, or this process where one is enough."""
    return Processes(count) if count > 1 else Serial()
