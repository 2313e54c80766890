"""What is known about how a wall vibrates: spectra of its motion, their peaks, and the resolution of frequencies."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.check import Check
from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.units import STANDARD_GRAVITY

_RISE = 1.25
"""How much higher than the valleys beside it a peak must be."""
_MOST_PEAKS = 12


@dataclass(frozen=True, kw_only=True, eq=False)
class Spectrum:
    """How much points of the wall move relative to the base, for what the base moves at each frequency."""

    frequency: FloatArray
    """[Hz], shape (bins,)"""
    amplification: FloatArray
    """Amplitude of each point's displacement relative to the base over that of the base's, shape (bins, points)."""
    window: float
    """Length of the pieces that were averaged [s]."""
    pieces: int
    """How many, each half over the one before."""
    peaks: FloatArray
    """Frequencies of the peaks of all points together, highest first, laid between the bins by a parabola [Hz]."""

    @property
    def resolution(self) -> float:
        """Between two bins [Hz]: a frequency is known to plus or minus half of it."""
        return 1.0 / self.window

    @property
    def together(self) -> FloatArray:
        """Root mean square over the points, shape (bins,)."""
        return np.asarray(np.sqrt((self.amplification**2).mean(axis=1)))

    @property
    def dominant(self) -> float:
        """Frequency of the highest peak [Hz]."""
        return float(self.peaks[0])


def amplification(
    base: FloatArray, relative: FloatArray, sampling: float, *, window: float, low: float, high: float
) -> Spectrum:
    """Of the displacement ``relative`` to the base, shape (k, points), over that of the ``base``, shape (k,) [m].

    Square root of the ratio of power spectra, averaged over pieces of length ``window`` [s] under Hann's window that
    overlap by half (Welch 1967), each without its mean and trend: a wall that slips for good does not vibrate. Where
    the base moves: from ``low`` to ``high`` [Hz]. ``sampling`` in Hz.
    """
    from scipy.signal import welch

    length = round(window * sampling)
    if length > len(base):
        raise OptionsError(f"a motion of {len(base) / sampling:.3g} s is shorter than a window of {window:g} s")
    style: dict[str, Any] = {"fs": sampling, "window": "hann", "nperseg": length, "detrend": "linear"}
    frequency, brought = welch(base, **style)
    _, felt = welch(relative, axis=0, **style)
    inside = (frequency >= max(low, frequency[1])) & (frequency <= high)
    if inside.sum() < 3:
        raise OptionsError(f"a window of {window:g} s tells no frequencies apart between {low:g} and {high:g} Hz")
    curves = np.sqrt(felt[inside] / np.maximum(brought[inside], 1e-300)[:, None])
    frequencies = np.asarray(frequency[inside])
    return Spectrum(
        frequency=frequencies,
        amplification=curves,
        window=length / sampling,
        pieces=1 + (len(base) - length) // (length - length // 2),
        peaks=_peaks(frequencies, np.sqrt((curves**2).mean(axis=1))),
    )


def top_between(places: FloatArray, values: FloatArray, index: int) -> float:
    """Where a parabola through the value at ``index`` and its two neighbours is highest; the place itself at an end."""
    if not 0 < index < len(values) - 1:
        return float(places[index])
    bend, slope, _ = np.polyfit(places[index - 1 : index + 2] - places[index], values[index - 1 : index + 2], 2)
    if not bend < 0.0:
        return float(places[index])
    return float(places[index] + np.clip(-0.5 * slope / bend, *(places[[index - 1, index + 1]] - places[index])))


def _peaks(frequency: FloatArray, values: FloatArray) -> FloatArray:
    from scipy.signal import find_peaks

    logarithms = np.log(np.maximum(values, 1e-300))
    found, _ = find_peaks(logarithms, prominence=math.log(_RISE))
    if not len(found):
        found = np.array([int(np.argmax(values))])
    order = found[np.argsort(-values[found], kind="stable")][:_MOST_PEAKS]
    return np.array([top_between(frequency, logarithms, int(index)) for index in order])


@dataclass(frozen=True, kw_only=True, eq=False)
class NoiseReading:
    """The wall on white noise of one level."""

    acceleration: float
    """Largest of the base [m/s2]."""
    displacement: float
    """Largest of the base [m]."""
    moved: float
    """Largest of the points relative to the base [m]."""
    spectrum: Spectrum
    coarse: Spectrum
    """The same read as finely as the Sacsayhuaman paper did: 4096 samples at 1000 Hz."""
    slipped: float
    """Share of the joints bearing at rest that slipped."""
    opened: float
    """Share of them that opened."""
    reliable: bool

    @property
    def linear(self) -> bool:
        """Whether no joint slipped or opened."""
        return self.reliable and self.slipped == 0.0 and self.opened == 0.0


@dataclass(frozen=True, kw_only=True, eq=False)
class SineReading:
    """The wall on sines of one strength."""

    amplitude: float
    """Of the acceleration [m/s2]."""
    frequency: FloatArray
    """Of each sine, growing [Hz], shape (n,)."""
    moved: FloatArray
    """Largest displacement of each point relative to the base [m], shape (n, points)."""
    slipped: FloatArray
    """Share of the joints bearing at rest that slipped, shape (n,)."""
    opened: FloatArray
    """Share of them that opened, shape (n,)."""
    reliable: bool
    """Whether all runs are."""
    most_amplified: float
    """Frequency at which the points move most, laid between the tested ones by a parabola [Hz]."""
    resolution: float
    """Distance to the farther of the tested ones beside it [Hz]: it is known to plus or minus half of that."""
    at_the_end: bool
    """Whether it is the least or greatest that was tested, so that the true one may lie beyond."""

    @property
    def linear(self) -> bool:
        """Whether no joint slipped or opened in any of the runs."""
        return self.reliable and not self.slipped.any() and not self.opened.any()


@dataclass(frozen=True, kw_only=True, eq=False)
class Vibration:
    """The wall with one end of each pair of joint properties."""

    case: str
    """Which ends; empty where there is no pair."""
    modes: Modes
    """Of small motions."""
    main: int
    """Number of the mode that moves most mass in the direction of shaking, counted from 0."""
    noise: NoiseReading | None
    sines: SineReading | None
    softening: tuple[NoiseReading, ...]
    """The noise at all levels, the one of ``noise`` among them, growing."""

    @property
    def frequency(self) -> float:
        """Of that mode [Hz]: the limit for small motions."""
        return float(self.modes.frequency[self.main])


@dataclass(frozen=True, kw_only=True, eq=False)
class IdentifyResult:
    """How the wall vibrates: noise and sines on the engine beside the modes of its joints."""

    direction: str
    """Which way the base shook: ``across`` or ``along``."""
    points: tuple[str, ...]
    """Names of the watched control points, or stones."""
    vibrations: tuple[Vibration, ...]
    """One for each end of the joints' properties."""
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]

    def __str__(self) -> str:
        return "\n".join(line for vibration in self.vibrations for line in _lines(vibration, self.direction))


