"""Processes that make runs: started, fed, stopped when they take too long, replaced when they die."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import IO, Any, Protocol

from pirqa.campaign.worker import receive, send

__all__ = ["ATTEMPTS", "Child", "Crew", "RunTimeoutError", "Work", "WorkerDiedError"]

ATTEMPTS = 3
"""Processes that may die of one task before it is given up."""
_LIMITS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


class WorkerDiedError(Exception):
    """Processes went away in the middle of a task."""


class RunTimeoutError(Exception):
    """A task took longer than it may."""


class Work(Protocol):
    """What a process does; it is pickled once for each."""

    def prepare(self) -> None:
        """Before the first task."""

    def perform(self, task: Any) -> None:
        """Make the run of ``task`` and put it where it belongs."""


class Child:
    """One process that does ``work``; a new one is started where there is none."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = threading.Event()

    def perform(self, task: Any, limit: float | None = None) -> BaseException | None:
        """Have ``task`` done; what went wrong, if anything did. It may take ``limit`` [s]."""
        for _ in range(ATTEMPTS):
            try:
                return self._ask(task, limit)
            except (EOFError, OSError):
                self.end()
                if self._stopped.is_set():
                    return WorkerDiedError()
            except RunTimeoutError as error:
                self.end()
                return error
            except Exception as error:  # what it said cannot be read: whoever waits must hear of it
                self.end()
                return error
        return WorkerDiedError()

    def stop(self) -> None:
        """Let go of the process, whatever it does: its checkpoints are on disk."""
        self._stopped.set()
        process = self._process
        if process is not None and process.poll() is None:
            process.kill()

    def end(self) -> None:
        """Close and kill the process, if there is one."""
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

    def _ask(self, task: Any, limit: float | None) -> BaseException | None:
        if self._process is None:
            self._process = start()
            send(self._pipe_in, self._work)
            _, fault = receive(self._pipe_out)  # it is ready: what it needed until then is no part of a run
            if fault is not None:
                self.end()
                found: BaseException = fault
                return found
        send(self._pipe_in, task)
        if limit is not None:
            with selectors.DefaultSelector() as looking:
                looking.register(self._pipe_out, selectors.EVENT_READ)
                if not looking.select(limit):
                    raise RunTimeoutError(f"stopped after {limit:.6g} s, its time limit")
        _, fault = receive(self._pipe_out)
        return fault  # type: ignore[no-any-return]

    @property
    def _pipe_in(self) -> IO[bytes]:
        assert self._process is not None
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _pipe_out(self) -> IO[bytes]:
        assert self._process is not None
        assert self._process.stdout is not None
        return self._process.stdout


class Crew:
    """``count`` processes that share tasks; ``limit`` says how long a task may take [s]."""

    def __init__(self, work: Work, count: int, *, limit: Callable[[Any], float | None] = lambda _: None) -> None:
        self._work, self._count, self._limit = work, count, limit
        self._waiting: SimpleQueue[Any] = SimpleQueue()
        self._done: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        self._children: list[Child] = []
        self._threads: list[threading.Thread] = []
        self._closed = threading.Event()
        self._under_way = 0

    def submit(self, tasks: Sequence[Any]) -> None:
        """More to be done."""
        for task in tasks:
            self._under_way += 1
            self._waiting.put((task,))
        while len(self._children) < min(self._count, self._under_way):
            child = Child(self._work)
            thread = threading.Thread(target=self._feed, args=(child,), daemon=True)
            self._children.append(child)
            self._threads.append(thread)
            thread.start()

    def finished(self) -> Iterator[tuple[Any, BaseException | None]]:
        """Each task as it is done, with what went wrong; until none is under way."""
        while self._under_way:
            found = self._done.get()
            self._under_way -= 1
            yield found

    @property
    def busy(self) -> bool:
        """Whether any is under way."""
        return self._under_way > 0

    def ready(self) -> Iterator[tuple[Any, BaseException | None]]:
        """Those that are done by now."""
        while self._under_way and not self._done.empty():
            self._under_way -= 1
            yield self._done.get()

    def close(self) -> None:
        """Stop them all."""
        self._closed.set()
        for child in self._children:
            child.stop()
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    def _feed(self, child: Child) -> None:
        while (item := self._waiting.get()) is not None and not self._closed.is_set():
            task = item[0]
            fault = child.perform(task, self._limit(task))
            if self._closed.is_set():
                break
            self._done.put((task, fault))
        child.end()


def start() -> subprocess.Popen[bytes]:
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
