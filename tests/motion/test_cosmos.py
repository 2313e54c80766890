"""The reader of the COSMOS format: a shipped V2c file and files of our own with several channels."""

import math

import numpy as np
import pytest

from pirqa.motion.formats import cosmos, read_record
from pirqa.motion.record import ReadAs
from pirqa.units import STANDARD_GRAVITY
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

PATH = SHIPPED / "us1000hyfh_akbmrp_AKBMR--n.1000hyfh.BNZ.--.acc.V2c"
DATA = PATH.read_bytes()
TIME = 0.01 * np.arange(83)
MOTION = 50.0 * np.sin(2.0 * math.pi * TIME / 0.4)


def channel(
    azimuth: int = 340,
    *,
    line: str = "     83 acceleration pts, approx    1 secs, units=cm/sec2 (04), Format=(8F10.3)",
    values: np.ndarray = MOTION,
    write: str = "{:10.3f}",
    per_line: int = 8,
    second: float = 4.4,
    tail: str = "/&  ----------  End of data for channel  1  ----------\n",
) -> str:
    """One channel of a COSMOS file: a sine of 0.4 s and 50 in the file's unit, every 10 ms."""
    integers = [-999] * 100
    integers[:4] = [2, 1, 4, 120]
    integers[39:45] = [2005, 167, 6, 16, 20, 53]
    integers[53] = azimuth
    reals = [-999.0] * 100
    reals[:2] = [34.046, -117.035]
    reals[29], reals[53], reals[56] = second, 0.3, 40.0
    reals[61:64] = [10.0, 0.83, 50.0]
    text = [
        "Corrected acceleration    (Format v01.20 with 13 text lines) made up for tests of pirqa",
        "Record of a synthetic earthquake",
        "Hypocenter: none",
        "Origin: none",
        "Statn No: 01-23075  Code:CI-J2236  CDMG Made-up Station - Oak Glen",
        "Coords: 34.0460 -117.0350  Site Geology:",
        "Recorder: none",
        "Rcrd start time:06/16/2005, 20:53:04.400 UTC (Q=2)",
        "Sta Chan  1: xxx deg",
        "Raw record length",
        "Processed:",
        "Record filtered below 0.30 Hz",
        "Values used when parameter or data value is unknown/unspecified:   -999, -999.0",
        " 100 Integer-header values follow on  10 lines, Format= (10I8)",
        *("".join(f"{number:8d}" for number in integers[at : at + 10]) for at in range(0, 100, 10)),
        " 100 Real-header values follow on  17 lines, Format= (6F13.6)",
        *("".join(f"{number:13.6f}" for number in reals[at : at + 6]) for at in range(0, 100, 6)),
        '  1 Comment line(s) follow, each starting with a "|":',
        " | synthetic",
        line,
        *(
            "".join(write.format(value) for value in values[at : at + per_line])
            for at in range(0, len(values), per_line)
        ),
    ]
    return "\n".join(text) + "\n" + tail


OWN = channel().encode()


def test_anchorage_is_what_its_readme_says() -> None:
    record = read_record(PATH)
    (only,) = record.channels
    assert (only.name, only.step, only.unit) == ("BNZ", 0.005, "cm/s2")
    assert len(only.values) == 4400  # cut from 42,000
    assert only.values[np.abs(only.values).argmax()] == pytest.approx(-0.06852, abs=5e-6)
    assert int(np.abs(only.values).argmax()) * only.step == pytest.approx(76.215 - 66.0)
    assert only.vertical
    assert only.azimuth is None
    assert only.band == (0.03, 20.0)
    assert record.corrected
    assert [(remark.kind, remark.key) for remark in record.remarks] == [("assumption", "record_direction_from_code")]


def test_anchorage_says_where_it_is_from() -> None:
    origin = read_record(PATH).origin
    assert (origin.station, origin.agency) == ("AK-BMR, Bremner River, AK, USA", "UAF")
    assert origin.event == "Point MacKenzie Earthquake of Fri Nov 30, 2018 17:29 UTC"
    assert origin.time == "2018-11-30T17:30:45.137490Z"  # 66 s after the original's 17:29:39.137490
    assert (origin.latitude, origin.longitude) == (60.9677, -144.6051)


