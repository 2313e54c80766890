"""Compiled turns are those of NumPy and SciPy to the last bit."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from pirqa.dynamics import Engine, SettlementOptions, SimulationOptions, TiltOptions, simulate
from pirqa.dynamics.arrays import Bodies
from pirqa.dynamics.assembly import assemble
from pirqa.dynamics.drive import Drive
from pirqa.dynamics.rigid_body import find_uprights, gather_loads, move_stones
from pirqa.dynamics.springs import pull_ties, tie_energy
from pirqa.dynamics.trajectory import quaternions, seen_from_base, turn_by
from pirqa.errors import OptionsError
from pirqa.model import JointProperties
from pirqa.model.support import Strut
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import box
from tests.dynamics.test_assembly import DENSITY, stack, wall_of

BRICK = (0.4, 0.25, 0.1)


def fly(count: int, step: float, *, momentum, velocity=(0.0, 0.0, 0.0), down: float = 0.0) -> Bodies:
    """A brick that nothing touches, after ``count`` steps."""
    made = assemble(wall_of({"brick": box(*BRICK)}))
    bodies = made.bodies
    bodies.momentum[0], bodies.velocity[0] = momentum, velocity
    for _ in range(count):
        move_stones(0, 1, bodies, made.loads, 0.0, 0.0, -down, 0.0, step)
    return bodies


def spin(bodies: Bodies, momentum: np.ndarray) -> float:
    """Energy of turning [J]."""
    return float(0.5 * (momentum**2 / bodies.inertia[0]).sum())


@settings(deadline=None, max_examples=20)
@given(st.tuples(*[st.floats(-2.0, 2.0)] * 3))
def test_a_free_stone_keeps_momentum_and_energy_and_flies_a_parabola(momentum):
    count = 1000
    bodies = fly(count, 1e-3, momentum=momentum, velocity=(1.0, 0.5, 3.0), down=STANDARD_GRAVITY)
    turn, own = bodies.rotation[0], np.array(momentum)
    np.testing.assert_allclose(turn @ bodies.momentum[0], bodies.attitude[0] @ own, atol=1e-12)
    assert spin(bodies, bodies.momentum[0]) == pytest.approx(spin(bodies, own), rel=1e-3, abs=1e-15)
    np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=1e-12)
    # kick, then drift: the place after n steps is v·t − g·t²/2·(1 + 1/n)
    fall = 0.5 * STANDARD_GRAVITY * (1.0 + 1.0 / count)
    np.testing.assert_allclose(bodies.position[0] - bodies.home[0], [1.0, 0.5, 3.0 - fall], atol=1e-10)


def test_spinning_about_the_middle_axis_flips_over():
    """Euler's equations: a turn about the middle axis is not stable, and when it flips is their solution."""
    from scipy.integrate import solve_ivp

    inertia = assemble(wall_of({"brick": box(*BRICK)})).bodies.inertia[0]
    start = inertia * np.array([1e-3, 6.0, 1e-3])
    exact = solve_ivp(
        lambda _, own: np.cross(own, own / inertia), (0.0, 3.5), start, method="DOP853", rtol=1e-11, atol=1e-13
    )
    assert abs(exact.y[1, -1]) < 0.9 * start[1]  # on its way over
    errors = [
        np.abs(fly(count, 3.5 / count, momentum=start).momentum[0] - exact.y[:, -1]).max() / start[1]
        for count in (1000, 4000)
    ]
    assert errors[1] < 1e-3
    assert errors[1] < errors[0] / 8.0  # of the second order


def test_a_stone_that_tumbles_high_above_its_joint_feels_nothing_of_it():
    """The two faces look the same way after half a turn: that is no contact."""
    engine = Engine.of(wall_of({"brick": box(*BRICK)}), SimulationOptions(step=1e-4))
    bodies = engine.assembly.bodies
    bodies.position[0, 2] += 5.0
    bodies.momentum[0] = momentum = np.array([1.0, 0.3, -0.2])
    before = bodies.rotation[0] @ momentum
    nothing = Drive(duration=1.0, gravity=lambda times: np.zeros((len(times), 3)))
    record, sound = engine.run(nothing, 0, 10_000)
    assert sound
    assert (record.pose[:, 0, 3:].reshape(-1, 3, 3)[:, 2] @ bodies.attitude[0].T[:, 2]).min() < -0.5  # it turned over
    np.testing.assert_allclose(bodies.rotation[0] @ bodies.momentum[0], before, atol=1e-11)
    assert np.abs(bodies.velocity[0]).max() == 0.0


