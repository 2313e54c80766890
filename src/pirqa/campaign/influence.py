"""What uncertain parameters do to the outcome: rank correlation, and medians of the two halves of their range."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pirqa.campaign.probit import Boolean, fit_probit
from pirqa.model.polyhedron import FloatArray

__all__ = ["LEAST_SAMPLES", "Influence", "influences"]

LEAST_SAMPLES = 10
"""Draws of a parameter below which halves of its range are told by fewer than five each: chance would be read as
influence."""

_BINS = 256


@dataclass(frozen=True, kw_only=True)
class Influence:
    """Of one parameter."""

    parameter: str
    middle: float
    """Its median among the runs [SI]: where it is parted."""
    correlation: float
    """Spearman's, with how badly the wall fared, among runs of the same strength [-]; above 0: more of it is worse."""
    p_value: float
    """That a correlation as large comes by chance; of as many draws as there are samples."""
    theta_low: float
    """Median of the fragility of runs with less than the middle [unit of the measure]; nan where there is none."""
    theta_high: float
    """Of those with more."""
    samples: int
    """Different values of it among the runs."""

    @property
    def swing(self) -> float:
        """|ln(θ of the upper half / θ of the lower half)|; 0 where there is none."""
        ratio = self.theta_high / self.theta_low if self.theta_low else math.nan
        return abs(math.log(ratio)) if math.isfinite(ratio) and ratio > 0.0 else 0.0


def influences(
    parameters: dict[str, FloatArray],
    values: FloatArray,
    severity: FloatArray,
    exceeded: Boolean,
) -> tuple[Influence, ...]:
    """Of each of ``parameters``, the strongest first; all of shape (runs,).

    ``values`` of the measure; ``severity`` orders runs by how the wall fared, ``exceeded`` is the state of the medians.
    """
    unique, number = np.unique(np.round(np.log(values), 9), return_inverse=True)
    if len(unique) > 24:
        number = np.argsort(np.argsort(values, kind="stable")) * 12 // len(values)
    ranks = _ranks(severity, number)
    found = []
    for name, chosen in parameters.items():
        middle = float(np.median(chosen))
        upper = chosen > middle
        if not upper.any():
            continue
        own = _ranks(chosen, number)
        correlation = _correlation(ranks, own)
        draws = len(np.unique(chosen))
        found.append(
            Influence(
                parameter=name,
                middle=middle,
                correlation=correlation,
                p_value=_p_value(correlation, draws),
                theta_low=_median(values[~upper], exceeded[~upper]),
                theta_high=_median(values[upper], exceeded[upper]),
                samples=draws,
            )
        )
    return tuple(sorted(found, key=lambda item: (-item.swing, -abs(item.correlation))))


def _ranks(values: FloatArray, groups: npt.NDArray[np.intp]) -> FloatArray:
    """Ranks within each group about their mean, ties sharing theirs, from -0.5 to 0.5, shape (runs,)."""
    order = np.lexsort((values, groups))
    sorted_values, sorted_groups = values[order], groups[order]
    new = np.r_[True, (np.diff(sorted_values) != 0.0) | (np.diff(sorted_groups) != 0)]
    tie = np.cumsum(new) - 1
    place = np.arange(len(values)) - np.searchsorted(sorted_groups, sorted_groups)
    mean = np.bincount(tie, place) / np.bincount(tie)
    sizes = np.bincount(groups)[sorted_groups]
    found = np.empty(len(values))
    found[order] = (mean[tie] + 0.5) / sizes - 0.5
    return found


def _correlation(first: FloatArray, second: FloatArray) -> float:
    size = math.sqrt(float(first @ first) * float(second @ second))
    return float(first @ second) / size if size > 0.0 else 0.0


def _p_value(correlation: float, count: int) -> float:
    from scipy.special import stdtr

    if count < 4 or abs(correlation) >= 1.0:
        return math.nan if count < 4 else 0.0
    return 2.0 * float(stdtr(count - 2, -abs(correlation) * math.sqrt((count - 2) / (1.0 - correlation**2))))


def _median(values: FloatArray, exceeded: Boolean) -> float:
    place = np.log(values)
    unique, number = np.unique(place, return_inverse=True)
    bins = number if len(unique) <= _BINS else np.arange(len(unique))[number] * _BINS // len(unique)
    trials = np.bincount(bins).astype(float)
    middles = np.bincount(bins, place) / trials
    intercept, slope = (
        float(part[0]) for part in fit_probit(middles, np.bincount(bins, exceeded).astype(float)[None], trials[None])
    )
    return math.exp(-intercept / slope) if math.isfinite(slope) and slope > 0.0 else math.nan
