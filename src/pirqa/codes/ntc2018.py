"""Italy, NTC 2018 with Circolare 7/2019: local mechanisms (C8.7.1.2.1) and floor spectra (C7.2.3, eqs C7.2.5–10).

Compared with a public transcription of the Circolare's pages, not with the official text itself. All functions take
numbers or arrays that broadcast.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from pirqa.model.bounds import Real

__all__ = [
    "BEHAVIOUR_FACTOR",
    "CONFIDENCE_FACTORS",
    "DAMPING",
    "OFFICIAL",
    "PLATEAU",
    "ULTIMATE_SHARES",
    "Knowledge",
    "UltimateState",
    "clause",
    "confidence_factor",
    "equivalent_period",
    "floor_acceleration",
    "floor_amplification",
    "floor_spectrum",
    "free_standing_period",
    "participation",
]

Knowledge = Literal["LC1", "LC2", "LC3"]
"""Level of knowledge: ``LC1`` limited, ``LC2`` extended, ``LC3`` exhaustive."""

UltimateState = Literal["SLV", "SLC"]
"""``SLV``: life safety; ``SLC``: near collapse."""

OFFICIAL = False
"""Whether the formulas were compared with the official text."""

CONFIDENCE_FACTORS: dict[Knowledge, float] = {"LC1": 1.35, "LC2": 1.20, "LC3": 1.00}
"""FC by level of knowledge (C8.5.4)."""

BEHAVIOUR_FACTOR = 2.0
"""q of the linear check (C8.7.1.2.1.7)."""

ULTIMATE_SHARES: dict[UltimateState, float] = {"SLV": 0.4, "SLC": 0.6}
"""Share of d0 (C8.7.1.2.1.6)."""

DAMPING: dict[UltimateState, float] = {"SLV": 0.08, "SLC": 0.10}
"""Equivalent damping of the mechanism (C8.7.1.2.1.8)."""

PLATEAU = (0.8, 1.1)
"""a and b: the floor spectrum is highest from a·T_k to b·T_k (C7.2.3)."""

_PERIOD_FACTORS: dict[UltimateState, float] = {"SLV": 1.68, "SLC": 1.56}

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
    """Where the check's formula stands."""
    return f"Circolare 7/2019 {_CLAUSES[limit_state, measure, local]}"


def confidence_factor(knowledge: Knowledge, *, crushing: bool) -> float:
    """FC; that of LC1 where the strength of the masonry is not in the multiplier (C8.7.1.2.1.3)."""
    return CONFIDENCE_FACTORS[knowledge if crushing else "LC1"]


def equivalent_period(limit_state: UltimateState, displacement: Real, acceleration: Real) -> Real:
    """T_SLV = 1.68π √(d/a), T_SLC = 1.56π √(d/a) [s] (eqs C8.7.1.10 and C8.7.1.11)."""
    return _PERIOD_FACTORS[limit_state] * math.pi * np.sqrt(displacement / acceleration)


def free_standing_period(
    *, length: Real, thickness: Real, unit_weight: Real, elastic_modulus: Real, gravity: float, held: bool = False
) -> Real:
    """T0 = κ λ L √(W/(E g)) of a part that is free to vibrate [s] (eq. C8.7.1.7).

    λ = L/t; κ is 6.2 for a cantilever and 2.2 where both ends are ``held``.
    """
    return (2.2 if held else 6.2) * length**2 / thickness * np.sqrt(unit_weight / (elastic_modulus * gravity))


def participation(levels: Real) -> Real:
    """γ1 = 3n/(2n + 1) for ``levels`` storeys n (eq. C7.2.10)."""
    return 3.0 * levels / (2.0 * levels + 1.0)


def floor_acceleration(elastic: Real, floor: Real, structure_damping: Real) -> Real:
    """a_Z = S_e(T1, ξ1) |γ1 ψ1(z)| √(1 + 0.0004 ξ1²), ξ1 in per cent [m/s2] (eq. C7.2.7, one mode).

    ``elastic`` is S_e(T1, ξ1) [m/s2], ``floor`` is γ1·ψ1(z); ``structure_damping`` is a ratio, so that the root is
    √(1 + 4 ξ1²), the exact one of a mass on a spring and a damper.
    """
    return elastic * np.abs(floor) * np.sqrt(1.0 + 4.0 * np.square(structure_damping))


def floor_amplification(structure_damping: Real, correction: Real) -> Real:
    """Peak of the floor spectrum over the floor's acceleration, 1.1 ξ1^−0.5 η(ξ) (eq. C7.2.9).

    The text has ξ1 in per cent; then the peak would lie below the floor's acceleration (0.49 of it at 5 %), which no
    floor spectrum does. Read with a ratio it is 4.9: so it is taken here, and not below 1.
    """
    return np.maximum(1.1 / np.sqrt(structure_damping) * correction, 1.0)


def floor_spectrum(
    period: Real, *, floor_acceleration: Real, amplification: Real, structure_period: Real, ground: Real
) -> Real:
    """S_eZ(T, ξ, z) [m/s2] of one mode (eqs C7.2.5 and C7.2.6).

    ``ground`` is S_e(T, ξ) at ``period``: the floor spectrum is not below it where T > T1.
    """
    rise, fall = (share * structure_period for share in PLATEAU)
    excess = amplification - 1.0
    before = 1.0 + excess * np.maximum(1.0 - period / rise, 0.0) ** 1.6
    after = 1.0 + excess * np.maximum(period / fall - 1.0, 0.0) ** 1.2
    ordinate = amplification * floor_acceleration / (before * after)  # one of the two is 1 at any period
    return np.where(period > structure_period, np.maximum(ordinate, ground), ordinate)
