from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from pirqa.errors import ModelError
from pirqa.model import Check, judge
from pirqa.model.check import (
    EFFECTS,
    LIMIT_STATES,
    Allowance,
    Circumstance,
    Circumstances,
    GoverningDemand,
    MethodDeclaration,
    Place,
)

FULL = MethodDeclaration(
    family="stones",
    limit_states=LIMIT_STATES,
    full_freedom=True,
    effects=dict.fromkeys(EFFECTS, "included"),
)
SECTION = MethodDeclaration(
    family="section",
    limit_states=("gravity", "onset"),
    modes=("sliding", "overturning"),
    effects={**dict.fromkeys(EFFECTS, "included"), "struts": "safe", "fill_dynamic": "unsafe"},
)
DECLARED = {"stones": FULL, "section": SECTION}
ROW = Check(
    id="statics.a.sliding",
    mode="sliding",
    limit_state="onset",
    method="a",
    place=Place(name="base"),
    demand=0.3,
    capacity=0.36,
    unit="",
    source="eq. 1",
    family="section",
    intensity=0.36,
    demand_intensity=0.3,
)
TURN = replace(ROW, id="statics.a.overturning", mode="overturning")


def known(demand: float | None = 0.3, **effects: Circumstance) -> Circumstances:
    given = {effect: Circumstance(presence="absent", origin="test") for effect in EFFECTS}
    return Circumstances(
        effects=given | effects,  # type: ignore[operator]
        demand=None if demand is None else GoverningDemand(name="site", origin="site", intensity=demand),
    )


def state(*checks: Check, limit_state="onset", circumstances=None, **options):
    made = judge(checks, circumstances=circumstances or known(), declarations=DECLARED, **options)
    return made.of(limit_state)


def test_both_modes_must_be_covered_for_safety():
    assert state(ROW, TURN).state == "satisfied"
    assert state(ROW).state == "not_shown"
    assert state(ROW).missing_modes == ("overturning",)
    assert state(replace(ROW, capacity=0.2, intensity=0.2)).state == "not_satisfied"


def test_the_lowest_check_governs():
    assert state(ROW, replace(TURN, capacity=0.33, intensity=0.33)).governing.mode == "overturning"


def test_different_questions_do_not_contradict_each_other():
    upper = replace(TURN, place=Place(name="joint", level=6.1), capacity=0.1, intensity=0.1, id="b")
    found = state(ROW, TURN, upper)
    assert found.state == "not_satisfied"
    assert found.governing.id == "b"
    assert found.upper == pytest.approx(0.1)


def test_one_question_with_two_answers_is_undetermined():
    found = state(ROW, TURN, replace(TURN, id="c", method="b", capacity=0.2, intensity=0.2))
    assert found.state == "undetermined"
    assert (found.above, found.below) == (("a",), ("b",))


def test_a_full_freedom_method_contradicts_a_drawn_mechanism():
    stones = replace(ROW, id="s", family="stones", method="stones", mode="mechanism")
    assert state(stones).state == "satisfied"
    assert state(stones, replace(TURN, capacity=0.2, intensity=0.2)).state == "undetermined"


def test_an_unsafe_omission_shows_failure_only():
    fill = known(fill_dynamic=Circumstance(presence="present"))
    assert state(ROW, TURN, circumstances=fill).state == "not_shown"
    assert state(ROW, TURN, circumstances=fill).omissions == ("fill_dynamic",)
    assert state(replace(ROW, capacity=0.2, intensity=0.2), TURN, circumstances=fill).state == "not_satisfied"


def test_an_unknown_effect_counts_as_present():
    assert state(ROW, TURN, circumstances=known(fill_dynamic=Circumstance(presence="unknown"))).state == "not_shown"
    assert judge([ROW, TURN], declarations=DECLARED).of("onset").state == "no_demand"


def test_a_bounded_omission_lowers_the_capacity():
    small = Circumstance(presence="present", allowance=Allowance(effect="fill_dynamic", factor=0.9, source="trial"))
    found = state(ROW, TURN, circumstances=known(fill_dynamic=small))
    assert found.state == "satisfied"
    assert found.lower == pytest.approx(0.9 * 0.36)
    large = replace(small, allowance=Allowance(effect="fill_dynamic", factor=0.7, source="trial"))
    assert state(ROW, TURN, circumstances=known(fill_dynamic=large)).state == "undetermined"


def test_a_favourable_omission_shows_safety_only():
    struts = known(struts=Circumstance(presence="present"))
    assert state(ROW, TURN, circumstances=struts).state == "satisfied"
    assert state(replace(ROW, capacity=0.2, intensity=0.2), TURN, circumstances=struts).state == "not_shown"
    unknown = known(struts=Circumstance(presence="unknown"))
    assert state(replace(ROW, capacity=0.2, intensity=0.2), TURN, circumstances=unknown).state == "not_satisfied"


