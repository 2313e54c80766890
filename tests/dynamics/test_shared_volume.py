from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.spatial import ConvexHull, HalfspaceIntersection

from pirqa.dynamics.assembly import Assembly, assemble
from pirqa.dynamics.loose_contact import see_both
from pirqa.dynamics.neighbours import axis_across
from pirqa.dynamics.shared_volume import (
    ABOUT_U,
    ABOUT_V,
    AREA,
    AREA_U,
    AREA_V,
    ELASTIC,
    ELASTIC_U,
    ELASTIC_V,
    ENERGY,
    SU,
    SUU,
    SUV,
    SV,
    SVV,
    THRUST,
    TOUCHING_AREA,
    shared_volume,
)
from pirqa.model import Polyhedron
from pirqa.verification.dynamics_loose import turned
from pirqa.verification.walls import box, stiff_joints, stones_on_base

KN = 2e8
FAR = 16.0
SEEDS = st.integers(0, 10_000)


def random_convex(draw: np.random.Generator) -> Polyhedron:
    """The hull of some points, of a size of about a metre."""
    points = draw.standard_normal((int(draw.integers(4, 13)), 3)) * draw.uniform(0.2, 0.6, 3)
    return hull_of(points)


def hull_of(points: np.ndarray) -> Polyhedron:
    hull = ConvexHull(points)
    numbers = {int(old): new for new, old in enumerate(hull.vertices)}
    faces = []
    for corners, plane in zip(hull.simplices, hull.equations, strict=True):
        a, b, c = points[corners]
        order = corners if np.cross(b - a, c - a) @ plane[:3] > 0.0 else corners[::-1]
        faces.append(tuple(numbers[int(corner)] for corner in order))
    return Polyhedron(vertices=points[hull.vertices], faces=tuple(faces))


def two_parts(one: Polyhedron, two: Polyhedron) -> Assembly:
    """Two held stones where they were drawn; walls refuse stones that overlap, so that the second comes from afar."""
    away = np.array([FAR, 0.0, 0.0])
    solids = {"one": one, "two": Polyhedron(vertices=two.vertices + away, faces=two.faces)}
    made = assemble(stones_on_base(solids, 2300.0, stiff_joints(KN), fixed=("one", "two")))
    made.bodies.position[1] -= away
    return made


def planes_of(solid: Polyhedron) -> np.ndarray:
    """a·x + b ≤ 0 within, shape (faces, 4)."""
    areas = solid.face_areas
    normals = areas / np.linalg.norm(areas, axis=1, keepdims=True)
    points = solid.vertices[[face[0] for face in solid.faces]]
    return np.column_stack([normals, -np.einsum("ij,ij->i", normals, points)])


def intersection(one: Polyhedron, two: Polyhedron) -> tuple[float, np.ndarray, np.ndarray]:
    """Volume, first moments, and vector area of the surface of ``one`` within ``two``; by Qhull."""
    planes = np.vstack([planes_of(one), planes_of(two)])
    ball = linprog(
        [0, 0, 0, -1], A_ub=np.column_stack([planes[:, :3], np.ones(len(planes))]), b_ub=-planes[:, 3],
        bounds=[(None, None)] * 4,
    )  # fmt: skip
    if ball.x[3] < 1e-3:
        return 0.0, np.zeros(3), np.zeros(3)
    inner = ball.x[:3]
    points = HalfspaceIntersection(planes, inner).intersections
    hull = ConvexHull(points)
    moment, area = np.zeros(3), np.zeros(3)
    for corners, plane in zip(hull.simplices, hull.equations, strict=True):
        a, b, c = points[corners]
        moment += abs(np.linalg.det([a - inner, b - inner, c - inner])) / 6.0 * (a + b + c + inner) / 4.0
        on_one = np.abs(planes[: len(one.faces)] - plane).max(axis=1).min() < 1e-6
        if on_one:
            area += 0.5 * np.linalg.norm(np.cross(b - a, c - a)) * plane[:3]
    return float(hull.volume), moment, area


FOUND = (
    TOUCHING_AREA, ELASTIC, ELASTIC_U, ELASTIC_V, ENERGY, AREA_U, AREA_V, AREA, SU, SV, SUU, SUV, SVV, THRUST, ABOUT_U,
    ABOUT_V,
)  # fmt: skip


def shared(made: Assembly, n: np.ndarray, *, damping: tuple[float, float, float] = (0.0, 0.0, 0.0)):
    """What the kernel finds along n about the origin, with the frame that it used."""
    x = np.array(axis_across(*n, 1.0, 0.0, 0.0))
    k = np.cross(n, x)
    deep = see_both(0, 1, *n, *x, *k, 0.0, 0.0, 0.0, made.bodies, made.solids, made.near)
    shared_volume(0, 0, 1, KN, *damping, made.solids, made.near, made.scratch)
    return deep, tuple(made.near.sums[i] for i in FOUND), x, k


