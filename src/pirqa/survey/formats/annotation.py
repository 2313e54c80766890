"""What the readers of annotations share: outlines traced on a picture, in pixels, brought to metres."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import shapely

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.raw import Drawing, Outline, ReadAs, read_bytes

LARGEST_TEXT = 300_000_000
"""Bytes of an annotation file."""
MOST_SHAPES = 100_000
MOST_CORNERS = 100_000
LARGEST_PIXEL = 1e7
"""No picture has more pixels along a side."""
_NAME_KEYS = ("name", "id", "number")
"""Attributes that name a stone, in the order in which they are asked for."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Traced:
    """One outline in pixels of its picture, y down, shape (n, 2)."""

    ring: FloatArray
    name: str = ""
    layer: str = ""
    where: str = ""


def read_text(path: Path) -> bytes:
    """The content of an annotation file; too large a one is refused before it is taken apart."""
    data = read_bytes(path)
    if len(data) > LARGEST_TEXT:
        raise SurveyError(
            f"{path}: is over {LARGEST_TEXT // 1_000_000} MB; save it without the picture in it, or cut it into parts"
        )
    return data


def parse_json(path: Path) -> dict[str, Any]:
    """The object that a JSON file holds."""
    data = read_text(path)
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise SurveyError(f"{path}: is not text in UTF-8 (byte {error.start}); save it as UTF-8") from error
    except json.JSONDecodeError as error:
        raise SurveyError(
            f"{path}: line {error.lineno}: is not JSON: {error.msg}; the file may be cut off: export it again"
        ) from error
    except (RecursionError, MemoryError, ValueError) as error:
        raise SurveyError(
            f"{path}: cannot be taken apart as JSON: nested too deep or too large; export it again"
        ) from error
    if not isinstance(found, dict):
        raise SurveyError(f"{path}: holds a {type(found).__name__} where an object was expected; export it again")
    return found


def pixel_side(path: Path, read_as: ReadAs) -> float:
    """Side of a pixel on the wall [m], which only the user knows."""
    if read_as.pixel is None:
        raise SurveyError(
            f"{path}: no scale: outlines are in pixels; give the side of a pixel on the wall, for example "
            'pixel = "4 mm" under [survey], or --pixel "4 mm"'
        )
    if not (math.isfinite(read_as.pixel) and read_as.pixel > 0.0):
        raise SurveyError(f'{path}: pixel must be greater than 0, got {read_as.pixel:g} m; give for example "4 mm"')
    return read_as.pixel


def clean_text(value: object, what: str) -> str:
    """A label or name as one line of text; nothing for null."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise SurveyError(f"{what} is a {type(value).__name__}, not text; write it in quotes")
    text = repr(value) if isinstance(value, float) else str(value) if _is_short(value) else "?"
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:120]


def _is_short(value: str | int) -> bool:
    # very long whole numbers are refused by str() itself
    return isinstance(value, str) or abs(value) < 10**18


def read_number(value: object, what: str) -> float:
    """A finite number of pixels."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        shown = (
            "nothing" if value is None else f"{str(value)[:40]!r}" if isinstance(value, str) else type(value).__name__
        )
        raise SurveyError(f"{what} is {shown}, not a number; correct it or draw the outline again")
    if not abs(value) <= LARGEST_PIXEL:  # also what is not a number at all
        raise SurveyError(f"{what} is not a number of pixels that a picture can have; draw the outline again")
    return float(value)


def clean_ring(points: Sequence[tuple[float, float]], what: str) -> FloatArray | None:
    """Corners without repetition, shape (n, 2); nothing where fewer than three are left or they enclose nothing."""
    if len(points) > MOST_CORNERS:
        raise SurveyError(f"{what} has {len(points)} corners, over {MOST_CORNERS}; simplify it")
    kept = [point for i, point in enumerate(points) if point != points[i - 1]]
    if len(set(kept)) < 3:
        return None
    ring = np.array(kept)
    spread = ring - ring[0]
    # all on one line: the second singular value is nothing beside the first
    sizes = np.linalg.svd(spread, compute_uv=False)
    return ring if sizes[1] > 1e-9 * sizes[0] else None


