from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import ModelError, RecordError
from pirqa.oma.hvsr.analyse import HvsrResult, horizontal_to_vertical
from pirqa.oma.hvsr.curves import decrement_damping, quiet
from pirqa.oma.measurement import Degree, Recording
from pirqa.oma.options import HvsrOptions
from pirqa.oma.simulated import SoilLayer, ground_noise
from pirqa.project.codec import read_value, write_value

ROCK = SoilLayer(velocity=800.0, density=2200.0)
SOIL = SoilLayer(velocity=180.0, density=1800.0, thickness=20.0, damping=0.03)
NOISE = ground_noise((SOIL, ROCK), duration=1500.0, seed=2)
FLAT = ground_noise((ROCK,), duration=1500.0, seed=3)


@pytest.fixture(scope="module")
def found():
    return horizontal_to_vertical(NOISE)


def test_the_layer_is_found(found):
    assert found.peak == pytest.approx(2.25, rel=0.05)
    assert found.reliable
    assert found.clear
    assert found.refusals == ()
    assert found.period == pytest.approx(1.0 / 2.25, rel=0.05)
    assert 0.0 < found.period_sd < 0.1 * found.period
    assert found.window == 60.0
    assert "period of the site 0.4" in str(found)


def test_overlapping_windows_are_no_more_cycles_than_the_record_has():
    result = horizontal_to_vertical(NOISE, HvsrOptions(overlap=0.75))
    cycles = next(item for item in result.reliability if item.key == "significant_cycles")
    assert cycles.value <= 1.01 * NOISE.duration * result.peak


def test_flat_ground_has_no_period():
    result = horizontal_to_vertical(FLAT)
    assert not result.clear
    assert result.period is None
    assert result.period_sd is None
    assert "no period" in str(result)
    assert np.abs(np.log(np.median(result.median))) < 0.05  # H/V of equal components is 1: nothing biases it


def test_a_machine_makes_a_clear_peak_that_is_refused():
    times = np.arange(len(FLAT.signals)) / FLAT.rate
    hum = 5e-5 * np.sin(2.0 * np.pi * 3.33 * times)[:, None] * np.array([3.0, 3.0, 0.7])
    result = horizontal_to_vertical(replace(FLAT, signals=FLAT.signals + hum))
    assert result.clear
    assert [line.frequency for line in result.machines] == pytest.approx([3.33], rel=1e-3)
    assert result.machines[0].damping < 0.01
    assert result.refusals == ("machine",)
    assert result.period is None
    assert any(remark.key == "hvsr_machine" for remark in result.remarks)


def test_soil_is_no_machine(found):
    assert found.machines == ()
    assert decrement_damping(NOISE.signals[:, 0], NOISE.rate, 2.2) > 0.03


def test_a_machine_elsewhere_does_not_forbid_the_period():
    times = np.arange(len(NOISE.signals)) / NOISE.rate
    hum = 3e-5 * np.sin(2.0 * np.pi * 12.5 * times)[:, None]
    result = horizontal_to_vertical(replace(NOISE, signals=NOISE.signals + hum))
    assert [line.frequency for line in result.machines] == pytest.approx([12.5], rel=1e-3)
    assert result.period == pytest.approx(1.0 / 2.25, rel=0.05)


def test_windows_with_transients_are_left_out():
    rng, signals = np.random.default_rng(1), NOISE.signals.copy()
    fade = np.exp(-4.0 * np.arange(200) / 100.0)[:, None]
    for second in range(310, 350, 5):  # somebody walks by in the sixth window
        signals[100 * second : 100 * second + 200] += 2e-3 * fade * rng.standard_normal((200, 3))
    result = horizontal_to_vertical(replace(NOISE, signals=signals))
    assert [number for number, bad in enumerate(result.transient) if bad] == [5]
    assert horizontal_to_vertical(replace(NOISE, signals=signals), HvsrOptions(reject_transients=False)).transient == (
        (False,) * 25
    )


def test_a_gap_is_left_out_too():
    signals = NOISE.signals.copy()
    signals[70_000:71_000] = 0.0
    assert [n for n, bad in enumerate(horizontal_to_vertical(replace(NOISE, signals=signals)).transient) if bad] == [11]


def test_beats_of_slow_noise_are_no_transients():
    # noise between 0.5 and 1.5 Hz, as far from a city: a short average of one second holds a single cycle
    rng = np.random.default_rng(5)
    spectrum = np.fft.rfft(rng.standard_normal((150_000, 3)), axis=0)
    frequency = np.fft.rfftfreq(150_000, 0.01)
    spectrum *= (1.0 / (1.0 + (frequency / 1.0) ** 8) + 0.01)[:, None]
    signals = np.fft.irfft(spectrum, axis=0)
    assert quiet(signals, 100.0, 6000, HvsrOptions()).all()
    plain = np.abs(signals[:, 0])
    short = np.convolve(plain, np.full(100, 0.01), mode="valid")
    assert (short / plain.mean() > 2.5).any()  # which a plain average calls transients


def test_a_slow_site_gets_longer_windows():
    deep = SoilLayer(velocity=180.0, density=1800.0, thickness=300.0, damping=0.02)
    noise = ground_noise((deep, SoilLayer(velocity=1800.0, density=2500.0)), duration=3600.0, rate=20.0)
    result = horizontal_to_vertical(noise, HvsrOptions(band=(0.08, 8.0)))
    assert result.peak == pytest.approx(0.15, rel=0.1)
    assert result.window > 60.0
    assert result.reliable


