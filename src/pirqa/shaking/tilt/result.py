"""Result: a tilt test: at which angle the first stone leaves, at which the wall falls."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pirqa.dynamics.options import TiltOptions
from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.check import Check
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.shaking.damage import CollapseDefinition, Outcome
from pirqa.shaking.tilt.angles import AngleRange, EventName, TiltEvent
from pirqa.shaking.tilt.options import Towards

__all__ = ["TiltTest", "TiltTestResult", "Trial"]


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
