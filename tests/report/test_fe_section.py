"""The fe stage on the page: from the folder alone, in both languages, with every word it needs."""

from __future__ import annotations

import html
from dataclasses import replace

import numpy as np
import pytest

from pirqa.fem.mesh import Mesh
from pirqa.fem.options import FeOptions
from pirqa.model.masonry import Material
from pirqa.model.modes import Modes
from pirqa.project import parse_project, read_results, run_project
from pirqa.report.names import field_name, group_name
from pirqa.report.page import render
from pirqa.report.remarks import remark_text
from pirqa.report.section import Figure, Grid, Viewer
from pirqa.report.sections.fe import build
from pirqa.report.viewer.meshes import coarsened
from pirqa.report.words import LANGUAGES, load_words
from pirqa.verification.fe import box
from tests.oma.campaigns import write_campaign
from tests.report.pages import without_pictures
from tests.report.test_motion_section import options
from tests.report.test_report import _Balanced

PROJECT = """
format = 1
analyses = ["oma", "fe"]
[project]
name = "Modelled"
[materials.stone]
unit_weight = "20 kN/m3"
youngs_modulus = "1 GPa"
[materials.rubble]
unit_weight = "18 kN/m3"
youngs_modulus = "500 MPa"
[wall]
length = "20 m"
[[wall.zones]]
name = "lower"
material = "stone"
bottom = "0 m"
top = "6 m"
thickness = "1.2 m"
[[wall.zones]]
name = "upper"
material = "rubble"
bottom = "6 m"
top = "9 m"
thickness = "0.6 m"
[base]
kind = "rock"
friction_angle = "35 deg"
[joints]
friction_angle = "30 deg"
[oma]
plan = "plan.toml"
[oma.subspace]
order = 30
[fe]
size = "1.5 m"
modes = 6
[fe.response.spectra.e030_2018]
zone = 2
soil = "S2"
[fe.models.locked]
label = "Plain bricks"
element = "plain"
[fe.models.two.rear_wall]
gap = "1 m"
[fe.models.two.struts.middle]
along = "10 m"
level = "5 m"
diameter = "0.1 m"
youngs_modulus = "15 GPa"
[[published_modes]]
model = "main"
mode = 1
source = "Some paper, Table 8"
frequency = "2.5 Hz"
note = "It was another wall."
[[published_modes]]
model = "locked"
mode = 40
source = "Some paper, Table 8"
"""


@pytest.fixture(scope="module")
def modelled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fe")
    write_campaign(folder, duration=120.0, ground=0.0)
    return run_project(parse_project(PROJECT, file=str(folder / "wall.toml")), folder / "results")


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_is_whole(modelled, language):
    words = load_words(language)
    page = render(modelled, words)
    checker = _Balanced()
    checker.feed(page)
    assert checker.open == []
    plain = html.unescape(without_pictures(page))
    section = plain.split('id="fe"')[1].split("</section>")[0]
    for key in ("intro", "models", "meshes", "locks", "against", "printed", "rest_title", "responses", "limits"):
        assert words(f"fe.{key}") in section, key
    assert "{" not in section
    for text in ("Plain bricks", "Some paper, Table 8", "It was another wall.", "Simulated."):
        assert text in section
    for remark in modelled.stages["fe"].remarks:
        assert remark_text(remark, words) in section
    # what was printed of models does not stand among what was measured
    assert "Some paper" not in plain.split('id="oma"')[1].split("</section>")[0]


def test_the_folder_alone_gives_the_same_page(modelled):
    words = load_words("en")
    assert render(read_results(modelled.folder), words) == render(modelled, words)


def test_what_is_doubtful_is_told(modelled):
    keys = [remark.key for remark in modelled.stages["fe"].remarks]
    assert keys.count("fe_plain_locks") == 1
    assert keys.count("fe_mass_missing") == 3
    assert keys.count("fe_sensor_moved") == 1, "the same of all models, told once"


def test_figures_are_vectors_and_charts_have_their_data(modelled):
    section = build(modelled.stages["fe"], modelled, load_words("en"))
    figures = {block.svg.name: block.svg for block in section.blocks if isinstance(block, Figure)}
    assert set(figures) == {
        *("fe-frequencies", "fe-shapes-1", "fe-shapes-2", "fe-shapes-3", "fe-stress", "fe-shears", "fe-shift-1"),
    }
    for name, svg in figures.items():
        assert bool(svg.data) == (name in ("fe-frequencies", "fe-shears")), name
    assert "<image" not in "".join(figures.values())
    rows = figures["fe-frequencies"].data.splitlines()
    main = modelled.stages["fe"].main
    assert any(row.endswith(",0") or f"{main.frequency[0]:.9g}" in row for row in rows)


