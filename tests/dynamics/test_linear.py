"""Small motions: the matrices are the tangent of the engine's own law, the modes follow from them."""

from __future__ import annotations

import copy
import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pirqa.dynamics import linear
from pirqa.dynamics.assembly import Assembly
from pirqa.dynamics.engine import Engine
from pirqa.dynamics.joint_geometry import find_closed_part, follow_faces
from pirqa.dynamics.joint_law import press_and_rub
from pirqa.dynamics.linear import linear_modes, resistance, turned_forces
from pirqa.dynamics.rigid_body import gather_loads
from pirqa.dynamics.simulate import settle
from pirqa.errors import ComputationError
from pirqa.model import Strut
from pirqa.verification.walls import block_on_base, coursed_wall, running_bond_wall, stiff_joints

SOFT = stiff_joints(2e8, tangential_stiffness=1e8, damping=2e5)


def settled(wall, **more) -> Assembly:
    engine = Engine.of(wall, **more)
    settle(engine)
    return engine.assembly


@pytest.fixture(scope="module")
def column() -> Assembly:
    return settled(coursed_wall(1.0, 0.8, 0.5, 4, 2300.0, SOFT))


def forces(made: Assembly, shift: np.ndarray) -> np.ndarray:
    """Of the engine's law on all bodies after a small ``shift``, without damping and slip, shape (6 b,)."""
    made = copy.deepcopy(made)
    bodies, joints = made.bodies, made.joints
    joints.friction[:] = 1e9
    joints.normal_damping[:], joints.shear_damping[:] = 0.0, 0.0
    for b, (move, turn) in enumerate(shift.reshape(-1, 2, 3)):
        bodies.position[b] += move
        bodies.rotation[b] = Rotation.from_rotvec(turn).as_matrix() @ bodies.rotation[b]
    count = len(joints.first)
    follow_faces(0, count, bodies, joints, made.frames, made.motion)
    find_closed_part(0, count, joints, made.frames, made.memory, made.motion, 1.0, made.scratch)
    press_and_rub(0, count, joints, made.frames, made.motion, made.memory, made.loads, 1.0)
    gather_loads(0, len(bodies.mass), bodies, made.motion, made.loads)
    return made.loads.total.ravel().copy()


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("make", ["block", "column", "leaning"])
def test_stiffness_is_the_tangent_of_the_law(column, make, seed):
    """Also where a joint is partly open: there the first moments of the closed part count."""
    made = column if make == "column" else settled(block_on_base(1.0, 0.8, 4.0, 2300.0, SOFT))
    bodies = made.bodies
    if make == "leaning":  # about as far as opens a third of the foot
        made = copy.deepcopy(made)
        bodies = made.bodies
        lean = Rotation.from_rotvec([1.5e-3, 4e-4, 0.0]).as_matrix()
        foot = np.array([0.0, 0.0, -2.0])
        bodies.position[0] += foot - lean @ foot
        bodies.rotation[0] = lean @ bodies.rotation[0]
        count = len(made.joints.first)
        made.joints.friction[:] = 1e9
        follow_faces(0, count, bodies, made.joints, made.frames, made.motion)
        made.memory.gap[:], made.memory.slide[:] = made.motion.gap, made.motion.slide
        made.memory.slip[:] = 0.0
        find_closed_part(0, count, made.joints, made.frames, made.memory, made.motion, 1.0, made.scratch)
        press_and_rub(0, count, made.joints, made.frames, made.motion, made.memory, made.loads, 1.0)
        assert 0.3 < made.motion.closed[0, 0] / made.frames.whole[0, 0] < 0.9
    joints, motion = made.joints, made.motion
    own = resistance(bodies, joints, motion.closed, motion, joints.normal_stiffness, joints.shear_stiffness)
    weight = turned_forces(bodies, joints, motion, made.loads)
    assert abs(own - own.T).max() < 1e-6 * abs(own).max()
    assert abs(weight - weight.T).max() < 1e-9 * abs(weight).max()
    way = np.random.default_rng(seed).standard_normal(6 * len(bodies.mass)).reshape(-1, 6)
    way[bodies.role == 2] = 0.0
    size = 1e-8
    tangent = -(forces(made, size * way.ravel()) - forces(made, -size * way.ravel())) / (2.0 * size)
    free = np.repeat(bodies.role != 2, 6)
    error = np.abs(tangent - (own + weight) @ way.ravel())[free]
    if make == "leaning":  # out of balance: the moment depends on how turns are counted
        assert error.max() < 2e-3 * np.abs(own @ way.ravel())[free].max()
    else:
        assert error.max() < 2e-3 * np.abs(weight @ way.ravel())[free].max()


