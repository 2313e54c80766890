"""The fe section in a real browser: it opens, fits, and its modes swing."""

from __future__ import annotations

import pytest

from pirqa.assessment import assess_project
from pirqa.project import parse_project
from tests.project.test_fe import SPRING, WALL
from tests.report.browser import FIRST, frame, keep, opened, ready, until


@pytest.fixture(scope="module")
def modelled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("modelled")
    project = parse_project(WALL + SPRING, file=str(folder / "wall.toml"))
    return assess_project(project, folder / "results")


@pytest.mark.parametrize("page_name", ["report.html", "report.es.html"])
def test_the_section_opens_and_its_modes_swing(browser, modelled, page_name):
    with opened(browser, modelled.folder / page_name) as page:
        section = page.locator("#fe")
        assert section.locator("figure").count() >= 4
        assert section.locator("table").first.locator("tbody tr").count() == 2
        assert section.locator("a[download]").count() >= 1, "charts hand out their numbers"
        place = ready(page)
        options = place.locator("select").first.locator("option")
        assert options.count() == 8, "four modes of two models on one mesh"
        options.nth(1).evaluate("option => { option.parentElement.value = option.value; }")
        page.locator("#fe .pv-play").first.click()
        until(page, f"{FIRST}.playing")
        start = frame(page)
        until(page, f"{FIRST}.frame != {start}")
        if page_name == "report.html":
            keep(place, "fe")
        assert page.evaluate("document.documentElement.scrollWidth") <= 1100


def test_the_section_fits_a_phone(browser, modelled):
    with opened(browser, modelled.report, width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for figure in page.locator("#fe figure > div").all():
            box = figure.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 391
