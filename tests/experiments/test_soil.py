"""The wall with soil behind it: pressures by the theories of statics, runs beside the bare wall, the slow pull."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from pirqa.dynamics import SimulationOptions
from pirqa.errors import ComputationError, ModelError, OptionsError
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.soil.options import SoilOptions
from pirqa.experiments.soil.pressure import back_patches, soil_behind
from pirqa.experiments.soil.result import SoilResult
from pirqa.experiments.soil.stage import run_soil
from pirqa.model import Backfill, Direction, GroundMotion, JointProperties, Material, Support
from pirqa.model.plain import from_plain, to_plain
from pirqa.statics.earth_pressure import Loading, backfill_forces
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey
from pirqa.units import WATER_UNIT_WEIGHT

FILL = Backfill(unit_weight=16e3, friction_angle=math.radians(35))
QUICK = DynamicsOptions(simulation=SimulationOptions(free=0.5, output_step=0.02))
LENGTH, HEIGHT, THICKNESS = 1.2, 1.2, 0.5


def made_wall(fill=FILL, *, fixed="none", joints=None):
    bond = GenerateOptions(pattern="running_bond", length=LENGTH, height=HEIGHT, courses=3, unit_length=0.6)
    around = Surroundings(
        materials={"stone": Material(unit_weight=24e3)},
        support=Support(kind="rock", friction_angle=math.radians(30)),
        backfill=fill,
        joints=joints or JointProperties(friction_angle=math.radians(30), normal_stiffness=5e8, damping_ratio=0.3),
    )
    return survey(SurveyOptions(generate=bond, thickness=THICKNESS, fixed=fixed), around=around).wall


@pytest.fixture(scope="module")
def wall():
    return made_wall()


def shock(name="shock", component="across"):
    times = np.arange(0.0, 1.0, 0.005)
    values = 3.0 * np.sin(2.0 * np.pi * 3.0 * times)
    return GroundMotion(name=name, step=0.005, acceleration=values[:, None], directions=(Direction(name=component),))


def test_patches_cover_the_back_up_to_the_fill(wall):
    patches = back_patches(wall, SoilOptions())
    assert sum(patch.area for patch in patches) == pytest.approx(LENGTH * HEIGHT)
    assert all(patch.normal == pytest.approx([0.0, 1.0, 0.0]) for patch in patches)
    low = back_patches(made_wall(replace(FILL, height=0.5)), SoilOptions())
    assert sum(patch.area for patch in low) == pytest.approx(LENGTH * 0.5)
    assert max(patch.centre[2] for patch in low) < 0.5


@pytest.mark.parametrize("thrust", ["coulomb", "seed_whitman", "mononobe_okabe", "whitman"])
@pytest.mark.parametrize(
    "fill",
    [
        FILL,
        replace(FILL, wall_friction=math.radians(20), surcharge=5e3),
        replace(FILL, water_level=0.8, saturated_unit_weight=20e3),
    ],
    ids=["plain", "friction and surcharge", "water"],
)
def test_active_pressures_add_up_to_the_thrust_of_statics(thrust, fill):
    wall = made_wall(fill)
    soil = soil_behind(wall, SoilOptions(thrust=thrust, strips=60))
    kh = 0.2
    section = wall.sections()[0]
    forces = backfill_forces(section, 0, fill, Loading(theory=thrust, kh=kh, kv=0.0, water="pervious", uplift=False))
    least = soil.active + soil.surge(np.array([kh]))[0] * soil.increment
    outward = float((least * soil.area * soil.normal[:, 1]).sum())
    down = float((least * soil.friction * soil.area).sum())
    moment = float((least * soil.area * soil.centre[:, 2]).sum())
    pushed = [force for force in forces if force.family == "soil_thrust"]
    assert outward == pytest.approx(LENGTH * sum(float(force.outward) for force in pushed), rel=2e-3)
    assert down == pytest.approx(LENGTH * sum(float(force.down) for force in pushed), rel=2e-3, abs=1e-9)
    assert moment == pytest.approx(LENGTH * sum(float(force.outward * force.z) for force in pushed), rel=2e-3)
    wet = [force for force in forces if force.family == "water_thrust"]
    water = float(((soil.water + kh * soil.water_increment) * soil.area).sum())
    assert water == pytest.approx(LENGTH * sum(float(force.outward) for force in wet), rel=5e-3, abs=1e-9)


def test_the_default_modulus_reaches_the_active_pressure_in_the_movement_asked_for(wall):
    soil = soil_behind(wall, SoilOptions(active_movement=2e-3))
    sine = math.sin(FILL.friction_angle)
    rankine = (1.0 - sine) / (1.0 + sine) / (1.0 - sine) * soil.rest
    assert (soil.rest - rankine) / soil.stiffness == pytest.approx(2e-3 * HEIGHT)
    given = soil_behind(wall, SoilOptions(subgrade_modulus=5e6))
    assert given.stiffness == pytest.approx(5e6)


@pytest.fixture(scope="module")
def shaken(wall):
    return run_soil(wall, SoilOptions(ramp_duration=4.0), QUICK, {"shock": shock()})


def test_the_soil_drives_the_wall_outwards(shaken):
    with_soil, bare = shaken.runs
    assert (with_soil.soil, bare.soil, with_soil.action) == (True, False, "shock")
    assert with_soil.lasting > 1e-3
    assert with_soil.lasting > 3.0 * abs(bare.lasting)
    assert shaken.active_thrust < with_soil.thrust[0] <= shaken.rest_thrust * (1.0 + 1e-9)
    assert with_soil.thrust.max() > with_soil.thrust[0]
    assert with_soil.thrust.min() > 0.95 * shaken.active_thrust
    assert len(bare.thrust) == 0
    assert {check.id for check in shaken.checks} == {
        "soil.shock.falling",
        "soil.shock.stones_falling",
        "soil.shock.residual",
    }
    assert {remark.key for remark in shaken.remarks} >= {"soil_rest_assumed", "soil_modulus_assumed"}
    assert "fill_left_out" not in {remark.key for remark in shaken.remarks}


@pytest.mark.parametrize(
    ("fill", "named"),
    [
        (replace(FILL, surcharge=80e3), "backfill"),
        (replace(FILL, unit_weight=19e3, surcharge=40e3, water_level=1.2, saturated_unit_weight=22e3), "water_level"),
    ],
)
def test_a_wall_that_its_fill_pushes_over_names_the_fill(fill, named):
    with pytest.raises(ComputationError, match="does not stand with the fill behind it") as refusal:
        run_soil(made_wall(fill), SoilOptions(ramp=False, compare_bare=False), QUICK, {"shock": shock()})
    assert "[backfill]" in str(refusal.value)
    assert (named == "water_level") == ("of the water in it" in str(refusal.value))


def test_the_slow_pull_stands_beside_statics(shaken):
    (ramp,) = shaken.ramps
    assert [item.mode for item in ramp.critical] == ["sliding", "overturning"]
    assert ramp.onset is not None
    # stones on compliant joints give way somewhat earlier than the rigid section
    assert 0.7 < ramp.onset.coefficient / ramp.least.coefficient < 1.05
    assert "gives way at" in str(shaken)


def test_the_result_comes_back_from_plain_values(shaken):
    again = from_plain(SoilResult, to_plain(shaken))
    assert str(again) == str(shaken)
    assert again.ramps[0].onset == shaken.ramps[0].onset
    assert again.runs[0].thrust == pytest.approx(shaken.runs[0].thrust)


def test_water_pushes_more(wall):
    wet = made_wall(replace(FILL, water_level=1.0, saturated_unit_weight=20e3))
    result = run_soil(wet, SoilOptions(motions=(), ramp_duration=2.0), QUICK, {})
    dry = soil_behind(wall, SoilOptions())
    more = 0.5 * WATER_UNIT_WEIGHT * 1.0**2 * LENGTH
    grains = 0.5 * (16e3 - (20e3 - WATER_UNIT_WEIGHT)) * 1.0**2 * LENGTH
    rest = 1.0 - math.sin(FILL.friction_angle)
    before = float((dry.rest * dry.area).sum())
    assert result.rest_thrust == pytest.approx(before + more - rest * grains, rel=5e-3)
    assert "soil_water_not_in_joints" in {remark.key for remark in result.remarks}
    assert not result.runs


def test_what_is_doubtful_is_said():
    held = made_wall(fixed="base")
    soil = SoilOptions(ramp_duration=1.0, ramp_to=0.05, compare_bare=False, thrust="mononobe_okabe")
    result = run_soil(held, soil, QUICK, {"along": shock("along", "along")})
    assert {"soil_base_fixed", "soil_not_across"} <= {remark.key for remark in result.remarks}
    assert result.ramps[0].onset is None
    assert "not below 0.05" in str(result)


def test_bad_input_is_refused(wall):
    with pytest.raises(OptionsError, match=r"backfill: missing.*\[backfill\]"):
        run_soil(made_wall(fill=None), SoilOptions(), QUICK, {})
    with pytest.raises(OptionsError, match=r'soil\.motions: no motion is called "lima"'):
        run_soil(wall, SoilOptions(motions=("lima",)), QUICK, {"shock": shock()})
    with pytest.raises(OptionsError, match="soil: nothing is done to the wall"):
        run_soil(wall, SoilOptions(ramp=False), QUICK, {})
    with pytest.raises(OptionsError, match="joints: missing"):
        run_soil(replace(wall, joints=None), SoilOptions(), QUICK, {})
    with pytest.raises(OptionsError, match="has no stones"):
        run_soil(replace(wall, stones=(), contacts=()), SoilOptions(), QUICK, {})
    with pytest.raises(ModelError, match=r"soil.subgrade_modulus"):
        SoilOptions(subgrade_modulus=0.0)
    steep = replace(FILL, slope=math.radians(34))
    with pytest.raises(ModelError, match="ends below a coefficient"):
        soil_behind(made_wall(steep), SoilOptions(thrust="mononobe_okabe"))
    with pytest.raises(OptionsError, match=r"soil\.thrust: .whitman. .* is for level fill"):
        soil_behind(made_wall(steep), SoilOptions(thrust="whitman"))
