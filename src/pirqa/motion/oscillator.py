"""The damped oscillator on ground whose acceleration is linear between samples: exact (Nigam and Jennings 1969).

Within a step u'' + 2ζω u' + ω² u = −(a₀ + s t) has a closed solution, so that one step is a 2 × 2 matrix on (u, u')
and one on (a₀, a₁). There is no error of integration at any period. What is left is where peaks are looked for: at the
samples alone they come out low by up to (ωh)²/8, 5 % for a period of ten steps and all of it for one of two.
"""

from __future__ import annotations

import math

import numpy as np

from pirqa.compiled import kernel
from pirqa.model.polyhedron import FloatArray

_FINEST = 0.5
"""Largest part of a step, in radians of the oscillator: extremes within it are then good to 0.5⁶/46080 = 3e-7."""
_MOST_PARTS = 256
"""Parts of a step: enough for ωh = 128, a period of a twentieth of the step."""
_SIDE_BY_SIDE = 32
"""Periods that step together."""
_STRETCH = 32
"""Least number of samples of a stretch of time."""
_MOST_STRETCHES = 4096
"""Of a record, however long: what is kept of each is memory."""


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


@kernel
def oscillator_peaks(acceleration: FloatArray, step: float, periods: FloatArray, damping: float) -> FloatArray:
    """Largest |u| [m], |u'| [m/s] and |u'' + a| [m/s2] at the samples alone, shape (periods, 3)."""
    c = _coefficients(periods, damping, step)
    state = np.zeros((5, len(periods)))
    for sample in range(1, len(acceleration)):
        before, here = acceleration[sample - 1], acceleration[sample]
        # all periods side by side: the processor steps several at once
        for k in range(len(periods)):
            u, v = state[0, k], state[1, k]
            moved = (c[0, k] * u + c[1, k] * v) + (c[2, k] * before + c[3, k] * here)
            speed = (c[4, k] * u + c[5, k] * v) + (c[6, k] * before + c[7, k] * here)
            state[0, k], state[1, k] = moved, speed
            size, pace, force = abs(moved), abs(speed), abs(c[8, k] * moved + c[9, k] * speed)
            state[2, k] = size if size > state[2, k] else state[2, k]
            state[3, k] = pace if pace > state[3, k] else state[3, k]
            state[4, k] = force if force > state[4, k] else state[4, k]
    result = np.empty((len(periods), 3))
    for k in range(len(periods)):
        result[k, 0], result[k, 1], result[k, 2] = state[2, k], state[3, k], state[4, k]
    return result


@kernel
def _coefficients(periods: FloatArray, damping: float, step: float) -> FloatArray:
    """Of :func:`step_matrices`, first row and second row, then ω² and 2ζω; shape (10, periods)."""
    result = np.empty((10, len(periods)))
    for k in range(len(periods)):
        omega = 2.0 * math.pi / periods[k]
        matrices = step_matrices(periods[k], damping, step)
        for column in range(4):
            result[column, k], result[4 + column, k] = matrices[0, column], matrices[1, column]
        result[8, k], result[9, k] = omega * omega, 2.0 * damping * omega
    return result


