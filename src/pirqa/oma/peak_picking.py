"""Peak picking: frequencies of the averaged spectrum's peaks, and how the wall moves at them.

(Chokepukio paper, section 3.) What is picked are operational deflection shapes: near each other, modes mix in them.
Half-power damping is shown because it is customary; the window's resolution widens every peak, so it is an upper bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.automatic.representative import modes_of
from pirqa.oma.measurement import Degree, Measurement
from pirqa.oma.poles import ComplexArray, Poles
from pirqa.oma.shapes import joined
from pirqa.oma.signals.spectra import AveragedSpectrum, Spectra, averaged_normalised

__all__ = ["HANN_WIDTH", "PickedPeaks", "find_peaks", "pick_peaks"]

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
