"""Checks of tilt tests: the tangent of the angle that the wall held, as acceleration over gravity."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import numpy as np

from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.check import Basis, Bound, Check, Effect, Place
from pirqa.model.effects import MethodDeclaration
from pirqa.model.joint import JointProperties
from pirqa.model.wall import Wall
from pirqa.shaking.checks import mortar_effect, slug_of
from pirqa.shaking.tilt.result import TiltTest

__all__ = ["DECLARATION", "SOURCE", "is_at_rest", "swings", "tilt_checks"]

_REST = 1e-4
"""Kinetic over elastic energy at which a wall that is held is at rest."""
_FEWEST = 20
"""States of a hold from which swinging is told."""
_DRIFT = 5e-4
"""Largest drift of a stone between the halves of a hold [m]: a stone that slides at 2 % beyond its limit goes 1 m."""

SOURCE = "rigid stones on compliant joints under turned gravity: tan φ is the sideways force over the weight"
_ACROSS, _ALONG = ("front", "back"), ("left", "right")
_LONG = 3.0
"""Length over thickness from which a wall is not tested along itself."""

DECLARATION = MethodDeclaration(
    family="tilt",
    limit_states=("onset",),
    full_freedom=True,
    effects={
        "self_weight": "included",
        "sliding": "included",
        "head_joint_friction": "included",
        "joint_compliance": "included",
        "returns": "included",
        "shape": "included",
        "lean": "included",
        "leaves": "included",
        "struts": "included",
        "mortar": "safe",
        # a force that stays: when the motion starts, not how long it lasts
        "duration": "none",
    },
)


def tilt_checks(
    wall: Wall, tests: Sequence[TiltTest], joints: JointProperties, demand: float | None
) -> Iterator[Check]:
    """Yield one check of the onset for each test that came to an end.

    The test answers for every mode and part, but for its own direction only: unless the wall was tipped both ways
    (and both ways along itself, if it is short), a test is an upper bound; so is a fall at an angle that was not
    held. A wall that stands at the last angle gives a lower bound. ``demand`` is the peak ground acceleration over
    gravity; None without one.
    """
    corners = joints.corners()
    for test in tests:
        if test.outcome.collapse == "failed" or not test.run.reliable:
            continue
        ways = {other.towards for other in tests if other.case == test.case}
        angle = float(test.run.tilt.max()) if test.falls is None else test.falls.low
        capacity = math.tan(angle)
        held = _is_held(test)
        bound: Bound = "lower" if test.falls is None else "estimate"
        if not _covers(ways, wall) or (not held and test.falls is not None):
            # a fall while the angle still grows: the wall falls at that angle at the latest
            bound = "upper"
        notes = ("tilt_capacity", *(() if held else ("tilt_not_held",)))
        if not _covers(ways, wall):
            notes = (*notes, "tilt_one_way")
        corner = corners.get(test.case, joints)
        fallen = test.outcome.falls[0].stone if test.outcome.falls else ""
        found = Check(
            id=".".join(part for part in ("tilt", test.towards, slug_of(test.case)) if part),
            mode="mechanism",
            limit_state="onset",
            method=f"tilt.{test.case}" if test.case else "tilt",
            scenario=test.towards,
            place=_place(fallen, wall),
            demand=0.0 if demand is None else demand,
            capacity=capacity,
            unit="",
            source=SOURCE,
            # a wall that stands at the last angle of a test in one direction, or that was not held there, shows nothing
            votes=test.falls is not None or (held and bound != "upper"),
            basis=Basis(
                driving="weight" if demand is None else "peak",
                acceleration=demand,
                proportional=demand is not None,
                body="stones",
                way="force",
                friction=corner.friction,
                stiffness=corner.normal_stiffness,
            ),
            family=DECLARATION.family,
            bound=bound,
            intensity=capacity,
            demand_intensity=0.0 if demand is None else demand,
            includes=_includes(corner),
            notes=notes,
        )
        # what falls shows the least angle at which it did; what is held shows the greatest
        yield found if bound != "upper" or test.falls is None else _at(found, math.tan(test.falls.high))


def _place(stone: str, wall: Wall) -> Place:
    if not stone:
        return Place(name="whole_wall")
    x, _, z = (float(value) for value in wall.stone(stone).centroid)
    return Place(name="stone", stone=stone, level=z, station=x)


def _at(check: Check, capacity: float) -> Check:
    return replace(check, capacity=capacity, intensity=capacity)


def _is_held(test: TiltTest) -> bool:
    """Whether the angle was held until the wall was at rest."""
    if test.falls is None:
        return is_at_rest(test.run) or swings(test.run)
    standing = [trial for trial in test.trials if trial.stands]
    return bool(standing) and all(trial.held for trial in standing)


def is_at_rest(run: Trajectory) -> bool:
    """Whether the wall had come to rest when ``run`` ended."""
    return bool(run.energy[-1, 0] <= _REST * run.energy[-1, 1])


def swings(run: Trajectory) -> bool:
    """Whether the wall swung about an equilibrium while the tilt was held.

    The kinetic energy of the second half of the hold does not pass that of the first, and no stone drifts.
    """
    held = np.flatnonzero(run.times > run.action_ends)
    if len(held) < _FEWEST:
        return False
    one, two = held[: len(held) // 2], held[len(held) // 2 :]
    calm = run.energy[two, 0].max() <= run.energy[one, 0].max() * (1.0 + 1e-6)
    drift = np.linalg.norm(run.displacement[two].mean(axis=0) - run.displacement[one].mean(axis=0), axis=1)
    return bool(calm and drift.max() <= _DRIFT)


def _covers(ways: Collection[str], wall: Wall) -> bool:
    """Whether tests in ``ways`` answer for every horizontal direction of the wall."""
    places = np.concatenate([stone.solid.vertices for stone in wall.stones])
    length, thickness, _ = np.ptp(places, axis=0)
    short = bool(length < _LONG * thickness)
    return set(_ACROSS) <= set(ways) and (not short or set(_ALONG) <= set(ways))


def _includes(joints: JointProperties) -> tuple[Effect, ...]:
    return mortar_effect(joints)
