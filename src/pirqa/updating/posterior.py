"""How well the parameters are known after the fit: Laplace's covariance at the best point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.errors import ComputationError
from pirqa.model.polyhedron import FloatArray
from pirqa.updating.direct import jacobian, residuals
from pirqa.updating.parameters import Parameter
from pirqa.updating.target import Pairing, Target
from pirqa.updating.twin import State

__all__ = ["Posterior", "laplace"]

_UPPER = 0.975
"""Of the distribution below the upper end of a 95 % interval."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Posterior:
    """A normal distribution about the best point; its intervals by Student's where its width was estimated."""

    covariance: FloatArray
    """Shape (v, v), in the units of the parameters."""
    sd: FloatArray
    """Standard deviations, shape (v,)."""
    correlation: FloatArray
    """Shape (v, v)."""
    low: FloatArray
    """Of the 95 % interval, not beyond the bounds, shape (v,)."""
    high: FloatArray
    """Shape (v,)."""
    chi_square: float
    """Sum of squares of all residuals, each over its standard deviation; priors too."""
    freedoms: int
    """Residuals less parameters."""
    scale: float
    """By which the variances of what was measured were multiplied: χ² per degree of freedom where it exceeds 1, since
    then the stated ones do not explain what is left (Birge 1932). Priors are no measurement: theirs stay."""


def laplace(target: Target, state: State, pairing: Pairing, parameters: Sequence[Parameter]) -> Posterior:
    """H⁻¹ (s JᵀJ + P) H⁻¹ with H = JᵀJ + P: J the slopes of what was measured, P the priors, s the scale.

    That is how far the best point of the stated weights scatters when what was measured scatters √s times as much as
    was stated; (JᵀJ + P)⁻¹ where s is 1. Without priors it is s (JᵀJ)⁻¹, and where the modes tell nothing P⁻¹.
    """
    left = residuals(target, state, pairing, parameters)
    # by logarithms: numbers of 1e8 Pa beside 1e4 N/m3 would cost half the digits
    slopes = jacobian(target, state, pairing, parameters) * state.values
    try:
        inner = np.linalg.inv(slopes.T @ slopes)
    except np.linalg.LinAlgError as error:
        raise ComputationError("updating: at the best point the modes do not tell all parameters apart") from error
    chi_square, freedoms = float(left @ left), len(left) - len(parameters)
    scale = max(chi_square / freedoms, 1.0) if freedoms > 0 else 1.0
    measured = slopes[: len(left) - sum(item.prior_sd is not None for item in parameters)]
    inner = inner + (scale - 1.0) * inner @ measured.T @ measured @ inner
    covariance = inner * np.outer(state.values, state.values)
    sd = np.sqrt(np.diag(covariance))
    half = _quantile(scale, freedoms) * sd
    return Posterior(
        covariance=covariance,
        sd=sd,
        correlation=covariance / np.outer(sd, sd),
        low=np.maximum(state.values - half, [item.low for item in parameters]),
        high=np.minimum(state.values + half, [item.high for item in parameters]),
        chi_square=chi_square,
        freedoms=freedoms,
        scale=scale,
    )


def _quantile(scale: float, freedoms: int) -> float:
    """Standard deviations to either end of a 95 % interval: 1.96, and more where the residuals had to tell the width.

    Of the variance 1 part is stated, of which nothing is doubted, and scale − 1 were estimated from ``freedoms``
    residuals: Student's distribution with scale²/(scale − 1)² times as many (Welch and Satterthwaite: GUM 2008, G.4.1).
    """
    from scipy.special import ndtri, stdtrit

    if scale <= 1.0:
        return float(ndtri(_UPPER))
    return float(stdtrit(freedoms * (scale / (scale - 1.0)) ** 2, _UPPER))
