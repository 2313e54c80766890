"""Joints left open between traced outlines, closed along their middle line: each stone grows to half of the gap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import Voronoi

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.flaws import coverage_flaws, refuse_flaws
from pirqa.survey.partition import corner_table

__all__ = ["close_joints", "typical_joint_width"]


def typical_joint_width(rings: Sequence[FloatArray]) -> float:
    """The widest gap that is still taken for a joint where nobody says [m]: 6 % of the size of the median stone."""
    return 0.06 * float(np.sqrt(np.median([shapely.Polygon(ring).area for ring in rings])))


def close_joints(
    rings: Sequence[FloatArray], labels: Sequence[str], *, file: str, width: float
) -> tuple[list[FloatArray], tuple[Remark, ...]]:
    """``rings`` (x, z) grown into gaps up to ``width`` [m], and cut back where they overlap by less than that.

    The middle line is that of the Voronoi diagram of points along the outlines: every place of a joint goes to the
    stone that is nearest.
    """
    drawn = [shapely.Polygon(ring) for ring in rings]
    deep = [
        flaw for flaw in coverage_flaws(drawn, labels, reach=width) if flaw.kind == "overlap" and flaw.width > width
    ]
    refuse_flaws(file, deep, rings, f"draw these stones apart (joint_width is {width * 1e3:.3g} mm)")
    apart = _apart(drawn, labels, file)
    whole = shapely.union_all(apart)
    closed = whole.buffer(0.5 * width, join_style="mitre").buffer(-0.5 * width, join_style="mitre")
    lines = _middle_lines(apart, spacing=0.25 * width, reach=width)
    # the outlines too: where two of them touch there is no middle line between them
    drawn_lines = [shapely.boundary(stone) for stone in apart]
    noded = shapely.union_all([*lines, shapely.boundary(closed), *drawn_lines])
    faces = shapely.get_parts(shapely.polygonize([noded]))
    faces = faces[shapely.contains(closed, shapely.point_on_surface(faces))]
    stones = _assign(faces, apart, width)
    missing = [label for label, stone in zip(labels, stones, strict=True) if stone.is_empty]
    if missing:
        raise SurveyError(
            f"{file}: stone {missing[0]} vanished when the joints were closed; give a smaller joint_width"
        )
    # the middle line zigzags by about the spacing of the points
    smooth = shapely.coverage_simplify(stones, 0.7 * width)
    grown = _without_mouths([np.asarray(stone.exterior.coords)[:-1] for stone in smooth], 0.75 * width)
    added = sum(stone.area for stone in smooth) - whole.area
    remark = Remark(kind="repair", key="joints_closed", amount=width, unit="m", text=f"{added / whole.area:.2%}")
    return grown, (remark,)


def _without_mouths(rings: Sequence[FloatArray], shortest: float) -> list[FloatArray]:
    """Where three joints meet the middle lines swerve into each other's mouths: short edges there become one corner."""
    vertices, table = corner_table(rings)
    owners = np.bincount([corner for ring in table for corner in ring], minlength=len(vertices))
    edges = np.unique([sorted(edge) for ring in table for edge in pairwise([*ring, ring[0]])], axis=0)
    lengths = np.linalg.norm(vertices[edges[:, 0]] - vertices[edges[:, 1]], axis=1)
    short = edges[lengths < shortest]
    graph = coo_matrix((np.ones(len(short)), (short[:, 0], short[:, 1])), shape=(len(vertices), len(vertices)))
    _, group = connected_components(graph, directed=False)
    moved = vertices.copy()
    for number in np.unique(group[short]):
        members = np.flatnonzero(group == number)
        if np.ptp(vertices[members], axis=0).max() <= 2.0 * shortest:
            most = members[owners[members] == owners[members].max()]
            moved[members] = vertices[most].mean(axis=0)
    joined = []
    for ring in table:
        corners = moved[ring]
        joined.append(corners[np.any(corners != np.roll(corners, 1, axis=0), axis=1)])
    polygons = [shapely.Polygon(ring) for ring in joined if len(ring) > 2]
    good = len(polygons) == len(rings) and all(polygon.is_valid for polygon in polygons)
    return joined if good and shapely.coverage_is_valid(polygons) else list(rings)


def _apart(polygons: Sequence[Any], labels: Sequence[str], file: str) -> list[Any]:
    """Without overlaps: the later outline gives way, as on a picture where one was traced over the other."""
    shapes = np.array(polygons, dtype=object)
    one, other = shapely.STRtree(shapes).query(shapes, predicate="overlaps")
    for i, j in sorted({(int(a), int(b)) for a, b in zip(one, other, strict=True) if a < b}):
        parts = shapely.get_parts(shapely.difference(shapes[j], shapes[i]))
        if not len(parts):
            raise SurveyError(f"{file}: stone {labels[j]} lies within stone {labels[i]}; delete one of them")
        shapes[j] = max(parts, key=lambda part: part.area)
    return list(shapes)


def _middle_lines(polygons: Sequence[Any], *, spacing: float, reach: float) -> list[Any]:
    """Lines that are as near to one stone as to another, where both are within ``reach``."""
    edges = [shapely.segmentize(shapely.LinearRing(polygon.exterior.coords), spacing) for polygon in polygons]
    rings = [np.asarray(edge.coords)[:-1] for edge in edges]
    points = np.concatenate(rings)
    owner = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
    # a place that two outlines share says nothing about the middle between them: the first keeps it
    _, first = np.unique(np.round(points, 9), axis=0, return_index=True)
    # far points all around, so that middle lines run out over the wall's edge instead of ending before it
    centre, size = points.mean(axis=0), 4.0 * float(np.ptp(points, axis=0).max())
    turn = np.linspace(0.0, 2.0 * np.pi, 32, endpoint=False)
    far = centre + size * np.column_stack([np.cos(turn), np.sin(turn)])
    diagram = Voronoi(np.concatenate([points[first], far]))
    owner = np.concatenate([owner[first], np.full(len(far), -1)])
    ridges, ends = np.asarray(diagram.ridge_points), np.asarray(diagram.ridge_vertices)
    one, other = owner[ridges[:, 0]], owner[ridges[:, 1]]
    distance = np.linalg.norm(diagram.points[ridges[:, 0]] - diagram.points[ridges[:, 1]], axis=1)
    between = (one != other) & (one >= 0) & (other >= 0) & (ends.min(axis=1) >= 0) & (distance <= 4.0 * reach)
    segments = diagram.vertices[ends[between]]
    long_enough = np.linalg.norm(segments[:, 0] - segments[:, 1], axis=1) > 1e-12
    return [shapely.LineString(segment) for segment in segments[long_enough]]


def _assign(faces: Any, stones: Sequence[Any], width: float) -> list[Any]:
    """Faces to the stones they overlap most, the rest to the nearest one."""
    tree = shapely.STRtree(stones)
    kept: list[list[Any]] = [[] for _ in stones]
    for face in faces:
        near = tree.query(face, predicate="dwithin", distance=width)
        if not len(near):
            continue
        overlaps = [shapely.intersection(face, stones[i]).area for i in near]
        if max(overlaps) > 0.0:
            kept[int(near[int(np.argmax(overlaps))])].append(face)
        else:
            # from its inside: the face itself touches several
            distances = [shapely.distance(shapely.point_on_surface(face), stones[i]) for i in near]
            kept[int(near[int(np.argmin(distances))])].append(face)
    merged = [shapely.union_all(parts) for parts in kept]
    return [max(shapely.get_parts(shape), key=lambda part: part.area, default=shape) for shape in merged]
