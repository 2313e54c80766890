"""Criteria for a reliable curve and a clear peak (SESAME European research project 2004, WP12, deliverable D23.12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.hvsr.peaks import Lognormal, highest_peak

__all__ = ["CLEAR", "Criterion", "clarity", "reliability"]

CLEAR = 5
"""Of the six criteria of clarity that must be kept."""
_THRESHOLDS = (
    (0.2, 0.25, 3.0),
    (0.5, 0.20, 2.5),
    (1.0, 0.15, 2.0),
    (2.0, 0.10, 1.78),
    (np.inf, 0.05, 1.58),
)
"""Up to this frequency [Hz]: ε, share of f0 that its deviation must stay below, and θ, that of the amplitude (table of
the criteria)."""


@dataclass(frozen=True, kw_only=True)
class Criterion:
    """One criterion: the number, the limit and whether it is kept."""

    key: str
    """Key of its words in the report's word files, ``hvsr.criterion.<key>``."""
    value: float
    limit: float
    sense: Literal["above", "below"]
    """Where the value must lie of the limit."""
    unit: str = ""
    """SI, of value and limit."""

    @property
    def kept(self) -> bool:
        """Whether it is; an undefined number keeps nothing."""
        return bool(self.value > self.limit if self.sense == "above" else self.value < self.limit)


def reliability(
    peak: float, window: float, windows: float, frequency: FloatArray, deviation: FloatArray
) -> tuple[Criterion, ...]:
    """The three of a reliable curve: all must be kept.

    ``peak`` f0 of the median curve [Hz]; ``window`` length [s] and number of ``windows``, of those that overlap as many
    as would not; ``deviation`` standard deviation of ln(H/V), shape (frequencies,).
    """
    near = (frequency > 0.5 * peak) & (frequency < 2.0 * peak)
    scatter = float(np.exp(deviation[near].max())) if np.any(near) else np.nan
    return (
        Criterion(key="window_length", value=peak, limit=10.0 / window, sense="above", unit="Hz"),
        Criterion(key="significant_cycles", value=window * windows * peak, limit=200.0, sense="above"),
        Criterion(key="amplitude_scatter", value=scatter, limit=2.0 if peak > 0.5 else 3.0, sense="below"),
    )


def clarity(
    peak: float,
    height: float,
    frequency: FloatArray,
    median: FloatArray,
    deviation: FloatArray,
    windows: Lognormal | None,
    search: tuple[float, float],
) -> tuple[Criterion, ...]:
    """The six of a clear peak: at least five must be kept (:data:`CLEAR`).

    ``peak`` [Hz] and ``height`` of the ``median`` curve, ``deviation`` of ln(H/V), shape (frequencies,), and the
    statistics of the ``windows``' own peaks.
    """
    share, spread = next((share, spread) for until, share, spread in _THRESHOLDS if not peak >= until)
    below = (frequency >= 0.25 * peak) & (frequency <= peak)
    above = (frequency >= peak) & (frequency <= 4.0 * peak)
    shifts = [
        abs(highest_peak(frequency, median * np.exp(sign * deviation), search)[0] / peak - 1.0) for sign in (-1.0, 1.0)
    ]
    scatter = np.nan if windows is None else windows.standard_deviation
    at_peak = np.nan
    if np.isfinite(peak):
        at_peak = float(np.exp(np.interp(np.log(peak), np.log(frequency), deviation)))
    return (
        Criterion(key="falls_below", value=_least(median, below), limit=0.5 * height, sense="below"),
        Criterion(key="falls_above", value=_least(median, above), limit=0.5 * height, sense="below"),
        Criterion(key="height", value=height, limit=2.0, sense="above"),
        # nan where one of the two curves has no peak at all: max() of Python would lose it
        Criterion(key="peak_stays", value=float(np.max(shifts)), limit=0.05, sense="below"),
        Criterion(key="frequency_scatter", value=scatter, limit=share * peak, sense="below", unit="Hz"),
        Criterion(key="peak_scatter", value=at_peak, limit=spread, sense="below"),
    )


def _least(curve: FloatArray, inside: np.ndarray[Any, np.dtype[np.bool_]]) -> float:
    return float(curve[inside].min()) if np.any(inside) else np.nan
