"""What design spectra ask of the pushed wall: N2 and the capacity spectrum."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from pirqa.fem.pushover.result import Bilinear, Demand, Oscillator, SpectrumCurve
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.design_spectrum import DesignSpectrum, damping_correction
from pirqa.units import STANDARD_GRAVITY

HYSTERESIS = 0.33
"""k of the equivalent damping: a structure that dissipates little, as one that rocks (Circolare 7/2019 C7.3.4.2,
method B; ATC-40 type C)."""
_ELASTIC = 0.05
_POINTS = 240
_LEAST_INTENSITY, _GREATEST_INTENSITY, _GROWTH = 1e-3, 3.0, 1.15
"""Peak ground accelerations, over gravity, between which the demand is followed upwards, and by which factor."""


def n2(curve: Bilinear, oscillator: Oscillator, spectrum: DesignSpectrum) -> Demand:
    """Target displacement after Fajfar (2000): EN 1998-1:2004 Annex B, eqs B.7–B.13; Circolare 7/2019 C7.3.4.2."""
    strength = curve.yield_multiplier * oscillator.acceleration
    d_yield = curve.yield_displacement / oscillator.participation
    period = 2.0 * math.pi * math.sqrt(d_yield / strength)
    elastic = float(spectrum.displacement(period))
    reduction = float(spectrum.acceleration(period)) / strength
    target = elastic
    if period < spectrum.plateau_end and reduction > 1.0:
        target = max(elastic / reduction * (1.0 + (reduction - 1.0) * spectrum.plateau_end / period), elastic)
    return Demand(
        spectrum=spectrum.name,
        method="n2",
        period=period,
        elastic_displacement=elastic,
        reduction=reduction,
        damping=_ELASTIC,
        spectral_displacement=target,
        displacement=target * oscillator.participation,
    )


def equivalent_damping(ductility: float) -> float:
    """ξ of an elastic and perfectly plastic curve at ``ductility``: 5 % + k · 0.637 (1 − 1/μ) (C7.3.4.2, method B)."""
    return _ELASTIC + HYSTERESIS * (2.0 / math.pi) * max(1.0 - 1.0 / ductility, 0.0)


def capacity_spectrum(curve: Bilinear, oscillator: Oscillator, spectrum: DesignSpectrum) -> Demand:
    """Performance point: where the damped demand at the secant period is the displacement itself (Freeman; ATC-40).

    The bilinear curve goes on at its height, so that a demand beyond what the wall can do is told too.
    """
    strength = curve.yield_multiplier * oscillator.acceleration
    d_yield = curve.yield_displacement / oscillator.participation

    def asked(d: float) -> tuple[float, float, float]:
        ductility = max(d / d_yield, 1.0)
        damping = equivalent_damping(ductility)
        period = 2.0 * math.pi * math.sqrt(max(d, d_yield) / strength)
        return float(_damped(spectrum, damping).displacement(period)), period, damping

    low, high = 0.0, d_yield
    while asked(high)[0] > high:
        low, high = high, 1.5 * high
        if high > 1e6 * d_yield:  # a spectrum whose displacements grow for ever
            break
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if asked(middle)[0] > middle else (low, middle)
    found = 0.5 * (low + high)
    _, period, damping = asked(found)
    elastic = float(spectrum.displacement(period))
    return Demand(
        spectrum=spectrum.name,
        method="capacity_spectrum",
        period=period,
        elastic_displacement=elastic,
        reduction=float(spectrum.acceleration(2.0 * math.pi * math.sqrt(d_yield / strength))) / strength,
        damping=damping,
        spectral_displacement=found,
        displacement=found * oscillator.participation,
    )


_METHODS: Mapping[str, Callable[[Bilinear, Oscillator, DesignSpectrum], Demand]] = {
    "n2": n2,
    "capacity_spectrum": capacity_spectrum,
}


def demand_by(method: str, curve: Bilinear, oscillator: Oscillator, spectrum: DesignSpectrum) -> Demand:
    """Return the demand by ``method``: ``n2`` or ``capacity_spectrum``."""
    return _METHODS[method](curve, oscillator, spectrum)


def intensity_of(
    method: str, curve: Bilinear, oscillator: Oscillator, spectrum: DesignSpectrum, capacity: float
) -> float | None:
    """Return the peak ground acceleration, over gravity, at which the demand first reaches ``capacity`` [m].

    The spectrum keeps its shape. None where the demand stays below ``capacity`` up to 3 g.
    """
    from scipy.optimize import brentq

    def excess(intensity: float) -> float:
        scaled = spectrum.scaled(intensity * STANDARD_GRAVITY / spectrum.pga)
        return demand_by(method, curve, oscillator, scaled).displacement - capacity

    if capacity <= 0.0:
        return 0.0
    low, high = 0.0, _LEAST_INTENSITY
    while excess(high) < 0.0:
        if high >= _GREATEST_INTENSITY:
            return None
        low, high = high, min(_GROWTH * high, _GREATEST_INTENSITY)
    return high if low == 0.0 else float(brentq(excess, low, high, rtol=1e-10))


def _damped(spectrum: DesignSpectrum, damping: float) -> DesignSpectrum:
    """Made for 5 %: its plateau and what follows times η (NTC 2018 eqs 3.2.2–3.2.4), also that of E.030: assumed."""
    plateau = spectrum.plateau * damping_correction(damping)
    start = spectrum.start if spectrum.plateau_start > 0.0 else plateau
    return replace(spectrum, plateau=plateau, start=start)


def spectrum_curve(spectrum: DesignSpectrum, damping: float, farthest: float) -> SpectrumCurve:
    """S_e against S_De for drawing, to spectral displacements of about ``farthest`` [m]."""
    damped = _damped(spectrum, damping)
    longest = 1.0
    while float(damped.displacement(longest)) < farthest and longest < 10.0:
        longest *= 1.2
    periods: FloatArray = np.linspace(0.02, longest, _POINTS)
    return SpectrumCurve(
        name=spectrum.name,
        damping=damping,
        displacement=damped.displacement(periods),
        acceleration=damped.acceleration(periods),
    )
