"""Floor spectra: what a structure makes of the ground's spectrum (Circolare 7/2019 C7.2.3, eqs C7.2.5–10).

Compared with a public transcription of the Circolare's pages, not with the official text itself. All functions take
numbers or arrays that broadcast; ``nan`` stands for a period that is not known.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from pirqa.model.bounds import Real
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.design_spectrum import DesignSpectrum, damping_correction

PLATEAU = (0.8, 1.1)
"""a and b: the floor spectrum is highest from a·T_k to b·T_k (C7.2.3)."""


def participation(levels: Real) -> Real:
    """Return γ1 = 3n/(2n + 1) for ``levels`` storeys n (eq. C7.2.10; Chokepukio paper, at eq. 13)."""
    return 3.0 * levels / (2.0 * levels + 1.0)


def mode_shape(level: Real, height: Real) -> Real:
    """Return ψ(z) = z/H (Chokepukio paper, at eq. 13)."""
    return level / height


def floor_acceleration(elastic: Real, floor: Real, structure_damping: Real) -> Real:
    """Return a_Z = S_e(T1, ξ1) |γ1 ψ1(z)| √(1 + 0.0004 ξ1²), ξ1 in per cent [m/s2] (eq. C7.2.7, one mode).

    ``elastic`` is S_e(T1, ξ1) [m/s2], ``floor`` is γ1·ψ1(z); ``structure_damping`` is a ratio, so that the root is
    √(1 + 4 ξ1²), the exact one of a mass on a spring and a damper.
    """
    return elastic * np.abs(floor) * np.sqrt(1.0 + 4.0 * np.square(structure_damping))


def floor_amplification(structure_damping: Real, correction: Real) -> Real:
    """Return the peak of the floor spectrum over the floor's acceleration, 1.1 ξ1^−0.5 η(ξ) (eq. C7.2.9).

    The text has ξ1 in per cent; then the peak would lie below the floor's acceleration (0.49 of it at 5 %), which no
    floor spectrum does. Read with a ratio it is 4.9: that reading is used here, and not below 1.
    """
    return np.maximum(1.1 / np.sqrt(structure_damping) * correction, 1.0)


def floor_spectrum(
    period: Real, *, floor_acceleration: Real, amplification: Real, structure_period: Real, ground: Real
) -> Real:
    """Return S_eZ(T, ξ, z) [m/s2] of one mode (eqs C7.2.5 and C7.2.6).

    ``ground`` is S_e(T, ξ) at ``period``: the floor spectrum is not below it where T > T1.
    """
    rise, fall = (share * structure_period for share in PLATEAU)
    excess = amplification - 1.0
    before = 1.0 + excess * np.maximum(1.0 - period / rise, 0.0) ** 1.6
    after = 1.0 + excess * np.maximum(period / fall - 1.0, 0.0) ** 1.2
    ordinate = amplification * floor_acceleration / (before * after)  # one of the two is 1 at any period
    return np.where(period > structure_period, np.maximum(ordinate, ground), ordinate)


def damped(spectrum: DesignSpectrum, damping: float) -> DesignSpectrum:
    """Return ``spectrum``, made for 5 %, with ``damping``: its plateau and what follows times η.

    (NTC 2018 eqs 3.2.2–3.2.4.)
    """
    plateau = spectrum.plateau * damping_correction(damping)
    start = spectrum.start if spectrum.plateau_start > 0.0 else plateau
    return replace(spectrum, plateau=plateau, start=start)


def ordinates(spectrum: Callable[[FloatArray], FloatArray], periods: Real) -> FloatArray:
    """Return the ordinates of a spectrum at ``periods`` [s]; ``nan`` where a period is not known or infinite."""
    values = np.asarray(periods, dtype=np.float64)
    known = np.isfinite(values)
    return np.where(known, spectrum(np.where(known, values, 0.0)), np.nan)


@dataclass(frozen=True, kw_only=True, eq=False)
class Floor:
    """The structure below mechanisms at a height, as an oscillator of one mode."""

    period: Real
    """T1 [s]"""
    elongation: float
    """Factor on T1 once the structure is damaged."""
    damping: float
    """ξ1, of critical [-]."""
    shape: Real
    """ψ(z) γ [-]"""

    def acceleration(self, spectrum: DesignSpectrum, *, elongated: bool = False) -> FloatArray:
        """Return a_Z, the floor's greatest acceleration [m/s2] (eqs C7.2.7–8); the ground's where that is more."""
        period = self.period * (self.elongation if elongated else 1.0)
        elastic = ordinates(damped(spectrum, self.damping).acceleration, period)
        return np.maximum(floor_acceleration(elastic, self.shape, self.damping), spectrum.pga)

    def spectrum(
        self, spectrum: DesignSpectrum, damping: float, periods: Real, *, elongated: bool = False
    ) -> FloatArray:
        """Return S_eZ(T, ξ, z) at ``periods`` [m/s2] (eqs C7.2.5–6)."""
        found = floor_spectrum(
            np.asarray(periods, dtype=np.float64),
            floor_acceleration=self.acceleration(spectrum, elongated=elongated),
            amplification=floor_amplification(self.damping, damping_correction(damping)),
            structure_period=self.period * (self.elongation if elongated else 1.0),
            ground=ordinates(damped(spectrum, damping).acceleration, periods),
        )
        return np.asarray(found, dtype=np.float64)

    def displacement(self, spectrum: DesignSpectrum, damping: float, periods: Real) -> FloatArray:
        """Return the displacement demand at ``periods`` [m] (eq. C8.7.1.12), the structure's period elongated."""
        period = np.asarray(periods, dtype=np.float64)
        own = self.period * self.elongation
        end = PLATEAU[1] * own
        demand = (period / (2.0 * math.pi)) ** 2 * self.spectrum(spectrum, damping, period, elongated=True)
        peak = (end / (2.0 * math.pi)) ** 2 * self.spectrum(spectrum, damping, own, elongated=True)
        return np.where(period > end, np.maximum(demand, peak), demand)
