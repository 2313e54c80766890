"""The chain: Lima 1966 at rest, closed forms, what is told, what is refused."""

import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pirqa.motion
from pirqa.errors import ModelError, OptionsError, RecordError
from pirqa.model.ground_motion import Origin
from pirqa.motion.formats import read_record
from pirqa.motion.options import ProcessingOptions
from pirqa.motion.processing import process
from pirqa.motion.record import Channel, Record

PRQ = Path(pirqa.motion.__file__).parent / "records" / "PRQ_19661017164100.txt"
STEP = 0.02


def record(*channels, corrected=False):
    return Record(origin=Origin(file="a.txt", format="test"), channels=channels, corrected=corrected)


def channel(values, name="NS", step=STEP, **given):
    return Channel(name=name, values=np.asarray(values, dtype=float), step=step, unit="gal", **given)


def shaking(count=2000, seed=4):
    rng = np.random.default_rng(seed)
    noise = np.convolve(rng.normal(size=count + 4), np.ones(5) / 5, "valid")
    return noise * np.exp(-0.5 * ((np.arange(count) - 0.4 * count) / (0.15 * count)) ** 2)


def keys(processed):
    return [remark.key for remark in processed.remarks]


def test_lima_1966_is_fit_to_drive_a_wall():
    processed = process(read_record(PRQ), name="lima")
    motion = processed.motion
    change = {item.component: item for item in processed.changes}
    # published peaks, and 22 m by plain integration (records README)
    assert change["NS"].pga_before == pytest.approx(2.6824, abs=1e-4)
    assert change["NS"].final_displacement_before == pytest.approx(22.2, abs=0.1)
    assert abs(change["NS"].pga_change) < 0.02
    assert change["NS"].pgd_after == pytest.approx(0.090, abs=0.001)
    assert abs(change["NS"].residual_displacement) < 1e-6
    assert np.abs(motion.displacement[-1]).max() < 1e-9
    assert np.abs(motion.velocity[-1]).max() < 1e-9
    assert np.abs(motion.displacement[0]).max() == 0.0
    # pads of 1.5 · 2/0.1 Hz stay
    assert motion.duration == pytest.approx(3282 * 0.02 + 60.0)
    assert motion.band == pytest.approx((0.125, 20.0))
    assert [step.key for step in motion.treatments] == [
        "glitches",
        "baseline_mean",
        "taper",
        "pads",
        "high_pass",
        "rest",
    ]
    (glitch,) = change["UD"].glitches
    assert (glitch.kind, glitch.first) == ("end", 3282)
    assert glitch.value == pytest.approx(0.657, abs=1e-3)
    assert change["NS"].glitches == ()
    assert "record_glitch_repaired" in keys(processed)
    assert "motion_forced_to_rest" not in keys(processed)


def test_the_chain_agrees_with_a_plain_computation():
    # the same steps one by one with scipy's recursive filter
    from scipy.signal import butter, sosfiltfilt

    raw = shaking() + 0.03
    motion = process(record(channel(raw)), ProcessingOptions(low_corner=0.2)).motion
    values = raw - raw.mean()
    count = 40
    ramp = 0.5 - 0.5 * np.cos(np.pi * np.arange(count) / count)
    values[:count] *= ramp
    values[-count:] *= ramp[::-1]
    padded = np.pad(values, round(1.5 * 2 / 0.2 / STEP))
    wanted = sosfiltfilt(butter(2, 0.2, "highpass", fs=1 / STEP, output="sos"), padded, padlen=0)
    assert motion.acceleration[:, 0] == pytest.approx(wanted, abs=2e-3 * np.abs(wanted).max())


def test_a_sine_in_the_band_passes_and_one_below_does_not():
    times = STEP * np.arange(10_000)
    fast, slow = np.sin(2 * np.pi * 2.0 * times), np.sin(2 * np.pi * 0.02 * times)
    motion = process(record(channel(fast + slow, "NS"))).motion
    middle = slice(1500 + 4000, 1500 + 6000)
    # gains 1/(1 + (0.1/f)⁴) at 2 Hz and 0.02 Hz
    wanted = fast[4000:6000] / (1 + 0.05**4) + slow[4000:6000] / (1 + 5.0**4)
    assert motion.acceleration[middle, 0] == pytest.approx(wanted, abs=2e-4)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 1000),
    st.integers(300, 3000),
    st.sampled_from(["mean", "linear", "none"]),
    st.sampled_from([0.0, 0.05, 0.1, 1.0]),
    st.sampled_from([None, 15.0]),
    st.sampled_from([None, 0.0, 5.0]),
    st.integers(1, 4),
)
def test_every_chain_ends_at_rest(seed, count, baseline, low, high, pad, order):
    options = ProcessingOptions(baseline=baseline, low_corner=low, high_corner=high, pad=pad, order=order)
    raw = shaking(count, seed) + 0.01
    motion = process(record(channel(raw), channel(2 * raw, "EW")), options).motion
    assert np.abs(motion.velocity[-1]).max() < 1e-9
    assert np.abs(motion.displacement[-1]).max() < 1e-9
    assert motion.acceleration[:, 1] == pytest.approx(2 * motion.acceleration[:, 0], abs=1e-9)


