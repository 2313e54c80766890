from __future__ import annotations

import math

import pytest

from pirqa.project import parse_project, read_project, read_results, run_project
from pirqa.project.sensitivity import sensitivities
from tests.conftest import EXAMPLES
from tests.project.test_circumstances import WALL, condition

# overturns at t/h = 0.5; the demand is chosen below
COMPLETE = condition(
    'lean = "0 deg"\nbulge = "0 m"\ncompressive_strength = "1000 MPa"\nfoundation = "rock"\n'
    + "\n".join(
        f'{name} = "absent"'
        for name in (
            "cracking", "decay", "leaves", "earlier_damage", "vertical_motion", "both_components", "joint_compliance",
            "amplification", "ground_compliance", "crushing",
        )
    )
)  # fmt: skip


def made(tmp_path, thickness: str, acceleration: str):
    text = WALL.replace('thickness = "1 m"', f"thickness = {thickness}")
    text = text.replace('acceleration = "0.05 g"', f'acceleration = {{ value = "{acceleration}", source = "a study" }}')
    return run_project(parse_project(text + COMPLETE), tmp_path)


def test_a_depth_that_nobody_measured_flips_the_onset(tmp_path):
    done = made(tmp_path, '{ value = "1 m", assumed = true }', "0.47 g")
    assert done.verdict.of("onset").state == "satisfied"
    depth = done.sensitivities[0]
    assert depth.key == "wall.thickness"
    assert depth.flips
    assert (depth.limit_state, depth.state, depth.state_low, depth.state_high) == (
        "onset", "satisfied", "not_satisfied", "satisfied",
    )  # fmt: skip
    assert (depth.low, depth.high) == pytest.approx((0.85, 1.15))
    assert depth.intensity_low == pytest.approx(0.85 / 2.0)
    assert depth.intensity_high == pytest.approx(1.15 / 2.0)
    assert depth.source
    assert (depth.low_text, depth.high_text) == ("0.85 m", "1.15 m")
    assert read_results(tmp_path).sensitivities == done.sensitivities


def test_an_input_with_a_source_is_not_tried(tmp_path):
    done = made(tmp_path, '{ value = "1 m", source = "measured" }', "0.47 g")
    assert "wall.thickness" not in [item.key for item in done.sensitivities]


def test_nothing_flips_far_from_the_demand(tmp_path):
    done = made(tmp_path, '{ value = "1 m", assumed = true }', "0.05 g")
    assert not any(item.flips for item in done.sensitivities)


def test_friction_that_slides_first_is_named(tmp_path):
    low = WALL.replace('friction_angle = "45 deg"', 'friction_angle = "22 deg"')
    low = low.replace('acceleration = "0.05 g"', 'acceleration = "0.42 g"')
    done = run_project(parse_project(low + COMPLETE), tmp_path)
    first = done.sensitivities[0]
    assert first.key == "base.friction_angle"
    assert math.tan(first.low) == pytest.approx(0.8 * math.tan(math.radians(22.0)))
    assert (first.state_low, first.state, first.state_high) == ("not_satisfied", "not_satisfied", "satisfied")


def test_the_survey_names_its_own_depth(tmp_path):
    done = run_project(read_project(EXAMPLES / "from_dxf" / "project.toml"), tmp_path)
    assert [item.key for item in done.sensitivities][:1] == ["survey.thickness"]


def test_the_thickness_of_an_impossible_wall_is_left_out(tmp_path):
    """A fill as high as the wall: a lower wall would be buried, and is no result."""
    fill = '[backfill]\nunit_weight = "16 kN/m3"\nfriction_angle = "35 deg"\nheight = "2 m"\n'
    text = WALL.replace('height = "2 m"', 'height = { value = "2 m", assumed = true }')
    done = run_project(parse_project(text + fill), tmp_path)
    assert "wall.height" not in [item.key for item in done.sensitivities]


def test_without_closed_forms_there_is_nothing_to_vary():
    project = parse_project(WALL)
    assert sensitivities(project, {}, (), {}) == ()
