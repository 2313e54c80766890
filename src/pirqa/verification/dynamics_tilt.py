"""Dynamics: the tilt at which a block on one joint, and a coursed wall, tip."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

import numpy as np

from pirqa.dynamics.drive import Drive
from pirqa.dynamics.engine import Engine
from pirqa.dynamics.restitution import rocking_angle
from pirqa.dynamics.simulate import settle
from pirqa.errors import ComputationError
from pirqa.model import Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.blocks import block_on_base, coursed_wall, running_bond_wall, stiff_joints
from pirqa.verification.case import Case, case_of

__all__ = ["cases", "static_tilt"]

_case = partial(case_of, "dynamics")

_DENSITY = 2300.0
_THICKNESS, _HEIGHT, _COURSE = 0.8, 4.0, 0.5
_TURNING, _HELD = 6.0, 12.0
"""How long a step of the tilt takes, without a jerk, and is held at most [s]: several swings of the wall."""
_REST = 1e-9
"""Kinetic over elastic energy at which the wall is at rest, and need not be held on."""
_SEARCH = (
    "Stepped from below: each step is turned in 6 s without a jerk and held until the wall is at rest, 12 s at most; "
    "where it falls, it goes on from before with a quarter of the step, down to 0.03 deg"
)
_DAMPED = f"{_SEARCH}. Joints are damped by half of critical, which changes no equilibrium."


def cases() -> Iterator[Case]:
    """Tilts at which a block and a wall tip, against statics."""
    for power in (7, 8, 9, 10, 11):
        stiffness = 2.0 * 10.0**power
        yield _case(
            f"compliant_joint.tilt.2e{power}", f"tilt at which a block 0.8 × 4 m tips on Kn 2e{power} N/m3", "rad",
            "statics: at a rotation θ the no-tension contact is √(2W/(Kn θ)) long and its resultant a third of it from "
            "the toe; the largest tilt over θ is tan φ = t/h − 3θ*, θ* = (√(2W/Kn)/(3h))^(2/3)",
            _block_tilt(stiffness), {"rel": 0.01},
            "the formula takes small angles (0.1 %), the search ends within 0.02 deg (0.3 %)",
            partial(_tipping_block, stiffness), _DAMPED,
        )  # fmt: skip
    why = "the search ends within 0.02 deg, and swings that have not died out tip a wall that close to its balance"
    source = (
        "independent static solution: rigid courses in series on no-tension beds with shear springs, in equilibrium on "
        "the displaced wall; the largest tilt along its path"
    )
    yield _case(
        "tilt.coursed_wall", "tilt at which a running-bond wall 0.8 m thick tips on Kn 2e8 N/m3", "rad", source,
        static_tilt(2e8), {"abs": math.radians(0.1)}, why, _tipping_wall,
        f"44 boxes, 8 courses of 0.5 m, the lowest fixed; damping 2e5 Pa s/m. {_SEARCH}.",
    )  # fmt: skip
    for power in (9, 10):
        stiffness = 2.0 * 10.0**power
        case = _case(
            f"tilt.coursed_wall.2e{power}", f"the same on Kn 2e{power} N/m3, one stone a course", "rad", source,
            static_tilt(stiffness), {"abs": math.radians(0.1)}, why, partial(_tipping_stack, stiffness), _DAMPED,
        )  # fmt: skip
        yield replace(case, full=power > 9)
    yield _case(
        "tilt.coursed_wall.rigid", "the same on Kn 2e9 N/m3, beside rigid stones", "rad",
        "rigid stones: tan φ = t/h over the lowest open joint, 0.8/3.5", math.atan(_THICKNESS / (_HEIGHT - _COURSE)),
        {"abs": math.radians(0.1)}, "shown, not judged", partial(_tipping_stack, 2e9),
        "The trend to the rigid angle: statics gives 9.61, 11.45, 12.23, 12.58 and 12.74 deg for Kn 2e8 to 2e12 N/m3, "
        "and 12.88 deg for rigid stones.",
        compare_only=True,
    )  # fmt: skip


def _block_tilt(stiffness: float) -> float:
    weight = _DENSITY * STANDARD_GRAVITY * _THICKNESS * _HEIGHT
    turned = (math.sqrt(2.0 * weight / stiffness) / (3.0 * _HEIGHT)) ** (2.0 / 3.0)
    return math.atan(_THICKNESS / _HEIGHT - 3.0 * turned)


def _tipping_block(stiffness: float) -> float:
    joints = stiff_joints(stiffness, damping_ratio=0.5)
    return _tipping(block_on_base(1.0, _THICKNESS, _HEIGHT, _DENSITY, joints), math.atan(_THICKNESS / _HEIGHT), 0)


def _tipping_wall() -> float:
    wall = running_bond_wall(2e8, 1e8, 0.4, 2e5, _DENSITY)
    return _tipping(wall, math.atan(_THICKNESS / (_HEIGHT - _COURSE)), len(wall.stones) - 1)


@cache
def _tipping_stack(stiffness: float) -> float:
    joints = stiff_joints(stiffness, friction=0.4, damping=_half_critical(stiffness))
    wall = coursed_wall(1.0, _THICKNESS, _COURSE, 8, _DENSITY, joints)
    return _tipping(wall, math.atan(_THICKNESS / (_HEIGHT - _COURSE)), len(wall.stones) - 1)


def _half_critical(stiffness: float) -> float:
    """Half of the critical damping of one course [Pa s/m]."""
    return math.sqrt(stiffness * _DENSITY * _COURSE)


def _tipping(wall: Wall, rigid: float, top: int) -> float:
    """Tilt at which the stone ``top`` turns beyond the ``rigid`` angle on the base [rad], within 0.02 deg."""
    standing = Engine.of(wall)
    settle(standing)
    tilt, by = 0.0, rigid / 6.0
    while True:
        trial = copy.deepcopy(standing)
        if _stands(trial, tilt, by, rigid, top):
            standing, tilt = trial, tilt + by
        elif by < math.radians(0.04):
            return tilt + 0.5 * by
        else:
            by /= 4.0


def _stands(engine: Engine, tilt: float, by: float, rigid: float, top: int) -> bool:
    """Turn the base on and hold it: whether the wall comes to rest, or has not fallen when the time is over."""

    def angle(times: FloatArray) -> FloatArray:
        share = np.clip(times / _TURNING, 0.0, 1.0)
        return np.asarray(tilt + by * (share - np.sin(2.0 * math.pi * share) / (2.0 * math.pi)))

    drive, chunk = Drive(duration=_TURNING + _HELD, tilt=angle), round(0.25 / engine.step)
    for first in range(0, round((_TURNING + _HELD) / engine.step), chunk):
        record, sound = engine.run(drive, first, chunk)
        if not sound or abs(rocking_angle(engine, record, top)[-1]) - tilt - by > rigid:
            return False
        if first * engine.step > _TURNING and record.energy[:, 0].max() < _REST * record.energy[-1, 1]:
            return True
    return True


@cache
def static_tilt(stiffness: float, *, courses: int = 7, course: float = _COURSE, shear_ratio: float = 0.5) -> float:
    """Largest tilt [rad] at which rigid courses of a height [m], 0.8 m thick, are in equilibrium on joints in series.

    Along the path of equilibria the rotation of the lowest joint grows; tilt and the other rotations follow from the
    balance of moments at every joint.
    """
    from scipy.optimize import fsolve

    unknown = np.zeros(courses)
    turns = np.geomspace(1e-5, 0.2, 100)
    tilts: list[float] = []
    for turned in turns:

        def unbalanced(values: FloatArray, turned: float = turned) -> FloatArray:
            rotations = np.concatenate([[turned], values[1:]])
            return _moments_left(float(values[0]), rotations, course, stiffness, shear_ratio * stiffness)

        unknown, details, _, _ = fsolve(unbalanced, unknown, full_output=True, xtol=1e-12)
        if np.abs(details["fvec"]).max() > 1e-9:
            raise ComputationError(f"no equilibrium at a rotation of {turned:g} rad")
        tilts.append(float(unknown[0]))
        if tilts[-1] < 0.98 * max(tilts):
            break
    # the top of the parabola through the highest point and its neighbours
    top = int(np.argmax(tilts))
    bend, slope, level = np.polyfit(np.log(turns[top - 1 : top + 2] / turns[top]), tilts[top - 1 : top + 2], 2)
    return float(level - slope**2 / (4.0 * bend))


def _moments_left(tilt: float, rotations: FloatArray, course: float, stiffness: float, shear: float) -> FloatArray:
    """Moment of the joint less that of the weights above, over weight and thickness, at every joint; shape (n,).

    Seen from the base: y across, positive to where the wall leans, z up; gravity turns. A joint's forces are taken in
    the mean of its two faces; its bed reacts with N = Kn ℓ²θ/2 a third of the contact length ℓ from the toe, or with
    its whole width.
    """
    count = len(rotations)
    weight = _DENSITY * STANDARD_GRAVITY * course * _THICKNESS
    pull = weight * np.array([math.sin(tilt), -math.cos(tilt)])
    place, turned = np.zeros(2), 0.0
    centres, seats, resisting = [], [], []
    for joint in range(count):
        above = float(count - joint)
        middle = turned + 0.5 * rotations[joint]
        along = np.array([math.cos(middle), -math.sin(middle)])
        normal = np.array([math.sin(middle), math.cos(middle)])
        load, push = -above * float(pull @ normal), above * float(pull @ along)
        pressed, length, moment = _bed(rotations[joint], load, stiffness)
        place = place - pressed * normal + push / (shear * length) * along
        seats.append(place - 0.5 * (push / (shear * length) * along - pressed * normal))
        resisting.append(moment)
        turned += rotations[joint]
        axis = np.array([math.sin(turned), math.cos(turned)])
        centres.append(place + 0.5 * course * axis)
        place = place + course * axis
    left = np.empty(count)
    for joint in range(count):
        arms = np.array(centres[joint:]) - seats[joint]
        overturning = float(np.sum(arms[:, 1] * pull[0] - arms[:, 0] * pull[1]))
        left[joint] = (resisting[joint] - overturning) / (weight * (count - joint) * _THICKNESS)
    return left


def _bed(rotation: float, load: float, stiffness: float) -> tuple[float, float, float]:
    """A no-tension bed: how deep its middle is pressed in [m], how much of it bears [m], its moment [N m/m]."""
    even = load / (stiffness * _THICKNESS)
    if abs(rotation) * 0.5 * _THICKNESS <= even:
        return even, _THICKNESS, stiffness * _THICKNESS**3 / 12.0 * rotation
    length = math.sqrt(2.0 * load / (stiffness * abs(rotation)))
    moment = math.copysign(load * (0.5 * _THICKNESS - length / 3.0), rotation)
    return abs(rotation) * (length - 0.5 * _THICKNESS), length, moment
