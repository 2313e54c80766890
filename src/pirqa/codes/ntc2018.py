"""Italy, NTC 2018 with Circolare 7/2019: local mechanisms (C8.7.1.2.1); floor spectra are in :mod:`pirqa.codes.floor`.

Compared with a public transcription of the Circolare's pages, not with the official text itself. All functions take
numbers or arrays that broadcast.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np

from pirqa.codes.floor import Floor, damped, ordinates
from pirqa.codes.rule import (
    LEAST_KNOWLEDGE,
    Capacity,
    CodeRule,
    Knowledge,
    LimitStateName,
    Note,
    RuleRow,
    Situation,
)
from pirqa.model.bounds import Real
from pirqa.model.check import Allowance
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.design_spectrum import DesignSpectrum

CONFIDENCE_FACTORS: Mapping[Knowledge, float] = {"LC1": LEAST_KNOWLEDGE, "LC2": 1.20, "LC3": 1.00}
"""FC by level of knowledge (C8.5.4)."""

BEHAVIOUR_FACTOR = 2.0
"""q of the linear check (C8.7.1.2.1.7)."""

ULTIMATE_SHARES: Mapping[LimitStateName, float] = {"SLV": 0.4, "SLC": 0.6}
"""Share of d0 (C8.7.1.2.1.6)."""

DAMPING: Mapping[LimitStateName, float] = {"SLV": 0.08, "SLC": 0.10}
"""Equivalent damping of the mechanism (C8.7.1.2.1.8)."""

_PERIOD_FACTORS: Mapping[LimitStateName, float] = {"SLV": 1.68, "SLC": 1.56}
_PERUVIAN = ("e030_2018", "e030_2003")

_CLAUSES = {
    ("SLD", "acceleration", False): "C8.7.1.2.1.5, eq. C8.7.1.8",
    ("SLD", "acceleration", True): "C8.7.1.2.1.5, eq. C8.7.1.8; z > 0: eq. C7.2.7–8",
    ("SLV", "acceleration", False): "C8.7.1.2.1.7 (eq. C8.7.1.8), q",
    ("SLV", "acceleration", True): "C8.7.1.2.1.7 (eq. C8.7.1.8), q; z > 0: eq. C7.2.7–8",
    ("SLV", "displacement", False): "C8.7.1.2.1.6, .8, eq. C8.7.1.10, S_De(T_SLV)",
    ("SLV", "displacement", True): "C8.7.1.2.1.6, .8, eq. C8.7.1.10, 12; z > 0: eq. C7.2.5–10",
    ("SLC", "displacement", False): "C8.7.1.2.1.6, .8, eq. C8.7.1.11, S_De(T_SLC)",
    ("SLC", "displacement", True): "C8.7.1.2.1.6, .8, eq. C8.7.1.11, 12; z > 0: eq. C7.2.5–10",
}


def clause(limit_state: str, measure: str, *, local: bool) -> str:
    """Return where the check's formula stands."""
    return f"Circolare 7/2019 {_CLAUSES[limit_state, measure, local]}"


def equivalent_period(limit_state: LimitStateName, displacement: Real, acceleration: Real) -> Real:
    """Return T_SLV = 1.68π √(d/a), T_SLC = 1.56π √(d/a) [s] (eqs C8.7.1.10 and C8.7.1.11)."""
    return _PERIOD_FACTORS[limit_state] * math.pi * np.sqrt(displacement / acceleration)


def free_standing_period(
    *, length: Real, thickness: Real, unit_weight: Real, elastic_modulus: Real, gravity: float, held: bool = False
) -> Real:
    """Return T0 = κ λ L √(W/(E g)) of a part that is free to vibrate [s] (eq. C8.7.1.7).

    λ = L/t; κ is 6.2 for a cantilever and 2.2 where both ends are ``held``.
    """
    return (2.2 if held else 6.2) * length**2 / thickness * np.sqrt(unit_weight / (elastic_modulus * gravity))


