from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.signal import lfilter

from pirqa.oma.hvsr.machines import decrement_damping


@pytest.mark.parametrize("damping", [0.01, 0.03])
def test_damping_of_an_oscillator_in_white_noise(damping):
    rate, frequency = 100.0, 3.0
    noise = np.random.default_rng(2).standard_normal(400_000)
    pole = np.exp(2.0 * math.pi * frequency / rate * complex(-damping, math.sqrt(1.0 - damping**2)))
    moved = lfilter([1.0], [1.0, -2.0 * pole.real, abs(pole) ** 2], noise)
    # 4000 s hold 2πζfT ≈ 750 independent decays of the slower one: 15 % is about four deviations
    assert decrement_damping(moved, rate, frequency) == pytest.approx(damping, rel=0.15)


def test_a_sine_has_none_and_a_short_signal_no_number():
    times = np.arange(20_000) / 100.0
    assert decrement_damping(np.sin(2.0 * np.pi * 3.3 * times), 100.0, 3.3) < 1e-3
    assert math.isnan(decrement_damping(np.sin(2.0 * np.pi * 3.3 * times[:1000]), 100.0, 3.3))
