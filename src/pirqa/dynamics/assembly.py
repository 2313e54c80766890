"""From a wall to arrays: laws of joints, stones laid on each other, struts, and the assembled wall.

Joint laws come from the wall's joints with their exceptions by zone or stone. The stones laid on each other
(:class:`Laid`) are what all runs of a wall share: samples of a campaign that differ only in friction or stiffness
reuse them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pirqa.dynamics.arrays import (
    FREE,
    GUIDED,
    HELD,
    Bodies,
    Frames,
    IntArray,
    Joints,
    Loads,
    Memory,
    Motion,
    Near,
    Solids,
    Ties,
)
from pirqa.dynamics.convex_parts import (
    blank_memory,
    lay_near,
    shape_solids,
    simplify_parts,
    widen_memory,
    widen_near,
    with_laws,
)
from pirqa.dynamics.faces import FacePair, face_pairs
from pirqa.dynamics.joint_geometry import lay_faces
from pirqa.dynamics.options import ScanOptions
from pirqa.dynamics.soundness import check_apart, check_held, check_properties, check_strut_end
from pirqa.dynamics.springs import Soil, SoilPressure, lay_soil
from pirqa.errors import ModelError, OptionsError
from pirqa.model.masonry import BASE, DAMPING_RATIO, STIFFNESS_RATIO, JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.support import Strut
from pirqa.model.wall import Wall


def law_of(wall: Wall, properties: JointProperties, pair: FacePair) -> JointProperties:
    """Properties of one joint; on the base the friction is the support's, unless an exception says otherwise."""
    sides = [
        frozenset({BASE}) if name == BASE else frozenset({name, wall.stone(name).zone})
        for name in (pair.first, pair.second)
    ]
    return _between(wall, properties, *sides)


def kinds_of(wall: Wall, properties: JointProperties) -> tuple[IntArray, list[list[JointProperties]]]:
    """Which bodies are alike to the exceptions, as numbers; and the law between each two of them, all dry."""
    named = {name for exception in properties.exceptions for name in exception.between}
    sides = [frozenset({stone.name, stone.zone} & named) for stone in wall.stones]
    sides.append(frozenset({BASE}))
    alike = sorted(set(sides), key=lambda names: (BASE in names, sorted(names)))
    laws = [[_between(wall, properties, one, two) for two in alike] for one in alike]
    return np.array([alike.index(names) for names in sides], dtype=np.int64), laws


def _between(wall: Wall, properties: JointProperties, one: frozenset[str], other: frozenset[str]) -> JointProperties:
    if BASE in one | other and wall.support is not None:
        properties = replace(
            properties,
            friction_angle=wall.ground.friction_angle,
            friction_angle_high=None,
            dilation_angle=0.0,
        )
    found = properties.between(one, other)
    if found.normal_stiffness is None:
        raise OptionsError(
            "joints.normal_stiffness is missing: it changes how a wall rocks, so it has no default; give a value such "
            'as "2e8 N/m3", or a low one and normal_stiffness_high'
        )
    return found


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
        frames=_joint_frames(pairs, bodies),
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


def _joint_frames(pairs: Sequence[FacePair], bodies: Bodies) -> FloatArray:
    found = np.zeros((2, len(pairs), 9))
    for j, pair in enumerate(pairs):
        for frame, body in zip(found, (pair.body_first, pair.body_second), strict=True):
            turn = bodies.rotation[body]
            origin = (pair.origin - bodies.position[body]) @ turn
            frame[j] = np.concatenate([origin, pair.axes[0] @ turn, pair.axes[1] @ turn])
    return found


_ROUND = 1e-8
"""What rounding leaves between edges that coincide in the drawing [m]."""
_MARGIN, _LEAST_MARGIN = 0.4, 0.02
"""Within this part of a stone's radius, and at least this far [m], two parts are near each other."""
_UNLIMITED = 1e300
"""Strength of a strut that stays elastic [N]."""


@dataclass(frozen=True, kw_only=True)
class JointName:
    """Which joint a row of the arrays is."""

    first: str
    second: str
    """Names of its two stones; the second may be the base."""
    face: int
    """Number of the flat face among those of this pair."""
    area: float
    """At the start [m2]."""
    centre: tuple[float, ...]
    """At the start [m]."""
    normal: tuple[float, ...]
    """Out of the first stone, at the start."""

    def __str__(self) -> str:
        return f"{self.first}–{self.second}" + (f" ({self.face + 1})" if self.face else "")


@dataclass(frozen=True, kw_only=True, eq=False)
class Assembly:
    """A wall ready to move. The arrays change while it does; the rest stays."""

    wall: Wall
    names: tuple[JointName, ...]
    """Of the joints, in the arrays' order."""
    bodies: Bodies
    joints: Joints
    frames: Frames
    motion: Motion
    memory: Memory
    loads: Loads
    ties: Ties
    soil: Soil
    solids: Solids
    near: Near
    loose: Memory
    """Of pairs of parts that touch without a joint."""
    scratch: FloatArray

    @property
    def platform(self) -> int:
        """Number of the platform among the bodies: the last."""
        return len(self.bodies.mass) - 1

    def body(self, name: str) -> int:
        """Number of the stone called ``name``, or of the base."""
        return self.platform if name == BASE else self.wall.stone_numbers[name]


