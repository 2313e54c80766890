"""A photo in a file, with its marks beside it, read as stones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pirqa.errors import SurveyError
from pirqa.model.remark import Remark
from pirqa.survey.formats.label_raster import drawing_from_labels, open_picture, upright
from pirqa.survey.image.find import Segmentation, find_stones
from pirqa.survey.image.marks import Marks, read_marks
from pirqa.survey.raw import Drawing, ReadAs

__all__ = ["load_photo", "marks_beside", "read_photo", "segment_photo"]

SIMPLIFY = 6.0
"""Pixels: edges of stones on a photo wander by as much, and nobody wants a joint in a hundred faces."""


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


def read_photo(path: Path, read_as: ReadAs, marks: Path | None = None) -> Drawing:
    """The stones on a photo as outlines that share their borders."""
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
