"""Dynamics: a column of drums that rocks, beside the same chain in the plane integrated on its own."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from pirqa.dynamics import Drive, Engine
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.blocks import stiff_joints
from pirqa.verification.case import Case, case_of
from pirqa.verification.dynamics_runs import run_for, stones_on_base
from pirqa.verification.stones import box

__all__ = ["cases"]

_case = partial(case_of, "dynamics")
_DENSITY = 2300.0


@dataclass(frozen=True, kw_only=True)
class _Column:
    """Three equal drums on each other, let go leaning as one about their edge."""

    drums: int = 3
    depth: float = 0.6
    """[m], one metre long"""
    height: float = 1.0
    """Of a drum [m]."""
    stiffness: float = 2e8
    """Normal and tangential [N/m3]."""
    damping: float = 4e5
    """[Pa s/m]"""
    lean: float = 0.06
    """At the start [rad]: 0.3 of that at which it would overturn."""
    duration: float = 1.6


@dataclass(frozen=True, kw_only=True)
class _Swing:
    """Of the top drum's centre, from where it stands upright."""

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
    """The same in the plane, by an integrator with error control; places are complex numbers y + i z."""
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


def cases() -> Iterator[Case]:
    """Cases of a column."""
    column = _Column()
    source = (
        "the same chain of rigid drums in the plane, integrated on its own with error control (Runge and Kutta 4/5)"
    )
    note = (
        "Drums 0.6 × 1 m, Kn = Kt = 2e8 N/m3, 4e5 Pa s/m, no sliding; let go leaning by 0.06 rad, 0.3 of overturning."
    )

    def expected(name: str) -> float:
        return float(getattr(_integrated(column), name))

    yield _case(
        "column.three_drum", "time until a rocking column of three drums has come back through upright", "s", source,
        expected("second"), {"rel": 0.02}, "elastic slip of what has just closed is kept otherwise, twice in an impact",
        lambda: _rocked(column).second, note,
    )  # fmt: skip
    yield _case(
        "column.three_drum.quarter", "time until a rocking column of three drums first passes upright", "s", source,
        expected("first"), {"rel": 0.01}, "no impact so far", lambda: _rocked(column).first, note,
    )  # fmt: skip
    yield _case(
        "column.three_drum.rebound", "way of the top drum to the other side", "m", source, expected("farthest"),
        {"rel": 0.03}, "as above, and what an impact leaves is less sharp than when it is",
        lambda: _rocked(column).farthest, note,
    )  # fmt: skip
