"""From ground noise to H/V: windows, curves, peaks, criteria, and what they state about the site."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.modes import AXES
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.oma.hvsr.curves import (
    CLEAR,
    LEAST_WINDOWS,
    Criterion,
    Lognormal,
    MachineLine,
    azimuth_curves,
    clarity,
    highest_peak,
    lognormal,
    machine_lines,
    other_peaks,
    quiet,
    reject_outliers,
    reliability,
    usual_length,
    window_curves,
    window_peaks,
    window_starts,
)
from pirqa.oma.measurement import Recording
from pirqa.oma.options import HvsrOptions
from pirqa.progress import SILENT, Observer

Refusal = Literal["no_peak", "not_reliable", "not_clear", "peaks_differ", "machine"]
"""Why there is no period: no peak in the band; a criterion of reliability failed; fewer than five of the six of clarity
were kept; the windows' own peaks are not where the median curve has its; a machine runs at the peak."""
_APART = 0.05
"""Share of f0 by which the median of the windows may lie beside the peak of the median curve, as for the curves of one
deviation more and less (SESAME 2004). Windows that share two peaks have a median where nothing resonates."""
_NEAR = 0.1
"""Share of f0 within which a machine's line may have made the peak."""


@dataclass(frozen=True, kw_only=True, eq=False)
class HvsrResult:
    """Horizontal over vertical spectra of ground noise, and the period of the site where it may be used."""

    name: str
    window: float
    """Length of the windows [s]."""
    starts: FloatArray
    """When the windows begin [s], shape (windows,)."""
    transient: tuple[bool, ...]
    """Of each window whether it was left out for a transient."""
    outlying: tuple[bool, ...]
    """Of each window whether it was left out for a peak far from the others', or for having none."""
    rounds: int
    """In which windows with outlying peaks were left out; 0 where they came to no end, or were not asked for."""
    frequency: FloatArray
    """[Hz], shape (frequencies,)."""
    search: tuple[float, ...]
    """From where to where a peak was looked for [Hz]."""
    curves: FloatArray
    """H/V of the windows that were used, shape (used, frequencies)."""
    window_peaks: FloatArray
    """f0 of the windows that were used [Hz], shape (used,)."""
    amplitude: FloatArray
    """Median smoothed Fourier amplitude along, across and up, shape (3, frequencies), in the record's unit times s."""
    peak: float
    """f0 of the median curve [Hz]; nan where it has no peak."""
    height: float
    """A0: H/V of the median curve at its peak."""
    other_peaks: FloatArray
    """Frequency [Hz] and height of other peaks of the median curve above 2, lowest first, shape (n, 2): the ground may
    have its first resonance at a lower one."""
    reliability: tuple[Criterion, ...]
    clarity: tuple[Criterion, ...]
    machines: tuple[MachineLine, ...] = ()
    azimuth: FloatArray | None = None
    """Directions of the scan, from the first horizontal component towards the second [rad], shape (azimuths,)."""
    azimuth_curves: FloatArray | None = None
    """Median H/V in each direction, shape (azimuths, frequencies)."""
    azimuth_peaks: FloatArray | None = None
    """f0 in each direction [Hz], shape (azimuths,); nan where there is none."""
    remarks: tuple[Remark, ...] = ()

    @property
    def used(self) -> int:
        """Number of windows that were used."""
        return len(self.curves)

    @cached_property
    def median(self) -> FloatArray:
        """H/V, exp of the mean of the logarithms over the windows, shape (frequencies,)."""
        return np.asarray(np.exp(np.log(self.curves).mean(axis=0)))

    @cached_property
    def deviation(self) -> FloatArray:
        """Standard deviation of ln(H/V) over the windows, shape (frequencies,)."""
        return np.asarray(np.log(self.curves).std(axis=0, ddof=1))

    @property
    def frequency_statistics(self) -> Lognormal | None:
        """f0 over the windows [Hz]; none where fewer than two have a peak."""
        return lognormal(self.window_peaks)

    @property
    def reliable(self) -> bool:
        """Whether all three criteria of a reliable curve are kept."""
        return all(criterion.kept for criterion in self.reliability)

    @property
    def clear(self) -> bool:
        """Whether five of the six criteria of a clear peak are kept."""
        return sum(criterion.kept for criterion in self.clarity) >= CLEAR

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Why the period must not be used; none where it may."""
        if not np.isfinite(self.peak):
            return ("no_peak",)
        found: list[Refusal] = []
        if not self.reliable:
            found.append("not_reliable")
        if not self.clear:
            found.append("not_clear")
        spread = self.frequency_statistics
        if spread is None or abs(spread.median / self.peak - 1.0) > _APART:
            found.append("peaks_differ")
        if any(abs(line.frequency / self.peak - 1.0) < _NEAR for line in self.machines):
            found.append("machine")
        return tuple(found)

    @property
    def period_statistics(self) -> Lognormal | None:
        """Period of the site over the windows [s], where it may be used."""
        found = self.frequency_statistics
        return None if self.refusals or found is None else found.inverse

    @property
    def period(self) -> float | None:
        """Tp = 1/f0 [s], f0 the median over the windows; none where it must not be used (see ``refusals``)."""
        found = self.period_statistics
        return None if found is None else found.median

    @property
    def period_sd(self) -> float | None:
        """Standard deviation of the period from window to window [s]; none where the period must not be used."""
        found = self.period_statistics
        return None if found is None else found.standard_deviation

    def __str__(self) -> str:
        said = [f"H/V of {self.name}: {self.used} of {len(self.starts)} windows of {self.window:g} s"]
        said[0] += f" ({sum(self.transient)} left out for transients, {sum(self.outlying)} for outlying peaks)"
        if np.isfinite(self.peak):
            said.append(f"peak of the median curve {self.peak:.4g} Hz, height {self.height:.3g}")
        said += [f"another peak at {frequency:.4g} Hz, height {height:.3g}" for frequency, height in self.other_peaks]
        spread = self.frequency_statistics
        if spread is not None:
            said.append(f"f0 of the windows {spread.median:.4g} Hz, standard deviation of ln f0 {spread.deviation:.3g}")
        for title, criteria in (("reliable", self.reliability), ("clear", self.clarity)):
            said.append(f"{title}: {sum(item.kept for item in criteria)} of {len(criteria)}")
            said += [
                f"  {'kept' if item.kept else 'NOT kept':<9}{item.key:<20}{item.value:>10.4g} {item.sense} "
                f"{item.limit:.4g} {item.unit}".rstrip()
                for item in criteria
            ]
        said += [f"machine at {line.frequency:.4g} Hz, damping {line.damping:.2g}" for line in self.machines]
        if self.period is None:
            said.append(f"no period of the site: {', '.join(self.refusals)}")
        else:
            said.append(f"period of the site {self.period:.3g} s, standard deviation {self.period_sd:.2g} s")
        return "\n".join(said)


_LOWEST_BIN = 4.0
"""Bins of a window's spectrum below which smoothing finds too few of them."""
_USABLE = 0.45
"""Of the sampling rate up to which a record is used: above, the recorder's own filter takes away."""
_OFTEN = 0.5
"""Share of windows with transients above which the place or the hour was a bad one."""


