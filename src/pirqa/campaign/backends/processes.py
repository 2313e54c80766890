"""Processes on this machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pirqa.campaign.backends import Finished
from pirqa.campaign.children import Crew
from pirqa.campaign.run import default_workers
from pirqa.campaign.scene import RunTask
from pirqa.campaign.work import CampaignWork

__all__ = ["Processes"]


class Processes:
    """As many processes as there are processors, or as many as asked for; those that die are replaced."""

    name = "processes"
    notes: Sequence[str] = ()

    def __init__(self, workers: int | None = None) -> None:
        self._workers = default_workers() if workers is None else workers
        self._crew: Crew | None = None

    def told(self) -> str:
        """How many."""
        return f"{self._workers} process{'es' if self._workers != 1 else ''} on this machine"

    def open(self, work: CampaignWork) -> None:
        """Start anew for another wall."""
        self.close()
        self._crew = Crew(work, self._workers, limit=lambda task: task.time_limit)

    def submit(self, tasks: Sequence[RunTask]) -> None:
        """To whichever process is free first."""
        assert self._crew is not None
        self._crew.submit(tasks)

    def finished(self) -> Iterator[Finished]:
        """As they come."""
        assert self._crew is not None
        for task, fault in self._crew.finished():
            yield Finished(task=task, fault=fault)

    def close(self) -> None:
        """Kill them: their checkpoints are on disk."""
        crew, self._crew = self._crew, None
        if crew is not None:
            crew.close()
