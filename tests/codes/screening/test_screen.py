"""Urgency of many walls: its rules, sites of their own, and what cannot be judged."""

from __future__ import annotations

import itertools
import json
import math
from dataclasses import replace

import numpy as np
import pytest

from pirqa.codes import CodesOptions
from pirqa.codes.options import FreeStanding
from pirqa.codes.screening import URGENCIES, BadCell, ScreeningResult, Walls, screen
from pirqa.codes.screening.result import SIGNS
from pirqa.codes.screening.stage import compare, sign_of, urgency_of
from pirqa.errors import ModelError, OptionsError
from pirqa.model.plain import canonical_json
from pirqa.motion.design_spectrum import E030, DesignSpectra, design_spectrum
from pirqa.project.codec import read_value, to_plain, write_value
from pirqa.units import STANDARD_GRAVITY

CUSCO = CodesOptions(spectra=DesignSpectra(e030_2018=E030(zone=2, soil="S2")))


def some(**columns):
    count = len(columns["height"])
    return Walls.of(name=[f"W{index}" for index in range(count)], **columns)


@pytest.mark.parametrize("ratios", [*itertools.product((0.5, 0.999, 1.0, math.inf, math.nan), repeat=2)])
def test_a_comparison_is_of_the_lowest_ratio_of_each_method(ratios):
    known = [ratio >= 1.0 for ratio in ratios if not math.isnan(ratio)]
    expected = "not_judged" if not known else "above" if all(known) else "below"
    if len(set(known)) == 2:
        expected = "mixed"
    assert compare([np.array([ratio]) for ratio in ratios])[0] == expected


COMPARISONS = ("above", "mixed", "below", "not_judged")


def urgency(gravity="above", onset="above", damage="not_judged", collapse="above", is_open=False):
    states = {"gravity": gravity, "onset": onset, "damage": damage, "collapse": collapse}
    signs = sign_of(**{key: np.array([value]) for key, value in states.items()}, is_open=np.array([is_open]))
    return str(urgency_of(signs)[0])


def test_urgency_by_the_gravest_sign():
    assert urgency() == "no_sign"
    assert urgency(damage="above") == "no_sign"
    assert urgency(onset="below") == "look_next"
    assert urgency(damage="below") == "look_next"
    assert urgency(collapse="not_judged") == "look_next"
    assert urgency(is_open=True) == "look_next"
    assert urgency(collapse="below", is_open=True) == "look_first"
    assert urgency(gravity="below", collapse="not_judged") == "look_first"


@pytest.mark.parametrize("state", ["gravity", "onset", "damage", "collapse"])
def test_one_method_below_1_is_a_sign_whatever_the_others_give(state):
    for others in itertools.product(COMPARISONS, repeat=3):
        rest = dict(zip({"gravity", "onset", "damage", "collapse"} - {state}, others, strict=True))
        for found in ("below", "mixed"):
            grave = state in ("gravity", "collapse")
            assert urgency(**rest, **{state: found}) in (("look_first",) if grave else ("look_first", "look_next"))


def test_no_sign_needs_every_question_judged_and_none_below_1():
    for states in itertools.product(COMPARISONS, repeat=4):
        for is_open in (False, True):
            gravity, onset, damage, collapse = states
            clear = {gravity, onset, collapse} == {"above"} and damage in ("above", "not_judged") and not is_open
            assert (urgency(*states, is_open=is_open) == "no_sign") == clear


def test_the_worst_come_first():
    generator = np.random.default_rng(3)
    sizes = {"height": generator.uniform(1, 9, 300), "thickness": generator.uniform(0.3, 2.0, 300)}
    result = screen(some(**sizes, friction_angle=np.full(300, 0.5)), CUSCO)
    for order, column in ((URGENCIES, "urgency"), (SIGNS, "sign")):
        severity = [order.index(word) for word in result.walls[column].tolist()]
        assert severity == sorted(severity)
    assert sum(result.counts.values()) == sum(result.counts_of_signs.values()) == 300
    assert min(result.counts.values()) > 0
    fallen = result.walls.where(sign="fall")["displacement_ratio"]
    assert np.all(np.diff(fallen) >= 0.0)
    assert np.all(fallen < 1.0)
    assert result.walls["rank"].tolist() == list(range(1, 301))
    assert set(result.methods) == {"ntc2008.e030_2018", "ntc2018.e030_2018"}
    assert len(str(result).splitlines()) <= 20


