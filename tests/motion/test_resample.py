"""One time base: linear between filed samples, common span, nothing aliased."""

import numpy as np
import pytest

from pirqa.errors import OptionsError, RecordError
from pirqa.motion.record import Channel
from pirqa.motion.resample import common_time_base, make_even, resample


def channel(name, values, step=0.02, **given):
    return Channel(name=name, values=np.asarray(values, dtype=float), step=step, unit="gal", **given)


def base_of(*channels, step=None):
    return common_time_base(channels, [item.values for item in channels], step=step, file="a.txt")


def test_uneven_samples_of_a_line_make_a_line():
    times = np.array([0.0, 0.005, 0.011, 0.015, 0.02, 0.026, 0.03])
    even, (remark,) = make_even(channel("90", 3 * times, 0.005, times=times), 3 * times, file="a")
    assert even == pytest.approx(3 * 0.005 * np.arange(7), abs=1e-15)
    assert (remark.kind, remark.key, remark.count, remark.amount) == ("repair", "record_made_even", 4, 0.005)


def test_a_hole_is_told():
    times = np.r_[0.01 * np.arange(50), 1.0 + 0.01 * np.arange(50)]
    _, remarks = make_even(channel("90", times, 0.01, times=times), times, file="a")
    assert [remark.key for remark in remarks] == ["record_made_even", "record_time_gap"]
    assert remarks[1].amount == pytest.approx(0.51)


@pytest.mark.parametrize(("pause", "told"), [(4.0, False), (4.9, False), (5.1, True), (6.0, True)])
def test_a_pause_of_more_than_five_steps_is_a_hole(pause, told):
    times = 0.01 * np.r_[np.arange(50), 49 + pause + np.arange(50)]
    _, remarks = make_even(channel("90", times, 0.01, times=times), times, file="a")
    holes = [remark for remark in remarks if remark.key == "record_time_gap"]
    assert len(holes) == told
    for hole in holes:
        assert (hole.kind, hole.text, hole.stated) == ("warning", "90: 0.49 s", 0.01)
        assert hole.amount == pytest.approx(0.01 * pause)


@pytest.mark.parametrize(
    ("times", "said"),
    [
        ([0.0, 0.01, 0.01, 0.02], "does not grow at sample 3"),
        ([0.0, 0.02, 0.01, 0.03], "does not grow at sample 3"),
        ([0.0, 0.01, 0.02, np.nan], "finite"),
        ([0.0, 0.01, 0.02, 1e300], "spread over"),
        ([0.0, 0.01, 0.02], "finite"),
    ],
)
def test_times_that_cannot_be(times, said):
    item = channel("NS", np.zeros(4), 0.01, times=np.array(times))
    with pytest.raises(RecordError, match=said):
        base_of(item)


def test_components_of_different_length_have_the_common_span():
    base = base_of(channel("90", np.arange(3251)), channel("UP", -np.arange(3250)))
    assert base.values.shape == (3250, 2)
    assert np.array_equal(base.values[:, 0], np.arange(3250))
    assert [remark.key for remark in base.remarks] == ["record_common_span"]
    assert base.remarks[0].amount == pytest.approx(0.02)
    assert base.treatments == ()


def test_delays_are_kept_in_time():
    start, ramp = 0.1, 0.02 * np.arange(100)
    late = channel("EW", 5 * (start + ramp), delay=start)
    base = base_of(channel("NS", 5 * ramp, initial_velocity=0.3), late)
    assert base.values[:, 0] == pytest.approx(base.values[:, 1], abs=1e-12)
    # a = 5 t from t = 0 until 0.1 s
    assert base.initial_velocity == pytest.approx([0.3 + 2.5 * start**2, 0.0])
    assert base.initial_displacement == pytest.approx([0.3 * start + 5 * start**3 / 6, 0.0])


def test_a_delay_of_part_of_a_step_is_interpolated():
    ramp = 0.02 * np.arange(100)
    base = base_of(channel("NS", ramp), channel("EW", 0.007 + ramp, delay=0.007))
    assert base.values[:, 0] == pytest.approx(base.values[:, 1], abs=1e-12)
    assert len(base.values) == 99


def test_components_of_different_steps_take_the_finest():
    base = base_of(channel("NS", 0.01 * np.arange(201), 0.01), channel("EW", 0.02 * np.arange(101), 0.02))
    assert base.step == 0.01
    assert base.coarsest_step == 0.02
    assert base.values[:, 1] == pytest.approx(base.values[:, 0], abs=1e-12)
    assert base.treatments[0].key == "resample"


def test_a_coarser_step_carries_no_alias():
    times = 0.002 * np.arange(10_000)
    slow, fast = np.sin(2 * np.pi * 1.0 * times), np.sin(2 * np.pi * 45.0 * times)
    found = resample(slow + fast, 0.002, 0.02)
    # gain of the filter at 20 Hz · (1/20) and at 45 Hz: 1/(1 + (f/20)⁸)
    middle = slice(200, 800)
    kept = 1 / (1 + (45 / 20) ** 8)
    assert kept < 2e-3
    assert np.abs(found[middle] - slow[::10][middle]).max() < 1.2 * kept


def test_a_finer_step_is_the_same_broken_line():
    found = resample(np.array([0.0, 1.0, -1.0]), 0.02, 0.005)
    assert found == pytest.approx([0, 0.25, 0.5, 0.75, 1, 0.5, 0, -0.5, -1])


def test_records_without_common_time():
    with pytest.raises(RecordError, match="no time in common"):
        base_of(channel("NS", np.zeros(10)), channel("EW", np.zeros(10), delay=100.0))


@pytest.mark.parametrize(("step", "said"), [(1e-12, "longer step"), (50.0, "shorter step")])
def test_absurd_steps(step, said):
    with pytest.raises(OptionsError, match=said):
        base_of(channel("NS", np.zeros(100)), step=step)
