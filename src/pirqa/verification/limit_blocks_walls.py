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
    "courses_wall",
    "thrust_line_multiplier",
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
    stones = [build_stone(solid, name=str(number)) for number, solid in enumerate(solids, start=1)]
    pairs = face_contacts(solids, tolerance=1e-6)
    contacts = [
        Contact(first=stones[one].name, second=stones[other].name, faces=tuple(faces))
        for (one, other), faces in pairs.items()
    ]
    for stone in stones:
        low, high = stone.solid.vertices.min(axis=0), stone.solid.vertices.max(axis=0)
        if low[2] < 1e-9:
            foot = np.array([[low[0], 0, 0], [low[0], thickness, 0], [high[0], thickness, 0], [high[0], 0, 0]])
            contacts.append(Contact(first=stone.name, second=BASE, faces=(_face(foot, np.array([0.0, 0.0, -1.0])),)))
    length = width * sum(abs(units) for units in courses[0])
    return _wall(stones, contacts, length, thickness, height * len(courses), joints)


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
