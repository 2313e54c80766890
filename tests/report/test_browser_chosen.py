"""What is chosen has an outline and keeps its colour; a clip may show only the solids that belong to it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pirqa.report.viewer.scene import Clip
from tests.report.browser import EN, FIRST, alone, covered, drawn, opened, pixels, place_of, ready, small_scene


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
