"""Critical coefficient: the earthquake at which a mode's factor of safety comes down to 1, and the curves to it.

The same search with the required factor in place of 1 gives the intensity up to which a check is met.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from pirqa.errors import ThrustError
from pirqa.model.bounds import Real
from pirqa.model.table import Table
from pirqa.model.wall import Wall
from pirqa.statics.equilibrium import Mode
from pirqa.statics.options import StaticsOptions
from pirqa.statics.pseudo_static import Case, factor_table, governing_joint, joint_states, weakest_factors

__all__ = ["CriticalCoefficient", "bearing_intensity", "capacity_curves", "critical_coefficient", "mode_intensity"]

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

    def factors(coefficient: Real) -> Real:
        states = joint_states(wall, case.with_coefficient(coefficient), options)
        pressures = [state.equilibrium.edge_pressure for state in states if state.joint == 0]
        worst: Real = np.maximum.reduce(np.broadcast_arrays(*pressures))
        return capacity / worst

    return _first_crossing(factors, required)[0]


def _mode_factors(wall: Wall, case: Case, mode: Mode, options: StaticsOptions) -> _Factors:
    return lambda coefficient: weakest_factors(wall, case.with_coefficient(coefficient), options)[mode]


def _first_crossing(factors: _Factors, required: float) -> tuple[float | None, str]:
    """Where ``factors`` first come down to ``required``, and what was found (see :class:`CriticalCoefficient`)."""
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
