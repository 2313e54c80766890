"""Soil on the backs of stones: the law of a patch, its energy, its state in a checkpoint."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.dynamics import Engine, SimulationOptions, simulate
from pirqa.dynamics.checkpoint import digest_of_inputs
from pirqa.dynamics.drive import Drive, Hold, Ramp, drive_of
from pirqa.dynamics.springs import SoilPressure
from pirqa.dynamics.state_recorder import HistoryWriter
from pirqa.errors import ModelError
from pirqa.progress import SilentObserver
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import block_on_base, sine_motion, stiff_joints
from tests.dynamics.test_history import assert_equal

AREA, STIFFNESS, REST, ACTIVE, PASSIVE = 1.0, 2e6, 4e3, 2e3, 20e3
WALL = block_on_base(1.0, 0.8, 1.0, 2300.0, stiff_joints(1e9, friction=0.6, damping_ratio=0.3))


def one_patch(**changes) -> SoilPressure:
    """On the middle of the back of the block: it only pushes."""
    values = {"rest": REST, "active": ACTIVE, "increment": 1e3, "passive": PASSIVE, "water": 0.0,
              "water_increment": 0.0, "friction": 0.0, "area": AREA, "stiffness": STIFFNESS} | changes  # fmt: skip
    return SoilPressure(
        stones=("block",),
        centre=np.array([[0.5, 0.8, 0.5]]),
        normal=np.array([[0.0, 1.0, 0.0]]),
        coefficients=np.array([0.0, 1.0]),
        surges=np.array([0.0, 1.0]),
        reach=0.4,
        **{name: np.array([float(value)]) for name, value in values.items()},
    )


def carried(shift, *, coefficient=0.0):
    """Pressures on the patch of a block that is held, and carried by ``shift`` into the soil [m]."""
    engine = Engine.of(replace(WALL, fixed=("block",)), SimulationOptions(step=1e-3), soil=one_patch())
    pulled = drive_of(Ramp(to=coefficient, duration=1e-6), WALL, free=1.0) if coefficient else Drive(duration=1.0)
    found = []
    for y in shift:
        engine.assembly.bodies.home[0, 1] = 0.4 + y
        engine.run(pulled, 1, 3)
        found.append(float(engine.assembly.soil.pressure[0]))
    return found


def test_a_patch_follows_its_spring_between_both_limits():
    into = [0.0, 1e-3, 2e-3, 20e-3, 19e-3]
    assert carried(into) == pytest.approx([REST, REST + 2e3, REST + 4e3, PASSIVE, PASSIVE - 2e3])


def test_soil_that_followed_does_not_go_back():
    # 1 mm out is just active; 3 mm out has yielded by 2 mm, so that it is at rest again 1 mm before its old place
    assert carried([-1e-3, -3e-3, -2e-3, 0.0]) == pytest.approx([ACTIVE, ACTIVE, ACTIVE + 2e3, ACTIVE + 6e3])


def test_an_earthquake_raises_the_least_pressure():
    assert carried([-3e-3], coefficient=0.5) == pytest.approx([ACTIVE + 0.5 * 1e3])


def test_a_stone_that_left_is_not_pushed_any_more():
    assert carried([-0.5, 0.0]) == [0.0, 0.0]


def test_water_and_drag_push_beside_the_soil():
    soil = one_patch(water=3e3, water_increment=1e3, friction=0.5, stiffness=1e4)
    run = simulate(WALL, Ramp(to=0.2, duration=0.5), SimulationOptions(free=0.0), soil=soil)
    # soft soil hardly feels how far the block moves; it is above the active pressure, so the surge is not felt
    assert run.soil_pressure[0, 0] == pytest.approx(3e3 + REST, rel=1e-3)
    assert run.soil_pressure[-1, 0] - run.soil_pressure[0, 0] == pytest.approx(0.2e3, rel=0.05)
    # the drag hangs on the block and stands on the ground: the base bears the weight alone
    assert run.settled.push[2] == pytest.approx(-run.settled.weight, rel=1e-6)
    drag = 0.5 * ACTIVE * AREA
    assert run.normal_force[0].sum() == pytest.approx(run.settled.weight + drag, rel=1e-4)


@pytest.mark.parametrize("friction", [0.0, 0.4])
def test_the_energy_closes_while_the_soil_follows(friction):
    soil = one_patch(friction=friction, water=500.0)
    motion = sine_motion(0.6 * STANDARD_GRAVITY, 2.0, 1.5)
    run = simulate(WALL, motion, SimulationOptions(free=0.5, refine=0), soil=soil)
    assert run.residual[0, 1] < -2e-3, "it was driven outwards"
    assert run.ledger.struts < 0.0, "the soil brought energy: it fell after the wall"
    assert run.ledger.error < 1e-3


def test_a_ramp_pulls_to_the_front():
    ramp = Ramp(to=0.3, duration=2.0)
    rows = drive_of(ramp, WALL, free=0.0).rows(0, 3, 1.0)
    assert rows[:, 10] == pytest.approx([0.0, -0.15 * STANDARD_GRAVITY, -0.3 * STANDARD_GRAVITY])
    assert rows[:, 13] == pytest.approx([0.0, 0.15, 0.3])
    assert rows[:, 12] == pytest.approx(1.0)


def test_ground_that_goes_into_the_fill_presses_it_onto_the_wall():
    motion = sine_motion(2.0, 1.0, 1.0)
    rows = drive_of(motion, WALL, free=0.0).rows(0, 4, 0.25)
    assert rows[:, 13] == pytest.approx([0.0, 2.0 / STANDARD_GRAVITY, 0.0, -2.0 / STANDARD_GRAVITY], abs=1e-6)
    assert one_patch().surge(np.array([-0.3, 0.0, 0.3, 5.0])) == pytest.approx([0.0, 0.0, 0.3, 1.0])


def test_a_stopped_run_goes_on_with_its_soil(tmp_path):
    class Stop(SilentObserver):
        left = 9

        def advance(self, steps=1):
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt

    action, options, soil = sine_motion(4.0, 2.0, 1.5), SimulationOptions(free=0.5, refine=0), one_patch()
    whole = simulate(WALL, action, options, soil=soil)
    writer = HistoryWriter(tmp_path / "r.zarr", interval=0.0)
    with pytest.raises(KeyboardInterrupt):
        simulate(WALL, action, options, soil=soil, keep=writer, observer=Stop())
    again = simulate(WALL, action, options, soil=soil, keep=HistoryWriter(tmp_path / "r.zarr", interval=0.0))
    assert_equal(whole, again)
    assert again.soil_pressure.shape == (len(again.times), 1)


def test_soil_is_part_of_a_runs_digest():
    bare, one, other = (
        digest_of_inputs(WALL, Hold(), SimulationOptions(), soil=soil)
        for soil in (None, one_patch(), one_patch(active=1e3))
    )
    assert len({bare, one, other}) == 3


def test_impossible_soil_is_refused():
    with pytest.raises(ModelError, match="stiffness and area"):
        one_patch(stiffness=0.0)
    with pytest.raises(ModelError, match="active needs 1 finite"):
        one_patch(active=np.nan)
    with pytest.raises(ModelError, match='no stone is called "pebble"'):
        Engine.of(WALL, soil=replace(one_patch(), stones=("pebble",)))


def test_stiff_soil_shortens_the_step():
    soft, stiff = (Engine.of(WALL, soil=one_patch(stiffness=k)).limit for k in (1e6, 1e12))
    assert stiff < 0.1 * soft
