"""Welch's spectra, and modes read off them by peak picking and by frequency domain decomposition.

Welch (1967): segments that overlap, each without its mean and under a Hann window, are transformed and their products
averaged. Spectra are one-sided: their sum over frequency times the resolution is the mean square of the signal. Peaks
are picked in the averaged normalised spectrum of all setups.

Peak picking (Chokepukio paper, section 3) gives operational deflection shapes: near each other, modes mix in them.
Half-power damping is shown because it is customary; the window's resolution widens every peak, so it is an upper bound.

FDD (Brincker, Zhang and Andersen 2001): near a mode the spectral matrix has rank 1, its first singular vector is the
shape. EFDD: the lines around a peak whose vectors resemble the peak's are the spectrum of one oscillator; turned back
into time it is its correlation, whose phase gives frequency and whose envelope, by the logarithmic decrement, damping.

Welch's window multiplies that correlation by its own, which decays too and would be read as damping: it is divided out.
What is left of the resolution's bias comes from cutting the bell off where the next mode begins; it is not corrected.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.errors import ModelError, OptionsError
from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.automatic.selection import modes_of
from pirqa.oma.measurement import Degree, Measurement, Recording
from pirqa.oma.options import SpectrumOptions
from pirqa.oma.poles import ComplexArray, Poles, joined

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


HANN_WIDTH = 1.44
"""Width of the peak that a sine has under a Hann window, at half its power, in lines."""
_SIGNIFICANT = 4.0
"""Standard deviations of the spectrum's own scatter by which a peak stands above its surroundings."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PickedPeaks:
    """Peaks of the averaged spectrum."""

    spectrum: AveragedSpectrum
    lines: np.ndarray[Any, np.dtype[np.int64]]
    """Numbers of the peaks' lines, shape (n,)."""
    modes: Modes
    """Frequency by a parabola through three lines; half-power damping, nan where a peak does not fall to half; shapes
    with the phases of the cross spectra."""
    window_damping: FloatArray
    """Half-power damping that a sine would show at these frequencies, shape (n,): damping is not known better."""


def pick_peaks(measurement: Measurement, spectra: Sequence[Spectra], band: tuple[float, float]) -> PickedPeaks:
    """Peaks in the ``band`` [Hz] of the averaged normalised spectrum of all setups."""
    averaged = averaged_normalised(spectra)
    scatter = float(np.mean([one.scatter for one in spectra])) / np.sqrt(len(spectra))
    lines, frequency = find_peaks(averaged.frequency, averaged.value, band, scatter)
    damping = np.array([_half_power(averaged, int(line), float(at)) for line, at in zip(lines, frequency, strict=True)])
    shape = np.array([_deflection(measurement, spectra, int(line)) for line in lines], dtype=np.complex128)
    poles = Poles(
        order=np.zeros(len(lines), dtype=np.int64),
        frequency=frequency,
        damping=damping.reshape(len(lines)),
        shape=shape.reshape(len(lines), len(measurement.degrees)),
    )
    return PickedPeaks(
        spectrum=averaged,
        lines=lines,
        modes=modes_of(measurement, poles),
        window_damping=HANN_WIDTH * averaged.resolution / (2.0 * frequency),
    )


def find_peaks(
    frequency: FloatArray, value: FloatArray, band: tuple[float, float], scatter: float
) -> tuple[np.ndarray[Any, np.dtype[np.int64]], FloatArray]:
    """Lines of peaks that stand out more than ``scatter`` (of the values, relative) explains, and their frequencies.

    In logarithms, where the scatter is the same everywhere; the frequency is the top of a parabola through three lines.
    """
    from scipy.signal import find_peaks as peaks_of

    level = np.log(np.maximum(value, np.finfo(np.float64).tiny))
    found, _ = peaks_of(level, prominence=_SIGNIFICANT * scatter)
    found = found[(frequency[found] >= band[0]) & (frequency[found] <= band[1])]
    before, top, after = level[found - 1], level[found], level[found + 1]
    bend = before - 2.0 * top + after
    shift = np.where(bend < 0.0, 0.5 * (before - after) / np.where(bend < 0.0, bend, -1.0), 0.0)
    return found.astype(np.int64), np.asarray(frequency[found] + shift * (frequency[1] - frequency[0]))


