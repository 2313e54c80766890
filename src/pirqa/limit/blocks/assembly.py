"""From a wall to arrays: free stones, the points at which they press on each other, and the load patterns on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pirqa.errors import ModelError, OptionsError, did_you_mean
from pirqa.limit.blocks.options import BlocksOptions, LiveLoad, LoadPattern, LoadRole
from pirqa.model.masonry import BASE, Contact, JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.units import STANDARD_GRAVITY

IntArray = NDArray[np.int64]

HELD = -1
"""Number of a body that does not move: the base, or a fixed stone."""

_NO_AREA = 1e-8
"""Of the square of a stone's size: a joint with less is none."""

_STRAIGHT = 1e-9
"""Sine of the angle at a corner below which it is none."""

_STEEP = float(np.cos(np.radians(45.0)))
"""Upward part of the normal below which a joint is a head joint, not a bed."""

_GUIDED = np.array([False, True, True, True, False, False])
"""What a guided stone may do: shift across and up, turn about the wall's length; as in the dynamic engine."""

_REACH = 0.05
"""How far from its stone a live load may act [m]: a bracket."""


@dataclass(frozen=True, kw_only=True, eq=False)
class BlockAssembly:
    """Free stones and their contact points. All of a joint's normal and frictional forces act at its corners.

    That leaves nothing out: a force anywhere on a flat face equals the same force shared out among the corners of the
    face's convex hull, each share in the same cone of friction (Livesley 1978).
    """

    names: tuple[str, ...]
    """Of the free stones."""
    centre: FloatArray
    """Their mass centres [m], shape (b, 3)."""
    weight: FloatArray
    """[N], shape (b,)"""
    free: NDArray[np.bool_]
    """Which of shift along, across, up and turn about these axes each may do, shape (b, 6)."""
    corners: tuple[FloatArray, ...]
    """Corners of each stone [m], each of shape (n, 3)."""
    first: IntArray
    """Body on the first side of each point, or :data:`HELD`, shape (p,)."""
    second: IntArray
    contact: IntArray
    """Number of its contact in the wall, shape (p,)."""
    face: IntArray
    """Number of the flat face it belongs to, counted through all joints, shape (p,)."""
    area: FloatArray
    """Area of each face [m2], shape (faces,)."""
    point: FloatArray
    """[m], shape (p, 3)"""
    normal: FloatArray
    """Out of the first body, shape (p, 3)."""
    friction: FloatArray
    """Coefficient, shape (p,)."""
    size: float
    """Of a stone [m], by which lengths are divided in the programs."""
    settles: bool = False
    """Whether the last body is a piece of ground that can only go down, see :func:`settling`."""
    remarks: tuple[Remark, ...] = ()

    @property
    def tangents(self) -> FloatArray:
        """Two unit vectors in the plane of each point, shape (p, 2, 3)."""
        axis = np.eye(3)[np.argmin(np.abs(self.normal), axis=1)]
        one = np.cross(self.normal, axis)
        one /= np.linalg.norm(one, axis=1, keepdims=True)
        return np.stack([one, np.cross(self.normal, one)], axis=1)

    @property
    def gravity(self) -> FloatArray:
        """Weights as forces and moments on the bodies [N], shape (b, 6)."""
        loads = np.zeros((len(self.weight), 6))
        loads[:, 2] = -self.weight
        return loads