def test_without_a_high_pass_the_force_is_told():
    processed = process(record(channel(shaking() + 0.1)), ProcessingOptions(low_corner=0.0))
    assert "motion_forced_to_rest" in keys(processed)
    assert processed.motion.band == ()


def test_none_keeps_samples_and_start():
    raw = shaking()
    raw[700] = 60.0
    filed = channel(raw, initial_velocity=0.1, initial_displacement=-0.02, band=(0.2, 23.0))
    processed = process(record(filed), ProcessingOptions(kind="none"))
    assert np.array_equal(processed.motion.acceleration[:, 0], raw)
    assert processed.motion.velocity[0, 0] == 0.1
    assert processed.motion.displacement[0, 0] == -0.02
    assert processed.motion.treatments == ()
    assert processed.motion.band == pytest.approx((0.25, 18.4))
    assert {"record_glitch_found", "motion_ends_moving", "motion_peak_implausible"} <= set(keys(processed))


def test_the_files_corners_narrow_the_band_and_are_told():
    filed = channel(shaking(), band=(0.3, 15.0), initial_velocity=0.01)
    processed = process(record(filed, corrected=True), ProcessingOptions(high_corner=20.0))
    assert processed.motion.band == pytest.approx((0.375, 12.0))
    (told,) = [remark for remark in processed.remarks if remark.key == "motion_filtered_before"]
    assert (told.amount, told.stated) == (0.1, 0.3)
    assert "motion_starts_at_rest" in keys(processed)
    assert "motion_corrected_before" in keys(process(record(channel(shaking()), corrected=True)))


def test_the_highest_of_the_files_corners_is_told():
    filed = (
        channel(shaking(), "NS", band=(0.3, 15.0)),
        channel(shaking(), "EW", band=(0.5, 18.0)),
        channel(shaking(), "UD", band=(0.0, 20.0)),
    )
    processed = process(record(*filed, corrected=True))
    (told,) = [remark for remark in processed.remarks if remark.key == "motion_filtered_before"]
    assert (told.amount, told.stated) == (0.1, 0.5)
    assert processed.motion.band == pytest.approx((1.25 * 0.5, 15.0 / 1.25))


@pytest.mark.parametrize(
    ("down", "offset", "peak", "told"),
    [
        (1.0, 0.25, 1.25, True),  # the peak falls by 20 %
        (1.0, 0.05, 1.05, False),  # by 5 %
        (0.5, -0.2, 0.8, True),  # it rises by 25 %
        (0.5, -0.05, 0.95, False),  # by 5 %
    ],
)
def test_a_peak_that_changes_is_told_up_or_down(down, offset, peak, told):
    # 100 waves of 1 s that reach 1 upwards and ``down`` downwards, of mean zero, and an offset, which is taken off
    times = STEP * np.arange(5000)
    wave = np.cos(2 * np.pi * times) * (1 + down) / 2 + np.cos(4 * np.pi * times) * (1 - down) / 2
    processed = process(record(channel(wave + offset)), ProcessingOptions(low_corner=0.05))
    change = processed.changes[0]
    assert change.pga_before == pytest.approx(peak, rel=1e-3)
    assert change.pga_after == pytest.approx(1.0, rel=0.01)
    remarks = [remark for remark in processed.remarks if remark.key == "motion_peak_changed"]
    assert [(remark.text, remark.amount, remark.stated) for remark in remarks] == (
        [("NS", change.pga_after, change.pga_before)] if told else []
    )


def test_a_finer_step_holds_no_more_than_the_filed_one():
    raw = shaking()
    with pytest.raises(OptionsError, match=r"high_corner: 30 Hz is not below the 25 Hz that a step of 0\.02 s"):
        process(record(channel(raw)), ProcessingOptions(step=0.005, high_corner=30.0))
    with pytest.raises(OptionsError, match=r"low_corner: 30 Hz leaves nothing"):
        process(record(channel(raw)), ProcessingOptions(step=0.005, low_corner=30.0))
    motion = process(record(channel(raw)), ProcessingOptions(step=0.005)).motion
    assert motion.step == 0.005
    assert motion.band == pytest.approx((0.125, 25.0 / 1.25))


