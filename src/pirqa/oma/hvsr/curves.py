"""Curves of ground noise, horizontal over vertical, window by window, and their peaks.

Smoothing is as wide at all frequencies on a logarithmic axis (Konno and Ohmachi 1998). Peaks have lognormal statistics.
Windows are rejected after Cox et al. (2020); the criteria for a reliable curve and a clear peak are those of SESAME
(European research project 2004, WP12, deliverable D23.12). Machines leave lines in ground noise: narrow, at one
frequency in all three components, hardly damped.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from pirqa.errors import OptionsError, RecordError
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.options import HvsrOptions
from pirqa.oma.poles import ComplexArray

IntArray = np.ndarray[Any, np.dtype[np.int64]]

REACH = 3.0 * np.pi
"""Where the window is cut: |b log₁₀(f/f_c)| at its third zero. Beyond it lie 1.5e-4 of the window's area on a
logarithmic axis (∫sinc⁴ from 3π, over π/3)."""


def weights(frequency: FloatArray, centre: float, bandwidth: float) -> FloatArray:
    """[sin(b x)/(b x)]⁴ with x = log₁₀(f/f_c), not normalised; 0 at f = 0 (Konno and Ohmachi 1998, p. 234)."""
    positive = frequency > 0.0
    distance = np.log10(np.where(positive, frequency, centre) / centre)
    return np.asarray(np.where(positive, np.sinc(bandwidth / np.pi * distance) ** 4, 0.0))


@lru_cache(maxsize=8)
def smoothing(bins: int, resolution: float, low: float, high: float, count: int, bandwidth: float) -> Any:
    """Sparse matrix, shape (count, bins), of weights that sum to 1 in each row.

    It takes amplitudes at ``bins`` frequencies 0, ``resolution``, 2 ``resolution`` … [Hz] to ``count`` frequencies
    evenly spaced in their logarithm from ``low`` to ``high`` [Hz]. Rows are as wide as the window reaches.
    """
    from scipy.sparse import csr_array

    frequency = resolution * np.arange(bins, dtype=np.float64)
    reach = 10.0 ** (REACH / bandwidth)
    columns: list[IntArray] = []
    values: list[FloatArray] = []
    starts = [0]
    for centre in np.geomspace(low, high, count):
        first = max(1, int(np.ceil(centre / reach / resolution)))
        last = min(bins, int(np.floor(centre * reach / resolution)) + 1)
        window = weights(frequency[first:last], centre, bandwidth)
        total = window.sum()
        if not total > 0.0:
            raise OptionsError(
                f"no frequency of the windows, {resolution:g} Hz apart, lies near {centre:g} Hz: take longer windows "
                "(oma.hvsr.window) or a band that starts higher (oma.hvsr.band)"
            )
        columns.append(np.arange(first, last, dtype=np.int64))
        values.append(window / total)
        starts.append(starts[-1] + len(window))
    return csr_array((np.concatenate(values), np.concatenate(columns), np.array(starts)), shape=(count, bins))


LEAST_WINDOWS = 10
"""That SESAME (2004, Table 1) asks for; fewer have no scatter worth its name."""
_USUAL = 60.0
"""Length of a window where nobody says it [s]."""
_SHORTEST = 20.0
"""Of those that are made shorter for a short record [s]."""

BoolArray = np.ndarray[Any, np.dtype[np.bool_]]


def usual_length(duration: float) -> float:
    """Length of the windows of a record of ``duration`` where nobody says it [s]."""
    if duration < LEAST_WINDOWS * _SHORTEST:
        raise RecordError(
            f"ground noise of {duration:.4g} s is too short for H/V: ten windows of {_SHORTEST:g} s take "
            f"{LEAST_WINDOWS * _SHORTEST:g} s; record 20 to 30 minutes, or give oma.hvsr.window"
        )
    return min(_USUAL, duration / LEAST_WINDOWS)


def window_starts(samples: int, length: int, overlap: float) -> np.ndarray[Any, np.dtype[np.int64]]:
    """First samples of windows of ``length`` samples, one after the other with ``overlap``."""
    if length > samples:
        return np.zeros(0, dtype=np.int64)
    return np.arange(0, samples - length + 1, max(1, round(length * (1.0 - overlap))), dtype=np.int64)


def quiet(signals: FloatArray, rate: float, length: int, options: HvsrOptions) -> BoolArray:
    """Of each window whether no component has a transient in it, shape (windows,).

    The mean of |x| over ``short`` before each sample, over that of ``long``, stays within the limits. The record is
    flattened first (its Fourier amplitudes divided by their own local mean in the band): where a few frequencies are
    strong noise beats, and a short average of a few cycles would take the beats for transients.
    """
    starts = window_starts(len(signals), length, options.overlap)
    if not options.reject_transients:
        return np.ones(len(starts), dtype=np.bool_)
    short, long = max(1, round(options.short * rate)), round(options.long * rate)
    if long >= len(signals):
        raise RecordError(
            f"ground noise of {len(signals) / rate:.4g} s is shorter than the long average of {options.long:g} s: "
            "record longer, or give a shorter oma.hvsr.long"
        )
    good = np.ones(len(starts), dtype=np.bool_)
    for column in range(signals.shape[1]):
        size = np.abs(_flattened(signals[:, column], rate, options))
        summed = np.concatenate([[0.0], np.cumsum(size)])
        # the long average reaches back; in the first stretch of the record it stands still
        at = np.arange(short, len(size) + 1)
        brief = (summed[at] - summed[at - short]) / short
        begun = np.maximum(at - long, 0)
        lasting = (summed[begun + long] - summed[begun]) / long
        ratio = np.full(len(size), 1.0)
        ratio[short - 1 :] = brief / np.maximum(lasting, 1e-300)
        bad = (ratio > options.largest_ratio) | (ratio < options.least_ratio)
        count = np.concatenate([[0], np.cumsum(bad)])
        good &= count[starts + length] == count[starts]
    return good


def _flattened(signal: FloatArray, rate: float, options: HvsrOptions) -> FloatArray:
    """``signal`` with the same strength at all frequencies of the band and nothing outside it, shape (samples,)."""
    from scipy.fft import irfft, next_fast_len, rfft
    from scipy.signal import detrend

    samples = len(signal)
    count = next_fast_len(samples, real=True)
    spectrum = rfft(detrend(signal), count)
    frequency = rate / count * np.arange(len(spectrum))
    inside = (frequency >= options.band[0]) & (frequency <= min(options.band[1], 0.45 * rate))
    edges = np.geomspace(options.band[0], frequency[inside][-1], 41)
    place = np.clip(np.searchsorted(edges, frequency[inside], side="right") - 1, 0, 39)
    filled = np.bincount(place, minlength=40)
    power = np.bincount(place, np.abs(spectrum[inside]) ** 2, minlength=40)
    level = np.sqrt(power / np.maximum(filled, 1))
    known = level > 0.0
    if not np.any(known):
        return np.zeros(samples)
    centres = np.sqrt(edges[:-1] * edges[1:])
    curve = np.exp(np.interp(np.log(frequency[inside]), np.log(centres[known]), np.log(level[known])))
    flat = np.zeros_like(spectrum)
    flat[inside] = spectrum[inside] / curve
    return np.asarray(irfft(flat, count)[:samples])


_AT_ONCE = 16
"""Windows whose spectra are in memory together."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Curves:
    """Of each window; rows are windows."""

    frequency: FloatArray
    """[Hz], evenly spaced in its logarithm, shape (frequencies,)."""
    amplitude: FloatArray
    """Smoothed Fourier amplitudes along, across and up, shape (3, windows, frequencies), in the unit of the signals
    times s."""
    ratio: FloatArray
    """Horizontal over vertical, shape (windows, frequencies)."""


