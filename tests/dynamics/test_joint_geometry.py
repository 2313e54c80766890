""""""

from __future__ import annotations

import copy
import math
from functools import cache

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from pirqa.dynamics import Engine, SimulationOptions
from pirqa.dynamics.assembly import Assembly, assemble
from pirqa.dynamics.drive import Drive
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.joint_geometry import find_closed_part, follow_faces, renew_overlap
from pirqa.dynamics.joint_law import press_and_rub
from pirqa.dynamics.rigid_body import gather_loads
from pirqa.dynamics.simulate import settle
from pirqa.model import JointProperties
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import box
from tests.dynamics.test_assembly import wall_of

STEP = 1e-4
LAW = JointProperties(friction_angle=math.atan(0.4), normal_stiffness=2e8, tangential_stiffness=1e8, damping=0.0)
LOWER, UPPER = (2.0, 1.6, 0.5), (1.0, 0.8, 0.5)


@cache
def _laid() -> Assembly:
    solids = {"large": box(*LOWER), "small": box(*UPPER, at=(0.5, 0.4, 0.5))}
    return assemble(wall_of(solids, fixed=("large",), joints=LAW))


def small_on_large() -> Assembly:
    """A box on the middle of a larger one that is fixed."""
    return copy.deepcopy(_laid())


def move(made: Assembly, by, turn: float) -> None:
    """Put the upper stone ``by`` [m] from the drawing, turned about the vertical [rad]."""
    made.bodies.position[1] = made.bodies.home[1] + by
    made.bodies.rotation[1] = Rotation.from_rotvec([0.0, 0.0, turn]).as_matrix() @ made.bodies.attitude[1]
    follow_faces(0, 1, made.bodies, made.joints, made.frames, made.motion)


def press(made: Assembly) -> np.ndarray:
    """Force and moment on both stones [N, N m], shape (2, 6)."""
    find_closed_part(0, 1, made.joints, made.frames, made.memory, made.motion, STEP, made.scratch)
    press_and_rub(0, 1, made.joints, made.frames, made.motion, made.memory, made.loads, STEP)
    gather_loads(0, 3, made.bodies, made.motion, made.loads)
    return made.loads.total[:2].copy()


def renew(made: Assembly) -> None:
    renew_overlap(0, 1e-8, made.bodies, made.joints, made.frames, made.motion, made.memory, made.scratch)
    follow_faces(0, 1, made.bodies, made.joints, made.frames, made.motion)


def upper_face(by, turn: float) -> shapely.Polygon:
    middle = np.array([1.0, 0.8])
    corners = np.array([[-0.5, -0.4], [0.5, -0.4], [0.5, 0.4], [-0.5, 0.4]])
    c, s = math.cos(turn), math.sin(turn)
    return shapely.Polygon(corners @ np.array([[c, s], [-s, c]]) + middle + by[:2])


@settings(deadline=None)
@given(st.floats(-1.4, 1.4), st.floats(-1.1, 1.1), st.floats(-0.7, 0.7))
def test_the_overlap_after_a_slide_is_that_of_the_faces(x, y, turn):
    made = small_on_large()
    # as in a run, where an overlap is found again long before it has turned by this
    for share in np.linspace(0.0, 1.0, math.ceil(abs(turn) / 0.005) + 1):
        move(made, (0.0, 0.0, -1e-4), share * turn)
        renew(made)
    move(made, (x, y, -1e-4), turn)
    renew(made)
    expected = upper_face((x, y), turn).intersection(shapely.box(0.0, 0.0, 2.0, 1.6))
    assert made.frames.whole[0, 0] == pytest.approx(expected.area, abs=1e-8)
    if expected.area < 1e-3:
        return
    corners = made.frames.corners[0, : made.frames.sides[0]]
    axes = made.motion.axes[0].reshape(2, 3)
    origin = made.bodies.position[1] + made.motion.arms[0, 3:]
    found = shapely.Polygon((origin + corners @ axes)[:, :2])
    assert found.symmetric_difference(expected).area < 1e-8
    np.testing.assert_allclose(made.frames.whole[0, 1:3], 0.0, atol=1e-9)  # the frame sits at its centroid


