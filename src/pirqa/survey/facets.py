"""Triangles to flat faces, and flat faces to triangles.

Corners that lie on a straight edge between two faces, which neither of them needs, are dropped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from pirqa.model.polyhedron import FloatArray, Polyhedron

IntArray = NDArray[np.intp]

Face = tuple[int, ...]

_ANGLE = 1e-4
"""Normals of one face may differ by this, and by what the tolerance does to a small triangle [rad]."""

_ROUNDS = 32

_EAR_LIMIT = 32

_LIMIT = 30_000
"""Corners, beyond which the search would take too long: a fan, whose signed integrals are as exact."""


def merge_facets(vertices: FloatArray, triangles: IntArray, *, tolerance: float) -> Polyhedron:
    """The solid of a closed mesh, its flat regions joined to polygons.

    ``vertices`` shape (n, 3) and ``tolerance`` in [m], ``triangles`` shape (m, 3) counter-clockwise seen from outside.
    No corner of a face lies farther than ``tolerance`` from its plane. A flat region with a hole becomes several faces.
    A mesh that is not closed is a :class:`ValueError`.
    """
    vertices = np.asarray(vertices, dtype=np.float64)
    triangles = np.asarray(triangles, dtype=np.intp)
    twins = _twins(triangles, len(vertices))
    # below what the coordinates themselves can say, flat is not a question
    tolerance = max(tolerance, 16.0 * np.finfo(float).eps * float(np.abs(vertices).max(initial=0.0)))
    groups = _flat_groups(vertices, triangles, twins, tolerance)
    faces = _group_faces(triangles, twins, groups)
    for candidate in (drop_straight(vertices, faces, tolerance=tolerance), faces):
        if _is_closed(candidate):
            return _compact(vertices, candidate)
    return _compact(vertices, [(a, b, c) for a, b, c in triangles.tolist()])


def triangulate(polyhedron: Polyhedron) -> IntArray:
    """Corners of triangles that cover each face exactly, shape (m, 3), face after face and turned as the face is."""
    faces = polyhedron.faces
    sizes = np.array([len(face) for face in faces], dtype=np.intp)
    starts = np.concatenate([[0], np.cumsum(np.maximum(sizes - 2, 0))]).astype(np.intp)
    result = np.empty((int(starts[-1]), 3), dtype=np.intp)
    for size in np.unique(sizes[sizes > 2]).tolist():
        which = np.flatnonzero(sizes == size)
        corners = np.array([faces[i] for i in which.tolist()], dtype=np.intp)
        rows = starts[which][:, None] + np.arange(size - 2)
        fans = np.stack(
            [np.broadcast_to(corners[:, :1], (len(which), size - 2)), corners[:, 1:-1], corners[:, 2:]], axis=2
        )
        result[rows] = fans
        if size == 3:
            continue
        for i in np.flatnonzero(~is_convex(polyhedron.vertices[corners])).tolist():
            result[rows[i]] = corners[i][cut_ring(polyhedron.vertices[corners[i]])]
    return result


def split_concave(polyhedron: Polyhedron) -> list[Face]:
    """The faces, those that are not convex cut into triangles."""
    result: list[Face] = []
    for face in polyhedron.faces:
        ring = polyhedron.vertices[list(face)]
        if len(face) == 3 or is_convex(ring[None])[0]:
            result.append(face)
        else:
            result += [(face[a], face[b], face[c]) for a, b, c in cut_ring(ring).tolist()]
    return result


def linked_groups(count: int, pairs: IntArray) -> tuple[int, IntArray]:
    """Return the number of groups that ``pairs`` link among ``count`` items, shape (n, 2), and the group of each."""
    linked = np.ones(len(pairs), dtype=bool)
    graph = coo_array((linked, (pairs[:, 0], pairs[:, 1])), shape=(count, count)).tocsr()
    number, labels = connected_components(graph, directed=False)
    return int(number), labels.astype(np.intp)


def near_groups(points: FloatArray, reach: float) -> IntArray:
    """Return the group of each point: points within ``reach`` of each other are linked."""
    pairs = cKDTree(points).query_pairs(reach, output_type="ndarray").astype(np.intp)
    return linked_groups(len(points), pairs)[1]


def _twins(triangles: IntArray, count: int) -> IntArray:
    """For half-edge 3 t + k, from corner k of triangle t to the next, the half-edge that runs back along it."""
    starts, ends = triangles.ravel(), np.roll(triangles, -1, axis=1).ravel()
    keys = np.minimum(starts, ends) * count + np.maximum(starts, ends)
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    twins = np.empty(len(keys), dtype=np.intp)
    if len(keys) == 0 or len(keys) % 2 or np.any(ordered[::2] != ordered[1::2]):
        raise ValueError("the mesh is not closed")
    if np.any(ordered[1:-1:2] == ordered[2::2]) or np.any(starts[order[::2]] != ends[order[1::2]]):
        raise ValueError("the mesh is not a closed, consistently turned surface")
    twins[order[::2]], twins[order[1::2]] = order[1::2], order[::2]
    return twins


def _flat_groups(vertices: FloatArray, triangles: IntArray, twins: IntArray, tolerance: float) -> IntArray:
    """A number for each triangle; those with the same number lie in one plane and hang together by edges."""
    count = len(triangles)
    corners = vertices[triangles] - vertices[triangles[0, 0]]
    edges = np.roll(corners, -1, axis=1) - corners
    crosses = np.cross(edges[:, 0], edges[:, 1])
    doubled = np.linalg.norm(crosses, axis=1)
    height = doubled / np.maximum(np.linalg.norm(edges, axis=2).max(axis=1), np.finfo(float).tiny)
    # a triangle no higher than a few tolerances has no normal to speak of; it joins its neighbours afterwards
    sliver = height <= 10.0 * tolerance
    normals = crosses / np.where(doubled > 0.0, doubled, 1.0)[:, None]
    slack = _ANGLE + tolerance / np.where(sliver, np.inf, height)

    first = np.flatnonzero(np.arange(3 * count) < twins)
    one, other = first // 3, twins[first] // 3
    beyond = corners[other, (twins[first] + 2) % 3] - corners[one, first % 3]
    before = corners[one, (first + 2) % 3] - corners[other, twins[first] % 3]
    linked = (
        ~sliver[one]
        & ~sliver[other]
        & (np.linalg.norm(normals[one] - normals[other], axis=1) <= slack[one] + slack[other])
        & (np.abs(np.einsum("ij,ij->i", beyond, normals[one])) <= tolerance)
        & (np.abs(np.einsum("ij,ij->i", before, normals[other])) <= tolerance)
    )
    pairs = np.column_stack([one, other])[linked]

    groups = np.arange(count)
    active = ~sliver
    planes = np.concatenate([normals, np.einsum("ij,ij->i", corners[:, 0], normals)[:, None]], axis=1)
    for _ in range(_ROUNDS):
        _, labels = linked_groups(count, pairs[active[pairs].all(axis=1)])
        flat, group_planes = _flatness(corners, crosses, normals, slack, labels, tolerance)
        done = active & flat[labels]
        groups[done] = _first_of(labels)[labels[done]]
        planes[done] = group_planes[labels[done]]
        active &= ~done
        if not active.any():
            break
        # a smooth chain of triangles that bends: the plane of its largest triangle, and what lies in it
        rest = np.flatnonzero(active)
        seeds = np.full(count, -1)
        ordered = rest[np.lexsort((doubled[rest], labels[rest]))]
        seeds[labels[ordered]] = ordered
        seed = np.where(active, seeds[labels], 0)
        offsets = np.einsum("tkj,tj->tk", corners - corners[seed][:, :1], normals[seed])
        inside = (
            active
            & (np.abs(offsets).max(axis=1) <= tolerance)
            & (np.linalg.norm(normals - normals[seed], axis=1) <= slack + slack[seed])
        )
        inside[seed[rest]] = True
        _, patches = linked_groups(count, pairs[inside[pairs].all(axis=1)])
        taken = inside & (patches == patches[seed])
        groups[taken] = seed[taken]
        planes[taken] = planes[seed[taken]]
        active &= ~taken
        if taken.sum() < 0.02 * len(rest):
            break
    return _join_slivers(corners, edges, twins, groups, planes, sliver, tolerance)


def _first_of(labels: IntArray) -> IntArray:
    """The first triangle of each label."""
    _, first = np.unique(labels, return_index=True)
    return first.astype(np.intp)


def _flatness(
    corners: FloatArray, crosses: FloatArray, normals: FloatArray, slack: FloatArray, labels: IntArray, tolerance: float
) -> tuple[NDArray[np.bool_], FloatArray]:
    """Whether each group lies in one plane, and that plane as (normal, offset), shape (groups, 4)."""
    number = int(labels.max()) + 1
    summed = np.stack([np.bincount(labels, weights=crosses[:, i], minlength=number) for i in range(3)], axis=1)
    size = np.linalg.norm(summed, axis=1)
    normal = summed / np.where(size > 0.0, size, 1.0)[:, None]
    offsets = np.einsum("tkj,tj->tk", corners, normal[labels])
    low, high = np.full(number, np.inf), np.full(number, -np.inf)
    np.minimum.at(low, labels, offsets.min(axis=1))
    np.maximum.at(high, labels, offsets.max(axis=1))
    bent = np.linalg.norm(normals - normal[labels], axis=1) > slack
    flat = (high - low <= 2.0 * tolerance) & (np.bincount(labels, weights=bent, minlength=number) == 0)
    # a triangle by itself is flat, whatever rounding says
    flat |= np.bincount(labels, minlength=number) == 1
    return flat, np.concatenate([normal, 0.5 * (low + high)[:, None]], axis=1)


def _join_slivers(
    corners: FloatArray,
    edges: FloatArray,
    twins: IntArray,
    groups: IntArray,
    planes: FloatArray,
    sliver: NDArray[np.bool_],
    tolerance: float,
) -> IntArray:
    """Slivers join the face across their longest possible edge."""
    loose = np.flatnonzero(sliver)
    if not len(loose):
        return groups
    order = np.argsort(-np.linalg.norm(edges[loose], axis=2), axis=1, kind="stable")
    ranked = dict(zip(loose.tolist(), order.tolist(), strict=True))
    waiting = deque(ranked)
    free = set(ranked)
    idle, budget = 0, 50 * len(loose)
    while waiting and idle <= len(waiting) and budget:
        triangle = waiting.popleft()
        idle, budget = idle + 1, budget - 1
        for k in ranked[triangle]:
            near = int(twins[3 * triangle + k]) // 3
            if near in free:
                continue
            plane = planes[near]
            if np.abs(corners[triangle] @ plane[:3] - plane[3]).max() <= tolerance:
                groups[triangle], planes[triangle] = groups[near], plane
                free.discard(triangle)
                idle = 0
                break
        else:
            waiting.append(triangle)
    return groups


def _group_faces(triangles: IntArray, twins: IntArray, groups: IntArray) -> list[Face]:
    """The ring of each group, in the order of their first triangles; groups that are no disc become several."""
    _, groups, counts = np.unique(groups, return_inverse=True, return_counts=True)
    alone = counts[groups] == 1
    faces: list[tuple[int, Face]] = [
        (first, (a, b, c))
        for first, (a, b, c) in zip(np.flatnonzero(alone).tolist(), triangles[alone].tolist(), strict=True)
    ]
    many = np.flatnonzero(~alone)
    many = many[np.argsort(groups[many], kind="stable")]
    for members in np.split(many, np.flatnonzero(np.diff(groups[many])) + 1) if len(many) else ():
        ring = _ring(members.tolist(), triangles, twins)
        if ring is not None:
            faces.append((int(members[0]), ring))
            continue
        for disc in _discs(members.tolist(), triangles, twins):
            part = _ring(disc, triangles, twins)
            if part is not None:
                faces.append((disc[0], part))
            else:
                faces.extend((i, _corners(triangles, i)) for i in disc)
    faces.sort(key=lambda item: item[0])
    return [face for _, face in faces]


def _corners(triangles: IntArray, index: int) -> Face:
    a, b, c = triangles[index].tolist()
    return a, b, c


def _ring(members: Sequence[int], triangles: IntArray, twins: IntArray) -> Face | None:
    """The boundary of some triangles as one ring that visits no corner twice, or None."""
    index = np.asarray(members, dtype=np.intp)
    half = (3 * index[:, None] + np.arange(3)).ravel()
    inside = np.zeros(len(triangles), dtype=bool) if len(members) > 64 else None
    if inside is None:
        own = set(members)
        border = np.array([int(twin) // 3 not in own for twin in twins[half].tolist()])
    else:
        inside[index] = True
        border = ~inside[twins[half] // 3]
    half = half[border]
    starts = triangles.ravel()[half].tolist()
    ends = triangles[half // 3, (half + 1) % 3].tolist()
    follow = dict(zip(starts, ends, strict=True))
    if not starts or len(follow) < len(starts):
        return None
    ring = [starts[0]]
    while (corner := follow.get(ring[-1])) is not None and corner != starts[0] and len(ring) <= len(starts):
        ring.append(corner)
    return tuple(ring) if len(ring) == len(starts) and corner == starts[0] else None


def _discs(members: Sequence[int], triangles: IntArray, twins: IntArray) -> list[list[int]]:
    """Parts of a flat region that have one ring each."""
    around = {i: [int(twins[3 * i + k]) // 3 for k in range(3)] for i in members}
    left = dict.fromkeys(members)
    discs: list[list[int]] = []
    while left:
        seed = next(iter(left))
        disc, used = {seed: None}, set(_corners(triangles, seed))
        del left[seed]
        waiting = deque(around[seed])
        while waiting:
            triangle = waiting.popleft()
            if triangle not in left:
                continue
            shared = [k for k in range(3) if around[triangle][k] in disc]
            apex = int(triangles[triangle, (shared[0] + 2) % 3])
            # one shared edge and a corner already in use would close a ring around a hole
            if len(shared) == 3 or (len(shared) == 1 and apex in used):
                continue
            disc[triangle] = None
            used.update(_corners(triangles, triangle))
            del left[triangle]
            waiting.extend(around[triangle])
        discs.append(sorted(disc))
    return discs


def _is_closed(faces: Sequence[Face]) -> bool:
    """Whether every edge is used once in each sense."""
    starts = np.array([corner for face in faces for corner in face], dtype=np.int64)
    ends = np.array([corner for face in faces for corner in (*face[1:], face[0])], dtype=np.int64)
    count = int(starts.max(initial=0)) + 1
    there = np.sort(starts * count + ends)
    unique = bool(np.all(np.diff(there) > 0))
    return unique and min(map(len, faces)) >= 3 and bool(np.array_equal(there, np.sort(ends * count + starts)))


def _compact(vertices: FloatArray, faces: Iterable[Face]) -> Polyhedron:
    """Only the corners that faces use, in their order."""
    faces = list(faces)
    used = np.zeros(len(vertices), dtype=bool)
    used[[corner for face in faces for corner in face]] = True
    number = (np.cumsum(used) - 1).tolist()
    renumbered = tuple(tuple([number[corner] for corner in face]) for face in faces)
    return Polyhedron(vertices=vertices[used], faces=renumbered)


def is_convex(rings: FloatArray) -> NDArray[np.bool_]:
    """Whether each ring, shape (k, n, 3), turns at every corner, always the same way, and once round."""
    edges = np.roll(rings, -1, axis=1) - rings
    local = rings - rings[:, :1]
    area = np.cross(local[:, 1:-1], local[:, 2:]).sum(axis=1)
    size = np.linalg.norm(area, axis=1, keepdims=True)
    normal = area / np.where(size > 0.0, size, 1.0)
    after = np.roll(edges, -1, axis=1)
    sines = np.einsum("kni,ki->kn", np.cross(edges, after), normal)
    cosines = np.einsum("kni,kni->kn", edges, after)
    turns = np.arctan2(sines, cosines)
    result: NDArray[np.bool_] = np.all(turns > 1e-6, axis=1) & (turns.sum(axis=1) < 3.0 * np.pi)
    return result


def cut_ring(ring: FloatArray) -> IntArray:
    """Triangles of a flat ring, shape (n, 3), that need not be convex, by numbers of its corners."""
    count = len(ring)
    local = ring - ring[0]
    area = np.cross(local[1:-1], local[2:]).sum(axis=0)
    fan = np.column_stack([np.zeros(count - 2, dtype=np.intp), np.arange(1, count - 1), np.arange(2, count)])
    if not np.linalg.norm(area) > 0.0 or count > _LIMIT:
        return fan
    normal = area / np.linalg.norm(area)
    axis = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    axis /= np.linalg.norm(axis)
    flat = local @ np.column_stack([axis, np.cross(normal, axis)])
    found = _delaunay(flat)
    if found is None and count <= _EAR_LIMIT:
        found = _clip_ears(flat)
    return fan if found is None else found


def _delaunay(ring: FloatArray) -> IntArray | None:
    polygon = shapely.Polygon(ring)
    if not polygon.is_valid:
        return None
    number = {(x, y): i for i, (x, y) in enumerate(ring.tolist())}
    parts = shapely.get_parts(shapely.constrained_delaunay_triangles(polygon))
    corners = shapely.get_coordinates(parts).reshape(-1, 4, 2)[:, :3]
    if len(number) < len(ring) or len(corners) != len(ring) - 2:
        return None
    result = np.array([number.get((x, y), -1) for x, y in corners.reshape(-1, 2).tolist()], dtype=np.intp)
    result = result.reshape(-1, 3)
    a, b, c = (ring[result[:, i]] for i in range(3))
    areas = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    if np.any(result < 0) or np.any(areas == 0.0):
        return None
    result[areas < 0.0] = result[areas < 0.0][:, ::-1]
    return result


def _clip_ears(ring: FloatArray) -> IntArray | None:
    """Ears cut off one after the other; for rings that touch themselves."""
    left = list(range(len(ring)))
    ears: list[tuple[int, int, int]] = []

    def side(a: FloatArray, b: FloatArray, points: FloatArray) -> FloatArray:
        return np.asarray((b[0] - a[0]) * (points[..., 1] - a[1]) - (b[1] - a[1]) * (points[..., 0] - a[0]))

    while len(left) > 3:
        for i in range(len(left)):
            trio = left[i - 1], left[i], left[(i + 1) % len(left)]
            a, b, c = (ring[j] for j in trio)
            others = ring[[j for j in left if j not in trio]]
            if side(a, b, c) <= 0.0:
                continue
            if not np.any((side(a, b, others) > 0.0) & (side(b, c, others) > 0.0) & (side(c, a, others) > 0.0)):
                ears.append(trio)
                del left[i]
                break
        else:
            return None
    return np.array([*ears, tuple(left)], dtype=np.intp)


def drop_straight(vertices: FloatArray, faces: Sequence[Face], *, tolerance: float) -> list[Face]:
    """``faces`` without the corners that lie within ``tolerance`` [m] of a straight edge between just two faces."""
    visits = np.bincount([corner for face in faces for corner in face], minlength=len(vertices))
    between = visits == 2
    if not between.any():
        return list(faces)
    dropped: set[int] = set()
    for face in faces:
        for chain in _chains(face, between[list(face)].tolist()):
            # both faces see the chain, in opposite senses: the first to come decides for both
            if not dropped.intersection(chain):
                kept = _needed(vertices[chain], tolerance)
                dropped.update(corner for corner, keep in zip(chain, kept, strict=True) if not keep)
    spared = {
        corner for face in faces if sum(corner not in dropped for corner in face) < 3 for corner in face
    }  # a face of two corners would be no face
    dropped -= spared
    return [tuple(corner for corner in face if corner not in dropped) for face in faces]


def _chains(face: Face, between: Sequence[bool]) -> list[list[int]]:
    """Runs of corners between two faces, each with the corner before and after it."""
    ends = [i for i, inner in enumerate(between) if not inner]
    chains: list[list[int]] = []
    for place, start in enumerate(ends):
        stop = ends[(place + 1) % len(ends)]
        length = (stop - start) % len(face)
        if length > 1:
            chains.append([face[(start + step) % len(face)] for step in range(length + 1)])
    return chains


def _needed(points: FloatArray, tolerance: float) -> list[bool]:
    """Which points of a line, shape (n, 3), it needs to stay within ``tolerance`` of all (Douglas and Peucker)."""
    keep = [False] * len(points)
    keep[0] = keep[-1] = True
    spans = [(0, len(points) - 1)]
    while spans:
        start, stop = spans.pop()
        if stop - start < 2:
            continue
        inner = points[start + 1 : stop]
        along = points[stop] - points[start]
        length = float(along @ along)
        share = (inner - points[start]) @ along / length if length > 0.0 else np.zeros(len(inner))
        foot = points[start] + np.clip(share, 0.0, 1.0)[:, None] * along
        distance = np.linalg.norm(inner - foot, axis=1)
        backward = np.any(np.diff(share) <= 0.0)
        far = int(np.argmax(distance))
        if distance[far] > tolerance or backward:
            middle = start + 1 + far
            keep[middle] = True
            spans += [(start, middle), (middle, stop)]
    return keep
