"""Generated walls: exact partitions with the counts asked for, from any seed."""

from __future__ import annotations

import hashlib
import time
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pirqa.errors import ModelError
from pirqa.survey.generate import GeneratedWall, GenerateOptions, Niche, generate
from pirqa.survey.generate.cells import fuse, is_convex, shared_chain
from pirqa.survey.generate.patterns import course_joints, power_diagram, share_out

PATTERNS = ["inca", "ashlar", "rubble", "running_bond"]


def polygons(wall: GeneratedWall) -> list[shapely.Polygon]:
    return [shapely.Polygon(ring) for ring in wall.rings]


def shortest_edge(wall: GeneratedWall) -> float:
    return min(float(np.min(np.hypot(*(ring - np.roll(ring, 1, axis=0)).T))) for ring in wall.rings)


def touches(ring, axis: int, level: float) -> bool:
    on = ring[:, axis] == level
    return bool(np.any(on & np.roll(on, 1)))


def reentrant(wall: GeneratedWall) -> int:
    return sum(shape.area < shape.convex_hull.area - 1e-6 for shape in polygons(wall))


def check_partition(wall: GeneratedWall, openings: float = 0.0) -> None:
    shapes = polygons(wall)
    assert shapely.coverage_is_valid(shapes)
    assert all(shape.is_valid and shape.exterior.is_ccw for shape in shapes)
    assert len(wall.recess) == len(wall.rings)
    total = wall.length * wall.height
    assert sum(shape.area for shape in shapes) + openings == pytest.approx(total, rel=1e-12 if not openings else 1e-7)
    corners = np.unique(np.concatenate(wall.rings), axis=0)
    assert corners.min() >= 0.0
    assert np.all(corners.max(axis=0) <= [wall.length, wall.height])


def loose_corners(wall: GeneratedWall) -> int:
    """Corners that lie on an edge of another stone without being its corner."""
    corners = shapely.points(np.unique(np.concatenate(wall.rings), axis=0))
    tree = shapely.STRtree(corners)
    found = 0
    for shape, ring in zip(polygons(wall), wall.rings, strict=True):
        near = corners[tree.query(shape.exterior, predicate="dwithin", distance=1e-7)]
        found += len({tuple(xy) for xy in shapely.get_coordinates(near)} - {tuple(xy) for xy in ring})
    return found


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_stones_cover_the_face_exactly(pattern, seed):
    wall = generate(GenerateOptions(pattern=pattern, length=8.64, height=4.0, stones=44, seed=seed))
    check_partition(wall)
    assert loose_corners(wall) == 0
    assert len(wall.rings) == 44
    assert shortest_edge(wall) >= 0.06 - 1e-12
    assert not [remark for remark in wall.remarks if remark.key != "generated_count"]


def test_the_running_bond_of_the_paper():
    options = GenerateOptions(pattern="running_bond", length=8.64, height=4.0, unit_length=1.728, unit_height=0.5)
    wall = generate(options)
    check_partition(wall)
    assert len(wall.rings) == 44
    assert wall.remarks == ()
    boxes = [shape.bounds for shape in polygons(wall)]
    assert all(shape.area == pytest.approx(shape.envelope.area, rel=1e-12) for shape in polygons(wall))
    courses = [[box for box in boxes if round(box[1] / 0.5) == course] for course in range(8)]
    assert [len(course) for course in courses] == [5, 6] * 4
    for number, course in enumerate(courses):
        assert {box[1] for box in course} == {0.5 * number}
        widths = [1.728] * 5 if number % 2 == 0 else [0.864, *[1.728] * 4, 0.864]
        assert [box[2] - box[0] for box in course] == pytest.approx(widths, abs=1e-12)


def test_units_that_do_not_fit_are_changed_and_said():
    wall = generate(GenerateOptions(pattern="running_bond", length=9.0, height=4.1, unit_length=1.728, unit_height=0.5))
    assert [(remark.key, remark.amount) for remark in wall.remarks] == [
        ("generated_unit_length", 1.8),
        ("generated_unit_height", pytest.approx(0.5125)),
    ]


def test_a_bond_takes_the_nearest_number_of_stones():
    wall = generate(GenerateOptions(pattern="running_bond", length=8.64, height=4.0, stones=45, courses=8))
    (remark,) = wall.remarks
    assert (remark.key, remark.count, remark.amount) == ("generated_count", 44, 45.0)
    assert len(wall.rings) == 44


