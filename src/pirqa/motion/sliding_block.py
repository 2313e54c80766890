"""Newmark's sliding block: exact integration under a motion.

Signs: the block is pushed against the acceleration of the ground. A positive acceleration slides it in the direction
that is counted positive here, so that the displacement d obeys d'' = a − a_y while it slides forwards (d' > 0) and
d'' = a + a_b while it slides backwards (d' < 0); it rests while −a_b ≤ a ≤ a_y (Newmark 1965). For a wall that can
only slide outwards, a is therefore positive where the ground accelerates into the fill, and ``yield_backward`` is
none. Acceleration is linear between samples: within a step the velocity is a quadratic and the displacement a cubic,
and every start and stop is a root in closed form. After the last sample the ground has no acceleration, and the block
slides on until it rests.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pirqa.compiled import kernel
from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray

_FIRST_ROWS = 1024
"""Slips that are made room for at first; a second run makes the rest."""

_ROUNDING = 1e-12
"""Share of the peak velocity below which a block without resistance is at rest."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Sliding:
    """How a rigid block slid on the ground."""

    displacement: FloatArray
    """At the samples, relative to the ground [m], shape (samples,); see the module for its sign."""
    final: float
    """Lasting displacement, when the block has come to rest [m]."""
    largest: float
    """Largest |displacement| on the way [m]."""
    peak_velocity: float
    """Largest speed relative to the ground [m/s]."""
    slips: int
    """How many times it slid from rest to rest."""
    slip_time: float
    """How long it slid in all [s]."""
    starts: FloatArray
    """When it began to slide [s], shape (slips,)."""
    stops: FloatArray
    """When it came to rest [s], shape (slips,); the last may be after the end of the record."""


def slide(
    acceleration: FloatArray, step: float, *, yield_acceleration: float, yield_backward: float | None = None
) -> Sliding:
    """Slide a block that gives way forwards at ``yield_acceleration`` [m/s2].

    ``acceleration`` [m/s2], shape (samples,), is linear between samples that are ``step`` [s] apart. Where
    ``yield_backward`` [m/s2] is none the block never slides back.
    """
    samples = np.ascontiguousarray(acceleration, dtype=np.float64)
    if samples.ndim != 1 or len(samples) < 2 or not np.all(np.isfinite(samples)):
        raise OptionsError(
            "sliding block: the acceleration must be at least 2 finite samples of one component, "
            f"got shape {samples.shape}"
        )
    if not (math.isfinite(step) and step > 0.0):
        raise OptionsError(f"sliding block: the step must be greater than 0 s, got {step}")
    backward = math.inf if yield_backward is None else yield_backward
    for name, value in (("yield_acceleration", yield_acceleration), ("yield_backward", yield_backward)):
        if value is not None and not (math.isfinite(value) and value >= 0.0):
            raise OptionsError(
                f"sliding block: {name} must be finite and at least 0 m/s2, got {value}; "
                "a wall that slides at rest has no sliding displacement"
            )
    history = np.zeros(len(samples))
    slips = np.empty((_FIRST_ROWS, 2))
    state = _integrate(samples, step, yield_acceleration, backward, history, slips)
    count = int(state[5])
    if count > len(slips):
        slips = np.empty((count, 2))
        state = _integrate(samples, step, yield_acceleration, backward, history, slips)
    final, velocity, largest, peak, slip_time = (float(value) for value in state[:5])
    resistance = yield_acceleration if velocity > 0.0 else backward
    if resistance == 0.0 and abs(velocity) <= _ROUNDING * peak:
        slips[count - 1 : count, 1] = step * (len(samples) - 1)
    elif velocity != 0.0:
        if resistance == 0.0:
            raise OptionsError(
                f"sliding block: it still moves at {abs(velocity):.3g} m/s when the record ends and nothing slows it: "
                "give a yield acceleration greater than 0, or a record that ends at rest"
            )
        # the ground has no acceleration any more: the block comes to rest within v/a_y and v²/(2 a_y)
        final += velocity * abs(velocity) / (2.0 * resistance)
        slip_time += abs(velocity) / resistance
        slips[count - 1, 1] = step * (len(samples) - 1) + abs(velocity) / resistance
    if not math.isfinite(final):
        raise OptionsError("sliding block: the accelerations are too large to be integrated; check their unit")
    history.setflags(write=False)
    return Sliding(
        displacement=history,
        final=final,
        largest=max(largest, abs(final)),
        peak_velocity=peak,
        slips=count,
        slip_time=slip_time,
        starts=slips[:count, 0].copy(),
        stops=slips[:count, 1].copy(),
    )


