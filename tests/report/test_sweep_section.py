"""The sweep on the page."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

import pytest

import pirqa
from pirqa.report.sections.sweep import _expected, first_sentence
from pirqa.report.words import load_words
from tests.cli.test_sweep import PROJECT

ASKED = """
site_factor = 1.5

[sweep.demands.scenario]
acceleration = { value = "0.1 g", source = "a study" }
ground = "rock"
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    path = tmp_path_factory.mktemp("sweep") / "wall.toml"
    path.write_text(
        PROJECT.replace('analyses = ["survey"]', 'analyses = ["motion", "sweep"]') + ASKED, encoding="utf-8"
    )
    return path


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_says_what_lasts_and_which_stones_matter(project, language):
    # the second language finds the runs of the first
    done = pirqa.assess(project, project.parent / "out", changes={"project.language": language})
    page = unescape(done.report.read_text(encoding="utf-8"))
    words = load_words(language)
    section = page[page.index('id="sweep"') :]
    result = done.stages["sweep"]
    assert first_sentence(result, words) in section
    assert result.first.kind == "fall"
    for level in ("0.05", "0.15", "0.8"):
        assert f"{level} g" in section
    assert words("sweep.ground_rock") in section
    assert words("sweep.expected_stands", count=1, total=1) in section
    assert section.count("<svg") >= 4
    assert words("group.demand", name="scenario") in page
    # the demand, and the lowest level at which stones fall
    assert {check.action for check in done.checks} == {"sine, 0.15 g", "sine, 0.8 g"}


def test_a_demand_without_a_reliable_run_is_not_called_standing(project):
    result = pirqa.assess(project, project.parent / "out").stages["sweep"]
    doubtful = replace(result, runs=tuple(replace(run, reliable=False) for run in result.runs))
    words = load_words("en")
    (grid,) = _expected(doubtful, words)
    outcome = grid.rows[0][3]
    assert outcome.text == "stands in 0 of 1 runs; 1 not reliable"
    assert outcome.tone == "unsure"


def test_a_level_more_makes_only_its_own_run(project):
    changes = {"sweep.levels": '["0.05 g", "0.2 g", "0.8 g"]'}
    folder = project.parent / "out"
    pages = {path: path.stat().st_mtime_ns for path in folder.rglob("runs/*/*.jsonl")}
    done = pirqa.assess(project, folder, changes=changes)
    assert len(done.stages["sweep"].runs) == 4
    assert {path: path.stat().st_mtime_ns for path in pages} == pages
