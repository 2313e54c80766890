"""All methods side by side."""

from __future__ import annotations

import re

from pirqa.model.check import LIMIT_STATES, Check, Place
from pirqa.model.effects import EFFECTS, Circumstance, Circumstances, GoverningDemand, MethodDeclaration
from pirqa.model.verdict import Verdict, judge
from pirqa.report.figures.data import chart_data
from pirqa.report.figures.style import Drawn, drawing, to_svg
from pirqa.report.methods import methods_grid
from pirqa.report.words import load_words

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
