"""Contacts of scanned stones, whose faces do not match: patches where two surfaces come within a tolerance.

Each surface is sampled by small pieces of equal size; a piece belongs to the contact where the other surface lies
within the tolerance and looks the other way. Pieces that hang together and look the same way form one patch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import ConvexHull, QhullError, cKDTree

from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.stone import ContactFace
from pirqa.survey.contacts import Pairs
from pirqa.survey.facets import triangulate

__all__ = ["distances", "patch_contacts", "seat_patches"]

_LOOKING = 0.7
"""Cosine: surfaces that look at each other within about 45°."""
_SAMPLES = 3000
"""Pieces of a stone's surface: some 2 % of its size each."""


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


def patch_contacts(solids: Sequence[Polyhedron], *, tolerance: float) -> Pairs:
    """Patches where surfaces of different stones come within ``tolerance`` [m] of each other."""
    surfaces = [_sample(solid) for solid in solids]
    pairs: Pairs = {}
    for one, other in _neighbours(surfaces, tolerance):
        # the finer of the two is looked at piece by piece, whichever comes first
        if surfaces[one].spacing <= surfaces[other].spacing:
            found = _patches(surfaces[one], surfaces[other], tolerance)
        else:
            found = [_turned(face) for face in _patches(surfaces[other], surfaces[one], tolerance)]
        if found:
            pairs[one, other] = found
    return pairs


def _turned(face: ContactFace) -> ContactFace:
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
    graph = coo_matrix((np.ones(len(links)), (links[:, 0], links[:, 1])), shape=(len(points), len(points)))
    count, patch = connected_components(graph, directed=False)
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
