"""Stones out of loose lines of a drawing: the faces that lines and open polylines enclose.

Ends of lines that are free are moved onto what they were meant to touch.

"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.facets import IntArray, near_groups
from pirqa.survey.raw import Outline
from pirqa.survey.solids import signed_area

_GRID = 1e-7
"""Crossings are rounded to this [m], which makes finding them safe."""

_SLIVER = 0.02
"""Part of a closed outline's area that lines along its border may cut off."""

SAME = 1e-6
"""What is nearer is the same point or line [m]."""


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


@dataclass(frozen=True, kw_only=True, eq=False)
class Segments:
    """Straight pieces of strands and rings, in their order."""

    ends: FloatArray
    """Shape (n, 2, 2) [m]."""
    owners: IntArray
    """Number of the strand; rings follow the strands."""
    strands: int
    """Number of strands."""
    corners: FloatArray
    """All corners as drawn, and where ends were moved to [m], shape (m, 2)."""


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


def cut_segments(strands: Sequence[FloatArray], rings: Sequence[FloatArray]) -> Segments:
    """The straight pieces of open ``strands`` and closed ``rings``, each of shape (n, 2)."""
    chains = [*strands, *(np.concatenate([ring, ring[:1]]) for ring in rings)]
    ends = np.concatenate([np.stack([chain[:-1], chain[1:]], axis=1) for chain in chains])
    owners = np.repeat(np.arange(len(chains)), [len(chain) - 1 for chain in chains])
    proper = np.any(ends[:, 0] != ends[:, 1], axis=1)
    return Segments(ends=ends[proper], owners=owners[proper], strands=len(strands), corners=np.concatenate(chains))