def unite(rings: Sequence[FloatArray], what: str) -> tuple[FloatArray, int, float]:
    """The ring around parts of one stone, the number of parts left out because they lie apart, and its share of all."""
    if len(rings) == 1:
        return rings[0], 0, 1.0
    try:
        shapes = [shapely.make_valid(shapely.Polygon(ring), method="structure") for ring in rings]
        merged = shapely.unary_union(shapes)
        parts = [part for part in shapely.get_parts(merged) if part.geom_type == "Polygon" and part.area > 0.0]
    except (shapely.GEOSException, ValueError) as error:
        raise SurveyError(f"{what}: its parts cannot be joined; draw it as one polygon") from error
    if not parts:
        raise SurveyError(f"{what}: its parts enclose nothing; draw it again")
    largest = max(parts, key=lambda part: part.area)
    if largest.area < 0.99 * shapely.Polygon(largest.exterior).area:
        raise SurveyError(f"{what}: its parts leave a hole between them; draw it as one polygon")
    ring = shapely.get_coordinates(largest.exterior)[:-1]
    return ring, len(parts) - 1, float(largest.area / sum(part.area for part in parts))


def skipped(left_out: Mapping[str, Sequence[str]]) -> tuple[Remark, ...]:
    """Return a remark for each kind of shapes that were left out."""
    return tuple(
        Remark(kind="warning", key="annotations_skipped", count=len(wheres), text=f"{kind}: {', '.join(wheres[:5])}")
        for kind, wheres in left_out.items()
    )


def opens_object(data: bytes) -> bool:
    """Return whether the content begins like a JSON object."""
    return data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def stone_name(named: Mapping[str, object], what: str = "") -> str:
    """Return the name among the attributes of a stone, whose keys are in lower case; ``what`` opens messages."""
    found = (clean_text(named.get(key), f"{what}{key}") for key in _NAME_KEYS)
    return next((name for name in found if name), "")


def picture_height(value: object, what: str, remedy: str) -> float:
    """Return the height of the picture [pixels]."""
    height = read_number(value, what)
    if height <= 0.0:
        raise SurveyError(f"{what} is {height:g}; {remedy}")
    return height


def draw_traced(
    path: Path,
    form: str,
    shapes: Iterable[Traced],
    *,
    height: float | None,
    read_as: ReadAs,
    remarks: tuple[Remark, ...] = (),
) -> Drawing:
    """Outlines in metres, z up from the foot of the picture, whose ``height`` in pixels the file may say."""
    side = pixel_side(path, read_as)
    found = tuple(shapes)
    if not found:
        raise SurveyError(f"{path}: holds no polygon or rectangle; outline the stones, save and try again")
    if len(found) > MOST_SHAPES:
        raise SurveyError(f"{path}: holds {len(found)} outlines, over {MOST_SHAPES}; cut it into parts")
    lowest = max(float(np.max(shape.ring[:, 1])) for shape in found)
    if height is None:
        height = lowest
        remarks += (Remark(kind="assumption", key="picture_height", amount=height * side, unit="m"),)
    elif lowest > 1.01 * height + 1.0:
        outside = [shape.where for shape in found if float(np.max(shape.ring[:, 1])) > 1.01 * height + 1.0]
        remarks += (Remark(kind="warning", key="outside_picture", count=len(outside), text=", ".join(outside[:5])),)
    outlines = tuple(
        Outline(
            ring=np.column_stack([shape.ring[:, 0] * side, (height - shape.ring[:, 1]) * side]),
            name=shape.name,
            layer=shape.layer,
            where=shape.where,
        )
        for shape in found
    )
    return Drawing(file=str(path), format=form, outlines=outlines, traced=True, remarks=remarks)