def test_a_guided_stone_moves_in_its_plane_only():
    wall = wall_of(
        {"floor": box(1.0, 0.8, 0.5), "side": box(1.0, 0.8, 0.5, at=(0.0, 0.0, 0.5))},
        fixed=("floor",),
        guided=("side",),
    )
    engine = Engine.of(wall)
    push = Drive(duration=0.5, gravity=lambda times: np.tile([3.0, 2.0, -STANDARD_GRAVITY], (len(times), 1)))
    record, sound = engine.run(push, 0, round(0.5 / engine.step))
    assert sound
    moved = record.pose[:, 1, :3] - record.pose[0, 1, :3]
    np.testing.assert_allclose(moved[:, 0], 0.0, atol=1e-15)
    assert np.abs(moved[:, 1]).max() > 1e-5
    turn = record.pose[-1, 1, 3:].reshape(3, 3)
    np.testing.assert_allclose(turn[0], [1.0, 0.0, 0.0], atol=1e-15)
    # the guide bears what gravity pushes along the wall, and it is told as a push on the base
    mass = DENSITY * 0.4
    assert record.push[-1, 0] == pytest.approx(3.0 * mass, rel=1e-9)


def test_held_stones_follow_the_path_and_report_the_push():
    """Every state is kept: what the free stone is sped up by is what it pushes its base with, step by step."""
    step = 4e-4
    engine = Engine.of(stack(2), SimulationOptions(step=step, output_step=step))
    path = Drive(duration=0.2, shift=lambda times: np.column_stack([0.1 * times, 0.2 * times, 0.0 * times]))
    record, _ = engine.run(path, 0, 500)
    bodies = engine.assembly.bodies
    np.testing.assert_allclose(bodies.position[0] - bodies.home[0], [0.02, 0.04, 0.0], atol=1e-12)
    np.testing.assert_allclose(bodies.position[-1] - bodies.home[-1], [0.02, 0.04, 0.0], atol=1e-12)
    speeding_up = np.diff(record.pose[:, 1, :3], n=2, axis=0) / step**2
    weight = DENSITY * 0.4 * np.array([0.0, 0.0, -STANDARD_GRAVITY])
    np.testing.assert_allclose(record.push[1:-1], weight - DENSITY * 0.4 * speeding_up, atol=1e-4)
    assert np.abs(record.push[:, 1]).max() > 100.0


def test_the_sum_of_a_stone_is_taken_about_its_mass_centre():
    made = assemble(stack(2))
    made.loads.force[0] = (1.0, 2.0, -3.0)
    made.loads.moment[0] = (0.5, 0.25, 4.0)
    gather_loads(0, 3, made.bodies, made.motion, made.loads)
    arm = np.array([0.0, 0.0, 0.25])  # the joint is half a stone above the lower's middle, below the upper's
    expected = np.array([0.5, 0.25, 4.0]) + np.cross(arm, [1.0, 2.0, -3.0])
    np.testing.assert_allclose(made.loads.total[0], [1.0, 2.0, -3.0, *expected], atol=1e-12)
    expected = -np.array([0.5, 0.25, 4.0]) + np.cross(-arm, [-1.0, -2.0, 3.0])
    np.testing.assert_allclose(made.loads.total[1], [-1.0, -2.0, 3.0, *expected], atol=1e-12)


def strut(kind: str = "strut", strength: float | None = None, name: str = "bar") -> Strut:
    """From the middle of the upper stone's back, level, two metres to the ground behind."""
    return Strut(
        name=name, kind=kind, stone="2", point=(0.5, 0.8, 0.75), other_point=(0.5, 2.8, 0.75), stiffness=1e6,
        strength=strength,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "strength", "change", "force"),
    [
        ("strut", None, 1e-2, 1e4),
        ("strut", None, -1e-2, -1e4),
        ("strut", 4e3, 1e-2, 4e3),
        ("strut", 4e3, -1e-2, -4e3),
        ("wedged", None, 1e-2, 0.0),
        ("wedged", 4e3, -1e-2, -4e3),
        ("tie", None, 1e-2, 1e4),
        ("tie", None, -1e-2, 0.0),
    ],
)
def test_struts_push_and_pull_by_their_kind(kind, strength, change, force):
    made = assemble(stack(2), struts=[strut(kind, strength)])
    made.bodies.position[1, 1] -= change  # longer where the stone goes forward
    spent = pull_ties(made.bodies, made.ties, made.loads)
    assert made.ties.force[0] == pytest.approx(force, rel=1e-9, abs=1e-9)
    np.testing.assert_allclose(made.loads.body[1], [0.0, force, 0.0, 0.0, 0.0, 0.0], atol=1e-8)
    np.testing.assert_allclose(made.loads.body[2, :3], [0.0, -force, 0.0], atol=1e-8)
    yielded = 0.0 if strength is None or abs(force) < strength else 1e-2 - strength / 1e6
    assert abs(made.ties.yielded[0]) == pytest.approx(yielded, rel=1e-9, abs=1e-12)
    assert spent == pytest.approx(0.5 * abs(force) * yielded, rel=1e-9, abs=1e-9)  # the mean of both ends: from zero
    assert tie_energy(made.ties) == pytest.approx(0.5 * force**2 / 1e6, rel=1e-9, abs=1e-9)


