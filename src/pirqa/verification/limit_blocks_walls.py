"""Walls and arches with known multipliers, for the cases of the cone program on stones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from pirqa.errors import ComputationError
from pirqa.limit.blocks.assembly import BlockAssembly, assemble_blocks
from pirqa.model import BASE, Contact, ContactFace, Envelope, JointProperties, Material, Polyhedron, Stone, Wall, Zone
from pirqa.model.polyhedron import FloatArray
from pirqa.survey.contacts import face_contacts
from pirqa.survey.solids import build_stone
from pirqa.verification.blocks import stiff_joints
from pirqa.verification.stones import box

__all__ = [
    "FERRIS_TIN_LOI",
    "annular_weights",
    "arch",
    "boxes_wall",
    "courses_wall",
    "held_block",
    "interlocked_bar",
    "solids_wall",
    "thrust_line_multiplier",
    "u_corner",
    "wedge_in_a_notch",
]

_UNIT_WEIGHT = 23e3


def _half(count: int) -> list[float]:
    return [0.5, *[1.0] * (count - 1), 0.5]


def _bands(whole: Sequence[list[float]], pierced: Sequence[list[float]], times: int) -> list[list[float]]:
    courses = [*whole]
    for _ in range(times):
        courses += [*pierced, *whole]
    return courses


_FULL = {count: [1.0] * count for count in (3, 4, 5)}
_WINDOW_3: list[list[float]] = [[0.5, 1, -1, 1, 0.5] if i % 2 == 0 else [1, 0.5, -1, 0.5, 1] for i in range(5)]
_WINDOW_4: list[list[float]] = [
    [1, -1, 1, -1, 1] if i % 2 == 0 else [0.5, 0.5, -1, 0.5, 0.5, -1, 0.5, 0.5] for i in range(5)
]
_WINDOW_5: list[list[float]] = [[1, -1, 1] if i % 2 == 0 else [0.5, 0.5, -1, 0.5, 0.5] for i in range(5)]
FERRIS_TIN_LOI: dict[int, list[list[float]]] = {
    1: [_half(5) if i % 2 == 0 else _FULL[5] for i in range(6)],
    2: [_half(5) if i % 2 == 0 else _FULL[5] for i in range(10)],
    3: _bands([_FULL[4], _half(4), _FULL[4]], _WINDOW_3, 1),
    4: _bands([_half(5), _FULL[5], _half(5)], _WINDOW_4, 1),
    5: _bands([_half(3), _FULL[3], _half(3)], _WINDOW_5, 2),
}
"""Walls 1 to 5 of Ferris and Tin-Loi (2001), courses from below: widths in units, an opening where negative."""


def courses_wall(
    courses: Sequence[Sequence[float]],
    *,
    width: float,
    height: float,
    thickness: float,
    joints: JointProperties,
) -> Wall:
    """Boxes in courses on the base, named 1, 2 … from below left; widths in units of ``width`` [m], < 0 an opening."""
    solids: list[Polyhedron] = []
    for level, course in enumerate(courses):
        x = 0.0
        for units in course:
            if units > 0.0:
                solids.append(box(units * width, thickness, height, at=(x, 0.0, level * height)))
            x += abs(units) * width
    length = width * sum(abs(units) for units in courses[0])
    return _wall_of(solids, joints, length=length, thickness=thickness, height=height * len(courses))


def boxes_wall(
    boxes: Sequence[tuple[float, float, float, tuple[float, float, float]]],
    joints: JointProperties,
    *,
    fixed: Sequence[str] = (),
) -> Wall:
    """Boxes given by width, depth, height and corner [m], named 1, 2 … in their order; those at level 0 on the base."""
    return solids_wall([box(w, d, h, at=at) for w, d, h, at in boxes], joints, fixed=fixed)


def solids_wall(solids: Sequence[Polyhedron], joints: JointProperties, *, fixed: Sequence[str] = ()) -> Wall:
    """Solids that touch by flat faces, named 1, 2 … in their order."""
    places = np.concatenate([solid.vertices for solid in solids])
    size = np.ptp(places, axis=0)
    wall = _wall_of(solids, joints, length=float(size[0]), thickness=float(size[1]), height=float(places[:, 2].max()))
    return replace(wall, fixed=tuple(fixed))


def _wall_of(
    solids: Sequence[Polyhedron], joints: JointProperties, *, length: float, thickness: float, height: float
) -> Wall:
    stones = [build_stone(solid, name=str(number)) for number, solid in enumerate(solids, start=1)]
    pairs = face_contacts(solids, tolerance=1e-6)
    contacts = [
        Contact(first=stones[one].name, second=stones[other].name, faces=tuple(faces))
        for (one, other), faces in pairs.items()
    ]
    for stone in stones:
        feet = stone.solid.vertices[np.abs(stone.solid.vertices[:, 2]) < 1e-9]
        if len(feet):
            low, high = feet.min(axis=0), feet.max(axis=0)
            x, y = (low[0], high[0]), (low[1], high[1])
            foot = np.array([[x[0], y[0], 0.0], [x[0], y[1], 0.0], [x[1], y[1], 0.0], [x[1], y[0], 0.0]])
            contacts.append(Contact(first=stone.name, second=BASE, faces=(_face(foot, np.array([0.0, 0.0, -1.0])),)))
    return _wall(stones, contacts, length, thickness, height, joints)


def u_corner(joints: JointProperties, *, bonded: bool = False) -> Wall:
    """A front 4 m long, 0.5 m thick, 3 m high, with a return of 1 m at each end, in eight courses.

    48 boxes with straight head joints, or 44 in which front and returns cross in every second course.
    """
    thick, long, back, course = 0.5, 4.0, 1.0, 0.375
    boxes = []
    for number in range(8):
        level = number * course
        ends = (0.0, long - thick)
        if bonded and number % 2:
            unit = (long - 2.0 * thick) / 3.0
            boxes += [(thick, back + thick, course, (x, 0.0, level)) for x in ends]
            boxes += [(unit, thick, course, (thick + i * unit, 0.0, level)) for i in range(3)]
        else:
            boxes += [(long / 4.0, thick, course, (i * long / 4.0, 0.0, level)) for i in range(4)]
            boxes += [(thick, back, course, (x, thick, level)) for x in ends]
    return boxes_wall(boxes, joints)


def held_block(*, friction: float = 0.84, flare: float = 0.0) -> Wall:
    """Two fixed posts, 1 and 3, and a block between them, 2, that nothing bears: models H and A of compas_cra.

    The block is 1.8 × 1.0 × 0.8 m. ``flare`` is the angle of the posts against the vertical [deg]; they stand farther
    apart at their feet, as in A (30°).
    """
    joints = stiff_joints(1e8, friction=friction, damping_ratio=0.2)
    slope = math.tan(math.radians(flare))
    foot, top, low, high = 0.8, 3.2, 1.6, 2.4

    def half(level: float) -> float:
        return 0.9 + (2.0 - level) * slope

    post = [(half(foot), foot), (half(foot) + 0.5, foot), (half(top) + 0.5, top), (half(top), top)]
    block = [(-half(low), low), (half(low), low), (half(high), high), (-half(high), high)]
    rings = [[(-x, z) for x, z in reversed(post)], block, post]
    return solids_wall([_prism(np.array(ring)) for ring in rings], joints, fixed=("1", "3"))


def wedge_in_a_notch(slope: float, joints: JointProperties) -> Wall:
    """A wedge, 3, that lies in a notch between two fixed stones, its faces ``slope`` [deg] steep."""
    rise = math.tan(math.radians(slope))
    low, high = 0.2, 1.0
    near, far = low / rise + 0.1, high / rise + 0.1
    block = [(-near, low), (near, low), (far, high), (-far, high)]
    side = [(near, low), (far + 0.5, low), (far + 0.5, high), (far, high)]
    rings = [[(-x, z) for x, z in reversed(side)], side, block]
    return solids_wall([_prism(np.array(ring)) for ring in rings], joints, fixed=("1", "2"))


def interlocked_bar(length: float, joints: JointProperties) -> Wall:
    """A bar with wings that rest on two ledges, its tail under a fixed lintel: model concave of compas_cra.

    ``length`` of the bar beyond the ledges [m]: 0.9 in the short model, 1.9 in the long one. The bar is the last stone.
    """
    x = (-0.8, -0.5, 0.1, 0.1 + length)
    y = (-0.5, -0.3, 0.3, 0.5)
    z = (1.0, 1.1, 1.2)
    tail = [(x[0], y[i], z[k]) for i in (1, 2) for k in (0, 1)]
    head = [(x[3], y[i], z[k]) for i in (1, 2) for k in (0, 1)]
    wings = [(x[j], y[i], z[k]) for j in (1, 2) for i in (0, 3) for k in (1, 2)]
    neck = [(x[j], y[i], z[1]) for j in (1, 2) for i in (1, 2)]
    numbers = {place: index for index, place in enumerate([*tail, *head, *wings, *neck])}

    def face(*places: tuple[int, int, int]) -> tuple[int, ...]:
        return tuple(numbers[x[i], y[j], z[k]] for i, j, k in places)

    faces = (
        face((0, 1, 0), (0, 2, 0), (3, 2, 0), (3, 1, 0)),
        face((0, 1, 0), (0, 1, 1), (0, 2, 1), (0, 2, 0)),
        face((3, 1, 0), (3, 2, 0), (3, 2, 1), (3, 1, 1)),
        face((0, 1, 0), (3, 1, 0), (3, 1, 1), (2, 1, 1), (1, 1, 1), (0, 1, 1)),
        face((0, 2, 0), (0, 2, 1), (1, 2, 1), (2, 2, 1), (3, 2, 1), (3, 2, 0)),
        face((0, 1, 1), (1, 1, 1), (1, 2, 1), (0, 2, 1)),
        face((2, 1, 1), (3, 1, 1), (3, 2, 1), (2, 2, 1)),
        face((1, 0, 1), (1, 1, 1), (2, 1, 1), (2, 0, 1)),
        face((1, 2, 1), (1, 3, 1), (2, 3, 1), (2, 2, 1)),
        face((1, 0, 1), (2, 0, 1), (2, 0, 2), (1, 0, 2)),
        face((1, 3, 1), (1, 3, 2), (2, 3, 2), (2, 3, 1)),
        face((1, 0, 1), (1, 0, 2), (1, 3, 2), (1, 3, 1), (1, 2, 1), (1, 1, 1)),
        face((2, 0, 1), (2, 1, 1), (2, 2, 1), (2, 3, 1), (2, 3, 2), (2, 0, 2)),
        face((1, 0, 2), (2, 0, 2), (2, 3, 2), (1, 3, 2)),
    )
    bar = Polyhedron(vertices=np.array([*tail, *head, *wings, *neck]), faces=faces)
    held = [
        box(0.9, 0.2, 0.1, at=(-0.8, -0.5, 1.0)),
        box(0.9, 0.2, 0.1, at=(-0.8, 0.3, 1.0)),
        box(1.0, 1.0, 0.1, at=(-1.5, -0.5, 1.1)),
        box(0.7, 1.0, 0.1, at=(-1.5, -0.5, 1.0)),
    ]
    stones = [build_stone(solid, name=str(number)) for number, solid in enumerate(held, start=1)]
    arms = (box(0.9 + length, 0.6, 0.1, at=(-0.8, -0.3, 1.0)), box(0.6, 1.0, 0.1, at=(-0.5, -0.5, 1.1)))
    stones.append(build_stone(bar, name="5", parts=arms))
    pairs = face_contacts([stone.solid for stone in stones], tolerance=1e-6)
    contacts = [
        Contact(first=stones[one].name, second=stones[other].name, faces=tuple(faces))
        for (one, other), faces in pairs.items()
    ]
    wall = _wall(stones, contacts, 1.6 + length, 1.0, 1.2, joints)
    return replace(wall, fixed=("1", "2", "3", "4"))


def _face(polygon: FloatArray, normal: FloatArray) -> ContactFace:
    middle = polygon.mean(axis=0)
    arms = polygon - middle
    area = 0.5 * float(sum(np.cross(arms, np.roll(arms, -1, axis=0)) @ normal))
    ring = polygon if area > 0.0 else polygon[::-1]
    return ContactFace(polygon=ring, normal=normal, area=abs(area), gap=0.0)


def _wall(
    stones: Sequence[Stone],
    contacts: Sequence[Contact],
    length: float,
    thickness: float,
    height: float,
    joints: JointProperties,
) -> Wall:
    zone = Zone(name="wall", material="stone", bottom=0.0, top=height, thickness=thickness)
    return Wall(
        envelope=Envelope(zones=(zone,), length=length),
        materials={"stone": Material(unit_weight=_UNIT_WEIGHT)},
        joints=joints,
        stones=tuple(stones),
        contacts=tuple(contacts),
    )


def arch(voussoirs: int, slenderness: float, *, friction: float = 2.0) -> Wall:
    """A semicircular arch of mean radius 1 m and thickness ``slenderness``, 1 m deep, on the base at both ends.

    Its voussoirs are flat between radial joints: polyhedra with corners on both circles.
    """
    angles = np.linspace(0.0, math.pi, voussoirs + 1)
    radii = 1.0 + slenderness * np.array([-0.5, 0.5])
    stones = []
    for number, (one, two) in enumerate(pairwise(angles.tolist()), start=1):
        ring = [
            (radius * math.cos(angle), radius * math.sin(angle))
            for radius, angle in ((radii[0], one), (radii[1], one), (radii[1], two), (radii[0], two))
        ]
        stones.append(build_stone(_prism(np.array(ring)), name=str(number)))
    contacts = []
    for joint, angle in enumerate(angles):
        radial, onward = (
            np.array([math.cos(angle), 0, math.sin(angle)]),
            np.array([-math.sin(angle), 0, math.cos(angle)]),
        )
        corners = np.array([radii[i] * radial + [0.0, y, 0.0] for i, y in ((0, 0.0), (1, 0.0), (1, 1.0), (0, 1.0))])
        if joint == 0:
            contacts.append(Contact(first="1", second=BASE, faces=(_face(corners, -onward),)))
        else:
            other = BASE if joint == voussoirs else str(joint + 1)
            contacts.append(Contact(first=str(joint), second=other, faces=(_face(corners, onward),)))
    return _wall(stones, contacts, 2.0, 1.0, float(radii[1]), stiff_joints(1e9, friction=friction))


def _prism(ring: FloatArray) -> Polyhedron:
    from pirqa.survey.solids import extrude

    return extrude(ring, lambda places: np.zeros(len(places)), lambda places: np.ones(len(places)))


def annular_weights(voussoirs: int, slenderness: float, *, friction: float = 2.0) -> BlockAssembly:
    """The arch with the weights of annular sectors, at their centroids; joints stay what they are."""
    made = assemble_blocks(arch(voussoirs, slenderness, friction=friction))
    inner, outer, half = 1.0 - 0.5 * slenderness, 1.0 + 0.5 * slenderness, 0.5 * math.pi / voussoirs
    weight = _UNIT_WEIGHT * (outer**2 - inner**2) * half
    radius = 2.0 / 3.0 * (outer**3 - inner**3) / (outer**2 - inner**2) * math.sin(half) / half
    middle = half * (2.0 * np.arange(voussoirs) + 1.0)
    centre = np.column_stack([radius * np.cos(middle), np.full(voussoirs, 0.5), radius * np.sin(middle)])
    return replace(made, weight=np.full(voussoirs, weight), centre=centre)


def thrust_line_multiplier(made: BlockAssembly, slenderness: float) -> float:
    """Largest horizontal load over weight of an arch whose thrust line stays inside it: a linear program of its own.

    Unknown are the multiplier and the force and moment at the first springing; at every radial joint the thrust's
    distance from the axis is at most half the thickness, N being pressure: |M| ≤ N t/2. Sliding is left out.
    """
    from scipy.optimize import linprog

    count = len(made.weight)
    rows, limits = [], []
    for joint in range(count + 1):
        angle = math.pi * joint / count
        place = np.array([math.cos(angle), math.sin(angle)])
        onward = np.array([-math.sin(angle), math.cos(angle)])
        # what the part before the joint passes on: columns are λ, H, V (at the first springing), M, and the weights
        force = np.zeros((2, 5))
        moment = np.zeros(5)
        force[0, 1] = force[1, 2] = 1.0
        moment[3] = 1.0
        moment += _turn(np.array([1.0, 0.0]) - place, force)
        for number in range(joint):
            load = np.zeros((2, 5))
            load[0, 0], load[1, 4] = made.weight[number], -made.weight[number]
            force = force + load
            moment = moment + _turn(made.centre[number, [0, 2]] - place, load)
        # the force that the part before exerts on the next, along the way
        press = onward @ force
        for sign in (1.0, -1.0):
            row = sign * moment - 0.5 * slenderness * press
            rows.append(row[:4])
            limits.append(-row[4])
    found = linprog([-1.0, 0, 0, 0], A_ub=np.array(rows), b_ub=np.array(limits), bounds=[(None, None)] * 4)
    if found.x is None:
        raise ComputationError(f"the thrust-line program has no solution: {found.message}")
    return float(found.x[0])


def _turn(arm: FloatArray, force: FloatArray) -> FloatArray:
    return np.asarray(arm[0] * force[1] - arm[1] * force[0])
