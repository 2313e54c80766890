"""Outlines that nearly fit → a partition that fits exactly: one table of corners, every edge shared corner by corner.

Corners nearer than the tolerance become one; a corner on a neighbour's edge becomes a corner of that neighbour too (a
T-vertex) and is put exactly on the edge; what slivers remain are given to a neighbour. Nothing moves by more than about
the tolerance. A drawing that already fits is not touched.

Joints left open between traced outlines are closed before, along their middle line: each stone grows to half of the
gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.sparse import coo_matrix, identity
from scipy.sparse.linalg import spsolve
from scipy.spatial import Voronoi, cKDTree

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.facets import linked_groups
from pirqa.survey.outlines import Flaw, coverage_flaws, pieces_of, refuse_flaws, width_of
from pirqa.survey.solids import signed_area

Rings = list[list[int]]

_WIDEST_JOINT = 0.1
"""[m]: a gap this wide is not a joint that somebody left open."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Partition:
    """Stones in elevation that share every corner and edge."""

    vertices: FloatArray
    """All corners (x, z) [m], shape (n, 2); each once."""
    rings: tuple[tuple[int, ...], ...]
    """Corners of each stone by number, counter-clockwise."""
    remarks: tuple[Remark, ...]

    def ring(self, stone: int) -> FloatArray:
        """Corners of one stone (x, z) [m], shape (n, 2)."""
        return self.vertices[list(self.rings[stone])]

    def polygons(self) -> list[Any]:
        """The stones as shapely polygons."""
        return [shapely.Polygon(self.ring(index)) for index in range(len(self.rings))]

    @property
    def area(self) -> float:
        """Sum of the stones' areas [m2]."""
        return sum(signed_area(self.ring(index)) for index in range(len(self.rings)))


def partition(
    rings: Sequence[FloatArray],
    labels: Sequence[str],
    *,
    file: str,
    tolerance: float,
    openings: bool = False,
    straighten: float = 0.0,
) -> Partition:
    """The partition that counter-clockwise ``rings`` (x, z) mean, or a :class:`SurveyError` that names every flaw.

    ``openings``: enclosed gaps wider than the tolerance are niches and windows, not flaws. ``straighten``: corners
    this near to a neighbour's straight edge [m] are put on it even where everything fits already.
    """
    drawn = [shapely.Polygon(ring) for ring in rings]
    area = sum(polygon.area for polygon in drawn)
    reach = max(4.0 * tolerance, 0.05 * float(np.sqrt(np.median([polygon.area for polygon in drawn]))))
    remarks: list[Remark] = []
    vertices, table = corner_table(rings)
    # the second question is slow where there is much to repair, so it is asked only where the first finds nothing
    if not _fits(drawn, tolerance) or _has_narrow_flaws(drawn, labels, tolerance):
        vertices, table, largest = _snap(rings, tolerance)
        if largest > 0.0:
            remarks.append(Remark(kind="repair", key="snapped", count=len(vertices), amount=largest, unit="m"))
        inserted = _insert_t_vertices(vertices, table, tolerance)
        if inserted:
            remarks.append(Remark(kind="repair", key="t_vertices", count=inserted))
        moved, furthest = _straighten(vertices, table, tolerance)
        if moved:
            remarks.append(Remark(kind="repair", key="straightened", count=moved, amount=furthest, unit="m"))
        polygons = _polygons(vertices, table, labels, file, tolerance)
        if not _fits(polygons, tolerance):
            polygons, slivers = _fill_slivers(polygons, tolerance)
            if slivers:
                filled = sum(piece.area for piece in slivers)
                remarks.append(Remark(kind="repair", key="slivers", count=len(slivers), amount=filled, unit="m2"))
        vertices, table = corner_table([np.asarray(polygon.exterior.coords)[:-1] for polygon in polygons])
    if straighten > 0.0:
        bent = vertices.copy()
        moved, furthest = _straighten(vertices, table, straighten)
        if not _fits([shapely.Polygon(vertices[ring]) for ring in table], tolerance):
            vertices = bent
        elif moved:
            remarks.append(Remark(kind="repair", key="straightened", count=moved, amount=furthest, unit="m"))
    done = [shapely.Polygon(vertices[ring]) for ring in table]
    _refuse(done, labels, file, tolerance, reach, openings, remarks)
    change = sum(polygon.area for polygon in done) / area - 1.0
    if abs(change) > 1e-12:
        remarks.append(Remark(kind="repair", key="area_changed", amount=change))
    return Partition(vertices=vertices, rings=tuple(map(tuple, table)), remarks=tuple(remarks))


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


