"""Verdicts of many walls: the logic of one wall's verdict, sites of their own, and what cannot be judged."""

from __future__ import annotations

import itertools
import json
import math
from dataclasses import replace

import numpy as np
import pytest

from pirqa.codes import CodesOptions
from pirqa.codes.options import FreeStanding
from pirqa.errors import ModelError, OptionsError
from pirqa.motion.design_spectrum import E030, DesignSpectra, design_spectrum
from pirqa.project.codec import canonical_json, read_value, to_plain, write_value
from pirqa.screening import VERDICTS, BadCell, ScreeningResult, Walls, screen
from pirqa.screening.verdict import state_of, wall_verdicts
from pirqa.units import STANDARD_GRAVITY

CUSCO = CodesOptions(spectra=DesignSpectra(e030_2018=E030(zone=2, soil="S2")))


def some(**columns):
    count = len(columns["height"])
    return Walls.of(name=[f"W{index}" for index in range(count)], **columns)


@pytest.mark.parametrize("ratios", [*itertools.product((0.5, 0.999, 1.0, math.inf, math.nan), repeat=2)])
def test_states_are_told_by_the_lowest_ratio_of_each_method(ratios):
    known = [ratio >= 1.0 for ratio in ratios if not math.isnan(ratio)]
    expected = "not_assessed" if not known else "satisfied" if all(known) else "not_satisfied"
    if len(set(known)) == 2:
        expected = "undetermined"
    assert state_of([np.array([ratio]) for ratio in ratios])[0] == expected


def test_one_word_a_wall():
    def word(gravity="satisfied", onset="satisfied", damage="not_assessed", collapse="satisfied", complete=True):
        states = {"gravity": gravity, "onset": onset, "damage": damage, "collapse": collapse}
        return wall_verdicts(
            **{key: np.array([value]) for key, value in states.items()}, complete=np.array([complete])
        )[0]

    assert word() == "safe"
    assert word(onset="not_satisfied") == "moves"
    assert word(damage="not_satisfied") == "moves"
    assert word(onset="undetermined") == "undetermined"
    assert word(damage="undetermined") == "undetermined"
    assert word(collapse="undetermined", onset="not_satisfied") == "undetermined"
    assert word(collapse="not_assessed") == "undetermined"
    assert word(complete=False) == "undetermined"
    assert word(collapse="not_satisfied", complete=False) == "may_fall"
    assert word(gravity="not_satisfied", collapse="not_assessed") == "unstable"


def test_the_worst_come_first():
    generator = np.random.default_rng(3)
    result = screen(some(height=generator.uniform(1, 9, 300), thickness=generator.uniform(0.3, 2.0, 300)), CUSCO)
    severity = [VERDICTS.index(word) for word in result.walls["verdict"].tolist()]
    assert severity == sorted(severity)
    assert sum(result.counts.values()) == 300
    assert min(result.counts["may_fall"], result.counts["safe"]) > 0
    fallen = result.walls.where(verdict="may_fall")["displacement_ratio"]
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
    assert rows["W0"]["onset"] == "not_satisfied"
    assert rows["W0"]["verdict"] == "moves"
    assert rows["W0"]["mechanism"] == "sliding.base"
    assert rows["W1"]["verdict"] == "safe"
    assert [(remark.key, remark.count) for remark in table.remarks] == [("walls_sliding_unknown", 1)]


def test_a_wall_that_falls_by_itself_is_called_so():
    wall = some(
        height=[3.0], thickness=[0.3], unit_weight=[2e4], fill_height=[3.0], fill_friction_angle=[0.5],
        fill_unit_weight=[18e3],
    )  # fmt: skip
    row = screen(wall, CUSCO).walls.rows()[0]
    assert (row["verdict"], row["gravity"]) == ("unstable", "not_satisfied")
    assert row["multiplier"] < 0.0
    assert math.isnan(row["displacement_ratio"])


def test_a_step_without_a_period_leaves_the_wall_undetermined_unless_it_falls_anyway():
    walls = some(
        height=[4.0, 4.0],
        thickness=[2.5, 0.5],
        thickness_top=[1.5, 0.4],
        step_level=[3.0, 3.0],
        friction_angle=[0.6] * 2,
    )
    result = screen(walls, CUSCO)
    rows = {row["name"]: row for row in result.walls.rows()}
    assert rows["W0"]["verdict"] == "undetermined"
    assert rows["W1"]["verdict"] == "may_fall"
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
    assert (row["damage"], row["onset"], row["collapse"]) == ("not_satisfied", "not_assessed", "not_assessed")
    assert row["verdict"] == "undetermined"


def test_about_a_wall_that_only_struts_hold_the_rules_disagree():
    wall = some(
        height=[3.0], thickness=[0.5], unit_weight=[2e4], strut_force=[9e4], strut_level=[2.0], strut_side=["front"],
        fill_height=[3.0], fill_friction_angle=[0.5], fill_unit_weight=[18e3],
    )  # fmt: skip
    row = screen(wall, CUSCO).walls.rows()[0]
    assert row["multiplier"] * STANDARD_GRAVITY > 0.0
    assert row["displacement_ratio"] == 0.0
    assert row["verdict"] == "undetermined", "one rule sees no way to go, the other that it does not start"