def assemble_blocks(wall: Wall, joints: JointProperties | None = None) -> BlockAssembly:
    """``wall`` as arrays, with ``joints`` instead of its own properties."""
    properties = wall.joints if joints is None else joints
    if not wall.stones:
        raise OptionsError("blocks: the wall has no stones: give a survey, or lay some with pirqa.survey.stage")
    if properties is None:
        raise OptionsError('joints: missing; blocks needs friction: add [joints] with friction_angle = "…"')
    _check_names(wall, properties)
    stones = [stone for stone in wall.stones if stone.name not in wall.fixed]
    if not stones:
        raise OptionsError("blocks: every stone is fixed (survey.fixed), so nothing can move")
    numbers = {stone.name: number for number, stone in enumerate(stones)}
    size = float(np.mean([stone.volume for stone in stones])) ** (1.0 / 3.0)
    found = _Points(wall=wall, properties=properties, numbers=numbers, least=_NO_AREA * size**2)
    for index, contact in enumerate(wall.contacts):
        found.lay(index, contact)
    free = np.ones((len(stones), 6), dtype=bool)
    for name in set(wall.guided) & set(numbers):
        free[numbers[name]] = _GUIDED
    return BlockAssembly(
        names=tuple(numbers),
        centre=np.array([stone.centroid for stone in stones]),
        weight=np.array([wall.mass(stone) * STANDARD_GRAVITY for stone in stones]),
        free=free,
        corners=tuple(stone.solid.vertices for stone in stones),
        first=np.repeat(np.array(found.first, dtype=np.int64), found.counts),
        second=np.repeat(np.array(found.second, dtype=np.int64), found.counts),
        contact=np.repeat(np.array(found.contacts, dtype=np.int64), found.counts),
        face=np.repeat(np.arange(len(found.counts), dtype=np.int64), found.counts),
        area=np.array(found.areas, dtype=np.float64),
        point=np.concatenate(found.points) if found.points else np.zeros((0, 3)),
        normal=np.repeat(np.array(found.normals).reshape(-1, 3), found.counts, axis=0),
        friction=np.repeat(np.array(found.frictions, dtype=np.float64), found.counts),
        size=size,
        remarks=tuple(_remarks(wall, properties, found)),
    )


class _Points:
    """Joints as they are gathered, one entry a flat face."""

    def __init__(self, *, wall: Wall, properties: JointProperties, numbers: dict[str, int], least: float) -> None:
        self.wall, self.numbers, self.least = wall, numbers, least
        named = {name for exception in properties.exceptions for name in exception.between}
        self._sides = {
            BASE: frozenset({BASE}) & (named | {BASE}),
            **{stone.name: frozenset({stone.name, stone.zone}) & named for stone in wall.stones},
        }
        self._properties = properties
        self._known: dict[tuple[frozenset[str], frozenset[str]], float] = {}
        self.contacts: list[int] = []
        self.first: list[int] = []
        self.second: list[int] = []
        self.normals: list[FloatArray] = []
        self.frictions: list[float] = []
        self.areas: list[float] = []
        self.points: list[FloatArray] = []
        self.dropped: list[str] = []

    @property
    def counts(self) -> list[int]:
        return [len(points) for points in self.points]

    def lay(self, index: int, contact: Contact) -> None:
        """Add the faces of one contact."""
        one, other = (self.numbers.get(name, HELD) for name in (contact.first, contact.second))
        if one == HELD and other == HELD:
            return
        friction = self._friction(contact)
        for face in contact.faces:
            corners = corner_points(face.polygon, face.normal) if face.area > self.least else np.zeros((0, 3))
            if len(corners) < 3:
                self.dropped += [contact.first, contact.second]
                continue
            self.contacts.append(index)
            self.first.append(one)
            self.second.append(other)
            self.normals.append(face.normal / np.linalg.norm(face.normal))
            self.frictions.append(friction)
            self.areas.append(float(face.area))
            self.points.append(corners)

    def _friction(self, contact: Contact) -> float:
        """As in the dynamic engine: on the base the support's, unless an exception says otherwise."""
        sides = self._sides[contact.first], self._sides[contact.second]
        if sides not in self._known:
            properties, support = self._properties, self.wall.support
            if BASE in (contact.first, contact.second) and support is not None:
                properties = replace(
                    properties, friction_angle=support.friction_angle, friction_angle_high=None, dilation_angle=0.0
                )
            self._known[sides] = properties.between(*sides).friction
        return self._known[sides]


