"""Shaking: a wall of two leaves with infill between them, as stones and as springs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

import numpy as np

from pirqa.dynamics import SimulationOptions, TiltOptions, simulate
from pirqa.model import Leaf, Material, Wall
from pirqa.shaking.leaves import InfillOptions, infill_springs
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey
from pirqa.survey.options import LeafBond
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.blocks import stiff_joints
from pirqa.verification.case import Case, case_of

__all__ = ["cases"]

_case = partial(case_of, "shaking")

_DENSITY = 2300.0
_LENGTH, _HEIGHT, _DEPTH, _GAP = 1.0, 0.6, 0.5, 0.4
"""Of the leaf that leans on the infill, and of the infill's thickness [m]."""
_KN, _KT = 2e8, 1e8
_MODULUS = 1e7
_TILT = math.radians(3.0)


def cases() -> Iterator[Case]:
    """All cases of the part."""
    yield _case(
        "leaves.faces_meet", "area by which infill of 36 stones touches a leaf of 24 with other joints, of the face",
        "", "both fill the same face of 4.2 × 2.1 m", 1.0, {"rel": 1e-6},
        "corners are kept to 1e-9 m; overlaps under a tenth of the tolerance wide are left out", _area_that_meets,
    )  # fmt: skip
    yield _case(
        "leaves.infill_stiffness", "stiffness of all springs of an infill of 1e7 Pa between two such leaves", "N/m",
        "E·A/t", _MODULUS * 4.2 * 2.1 / 0.5, {"rel": 1e-9}, "rounding alone", _stiffness,
    )  # fmt: skip
    yield _case(
        "leaves.leaning", "how far the middle of a leaf moves that leans on infill springs, tilted by 3 deg", "m",
        "rigid block on a bed Kt·A, Kn·I and on a wall of springs E/t: two linear equations, shift and rotation",
        _leaning(), {"rel": 0.01}, "small angles; the weight's own moment is left out, 0.1 %", _leans,
        "The same without infill is 22 µm.",
    )  # fmt: skip


@cache
def _leaves(*, infill: bool) -> Wall:
    """Two leaves of 24 fitted stones, 0.45 m each, each with its own joints, and 0.5 m of infill between them."""
    bonds = {"infill": LeafBond(stones=36, seed=11)} if infill else {}
    made = survey(
        SurveyOptions(
            generate=GenerateOptions(length=4.2, height=2.1, stones=24, seed=5),
            leaves=(
                Leaf(name="front", thickness=0.45, stones=True),
                Leaf(name="infill", thickness=0.5, stones=infill),
                Leaf(name="back", thickness=0.45, stones=True),
            ),
            bonds={**bonds, "back": LeafBond(pattern="inca", stones=24, seed=8)},
        )
    )
    return made.wall


def _area_that_meets() -> float:
    wall = _leaves(infill=True)
    zone = {stone.name: stone.zone for stone in wall.stones}
    met = [one.area for one in wall.contacts if {zone[one.first], zone.get(one.second)} == {"front", "infill"}]
    return sum(met) / (4.2 * 2.1)


def _stiffness() -> float:
    (springs,) = infill_springs(_leaves(infill=False), InfillOptions(modulus=_MODULUS))
    return sum(strut.stiffness for strut in springs.struts)


def _leaning() -> float:
    """Shift u of the foot and rotation φ of a block on its bed, pushed at mid-height by the weight's share W·sin θ.

    The springs behind it, k = E/t for an area, are squeezed by u + φ·z.
    """
    weight = _DENSITY * STANDARD_GRAVITY * _LENGTH * _HEIGHT * _DEPTH
    bed = _LENGTH * _DEPTH
    springs = _MODULUS / _GAP * _LENGTH * _HEIGHT
    matrix = np.array(
        [
            [_KT * bed + springs, springs * _HEIGHT / 2.0],
            [springs * _HEIGHT / 2.0, _KN * bed * _DEPTH**2 / 12.0 + springs * _HEIGHT**2 / 3.0],
        ]
    )
    push = weight * math.sin(_TILT)
    shift, turn = np.linalg.solve(matrix, [push, push * _HEIGHT / 2.0])
    return float(shift + turn * _HEIGHT / 2.0)


def _leans() -> float:
    """The same in the engine: gravity turns towards the back, where the other leaf is fixed."""
    made = survey(
        SurveyOptions(
            generate=GenerateOptions(pattern="running_bond", length=_LENGTH, height=_HEIGHT, courses=1, stones=1),
            leaves=(
                Leaf(name="front", thickness=_DEPTH, stones=True),
                Leaf(name="infill", thickness=_GAP),
                Leaf(name="back", thickness=_DEPTH, stones=True),
            ),
        ),
        around=Surroundings(materials={"stone": Material(unit_weight=_DENSITY * STANDARD_GRAVITY)}),
    )
    joints = stiff_joints(_KN, tangential_stiffness=_KT, friction=0.6, damping_ratio=0.5)
    wall = replace(made.wall, joints=joints, fixed=("1/back",))
    (springs,) = infill_springs(wall, InfillOptions(modulus=_MODULUS))
    tilt = TiltOptions(to=_TILT, rate=_TILT, towards="back", turning="gravity")
    run = simulate(wall, tilt, SimulationOptions(free=3.0), struts=springs.struts)
    return float(run.displacement[-1, run.stones.index("1"), 1])
