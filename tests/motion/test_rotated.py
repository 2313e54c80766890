from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import ModelError, OptionsError
from pirqa.motion.response_spectrum import response_spectrum
from pirqa.motion.rotated import ANGLES, peaks_by_angle, rotated_spectrum

FADE = np.sin(np.pi * np.arange(1200) / 1199) ** 2
FIRST, SECOND = np.random.default_rng(5).normal(size=(2, 1200)) * FADE


@given(
    ratio=st.sampled_from([1.0, 0.3, 1e-3, 0.0]),
    mix=st.sampled_from([0.0, 0.5, 1.0]),
    period=st.floats(0.01, 8),
    damping=st.floats(0, 1.5),
    angle=st.integers(0, ANGLES - 1),
)
@settings(max_examples=50, deadline=None)
def test_every_direction_has_the_spectrum_of_the_turned_motion(ratio, mix, period, damping, angle):
    second = mix * FIRST + ratio * SECOND
    found = peaks_by_angle(FIRST, second, 0.01, periods=np.array([period]), damping=damping)
    theta = math.pi / ANGLES * angle
    turned = math.cos(theta) * FIRST + math.sin(theta) * second
    alone = response_spectrum(turned, 0.01, periods=[period], damping=damping).sd[0]
    assert found[0, angle] == pytest.approx(alone, rel=1e-9, abs=2e-6 * found.max())


def test_percentiles_are_those_of_all_directions():
    periods = [0.0, 0.05, 0.4, 3.0]
    spectra = [
        response_spectrum(math.cos(theta) * FIRST + math.sin(theta) * SECOND, 0.01, periods=periods).psa
        for theta in np.radians(np.arange(180))
    ]
    found = rotated_spectrum(FIRST, SECOND, 0.01, periods=periods, percentiles=(0.0, 50.0, 84.0, 100.0))
    assert found.psa == pytest.approx(np.percentile(spectra, [0, 50, 84, 100], axis=0).T, rel=1e-9)
    assert found.rotd(100.0) == pytest.approx(np.max(spectra, axis=0), rel=1e-9)
    assert np.degrees(found.worst_angle) == pytest.approx(np.argmax(spectra, axis=0))


@pytest.mark.parametrize("degrees", [0, 30, 45, 90, 135, 179])
def test_motion_along_a_line(degrees):
    azimuth = math.radians(degrees)
    found = rotated_spectrum(math.cos(azimuth) * FIRST, math.sin(azimuth) * FIRST, 0.01, periods=[0.2, 1.0])
    alone = response_spectrum(FIRST, 0.01, periods=[0.2, 1.0]).psa
    assert found.rotd(100.0) == pytest.approx(alone, rel=1e-9)
    assert found.rotd(50.0) == pytest.approx(alone / math.sqrt(2), rel=1e-9)
    assert np.degrees(found.worst_angle) == pytest.approx([degrees, degrees])


def test_the_instrument_may_be_turned():
    """By whole degrees the 180 directions are the same ones."""
    c, s = math.cos(math.radians(37)), math.sin(math.radians(37))
    one = rotated_spectrum(FIRST, SECOND, 0.01)
    other = rotated_spectrum(c * FIRST + s * SECOND, c * SECOND - s * FIRST, 0.01)
    assert other.psa == pytest.approx(one.psa, rel=1e-9)


def test_free_vibration_counts_in_every_direction():
    ones = np.ones(101)
    found = rotated_spectrum(ones, -ones, 0.01, periods=[4.0], damping=0.0)
    omega = math.pi / 2
    assert found.rotd(100.0)[0] == pytest.approx(math.sqrt(2) * 2 * math.sin(math.pi / 4), rel=1e-9)
    assert found.worst_angle[0] == pytest.approx(math.radians(135))
    assert omega**2 * peaks_by_angle(ones, -ones, 0.01, periods=np.array([4.0]), damping=0.0)[0, 45] < 1e-12


def test_silence():
    found = rotated_spectrum(np.zeros(50), np.zeros(50), 0.01, periods=[0.0, 0.1, 1.0])
    assert not found.psa.any()


def test_bad_input_is_refused():
    with pytest.raises(ModelError, match="as many samples, got 1200 and 1199"):
        rotated_spectrum(FIRST, SECOND[1:], 0.01)
    with pytest.raises(OptionsError, match="between 0 and 100"):
        rotated_spectrum(FIRST, SECOND, 0.01, percentiles=(101.0,))
    with pytest.raises(OptionsError, match="damping"):
        rotated_spectrum(FIRST, SECOND, 0.01, damping=-1.0)
    with pytest.raises(OptionsError, match="percentile 16 was not computed; there is 50, 100"):
        rotated_spectrum(FIRST, SECOND, 0.01, periods=[1.0]).rotd(16.0)
