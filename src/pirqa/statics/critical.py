"""Values at which a factor of safety equals 1: critical coefficients, capacity curves, needs of a section at rest.

The same search with the required factor in place of 1 gives the intensity up to which a check is met. A wall that
stands contradicts a factor below 1 without an earthquake, so one of the needed values, or several together, is nearer
to the truth than the input.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from pirqa.errors import ModelError, ThrustError
from pirqa.model.bounds import Real
from pirqa.model.remark import Table
from pirqa.model.wall import Wall
from pirqa.statics.options import StaticsOptions
from pirqa.statics.pseudo_static import (
    Case,
    Mode,
    factor_table,
    governing_joint,
    joint_states,
    joints_of,
    weakest_factors,
)

_Factors = Callable[[Real], Real]
"""Least factor of a mode at a coefficient, or at an array of them; nan where the thrust theory has ended."""

_SEARCH = np.linspace(0.0, 3.0, 301)
"""Coefficients searched for a first crossing: 3 g is beyond any ground motion."""


@dataclass(frozen=True, kw_only=True)
class CriticalCoefficient:
    """Where one mode of one case reaches a factor of 1."""

    case: str
    mode: Mode
    coefficient: float | None
    """kh or a/g; none where the mode is not reached (see ``outcome``)."""
    outcome: str
    """``found``; ``fails_at_rest``: below 1 without earthquake; ``fails_without_inertia``: below 1 with kh in the
    thrust alone; ``no_thrust``: the thrust theory ends first;
    ``beyond_search``: not reached below 3 g."""
    joint_level: float | None
    """Level of the joint that governs [m]."""


def critical_coefficient(wall: Wall, case: Case, mode: Mode, options: StaticsOptions) -> CriticalCoefficient:
    """The coefficient at which ``mode`` first reaches 1.0, by a bracketed root to 1e-12.

    For a free-standing prism it is tan δ (sliding) and b/h (overturning); see ``pirqa verify statics``.
    """
    coefficient, outcome = _first_crossing(_mode_factors(wall, case, mode, options), 1.0)
    level = None
    if outcome == "fails_at_rest" and not case.soil_follows and float(case.soil) > 0.0:
        outcome = "fails_without_inertia"
    if outcome == "found" and coefficient is not None:
        states = joint_states(wall, case.with_coefficient(coefficient), options)
        level = float(governing_joint(states, mode).equilibrium.level)
    else:
        coefficient = None
    return CriticalCoefficient(case=case.name, mode=mode, coefficient=coefficient, outcome=outcome, joint_level=level)


def mode_intensity(wall: Wall, case: Case, mode: Mode, options: StaticsOptions, *, required: float) -> float | None:
    """Peak ground acceleration over g at which ``mode`` just has its ``required`` factor of safety.

    0 where it has less without an earthquake; where the thrust theory ends before, the coefficient at which it ends;
    None where it is not reached below 3 g, and where the case drives wall and fill with different coefficients.
    """
    if not (case.seismic and case.soil_follows):
        return None
    return _first_crossing(_mode_factors(wall, case, mode, options), required)[0]


def bearing_intensity(
    wall: Wall, case: Case, capacity: float, options: StaticsOptions, *, required: float
) -> float | None:
    """The same for the toe pressure at the base, which can bear ``capacity`` [Pa]."""
    if not (case.seismic and case.soil_follows):
        return None

    joints = joints_of(wall, case)

    def factors(coefficient: Real) -> Real:
        states = joint_states(wall, case.with_coefficient(coefficient), options, joints=joints)
        pressures = [state.equilibrium.edge_pressure for state in states if state.joint == 0]
        worst: Real = np.maximum.reduce(np.broadcast_arrays(*pressures))
        return capacity / worst

    return _first_crossing(factors, required)[0]


def _mode_factors(wall: Wall, case: Case, mode: Mode, options: StaticsOptions) -> _Factors:
    joints = joints_of(wall, case)

    def factors(coefficient: Real) -> Real:
        return weakest_factors(wall, case.with_coefficient(coefficient), options, modes=(mode,), joints=joints)[mode]

    return factors


def _first_crossing(factors: _Factors, required: float) -> tuple[float | None, str]:
    """Where ``factors`` first come down to ``required``, and what was found (see :class:`CriticalCoefficient`)."""
    from scipy.optimize import brentq

    values = np.broadcast_to(np.asarray(factors(_SEARCH)), _SEARCH.shape)
    if np.isnan(values[0]):
        return 0.0, "no_thrust"
    if values[0] < required:
        return 0.0, "fails_at_rest"
    excess = _excess(factors, required)
    ended = np.isnan(values)
    below = np.flatnonzero(values < required)
    if below.size == 0 and not ended.any():
        return None, "beyond_search"
    if below.size == 0:
        # The theory ends between two search points: the mode may still be reached just before it does.
        low = float(_SEARCH[np.argmax(ended) - 1])
        limit = _last_valid(factors, low, low + float(_SEARCH[1]))
        if excess(limit) > 0.0:
            return limit, "no_thrust"
        return float(brentq(excess, low, limit, xtol=1e-13)), "found"
    high = int(below[0])
    return float(brentq(excess, _SEARCH[high - 1], _SEARCH[high], xtol=1e-13, rtol=1e-14)), "found"


def _excess(factors: _Factors, required: float) -> Callable[[float], float]:
    """(F − R)/(F + R): zero where F is R, and bounded where F is 0 or infinite."""

    def excess(coefficient: float) -> float:
        factor = float(factors(coefficient))
        return 1.0 if np.isinf(factor) else (factor - required) / (factor + required)

    return excess


def _last_valid(factors: _Factors, low: float, high: float) -> float:
    """Greatest coefficient in [low, high] for which the thrust exists, to 1e-12."""
    while high - low > 1e-12:
        middle = 0.5 * (low + high)
        try:
            factors(middle)
            low = middle
        except ThrustError:
            high = middle
    return low


def capacity_curves(wall: Wall, cases: tuple[Case, ...], options: StaticsOptions, *, stop: float) -> Table:
    """Least factor of each case and mode against the coefficient, from 0 to ``stop``."""
    coefficients = np.linspace(0.0, stop, 81)
    factors = {case.name: weakest_factors(wall, case.with_coefficient(coefficients), options) for case in cases}
    return factor_table("coefficient", coefficients, factors)


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
    return float(weakest_factors(wall, case, options, modes=(mode,))[mode])


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
    from scipy.optimize import brentq

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