def test_an_undeclared_method_shows_no_safety():
    one = known(water=Circumstance(presence="unknown"))
    assert state(replace(ROW, family="new"), replace(TURN, family="new"), circumstances=one).state == "not_shown"


def test_bounds_are_silent_on_their_other_side():
    stones = replace(ROW, family="stones", method="stones")
    low, high = replace(stones, id="l", bound="lower"), replace(stones, id="u", bound="upper")
    below = {"capacity": 0.2, "intensity": 0.2}
    assert state(low).state == "satisfied"
    assert state(replace(low, **below)).state == "not_shown"
    assert state(high).state == "not_shown"
    assert state(replace(high, **below)).state == "not_satisfied"
    between = state(replace(low, **below), high)
    assert (between.state, between.lower, between.upper) == ("undetermined", 0.2, 0.36)


def test_evidence_for_a_weaker_earthquake_shows_no_safety():
    weak = replace(ROW, family="stones", demand=0.15, demand_intensity=0.15, intensity=None)
    assert state(weak).state == "not_shown"
    assert state(replace(weak, capacity=0.1)).state == "not_satisfied"
    strong = replace(weak, demand_intensity=0.6)
    assert state(strong).state == "satisfied"
    assert state(replace(strong, capacity=0.1)).state == "not_shown"
    assert state(replace(weak, intensity=0.36)).state == "satisfied"


def test_without_a_demand_capacities_remain():
    found = state(ROW, TURN, circumstances=known(None))
    assert (found.state, found.lower, found.upper) == ("no_demand", 0.36, 0.36)


def test_a_standing_wall_contradicts_failure_at_rest():
    rest = replace(ROW, limit_state="gravity", capacity=0.2, intensity=None, demand_intensity=None)
    stands = replace(known(), stands=True)
    assert state(rest, limit_state="gravity").state == "not_satisfied"
    assert state(rest, limit_state="gravity", circumstances=stands).state == "not_shown"
    thin = replace(rest, capacity=0.36, required=1.5)
    assert state(thin, limit_state="gravity", circumstances=stands).state == "not_satisfied"
    wet = judge([replace(rest, season="wet")], circumstances=stands, declarations=DECLARED)
    assert wet.wet.state == "not_satisfied"
    assert wet.of("gravity").state == "not_assessed"


def test_a_survived_earthquake_silences_lower_capacities():
    falls = replace(ROW, limit_state="wall_falls", family="stones", capacity=0.2, intensity=0.2)
    assert state(falls, limit_state="wall_falls").state == "not_satisfied"
    survived = replace(known(), survived=0.25)
    assert state(falls, limit_state="wall_falls", circumstances=survived).state == "not_shown"


def test_a_complete_set_decides_over_single_motions():
    one = replace(ROW, limit_state="wall_falls", family="stones", bound="upper", motions=1, capacity=0.1, intensity=0.1)
    full = replace(one, id="set", bound="lower", motions=7, capacity=0.4, intensity=0.4)
    assert state(one, limit_state="wall_falls").state == "not_satisfied"
    assert state(one, full, limit_state="wall_falls").state == "satisfied"


def test_a_fall_carries_failure_to_lighter_states():
    falls = replace(ROW, limit_state="wall_falls", family="stones", capacity=0.1, intensity=0.1)
    made = judge([falls], circumstances=known(), declarations=DECLARED)
    assert [made.of(name).state for name in LIMIT_STATES] == ["not_assessed", *["not_satisfied"] * 4]
    assert made.governing == falls


def test_a_wall_that_does_not_move_does_not_fall():
    made = judge([ROW, TURN], circumstances=known(), declarations=DECLARED)
    assert made.of("wall_falls").state == "satisfied"
    assert made.of("wall_falls").follows_from == "onset"
    low = replace(ROW, id="ida", limit_state="wall_falls", family="stones", bound="lower", capacity=0.2, intensity=0.2)
    assert judge([ROW, TURN, low], circumstances=known(), declarations=DECLARED).of("wall_falls").state == "not_shown"


def test_sliding_that_does_not_start_needs_no_check_of_the_fall():
    turn = replace(TURN, id="n", limit_state="wall_falls")
    assert state(turn, limit_state="wall_falls").missing_modes == ("sliding",)
    assert state(turn, ROW, limit_state="wall_falls").state == "satisfied"