def test_all_modes_together_move_all_the_mass(column):
    modes = linear_modes(column, 100)
    assert len(modes) == 18, "three stones of six degrees of freedom"
    assert np.allclose(modes.effective_mass.sum(axis=0), 1.0)
    assert np.all(np.diff(modes.frequency) >= 0.0)
    assert np.abs(modes.stone_shape[:, :, :3]).max() == pytest.approx(1.0)
    assert not modes.stone_shape[:, 0].any(), "the fixed stone stays"


def test_damping_grows_with_frequency(column):
    """All joints have c/K of 1 ms, but for the weight's part, which is not damped."""
    modes = linear_modes(column, 100)
    assert modes.damping == pytest.approx(math.pi * modes.frequency * 1e-3, rel=0.01)


def test_guided_stones_keep_to_their_plane():
    wall = coursed_wall(1.0, 0.8, 0.5, 3, 2300.0, SOFT)
    modes = linear_modes(settled(replace(wall, guided=("2", "3"))), 100)
    assert len(modes) == 6
    assert not modes.stone_shape[:, :, [0, 4, 5]].any()
    assert not modes.effective_mass[:, 0].any(), "nothing is free to move along"
    free = linear_modes(settled(wall), 100)
    assert modes.frequency[modes.main("across")] == pytest.approx(free.frequency[free.main("across")], rel=1e-9)


def test_many_degrees_of_freedom_give_the_same_modes(monkeypatch):
    made = settled(running_bond_wall())
    dense = linear_modes(made, 6)
    monkeypatch.setattr(linear, "DENSE", 10)
    sparse = linear_modes(made, 6)
    assert sparse.frequency == pytest.approx(dense.frequency, rel=1e-8)
    assert sparse.effective_mass == pytest.approx(dense.effective_mass, abs=1e-6)
    assert np.abs(np.abs(sparse.stone_shape) - np.abs(dense.stone_shape)).max() < 1e-5


def test_a_strut_stiffens_and_a_slack_tie_does_not():
    wall = block_on_base(1.0, 0.8, 4.0, 2300.0, SOFT)
    props = {"stone": "block", "point": (0.5, 0.8, 3.5), "other_point": (0.5, 3.8, 0.5), "stiffness": 1e7}
    alone = linear_modes(settled(wall), 1).frequency[0]
    strut = Strut(name="prop", kind="strut", **props)
    assert linear_modes(settled(wall, struts=(strut,)), 1).frequency[0] > 1.05 * alone
    slack = Strut(name="tie", kind="tie", **props)
    made = settled(wall, struts=(slack,))
    assert made.ties.force[0] == 0.0, "the wall settles, which slackens it"
    assert linear_modes(made, 1).frequency[0] == pytest.approx(alone, rel=1e-6)


def test_joints_that_merely_touch_resist_nothing_however_rounding_left_them():
    made = settled(running_bond_wall())
    bearing = linear.bearing_joints(made)
    assert 0 < bearing.sum() < len(bearing), "head joints of the bond touch without pressure"
    found = []
    for part in (np.zeros_like(made.frames.whole), made.frames.whole):
        made.motion.closed[~bearing] = part[~bearing]
        found.append(linear_modes(made, 6).frequency)
    assert found[0].tolist() == found[1].tolist()
    stuck = np.where(bearing[:, None], made.motion.closed, made.frames.whole)
    assert (linear_modes(made, 6, stuck).frequency / found[0]).max() > 1.01, "what rounding would have decided"


def test_a_stone_that_nothing_holds_is_named():
    made = settled(block_on_base(1.0, 0.8, 4.0, 2300.0, SOFT))
    made.motion.closed[:] = 0.0
    with pytest.raises(ComputationError, match='"block" has no frequency'):
        linear_modes(made)


def test_a_wall_of_fixed_stones_has_no_modes():
    wall = coursed_wall(1.0, 0.8, 0.5, 2, 2300.0, SOFT)
    with pytest.raises(ComputationError, match="fixed"):
        linear_modes(Engine.of(replace(wall, fixed=("1", "2"))).assembly)