def test_what_brings_it_to_rest_stays_in_the_last_pad():
    raw, corner = shaking(), 0.2
    motion = process(record(channel(raw)), ProcessingOptions(low_corner=corner, baseline="none", taper=0.0)).motion
    each = round(1.5 * 2 / corner / STEP)
    count = len(raw) + 2 * each
    # the gain 1/(1 + (fc/f)⁴) in a transform so long that nothing comes round
    frequencies = np.fft.rfftfreq(4 * count, STEP)
    gain = np.r_[0.0, 1 / (1 + (corner / frequencies[1:]) ** 4)]
    wanted = np.fft.irfft(np.fft.rfft(np.pad(raw, each), 4 * count) * gain, 4 * count)[:count]
    off = np.abs(motion.acceleration[:, 0] - wanted)
    assert off[: count - each].max() < 1e-12
    assert 1e-9 < off[count - each :].max() < 1e-3
    assert np.abs(motion.displacement[-1]).max() < 1e-9


def test_glitches_may_be_reported_only():
    raw = shaking()
    raw[700] = 30.0
    kept = process(record(channel(raw)), ProcessingOptions(glitches="report"))
    mended = process(record(channel(raw)))
    assert "record_glitch_found" in keys(kept)
    assert kept.motion.peak_acceleration[0] > 25.0
    assert mended.motion.peak_acceleration[0] < 3.0
    assert mended.changes[0].pga_before == 30.0


def test_resampling_and_short_records_are_told():
    processed = process(record(channel(shaking())), ProcessingOptions(step=0.04))
    assert processed.motion.step == 0.04
    assert processed.motion.band[1] == pytest.approx(10.0)
    assert "motion_shorter_than_corner" in keys(process(record(channel(shaking(300)))))
    assert "motion_shorter_than_corner" not in keys(processed)


def test_a_linear_baseline_is_taken_off_exactly():
    motion = process(
        record(channel(3.0 - 0.01 * np.arange(1000))),
        ProcessingOptions(baseline="linear", taper=0.0, low_corner=0.0),
    ).motion
    assert np.abs(motion.acceleration).max() < 1e-12


def test_a_still_record_stays_still():
    motion = process(record(channel(np.zeros(500)))).motion
    assert not motion.acceleration.any()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"low_corner": 30.0}, "low_corner"),
        ({"low_corner": 5.0, "high_corner": 5.0}, "low_corner"),
        ({"high_corner": 25.0}, "high_corner"),
        ({"low_corner": 1e-9}, "low_corner"),
        ({"pad": 1e12}, "pad"),
        ({"step": 1e-9}, "step"),
        ({"step": 0.5, "high_corner": 2.0}, "high_corner"),
    ],
)
def test_options_that_do_not_go_with_the_record(options, said):
    with pytest.raises(OptionsError, match=rf"motion\.processing\.{said}"):
        process(record(channel(shaking())), ProcessingOptions(**options))


@pytest.mark.parametrize(
    "options", [{"low_corner": -1.0}, {"taper": 0.6}, {"order": 0}, {"step": 0.0}, {"pad": np.nan}]
)
def test_options_have_bounds(options):
    with pytest.raises(ModelError, match=r"motion\.processing\."):
        ProcessingOptions(**options)


@pytest.mark.parametrize(
    ("channels", "said"),
    [
        ((), "no acceleration"),
        ((channel(np.zeros(9)), channel(np.zeros(9))), "one name"),
        ((channel([0.0, np.nan, 1.0]),), "sample 2 is nan"),
        ((channel([0.0, 1e300, 1.0]),), "no ground motion"),
        ((channel([0.0]),), "1 samples"),
        ((channel(np.zeros(9), delay=np.inf),), "delay"),
        ((channel(np.zeros(9), step=np.nan),), "step nan"),
    ],
)
def test_records_that_cannot_be_used(channels, said):
    with pytest.raises(RecordError, match=said):
        process(record(*channels))


@pytest.mark.parametrize("count", [2, 3, 5, 11, 12, 20])
def test_a_few_samples_are_enough_not_to_fail(count):
    motion = process(record(channel(np.arange(count) % 3 - 1.0))).motion
    assert np.abs(motion.displacement[-1]).max() < 1e-9


def test_too_few_samples_without_pads():
    with pytest.raises(RecordError, match="3 samples are too few"):
        process(record(channel(np.arange(3.0))), ProcessingOptions(pad=0.0))


def test_a_long_record_is_quick():
    raw = [channel(shaking(24_000, seed), name, 0.005) for seed, name in enumerate("abc")]
    process(record(*raw))
    spent = []
    for _ in range(3):
        begun = time.process_time()
        process(record(*raw))
        spent.append(time.process_time() - begun)
    # 0.05 s; anything that grows with the square of the length takes many seconds
    assert min(spent) < 1.5
