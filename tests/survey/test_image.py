"""Photos to stones: rectification, marks, segmentation, and how well synthetic photos are read."""

from __future__ import annotations

import io
import sys
import tomllib
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pirqa.errors import MissingExtraError, SurveyError
from pirqa.survey.image.marks import KnownLength, MarkedRectangle, Marks, Seed, WallPoint, read_marks
from pirqa.survey.image.photo import draw_overlay, find_stones, frame_photo, overlay, prepare, read
from pirqa.survey.image.rectify import fit_homography, frame_from_points, map_points, rectangle_aspect, rectify
from pirqa.survey.image.segment import SegmentOptions
from pirqa.survey.image.synthetic import correct_stones, draw_labels, hide_joints, photograph, score, suggest_marks
from pirqa.survey.raw import ReadAs
from tests.survey.marks_text import write_marks

PIXEL = 0.005
SIZE = (3.0, 2.0)


def bond(rows=3, columns=4, size=SIZE):
    """A running bond that fills ``size``."""
    width, height = size[0] / columns, size[1] / rows
    rings = []
    for row in range(rows):
        half = 0.5 * width if row % 2 else 0.0
        edges = [0.0, *(width * np.arange(1, columns) + half - (width if half else 0.0)), size[0]]
        edges = sorted({0.0, size[0], *(e for e in edges if 0 < e < size[0]), *([size[0] - half] if half else [])})
        for left, right in pairwise(edges):
            low, high = row * height, (row + 1) * height
            rings.append(np.array([[left, low], [right, low], [right, high], [left, high]]))
    return rings


@cache
def photo(seed=3):
    return photograph(bond(), SIZE, PIXEL, seed)


@cache
def found():
    return find_stones(photo()[0], Marks(scale=PIXEL))


def test_synthetic_photo_is_as_hard_as_it_says():
    image, labels = photo()
    assert image.shape == (400, 600, 3)
    assert image.dtype == np.uint8
    assert set(np.unique(labels)) == set(range(1, len(bond()) + 1))
    again, _ = photograph(bond(), SIZE, PIXEL, 3)
    assert np.array_equal(image, again), "the same seed gives the same photo"
    assert not np.array_equal(image, photo(4)[0])
    border = np.zeros(labels.shape, dtype=bool)
    border[:, :-1] |= labels[:, :-1] != labels[:, 1:]
    border[:-1] |= labels[:-1] != labels[1:]
    assert hide_joints(labels, pixel=PIXEL, seed=3)[border].mean() >= 0.12
    grey = image.mean(axis=2)
    corners = [grey[:80, :120], grey[:80, -120:], grey[-80:, :120], grey[-80:, -120:]]
    means = [corner.mean() for corner in corners]
    assert max(means) / min(means) > 1.5, "the light changes across the photo"
    flat = grey[1:-1, 1:-1] - (grey[:-2, 1:-1] + grey[2:, 1:-1]) / 2
    spread = 1.4826 * np.median(np.abs(flat)) / np.sqrt(1.5)
    assert spread > 7.0, "noise of 8 of 255 and more"


def test_drawn_labels_fill_the_wall_exactly():
    labels = draw_labels(bond(), size=SIZE, pixel=0.01)
    assert labels.shape == (200, 300)
    assert (labels > 0).all()
    assert labels[-1, 0] == 1, "the first ring is at the bottom, the last row of the picture"


def test_score():
    true = np.repeat([[1, 2, 3, 4]], 10, axis=0).repeat(10, axis=1)
    assert score(true, true + 7) == (4, 1.0)
    fused = np.where(true == 2, 1, true)
    assert score(true, fused) == (2, pytest.approx((0.5 + 0.5 + 1 + 1) / 4))
    with pytest.raises(SurveyError, match="compared"):
        score(true, true[:5])


def test_stones_are_found():
    image, labels = photo()
    stones, overlap = score(labels, found().labels)
    assert stones >= len(bond()) - 1
    assert overlap > 0.85
    again = find_stones(image, Marks(scale=PIXEL))
    assert np.array_equal(again.labels, found().labels)
    assert found().pixel == PIXEL
    assert found().stones == found().labels.max()
    assert "photo_segmented" in [remark.key for remark in found().remarks]


