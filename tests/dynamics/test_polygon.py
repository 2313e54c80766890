from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from pirqa.dynamics.polygon import (
    ALL,
    NONE,
    SOME,
    clip_positive,
    cut_moments,
    mean_distance,
    moments,
    positive_square,
    twice_cut_moments,
)

COORDINATE = st.floats(-2.0, 2.0, allow_nan=False)
POINTS = st.lists(st.tuples(COORDINATE, COORDINATE), min_size=3, max_size=9)


def convex(points) -> np.ndarray:
    """Corners of the hull, counter-clockwise; only polygons that are no slivers."""
    hull = shapely.MultiPoint(points).convex_hull
    assume(hull.geom_type == "Polygon" and hull.area > 1e-3)
    return np.asarray(shapely.orient_polygons(hull, exterior_cw=False).exterior.coords)[:-1]


def stored(ring: np.ndarray) -> np.ndarray:
    """As joints keep it: a row among others, with room behind."""
    rows = np.full((3, len(ring) + 4, 2), np.nan)
    rows[1, : len(ring)] = ring
    return rows


def by_quadrature(ring: np.ndarray) -> np.ndarray:
    """1, u, v, u², uv, v² over a fan of triangles by the rule of the edges' middles, exact to the second degree."""
    total = np.zeros(6)
    for b, c in pairwise(ring[1:]):
        a = ring[0]
        area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
        for u, v in ((a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0):
            total += area / 3.0 * np.array([1.0, u, v, u * u, u * v, v * v])
    return total


@settings(deadline=None)  # the first example may compile
@given(POINTS)
def test_moments_against_quadrature_and_shapely(points):
    ring = convex(points)
    found = np.array(moments(stored(ring), 1, len(ring)))
    np.testing.assert_allclose(found, by_quadrature(ring), rtol=1e-9, atol=1e-12)
    polygon = shapely.Polygon(ring)
    assert found[0] == pytest.approx(polygon.area, rel=1e-12)
    np.testing.assert_allclose(found[1:3] / found[0], polygon.centroid.coords[0], rtol=1e-7, atol=1e-9)


@settings(deadline=None)  # the first example may compile
@given(POINTS, st.floats(-math.pi, math.pi), COORDINATE)
def test_the_positive_part_against_shapely(points, direction, offset):
    ring = convex(points)
    along = np.array([math.cos(direction), math.sin(direction)])
    room = np.full((2, len(ring) + 4, 2), np.nan)
    count = clip_positive(stored(ring), 1, len(ring), offset, along[0], along[1], room, 0)
    across = np.array([-along[1], along[0]])
    start = -offset * along
    far = [(-50.0, 0.0), (-50.0, 50.0), (50.0, 50.0), (50.0, 0.0)]
    half_plane = shapely.Polygon([start + a * across + b * along for a, b in far])
    expected = shapely.Polygon(ring).intersection(half_plane)
    assert count <= len(ring) + 1
    found = by_quadrature(room[0, :count]) if count >= 3 else np.zeros(6)
    assert found[0] == pytest.approx(expected.area, abs=1e-9)
    if expected.area > 1e-3:
        np.testing.assert_allclose(found[1:3] / found[0], expected.centroid.coords[0], atol=1e-6)
        assert np.all(room[0, :count] @ along + offset > -1e-12)


@settings(deadline=None)  # the first example may compile
@given(POINTS)
def test_mean_distance_against_quadrature(points):
    ring = convex(points)
    ring = ring - np.asarray(shapely.Polygon(ring).centroid.coords[0])
    # in a triangle from the origin to an edge, ∫r dA = |cross| / 3 · ∫|p(s)| ds over the edge
    total = sum(
        abs(a[0] * b[1] - a[1] * b[0]) / 3.0 * quad(lambda s, a=a, b=b: math.hypot(*(a + s * (b - a))), 0.0, 1.0)[0]
        for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True)
    )
    assert mean_distance(stored(ring), 1, len(ring)) == pytest.approx(total / shapely.Polygon(ring).area, rel=1e-6)


