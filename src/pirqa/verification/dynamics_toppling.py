"""Dynamics: a table's edge, a row of dominoes, an arch too thin to stand, and a column of drums that rocks."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise

import numpy as np

from pirqa.dynamics import Drive, Engine, Record, SimulationOptions
from pirqa.dynamics.drive import settling
from pirqa.errors import ComputationError
from pirqa.model import JointException, Polyhedron, Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.survey.solids import extrude
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import Case
from pirqa.verification.dynamics_loose import turned
from pirqa.verification.walls import box, pulled, run_for, stiff_joints, stones_on_base

_case = partial(Case, group="dynamics")
_PLACE = 84
_DENSITY = 2300.0


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _table()
    yield from _dominoes()
    yield from _arches()
    yield from _columns()


_BOX = (0.4, 0.3, 0.2)
"""Length over the table's edge, width and height of the box [m]."""


@cache
def _stays(overhang: float, stiffness: float) -> bool:
    """Return whether a box that reaches over a table's edge by ``overhang`` of its length stays there."""
    length, width, height = _BOX
    at = (1.0 - length + overhang * length, 0.35, 0.5)
    solids = {"table": box(1.0, 1.0, 0.5), "box": box(length, width, height, at=at)}
    engine = Engine.of(stones_on_base(solids, _DENSITY, stiff_joints(stiffness, friction=0.6), fixed=("table",)))
    run = run_for(engine, Drive(duration=3.0, gravity=pulled(0.0, 0.0, -STANDARD_GRAVITY, ramp=0.5)))
    return bool(run.pose[0, 1, 2] - run.pose[-1, 1, 2] < 0.05)


@cache
def _widest_overhang(stiffness: float) -> float:
    low, high = 0.4, 0.6
    if not _stays(low, stiffness) or _stays(high, stiffness):
        return math.nan
    while high - low > 1e-3:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if _stays(middle, stiffness) else (low, middle)
    return float(0.5 * (low + high))


def _table() -> Iterator[Case]:
    length, width, height = _BOX
    weight = _DENSITY * STANDARD_GRAVITY * length * width * height

    def compliant(stiffness: float) -> float:
        # pressure over 3 d behind the edge leans the box by 2 W/(9 Kn B d²), and its centre comes out by half its
        # height times that: d0 = d + W h/(9 Kn B d²), least for d³ = 2 W h/(9 Kn B)
        return 0.5 - 1.5 * math.cbrt(2.0 * weight * height / (9.0 * stiffness * width)) / length

    quantity = "widest overhang at which a box stays on a table, over its length"
    yield _case("table.tips", quantity, "", "its centre passes the edge", 0.5, {"abs": 0.01},
                "given: it stays at 0.49 and falls at 0.51", partial(_widest_overhang, 2e10),
                f"Kn 2e10 N/m3, where springs take {0.5 - compliant(2e10):.4f} off it; found to 0.001.")  # fmt: skip
    yield _case("table.tips.soft", f"{quantity}, Kn 2e8 N/m3", "",
        "its centre, as the box leans into the springs: 1/2 − 3/2 (2 W h/(9 Kn B))^(1/3)/a", compliant(2e8),
        {"abs": 0.002}, "found to 0.001, and lean and height are small", partial(_widest_overhang, 2e8))  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _Row:
    """Dominoes of unit width."""

    count: int = 8
    height: float = 0.5
    thickness: float = 0.05
    gap: float = 0.15
    lean: float = 0.15
    """Lean of the first domino [rad]."""


