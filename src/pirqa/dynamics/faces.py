"""Pairs of flat faces that lie on each other: each pair is one joint of the engine.

The survey states where stones touch. Each contact is cut up by the convex parts of both stones, so that the overlap of
a pair is one convex polygon that can be computed again after the stones have slid.

Scanned stones: two convex parts that share no volume touch in one plane at most, so a patch between two parts is one
joint. Its plane is the one that separates the parts best; the facets on either side within a distance and an angle of
it are projected onto it. The gap that the scan shows there (noise and fit) is taken as closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos

import numpy as np
import shapely

from pirqa.dynamics.options import ScanOptions
from pirqa.errors import OptionsError
from pirqa.model.masonry import BASE, Contact, ContactFace, Stone
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.wall import Wall

_PARALLEL = float(np.cos(np.radians(3.0)))
_NEAR = 1e-4
"""Distance of a face from the joint's plane beside the joint's own gap [m]: more is a recess."""
_LEAST_SHARE = 1e-6
"""Of the joint's area that a pair of faces must share to count."""
_FAR = 500.0
"""Half the width of the base [m]: a stone does not slide off it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class FacePair:
    """A convex face of one stone on a convex face of another, or on the base."""

    first: str
    second: str
    body_first: int
    body_second: int
    contact: int
    """Number of the contact in the wall."""
    number: int
    """Of the pair among those of its contact."""
    origin: FloatArray
    """A point of the joint [m], shape (3,)."""
    normal: FloatArray
    """Out of the first stone, shape (3,)."""
    axes: FloatArray
    """Two in the joint's plane; with the normal they are right-handed, shape (2, 3)."""
    face_first: FloatArray
    """Corners [m], counter-clockwise about the normal, shape (n, 3)."""
    face_second: FloatArray
    """The same of the other stone's face, also counter-clockwise about the normal of the first."""
    parts: tuple[int, int]
    """Convex parts of both stones whose faces they are; −1 for the base."""


def face_pairs(wall: Wall, scan: ScanOptions | None = None) -> list[FacePair]:
    """All joints between stones of which at least one moves, in the order of the wall's contacts.

    ``scan`` says what counts as a joint between scanned stones; what does not is left to loose contact.
    """
    pairs: list[FacePair] = []
    held = {BASE, *wall.fixed}
    numbers = {**wall.stone_numbers, BASE: len(wall.stones)}
    for index, contact in enumerate(wall.contacts):
        if contact.first in held and contact.second in held:
            continue
        found = list(_lay_patches(wall, contact, scan) if contact.kind == "patch" else _cut_up(wall, contact))
        for number, (face, first, second, parts) in enumerate(found):
            pairs.append(
                FacePair(
                    first=contact.first,
                    second=contact.second,
                    body_first=numbers[contact.first],
                    body_second=numbers[contact.second],
                    contact=index,
                    number=number,
                    origin=face.polygon.mean(axis=0),
                    normal=face.normal,
                    axes=plane_axes(face.normal),
                    face_first=first,
                    face_second=second,
                    parts=parts,
                )
            )
    return pairs


_Cut = tuple[ContactFace, FloatArray, FloatArray, tuple[int, int]]
"""What two convex faces share, both of them, and the numbers of their parts."""


def _lay_patches(wall: Wall, contact: Contact, scan: ScanOptions | None) -> Iterator[_Cut]:
    """The same of scanned stones."""
    for patch in patch_faces(wall, contact, scan):
        other = _floor(patch.face, plane_axes(patch.face.normal)) if contact.second == BASE else patch.face_second
        yield patch.face, patch.face_first, other, patch.parts


