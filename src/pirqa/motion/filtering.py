"""Acausal filters, tapers, pads, and the last touch that brings the ground to rest.

Filters act in the frequency domain with the exact gain of a Butterworth filter run forwards and backwards: no phase, no
start-up transient, no warping near the Nyquist frequency.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft, rfftfreq

from pirqa.errors import ModelError
from pirqa.model.polyhedron import FloatArray

__all__ = [
    "bring_to_rest",
    "butterworth_gain",
    "filter_acausal",
    "final_state",
    "final_weights",
    "pad",
    "pad_time",
    "taper",
]

_FEWEST = 8
"""Samples that a smooth correction takes."""


def butterworth_gain(
    frequencies: FloatArray, *, low: float | None = None, high: float | None = None, order: int = 2
) -> FloatArray:
    """Gain of Butterworth filters of ``order`` run both ways; corners ``low`` and ``high`` [Hz], where the gain is ½.

    One way |H|² = 1/(1 + (f/fc)^2n) (Butterworth 1930); both ways the gain is |H|².
    """
    gain = np.ones_like(frequencies, dtype=np.float64)
    with np.errstate(divide="ignore", over="ignore"):
        if low is not None:
            gain /= 1.0 + np.divide(low, frequencies) ** (2 * order)
        if high is not None:
            gain /= 1.0 + np.divide(frequencies, high) ** (2 * order)
    return gain


def filter_acausal(
    values: FloatArray, step: float, *, low: float | None = None, high: float | None = None, order: int = 2
) -> FloatArray:
    """``values`` (shape (samples, …), ``step`` [s] apart) without what is below ``low`` and above ``high`` [Hz].

    Zeros are added for the computation, so that the end of the record does not reach round to its start; the samples
    given are those returned. What the filter spreads beyond them is lost: :func:`pad` first.
    """
    reach = 2.0 * pad_time(low or high, order)
    count = next_fast_len(len(values) + math.ceil(reach / step), real=True)
    gain = butterworth_gain(rfftfreq(count, step), low=low, high=high, order=order)
    spectrum = rfft(values, count, axis=0)
    filtered = irfft(spectrum * gain.reshape(-1, *(1,) * (values.ndim - 1)), count, axis=0)
    return np.ascontiguousarray(filtered[: len(values)])


def pad_time(corner: float | None, order: int) -> float:
    """Zeros that an acausal filter needs at each end [s]: 1.5 n/fc, n the order of one pass.

    Boore (2005, "On pads and filters", BSSA 95:745–750) after Converse and Brady (1992). Both ends together have
    1.5 n/fc with n the order of both passes.
    """
    return 0.0 if not corner else 1.5 * order / corner


def pad(values: FloatArray, count: int) -> FloatArray:
    """``values`` (shape (samples, …)) with ``count`` zeros before and after."""
    return np.pad(values, ((count, count), *((0, 0),) * (values.ndim - 1)))


def taper(values: FloatArray, share: float) -> FloatArray:
    """``values`` (shape (samples, …)) brought to zero by half a cosine over a ``share`` of their length at each end."""
    count = min(math.ceil(share * len(values)), len(values) // 2)
    if count == 0:
        return values
    ramp = 0.5 * (1.0 - np.cos(np.pi * np.arange(count) / count))
    window = np.ones(len(values))
    window[:count] = ramp
    window[len(values) - count :] = ramp[::-1]
    return np.asarray(values * window.reshape(-1, *(1,) * (values.ndim - 1)))


def final_state(
    acceleration: FloatArray, step: float, *, velocity: FloatArray | float = 0.0, displacement: FloatArray | float = 0.0
) -> tuple[FloatArray, FloatArray]:
    """Velocity [m/s] and displacement [m] at the last sample, each of shape (components,), exact for linear steps."""
    gained, moved = final_weights(len(acceleration), step) @ acceleration
    return velocity + gained, displacement + velocity * step * (len(acceleration) - 1) + moved


def final_weights(count: int, step: float) -> FloatArray:
    """What each sample [m/s2] adds to velocity [s] and displacement [s2] at the last, shape (2, count).

    v = ∫a dt and d = ∫(T − t) a dt; the second moment of a hat function about its sample shows only at the ends.
    """
    left = step * np.arange(count - 1, -1, -1, dtype=np.float64)
    weight = np.full(count, step)
    weight[[0, -1]] = 0.5 * step
    moment = step * left
    moment[0] = 0.5 * step * left[0] - step**2 / 6.0
    moment[-1] = step**2 / 6.0
    return np.stack((weight, moment))


def bring_to_rest(
    acceleration: FloatArray,
    step: float,
    *,
    first: int = 0,
    velocity: FloatArray | float = 0.0,
    displacement: FloatArray | float = 0.0,
) -> FloatArray:
    """``acceleration`` (shape (samples, components)) changed from sample ``first`` on so that v and d end at zero.

    The change is sin²(πs) (c₀ + c₁ s), s from 0 to 1 over those samples, with the two constants that it takes; it is as
    small as what is left to remove, and smooth. ``velocity`` and ``displacement`` are those of the first sample.
    """
    if len(acceleration) - first < _FEWEST:
        raise ModelError(f"bringing a motion to rest takes {_FEWEST} samples, got {len(acceleration) - first}")
    share = np.zeros(len(acceleration))
    share[first:] = np.linspace(0.0, 1.0, len(acceleration) - first)
    window = np.sin(np.pi * share) ** 2
    shapes = np.stack((window, window * share), axis=1)
    effect = np.stack(final_state(shapes, step))
    resting = np.array(acceleration, dtype=np.float64)
    for _ in range(3):  # each pass removes the rounding of the one before
        left = np.stack(final_state(resting, step, velocity=velocity, displacement=displacement))
        resting -= shapes @ np.linalg.solve(effect, left)
    return resting
