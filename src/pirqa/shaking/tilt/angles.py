"""Angles at which things happen in a tilt, and how well they are known."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pirqa.dynamics.drive import drive_of
from pirqa.dynamics.options import TiltOptions
from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.shaking.damage import CollapseDefinition, Outcome
from pirqa.units import STANDARD_GRAVITY

__all__ = ["AngleRange", "EventName", "TiltEvent", "begins_to_go", "last_hold", "reaction", "tilt_events"]

EventName = Literal["slip", "opening", "detached", "fall", "partial", "total"]
"""``slip``, ``opening``: of a joint by a millimetre; ``detached``: a stone bears on no joint; ``fall``: of the first
stone; ``partial``, ``total``: as many have fallen as make the collapse such."""


@dataclass(frozen=True, kw_only=True)
class AngleRange:
    """An angle that lies between two others."""

    low: float
    """The wall held it, or did not yet go, at this angle [rad]."""
    high: float
    """And was seen to have gone at this one [rad]."""

    @property
    def width(self) -> float:
        """How well it is known [rad]."""
        return self.high - self.low

    def __str__(self) -> str:
        return f"{math.degrees(self.high):.2f} deg ({math.degrees(self.low):.2f}-{math.degrees(self.high):.2f})"


@dataclass(frozen=True, kw_only=True)
class TiltEvent:
    """Something that happened for the first time as the tilt grew."""

    name: EventName
    time: float
    """Since the tilt began [s]."""
    angle: AngleRange
    place: str
    """The stone, or the joint."""


def tilt_events(
    run: Trajectory, outcome: Outcome, action: TiltOptions, definition: CollapseDefinition
) -> Iterator[TiltEvent]:
    """What happened first to joints and stones, in the order in which a wall comes down."""
    for name in ("slip", "opening"):
        first = next((event for event in run.events if event.kind == name), None)
        if first is not None:
            # a joint is watched, not a fall: it had moved less at the state before
            before = max(0, int(np.searchsorted(run.times, first.time)) - 1)
            angle = AngleRange(low=float(run.tilt[before]), high=_angle_at(run, first.time))
            yield TiltEvent(name=name, time=first.time, angle=angle, place=first.place)
    if outcome.first is not None:
        loose = outcome.first
        yield _of_stone(run, action, "detached", loose.time, loose.stone, definition.outward)
    counts: dict[EventName, int] = {
        "fall": 1,
        "partial": math.ceil(definition.partial * outcome.count),
        "total": math.floor(definition.total * outcome.count) + 1,
    }
    for kind, count in counts.items():
        if len(outcome.falls) >= max(count, 1):
            fall = outcome.falls[max(count, 1) - 1]
            yield _of_stone(run, action, kind, fall.time, fall.stone, definition.outward)


def _of_stone(
    run: Trajectory, action: TiltOptions, name: EventName, time: float, stone: str, outward: float
) -> TiltEvent:
    high = _angle_at(run, time)
    held = None if action.by is None else last_hold(action, high)
    low = begins_to_go(run, stone, time, outward) if held is None else held
    return TiltEvent(name=name, time=time, angle=AngleRange(low=min(low, high), high=high), place=stone)


def _angle_at(run: Trajectory, time: float) -> float:
    return float(np.interp(time, run.times, run.tilt))


def last_hold(action: TiltOptions, angle: float) -> float:
    """The angle of the hold before the one on the way to which, or in which, ``angle`` was met [rad]."""
    assert action.by is not None
    step = math.ceil(angle / action.by - 1e-6)
    return max(0.0, (step - 1) * action.by)


def begins_to_go(run: Trajectory, stone: str, time: float, outward: float) -> float:
    """Tilt at which a stone that had gone at ``time`` last moved slower than ``outward`` on the base [rad].

    A wall that falls from a base that goes on turning takes its time: meanwhile the angle grows by rate × time. This
    is where it was last seen to follow the base; a wall that creeps over its limit was past it even earlier.
    """
    moved = run.displacement[:, run.stones.index(stone)]
    until = int(np.searchsorted(run.times, time, side="right"))
    if until < 2:
        return 0.0
    speed = np.linalg.norm(np.diff(moved[:until], axis=0), axis=1) / np.diff(run.times[:until])
    slow = np.flatnonzero(speed <= outward)
    return float(run.tilt[slow[-1]]) if len(slow) else 0.0


def reaction(run: Trajectory, action: TiltOptions, wall: Wall) -> FloatArray:
    """Time [s], tilt [rad] and what the base bears along gravity [N], shape (k, 3).

    That is the weight of the stones that are not fixed while they rest.
    """
    down = drive_of(action, wall, free=0.0).gravity(run.times) / STANDARD_GRAVITY
    return np.column_stack([run.times, run.tilt, (run.push * down).sum(axis=1)])