def test_windows_that_share_two_peaks_give_no_period_between_them():
    layers = (
        SoilLayer(velocity=120.0, density=1700.0, thickness=5.0, damping=0.03),
        SoilLayer(velocity=300.0, density=1900.0, thickness=30.0, damping=0.02),
        SoilLayer(velocity=1200.0, density=2400.0),
    )
    result = horizontal_to_vertical(ground_noise(layers, duration=1800.0, seed=1))
    assert result.clear
    assert result.peak == pytest.approx(5.5, rel=0.03)
    assert not 5.0 < result.frequency_statistics.median < 6.0
    assert result.refusals == ("peaks_differ",)
    assert result.other_peaks[0, 0] == pytest.approx(2.15, rel=0.05)
    assert "hvsr_lower_peak" in {remark.key for remark in result.remarks}
    told = horizontal_to_vertical(ground_noise(layers, duration=1800.0, seed=1), HvsrOptions(search=(1.0, 3.5)))
    assert told.period == pytest.approx(1.0 / 2.15, rel=0.05)


def test_short_records_and_windows():
    short = replace(NOISE, signals=NOISE.signals[:30_000])
    result = horizontal_to_vertical(short)
    assert result.window == 30.0
    with pytest.raises(RecordError, match="200 s"):
        horizontal_to_vertical(replace(NOISE, signals=NOISE.signals[:10_000]))
    with pytest.raises(RecordError, match="hold 1 windows"):
        horizontal_to_vertical(short, HvsrOptions(window=200.0))
    few = horizontal_to_vertical(short, HvsrOptions(window=60.0))
    assert "hvsr_few_windows" in {remark.key for remark in few.remarks}


def test_a_low_rate_cuts_the_band():
    slow = replace(NOISE, rate=20.0, signals=NOISE.signals[::5])
    result = horizontal_to_vertical(slow)
    assert result.frequency[-1] == pytest.approx(9.0)
    assert "hvsr_band_cut" in {remark.key for remark in result.remarks}
    with pytest.raises(RecordError, match="search"):
        horizontal_to_vertical(slow, HvsrOptions(search=(10.0, 20.0)))


def test_directions():
    # a ridge: only the first component resonates
    signals = NOISE.signals.copy()
    signals[:, 1] = FLAT.signals[:, 1]
    ridge = replace(NOISE, signals=signals)
    result = horizontal_to_vertical(ridge, HvsrOptions(azimuth_step=np.pi / 6.0))
    assert result.azimuth == pytest.approx(np.pi / 6.0 * np.arange(6))
    heights = result.azimuth_curves.max(axis=1)
    assert int(np.argmax(heights)) == 0
    assert int(np.argmin(heights)) == 3
    assert result.azimuth_peaks[0] == pytest.approx(2.25, rel=0.05)
    along = horizontal_to_vertical(ridge, HvsrOptions(horizontal="azimuth"))
    across = horizontal_to_vertical(ridge, HvsrOptions(horizontal="azimuth", azimuth=np.pi / 2.0))
    assert along.height > 3.0 > 2.0 > across.height
    quadratic = horizontal_to_vertical(ridge, HvsrOptions(horizontal="quadratic"))
    geometric = horizontal_to_vertical(ridge)
    assert quadratic.height > geometric.height
    assert along.height > quadratic.height


def test_order_of_channels_does_not_matter(found):
    turned = Recording(
        setup=NOISE.setup,
        rate=NOISE.rate,
        degrees=(NOISE.degrees[2], NOISE.degrees[0], NOISE.degrees[1]),
        signals=NOISE.signals[:, [2, 0, 1]],
    )
    assert horizontal_to_vertical(turned).peak == found.peak


def test_bad_records_are_refused():
    with pytest.raises(RecordError, match="three channels of one point"):
        horizontal_to_vertical(replace(NOISE, degrees=NOISE.degrees[:2], signals=NOISE.signals[:, :2]))
    elsewhere = (*NOISE.degrees[:2], Degree(point="other", axis=2))
    with pytest.raises(RecordError, match="one point"):
        horizontal_to_vertical(replace(NOISE, degrees=elsewhere))
    dead = NOISE.signals.copy()
    dead[:, 1] = 0.3
    with pytest.raises(RecordError, match="across: it never changes"):
        horizontal_to_vertical(replace(NOISE, signals=dead))
    dead[5, 1] = np.nan
    with pytest.raises(RecordError, match="1 samples are no numbers"):
        horizontal_to_vertical(replace(NOISE, signals=dead))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"band": (5.0, 1.0)}, "band: 5 Hz is not below 1 Hz"),
        ({"search": (0.1, 5.0)}, "does not lie within the band"),
        ({"short": 40.0}, "short: 40 s is not shorter"),
        ({"taper": 0.7}, "taper must be at most"),
    ],
)
def test_bad_options_are_refused(wrong, message):
    with pytest.raises(ModelError, match=message):
        HvsrOptions(**wrong)


def test_it_goes_to_files_and_back(found, tmp_path):
    write_value(found, tmp_path)
    again = read_value(HvsrResult, tmp_path)
    assert str(again) == str(found)
    assert np.array_equal(again.curves, found.curves)
    assert again.period == found.period
