"""Peaks of curves: lognormal statistics, windows that do not belong, criteria of a clear peak, lines of machines.

Windows are rejected after Cox et al. (2020); the criteria for a reliable curve and a clear peak are those of SESAME
(European research project 2004, WP12, deliverable D23.12). Machines leave lines in ground noise: narrow, at one
frequency in all three components, hardly damped.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.hvsr.curves import IntArray, spectra

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


MACHINE_DAMPING = 0.01
"""Of critical: what rings with less is a machine (SESAME 2004, industrial peaks; soil has 5 % and more)."""
_LEAST_RISE = 5.0
"""Power of a line over the median of its neighbourhood. Of ten windows averaged, chance does it in one bin of 1e15."""
_ABOUT = 0.08
"""Neighbourhood of a bin, on both sides, as a share of its frequency."""
_CYCLES = 12
"""Of the random decrement that are fitted."""
_LEAST_PIECES = 50


@dataclass(frozen=True, kw_only=True)
class MachineLine:
    """A line in the spectra of all three components."""

    frequency: float
    """[Hz]"""
    rise: float
    """Power over that of its neighbourhood, the least of the three components."""
    damping: float
    """By random decrement, the least of the three components, fraction of critical; nan where it gave none."""


def machine_lines(
    signals: FloatArray, rate: float, starts: IntArray, length: int, band: tuple[float, float], taper: float
) -> tuple[MachineLine, ...]:
    """Lines of ``signals``, shape (samples, 3), in windows that begin at ``starts``, within ``band`` [Hz].

    A bin of the power averaged over the windows, not smoothed, must rise above its neighbourhood in all components at
    once, its damping by random decrement must be below :data:`MACHINE_DAMPING` in one of them. Ground that resonates is
    many bins wide, and hardly moves up and down in it.
    """
    power = np.zeros((length // 2 + 1, 3))
    for start in starts:
        power += np.abs(spectra(signals, np.array([start]), length, taper)[0]) ** 2
    resolution = rate / length
    first, last = max(2, math.ceil(band[0] / resolution)), min(len(power) - 2, math.floor(band[1] / resolution))
    rise = np.zeros(len(power))
    for at in range(first, last + 1):
        reach = max(6, round(_ABOUT * at))
        near = np.r_[max(1, at - reach) : max(1, at - 2), at + 3 : min(len(power), at + 3 + reach)]
        level = np.median(power[near], axis=0)
        rise[at] = float(np.min(power[at] / np.maximum(level, 1e-300)))
    found: list[MachineLine] = []
    for at in map(int, np.flatnonzero(rise > _LEAST_RISE)):
        if rise[at] < rise[at - 2 : at + 3].max():
            continue
        frequency = _between(power[at - 1 : at + 2].sum(axis=1), at) * resolution
        dampings = [decrement_damping(signals[:, column], rate, frequency) for column in range(3)]
        known = [value for value in dampings if math.isfinite(value)]
        damping = min(known) if known else math.nan
        if not damping > MACHINE_DAMPING:
            found.append(MachineLine(frequency=frequency, rise=float(rise[at]), damping=damping))
    return tuple(found)


def _between(power: FloatArray, at: int) -> float:
    """Place of a line between bins: centre of the amplitudes of three."""
    sizes = np.sqrt(power)
    return at + float((sizes[2] - sizes[0]) / sizes.sum())


def decrement_damping(signal: FloatArray, rate: float, frequency: float) -> float:
    """Damping of ``signal`` near ``frequency`` [Hz] by random decrement, fraction of critical; nan where there is none.

    Pieces that begin where the band-passed signal rises through √2 of its standard deviation are averaged (Cole 1973;
    that level: Asmussen 1997); its extremes, half a period apart, fall by exp(−πζ) from one to the next. The band, a
    third of an octave to both sides, decays by itself within few cycles: dampings above some 10 % are read too low.
    """
    from scipy.signal import butter, find_peaks, sosfiltfilt

    high = min(frequency * 2.0 ** (1.0 / 3.0), 0.49 * rate)
    sections = butter(2, (frequency * 2.0 ** (-1.0 / 3.0), high), btype="band", fs=rate, output="sos")
    passed = sosfiltfilt(sections, signal - signal.mean())
    level = math.sqrt(2.0) * float(passed.std())
    length = round(_CYCLES * rate / frequency)
    starts = np.flatnonzero((passed[:-1] < level) & (passed[1:] >= level)) + 1
    starts = starts[starts + length <= len(passed)]
    if len(starts) < _LEAST_PIECES:
        return math.nan
    mean = np.zeros(length)
    for start in starts:
        mean += passed[start : start + length]
    extremes, _ = find_peaks(np.abs(mean))
    sizes = np.abs(mean)[extremes]
    if len(sizes) < 2:
        return math.nan
    # below a fifth of the first it is what is left of the averaged noise; two are there always
    last = max(2, int(np.argmax(sizes < 0.2 * sizes[0])) if np.any(sizes < 0.2 * sizes[0]) else len(sizes))
    slope = float(np.polyfit(np.arange(last), np.log(np.maximum(sizes[:last], 1e-300)), 1)[0])
    return max(-slope / math.pi, 0.0)
