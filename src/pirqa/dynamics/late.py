"""Runs that are kept in memory until their first checkpoint is due, and on disk from then on.

Most runs of a campaign are over before that: then nothing was written but what came of them.
"""

from __future__ import annotations

from pathlib import Path

from pirqa.dynamics.checkpoint import Checkpoint, Progress
from pirqa.dynamics.engine import Engine
from pirqa.dynamics.keeper import Head, InMemory
from pirqa.dynamics.partial import HistoryWriter
from pirqa.dynamics.trajectory import States
from pirqa.progress import SILENT, Observer

__all__ = ["LateWriter"]


class LateWriter(HistoryWriter):
    """A :class:`HistoryWriter` that begins to write at its first checkpoint; ``known``: digest of the run's inputs."""

    def __init__(self, path: str | Path, *, known: str, interval: float | None = None, patience: float = 0.0) -> None:
        super().__init__(path, interval=interval, patience=patience)
        self.known = known
        self._memory = InMemory()
        self._head: Head | None = None
        self._on_disk = False

    def begin(self, inputs: str, observer: Observer = SILENT) -> Checkpoint | None:
        """Where the run was when it was stopped; none: it starts from its beginning, in memory."""
        if self.partial.exists():
            self._on_disk = True
            return super().begin(inputs, observer)
        self._start_clock(inputs)
        return None

    def open(self, head: Head, room: int) -> None:
        """States begin anew."""
        if self._on_disk:
            super().open(head, room)
        else:
            self._head = head
            self._memory.open(head, room)

    def take(self, states: States) -> None:
        """Put these after the others."""
        if self._on_disk:
            super().take(states)
        else:
            self._memory.take(states)

    def save(self, engine: Engine | None, progress: Progress) -> None:
        """Put the state of the run on disk, and at the first time all states so far."""
        if not self._on_disk:
            if engine is None:  # nothing is done yet, and nothing there to be mistaken for it
                return
            began = self._began
            super().begin(self.inputs)
            self._began = began
            self._on_disk = True
            if self._head is not None and progress.phase == "action":
                super().open(self._head, 0)
                super().take(self._memory.states())
            self._memory = InMemory()
        super().save(engine, progress)

    def states(self) -> States:
        """All that were taken."""
        return super().states() if self._on_disk else self._memory.states()

    def discard(self) -> None:
        """Take away what was kept on the way."""
        if self._on_disk or self.partial.exists():
            super().discard()
