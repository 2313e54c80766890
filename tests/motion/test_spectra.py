""""""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import ModelError, OptionsError
from pirqa.motion.oscillator import oscillator_extremes
from pirqa.motion.spectra import (
    ANGLES,
    DEFAULT_PERIODS,
    FourierSpectrum,
    fourier_spectrum,
    peaks_by_angle,
    response_spectrum,
    rotated_spectrum,
    smooth_spectrum,
)

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


def sine(frequency, seconds, step=0.01):
    return np.sin(2 * np.pi * frequency * step * np.arange(round(seconds / step)))


def predominant_frequency(spectrum):
    """Return the frequency of the largest amplitude [Hz], none where nothing moves."""
    largest = int(np.argmax(spectrum.amplitude))
    return float(spectrum.frequencies[largest]) if spectrum.amplitude[largest] > 0.0 else None


def test_sine_of_whole_cycles_is_one_line():
    found = fourier_spectrum(2.0 * sine(2.5, 8), 0.01)
    assert found.frequencies[0] == pytest.approx(1 / 8)
    assert found.frequencies[-1] == pytest.approx(50.0)
    assert found.amplitude.max() == pytest.approx(2.0 * 8 / 2)
    assert np.sum(found.amplitude > 1e-10) == 1
    assert predominant_frequency(found) == pytest.approx(2.5)


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
    assert predominant_frequency(smooth_spectrum(spike)) == pytest.approx(2.0, rel=0.02)


def test_silence_has_no_predominant_frequency():
    assert predominant_frequency(fourier_spectrum(np.zeros(10), 0.01)) is None


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