def test_a_user_with_five_marks_gets_every_stone():
    image, labels = photo()
    corrected, marks = correct_stones(prepare(image, Marks(scale=PIXEL)), labels, Marks(scale=PIXEL))
    assert marks.count <= 5
    assert score(labels, corrected.labels)[0] == len(bond()) == corrected.stones
    assert score(labels, corrected.labels)[1] > 0.97


def test_suggestions_only_cut_and_merge():
    _, labels = photo()
    fused = np.where(labels == 2, 1, labels)
    marks = suggest_marks(labels, fused)
    assert len(marks.cuts) == 1
    assert marks.merges == ()
    split = labels.copy()
    split[:, :60][labels[:, :60] == 1] = 99
    marks = suggest_marks(labels, split)
    assert len(marks.merges) == 1
    assert marks.cuts == ()
    assert suggest_marks(labels, labels).count == 0
    assert suggest_marks(labels, fused, 0).count == 0


def middle(labels, number):
    rows, columns = np.nonzero(labels == number)
    return float(np.median(columns)), float(np.median(rows))


def test_merge_cut_seed_and_outside_act_where_they_are():
    image, _ = photo()
    labels = found().labels
    a, b = middle(labels, 1), middle(labels, 2)
    merged = find_stones(image, Marks(scale=PIXEL, merges=((a, b),)))
    assert merged.stones == found().stones - 1
    assert merged.labels[int(a[1]), int(a[0])] == merged.labels[int(b[1]), int(b[0])]
    assert merged.marks == 1

    column, row = a
    half = (column, row - 200.0), (column, row + 60.0)
    cut = ((column, max(0.0, half[0][1] + 130)), (column, min(399.0, half[1][1])))
    divided = find_stones(image, Marks(scale=PIXEL, cuts=(cut,)))
    assert divided.stones == found().stones + 1
    left, right = divided.labels[int(row), int(column) - 20], divided.labels[int(row), int(column) + 20]
    assert left != right

    left, right = (column - 40, row), (column + 40, row)
    seeded = find_stones(image, Marks(scale=PIXEL, seeds=(Seed(at=left, name="A"), Seed(at=right, name="B"))))
    assert seeded.stones == found().stones + 1
    assert {"A", "B"} <= set(seeded.names.values())
    assert len(set(seeded.names.values())) == seeded.stones

    less = find_stones(image, Marks(scale=PIXEL, outside=(a,)))
    assert less.stones == found().stones - 1
    assert less.labels[int(a[1]), int(a[0])] == 0

    idle = find_stones(image, Marks(scale=PIXEL, merges=((a, (a[0] + 3, a[1])),)))
    assert [remark.text for remark in idle.remarks if remark.key == "mark_idle"] == ["merges[0]"]
    assert idle.marks == 0


def test_outline_bounds_the_wall():
    image, _ = photo()
    inner = find_stones(image, Marks(scale=PIXEL, outline=((100, 50), (500, 50), (500, 350), (100, 350))))
    rows, columns = np.nonzero(inner.labels)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == pytest.approx((50, 350, 100, 500), abs=1)


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        (Marks(), ["no scale", 'scale = "5 mm"', "[survey]"]),
        (Marks(scale=PIXEL, seeds=(Seed(at=(700.0, 3.0)),)), ["seeds[0]", "600 by 400"]),
        (Marks(scale=PIXEL, merges=(((3.0, 3.0), (597.0, 397.0)),)), ["merges[0]", "touch"]),
        (Marks(scale=PIXEL, outside=((3.0, 3.0),), outline=((50, 50), (550, 50), (550, 350))), ["outside[0]"]),
        (Marks(scale=PIXEL, outline=((1, 1), (2, 1), (2, 2))), ["outline"]),
        (Marks(scale=1e4), ["pixel of", "scale"]),
        (Marks(scale=PIXEL, pixel=1e-5), ["larger pixel"]),
        (Marks(scale=PIXEL, segment=SegmentOptions(stone=0.001)), ["pixels wide", "[segment]"]),
        (Marks(scale=PIXEL, seeds=(Seed(at=(30, 30)), Seed(at=(30, 30)))), ["same place"]),
        (
            Marks(points=tuple(WallPoint(pixel=(n * 10.0, n * 10.0), wall=(n, n)) for n in range(4))),
            ["one line", "rectangle"],
        ),
    ],
)
def test_marks_that_cannot_be(marks, words):
    with pytest.raises(SurveyError) as caught:
        find_stones(photo()[0], marks)
    for word in words:
        assert word in str(caught.value)


