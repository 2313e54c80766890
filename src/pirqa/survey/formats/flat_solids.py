"""From faces to closed solids: which faces hang together, which way they look, whether they are flat."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from pirqa.model.polyhedron import FloatArray, Polyhedron

__all__ = ["FLAT", "FlawedSolidError", "SettledSolid", "settle_solids", "split_bent_faces"]

FLAT = 1e-6
"""How far a corner may lie off its face's plane, and two corners of one point apart [m]."""

Face = tuple[int, ...]


class FlawedSolidError(ValueError):
    """What is wrong with the faces, in words that follow the name of a body."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SettledSolid:
    """A closed solid, and what was done to get it."""

    solid: Polyhedron
    turned: bool
    """Whether faces looked inwards."""
    moved: float
    """How far corners were moved to meet [m]."""
    bent: int
    """Number of faces that were not flat and were cut into triangles."""


def settle_solids(vertices: FloatArray, faces: Iterable[Sequence[int]]) -> tuple[SettledSolid, ...]:
    """One solid for each closed piece of ``faces`` (corners in metres, shape (n, 3)), faces looking outwards."""
    clean = _without_repeats(faces)
    moved = 0.0
    if _open_edge(clean) is not None:
        vertices, joined, moved = _join_corners(vertices, clean)
        clean = _without_repeats(joined)
        edge = _open_edge(clean)
        if edge is not None:
            (a, b), count = edge
            where = " to ".join("({:.3f}, {:.3f}, {:.3f})".format(*vertices[i]) for i in (a, b))
            raise FlawedSolidError(
                f"is not a closed solid: the edge from {where} m belongs to {count} face{'s' * (count != 1)}, not 2; "
                "close it or draw it again"
            )
    return _settle_closed(vertices, clean, moved)


def _settle_closed(vertices: FloatArray, faces: list[Face], moved: float) -> tuple[SettledSolid, ...]:
    faces, mixed = _face_alike(faces)
    pieces = [_reduce(vertices, piece) for piece in _pieces(len(vertices), faces)]
    volumes = [_volume(corners, piece) for corners, piece in pieces]
    if len(pieces) > 1 and min(volumes) < 0.0 < max(volumes):
        raise FlawedSolidError("has a hollow inside; make it one solid without it")
    found = []
    for (corners, piece), volume in zip(pieces, volumes, strict=True):
        size = float(np.ptp(corners, axis=0).max())
        if not abs(volume) > 1e-9 * size**3:
            raise FlawedSolidError("has no volume; delete it or draw it again")
        outward = [face[::-1] for face in piece] if volume < 0.0 else piece
        flat, bent = split_bent_faces(corners, outward)
        solid = Polyhedron(vertices=corners, faces=tuple(flat))
        found.append(SettledSolid(solid=solid, turned=mixed or volume < 0.0, moved=moved, bent=bent))
    return tuple(found)


def split_bent_faces(vertices: FloatArray, faces: Iterable[Face], *, tolerance: float = FLAT) -> tuple[list[Face], int]:
    """``faces`` with those that are not flat to ``tolerance`` [m] cut into triangles, and how many were."""
    found: list[Face] = []
    bent = 0
    for face in faces:
        corners = vertices[list(face)]
        if len(face) == 3 or _bend(corners) <= tolerance:
            found.append(face)
        else:
            found.extend(_triangles(corners, face))
            bent += 1
    return found, bent


def _area_vector(corners: FloatArray) -> FloatArray:
    arms = corners - corners[0]
    summed: FloatArray = 0.5 * np.cross(arms, np.roll(arms, -1, axis=0)).sum(axis=0)
    return summed


def _bend(corners: FloatArray) -> float:
    normal = _area_vector(corners)
    length = float(np.linalg.norm(normal))
    if length == 0.0:
        return 0.0
    return float(np.ptp((corners - corners[0]) @ (normal / length))) / 2.0


def _triangles(corners: FloatArray, face: Face) -> list[Face]:
    normal = _area_vector(corners)
    arms = corners - corners[0]
    # the fan from the first corner is what volumes are computed with, so it is kept where it covers the face
    if np.all(np.cross(arms[1:-1], arms[2:]) @ normal > 0.0):
        return [(face[0], face[i], face[i + 1]) for i in range(1, len(face) - 1)]
    along = arms[int(np.argmax(np.linalg.norm(arms, axis=1)))]
    flat = np.column_stack([arms @ along, arms @ np.cross(normal, along)])
    numbers = {tuple(point): number for point, number in zip(flat.tolist(), face, strict=True)}
    polygon = shapely.Polygon(flat)
    if len(numbers) < len(face) or not polygon.is_valid:
        raise FlawedSolidError("has a face that is not flat and crosses itself; draw it again with flat faces")
    found = []
    for part in shapely.constrained_delaunay_triangles(polygon).geoms:
        points = shapely.get_coordinates(part)[:3]
        ring = [numbers[tuple(point)] for point in points.tolist()]
        found.append(tuple(ring if shapely.is_ccw(shapely.LinearRing(points)) else ring[::-1]))
    return found


def _without_repeats(faces: Iterable[Sequence[int]]) -> list[Face]:
    """Faces without corners that repeat the one before; those left with fewer than three are gone."""
    found = []
    for face in faces:
        ring = [number for i, number in enumerate(face) if number != face[i - 1]]
        if len(ring) >= 3:
            found.append(tuple(ring))
    if len(found) < 4:
        raise FlawedSolidError("is not a closed solid: it has fewer than four faces; draw it again")
    return found


def _edges(face: Face) -> Iterable[tuple[int, int]]:
    return zip(face, face[1:] + face[:1], strict=True)


def _open_edge(faces: list[Face]) -> tuple[tuple[int, int], int] | None:
    """An edge that does not belong to exactly two faces, and to how many."""
    counts = Counter((a, b) if a < b else (b, a) for face in faces for a, b in _edges(face))
    return next(((edge, count) for edge, count in counts.items() if count != 2), None)


def _join_corners(vertices: FloatArray, faces: list[Face]) -> tuple[FloatArray, list[Face], float]:
    """Corners that lie on each other made one, and how far they moved."""
    pairs = cKDTree(vertices).query_pairs(FLAT, output_type="ndarray")
    count = len(vertices)
    graph = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    _, labels = connected_components(graph, directed=False)
    _, first = np.unique(labels, return_index=True)
    joined = vertices[first]
    moved = float(np.linalg.norm(vertices - joined[labels], axis=1).max()) if count else 0.0
    return joined, [tuple(int(labels[number]) for number in face) for face in faces], moved


def _face_alike(faces: list[Face]) -> tuple[list[Face], bool]:
    """Faces turned so that neighbours run along their edge in opposite senses, and whether any had to be."""
    directed = Counter(edge for face in faces for edge in _edges(face))
    if max(directed.values()) == 1:
        return faces, False
    owners: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, face in enumerate(faces):
        for a, b in _edges(face):
            owners[min(a, b), max(a, b)].append(number)
    runs = [set(_edges(face)) for face in faces]
    turned: dict[int, bool] = {}
    for seed in range(len(faces)):
        if seed in turned:
            continue
        turned[seed] = False
        waiting = [seed]
        while waiting:
            number = waiting.pop()
            for a, b in _edges(faces[number]):
                for other in owners[min(a, b), max(a, b)]:
                    if other == number:
                        continue
                    wanted = turned[number] != ((a, b) in runs[other])
                    if other not in turned:
                        turned[other] = wanted
                        waiting.append(other)
                    elif turned[other] != wanted:
                        raise FlawedSolidError("has no inside and outside (a one-sided surface); draw it again")
    return [face[::-1] if turned[number] else face for number, face in enumerate(faces)], True


def _pieces(count: int, faces: list[Face]) -> list[list[Face]]:
    """Faces grouped by shared corners."""
    links = np.array([(face[0], number) for face in faces for number in face])
    graph = coo_array((np.ones(len(links)), (links[:, 0], links[:, 1])), shape=(count, count))
    _, labels = connected_components(graph, directed=False)
    groups: dict[int, list[Face]] = defaultdict(list)
    for face in faces:
        groups[int(labels[face[0]])].append(face)
    return list(groups.values())


def _reduce(vertices: FloatArray, faces: list[Face]) -> tuple[FloatArray, list[Face]]:
    """Only the corners that ``faces`` use, and the faces by their new numbers."""
    used = np.unique([number for face in faces for number in face])
    numbers = {int(old): new for new, old in enumerate(used)}
    return vertices[used], [tuple(numbers[number] for number in face) for face in faces]


def _volume(vertices: FloatArray, faces: list[Face]) -> float:
    try:
        return Polyhedron(vertices=vertices, faces=tuple(faces)).properties.volume
    except ValueError:
        return 0.0
