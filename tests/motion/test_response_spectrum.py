from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import ModelError, OptionsError
from pirqa.motion.oscillator import oscillator_extremes
from pirqa.motion.response_spectrum import DEFAULT_PERIODS, response_spectrum

NOISE = np.random.default_rng(3).normal(size=1500) * np.sin(np.pi * np.arange(1500) / 1499) ** 2


def test_default_periods():
    assert len(DEFAULT_PERIODS) == 200
    assert (DEFAULT_PERIODS[0], DEFAULT_PERIODS[-1]) == pytest.approx((0.01, 10.0))
    ratios = DEFAULT_PERIODS[1:] / DEFAULT_PERIODS[:-1]
    assert np.ptp(ratios) < 1e-12
    with pytest.raises(ValueError, match="read-only"):
        DEFAULT_PERIODS[0] = 1.0


@pytest.mark.parametrize("damping", [0.0, 0.02, 0.2, 0.9])
@pytest.mark.parametrize("period", [0.02, 0.4, 2.0])
def test_step_acceleration_overshoots_by_the_closed_form(period, damping):
    found = response_spectrum(np.full(1001, 2.0), 0.01, periods=[period], damping=damping)
    rest = 2.0 / (2 * math.pi / period) ** 2
    assert found.sd[0] == pytest.approx(rest * (1 + math.exp(-damping * math.pi / math.sqrt(1 - damping**2))), rel=1e-6)
    if damping == 0.0:
        assert found.sv[0] == pytest.approx(rest * 2 * math.pi / period, rel=1e-6)
        assert found.sa[0] == pytest.approx(4.0, rel=1e-6)


@pytest.mark.parametrize("damping", [1.0, 4.0])
def test_overdamped_oscillators_do_not_overshoot(damping):
    found = response_spectrum(np.ones(4001), 0.01, periods=[0.5], damping=damping)
    assert found.sd[0] == pytest.approx((0.5 / 2 / math.pi) ** 2, rel=1e-9)


@pytest.mark.parametrize("lasting", [0.2, 1.0, 1.9])
def test_peak_after_the_record_counts(lasting):
    ground = np.ones(round(lasting / 0.01) + 1)
    period, omega = 4.0, math.pi / 2
    found = response_spectrum(ground, 0.01, periods=[period], damping=0.0)
    assert found.sd[0] == pytest.approx(2 / omega**2 * math.sin(math.pi * lasting / period), rel=1e-10)
    stopped = response_spectrum(ground, 0.01, periods=[period], damping=0.0, peaks="samples")
    assert stopped.sd[0] == pytest.approx((1 - math.cos(omega * lasting)) / omega**2, rel=1e-10)


def test_undamped_resonance_grows_with_every_cycle():
    """u = (A/2ω²)(ωt cos ωt − sin ωt) at resonance; lines between samples take 1 − sinc²(ωh/2) off the sine."""
    step, cycles = 0.001, 5
    ground = np.sin(2 * np.pi * step * np.arange(cycles * 1000 + 1))
    found = response_spectrum(ground, step, periods=[1.0], damping=0.0)
    assert found.sd[0] == pytest.approx(np.sinc(step) ** 2 * cycles * math.pi / (2 * math.pi) ** 2, rel=1e-6)


def test_pseudo_values_follow_from_displacement():
    found = response_spectrum(NOISE, 0.01, periods=[0.0, 0.1, 1.0], damping=0.05)
    omega = 2 * math.pi / np.array([0.1, 1.0])
    assert found.psv[1:] == pytest.approx(omega * found.sd[1:], rel=1e-14)
    assert found.psa[1:] == pytest.approx(omega**2 * found.sd[1:], rel=1e-14)
    assert found.psv[0] == found.sd[0] == found.sv[0] == 0.0
    assert found.psa[0] == found.sa[0] == np.abs(NOISE).max()


def test_undamped_pseudo_acceleration_is_the_absolute_one():
    found = response_spectrum(NOISE, 0.01, damping=0.0)
    assert found.psa == pytest.approx(found.sa, rel=1e-9)


def test_limits_of_short_and_long_periods():
    """A stiff oscillator goes with the ground; a very soft one stays where it was."""
    step = 0.01
    times = step * np.arange(1001)
    ground = np.sin(np.pi * times / 10) ** 2 * np.cos(2 * np.pi * times)
    ground -= ground.mean()
    stiff = response_spectrum(ground, step, periods=[0.002])
    assert stiff.sa[0] == pytest.approx(np.abs(ground).max(), rel=1e-3)
    velocity = np.concatenate([[0], np.cumsum(0.5 * step * (ground[1:] + ground[:-1]))])
    displacement = np.concatenate([[0], np.cumsum(step * velocity[:-1] + step**2 / 6 * (2 * ground[:-1] + ground[1:]))])
    soft = response_spectrum(ground, step, periods=[1e5], peaks="samples")
    assert soft.sd[0] == pytest.approx(np.abs(displacement).max(), rel=1e-3)
    assert soft.sv[0] == pytest.approx(np.abs(velocity).max(), rel=1e-3)