def _half_power(spectrum: AveragedSpectrum, line: int, frequency: float) -> float:
    """(f₂ − f₁) / 2f between the points at half of the peak's value, by straight lines between lines."""
    half = 0.5 * spectrum.value[line]
    ends = []
    for step in (-1, 1):
        at = line
        while 0 <= at + step < len(spectrum.value) and spectrum.value[at + step] > half:
            at += step
            if spectrum.value[at] > 2.0 * half:  # another, higher peak begins before this one has fallen
                return float("nan")
        if not 0 <= at + step < len(spectrum.value):
            return float("nan")
        inner, outer = spectrum.value[at], spectrum.value[at + step]
        ends.append(
            float(spectrum.frequency[at]) + step * spectrum.resolution * float((inner - half) / (inner - outer))
        )
    return (ends[1] - ends[0]) / (2.0 * frequency)


def _deflection(measurement: Measurement, spectra: Sequence[Spectra], line: int) -> ComplexArray:
    """How all degrees move at a line in phase with the loudest reference: G(x, ref) / G(ref, ref) in each setup."""
    references: tuple[Degree, ...] = measurement.references or spectra[0].degrees
    loudness = [
        float(np.mean([one.power[line, one.degrees.index(degree)] / one.power[line].sum() for one in spectra]))
        for degree in references
    ]
    loudest = references[int(np.argmax(loudness))]
    parts = {number: one.density[line, :, one.degrees.index(loudest)] for number, one in enumerate(spectra)}
    return joined(measurement, parts)


_BELL_MAC = 0.8
"""Least MAC of a line's first singular vector with the peak's, in the peak's bell."""
_ENVELOPE = (0.95, 0.3)
"""Part of the correlation's envelope, over its start, in which damping is read: later its noise is read."""
_LEAST_LINES = 3
"""Of a bell, below which it tells no damping."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Decomposition:
    """What FDD and EFDD found."""

    frequency: FloatArray
    """Lines [Hz], shape (f,)."""
    singular: FloatArray
    """Singular values, each setup's over its mean square, averaged over the setups [1/Hz], shape (f, k)."""
    lines: np.ndarray[Any, np.dtype[np.int64]]
    """Of the peaks of the first singular value, shape (n,)."""
    peaks: Modes
    """FDD: frequencies of the peaks to a part of a line, shapes, no damping (nan)."""
    decays: Modes
    """EFDD of the same peaks: frequency and damping are means over the setups, with their standard deviations; nan
    where no setup has a bell."""
    raw_damping: FloatArray
    """As :attr:`decays` with the window's own decay in it, shape (n,)."""


def decompose(measurement: Measurement, spectra: Sequence[Spectra], band: tuple[float, float]) -> Decomposition:
    """Peaks in the ``band`` [Hz] of the first singular value, averaged over the setups."""
    values, vectors = [], []
    for one in spectra:
        vector, value, _ = np.linalg.svd(one.density, hermitian=True)
        values.append(value / (float(value.sum()) * one.resolution))
        vectors.append(vector[:, :, 0])
    count = min(value.shape[1] for value in values)
    singular = np.mean([value[:, :count] for value in values], axis=0)
    frequency = spectra[0].frequency
    scatter = float(np.mean([one.scatter for one in spectra])) / np.sqrt(len(spectra))
    lines, tops = find_peaks(frequency, singular[:, 0], band, scatter)
    shape = np.array(
        [joined(measurement, {number: vector[line] for number, vector in enumerate(vectors)}) for line in lines],
        dtype=np.complex128,
    ).reshape(len(lines), len(measurement.degrees))
    table = np.full((len(lines), len(spectra), 3), np.nan)
    valleys = _valleys(singular[:, 0], lines)
    for row, line in enumerate(lines):
        within = (valleys[row], valleys[row + 1])
        for column, one in enumerate(spectra):
            table[row, column] = _decay(values[column][:, 0], vectors[column], int(line), within, one)
    return Decomposition(
        frequency=frequency,
        singular=singular,
        lines=lines,
        peaks=modes_of(measurement, _poles(tops, np.full(len(lines), np.nan), shape)),
        decays=_decays(measurement, table, shape),
        raw_damping=_mean(table[:, :, 2])[0],
    )