@kernel
def oscillator_extremes(acceleration: FloatArray, step: float, periods: FloatArray, damping: float) -> FloatArray:
    """Largest |u| [m], |u'| [m/s] and |u'' + a| [m/s2] at any time, shape (periods, 3).

    Also between samples (:func:`extreme_between`) and in the free vibration after the last of them
    (:func:`extreme_free`), where the ground no longer accelerates. Periods step side by side once, which gives how
    large each may have been in each stretch of time; only stretches that may hold the largest are then looked into.
    """
    result = np.zeros((len(periods), 3))
    length = max(_STRETCH, len(acceleration) // _MOST_STRETCHES + 1)
    stretches = (len(acceleration) - 2) // length + 1
    for first in range(0, len(periods), _SIDE_BY_SIDE):
        chosen = periods[first : first + _SIDE_BY_SIDE]
        parts = parts_of_step(chosen.min(), damping, step)
        c = _coefficients(chosen, damping, step / parts)
        states = np.zeros((stretches + 1, 2, len(chosen)))
        bounds = np.zeros((stretches, 3, len(chosen)))
        _step_side_by_side(acceleration, step, parts, length, c, states, bounds)
        for k in range(len(chosen)):
            most = result[first + k]
            for quantity in range(3):
                likely = 0
                for stretch in range(stretches):
                    if bounds[stretch, quantity, k] > bounds[likely, quantity, k]:
                        likely = stretch
                _look_into(acceleration, step, parts, likely * length, length, c, k, states[likely], most)
            for stretch in range(stretches):
                bound = bounds[stretch]
                if bound[0, k] > most[0] or bound[1, k] > most[1] or bound[2, k] > most[2]:
                    _look_into(acceleration, step, parts, stretch * length, length, c, k, states[stretch], most)
            omega = 2.0 * math.pi / chosen[k]
            u, v = states[stretches, 0, k], states[stretches, 1, k]
            force = c[8, k] * u + c[9, k] * v
            most[0] = max(most[0], extreme_free(u, v, omega, damping))
            most[1] = max(most[1], extreme_free(v, -force, omega, damping))
            most[2] = max(most[2], extreme_free(force, c[8, k] * v - c[9, k] * force, omega, damping))
    return result


@kernel
def _step_side_by_side(
    acceleration: FloatArray,
    step: float,
    parts: int,
    length: int,
    c: FloatArray,
    states: FloatArray,
    bounds: FloatArray,
) -> None:
    """Fill the ``states`` (u, v) at the start of each stretch and the ``bounds`` of what each can reach within it.

    From an extreme to the end of its part of a step x is concave, so that it cannot exceed |x₁| + h |x₁'|.
    """
    short, per_second = step / parts, 1.0 / step
    state = np.zeros((2, c.shape[1]))
    for stretch in range(len(bounds)):
        bound = bounds[stretch]
        for sample in range(stretch * length + 1, min((stretch + 1) * length, len(acceleration) - 1) + 1):
            start = acceleration[sample - 1]
            slope = (acceleration[sample] - start) * per_second
            before = start
            for part in range(1, parts + 1):
                here = start + slope * (part * short)
                for k in range(c.shape[1]):
                    u, v = state[0, k], state[1, k]
                    moved = (c[0, k] * u + c[1, k] * v) + (c[2, k] * before + c[3, k] * here)
                    speed = (c[4, k] * u + c[5, k] * v) + (c[6, k] * before + c[7, k] * here)
                    state[0, k], state[1, k] = moved, speed
                    force = c[8, k] * moved + c[9, k] * speed
                    gain = -force - here
                    size = abs(moved) + short * abs(speed)
                    pace = abs(speed) + short * abs(gain)
                    push = abs(force) + short * abs(c[8, k] * speed + c[9, k] * gain)
                    bound[0, k] = size if size > bound[0, k] else bound[0, k]
                    bound[1, k] = pace if pace > bound[1, k] else bound[1, k]
                    bound[2, k] = push if push > bound[2, k] else bound[2, k]
                before = here
        for k in range(c.shape[1]):
            states[stretch + 1, 0, k], states[stretch + 1, 1, k] = state[0, k], state[1, k]


@kernel
def _look_into(
    acceleration: FloatArray,
    step: float,
    parts: int,
    first: int,
    length: int,
    c: FloatArray,
    k: int,
    state: FloatArray,
    most: FloatArray,
) -> None:
    """Raise ``most``, |u|, |u'| and |u'' + a|, to what oscillator ``k`` reaches in the stretch from ``first`` on."""
    short, per_second = step / parts, 1.0 / step
    m00, m01, m02, m03 = c[0, k], c[1, k], c[2, k], c[3, k]
    m10, m11, m12, m13 = c[4, k], c[5, k], c[6, k], c[7, k]
    square, rate = c[8, k], c[9, k]
    u0, v0 = state[0, k], state[1, k]
    before = acceleration[first]
    f0 = square * u0 + rate * v0  # less the mass's own acceleration
    w0 = -f0 - before
    e0 = square * v0 + rate * w0
    for sample in range(first + 1, min(first + length, len(acceleration) - 1) + 1):
        start = acceleration[sample - 1]
        slope = (acceleration[sample] - start) * per_second
        before = start
        for part in range(1, parts + 1):
            here = start + slope * (part * short)
            u1 = (m00 * u0 + m01 * v0) + (m02 * before + m03 * here)
            v1 = (m10 * u0 + m11 * v0) + (m12 * before + m13 * here)
            f1 = square * u1 + rate * v1
            w1 = -f1 - here
            e1 = square * v1 + rate * w1
            if abs(u1) + short * abs(v1) > most[0]:
                most[0] = max(most[0], extreme_between(u0, v0, w0, u1, v1, w1, short))
            if abs(v1) + short * abs(w1) > most[1]:
                most[1] = max(most[1], extreme_between(v0, w0, -slope - e0, v1, w1, -slope - e1, short))
            if abs(f1) + short * abs(e1) > most[2]:
                c0, c1 = square * w0 - rate * (slope + e0), square * w1 - rate * (slope + e1)
                most[2] = max(most[2], extreme_between(f0, e0, c0, f1, e1, c1, short))
            u0, v0, w0, f0, e0, before = u1, v1, w1, f1, e1, here


@kernel
def parts_of_step(period: float, damping: float, step: float) -> int:
    """Parts of a step that are each short beside the oscillator's period, or its fastest decay where ζ > 1."""
    fastest = 2.0 * math.pi / period * (1.0 if damping <= 1.0 else damping + math.sqrt(damping * damping - 1.0))
    return int(min(_MOST_PARTS, max(1.0, math.ceil(fastest * step / _FINEST))))


@kernel
def extreme_between(x0: float, d0: float, c0: float, x1: float, d1: float, c1: float, step: float) -> float:
    """Largest |x| of a smooth function within a step, from its value and two derivatives at both ends.

    By the polynomial of degree 5 that has all six: its error is x⁽⁶⁾ h⁶/46080 (Hermite). The ground's part of the
    response is such a polynomial itself.
    """
    most = max(abs(x0), abs(x1))
    if d0 == 0.0:  # from rest: the way that it sets out
        d0 = 1e-12 * c0 * step
    if d0 * d1 >= 0.0:
        return most
    d0, d1, c0, c1 = d0 * step, d1 * step, c0 * step * step, c1 * step * step
    value, slope, bend = x1 - x0 - d0 - 0.5 * c0, d1 - d0 - c0, c1 - c0
    p3 = 10.0 * value - 4.0 * slope + 0.5 * bend
    p4 = -15.0 * value + 7.0 * slope - bend
    p5 = 6.0 * value - 3.0 * slope + 0.5 * bend
    low, high = 0.0, 1.0
    s = d0 / (d0 - d1)
    for _ in range(30):  # Newton's method, kept between the two signs of x'; two or three steps as a rule
        rise = d0 + s * (c0 + s * (3.0 * p3 + s * (4.0 * p4 + s * 5.0 * p5)))
        if rise * d0 > 0.0:
            low = s
        else:
            high = s
        tangent = c0 + s * (6.0 * p3 + s * (12.0 * p4 + s * 20.0 * p5))
        new = s - rise / tangent if tangent != 0.0 else low
        if not low < new < high:
            new = 0.5 * (low + high)
        moved = abs(new - s)
        s = new
        if moved < 1e-6:
            break
    inside = x0 + s * (d0 + s * (0.5 * c0 + s * (p3 + s * (p4 + s * p5))))
    return max(most, abs(inside))


@kernel
def extreme_free(x0: float, d0: float, omega: float, damping: float) -> float:
    """Largest |x| from now on of x'' + 2ζω x' + ω² x = 0 that starts with x₀ and x₀'.

    x' vanishes first where tan ω_d t = ω_d x₀'/(ω² x₀ + ζω x₀'), ω_d = ω √(1−ζ²); tanh and √(ζ²−1) where ζ > 1.
    Later extremes are smaller.
    """
    across, along = d0, omega * omega * x0 + damping * omega * d0
    if across == 0.0:
        return abs(x0)
    if damping < 1.0:
        turning = omega * math.sqrt(1.0 - damping * damping)
        angle = math.atan2(turning * across, along)
        if angle <= 0.0:
            angle += math.pi
        time = angle / turning
        swing, drift = math.cos(angle), math.sin(angle) / turning
    else:
        turning = omega * math.sqrt(damping * damping - 1.0)
        if across * along <= 0.0 or abs(turning * across) >= abs(along):
            return abs(x0)
        if turning == 0.0:
            time = across / along
            swing, drift = 1.0, time
        else:
            time = math.atanh(turning * across / along) / turning
            swing, drift = math.cosh(turning * time), math.sinh(turning * time) / turning
    later = math.exp(-damping * omega * time) * (x0 * swing + (d0 + damping * omega * x0) * drift)
    return max(abs(x0), abs(later))
