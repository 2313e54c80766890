"""Spectra of a motion: response of one or two components by exact integration, and Fourier amplitudes.

Two horizontal components have spectra that do not depend on how the instrument was set up (Boore 2010). The ground
moves in a plane; an oscillator meets its motion along one direction of it. RotDnn is the nn-th percentile, over all
directions, of the peak along each: RotD100 the largest, RotD50 the median.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import fft

from pirqa.compiled import kernel
from pirqa.errors import ModelError, OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.oscillator import (
    extreme_between,
    extreme_free,
    oscillator_extremes,
    oscillator_peaks,
    parts_of_step,
    step_matrices,
)

DEFAULT_PERIODS: FloatArray = np.geomspace(0.01, 10.0, 200)
"""[s]"""
DEFAULT_PERIODS.setflags(write=False)

Peaks = Literal["everywhere", "samples"]
"""``everywhere``: also between samples, and in the free vibration after the last; ``samples``: at the samples alone, as
most programs have it, low by up to (ωh)²/8."""

_LEAST_PERIOD = 1e-3
"""In steps: below it the oscillator is rigid, and its spectrum is the peak acceleration."""
_GREATEST_PERIOD = 1e6
"""[s]"""


@dataclass(frozen=True, kw_only=True, eq=False)
class ResponseSpectrum:
    """Peaks of damped oscillators on moving ground; arrays of shape (periods,)."""

    periods: FloatArray
    """Of the undamped oscillators [s]; 0 for a rigid one."""
    damping: float
    """Ratio to the critical one."""
    sd: FloatArray
    """Displacement relative to the ground [m]."""
    sv: FloatArray
    """Velocity relative to the ground [m/s]."""
    sa: FloatArray
    """Absolute acceleration [m/s2]."""

    @property
    def psv(self) -> FloatArray:
        """Pseudo-velocity ω Sd [m/s]; 0 at period 0."""
        return _over(2.0 * np.pi * self.sd, self.periods, 0.0)

    @property
    def psa(self) -> FloatArray:
        """Pseudo-acceleration ω² Sd [m/s2]; the peak ground acceleration at period 0."""
        return _over(4.0 * np.pi**2 * self.sd, self.periods**2, self.sa)


def _over(numbers: FloatArray, divisors: FloatArray, otherwise: FloatArray | float) -> FloatArray:
    rigid = divisors == 0.0
    return np.where(rigid, otherwise, numbers / np.where(rigid, 1.0, divisors))


def response_spectrum(
    acceleration: FloatArray,
    step: float,
    *,
    periods: Sequence[float] | FloatArray = DEFAULT_PERIODS,
    damping: float = 0.05,
    peaks: Peaks = "everywhere",
) -> ResponseSpectrum:
    """The spectrum of an ``acceleration`` [m/s2], shape (samples,), that is linear between samples ``step`` [s] apart.

    Peaks are good to 1e-6 at all periods from ``step``/20 (below, they may miss the ripple between kinks, of relative
    size 1/ωh). After its last sample the ground no longer accelerates and the oscillator swings freely: where a long
    one has its peak then, it counts. A record that does not end at rest therefore shows it at long periods.
    """
    samples = checked_samples(acceleration, step)
    times = checked_periods(periods, step)
    if not (np.isfinite(damping) and damping >= 0.0):
        raise OptionsError(f"damping must be a ratio of at least 0, such as 0.05, got {damping}")
    found = np.zeros((len(times), 3))
    flexible = times > 0.0
    search = oscillator_peaks if peaks == "samples" else oscillator_extremes
    found[flexible] = search(samples, float(step), times[flexible], float(damping))
    found[~flexible, 2] = np.abs(samples).max()
    return ResponseSpectrum(periods=times, damping=float(damping), sd=found[:, 0], sv=found[:, 1], sa=found[:, 2])


def checked_samples(acceleration: FloatArray, step: float) -> FloatArray:
    """``acceleration`` as compiled code takes it; a :class:`ModelError` where nothing can be made of it."""
    # a copy: arrays that may not be written are another type to the compiler, and would be compiled for again
    samples = np.array(acceleration, dtype=np.float64)
    if samples.ndim != 1 or len(samples) < 2:
        raise ModelError(f"the acceleration must be one component with two samples or more, got shape {samples.shape}")
    if not np.all(np.isfinite(samples)):
        raise ModelError(f"the acceleration is not finite at sample {int(np.argmin(np.isfinite(samples)))}")
    if not (np.isfinite(step) and step > 0.0):
        raise ModelError(f"the step must be greater than 0, got {step}")
    return samples


def checked_periods(periods: Sequence[float] | FloatArray, step: float) -> FloatArray:
    """``periods`` as an array [s]; an :class:`OptionsError` for one that no oscillator has."""
    times = np.array(periods, dtype=np.float64).reshape(-1)
    good = (times == 0.0) | ((times >= _LEAST_PERIOD * step) & (times <= _GREATEST_PERIOD))
    if not np.all(good):
        raise OptionsError(
            f"a period must be 0 (for the peak ground acceleration) or between {_LEAST_PERIOD * step:g} s, a "
            f"thousandth of the record's step, and {_GREATEST_PERIOD:g} s, got {times[~good][0]:g} s"
        )
    return times


ANGLES = 180
"""Directions, from the first component towards the second, 1° apart; the other half circle has the same peaks."""

_SEED = 16
"""Of so many samples one is tried in all directions first, to know which others need not be."""
_NARROW = 1e-6
"""Of the largest peak: a direction with less than that is not searched for more."""


@dataclass(frozen=True, kw_only=True, eq=False)
class RotatedSpectrum:
    """Percentiles over all horizontal directions of a response spectrum."""

    periods: FloatArray
    """[s], shape (periods,); 0 for the peak ground acceleration."""
    damping: float
    """Ratio to the critical one."""
    percentiles: tuple[float, ...]
    """50 for RotD50, 100 for RotD100."""
    psa: FloatArray
    """Pseudo-acceleration [m/s2], shape (periods, percentiles)."""
    worst_angle: FloatArray
    """Direction of the largest peak, from the first component towards the second [rad], shape (periods,)."""

    def rotd(self, percentile: float) -> FloatArray:
        """Pseudo-acceleration [m/s2] of one of the ``percentiles``, shape (periods,)."""
        if percentile not in self.percentiles:
            known = ", ".join(f"{one:g}" for one in self.percentiles)
            raise OptionsError(f"percentile {percentile:g} was not computed; there is {known}")
        return np.asarray(self.psa[:, self.percentiles.index(percentile)])


def rotated_spectrum(
    first: FloatArray,
    second: FloatArray,
    step: float,
    *,
    periods: Sequence[float] | FloatArray = DEFAULT_PERIODS,
    damping: float = 0.05,
    percentiles: tuple[float, ...] = (50.0, 100.0),
) -> RotatedSpectrum:
    """RotD of two accelerations [m/s2] at right angles, each of shape (samples,), ``step`` [s] apart.

    The peaks are those of :func:`response_spectrum` along 180 directions: also between
    samples, and in the free vibration after the last.
    """
    if not all(0.0 <= one <= 100.0 for one in percentiles):
        raise OptionsError(f"percentiles must be between 0 and 100, got {percentiles}")
    times = checked_periods(periods, step)
    by_angle = peaks_by_angle(first, second, step, periods=times, damping=damping)
    psa = by_angle * np.where(times == 0.0, 1.0, (2.0 * math.pi / np.where(times == 0.0, 1.0, times)) ** 2)[:, None]
    return RotatedSpectrum(
        periods=times,
        damping=float(damping),
        percentiles=tuple(float(one) for one in percentiles),
        psa=np.percentile(psa, percentiles, axis=1).T,
        worst_angle=np.pi / ANGLES * np.argmax(psa, axis=1),
    )


def peaks_by_angle(
    first: FloatArray, second: FloatArray, step: float, *, periods: FloatArray, damping: float = 0.05
) -> FloatArray:
    """Largest displacement [m] along each direction, shape (periods, 180); at period 0 acceleration [m/s2]."""
    ground = np.column_stack([checked_samples(first, step), _same_length(first, second, step)])
    if not (np.isfinite(damping) and damping >= 0.0):
        raise OptionsError(f"damping must be a ratio of at least 0, such as 0.05, got {damping}")
    angles = np.pi / ANGLES * np.arange(ANGLES)
    normals = np.column_stack([np.cos(angles), np.sin(angles)])
    result = np.empty((len(periods), ANGLES))
    for index, period in enumerate(periods):
        if period == 0.0:
            result[index] = [np.abs(ground @ normal).max() for normal in normals]
        else:
            result[index] = _peaks(ground, float(step), float(period), float(damping), normals)
    return result


def _same_length(first: FloatArray, second: FloatArray, step: float) -> FloatArray:
    samples = checked_samples(second, step)
    if len(samples) != len(first):
        raise ModelError(f"two components of one record need as many samples, got {len(first)} and {len(samples)}")
    return samples


@kernel
def _orbit(ground: FloatArray, step: float, period: float, damping: float) -> FloatArray:
    """Displacement, velocity and acceleration of both components by parts of a step, shape (times, 6)."""
    omega = 2.0 * math.pi / period
    parts = parts_of_step(period, damping, step)
    short = step / parts
    m = step_matrices(period, damping, short)
    square, rate = omega * omega, 2.0 * damping * omega
    orbit = np.zeros(((len(ground) - 1) * parts + 1, 6))
    for axis in range(2):
        u = v = 0.0
        before = ground[0, axis]
        orbit[0, 4 + axis] = -before
        row = 0
        for sample in range(1, len(ground)):
            start = ground[sample - 1, axis]
            slope = (ground[sample, axis] - start) / step
            for part in range(1, parts + 1):
                here = start + slope * (part * short)
                moved = (m[0, 0] * u + m[0, 1] * v) + (m[0, 2] * before + m[0, 3] * here)
                v = (m[1, 0] * u + m[1, 1] * v) + (m[1, 2] * before + m[1, 3] * here)
                u, before = moved, here
                row += 1
                orbit[row, axis], orbit[row, 2 + axis] = u, v
                orbit[row, 4 + axis] = -(square * u + rate * v) - here
    return orbit


@kernel
def _peaks(ground: FloatArray, step: float, period: float, damping: float, normals: FloatArray) -> FloatArray:
    """Largest displacement along each of ``normals``, shape (normals,).

    Directions are many and the times that matter few. An ellipse that no direction's peak so far falls short of
    contains all points that can be the largest in none; it takes its shape from the orbit's covariance, so that it
    fits narrow orbits too.
    """
    omega = 2.0 * math.pi / period
    orbit = _orbit(ground, step, period, damping)
    short = step / parts_of_step(period, damping, step)
    most = np.zeros(len(normals))
    for row in range(0, len(orbit), _SEED):
        x, y = orbit[row, 0], orbit[row, 1]
        for k in range(len(normals)):
            most[k] = max(most[k], abs(x * normals[k, 0] + y * normals[k, 1]))
    xx = xy = yy = 0.0
    for row in range(len(orbit)):
        x, y = orbit[row, 0], orbit[row, 1]
        xx += x * x
        xy += x * y
        yy += y * y
    ridge = _NARROW**2 * (xx + yy)  # an orbit on a line has no ellipse
    xx += ridge
    yy += ridge
    area = xx * yy - xy * xy
    if area > 0.0:
        limit = _inner(most, normals, xx, xy, yy)
        tried = 0
        for row in range(1, len(orbit)):
            x, y, vx, vy = orbit[row, 0], orbit[row, 1], orbit[row, 2], orbit[row, 3]
            reach = math.sqrt(max(0.0, yy * x * x - 2.0 * xy * x * y + xx * y * y) / area)
            reach += short * math.sqrt(max(0.0, yy * vx * vx - 2.0 * xy * vx * vy + xx * vy * vy) / area)
            if reach > 0.999 * limit:  # a narrow ellipse is only known to some digits
                _try(orbit, row, short, normals, most)
                tried += 1
                if tried % 8 == 0:
                    limit = _inner(most, normals, xx, xy, yy)
    end = orbit[len(orbit) - 1]
    for k in range(len(normals)):
        c, s = normals[k, 0], normals[k, 1]
        most[k] = max(most[k], extreme_free(end[0] * c + end[1] * s, end[2] * c + end[3] * s, omega, damping))
    return most


@kernel
def _inner(most: FloatArray, normals: FloatArray, xx: float, xy: float, yy: float) -> float:
    """Scale of the ellipse with covariance (xx, xy, yy) that nowhere reaches beyond ``most``."""
    least = math.inf
    floor = _NARROW * most.max()
    for k in range(len(normals)):
        c, s = normals[k, 0], normals[k, 1]
        least = min(least, max(most[k], floor) / math.sqrt(xx * c * c + 2.0 * xy * c * s + yy * s * s))
    return least


@kernel
def _try(orbit: FloatArray, row: int, step: float, normals: FloatArray, most: FloatArray) -> None:
    """Raise ``most`` where the orbit goes beyond it in the step that ends at ``row``."""
    a, b = orbit[row - 1], orbit[row]
    for k in range(len(normals)):
        c, s = normals[k, 0], normals[k, 1]
        x1, d1 = b[0] * c + b[1] * s, b[2] * c + b[3] * s
        if abs(x1) + step * abs(d1) > most[k]:
            x0, d0, c0 = a[0] * c + a[1] * s, a[2] * c + a[3] * s, a[4] * c + a[5] * s
            most[k] = max(most[k], extreme_between(x0, d0, c0, x1, d1, b[4] * c + b[5] * s, step))


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
