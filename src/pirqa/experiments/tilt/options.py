"""Options: a tilt test: at which angle the first stone leaves, at which the wall falls."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Lt

from pirqa.dynamics.options import TiltOptions
from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import Angle, AngularVelocity, Time

Towards = Literal["front", "back", "left", "right"]
_OPPOSITE: dict[Towards, Towards] = {"front": "back", "back": "front", "left": "right", "right": "left"}
_DEGREE = pi / 180.0
_LAST = _DEGREE
"""Turned slowly before a trial is held [rad]."""


@dataclass(frozen=True, kw_only=True)
class TiltTestOptions:
    """A tilt test: at which angle the first stone leaves, at which the wall falls."""

    to: Annotated[Angle, Gt(0), Lt(pi / 2)] = 30.0 * _DEGREE
    """Where the test ends if the wall still stands [rad]."""
    by: Annotated[Angle, Gt(0)] | None = None
    """Angle of one step, after which it is held [rad]; without it the turning is steady."""
    held: Annotated[Time, Ge(0)] = 6.0
    """How long each step, and each trial of the refinement, is held [s]."""
    rate: Annotated[AngularVelocity, Gt(0)] = _DEGREE
    """How fast it turns [rad/s]."""
    slow_from: Annotated[Angle, Ge(0)] | None = None
    """From this angle on it turns at slow_rate [rad]."""
    slow_rate: Annotated[AngularVelocity, Gt(0)] = 0.2 * _DEGREE
    """[rad/s]"""
    towards: Towards = "front"
    """Which way the wall is tipped."""
    opposite: bool = False
    """Whether the wall is tipped the opposite way too: a test one way alone cannot show that nothing moves."""
    along: bool = False
    """Whether the wall is tipped both ways along itself too: safety needs it of a wall less than three times as long as
    thick, and of one with columns whose joints run through."""
    turning: Literal["platform", "gravity"] = "platform"
    """What turns: the platform with the wall on it, or gravity under a wall that stays upright."""
    resolution: Annotated[Angle, Gt(0)] | None = None
    """How well the angle of the first fall is to be known [rad]: trials are held until it is; none where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "tilt")
        if self.slow_from is not None and self.slow_from >= self.to:
            raise ModelError("tilt.slow_from must be less than tilt.to, where the test ends")
        if self.by is not None and self.by > self.to:
            raise ModelError("tilt.by, one step, must not be more than tilt.to, where the test ends")
        if self.resolution is not None and self.held <= 0.0:
            raise ModelError('tilt.held must be more than 0 with tilt.resolution: trials are held, e.g. "6 s"')

    @property
    def ways(self) -> tuple[Towards, ...]:
        """Directions in which the wall is tipped."""
        ways = (self.towards, _OPPOSITE[self.towards]) if self.opposite else (self.towards,)
        return tuple(dict.fromkeys((*ways, "left", "right"))) if self.along else ways

    def action(self, until_fallen: float) -> TiltOptions:
        """The whole test; it ends earlier where more than ``until_fallen`` of the stones lie below [-]."""
        slow = None if self.slow_from is None or self.slow_from >= self.to else self.slow_from
        return self._action(self.to, self.by, slow, until_fallen)

    def trial(self, angle: float) -> TiltOptions:
        """Straight to ``angle`` [rad], to be held there; it ends with the first stone that lies below.

        The last degree is turned at the slow rate: a wall that is stopped swings on, and would fall too early.
        """
        slow = max(angle - _LAST, 0.0)
        return self._action(angle, None, slow if self.slow_from is None else min(slow, self.slow_from), 0.0)

    def _action(self, to: float, by: float | None, slow_from: float | None, until_fallen: float) -> TiltOptions:
        return TiltOptions(
            to=to,
            by=by,
            held=self.held,
            rate=self.rate,
            slow_from=slow_from,
            slow_rate=self.slow_rate,
            towards=self.towards,
            turning=self.turning,
            until_fallen=until_fallen,
        )
