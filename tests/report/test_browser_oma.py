"""The oma section in a real browser: it opens, fits, and its modes swing."""

from __future__ import annotations

import pytest

from pirqa.assessment import assess_project
from pirqa.project import parse_project
from tests.oma.campaigns import write_campaign
from tests.report.browser import FIRST, keep, opened, ready, until

PROJECT = """
format = 1
analyses = ["oma"]
[project]
name = "Listening"
[oma]
plan = "plan.toml"
[oma.subspace]
order = 40
"""


@pytest.fixture(scope="module")
def heard(tmp_path_factory):
    folder = tmp_path_factory.mktemp("heard")
    write_campaign(folder, duration=200.0)
    project = parse_project(PROJECT, file=str(folder / "wall.toml"))
    return assess_project(project, folder / "results")


@pytest.mark.parametrize("page_name", ["report.html", "report.es.html"])
def test_the_section_opens_and_its_modes_swing(browser, heard, page_name):
    modes = heard.stages["oma"].modes
    with opened(browser, heard.folder / page_name) as page:
        section = page.locator("#oma")
        assert section.locator("figure").count() >= 6
        assert section.locator("table").first.locator("tbody tr").count() == len(modes)
        assert section.locator("a[download]").count() >= 4, "charts hand out their numbers"
        place = ready(page)
        options = place.locator("select").first.locator("option")
        assert options.count() == len(modes)
        place.locator("select").first.select_option(index=1)
        page.locator(".pv-play").first.click()
        until(page, f"{FIRST}.playing && {FIRST}.frame > 5")
        assert "3.1" in place.inner_text(), "the second mode's frequency"
        if page_name == "report.html":
            keep(place, "oma")
        assert page.evaluate("document.documentElement.scrollWidth") <= 1100


def test_the_section_fits_a_phone(browser, heard):
    with opened(browser, heard.report, width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for figure in page.locator("#oma figure > div").all():
            box = figure.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 391