@pytest.mark.parametrize("seed", range(20))
def test_the_wall_like_sacsayhuaman(seed):
    wall = generate(GenerateOptions.like_sacsayhuaman(seed=seed))
    check_partition(wall)
    assert (wall.length, wall.height, wall.like) == (8.64, 4.0, "sacsayhuaman")
    assert len(wall.rings) == 40
    base = [touches(ring, 1, 0.0) for ring in wall.rings]
    assert base == [True] * 7 + [False] * 33
    left = [i for i, ring in enumerate(wall.rings) if not base[i] and touches(ring, 0, 0.0)]
    right = [i for i, ring in enumerate(wall.rings) if not base[i] and touches(ring, 0, 8.64)]
    assert (len(left), len(right)) == (4, 3)
    assert reentrant(wall) >= 5
    assert shortest_edge(wall) >= 0.06 - 1e-12
    assert all(2.0 * shapely.maximum_inscribed_circle(shape).length > 0.2 for shape in polygons(wall))
    assert len(set(wall.control)) == 4
    assert all(touches(wall.rings[number], 1, 4.0) for number in wall.control)
    places = [float(np.mean(wall.rings[number][:, 0])) for number in wall.control]
    assert places == sorted(places)
    assert [remark.key for remark in wall.remarks] == ["generated_like"]


def test_one_stone_has_many_corners():
    wall = generate(GenerateOptions.like_sacsayhuaman())
    assert max(len(ring) for ring in wall.rings) >= 10


def test_same_seed_same_bytes_other_seed_other_wall():
    def digest(seed):
        wall = generate(GenerateOptions.like_sacsayhuaman(seed=seed))
        return hashlib.sha256(b"".join(ring.tobytes() for ring in wall.rings)).hexdigest()

    np.random.seed(3)
    first = digest(5)
    np.random.seed(4)
    assert digest(5) == first
    assert digest(6) != first


@pytest.mark.parametrize("pattern", ["inca", "ashlar", "rubble"])
def test_reentrant_stones_are_as_many_as_asked_and_others_convex(pattern):
    for wanted in (0, 1, 3, 6):
        wall = generate(GenerateOptions(pattern=pattern, length=10.0, height=4.0, stones=60, nonconvex=wanted, seed=4))
        check_partition(wall)
        assert len(wall.rings) == 60
        assert reentrant(wall) == wanted
        assert wall.remarks == ()


def test_too_few_joints_for_reentrant_stones_is_said():
    wall = generate(GenerateOptions(length=3.0, height=1.0, stones=3, courses=1, nonconvex=1))
    assert [(remark.kind, remark.key, remark.count) for remark in wall.remarks] == [("warning", "generated_convex", 0)]
    assert len(wall.rings) == 3


def test_ashlar_is_coursed_bonded_and_lower_upwards():
    wall = generate(GenerateOptions(pattern="ashlar", length=9.0, height=4.0, stones=50, courses=5, jitter=0.3))
    boxes = [shape.bounds for shape in polygons(wall)]
    levels = sorted({box[1] for box in boxes})
    assert len(levels) == 5
    heights = np.diff([*levels, 4.0])
    assert np.all(np.diff(heights) < 0.0)
    courses = [[box for box in boxes if box[1] == level] for level in levels]
    for below, above in pairwise(courses):
        joints = np.array([box[2] for box in below[:-1]])
        for box in above[:-1]:
            assert np.min(np.abs(joints - box[2])) > 0.2


def test_inca_courses_undulate_and_rubble_has_none():
    inca = generate(GenerateOptions(length=8.64, height=4.0, stones=40, courses=5, seed=7))
    levels = np.unique(np.concatenate(inca.rings)[:, 1])
    assert len(levels) > 40
    rubble = generate(GenerateOptions(pattern="rubble", length=8.64, height=4.0, stones=60, seed=7))
    areas = [shape.area for shape in polygons(rubble)]
    assert max(areas) > 6.0 * min(areas)
    lines = [shapely.LineString([(0.0, z), (8.64, z)]) for z in np.linspace(0.4, 3.6, 30)]
    # a course would let a level line pass few stones' edges: each line crosses the insides of many stones
    assert all(sum(shape.buffer(-0.05).intersects(line) for shape in polygons(rubble)) >= 4 for line in lines)


def test_numbers_go_up_and_to_the_right():
    wall = generate(GenerateOptions.like_sacsayhuaman())
    middles = [shape.centroid for shape in polygons(wall)]
    base = [middle.x for middle in middles[:7]]
    assert base == sorted(base)
    assert max(middle.y for middle in middles[:7]) < min(middle.y for middle in middles[7:])


