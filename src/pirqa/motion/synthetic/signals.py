"""Signals that end at rest: sines, sweeps, white noise and pulses with closed forms, made into motions.

Pulses are Ricker's wavelet and the near-fault pulse of Mavroeidis and Papageorgiou. The raw sine of the Sacsayhuaman
paper is here too, which does not end at rest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import CubicSpline

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import Direction, GroundMotion, MotionState, Origin, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.signal_processing import final_weights
from pirqa.motion.synthetic.options import (
    EnvelopeShape,
    NoiseOptions,
    PulseOptions,
    RickerOptions,
    SineOptions,
    SineSweepOptions,
)

MOST_SAMPLES = 4_000_000
"""Of one signal: an hour at 1 ms; more is refused before it fills the memory."""

SIGNAL = Direction(name="across")
"""Signals drive the wall out of its plane."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Signal:
    """A made-up motion, and what must be known about it."""

    motion: GroundMotion
    remarks: tuple[Remark, ...] = ()


def sample_times(duration: float, step: float) -> FloatArray:
    """From 0 to ``duration`` [s] evenly, both included, at most ``step`` [s] apart."""
    wanted = math.ceil(duration / step * (1.0 - 1e-12))
    if wanted > MOST_SAMPLES:
        raise OptionsError(
            f"a signal of {duration:g} s at a step of {step:g} s has {wanted} samples, more than {MOST_SAMPLES}: "
            "give a shorter duration or a greater step"
        )
    return np.linspace(0.0, duration, max(wanted, 1) + 1)


def rested(acceleration: FloatArray, step: float, weight: FloatArray) -> tuple[FloatArray, float]:
    """Samples [m/s2] that end at rest where they started, shape (samples,), and the largest change [m/s2].

    The change is that of least norm, weighted by ``weight`` (its square is what a change may cost at a sample), under
    which velocity and displacement at the end, exact for acceleration that is linear between samples, are zero.
    """
    count = len(acceleration)
    rows = final_weights(count, step)
    rows[1] /= step * max(count - 1, 1)  # both rows of one size: the system is then well conditioned
    weighted = rows * weight**2
    change = np.zeros(count)
    for _ in range(2):  # once more takes away the rounding of the first
        change -= weighted.T @ np.linalg.solve(weighted @ rows.T, rows @ (acceleration + change))
    return acceleration + change, float(np.abs(change).max())


def fitted_acceleration(
    displacement: FloatArray, step: float, start_velocity: float = 0.0, end_velocity: float = 0.0
) -> FloatArray:
    """Acceleration [m/s2], linear between samples, whose exact integral is ``displacement`` [m] at every sample.

    It is the second derivative of the cubic spline through the displacements with these velocities at the ends:
    within a step it is linear, so that there is no other. Shape as given; the samples go along the first axis.
    """
    times = step * np.arange(len(displacement))
    start = np.full(displacement.shape[1:], start_velocity)
    end = np.full(displacement.shape[1:], end_velocity)
    spline = CubicSpline(times, displacement, bc_type=((1, start), (1, end)))
    # c holds the cubic's coefficients of each step, highest power first
    last = 2.0 * spline.c[1, -1] + 6.0 * spline.c[0, -1] * step
    return np.concatenate([2.0 * spline.c[1], last[None]])


def made_motion(
    acceleration: FloatArray,
    step: float,
    *,
    name: str,
    kind: str,
    treatments: tuple[Treatment, ...],
    band: tuple[float, ...] = (),
    initial_velocity: float = 0.0,
) -> GroundMotion:
    """A motion in one direction from samples [m/s2], shape (samples,)."""
    return GroundMotion(
        name=name,
        step=step,
        acceleration=acceleration[:, None],
        directions=(SIGNAL,),
        initial_velocity=np.array([initial_velocity]),
        origin=Origin(format=kind),
        treatments=treatments,
        band=band,
    )


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


def white_noise(options: NoiseOptions, *, name: str = "noise") -> Signal:
    """Noise of equal Fourier amplitudes and random phases between two frequencies, at rest at both ends.

    The amplitudes of the displacement are equal unless asked otherwise, as in fig. 20b of the Sacsayhuaman paper.
    Half-cosine tapers blur the edges of the band by about the inverse of their length. The samples are fitted: their
    integral is the displacement at every sample. The same seed gives the same noise.
    """
    times = sample_times(options.duration, options.step)
    count, step = len(times), float(times[1])
    frequencies = np.arange(1, count // 2) / (count * step)
    inside = (frequencies >= options.low) & (frequencies <= options.high)
    if not np.any(inside):
        raise OptionsError("motion.signals.noise: the band holds no frequency of so short a signal; make it longer")
    power = {"displacement": 0, "velocity": 1, "acceleration": 2}[options.flat]
    phases = np.random.default_rng(options.seed).uniform(0.0, 2.0 * math.pi, int(inside.sum()))
    spectrum = np.zeros(count // 2 + 1, dtype=np.complex128)
    chosen = np.flatnonzero(inside) + 1
    spectrum[chosen] = frequencies[inside] ** -float(power) * np.exp(1j * phases)
    displacement = np.fft.irfft(spectrum, count) * half_cosine_window(times, options.taper * options.duration)
    displacement /= np.abs(displacement).max()
    treatment = Treatment(
        key=f"noise_{options.flat}",
        amounts={
            "low": options.low,
            "high": options.high,
            "peak_displacement": options.peak_displacement,
            "taper": options.taper * options.duration,
            "seed": float(options.seed),
        },
    )
    samples = fitted_acceleration(displacement, step)
    shape = made_motion(samples, step, name=name, kind="noise", treatments=())
    # the peak may lie between two samples
    samples *= options.peak_displacement / float(shape.peak_displacement[0])
    motion = made_motion(
        samples, step, name=name, kind="noise", treatments=(treatment,), band=(options.low, options.high)
    )
    return Signal(motion=motion)


def half_cosine_window(times: FloatArray, extent: float) -> FloatArray:
    """1 but for half-cosines of length ``extent`` [s] from 0 at both ends, shape (samples,)."""
    nearest = np.minimum(times - times[0], times[-1] - times)
    return np.asarray(0.5 - 0.5 * np.cos(math.pi * np.clip(nearest / extent, 0.0, 1.0)))


def envelope(times: FloatArray, duration: float, shape: EnvelopeShape) -> FloatArray:
    """Strength of an artificial motion over time, at most 1, shape (samples,).

    ``saragoni_hart``: (t/t_m)^β e^(β(1 − t/t_m)) with its top at 0.2 of the duration and a twentieth of the top left at
    its end (Saragoni and Hart 1974); ``jennings``: parabola to 0.15, constant to 0.5, then e^(−c t) to a twentieth
    (Jennings, Housner and Tsai 1968).
    """
    part = times / duration
    if shape == "saragoni_hart":
        top = 0.2
        steepness = math.log(20.0) / (1.0 / top - 1.0 - math.log(1.0 / top))
        with np.errstate(divide="ignore"):
            return np.exp(steepness * (np.log(part / top) + 1.0 - part / top))
    rise, fall = 0.15, 0.5
    decay = np.exp(-math.log(20.0) * np.clip(part - fall, 0.0, None) / (1.0 - fall))
    return np.asarray(np.where(part < rise, (part / rise) ** 2, decay))


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
