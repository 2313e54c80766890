"""The reader of the US Geological Survey's SMC files."""

import math

import numpy as np
import pytest

from pirqa.motion.formats import read_record, smc
from pirqa.motion.record import ReadAs
from tests.motion.bad_input import (
    SHIPPED,
    alter,
    check_cuts,
    check_detected,
    check_line_ends,
    check_rubbish,
    check_spoilt,
    refusal,
)

PATH = SHIPPED / "0111a.smc"
DATA = PATH.read_bytes()
COUNT = "      6001    -32768    -32768"
RATE = "  0.2000000E+03"
MAXIMUM = "  0.1044078E+03"
FIRST = " 1.5057E+0-2.2223E+0"


def short(count: int = 101) -> bytes:
    """The file with its first samples alone, its header made to agree."""
    lines = DATA.split(b"\r\n")
    rows = -(-count // 8)
    last = lines[35 + rows - 1][: 10 * (count - 8 * (rows - 1))]
    text = b"\r\n".join([*lines[: 35 + rows - 1], last]) + b"\r\n"
    values = [float(text.split(b"\r\n")[35 + at // 8][10 * (at % 8) : 10 * (at % 8) + 10]) for at in range(count)]
    peak = max(values, key=abs)
    text = alter(alter(text, MAXIMUM, f"{peak:15.7E}"), " -0.7882104E+02", f"{peak:15.7E}")
    return alter(text, "      6001", f"{count:10d}")


def test_loma_prieta_is_what_its_readme_says() -> None:
    record = read_record(PATH)
    (channel,) = record.channels
    assert (channel.name, len(channel.values), channel.step) == ("360", 6001, 0.005)
    assert channel.values.max() == pytest.approx(1.0441, abs=5e-5)
    assert channel.values.min() == pytest.approx(-0.7882104, rel=1e-4)  # header real 32
    assert int(channel.values.argmax()) == 2034  # header real 29: 10.17 s
    assert channel.azimuth == 0.0
    assert channel.band == (0.1, math.inf)
    assert record.corrected
    assert record.remarks == ()


def test_numbers_that_touch_are_told_apart() -> None:
    values = read_record(PATH).channels[0].values
    assert values[:3] == pytest.approx([0.015057, -0.022223, -0.019234])
    assert values[-1] == pytest.approx(-0.0028745)


def test_loma_prieta_says_where_it_is_from() -> None:
    origin = read_record(PATH).origin
    assert (origin.station, origin.agency) == ("San Francisco, 1295 Shafter, F", "USGS")
    assert origin.time == "1989-10-18T00:04:00"
    assert origin.event.startswith("Loma Prieta, CA")
    assert (origin.latitude, origin.longitude) == (37.728, -122.385)


def test_vertical_codes() -> None:
    horizontal = "        90       360       101"
    up = smc.read(PATH, alter(DATA, horizontal, "         0    -32768       101"), ReadAs())
    down = smc.read(PATH, alter(DATA, horizontal, "       180    -32768       101"), ReadAs())
    assert up.channels[0].vertical
    assert up.channels[0].azimuth is None
    np.testing.assert_array_equal(down.channels[0].values, -up.channels[0].values)
    assert [remark.key for remark in down.remarks] == ["record_turned_upwards"]


def test_a_peak_that_the_data_do_not_have_is_reported() -> None:
    (remark,) = smc.read(PATH, alter(DATA, MAXIMUM, "  0.1444078E+03"), ReadAs()).remarks
    assert remark.key == "record_peak_differs"
    assert [remark.amount, remark.stated] == pytest.approx([1.0441, 1.444078])


def test_what_the_header_warns_of_is_remarked() -> None:
    record = smc.read(PATH, alter(DATA, COUNT, "      6001         1         1"), ReadAs())
    assert [(remark.key, remark.text) for remark in record.remarks] == [
        ("record_problem_flagged", ""),
        ("record_in_structure", "building"),
    ]


def test_values_beyond_the_count_are_left_out_and_reported() -> None:
    (remark,) = smc.read(PATH, alter(DATA, COUNT, "      5985    -32768    -32768"), ReadAs()).remarks
    assert (remark.key, remark.amount, remark.stated) == ("record_surplus_left_out", 6001.0, 5985.0)


def test_a_wrong_number_of_comments_does_not_shift_the_data() -> None:
    record = smc.read(PATH, alter(DATA, "       101         8", "       101         6"), ReadAs())
    assert [(remark.key, remark.amount, remark.stated) for remark in record.remarks] == [
        ("record_comments_differ", 8.0, 6.0)
    ]
    np.testing.assert_array_equal(record.channels[0].values, read_record(PATH).channels[0].values)


def pairs(times: list[float], values: list[float]) -> bytes:
    """A file without sampling rate: times and values in pairs."""
    numbers = [f"{number:10.3E}" for pair in zip(times, values, strict=True) for number in pair]
    head = DATA.split(b" 1.5057E+0")[0]
    rows = "".join("".join(numbers[at : at + 8]) + "\r\n" for at in range(0, len(numbers), 8))
    text = alter(alter(head, RATE, "  0.1700000E+39"), COUNT, f"{len(numbers):10d}    -32768    -32768")
    text = alter(alter(text, MAXIMUM, "  0.1700000E+39"), " -0.7882104E+02", "  0.1700000E+39")
    return alter(text, "2 CORRECTED", "1 UNCORRECTED") + rows.encode()


def test_uneven_samples_come_in_pairs() -> None:
    record = smc.read(PATH, pairs([0.0, 0.01, 0.03, 0.04, 0.05], [1.0, 2.0, 3.0, 4.0, 5.0]), ReadAs())
    (channel,) = record.channels
    assert channel.times == pytest.approx([0.0, 0.01, 0.03, 0.04, 0.05])
    assert channel.values == pytest.approx([0.01, 0.02, 0.03, 0.04, 0.05])
    assert channel.step == pytest.approx(0.01)
    assert not record.corrected


def test_times_in_pairs_refuse_another_step() -> None:
    even = pairs([0.0, 0.01, 0.02, 0.03, 0.04], [1.0, 2.0, 3.0, 4.0, 5.0])
    message = refusal(smc, PATH, even, ReadAs(step=0.02))
    assert "has times of its own, 0.01 s apart" in message
    assert "the step 0.02 s was asked for; leave step out" in message
    assert smc.read(PATH, even, ReadAs(step=0.01)).channels[0].step == pytest.approx(0.01)


def test_a_stated_rate_is_overruled_with_a_remark() -> None:
    record = smc.read(PATH, short(), ReadAs(step=0.02))
    assert record.channels[0].step == 0.02
    (remark,) = [remark for remark in record.remarks if remark.key == "record_step_overruled"]
    assert (remark.amount, remark.stated) == pytest.approx((0.02, 0.005))


def test_samples_printed_with_one_time_are_averaged_and_reported() -> None:
    record = smc.read(PATH, pairs([0.0, 0.01, 0.01, 0.02], [1.0, 2.0, 4.0, 4.0]), ReadAs())
    assert record.channels[0].values == pytest.approx([0.01, 0.03, 0.04])
    assert [(remark.key, remark.count) for remark in record.remarks] == [("record_times_merged", 1)]


def test_times_that_go_back_are_refused() -> None:
    assert "sample 3 is before" in refusal(smc, PATH, pairs([0.0, 0.02, 0.01, 0.03], [1.0, 2.0, 3.0, 4.0]))


def test_counts_need_a_sensitivity() -> None:
    data = alter(short(), "|ref - R. Maley", "|units = counts")
    assert "sensitivity" in refusal(smc, PATH, data)
    (channel,) = smc.read(PATH, data, ReadAs(sensitivity=1e3)).channels
    assert channel.unit == "counts"
    assert channel.values[0] == pytest.approx(1.5057e-3)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("       101         8", "       101    -32768", "line 13: the number of comments"),
        ("       101    -32768    -32768", "       102    -32768    -32768", "101 of 102 values"),
        ("       101    -32768    -32768", "9999999999    -32768    -32768", "101 of 9999999999 values"),
        ("       101    -32768    -32768", "         0    -32768    -32768", "the number of values is 0"),
        ("       101    -32768    -32768", "**********    -32768    -32768", "no finite number"),
        (RATE, "  0.0000000E+00", "line 18: the time step is 0"),
        (RATE, "            nan", 'line 18: a value is "nan"'),
        (FIRST, "**********-2.2223E+0", 'line 36: a value is "**********"'),
        (FIRST, "       NaN-2.2223E+0", 'line 36: a value is "NaN"'),
        (FIRST, "  1.5E+999-2.2223E+0", "no finite number"),
        (FIRST, "          -2.2223E+0", "line 36"),
        ("2 CORRECTED ACCELEROGRAM", "5 RESPONSE SPECTRA      ", "line 1: the file holds response spectra"),
        ("2 CORRECTED ACCELEROGRAM", "*                       ", "does not say what the file holds"),
        ("|ref - R. Maley", "|units = leagues", "does not say the unit"),
    ],
)
def test_bad_files_are_refused_with_the_reason(old: str, new: str, message: str) -> None:
    assert message in refusal(smc, PATH, alter(short(), old, new))


def test_velocity_is_another_quantity() -> None:
    (channel,) = smc.read(
        PATH, alter(short(), "2 CORRECTED ACCELEROGRAM", "3 VELOCITY              "), ReadAs()
    ).channels
    assert (channel.measured, channel.unit) == ("velocity", "cm/s")
    assert channel.values[0] == pytest.approx(0.015057)


def test_detection_line_ends_cuts_spoilt_and_rubbish() -> None:
    check_detected(PATH, DATA, "smc")
    check_line_ends(smc, PATH, short())
    check_cuts(smc, PATH, short(), examples=80)
    check_spoilt(smc, PATH, short(), head=3000)
    check_rubbish(smc.recognises, smc, PATH)
