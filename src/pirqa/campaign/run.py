"""Make the runs of a plan: those that are not in the store, on as many processes as there are processors."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import IO

from pirqa.campaign.execute import execute, failed_page
from pirqa.campaign.plan import Job, Plan, Task
from pirqa.campaign.store import Store
from pirqa.campaign.summary import RunSummary
from pirqa.campaign.worker import receive, send
from pirqa.errors import OptionsError
from pirqa.progress import SILENT, Observer

__all__ = ["Executor", "default_workers", "in_processes", "one_by_one", "run_plan"]

Executor = Callable[[Job, Sequence[Task], Store], Iterator[tuple[Task, BaseException | None]]]
"""Makes the runs of some tasks and puts them into the store; yields each as it is done, with what went wrong."""
_ATTEMPTS = 3
"""Processes that may die of one task before it is given up."""
_LIMITS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


class WorkerDiedError(Exception):
    """A process went away in the middle of a task."""


def default_workers() -> int:
    """As ``PIRQA_WORKERS`` says, or as many as this process may use processors."""
    given = os.environ.get("PIRQA_WORKERS", "")
    if given:
        if not given.isdigit() or int(given) < 1:
            raise OptionsError(f'PIRQA_WORKERS is "{given}": give a number of processes, such as 2')
        return int(given)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_plan(
    plan: Plan, store: Store, *, workers: int | None = None, observer: Observer = SILENT, title: str = "runs"
) -> tuple[RunSummary, ...]:
    """All runs of ``plan`` in its order; those in ``store`` are taken from there, the others put there one by one."""
    found = {task.key: run for task in plan.tasks if (run := store.read(task.key)) is not None}
    todo = [task for task in {task.key: task for task in plan.tasks}.values() if task.key not in found]
    kept = len(found)
    observer.begin(title, kept + len(todo))
    observer.advance(kept)
    # the strongest first: walls that fall take longest, and nobody should wait for the last of them alone
    todo.sort(key=lambda task: -task.level * task.motion.duration)
    count = min(len(todo), default_workers() if workers is None else workers)
    executor = one_by_one if count <= 1 else in_processes(count)
    for task, fault in executor(plan.job, todo, store):
        run = store.read(task.key)
        if run is None:
            if fault is not None and not isinstance(fault, WorkerDiedError):
                raise fault
            run = failed_page(plan.job, task, f"its process died {_ATTEMPTS} times: out of memory?")
        found[task.key] = run
        observer.advance()
    failed = sum(run.failed for run in found.values())
    told = (f"{len(found)} runs", f"{kept} kept from earlier" if kept else "", f"{failed} FAILED" if failed else "")
    observer.end(", ".join(filter(None, told)))
    return tuple(found[task.key] for task in plan.tasks)


def one_by_one(job: Job, tasks: Sequence[Task], store: Store) -> Iterator[tuple[Task, BaseException | None]]:
    """In this process."""
    for task in tasks:
        execute(job, task, store)
        yield task, None


def in_processes(count: int) -> Executor:
    """In ``count`` processes of their own; one that dies is replaced, and its task given to another."""

    def go(job: Job, tasks: Sequence[Task], store: Store) -> Iterator[tuple[Task, BaseException | None]]:
        waiting = deque(tasks)
        done: SimpleQueue[tuple[Task, BaseException | None]] = SimpleQueue()
        feeders = [_Feeder(job, store, waiting, done) for _ in range(count)]
        try:
            for feeder in feeders:
                feeder.start()
            for _ in tasks:
                yield done.get()
        finally:
            waiting.clear()
            for feeder in feeders:
                feeder.stop()

    return go


class _Feeder(threading.Thread):
    """Feeds one process with tasks; starts another where it dies."""

    def __init__(
        self,
        job: Job,
        store: Store,
        waiting: deque[Task],
        done: SimpleQueue[tuple[Task, BaseException | None]],
    ) -> None:
        super().__init__(daemon=True)
        self._job, self._store, self._waiting, self._done = job, store, waiting, done
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = threading.Event()

    def run(self) -> None:
        """Until no task is waiting."""
        while not self._stopped.is_set():
            try:
                task = self._waiting.popleft()
            except IndexError:
                break
            fault: BaseException | None = WorkerDiedError()
            for _ in range(_ATTEMPTS):
                try:
                    fault = self._ask(task)
                    break
                except (EOFError, OSError):
                    self._end()
                    if self._stopped.is_set():
                        return
                except Exception as error:  # what it said cannot be read: whoever waits must hear of it
                    self._end()
                    fault = error
                    break
            self._done.put((task, fault))
        self._end()

    def stop(self) -> None:
        """Let go of the process, whatever it does: its checkpoints are on disk."""
        self._stopped.set()
        process = self._process
        if process is not None and process.poll() is None:
            process.kill()

    def _ask(self, task: Task) -> BaseException | None:
        if self._process is None:
            self._process = _start()
            send(self._pipe_in, (self._job, str(self._store.folder)))
        send(self._pipe_in, task)
        assert self._process.stdout is not None
        _, fault = receive(self._process.stdout)
        found: BaseException | None = fault
        return found

    @property
    def _pipe_in(self) -> IO[bytes]:
        assert self._process is not None
        assert self._process.stdin is not None
        return self._process.stdin

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:  # it is gone already
                pass
        process.kill()
        process.wait()


def _start() -> subprocess.Popen[bytes]:
    """A worker that sees the same code, one thread, and no Ctrl-C of ours."""
    paths = os.pathsep.join(path for path in sys.path if path)
    env = {**os.environ, **dict.fromkeys(_LIMITS, "1"), "PYTHONPATH": paths}
    return subprocess.Popen(
        [sys.executable, "-m", "pirqa.campaign.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=env,
        start_new_session=True,
    )