def test_mean_distance_of_a_square_and_a_near_circle():
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    assert mean_distance(stored(square), 1, 4) == pytest.approx((math.sqrt(2.0) + math.asinh(1.0)) / 6.0, rel=1e-12)
    angles = np.linspace(0.0, 2.0 * math.pi, 721)[:-1]
    circle = 1.5 * np.column_stack([np.cos(angles), np.sin(angles)])
    assert mean_distance(stored(circle), 1, 720) == pytest.approx(1.0, rel=2e-5)  # two thirds of the radius


def test_nothing_is_left_of_a_polygon_on_the_wrong_side():
    square = stored(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]))
    room = np.zeros((1, 8, 2))
    assert clip_positive(square, 1, 4, -1.0, 1.0, 0.0, room, 0) == 0  # u > 1
    assert clip_positive(square, 1, 4, 2.0, 1.0, 1.0, room, 0) == 4


@settings(deadline=None)  # the first example may compile
@given(
    POINTS, st.lists(st.tuples(st.floats(-math.pi, math.pi, allow_subnormal=False), COORDINATE), min_size=1, max_size=5)
)
def test_a_cut_that_is_remembered_gives_the_moments_of_the_part_clipped(points, lines):
    """Line after line over one polygon: whatever the last one left in memory, the next is right."""
    ring = convex(points)
    rows, room = stored(ring), np.zeros((2, len(ring) + 4, 2))
    cut, chain = np.zeros((3, 2, 4), dtype=np.int64), np.zeros((3, 2, 6))
    for direction, offset in lines:
        line = (offset, math.cos(direction), math.sin(direction))
        side, *found = cut_moments(rows, 1, len(ring), *line, cut, chain, 1)
        values = line[0] + ring @ line[1:]
        assert side == (ALL if np.all(values > 0.0) else SOME if np.any(values > 0.0) else NONE)
        if side != SOME:
            continue
        count = clip_positive(rows, 1, len(ring), *line, room, 0)
        expected = moments(room, 0, count)
        np.testing.assert_allclose(found[:6], expected, rtol=1e-9, atol=1e-12)
        ends = np.reshape(found[6:], (2, 2))
        np.testing.assert_allclose(line[0] + ends @ line[1:], 0.0, atol=1e-12)
        square = positive_square(rows, 1, len(ring), *line, room, 0)
        form = np.outer(line, line)[np.triu_indices(3)] * [1.0, 2.0, 2.0, 1.0, 2.0, 1.0]
        assert square == pytest.approx(float(form @ expected), rel=1e-9, abs=1e-12)
    assert not cut[[0, 2]].any()
    assert not chain[:, 0].any()


LINE = st.tuples(st.floats(-math.pi, math.pi, allow_subnormal=False), COORDINATE)


@settings(deadline=None)  # the first example may compile
@given(POINTS, LINE, LINE)
def test_what_two_lines_leave_is_the_part_clipped_twice(points, one, other):
    ring = convex(points)
    rows, room = stored(ring), np.zeros((2, len(ring) + 4, 2))
    p, f = ((offset, math.cos(direction), math.sin(direction)) for direction, offset in (one, other))
    found = twice_cut_moments(rows, 1, len(ring), *p, *f)
    count = clip_positive(rows, 1, len(ring), *p, room, 0)
    count = clip_positive(room, 0, count, *f, room, 1) if count else 0
    expected = moments(room, 1, count) if count else np.zeros(6)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-13)


def test_lines_that_cross_inside_a_square_leave_a_quarter_of_it():
    square = stored(np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]))
    found = twice_cut_moments(square, 1, 4, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    np.testing.assert_allclose(found, (1.0, 0.5, 0.5, 1.0 / 3.0, 0.25, 1.0 / 3.0), rtol=1e-15)
    assert not np.any(twice_cut_moments(square, 1, 4, -0.5, 1.0, 0.0, -0.5, -1.0, 0.0))  # they leave nothing


def test_a_line_that_touches_a_corner_leaves_all_or_nothing():
    square = stored(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]))
    whole = moments(square, 1, 4)
    np.testing.assert_allclose(twice_cut_moments(square, 1, 4, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0), whole, rtol=1e-15)
    assert not np.any(twice_cut_moments(square, 1, 4, 1.0, 0.0, 0.0, 0.0, -1.0, -1.0))
