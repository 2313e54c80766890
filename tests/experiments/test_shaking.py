"""The dynamics stage: what is asked is run, what is doubtful is said, what is judged follows from the runs."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from pirqa.dynamics import SettlementOptions, SimulationOptions, TiltOptions
from pirqa.errors import OptionsError
from pirqa.experiments.checks import RunLimits, components_of, judge_run
from pirqa.experiments.damage import Fall, Outcome, half_thickness, outcome_of
from pirqa.experiments.damage_states import CollapseDefinition
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.remarks import far_remarks
from pirqa.experiments.shaking import run_dynamics
from pirqa.model import Backfill, Direction, GroundMotion, JointProperties, Material, Support, Wall
from pirqa.model.masonry import OTHER_DAMPING
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey
from pirqa.units import STANDARD_GRAVITY

JOINTS = JointProperties(
    friction_angle=math.atan(0.6), normal_stiffness=2e8, tangential_stiffness=1e8, damping_ratio=0.3
)
QUICK = SimulationOptions(free=3.0, output_step=0.02)


@pytest.fixture(scope="module")
def wall() -> Wall:
    """Three courses of three units, 1.8 × 1.2 × 0.3 m, the lowest course fixed."""
    bond = GenerateOptions(pattern="running_bond", length=1.8, height=1.2, courses=3, unit_length=0.6)
    around = Surroundings(materials={"stone": Material(unit_weight=22e3)})
    found = survey(SurveyOptions(generate=bond, thickness=0.3, fixed="base"), around=around).wall
    return replace(found, joints=JOINTS)


def pulse(amplitude: float, duration: float = 0.5, *, rest: bool = True, name: str = "pulse") -> GroundMotion:
    """One cycle of a sine across the wall, or half of it, which leaves the ground moving [m/s2, s]."""
    times = np.arange(0.0, duration * (1.0 if rest else 0.5) + 1e-9, 0.005)
    values = amplitude * np.sin(2.0 * np.pi * times / duration)
    return GroundMotion(name=name, step=0.005, acceleration=values[:, None], directions=(Direction(name="across"),))


def keys(result):
    return {remark.key for remark in result.remarks}


@pytest.fixture(scope="module")
def shaken(wall):
    asked = DynamicsOptions(simulation=QUICK, residual_limit=1e-3)
    return run_dynamics(wall, asked, {"weak": pulse(1.0, name="weak"), "strong": pulse(20.0, 1.0, name="strong")})


def test_every_motion_is_run(shaken):
    assert [run.action for run in shaken.runs] == ["weak", "strong"]
    weak, strong = shaken.outcomes
    assert (weak.collapse, weak.count) == ("none", 6 + 1), "the bond has 3, 4 and 3 stones, the lowest course is fixed"
    assert strong.collapse in ("partial", "total")
    assert shaken.table["outcome"].tolist() == [weak.collapse, strong.collapse]
    assert str(shaken).count("\n") == 2
    assert shaken.half_thickness == pytest.approx(0.15)


def test_checks_follow_from_the_runs(shaken, wall):
    checks = {check.id: check for check in shaken.checks}
    assert set(checks) == {
        f"dynamics.{action}.{mode}"
        for action in ("weak", "strong")
        for mode in ("residual", "stones_falling", "falling")
    }
    assert checks["dynamics.strong.residual"].factor == 0.0
    run = shaken.runs[0]
    free = [index for index, name in enumerate(run.stones) if name not in wall.fixed]
    relative = run.position - run.reference - run.platform[:, None, :]
    lasting = np.linalg.norm(relative[run.times >= run.times[-1] - 1.0][:, free].mean(axis=0), axis=1).max()
    assert checks["dynamics.weak.residual"].factor == pytest.approx(1e-3 / lasting, rel=1e-6)
    strong = shaken.outcomes[1]
    assert checks["dynamics.strong.falling"].demand == strong.share
    assert checks["dynamics.strong.falling"].factor == pytest.approx(0.1 / strong.share, rel=1e-6)
    assert checks["dynamics.strong.stones_falling"].demand == len(strong.falls)
    assert checks["dynamics.strong.stones_falling"].factor == 0.0
    assert {checks[f"dynamics.weak.{mode}"].demand for mode in ("stones_falling", "falling")} == {0.0}
    assert {check.bound for check in shaken.checks} == {"upper"}, "one motion shows failure and never safety"
    assert {check.motions for check in shaken.checks} == {1}
    assert [checks[f"dynamics.{name}.falling"].intensity for name in ("weak", "strong")] == [
        None,
        pytest.approx(20.0 / STANDARD_GRAVITY, rel=1e-3),
    ]
    assert {check.method for check in shaken.checks} == {"dynamics"}, "one opinion: the worst run governs"


def test_falls_are_told_and_the_run_goes_on(shaken, wall):
    (told,) = [remark for remark in shaken.remarks if remark.key == "stones_fell"]
    outcome = shaken.outcomes[1]
    assert (told.text, told.stones) == ("strong", outcome.fallen)
    assert set(told.stones) <= set(wall.stone_numbers) - set(wall.fixed)
    assert shaken.table["fallen"].tolist() == ["", told.stones[0]]
    assert shaken.table["fallen_count"].tolist() == [0, len(outcome.falls)]
    run = shaken.runs[1]
    assert run.times[-1] > max(run.action_ends, outcome.falls[-1].time), "stones are followed to the ground"
    assert outcome.first.time <= outcome.falls[0].time
    parted = [joint for joint, left in zip(run.joints, run.parted_joints.any(axis=0), strict=True) if left]
    assert shaken.table["opening_parted"].tolist() == [False, shaken.table["opening_joint"][1] in map(str, parted)]
    assert set(run.parted) <= set(map(str, parted)), "looks are some of the states that are kept"
    notes = [check.notes for check in shaken.checks if check.action == "strong"]
    assert all(f"collapse_{outcome.collapse}" in item for item in notes)


def judged(outcome, across, wall, **more):
    row = {
        "peak_across": across,
        "across_stone": wall.stones[-1].name,
        "residual": 0.0005,
        "residual_stone": wall.stones[-1].name,
        "fallen": outcome.fallen[0] if outcome.falls else "",
    }
    limits = RunLimits(residual=1e-3, half=0.15, collapse=CollapseDefinition())
    given = {"peak": 0.3} | more
    return {check.limit_state: check for check in judge_run("dynamics", "m", "", outcome, row, wall, limits, **given)}


def test_a_stone_that_moved_farther_than_half_the_thickness_and_stands_has_not_fallen(wall):
    stood = Outcome(collapse="none", falls=(), count=7, first=None)
    found = judged(stood, 0.21, wall)
    assert all(check.satisfied for check in found.values())
    assert all("moved_beyond_half" in check.notes for check in found.values())
    (remark,) = far_remarks({"peak_across": 0.21, "across_stone": "3"}, stood, "m", 0.15)
    assert (remark.key, remark.stones, remark.amount, remark.stated) == ("moved_far", ("3",), 0.21, 0.15)
    assert list(far_remarks({"peak_across": 0.14, "across_stone": "3"}, stood, "m", 0.15)) == []
    assert all("moved_beyond_half" not in check.notes for check in judged(stood, 0.14, wall).values())


def test_one_fallen_stone_of_many_is_no_fallen_wall(wall):
    fall = Fall(stone=wall.stones[-1].name, time=1.0, kind="left")
    local = judged(Outcome(collapse="local", falls=(fall,), count=20, first=None), 0.1, wall)
    assert (local["stones_fall"].satisfied, local["wall_falls"].satisfied) == (False, True)
    assert (local["stones_fall"].intensity, local["wall_falls"].intensity) == (0.3, None)
    tenth = judged(Outcome(collapse="partial", falls=(fall,), count=10, first=None), 0.1, wall)
    assert (tenth["stones_fall"].satisfied, tenth["wall_falls"].satisfied) == (False, False)


def test_what_no_earthquake_drives_does_not_count(wall):
    found = judged(Outcome(collapse="none", falls=(), count=7, first=None), 0.1, wall, peak=None)
    assert not any(check.votes for check in found.values())


@pytest.mark.parametrize(
    ("names", "included"),
    [
        (("across",), ()),
        (("along", "across"), ("both_components",)),
        (("across", "up"), ("vertical_motion",)),
        (("along", "across", "up"), ("vertical_motion", "both_components")),
    ],
)
def test_components_of_a_motion_are_effects_of_its_checks(names, included):
    values = np.tile(np.sin(np.arange(100) * 0.1)[:, None], (1, len(names)))
    directions = tuple(Direction(name=name, vertical=name == "up") for name in names)
    motion = GroundMotion(name="m", step=0.01, acceleration=values, directions=directions)
    assert components_of(motion) == included
    silent = replace(motion, acceleration=values * np.r_[1.0, np.zeros(len(names) - 1)])
    assert components_of(silent) == ()


def test_damping_runs_as_a_pair_and_is_told_as_a_ratio(wall):
    pair = replace(wall, joints=replace(JOINTS, damping_ratio=0.05, damping_ratio_high=0.3))
    found = run_dynamics(pair, DynamicsOptions(simulation=QUICK), {"weak": pulse(1.0, name="weak")})
    assert found.table["case"].tolist() == ["ζ low", "ζ high"]
    assert {check.method for check in found.checks} == {"dynamics.ζ low", "dynamics.ζ high"}
    assert {check.id for check in found.checks} >= {"dynamics.weak.zeta_low.falling"}
    low, high = found.table.rows()
    assert (low["chatter_damping"], high["chatter_damping"]) == pytest.approx((0.05, 0.3))
    assert low["mode_frequency"] == pytest.approx(high["mode_frequency"], rel=1e-6)
    # stiffness-proportional damping: slower modes are damped less
    assert high["mode_damping"] == pytest.approx(6.0 * low["mode_damping"], rel=1e-3)
    assert 0.0 < low["mode_damping"] < 0.05


def test_the_definition_of_the_file_is_used(shaken, wall):
    strict = CollapseDefinition(drop=1e-3, beyond=1e-3, partial=0.01, total=0.02)
    asked = DynamicsOptions(simulation=QUICK, damage=strict)
    found = run_dynamics(wall, asked, {"weak": pulse(4.0, name="weak")})
    assert found.damage == strict
    assert found.outcomes[0] == outcome_of(found.runs[0], wall, strict)
    assert outcome_of(shaken.runs[1], wall, CollapseDefinition(partial=0.98, total=0.99)).collapse in ("local", "total")


def test_pairs_are_run_at_all_corners(wall):
    joints = replace(
        JOINTS,
        friction_angle_high=math.atan(0.8),
        normal_stiffness_high=4e8,
        tangential_stiffness=None,
        damping_ratio=None,
    )
    found = run_dynamics(replace(wall, joints=joints), DynamicsOptions(simulation=QUICK), {"pulse": pulse(0.5)})
    rows = found.table.rows()
    assert [row["case"] for row in rows] == ["Kn low, μ low", "Kn low, μ high", "Kn high, μ low", "Kn high, μ high"]
    assert [row["tangential_stiffness"] for row in rows] == [1e8, 1e8, 2e8, 2e8]
    assert [row["friction"] for row in rows] == pytest.approx([0.6, 0.8, 0.6, 0.8])
    assert {(row["damping"], row["damping_kind"]) for row in rows} == {(0.05, "critical")}
    assert {"tangential_stiffness_assumed", "damping_assumed"} <= keys(found)
    assert "dynamics.pulse.kn_high_mu_low.residual" in {check.id for check in found.checks}
    assert len({check.method for check in found.checks}) == 4, "ends of pairs may disagree"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"damping": 0.8, "damping_ratio": None}, [(0.8, "pressure"), (0.8, "critical")]),
        ({"damping": None, "damping_ratio": 0.8}, [(0.8, "critical"), (0.8, "pressure")]),
    ],
)
def test_the_damping_number_is_read_both_ways(wall, given, expected):
    asked = DynamicsOptions(simulation=QUICK, compare_damping=True)
    found = run_dynamics(replace(wall, joints=replace(JOINTS, **given)), asked, {"pulse": pulse(2.0)})
    rows = found.table.rows()
    assert [(row["damping"], row["damping_kind"]) for row in rows] == expected
    assert [row["case"] for row in rows] == ["", OTHER_DAMPING]
    assert all(OTHER_DAMPING not in check.method for check in found.checks), "a comparison is no opinion"
    spent = {row["damping_kind"]: run.ledger.damping for row, run in zip(rows, found.runs, strict=True)}
    assert spent["critical"] > 100.0 * spent["pressure"], "0.8 Pa·s/m is next to nothing, 0.8 of critical is heavy"


def test_damping_is_found_for_a_restitution(wall):
    # a slender block on a full face: between 1 − 0.75 sin²α = 0.956 for α = atan(0.3/1.2) and 1
    joints = replace(JOINTS, damping_ratio=None, restitution=0.97)
    found = run_dynamics(replace(wall, joints=joints), DynamicsOptions(simulation=QUICK), {"pulse": pulse(0.5)})
    (row,) = found.table.rows()
    assert row["damping_kind"] == "restitution"
    assert row["damping"] > 0.0
    (told,) = [remark for remark in found.remarks if remark.key == "damping_for_restitution"]
    assert (told.amount, told.text) == (row["damping"], "0.97")


def test_a_number_with_one_reading_is_not_compared(wall):
    asked = DynamicsOptions(simulation=QUICK, compare_damping=True)
    joints = replace(JOINTS, damping=2e5, damping_ratio=None)
    found = run_dynamics(replace(wall, joints=joints), asked, {"pulse": pulse(0.5)})
    assert len(found.runs) == 1
    assert "damping_has_one_reading" in keys(found)


def test_a_tilted_base_is_no_displacement_of_its_own(wall):
    tilt = TiltOptions(to=math.radians(4.0), rate=math.radians(4.0))
    found = run_dynamics(wall, DynamicsOptions(tilt=tilt, simulation=QUICK), {})
    (run,) = found.runs
    fixed = [run.stones.index(name) for name in wall.fixed]
    shift = run.displacement
    assert np.abs(shift[:, fixed]).max() < 1e-9, "fixed stones stay where they are on the base"
    # the others lean by the joints' give alone, far less than 4° of a metre
    assert 1e-6 < np.abs(shift).max() < 5e-3
    assert found.checks == (), "a tilt is a test, not an action to stand"


def test_a_stone_of_the_base_is_let_down(wall):
    sinking = wall.fixed[0]
    asked = DynamicsOptions(settlement=SettlementOptions(stones=(sinking,), by=2e-3, duration=1.0), simulation=QUICK)
    (run,) = run_dynamics(wall, asked, {}).runs
    down = -run.displacement[-1, :, 2]
    assert down[run.stones.index(sinking)] == pytest.approx(2e-3, abs=1e-9)
    assert down[run.stones.index(wall.fixed[1])] == pytest.approx(0.0, abs=1e-9)


def test_doubts_are_told(wall):
    fill = Backfill(unit_weight=16e3, friction_angle=0.6)
    doubtful = replace(
        wall,
        joints=replace(JOINTS, friction_angle=math.atan(0.05)),
        backfill=fill,
        support=Support(kind="rock", friction_angle=0.5),
        guided=(wall.stones[-1].name,),
    )
    found = run_dynamics(doubtful, DynamicsOptions(simulation=QUICK), {"half": pulse(0.2, rest=False, name="half")})
    assert {"friction_low", "fill_left_out", "stones_guided", "base_moves_on"} <= keys(found)
    speed = next(remark.amount for remark in found.remarks if remark.key == "base_moves_on")
    assert speed == pytest.approx(0.2 * 0.5 / math.pi, rel=1e-3), "half a sine: A·T/π"


def test_a_step_above_the_stable_one_is_told(wall):
    stable = run_dynamics(wall, DynamicsOptions(simulation=QUICK), {"p": pulse(0.1)}).runs[0].stable_step
    forced = replace(QUICK, step=1.01 * stable, allow_unstable=True)
    found = run_dynamics(wall, DynamicsOptions(simulation=forced), {"p": pulse(0.1)})
    assert "step_unstable" in keys(found)


def test_what_stands_cannot_speak_for_a_run_that_failed(wall, monkeypatch):
    weak, strong = pulse(0.5, name="weak"), pulse(4.0, name="strong")
    found = run_dynamics(wall, DynamicsOptions(simulation=QUICK), {"weak": weak, "strong": strong})
    errors = sorted(run.ledger.error for run in found.runs)
    limit = math.sqrt(errors[0] * errors[1])
    monkeypatch.setattr("pirqa.dynamics.energy.CLOSING_LIMIT", limit)
    found = run_dynamics(wall, DynamicsOptions(simulation=QUICK), {"weak": weak, "strong": strong})
    assert sorted(run.reliable for run in found.runs) == [False, True]
    assert len(found.checks) == 3
    assert not any(check.votes for check in found.checks if check.satisfied)
    assert all("other_run_unsound" in check.notes for check in found.checks if check.satisfied)


def test_an_unreliable_run_is_not_judged(wall, monkeypatch):
    monkeypatch.setattr("pirqa.dynamics.energy.CLOSING_LIMIT", 0.0)
    found = run_dynamics(wall, DynamicsOptions(simulation=QUICK), {"p": pulse(0.5)})
    assert found.checks == ()
    assert {"ledger_open", "run_refined"} <= keys(found), "it was tried with smaller steps"
    assert "NOT RELIABLE" in str(found)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (DynamicsOptions(motions=("puls",)), 'did you mean "pulse"'),
        (DynamicsOptions(settlement=SettlementOptions(stones=("999",), by=0.01)), 'no stone is called "999"'),
    ],
)
def test_mistakes_are_told(wall, asked, words):
    with pytest.raises(OptionsError, match=words):
        run_dynamics(wall, asked, {"pulse": pulse(0.1)} if asked.motions else {})


def test_nothing_to_do_and_nothing_to_move(wall):
    with pytest.raises(OptionsError, match="nothing is done to the wall"):
        run_dynamics(wall, DynamicsOptions(), {})
    with pytest.raises(OptionsError, match=r"add \"motion\" to analyses"):
        run_dynamics(wall, DynamicsOptions(motions=("lima",)), {})
    bare = Wall.prismatic(
        height=2.0, thickness=0.5, unit_weight=22e3, support=Support(kind="rock", friction_angle=0.5), joints=JOINTS
    )
    with pytest.raises(OptionsError, match=r"\[survey.generate\]"):
        run_dynamics(bare, DynamicsOptions(), {"pulse": pulse(0.1)})
    assert half_thickness(bare) == 0.25
