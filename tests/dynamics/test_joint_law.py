from __future__ import annotations

import copy
import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import dblquad
from scipy.spatial.transform import Rotation

from pirqa.dynamics.assembly import Assembly, assemble
from pirqa.dynamics.joint_geometry import find_closed_part, follow_faces
from pirqa.dynamics.joint_law import press_and_rub
from pirqa.dynamics.rigid_body import gather_loads
from pirqa.model import JointProperties
from tests.dynamics.test_assembly import stack, wall_of

WIDE, DEEP = 1.0, 0.8
AREA, BEND_U, BEND_V = WIDE * DEEP, DEEP * WIDE**3 / 12.0, WIDE * DEEP**3 / 12.0
KN, KT, MU = 2e8, 1e8, 0.4
STEP = 1e-4
QUICK = settings(deadline=None, max_examples=40)


def law(**more) -> JointProperties:
    given = {"friction_angle": math.atan(MU), "normal_stiffness": KN, "tangential_stiffness": KT, "damping": 0.0}
    return JointProperties(**{**given, **more})


@dataclass(kw_only=True, eq=False)
class Joint:
    """One joint 1.0 × 0.8 m whose faces are put where a test wants them."""

    made: Assembly

    @classmethod
    def of(cls, **more) -> Joint:
        return cls(made=assemble(stack(joints=law(**more))))

    def go(self, gap, slide, step: float = STEP) -> tuple[np.ndarray, np.ndarray]:
        """One step to a place: the six forces that work on gap and slide, and friction, damping, opening [J]."""
        made = self.made
        made.motion.gap[0], made.motion.slide[0] = gap, slide
        torn = find_closed_part(0, 1, made.joints, made.frames, made.memory, made.motion, step, made.scratch)
        spent = press_and_rub(0, 1, made.joints, made.frames, made.motion, made.memory, made.loads, step)
        one, two, out = made.motion.axes[0, :3], made.motion.axes[0, 3:], made.motion.normal[0]
        force, moment = made.loads.force[0], made.loads.moment[0]
        pushed = [-force @ out, moment @ two, -moment @ one, force @ one, force @ two, moment @ out]
        return np.array(pushed), np.array([spent[0], spent[1], spent[2] + torn])

    def shear_energy(self, area: float = AREA, polar: float = BEND_U + BEND_V) -> float:
        """Of the elastic slip, about the middle of the whole joint [J]."""
        c1, c2, twist = self.made.memory.slip[0]
        return 0.5 * KT * (area * (c1**2 + c2**2) + polar * twist**2)


def pressing_energy(gap, stiffness: float = KN) -> float:
    """0.5·Kn·∫p² over the whole joint, all of it pressed [J]."""
    return 0.5 * stiffness * (gap[0] ** 2 * AREA + gap[1] ** 2 * BEND_U + gap[2] ** 2 * BEND_V)


def pressed_path(seed: int, count: int = 60) -> tuple[np.ndarray, np.ndarray]:
    """Rough places with all of the joint pressed; slides of some millimetres against an elastic limit of 0.08 mm."""
    draw = np.random.default_rng(seed)
    gap = 1e-4 * (1.0 + draw.uniform(-0.3, 0.3, (count, 3)))
    gap[:, 1:] = 1e-4 * draw.uniform(-0.3, 0.3, (count, 2))
    slide = np.cumsum(draw.normal(0.0, 3e-5, (count, 3)), axis=0)
    return gap, slide


def test_pressure_on_the_whole_joint_by_hand():
    forces, _ = Joint.of().go((1e-4, 2e-5, -3e-5), (0.0, 0.0, 0.0))
    np.testing.assert_allclose(
        forces, [KN * 1e-4 * AREA, KN * 2e-5 * BEND_U, -KN * 3e-5 * BEND_V, 0.0, 0.0, 0.0], rtol=1e-12, atol=1e-9
    )


