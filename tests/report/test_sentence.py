"""The first sentence names the earthquake that each part rests on, and why a part was not judged."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from pirqa.model.check import Basis, Check, Place
from pirqa.model.remark import Remark
from pirqa.model.verdict import judge
from pirqa.report.remarks import remark_text
from pirqa.report.verdict import first_sentence, unjudged_start
from pirqa.report.words import load_words

EN, ES = load_words("en"), load_words("es")
KH = Basis(driving="kh", acceleration=0.15, body="section", way="force")
RECORD = Basis(driving="record", name="lima", acceleration=0.3, body="stones", way="motion")


def check(state: str, ratio: float, basis: Basis | None, method: str = "dynamics") -> Check:
    return Check(
        id=f"{method}.{state}", mode="sliding", limit_state=state, method=method, place=Place(name="base"), demand=1.0,
        capacity=ratio, unit="", source="a formula", basis=basis,
    )  # fmt: skip


def test_two_earthquakes_are_bridged_with_both_numbers():
    checks = [check("onset", 1.5, KH, "statics"), check("damage", 0.5, RECORD), check("collapse", 2.0, RECORD)]
    said = first_sentence(judge(checks), EN)
    assert "That is for the coefficient kh 0.150; what follows is for another earthquake:" in said
    assert "another earthquake: the ground motion lima, peak 0.300 g." in said
    assert said.count("0.300 g") == 1, "once is enough for both"
    assert said.index("kh 0.150") < said.index(EN("sentence.damage_not_satisfied"))
    spanish = first_sentence(judge(checks), ES)
    assert "coeficiente kh 0.150" in spanish
    assert "movimiento del suelo lima, máximo 0.300 g" in spanish


def test_one_earthquake_needs_no_bridge_but_is_named():
    checks = [check("damage", 0.5, RECORD), check("collapse", 2.0, RECORD)]
    said = first_sentence(judge(checks), EN)
    assert "Under the ground motion lima, peak 0.300 g, lasting damage is expected" in said
    assert "another earthquake" not in said
    moving = first_sentence(judge([check("onset", 0.8, KH, "statics"), *checks]), EN)
    assert "another earthquake" not in moving, "a wall that moves and is damaged needs no explanation"


def test_each_of_two_records_is_named():
    other = replace(RECORD, name="cusco", acceleration=0.7)
    said = first_sentence(judge([check("damage", 1.5, RECORD), check("collapse", 1.2, other)]), EN)
    assert "lima, peak 0.300 g, no lasting damage" in said
    assert "cusco, peak 0.700 g, by the methods" in said


def test_nothing_is_named_where_methods_disagree_or_nothing_is_known():
    two = [check("collapse", 0.5, RECORD), check("collapse", 2.0, KH, "codes")]
    assert "lima" not in first_sentence(judge(two), EN)
    bare = [check("damage", 0.5, None), check("collapse", 2.0, replace(KH, driving="weight", acceleration=None))]
    assert "Under" not in first_sentence(judge(bare), EN)


def test_why_the_onset_was_not_judged():
    blocks = SimpleNamespace(
        solutions=[
            SimpleNamespace(friction="associative", kind="mass", lower=0.276),
            SimpleNamespace(friction="associative", kind="live", lower=0.1),
            SimpleNamespace(friction="non_associative", kind="mass", lower=0.2),
            SimpleNamespace(friction="associative", kind="mass", lower=None),
        ]
    )
    assessment = SimpleNamespace(checks=(check("damage", 0.5, RECORD),), stages={"blocks": blocks})
    start = unjudged_start(assessment)
    assert start == 0.276
    said = first_sentence(judge(assessment.checks), EN, start=start)
    assert "0.276 g" in said
    assert "site.acceleration" in said
    judged = SimpleNamespace(checks=(check("onset", 0.5, KH),), stages={"blocks": blocks})
    assert unjudged_start(judged) is None
    assert unjudged_start(SimpleNamespace(checks=(), stages={})) is None


@pytest.mark.parametrize(
    ("text", "told"), [("outward", "Empujado hacia afuera"), ("mine (μ low)", "mine (μ"), ("push", "push")]
)
def test_remarks_of_blocks_name_patterns_in_the_readers_language(text, told):
    remark = Remark(kind="assumption", key="blocks_smooth_heads", text=text)
    said = remark_text(remark, ES)
    assert told in said
    assert "low" not in said
    assert "outward" not in said
