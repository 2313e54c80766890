from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate

from pirqa.errors import ModelError, OptionsError
from pirqa.model.ground_motion import Direction, GroundMotion
from pirqa.motion.intensity import (
    arias_intensity,
    cumulative_absolute_velocity,
    frequency_parameter,
    husid,
    mean_period,
    measures,
    rocking_acceleration,
    rocking_velocity,
    significant_duration,
)
from pirqa.motion.spectra import response_spectrum
from pirqa.units import STANDARD_GRAVITY as G

VALUES = st.lists(st.floats(-20, 20), min_size=2, max_size=12)


def motion(*columns, step=0.01):
    names = ("NS", "EW", "UD")[: len(columns)]
    return GroundMotion(
        name="test",
        step=step,
        acceleration=np.column_stack(columns),
        directions=tuple(Direction(name=name) for name in names),
    )


def sine(frequency, seconds, step=0.01):
    return np.sin(2 * np.pi * frequency * step * np.arange(round(seconds / step) + 1))


@given(values=VALUES, step=st.floats(0.001, 1.0))
@settings(max_examples=60, deadline=None)
def test_integrals_are_exact_for_straight_lines(values, step):
    ground = np.array(values)
    squares = sum(
        integrate.quad(lambda s, a=a, b=b: (a + (b - a) * s) ** 2, 0, 1)[0] for a, b in itertools.pairwise(ground)
    )
    sizes = sum(
        integrate.quad(lambda s, a=a, b=b: abs(a + (b - a) * s), 0, 1, points=[a / (a - b)] if a * b < 0 else None)[0]
        for a, b in itertools.pairwise(ground)
    )
    assert arias_intensity(ground, step) == pytest.approx(math.pi / 2 / G * step * squares, rel=1e-9, abs=1e-12)
    assert cumulative_absolute_velocity(ground, step) == pytest.approx(step * sizes, rel=1e-9, abs=1e-12)


@given(values=VALUES)
@settings(max_examples=60, deadline=None)
def test_husid_rises_from_nothing_to_all(values):
    found = husid(np.array(values), 0.01)
    assert len(found) == len(values)
    assert found[0] == 0.0
    assert np.all(np.diff(found) >= 0.0)
    assert found[-1] in (0.0, 1.0)


def test_durations_of_constant_and_rising_acceleration():
    assert significant_duration(np.ones(1001), 0.01) == pytest.approx(9.0)
    assert significant_duration(np.ones(1001), 0.01, last=0.75) == pytest.approx(7.0)
    assert significant_duration(np.ones(3), 1.0, first=0.0, last=1.0) == pytest.approx(2.0)
    ramp = significant_duration(np.linspace(0, 1, 8), 1.0)
    assert ramp == pytest.approx(7 * (0.95 ** (1 / 3) - 0.05 ** (1 / 3)))
    quiet = np.concatenate([np.zeros(500), np.ones(101), np.zeros(500)])
    # a pulse of 1 s with a straight flank of one step at each side: ∫a² = 1 + 2 · 0.01/3
    assert significant_duration(quiet, 0.01) == pytest.approx(0.9 * (1 + 0.02 / 3), rel=1e-9)
    assert significant_duration(np.zeros(5), 0.01) == 0.0
    with pytest.raises(OptionsError, match="must rise from 0 to 1"):
        significant_duration(np.ones(5), 0.01, first=0.9, last=0.1)


def test_mean_period_of_sines():
    assert mean_period(sine(2.0, 40)[:-1], 0.01) == pytest.approx(0.5)
    both = 3 * sine(1.0, 40)[:-1] + sine(5.0, 40)[:-1]
    assert mean_period(both, 0.01) == pytest.approx((9 * 1.0 + 1 * 0.2) / 10)


def test_mean_period_looks_from_a_quarter_to_twenty_hertz():
    inside = sine(1.0, 40)[:-1]
    outside = 5 * sine(0.1, 40)[:-1] + 5 * sine(30.0, 40)[:-1]
    assert mean_period(inside + outside, 0.01) == pytest.approx(1.0)
    assert mean_period(np.zeros(100), 0.01) is None
    # samples 3 s apart know nothing above 0.17 Hz
    assert mean_period(np.array([0.0, 1.0, -1.0, 0.5]), 3.0) is None
    # the ends of the band belong to it
    assert mean_period(sine(0.25, 40)[:-1] + sine(20.0, 40)[:-1], 0.01) == pytest.approx((4.0 + 0.05) / 2)


