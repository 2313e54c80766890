"""The calibration of Chokepukio in a real browser: it opens, fits, and two walls swing together."""

from __future__ import annotations

import pytest

from pirqa.report import load_words, render
from tests.report.browser import keep, opened, ready, until


@pytest.fixture(scope="module")
def pages(assessed, tmp_path_factory):
    """Of both languages, from the results that all tests share."""
    found = assessed("chokepukio")
    folder = tmp_path_factory.mktemp("calibrated")
    made = {}
    for language in ("en", "es"):
        made[language] = folder / f"{language}.html"
        made[language].write_text(render(found, load_words(language)), encoding="utf-8")
    return made


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_section_opens_and_its_walls_swing(browser, pages, language):
    words = load_words(language)
    with opened(browser, pages[language]) as page:
        section = page.locator("#updating")
        assert section.locator("h2").inner_text() == words("updating.title")
        drawn = section.locator("figure:not(.paper) svg").count()
        assert drawn >= 8
        assert section.locator("a[download]").count() == drawn, "every picture hands out its numbers"
        assert page.evaluate("document.documentElement.scrollWidth") <= 1100
        if language == "es":
            return
        number = page.evaluate(
            "[...document.querySelectorAll('.pirqa-viewer')].findIndex(item => item.closest('#updating'))"
        )
        place = ready(page, number)
        assert place.locator("select").first.locator("option").count() >= 4
        mine = "window.pirqaViewers.find(item => item.playing)"
        place.locator(".pv-play").click()
        until(page, f"{mine} !== undefined")
        start = page.evaluate(f"{mine}.frame")
        until(page, f"{mine}.frame != {start}")
        keep(place, "updating")


def test_the_section_fits_a_phone(browser, pages):
    with opened(browser, pages["en"], width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for figure in page.locator("#updating figure > div").all():
            box = figure.bounding_box()
            if box is None:  # for paper alone
                continue
            assert box["x"] + box["width"] <= 391
