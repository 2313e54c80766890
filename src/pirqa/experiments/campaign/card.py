"""A graphics card: thousands of runs under way at once; those that it cannot do go to processes of this machine.

Runs that are under way when all is killed begin anew: the card makes them in seconds.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pirqa.dynamics.batch import Batch, OverdueError, RefusedError, StretchRunner
from pirqa.dynamics.cuda.device import Device, explained, find_device
from pirqa.dynamics.options import SimulationOptions
from pirqa.dynamics.run_sequence import Course, Start
from pirqa.errors import ResultsError
from pirqa.experiments.campaign.backends import Finished, default_workers
from pirqa.experiments.campaign.plan import RunTask
from pirqa.experiments.campaign.store import make_folder
from pirqa.experiments.campaign.work import RunWork
from pirqa.experiments.campaign.worker import Crew, RunTimeoutError
from pirqa.files import write_text_whole
from pirqa.model.plain import canonical_json
from pirqa.model.wall import Wall
from pirqa.provenance import digest

_HANDLES = 256
"""Files that are open beside one for each run under way, its claim."""
_MEMORY = 0.6
"""Of this machine's free memory that histories of runs under way may fill."""
_STONE, _JOINT, _STATE, _WATCHED = 7, 5, 24, 9
"""Numbers of a state for each stone, for each joint, beside them, and in all where no history is kept."""
_SPARE = 1.4
"""For what is made of a history while its run is looked at, and for stretches on their way."""
_BROUGHT = 5.0
"""Simulated time that a card brings at once [s]."""
_TELLING = 60.0
"""Simulated time from which on a rate says something [s]."""

OpenCard = Callable[[Device], StretchRunner]
"""Makes what runs stretches on a card."""


def open_card(device: Device) -> StretchRunner:
    """The runner of stretches on ``device``."""
    from pirqa.dynamics.cuda.card import Card  # not before a card is asked for: its kernels take Numba's own time

    return Card(device)


class CardCrew:
    """A card that makes tasks, and ``count`` processes for those that it refuses; as :class:`Crew` otherwise.

    Histories of ``most`` runs fit into memory. ``limit`` says how long a task may take by the clock [s].
    """

    def __init__(
        self,
        work: RunWork,
        runner: StretchRunner,
        count: int,
        *,
        most: int | None = None,
        limit: Callable[[Any], float | None] = lambda _: None,
    ) -> None:
        self._work, self._runner, self._limit = work, runner, limit
        self._batch = Batch(runner, threads=count, most=_handles(most, runner.room))
        self._crew = Crew(work, count, limit=limit)
        self._refused: dict[str, str] = {}
        """Reason, and the first run that was refused for it."""

    @property
    def notes(self) -> list[str]:
        """What the user should know, each once."""
        refused = [
            f"the card cannot do some runs, processes make them: {reason} (first {name})"
            for reason, name in self._refused.items()
        ]
        return [*dict.fromkeys((*self._runner.notes, *refused))]

    @property
    def rate(self) -> float | None:
        """Simulated seconds that the card made in a second; none where it has made too few to tell."""
        batch = self._batch
        return batch.simulated / batch.seconds if batch.simulated > _TELLING else None

    def submit(self, tasks: Sequence[Any]) -> None:
        """More to be done."""
        for task in tasks:
            self._batch.submit(task, _maker(self._work, task), rest=self._work.rest(task), limit=self._limit(task))

    def finished(self) -> Iterator[tuple[Any, BaseException | None]]:
        """Each task as it is done, with what went wrong; until none is under way."""
        while self._batch.busy or self._crew.busy:
            for task, result in _told_by_the_card(self._batch):
                if isinstance(result, RefusedError):
                    self._refused.setdefault(str(result), task.name)
                    self._crew.submit([task])
                elif isinstance(result, OverdueError):
                    yield task, RunTimeoutError(str(result))
                else:
                    yield task, result if isinstance(result, BaseException) else None
                yield from self._crew.ready()
            for found in self._crew.finished():
                yield found
                if self._batch.busy:  # the next level of a hunt, say
                    break

    def close(self) -> None:
        """Stop all of it."""
        self._crew.close()
        self._batch.close()


def _maker(work: RunWork, task: Any) -> Callable[[float, Start | None], Course[Any]]:
    return lambda longest, rested: work.course(task, longest, rested)


