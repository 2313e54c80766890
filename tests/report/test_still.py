"""Paper has a drawing of what only the viewer shows."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from pirqa.report.section import Figure, Section, Text, Viewer
from pirqa.report.viewer import Scene
from pirqa.report.viewer.still import still_svg, with_still
from tests.report.browser import EN, small_scene


def section(*blocks) -> Section:
    return Section(id="a", title="a", blocks=blocks)


def test_a_section_with_nothing_but_a_viewer_gets_a_drawing_for_paper():
    viewer = Viewer(id="v", scene=small_scene(), caption="c")
    made = with_still(section(Text(text="before"), viewer, Text(text="after")), EN)
    assert [type(item).__name__ for item in made.blocks] == ["Text", "Viewer", "Figure", "Text"]
    assert made.blocks[2].paper


def test_other_sections_stay_as_they_are():
    viewer = Viewer(id="v", scene=small_scene(), caption="c")
    for blocks in ((viewer, Figure(svg="<svg/>", caption="", alt="")), (Text(text="t"),)):
        assert with_still(section(*blocks), EN) == section(*blocks)
    empty = section(Viewer(id="v", scene=Scene(title="t"), caption="c"))
    assert with_still(empty, EN) == empty


def test_faces_that_look_away_are_not_drawn_and_nearer_ones_come_last():
    svg = still_svg(small_scene(eye=(0.0, -1.0, 0.0)))
    rings = [
        np.array([[float(value) for value in point.split(",")] for point in found.split()])
        for found in re.findall(r'points="([^"]+)"', svg)
    ]
    assert len(rings) == 3, "of each box its front"
    spans = [np.ptp(ring, axis=0) for ring in rings]
    # the fronts are 1.0 by 0.4
    assert all(abs(span[0] / span[1] - 2.5) < 0.01 for span in spans)
    assert svg.count("<polygon") < still_svg(small_scene()).count("<polygon")


def test_only_the_solids_of_the_first_clip_are_drawn():
    from tests.report.test_browser_chosen import still

    one = still_svg(small_scene(clips=(still("one", (2,)),), eye=(0.0, -1.0, 0.0)))
    assert one.count("<polygon") == 1


def test_a_scanned_stone_is_drawn_by_its_outline():
    from scipy.spatial import ConvexHull

    from pirqa.model.polyhedron import Polyhedron

    points = np.random.default_rng(1).normal(size=(400, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    faces = ConvexHull(points).simplices
    ball = Polyhedron(vertices=points, faces=tuple(map(tuple, faces.tolist())))
    scene = small_scene()
    scene = replace(scene, solids=(replace(scene.solids[0], shape=ball),))
    assert still_svg(scene).count("<polygon") == 1