def test_a_part_that_could_not_be_judged_leaves_it_open():
    assert state(ROW, TURN, partial=("onset",)).state == "undetermined"


def test_order_and_duplicates_change_nothing():
    rows = [ROW, TURN, replace(TURN, id="c", method="b", capacity=0.2), replace(ROW, id="d", bound="lower")]
    whole = [judge(order, circumstances=known(), declarations=DECLARED) for order in itertools.permutations(rows)]
    assert all(item == whole[0] for item in whole)
    assert judge(rows + rows, circumstances=known(), declarations=DECLARED) == whole[0]


@pytest.mark.parametrize("bound", ["lower", "upper", "estimate"])
def test_a_larger_demand_never_improves_a_state(bound):
    order = {"satisfied": 3, "not_shown": 2, "undetermined": 2, "not_satisfied": 1}
    rows = (replace(ROW, bound=bound), replace(TURN, intensity=0.5, capacity=0.5), replace(ROW, id="x", intensity=0.7))
    found = [state(*rows, circumstances=known(demand)).state for demand in (0.1, 0.3, 0.5, 0.7, 0.9)]
    ranks = [order[item] for item in found]
    assert ranks == sorted(ranks, reverse=True)


def test_the_required_factor_counts():
    assert ROW.satisfied
    assert not replace(ROW, required=1.5).satisfied
    assert replace(ROW, required=1.5).ratio == ROW.factor / 1.5
    assert replace(ROW, demand=0.0).factor == float("inf")


def test_what_none_of_the_checks_considers_is_noted():
    narrow = replace(ROW, notes=("sliding_not_judged",))
    assert state(narrow, narrow).notes == ("sliding_not_judged",)
    assert state(narrow, TURN).notes == ()


def test_the_evidence_is_a_table():
    rows = judge([ROW, TURN], circumstances=known(), declarations=DECLARED).evidence
    assert {row["id"] for row in rows} == {ROW.id, TURN.id}
    assert all(row["shows"] == "safety" for row in rows)


def test_an_allowance_never_raises_a_capacity():
    with pytest.raises(ModelError, match="water"):
        Allowance(effect="water", factor=1.2, source="trial")


def test_safety_needs_every_corner_and_so_does_failure():
    low, high = (replace(ROW, id=end, family="stones", method=f"stones.μ {end}") for end in ("low", "high"))
    weak = {"capacity": 0.2, "intensity": 0.2}
    assert state(low, high).state == "satisfied"
    assert state(replace(low, **weak), high).state == "undetermined"
    assert state(replace(low, **weak), replace(high, **weak)).state == "not_satisfied"


def test_methods_meet_on_the_same_scenario():
    smooth = replace(ROW, id="smooth", family="stones", bound="lower", scenario="outward", capacity=0.2, intensity=0.2)
    tilt = replace(ROW, id="tilt", family="section2", scenario="outward")
    declared = DECLARED | {"section2": replace(FULL, family="section2")}
    made = judge([smooth, tilt], circumstances=known(), declarations=declared)
    assert made.of("onset").state == "satisfied"
    apart = judge([smooth, replace(tilt, scenario="inward")], circumstances=known(), declarations=declared)
    assert apart.of("onset").state == "undetermined"


def test_a_method_includes_only_what_the_model_has():
    stones = replace(ROW, family="stones", method="stones", mode="mechanism")
    plumb = known(lean=Circumstance(presence="unknown", modelled=False))
    assert state(stones, circumstances=plumb).state == "not_shown"
    assert state(stones, circumstances=plumb).omissions == ("lean",)
    scanned = known(lean=Circumstance(presence="present"))
    assert state(stones, circumstances=scanned).state == "satisfied"
    low = replace(stones, capacity=0.2, intensity=0.2)
    assert state(low, circumstances=plumb).state == "not_satisfied"
    propped = known(struts=Circumstance(presence="present", modelled=False))
    assert state(low, circumstances=propped).state == "not_shown"


def test_unknown_water_bars_the_earthquake_and_not_the_dry_wall():
    rest = replace(ROW, limit_state="gravity", intensity=None, demand_intensity=None)
    turn = replace(rest, id="t", mode="overturning")
    damp = known(water=Circumstance(presence="unknown", modelled=False))
    assert state(rest, turn, limit_state="gravity", circumstances=damp).state == "satisfied"
    assert state(ROW, TURN, circumstances=damp).omissions == ("water",)
    wet = judge([replace(rest, season="wet"), replace(turn, season="wet")], circumstances=damp, declarations=DECLARED)
    assert wet.wet.state == "satisfied"