def test_flat_photo_has_no_joints():
    with pytest.raises(SurveyError, match="no joint"):
        find_stones(np.full((200, 300, 3), 120, np.uint8), Marks(scale=0.01))
    with pytest.raises(SurveyError, match="16 by 16"):
        find_stones(np.zeros((4, 4, 3), np.uint8), Marks(scale=0.01))


def test_missing_extra_says_what_to_install(monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "skimage"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "skimage", None)
    with pytest.raises(MissingExtraError, match=r"pirqa\[image\]"):
        find_stones(photo()[0], Marks(scale=PIXEL))


TILT = np.array([[1.05, 0.10, 30.0], [-0.06, 1.02, 55.0], [1.2e-4, 6e-5, 1.0]])
"""From a frontal picture to a photo taken at an angle."""
CORNERS = np.array([[-0.5, -0.5], [599.5, -0.5], [599.5, 399.5], [-0.5, 399.5]])


def test_homography_is_recovered():
    random = np.random.default_rng(0)
    source = random.uniform(0, 600, (9, 2))
    target = map_points(TILT, source)
    matrix, residual = fit_homography(source, target)
    assert residual < 1e-8
    assert np.allclose(matrix / matrix[2, 2], TILT, atol=1e-9)
    _, residual = fit_homography(source, target + random.normal(0, 0.5, (9, 2)))
    assert 0.1 < residual < 0.8


def tilted():
    """The synthetic photo seen at an angle, and where its corners come to lie."""
    image, _ = photo()
    shape = (560, 760)
    frame = replace(frame_photo(image.shape, Marks(scale=PIXEL)), matrix=TILT, shape=shape)
    return rectify(image, frame)[0], map_points(TILT, CORNERS)


def test_tilted_photo_gives_the_same_stones():
    image, corners = tilted()
    marks = Marks(
        rectangle=MarkedRectangle(corners=tuple(map(tuple, corners)), width=SIZE[0], height=SIZE[1]), pixel=PIXEL
    )
    straight = find_stones(image, marks)
    assert straight.labels.shape == (400, 600)
    assert score(photo()[1], straight.labels)[0] >= len(bond()) - 1
    assert "extent_from_points" in [remark.key for remark in straight.remarks]
    points = tuple(
        WallPoint(pixel=tuple(corner), wall=wall)
        for corner, wall in zip(corners, [(5.0, 3.0), (8.0, 3.0), (8.0, 1.0), (5.0, 1.0)], strict=True)
    )
    frame = frame_photo(image.shape, Marks(points=points, pixel=PIXEL))
    assert frame.origin == pytest.approx((5.0, 1.0))
    assert frame.shape == (400, 600)
    assert frame.residual < 1e-9


def test_known_length_and_perspective_give_the_size():
    focal, pose = 900.0, np.array([[0.9, 0.0, -1.2], [0.05, 1.0, -1.0], [-0.43, 0.1, 4.0]])
    pose[:, 0] /= np.linalg.norm(pose[:, 0])
    pose[:, 1] -= pose[:, 0] * (pose[:, 0] @ pose[:, 1])
    pose[:, 1] /= np.linalg.norm(pose[:, 1])
    camera = np.array([[focal, 0, 399.5], [0, focal, 299.5], [0, 0, 1.0]])
    corners = map_points(camera @ pose, np.array([[0.0, 0.0], [2.4, 0.0], [2.4, 1.5], [0.0, 1.5]]))
    assert rectangle_aspect(corners, (600, 800)) == pytest.approx(1.6, rel=1e-6)
    frontal = np.array([[10.0, 10.0], [210.0, 10.0], [210.0, 110.0], [10.0, 110.0]])
    assert rectangle_aspect(frontal, (600, 800)) == pytest.approx(2.0)
    known = KnownLength(start=tuple(corners[0]), end=tuple(corners[1]), length=2.4)
    frame = frame_photo((600, 800), Marks(rectangle=MarkedRectangle(corners=tuple(map(tuple, corners))), known=known))
    size = np.array(frame.shape) * frame.pixel
    assert size == pytest.approx([1.5, 2.4], rel=0.01)
    assert "aspect_from_perspective" in [remark.key for remark in frame.remarks]