NICHES = (
    Niche(x=2.0, z=1.0, width=0.8, height=1.0, depth=0.4),
    Niche(x=5.5, z=0.0, width=1.0, height=2.0),
    Niche(x=7.2, z=1.4, width=0.5, height=0.6, top_width=0.4, depth=0.3),
)


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_niches_are_cut_out(pattern, seed):
    wall = generate(GenerateOptions(pattern=pattern, length=8.64, height=4.0, stones=50, niches=NICHES, seed=seed))
    door = shapely.Polygon(NICHES[1].corners)
    check_partition(wall, openings=door.area)
    assert loose_corners(wall) == 0
    shapes = polygons(wall)
    assert sorted(depth for depth in wall.recess if depth) == [0.3, 0.4]
    for niche in (NICHES[0], NICHES[2]):
        (back,) = [shape for shape, depth in zip(shapes, wall.recess, strict=True) if depth == niche.depth]
        assert back.symmetric_difference(shapely.Polygon(niche.corners)).area < 1e-7
        assert {tuple(xy) for xy in niche.corners} <= set(back.exterior.coords)
    assert all(shape.intersection(door).area < 1e-7 for shape in shapes)
    assert all(not shape.interiors for shape in shapes)
    size = (8.64 * 4.0 / 50) ** 0.5
    stones = [shape for shape, depth in zip(shapes, wall.recess, strict=True) if not depth]
    assert min(shape.area for shape in stones) > 0.09 * size**2


def test_a_niche_within_one_stone_parts_it_in_four():
    niche = Niche(x=1.0, z=0.5, width=0.8, height=1.0, depth=0.2)
    wall = generate(GenerateOptions(pattern="ashlar", length=2.0, height=2.0, stones=1, niches=(niche,)))
    check_partition(wall)
    assert len(wall.rings) == 5
    assert [(remark.key, remark.count, remark.amount) for remark in wall.remarks] == [("generated_niches", 4, 1.0)]


def test_two_thousand_stones_take_seconds():
    for pattern in ("inca", "rubble"):
        start = time.process_time()
        wall = generate(GenerateOptions(pattern=pattern, length=60.0, height=15.0, stones=2000, nonconvex=20))
        # a few seconds where nothing else runs; far more only if the work grows with the square
        assert time.process_time() - start < 40.0
        check_partition(wall)
        assert len(wall.rings) == 2000


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"length": None}, ["generate.length", "missing", "8.64 m"]),
        ({"height": None}, ["generate.height", "missing"]),
        ({"length": -1.0}, ["generate.length", "greater than"]),
        ({"length": float("nan")}, ["generate.length", "finite"]),
        ({"stones": 0}, ["generate.stones", "at least 1"]),
        ({"stones": 2.5}, ["generate.stones", "whole number"]),
        ({"stones": True}, ["generate.stones", "whole number"]),
        ({"stones": 10**9}, ["generate.stones", "at most"]),
        ({"seed": -1}, ["generate.seed", "at least 0"]),
        ({"jitter": 1.5}, ["generate.jitter", "at most 1"]),
        ({"pattern": "inka"}, ["generate.pattern", "inka", "inca"]),
        ({"like": "machu"}, ["generate.like", "machu", "sacsayhuaman"]),
        ({"like": "sacsayhuaman", "length": 5.0}, ["generate.length", "8.64", "leave"]),
        ({"unit_length": 1.0}, ["generate.unit_length", "running_bond"]),
        ({"pattern": "running_bond", "nonconvex": 1}, ["generate.nonconvex", "running bond"]),
        ({"pattern": "running_bond", "courses": 2, "unit_height": 0.5}, ["courses or unit_height"]),
        ({"pattern": "running_bond", "stones": 20, "unit_length": 0.5}, ["stones or unit_length"]),
        ({"pattern": "rubble", "courses": 2}, ["generate.courses", "rubble"]),
        ({"stones": 3, "courses": 4}, ["generate.courses", "4", "3 stones"]),
        ({"stones": 12, "nonconvex": 5}, ["generate.nonconvex", "5", "third"]),
        ({"niches": (Niche(x=0.2, z=1.0, width=0.5, height=0.5),)}, ["generate.niches", "number 1", "within"]),
        ({"niches": (Niche(x=4.0, z=3.8, width=0.5, height=0.5),)}, ["generate.niches", "number 1", "above"]),
        ({"niches": (NICHES[0], NICHES[0])}, ["generate.niches", "1 and 2", "overlap"]),
        ({"niches": ("door",)}, ["generate.niches", "number 1", "Niche"]),
    ],
)
def test_options_that_cannot_be(given, words):
    with pytest.raises(ModelError) as caught:
        GenerateOptions(**{"length": 8.64, "height": 4.0, **given})
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("given", [{"width": 0.0}, {"height": -1.0}, {"depth": 0.0}, {"z": -0.1}, {"top_width": 0.0}])
def test_niches_that_cannot_be(given):
    with pytest.raises(ModelError, match=f"generate.niches.{next(iter(given))}"):
        Niche(**{"x": 2.0, "z": 1.0, "width": 0.5, "height": 0.5, **given})


def test_more_reentrant_stones_than_a_third_of_those_that_come_by_themselves():
    with pytest.raises(ModelError, match="give more stones"):
        generate(GenerateOptions(length=2.0, height=2.0, nonconvex=3))


