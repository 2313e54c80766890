"""What a real browser says where there is nothing to show: spoiled scenes, no WebGL, runs without numbers."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from pirqa.report import render
from pirqa.report.viewer import Clip
from tests.report.browser import EN, alone, covered, keep, opened, ready, small_scene, until


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