def test_known_length_alone_is_a_scale():
    known = KnownLength(start=(0.0, 0.0), end=(300.0, 400.0), length=5.0)
    assert frame_photo((400, 600), Marks(known=known)).pixel == pytest.approx(0.01)


def test_large_photo_is_made_smaller_and_this_is_told():
    frame = frame_photo((6000, 4000), Marks(scale=0.001))
    assert np.prod(frame.shape) <= 4.01e6
    assert frame.shape[0] * frame.pixel == pytest.approx(6.0, rel=1e-3)
    assert frame.remarks[0].key == "photo_reduced"
    point = map_points(frame.matrix, np.array([[-0.5, -0.5], [3999.5, 5999.5]]))
    assert point == pytest.approx(np.array([[-0.5, -0.5], [frame.shape[1] - 0.5, frame.shape[0] - 0.5]]), abs=0.5)


def test_outline_over_the_horizon():
    photo_points = np.array([[100.0, 300.0], [500.0, 300.0], [590.0, 390.0], [10.0, 390.0]])
    wall = np.array([[0.0, 2.0], [2.0, 2.0], [2.0, 0.0], [0.0, 0.0]])
    with pytest.raises(SurveyError, match="horizon"):
        frame_from_points(photo_points, wall, extent=np.array([[0.0, 0.0], [599.0, 0.0], [599.0, 399.0]]))


FULL = Marks(
    rectangle=MarkedRectangle(corners=((0.0, 0.0), (9.5, 0.0), (9.5, 8.0), (0.0, 8.0)), width=2.0, height=1.5),
    pixel=0.01,
    seeds=(Seed(at=(1.0, 2.0)), Seed(at=(3.0, 4.0), name='A "7" \\')),
    merges=(((1.0, 2.0), (3.0, 4.0), (5.0, 6.0)),),
    cuts=(((1.0, 2.0), (3.0, 4.25)),),
    outside=((7.0, 7.0),),
    outline=((0.0, 0.0), (9.0, 0.0), (9.0, 9.0)),
    segment=SegmentOptions(stone=0.4, joints="light", evidence=0.3),
)


