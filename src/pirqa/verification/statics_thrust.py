"""Statics: earth-pressure theory against brute force, water in closed form."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from pirqa.statics import earth_pressure, water
from pirqa.statics.equilibrium import Mode, balance
from pirqa.statics.options import ThrustTheory
from pirqa.statics.thrust import Loading
from pirqa.units import WATER_UNIT_WEIGHT
from pirqa.verification.case import Case
from pirqa.verification.walls import PAPER, ROUNDING, ledge, machu_picchu
from pirqa.verification.wedge import wedge_coefficient

__all__ = ["thrust_cases"]


def _thrust(theory: ThrustTheory, kh: float) -> float:
    """Total thrust on the Machu Picchu wall [N/m], as the forces at its base have it."""
    wall = machu_picchu()
    loading = Loading(theory=theory, kh=kh, kv=0.0, water="pervious", uplift=True)
    state = balance(wall.section(), 0, friction_angle=0.5, inertia=0.0, kv=0.0, backfill=wall.backfill, loading=loading)
    return float(sum(force.outward for force in state.forces if force.name.startswith("soil_thrust")))


def thrust_cases() -> Iterator[Case]:
    """Cases of earth and water thrust."""
    yield from _coefficient_cases()
    yield from _ledge_cases()
    yield from _water_cases()


def _coefficient_cases() -> Iterator[Case]:
    phi = math.radians(40.0)
    rows = (
        (
            "earth_pressure.K_A",
            "active coefficient K_A(40°)",
            "",
            0.2174,
            5e-5,
            lambda: earth_pressure.rankine_level(phi),
        ),
        (
            "earth_pressure.K_AE",
            "K_A + ¾ kh, kh = 0.15",
            "",
            0.3299,
            5e-5,
            lambda: earth_pressure.rankine_level(phi) + earth_pressure.dynamic_increment(0.15),
        ),
        (
            "machu_picchu.P_AE",
            "seismic thrust ½γH²K_AE",
            "N/m",
            7310.0,
            0.5,
            lambda: _thrust("whitman", 0.15),
        ),
    )
    for identity, quantity, unit, expected, tolerance, compute in rows:
        yield Case(
            id=identity,
            group="statics",
            quantity=quantity,
            unit=unit,
            source=f"{PAPER}, eqs 7–9 and Table 1",
            expected=expected,
            tolerance={"abs": tolerance},
            why=ROUNDING,
            compute=compute,  # type: ignore[arg-type]
        )
    # φ, δ, β, i [deg], kh, kv
    sets = (
        (40.0, 0.0, 0.0, 0.0, 0.15, 0.0),
        (35.0, 17.5, 0.0, 0.0, 0.20, 0.0),
        (38.0, 20.0, 8.0, 10.0, 0.10, 0.05),
        (33.0, 15.0, -6.0, 5.0, 0.15, -0.075),
        (42.0, 28.0, 12.0, 15.0, 0.25, 0.10),
        (30.0, 10.0, 5.0, 0.0, 0.30, 0.15),
        (36.0, 24.0, -10.0, 12.0, 0.0, 0.0),
    )
    for number, (friction, wall_friction, batter, slope, kh, kv) in enumerate(sets, 1):
        angles = tuple(math.radians(angle) for angle in (friction, wall_friction, batter, slope))
        exact = wedge_coefficient(angles[0], angles[1], angles[2], angles[3], kh, kv)
        yield Case(
            id=f"mononobe_okabe.wedge.{number}",
            group="statics",
            quantity=f"K_AE, φ {friction:g}° δ {wall_friction:g}° β {batter:g}° i {slope:g}° kh {kh:g} kv {kv:g}",
            unit="",
            source="greatest thrust of a plane wedge, searched numerically (Coulomb's principle with inertia)",
            expected=exact,
            tolerance={"rel": 1e-8},
            why="the search resolves the greatest thrust to about 1e-12",
            compute=lambda a=angles, kh=kh, kv=kv: _mononobe_okabe(a, kh, kv),  # type: ignore[misc]
        )
    yield Case(
        id="rankine.coulomb.slope",
        group="statics",
        quantity="Rankine's K_A for δ = i = 20°, φ = 35°",
        unit="",
        source="Coulomb's K_A with wall friction δ = i on an upright wall is Rankine's",
        expected=float(
            earth_pressure.coulomb(math.radians(35.0), wall_friction=math.radians(20.0), slope=math.radians(20.0))
        ),
        tolerance={"rel": 1e-12},
        why="two exact formulas of the same thrust",
        compute=lambda: float(earth_pressure.rankine(math.radians(35.0), slope=math.radians(20.0))),
    )
    limit = math.tan(math.radians(35.0 - 10.0))
    yield Case(
        id="mononobe_okabe.limit",
        group="statics",
        quantity="kh beyond which φ = 35°, i = 10° has no solution",
        unit="",
        source="φ = i + ψ: kh = tan(φ − i)",
        expected=limit,
        tolerance={"abs": 1e-9},
        why="bisection to 1e-12",
        compute=_mononobe_okabe_limit,
    )


def _ledge_cases() -> Iterator[Case]:
    """A stepped back: the plane stands upright at the heel and the fill on the ledge is weight, in both theories."""
    stone, soil = 24e3 * (1.5 + 2.0 * 0.9), 17e3 * 0.6 * 2.0
    resisting = 24e3 * (1.5 * 0.75 + 1.8 * 0.45) + soil * 1.2
    thrust = math.tan(math.radians(27.0)) ** 2 * 0.5 * 17e3 * 9.0
    theories: tuple[ThrustTheory, ...] = ("rankine", "coulomb")
    for theory in theories:
        expectations: dict[Mode, float] = {
            "sliding": (stone + soil) * math.tan(math.pi / 6) / thrust,
            "overturning": resisting / (thrust * 1.0),
        }
        for mode, expected in expectations.items():
            yield Case(
                id=f"ledge.{mode}.{theory}",
                group="statics",
                quantity=f"static factor against {mode} of a wall with a ledge at its back, {theory}",
                unit="",
                source="equilibrium by hand: stone and the fill on the ledge against ½γH²K_A at H/3",
                expected=expected,
                tolerance={"rel": 1e-12},
                why="closed form",
                compute=lambda theory=theory, mode=mode: _ledge_factor(theory, mode),  # type: ignore[misc]
            )


def _ledge_factor(theory: ThrustTheory, mode: Mode) -> float:
    wall = ledge()
    loading = Loading(theory=theory, kh=0.0, kv=0.0, water="pervious", uplift=True)
    state = balance(
        wall.section(), 0, friction_angle=math.pi / 6, inertia=0.0, kv=0.0, backfill=wall.backfill, loading=loading
    )
    return float(state.factor(mode))


def _mononobe_okabe(angles: tuple[float, ...], kh: float, kv: float) -> float:
    friction, wall_friction, batter, slope = angles
    return float(
        earth_pressure.mononobe_okabe(
            friction,
            wall_friction=wall_friction,
            back_batter=batter,
            slope=slope,
            inertia_angle=earth_pressure.inertia_angle(kh, kv),
        )
    )


def _mononobe_okabe_limit() -> float:
    low, high = 0.0, 1.0
    angles = (math.radians(35.0), 0.0, 0.0, math.radians(10.0))
    while high - low > 1e-12:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if math.isnan(_mononobe_okabe(angles, middle, 0.0)) else (middle, high)
    return low


def _water_cases() -> Iterator[Case]:
    height = 1.68
    soil = 0.5 * 15.7e3 * height**2 * math.tan(math.radians(25.0)) ** 2
    yield Case(
        id="water.over_soil",
        group="statics",
        quantity="thrust of water over static thrust of drained fill",
        unit="",
        source=f"γ_w / (γ K_A) with {PAPER} Table 1",
        expected=9806.65 / (15.7e3 * math.tan(math.radians(25.0)) ** 2),
        tolerance={"rel": 1e-12},
        why="closed form",
        compute=lambda: float(water.hydrostatic(height)) / soil,
        note="The paper says that water pushes about 4 times as much as soil; its own numbers give 2.87.",
    )
    yield Case(
        id="water.undrained_over_drained",
        group="statics",
        quantity="thrust of water and buoyant fill over that of drained fill, static",
        unit="",
        source="γ_w/(γ K_A) + (γ_sat − γ_w)/γ, γ_sat = 19.5 kN/m³",
        expected=WATER_UNIT_WEIGHT / (15.7e3 * math.tan(math.radians(25.0)) ** 2)
        + (19.5e3 - WATER_UNIT_WEIGHT) / 15.7e3,
        tolerance={"rel": 1e-10},
        why="closed form",
        compute=lambda: _undrained_thrust() / soil,
    )
    pressures = np.linspace(0.0, 1.0, 200_001)
    pressure = 0.875 * np.sqrt(pressures)
    yield Case(
        id="water.westergaard.force",
        group="statics",
        quantity="Westergaard's thrust over kh γ_w H²",
        unit="",
        source="∫ ⅞ √(H y) dy over the wall, numerically (Westergaard 1933)",
        expected=float(np.trapezoid(pressure, pressures)),
        tolerance={"rel": 1e-6},
        why="trapezoidal rule with a root at the surface",
        compute=lambda: float(water.westergaard(1.0, 1.0)) / WATER_UNIT_WEIGHT,
    )
    yield Case(
        id="water.westergaard.arm",
        group="statics",
        quantity="height of Westergaard's resultant over H",
        unit="",
        source="first moment of ⅞ √(H y), numerically",
        expected=1.0 - float(np.trapezoid(pressure * pressures, pressures) / np.trapezoid(pressure, pressures)),
        tolerance={"rel": 1e-6},
        why="trapezoidal rule with a root at the surface",
        compute=lambda: water.WESTERGAARD_ARM,
    )


def _undrained_thrust() -> float:
    wall = machu_picchu(water_level=1.68, saturated_unit_weight=19.5e3)
    loading = Loading(theory="rankine", kh=0.0, kv=0.0, water="pervious", uplift=False)
    state = balance(wall.section(), 0, friction_angle=0.5, inertia=0.0, kv=0.0, backfill=wall.backfill, loading=loading)
    return float(state.sliding_force)
