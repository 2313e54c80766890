"""What is done to all signals alike before anything is read off them: trend, filter, decimation, all of it told."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.oma.measurement import Measurement
from pirqa.oma.signals.options import PreprocessOptions

__all__ = ["Prepared", "decimate", "decimation_for", "detrend", "low_pass_taps", "prepare"]

_SAMPLES = 4.0
"""In a period of the highest frequency of the band that decimation leaves where nothing is said."""
PASSED = 0.4
"""Share of the new rate below which decimation leaves a signal as it is."""
STOPPED = 0.5
"""Share of the new rate above which nothing is left that could fold back."""
_REJECTION = 80.0
"""dB by which what would fold back is held down; the ripple below is as small (1e-4)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Prepared:
    """Signals that are ready to be identified."""

    measurement: Measurement
    treatments: tuple[Treatment, ...]
    """What was done here, first things first; also at the end of those of the measurement."""
    remarks: tuple[Remark, ...] = ()


def prepare(measurement: Measurement, options: PreprocessOptions, band: tuple[float, float]) -> Prepared:
    """Detrend, filter and decimate every setup alike; ``band`` [Hz] is where modes are looked for."""
    rate = measurement.recordings[0].rate
    for recording in measurement.recordings:
        if not math.isclose(recording.rate, rate, rel_tol=1e-6):
            raise OptionsError(
                f"{recording.label} has {recording.rate:g} samples in a second and "
                f"{measurement.recordings[0].label} {rate:g}; give common_rate in the plan"
            )
    factor = options.decimation or decimation_for(rate, band[1])
    _check(options, rate, factor, band, min(len(recording.signals) for recording in measurement.recordings))
    treatments: list[Treatment] = []
    if options.detrend != "none":
        treatments.append(Treatment(key=f"baseline_{options.detrend}"))
    if options.low:
        treatments.append(
            Treatment(key="high_pass", amounts={"corner": options.low, "order": float(options.filter_order)})
        )
    if options.high is not None:
        treatments.append(
            Treatment(key="low_pass", amounts={"corner": options.high, "order": float(options.filter_order)})
        )
    if factor > 1:
        treatments.append(Treatment(key="decimate", amounts={"factor": float(factor), "rate": rate / factor}))
    recordings = tuple(
        replace(
            recording,
            rate=rate / factor,
            signals=decimate(_filtered(detrend(recording.signals, options.detrend), rate, options), factor),
        )
        for recording in measurement.recordings
    )
    remarks: tuple[Remark, ...] = ()
    if band[1] > PASSED * rate / factor * (1.0 + 1e-9):
        remarks = (
            Remark(kind="warning", key="band_near_rate", amount=band[1], unit="Hz", stated=PASSED * rate / factor),
        )
    prepared = replace(
        measurement,
        recordings=recordings,
        treatments=(*measurement.treatments, *treatments),
        remarks=(*measurement.remarks, *remarks),
    )
    return Prepared(measurement=prepared, treatments=tuple(treatments), remarks=remarks)


def decimation_for(rate: float, highest: float) -> int:
    """Largest factor that leaves 4 samples in a period of the band's ``highest`` frequency [Hz].

    The filter would pass the band with 2.5, but a mode at its upper end then comes out up to 0.3 % too high.
    """
    return max(int(rate / (_SAMPLES * highest) * (1.0 + 1e-9)), 1)


def _check(options: PreprocessOptions, rate: float, factor: int, band: tuple[float, float], samples: int) -> None:
    for key in ("low", "high"):
        corner = getattr(options, key)
        if corner is not None and corner >= 0.5 * rate:
            raise OptionsError(
                f"oma.preprocess.{key}: {corner:g} Hz is not below half of the sampling rate, {0.5 * rate:g} Hz"
            )
    if band[1] >= 0.5 * rate / factor:
        least = f"oma.preprocess.decimation = {decimation_for(rate, band[1])}" if factor > 1 else "a faster record"
        raise OptionsError(
            f"oma.band: {band[1]:g} Hz cannot be seen in {rate / factor:g} samples in a second; lower it to "
            f"{PASSED * rate / factor:g} Hz, or use {least}"
        )
    if samples // factor < 64:
        raise OptionsError(
            f"oma.preprocess.decimation: {factor} leaves {samples // factor} samples of the shortest setup; "
            "lower it or record longer"
        )


def detrend(signals: FloatArray, how: str) -> FloatArray:
    """``signals`` (samples, …) without their mean or their straight line, by least squares."""
    if how == "none":
        return signals
    level: FloatArray = signals - signals.mean(axis=0)
    if how == "mean":
        return level
    ramp = np.arange(len(signals)) - 0.5 * (len(signals) - 1)
    slope = np.tensordot(ramp, level, axes=1) / (ramp @ ramp)
    straight: FloatArray = level - np.multiply.outer(ramp, slope)
    return straight


def _filtered(signals: FloatArray, rate: float, options: PreprocessOptions) -> FloatArray:
    """Butterworth's filter, forwards and backwards: no phase is changed, and its attenuation counts twice."""
    from scipy.signal import butter, sosfiltfilt

    if options.low:
        sections = butter(options.filter_order, options.low, "highpass", fs=rate, output="sos")
        signals = np.ascontiguousarray(sosfiltfilt(sections, signals, axis=0))
    if options.high is not None:
        sections = butter(options.filter_order, options.high, "lowpass", fs=rate, output="sos")
        signals = np.ascontiguousarray(sosfiltfilt(sections, signals, axis=0))
    return signals


def low_pass_taps(factor: int) -> FloatArray:
    """Symmetric low-pass before every ``factor``-th sample is kept (Kaiser 1974).

    It passes 0.4 of the new rate and stops half of it, both within 80 dB.
    """
    from scipy.signal import firwin, kaiser_beta, kaiserord

    count, _ = kaiserord(_REJECTION, 2.0 * (STOPPED - PASSED) / factor)
    middle = (PASSED + STOPPED) / factor  # over half of the old rate
    taps: FloatArray = firwin(count | 1, middle, window=("kaiser", kaiser_beta(_REJECTION)))
    return taps


def decimate(signals: FloatArray, factor: int) -> FloatArray:
    """Every ``factor``-th of ``signals`` (samples, channels) after a low-pass that shifts nothing."""
    if factor == 1:
        return signals
    from scipy.signal import resample_poly

    taps: Any = low_pass_taps(factor)  # an array of taps is documented, though the stubs know names only
    return np.ascontiguousarray(resample_poly(signals, 1, factor, axis=0, window=taps, padtype="line"))
