"""Sines and sweeps that start and end at rest, and the raw sine of the Sacsayhuaman paper that does not."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.synthetic.options import SineOptions, SineSweepOptions
from pirqa.motion.synthetic.signal import Signal, fitted_acceleration, made_motion, rested, sample_times

__all__ = ["paper_sine", "sine", "sine_sweep"]


@dataclass(frozen=True, kw_only=True, eq=False)
class _Phase:
    """Phase of a sine at its samples, with its derivatives; each of shape (samples,)."""

    value: FloatArray
    """[rad]"""
    rate: FloatArray
    """[rad/s]"""
    change: FloatArray
    """Of the rate [rad/s2]."""
    bend: FloatArray
    """Of the change [rad/s3]."""


def sine(options: SineOptions, *, name: str = "sine") -> Signal:
    """A sine of constant amplitude between two ramps, at rest at both ends.

    The displacement is d = −(A/ω²) w sin ωt with half-cosine ramps w over whole cycles, so that motion begins and ends
    at rest and the acceleration is A sin ωt between the ramps (within them at most 0.02 % more than A). The
    acceleration d″ is sampled; what sampling leaves of velocity and displacement at the end is taken away with the
    least change, stated in the treatments.
    """
    if options.raw:
        return paper_sine(options, name=name)
    duration, cycles, remarks = _whole_cycles(options.duration, options.frequency, options.ramp_cycles, "sine")
    # whole quarters of a cycle, so that samples fall on the peaks
    quarter = 0.25 / options.frequency
    times = sample_times(duration, quarter / math.ceil(quarter / _step(options.step, options.frequency) * (1.0 - 1e-9)))
    omega = 2.0 * math.pi * options.frequency
    none = np.zeros_like(times)
    phase = _Phase(value=omega * times, rate=none + omega, change=none, bend=none)
    amounts = {
        "amplitude": options.amplitude,
        "frequency": options.frequency,
        "duration": duration,
        "ramp_cycles": float(options.ramp_cycles),
    }
    acceleration, envelope = _ramped(options.amplitude, phase, cycles, options.ramp_cycles)
    step = float(times[1])
    samples, change = rested(acceleration, step, envelope)
    made = Treatment(key="sine", amounts=amounts)
    rest = Treatment(key="signal_rest", amounts={"largest_change": change})
    motion = made_motion(samples, step, name=name, kind="sine", treatments=(made, rest))
    return Signal(motion=motion, remarks=remarks)


def paper_sine(options: SineOptions, *, name: str = "paper sine") -> Signal:
    """d = (A/ω²) sin ωt as it stands (Sacsayhuaman paper, eq. 9): the base starts with the velocity A/ω.

    The paper says that displacement, velocity and acceleration are zero at the end of each cycle. That does not follow
    from eq. 9: v = (A/ω) cos ωt is largest there. The samples are fitted: their integral is eq. 9 at every sample.
    """
    duration, _, remarks = _whole_cycles(options.duration, options.frequency, 0, "sine")
    times = sample_times(duration, _step(options.step, options.frequency))
    omega = 2.0 * math.pi * options.frequency
    speed, step = options.amplitude / omega, float(times[1])
    # at whole cycles the sine of rounded times is not zero by itself
    displacement = speed / omega * np.sin(omega * times)
    displacement[-1] = 0.0
    motion = made_motion(
        fitted_acceleration(displacement, step, speed, speed),
        step,
        name=name,
        kind="paper_sine",
        treatments=(
            Treatment(
                key="paper_sine",
                amounts={"amplitude": options.amplitude, "frequency": options.frequency, "duration": duration},
            ),
        ),
        initial_velocity=speed,
    )
    jump = Remark(kind="warning", key="motion_velocity_jump", amount=speed, unit="m/s", text=name)
    return Signal(motion=motion, remarks=(*remarks, jump))


def sine_sweep(options: SineSweepOptions, *, name: str = "sweep") -> Signal:
    """A sine that goes from one frequency to another at constant amplitude, at rest at both ends.

    The displacement is d = −A w sin φ / φ′² with the phase φ of the sweep and half-cosine ramps w over whole cycles;
    its second derivative is A sin φ but for terms of the order φ″/φ′². These are largest where the ramps are, so that
    the peak stays within 2 % of A also for five cycles over five decades. Rest at the end as in :func:`sine`.
    """
    first, last = options.start, options.stop
    ratio = math.log(last / first)
    linear = options.rate == "linear"
    mean = 0.5 * (first + last) if linear else (last - first) / ratio
    duration, cycles, remarks = _whole_cycles(options.duration, mean, options.ramp_cycles, "sweep")
    times = sample_times(duration, _step(options.step, max(first, last)))
    none = np.zeros_like(times)
    if linear:
        slope = 2.0 * math.pi * (last - first) / duration
        value = 2.0 * math.pi * first * times + 0.5 * slope * times**2
        phase = _Phase(value=value, rate=2.0 * math.pi * first + slope * times, change=none + slope, bend=none)
    else:
        growth = ratio / duration
        rate = 2.0 * math.pi * first * np.exp(growth * times)
        value = 2.0 * math.pi * first * np.expm1(growth * times) / growth
        phase = _Phase(value=value, rate=rate, change=growth * rate, bend=growth**2 * rate)
    acceleration, envelope = _ramped(options.amplitude, phase, cycles, options.ramp_cycles)
    step = float(times[1])
    samples, change = rested(acceleration, step, envelope)
    amounts = {
        "amplitude": options.amplitude,
        "start": first,
        "stop": last,
        "duration": duration,
        "ramp_cycles": float(options.ramp_cycles),
    }
    made = Treatment(key="sweep_linear" if linear else "sweep_logarithmic", amounts=amounts)
    rest = Treatment(key="signal_rest", amounts={"largest_change": change})
    motion = made_motion(samples, step, name=name, kind="sweep", treatments=(made, rest))
    return Signal(motion=motion, remarks=remarks)


def _step(asked: float | None, frequency: float) -> float:
    return min(1.0 / (200.0 * frequency), 0.005) if asked is None else asked


def _whole_cycles(asked: float, frequency: float, ramp_cycles: int, kind: str) -> tuple[float, int, tuple[Remark, ...]]:
    """Duration [s] of whole cycles at a mean ``frequency`` [Hz], their number, and a remark where it is longer."""
    cycles = max(1, math.ceil(asked * frequency - 1e-9))
    if cycles < 2 * ramp_cycles + 1:
        raise OptionsError(
            f"motion.signals.{kind}.duration of {asked:g} s is {asked * frequency:.3g} cycles; two ramps of "
            f"{ramp_cycles} and one at full strength need {(2 * ramp_cycles + 1) / frequency:.4g} s"
        )
    duration = cycles / frequency
    if abs(duration - asked) < 1e-9 * asked:
        return duration, cycles, ()
    longer = Remark(kind="assumption", key="motion_whole_cycles", count=cycles, amount=duration, stated=asked, unit="s")
    return duration, cycles, (longer,)


def _ramped(amplitude: float, phase: _Phase, cycles: int, ramp_cycles: int) -> tuple[FloatArray, FloatArray]:
    """Second derivative of −A w sin φ / φ′², and w; shape (samples,)."""
    turn, extent = 2.0 * math.pi * cycles, 2.0 * math.pi * ramp_cycles
    from_end = np.clip(np.minimum(phase.value, turn - phase.value) / extent, 0.0, 1.0)
    side = np.where(phase.value < 0.5 * turn, 1.0, -1.0) / extent
    inside = from_end < 1.0
    ramp = 0.5 - 0.5 * np.cos(math.pi * from_end)
    ramp_rate = np.where(inside, 0.5 * math.pi * side * np.sin(math.pi * from_end), 0.0)  # dw/dφ
    ramp_bend = np.where(inside, 0.5 * (math.pi / extent) ** 2 * np.cos(math.pi * from_end), 0.0)  # d²w/dφ²
    # w by time, by the chain rule
    slope = ramp_rate * phase.rate
    bend = ramp_bend * phase.rate**2 + ramp_rate * phase.change
    # 1/φ′² by time
    inverse = phase.rate**-2.0
    inverse_slope = -2.0 * phase.change * phase.rate**-3.0
    inverse_bend = 6.0 * phase.change**2 * phase.rate**-4.0 - 2.0 * phase.bend * phase.rate**-3.0
    size = ramp * inverse
    size_slope = slope * inverse + ramp * inverse_slope
    size_bend = bend * inverse + 2.0 * slope * inverse_slope + ramp * inverse_bend
    sines, cosines = np.sin(phase.value), np.cos(phase.value)
    acceleration = -amplitude * (
        (size_bend - size * phase.rate**2) * sines + (2.0 * size_slope * phase.rate + size * phase.change) * cosines
    )
    return acceleration, ramp
