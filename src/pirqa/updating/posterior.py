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

_QUANTILE = 1.959963984540054
"""Of the normal distribution at 97.5 %."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Posterior:
    """A normal distribution about the best point."""

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
    """By which the covariance was multiplied: χ² per degree of freedom where it exceeds 1, since then the measured
    standard deviations do not explain what is left (Birge 1932)."""


def laplace(target: Target, state: State, pairing: Pairing, parameters: Sequence[Parameter]) -> Posterior:
    """(JᵀJ)⁻¹ with the priors' rows in J."""
    left = residuals(target, state, pairing, parameters)
    # by logarithms: numbers of 1e8 Pa beside 1e4 N/m3 would cost half the digits
    slopes = jacobian(target, state, pairing, parameters) * state.values
    try:
        inner = np.linalg.inv(slopes.T @ slopes)
    except np.linalg.LinAlgError as error:
        raise ComputationError("updating: at the best point the modes do not tell all parameters apart") from error
    chi_square, freedoms = float(left @ left), len(left) - len(parameters)
    scale = max(chi_square / freedoms, 1.0) if freedoms > 0 else 1.0
    covariance = scale * inner * np.outer(state.values, state.values)
    sd = np.sqrt(np.diag(covariance))
    return Posterior(
        covariance=covariance,
        sd=sd,
        correlation=covariance / np.outer(sd, sd),
        low=np.maximum(state.values - _QUANTILE * sd, [item.low for item in parameters]),
        high=np.minimum(state.values + _QUANTILE * sd, [item.high for item in parameters]),
        chi_square=chi_square,
        freedoms=freedoms,
        scale=scale,
    )