@kernel
def _rest_after(velocity: float, excess: float, slope: float) -> float:
    """First τ > 0 at which velocity + excess τ + slope τ²/2 falls to 0, from velocity ≥ 0; infinite if never.

    The form without cancellation is taken on either side.
    """
    if slope >= 0.0 and excess >= 0.0:
        return math.inf
    square = excess * excess - 2.0 * slope * velocity
    if square < 0.0:
        return math.inf
    root = math.sqrt(square)
    if excess < 0.0:
        return 2.0 * velocity / (root - excess)
    return (excess + root) / -slope


@kernel
def _integrate(
    samples: FloatArray, step: float, forward: float, backward: float, history: FloatArray, slips: FloatArray
) -> FloatArray:
    """Displacement, velocity, largest |d|, peak |v|, time of sliding and number of slips at the last sample.

    ``history`` gets the displacements, ``slips`` the starts and stops as far as there is room.
    """
    moved = speed = largest = peak = slip_time = 0.0
    sense = 0.0  # 1 forwards, −1 backwards, 0 at rest
    count = 0
    for index in range(len(samples) - 1):
        first, last = samples[index], samples[index + 1]
        slope = (last - first) / step
        local = 0.0
        stopped = 0.0  # sense in which it stopped here: rounding must not start the same slip again
        while local < step:
            fresh = sense == 0.0
            if fresh:
                here = first + slope * local
                if here > forward and stopped != 1.0:
                    sense = 1.0
                elif here < -backward and stopped != -1.0:
                    sense = -1.0
                elif slope > 0.0 and last > forward:
                    sense = 1.0
                    local = max(local, (forward - first) / slope)
                elif slope < 0.0 and last < -backward:
                    sense = -1.0
                    local = max(local, (-backward - first) / slope)
                else:
                    break
                if count < len(slips):
                    slips[count, 0] = step * index + local
                count += 1
                if local >= step:
                    break
            # seen in the sense of the slip, it is pushed by excess + tilt τ and moves at speed ≥ 0
            tilt = sense * slope
            excess = sense * (first + slope * local) - (forward if sense > 0.0 else backward)
            if fresh:
                excess = max(excess, 0.0)
            until = _rest_after(speed, excess, tilt)
            left = step - local
            ends = until <= left
            span = min(until, left)
            if tilt < 0.0 and 0.0 < excess < -tilt * span:
                peak = max(peak, speed - 0.5 * excess * excess / tilt)
            moved += sense * span * (speed + span * (0.5 * excess + span * tilt / 6.0))
            speed = 0.0 if ends else max(speed + span * (excess + 0.5 * span * tilt), 0.0)
            peak = max(peak, speed)
            slip_time += span
            local = local + span if ends else step
            if ends:
                largest = max(largest, abs(moved))
                if count <= len(slips):
                    slips[count - 1, 1] = step * index + local
                stopped, sense = sense, 0.0
        history[index + 1] = moved
    largest = max(largest, abs(moved))
    if sense != 0.0 and speed == 0.0 and 0 < count <= len(slips):
        slips[count - 1, 1] = step * (len(samples) - 1)
    result = np.empty(6)
    result[0], result[1], result[2], result[3], result[4], result[5] = (
        moved,
        sense * speed,
        largest,
        peak,
        slip_time,
        float(count),
    )
    return result
