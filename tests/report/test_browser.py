"""The report in a real browser: pages, runs and what is chosen, on the system's Chromium by Playwright."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import MissingProgramError
from pirqa.project import read_results
from pirqa.report.page import print_report, render
from pirqa.report.viewer.scene import Clip
from pirqa.report.words import load_words
from tests.conftest import CHROMIUM, NO_BROWSER
from tests.report.browser import (
    EN,
    FIRST,
    alone,
    covered,
    downloaded,
    drawn,
    frame,
    keep,
    opened,
    pixels,
    place_of,
    ready,
    small_scene,
    until,
)
from tests.report.conftest import TITLE


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
    # 14 to 16 by the fonts of the machine
    assert 3 <= pages <= 16, "page one and the cards take three"


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


def test_a_run_is_drawn_played_and_scrubbed(browser, shaken):
    run = shaken.stages["dynamics"].runs[0]
    with opened(browser, shaken.report) as page:
        place = ready(page)
        first = pixels(page)
        assert covered(page) > 0.05
        assert len(np.unique(first.reshape(-1, 4), axis=0)) > 20
        keep(place, "run-start")
        last = page.evaluate(f"{FIRST}.clip.frames") - 1
        page.locator(".pv-play").first.click()
        until(page, f"{FIRST}.frame > 8")
        page.locator(".pv-play").first.click()
        assert not page.evaluate(f"{FIRST}.playing")
        halted = frame(page)
        assert 8 < halted < last
        drawn(page)
        assert frame(page) == halted

        time_line = page.locator(".pv-time").first
        time_line.fill(str(0.5 * last))
        assert frame(page) == pytest.approx(0.5 * last)
        middle = 0.5 * float(run.times[-1])
        assert page.locator(".pv-clock").first.inner_text() == f"{middle:.2f} s"
        drawn(page)
        assert np.abs(pixels(page).astype(int) - first).max() > 40, "the picture has changed"

        chart = page.locator(".pv-chart .u-over").first
        chart.scroll_into_view_if_needed()
        here = chart.bounding_box()
        page.mouse.click(here["x"] + 0.25 * here["width"], here["y"] + 0.5 * here["height"])
        quarter = frame(page)
        assert quarter == pytest.approx(0.25 * last, abs=0.01 * last), "chart and timeline have one axis"
        page.mouse.move(here["x"] + 0.25 * here["width"], here["y"] + 5)
        page.mouse.down()
        page.mouse.move(here["x"] + 0.4 * here["width"], here["y"] + 5)
        page.mouse.up()
        assert frame(page) > quarter
        assert float(time_line.input_value()) == pytest.approx(frame(page), abs=0.01)

        # from just before its end it plays to the end, stops there, and then begins anew
        page.evaluate(f"{FIRST}.seek({last - 2})")
        page.locator(".pv-play").first.click()
        until(page, f"!{FIRST}.playing")
        assert frame(page) == last
        page.locator(".pv-play").first.click()
        until(page, f"{FIRST}.frame < {last} && {FIRST}.frame > 0")
        keep(place, "run-playing")


def test_a_click_tells_which_stone_it_is(browser, shaken):
    wall = read_results(shaken.folder).stages["survey"].wall
    run = shaken.stages["dynamics"].runs[0]
    with opened(browser, shaken.report) as page:
        place = ready(page)
        page.locator(".pv-picture").first.scroll_into_view_if_needed()
        last = page.evaluate(f"{FIRST}.clip.frames - 1")
        page.evaluate(f"{FIRST}.setExaggeration(1); {FIRST}.seek({last})")
        row = round(last * page.evaluate(f"{FIRST}.clip.step") / float(run.times[1]))
        facts = page.locator(".pv-facts").first
        assert facts.is_hidden()
        for number, stone in enumerate(wall.stones):
            page.mouse.click(*place_of(page, number))
            assert facts.locator("strong").inner_text() == f"Stone {stone.name}"
            told = dict(zip(facts.locator("dt").all_inner_texts(), facts.locator("dd").all_inner_texts(), strict=True))
            mass, unit = told[EN("viewer.mass")].split()
            assert float(mass) * {"kg": 1.0, "t": 1e3}[unit] == pytest.approx(wall.mass(stone), rel=5e-3)
            shift = [float(part) for part in told[EN("viewer.shift")].removesuffix(" mm").split(",")]
            path = run.displacement[:, run.stones.index(stone.name)]
            moved, largest = path[row], 1e3 * float(np.abs(path).max())
            assert shift == pytest.approx(1e3 * moved, abs=6e-3 * largest + 1e-3)
        # its own history takes the record's place in the chart
        assert page.locator(".pv-chart .u-legend").first.is_visible()
        drawn(page)
        keep(place, "stone-clicked")
        corner = page.locator(".pv-picture canvas").first.bounding_box()
        page.mouse.click(corner["x"] + corner["width"] - 8, corner["y"] + corner["height"] - 8)
        assert facts.is_hidden(), "a click beside the wall lets go of the stone"


def test_the_keyboard_is_enough(browser, shaken):
    wall = shaken.stages["survey"].wall
    with opened(browser, shaken.report) as page:
        ready(page)
        page.locator(".pv-picture canvas").first.focus()
        page.keyboard.press("Space")
        assert page.evaluate(f"{FIRST}.playing")
        until(page, f"{FIRST}.frame > 12")
        page.keyboard.press("Space")
        assert not page.evaluate(f"{FIRST}.playing")
        before = frame(page)
        page.keyboard.press(",")
        assert frame(page) == pytest.approx(before - 1.0)
        page.keyboard.press(".")
        page.keyboard.press(".")
        assert frame(page) == pytest.approx(before + 1.0)
        strong = page.locator(".pv-facts strong").first
        for key, stone in (("n", 0), ("n", 1), ("p", 0), ("p", -1)):
            page.keyboard.press(key)
            assert strong.inner_text() == f"Stone {wall.stones[stone].name}"
        page.keyboard.press("Escape")
        assert page.locator(".pv-facts").first.is_hidden()
        eye = f"{FIRST}.view.camera.position.toArray()"
        home = page.evaluate(eye)
        for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "+", "-"):
            there = page.evaluate(eye)
            page.keyboard.press(key)
            assert page.evaluate(eye) != pytest.approx(there), key
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Home")
        assert page.evaluate(eye) == pytest.approx(home)
        page.keyboard.press("g")
        assert not page.locator(".pv-check input").first.is_checked()
        scrolled = page.evaluate("scrollY")
        page.keyboard.press("ArrowDown")
        assert page.evaluate("scrollY") == scrolled, "the page stays where it is"


def test_what_is_chosen_changes_the_picture(browser, shaken):
    with opened(browser, shaken.report) as page:
        place = ready(page)
        page.evaluate(f"{FIRST}.seek({FIRST}.clip.frames - 1)")
        bar = page.locator(".pv-bar").first
        seen = {}

        def look(name):
            drawn(page)
            seen[name] = pixels(page)
            return seen[name]

        colour = bar.locator("select").filter(has=page.locator("option[value=turn]"))
        legend = page.locator(".pv-legend").first
        values = [item.get_attribute("value") for item in colour.locator("option").all()]
        assert set(values) == {"zone", "shift", "turn", "residual", "force"}
        told = set()
        for value in values:
            colour.select_option(value)
            look(value)
            told.add(legend.inner_text())
        assert len(told) == len(values), "each has a legend of its own"
        for one in ("shift", "turn", "residual", "force"):
            assert (seen[one] != seen["zone"]).any(axis=2).mean() > 0.02, one
        scale = bar.locator("select").filter(has=page.locator("option[value='500']"))
        scale.select_option("1")
        near = look("near")
        scale.select_option("50")
        assert (look("far") != near).any(axis=2).mean() > 0.02
        keep(place, "enlarged")
        ghost = bar.locator("input[type=checkbox]")
        ghost.uncheck()
        assert (look("alone") != seen["far"]).any()
        ghost.check()
        assert np.array_equal(look("again"), seen["far"])
        assert page.locator(".pv-scale span").first.inner_text().endswith("m")


def still(name: str, shown: tuple[int, ...] | None) -> Clip:
    turn = np.zeros((2, 3, 4))
    turn[..., 0] = 1.0
    shift = np.zeros((2, 3, 3))
    return Clip(id=name, title=name, kind="path", values=np.arange(2.0), shift=shift, turn=turn, shown=shown)


def blue(picture):
    red, green, azure, _ = np.moveaxis(picture.astype(int), -1, 0)
    return (azure > red + 60) & (azure > green + 25)


def test_what_is_chosen_has_an_outline_and_keeps_its_colour(browser, tmp_path):
    with opened(browser, alone(tmp_path, small_scene())) as page:
        ready(page)
        before = pixels(page)
        assert not blue(before).any()
        page.mouse.click(*place_of(page, 1))
        drawn(page)
        after = pixels(page)
        changed = (after != before).any(axis=2)
        ring = blue(after)
        assert 0.001 < ring.mean() < 0.05
        assert (ring | ~changed).mean() > 0.995, "nothing but the outline has changed"
        rows, columns = np.flatnonzero(ring.any(axis=1)), np.flatnonzero(ring.any(axis=0))
        box = page.locator(".pv-picture canvas").bounding_box()
        x, y = place_of(page, 1)
        assert columns[0] < x - box["x"] < columns[-1]
        assert rows[0] < y - box["y"] < rows[-1]
        page.keyboard.press("Escape")
        drawn(page)
        assert np.array_equal(pixels(page), before)


def test_a_clip_shows_its_own_solids(browser, tmp_path):
    clips = (still("all", None), still("two", (0, 1)), still("last", (2,)))
    scene = small_scene(clips=clips)
    solids = tuple(replace(item, zone=item.name, body=True, mass=1.81e5) for item in scene.solids)
    with opened(browser, alone(tmp_path, replace(scene, solids=solids))) as page:
        ready(page)
        page.evaluate(f"{FIRST}.setColouring('zone')")
        whole = covered(page)
        shares, legends = [], []
        for index in (1, 2):
            page.locator(".pv-bar select").first.select_option(str(index))
            drawn(page)
            shares.append(covered(page))
            legends.append(page.locator(".pv-colours").inner_text().split())
        assert legends == [["s0", "s1"], ["s2"]]
        assert all(0.2 * whole < share < 0.85 * whole for share in shares)
        page.mouse.click(*place_of(page, 0))
        assert page.locator(".pv-facts").is_hidden(), "what is hidden cannot be chosen"
        page.mouse.click(*place_of(page, 2))
        assert page.locator(".pv-facts strong").inner_text() == f"{EN('viewer.body')} s2"
        told = page.locator(".pv-facts dl").inner_text()
        assert "181 t" in told
        assert EN("viewer.zone") not in told
        page.locator(".pv-picture canvas").press("n")
        assert page.locator(".pv-facts strong").inner_text() == f"{EN('viewer.body')} s2", "there is no other"
        page.locator(".pv-bar select").first.select_option("1")
        assert page.locator(".pv-facts").is_hidden(), "what leaves the picture is let go"


def test_the_bar_of_a_legend_is_as_wide_as_its_words(browser, shaken):
    for width in (390, 1100):
        with opened(browser, shaken.report, width=width) as page:
            ready(page)
            page.evaluate(f"{FIRST}.setColouring('force')")
            drawn(page)
            bar, words, picture = (
                page.locator(place).first.bounding_box()
                for place in (".pv-colours b", ".pv-colours > span", ".pv-picture")
            )
            assert bar["width"] >= words["width"] - 1.0
            assert bar["x"] + bar["width"] <= picture["x"] + picture["width"]


def test_no_number_in_the_facts_is_broken(browser, shaken):
    spanish = shaken.folder / "report.es.html"
    with opened(browser, spanish, width=390) as page:
        ready(page)
        page.evaluate(f"{FIRST}.seek({FIRST}.clip.frames - 1); {FIRST}.choose(0)")
        tall = page.evaluate("[...document.querySelectorAll('.pv-facts dd')].map((item) => item.offsetHeight)")
        assert len(tall) > 3
        assert max(tall) < 1.5 * min(tall), "each value stands in one line"
        assert page.locator(".pv-facts dd").first.inner_text() == "muro"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def cut(file):
    return {**file, "data": file["data"][: len(file["data"]) // 2]}


SPOILED = {
    "newer": ("newer", lambda file: {**file, "format": file["format"] + 1}),
    "older": ("older", lambda file: {**file, "format": file["format"] - 1}),
    "no-format": ("damaged", lambda file: {key: value for key, value in file.items() if key != "format"}),
    "cut-data": ("damaged", cut),
    "not-base64": ("damaged", lambda file: {**file, "data": "%%%"}),
    "cut-text": ("damaged", lambda file: json.dumps(file)[:400]),
    "empty": ("damaged", lambda file: ""),
    "missing-array": ("damaged", lambda file: {**file, "arrays": {**file["arrays"], "vertices": None}}),
    "missing-clip-array": ("damaged", lambda file: {**file, "clips": [{**file["clips"][0], "shift": "gone"}]}),
    "no-stones": ("damaged", lambda file: {key: value for key, value in file.items() if key != "stones"}),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_spoiled_scene_is_told_and_never_blank(browser, name, tmp_path):
    state, change = SPOILED[name]
    shift = np.zeros((4, 3, 3))
    turn = np.zeros((4, 3, 4))
    turn[..., 0] = 1.0
    clip = Clip(id="a", title="a", kind="history", values=np.arange(4.0), shift=shift, turn=turn)
    file = alone(tmp_path, small_scene(clips=(clip,)), change=change)
    page = browser.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(file.as_uri())
    until(page, "document.querySelector('.pirqa-viewer').dataset.state")
    assert page.locator(".pirqa-viewer").get_attribute("data-state") == state
    assert page.locator(".pv-message").inner_text() == EN(f"viewer.{state}")
    assert faults == []
    page.close()


def test_a_browser_without_webgl_is_told(browser, tmp_path):
    without = "HTMLCanvasElement.prototype.getContext = () => null"
    with opened(browser, alone(tmp_path, small_scene()), before=without) as page:
        until(page, "document.querySelector('.pirqa-viewer').dataset.state")
        assert page.locator(".pv-message").inner_text() == EN("viewer.no_webgl")


@pytest.mark.parametrize("from_row", [40, 0])
def test_a_run_that_ends_in_nothing_is_told(browser, shaken, from_row, tmp_path):
    result = shaken.stages["dynamics"]
    position = result.runs[0].position.copy()
    position[from_row:] = np.nan
    spoiled = replace(result, runs=(replace(result.runs[0], position=position), *result.runs[1:]))
    file = tmp_path / "report.html"
    file.write_text(render(replace(shaken, stages={**shaken.stages, "dynamics": spoiled}), EN), encoding="utf-8")
    with opened(browser, file) as page:
        place = ready(page)
        assert covered(page) > 0.05
        said = place.inner_text() + page.locator(".under").first.inner_text()
        assert EN("dynamics.no_numbers", run="push") in page.locator("main, body").first.inner_text()
        if from_row:
            assert EN("viewer.cut", time=EN.number(float(result.runs[0].times[from_row - 1]), 3)) in said
        else:
            assert EN("viewer.broken", runs="push") in said
        keep(place, f"not-a-number-{from_row}")
