"""What is read out of a wall's motion: spectra, their peaks, and how finely they tell frequencies apart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray

__all__ = ["Spectrum", "amplification", "top_between"]

_RISE = 1.25
"""How much higher than the valleys beside it a peak must be."""
_MOST_PEAKS = 12


@dataclass(frozen=True, kw_only=True, eq=False)
class Spectrum:
    """How much points of the wall move relative to the base, for what the base moves at each frequency."""

    frequency: FloatArray
    """[Hz], shape (bins,)"""
    amplification: FloatArray
    """Amplitude of each point's displacement relative to the base over that of the base's, shape (bins, points)."""
    window: float
    """Length of the pieces that were averaged [s]."""
    pieces: int
    """How many, each half over the one before."""
    peaks: FloatArray
    """Frequencies of the peaks of all points together, highest first, laid between the bins by a parabola [Hz]."""

    @property
    def resolution(self) -> float:
        """Between two bins [Hz]: a frequency is known to plus or minus half of it."""
        return 1.0 / self.window

    @property
    def together(self) -> FloatArray:
        """Root mean square over the points, shape (bins,)."""
        return np.asarray(np.sqrt((self.amplification**2).mean(axis=1)))

    @property
    def dominant(self) -> float:
        """Frequency of the highest peak [Hz]."""
        return float(self.peaks[0])


def amplification(
    base: FloatArray, relative: FloatArray, sampling: float, *, window: float, low: float, high: float
) -> Spectrum:
    """Of the displacement ``relative`` to the base, shape (k, points), over that of the ``base``, shape (k,) [m].

    Square root of the ratio of power spectra, averaged over pieces of length ``window`` [s] under Hann's window that
    overlap by half (Welch 1967), each without its mean and trend: a wall that slips for good does not vibrate. Where
    the base moves: from ``low`` to ``high`` [Hz]. ``sampling`` in Hz.
    """
    from scipy.signal import welch

    length = round(window * sampling)
    if length > len(base):
        raise OptionsError(f"a motion of {len(base) / sampling:.3g} s is shorter than a window of {window:g} s")
    style: dict[str, Any] = {"fs": sampling, "window": "hann", "nperseg": length, "detrend": "linear"}
    frequency, brought = welch(base, **style)
    _, felt = welch(relative, axis=0, **style)
    inside = (frequency >= max(low, frequency[1])) & (frequency <= high)
    if inside.sum() < 3:
        raise OptionsError(f"a window of {window:g} s tells no frequencies apart between {low:g} and {high:g} Hz")
    curves = np.sqrt(felt[inside] / np.maximum(brought[inside], 1e-300)[:, None])
    frequencies = np.asarray(frequency[inside])
    return Spectrum(
        frequency=frequencies,
        amplification=curves,
        window=length / sampling,
        pieces=1 + (len(base) - length) // (length - length // 2),
        peaks=_peaks(frequencies, np.sqrt((curves**2).mean(axis=1))),
    )


def top_between(places: FloatArray, values: FloatArray, index: int) -> float:
    """Where a parabola through the value at ``index`` and its two neighbours is highest; the place itself at an end."""
    if not 0 < index < len(values) - 1:
        return float(places[index])
    bend, slope, _ = np.polyfit(places[index - 1 : index + 2] - places[index], values[index - 1 : index + 2], 2)
    if not bend < 0.0:
        return float(places[index])
    return float(places[index] + np.clip(-0.5 * slope / bend, *(places[[index - 1, index + 1]] - places[index])))


def _peaks(frequency: FloatArray, values: FloatArray) -> FloatArray:
    from scipy.signal import find_peaks

    logarithms = np.log(np.maximum(values, 1e-300))
    found, _ = find_peaks(logarithms, prominence=math.log(_RISE))
    if not len(found):
        found = np.array([int(np.argmax(values))])
    order = found[np.argsort(-values[found], kind="stable")][:_MOST_PEAKS]
    return np.array([top_between(frequency, logarithms, int(index)) for index in order])
