"""LabelMe, COCO and CVAT: what was traced comes back in metres, what is broken is named."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from xml.sax.saxutils import quoteattr

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pirqa.errors import SurveyError
from pirqa.survey.formats import coco, cvat, format_of, labelme
from pirqa.survey.generate import GenerateOptions, generate
from pirqa.survey.raw import ReadAs

PIXEL = 0.004
READ_AS = ReadAs(pixel=PIXEL)
HEIGHT = 1100
SQUARE = [[10, 10], [110, 10], [110, 60], [10, 60]]


def stones() -> list[list[list[float]]]:
    """Rings of a generated wall in pixels of a picture of 1100 rows, 25 rows above its foot."""
    wall = generate(GenerateOptions.like_sacsayhuaman())
    return [[[x / PIXEL, HEIGHT - 25 - z / PIXEL] for x, z in ring.tolist()] for ring in wall.rings]


def shape(points=SQUARE, **more):
    return {"label": "stone", "points": points, "group_id": None, "shape_type": "polygon", "flags": {}, **more}


def labelme_file(*shapes, **more):
    return {"version": "5.4", "flags": {}, "shapes": list(shapes), "imagePath": "wall.jpg", "imageHeight": 1100, **more}


def annotation(*polygons, **more):
    flat = [[value for point in polygon for value in point] for polygon in polygons]
    return {"id": 1, "image_id": 1, "category_id": 1, "segmentation": flat, "iscrowd": 0, **more}


def coco_file(*annotations, **more):
    return {
        "images": [{"id": 1, "file_name": "wall.jpg", "height": 1100, "width": 2200}],
        "categories": [{"id": 1, "name": "andesite"}, {"id": 2, "name": "limestone"}],
        "annotations": list(annotations),
        **more,
    }


def cvat_polygon(points=SQUARE, label="stone", inside=""):
    text = ";".join(f"{x!r},{y!r}" for x, y in points)
    return f'<polygon label={quoteattr(label)} points="{text}" occluded="0" z_order="0">{inside}</polygon>'


def cvat_file(*shapes, head="", image='id="0" name="wall.jpg" width="2200" height="1100"'):
    body = "\n".join(shapes)
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n{head}<annotations><version>1.1</version>'
        f"<meta><task><size>1</size></task></meta><image {image}>{body}</image></annotations>"
    )


def write(folder: Path, content, name: str) -> Path:
    path = folder / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def read_labelme(folder, *shapes, **more):
    return labelme.read(write(folder, labelme_file(*shapes, **more), "wall.json"), READ_AS)


def read_coco(folder, *annotations, **more):
    return coco.read(write(folder, coco_file(*annotations, **more), "wall.json"), READ_AS)


def read_cvat(folder, *shapes, **more):
    return cvat.read(write(folder, cvat_file(*shapes, **more), "wall.xml"), READ_AS)


def remark_keys(drawing):
    return [remark.key for remark in drawing.remarks]


@pytest.mark.parametrize("name", ["labelme", "coco", "cvat"])
def test_a_traced_wall_comes_back_in_metres(tmp_path, name):
    rings = stones()
    if name == "labelme":
        path = write(tmp_path, labelme_file(*(shape(ring, label=str(i)) for i, ring in enumerate(rings))), "a.json")
    elif name == "coco":
        path = write(tmp_path, coco_file(*(annotation(ring, id=i) for i, ring in enumerate(rings))), "a.json")
    else:
        path = write(tmp_path, cvat_file(*(cvat_polygon(ring) for ring in rings)), "a.xml")
    assert format_of(path) == name
    drawing = {"labelme": labelme, "coco": coco, "cvat": cvat}[name].read(path, READ_AS)
    assert (drawing.format, drawing.traced, drawing.remarks, drawing.file) == (name, True, (), str(path))
    wall = generate(GenerateOptions.like_sacsayhuaman())
    assert len(drawing.outlines) == 40
    for outline, ring in zip(drawing.outlines, wall.rings, strict=True):
        np.testing.assert_allclose(outline.ring, ring + np.array([0.0, 25 * PIXEL]), atol=1e-9)


def test_each_format_knows_its_own():
    own = {
        labelme: json.dumps(labelme_file(shape())).encode(),
        coco: b"\xef\xbb\xbf" + json.dumps(coco_file(annotation(SQUARE))).encode(),
        cvat: cvat_file(cvat_polygon()).encode("utf-16"),
    }
    for reader in own:
        assert [reader.recognises(data) for data in own.values()] == [other is reader for other in own]
        for junk in (b"", b"\0\xff", b"{", b"[]", b"<a>", b'{"x": 1}'):
            assert not reader.recognises(junk)


@pytest.mark.parametrize("pixel", [None, 0.0, -1.0, float("nan"), float("inf")])
def test_without_a_scale_nothing_is_read(tmp_path, pixel):
    files = [
        (labelme, write(tmp_path, labelme_file(shape()), "l.json")),
        (coco, write(tmp_path, coco_file(annotation(SQUARE)), "c.json")),
        (cvat, write(tmp_path, cvat_file(cvat_polygon()), "c.xml")),
    ]
    for reader, path in files:
        with pytest.raises(SurveyError, match=r'no scale.*pixel = "4 mm"|greater than 0') as caught:
            reader.read(path, ReadAs(pixel=pixel))
        assert path.name in str(caught.value)


def test_labels_are_names_where_unique_and_layers_where_not(tmp_path):
    moved = [[x + 200, y] for x, y in SQUARE]
    far = [[x + 400, y] for x, y in SQUARE]
    drawing = read_labelme(tmp_path, shape(), shape(moved), shape(far, label=" the\nlintel "))
    assert [(outline.name, outline.layer) for outline in drawing.outlines] == [
        ("", "stone"),
        ("", "stone"),
        ("the lintel", ""),
    ]
    assert drawing.outlines[2].where == 'shape 3 "the lintel"'


def test_a_rectangle_of_two_corners_and_one_of_four(tmp_path):
    drawing = read_labelme(
        tmp_path, shape([[110, 60], [10, 10]], shape_type="rectangle"), shape(shape_type="rectangle")
    )
    for outline in drawing.outlines:
        assert sorted(map(tuple, np.round(outline.ring / PIXEL, 6).tolist())) == [
            (10.0, 1040.0),
            (10.0, 1090.0),
            (110.0, 1040.0),
            (110.0, 1090.0),
        ]


def test_parts_of_a_group_are_one_stone(tmp_path):
    beside = [[110, 10], [150, 10], [150, 60], [110, 60]]
    drawing = read_labelme(
        tmp_path, shape(group_id=3), shape(beside, group_id=3), shape([[x, y + 500] for x, y in SQUARE])
    )
    assert len(drawing.outlines) == 2
    assert np.ptp(drawing.outlines[0].ring, axis=0) == pytest.approx([140 * PIXEL, 50 * PIXEL])
    assert [(remark.key, remark.count) for remark in drawing.remarks] == [("parts_joined", 2)]


def test_a_small_part_that_lies_apart_is_left_out_and_said(tmp_path):
    apart = [[300, 10], [310, 10], [310, 20]]
    drawing = read_labelme(tmp_path, shape(group_id=3), shape(apart, group_id=3))
    assert remark_keys(drawing) == ["parts_joined", "parts_left_out"]
    assert drawing.remarks[1].amount == pytest.approx(50 / 5050)
    assert len(drawing.outlines) == 1


def test_other_shapes_are_skipped_and_said(tmp_path):
    others = [shape([[1, 1]], shape_type=kind) for kind in ("point", "circle", "linestrip", "point")]
    drawing = read_labelme(tmp_path, shape(), *others, shape([[1, 1], [2, 2], [1, 1]]), shape([[0, 0], [1, 1], [2, 2]]))
    assert len(drawing.outlines) == 1
    assert [(remark.key, remark.count) for remark in drawing.remarks] == [
        ("annotations_skipped", n) for n in (2, 1, 1, 2)
    ]
    assert drawing.remarks[0].text.startswith('point: shape 2 "stone"')
    drawing = read_cvat(tmp_path, cvat_polygon(), '<polyline label="crack" points="1,1;2,2"/>')
    assert remark_keys(drawing) == ["annotations_skipped"]


def test_a_repeated_corner_is_one_corner(tmp_path):
    drawing = read_labelme(tmp_path, shape([SQUARE[0], *SQUARE, SQUARE[0]]))
    assert drawing.outlines[0].ring.shape == (4, 2)


@pytest.mark.parametrize("given", [{"imageHeight": None}, {"shapes": [shape()]}])
def test_without_the_height_of_the_picture_its_foot_is_assumed(tmp_path, given):
    content = labelme_file(shape(), **given)
    if "shapes" in given:
        del content["imageHeight"]
    drawing = labelme.read(write(tmp_path, content, "a.json"), READ_AS)
    assert [(remark.kind, remark.key) for remark in drawing.remarks] == [("assumption", "picture_height")]
    assert drawing.outlines[0].ring[:, 1].min() == pytest.approx(0.0)
    assert remark_keys(read_coco(tmp_path, annotation(SQUARE), images=[])) == ["picture_height"]
    assert remark_keys(read_cvat(tmp_path, cvat_polygon(), image='name="a"')) == ["picture_height"]


def test_outlines_below_the_picture_are_said(tmp_path):
    assert remark_keys(read_labelme(tmp_path, shape(), imageHeight=30)) == ["outside_picture"]


def test_categories_are_layers_and_attributes_names(tmp_path):
    drawing = read_coco(
        tmp_path,
        annotation(SQUARE, attributes={"Occluded": False, "Number": 12}),
        annotation(SQUARE, id=2, category_id=2),
        annotation(SQUARE, id=3, category_id=9),
        annotation(SQUARE, id=None, category_id=None, image_id=1),
    )
    assert [(outline.name, outline.layer, outline.where) for outline in drawing.outlines] == [
        ("12", "andesite", "annotation 1"),
        ("", "limestone", "annotation 2"),
        ("", "9", "annotation 3"),
        ("", "", "annotation in place 4"),
    ]


def test_the_largest_polygon_of_an_annotation_is_kept(tmp_path):
    small = [[0, 0], [5, 0], [5, 5]]
    drawing = read_coco(tmp_path, annotation(small, SQUARE))
    assert [(remark.key, remark.count, remark.text) for remark in drawing.remarks] == [
        ("parts_left_out", 1, "annotation 1")
    ]
    assert np.ptp(drawing.outlines[0].ring[:, 0]) == pytest.approx(100 * PIXEL)


def test_a_bare_list_and_a_box_are_understood(tmp_path):
    bare = annotation(SQUARE)
    bare["segmentation"] = bare["segmentation"][0]
    boxed = [annotation(id=number, segmentation=[], bbox=[10, 10, 100, 50]) for number in (7, 8)]
    drawing = read_coco(tmp_path, bare, *boxed, annotation(id=9, segmentation=[]))
    for outline in drawing.outlines:
        assert np.ptp(outline.ring, axis=0) == pytest.approx([100 * PIXEL, 50 * PIXEL])
    assert [(remark.key, remark.count) for remark in drawing.remarks] == [
        ("annotations_skipped", 1),
        ("box_as_outline", 2),
    ]


def test_one_annotated_picture_among_several_is_read(tmp_path):
    images = [{"id": 1, "height": 500}, {"id": 2, "height": 1100}]
    drawing = read_coco(tmp_path, annotation(SQUARE, image_id=2), images=images)
    assert drawing.outlines[0].ring[:, 1].max() == pytest.approx((1100 - 10) * PIXEL)


def test_cvat_labels_attributes_and_boxes(tmp_path):
    named = cvat_polygon(inside='<attribute name="Name">A &amp; B</attribute><attribute name="id">7</attribute>')
    numbered = cvat_polygon(inside='<attribute name="colour">red</attribute><attribute name="number">12</attribute>')
    box = '<box label="block" xtl="10" ytl="10" xbr="110" ybr="60"/>'
    turned = '<box label="block" xtl="10" ytl="10" xbr="110" ybr="60" rotation="90.0"/>'
    drawing = read_cvat(tmp_path, named, numbered, box, turned)
    assert [(outline.name, outline.layer) for outline in drawing.outlines] == [
        ("A & B", "stone"),
        ("12", "stone"),
        ("", "block"),
        ("", "block"),
    ]
    assert np.ptp(drawing.outlines[2].ring, axis=0) == pytest.approx([100 * PIXEL, 50 * PIXEL])
    assert np.ptp(drawing.outlines[3].ring, axis=0) == pytest.approx([50 * PIXEL, 100 * PIXEL])
    # the left top corner goes to the right top one where a box turns clockwise by a right angle
    middle, side = np.array([60.0, 1065.0]) * PIXEL, np.array([25.0, 50.0]) * PIXEL
    np.testing.assert_allclose(drawing.outlines[3].ring[0], middle + side, atol=1e-12)


def deep(depth: int) -> str:
    return '{"shapes": ' + "[" * depth + "]" * depth + ', "imagePath": 1, "annotations": 2, "images": 3}'


LABELME_BAD = [
    ("", ["JSON", "line 1"]),
    ('{"shapes": [', ["JSON", "cut off"]),
    (b'{"shapes": "\xff"}', ["UTF-8", "byte 12"]),
    ("[1, 2]", ["list", "object"]),
    (deep(200_000), ["nested too deep"]),
    ('{"shapes": ' + "9" * 5000 + "}", ["JSON"]),
    ({}, ['"shapes"', "LabelMe"]),
    ({"shapes": {"a": 1}}, ['"shapes"']),
    (labelme_file(), ["no polygon"]),
    (labelme_file(shape(shape_type="circle")), ["no polygon"]),
    (labelme_file(shape(), None), ["shape 2", "NoneType"]),
    (labelme_file(shape(label=["a"])), ["shape 1", "label", "list"]),
    (labelme_file(shape(None)), ["shape 1", "points"]),
    (labelme_file(shape([[1, 2], [3], [4, 5]])), ["shape 1", "corner 2", "pair"]),
    (labelme_file(shape([[1, 2], [3, "4"], [4, 5]])), ["shape 1", "corner 2", "'4'", "not a number"]),
    (labelme_file(shape([[1, 2], [3, None], [4, 5]])), ["corner 2", "nothing"]),
    (labelme_file(shape([[1, 2], [3, True], [4, 5]])), ["corner 2", "bool"]),
    (labelme_file(shape([[1, 2], [float("nan"), 1], [4, 5]])), ["corner 2", "pixels"]),
    (labelme_file(shape([[1, 2], [10**400, 1], [4, 5]])), ["corner 2", "pixels"]),
    (labelme_file(shape(), imageHeight="1100"), ["imageHeight", "'1100'"]),
    (labelme_file(shape(), imageHeight=0), ["imageHeight", "0"]),
    (labelme_file(shape(group_id=[1])), ["shape 1", "group_id"]),
    (
        labelme_file(*(shape([[x + 200 * i, y] for x, y in SQUARE], group_id=0) for i in range(3))),
        ["apart", "group_id"],
    ),
]

COCO_BAD = [
    ("{", ["JSON"]),
    ({"images": []}, ['"annotations"']),
    (coco_file(annotations={"a": 1}), ['"annotations"', "dict"]),
    (coco_file(), ["no polygon"]),
    (coco_file(5), ["annotation 1", "int"]),
    (
        coco_file(annotation(SQUARE), annotation(id=4, segmentation={"counts": "x", "size": [1, 1]})),
        ["4", "run-length"],
    ),
    (coco_file(annotation(id=4, segmentation="x")), ["annotation 4", "str"]),
    (coco_file(annotation(id=4, segmentation=[[1, 2, 3]])), ["annotation 4", "polygon 1", "x has no y"]),
    (coco_file(annotation(id=4, segmentation=[[1, 2, 3, "4", 5, 6]])), ["annotation 4", "number 4", "'4'"]),
    (coco_file(annotation(id=4, segmentation=[[1, 2], 3])), ["annotation 4", "polygon 2", "int"]),
    (coco_file(annotation(id=4, segmentation=[[[1, 2], [3, 4]]])), ["annotation 4", "list"]),
    (coco_file(annotation(id=4, segmentation=[], bbox=[1, 2])), ["annotation 4", "bbox"]),
    (coco_file(annotation(id=4, segmentation=[], bbox=[1, 2, None, 4])), ["annotation 4", "bbox", "nothing"]),
    (coco_file(annotation(SQUARE, id=[1])), ["annotation 1", "list"]),
    (coco_file(annotation(SQUARE, category_id={})), ["annotation 1", "category_id"]),
    (coco_file(annotation(SQUARE, attributes={"name": [1]})), ["annotation 1", "name", "list"]),
    (coco_file(annotation(SQUARE), annotation(SQUARE, image_id=2)), ["2 pictures", "wall.jpg", "one picture"]),
    (coco_file(annotation(SQUARE), images=[3]), ["image 1", "int"]),
    (coco_file(annotation(SQUARE), images=[{"id": 1, "height": "x"}]), ["height", "'x'"]),
    (coco_file(annotation(SQUARE), images=[{"id": 1, "height": -5}]), ["height", "-5"]),
    (coco_file(annotation(SQUARE), categories=[{"id": 1, "name": {}}]), ["category", "dict"]),
]

LAUGHS = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
CVAT_BAD = [
    ("", ["line 1", "XML"]),
    ("<annotations><image>", ["XML", "cut off"]),
    ("<svg/>", ["<svg>", "CVAT"]),
    (cvat_file(cvat_polygon(), head=LAUGHS), ["DOCTYPE"]),
    (cvat_file(cvat_polygon(), head=LAUGHS).replace("utf-8", "utf-16").encode("utf-16"), ["DOCTYPE"]),
    (cvat_file(cvat_polygon(inside="&b;")), ["XML", "entity"]),
    ('<?xml version="1.0" encoding="no-such"?><annotations/>', ["XML"]),
    ("<annotations>" * 5000, ["nested too deep"]),
    ("<annotations><track id='0'/></annotations>", ["video", "images 1.1"]),
    (cvat_file(), ["no polygon"]),
    (cvat_file('<polygon label="a"/>'), ['polygon 1 "a"', "points"]),
    (cvat_file(cvat_polygon(), '<polygon label="a" points="1,2;3;4,5"/>'), ["polygon 2", "corner 2", "pair"]),
    (cvat_file('<polygon label="a" points="1,2;3,x;4,5"/>'), ["corner 2", "'x'"]),
    (cvat_file('<polygon label="a" points="1,2;3,nan;4,5"/>'), ["corner 2", "pixels"]),
    (cvat_file('<polygon label="a" points="1,2;3,1e999;4,5"/>'), ["corner 2", "pixels"]),
    (cvat_file('<polygon label="a" points="1,2;3,1_0;4,5"/>'), ["corner 2", "not a number"]),
    (cvat_file('<box label="a" xtl="1" ytl="2" xbr="3"/>'), ["box 1", "ybr", "missing"]),
    (cvat_file('<box label="a" xtl="1" ytl="2" xbr="3" ybr="4" rotation="much"/>'), ["box 1", "rotation"]),
    (cvat_file(cvat_polygon(), image='name="a" height="tall"'), ["height", "'tall'"]),
    (cvat_file(cvat_polygon(), image='name="a" height="-3"'), ["height", "-3"]),
    (
        "<annotations>"
        + "".join(f'<image name="{name}.jpg" height="9">{cvat_polygon()}</image>' for name in "ab")
        + "</annotations>",
        ["2 pictures", "a.jpg, b.jpg", "one picture"],
    ),
]


@pytest.mark.parametrize(
    ("reader", "content", "words"),
    [
        *((labelme, *row) for row in LABELME_BAD),
        *((coco, *row) for row in COCO_BAD),
        *((cvat, *row) for row in CVAT_BAD),
    ],
)
def test_what_is_broken_is_named(tmp_path, reader, content, words):
    path = write(tmp_path, content, "broken.txt")
    with pytest.raises(SurveyError) as caught:
        reader.read(path, READ_AS)
    for word in ["broken.txt", *words]:
        assert word in str(caught.value)


@pytest.mark.parametrize("reader", [labelme, coco, cvat])
def test_a_folder_or_nothing_is_named(tmp_path, reader):
    for path in (tmp_path, tmp_path / "missing.json"):
        with pytest.raises(SurveyError, match=path.name):
            reader.read(path, READ_AS)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
JSON_GOOD = {
    labelme: labelme_file(shape(group_id=1), shape(group_id=1), shape([[1, 1], [9, 9]], shape_type="rectangle")),
    coco: coco_file(annotation(SQUARE, SQUARE, attributes={"name": "a"}), annotation(id=2, bbox=[1, 2, 3, 4])),
}
GOOD = {
    labelme: json.dumps(JSON_GOOD[labelme]).encode(),
    coco: json.dumps(JSON_GOOD[coco]).encode(),
    cvat: cvat_file(
        cvat_polygon(inside='<attribute name="name">a</attribute>'),
        '<box label="b" xtl="1" ytl="2" xbr="3" ybr="4" rotation="5"/>',
    ).encode(),
}


def try_reading(reader, path: Path, data: bytes) -> None:
    path.write_bytes(data)
    reader.recognises(data)
    message = str(path)
    try:
        outlines = reader.read(path, READ_AS).outlines
        assert outlines
        assert all(np.all(np.isfinite(outline.ring)) and len(outline.ring) >= 3 for outline in outlines)
    except SurveyError as error:
        message = str(error)
    assert str(path) in message


def places(value, here=()):
    """Every place in a nest of lists and objects."""
    yield here
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*here, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*here, index))


@pytest.mark.parametrize("reader", [labelme, coco])
@given(data=st.data())
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_anything_anywhere_in_the_nest(tmp_path, reader, data):
    content = copy.deepcopy(JSON_GOOD[reader])
    for _ in range(data.draw(st.integers(1, 2))):
        spots = [spot for spot in places(content) if spot]
        *way, last = data.draw(st.sampled_from(spots))
        inner = content
        for step in way:
            inner = inner[step]
        inner[last] = data.draw(JUNK)
    try_reading(reader, tmp_path / "fuzz.json", json.dumps(content).encode())


@pytest.mark.parametrize("reader", [labelme, coco, cvat])
@given(data=st.data())
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damaged_bytes(tmp_path, reader, data):
    content = bytearray(GOOD[reader])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        kind = data.draw(st.sampled_from(["flip", "cut", "drop", "repeat"]))
        if kind == "flip":
            content[at] = data.draw(st.integers(0, 255))
        elif kind == "cut" and at > 0:
            del content[at:]
        elif kind == "drop":
            del content[at : at + data.draw(st.integers(1, 30))]
        else:
            content[at:at] = content[at : at + 40]
        if not content:
            break
    try_reading(reader, tmp_path / "fuzz.txt", bytes(content))


@pytest.mark.parametrize("reader", [labelme, coco, cvat])
@given(data=st.binary(max_size=300))
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_noise(tmp_path, reader, data):
    try_reading(reader, tmp_path / "fuzz.txt", data)
