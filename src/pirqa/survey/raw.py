"""What a reader hands on: outlines in elevation or bodies in space, in metres, not yet cleaned.

Axes as everywhere (:mod:`pirqa.model.stone`): ``x`` along the wall to the right, ``y`` from the front into it, ``z``
up. An outline lies in the plane of ``x`` and ``z``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pirqa.errors import SurveyError
from pirqa.model.masonry import ControlPoint
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.remark import Remark
from pirqa.units import LENGTH

LARGEST_FILE = 1_000_000_000
"""Bytes: what is larger is refused before it fills the memory."""

DrawnUnit = Literal["m", "cm", "mm", "km", "ft", "in"]


@dataclass(frozen=True, kw_only=True)
class ReadAs:
    """What a file may not say itself."""

    unit: DrawnUnit | None = None
    """Unit of the coordinates."""
    pixel: float | None = None
    """Side of a pixel on the wall [m], for what was traced on a picture."""
    up: Literal["y", "z"] | None = None
    """Axis that points up in a file of bodies."""
    skip: frozenset[str] = frozenset()
    """Layers that hold no stones."""
    simplify: float | None = None
    """How coarse outlines out of pictures may become [m]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Outline:
    """The front face of one stone, as drawn."""

    ring: FloatArray
    """Corners (x, z) [m], shape (n, 2), in either sense; the first is not repeated at the end."""
    name: str = ""
    """Name or number that the file gives the stone, if any."""
    layer: str = ""
    """Layer, label or category that the file puts it under, if any."""
    where: str = ""
    """How its owner finds it in the file, for messages: ``polyline 1F on layer "stones"``."""
    thickness: float | None = None
    """Thickness that the file gives the stone [m], if any."""
    material: str = ""
    """Material that the file gives the stone, if any."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Held:
    """What our own files also say: how stones are held and watched."""

    fixed: tuple[str, ...] = ()
    guided: tuple[str, ...] = ()
    control_points: tuple[ControlPoint, ...] = ()
    like: str = ""
    """Wall of the literature that a generated one resembles."""
    generated: bool = False
    """Whether the stones were made up."""
    tolerance: float | None = None
    """With which the wall was made [m]."""
    base: str | None = None
    """What the wall was taken to stand on."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Drawing:
    """Outlines of stones in elevation."""

    file: str
    format: str
    """Short name of the format: ``dxf``, ``labelme`` …"""
    outlines: tuple[Outline, ...]
    traced: bool = False
    """Whether outlines were traced one by one on a picture, so that joints lie open between them."""
    remarks: tuple[Remark, ...] = ()
    held: Held = field(default_factory=Held)
    scale: float = 1.0
    """Metres in a unit of the file; 1 for pictures."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Body:
    """One stone in space."""

    solid: Polyhedron
    name: str = ""
    layer: str = ""
    where: str = ""
    material: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Bodies:
    """Stones in space."""

    file: str
    format: str
    bodies: tuple[Body, ...]
    scanned: bool = False
    """Whether they are triangle meshes whose faces cannot be expected to match their neighbours'."""
    remarks: tuple[Remark, ...] = ()
    held: Held = field(default_factory=Held)


def read_bytes(path: Path) -> bytes:
    """The content of ``path``, or a :class:`SurveyError` that says why not."""
    try:
        if path.is_dir():
            raise SurveyError(f"{path}: is a folder; give a file, or a folder that holds meshes")
        if path.stat().st_size > LARGEST_FILE:
            raise SurveyError(f"{path}: is over {LARGEST_FILE // 1_000_000} MB; cut it into smaller files")
        return path.read_bytes()
    except OSError as error:
        raise SurveyError(f"{path}: cannot be read: {error.strerror or error}; check the path") from error


def drawn_unit(path: Path, asked: DrawnUnit | None, found: DrawnUnit | None) -> tuple[float, tuple[Remark, ...]]:
    """Metres in a unit of the file: what the user said, else what the file says, else an error."""
    if asked is None and found is None:
        raise SurveyError(
            f'{path}: does not say its unit; give it, for example unit = "mm" under [survey], or --unit mm'
        )
    unit = asked or found
    assert unit is not None
    if asked is not None and found is not None and asked != found:
        warning = Remark(kind="warning", key="unit_overruled", text=f"{found} → {asked}")
        return LENGTH.units[unit], (warning,)
    return LENGTH.units[unit], ()
