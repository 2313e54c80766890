from __future__ import annotations

import math

import numpy as np
import pytest

from pirqa.dynamics import Drive, Engine, SimulationOptions
from pirqa.dynamics.arrays import DEAD, TOUCHING
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.restitution import lean_block
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import block_on_base, box, run_for, stiff_joints, stones_on_base

WIDTH, DEPTH, HEIGHT = 1.0, 0.25, 1.0
WEIGHT = 2300.0 * STANDARD_GRAVITY * WIDTH * DEPTH * HEIGHT


def falling(stiffness: float = 2e9, *, friction: float = 2.0, output: float | None = None) -> Engine:
    """A block that leans beyond its balance and will fall over."""
    joints = stiff_joints(stiffness, friction=friction)
    wall = block_on_base(WIDTH, DEPTH, HEIGHT, 2300.0, joints)
    step = Engine.of(wall).step
    engine = Engine.of(wall, SimulationOptions(output_step=step if output is None else output))
    lean_block(engine, 1.05 * math.atan(DEPTH / HEIGHT))
    return engine


@pytest.mark.parametrize("friction", [2.0, 0.3])
def test_no_force_jumps_when_the_joint_ends(friction):
    engine = falling(friction=friction)
    pushes, dead = [], []
    for _ in range(4000):
        record, sound = engine.run(Drive(duration=1.0), len(pushes), 1)
        assert sound
        pushes.append(record.push[0])
        dead.append(bool((engine.assembly.motion.state == DEAD).all()))
        if dead[-1] and len(dead) > dead.index(True) + 40:
            break
    push, first = np.array(pushes), dead.index(True)
    changes = np.linalg.norm(np.diff(push, axis=0), axis=1) / WEIGHT
    usual = changes[first - 40 : first - 2].max()
    # the first push of the loose contact is that of the step after it took over
    assert changes[first - 2 : first + 3].max() < max(3.0 * usual, 0.01)
    # the block pushes back as well as down: there was shear to hand over
    assert abs(push[first, 1]) > 0.02 * WEIGHT
    assert engine.assembly.near.state[engine.assembly.near.slot[0]] == TOUCHING


def test_the_energy_is_accounted_for_through_the_fall():
    engine = falling(2e8, output=1e-3)
    run = run_for(engine, Drive(duration=1.0))
    assert (engine.assembly.motion.state == DEAD).all()
    ledger = ledger_of(run.energy)
    assert ledger.error < 0.01
    # what the hand-over itself books is small beside what falls
    assert abs(ledger.opening) < 0.1 * ledger.scale


def test_a_block_falls_over_the_same_whichever_way_it_is_named():
    """The parts of a pair are in the order of their numbers, the stones of a joint are not."""
    ends = []
    for order in (("low", "high"), ("high", "low")):
        solids = {
            "low": box(1.0, 0.25, 0.3),
            "high": box(1.0, 0.25, 1.0, at=(0.0, 0.0, 0.3)),
        }
        wall = stones_on_base(
            {name: solids[name] for name in order}, 2300.0, stiff_joints(2e8, friction=0.6), fixed=("low",)
        )
        engine = Engine.of(wall)
        high, angle = order.index("high"), 0.27
        bodies = engine.assembly.bodies
        turn = np.array(
            [[1.0, 0.0, 0.0], [0.0, math.cos(angle), math.sin(angle)], [0.0, -math.sin(angle), math.cos(angle)]]
        )
        pivot = np.array([0.0, 0.25, 0.3])
        bodies.position[high] = pivot + turn @ (bodies.position[high] - pivot)
        bodies.rotation[high] = turn @ bodies.rotation[high]
        engine.forget_motion()
        run_for(engine, Drive(duration=0.9))
        assert (engine.assembly.motion.state == DEAD).any()
        ends.append(bodies.position[high].copy())
    assert ends[0] == pytest.approx(ends[1], abs=1e-4)  # axes across the normal are carried along by the first
    assert ends[0][2] < 0.815 - 0.05  # it was well on its way


def test_a_joint_whose_faces_slid_off_each_other_ends():
    solids = {"low": box(0.5, 0.5, 0.3), "high": box(0.5, 0.5, 0.3, at=(0.0, 0.0, 0.3))}
    engine = Engine.of(stones_on_base(solids, 2300.0, stiff_joints(2e8, friction=0.05), fixed=("low",)))
    high = engine.assembly.body("high")
    engine.assembly.bodies.velocity[high, 1] = 3.0
    run = run_for(engine, Drive(duration=3.0))
    between = next(j for j, name in enumerate(engine.assembly.names) if "high" in (name.first, name.second))
    assert engine.assembly.motion.state[between] == DEAD
    assert ledger_of(run.energy).error < 0.02
    # it lies on the ground beside the other
    assert engine.assembly.bodies.position[high, 2] < 0.4
    assert engine.assembly.bodies.position[high, 1] > 0.7


def spinning(rate: float, *, turn: float = 0.0, friction: float = 0.02) -> Engine:
    """A slab on the ground that turns about the vertical at ``rate`` [rad/s], already by ``turn`` [rad]."""
    wall = stones_on_base({"slab": box(0.6, 0.5, 0.2)}, 2300.0, stiff_joints(2e8, friction=friction))
    engine = Engine.of(wall)
    bodies = engine.assembly.bodies
    cosine, sine = math.cos(turn), math.sin(turn)
    bodies.rotation[0] = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]]) @ bodies.rotation[0]
    axis = int(np.argmax(np.abs(bodies.rotation[0, 2])))
    bodies.momentum[0, axis] = rate * bodies.rotation[0, 2, axis] / bodies.easiness[0, axis]
    return engine


def test_a_slab_that_turns_on_the_ground_keeps_its_joint():
    engine = spinning(6.0)
    place = engine.assembly.bodies.position[0, 2]
    run = run_for(engine, Drive(duration=0.4))
    assert engine.assembly.motion.state[0] != DEAD
    turned = np.arccos(0.5 * (np.trace(run.pose[0, 0, 3:].reshape(3, 3).T @ run.pose[-1, 0, 3:].reshape(3, 3)) - 1.0))
    assert turned > 1.5
    assert ledger_of(run.energy).error < 1e-3
    # the ground bears it all the time: it starts 0.02 mm above its rest, and swings about that
    assert np.abs(run.pose[:, 0, 2] - place).max() < 1e-4


@pytest.mark.parametrize(("turn", "joined"), [(0.1, True), (0.6, True), (1.2, False), (math.pi, False)])
def test_only_faces_that_lie_nearly_as_they_did_become_a_joint_again(turn, joined):
    engine = spinning(0.0, turn=turn, friction=0.5)
    bodies = engine.assembly.bodies
    bodies.position[0, 2] += 0.01
    engine.assembly.motion.state[:] = DEAD
    engine.assembly.frames.sides[:] = 0
    engine.forget_motion()
    # a look is only taken where something may have come near: another stone that falls would do
    for first in range(0, 2000, 100):
        engine.assembly.near.travel[0] = 1.0
        _, sound = engine.run(Drive(duration=1.0), first, 100)
        assert sound
    assert (engine.assembly.motion.state[0] != DEAD) == joined
    assert abs(bodies.position[0, 2] - 0.1) < 1e-4  # on its ground, whoever bears it
