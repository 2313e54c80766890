"""Each outline by itself: closed, simple, with an area, drawn once. What is not is repaired and said, or refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import shapely

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.flaws import Flaw, pieces_of, refuse_flaws, width_of
from pirqa.survey.raw import Drawing, Outline
from pirqa.survey.solids import signed_area

_MANY_CORNERS = 2000
"""Corners of one stone; a drawn stone has tens, a traced one hundreds."""
_TALLEST, _LOWEST = 200.0, 0.05
"""Heights of a wall [m] that nobody has built: the unit must be wrong."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CleanOutlines:
    """Simple counter-clockwise outlines, at the origin, and what was done to them."""

    outlines: tuple[Outline, ...]
    remarks: tuple[Remark, ...]
    frame: FloatArray | None
    """The wall's own outline, where it was drawn around the stones; shape (n, 2) [m]."""
    area: float
    """Sum of the outlines' areas as drawn [m2]."""
    corner: FloatArray
    """Where the wall's lower left corner was drawn (x, z) [m]."""


def label(outline: Outline, index: int) -> str:
    """How messages call a stone that has no number yet."""
    if outline.name:
        return f'"{outline.name}"'
    return outline.where or f"outline {index + 1}"


def clean_outlines(drawing: Drawing, *, tolerance: float) -> CleanOutlines:
    """The outlines of ``drawing``, checked one by one; the lower left corner of the wall becomes the origin."""
    if not drawing.outlines:
        raise SurveyError(f"{drawing.file}: has no stones; draw each as a closed outline")
    remarks: list[Remark] = []
    kept: list[Outline] = []
    specks: list[str] = []
    crossings: list[Flaw] = []
    for index, outline in enumerate(drawing.outlines):
        name = label(outline, index)
        ring = _ring(outline.ring, f"{drawing.file}: {name}", name, tolerance, remarks)
        if ring is None or _is_speck(ring, tolerance):
            specks.append(name)
            continue
        ring, flaw = _simple(ring, name, tolerance, remarks)
        if flaw is not None:
            crossings.append(flaw)
        kept.append(replace(outline, ring=ring if signed_area(ring) > 0.0 else ring[::-1]))
    if specks:
        remarks.append(Remark(kind="repair", key="no_area", stones=tuple(specks), count=len(specks)))
    if not kept:
        raise SurveyError(f"{drawing.file}: none of its {len(drawing.outlines)} outlines has an area")
    refuse_flaws(drawing.file, crossings, [outline.ring for outline in kept], "draw these outlines again")
    kept = _without_duplicates(kept, tolerance, remarks)
    kept, frame = _without_frame(kept, remarks)
    kept = _with_own_names(kept, drawing.file)
    corner = np.min([outline.ring.min(axis=0) for outline in kept], axis=0)
    height = float(max(outline.ring[:, 1].max() for outline in kept) - corner[1])
    check_size(drawing.file, height)
    _refuse_mixed_units(kept, drawing.file)
    if np.abs(corner).max() > 1e-9:
        place = (float(corner[0]), float(corner[1]))
        remarks.append(Remark(kind="assumption", key="origin", place=place))
    moved = tuple(replace(outline, ring=outline.ring - corner) for outline in kept)
    return CleanOutlines(
        outlines=moved,
        remarks=tuple(remarks),
        frame=None if frame is None else frame - corner,
        area=sum(signed_area(outline.ring) for outline in moved),
        corner=corner,
    )


def check_size(file: str, height: float) -> None:
    """Refuse a wall so high or low that its unit must be wrong; ``height`` [m]."""
    if not _LOWEST <= height <= _TALLEST:
        raise SurveyError(
            f"{file}: the wall would be {height:.4g} m high, so the unit must be wrong; "
            'give it, for example unit = "mm" under [survey], or --unit mm (for a picture: pixel)'
        )


def _ring(ring: FloatArray, where: str, name: str, tolerance: float, remarks: list[Remark]) -> FloatArray | None:
    """Finite, without repeated corners, with a number of corners that can be handled."""
    ring = np.asarray(ring, dtype=np.float64)
    if not np.all(np.isfinite(ring)):
        raise SurveyError(f"{where} has a corner that is not a finite number; draw it again")
    different = np.any(np.abs(ring - np.roll(ring, 1, axis=0)) > 1e-9, axis=1)
    ring = ring[different]
    if len(ring) < 3:
        return None
    if len(ring) > _MANY_CORNERS:
        fewer = np.asarray(shapely.simplify(shapely.LinearRing(ring), 0.25 * tolerance).coords)[:-1]
        remarks.append(
            Remark(
                kind="repair",
                key="fewer_corners",
                stones=(name,),
                count=len(ring) - len(fewer),
                amount=0.25 * tolerance,
                unit="m",
            )
        )
        ring = fewer
    return ring


def _is_speck(ring: FloatArray, tolerance: float) -> bool:
    """Whether it is a point or a line; judged by its hull, because an outline that crosses itself may have no area."""
    around = shapely.convex_hull(shapely.MultiPoint(ring))
    return bool(around.area <= max(tolerance, 1e-4) ** 2 or around.area <= 0.1 * tolerance * around.length)


