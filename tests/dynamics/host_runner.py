"""Many runs at once without a card: a runner of stretches on this processor, and all of some runs by one runner."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pirqa.dynamics.batch import Batch, RefusedError, StretchRunner
from pirqa.dynamics.drive import Drive
from pirqa.dynamics.engine import Engine, Record
from pirqa.dynamics.run_sequence import Course, Start, Stretch
from pirqa.errors import ComputationError


class HostRunner:
    """A runner that makes one stretch after the other on this processor."""

    def __init__(self, *, room: int = 4, longest: float = 0.0) -> None:
        self.room, self.longest = room, longest
        self.notes: list[str] = []
        self._waiting: deque[Stretch] = deque()

    def refusal(self, engine: Engine, drive: Drive) -> str:
        """It can do all walls."""
        return ""

    def begin(self, stretch: Stretch) -> None:
        """For later."""
        self._waiting.append(stretch)

    def finished(self) -> list[tuple[Stretch, Record, bool]]:
        """The one that waits longest."""
        if not self._waiting:
            return []
        stretch = self._waiting.popleft()
        return [(stretch, *stretch.run())]

    def close(self) -> None:
        """Forget what waits."""
        self._waiting.clear()


def conduct_many(
    runs: Iterable[tuple[Any, Callable[[float, Start | None], Course[Any]]]],
    runner: StretchRunner,
    *,
    threads: int | None = None,
) -> Iterator[tuple[Any, Any]]:
    """Each of ``runs``, a key and what makes its course, as it ends: its key, and its result or what went wrong.

    That is a :class:`ComputationError`, or :class:`RefusedError` where the card cannot do the wall; else it is raised.
    """
    batch = Batch(runner, threads=threads)
    try:
        for key, make in runs:
            batch.submit(key, make)
        for key, result in batch.finished():
            if isinstance(result, BaseException) and not isinstance(result, (ComputationError, RefusedError)):
                raise result
            yield key, result
    finally:
        batch.close()
