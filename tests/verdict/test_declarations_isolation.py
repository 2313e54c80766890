"""Trials of the declaration of walls on a bed: what is included moves the run, what is left out does not."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from pirqa.dynamics import simulate
from pirqa.experiments.damage import outcome_of
from pirqa.experiments.isolation.bed import Bed, joints_on, seen_from_bed, wall_on
from pirqa.experiments.isolation.options import IsolationOptions
from pirqa.experiments.isolation.result import DECLARATION, IsolationResult
from pirqa.experiments.isolation.stage import run_isolation
from pirqa.experiments.options import DynamicsOptions
from pirqa.model import Wall
from pirqa.model.check import Effect
from pirqa.survey.solids import extrude
from pirqa.verification.limit_blocks import solids_wall
from tests.verdict.test_declarations_stones import (
    EXCLUDED,
    OF_A_RUN,
    PLAIN,
    QUICK,
    SHAKEN,
    TOLERANCE,
    Subject,
    moved,
    rubbed,
    shock,
    stack,
)

BED = Bed(kind="sliding", coefficient=0.7)
"""A bed as rough as the joints of the trials."""


def wedge_between_posts(friction: float) -> Wall:
    """A wedge between two posts on the bed, whose faces are 60° steep: friction in its two joints alone holds it."""
    rise = math.tan(math.radians(60.0))
    near, at_foot, far = 0.2 / rise + 0.1, 0.1, 1.0 / rise + 0.1
    block = [(-near, 0.2), (near, 0.2), (far, 1.0), (-far, 1.0)]
    post = [(at_foot, 0.0), (far + 0.5, 0.0), (far + 0.5, 1.0), (far, 1.0)]
    rings = [[(-x, z) for x, z in reversed(post)], post, block]
    solids = [extrude(np.array(ring), lambda p: np.zeros(len(p)), lambda p: np.full(len(p), 1.0)) for ring in rings]
    return solids_wall(solids, rubbed(friction))


TRIALS: dict[Effect, tuple[Subject, Subject, int]] = {
    **SHAKEN,
    # the friction of the bed stays: only the upper stone slides, and off the lower one
    "sliding": (PLAIN, Subject(wall=stack(joints=rubbed(0.12))), -1),
    "head_joint_friction": (
        Subject(wall=wedge_between_posts(0.05)),
        Subject(wall=wedge_between_posts(0.25)),
        +1,
    ),
}


def falls_on_bed(subject: Subject, bed: Bed = BED) -> float:
    """Peak acceleration across at which a stone of the wall on its bed falls [g], within 2 %."""
    wall = wall_on(bed, subject.wall)
    assert subject.wall.joints is not None
    joints = joints_on(bed, wall, subject.wall.joints, joined=False)
    low, high = 0.02, 3.0
    while high / low > 1.02:
        middle = math.sqrt(low * high)
        run = simulate(wall, shock(subject, middle), QUICK, joints=joints, struts=subject.struts)
        seen, _ = seen_from_bed(run, wall)
        low, high = (middle, high) if outcome_of(seen, wall).stands else (low, middle)
    return math.sqrt(low * high)


def shaken(subject: Subject, level: float = 0.3) -> IsolationResult:
    options = IsolationOptions(friction_angle=math.atan(BED.coefficient), stiffer_joints=())
    dynamics = DynamicsOptions(simulation=replace(QUICK, free=0.1), struts=subject.struts)
    return run_isolation(subject.wall, options, dynamics, {"shock": shock(subject, level)})


@pytest.mark.long
@pytest.mark.parametrize("effect", TRIALS)
def test_an_included_effect_moves_the_acceleration_at_which_stones_fall(effect):
    assert moved(falls_on_bed, TRIALS[effect]) > TOLERANCE


@pytest.mark.long
def test_a_bed_that_slides_saves_the_wall():
    smooth = Bed(kind="sliding", coefficient=0.12)
    assert falls_on_bed(PLAIN, smooth) > (1.0 + TOLERANCE) * falls_on_bed(PLAIN)


def test_every_included_effect_has_a_trial():
    included = {effect for effect, treatment in DECLARATION.effects.items() if treatment == "included"}
    assert included == set(TRIALS) - set(OF_A_RUN)


@pytest.mark.parametrize("effect", ["vertical_motion", "mortar"])
def test_effects_of_single_runs_are_stated_by_their_checks(effect):
    without, with_it, _ = SHAKEN[effect]
    for subject, expected in ((without, False), (with_it, True)):
        assert {effect in check.includes for check in shaken(subject, 0.05).checks} == {expected}


def test_both_components_are_stated_where_the_motion_has_them():
    along = replace(PLAIN, components={"across": 1.0, "along": 1.0})
    assert not any("both_components" in check.includes for check in shaken(PLAIN, 0.05).checks)
    assert all("both_components" in check.includes for check in shaken(along, 0.05).checks)


@pytest.mark.parametrize("effect", EXCLUDED)
def test_an_effect_that_is_left_out_changes_not_one_bit(effect):
    plain, other = shaken(PLAIN), shaken(replace(PLAIN, wall=EXCLUDED[effect](stack())))
    assert str(plain) == str(other)
    assert plain.table.rows()[1]["top_peak"] > 1e-4, "the wall moves"
    for name in plain.table.columns:
        assert plain.table[name].tobytes() == other.table[name].tobytes(), name
    left_out: tuple[Effect, ...] = (
        "fill_at_rest",
        "fill_dynamic",
        "water",
        "surcharge",
        "crushing",
        "cracking",
        "foundation",
    )
    assert {DECLARATION.treatment(name) for name in left_out} == {"unsafe"}