def _simple(ring: FloatArray, name: str, tolerance: float, remarks: list[Remark]) -> tuple[FloatArray, Flaw | None]:
    """Without loops: one no wider than the tolerance is cut off and said, another is a flaw."""
    polygon = shapely.Polygon(ring)
    if polygon.is_valid:
        return ring, None
    best, *loops = pieces_of(shapely.make_valid(polygon)) or [None]
    lost = sum(loop.area for loop in loops)
    small = all(width_of(loop) <= tolerance for loop in loops)
    if best is not None and not best.interiors and small and lost < 0.01 * best.area:
        remarks.append(Remark(kind="repair", key="loop_cut", stones=(name,), amount=lost, unit="m2"))
        return np.asarray(best.exterior.coords)[:-1], None
    reason = shapely.is_valid_reason(polygon)
    place = _place_in(reason, ring)
    return ring, Flaw(kind="crossing", stones=(name,), place=place, area=lost, width=0.0, ring=ring)


def _place_in(reason: str, ring: FloatArray) -> tuple[float, float]:
    """The point that GEOS names: ``Self-intersection[1.5 0.5]``."""
    inside = reason.partition("[")[2].rstrip("]").split()
    if len(inside) == 2:
        return float(inside[0]), float(inside[1])
    return float(ring[0, 0]), float(ring[0, 1])


def _without_duplicates(outlines: list[Outline], tolerance: float, remarks: list[Remark]) -> list[Outline]:
    """Of outlines drawn twice, the first."""
    polygons = np.array([shapely.Polygon(outline.ring) for outline in outlines], dtype=object)
    tree = shapely.STRtree(polygons)
    one, other = tree.query(polygons, predicate="intersects")
    pairs = [(int(i), int(j)) for i, j in zip(one, other, strict=True) if i < j]
    twice: dict[int, int] = {}
    for i, j in pairs:
        size = max(polygons[i].area, polygons[j].area)
        if abs(polygons[i].area - polygons[j].area) > 0.05 * size:
            continue
        if shapely.intersection(polygons[i], polygons[j]).area > 0.5 * size and (
            shapely.symmetric_difference(polygons[i], polygons[j]).area <= tolerance * polygons[i].length
        ):
            # of two that are the same, the one that says more about itself
            keep, drop = (j, i) if outlines[j].name and not outlines[i].name else (i, j)
            twice[drop] = keep
    if twice:
        names = tuple(f"{label(outlines[j], j)} = {label(outlines[i], i)}" for j, i in twice.items())
        remarks.append(Remark(kind="repair", key="drawn_twice", stones=names, count=len(names)))
    return [outline for index, outline in enumerate(outlines) if index not in twice]


def _without_frame(outlines: list[Outline], remarks: list[Remark]) -> tuple[list[Outline], FloatArray | None]:
    """Without the outline of the wall itself, where somebody drew it around the stones."""
    if len(outlines) < 3:
        return outlines, None
    areas = np.array([signed_area(outline.ring) for outline in outlines])
    largest = int(areas.argmax())
    rest = areas.sum() - areas[largest]
    frame = shapely.Polygon(outlines[largest].ring)
    # grown a little: a frame drawn by hand cuts some stones by millimetres
    grown: Any = frame.buffer(0.01 * np.sqrt(areas[largest]))
    inside = [
        index
        for index, outline in enumerate(outlines)
        if index != largest and grown.contains(shapely.Polygon(outline.ring))
    ]
    if len(inside) < 2 or areas[inside].sum() < 0.5 * areas[largest] or rest < 0.5 * areas[largest]:
        return outlines, None
    remarks.append(Remark(kind="assumption", key="frame", stones=(label(outlines[largest], largest),)))
    return [outline for index, outline in enumerate(outlines) if index != largest], outlines[largest].ring


def _with_own_names(outlines: Sequence[Outline], file: str) -> list[Outline]:
    """Each name once; where a file gives one to several stones it is refused."""
    seen: dict[str, Outline] = {}
    for outline in outlines:
        if outline.name and outline.name in seen:
            places = " and ".join(
                f"x = {point[0]:.3f}, z = {point[1]:.3f} m"
                for point in (seen[outline.name].ring.mean(axis=0), outline.ring.mean(axis=0))
            )
            raise SurveyError(f'{file}: two stones are called "{outline.name}" ({places}): give each its own name')
        seen[outline.name] = outline
    return list(outlines)


def _refuse_mixed_units(outlines: Sequence[Outline], file: str) -> None:
    """Some stones a thousand times as large as the others: metres and millimetres in one drawing."""
    sizes = np.sqrt([signed_area(outline.ring) for outline in outlines])
    median = float(np.median(sizes))
    for index, (outline, size) in enumerate(zip(outlines, sizes, strict=True)):
        if size > 50.0 * median or size < median / 200.0:
            raise SurveyError(
                f"{file}: {label(outline, index)} is {size:.3g} m large and the median stone {median:.3g} m: "
                "mixed units, or something that is no stone; scale or delete it"
            )
