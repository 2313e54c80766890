"""Ends runs of walls that have collapsed: whatever their stones do from then on, nothing worse comes of it.

A stone that fell has fallen, whatever becomes of it (:func:`pirqa.shaking.damage.outcome_of` looks for any state in
which it was beyond a bound), so the class of collapse never goes back: the worst one is the last.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from pirqa.dynamics.trajectory import History, States
from pirqa.model.wall import Wall
from pirqa.shaking.damage import WORST, CollapseDefinition, FallRule, free_stones

__all__ = ["AFTERWARDS", "CollapseWatch"]

AFTERWARDS = 1.0
"""How long a run goes on after the wall has collapsed [s]: most of what was on its way is down then, and residuals,
means of the last second, are of a wall that has collapsed."""
_OF_STONES = ("times", "position", "quaternion", "platform", "platform_turn")
"""All that a fall is told by."""


class CollapseWatch:
    """Ends a run of ``wall`` a second after its collapse is the worst that ``definition`` knows."""

    def __init__(self, wall: Wall, definition: CollapseDefinition) -> None:
        self._wall, self._definition = wall, definition
        self._rule: FallRule | None = None
        self._waiting: list[History] = []
        """States that nobody has judged yet; the first of them has been, for the speeds of the others."""
        self._fallen = np.zeros(0, dtype=bool)

    @property
    def close(self) -> bool:
        """From the first class of collapse on that is more than a few stones."""
        return self._class_of(int(self._fallen.sum())) not in ("none", "local")

    def look(self, seen: History) -> float:
        """A second after so many stones had fallen."""
        self._waiting.append(_places(seen))
        if self._in_time(seen):
            return math.inf
        joined = _joined(self._waiting)
        if self._rule is None:
            self._rule = FallRule(wall=self._wall, definition=self._definition, free=free_stones(seen))
            self._fallen = np.zeros(len(self._rule.free), dtype=bool)
        beyond = np.logical_or.reduce(list(self._rule.passed(joined).values()))
        counts = np.logical_or.accumulate(beyond | self._fallen, axis=0).sum(axis=1)
        self._waiting, self._fallen = [_last(joined)], self._fallen | beyond.any(axis=0)
        if self._class_of(int(counts[-1])) != WORST:
            return math.inf
        first = next(row for row, count in enumerate(counts.tolist()) if self._class_of(count) == WORST)
        return float(joined.times[first]) + AFTERWARDS

    def _in_time(self, seen: History) -> bool:
        """Whether what waits can be judged with what follows, as much again: to judge a few states costs as much."""
        ahead = 2.0 * float(seen.times[-1] - seen.times[0])
        return 0.0 < ahead < AFTERWARDS - float(seen.times[-1] - self._waiting[0].times[0])

    def _class_of(self, count: int) -> str:
        return self._definition.class_of(count / len(self._fallen) if len(self._fallen) else 0.0)


def _places(seen: History) -> History:
    """Where stones were, and nothing of the joints."""
    blank = np.zeros((len(seen.times), 0))
    return _changed(seen, {item.name: blank for item in fields(States) if item.name not in _OF_STONES})


def _last(places: History) -> History:
    """The last state, of its own: what it is cut from may be large."""
    return _changed(places, {item.name: getattr(places, item.name)[-1:].copy() for item in fields(States)})


def _joined(parts: Sequence[History]) -> History:
    """States that follow each other."""
    if len(parts) == 1:
        return parts[0]
    names = [item.name for item in fields(States)]
    return _changed(parts[-1], {name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


def _changed(history: History, rows: dict[str, Any]) -> History:
    return replace(history, **rows)
