"""Solids of stones: from outline and thickness to a solid, from a solid to a stone, its convex parts, and overlaps.

Parts are exact where the sides of a stone all run in one direction, approximate for scanned stones. How deep two stones
run into each other is measured by the largest sphere that fits into both.

"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
import shapely
from scipy.optimize import linprog
from scipy.spatial import ConvexHull, QhullError

from pirqa.errors import MissingExtraError, SurveyError
from pirqa.model.masonry import Stone
from pirqa.model.polyhedron import FloatArray, Polyhedron

Surface = Callable[[FloatArray], FloatArray]
"""Depth y [m] of a face of the wall at points (x, z), shape (n, 2)."""

_FLAT = 1e-9
"""Sine of a turn: less is rounding."""

_NEARLY_CONVEX = 0.02
"""Share of its volume by which the hull of a scanned stone may be larger and still stand for it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ConvexParts:
    """Convex parts, and how far they are from the stone."""

    parts: tuple[Polyhedron, ...]
    error: float
    """Volume of the parts over that of the stone, less 1; 0 where they are exact."""


def signed_area(ring: FloatArray) -> float:
    """Area of a ring of (x, z), positive counter-clockwise [m2]."""
    # from its own first corner: far from the origin the products would lose digits
    x, z = (ring - ring[0]).T
    return float(0.5 * np.sum(x * np.roll(z, -1) - np.roll(x, -1) * z))


def extrude(ring: FloatArray, front: Surface, back: Surface) -> Polyhedron:
    """The solid between two faces of the wall that ``ring`` (x, z), counter-clockwise, cuts out along y.

    Sides are flat whatever the faces do, because they run along y; front and back are flat where their surface is.
    """
    count = len(ring)
    near, far = front(ring), back(ring)
    vertices = np.empty((2 * count, 3))
    vertices[:count] = np.column_stack([ring[:, 0], near, ring[:, 1]])
    vertices[count:] = np.column_stack([ring[:, 0], far, ring[:, 1]])
    # seen from the front (towards +y) x goes right and z up: a counter-clockwise ring faces the viewer
    faces: list[tuple[int, ...]] = [tuple(range(count)), tuple(range(2 * count - 1, count - 1, -1))]
    for i in range(count):
        j = (i + 1) % count
        faces.append((i, i + count, j + count, j))
    return Polyhedron(vertices=vertices, faces=tuple(faces))


def build_stone(
    solid: Polyhedron,
    *,
    name: str,
    zone: str = "wall",
    material: str = "stone",
    parts: Sequence[Polyhedron] = (),
    irregular: bool = False,
) -> Stone:
    """A stone with its volume, centroid and inertia; ``parts`` only where the solid is not convex."""
    try:
        found = solid.properties
    except ValueError as error:
        raise SurveyError(f'stone "{name}" has no volume; delete it or draw it again') from error
    if not found.volume > 0.0:
        raise SurveyError(f'stone "{name}" is inside out: its faces point inwards; turn them')
    return Stone(
        name=name,
        zone=zone,
        material=material,
        solid=solid,
        parts=tuple(parts) or (solid,),
        volume=found.volume,
        centroid=found.centroid,
        inertia=found.inertia,
        irregular=irregular,
    )


