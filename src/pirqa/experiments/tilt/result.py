"""Result of a tilt test: angles at which events happen, with their uncertainty."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pirqa.dynamics.drive import drive_of
from pirqa.dynamics.options import TiltOptions
from pirqa.dynamics.trajectory import Trajectory
from pirqa.experiments.damage import Outcome
from pirqa.experiments.damage_states import CollapseDefinition
from pirqa.experiments.tilt.options import Towards
from pirqa.model.check import Check
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.units import STANDARD_GRAVITY

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


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A wall that was turned to one angle and held there."""

    angle: float
    """[rad]"""
    stands: bool
    """Whether no stone fell."""
    at_rest: bool
    """Whether it had come to rest when the hold was over, or fell."""
    swings: bool = False
    """Whether it still swung then, no farther than before and about a place that did not move."""

    @property
    def held(self) -> bool:
        """Whether the wall held the angle: at rest, or swinging about an equilibrium."""
        return self.stands and (self.at_rest or self.swings)


@dataclass(frozen=True, kw_only=True, eq=False)
class TiltTest:
    """The test of one set of joint properties."""

    case: str
    """Which end of each pair of joint properties; empty where there is no pair."""
    towards: Towards = "front"
    """Which way the wall was tipped."""
    run: Trajectory
    outcome: Outcome
    events: tuple[TiltEvent, ...]
    """What happened first, in the order in which a wall comes down."""
    trials: tuple[Trial, ...]
    """Of the refinement, in the order in which they were made."""
    falls: AngleRange | None
    """Of the first stone, after the refinement where there is one; none where all stand."""
    reaction: FloatArray
    """Time [s], tilt [rad] and what the base bears along gravity [N], shape (k, 3)."""

    def event(self, name: EventName) -> TiltEvent | None:
        """What is called ``name``, where it happened."""
        return next((event for event in self.events if event.name == name), None)

    @property
    def leaves(self) -> AngleRange | None:
        """Of the first stone that leaves the wall: not later than one falls; none where all stay."""
        found = self.event("detached")
        if found is None or self.falls is None or not self.trials or found.angle.high <= self.falls.high:
            return None if found is None else found.angle
        return self.falls

    @property
    def collapse(self) -> AngleRange | None:
        """Of the collapse of a part of the wall at least; none where that did not happen."""
        found = self.event("partial")
        if found is None or self.falls is None or not self.trials:
            return None if found is None else found.angle
        # a wall that goes down as one falls with its first stone, whose angle is known better
        first = self.event("fall")
        at_once = first is not None and found.angle.low <= first.angle.high
        return self.falls if at_once else found.angle

    def __str__(self) -> str:
        name = f"tilt to the {self.towards}" if self.towards in ("front", "back") else f"tilt to its {self.towards}"
        name += f" ({self.case})" if self.case else ""
        if self.outcome.collapse == "failed":
            return f"{name}: the computation failed, which says nothing about the wall"
        lines = []
        if self.falls is None:
            lines.append(f"{name}: all {self.outcome.count} stones stand at {math.degrees(self.run.tilt[-1]):.2f} deg")
        else:
            first, whole = self.leaves, self.collapse
            leaves = "" if first is None else f"first stone leaves at {math.degrees(first.high):.1f} deg, "
            told = "first stone falls" if whole is None else "wall falls"
            lines.append(f"{name}: {leaves}{told} at {math.degrees((whole or self.falls).high):.1f} deg")
        lines += [f"  {event.name:<10}{event.angle!s:<28}{event.time:8.2f} s  {event.place}" for event in self.events]
        if self.trials and self.falls is not None:
            lines.append(f"  first fall after {len(self.trials)} trials: {self.falls}")
        collapse = "no" if self.outcome.stands else self.outcome.collapse
        lines.append(f"  {collapse} collapse, {len(self.outcome.falls)} of {self.outcome.count} stones fell")
        return "\n".join(lines)


@dataclass(frozen=True, kw_only=True, eq=False)
class TiltTestResult:
    """A tilt test: at which angle the first stone leaves, at which the wall falls."""

    tests: tuple[TiltTest, ...]
    """One for each set of joint properties."""
    action: TiltOptions
    """What was done to the wall."""
    resolution: float | None
    """That was asked for [rad]."""
    damage: CollapseDefinition
    """When stones counted as fallen, and the wall as collapsed."""
    residual_limit: float
    """Lasting displacement of a stone that is damage [m]."""
    half_thickness: float
    """Of the wall's thinnest section at its foot [m]."""
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]

    def __str__(self) -> str:
        return "\n".join(str(test) for test in self.tests)
