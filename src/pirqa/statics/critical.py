"""Critical coefficient: the earthquake at which a mode's factor of safety comes down to 1, and the curves to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from pirqa.errors import ThrustError
from pirqa.model.table import Table
from pirqa.model.wall import Wall
from pirqa.statics.equilibrium import Mode
from pirqa.statics.options import StaticsOptions
from pirqa.statics.pseudo_static import Case, factor_table, governing_joint, joint_states, weakest_factors

__all__ = ["CriticalCoefficient", "capacity_curves", "critical_coefficient"]

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

    def result(coefficient: float | None, outcome: str) -> CriticalCoefficient:
        level = None
        if coefficient is not None:
            states = joint_states(wall, case.with_coefficient(coefficient), options)
            level = float(governing_joint(states, mode).equilibrium.level)
        return CriticalCoefficient(
            case=case.name, mode=mode, coefficient=coefficient, outcome=outcome, joint_level=level
        )

    factors = np.asarray(weakest_factors(wall, case.with_coefficient(_SEARCH), options)[mode])
    factors = np.broadcast_to(factors, _SEARCH.shape)
    if np.isnan(factors[0]):
        return result(None, "no_thrust")
    if factors[0] < 1.0:
        pushed = not case.soil_follows and float(case.soil) > 0.0
        return result(None, "fails_without_inertia" if pushed else "fails_at_rest")
    ended = np.isnan(factors)
    below = np.flatnonzero(factors < 1.0)
    if below.size == 0 and not ended.any():
        return result(None, "beyond_search")
    if below.size == 0:
        # The theory ends between two search points: the mode may still be reached just before it does.
        low = float(_SEARCH[np.argmax(ended) - 1])
        limit = _last_valid(wall, case, options, low, low + float(_SEARCH[1]))
        if _excess(wall, case, mode, options)(limit) > 0.0:
            return result(None, "no_thrust")
        return result(float(brentq(_excess(wall, case, mode, options), low, limit, xtol=1e-13)), "found")
    high = int(below[0])
    root = brentq(_excess(wall, case, mode, options), _SEARCH[high - 1], _SEARCH[high], xtol=1e-13, rtol=1e-14)
    return result(float(root), "found")


def _excess(wall: Wall, case: Case, mode: Mode, options: StaticsOptions) -> Callable[[float], float]:
    """(F − 1)/(F + 1): zero where F is 1, and bounded where F is 0 or infinite."""

    def excess(coefficient: float) -> float:
        factor = float(weakest_factors(wall, case.with_coefficient(coefficient), options)[mode])
        return 1.0 if np.isinf(factor) else (factor - 1.0) / (factor + 1.0)

    return excess


def _last_valid(wall: Wall, case: Case, options: StaticsOptions, low: float, high: float) -> float:
    """Greatest coefficient in [low, high] for which the thrust exists, to 1e-12."""
    while high - low > 1e-12:
        middle = 0.5 * (low + high)
        try:
            weakest_factors(wall, case.with_coefficient(middle), options)
            low = middle
        except ThrustError:
            high = middle
    return low


def capacity_curves(wall: Wall, cases: tuple[Case, ...], options: StaticsOptions, *, stop: float) -> Table:
    """Least factor of each case and mode against the coefficient, from 0 to ``stop``."""
    coefficients = np.linspace(0.0, stop, 81)
    factors = {case.name: weakest_factors(wall, case.with_coefficient(coefficients), options) for case in cases}
    return factor_table("coefficient", coefficients, factors)
