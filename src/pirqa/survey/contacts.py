"""Where stones touch: every pair, and each of its flat faces with polygon, area, normal and gap.

Flat faces: those that oppose each other in nearly the same plane are found through a tree of their boxes in elevation,
so that the cost grows with the number of contacts; what they share is the intersection of their polygons in that plane.

Scanned stones, whose faces do not match, touch in patches where two surfaces come within a tolerance. Each surface is
sampled by small pieces of equal size; a piece belongs to the contact where the other surface lies within the tolerance
and looks the other way. Pieces that hang together and look the same way form one patch.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import ConvexHull, QhullError, cKDTree

from pirqa.model.masonry import ContactFace
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.survey.facets import linked_groups, triangulate
from pirqa.survey.options import BaseRule

Pairs = dict[tuple[int, int], list[ContactFace]]
"""Contact faces by the numbers of the two stones, the lower number first; normals point from it to the other."""

_OPPOSED = -np.cos(np.radians(2.0))

_DOWN = -0.5

_LOOKING = 0.7
"""Cosine: surfaces that look at each other within about 45°."""

_SAMPLES = 3000
"""Pieces of a stone's surface: some 2 % of its size each."""


def face_contacts(solids: Sequence[Polyhedron], *, tolerance: float) -> Pairs:
    """Faces of different stones that lie on each other within ``tolerance`` [m]."""
    faces = _all_faces(solids)
    one, other = _opposing(faces, tolerance)
    pairs: Pairs = {}
    for a, b in zip(one.tolist(), other.tolist(), strict=True):
        for contact in _shared(faces, a, b, tolerance):
            pairs.setdefault((int(faces.stone[a]), int(faces.stone[b])), []).append(contact)
    return {pair: _joined(found) for pair, found in sorted(pairs.items())}


def base_faces(
    solids: Sequence[Polyhedron], pairs: Pairs, *, rule: BaseRule, tolerance: float
) -> dict[int, list[ContactFace]]:
    """Faces by which stones sit on the base, by the number of the stone; normals point down."""
    faces = _all_faces(solids)
    down = np.flatnonzero(faces.normals[:, 2] < _DOWN)
    level = lowest_level(solids)
    if rule == "level":
        # a face counts if all of it lies at the level: a lifted edge is no seat. Twice the tolerance, because the
        # lowest corner of all is itself off by as much as the others
        down = down[faces.high[down, 2] <= level + 2.0 * tolerance]
        chosen = [(int(face), shapely.Polygon(faces.rings[face][:, :2])) for face in down]
    else:
        chosen = _seen_from_below(faces, _not_resting(solids, faces, down, pairs))
    found: dict[int, list[ContactFace]] = {}
    for face, plan in chosen:
        for piece in shapely.get_parts(plan):
            if piece.geom_type == "Polygon" and piece.area > max(1e-8, 0.5 * tolerance * piece.length):
                base = level if rule == "level" else None
                found.setdefault(int(faces.stone[face]), []).append(_seat(faces, face, piece, base))
    return found


def patch_contacts(solids: Sequence[Polyhedron], *, tolerance: float) -> Pairs:
    """Patches where surfaces of different stones come within ``tolerance`` [m] of each other."""
    surfaces = [_sample(solid) for solid in solids]
    pairs: Pairs = {}
    for one, other in _neighbours(surfaces, tolerance):
        # the finer of the two is looked at piece by piece, whichever comes first
        if surfaces[one].spacing <= surfaces[other].spacing:
            found = _patches(surfaces[one], surfaces[other], tolerance)
        else:
            found = [turned_face(face) for face in _patches(surfaces[other], surfaces[one], tolerance)]
        if found:
            pairs[one, other] = found
    return pairs


def seat_patches(solids: Sequence[Polyhedron], *, level: float, tolerance: float) -> dict[int, list[ContactFace]]:
    """Patches by which scanned stones sit on a base at ``level`` [m]."""
    found: dict[int, list[ContactFace]] = {}
    for index, solid in enumerate(solids):
        if solid.vertices[:, 2].min() > level + tolerance:
            continue
        surface = _sample(solid)
        low = np.flatnonzero((surface.points[:, 2] <= level + tolerance) & (surface.normals[:, 2] < -_LOOKING))
        faces = _gather(surface, low, surface.points[low, 2] - level, tolerance)
        if faces:
            found[index] = faces
    return found