def horizontal_to_vertical(
    recording: Recording, options: HvsrOptions | None = None, *, observer: Observer = SILENT
) -> HvsrResult:
    """H/V of ground noise at one point, in three components; acceleration or velocity, the ratio does not care."""
    asked = options or HvsrOptions()
    signals = _components(recording)
    observer.begin("H/V", 2)
    window = usual_length(recording.duration) if asked.window is None else asked.window
    result = _analysed(recording, signals, window, asked)
    observer.advance()
    needed = 10.0 / result.peak if np.isfinite(result.peak) else 0.0
    if asked.window is None and needed >= window and recording.duration >= 1.05 * needed * LEAST_WINDOWS:
        # a slow peak needs longer windows than one could know before
        result = _analysed(recording, signals, 1.05 * needed, asked)
    observer.advance()
    observer.end()
    return result


def _components(recording: Recording) -> FloatArray:
    """Signals along, across and up, shape (samples, 3), or why not."""
    what = f'ground noise "{recording.setup}"'
    points = {degree.point for degree in recording.degrees}
    axes = sorted(degree.axis for degree in recording.degrees)
    if len(points) != 1 or axes != [0, 1, 2]:
        has = ", ".join(map(str, recording.degrees))
        raise RecordError(f"{what}: H/V needs three channels of one point, {', '.join(AXES)}; it has {has}")
    order = [next(k for k, degree in enumerate(recording.degrees) if degree.axis == axis) for axis in range(3)]
    signals = np.asarray(recording.signals[:, order], dtype=np.float64)
    for axis, column in zip(AXES, signals.T, strict=True):
        if not np.all(np.isfinite(column)):
            raise RecordError(f"{what}, channel {axis}: {int((~np.isfinite(column)).sum())} samples are no numbers")
        if len(column) < 2 or np.ptp(column) == 0.0:
            raise RecordError(f"{what}, channel {axis}: it never changes; is the sensor connected?")
    return signals


