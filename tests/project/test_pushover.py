"""Projects that push their wall over: results outlive the folder, and limit learns the hinge."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import ProjectError
from pirqa.fem.pushover.options import PushoverOptions
from pirqa.fem.pushover.result import PushoverResult
from pirqa.fem.pushover.stage import read_result
from pirqa.limit import LimitOptions
from pirqa.project import parse_project
from pirqa.project.codec import read_value, to_plain, write_value
from pirqa.project.stages import STAGES
from pirqa.project.stages.limit import hinge_remarks, with_hinges
from tests.fem.pushover.made import pushed_wall

WALL = """
format = 1
analyses = ["pushover"]
[project]
name = "Pushed"
[materials.stone]
unit_weight = "20 kN/m3"
youngs_modulus = "600 MPa"
[wall]
length = "2 m"
height = "2 m"
thickness = "0.4 m"
material = "stone"
[base]
kind = "rock"
friction_angle = "35 deg"
[fe]
size = "1 m"
[pushover]
target = "20 mm"
step = "5 mm"
halved_viscosity = false
other_control = false
[pushover.masonry.stone]
tensile_strength = "0.1 MPa"
tensile_energy = "50 N/m"
"""


def read(hinge=0.0):
    return read_result(pushed_wall(hinge=hinge), PushoverOptions())


def test_all_of_a_result_comes_back_from_its_folder(tmp_path):
    result = read()
    write_value(result, tmp_path)
    assert (tmp_path / "result.json").stat().st_size < 1_000_000, "fields are in tables"
    again = read_value(PushoverResult, tmp_path)
    assert to_plain(again) == to_plain(result)
    assert again.paths[0].strategy.dtype == np.int8
    assert again.snapshots[0].shift.dtype == np.float32
    assert again.snapshots[0].shift.shape == result.snapshots[0].shift.shape
    assert str(again) == str(result)


def test_limit_is_handed_the_hinge():
    given = LimitOptions()
    filled = with_hinges(given, read(hinge=3.0))
    assert filled.hinge_levels == (3.25,)
    assert [remark.amount for remark in hinge_remarks(given, filled)] == [3.25]
    assert with_hinges(given, None) is given
    bare = replace(read(), readings=())
    assert with_hinges(given, bare).hinge_levels == ()


def test_pushing_comes_before_limit():
    names = [stage.name for stage in STAGES]
    assert names.index("updating") < names.index("pushover") < names.index("limit")
    assert "pushover" in next(stage for stage in STAGES if stage.name == "limit").takes


@pytest.mark.parametrize(
    ("added", "message"),
    [
        ('[[published_pushover]]\nsource = "x"\ndirection = "inward"\n', "none of pushover.directions"),
        ('[pushover.masonry.rock]\ntensile_strength = "0.1"\n', "tensile_strength"),
    ],
)
def test_files_that_cannot_be(added, message):
    with pytest.raises(ProjectError, match=message):
        parse_project(WALL + added)


def test_a_printed_curve_needs_the_analysis():
    text = WALL.replace('["pushover"]', '["limit"]') + '[[published_pushover]]\nsource = "x"\n'
    with pytest.raises(ProjectError, match='beside the analysis "pushover"'):
        parse_project(text)


def test_inputs_of_the_push_are_listed():
    keys = {row.key: row for row in parse_project(WALL).inputs}
    assert keys["pushover.masonry.stone.tensile_energy"].status == "given"
    assert keys["pushover.masonry.stone.shear_retention"].status == "default"
    assert "pushover.solver" not in keys