def test_frequencies_stand_beside_each_other(modelled):
    words = load_words("en")
    result, measured = modelled.stages["fe"], modelled.stages["oma"].modes
    section = build(result, modelled, words)
    grids = {block.caption: block for block in section.blocks if isinstance(block, Grid)}
    against = grids[words("fe.against")]
    assert len(against.rows) == len(measured)
    assert against.head[2:] == ("Main model", "Plain bricks", "two")
    printed = grids[words("fe.printed")].rows
    off = 100.0 * (float(result.main.frequency[0]) / 2.5 - 1.0)
    assert printed[0][-1].text == words.typeset(f"{off:+.0f} %")
    assert printed[1][2].text == "–", "a mode that was not computed"


def test_a_model_is_paired_with_what_it_would_measure(modelled):
    words = load_words("en")
    result, heard = modelled.stages["fe"], modelled.stages["oma"]
    own = result.main.points
    order = [1, 0, 3, 2]  # by frequency, not by number
    like = Modes(
        frequency=np.sort(own.frequency[order] * 1.1), damping=own.damping[:4], points=own.points,
        point_shape=-2.0 * own.point_shape[:4],
    )  # fmt: skip
    changed = replace(modelled, stages={**modelled.stages, "oma": replace(heard, modes=like)})
    section = build(result, changed, words)
    grid = next(block for block in section.blocks if isinstance(block, Grid) and block.caption == words("fe.against"))
    for index, row in enumerate(grid.rows):
        assert row[2].small == words("fe.paired", mode=index + 1, mac="1.00")
        assert "−9 %" in row[2].text


def test_modes_swing_on_the_mesh(modelled):
    result = modelled.stages["fe"]
    section = build(result, modelled, load_words("en"))
    first, second = (block for block in section.blocks if isinstance(block, Viewer))
    # the two models of one wall share a mesh, that of two walls has its own, with a strut
    assert len(first.scene.clips) == 8
    assert len(second.scene.clips) == 6
    mesh, clip = first.scene.mesh, first.scene.clips[0]
    faces, _ = result.main.mesh.outer_faces
    assert len(mesh.triangles) == 2 * len(faces)
    assert clip.points.shape == mesh.points.shape
    assert np.linalg.norm(clip.points, axis=1).max() == pytest.approx(1.0)
    assert np.abs(clip.points[mesh.points[:, 2] == 0.0]).max() == 0.0
    assert clip.frequency == pytest.approx(float(result.main.frequency[0]))
    ends = second.scene.mesh.points[second.scene.mesh.lines[-1]]
    np.testing.assert_allclose(ends, [[10.0, 1.2, 5.0], [10.0, 2.2, 5.0]], atol=1e-9)


def test_a_fine_surface_is_made_coarser():
    mesh: Mesh = box((8.0, 1.0, 6.0), (80, 10, 60))
    faces, _ = mesh.outer_faces
    triangles = np.concatenate([faces[:, :3], faces[:, [0, 2, 3]]])
    cell, kept = coarsened(mesh.nodes, triangles, 5000)
    assert 1000 < len(kept) <= 5000
    assert kept.max() <= cell.max()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_words(language):
    words = load_words(language)
    keys = [*options(FeOptions, "fe"), *options(Material, "materials.stone")]
    assert len(keys) > 80
    for group, key in keys:
        assert field_name(key, words), key
        assert group_name(group, words), group
    name = group_name("fe.models.lima.springs.quito", words)
    assert "lima" in name
    assert "quito" in name


def test_one_model_alone_has_no_comparison(tmp_path):
    text = PROJECT.split("[oma]")[0].replace('["oma", "fe"]', '["fe"]')
    done = run_project(parse_project(text, file=str(tmp_path / "wall.toml")), tmp_path / "results")
    words = load_words("en")
    plain = html.unescape(without_pictures(render(done, words)))
    assert words("fe.beside_title") not in plain
    assert words("fe.response_title") not in plain
    assert words("fe.view") in plain
