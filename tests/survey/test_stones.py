"""Solids, convex parts, contacts, thickness and numbers."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from pirqa.errors import SurveyError
from pirqa.model import BASE, Polyhedron
from pirqa.survey import GenerateOptions, SurveyOptions, survey
from pirqa.survey.build import courses, number_stones
from pirqa.survey.contacts import base_faces, face_contacts, patch_contacts, seat_patches
from pirqa.survey.generate import generate
from pirqa.survey.solids import (
    build_stone,
    convex_parts,
    convex_rings,
    deepest_overlap,
    extrude,
    hull,
    is_convex,
    overlapping_stones,
    signed_area,
)
from pirqa.verification.walls import box, ell, like_sacsayhuaman, running_bond, weathered


def level(y):
    return lambda places: np.full(len(places), y)


def turned(solid, angles, shift=(0.0, 0.0, 0.0)):
    matrix = Rotation.from_euler("xyz", angles).as_matrix()
    return Polyhedron(vertices=solid.vertices @ matrix.T + np.array(shift), faces=solid.faces)


@settings(max_examples=40, deadline=None)
@given(angles=st.tuples(*[st.floats(-3, 3)] * 3), shift=st.tuples(*[st.floats(-50, 50)] * 3))
def test_mass_properties_turn_with_the_stone(angles, shift):
    solid = ell()[1]
    moved = turned(solid, angles, shift)
    matrix = Rotation.from_euler("xyz", angles).as_matrix()
    assert moved.properties.volume == pytest.approx(solid.properties.volume, rel=1e-10)
    assert moved.properties.centroid == pytest.approx(matrix @ solid.properties.centroid + np.array(shift), abs=1e-10)
    assert moved.properties.inertia == pytest.approx(matrix @ solid.properties.inertia @ matrix.T, abs=1e-9)


def test_mass_properties_by_sampling():
    """An independent look: the twelve-cornered stone against a million points."""
    ring = max(generate(GenerateOptions.like_sacsayhuaman()).rings, key=len)
    solid = extrude(ring, lambda p: 0.1 * p[:, 1], lambda p: 1.2 + 0.05 * p[:, 0])
    low, high = solid.vertices.min(axis=0), solid.vertices.max(axis=0)
    points = np.random.default_rng(0).uniform(low, high, (1_000_000, 3))
    inside = shapely.contains_xy(shapely.Polygon(ring), points[:, 0], points[:, 2])
    inside &= (points[:, 1] > 0.1 * points[:, 2]) & (points[:, 1] < 1.2 + 0.05 * points[:, 0])
    share = inside.mean() * np.prod(high - low)
    chosen = points[inside] - points[inside].mean(axis=0)
    covariance = chosen.T @ chosen / len(chosen) * share
    assert solid.properties.volume == pytest.approx(share, rel=5e-3)
    assert solid.properties.centroid == pytest.approx(points[inside].mean(axis=0), abs=3e-3)
    assert solid.properties.inertia == pytest.approx(np.trace(covariance) * np.eye(3) - covariance, abs=6e-3)


def test_a_stone_inside_out_is_refused():
    solid = box(1, 1, 1)
    inverted = Polyhedron(vertices=solid.vertices, faces=tuple(face[::-1] for face in solid.faces))
    with pytest.raises(SurveyError, match="inside out"):
        build_stone(inverted, name="7")
    flat = Polyhedron(vertices=solid.vertices * np.array([1, 0, 1]), faces=solid.faces)
    with pytest.raises(SurveyError, match="no volume"):
        build_stone(flat, name="7")


@pytest.mark.parametrize("seed", range(4))
def test_convex_parts_are_convex_and_add_up(seed):
    made = generate(GenerateOptions(length=9.0, height=4.0, stones=45, nonconvex=9, seed=seed))
    cut = 0
    for ring in made.rings:
        parts = convex_rings(ring)
        cut += len(parts) > 1
        assert sum(map(signed_area, parts)) == pytest.approx(signed_area(ring), rel=1e-12)
        for part in parts:
            polygon = shapely.Polygon(part)
            assert polygon.area == pytest.approx(polygon.convex_hull.area, rel=1e-9)
            assert shapely.Polygon(ring).buffer(1e-9).contains(polygon)
    assert cut >= 7


@settings(max_examples=15, deadline=None)
@given(angles=st.tuples(*[st.floats(-3, 3)] * 3))
def test_prisms_are_cut_exactly_however_they_lie(angles):
    solid = turned(ell()[1], angles)
    found = convex_parts(solid, name="L", scanned=False)
    assert found.error == 0.0
    assert len(found.parts) == 2
    assert all(map(is_convex, found.parts))
    assert sum(part.properties.volume for part in found.parts) == pytest.approx(solid.properties.volume, rel=1e-9)


def test_scanned_stones_are_decomposed_with_their_error_stated():
    solids, _ = weathered(1)
    nearly = convex_parts(solids[0], name="1", scanned=True)
    assert len(nearly.parts) == 1
    assert 0.0 < nearly.error < 0.02
    rough = convex_parts(ell()[1], name="L", scanned=True)
    assert len(rough.parts) > 1
    assert abs(rough.error) < 0.05
    assert all(map(is_convex, rough.parts))


def test_hull_of_nothing_is_refused():
    with pytest.raises(SurveyError, match="without thickness"):
        hull(np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0.0]]))


def test_contacts_of_boxes():
    solids = [box(2, 1, 1), box(1, 1, 1, at=(0.5, 0, 1)), box(1, 0.4, 1, at=(2, 0.6, 0)), box(1, 1, 1, at=(5, 0, 0))]
    pairs = face_contacts(solids, tolerance=0.005)
    assert set(pairs) == {(0, 1), (0, 2)}
    ((bed,), (head,)) = pairs.values()
    assert (bed.area, bed.normal.tolist(), bed.gap) == (pytest.approx(1.0), [0, 0, 1], 0.0)
    assert bed.polygon[:, 2] == pytest.approx(1.0)
    assert (head.area, head.normal.tolist()) == (pytest.approx(0.4), [1, 0, 0])
    seats = base_faces(solids, pairs, rule="level", tolerance=0.005)
    assert {stone: round(faces[0].area, 9) for stone, faces in seats.items()} == {0: 2.0, 2: 0.4, 3: 1.0}
    assert all(face.normal[2] == -1.0 for faces in seats.values() for face in faces)


@pytest.mark.parametrize(("gap", "touches"), [(0.004, True), (-0.004, True), (0.006, False)])
def test_contacts_within_the_tolerance(gap, touches):
    pairs = face_contacts([box(1, 1, 1), box(1, 1, 1, at=(0, 0, 1 + gap))], tolerance=0.005)
    assert bool(pairs) is touches
    if touches:
        assert pairs[0, 1][0].gap == pytest.approx(abs(gap))
        assert pairs[0, 1][0].polygon[:, 2] == pytest.approx(1 + gap / 2)


def test_several_faces_a_pair():
    """A stone that sits in the corner of an L touches it from below and from the side; edges alone do not count."""
    solids = [ell(0.8)[1], box(0.7, 0.8, 0.6, at=(0.5, 0.0, 0.4)), box(0.5, 0.8, 0.5, at=(1.2, 0.0, 0.4))]
    pairs = face_contacts(solids, tolerance=0.005)
    assert [face.normal.round(9).tolist() for face in pairs[0, 1]] == [[0, 0, 1], [1, 0, 0]]
    assert sum(face.area for face in pairs[0, 1]) == pytest.approx(0.8 * (0.7 + 0.6))
    assert (0, 2) not in pairs


def test_a_corner_in_the_middle_of_a_joint_does_not_cut_it():
    low = extrude(np.array([[0, 0], [2, 0], [2, 1], [0.7, 1.0], [0, 1]]), level(0.0), level(1.0))
    high = extrude(np.array([[0, 1], [1.4, 1], [2, 1], [2, 2.0], [0, 2]]), level(0.0), level(1.0))
    ((face,),) = face_contacts([low, high], tolerance=0.005).values()
    assert face.area == pytest.approx(2.0)
    assert len(face.polygon) == 4


def test_base_along_an_uneven_lower_edge():
    solids = [box(1, 1, 1), box(1, 1, 1, at=(1, 0, 0.3)), box(2, 1, 1, at=(0, 0, 1.3))]
    solids[0] = box(1, 1, 1.3)
    pairs = face_contacts(solids, tolerance=0.005)
    assert set(base_faces(solids, pairs, rule="level", tolerance=0.005)) == {0}
    assert set(base_faces(solids, pairs, rule="lower_edge", tolerance=0.005)) == {0, 1}


def test_contacts_of_the_generated_wall_are_its_shared_edges():
    """Against the partition itself: every shared edge times the thickness, and nothing else."""
    wall = like_sacsayhuaman().wall
    rings = [stone.solid.vertices[list(stone.solid.faces[0])][:, [0, 2]] for stone in wall.stones]
    edges = {}
    for index, ring in enumerate(rings):
        for a, b in zip(ring.tolist(), np.roll(ring, -1, axis=0).tolist(), strict=True):
            edges[tuple(a), tuple(b)] = index
    shared: dict[frozenset[str], float] = {}
    for (a, b), index in edges.items():
        other = edges.get((b, a))
        if other is not None:
            key = frozenset({wall.stones[index].name, wall.stones[other].name})
            shared[key] = shared.get(key, 0.0) + 0.5 * 0.8 * float(np.hypot(a[0] - b[0], a[1] - b[1]))
    found = {frozenset({c.first, c.second}): c.area for c in wall.contacts if c.second != BASE}
    assert set(found) == set(shared)
    assert all(found[key] == pytest.approx(shared[key], rel=1e-9) for key in shared)
    # Euler's formula of a planar map without holes: V − E + F = 1
    corners = {tuple(point) for ring in rings for point in ring.tolist()}
    lines = {frozenset(edge) for edge in edges}
    assert len(corners) - len(lines) + len(rings) == 1


def test_overlaps_in_space():
    one = box(1, 1, 1)
    assert deepest_overlap(one, box(1, 1, 1, at=(0.9, 0, 0))) == pytest.approx(0.1)
    assert deepest_overlap(one, box(1, 1, 1, at=(1.0, 0, 0))) == pytest.approx(0.0, abs=1e-12)
    # a bar through a plate: no corner of either lies in the other
    plate, bar = box(2, 2, 0.1), box(0.2, 0.2, 3, at=(0.9, 0.9, -1))
    assert deepest_overlap(plate, bar) == pytest.approx(0.1)
    parts = [(one,), (box(1, 1, 1, at=(0.99, 0, 0)),), (box(1, 1, 1, at=(1.988, 0, 0)),)]
    assert overlapping_stones(parts, tolerance=0.005) == [(0, 1, pytest.approx(0.01))]


def test_patches_of_worn_stones_have_the_right_size():
    solids, known = weathered(2)
    made = GenerateOptions(pattern="inca", length=4.0, height=2.2, stones=14, courses=3, seed=2)
    clean = face_contacts(
        [stone.solid for stone in survey(SurveyOptions(generate=made, thickness=0.6)).wall.stones], tolerance=0.001
    )
    found = patch_contacts(solids, tolerance=0.01)
    assert set(found) == known == set(clean)
    for pair, faces in found.items():
        true = sum(face.area for face in clean[pair])
        assert sum(face.area for face in faces) == pytest.approx(true, rel=0.25, abs=0.02)
        assert all(0.0 < face.gap <= 0.01 for face in faces)
        best = max(faces, key=lambda face: face.area)
        assert max(float(best.normal @ face.normal) for face in clean[pair]) > 0.98
    lowest = min(float(solid.vertices[:, 2].min()) for solid in solids)
    assert len(seat_patches(solids, level=lowest, tolerance=0.01)) == len(
        base_faces([s.solid for s in survey(SurveyOptions(generate=made, thickness=0.6)).wall.stones], clean,
                   rule="level", tolerance=0.001)
    )  # fmt: skip


def test_patches_further_apart_than_the_tolerance_are_none():
    apart = [box(1, 1, 1), box(1, 1, 1, at=(0, 0, 1.02))]
    assert patch_contacts(apart, tolerance=0.01) == {}
    assert set(patch_contacts(apart, tolerance=0.03)) == {(0, 1)}


def test_numbers_go_up_and_to_the_right():
    wall = running_bond().wall
    numbers = [int(stone.name) for stone in wall.stones]
    assert numbers == list(range(1, 45))
    assert wall.base_stones == ("1", "2", "3", "4", "5")
    levels = [round(float(stone.solid.vertices[:, 2].min()), 6) for stone in wall.stones]
    assert levels == sorted(levels)
    for floor in set(levels):
        row = [float(stone.centroid[0]) for stone, low in zip(wall.stones, levels, strict=True) if low == floor]
        assert row == sorted(row)


def test_numbers_that_are_names_already():
    order, names = number_stones(["", "1", ""], np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]), [0, 0, 0])
    assert (order, names) == ([0, 1, 2], ["1'", "1", "3"])
    assert courses(np.array([0.0, 1.0, 2.0, 3.0]), {(0, 1): 1.0, (1, 2): 1.0, (0, 2): 1.0}, {0}) == [0, 1, 2, 0]


def test_contact_polygons_run_about_their_normals():
    walls = [like_sacsayhuaman().wall, running_bond().wall]
    for contact in (contact for wall in walls for contact in wall.contacts):
        for face in contact.faces:
            arms = face.polygon - face.polygon[0]
            area = 0.5 * np.cross(arms[1:-1], arms[2:]).sum(axis=0)
            assert area @ face.normal == pytest.approx(face.area, rel=1e-9)


@pytest.mark.parametrize("turn", [1, -1])
def test_contacts_do_not_depend_on_the_order_of_the_stones(turn):
    lean = np.tan(np.radians(1.0))
    ramp = extrude(np.array([[0, 0], [10, 0], [10, 0.5 + 10 * lean], [0, 0.5]]), level(0.0), level(0.5))
    foot = 0.5 + 0.6 * lean
    block = box(0.2, 0.5, 0.3, at=(0.5, 0.0, foot))
    assert set(face_contacts([ramp, block][::turn], tolerance=0.005)) == {(0, 1)}
    big, small = box(3, 1.5, 2), box(0.12, 0.12, 0.12, at=(1, 0.2, 2))
    ((face,),) = patch_contacts([big, small][::turn], tolerance=0.005).values()
    assert face.area == pytest.approx(0.0144, rel=0.05)
    assert face.normal[2] == pytest.approx(turn)


def test_faces_that_look_at_each_other_within_two_degrees():
    for degrees, touches in ((1.8, True), (2.3, False)):
        lean = np.tan(np.radians(degrees))
        low = extrude(np.array([[0, 0], [0.1, 0], [0.1, 1.0 + 0.1 * lean], [0, 1.0]]), level(0.0), level(0.5))
        high = box(0.1, 0.5, 0.5, at=(0.0, 0.0, 1.0))
        assert bool(face_contacts([low, high], tolerance=0.005)) is touches


def test_a_finely_drawn_hollow_is_not_convex():
    turn = np.linspace(-np.pi / 6, np.pi / 6, 1495)
    hollow = np.column_stack([np.sin(turn) + 0.5, 1.5 - np.cos(turn)])[::-1]
    parts = convex_rings(np.vstack([[[0.0, 0.0], [1.0, 0.0]], hollow]))
    assert len(parts) > 1
    assert sum(shapely.Polygon(part).convex_hull.area for part in parts) == pytest.approx(
        sum(map(signed_area, parts)), rel=1e-6
    )


def test_a_battered_prism_is_cut_exactly_however_it_lies():
    ring = ell()[0]
    solid = extrude(ring, lambda p: 0.15 * p[:, 1], lambda p: 1.0 - 0.15 * p[:, 1])
    found = convex_parts(turned(solid, (0.5, 0.3, 0.2)), name="L", scanned=False)
    assert found.error == 0.0
    assert sum(part.properties.volume for part in found.parts) == pytest.approx(solid.properties.volume, rel=1e-9)


def test_lower_edge_makes_no_seats_in_mid_air():
    door = [box(1, 0.5, 2), box(1, 0.5, 2, at=(2, 0, 0)), box(3, 0.5, 0.5, at=(0, 0, 2))]
    thick = [box(1, 0.5, 0.5), box(1, 0.8, 0.5, at=(0, 0, 0.5)), box(1, 0.5, 0.5, at=(0, 0, 1))]
    for solids, seated in ((door, {0, 1}), (thick, {0})):
        pairs = face_contacts(solids, tolerance=0.005)
        assert set(base_faces(solids, pairs, rule="lower_edge", tolerance=0.005)) == seated


def test_a_wavy_base_within_the_tolerance_seats_every_stone():
    draw = np.random.default_rng(1).uniform(-0.0035, 0.0035, 9)
    solids = [
        extrude(np.array([[i, draw[i]], [i + 1, draw[i + 1]], [i + 1, 1], [i, 1.0]]), level(0.0), level(0.5))
        for i in range(8)
    ]
    seats = base_faces(solids, {}, rule="level", tolerance=0.005)
    assert len(seats) == 8
    assert 0.0 < max(face.gap for faces in seats.values() for face in faces) <= 0.01


def test_numbers_do_not_depend_on_the_order_in_the_file():
    centroids = np.array([[0.5, 0.2, 0.5], [0.5, 0.7, 0.5], [1.5, 0.2, 0.5], [0.5, 0.2, 1.5]])
    course = [0, 0, 0, 1]
    order, _ = number_stones([""] * 4, centroids, course)
    shuffle = [3, 1, 0, 2]
    again, _ = number_stones([""] * 4, centroids[shuffle], [course[i] for i in shuffle])
    assert [shuffle[i] for i in again] == order
    assert number_stones(["²", "1"], centroids[:2], [0, 0])[1] == ["²", "1"]
