"""What is done to the wall, as rows of a path: one row for each step.

Columns: shift of the platform x, y, z [m]; its tilt [rad], the tilt's sine and cosine; settlement of the sinking stones
x, y, z [m] — all at the end of the step — and gravity x, y, z [m/s2] at its start. For soil, at the start as well: the
share of gravity that acts; the horizontal coefficient of the earthquake, positive where it drives the wall outwards;
the surge that the soil makes of it. The tilt's axis: a point on it, and its direction.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from annotated_types import Gt

from pirqa.dynamics.options import SettlementOptions, TiltOptions
from pirqa.errors import OptionsError
from pirqa.model.bounds import check_bounds
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.units import STANDARD_GRAVITY, Ratio, Time

COLUMNS = 15
_AXES = {"along": 0, "across": 1, "up": 2}
_EASE = 1.0
"""In which a tilt gains and loses its rate [s]."""
_WAYS = {"front": (1.0, 0.0, 0.0), "back": (-1.0, 0.0, 0.0), "left": (0.0, -1.0, 0.0), "right": (0.0, 1.0, 0.0)}
"""Direction of the axis about which the base turns to tip the wall that way (right-handed)."""


@dataclass(frozen=True, kw_only=True)
class Hold:
    """Nothing is done to the wall for a while: it stands under its weight."""

    duration: Annotated[Time, Gt(0)] = 1.0
    """[s]"""

    def __post_init__(self) -> None:
        check_bounds(self, "hold")


@dataclass(frozen=True, kw_only=True)
class Ramp:
    """A level pull outwards, towards the front, that grows slowly: the earthquake of the force methods."""

    to: Annotated[Ratio, Gt(0)]
    """Horizontal coefficient at its end: pull over weight, whose down part stays [-]."""
    duration: Annotated[Time, Gt(0)]
    """[s]"""

    def __post_init__(self) -> None:
        check_bounds(self, "ramp")

    def at(self, times: FloatArray) -> FloatArray:
        """Horizontal coefficient at some times since it began [-]."""
        return np.asarray(self.to * np.clip(times / self.duration, 0.0, 1.0))


Action = GroundMotion | TiltOptions | SettlementOptions | Hold | Ramp


def _nothing(times: FloatArray) -> FloatArray:
    return np.zeros((len(times), 3))


def _no_tilt(times: FloatArray) -> FloatArray:
    return np.zeros(len(times))


def _down(times: FloatArray) -> FloatArray:
    return np.tile([0.0, 0.0, -STANDARD_GRAVITY], (len(times), 1))


@dataclass(frozen=True, kw_only=True, eq=False)
class Drive:
    """A phase of a run: what the base and gravity do, as functions of the time since it began."""

    duration: float
    """[s]"""
    shift: Callable[[FloatArray], FloatArray] = _nothing
    """Of the platform at some times [m], shape (n, 3)."""
    tilt: Callable[[FloatArray], FloatArray] = _no_tilt
    """Of the platform [rad], shape (n,)."""
    axis: FloatArray = field(default_factory=lambda: np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0]))
    """Of the tilt: a point [m] and a direction."""
    settlement: Callable[[FloatArray], FloatArray] = _nothing
    """[m], shape (n, 3)"""
    sinking: tuple[str, ...] = ()
    """Held stones that the settlement moves."""
    gravity: Callable[[FloatArray], FloatArray] = _down
    """[m/s2], shape (n, 3)"""
    shaking: Callable[[FloatArray], FloatArray] = _no_tilt
    """Acceleration of the ground across the wall, into the fill [m/s2], shape (n,)."""
    ground: GroundMotion | None = None
    """What ``shift`` follows, where that is an earthquake."""
    ramp: float = 0.0
    """In which gravity grows from nothing, where that is all it does [s]."""

    @property
    def plain(self) -> bool:
        """Whether ``ground`` and ``ramp`` say all: nothing else shifts, tilts or sinks."""
        still = self.tilt is _no_tilt and self.settlement is _nothing
        down = self.gravity is _down or self.ramp > 0.0
        return still and down and (self.shift is _nothing or self.ground is not None)

    def rows(self, first: int, count: int, step: float) -> FloatArray:
        """Rows of the path for steps ``first`` to ``first + count`` since the phase began."""
        starts = step * np.arange(first, first + count, dtype=np.float64)
        ends = step * np.arange(first + 1, first + count + 1, dtype=np.float64)
        path = np.zeros((count, COLUMNS))
        path[:, :3] = self.shift(ends)
        path[:, 3] = self.tilt(ends)
        path[:, 4], path[:, 5] = np.sin(path[:, 3]), np.cos(path[:, 3])
        path[:, 6:9] = self.settlement(ends)
        path[:, 9:12] = self.gravity(starts)
        path[:, 12] = -path[:, 11] / STANDARD_GRAVITY
        path[:, 13] = (self.shaking(starts) - path[:, 10]) / STANDARD_GRAVITY
        return path


def settling(ramp: float, duration: float) -> Drive:
    """Gravity grows over ``ramp`` and stays [s]."""

    def gravity(times: FloatArray) -> FloatArray:
        return np.asarray(np.clip(times / ramp, 0.0, 1.0)[:, None] * _down(times))

    return Drive(duration=duration, gravity=gravity, ramp=ramp) if ramp > 0.0 else Drive(duration=duration)


def drive_of(action: Action, wall: Wall, *, free: float) -> Drive:
    """The phase in which ``action`` happens, and ``free`` seconds in which the wall swings out."""
    if isinstance(action, GroundMotion):
        return _shaking(action, free)
    if isinstance(action, TiltOptions):
        return _tilting(action, wall, free)
    if isinstance(action, SettlementOptions):
        return _sinking(action, wall, free)
    if isinstance(action, Ramp):
        return _ramping(action, free)
    return Drive(duration=action.duration + free)


def _shaking(motion: GroundMotion, free: float) -> Drive:
    unknown = [direction.name for direction in motion.directions if direction.name not in _AXES]
    if unknown:
        raise OptionsError(
            f'motion "{motion.name}": component "{unknown[0]}" does not say which way it drives the wall; turn it to '
            "the wall with motion.facing, or name its components across and along"
        )
    columns = [_AXES[direction.name] for direction in motion.directions]
    start = motion.at(0.0).displacement

    def shift(times: FloatArray) -> FloatArray:
        moved = np.zeros((len(times), 3))
        moved[:, columns] = motion.at(times).displacement - start
        return moved

    def shaking(times: FloatArray) -> FloatArray:
        across = [index for index, column in enumerate(columns) if column == 1]
        found = motion.at(times).acceleration[:, across].sum(axis=1)
        return np.where(times <= motion.duration, found, 0.0)

    return Drive(duration=motion.duration + free, shift=shift, shaking=shaking, ground=motion)


def _ramping(ramp: Ramp, free: float) -> Drive:
    def gravity(times: FloatArray) -> FloatArray:
        pull = _down(times)
        pull[:, 1] = -STANDARD_GRAVITY * ramp.at(times)
        return pull

    return Drive(duration=ramp.duration + free, gravity=gravity)


def name_of(action: Action) -> str:
    """What an action is called in tables."""
    if isinstance(action, GroundMotion):
        return action.name
    names: dict[type, str] = {TiltOptions: "tilt", Hold: "hold", Ramp: "ramp"}
    return names.get(type(action), "settlement")


def axis_of(direction: str) -> int:
    """Column of the platform's shift that a component of a motion called ``direction`` drives."""
    return _AXES[direction]