def front_outline(stone: Stone) -> FloatArray:
    """Corners (x, z) [m] of the stone seen from the front, counter-clockwise, shape (n, 2).

    The one face that looks to the front, where there is one; else the silhouette.
    """
    solid = stone.solid
    areas = solid.face_areas
    sizes = np.linalg.norm(areas, axis=1)
    toward = np.divide(-areas[:, 1], sizes, out=np.zeros(len(sizes)), where=sizes > 0.0)
    flat = solid.vertices[:, [0, 2]]
    front = np.flatnonzero(toward > np.sqrt(0.5))
    if len(front) == 1:
        return flat[list(solid.faces[int(front[0])])]
    shadows = [shapely.Polygon(flat[list(solid.faces[i])]) for i in np.flatnonzero(toward > 1e-9)]
    joined = shapely.unary_union([shapely.make_valid(shadow) for shadow in shadows])
    if joined.geom_type != "Polygon":
        # parts that meet in a point, or slivers between faces: a hair of width makes them one
        joined = joined.buffer(1e-7, join_style="mitre")
    if joined.geom_type != "Polygon" or joined.is_empty:
        raise SurveyError(f'stone "{stone.name}" has no outline from the front; repair it')
    ring = shapely.get_coordinates(shapely.get_exterior_ring(shapely.orient_polygons(joined)))
    return ring[:-1]


def convex_rings(ring: FloatArray) -> list[FloatArray]:
    """Convex pieces of the counter-clockwise polygon ``ring``, shape (n, 2).

    Hertel and Mehlhorn (1983): triangles are joined while the union stays convex; never more than four times as many
    pieces as needed.
    """
    ring = _without_straight_corners(ring)
    if _convex_ring(ring):
        return [ring]
    triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(shapely.Polygon(ring)))
    number = {tuple(point): index for index, point in enumerate(ring.tolist())}
    pieces: dict[int, list[int]] = {}
    for index, triangle in enumerate(triangles):
        corners = np.asarray(triangle.exterior.coords)[:-1]
        if signed_area(corners) < 0.0:
            corners = corners[::-1]
        pieces[index] = [number[tuple(point)] for point in corners.tolist()]
    owner = {edge: index for index, piece in pieces.items() for edge in _edges(piece)}
    # longest diagonals first: what is left are short cuts, and compact parts
    diagonals = sorted(
        {(min(edge), max(edge)) for edge in owner if edge[::-1] in owner},
        key=lambda edge: (-float(np.linalg.norm(ring[edge[0]] - ring[edge[1]])), edge),
    )
    for a, b in diagonals:
        one, other = owner[a, b], owner[b, a]
        joined = _joined(pieces[one], pieces[other], a, b)
        if one != other and _convex_ring(ring[joined]):
            pieces[one] = joined
            del pieces[other]
            for edge in _edges(joined):
                owner[edge] = one
    return [ring[piece] for _, piece in sorted(pieces.items())]


def _edges(piece: list[int]) -> list[tuple[int, int]]:
    return list(pairwise([*piece, piece[0]]))


def _joined(one: list[int], other: list[int], a: int, b: int) -> list[int]:
    """Two counter-clockwise pieces joined over the edge a → b of the first, b → a of the other."""
    start = one.index(b)
    first = one[start:] + one[:start]  # b … a
    start = other.index(a)
    second = other[start:] + other[:start]  # a … b
    return first + second[1:-1]


def _turns(ring: FloatArray) -> FloatArray:
    """Sine of the turn at each corner: of the turn, not of its area, or many short edges would hide a curve."""
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    lengths = np.linalg.norm(before, axis=1) * np.linalg.norm(after, axis=1)
    turns: FloatArray = (before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]) / np.maximum(lengths, 1e-300)
    return turns


def _convex_ring(ring: FloatArray) -> bool:
    return bool(np.all(_turns(ring) >= -_FLAT))


def _without_straight_corners(ring: FloatArray) -> FloatArray:
    """Without corners in the middle of a straight edge: joints of neighbours that end there."""
    while len(ring) > 3:
        straight = np.flatnonzero(np.abs(_turns(ring)) <= 0.1 * _FLAT)
        if not len(straight):
            break
        ring = np.delete(ring, straight[0], axis=0)
    return ring


def extruded_parts(ring: FloatArray, front: Surface, back: Surface) -> tuple[Polyhedron, ...]:
    """Convex parts of the solid that ``ring`` cuts out between two flat faces of the wall."""
    return tuple(extrude(piece, front, back) for piece in convex_rings(ring))


