"""COCO JSON: annotations of one picture, as polygons in pixels; also what CVAT and Label Studio export as COCO."""

from __future__ import annotations

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
    stone_name,
)
from pirqa.survey.raw import Drawing, ReadAs
from pirqa.survey.solids import signed_area

NAME = "coco"


def recognises(data: bytes) -> bool:
    """Whether the content looks like COCO."""
    return (
        opens_object(data) and b'"annotations"' in data and any(key in data for key in (b'"images"', b'"categories"'))
    )


def read(path: Path, read_as: ReadAs) -> Drawing:
    """Outlines of a COCO file; its categories are layers."""
    pixel_side(path, read_as)
    content = parse_json(path)
    annotations = _listed(path, content, "annotations")
    if annotations is None:
        raise SurveyError(f'{path}: has no list of "annotations"; export it as COCO again')
    images = _by_id(path, "image", _listed(path, content, "images") or [])
    categories = _by_id(path, "category", _listed(path, content, "categories") or [])
    names = {key: clean_text(found.get("name"), f"{path}: name of a category") for key, found in categories.items()}
    traced: list[Traced] = []
    remarks: tuple[Remark, ...] = ()
    left_out: dict[str, list[str]] = {}
    for number, annotation in enumerate(annotations, start=1):
        where = _where(path, number, annotation)
        rings, boxed = _rings(f"{path}: {where}", annotation)
        kept = [ring for ring in rings if ring is not None]
        if not kept:
            left_out.setdefault("encloses nothing", []).append(where)
            continue
        areas = [abs(signed_area(ring)) for ring in kept]
        largest = areas.index(max(areas))
        if len(kept) > 1:
            share = 1.0 - areas[largest] / sum(areas) if sum(areas) > 0.0 else 0.0
            remarks += (Remark(kind="warning", key="parts_left_out", count=len(kept) - 1, amount=share, text=where),)
        if boxed:
            remarks += (Remark(kind="assumption", key="box_as_outline", count=1, text=where),)
        traced.append(
            Traced(
                ring=kept[largest],
                name=_name(path, where, annotation),
                layer=_layer(path, where, annotation, names),
                where=where,
            )
        )
    remarks += skipped(left_out)
    height = _height(path, annotations, images)
    return draw_traced(path, NAME, traced, height=height, read_as=read_as, remarks=_gathered(remarks))


def _gathered(remarks: tuple[Remark, ...]) -> tuple[Remark, ...]:
    """Boxes in one remark instead of one each."""
    boxes = [remark.text for remark in remarks if remark.key == "box_as_outline"]
    if not boxes:
        return remarks
    one = Remark(kind="assumption", key="box_as_outline", count=len(boxes), text=", ".join(boxes[:5]))
    return (*(remark for remark in remarks if remark.key != "box_as_outline"), one)


def _listed(path: Path, content: dict[str, Any], key: str) -> list[Any] | None:
    found = content.get(key)
    if found is None:
        return None
    if not isinstance(found, list):
        raise SurveyError(f'{path}: "{key}" is a {type(found).__name__}, not a list; export it as COCO again')
    if len(found) > MOST_SHAPES:
        raise SurveyError(f'{path}: "{key}" has {len(found)} entries, over {MOST_SHAPES}; cut it into parts')
    return found


def _by_id(path: Path, kind: str, entries: list[Any]) -> dict[object, dict[str, Any]]:
    found: dict[object, dict[str, Any]] = {}
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, dict):
            raise SurveyError(f"{path}: {kind} {number} is a {type(entry).__name__}, not an object; export it again")
        found[_key(entry.get("id"), f"{path}: id of {kind} {number}")] = entry
    return found


def _key(value: object, what: str) -> object:
    if isinstance(value, bool) or not isinstance(value, (int, str, type(None))):
        raise SurveyError(f"{what} is a {type(value).__name__}, not a whole number; export it as COCO again")
    return value


def _where(path: Path, number: int, annotation: object) -> str:
    if not isinstance(annotation, dict):
        raise SurveyError(
            f"{path}: annotation {number} is a {type(annotation).__name__}, not an object; export it again"
        )
    own = clean_text(_key(annotation.get("id"), f"{path}: id of annotation {number}"), "id")
    return f"annotation {own}" if own else f"annotation in place {number}"


def _name(path: Path, where: str, annotation: dict[str, Any]) -> str:
    attributes = annotation.get("attributes")
    if not isinstance(attributes, dict):
        return ""
    return stone_name({str(key).lower(): value for key, value in attributes.items()}, f"{path}: {where}: its ")


def _layer(path: Path, where: str, annotation: dict[str, Any], names: dict[object, str]) -> str:
    category = _key(annotation.get("category_id"), f"{path}: {where}: its category_id")
    return names.get(category) or clean_text(category, f"{path}: {where}: its category_id")


def _rings(what: str, annotation: dict[str, Any]) -> tuple[list[FloatArray | None], bool]:
    """Polygons of an annotation, and whether its box had to stand for them."""
    segmentation = annotation.get("segmentation")
    if isinstance(segmentation, dict):
        raise SurveyError(
            f"{what} is a run-length mask, not a polygon; export with polygons, or give the picture of labels instead"
        )
    if segmentation is not None and not isinstance(segmentation, list):
        raise SurveyError(f"{what}: segmentation is a {type(segmentation).__name__}, not a list; export it again")
    if segmentation:
        # some writers leave out the outer list where there is one polygon
        nested = any(isinstance(part, list) for part in segmentation)
        parts = segmentation if nested else [segmentation]
        return [_polygon(f"{what}: polygon {number}", part) for number, part in enumerate(parts, start=1)], False
    box = annotation.get("bbox")
    if box is None:
        return [], False
    if not isinstance(box, list) or len(box) != 4:
        raise SurveyError(f"{what}: bbox is not a list of four numbers; export it again")
    left, top, width, height = (read_number(value, f"{what}: bbox") for value in box)
    corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    return [clean_ring(corners, what)], True


def _polygon(what: str, part: object) -> FloatArray | None:
    if not isinstance(part, list):
        raise SurveyError(f"{what} is a {type(part).__name__}, not a list of numbers; draw it again")
    if len(part) % 2:
        raise SurveyError(f"{what} has {len(part)} numbers: an x has no y; draw it again")
    values = [read_number(value, f"{what}: number {place}") for place, value in enumerate(part, start=1)]
    return clean_ring(list(zip(values[::2], values[1::2], strict=True)), what)


def _height(path: Path, annotations: list[Any], images: dict[object, dict[str, Any]]) -> float | None:
    """Height of the one picture that all annotations lie on [pixels], if the file says it."""
    used = {
        _key(annotation.get("image_id"), f"{path}: image_id of annotation {number}"): None
        for number, annotation in enumerate(annotations, start=1)
    }
    if len(used) > 1:
        names = [clean_text(images.get(key, {}).get("file_name") or str(key)[:40], "file_name") for key in used]
        raise SurveyError(
            f"{path}: annotates {len(used)} pictures ({', '.join(names[:5])}); export one picture at a time"
        )
    key = next(iter(used), None)
    image = images.get(key)
    if image is None and key is None and len(images) == 1:
        image = next(iter(images.values()))
    if image is None or image.get("height") is None:
        return None
    return picture_height(image["height"], f"{path}: height of image {str(key)[:40]}", "export it as COCO again")