def test_the_result_can_be_kept(tmp_path):
    bad = (BadCell(row=3, wall="B", column="height", reason="is missing"),)
    result = screen(some(height=[3.0, 2.0], thickness=[1.0, 0.3]), CUSCO, skipped=bad)
    write_value(result, tmp_path)
    again = read_value(ScreeningResult, tmp_path)
    assert again.skipped == bad
    assert again.remarks == result.remarks
    for name, column in result.walls.columns.items():
        np.testing.assert_array_equal(again.walls[name], column)
    plain = json.loads(canonical_json(to_plain(result)))
    assert plain["walls"]["sliding_ratio"] == ["nan", "nan"], "what is not known is no number"


def test_a_thicker_wall_is_never_worse():
    thickness = np.linspace(0.2, 3.0, 60)
    table = screen(some(height=np.full(60, 4.0), thickness=thickness), CUSCO).walls
    order = np.argsort(table["thickness"])
    for name in ("multiplier", "acceleration_ratio", "displacement_ratio"):
        assert np.all(np.diff(table[name][order]) > 0.0), name


def test_acceleration_of_a_prism_by_hand():
    row = screen(some(height=[4.0], thickness=[0.8]), CUSCO).walls.rows()[0]
    demand = 0.25 * 1.2 / 2.0  # Z·S/q
    assert row["multiplier"] == pytest.approx(0.2)
    assert row["acceleration_ratio"] == pytest.approx(0.2 / 1.35 / demand)  # FC of a strength that is not in α0


def test_sliding_is_compared_with_the_ground_itself():
    table = screen(some(height=[2.0, 2.0], thickness=[1.5, 1.5], friction_angle=[0.2, math.nan]), CUSCO)
    rows = {row["name"]: row for row in table.walls.rows()}
    assert rows["W0"]["sliding_ratio"] == pytest.approx(math.tan(0.2) / 0.3)
    assert (rows["W0"]["onset"], rows["W0"]["sign"], rows["W0"]["not_judged"]) == ("below", "motion", "")
    assert rows["W0"]["mechanism"] == "sliding.base"
    assert (rows["W1"]["urgency"], rows["W1"]["sign"], rows["W1"]["not_judged"]) == ("look_next", "open", "sliding")
    assert [(remark.key, remark.count) for remark in table.remarks] == [("walls_sliding_unknown", 1)]


def test_a_wall_that_does_not_stand_at_rest_comes_first():
    wall = some(
        height=[3.0], thickness=[0.3], unit_weight=[2e4], fill_height=[3.0], fill_friction_angle=[0.5],
        fill_unit_weight=[18e3],
    )  # fmt: skip
    row = screen(wall, CUSCO).walls.rows()[0]
    assert (row["urgency"], row["sign"], row["gravity"]) == ("look_first", "rest", "below")
    assert row["multiplier"] < 0.0
    assert math.isnan(row["displacement_ratio"])


def test_a_step_without_a_period_leaves_a_question_open():
    walls = some(
        height=[4.0, 4.0],
        thickness=[2.5, 0.5],
        thickness_top=[1.5, 0.4],
        step_level=[3.0, 3.0],
        friction_angle=[0.6] * 2,
    )
    result = screen(walls, CUSCO)
    rows = {row["name"]: row for row in result.walls.rows()}
    assert (rows["W0"]["urgency"], rows["W0"]["not_judged"]) == ("look_next", "upper_part")
    assert (rows["W1"]["urgency"], rows["W1"]["sign"]) == ("look_first", "fall")
    assert not rows["W0"]["complete"]
    assert ("walls_without_period", 2) in [(remark.key, remark.count) for remark in result.remarks]
    # the period of the wall itself goes before the site's
    given = screen(replace(walls, fundamental_period=np.array([0.3, 0.3])), CUSCO)
    same = screen(walls, replace(CUSCO, structure_period=0.3))
    assert given.walls.rows() == same.walls.rows()
    assert all(row["complete"] for row in given.walls.rows())
    assert {row["mechanism"].rpartition(".")[2] for row in given.checks.rows()} == {"base", "step"}


def test_zone_and_soil_of_each_wall():
    walls = some(height=[3.0, 3.0, 3.0], thickness=[1.0, 1.0, 1.0], zone=["", "4", "4"], soil=["", "", "S0"])
    result = screen(walls, CUSCO)
    demands = {row["name"]: row["demand"] for row in result.checks.where(rule="ntc2008", measure="acceleration").rows()}
    for name, zone, soil in (("W0", 2, "S2"), ("W1", 4, "S2"), ("W2", 4, "S0")):
        pga = design_spectrum(E030(zone=zone, soil=soil)).pga
        assert demands[name] == pytest.approx(pga / 2.0)
    alone = some(height=[3.0], thickness=[1.0], zone=["4"], soil=["S0"])
    assert screen(alone, CodesOptions()).checks["demand"][0] == pytest.approx(demands["W2"])
    with pytest.raises(OptionsError, match="fill both"):
        screen(some(height=[3.0], thickness=[1.0], zone=["4"]), CodesOptions())
    with pytest.raises(OptionsError, match=r"those of E\.030-2018"):
        screen(alone, replace(CUSCO, limit_states=("SLV", "SLC"), collapse_spectra=CUSCO.spectra))