def is_convex(solid: Polyhedron) -> bool:
    """Whether no corner lies outside the plane of any face."""
    areas = solid.face_areas
    normals = areas / np.maximum(np.linalg.norm(areas, axis=1, keepdims=True), 1e-300)
    on_face = solid.vertices[[face[0] for face in solid.faces]]
    out = normals @ solid.vertices.T - np.einsum("ij,ij->i", normals, on_face)[:, None]
    size = float(np.ptp(solid.vertices, axis=0).max())
    return bool(out.max() <= 1e-7 * size)


def hull(points: FloatArray) -> Polyhedron:
    """Convex hull of ``points``, shape (n, 3), in triangles."""
    try:
        found = ConvexHull(points)
    except QhullError as error:
        raise SurveyError("a stone without thickness has no convex hull; delete it or scan it again") from error
    centre = points[found.vertices].mean(axis=0)
    used, renumbered = np.unique(found.simplices, return_inverse=True)
    triangles = renumbered.reshape(found.simplices.shape)
    corners = points[used]
    a, b, c = (corners[triangles[:, i]] for i in range(3))
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), a - centre) < 0.0
    triangles[inward] = triangles[inward][:, ::-1]
    return Polyhedron(vertices=corners, faces=tuple(map(tuple, triangles.tolist())))


def convex_parts(solid: Polyhedron, *, name: str, scanned: bool) -> ConvexParts:
    """Convex parts of any stone."""
    if is_convex(solid):
        return ConvexParts(parts=(solid,), error=0.0)
    if not scanned:
        exact = _prism_parts(solid)
        if exact:
            return ConvexParts(parts=exact, error=0.0)
    around = hull(solid.vertices)
    excess = around.properties.volume / solid.properties.volume - 1.0
    if excess <= _NEARLY_CONVEX:
        return ConvexParts(parts=(around,), error=excess)
    parts = _decompose(solid, name)
    return ConvexParts(parts=parts, error=sum(p.properties.volume for p in parts) / solid.properties.volume - 1.0)


def _prism_parts(solid: Polyhedron) -> tuple[Polyhedron, ...]:
    """Exact parts of a solid whose sides all run along one direction, between two flat caps; none if it has not."""
    areas = solid.face_areas
    sizes = np.linalg.norm(areas, axis=1)
    normals = areas / np.maximum(sizes, 1e-300)[:, None]
    largest = normals[np.argsort(-sizes)[:6]]
    tried = [np.eye(3)[1], np.eye(3)[0], np.eye(3)[2], *largest]
    # two sides that run along the axis cross in it, also where both caps are battered
    crosses = [np.cross(one, other) for one, other in combinations(largest, 2)]
    tried += [cross / np.linalg.norm(cross) for cross in crosses if np.linalg.norm(cross) > 1e-3]
    for axis in tried:
        caps = np.flatnonzero(np.abs(normals @ axis) > 1e-9)
        if len(caps) != 2 or (normals[caps] @ axis).prod() >= 0.0:
            continue
        low, high = sorted(caps, key=lambda cap: float(normals[cap] @ axis))
        # an own frame (u, w, axis) in which the solid is an upright prism: u × axis = −w, as x, y, z of a wall
        u = np.linalg.svd(axis[None, :])[2][1]
        frame = np.array([u, axis, np.cross(u, axis)])
        local = solid.vertices @ frame.T
        ring = local[list(solid.faces[low])][:, [0, 2]]
        front, back = (_plane(local[list(solid.faces[cap])]) for cap in (low, high))
        parts = extruded_parts(ring if signed_area(ring) > 0.0 else ring[::-1], front, back)
        return tuple(Polyhedron(vertices=part.vertices @ frame, faces=part.faces) for part in parts)
    return ()


