"""Fourier amplitude spectrum of the ground's acceleration at a site: source, path and site of the stochastic method.

Equations and constants of Boore (2003), "Simulation of ground motion using the stochastic method", Pure and Applied
Geophysics 160:635-676, in SI units. Amplitudes were compared with the output of Boore's program SMSIM (``pirqa verify
motion``, cases ``stochastic.*``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pirqa.model.polyhedron import FloatArray

__all__ = [
    "Curve",
    "SeismologicalModel",
    "acceleration_spectrum",
    "amplification",
    "corner_frequency",
    "diminution",
    "geometrical_spreading",
    "moment_magnitude",
    "path_duration",
    "path_spectrum",
    "quality_factor",
    "seismic_moment",
]

Curve = tuple[tuple[float, float], ...]
"""Pairs of an abscissa, rising, and a value."""

_REFERENCE_DISTANCE = 1000.0
"""R0 at which the source spectrum is stated [m] (Boore 2003, eq. 5)."""


@dataclass(frozen=True, kw_only=True)
class SeismologicalModel:
    """Source, path and site of a stochastic motion, but for magnitude and distance."""

    stress_drop: float
    """Stress parameter Δσ [Pa]."""
    shear_velocity: float
    """β at the source [m/s]."""
    density: float
    """ρ at the source [kg/m3]."""
    kappa: float
    """κ0 of the site [s]."""
    quality: float
    """Q at 1 Hz."""
    quality_exponent: float
    """Exponent n of Q = Q0 f^n."""
    least_quality: float = 0.0
    """Lower bound of Q."""
    spreading: Curve = ((1000.0, -1.0),)
    """Distance [m] from which each exponent of the geometrical spreading applies."""
    path_duration: Curve = ((0.0, 0.0), (1e6, 50.0))
    """Distance [m] and duration [s] added by the path, linear between and beyond; 0.05 s/km where absent."""
    amplification: Curve = ()
    """Frequency [Hz] and amplification by the crust and the site; 1 where absent."""
    pseudo_depth: float = 0.0
    """h of the effective distance √(R² + h²) of a point source [m]."""
    radiation: float = 0.55
    """Average radiation coefficient of shear waves (Boore 2003, eq. 5)."""
    partition: float = 1.0 / math.sqrt(2.0)
    """Share of the vector in one horizontal component (Boore 2003, eq. 5)."""
    free_surface: float = 2.0
    """Amplification by the free surface (Boore 2003, eq. 5)."""
    window_peak: float = 0.2
    """ε: share of the window's duration at which it peaks (Boore 2003, after eq. 17)."""
    window_tail: float = 0.05
    """η: share of the peak that is left at the end of the window's duration."""
    window_factor: float = 2.0
    """Duration of the window over that of the motion (Boore 2003: 2; 2.12 with the durations of 2014 in SMSIM 6.0)."""


def seismic_moment(magnitude: float) -> float:
    """Return M0 [N m] of a moment magnitude: log M0 = 1.5 M + 9.05 (Hanks and Kanamori 1979; 16.05 in dyn cm)."""
    return float(10.0 ** (1.5 * magnitude + 9.05))


def moment_magnitude(moment: float) -> float:
    """Return the moment magnitude of a seismic moment [N m]."""
    return (math.log10(moment) - 9.05) / 1.5


def corner_frequency(moment: float, stress_drop: float, shear_velocity: float) -> float:
    """Return the corner frequency of Brune's (1970, 1971) spectrum [Hz].

    f_c = 2.34 β/(2π r) with the radius r = (7 M0/(16 Δσ))^(1/3). In km/s, bar and dyn cm that is
    4.906e6 β (Δσ/M0)^(1/3) (Boore 2003, eq. 4).

    >>> round(corner_frequency(seismic_moment(6.0), 8e6, 3600.0), 4)
    0.3399
    """
    radius = (7.0 * moment / (16.0 * stress_drop)) ** (1.0 / 3.0)
    return float(2.34 * shear_velocity / (2.0 * math.pi * radius))


def geometrical_spreading(distance: float, segments: Curve) -> float:
    """Return the piecewise power law of the distance [m], 1 at 1 km (Boore 2003, eq. 9)."""
    factor, start = 1.0, _REFERENCE_DISTANCE
    for at, (_, exponent) in enumerate(segments):
        end = segments[at + 1][0] if at + 1 < len(segments) else math.inf
        if distance <= end:
            return float(factor * (distance / start) ** exponent)
        factor *= float((end / start) ** exponent)
        start = end
    return factor


def path_duration(distance: float, nodes: Curve) -> float:
    """Return the duration that a path of ``distance`` [m] adds [s]; beyond the nodes the last slope goes on."""
    distances, durations = np.array(nodes).T
    last = float(distances[-1])
    if distance <= last or len(nodes) < 2:
        return float(np.interp(distance, distances, durations))
    slope = (durations[-1] - durations[-2]) / (distances[-1] - distances[-2])
    return float(durations[-1] + slope * (distance - last))


def quality_factor(frequencies: FloatArray, model: SeismologicalModel) -> FloatArray:
    """Return Q = max(Q_min, Q0 f^n) at ``frequencies`` [Hz]."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.maximum(model.least_quality, model.quality * frequencies**model.quality_exponent))


def amplification(frequencies: FloatArray, nodes: Curve) -> FloatArray:
    """Return the amplification at ``frequencies`` [Hz], linear in logarithms between nodes (SMSIM), constant beyond."""
    if not nodes:
        return np.ones_like(frequencies)
    known, factors = np.log(np.array(nodes)).T
    with np.errstate(divide="ignore"):
        return np.asarray(np.exp(np.interp(np.log(frequencies), known, factors)))


def diminution(frequencies: FloatArray, kappa: float) -> FloatArray:
    """Return e^(−π κ f) (Anderson and Hough 1984; Boore 2003, eq. 20)."""
    return np.asarray(np.exp(-math.pi * kappa * frequencies))


def path_spectrum(frequencies: FloatArray, distance: float, model: SeismologicalModel) -> FloatArray:
    """Return what path and site make of a source of 1 N m without corner, [m/s] over ω² M0, shape (frequencies,).

    C G(R) e^(−π f R/(Q β)) A(f) e^(−π κ f) with C = R_θφ V F/(4π ρ β³ R0) (Boore 2003, eqs. 5, 8, 9 and 20).
    """
    constant = model.radiation * model.partition * model.free_surface
    constant /= 4.0 * math.pi * model.density * model.shear_velocity**3 * _REFERENCE_DISTANCE
    lost = np.zeros_like(frequencies)
    moving = frequencies > 0.0
    waves = math.pi * frequencies[moving] * distance / model.shear_velocity
    lost[moving] = waves / quality_factor(frequencies[moving], model)
    factor = constant * geometrical_spreading(distance, model.spreading)
    site = amplification(frequencies, model.amplification) * diminution(frequencies, model.kappa)
    return np.asarray(factor * np.exp(-lost) * site)


def acceleration_spectrum(
    frequencies: FloatArray, moment: float, corner: float, distance: float, model: SeismologicalModel
) -> FloatArray:
    """Return |∫ a e^(−2πi f t) dt| of one horizontal component [m/s], shape (frequencies,).

    ω² M0/(1 + (f/f_c)²) (Brune 1970) times path and site; ``distance`` [m] from the source, ``corner`` f_c [Hz].
    """
    source = moment * (2.0 * math.pi * frequencies) ** 2 / (1.0 + (frequencies / corner) ** 2)
    return np.asarray(source * path_spectrum(frequencies, distance, model))
