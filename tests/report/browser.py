"""A page in a real browser: how the tests open it, wait for it, look at it and keep what they saw."""

from __future__ import annotations

import base64
import csv
import io
import json
import os
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import numpy as np

from pirqa.report.section import Viewer
from pirqa.report.template import asset, environment, macros, policy, viewer_script
from pirqa.report.viewer import Scene, Solid
from pirqa.report.words import LANGUAGES, load_words
from pirqa.verification.walls import box

EN = load_words("en")
CHARTS = [[words(f"data.{name}") for name in ("panel", "curve")] for words in map(load_words, LANGUAGES)]
"""How tables of charts begin."""
FLAGS = [
    "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip
PICTURES = Path(os.environ["PIRQA_PICTURES"]) if "PIRQA_PICTURES" in os.environ else None
"""Where pictures for people to look at are kept; to draw and pack them takes a minute, so only where asked for."""
FIRST = "window.pirqaViewers[0]"


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


def until(page, holds, patience=60.0):
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


def place_of(page, stone, number=0):
    """Where the middle of a stone is on the screen."""
    return page.evaluate(
        """([k, number]) => {
            const { view, scene, poses } = window.pirqaViewers[number];
            const centre = scene.array("centres").subarray(3 * k, 3 * k + 3);
            const moved = poses.values.subarray(7 * k, 7 * k + 3);
            const seen = view.camera.position.clone().set(...centre.map((x, a) => x + moved[a])).project(view.camera);
            const box = view.canvas.getBoundingClientRect();
            return [box.left + (0.5 + 0.5 * seen.x) * box.width, box.top + (0.5 - 0.5 * seen.y) * box.height];
        }""",
        [stone, number],
    )


def keep(place, name, **more):
    """A picture of what is there, for people to look at."""
    if PICTURES is not None:
        place.screenshot(path=PICTURES / f"{name}.png", **more)


def keep_whole(page, name, tall=4000):
    """The page from head to foot, in parts: Chromium repeats itself in a picture that is taller than a texture."""
    if PICTURES is None:
        return
    was = page.viewport_size
    page.set_viewport_size({"width": was["width"], "height": tall})
    height = page.evaluate("document.documentElement.scrollHeight")
    for part, top in enumerate(range(0, height, tall), 1):
        page.evaluate("top => scrollTo(0, top)", top)
        drawn(page)
        keep(page, f"{name}-page-{part}")
    page.set_viewport_size(was)


def downloaded(page, name):
    """The rows of a table that the page hands out under this name."""
    with page.expect_download() as waiting:
        page.locator(f'a[download="{name}"]').first.click()
    assert waiting.value.suggested_filename == name
    return rows_of(waiting.value.path().read_text(encoding="utf-8-sig"))


def linked(page, name):
    """The same, read from the link without a click."""
    href = page.locator(f'a[download="{name}"]').first.get_attribute("href")
    assert href.startswith("data:text/csv")
    with urlopen(href) as file:
        return rows_of(file.read().decode("utf-8-sig"))


def rows_of(text):
    """Of a table or of a chart's data."""
    head, *rows = csv.reader(io.StringIO(text))
    if head[:2] not in CHARTS:
        return [dict(zip(head, row, strict=True)) for row in rows]
    # charts in any language: one whose panels share their axes has these in its head and not in each row
    shared = head[2:] if len(head) == 4 else []
    names = ("panel", "curve", "x axis", "y axis", "x", "y")
    return [dict(zip(names, (*row[:2], *shared, *row[2:]), strict=True)) for row in rows]


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
