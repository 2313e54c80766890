"""Fourier amplitude of a motion: which frequencies it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import fft

from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.response_spectrum import checked_samples

__all__ = ["FourierSpectrum", "fourier_spectrum", "smooth_spectrum"]

_CENTRES = 400
"""Frequencies of a smoothed spectrum where none are given."""


@dataclass(frozen=True, kw_only=True, eq=False)
class FourierSpectrum:
    """Fourier amplitudes of an acceleration; arrays of shape (frequencies,)."""

    frequencies: FloatArray
    """[Hz], rising, 0 left out: the mean is no motion."""
    amplitude: FloatArray
    """|∫ a exp(−2πi f t) dt| [m/s]."""
    bandwidth: float | None = None
    """Coefficient of Konno and Ohmachi's window where the amplitude was smoothed."""

    @property
    def predominant_frequency(self) -> float | None:
        """That of the largest amplitude [Hz]; none where nothing moves."""
        largest = int(np.argmax(self.amplitude))
        return float(self.frequencies[largest]) if self.amplitude[largest] > 0.0 else None


def fourier_spectrum(acceleration: FloatArray, step: float, *, resolution: float | None = None) -> FourierSpectrum:
    """Amplitudes of an ``acceleration`` [m/s2], shape (samples,), with samples ``step`` [s] apart, up to 1/(2 step).

    Frequencies are 1/(samples · step) apart, or at most ``resolution`` [Hz]: zeros are then appended, which draw the
    same spectrum with more points.
    """
    samples = checked_samples(acceleration, step)
    length = len(samples)
    if resolution is not None:
        if not (np.isfinite(resolution) and resolution > 0.0):
            raise OptionsError(f"the resolution of a spectrum must be greater than 0 Hz, got {resolution}")
        if 1.0 / (resolution * step) > 1e8:
            raise OptionsError(f"a resolution of {resolution:g} Hz needs more than 1e8 samples; ask for a coarser one")
        length = max(length, int(np.ceil(1.0 / (resolution * step) - 1e-9)))
    amplitude = step * np.abs(fft.rfft(samples, length))
    return FourierSpectrum(frequencies=fft.rfftfreq(length, step)[1:], amplitude=amplitude[1:])


def smooth_spectrum(
    spectrum: FourierSpectrum, *, centres: Sequence[float] | FloatArray | None = None, bandwidth: float = 40.0
) -> FourierSpectrum:
    """``spectrum`` smoothed at ``centres`` [Hz], or else at 400 frequencies evenly spaced in their logarithm.

    With the window [sin(b x)/(b x)]⁴, x = log₁₀(f/f_c), normalised to a sum of 1 (Konno and Ohmachi 1998, p. 234); the
    smaller the ``bandwidth`` b, the smoother.
    """
    if not (np.isfinite(bandwidth) and bandwidth > 0.0):
        raise OptionsError(f"the bandwidth of a smoothing window must be greater than 0, such as 40, got {bandwidth}")
    lowest, highest = spectrum.frequencies[0], spectrum.frequencies[-1]
    wanted = np.geomspace(lowest, highest, _CENTRES) if centres is None else np.array(centres, dtype=np.float64)
    wanted = wanted.reshape(-1)
    if not len(wanted) or not np.all(np.isfinite(wanted) & (wanted > 0.0)):
        raise OptionsError("the frequencies at which a spectrum is smoothed must be greater than 0 Hz")
    logarithms = np.log10(spectrum.frequencies)
    smoothed = np.empty(len(wanted))
    for index, centre in enumerate(wanted):
        window = np.sinc(bandwidth / np.pi * (logarithms - np.log10(centre))) ** 4
        total = window.sum()
        if total <= 0.0:
            raise OptionsError(f"nothing of the spectrum, {lowest:g} to {highest:g} Hz, is near {centre:g} Hz")
        smoothed[index] = window @ spectrum.amplitude / total
    return FourierSpectrum(frequencies=wanted, amplitude=smoothed, bandwidth=float(bandwidth))
