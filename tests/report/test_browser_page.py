"""The whole page in a real browser: mechanisms, languages, charts as data, print, phone."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pirqa.errors import MissingProgramError
from pirqa.project import read_results
from pirqa.report import load_words
from pirqa.report.pdf import print_report
from tests.conftest import CHROMIUM, NO_BROWSER
from tests.report.browser import covered, downloaded, drawn, keep, opened, pixels, place_of, ready, until
from tests.report.conftest import TITLE


def test_mechanisms_move_on_their_page(browser, mechanisms):
    with opened(browser, mechanisms.report) as page:
        count = page.locator(".pirqa-viewer").count()
        assert count >= 2
        for number in range(count):
            place = ready(page, number)
            assert covered(page, number) > 0.02
            viewer = f"window.pirqaViewers[{number}]"
            still = pixels(page, number)
            page.evaluate(f"{viewer}.seek(0.5 * {viewer}.clip.frames)")
            drawn(page)
            assert (pixels(page, number) != still).any(axis=2).mean() > 0.01
            keep(place, f"mechanism-{number + 1}")
        many = "window.pirqaViewers.findIndex(item => item.scene.file.clips.length > 1)"
        number = page.evaluate(many)
        viewer = f"window.pirqaViewers[{number}]"
        choice = page.locator(".pirqa-viewer").nth(number).locator(".pv-bar select").first
        choice.select_option("1")
        assert page.evaluate(f"{viewer}.clip === {viewer}.scene.file.clips[1]")
        assert page.evaluate(f"{viewer}.frame") == 0
        # a swing goes on until it is stopped
        page.evaluate(f"{viewer}.seek({viewer}.clip.frames - 1); {viewer}.toggle()")
        until(page, f"{viewer}.frame < 20 && {viewer}.playing")


def test_a_title_with_a_script_is_only_text(browser, mechanisms):
    with opened(browser, mechanisms.report) as page:
        ready(page, page.locator(".pirqa-viewer").count() - 1)
        assert page.locator("h1").inner_text() == TITLE
        assert page.title().startswith("Wall <script>")
        assert page.evaluate("window.bad") is None
        assert any(
            label.startswith(TITLE)
            for label in page.evaluate("[...document.querySelectorAll('canvas')].map(item => item.ariaLabel ?? '')")
        )


def test_the_other_language_is_a_click_away(browser, shaken):
    with opened(browser, shaken.report) as page:
        assert page.evaluate("document.documentElement.lang") == "en"
        page.locator(".switch a").click()
        page.wait_for_url(re.compile(r"report\.es\.html$"))
        assert page.evaluate("document.documentElement.lang") == "es"
        ready(page)
        assert page.locator(".pv-play").first.get_attribute("aria-label") == load_words("es")("viewer.play")
        page.locator(".switch a").click()
        page.wait_for_url(re.compile(r"report\.html$"))


def test_a_chart_is_downloaded_as_the_numbers_that_were_kept(browser, shaken, mechanisms):
    run = read_results(shaken.folder).stages["dynamics"].runs[0]
    with opened(browser, shaken.report) as page:
        rows = downloaded(page, "run-1.csv")
    top = int(np.argsort(-run.reference[:, 2], kind="stable")[0])
    moves = [row for row in rows if row["panel"] == rows[0]["panel"] and row["curve"] == rows[0]["curve"]]
    assert run.stones[top] in moves[0]["curve"]
    assert [float(row["x"]) for row in moves] == pytest.approx(run.times)
    assert [float(row["y"]) for row in moves] == pytest.approx(1e3 * run.displacement[:, top, 1], rel=1e-8)
    with opened(browser, mechanisms.report) as page:
        curves = downloaded(page, "limit-capacity.csv")
    kept = [item.curve for item in read_results(mechanisms.folder).stages["limit"].mechanisms if item.curve]
    ends = {round(float(curve.ultimate_displacement), 6) for curve in kept}
    assert curves
    assert {round(float(row["x"]), 6) for row in curves} & ends


def test_it_is_printed(shaken, tmp_path):
    if CHROMIUM is None:
        pytest.skip(NO_BROWSER)
    made = print_report(shaken.report, tmp_path / "report.pdf")
    assert made.read_bytes().startswith(b"%PDF")
    assert made.stat().st_size > 20_000


def test_printing_without_a_browser_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingProgramError, match=r"printing needs Chromium.*apt-get install chromium.*report\.html"):
        print_report(tmp_path / "report.html", tmp_path / "report.pdf")
    assert not (tmp_path / "report.pdf").exists()


@pytest.mark.parametrize("which", ["shaken", "mechanisms"])
def test_it_fits_a_phone_in_the_dark(browser, which, request):
    report = request.getfixturevalue(which).report
    with opened(browser, report, width=390, height=800, color_scheme="dark", has_touch=True, is_mobile=True) as page:
        place = ready(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for part in (".pv-bar", ".pv-picture", ".pv-timeline", ".pv-chart"):
            here = page.locator(part).first.bounding_box()
            assert here is None or here["x"] + here["width"] <= 390
        assert covered(page) > 0.02
        paper = page.evaluate("getComputedStyle(document.querySelector('.pirqa-viewer')).backgroundColor")
        assert max(int(part) for part in re.findall(r"\d+", paper)[:3]) < 80
        page.touchscreen.tap(*place_of(page, 0))
        assert page.locator(".pv-facts strong").first.is_visible()
        page.evaluate("document.querySelector('.pv-picture').scrollIntoView()")
        drawn(page)
        keep(page, f"phone-dark-{which}")
        assert place.get_attribute("data-state") == "ready"
