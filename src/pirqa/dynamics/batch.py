"""Many runs at once: courses whose stretches are made side by side, on a graphics card above all.

The card has as many walls under way as it wants. Each that has come to the end of its stretch is looked at by a thread
of the processor, and goes on; one that is over makes room for the next, so that nobody waits for the slowest.
"""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from pirqa.dynamics.drive import Drive
from pirqa.dynamics.engine import Engine, Record
from pirqa.dynamics.run_sequence import Course, Rested, Start, Stretch
from pirqa.errors import ComputationError

_RESTS = 2_000_000_000
"""Memory of walls at rest that are kept for runs to come [bytes]."""


_SILENT = 100_000
"""Times that a runner may have nothing to tell, one after the other, before it is thought to have lost its runs."""


class StretchRunner(Protocol):
    """Makes stretches of many walls side by side; called by one thread only."""

    room: int
    """Walls that it wants under way at once."""
    longest: float
    """Simulated time that a stretch may have where nobody must look at the wall [s]."""
    notes: list[str]
    """What the user should know, such as that fewer walls fit than it wants."""

    def refusal(self, engine: Engine, drive: Drive) -> str:
        """Why it cannot do this wall; empty where it can."""

    def begin(self, stretch: Stretch) -> None:
        """Put it under way and return; arrays of ``stretch.engine.assembly`` are taken, and put back at its end."""

    def finished(self) -> list[tuple[Stretch, Record, bool]]:
        """Those that are finished, as :meth:`Engine.run` tells of them.

        It waits for one; or only for a while, and returns none, so that others can be put under way meanwhile.
        """

    def close(self) -> None:
        """Let go of what is under way."""


class RefusedError(Exception):
    """The card cannot do this wall; says why."""


class OverdueError(Exception):
    """A run took longer than it may, ``limit`` [s]."""

    def __init__(self, limit: float) -> None:
        super().__init__(f"stopped after {limit:.6g} s, its time limit")
        self.limit = limit


@dataclass(frozen=True, kw_only=True, eq=False)
class Rest:
    """A wall at rest from which several runs start."""

    key: Hashable
    """Runs with the same key share it."""
    course: Callable[[], Course[Rested]]
    """By which it comes there; begun once for all of them."""


@dataclass(kw_only=True, eq=False)
class _Run:
    """A course on its way."""

    key: Any
    make: Callable[[float, Start | None], Course[Any]]
    rest: Rest | None
    limit: float | None
    course: Course[Any] | None = None
    began: float = 0.0
    checked: tuple[int, int] = (0, 0)
    """Engine and drive that were not refused."""


@dataclass(kw_only=True, eq=False)
class _RestRun(_Run):
    """A wall that comes to rest, and who waits for it."""

    waiting: list[_Run] = field(default_factory=list)
    found: Rested | None = None
    size: int = 0
    """Of what was found [bytes]."""
    fault: BaseException | None = None
    """Why it did not."""


