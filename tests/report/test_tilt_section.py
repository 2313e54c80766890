"""Tilt and joint calibration on the page: from the folder alone, in both languages, with every word they need."""

from __future__ import annotations

import pytest

from pirqa.experiments.joint_calibration.options import JointCalibrationOptions
from pirqa.experiments.tilt.options import TiltTestOptions
from pirqa.project import parse_project, read_results, run_project
from pirqa.report.names import field_name, group_name
from pirqa.report.page import render
from pirqa.report.words import LANGUAGES, load_words
from tests.cli.test_tilt import PROJECT
from tests.report.pages import without_pictures
from tests.report.test_motion_section import options
from tests.report.test_report import _Balanced

EN = load_words("en")
ASKED = (
    PROJECT.replace('analyses = ["survey"]', 'analyses = ["survey", "tilt", "joint_calibration"]')
    .replace("[tilt]\n", '[tilt]\nresolution = "1 deg"\nheld = "2 s"\n')
    .replace("[joint_calibration]\n", '[joint_calibration]\ntilt_angle = "12 deg"\ntilt_sd = "0.8 deg"\n'
             'stiffness_points = 2\nfriction_points = 2\ndamping_ratios = [0.02]\ndamping_ratio_sd = 0.004\n')
    + '\n[joint_calibration.tilt]\nrate = "4 deg/s"\n'
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("tilted") / "out"
    run_project(parse_project(ASKED), place)
    return place


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_sections_are_on_the_page(folder, language):
    words = load_words(language)
    page = render(read_results(folder), words)
    _Balanced().feed(page)
    text = without_pictures(page)
    for name in ("tilt", "joint_calibration"):
        assert f'<section id="{name}">' in text
        assert words(f"{name}.title") in text
    assert words("joint_calibration.known_between") in text
    assert words("tilt.trial_falls") in text
    assert "{" not in text[text.index('<section id="tilt">') : text.index('<section id="inputs">')]


def test_what_cannot_be_told_is_a_note(folder):
    assessment = read_results(folder)
    result = assessment.stages["joint_calibration"]
    vague = [item for item in result.parameters if item.known != "between"]
    page = without_pictures(render(assessment, EN))
    assert vague, "one tilt and one frequency cannot tell both stiffness and friction"
    assert page.count('class="note"') >= len(vague)
    assert "the data cannot tell" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_input_has_words(language):
    words = load_words(language)
    keys = [*options(TiltTestOptions, "tilt"), *options(JointCalibrationOptions, "joint_calibration")]
    assert len(keys) > 25
    for group, key in keys:
        assert group_name(group, words)
        assert field_name(key, words), key