def test_what_is_about_one_wall_is_refused():
    walls = some(height=[3.0], thickness=[1.0])
    with pytest.raises(OptionsError, match=r"codes\.spectra"):
        screen(walls, CodesOptions())
    alone = FreeStanding(elastic_modulus=1e9, unit_weight=2e4, thickness=1.0)
    with pytest.raises(OptionsError, match="about one wall"):
        screen(walls, replace(CUSCO, free_standing=alone))
    with pytest.raises(ModelError, match="no wall"):
        screen(walls.only(np.array([], dtype=int)), CUSCO)
    with pytest.raises(ModelError, match="unequal"):
        Walls.of(name=["A"], height=[1.0, 2.0], thickness=[1.0, 2.0])
    with pytest.raises(ModelError, match="walls have no hight"):
        Walls.of(name=["A"], height=[1.0], thickness=[1.0], hight=[1.0])


def test_damage_alone_is_judged_without_a_word_on_collapse():
    codes = CodesOptions(rules=("ntc2018",), limit_states=("SLD",), damage_spectra=CUSCO.spectra)
    row = screen(some(height=[3.0], thickness=[0.4], friction_angle=[0.5]), codes).walls.rows()[0]
    assert (row["damage"], row["onset"], row["collapse"]) == ("below", "not_judged", "not_judged")
    assert (row["sign"], row["not_judged"]) == ("motion", "displacement start sliding")


def test_a_wall_that_rules_disagree_about_comes_first():
    wall = some(
        height=[3.0], thickness=[0.5], unit_weight=[2e4], strut_force=[9e4], strut_level=[2.0], strut_side=["front"],
        fill_height=[3.0], fill_friction_angle=[0.5], fill_unit_weight=[18e3],
    )  # fmt: skip
    row = screen(wall, CUSCO).walls.rows()[0]
    assert row["multiplier"] * STANDARD_GRAVITY > 0.0
    assert row["displacement_ratio"] == 0.0
    assert row["collapse"] == "mixed", "one rule has no displacement left, the other finds that it does not start"
    assert row["urgency"] == "look_first"


def test_a_wall_that_only_struts_hold_is_never_without_a_sign():
    walls = some(
        height=[3.0] * 3, thickness=[0.5, 0.5, 1.5], unit_weight=[2e4] * 3, friction_angle=[0.6] * 3,
        strut_force=[9e4, math.nan, 9e4], strut_level=[2.5, math.nan, 2.5], strut_side=["front", "", "front"],
        strut_lasts=["yes", "", "yes"],
    )  # fmt: skip
    both = replace(walls, strut_side=np.array(["front", "", "front"]))
    rows = {row["name"]: row for row in screen(both, CUSCO).walls.rows()}
    assert rows["W0"]["not_judged"] == "struts"
    assert rows["W0"]["urgency"] in ("look_first", "look_next")
    assert rows["W1"]["not_judged"] == ""
    assert (rows["W2"]["urgency"], rows["W2"]["not_judged"]) == ("no_sign", ""), "it needs no struts"


def test_a_wall_with_a_fill_is_never_without_a_sign():
    wall = some(
        height=[2.0], thickness=[3.0], unit_weight=[2e4], friction_angle=[0.7], fill_height=[1.0],
        fill_friction_angle=[0.6], fill_unit_weight=[18e3],
    )  # fmt: skip
    row = screen(wall, CUSCO).walls.rows()[0]
    assert min(row["start_ratio"], row["displacement_ratio"]) > 1.0
    assert (row["urgency"], row["sign"], row["not_judged"]) == ("look_next", "open", "fill")


def test_a_wall_shorter_than_thick_is_never_without_a_sign():
    """It may turn along itself at 0.3/2 = 0.15, which a cross-section has not."""
    walls = some(height=[2.0] * 3, thickness=[1.6] * 3, length=[0.3, 10.0, math.nan], friction_angle=[0.7] * 3)
    rows = {row["name"]: row for row in screen(walls, CUSCO).walls.rows()}
    assert [rows[name]["not_judged"] for name in ("W0", "W1", "W2")] == ["along", "", ""]
    assert [rows[name]["urgency"] for name in ("W0", "W1", "W2")] == ["look_next", "no_sign", "no_sign"]