def initial_velocity(motion: GroundMotion) -> FloatArray:
    """Of the ground when the motion starts [m/s], shape (3,): a wall that stands on it already moves with it."""
    start = np.zeros(3)
    for direction, speed in zip(motion.directions, motion.at(0.0).velocity, strict=True):
        if direction.name in _AXES:
            start[_AXES[direction.name]] = speed
    return start


def tilt_angle(tilt: TiltOptions) -> tuple[float, Callable[[FloatArray], FloatArray]]:
    """How long a tilt takes [s], and its angle at some times [rad].

    Each stretch starts and stops gently: a rate that jumps would shake the wall (1°/s is 7 cm/s at 4 m).
    """
    time, angle = 0.0, 0.0
    stretches: list[tuple[float, float, float, float, float]] = []

    def go_to(goal: float) -> None:
        nonlocal time, angle
        slow = tilt.to if tilt.slow_from is None else tilt.slow_from
        for stop, rate in ((min(goal, slow), tilt.rate), (goal, tilt.slow_rate)):
            if stop > angle:
                cruise = (stop - angle) / rate
                ease = min(_EASE, cruise)
                stretches.append((time, angle, rate, cruise, ease))
                time, angle = time + cruise + ease, stop

    if tilt.by is None:
        go_to(tilt.to)
    else:
        for number in range(1, math.ceil(tilt.to / tilt.by - 1e-9) + 1):
            go_to(min(number * tilt.by, tilt.to))
            time += tilt.held

    def at(times: FloatArray) -> FloatArray:
        found = np.zeros(len(times))
        for start, low, rate, cruise, ease in stretches:
            since = np.clip(times - start, 0.0, cruise + ease)
            gentle = np.minimum(since, ease)
            late = np.maximum(since - cruise, 0.0)
            rise = rate * (0.5 * gentle**2 / ease + (since - gentle) - 0.5 * late**2 / ease)
            found = np.where(times > start, low + rise, found)
        return found

    return time, at


