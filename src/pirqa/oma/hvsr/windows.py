"""Windows of a record: where they lie, and which hold more than noise."""

from __future__ import annotations

from typing import Any

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.hvsr.options import HvsrOptions

__all__ = ["LEAST_WINDOWS", "quiet", "usual_length", "window_starts"]

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
