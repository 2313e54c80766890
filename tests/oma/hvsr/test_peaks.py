""""""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.signal import lfilter

from pirqa.oma.hvsr.curves import (
    Lognormal,
    clarity,
    decrement_damping,
    highest_peak,
    lognormal,
    reject_outliers,
    reliability,
    window_peaks,
)

FREQUENCY = np.geomspace(0.2, 20.0, 256)


def bump(centre, height=4.0, width=0.15):
    return np.exp(math.log(height) * np.exp(-0.5 * (np.log(FREQUENCY / centre) / width) ** 2))


def test_lognormal_closed_forms():
    found = lognormal(np.array([1.0, math.e, math.nan, math.e**2]))
    assert (found.median, found.deviation, found.count) == pytest.approx((math.e, 1.0, 3))
    assert found.mean == pytest.approx(math.e * math.exp(0.5))
    assert found.standard_deviation == pytest.approx(math.e * math.exp(0.5) * math.sqrt(math.e - 1.0))
    assert found.beyond(-1.0) == pytest.approx(1.0)
    turned = found.inverse
    assert (turned.median, turned.deviation) == pytest.approx((1.0 / math.e, 1.0))
    assert lognormal(np.array([2.0, math.nan])) is None


def test_lognormal_of_many_draws():
    values = np.exp(np.random.default_rng(1).normal(0.5, 0.2, 20_000))
    found = lognormal(values)
    assert found.standard_deviation == pytest.approx(values.std(), rel=0.03)
    assert found.mean == pytest.approx(values.mean(), rel=0.005)


def test_a_peak_lies_between_the_grid_and_an_end_is_none():
    assert highest_peak(FREQUENCY, bump(2.2345), (0.2, 20.0)) == pytest.approx((2.2345, 4.0), rel=1e-4)
    falling = 5.0 / FREQUENCY  # the largest number is at the end, and is no peak
    peak, _ = highest_peak(FREQUENCY, falling * bump(5.0, 3.0, 0.05), (0.2, 20.0))
    assert peak == pytest.approx(5.0, rel=0.02)
    assert math.isnan(highest_peak(FREQUENCY, falling, (0.2, 20.0))[0])
    assert math.isnan(highest_peak(FREQUENCY, bump(2.0), (4.0, 10.0))[0])


def test_windows_far_from_the_others_go():
    rng = np.random.default_rng(3)
    centres = np.concatenate([2.0 * np.exp(0.03 * rng.standard_normal(20)), [7.0, 0.6]])
    ratio = np.stack([bump(centre) for centre in centres])
    peaks = window_peaks(FREQUENCY, ratio, (0.2, 20.0))
    stays, rounds = reject_outliers(FREQUENCY, ratio, peaks, (0.2, 20.0), 2.0)
    assert not stays[-2:].any()
    assert stays[:20].sum() >= 14  # rounds of two deviations go on cutting: that is the method
    assert rounds >= 1
    assert lognormal(peaks[stays]).median == pytest.approx(2.0, rel=0.02)


def test_windows_without_a_peak_go_and_equal_ones_stay():
    ratio = np.stack([bump(2.0), bump(2.0), 5.0 / FREQUENCY])
    peaks = window_peaks(FREQUENCY, ratio, (0.2, 20.0))
    stays, rounds = reject_outliers(FREQUENCY, ratio, peaks, (0.2, 20.0), 2.0)
    assert stays.tolist() == [True, True, False]
    assert rounds == 1


CLEAR = bump(2.5)


def kept(criteria):
    return {item.key: item.kept for item in criteria}


def test_a_clear_and_reliable_peak_keeps_all_criteria():
    median, deviation = bump(2.5), np.full(256, 0.1)
    spread = Lognormal(median=2.5, deviation=0.03, count=30)
    assert all(kept(reliability(2.5, 60.0, 30, FREQUENCY, deviation)).values())
    assert all(kept(clarity(2.5, 4.0, FREQUENCY, median, deviation, spread, (0.2, 20.0))).values())


def test_each_criterion_fails_by_itself():
    deviation = np.full(256, 0.1)
    assert not kept(reliability(0.15, 60.0, 30, FREQUENCY, deviation))["window_length"]
    assert kept(reliability(1.0, 20.0, 10, FREQUENCY, deviation))["significant_cycles"] is False  # 200 is not above 200
    assert not kept(reliability(1.0, 60.0, 30, FREQUENCY, np.full(256, math.log(2.01))))["amplitude_scatter"]
    assert kept(reliability(0.4, 60.0, 30, FREQUENCY, np.full(256, math.log(2.9))))["amplitude_scatter"]

    spread = Lognormal(median=2.5, deviation=0.03, count=30)

    def judged(median=CLEAR, height=4.0, deviation=deviation, spread=spread, peak=2.5):
        return kept(clarity(peak, height, FREQUENCY, median, deviation, spread, (0.2, 20.0)))

    step = np.where(FREQUENCY > 2.5, 3.0, 1.0) * bump(2.5, 1.5)
    assert not judged(median=step, height=4.5)["falls_above"]
    assert judged(median=step, height=4.5)["falls_below"]
    assert not judged(median=step[::-1], height=4.5, peak=20.0 * 0.2 / 2.5)["falls_below"]
    assert not judged(median=bump(2.5, 1.9), height=1.9)["height"]
    wild = np.where(FREQUENCY > 8.0, 2.0 * np.exp(-((np.log(FREQUENCY / 10.0) / 0.1) ** 2)), 0.1)
    assert not judged(deviation=wild)["peak_stays"]
    assert not judged(spread=Lognormal(median=2.5, deviation=0.06, count=30))["frequency_scatter"]  # ε = 5 % above 2 Hz
    slower = Lognormal(median=1.5, deviation=0.06, count=30)
    assert judged(median=bump(1.5), spread=slower, peak=1.5)["frequency_scatter"]  # 10 % from 1 to 2 Hz
    assert not judged(deviation=np.full(256, math.log(1.6)))["peak_scatter"]
    assert not judged(spread=None)["frequency_scatter"]


def test_without_a_peak_nothing_is_kept():
    flat = np.ones(256)
    judged = kept(clarity(math.nan, math.nan, FREQUENCY, flat, 0.1 * flat, None, (0.2, 20.0)))
    assert not any(judged.values())
    assert not kept(reliability(math.nan, 60.0, 30, FREQUENCY, 0.1 * flat))["window_length"]


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