@dataclass(frozen=True, kw_only=True, eq=False)
class _Faces:
    """All faces of all stones, side by side."""

    stone: NDArray[np.intp]
    rings: list[FloatArray]
    normals: FloatArray
    middles: FloatArray
    low: FloatArray
    high: FloatArray


def _all_faces(solids: Sequence[Polyhedron]) -> _Faces:
    stone: list[int] = []
    rings: list[FloatArray] = []
    normals: list[FloatArray] = []
    for index, solid in enumerate(solids):
        areas = solid.face_areas
        sizes = np.linalg.norm(areas, axis=1)
        for face, area, size in zip(solid.faces, areas, sizes, strict=True):
            if size > 1e-12:
                stone.append(index)
                rings.append(solid.vertices[list(face)])
                normals.append(area / size)
    return _Faces(
        stone=np.array(stone, dtype=np.intp),
        rings=rings,
        normals=np.array(normals),
        middles=np.array([ring.mean(axis=0) for ring in rings]),
        low=np.array([ring.min(axis=0) for ring in rings]),
        high=np.array([ring.max(axis=0) for ring in rings]),
    )


def _joined(found: list[ContactFace]) -> list[ContactFace]:
    """Faces in one plane that share an edge are one face: a corner drawn in the middle of a joint does not cut it."""
    left, joined = list(found), []
    while left:
        first = left.pop(0)
        origin = first.polygon[0]
        same = [
            face
            for face in left
            if face.normal @ first.normal > 1.0 - 1e-12 and np.abs((face.polygon - origin) @ first.normal).max() < 1e-9
        ]
        if not same:
            joined.append(first)
            continue
        left = [face for face in left if not any(face is one for one in same)]
        u, w = _frame(first.normal)
        flat = [np.column_stack([(face.polygon - origin) @ u, (face.polygon - origin) @ w]) for face in (first, *same)]
        whole = shapely.union_all([shapely.Polygon(ring) for ring in flat], grid_size=1e-10)
        if any(piece.interiors for piece in shapely.get_parts(whole)):  # one ring cannot go round a hole
            joined += [first, *same]
            continue
        gap = max(face.gap for face in (first, *same))
        for piece in shapely.get_parts(shapely.simplify(whole, 1e-9)):
            ring = np.asarray(shapely.geometry.polygon.orient(piece).exterior.coords)[:-1]
            polygon = origin + ring[:, :1] * u + ring[:, 1:] * w
            joined.append(ContactFace(polygon=polygon, normal=first.normal, area=float(piece.area), gap=gap))
    return joined


