"""Dask distributed: a cluster on this machine, or a scheduler that is there already (SSH, Slurm …).

A worker of Dask keeps one process of ours, which makes the runs: it can be killed when a run takes too long, and a
worker that computes for an hour still answers its scheduler. Runs are written by that process; what goes over the
network is the task and a word, and futures are let go of as soon as they are done, so that nothing finished is ever
computed again because a worker died.
"""

from __future__ import annotations

import contextlib
import pickle
import socket
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

from pirqa.errors import ComputationError, InputError, MissingExtraError, OptionsError, ResultsError
from pirqa.experiments.campaign.backends import Finished, default_workers
from pirqa.experiments.campaign.plan import RunTask
from pirqa.experiments.campaign.work import RunWork
from pirqa.experiments.campaign.worker import Child
from pirqa.files import write_bytes_whole
from pirqa.provenance import digest

ALLOWED_FAILURES = 10
"""Workers that may die of one task before Dask gives it up: queues that take machines away kill many."""
_AHEAD = 4
"""Tasks for each worker that are handed to the scheduler at once: 100,000 at once would only slow it down."""
_LOOK = 0.5
"""Between two looks whether the scheduler is still there [s]."""
_PATIENCE = 30.0
"""For a scheduler to answer, and for a first worker [s]."""


class DaskCluster:
    """Workers of a Dask cluster: ``local``, or a scheduler's address such as ``tcp://head:8786``."""

    name = "dask"
    notes: Sequence[str] = ()

    def __init__(self, address: str = "local", workers: int | None = None) -> None:
        try:
            import dask
            from distributed import Client, LocalCluster
        except ImportError as error:
            raise MissingExtraError("--cluster", "cluster") from error
        # 1 thread for each worker: runs are compiled code on one processor
        dask.config.set({"distributed.scheduler.allowed-failures": ALLOWED_FAILURES})
        self._cluster: Any = None
        try:
            if address == "local":
                count = default_workers() if workers is None else workers
                self._cluster = LocalCluster(  # type: ignore[no-untyped-call]
                    n_workers=count, threads_per_worker=1, processes=True, dashboard_address=_dashboard()
                )
                self._client: Any = Client(self._cluster, timeout=_PATIENCE)  # type: ignore[no-untyped-call]
            else:
                self._client = Client(address, timeout=_PATIENCE)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise OptionsError(
                f"--cluster {address}: no scheduler answers ({error}); start one with dask scheduler, or give local"
            ) from error
        self._address = address
        self._work: RunWork | None = None
        self._job = ("", "")
        self._waiting: deque[RunTask] = deque()
        self._under_way: dict[Any, RunTask] = {}
        self._count = 0

    def told(self) -> str:
        """Workers, and where Dask draws what they do."""
        count = len(self._client.scheduler_info(n_workers=-1)["workers"])
        where = "a local Dask cluster" if self._address == "local" else f"the Dask cluster at {self._address}"
        link = f"; dashboard: {self._client.dashboard_link}" if _dashboard() else ""
        return f"{count} worker{'s' if count != 1 else ''} of {where}{link}"

    def open(self, work: RunWork) -> None:
        """Put the scene where all workers see it: the folder of the runs, which they share anyway."""
        self._forget()
        data = pickle.dumps(work, protocol=pickle.HIGHEST_PROTOCOL)
        mark = digest(data)
        path = work.folder / "jobs" / f"{mark[:32]}.pickle"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ResultsError(f"{path.parent}: cannot be made: {error.strerror or error}") from error
        write_bytes_whole(path, data)
        self._work, self._job = work, (str(path), mark)

    def submit(self, tasks: Sequence[RunTask]) -> None:
        """To the scheduler, a few for each worker at a time."""
        self._waiting.extend(tasks)
        self._hand_over()

    def finished(self) -> Iterator[Finished]:
        """As they come."""
        from distributed import wait

        while self._under_way or self._waiting:
            self._hand_over()
            try:
                wait(list(self._under_way), timeout=_LOOK, return_when="FIRST_COMPLETED")  # type: ignore[no-untyped-call]
            except TimeoutError:
                self._check_there()
                continue
            except Exception as error:  # Dask has many words for a scheduler that is gone
                raise self._gone() from error
            for future in [future for future in self._under_way if future.status != "pending"]:
                task = self._under_way.pop(future)
                yield Finished(task=task, fault=self._fault_of(future))
            self._check_there()

    def close(self) -> None:
        """Let go of all that is under way; a scheduler that is not ours stays."""
        self._forget()
        for item in (self._client, self._cluster):
            if item is not None:
                with contextlib.suppress(Exception):  # what is gone already cannot be closed
                    item.close(timeout=10)
        self._cluster = None

    def _forget(self) -> None:
        self._waiting.clear()
        futures, self._under_way = list(self._under_way), {}
        if futures:
            with contextlib.suppress(Exception):  # the scheduler may be gone, and they with it
                self._client.cancel(futures, force=True)

    def _hand_over(self) -> None:
        try:
            workers = len(self._client.scheduler_info(n_workers=-1)["workers"])
            while self._waiting and len(self._under_way) < _AHEAD * max(1, workers):
                task = self._waiting.popleft()
                self._count += 1  # a task that comes again is another one for Dask
                future = self._client.submit(
                    perform, *self._job, task, key=f"pirqa-{self._count}-{task.key[:32]}", pure=False, retries=0
                )
                self._under_way[future] = task
        except Exception as error:
            raise self._gone() from error

    def _check_there(self) -> None:
        if self._client.status != "running":
            raise self._gone()

    def _gone(self) -> ComputationError:
        return ComputationError(
            f"the scheduler of the cluster ({self._address}) is gone; finished runs are kept. Start it, and run the "
            "same command again: it goes on"
        )

    def _fault_of(self, future: Any) -> BaseException | None:
        from distributed.comm.core import CommClosedError

        if future.status in ("cancelled", "lost"):
            raise self._gone()
        try:
            found: BaseException | None = future.result(timeout=_PATIENCE)
        except Exception as error:  # KilledWorker and the like: whoever waits decides
            # a scheduler that is gone takes its futures with it, before the client itself knows that it is gone
            if isinstance(error, (CancelledError, CommClosedError)) or self._client.status != "running":
                raise self._gone() from error
            found = error
        future.release()
        return found


def _dashboard() -> str | None:
    """Dask's dashboard needs bokeh, which is no part of pirqa."""
    from importlib.util import find_spec

    return ":0" if find_spec("bokeh") is not None else None


_CHILD: list[tuple[str, Child]] = []
"""The one process of ours that this worker keeps, and the digest of what it works on."""
_ONE_AT_A_TIME = threading.Lock()


def perform(path: str, mark: str, task: RunTask) -> BaseException | None:
    """On a worker of Dask: have ``task`` done by the process that has loaded the work at ``path``."""
    with _ONE_AT_A_TIME:
        if not _CHILD or _CHILD[0][0] != mark:
            try:
                data = Path(path).read_bytes()
            except OSError as error:
                raise InputError(
                    f"{path}: a worker on {socket.gethostname()} cannot read it ({error.strerror or error}): the "
                    "folder of the runs must be one that all machines see under the same path; choose it with -o"
                ) from error
            if digest(data) != mark:
                raise InputError(f"{path}: is damaged; run the same command again")
            while _CHILD:
                _CHILD.pop()[1].end()
            _CHILD.append((mark, Child(pickle.loads(data))))
        return _CHILD[0][1].perform(task, task.time_limit)
