"""Stones, walls and motions with known answers, and short runs of them, which cases and tests share."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pirqa.errors import ComputationError
from pirqa.model import (
    BASE,
    Contact,
    ContactFace,
    Direction,
    Envelope,
    GroundMotion,
    JointProperties,
    Material,
    Polyhedron,
    Stone,
    Wall,
    Zone,
)
from pirqa.model.polyhedron import FloatArray
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, SurveyResult, survey
from pirqa.survey.contacts import Pairs, base_faces, face_contacts
from pirqa.survey.facets import triangulate
from pirqa.survey.formats import write_stones
from pirqa.survey.solids import build_stone
from pirqa.units import STANDARD_GRAVITY

if TYPE_CHECKING:  # the engine brings Numba, which the survey does without
    from pirqa.dynamics import Drive, Engine, Record


def box(width: float, depth: float, height: float, *, at: Sequence[float] = (0.0, 0.0, 0.0)) -> Polyhedron:
    """Return a box with one corner at ``at`` [m]."""
    x, y, z = at
    ring = np.array([[x, z], [x + width, z], [x + width, z + height], [x, z + height]])
    return _extruded(ring, y, y + depth)


def _extruded(ring: FloatArray, front: float, back: float) -> Polyhedron:
    from pirqa.survey.solids import extrude

    return extrude(ring, lambda places: np.full(len(places), front), lambda places: np.full(len(places), back))


def ell(depth: float = 0.8) -> tuple[FloatArray, Polyhedron]:
    """Return the outline and the solid of an L of two boxes, 1.2 × 0.4 m and 0.5 × 0.6 m upon its left end."""
    ring = np.array([[0.0, 0.0], [1.2, 0.0], [1.2, 0.4], [0.5, 0.4], [0.5, 1.0], [0.0, 1.0]])
    return ring, _extruded(ring, 0.0, depth)


def right_tetrahedron(a: float, b: float, c: float) -> Polyhedron:
    """Return the tetrahedron with edges of lengths a, b, c along the axes from the origin [m]."""
    vertices = np.array([[0.0, 0.0, 0.0], [a, 0.0, 0.0], [0.0, b, 0.0], [0.0, 0.0, c]])
    return Polyhedron(vertices=vertices, faces=((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)))


@cache
def like_sacsayhuaman() -> SurveyResult:
    """Return the generated wall like that of the Sacsayhuaman paper, 0.8 m thick, 23 kN/m3."""
    return survey(
        SurveyOptions(generate=GenerateOptions.like_sacsayhuaman(), thickness=0.8),
        around=Surroundings(materials={"stone": Material(unit_weight=23e3)}),
    )


@cache
def running_bond() -> SurveyResult:
    """Return a wall of 8.64 × 4.0 × 0.8 m, 8 courses, 5 units of 1.728 m or half, four and half: 44 boxes."""
    bond = GenerateOptions(pattern="running_bond", length=8.64, height=4.0, courses=8, unit_length=1.728)
    return survey(SurveyOptions(generate=bond, thickness=0.8))


def read_back(wall: Wall, suffix: str, *, format: str | None = None, **options: object) -> tuple[Stone, ...]:
    """Return the stones as read from a file that was written from them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"wall{suffix}"
        path.write_bytes(write_stones(wall, path, format=format))
        return survey(SurveyOptions(file=path.name, **options), folder=Path(folder)).wall.stones  # type: ignore[arg-type]


def noisy_rings(noise: float, seed: int) -> list[FloatArray]:
    """Return the 40 outlines of the generated wall, each corner of each stone moved by up to ``noise`` [m].

    Corners of neighbours in the middle of an edge are left out, as a draughtsman leaves them out.
    """
    from pirqa.survey.generate import generate
    from pirqa.survey.solids import convex_rings

    draw = np.random.default_rng(seed)
    rings = []
    for ring in generate(GenerateOptions.like_sacsayhuaman()).rings:
        whole = convex_rings(ring)
        kept = whole[0] if len(whole) == 1 else ring
        rings.append(kept + draw.uniform(-noise, noise, kept.shape))
    return rings