@cache
def _felled(row: _Row) -> tuple[Record, FloatArray]:
    """The run, and how far each domino has turned [rad], shape (k, count)."""
    pitch = row.thickness + row.gap
    # between dominoes no friction, and damping that leaves little of a bounce; feet do not slide
    smooth = JointException(between=("wall", "wall"), friction_angle=1e-6, damping=6e6)
    joints = replace(stiff_joints(2e10, friction=3.0), exceptions=(smooth,))
    wall = stones_on_base(
        {str(i + 1): box(row.thickness, 0.25, row.height, at=(i * pitch, 0.0, 0.0)) for i in range(row.count)},
        _DENSITY,
        joints,
    )
    wall = replace(wall, stones=tuple(replace(stone, zone="wall") for stone in wall.stones))
    engine = Engine.of(wall, SimulationOptions(safety=0.1, output_step=1e-3))
    bodies = engine.assembly.bodies
    pivot, turn = np.array([row.thickness, 0.0, 0.0]), turned(0.0, row.lean, 0.0)
    bodies.position[0] = pivot + turn @ (bodies.position[0] - pivot)
    bodies.rotation[0] = turn @ bodies.rotation[0]
    engine.forget_motion()
    run = run_for(engine, Drive(duration=1.6))
    turns = run.pose[:, :-1, 3:].reshape(len(run.times), row.count, 3, 3) @ bodies.attitude[:-1].transpose(0, 2, 1)
    return run, np.arctan2(turns[:, :, 0, 2], turns[:, :, 0, 0])


def _strikes(row: _Row) -> FloatArray:
    """When each domino but the last reaches the next [s]."""
    run, angles = _felled(row)
    hit = math.asin(row.gap / row.height)
    found = []
    for angle in angles[:, :-1].T:
        after = int(np.argmax(angle > hit))
        found.append(np.interp(hit, angle[after - 1 : after + 1], run.times[after - 1 : after + 1]))
    return np.array(found)


def _leaning_train(row: _Row) -> FloatArray:
    """When each domino but the last reaches the next [s]: rigid ones that stay together, without friction.

    J. M. J. van Leeuwen, Am. J. Phys. 78, 721 (2010): the head of each leans on the back of the next, h sin(θ − θ') =
    (s + d) cos θ' − d, so one angle gives all; an impact keeps the momentum of that one coordinate.
    """
    h, d, pitch = row.height, row.thickness, row.thickness + row.gap
    inertia, hit = (h * h + d * d) / 3.0, math.asin(row.gap / h)

    def train(lead: float, behind: int) -> tuple[FloatArray, FloatArray]:
        angles, rates = [lead], [1.0]
        for _ in range(behind):
            angle = angles[-1]
            lean = math.asin((pitch * math.cos(angle) - d) / h)
            rates.append(rates[-1] * (1.0 - pitch * math.sin(angle) / (h * math.cos(lean))))
            angles.append(angle + lean)
        return np.array(angles), np.array(rates)

    def height(angles: FloatArray) -> float:
        return float(0.5 * STANDARD_GRAVITY * (h * np.cos(angles) + d * np.sin(angles)).sum())

    lead, rate, time, times = row.lean, 0.0, 0.0, []
    places = (np.arange(1000) + 0.5) / 1000.0
    for behind in range(row.count - 1):
        angles, rates = train(lead, behind)
        energy = 0.5 * inertia * float(rates @ rates) * rate**2 + height(angles)

        def rate_at(angle: float, behind: int = behind, energy: float = energy) -> float:
            angles, rates = train(angle, behind)
            return math.sqrt(2.0 * (energy - height(angles)) / (inertia * float(rates @ rates)))

        # squared places: the first domino starts from rest
        time += sum(2.0 * (hit - lead) * x / 1000.0 / rate_at(lead + (hit - lead) * x * x) for x in places)
        times.append(time)
        together = float(train(hit, behind)[1] @ train(hit, behind)[1])
        lead, rate = 0.0, rate_at(hit) * together / (together + 1.0)
    return np.array(times)


def _in_order(row: _Row) -> float:
    """Return how many dominoes have fallen, none before the one behind it."""
    _, angles = _felled(row)
    down = angles > 0.25 * math.pi
    times = [int(np.argmax(column)) if column.any() else len(down) + 1 for column in down.T]
    fallen = sum(time <= len(down) for time in times)
    return float(fallen) if all(one < two for one, two in pairwise(times)) else -1.0


