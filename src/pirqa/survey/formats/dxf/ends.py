"""Ends of loose lines: which are free, and what they were meant to touch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from pirqa.model.polyhedron import FloatArray

__all__ = ["SAME", "Segments", "cut_segments", "join_segments", "snap_ends"]

SAME = 1e-6
"""What is nearer is the same point or line [m]."""

IntArray = NDArray[np.intp]


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
    nodes = _same_points(flat)
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


def _same_points(points: FloatArray) -> IntArray:
    pairs = cKDTree(points).query_pairs(SAME, output_type="ndarray")
    graph = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(points), len(points)))
    labels: IntArray = connected_components(graph, directed=False)[1].astype(np.intp)
    return labels


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
