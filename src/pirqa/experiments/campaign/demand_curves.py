"""Demand on the wall against intensity: a curve for each record with fractiles of all, and the line of a cloud."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pirqa.errors import OptionsError
from pirqa.experiments.campaign.fragility import Boolean, fit_logit, separable
from pirqa.model.polyhedron import FloatArray

FRACTILES = (0.16, 0.5, 0.84)
"""Of the runs at one level (Vamvatsikos and Cornell 2002)."""
_MOST = 24
"""Levels that are taken as they are; more are put into twelve parts of equally many runs."""
_LEAST = 5
"""Runs without collapse that a line needs."""
_FLOOR = 1e-5
"""Lasting displacements below it count as this [m]: their logarithm would be that of rounding."""


@dataclass(frozen=True, kw_only=True, eq=False)
class DemandCurves:
    """A demand against a measure."""

    measure: str
    demand: str
    """Column of the table."""
    levels: FloatArray
    """Of the fractiles, shape (k,)."""
    fractiles: FloatArray
    """16, 50 and 84 % of the runs have at most so much; infinite where they collapsed, shape (k, 3)."""
    collapsed: FloatArray
    """Share of the runs that collapsed, shape (k,)."""
    curve: npt.NDArray[np.intp]
    """Number of the curve of each run, shape (runs,); runs are sorted by curve and strength."""
    values: FloatArray
    """Of the measure, shape (runs,)."""
    demands: FloatArray
    """Infinite where the wall collapsed, shape (runs,)."""


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


def demand_curves(
    values: FloatArray,
    demands: FloatArray,
    collapsed: Boolean,
    curves: npt.NDArray[np.generic],
    *,
    measure: str,
    demand: str,
) -> DemandCurves:
    """Of runs at ``values`` of a measure; ``curves`` say which belong to one curve; all of shape (runs,).

    A collapse at a weaker motion and none at a stronger one stay as they are: rocking is not monotonic.
    """
    _, codes = np.unique(curves, return_inverse=True)
    order = np.lexsort((values, codes))
    sizes = np.where(collapsed, np.inf, demands)
    unique, number = np.unique(np.round(np.log(values), 9), return_inverse=True)
    if len(unique) > _MOST:
        number = np.argsort(np.argsort(values, kind="stable")) * 12 // len(values)
    count = int(number.max()) + 1
    by = np.argsort(number, kind="stable")
    parts = np.split(by, np.cumsum(np.bincount(number, minlength=count))[:-1])
    return DemandCurves(
        measure=measure,
        demand=demand,
        levels=np.array([float(np.exp(np.log(values[part]).mean())) for part in parts]),
        fractiles=np.array([np.quantile(sizes[part], FRACTILES, method="inverted_cdf") for part in parts]),
        collapsed=np.array([float(collapsed[part].mean()) for part in parts]),
        curve=codes[order],
        values=values[order],
        demands=sizes[order],
    )


def reversals(values: FloatArray, exceeded: Boolean, curves: npt.NDArray[np.generic]) -> int:
    """Curves that reach a state at one strength and not at a greater one."""
    _, codes = np.unique(curves, return_inverse=True)
    order = np.lexsort((values, codes))
    codes, reached = codes[order], exceeded[order]
    place = np.arange(len(codes))
    starts = np.searchsorted(codes, codes)
    last = np.maximum.accumulate(np.where(reached, place, -1))
    return len(np.unique(codes[~reached & (last >= starts)]))


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