def _dominoes() -> Iterator[Case]:
    row = _Row()
    yield _case("domino.row", "dominoes that fall, each after the one behind it, of a row of 8", "",
        "each strikes the next above its middle", 8.0, {"abs": 0.0}, "a count", partial(_in_order, row))  # fmt: skip
    yield _case("domino.row.time", "time from the first domino's strike to the seventh's", "s",
        "rigid dominoes that stay together: van Leeuwen, Am. J. Phys. 78, 721 (2010), integrated from rest",
        float(_leaning_train(row)[6] - _leaning_train(row)[0]), {"rel": 0.05}, "his impacts do not bounce at all; "
        "these do a little, which carries the fall on", lambda: float(_strikes(row)[6] - _strikes(row)[0]),
        "0.5 m high, 0.05 m thick, 0.15 m apart; smooth against each other, feet that do not slide.")  # fmt: skip


_VOUSSOIRS = 27
_ARCH_STIFFNESS = 2e12
"""[N/m3]"""


def _arch(thickness: float) -> Wall:
    """A semicircle of mean radius 1 m, 0.2 m wide, of flat voussoirs; friction does not limit it [m]."""
    solids: dict[str, Polyhedron] = {}
    for number in range(_VOUSSOIRS):
        left, right = (math.pi * (number + side) / _VOUSSOIRS for side in (0, 1))
        radii = (1.0 - 0.5 * thickness, 1.0 + 0.5 * thickness)
        corners = [(radii[0], left), (radii[1], left), (radii[1], right), (radii[0], right)]
        ring = np.array([[radius * math.cos(angle), radius * math.sin(angle)] for radius, angle in corners])
        ring[np.abs(ring) < 1e-12] = 0.0
        solids[str(number + 1)] = extrude(
            ring, lambda places: np.zeros(len(places)), lambda places: np.full(len(places), 0.2)
        )
    return stones_on_base(solids, _DENSITY, stiff_joints(_ARCH_STIFFNESS, friction=2.0))


@cache
def _arch_stands(thickness: float) -> bool:
    """Return whether the crown of the arch has kept its place after gravity has acted for a while."""
    engine = Engine.of(_arch(thickness))
    crown, drive = _VOUSSOIRS // 2, settling(0.3, 3.0)
    start = float(engine.assembly.bodies.position[crown, 2])
    count, first = round(0.1 / engine.step), 0
    while first * engine.step < drive.duration:
        record, sound = engine.run(drive, first, count)
        first += count
        sunk = start - float(engine.assembly.bodies.position[crown, 2])
        if sunk > 0.05 or not sound:
            return False
        if first * engine.step > 0.5 and record.energy[:, 0].max() < 0.01 * record.energy[-1, 1]:
            return True
    raise ComputationError(f"an arch of thickness {thickness:g} m has neither fallen nor come to rest")


@cache
def _least_thickness() -> float:
    """Return the least thickness of an arch that stands, over its radius."""
    low, high = 0.103, 0.1105
    if _arch_stands(low) or not _arch_stands(high):
        return math.nan
    while high - low > 5e-4:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if _arch_stands(middle) else (middle, high)
    return 0.5 * (low + high)


def _arches() -> Iterator[Case]:
    yield _case(f"arch.minimum_thickness.{_VOUSSOIRS}",
        "least thickness over mean radius at which a semicircular arch of 27 flat voussoirs stands", "",
        "limit analysis of rigid voussoirs (a linear program); 0.1075 for endlessly many (Milankovitch 1907)", 0.1067,
        {"rel": 0.03}, "given; found to 0.25 %", _least_thickness, f"Kn {_ARCH_STIFFNESS:g} N/m3. Hinges on springs "
        "need thickness: 1.5 % here, 4 % with a tenth of that Kn (as Kn to the power −1/3).")  # fmt: skip


# ---- a column of drums ----


