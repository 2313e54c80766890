from __future__ import annotations

import hashlib
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pirqa.dynamics import Engine, Hold, SettlementOptions, SimulationOptions, TiltOptions, Trajectory, simulate
from pirqa.dynamics.arrays import DEAD
from pirqa.dynamics.drive import Drive
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.linear import stable_step
from pirqa.dynamics.simulate import settle
from pirqa.errors import ComputationError, InputError
from pirqa.experiments.damage import outcome_of
from pirqa.model import Direction, GroundMotion, JointProperties, Strut, Wall
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import box, sine_motion
from tests.dynamics.test_assembly import DENSITY, DRY, stack, wall_of

KN, AREA, MASS = 2e8, 0.8, DENSITY * 0.4
ROOT = Path(__file__).parents[2]


def one_mass(damping: float = 0.0) -> Wall:
    """A box that moves up and down on its joint; the shear is so soft that this is its highest frequency."""
    return stack(
        joints=JointProperties(friction_angle=0.5, normal_stiffness=KN, tangential_stiffness=1e-6 * KN, damping=damping)
    )


@pytest.mark.parametrize("damping", [0.0, 2e5, 2e6])
def test_the_stable_step_of_one_mass_on_a_spring(damping):
    """2/ω without damping; with it the step at which the damper, half a step late, throws the mass across."""
    frequency = math.sqrt(KN * AREA / MASS)
    ratio = damping * AREA / (2.0 * MASS * frequency)
    # v' = v − h·(ω²·x + 2ξω·v) and x' = x + h·v' have the root −1 where h²ω² + 4ξ·hω = 4
    expected = (-2.0 * ratio + math.sqrt(4.0 * ratio**2 + 4.0)) / frequency
    assert Engine.of(one_mass(damping)).limit == pytest.approx(expected, rel=1e-4)
    assert stable_step(frequency, damping / KN) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("damping", [0.0, 2e5])
@pytest.mark.parametrize(("share", "grows"), [(0.98, False), (1.02, True)])
def test_a_run_is_stable_below_the_limit_and_not_above(damping, share, grows):
    limit = Engine.of(one_mass(damping)).limit
    engine = Engine.of(one_mass(damping), SimulationOptions(step=share * limit, allow_unstable=True))
    bodies = engine.assembly.bodies
    rest = MASS * STANDARD_GRAVITY / (KN * AREA)
    bodies.position[1, 2] -= rest * (1.0 - 1e-6)
    engine.assembly.memory.gap[0, 0] = rest * (1.0 - 1e-6)
    engine.run(Drive(duration=1.0), 0, 60)
    off = abs(bodies.position[1, 2] - bodies.home[1, 2] + rest) / rest
    assert (off > 1e-4) == grows


def test_a_stack_settles_by_the_weight_above_each_joint():
    engine = Engine.of(stack(4))
    settled = settle(engine)
    closing = [number * MASS * STANDARD_GRAVITY / (KN * AREA) for number in (3, 2, 1)]
    np.testing.assert_allclose(settled.displacement[:, 2], -np.cumsum([0.0, *closing]), rtol=1e-6, atol=1e-12)
    assert settled.weight == pytest.approx(3 * MASS * STANDARD_GRAVITY, rel=1e-12)
    assert settled.push[2] == pytest.approx(-settled.weight, rel=1e-6)
    assert settled.quiet <= 1e-9
    assert settled.ledger.error < 1e-3


def shaken(wall: Wall | None = None) -> Trajectory:
    return simulate(stack(4) if wall is None else wall, sine_motion(0.45 * STANDARD_GRAVITY, 2.0, 1.0))


def fingerprint(run: Trajectory) -> str:
    """Of every number of the run that a user can read."""
    arrays = (run.times, run.position, run.quaternion, run.normal_force, run.slip, run.opening, run.energy, run.push)
    return hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest()


def test_the_same_wall_moves_the_same_to_the_last_bit_here_and_elsewhere():
    """On a fresh machine the kernels are compiled here and loaded elsewhere: they must round alike."""
    here = shaken()
    assert here.slip.max() > 1e-3  # something happened
    assert here.reliable
    assert fingerprint(shaken()) == fingerprint(here)
    script = "from tests.dynamics.test_engine import fingerprint, shaken\nprint(fingerprint(shaken()))"
    elsewhere = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert elsewhere.stdout.strip() == fingerprint(here)