def _told_by_the_card(batch: Batch) -> Iterator[tuple[Any, Any]]:
    """What ends on the card; its driver's errors in words that help."""
    found = batch.finished()
    while True:
        try:
            item = next(found)
        except StopIteration:
            return
        except Exception as error:
            told = explained(error)
            if told is None:
                raise
            raise told from error
        yield item


class Cuda:
    """The first card that this process sees (``CUDA_VISIBLE_DEVICES``); ``card`` opens another, for tests."""

    name = "cuda"

    def __init__(self, workers: int | None = None, *, device: Device | None = None, card: OpenCard = open_card) -> None:
        self._device = find_device() if device is None else device
        self._open_card = card
        self._workers = default_workers() if workers is None else workers
        self._notes = self._device.warnings()
        self._work: RunWork | None = None
        self._runner: StretchRunner | None = None
        self._crew: CardCrew | None = None

    @property
    def notes(self) -> list[str]:
        """What the user should know, each once."""
        return [*dict.fromkeys((*self._notes, *(() if self._crew is None else self._crew.notes)))]

    def told(self) -> str:
        """Which card."""
        return f"{self._device}; {self._workers} process{'es' if self._workers != 1 else ''} for what it cannot do"

    def open(self, work: RunWork) -> None:
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
        watched = all(task.sparing for task in tasks)
        most, told = room_on_host(scene.wall, scene.job.simulation, longest, wanted, watched=watched)
        if told:
            self._notes.append(told)
        return CardCrew(self._work, self._runner, self._workers, most=most, limit=lambda task: task.time_limit)


def room_on_host(
    wall: Wall,
    options: SimulationOptions,
    duration: float,
    wanted: int,
    *,
    watched: bool = False,
    memory: int | None = None,
) -> tuple[int, str]:
    """How many runs of ``duration`` [s] fit into the memory of this machine, and what is to be told of it.

    ``watched``: without histories (:class:`~pirqa.dynamics.state_recorder.TimesAndEnergies`), so that only what comes
    from the card at once needs room. ``memory`` that is free [bytes] is asked for where absent.
    """
    joints = sum(len(contact.faces) for contact in wall.contacts)
    rows = (duration + options.free) / options.output_step
    state = _STONE * len(wall.stones) + _JOINT * joints + _STATE
    each = 8.0 * rows * (_WATCHED if watched else state) * _SPARE
    if watched:
        each += 8.0 * min(rows, _BROUGHT / options.output_step) * (12 * len(wall.stones) + 7 * joints + _STATE)
    there = _free_memory() if memory is None else memory
    fit = max(1, int(_MEMORY * there / each))
    if fit >= wanted:
        return wanted, ""
    return fit, (
        f"{fit} runs at once instead of {wanted}: their histories need {each / 1e6:.3g} MB each, and "
        f"{there / 1e9:.3g} GB of this machine's memory are free; a longer dynamics.simulation.output_step needs less"
    )


def _free_memory() -> int:
    """Of this machine [bytes]."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    return 1 << 33


def _handles(most: int | None, room: int) -> int:
    """Runs that may be under way at once: each holds a file open, its claim."""
    wanted = room if most is None else min(most, room)
    try:
        import resource
    except ImportError:  # not on this system, nor its limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = wanted + _HANDLES
    if soft != resource.RLIM_INFINITY and soft < need:
        soft = need if hard == resource.RLIM_INFINITY else min(need, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        wanted = min(wanted, max(1, soft - _HANDLES))
    return wanted


def kept_rate(folder: Path, mark: str, device: Device) -> float | None:
    """Simulated seconds that ``device`` made in a second of the wall with the digest ``mark``; none: never yet."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        return float(json.loads(_rate_path(folder, mark, device).read_text(encoding="utf-8"))["rate"])
    return None


def keep_rate(folder: Path, mark: str, device: Device, rate: float | None) -> None:
    """For the next plan."""
    if rate is not None:
        with contextlib.suppress(ResultsError):  # a full disk tells of itself elsewhere
            path = _rate_path(folder, mark, device)
            make_folder(path.parent)
            write_text_whole(path, canonical_json({"card": device.name, "rate": rate}))


def _rate_path(folder: Path, mark: str, device: Device) -> Path:
    return folder / "trials" / f"cuda-{digest(f'{mark} {device.name}'.encode())[:32]}.json"