def weathered(seed: int, *, depth: float = 0.004) -> tuple[list[Polyhedron], set[tuple[int, int]]]:
    """Return worn stones, as if scanned, and their known contacts: a generated wall, faces cut small and worn.

    Corners of the small triangles move inwards by up to ``depth`` [m], so that no two faces match any more, and
    surfaces that touched are now up to twice that apart.
    """
    made = GenerateOptions(pattern="inca", length=4.0, height=2.2, stones=14, courses=3, seed=seed)
    clean = [stone.solid for stone in survey(SurveyOptions(generate=made, thickness=0.6)).wall.stones]
    draw = np.random.default_rng(seed)
    return [_worn(solid, depth, draw) for solid in clean], clean_pairs(face_contacts(clean, tolerance=0.001))


def clean_pairs(pairs: Pairs) -> set[tuple[int, int]]:
    """Return the pairs without their faces."""
    return set(pairs)


def _worn(solid: Polyhedron, depth: float, draw: np.random.Generator) -> Polyhedron:
    vertices, triangles = solid.vertices, triangulate(solid)
    for _ in range(3):
        vertices, triangles = _halved(vertices, triangles)
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    normals = np.zeros_like(vertices)
    for corner in range(3):
        np.add.at(normals, triangles[:, corner], np.cross(b - a, c - a))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    worn = vertices - normals * draw.uniform(0.0, depth, (len(vertices), 1))
    return Polyhedron(vertices=worn, faces=tuple(map(tuple, triangles.tolist())))


def _halved(
    vertices: FloatArray, triangles: np.ndarray[tuple[int, ...], np.dtype[np.intp]]
) -> tuple[FloatArray, np.ndarray[tuple[int, ...], np.dtype[np.intp]]]:
    """Return every triangle in four, by the middles of its edges."""
    edges = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    used, number = np.unique(edges, axis=0, return_inverse=True)
    middles = 0.5 * (vertices[used[:, 0]] + vertices[used[:, 1]])
    ab, bc, ca = (number.reshape(3, -1) + len(vertices)).astype(np.intp)
    a, b, c = triangles.T
    pieces = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    return np.vstack([vertices, middles]), np.concatenate([np.column_stack(piece) for piece in pieces])


# ---- blocks, walls and motions to be shaken ----

_TOUCH = 1e-6
"""Distance within which faces touch [m]."""


def stiff_joints(
    normal_stiffness: float,
    *,
    tangential_stiffness: float | None = None,
    friction: float = 2.0,
    damping: float | None = None,
    damping_ratio: float | None = None,
) -> JointProperties:
    """Return dry joints [N/m3, N/m3, -, Pa s/m, -] that by default do not slide."""
    return JointProperties(
        friction_angle=math.atan(friction),
        normal_stiffness=normal_stiffness,
        tangential_stiffness=tangential_stiffness,
        damping=damping,
        damping_ratio=damping_ratio,
    )


def block_on_base(
    width: float,
    depth: float,
    height: float,
    density: float,
    joints: JointProperties,
    *,
    feet: float | None = None,
    recess: float = 3e-3,
) -> Wall:
    """Return a free block called "block", ``width`` along x, ``depth`` along y, ``height`` up, on the base [m, kg/m3].

    It rocks about its edges along x. With ``feet`` it touches the base by two strips of that depth along those edges
    only, ``recess`` high [m].
    """
    if feet is None:
        stone = build_stone(box(width, depth, height), name="block")
        seats = [(0.0, depth)]
    else:
        stone = _footed(width, depth, height, feet, recess)
        seats = [(0.0, feet), (depth - feet, depth)]
    faces = tuple(_level_face(width, front, back, 0.0, up=-1.0) for front, back in seats)
    seat = Contact(first="block", second=BASE, faces=faces)
    return wall_of_stones([stone], (seat,), (width, depth, height), density * STANDARD_GRAVITY, joints)


