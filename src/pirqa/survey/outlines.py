"""Each outline by itself: closed, simple, with an area, drawn once. What is not is repaired and said, or refused.

Flaws of a drawing (gaps, overlaps and crossings) are found by stone and place, named in one message and kept for a
picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import shapely

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.raw import Drawing, Outline
from pirqa.survey.solids import signed_area

FlawKind = Literal["gap", "overlap", "crossing"]

_MOST_FLAWS = 12
"""Flaws that a message lists; the picture shows all."""
_MANY_CORNERS = 2000
"""Corners of one stone; a drawn stone has tens, a traced one hundreds."""
_TALLEST, _LOWEST = 200.0, 0.05
"""Heights of a wall [m] that nobody has built: the unit must be wrong."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Flaw:
    """One place where outlines do not fit together."""

    kind: FlawKind
    stones: tuple[str, ...]
    """Labels of the stones around it."""
    place: tuple[float, float]
    """(x, z) [m]"""
    area: float
    """[m2]"""
    width: float
    """Diameter of the largest circle in it [m]."""
    ring: FloatArray
    """Its border (x, z) [m], shape (n, 2)."""

    def __str__(self) -> str:
        x, z = self.place
        between = " and ".join(self.stones[:4]) or "no stone"
        words = {"gap": "gap between", "overlap": "overlap of", "crossing": "outline crosses itself:"}[self.kind]
        size = f", {self.width * 1e3:.3g} mm wide, {self.area * 1e4:.3g} cm²" if self.kind != "crossing" else ""
        return f"{words} {between} at x = {x:.3f} m, z = {z:.3f} m{size}"


def coverage_flaws(polygons: Sequence[Any], labels: Sequence[str], *, reach: float) -> list[Flaw]:
    """Overlaps of ``polygons`` and gaps between them; a slot that opens outwards counts up to the width ``reach``."""
    shapes = np.array(polygons, dtype=object)
    tree = shapely.STRtree(shapes)
    flaws = [
        _flaw("overlap", piece, (labels[one], labels[other]))
        for one, other in _crossing_pairs(tree, shapes)
        for piece in pieces_of(shapely.intersection(shapes[one], shapes[other]))
    ]
    whole = shapely.union_all(shapes)
    closed = whole.buffer(0.5 * reach, join_style="mitre").buffer(-0.5 * reach, join_style="mitre")
    holes = [shapely.Polygon(ring) for part in pieces_of(whole) for ring in part.interiors]
    inside = shapely.union_all(holes) if holes else shapely.Polygon()
    # thinner than a hair is what the closing itself leaves along a nearly straight edge
    slots = [piece for piece in pieces_of(closed.difference(whole).difference(inside)) if width_of(piece) > 1e-4]
    # what the closing adds at an inner corner of the outline touches one stone only: no slot
    for piece in (*holes, *slots):
        near = tree.query(piece, predicate="dwithin", distance=1e-6)
        if len(near) > 1:
            flaws.append(_flaw("gap", piece, tuple(labels[i] for i in sorted(near))))
    return [flaw for flaw in flaws if flaw.area > 1e-12]


def refuse_flaws(file: str, flaws: Sequence[Flaw], rings: Sequence[FloatArray], remedy: str) -> None:
    """Raise one error that names every flaw, the widest first."""
    if not flaws:
        return
    worst = sorted(flaws, key=lambda flaw: -flaw.width)
    lines = [str(flaw) for flaw in worst[:_MOST_FLAWS]]
    if len(worst) > _MOST_FLAWS:
        lines.append(f"… and {len(worst) - _MOST_FLAWS} more")
    head = f"{file}: the stones do not fit together; {remedy}"
    raise SurveyError("\n  ".join([head, *lines]), flaws=tuple(worst), rings=tuple(rings))


def width_of(polygon: Any) -> float:
    """Diameter of the largest circle inside ``polygon`` [m]: how wide a sliver is."""
    if polygon.is_empty or polygon.area <= 1e-9 * polygon.length:
        return 0.0  # a nanometre: rounding
    # precise enough to compare with a tolerance, and quick on long slivers
    precision = max(1e-6, 0.02 * polygon.area / max(polygon.length, 1e-12))
    return 2.0 * float(shapely.maximum_inscribed_circle(polygon, tolerance=precision).length)


def pieces_of(shape: Any) -> list[Any]:
    """The polygons in ``shape``, however deep in collections, the largest first."""
    parts = shapely.get_parts(shapely.get_parts(shape))
    found = [part for part in parts if part.geom_type == "Polygon" and part.area > 0.0]
    return sorted(found, key=lambda part: -part.area)


def _crossing_pairs(tree: shapely.STRtree, shapes: Any) -> list[tuple[int, int]]:
    one, other = tree.query(shapes, predicate="intersects")
    keep = one < other
    pairs = np.column_stack([one[keep], other[keep]])
    touch = shapely.touches(shapes[pairs[:, 0]], shapes[pairs[:, 1]])
    return [(int(i), int(j)) for i, j in pairs[~touch]]


def _flaw(kind: FlawKind, piece: Any, stones: tuple[str, ...]) -> Flaw:
    point = piece.representative_point()
    return Flaw(
        kind=kind,
        stones=stones,
        place=(float(point.x), float(point.y)),
        area=float(piece.area),
        width=width_of(piece),
        ring=np.asarray(piece.exterior.coords)[:-1],
    )


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
