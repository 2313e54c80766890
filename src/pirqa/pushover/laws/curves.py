"""Stress against strain in one direction, as a share of the stiffness that is left; limits of the crack-band length.

A curve is told by its share m(k) = σ/(E x) of the stiffness, where x is the strain in that direction and k ≥ 0 how far
the largest x that there has been exceeds the strain at which the curve leaves its straight line. Unloading goes
straight to the origin with that share.
"""

from __future__ import annotations

import math

from pirqa.compiled import inlined
from pirqa.model.polyhedron import FloatArray

__all__ = [
    "FLOOR",
    "compression_limit",
    "compression_share",
    "largest_length",
    "least_compressive_energy",
    "least_tensile_energy",
    "tension_limit",
    "tension_share",
]

FLOOR = 1e-6
"""Share of the stiffness that is never lost: an open crack would else leave nodes that nothing holds."""
_STEEP = 1e-3
"""Least of the curves' lengths over that of the straight part: a law called beyond its limit stays finite."""
_BEFORE_PEAK = 59.0 / 54.0
"""Area under the parabolic curve up to its peak, over fc²/E: 1/18 of the straight part, 28/27 of the rising one."""


def least_tensile_energy(youngs_modulus: float, tensile_strength: float, length: float) -> float:
    """Gf [N/m] below which a brick of crack-band length ``length`` [m] would snap back: ft² l/(2 E).

    The area under the curve, Gf/l, cannot be less than that of its straight part (Bažant and Oh 1983).
    """
    return tensile_strength**2 * length / (2.0 * youngs_modulus)


def least_compressive_energy(youngs_modulus: float, compressive_strength: float, length: float) -> float:
    """Gc [N/m] below which the parabolic curve has no falling part: 59 fc² l/(54 E)."""
    return _BEFORE_PEAK * compressive_strength**2 * length / youngs_modulus


def largest_length(
    youngs_modulus: float,
    tensile_strength: float,
    tensile_energy: float,
    compressive_strength: float = math.inf,
    compressive_energy: float = math.inf,
) -> float:
    """Crack-band length [m] that bricks must stay below; infinite for a masonry without strength limits."""
    largest = math.inf
    if tensile_strength > 0.0:
        largest = 2.0 * youngs_modulus * tensile_energy / tensile_strength**2
    if math.isfinite(compressive_strength):
        crushing = youngs_modulus * compressive_energy / (_BEFORE_PEAK * compressive_strength**2)
        largest = min(largest, crushing)
    return largest


@inlined
def tension_limit(properties: FloatArray) -> float:
    """Strain at which a direction cracks, ft/E."""
    strain: float = properties[2] / properties[0]
    return strain


@inlined
def compression_limit(properties: FloatArray) -> float:
    """Strain at which the curve in compression leaves its straight line, fc/(3 E); positive."""
    shortening: float = properties[4] / (3.0 * properties[0])
    return shortening


@inlined
def tension_share(properties: FloatArray, length: float, growth: float) -> tuple[float, float]:
    """Share of the stiffness in tension and its slope, after a largest strain of ft/E + ``growth``.

    σ = ft exp(−A k E/ft), with A such that the whole area is Gf/l: 1/A = Gf E/(l ft²) − 1/2 (Oliver, Cervera, Oller and
    Lubliner 1990; Cervera and others 1995).
    """
    first = properties[2] / properties[0]
    if first <= 0.0:
        return FLOOR, 0.0
    if growth <= 0.0:
        return 1.0, 0.0
    shape = properties[3] / (length * properties[2] * first) - 0.5
    rate = 1.0 / (max(shape, _STEEP) * first)
    strain = first + growth
    share = first / strain * math.exp(-rate * growth)
    if share <= FLOOR:
        return FLOOR, 0.0
    return share, -share * (1.0 / strain + rate)


@inlined
def compression_share(properties: FloatArray, length: float, growth: float) -> tuple[float, float]:
    """Share of the stiffness in compression and its slope, after a largest shortening of fc/(3 E) + ``growth``.

    Straight to fc/3, parabola to fc at 5 fc/(3 E), parabola to nothing (Feenstra 1993; DIANA's total strain crack
    model; both from memory). The whole area is Gc/l, rising part included (DIANA counts the falling part alone).
    """
    if growth <= 0.0 or properties[4] == math.inf:
        return 1.0, 0.0
    modulus, strength = properties[0], properties[4]
    third = strength / (3.0 * modulus)
    strain = third + growth
    if growth < 4.0 * third:
        along = growth / (4.0 * third)
        relative = (1.0 + 4.0 * along - 2.0 * along * along) / 3.0
        slope = (1.0 - along) / (3.0 * third)
    else:
        falling = 1.5 * (properties[5] / (length * strength) - _BEFORE_PEAK * 3.0 * third)
        falling = max(falling, _STEEP * third)
        along = (growth - 4.0 * third) / falling
        relative = 1.0 - along * along
        slope = -2.0 * along / falling
    share = 3.0 * third * relative / strain
    if share <= FLOOR:
        return FLOOR, 0.0
    return share, (3.0 * third * slope - share) / strain
