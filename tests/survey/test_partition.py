"""Outlines that nearly fit become a partition that fits exactly, or a message that names every flaw."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import SurveyError
from pirqa.survey.generate import GenerateOptions, generate
from pirqa.survey.outlines import clean_outlines, coverage_flaws
from pirqa.survey.partition import close_joints, partition
from pirqa.survey.raw import Drawing, Outline
from pirqa.survey.solids import convex_rings
from pirqa.verification.walls import noisy_rings
from tests.survey.walls import bond, labels, noisy, shrunk


def fit(rings, **options):
    return partition(rings, labels(rings), file="wall.dxf", **{"tolerance": 0.005, **options})


def keys(found):
    return {remark.key for remark in found.remarks}


def test_a_drawing_that_fits_is_not_touched():
    rings = list(generate(GenerateOptions.like_sacsayhuaman()).rings)
    found = fit(rings)
    assert found.remarks == ()
    for index, ring in enumerate(rings):
        assert {tuple(point) for point in found.ring(index).tolist()} == {tuple(point) for point in ring.tolist()}


def test_t_vertices_are_put_in():
    rings = bond()
    assert not shapely.coverage_is_valid([shapely.Polygon(ring) for ring in rings])
    found = fit(rings)
    assert shapely.coverage_is_valid(found.polygons())
    assert keys(found) <= {"t_vertices", "area_changed"}
    assert next(remark.count for remark in found.remarks if remark.key == "t_vertices") == 63
    assert found.area == pytest.approx(34.56, rel=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_taken_out(seed):
    found = fit(noisy(bond(), 0.0015, seed))
    assert shapely.coverage_is_valid(found.polygons())
    assert found.area == pytest.approx(34.56, rel=5e-4)
    assert len(found.vertices) == 90  # as many as the clean bond has
    # joints that end on a long edge leave it straight, so that boxes stay convex
    assert all(len(convex_rings(found.ring(index))) == 1 for index in range(len(found.rings)))


@pytest.mark.parametrize("seed", range(5))
def test_forty_irregular_stones_with_noise(seed):
    rings = noisy_rings(0.0015, seed)
    overlap = sum(flaw.area for flaw in coverage_flaws([shapely.Polygon(r) for r in rings], labels(rings), reach=0.02))
    assert overlap > 1e-3  # it is a real mess before
    found = fit(rings)
    assert shapely.coverage_is_valid(found.polygons())
    assert len(found.rings) == 40
    assert found.area == pytest.approx(34.56, rel=5e-4)
    moved = [shapely.hausdorff_distance(shapely.Polygon(r), p) for r, p in zip(rings, found.polygons(), strict=True)]
    assert max(moved) < 0.01


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), size=st.floats(0.0, 0.002), units=st.integers(1, 6), courses=st.integers(1, 5))
def test_any_noise_below_the_tolerance_is_repaired(seed, size, units, courses):
    rings = noisy(bond(units, courses, 1.3 * units, 0.6 * courses), size, seed)
    found = fit(rings)
    assert shapely.coverage_is_valid(found.polygons())
    assert found.area == pytest.approx(1.3 * 0.6 * units * courses, rel=6e-3)


def test_overlap_is_refused_by_stone_and_place():
    rings = bond(2, 1, 2.0, 1.0)
    rings[0] = rings[0] + np.array([0.08, 0.0])
    with pytest.raises(SurveyError, match=r"overlap of 1 and 2 at x = 1\.\d+ m, z = 0\.5\d* m, 80 mm wide") as caught:
        fit(rings)
    assert [flaw.kind for flaw in caught.value.flaws] == ["overlap"]
    assert len(caught.value.rings) == 2


def test_gap_is_refused_by_stone_and_place_unless_it_is_an_opening():
    rings = [
        np.array([[0, 0], [3, 0], [3, 1], [0, 1.0]]),
        np.array([[0, 1], [1, 1], [1, 2], [0, 2.0]]),
        np.array([[2, 1], [3, 1], [3, 2], [2, 2.0]]),
        np.array([[0, 2], [3, 2], [3, 3], [0, 3.0]]),
    ]
    with pytest.raises(SurveyError, match=r"gap between 1 and 2 and 3 and 4 at x = 1\.5"):
        fit(rings)
    found = fit(rings, openings=True)
    assert keys(found) >= {"opening"}
    assert next(remark.amount for remark in found.remarks if remark.key == "opening") == pytest.approx(1.0)


def test_slot_that_opens_upwards_is_seen():
    rings = bond(2, 1, 2.0, 1.0)
    rings[0] = np.array([[0, 0], [1, 0], [0.97, 1], [0, 1.0]])
    with pytest.raises(SurveyError, match="gap between 1 and 2"):
        fit(rings)


def test_slivers_are_filled_and_said():
    """One joint, drawn finely by one neighbour and coarsely, 2 mm beside it, by the other."""
    fine, coarse = np.linspace(0.0, 1.0, 501), np.linspace(0.0, 1.0, 77)
    one = np.vstack([[[0.0, 0.0]], np.column_stack([1.0 + 0.05 * np.sin(7.0 * fine), fine]), [[0.0, 1.0]]])
    side = np.column_stack([1.002 + 0.05 * np.sin(7.0 * coarse), coarse])[::-1]
    other = np.vstack([[[2.0, 1.0]], side, [[2.0, 0.0]]])
    found = fit([one, other])
    assert shapely.coverage_is_valid(found.polygons())
    sliver = next(remark for remark in found.remarks if remark.key == "slivers")
    assert sliver.count >= 1
    assert 0.0 < sliver.amount < 0.002
    assert found.area == pytest.approx(2.0, rel=2e-3)


def test_a_stone_smaller_than_the_tolerance_survives():
    rings = bond(2, 1, 2.0, 1.0)
    rings.append(np.array([[2, 0], [2.03, 0], [2.03, 0.02], [2, 0.02]]))
    found = fit(rings, tolerance=0.05)
    assert shapely.coverage_is_valid(found.polygons())
    assert all(polygon.area > 0.0 for polygon in found.polygons())


def test_a_neck_thinner_than_the_tolerance_stays_open():
    left = np.array([[-1, 0], [0, 0], [0.003, 1], [-1, 1]])
    lobe = np.array([[0, 0], [1, 0], [1, 0.498], [1.5, 0.2], [1.5, 0.8], [1, 0.502], [1, 1], [0, 1]])
    found = fit([lobe, left])
    assert found.area == pytest.approx(shapely.Polygon(lobe).area + shapely.Polygon(left).area, rel=5e-3)


def test_chains_of_corners_do_not_fall_together():
    """A joint drawn by both neighbours with corners 2 mm apart, below the tolerance of 5 mm."""
    z = np.linspace(0.0, 1.0, 501)
    curve = np.column_stack([1.0 + 0.05 * np.sin(7.0 * z), z])
    one = np.vstack([[[0.0, 0.0]], curve, [[0.0, 1.0]]])
    other = np.vstack([[[2.0, 1.0]], curve[::-1] + np.array([0.0007, 0.0]), [[2.0, 0.0]]])
    found = fit([one, other])
    assert shapely.coverage_is_valid(found.polygons())
    assert found.area == pytest.approx(2.0, rel=1e-3)
    ends = found.polygons()[0].intersection(found.polygons()[1])
    assert ends.length == pytest.approx(shapely.LineString(curve).length, rel=5e-3)


@pytest.mark.parametrize("gap", [0.004, 0.008, 0.02])
def test_open_joints_close_along_their_middle(gap):
    clean = bond()
    grown, (remark,) = close_joints(shrunk(clean, gap), labels(clean), file="traced", width=3.0 * gap)
    assert remark.key == "joints_closed"
    found = fit(grown)
    assert shapely.coverage_is_valid(found.polygons())
    for polygon, ring in zip(found.polygons(), clean, strict=True):
        true = shapely.Polygon(ring)
        assert polygon.symmetric_difference(true).area / true.area < 5.0 * gap
    assert found.area == pytest.approx((8.64 - 2 * gap) * (4.0 - 2 * gap), rel=2e-3)


def test_open_joints_without_a_width_are_explained():
    with pytest.raises(SurveyError, match=r"joint_width \(up to 2\d mm here\)"):
        fit(shrunk(bond(), 0.01))


def clean(*rings, names=None, tolerance=0.005):
    outlines = tuple(
        Outline(ring=np.asarray(ring, dtype=float), name=names[i] if names else "", where=f"polyline {i + 1}")
        for i, ring in enumerate(rings)
    )
    return clean_outlines(Drawing(file="wall.dxf", format="dxf", outlines=outlines), tolerance=tolerance)


BOX = [[0, 0], [1, 0], [1, 1], [0, 1]]


def moved(ring, x, z):
    return np.array(ring) + np.array([x, z])


def test_outlines_are_turned_moved_and_freed_of_doubles():
    found = clean(moved(BOX[::-1], 100.0, 100.0), moved(BOX, 101.0, 100.0), moved(BOX, 101.0, 100.001))
    assert len(found.outlines) == 2
    assert {remark.key for remark in found.remarks} == {"drawn_twice", "origin"}
    assert found.outlines[0].ring.min() == 0.0
    assert found.area == pytest.approx(2.0)


def test_a_frame_around_the_stones_is_no_stone():
    rings = bond(3, 2, 3.0, 2.0)
    found = clean(*rings, [[0, 0], [3, 0], [3, 2], [0, 2]])
    assert len(found.outlines) == len(rings)
    assert found.frame is not None
    assert [remark.key for remark in found.remarks] == ["frame"]


def test_zero_area_is_left_out_and_said():
    found = clean(BOX, [[0, 0], [1, 0], [0.5, 0]], [[2, 2], [2, 2], [2, 2]])
    assert len(found.outlines) == 1
    (remark,) = found.remarks
    assert (remark.key, remark.count, remark.stones) == ("no_area", 2, ("polyline 2", "polyline 3"))


def test_a_tiny_loop_is_cut_off():
    ring = [[0, 0], [1, 0], [1, 1], [0.5, 1.0], [0.501, 1.001], [0.5005, 0.9995], [0, 1]]
    found = clean(ring)
    assert found.outlines[0].ring.shape[1] == 2
    assert [remark.key for remark in found.remarks] == ["loop_cut"]


def test_a_million_corners():
    turn = np.linspace(0, 2 * np.pi, 1_000_000, endpoint=False)
    found = clean(np.column_stack([np.cos(turn), np.sin(turn)]))
    assert len(found.outlines[0].ring) < 200
    remark = next(remark for remark in found.remarks if remark.key == "fewer_corners")
    assert remark.count > 999_000
    assert found.area == pytest.approx(np.pi, rel=1e-2)


@pytest.mark.parametrize(
    ("rings", "message"),
    [
        ([[[0, 0], [1, 1], [1, 0], [0, 1]]], r"outline crosses itself: polyline 1 at x = 0\.500 m, z = 0\.500 m"),
        ([[[0, 0], [1, 0], [1, float("nan")]]], "polyline 1 has a corner that is not a finite number"),
        ([[[0, 0], [1e5, 0], [1e5, 1e5], [0, 1e5]]], r"1e\+05 m high, so the unit must be wrong"),
        ([[[0, 0], [1e-3, 0], [1e-3, 1e-3], [0, 1e-3]]], "none of its 1 outlines has an area"),
        ([BOX, [[1, 0], [2, 0], [2, 1], [1, 1]], [[0, 1], [150, 1], [150, 150], [0, 150]]], "mixed units"),
        ([], "has no stones"),
    ],
)
def test_bad_outlines(rings, message):
    with pytest.raises(SurveyError, match=message):
        clean(*rings)


def test_names_must_differ():
    with pytest.raises(SurveyError, match='two stones are called "7"'):
        clean(BOX, moved(BOX, 1.0, 0.0), names=["7", "7"])
