"""White noise between two frequencies with a given peak displacement, and shapes of signals over time."""

from __future__ import annotations

import math

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.synthetic.options import EnvelopeShape, NoiseOptions
from pirqa.motion.synthetic.signal import Signal, fitted_acceleration, made_motion, sample_times

__all__ = ["envelope", "half_cosine_window", "white_noise"]


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
