"""The independent solutions that the tilt cases stand on, against closed forms."""

from __future__ import annotations

import math

import pytest

from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.dynamics_rocking import static_tilt
from pirqa.verification.walls import block_on_base, stiff_joints


@pytest.mark.parametrize("stiffness", [2e8, 2e10])
def test_one_course_tips_as_the_closed_form_says(stiffness: float) -> None:
    weight = 2300.0 * STANDARD_GRAVITY * 0.8 * 4.0
    turned = (math.sqrt(2.0 * weight / stiffness) / 12.0) ** (2.0 / 3.0)
    found = static_tilt(stiffness, courses=1, course=4.0, shear_ratio=1e3)
    assert found == pytest.approx(math.atan(0.2 - 3.0 * turned), rel=2e-3)


def test_stiff_courses_tip_as_rigid_ones() -> None:
    assert static_tilt(2e13) == pytest.approx(math.atan(0.8 / 3.5), rel=6e-3)


def test_a_footed_block_is_a_box_less_its_recess() -> None:
    (stone,) = block_on_base(1.5, 0.25, 1.0, 2300.0, stiff_joints(2e10), feet=0.005, recess=0.01).stones
    assert stone.volume == pytest.approx(1.5 * (0.25 - 0.24 * 0.01), rel=1e-12)
    assert sum(part.properties.volume for part in stone.parts) == pytest.approx(stone.volume, rel=1e-12)
    assert stone.centroid[2] == pytest.approx((0.25 * 0.5 - 0.24 * 0.01 * 0.005) / (0.25 - 0.24 * 0.01), rel=1e-12)
