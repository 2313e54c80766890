"""Sets of evidence from which a wall must not be called safe."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest

from pirqa.model.check import Basis, Circumstance, Place
from tests.verdict.evidence import check, known, stones, verdict_on, whole

SLIDE = check(0.5, mode="sliding")
TURN = check(0.5)


def test_both_drawn_modes_with_margin_are_safe():
    assert verdict_on("onset", SLIDE, TURN).state == "satisfied"


def test_a_silent_method_of_full_freedom_covers_no_mode():
    # the motion shows nothing, and sliding was asked of no other method
    one = stones(0.9, state="wall_falls", bound="upper", motions=1)
    found = verdict_on("wall_falls", check(0.5, state="wall_falls"), one)
    assert found.state == "not_shown"
    assert found.missing_modes == ("sliding",)


def test_a_drawn_mechanism_does_not_answer_for_the_stones():
    # smooth joints fail, rough ones hold: a strip may be loose, whatever the section says
    low, high = stones(0.2, name="low", bound="lower"), stones(0.5, name="high", bound="upper")
    assert verdict_on("onset", SLIDE, TURN, low, high).state == "undetermined"
    assert verdict_on("onset", SLIDE, TURN, low).state != "satisfied"


@pytest.mark.parametrize("bound", ["lower", "estimate"])
def test_one_direction_of_push_does_not_answer_for_the_other(bound):
    out = stones(0.5, name="blocks.outward", bound=bound, place=Place(name="base"))
    back = stones(0.2, name="blocks.inward", bound="lower", place=Place(name="base", inward=True))
    assert verdict_on("onset", out, back).state != "satisfied"


def test_one_corner_of_the_joints_does_not_answer_for_the_other():
    good = stones(0.5, name="ida.mu_high", method="ida.μ high", bound="lower", state="wall_falls", motions=7)
    bad = stones(0.2, name="ida.mu_low", method="ida.μ low", bound="lower", state="wall_falls", motions=7)
    assert verdict_on("wall_falls", good, bad).state != "satisfied"


def test_two_checks_of_one_id_both_count():
    one, other = check(0.5), check(0.2)
    for order in itertools.permutations([SLIDE, one, other]):
        assert verdict_on("onset", *order).state in ("not_satisfied", "undetermined")


def test_a_check_whose_demand_is_not_known_is_compared_by_its_intensity():
    # computed for 0.1 g, and nothing says so
    weak = replace(check(0.2), demand=0.1, demand_intensity=None)
    assert verdict_on("onset", SLIDE, weak).state != "satisfied"


def test_a_check_that_knows_neither_demand_nor_intensity_uses_the_acceleration_it_rests_on():
    basis = Basis(driving="kh", acceleration=0.1, body="section", way="force")
    weak = replace(check(0.2), demand=0.1, demand_intensity=None, intensity=None, basis=basis)
    assert verdict_on("onset", SLIDE, weak).state != "satisfied"


def test_a_demand_slightly_larger_than_that_of_the_check_is_not_covered():
    near = check(0.296, at=0.295)
    assert verdict_on("onset", SLIDE, near, circumstances=known(0.3)).state != "satisfied"


def test_a_wall_that_falls_by_its_own_weight_is_not_safe_in_an_earthquake():
    rest = check(0.8, state="gravity")
    found = whole(rest, replace(rest, id="slide", mode="sliding"), SLIDE, TURN)
    assert found.of("gravity").state == "not_satisfied"
    assert all(found.of(state).state != "satisfied" for state in ("onset", "damage", "stones_fall", "wall_falls"))


def test_a_method_that_denies_that_the_wall_stands_is_silent_later():
    rest = check(0.8, state="gravity")
    found = whole(rest, SLIDE, check(0.1), circumstances=known(stands=True))
    assert found.of("gravity").state == "not_shown"
    assert found.of("onset").state == "not_shown"


def test_stones_that_fall_in_a_run_bar_the_safety_that_the_onset_would_carry():
    # the motion is not admissible, so it shows no failure; but it is no stronger than the demand
    run = stones(0.1, state="wall_falls", bound="upper", motions=1, votes=False, intensity=None)
    made = whole(SLIDE, TURN, run)
    assert made.of("onset").state == "satisfied"
    assert made.of("wall_falls").state != "satisfied"
    strong = replace(run, demand_intensity=0.6)
    assert whole(SLIDE, TURN, strong).of("wall_falls").state == "satisfied"


@pytest.mark.parametrize("state", ["stones_fall", "wall_falls"])
def test_a_capacity_that_is_no_number_is_not_safe(state):
    broken = stones(math.nan, state=state, bound="lower", intensity=None)
    assert verdict_on(state, broken).state != "satisfied"
    assert whole(SLIDE, TURN, broken).of(state).state != "satisfied"
    assert verdict_on("onset", SLIDE, TURN, check(math.nan, name="other")).state != "satisfied"


def test_a_lower_bound_under_an_allowance_is_compared_with_the_allowance():
    unknown = known(lean=Circumstance(presence="unknown"))
    assert verdict_on("onset", SLIDE, TURN, circumstances=unknown).state == "not_shown"


def test_an_incomplete_set_does_not_silence_a_single_motion():
    one = stones(0.1, name="one", state="wall_falls", bound="upper", motions=1)
    six = stones(0.5, name="six", state="wall_falls", bound="lower", motions=6)
    assert verdict_on("wall_falls", one, six).state in ("not_satisfied", "undetermined")


def test_a_set_that_may_not_speak_does_not_silence_a_single_motion():
    one = stones(0.1, name="one", state="wall_falls", bound="upper", motions=1)
    fill = known(fill_dynamic=Circumstance(presence="present"))
    silent = stones(0.5, name="set", family="dry_stones", state="wall_falls", bound="lower", motions=7)
    assert verdict_on("wall_falls", one, silent, circumstances=fill).state == "not_satisfied"


def test_a_survived_earthquake_shows_nothing_above_it():
    falls = stones(0.1, state="wall_falls")
    found = verdict_on("wall_falls", falls, circumstances=known(0.5, survived=0.2))
    assert found.state == "not_shown"


def test_a_safe_wall_does_not_hide_stones_that_fall():
    loose = stones(0.1, name="loose", state="stones_fall")
    sound = stones(0.6, name="sound", state="wall_falls")
    found = whole(SLIDE, TURN, loose, sound)
    assert found.of("stones_fall").state == "not_satisfied"
    assert found.of("onset").state != "satisfied"
