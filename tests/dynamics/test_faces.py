"""Scanned stones: joints out of facets that nearly oppose each other, simple shapes, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.dynamics.assembly import assemble
from pirqa.dynamics.convex_parts import cut_convex, distance_to, simplify_convex, simplify_parts
from pirqa.dynamics.faces import face_pairs, find_parting, patch_faces
from pirqa.dynamics.options import ScanOptions
from pirqa.dynamics.soundness import check_apart, check_shapes
from pirqa.errors import InputError, ModelError
from pirqa.model import BASE, Contact, Polyhedron, Wall
from pirqa.progress import SILENT
from pirqa.survey import SurveyOptions
from pirqa.survey.build import bodies_to_stones
from pirqa.survey.raw import Bodies, Body
from pirqa.survey.solids import hull
from pirqa.verification.dynamics_collapse import drawn_wall, scanned_wall
from pirqa.verification.walls import box, stiff_joints, stones_on_base

JOINTS = stiff_joints(2e8, friction=0.6)


def scan(*solids: Polyhedron) -> Wall:
    """Stones 1, 2, … through the survey, as a scanner delivers them."""
    found = Bodies(
        file="scan",
        format="mesh",
        bodies=tuple(Body(solid=solid, name=str(number)) for number, solid in enumerate(solids, 1)),
        scanned=True,
    )
    made = bodies_to_stones(found, lambda _, __: ("wall", "stone"), SurveyOptions(file="scan"), SILENT)
    like = stones_on_base({"1": box(1.0, 1.0, 1.0)}, 2300.0, JOINTS)
    return replace(like, stones=made.stones, contacts=made.contacts)


def ball(radius: float, at: tuple[float, float, float], count: int = 400) -> Polyhedron:
    """A ball of many facets, its corners on a spiral."""
    z = 1.0 - 2.0 * (np.arange(count) + 0.5) / count
    turn = np.arange(count) * np.pi * (3.0 - np.sqrt(5.0))
    around = np.sqrt(1.0 - z * z)
    return hull(np.array(at) + radius * np.column_stack([around * np.cos(turn), around * np.sin(turn), z]))


def areas_by_pair(wall: Wall) -> dict[frozenset[float], float]:
    """Area of the joints between any two stones, which are told by their places (the base is none)."""
    drawn = np.array([stone.centroid for stone in drawn_wall().stones])
    nearest = {s.name: int(np.argmin(np.linalg.norm(drawn - s.centroid, axis=1))) for s in wall.stones} | {BASE: -1}
    made = assemble(wall)
    found: dict[frozenset[float], float] = {}
    for name in made.names:
        pair = frozenset((nearest[name.first], nearest[name.second]))
        found[pair] = found.get(pair, 0.0) + name.area
    return found


def test_joints_of_a_scanned_wall_are_those_that_were_drawn():
    drawn, scanned = areas_by_pair(drawn_wall()), areas_by_pair(scanned_wall())
    assert set(scanned) == set(drawn)
    for pair, area in drawn.items():
        # bent by 6 mm over half a metre, so hardly longer; the rim is found to 1 mm
        assert scanned[pair] == pytest.approx(area, rel=0.02)


def test_stones_a_little_apart_or_into_each_other_get_the_plane_between_them():
    for shift in (0.003, -0.003):
        wall = scan(box(1.0, 0.6, 0.5), box(1.0, 0.6, 0.5, at=(0.0, 0.0, 0.5 + shift)))
        (contact,) = [contact for contact in wall.contacts if contact.second != BASE]
        (patch,) = patch_faces(wall, contact)
        assert patch.face.normal == pytest.approx([0.0, 0.0, 1.0], abs=1e-9)
        assert patch.face.polygon[:, 2] == pytest.approx(0.5 + 0.5 * shift, abs=1e-9)
        assert patch.face.area == pytest.approx(0.6)
        assert patch.face.gap == pytest.approx(0.5 * abs(shift))
        made = assemble(wall)
        assert made.motion.gap[:, 0] == pytest.approx(0.0, abs=1e-12)  # it starts neither pressed nor open


def test_facets_turned_out_of_the_plane_do_not_belong_to_a_joint():
    wall = scan(box(2.0, 2.0, 0.5), ball(0.4, (1.0, 1.0, 0.898), 4000))
    contact = Contact(first="1", second="2", faces=wall.contacts[0].faces[:0], kind="patch")
    up = next(face for face in wall.contacts if face.second == "2").faces
    (wide,) = patch_faces(wall, replace(contact, faces=up), ScanOptions(angle=np.radians(40.0)))
    (narrow,) = patch_faces(wall, replace(contact, faces=up), ScanOptions(angle=np.radians(3.0)))
    # a cap not deeper than 5 mm under the plane, or one whose surface leans by 3° at most
    assert wide.face.area == pytest.approx(np.pi * 2.0 * 0.4 * 0.005, rel=0.25)
    leaning, facet = 0.4 * np.sin(np.radians(3.0)), 0.015
    assert 0.7 * np.pi * leaning**2 < narrow.face.area < np.pi * (leaning + facet) ** 2


def test_a_wedge_is_parted_along_its_slope():
    slope = np.radians(20.0)
    low = hull(np.array([[x, y, z] for y in (0, 1) for x, z in ((0, 0), (1, 0), (1, np.tan(slope)))], dtype=float))
    high = hull(np.array([[x, y, z] for y in (0, 1) for x, z in ((0, 0), (1, np.tan(slope)), (0, 1))], dtype=float))
    found = find_parting(low, high, [np.array([0.0, 0.0, 1.0])])
    assert found.depth == pytest.approx(0.0, abs=1e-9)
    assert found.normal == pytest.approx([-np.sin(slope), 0.0, np.cos(slope)], abs=1e-6)


def test_what_does_not_oppose_is_left_loose_and_said():
    turned = hull(box(0.4, 0.4, 0.4).vertices @ np.array([[0.8, 0.0, -0.6], [0.0, 1.0, 0.0], [0.6, 0.0, 0.8]]))
    wall = scan(box(1.0, 0.6, 0.5), turned.moved(np.array([0.5, 0.1, 0.5 - turned.vertices[:, 2].min()])))
    top = Contact(first="1", second="2", faces=scan(box(1.0, 0.6, 0.5)).contacts[0].faces, kind="patch")
    faces = tuple(replace(face, normal=-face.normal) for face in top.faces)
    wall = replace(wall, contacts=(wall.contacts[0], replace(top, faces=faces)))
    pairs = face_pairs(wall)
    assert [pair.second for pair in pairs] == [BASE]
    assert simplify_parts(wall, pairs).loose == ("1–2",)
    assert "scan_loose" in {remark.key for remark in simplify_parts(wall, pairs).remarks}


def test_a_ball_of_many_facets_becomes_simple_within_what_is_said():
    many = ball(0.3, (0.0, 0.0, 0.0), 1500)
    simple = simplify_convex(many.vertices, tolerance=0.01, corners=200)
    assert len(simple.vertices) < 200
    assert 0.0 < distance_to(many.vertices, simple).max() < 0.012
    # a convex body that lies within another, nowhere deeper than d, has lost at most d times its area
    assert 0.0 < 1.0 - simple.properties.volume / many.properties.volume < 0.01 * 3.0 / 0.3
    assert len(simplify_convex(many.vertices, tolerance=0.01, corners=24).vertices) == 24


def test_a_flat_face_stays_one_face():
    fine = np.array([[x, y, z] for x in np.linspace(0, 1, 9) for y in np.linspace(0, 1, 9) for z in (0.0, 1.0)])
    simple = simplify_convex(fine, tolerance=0.001, corners=24)
    assert len(simple.faces) == 6
    assert simple.properties.volume == pytest.approx(1.0)


def test_distance_to_a_box_is_to_its_face_edge_or_corner():
    points = np.array([[0.5, 0.5, 0.5], [0.5, 0.5, 1.3], [1.3, 0.5, 1.4], [2.0, 2.0, 2.0]])
    assert distance_to(points, box(1.0, 1.0, 1.0)) == pytest.approx([0.0, 0.3, 0.5, np.sqrt(3.0)])


def test_a_cut_takes_off_what_lies_beyond():
    cut = hull(cut_convex(box(1.0, 1.0, 1.0).vertices, np.array([1.0, 1.0, 1.0]) / np.sqrt(3.0), 2.0 / np.sqrt(3.0)))
    assert cut.properties.volume == pytest.approx(1.0 - 1.0 / 6.0)  # without the tetrahedron at its corner


def test_the_scanned_wall_is_simplified_with_its_error_said():
    wall = scanned_wall()
    pairs = face_pairs(wall)
    made = simplify_parts(wall, pairs)
    assert max(len(part.vertices) for stone in made.wall.stones for part in stone.parts) <= 24
    true = max(
        float(distance_to(part.vertices, simple).max())
        for stone, lean in zip(wall.stones, made.wall.stones, strict=True)
        for part, simple in zip(stone.parts, lean.parts, strict=True)
    )
    assert made.distance == pytest.approx(true)
    amounts = {remark.key: remark.amount for remark in made.remarks}
    assert amounts["scan_simplified"] == made.distance < 0.02
    assert amounts["scan_volume"] == made.volume < 0.03
    assert amounts["scan_joints"] == 0.005
    for stone, lean in zip(wall.stones, made.wall.stones, strict=True):
        assert lean.volume == stone.volume  # what it weighs is the scan's


def test_drawn_walls_are_left_alone():
    wall = drawn_wall()
    assert simplify_parts(wall, face_pairs(wall)).wall is wall
    assert simplify_parts(wall, ()).remarks == ()


def test_corners_that_overlap_without_a_joint_are_cut_back():
    wall = scan(box(0.5, 0.5, 0.5), box(0.5, 0.5, 0.5, at=(0.498, 0.0, 0.4985)))
    made = simplify_parts(replace(wall, contacts=()), ())
    assert made.cut == pytest.approx(0.5 * 1.5e-3)  # they share 2 × 1.5 mm: each gives half of the less
    one, other = (stone.parts[0] for stone in made.wall.stones)
    assert find_parting(one, other, [np.array([0.0, 0.0, 1.0])]).depth < 1e-9
    assert "scan_cut_back" in {remark.key for remark in made.remarks}


def thin(wall: Wall) -> Wall:
    return replace(wall, stones=(*wall.stones[:-1], replace(wall.stones[-1], solid=box(0.5, 0.5, 0.015))))


def test_a_stone_thinner_than_the_tolerance_is_refused_by_name():
    wall = thin(scan(box(1.0, 0.6, 0.5), box(1.0, 0.6, 0.5, at=(0.0, 0.0, 0.5))))
    with pytest.raises(ModelError, match=r'stone "2": 15 mm thin.*5 mm; leave it out'):
        simplify_parts(wall, ())


def test_deep_overlap_is_refused_with_both_names_and_the_depth():
    deep = [box(1.0, 0.6, 0.5), box(1.0, 0.6, 0.5, at=(0.0, 0.0, 0.47))]
    apart = scan(deep[0], box(1.0, 0.6, 0.5, at=(0.0, 0.0, 0.5)))
    stones = tuple(
        replace(stone, solid=solid, parts=(solid,), centroid=solid.properties.centroid)
        for stone, solid in zip(apart.stones, deep, strict=True)
    )
    with pytest.raises(ModelError, match=r'"1" and "2" overlap by 30 mm .* move their meshes apart'):
        check_apart(replace(apart, stones=stones))


OPEN = Polyhedron(vertices=box(1.0, 1.0, 1.0).vertices, faces=box(1.0, 1.0, 1.0).faces[:-1])
FLAT = Polyhedron(vertices=box(1.0, 1.0, 1.0).vertices * [1.0, 1.0, 0.0], faces=box(1.0, 1.0, 1.0).faces)
BROKEN = Polyhedron(vertices=box(1.0, 1.0, 1.0).vertices * [1.0, 1.0, np.nan], faces=box(1.0, 1.0, 1.0).faces)


@pytest.mark.parametrize(
    ("shape", "says"), [(OPEN, "its surface is open"), (FLAT, "encloses no volume"), (BROKEN, "are no numbers")]
)
def test_shapes_that_are_no_solids_are_refused_by_name(shape, says):
    wall = stones_on_base({"a": box(1.0, 1.0, 1.0)}, 2300.0, JOINTS)
    bad = replace(wall, stones=(replace(wall.stones[0], parts=(shape,)),))
    with pytest.raises(ModelError, match=f'stone "a": .*{says}'):
        check_shapes(bad)
    with pytest.raises(ModelError, match=says):
        assemble(bad)


def test_many_stones_on_points_are_told_by_name():
    balls = [ball(0.2, (0.5 * (i // 2), 0.0, 0.2 + 0.4 * (i % 2)), 60) for i in range(80)]
    with pytest.raises(InputError, match=r"and 32 more touch nothing: .* raise survey.tolerance"):
        assemble(scan(*balls))


def test_a_stone_of_two_parts_lies_on_both():
    left, right = box(0.5, 0.6, 0.5), box(0.5, 0.6, 0.5, at=(0.5, 0.0, 0.0))
    wall = scan(box(1.0, 0.6, 0.5), box(1.0, 0.6, 0.5, at=(0.0, 0.0, 0.5)))
    first = replace(wall.stones[0], parts=(left, right))
    pairs = face_pairs(replace(wall, stones=(first, wall.stones[1])))
    assert [(pair.first, pair.second, pair.parts) for pair in pairs] == [
        ("1", BASE, (0, -1)),
        ("1", BASE, (1, -1)),
        ("1", "2", (0, 0)),
        ("1", "2", (1, 0)),
    ]
