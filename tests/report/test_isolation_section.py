"""The isolation stage on the page."""

from __future__ import annotations

from html import unescape

import pytest

import pirqa
from pirqa.report.words import load_words
from tests.cli.test_isolate import PROJECT

ASKED = """
[isolation]
rolling_resistance = [0.1]
levels = ["0.2 g", "0.8 g"]
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    path = tmp_path_factory.mktemp("isolation") / "wall.toml"
    asked = PROJECT.replace('analyses = ["survey"]', 'analyses = ["motion", "isolation"]')
    path.write_text(asked + ASKED, encoding="utf-8")
    return path


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_says_where_a_bed_helps(project, language):
    # the second language finds the runs of the first
    changes = {"project.language": language}
    done = pirqa.assess(project, project.parent / "out", changes=changes)
    page = unescape(done.report.read_text(encoding="utf-8"))
    words = load_words(language)
    section = page[page.index('id="isolation"') :]
    assert words("isolation.title") in section
    for level in ("0.2", "0.8"):
        assert words("isolation.run", motion="sine", level=level) in section
    rows = {(row["bed"], round(row["level"])): row for row in done.stages["isolation"].table.rows()}
    assert rows["rolling 0.1", 2]["effect"] == rows["rolling 0.1", 8]["effect"] == "helps"
    assert rows["sliding 0.577", 2]["effect"] == "idle"
    runs = words("isolation.run", motion="sine", level="0.2")
    assert words("isolation.told_idle", runs=runs, drift="") in section
    assert words("isolation.limits") in section
    assert section.count("<svg") >= 3
    assert words("group.isolation") in page


@pytest.fixture(scope="module")
def soft(tmp_path_factory):
    """The wall on joints so soft that it rocks on them at 0.4 g, and as one rigid block at 0.667 g only."""
    path = tmp_path_factory.mktemp("soft") / "wall.toml"
    asked = PROJECT.replace('analyses = ["survey"]', 'analyses = ["motion", "isolation"]')
    path.write_text(asked.replace("2e9 N/m3", "2e7 N/m3"), encoding="utf-8")
    return path


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_shows_displacements_with_stiffer_joints(soft, language):
    done = pirqa.assess(soft, soft.parent / "out", changes={"project.language": language})
    page = unescape(done.report.read_text(encoding="utf-8"))
    words = load_words(language)
    section = page[page.index('id="isolation"') :]
    assert words("isolation.stiffer_title") in section
    assert words("isolation.stiffer_joints") in section
    for factor in ("10", "100"):
        assert words("isolation.column_stiffer", factor=factor) in section
    assert words("isolation.origin_joints") in section
    assert words("note.displaced_joints") in page
    worst = max(check.demand for check in done.checks if "displaced_joints" in check.notes)
    told = words("reason.displaced_joints", displacement=words.number(1e3 * worst, 2), limit="3")
    assert told in page
    assert words("note.relative_to_seat") in page
    assert words("isolation.foot_sliding", coefficient="0.577") in page
    # what soft joints alone leave is no damage
    assert done.verdict.of("damage").state != "not_satisfied"
    assert done.verdict.of("damage").upper is None
