"""Peaks of curves, their lognormal statistics, and windows that do not belong (Cox et al. 2020)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.model.polyhedron import FloatArray

__all__ = ["Lognormal", "highest_peak", "lognormal", "other_peaks", "reject_outliers", "window_peaks"]

_MOST_ROUNDS = 50
_CONVERGED = 0.01
"""Change of both measures from one round to the next at which nothing more is rejected (Cox et al. 2020)."""


@dataclass(frozen=True, kw_only=True)
class Lognormal:
    """A number whose logarithm is normal."""

    median: float
    deviation: float
    """Standard deviation of its natural logarithm, of a sample: over n − 1."""
    count: int

    @property
    def mean(self) -> float:
        """m·exp(s²/2)."""
        return self.median * math.exp(0.5 * self.deviation**2)

    @property
    def standard_deviation(self) -> float:
        """Of the number itself: m·exp(s²/2)·√(exp(s²) − 1)."""
        return self.mean * math.sqrt(math.expm1(self.deviation**2))

    @property
    def standard_error(self) -> float:
        """Of the median's logarithm."""
        return self.deviation / math.sqrt(self.count)

    def beyond(self, deviations: float) -> float:
        """The median times exp(``deviations`` · s)."""
        return self.median * math.exp(deviations * self.deviation)

    @property
    def inverse(self) -> Lognormal:
        """Of 1/x, a period of a frequency: the logarithm only changes its sign."""
        return Lognormal(median=1.0 / self.median, deviation=self.deviation, count=self.count)


def lognormal(values: FloatArray) -> Lognormal | None:
    """Statistics of the finite ones among ``values``; none of fewer than two."""
    known = np.log(values[np.isfinite(values)])
    if len(known) < 2:
        return None
    return Lognormal(median=float(np.exp(known.mean())), deviation=float(known.std(ddof=1)), count=len(known))


def highest_peak(frequency: FloatArray, curve: FloatArray, search: tuple[float, float]) -> tuple[float, float]:
    """Frequency [Hz] and height of the highest local maximum within ``search``; nan where there is none.

    The end of a curve that still rises is no peak. A parabola through three logarithms lays it between the grid's
    frequencies.
    """
    from scipy.signal import find_peaks

    logarithms = np.log(np.maximum(curve, 1e-300))
    found, _ = find_peaks(logarithms)
    found = found[(frequency[found] >= search[0]) & (frequency[found] <= search[1])]
    if not len(found):
        return math.nan, math.nan
    at = int(found[np.argmax(logarithms[found])])
    left, top, right = logarithms[at - 1 : at + 2]
    bend = left - 2.0 * top + right
    shift = 0.5 * (left - right) / bend if bend < 0.0 else 0.0
    step = math.log(frequency[1] / frequency[0])
    return float(frequency[at] * math.exp(shift * step)), float(math.exp(top - 0.25 * (left - right) * shift))


def other_peaks(frequency: FloatArray, curve: FloatArray, search: tuple[float, float], highest: float) -> FloatArray:
    """Frequency [Hz] and height, shape (n, 2), of peaks beside the ``highest`` [Hz] that are above 2 (SESAME 2004) and
    rise half above the valleys beside them."""
    from scipy.signal import find_peaks

    found, _ = find_peaks(np.log(np.maximum(curve, 1e-300)), prominence=math.log(1.5), height=math.log(2.0))
    rows = [
        (float(frequency[at]), float(curve[at]))
        for at in found
        if search[0] <= frequency[at] <= search[1] and abs(math.log(frequency[at] / highest)) > 0.05
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def window_peaks(frequency: FloatArray, ratio: FloatArray, search: tuple[float, float]) -> FloatArray:
    """Frequency of the highest peak of each curve [Hz], shape (windows,); nan where there is none."""
    return np.array([highest_peak(frequency, curve, search)[0] for curve in ratio])


def reject_outliers(
    frequency: FloatArray, ratio: FloatArray, peaks: FloatArray, search: tuple[float, float], deviations: float
) -> tuple[np.ndarray[Any, np.dtype[np.bool_]], int]:
    """Which windows stay, shape (windows,), and after how many rounds; 0 where it did not come to rest.

    In each round windows whose peak lies more than ``deviations`` standard deviations of ln f0 from the median go.
    It ends when neither the distance of that median from the peak of the median curve nor the standard deviation
    changes any more by 1 % and 0.01 (Cox, Cheng, Vantassel and Manuel 2020, section 3). Windows without a peak stay
    out of the statistics from the start.
    """
    stays = np.isfinite(peaks)

    def measures() -> tuple[float, float] | None:
        found = lognormal(peaks[stays])
        if found is None:
            return None
        top, _ = highest_peak(frequency, np.exp(np.log(np.maximum(ratio[stays], 1e-300)).mean(axis=0)), search)
        return abs(found.median - top), found.deviation

    before = measures()
    for number in range(1, _MOST_ROUNDS + 1):
        found = lognormal(peaks[stays])
        if before is None or found is None or not math.isfinite(before[0]):
            return stays, 0
        with np.errstate(invalid="ignore"):
            kept = stays & (peaks > found.beyond(-deviations)) & (peaks < found.beyond(deviations))
        if found.deviation == 0.0 or kept.sum() == stays.sum():
            return stays, number
        stays = kept
        after = measures()
        if after is None:
            return stays, 0
        if abs(after[0] - before[0]) < _CONVERGED * before[0] and abs(after[1] - before[1]) < _CONVERGED:
            return stays, number
        before = after
    return stays, 0
