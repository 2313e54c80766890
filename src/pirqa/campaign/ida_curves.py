"""What runs did against how strong they were: a curve for each record as it is, and fractiles of all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pirqa.campaign.probit import Boolean
from pirqa.model.polyhedron import FloatArray

__all__ = ["FRACTILES", "DemandCurves", "demand_curves", "reversals"]

FRACTILES = (0.16, 0.5, 0.84)
"""Of the runs at one level (Vamvatsikos and Cornell 2002)."""
_MOST = 24
"""Levels that are taken as they are; more are put into twelve parts of equally many runs."""


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