class Batch:
    """Courses that share ``runner``; ``threads`` of the processor look at them, as many as it has where absent.

    No more than ``most`` are under way at once, though the runner has room: each has a history in memory.
    A course is closed where it is refused, overdue, or nobody wants it any more: what it holds must let go then.
    """

    def __init__(self, runner: StretchRunner, *, threads: int | None = None, most: int | None = None) -> None:
        self.simulated = 0.0
        """Time of all stretches that are finished [s]."""
        self.seconds = 0.0
        """By the clock, from when the first was begun until the last was finished [s]."""
        self._began = 0.0
        self._runner, self._most = runner, most
        self._pool = ThreadPoolExecutor(threads or _processors(), thread_name_prefix="pirqa-batch")
        self._ready: SimpleQueue[tuple[_Run, Stretch | None, Any, BaseException | None]] = SimpleQueue()
        self._waiting: deque[_Run] = deque()
        self._going: set[_Run] = set()
        """Begun and not at their end, walls that come to rest among them."""
        self._rests: OrderedDict[Hashable, _RestRun] = OrderedDict()
        self._resting = 0
        """Memory of those that are there [bytes]."""
        self._on_card: dict[Stretch, _Run] = {}
        self._stepping = self._silent = 0
        self._told: deque[tuple[Any, BaseException]] = deque()
        """Runs whose wall was refused, say, while it came to rest."""
        self._stopped = threading.Event()

    @property
    def busy(self) -> bool:
        """Whether anything is waiting or under way."""
        return bool(self._waiting or self._going or self._told)

    def submit(
        self,
        key: Any,
        make: Callable[[float, Start | None], Course[Any]],
        *,
        rest: Rest | None = None,
        limit: float | None = None,
    ) -> None:
        """One run more, called ``key``.

        ``make`` is called by one of the threads, with the longest time of a stretch [s] and the wall at rest where
        ``rest`` is given. The run may take ``limit`` by the clock [s], from when it is put under way.
        """
        self._waiting.append(_Run(key=key, make=make, rest=rest, limit=limit))

    @property
    def room(self) -> int:
        """Runs that may be under way at once."""
        return max(1, self._runner.room if self._most is None else min(self._most, self._runner.room))

    def finished(self) -> Iterator[tuple[Any, Any]]:
        """Each run as it ends, until none is left: its key, and its result or what went wrong, an exception.

        More may be submitted meanwhile.
        """
        while self.busy:
            self._refill()
            # the card works on while threads look at those that came back from it, unless it has too little to do
            yield from self._take(wait=2 * len(self._on_card) < self.room)
            if self._on_card and (2 * len(self._on_card) >= self.room or not self._stepping):
                found = self._runner.finished()
                self._silent = 0 if found else self._silent + 1
                if self._silent > _SILENT:
                    raise ComputationError(f"the card knows nothing of {len(self._on_card)} runs that were under way")
                self.seconds = time.monotonic() - self._began
                for stretch, record, sound in found:
                    self.simulated += stretch.count * stretch.engine.step
                    self._go(self._on_card.pop(stretch), found=(record, sound))

    def close(self) -> None:
        """Stop all that is under way, and let go of it."""
        self._stopped.set()
        self._runner.close()
        self._pool.shutdown(wait=True, cancel_futures=True)
        for run in self._going:
            if run.course is not None:
                run.course.close()
        self._waiting.clear()
        self._going.clear()
        self._on_card.clear()
        self._rests.clear()

    def _refill(self) -> None:
        """Begin as many as there is room for."""
        while self._waiting and len(self._going) < self.room:
            run = self._waiting.popleft()
            if run.rest is None:
                self._start(run)
                continue
            shared = self._rests.get(run.rest.key)
            if shared is None:
                shared = self._begin_rest(run.rest)
            self._rests.move_to_end(run.rest.key)
            if shared.found is not None:
                self._start(run, shared.found)
            elif isinstance(shared.fault, ComputationError):  # the run tells of it in its own way
                self._start(run, shared.fault)
            elif shared.fault is not None:
                self._told.append((run.key, shared.fault))
            else:
                shared.waiting.append(run)

    def _begin_rest(self, rest: Rest) -> _RestRun:
        shared = _RestRun(key=None, make=lambda _, __: rest.course(), rest=None, limit=None)
        self._rests[rest.key] = shared
        while self._resting > _RESTS:  # those that were asked for longest ago go first
            oldest = next(key for key, other in self._rests.items() if other.found is not None)
            self._resting -= self._rests.pop(oldest).size
        self._start(shared)
        return shared

    def _start(self, run: _Run, rested: Start | None = None) -> None:
        self._going.add(run)
        run.began = time.monotonic()
        self._began = self._began or run.began
        self._go(run, rested=rested)

    def _go(self, run: _Run, *, rested: Start | None = None, found: tuple[Record, bool] | None = None) -> None:
        self._stepping += 1
        self._pool.submit(self._go_on, run, rested, found)

    def _go_on(self, run: _Run, rested: Start | None, found: tuple[Record, bool] | None) -> None:
        """On one of the threads: look at the wall, and say what comes next."""
        stretch, result, fault = None, None, None
        try:
            if self._stopped.is_set():
                return
            if run.course is None:
                run.course = run.make(self._runner.longest, rested)
                stretch = next(run.course)
            else:
                assert found is not None
                stretch = run.course.send(found)
        except StopIteration as ended:
            result = ended.value
        except BaseException as error:  # whoever waits decides
            fault = error
        finally:
            self._ready.put((run, stretch, result, fault))

    def _take(self, *, wait: bool) -> Iterator[tuple[Any, Any]]:
        """What the threads have looked at: onto the card again, or to whoever waits for it."""
        while self._told:
            yield self._told.popleft()
        while self._stepping:
            try:
                run, stretch, result, fault = self._ready.get(block=wait)
            except Empty:
                return
            wait = False
            self._stepping -= 1
            if stretch is not None:
                fault = self._put_on_card(run, stretch)
                if fault is None:
                    continue
            self._going.discard(run)
            run.course = None
            if isinstance(run, _RestRun):
                run.found, run.fault = result, fault
                run.size = 0 if run.found is None else run.found.size
                self._resting += run.size
                self._waiting.extendleft(reversed(run.waiting))  # they come before those that came later
                run.waiting.clear()
            else:
                yield run.key, result if fault is None else fault

    def _put_on_card(self, run: _Run, stretch: Stretch) -> BaseException | None:
        assert run.course is not None
        if run.limit is not None and time.monotonic() - run.began > run.limit:
            run.course.close()
            return OverdueError(run.limit)
        checked = id(stretch.engine), id(stretch.drive)
        if run.checked != checked:
            reason = self._runner.refusal(stretch.engine, stretch.drive)
            if reason:
                run.course.close()
                return RefusedError(reason)
            run.checked = checked
        self._on_card[stretch] = run
        self._runner.begin(stretch)
        return None


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
