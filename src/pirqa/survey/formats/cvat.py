"""CVAT's XML 1.1 for images: polygons and boxes in pixels."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, radians, sin
from pathlib import Path
from xml.parsers import expat

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.survey.formats.annotation import (
    MOST_CORNERS,
    MOST_SHAPES,
    Traced,
    clean_ring,
    clean_text,
    draw_traced,
    picture_height,
    pixel_side,
    read_number,
    read_text,
    skipped,
    stone_name,
)
from pirqa.survey.raw import Drawing, ReadAs

NAME = "cvat"
_OUTLINES = ("polygon", "box")
_OTHERS = ("polyline", "points", "ellipse", "cuboid", "mask", "skeleton", "tag")
_DEEPEST = 32
"""Elements within each other; CVAT has five."""
_LONGEST = 1_000
"""Letters of an attribute that are kept."""


@dataclass
class _Shape:
    """A shape as it comes out of the file."""

    kind: str
    given: dict[str, str]
    named: dict[str, str] = field(default_factory=dict)


@dataclass
class _Image:
    """A picture and its shapes as they come out of the file."""

    given: dict[str, str]
    shapes: list[_Shape] = field(default_factory=list)


def recognises(data: bytes) -> bool:
    """Whether the content looks like CVAT's."""
    # the zeros are those of UTF-16
    head = data[:65536].replace(b"\0", b"")
    return b"<annotations" in head and any(word in head for word in (b"<image", b"<version>1.", b"<track", b"<meta"))


def read(path: Path, read_as: ReadAs) -> Drawing:
    """Outlines of a CVAT file; labels are layers, an attribute called name, id or number is the name."""
    pixel_side(path, read_as)
    images = [image for image in _parsed(path) if image.shapes]
    if len(images) > 1:
        names = [clean_text(image.given.get("name", "?"), "name") for image in images]
        raise SurveyError(
            f"{path}: annotates {len(images)} pictures ({', '.join(names[:5])}); export one picture at a time"
        )
    image = images[0] if images else _Image(given={})
    traced: list[Traced] = []
    left_out: dict[str, list[str]] = {}
    for number, shape in enumerate(image.shapes, start=1):
        label = clean_text(shape.given.get("label"), "label")
        where = f'{shape.kind} {number} "{label}"' if label else f"{shape.kind} {number}"
        if shape.kind not in _OUTLINES:
            left_out.setdefault(shape.kind, []).append(where)
            continue
        ring = _ring(f"{path}: {where}", shape)
        if ring is None:
            left_out.setdefault("encloses nothing", []).append(where)
            continue
        traced.append(Traced(ring=ring, name=stone_name(shape.named), layer=label, where=where))
    height, what = None, f"{path}: height of the image"
    if image.given.get("height"):
        height = picture_height(_number(image.given["height"], what), what, "export it from CVAT again")
    return draw_traced(path, NAME, traced, height=height, read_as=read_as, remarks=skipped(left_out))


def _ring(what: str, shape: _Shape) -> FloatArray | None:
    if shape.kind == "box":
        return _box(what, shape.given)
    text = shape.given.get("points")
    if text is None:
        raise SurveyError(f"{what} has no points; draw it again")
    pairs = [pair for pair in text.split(";", MOST_CORNERS + 1) if pair.strip()]
    points = []
    for place, pair in enumerate(pairs, start=1):
        values = pair.split(",")
        if len(values) != 2:
            raise SurveyError(f"{what}: corner {place} is not a pair of numbers; draw it again")
        x, y = (_number(value, f"{what}: corner {place}") for value in values)
        points.append((x, y))
    return clean_ring(points, what)


def _box(what: str, given: dict[str, str]) -> FloatArray | None:
    left, top, right, bottom = (_number(given.get(key), f"{what}: {key}") for key in ("xtl", "ytl", "xbr", "ybr"))
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    turned = radians(_number(given.get("rotation", "0"), f"{what}: rotation"))
    if turned:
        x, y = 0.5 * (left + right), 0.5 * (top + bottom)
        # clockwise as seen, because y goes down
        c, s = cos(turned), sin(turned)
        corners = [(x + c * (u - x) - s * (v - y), y + s * (u - x) + c * (v - y)) for u, v in corners]
    return clean_ring(corners, what)


def _number(text: str | None, what: str) -> float:
    if text is None:
        raise SurveyError(f"{what} is missing; draw it again")
    try:
        # float() would take 1_0 for ten
        return read_number(float(text.replace("_", "?")), what)
    except ValueError as error:
        raise SurveyError(f"{what} is {text[:40]!r}, not a number; correct it or draw the outline again") from error


class _Reader:
    """Takes a file apart element by element, without building a tree and without any entity of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.images: list[_Image] = []
        self.within: list[str] = []
        self.attribute = ""
        self.text: list[str] = []
        self.count = 0

    def refuse(self, *_: object) -> None:
        raise SurveyError(f"{self.path}: holds a DOCTYPE, which CVAT does not write; export it from CVAT again")

    def start(self, tag: str, given: dict[str, str]) -> None:
        if not self.within and tag != "annotations":
            raise SurveyError(f"{self.path}: starts with <{tag[:40]}>, not <annotations>: it is not from CVAT")
        if len(self.within) >= _DEEPEST:
            raise SurveyError(f"{self.path}: elements are nested too deep; export it from CVAT again")
        if tag == "track":
            raise SurveyError(f'{self.path}: is annotated as a video; export it as "CVAT for images 1.1"')
        parent = self.within[-1] if self.within else ""
        if tag == "image" and parent == "annotations":
            self.images.append(_Image(given=given))
        elif parent == "image" and self.images and tag in _OUTLINES + _OTHERS:
            self.count += 1
            if self.count > MOST_SHAPES:
                raise SurveyError(f"{self.path}: holds over {MOST_SHAPES} shapes; cut it into parts")
            self.images[-1].shapes.append(_Shape(kind=tag, given=given))
        elif tag == "attribute" and parent in _OUTLINES:
            self.attribute, self.text = given.get("name", "").strip().lower(), []
        self.within.append(tag)

    def end(self, tag: str) -> None:
        self.within.pop()
        if tag == "attribute" and self.attribute:
            shape = self.images[-1].shapes[-1] if self.images and self.images[-1].shapes else None
            if shape is not None:
                shape.named[self.attribute] = "".join(self.text)[:_LONGEST].strip()
            self.attribute = ""

    def letters(self, text: str) -> None:
        if self.attribute and len(self.text) < _LONGEST:
            self.text.append(text[:_LONGEST])


def _parsed(path: Path) -> list[_Image]:
    data = read_text(path)
    reader = _Reader(path)
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = reader.refuse
    parser.EntityDeclHandler = reader.refuse
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.letters
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise SurveyError(
            f"{path}: line {error.lineno}: is not XML: {expat.ErrorString(error.code)}; the file may be cut off: "
            "export it again"
        ) from error
    except (LookupError, ValueError, MemoryError) as error:
        raise SurveyError(f"{path}: cannot be taken apart as XML: {type(error).__name__}; export it again") from error
    return reader.images
