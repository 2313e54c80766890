"""Small walls with the verdict that an engineer reaches by hand, as project files.

A wall is a project file put together from the tables below; its expectations stand beside it. Tests in this folder run
each wall once and compare (:func:`tests.verdict.conftest.result_of`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

ANY = frozenset({"satisfied", "not_satisfied", "undetermined", "not_shown", "no_demand", "not_assessed"})
SAFE = frozenset({"satisfied"})
FAILS = frozenset({"not_satisfied"})
NOT_SAFE = ANY - SAFE
OPEN = frozenset({"not_shown", "undetermined"})
"""There is evidence, and it decides nothing."""
NOT_SHOWN = frozenset({"not_shown"})
NO_DEMAND = frozenset({"no_demand", "not_assessed"})

Key = Literal["gravity", "wet", "onset", "damage", "stones_fall", "wall_falls"]


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A wall and its verdict."""

    name: str
    text: str
    """The project file."""
    states: Mapping[Key, frozenset[str]]
    """States that are true of each limit state, ``wet`` being gravity in a wet season; others are not compared."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Drawings beside the project file, by name."""
    mode: Mapping[Key, str] = field(default_factory=dict)
    """Mode of the check that governs."""
    part: Mapping[Key, str] = field(default_factory=dict)
    """Part of the wall that governs, as :attr:`pirqa.model.Check.part` writes it."""
    factors: Mapping[str, float] = field(default_factory=dict)
    """Factors by check id, from closed forms."""
    never: tuple[str, ...] = ()
    """Further phrases that must not occur on page one, in English or Spanish."""
    says: tuple[str, ...] = ()
    """Keys or words of which page one must name at least one."""
    slow: bool = False


def project(*tables: str, analyses: tuple[str, ...] = ("statics",)) -> str:
    """Return a project file of ``tables``."""
    names = ", ".join(f'"{name}"' for name in analyses)
    return "\n".join([f"format = 1\nanalyses = [{names}]", '[project]\nname = "Trial"', *tables])


def material(unit_weight: float = 24.0, **keys: str) -> str:
    extra = "".join(f"\n{key} = {value}" for key, value in keys.items())
    return f'[materials.stone]\nunit_weight = {{ value = "{unit_weight} kN/m3", source = "weighed" }}{extra}'


def prism(height: float, thickness: float, *, courses: int = 1, extra: str = "") -> str:
    return (
        f'[wall]\nheight = {{ value = "{height} m", source = "measured" }}\n'
        f'thickness = {{ value = "{thickness} m", source = "measured" }}\nmaterial = "stone"\n'
        f"courses = {courses}\n{extra}"
    )


def base(angle: float = 35.0, kind: str = "rock") -> str:
    return f'[base]\nkind = "{kind}"\nfriction_angle = {{ value = "{angle} deg", source = "sheared" }}'


def joints(angle: float = 35.0, extra: str = "") -> str:
    return f'[joints]\nfriction_angle = {{ value = "{angle} deg", source = "sheared" }}\n{extra}'


STIFF = """normal_stiffness = { value = "2e10 N/m3", source = "loaded" }
damping_ratio = 0.1"""
"""Joints with a compliance that does not matter: 3 θ* = 0.001 or less for walls of a few metres."""


def site(
    acceleration: float | None = None, *, kh: float | None = None, kv: float | None = None, extra: str = ""
) -> str:
    lines = ["[site]"]
    if acceleration is not None:
        lines.append(f'acceleration = {{ value = "{acceleration} g", source = "hazard study" }}')
    if kh is not None:
        lines.append(f'kh = {{ value = {kh}, source = "user" }}')
    if kv is not None:
        lines.append(f'kv = {{ value = {kv}, source = "user" }}')
    return "\n".join([*lines, extra])


def fill(height: float | None = None, *, unit_weight: float = 18.0, angle: float = 30.0, extra: str = "") -> str:
    level = "" if height is None else f'height = {{ value = "{height} m", source = "measured" }}\n'
    return (
        f'[backfill]\nunit_weight = {{ value = "{unit_weight} kN/m3", source = "weighed" }}\n'
        f'friction_angle = {{ value = "{angle} deg", source = "sheared" }}\n'
        f'saturated_unit_weight = {{ value = "20 kN/m3", source = "weighed" }}\n{level}{extra}'
    )


_INSPECTED = {
    "lean": '"0 deg"',
    "bulge": '"0 m"',
    "compressive_strength": '"40 MPa"',
    "foundation": '"rock"',
    "first_period": '"0.02 s"',
    **dict.fromkeys(
        (
            *("vertical_motion", "both_components", "duration", "struts", "returns", "mortar", "crushing"),
            *("cracking", "decay", "leaves", "ground_compliance", "amplification", "earlier_damage"),
        ),
        '"absent"',
    ),
}


