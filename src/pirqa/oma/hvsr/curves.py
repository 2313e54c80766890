"""Curves of the windows: Fourier amplitudes, smoothed, horizontal over vertical."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.hvsr.konno_ohmachi import IntArray, smoothing
from pirqa.oma.hvsr.options import HvsrOptions
from pirqa.oma.poles import ComplexArray

__all__ = ["Curves", "azimuth_curves", "spectra", "window_curves"]

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