@QUICK
@given(st.floats(-1e-4, 1e-4), st.floats(-1e-3, 1e-3), st.floats(-1e-3, 1e-3))
def test_pressure_on_a_part_of_the_joint_by_quadrature(p0, pu, pv):
    """A grid of midpoints: its error is that of the cells that the edge of the touching part crosses."""
    cells = 400
    u = WIDE * ((np.arange(cells) + 0.5) / cells - 0.5)
    v = DEEP * ((np.arange(cells) + 0.5) / cells - 0.5)
    u, v = np.meshgrid(u, v)
    pressure = KN * np.maximum(p0 + pu * u + pv * v, 0.0) * (AREA / cells**2)
    expected = [pressure.sum(), (pressure * u).sum(), (pressure * v).sum()]
    forces, _ = Joint.of().go((p0, pu, pv), (0.0, 0.0, 0.0))
    np.testing.assert_allclose(forces[:3], expected, atol=1e-4 * KN * AREA * (abs(p0) + abs(pu) + abs(pv)) + 1e-9)


@QUICK
@given(st.integers(0, 10_000), st.sampled_from([0.0, 2e5]))
def test_shear_and_twist_stay_within_the_limit_surface(seed, damping):
    joint = Joint.of(damping=damping)
    corner = dblquad(lambda v, u: math.hypot(u, v), 0.0, WIDE / 2, 0.0, DEEP / 2)[0]
    radius = 4.0 * corner / AREA
    reached = 0.0
    for gap, slide in zip(*pressed_path(seed), strict=True):
        # slow enough that damping opens nothing, quick enough that it takes part in the shear
        (thrust, about_u, about_v, one, two, turning), _ = joint.go(gap, slide, 0.01)
        turning -= (about_u * two - about_v * one) / thrust  # about the centre of pressure
        load = math.sqrt(one**2 + two**2 + (turning / radius) ** 2) / (MU * thrust)
        reached = max(reached, load)
        assert load <= 1.0 + 1e-9
    assert reached > 1.0 - 1e-9  # the paths do slide


@QUICK
@given(st.integers(0, 10_000))
def test_friction_never_gains_under_even_pressure(seed):
    joint = Joint.of()
    _, path = pressed_path(seed)
    spent = np.array([joint.go((1e-4, 0.0, 0.0), slide)[1] for slide in path])
    assert np.all(spent[:, 0] >= 0.0)
    assert spent[:, 0].sum() > 0.0
    np.testing.assert_allclose(spent[:, 1:], 0.0, atol=1e-9)


@QUICK
@given(st.integers(0, 10_000), st.sampled_from([0.0, 2e5]))
def test_work_is_stored_or_spent_to_the_last_digit_where_all_is_pressed(seed, damping):
    """Also on rough paths: the ledger counts with the mean of both ends, as the stepping works."""
    joint = Joint.of(damping=damping)
    gaps, slides = pressed_path(seed)
    # a joint whose pressing is damped may part: slow enough that it never does
    joint.go(gaps[0], (0.0, 0.0, 0.0), 1.0)
    joint.made.memory.viscous[:] = 0.0
    before, _ = joint.go(gaps[0], (0.0, 0.0, 0.0), 1.0)
    place = np.concatenate([gaps[0], np.zeros(3)])
    start = pressing_energy(gaps[0])
    worked = spent = 0.0
    for gap, slide in zip(gaps, slides, strict=True):
        forces, lost = joint.go(gap, slide, 1.0)
        here = np.concatenate([gap, slide])
        worked += 0.5 * (forces + before) @ (here - place)
        spent += lost.sum()
        before, place = forces, here
    stored = pressing_energy(gaps[-1]) + joint.shear_energy() - start
    assert worked == pytest.approx(stored + spent, rel=1e-9)


