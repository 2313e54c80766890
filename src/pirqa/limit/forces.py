"""Forces on one part of the wall: struts, side walls, roofs, thrusts and fill, and the body on which each acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

import numpy as np

from pirqa.errors import OptionsError
from pirqa.limit.options import Direction, LimitOptions, LimitStrut, SideWall
from pirqa.limit.parts import Stretch, face
from pirqa.limit.virtual_work import DeadForce, Resistance, Soil, Weight
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall


@dataclass(frozen=True, kw_only=True)
class SoilForce:
    """A force of the fill per metre of wall."""

    name: str
    """``soil_thrust``, ``water_thrust``, ``resting_soil`` …"""
    outward: float
    """[N/m]; ``nan`` where the theory has no solution."""
    down: float
    """[N/m]"""
    y: float
    """Where it acts, from the front edge of the base [m]."""
    z: float
    """Level at which it acts [m]."""
    mass: bool = False
    """Whether it is the weight of soil that rides on the wall and shakes with it."""


class EarthThrust(Protocol):
    """Gives the forces of the fill on the part of a section above a level, in an earthquake of ``coefficient``."""

    def __call__(self, station: float, level: float, coefficient: float) -> tuple[SoilForce, ...]:
        """Forces at ``station`` along the wall [m], above ``level`` [m]; ``coefficient`` is kh [-]."""
        ...


@dataclass(kw_only=True)
class Acting:
    """All that acts on a part."""

    weights: list[Weight] = field(default_factory=list)
    dead: list[DeadForce] = field(default_factory=list)
    resistances: list[Resistance] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    @property
    def down(self) -> float:
        """Sum of what presses down, bodies not counted [N]."""
        return sum(item.weight for item in self.weights) - sum(float(item.force[2]) for item in self.dead)


def acting_on(
    wall: Wall,
    parts: Sequence[Stretch],
    options: LimitOptions,
    *,
    direction: Direction,
    bodies: Sequence[tuple[float, float]],
) -> Acting:
    """Forces on ``parts``, whose bodies reach over the levels ``bodies`` (low, high), from below.

    What acts below them does nothing here; a strut above the top is an error of the file, told as a remark.
    """
    acting = Acting()
    low, top = bodies[0][0], max(part.top for part in parts)
    share = sum(part.length for part in parts) / (wall.envelope.length or 1.0)
    middle = sum(part.middle * part.length for part in parts) / sum(part.length for part in parts)
    sign = -1.0 if direction == "outward" else 1.0

    def body_at(level: float) -> int:
        return max(index for index, (bottom, _) in enumerate(bodies) if level >= bottom - 1e-9)

    for name, strut in options.struts.items():
        if strut.level > float(wall.envelope.height) + 1e-9:  # one above a lower stretch holds its neighbour
            acting.remarks.append(_idle("limit_strut_above_top", name, strut.level))
        if not holds(strut.kind, strut.side, direction) or not low + 1e-9 < strut.level <= top + 1e-9:
            continue
        number = _number(strut, wall, parts, share, name)
        if number:
            capacity = _capacity(strut, name)
            acting.resistances.append(
                Resistance(
                    name=name,
                    kind="tie" if strut.kind == "tie" else "strut",
                    body=body_at(strut.level),
                    point=_point(parts, middle if strut.position is None else strut.position, strut.side, strut.level),
                    direction=np.array([0.0, -sign, 0.0]),
                    capacity=number * capacity,
                    stiffness=None if strut.stiffness is None else number * strut.stiffness,
                    failure=strut.failure,
                    fades=strut.fades,
                )
            )
    for name, side in options.side_walls.items():
        reach = min(side.height, top) - low
        # it is at the back and holds by being pulled at: the same side as a tie
        if reach < side.course_height or not holds("tie", side.side, direction):
            continue
        _need_length(wall, f"limit.side_walls.{name}")
        level = low + reach / 3.0
        acting.resistances.append(
            Resistance(
                name=name,
                kind="side_wall",
                body=body_at(level),
                point=_point(parts, middle, side.side, level),
                direction=np.array([0.0, -sign, 0.0]),
                capacity=side.count * share * comb_friction(side, reach),
                failure=side.failure,
                fades=side.failure is None,
            )
        )
    for part in parts:
        _carried(acting, part, options, low, body_at)
    return acting


def soil_on(
    thrust: EarthThrust, parts: Sequence[Stretch], level: float, *, seismic: bool
) -> tuple[Soil, list[Weight]] | None:
    """Forces of the fill above ``level`` on one body, and the soil that rides on it; None where there is none."""

    @lru_cache(maxsize=256)
    def forces(coefficient: float) -> tuple[DeadForce, ...]:
        return tuple(
            DeadForce(
                name=item.name,
                kind="backfill",
                body=0,
                point=np.array([part.middle, item.y, item.z]),
                force=part.length * np.array([0.0, -item.outward, -item.down]),
            )
            for part in parts
            for item in thrust(part.section.station, level, coefficient)
            if not item.mass
        )

    riding = [
        Weight(
            name=item.name,
            kind="backfill",
            body=0,
            point=np.array([part.middle, item.y, item.z]),
            weight=item.down * part.length,
            shaken=item.down * part.length,
        )
        for part in parts
        for item in thrust(part.section.station, level, 0.0)
        if item.mass and item.down > 0.0
    ]
    if not forces(0.0) and not riding:
        return None
    return Soil(forces=forces, seismic=seismic, limit=_fill_limit(forces) if seismic else np.inf), riding


def holds(kind: str, side: str, direction: Direction) -> bool:
    """Whether such a strut on that side resists a motion in ``direction``.

    What stands behind pushes outwards, against a fall inwards; what is tied behind pulls inwards.
    """
    towards = (side == "back") == (direction == "inward")
    return {"strut": True, "wedged": towards, "tie": not towards}[kind]


def comb_friction(wall: SideWall, height: float) -> float:
    """F = 0.4 n (n + 1) Φ μ l² t w over ``height`` of interlocking courses [N], Φ = h_b/l (Circolare 7/2019, C8.7.1.2).

    It acts at a third of that height, which is the one of least α0: every level of hinge that is tried has its own
    (C8.7.1.2.1.1). From a public transcription: not compared with the official text.
    """
    courses = int(height / wall.course_height + 1e-9)
    ratio = wall.course_height / wall.overlap
    weight = wall.overlap**2 * wall.thickness * wall.unit_weight
    return 0.4 * courses * (courses + 1) * ratio * wall.friction * weight


def _carried(acting: Acting, part: Stretch, options: LimitOptions, low: float, body_at: Callable[[float], int]) -> None:
    """Roofs and thrusts on one stretch."""
    for name, roof in options.roofs.items():
        level = part.top if roof.level is None else roof.level
        if not low + 1e-9 < level <= part.top + 1e-9:  # what rests at the hinge's level rests on what stays
            continue
        acting.weights.append(
            Weight(
                name=name,
                kind="roof",
                body=body_at(level),
                point=_across(part, level, roof.distance),
                weight=roof.weight * part.length,
                shaken=((roof.weight if roof.inertia else 0.0) + roof.resting_elsewhere) * part.length,
            )
        )
    for name, thrust in options.thrusts.items():
        if not low + 1e-9 < thrust.level <= part.top + 1e-9:
            continue
        acting.dead.append(
            DeadForce(
                name=name,
                kind="thrust",
                body=body_at(thrust.level),
                point=_across(part, thrust.level, thrust.distance),
                force=part.length * np.array([0.0, -thrust.outward, -thrust.down]),
            )
        )


def _across(part: Stretch, level: float, distance: float | None) -> FloatArray:
    front, back = face(part, level)
    return np.array([part.middle, 0.5 * (front + back) if distance is None else front + distance, level])


def _point(parts: Sequence[Stretch], x: float, side: str, level: float) -> FloatArray:
    """On the face of the stretch at ``x`` that reaches to ``level``."""
    reaching = [part for part in parts if part.top >= level - 1e-9]
    nearest = min(reaching, key=lambda part: abs(part.middle - x))
    front, back = face(nearest, level)
    return np.array([x, front if side == "front" else back, level])


def _number(strut: LimitStrut, wall: Wall, parts: Sequence[Stretch], share: float, name: str) -> float:
    """How many of the struts act on ``parts``: a fraction where they are spread along the wall."""
    length = _need_length(wall, f"limit.struts.{name}")
    if strut.position is None:
        return strut.count * share
    if strut.position > length:
        raise OptionsError(f"limit.struts.{name}.position is beyond the wall's length of {length:g} m")
    inside = any(part.start - 1e-9 <= strut.position < part.start + part.length - 1e-9 for part in parts)
    at_end = strut.position >= length - 1e-9 and any(part.start + part.length >= length - 1e-9 for part in parts)
    return float(strut.count) if inside or at_end else 0.0


def _need_length(wall: Wall, key: str) -> float:
    if wall.envelope.length is None:
        raise OptionsError(
            f"{key}: wall.length is missing: without it the wall is looked at per metre, and it is not known how many "
            "metres are held"
        )
    return wall.envelope.length


def _capacity(strut: LimitStrut, name: str) -> float:
    if strut.capacity is None:
        raise OptionsError(
            f'limit.struts.{name}.capacity is missing: give what each bears, for example capacity = "61.3 kN", or its '
            "timber (in a project file the capacity then follows from E.010)"
        )
    return strut.capacity


def _idle(key: str, name: str, level: float) -> Remark:
    return Remark(kind="warning", key=key, text=name, amount=level, unit="m")


def _fill_limit(forces: Callable[[float], tuple[DeadForce, ...]]) -> float:
    """Greatest coefficient in which the fill has a thrust: none is looked at beyond 3."""

    def stands(coefficient: float) -> bool:
        return not any(bool(np.any(np.isnan(item.force))) for item in forces(coefficient))

    low, high = 0.0, 3.0
    if stands(high):
        return np.inf
    while high - low > 1e-12:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if stands(middle) else (low, middle)
    return low
