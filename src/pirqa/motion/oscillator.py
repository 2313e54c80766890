"""The damped oscillator on ground whose acceleration is linear between samples: exact (Nigam and Jennings 1969).

Within a step u'' + 2ζω u' + ω² u = −(a₀ + s t) has a closed solution, so that one step is a 2 × 2 matrix on (u, u')
and one on (a₀, a₁). There is no error of integration at any period; peaks are taken at the samples.
"""

from __future__ import annotations

import math

import numpy as np

from pirqa.compiled import kernel
from pirqa.model.polyhedron import FloatArray

__all__ = ["oscillator_history", "oscillator_peaks", "step_matrices"]


@kernel
def step_matrices(period: float, damping: float, step: float) -> FloatArray:
    """The coefficients of one step: (u, v) at its end from (u, v, a₀, a₁), shape (2, 4).

    They are Nigam and Jennings' A and B (1969, eqs 2.7–2.9). Their closed forms lose (ωh)⁻³ digits where ωh is small
    and do not hold for ζ ≥ 1; the exponential of the same system, by its series over a part of the step that is then
    doubled, is good to 1e-14 at any period and any damping.
    """
    omega = 2.0 * math.pi / period
    halvings = 0
    part = step
    while omega * part * (1.0 + 2.0 * damping) > 0.1:
        part *= 0.5
        halvings += 1
    flow = _series(omega, damping, part)
    for _ in range(halvings):
        flow = _squared(flow)
    result = np.empty((2, 4))
    for row in range(2):
        result[row, 0], result[row, 1] = flow[row, 0], flow[row, 1]
        # a = a₀ + (a₁ − a₀) t/h
        result[row, 2] = flow[row, 2] - flow[row, 3] / step
        result[row, 3] = flow[row, 3] / step
    return result


@kernel
def _series(omega: float, damping: float, step: float) -> FloatArray:
    """(u, v, a, s) after ``step`` from (u, v, a, s) before it, s being the slope of a; shape (4, 4)."""
    flow = np.zeros((4, 4))
    for column in range(4):
        start = 1.0 if column == 2 else 0.0
        slope = 1.0 if column == 3 else 0.0
        # derivatives of u at the start: u⁽ᵏ⁺²⁾ = −2ζω u⁽ᵏ⁺¹⁾ − ω² u⁽ᵏ⁾ − a⁽ᵏ⁾
        low = 1.0 if column == 0 else 0.0
        high = 1.0 if column == 1 else 0.0
        moved, speed = low + high * step, high
        power = step
        for k in range(14):
            push = start if k == 0 else slope if k == 1 else 0.0
            new = -2.0 * damping * omega * high - omega * omega * low - push
            speed += new * power
            power *= step / (k + 2)
            moved += new * power
            low, high = high, new
        flow[0, column], flow[1, column] = moved, speed
    flow[2, 2] = flow[3, 3] = 1.0
    flow[2, 3] = step
    return flow


@kernel
def _squared(flow: FloatArray) -> FloatArray:
    result = np.zeros((4, 4))
    for row in range(4):
        for column in range(4):
            for middle in range(4):
                result[row, column] += flow[row, middle] * flow[middle, column]
    return result


@kernel
def oscillator_peaks(acceleration: FloatArray, step: float, periods: FloatArray, damping: float) -> FloatArray:
    """Largest |u| [m], |u'| [m/s] and |u'' + a| [m/s2] of each period, shape (periods, 3)."""
    result = np.zeros((len(periods), 3))
    for index in range(len(periods)):
        omega = 2.0 * math.pi / periods[index]
        m = step_matrices(periods[index], damping, step)
        m00, m01, m02, m03 = m[0, 0], m[0, 1], m[0, 2], m[0, 3]
        m10, m11, m12, m13 = m[1, 0], m[1, 1], m[1, 2], m[1, 3]
        square, rate = omega * omega, 2.0 * damping * omega
        u = v = 0.0
        before = acceleration[0]
        most_u = most_v = most_a = 0.0
        for sample in range(1, len(acceleration)):
            here = acceleration[sample]
            moved = m00 * u + m01 * v + m02 * before + m03 * here
            v = m10 * u + m11 * v + m12 * before + m13 * here
            u, before = moved, here
            most_u = max(most_u, abs(u))
            most_v = max(most_v, abs(v))
            most_a = max(most_a, abs(square * u + rate * v))
        result[index, 0], result[index, 1], result[index, 2] = most_u, most_v, most_a
    return result


@kernel
def oscillator_history(acceleration: FloatArray, step: float, period: float, damping: float) -> FloatArray:
    """u [m] and u' [m/s] of one oscillator that starts at rest, shape (samples, 2)."""
    m = step_matrices(period, damping, step)
    result = np.zeros((len(acceleration), 2))
    for sample in range(1, len(acceleration)):
        u, v = result[sample - 1, 0], result[sample - 1, 1]
        before, here = acceleration[sample - 1], acceleration[sample]
        result[sample, 0] = m[0, 0] * u + m[0, 1] * v + m[0, 2] * before + m[0, 3] * here
        result[sample, 1] = m[1, 0] * u + m[1, 1] * v + m[1, 2] * before + m[1, 3] * here
    return result
