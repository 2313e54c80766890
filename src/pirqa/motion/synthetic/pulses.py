"""Pulses with closed forms: Ricker's wavelet, and the near-fault pulse of Mavroeidis and Papageorgiou."""

from __future__ import annotations

import math

import numpy as np

from pirqa.model.ground_motion import MotionState, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.synthetic.options import PulseOptions, RickerOptions
from pirqa.motion.synthetic.signal import Signal, fitted_acceleration, made_motion, rested, sample_times

__all__ = ["mavroeidis_papageorgiou", "pulse_residual", "pulse_state", "ricker", "ricker_state"]

_RICKER_HALF = 2.0
"""Periods before and after the peak: there the wavelet is e^(−4π²) = 7e-18 of it, less than its rounding."""


def ricker_state(options: RickerOptions, since_peak: FloatArray) -> MotionState:
    """The closed forms of a Ricker wavelet at times from its peak [s], arrays of the same shape.

    a = A (1 − 2π²f²t²) e^(−π²f²t²) (Ricker 1953), so v = A t e^(−π²f²t²) and d = −A/(2π²f²) e^(−π²f²t²), by parts:
    neither velocity nor displacement is left at the end.
    """
    square = (math.pi * options.frequency) ** 2
    bell = np.exp(-square * since_peak**2)
    return MotionState(
        acceleration=options.amplitude * (1.0 - 2.0 * square * since_peak**2) * bell,
        velocity=options.amplitude * since_peak * bell,
        displacement=-options.amplitude / (2.0 * square) * bell,
    )


def ricker(options: RickerOptions, *, name: str = "ricker") -> Signal:
    """A Ricker wavelet over four periods, at rest at both ends.

    The acceleration is sampled; what sampling leaves of velocity and displacement is taken away with the least change.
    """
    half = _RICKER_HALF / options.frequency
    step = min(1.0 / (200.0 * options.frequency), 0.005) if options.step is None else options.step
    before = sample_times(half, step)
    since = np.concatenate([before - half, before[1:]])
    state = ricker_state(options, since)
    step = float(before[1])
    bell = np.exp(-0.5 * (math.pi * options.frequency * since) ** 2)
    samples, change = rested(state.acceleration, step, bell)
    motion = made_motion(
        samples,
        step,
        name=name,
        kind="ricker",
        treatments=(
            Treatment(key="ricker", amounts={"amplitude": options.amplitude, "frequency": options.frequency}),
            Treatment(key="signal_rest", amounts={"largest_change": change}),
        ),
    )
    return Signal(motion=motion)


def pulse_state(options: PulseOptions, since_middle: FloatArray) -> MotionState:
    """The closed forms of the pulse at times from its middle [s], arrays of the same shape; 0 m where it starts.

    Mavroeidis and Papageorgiou (2003), BSSA 93:1099–1131: v = A/2 (1 + cos(2πf_p t/γ)) cos(2πf_p t + ν) for
    |t| ≤ γ/(2f_p), its derivative and its integral.
    """
    gamma, phase = options.cycles, options.phase
    half = gamma / (2.0 * options.frequency)
    t = np.clip(since_middle, -half, half)
    omega = 2.0 * math.pi * options.frequency
    slow, fast = omega * t / gamma, omega * t + phase
    velocity = 0.5 * options.amplitude * (1.0 + np.cos(slow)) * np.cos(fast)
    acceleration = (
        -0.5 * options.amplitude * omega * (np.sin(slow) * np.cos(fast) / gamma + (1.0 + np.cos(slow)) * np.sin(fast))
    )
    # ∫ cos(slow) cos(fast) = half the integrals of cos(fast ± slow), whose frequencies are ω(γ ± 1)/γ
    inner = (
        np.sin(fast)
        + 0.5 * gamma / (gamma - 1.0) * np.sin(fast - slow)
        + 0.5 * gamma / (gamma + 1.0) * np.sin(fast + slow)
    )
    start = -math.sin(phase - math.pi * gamma) / (gamma**2 - 1.0)
    displacement = 0.5 * options.amplitude / omega * (inner - start)
    return MotionState(acceleration=acceleration, velocity=velocity, displacement=displacement)


def pulse_residual(options: PulseOptions) -> float:
    """Displacement that the pulse leaves [m]: −A/(2πf_p(γ² − 1)) cos ν sin πγ, the integral between its two ends."""
    gamma = options.cycles
    scale = options.amplitude / (2.0 * math.pi * options.frequency * (gamma**2 - 1.0))
    return -scale * math.cos(options.phase) * math.sin(math.pi * gamma)


def mavroeidis_papageorgiou(options: PulseOptions, *, name: str = "pulse") -> Signal:
    """A near-fault pulse, at rest at both ends; what displacement it leaves is stated, or brought back slowly.

    The samples are fitted: their integral is the closed displacement at every sample.
    """
    length = options.cycles / options.frequency
    step = min(1.0 / (200.0 * options.frequency), 0.005) if options.step is None else options.step
    times = sample_times(length, step)
    step = float(times[1])
    displacement = pulse_state(options, times - 0.5 * length).displacement
    treatments = [
        Treatment(
            key="pulse",
            amounts={
                "amplitude": options.amplitude,
                "frequency": options.frequency,
                "phase": options.phase,
                "cycles": options.cycles,
            },
        )
    ]
    residual = pulse_residual(options)
    largest = float(np.abs(displacement).max())
    remarks: tuple[Remark, ...] = ()
    if abs(residual) <= 1e-12 * largest:
        residual = 0.0
    elif options.return_time is not None:
        part = sample_times(options.return_time, step)[1:] / options.return_time
        # 1 − s with s = 10p³ − 15p⁴ + 6p⁵, whose slope and bend are zero at both ends
        back = residual * (1.0 - part**3 * (10.0 - 15.0 * part + 6.0 * part**2))
        displacement = np.concatenate([displacement, back])
        returned = {"displacement": residual, "duration": len(part) * step}
        treatments.append(Treatment(key="pulse_return", amounts=returned))
        remarks = (Remark(kind="assumption", key="motion_returned", amount=residual, unit="m", text=name),)
        residual = 0.0
    else:
        remarks = (Remark(kind="warning", key="motion_residual_displacement", amount=residual, unit="m", text=name),)
    displacement[0], displacement[-1] = 0.0, residual
    motion = made_motion(
        fitted_acceleration(displacement, step), step, name=name, kind="pulse", treatments=tuple(treatments)
    )
    return Signal(motion=motion, remarks=remarks)
