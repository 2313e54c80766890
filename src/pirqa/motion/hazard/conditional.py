"""Conditional mean spectrum with its variance, by the correlation of spectral accelerations at two periods."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.hazard.models import Scenario, find_model, predict

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


_LARGEST_EPSILON = 5.0
_RARE_EPSILON = 3.0
"""A larger ε of a given acceleration is remarked: the earthquake hardly explains it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ConditionalSpectrum:
    """The distribution of spectral accelerations, given that at one period."""

    source: str
    period: float
    """Conditioning period [s]."""
    epsilon: float
    """Standard deviations above the median at that period."""
    acceleration: float
    """Spectral acceleration at that period [m/s2]."""
    periods: FloatArray
    """[s]"""
    median: FloatArray
    """Conditional mean spectrum, exp of the mean of the logarithms [m/s2], of the shape of ``periods``."""
    sigma: FloatArray
    """Conditional standard deviation of the logarithm; zero at the conditioning period."""
    remarks: tuple[Remark, ...] = ()


def condition(median: FloatArray, sigma: FloatArray, rho: FloatArray, epsilon: float) -> tuple[FloatArray, FloatArray]:
    """Return median and standard deviation given ε: μ + ρ ε σ and σ √(1 − ρ²) (Baker 2011, steps 3 and 4).

    >>> median, sigma = condition(np.array([2.0, 2.0]), np.array([0.5, 0.5]), np.array([1.0, 0.0]), 2.0)
    >>> (median / 2.0).round(4), sigma
    (array([2.7183, 1.    ]), array([0. , 0.5]))
    """
    return median * np.exp(rho * epsilon * sigma), sigma * np.sqrt(np.maximum(1.0 - rho**2, 0.0))


def conditional_spectrum(
    model: str,
    scenario: Scenario,
    *,
    period: float,
    epsilon: float | None = None,
    acceleration: float | None = None,
    periods: FloatArray,
) -> ConditionalSpectrum:
    """Return the conditional spectrum at ``periods`` [s] of ``model`` for ``scenario``.

    Baker (2011), J. Struct. Eng. 137(3), 322, with the correlations of Baker and Jayaram (2008). Give ``epsilon`` at
    ``period`` [s], or the spectral ``acceleration`` there [m/s2], from which ε = (ln Sa − μ)/σ follows.
    """
    if (epsilon is None) == (acceleration is None):
        raise OptionsError('motion.set.conditional: give epsilon or acceleration, for example epsilon = "1.5"')
    law = find_model(model)
    wanted = np.asarray(periods, dtype=np.float64)
    found = predict(law, scenario, np.append(wanted, period))
    median, sigma = float(found.median[-1]), float(found.sigma[-1])
    remarks = list(found.remarks)
    if epsilon is None:
        assert acceleration is not None
        if not (acceleration > 0.0 and math.isfinite(acceleration)):
            raise OptionsError(
                f"motion.set.conditional.acceleration: must be greater than 0, got {acceleration:g} m/s2"
            )
        epsilon = math.log(acceleration / median) / sigma
        if abs(epsilon) > _LARGEST_EPSILON:
            raise OptionsError(
                f"motion.set.conditional.acceleration: {acceleration:.3g} m/s2 at {period:g} s is {epsilon:.2f} "
                f"standard deviations from the median of {model}, {median:.3g} m/s2; check the earthquake"
            )
        if abs(epsilon) > _RARE_EPSILON:
            remarks.append(Remark(kind="warning", key="hazard_epsilon", text=model, amount=epsilon))
    if not scenario.crustal:
        remarks.append(Remark(kind="assumption", key="hazard_crustal_correlation", text=model))
    rho = correlation(wanted, period)
    medians, sigmas = condition(found.median[:-1], found.sigma[:-1], rho, epsilon)
    return ConditionalSpectrum(
        source=(
            f"conditional mean spectrum at {period:g} s, ε = {epsilon:.2f} (Baker 2011; Baker and Jayaram 2008): "
            f"{law.source}, for M {scenario.magnitude:g} at {scenario.distance / 1000.0:g} km"
        ),
        period=period,
        epsilon=epsilon,
        acceleration=median * math.exp(epsilon * sigma),
        periods=wanted,
        median=medians,
        sigma=sigmas,
        remarks=tuple(remarks),
    )
