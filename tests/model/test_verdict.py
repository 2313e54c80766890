from __future__ import annotations

from dataclasses import replace

from pirqa.model import Check, judge
from pirqa.model.check import Place

ROW = Check(
    id="statics.a.sliding",
    mode="sliding",
    limit_state="onset",
    method="a",
    place=Place(name="base"),
    demand=10.0,
    capacity=12.0,
    unit="N/m",
    source="eq. 1",
)


def test_the_worst_check_governs():
    verdict = judge([ROW, replace(ROW, capacity=11.0, method="b")])
    assert verdict.of("onset").state == "satisfied"
    assert verdict.of("onset").governing.method == "b"
    assert verdict.of("collapse").state == "not_assessed"


def test_methods_on_both_sides_are_undetermined():
    onset = judge([ROW, replace(ROW, capacity=9.0, method="b")]).of("onset")
    assert onset.state == "undetermined"
    assert (onset.above, onset.below) == (("a",), ("b",))


def test_one_failed_mode_fails_its_method():
    onset = judge([ROW, replace(ROW, capacity=9.0, mode="overturning")]).of("onset")
    assert onset.state == "not_satisfied"


def test_the_required_factor_counts():
    assert ROW.satisfied
    assert not replace(ROW, required=1.5).satisfied
    assert replace(ROW, required=1.5).ratio == ROW.factor / 1.5
    assert judge([replace(ROW, required=1.5)]).of("onset").state == "not_satisfied"


def test_no_demand_is_an_infinite_factor():
    assert replace(ROW, demand=0.0).factor == float("inf")


def test_satisfied_checks_are_not_enough_where_a_part_could_not_be_judged():
    onset = judge([ROW], partial=("onset",)).of("onset")
    assert (onset.state, onset.below, onset.partial) == ("undetermined", (), True)
    assert judge([replace(ROW, capacity=9.0)], partial=("onset",)).of("onset").state == "not_satisfied"
    assert judge([], partial=("onset",)).of("onset").state == "not_assessed"


def test_what_none_of_the_checks_looks_at_is_told():
    narrow = replace(ROW, notes=("sliding_not_judged",))
    assert judge([narrow, narrow]).of("onset").notes == ("sliding_not_judged",)
    assert judge([narrow, ROW]).of("onset").notes == ()