@settings(deadline=None, max_examples=40)
@given(st.floats(-1e-3, 1e-3), st.floats(-1e-3, 1e-3), st.floats(-1e-3, 1e-3))
def test_renewing_keeps_force_and_elastic_energy_where_the_overlap_stays(x, y, turn):
    """A small stone inside a large face, slid by the tolerance: the renewed joint must push as the old one does."""
    made = small_on_large()
    move(made, (0.0, 0.0, -1e-4), 0.0)
    press(made)
    move(made, (0.9 * x, 0.9 * y, -1e-4), 0.9 * turn)
    press(made)
    move(made, (x, y, -1e-4), turn)
    fresh = copy.deepcopy(made)
    renew(fresh)
    fresh.memory.slide[0] += fresh.motion.slide[0]  # as the stepping does: the step since the last force is kept
    old, new = press(made), press(fresh)
    largest = np.abs(old).max()
    # the old polygon lies half the slide beside the stone: 0.5 mm of a joint of 0.8 m
    np.testing.assert_allclose(new, old, atol=1.5e-3 * largest)
    assert fresh.memory.shear_energy[0] == pytest.approx(made.memory.shear_energy[0], rel=3e-3, abs=1e-6)
    # the new one is the stone's own face again
    assert new[1, 2] == pytest.approx(2e8 * 1e-4 * 0.8, rel=1e-9)
    arm = [0.0, 0.0, -0.25 + 0.5e-4]  # to midway between the faces
    np.testing.assert_allclose(new[1, 3:5], np.cross(arm, new[1, :3])[:2], atol=1e-6 * largest)


def test_what_a_joint_remembers_moves_with_its_origin():
    """Slid by 0.8 and 0.5 m the origin between the faces is at (1.4, 1.05), the overlap's middle at (1.65, 1.25)."""
    made = small_on_large()
    move(made, (0.8, 0.5, -1e-4), 0.0)
    memory = made.memory
    memory.slip[0] = (1e-5, 2e-5, 3e-5)
    memory.shear[0] = memory.shear_viscous[0] = (10.0, 20.0, 30.0)
    memory.viscous[0] = (5.0, 6.0, 7.0)
    memory.gap[0] = (1e-4, 1e-5, 2e-5)
    renew(made)
    u, v = 0.25, 0.2
    np.testing.assert_allclose(memory.slip[0], [1e-5 - 3e-5 * v, 2e-5 + 3e-5 * u, 3e-5], rtol=1e-9)
    for kept in (memory.shear, memory.shear_viscous):
        np.testing.assert_allclose(kept[0], [10.0, 20.0, 30.0 - (20.0 * u - 10.0 * v)], rtol=1e-9)
    np.testing.assert_allclose(memory.viscous[0], [5.0, 6.0 - 5.0 * u, 7.0 - 5.0 * v], rtol=1e-9)
    np.testing.assert_allclose(memory.gap[0], [1e-4 + 1e-5 * u + 2e-5 * v, 1e-5, 2e-5], rtol=1e-9)


def test_what_has_slid_off_bears_nothing():
    made = small_on_large()
    move(made, (1.6, 0.0, -1e-4), 0.0)  # its left end is beyond the right end of the lower
    renew(made)
    assert made.frames.sides[0] == 0
    assert np.abs(press(made)).max() == 0.0


def test_a_line_that_cut_the_overlap_is_forgotten_with_it():
    made = small_on_large()
    made.joints.normal_damping[0] = 2e5
    gaping = (1e-6, 1e-2, 0.0)  # by one side pressed in, by the other open
    made.motion.gap[0] = made.memory.gap[0] = gaping
    find_closed_part(0, 1, made.joints, made.frames, made.memory, made.motion, STEP, made.scratch)
    assert 0.0 < made.motion.closed[0, 0] < made.frames.whole[0, 0]
    move(made, (1.6, 0.0, -1e-4), 0.0)
    renew(made)
    assert made.frames.sides[0] == 0
    made.motion.gap[0], made.memory.gap[0] = gaping, (1.01e-4, 1e-2, 0.0)  # and parting
    find_closed_part(0, 1, made.joints, made.frames, made.memory, made.motion, STEP, made.scratch)
    assert made.motion.closed[0, 0] == made.motion.pressed[0, 0] == 0.0


@pytest.mark.parametrize("tolerance", [2e-4, 1e-3, 4e-3])
def test_a_stone_that_slides_over_an_edge_keeps_its_ledger(tolerance):
    """Thrown along a fixed block with friction 0.4 until a part of it is over the edge.

    It stops after v²/2μg = 0.204 m, of which 0.104 m are beyond the edge; what it stands on is then 0.896 m long.
    """
    wall = wall_of(
        {"large": box(2.0, 0.8, 0.5), "small": box(*UPPER, at=(0.9, 0.0, 0.5))}, fixed=("large",), joints=LAW
    )
    engine = Engine.of(wall, SimulationOptions(renew_after=tolerance))
    settle(engine)
    speed = math.sqrt(2.0 * 0.4 * STANDARD_GRAVITY * 0.204)
    engine.assembly.bodies.velocity[1, 0] = speed
    start = engine.assembly.bodies.position[1, 0]
    record, sound = engine.run(Drive(duration=1.0), 0, round(1.0 / engine.step))
    assert sound
    went = engine.assembly.bodies.position[1, 0] - start
    assert went == pytest.approx(0.204, rel=5e-3)
    assert engine.assembly.frames.whole[0, 0] == pytest.approx(0.8 * (1.1 - went), abs=0.8 * tolerance + 1e-4)
    assert ledger_of(record.energy).error < 1e-3
