"""What happened for the first time, and which stones have fallen."""

from __future__ import annotations

import numpy as np

from pirqa.dynamics.assembly import Assembly
from pirqa.dynamics.trajectory import Event, EventKind
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall

__all__ = ["fallen_stones", "find_events", "stone_heights"]

_NOTICEABLE = 1e-3
"""Slip or opening of a joint that is told [m]."""


def stone_heights(wall: Wall) -> FloatArray:
    """Of each stone from its lowest to its highest corner [m]."""
    return np.array([np.ptp(stone.solid.vertices[:, 2]) for stone in wall.stones])


def fallen_stones(moved: FloatArray, heights: FloatArray, wall: Wall, *, sunk: float = 0.0) -> list[str]:
    """Names of the stones whose mass centre has dropped by more than half their height, most first; held ones never.

    ``moved`` is their displacement relative to the base [m], shape (stones, 3). Stones may follow a base that has
    ``sunk`` [m] without having fallen.
    """
    share = (-moved[:, 2] - sunk) / heights
    order = [wall.stones[index].name for index in np.argsort(-share, kind="stable") if share[index] > 0.5]
    return [name for name in order if name not in wall.fixed]


def find_events(
    times: FloatArray, moved: FloatArray, joint: FloatArray, slip: FloatArray, made: Assembly, *, sunk: FloatArray
) -> tuple[Event, ...]:
    """First slip and opening of each joint, and falls, in the order of time."""
    events: list[Event] = []

    def first(kind: EventKind, place: str, amounts: FloatArray, threshold: float) -> None:
        passed = np.flatnonzero(amounts > threshold)
        if len(passed):
            at = passed[0]
            events.append(Event(time=float(times[at]), kind=kind, place=place, amount=float(amounts[at])))

    for j, name in enumerate(made.names):
        first("slip", str(name), slip[:, j], _NOTICEABLE)
        first("opening", str(name), joint[:, j, 5], _NOTICEABLE)
    heights = stone_heights(made.wall)
    for b, stone in enumerate(made.wall.stones):
        if stone.name in made.wall.fixed:
            continue
        first("fallen", stone.name, -moved[:, b, 2] - sunk, 0.5 * float(heights[b]))
    return tuple(sorted(events, key=lambda event: (event.time, event.kind, event.place)))
