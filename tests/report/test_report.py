from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import pirqa
from pirqa.project import parse_project, read_results, run_project
from pirqa.report import LANGUAGES, load_words, render
from pirqa.report.verdict import first_sentence
from tests.conftest import EXAMPLES
from tests.project.test_load import GOOD, with_zones


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
    assert render(read_results(terrace.folder), load_words("en")) == terrace.report.read_text(encoding="utf-8")


def test_page_says_what_it_must(terrace):
    page = terrace.report.read_text(encoding="utf-8")
    order = ["Verdict", "Checks", "Force methods", "Inputs", "Where these numbers come from"]
    places = [page.index(f"<h2>{word}") for word in order]
    assert places == sorted(places)
    for word in (
        "does not have to fall",
        "presumes that some sliding is tolerated",
        "does not follow from the paper",
        "overturns at a/g = 0.3",
        "limit of equilibrium",
        "assumed",
        "0.768",
        terrace.provenance.input,
    ):
        assert word in page, word
    assert page.count("<svg") == 9


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
    assert "nan" not in re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL).lower().split()


def test_stepped_and_free_walls_have_a_page(tmp_path):
    stepped = run_project(parse_project(with_zones()), tmp_path / "stepped")
    assert "Zone high" in render(stepped, load_words("en"))
    text = GOOD[: GOOD.index("[backfill]")] + GOOD[GOOD.index("[site]") :]
    free = run_project(parse_project(text), tmp_path / "free")
    assert "inward" in render(free, load_words("en")) or "base" in render(free, load_words("en"))


def test_first_sentence_is_plain(terrace):
    for language in LANGUAGES:
        sentence = first_sentence(terrace.verdict, load_words(language))
        assert not re.search(r"[_{}]|kh|a/g", sentence)
    safe = replace(terrace, checks=tuple(check for check in terrace.checks if check.satisfied))
    assert first_sentence(safe.verdict, load_words("en")).startswith(
        "In the design earthquake this wall is not expected"
    )
    failed = replace(terrace, checks=tuple(check for check in terrace.checks if not check.satisfied))
    assert "expected to start rocking" in first_sentence(failed.verdict, load_words("en"))


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
