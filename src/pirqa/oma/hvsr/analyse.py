"""From ground noise to H/V: windows, curves, peaks, criteria."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.modes import AXES
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.oma.hvsr import sesame
from pirqa.oma.hvsr.curves import azimuth_curves, window_curves
from pirqa.oma.hvsr.machines import machine_lines
from pirqa.oma.hvsr.options import HvsrOptions
from pirqa.oma.hvsr.peaks import highest_peak, other_peaks, reject_outliers, window_peaks
from pirqa.oma.hvsr.peaks import lognormal as lognormal_of
from pirqa.oma.hvsr.result import HvsrResult
from pirqa.oma.hvsr.windows import LEAST_WINDOWS, quiet, usual_length, window_starts
from pirqa.oma.measurement import Recording
from pirqa.progress import SILENT, Observer

__all__ = ["horizontal_to_vertical"]

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
        reliability=sesame.reliability(
            peak, length / rate, len(ratio) * (1.0 - options.overlap), curves.frequency, deviation
        ),
        clarity=sesame.clarity(peak, height, curves.frequency, median, deviation, lognormal_of(used_peaks), search),
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
