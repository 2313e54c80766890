"""Filters have the gain of the closed form and no phase; what is at rest stays so."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.signal import butter, sosfiltfilt

from pirqa.errors import OptionsError, RecordError
from pirqa.model.ground_motion import Direction, GroundMotion
from pirqa.motion.record import Channel
from pirqa.motion.signal_processing import (
    bring_to_rest,
    butterworth_gain,
    common_time_base,
    filter_acausal,
    final_state,
    make_even,
    pad,
    pad_time,
    resample,
    taper,
)


@pytest.mark.parametrize(
    ("frequency", "low", "high", "order"),
    [(0.2, 0.1, None, 2), (1.0, 1.0, None, 4), (3.0, None, 2.0, 1), (1.5, 0.5, 4.0, 3)],
)
def test_gain_at_a_sine(frequency, low, high, order):
    step = 0.01
    times = step * np.arange(40_000)
    wave = np.sin(2 * np.pi * frequency * times)
    filtered = filter_acausal(wave, step, low=low, high=high, order=order)
    expected = 1.0
    if low:
        expected /= 1 + (low / frequency) ** (2 * order)
    if high:
        expected /= 1 + (frequency / high) ** (2 * order)
    middle = slice(19_000, 21_000)
    # in step with the sine, for there is no phase
    assert filtered[middle] == pytest.approx(expected * wave[middle], abs=2e-6)


def test_gain_at_the_corners_and_beyond():
    gain = butterworth_gain(np.array([0.0, 0.1, 1e9]), low=0.1, high=None, order=2)
    assert gain == pytest.approx([0.0, 0.5, 1.0])


def test_agrees_with_scipy_forwards_and_backwards():
    step = 0.005
    rng = np.random.default_rng(5)
    noise = pad(taper(filter_acausal(rng.normal(size=6000), step, high=10.0, order=4), 0.05), 8000)
    ours = filter_acausal(noise, step, low=0.2, high=8.0, order=2)
    highs = butter(2, 0.2, "highpass", fs=1 / step, output="sos")
    lows = butter(2, 8.0, "lowpass", fs=1 / step, output="sos")
    theirs = sosfiltfilt(lows, sosfiltfilt(highs, noise))
    # the bilinear transform bends scipy's gain by (π f h)²/3, 0.5 % at 8 Hz
    assert np.abs(ours - theirs).max() < 0.01 * np.abs(theirs).max()


def test_the_end_does_not_reach_round_to_the_start():
    # what the filter spreads falls as e^(−2π fc t/√2) at order 2: e^−22 over the 50 s before the offset, and over the
    # zeros beyond it
    values = np.zeros((6000, 2))
    values[-1000:] = 1.0
    filtered = filter_acausal(values, 0.01, low=0.1, order=2)
    assert np.abs(filtered[:100]).max() < 1e-4 * np.abs(filtered[-1000:]).max()
    # and the same for the tail of a low-pass
    short = np.zeros((600, 1))
    short[-100:] = 1.0
    smooth = filter_acausal(short, 0.01, high=2.0, order=2)
    assert np.abs(smooth[:100]).max() < 1e-4 * np.abs(smooth).max()


def test_pad_and_taper():
    assert pad_time(0.1, 2) == pytest.approx(30.0)
    assert pad_time(None, 2) == 0.0
    assert pad(np.ones((3, 2)), 2).sum(axis=1).tolist() == [0, 0, 2, 2, 2, 0, 0]
    tapered = taper(np.ones(100), 0.1)
    assert tapered[0] == tapered[-1] == 0.0
    assert tapered[5] == tapered[-6] == pytest.approx(0.5)
    assert np.all(tapered[10:90] == 1.0)
    assert taper(np.ones(5), 0.0).tolist() == [1.0] * 5
    assert taper(np.ones(2), 0.5).shape == (2,)


def ground(acceleration, step, **given):
    names = tuple(Direction(name=str(at)) for at in range(acceleration.shape[1]))
    return GroundMotion(name="test", step=step, acceleration=acceleration, directions=names, **given)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(10, 3000), st.sampled_from([0.001, 0.02, 0.1]))
def test_final_state_is_the_integral(seed, count, step):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(count, 2))
    speed, place = np.array([0.1, -3.0]), np.array([2.0, 0.0])
    velocity, displacement = final_state(values, step, velocity=speed, displacement=place)
    motion = ground(values, step, initial_velocity=speed, initial_displacement=place)
    scale = 1.0 + np.abs(motion.displacement).max()
    assert velocity == pytest.approx(motion.velocity[-1], abs=1e-11 * scale)
    assert displacement == pytest.approx(motion.displacement[-1], abs=1e-11 * scale)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(60, 4000), st.floats(0.0, 0.8))
def test_rest_is_rest(seed, count, share):
    values = np.random.default_rng(seed).normal(size=(count, 3))
    first = int(share * count)
    resting = bring_to_rest(values, 0.01, first=first)
    motion = ground(resting, 0.01)
    assert np.abs(motion.velocity[-1]).max() < 1e-9
    assert np.abs(motion.displacement[-1]).max() < 1e-9
    assert np.array_equal(resting[: first + 1], values[: first + 1])


def test_rest_from_a_moving_start():
    speed, place = np.array([0.5]), np.array([-0.25])
    resting = bring_to_rest(np.zeros((500, 1)), 0.01, velocity=speed, displacement=place)
    motion = ground(resting, 0.01, initial_velocity=speed, initial_displacement=place)
    assert abs(motion.velocity[-1, 0]) < 1e-12
    assert abs(motion.displacement[-1, 0]) < 1e-12


def channel(name, values, step=0.02, **given):
    return Channel(name=name, values=np.asarray(values, dtype=float), step=step, unit="gal", **given)


def base_of(*channels, step=None):
    return common_time_base(channels, [item.values for item in channels], step=step, file="a.txt")


def test_uneven_samples_of_a_line_make_a_line():
    times = np.array([0.0, 0.005, 0.011, 0.015, 0.02, 0.026, 0.03])
    even, (remark,) = make_even(channel("90", 3 * times, 0.005, times=times), 3 * times, file="a")
    assert even == pytest.approx(3 * 0.005 * np.arange(7), abs=1e-15)
    assert (remark.kind, remark.key, remark.count, remark.amount) == ("repair", "record_made_even", 4, 0.005)


def test_a_hole_is_told():
    times = np.r_[0.01 * np.arange(50), 1.0 + 0.01 * np.arange(50)]
    _, remarks = make_even(channel("90", times, 0.01, times=times), times, file="a")
    assert [remark.key for remark in remarks] == ["record_made_even", "record_time_gap"]
    assert remarks[1].amount == pytest.approx(0.51)


@pytest.mark.parametrize(("pause", "told"), [(4.0, False), (4.9, False), (5.1, True), (6.0, True)])
def test_a_pause_of_more_than_five_steps_is_a_hole(pause, told):
    times = 0.01 * np.r_[np.arange(50), 49 + pause + np.arange(50)]
    _, remarks = make_even(channel("90", times, 0.01, times=times), times, file="a")
    holes = [remark for remark in remarks if remark.key == "record_time_gap"]
    assert len(holes) == told
    for hole in holes:
        assert (hole.kind, hole.text, hole.stated) == ("warning", "90: 0.49 s", 0.01)
        assert hole.amount == pytest.approx(0.01 * pause)


@pytest.mark.parametrize(
    ("times", "said"),
    [
        ([0.0, 0.01, 0.01, 0.02], "does not grow at sample 3"),
        ([0.0, 0.02, 0.01, 0.03], "does not grow at sample 3"),
        ([0.0, 0.01, 0.02, np.nan], "finite"),
        ([0.0, 0.01, 0.02, 1e300], "spread over"),
        ([0.0, 0.01, 0.02], "finite"),
    ],
)
def test_times_that_cannot_be(times, said):
    item = channel("NS", np.zeros(4), 0.01, times=np.array(times))
    with pytest.raises(RecordError, match=said):
        base_of(item)


def test_components_of_different_length_have_the_common_span():
    base = base_of(channel("90", np.arange(3251)), channel("UP", -np.arange(3250)))
    assert base.values.shape == (3250, 2)
    assert np.array_equal(base.values[:, 0], np.arange(3250))
    assert [remark.key for remark in base.remarks] == ["record_common_span"]
    assert base.remarks[0].amount == pytest.approx(0.02)
    assert base.treatments == ()


def test_delays_are_kept_in_time():
    start, ramp = 0.1, 0.02 * np.arange(100)
    late = channel("EW", 5 * (start + ramp), delay=start)
    base = base_of(channel("NS", 5 * ramp, initial_velocity=0.3), late)
    assert base.values[:, 0] == pytest.approx(base.values[:, 1], abs=1e-12)
    # a = 5 t from t = 0 until 0.1 s
    assert base.initial_velocity == pytest.approx([0.3 + 2.5 * start**2, 0.0])
    assert base.initial_displacement == pytest.approx([0.3 * start + 5 * start**3 / 6, 0.0])


def test_a_delay_of_part_of_a_step_is_interpolated():
    ramp = 0.02 * np.arange(100)
    base = base_of(channel("NS", ramp), channel("EW", 0.007 + ramp, delay=0.007))
    assert base.values[:, 0] == pytest.approx(base.values[:, 1], abs=1e-12)
    assert len(base.values) == 99


def test_components_of_different_steps_take_the_finest():
    base = base_of(channel("NS", 0.01 * np.arange(201), 0.01), channel("EW", 0.02 * np.arange(101), 0.02))
    assert base.step == 0.01
    assert base.coarsest_step == 0.02
    assert base.values[:, 1] == pytest.approx(base.values[:, 0], abs=1e-12)
    assert base.treatments[0].key == "resample"


def test_a_coarser_step_carries_no_alias():
    times = 0.002 * np.arange(10_000)
    slow, fast = np.sin(2 * np.pi * 1.0 * times), np.sin(2 * np.pi * 45.0 * times)
    found = resample(slow + fast, 0.002, 0.02)
    # gain of the filter at 20 Hz · (1/20) and at 45 Hz: 1/(1 + (f/20)⁸)
    middle = slice(200, 800)
    kept = 1 / (1 + (45 / 20) ** 8)
    assert kept < 2e-3
    assert np.abs(found[middle] - slow[::10][middle]).max() < 1.2 * kept


def test_a_finer_step_is_the_same_broken_line():
    found = resample(np.array([0.0, 1.0, -1.0]), 0.02, 0.005)
    assert found == pytest.approx([0, 0.25, 0.5, 0.75, 1, 0.5, 0, -0.5, -1])


def test_records_without_common_time():
    with pytest.raises(RecordError, match="no time in common"):
        base_of(channel("NS", np.zeros(10)), channel("EW", np.zeros(10), delay=100.0))


@pytest.mark.parametrize(("step", "said"), [(1e-12, "longer step"), (50.0, "shorter step")])
def test_absurd_steps(step, said):
    with pytest.raises(OptionsError, match=said):
        base_of(channel("NS", np.zeros(100)), step=step)