def _poles(frequency: FloatArray, damping: FloatArray, shape: ComplexArray) -> Poles:
    return Poles(order=np.zeros(len(frequency), dtype=np.int64), frequency=frequency, damping=damping, shape=shape)


def _decays(measurement: Measurement, table: FloatArray, shape: ComplexArray) -> Modes:
    frequency, frequency_sd = _mean(table[:, :, 0])
    damping, damping_sd = _mean(table[:, :, 1])
    given = _poles(frequency, damping, shape)
    # sorting by frequency would part rows from lines: those without a bell keep their place by their neighbours'
    modes = modes_of(measurement, Poles(**{**vars(given), "frequency": np.arange(float(len(frequency)))}))
    return Modes(**{**vars(modes), "frequency": frequency, "frequency_sd": frequency_sd, "damping_sd": damping_sd})


def _mean(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Means of rows without nan and their standard deviations; nan where there is nothing, or one number."""
    known = np.isfinite(values)
    count = known.sum(axis=1)
    some = np.where(count > 0, count, 1)
    mean = np.where(count > 0, np.where(known, values, 0.0).sum(axis=1) / some, np.nan)
    square = np.where(known, (values - np.where(count > 0, mean, 0.0)[:, None]) ** 2, 0.0).sum(axis=1)
    freedom = np.where(count > 1, count - 1, 1)
    return mean, np.where(count > 1, np.sqrt(square / freedom / some), np.nan)


def _valleys(value: FloatArray, lines: np.ndarray[Any, np.dtype[np.int64]]) -> list[int]:
    """Lowest lines before, between and after the peaks: the few points of one setup do not always tell neighbouring
    modes apart, so that no bell goes beyond them."""
    between = [int(one + value[one:other].argmin()) for one, other in itertools.pairwise(lines)]
    return [1, *between, len(value) - 1]


def _decay(
    value: FloatArray, vector: ComplexArray, line: int, within: tuple[int, int], spectra: Spectra
) -> tuple[float, float, float]:
    """Frequency [Hz], damping, and damping with the window's decay, of one peak in one setup."""
    # the peak of this setup may be a line or two beside the average's
    near = slice(max(line - 2, within[0]), min(line + 2, within[1]) + 1)
    line = near.start + int(value[near].argmax())
    alike = np.abs(vector.conj() @ vector[line]) ** 2 >= _BELL_MAC
    first, last = line, line
    while first > within[0] and alike[first - 1]:
        first -= 1
    while last < within[1] and alike[last + 1]:
        last += 1
    nothing = (float("nan"), float("nan"), float("nan"))
    if last - first + 1 < _LEAST_LINES:
        return nothing
    segment = spectra.segment
    bell = np.zeros(segment, dtype=np.complex128)
    bell[first : last + 1] = value[first : last + 1]
    correlation = np.fft.ifft(bell)[: segment // 2]
    window = hann(segment)
    padded = np.fft.rfft(window, 2 * segment)
    fading = np.fft.irfft(np.abs(padded) ** 2)[: segment // 2]
    rate = spectra.resolution * segment
    fitted = [_fitted(correlation / divisor, rate) for divisor in (fading / fading[0], np.ones_like(fading))]
    if fitted[0] is None:
        return nothing
    frequency, damping = fitted[0]
    raw = fitted[1][1] if fitted[1] is not None else float("nan")
    return frequency, damping, raw


def _fitted(correlation: ComplexArray, rate: float) -> tuple[float, float] | None:
    """Undamped frequency [Hz] and damping of an analytic correlation: straight lines through phase and log envelope."""
    envelope = np.abs(correlation) / abs(correlation[0])
    low = np.flatnonzero(envelope < _ENVELOPE[1])
    end = int(low[0]) if len(low) else len(envelope)
    start = int(np.flatnonzero(envelope[:end] <= _ENVELOPE[0])[0]) if (envelope[:end] <= _ENVELOPE[0]).any() else 0
    if end - start < 4:
        return None
    time = np.arange(start, end) / rate
    decay = -float(np.polyfit(time, np.log(envelope[start:end]), 1)[0])
    turning = float(np.polyfit(time, np.unwrap(np.angle(correlation[start:end])), 1)[0])
    circular = float(np.hypot(decay, turning))
    if decay <= 0.0 or turning <= 0.0:
        return None
    return circular / (2.0 * np.pi), decay / circular