def test_channels_of_one_file_keep_their_directions_and_delays() -> None:
    data = channel() + channel(70, second=4.9) + channel(400) + channel(401)
    record = cosmos.read(PATH, data.encode(), ReadAs())
    assert [one.name for one in record.channels] == ["340", "70", "Up", "Down"]
    assert [one.delay for one in record.channels] == pytest.approx([0.0, 0.5, 0.0, 0.0])
    assert record.channels[0].azimuth == pytest.approx(math.radians(340.0))
    assert record.channels[1].azimuth == pytest.approx(math.radians(70.0))
    np.testing.assert_allclose(record.channels[0].values, 0.01 * MOTION, atol=5.1e-6)
    np.testing.assert_array_equal(record.channels[3].values, -record.channels[2].values)
    assert [remark.key for remark in record.remarks] == ["record_turned_upwards"]
    assert record.origin.time == "2005-06-16T20:53:04.400000Z"


def test_velocity_and_displacement_may_follow_under_the_same_header() -> None:
    more = "".join(
        f"     16 {what} pts, approx    1 secs, units={unit},Format=(8F10.3)\n" + ("     1.500" * 8 + "\n") * 2
        for what, unit in (("velocity    ", "cm/sec (05)"), ("displacement", "cm (06)"))
    )
    record = cosmos.read(PATH, (channel(tail="") + more + "End-of-data\n").encode(), ReadAs())
    assert [one.measured for one in record.channels] == ["acceleration", "velocity", "displacement"]
    assert record.channels[1].values == pytest.approx([0.015] * 16)
    assert record.channels[2].unit == "cm"


@pytest.mark.parametrize(
    ("unit", "factor"), [("g (02)", STANDARD_GRAVITY), ("gal (10)", 0.01), ("mg (11)", 1e-3 * STANDARD_GRAVITY)]
)
def test_unit_codes(unit: str, factor: float) -> None:
    record = cosmos.read(PATH, alter(OWN, "cm/sec2 (04)", unit), ReadAs())
    np.testing.assert_allclose(record.channels[0].values, factor * MOTION, atol=5.1e-4 * factor)
    assert [remark.key for remark in record.remarks] == ["record_unit_conflict"]  # integer 3 still says 4


@pytest.mark.parametrize(
    ("form", "write", "per_line"),
    [
        ("(1E15.6)", "{:15.6E}", 1),
        ("(5E15.6)", "{:15.6E}", 5),
        ("(1P,6E13.5)", "{:13.5E}", 6),
        ("(F9.2)", "{:9.2f}", 1),
    ],
)
def test_fortran_formats(form: str, write: str, per_line: int) -> None:
    line = f"     83 acceleration pts, approx  1 secs, units=cm/sec2 (04), Format={form}"
    data = channel(line=line, write=write, per_line=per_line).encode()
    np.testing.assert_allclose(cosmos.read(PATH, data, ReadAs()).channels[0].values, 0.01 * MOTION, atol=5.1e-5)


def counts() -> bytes:
    """A V0 file: counts, with the least bit [µV] and the sensor's volts in 1 g in its header."""
    line = "     83 raw accel.   pts, approx  1 secs, units=counts (50),Format=(10I8)"
    text = channel(line=line, values=np.round(1e4 * MOTION).astype(int), write="{:8d}", per_line=10)
    return alter(
        alter(text.encode(), "       2       1       4", "       0       1      50"), "    50.000000", "500000.000000"
    )


def test_counts_need_a_sensitivity() -> None:
    assert "counts of a digitiser" in refusal(cosmos, PATH, counts())
    (only,) = cosmos.read(PATH, counts(), ReadAs(sensitivity=1e6)).channels
    assert only.unit == "counts"
    np.testing.assert_allclose(only.values, 0.01 * MOTION, atol=5.1e-7)