@pytest.mark.parametrize(
    "marks",
    [
        Marks(),
        Marks(scale=0.005),
        FULL,
        Marks(points=tuple(WallPoint(pixel=(n, n * n), wall=(-n / 7, n / 3)) for n in (0.0, 1.0, 2.0, 5.0))),
        Marks(known=KnownLength(start=(1.0, 2.0), end=(5.0, 5.0), length=1.25)),
    ],
)
def test_marks_come_back_from_their_file(tmp_path, marks):
    path = tmp_path / "a.marks.toml"
    path.write_text(write_marks(marks), encoding="utf-8")
    assert read_marks(path) == marks


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("seed = [[1, 2]]", ["seed: unknown key", 'did you mean "seeds"?']),
        ("scale = 5", ["scale", "needs a unit"]),
        ('scale = "5 kg"', ["scale", "mass"]),
        ('scale = "-5 mm"', ["scale", "more than zero"]),
        ("seeds = 3", ["seeds must be a list"]),
        ("seeds = [[1, 2, 3]]", ["seeds[0]", "[column, row]"]),
        ("seeds = [[1, true]]", ["seeds[0]", "number"]),
        ("seeds = [[1, nan]]", ["seeds[0]", "number"]),
        ("seeds = [[1, 1e99]]", ["seeds[0]", "photo"]),
        ("seeds = [{ att = [1, 2] }]", ["seeds[0].att", 'did you mean "at"?']),
        ("seeds = [{ name = 'x' }]", ["seeds[0].at is missing"]),
        ("seeds = [{ at = [1, 2], name = 7 }]", ["seeds[0].name"]),
        ("seeds = [{ at = [1, 2], name = 'x' }, { at = [3, 2], name = 'x' }]", ['"x"', "twice"]),
        ("merges = [[[1, 2]]]", ["merges[0]", "at least 2"]),
        ("cuts = [[1, 2], [3, 4]]", ["cuts[0][0]", "[column, row]"]),
        ("outline = [[1, 2], [3, 4]]", ["outline", "at least 3"]),
        ("rectangle = { corners = [[0,0],[1,0],[1,1]], width = '1 m', height = '1 m' }", ["rectangle.corners"]),
        (
            "rectangle = { corners = [[0,0],[0,9],[9,9],[9,0]], width = '1 m', height = '1 m' }",
            ["clockwise", "upper left"],
        ),
        ("rectangle = { corners = [[0,0],[9,0],[9,9],[0,9]] }", ["width and height", "known"]),
        ("rectangle = { corners = [[0,0],[9,0],[9,9],[0,9]], width = '1 m' }", ["both width and height"]),
        ("scale = '5 mm'\nknown = { from = [0,0], to = [9,9], length = '1 m' }", ["scale and known", "keep one"]),
        ("known = { from = [0,0], to = [0,0], length = '1 m' }", ["same point"]),
        ("known = { from = [0,0], to = [9,0] }", ["known.length is missing"]),
        ("points = [{ pixel = [0, 0], wall = ['0 m', '0 m'] }]", ["at least four"]),
        ("points = [{ pixel = [0, 0], wall = ['0 m'] }]", ["points[0].wall", "two lengths"]),
        ("points = [{ pixel = [0, 0], wall = [0, 0] }]", ["points[0].wall", "unit"]),
        ("segment = { stones = '1 m' }", ["segment.stones", 'did you mean "stone"?']),
        ("segment = { evidence = 3 }", ["segment.evidence", "0 to 1"]),
        ("segment = { evidence = 'x' }", ["segment.evidence", "number"]),
        ("segment = { joints = 'grey' }", ["segment.joints", "dark or light"]),
        ("segment = { faint = 9.0 }", ["segment.faint", "less"]),
        ("segment = 4", ["segment must be a table"]),
        ("seeds = [", ["not TOML"]),
        ("seeds = " + "[" * 5000, ["not TOML"]),
    ],
)
def test_bad_marks_files(tmp_path, text, words):
    path = tmp_path / "photo.marks.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SurveyError) as caught:
        read_marks(path)
    for word in ["photo.marks.toml", *words]:
        assert word in str(caught.value)


def test_marks_not_in_utf8(tmp_path):
    (tmp_path / "a.marks.toml").write_bytes(b"# \xff\xfe")
    with pytest.raises(SurveyError, match="UTF-8"):
        read_marks(tmp_path / "a.marks.toml")


def saved(path, image, **options):
    Image.fromarray(image).save(path, **options)
    return path


def test_photo_file_becomes_a_drawing(tmp_path):
    image, _ = photo()
    path = saved(tmp_path / "wall.png", image)
    drawing = read(path, ReadAs(pixel=PIXEL))
    shapes = [shapely.Polygon(outline.ring) for outline in drawing.outlines]
    assert shapely.coverage_is_valid(shapes)
    assert shapely.union_all(shapes).bounds == pytest.approx((0, 0, *SIZE))
    assert drawing.format == "image"
    assert not drawing.traced
    assert len({outline.name for outline in drawing.outlines}) == found().stones

    labels = found().labels
    marks = Marks(scale=2 * PIXEL, seeds=(Seed(at=middle(labels, 1), name="K1"),))
    (tmp_path / "wall.marks.toml").write_text(write_marks(marks))
    beside = read(path, ReadAs(pixel=PIXEL))
    assert "K1" in [outline.name for outline in beside.outlines]
    assert max(outline.ring[:, 0].max() for outline in beside.outlines) == pytest.approx(2 * SIZE[0])
    assert "scale_from_marks" in [remark.key for remark in beside.remarks]
    picture = Image.open(io.BytesIO(draw_overlay(path)))
    assert picture.size == (600, 400)