def corner_points(polygon: FloatArray, normal: FloatArray) -> FloatArray:
    """Corners of the convex hull of a flat polygon, without those in the middle of an edge, shape (n, 3)."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    turns = np.cross(np.roll(edges, 1, axis=0), edges) @ normal
    lengths = np.linalg.norm(edges, axis=1)
    if np.all(turns > _STRAIGHT * lengths * np.roll(lengths, 1)) and len(polygon) <= 4:
        return polygon
    axis = np.eye(3)[np.argmin(np.abs(normal))]
    one = np.cross(normal, axis)
    flat = (polygon - polygon[0]) @ np.stack([one, np.cross(normal, one)], axis=1)
    order = np.lexsort((flat[:, 1], flat[:, 0]))
    extent = float(np.ptp(flat, axis=0).max())
    chain = [_half_hull(flat, list(way), _STRAIGHT * extent**2) for way in (order, order[::-1])]
    hull = [*chain[0][:-1], *chain[1][:-1]]
    return polygon[hull] if len(hull) >= 3 else np.zeros((0, 3))


def _half_hull(flat: FloatArray, order: list[int], least: float) -> list[int]:
    """One side of the hull (Andrew's monotone chain)."""
    kept: list[int] = []
    for point in order:
        while len(kept) > 1:
            one, two = flat[kept[-1]] - flat[kept[-2]], flat[point] - flat[kept[-1]]
            if one[0] * two[1] - one[1] * two[0] > least:
                break
            kept.pop()
        kept.append(point)
    return kept


def _check_names(wall: Wall, properties: JointProperties) -> None:
    wall.check_joint_names(properties)
    both = set(wall.fixed) & set(wall.guided)
    if both:
        raise ModelError(f'stone "{min(both)}" is both fixed and guided: choose one')


def _remarks(wall: Wall, properties: JointProperties, found: _Points) -> Iterator[Remark]:
    if found.dropped:
        stones = tuple(dict.fromkeys(name for name in found.dropped if name != BASE))
        yield Remark(kind="repair", key="blocks_joints_dropped", stones=stones, count=len(found.dropped) // 2)
    mortar = [properties.tension, properties.cohesion]
    mortar += [strength or 0.0 for law in properties.exceptions for strength in (law.tension, law.cohesion)]
    if any(mortar):
        yield Remark(kind="assumption", key="blocks_mortar_left_out")
    if wall.backfill is not None:
        yield Remark(kind="warning", key="fill_left_out")
    if any(stone.irregular for stone in wall.stones):
        yield Remark(kind="assumption", key="blocks_scanned_patches")


def settling(made: BlockAssembly, wall: Wall, stones: Sequence[str], *, pattern: str = "") -> BlockAssembly:
    """The same with one body more, the last: the ground under ``stones``, which can only move up or down.

    A fixed stone among them is part of that ground. ``pattern`` is the name of the load, for messages.
    """
    key = f"blocks.patterns.{pattern}.stones" if pattern else "blocks: settlement"
    ground = len(made.names)
    first, second = made.first.copy(), made.second.copy()
    for name in stones:
        if name not in wall.stone_numbers:
            known = wall.stone_numbers
            raise OptionsError(f'{key}: no stone is called "{name}"; {did_you_mean(name, known)}')
        # what stands still beside its joints: itself where it is fixed, else the ground under it
        still = name if name in wall.fixed else BASE
        found = False
        for index, contact in enumerate(wall.contacts):
            if {name, still} <= {contact.first, contact.second}:
                here = made.contact == index
                (first if contact.first == still else second)[here] = ground
                found = found or bool(here.any())
        if not found:
            raise OptionsError(f'{key}: stone "{name}" neither stands on the ground nor is fixed; name one that does')
    bearing = made.point[(first == ground) | (second == ground)]
    return replace(
        made,
        names=(*made.names, BASE),
        centre=np.concatenate([made.centre, [bearing.mean(axis=0)]]),
        weight=np.append(made.weight, 0.0),
        free=np.concatenate([made.free, [[False, False, True, False, False, False]]]),
        corners=(*made.corners, bearing),
        first=first,
        second=second,
        settles=True,
    )


def smoothed(made: BlockAssembly, faces: NDArray[np.bool_] | None = None) -> BlockAssembly:
    """Return the assembly without friction in ``faces``, shape (faces,), or in all joints steeper than 45°.

    Whatever is borne without that friction is borne with it too.
    """
    bare = np.abs(made.normal[:, 2]) < _STEEP if faces is None else faces[made.face]
    return replace(made, friction=np.where(bare, 0.0, made.friction))


def stretched(made: BlockAssembly, scale: float, *, axis: int = 1) -> BlockAssembly:
    """The wall with its thickness (or another axis) times ``scale``: weights and places follow."""
    factor = np.ones(3)
    factor[axis] = scale
    normal = made.normal / factor  # normals go with the inverse
    growth = scale * np.linalg.norm(normal, axis=1)
    _, corner = np.unique(made.face, return_index=True)
    return replace(
        made,
        centre=made.centre * factor,
        weight=made.weight * scale,
        corners=tuple(corners * factor for corners in made.corners),
        point=made.point * factor,
        area=made.area * growth[corner],
        normal=normal / np.linalg.norm(normal, axis=1, keepdims=True),
        size=made.size * scale ** (1.0 / 3.0),
    )


def dead_loads(made: BlockAssembly, options: BlocksOptions) -> FloatArray:
    """Weights and what is always there beside them [N, N m], shape (b, 6)."""
    return made.gravity + _live(made, options, "dead")


def pattern_load(made: BlockAssembly, pattern: LoadPattern, options: BlocksOptions) -> FloatArray:
    """What grows under ``pattern`` [N, N m], shape (b, 6)."""
    if pattern.kind == "live":
        return _live(made, options, "multiplied")
    loads = np.zeros((len(made.weight), 6))
    if pattern.kind == "settlement":
        loads[-1, 2] = -made.weight.sum()
        return loads
    share = made.weight
    if pattern.kind == "triangular":
        ground = min(float(corners[:, 2].min()) for corners in made.corners)
        height = made.centre[:, 2] - ground
        # of the same sum as the weights, so that the multiplier is that of the base shear
        share = made.weight * height * (made.weight.sum() / float(made.weight @ height))
    loads[:, :3] = share[:, None] * unit_direction(pattern)
    return loads


def unit_direction(pattern: LoadPattern) -> FloatArray:
    """Direction of a pattern with length 1; down for a settlement."""
    if pattern.kind == "settlement":
        return np.array([0.0, 0.0, -1.0])
    direction = np.array(pattern.direction, dtype=np.float64)
    return np.asarray(direction / np.linalg.norm(direction))


def _live(made: BlockAssembly, options: BlocksOptions, role: LoadRole) -> FloatArray:
    loads = np.zeros((len(made.weight), 6))
    for name, load in options.live_loads.items():
        if load.role == role:
            number = _number(made, name, load)
            arm = np.array(load.point) - made.centre[number]
            loads[number] += np.concatenate([load.force, np.cross(arm, load.force)])
    return loads


def _number(made: BlockAssembly, name: str, load: LiveLoad) -> int:
    if load.stone not in made.names:
        hint = did_you_mean(load.stone, made.names)
        raise OptionsError(f'blocks.live_loads.{name}.stone: no free stone is called "{load.stone}"; {hint}')
    number = made.names.index(load.stone)
    low, high = made.corners[number].min(axis=0), made.corners[number].max(axis=0)
    point = np.array(load.point)
    away = float(np.linalg.norm(np.maximum(np.maximum(low - point, point - high), 0.0)))
    if away > _REACH:
        raise ModelError(f'blocks.live_loads.{name}.point is {away:.3g} m away from stone "{load.stone}"')
    return number
