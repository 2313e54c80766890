"""Surfaces as mesh files hold them, and closed surfaces out of them.

Triangles are sorted into what belongs together, what can be mended and what cannot.

"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order
from scipy.spatial import cKDTree

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.wall import Wall
from pirqa.survey.facets import IntArray, linked_groups, near_groups, triangulate

_FARTHEST = 1e12

LARGEST_HOLE = 12
"""Edges around a hole that is still filled."""

LARGEST_SHARE = 0.1
"""Of a stone's surface that may be filled."""

_UNEVEN = 0.2
"""How far the rim of a hole may leave its plane, as a share of its own extent."""

_CROWD = 50

_MIXERS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)

FaultKind = Literal["open", "crossed", "twisted", "empty"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Skin:
    """One mesh, object or solid of a file, in the file's own unit and axes."""

    vertices: FloatArray
    """Shape (n, 3)."""
    triangles: IntArray
    """Numbers of vertices, shape (m, 3)."""
    name: str = ""
    layer: str = ""
    joined: bool = True
    """Whether triangles share vertices by number, so that the file says which of them belong together."""
    precision: float = 0.0
    """By how much a coordinate may be wrong because of how it is stored."""


@dataclass(frozen=True, kw_only=True)
class Fault:
    """Why a surface encloses no stone."""

    kind: FaultKind
    """``open``: holes; ``crossed``: edges of more than two triangles; ``twisted``: no outside; ``empty``: no volume."""
    count: int = 0
    """Edges concerned."""
    place: tuple[float, ...] = ()
    """One of them (x, y, z) [m]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Shell:
    """A surface of one piece, and what was done to it."""

    vertices: FloatArray
    triangles: IntArray
    merged: int = 0
    """Vertices that lay on others."""
    moved: float = 0.0
    """Farthest that one was moved onto another [m]."""
    dropped: int = 0
    """Triangles without area or given twice."""
    turned: int = 0
    """Triangles that faced the other way than their neighbours."""
    inverted: bool = False
    holes: int = 0
    filled: float = 0.0
    """Share of the surface that had to be filled."""
    fault: Fault | None = None


def check_coordinates(vertices: FloatArray, where: str) -> None:
    """Refuse vertices, shape (n, 3), that are no numbers or beyond all measure."""
    # the negation catches what is not a number too
    bad = np.flatnonzero(~np.all(np.abs(vertices) < _FARTHEST, axis=1))
    if len(bad):
        x, y, z = vertices[bad[0]].tolist()
        raise SurveyError(
            f"{where}: vertex {bad[0] + 1} of {len(vertices)} lies at ({x:g}, {y:g}, {z:g}), "
            f"which cannot be ({len(bad)} such in all); delete it or export the mesh again"
        )


def text_precision(values: FloatArray) -> float:
    """The last decimal of numbers written as text, 0 where they have more than nine."""
    for decimals in range(10):
        if np.all(np.abs(np.round(values, decimals) - values) <= 4.0 * np.finfo(float).eps * np.abs(values)):
            return float(10.0**-decimals)
    return 0.0


def single_precision(values: FloatArray) -> float:
    """What single precision leaves open in the largest of ``values``."""
    return float(np.finfo(np.float32).eps * np.abs(values).max(initial=0.0))


def cut_polygons(vertices: FloatArray, corners: IntArray, sizes: IntArray) -> tuple[IntArray, IntArray]:
    """Triangles of polygons given by ``sizes`` and the numbers of all their corners in a row, and their polygon."""
    if len(sizes) and np.all(sizes == 3):
        return corners.reshape(-1, 3), np.arange(len(sizes))
    starts = np.concatenate([[0], np.cumsum(sizes)]).tolist()
    every = corners.tolist()
    faces = tuple(tuple(every[a:b]) for a, b in pairwise(starts))
    triangles = triangulate(Polyhedron(vertices=vertices, faces=faces))
    return triangles, np.repeat(np.arange(len(sizes)), np.maximum(sizes - 2, 0))


def triangle_meshes(wall: Wall) -> list[tuple[FloatArray, IntArray]]:
    """Vertices [m] and triangles of each stone of ``wall``."""
    if not wall.stones:
        raise SurveyError("the wall has no stones to write as a mesh; give a survey of its stones")
    return [(stone.solid.vertices, triangulate(stone.solid)) for stone in wall.stones]


def plain_names(wall: Wall) -> list[str]:
    """Names of the stones for formats that read a name up to the first blank: blanks become ``_``, none twice."""
    given: set[str] = set()
    names: list[str] = []
    for stone in wall.stones:
        plain = "_".join("".join(c if c.isprintable() else " " for c in stone.name).split()) or "stone"
        name, count = plain, 1
        while name in given:
            count += 1
            name = f"{plain}-{count}"
        given.add(name)
        names.append(name)
    return names


def merge_vertices(
    vertices: FloatArray, triangles: IntArray, *, reach: float
) -> tuple[FloatArray, IntArray, FloatArray]:
    """Vertices within ``reach`` [m] of each other made one; the third value is how far each of the old was moved."""
    used = np.zeros(len(vertices), dtype=bool)
    used[triangles] = True
    corners = (np.cumsum(used) - 1)[triangles]
    points = vertices[used] + 0.0  # no minus zero: it would differ from zero by its bits
    tree = cKDTree(points) if reach > 0.0 else None
    # a crowd of points within reach of each other is no crack in a surface, and its pairs would fill the memory
    if tree is None or tree.count_neighbors(tree, reach) > _CROWD * len(points):
        # a million corners: sorting one number of each is many times faster than sorting rows
        mixed = np.ascontiguousarray(points).view(np.uint64) * _MIXERS
        _, first, number = np.unique(mixed[:, 0] ^ mixed[:, 1] ^ mixed[:, 2], return_index=True, return_inverse=True)
        if not np.array_equal(points[first][number], points):  # two places with the same number
            _, first, number = np.unique(points, axis=0, return_index=True, return_inverse=True)
            number = number.ravel()
    else:
        number = near_groups(points, reach)
        _, first = np.unique(number, return_index=True)
    moved = np.zeros(len(vertices))
    moved[used] = np.linalg.norm(points - points[first][number], axis=1)
    return points[first], number[corners].reshape(-1, 3), moved


def split_triangles(triangles: IntArray) -> tuple[IntArray, NDArray[np.bool_]]:
    """The piece of each triangle, and of each piece whether it is a scrap: too open to be closed by filling holes.

    Edges of more than two triangles join nothing, so stones that touch along an edge or in a corner stay apart although
    they share its vertices. Triangles that will be dropped join nothing either, and go with the piece they touch.
    """
    kept = keep_sound(triangles)
    sound = triangles[kept]
    if not len(sound):
        return np.zeros(len(triangles), dtype=np.intp), np.zeros(1, dtype=bool)
    _, number, counts = np.unique(_edges(sound), return_inverse=True, return_counts=True)
    order = np.argsort(number, kind="stable")
    pairs = order[counts[number[order]] == 2].reshape(-1, 2) // 3
    pieces, found = linked_groups(len(sound), pairs)
    # how often each piece has each edge: edges it has once are its rim
    _, inverse, often = np.unique(number * pieces + np.repeat(found, 3), return_inverse=True, return_counts=True)
    rim = np.bincount(np.repeat(found, 3)[often[inverse] == 1], minlength=pieces)
    owner = np.zeros(int(triangles.max()) + 1, dtype=np.intp)
    owner[sound.ravel()] = np.repeat(found, 3)
    labels = owner[triangles[:, 0]]
    labels[kept] = found
    return labels, rim > np.bincount(found, minlength=pieces)


def keep_sound(triangles: IntArray) -> NDArray[np.bool_]:
    """Which triangles name three vertices and were not given before."""
    a, b, c = triangles.T
    kept: NDArray[np.bool_] = (a != b) & (b != c) & (c != a)
    if not kept.any():
        return kept
    shift = (np.argmin(triangles, axis=1)[:, None] + np.arange(3)) % 3
    kept &= _first_time(np.take_along_axis(triangles, shift, axis=1), kept)
    # the same triangle facing back: an extra skin if its edges have one triangle too many, else part of a neighbour
    again = kept & ~_first_time(np.sort(triangles, axis=1), kept)
    if again.any():
        edges = _edges(triangles)
        found, counts = np.unique(edges[np.repeat(kept, 3)], return_counts=True)
        rows = np.searchsorted(found, edges.reshape(-1, 3)[again])
        kept[again] = ~np.all(counts[rows] == 3, axis=1)
    return kept


def _first_time(rows: IntArray, among: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which rows, shape (m, 3), are the first of their like ``among`` those marked."""
    index = np.flatnonzero(among)
    order = index[np.lexsort(rows[index].T[::-1])]
    new = np.ones(len(order), dtype=bool)
    new[1:] = np.any(rows[order[1:]] != rows[order[:-1]], axis=1)
    result = np.zeros(len(rows), dtype=bool)
    result[order[new]] = True
    return result


def find_crossed(shell: Shell) -> Fault | None:
    """Edges of more than two triangles among all pieces together, which is why they are not closed one by one."""
    shell = replace(shell, triangles=shell.triangles[keep_sound(shell.triangles)])
    _, number, counts = np.unique(_edges(shell.triangles), return_inverse=True, return_counts=True)
    return _fault("crossed", shell, counts[number] > 2) if np.any(counts > 2) else None


def mend(shell: Shell) -> Shell:
    """One piece, closed and facing outwards; or with its fault."""
    triangles = shell.triangles[keep_sound(shell.triangles)]
    dropped = shell.dropped + len(shell.triangles) - len(triangles)
    shell = replace(shell, triangles=triangles, dropped=dropped)
    if not len(triangles):
        return replace(shell, fault=Fault(kind="empty"))
    _, number, counts = np.unique(_edges(triangles), return_inverse=True, return_counts=True)
    if np.any(counts > 2):
        return replace(shell, fault=_fault("crossed", shell, counts[number] > 2))
    shell = _turn(shell, number, counts)
    if shell.fault is None and np.any(counts == 1):
        shell = _fill(shell)
    if shell.fault is not None:
        return shell
    corners = shell.vertices[shell.triangles] - shell.vertices[shell.triangles[0, 0]]
    volume = float(np.einsum("ij,ij->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))) / 6.0
    extent = float(np.linalg.norm(np.ptp(corners.reshape(-1, 3), axis=0)))
    if not abs(volume) > 1e-9 * extent**3:
        place = tuple(shell.vertices[shell.triangles[0, 0]].tolist())
        return replace(shell, fault=Fault(kind="empty", place=place))
    if volume < 0.0:
        return replace(shell, triangles=shell.triangles[:, ::-1].copy(), inverted=True)
    return shell


def _edges(triangles: IntArray) -> NDArray[np.int64]:
    """A number for each edge, shape (3 m,), the same in both senses; edge 3 t + k starts at corner k of triangle t."""
    starts, ends = triangles.ravel().astype(np.int64), np.roll(triangles, -1, axis=1).ravel().astype(np.int64)
    count = int(triangles.max(initial=0)) + 1
    return np.minimum(starts, ends) * count + np.maximum(starts, ends)


def _fault(kind: FaultKind, shell: Shell, bad: NDArray[np.bool_]) -> Fault:
    """The fault of the half-edges marked in ``bad``."""
    starts, ends = shell.triangles.ravel()[bad], np.roll(shell.triangles, -1, axis=1).ravel()[bad]
    middle = 0.5 * (shell.vertices[starts[0]] + shell.vertices[ends[0]])
    pairs = np.sort(np.column_stack([starts, ends]), axis=1)
    return Fault(kind=kind, count=len(np.unique(pairs, axis=0)), place=tuple(middle.tolist()))


def _turn(shell: Shell, number: IntArray, counts: IntArray) -> Shell:
    """All triangles turned as the larger part of them is."""
    triangles = shell.triangles
    order = np.argsort(number, kind="stable")
    one, other = order[counts[number[order]] == 2].reshape(-1, 2).T
    starts = triangles.ravel()
    wrong = starts[one] == starts[other]
    if not np.any(wrong):
        return shell
    count = len(triangles)
    pairs = np.sort(np.column_stack([one // 3, other // 3]), axis=1)
    _, first = np.unique(pairs, axis=0, return_index=True)
    row, column = pairs[first].T
    graph = coo_array((np.ones(len(row), dtype=np.int8), (row, column)), shape=(count, count)).tocsr()
    _, parents = breadth_first_order(graph, 0, directed=False)
    above = np.where(parents < 0, 0, parents).astype(np.intp)
    own = np.arange(count)
    link = np.searchsorted(row * count + column, np.minimum(own, above) * count + np.maximum(own, above))
    flip = wrong[first][np.minimum(link, len(row) - 1)]
    flip[0] = False
    # whether each differs from the first: the differences to its parents summed, doubling the stride each time
    while np.any(above):
        flip = flip ^ flip[above]
        above = above[above]
    if 2 * int(flip.sum()) > count:
        flip = ~flip
    turned = triangles.copy()
    turned[flip] = turned[flip][:, ::-1]
    shell = replace(shell, triangles=turned, turned=int(flip.sum()))
    starts, ends = turned.ravel(), np.roll(turned, -1, axis=1).ravel()
    count_all = int(turned.max()) + 1
    _, again, often = np.unique(starts * count_all + ends, return_inverse=True, return_counts=True)
    if np.any(often > 1):
        return replace(shell, fault=_fault("twisted", shell, often[again] > 1))
    return shell


def _fill(shell: Shell) -> Shell:
    """Small, nearly flat holes closed."""
    starts, ends = shell.triangles.ravel(), np.roll(shell.triangles, -1, axis=1).ravel()
    number = int(shell.triangles.max()) + 1
    border = ~np.isin(starts * number + ends, ends * number + starts)
    fault = _fault("open", shell, border)
    follow = dict(zip(ends[border].tolist(), starts[border].tolist(), strict=True))
    if len(follow) < int(border.sum()):
        return replace(shell, fault=fault)
    faces: list[tuple[int, ...]] = []
    while follow:
        start, corner = follow.popitem()
        ring = [start]
        while corner != start:
            ring.append(corner)
            if corner not in follow or len(ring) > LARGEST_HOLE:
                return replace(shell, fault=fault)
            corner = follow.pop(corner)
        points = shell.vertices[ring] - shell.vertices[ring].mean(axis=0)
        spread = np.linalg.svd(points, compute_uv=False)
        if len(ring) < 3 or spread[-1] > _UNEVEN * spread[0]:
            return replace(shell, fault=fault)
        faces.append(tuple(ring))
    lids = triangulate(Polyhedron(vertices=shell.vertices, faces=tuple(sorted(faces))))
    whole = np.concatenate([shell.triangles, lids])
    areas = _areas(shell.vertices, whole)
    total = float(areas.sum())
    share = float(areas[len(shell.triangles) :].sum()) / total if total > 0.0 else 1.0
    _, counts = np.unique(_edges(whole), return_counts=True)
    if share > LARGEST_SHARE or np.any(counts != 2):
        return replace(shell, fault=fault)
    return replace(shell, triangles=whole, holes=len(faces), filled=share)


def _areas(vertices: FloatArray, triangles: IntArray) -> FloatArray:
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    return np.asarray(0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1))