@dataclass(frozen=True, kw_only=True)
class _Column:
    """Three equal drums on each other, let go leaning as one about their edge."""

    drums: int = 3
    depth: float = 0.6
    """[m], one metre long"""
    height: float = 1.0
    """Height of a drum [m]."""
    stiffness: float = 2e8
    """Normal and tangential [N/m3]."""
    damping: float = 4e5
    """[Pa s/m]"""
    lean: float = 0.06
    """At the start [rad]: 0.3 of that at which it would overturn."""
    duration: float = 1.6


@dataclass(frozen=True, kw_only=True)
class _Swing:
    """The swing of the top drum's centre about its upright place."""

    first: float
    """When it first passes there [s]."""
    second: float
    """When it comes back [s]."""
    farthest: float
    """Farthest on the other side [m]."""


def _swing(times: FloatArray, way: FloatArray) -> _Swing:
    passes = np.flatnonzero(way[:-1] * way[1:] < 0.0)
    when = [times[i] + (times[i + 1] - times[i]) * way[i] / (way[i] - way[i + 1]) for i in passes[:2]]
    return _Swing(first=float(when[0]), second=float(when[1]), farthest=float(-way.min()))


@cache
def _rocked(column: _Column) -> _Swing:
    joints = stiff_joints(column.stiffness, tangential_stiffness=column.stiffness, damping=column.damping, friction=3.0)
    solids = {
        str(i + 1): box(1.0, column.depth, column.height, at=(0.0, 0.0, i * column.height)) for i in range(column.drums)
    }
    engine = Engine.of(stones_on_base(solids, _DENSITY, joints))
    bodies = engine.assembly.bodies
    cosine, sine = math.cos(column.lean), math.sin(column.lean)
    turn = np.array([[1.0, 0.0, 0.0], [0.0, cosine, sine], [0.0, -sine, cosine]])
    pivot = np.array([0.0, column.depth, 0.0])
    for b in range(column.drums):
        bodies.position[b] = pivot + turn @ (bodies.position[b] - pivot)
        bodies.rotation[b] = turn @ bodies.rotation[b]
    engine.forget_motion()
    run = run_for(engine, Drive(duration=column.duration))
    return _swing(run.times, run.pose[:, column.drums - 1, 1] - 0.5 * column.depth)


@cache
def _integrated(column: _Column) -> _Swing:
    """Return the swing in the plane by an integrator with error control; places are complex numbers y + i z."""
    from scipy.integrate import solve_ivp

    count, half = column.drums, 0.5 * column.height
    mass = _DENSITY * column.depth * column.height
    inertia = mass * (column.depth**2 + column.height**2) / 12.0
    start = [
        0.5 * column.depth + complex(-0.5 * column.depth, (2 * i + 1) * half) * cmath.exp(-1j * column.lean)
        for i in range(count)
    ]
    forces = _plane_forces(column, (start[0] - half * 1j * cmath.exp(-1j * column.lean)))

    def rates(_: float, state: FloatArray) -> FloatArray:
        places = [complex(y, z) for y, z in zip(state[:count], state[count : 2 * count], strict=True)]
        speeds = [
            complex(y, z) for y, z in zip(state[3 * count : 4 * count], state[4 * count : 5 * count], strict=True)
        ]
        force, moment = forces(places, state[2 * count : 3 * count], speeds, state[5 * count :])
        return np.concatenate(
            [state[3 * count :], [f.real / mass for f in force], [f.imag / mass - STANDARD_GRAVITY for f in force],
             [m / inertia for m in moment]]
        )  # fmt: skip

    state = np.concatenate(
        [[p.real for p in start], [p.imag for p in start], np.full(count, column.lean), np.zeros(3 * count)]
    )
    times = np.arange(0.0, column.duration, 0.01)
    found = solve_ivp(
        rates, (0.0, column.duration), state, method="RK45", rtol=1e-6, atol=1e-8, max_step=2e-3, t_eval=times
    )
    return _swing(times, found.y[count - 1])


_PlaneForces = Callable[
    [list[complex], FloatArray, list[complex], FloatArray], tuple[list[complex], list[float]]
]  # fmt: skip


