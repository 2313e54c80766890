"""What explains the outcome of runs: efficiency of intensity measures, and influence of uncertain parameters."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pirqa.experiments.campaign.fragility import Boolean, fit_probit, lognormal, separable
from pirqa.model.polyhedron import FloatArray

_POWERS = {"arias": 2.0}
"""With which power of the motion's factor a measure grows, where it is not 1: their β is divided by it."""
_BINS = 256
"""Values of the measure that are fitted to, where there are more."""
_LEAST = 5
"""Records that a regression on their residuals needs."""
LEAST_SAMPLES = 10
"""Draws of a parameter below which halves of its range are told by fewer than five each: chance would be read as
influence."""


@dataclass(frozen=True, kw_only=True)
class MeasureFit:
    """One measure as a predictor of one damage state."""

    state: str
    measure: str
    theta: float
    """Median [unit of the measure]; nan where the data have none; the middle of the gap where ``perfect``."""
    beta: float
    """Dispersion [-], of a measure that grows with the motion itself: the smaller, the more efficient; 0 where
    ``perfect``, nan where the data have none."""
    likelihood: float
    """Mean log-likelihood of a run, 0 at best."""
    sufficiency: Mapping[str, float]
    """p-value of the regression of the records' residuals on each property of the record: below 0.05 the measure leaves
    something unsaid that the property knows."""

    @property
    def perfect(self) -> bool:
        """Whether one value of the measure parts all runs that reached the state from all that did not."""
        return self.beta == 0.0


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


def compare_measures(
    measures: Mapping[str, FloatArray],
    exceeded: Mapping[str, Boolean],
    records: npt.NDArray[np.generic],
    properties: Mapping[str, FloatArray],
) -> tuple[MeasureFit, ...]:
    """Every measure against every state, the most efficient first within a state; all arrays of shape (runs,).

    ``properties`` of the record (duration, mean period, magnitude) are those of its first run. Sufficiency after
    Luco and Cornell (2007): a record's residual is what it did more than its measure says, Σ(z - P)/√ΣP(1 - P) over its
    runs; it is regressed on the logarithm of each property, and the slope is tested by Student's t. A measure that
    parts the runs without a mistake is the most efficient of all: its β is 0, and it leaves no residual to regress.
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
            if _parted(place, reached):
                found.append(_perfect(state, measure, values, reached, known))
                continue
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
                p_value=_rank_p_value(correlation, draws),
                theta_low=_fragility_median(values[~upper], exceeded[~upper]),
                theta_high=_fragility_median(values[upper], exceeded[upper]),
                samples=draws,
            )
        )
    return tuple(sorted(found, key=lambda item: (-item.swing, -abs(item.correlation))))


def _without(state: str, measure: str) -> MeasureFit:
    return MeasureFit(state=state, measure=measure, theta=math.nan, beta=math.nan, likelihood=math.nan, sufficiency={})


def _parted(place: FloatArray, reached: Boolean) -> bool:
    """Whether one value, at which some may have reached the state and some not, parts all others; ``place``: ln of it.

    Equal levels differ by rounding once motions were scaled to them.
    """
    if reached.all() or not reached.any():
        return False
    found = separable(np.round(place, 9), reached[None].astype(float), np.ones((1, len(place))))
    return bool(found[0])


def _perfect(
    state: str, measure: str, values: FloatArray, reached: Boolean, known: Mapping[str, FloatArray]
) -> MeasureFit:
    """β → 0 fits ever better: told as 0, with the middle of the gap for a median."""
    stood, fell = float(values[~reached].max()), float(values[reached].min())
    likelihood = 0.0
    at = np.isclose(values, fell, rtol=1e-8, atol=0.0)
    if 0.0 < (share := float(reached[at].mean())) < 1.0:  # at that one value some did and some did not
        likelihood = float(at.mean()) * (share * math.log(share) + (1.0 - share) * math.log1p(-share))
    return MeasureFit(
        state=state,
        measure=measure,
        theta=math.sqrt(stood * fell),
        beta=0.0,
        likelihood=likelihood,
        sufficiency=dict.fromkeys(known, math.nan),
    )


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


def _rank_p_value(correlation: float, count: int) -> float:
    from scipy.special import stdtr

    if count < 4 or abs(correlation) >= 1.0:
        return math.nan if count < 4 else 0.0
    return 2.0 * float(stdtr(count - 2, -abs(correlation) * math.sqrt((count - 2) / (1.0 - correlation**2))))


def _fragility_median(values: FloatArray, exceeded: Boolean) -> float:
    place = np.log(values)
    unique, number = np.unique(place, return_inverse=True)
    bins = number if len(unique) <= _BINS else np.arange(len(unique))[number] * _BINS // len(unique)
    trials = np.bincount(bins).astype(float)
    middles = np.bincount(bins, place) / trials
    intercept, slope = (
        float(part[0]) for part in fit_probit(middles, np.bincount(bins, exceeded).astype(float)[None], trials[None])
    )
    return math.exp(-intercept / slope) if math.isfinite(slope) and slope > 0.0 else math.nan
