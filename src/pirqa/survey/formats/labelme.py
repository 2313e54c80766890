"""LabelMe JSON: one file a picture, with polygons and rectangles in pixels."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.formats.annotation import (
    MOST_SHAPES,
    Traced,
    clean_ring,
    clean_text,
    draw_traced,
    opens_object,
    parse_json,
    picture_height,
    pixel_side,
    read_number,
    skipped,
    unite,
)
from pirqa.survey.raw import Drawing, ReadAs

NAME = "labelme"


@dataclass
class _Stone:
    """Parts of one stone, gathered while the file is read."""

    label: str
    where: str
    rings: list[FloatArray] = field(default_factory=list)


def recognises(data: bytes) -> bool:
    """Whether the content looks like LabelMe's."""
    return (
        opens_object(data)
        and b'"shapes"' in data
        and any(key in data for key in (b'"imagePath"', b'"shape_type"', b'"imageData"'))
    )


def read(path: Path, read_as: ReadAs) -> Drawing:
    """Outlines of a LabelMe file.

    Parts with one label and one ``group_id`` are one stone. A label that only one stone has is its name, else it is
    the layer.
    """
    pixel_side(path, read_as)
    content = parse_json(path)
    shapes = content.get("shapes")
    if not isinstance(shapes, list):
        raise SurveyError(f'{path}: has no list of "shapes"; save it with LabelMe again')
    if len(shapes) > MOST_SHAPES:
        raise SurveyError(f"{path}: holds {len(shapes)} shapes, over {MOST_SHAPES}; cut it into parts")
    stones: dict[object, _Stone] = {}
    left_out: dict[str, list[str]] = {}
    for number, shape in enumerate(shapes, start=1):
        _gather(path, number, shape, stones, left_out)
    labels = Counter(stone.label for stone in stones.values())
    traced: list[Traced] = []
    remarks: tuple[Remark, ...] = ()
    for stone in stones.values():
        unique = labels[stone.label] == 1
        ring, apart, share = unite(stone.rings, f"{path}: {stone.where}")
        if share < 0.5:
            raise SurveyError(
                f"{path}: {stone.where}: the {len(stone.rings)} parts of its group lie apart; give each stone its own "
                "group_id, or none"
            )
        if len(stone.rings) > 1:
            remarks += _joined(stone, apart, share)
        traced.append(
            Traced(
                ring=ring,
                name=stone.label if unique else "",
                layer="" if unique else stone.label,
                where=stone.where,
            )
        )
    remarks += skipped(left_out)
    height = content.get("imageHeight")
    if height is not None:
        height = picture_height(height, f"{path}: imageHeight", "save it with LabelMe again")
    return draw_traced(path, NAME, traced, height=height, read_as=read_as, remarks=remarks)


def _joined(stone: _Stone, apart: int, share: float) -> tuple[Remark, ...]:
    made = Remark(kind="repair", key="parts_joined", count=len(stone.rings), text=stone.where)
    if not apart:
        return (made,)
    return made, Remark(kind="warning", key="parts_left_out", count=apart, amount=1.0 - share, text=stone.where)


def _gather(
    path: Path, number: int, shape: object, stones: dict[object, _Stone], left_out: dict[str, list[str]]
) -> None:
    """Put one shape with its stone, or among those left out."""
    if not isinstance(shape, dict):
        raise SurveyError(f"{path}: shape {number} is a {type(shape).__name__}, not an object; draw it again")
    label = clean_text(shape.get("label"), f"{path}: shape {number}: its label")
    where = f'shape {number} "{label}"' if label else f"shape {number}"
    kind = clean_text(shape.get("shape_type") or "polygon", f"{path}: {where}: its shape_type")
    if kind not in ("polygon", "rectangle"):
        left_out.setdefault(kind, []).append(where)
        return
    points = _points(f"{path}: {where}", shape.get("points"))
    if kind == "rectangle" and len(points) == 2:
        (left, top), (right, bottom) = points
        points = [(left, top), (right, top), (right, bottom), (left, bottom)]
    ring = clean_ring(points, f"{path}: {where}")
    if ring is None:
        left_out.setdefault("encloses nothing", []).append(where)
        return
    group = shape.get("group_id")
    if group is not None and (isinstance(group, bool) or not isinstance(group, (int, str))):
        raise SurveyError(f"{path}: {where}: group_id is a {type(group).__name__}, not a number; correct it")
    key: object = number if group is None else (label, group)
    stones.setdefault(key, _Stone(label=label, where=where)).rings.append(ring)


def _points(what: str, points: Any) -> list[tuple[float, float]]:
    if not isinstance(points, list):
        raise SurveyError(f'{what} has no list of "points"; draw it again')
    found = []
    for place, point in enumerate(points, start=1):
        if not isinstance(point, list) or len(point) != 2:
            raise SurveyError(f"{what}: corner {place} is not a pair of numbers; draw it again")
        x, y = (read_number(value, f"{what}: corner {place}") for value in point)
        found.append((x, y))
    return found
