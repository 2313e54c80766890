"""From a photo of a wall to its stones; needs the extra ``pirqa[image]`` where stones are looked for."""

from __future__ import annotations

from pathlib import Path

from pirqa.survey.raw import Drawing, ReadAs

__all__ = ["NAME", "SUFFIXES", "draw_overlay", "read"]

NAME = "image"
SUFFIXES = (".jpg", ".jpeg", ".png", ".tif", ".tiff")


def read(path: Path, read_as: ReadAs, marks: Path | None = None) -> Drawing:
    """The stones on a photo, with its marks: ``marks``, or the file ``<stem>.marks.toml`` beside it if there is one."""
    # label pictures need a part of this package and photos need label pictures: so late
    from pirqa.survey.image.photo import read_photo

    return read_photo(path, read_as, marks)


def draw_overlay(path: Path, marks: Path | None = None, pixel: float | None = None) -> bytes:
    """A PNG of a photo with its stones tinted and numbered and its marks drawn; ``pixel`` [m] if no mark gives it."""
    from pirqa.survey.image.overlay import overlay
    from pirqa.survey.image.photo import segment_photo

    found, marked = segment_photo(path, ReadAs(pixel=pixel), marks)
    return overlay(found.picture, found.labels, found.names, marks=marked, frame=found.frame)
