"""A photo in a file, with its marks beside it, read as stones, and the picture on which they are shown.

On that picture stones are tinted and numbered over the photo, with what was marked.
"""

from __future__ import annotations

import colorsys
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from scipy import ndimage

from pirqa.errors import SurveyError
from pirqa.model.remark import Remark
from pirqa.survey.formats.label_raster import drawing_from_labels, open_picture, upright
from pirqa.survey.image.find import Segmentation, find_stones
from pirqa.survey.image.marks import Line, Marks, read_marks
from pirqa.survey.image.rectify import Frame, map_points
from pirqa.survey.raw import Drawing, ReadAs

SIMPLIFY = 6.0
"""Pixels: edges of stones on a photo wander by as much, and nobody wants a joint in a hundred faces."""

TINT = 0.22

TINTS = 7
"""Hues in use; neighbours get different ones."""

BORDER = (255, 255, 255)

OUTSIDE = 0.35
"""Share of its brightness that what is outside the wall keeps."""

MARK_COLOURS = {"cuts": (230, 40, 40), "merges": (30, 110, 255), "seeds": (0, 160, 70), "outside": (30, 30, 30)}


def draw_overlay(path: Path, marks: Path | None = None, pixel: float | None = None) -> bytes:
    """A PNG of a photo with its stones tinted and numbered and its marks drawn; ``pixel`` [m] if no mark gives it."""
    found, marked = segment_photo(path, ReadAs(pixel=pixel), marks)
    return overlay(found.picture, found.labels, found.names, marks=marked, frame=found.frame)


def marks_beside(path: Path) -> Path:
    """Where the marks of a photo are looked for."""
    return path.with_name(f"{path.stem}.marks.toml")


def load_photo(path: Path) -> tuple[NDArray[np.uint8], tuple[Remark, ...]]:
    """Colours of a photo, shape (rows, columns, 3), turned upright."""
    picture, remarks = open_picture(path)
    if picture.mode not in ("RGB", "L", "RGBA", "LA", "P", "CMYK", "YCbCr"):
        raise SurveyError(f"{path}: has colours of the kind {picture.mode}, not a photo's; save it as JPEG or PNG")
    try:
        colours = np.asarray(picture.convert("RGB"))
    except (OSError, ValueError, MemoryError) as error:
        raise SurveyError(f"{path}: its colours cannot be read: {error}; save it as JPEG or PNG") from error
    # a transposed view would be slow in every later step
    return np.ascontiguousarray(upright(_flattened(picture, colours), picture)).astype(np.uint8), remarks


def segment_photo(path: Path, read_as: ReadAs, marks: Path | None = None) -> tuple[Segmentation, Marks]:
    """Stones on a photo, and the marks that were read for it."""
    beside = marks if marks is not None else marks_beside(path)
    marked = read_marks(beside) if marks is not None or beside.is_file() else Marks()
    image, remarks = load_photo(path)
    try:
        found = find_stones(image, marked, pixel=read_as.pixel)
    except SurveyError as error:
        raise SurveyError(f"{path}: {error}") from error
    if read_as.pixel is not None and (marked.scale or marked.rectangle or marked.known or marked.points):
        remarks += (Remark(kind="warning", key="scale_from_marks", text=beside.name),)
    return replace(found, remarks=(*remarks, *found.remarks)), marked


def read(path: Path, read_as: ReadAs, marks: Path | None = None) -> Drawing:
    """Read the stones on a photo as outlines that share their borders.

    ``marks`` is the file of its marks; without it the file ``<stem>.marks.toml`` beside the photo, if there is one.
    """
    found, _ = segment_photo(path, read_as, marks)
    try:
        drawing = drawing_from_labels(
            found.labels,
            pixel=found.pixel,
            file=path.name,
            format="image",
            names=found.names,
            origin=found.frame.origin,
            simplify=SIMPLIFY * found.pixel if read_as.simplify is None else read_as.simplify,
        )
    except SurveyError as error:
        raise SurveyError(f"{path}: {error}; correct it with a mark in {marks_beside(path).name}") from error
    return replace(drawing, remarks=(*found.remarks, *drawing.remarks))


