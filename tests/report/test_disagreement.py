"""Contradictions on one question are explained from what their checks carry; where that fails the page says so."""

from __future__ import annotations

import html
import json
from dataclasses import replace

import pytest

import pirqa
from pirqa.model.check import LIMIT_STATES, Basis, Check, Place
from pirqa.model.effects import EFFECTS, Circumstance, Circumstances, GoverningDemand, MethodDeclaration
from pirqa.model.verdict import Verdict, judge
from pirqa.project.codec import from_plain, to_plain
from pirqa.report import render
from pirqa.report.disagreement import disagreements
from pirqa.report.words import load_words
from tests.project.test_load import GOOD

EN = load_words("en")
PEAK = Basis(driving="peak", acceleration=0.3, proportional=True, body="bodies", way="force")
KH = replace(PEAK, driving="kh", acceleration=0.1, body="section", proportional=False)


KNOWN = Circumstances(
    effects={effect: Circumstance(presence="absent") for effect in EFFECTS},
    demand=GoverningDemand(name="site", origin="site", intensity=0.3),
)
DECLARED = {
    "drawn": MethodDeclaration(family="drawn", limit_states=LIMIT_STATES),
    "stones": MethodDeclaration(family="stones", limit_states=LIMIT_STATES, full_freedom=True),
}


def check(method: str, ratio: float, basis: Basis | None, state: str = "onset", **more) -> Check:
    known = {"mode": "overturning", "place": Place(name="base"), "source": f"formula of {method}", "family": "drawn"}
    known |= {"demand_intensity": 0.3}
    return Check(
        id=method, limit_state=state, method=method, demand=1.0, capacity=ratio, unit="", basis=basis, **known | more
    )


def verdict(*checks: Check) -> Verdict:
    return judge(checks, circumstances=KNOWN, declarations=DECLARED)


def told(*checks: Check):
    return disagreements(verdict(*checks), EN)


def test_other_modes_and_parts_are_other_questions():
    upper = check("ntc2018", 0.5, PEAK, "wall_falls", place=Place(name="joint", level=6.1))
    assert told(check("n2", 1.2, PEAK, "wall_falls"), upper) == ()
    assert told(check("limit", 0.5, PEAK), check("pseudo_static", 1.5, KH, mode="sliding")) == ()


def test_methods_that_agree_are_not_explained():
    assert told(check("limit", 1.2, PEAK), check("blocks", 1.1, PEAK)) == ()
    assert told(check("limit", 0.2, PEAK), check("blocks", 0.1, PEAK)) == ()


def test_both_sides_and_their_ratios_are_named():
    (found,) = told(check("limit", 0.8, PEAK), check("pseudo_static", 1.4, KH))
    assert found.title == EN("limit_state.onset")
    assert "Pseudo-static (kh) (1.400)" in found.who[0]
    assert "Mechanisms by virtual work (0.800)" in found.who[1]


def test_a_demand_that_decides_is_told_with_both_numbers():
    (found,) = told(check("limit", 0.8, PEAK), check("pseudo_static", 1.4, KH))
    assert any("kh 0.100" in reason and "0.300 g" in reason for reason in found.reasons)
    decided = EN(
        "why.demand_decides", acceleration="0.100", method="Mechanisms by virtual work", ratio="2.400", own="0.800"
    )
    assert decided in found.reasons


def test_a_demand_that_does_not_decide_is_told_too():
    (found,) = told(check("limit", 0.2, PEAK), check("pseudo_static", 1.4, KH))
    assert any("does not explain" in reason and "0.600" in reason for reason in found.reasons)


def test_stones_beside_bodies_under_one_demand():
    stones = replace(PEAK, body="stones", friction=0.4)
    (found,) = told(
        check("limit", 0.7, PEAK, notes=("sliding_not_judged",)),
        check("blocks", 1.3, stones, mode="mechanism", family="stones"),
    )
    text = " ".join(found.reasons)
    assert EN("why.body_stones") in text
    assert EN("why.no_sliding") in text
    assert "0.400" in text
    assert "0.300 g" not in text, "what is the same on both sides explains nothing"


def test_ends_of_a_pair_of_joint_properties():
    low, high = (replace(PEAK, driving="record", name="A", body="stones", way="motion", friction=f) for f in (0.3, 0.6))
    (found,) = told(
        check("dynamics.μ low", 0.5, low, "wall_falls", mode="falling"),
        check("dynamics.μ high", 3.0, high, "wall_falls", mode="falling"),
    )
    assert found.reasons == (EN("why.friction", above="0.600", below="0.300"),)


def test_a_force_method_below_a_displacement_method():
    far = replace(PEAK, way="displacement", proportional=False)
    (found,) = told(check("ntc2008", 0.5, PEAK, "wall_falls"), check("ntc2018", 2.0, far, "wall_falls"))
    assert EN("why.force_is_start") in found.reasons


def test_a_wall_that_rocks_and_stands_is_no_disagreement():
    far = replace(PEAK, way="displacement", proportional=False)
    (found,) = told(check("limit", 0.5, PEAK), check("ntc2018", 2.0, far, "wall_falls"))
    assert found.title == EN("why.two_questions")
    assert found.reasons == (EN("why.starts_not_falls"),)


def test_what_only_some_have_in_common_is_said_so():
    spectrum = replace(PEAK, driving="spectrum", name="ntc2018", acceleration=0.2)
    (found,) = told(check("limit", 0.5, PEAK), check("blocks", 1.5, PEAK), check("activation.ntc2018", 0.4, spectrum))
    assert EN("why.in_part") in found.reasons[0]


def test_a_missing_margin_is_not_a_motion():
    (found,) = told(check("a", 1.2, KH, required=1.5), check("b", 2.0, KH))
    assert found.reasons == (EN("why.required", method="a", factor="1.200", required="1.5"),)


def test_what_is_not_known_is_said_plainly():
    (found,) = told(check("a", 0.9, KH), check("b", 2.0, KH))
    assert found.reasons == (EN("why.not_known", above="formula of b", below="formula of a"),)
    (found,) = told(check("a", 0.9, None), check("b", 2.0, KH))
    assert found.reasons == (EN("why.no_basis"),)


def test_checks_of_earlier_results_are_still_read():
    plain = to_plain(check("a", 0.9, KH))
    assert from_plain(Check, json.loads(json.dumps(plain))) == check("a", 0.9, KH)
    plain.pop("basis")
    assert from_plain(Check, plain).basis is None


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_says_it(tmp_path, language):
    (tmp_path / "wall.toml").write_text(GOOD, encoding="utf-8")
    assessment = pirqa.assess(tmp_path / "wall.toml", language=language)
    assert all(item.basis is not None for item in assessment.checks)
    checks = (check("limit", 0.8, PEAK), check("pseudo_static", 1.4, KH))
    words = load_words(language)
    assessment = replace(assessment, checks=checks, circumstances=KNOWN)
    (found,) = disagreements(assessment.verdict, words)
    page = html.unescape(render(assessment, words))
    assert words("why.title") in page
    assert all(line in page for line in (*found.who, *found.reasons))
    assert any("0.100" in reason and "0.300 g" in reason for reason in found.reasons)
