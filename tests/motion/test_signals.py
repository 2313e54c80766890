"""Sines and sweeps: amplitude, rest at both ends, what the raw sine of the paper does."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from pirqa.errors import ModelError, OptionsError
from pirqa.motion.synthetic.options import NoiseOptions, PulseOptions, RickerOptions, SineOptions, SineSweepOptions
from pirqa.motion.synthetic.signals import (
    MOST_SAMPLES,
    envelope,
    fitted_acceleration,
    half_cosine_window,
    mavroeidis_papageorgiou,
    paper_sine,
    pulse_residual,
    pulse_state,
    rested,
    ricker,
    ricker_state,
    sample_times,
    sine,
    sine_sweep,
    white_noise,
)


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


def amplitudes(values, step):
    return np.fft.rfftfreq(len(values), step), np.abs(np.fft.rfft(values))


def test_noise_of_the_paper():
    motion = white_noise(NoiseOptions()).motion
    assert motion.step == pytest.approx(0.001)
    assert motion.duration == pytest.approx(30.0)
    assert motion.peak_displacement[0] == pytest.approx(0.001, rel=1e-12)
    assert abs(motion.velocity[-1, 0]) < 1e-9
    assert abs(motion.displacement[-1, 0]) < 1e-9
    assert motion.band == (0.1, 20.0)
    assert motion.treatments[0].amounts["seed"] == 7.0


@pytest.mark.parametrize(("flat", "power"), [("displacement", 0), ("velocity", 1), ("acceleration", 2)])
def test_spectrum_is_flat_in_its_band_and_empty_beyond(flat, power):
    motion = white_noise(NoiseOptions(low=1.0, high=20.0, flat=flat, duration=60.0)).motion
    frequencies, sizes = amplitudes(motion.displacement[:, 0], motion.step)
    inside = (frequencies > 1.0) & (frequencies < 20.0)
    # tapers blur by 1/3 s; half a hertz beyond the band nothing is left
    beyond = (frequencies < 0.5) | (frequencies > 20.5)
    weighted = sizes * frequencies**power
    assert np.sum(weighted[beyond & (frequencies < 100.0)] ** 2) < 1e-3 * np.sum(weighted**2)
    thirds = [weighted[inside & (frequencies >= low) & (frequencies < low + 6.0)] for low in (1.5, 7.5, 13.5)]
    levels = [np.sqrt(np.mean(third**2)) for third in thirds]
    assert max(levels) / min(levels) < 1.1


def test_same_seed_same_noise():
    one = white_noise(NoiseOptions(seed=3, duration=5.0)).motion.acceleration
    assert np.array_equal(one, white_noise(NoiseOptions(seed=3, duration=5.0)).motion.acceleration)
    assert not np.allclose(one, white_noise(NoiseOptions(seed=4, duration=5.0)).motion.acceleration)


@settings(max_examples=25, deadline=None)
@given(
    peak=st.floats(1e-5, 0.5),
    low=st.floats(0.05, 5.0),
    width=st.floats(2.0, 40.0),
    duration=st.floats(8.0, 40.0),
    seed=st.integers(0, 2**40),
)
def test_every_noise_rests_and_reaches_its_peak(peak, low, width, duration, seed):
    step = 0.05 / (low + width)
    options = NoiseOptions(peak_displacement=peak, low=low, high=low + width, duration=duration, step=step, seed=seed)
    motion = white_noise(options).motion
    assert motion.peak_displacement[0] == pytest.approx(peak, rel=1e-10)
    assert abs(motion.velocity[-1, 0]) < 1e-9
    assert abs(motion.displacement[-1, 0]) < 1e-9
    assert abs(motion.displacement[0, 0]) < 1e-12


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"low": 20.0}, "low must be less than high"),
        ({"low": 0.0}, "noise.low must be greater"),
        ({"step": 0.01}, "1/10 of the period of high"),
        ({"duration": 0.1}, "too short for this band"),
        ({"seed": -1}, "noise.seed must be at least"),
        ({"seed": 1.5}, "whole number"),
        ({"flat": "speed"}, "not known"),
        ({"peak_displacement": np.inf}, "must be finite"),
    ],
)
def test_bad_options_are_named_noise(given, says):
    with pytest.raises(ModelError, match=says):
        NoiseOptions(**given)


def test_window_and_envelopes():
    times = np.linspace(0.0, 10.0, 101)
    window = half_cosine_window(times, 2.0)
    assert window[[0, 10, 20, 50, 90, 100]] == pytest.approx([0.0, 0.5, 1.0, 1.0, 0.5, 0.0])
    for shape, top in (("saragoni_hart", 2.0), ("jennings", 1.5)):
        values = envelope(times, 10.0, shape)
        assert values[0] == 0.0
        assert values.max() == pytest.approx(1.0)
        assert values[-1] == pytest.approx(0.05)
        assert times[values.argmax()] == pytest.approx(top)


def test_jennings_rises_as_a_parabola_stays_and_falls_exponentially():
    at = {
        0.0: 0.0,
        0.075: 0.25,
        0.12: 0.64,
        0.15: 1.0,
        0.3: 1.0,
        0.5: 1.0,
        0.75: 20.0**-0.5,
        0.9: 20.0**-0.8,
        1.0: 0.05,
    }
    for duration in (1.0, 25.0):
        values = envelope(duration * np.array(list(at)), duration, "jennings")
        assert values == pytest.approx(list(at.values()), abs=1e-12)
    beside = envelope(np.array([0.14999, 0.15001, 0.49999, 0.50001]), 1.0, "jennings")
    assert beside == pytest.approx([(0.14999 / 0.15) ** 2, 1.0, 1.0, 20.0 ** (-0.00001 / 0.5)], abs=1e-12)
    assert beside[0] < 1.0 > beside[3]


def test_saragoni_and_hart_by_hand():
    # β from the twentieth at the end: β (ln 5 + 1 − 5) = −ln 20
    beta = np.log(20.0) / (4.0 - np.log(5.0))
    values = envelope(30.0 * np.array([0.0, 0.1, 0.2, 0.5, 1.0]), 30.0, "saragoni_hart")
    wanted = [0.0, (0.5 * np.exp(0.5)) ** beta, 1.0, (2.5 * np.exp(-1.5)) ** beta, 0.05]
    assert values == pytest.approx(wanted, abs=1e-12)


def test_ricker_closed_forms_are_integrals_of_each_other():
    options = RickerOptions(amplitude=3.0, frequency=1.5)

    def acceleration(t):
        square = (math.pi * 1.5 * t) ** 2
        return 3.0 * (1.0 - 2.0 * square) * math.exp(-square)

    for t in (-0.5, -0.1, 0.0, 0.2, 0.4):
        state = ricker_state(options, np.array([t]))
        velocity = quad(acceleration, -3.0, t, epsabs=1e-13)[0]
        displacement = quad(lambda s, end=t: (end - s) * acceleration(s), -3.0, t, epsabs=1e-13)[0]
        assert state.acceleration[0] == pytest.approx(acceleration(t))
        assert state.velocity[0] == pytest.approx(velocity, abs=1e-11)
        assert state.displacement[0] == pytest.approx(displacement, abs=1e-11)


@settings(max_examples=40, deadline=None)
@given(amplitude=st.floats(0.01, 50.0), frequency=st.floats(0.1, 20.0))
def test_every_ricker_rests_and_moves_as_its_closed_form(amplitude, frequency):
    motion = ricker(RickerOptions(amplitude=amplitude, frequency=frequency)).motion
    assert motion.peak_acceleration[0] == pytest.approx(amplitude, rel=1e-9)
    assert abs(motion.velocity[-1, 0]) < 1e-9
    assert abs(motion.displacement[-1, 0]) < 1e-9
    # d = −A/(2π²f²) at the peak; polygons of 200 samples a period err by about 1e-4
    assert motion.peak_displacement[0] == pytest.approx(amplitude / (2.0 * (math.pi * frequency) ** 2), rel=1e-3)
    assert motion.peak_velocity[0] == pytest.approx(
        amplitude / (math.sqrt(2.0) * math.pi * frequency) * math.exp(-0.5), rel=1e-3
    )
    assert motion.treatments[-1].amounts["largest_change"] < 1e-6 * amplitude


def velocity_of(options, t):
    omega = 2.0 * math.pi * options.frequency
    return 0.5 * options.amplitude * (1 + math.cos(omega * t / options.cycles)) * math.cos(omega * t + options.phase)


@pytest.mark.parametrize(("phase", "gamma"), [(0.0, 2.0), (math.pi / 2, 1.3), (0.7, 1.5), (-2.0, 3.4)])
def test_pulse_closed_forms(phase, gamma):
    options = PulseOptions(amplitude=0.8, frequency=0.5, phase=phase, cycles=gamma)
    half = gamma / (2.0 * 0.5)
    for part in (-1.0, -0.6, -0.1, 0.0, 0.3, 0.9, 1.0):
        t = part * half
        state = pulse_state(options, np.array([t]))
        moved = quad(lambda s: velocity_of(options, s), -half, t, epsabs=1e-13)[0]
        slope = (velocity_of(options, t + 1e-5) - velocity_of(options, t - 1e-5)) / 2e-5
        assert state.velocity[0] == pytest.approx(velocity_of(options, t), abs=1e-14)
        assert state.displacement[0] == pytest.approx(moved, abs=1e-11)
        assert state.acceleration[0] == pytest.approx(slope, abs=1e-7)
    left = quad(lambda s: velocity_of(options, s), -half, half, epsabs=1e-13)[0]
    assert pulse_residual(options) == pytest.approx(left, abs=1e-11)


@settings(max_examples=40, deadline=None)
@given(
    amplitude=st.floats(0.01, 3.0),
    frequency=st.floats(0.1, 5.0),
    phase=st.floats(-math.pi, math.pi),
    gamma=st.floats(1.05, 5.0),
)
def test_every_pulse_moves_as_its_closed_form(amplitude, frequency, phase, gamma):
    options = PulseOptions(amplitude=amplitude, frequency=frequency, phase=phase, cycles=gamma)
    made = mavroeidis_papageorgiou(options)
    motion = made.motion
    closed = pulse_state(options, motion.times - 0.5 * gamma / frequency)
    assert motion.displacement[:, 0] == pytest.approx(closed.displacement, abs=1e-9)
    assert motion.velocity[:, 0] == pytest.approx(closed.velocity, abs=1e-4 * amplitude)
    assert abs(motion.velocity[-1, 0]) < 1e-9
    assert motion.duration == pytest.approx(gamma / frequency)
    for remark in made.remarks:
        assert remark.key == "motion_residual_displacement"
        assert motion.displacement[-1, 0] == pytest.approx(remark.amount, abs=1e-9)
    if not made.remarks:
        assert abs(motion.displacement[-1, 0]) < 1e-9


@pytest.mark.parametrize(("phase", "gamma"), [(math.pi / 2, 1.7), (0.3, 2.0), (1.0, 3.0)])
def test_some_pulses_leave_nothing(phase, gamma):
    made = mavroeidis_papageorgiou(PulseOptions(amplitude=1.0, frequency=1.0, phase=phase, cycles=gamma))
    assert made.remarks == ()
    assert abs(made.motion.displacement[-1, 0]) < 1e-9


def test_what_is_left_can_be_brought_back():
    options = PulseOptions(amplitude=1.0, frequency=0.5, phase=0.0, cycles=1.5)
    stays = mavroeidis_papageorgiou(options)
    left = -1.0 / (2.0 * math.pi * 0.5 * (1.5**2 - 1.0)) * math.sin(1.5 * math.pi)
    assert stays.motion.displacement[-1, 0] == pytest.approx(left)
    (remark,) = stays.remarks
    assert remark.amount == pytest.approx(left)
    back = mavroeidis_papageorgiou(PulseOptions(amplitude=1.0, frequency=0.5, phase=0.0, cycles=1.5, return_time=20.0))
    motion = back.motion
    assert motion.duration == pytest.approx(23.0, abs=0.01)
    assert abs(motion.displacement[-1, 0]) < 1e-9
    assert abs(motion.velocity[-1, 0]) < 1e-9
    assert motion.peak_acceleration == pytest.approx(stays.motion.peak_acceleration, rel=1e-3)
    # the largest bend of 10p³ − 15p⁴ + 6p⁵ is 10/√3
    tail = motion.acceleration[motion.times > 3.1, 0]
    assert np.abs(tail).max() == pytest.approx(abs(left) * 10.0 / math.sqrt(3.0) / 20.0**2, rel=1e-3)
    assert [remark.key for remark in back.remarks] == ["motion_returned"]


@pytest.mark.parametrize(
    ("kind", "given", "says"),
    [
        (RickerOptions, {"amplitude": -1.0, "frequency": 1.0}, "ricker.amplitude must be greater"),
        (RickerOptions, {"amplitude": 1.0, "frequency": 10.0, "step": 0.1}, "1/20 of the period"),
        (PulseOptions, {"amplitude": 1.0, "frequency": 1.0, "cycles": 1.0}, "pulse.cycles must be greater than 1"),
        (PulseOptions, {"amplitude": 1.0, "frequency": 0.0}, "pulse.frequency must be"),
        (PulseOptions, {"amplitude": 1.0, "frequency": 10.0, "step": 0.1}, "1/20 of the period"),
    ],
)
def test_bad_options_are_named_pulses(kind, given, says):
    with pytest.raises(ModelError, match=says):
        kind(**given)
