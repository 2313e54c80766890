"""The incremental dynamic analysis on the page, in both languages."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

import pytest

import pirqa
from pirqa.report.sections.ida import _corners, _states, first_sentence
from pirqa.report.words import load_words
from tests.cli.test_sweep import PROJECT

OPTIONS = """
[ida]
most = 1.5
corners = { normal_stiffness = [1, 1], friction = [1, 1], damping = [0.5, 1] }

[site]
acceleration = { value = "0.15 g", source = "made up" }
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    path = tmp_path_factory.mktemp("ida") / "wall.toml"
    path.write_text(
        PROJECT.replace('analyses = ["survey"]', 'analyses = ["motion", "ida"]') + OPTIONS, encoding="utf-8"
    )
    return path


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_shows_what_the_motions_do(project, language):
    done = pirqa.assess(project, project.parent / "out", changes={"project.language": language})
    page = unescape(done.report.read_text(encoding="utf-8"))
    words = load_words(language)
    section = page[page.index('id="ida"') :]
    result = done.stages["ida"]
    assert first_sentence(result, words) in section
    # one motion without a target shows neither safety nor failure
    assert words("ida.no_set", count=1) in section
    assert words("ida.reason_set_absent") in section
    assert {check.family for check in done.checks} == {"ida"}
    assert done.verdict.of("wall_falls").state in ("not_shown", "not_assessed")
    assert section.count("<svg") >= 1
    assert pirqa.read_results(done.folder).stages["ida"].states == result.states


def test_corners_and_capacities_are_told(project):
    result = pirqa.assess(project, project.parent / "out").stages["ida"]
    words = load_words("en")
    assert result.corners in ((), ("ζ low",))
    shown = replace(result, corners=("ζ low",))
    if not result.corners:
        runs = tuple(replace(run, corner="ζ low") for run in result.runs)
        shown = replace(shown, runs=(*result.runs, *runs))
    grid = list(_corners(shown, words))[1]
    assert grid.rows[0][0].text == "ζ low"
    assert grid.rows[0][1].text.endswith("of 1")
    assert words("ida.corners_not_run") == list(_corners(replace(result, corners=()), words))[1].text
    state = result.state("wall_falls")
    higher = replace(
        state, median=None, censored=2.0 * 9.80665, shown=result.demand, reasons=("corner",), corner="μ low"
    )
    grid = _states(replace(result, states=(*result.states[:2], higher)), words)
    assert grid.rows[0][3].text.startswith("> 2")
    assert grid.rows[0][6].tone == "good"
    assert "μ low" in grid.rows[0][6].small