def swing(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A smooth path that opens the joint from both sides and slides it, in ``count`` steps of one second in all."""
    draw = np.random.default_rng(seed)
    times = np.linspace(0.0, 1.0, count + 1)[1:]
    sizes = draw.choice([-1.0, 1.0], 4) * draw.uniform(0.5, 1.0, 4)
    waves = [np.sin(2.0 * math.pi * (k + 1) * times) * size for k, size in enumerate(sizes)]
    gap = np.column_stack([1e-4 + 2e-5 * waves[0], 6e-4 * waves[1], 4e-4 * waves[2]])
    slide = np.column_stack([3e-4 * waves[2], 3e-4 * waves[3], 1e-4 * waves[0]])
    return gap, slide


def imbalance(count: int, seed: int, damping: float) -> tuple[float, float]:
    """What the ledger misses of a swing, and the largest of work and energy spent on the way [J]."""
    joint = Joint.of(damping=damping)
    before, place, worked, spent = np.zeros(6), np.zeros(6), 0.0, 0.0
    most = 0.0
    for gap, slide in zip(*swing(count, seed), strict=True):
        forces, lost = joint.go(gap, slide, 1.0 / count)
        here = np.concatenate([gap, slide])
        worked += 0.5 * (forces + before) @ (here - place)
        spent += lost.sum()
        before, place = forces, here
        most = max(most, abs(worked), abs(spent))
    stored = pressing_energy(place[:3]) + joint.made.memory.shear_energy[0]
    return worked - stored - spent, most


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("damping", [0.0, 2e5])
def test_work_balances_where_a_joint_opens_and_closes(seed, damping):
    """At the end all is pressed again, so what is stored is known; the error is one of the step."""
    coarse, most = imbalance(2000, seed, damping)
    fine, _ = imbalance(8000, seed, damping)
    assert abs(fine) <= 1e-4 * most
    assert abs(fine) <= max(0.5 * abs(coarse), 1e-6 * most)


@pytest.mark.parametrize("seed", range(6))
def test_damping_spends_on_the_way(seed):
    joint = Joint.of(damping=2e5)
    lost = [joint.go(gap, slide, 1e-3)[1][1] for gap, slide in zip(*swing(1000, seed), strict=True)]
    assert sum(lost) > 0.0
    assert min(np.cumsum(lost)) >= 0.0


@settings(deadline=None, max_examples=8)
@given(st.integers(0, 10_000))
def test_friction_spends_on_a_smooth_way(seed):
    joint = Joint.of()
    lost = [joint.go(gap, slide)[1][0] for gap, slide in zip(*swing(2000, seed), strict=True)]
    assert min(lost) >= -1e-9 * sum(lost)
    assert sum(lost) > 0.0


def test_friction_that_holds_does_not_creep():
    joint = Joint.of()
    joint.go((1e-4, 0.0, 0.0), (0.0, 0.0, 0.0))
    first, _ = joint.go((1e-4, 0.0, 0.0), (7e-5, 0.0, 0.0))  # 0.7 of the 0.8e-4 that slips
    for _ in range(1000):
        forces, spent = joint.go((1e-4, 0.0, 0.0), (7e-5, 0.0, 0.0))
    assert forces[3] == first[3] == pytest.approx(KT * 7e-5 * AREA, rel=1e-12)
    assert spent.tolist() == [0.0, 0.0, 0.0]


def test_a_bond_pulls_up_to_its_strength_and_tears():
    joint = Joint.of(tension=2e4, cohesion=1e5)
    pull, _ = joint.go((-0.99e-4, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert pull[0] == pytest.approx(-KN * 0.99e-4 * AREA, rel=1e-12)
    none, spent = joint.go((-1.01e-4, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert none[0] == 0.0
    # what tears is counted where it is found: at this step, 1.01e-4 deep
    assert spent[2] == pytest.approx(pressing_energy((1.01e-4, 0.0, 0.0)), rel=1e-9)
    again, _ = joint.go((-0.5e-4, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert again[0] == 0.0


def test_cohesion_adds_to_friction_until_it_slips():
    joint = Joint.of(cohesion=1e4)
    joint.go((1e-4, 0.0, 0.0), (0.0, 0.0, 0.0))
    limit = MU * KN * 1e-4 * AREA
    forces, _ = joint.go((1e-4, 0.0, 0.0), (1e-3, 0.0, 0.0))
    assert forces[3] == pytest.approx(limit + 1e4 * AREA, rel=1e-9)
    forces, _ = joint.go((1e-4, 0.0, 0.0), (2e-3, 0.0, 0.0))
    assert forces[3] == pytest.approx(limit, rel=1e-9)


def test_a_rough_joint_rises_as_it_slides_and_stops_at_its_height():
    joint = Joint.of(dilation_angle=0.1, dilation_limit=2e-5)
    joint.go((1e-4, 0.0, 0.0), (0.0, 0.0, 0.0))
    elastic = MU * 1e-4 * KN / KT
    joint.go((1e-4, 0.0, 0.0), (elastic + 1e-4, 0.0, 0.0))
    assert joint.made.memory.lift[0] == pytest.approx(1e-4 * math.tan(0.1), rel=1e-9)
    joint.go((1e-4, 0.0, 0.0), (elastic + 9e-4, 0.0, 0.0))
    assert joint.made.memory.lift[0] == pytest.approx(2e-5, rel=1e-12)


def pose(made: Assembly, moves: np.ndarray) -> None:
    """Both stones moved (3) [m] and turned (3) [rad] from the drawing, shape (2, 6)."""
    for b, move in enumerate(moves):
        made.bodies.position[b] = made.bodies.home[b] + move[:3]
        made.bodies.rotation[b] = Rotation.from_rotvec(move[3:]).as_matrix() @ made.bodies.attitude[b]


def loads_at(made: Assembly, moves: np.ndarray) -> tuple[np.ndarray, float]:
    """Forces and moments on both stones about their mass centres, and the elastic energy, stepping there at once."""
    made = copy.deepcopy(made)
    pose(made, moves)
    follow_faces(0, 1, made.bodies, made.joints, made.frames, made.motion)
    find_closed_part(0, 1, made.joints, made.frames, made.memory, made.motion, STEP, made.scratch)
    press_and_rub(0, 1, made.joints, made.frames, made.motion, made.memory, made.loads, STEP)
    gather_loads(0, 3, made.bodies, made.motion, made.loads)
    energy = float(made.memory.shear_energy[0])
    p, (area, su, sv, suu, suv, svv) = made.motion.gap[0], made.motion.closed[0]
    square = p[0] ** 2 * area + 2.0 * p[0] * (p[1] * su + p[2] * sv)
    square += p[1] ** 2 * suu + 2.0 * p[1] * p[2] * suv + p[2] ** 2 * svv
    return made.loads.total[:2].copy(), energy + 0.5 * float(made.joints.normal_stiffness[0]) * square


def gradient(made: Assembly, moves: np.ndarray) -> np.ndarray:
    """−dE by moving and turning each stone a little from where it is, shape (2, 6)."""
    found = np.zeros((2, 6))
    for b in range(2):
        for k in range(6):
            ends = []
            for sign in (1.0, -1.0):
                there = moves.copy()
                little = np.zeros(3)
                little[k % 3] = sign * 1e-8
                if k < 3:
                    there[b, :3] += little
                else:
                    turn = Rotation.from_rotvec(little) * Rotation.from_rotvec(moves[b, 3:])
                    there[b, 3:] = turn.as_rotvec()
                ends.append(loads_at(made, there)[1])
            found[b, k] = (ends[1] - ends[0]) / 2e-8
    return found


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000))
def test_force_is_the_slope_of_the_elastic_energy(seed):
    """All pressed, sticking, no damping; poses are small, as the strains of stone joints are.

    What is left is of the size of the turn, 1e-4: the joint's frame turns with the stones.
    """
    made = assemble(stack(joints=law(friction_angle=1.5)))
    loads_at(made, np.zeros((2, 6)))
    draw = np.random.default_rng(seed)
    pressed = np.zeros((2, 6))
    pressed[1, 2] = -2e-4
    pose(made, pressed)
    follow_faces(0, 1, made.bodies, made.joints, made.frames, made.motion)
    find_closed_part(0, 1, made.joints, made.frames, made.memory, made.motion, STEP, made.scratch)
    press_and_rub(0, 1, made.joints, made.frames, made.motion, made.memory, made.loads, STEP)
    moves = pressed + draw.uniform(-5e-5, 5e-5, (2, 6))
    loads, _ = loads_at(made, moves)
    slope = gradient(made, moves)
    np.testing.assert_allclose(loads, slope, atol=5e-4 * float(np.abs(slope).max()))


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000))
def test_pressure_on_a_part_is_the_slope_of_its_energy(seed):
    """Rocked open, the shear nearly without stiffness: the closed part changes with the pose."""
    made = assemble(stack(joints=law(friction_angle=1.5, tangential_stiffness=1.0)))
    draw = np.random.default_rng(seed)
    moves = draw.uniform(-1e-3, 1e-3, (2, 6))
    moves[1, 2] = moves[0, 2] - 1e-4
    loads, energy = loads_at(made, moves)
    slope = gradient(made, moves)
    assert energy > 0.0
    np.testing.assert_allclose(loads, slope, atol=3e-3 * float(np.abs(slope).max()))


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000))
def test_action_is_reaction_about_any_point(seed):
    """Also for large turns, open and sliding joints, inclined faces and damping."""
    draw = np.random.default_rng(seed)
    wedge = np.array([[0.0, 0.0], [1.2, 0.0], [1.2, 0.3], [0.0, 0.6]])
    above = np.array([[0.0, 0.6], [1.2, 0.3], [1.2, 0.9], [0.0, 1.0]])
    wall = wall_of({"1": _prism(wedge), "2": _prism(above)}, fixed=("1",), joints=law(damping=2e5))
    made = assemble(wall)
    moves = draw.uniform(-0.05, 0.05, (2, 6))
    moves[1, 2] -= 0.03
    loads, _ = loads_at(made, moves)
    place = made.bodies.home[:2] + moves[:, :3]
    about = draw.uniform(-3.0, 3.0, 3)
    moments = loads[:, 3:] + np.cross(place - about, loads[:, :3])
    largest = np.abs(loads).max()
    np.testing.assert_allclose(loads[:, :3].sum(axis=0), 0.0, atol=1e-12 * largest)
    np.testing.assert_allclose(moments.sum(axis=0), 0.0, atol=1e-11 * largest + 1e-12)


def _prism(ring: np.ndarray):
    from pirqa.survey.solids import extrude

    return extrude(ring, lambda places: np.zeros(len(places)), lambda places: np.full(len(places), 0.8))


def test_points_come_to_the_exact_integral():
    """The grid of finite-element programs, finer and finer, over a joint that is half open."""
    gap = (0.0, 1e-3, 2e-4)
    exact, _ = Joint.of().go(gap, (0.0, 0.0, 0.0))
    errors = []
    for points in (3, 9, 27):
        sampled = Joint(made=assemble(stack(joints=law()), points=points))
        forces, _ = sampled.go(gap, (0.0, 0.0, 0.0))
        errors.append(float(np.abs(forces[:3] / exact[:3] - 1.0).max()))
    assert errors[0] > 10.0 * errors[2]
    assert errors[2] < 0.01


def test_a_block_that_left_its_joint_feels_nothing():
    joint = Joint.of(damping=2e5)
    joint.go((1e-4, 0.0, 0.0), (5e-5, 0.0, 0.0))
    forces, spent = joint.go((-1e-4, 0.0, 0.0), (6e-5, 0.0, 0.0))
    assert np.abs(forces).max() == 0.0
    assert spent[2] == pytest.approx(0.5 * KT * AREA * 5e-5**2, rel=1e-9)  # the shear it still held


def test_area_that_has_just_closed_has_not_slipped():
    joint = Joint.of()
    half = (0.0, 0.0, 1e-4)  # p = 1e-4·v: half of the joint is open
    joint.go(half, (0.0, 0.0, 0.0))
    before, _ = joint.go(half, (1e-6, 0.0, 0.0))
    after, _ = joint.go((1e-4, 0.0, 0.0), (1e-6, 0.0, 0.0))
    assert before[3] == pytest.approx(KT * 1e-6 * AREA / 2, rel=1e-9)
    assert after[3] == pytest.approx(before[3], rel=1e-9)
