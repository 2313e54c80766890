"""Response spectra by exact integration, for any damping and any period."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pirqa.errors import ModelError, OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.oscillator import oscillator_extremes, oscillator_peaks

__all__ = ["DEFAULT_PERIODS", "Peaks", "ResponseSpectrum", "checked_periods", "checked_samples", "response_spectrum"]

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
