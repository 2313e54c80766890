"""Windows of a record of ground noise and their curves: Fourier amplitudes, smoothed, horizontal over vertical.

Smoothing is as wide at all frequencies on a logarithmic axis (Konno and Ohmachi 1998).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

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