def _plane(points: FloatArray) -> Surface:
    """The flat surface y(x, z) through ``points`` (x, y, z)."""
    matrix = np.column_stack([points[:, 0], points[:, 2], np.ones(len(points))])
    a, b, c = np.linalg.lstsq(matrix, points[:, 1], rcond=None)[0]
    return lambda places: a * places[:, 0] + b * places[:, 1] + c


def _decompose(solid: Polyhedron, name: str) -> tuple[Polyhedron, ...]:
    """Approximate convex decomposition (CoACD: Wei et al. 2022, doi 10.1145/3528223.3530103)."""
    try:
        import coacd  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingExtraError(f'stone "{name}" is not convex, and its decomposition', "scans") from error
    from pirqa.survey.facets import triangulate

    coacd.set_log_level("off")
    mesh = coacd.Mesh(solid.vertices, triangulate(solid).astype(np.int32))
    found = coacd.run_coacd(mesh, threshold=0.05, seed=0, merge=True)
    return tuple(hull(np.asarray(vertices, dtype=np.float64)) for vertices, _ in found)


def overlapping_stones(parts: Sequence[Sequence[Polyhedron]], *, tolerance: float) -> list[tuple[int, int, float]]:
    """Pairs of stones, given by their convex parts, that overlap by more than ``tolerance``, and how deep [m]."""
    owner = np.array([stone for stone, own in enumerate(parts) for _ in own])
    solids = [part for own in parts for part in own]
    low = np.array([solid.vertices.min(axis=0) for solid in solids]) + 0.5 * tolerance
    high = np.array([solid.vertices.max(axis=0) for solid in solids]) - 0.5 * tolerance
    order = np.argsort(low[:, 0], kind="stable")
    sorted_low = low[order, 0]
    deepest: dict[tuple[int, int], float] = {}
    for place, one in enumerate(order.tolist()):
        last = int(np.searchsorted(sorted_low, high[one, 0], side="left"))
        others = order[place + 1 : last]
        meet = np.all((low[others] < high[one]) & (high[others] > low[one]), axis=1) & (owner[others] != owner[one])
        for other in others[meet].tolist():
            depth = deepest_overlap(solids[one], solids[other], tolerance=tolerance)
            if depth > tolerance:
                pair = (min(int(owner[one]), int(owner[other])), max(int(owner[one]), int(owner[other])))
                deepest[pair] = max(depth, deepest.get(pair, 0.0))
    return [(one, other, depth) for (one, other), depth in sorted(deepest.items())]


def deepest_overlap(one: Polyhedron, other: Polyhedron, *, tolerance: float = 0.0) -> float:
    """Diameter of the largest sphere inside both convex solids [m]; 0 where a face parts them within ``tolerance``."""
    first, second = _half_spaces(one), _half_spaces(other)
    for (normals, offsets), solid in ((first, other), (second, one)):
        # the whole other solid lies beyond one face: nothing to solve, and nearly always so
        if (offsets - (solid.vertices @ normals.T).min(axis=0)).min() <= tolerance:
            return 0.0
    normals = np.vstack([first[0], second[0]])
    offsets = np.concatenate([first[1], second[1]])
    rows = np.column_stack([normals, np.ones(len(normals))])
    found = linprog([0.0, 0.0, 0.0, -1.0], A_ub=rows, b_ub=offsets, bounds=[(None, None)] * 3 + [(0.0, None)])
    return 0.0 if found.x is None else 2.0 * float(found.x[3])


def _half_spaces(solid: Polyhedron) -> tuple[FloatArray, FloatArray]:
    """Outward normals and offsets of the faces: a point is inside where normal · point ≤ offset."""
    areas = solid.face_areas
    sizes = np.linalg.norm(areas, axis=1)
    good = sizes > 1e-14
    normals = areas[good] / sizes[good, None]
    on_face = solid.vertices[[face[0] for face, keep in zip(solid.faces, good, strict=True) if keep]]
    return normals, np.einsum("ij,ij->i", normals, on_face)
