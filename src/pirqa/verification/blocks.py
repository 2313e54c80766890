"""Single blocks, stacks and walls ready to be shaken, and motions for them, for the cases of dynamics."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

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
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey
from pirqa.survey.solids import build_stone
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.stones import box, like_sacsayhuaman

__all__ = [
    "block_on_base",
    "coursed_wall",
    "polygonal_wall",
    "running_bond_wall",
    "sine_motion",
    "stiff_joints",
]


def stiff_joints(
    normal_stiffness: float,
    *,
    tangential_stiffness: float | None = None,
    friction: float = 2.0,
    damping: float | None = None,
    damping_ratio: float | None = None,
) -> JointProperties:
    """Dry joints [N/m3, N/m3, -, Pa s/m, -] that by default do not slide."""
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
    """A free block called "block", ``width`` along x, ``depth`` along y, ``height`` up, on the base [m, kg/m3].

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
    return _wall([stone], (Contact(first="block", second=BASE, faces=faces),), width, depth, height, density, joints)


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
    """The prism with a section ``outline`` (y, z), counter-clockwise seen against x, from x = 0 to ``width``."""
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


def _wall(
    stones: list[Stone],
    contacts: tuple[Contact, ...],
    length: float,
    thickness: float,
    height: float,
    density: float,
    joints: JointProperties,
    fixed: tuple[str, ...] = (),
) -> Wall:
    zone = Zone(name="wall", material="stone", bottom=0.0, top=height, thickness=thickness)
    return Wall(
        envelope=Envelope(zones=(zone,), length=length),
        materials={"stone": Material(unit_weight=density * STANDARD_GRAVITY)},
        joints=joints,
        stones=tuple(stones),
        contacts=contacts,
        fixed=fixed,
    )


def coursed_wall(
    length: float, thickness: float, course: float, courses: int, density: float, joints: JointProperties
) -> Wall:
    """A stack of ``courses`` boxes named 1, 2 … from below, each ``course`` high, the lowest fixed [m, kg/m3]."""
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
    return _wall(stones, (seat, *beds), length, thickness, courses * course, density, joints, fixed=("1",))


def running_bond_wall(
    kn: float = 2e8, kt: float = 1e8, mu: float = 0.4, damping: float | None = 2e5, density: float = 2300.0
) -> Wall:
    """44 boxes, 8.64 × 4.0 × 0.8 m in 8 courses, the lowest fixed [N/m3, N/m3, -, Pa s/m, kg/m3]."""
    bond = GenerateOptions(pattern="running_bond", length=8.64, height=4.0, courses=8, unit_length=1.728)
    made = survey(
        SurveyOptions(generate=bond, thickness=0.8, fixed="base"),
        around=Surroundings(materials={"stone": Material(unit_weight=density * STANDARD_GRAVITY)}),
    )
    return replace(made.wall, joints=_joints(kn, kt, mu, damping))


def polygonal_wall(
    kn: float = 2e8, kt: float = 1e8, mu: float = 0.4, damping: float | None = 2e5, density: float = 2300.0
) -> Wall:
    """40 polygonal stones like those of the Sacsayhuaman paper, those on the base fixed; units as above."""
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
    """A sine of acceleration whose velocity has no mean: the base swings and does not drift [m/s2, Hz, s]."""
    omega = 2.0 * math.pi * frequency
    times = step * np.arange(round(duration / step) + 1)
    return GroundMotion(
        name="sine",
        step=step,
        acceleration=(amplitude * np.sin(omega * times))[:, None],
        directions=(Direction(name=component),),
        initial_velocity=np.array([-amplitude / omega]),
    )
