"""Peru, E.010 (timber): what a strut bears in compression, as the Chokepukio paper took it (section 5.3)."""

from __future__ import annotations

import math

from pirqa.errors import OptionsError

CLAUSE = "E.010, columns in compression: short column, N = f_c A (as in the Chokepukio paper, section 5.3)"

OFFICIAL = False
"""Whether the formula was compared with the official text."""

SHORT_COLUMN = 10.0
"""Slenderness up to which a column is short."""


def slenderness(*, diameter: float, effective_length: float) -> float:
    """λ: effective length over diameter, as the paper has it [-]."""
    return effective_length / diameter


def strut_capacity(*, diameter: float, effective_length: float, compressive_strength: float) -> float:
    """Force that a round timber strut bears [N]: N = f_c A of a short column.

    Longer columns are refused: the clause of intermediate and long ones was not found in a text that could be read.
    """
    for name, value in (
        ("diameter", diameter),
        ("effective_length", effective_length),
        ("compressive_strength", compressive_strength),
    ):
        if not (math.isfinite(value) and value > 0.0):
            raise OptionsError(f"timber strut: {name} must be greater than 0, got {value:g}")
    ratio = slenderness(diameter=diameter, effective_length=effective_length)
    if ratio > SHORT_COLUMN * (1.0 + 1e-12):
        raise OptionsError(
            f"timber strut: slenderness {ratio:.3g} (effective length {effective_length:g} m over diameter "
            f"{diameter:g} m) is above {SHORT_COLUMN:g}: E.010 has other rules for longer columns, which "
            "are not here; give the strut's capacity itself, computed elsewhere"
        )
    return compressive_strength * math.pi * diameter**2 / 4.0