def _cut_up(wall: Wall, contact: Contact) -> Iterator[_Cut]:
    """Pairs of convex faces that share a part of the contact."""
    stone = wall.stone(contact.first)
    other = None if contact.second == BASE else wall.stone(contact.second)
    seen: set[tuple[int, ...]] = set()
    for face in contact.faces:
        axes = plane_axes(face.normal)
        near = _NEAR + face.gap
        mine = _faces_on(stone, face, face.normal, axes, near)
        if other is None:
            theirs = [(-1, -1, _floor(face, axes))]
        else:
            theirs = [(part, at, ring[::-1]) for part, at, ring in _faces_on(other, face, -face.normal, axes, near)]
        shared = 0.0
        for part, at, ring in mine:
            for other_part, other_at, other_ring in theirs:
                overlap = _overlap(ring, other_ring, face, axes)
                if overlap > _LEAST_SHARE * face.area:
                    shared += overlap
                    if (part, at, other_part, other_at) not in seen:
                        seen.add((part, at, other_part, other_at))
                        yield face, ring, other_ring, (part, other_part)
        if shared < 0.99 * face.area:
            raise OptionsError(
                f'stones "{contact.first}" and "{contact.second}": only {shared / face.area:.0%} of their joint of '
                f"{face.area:.4g} m2 lies on flat faces of their convex parts; draw the joint straight"
            )


def _faces_on(
    stone: Stone, face: ContactFace, normal: FloatArray, axes: FloatArray, near: float
) -> list[tuple[int, int, FloatArray]]:
    """Faces of the stone's convex parts that lie in the plane of a joint and look along ``normal``."""
    found = []
    origin = face.polygon.mean(axis=0)
    for number, part in enumerate(stone.parts):
        areas = part.face_areas
        sizes = np.linalg.norm(areas, axis=1)
        for at in np.flatnonzero(areas @ normal > _PARALLEL * sizes):
            ring = part.vertices[list(part.faces[at])]
            if sizes[at] > 0.0 and np.all(np.abs((ring - origin) @ normal) < near + 0.1 * np.sqrt(sizes[at])):
                reach = _reach(ring, face, axes)
                if reach is not None and abs(reach @ normal) < near:
                    found.append((number, int(at), ring))
    return found


def _reach(ring: FloatArray, face: ContactFace, axes: FloatArray) -> FloatArray | None:
    """From the joint's plane to the middle of what the face and the joint share."""
    origin = face.polygon.mean(axis=0)
    shared = shapely.Polygon((ring - origin) @ axes.T).intersection(shapely.Polygon((face.polygon - origin) @ axes.T))
    if shared.is_empty or shared.area <= 0.0:
        return None
    middle = np.array(shared.centroid.coords[0]) @ axes
    normal = np.cross(ring[1] - ring[0], ring[2] - ring[1])
    for k in range(2, len(ring)):  # the first corner may be a straight one
        if np.linalg.norm(normal) > 1e-12:
            break
        normal = np.cross(ring[1] - ring[0], ring[(k + 1) % len(ring)] - ring[1])
    out = np.cross(axes[0], axes[1])
    rise = ((ring[0] - origin - middle) @ normal) / (out @ normal)
    return np.asarray(rise * out)


def _overlap(ring: FloatArray, other: FloatArray, face: ContactFace, axes: FloatArray) -> float:
    origin = face.polygon.mean(axis=0)
    shapes = [shapely.Polygon((points - origin) @ axes.T) for points in (ring, other, face.polygon)]
    return float(shapes[0].intersection(shapes[1]).intersection(shapes[2]).area)


def _floor(face: ContactFace, axes: FloatArray) -> FloatArray:
    corners = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * _FAR
    return np.asarray(face.polygon.mean(axis=0) + corners @ axes)


_ASKEW = 0.5
"""Tangent of the angle by which the best plane may differ from the one it is looked for around."""
_LEAST = 1e-6
"""Area below which two faces do not bear on each other [m2]."""
_RIM = 0.2
"""Of the distance: how far the rim of a joint may be off, so that it has few corners."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Parting:
    """The plane that parts two convex parts best."""

    normal: FloatArray
    """Out of the first part, shape (3,)."""
    offset: float
    """Distance of the plane from the origin, along the normal [m]."""
    depth: float
    """How far either part reaches beyond it at most [m]; negative: half of the gap between them."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PatchFace:
    """A patch as one flat joint between two convex parts."""

    face: ContactFace
    """What both faces share; its gap is the largest distance that a surface was moved to lie flat [m]."""
    face_first: FloatArray
    """Corners of the face of the first part [m], counter-clockwise about the normal, shape (n, 3)."""
    face_second: FloatArray
    """Of the second part, also counter-clockwise about the normal of the first."""
    parts: tuple[int, int]
    """Numbers of the parts in their stones; −1 for the base."""