def typical_joint_width(rings: Sequence[FloatArray]) -> float:
    """The widest gap that is still taken for a joint where nobody says [m]: 6 % of the size of the median stone."""
    return 0.06 * float(np.sqrt(np.median([shapely.Polygon(ring).area for ring in rings])))


def _fits(polygons: Sequence[Any], tolerance: float) -> bool:
    """Whether the polygons share every edge corner by corner, without overlap or a gap narrower than the tolerance."""
    whole = all(polygon.is_valid for polygon in polygons)
    return whole and bool(shapely.coverage_is_valid(polygons, gap_width=tolerance))


def _has_narrow_flaws(polygons: Sequence[Any], labels: Sequence[str], tolerance: float) -> bool:
    return any(flaw.width <= tolerance for flaw in coverage_flaws(polygons, labels, reach=tolerance))


def _refuse(
    polygons: Sequence[Any],
    labels: Sequence[str],
    file: str,
    tolerance: float,
    reach: float,
    openings: bool,
    remarks: list[Remark],
) -> None:
    flaws = coverage_flaws(polygons, labels, reach=reach)
    holes = [flaw for flaw in flaws if openings and flaw.kind == "gap" and flaw.width > tolerance]
    remarks.extend(
        Remark(kind="warning", key="opening", stones=hole.stones, amount=hole.area, unit="m2", place=hole.place)
        for hole in holes
    )
    left = [flaw for flaw in flaws if flaw not in holes]
    refuse_flaws(
        file, left, [np.asarray(polygon.exterior.coords)[:-1] for polygon in polygons], _remedy(left, tolerance)
    )
    if not shapely.coverage_is_valid(polygons):
        raise SurveyError(f"{file}: the outlines could not be made to fit; draw the stones around the joints anew")


def _remedy(flaws: Sequence[Flaw], tolerance: float) -> str:
    if flaws and all(flaw.kind == "gap" for flaw in flaws):
        wide = max(flaw.width for flaw in flaws)
        if wide > _WIDEST_JOINT:
            return "a stone is missing, or its outline is open, at the widest gap; draw it, or let gaps be openings"
        return (
            f"correct the drawing, close joints that were left open with joint_width "
            f"(up to {wide * 1e3:.0f} mm here), or let gaps be openings"
        )
    return f"correct the drawing, or give a larger tolerance than {tolerance * 1e3:g} mm"


def corner_table(rings: Sequence[FloatArray]) -> tuple[FloatArray, Rings]:
    """One table of corners for ``rings``, all counter-clockwise; equal coordinates are one corner."""
    rings = [ring if signed_area(ring) > 0.0 else ring[::-1] for ring in rings]
    stacked = np.concatenate(rings)
    vertices, inverse = np.unique(stacked, axis=0, return_inverse=True)
    splits = np.cumsum([len(ring) for ring in rings])[:-1]
    return vertices, [part.tolist() for part in np.split(inverse.reshape(-1), splits)]


def _snap(rings: Sequence[FloatArray], tolerance: float) -> tuple[FloatArray, Rings, float]:
    """Corners nearer than the tolerance become one, at their mean; the largest move with it [m].

    Nearest pairs first, and never into a cluster wider than twice the tolerance: on a finely drawn curve corners lie in
    chains that would otherwise all fall together.
    """
    vertices, table = corner_table(rings)
    pairs = cKDTree(vertices).query_pairs(tolerance, output_type="ndarray")
    order = np.argsort(np.linalg.norm(vertices[pairs[:, 0]] - vertices[pairs[:, 1]], axis=1), kind="stable")
    cluster: NDArray[np.intp] = np.arange(len(vertices))
    members: dict[int, list[int]] = {}
    owners: list[set[int]] = [set() for _ in vertices]
    for stone, ring in enumerate(table):
        for corner in ring:
            owners[corner].add(stone)
    for one, other in pairs[order].tolist():
        a, b = int(cluster[one]), int(cluster[other])
        if a == b or owners[a] & owners[b]:  # two corners of one stone are two corners, however near
            continue
        together = members.get(a, [a]) + members.get(b, [b])
        spread = np.ptp(vertices[together], axis=0)
        if float(np.hypot(*spread)) <= 2.0 * tolerance:
            members[a] = together
            members.pop(b, None)
            owners[a] |= owners[b]
            cluster[together] = a
    moved = vertices.copy()
    for root, together in members.items():
        moved[together] = vertices[together].mean(axis=0)
        cluster[together] = root
    largest = float(np.linalg.norm(moved - vertices, axis=1).max(initial=0.0))
    used, number = np.unique(cluster, return_inverse=True)
    return moved[used], [number[ring].tolist() for ring in table], largest


