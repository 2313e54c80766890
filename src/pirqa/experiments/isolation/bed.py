"""The bed under the wall: what lies on it, what holds it there, the same wall without it, and measures of a run.

No law of its own: the wall's lowest stones rest on the base by joints whose coefficient of friction is that of the bed,
tan φ where they slide on it and the rolling resistance where its stones roll. A hollow of radius R pulls back with W/R
per metre of drift, as a sliding pendulum does (Zayas and others 1990): long level springs to the ground, shared among
the lowest stones by the areas that they sit on. The measures of a run are the motion of the bed, what came through it,
and what the wall did above it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from pirqa.dynamics.trajectory import Trajectory, seen_from_base, turn_by
from pirqa.errors import OptionsError
from pirqa.experiments.isolation.options import IsolationOptions
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import BASE, JointException, JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.support import Strut, Support
from pirqa.model.wall import Wall
from pirqa.motion.sliding_block import slide
from pirqa.units import STANDARD_GRAVITY

BedKind = Literal["fixed", "sliding", "rolling"]
"""``fixed``: the lowest stones move with the ground; ``sliding``: they slide on the bed; ``rolling``: the bed rolls."""

_AWAY = 1000.0
"""Length of the springs [m]: a drift d along one shortens one across it by d²/(2·1000 m), 0.05 % of d at d = 1 m."""
_UNBREAKABLE = 1e9
"""Strength of the joints of a foundation that is one [Pa]: that of no stone."""


@dataclass(frozen=True, kw_only=True)
class Bed:
    """What is between the wall and the ground."""

    kind: BedKind
    coefficient: float
    """Horizontal over vertical force at which it gives way [-]; infinite where the wall is fixed."""

    @property
    def name(self) -> str:
        """``fixed``, ``sliding 0.577``, ``rolling 0.1``."""
        return self.kind if self.kind == "fixed" else f"{self.kind} {self.coefficient:.3g}"


def beds_of(wall: Wall, options: IsolationOptions) -> tuple[Bed, ...]:
    """What is compared: the fixed wall, the bed that it slides on, those that roll."""
    angle = options.friction_angle
    if angle is None and wall.support is not None and wall.support.kind == "rounded_stones":
        angle = wall.support.friction_angle
    if angle is None and not options.rolling_resistance:
        raise OptionsError(
            'isolation: a layer without friction is none: give isolation.friction_angle, such as "30 deg", or '
            'base.kind = "rounded_stones", whose friction is then taken, or isolation.rolling_resistance, such as [0.1]'
        )
    friction = math.inf if angle is None else math.tan(angle)
    for resistance in options.rolling_resistance:
        if resistance >= friction:
            raise OptionsError(
                f"isolation.rolling_resistance: {resistance:g} is not below the friction of the bed, {friction:.3g}: "
                "the wall would slide before the stones roll; give less, or leave it out"
            )
    slides = () if angle is None else (Bed(kind="sliding", coefficient=friction),)
    rolls = tuple(Bed(kind="rolling", coefficient=float(each)) for each in options.rolling_resistance)
    return (Bed(kind="fixed", coefficient=math.inf), *slides, *rolls)


def wall_fixed(wall: Wall) -> Wall:
    """The wall whose lowest stones move with the ground."""
    fixed = tuple(dict.fromkeys((*wall.fixed, *_lowest(wall))))
    return replace(wall, fixed=fixed, guided=tuple(name for name in wall.guided if name not in fixed))


def wall_on(bed: Bed, wall: Wall) -> Wall:
    """The wall with all its lowest stones free on ``bed``."""
    others = [name for name in wall.fixed if name not in _lowest(wall)]
    if others:
        raise OptionsError(
            f'isolation: stone "{others[0]}" is fixed to the ground and is not one that sits on the base, so the wall '
            'cannot move on its bed; fix no stones but those of survey.fixed = "base"'
        )
    return replace(wall, fixed=(), support=Support(kind="rounded_stones", friction_angle=math.atan(bed.coefficient)))


def joints_on(bed: Bed, wall: Wall, joints: JointProperties, *, joined: bool) -> JointProperties:
    """``joints`` with those of ``bed``, whatever else was said of joints with the base; ``joined``: one foundation."""
    lowest = _lowest(wall)
    layer = [JointException(between=(BASE, name), friction_angle=math.atan(bed.coefficient)) for name in lowest]
    between = [
        JointException(
            between=(contact.first, contact.second),
            tension=_UNBREAKABLE,
            cohesion=_UNBREAKABLE,
        )
        for contact in wall.contacts
        if joined and contact.first in lowest and contact.second in lowest
    ]
    return replace(joints, exceptions=(*joints.exceptions, *layer, *between))


def seats_of(wall: Wall) -> Mapping[str, tuple[float, FloatArray]]:
    """Area [m2] and centre [m] of what each of the lowest stones sits on, by name."""
    found: dict[str, tuple[float, FloatArray]] = {}
    for contact in wall.contacts:
        if contact.second == BASE:
            sizes = np.array([face.area for face in contact.faces])
            centres = np.array([face.polygon.mean(axis=0) for face in contact.faces])
            found[contact.first] = (float(sizes.sum()), np.asarray(sizes @ centres / sizes.sum()))
    return found


def recentring_springs(wall: Wall, radius: float) -> tuple[Strut, ...]:
    """Springs of W/R in all along and across the wall, at the stones' seats; ``radius`` [m]."""
    seats = seats_of(wall)
    whole = sum(area for area, _ in seats.values())
    stiffness = sum(wall.mass(stone) for stone in wall.stones) * STANDARD_GRAVITY / radius
    return tuple(
        Strut(
            name=f"hollow under {name}, {way}",
            stone=name,
            point=tuple(centre.tolist()),
            other_point=tuple((centre + _AWAY * np.array(axis)).tolist()),
            stiffness=stiffness * area / whole,
        )
        for name, (area, centre) in seats.items()
        for way, axis in (("along", (1.0, 0.0, 0.0)), ("across", (0.0, 1.0, 0.0)))
    )


