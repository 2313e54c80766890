"""The campaign's page in a real browser: it opens, fits, and hands out its numbers."""

from __future__ import annotations

import base64
from urllib.parse import unquote

import pytest

from tests.report.browser import keep, opened
from tests.report.test_campaign_section import HAZARD, judged, pages


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    folder = tmp_path_factory.mktemp("campaign")
    table, result = judged(hazard=HAZARD, failed=0.01, seed=4)
    pages(folder, table, result)
    return folder


@pytest.mark.parametrize("page_name", ["report.html", "report.es.html"])
def test_the_section_opens(browser, campaign, page_name):
    with opened(browser, campaign / page_name) as page:
        section = page.locator("#campaign")
        assert section.locator("figure").count() == 6
        for figure in section.locator("figure svg").all():
            box = figure.bounding_box()
            assert box is not None
            assert box["height"] > 60
        links = section.locator("a[download]")
        assert links.count() == 6, "every picture hands out its numbers"
        first = links.first.get_attribute("href")
        assert first is not None
        head, _, data = first.partition(",")
        told = base64.b64decode(data).decode() if head.endswith("base64") else unquote(data)
        assert "DS4" in told
        assert page.evaluate("document.documentElement.scrollWidth") <= 1100
        if page_name == "report.html":
            keep(section.locator("figure").first, "campaign")


def test_the_section_fits_a_phone(browser, campaign):
    with opened(browser, campaign / "report.html", width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
