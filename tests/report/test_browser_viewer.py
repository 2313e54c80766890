"""The wall in three dimensions in a real browser: what moves, what is clicked, and what is said where it cannot be."""

from __future__ import annotations

import base64
import csv
import io
import json
import os
import re
import time
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import MissingProgramError
from pirqa.model import Polyhedron
from pirqa.project import parse_project, read_results, run_project
from pirqa.report import load_words, render, write_report
from pirqa.report.pdf import print_report
from pirqa.report.section import Viewer
from pirqa.report.template import asset, environment, macros, policy, viewer_script
from pirqa.report.viewer import Clip, Field, Scene, Signal, Solid
from pirqa.verification.stones import box
from tests.conftest import CHROMIUM, NO_BROWSER, ROOT
from tests.project.test_dynamics import WALL

EN = load_words("en")
FLAGS = [
    "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip
PICTURES = ROOT / "build" / "screenshots"
TITLE = 'Wall <script>window.bad = 1</script> & "co" </title>'
SHAKEN = WALL.replace('amplitude = "0.1 g"', 'amplitude = "0.5 g"').replace('free = "3 s"', 'free = "1 s"')
MECHANISMS = (
    WALL.replace('analyses = ["survey", "motion", "dynamics"]', 'analyses = ["survey", "limit", "blocks"]')
    .replace('name = "Stones in motion"', f"name = '{TITLE}'")
    .partition("[motion.signals")[0]
)
FIRST = "window.pirqaViewers[0]"


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        if os.environ.get("PIRQA_REQUIRE_BROWSER"):
            pytest.fail(NO_BROWSER)
        pytest.skip(NO_BROWSER)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="module")
def shaken(tmp_path_factory):
    done = run_project(parse_project(SHAKEN), tmp_path_factory.mktemp("shaken") / "results")
    write_report(done)
    return done


@pytest.fixture(scope="module")
def mechanisms(tmp_path_factory):
    done = run_project(parse_project(MECHANISMS), tmp_path_factory.mktemp("mechanisms") / "results")
    write_report(done)
    return done


@contextmanager
def opened(browser, file, *, width=1100, height=900, before="", **more):
    """A page that must neither complain nor ask for anything."""
    page = browser.new_page(viewport={"width": width, "height": height}, **more)
    asked, faults = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    if before:
        page.add_init_script(before)
    page.goto(file.as_uri())
    yield page
    # Chromium's own words about reading pixels back are no fault of the page
    assert [text for text in faults if "GPU stall" not in text] == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    page.close()


def ready(page, number=0):
    """The viewer with this number, scrolled to and drawn."""
    place = page.locator(".pirqa-viewer").nth(number)
    place.scroll_into_view_if_needed()
    until(page, f"document.querySelectorAll('.pirqa-viewer')[{number}].dataset.state")
    assert place.get_attribute("data-state") == "ready", place.inner_text()
    drawn(page)
    return place


def until(page, holds, patience=20.0):
    """Waits for a condition in the page, asking from outside: its policy lets no text become a program."""
    end = time.perf_counter() + patience
    while not page.evaluate(holds):
        assert time.perf_counter() < end, f"never came true: {holds}"
        page.wait_for_timeout(20)


