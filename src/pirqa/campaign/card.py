"""A graphics card and its helpers: runs go to the card, those that it cannot do to processes of this machine."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from pirqa.campaign.children import Crew, RunTimeoutError, Work
from pirqa.campaign.pages import make_folder
from pirqa.campaign.plan import Job, Task
from pirqa.campaign.run import Executor, SweepWork
from pirqa.campaign.store import Store
from pirqa.dynamics.batch import Batch, OverdueError, RefusedError, Rest, StretchRunner
from pirqa.dynamics.course import Course
from pirqa.dynamics.cuda.device import Device, explained
from pirqa.dynamics.options import SimulationOptions
from pirqa.dynamics.rest import Start
from pirqa.errors import ResultsError
from pirqa.files import write_text_whole
from pirqa.model.plain import canonical_json
from pirqa.model.wall import Wall
from pirqa.provenance import digest

__all__ = ["CardCrew", "CardWork", "OpenCard", "keep_rate", "kept_rate", "on_card", "open_card", "room_on_host"]

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


class CardWork(Work, Protocol):
    """Work whose runs can be made as courses, too."""

    def course(self, task: Any, longest: float, rested: Start | None = None) -> Course[Any]:
        """The run of ``task`` from beginning to end, its page included."""

    def rest(self, task: Any) -> Rest:
        """Where it starts from."""


class CardCrew:
    """A card that makes tasks, and ``count`` processes for those that it refuses; as :class:`Crew` otherwise.

    Histories of ``most`` runs fit into memory. ``limit`` says how long a task may take by the clock [s].
    """

    def __init__(
        self,
        work: CardWork,
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


def _maker(work: CardWork, task: Any) -> Callable[[float, Start | None], Course[Any]]:
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


def on_card(count: int, device: Device, tell: Callable[[str], None], *, card: OpenCard = open_card) -> Executor:
    """Makes the runs of a sweep on ``device``, and in ``count`` processes what it cannot do; ``tell`` hears of that."""

    def go(job: Job, tasks: Sequence[Task], store: Store) -> Iterator[tuple[Task, BaseException | None]]:
        if not tasks:
            return
        runner = card(device)
        longest = max(task.motion.duration for task in tasks)
        most, told = room_on_host(job.wall, job.simulation, longest, runner.room)
        crew = CardCrew(SweepWork(job=job, folder=store.folder), runner, count, most=most)
        said: set[str] = set()
        try:
            crew.submit(tasks)
            for found in crew.finished():
                for note in (*device.warnings(), *filter(None, [told]), *crew.notes):
                    if note not in said:
                        said.add(note)
                        tell(note)
                yield found
        finally:
            crew.close()

    return go


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

    ``watched``: without histories (:class:`pirqa.dynamics.keeper.TimesAndEnergies`), so that only what comes from the
    card at once needs room. ``memory`` that is free [bytes] is asked for where absent.
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
