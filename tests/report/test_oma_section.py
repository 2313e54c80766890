"""The oma stage on the page: from the folder alone, in both languages, with every word it needs."""

from __future__ import annotations

import csv
import html
import io
import re
from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace
from typing import get_args

import numpy as np
import pytest

from pirqa.model.remark import Remark
from pirqa.oma.channel_quality import FLAGS
from pirqa.oma.hvsr.analyse import Refusal
from pirqa.oma.options import OmaOptions
from pirqa.oma.plan import Visit
from pirqa.oma.result import WayName
from pirqa.oma.tracking import Judgement
from pirqa.project import parse_project, read_results, run_project
from pirqa.project.origins import InputRow
from pirqa.project.published import PublishedMode
from pirqa.report.names import field_name, group_name
from pirqa.report.page import inputs_grid, measured_instead, render
from pirqa.report.section import Figure, Viewer
from pirqa.report.sections.oma import build
from pirqa.report.words import LANGUAGES, load_words
from tests.oma.campaigns import write_campaign
from tests.report.pages import without_pictures
from tests.report.test_motion_section import options
from tests.report.test_report import _Balanced

PROJECT = """
format = 1
analyses = ["oma"]
[project]
name = "Listening"
[oma]
plan = "plan.toml"
[oma.subspace]
order = 40
[[published_modes]]
mode = 1
source = "Some paper, Table 9"
frequency = "1.98 Hz"
peak = "1.99 Hz"
damping = "2.6 %"
[[published_modes]]
mode = 40
source = "Some paper, Table 9"
frequency = "30 Hz"
"""


@pytest.fixture(scope="module")
def heard(tmp_path_factory):
    folder = tmp_path_factory.mktemp("oma")
    visit = Visit(name="after the rains", folder="later", date=datetime(2025, 6, 1), temperature=11.0)
    write_campaign(folder, duration=200.0, simulated=True, visits=(visit,), date=datetime(2025, 1, 1))
    write_campaign(folder / "later", duration=200.0, softer=0.93, seed=5, ground=0.0)
    project = parse_project(PROJECT, file=str(folder / "wall.toml"))
    return run_project(project, folder / "results")


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_is_whole(heard, language):
    words = load_words(language)
    page = render(heard, words)
    checker = _Balanced()
    checker.feed(page)
    assert checker.open == []
    plain = html.unescape(without_pictures(page))
    for key in ("title", "intro", "indicators", "shapes", "hv_title", "tracking_title", "quality", "limits"):
        assert words(f"oma.{key}") in plain, key
    section = plain.split('id="oma"')[1].split("</section>")[0]
    assert "{" not in section
    assert "Simulated." in section
    assert words("oma.simulated") in section
    assert "Some paper, Table 9" in section
    assert words("oma.printed_missed", modes="40") in section


def test_the_folder_alone_gives_the_same_page(heard):
    words = load_words("en")
    assert render(read_results(heard.folder), words) == render(heard, words)


def test_every_figure_has_its_data(heard):
    section = build(heard.stages["oma"], heard, load_words("en"))
    figures = {block.svg.name: block.svg for block in section.blocks if isinstance(block, Figure)}
    assert set(figures) == {
        *("oma-spectrum", "oma-diagram", "oma-singular-values", "oma-shapes", "oma-auto-mac", "oma-hv-1"),
        "oma-tracking",
    }
    for name, svg in figures.items():
        assert svg.data, name
    rows = list(csv.DictReader(io.StringIO(figures["oma-shapes"].data)))
    modes = heard.stages["oma"].modes
    assert len(rows) == np.isfinite(modes.point_shape).sum()
    shape = modes.point_shape[int(rows[-1]["mode"]) - 1, modes.points.index(rows[-1]["point"]), 1]
    assert float(rows[-1]["shape, real"]) == pytest.approx(shape, abs=1e-5)
    assert float(rows[-1]["up [m]"]) == heard.stages["oma"].places[modes.points.index(rows[-1]["point"]), 2]
    lines = figures["oma-auto-mac"].data.splitlines()
    assert float(lines[1].split(",")[2]) == pytest.approx(heard.stages["oma"].auto_mac[0, 1], abs=1e-6)
    assert figures["oma-diagram"].count("<use") > 100, "poles are vectors"
    assert "image/png" not in "".join(figures.values())