def snap_ends(segments: Segments, snap: float) -> tuple[Segments, list[float]]:
    """Free ends moved onto the ends or line that lie within ``snap``, and how far each one moved [m]."""
    flat = segments.ends.reshape(-1, 2)
    nodes = near_groups(flat, SAME)
    _, first = np.unique(nodes, return_index=True)
    # a node where only one segment of a strand ends is free
    alone = np.flatnonzero(np.bincount(nodes) == 1)
    free = alone[segments.owners[first[alone] // 2] < segments.strands].tolist()
    if not free:
        return segments, []
    near = {node: _own_pieces(segments, int(first[node]) // 2, 4.0 * snap) for node in free}
    groups = _group_nodes(flat[first], nodes, near, snap)
    splits = _meet_lines(segments, groups, near, snap)
    ends = segments.ends.copy()
    moves = []
    for group in groups:
        for node in group.members:
            before = ends.reshape(-1, 2)[first[node]].copy()
            ends.reshape(-1, 2)[first[node]] = group.place
            moves.append(float(np.hypot(*(group.place - before))))
    return _split(replace(segments, ends=ends), splits), [distance for distance in moves if distance > SAME]


@dataclass
class _Group:
    """Free nodes that were meant to be one point."""

    members: list[int]
    place: FloatArray
    fixed: bool
    """Whether its place is a point where other lines meet already."""


def _group_nodes(places: FloatArray, nodes: IntArray, near: dict[int, set[int]], snap: float) -> list[_Group]:
    """Free nodes joined with each other and with fixed nodes, nearest first, while none moves more than ``snap``."""
    free = list(near)
    own = {node: {int(nodes[2 * piece + end]) for piece in near[node] for end in (0, 1)} for node in free}
    around = cast(list[list[int]], cKDTree(places).query_ball_point(places[free], snap))
    found = [
        (float(np.hypot(*(places[other] - places[node]))), node, other)
        for node, others in zip(free, around, strict=True)
        for other in others
        if other not in own[node] and (other not in own or node < other)
    ]
    groups = {node: _Group(members=[node], place=places[node], fixed=False) for node in free}
    for _, node, other in sorted(found):
        one = groups[node]
        two = groups.get(other) or _Group(members=[], place=places[other], fixed=True)
        if one is two or (one.fixed and two.fixed):
            continue
        members = one.members + two.members
        place = one.place if one.fixed else two.place if two.fixed else places[members].mean(axis=0)
        reach = float(np.linalg.norm(places[members] - place, axis=1).max())
        # a short line must not shrink to a point
        if reach <= snap and not any(mine in own[other] for mine in one.members for other in two.members):
            joined = _Group(members=members, place=place, fixed=one.fixed or two.fixed)
            groups.update(dict.fromkeys(members, joined))
    return list({id(group): group for group in groups.values()}.values())


def _meet_lines(
    segments: Segments, groups: list[_Group], near: dict[int, set[int]], snap: float
) -> dict[int, list[FloatArray]]:
    """Moves groups onto lines within ``snap``; the points where each segment is met."""
    splits: dict[int, list[FloatArray]] = defaultdict(list)
    open_groups = [group for group in groups if not group.fixed]
    if not open_groups:
        return splits
    points: NDArray[np.object_] = np.asarray(shapely.points(np.array([group.place for group in open_groups])))
    lines: NDArray[np.object_] = np.asarray(shapely.linestrings(segments.ends))
    best: dict[int, tuple[float, int]] = {}
    for index, segment in shapely.STRtree(lines).query(points, predicate="dwithin", distance=snap).T.tolist():
        if not any(segment in near[node] for node in open_groups[index].members):
            distance = float(shapely.distance(points[index], lines[segment]))
            best[index] = min(best.get(index, (np.inf, -1)), (distance, segment))
    for index, (_, segment) in best.items():
        group = open_groups[index]
        group.place = _foot(group.place, segments.ends[segment])
        splits[segment].append(group.place)
    return splits


def _own_pieces(segments: Segments, number: int, reach: float) -> set[int]:
    """Segments of the same strand within ``reach`` [m] along it: an end is not moved back onto its own line."""
    found = {number}
    for step in (-1, 1):
        length, other = 0.0, number + step
        while 0 <= other < len(segments.owners) and segments.owners[other] == segments.owners[number]:
            if length > reach:
                break
            found.add(other)
            length += float(np.hypot(*(segments.ends[other, 1] - segments.ends[other, 0])))
            other += step
    return found


def _foot(point: FloatArray, segment: FloatArray) -> FloatArray:
    along = segment[1] - segment[0]
    length = float(along @ along)
    share = float(np.clip((point - segment[0]) @ along / length, 0.0, 1.0)) if length > 0.0 else 0.0
    foot: FloatArray = segment[0] + share * along
    return foot


def _split(segments: Segments, splits: dict[int, list[FloatArray]]) -> Segments:
    """Segments cut where ends were moved onto them, so that both share the point to the last digit."""
    pieces, counts, begin = [], np.ones(len(segments.ends), dtype=np.intp), 0
    for number in sorted(splits):
        start, stop = segments.ends[number]
        feet = np.array(splits[number])
        chain = np.concatenate([start[None], feet[np.argsort(np.linalg.norm(feet - start, axis=1))], stop[None]])
        pieces += [segments.ends[begin:number], np.stack([chain[:-1], chain[1:]], axis=1)]
        counts[number] = len(chain) - 1
        begin = number + 1
    ends = np.concatenate([*pieces, segments.ends[begin:]])
    owners = np.repeat(segments.owners, counts)
    proper = np.any(ends[:, 0] != ends[:, 1], axis=1)
    corners = np.concatenate([segments.corners, ends.reshape(-1, 2)])
    return replace(segments, ends=ends[proper], owners=owners[proper], corners=corners)


def join_segments(segments: Segments) -> NDArray[np.object_]:
    """Lines out of segments that follow each other: far fewer to work with."""
    ends, owners = segments.ends, segments.owners
    breaks = np.any(ends[1:, 0] != ends[:-1, 1], axis=1) | (owners[1:] != owners[:-1])
    number = np.concatenate([[0], np.cumsum(breaks)])
    starts = np.concatenate([[True], breaks])
    # the start of each line, then the end of each of its segments
    order = np.repeat(np.arange(len(ends)), np.where(starts, 2, 1))
    second = np.concatenate([[False], order[1:] == order[:-1]]) | ~starts[order]
    points = ends[order, second.astype(np.intp)]
    return np.asarray(shapely.linestrings(points, indices=number[order]))
