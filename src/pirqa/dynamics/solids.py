"""The convex parts of the stones as arrays, and the ground on which they fall."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from pirqa.dynamics.arrays import APART, HELD, Bodies, Frames, IntArray, Joints, Memory, Near, Solids
from pirqa.dynamics.shared_volume import SUMS
from pirqa.model.joint import DAMPING_RATIO, STIFFNESS_RATIO, JointProperties
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.wall import Wall

__all__ = ["blank_memory", "damp_loose", "lay_near", "shape_solids", "widen_memory", "widen_near", "with_laws"]

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
