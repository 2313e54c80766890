"""Recording the states of a run while it is computed: in memory, on disk as ``NAME.partial``, or both.

On disk, a state is appended to one file for each of its arrays and never touched again, so a kill spoils nothing that
was there. At intervals the whole state of the run is stored with them (:mod:`pirqa.dynamics.checkpoint`), with the
number of states until then and their checksums; a resumed run truncates the files there. The last two checkpoints are
kept. Most runs of a campaign end before their first checkpoint: :class:`LateWriter` keeps them in memory until then.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any, Protocol

import numpy as np

from pirqa.dynamics.assembly import JointName
from pirqa.dynamics.checkpoint import Checkpoint, Progress, read_checkpoint, state_of_engine, write_checkpoint
from pirqa.dynamics.engine import Engine
from pirqa.dynamics.history import (
    DAMAGED,
    HISTORY_FORMAT,
    PARTIAL,
    beside,
    check_place,
    damaged,
    is_history,
    sweep_beside,
    telling,
    write_trajectory,
)
from pirqa.dynamics.trajectory import PartialRun, States, Trajectory
from pirqa.errors import ResultsError
from pirqa.model.plain import canonical_json, from_plain, to_plain
from pirqa.model.polyhedron import FloatArray
from pirqa.progress import SILENT, Observer
from pirqa.version import __version__


@dataclass(frozen=True, kw_only=True, eq=False)
class Head:
    """Whose states they are."""

    action: str
    case: str
    stones: tuple[str, ...]
    held: tuple[str, ...]
    joints: tuple[JointName, ...]
    reference: FloatArray
    """Mass centres in the settled state [m], shape (stones, 3)."""


class Keeper(Protocol):
    """Where the states of a run go."""

    sparing: bool
    """Whether it takes states without shear, closed area and slip of the joints: half of what there is to keep."""

    def open(self, head: Head, room: int) -> None:
        """States begin anew; there will be ``room`` of them at most."""

    def take(self, states: States) -> None:
        """These follow."""

    def due(self) -> bool:
        """Whether it is time for a checkpoint."""

    def save(self, engine: Engine | None, progress: Progress) -> None:
        """The run has come so far; without an engine nothing is done yet."""

    def states(self) -> States:
        """All that were taken."""


class InMemory:
    """Keeps states in memory; a run that is stopped is lost."""

    sparing = False

    def __init__(self) -> None:
        self._room = self._count = 0
        self._columns: dict[str, FloatArray] = {}

    def open(self, head: Head, room: int) -> None:
        """States begin anew; there will be ``room`` of them at most."""
        self._room, self._count = room, 0
        self._columns.clear()

    def take(self, states: States) -> None:
        """These follow."""
        end = self._count + len(states.times)
        for item in fields(states):
            rows: FloatArray = getattr(states, item.name)
            if item.name not in self._columns:  # room that no state fills costs no memory
                self._columns[item.name] = np.empty((self._room, *rows.shape[1:]))
            self._columns[item.name][self._count : end] = rows
        self._count = end

    def due(self) -> bool:
        """Never: nothing outlives the run."""
        return False

    def save(self, engine: Engine | None, progress: Progress) -> None:
        """Nothing outlives the run."""

    def states(self) -> States:
        """All that were taken."""
        return States(**{name: column[: self._count] for name, column in self._columns.items()})


class TimesAndEnergies:
    """Keeps no more than these of a run that somebody follows: histories of a thousand would fill the memory."""

    sparing = True

    def __init__(self) -> None:
        self._times: list[FloatArray] = []
        self._energy: list[FloatArray] = []

    def open(self, head: Head, room: int) -> None:
        """States begin anew."""
        self._times.clear()
        self._energy.clear()

    def take(self, states: States) -> None:
        """These follow."""
        self._times.append(states.times.copy())  # the rest of what it was read with need not stay for it
        self._energy.append(states.energy.copy())

    def due(self) -> bool:
        """Never: nothing outlives the run."""
        return False

    def save(self, engine: Engine | None, progress: Progress) -> None:
        """Nothing outlives the run."""

    def states(self) -> States:
        """Times and energies of all that were taken, and nothing of stones and joints."""
        times, energy = np.concatenate(self._times), np.concatenate(self._energy)
        nothing = {item.name: np.empty((len(times), 0)) for item in fields(States)}
        of_stones = {"position": np.empty((len(times), 0, 3)), "quaternion": np.empty((len(times), 0, 4))}
        return States(**nothing | of_stones | {"times": times, "energy": energy})


INTERVAL = 10.0
"""Between two checkpoints, by the clock on the wall [s]: a killed run loses no more."""
_SHARE = 0.005
"""Of the time of a run that its checkpoints may take: less than 1 % also where the next takes longer than the last."""
_KEPT = 2
"""Checkpoints that are kept: the one before the last where that is damaged."""
_HEAD, _LOCK, _STATE = "run.json", "lock", "state_{:06d}.checkpoint"
_BLOCK = 1 << 22
"""Bytes of a file that are read at once to find its checksum."""


@dataclass(kw_only=True, eq=False)
class _Column:
    """File of one of the arrays, rows one after the other."""

    file: IO[bytes]
    shape: tuple[int, ...]
    """Of a row."""
    mark: int = 0
    """Checksum (CRC-32) of all rows: much quicker than a digest, and enough against accidents."""

    @property
    def width(self) -> int:
        """Of a row [bytes]."""
        return 8 * math.prod(self.shape)

    def append(self, rows: FloatArray) -> None:
        data = np.ascontiguousarray(rows, dtype="<f8").data.cast("B") if rows.size else b""
        self.mark = zlib.crc32(data, self.mark)
        self.file.write(data)


class HistoryWriter:
    """Keeps a run on disk while it goes, and takes up one that was stopped.

    Hand it to ``simulate`` as ``keep``, then the trajectory to :meth:`finish`. ``interval`` is the time between two
    checkpoints, by the clock on the wall [s]; they are farther apart where they would cost 1 % of it. With 0
    there is one at every look at the wall. ``patience`` is how long to wait for another process to let go of it [s].
    """

    sparing = False

    def __init__(self, path: str | Path, *, interval: float | None = None, patience: float = 0.0) -> None:
        self.path = check_place(path)
        """Where the whole run will be."""
        self.partial = beside(self.path)
        """Where it is meanwhile."""
        self.inputs = ""
        """Digest of what the run is made from."""
        self.known = ""
        """The same, where whoever keeps the run knows it already: to find it takes a part of a short run."""
        if self.partial.exists() and not _is_ours(self.partial):
            raise ResultsError(f"{self.partial}: is no part of a run; move it away, or give another name")
        self._interval = INTERVAL if interval is None else interval
        self._columns: dict[str, _Column] = {}
        self._count = self._number = 0
        self._next = math.inf
        self._patience = patience
        self._began = self._spent = 0.0
        self._lock: IO[bytes] | None = None

    def begin(self, inputs: str, observer: Observer = SILENT) -> Checkpoint | None:
        """Where the run made from ``inputs`` was when it was stopped; none: it starts from its beginning."""
        self._start_clock(inputs)
        with telling(self.path):
            self.partial.mkdir(parents=True, exist_ok=True)
            self._lock = _locked(self.partial, self._patience)
            found = None
            if _head_of(self.partial).get("inputs") == inputs:
                found = self._take_up(observer)
            elif any(self.partial.glob("*.checkpoint")):
                _tell(observer, "what another run left there is deleted")
            if found is None:
                self._clear()
                self._write_head({})
        return found

    def _start_clock(self, inputs: str) -> None:
        self.inputs, self._began, self._spent = inputs, monotonic(), 0.0
        self._next = self._began + self._interval

    def _take_up(self, observer: Observer) -> Checkpoint | None:
        paths = sorted(self.partial.glob("*.checkpoint"), reverse=True)
        for path in paths:
            try:
                found = read_checkpoint(path)
                if found.inputs != self.inputs:
                    raise ResultsError(f"{path}: is of another run")
                if found.progress.phase == "action":
                    self._reopen(found)
            except (*DAMAGED, EOFError, ResultsError) as error:
                self._close_columns()
                rest = "the one before" if path != paths[-1] else "the beginning"
                _tell(observer, f"{path.name} is damaged ({error}); going on from {rest}")
                continue
            self._number = int(path.stem.rpartition("_")[2])
            return found
        return None

    def _reopen(self, found: Checkpoint) -> None:
        """Open the files where they were at a checkpoint; what came after it is cut off."""
        shapes = _head_of(self.partial).get("rows", {})  # none before the first state
        for name, mark in found.marks.items():
            column = _Column(file=(self.partial / f"{name}.rows").open("r+b", buffering=0), shape=tuple(shapes[name]))
            self._columns[name] = column
            left = found.rows * column.width
            while left:
                block = column.file.read(min(left, _BLOCK))
                if not block:
                    raise ValueError(f"{name}.rows is cut off")
                column.mark = zlib.crc32(block, column.mark)
                left -= len(block)
            if column.mark != mark:
                raise ValueError(f"{name}.rows has been changed")
        for column in self._columns.values():
            column.file.truncate(found.rows * column.width)
            column.file.seek(found.rows * column.width)
        self._count = found.rows

    def open(self, head: Head, room: int) -> None:
        """States begin anew."""
        with telling(self.path):
            self._close_columns()
            for path in self.partial.glob("*.rows"):
                path.unlink()
            self._write_head(to_plain(head))
        self._count = 0

    def take(self, states: States) -> None:
        """Put these on disk after the others."""
        with telling(self.path):
            if not self._columns:
                shapes = {item.name: getattr(states, item.name).shape[1:] for item in fields(states)}
                self._write_head({**_head_of(self.partial), "rows": {name: list(row) for name, row in shapes.items()}})
                self._columns = {
                    name: _Column(file=(self.partial / f"{name}.rows").open("w+b", buffering=0), shape=shape)
                    for name, shape in shapes.items()
                }
            for name, column in self._columns.items():
                column.append(getattr(states, name))
        self._count += len(states.times)

    def due(self) -> bool:
        """Whether it is time for a checkpoint."""
        return monotonic() >= self._next

    def save(self, engine: Engine | None, progress: Progress) -> None:
        """Put the state of the run on disk: from here it can go on."""
        began = monotonic()
        with telling(self.path):
            for column in self._columns.values():
                os.fsync(column.file.fileno())
            self._number += 1
            checkpoint = Checkpoint(
                inputs=self.inputs,
                progress=progress,
                rows=self._count,
                marks={name: column.mark for name, column in self._columns.items()},
                engine={} if engine is None else state_of_engine(engine),
            )
            write_checkpoint(checkpoint, self.partial / _STATE.format(self._number))
            for path in sorted(self.partial.glob("*.checkpoint"))[:-_KEPT]:
                path.unlink()
        ended = monotonic()
        last = ended - began
        self._spent += last
        paid = self._began + (self._spent + last) / _SHARE
        self._next = max(ended + self._interval, paid) if self._interval else ended

    def states(self) -> States:
        """All that were taken, read back."""
        return States(
            **{name: _rows(self.partial, name, column.shape, self._count) for name, column in self._columns.items()}
        )

    def finish(self, trajectory: Trajectory) -> Path:
        """The run is over: put all of it under its name, and take away what was kept on the way."""
        write_trajectory(trajectory, self.path, inputs=self.inputs)
        self.discard()
        return self.path

    def discard(self) -> None:
        """Take away what was kept on the way."""
        self.close()
        if self.partial.is_dir():
            self._clear()  # the head goes last: killed on the way, what is left is still known as ours
        shutil.rmtree(self.partial, ignore_errors=True)
        sweep_beside(self.path)

    def discard_of(self, inputs: str) -> None:
        """The same of the run made from ``inputs``, which was killed when all was done; never of another run."""
        # a kill in the middle of :meth:`discard` leaves the lock without the head, and nothing of any run
        if not self.partial.exists() or _head_of(self.partial).get("inputs", inputs) == inputs:
            self.discard()

    def close(self) -> None:
        """Let others go on with what is on disk."""
        self._close_columns()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _close_columns(self) -> None:
        for column in self._columns.values():
            column.file.close()
        self._columns.clear()

    def _clear(self) -> None:
        for path in sorted(self.partial.iterdir(), key=lambda path: path.name == _HEAD):
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name != _LOCK:
                path.unlink()
        self._count = self._number = 0

    def _write_head(self, content: Mapping[str, Any]) -> None:
        head = {
            **content,
            "pirqa_history": HISTORY_FORMAT,
            "pirqa_version": __version__,
            "partial": True,
            "inputs": self.inputs,
        }
        new = self.partial / f"{_HEAD}.new"
        with new.open("w", encoding="utf-8") as file:
            file.write(canonical_json(head))
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.partial / _HEAD)


def read_partial(path: str | Path) -> PartialRun:
    """What a stopped run left: give its path with or without ``.partial``."""
    path = _partial_of(path)
    if not path.is_dir():
        raise ResultsError(f"{path}: there is nothing that a stopped run left")
    head = _head_of(path)
    if not head:
        raise ResultsError(f"{path}: is no part of a run; give the directory that one left")
    if head.get("pirqa_history") != HISTORY_FORMAT:
        raise ResultsError(f"{path}: has history format {head.get('pirqa_history')}, this pirqa reads {HISTORY_FORMAT}")
    if "rows" not in head:
        raise ResultsError(f"{path}: was stopped before a state was kept; run it again")
    try:
        count = _whole_rows(path, head["rows"])
        rows: dict[str, Any] = {name: _rows(path, name, tuple(shape), count) for name, shape in head["rows"].items()}
        whose = from_plain(Head, {item.name: head[item.name] for item in fields(Head)})
        return PartialRun(**rows, **{item.name: getattr(whose, item.name) for item in fields(whose)})
    except DAMAGED as error:
        raise damaged(path, error) from error


def kept_until(path: str | Path) -> float | None:
    """Time of the last state that a stopped run left at ``path`` [s]; none where there is none."""
    path = _partial_of(path)
    try:
        count = _whole_rows(path, _head_of(path)["rows"])
        return float(_rows(path, "times", (), count)[-1])
    except (OSError, KeyError, IndexError):
        return None


def _partial_of(path: str | Path) -> Path:
    path = Path(path)
    return path if path.name.endswith(PARTIAL) else beside(path)


def _whole_rows(folder: Path, shapes: Mapping[str, Any]) -> int:
    """A state counts only where all of it is there."""
    widths: dict[str, int] = {name: 8 * math.prod(shape) for name, shape in shapes.items()}
    return min((folder / f"{name}.rows").stat().st_size // width for name, width in widths.items() if width)


def _rows(folder: Path, name: str, shape: tuple[int, ...], count: int) -> FloatArray:
    values = np.fromfile(folder / f"{name}.rows", dtype="<f8", count=count * math.prod(shape))
    return values.reshape(count, *shape)


def _head_of(folder: Path) -> dict[str, Any]:
    try:
        return dict(json.loads((folder / _HEAD).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return {}


def _is_ours(folder: Path) -> bool:
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else {""}
    # killed at its very first moment, a run leaves no head yet
    return "pirqa_history" in _head_of(folder) or is_history(folder) or names <= {_LOCK, f"{_HEAD}.new"}


def _locked(folder: Path, patience: float) -> IO[bytes] | None:
    """A file that only one run may hold; it lets go when its process ends, for which ``patience`` waits [s]."""
    try:
        import fcntl
    except ImportError:  # not on this system: two runs at once are then the user's own care
        return None
    lock = (folder / _LOCK).open("wb")
    until = monotonic() + patience
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        except OSError as error:
            if monotonic() >= until:
                lock.close()
                told = f"{folder}: another run is writing there; wait for it, or give another name"
                raise ResultsError(told) from error
            sleep(0.05)


def _tell(observer: Observer, text: str) -> None:
    observer.begin("checkpoint", 1)
    observer.end(text)


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
