from __future__ import annotations

import importlib
import math
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

import pirqa
from pirqa.project import parse_project, read_results, run_project
from pirqa.project.stages import STAGES
from pirqa.report.kept import refresh_report
from pirqa.report.page import render, render_pages, write_pages, write_report
from pirqa.report.verdict import first_sentence
from pirqa.report.words import LANGUAGES, load_words
from tests.conftest import EXAMPLES
from tests.project.test_load import GOOD, with_zones
from tests.report.pages import without_pictures


@pytest.fixture(scope="module")
def terrace(tmp_path_factory):
    return pirqa.assess(EXAMPLES / "machu_picchu" / "project.toml", tmp_path_factory.mktemp("terrace"))


def test_languages_have_the_same_words_and_places():
    english, spanish = (load_words(language) for language in LANGUAGES)
    assert english.keys == spanish.keys
    for key in english.keys:
        places = [set(re.findall(r"\{(\w+)\}", words(key))) for words in (english, spanish)]
        assert places[0] == places[1], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_is_self_contained_and_well_formed(terrace, language):
    page = render(terrace, load_words(language))
    assert not re.search(r"(src|href)\s*=\s*[\"']?(https?:)?//", page.replace('xmlns:xlink="http', ""))
    assert "<script" not in page
    assert "@import" not in page
    checker = _Balanced()
    checker.feed(page)
    assert checker.open == []
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids)), "ids of the figures must not collide"


def test_page_comes_from_the_folder_alone(terrace):
    assert render_pages(read_results(terrace.folder), "en")["report.html"] == terrace.report.read_text(encoding="utf-8")


def test_page_says_what_it_must(terrace):
    page = terrace.report.read_text(encoding="utf-8")
    order = ["Verdict", "Checks", "Force methods", "Inputs", "Where these numbers come from"]
    places = [page.index(f"<h2>{word}") for word in order]
    assert places == sorted(places)
    for word in (
        "starts to rock",
        "Is it safe today, in dry weather?",
        "Engineer, name and signature",
        "presumes that some sliding is tolerated",
        "does not follow from the paper",
        "overturns at a/g = 0.3",
        "limit of equilibrium",
        "assumed",
        "0.768",
        terrace.provenance.input,
    ):
        assert word in page, word
    assert page.count("<svg") == 12


def test_text_from_the_file_is_escaped(tmp_path):
    text = GOOD.replace('"A wall"', "\"<script>alert('x')</script> & Söhne\"")
    page = render(run_project(parse_project(text), tmp_path), load_words("en"))
    assert "<script" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    "changes",
    [
        {"site.kv": "0.1"},
        {"statics.methods": '["static"]'},
        {"statics.thrusts": '["rankine", "coulomb", "mononobe_okabe"]', "backfill.slope": "10 deg"},
        {
            "backfill.water_level": "1.2 m",
            "backfill.saturated_unit_weight": "19.5 kN/m3",
            "backfill.surcharge": "5 kPa",
        },
        {"wall.front_batter": "5 deg", "wall.back_batter": "-3 deg", "base.bearing_capacity": "200 kPa"},
        {"site.kh": "0.6", "site.acceleration": "1.2 g"},
        {"site.kh": "0"},
    ],
    ids=lambda changes: ",".join(changes),
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_unusual_walls_have_a_page_too(tmp_path, changes, language):
    page = render(run_project(parse_project(GOOD, changes=changes), tmp_path), load_words(language))
    assert "<svg" in page
    assert "nan" not in without_pictures(page).lower().split()


def test_stepped_and_free_walls_have_a_page(tmp_path):
    stepped = run_project(parse_project(with_zones()), tmp_path / "stepped")
    assert "Zone high" in render(stepped, load_words("en"))
    text = GOOD[: GOOD.index("[backfill]")] + GOOD[GOOD.index("[site]") :]
    free = render(run_project(parse_project(text), tmp_path / "free"), load_words("en"))
    assert "base, towards the back" in free
    assert "Ws:" not in free


def test_first_sentence_is_plain(terrace):
    for language in LANGUAGES:
        sentence = first_sentence(terrace.verdict, load_words(language))
        assert not re.search(r"[_{}]|kh|a/g", sentence)
    failed = replace(terrace, checks=tuple(check for check in terrace.checks if not check.satisfied))
    assert "starts to rock" in first_sentence(failed.verdict, load_words("en"))


def sentence_of(text: str, folder: Path) -> str:
    return first_sentence(run_project(parse_project(text), folder).verdict, load_words("en"))


def test_a_wall_that_cannot_stand_is_not_comforted(tmp_path):
    text = GOOD[: GOOD.index("[backfill]")] + GOOD[GOOD.index("[site]") :]
    leaning = text.replace("courses = 5", 'front_batter = "-25 deg"\nback_batter = "25 deg"')
    said = sentence_of(leaning, tmp_path)
    assert said.startswith("NOT SAFE, even without an earthquake")
    assert "need not fall" not in said


def test_a_thrust_without_earthquake_judges_none(tmp_path):
    done = run_project(parse_project(GOOD + "[statics]\nthrusts = ['rankine']\n"), tmp_path)
    assert done.verdict.of("onset").state == "not_assessed"
    said = first_sentence(done.verdict, load_words("en"))
    assert "SHOWN SAFE" not in said
    assert "start" not in said


def test_assumed_inputs_are_counted(terrace):
    page = terrace.report.read_text(encoding="utf-8")
    given = sum(row.status == "given" for row in terrace.inputs)
    assert 0 < given < len(terrace.inputs)
    assert f"{len(terrace.inputs) - given} of {len(terrace.inputs)} inputs are assumed" in page


