"""Runs that end before their time: whoever watches one says from when on the rest of it is of no use."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

import numpy as np

from pirqa.dynamics.events import stone_heights
from pirqa.dynamics.trajectory import History
from pirqa.model.wall import Wall

__all__ = ["DropWatch", "Ending", "Watch"]


class Watch(Protocol):
    """Sees all states of one run in their order, many or few at once: what it says must not depend on how many."""

    @property
    def close(self) -> bool:
        """Whether an end may be near, so that no long stretch should be begun."""

    def look(self, seen: History) -> float:
        """These states follow. When the run may end [s]; infinite as long as nobody knows."""


Ending = Callable[[], Watch]
"""A new watch, for a run or for one that is made again with half the time step."""


class DropWatch:
    """Ends a run when more than ``limit`` of the stones that are not fixed sank by more than half their height [-]."""

    def __init__(self, wall: Wall, limit: float) -> None:
        self._limit = limit
        self._free = [index for index, stone in enumerate(wall.stones) if stone.name not in wall.fixed]
        self._far = 0.5 * stone_heights(wall)[self._free]

    @property
    def close(self) -> bool:
        """Always: what is tilted slowly falls at once."""
        return True

    def look(self, seen: History) -> float:
        """When there were so many."""
        if not self._free:
            return math.inf
        share = (-seen.displacement[:, self._free, 2] > self._far).mean(axis=1)
        return float(seen.times[np.argmax(share > self._limit)]) if np.any(share > self._limit) else math.inf