def assemble(
    wall: Wall,
    *,
    joints: JointProperties | None = None,
    struts: Sequence[Strut] = (),
    soil: SoilPressure | None = None,
    points: int = 0,
    scan: ScanOptions | None = None,
) -> Assembly:
    """``wall`` as arrays; ``joints`` instead of its own properties; ``points`` along a side, 0 for exact integrals.

    ``soil`` leans on its back. ``scan`` says how scanned stones are laid on each other.
    """
    properties = wall.joints if joints is None else joints
    if not wall.stones:
        raise OptionsError("the wall has no stones: give a survey, or lay some with pirqa.survey.stage")
    if properties is None:
        raise OptionsError('joints: missing; add [joints] with friction_angle = "…" and normal_stiffness = "…"')
    check_properties(wall, properties)
    laid = lay_stones(wall, scan)
    pairs = laid.pairs
    bodies = Bodies._make(column.copy() for column in laid.bodies)
    laws = [law_of(wall, properties, pair) for pair in pairs]
    if points and any(law.tension or law.cohesion for law in laws):
        raise OptionsError('dynamics.simulation.contact = "points" knows no mortar: use "exact", or dry joints')
    made = _with_laws(laid.joints, laws)
    frames, motion, memory = _frames(laid, points)
    kinds, between = kinds_of(wall, properties)
    scratch = np.zeros((4, max(frames.corners.shape[1], 2 * laid.ring + 6), 2))
    _lay_out(bodies, made, frames, motion, memory, scratch)
    solids = with_laws(laid.solids, laid.largest, bodies, made, frames, between, kinds)
    near = lay_near(solids, max(_MARGIN * float(np.median(solids.radius[:-1])), _LEAST_MARGIN))
    _set_damping(made, frames, bodies, laws)
    count = len(bodies.mass)
    loads = Loads(
        force=np.zeros((len(pairs), 3)),
        moment=np.zeros((len(pairs), 3)),
        body=np.zeros((count, 6)),
        total=np.zeros((count, 6)),
        gravity=np.zeros(3),
        spent=np.zeros(6),
    )
    names = tuple(
        JointName(
            first=pair.first,
            second=pair.second,
            face=pair.number,
            area=float(frames.whole[j, 0]),
            centre=tuple((motion.arms[j, :3] + bodies.position[made.first[j]]).tolist()),
            normal=tuple(pair.normal.tolist()),
        )
        for j, pair in enumerate(pairs)
    )
    return Assembly(
        wall=wall,
        names=names,
        bodies=bodies,
        joints=made,
        frames=frames,
        motion=motion,
        memory=memory,
        loads=loads,
        ties=_ties(wall, bodies, struts),
        soil=lay_soil(wall, bodies, soil),
        solids=solids,
        near=near,
        loose=blank_memory(len(near.key)),
        scratch=scratch,
    )


def with_room(made: Assembly) -> Assembly:
    """The same with room for twice as many pairs of parts that are near each other; what they remember is kept."""
    return replace(made, near=widen_near(made.near), loose=widen_memory(made.loose))


def _with_laws(joints: Joints, laws: Sequence[JointProperties]) -> Joints:
    """``joints`` with arrays of their own for what ``laws`` say; damping comes later."""

    def column(values: Sequence[float]) -> FloatArray:
        return np.array(values, dtype=np.float64)

    count = len(laws)
    return Joints._make(item.copy() for item in joints)._replace(
        normal_stiffness=column([law.normal_stiffness or 0.0 for law in laws]),
        shear_stiffness=column(
            [
                STIFFNESS_RATIO * (law.normal_stiffness or 0.0)
                if law.tangential_stiffness is None
                else law.tangential_stiffness
                for law in laws
            ]
        ),
        friction=column([law.friction for law in laws]),
        normal_damping=np.zeros(count),
        shear_damping=np.zeros(count),
        tension=column([law.tension for law in laws]),
        cohesion=column([law.cohesion for law in laws]),
        dilation=column([math.tan(law.dilation_angle) for law in laws]),
        lift_limit=column([law.dilation_limit for law in laws]),
    )


def critical_damping(joints: Joints, frames: Frames, bodies: Bodies) -> FloatArray:
    """Of each joint [Pa s/m]: 2·√(Kn·m), m being the reduced mass of its two stones per area of their joints.

    By the area of all joints of a stone, not of this one, which may be a sliver. A held stone is immovable.
    """
    areas = np.zeros(len(bodies.mass))
    np.add.at(areas, joints.first, frames.whole[:, 0])
    np.add.at(areas, joints.second, frames.whole[:, 0])
    ease = np.where(bodies.role == HELD, 0.0, areas / bodies.mass)
    result: FloatArray = 2.0 * np.sqrt(joints.normal_stiffness / (ease[joints.first] + ease[joints.second]))
    return result


