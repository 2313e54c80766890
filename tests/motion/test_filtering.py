"""Filters have the gain of the closed form and no phase; what is at rest stays so."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.signal import butter, sosfiltfilt

from pirqa.model.ground_motion import Direction, GroundMotion
from pirqa.motion.filtering import bring_to_rest, butterworth_gain, filter_acausal, final_state, pad, pad_time, taper


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
