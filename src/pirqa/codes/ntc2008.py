"""Italy, NTC 2008 with Circolare 617/2009 (C8A.4), as the Chokepukio paper used it (section 5.3, eqs 12–15).

Known here through the paper alone: no formula of this file was compared with the official text. All functions take
numbers or arrays that broadcast.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from pirqa.codes.floor import Floor, ordinates
from pirqa.codes.rule import CodeRule, LimitStateName, Note, RuleRow, Situation
from pirqa.model.bounds import Real
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.design_spectrum import DesignSpectrum

BEHAVIOUR_FACTOR = 2.0
"""q (Chokepukio paper, eq. 12)."""

ULTIMATE_SHARE = 0.4
"""d_u* over d0* (Chokepukio paper, section 5.3)."""

SECANT_SHARE = 0.4
"""d_s* over d_u* (Circolare 617/2009 C8A.4.2.2; the paper's Table 5 follows from it)."""

_CLAUSES = {
    ("acceleration", False): "C8A.4.9; Chokepukio paper, eq. 12: ag S/q",
    ("acceleration", True): "C8A.4.10; Chokepukio paper, eq. 13: Se(T1) ψ γ/q ≥ eq. 12",
    ("displacement", False): "C8A.4.11; Chokepukio paper, eq. 14: S_De(T_s)",
    ("displacement", True): "C8A.4.12; Chokepukio paper, eq. 15 ≥ eq. 14",
}
_SOURCE: Note = ("rule_from_paper", True)


def clause(limit_state: str, measure: str, *, local: bool) -> str:
    """Return where the check's formula stands; there is one limit state."""
    return f"Circolare 617/2009 {_CLAUSES[measure, local]}"


def acceleration_demand(elastic: Real, behaviour_factor: Real = BEHAVIOUR_FACTOR, *, floor: Real = 1.0) -> Real:
    """Return the acceleration demand a_d* [m/s2] (eqs 12 and 13).

    ``elastic`` is ag·S at the ground; for a mechanism at a height it is Se(T1), and ``floor`` is ψ(z)·γ.
    """
    return elastic * floor / behaviour_factor


def secant_period(displacement: Real, acceleration: Real) -> Real:
    """Return T_s = 2π √(d_s*/a_s*) [s] at the secant point of the capacity spectrum (paper, Fig. 19a)."""
    return 2.0 * math.pi * np.sqrt(displacement / acceleration)


def floor_displacement(spectral_displacement: Real, period: Real, structure_period: Real, *, floor: Real) -> Real:
    """Return the displacement demand at a height [m] (eq. 15): S_De(T1) [m], T_s, T1 [s], ``floor`` = ψ(z)·γ."""
    tuning = period / structure_period
    return spectral_displacement * floor * tuning**2 / np.sqrt((1.0 - tuning) ** 2 + 0.02 * tuning)


def verify(case: Situation, limit_state: LimitStateName) -> Iterator[RuleRow]:
    """Verify acceleration and, where there is a capacity curve, displacement (Chokepukio paper, eqs 12–15)."""
    spectrum, q = case.spectrum, case.behaviour_factor
    ground = acceleration_demand(spectrum.pga, q)

    def at_height(floor: Floor) -> Real:
        elastic = ordinates(spectrum.acceleration, floor.period)
        return np.maximum(acceleration_demand(elastic, q, floor=floor.shape), ground)

    yield RuleRow(
        measure="acceleration",
        demand=case.at_floor(ground, at_height),
        capacity=case.start,
        notes=(("behaviour_factor_tolerates", True), _SOURCE),
    )
    if case.capacity is None:
        return
    ultimate = ULTIMATE_SHARE * case.capacity.ultimate
    secant = SECANT_SHARE * ultimate
    with np.errstate(divide="ignore", invalid="ignore"):
        acceleration = case.capacity.acceleration_at(secant) / case.confidence_factor
        travels = np.logical_and(secant > 0.0, acceleration > 0.0)
        period = np.where(travels, secant_period(secant, acceleration), np.nan)
        ground = ordinates(spectrum.displacement, period)
        demand = case.at_floor(ground, lambda floor: floor_demand(spectrum, floor, DAMPING, period))
    yield case.displacement_row(demand=demand, capacity=ultimate, period=period, travels=travels, notes=(_SOURCE,))


DAMPING = 0.05
"""Damping of the spectra that its displacement checks use [-]."""


def floor_demand(spectrum: DesignSpectrum, floor: Floor, damping: float, periods: FloatArray) -> FloatArray:
    """Return the displacement demand of a floor [m] (eq. 15), not below that of the ground (eq. 14)."""
    own = ordinates(spectrum.displacement, floor.period)
    at_height = np.asarray(floor_displacement(own, periods, floor.period, floor=floor.shape), dtype=np.float64)
    return np.asarray(np.maximum(at_height, ordinates(spectrum.displacement, periods)), dtype=np.float64)


RULE = CodeRule(
    key="ntc2008",
    title="NTC 2008 with Circolare 617/2009",
    edition="2008",
    superseded_by="NTC 2018 with Circolare 7/2019",
    official=False,
    limit_states=("SLV",),
    always=("SLV",),
    verify=verify,
    clause=clause,
    # the Chokepukio paper, the only source for this rule, has no FC
    confidence_factors=None,
    dampings={"SLV": DAMPING},
    floor_demand=floor_demand,
)