def ground_level(wall: Wall) -> float:
    """Level of the lowest corner of all stones [m]: what scanned stones sit on."""
    return min(float(stone.solid.vertices[:, 2].min()) for stone in wall.stones)


def patch_faces(wall: Wall, contact: Contact, options: ScanOptions | None = None) -> Iterator[PatchFace]:
    """Joints of a contact between scanned stones; none where nothing opposes, which is left to loose contact."""
    options = ScanOptions() if options is None else options
    mine = wall.stone(contact.first).parts
    if contact.second == BASE:
        level = ground_level(wall)
        down = Parting(normal=np.array([0.0, 0.0, -1.0]), offset=-level, depth=0.0)
        for number, part in enumerate(mine):
            found = _lay_flat(part, down, options, out=1.0)
            if found is not None:
                yield _patch(down, found, found, (number, -1))
        return
    theirs = wall.stone(contact.second).parts
    for one, part in enumerate(mine):
        for two, other in enumerate(theirs):
            if not _near(part, other, options.distance):
                continue
            parting = find_parting(part, other, [face.normal for face in contact.faces])
            if -2.0 * parting.depth > options.distance:
                continue
            first = _lay_flat(part, parting, options, out=1.0)
            second = _lay_flat(other, parting, options, out=-1.0)
            if first is not None and second is not None:
                patch = _patch(parting, first, second, (one, two))
                if patch.face.area > _LEAST:
                    yield patch


def find_parting(one: Polyhedron, other: Polyhedron, around: Sequence[FloatArray]) -> Parting:
    """The plane beyond which two convex parts reach least, near to one of the normals ``around`` out of the first.

    A linear program in the turn, the shift and the depth: least d with v·n − c ≤ d for all corners v of the one and
    c − w·n ≤ d for all corners w of the other.
    """
    best: Parting | None = None
    # the normal along which they overlap least is nearest to the answer
    overlaps = [float((one.vertices @ n).max() - (other.vertices @ n).min()) for n in around]
    for index in np.argsort(overlaps, kind="stable")[:2]:
        found = _refine(one.vertices, other.vertices, around[int(index)])
        if best is None or found.depth < best.depth:
            best = found
    assert best is not None
    return best


def _refine(one: FloatArray, other: FloatArray, normal: FloatArray) -> Parting:
    from scipy.optimize import linprog

    axes = plane_axes(normal)
    origin = 0.5 * (one.mean(axis=0) + other.mean(axis=0))
    high, low = float(((one - origin) @ normal).max()), float(((other - origin) @ normal).min())
    rows = []
    for points, sign in ((one - origin, 1.0), (other - origin, -1.0)):
        # corners far behind cannot come to the plane however it turns
        span = float(np.linalg.norm(points - points.mean(axis=0), axis=1).max())
        along = sign * (points @ normal)
        close = points[along > along.max() - 2.0 * _ASKEW * span - abs(high - low)]
        rows.append(
            np.column_stack(
                [sign * (close @ axes.T), np.full(len(close), -sign), -np.ones(len(close)), sign * close @ normal]
            )
        )
    table = np.concatenate(rows)
    found = linprog(
        [0.0, 0.0, 0.0, 1.0],
        A_ub=table[:, :4],
        b_ub=-table[:, 4],
        bounds=[(-_ASKEW, _ASKEW)] * 2 + [(None, None)] * 2,
    )
    turned = normal + found.x[:2] @ axes if found.x is not None else normal
    turned = turned / np.linalg.norm(turned)
    high, low = float((one @ turned).max()), float((other @ turned).min())
    return Parting(normal=turned, offset=0.5 * (high + low), depth=0.5 * (high - low))


