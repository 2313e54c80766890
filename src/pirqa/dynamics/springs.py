"""Springs on stones: struts and ties between two bodies, and the pressure of soil on back faces.

Struts and ties join points of two bodies and yield at a force, in compression, tension or both.

A soil patch bears the pressure p = w·p₀ + k·(δ − y), kept between the active and the passive one (Winkler's springs
with the limits of the theory of earth pressure): δ is how far the patch has moved into the fill relative to the
ground, y what the soil has yielded, w the share of gravity that acts. Where the wall leaves, the soil follows at the
active pressure and y stays behind; so a shaken wall moves outwards step by step. In an earthquake the active pressure
rises by the increment of the theory. Water adds its own pressure; wall friction drags the face down with tan δ times
the active pressure. Energy: p²/(2k) per area is a function of the state; yielding takes p·Δy, which is negative where
the soil follows the wall. See :mod:`pirqa.dynamics.energy`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import HELD, Bodies, IntArray, Loads, Ties
from pirqa.errors import ModelError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall


@inlined
def pull_ties(bodies: Bodies, ties: Ties, loads: Loads) -> float:
    """Put the forces of all struts and ties on their bodies; energy spent by yielding [J]."""
    spent = 0.0
    for t in range(len(ties.first)):
        spent += _pull(t, bodies, ties, loads)
    return spent


@inlined
def _pull(t: int, bodies: Bodies, ties: Ties, loads: Loads) -> float:
    """Of strut or tie ``t``.

    A limit of zero is a spring that acts one way only: a wedged strut cannot pull, and closes again where it opened.
    """
    a, b = ties.first[t], ties.second[t]
    ax, ay, az = turned_arm(a, t, ties.point_first, bodies.rotation)
    bx, by, bz = turned_arm(b, t, ties.point_second, bodies.rotation)
    place = bodies.position
    dx = place[b, 0] + bx - place[a, 0] - ax
    dy = place[b, 1] + by - place[a, 1] - ay
    dz = place[b, 2] + bz - place[a, 2] - az
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    stiffness, push, pull = ties.stiffness[t], ties.push_limit[t], ties.pull_limit[t]
    force = stiffness * (length - ties.length[t] - ties.yielded[t])
    spent = 0.0
    if force > pull:
        if pull > 0.0:
            more = (force - pull) / stiffness
            ties.yielded[t] += more
            spent = 0.5 * (pull + max(ties.force[t], 0.0)) * more
        force = pull
    elif force < -push:
        if push > 0.0:
            more = (-push - force) / stiffness
            ties.yielded[t] -= more
            spent = 0.5 * (push + max(-ties.force[t], 0.0)) * more
        force = -push
    ties.force[t] = force
    if length > 0.0:
        scale = force / length
        fx, fy, fz = scale * dx, scale * dy, scale * dz
        add_force(a, fx, fy, fz, ax, ay, az, loads.body)
        add_force(b, -fx, -fy, -fz, bx, by, bz, loads.body)
    return spent


@inlined
def tie_energy(ties: Ties) -> float:
    """Elastic energy of all struts and ties [J]."""
    total = 0.0
    for t in range(len(ties.force)):
        total += 0.5 * ties.force[t] * ties.force[t] / ties.stiffness[t]
    return total


@inlined
def turned_arm(b: int, t: int, point: FloatArray, turn: FloatArray) -> tuple[float, float, float]:
    """Row ``t`` of ``point``, in the axes of body ``b``, in those of space."""
    x, y, z = point[t, 0], point[t, 1], point[t, 2]
    return (
        turn[b, 0, 0] * x + turn[b, 0, 1] * y + turn[b, 0, 2] * z,
        turn[b, 1, 0] * x + turn[b, 1, 1] * y + turn[b, 1, 2] * z,
        turn[b, 2, 0] * x + turn[b, 2, 1] * y + turn[b, 2, 2] * z,
    )


@inlined
def add_force(b: int, fx: float, fy: float, fz: float, px: float, py: float, pz: float, body: FloatArray) -> None:
    """A force on body ``b`` at an arm from its mass centre."""
    body[b, 0] += fx
    body[b, 1] += fy
    body[b, 2] += fz
    body[b, 3] += py * fz - pz * fy
    body[b, 4] += pz * fx - px * fz
    body[b, 5] += px * fy - py * fx


_LIMITS = ("rest", "active", "increment", "passive", "water", "water_increment", "friction")


@dataclass(frozen=True, kw_only=True, eq=False)
class SoilPressure:
    """What leans on a wall's back: patches of faces, and how the soil behind each presses. Arrays of shape (n,)."""

    stones: tuple[str, ...]
    """Whose face each patch is part of."""
    centre: FloatArray
    """[m], shape (n, 3)"""
    normal: FloatArray
    """Out of the stone into the soil, shape (n, 3)."""
    area: FloatArray
    """[m2]"""
    stiffness: FloatArray
    """Pressure per movement into the soil, k [N/m3]."""
    rest: FloatArray
    """Pressure where the wall has not moved, p₀ [Pa]."""
    active: FloatArray
    """Least pressure, of soil that follows the wall [Pa]."""
    increment: FloatArray
    """By which the least pressure rises in an earthquake of coefficient 1 in ``surges`` [Pa]."""
    passive: FloatArray
    """Greatest pressure, at which the soil gives way [Pa]."""
    water: FloatArray
    """Pressure of still water [Pa]."""
    water_increment: FloatArray
    """By which it rises per coefficient of the earthquake [Pa]."""
    friction: FloatArray
    """Drag down the face over the least pressure, tan δ [-]."""
    coefficients: FloatArray
    """Horizontal coefficients of an earthquake, from 0 up [-], shape (m,)."""
    surges: FloatArray
    """What ``increment`` is to be multiplied by at each of them, shape (m,); the last one beyond."""
    reach: float
    """Movement of a patch, as seen from the ground, after which its stone has left the soil [m]."""

    def __post_init__(self) -> None:
        count = len(self.stones)
        for name in ("area", "stiffness", *_LIMITS):
            values = getattr(self, name)
            if values.shape != (count,) or not np.all(np.isfinite(values)) or np.any(values < 0.0):
                raise ModelError(f"soil: {name} needs {count} finite numbers that are not negative")
        if np.any(self.stiffness <= 0.0) or np.any(self.area <= 0.0):
            raise ModelError("soil: stiffness and area of every patch must be greater than 0")
        if np.any(np.diff(self.coefficients) <= 0.0) or len(self.coefficients) != len(self.surges):
            raise ModelError("soil: coefficients must rise, with one of surges for each")

    def surge(self, coefficient: FloatArray) -> FloatArray:
        """What ``increment`` is multiplied by; earthquakes that press the soil away from the wall add nothing."""
        if not len(self.coefficients):
            return np.zeros(len(coefficient))
        return np.interp(coefficient, self.coefficients, self.surges)

    def thrust(self, pressure: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Outward force of pressures on all patches [N], and its height above the wall's zero [m], shape (k,)."""
        outward = pressure * (self.area * self.normal[:, 1])
        total = outward.sum(axis=1)
        safe = np.where(total > 0.0, total, 1.0)
        return total, np.where(total > 0.0, outward @ self.centre[:, 2] / safe, np.nan)


class Soil(NamedTuple):
    """The patches for the compiled loops, and what they remember. Arrays of shape (p,)."""

    body: IntArray
    point: FloatArray
    """In the body's principal axes, from its mass centre [m], shape (p, 3)."""
    home: FloatArray
    """Where it was at the start, in the ground's axes [m], shape (p, 3)."""
    normal: FloatArray
    """Into the soil, in the ground's axes, shape (p, 3)."""
    down: FloatArray
    """Down the face, in the ground's axes, shape (p, 3)."""
    area: FloatArray
    """[m2]"""
    stiffness: FloatArray
    """[N/m3]"""
    rest: FloatArray
    """Pressures at rest, least, more of it per surge, and greatest [Pa]."""
    active: FloatArray
    increment: FloatArray
    passive: FloatArray
    water: FloatArray
    """Of still water, and more of it per coefficient of the earthquake [Pa]."""
    water_increment: FloatArray
    friction: FloatArray
    """Drag over the least pressure [-]."""
    reach: FloatArray
    """After which a patch has left the soil [m], shape (1,)."""
    weight: FloatArray
    """Share of gravity at the step before [-], shape (1,)."""
    lag: FloatArray
    """Damping over stiffness, while the wall comes to rest [s], shape (1,)."""
    yielded: FloatArray
    """Into the soil [m]."""
    pressure: FloatArray
    """Of the soil [Pa]."""
    other: FloatArray
    """At the step before: pressure of water and damping, and drag [Pa], place into the soil and down the face [m],
    shape (p, 4)."""
    lost: IntArray
    """1 where the patch has left the soil."""


def lay_soil(wall: Wall, bodies: Bodies, soil: SoilPressure | None) -> Soil:
    """The patches as arrays; none where there is no soil."""
    names: Sequence[str] = () if soil is None else soil.stones
    for name in names:
        if name not in wall.stone_numbers:
            raise ModelError(f'soil: no stone is called "{name}"')
    body = np.array([wall.stone_numbers[name] for name in names], dtype=np.int64)
    count = len(body)
    centre, normal = (np.zeros((0, 3)), np.zeros((0, 3))) if soil is None else (soil.centre, soil.normal)
    point = np.array([(c - bodies.position[b]) @ bodies.rotation[b] for c, b in zip(centre, body, strict=True)])
    down = normal * normal[:, 2:] - np.array([0.0, 0.0, 1.0])
    size = np.linalg.norm(down, axis=1)[:, None]

    def column(name: str) -> FloatArray:
        return np.zeros(0) if soil is None else np.array(getattr(soil, name), dtype=np.float64)

    return Soil(
        body=body,
        point=point.reshape(-1, 3),
        home=np.array(centre, dtype=np.float64),
        normal=np.array(normal, dtype=np.float64),
        down=np.where(size > 0.0, down / np.where(size > 0.0, size, 1.0), 0.0),
        area=column("area"),
        stiffness=column("stiffness"),
        **{name: column(name) for name in _LIMITS},
        reach=np.array([0.0 if soil is None else soil.reach]),
        weight=np.zeros(1),
        lag=np.zeros(1),
        yielded=np.zeros(count),
        pressure=np.zeros(count),
        other=np.zeros((count, 4)),
        lost=np.zeros(count, dtype=np.int64),
    )


def stiffest_soil(bodies: Bodies, soil: Soil) -> float:
    """Bound of the squared circular frequency that the soil alone gives any stone [1/s2]: the sum of its modes."""
    highest = 0.0
    for b in np.unique(soil.body):
        if bodies.role[b] == HELD:
            continue
        here = soil.body == b
        arms = soil.point[here] @ bodies.rotation[b].T
        turning = np.cross(arms, soil.normal[here]) @ bodies.rotation[b]
        ease = 1.0 / bodies.mass[b] + (turning * turning * bodies.easiness[b]).sum(axis=1)
        highest = max(highest, float((soil.stiffness[here] * soil.area[here] * ease).sum()))
    return highest


@inlined
def push_soil(
    bodies: Bodies, soil: Soil, loads: Loads, weight: float, coefficient: float, surge: float, step: float
) -> float:
    """Put the soil's forces on stones and ground; energy spent by yielding, drag, damping and water [J].

    ``weight``: share of gravity that acts; ``coefficient`` of the earthquake; ``surge``: what it makes of it.
    """
    spent = 0.0
    more = weight - soil.weight[0]
    for i in range(len(soil.body)):
        if soil.lost[i] == 0:
            spent += _push(i, bodies, soil, loads, weight, more, coefficient, surge, soil.lag[0] / step)
    soil.weight[0] = weight
    return spent


@inlined
def _push(
    i: int,
    bodies: Bodies,
    soil: Soil,
    loads: Loads,
    weight: float,
    more: float,
    coefficient: float,
    surge: float,
    lag: float,
) -> float:
    """Of patch ``i``; ``lag`` over the step [-]."""
    b, ground = soil.body[i], len(bodies.mass) - 1
    place, turn, other = bodies.position, bodies.rotation, soil.other
    ax, ay, az = turned_arm(b, i, soil.point, turn)
    nx, ny, nz = turned_arm(ground, i, soil.normal, turn)
    tx, ty, tz = turned_arm(ground, i, soil.down, turn)
    hx, hy, hz = turned_arm(ground, i, soil.home, turn)
    px = place[b, 0] + ax - place[ground, 0]
    py = place[b, 1] + ay - place[ground, 1]
    pz = place[b, 2] + az - place[ground, 2]
    dx, dy, dz = px - hx, py - hy, pz - hz
    into = nx * dx + ny * dy + nz * dz
    slid = tx * dx + ty * dy + tz * dz
    k, area, before = soil.stiffness[i], soil.area[i], soil.pressure[i]
    if dx * dx + dy * dy + dz * dz > soil.reach[0] * soil.reach[0]:
        soil.lost[i] = 1
        soil.pressure[i] = 0.0
        # what it bore over the way since the last step, as if it had still been there
        last = 0.5 * (before + other[i, 0]) * (into - other[i, 2]) - 0.5 * other[i, 1] * (slid - other[i, 3])
        other[i, 0] = other[i, 1] = 0.0
        left: float = area * (last + 0.5 * before * before / k)
        return left
    low = weight * soil.active[i] + surge * soil.increment[i]
    high = max(weight * soil.passive[i], low)
    free = weight * soil.rest[i] + k * (into - soil.yielded[i])
    pressure = min(max(free, low), high)
    gave = (free - pressure) / k
    soil.yielded[i] += gave
    soil.pressure[i] = pressure
    spent = 0.5 * (pressure + before) * (gave - soil.rest[i] * more / k)
    water = weight * soil.water[i] + max(coefficient, 0.0) * soil.water_increment[i]
    water += max(lag * k * (into - other[i, 2]), -pressure)
    drag = soil.friction[i] * low
    spent += 0.5 * (water + other[i, 0]) * (into - other[i, 2]) - 0.5 * (drag + other[i, 1]) * (slid - other[i, 3])
    other[i, 0], other[i, 1], other[i, 2], other[i, 3] = water, drag, into, slid
    push, pull = -(pressure + water) * area, drag * area
    fx, fy, fz = push * nx + pull * tx, push * ny + pull * ty, push * nz + pull * tz
    add_force(b, fx, fy, fz, ax, ay, az, loads.body)
    add_force(ground, -fx, -fy, -fz, px, py, pz, loads.body)
    total: float = area * spent
    return total


@inlined
def soil_energy(soil: Soil) -> float:
    """Elastic energy of all patches [J]."""
    total = 0.0
    for i in range(len(soil.pressure)):
        total += 0.5 * soil.area[i] * soil.pressure[i] * soil.pressure[i] / soil.stiffness[i]
    return total
