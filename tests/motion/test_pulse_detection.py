"""Velocity pulses: planted ones are found with their period, noise has none, a published one is found again."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import Direction, GroundMotion
from pirqa.motion.formats import read_record
from pirqa.motion.options import ProcessingOptions
from pirqa.motion.processing import process
from pirqa.motion.pulse_detection import (
    daubechies_filter,
    find_pulse,
    pulse_candidates,
    pulse_indicator,
    wavelet,
)
from pirqa.motion.record import join_records, record_path
from pirqa.motion.sets.characteristics import characteristics_of_motion
from pirqa.motion.synthetic.options import PulseOptions
from pirqa.motion.synthetic.signals import pulse_state

STEP = 0.01
TIMES = STEP * np.arange(4096)


def noise(seed, *, pgv, low=0.3, high=25.0):
    """Return the velocity of white noise in acceleration between two frequencies, shape (samples,)."""
    rng = np.random.default_rng(seed)
    frequencies = np.fft.rfftfreq(len(TIMES), STEP)
    inside = (frequencies > low) & (frequencies < high)
    spectrum = np.zeros(len(frequencies), dtype=complex)
    count = int(inside.sum())
    spectrum[inside] = (rng.normal(size=count) + 1j * rng.normal(size=count)) / (2j * np.pi * frequencies[inside])
    values = np.fft.irfft(spectrum, len(TIMES)) * np.clip(TIMES / 4.0, 0.0, 1.0)
    return values * pgv / np.abs(values).max()


def planted(period, *, cycles=2.0, phase=0.5 * math.pi, seed=0, angle=0.6):
    """Return two components of a Mavroeidis-Papageorgiou pulse of 1 m/s in noise of 0.2 m/s."""
    options = PulseOptions(amplitude=1.0, frequency=1.0 / period, phase=phase, cycles=cycles)
    pulse = pulse_state(options, TIMES - 12.0).velocity
    first, second = (noise(2 * seed + number, pgv=0.2) for number in (0, 1))
    return np.stack([math.cos(angle) * pulse + first, math.sin(angle) * pulse + second], axis=1)


def test_daubechies_filter_equals_the_published_coefficients():
    # Daubechies (1992), table 6.1, N = 4; signs and order as there, Σh = √2
    published = [0.2303778133, 0.7148465706, 0.6308807679, -0.0279837694, -0.1870348117, 0.0308413818, 0.0328830117]
    assert daubechies_filter(4)[:7] == pytest.approx(published, abs=1e-9)
    assert daubechies_filter(4)[7] == pytest.approx(-0.0105974018, abs=1e-9)
    root = math.sqrt(3.0)
    closed = np.array([1 + root, 3 + root, 3 - root, 1 - root]) / (4.0 * math.sqrt(2.0))
    assert daubechies_filter(2) == pytest.approx(closed, abs=1e-12)


def test_wavelet_has_four_vanishing_moments_and_norm_one():
    places, values = wavelet()
    assert np.trapezoid(values**2, places) == pytest.approx(1.0, abs=1e-6)
    for power in range(4):
        assert np.trapezoid(values * places**power, places) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("period", [0.6, 1.0, 2.0, 4.0])
@pytest.mark.parametrize("cycles", [1.5, 2.0])
def test_planted_pulse_is_found_with_its_period(period, cycles):
    periods = []
    for seed in range(5):
        found = find_pulse(planted(period, cycles=cycles, seed=seed), STEP)
        assert found is not None
        periods.append(found.period)
    assert np.median(periods) == pytest.approx(period, rel=0.1)


def test_direction_of_the_pulse_is_found():
    for angle in (-1.2, 0.0, 0.6, 1.4):
        found = find_pulse(planted(2.0, angle=angle), STEP)
        assert found is not None
        assert found.angle == pytest.approx(angle, abs=0.15)  # noise of a fifth of the pulse
        assert found.time == pytest.approx(12.0, abs=1.0)


def test_wavelet_itself_is_taken_out_whole():
    places, values = wavelet()
    signal = 0.8 * np.interp(TIMES / 2.0, places + 4.0, values, left=0.0, right=0.0)
    found = find_pulse(signal[:, None], STEP)
    assert found is not None
    assert found.period == pytest.approx(2.0 * 1.4, rel=0.01)
    assert found.energy_ratio < 0.01


def test_stationary_noise_is_no_pulse():
    positive = sum(
        find_pulse(np.stack([noise(2 * s, pgv=0.5), noise(2 * s + 1, pgv=0.5)], axis=1), STEP) is not None
        for s in range(60)
    )
    assert positive <= 2  # 3 %


def test_weak_and_late_pulses_do_not_count():
    weak = 0.05 * planted(2.0)
    assert find_pulse(weak, STEP) is None
    early = np.stack([noise(8, pgv=0.35), noise(9, pgv=0.35)], axis=1)
    pulse = pulse_state(PulseOptions(amplitude=1.0, frequency=0.5, phase=0.0, cycles=2.0), TIMES - 35.0).velocity
    late = pulse_candidates(early + np.stack([pulse, 0.0 * pulse], axis=1), STEP)
    assert late[0].indicator > 0.0
    assert late[0].late
    assert not late[0].is_pulse


def test_indicator_agrees_with_the_form_printed_in_the_paper():
    # PI = 9.384 (0.76 - PC - 0.0616 PGV)(PC + 6.914e-4 PGV - 1.072) - 6.179, PGV in cm/s; quoted from memory
    for left in (0.2, 0.5, 0.8, 1.1):
        for peak in (10.0, 30.0, 60.0):
            printed = 9.384 * (0.76 - left - 0.0616 * peak) * (left + 6.914e-4 * peak - 1.072) - 6.179
            assert pulse_indicator(left / 0.63, 0.0, 0.01 * peak) == pytest.approx(printed, abs=0.2)


def test_meloland_1979_has_its_published_pulse():
    # EC Meloland Overpass FF: 3.3 s in Baker (2007), 3.4 s in Shahi and Baker (2014); quoted from memory
    files = [record_path(f"pirqa:meloland_CHAN{number}.V2", Path()) for number in (14, 15, 24)]
    motion = process(join_records([read_record(file) for file in files]), ProcessingOptions(), name="meloland").motion
    numbers = characteristics_of_motion(motion)
    assert numbers.pulse_period == pytest.approx(3.4, rel=0.05)


@pytest.mark.parametrize(("file", "pulse"), [("20161113_110259_WTMC_20.V2A", False), ("MTWILSON.V2", False)])
def test_records_without_a_pulse_have_none(file, pulse):
    record = read_record(record_path(f"pirqa:{file}", Path()))
    numbers = characteristics_of_motion(process(record, ProcessingOptions(), name="x").motion)
    assert (numbers.pulse_period is not None) is pulse


@pytest.mark.parametrize(
    ("begin", "count", "band", "found"),
    [
        (0, 4096, (), True),
        (700, 900, (), False),
        (0, 4096, (0.5, 25.0), False),
    ],
)
def test_a_pulse_that_drift_or_the_filter_could_make_does_not_count(begin, count, band, found):
    velocity = planted(3.0)[begin : begin + count]
    assert find_pulse(velocity, STEP) is not None, "the published method alone finds it"
    sides = (Direction(name="NS", azimuth=0.0), Direction(name="EW", azimuth=0.5 * math.pi))
    motion = GroundMotion(
        name="planted", step=STEP, acceleration=np.gradient(velocity, STEP, axis=0), directions=sides,
        initial_velocity=velocity[0], band=band,
    )  # fmt: skip
    assert (characteristics_of_motion(motion).pulse_period is not None) is found


def test_detection_is_fast():
    motion = np.tile(planted(2.0), (2, 1))
    find_pulse(motion, STEP)
    begun = time.perf_counter()
    find_pulse(motion, STEP)
    assert time.perf_counter() - begun < 1.0  # 0.03 s alone on the machine


def test_one_component_and_nothing_at_all_are_answered():
    assert find_pulse(planted(2.0, angle=0.0)[:, :1], STEP) is not None
    assert find_pulse(np.zeros((500, 2)), STEP) is None
    assert find_pulse(np.ones((3, 2)), STEP) is None


@pytest.mark.parametrize(
    ("velocity", "step"),
    [(np.zeros(50), 0.01), (np.zeros((50, 3)), 0.01), (np.full((50, 2), np.nan), 0.01), (np.zeros((50, 2)), 0.0)],
)
def test_input_that_is_no_velocity_is_refused(velocity, step):
    with pytest.raises(OptionsError, match="a pulse is sought"):
        find_pulse(velocity, step)