def test_modes_swing_in_the_viewer(heard):
    result = heard.stages["oma"]
    section = build(result, heard, load_words("en"))
    (viewer,) = (block for block in section.blocks if isinstance(block, Viewer))
    assert len(viewer.scene.clips) == len(result.modes)
    clip = viewer.scene.clips[0]
    assert clip.frequency == pytest.approx(float(result.modes.frequency[0]))
    # sensors come last and move as they were measured
    moved = clip.motion[-len(result.modes.points) :, 1]
    shape = result.modes.point_shape[0, :, 1]
    np.testing.assert_allclose(moved, shape / np.abs(shape).max(), atol=1e-12)


def test_intervals_are_two_standard_deviations(heard):
    result = heard.stages["oma"]
    plain = html.unescape(without_pictures(render(heard, load_words("en"))))
    section = plain.split('id="oma"')[1].split("</section>")[0]
    first = re.search(r"The first one has ([\d.]+) ± ([\d.]+) Hz", section)
    assert first is not None
    assert float(first[1]) == pytest.approx(float(result.modes.frequency[0]), rel=1e-3)
    assert float(first[2]) == pytest.approx(2.0 * float(result.modes.frequency_sd[0]), rel=0.05)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_found_is_told(heard, language):
    words = load_words(language)
    result = heard.stages["oma"]
    none = np.zeros(0)
    empty = replace(
        result,
        modes=replace(
            result.modes,
            **{
                name: none
                for name in ("frequency", "damping", "frequency_sd", "damping_sd", "collinearity", "phase_deviation")
            },
            **{
                name: result.modes.point_shape[:0]
                for name in ("point_shape", "point_shape_imaginary", "point_shape_sd")
            },
        ),
        auto_mac=np.zeros((0, 0)),
        ways=(),
        tracking=None,
        noise=(),
    )
    page = html.unescape(without_pictures(render(replace(heard, stages={"oma": empty}), words)))
    assert words("oma.sentence_none", low="0.500", high="10.0").split("0.500")[0] in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_words(language):
    words = load_words(language)
    keys = options(OmaOptions, "oma")
    assert len(keys) > 60
    for group, key in keys:
        assert field_name(key, words), key
        assert group_name(group, words), group


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_results_is_there(language):
    words = load_words(language)
    wanted = [f"oma.way_{name}" for name in get_args(WayName)]
    wanted += [f"oma.hv_{name}" for name in get_args(Refusal)]
    wanted += [f"oma.flag_{name}" for name in FLAGS]
    wanted += [f"oma.judgement_{name}" for name in get_args(Judgement)]
    assert [key for key in wanted if key not in words] == []


def test_a_printed_mode_needs_no_numbers(heard):
    lonely = replace(heard, published={"published_modes": (PublishedMode(mode=2, source="Nowhere"),)})
    assert "Nowhere" in render(lonely, load_words("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_inputs_say_what_was_measured_instead(heard, language):
    words = load_words(language)
    given = InputRow(key="codes.structure_period", text="0.53 s", value=0.53, unit="s", status="given")
    told = Remark(kind="assumption", key="structure_period_measured_instead", amount=0.506, stated=0.53, unit="s")
    codes = SimpleNamespace(remarks=(told,), checks=())
    cells = inputs_grid((given,), words, measured_instead(replace(heard, stages={"codes": codes}), words)).rows[0]
    assert cells[2].small == words("page.measured_instead", amount="0.506 s")
    assert inputs_grid((given,), words, measured_instead(heard, words)).rows[0][2].small == ""
