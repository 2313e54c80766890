"""Italy, NTC 2008 with Circolare 617/2009 (C8A.4), as the Chokepukio paper used it (section 5.3, eqs 12–15).

Known here through the paper alone: no formula of this file was compared with the official text. All functions take
numbers or arrays that broadcast.
"""

from __future__ import annotations

import math

import numpy as np

from pirqa.model.bounds import Real

__all__ = [
    "BEHAVIOUR_FACTOR",
    "OFFICIAL",
    "SECANT_SHARE",
    "ULTIMATE_SHARE",
    "acceleration_demand",
    "clause",
    "floor_displacement",
    "mode_shape",
    "participation",
    "secant_period",
]

OFFICIAL = False
"""Whether the formulas were compared with the official text."""

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


def clause(measure: str, *, local: bool) -> str:
    """Where the check's formula stands."""
    return f"Circolare 617/2009 {_CLAUSES[measure, local]}"


def participation(levels: Real) -> Real:
    """γ = 3N/(2N + 1) for ``levels`` storeys N (Chokepukio paper, at eq. 13)."""
    return 3.0 * levels / (2.0 * levels + 1.0)


def mode_shape(level: Real, height: Real) -> Real:
    """ψ(z) = z/H (Chokepukio paper, at eq. 13)."""
    return level / height


def acceleration_demand(elastic: Real, behaviour_factor: Real = BEHAVIOUR_FACTOR, *, floor: Real = 1.0) -> Real:
    """Acceleration demand a_d* [m/s2] (eqs 12 and 13).

    ``elastic`` is ag·S at the ground; for a mechanism at a height it is Se(T1), and ``floor`` is ψ(z)·γ.
    """
    return elastic * floor / behaviour_factor


def secant_period(displacement: Real, acceleration: Real) -> Real:
    """T_s = 2π √(d_s*/a_s*) [s] at the secant point of the capacity spectrum (paper, Fig. 19a)."""
    return 2.0 * math.pi * np.sqrt(displacement / acceleration)


def floor_displacement(spectral_displacement: Real, period: Real, structure_period: Real, *, floor: Real) -> Real:
    """Displacement demand at a height [m] (eq. 15), from S_De(T1) [m], T_s, T1 [s] and ``floor`` = ψ(z)·γ."""
    tuning = period / structure_period
    return spectral_displacement * floor * tuning**2 / np.sqrt((1.0 - tuning) ** 2 + 0.02 * tuning)
