"""Scanned stones with few corners, for loose contact: convex parts within a stated distance of the scanned ones.

A part becomes the hull of some of its own corners, so that it never grows; mass and inertia stay those of the scan.
Parts of neighbours that overlap without a joint, by noise or because a hull bridges a hollow, are cut back to a plane
between them: overlap at the start would push the stones apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import degrees

import numpy as np

from pirqa.dynamics.faces import FacePair
from pirqa.dynamics.patches import Parting, ScanOptions, find_parting
from pirqa.dynamics.soundness import overlap_limit
from pirqa.errors import ModelError, SurveyError
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.remark import Remark
from pirqa.model.stone import BASE
from pirqa.model.wall import Wall
from pirqa.survey.convex import hull
from pirqa.survey.facets import merge_facets
from pirqa.survey.patches import distances

__all__ = ["Simplified", "cut_convex", "distance_to", "simplify_convex", "simplify_parts"]

_FLAT = 1e-9
"""Of its size: corners that are this near to a plane lie in it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Simplified:
    """A wall whose scanned stones have simple parts, and what that cost."""

    wall: Wall
    """The same stones and contacts; only the parts of irregular stones differ."""
    distance: float = 0.0
    """Largest distance of a scanned part's corner from its simple part [m]."""
    volume: float = 0.0
    """Largest part of a stone's volume by which its simple parts differ from the scanned ones."""
    cut: float = 0.0
    """How far a part was cut back at most, where two overlapped without a joint [m]."""
    stones: tuple[str, ...] = ()
    """Names of the stones that were simplified."""
    tolerance: float = 0.0
    """Distance within which facets count as joints [m]."""
    angle: float = 0.0
    """And angle [rad]."""
    loose: tuple[str, ...] = ()
    """Pairs of stones that touch, but not along a joint."""

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What a reader of the results must know of it."""
        if not self.stones:
            return ()
        count, turned = len(self.stones), f"{degrees(self.angle):.3g}"
        found: tuple[Remark, ...] = (
            Remark(kind="assumption", key="scan_joints", amount=self.tolerance, unit="m", text=turned),
            Remark(kind="assumption", key="scan_simplified", count=count, amount=self.distance, unit="m"),
            Remark(kind="assumption", key="scan_volume", count=count, amount=self.volume),
        )
        if self.cut > 0.0:
            found += (Remark(kind="repair", key="scan_cut_back", amount=self.cut, unit="m"),)
        if self.loose:
            found += (Remark(kind="warning", key="scan_loose", stones=self.loose, count=len(self.loose)),)
        return found


def simplify_parts(wall: Wall, pairs: Sequence[FacePair], options: ScanOptions | None = None) -> Simplified:
    """``wall`` with simple parts of its scanned stones; ``pairs`` are its joints, whose parts may overlap."""
    options = ScanOptions() if options is None else options
    rough = [number for number, stone in enumerate(wall.stones) if stone.irregular]
    if not rough:
        return Simplified(wall=wall)
    _check_sizes(wall, rough, options)
    parts = {(number, at): part for number in rough for at, part in enumerate(wall.stones[number].parts)}
    joined = {(pair.body_first, pair.parts[0], pair.body_second, pair.parts[1]) for pair in pairs}
    cuts = _find_cuts(wall, parts, joined)
    stones, distance, volume, cut = list(wall.stones), 0.0, 0.0, 0.0
    for number in rough:
        made, before, after = [], 0.0, 0.0
        for at, part in enumerate(wall.stones[number].parts):
            points = part.vertices
            for normal, offset, depth in cuts.get((number, at), ()):
                points, cut = cut_convex(points, normal, offset), max(cut, depth)
            simple = simplify_convex(points, tolerance=options.shape, corners=options.corners)
            made.append(simple)
            distance = max(distance, float(distance_to(part.vertices, simple).max()))
            before, after = before + part.properties.volume, after + simple.properties.volume
        volume = max(volume, abs(after / before - 1.0))
        stones[number] = replace(wall.stones[number], parts=tuple(made))
    return Simplified(
        wall=replace(wall, stones=tuple(stones)),
        distance=distance,
        volume=volume,
        cut=cut,
        stones=tuple(wall.stones[number].name for number in rough),
        tolerance=options.distance,
        angle=options.angle,
        loose=_left_loose(wall, pairs),
    )


def _left_loose(wall: Wall, pairs: Sequence[FacePair]) -> tuple[str, ...]:
    held = {BASE, *wall.fixed}
    laid = {pair.contact for pair in pairs}
    return tuple(
        f"{contact.first}–{contact.second}"
        for index, contact in enumerate(wall.contacts)
        if index not in laid and not {contact.first, contact.second} <= held
    )


def _check_sizes(wall: Wall, rough: Sequence[int], options: ScanOptions) -> None:
    """A stone thinner than what is laid flat on both its sides has no shape left."""
    small = [
        (float(np.ptp(wall.stones[number].solid.vertices, axis=0).min()), wall.stones[number].name) for number in rough
    ]
    small = sorted(item for item in small if item[0] < 4.0 * options.distance)
    if small:
        names = ", ".join(f'"{name}"' for _, name in small[:8]) + (" …" if len(small) > 8 else "")
        raise ModelError(
            f"stone {names}: {1e3 * small[0][0]:.3g} mm thin, less than four times the tolerance of a scan's joints, "
            f"{1e3 * options.distance:.3g} mm; leave it out of the survey, or give a smaller "
            "dynamics.simulation.scan.distance"
        )


_Key = tuple[int, int]
"""Number of a stone, and of one of its parts."""


def _find_cuts(
    wall: Wall, parts: dict[_Key, Polyhedron], joined: set[tuple[int, int, int, int]]
) -> dict[_Key, list[tuple[FloatArray, float, float]]]:
    """Planes (normal out of the part, offset, depth) by which parts that overlap without a joint are cut back."""
    keys = list(parts)
    low = np.array([parts[key].vertices.min(axis=0) for key in keys])
    high = np.array([parts[key].vertices.max(axis=0) for key in keys])
    order = np.argsort(low[:, 0], kind="stable")
    cuts: dict[_Key, list[tuple[FloatArray, float, float]]] = {}
    for place, one in enumerate(order.tolist()):
        last = int(np.searchsorted(low[order, 0], high[one, 0], side="left"))
        others = order[place + 1 : last]
        meet = np.all((low[others] < high[one]) & (high[others] > low[one]), axis=1)
        for other in others[meet].tolist():
            a, b = sorted((keys[one], keys[other]))
            if a[0] == b[0] or (*a, *b) in joined or (*b, *a) in joined:
                continue
            parting = _overlap(parts[a], parts[b])
            if parting is None:
                continue
            if 2.0 * parting.depth > overlap_limit(wall.stones[a[0]], wall.stones[b[0]]):
                names = [wall.stones[key[0]].name for key in (a, b)]
                raise ModelError(
                    f'stones "{names[0]}" and "{names[1]}" overlap by {2e3 * parting.depth:.3g} mm where they have no '
                    "joint: they would fly apart; move them apart in the survey, or scan them again"
                )
            cuts.setdefault(a, []).append((parting.normal, parting.offset, parting.depth))
            cuts.setdefault(b, []).append((-parting.normal, -parting.offset, parting.depth))
    return cuts


def _overlap(one: Polyhedron, other: Polyhedron) -> Parting | None:
    """The plane that parts two convex parts best, if they overlap."""
    tried: list[tuple[float, FloatArray]] = []
    for part, sign in ((one, 1.0), (other, -1.0)):
        areas = part.face_areas
        sizes = np.linalg.norm(areas, axis=1)
        normals = sign * areas[sizes > 1e-14] / sizes[sizes > 1e-14][:, None]
        reach = (one.vertices @ normals.T).max(axis=0) - (other.vertices @ normals.T).min(axis=0)
        least = int(np.argmin(reach))
        if reach[least] <= 0.0:
            return None
        tried.append((float(reach[least]), normals[least]))
    parting = find_parting(one, other, [normal for _, normal in tried])
    return parting if parting.depth > 0.0 else None


def cut_convex(points: FloatArray, normal: FloatArray, offset: float) -> FloatArray:
    """Corners of the hull of ``points`` where normal · x ≤ ``offset`` [m], shape (n, 3)."""
    height = points @ normal - offset
    if height.max() <= 0.0:
        return points
    if height.min() >= 0.0:
        raise SurveyError("a part of a scanned stone lies within its neighbour; scan it again")
    around = hull(points)
    height = around.vertices @ normal - offset
    corners = np.array(around.faces)
    sides = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]])
    edges = np.unique(np.sort(sides, axis=1), axis=0)
    a, b = edges[:, 0], edges[:, 1]
    crossing = (height[a] > 0.0) != (height[b] > 0.0)
    a, b = a[crossing], b[crossing]
    share = (height[a] / (height[a] - height[b]))[:, None]
    on_plane = around.vertices[a] + share * (around.vertices[b] - around.vertices[a])
    return np.concatenate([around.vertices[height <= 0.0], on_plane])


def simplify_convex(points: FloatArray, *, tolerance: float, corners: int) -> Polyhedron:
    """Hull of some of ``points``, flat regions as one face.

    The farthest point outside is added until all are within ``tolerance`` [m] of its faces, or there are ``corners``.
    """
    from scipy.spatial import ConvexHull

    whole = points[ConvexHull(points).vertices]
    chosen = _first_corners(whole)
    while len(chosen) < corners:
        inner = ConvexHull(whole[chosen])
        out = (whole @ inner.equations[:, :3].T + inner.equations[:, 3]).max(axis=1)
        farthest = int(np.argmax(out))
        if out[farthest] <= tolerance:
            break
        chosen.append(farthest)
    made = hull(whole[chosen])
    size = float(np.ptp(made.vertices, axis=0).max())
    return merge_facets(made.vertices, np.array(made.faces, dtype=np.intp), tolerance=_FLAT * size)


def _first_corners(points: FloatArray) -> list[int]:
    """Corners farthest along the diagonals; all where those have no volume."""
    signs = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
    ends = np.argmax((points / np.ptp(points, axis=0)) @ signs.T, axis=0)
    if len(set(ends.tolist())) < 4 or np.linalg.matrix_rank(points[ends] - points[ends[0]], tol=1e-6) < 3:
        return list(range(len(points)))
    return sorted(set(ends.tolist()))


def distance_to(points: FloatArray, solid: Polyhedron) -> FloatArray:
    """Distance of each point from a convex solid [m], 0 inside, shape (n,)."""
    areas = solid.face_areas
    normals = areas / np.linalg.norm(areas, axis=1, keepdims=True)
    offsets = np.einsum("ij,ij->i", normals, solid.vertices[[face[0] for face in solid.faces]])
    outside = np.flatnonzero((points @ normals.T - offsets).max(axis=1) > 0.0)
    result = np.zeros(len(points))
    if len(outside):
        corners = np.broadcast_to(solid.vertices[solid.triangles], (len(outside), len(solid.triangles), 3, 3))
        result[outside] = distances(points[outside], corners).min(axis=1)
    return result
