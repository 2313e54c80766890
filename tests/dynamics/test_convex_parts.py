""""""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from pirqa.dynamics.assembly import assemble
from pirqa.model import Polyhedron
from pirqa.model.masonry import BASE, JointException
from pirqa.survey.solids import build_stone, convex_parts
from pirqa.verification.walls import box, ell, polygonal_wall, right_tetrahedron, stiff_joints, stones_on_base

KN = 2e8


def volume_of(made, solid: int) -> float:
    """By the divergence of x over the faces as they are stored."""
    solids, total = made.solids, 0.0
    for face in range(solids.first_face[solid], solids.first_face[solid + 1]):
        ring = solids.corner[solids.ring[solids.first_ring[face] : solids.first_ring[face + 1]]]
        area = 0.5 * sum(np.cross(ring[i] - ring[0], ring[i + 1] - ring[0]) for i in range(1, len(ring) - 1))
        assert area / np.linalg.norm(area) == pytest.approx(solids.normal[face])  # counter-clockwise from outside
        total += ring[0] @ area / 3.0
    return float(total)


def test_a_box_and_a_tetrahedron_on_the_ground():
    stones = {"box": box(0.6, 0.5, 0.4), "tip": shifted(right_tetrahedron(0.3, 0.3, 0.3), 2.0)}
    made = assemble(stones_on_base(stones, 2300.0, stiff_joints(KN)))
    solids = made.solids
    assert solids.body.tolist() == [0, 1, 2]
    assert np.diff(solids.first_corner).tolist() == [8, 4, 4]
    assert np.diff(solids.first_face).tolist() == [6, 4, 1]  # of the ground only what stones fall on
    assert np.diff(solids.first_edge).tolist() == [3, 6, 2]  # parallel edges once
    assert [volume_of(made, s) for s in range(2)] == pytest.approx([0.12, 0.0045])
    assert solids.radius[:2] == pytest.approx(
        [0.5 * math.sqrt(0.6**2 + 0.5**2 + 0.4**2), 0.075 * math.sqrt(1.0 + 1.0 + 9.0)]
    )


def shifted(solid: Polyhedron, along: float) -> Polyhedron:
    return Polyhedron(vertices=solid.vertices + np.array([along, 0.0, 0.0]), faces=solid.faces)


def test_the_ground_is_level_with_the_lowest_corner_and_wide():
    made = assemble(stones_on_base({"box": box(0.6, 0.5, 0.4, at=(3.0, 1.0, -0.7))}, 2300.0, stiff_joints(KN)))
    ground = made.solids.corner[made.solids.first_corner[1] :]
    places = ground @ made.bodies.rotation[1].T + made.bodies.position[1]
    assert places[:, 2].max() == pytest.approx(-0.7)
    assert np.all(places[:, :2].min(axis=0) < [3.0 - 20.0, 1.0 - 20.0])
    assert np.all(places[:, :2].max(axis=0) > [3.0 + 20.0, 1.0 + 20.0])


def test_corners_and_normals_turn_with_the_stone():
    solid = right_tetrahedron(0.5, 0.4, 0.3)
    made = assemble(stones_on_base({"tip": solid}, 2300.0, stiff_joints(KN)))
    bodies, solids = made.bodies, made.solids
    assert solids.corner[:4] @ bodies.rotation[0].T + bodies.position[0] == pytest.approx(solid.vertices)
    areas = solid.face_areas
    expected = areas / np.linalg.norm(areas, axis=1, keepdims=True)
    assert solids.normal[:4] @ bodies.rotation[0].T == pytest.approx(expected, abs=1e-12)


def test_parts_of_a_stone_that_is_not_convex():
    _, solid = ell()
    wall = stones_on_base({"ell": solid}, 2300.0, stiff_joints(KN))
    parts = convex_parts(solid, name="ell", scanned=False).parts
    wall = replace(wall, stones=(build_stone(solid, name="ell", parts=parts),))
    made = assemble(wall)
    assert made.solids.body.tolist() == [0] * len(parts) + [1]
    assert len(parts) == 2
    # an L of 1.2 × 0.4 and 0.5 × 0.6, 0.8 deep
    assert sum(volume_of(made, s) for s in range(2)) == pytest.approx(0.8 * (1.2 * 0.4 + 0.5 * 0.6))


def test_parts_of_a_wall_fill_its_stones():
    wall = polygonal_wall()
    made = assemble(wall)
    for b, stone in enumerate(wall.stones):
        parts = np.flatnonzero(made.solids.body == b)
        assert len(parts) == len(stone.parts)
        assert sum(volume_of(made, int(s)) for s in parts) == pytest.approx(stone.volume, rel=1e-6)


def test_laws_by_exceptions():
    """A stone by its name, the base, and the rest, whether or not they touch at the start."""
    soft = JointException(between=("a", "b"), normal_stiffness=1e7, friction_angle=0.1, damping=1e3)
    slick = JointException(between=("a", BASE), friction_angle=0.05)
    joints = replace(stiff_joints(KN, friction=0.5, damping_ratio=0.3), exceptions=(soft, slick))
    solids = {name: box(0.5, 0.5, 0.5, at=(2.0 * i, 0.0, 0.0)) for i, name in enumerate("abc")}
    made = assemble(stones_on_base(solids, 2300.0, joints))
    kind, law = made.solids.kind, made.solids.law

    def between(one: int, two: int) -> list[float]:
        assert law[kind[one], kind[two]].tolist() == law[kind[two], kind[one]].tolist()
        return law[kind[one], kind[two]].tolist()

    a, b, c, base = range(4)
    assert between(a, b)[:4] == pytest.approx([1e7, 5e6, math.tan(0.1), 1e3])
    assert between(a, c) == pytest.approx([KN, KN / 2, 0.5, -1.0, 0.3])
    assert between(b, c) == pytest.approx([KN, KN / 2, 0.5, -1.0, 0.3])
    assert between(a, base) == pytest.approx([KN, KN / 2, math.tan(0.05), -1.0, 0.3])
    assert between(c, base) == pytest.approx([KN, KN / 2, 0.5, -1.0, 0.3])


def test_ease_is_area_over_mass_and_nothing_where_a_stone_is_held():
    solids = {"low": box(0.5, 0.4, 0.3), "high": box(0.5, 0.4, 0.2, at=(0.0, 0.0, 0.3))}
    made = assemble(stones_on_base(solids, 2300.0, stiff_joints(KN), fixed=("low",)))
    assert made.solids.ease == pytest.approx([0.0, 0.5 * 0.4 / (2300.0 * 0.5 * 0.4 * 0.2), 0.0])
