"""All methods side by side, and contradictions on one question explained from what their checks carry."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace

import pytest

import pirqa
from pirqa.model.check import (
    EFFECTS,
    LIMIT_STATES,
    Basis,
    Check,
    Circumstance,
    Circumstances,
    GoverningDemand,
    MethodDeclaration,
    Place,
)
from pirqa.model.plain import from_plain
from pirqa.model.verdict import Verdict, judge
from pirqa.project.codec import to_plain
from pirqa.report.engineer import disagreements, methods_grid
from pirqa.report.figures.style import Drawn, chart_data, drawing, to_svg
from pirqa.report.page import render
from pirqa.report.words import load_words
from tests.project.test_load import GOOD

EN = load_words("en")


def check(method: str, state: str, capacity: float, *, votes: bool = True) -> Check:
    return Check(
        id=f"{method}.{state}.{capacity}",
        mode="overturning",
        limit_state=state,
        method=method,
        place=Place(name="base"),
        demand=1.0,
        capacity=capacity,
        unit="",
        source="clause 7",
        votes=votes,
        family="drawn",
        demand_intensity=0.3,
    )


def verdict(*checks: Check) -> Verdict:
    known = Circumstances(
        effects={effect: Circumstance(presence="absent") for effect in EFFECTS},
        demand=GoverningDemand(name="site", origin="site", intensity=0.3),
    )
    return judge(
        checks,
        circumstances=known,
        declarations={"drawn": MethodDeclaration(family="drawn", limit_states=LIMIT_STATES)},
    )


def test_each_method_has_a_row_and_each_limit_state_a_column():
    found = verdict(
        check("pseudo_static", "onset", 1.2),
        check("pseudo_static", "onset", 0.9),
        check("dynamics", "wall_falls", 2.0),
        check("limit", "onset", 0.5, votes=False),
    )
    grid = methods_grid(found, EN)
    assert grid is not None
    assert grid.head == (EN("column.method"), EN("limit_state.onset"), EN("limit_state.wall_falls"))
    rows = {row[0].text: row for row in grid.rows}
    first, second, third = (rows[EN(f"method.{name}")] for name in ("pseudo_static", "dynamics", "limit"))
    assert (first[1].text, first[1].tone, first[2].text) == ("0.900", "bad", "–")
    assert "clause 7" in first[1].small
    assert (second[1].text, second[2].tone) == ("–", "good")
    assert (third[1].tone, third[1].strong) == ("", False)
    assert EN("page.no_vote") in third[1].small


def test_one_method_alone_needs_no_such_table():
    assert methods_grid(verdict(check("limit", "onset", 1.0)), EN) is None


def test_charts_hand_out_what_is_drawn_and_drawings_nothing():
    with drawing(4.0, 2.0) as figure:
        left, right = figure.subplots(1, 2)
        left.plot([0.0, 1.0], [2.0, 3.5], label="one, two")
        left.axvline(0.5)
        left.set(xlabel="time [s]", ylabel="$a$ [g]")
        right.bar([1.0, 2.0], [5.0, 6.0], label="bars")
        right.scatter([7.0], [8.0])
        svg = to_svg(figure, "chart")
    rows = svg.data.splitlines()
    assert rows[0] == "panel,curve,x axis,y axis,x,y", "two panels with axes of their own"
    assert '1,"one, two",time [s],a [g],1,3.5' in rows
    assert "2,bars,,,2,6" in rows
    assert "2,1,,,7,8" in rows
    assert len(rows) == 6, "marks right across the picture are no data"
    with drawing(2.0, 2.0) as figure:
        axes = figure.subplots()
        axes.set_aspect("equal")
        axes.plot([0.0, 1.0], [0.0, 1.0])
        assert chart_data(figure) == ""


def test_a_chart_is_still_its_svg():
    with drawing(2.0, 2.0) as figure:
        figure.subplots().plot([0.0, 1.0], [0.0, 1.0])
        svg = to_svg(figure, "line")
    assert isinstance(svg, Drawn)
    assert re.match(r"<svg.*</svg>\s*$", svg, re.DOTALL)
    assert svg.name == "line"


def test_data_of_one_pair_of_axes_have_their_units_in_the_head():
    with drawing(2.0, 2.0) as figure:
        axes = figure.subplots()
        axes.plot([0.0, 1.0, 2.0], [0.0, float("nan"), 4.0], label="_hidden from the legend")
        axes.set(xlabel="time [s]", ylabel="drift [mm]")
        rows = chart_data(figure).splitlines()
    assert rows == ["panel,curve,time [s],drift [mm]", "1,hidden from the legend,0,0", "1,hidden from the legend,2,4"]


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


def opposing_check(method: str, ratio: float, basis: Basis | None, state: str = "onset", **more) -> Check:
    known = {"mode": "overturning", "place": Place(name="base"), "source": f"formula of {method}", "family": "drawn"}
    known |= {"demand_intensity": 0.3}
    return Check(
        id=method, limit_state=state, method=method, demand=1.0, capacity=ratio, unit="", basis=basis, **known | more
    )


def divided_verdict(*checks: Check) -> Verdict:
    return judge(checks, circumstances=KNOWN, declarations=DECLARED)


def told(*checks: Check):
    return disagreements(divided_verdict(*checks), EN)


def test_other_modes_and_parts_are_other_questions():
    upper = opposing_check("ntc2018", 0.5, PEAK, "wall_falls", place=Place(name="joint", level=6.1))
    assert told(opposing_check("n2", 1.2, PEAK, "wall_falls"), upper) == ()
    assert told(opposing_check("limit", 0.5, PEAK), opposing_check("pseudo_static", 1.5, KH, mode="sliding")) == ()


def test_methods_that_agree_are_not_explained():
    assert told(opposing_check("limit", 1.2, PEAK), opposing_check("blocks", 1.1, PEAK)) == ()
    assert told(opposing_check("limit", 0.2, PEAK), opposing_check("blocks", 0.1, PEAK)) == ()


def test_both_sides_and_their_ratios_are_named():
    (found,) = told(opposing_check("limit", 0.8, PEAK), opposing_check("pseudo_static", 1.4, KH))
    assert found.title == EN("limit_state.onset")
    assert "Pseudo-static (kh) (1.400)" in found.who[0]
    assert "Mechanisms by virtual work (0.800)" in found.who[1]


def test_a_demand_that_decides_is_told_with_both_numbers():
    (found,) = told(opposing_check("limit", 0.8, PEAK), opposing_check("pseudo_static", 1.4, KH))
    assert any("kh 0.100" in reason and "0.300 g" in reason for reason in found.reasons)
    decided = EN(
        "why.demand_decides", acceleration="0.100", method="Mechanisms by virtual work", ratio="2.400", own="0.800"
    )
    assert decided in found.reasons


def test_a_demand_that_does_not_decide_is_told_too():
    (found,) = told(opposing_check("limit", 0.2, PEAK), opposing_check("pseudo_static", 1.4, KH))
    assert any("does not explain" in reason and "0.600" in reason for reason in found.reasons)


def test_stones_beside_bodies_under_one_demand():
    stones = replace(PEAK, body="stones", friction=0.4)
    (found,) = told(
        opposing_check("limit", 0.7, PEAK, notes=("sliding_not_judged",)),
        opposing_check("blocks", 1.3, stones, mode="mechanism", family="stones"),
    )
    text = " ".join(found.reasons)
    assert EN("why.body_stones") in text
    assert EN("why.no_sliding") in text
    assert "0.400" in text
    assert "0.300 g" not in text, "what is the same on both sides explains nothing"


def test_ends_of_a_pair_of_joint_properties():
    low, high = (replace(PEAK, driving="record", name="A", body="stones", way="motion", friction=f) for f in (0.3, 0.6))
    (found,) = told(
        opposing_check("dynamics.μ low", 0.5, low, "wall_falls", mode="falling"),
        opposing_check("dynamics.μ high", 3.0, high, "wall_falls", mode="falling"),
    )
    assert found.reasons == (EN("why.friction", above="0.600", below="0.300"),)


def test_a_force_method_below_a_displacement_method():
    far = replace(PEAK, way="displacement", proportional=False)
    (found,) = told(
        opposing_check("ntc2008", 0.5, PEAK, "wall_falls"), opposing_check("ntc2018", 2.0, far, "wall_falls")
    )
    assert EN("why.force_is_start") in found.reasons


def test_a_wall_that_rocks_and_stands_is_no_disagreement():
    far = replace(PEAK, way="displacement", proportional=False)
    (found,) = told(opposing_check("limit", 0.5, PEAK), opposing_check("ntc2018", 2.0, far, "wall_falls"))
    assert found.title == EN("why.two_questions")
    assert found.reasons == (EN("why.starts_not_falls"),)


def test_what_only_some_have_in_common_is_said_so():
    spectrum = replace(PEAK, driving="spectrum", name="ntc2018", acceleration=0.2)
    (found,) = told(
        opposing_check("limit", 0.5, PEAK),
        opposing_check("blocks", 1.5, PEAK),
        opposing_check("activation.ntc2018", 0.4, spectrum),
    )
    assert EN("why.in_part") in found.reasons[0]


def test_a_missing_margin_is_not_a_motion():
    (found,) = told(opposing_check("a", 1.2, KH, required=1.5), opposing_check("b", 2.0, KH))
    assert found.reasons == (EN("why.required", method="a", factor="1.200", required="1.5"),)


def test_what_is_not_known_is_said_plainly():
    (found,) = told(opposing_check("a", 0.9, KH), opposing_check("b", 2.0, KH))
    assert found.reasons == (EN("why.not_known", above="formula of b", below="formula of a"),)
    (found,) = told(opposing_check("a", 0.9, None), opposing_check("b", 2.0, KH))
    assert found.reasons == (EN("why.no_basis"),)


def test_checks_of_earlier_results_are_still_read():
    plain = to_plain(opposing_check("a", 0.9, KH))
    assert from_plain(Check, json.loads(json.dumps(plain))) == opposing_check("a", 0.9, KH)
    plain.pop("basis")
    assert from_plain(Check, plain).basis is None


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_says_it(tmp_path, language):
    (tmp_path / "wall.toml").write_text(GOOD, encoding="utf-8")
    assessment = pirqa.assess(tmp_path / "wall.toml", language=language)
    assert all(item.basis is not None for item in assessment.checks)
    checks = (opposing_check("limit", 0.8, PEAK), opposing_check("pseudo_static", 1.4, KH))
    words = load_words(language)
    assessment = replace(assessment, checks=checks, circumstances=KNOWN)
    (found,) = disagreements(assessment.verdict, words)
    page = html.unescape(render(assessment, words))
    assert words("why.title") in page
    assert all(line in page for line in (*found.who, *found.reasons))
    assert any("0.100" in reason and "0.300 g" in reason for reason in found.reasons)