def test_a_run_in_stretches_is_the_run_in_one_go():
    ends = []
    for stretches in (1, 4):
        engine = Engine.of(stack(3))
        settle(engine)
        drive = Drive(duration=0.4, shift=lambda times: np.column_stack([0.0 * times, 0.2 * times**2, 0.0 * times]))
        count = 4 * round(0.1 / engine.step)
        for number in range(stretches):
            engine.run(drive, number * count // stretches, count // stretches)
        ends.append(engine.assembly.bodies.position.copy())
    np.testing.assert_array_equal(ends[0], ends[1])


def test_states_are_kept_at_the_output_step():
    run = simulate(stack(2), Hold(duration=0.5), SimulationOptions(free=0.0, output_step=0.02))
    np.testing.assert_allclose(run.times, np.arange(25) * 0.02, atol=1e-12)
    assert not run.failed
    assert run.peak.max() < 1e-7


def test_a_mirrored_wall_moves_mirrored():
    """Left and right exchanged, and the push along the wall turned round: two runs of other arrays, one physics."""

    def bonded(mirror: bool) -> Wall:
        spans = {"floor": (0.0, 2.0, 0.0), "left": (0.0, 1.2, 0.4), "right": (1.2, 2.0, 0.4), "top": (0.3, 1.4, 0.8)}
        solids = {}
        for name, (start, end, low) in spans.items():
            begin = 2.0 - end if mirror else start
            solids[name] = box(end - start, 0.5, 0.4, at=(begin, 0.0, low))
        return wall_of(solids, fixed=("floor",), joints=DRY)

    runs = [
        simulate(
            bonded(mirror),
            sine_motion((-1.0 if mirror else 1.0) * 0.5 * STANDARD_GRAVITY, 2.0, 0.5, component="along"),
            SimulationOptions(free=0.5),
        )
        for mirror in (False, True)
    ]
    assert np.abs(runs[0].displacement).max() > 1e-3
    np.testing.assert_allclose(runs[1].displacement, runs[0].displacement * [-1.0, 1.0, 1.0], atol=1e-9)


def test_a_wall_that_cannot_stand_says_which_stone_falls():
    slope = np.array([[0.0, 0.0], [1.5, 0.0], [1.5, 1.2], [0.0, 0.2]])
    above = np.array([[0.5, 0.2 + 0.5 * 2.0 / 3.0], [1.0, 0.2 + 2.0 / 3.0], [1.0, 1.6], [0.5, 1.6]])
    wall = wall_of({"ramp": _prism(slope), "slider": _prism(above)}, fixed=("ramp",), joints=DRY)
    with pytest.raises(ComputationError, match='"slider"'):
        simulate(wall, Hold())


def _prism(ring: np.ndarray):
    from pirqa.survey.solids import extrude

    return extrude(ring, lambda places: np.zeros(len(places)), lambda places: np.full(len(places), 0.8))


def test_a_run_that_blows_up_is_a_failed_one_and_not_a_collapse():
    held = replace(one_mass().joints, tension=1e12, cohesion=1e12)  # so that the mass cannot fly away from its spring
    engine = Engine.of(stack(joints=held), SimulationOptions(step=5e-3, allow_unstable=True))
    record, sound = engine.run(Drive(duration=50.0), 0, 10_000)
    assert not sound
    assert len(record.times) < 10_000


def test_bonded_joints_keep_their_ledger_while_they_tear():
    """Tension and cohesion of a weak mortar, pulled up and sideways until nothing holds."""
    mortar = JointProperties(
        friction_angle=math.atan(0.6), normal_stiffness=KN, tangential_stiffness=1e8, damping=2e5, tension=5e3,
        cohesion=5e3,
    )  # fmt: skip
    engine = Engine.of(stack(2, joints=mortar))
    settle(engine)
    engine.assembly.loads.spent[:] = 0.0

    def gravity(times: np.ndarray) -> np.ndarray:
        return np.column_stack([0.0 * times, 12.0 * times, -STANDARD_GRAVITY + 20.0 * times])

    record, _ = engine.run(Drive(duration=1.0, gravity=gravity), 0, round(1.0 / engine.step))
    assert np.all(engine.assembly.frames.bonded == 0)
    assert ledger_of(record.energy).error < 1e-3


def test_a_wall_of_fixed_stones_moves_with_its_base():
    """All stones fixed: nothing to settle, nothing to shake."""
    run = simulate(stack(2, fixed=("1", "2")), sine_motion(1.0, 2.0, 0.5), SimulationOptions(free=0.5))
    assert run.peak.max() < 1e-15
    assert np.abs(run.platform).max() > 1e-3


def test_stones_that_follow_a_sinking_base_have_not_fallen():
    wall = stack(3)
    run = simulate(wall, SettlementOptions(stones=("1",), by=0.4, duration=4.0), SimulationOptions(free=0.5))
    assert outcome_of(run, wall).collapse == "none"
    assert run.displacement[-1, 2, 2] == pytest.approx(-0.4, abs=1e-4)


@pytest.mark.parametrize("output_step", [1.0, 0.3])
def test_states_may_be_kept_far_apart(output_step):
    run = simulate(stack(2), Hold(duration=2.0), SimulationOptions(free=0.0, output_step=output_step))
    np.testing.assert_allclose(np.diff(run.times), output_step, rtol=1e-9)


def test_a_run_whose_energy_does_not_close_is_made_again_with_half_the_step():
    wall = stack(2, joints=replace(DRY, damping=0.0))
    push = 30.0 * np.sin(2.0 * np.pi * 2.0 * np.arange(0.0, 1.0, 0.01))  # throws the stone up, undamped
    shaking = GroundMotion(name="m", step=0.01, acceleration=push[:, None], directions=(Direction(name="up"),))
    options = SimulationOptions(free=0.0, refine=0)
    once = simulate(wall, shaking, options)
    assert not once.reliable
    again = simulate(wall, shaking, replace(options, refine=6))
    assert again.halvings > 0
    assert again.ledger.error < once.ledger.error
    assert again.step == pytest.approx(once.step / 2**again.halvings, rel=0.2)
    given = simulate(wall, shaking, replace(options, refine=6, step=once.step))
    assert given.halvings == 0  # a given step is kept
    assert not given.reliable


def test_a_control_point_that_is_not_there_is_told():
    run = simulate(stack(2), Hold(duration=0.5), SimulationOptions(free=0.0))
    with pytest.raises(InputError, match='no control point is called "A"'):
        run.point("A")


def test_the_work_of_a_turning_base_is_counted():
    run = simulate(stack(3), TiltOptions(to=math.radians(3.0)), SimulationOptions(free=0.5))
    assert run.ledger.error < 1e-6
    assert abs(run.ledger.base) > 1.0
    assert abs(run.displacement).max() < 1e-3  # seen from the base


def test_a_stone_that_has_turned_over_is_not_touched_by_its_old_joint_again():
    engine = Engine.of(stack(2), SimulationOptions(step=1e-4))
    bodies = engine.assembly.bodies
    bodies.position[1] += [0.0, 0.0, 1.0]
    bodies.momentum[1] = bodies.inertia[1] * [4.0, 0.0, 0.0]
    engine.forget_motion()
    start = np.linalg.norm(bodies.momentum[1])
    engine.run(Drive(duration=3.0, gravity=lambda times: np.zeros((len(times), 3))), 0, 30_000)  # two turns
    assert np.linalg.norm(bodies.momentum[1]) == pytest.approx(start, rel=1e-12)
    assert engine.assembly.motion.state[0] == DEAD


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: SimulationOptions(step=1e-9), "steps; the stable time step"),
        (lambda: SettlementOptions(stones=("1",), by=9.0), "more than the wall is high"),
    ],
)
def test_what_would_never_end_is_refused(make, says):
    made = make()
    options = made if isinstance(made, SimulationOptions) else SimulationOptions()
    action = made if isinstance(made, SettlementOptions) else Hold()
    with pytest.raises(InputError, match=says):
        simulate(stack(2), action, options)


def test_a_strut_must_reach_its_stone():
    strut = Strut(name="s", stone="2", point=(9.0, 0.0, 0.7), other_point=(0.5, -1.0, 0.0), stiffness=1e6)
    with pytest.raises(InputError, match='strut "s": its end is 8 m away from stone "2"'):
        Engine.of(stack(2), struts=[strut])
