"""Deaggregation by motion: how much of the annual rate of a damage state each motion accounts for.

A motion that reaches a state at x and above accounts for λ(x)/n of the rate, n being the number of motions: the rate of
a certain threshold is the hazard's own there, and the mean over the motions is that of their distribution of
thresholds (Vamvatsikos and Cornell 2002; Jalayer and Cornell 2009).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pirqa.campaign.hazard import HazardCurve
from pirqa.campaign.probit import Boolean
from pirqa.model.polyhedron import FloatArray

__all__ = ["MotionShare", "motion_shares"]


@dataclass(frozen=True, kw_only=True)
class MotionShare:
    """What one motion accounts for in the annual rate of a state."""

    state: str
    record: str
    rate: float
    """[1/year]"""
    share: float
    """Of the rate of all motions [-]."""
    level: float
    """Median of the levels from which its runs reach the state, on the measure of the hazard curve; nan where half of
    them or more do not reach it."""
    reached: int
    """Curves (samples) that reach the state."""
    curves: int


def motion_shares(
    state: str,
    hazard: HazardCurve,
    values: FloatArray,
    reached: Boolean,
    records: Sequence[str],
    curves: npt.NDArray[np.generic],
) -> tuple[MotionShare, ...]:
    """Return the share of each motion, the greatest first; none where no run reaches the state.

    ``values`` of the hazard's measure, ``reached``, ``records`` and ``curves`` (record and sample) have an entry for
    each run that counts, shape (runs,). The threshold of a curve is between the lowest level that reaches the state and
    the highest below it that does not: their geometric mean, or the lowest level where none below it was run.
    """
    names = np.asarray(records, dtype=str)
    number = len(np.unique(curves))
    found: list[tuple[str, float, list[float]]] = []
    for name in dict.fromkeys(names.tolist()):
        thresholds = [
            _threshold(values[curves == curve], reached[curves == curve]) for curve in np.unique(curves[names == name])
        ]
        rate = sum(float(hazard.rate_at(level)) for level in thresholds if math.isfinite(level)) / number
        found.append((name, rate, thresholds))
    total = sum(rate for _, rate, _ in found)
    if total <= 0.0:
        return ()
    shares = []
    for name, rate, thresholds in sorted(found, key=lambda item: (-item[1], item[0])):
        median = float(np.quantile(thresholds, 0.5, method="inverted_cdf"))
        shares.append(
            MotionShare(
                state=state,
                record=name,
                rate=rate,
                share=rate / total,
                level=median if math.isfinite(median) else math.nan,
                reached=sum(math.isfinite(level) for level in thresholds),
                curves=len(thresholds),
            )
        )
    return tuple(shares)


def _threshold(values: FloatArray, reached: Boolean) -> float:
    """Return the level from which one curve reaches the state; infinite where it does not."""
    if not reached.any():
        return math.inf
    lowest = float(values[reached].min())
    below = values[~reached & (values < lowest)]
    return math.sqrt(lowest * float(below.max())) if len(below) else lowest