def rocking_coefficient(wall: Wall) -> float:
    """Acceleration over gravity at which the wall as one block begins to rock across about its nearer foot [-].

    Level distance of the mass centre to that foot over its height: t/h of a prism (Housner 1963).
    """
    masses = np.array([wall.mass(stone) for stone in wall.stones])
    centre = masses @ np.array([stone.centroid for stone in wall.stones]) / masses.sum()
    corners = np.concatenate(
        [face.polygon for contact in wall.contacts if contact.second == BASE for face in contact.faces]
    )
    arm = min(float(centre[1] - corners[:, 1].min()), float(corners[:, 1].max() - centre[1]))
    return max(arm, 0.0) / float(centre[2] - corners[:, 2].min())


def _lowest(wall: Wall) -> tuple[str, ...]:
    """Names of the stones on the base."""
    found = wall.base_stones
    if not found:
        raise OptionsError(
            "isolation: no stone of the wall sits on its base, so there is nothing to lay on a bed; check survey.base"
        )
    return found


_LATE = 1.0
"""At the end of a run, over which what lasts is averaged [s]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Measures:
    """One run, seen from the bed."""

    drift: FloatArray
    """Of the bed: how far the wall's seat is from where it was on the ground, along and across [m], shape (k, 2)."""
    top: FloatArray
    """Level displacement of the watched points relative to the seat, of the one that moved most [m], shape (k,)."""
    residual_top: float
    """What lasts of it [m]."""
    spread: float
    """How far apart the stones on the bed were pushed at the end: largest distance from their middle drift [m]."""
    transmitted: FloatArray
    """Level force on the ground over the mass that moves [m/s2], shape (k,)."""
    pressed: float
    """Largest vertical force on the ground over the weight that moves [-]: impacts of a rocking wall show here."""


def level_components(motion: GroundMotion) -> list[int]:
    """Columns of ``motion`` that are not vertical."""
    return [column for column, way in enumerate(motion.directions) if way.name != "up" and not way.vertical]


def seen_from_bed(run: Trajectory, wall: Wall) -> tuple[Trajectory, FloatArray]:
    """``run`` as seen from the wall's seat, and the seat's drift [m], shape (k, 2).

    A wall that slid as a whole has lost nothing: whether its stones fell is seen from where it stands now. The drift is
    the median of those of the stones on the bed, so that one that leaves does not take the seat with it.
    """
    moved = np.median([_moved(run, name, centre)[:, :2] for name, (_, centre) in seats_of(wall).items()], axis=0)
    shift = np.column_stack([moved, np.zeros(len(moved))])
    return replace(run, platform=run.platform + turn_by(run.platform_turn, shift)), np.asarray(moved)


def measure(run: Trajectory, wall: Wall) -> Measures:
    """What ``run`` of ``wall`` says of its bed; of a wall that is fixed, a bed that does not move."""
    _, drift = seen_from_bed(run, wall)
    late = run.times >= run.times[-1] - _LATE
    seats = np.array([_moved(run, name, centre)[-1, :2] for name, (_, centre) in seats_of(wall).items()])
    paths = [_moved(run, stone, point)[:, :2] - drift for stone, point in _watched(run, wall)]
    sizes = np.array([np.hypot(path[:, 0], path[:, 1]) for path in paths])
    most = int(np.argmax(sizes.max(axis=1)))
    mass = run.settled.weight / STANDARD_GRAVITY
    return Measures(
        drift=drift,
        top=sizes[most],
        residual_top=max(float(np.hypot(*path[late].mean(axis=0))) for path in paths),
        spread=float(np.hypot(*(seats - drift[-1]).T).max()),
        transmitted=np.hypot(run.push[:, 0], run.push[:, 1]) / mass,
        pressed=float(-run.push[:, 2].min()) / run.settled.weight,
    )


def block_drift(motion: GroundMotion, bed: Bed) -> tuple[float, float]:
    """Largest and lasting drift of the wall as one block that only slides (Newmark 1965), both ways [m].

    Under the stronger of the motion's level components alone.
    """
    columns = level_components(motion)
    if not math.isfinite(bed.coefficient) or not columns:
        return math.nan, math.nan
    column = max(columns, key=lambda each: float(motion.peak_acceleration[each]))
    resistance = bed.coefficient * STANDARD_GRAVITY
    found = slide(motion.acceleration[:, column], motion.step, yield_acceleration=resistance, yield_backward=resistance)
    return found.largest, abs(found.final)


def _watched(run: Trajectory, wall: Wall) -> list[tuple[str, FloatArray]]:
    """Stones and points whose motion is told: the control points, or the middle of the top of the highest stone."""
    if run.control_points:
        return [(point.stone, point.position) for point in run.control_points]
    highest = max(wall.stones, key=lambda stone: float(stone.solid.vertices[:, 2].max()))
    return [(highest.name, np.array([*highest.centroid[:2], highest.solid.vertices[:, 2].max()]))]


def _moved(run: Trajectory, stone: str, point: FloatArray) -> FloatArray:
    """How far a point of a stone, as surveyed, went from where it settled, seen from the ground [m], shape (k, 3)."""
    number = run.stones.index(stone)
    arm = point - (run.reference[number] - run.settled.displacement[number])
    place = run.position[:, number] + turn_by(run.quaternion[:, number], arm)
    start = run.reference[number] + turn_by(run.quaternion[:1, number], arm)
    return np.asarray(seen_from_base(place[:, None, :], run.platform, run.platform_turn)[:, 0] - start)
