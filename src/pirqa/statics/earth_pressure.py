"""Coefficients of active earth pressure. Pure numerics: angles in rad, arrays broadcast, ``nan`` where none exists.

Angles: ``friction_angle`` φ of the fill, ``wall_friction`` δ, ``back_batter`` β of the back face from the vertical
(positive where the face leans away from the fill, so that fill rests on it), ``slope`` i of the fill's surface,
``inertia_angle`` ψ.
"""

from __future__ import annotations

import numpy as np

from pirqa.model.bounds import Real

__all__ = [
    "coulomb",
    "dynamic_increment",
    "inertia_angle",
    "mononobe_okabe",
    "rankine",
    "rankine_level",
]


def rankine_level(friction_angle: Real) -> Real:
    """K_A = tan²(45° − φ/2) = (1 − sin φ)/(1 + sin φ), level fill behind a smooth upright wall (paper eq. 9)."""
    sine = np.sin(friction_angle)
    return (1.0 - sine) / (1.0 + sine)


def rankine(friction_angle: Real, *, slope: Real = 0.0) -> Real:
    """Rankine's K_A on an upright plane; the thrust is parallel to the fill's surface.

    K_A = cos i (cos i − √(cos²i − cos²φ)) / (cos i + √(cos²i − cos²φ)) (Rankine 1857; any soil-mechanics text).
    """
    surface = np.cos(slope)
    with np.errstate(invalid="ignore"):
        root = np.sqrt(surface**2 - np.cos(friction_angle) ** 2)
    return np.asarray(surface * (surface - root) / (surface + root))


def inertia_angle(kh: Real, kv: Real = 0.0) -> Real:
    """ψ = atan(kh / (1 − kv))."""
    return np.arctan2(kh, 1.0 - np.asarray(kv))


def mononobe_okabe(
    friction_angle: Real,
    *,
    wall_friction: Real = 0.0,
    back_batter: Real = 0.0,
    slope: Real = 0.0,
    inertia_angle: Real = 0.0,
) -> Real:
    """K_AE of Mononobe and Matsuo (1929) and Okabe (1926); ``nan`` where φ < i + ψ: the fill cannot stand.

    K_AE = cos²(φ−β−ψ) / {cosψ cos²β cos(δ+β+ψ) [1 + √(sin(φ+δ) sin(φ−i−ψ) / (cos(δ+β+ψ) cos(i−β)))]²}
    """
    phi, delta, beta, psi = friction_angle, wall_friction, back_batter, inertia_angle
    lean = np.cos(delta + np.asarray(beta) + psi)
    spare = phi - np.asarray(slope) - psi
    # A hair below zero is rounding of φ = i + ψ, where K_AE still exists.
    spare = np.where((spare < 0) & (spare > -1e-12), 0.0, spare)
    with np.errstate(invalid="ignore"):
        root = np.sqrt(np.sin(phi + np.asarray(delta)) * np.sin(spare) / (lean * np.cos(slope - np.asarray(beta))))
    coefficient = np.cos(phi - np.asarray(beta) - psi) ** 2 / (
        np.cos(psi) * np.cos(beta) ** 2 * lean * (1.0 + root) ** 2
    )
    # A back that leans further over than the fill's own slope of rest holds nothing.
    holds = phi - np.asarray(beta) - psi < 0.5 * np.pi
    return np.where((spare >= 0) & (lean > 0), np.where(holds, coefficient, 0.0), np.nan)


def coulomb(friction_angle: Real, *, wall_friction: Real = 0.0, back_batter: Real = 0.0, slope: Real = 0.0) -> Real:
    """Coulomb's K_A (1776): Mononobe–Okabe without the earthquake."""
    return mononobe_okabe(friction_angle, wall_friction=wall_friction, back_batter=back_batter, slope=slope)


def dynamic_increment(kh: Real) -> Real:
    """ΔK_AE = ¾ kh (Seed and Whitman 1970; paper eq. 8)."""
    return 0.75 * kh
