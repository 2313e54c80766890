"""Demand: spectra with another damping, the structure below a mechanism, its floor spectrum."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from pirqa.codes import ntc2008, ntc2018
from pirqa.codes.options import CodesOptions
from pirqa.model.bounds import Real
from pirqa.model.mechanism import Mechanism
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.design_spectrum import DesignSpectrum
from pirqa.motion.design_spectrum.shape import damping_correction

__all__ = ["Floor", "damped", "floor_of"]


def damped(spectrum: DesignSpectrum, damping: float) -> DesignSpectrum:
    """``spectrum``, made for 5 %, with ``damping``: its plateau and what follows times η (NTC 2018 eqs 3.2.2–3.2.4)."""
    plateau = spectrum.plateau * damping_correction(damping)
    start = spectrum.start if spectrum.plateau_start > 0.0 else plateau
    return replace(spectrum, plateau=plateau, start=start)


@dataclass(frozen=True, kw_only=True)
class Floor:
    """The structure below a mechanism at a height, as an oscillator of one mode."""

    period: float
    """T1 [s]"""
    elongation: float
    """Factor on T1 once the structure is damaged."""
    damping: float
    """ξ1, of critical [-]."""
    shape: float
    """ψ(z) γ [-]"""

    def acceleration(self, spectrum: DesignSpectrum, *, elongated: bool = False) -> float:
        """a_Z, the floor's greatest acceleration [m/s2] (eqs C7.2.7–8); the ground's where that is more."""
        period = self.period * (self.elongation if elongated else 1.0)
        elastic = float(damped(spectrum, self.damping).acceleration(period))
        return max(float(ntc2018.floor_acceleration(elastic, self.shape, self.damping)), spectrum.pga)

    def spectrum(
        self, spectrum: DesignSpectrum, damping: float, periods: Real, *, elongated: bool = False
    ) -> FloatArray:
        """S_eZ(T, ξ, z) at ``periods`` [m/s2] (eqs C7.2.5–6)."""
        ordinates = ntc2018.floor_spectrum(
            np.asarray(periods, dtype=np.float64),
            floor_acceleration=self.acceleration(spectrum, elongated=elongated),
            amplification=ntc2018.floor_amplification(self.damping, damping_correction(damping)),
            structure_period=self.period * (self.elongation if elongated else 1.0),
            ground=damped(spectrum, damping).acceleration(periods),
        )
        return np.asarray(ordinates, dtype=np.float64)

    def displacement(self, spectrum: DesignSpectrum, damping: float, periods: Real) -> FloatArray:
        """Displacement demand at ``periods`` [m] (eq. C8.7.1.12), with the structure's period elongated."""
        period = np.asarray(periods, dtype=np.float64)
        own = self.period * self.elongation
        end = ntc2018.PLATEAU[1] * own
        demand = (period / (2.0 * math.pi)) ** 2 * self.spectrum(spectrum, damping, period, elongated=True)
        peak = (end / (2.0 * math.pi)) ** 2 * float(self.spectrum(spectrum, damping, own, elongated=True))
        return np.where(period > end, np.maximum(demand, peak), demand)


def floor_of(mechanism: Mechanism, options: CodesOptions) -> Floor | None:
    """The structure below ``mechanism``; None where it turns at the ground, or where T1 is not known."""
    if not mechanism.local or options.structure_period is None:
        return None
    gamma = ntc2008.participation(options.levels) if options.participation is None else options.participation
    if options.mode_levels:
        psi: Real = float(np.interp(mechanism.level, options.mode_levels, options.mode_values))
    else:
        psi = ntc2008.mode_shape(mechanism.level, mechanism.height)
    return Floor(
        period=options.structure_period,
        elongation=options.period_elongation,
        damping=options.structure_damping,
        shape=float(psi * gamma),
    )
