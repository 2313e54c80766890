"""Which flat faces of which stones lie on each other: each such pair is one joint of the engine.

The survey says where stones touch; here each of those places is cut up by the convex parts of both stones, so that the
overlap of a pair is always one convex polygon, and can be found again after the stones have slid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely

from pirqa.dynamics.patches import ScanOptions, patch_faces, plane_axes
from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.stone import BASE, Contact, ContactFace, Stone
from pirqa.model.wall import Wall

__all__ = ["FacePair", "face_pairs"]

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
