"""Welch's spectra of a setup, and the averaged normalised spectrum of all of them in which peaks are picked.

Welch (1967): segments that overlap, each without its mean and under a Hann window, are transformed and their products
averaged. Spectra are one-sided: their sum over frequency times the resolution is the mean square of the signal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.errors import ModelError, OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Degree, Measurement, Recording
from pirqa.oma.options import SpectrumOptions
from pirqa.oma.poles import ComplexArray

_CHUNK = 4_000_000
"""Samples that are transformed at a time, so that hours of many channels need no more memory than minutes."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Spectra:
    """Spectral densities of one setup's channels, with each other."""

    setup: str
    degrees: tuple[Degree, ...]
    frequency: FloatArray
    """[Hz], shape (f,)"""
    density: ComplexArray
    """E[X Xᴴ], one-sided [m2/s4/Hz], shape (f, degrees, degrees): a mode's shape is its first left singular vector."""
    segment: int
    """Samples of a segment."""
    averages: int
    """Segments that were averaged."""
    independent: float
    """As many segments that do not overlap would scatter as little (Welch 1967, with the window's own overlap)."""

    @property
    def resolution(self) -> float:
        """Between frequencies [Hz]."""
        return float(self.frequency[1] - self.frequency[0])

    @property
    def scatter(self) -> float:
        """Standard deviation of a density over its mean: 1/√n of independent segments."""
        return 1.0 / math.sqrt(self.independent)

    @property
    def power(self) -> FloatArray:
        """Spectral density of each channel [m2/s4/Hz], shape (f, degrees)."""
        return np.asarray(np.einsum("fii->fi", self.density).real)


@dataclass(frozen=True, kw_only=True, eq=False)
class AveragedSpectrum:
    """Averaged normalised spectral density (ANPSD): how much of the motion is at a frequency, whatever the channel."""

    frequency: FloatArray
    """[Hz], shape (f,)"""
    value: FloatArray
    """Mean share of the channels' mean squares, shape (f,); its sum over the frequencies above zero is 1."""
    channels: int
    """That were averaged, in all setups."""
    averages: int
    """Segments of each, the least of all setups."""
    resolution: float
    """[Hz]"""


def hann(length: int) -> FloatArray:
    """Hann's window of ``length`` samples, periodic, as spectra want it."""
    return 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(length) / length)


def welch(recording: Recording, options: SpectrumOptions | None = None) -> Spectra:
    """Spectral densities of all channels of a setup with each other."""
    options = options or SpectrumOptions()
    size, (samples, channels) = options.segment, recording.signals.shape
    if size > samples:
        fitting = 2 ** max(int(math.log2(max(samples // 4, 1))), 4)
        raise OptionsError(
            f"oma.spectrum.segment: {size} samples are more than the {samples} that {recording.label} has after "
            f"decimation ({recording.duration:.4g} s); take at most {fitting}, "
            "or better record longer: 1,000 to 2,000 periods of the first mode, 500 to 1,000 s at 2 Hz"
        )
    advance = max(size - round(size * options.overlap), 1)
    starts = np.arange(0, samples - size + 1, advance)
    window = hann(size)
    lines = size // 2 + 1
    total = np.zeros((lines, channels, channels), dtype=np.complex128)
    views = np.lib.stride_tricks.sliding_window_view(recording.signals, size, axis=0)
    at_once = max(_CHUNK // (size * channels), 1)
    for first in range(0, len(starts), at_once):
        pieces = views[starts[first : first + at_once]]  # (segments, channels, size)
        pieces = (pieces - pieces.mean(axis=2, keepdims=True)) * window
        lined = np.fft.rfft(pieces, axis=2).transpose(2, 1, 0)  # (lines, channels, segments)
        total += lined @ lined.conj().transpose(0, 2, 1)
    density = total / (len(starts) * recording.rate * float(window @ window))
    # the other half of the frequencies; zero and the highest of an even length stand alone
    density[1 : lines - 1 if size % 2 == 0 else lines] *= 2.0
    return Spectra(
        setup=recording.setup,
        degrees=recording.degrees,
        frequency=np.asarray(np.fft.rfftfreq(size, 1.0 / recording.rate), dtype=np.float64),
        density=density,
        segment=size,
        averages=len(starts),
        independent=_independent(window, advance, len(starts)),
    )


def spectra_of(measurement: Measurement, options: SpectrumOptions | None = None) -> tuple[Spectra, ...]:
    """Spectral densities of every setup."""
    return tuple(welch(recording, options) for recording in measurement.recordings)


def averaged_normalised(spectra: Sequence[Spectra]) -> AveragedSpectrum:
    """Averaged normalised spectral density over all channels of all setups (Felber 1993).

    Each channel's density is divided by its own sum over the frequencies, so that quiet places count like loud ones,
    and these shares are averaged. A channel without motion has no share.
    """
    if not spectra:
        raise ModelError("no spectra were given to average")
    frequency = spectra[0].frequency
    for one in spectra:
        if len(one.frequency) != len(frequency) or not np.allclose(one.frequency, frequency):
            raise ModelError(
                f"the spectra of setups {spectra[0].setup} and {one.setup} have other frequencies: use one rate and "
                "one segment for all"
            )
    power = np.concatenate([one.power for one in spectra], axis=1)
    sums = power[1:].sum(axis=0)
    moving = sums > 0.0
    if not moving.any():
        raise ModelError("no channel moves, so there is no spectrum; check the files")
    shares = power[:, moving] / sums[moving]
    return AveragedSpectrum(
        frequency=frequency,
        value=shares.mean(axis=1),
        channels=int(moving.sum()),
        averages=min(one.averages for one in spectra),
        resolution=spectra[0].resolution,
    )


def _independent(window: FloatArray, advance: int, count: int) -> float:
    """Segments of equal worth without overlap: n / (1 + 2 Σ (1 − j/n) ρ(j)), ρ the squared overlap of windows."""
    size = len(window)
    whole = float(window @ window)
    excess = 0.0
    for step in range(1, count):
        late = step * advance
        if late >= size:
            break
        excess += (1.0 - step / count) * (float(window[: size - late] @ window[late:]) / whole) ** 2
    return count / (1.0 + 2.0 * excess)
