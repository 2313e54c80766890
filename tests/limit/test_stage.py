"""The limit stage in a project: through the file, the pipeline, the results folder and the report's words."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from math import pi
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
import pytest

from pirqa.errors import OptionsError, ProjectError
from pirqa.limit import LimitOptions, LimitResult, analyse
from pirqa.limit.options import LimitStrut
from pirqa.model.bounds import bare_type
from pirqa.progress import SILENT
from pirqa.project import parse_project
from pirqa.project.codec import read_value, write_value
from pirqa.project.stages import STAGES
from pirqa.report import load_words
from pirqa.report.names import field_name, group_name
from tests.conftest import ROOT
from tests.limit.walls import named, prism

PROJECT = """
format = 1
analyses = ["limit"]

[project]
name = "Terrace"

[materials.stone]
unit_weight = "20 kN/m3"

[wall]
height = "4 m"
thickness = "1.6 m"
length = "10 m"
material = "stone"

[base]
kind = "rock"
friction_angle = "35 deg"

[backfill]
unit_weight = "18 kN/m3"
friction_angle = "35 deg"

[limit.struts.front]
level = "3 m"
side = "front"
count = 3

[limit.struts.front.timber]
diameter = "0.1 m"
effective_length = "0.9 m"
compressive_strength = "7.8 MPa"

[limit.bending.held]
hinge = "2 m"

[limit.custom.own.bodies.wall]
low = ["0 m", "0 m", "0 m"]
high = ["1 m", "0.8 m", "4 m"]
hinge = ["0 m", "0 m", "0 m"]
"""


def _run(folder: Path, text: str) -> LimitResult:

    stage = next(stage for stage in STAGES if stage.name == "limit")
    result = stage.run(parse_project(text), {}, folder, SILENT)
    assert isinstance(result, LimitResult)
    return result


def test_a_project_brings_fill_and_timber(tmp_path):
    result = _run(tmp_path, PROJECT)
    found = named(result, "overturning.outward.base")
    forces = {force.name: force for force in found.forces}
    assert forces["front"].force[1] == pytest.approx(3 * 7.8e6 * pi * 0.05**2)
    assert forces["front"].virtual_work < 0.0 < forces["soil_thrust"].virtual_work
    assert forces["soil_thrust"].force[1] == pytest.approx(-10.0 * 0.5 * 18e3 * 16.0 * np.tan(np.radians(27.5)) ** 2)
    keys = {remark.key for remark in result.remarks}
    assert {"limit_timber", "limit_inward_held"} <= keys
    assert "custom.own" in {item.name for item in result.mechanisms}


def test_a_slender_timber_is_refused_by_name(tmp_path):
    with pytest.raises(OptionsError, match=r"limit\.struts\.front\.timber: .*slenderness 30"):
        _run(tmp_path, PROJECT.replace('"0.9 m"', '"3 m"'))


def test_mistakes_in_the_file_are_told(tmp_path):
    with pytest.raises(ProjectError, match="side"):
        _run(tmp_path, PROJECT.replace('side = "front"', 'side = "left"'))
    with pytest.raises(ProjectError, match="capacity or timber, not both"):
        _run(tmp_path, PROJECT.replace("count = 3", 'capacity = "20 kN"'))


def test_results_come_back_as_they_were(tmp_path):
    struts = {"ties": LimitStrut(level=3.0, capacity=5e3, kind="tie", failure=0.1)}
    result = analyse(prism(length=1.0), LimitOptions(struts=struts))
    write_value(result, tmp_path)
    again = read_value(LimitResult, tmp_path)
    for one, other in zip(result.mechanisms, again.mechanisms, strict=True):
        assert (one.name, one.multiplier, one.place, one.notes) == (
            other.name,
            other.multiplier,
            other.place,
            other.notes,
        )
        assert one.curve is not None
        assert np.array_equal(one.curve.multiplier, other.curve.multiplier)
        assert one.curve.events == other.curve.events
        assert np.array_equal(one.poses, other.poses)
        assert np.array_equal(one.bodies[0].outline, other.bodies[0].outline)
    assert again.checks == result.checks
    assert str(again) == str(result)


def test_the_digest_fits_a_screen():
    text = str(analyse(prism()))
    assert "overturning.outward.base" in text
    assert "α0 0.2000" in text
    assert len(text.splitlines()) == 3


def test_poses_lead_from_rest_to_the_fall():
    found = named(analyse(prism()), "overturning.outward.base")
    assert found.poses is not None
    assert found.pose_displacement is not None
    assert found.poses.shape == (13, 1, 3, 4)
    assert found.poses[0, 0] == pytest.approx(np.hstack([np.eye(3), np.zeros((3, 1))]))
    centroid = found.poses[-1, 0, :, :3] @ found.bodies[0].centroid + found.poses[-1, 0, :, 3]
    assert centroid[1] == pytest.approx(0.0, abs=1e-9)
    assert found.pose_displacement[-1] == pytest.approx(found.curve.ultimate_displacement)


def _options(kind: Any, group: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    hints = get_type_hints(kind)
    for item in fields(kind):
        inner = bare_type(hints[item.name])
        if get_origin(inner) is dict:
            found += _options(get_args(inner)[1], f"{group}.{item.name}.some")
        elif is_dataclass(inner):
            found += _options(inner, f"{group}.{item.name}")
        elif inner is not str:
            found.append((group, f"{group}.{item.name}"))
    return found


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_option_has_words(language):
    words = load_words(language)
    keys = _options(LimitOptions, "limit")
    assert len(keys) > 60
    for group, key in keys:
        assert group_name(group, words)
        assert field_name(key, words), key
    assert "rear" in group_name("limit.struts.rear", words)
    assert "rear" in group_name("limit.struts.rear.timber", words)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_remark_and_note_has_words(language):
    words = load_words(language)
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "src/pirqa/limit").glob("*.py")))
    keys = set(re.findall(r'key="(limit_\w+)"', text)) | set(re.findall(r'_idle\("(limit_\w+)"', text))
    notes = {"falls_by_itself", "never_falls", "falls_when_strut_fails", "guide_lost", "control_turns_back"}
    notes |= {"hinge_at_end", "fill_fails_first", "cannot_fade"}
    assert all(f'"{note}"' in text for note in notes)
    assert len(keys) > 8
    assert [key for key in sorted(keys | {f"limit_{note}" for note in notes}) if f"remark.{key}" not in words] == []
    for key in re.findall(r'"(limit_(?:work|starts_only|not_amplified))"', text):
        assert f"note.{key}" in words
    assert "method.limit" in words


def test_a_body_that_no_weight_holds_is_refused(tmp_path):
    upright = PROJECT + "axis = [0.0, 0.0, 1.0]\n"
    with pytest.raises(OptionsError, match="no weight is lifted and nothing else holds it"):
        _run(tmp_path, upright)