def _insert_t_vertices(vertices: FloatArray, table: Rings, tolerance: float) -> int:
    """Put corners that lie on a neighbour's edge into that neighbour; how many."""
    total = 0
    for _ in range(5):  # an edge bent to a corner may come near another one
        edges = [(stone, place) for stone, ring in enumerate(table) for place in range(len(ring))]
        starts = np.array([table[stone][place - 1] for stone, place in edges])
        ends = np.array([table[stone][place] for stone, place in edges])
        lines = shapely.linestrings(np.stack([vertices[starts], vertices[ends]], axis=1))
        tree = shapely.STRtree([shapely.Point(place) for place in vertices])
        edge, corner = tree.query(lines, predicate="dwithin", distance=tolerance)
        along = vertices[ends[edge]] - vertices[starts[edge]]
        length = np.linalg.norm(along, axis=1)
        reach = np.einsum("ij,ij->i", vertices[corner] - vertices[starts[edge]], along) / length
        inside = (reach > 1e-12) & (reach < length - 1e-12) & (corner != starts[edge]) & (corner != ends[edge])
        own = [set(ring) for ring in table]
        found: dict[tuple[int, int], list[tuple[float, int]]] = {}
        for e, v, at in zip(edge[inside].tolist(), corner[inside].tolist(), reach[inside].tolist(), strict=True):
            if v not in own[edges[e][0]]:
                found.setdefault(edges[e], []).append((at, v))
        if not found:
            break
        total += _put_in(table, found)
    return total


def _put_in(table: Rings, found: dict[tuple[int, int], list[tuple[float, int]]]) -> int:
    """Insert corners before their place, from the ring's end backwards so that places stay true; how many."""
    count = 0
    for (stone, place), corners in sorted(found.items(), reverse=True):
        new = [corner for _, corner in sorted(corners) if corner not in table[stone]]
        table[stone][place:place] = new
        count += len(new)
    return count


def _straighten(vertices: FloatArray, table: Rings, tolerance: float) -> tuple[int, float]:
    """Put corners of other stones that lie along one stone's straight edge exactly on it; how many, and how far [m].

    Without this every joint that ends on a long edge would leave it bent by a millimetre, and the stone not convex.
    Along a bed joint each corner lies on an edge between two others that do the same: all are found at once, each at
    its share of the way between its neighbours. Where that would move one by more than the tolerance, as on a course
    that is gently bent, it stays a corner.
    """
    before = vertices.copy()
    spans = _straight_spans(vertices, table, tolerance)
    while spans:
        corner, start, end = np.array(spans, dtype=np.intp).T
        along = before[end] - before[start]
        share = np.einsum("ij,ij->i", before[corner] - before[start], along) / np.einsum("ij,ij->i", along, along)
        count = len(vertices)
        weights = coo_matrix(
            (np.concatenate([1.0 - share, share]), (np.tile(corner, 2), np.concatenate([start, end]))),
            shape=(count, count),
        )
        held = np.ones((count, 1))
        held[corner] = 0.0
        found = spsolve((identity(count) - weights).tocsc(), held * before).reshape(count, 2)
        moves = np.linalg.norm(found - before, axis=1)
        too_far = moves[corner] > tolerance
        if not too_far.any():
            vertices[:] = found
            return int((moves > 1e-12).sum()), float(moves.max(initial=0.0))
        spans = [span for span, far in zip(spans, too_far.tolist(), strict=True) if not far]
    return 0, 0.0


def _straight_spans(vertices: FloatArray, table: Rings, tolerance: float) -> list[tuple[int, int, int]]:
    """Corners that only one stone has on a straight edge, with the ends of that edge."""
    straight: dict[int, list[tuple[int, int]]] = {}
    owners = np.bincount([corner for ring in table for corner in ring], minlength=len(vertices))
    for ring in table:
        places = vertices[ring]
        first = _sharpest(places)  # where the line starts it keeps its corner
        turned = ring[first:] + ring[:first]
        points = vertices[turned]
        # an open line, because a ring may lose the corner it starts from
        line = shapely.LineString(np.vstack([points, points[:1]]))
        kept = shapely.simplify(line, tolerance, preserve_topology=False)
        corners = {tuple(point) for point in np.asarray(kept.coords).tolist()}
        if len(corners) < 3:
            continue
        stays = [index for index, point in enumerate(points.tolist()) if tuple(point) in corners]
        for index, point in enumerate(turned):
            if index not in stays:
                start = max(place for place in stays if place < index)
                end = next((place for place in stays if place > index), stays[0])
                straight.setdefault(point, []).append((turned[start], turned[end]))
    return [(corner, *ends[0]) for corner, ends in straight.items() if len(ends) == 1 and owners[corner] > 1]