def condition(**changes: str) -> str:
    """Return the table of a wall that was looked at in every respect, sound and plumb, with ``changes``.

    A key changed to nothing is left out: nobody has looked.
    """
    stated = {key: value for key, value in (_INSPECTED | changes).items() if value}
    lines = [f"{key} = {value}" for key, value in stated.items()]
    return "\n".join(['[condition]\nsource = "inspection"\ndate = 2026-05-01', *lines])


def sound(angle: float = 35.0, *, below: float | None = None, unit_weight: float = 24.0) -> tuple[str, ...]:
    """Return the tables of stiff joints with a friction angle [deg], on rock with another one where it is given."""
    return (material(unit_weight), base(angle if below is None else below), joints(angle, STIFF))


def wall(
    name: str,
    states: Mapping[Key, frozenset[str]],
    *tables: str,
    ground: tuple[str, ...] = (),
    peak: float | None = None,
    stated: str | None = None,
    analyses: tuple[str, ...] = ("statics",),
    **expected: Any,
) -> Trial:
    """Return a wall: its shape and whatever else its file has, in ``tables``, and what is expected of it.

    Joints and condition are those of :func:`sound` and :func:`condition`, unless ``ground`` or ``stated`` are given.
    ``peak`` is the acceleration of the site [g]. A drawing is surveyed; motions are run as in :data:`SHORT`.
    """
    surveyed = ("survey",) if any(table.startswith("[survey]") for table in tables) else ()
    demand = () if peak is None else (site(peak),)
    short = (SHORT,) if "motion" in analyses else ()
    text = project(
        *(ground or sound()),
        *tables,
        *demand,
        *short,
        condition() if stated is None else stated,
        analyses=(*surveyed, *analyses),
    )
    return Trial(name=name, text=text, states=states, **expected)


def survey(name: str = "wall.json", *, thickness: float | None = None, fixed: str = "none", extra: str = "") -> str:
    deep = "" if thickness is None else f'thickness = "{thickness} m"\n'
    return f'[survey]\nfile = "{name}"\nfixed = "{fixed}"\n{deep}{extra}'


def outlines(thickness: float, **stones: tuple[float, float, float, float]) -> dict[str, str]:
    """Return a drawing of rectangles (x0, x1, z0, z1) [m]."""
    rows = [
        {"name": name, "outline": [[x0, z0], [x1, z0], [x1, z1], [x0, z1]]} for name, (x0, x1, z0, z1) in stones.items()
    ]
    return {"wall.json": json.dumps({"pirqa_wall": 1, "unit": "m", "thickness": thickness, "stones": rows})}


def stack(length: float, thickness: float, course: float, courses: int) -> dict[str, str]:
    """Return a drawing of a column of boxes named s1, s2 … from below [m]."""
    levels = [course * number for number in range(courses + 1)]
    boxes = {f"s{i + 1}": (0.0, length, levels[i], levels[i + 1]) for i in range(courses)}
    return outlines(thickness, **boxes)


_FACES = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]


def boxes(**stones: tuple[float, float, float, float, float, float]) -> dict[str, str]:
    """Return a file of boxes (x0, x1, y0, y1, z0, z1) [m]."""
    rows = [
        {
            "name": name,
            "vertices": [[x, y, z] for x in (x0, x1) for y in (y0, y1) for z in (z0, z1)],
            "faces": [face[::-1] for face in _FACES],
        }
        for name, (x0, x1, y0, y1, z0, z1) in stones.items()
    ]
    return {"wall.json": json.dumps({"pirqa_wall": 1, "unit": "m", "stones": rows})}


def u_corner(
    height: float, thickness: float, front: float, side: float, courses: int, *, columns: int
) -> dict[str, str]:
    """Return a U of boxes with straight head joints: a front of ``columns`` strips between two side walls [m].

    The side walls end at the back of the front, flush with its two ends: nothing but head joints holds the strips.
    """
    course = height / courses
    width = front / columns
    found = {}
    for level in range(courses):
        low, high = level * course, (level + 1) * course
        for column in range(columns):
            found[f"f{column}_{level}"] = (column * width, (column + 1) * width, 0.0, thickness, low, high)
        found[f"l{level}"] = (-thickness, 0.0, 0.0, side, low, high)
        found[f"r{level}"] = (front, front + thickness, 0.0, side, low, high)
    return boxes(**found)


def sine(peak: float, frequency: float, *, duration: float = 2.0, name: str = "pulse") -> str:
    return (
        f'[motion.signals.{name}.sine]\namplitude = "{peak} g"\nfrequency = "{frequency} Hz"\nduration = "{duration} s"'
    )


SHORT = '[dynamics.simulation]\noutput_step = "0.02 s"\nfree = "1 s"'
