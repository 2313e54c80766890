"""The soil stage on the page: from the folder alone, in both languages."""

from __future__ import annotations

from html import unescape

import pytest

from pirqa.project import parse_project, read_results, run_project
from pirqa.report.page import render
from pirqa.report.words import LANGUAGES, load_words
from tests.cli.test_soil import RETAINING
from tests.report.test_report import _Balanced


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    text = RETAINING.replace('analyses = ["survey"]', 'analyses = ["motion", "soil"]')
    path = tmp_path_factory.mktemp("soil") / "out"
    run_project(parse_project(text), path)
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_section_is_whole(folder, language):
    words = load_words(language)
    page = render(read_results(folder), words)
    _Balanced().feed(page)
    for key in ("title", "pressures_title", "ramp_title", "limits"):
        assert words(f"soil.{key}") in unescape(page)
    for name in ("soil-pressures", "soil-run-1", "soil-ramp-1"):
        assert f'id="{name}-figure_1"' in page
    assert words("soil.bare", run="sine") in page
    assert "nan" not in page.split('id="soil"')[1].split("<svg")[0]


def test_the_same_results_give_the_same_page(folder):
    words = load_words("en")
    assert render(read_results(folder), words) == render(read_results(folder), words)


def test_ends_of_pairs_and_runs_are_named_in_the_readers_language(tmp_path):
    text = RETAINING.replace('analyses = ["survey"]', 'analyses = ["motion", "soil"]')
    text = text.replace("damping_ratio", 'normal_stiffness_high = "4e8 N/m3"\ndamping_ratio', 1)
    text = text.replace("[soil]\n", "[soil]\ncompare_bare = false\n")
    run_project(parse_project(text), tmp_path / "out")
    page = render(read_results(tmp_path / "out"), load_words("es"))
    part = page.split('id="soil"')[1]
    assert "sine (Kn bajo)" in part
    assert "sine (Kn alto)" in part
    assert "Kn low" not in part
    assert 'id="soil-ramp-2-figure_1"' in part
