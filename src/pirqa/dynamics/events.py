"""What happened to joints for the first time, and which stones do not stand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pirqa.dynamics.assembly import JointName
from pirqa.dynamics.trajectory import Event, EventKind
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall

__all__ = ["dropped_stones", "find_events", "stone_heights"]

_NOTICEABLE = 1e-3
"""Slip or opening of a joint that is told [m]."""


def stone_heights(wall: Wall) -> FloatArray:
    """Of each stone from its lowest to its highest corner [m]."""
    return np.array([np.ptp(stone.solid.vertices[:, 2]) for stone in wall.stones])


def dropped_stones(moved: FloatArray, heights: FloatArray, wall: Wall) -> list[str]:
    """Names of the stones that sank by more than half their height, most first: a wall that does not stand at all.

    ``moved`` is their displacement [m], shape (stones, 3). What falls in a run is for pirqa.shaking.damage to say.
    """
    share = -moved[:, 2] / heights
    order = [wall.stones[index].name for index in np.argsort(-share, kind="stable") if share[index] > 0.5]
    return [name for name in order if name not in wall.fixed]


def find_events(
    times: FloatArray, opening: FloatArray, slip: FloatArray, joints: Sequence[JointName]
) -> tuple[Event, ...]:
    """First slip and opening of each joint, in the order of time; ``opening`` and ``slip`` [m], shape (k, joints)."""
    events: list[Event] = []
    amounts: dict[EventKind, FloatArray] = {"slip": slip, "opening": opening}
    for kind, values in amounts.items():
        passed = values > _NOTICEABLE
        for j in np.flatnonzero(passed.any(axis=0)).tolist():
            at = int(passed[:, j].argmax())
            place, amount = str(joints[j]), float(values[at, j])
            events.append(Event(time=float(times[at]), kind=kind, place=place, amount=amount))
    return tuple(sorted(events, key=lambda event: (event.time, event.kind, event.place)))
