"""``pirqa fe``: what it prints and writes, and what it says of models that cannot be."""

from __future__ import annotations

import json
from dataclasses import replace

import meshio
import numpy as np
import pytest

from pirqa.cli.main import main
from pirqa.fem.build import solid
from pirqa.fem.exchange import write_vtu
from pirqa.project import read_project

PROJECT = """
format = 1
analyses = ["statics"]
[project]
name = "Small wall"
[materials.stone]
unit_weight = "20 kN/m3"
youngs_modulus = "1 GPa"
[materials.mud]
unit_weight = "15 kN/m3"
[wall]
length = "6 m"
height = "3 m"
thickness = "0.6 m"
material = "stone"
[base]
kind = "rock"
friction_angle = "35 deg"
[fe]
size = "1 m"
modes = 4
[fe.models.soft]
youngs_modulus = "250 MPa"
"""


def run(*arguments) -> int:
    with pytest.raises(SystemExit) as caught:
        main(["fe", *map(str, arguments)])
    return int(caught.value.code)


def test_models_stand_side_by_side(project, capsys):
    assert run(project) == 0
    out = capsys.readouterr().out
    head = next(line for line in out.splitlines() if line.startswith("mode"))
    assert head.split() == ["mode", "main", "Hz", "mass", "soft", "Hz", "mass"]
    first = next(line for line in out.splitlines() if line.split()[:1] == ["1"]).split()
    assert float(first[1]) == pytest.approx(2.0 * float(first[5]), rel=2e-3), "a quarter of the modulus"
    assert first[2:5] == ["77", "%", "across"]


def test_numbers_vtu_and_picture_are_written(project, tmp_path, capsys):
    vtu, picture, numbers = (tmp_path / name for name in ("out.vtu", "modes.svg", "all.json"))
    options = ("--set", "fe.size=1.5m", "--language", "es")
    assert run(project, "--vtu", vtu, "--preview", picture, "--json", numbers, *options) == 0
    said = json.loads(numbers.read_text(encoding="utf-8"))
    assert [model["name"] for model in said["models"]] == ["", "soft"]
    mesh = meshio.read(vtu)
    frequency = said["models"][0]["frequency"][0]
    assert f"mode 01 ({frequency:.4g} Hz)" in mesh.point_data
    shape = mesh.point_data[f"mode 01 ({frequency:.4g} Hz)"]
    assert np.abs(shape).max() == pytest.approx(1.0)
    assert {"zone", "stress zz [Pa]", "youngs_modulus [Pa]", "scaled_jacobian"} <= set(mesh.cell_data)
    # on average the wall presses on its middle as the half above it does
    assert np.mean(mesh.cell_data["stress zz [Pa]"][0]) == pytest.approx(-20e3 * 1.5, rel=0.05)
    assert (tmp_path / "out.soft.vtu").exists()
    assert "Modo 1" in picture.read_text(encoding="utf-8")
    assert "out.soft.vtu" in capsys.readouterr().out


def test_a_plain_brick_is_told_to_lock(project, capsys):
    assert run(project, "--set", "fe.element=plain") == 0
    assert "too stiff in bending" in capsys.readouterr().out


@pytest.fixture
def meshes(project, tmp_path):
    mesh = solid(read_project(project).wall, 1.0)
    write_vtu(tmp_path / "good.vtu", mesh)
    turned = mesh.bricks.copy()
    turned[[3, 7]] = turned[[3, 7]][:, [4, 5, 6, 7, 0, 1, 2, 3]]
    write_vtu(tmp_path / "inverted.vtu", replace(mesh, bricks=turned))
    nodes = np.concatenate([mesh.nodes, mesh.nodes + np.array([0.0, 0.0, 3.5])])
    twice = replace(
        mesh, nodes=nodes, bricks=np.concatenate([mesh.bricks, mesh.bricks + len(mesh.nodes)]),
        zone=np.concatenate([mesh.zone, mesh.zone]),
    )  # fmt: skip
    write_vtu(tmp_path / "floating.vtu", twice)
    write_vtu(tmp_path / "millimetres.vtu", replace(mesh, nodes=1e3 * mesh.nodes))
    flat = [("triangle", np.array([[0, 1, 2]]))]
    meshio.Mesh(np.eye(3), flat).write(tmp_path / "triangles.vtu")
    (tmp_path / "torn.vtu").write_text("no mesh", encoding="utf-8")
    return tmp_path


def test_a_mesh_that_was_made_elsewhere_gives_the_same_modes(project, meshes, capsys):
    assert run(project) == 0
    own = capsys.readouterr().out
    assert run(project, "--set", "fe.mesh=good.vtu") == 0
    assert capsys.readouterr().out == own


@pytest.mark.parametrize(
    ("changes", "messages"),
    [
        (["fe.mesh=inverted.vtu"], ["2 of 36 bricks", "numbers 4, 8", "--preview bad.svg", "--vtu bad.vtu"]),
        (["fe.mesh=floating.vtu"], ["nothing holds 36 of 72 bricks", "numbers 37, 38", "merge those"]),
        (["fe.mesh=millimetres.vtu"], ["6000 m long", "needs metres"]),
        (["fe.mesh=triangles.vtu"], ["holds triangle", "hexahedra"]),
        (["fe.mesh=torn.vtu"], ["torn.vtu", "damaged"]),
        (["fe.mesh=gone.vtu"], ["gone.vtu", "no such file", "fe.mesh"]),
        (["fe.size=0.01m"], ["10,800,000 bricks", "larger fe.size"]),
        (["wall.material=mud"], ["materials.mud.youngs_modulus is missing"]),
        (["wall.material=clay"], ["clay", "materials"]),
        (["fe.springs.a.along=9m", "fe.springs.a.level=1m", "fe.springs.a.stiffness=1MN/m"], ['spring "a"', "no wall"]),
        (["fe.modes=400"], ["400 modes", "189 degrees"]),
        (["fe.points.p.along=1m", "fe.points.p.level=4m"], ["fe.points.p", "move it onto the wall"]),
    ],
)  # fmt: skip
def test_bad_input_is_told(project, meshes, capsys, changes, messages):
    assert run(project, *(part for change in changes for part in ("--set", change))) in (2, 3)
    said = " ".join(capsys.readouterr().err.split())
    assert str(project) in said
    for message in messages:
        assert message in said


def test_bad_bricks_are_drawn_and_marked(project, meshes, capsys):
    picture, marked = meshes / "bad.svg", meshes / "bad.vtu"
    assert run(project, "--set", "fe.mesh=inverted.vtu", "--preview", picture, "--vtu", marked) == 2
    said = capsys.readouterr().err
    assert str(picture) in said
    assert str(marked) in said
    text = picture.read_text(encoding="utf-8")
    assert ">4<" in text
    assert ">8<" in text
    cells = meshio.read(marked).cell_data
    assert np.flatnonzero(cells["bad"][0]).tolist() == [3, 7]
    assert cells["number"][0].tolist() == list(range(1, 37))


def test_names_are_kept_safe(project, capsys):
    assert run(project, "--vtu", "out.vtk") == 2
    assert "must end in .vtu" in capsys.readouterr().err
    assert run(project, "--json", project) == 2
    assert project.read_text(encoding="utf-8") == PROJECT
