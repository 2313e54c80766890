from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq

from pirqa.dynamics import Drive, Engine, SimulationOptions
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.neighbours import axis_across
from pirqa.dynamics.restitution import lean_block
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.dynamics_loose import loosen, put, turned
from pirqa.verification.walls import block_on_base, box, pulled, run_for, stiff_joints, stones_on_base

KN = 2e8
FLOATING = pulled(0.0, 0.0, 0.0)


@settings(deadline=None)  # the first example may compile
@given(st.tuples(*[st.floats(-1.0, 1.0)] * 6))
def test_an_axis_across_another(numbers):
    n, x = np.array(numbers[:3]), np.array(numbers[3:])
    if np.linalg.norm(n) < 0.1:
        n = np.array([0.0, 0.6, 0.8])
    n /= np.linalg.norm(n)
    found = np.array(axis_across(*n, *x))
    assert np.linalg.norm(found) == pytest.approx(1.0)
    assert found @ n == pytest.approx(0.0, abs=1e-9)
    across = x - (x @ n) * n
    if np.linalg.norm(across) > 0.11:
        assert found == pytest.approx(across / np.linalg.norm(across), abs=1e-9)


def loose_block(*, friction: float = 0.5, damping: float = 0.2, safety: float = 0.35) -> Engine:
    wall = block_on_base(0.5, 0.5, 0.2, 2300.0, stiff_joints(KN, friction=friction, damping_ratio=damping))
    engine = Engine.of(wall, SimulationOptions(safety=safety))
    loosen(engine)
    return engine


def test_a_loose_block_settles_as_one_on_a_joint():
    engine = loose_block()
    start = engine.assembly.bodies.position[0, 2]
    put(engine, 0, np.eye(3), lowest=0.005)
    run_for(engine, Drive(duration=3.0))
    sunk = start - engine.assembly.bodies.position[0, 2]
    assert sunk == pytest.approx(2300.0 * STANDARD_GRAVITY * 0.2 / KN, abs=1e-7)