def tilts_of(action: Action, times: FloatArray) -> FloatArray:
    """Angle of the base, or of gravity, at some times [rad]; none where nothing is tilted."""
    return np.asarray(tilt_angle(action)[1](times)) if isinstance(action, TiltOptions) else np.zeros(len(times))


def _tilting(tilt: TiltOptions, wall: Wall, free: float) -> Drive:
    duration, angle = tilt_angle(tilt)
    axis = np.array(_WAYS[tilt.towards])
    if tilt.turning == "platform":
        if wall.guided and axis[0] == 0.0:
            raise OptionsError(
                'dynamics.tilt: guided stones cannot lean along the wall; tilt towards "front" or "back", '
                'or set turning = "gravity"'
            )
        return Drive(duration=duration + free, tilt=angle, axis=np.concatenate([np.zeros(3), axis]))

    def gravity(times: FloatArray) -> FloatArray:
        turned = angle(times)[:, None]
        down = np.array([0.0, 0.0, -1.0])
        # seen from the wall, gravity turns the other way
        return np.asarray(STANDARD_GRAVITY * (np.cos(turned) * down - np.sin(turned) * np.cross(axis, down)))

    return Drive(duration=duration + free, gravity=gravity)


def _sinking(settlement: SettlementOptions, wall: Wall, free: float) -> Drive:
    for name in settlement.stones:
        if name not in wall.stone_numbers:
            raise OptionsError(f'dynamics.settlement.stones: no stone is called "{name}"')
        if name not in wall.fixed:
            raise OptionsError(
                f'dynamics.settlement.stones: stone "{name}" is not fixed to the base, so it cannot be let down; only '
                'stones on the base can, with survey.fixed = "base"'
            )
    if abs(settlement.by) > wall.envelope.height:
        raise OptionsError(
            f"dynamics.settlement.by: {settlement.by:g} m is more than the wall is high, {wall.envelope.height:g} m"
        )

    def path(times: FloatArray) -> FloatArray:
        moved = np.zeros((len(times), 3))
        moved[:, 2] = -settlement.by * np.clip(times / settlement.duration, 0.0, 1.0)
        return moved

    return Drive(duration=settlement.duration + free, settlement=path, sinking=settlement.stones)
