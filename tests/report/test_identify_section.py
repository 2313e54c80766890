"""The identify stage on the page: from the folder alone, in both languages, with every word it needs."""

from __future__ import annotations

import html
from dataclasses import replace

import pytest

from pirqa.experiments.identify.options import IdentifyOptions
from pirqa.model import Remark
from pirqa.project import parse_project, read_results, run_project
from pirqa.report.names import field_name, group_name
from pirqa.report.page import render
from pirqa.report.words import LANGUAGES, load_words
from tests.project.test_dynamics import WALL
from tests.report.pages import without_pictures
from tests.report.test_motion_section import options
from tests.report.test_report import _Balanced

SHAKEN = (
    WALL.replace('["survey", "motion", "dynamics"]', '["survey", "identify"]').replace(
        'normal_stiffness = "2e8 N/m3"', 'normal_stiffness = "1e8 N/m3"\nnormal_stiffness_high = "2e8 N/m3"'
    )
    + """
[identify]
window = "2 s"
levels = ["0.001 g", "0.3 g"]
modes = 4
[identify.noise]
duration = "4 s"
[identify.sines]
frequencies = ["5 Hz", "10 Hz", "20 Hz"]
duration = "1 s"
refine = 0
"""
)


@pytest.fixture(scope="module")
def vibrating(tmp_path_factory):
    return run_project(parse_project(SHAKEN), tmp_path_factory.mktemp("identify") / "results")


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_is_whole(vibrating, language):
    words = load_words(language)
    page = render(vibrating, words)
    checker = _Balanced()
    checker.feed(page)
    assert checker.open == []
    plain = html.unescape(without_pictures(page))
    for key in ("title", "intro", "modes", "softening", "small", "noise", "coarse", "sines", "column_peak"):
        assert words(f"identify.{key}") in plain, key
    assert page.count('id="identify-shapes-') >= 2 or page.count("identify-shapes-2") > 0, (
        "one for each end of the pair"
    )
    assert "{" not in plain.split('id="identify"')[1].split("</section>")[0]


def test_the_folder_alone_gives_the_same_page(vibrating):
    words = load_words("en")
    assert render(read_results(vibrating.folder), words) == render(vibrating, words)


def test_every_frequency_of_a_run_has_its_resolution(vibrating):
    plain = without_pictures(render(vibrating, load_words("en")))
    for vibration in vibrating.stages["identify"].vibrations:
        words = load_words("en")
        for spectrum in (vibration.noise.spectrum, vibration.noise.coarse):
            assert f"{words.number(spectrum.dominant, 4)} ± {words.number(0.5 * spectrum.resolution, 2)}" in plain
        sines = vibration.sines
        assert f"{words.number(sines.most_amplified, 4)} ± {words.number(0.5 * sines.resolution, 2)}" in plain


def test_runs_are_called_by_our_words(vibrating):
    result = vibrating.stages["identify"]
    ill = Remark(kind="warning", key="run_failed", amount=1.0, unit="s", text="noise 0.3 g (Kn high)")
    page = render(
        replace(vibrating, stages={**vibrating.stages, "identify": replace(result, remarks=(ill,))}), load_words("es")
    )
    assert "ruido 0.3 g (Kn alto)" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_words(language):
    words = load_words(language)
    for group, key in options(IdentifyOptions, "identify"):
        assert field_name(key, words)
        assert group_name(group, words)
    for key in ("tests", "modes", "sines.refine"):
        assert field_name(f"identify.{key}", words)
