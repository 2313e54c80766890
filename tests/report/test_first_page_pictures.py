"""The chart of the evidence, the picture of the part that goes first, the film, and the engineer's lines."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from pirqa.model.check import Allowance, Basis, Place
from pirqa.model.effects import Circumstance
from pirqa.project import parse_project, run_project
from pirqa.project.origins import InputRow
from pirqa.report.engineer import engineer_rows, not_covered
from pirqa.report.facts import facts_of
from pirqa.report.figures.evidence import evidence_figure, other_demands
from pirqa.report.figures.governing_part import draw_part_front, draw_part_section, part_figure
from pirqa.report.page import _take_film, render
from pirqa.report.section import Section, Text, Viewer
from pirqa.report.verdict import sentence_tone
from pirqa.report.viewer.scene import Scene
from pirqa.report.words import load_words
from tests.project.test_load import GOOD
from tests.report.test_elevation import grid_wall
from tests.report.test_first_page import BOTH, ROW, judged, known, made

EN, ES = load_words("en"), load_words("es")
SLIDE = replace(ROW, id="s", mode="sliding", capacity=0.2, intensity=0.2)
OLD = Basis(driving="spectrum", name="e030_2003", acceleration=0.36, body="bodies", way="displacement")
OTHER = replace(ROW, id="o", limit_state="wall_falls", method="ntc2008", demand_intensity=0.36, votes=False, basis=OLD)


@pytest.fixture(scope="module")
def terrace(tmp_path_factory):
    return run_project(parse_project(GOOD), tmp_path_factory.mktemp("terrace") / "results")


@BOTH
def test_the_chart_has_a_row_for_each_method_and_question_and_lines_for_the_demands(words):
    figure = evidence_figure(judged(ROW, SLIDE, OTHER), words)
    assert figure is not None
    assert "0.30 g" in figure.alt
    drawn = re.findall(r"<text[^>]*>([^<]*)</text>", figure.svg)
    assert words("limit_state.onset") in drawn
    assert words("limit_state.wall_falls") in drawn
    assert any(text.startswith("0.20 g") for text in drawn)
    assert words("chart.demand", name=words("demand_name.site"), intensity="0.30") in drawn
    other = words("chart.other_demand", name=words("code.e030_2003"), intensity="0.36")
    assert other in drawn
    assert any(words("chart.silent_no_vote") in text for text in drawn)
    rows = figure.svg.data.splitlines()
    assert len(rows) == 4, "a row for each marker"
    assert not any(re.match(r"1,\d+,", row) for row in rows[1:]), "curves have names"


def test_a_demand_that_decides_is_no_other_demand():
    same = replace(OTHER, demand_intensity=0.3)
    assert other_demands(judged(same), EN) == {}
    assert other_demands(judged(OTHER), EN) == {EN("code.e030_2003"): 0.36}


def test_without_intensities_there_is_no_chart():
    assert evidence_figure(made(), EN) is None
    rest = replace(ROW, limit_state="gravity", intensity=None, demand_intensity=None)
    assert evidence_figure(judged(rest), EN) is None


def test_what_an_effect_may_take_is_a_bar():
    decay = Circumstance(presence="unknown", allowance=Allowance(effect="decay", factor=0.8, source="closed form"))
    figure = evidence_figure(judged(ROW, circumstances=known(decay=decay)), EN)
    assert figure is not None
    bar = next(row for row in figure.svg.data.splitlines() if "(allowance)" in row)
    assert float(bar.split(",")[-2]) == pytest.approx(0.8 * 0.36)


@BOTH
def test_the_part_above_a_joint_is_hatched(words):
    outline = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 9.0), (0.0, 9.0)])
    upper = replace(ROW, place=Place(name="joint", level=6.1))
    svg = draw_part_section([outline], upper, words, name="part")
    assert "pattern" in svg
    assert "+6.10 m" in svg
    assert "+6.10 m" not in draw_part_section([outline], ROW, words, name="part")


def test_a_wall_without_stones_has_its_section(terrace):
    figure = part_figure(terrace, EN)
    assert figure is not None
    assert "seen from its end" in figure.caption
    assert part_figure(replace(terrace, checks=()), EN) is None


@BOTH
def test_the_engineer_has_lines_to_sign(terrace, words):
    rows = dict(engineer_rows(terrace, words))
    assert rows[words("engineer.signatures")] == ""
    assert rows[words("engineer.survey")] == words("engineer.not_given")
    assert terrace.provenance.input[:8] in rows[words("engineer.version")]
    assert "0.30 g" in rows[words("engineer.demand")]
    assert words("engineer.validity_value") in rows.values()
    page = render(terrace, words)
    assert page.count('<dd class="line">') == 2


def test_what_every_method_leaves_out_is_named():
    decay = Circumstance(presence="unknown")
    assert not_covered(judged(ROW, circumstances=known(decay=decay))) == ("decay",)
    stones = replace(ROW, id="x", family="stones")
    assert not_covered(judged(ROW, stones, circumstances=known(decay=decay))) == ()
    assert not_covered(judged()) == ()


def test_the_film_of_a_fall_stands_on_page_one():
    viewer = Viewer(id="view-dynamics", scene=Scene(title="runs"), caption="runs")
    fell = replace(
        ROW, id="dynamics.sine.falling", limit_state="wall_falls", family="stones", capacity=0.1, intensity=0.1
    )
    for check, count in ((fell, 1), (replace(fell, capacity=0.9, intensity=0.9), 0)):
        sections = {"dynamics": Section(id="dynamics", title="Runs", blocks=(Text(text="before"), viewer))}
        film = _take_film(sections, judged(check), EN)
        assert len(film) == count
        assert (viewer in sections["dynamics"].blocks) == (count == 0)
        assert (Text(text=EN("page.film_above")) in sections["dynamics"].blocks) == (count == 1)


@BOTH
def test_stones_that_the_text_names_have_a_colour_and_a_label_above_the_wall(words):
    subject = grid_wall(3, 2)
    first, second, third, *_ = (stone.name for stone in subject.wall.stones)
    plain = draw_part_front(subject, (first, second), words, marks={}, name="part")
    marked = draw_part_front(
        subject, (first, second), words, marks={second: "falls_first", third: "moves_first"}, name="part"
    )
    assert plain.count("8fbce0") == 0
    assert marked.count("8fbce0") == 2
    for stone, key in ((second, "falls_first"), (third, "moves_first")):
        assert words(f"part.{key}", stone=stone) in marked
    sizes = [float(re.search(r'viewBox="0 0 [\d.]+ ([\d.]+)"', svg).group(1)) for svg in (plain, marked)]
    assert sizes[1] > sizes[0], "labels stand above the wall"


@BOTH
def test_the_colour_of_the_first_sentence_is_explained(terrace, words):
    tone = sentence_tone(terrace.verdict)
    assert words(f"lead.tone_{tone}") in render(terrace, words)


def test_what_rests_on_simulated_measurements_is_found(terrace):
    def rests(assessment, *made_up):
        known_ = replace(assessment.circumstances, demonstration=made_up)
        return facts_of(replace(assessment, circumstances=known_)).rests_on_made_up

    assert not rests(terrace, "measurements")
    assert rests(terrace, "bond")
    assert rests(terrace, "bond", "measurements")
    row = InputRow(key="statics.wall", text="calibrated", value=None, unit="", status="given")
    assert rests(replace(terrace, inputs=(*terrace.inputs, row)), "measurements")