def _near(one: Polyhedron, other: Polyhedron, distance: float) -> bool:
    apart = np.maximum(
        one.vertices.min(axis=0) - other.vertices.max(axis=0), other.vertices.min(axis=0) - one.vertices.max(axis=0)
    )
    return bool(np.all(apart <= distance))


def _lay_flat(
    part: Polyhedron, parting: Parting, options: ScanOptions, *, out: float
) -> tuple[FloatArray, float] | None:
    """Ring (u, v) of the facets near the plane, counter-clockwise in its axes; and how far they were moved [m]."""
    from scipy.spatial import ConvexHull, QhullError

    axes, normal = plane_axes(parting.normal), out * parting.normal
    height = out * (part.vertices @ parting.normal - parting.offset)
    if height.max() < -options.distance:
        return None
    areas = part.face_areas
    sizes = np.linalg.norm(areas, axis=1)
    points, moved = [], 0.0
    for at in np.flatnonzero(areas @ normal > cos(options.angle) * sizes):
        corners = list(part.faces[at])
        ring, depth = _within(part.vertices[corners], height[corners], options.distance)
        if len(ring):
            points.append(ring)
            moved = max(moved, float(np.abs(depth).max()))
    if not points:
        return None
    flat = np.concatenate(points) @ axes.T
    try:
        ring = flat[ConvexHull(flat).vertices]
    except QhullError:  # all in one line
        return None
    return _fewer_corners(ring, _RIM * options.distance), moved


def _within(ring: FloatArray, height: FloatArray, distance: float) -> tuple[FloatArray, FloatArray]:
    """The part of a facet that is not deeper than ``distance`` under the plane."""
    if height.min() >= -distance:
        return ring, height
    points, heights = [], []
    for i in range(len(ring)):
        j = (i + 1) % len(ring)
        if height[i] >= -distance:
            points.append(ring[i])
            heights.append(height[i])
        if (height[i] >= -distance) != (height[j] >= -distance):
            share = (-distance - height[i]) / (height[j] - height[i])
            points.append(ring[i] + share * (ring[j] - ring[i]))
            heights.append(-distance)
    return np.array(points).reshape(-1, 3), np.array(heights)


def _fewer_corners(ring: FloatArray, tolerance: float) -> FloatArray:
    """A convex ring without corners that stick out by less than ``tolerance``; it only loses area."""
    while len(ring) > 3:
        before, after = np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0)
        chord = after - before
        cross = chord[:, 0] * (ring - before)[:, 1] - chord[:, 1] * (ring - before)[:, 0]
        out = np.abs(cross) / np.maximum(np.linalg.norm(chord, axis=1), 1e-300)
        least = int(np.argmin(out))
        if out[least] > tolerance:
            break
        ring = np.delete(ring, least, axis=0)
    return ring


def _patch(
    parting: Parting, first: tuple[FloatArray, float], second: tuple[FloatArray, float], parts: tuple[int, int]
) -> PatchFace:
    axes = plane_axes(parting.normal)
    shared = shapely.Polygon(first[0]).intersection(shapely.Polygon(second[0]))
    around = np.zeros((0, 2))
    if isinstance(shared, shapely.Polygon) and shared.area > 0.0:
        around = np.asarray(shapely.geometry.polygon.orient(shared).exterior.coords)[:-1]

    def placed(ring: FloatArray) -> FloatArray:
        return np.asarray(ring @ axes + parting.offset * parting.normal)

    face = ContactFace(
        polygon=placed(around), normal=parting.normal, area=float(shared.area), gap=max(first[1], second[1])
    )
    return PatchFace(face=face, face_first=placed(first[0]), face_second=placed(second[0]), parts=parts)


def plane_axes(normal: FloatArray) -> FloatArray:
    """Two axes in a plane; the first level, along the wall where that is possible, so that forces read well."""
    level = np.array([1.0, 0.0, 0.0])
    if abs(normal[0]) > 0.9:
        level = np.array([0.0, 1.0, 0.0])
    first = level - (level @ normal) * normal
    first /= np.linalg.norm(first)
    return np.array([first, np.cross(normal, first)])
