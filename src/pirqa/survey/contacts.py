"""Where stones touch: every pair, and each of its flat faces with polygon, area, normal and gap.

Faces that oppose each other in nearly the same plane are found through a tree of their boxes in elevation, so that the
cost grows with the number of contacts; what they share is the intersection of their polygons in that plane.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.stone import ContactFace

__all__ = ["BaseRule", "Pairs", "base_faces", "face_contacts", "lowest_level"]

Pairs = dict[tuple[int, int], list[ContactFace]]
"""Contact faces by the numbers of the two stones, the lower number first; normals point from it to the other."""

BaseRule = Literal["level", "lower_edge"]
"""``level``: the base is the level of the lowest corner; ``lower_edge``: it follows the wall's lower edge."""

_OPPOSED = -np.cos(np.radians(2.0))
_DOWN = -0.5


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


def face_contacts(solids: Sequence[Polyhedron], *, tolerance: float) -> Pairs:
    """Faces of different stones that lie on each other within ``tolerance`` [m]."""
    faces = _all_faces(solids)
    one, other = _opposing(faces, tolerance)
    pairs: Pairs = {}
    for a, b in zip(one.tolist(), other.tolist(), strict=True):
        for contact in _shared(faces, a, b, tolerance):
            pairs.setdefault((int(faces.stone[a]), int(faces.stone[b])), []).append(contact)
    return {pair: _joined(found) for pair, found in sorted(pairs.items())}


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
