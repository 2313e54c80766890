"""One run after the other in this process: for notebooks and for looking for faults; no run can be stopped."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from pirqa.campaign.backends import Finished
from pirqa.campaign.scene import RunTask
from pirqa.campaign.work import CampaignWork

__all__ = ["Serial"]


class Serial:
    """This process."""

    name = "serial"
    notes: Sequence[str] = ()

    def __init__(self) -> None:
        self._waiting: deque[RunTask] = deque()
        self._work: CampaignWork | None = None

    def told(self) -> str:
        """That it is so."""
        return "this process, one run after the other, without a time limit"

    def open(self, work: CampaignWork) -> None:
        """From now on another wall."""
        self.close()
        self._work = work
        work.prepare()

    def submit(self, tasks: Sequence[RunTask]) -> None:
        """For later."""
        self._waiting.extend(tasks)

    def finished(self) -> Iterator[Finished]:
        """Each when it is made."""
        assert self._work is not None
        while self._waiting:
            task = self._waiting.popleft()
            fault: BaseException | None = None
            try:
                self._work.perform(task)
            except Exception as error:  # whoever waits decides
                fault = error
            yield Finished(task=task, fault=fault)

    def close(self) -> None:
        """Nothing is under way between two runs."""
        self._waiting.clear()
