"""Runs that end before their time: whoever follows one may say from when on the rest of it is of no use."""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np

from pirqa.dynamics.events import stone_heights
from pirqa.dynamics.keeper import Head
from pirqa.dynamics.trajectory import States, displacements
from pirqa.model.wall import Wall

__all__ = ["DropLimit", "Follower"]


class Follower(Protocol):
    """Sees all states of one run in their order, many or few at once: what it says must not depend on how many."""

    @property
    def close(self) -> bool:
        """Whether an end may be near, so that no long stretch should be begun."""

    def open(self, head: Head) -> None:
        """A run begins, or begins again with half the time step."""

    def look(self, states: States) -> float:
        """These follow. When the run may end [s]; infinite as long as nobody knows."""

    def cut(self, states: States) -> None:
        """Of those that were seen last only these, the first of them, are of the run: it has ended among them."""


class DropLimit:
    """Ends a run when more than ``limit`` of the stones that are not fixed sank by more than half their height [-]."""

    def __init__(self, wall: Wall, limit: float) -> None:
        self._limit = limit
        self._free = [index for index, stone in enumerate(wall.stones) if stone.name not in wall.fixed]
        self._far = 0.5 * stone_heights(wall)[self._free]
        self._head: Head | None = None

    @property
    def close(self) -> bool:
        """Always: what is tilted slowly falls at once."""
        return True

    def open(self, head: Head) -> None:
        """A run begins."""
        self._head = head

    def look(self, states: States) -> float:
        """When there were so many."""
        assert self._head is not None
        if not self._free:
            return math.inf
        down = -displacements(states, self._head.reference)[:, self._free, 2]
        passed = (down > self._far).mean(axis=1) > self._limit
        return float(states.times[np.argmax(passed)]) if passed.any() else math.inf

    def cut(self, states: States) -> None:
        """Nothing is kept of what was seen."""