@pytest.mark.parametrize("slope", [0.45, 0.55])
def test_friction_holds_without_creep_below_its_limit_and_slides_above(slope):
    """tan φ = 0.5: gravity turned, so that the block stands on a slope."""
    engine = loose_block()
    down = STANDARD_GRAVITY / math.hypot(1.0, slope)
    run_for(engine, Drive(duration=1.5, gravity=pulled(0.0, 0.0, -down, ramp=0.5)))

    def gravity(times):
        share = np.clip(times / 0.5, 0.0, 1.0)
        return np.column_stack([share * slope * down, 0.0 * times, np.full_like(times, -down)])

    run = run_for(engine, Drive(duration=2.0, gravity=gravity))
    way = run.pose[:, 0, 0] - run.pose[0, 0, 0]
    if slope < 0.5:
        assert way[-1] - way[len(way) // 2] == pytest.approx(0.0, abs=1e-7)
    else:
        late = run.times - run.times[0] > 0.6
        times = run.times[late] - run.times[late][0]
        pull = 2.0 * np.polyfit(times, way[late], 2)[0]
        assert pull == pytest.approx((slope - 0.5) * down, rel=0.01)


def test_a_block_that_slides_stops_where_its_energy_is_spent():
    engine = loose_block(friction=0.4)
    run_for(engine, Drive(duration=2.0, gravity=pulled(0.0, 0.0, -STANDARD_GRAVITY, ramp=0.5)))
    start = engine.assembly.bodies.position[0, 1]
    engine.assembly.bodies.velocity[0, 1] = 1.0
    run = run_for(engine, Drive(duration=1.0))
    assert engine.assembly.bodies.position[0, 1] - start == pytest.approx(0.5 / (0.4 * STANDARD_GRAVITY), rel=0.01)
    ledger = ledger_of(run.energy)
    assert ledger.friction == pytest.approx(0.5 * 2300.0 * 0.05, rel=0.01)
    assert ledger.error < 1e-3


def colliding(*, turn: np.ndarray, swap: bool = False, damping: float = 0.1) -> tuple[Engine, tuple[int, int]]:
    """Two bricks that meet corner on face in free flight, all turned by ``turn``."""
    names = ("b", "a") if swap else ("a", "b")
    solids = {"a": box(0.5, 0.4, 0.3), "b": box(0.3, 0.3, 0.6, at=(1.0, 0.0, 0.0))}
    joints = stiff_joints(KN, friction=0.5, damping_ratio=damping)
    engine = Engine.of(
        stones_on_base({name: solids[name] for name in names}, 2300.0, joints), SimulationOptions(safety=0.05)
    )
    loosen(engine)
    bodies = engine.assembly.bodies
    a, b = names.index("a"), names.index("b")
    up = np.array([0.0, 0.0, 20.0])
    for stone, place, twist, velocity, spin in (
        (a, [0.0, 0.0, 0.0], (0.2, 0.1, 0.4), [0.5, 0.0, 0.1], [0.0, 1.0, 0.5]),
        (b, [0.6, 0.12, 0.1], (0.5, 0.7, 0.2), [-1.0, 0.0, 0.0], [0.3, 0.0, -0.8]),
    ):
        bodies.position[stone] = up + turn @ np.array(place)
        bodies.rotation[stone] = turn @ turned(*twist) @ bodies.attitude[stone]
        bodies.velocity[stone] = turn @ np.array(velocity)
        bodies.momentum[stone] = bodies.inertia[stone] * (bodies.rotation[stone].T @ turn @ np.array(spin))
    engine.forget_motion()
    return engine, (a, b)


def totals(engine: Engine) -> np.ndarray:
    """Momentum and angular momentum about the origin of all stones in space."""
    bodies = engine.assembly.bodies
    momentum = bodies.mass[:-1, None] * bodies.velocity[:-1]
    # velocities are half a step behind the places
    places = bodies.position[:-1] - 0.5 * engine.step * bodies.velocity[:-1]
    spin = np.einsum("bij,bj->bi", bodies.rotation[:-1], bodies.momentum[:-1])
    return np.concatenate([momentum.sum(axis=0), (spin + np.cross(places, momentum)).sum(axis=0)])


def test_two_stones_that_collide_keep_their_momentum():
    engine, (a, b) = colliding(turn=np.eye(3))
    before, speed = totals(engine), engine.assembly.bodies.velocity.copy()
    run = run_for(engine, Drive(duration=0.4, gravity=FLOATING))
    after = totals(engine)
    assert np.linalg.norm(engine.assembly.bodies.velocity - speed, axis=1)[[a, b]].min() > 0.2  # they did collide
    assert after[:3] == pytest.approx(before[:3], abs=1e-9 * np.abs(before[:3]).max())
    assert after[3:] == pytest.approx(before[3:], abs=2e-5 * np.abs(before[3:]).max())
    assert ledger_of(run.energy).error < 2e-3


def test_a_collision_is_the_same_wherever_one_looks_from():
    ends = []
    for turn in (np.eye(3), turned(0.4, -1.0, 0.7)):
        engine, (a, b) = colliding(turn=turn)
        run_for(engine, Drive(duration=0.3, gravity=FLOATING))
        bodies = engine.assembly.bodies
        ends.append(np.array([bodies.velocity[a] @ turn, bodies.velocity[b] @ turn]))
    assert ends[0] == pytest.approx(ends[1], abs=1e-6)


def test_a_collision_is_the_same_whichever_stone_is_first():
    ends = []
    for swap in (False, True):
        engine, (a, b) = colliding(turn=np.eye(3), swap=swap)
        run_for(engine, Drive(duration=0.3, gravity=FLOATING))
        ends.append(np.array([engine.assembly.bodies.velocity[a], engine.assembly.bodies.velocity[b]]))
    assert ends[0] == pytest.approx(ends[1], abs=1e-3)


def test_an_edge_goes_as_deep_as_the_weight_takes_it():
    """Let go 5 mm above: W (d + 5 mm) = Kn a d³/3, without damping."""
    joints = stiff_joints(KN, friction=0.5, damping=0.0)
    engine = Engine.of(
        stones_on_base({"cube": box(0.4, 0.4, 0.4)}, 2300.0, joints), SimulationOptions(safety=0.1, output_step=1e-3)
    )
    loosen(engine)
    put(engine, 0, turned(0.25 * math.pi, 0.0, 0.0), lowest=0.005)
    run = run_for(engine, Drive(duration=0.1))
    depth = 0.2 * math.sqrt(2.0) - run.pose[:, 0, 2]
    weight = 2300.0 * STANDARD_GRAVITY * 0.4**3
    deepest = brentq(lambda d: weight * (d + 0.005) - KN * 0.4 * d**3 / 3.0, 1e-3, 0.1)
    assert depth.max() == pytest.approx(deepest, rel=5e-3)


def test_a_toppling_block_turns_about_its_foot():
    """Rigid theory asks for less than 0.3 of the thrust as friction up to 50°: with 3 its foot stays."""
    joints = stiff_joints(2e9, friction=3.0)
    engine = Engine.of(block_on_base(1.0, 0.25, 1.0, 2300.0, joints), SimulationOptions(safety=0.1))
    lean_block(engine, 1.1 * math.atan(0.25))
    loosen(engine)
    run = run_for(engine, Drive(duration=1.0))
    bodies, centre = engine.assembly.bodies, engine.assembly.wall.stones[0].centroid
    turns = run.pose[:, 0, 3:].reshape(-1, 3, 3) @ bodies.attitude[0].T
    angles = np.arccos(np.clip(turns[:, 2, 2], -1.0, 1.0))
    feet = run.pose[:, 0, :3] + (np.array([0.5, 0.0, 0.0]) - centre) @ turns.transpose(0, 2, 1)
    assert math.degrees(angles[-1]) > 40.0
    assert np.abs(feet[angles < math.radians(50.0), 1]).max() < 2e-3
