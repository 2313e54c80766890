"""Large scenes in a real browser: scans of very many triangles, collapses of very many stones."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

from pirqa.model import Polyhedron
from pirqa.report.page import render
from pirqa.report.template import viewer_script
from pirqa.report.viewer import Clip, Field, Scene, Signal, Solid
from pirqa.verification.walls import box
from tests.report.browser import EN, FIRST, alone, covered, drawn, keep, opened, place_of, ready, stones_drawn


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
    began = time.process_time()  # others may share the machine
    solid = Solid(name="scan", zone="wall", shape=shape, centre=shape.properties.centroid, mass=1.0)
    file = alone(tmp_path, Scene(title="scan", solids=(solid,)))
    assert time.process_time() - began < 10.0
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


@pytest.mark.long
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
    began = time.process_time()
    text = render(replace(mechanisms, stages={"survey": replace(survey, wall=wall)}), EN)
    assert time.process_time() - began < 20.0
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


@pytest.mark.long
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
    assert loaded < 5.0, f"{loaded:.2f} s"
    assert np.median(taken) <= 10.0
    assert np.median(whole) <= 10.0


def test_more_stones_than_a_row_of_the_texture_holds(browser, tmp_path):
    with opened(browser, alone(tmp_path, collapse(frames=4, columns=40, courses=15))) as page:
        ready(page)
        for stone in (0, 511, 512, 599):
            page.mouse.click(*place_of(page, stone))
            assert page.locator(".pv-facts strong").inner_text() == f"Stone {stone}"
