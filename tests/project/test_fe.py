"""Finite elements as a stage: through the folder and back, from the sensors of a test, anew where the mesh changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import ProjectError
from pirqa.fem.build import solid
from pirqa.fem.exchange import write_vtu
from pirqa.fem.result import FeResult
from pirqa.project import parse_project, read_results, run_project
from pirqa.project.codec import read_value, write_value
from pirqa.project.pipeline import stage_key
from pirqa.project.stages import STAGES
from tests.oma.campaigns import write_campaign

WALL = """
format = 1
analyses = ["fe"]
[project]
name = "Small wall"
[materials.stone]
unit_weight = "20 kN/m3"
youngs_modulus = "1 GPa"
[wall]
length = "20 m"
height = "9 m"
thickness = "1.2 m"
material = "stone"
[base]
kind = "rock"
friction_angle = "35 deg"
[fe]
size = "1 m"
modes = 4
"""
SPRING = """
[fe.models.sprung]
label = "Held"
youngs_modulus = "2 GPa"
[fe.models.sprung.springs.one]
along = "5 m"
level = "6 m"
stiffness = "20 MN/m"
"""


def project(folder: Path, text: str = WALL):
    return parse_project(text, file=str(folder / "wall.toml"))


@pytest.fixture(scope="module")
def modelled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fe")
    return run_project(project(folder, WALL + SPRING), folder / "results")


def test_results_come_back_as_they_went(modelled):
    first, second = modelled.stages["fe"], read_results(modelled.folder).stages["fe"]
    assert [model.key for model in second.models] == ["main", "sprung"]
    for one, other in zip(first.models, second.models, strict=True):
        for name in ("nodes", "bricks", "zone"):
            here, there = getattr(one.mesh, name), getattr(other.mesh, name)
            assert here.dtype == there.dtype
            np.testing.assert_array_equal(here, there)
        for name in ("node_shape", "stress", "frequency", "effective_mass", "youngs_modulus"):
            here, there = getattr(one, name), getattr(other, name)
            assert here.dtype == there.dtype, name
            np.testing.assert_array_equal(here, there)
        assert other.springs.reshape(-1, 3).tolist() == one.springs.tolist()
    np.testing.assert_array_equal(first.main.mesh.outer_faces[0], second.main.mesh.outer_faces[0])


def test_a_few_bricks_stay_in_the_json_and_are_whole_numbers(modelled, tmp_path):
    few = project(tmp_path, WALL.replace('size = "1 m"', 'size = "9 m"'))
    result = {stage.name: stage for stage in STAGES}["fe"].run(few, {}, tmp_path, _silent())
    assert len(result.main.mesh) < 200
    write_value(result, tmp_path)
    back = read_value(FeResult, tmp_path)
    assert back.main.mesh.bricks.dtype == np.int64
    assert back.main.mesh.zone.dtype == np.int64
    assert back.main.node_shape.dtype == np.float32
    np.testing.assert_array_equal(back.main.node_shape, result.main.node_shape)


def test_the_folder_is_compact(modelled):
    stage = next((modelled.folder / "stages").glob("*fe*"))
    sizes = {path.name: path.stat().st_size for path in stage.rglob("*") if path.is_file()}
    model = modelled.stages["fe"].main
    raw = model.node_shape.nbytes + model.stress.nbytes + model.mesh.nodes.nbytes + model.mesh.bricks.nbytes
    assert sum(sizes.values()) < 2 * raw + 60_000
    assert sizes["result.json"] < 60_000


def test_models_differ_as_they_were_told_to(modelled):
    main, sprung = modelled.stages["fe"].models
    assert sprung.label == "Held"
    assert sprung.youngs_modulus.tolist() == [2e9]
    assert sprung.springs.tolist() == [[5.0, 1.2, 6.0]]
    assert sprung.frequency[0] > np.sqrt(2.0) * main.frequency[0]
    assert "main Hz" in str(modelled.stages["fe"])
    assert "sprung Hz" in str(modelled.stages["fe"])


def test_sensors_of_a_test_are_points_of_the_model(tmp_path):
    write_campaign(tmp_path, duration=120.0, ground=0.0)
    text = WALL.replace('["fe"]', '["oma", "fe"]') + '[oma]\nplan = "plan.toml"\n[oma.subspace]\norder = 30\n'
    done = run_project(project(tmp_path, text), tmp_path / "results")
    heard, model = done.stages["oma"], done.stages["fe"].main
    assert model.points.points == heard.modes.points
    assert model.points.point_shape.shape == (4, len(heard.modes.points), 3)
    # the first mode bends the wall out of its plane: all sensors go the same way
    across = model.points.point_shape[0, :, 1]
    assert (np.sign(across) == np.sign(across[0])).all()


def test_a_changed_mesh_is_another_input(tmp_path):
    mesh = solid(project(tmp_path).wall, 3.0)
    write_vtu(tmp_path / "mesh.vtu", mesh)
    stage = {stage.name: stage for stage in STAGES}["fe"]
    given = project(tmp_path, WALL + 'mesh = "mesh.vtu"\n')
    first = stage_key(stage, given, {})
    assert stage_key(stage, given, {}) == first
    write_vtu(tmp_path / "mesh.vtu", replace(mesh, nodes=mesh.nodes * np.array([1.0, 1.5, 1.0])))
    assert stage_key(stage, given, {}) != first


@pytest.mark.parametrize(
    ("added", "message"),
    [
        ('[[published_modes]]\nmodel = "sprnug"\nmode = 1\nsource = "s"', 'did you mean "sprung"'),
        ('[[published_modes]]\nmode = 1\nsource = "s"', 'of the analysis "oma"'),
        ('[fe.models.main]\nsize = "1 m"', "rename it"),
        ("[fe.models.other.struts.a]\nalong = 1\n", "fe.models.other.struts.a.along"),
    ],
)
def test_what_cannot_be_is_told(tmp_path, added, message):
    with pytest.raises(ProjectError, match=message):
        project(tmp_path, f"{WALL}{SPRING}{added}\n")


def test_published_modes_of_a_model_need_the_analysis(tmp_path):
    text = WALL.replace('["fe"]', '["statics"]')
    with pytest.raises(ProjectError, match='of the analysis "fe"'):
        project(tmp_path, f'{text}[[published_modes]]\nmodel = "main"\nmode = 1\nsource = "s"\n')


def _silent():
    from pirqa.progress import SILENT

    return SILENT