@settings(deadline=None, max_examples=80)  # the first example may compile
@given(SEEDS)
def test_volume_moments_and_vector_area_against_qhull(seed):
    draw = np.random.default_rng(seed)
    one, two = random_convex(draw), random_convex(draw)
    two = Polyhedron(vertices=two.vertices + draw.uniform(-0.5, 0.5, 3), faces=two.faces)
    volume, moment, area = intersection(one, two)
    assume(volume > 1e-6)
    n = draw.standard_normal(3)
    n /= np.linalg.norm(n)
    _, found, x, k = shared(two_parts(one, two), n)
    touching, elastic, elastic_u, elastic_v, _, area_u, area_v = found[:7]
    scale = max(volume ** (2 / 3), 1e-3)
    assert elastic == pytest.approx(KN * volume, rel=1e-6, abs=KN * 1e-10)
    assert [elastic_u, elastic_v] == pytest.approx([KN * moment @ x, KN * moment @ k], rel=1e-5, abs=KN * 1e-9)
    assert touching * n + area_u * x + area_v * k == pytest.approx(area, rel=1e-5, abs=1e-4 * scale)
    # without damping all that touches bears
    assert [found[7], found[13], found[14], found[15]] == pytest.approx([touching, elastic, elastic_u, elastic_v])


@settings(deadline=None, max_examples=60)
@given(SEEDS)
def test_the_thrust_is_the_slope_of_the_energy(seed):
    draw = np.random.default_rng(seed)
    one, two = random_convex(draw), random_convex(draw)
    made = two_parts(one, two)
    made.bodies.position[1] += draw.uniform(-0.5, 0.5, 3)
    n = draw.standard_normal(3)
    n /= np.linalg.norm(n)
    start = made.bodies.position[1].copy()
    h = 1e-5
    energy = []
    for side in (-1.0, 1.0):
        made.bodies.position[1] = start + side * h * n
        energy.append(shared(made, n)[1][4])
    made.bodies.position[1] = start
    thrust = shared(made, n)[1][1]
    assert (energy[0] - energy[1]) / (2.0 * h) == pytest.approx(thrust, rel=1e-4, abs=KN * 1e-9)


def test_parts_that_do_not_reach_each_other_share_nothing():
    made = two_parts(box(1.0, 1.0, 1.0), box(1.0, 1.0, 1.0, at=(0.0, 0.0, 1.1)))
    deep, found, _, _ = shared(made, np.array([0.0, 0.0, 1.0]))
    assert deep == pytest.approx(-0.1)
    assert set(found) == {0.0}
    made = two_parts(box(1.0, 1.0, 1.0), box(1.0, 1.0, 1.0, at=(1.1, 0.0, 0.5)))  # side by side, seen from below
    deep, found, _, _ = shared(made, np.array([0.0, 0.0, 1.0]))
    assert deep == pytest.approx(0.5)
    assert found[1] == pytest.approx(0.0, abs=1e-6)


@settings(deadline=None, max_examples=50)
@given(SEEDS, st.floats(0.0, 0.02))
@example(0, 0.0)
def test_two_faces_are_the_law_of_a_joint(seed, lean):
    """Pressure Kn·p over a rectangle, p linear: by hand."""
    draw = np.random.default_rng(seed)
    width, depth = draw.uniform(0.3, 1.0, 2)
    sink = draw.uniform(0.02, 0.05)
    made = two_parts(
        box(2.0, 2.0, 1.0, at=(-1.0, -1.0, -1.0)), box(width, depth, 1.0, at=(-width / 2, -depth / 2, 0.0))
    )
    made.bodies.rotation[1] = turned(0.0, lean, 0.0) @ made.bodies.rotation[1]
    middle = turned(0.0, lean, 0.0) @ np.array([0.0, 0.0, 0.5])
    made.bodies.position[1] = middle - np.array([0.0, 0.0, sink])
    _, found, x, _ = shared(made, np.array([0.0, 0.0, 1.0]))
    # seen from above the face is narrower, and the side of the stone that leans out bears too: second order in the lean
    area = width * depth * math.cos(lean)
    assert found[1] == pytest.approx(KN * sink * area, rel=3.0 * lean**2 + 1e-9)
    bending = KN * math.tan(lean) * depth * (width * math.cos(lean)) ** 3 / 12.0
    assert found[2] * x[0] == pytest.approx(bending, rel=0.1, abs=KN * 1e-9 + 0.1 * KN * sink * area * lean * 0.5)


def test_damping_pulls_nothing():
    made = two_parts(box(1.0, 1.0, 1.0), box(1.0, 1.0, 1.0, at=(0.0, 0.0, 0.999)))
    n = np.array([0.0, 0.0, 1.0])
    _, found, _, _ = shared(made, n, damping=(-0.25 * KN * 1e-3, 0.0, 0.0))
    assert found[1] == pytest.approx(KN * 1e-3)
    assert found[13] == pytest.approx(0.75 * KN * 1e-3)
    _, found, _, _ = shared(made, n, damping=(-2.0 * KN * 1e-3, 0.0, 0.0))
    assert (found[7], found[13]) == (0.0, 0.0)
    # parting on one side: pressure p(u) = K d (1 − 1.5 u) is cut at u = 2/3 of the origin's side
    _, found, x, _ = shared(made, n, damping=(0.0, -1.5 * KN * 1e-3, 0.0))
    side = 1.0 if x[0] > 0.0 else -1.0
    assert side == 1.0
    assert found[7] == pytest.approx(2.0 / 3.0)
    assert found[13] == pytest.approx(KN * 1e-3 / 3.0)
