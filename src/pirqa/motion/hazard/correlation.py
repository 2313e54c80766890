"""Correlation of spectral accelerations at two periods."""

from __future__ import annotations

import math

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray

__all__ = ["correlation"]

_SHORTEST, _LONGEST = 0.01, 10.0
"""Periods to which the equations were fitted [s]."""


def correlation(periods: FloatArray, period: float) -> FloatArray:
    """Return the correlation of ε at ``periods`` with ε at ``period`` [s].

    Baker and Jayaram (2008), Earthquake Spectra 24(1), 299, for crustal earthquakes, 0.01 to 10 s:

    - C1 = 1 − cos(π/2 − 0.366 ln(Tmax / max(Tmin, 0.109)))
    - C2 = 1 − 0.105 (1 − 1/(1 + e^(100 Tmax − 5))) (Tmax − Tmin)/(Tmax − 0.0099) for Tmax < 0.2 s, else 0
    - C3 = C2 for Tmax < 0.109 s, else C1
    - C4 = C1 + 0.5 (√C3 − C3)(1 + cos(π Tmin/0.109))
    - ρ = C2 for Tmax < 0.109 s; C1 for Tmin > 0.109 s; min(C2, C4) for Tmax < 0.2 s; else C4

    >>> correlation(np.array([1.0, 2.0]), 1.0).round(4)
    array([1.   , 0.749])
    """
    other = np.asarray(periods, dtype=np.float64)
    low, high = np.minimum(other, period), np.maximum(other, period)
    if other.size and (low.min() < _SHORTEST * (1 - 1e-9) or high.max() > _LONGEST * (1 + 1e-9)):
        raise OptionsError(
            f"motion.set.conditional: correlations are known from {_SHORTEST:g} to {_LONGEST:g} s, not from "
            f"{low.min():.3g} to {high.max():.3g} s; give another motion.set.period"
        )
    c1 = 1.0 - np.cos(0.5 * math.pi - 0.366 * np.log(high / np.maximum(low, 0.109)))
    short = np.minimum(high, 0.2)  # where C2 is used; keeps the exponential finite
    c2 = 1.0 - 0.105 * (1.0 - 1.0 / (1.0 + np.exp(100.0 * short - 5.0))) * (high - low) / (high - 0.0099)
    c3 = np.where(high < 0.109, c2, c1)
    c4 = c1 + 0.5 * (np.sqrt(c3) - c3) * (1.0 + np.cos(math.pi * low / 0.109))
    rho = np.where(high < 0.109, c2, np.where(low > 0.109, c1, np.where(high < 0.2, np.minimum(c2, c4), c4)))
    return np.where(low == high, 1.0, rho)
