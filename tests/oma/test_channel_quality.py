"""Flags of channels: each fires where it should, none on clean signals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.signal import butter, sosfiltfilt

from pirqa.oma.channel_quality import FLAGS, check_quality
from pirqa.oma.measurement import Measurement
from tests.oma.made_signals import RATE, across, measurement

MADE = measurement()
LEVEL = float(MADE.recordings[1].signals[:, 2].std())


def _spoilt(spoil, setup: int = 1, made: Measurement = MADE) -> Measurement:
    """``made`` with the signals of one setup changed."""
    recordings = list(made.recordings)
    signals = recordings[setup].signals.copy()
    changed = spoil(signals)
    recordings[setup] = replace(recordings[setup], signals=signals if changed is None else changed)
    return replace(made, recordings=tuple(recordings))


def _flags(made: Measurement) -> dict[str, tuple[str, ...]]:
    return {channel.label: channel.flags for channel in check_quality(made).flagged}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_clean_signals_have_no_flag(seed):
    report = check_quality(measurement(seed=10 * seed, noise=0.05))
    assert report.flagged == ()
    assert report.remarks == ()
    assert len(report.channels) == 9


def test_what_is_told_about_a_channel():
    channel = check_quality(MADE).of("S2", across(4))
    signal = MADE.recordings[1].signals[:, 2]
    assert channel.rms == pytest.approx(signal.std(), rel=1e-6)
    assert channel.rms_mg == pytest.approx(1e3 * signal.std() / 9.80665, rel=1e-6)
    assert channel.peak == pytest.approx(np.abs(signal - signal.mean()).max())
    assert abs(channel.kurtosis) < 1.0
    assert not channel.reference
    assert "S2, P4 across" in str(check_quality(MADE))


def test_the_noise_floor_is_that_of_the_sensors_where_nothing_else_is_heard():
    rng = np.random.default_rng(3)
    low = butter(6, 8.0, fs=RATE, output="sos")
    level = 0.02 * LEVEL
    quiet = MADE
    for setup in range(3):
        quiet = _spoilt(
            lambda signals: sosfiltfilt(low, signals, axis=0) + level * rng.normal(size=signals.shape), setup, quiet
        )
    # white up to half the rate: density is the rms over √50 Hz
    expected = level / np.sqrt(RATE / 2.0)
    for channel in check_quality(quiet).channels:
        assert channel.noise_density == pytest.approx(expected, rel=0.1)
    # and an upper bound of it where the wall itself moves at all frequencies
    for channel in check_quality(MADE).channels:
        assert channel.noise_density > 0.9 * 0.02 * channel.rms / np.sqrt(RATE / 2.0)


def _clip(signals):
    np.clip(signals[:, 2], -1.5 * LEVEL, 1.5 * LEVEL, out=signals[:, 2])


def _drop(signals):
    signals[5000:5020, 2] = signals[4999, 2]


def _drift(signals):
    signals[:, 2] += np.linspace(0.0, 6.0 * LEVEL, len(signals))


def _wander(signals):
    signals[:, 2] += 2.0 * LEVEL * np.sin(2 * np.pi * np.arange(len(signals)) / RATE / 90.0)


def _spike(signals):
    signals[7000, 2] += 25.0 * LEVEL
    signals[9000:9002, 2] -= 25.0 * LEVEL


def _coarse(signals):
    signals[:, 2] = np.round(signals[:, 2] / LEVEL) * LEVEL


def _noise(signals):
    signals[:, 2] = LEVEL * np.random.default_rng(9).normal(size=len(signals))


def _dead(signals):
    signals[:, 2] = 0.125


@pytest.mark.parametrize(
    ("spoil", "flag"),
    [
        (_dead, "dead"),
        (_clip, "clipped"),
        (_drop, "dropouts"),
        (_drift, "drift"),
        (_wander, "drift"),
        (_spike, "spikes"),
        (_coarse, "coarse"),
        (_noise, "noisy"),
    ],
)
def test_a_flag_fires_on_its_channel_alone(spoil, flag):
    made = _spoilt(spoil)
    assert _flags(made) == {"S2, P4 across": (flag,)}
    (remark,) = check_quality(made).remarks
    assert (remark.key, remark.text, remark.count) == (f"channel_{flag}", "S2, P4 across", 1)


def test_spikes_and_dropouts_are_counted():
    assert check_quality(_spoilt(_spike)).of("S2", across(4)).spikes == 2
    assert check_quality(_spoilt(_drop)).of("S2", across(4)).still == pytest.approx(0.21)


def test_fine_digitisers_leave_no_mark():
    def digitised(signals):
        signals[:] = np.round(signals / LEVEL * 30.0) * LEVEL / 30.0

    made = MADE
    for setup in range(3):
        made = _spoilt(digitised, setup, made)
    report = check_quality(made)
    assert report.flagged == ()
    assert report.of("S2", across(4)).steps == pytest.approx(30.0, rel=0.01)


def _turned(signals):
    signals[:, 0] *= -1.0


def _swapped(signals):
    signals[:, [0, 1]] = signals[:, [1, 0]]


def _with_rover(signals):
    signals[:, [0, 2]] = signals[:, [2, 0]]


def test_a_sensor_turned_round_is_found():
    assert _flags(_spoilt(_turned)) == {"S2, P1 across": ("polarity",), "S2, P2 across": ("polarity",)}


def test_swapped_references_are_found():
    report = check_quality(_spoilt(_swapped, 2))
    assert {item.label: (item.flags, item.other) for item in report.flagged} == {
        "S3, P1 across": (("swapped",), "P2 across"),
        "S3, P2 across": (("swapped",), "P1 across"),
    }
    assert report.remarks[0].text.startswith("S3, P1 across ↔ P2 across")


def test_a_reference_swapped_with_a_rover_is_found():
    report = check_quality(_spoilt(_with_rover, 0))
    assert {item.label: (item.flags, item.other) for item in report.flagged} == {
        "S1, P1 across": (("swapped",), "P3 across")
    }


def test_a_reference_that_hears_only_itself_is_not_called_swapped():
    def deaf(signals):
        signals[:, 0] = LEVEL * np.random.default_rng(99).normal(size=len(signals))

    assert _flags(_spoilt(deaf)) == {"S2, P1 across": ("noisy",)}


def test_three_references_tell_which_is_turned_round():
    made = measurement(setups=4)
    everywhere = [
        replace(
            recording,
            degrees=(across(1), across(2), across(9)),
            signals=np.column_stack([recording.signals[:, :2], made.recordings[number].signals[:, 0] * 0.0]),
        )
        for number, recording in enumerate(made.recordings)
    ]
    # the third reference is a mean of the others with a mode of its own sign
    for number, recording in enumerate(everywhere):
        third = 0.7 * recording.signals[:, 0] - 0.5 * recording.signals[:, 1]
        noise = 0.02 * third.std() * np.random.default_rng(number).normal(size=len(third))
        recording.signals[:, 2] = third + noise
    made = replace(made, recordings=tuple(everywhere), references=(across(1), across(2), across(9)))
    assert _flags(made) == {}

    def turned(signals):
        signals[:, 2] *= -1.0

    assert _flags(_spoilt(turned, 3, made)) == {"S4, P9 across": ("polarity",)}


def test_other_excitation_is_no_mismatch():
    """Gusts that shake one mode ten times as much in one setup change spectra, not proportions."""
    rng = np.random.default_rng(4)

    def louder(signals):
        band = sosfiltfilt(butter(2, (3.0, 3.8), "bandpass", fs=RATE, output="sos"), signals, axis=0)
        signals += 3.0 * band + 0.01 * LEVEL * rng.normal(size=signals.shape)

    assert _flags(_spoilt(louder)) == {}


def test_one_channel_and_one_setup_are_no_obstacle():
    alone = replace(
        MADE,
        recordings=(
            replace(MADE.recordings[0], degrees=(across(1),), signals=MADE.recordings[0].signals[:, :1].copy()),
        ),
        references=(across(1),),
    )
    (channel,) = check_quality(alone).channels
    assert channel.flags == ()
    assert np.isnan(channel.incoherent)
    assert "–" in str(check_quality(alone))
    assert len(set(FLAGS)) == 9


def test_setups_of_unequal_length_are_compared():
    def shorter(signals):
        return signals[: len(signals) * 2 // 3]

    assert _flags(_spoilt(shorter)) == {}