def _sharpest(ring: FloatArray) -> int:
    """The corner where the ring turns most."""
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    lengths = np.linalg.norm(before, axis=1) * np.linalg.norm(after, axis=1)
    return int(np.argmin(np.einsum("ij,ij->i", before, after) / np.maximum(lengths, 1e-300)))


def _polygons(vertices: FloatArray, table: Rings, labels: Sequence[str], file: str, tolerance: float) -> list[Any]:
    polygons = []
    for index, ring in enumerate(table):
        polygon = shapely.Polygon(vertices[ring])
        if not polygon.is_valid:  # a neck thinner than the tolerance closed
            whole, *lost = pieces_of(shapely.make_valid(polygon))
            for part in lost:
                if width_of(part) > tolerance:
                    x, z = part.representative_point().coords[0]
                    raise SurveyError(
                        f"{file}: stone {labels[index]} hangs together by less than the tolerance at x = {x:.3f} m, "
                        f"z = {z:.3f} m; cut it in two or give a smaller tolerance"
                    )
            polygon = whole
        polygons.append(polygon)
    return polygons


def _fill_slivers(polygons: Sequence[Any], tolerance: float) -> tuple[list[Any], list[Any]]:
    """Cut all outlines with each other; overlaps and gaps no wider than the tolerance go to one neighbour."""
    shapes = np.array(polygons, dtype=object)
    # with the outline closed over slots that open outwards, so that these are faces too
    whole = shapely.union_all(shapes)
    closed = whole.buffer(0.5 * tolerance, join_style="mitre").buffer(-0.5 * tolerance, join_style="mitre")
    noded = shapely.union_all([*shapely.boundary(shapes), shapely.boundary(closed)])
    faces = shapely.get_parts(shapely.polygonize([noded]))
    inside = shapely.point_on_surface(faces)
    owners: list[list[int]] = [[] for _ in faces]
    point, owner = shapely.STRtree(shapes).query(inside, predicate="within")
    for p, o in zip(point.tolist(), owner.tolist(), strict=True):
        owners[p].append(o)
    kept: dict[int, list[Any]] = {index: [] for index in range(len(shapes))}
    slivers: list[Any] = []
    doubtful: list[tuple[Any, list[int]]] = []
    for face, mine in zip(faces, owners, strict=True):
        if len(mine) == 1:
            kept[mine[0]].append(face)
        else:
            doubtful.append((face, mine))
    stones = {index: shapely.union_all(parts) for index, parts in kept.items()}
    tree = shapely.STRtree([stones[index] for index in range(len(shapes))])
    for face, mine in doubtful:
        if width_of(face) > tolerance:
            for index in mine:  # an overlap too wide to be given away stays one, and is refused later
                kept[index].append(face)
            continue
        near = mine or [int(i) for i in tree.query(face, predicate="intersects")]
        if near:
            border = shapely.boundary(face)
            best = max(sorted(near), key=lambda index: shapely.intersection(border, stones[index]).length)
            kept[best].append(face)
            slivers.append(face)
    merged = [shapely.union_all(kept[index]) for index in range(len(shapes))]
    return [max(shapely.get_parts(shape), key=lambda part: part.area) for shape in merged], slivers


def _without_mouths(rings: Sequence[FloatArray], shortest: float) -> list[FloatArray]:
    """Where three joints meet the middle lines swerve into each other's mouths: short edges there become one corner."""
    vertices, table = corner_table(rings)
    owners = np.bincount([corner for ring in table for corner in ring], minlength=len(vertices))
    edges = np.unique([sorted(edge) for ring in table for edge in pairwise([*ring, ring[0]])], axis=0)
    lengths = np.linalg.norm(vertices[edges[:, 0]] - vertices[edges[:, 1]], axis=1)
    short = edges[lengths < shortest]
    _, group = linked_groups(len(vertices), short)
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