def test_published_numbers_agree_to_their_last_digit(terrace):
    page = terrace.report.read_text(encoding="utf-8")
    section = page[page.index('id="published"') : page.index('id="statics"')]
    tones = re.findall(r'<td class="number (good|bad)"', section)
    assert tones == ["good", "bad", "good", "bad"]


def test_the_mode_that_is_reached_first_is_bold(terrace):
    page = terrace.report.read_text(encoding="utf-8")
    table = page[page.index("comes down to 1.0") : page.index("Every joint")]
    bold = re.findall(r'class="number strong "[^>]*><span>([\d.]+)', table)
    assert bold[0] == "0.2092"
    assert "0.2696" not in bold


def test_notes_tell_what_is_so(tmp_path):
    def page(name: str, text: str) -> str:
        return render(run_project(parse_project(text), tmp_path / name), load_words("en"))

    assert "kh is below the peak acceleration" in page("half", GOOD)
    assert "kh is below the peak acceleration" not in page("peak", GOOD.replace("kh = 0.15", "kh = 0.3"))
    assert "Factor 1.0, no code named" in page("none", GOOD)
    drained = GOOD.replace("[site]", 'drained = { value = true, source = "drain of 2019" }\n[site]')
    given = page("given", drained + "[statics.required]\nsliding = 1.5\noverturning = 1.5\n")
    assert "given without a source" in given
    wet = GOOD.replace("[site]", 'water_level = "1 m"\nsaturated_unit_weight = "19 kN/m3"\n[site]')
    assert "not checked against the official text" in page("wet", wet)
    assert "not checked against the official text" not in given


def test_a_lifted_joint_has_a_page(tmp_path):
    lifted = {"backfill.water_level": "1.5 m", "backfill.saturated_unit_weight": "19.5 kN/m3", "site.kv": "0.9"}
    assert "<svg" in render(run_project(parse_project(GOOD, changes=lifted), tmp_path), load_words("en"))


def test_a_low_stretch_is_drawn_with_its_own_fill(tmp_path):
    zones = """
[wall]
length = "10 m"
[[wall.zones]]
name = "high"
material = "granite"
bottom = "0 m"
top = "3 m"
thickness = "2 m"
end = "5 m"
[[wall.zones]]
name = "low"
material = "granite"
bottom = "0 m"
top = "1.5 m"
thickness = "0.5 m"
start = "5 m"
"""
    result = run_project(parse_project(with_zones(zones)), tmp_path)
    assert result.stages["statics"].fill.height is None
    page = render(result, load_words("en"))
    assert "x = 7.5 m" in page
    assert ">1.5 m<" in page


def test_checks_of_other_stages_have_a_row(terrace):
    other = replace(terrace.checks[0], id="limit.x", method="static.blocks", unit="m", limit_state="damage")
    page = render(replace(terrace, checks=(*terrace.checks, other)), load_words("en"))
    assert "blocks" in page


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_every_stage_has_a_section(stage):
    assert callable(importlib.import_module(f"pirqa.report.sections.{stage.name}").build)


def test_arrows_are_to_scale(terrace):
    """kh·W is 0.15 of W in the picture too, and the static P is P/W: shafts are 1.8 pt strokes about their middle."""
    page = terrace.report.read_text(encoding="utf-8")
    svg = next(part for part in re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL) if "section-pseudo_static" in part)
    shaft = r'd="M ([\d.]+) ([\d.]+) \s*Q ([\d.]+) ([\d.]+) [^"]*"[^>]*stroke: #(\w+); stroke-width: 1\.8'
    length = {
        c: math.hypot(float(x1) - float(x0), float(y1) - float(y0)) for x0, y0, x1, y1, c in re.findall(shaft, svg)
    }
    weight = 23.6 * 0.762 * 1.68
    assert length["d55e00"] / length["2b2a28"] == pytest.approx(0.15, rel=1e-3)
    assert length["009e73"] / length["2b2a28"] == pytest.approx(4.818 / weight, rel=1e-3)


def test_numbers_as_print_writes_them():
    assert load_words("en").factor(1.0301) == "1.030"
    assert load_words("en").factor(float("inf")) == "∞"
    assert load_words("en").typeset("-23.6 kN/m3") == "−23.6 kN/m³"
    assert load_words("en").percent(6.2e-4) == "0.0620 %"
    assert load_words("en").number(0.026959, 4) == "0.02696"
    assert load_words("en").number(1814.2) == "1814"


class _Balanced(HTMLParser):
    VOID = ("meta", "br", "img", "link", "input", "hr")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open, tag
        assert self.open.pop() == tag


def test_no_page_of_another_verdict_stays_beside_the_new_ones(tmp_path):
    file = tmp_path / "wall.toml"
    file.write_text(GOOD, encoding="utf-8")
    folder = tmp_path / "out"

    def pages() -> list[str]:
        return sorted(path.name for path in folder.glob("*.html"))

    pirqa.assess(file, folder)
    assert pages() == ["report.html"]
    refresh_report(folder, language="es")
    assert pages() == ["report.es.html", "report.html"]
    pirqa.assess(file, folder, changes={"site.kh": "0.2"})
    assert pages() == ["report.html"]
    write_pages(read_results(folder), "es", "en")
    assert pages() == ["report.en.html", "report.html"]
    write_report(read_results(folder), language="en")
    assert pages() == ["report.html"]
