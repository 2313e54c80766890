"""The convex parts of the stones as arrays, and the ground on which they fall; scanned parts get fewer corners.

A scanned part becomes the hull of some of its own corners within a stated distance, so that it never grows; mass and
inertia stay those of the scan. Parts of neighbours that overlap without a joint, because of noise or because a hull
bridges a hollow, are cut back to a plane between them: overlap at the start would push the stones apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import degrees
from typing import Any

import numpy as np

from pirqa.dynamics.arrays import APART, HELD, Bodies, Frames, IntArray, Joints, Memory, Near, Solids
from pirqa.dynamics.faces import FacePair, Parting, find_parting
from pirqa.dynamics.options import ScanOptions
from pirqa.dynamics.shared_volume import SUMS
from pirqa.dynamics.soundness import overlap_limit
from pirqa.errors import ModelError, SurveyError
from pirqa.model.masonry import BASE, DAMPING_RATIO, STIFFNESS_RATIO, JointProperties
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.survey.contacts import distances
from pirqa.survey.facets import merge_facets
from pirqa.survey.solids import hull

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


_GROUND = 60.0
"""How far the ground is drawn beyond the wall on each side [m]: stones farther off than this fall for ever."""
_ROOM = 24
"""Pairs for each part that there is room for at first; more is made when it is needed."""


def shape_solids(wall: Wall, bodies: Bodies, *, ground: float) -> Solids:
    """Parts of all stones, and the ground at the level ``ground`` [m]; without laws."""
    platform = len(wall.stones)
    parts = [(b, part) for b, stone in enumerate(wall.stones) for part in stone.parts]
    parts.append((platform, _ground(wall, ground)))
    corner: list[FloatArray] = []
    ring: list[int] = []
    normal: list[FloatArray] = []
    edge: list[FloatArray] = []
    first_corner, first_face, first_ring, first_edge = [0], [0], [0], [0]
    radius = np.zeros(platform + 1)
    for b, part in parts:
        seen = (part.vertices - bodies.position[b]) @ bodies.rotation[b]
        if b != platform:
            radius[b] = max(radius[b], float(np.linalg.norm(seen, axis=1).max()))
        areas = part.face_areas @ bodies.rotation[b]
        sizes = np.linalg.norm(areas, axis=1)
        for face in np.flatnonzero(sizes > 1e-9 * sizes.max()):
            ring.extend(first_corner[-1] + number for number in part.faces[face])
            first_ring.append(len(ring))
            normal.append(areas[face] / sizes[face])
        directions = _edges(part, seen)
        corner.append(seen)
        edge.append(directions)
        first_corner.append(first_corner[-1] + len(seen))
        first_face.append(len(normal))
        first_edge.append(first_edge[-1] + len(directions))
    return Solids(
        body=np.array([b for b, _ in parts], dtype=np.int64),
        first_corner=np.array(first_corner, dtype=np.int64),
        corner=np.concatenate(corner),
        first_face=np.array(first_face, dtype=np.int64),
        first_ring=np.array(first_ring, dtype=np.int64),
        ring=np.array(ring, dtype=np.int64),
        normal=np.array(normal),
        first_edge=np.array(first_edge, dtype=np.int64),
        edge=np.concatenate(edge),
        radius=radius,
        ease=np.zeros(platform + 1),
        kind=np.zeros(platform + 1, dtype=np.int64),
        law=np.zeros((1, 1, 5)),
    )


def with_laws(
    solids: Solids,
    largest: FloatArray,
    bodies: Bodies,
    joints: Joints,
    frames: Frames,
    laws: Sequence[Sequence[JointProperties]],
    kinds: IntArray,
) -> Solids:
    """``solids`` with the ``laws`` between two kinds of body; ``largest`` face of each stone [m2], shape (bodies,)."""
    areas = np.zeros(len(bodies.mass))
    np.add.at(areas, joints.first, frames.whole[:, 0])
    np.add.at(areas, joints.second, frames.whole[:, 0])
    areas = np.maximum(areas, largest)  # once it has fallen, a stone may lie on its largest face
    return solids._replace(
        ease=np.where(bodies.role == HELD, 0.0, areas / bodies.mass),
        kind=kinds,
        law=np.array([[_row(law) for law in row] for row in laws]),
    )


def lay_near(solids: Solids, margin: float, room: int | None = None) -> Near:
    """Room for pairs of parts that come within ``margin`` of each other [m]; none are found yet."""
    parts = len(solids.body)
    room = _ROOM * parts if room is None else room
    corners = int(np.diff(solids.first_corner).max())
    faces = int(np.diff(solids.first_face).max())
    return Near(
        tally=np.array([0, room, 0, -1, 0, 0], dtype=np.int64),
        travel=np.array([0.0, margin, 0.0, margin]),
        key=np.zeros(room, dtype=np.int64),
        slot=np.zeros(room, dtype=np.int64),
        free=np.arange(room - 1, -1, -1, dtype=np.int64),
        state=np.full(room, APART, dtype=np.int64),
        wake=np.zeros(room, dtype=np.int64),
        normal=np.zeros((room, 3)),
        axis=np.zeros((room, 3)),
        place=np.zeros((room, 3)),
        depth=np.zeros(room),
        arris=np.zeros(room),
        hold=np.full(room, 0.5),
        share=np.ones(room),
        energy=np.zeros(room),
        push=np.zeros((room, 12)),
        law=np.zeros((room, 6)),
        least_damping=np.zeros(1),
        flat=np.zeros((room, 3)),
        box=np.zeros((parts, 6)),
        order=np.arange(parts, dtype=np.int64),
        found=np.zeros((2, room), dtype=np.int64),
        corner_first=np.zeros((corners, 3)),
        corner_second=np.zeros((corners, 3)),
        reach=np.zeros(2),
        sight=np.zeros((2, 9)),
        plane=np.zeros((faces + 1, 6)),
        sums=np.zeros(SUMS),
        stage=np.zeros(27),
    )


def damp_loose(solids: Solids, near: Near, least: float) -> None:
    """All pairs, and those to come, with at least this fraction of critical damping; 0: as their law says."""
    near.least_damping[0] = least
    count = int(near.tally[0])
    slots, parts = near.slot[:count], len(solids.body)
    first, second = solids.body[near.key[:count] // parts], solids.body[near.key[:count] % parts]
    rows = solids.law[solids.kind[first], solids.kind[second]]
    ease = solids.ease[first] + solids.ease[second]
    critical = 2.0 * np.sqrt(rows[:, 0] / np.where(ease > 0.0, ease, np.inf))
    given = np.where(rows[:, 3] < 0.0, rows[:, 4] * critical, rows[:, 3])
    near.law[slots, 3] = np.maximum(given, least * critical)
    near.law[slots, 4] = near.law[slots, 3] * rows[:, 1] / rows[:, 0]


def blank_memory(count: int) -> Memory:
    """Of joints or pairs that have not touched yet."""
    return Memory(
        gap=np.zeros((count, 3)),
        slide=np.zeros((count, 3)),
        slip=np.zeros((count, 3)),
        area=np.zeros(count),
        shear_energy=np.zeros(count),
        viscous=np.zeros((count, 3)),
        shear=np.zeros((count, 3)),
        shear_viscous=np.zeros((count, 3)),
        thrust=np.zeros(count),
        rim=np.zeros((count, 2)),
        lift=np.zeros(count),
        path=np.zeros(count),
    )


def widen_near(near: Near) -> Near:
    """Room for twice as many pairs; they are found anew at the next look."""
    room = len(near.key)
    by_pair = (
        "key",
        "slot",
        "state",
        "wake",
        "normal",
        "axis",
        "place",
        "depth",
        "arris",
        "hold",
        "share",
        "energy",
        "push",
        "law",
        "flat",
    )
    wider = {name: _twice(getattr(near, name)) for name in by_pair}
    count, free = int(near.tally[0]), int(near.tally[1])
    fresh = np.concatenate([near.free[:free], np.arange(2 * room - 1, room - 1, -1)])
    return near._replace(
        **wider,
        free=np.concatenate([fresh, np.zeros(2 * room - len(fresh), dtype=np.int64)]),
        found=np.zeros((2, 2 * room), dtype=np.int64),
        tally=np.array([count, len(fresh), near.tally[2], -1, 0, 0], dtype=np.int64),
    )


def widen_memory(memory: Memory) -> Memory:
    """Room for twice as many pairs."""
    return Memory(*(_twice(column) for column in memory))


def _twice(column: Any) -> Any:
    return np.concatenate([column, np.zeros_like(column)])


def _row(law: JointProperties) -> list[float]:
    stiffness = law.normal_stiffness or 0.0
    shear = STIFFNESS_RATIO * stiffness if law.tangential_stiffness is None else law.tangential_stiffness
    ratio = DAMPING_RATIO if law.damping_ratio is None else law.damping_ratio
    return [stiffness, shear, law.friction, -1.0 if law.damping is None else law.damping, ratio]


def _ground(wall: Wall, level: float) -> Polyhedron:
    """The upper face of what bears the wall: it is taken as going on below and on all sides."""
    corners = np.concatenate([stone.solid.vertices for stone in wall.stones])
    low, high = corners.min(axis=0) - _GROUND, corners.max(axis=0) + _GROUND
    vertices = [(low[0], low[1], level), (high[0], low[1], level), (high[0], high[1], level), (low[0], high[1], level)]
    return Polyhedron(vertices=np.array(vertices), faces=((0, 1, 2, 3),))


def _edges(part: Polyhedron, seen: FloatArray) -> FloatArray:
    """Directions of a part's edges, each once."""
    pairs = {tuple(sorted(pair)) for face in part.faces for pair in zip(face, (*face[1:], face[0]), strict=True)}
    found: list[FloatArray] = []
    for one, two in sorted(pairs):
        line = seen[two] - seen[one]
        size = math.sqrt(float(line @ line))
        if size > 0.0 and all(abs(float(line @ other)) < (1.0 - 1e-9) * size for other in found):
            found.append(line / size)
    return np.array(found)
