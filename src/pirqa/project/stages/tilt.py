"""Tilt tests: the angle at which the first stone leaves and at which the wall falls; how a test runs by itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.errors import ComputationError, InputError
from pirqa.model.masonry import JointProperties
from pirqa.model.wall import Wall
from pirqa.progress import Observer
from pirqa.project.moving import demand_inputs
from pirqa.project.stage import Offer, Stage
from pirqa.project.statements import governing_demand
from pirqa.project.walls import surveyed_wall

if TYPE_CHECKING:
    from pirqa.experiments.tilt.options import TiltTestOptions
    from pirqa.experiments.tilt.result import TiltTestResult
    from pirqa.project.load import Project

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


def _run(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> TiltTestResult:
    """Tilt tests, compared with the peak acceleration of the site; one trial is at the demand that governs."""
    from pirqa.experiments.tilt.stage import run_tilt

    governing = governing_demand(project)
    return run_tilt(
        surveyed_wall(project, earlier),
        project.options["tilt"],
        project.options["dynamics"],
        demand=None if project.site is None else project.site.peak_coefficient,
        rung=None if governing is None else governing.intensity,
        folder=folder,
        observer=observer,
    )


def _offer(project: Project, wall: Wall) -> Offer | None:
    """Return how a held tilt runs by itself; None where no stone may move or the stiffness of the joints is missing."""
    from pirqa.experiments.checks import mortar_effect
    from pirqa.experiments.tilt.result import is_short

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
    from pirqa.dynamics.engine import Engine

    try:
        engine = Engine.of(wall, project.options["dynamics"].simulation, joints=corner)
    except (InputError, ComputationError):  # the analysis reports it when it runs
        return len(wall.contacts), _STEP
    return len(engine.assembly.names), engine.step


STAGE = Stage(
    name="tilt",
    rank=100,
    options="pirqa.experiments.tilt.options:TiltTestOptions",
    result="pirqa.experiments.tilt.result:TiltTestResult",
    takes=("survey",),
    inputs=demand_inputs,
    run=_run,
    methods=("pirqa.experiments.tilt.result:DECLARATION",),
    offer=_offer,
    moves_stones=True,
    film=60,
    drawn_on_stones=True,
)