def _opposing(faces: _Faces, tolerance: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of faces, of a lower and a higher stone, that look at each other across nearly the same plane."""
    boxes = shapely.box(
        faces.low[:, 0] - tolerance,
        faces.low[:, 2] - tolerance,
        faces.high[:, 0] + tolerance,
        faces.high[:, 2] + tolerance,
    )
    one, other = shapely.STRtree(boxes).query(boxes)
    keep = faces.stone[one] < faces.stone[other]
    one, other = one[keep], other[keep]
    facing = np.einsum("ij,ij->i", faces.normals[one], faces.normals[other]) < _OPPOSED
    one, other = one[facing], other[facing]
    apart = np.abs(np.einsum("ij,ij->i", faces.normals[one], faces.middles[other] - faces.middles[one]))
    deep = (faces.low[one, 1] < faces.high[other, 1] + tolerance) & (
        faces.low[other, 1] < faces.high[one, 1] + tolerance
    )
    sizes = np.linalg.norm(faces.high - faces.low, axis=1)
    reach = np.maximum(sizes[one], sizes[other]) * np.sin(np.arccos(-_OPPOSED))
    near = deep & (apart <= tolerance + reach)
    order = np.lexsort((other[near], one[near], faces.stone[other[near]], faces.stone[one[near]]))
    return one[near][order], other[near][order]


def _shared(faces: _Faces, a: int, b: int, tolerance: float) -> list[ContactFace]:
    """What face ``a`` and face ``b`` share, in the plane between them."""
    normal = faces.normals[a] - faces.normals[b]
    normal /= np.linalg.norm(normal)
    origin = faces.middles[a]
    u, w = _frame(normal)
    first, second = (
        shapely.Polygon(np.column_stack([(ring - origin) @ u, (ring - origin) @ w]))
        for ring in (faces.rings[a], faces.rings[b])
    )
    if not (first.is_valid and second.is_valid):
        first, second = first.buffer(0.0), second.buffer(0.0)
    found = []
    for piece in shapely.get_parts(shapely.intersection(first, second)):
        # narrower than a tenth of the tolerance is two edges that meet, not two faces
        if piece.geom_type != "Polygon" or piece.area <= max(1e-8, 0.05 * tolerance * piece.length):
            continue
        turned = shapely.geometry.polygon.orient(piece)  # counter-clockwise in (u, w), so about the normal
        flat = np.asarray(shapely.remove_repeated_points(turned.exterior, 1e-9).coords)[:-1]
        level_a, level_b = (_levels(faces, face, flat, origin, u, w, normal) for face in (a, b))
        gap = float(np.abs(level_b - level_a).max())
        if gap > tolerance:
            continue
        middle = 0.5 * (level_a + level_b)
        polygon = origin + flat[:, :1] * u + flat[:, 1:] * w + middle[:, None] * normal
        found.append(ContactFace(polygon=polygon, normal=normal, area=float(piece.area), gap=gap))
    return found


def _frame(normal: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Two unit vectors with u × w = normal."""
    x, y, z = normal.tolist()
    # at right angles to the axis that the normal leans on least; by hand, for there are thousands
    if abs(x) <= min(abs(y), abs(z)):
        u = (0.0, -z, y)
    elif abs(y) <= abs(z):
        u = (z, 0.0, -x)
    else:
        u = (-y, x, 0.0)
    size = math.sqrt(u[0] ** 2 + u[1] ** 2 + u[2] ** 2)
    a, b, c = u[0] / size, u[1] / size, u[2] / size
    return np.array([a, b, c]), np.array([y * c - z * b, z * a - x * c, x * b - y * a])


def _levels(
    faces: _Faces, face: int, flat: FloatArray, origin: FloatArray, u: FloatArray, w: FloatArray, normal: FloatArray
) -> FloatArray:
    """Heights of a face's plane over the points ``flat`` of the frame (u, w, normal) [m]."""
    own = faces.normals[face]
    offset = float(own @ (faces.middles[face] - origin))
    levels: FloatArray = (offset - flat @ np.array([own @ u, own @ w])) / float(own @ normal)
    return levels


def lowest_level(solids: Sequence[Polyhedron]) -> float:
    """Level of the lowest corner [m]."""
    return min(float(solid.vertices[:, 2].min()) for solid in solids)


def _seat(faces: _Faces, face: int, plan: Any, base: float | None) -> ContactFace:
    """The part of a face over ``plan`` (x, y), as a face on a base at the level ``base`` or right under it."""
    normal = faces.normals[face]
    corners = np.asarray(shapely.geometry.polygon.orient(plan, -1.0).exterior.coords)[:-1]
    middle = faces.middles[face]
    level = middle[2] - ((corners - middle[:2]) @ normal[:2]) / normal[2]
    return ContactFace(
        polygon=np.column_stack([corners, level]),
        normal=normal,
        area=float(plan.area / abs(normal[2])),
        gap=0.0 if base is None else float(np.abs(level - base).max()),
    )


def _not_resting(solids: Sequence[Polyhedron], faces: _Faces, down: NDArray[np.intp], pairs: Pairs) -> NDArray[np.intp]:
    """Those of the faces ``down`` whose stone does not lie with all of them on other stones already."""
    resting, looking = np.zeros(len(solids)), np.zeros(len(solids))
    for (one, other), found in pairs.items():
        for face in found:
            if abs(face.normal[2]) > -_DOWN:
                resting[one if face.normal[2] < 0.0 else other] += face.area * abs(face.normal[2])
    plans = np.array([shapely.Polygon(faces.rings[face][:, :2]).area for face in down])
    np.add.at(looking, faces.stone[down], plans)
    left: NDArray[np.intp] = down[resting[faces.stone[down]] < 0.999 * looking[faces.stone[down]]]
    return left


def _seen_from_below(faces: _Faces, down: NDArray[np.intp]) -> list[tuple[int, Any]]:
    """Faces that look down with nothing of the wall under them, and what of their plan that leaves.

    Along the wall only: a stone that stands out over a thinner one below it rests on that one. A face with stones
    lower than itself on both sides spans an opening, or a hump of the ground; which, nobody can see, so it is no seat.
    """
    middles = 0.5 * (faces.low + faces.high)
    order = np.argsort(faces.low[:, 0], kind="stable")
    chosen = []
    for face in down.tolist():
        left, right, level = faces.low[face, 0], faces.high[face, 0], middles[face, 2]
        under = order[
            (faces.high[order, 0] > left + 1e-9)
            & (faces.low[order, 0] < right - 1e-9)
            & (faces.normals[order, 2] > 0.1)
            & (middles[order, 2] < level + 1e-6)
        ]
        covered = shapely.union_all([shapely.box(faces.low[i, 0], -1e6, faces.high[i, 0], 1e6) for i in under])
        plan = shapely.Polygon(faces.rings[face][:, :2]).buffer(0.0)
        lower = middles[middles[:, 2] < level - 1e-6, 0]
        for piece in shapely.get_parts(plan.difference(covered)):
            start, _, end, _ = piece.bounds
            if not ((lower < start + 1e-9).any() and (lower > end - 1e-9).any()):
                chosen.append((face, piece))
    return chosen


@dataclass(frozen=True, kw_only=True, eq=False)
class _Surface:
    """Small pieces of a stone's surface."""

    points: FloatArray
    normals: FloatArray
    areas: FloatArray
    triangle: NDArray[np.intp]
    corners: FloatArray
    """Of the mesh's triangles, shape (m, 3, 3)."""
    spacing: float
    low: FloatArray
    high: FloatArray


def _sample(solid: Polyhedron) -> _Surface:
    corners = solid.vertices[triangulate(solid)]
    crosses = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = 0.5 * np.linalg.norm(crosses, axis=1)
    good = areas > 1e-14
    corners, crosses, areas = corners[good], crosses[good], areas[good]
    spacing = float(np.sqrt(areas.sum() / _SAMPLES))
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    cuts = np.clip(np.ceil(longest / spacing).astype(int), 1, 200)
    points, owners, weights = [], [], []
    for count in np.unique(cuts):
        chosen = np.flatnonzero(cuts == count)
        centres = _piece_centres(int(count))
        points.append(np.einsum("pk,tkj->tpj", centres, corners[chosen]).reshape(-1, 3))
        owners.append(np.repeat(chosen, len(centres)))
        weights.append(np.repeat(areas[chosen] / len(centres), len(centres)))
    triangle = np.concatenate(owners)
    return _Surface(
        points=np.concatenate(points),
        normals=(crosses / np.linalg.norm(crosses, axis=1, keepdims=True))[triangle],
        areas=np.concatenate(weights),
        triangle=triangle,
        corners=corners,
        spacing=spacing,
        low=solid.vertices.min(axis=0),
        high=solid.vertices.max(axis=0),
    )


def _piece_centres(count: int) -> FloatArray:
    """Barycentric centres of the count² equal pieces of a triangle, shape (count², 3)."""
    i, j = np.meshgrid(np.arange(count), np.arange(count), indexing="ij")
    upright = np.column_stack([(i + 1 / 3)[i + j < count], (j + 1 / 3)[i + j < count]])
    turned = np.column_stack([(i + 2 / 3)[i + j < count - 1], (j + 2 / 3)[i + j < count - 1]])
    ab = np.concatenate([upright, turned]) / count
    return np.column_stack([1.0 - ab.sum(axis=1), ab])


def turned_face(face: ContactFace) -> ContactFace:
    """The same face seen from the other stone."""
    return ContactFace(polygon=face.polygon[::-1], normal=-face.normal, area=face.area, gap=face.gap)


def _neighbours(surfaces: Sequence[_Surface], tolerance: float) -> list[tuple[int, int]]:
    """Stones whose boxes come within the tolerance, swept along the wall."""
    low = np.array([surface.low for surface in surfaces]) - 0.5 * tolerance
    high = np.array([surface.high for surface in surfaces]) + 0.5 * tolerance
    order = np.argsort(low[:, 0], kind="stable")
    found: list[tuple[int, int]] = []
    for place, one in enumerate(order.tolist()):
        last = int(np.searchsorted(low[order, 0], high[one, 0], side="right"))
        others = order[place + 1 : last]
        touch = np.all((low[others, 1:] <= high[one, 1:]) & (high[others, 1:] >= low[one, 1:]), axis=1)
        found.extend((min(one, other), max(one, other)) for other in others[touch].tolist())
    return sorted(found)


def _patches(one: _Surface, other: _Surface, tolerance: float) -> list[ContactFace]:
    inside = np.all((one.points >= other.low - tolerance) & (one.points <= other.high + tolerance), axis=1)
    mine = np.flatnonzero(inside)
    if not len(mine):
        return []
    # the few nearest pieces name the triangles to which the distance is then exact
    reach = tolerance + 2.0 * other.spacing
    nearest, index = map(np.asarray, cKDTree(other.points).query(one.points[mine], k=8, distance_upper_bound=reach))
    mine, index = mine[np.isfinite(nearest[:, 0])], index[np.isfinite(nearest[:, 0])]
    if not len(mine):
        return []
    known = index < len(other.points)
    triangles = other.triangle[np.where(known, index, index[:, :1])]
    distance = distances(one.points[mine], other.corners[triangles])
    best = distance.argmin(axis=1)
    rows = np.arange(len(mine))
    gap = distance[rows, best]
    looking = np.einsum("ij,ij->i", one.normals[mine], other.normals[np.where(known, index, index[:, :1])[rows, best]])
    touching = (gap <= tolerance) & (looking < -_LOOKING)
    return _gather(one, mine[touching], gap[touching], tolerance)


def distances(points: FloatArray, corners: FloatArray) -> FloatArray:
    """Distance of each point to each of its triangles; points (n, 3), corners (n, k, 3, 3) → (n, k)."""
    a, b, c = corners[:, :, 0], corners[:, :, 1], corners[:, :, 2]
    p = points[:, None, :]
    normal = np.cross(b - a, c - a)
    size = np.einsum("nkj,nkj->nk", normal, normal)
    height = np.einsum("nkj,nkj->nk", p - a, normal) / np.sqrt(size)
    inside = np.ones(size.shape, dtype=bool)
    edges = np.full(size.shape, np.inf)
    for start, end in ((a, b), (b, c), (c, a)):
        along = end - start
        inside &= np.einsum("nkj,nkj->nk", np.cross(along, p - start), normal) >= 0.0
        share = np.einsum("nkj,nkj->nk", p - start, along) / np.einsum("nkj,nkj->nk", along, along)
        foot = start + np.clip(share, 0.0, 1.0)[:, :, None] * along
        edges = np.minimum(edges, np.linalg.norm(p - foot, axis=2))
    return np.where(inside, np.abs(height), edges)


def _gather(surface: _Surface, chosen: NDArray[np.intp], gap: FloatArray, tolerance: float) -> list[ContactFace]:
    """Pieces that hang together and look the same way, as flat faces."""
    if len(chosen) < 3:
        return []
    points, normals, areas = surface.points[chosen], surface.normals[chosen], surface.areas[chosen]
    links = cKDTree(points).query_pairs(2.5 * surface.spacing, output_type="ndarray")
    same = np.einsum("ij,ij->i", normals[links[:, 0]], normals[links[:, 1]]) > 0.9
    links = links[same]
    count, patch = linked_groups(len(points), links)
    found = []
    for number in range(count):
        mine = np.flatnonzero(patch == number)
        face = _flat_face(points[mine], normals[mine], areas[mine], float(gap[mine].max()))
        # a patch as small as a few pieces is an edge that grazes, not a seat
        if face is not None and face.area > 3.0 * surface.spacing**2:
            found.append(face)
    return found


def _flat_face(points: FloatArray, normals: FloatArray, areas: FloatArray, gap: float) -> ContactFace | None:
    normal = areas @ normals
    normal /= np.linalg.norm(normal)
    centre = areas @ points / areas.sum()
    helper = np.eye(3)[int(np.argmin(np.abs(normal)))]
    u = np.cross(helper, normal)
    u /= np.linalg.norm(u)
    w = np.cross(normal, u)
    flat = np.column_stack([(points - centre) @ u, (points - centre) @ w])
    try:
        around = flat[ConvexHull(flat).vertices]
    except QhullError:  # all in one line
        return None
    area = float(areas @ np.maximum(normals @ normal, 0.0))
    return ContactFace(polygon=centre + around[:, :1] * u + around[:, 1:] * w, normal=normal, area=area, gap=gap)
