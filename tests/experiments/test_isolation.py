"""The wall on a bed of rounded stones beside the same wall fixed."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from pirqa.dynamics.options import SimulationOptions
from pirqa.errors import ModelError, OptionsError
from pirqa.experiments.isolation.bed import (
    Bed,
    beds_of,
    block_drift,
    joints_on,
    recentring_springs,
    rocking_coefficient,
    wall_on,
)
from pirqa.experiments.isolation.options import IsolationOptions
from pirqa.experiments.isolation.result import IsolationResult, effect_of
from pirqa.experiments.isolation.stage import run_isolation
from pirqa.experiments.options import DynamicsOptions
from pirqa.model import BASE, JointException, Material, Support, Wall
from pirqa.project.codec import read_value, write_value
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import sine_motion, stiff_joints

DYNAMICS = DynamicsOptions(simulation=SimulationOptions(free=1.0))
ROUNDED = Support(kind="rounded_stones", friction_angle=math.radians(30.0))
SINE = sine_motion(0.4 * STANDARD_GRAVITY, 2.0, 2.0)


@cache
def bond(support: Support | None = ROUNDED) -> Wall:
    """Eight boxes in three courses, 2 × 0.9 × 0.6 m."""
    laid = GenerateOptions(pattern="running_bond", length=2.0, height=0.9, courses=3, unit_length=1.0)
    made = survey(
        SurveyOptions(generate=laid, thickness=0.6),
        around=Surroundings(materials={"stone": Material(unit_weight=23e3)}, support=support),
    )
    return replace(made.wall, joints=stiff_joints(2e9, friction=0.6, damping_ratio=0.1))


@cache
def shaken() -> IsolationResult:
    return run_isolation(bond(), IsolationOptions(rolling_resistance=(0.1,)), DYNAMICS, {"sine": SINE})


def test_a_rolling_bed_lets_little_through_and_drifts_as_a_block():
    fixed, sliding, rolling = shaken().table.rows()
    assert [row["bed"] for row in (fixed, sliding, rolling)] == ["fixed", "sliding 0.577", "rolling 0.1"]
    # a stiff wall goes with the ground where it is fixed, and where the bed's 0.577 is above the 0.4 g
    assert fixed["transmitted"] == pytest.approx(0.4 * STANDARD_GRAVITY, rel=0.1)
    assert sliding["drift_peak"] < 1e-4
    assert rolling["transmitted"] == pytest.approx(0.1 * STANDARD_GRAVITY, rel=0.05)
    assert rolling["drift_peak"] == pytest.approx(rolling["block_peak"], rel=0.03)
    assert fixed["drift_peak"] < 1e-12
    assert math.isnan(fixed["block_peak"])
    assert (fixed["effect"], sliding["effect"], rolling["effect"]) == ("reference", "idle", "helps")
    assert all(row["reliable"] and row["outcome"] == "none" for row in (fixed, sliding, rolling))
    assert [(check.limit_state, check.method) for check in shaken().checks] == [
        ("damage", "isolation.fixed"),
        ("damage", "isolation.sliding 0.577"),
        ("damage", "isolation.rolling 0.1"),
    ]


def test_a_wall_that_drifts_far_has_not_fallen():
    # the base runs away under a smooth bed by more than half the wall's thickness, which is no fall
    slow = sine_motion(0.3 * STANDARD_GRAVITY, 0.35, 3.0)
    result = run_isolation(
        bond(), IsolationOptions(rolling_resistance=(0.01,), joined_base=True), DYNAMICS, {"sine": slow}
    )
    rolling = result.table.rows()[-1]
    assert rolling["drift_peak"] > 0.35
    assert (rolling["outcome"], rolling["fallen_count"]) == ("none", 0)
    assert rolling["top_peak"] < 0.01
    assert "bed_joined" in {remark.key for remark in result.remarks}


def test_levels_scale_each_motion_and_the_history_is_kept():
    options = IsolationOptions(friction_angle=math.atan(0.2), levels=(1.0, 4.0))
    result = run_isolation(bond(None), options, DYNAMICS, {"sine": SINE})
    rows = result.table.rows()
    assert [row["level"] for row in rows] == [1.0, 1.0, 4.0, 4.0]
    weak, strong = rows[1], rows[3]
    assert weak["drift_peak"] < 1e-4 < 1e-2 < strong["drift_peak"]
    assert set(result.histories["row"]) == {1.0, 3.0}
    kept = result.histories.where(row=3.0)
    assert np.abs(kept["across"]).max() == pytest.approx(strong["drift_peak"], rel=1e-6)
    assert np.abs(kept["along"]).max() < 1e-5


def test_both_ends_of_a_pair_are_run():
    wall = bond()
    assert wall.joints is not None
    wall = replace(wall, joints=replace(wall.joints, friction_angle_high=math.atan(0.8)))
    rows = run_isolation(wall, IsolationOptions(), DYNAMICS, {"sine": SINE}).table.rows()
    assert [(row["case"], row["kind"]) for row in rows] == [
        ("μ low", "fixed"),
        ("μ low", "sliding"),
        ("μ high", "fixed"),
        ("μ high", "sliding"),
    ]


def test_a_hollow_brings_the_wall_back():
    # drifts grow under a one-sided throw of the ground; a hollow keeps the wall within μR of where it was
    options = IsolationOptions(rolling_resistance=(0.02,), friction_angle=0.5, recentring_radius=0.5)
    slow = replace(DYNAMICS, simulation=SimulationOptions(free=20.0))
    rolling = run_isolation(bond(None), options, slow, {"sine": SINE}).table.rows()[-1]
    assert rolling["drift_peak"] > 0.02
    assert rolling["drift_residual"] < 1.05 * 0.02 * 0.5
    assert math.isnan(rolling["block_peak"])
    springs = recentring_springs(bond(), 0.5)
    weight = 23e3 * 2.0 * 0.9 * 0.6
    assert sum(spring.stiffness for spring in springs if spring.name.endswith("across")) == pytest.approx(weight / 0.5)


def test_a_result_comes_back_from_its_folder(tmp_path):
    write_value(shaken(), tmp_path)
    back = read_value(IsolationResult, tmp_path)
    assert str(back) == str(shaken())
    assert back.histories["across"].tolist() == shaken().histories["across"].tolist()
    assert "rolling 0.1" in str(back)


def test_runs_are_kept_in_the_folder(tmp_path):
    options = IsolationOptions(rolling_resistance=(0.1,))
    first = run_isolation(bond(), options, DYNAMICS, {"sine": SINE}, folder=tmp_path)
    assert len(list(tmp_path.glob("*.zarr"))) == 3
    again = run_isolation(bond(), options, DYNAMICS, {"sine": SINE}, folder=tmp_path)
    assert str(again) == str(first) == str(shaken())


def test_the_bed_has_the_last_word_on_joints_with_the_base():
    wall = bond()
    assert wall.joints is not None
    said = replace(wall.joints, exceptions=(JointException(between=(BASE, "wall"), friction_angle=1.0),))
    bed = Bed(kind="rolling", coefficient=0.1)
    joints = joints_on(bed, wall, said, joined=True)
    name = wall.base_stones[0]
    assert joints.between(frozenset({BASE}), frozenset({name, "wall"})).friction == pytest.approx(0.1)
    one, other = wall.base_stones[:2]
    assert joints.between(frozenset({one}), frozenset({other})).tension > 0.0
    assert wall_on(bed, replace(wall, fixed=wall.base_stones)).fixed == ()


def test_rocking_is_thickness_over_height():
    assert rocking_coefficient(bond()) == pytest.approx(0.6 / 0.9)
    keys = {remark.key for remark in shaken().remarks}
    assert "bed_rocks_first" not in keys  # 0.577 is below 0.667
    steep = beds_of(bond(), IsolationOptions(friction_angle=math.atan(0.7)))
    assert steep[1].coefficient > rocking_coefficient(bond())


def test_a_block_that_never_slides_does_not_drift():
    assert block_drift(SINE, Bed(kind="sliding", coefficient=0.5)) == (0.0, 0.0)
    assert all(math.isnan(value) for value in block_drift(SINE, Bed(kind="fixed", coefficient=math.inf)))


@pytest.mark.parametrize(
    ("change", "effect"),
    [
        ({}, "helps"),
        ({"transmitted": 3.9}, "little"),
        ({"transmitted": 3.9, "drift_peak": 0.0}, "idle"),
        ({"transmitted": 6.0}, "harms"),
        ({"top_residual": 0.02}, "harms"),
        ({"outcome": "local"}, "loses"),
        ({"reliable": False, "outcome": "failed"}, "unsound"),
    ],
)
def test_what_a_bed_did(change, effect):
    fixed = {"kind": "fixed", "reliable": True, "outcome": "none", "transmitted": 4.0, "top_residual": 0.005}
    row = {**fixed, "kind": "rolling", "transmitted": 1.0, "drift_peak": 0.1, **change}
    assert effect_of(row, fixed, residual_limit=3e-3) == effect
    assert effect_of(fixed, fixed, residual_limit=3e-3) == "reference"
    if effect == "helps":
        assert effect_of(row, {**fixed, "outcome": "total"}, residual_limit=3e-3) == "saves"
        both = {"outcome": "total", "top_residual": 5.0}
        assert effect_of({**row, **both}, {**fixed, **both}, residual_limit=3e-3) == "fails"


@pytest.mark.parametrize(
    ("options", "motions", "message"),
    [
        (IsolationOptions(), {"sine": SINE}, r"a layer without friction.*isolation\.friction_angle.*30 deg"),
        (IsolationOptions(friction_angle=0.5, motions=("sin",)), {"sine": SINE}, 'called "sin"; did you mean "sine"'),
        (IsolationOptions(friction_angle=0.5), {}, 'nothing shakes the wall; add "motion" to analyses'),
        (
            IsolationOptions(friction_angle=0.1, rolling_resistance=(0.2,)),
            {"sine": SINE},
            "slide before the stones roll",
        ),
    ],
)
def test_what_cannot_be_run_is_refused(options, motions, message):
    with pytest.raises(OptionsError, match=message):
        run_isolation(bond(None), options, DYNAMICS, motions)


def test_walls_that_cannot_be_isolated_are_refused():
    wall = bond()
    bare = replace(wall, stones=(), contacts=())
    with pytest.raises(OptionsError, match="no stones to move"):
        run_isolation(bare, IsolationOptions(), DYNAMICS, {"sine": SINE})
    with pytest.raises(OptionsError, match="joints: missing"):
        run_isolation(replace(wall, joints=None), IsolationOptions(), DYNAMICS, {"sine": SINE})
    top = wall.stones[-1].name
    with pytest.raises(OptionsError, match=f'stone "{top}" is fixed to the ground'):
        run_isolation(replace(wall, fixed=(top,)), IsolationOptions(), DYNAMICS, {"sine": SINE})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"levels": (-1.0,)}, r"isolation\.levels must be greater than 0"),
        ({"levels": (2.0, 1.0)}, r"isolation\.levels must rise"),
        ({"rolling_resistance": (0.0,)}, r"isolation\.rolling_resistance must be greater than 0"),
        ({"rolling_resistance": (0.1, 0.1)}, "must rise"),
        ({"friction_angle": 0.0}, r"isolation\.friction_angle must be greater than 0"),
        ({"recentring_radius": 0.0}, r"isolation\.recentring_radius must be greater than 0"),
    ],
)
def test_bad_options_are_named(given, message):
    with pytest.raises(ModelError, match=message):
        IsolationOptions(**given)