def test_a_section_leaves_out_the_shape_that_only_stones_have():
    odd = known(shape=Circumstance(presence="present", modelled=False))
    assert state(ROW, TURN, circumstances=odd).omissions == ("shape",)
    stones = replace(ROW, family="stones", method="stones", mode="mechanism")
    assert state(stones, circumstances=odd).state == "satisfied"


def test_a_wet_season_without_uplift_shows_no_safety():
    rest = replace(ROW, limit_state="gravity", intensity=None, demand_intensity=None, season="wet", omits=("water",))
    damp = known(water=Circumstance(presence="unknown", modelled=False))
    rows = [rest, replace(rest, id="t", mode="overturning")]
    assert judge(rows, circumstances=damp, declarations=DECLARED).wet.state == "not_shown"


def test_water_that_is_there_and_not_in_the_model_bars_the_dry_wall():
    rest = replace(ROW, limit_state="gravity", intensity=None, demand_intensity=None)
    turn = replace(rest, id="t", mode="overturning")
    seen = known(water=Circumstance(presence="present", modelled=False))
    assert state(rest, turn, limit_state="gravity", circumstances=seen).omissions == ("water",)


@pytest.mark.parametrize("effect", ["struts", "returns", "mortar"])
def test_what_holds_the_wall_by_an_assumed_strength_shows_no_safety(effect):
    held = replace(ROW, family="stones")
    there = Circumstance(presence="present", origin="limit.struts")
    assumed = known(**{effect: replace(there, assumed=True)})
    assert state(held, circumstances=known(**{effect: there})).state == "satisfied"
    found = state(held, circumstances=assumed)
    assert found.state == "not_shown"
    assert "assumed_hold" in found.evidence[0].silent
    assert found.lower is None
    # it still shows failure: the wall fails even with the assumed strength
    assert state(replace(held, capacity=0.2, intensity=0.2), circumstances=assumed).state == "not_satisfied"


def test_a_method_that_leaves_an_assumed_strut_out_still_shows_safety():
    there = Circumstance(presence="present", origin="limit.struts", assumed=True)
    assert state(ROW, TURN, circumstances=known(struts=there)).state == "satisfied"


def test_a_wall_that_nothing_drives_needs_no_struts():
    there = Circumstance(presence="present", origin="limit.struts", assumed=True)
    rest = [
        replace(ROW, id=mode, mode=mode, limit_state="gravity", family="stones", demand=0.0, intensity=None)
        for mode in ("sliding", "overturning")
    ]
    held = known(struts=there)
    assert state(*rest, limit_state="gravity", circumstances=held).state == "satisfied"
    driven = [replace(item, demand=0.1) for item in rest]
    assert state(*driven, limit_state="gravity", circumstances=held).state == "not_shown"


def test_an_allowance_on_the_demand_lowers_a_ratio_without_an_intensity():
    above = [replace(item, intensity=None, omits=("amplification",)) for item in (ROW, TURN)]

    def raised_by(factor: float):
        bound = Allowance(effect="amplification", factor=factor, source="trial")
        return state(*above, circumstances=known(amplification=Circumstance(presence="present", allowance=bound)))

    assert raised_by(0.9).evidence[0].ratio == pytest.approx(0.9 * 0.36 / 0.3)
    assert raised_by(0.9).state == "satisfied"
    assert raised_by(0.8).state == "undetermined"


@pytest.mark.parametrize(("capacity", "expected"), [(0.98, "not_satisfied"), (1.0, "satisfied"), (1.02, "satisfied")])
def test_safety_begins_where_the_capacity_reaches_the_demand(capacity, expected):
    met = {"demand": 1.0, "capacity": capacity, "intensity": capacity, "demand_intensity": 1.0}
    assert state(replace(ROW, **met), replace(TURN, **met), circumstances=known(1.0)).state == expected


def test_a_demand_that_is_just_met_shows_nothing_for_a_stronger_earthquake():
    met = {"demand": 0.2, "capacity": 0.2, "intensity": None, "demand_intensity": 0.2}
    found = state(replace(ROW, **met), replace(TURN, **met))
    assert found.state == "not_shown"
    assert all("weaker_demand" in item.silent for item in found.evidence)


def test_the_most_severe_limit_state_that_fails_governs_the_verdict():
    falls = replace(ROW, id="f", limit_state="wall_falls", family="stones", capacity=0.28, intensity=0.28)
    moves = replace(ROW, capacity=0.1, intensity=0.1)
    assert judge([falls, moves], circumstances=known(), declarations=DECLARED).governing == falls
    safe = judge([ROW, replace(TURN, intensity=0.33, capacity=0.33)], circumstances=known(), declarations=DECLARED)
    assert safe.governing is not None
    assert safe.governing.mode == "overturning"
