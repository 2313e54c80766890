"""Pulses: closed forms against exact integrals, what displacement is left."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from pirqa.errors import ModelError
from pirqa.motion.synthetic import PulseOptions, RickerOptions, mavroeidis_papageorgiou, ricker
from pirqa.motion.synthetic.pulses import pulse_residual, pulse_state, ricker_state


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
def test_bad_options_are_named(kind, given, says):
    with pytest.raises(ModelError, match=says):
        kind(**given)