def _plane_forces(column: _Column, seat: complex) -> _PlaneForces:
    """Forces of the joints on drums at some places, angles (clockwise), speeds and rates; ``seat``: foot at first."""
    count, half = column.drums, 0.5 * column.height
    kn, cn, wide = column.stiffness, column.damping, 0.5 * column.depth

    def closed(constant: float, slope: float, low: float, high: float) -> tuple[float, float]:
        at_low, at_high = constant + slope * low, constant + slope * high
        if at_low < 0.0:
            low = -constant / slope if at_high > 0.0 else high
        elif at_high < 0.0:
            high = -constant / slope
        return low, high

    def forces(
        places: list[complex], angles: FloatArray, speeds: list[complex], turns: FloatArray
    ) -> tuple[list[complex], list[float]]:
        force, moment = [0j] * count, [0.0] * count
        for i in range(count):
            face = cmath.exp(-1j * angles[i])
            foot = places[i] - half * 1j * face
            if i:
                under = cmath.exp(-1j * angles[i - 1])
                top = places[i - 1] + half * 1j * under
            else:
                under, top = 1.0 + 0j, 0j
            axis = (face + under) / abs(face + under)
            middle = 0.5 * (foot + top)
            upper, lower, off = face / axis, under / axis, (foot - top) / axis
            slope = lower.imag / lower.real - upper.imag / upper.real
            depth = -off.imag + 0.5 * (lower.imag / lower.real + upper.imag / upper.real) * off.real
            low = -wide + (0.5 * abs(off.real) if i else 0.5 * off.real)
            high = wide - (0.5 * abs(off.real) if i else -0.5 * off.real)
            speed = speeds[i] - 1j * turns[i] * (middle - places[i])
            turn = turns[i]
            if i:
                speed -= speeds[i - 1] - 1j * turns[i - 1] * (middle - places[i - 1])
                turn -= turns[i - 1]
            speed /= axis
            low, high = closed(depth, slope, low, high)
            pressure, steepness = kn * depth - cn * speed.imag, kn * slope + cn * turn
            if high > low:
                low, high = closed(pressure, steepness, low, high)
            if high <= low:
                continue
            area, first, second = high - low, 0.5 * (high**2 - low**2), (high**3 - low**3) / 3.0
            thrust, about = pressure * area + steepness * first, pressure * first + steepness * second
            slip = off.real - (0.0 if i else (seat / axis).real)
            push = complex(-(kn * slip + cn * speed.real) * area, thrust) * axis
            force[i] += push
            moment[i] -= ((middle - places[i]).conjugate() * push).imag + about
            if i:
                force[i - 1] -= push
                moment[i - 1] += ((middle - places[i - 1]).conjugate() * push).imag + about
        return force, moment

    return forces


def _columns() -> Iterator[Case]:
    column = _Column()
    source = (
        "the same chain of rigid drums in the plane, integrated on its own with error control (Runge and Kutta 4/5)"
    )
    note = (
        "Drums 0.6 × 1 m, Kn = Kt = 2e8 N/m3, 4e5 Pa s/m, no sliding; let go leaning by 0.06 rad, 0.3 of overturning."
    )

    def expected(name: str) -> float:
        return float(getattr(_integrated(column), name))

    yield _case("column.three_drum", "time until a rocking column of three drums has come back through upright", "s",
        source, expected("second"), {"rel": 0.02}, "elastic slip of what has just closed is kept otherwise, twice in "
        "an impact", lambda: _rocked(column).second, note)  # fmt: skip
    yield _case("column.three_drum.quarter", "time until a rocking column of three drums first passes upright", "s",
        source, expected("first"), {"rel": 0.01}, "no impact so far", lambda: _rocked(column).first, note)  # fmt: skip
    yield _case("column.three_drum.rebound", "way of the top drum to the other side", "m", source, expected("farthest"),
        {"rel": 0.03}, "as above, and what an impact leaves is less sharp than when it is",
        lambda: _rocked(column).farthest, note)  # fmt: skip
