"""Two horizontal components from a spectrum: windowed noise or the phases of a record, at rest at both ends."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft, rfftfreq

from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.filtering import butterworth_gain
from pirqa.motion.synthetic.signal import MOST_SAMPLES, rested
from pirqa.motion.synthetic.stochastic.fault import Subsources, expected_spectrum
from pirqa.motion.synthetic.stochastic.spectrum import SeismologicalModel, acceleration_spectrum, path_duration

__all__ = ["noise_pair", "phase_pair", "ramp_time", "saragoni_hart"]

_ComplexArray = np.ndarray[Any, np.dtype[np.complex128]]

_ORDER = 4
"""Of one pass of the low-cut filter: (f/f_c)^8 for both, as in SMSIM and EXSIM."""
_FADE = 0.05
"""Share of the window that fades to zero at its end (SMSIM's parameter tapr)."""


def saragoni_hart(share: FloatArray, peak: float, tail: float) -> FloatArray:
    """Return the window of Saragoni and Hart (1974) at a ``share`` 0 to 1 of its duration.

    w = (e/ε)^b s^b e^(−c s) with b = −ε ln η/(1 + ε(ln ε − 1)) and c = b/ε: 1 at s = ε, η at s = 1 (Boore 2003,
    eqs. 26-29). Zero outside.
    """
    power = -peak * math.log(tail) / (1.0 + peak * (math.log(peak) - 1.0))
    inside = (share >= 0.0) & (share <= 1.0)
    part = np.where(inside, share, 0.0) / peak
    return np.asarray(np.where(inside, (part * np.exp(1.0 - part)) ** power, 0.0))


def ramp_time(low_corner: float) -> float:
    """Return the quiet time before and after the motion [s], in which the base starts and comes to rest."""
    return 0.25 / low_corner


def noise_pair(
    sources: Subsources, model: SeismologicalModel, rng: np.random.Generator, *, step: float, low_corner: float
) -> tuple[FloatArray, float]:
    """Return two independent components [m/s2], shape (samples, 2), and the largest change that brought them to rest.

    White Gaussian noise under a window has a flat mean-square spectrum. Each source's is brought to a mean square of 1
    and multiplied by its amplitudes (Boore 2003, section 3.1); the sources arrive one after the other, each shifted at
    random within its duration (EXSIM).
    """
    durations = sources.rises + [path_duration(distance, model.path_duration) for distance in sources.distances]
    windows = model.window_factor * durations
    delays = sources.delays + rng.uniform(0.0, sources.rises) * (len(sources.delays) > 1)
    ramp = ramp_time(low_corner)
    total = float((delays + windows).max())
    kept = math.ceil((total + 2.0 * ramp) / step) + 1
    count = _grid(kept, step, low_corner)
    frequencies = rfftfreq(count, step)
    spectrum = np.zeros((2, len(frequencies)), dtype=np.complex128)
    for at, moment in enumerate(sources.radiated):
        samples = max(math.ceil(windows[at] / step), 8)
        share = np.arange(samples) / samples
        shape = saragoni_hart(share, model.window_peak, model.window_tail) * np.clip((1.0 - share) / _FADE, 0.0, 1.0)
        first = round((ramp + delays[at]) / step)
        noise = np.zeros((2, count))
        noise[:, first : first + samples] = shape * rng.normal(size=(2, samples))
        noise /= np.sqrt((noise**2).sum(axis=1, keepdims=True))
        amplitude = acceleration_spectrum(frequencies, moment, sources.corners[at], sources.distances[at], model)
        spectrum += amplitude * rfft(noise, axis=1)
    return _at_rest(spectrum, count, kept, step, low_corner)


def phase_pair(
    sources: Subsources, model: SeismologicalModel, record: FloatArray, *, step: float, low_corner: float
) -> tuple[FloatArray, float]:
    """Return two components with the phases of ``record``, shape (samples, 2), and the largest change for rest.

    The amplitudes are the expected spectrum of the sources, the same for both; when the motion grows and dies away is
    in the phases.
    """
    ramp = ramp_time(low_corner)
    first = math.ceil(ramp / step)
    kept = len(record) + 2 * first
    count = _grid(kept, step, low_corner)
    padded = np.zeros((2, count))
    padded[:, first : first + len(record)] = record.T
    found = rfft(padded, axis=1)
    size = np.abs(found)
    phases: _ComplexArray = np.where(size > 0.0, found / np.where(size > 0.0, size, 1.0), 1.0 + 0.0j)
    amplitude = expected_spectrum(rfftfreq(count, step), sources, model)
    return _at_rest(phases * amplitude, count, kept, step, low_corner)


def _grid(kept: int, step: float, low_corner: float) -> int:
    """Return the number of samples of the transform: room for what the low-cut filter spreads round the ends."""
    count = kept + math.ceil(2.0 / (low_corner * step))
    if count > MOST_SAMPLES:
        raise OptionsError(
            f"the motion lasts {kept * step:.4g} s, {count} samples with its filter, more than {MOST_SAMPLES}: give a "
            "greater step, a nearer source or a shorter path_duration"
        )
    return int(next_fast_len(count, real=True))


def _at_rest(
    spectrum: _ComplexArray, count: int, kept: int, step: float, low_corner: float
) -> tuple[FloatArray, float]:
    """Return acceleration that starts and ends at rest from a Fourier spectrum [m/s], shape (2, frequencies).

    Below the low corner the spectrum is filtered out. The displacement is led to zero by half cosines w over the quiet
    time at both ends, a w + 2 v w' + d w''; what sampling leaves of velocity and displacement is taken away with the
    least change.
    """
    frequencies = rfftfreq(count, step)
    spectrum = spectrum * butterworth_gain(frequencies, low=low_corner, order=_ORDER) / step
    spectrum[:, 0] = 0.0
    omega = 2.0 * math.pi * frequencies
    omega[0] = 1.0
    acceleration = irfft(spectrum, count, axis=1)[:, :kept]
    velocity = irfft(spectrum / (1j * omega), count, axis=1)[:, :kept]
    displacement = irfft(-spectrum / omega**2, count, axis=1)[:, :kept]
    samples = np.arange(kept)
    extent = max(round(ramp_time(low_corner) / step), 1)
    share = np.clip(np.minimum(samples, kept - 1 - samples) / extent, 0.0, 1.0)
    side = np.where(samples < kept / 2, 1.0, -1.0) / (extent * step)
    window = 0.5 - 0.5 * np.cos(math.pi * share)
    slope = 0.5 * math.pi * side * np.sin(math.pi * share)
    bend = np.where(share < 1.0, 0.5 * (math.pi * side) ** 2 * np.cos(math.pi * share), 0.0)
    shaped = acceleration * window + 2.0 * velocity * slope + displacement * bend
    pairs = [rested(values, step, window) for values in shaped]
    return np.stack([values for values, _ in pairs], axis=1), max(change for _, change in pairs)
