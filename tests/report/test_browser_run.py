"""A run in a real browser: played, scrubbed, clicked, and worked by keys alone."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.project import read_results
from tests.report.browser import EN, FIRST, covered, drawn, frame, keep, opened, pixels, place_of, ready, until


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
