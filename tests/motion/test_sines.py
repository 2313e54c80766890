"""Sines and sweeps: amplitude, rest at both ends, what the raw sine of the paper does."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import ModelError, OptionsError
from pirqa.motion.synthetic import SineOptions, SineSweepOptions, paper_sine, sine, sine_sweep
from pirqa.motion.synthetic.signal import MOST_SAMPLES, fitted_acceleration, rested, sample_times


def assert_rests(motion, displacement=0.0):
    assert abs(motion.velocity[-1, 0]) < 1e-9
    assert abs(motion.displacement[-1, 0] - displacement) < 1e-9


def test_sine_is_as_asked_between_its_ramps():
    motion = sine(SineOptions(amplitude=0.5, frequency=0.976, duration=10.0)).motion
    omega = 2.0 * math.pi * 0.976
    plain = (motion.times > 2.0 / 0.976) & (motion.times < motion.duration - 2.0 / 0.976)
    expected = 0.5 * np.sin(omega * motion.times[plain])
    assert motion.acceleration[plain, 0] == pytest.approx(expected, abs=1e-6)
    # linear between 200 samples a cycle: (ωh)²/12 of the displacement, and no drift beside it
    assert motion.displacement[plain, 0] == pytest.approx(-expected / omega**2, abs=2e-4 * 0.5 / omega**2)
    # what brings it to rest is 1e-6 of it
    assert motion.acceleration[plain, 0].max() == pytest.approx(0.5, rel=3e-6)
    assert motion.peak_acceleration[0] == pytest.approx(0.5, rel=2e-4)
    assert motion.acceleration[0, 0] == pytest.approx(0.0, abs=1e-9)
    assert motion.directions[0].name == "across"
    assert motion.origin.format == "sine"


def test_ramp_is_half_a_cosine_of_the_displacement():
    motion = sine(SineOptions(amplitude=1.0, frequency=1.0, duration=8.0, ramp_cycles=3)).motion
    quarter = motion.at(1.25).displacement[0]
    assert quarter == pytest.approx(-0.5 * (1.0 - math.cos(math.pi * 1.25 / 3.0)) / (2.0 * math.pi) ** 2, rel=2e-4)


@settings(max_examples=40, deadline=None)
@given(
    amplitude=st.floats(0.01, 30.0),
    frequency=st.floats(0.1, 30.0),
    cycles=st.floats(5.0, 40.0),
    ramp=st.integers(2, 6),
)
def test_every_sine_rests_and_keeps_its_amplitude(amplitude, frequency, cycles, ramp):
    duration = (cycles + 2 * ramp) / frequency
    made = sine(SineOptions(amplitude=amplitude, frequency=frequency, duration=duration, ramp_cycles=ramp))
    motion = made.motion
    assert_rests(motion)
    assert motion.peak_acceleration[0] == pytest.approx(amplitude, rel=2e-3)
    assert motion.duration * frequency == pytest.approx(round(motion.duration * frequency), abs=1e-6)
    assert motion.treatments[-1].amounts["largest_change"] < 1e-4 * amplitude


def test_longer_whole_cycles_are_said():
    made = sine(SineOptions(amplitude=1.0, frequency=0.7, duration=10.1))
    (remark,) = made.remarks
    assert remark.key == "motion_whole_cycles"
    assert remark.count == 8
    assert remark.amount == pytest.approx(8 / 0.7)
    assert remark.stated == 10.1
    assert sine(SineOptions(amplitude=1.0, frequency=0.5, duration=10.0)).remarks == ()


def test_too_short_for_ramps_is_an_error():
    with pytest.raises(OptionsError, match=r"need 50 s"):
        sine(SineOptions(amplitude=0.5, frequency=0.1, duration=10.0))


def test_raw_sine_starts_with_a_velocity():
    made = sine(SineOptions(amplitude=0.5, frequency=1.0, duration=10.0, raw=True), name="raw")
    motion = made.motion
    omega = 2.0 * math.pi
    assert motion.initial_velocity[0] == pytest.approx(0.5 / omega)
    assert motion.displacement[:, 0] == pytest.approx(0.5 / omega**2 * np.sin(omega * motion.times), abs=1e-12)
    # at the end of each cycle the velocity is largest, not zero as the paper says
    assert motion.at(3.0).velocity[0] == pytest.approx(0.5 / omega, rel=1e-6)
    assert motion.peak_acceleration[0] == pytest.approx(0.5, rel=2e-4)
    (remark,) = made.remarks
    assert (remark.key, remark.kind, remark.unit) == ("motion_velocity_jump", "warning", "m/s")
    assert remark.amount == pytest.approx(0.5 / omega)
    assert paper_sine(SineOptions(amplitude=0.5, frequency=0.1)).motion.duration == pytest.approx(10.0)


@pytest.mark.parametrize("rate", ["logarithmic", "linear"])
@pytest.mark.parametrize(("first", "last"), [(0.5, 20.0), (20.0, 0.5)])
def test_sweep_goes_through_its_frequencies(rate, first, last):
    options = SineSweepOptions(amplitude=2.0, start=first, stop=last, rate=rate, duration=60.0)
    motion = sine_sweep(options).motion
    assert_rests(motion)
    assert motion.peak_acceleration[0] == pytest.approx(2.0, rel=0.02)
    # the time between two upward crossings is the period at that moment
    values, times = motion.acceleration[:, 0], motion.times
    up = np.flatnonzero((values[:-1] < 0.0) & (values[1:] >= 0.0))
    crossings = times[up] - values[up] * (times[up + 1] - times[up]) / (values[up + 1] - values[up])
    middles, periods = 0.5 * (crossings[1:] + crossings[:-1]), np.diff(crossings)
    part = middles / motion.duration
    expected = first + (last - first) * part if rate == "linear" else first * (last / first) ** part
    inner = slice(4, -4)
    assert 1.0 / periods[inner] == pytest.approx(expected[inner], rel=0.02)


@settings(max_examples=20, deadline=None)
@given(
    first=st.floats(0.2, 20.0),
    octaves=st.floats(-4.0, 4.0).filter(lambda x: abs(x) > 0.1),
    duration=st.floats(40.0, 90.0),
    linear=st.booleans(),
)
def test_every_sweep_rests(first, octaves, duration, linear):
    rate = "linear" if linear else "logarithmic"
    options = SineSweepOptions(amplitude=1.0, start=first, stop=first * 2.0**octaves, rate=rate, duration=duration)
    try:
        made = sine_sweep(options)
    except OptionsError:
        return
    assert_rests(made.motion)
    assert made.motion.peak_acceleration[0] == pytest.approx(1.0, rel=0.02)


@pytest.mark.parametrize("rate", ["logarithmic", "linear"])
@pytest.mark.parametrize(("first", "last"), [(0.001, 100.0), (100.0, 0.001), (0.05, 5.0)])
def test_fastest_sweep_keeps_its_amplitude(rate, first, last):
    mean = 0.5 * (first + last) if rate == "linear" else (last - first) / math.log(last / first)
    options = SineSweepOptions(amplitude=1.0, start=first, stop=last, rate=rate, duration=5.0 / mean)
    motion = sine_sweep(options).motion
    assert_rests(motion)
    assert motion.peak_acceleration[0] == pytest.approx(1.0, rel=0.02)


@pytest.mark.parametrize(
    ("kind", "given", "says"),
    [
        (SineOptions, {"amplitude": 0.0, "frequency": 1.0}, "sine.amplitude must be greater"),
        (SineOptions, {"amplitude": 1.0, "frequency": math.nan}, "sine.frequency must be finite"),
        (SineOptions, {"amplitude": 1.0, "frequency": 1.0, "ramp_cycles": 1}, "ramp_cycles must be at least 2"),
        (SineOptions, {"amplitude": 1.0, "frequency": 1.0, "ramp_cycles": 2.5}, "whole number"),
        (SineOptions, {"amplitude": 1.0, "frequency": 10.0, "step": 0.01}, "1/20 of the period"),
        (SineSweepOptions, {"amplitude": 1.0, "start": 2.0, "stop": 2.0}, "give a sine"),
        (SineSweepOptions, {"amplitude": 1.0, "rate": "log"}, 'sweep.rate "log" is not known'),
        (SineSweepOptions, {"amplitude": 1.0, "step": 0.01}, "1/20 of the shortest period"),
    ],
)
def test_bad_options_are_named(kind, given, says):
    with pytest.raises(ModelError, match=says):
        kind(**given)


def test_absurd_lengths_are_refused():
    with pytest.raises(OptionsError, match=str(MOST_SAMPLES)):
        sine(SineOptions(amplitude=1.0, frequency=1000.0, duration=3600.0))
    assert sample_times(1.0, 0.3) == pytest.approx([0.0, 0.25, 0.5, 0.75, 1.0])
    assert len(sample_times(30.0, 0.001)) == 30001


def test_rested_is_the_least_change():
    rng = np.random.default_rng(3)
    samples, step, weight = rng.standard_normal(50), 0.1, np.linspace(0.5, 1.5, 50)
    changed, largest = rested(samples, step, weight)
    change = changed - samples
    assert largest == pytest.approx(np.abs(change).max())
    # any other change with the same effect is larger in the weighted norm
    velocity = step * np.concatenate([[0.5], np.ones(48), [0.5]])
    moved = step**2 * np.concatenate([[49 / 2 - 1 / 6], np.arange(48, 0, -1), [1 / 6]])
    assert velocity @ changed == pytest.approx(0.0, abs=1e-12)
    assert moved @ changed == pytest.approx(0.0, abs=1e-12)
    for _ in range(5):
        other = rng.standard_normal(50)
        rows = np.stack([velocity, moved])
        other -= rows.T @ np.linalg.solve(rows @ rows.T, rows @ other)
        assert (change / weight) @ (other / weight) == pytest.approx(0.0, abs=1e-9)


def test_fitted_acceleration_integrates_to_the_displacement():
    times = np.linspace(0.0, 2.0, 41)
    # a cubic has linear acceleration: it is found exactly
    displacement = times**3 - times
    assert fitted_acceleration(displacement, 0.05, -1.0, 11.0) == pytest.approx(6.0 * times, abs=1e-10)
