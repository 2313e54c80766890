"""Trend, filter and decimation."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import OptionsError
from pirqa.oma.channel_quality import needed_duration, short_records
from pirqa.oma.measurement import Measurement, Recording
from pirqa.oma.options import PreprocessOptions
from pirqa.oma.preprocessing import decimate, decimation_for, detrend, prepare
from tests.oma.made_signals import across, measurement


def _sines(*frequencies: float, rate: float = 200.0, seconds: float = 60.0) -> Measurement:
    times = np.arange(int(rate * seconds)) / rate
    signals = np.sin(2 * np.pi * np.outer(times, frequencies))
    degrees = tuple(across(i + 1) for i in range(len(frequencies)))
    recording = Recording(setup="S1", rate=rate, degrees=degrees, signals=signals)
    return replace(measurement(setups=1), recordings=(recording,), references=degrees)


def test_trends_are_taken_off():
    ramp = np.linspace(0.0, 5.0, 1000)[:, None] + np.array([3.0, -1.0])
    assert np.abs(detrend(ramp, "linear")).max() < 1e-12
    assert np.abs(detrend(ramp, "mean").mean(axis=0)).max() < 1e-12
    assert detrend(ramp, "none") is ramp


def test_decimation_passes_the_band_and_stops_what_folds_back():
    made = _sines(3.0, 15.9, 20.1, 37.0)
    out = prepare(made, PreprocessOptions(decimation=5, detrend="none"), (0.5, 10.0)).measurement.recordings[0]
    assert out.rate == 40.0
    assert out.signals.shape == (2400, 4)
    inner = out.signals[100:-100]
    # a tap less symmetric would shift the phase
    times = np.arange(2400)[100:-100] / 40.0
    np.testing.assert_allclose(inner[:, 0], np.sin(2 * np.pi * 3.0 * times), atol=2e-4)
    np.testing.assert_allclose(inner[:, 1], np.sin(2 * np.pi * 15.9 * times), atol=2e-4)
    assert np.abs(inner[:, 2:]).max() < 2e-4


def test_the_factor_follows_the_band():
    assert decimation_for(200.0, 10.0) == 5
    assert decimation_for(200.0, 16.0) == 3
    assert decimation_for(100.0, 80.0) == 1
    out = prepare(_sines(3.0), PreprocessOptions(), (0.5, 10.0))
    assert out.measurement.recordings[0].rate == 40.0
    assert [step.key for step in out.treatments] == ["baseline_linear", "decimate"]
    assert out.treatments[-1].amounts == {"factor": 5.0, "rate": 40.0}
    assert out.remarks == ()
    tight = prepare(_sines(3.0), PreprocessOptions(decimation=9), (0.5, 10.0))
    assert [remark.key for remark in tight.remarks] == ["band_near_rate"]
    assert tight.measurement.remarks == tight.remarks


def test_filters_shift_nothing_and_are_told():
    made = _sines(0.2, 5.0, 40.0)
    options = PreprocessOptions(low=1.0, high=20.0, decimation=1, detrend="none")
    out = prepare(made, options, (1.0, 20.0))
    kept = out.measurement.recordings[0].signals[2000:-2000]
    before = made.recordings[0].signals[2000:-2000]
    np.testing.assert_allclose(kept[:, 1], before[:, 1], atol=2e-3)
    assert np.abs(kept[:, 0]).max() < 1e-4
    # 1 / (1 + (tan(π 40/200) / tan(π 20/200))⁸): order 4, both ways, by the bilinear transform
    assert np.abs(kept[:, 2]).max() < 1.0 / (1.0 + (np.tan(0.2 * np.pi) / np.tan(0.1 * np.pi)) ** 8)
    assert [(step.key, step.amounts["corner"]) for step in out.treatments] == [("high_pass", 1.0), ("low_pass", 20.0)]


def test_offsets_do_not_ring_at_the_ends():
    flat = np.full((4000, 1), 7.0)
    assert np.abs(decimate(flat, 8) - 7.0).max() < 1e-9


@pytest.mark.parametrize(
    ("options", "band", "says"),
    [
        (PreprocessOptions(high=120.0), (0.5, 10.0), "oma.preprocess.high: 120 Hz is not below half"),
        (PreprocessOptions(decimation=20), (0.5, 10.0), "decimation = 5"),
        (PreprocessOptions(), (0.5, 120.0), "a faster record"),
        (PreprocessOptions(decimation=400), (0.01, 0.2), "leaves 30 samples"),
    ],
)
def test_what_cannot_be_done_is_told(options, band, says):
    with pytest.raises(OptionsError, match=says):
        prepare(_sines(3.0), options, band)


def test_setups_of_other_rates_are_refused():
    made = measurement(setups=2, seconds=60.0)
    mixed = replace(made, recordings=(made.recordings[0], replace(made.recordings[1], rate=50.0)))
    with pytest.raises(OptionsError, match="common_rate"):
        prepare(mixed, PreprocessOptions(), (0.5, 10.0))


def test_short_records_are_told_with_what_they_need():
    assert needed_duration(2.0) == 500.0
    made = measurement(seconds=300.0)
    (remark,) = short_records(made, 2.0)
    assert (remark.key, remark.amount, remark.stated, remark.text) == ("records_short", 500.0, 300.0, "S1, S2, S3")
    assert short_records(made, 4.0) == ()
