"""A graphics card: thousands of runs under way at once, those that it cannot do on processes of this machine.

Runs that are under way when all is killed begin anew: the card makes them in seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pirqa.campaign.backends import Finished
from pirqa.campaign.card import CardCrew, OpenCard, keep_rate, open_card, room_on_host
from pirqa.campaign.run import default_workers
from pirqa.campaign.scene import RunTask
from pirqa.campaign.work import CampaignWork
from pirqa.dynamics.batch import StretchRunner
from pirqa.dynamics.cuda.device import Device, find_device

__all__ = ["Cuda"]


class Cuda:
    """The first card that this process sees (``CUDA_VISIBLE_DEVICES``); ``card`` opens another, for tests."""

    name = "cuda"

    def __init__(self, workers: int | None = None, *, device: Device | None = None, card: OpenCard = open_card) -> None:
        self._device = find_device() if device is None else device
        self._open_card = card
        self._workers = default_workers() if workers is None else workers
        self._notes = self._device.warnings()
        self._work: CampaignWork | None = None
        self._runner: StretchRunner | None = None
        self._crew: CardCrew | None = None

    @property
    def notes(self) -> list[str]:
        """What the user should know, each once."""
        return [*dict.fromkeys((*self._notes, *(() if self._crew is None else self._crew.notes)))]

    def told(self) -> str:
        """Which card."""
        return f"{self._device}; {self._workers} process{'es' if self._workers != 1 else ''} for what it cannot do"

    def open(self, work: CampaignWork) -> None:
        """Start anew for another wall."""
        self.close()
        work.prepare()
        self._work, self._runner = work, self._open_card(self._device)

    def submit(self, tasks: Sequence[RunTask]) -> None:
        """To the card, as there is room."""
        if self._crew is None:
            self._crew = self._crew_for(tasks)
        self._crew.submit(tasks)

    def finished(self) -> Iterator[Finished]:
        """As they come, from the card or from a process."""
        if self._crew is None:
            return
        for task, fault in self._crew.finished():
            yield Finished(task=task, fault=fault)

    def close(self) -> None:
        """Let go of all that is under way; how fast the card was is kept for the next plan."""
        crew, self._crew = self._crew, None
        runner, self._runner = self._runner, None
        if crew is not None:
            assert self._work is not None
            keep_rate(self._work.folder, self._work.scene.digest, self._device, crew.rate)
            self._notes = [*dict.fromkeys((*self._notes, *crew.notes))]
            crew.close()
        elif runner is not None:
            runner.close()

    def _crew_for(self, tasks: Sequence[RunTask]) -> CardCrew:
        assert self._work is not None
        assert self._runner is not None
        scene, wanted = self._work.scene, self._runner.room
        longest = max(item.motion.duration for item in scene.motions.values())
        watched = all(task.histories == "none" for task in tasks)
        most, told = room_on_host(scene.wall, scene.job.simulation, longest, wanted, watched=watched)
        if told:
            self._notes.append(told)
        return CardCrew(self._work, self._runner, self._workers, most=most, limit=lambda task: task.time_limit)
