"""Motion: velocity pulses that were planted, and one that is published."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.motion.formats import read_record
from pirqa.motion.joining import join_records
from pirqa.motion.library import record_path
from pirqa.motion.process import ProcessingOptions, process
from pirqa.motion.pulse_detection import daubechies_filter, find_pulse, wavelet
from pirqa.motion.sets.characteristics import characteristics_of_motion
from pirqa.motion.synthetic import PulseOptions
from pirqa.motion.synthetic.pulses import pulse_state
from pirqa.verification.case import Case, case_of

__all__ = ["cases"]

_METHOD = "Shahi and Baker (2014), BSSA 104:2456-2466"
_STEP = 0.01
_TIMES: FloatArray = _STEP * np.arange(4096, dtype=np.float64)
_SEEDS = 40

_case = partial(case_of, "motion")


def cases() -> Iterator[Case]:
    """All cases of pulse detection."""
    yield _case(
        "pulses.daubechies",
        "largest coefficient of the Daubechies filter of order 4",
        "",
        "Daubechies (1992), Ten Lectures on Wavelets, table 6.1: 0.7148465706",
        0.7148465706,
        {"abs": 1e-9},
        "digits of the table",
        lambda: float(daubechies_filter(4).max()),
    )
    yield _case(
        "pulses.wavelet.period",
        "period of a planted Daubechies wavelet of scale 2 s",
        "s",
        f"{_METHOD}: the period of a wavelet is 1.4 scales",
        2.8,
        {"rel": 0.01},
        "65 scales are tried between neighbours",
        _wavelet_period,
    )
    for period in (1.0, 2.0, 4.0):
        yield _case(
            f"pulses.planted.{period:g}s",
            f"period of a planted pulse of {period:g} s in noise, median of five",
            "s",
            "Mavroeidis and Papageorgiou (2003) pulse of 1 m/s, 2 cycles, phase 90°, in noise of 0.2 m/s",
            period,
            {"rel": 0.1},
            "the wavelet's pseudo-period and the pulse's parameter differ by its shape",
            partial(_planted_period, period),
        )
    yield _case(
        "pulses.noise",
        f"pulse-like of {_SEEDS} stationary noises of 0.5 m/s from 0.3 Hz on",
        "",
        _METHOD,
        0.0,
        {"max": 0.05},
        "a few in a hundred",
        _false_share,
    )
    yield _case(
        "pulses.meloland",
        "pulse period of El Centro, Meloland overpass, 15 October 1979",
        "s",
        f"{_METHOD}, table of pulses; Baker (2007): 3.3 s; both quoted from memory",
        3.4,
        {"rel": 0.05},
        "another filter of the record, and a number from memory",
        _meloland_period,
    )


def _wavelet_period() -> float:
    places, values = wavelet()
    signal = 0.8 * np.interp(_TIMES / 2.0, places + 4.0, values, left=0.0, right=0.0)
    return _period(signal[:, None])


def _planted_period(period: float) -> float:
    options = PulseOptions(amplitude=1.0, frequency=1.0 / period, phase=0.5 * math.pi, cycles=2.0)
    pulse = pulse_state(options, _TIMES - 12.0).velocity
    return float(np.median([_period(_noise(seed, 0.2) + np.stack([0.8 * pulse, 0.6 * pulse], 1)) for seed in range(5)]))


def _false_share() -> float:
    return sum(find_pulse(_noise(seed, 0.5), _STEP) is not None for seed in range(_SEEDS)) / _SEEDS


def _meloland_period() -> float:
    files = [record_path(f"pirqa:meloland_CHAN{number}.V2", Path()) for number in (14, 15, 24)]
    motion = process(join_records([read_record(file) for file in files]), ProcessingOptions(), name="meloland").motion
    period = characteristics_of_motion(motion).pulse_period
    return math.nan if period is None else period


def _period(velocity: FloatArray) -> float:
    pulse = find_pulse(velocity, _STEP)
    return math.nan if pulse is None else pulse.period


def _noise(seed: int, pgv: float) -> FloatArray:
    """Return two components of velocity whose acceleration is white between 0.3 and 25 Hz, shape (samples, 2)."""
    chance = np.random.default_rng(seed)
    frequencies = np.fft.rfftfreq(len(_TIMES), _STEP)
    inside = (frequencies > 0.3) & (frequencies < 25.0)
    spectrum = np.zeros((len(frequencies), 2), dtype=np.complex128)
    drawn = chance.normal(size=(int(inside.sum()), 2)) + 1j * chance.normal(size=(int(inside.sum()), 2))
    spectrum[inside] = drawn / (2j * math.pi * frequencies[inside, None])
    values = np.fft.irfft(spectrum, len(_TIMES), axis=0) * np.clip(_TIMES / 4.0, 0.0, 1.0)[:, None]
    return np.asarray(values * pgv / np.abs(values).max(axis=0))
