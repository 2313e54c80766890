"""Which intensity measure tells best what happens: efficiency (small β) and sufficiency (nothing else matters)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pirqa.campaign.fragility import lognormal
from pirqa.campaign.probit import Boolean, fit_probit
from pirqa.model.polyhedron import FloatArray

__all__ = ["MeasureFit", "compare_measures"]

_POWERS = {"arias": 2.0}
"""With which power of the motion's factor a measure grows, where it is not 1: their β is divided by it."""
_BINS = 256
"""Values of the measure that are fitted to, where there are more."""
_LEAST = 5
"""Records that a regression on their residuals needs."""


@dataclass(frozen=True, kw_only=True)
class MeasureFit:
    """One measure as a predictor of one damage state."""

    state: str
    measure: str
    theta: float
    """Median [unit of the measure]; nan where the data have none."""
    beta: float
    """Dispersion [-], of a measure that grows with the motion itself: the smaller, the more efficient."""
    likelihood: float
    """Mean log-likelihood of a run, 0 at best."""
    sufficiency: Mapping[str, float]
    """p-value of the regression of the records' residuals on each property of the record: below 0.05 the measure leaves
    something unsaid that the property knows."""


def compare_measures(
    measures: Mapping[str, FloatArray],
    exceeded: Mapping[str, Boolean],
    records: npt.NDArray[np.generic],
    properties: Mapping[str, FloatArray],
) -> tuple[MeasureFit, ...]:
    """Every measure against every state, the most efficient first within a state; all arrays of shape (runs,).

    ``properties`` of the record (duration, mean period, magnitude) are those of its first run. Sufficiency after
    Luco and Cornell (2007): a record's residual is what it did more than its measure says, Σ(z - P)/√ΣP(1 - P) over its
    runs; it is regressed on the logarithm of each property, and the slope is tested by Student's t.
    """
    _, first, codes = np.unique(records, return_index=True, return_inverse=True)
    known = {name: np.asarray(values, dtype=float)[first] for name, values in properties.items()}
    found: list[MeasureFit] = []
    for measure, values in measures.items():
        values = np.asarray(values, dtype=float)
        if not np.all(np.isfinite(values) & (values > 0.0)):
            continue
        place = np.log(values)
        unique, number = np.unique(place, return_inverse=True)
        bins = number if len(unique) <= _BINS else np.arange(len(unique))[number] * _BINS // len(unique)
        trials = np.bincount(bins).astype(float)
        middles = np.bincount(bins, place) / trials
        yes = np.array([np.bincount(bins, reached, minlength=len(trials)) for reached in exceeded.values()])
        intercepts, slopes = fit_probit(middles, yes, np.broadcast_to(trials, yes.shape))
        for (state, reached), intercept, slope in zip(exceeded.items(), intercepts, slopes, strict=True):
            if not (math.isfinite(slope) and slope > 0.0):
                found.append(_without(state, measure))
                continue
            theta, beta = math.exp(-intercept / slope), 1.0 / slope
            share = np.clip(lognormal(values, theta, beta), 1e-12, 1.0 - 1e-12)
            excess = np.bincount(codes, reached - share)
            scatter = np.bincount(codes, share * (1.0 - share))
            residual = excess / np.sqrt(np.maximum(scatter, 1e-6))
            found.append(
                MeasureFit(
                    state=state,
                    measure=measure,
                    theta=theta,
                    beta=beta / _POWERS.get(measure, 1.0),
                    likelihood=float(np.where(reached, np.log(share), np.log1p(-share)).mean()),
                    sufficiency={name: _p_value(residual, values) for name, values in known.items()},
                )
            )
    order = {name: number for number, name in enumerate(exceeded)}
    return tuple(sorted(found, key=lambda fit: (order[fit.state], math.isnan(fit.beta), fit.beta)))


def _without(state: str, measure: str) -> MeasureFit:
    return MeasureFit(state=state, measure=measure, theta=math.nan, beta=math.nan, likelihood=math.nan, sufficiency={})


def _p_value(residual: FloatArray, values: FloatArray) -> float:
    """Of the slope of ``residual`` on ln ``values``, both of shape (records,); nan where it cannot be told."""
    from scipy.special import stdtr

    sound = np.isfinite(values) & (values > 0.0)
    if int(sound.sum()) < _LEAST:
        return math.nan
    x, y = np.log(values[sound]), residual[sound]
    x, y = x - x.mean(), y - y.mean()
    along = float(x @ x)
    if along < 1e-12:
        return math.nan
    slope = float(x @ y) / along
    left = float(((y - slope * x) ** 2).sum())
    free = len(x) - 2
    if left <= 0.0:
        return 0.0
    return 2.0 * float(stdtr(free, -abs(slope) / math.sqrt(left / free / along)))
