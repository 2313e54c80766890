"""Damage of a wall on a bed: what stiffer joints make of it, and which checks may show it."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import pytest

from pirqa.experiments.checks import single_motion_checks
from pirqa.experiments.isolation.options import IsolationOptions
from pirqa.experiments.isolation.result import IsolationResult, groups_of, origin_of, stiffer_joints
from pirqa.experiments.isolation.stage import run_isolation
from pirqa.model.masonry import JointException
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import sine_motion, stiff_joints
from tests.experiments.test_isolation import DYNAMICS, SINE, bond

ROCKING = 0.667


@cache
def soft() -> IsolationResult:
    """Joints a hundred times softer than those of the other tests: the wall rocks on them at 0.4 g."""
    wall = replace(bond(), joints=stiff_joints(2e7, friction=0.6, damping_ratio=0.1))
    return run_isolation(wall, IsolationOptions(), DYNAMICS, {"sine": SINE})


@cache
def smooth() -> IsolationResult:
    """Stiff joints on which stones slide at 0.1 g."""
    wall = replace(bond(), joints=stiff_joints(2e9, friction=0.1, damping_ratio=0.1))
    motion = sine_motion(0.3 * STANDARD_GRAVITY, 2.0, 2.0)
    return run_isolation(wall, IsolationOptions(stiffer_joints=(10.0,)), DYNAMICS, {"sine": motion})


def test_what_moves_on_soft_joints_alone_vanishes_with_stiffer_ones():
    fixed, sliding = soft().table.rows()
    assert (fixed["origin"], sliding["origin"]) == ("none", "joints")
    assert fixed["residual"] < DYNAMICS.residual_limit < sliding["residual"]
    (again,) = groups_of(soft().stiffer).values()
    assert [item["factor"] for item in again] == [10.0, 100.0]
    assert [item["normal_stiffness"] for item in again] == pytest.approx([2e8, 2e9])
    # the wall as one block rocks at 0.667 g only
    assert all(item["reliable"] and item["residual"] < 1e-5 for item in again)
    assert "it vanishes with stiffer joints" in str(soft())
    assert f"{1e3 * sliding['residual']:.2f} mm, 0.00 mm with Kn × 10, 0.00 mm with Kn × 100" in str(soft())


def test_what_slides_at_the_friction_of_its_joints_stays_with_stiffer_ones():
    rows = smooth().table.rows()
    assert [row["origin"] for row in rows] == ["wall", "wall"]
    for number, (again,) in groups_of(smooth().stiffer).items():
        assert again["residual"] == pytest.approx(rows[number]["residual"], rel=0.1)
    assert "it stays with stiffer joints" in str(smooth())


def test_damage_of_soft_joints_has_no_vote_and_no_intensity():
    fixed, sliding = soft().checks
    assert (fixed.satisfied, sliding.satisfied) == (True, False)
    assert sliding.demand == pytest.approx(soft().table["residual"][1])
    assert sliding.capacity == DYNAMICS.residual_limit
    assert (sliding.votes, sliding.intensity) == (False, None)
    assert "displaced_joints" in sliding.notes
    # nor does a single motion give it one
    for check in single_motion_checks(soft().checks, {"sine": SINE}, None):
        assert (check.votes, check.intensity, check.bound) == (False, None, "upper")


def test_damage_on_every_bed_has_a_vote():
    checks = smooth().checks
    assert [check.votes for check in checks] == [True, True]
    assert [check.intensity for check in checks] == pytest.approx([0.3, 0.3])
    assert {check.limit_state for check in checks} == {"damage"}
    assert {check.family for check in checks} == {"isolation"}
    assert all("displaced_wall" in check.notes for check in checks)


def test_a_bed_on_which_the_wall_is_whole_takes_the_vote_of_the_others():
    wall = replace(bond(), joints=stiff_joints(2e9, friction=0.1, damping_ratio=0.1))
    options = IsolationOptions(rolling_resistance=(0.03,), stiffer_joints=(10.0,))
    motion = sine_motion(0.3 * STANDARD_GRAVITY, 2.0, 2.0)
    checks = run_isolation(wall, options, DYNAMICS, {"sine": motion}).checks
    assert [check.satisfied for check in checks] == [False, False, True]
    assert not any(check.votes for check in checks)


def test_without_stiffer_joints_nothing_is_shown():
    wall = replace(bond(), joints=stiff_joints(2e7, friction=0.6, damping_ratio=0.1))
    result = run_isolation(wall, IsolationOptions(stiffer_joints=()), DYNAMICS, {"sine": SINE})
    assert len(result.stiffer) == 0
    assert result.table["origin"].tolist() == ["none", "not_compared"]
    (check,) = (check for check in result.checks if not check.satisfied)
    assert "displaced_not_compared" in check.notes
    assert (check.votes, check.intensity) == (False, None)


def test_falls_are_judged_on_every_bed_where_a_stone_fell():
    wall = replace(bond(), joints=stiff_joints(2e9, friction=0.6, damping_ratio=0.1))
    slow = sine_motion(1.5 * STANDARD_GRAVITY, 1.0, 2.0)
    result = run_isolation(wall, IsolationOptions(rolling_resistance=(0.05,)), DYNAMICS, {"sine": slow})
    rows = result.table.rows()
    assert rows[0]["fallen_count"] > 0 == rows[-1]["fallen_count"]
    assert {check.limit_state for check in result.checks} == {"damage", "stones_fall", "wall_falls"}
    falls = [check for check in result.checks if check.limit_state == "stones_fall"]
    assert [check.satisfied for check in falls] == [row["fallen_count"] == 0 for row in rows]
    # the wall stands on the bed that rolls
    assert not any(check.votes for check in falls)
    residuals = [check.demand for check in result.checks if check.mode == "residual"]
    assert [demand == math.inf for demand in residuals] == [row["fallen_count"] > 0 for row in rows]


ROW = {"outcome": "none", "residual": 0.01, "level": 0.3 * STANDARD_GRAVITY}
WHOLE = {"outcome": "none", "residual": 1e-4, "reliable": True}
DISPLACED = {"outcome": "none", "residual": 5e-3, "reliable": True}
FALLEN = {"outcome": "local", "residual": 0.0, "reliable": True}


@pytest.mark.parametrize(
    ("change", "stiffer", "origin"),
    [
        ({"residual": 2e-3}, (), "none"),
        ({"outcome": "total"}, (), "none"),
        ({"level": 0.7 * STANDARD_GRAVITY}, (), "above_onset"),
        ({}, (), "not_compared"),
        ({}, (WHOLE, WHOLE), "joints"),
        ({}, (DISPLACED, WHOLE), "joints"),
        ({}, (DISPLACED, DISPLACED), "wall"),
        ({}, (FALLEN, FALLEN), "wall"),
        ({}, (WHOLE, DISPLACED), "unclear"),
        ({}, (WHOLE, FALLEN), "unclear"),
        ({}, (WHOLE, {**WHOLE, "reliable": False}), "unclear"),
    ],
)
def test_the_origin_of_a_displacement(change, stiffer, origin):
    assert origin_of({**ROW, **change}, stiffer, residual_limit=3e-3, rocking=ROCKING) == origin


def test_stiffer_joints_keep_their_fraction_of_critical_damping():
    soft_seam = JointException(between=("1", "2"), normal_stiffness=1e7, damping=1e4)
    joints = replace(stiff_joints(1e8, friction=0.4, damping=2e5), exceptions=(soft_seam,))
    found = stiffer_joints(joints, 100.0)
    assert (found.normal_stiffness, found.damping, found.friction_angle) == (1e10, 2e6, joints.friction_angle)
    assert (found.exceptions[0].normal_stiffness, found.exceptions[0].damping) == (1e9, 1e5)
    assert found.exceptions[0].tangential_stiffness is None
    ratio = stiffer_joints(stiff_joints(1e8, friction=0.4, damping_ratio=0.1), 100.0)
    assert ratio.damping_ratio == 0.1