def _footed(width: float, depth: float, height: float, feet: float, recess: float) -> Stone:
    y = (0.0, feet, depth - feet, depth)
    outline = np.array(
        [[y[0], 0.0], [y[1], 0.0], [y[1], recess], [y[2], recess], [y[2], 0.0], [y[3], 0.0], [y[3], height],
         [y[0], height]]
    )  # fmt: skip
    parts = (
        box(width, feet, recess),
        box(width, feet, recess, at=(0.0, y[2], 0.0)),
        box(width, depth, height - recess, at=(0.0, 0.0, recess)),
    )
    return build_stone(_along_the_wall(outline, width), name="block", parts=parts)


def _along_the_wall(outline: FloatArray, width: float) -> Polyhedron:
    """Return the prism with a section ``outline`` (y, z), counter-clockwise seen against x, from x = 0 to ``width``."""
    count = len(outline)
    vertices = np.concatenate([np.column_stack([np.full(count, x), outline]) for x in (0.0, width)])
    sides = [(i, (i + 1) % count, (i + 1) % count + count, i + count) for i in range(count)]
    return Polyhedron(
        vertices=vertices, faces=(tuple(range(count - 1, -1, -1)), tuple(range(count, 2 * count)), *sides)
    )


def _level_face(width: float, front: float, back: float, level: float, *, up: float) -> ContactFace:
    corners = np.array([[0.0, front], [width, front], [width, back], [0.0, back]])
    polygon = np.column_stack([corners, np.full(4, level)])
    return ContactFace(
        polygon=polygon if up > 0.0 else polygon[::-1],
        normal=np.array([0.0, 0.0, up]),
        area=width * (back - front),
        gap=0.0,
    )


def wall_of_stones(
    stones: Sequence[Stone],
    contacts: Sequence[Contact],
    size: Sequence[float],
    unit_weight: float,
    joints: JointProperties,
    *,
    fixed: Sequence[str] = (),
) -> Wall:
    """Return the wall of ``stones``, with one zone of a ``size`` (length, thickness, height) [m, N/m3]."""
    length, thickness, height = (float(side) for side in size)
    zone = Zone(name="wall", material="stone", bottom=0.0, top=height, thickness=thickness)
    return Wall(
        envelope=Envelope(zones=(zone,), length=length),
        materials={"stone": Material(unit_weight=unit_weight)},
        joints=joints,
        stones=tuple(stones),
        contacts=tuple(contacts),
        fixed=tuple(fixed),
    )


def touching(stones: Sequence[Stone]) -> list[Contact]:
    """Return the contacts of ``stones`` whose faces lie on each other."""
    pairs = face_contacts([stone.solid for stone in stones], tolerance=_TOUCH)
    return [
        Contact(first=stones[one].name, second=stones[other].name, faces=tuple(faces))
        for (one, other), faces in pairs.items()
    ]


def coursed_wall(
    length: float, thickness: float, course: float, courses: int, density: float, joints: JointProperties
) -> Wall:
    """Return a stack of ``courses`` boxes named 1, 2 … from below, ``course`` high, the lowest fixed [m, kg/m3]."""
    names = [str(number) for number in range(1, courses + 1)]
    stones = [
        build_stone(box(length, thickness, course, at=(0.0, 0.0, index * course)), name=name)
        for index, name in enumerate(names)
    ]
    beds = [
        Contact(
            first=names[index - 1],
            second=names[index],
            faces=(_level_face(length, 0.0, thickness, index * course, up=1.0),),
        )
        for index in range(1, courses)
    ]
    seat = Contact(first="1", second=BASE, faces=(_level_face(length, 0.0, thickness, 0.0, up=-1.0),))
    size = (length, thickness, courses * course)
    return wall_of_stones(stones, (seat, *beds), size, density * STANDARD_GRAVITY, joints, fixed=("1",))


