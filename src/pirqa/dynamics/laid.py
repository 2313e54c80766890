"""Stones laid on each other: what all runs of a wall share, whatever the laws of its joints.

Found once for a wall: samples of a campaign that differ in friction or stiffness alone need only columns of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.dynamics.arrays import FREE, GUIDED, HELD, Bodies, Joints, Solids
from pirqa.dynamics.faces import FacePair, face_pairs
from pirqa.dynamics.patches import ScanOptions
from pirqa.dynamics.simplify import simplify_parts
from pirqa.dynamics.solids import shape_solids
from pirqa.dynamics.soundness import check_apart, check_held
from pirqa.model.polyhedron import FloatArray
from pirqa.model.stone import BASE
from pirqa.model.wall import Wall

__all__ = ["LAWS", "Laid", "lay_stones"]

LAWS = (
    "normal_stiffness",
    "shear_stiffness",
    "friction",
    "normal_damping",
    "shear_damping",
    "tension",
    "cohesion",
    "dilation",
    "lift_limit",
)
"""Columns of the joints that their laws fill."""
_LAST_LAID: list[Laid] = []


@dataclass(frozen=True, kw_only=True, eq=False)
class Laid:
    """A wall as drawn; nobody changes its arrays."""

    wall: Wall
    scan: ScanOptions | None
    pairs: list[FacePair]
    """Faces that lie on each other."""
    bodies: Bodies
    joints: Joints
    """Without their laws."""
    frames: FloatArray
    """Of both faces of each joint, in the axes of their bodies, shape (2, joints, 9)."""
    solids: Solids
    """Without their laws."""
    largest: FloatArray
    """Area of the largest face of each stone, and nothing for the platform [m2], shape (bodies,)."""
    ring: int
    """Corners of the largest face of a part."""


def lay_stones(wall: Wall, scan: ScanOptions | None) -> Laid:
    """``wall`` as drawn; remembered for the last one, of which many runs may be made."""
    for known in tuple(_LAST_LAID):
        if known.wall is wall and known.scan == scan:
            return known
    check_held(wall)
    check_apart(wall)
    pairs = face_pairs(wall, scan)
    lean = simplify_parts(wall, pairs, scan).wall
    bodies = _bodies(wall, pairs)
    ground = min(float(stone.solid.vertices[:, 2].min()) for stone in wall.stones)
    largest = [float(np.linalg.norm(stone.solid.face_areas, axis=1).max()) for stone in lean.stones]
    found = Laid(
        wall=wall,
        scan=scan,
        pairs=pairs,
        bodies=bodies,
        joints=_joints(wall, pairs, bodies),
        frames=_frames(pairs, bodies),
        solids=shape_solids(lean, bodies, ground=ground),
        largest=np.array([*largest, 0.0]),
        ring=max(len(face) for stone in lean.stones for part in stone.parts for face in part.faces),
    )
    _LAST_LAID[:] = [found]
    return found


def _bodies(wall: Wall, pairs: Sequence[FacePair]) -> Bodies:
    count = len(wall.stones) + 1
    position, attitude = np.zeros((count, 3)), np.tile(np.eye(3), (count, 1, 1))
    mass, inertia, role = np.ones(count), np.ones((count, 3)), np.full(count, HELD, dtype=np.int64)
    for b, stone in enumerate(wall.stones):
        position[b] = stone.centroid
        mass[b] = wall.mass(stone)
        tensor = stone.inertia * (mass[b] / stone.volume)
        if stone.name in wall.fixed:
            continue
        if stone.name in wall.guided:
            role[b], inertia[b] = GUIDED, np.diag(tensor)
            continue
        role[b] = FREE
        inertia[b], axes = np.linalg.eigh(tensor)
        attitude[b] = axes * np.sign(np.linalg.det(axes))
    items: list[list[int]] = [[] for _ in range(count)]
    numbers = {**wall.stone_numbers, BASE: count - 1}
    for j, pair in enumerate(pairs):
        items[numbers[pair.first]].append(j)
        items[numbers[pair.second]].append(-1 - j)
    return Bodies(
        position=position,
        rotation=attitude.copy(),
        velocity=np.zeros((count, 3)),
        momentum=np.zeros((count, 3)),
        mass=mass,
        inertia=inertia,
        easiness=1.0 / inertia,
        role=role,
        first_item=np.cumsum([0, *(len(item) for item in items)], dtype=np.int64),
        item=np.array([j for item in items for j in item], dtype=np.int64),
        last=np.zeros((count, 9)),
        home=position.copy(),
        attitude=attitude,
        share=np.zeros(count),
    )


def _joints(wall: Wall, pairs: Sequence[FacePair], bodies: Bodies) -> Joints:
    """Without their laws, for which there are zeros."""
    widest = max((max(len(pair.face_first), len(pair.face_second)) for pair in pairs), default=3)
    count = len(pairs)
    first = np.array([pair.body_first for pair in pairs], dtype=np.int64)
    second = np.array([pair.body_second for pair in pairs], dtype=np.int64)
    faces = [np.zeros((count, widest, 3)), np.zeros((count, widest, 3))]
    for j, pair in enumerate(pairs):
        for side, (body, face) in enumerate(((first[j], pair.face_first), (second[j], pair.face_second))):
            faces[side][j, : len(face)] = (face - bodies.position[body]) @ bodies.rotation[body]

    begins = np.cumsum([0, *(len(stone.parts) for stone in wall.stones)])  # the ground's own is the last
    solids = [
        (begins[pair.body_first] + pair.parts[0], begins[pair.body_second] + max(pair.parts[1], 0)) for pair in pairs
    ]
    shared = Counter(solids)
    return Joints(
        first=first,
        second=second,
        solid_first=np.array([one for one, _ in solids], dtype=np.int64),
        solid_second=np.array([two for _, two in solids], dtype=np.int64),
        alone=np.array([shared[both] == 1 for both in solids], dtype=np.int64),
        **dict.fromkeys(LAWS, np.zeros(count)),
        face_first=faces[0],
        face_second=faces[1],
        corners_first=np.array([len(pair.face_first) for pair in pairs], dtype=np.int64),
        corners_second=np.array([len(pair.face_second) for pair in pairs], dtype=np.int64),
    )


def _frames(pairs: Sequence[FacePair], bodies: Bodies) -> FloatArray:
    found = np.zeros((2, len(pairs), 9))
    for j, pair in enumerate(pairs):
        for frame, body in zip(found, (pair.body_first, pair.body_second), strict=True):
            turn = bodies.rotation[body]
            origin = (pair.origin - bodies.position[body]) @ turn
            frame[j] = np.concatenate([origin, pair.axes[0] @ turn, pair.axes[1] @ turn])
    return found
