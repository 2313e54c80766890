"""The report in a real browser: Playwright on the system's Chromium."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def report(assessed):
    return assessed("machu_picchu").report


@pytest.mark.parametrize(("width", "height"), [(1200, 900), (390, 800)], ids=["desk", "phone"])
def test_report_opens_offline_and_fits(browser, report, width, height):
    page = browser.new_page(viewport={"width": width, "height": height})
    asked, faults = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.goto(report.as_uri())
    assert asked == [report.as_uri()], "the report asks for nothing else"
    assert faults == []
    assert page.locator("h1").inner_text() == "Terrace wall, Machu Picchu"
    assert "SAFETY NOT SHOWN" in page.locator(".sentence").inner_text()
    words = [item.inner_text() for item in page.locator(".state.unsure .state-word").all()]
    assert words == ["not shown safe", "not shown safe"], "at rest, dry and wet"
    assert page.locator("#checks tbody tr").count() == 20
    assert page.locator("#checks td.bad").count() == 4
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "no sideways scrolling of the page"
    for figure in page.locator("figure > div").all():
        box = figure.bounding_box()
        assert box is not None
        assert box["width"] > 150
        assert box["x"] + box["width"] <= width + 1
    page.close()


def test_report_prints_to_pages(browser, report, tmp_path):
    page = browser.new_page()
    page.goto(report.as_uri())
    data = page.pdf(path=str(tmp_path / "report.pdf"), prefer_css_page_size=True)
    page.close()
    assert data.startswith(b"%PDF")
    pages = data.count(b"/Type /Page\n") or data.count(b"/Type /Page ") or data.count(b"/Type/Page/")
    assert 3 <= pages <= 15, "page one and the cards take three"