def running_bond_wall(
    kn: float = 2e8, kt: float = 1e8, mu: float = 0.4, damping: float | None = 2e5, density: float = 2300.0
) -> Wall:
    """Return 44 boxes, 8.64 × 4.0 × 0.8 m in 8 courses, the lowest fixed [N/m3, N/m3, -, Pa s/m, kg/m3]."""
    bond = GenerateOptions(pattern="running_bond", length=8.64, height=4.0, courses=8, unit_length=1.728)
    made = survey(
        SurveyOptions(generate=bond, thickness=0.8, fixed="base"),
        around=Surroundings(materials={"stone": Material(unit_weight=density * STANDARD_GRAVITY)}),
    )
    return replace(made.wall, joints=_joints(kn, kt, mu, damping))


def polygonal_wall(
    kn: float = 2e8, kt: float = 1e8, mu: float = 0.4, damping: float | None = 2e5, density: float = 2300.0
) -> Wall:
    """Return 40 polygonal stones like those of the Sacsayhuaman paper, those on the base fixed; units as above."""
    wall = like_sacsayhuaman().wall
    return replace(
        wall,
        materials={name: Material(unit_weight=density * STANDARD_GRAVITY) for name in wall.materials},
        joints=_joints(kn, kt, mu, damping),
        fixed=wall.base_stones,
    )


def _joints(kn: float, kt: float, mu: float, damping: float | None) -> JointProperties:
    return stiff_joints(kn, tangential_stiffness=kt, friction=mu, damping=damping)


def sine_motion(
    amplitude: float, frequency: float, duration: float, *, component: str = "across", step: float = 0.005
) -> GroundMotion:
    """Return a sine of acceleration whose velocity has no mean: the base swings and does not drift [m/s2, Hz, s]."""
    omega = 2.0 * math.pi * frequency
    times = step * np.arange(round(duration / step) + 1)
    return GroundMotion(
        name="sine",
        step=step,
        acceleration=(amplitude * np.sin(omega * times))[:, None],
        directions=(Direction(name=component),),
        initial_velocity=np.array([-amplitude / omega]),
    )


# ---- stones put together by hand, and runs of them ----


def stones_on_base(
    solids: Mapping[str, Polyhedron], density: float, joints: JointProperties, *, fixed: Sequence[str] = ()
) -> Wall:
    """Return a wall of stones by name, on the level of the lowest of them and on each other [kg/m3]."""
    names, shapes = list(solids), list(solids.values())
    corners = np.concatenate([shape.vertices for shape in shapes])
    pairs = face_contacts(shapes, tolerance=_TOUCH)
    seats = base_faces(shapes, pairs, rule="level", tolerance=_TOUCH)
    contacts = [Contact(first=names[index], second=BASE, faces=tuple(faces)) for index, faces in sorted(seats.items())]
    contacts += [
        Contact(first=names[one], second=names[other], faces=tuple(faces)) for (one, other), faces in pairs.items()
    ]
    stones = [build_stone(shape, name=name) for name, shape in solids.items()]
    size = np.ptp(corners, axis=0)
    return wall_of_stones(stones, contacts, size.tolist(), density * STANDARD_GRAVITY, joints, fixed=fixed)


def pulled(x: float, y: float, z: float, *, ramp: float = 0.0) -> Callable[[FloatArray], FloatArray]:
    """Return gravity (x, y, z) [m/s2] that grows from nothing over ``ramp`` [s]."""

    def gravity(times: FloatArray) -> FloatArray:
        share = np.clip(times / ramp, 0.0, 1.0) if ramp > 0.0 else np.ones(len(times))
        return np.asarray(share[:, None] * np.array([x, y, z]))

    return gravity


def run_for(engine: Engine, drive: Drive) -> Record:
    """Return the record of all of ``drive``; raise an error if the run fails."""
    record, sound = engine.run(drive, 0, round(drive.duration / engine.step))
    if not sound:
        raise ComputationError("the run has failed")
    return record
