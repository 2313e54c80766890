"""Where the states of a run go while it is made: here into memory, in :mod:`pirqa.dynamics.partial` onto the disk."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Protocol

import numpy as np

from pirqa.dynamics.assembly import JointName
from pirqa.dynamics.checkpoint import Progress
from pirqa.dynamics.engine import Engine
from pirqa.dynamics.trajectory import States
from pirqa.model.polyhedron import FloatArray

__all__ = ["Head", "InMemory", "Keeper", "TimesAndEnergies"]


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