def _analysed(recording: Recording, signals: FloatArray, window: float, options: HvsrOptions) -> HvsrResult:
    rate, remarks = recording.rate, list[Remark]()
    length = round(window * rate)
    starts = window_starts(len(signals), length, options.overlap)
    if len(starts) < 2:
        raise RecordError(
            f'ground noise "{recording.setup}": {recording.duration:.4g} s hold {len(starts)} windows of {window:g} s; '
            f"give a shorter oma.hvsr.window, or record at least {LEAST_WINDOWS * window:g} s"
        )
    band, search = _limits(rate, length, options, remarks)
    calm = quiet(signals, rate, length, options)
    if calm.sum() < 2:
        raise RecordError(
            f'ground noise "{recording.setup}": transients are in {int((~calm).sum())} of {len(calm)} windows; '
            "record at a quieter hour, or give a larger oma.hvsr.largest_ratio or a shorter oma.hvsr.window"
        )
    if calm.mean() < 1.0 - _OFTEN:
        remarks.append(_warned("hvsr_many_transients", count=int((~calm).sum()), amount=float(1.0 - calm.mean())))
    curves = window_curves(signals, rate, starts[calm], length, band, options)
    peaks = window_peaks(curves.frequency, curves.ratio, search)
    stays, rounds = np.ones(len(peaks), dtype=np.bool_), 0
    if options.reject_outliers and np.isfinite(peaks).sum() >= 2:
        stays, rounds = reject_outliers(curves.frequency, curves.ratio, peaks, search, options.outlier)
        if stays.sum() < 2:
            stays, rounds = np.ones(len(peaks), dtype=np.bool_), 0
        if not rounds:
            remarks.append(_warned("hvsr_outliers_unsettled"))
    if stays.sum() < LEAST_WINDOWS:
        remarks.append(_warned("hvsr_few_windows", count=int(stays.sum()), stated=float(LEAST_WINDOWS)))
    ratio, used_peaks = np.maximum(curves.ratio[stays], 1e-300), peaks[stays]
    logarithms = np.log(ratio)
    median, deviation = np.exp(logarithms.mean(axis=0)), logarithms.std(axis=0, ddof=1)
    peak, height = highest_peak(curves.frequency, median, search)
    others = np.zeros((0, 2))
    if np.isfinite(peak):
        others = other_peaks(curves.frequency, median, search, peak)
    remarks += [
        _warned("hvsr_lower_peak", amount=float(frequency), unit="Hz") for frequency, _ in others if frequency < peak
    ]
    outlying = np.zeros(len(starts), dtype=np.bool_)
    outlying[np.flatnonzero(calm)[~stays]] = True
    used = starts[calm][stays]
    machines = machine_lines(signals, rate, used, length, band, options.taper)
    remarks += [_warned("hvsr_machine", amount=line.frequency, unit="Hz") for line in machines]
    result = HvsrResult(
        name=recording.setup,
        window=length / rate,
        starts=starts / rate,
        transient=tuple(bool(value) for value in ~calm),
        outlying=tuple(bool(value) for value in outlying),
        rounds=rounds,
        frequency=curves.frequency,
        search=search,
        curves=ratio,
        window_peaks=used_peaks,
        amplitude=np.exp(np.log(np.maximum(curves.amplitude[:, stays], 1e-300)).mean(axis=1)),
        peak=peak,
        height=height,
        other_peaks=others,
        # what overlapping windows share is one cycle, not two
        reliability=reliability(peak, length / rate, len(ratio) * (1.0 - options.overlap), curves.frequency, deviation),
        clarity=clarity(peak, height, curves.frequency, median, deviation, lognormal(used_peaks), search),
        machines=machines,
        remarks=tuple(remarks),
    )
    if options.azimuth_step is None:
        return result
    azimuths = np.arange(0.0, np.pi - 1e-9, options.azimuth_step)
    turned = azimuth_curves(signals, rate, used, length, band, azimuths, options)
    return replace(
        result,
        azimuth=azimuths,
        azimuth_curves=turned,
        azimuth_peaks=window_peaks(curves.frequency, turned, search),
    )


def _limits(
    rate: float, length: int, options: HvsrOptions, remarks: list[Remark]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Band of the curve and of the search [Hz], as far as the record and its windows reach."""
    low = max(options.band[0], _LOWEST_BIN * rate / length)
    high = min(options.band[1], _USABLE * rate)
    if low >= high:
        raise RecordError(
            f"H/V: windows of {length / rate:g} s at {rate:g} Hz reach from {low:.3g} to {high:.3g} Hz, which leaves "
            f"nothing of the band {options.band[0]:g} to {options.band[1]:g} Hz: take longer windows or another band"
        )
    if (low, high) != options.band:
        remarks.append(Remark(kind="assumption", key="hvsr_band_cut", amount=low, stated=high, unit="Hz"))
    search = options.search or options.band
    first, last = max(search[0], low), min(search[1], high)
    if first >= last:
        raise RecordError(
            f"oma.hvsr.search: nothing of {search[0]:g} to {search[1]:g} Hz lies within {low:.3g} to {high:.3g} Hz, "
            "which is as far as the record and its windows reach"
        )
    return (low, high), (first, last)


def _warned(key: str, *, count: int = 0, amount: float = 0.0, stated: float | None = None, unit: str = "") -> Remark:
    return Remark(kind="warning", key=key, count=count, amount=amount, stated=stated, unit=unit)