def test_measures_of_a_sine():
    step = 0.005
    ground = 2.0 * sine(1.0, 20, step)
    found = measures(motion(ground, 0.5 * ground, step=step), "EW")
    w = 2 * math.pi
    assert found.component == "EW"
    assert found.pga == pytest.approx(1.0)
    assert found.pgv == pytest.approx(2.0 / w, rel=1e-3)
    assert found.pgd == pytest.approx(20.0 / w, rel=1e-3)
    assert found.arias == pytest.approx(math.pi / (2 * G) * 10.0, rel=1e-3)
    assert found.cav == pytest.approx(2 / math.pi * 20.0, rel=1e-3)
    assert found.duration == pytest.approx(18.0, abs=0.1)
    assert found.duration_75 == pytest.approx(14.0, abs=0.1)
    assert found.mean_period == pytest.approx(1.0, rel=0.01)
    assert found.predominant_period == pytest.approx(1.0, rel=0.04)
    assert found.velocity_to_acceleration == pytest.approx(2.0 / w, rel=1e-3)


def test_spectrum_intensities_of_a_constant_acceleration():
    """PSA = a (1 + exp(−ζπ/√(1−ζ²))) at every period, PSV = PSA T/2π."""
    found = measures(motion(np.full(1001, 2.0)), "NS")
    psa = 2.0 * (1 + math.exp(-0.05 * math.pi / math.sqrt(1 - 0.05**2)))
    assert found.acceleration_intensity == pytest.approx(0.4 * psa, rel=1e-6)
    assert found.housner == pytest.approx(psa / (4 * math.pi) * (2.5**2 - 0.1**2), rel=1e-6)


def test_grid_of_the_housner_intensity_is_fine_enough():
    ground = np.random.default_rng(2).normal(size=2000) * np.sin(np.pi * np.arange(2000) / 1999)
    ground -= ground.mean()
    periods = np.linspace(0.1, 2.5, 2401)
    fine = np.trapezoid(response_spectrum(ground, 0.01, periods=periods).psv, periods)
    assert measures(motion(ground), "NS").housner == pytest.approx(fine, rel=2e-3)


@given(scale=st.floats(0.01, 100))
@settings(max_examples=10, deadline=None)
def test_measures_scale_as_they_should(scale):
    ground = np.random.default_rng(8).normal(size=400)
    one, other = measures(motion(ground), "NS"), measures(motion(ground * scale), "NS")
    for name in ("pga", "pgv", "pgd", "cav", "housner", "acceleration_intensity"):
        assert getattr(other, name) == pytest.approx(scale * getattr(one, name), rel=1e-9)
    assert other.arias == pytest.approx(scale**2 * one.arias, rel=1e-9)
    for name in ("duration", "duration_75", "mean_period", "predominant_period", "velocity_to_acceleration"):
        assert getattr(other, name) == pytest.approx(getattr(one, name), rel=1e-9)


def test_silence_has_no_periods():
    found = measures(motion(np.zeros(100)), "NS")
    assert (found.pga, found.arias, found.duration, found.housner) == (0.0, 0.0, 0.0, 0.0)
    assert (found.mean_period, found.predominant_period, found.velocity_to_acceleration) == (None, None, None)


def test_unknown_component():
    with pytest.raises(ModelError, match='no component "XX"; there is NS'):
        measures(motion(np.ones(10)), "XX")


def test_rocking_of_a_block():
    # 1.6 × 1.2 m: half diagonal 1 m, slenderness 0.75
    assert frequency_parameter(height=1.6, thickness=1.2) == pytest.approx(math.sqrt(0.75 * G))
    assert rocking_velocity(2.0, height=1.6, thickness=1.2) == pytest.approx(2 * math.sqrt(0.75 * G) / (0.75 * G))
    assert rocking_acceleration(0.75 * G, height=1.6, thickness=1.2) == pytest.approx(1.0)
    for bad in (0.0, -1.0, math.nan):
        with pytest.raises(OptionsError, match="height of a block"):
            rocking_acceleration(1.0, height=bad, thickness=1.0)
        with pytest.raises(OptionsError, match="thickness of a block"):
            rocking_velocity(1.0, height=1.0, thickness=bad)