def _flattened(picture: Image.Image, colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Transparent pixels white: what they hide is not the wall."""
    if picture.mode not in ("RGBA", "LA"):
        return colours
    alpha = np.asarray(picture.getchannel("A"))
    return np.where(alpha[..., None] < 128, np.uint8(255), colours)


def overlay(
    image: NDArray[np.uint8],
    labels: NDArray[np.integer],
    names: Mapping[int, str],
    *,
    marks: Marks | None = None,
    frame: Frame | None = None,
) -> bytes:
    """A PNG of stones, shape (rows, columns), over their picture, shape (rows, columns, 3).

    ``marks`` are in pixels of the photo; ``frame`` puts them on a rectified picture.
    """
    if image.shape[:2] != labels.shape or image.ndim != 3:
        raise SurveyError(f"a picture of {image.shape} and labels of {labels.shape} do not lie on each other")
    drawn = image.astype(np.float32)
    inside = labels > 0
    colours = _colours(labels)[labels]
    drawn[inside] = (1.0 - TINT) * drawn[inside] + TINT * colours[inside]
    drawn[~inside] *= OUTSIDE
    reach = max(1, round(max(labels.shape) / 1400))
    span = 2 * reach + 1
    dark = ndimage.maximum_filter(labels, span + 2) != ndimage.minimum_filter(labels, span + 2)
    border = ndimage.maximum_filter(labels, span) != ndimage.minimum_filter(labels, span)
    drawn[dark] *= 0.45
    drawn[border] = BORDER
    picture = Image.fromarray(np.clip(np.rint(drawn), 0, 255).astype(np.uint8))
    pen = ImageDraw.Draw(picture)
    if marks is not None:
        _draw_marks(pen, marks, frame, width=max(2, 2 * reach))
    for number, (place, depth) in _middles(labels).items():
        size = int(np.clip(0.55 * depth, 9, max(labels.shape) / 55))
        pen.text(
            place,
            _printable(names.get(number, str(number))),
            font=ImageFont.load_default(size),
            anchor="mm",
            fill=(255, 255, 255),
            stroke_width=max(1, size // 9),
            stroke_fill=(20, 20, 20),
        )
    content = io.BytesIO()
    picture.save(content, format="PNG")
    return content.getvalue()


def _colours(labels: NDArray[np.integer]) -> NDArray[np.float32]:
    """A colour a label, shape (labels, 3), so that neighbours differ."""
    count = int(labels.max(initial=0)) + 1
    neighbours: list[set[int]] = [set() for _ in range(count)]
    for a, b in ((labels[:, :-1], labels[:, 1:]), (labels[:-1], labels[1:])):
        border = a != b
        for first, second in np.unique(np.column_stack([a[border], b[border]]), axis=0).tolist():
            neighbours[first].add(second)
            neighbours[second].add(first)
    chosen = np.full(count, -1)
    for number in range(1, count):
        taken = {int(chosen[other]) for other in neighbours[number] if other > 0}
        # start elsewhere each time: else most stones would have the first hue
        options = [(number * 3 + step) % TINTS for step in range(TINTS)]
        chosen[number] = next((hue for hue in options if hue not in taken), options[0])
    wheel = [colorsys.hsv_to_rgb(hue / TINTS, 0.8, 1.0) for hue in range(TINTS)]
    return np.asarray(255.0 * np.array(wheel, dtype=np.float32)[chosen], dtype=np.float32)


def _middles(labels: NDArray[np.integer]) -> dict[int, tuple[tuple[float, float], float]]:
    """Deepest point (column, row) of each label, and how deep it is [pixels]."""
    found: dict[int, tuple[tuple[float, float], float]] = {}
    for number, window in enumerate(_windows(labels), start=1):
        if window is not None:
            depth = ndimage.distance_transform_edt(np.pad(labels[window] == number, 1))
            row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
            place = (float(column - 1 + window[1].start), float(row - 1 + window[0].start))
            found[number] = (place, float(depth[row, column]))
    return found


def _windows(labels: NDArray[np.integer]) -> Sequence[tuple[slice, ...] | None]:
    return ndimage.find_objects(labels)


def _printable(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11]}…"


def _draw_marks(pen: ImageDraw.ImageDraw, marks: Marks, frame: Frame | None, *, width: int) -> None:
    def there(line: Line) -> list[tuple[float, float]]:
        points = np.array(line, dtype=np.float64)
        mapped = points if frame is None else np.nan_to_num(map_points(frame.matrix, points))
        return [(float(column), float(row)) for column, row in np.clip(mapped, -1e5, 1e5)]

    def dot(place: tuple[float, float], kind: str) -> None:
        pen.circle(place, 3 * width, fill=MARK_COLOURS[kind], outline=(255, 255, 255), width=max(1, width // 2))

    for kind, lines in (("cuts", marks.cuts), ("merges", marks.merges)):
        for line in lines:
            pen.line(there(line), fill=(255, 255, 255), width=2 * width + 2, joint="curve")
            pen.line(there(line), fill=MARK_COLOURS[kind], width=2 * width - 1, joint="curve")
            if kind == "merges":
                for place in there(line):
                    dot(place, kind)
    for seed in marks.seeds:
        dot(there((seed.at,))[0], "seeds")
    for place in there(marks.outside) if marks.outside else []:
        dot(place, "outside")
    if marks.outline:
        pen.polygon(there(marks.outline), outline=(255, 210, 0), width=width)