def ultimate_displacement(capacity: Capacity, limit_state: LimitStateName) -> tuple[Real, Note]:
    """Return d_SLV or d_SLC [m], and where something else than the share of d0 sets it (C8.7.1.2.1.6).

    That is ``links_broken`` for life safety and ``support_lost`` near collapse.
    """
    share = ULTIMATE_SHARES[limit_state] * capacity.ultimate
    reason = "links_broken" if limit_state == "SLV" else "support_lost"
    ends = capacity.links_broken if limit_state == "SLV" else capacity.support_lost
    if not ends:
        return share, (reason, False)
    return np.minimum(share, min(ends)), (reason, min(ends) <= share)


def verify(case: Situation, limit_state: LimitStateName) -> Iterator[RuleRow]:
    """Verify what Circolare 7/2019 requires for ``limit_state`` under the spectrum of its earthquake."""
    rigid = case.sway_period is None
    notes: tuple[Note, ...] = (
        ("rule_transcribed", True),
        ("floor_spectrum_reading", case.local if case.floor is not None else False),
    )
    activation = activation_demand(case)
    if limit_state != "SLC":
        q = 1.0 if limit_state == "SLD" else case.behaviour_factor
        yield RuleRow(
            measure="acceleration",
            demand=activation / q,
            capacity=case.start,
            sways=not rigid,
            notes=(("behaviour_factor_tolerates", limit_state != "SLD"), ("rigid_until_start", rigid), *notes),
        )
    if limit_state != "SLD" and case.capacity is not None:
        yield _verify_displacement(case, case.capacity, limit_state, activation, notes)


def _verify_displacement(
    case: Situation, capacity: Capacity, limit_state: LimitStateName, activation: Real, notes: tuple[Note, ...]
) -> RuleRow:
    ultimate, (reason, ends_before) = ultimate_displacement(capacity, limit_state)
    damping = DAMPING[limit_state]
    with np.errstate(divide="ignore", invalid="ignore"):
        acceleration = capacity.acceleration_at(ultimate) / case.confidence_factor
        # what does not travel reaches the limit state with the start of the motion
        travels = np.logical_and(ultimate > 0.0, acceleration > 0.0)
        period = np.where(travels, equivalent_period(limit_state, ultimate, acceleration), np.nan)
        ground = ordinates(damped(case.spectrum, damping).displacement, period)
        demand = case.at_floor(ground, lambda floor: floor_demand(case.spectrum, floor, damping, period))
        # C8.7.1.2.1.8: the earthquake that brings the limit state is not below the one that starts the motion
        governs = np.logical_and(travels, case.start / activation > ultimate / demand)
        demand = np.where(governs, ultimate * activation / case.start, demand)
    return case.displacement_row(
        demand=demand,
        capacity=ultimate,
        period=period,
        travels=travels,
        factor=case.start / activation,
        notes=(
            ("start_governs", np.logical_or(governs, np.logical_not(travels))),
            (reason, np.logical_and(travels, ends_before)),
            *notes,
            ("damping_correction_assumed", np.logical_and(travels, case.spectrum.name in _PERUVIAN)),
        ),
    )


def activation_demand(case: Situation) -> Real:
    """Return the acceleration that meets the mechanism before it moves [m/s2] (eqs C8.7.1.8 and C8.7.1.9)."""
    spectrum, sway = case.spectrum, case.sway_period
    if sway is None:
        return case.at_floor(spectrum.pga, lambda floor: floor.acceleration(spectrum))
    ground = ordinates(spectrum.acceleration, sway)
    return case.at_floor(ground, lambda floor: floor.spectrum(spectrum, 0.05, sway))


def floor_demand(spectrum: DesignSpectrum, floor: Floor, damping: float, periods: FloatArray) -> FloatArray:
    """Return the displacement demand of a floor [m] (eq. C8.7.1.12)."""
    return floor.displacement(spectrum, damping, periods)


RULE = CodeRule(
    key="ntc2018",
    title="NTC 2018 with Circolare 7/2019",
    edition="2018",
    official=False,
    limit_states=("SLD", "SLV", "SLC"),
    verify=verify,
    clause=clause,
    confidence_factors=CONFIDENCE_FACTORS,
    dampings=DAMPING,
    floor_demand=floor_demand,
    crushing=Allowance(
        effect="crushing",
        factor=1.0,
        source="Circolare 7/2019 C8.7.1.2.1.3: FC of the least knowledge where the strength of the masonry is left "
        "out; the capacity has it",
    ),
)
