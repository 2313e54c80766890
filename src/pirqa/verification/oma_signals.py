"""Signals before identification: levels of Welch's spectra, filters, decimation, conversion, files, in closed form."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np

from pirqa.model import Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.channel_quality import check_quality
from pirqa.oma.formats.uff58 import read_modes_uff, write_modes_uff
from pirqa.oma.frequency_domain import Spectra, averaged_normalised, welch
from pirqa.oma.measurement import Degree, Measurement, Point, Recording
from pirqa.oma.options import PreprocessOptions
from pirqa.oma.plan import conversion
from pirqa.oma.preprocessing import decimate, differentiated, prepare
from pirqa.oma.vibration import Sensitivity
from pirqa.verification.case import CLOSED_FORM, Case

_case = partial(Case, group="oma")
_PLACE = 40
_RATE = 200.0
_ROUNDING = "closed form in double precision"
_WELCH = "Welch 1967; Harris 1978 for Hann's window"


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _spectrum_cases()
    yield from _preprocess_cases()
    yield from _file_cases()
    yield from _quality_cases()


def _recording(signals: FloatArray, rate: float = _RATE, setup: str = "S") -> Recording:
    degrees = tuple(Degree(point=str(number), axis=1) for number in range(signals.shape[1]))
    return Recording(setup=setup, rate=rate, degrees=degrees, signals=signals)


def _sine(frequency: float, seconds: float = 120.0, rate: float = _RATE) -> FloatArray:
    return np.asarray(np.sin(2.0 * np.pi * frequency * np.arange(round(seconds * rate)) / rate))[:, None]


@cache
def _white() -> Spectra:
    return welch(_recording(np.random.default_rng(1).normal(size=(200_000, 10))))


@cache
def _tone() -> Spectra:
    """A sine of amplitude 3 on line 100 of 512."""
    return welch(_recording(3.0 * _sine(100.0 * _RATE / 1024.0)))


def _spectrum_cases() -> Iterator[Case]:
    yield _case("oma.welch.white_noise", "mean one-sided density of white noise of variance 1 at 200 Hz", "1/Hz",
        f"{_WELCH}: variance over half of the rate, 1/100", 0.01, {"rel": 0.004},
        "two million samples scatter by √(2/2e6) = 0.1 %, four times that", lambda: float(_white().power[3:-3].mean()),
        note="Without the lowest lines, which lose what each segment's mean takes off.")  # fmt: skip
    yield _case("oma.welch.sine_power", "density of a sine of amplitude 3, summed over frequency", "",
        f"{_WELCH}: half the square of the amplitude", 4.5, {"rel": 1e-9}, _ROUNDING,
        lambda: float(_tone().power.sum() * _tone().resolution))  # fmt: skip
    yield _case("oma.welch.sine_peak", "density of that sine on its line, times the resolution", "",
        f"{_WELCH}: Hann's noise bandwidth is 1.5 lines, so 4.5 / 1.5", 3.0, {"rel": 1e-9}, _ROUNDING,
        lambda: float(_tone().power.max() * _tone().resolution))  # fmt: skip
    yield _case("oma.welch.independent_segments", "segments of equal worth without overlap, over those that were "
        "averaged", "", f"{_WELCH}: overlap 50 % under Hann's window correlates neighbours by 1/6, so 1 / (1 + 2 (1 − "
        "1/n) / 36)", 1.0 / (1.0 + 2.0 * (1.0 - 1.0 / 389.0) / 36.0), {"rel": 1e-9}, _ROUNDING,
        lambda: _white().independent / _white().averages)  # fmt: skip
    yield _case("oma.welch.scatter", "scatter of the lines of white noise, over what is told", "",
        f"{_WELCH}: 1/√n of the independent segments", 1.0, {"rel": 0.05},
        "5,000 lines of which every second is independent scatter by 1/√5000 = 1.4 % in their deviation",
        lambda: float(_white().power[2:-2].std() / _white().power[2:-2].mean()) / _white().scatter)  # fmt: skip
    yield _case("oma.anpsd.sum", "sum of the averaged normalised density over its lines above zero", "",
        "Felber 1993: each channel's shares make 1, and so does their mean", 1.0, *CLOSED_FORM,
        lambda: float(averaged_normalised([_white(), _white()]).value[1:].sum()))  # fmt: skip


def _amplitude(frequency: float, factor: int) -> float:
    """Largest value that is left of a sine of amplitude 1 away from the ends."""
    return float(np.abs(decimate(_sine(frequency), factor)[200:-200]).max())


def _worst_gain() -> float:
    """Largest change of a sine below 0.4 of the new rate, 40 Hz, by size and phase."""
    times = np.arange(round(120.0 * _RATE) // 5) / 40.0
    apart = [
        np.abs(decimate(_sine(frequency), 5)[200:-200, 0] - np.sin(2.0 * np.pi * frequency * times)[200:-200]).max()
        for frequency in (0.5, 3.0, 8.0, 12.0, 15.9)
    ]
    return float(max(apart))


def _filtered(corner: float) -> float:
    """Amplitude of a sine at the corner of the filter, by its root mean square away from the ends."""
    signals = _sine(corner)
    recording = _recording(signals)
    made = Measurement(name="sine", points={}, recordings=(recording,), references=recording.degrees)
    options = PreprocessOptions(high=corner, decimation=1, detrend="none")
    kept = prepare(made, options, (0.5, 20.0)).measurement.recordings[0].signals[4000:-4000]
    return float(np.sqrt(2.0) * kept.std())


def _preprocess_cases() -> Iterator[Case]:
    yield _case("oma.decimation.alias", "what is left of sines of 20.1, 23, 37 and 61 Hz after 200 Hz became 40 Hz", "",
        "Kaiser 1974: window of 80 dB, stop band from half of the new rate", 0.0, {"max": 1.2e-4},
        "80 dB is 1e-4; Kaiser's formula for the length is good to some dB",
        lambda: max(_amplitude(frequency, 5) for frequency in (20.1, 23.0, 37.0, 61.0)))  # fmt: skip
    yield _case("oma.decimation.band", "largest error of sines from 0.5 to 15.9 Hz after 200 Hz became 40 Hz, in size "
        "and phase", "", "Kaiser 1974: pass band up to 0.4 of the new rate, symmetric taps shift nothing", 0.0,
        {"max": 1.2e-4}, "the ripple of a window design is as small in the pass band, 1e-4", _worst_gain)  # fmt: skip
    yield _case("oma.butterworth.corner", "amplitude of a sine at the corner of a low-pass run both ways", "",
        "Butterworth: 1/√2 each way", 0.5, {"rel": 1e-6},
        "transients at the ends have died away to rounding 20 s from them", lambda: _filtered(12.5))  # fmt: skip
    yield _case("oma.velocity.derivative", "acceleration of a velocity of 1 m/s at a tenth of the rate", "m/s2",
        "Fornberg 1988: sixth-order stencil, (45 sin w − 9 sin 2w + sin 3w) / 30 of the rate at w = π/5",
        _RATE / 30.0 * (45 * math.sin(math.pi / 5) - 9 * math.sin(2 * math.pi / 5) + math.sin(3 * math.pi / 5)),
        {"rel": 1e-9}, "a cosine at a tenth of the rate is sampled at its peak: " + _ROUNDING,
        lambda: float(np.abs(differentiated(_sine(_RATE / 10.0)[:, 0], _RATE)[10:-10]).max()),
        note="The derivative itself is 2π 20 Hz = 125.66 m/s2; the stencil comes out 0.04 % low there.")  # fmt: skip


def _uff_error() -> float:
    """Largest relative difference of frequencies, damping, shapes and places through a file."""
    rng = np.random.default_rng(4)
    names = tuple(f"P{number}" for number in range(16))
    points = {name: Point(name=name, place=tuple(rng.uniform(0.1, 30.0, 3))) for name in names}
    modes = Modes(
        frequency=np.array([1.98, 3.19, 4.39]),
        damping=np.array([0.026, 0.032, 0.022]),
        points=names,
        point_shape=rng.normal(size=(3, 16, 3)),
        point_shape_imaginary=0.1 * rng.normal(size=(3, 16, 3)),
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "modes.uff"
        write_modes_uff(path, modes, points)
        frequency, damping, shape, places = read_modes_uff(path)
    assert modes.point_shape_imaginary is not None
    off = [
        np.abs(frequency / modes.frequency - 1.0).max(),
        np.abs(shape.real / modes.point_shape - 1.0).max(),
        np.abs(shape.imag / modes.point_shape_imaginary - 1.0).max(),
        np.abs(places / np.array([points[name].place for name in names]) - 1.0).max(),
        np.abs(damping / modes.damping - 1.0).max(),
    ]
    return float(max(off))


def _file_cases() -> Iterator[Case]:
    yield _case("oma.sensitivity.volts", "acceleration in one volt of a sensor of 10 V/g", "m/s2",
        "ISO 80000-3: g = 9.80665 m/s2", 0.980665, *CLOSED_FORM,
        lambda: conversion("a channel", "V", Sensitivity.parse("10 V/g"), None).factor)  # fmt: skip
    yield _case("oma.uff55.round_trip", "largest relative difference of modes and nodes written as universal data sets "
        "15 and 55 and read back", "", "Universal data sets 15 and 55: numbers as E13.5", 0.0, {"max": 1.2e-5},
        "five digits behind the point are right to 5e-6; damping, made of two of them, to twice that",
        _uff_error)  # fmt: skip


def _setups(spoil: str) -> Measurement:
    """Four setups of two references that three sources move in fixed proportions, one of them spoilt."""
    rng = np.random.default_rng(11)
    shapes = np.array([[1.0, 0.8, 0.5], [0.4, -1.0, 0.7], [1.0, 0.3, -0.6]])
    recordings = []
    for number in range(4):
        total = np.zeros((30_000, 3))
        for row, centre in zip(shapes, (2.0, 3.5, 5.5), strict=True):
            turn = 2.0 * np.pi * centre / 50.0
            pole = 0.995 * np.exp(1j * turn)
            total += np.outer(_resonance(rng.normal(size=30_000), pole), row)
        total += 0.02 * total.std(axis=0) * rng.normal(size=total.shape)
        if number == 2 and spoil == "turned":
            total[:, 0] *= -1.0
        if number == 2 and spoil == "swapped":
            total[:, [0, 1]] = total[:, [1, 0]]
        recordings.append(replace(_recording(total, 50.0, f"S{number}")))
    references = recordings[0].degrees[:2]
    return Measurement(name="made", points={}, recordings=tuple(recordings), references=references)


def _resonance(noise: FloatArray, pole: complex) -> FloatArray:
    from scipy.signal import lfilter

    return np.asarray(lfilter([1.0], [1.0, -2.0 * pole.real, abs(pole) ** 2], noise))


def _wrong_flags(spoil: str, expected: set[tuple[str, str, str]]) -> float:
    found = {
        (channel.setup, channel.degree.point, flag)
        for channel in check_quality(_setups(spoil)).flagged
        for flag in channel.flags
    }
    return float(len(found ^ expected))


def _quality_cases() -> Iterator[Case]:
    made = "Made signals: three modes in fixed proportions at two references, four setups, noise 2 %"
    for spoil, flag in (("nothing", ""), ("turned", "polarity"), ("swapped", "swapped")):
        expected = {("S2", point, flag) for point in ("0", "1")} if flag else set()
        yield _case(f"oma.quality.{spoil}", f"channels flagged wrongly or not at all, references of one setup: {spoil}",
            "", made, 0.0, {"max": 0.0}, "a count", partial(_wrong_flags, spoil, expected))  # fmt: skip