@given(scale=st.floats(1e-3, 1e3), damping=st.floats(0, 2), period=st.floats(0.005, 50))
@settings(max_examples=40, deadline=None)
def test_spectrum_is_linear_and_even(scale, damping, period):
    one = response_spectrum(NOISE, 0.01, periods=[period], damping=damping)
    other = response_spectrum(-scale * NOISE, 0.01, periods=[period], damping=damping)
    for name in ("sd", "sv", "sa", "psa"):
        assert getattr(other, name) == pytest.approx(scale * getattr(one, name), rel=1e-9)


@given(split=st.integers(2, 5), period=st.floats(0.02, 5), damping=st.floats(0, 1.5))
@settings(max_examples=40, deadline=None)
def test_samples_on_the_straight_lines_change_nothing(split, period, damping):
    ground = NOISE[:200]
    fine = np.interp(np.arange(199 * split + 1) / split, np.arange(200), ground)
    one = response_spectrum(ground, 0.01, periods=[period], damping=damping)
    other = response_spectrum(fine, 0.01 / split, periods=[period], damping=damping)
    for name in ("sd", "sv", "sa"):
        assert getattr(other, name) == pytest.approx(getattr(one, name), rel=1e-5)


def test_more_damping_is_less_response():
    found = [response_spectrum(NOISE, 0.01, periods=[0.5], damping=damping).sd[0] for damping in (0, 0.05, 0.2, 1, 5)]
    assert all(more > less for more, less in itertools.pairwise(found))


def test_silence_has_no_response():
    found = response_spectrum(np.zeros(100), 0.01)
    assert not found.sd.any()
    assert not found.sa.any()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"periods": [-1.0]}, "a period must be 0"),
        ({"periods": [math.nan]}, "a period must be 0"),
        ({"periods": [1e-9]}, "a thousandth of the record's step"),
        ({"periods": [math.inf]}, "a period must be 0"),
        ({"damping": -0.1}, "damping must be a ratio of at least 0"),
        ({"damping": math.nan}, "damping must be a ratio"),
    ],
)
def test_options_that_no_oscillator_has_are_refused(changes, message):
    with pytest.raises(OptionsError, match=message):
        response_spectrum(NOISE, 0.01, **changes)


@pytest.mark.parametrize(
    ("ground", "step", "message"),
    [
        (np.ones((5, 2)), 0.01, "one component"),
        (np.ones(1), 0.01, "two samples or more"),
        (np.array([0.0, 1.0, np.nan]), 0.01, "not finite at sample 2"),
        (np.ones(5), 0.0, "step must be greater than 0"),
        (np.ones(5), math.nan, "step must be greater than 0"),
    ],
)
def test_bad_samples_are_refused(ground, step, message):
    with pytest.raises(ModelError, match=message):
        response_spectrum(ground, step)


def test_one_machine_code_for_all_arrays():
    """Read-only, strided and integer samples are not compiled for one by one."""
    response_spectrum(NOISE, 0.01, periods=[1.0])
    known = len(oscillator_extremes.signatures)
    fixed = NOISE.copy()
    fixed.setflags(write=False)
    for ground in (fixed, NOISE[::2], np.arange(10)):
        response_spectrum(ground, 0.01, periods=[1.0])
    assert len(oscillator_extremes.signatures) == known


def test_an_extreme_within_the_very_first_step_counts():
    # u = −∫∫ (1 − 195 t) of an oscillator at rest, critically damped: its first swing ends within the step
    found = response_spectrum(np.array([1.0, -0.95]), 0.01, periods=[0.3], damping=1.0)
    fine = np.interp(np.linspace(0.0, 0.01, 2001), [0.0, 0.01], [1.0, -0.95])
    dense = response_spectrum(fine, 0.01 / 2000, periods=[0.3], damping=1.0, peaks="samples")
    tail = response_spectrum(np.concatenate([fine, np.zeros(400_000)]), 0.01 / 2000, periods=[0.3], damping=1.0)
    assert found.sd[0] == pytest.approx(max(dense.sd[0], tail.sd[0]), rel=1e-5)
