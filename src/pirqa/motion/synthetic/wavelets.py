"""Wavelets that change the response of one oscillator at one moment, and how the others answer to them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pirqa.compiled import kernel
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.oscillator import step_matrices

__all__ = ["IndexArray", "Wavelet", "largest_swings", "swing_influences", "wavelet"]

IndexArray = NDArray[np.intp]
"""Numbers of samples."""

Wavelet = tuple[int, FloatArray]
"""Sample at which it starts, and its acceleration [m/s2] from there, shape (samples of the wavelet,)."""


@kernel
def largest_swings(
    acceleration: FloatArray, step: float, periods: FloatArray, damping: float, count: int
) -> FloatArray:
    """The ``count`` largest half-cycles of each oscillator: sample of the peak, and u there [m]; largest first.

    Shape (periods, count, 2); zeros where an oscillator has fewer.
    """
    result = np.zeros((len(periods), count, 2))
    for index in range(len(periods)):
        m = step_matrices(periods[index], damping, step)
        m00, m01, m02, m03 = m[0, 0], m[0, 1], m[0, 2], m[0, 3]
        m10, m11, m12, m13 = m[1, 0], m[1, 1], m[1, 2], m[1, 3]
        u = v = peak = 0.0
        moment = 0
        before = acceleration[0]
        last = len(acceleration) - 1
        for sample in range(1, last + 1):
            here = acceleration[sample]
            moved = m00 * u + m01 * v + m02 * before + m03 * here
            v = m10 * u + m11 * v + m12 * before + m13 * here
            u, before = moved, here
            crossed = u * peak < 0.0
            if not crossed and abs(u) > abs(peak):
                moment, peak = sample, u
            if crossed or sample == last:
                place = count
                while place > 0 and abs(peak) > abs(result[index, place - 1, 1]):
                    place -= 1
                for later in range(count - 1, place, -1):
                    result[index, later] = result[index, later - 1]
                if place < count:
                    result[index, place, 0], result[index, place, 1] = moment, peak
                moment, peak = sample, u
    return result


@kernel
def swing_influences(
    forms: FloatArray,
    starts: IndexArray,
    offsets: IndexArray,
    step: float,
    periods: FloatArray,
    damping: float,
    moments: IndexArray,
) -> FloatArray:
    """u [m] that each wavelet gives each oscillator at its moment (a sample), shape (moments, wavelets).

    Wavelet k is ``forms[offsets[k]:offsets[k + 1]]`` [m/s2] from sample ``starts[k]`` on. ∂u/∂a of every earlier sample
    comes from the recursion of the exact oscillator backwards: with x₊ = M x + b₀ a + b₁ a₊ the adjoint is λ = Mᵀ λ₊.
    """
    result = np.zeros((len(periods), len(starts)))
    for index in range(len(periods)):
        omega = 2.0 * math.pi / periods[index]
        m = step_matrices(periods[index], damping, step)
        moment = moments[index]
        weights = np.zeros(moment + 1)
        first, second = 1.0, 0.0
        sample = moment
        # what came so long before is forgotten
        while sample > 0 and abs(first) + omega * abs(second) > 1e-7:
            weights[sample] += first * m[0, 3] + second * m[1, 3]
            weights[sample - 1] += first * m[0, 2] + second * m[1, 2]
            first, second = first * m[0, 0] + second * m[1, 0], first * m[0, 1] + second * m[1, 1]
            sample -= 1
        for number in range(len(starts)):
            start, offset = starts[number], offsets[number]
            stop = min(start + offsets[number + 1] - offset, moment + 1)
            total = 0.0
            for at in range(max(start, sample), stop):
                total += weights[at] * forms[offset + at - start]
            result[index, number] = total
    return result


def wavelet(period: float, damping: float, moment: float, window: FloatArray, step: float) -> Wavelet:
    """The improved tapered cosine of Al Atik and Abrahamson (2010), which moves the ground and leaves it at rest.

    cos(ω′τ) e^(−(τ/γ)²) with τ = t − t_peak + Δt, ω′ = ω√(1 − ζ²), Δt = arctan(√(1 − ζ²)/ζ)/ω′ and γ = 1.178 f^−0.93 is
    taken here for the displacement, times ``window`` (0 with no slope at both ends of the motion, shape (samples,)),
    and scaled to an acceleration of about 1 m/s2. The samples of acceleration are its second differences: their sum and
    their first moment are zero, so that no velocity or displacement is left.
    """
    omega = 2.0 * math.pi / period
    damped = omega * math.sqrt(1.0 - damping**2)
    lag = math.atan2(math.sqrt(1.0 - damping**2), damping) / damped
    width = 1.178 * period**0.93
    middle = moment - lag
    start = min(max(0, math.floor((middle - 4.0 * width) / step)), len(window) - 8)
    stop = max(min(len(window), math.ceil((middle + 4.0 * width) / step) + 1), start + 8)
    since = step * np.arange(start, stop) - middle
    shape = np.cos(damped * since) * np.exp(-((since / width) ** 2)) * window[start:stop] / omega**2
    shape[:2] = shape[-2:] = 0.0
    form = np.zeros(len(shape))
    form[1:-1] = (shape[2:] - 2.0 * shape[1:-1] + shape[:-2]) / step**2
    return start, form
