"""Label pictures to stones that share their borders."""

from __future__ import annotations

import io
import struct
import zlib
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from pirqa.errors import SurveyError
from pirqa.survey.formats.label_raster import NAME, drawing_from_labels, read
from pirqa.survey.image.synthetic import draw_labels
from pirqa.survey.raw import ReadAs

PIXEL = 0.01


def blocks(rows=4, columns=5, side=20, joint=0):
    """A running bond of labels 1, 2, … with joints of ``joint`` pixels of 0 between and none around."""
    labels = np.zeros((rows * side, columns * side), dtype=np.int64)
    number = 0
    for row in range(rows):
        shift = (row % 2) * (side // 2)
        edges = [0, *range(side - shift, columns * side, side), columns * side]
        for left, right in pairwise(edges):
            if right <= left:
                continue
            number += 1
            top = row * side
            low, high = (joint if row else 0), (joint if left else 0)
            labels[top + low : top + side, left + high : right] = number
    return labels


def polygons(drawing):
    return [shapely.Polygon(outline.ring) for outline in drawing.outlines]


def draw(labels, **options):
    return drawing_from_labels(labels, **{"pixel": PIXEL, "file": "x.png", "format": NAME} | options)


def keys(drawing):
    return [remark.key for remark in drawing.remarks]


def check_partition(drawing):
    shapes = polygons(drawing)
    assert shapely.coverage_is_valid(shapes)
    assert all(shape.is_valid and shape.area > 0 for shape in shapes)


def test_blocks_come_back_as_rectangles_with_z_up():
    drawing = draw(blocks())
    check_partition(drawing)
    assert [outline.name for outline in drawing.outlines] == [str(n) for n in range(1, 23)]
    assert not drawing.traced
    assert drawing.remarks == ()
    first = polygons(drawing)[0]
    assert first.bounds == pytest.approx((0.0, 0.6, 0.2, 0.8)), "the first row is the top"
    assert sum(shape.area for shape in polygons(drawing)) == pytest.approx(0.8)
    ring = drawing.outlines[0].ring
    assert np.sum(ring[:, 0] * np.roll(ring[:, 1], -1) - np.roll(ring[:, 0], -1) * ring[:, 1]) > 0


def test_joints_go_to_the_nearest_stone():
    drawing = draw(blocks(joint=3))
    check_partition(drawing)
    assert len(drawing.outlines) == 22
    assert sum(shape.area for shape in polygons(drawing)) == pytest.approx(0.8)
    assert keys(drawing) == ["joint_pixels_given"]
    apart = draw(blocks(joint=3), close_joints=False)
    check_partition(apart)
    assert sum(shape.area for shape in polygons(apart)) == pytest.approx((blocks(joint=3) > 0).sum() * PIXEL**2)


def test_what_is_around_the_wall_stays_outside():
    labels = np.pad(blocks(joint=2), ((30, 10), (12, 25)))
    drawing = draw(labels)
    check_partition(drawing)
    union = shapely.union_all(polygons(drawing))
    assert union.bounds == pytest.approx((0.12, 0.10, 1.12, 0.90))
    assert union.area == pytest.approx(0.8, abs=0.002)


def test_steps_in_the_top_stay():
    labels = blocks()
    labels[:20, 50:] = 0
    union = shapely.union_all(polygons(draw(labels)))
    assert union.area == pytest.approx((labels > 0).sum() * PIXEL**2, abs=3e-4)


def test_wide_hole_between_stones_is_kept_and_told():
    labels = blocks(joint=1)
    labels[25:55, 25:75] = 0
    drawing = draw(labels)
    remark = next(remark for remark in drawing.remarks if remark.key == "gap_left_open")
    assert remark.kind == "warning"
    assert remark.amount == pytest.approx(0.15, rel=0.2)
    assert remark.place == pytest.approx((0.5, 0.4), abs=0.15)
    assert len(shapely.union_all(polygons(drawing)).interiors) == 1


def test_hole_in_one_stone_is_filled_and_told():
    labels = np.ones((60, 60), dtype=int)
    labels[:, 30:] = 2
    labels[20:40, 5:25] = 0
    drawing = draw(labels)
    assert keys(drawing) == ["holes_filled"]
    assert drawing.remarks[0].stones == ("1",)
    assert [shape.area for shape in polygons(drawing)] == pytest.approx([0.18, 0.18])


def test_oblique_borders_are_shared_and_true():
    rings = [
        np.array([[0.0, 0.0], [1.1, 0.0], [0.7, 0.9], [0.0, 0.6]]),
        np.array([[1.1, 0.0], [2.0, 0.0], [2.0, 0.8], [0.7, 0.9]]),
        np.array([[0.0, 0.6], [0.7, 0.9], [2.0, 0.8], [2.0, 1.5], [0.0, 1.5]]),
    ]
    drawing = draw(draw_labels(rings, size=(2.0, 1.5), pixel=0.005), pixel=0.005)
    check_partition(drawing)
    for ring, shape in zip(rings, polygons(drawing), strict=True):
        true = shapely.Polygon(ring)
        assert shape.symmetric_difference(true).area < 0.01 * true.area
        assert shape.hausdorff_distance(true) < 0.02
    coarse = draw(draw_labels(rings, size=(2.0, 1.5), pixel=0.005), pixel=0.005, simplify=0.03)
    check_partition(coarse)
    assert sum(len(outline.ring) for outline in coarse.outlines) < 25
    assert shapely.union_all(polygons(coarse)).equals(shapely.box(0, 0, 2.0, 1.5))


def test_specks_are_dropped_and_told():
    labels = blocks()
    labels[5:7, 5:7] = 9
    drawing = draw(labels)
    check_partition(drawing)
    assert len(drawing.outlines) == 22
    remark = next(remark for remark in drawing.remarks if remark.key == "specks_dropped")
    assert remark.stones == ("9",)
    assert polygons(drawing)[0].area == pytest.approx(0.04)


def test_thin_label_is_dropped_and_told():
    labels = blocks()
    labels[19:21, 0:40] = 77
    drawing = draw(labels)
    assert "77" not in [outline.name for outline in drawing.outlines]
    assert drawing.remarks[0].key == "labels_too_thin"
    assert drawing.remarks[0].stones == ("77",)


def far_apart():
    labels = blocks()
    labels[labels == 22] = 1
    return labels


def enclosed():
    labels = np.full((60, 60), 4)
    labels[20:40, 20:40] = 8
    labels[:, 55:] = 2
    return labels


@pytest.mark.parametrize(
    ("labels", "options", "words"),
    [
        (far_apart(), {}, ["label 1 ", "two places", "z 0.70", "own label"]),
        (enclosed(), {}, ["stone 4 encloses stone 8", "join"]),
        (np.zeros((0, 5), int), {}, ["shape"]),
        (np.zeros((5, 5, 3), int), {}, ["shape"]),
        (-blocks(), {}, ["negative"]),
        (blocks(), {"pixel": 0.0}, ["pixel of 0"]),
        (blocks(), {"pixel": float("nan")}, ["pixel of nan"]),
        (blocks(), {"simplify": -1.0}, ["tolerance"]),
        (np.arange(10000).reshape(100, 100), {}, ["too many", 'format = "image"']),
        (np.arange(100).reshape(10, 10), {}, ["3 pixels wide"]),
        (np.where(np.indices((60, 60))[1] % 2, np.arange(60), blocks(3, 3)) + 1, {}, ["smoothed"]),
        (np.zeros((20, 20), int), {}, ["no label"]),
    ],
)
def test_bad_labels(labels, options, words):
    with pytest.raises(SurveyError) as caught:
        draw(labels, **options)
    for word in words:
        assert word in str(caught.value)


def save(path, array, mode=None, **options):
    Image.fromarray(array, mode).save(path, **options) if mode else Image.fromarray(array).save(path, **options)
    return path


@pytest.mark.parametrize(
    ("suffix", "kind"),
    [
        ("png", "uint8"),
        ("png", "uint16"),
        ("png", "colour"),
        ("png", "alpha"),
        ("png", "palette"),
        ("tif", "uint8"),
        ("tiff", "uint16"),
        ("tif", "int32"),
        ("tif", "float32"),
        ("tif", "colour"),
    ],
)
def test_every_kind_of_file_gives_the_same_stones(tmp_path, suffix, kind):
    labels = blocks(joint=2)
    path = tmp_path / f"wall.{suffix}"
    table = np.random.default_rng(0).integers(1, 256, (23, 3)).astype(np.uint8)
    table[0] = 0
    if kind == "colour":
        save(path, table[labels])
    elif kind == "alpha":
        save(path, np.dstack([table[labels] + (labels == 0)[..., None] * 50, 255 * (labels > 0)]).astype(np.uint8))
    elif kind == "palette":
        picture = Image.fromarray(labels.astype(np.uint8)).convert("P")
        picture.putpalette(table.ravel().tolist())
        picture.save(path)
    else:
        save(path, labels.astype(kind))
    drawing = read(path, ReadAs(pixel=PIXEL))
    expected = draw(labels)
    check_partition(drawing)
    assert drawing.format == "label_raster"
    assert drawing.file == path.name
    found = sorted(shape.bounds for shape in polygons(drawing))
    assert np.allclose(found, sorted(shape.bounds for shape in polygons(expected)))
    if kind not in ("colour", "alpha"):
        assert {outline.name for outline in drawing.outlines} == {str(n) for n in range(1, 23)}


def test_large_numbers_are_names(tmp_path):
    path = save(tmp_path / "wall.png", (blocks() * 1000).astype(np.uint16))
    assert read(path, ReadAs(pixel=PIXEL)).outlines[2].name == "3000"


def test_palette_with_black_elsewhere(tmp_path):
    labels = blocks(joint=2)
    picture = Image.fromarray(np.where(labels == 0, 200, np.where(labels == 1, 0, labels)).astype(np.uint8)).convert(
        "P"
    )
    table = np.full((256, 3), 99, dtype=np.uint8)
    table[200] = 0
    picture.putpalette(table.ravel().tolist())
    picture.save(tmp_path / "wall.png")
    drawing = read(tmp_path / "wall.png", ReadAs(pixel=PIXEL))
    assert len(drawing.outlines) == 22
    assert drawing.remarks[0].key == "black_is_joint"


def test_mask_is_taken_apart(tmp_path):
    path = save(tmp_path / "wall.png", ((blocks(joint=2) > 0) * 255).astype(np.uint8))
    drawing = read(path, ReadAs(pixel=PIXEL))
    assert len(drawing.outlines) == 22
    assert drawing.remarks[0].key == "mask_pieces"


def test_orientation_is_honoured(tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6
    path = save(tmp_path / "wall.png", np.rot90(blocks()).astype(np.uint8), exif=exif)
    found = read(path, ReadAs(pixel=PIXEL))
    assert np.allclose([shape.bounds for shape in polygons(found)], [s.bounds for s in polygons(draw(blocks()))])


def test_pages_are_told(tmp_path):
    page = Image.fromarray(blocks().astype(np.uint8))
    page.save(tmp_path / "wall.tif", save_all=True, append_images=[page])
    assert read(tmp_path / "wall.tif", ReadAs(pixel=PIXEL)).remarks[0].key == "first_page_read"


def png_head(width, height, depth=8, colour=0):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    data = zlib.compress(b"\0" * 1000)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def photo_bytes(format):
    noise = np.random.default_rng(1).integers(0, 256, (80, 80, 3)).astype(np.uint8)
    content = io.BytesIO()
    Image.fromarray(noise).save(content, format=format)
    return content.getvalue()


def labels_bytes(array):
    content = io.BytesIO()
    Image.fromarray(array).save(content, format="TIFF" if array.dtype.kind == "f" else "PNG")
    return content.getvalue()


WHOLE = labels_bytes(blocks(joint=2).astype(np.uint8))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["not a whole PNG"]),
        (b"hello", ["not a whole PNG"]),
        (WHOLE[: len(WHOLE) // 2], ["not a whole PNG"]),
        (png_head(60000, 60000), ["pixels", "million", "smaller"]),
        (png_head(9000, 9000), ["9000 by 9000", "million"]),
        (png_head(50, 50, depth=16, colour=2), ["16 bits"]),
        (photo_bytes("JPEG"), ["JPEG", 'format = "image"', "marks file"]),
        (photo_bytes("PNG"), ["is a photo", 'format = "image"', "marks file"]),
        (labels_bytes(np.zeros((9, 9), np.uint8)), ["no label"]),
        (labels_bytes(np.full((9, 9), 1.5, np.float32)), ["fractions"]),
    ],
)
def test_bad_files(tmp_path, content, words):
    path = tmp_path / "wall.png"
    path.write_bytes(content)
    with pytest.raises(SurveyError) as caught:
        read(path, ReadAs(pixel=PIXEL))
    for word in ["wall.png", *words]:
        assert word in str(caught.value)


def test_scale_is_needed(tmp_path):
    path = save(tmp_path / "wall.png", blocks().astype(np.uint8))
    with pytest.raises(SurveyError, match=r'images without scale.*pixel = "5 mm"'):
        read(path, ReadAs())
    with pytest.raises(SurveyError, match="cannot be read"):
        read(tmp_path / "none.png", ReadAs(pixel=PIXEL))


@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_any_labels_give_a_partition_or_a_survey_error(data):
    coarse = data.draw(arrays(np.int64, st.tuples(st.integers(1, 7), st.integers(1, 7)), elements=st.integers(0, 6)))
    labels = np.kron(coarse, np.ones((6, 6), dtype=np.int64))
    noise = data.draw(st.lists(st.tuples(st.integers(0, 41), st.integers(0, 41), st.integers(0, 7)), max_size=30))
    for row, column, value in noise:
        labels[row % labels.shape[0], column % labels.shape[1]] = value
    # each piece its own number, as a tool would give
    numbered = np.zeros_like(labels)
    for value in range(1, 8):
        from scipy import ndimage

        pieces, _ = ndimage.label(labels == value)
        numbered = np.where(pieces > 0, pieces + numbered.max(), numbered)
    for given_labels in (labels, numbered):
        try:
            drawing = draw(given_labels, close_joints=data.draw(st.booleans()))
        except SurveyError:
            continue
        check_partition(drawing)


@settings(max_examples=150, deadline=None)
@given(cut=st.integers(0, len(WHOLE)), flips=st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255))))
def test_any_bytes_give_stones_or_a_survey_error(tmp_path_factory, cut, flips):
    content = bytearray(WHOLE)
    for place, value in flips:
        content[place] = value
    path = tmp_path_factory.getbasetemp() / "fuzz.png"
    path.write_bytes(bytes(content[: cut if cut % 3 == 0 else None]))
    try:
        check_partition(read(path, ReadAs(pixel=PIXEL)))
    except SurveyError as error:
        if "fuzz.png" not in str(error):
            raise