def drawn(page):
    """Waits until what was asked for is on the screen."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def frame(page):
    return page.evaluate(f"{FIRST}.frame")


def pixels(page, number=0):
    """Of the canvas that WebGL drew, shape (height, width, 4)."""
    raw = page.evaluate(
        """k => {
            const from = document.querySelectorAll(".pv-picture canvas")[k];
            const copy = Object.assign(document.createElement("canvas"), { width: from.width, height: from.height });
            const pen = copy.getContext("2d");
            pen.drawImage(from, 0, 0);
            const data = pen.getImageData(0, 0, copy.width, copy.height).data;
            let text = "";
            for (let k = 0; k < data.length; k += 8192) text += String.fromCharCode(...data.subarray(k, k + 8192));
            return [copy.width, copy.height, btoa(text)];
        }""",
        number,
    )
    return np.frombuffer(base64.b64decode(raw[2]), np.uint8).reshape(raw[1], raw[0], 4)


def stones_drawn(page, number=0):
    """Where stones are on the canvas: without the ground and the wall at rest nothing else is opaque."""
    show = "([k, on]) => { const { view } = window.pirqaViewers[k]; view.ground.visible = on; view.drawNow(); }"
    page.evaluate(show, [number, False])
    picture = pixels(page, number)
    page.evaluate(show, [number, True])
    return picture[..., 3] > 250


def covered(page, number=0):
    """Share of the canvas on which stones are."""
    return float(stones_drawn(page, number).mean())


def place_of(page, stone):
    """Where the middle of a stone is on the screen."""
    return page.evaluate(
        """k => {
            const { view, scene, poses } = window.pirqaViewers[0];
            const centre = scene.array("centres").subarray(3 * k, 3 * k + 3);
            const moved = poses.values.subarray(7 * k, 7 * k + 3);
            const seen = view.camera.position.clone().set(...centre.map((x, a) => x + moved[a])).project(view.camera);
            const box = view.canvas.getBoundingClientRect();
            return [box.left + (0.5 + 0.5 * seen.x) * box.width, box.top + (0.5 - 0.5 * seen.y) * box.height];
        }""",
        stone,
    )


def keep(place, name):
    PICTURES.mkdir(parents=True, exist_ok=True)
    place.screenshot(path=PICTURES / f"{name}.png")


def alone(folder, scene, *, change=lambda file: file):
    """A page with this scene and nothing else; ``change`` spoils what was packed."""
    item = Viewer(id="one", scene=scene, caption="below")
    text = environment(EN).from_string(macros() + "{{ block(item) }}").render(item=item)
    start = text.index('id="one-scene">') + len('id="one-scene">')
    end = text.index("</script>", start)
    packed = change(json.loads(text[start:end]))
    body = text[:start] + (packed if isinstance(packed, str) else json.dumps(packed)) + text[end:]
    script = viewer_script()
    page = folder / "alone.html"
    page.write_text(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>one</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script)}">'
        f"<style>{asset('page.css')}{asset('viewer/viewer.css')}</style></head>"
        f"<body><main>{body}</main><script>{script}</script></body></html>",
        encoding="utf-8",
    )
    return page


def small_scene(**more):
    solids = tuple(
        Solid(name=f"s{k}", zone="wall", shape=box(1.0, 0.5, 0.4, at=(0.0, 0.0, 0.4 * k)),
              centre=np.array([0.5, 0.25, 0.4 * k + 0.2]), mass=10.0 + k)
        for k in range(3)
    )  # fmt: skip
    return Scene(title="small", solids=solids, **more)


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
            assert float(told[EN("viewer.mass")].removesuffix(" kg")) == pytest.approx(wall.mass(stone), rel=5e-3)
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


def downloaded(page, name):
    with page.expect_download() as waiting:
        page.locator(f'a.data[download="{name}"]').first.click()
    assert waiting.value.suggested_filename == name
    return list(csv.DictReader(io.StringIO(waiting.value.path().read_text(encoding="utf-8-sig"))))


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


def bumpy_stone(rows=224, columns=224):
    """A scanned stone of 1e5 triangles: a rough ball."""
    up = np.linspace(0.0, np.pi, rows + 1)[1:-1, None]
    round_ = np.linspace(0.0, 2.0 * np.pi, columns, endpoint=False)[None, :]
    radius = 0.5 + 0.02 * np.sin(7.0 * round_) * np.sin(5.0 * up)
    ring = np.stack(
        [radius * np.sin(up) * np.cos(round_), radius * np.sin(up) * np.sin(round_), radius * np.cos(up)], axis=-1
    ).reshape(-1, 3)
    vertices = np.concatenate([ring, [[0.0, 0.0, 0.5], [0.0, 0.0, -0.5]]])
    north, south = len(ring), len(ring) + 1
    faces = []
    for k in range(columns):
        after = (k + 1) % columns
        faces += [(north, k, after), (south, (rows - 2) * columns + after, (rows - 2) * columns + k)]
        for row in range(rows - 2):
            a, b, c, d = row * columns + k, row * columns + after, (row + 1) * columns + k, (row + 1) * columns + after
            faces += [(a, c, d), (a, d, b)]
    return Polyhedron(vertices=vertices, faces=tuple(faces))


def test_a_scan_of_very_many_triangles_is_shown_whole(browser, tmp_path):
    shape = bumpy_stone()
    assert len(shape.faces) > 99_000
    began = time.perf_counter()
    solid = Solid(name="scan", zone="wall", shape=shape, centre=shape.properties.centroid, mass=1.0)
    file = alone(tmp_path, Scene(title="scan", solids=(solid,)))
    assert time.perf_counter() - began < 10.0
    assert file.stat().st_size - len(viewer_script()) < 300_000
    with opened(browser, file) as page:
        place = ready(page)
        drawn_now = stones_drawn(page)
        rows, columns = np.flatnonzero(drawn_now.any(axis=1)), np.flatnonzero(drawn_now.any(axis=0))
        # a ball without holes fills π/4 of the square around it
        inside = drawn_now[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        assert inside.mean() == pytest.approx(np.pi / 4.0, abs=0.05)
        page.mouse.click(*place_of(page, 0))
        assert page.locator(".pv-facts strong").inner_text() == "Stone scan"
        keep(place, "scan")


def test_a_report_with_such_a_scan_is_built_and_shown(browser, mechanisms, tmp_path):
    survey = mechanisms.stages["survey"]
    *others, last = survey.wall.stones
    ball = bumpy_stone()
    shape = Polyhedron(vertices=0.3 * ball.vertices + last.centroid, faces=ball.faces)
    made = shape.properties
    scanned = replace(
        last, solid=shape, parts=(shape,), volume=made.volume, centroid=made.centroid, inertia=made.inertia
    )
    wall = replace(survey.wall, stones=(*others, scanned))
    began = time.perf_counter()
    text = render(replace(mechanisms, stages={"survey": replace(survey, wall=wall)}), EN)
    assert time.perf_counter() - began < 20.0
    file = tmp_path / "report.html"
    file.write_text(text, encoding="utf-8")
    with opened(browser, file) as page:
        place = ready(page)
        page.mouse.click(*place_of(page, len(others)))
        assert page.locator(".pv-facts strong").inner_text() == f"Stone {last.name}"
        keep(place, "scan-in-report")


def collapse(frames=600, columns=25, courses=20):
    """500 stones that fall, turn and come to lie."""
    rng = np.random.default_rng(3)
    solids = tuple(
        Solid(name=str(k), zone="wall", shape=box(0.4, 0.4, 0.2, at=(0.4 * (k % columns), 0.0, 0.2 * (k // columns))),
              centre=np.array([0.4 * (k % columns) + 0.2, 0.2, 0.2 * (k // columns) + 0.1]), mass=80.0)
        for k in range(columns * courses)
    )  # fmt: skip
    times = np.arange(frames) / 30.0
    height = np.array([solid.centre[2] for solid in solids])
    late = np.maximum(0.0, times[:, None] - rng.uniform(1.0, 8.0, len(solids)))
    shift = np.zeros((frames, len(solids), 3))
    shift[..., 2] = -np.minimum(0.5 * 9.81 * late**2, height - 0.1)
    shift[..., 1] = -np.minimum(late, 3.0) * rng.uniform(0.2, 1.0, len(solids))
    shift += 1e-3 * np.cumsum(rng.normal(size=shift.shape), axis=0) * 0.03
    axis = rng.normal(size=(len(solids), 3))
    axis /= np.linalg.norm(axis, axis=1, keepdims=True)
    angle = np.minimum(late, 1.5)
    turn = np.concatenate([np.cos(0.5 * angle)[..., None], np.sin(0.5 * angle)[..., None] * axis], axis=-1)
    force = Field(id="force", label="force", unit="kN", values=np.abs(rng.normal(size=(len(solids), frames))))
    signal = Signal(label="ground", unit="g", times=times, values=np.sin(5.0 * times))
    clip = Clip(
        id="fall", title="fall", kind="history", axis="t", values=times, shift=shift, turn=turn, fields=(force,),
        signal=signal,
    )  # fmt: skip
    return Scene(title="collapse", solids=solids, clips=(clip,))


def test_a_collapse_of_five_hundred_stones_loads_and_plays_quickly(browser, tmp_path):
    file = alone(tmp_path, collapse())
    began = time.perf_counter()
    with opened(browser, file) as page:
        place = ready(page)
        loaded = time.perf_counter() - began
        assert covered(page) > 0.1
        page.evaluate(f"{FIRST}.seek(200); {FIRST}.choose(250); {FIRST}.toggle()")
        # what the viewer itself counts while it plays
        taken = page.evaluate(
            f"""() => new Promise(done => {{
                const times = [];
                const look = () => times.push({FIRST}.frameTime) < 20 ? requestAnimationFrame(look) : done(times);
                requestAnimationFrame(look);
            }})"""
        )
        # poses, colours, facts, the calls that draw, and the chart, which draws itself when they are done: script time,
        # not that of a graphics card, which is a program here
        whole = page.evaluate(
            f"""async () => {{
                {FIRST}.stop();
                const times = [];
                for (let k = 0; k < 20; k++) {{
                    const began = performance.now();
                    {FIRST}.frame = 20.5 * k;
                    {FIRST}.update();
                    {FIRST}.view.drawNow();
                    await Promise.resolve();
                    times.push(performance.now() - began);
                    await new Promise(requestAnimationFrame);
                }}
                return times;
            }}"""
        )
        page.evaluate(f"{FIRST}.seek(300)")
        drawn(page)
        keep(place, "collapse")
    seen = {"loaded_s": loaded, "frame_ms": float(np.median(taken)), "with_chart_ms": float(np.median(whole))}
    (PICTURES / "speed.json").write_text(json.dumps(seen), encoding="utf-8")
    assert loaded < 5.0, f"{loaded:.2f} s"
    assert np.median(taken) <= 10.0
    assert np.median(whole) <= 10.0


def test_more_stones_than_a_row_of_the_texture_holds(browser, tmp_path):
    with opened(browser, alone(tmp_path, collapse(frames=4, columns=40, courses=15))) as page:
        ready(page)
        for stone in (0, 511, 512, 599):
            page.mouse.click(*place_of(page, stone))
            assert page.locator(".pv-facts strong").inner_text() == f"Stone {stone}"
