"""The shape that design spectra share: a rise, a plateau, a branch that falls with 1/T and one with 1/T²."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray

__all__ = ["DesignSpectrum", "damping_correction"]


@dataclass(frozen=True, kw_only=True)
class DesignSpectrum:
    """Spectrum of a code at one site, for 5 % damping unless its options say otherwise."""

    name: str
    """Key of its words in the report's word files, ``code.<name>``."""
    source: str
    """Code and articles, and how its tables were checked."""
    verified: bool
    """Whether its tables were checked against the code's text, or independent sources that agree."""
    pga: float
    """Peak acceleration of the ground that it stands for, not reduced by any ductility [m/s2]."""
    start: float
    """Ordinate at T = 0 [m/s2]; that of the plateau where the code has no rise."""
    plateau: float
    """Ordinate of the plateau [m/s2]."""
    plateau_start: float
    """Period where the plateau begins [s]; 0 where the code has no rise."""
    plateau_end: float
    """Period where the plateau ends [s]: TP, TC."""
    long_start: float = math.inf
    """Period from which it falls with 1/T² [s]: TL, TD; infinite where the code has no such branch."""
    edition: str
    """Edition of the code, such as ``2018``."""
    superseded_by: str = ""
    """Edition that replaced it; empty for a code in force. A superseded spectrum is shown and never decides."""

    @property
    def superseded(self) -> bool:
        """Whether a later edition has replaced the code."""
        return bool(self.superseded_by)

    def scaled(self, factor: float) -> DesignSpectrum:
        """Return the spectrum times ``factor``: another intensity of the same shape."""
        return replace(self, pga=factor * self.pga, start=factor * self.start, plateau=factor * self.plateau)

    @property
    def corners(self) -> tuple[float, ...]:
        """Corner periods that the code has [s], rising."""
        periods = (self.plateau_start, self.plateau_end, self.long_start)
        return tuple(period for period in periods if period > 0.0 and math.isfinite(period))

    def acceleration(self, periods: float | FloatArray) -> FloatArray:
        """Pseudo-acceleration at ``periods`` [m/s2], of the shape of ``periods``."""
        period = np.asarray(periods, dtype=np.float64)
        if not (np.all(np.isfinite(period)) and np.all(period >= 0.0)):
            raise OptionsError(f"design spectrum {self.name}: periods must be finite and not less than 0 s")
        falling = self.plateau_end / np.maximum(period, self.plateau_end)
        long = self.long_start / np.maximum(period, self.long_start) if math.isfinite(self.long_start) else 1.0
        ordinate = self.plateau * falling * long
        if self.plateau_start > 0.0:
            risen = np.minimum(period / self.plateau_start, 1.0)
            ordinate = ordinate + (1.0 - risen) * (self.start - self.plateau)
        return np.asarray(ordinate, dtype=np.float64)

    def displacement(self, periods: float | FloatArray) -> FloatArray:
        """Spectral displacement (T/2π)² S_a at ``periods`` [m], of the shape of ``periods``.

        Above 4 to 6 s Eurocode 8 (annex A) and NTC 2018 (§3.2.3.2.3) let it fall to the ground's own displacement:
        there this is on the safe side.
        """
        period = np.asarray(periods, dtype=np.float64)
        return np.asarray((period / (2.0 * math.pi)) ** 2 * self.acceleration(period), dtype=np.float64)


def damping_correction(damping: float) -> float:
    """η = √(10/(5 + ξ)) ≥ 0.55, ξ in per cent (EN 1998-1:2004 eq. 3.6; NTC 2018 eq. 3.2.4)."""
    return max(math.sqrt(10.0 / (5.0 + 100.0 * damping)), 0.55)
