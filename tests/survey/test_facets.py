"""Triangles to faces and back."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import trimesh
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pirqa.model.polyhedron import Polyhedron
from pirqa.survey.facets import merge_facets, split_concave, triangulate
from pirqa.survey.solids import extrude, signed_area
from tests.survey.mesh_walls import hull_mesh, mesh_volume, rough_mesh


def assert_closed(faces):
    edges = Counter((a, b) for face in faces for a, b in zip(face, (*face[1:], face[0]), strict=True))
    assert all(count == 1 and edges[b, a] == 1 for (a, b), count in edges.items())
    assert all(len(set(face)) == len(face) >= 3 for face in faces)


def prism(ring):
    ring = np.asarray(ring, dtype=float)
    return extrude(ring, lambda r: 0.0 * r[:, 0], lambda r: 0.0 * r[:, 0] + 0.7)


def off_plane(solid):
    """Farthest that a corner lies from the plane of its face."""
    worst = 0.0
    for face, area in zip(solid.faces, solid.face_areas, strict=True):
        heights = (solid.vertices[list(face)] - solid.vertices[face[0]]) @ (area / np.linalg.norm(area))
        worst = max(worst, float(np.ptp(heights)))
    return worst


def test_fine_box_gets_its_six_faces_back():
    mesh = trimesh.creation.box((1, 2, 3)).subdivide().subdivide().subdivide()
    turn = trimesh.transformations.rotation_matrix(0.3, [1, 2, 3])[:3, :3]
    vertices = mesh.vertices @ turn.T + [2e5, 8e6, 300]
    solid = merge_facets(vertices, mesh.faces, tolerance=1e-8)
    assert sorted(map(len, solid.faces)) == [4] * 6
    assert len(solid.vertices) == 8
    assert solid.properties.volume == pytest.approx(6.0, rel=1e-7)
    assert_closed(solid.faces)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(4, 40))
def test_hulls_keep_their_volume(seed, points):
    vertices, triangles = hull_mesh(seed, points)
    solid = merge_facets(vertices, triangles, tolerance=1e-9)
    assert solid.properties.volume == pytest.approx(mesh_volume(vertices, triangles), rel=1e-12)
    assert_closed(solid.faces)
    again = triangulate(solid)
    assert mesh_volume(solid.vertices, again) == pytest.approx(solid.properties.volume, rel=1e-12)
    assert_closed(again.tolist())


@pytest.mark.parametrize("sections", [3, 4, 16, 61])
def test_hole_splits_the_face(sections):
    ring = trimesh.creation.annulus(0.5, 1.0, 0.8, sections=sections)
    fine = ring.subdivide()
    for mesh in (ring, fine):
        solid = merge_facets(mesh.vertices, mesh.faces, tolerance=1e-9)
        assert_closed(solid.faces)
        assert solid.properties.volume == pytest.approx(mesh.volume, rel=1e-12)
        assert len(solid.faces) < 2 * sections + 14
        assert mesh_volume(solid.vertices, triangulate(solid)) == pytest.approx(mesh.volume, rel=1e-12)


def test_rough_surface_is_not_flattened():
    vertices, triangles = rough_mesh(3, subdivisions=3)
    solid = merge_facets(vertices, triangles, tolerance=1e-6)
    assert len(solid.faces) == len(triangles)


@pytest.mark.parametrize("tolerance", [1e-9, 1e-6, 1e-4, 1e-3])
def test_smooth_surface_stays_within_the_tolerance(tolerance):
    mesh = trimesh.creation.cylinder(radius=1.0, height=1.0, sections=2000)
    solid = merge_facets(mesh.vertices, mesh.faces, tolerance=tolerance)
    assert_closed(solid.faces)
    assert off_plane(solid) <= 2.0 * tolerance + 1e-12
    assert solid.properties.volume == pytest.approx(mesh.volume, rel=10 * tolerance)
    assert len(solid.faces) >= 60  # a cylinder has no flat side


def test_sliver_on_an_edge_joins_a_face():
    # a box whose top face is cut at the middle of an edge, and whose front is closed there by a triangle without area
    solid = prism([[0, 0], [1, 0], [1, 1], [0, 1]])
    vertices = np.vstack([solid.vertices, 0.5 * (solid.vertices[0] + solid.vertices[1])])
    triangles = []
    for a, b, c in triangulate(solid).tolist():
        trio = [a, b, c]
        if {0, 1} <= set(trio) and len(triangles) < 100 and vertices[trio][:, 2].max() == 0.0:
            third = next(i for i in trio if i not in (0, 1))
            i = trio.index(third)
            start, end = trio[(i + 1) % 3], trio[(i + 2) % 3]
            triangles += [[third, start, 8], [third, 8, end], [start, end, 8]]
        else:
            triangles.append(trio)
    assert len(triangles) == 14
    assert_closed(triangles)
    merged = merge_facets(vertices, np.array(triangles), tolerance=1e-9)
    assert_closed(merged.faces)
    assert len(merged.faces) == 6
    assert len(merged.vertices) == 8


def test_straight_corner_stays_where_a_third_face_needs_it():
    # a step: the edge of the lower block runs on behind the upper one
    ring = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]
    solid = prism(ring)
    assert len(merge_facets(solid.vertices, triangulate(solid), tolerance=0.0).vertices) == 12
    more = prism([[0, 0], [0.7, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2], [0, 1.1]])
    merged = merge_facets(more.vertices, triangulate(more), tolerance=0.0)
    assert len(merged.vertices) == 12
    assert len(merged.faces) == 8
    assert merged.properties.volume == pytest.approx(solid.properties.volume, rel=1e-14)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 60), st.booleans())
@example(1110, 20, True)
def test_stars_are_covered_exactly(seed, corners, on_grid):
    random = np.random.default_rng(seed)
    angles = np.sort(random.uniform(0, 2 * np.pi, corners))
    radii = random.uniform(0.2, 1.0, corners)
    ring = np.column_stack([radii * np.cos(angles), radii * np.sin(angles)])
    if on_grid:  # many corners in line
        ring = np.round(ring, 1)
        ring = ring[np.any(ring != np.roll(ring, 1, axis=0), axis=1)]
    import shapely

    if len(ring) < 3 or not shapely.Polygon(ring).is_valid or signed_area(ring) < 1e-3:
        return
    # a corner that lies on another edge but for rounding: only the signed sum is promised, as below
    touching = shapely.minimum_clearance(shapely.Polygon(ring)) < 1e-9
    solid = prism(ring)
    triangles = triangulate(solid)
    assert_closed(triangles.tolist())
    front = triangles[: len(ring) - 2]
    a, b, c = (ring[front[:, i]] for i in range(3))
    areas = 0.5 * ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0])
    assert touching or np.all(areas > 0.0), "a triangle turned round lies outside the face"
    assert areas.sum() == pytest.approx(signed_area(ring), rel=1e-12)
    merged = merge_facets(solid.vertices, triangles, tolerance=1e-9)
    assert_closed(merged.faces)
    assert merged.properties.volume == pytest.approx(solid.properties.volume, rel=1e-12)
    assert touching or len(merged.faces) <= len(solid.faces)


def test_faces_are_cut_in_their_order_and_sense():
    solid = prism([[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]])
    triangles = triangulate(solid)
    assert set(triangles[:4].ravel().tolist()) == set(solid.faces[0])
    crosses = np.cross(
        solid.vertices[triangles[:, 1]] - solid.vertices[triangles[:, 0]],
        solid.vertices[triangles[:, 2]] - solid.vertices[triangles[:, 0]],
    )
    assert np.all(crosses[:4, 1] < 0)
    assert np.all(crosses[4:8, 1] > 0)
    assert sorted(map(len, split_concave(solid))) == [3] * 8 + [4] * 6


def test_ring_that_touches_itself_is_cut_all_the_same():
    ring = np.array([[0, 0], [2, 0], [2, 2], [1, 1], [0, 2], [0, 1.0], [1, 1], [0, 0.5]])
    flat = np.column_stack([ring[:, 0], 0.0 * ring[:, 0], ring[:, 1]])
    solid = Polyhedron(vertices=flat, faces=(tuple(range(8)),))
    triangles = triangulate(solid)
    assert len(triangles) == 6
    crosses = np.cross(flat[triangles[:, 1]] - flat[triangles[:, 0]], flat[triangles[:, 2]] - flat[triangles[:, 0]])
    assert -0.5 * crosses[:, 1].sum() == pytest.approx(signed_area(ring))


@pytest.mark.parametrize("broken", ["open", "turned", "twice"])
def test_what_is_not_closed_is_refused(broken):
    solid = prism([[0, 0], [1, 0], [1, 1], [0, 1]])
    triangles = triangulate(solid)
    if broken == "open":
        triangles = triangles[:-1]
    elif broken == "turned":
        triangles[0] = triangles[0, ::-1]
    else:
        triangles = np.vstack([triangles, triangles])
    with pytest.raises(ValueError, match="not"):
        merge_facets(solid.vertices, triangles, tolerance=1e-9)