def test_an_error_about_counts_says_what_the_header_suggests() -> None:
    row = "".join(f"{-999.0:13.6f}" for _ in range(3)) + "".join(f"{-999.0:13.6f}" for _ in range(3))
    data = counts().decode().split("\n")
    at = next(index for index, line in enumerate(data) if "Real-header" in line)
    assert data[at + 3 + 4] == row[:78]  # reals 37 to 42
    data[at + 4] = f"{-999.0:13.6f}" * 3 + f"{2.0:13.6f}" + f"{-999.0:13.6f}" * 2  # real 22: 2 µV in a count
    data[at + 7] = f"{-999.0:13.6f}" * 5 + f"{1.25:13.6f}"  # real 42: 1.25 V in 1 g
    assert f"suggests {1.25 / 2e-6 / STANDARD_GRAVITY:.6g}" in refusal(cosmos, PATH, "\n".join(data).encode())


def test_contradictions_are_reported_with_both_values() -> None:
    (remark,) = cosmos.read(PATH, alter(OWN, "    50.000000", "    60.000000"), ReadAs()).remarks
    assert remark.key == "record_peak_differs"
    assert remark.stated == pytest.approx(0.6)
    assert abs(remark.amount) == pytest.approx(0.01 * np.abs(MOTION).max(), abs=1e-5)
    (remark,) = cosmos.read(PATH, alter(OWN, "     0.830000", "     7.000000"), ReadAs()).remarks
    assert remark.key == "record_duration_differs"
    assert [remark.amount, remark.stated] == pytest.approx([0.83, 7.0])
    (remark,) = cosmos.read(PATH, alter(OWN, "\n/&", "\n     1.000     2.000\n/&"), ReadAs()).remarks
    assert (remark.key, remark.amount, remark.stated) == ("record_surplus_left_out", 85.0, 83.0)


def test_the_users_step_stands_in_for_a_missing_one() -> None:
    data = alter(OWN, "    10.000000     0.830000", "  -999.000000     0.830000")
    assert "does not say its time step" in refusal(cosmos, PATH, data)
    assert cosmos.read(PATH, data, ReadAs(step=0.01)).channels[0].step == 0.01


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("     83 acc", "     89 acc", "after 83 of 89 values"),
        ("     83 acc", "999999999999 acc", "after 83 of 999999999999 values"),
        ("     83 acc", "      0 acc", "the number of points is 0"),
        ("    10.000000", "     0.000000", "real header value 62 is 0"),
        ("    10.000000", "          nan", "a value is"),
        ("     0.000    ", "**********    ", 'a value is "**********"'),
        ("     0.000    ", "       nan    ", 'a value is "nan"'),
        ("     0.000    ", "    1e9999    ", "no finite number"),
        ("     0.000    ", "  -999.000    ", "sample 1 is marked as missing"),
        ("Format=(8F10.3)", "", "states no format of numbers"),
        ("Format=(8F10.3)", "Format=(8F0.0)", "states no format of numbers"),
        ("Format=(8F10.3)", "Format=(99999F10.3)", "states no format of numbers"),
        ("cm/sec2 (04)", "psi (60)", "unit (code 60) that is not known"),
        ("acceleration pts", "strain       pts", 'announces "strain"'),
        (" 100 Integer-header", "  10 Integer-header", "at least 62 are needed"),
        (" 100 Integer-header", "some Integer-header", "should announce the Integer-header"),
        ("  1 Comment", "999999 Comment", "ends at line"),
        ("/&  --", "Surprise", "is no line that this format has here"),
    ],
)
def test_bad_files_are_refused_with_the_reason(old: str, new: str, message: str) -> None:
    assert message in refusal(cosmos, PATH, alter(OWN, old, new))


def test_detection_line_ends_cuts_spoilt_and_rubbish() -> None:
    check_detected(PATH, DATA, "cosmos")
    check_line_ends(cosmos, PATH, OWN)
    check_cuts(cosmos, PATH, OWN, examples=80)
    check_spoilt(cosmos, PATH, OWN, head=4200)
    check_rubbish(cosmos.recognises, cosmos, PATH)
