"""The isolation stage on the page."""

from __future__ import annotations

from html import unescape

import pytest

import pirqa
from pirqa.report import load_words
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
