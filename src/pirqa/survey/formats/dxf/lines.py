"""Stones out of loose lines: the faces that lines and open polylines enclose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.formats.dxf.ends import SAME, Segments, cut_segments, join_segments, snap_ends
from pirqa.survey.raw import Outline
from pirqa.survey.solids import signed_area

__all__ = ["Strand", "Woven", "contains", "weave"]

_GRID = 1e-7
"""Crossings are rounded to this [m], which makes finding them safe."""
_SLIVER = 0.02
"""Part of a closed outline's area that lines along its border may cut off."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Strand:
    """A line, arc or polyline that does not close."""

    points: FloatArray
    """(x, z) [m], shape (n, 2)"""
    where: str
    layer: str
    polyline: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class Woven:
    """What strands enclose."""

    outlines: tuple[Outline, ...]
    divided: frozenset[int]
    """Closed outlines, by number, that strands cut into several."""
    remarks: tuple[Remark, ...]


def contains(ring: FloatArray, points: FloatArray) -> NDArray[np.bool_]:
    """Which ``points``, shape (m, 2), lie inside ``ring``, shape (n, 2), also where it crosses itself (even-odd)."""
    inside = np.zeros(len(points), dtype=bool)
    following = np.roll(ring, -1, axis=0)
    for index, (x, z) in enumerate(points):
        over = (ring[:, 1] > z) != (following[:, 1] > z)
        a, b = ring[over], following[over]
        crossing = a[:, 0] + (z - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
        inside[index] = bool(np.count_nonzero(crossing > x) % 2)
    return inside


def weave(path: Path, strands: Sequence[Strand], rings: Sequence[FloatArray], *, snap: float) -> Woven:
    """The faces that ``strands`` enclose, alone or together with the closed ``rings``.

    Free ends are moved to the next end or line within ``snap`` [m]. Ends that stay free are remarks, or the error
    where nothing is enclosed at all; an open polyline that bounds no face is an error.
    """
    segments, moves = snap_ends(cut_segments([strand.points for strand in strands], rings), snap)
    lines = shapely.get_parts(shapely.unary_union(join_segments(segments), grid_size=_GRID))
    faces = shapely.get_parts(shapely.polygonize(lines))
    dangling, trimmed = _free_ends(lines, segments, snap)
    borders = _find_borders(faces, segments)
    used = {strand for border in borders for strand in border.lengths}
    _refuse_open(path, strands, used, dangling, nothing=not (len(faces) or len(rings)))
    chosen, divided = _choose_faces(faces, borders, rings)
    remarks = []
    moved = moves + trimmed
    if moved:
        remarks.append(Remark(kind="repair", key="ends_snapped", count=len(moved), amount=max(moved), unit="m"))
    if dangling:
        strand, place = dangling[0]
        remarks.append(
            Remark(kind="warning", key="ends_dangling", count=len(dangling), place=place, text=strands[strand].where)
        )
    idle = set(range(len(strands))) - used - {strand for strand, _ in dangling}
    if idle:
        remarks.append(Remark(kind="warning", key="lines_unused", count=len(idle), text=strands[min(idle)].where))
    tree = cKDTree(segments.corners)
    outlines = []
    for number in chosen:
        outline = _outline(faces[number], borders[number], strands, segments, tree)
        outlines.append(outline)
        if shapely.get_num_interior_rings(faces[number]):
            place = _place(faces[number])
            remarks.append(Remark(kind="warning", key="face_with_hole", place=place, text=outline.where))
    return Woven(outlines=tuple(outlines), divided=divided, remarks=tuple(remarks))


def _place(face: shapely.Geometry) -> tuple[float, float]:
    x, z = shapely.get_coordinates(shapely.point_on_surface(face))[0].tolist()
    return x, z


def _outline(
    face: shapely.Geometry, border: _Border, strands: Sequence[Strand], segments: Segments, tree: cKDTree
) -> Outline:
    """The outer ring of ``face``, on the layer that most of its border is on."""
    ring = shapely.get_coordinates(shapely.get_exterior_ring(face))[:-1]
    # back from the grid to the corners as drawn
    distances, nearest = tree.query(ring)
    near = distances < 2.0 * _GRID
    ring[near] = segments.corners[np.asarray(nearest)[near]]
    layers: dict[str, float] = defaultdict(float)
    for strand, length in border.lengths.items():
        layers[strands[strand].layer] += length
    layer = max(sorted(layers), key=lambda name: layers[name])
    x, z = _place(face)
    return Outline(ring=ring, layer=layer, where=f'lines on layer "{layer}" around ({x:.3f}, {z:.3f}) m')


def _free_ends(
    lines: NDArray[np.object_], segments: Segments, snap: float
) -> tuple[list[tuple[int, tuple[float, float]]], list[float]]:
    """Ends that hang in the air with their strand, and the lengths of those too short to mention."""
    tips = np.stack([shapely.get_coordinates(shapely.get_point(lines, place)) for place in (0, -1)], axis=1)
    _, numbers, counts = np.unique(
        np.round(tips.reshape(-1, 2) / _GRID).astype(np.int64), axis=0, return_inverse=True, return_counts=True
    )
    degrees = counts[numbers.reshape(-1)].reshape(-1, 2)
    lengths = shapely.length(lines)
    mine = segments.owners < segments.strands
    owners, tree = segments.owners[mine], cKDTree(segments.ends[mine].reshape(-1, 2))
    dangling, trimmed = [], []
    for index, end in np.argwhere(degrees == 1).tolist():
        if lengths[index] <= snap and degrees[index, 1 - end] > 2:
            trimmed.append(float(lengths[index]))
            continue
        x, z = tips[index, end].tolist()
        _, nearest = tree.query((x, z))
        dangling.append((int(owners[int(nearest) // 2]), (x, z)))
    return dangling, trimmed


@dataclass(frozen=True, kw_only=True)
class _Border:
    """What a face is bounded by."""

    lengths: dict[int, float]
    """Length along each strand [m], by number."""
    loose: bool
    """Whether a strand bounds it where no ring does."""


def _find_borders(faces: NDArray[np.object_], segments: Segments) -> list[_Border]:
    rings, parents = shapely.get_rings(faces, return_index=True)
    points, indices = shapely.get_coordinates(rings, return_index=True)
    within = indices[:-1] == indices[1:]
    starts, stops = points[:-1][within], points[1:][within]
    lengths = np.hypot(*(stops - starts).T).tolist()
    tree = shapely.STRtree(np.asarray(shapely.linestrings(segments.ends)))
    pieces, sources = tree.query(shapely.points(0.5 * (starts + stops)), predicate="dwithin", distance=SAME)
    owners: list[set[int]] = [set() for _ in lengths]
    for piece, source in zip(pieces.tolist(), segments.owners[sources].tolist(), strict=True):
        owners[piece].add(source)
    shares: list[dict[int, float]] = [{} for _ in faces]
    loose = [False] * len(faces)
    for piece, face in enumerate(parents[indices[:-1][within]].tolist()):
        mine = {owner for owner in owners[piece] if owner < segments.strands}
        loose[face] |= bool(mine) and mine == owners[piece]
        for owner in mine:
            shares[face][owner] = shares[face].get(owner, 0.0) + lengths[piece]
    return [_Border(lengths=share, loose=free) for share, free in zip(shares, loose, strict=True)]


def _choose_faces(
    faces: NDArray[np.object_], borders: Sequence[_Border], rings: Sequence[FloatArray]
) -> tuple[list[int], frozenset[int]]:
    """Faces that are stones, and the rings that they take the place of.

    A face that only rings bound is a ring itself or the gap between some.
    """
    loose = [number for number, border in enumerate(borders) if border.loose]
    if not loose or not rings:
        return loose, frozenset()
    boxes = shapely.STRtree([shapely.box(*ring.min(axis=0), *ring.max(axis=0)) for ring in rings])
    areas = [abs(signed_area(ring)) for ring in rings]
    points = np.array([_place(faces[number]) for number in loose])
    inside: dict[int, list[int]] = defaultdict(list)
    for index, number in enumerate(loose):
        around = [
            int(ring)
            for ring in boxes.query(shapely.points(points[index]))
            if contains(rings[int(ring)], points[index : index + 1])[0]
        ]
        if around:
            inside[min(around, key=lambda ring: areas[ring])].append(number)
    # lines that only trace along the inside of a ring do not divide it
    whole = {ring for ring, parts in inside.items() if max(shapely.area(faces[parts])) > (1.0 - _SLIVER) * areas[ring]}
    slivers = {number for ring in whole for number in inside[ring]}
    return [number for number in loose if number not in slivers], frozenset(inside) - whole


def _refuse_open(
    path: Path,
    strands: Sequence[Strand],
    used: set[int],
    dangling: Sequence[tuple[int, tuple[float, float]]],
    *,
    nothing: bool,
) -> None:
    for number, strand in enumerate(strands):
        if strand.polyline and number not in used:
            gap = float(np.hypot(*(strand.points[-1] - strand.points[0])))
            raise SurveyError(
                f"{path}: {strand.where} is not closed: its ends are {gap:.3f} m apart, and it bounds no face with "
                "other lines; close it, or switch its layer off if it is not a stone"
            )
    if nothing:
        ends = "; ".join(f"{strands[strand].where} at ({x:.3f}, {z:.3f}) m" for strand, (x, z) in dangling[:5])
        more = f" and {len(dangling) - 5} more" if len(dangling) > 5 else ""
        raise SurveyError(
            f"{path}: its {len(strands)} lines enclose no stone; {len(dangling)} ends are free: {ends}{more}; "
            "join the ends, or draw each stone as a closed polyline"
        )
