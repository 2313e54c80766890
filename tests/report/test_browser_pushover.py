"""The pushover section in a real browser: it opens, fits, and the push can be played."""

from __future__ import annotations

import pytest

from pirqa.report import load_words, render
from tests.report.browser import FIRST, keep, opened, ready, until
from tests.report.test_pushover_section import assessment_of, pushed


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Made-up paths, whose page is made in no time."""
    folder = tmp_path_factory.mktemp("pushed")
    result = pushed()
    for language in ("en", "es"):
        page = render(assessment_of(result, language), load_words(language))
        (folder / f"{language}.html").write_text(page, encoding="utf-8")
    return folder


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_section_opens_and_the_push_plays(browser, pages, language):
    with opened(browser, pages / f"{language}.html") as page:
        section = page.locator("#pushover")
        assert section.locator("figure").count() >= 6
        assert section.locator("a[download]").count() >= 6, "charts and cracks hand out their numbers"
        number = page.evaluate(
            "[...document.querySelectorAll('.pirqa-viewer')].findIndex(one => one.closest('#pushover'))"
        )
        for earlier in range(number):  # viewers are numbered as they come to life
            ready(page, earlier)
        place = ready(page, number)
        viewer = FIRST.replace("[0]", f"[{number}]")
        page.locator("#pushover .pv-play").first.click()
        until(page, f"{viewer}.playing")
        until(page, f"{viewer}.frame > 0")
        assert page.evaluate("document.documentElement.scrollWidth") <= 1100
        if language == "en":
            keep(place, "pushover")


def test_the_section_fits_a_phone(browser, pages):
    with opened(browser, pages / "es.html", width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for figure in page.locator("#pushover figure > div").all():
            box = figure.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 391


def test_the_example_is_pushed(browser, assessed):
    with opened(browser, assessed("chokepukio").report) as page:
        section = page.locator("#pushover")
        assert section.locator("figure").count() >= 6
        assert section.locator("a[download]").count() >= 5
