"""How analyses of the stones run by themselves: with which options, in which directions, and in what time."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pirqa.dynamics.engine import Engine
from pirqa.errors import ComputationError, InputError
from pirqa.limit.blocks import BlocksOptions
from pirqa.model.check import Effect
from pirqa.model.joint import JointProperties
from pirqa.model.wall import Wall
from pirqa.project.load import Project
from pirqa.shaking.checks import mortar_effect
from pirqa.shaking.tilt import TiltTestOptions
from pirqa.shaking.tilt.checks import is_short

__all__ = ["Offer", "blocks_offer", "tilt_offer"]

_ACROSS, _ALONG = ("front", "back"), ("left", "right")
_RESOLUTION = math.radians(0.5)
"""Interval of the angle of the first fall where [tilt] asks for none [rad]: 4 % of a capacity of 0.2 g."""
_BEYOND = math.radians(0.05)
"""The last angle is this far beyond the one that shows safety [rad]."""
_SLOWLY = math.radians(1.0)
"""Last part of the tilt, turned slowly: a wall that is stopped swings on [rad]."""
_HELD = 12.0
"""Least time of a hold [s]: near the angle of the fall a wall rocks slowly, and must be seen to come to rest."""
_TRIALS = 4
"""Trials of a wall that falls, usually: two by which the angle is bracketed, one at the demand, one by halves."""
_SETTLING = 3.0
"""Simulated time in which a wall comes to rest, usually [s]."""
_JOINT_STEP = 2.5e-7
"""Time of a processor for a joint in a time step [s]: 40 polygonal stones, 102 joints, measured."""
_STEP = 5e-4
"""Time step of a run where it is not known [s]: 40 polygonal stones on joints of 2e8 N/m3."""
_CONTACT = 7e-3
"""Time of a processor for a contact under one pattern of loads, all kinds of friction [s]: 103 contacts, measured."""


@dataclass(frozen=True, kw_only=True)
class Offer:
    """What an analysis needs to run by itself on one wall."""

    ways: tuple[str, ...]
    """Directions in which it pushes the wall, as tilt tests name them."""
    includes: tuple[Effect, ...] = ()
    """Effects that its checks include on this wall and its declaration does not."""
    options: Callable[[float], Any]
    """Options from the greatest intensity that must be held [g]."""
    seconds: Callable[[Any], float]
    """Expected time on one processor [s] with such options."""


def tilt_offer(project: Project, wall: Wall) -> Offer | None:
    """Return how a held tilt runs by itself; None where no stone may move or the stiffness of the joints is missing."""
    joints = wall.joints
    if joints is None or joints.normal_stiffness is None or set(wall.fixed) >= set(wall.stone_numbers):
        return None
    short = is_short(wall)
    return Offer(
        ways=(*_ACROSS, *_ALONG) if short else _ACROSS,
        includes=mortar_effect(joints),
        options=partial(_held, project.options["tilt"], along=short),
        seconds=partial(_tilt_seconds, project, wall),
    )


def _held(asked: TiltTestOptions, needed: float, *, along: bool) -> TiltTestOptions:
    """Return ``asked`` as a tilt that is held, both ways, up to the angle whose tangent is ``needed``."""
    to = min(math.atan(needed) + _BEYOND, math.radians(80.0))
    return replace(
        asked,
        to=to,
        by=None,
        held=max(asked.held, _HELD),
        slow_from=max(to - _SLOWLY, 0.0),
        towards="front",
        opposite=True,
        along=along,
        resolution=asked.resolution or _RESOLUTION,
    )


def _tilt_seconds(project: Project, wall: Wall, options: TiltTestOptions) -> float:
    assert wall.joints is not None
    corners = wall.joints.corners()
    corner = replace(next(iter(corners.values())), restitution=None)
    joints, step = _size_of(wall, project, corner)
    slow = min(_SLOWLY, options.to)
    one = (options.to - slow) / options.rate + slow / options.slow_rate + options.held
    simulated = len(corners) * len(options.ways) * ((1 + _TRIALS) * one + _SETTLING)
    return _JOINT_STEP * joints * simulated / step


def _size_of(wall: Wall, project: Project, corner: JointProperties) -> tuple[int, float]:
    """Return the number of joints and the time step [s] of a run."""
    try:
        engine = Engine.of(wall, project.options["dynamics"].simulation, joints=corner)
    except (InputError, ComputationError):  # the analysis reports it when it runs
        return len(wall.contacts), _STEP
    return len(engine.assembly.names), engine.step


def blocks_offer(project: Project, wall: Wall) -> Offer | None:
    """Return how limit analysis of the stones runs by itself; None where the friction of the joints is missing."""
    if wall.joints is None or set(wall.fixed) >= set(wall.stone_numbers):
        return None
    options: BlocksOptions = project.options["blocks"]
    cases = len(wall.joints.without_pairs("friction_angle").corners())
    seconds = _CONTACT * len(wall.contacts) * cases * len(options.patterns)
    return Offer(ways=(*_ACROSS, *_ALONG), options=lambda _: options, seconds=lambda _: seconds)
