"""A worker process that makes runs, and the processes of this machine that share tasks.

``python -m pirqa.experiments.campaign.worker`` is the process. It reads pickled work (:class:`Work`), then tasks; it
answers when it is ready and after each task with a word and the error, if there was one. It ends with the process that
feeds it. :class:`Crew` starts such processes, feeds them, stops those that take too long and replaces those that die.
"""

from __future__ import annotations

import os
import pickle
import selectors
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import IO, Any, Protocol

ATTEMPTS = 3
"""Processes that may die of one task before it is given up."""
_LIMITS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


class WorkerDiedError(Exception):
    """Processes ended in the middle of a task."""


class RunTimeoutError(Exception):
    """A task took longer than its time limit."""


class Work(Protocol):
    """The work of a process; it is pickled once for each."""

    def prepare(self) -> None:
        """Make ready for the first task."""

    def perform(self, task: Any) -> None:
        """Make the run of ``task`` and put its page into the store."""


class Crew:
    """Processes that share tasks, at most ``count``; ``limit`` gives the time limit of a task [s]."""

    def __init__(self, work: Work, count: int, *, limit: Callable[[Any], float | None] = lambda _: None) -> None:
        self._work, self._count, self._limit = work, count, limit
        self._waiting: SimpleQueue[Any] = SimpleQueue()
        self._done: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        self._children: list[Child] = []
        self._threads: list[threading.Thread] = []
        self._closed = threading.Event()
        self._under_way = 0

    def submit(self, tasks: Sequence[Any]) -> None:
        """Give more tasks to the processes."""
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
        """Yield each task as it is done, with the error if there was one, until none is under way."""
        while self._under_way:
            found = self._done.get()
            self._under_way -= 1
            yield found

    @property
    def busy(self) -> bool:
        """Whether any task is under way."""
        return self._under_way > 0

    def ready(self) -> Iterator[tuple[Any, BaseException | None]]:
        """Yield the tasks that are done by now."""
        while self._under_way and not self._done.empty():
            self._under_way -= 1
            yield self._done.get()

    def close(self) -> None:
        """Stop all processes."""
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


class Child:
    """One process that does ``work``; a new one is started if there is none."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = threading.Event()

    def perform(self, task: Any, limit: float | None = None) -> BaseException | None:
        """Have ``task`` done within ``limit`` [s]; return the error if there was one."""
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
            except Exception as error:  # its answer cannot be read: the caller must hear of it
                self.end()
                return error
        return WorkerDiedError()

    def stop(self) -> None:
        """Kill the process, whatever it does: its checkpoints are on disk."""
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
            _, fault = receive(self._pipe_out)  # it is ready: the time until then is no part of a run
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


def start() -> subprocess.Popen[bytes]:
    """Start a worker with the same code and one thread, which Ctrl-C does not reach."""
    paths = os.pathsep.join(path for path in sys.path if path)
    env = {**os.environ, **dict.fromkeys(_LIMITS, "1"), "PYTHONPATH": paths}
    return subprocess.Popen(
        [sys.executable, "-m", "pirqa.experiments.campaign.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=env,
        start_new_session=True,
    )


def main() -> None:
    """Make the runs of tasks until there are no more."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # printed text must not get between the messages
    inbox: SimpleQueue[Any] = SimpleQueue()
    listener = threading.Thread(target=_listen, args=(sys.stdin.buffer, inbox, lambda: os._exit(0)), daemon=True)
    listener.start()
    work = inbox.get()
    send(out, ("ready", _fault_of(work.prepare)))
    while (task := inbox.get()) is not None:
        send(out, (task.key, _fault_of(work.perform, task)))


def _listen(pipe: IO[bytes], inbox: SimpleQueue[Any], die: Callable[[], None]) -> None:
    """Take messages while a run is made; end when the feeder has ended, since the run is not wanted any more."""
    try:
        while True:
            inbox.put(receive(pipe))
    except EOFError:
        die()


def _fault_of(job: Callable[..., None], *arguments: Any) -> BaseException | None:
    """Return the error of ``job``, if there was one: the feeder decides what becomes of it."""
    try:
        job(*arguments)
        return None
    except Exception as error:
        return error


def send(pipe: IO[bytes], message: Any) -> None:
    """Write one message, its length first."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(struct.pack("<Q", len(data)) + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """Return the next message; raise EOFError if the other side has ended."""
    head = pipe.read(8)
    if len(head) < 8:
        raise EOFError
    size = struct.unpack("<Q", head)[0]
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError
    return pickle.loads(data)


if __name__ == "__main__":
    main()
