"""Cloud analysis: records as strong as they are, a line through what lasts, and a chance of collapse of its own."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pirqa.campaign.probit import Boolean, fit_logit, separable
from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray

__all__ = ["CloudFit", "fit_cloud"]

_LEAST = 5
"""Runs without collapse that a line needs."""
_FLOOR = 1e-5
"""Lasting displacements below it count as this [m]: their logarithm would be that of rounding."""


@dataclass(frozen=True, kw_only=True)
class CloudFit:
    """ln(demand) = a + b ln(x) ± σ where the wall stands, and a logistic chance of collapse."""

    measure: str
    intercept: float
    slope: float
    scatter: float
    """Standard deviation of ln(demand) about the line [-]."""
    collapse_intercept: float
    """Of the logit; nan where collapse cannot be fitted."""
    collapse_slope: float
    runs: int
    collapsed: int
    floored: int
    """Runs whose demand was below the floor."""
    flaws: tuple[str, ...]

    def demand(self, values: FloatArray) -> FloatArray:
        """Median demand at ``values`` of the measure, where the wall stands."""
        return np.asarray(np.exp(self.intercept + self.slope * np.log(values)))

    def collapse(self, values: FloatArray) -> FloatArray:
        """Chance of collapse at ``values`` of the measure."""
        from scipy.special import expit

        if math.isnan(self.collapse_slope):
            return np.zeros(np.shape(values)) if self.collapsed == 0 else np.full(np.shape(values), math.nan)
        return np.asarray(expit(self.collapse_intercept + self.collapse_slope * np.log(values)))

    def exceedance(self, values: FloatArray, threshold: float) -> FloatArray:
        """P(demand > threshold or collapse): (1 - P(C))·Φ(…) + P(C) (Jalayer et al. 2017, equation 3)."""
        from scipy.special import ndtr

        line = self.intercept + self.slope * np.log(values)
        stands = ndtr((line - math.log(threshold)) / self.scatter)
        falls = self.collapse(values)
        return np.asarray((1.0 - falls) * stands + falls)


def fit_cloud(values: FloatArray, demand: FloatArray, collapsed: Boolean, *, measure: str = "") -> CloudFit:
    """Line and logit of runs at ``values`` of a measure whose ``demand`` [m] counts where they stand, shape (runs,)."""
    place, stands = np.log(np.asarray(values, dtype=float)), ~np.asarray(collapsed, dtype=bool)
    if int(stands.sum()) < _LEAST:
        raise OptionsError(
            f"cloud on {measure}: {int(stands.sum())} runs without collapse do not make a line; {_LEAST} are needed: "
            "add weaker records"
        )
    floored = np.maximum(demand[stands], _FLOOR)
    x, y = place[stands], np.log(floored)
    middle = float(x.mean())
    along = float(((x - middle) ** 2).sum())
    if along < 1e-12:
        raise OptionsError(f"cloud on {measure}: all records are equally strong; take records that differ")
    slope = float(((x - middle) * (y - y.mean())).sum()) / along
    intercept = float(y.mean()) - slope * middle
    scatter = math.sqrt(float(((y - intercept - slope * x) ** 2).sum()) / max(len(x) - 2, 1))
    flaws = []
    fell = np.asarray(collapsed, dtype=float)[None]
    ones = np.ones_like(fell)
    logit = (math.nan, math.nan)
    if not fell.any():
        flaws.append("none_exceeded")
    elif separable(place, fell, ones)[0]:
        flaws.append("separable")
    else:
        first, second = fit_logit(place, fell, ones)
        logit = (float(first[0]), float(second[0]))
        if not logit[1] > 0.0:
            flaws.append("not_rising")
    return CloudFit(
        measure=measure,
        intercept=intercept,
        slope=slope,
        scatter=max(scatter, 1e-6),
        collapse_intercept=logit[0],
        collapse_slope=logit[1],
        runs=len(place),
        collapsed=int(fell.sum()),
        floored=int((demand[stands] < _FLOOR).sum()),
        flaws=tuple(flaws),
    )
