"""The tilt test: angles with what is known of them, trials that are held, what is refused."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from pirqa.dynamics import SimulationOptions, TiltOptions
from pirqa.errors import ModelError, OptionsError
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.tilt.options import TiltTestOptions
from pirqa.experiments.tilt.result import AngleRange, TiltTestResult, is_short, last_hold, tilt_checks
from pirqa.experiments.tilt.stage import narrow, run_tilt
from pirqa.model import Wall
from pirqa.project import parse_project, run_project
from pirqa.project.codec import read_value, write_value
from pirqa.verification.walls import coursed_wall, stiff_joints
from tests.verdict.walls import base, condition, joints, material, outlines, project, site, survey

DYNAMICS = DynamicsOptions(simulation=SimulationOptions(output_step=0.02))
RIGID = math.atan(0.3 / 0.9)
"""Tilt at which the three loose courses would overturn if joints did not yield."""


def degrees(angle: float) -> float:
    return math.radians(angle)


@pytest.fixture(scope="module")
def wall() -> Wall:
    """Four courses 1.0 × 0.3 × 0.3 m, the lowest fixed."""
    return coursed_wall(1.0, 0.3, 0.3, 4, 2300.0, stiff_joints(2e9, friction=0.7, damping_ratio=0.3))


@pytest.fixture(scope="module")
def steady(wall) -> TiltTestResult:
    return run_tilt(wall, TiltTestOptions(rate=degrees(2.0)), DYNAMICS)


def test_a_steady_tilt_is_told_by_intervals(steady):
    (test,) = steady.tests
    names = [event.name for event in test.events]
    assert names[-4:] == ["detached", "fall", "partial", "total"]
    assert test.outcome.collapse == "total"
    fall = test.event("fall")
    assert fall.angle.low < RIGID < fall.angle.high + degrees(2.0)
    assert fall.angle.low < test.falls.high == fall.angle.high
    assert {remark.key for remark in steady.remarks} >= {"tilt_not_held"}
    assert "wall falls at" in str(steady)
    (check,) = steady.checks
    # a fall while the base turns: the wall falls at the upper end of that interval at the latest
    assert (check.bound, check.votes) == ("upper", True)
    assert check.capacity == pytest.approx(math.tan(test.falls.high))
    assert {"tilt_not_held", "tilt_one_way"} <= set(check.notes)


def test_it_ends_when_the_wall_is_down(steady):
    run = steady.tests[0].run
    assert run.tilt[-1] < degrees(28.0), "the test would end at 30 degrees"
    left = steady.tests[0].event("detached").time
    reaction = steady.tests[0].reaction[:, 2] / run.settled.weight
    assert reaction[run.times < left - 1.0] == pytest.approx(1.0, rel=0.02)
    assert reaction[run.times > left].min() < 0.8, "what falls does not rest on the base"


def test_trials_narrow_it_down_to_less_than_the_rigid_angle(wall):
    (test,) = run_tilt(wall, TiltTestOptions(rate=degrees(2.0), resolution=degrees(0.5)), DYNAMICS).tests
    assert test.falls.width <= degrees(0.5) * (1.0 + 1e-9)
    assert degrees(13.0) < test.falls.low < RIGID, "joints that yield let it fall earlier than rigid ones"
    assert max(trial.angle for trial in test.trials if trial.stands) == test.falls.low
    assert min(trial.angle for trial in test.trials if not trial.stands) == test.falls.high
    assert test.collapse == test.falls, "it goes down as one"
    assert test.leaves.high <= test.falls.high


def test_a_tilt_held_both_ways_is_an_estimate_of_the_onset(wall):
    options = TiltTestOptions(rate=degrees(2.0), resolution=degrees(0.5), opposite=True)
    result = run_tilt(wall, options, DYNAMICS, demand=0.3)
    assert [test.towards for test in result.tests] == ["front", "back"]
    for check, test in zip(result.checks, result.tests, strict=True):
        assert (check.limit_state, check.family, check.bound, check.votes) == ("onset", "tilt", "estimate", True)
        assert check.capacity == check.intensity == pytest.approx(math.tan(test.falls.low))
        assert check.demand_intensity == 0.3
    assert [check.id for check in result.checks] == ["tilt.front", "tilt.back"]
    one_way = tuple(tilt_checks(wall, result.tests[:1], wall.joints, 0.3))
    assert [(item.bound, item.votes) for item in one_way] == [("upper", True)]
    assert one_way[0].capacity == pytest.approx(math.tan(result.tests[0].falls.high))
    moving = replace(
        result.tests[0], trials=(replace(result.tests[0].trials[0], stands=True, at_rest=False, swings=False),)
    )
    (unheld,) = tilt_checks(wall, (moving,), wall.joints, 0.3)
    assert (unheld.bound, "tilt_not_held" in unheld.notes) == ("upper", True)
    never = replace(moving, falls=None)
    (silent,) = tilt_checks(wall, (never,), wall.joints, 0.3)
    assert not silent.votes


def test_steps_give_the_hold_before(wall):
    options = TiltTestOptions(to=degrees(20.0), by=degrees(4.0), held=2.0, rate=degrees(4.0))
    (test,) = run_tilt(wall, options, DYNAMICS).tests
    assert test.falls.low % degrees(4.0) == pytest.approx(0.0, abs=1e-9)
    assert test.falls.width <= degrees(4.0) + 1e-9
    assert test.falls.low < RIGID


def test_a_wall_that_stands_says_so(wall):
    result = run_tilt(wall, TiltTestOptions(to=degrees(5.0), rate=degrees(2.0), held=1.0), DYNAMICS)
    assert result.tests[0].falls is None
    assert result.tests[0].collapse is None
    assert {remark.key for remark in result.remarks} >= {"tilt_stands"}
    assert "stand at 5.00 deg" in str(result)
    assert not any(check.votes for check in result.checks), "what stands one way says nothing"
    both = TiltTestOptions(to=degrees(5.0), rate=degrees(2.0), held=6.0, opposite=True)
    checks = run_tilt(wall, both, DYNAMICS).checks
    assert {(check.bound, check.votes) for check in checks} == {("lower", True)}
    assert checks[0].intensity == pytest.approx(math.tan(degrees(5.0)), rel=1e-6)


def test_each_end_of_a_pair_is_tilted_and_gravity_may_turn_instead(wall):
    pair = replace(wall, joints=replace(wall.joints, normal_stiffness=2e8, normal_stiffness_high=2e9))
    options = TiltTestOptions(to=degrees(24.0), rate=degrees(3.0), turning="gravity", towards="back")
    result = run_tilt(pair, options, DYNAMICS)
    assert [test.case for test in result.tests] == ["Kn low", "Kn high"]
    soft, stiff = (test.event("opening").angle.high for test in result.tests)
    assert soft < stiff
    first = result.tests[0].reaction
    assert first[first[:, 1] < degrees(5.0), 2] == pytest.approx(result.tests[0].run.settled.weight, rel=0.03)


def test_a_result_comes_back_from_its_folder(steady, tmp_path):
    write_value(steady, tmp_path)
    again = read_value(TiltTestResult, tmp_path)
    assert str(again) == str(steady)
    assert np.array_equal(again.tests[0].reaction, steady.tests[0].reaction)
    assert again.action == steady.action


def test_runs_are_kept(wall, tmp_path):
    options = TiltTestOptions(to=degrees(3.0), rate=degrees(3.0), held=1.0)
    first = run_tilt(wall, options, DYNAMICS, folder=tmp_path)
    assert len(list(tmp_path.glob("*.zarr"))) == 1
    again = run_tilt(wall, options, DYNAMICS, folder=tmp_path)
    assert np.array_equal(first.tests[0].run.position, again.tests[0].run.position)


@pytest.mark.parametrize(("low", "high"), [(8.0, 12.0), (10.5, 12.0), (9.99, 12.0)])
def test_narrowing_finds_the_angle_whatever_the_guess(low, high):
    tried: list[float] = []

    def stands(angle: float) -> bool:
        tried.append(angle)
        return angle < degrees(10.0)

    found = narrow(AngleRange(low=degrees(low), high=degrees(high)), degrees(0.1), stands)
    assert found.low < degrees(10.0) <= found.high
    assert found.width <= degrees(0.1) * (1.0 + 1e-9)
    assert len(tried) < 12


def test_nothing_stands():
    found = narrow(AngleRange(low=degrees(3.0), high=degrees(4.0)), degrees(0.5), lambda _: False)
    assert found.low == 0.0
    assert found.width <= degrees(0.5) * (1.0 + 1e-9)


def test_the_hold_before_an_angle():
    action = TiltOptions(to=1.0, by=0.1)
    assert last_hold(action, 0.3) == pytest.approx(0.2)
    assert last_hold(action, 0.31) == pytest.approx(0.3)
    assert last_hold(action, 0.05) == 0.0


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"to": 2.0}, "tilt.to"),
        ({"to": degrees(10.0), "slow_from": degrees(12.0)}, "tilt.slow_from"),
        ({"to": degrees(1.0), "by": degrees(2.0)}, "tilt.by"),
        ({"resolution": degrees(0.1), "held": 0.0}, "tilt.held"),
        ({"resolution": -1.0}, "tilt.resolution"),
    ],
)
def test_bad_options(changes, says):
    with pytest.raises(ModelError, match=says):
        TiltTestOptions(**changes)


def test_walls_that_cannot_be_tilted(wall):
    with pytest.raises(OptionsError, match="no stones"):
        run_tilt(replace(wall, stones=(), contacts=(), fixed=()), TiltTestOptions(), DYNAMICS)
    with pytest.raises(OptionsError, match="joints: missing"):
        run_tilt(replace(wall, joints=None), TiltTestOptions(), DYNAMICS)
    with pytest.raises(OptionsError, match="all stones are fixed"):
        run_tilt(replace(wall, fixed=("1", "2", "3", "4")), TiltTestOptions(), DYNAMICS)


def test_the_demand_is_one_of_the_trials():
    """Where the first fall may lie on either side of it, the wall is held at the demand itself."""
    tried = []

    def stands(angle):
        tried.append(angle)
        return angle < degrees(11.2)

    for rung, held in ((11.1, True), (11.3, False)):
        found = narrow(AngleRange(low=degrees(10.0), high=degrees(12.0)), degrees(0.5), stands, rung=degrees(rung))
        assert degrees(rung) in tried
        assert (found.low >= degrees(rung)) == held
        assert found.width <= degrees(0.5) * (1.0 + 1e-9)
    outside = narrow(AngleRange(low=degrees(10.0), high=degrees(12.0)), degrees(0.5), stands, rung=degrees(20.0))
    assert outside.low < degrees(11.2) <= outside.high
    assert degrees(20.0) not in tried


def test_ways_of_a_tilt():
    assert TiltTestOptions().ways == ("front",)
    assert TiltTestOptions(opposite=True).ways == ("front", "back")
    assert TiltTestOptions(opposite=True, along=True).ways == ("front", "back", "left", "right")
    assert TiltTestOptions(towards="left", along=True).ways == ("left", "right")


def test_a_test_that_failed_leaves_its_direction_open(wall):
    """What stands towards the back shows nothing where the test towards the front gave no result."""
    options = TiltTestOptions(to=degrees(5.0), rate=degrees(2.0), held=6.0, opposite=True)
    front, back = run_tilt(wall, options, DYNAMICS).tests
    failed = replace(front, outcome=replace(front.outcome, collapse="failed"))
    assert all(check.votes for check in tilt_checks(wall, (front, back), wall.joints, 0.05))
    (left,) = tilt_checks(wall, (failed, back), wall.joints, 0.05)
    assert (left.scenario, left.bound, left.votes) == ("back", "upper", False)


def test_each_end_of_a_pair_needs_a_test_in_each_direction(wall):
    options = TiltTestOptions(to=degrees(5.0), rate=degrees(2.0), held=6.0, opposite=True)
    pair = replace(wall.joints, friction_angle_high=wall.joints.friction_angle + 0.1)
    tests = run_tilt(replace(wall, joints=pair), options, DYNAMICS).tests
    assert [test.case for test in tests] == ["μ low", "μ low", "μ high", "μ high"]
    assert all(check.bound == "lower" for check in tilt_checks(wall, tests, pair, 0.05))
    lost = [replace(test, outcome=replace(test.outcome, collapse="failed")) for test in tests[:2]]
    assert not any(check.votes for check in tilt_checks(wall, (*lost, *tests[2:]), pair, 0.05))


def test_columns_without_bond_may_fall_along_the_wall(tmp_path):
    """Five columns 0.25 m long next to each other, 2.4 m high and 0.41 m thick: one at an end turns at 0.104 g."""

    def surveyed(names):
        for name, text in outlines(0.41, **names).items():
            (tmp_path / name).write_text(text)
        text = project(material(), base(), joints(), survey(thickness=0.41), analyses=("survey",))
        return (
            run_project(parse_project(text, file=str(tmp_path / "wall.toml")), tmp_path / "out").stages["survey"].wall
        )

    columns = {
        f"s{column}{row}": (0.25 * column, 0.25 * (column + 1), 0.8 * row, 0.8 * (row + 1))
        for column in range(5)
        for row in range(3)
    }
    bonded = {
        f"s{row}{column}": (max(0.5 * column - 0.25 * (row % 2), 0.0), min(0.5 * column + 0.5 - 0.25 * (row % 2), 1.5),
                            0.3 * row, 0.3 * (row + 1))
        for row in range(8)
        for column in range(3 + row % 2)
    }  # fmt: skip
    assert is_short(surveyed(columns))
    assert not is_short(surveyed(bonded))


def _assessed(tmp_path, drawing, *tables):
    for name, text in drawing.items():
        (tmp_path / name).write_text(text)
    text = project(material(), base(), *tables, "[verdict]\ncomplete = false", analyses=("survey", "tilt"))
    return run_project(parse_project(text, file=str(tmp_path / "wall.toml")), tmp_path / "out")


SOFT = 'normal_stiffness = { value = "1e9 N/m3", source = "loaded" }\ndamping_ratio = 0.3'


def test_a_stone_that_slid_and_lies_still_is_not_held(tmp_path):
    """A low slab slides off its bed (friction 12°) at a tilt of 14.2° and leans on the ground: it dropped too little to
    count as fallen, and the angle was not held."""
    drawing = outlines(0.3, a=(0.0, 1.0, 0.0, 0.12), b=(0.0, 1.0, 0.12, 0.24))
    turned = '[tilt]\nto = "14.2 deg"\nheld = "12 s"\nslow_from = "13.2 deg"\nopposite = true'
    done = _assessed(tmp_path, drawing, joints(12.0, SOFT), survey(thickness=0.3), site(0.25), condition(), turned)
    assert all(test.falls is None for test in done.stages["tilt"].tests)
    assert done.verdict.of("onset").state != "satisfied"


def test_a_wall_that_slid_apart_at_rest_holds_no_angle(tmp_path):
    """Its upper stone lies on a bed of 16.7° with a friction angle of 12°: it slides off before the base turns."""
    sloping = [("a", [[0, 0], [1, 0], [1, 0.5], [0, 0.2]]), ("b", [[0, 0.2], [1, 0.5], [1, 0.8], [0, 0.8]])]
    rows = [{"name": name, "outline": outline} for name, outline in sloping]
    drawing = {"wall.json": json.dumps({"pirqa_wall": 1, "unit": "m", "thickness": 0.6, "stones": rows})}
    turned = '[tilt]\nto = "3 deg"\nheld = "12 s"\nopposite = true\nalong = true'
    done = _assessed(tmp_path, drawing, joints(12.0, SOFT), survey(thickness=0.6), site(0.05), condition(), turned)
    assert {test.outcome.collapse for test in done.stages["tilt"].tests} == {"failed"}
    assert "run_fell_at_rest" in {remark.key for remark in done.stages["tilt"].remarks}
    assert done.verdict.of("onset").state == "not_assessed"