def test_a_strut_bears_what_friction_does_not():
    """A stone pushed back by 3 m/s2 on friction 0.1 slides against the strut: m·(3 − 0.1·g), less nothing."""
    slippery = JointProperties(friction_angle=math.atan(0.1), normal_stiffness=2e8, tangential_stiffness=1e8)
    engine = Engine.of(stack(2, joints=slippery), struts=[strut()])

    def gravity(times: np.ndarray) -> np.ndarray:
        share = np.clip(times / 0.5, 0.0, 1.0), np.clip((times - 0.5) / 2.0, 0.0, 1.0)
        return np.column_stack([0.0 * times, 3.0 * share[1], -STANDARD_GRAVITY * share[0]])

    record, sound = engine.run(Drive(duration=3.0, gravity=gravity), 0, round(3.0 / engine.step))
    assert sound
    mass = DENSITY * 0.4
    assert record.tie[-50:, 0].mean() == pytest.approx(-mass * (3.0 - 0.1 * STANDARD_GRAVITY), rel=0.02)


def test_stones_that_sink_are_let_down_and_named():
    side = {"left": box(0.5, 0.8, 0.5), "right": box(0.5, 0.8, 0.5, at=(0.5, 0.0, 0.0))}
    wall = wall_of({**side, "top": box(1.0, 0.8, 0.5, at=(0.0, 0.0, 0.5))}, fixed=("left", "right"))
    options = SimulationOptions(free=1.0)
    # both together: the stone above goes down with them
    run = simulate(wall, SettlementOptions(stones=("left", "right"), by=0.01, duration=1.0), options)
    np.testing.assert_allclose(run.displacement[-1], [[0.0, 0.0, -0.01]] * 3, atol=1e-6)
    with pytest.raises(OptionsError, match='"top" is not fixed'):
        simulate(wall, SettlementOptions(stones=("top",), by=0.01), options)


def test_a_tilted_platform_and_turning_gravity_agree():
    """So slowly, to 5°, that no stone slips at the start: its place in the frame of its base is the same."""
    places = []
    for turning in ("platform", "gravity"):
        tilt = TiltOptions(to=math.radians(5.0), rate=math.radians(0.5), turning=turning)
        run = simulate(stack(2), tilt, SimulationOptions(free=2.0))
        assert not run.failed
        base, top = run.position[-1]
        turn = 0.0 if turning == "gravity" else run.tilt[-1]
        c, s = math.cos(turn), math.sin(turn)
        arm = top - base
        places.append([arm[0], c * arm[1] + s * arm[2], c * arm[2] - s * arm[1]])
    np.testing.assert_allclose(places[0], places[1], atol=2e-6)
    assert abs(places[0][1]) > 1e-5  # it leaned on its shear springs


@pytest.mark.parametrize("stone", [1, 2])
def test_a_stone_at_no_speed_is_seen_whichever_it_is(stone):
    solids = {"floor": box(3.0, 0.25, 0.1)} | {f"{i}": box(*BRICK, at=(1.0 * i, 0.0, 0.1)) for i in (1, 2)}
    engine = Engine.of(wall_of(solids, fixed=("floor",)))
    engine.run(Drive(duration=1.0), 0, 4)
    engine.assembly.bodies.velocity[stone, 0] = math.nan
    _, sound = engine.run(Drive(duration=1.0), 4, 8)
    assert not sound


RNG = np.random.default_rng(11)


def turns(count: int, size: float):
    return Rotation.from_rotvec(size * RNG.normal(size=(count, 3)))


@pytest.mark.parametrize("size", [0.0, 1e-9, 1e-3, 1.0, 10.0])
def test_quaternions(size):
    given = turns(600, size).as_matrix()
    expected = np.roll(Rotation.from_matrix(given).as_quat(canonical=True), 1, axis=-1)
    assert np.array_equal(quaternions(given.reshape(20, 30, 3, 3)), expected.reshape(20, 30, 4))
    # a view that is not in line
    assert np.array_equal(quaternions(given.reshape(20, 30, 3, 3)[:, ::3]), expected.reshape(20, 30, 4)[:, ::3])


def test_half_turns_have_no_negative_w():
    given = np.array([np.diag([1.0, -1.0, -1.0]), np.diag([-1.0, 1.0, -1.0]), np.diag([-1.0, -1.0, 1.0])])
    assert np.array_equal(quaternions(given), np.eye(4)[1:])


def test_no_states():
    assert quaternions(np.zeros((0, 5, 3, 3))).shape == (0, 5, 4)
    assert seen_from_base(np.zeros((0, 5, 3)), np.zeros((0, 3)), np.zeros((0, 4))).shape == (0, 5, 3)


def test_places_and_uprights_seen_from_the_base():
    count, stones = 50, 7
    base = quaternions(turns(count, 0.3).as_matrix())
    stone = quaternions(turns(count * stones, 0.5).as_matrix()).reshape(count, stones, 4)
    position, shift = RNG.normal(size=(count, stones, 3)), RNG.normal(size=(count, 3))
    back = base * np.array([1.0, -1.0, -1.0, -1.0])
    expected = turn_by(back[:, None, :], position - shift[:, None, :])
    assert np.array_equal(seen_from_base(position, shift, base), expected)
    found = np.empty((count, stones, 3))
    find_uprights(stone, base, found)
    up = np.array([0.0, 0.0, 1.0])
    for number in range(stones):
        assert np.array_equal(found[:, number], turn_by(back, turn_by(stone[:, number], up)))