def spectra(signals: FloatArray, starts: IntArray, length: int, taper: float) -> ComplexArray:
    """Fourier transforms of windows without their trend and under a cosine taper, shape (windows, bins, components)."""
    from scipy.fft import rfft
    from scipy.signal import detrend
    from scipy.signal.windows import tukey

    pieces = np.stack([signals[int(start) : int(start) + length] for start in starts])
    pieces = detrend(pieces, axis=1) * tukey(length, 2.0 * taper)[None, :, None]
    return np.asarray(rfft(pieces, axis=1))


def window_curves(
    signals: FloatArray, rate: float, starts: IntArray, length: int, band: tuple[float, float], options: HvsrOptions
) -> Curves:
    """Curves of the windows that begin at ``starts``; ``signals`` along, across and up, shape (samples, 3).

    Each component is smoothed before the horizontals are joined: a geometric mean of amplitudes that still scatter
    would lie 7 % low (Γ(5/4)²·√2 / √(π/2) of two Rayleigh amplitudes).
    """
    matrix = smoothing(length // 2 + 1, rate / length, *band, options.frequencies, options.bandwidth)
    amplitude = np.empty((3, len(starts), options.frequencies))
    turned = np.empty((len(starts), options.frequencies)) if options.horizontal == "azimuth" else None
    for begin in range(0, len(starts), _AT_ONCE):
        rows = slice(begin, begin + _AT_ONCE)
        transforms = spectra(signals, starts[rows], length, options.taper) / rate
        for column in range(3):
            amplitude[column, rows] = (matrix @ np.abs(transforms[:, :, column]).T).T
        if turned is not None:
            way = np.cos(options.azimuth) * transforms[:, :, 0] + np.sin(options.azimuth) * transforms[:, :, 1]
            turned[rows] = (matrix @ np.abs(way).T).T
    if turned is not None:
        level = turned
    elif options.horizontal == "geometric":
        level = np.sqrt(amplitude[0] * amplitude[1])
    else:
        level = np.sqrt(0.5 * (amplitude[0] ** 2 + amplitude[1] ** 2))
    return Curves(
        frequency=np.geomspace(*band, options.frequencies), amplitude=amplitude, ratio=level / _above_zero(amplitude[2])
    )


def azimuth_curves(
    signals: FloatArray,
    rate: float,
    starts: IntArray,
    length: int,
    band: tuple[float, float],
    azimuths: FloatArray,
    options: HvsrOptions,
) -> FloatArray:
    """Median ratio over the windows in each of ``azimuths`` [rad], shape (azimuths, frequencies)."""
    matrix = smoothing(length // 2 + 1, rate / length, *band, options.frequencies, options.bandwidth)
    summed = np.zeros((len(azimuths), options.frequencies))
    for start in starts:
        transform = spectra(signals, np.array([start]), length, options.taper)[0]
        upward = np.log(_above_zero(matrix @ np.abs(transform[:, 2])))
        for row, angle in enumerate(azimuths):
            way = np.abs(np.cos(angle) * transform[:, 0] + np.sin(angle) * transform[:, 1])
            summed[row] += np.log(_above_zero(matrix @ way)) - upward
    return np.asarray(np.exp(summed / len(starts)))


def _above_zero(values: FloatArray) -> FloatArray:
    return np.asarray(np.maximum(values, 1e-300))


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