def _set_damping(joints: Joints, frames: Frames, bodies: Bodies, laws: Sequence[JointProperties]) -> None:
    """Normal damping as it is given; the tangential one in the ratio of the stiffnesses, on the elastic slip alone."""
    critical = critical_damping(joints, frames, bodies)
    for j, law in enumerate(laws):
        if law.damping is not None:
            joints.normal_damping[j] = law.damping
        else:
            ratio = DAMPING_RATIO if law.damping_ratio is None else law.damping_ratio
            joints.normal_damping[j] = ratio * critical[j]
    joints.shear_damping[:] = joints.normal_damping * joints.shear_stiffness / joints.normal_stiffness


def _frames(laid: Laid, points: int) -> tuple[Frames, Motion, Memory]:
    joints = laid.joints
    count = len(joints.first)
    corners = int(np.max(joints.corners_first + joints.corners_second, initial=6)) + 6
    frames = Frames(
        first=laid.frames[0].copy(),
        second=laid.frames[1].copy(),
        corners=np.zeros((count, corners, 2)),
        sides=np.zeros(count, dtype=np.int64),
        rims=np.zeros((count, corners)),
        cut=np.zeros((count, 2, 4), dtype=np.int64),
        chain=np.zeros((count, 2, 6)),
        reach=np.zeros((count, 2)),
        whole=np.zeros((count, 6)),
        twist=np.ones(count),
        since=np.zeros((count, 3)),
        bond=np.zeros((count, corners, 2)),
        bonded=np.zeros(count, dtype=np.int64),
        bond_area=np.zeros(count),
        points=np.zeros((count, points * points, 3)),
    )
    motion = Motion(
        gap=np.zeros((count, 3)),
        slide=np.zeros((count, 3)),
        normal=np.zeros((count, 3)),
        axes=np.zeros((count, 6)),
        arms=np.zeros((count, 6)),
        closed=np.zeros((count, 6)),
        pressed=np.zeros((count, 6)),
        rim=np.zeros((count, 2)),
        agape=np.zeros(count, dtype=np.int64),
        state=np.zeros(count, dtype=np.int64),
    )
    return frames, motion, blank_memory(count)


def _lay_out(
    bodies: Bodies, joints: Joints, frames: Frames, motion: Motion, memory: Memory, scratch: FloatArray
) -> None:
    """Find all overlaps at the start; bonds cover them where the joint has any."""
    lay_faces(_ROUND, bodies, joints, frames, motion, memory, scratch)
    memory.gap[:] = motion.gap
    memory.slide[:] = motion.slide
    frames.since[:] = motion.slide
    mortared = (joints.tension > 0.0) | (joints.cohesion > 0.0)
    frames.bonded[mortared] = frames.sides[mortared]
    frames.bond_area[mortared] = frames.whole[mortared, 0]
    frames.bond[mortared] = frames.corners[mortared]


def _ties(wall: Wall, bodies: Bodies, struts: Sequence[Strut]) -> Ties:
    numbers = {**wall.stone_numbers, BASE: len(wall.stones)}
    for strut in struts:
        for key, name in (("stone", strut.stone), ("other", strut.other)):
            if name not in numbers:
                raise ModelError(f'strut "{strut.name}": {key}: no stone is called "{name}"')
        for name, point in ((strut.stone, strut.point), (strut.other, strut.other_point)):
            if name != BASE:
                check_strut_end(wall, strut.name, name, np.array(point))
    first = np.array([numbers[strut.stone] for strut in struts], dtype=np.int64)
    second = np.array([numbers[strut.other] for strut in struts], dtype=np.int64)
    ends = [np.array([getattr(strut, key) for strut in struts]).reshape(-1, 3) for key in ("point", "other_point")]
    local = [
        np.array([(end - bodies.position[b]) @ bodies.rotation[b] for end, b in zip(side, which, strict=True)])
        for side, which in zip(ends, (first, second), strict=True)
    ]
    strength = np.array([_UNLIMITED if strut.strength is None else strut.strength for strut in struts])
    return Ties(
        first=first,
        second=second,
        point_first=local[0].reshape(-1, 3),
        point_second=local[1].reshape(-1, 3),
        length=np.linalg.norm(ends[1] - ends[0], axis=1),
        stiffness=np.array([strut.stiffness for strut in struts], dtype=np.float64),
        push_limit=np.where([strut.kind == "tie" for strut in struts], 0.0, strength),
        pull_limit=np.where([strut.kind == "wedged" for strut in struts], 0.0, strength),
        yielded=np.zeros(len(struts)),
        force=np.zeros(len(struts)),
    )
