"""What a section that fails at rest would need to stand: the value of one input at a time at which its factor is 1.

A wall that stands contradicts a factor below 1 without an earthquake, so one of these values, or several together, is
nearer to the truth than the input.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import brentq

from pirqa.errors import ModelError, ThrustError
from pirqa.model.wall import Wall
from pirqa.statics.equilibrium import Mode
from pirqa.statics.options import StaticsOptions
from pirqa.statics.pseudo_static import Case, joint_states, weakest_factors

__all__ = ["StandingNeed", "standing_need"]

_ROUGHEST = math.radians(60.0)
"""Friction angles beyond are those of no joint [rad]."""
_DENSEST = math.radians(50.0)
"""Friction angles beyond are those of no granular fill [rad]."""
_THICKEST = 5.0
"""Times its thickness: a wall that needs more is another wall."""


@dataclass(frozen=True, kw_only=True)
class StandingNeed:
    """Value of each input at which a factor below 1 at rest is 1, all others kept; None where no value does."""

    case: str
    mode: Mode
    factor: float
    """Factor of safety with the inputs as given."""
    joint_friction: float | None = None
    """Friction angle of all joints and the base [rad]; None against overturning."""
    fill_friction: float | None = None
    """Friction angle of the fill [rad]."""
    pressure_share: float | None = None
    """Share of the pressure of soil and water on the wall [-]."""
    thickness: float | None = None
    """Thickness of the lowest zone [m], all zones made thicker in proportion."""
    water_level: float | None = None
    """Height of the water behind the wall [m]; None where there is none, or draining it is not enough."""


def standing_need(wall: Wall, case: Case, mode: Mode, options: StaticsOptions) -> StandingNeed | None:
    """Return what ``mode`` of ``case`` needs to reach 1; None where it does, or where there is an earthquake in it."""
    if case.seismic:
        return None
    # a section knows nothing of stones
    wall = replace(wall, stones=(), contacts=(), fixed=(), guided=(), control_points=())
    factor = _factor(wall, case, mode, options)
    if not factor < 1.0:
        return None
    fill = wall.backfill
    return StandingNeed(
        case=case.name,
        mode=mode,
        factor=factor,
        joint_friction=_joint_friction(wall, case, options) if mode == "sliding" else None,
        fill_friction=None if fill is None else _fill_friction(wall, case, mode, options),
        pressure_share=None if fill is None else _pressure_share(wall, case, mode, options),
        thickness=_thickness(wall, case, mode, options),
        water_level=None if fill is None else _water_level(wall, case, mode, options),
    )


def _factor(wall: Wall, case: Case, mode: Mode, options: StaticsOptions) -> float:
    return float(weakest_factors(wall, case, options)[mode])


def _joint_friction(wall: Wall, case: Case, options: StaticsOptions) -> float | None:
    """atan(F_c/N) of the joint that needs most."""
    angles = []
    for state in joint_states(wall, case, options):
        normal, driving = float(state.equilibrium.normal), float(state.equilibrium.sliding_force)
        if driving <= 0.0:
            continue
        if normal <= 0.0:
            return None
        angles.append(math.atan(driving / normal))
    most = max(angles, default=0.0)
    return most if most <= _ROUGHEST else None


def _fill_friction(wall: Wall, case: Case, mode: Mode, options: StaticsOptions) -> float | None:
    assert wall.backfill is not None
    given, fill = wall.backfill.friction_angle, wall.backfill

    def factor(angle: float) -> float:
        return _factor(replace(wall, backfill=replace(fill, friction_angle=angle)), case, mode, options)

    return _root(factor, given, _DENSEST) if given < _DENSEST else None


def _pressure_share(wall: Wall, case: Case, mode: Mode, options: StaticsOptions) -> float | None:
    """Factor on the thrusts of soil and water at every joint; uplift and the fill's weight on the wall are kept."""

    def factor(share: float) -> float:
        least = math.inf
        for state in joint_states(wall, case, options):
            forces = tuple(
                replace(force, outward=share * force.outward, down=share * force.down)
                if force.family in ("soil_thrust", "water_thrust")
                else force
                for force in state.equilibrium.forces
            )
            least = min(least, float(replace(state.equilibrium, forces=forces).factor(mode)))
        return least

    return _root(factor, 1.0, 0.0)


def _thickness(wall: Wall, case: Case, mode: Mode, options: StaticsOptions) -> float | None:
    zones = wall.envelope.zones

    def factor(times: float) -> float:
        thicker = tuple(
            replace(
                zone,
                thickness=times * zone.thickness,
                thickness_top=None if zone.thickness_top is None else times * zone.thickness_top,
            )
            for zone in zones
        )
        try:
            return _factor(replace(wall, envelope=replace(wall.envelope, zones=thicker)), case, mode, options)
        except ModelError:
            return math.nan

    times = _root(factor, 1.0, _THICKEST)
    return None if times is None else times * float(min(zones, key=lambda zone: zone.bottom).thickness)


def _water_level(wall: Wall, case: Case, mode: Mode, options: StaticsOptions) -> float | None:
    """Level to which the fill must drain, with its saturated weight kept."""
    fill = wall.backfill
    assert fill is not None
    wet = case.method == "wet"
    top = max(float(section.height) for section in wall.sections()) if fill.height is None else float(fill.height)
    reach = 0.0 if fill.drained else top if fill.wet_level is None else min(float(fill.wet_level), top)
    high = max(float(fill.water_level), reach) if wet else float(fill.water_level)
    if high <= 0.0:
        return None

    def factor(level: float) -> float:
        lowered = replace(fill, water_level=0.0, wet_level=level) if wet else replace(fill, water_level=level)
        return _factor(replace(wall, backfill=lowered), case, mode, options)

    return _root(factor, high, 0.0)


def _root(factor: Callable[[float], float], given: float, best: float) -> float | None:
    """Value between ``given``, where the factor is below 1, and ``best`` at which it is 1; None where it stays below.

    The factor is searched on a grid first: the value nearest to ``given`` counts.
    """

    def excess(value: float) -> float:
        try:
            found = factor(value)
        except ThrustError:
            return math.nan
        return 1.0 if math.isinf(found) else (found - 1.0) / (found + 1.0)

    last = given
    for value in np.linspace(given, best, 41)[1:].tolist():
        here = excess(value)
        if math.isnan(here):
            return None
        if here >= 0.0:
            return float(brentq(excess, last, value, xtol=1e-12))
        last = value
    return None
