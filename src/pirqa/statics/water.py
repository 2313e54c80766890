"""Undrained water behind the wall. Pure numerics: heights in m, forces in N per metre of wall.

EN 1998-5:2004 Annex E distinguishes fill in which water moves freely in an earthquake (*pervious*: the grains shake
alone and the water pushes by Westergaard) from fill that takes its water along (*impervious*). Formulas written from
secondary literature, not checked against the official text.
"""

from __future__ import annotations

from pirqa.model.bounds import Real
from pirqa.units import WATER_UNIT_WEIGHT

__all__ = ["WESTERGAARD_ARM", "hydrostatic", "uplift", "westergaard"]

WESTERGAARD_ARM = 0.4
"""Height of Westergaard's resultant over the height of the water."""


def hydrostatic(height: Real) -> Real:
    """Horizontal thrust ½ γ_w h² of still water, acting at h/3."""
    return 0.5 * WATER_UNIT_WEIGHT * height**2


def westergaard(kh: Real, height: Real) -> Real:
    """Hydrodynamic thrust 7/12 kh γ_w h² at 0.4 h (Westergaard 1933); for open water, so an upper bound in a fill."""
    return 7.0 / 12.0 * kh * WATER_UNIT_WEIGHT * height**2


def uplift(height: Real, width: Real) -> Real:
    """Uplift ½ γ_w h b under a joint of width b, full at the heel and none at the draining toe: at 2/3 b from it."""
    return 0.5 * WATER_UNIT_WEIGHT * height * width
