"""Damping from restitution, against the closed forms of Housner's block."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from pirqa.dynamics import Drive, Engine, SimulationOptions
from pirqa.dynamics.restitution import (
    damping_for_restitution,
    lean_block,
    rocking_angle,
    seat_block,
)
from pirqa.errors import OptionsError
from pirqa.model import Envelope, JointProperties, Material, Support, Wall, Zone
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import block_on_base, stiff_joints

_ROCK = Support(kind="rock", friction_angle=0.6)


def _wall(thickness: float = 0.8, height: float = 4.0) -> Wall:
    return Wall.prismatic(height=height, thickness=thickness, unit_weight=2300 * STANDARD_GRAVITY, support=_ROCK)


def _joints(restitution: float | None, stiffness: float = 2e10) -> JointProperties:
    return JointProperties(friction_angle=0.4, normal_stiffness=stiffness, restitution=restitution)


def _swing_ratio(block: Wall, thickness: float, height: float, released: float) -> float:
    """θ'² upright is 2p²(cos(α − θ) − cos α) for a swing that ends at θ: Housner's rigid block."""
    engine = Engine.of(block, SimulationOptions(output_step=1e-3))
    lean_block(engine, released)
    record, sound = engine.run(Drive(duration=3.2), 0, round(3.2 / engine.step))
    assert sound
    turned = rocking_angle(engine, record)
    angle = math.atan2(thickness, height)
    before, after = (math.cos(angle - end) - math.cos(angle) for end in (released, -turned.min()))
    return math.sqrt(after / before)


def test_the_found_damping_gives_the_ratio_by_housners_own_formula() -> None:
    found = damping_for_restitution(_wall(), _joints(0.982))
    assert found.restitution is None
    assert found.damping is not None
    assert found.damping > 0.0
    block = block_on_base(1.0, 0.8, 4.0, 2300.0, stiff_joints(2e10, damping=found.damping))
    assert _swing_ratio(block, 0.8, 4.0, 0.5 * math.atan(0.2)) == pytest.approx(0.982, abs=2e-3)


def test_more_damping_keeps_less() -> None:
    weak, strong = (damping_for_restitution(_wall(), _joints(ratio)).damping for ratio in (0.988, 0.977))
    assert weak is not None
    assert strong is not None
    assert strong > 1.5 * weak


def test_the_range_has_housners_floor_of_a_flat_face_and_a_ceiling_below_one() -> None:
    wall = Wall.prismatic(height=1.0, thickness=0.25, unit_weight=22e3, support=_ROCK)
    with pytest.raises(OptionsError) as low:
        damping_for_restitution(wall, _joints(0.5, 2e11))
    with pytest.raises(OptionsError) as high:
        damping_for_restitution(wall, _joints(0.99999, 2e11))
    floor, angle = re.search(r"is below (0\.\d+),.* = ([\d.]+) deg", str(low.value)).groups()
    (undamped,) = re.search(r"is above (0\.\d+),", str(high.value)).groups()
    assert float(angle) == pytest.approx(14.036, abs=5e-3)
    assert float(floor) == pytest.approx(0.956, abs=5e-4)
    assert 0.975 < float(undamped) < 1.0


def test_a_target_below_the_floor_is_refused_with_the_floor_the_angle_and_a_remedy() -> None:
    with pytest.raises(OptionsError, match=r"0\.95 is below 0\.9712.*11\.31 deg.*damping_ratio instead"):
        damping_for_restitution(_wall(), _joints(0.95))


def test_a_target_above_what_bounces_leave_is_refused() -> None:
    with pytest.raises(OptionsError, match=r"0\.9999 is above 0\.99\d\d, what this wall keeps without any damping"):
        damping_for_restitution(_wall(), _joints(0.9999))


def test_joints_without_restitution_stay_as_they_are() -> None:
    joints = _joints(None)
    assert damping_for_restitution(_wall(), joints) is joints


def test_the_most_slender_section_counts() -> None:
    zones = (
        Zone(name="stout", material="stone", bottom=0.0, top=4.0, thickness=1.2, end=3.0),
        Zone(name="thin", material="stone", bottom=0.0, top=4.0, thickness=0.5, start=3.0),
    )
    wall = Wall(
        envelope=Envelope(zones=zones, length=6.0), materials={"stone": Material(unit_weight=22e3)}, support=_ROCK
    )
    with pytest.raises(OptionsError, match=r"0\.5 × 4 m"):
        damping_for_restitution(wall, _joints(0.9))


def test_joints_too_soft_to_rock_on_are_refused() -> None:
    with pytest.raises(OptionsError, match="too soft"):
        damping_for_restitution(_wall(), _joints(0.98, 2e5))


def test_a_missing_stiffness_is_asked_for() -> None:
    with pytest.raises(OptionsError, match="normal_stiffness is missing"):
        damping_for_restitution(_wall(), replace(_joints(0.98), normal_stiffness=None))


def test_a_leaning_block_is_let_go_with_hardly_a_bounce() -> None:
    weight, angle = 2300.0 * 0.25 * STANDARD_GRAVITY, math.atan(0.25)
    engine = Engine.of(block_on_base(1.0, 0.25, 1.0, 2300.0, stiff_joints(2e10)), SimulationOptions(output_step=1e-4))
    lean_block(engine, 0.5 * angle)
    record, _ = engine.run(Drive(duration=0.02), 0, round(0.02 / engine.step))
    expected = weight * (1.0 - 0.75 * math.sin(0.5 * angle) ** 2)
    pressed = record.joint[:, 0, 0]
    assert pressed[0] == pytest.approx(expected, rel=5e-3)
    # its shear spring starts unstressed, so the foot sways; laid on without its weight, it would bounce by 100 %
    assert np.abs(pressed / expected - 1.0).max() < 0.15


def test_a_seated_block_stays_at_rest() -> None:
    engine = Engine.of(block_on_base(1.0, 0.25, 1.0, 2300.0, stiff_joints(2e8)))
    seat_block(engine)
    start = engine.assembly.bodies.position[0].copy()
    assert 0.5 - start[2] == pytest.approx(2300.0 * STANDARD_GRAVITY / 2e8, rel=1e-9)
    engine.run(Drive(duration=0.5), 0, round(0.5 / engine.step))
    assert np.abs(engine.assembly.bodies.position[0] - start).max() < 1e-12
