"""The retrofit question against closed forms."""

from __future__ import annotations

import pytest

from pirqa.codes import verify_mechanisms
from pirqa.codes.options import RetrofitOptions
from pirqa.codes.retrofit import least_amount, section_thickness
from pirqa.errors import ModelError, ProjectError
from pirqa.project.load import parse_project
from pirqa.project.stages.codes import rebuild_of
from tests.codes.mechanisms import UNIT_WEIGHT, mechanism, options, prism, straight

THICKNESS, HEIGHT = 0.9, 9.0


def rebuild(kind, amount, name):
    if kind == "force":
        return [prism(THICKNESS, HEIGHT, force=amount, at=4.0)]
    return [prism(THICKNESS * amount, HEIGHT)]


def needed(**asked):
    retrofit = RetrofitOptions(**{"target": 1.2, **asked})
    result = verify_mechanisms(
        [prism(THICKNESS, HEIGHT)], options(rules=("ntc2018",), retrofit=retrofit), rebuild=rebuild
    )
    return {(item.kind, item.measure): item for item in result.retrofits}


def test_force_and_thickness_for_acceleration():
    found = needed(level=4.0, thickness=True)
    multiplier = 1.2 * 1.35 * 0.18  # target, FC, ag S/q
    weight = UNIT_WEIGHT * THICKNESS * HEIGHT
    force = found["force", "acceleration"]
    assert force.present == pytest.approx(0.1 / 0.18 / 1.35)
    assert force.needed == pytest.approx((multiplier - 0.1) * weight * HEIGHT / 2.0 / 4.0, rel=1e-4)
    assert force.level == 4.0
    thick = found["thickness", "acceleration"]
    assert thick.needed == pytest.approx(multiplier * HEIGHT, rel=1e-4)
    assert thick.level is None


def test_what_is_enough_has_no_row():
    assert needed(level=4.0, target=0.2) == {}


def test_what_cannot_be_reached_is_none():
    def idle(kind, amount, name):
        return [prism(THICKNESS, HEIGHT)]

    asked = options(rules=("ntc2018",), retrofit=RetrofitOptions(target=2.0, level=4.0, thickness=True))
    found = verify_mechanisms([prism(THICKNESS, HEIGHT)], asked, rebuild=idle).retrofits
    assert found
    assert all(item.needed is None for item in found)


def test_a_mechanism_that_is_gone_is_not_called_mended():
    asked = options(rules=("ntc2018",), retrofit=RetrofitOptions(target=2.0, level=4.0))
    found = verify_mechanisms([prism(THICKNESS, HEIGHT)], asked, rebuild=lambda kind, amount, name: []).retrofits
    assert all(item.needed is None for item in found)


def test_without_an_outline_no_thickness_is_told():
    asked = options(rules=("ntc2018",), retrofit=RetrofitOptions(target=2.0, thickness=True))
    bare = mechanism(0.1, straight(0.1, 0.45))
    assert section_thickness(bare) is None
    assert verify_mechanisms([bare], asked, rebuild=rebuild).retrofits == ()


@pytest.mark.parametrize("jump", [3e3, 12345.0, 2.5e6])
def test_a_factor_that_jumps_is_found(jump):
    amount = least_amount(lambda force: 2.0 if force >= jump else 0.5, 1.0, "force")
    assert jump <= amount <= jump * (1.0 + 1e-3)


def test_the_question_must_be_asked():
    with pytest.raises(ModelError, match=r"codes\.retrofit: give level"):
        RetrofitOptions(target=1.0)


PROJECT = """
format = 1
analyses = ["limit", "codes"]
[project]
name = "prism"
[materials.stone]
unit_weight = "20 kN/m3"
[wall]
length = "1 m"
height = "9 m"
thickness = "0.9 m"
material = "stone"
[base]
kind = "rock"
friction_angle = "35 deg"
[codes.spectra.e030_2003]
zone = 2
soil = "S2"
plateau_end = "0.45 s"
[codes.retrofit]
level = "4 m"
thickness = true
"""


def test_a_walls_mechanisms_are_built_again():
    project = parse_project(PROJECT)
    assert project.wall is not None
    again = rebuild_of(project.wall, project.options["limit"], project.options["statics"], 4.0)
    weight = UNIT_WEIGHT * THICKNESS * HEIGHT
    for name in ("overturning.outward.base", "overturning.inward.base"):
        (held,) = again("force", 20e3, name)
        assert held.name == name
        assert held.multiplier == pytest.approx(0.1 + 20e3 * 4.0 / (weight * 4.5))
        assert [item.multiplier for item in again("force", 0.0, name)] == pytest.approx([0.1])
        (thick,) = again("thickness", 1.5, name)
        assert thick.multiplier == pytest.approx(0.15)
        assert section_thickness(thick) == pytest.approx(1.35)
    assert again("force", 0.0, "overturning.outward.3.00m") == ()


def test_codes_without_a_stage_that_finds_mechanisms_says_what_to_add(tmp_path):
    import pirqa

    file = tmp_path / "wall.toml"
    file.write_text(PROJECT.replace('analyses = ["limit", "codes"]', 'analyses = ["codes"]'))
    with pytest.raises(ProjectError, match='add "limit" or "blocks" to analyses'):
        pirqa.assess(file, tmp_path / "out")