def test_units_without_number_are_refused():
    with pytest.raises(ModelError, match="too many"):
        generate(GenerateOptions(pattern="running_bond", length=100.0, height=10.0, unit_length=1e-4, unit_height=1e-4))


@given(
    pattern=st.sampled_from(PATTERNS),
    length=st.floats(0.3, 40.0),
    height=st.floats(0.3, 8.0),
    stones=st.integers(1, 50),
    courses=st.none() | st.integers(1, 6),
    nonconvex=st.integers(0, 3),
    jitter=st.floats(0.0, 1.0),
    seed=st.integers(0, 2**31),
    niche=st.none() | st.tuples(*[st.floats(0.05, 0.95)] * 4),
)
@settings(max_examples=60, deadline=None)
def test_any_options_give_a_partition(pattern, length, height, stones, courses, nonconvex, jitter, seed, niche):
    niches = ()
    if niche is not None:
        x, z, width, rise = niche
        wide = 1.9 * min(x, 1.0 - x) * width * length
        niches = (Niche(x=x * length, z=z * height, width=wide, height=0.9 * (1.0 - z) * rise * height, depth=0.2),)
    try:
        options = GenerateOptions(
            pattern=pattern,
            length=length,
            height=height,
            stones=stones,
            courses=None if pattern == "rubble" else courses,
            nonconvex=0 if pattern == "running_bond" else nonconvex,
            jitter=jitter,
            seed=seed,
            niches=niches,
        )
    except ModelError:
        assume(False)
    wall = generate(options)
    check_partition(wall, openings=0.0 if not niches else 1e-300)
    if not niches and pattern != "running_bond":
        assert len(wall.rings) == stones
    assert 1 <= len(wall.control) <= 4 or niches


@given(
    st.lists(st.integers(1, 30), min_size=1, max_size=6),
    st.floats(0.0, 1.0),
    st.integers(0, 1000),
)
@settings(max_examples=60, deadline=None)
def test_joints_go_up_from_end_to_end(counts, jitter, seed):
    courses = course_joints(counts, 7.0, jitter=jitter, overlap=0.3, rng=np.random.default_rng(seed))
    for count, joints in zip(counts, courses, strict=True):
        assert len(joints) == count + 1
        assert (joints[0], joints[-1]) == (0.0, 7.0)
        assert np.all(np.diff(joints) > 0.3 * 7.0 / count)


@given(st.lists(st.floats(0.01, 100.0), min_size=1, max_size=20), st.integers(0, 200))
@settings(max_examples=60, deadline=None)
def test_shares_are_whole_and_complete(sizes, extra):
    total = len(sizes) + extra
    counts = share_out(total, np.array(sizes))
    assert sum(counts) == total
    assert min(counts) >= 1


def test_the_power_diagram_gives_each_point_to_its_nearest_site():
    rng = np.random.default_rng(5)
    sites, weights = rng.uniform([0.1, 0.1], [4.9, 2.9], (30, 2)), rng.uniform(0.0, 0.05, 30)
    diagram = power_diagram(sites, weights, length=5.0, height=3.0, stretch=1.4)
    assert diagram is not None
    shapes = [shapely.Polygon(ring) for ring in diagram.rings()]
    assert shapely.coverage_is_valid(shapes)
    scale = np.array([1.0, 1.4])
    for point in rng.uniform([0.0, 0.0], [5.0, 3.0], (300, 2)):
        powers = np.sum(((point - sites) * scale) ** 2, axis=1) - weights
        assert shapes[int(np.argmin(powers))].distance(shapely.Point(point)) < 1e-9
    assert power_diagram(np.array([[1.0, 1.0], [1.01, 1.0]]), np.array([5.0, 0.0]), length=5.0, height=3.0) is None


def test_fusing_keeps_the_outline_and_refuses_strangers():
    diagram = power_diagram(np.array([[1.0, 1.0], [3.0, 1.0], [5.0, 1.0]]), np.zeros(3), length=6.0, height=2.0)
    assert diagram is not None
    assert len(shared_chain(diagram.cells[0], diagram.cells[1])) == 2
    assert shared_chain(diagram.cells[0], diagram.cells[2]) == ()
    pair = fuse(diagram, (0, 1))
    assert pair.areas == pytest.approx([8.0, 4.0])
    assert len(pair.cells[0]) == 4
    assert len(fuse(diagram, (0, 1, 2)).cells) == 1
    with pytest.raises(ValueError, match="do not share"):
        fuse(diagram, (0, 2))


def test_a_ring_that_winds_twice_is_not_convex():
    angles = np.arange(5) * 4.0 * np.pi / 5.0
    star = [(float(np.cos(angle)), float(np.sin(angle))) for angle in angles]
    assert not is_convex(star)
    assert is_convex([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    assert not is_convex([(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)])
