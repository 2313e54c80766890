"""What page one tells an owner, and its pictures: the evidence, the part that fails first, the film."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from pirqa.model.check import Allowance, Basis, Circumstance, GoverningDemand, Place
from pirqa.model.verdict import Evidence, LimitStateVerdict, Omission, Verdict
from pirqa.project import parse_project, run_project
from pirqa.project.origins import InputRow
from pirqa.project.sensitivity import Sensitivity
from pirqa.report.engineer import engineer_rows, not_covered
from pirqa.report.facts import Extent, Facts, FirstFall, Residual, facts_of
from pirqa.report.figures.verdict import draw_part_front, draw_part_section, evidence_figure, other_demands, part_figure
from pirqa.report.first_page import strength_note
from pirqa.report.page import _take_film, render
from pirqa.report.section import Section, Text, Viewer
from pirqa.report.verdict import Ladder, moving, reasons, sentence_tone
from pirqa.report.viewer.scene import Scene
from tests.project.test_load import GOOD
from tests.report.test_elevation import grid_wall
from tests.report.test_first_page import BOTH, EN, ES, ROW, SITE, answer, judged, known, made

UPPER = Place(name="joint", level=6.1, inward=True)
TIPS = replace(ROW, limit_state="wall_falls", capacity=0.148, intensity=0.148, place=UPPER)


def failing(*omissions: Omission, struts: str = "present") -> Verdict:
    """A wall whose part above 6.1 m falls, with a check that leaves out ``omissions``."""
    row = Evidence(check=TIPS, shows="failure", omissions=omissions)
    item = LimitStateVerdict(limit_state="wall_falls", state="not_satisfied", governing=TIPS, evidence=(row,))
    verdict = made(known(struts=Circumstance(presence=struts)), wall_falls="not_satisfied")  # type: ignore[arg-type]
    return replace(verdict, limit_states=(*verdict.limit_states[:-1], item))


@BOTH
def test_the_answer_on_the_wall_states_whether_struts_are_counted(words):
    assert words("answer.with_struts") in answer(failing(), "wall", words=words).lines
    low = answer(failing(), "wall", Facts(strut_level=4.82), words=words).lines
    assert words("answer.struts_below") in low
    assert words("answer.with_struts") in answer(failing(), "wall", Facts(strut_level=7.5), words=words).lines
    left_out = Omission(effect="struts", side="safe", factor=None, known=True)
    assert words("answer.without_struts") in answer(failing(left_out), "wall", words=words).lines
    without = answer(failing(struts="unknown"), "wall", words=words).lines
    assert not any("strut" in line or "puntales" in line for line in without)


def test_a_zone_is_named_by_its_place_and_not_by_its_name():
    row = Sensitivity(
        key="wall.zones.top.thickness", low=0.4, high=0.6, low_text="0.4 m", high_text="0.6 m", source="a range",
        limit_state="wall_falls", state="not_satisfied", state_low="not_satisfied", state_high="not_satisfied",
        intensity=0.148, intensity_low=0.126, intensity_high=0.17, ratio=0.5,
    )  # fmt: skip
    zones = {"left": Extent(bottom=0.0, top=6.1, end=8.0), "right": Extent(bottom=0.0, top=6.1, start=8.0)}
    zones |= {"top": Extent(bottom=6.1, top=9.0)}

    def named(key: str, words=EN) -> str:
        facts = Facts(sensitivities=(replace(row, key=f"wall.zones.{key}.thickness"),), zones=zones)
        return " ".join(answer(failing(), "change", facts, words).lines)

    assert "Part above 6.1 m (hatched): thickness at the foot, from 0.4 m to 0.6 m" in named("top")
    assert "Part below 6.1 m, the first 8 m from the left end: thickness" in named("left")
    assert "from 8 m to the right of the left end: thickness" in named("right")
    assert "Parte por encima de 6.1 m (rayada)" in named("top", ES)
    middle = Facts(
        sensitivities=(row,), zones={**zones, "top": Extent(bottom=2.0, top=3.0), "cap": Extent(bottom=3.0, top=9.0)}
    )
    assert "Part from 2 m to 3 m: thickness" in " ".join(answer(failing(), "change", middle).lines)


@BOTH
def test_which_face_is_the_front_is_told(words):
    assert words("part_of.struts_back") in answer(failing(), "part", Facts(strut_side="back"), words).lines
    earth = made(known(fill_at_rest=Circumstance(presence="present")), wall_falls="not_satisfied")
    assert words("part_of.free_face") in answer(earth, "part", words=words).lines
    fall = FirstFall(stone="36", time=6.2, count=31, total=33, level=3.7, distance=3.0)
    drawn = answer(failing(), "part", Facts(stones=40, first_fall=fall, pictured=True), words).lines
    assert words("part_of.drawn_face") in drawn
    assert words("part_of.marked") in drawn
    assert words("part_of.pictured") in answer(failing(), "part", Facts(pictured=True), words).lines
    assert words("part_of.pictured") not in answer(failing(), "part", words=words).lines
    first = replace(ROW, place=Place(name="stone", stone="32", level=3.7))
    verdict = made(onset="not_satisfied")
    moving = replace(verdict.of("onset"), governing=first)
    verdict = replace(verdict, limit_states=(verdict.limit_states[0], moving, *verdict.limit_states[2:]))
    assert any(words("part_starts.stone") in line for line in answer(verdict, "part", words=words).lines)


def test_g_is_told_as_a_share_of_the_weight_where_it_is_first_named():
    assert strength_note(made(), EN).startswith("0.30 g means: at its strongest moment")
    assert "sideways, to and fro, with about 30 % of its weight" in strength_note(made(), EN)
    assert "30 % de su peso" in strength_note(made(), ES)
    assert strength_note(made(known(None)), EN) == ""
    assert EN("answer.g") in answer(made(known(None)), "strength").lines
    assert EN("answer.g") not in answer(made(), "strength").lines


def test_what_is_made_up_is_listed_with_what_the_answers_rest_on():
    grades = {"front": "assumed", "weight": "documented", "motion": "assumed"}
    demand = GoverningDemand(name="e030_2018", origin="code", intensity=0.3)
    circumstances = replace(known(demand), grades=grades, demonstration=("measurements",))
    keys = ("codes.spectra.e030_2018.zone", "codes.spectra.e030_2018.soil")
    lines = answer(made(circumstances), "sure", Facts(demand_assumed=keys)).lines
    (rests,) = (line for line in lines if line.startswith("It rests on"))
    assert rests.endswith("made up: vibration measurements.")
    assert "earthquake" not in rests, "the code's demand is no assumption by itself"
    assert "The design earthquake is that of E.030 (Peru, 2018); assumed in it: zone, soil." in lines
    assert EN("sure.low_made_up") in lines
    measured = replace(circumstances, grades={"front": "measured", "weight": "measured"})
    assert EN("sure.low_part") in answer(made(measured), "sure").lines, "half is neither assumed nor made up there"
    plain = answer(made(replace(known(SITE), grades=grades)), "sure").lines
    assert any("design earthquake" in line and "assumed, not measured" in line for line in plain)


def test_what_moves_is_told_to_come_back_or_to_stay_displaced():
    small, large = Residual(largest=0.001, tolerance=0.003), Residual(largest=0.095, tolerance=0.003)
    ladders = {"wall_falls": Ladder(count=1, total=7, median=None, first=0.5)}

    def moves(damage: str, residual: Residual | None = None, **facts: object) -> str:
        verdict = made(onset="not_satisfied", damage=damage)  # type: ignore[arg-type]
        return " ".join(answer(verdict, "moves", Facts(residual=residual, **facts)).lines)  # type: ignore[arg-type]

    assert "came back to within 1.0 mm; 3 mm is tolerated" in moves("satisfied", small)
    assert "came back to within 1.0 mm" in moves("not_shown", small, ladders=ladders)
    assert "came back" not in moves("not_shown", small), "one motion may be weaker than the design earthquake"
    assert "95 mm out of place" in moves("not_shown", large)
    for damage in ("not_shown", "not_assessed", "undetermined"):
        assert moves(damage).endswith(EN("answer.afterwards_open"))
    assert EN("answer.afterwards_open") not in moves("not_satisfied")
    still = made(onset="satisfied", damage="not_assessed")
    assert EN("answer.afterwards_open") not in answer(still, "moves").lines


@pytest.mark.parametrize("words", [EN, ES])
def test_the_worst_earthquake_is_named_before_its_fallen_stones(words):
    ladder = Ladder(count=1, total=7, median=None, first=0.2, levels=(0.2,), most_fallen=33, free=33)
    facts = Facts(stones=40, ladders={"stones_fall": ladder, "wall_falls": ladder})
    for key, state in (("stones", "stones_fall"), ("wall", "wall_falls")):
        lines = answer(made(**{state: "not_shown"}), key, facts, words).lines
        (line,) = (line for line in lines if "33" in line or "100 %" in line)
        assert line.startswith(words("answer.worst"))
        assert words.language != "es" or "cay" in line, "no capital letter within a sentence"


def test_a_strength_that_nothing_gives_is_told_as_unknown():
    nothing = made(wall_falls="not_assessed", stones_fall="not_assessed")
    found = answer(nothing, "strength")
    assert found.short == EN("short.not_known")
    assert found.lines[0] == EN("answer.no_intensity")


@pytest.mark.parametrize("words", [EN, ES])
def test_a_wall_that_rocks_and_slides_is_said_to_do_both(words):
    rocks = replace(ROW, id="r", capacity=0.2, intensity=0.2)
    slides = replace(rocks, id="s", mode="sliding", capacity=0.25, intensity=0.25)
    assert moving(judged(rocks, slides).of("onset"), words) == words("moves_by.rock_or_slide")
    assert moving(judged(rocks, replace(slides, capacity=0.4, intensity=0.4)).of("onset"), words) == words(
        "moves_by.overturning"
    )
    assert moving(judged(slides).of("onset"), words) == words("moves_by.sliding")


def test_a_fall_that_decides_nothing_is_a_warning():
    fell = replace(ROW, id="d", limit_state="wall_falls", family="stones", votes=False, capacity=0.1, motions=1)
    verdict = judged(fell)
    assert EN("reason.no_vote_fell") in reasons(verdict.of("wall_falls"), verdict, EN)
    stood = judged(replace(fell, capacity=0.9))
    assert EN("reason.no_vote") in reasons(stood.of("wall_falls"), stood, EN)
    facts = Facts(stones=40, first_fall=FirstFall(stone="36", time=6.2, count=31, total=33))
    assert "the fall in it is a warning" in " ".join(answer(verdict, "wall", facts).lines)


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