def test_orientation_of_a_photo_is_honoured(tmp_path):
    image, _ = photo()
    exif = Image.Exif()
    exif[0x0112] = 6
    path = saved(tmp_path / "wall.jpg", np.ascontiguousarray(np.rot90(image)), exif=exif, quality=95)
    drawing = read(path, ReadAs(pixel=PIXEL))
    assert max(outline.ring[:, 0].max() for outline in drawing.outlines) == pytest.approx(SIZE[0])


def jpeg():
    content = io.BytesIO()
    Image.fromarray(photo()[0]).save(content, format="JPEG")
    return content.getvalue()


@pytest.mark.parametrize(
    ("content", "read_as", "words"),
    [
        (lambda: jpeg()[:5000], ReadAs(pixel=PIXEL), ["not a whole PNG, TIFF or JPEG"]),
        (lambda: b"GIF89a" + bytes(100), ReadAs(pixel=PIXEL), ["not a whole PNG, TIFF or JPEG"]),
        (lambda: jpeg(), ReadAs(), ["no scale", "marks file"]),
    ],
)
def test_bad_photo_files(tmp_path, content, read_as, words):
    path = tmp_path / "wall.jpg"
    path.write_bytes(content())
    with pytest.raises(SurveyError) as caught:
        read(path, read_as)
    for word in ["wall.jpg", *words]:
        assert word in str(caught.value)


def test_numbers_of_16_bits_are_no_photo(tmp_path):
    path = saved(tmp_path / "wall.png", np.zeros((50, 50), np.uint16))
    with pytest.raises(SurveyError, match="not a photo's"):
        read(path, ReadAs(pixel=PIXEL))
    with pytest.raises(SurveyError, match="cannot be read"):
        read(path, ReadAs(pixel=PIXEL), tmp_path / "none.toml")


def test_overlay_shows_stones_and_marks():
    segmentation = found()
    plain = overlay(segmentation.picture, segmentation.labels, segmentation.names)
    assert plain[:4] == b"\x89PNG"
    marked = overlay(segmentation.picture, segmentation.labels, {}, marks=replace(FULL, rectangle=None))
    assert marked != plain
    with pytest.raises(SurveyError, match="lie on each other"):
        overlay(segmentation.picture, segmentation.labels[:5], {})


VALUES = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-10, 10_000),
        st.floats(-10, 700),
        st.sampled_from(["5 mm", "1 m", "", "x", "dark", "1e400 m"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(["at", "name", "corners", "width", "from", "to", "length", "pixel", "wall"]),
            inner,
            max_size=3,
        ),
    ),
    max_leaves=12,
)


def toml(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else repr(value)


@settings(max_examples=250, deadline=None)
@given(
    raw=st.dictionaries(
        st.sampled_from(["scale", "seeds", "cuts", "points", "rectangle", "known", "segment", "outline"]), VALUES
    )
)
def test_any_marks_file_is_read_or_refused(tmp_path_factory, raw):
    path = tmp_path_factory.getbasetemp() / "fuzz.marks.toml"
    text = "\n".join(f"{key} = {toml(value)}" for key, value in raw.items())
    tomllib.loads(text)
    path.write_text(text, encoding="utf-8")
    try:
        marks = read_marks(path)
    except SurveyError as error:
        if "fuzz.marks.toml" not in str(error):
            raise
        return
    path.write_text(write_marks(marks), encoding="utf-8")
    assert read_marks(path) == marks


@settings(max_examples=200, deadline=None)
@given(
    points=st.lists(st.tuples(*[st.floats(-1e3, 1e3)] * 4), min_size=1, max_size=6),
    pixel=st.one_of(st.none(), st.floats(1e-6, 1.0)),
)
def test_any_points_give_a_frame_or_a_survey_error(points, pixel):
    table = np.array(points)
    try:
        frame = frame_from_points(table[:, :2], table[:, 2:], wanted=pixel)
    except SurveyError:
        return
    assert np.prod(frame.shape) < 3e7
    assert np.isfinite(frame.matrix).all()
