from __future__ import annotations

import math

import numpy as np
import pytest

from pirqa.errors import ModelError, OptionsError
from pirqa.motion.fourier import FourierSpectrum, fourier_spectrum, smooth_spectrum


def sine(frequency, seconds, step=0.01):
    return np.sin(2 * np.pi * frequency * step * np.arange(round(seconds / step)))


def test_sine_of_whole_cycles_is_one_line():
    found = fourier_spectrum(2.0 * sine(2.5, 8), 0.01)
    assert found.frequencies[0] == pytest.approx(1 / 8)
    assert found.frequencies[-1] == pytest.approx(50.0)
    assert found.amplitude.max() == pytest.approx(2.0 * 8 / 2)
    assert np.sum(found.amplitude > 1e-10) == 1
    assert found.predominant_frequency == pytest.approx(2.5)


def test_parseval():
    ground = np.random.default_rng(1).normal(size=1001)
    ground -= ground.mean()
    found = fourier_spectrum(ground, 0.02)
    energy = 2 * np.sum(found.amplitude**2) * found.frequencies[0]
    assert energy == pytest.approx(0.02 * np.sum(ground**2))


def test_amplitude_of_a_decay_is_that_of_its_integral():
    """|∫ exp(−kt) exp(−iwt) dt| = 1/√(k² + w²)."""
    step, k = 1e-3, 5.0
    ground = np.exp(-k * step * np.arange(8000))
    ground[0] = 0.5  # the trapezoid at a jump
    found = fourier_spectrum(ground, step)
    low = found.frequencies < 10  # sums in place of the integral: (wh)²/12
    expected = 1 / np.hypot(k, 2 * np.pi * found.frequencies[low])
    assert found.amplitude[low] == pytest.approx(expected, rel=1e-3)


def test_resolution_appends_zeros():
    ground = sine(3.0, 1.0)
    found = fourier_spectrum(ground, 0.01, resolution=0.05)
    assert found.frequencies[0] == pytest.approx(0.05)
    plain = fourier_spectrum(ground, 0.01)
    assert found.amplitude[19::20] == pytest.approx(plain.amplitude, abs=1e-12)
    assert fourier_spectrum(sine(3.0, 40.0), 0.01, resolution=0.05).frequencies[0] == pytest.approx(1 / 40)


def test_smoothing_keeps_a_flat_spectrum_and_spreads_a_line():
    frequencies = np.arange(1, 2001) * 0.01
    flat = FourierSpectrum(frequencies=frequencies, amplitude=np.full(2000, 3.0))
    assert smooth_spectrum(flat).amplitude == pytest.approx(np.full(400, 3.0))
    line = np.zeros(2000)
    line[199] = 1.0  # 2 Hz
    spike = FourierSpectrum(frequencies=frequencies, amplitude=line)
    found = smooth_spectrum(spike, centres=[2.0, 2.0 * 10 ** (math.pi / 40), 2.0 * 10 ** (0.5 * math.pi / 40)])
    weights = [
        sum(np.sinc(40 / math.pi * math.log10(f / centre)) ** 4 for f in frequencies) for centre in found.frequencies
    ]
    # the window is 1 at its centre, 0 where b x = π, (2/π)⁴ where b x = π/2
    assert found.amplitude * weights == pytest.approx([1.0, 0.0, (2 / math.pi) ** 4], abs=1e-9)
    assert found.bandwidth == 40.0
    assert smooth_spectrum(spike).predominant_frequency == pytest.approx(2.0, rel=0.02)


def test_silence_has_no_predominant_frequency():
    assert fourier_spectrum(np.zeros(10), 0.01).predominant_frequency is None


@pytest.mark.parametrize("resolution", [0.0, -1.0, math.nan, 1e-12])
def test_bad_resolution(resolution):
    with pytest.raises(OptionsError, match="resolution"):
        fourier_spectrum(np.ones(10), 0.01, resolution=resolution)


def test_bad_smoothing():
    found = fourier_spectrum(sine(1.0, 5.0), 0.01)
    with pytest.raises(OptionsError, match="bandwidth"):
        smooth_spectrum(found, bandwidth=0.0)
    for centres in ([], [0.0], [math.nan]):
        with pytest.raises(OptionsError, match="greater than 0 Hz"):
            smooth_spectrum(found, centres=centres)
    with pytest.raises(ModelError, match="two samples"):
        fourier_spectrum(np.ones(1), 0.01)