def _lines(vibration: Vibration, direction: str) -> list[str]:
    lines = [f"{vibration.case}:"] if vibration.case else []
    lines += str(vibration.modes).splitlines()
    lines.append(
        f"main frequency {direction}: {vibration.frequency:.4g} Hz for small motions (mode {vibration.main + 1})"
    )
    if vibration.noise is not None:
        spectrum, coarse = vibration.noise.spectrum, vibration.noise.coarse
        lines.append(
            f"white noise, peak {vibration.noise.acceleration / STANDARD_GRAVITY:.3g} g: {spectrum.dominant:.4g} "
            f"± {0.5 * spectrum.resolution:.2g} Hz; read like the paper {coarse.dominant:.3g} "
            f"± {0.5 * coarse.resolution:.2g} Hz"
        )
    if vibration.sines is not None:
        sines = vibration.sines
        beyond = ", the last one tested" if sines.at_the_end else ""
        lines.append(
            f"sines of {sines.amplitude:g} m/s2: most amplified {sines.most_amplified:.4g} "
            f"± {0.5 * sines.resolution:.2g} Hz{beyond}"
        )
    if vibration.softening:
        lines.append(f"{'noise peak g':>14}{'Hz':>9}{'± Hz':>8}{'moved mm':>10}{'slipped %':>11}{'opened %':>10}")
        lines += [
            f"{reading.acceleration / STANDARD_GRAVITY:>14.3g}{reading.spectrum.dominant:>9.4g}"
            f"{0.5 * reading.spectrum.resolution:>8.2g}{1e3 * reading.moved:>10.3g}{100.0 * reading.slipped:>11.1f}"
            f"{100.0 * reading.opened:>10.1f}{'' if reading.reliable else '  NOT RELIABLE'}"
            for reading in vibration.softening
        ]
    return lines
