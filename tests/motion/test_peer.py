"""The reader of PEER's .AT2, .VT2 and .DT2 files, with a file of our own."""

import math
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.motion.formats import peer, read_record
from pirqa.motion.record import ReadAs
from pirqa.units import STANDARD_GRAVITY
from tests.motion.bad_input import (
    OWN,
    alter,
    check_cuts,
    check_detected,
    check_line_ends,
    check_rubbish,
    check_spoilt,
    refusal,
)

PATH = OWN / "synthetic_SYN035.AT2"
DATA = PATH.read_bytes()
TITLE = "Made-up shaking, 01/02/2003, Synthetic station of pirqa, 35"
COUNT = "NPTS=    203, DT=   .0100 SEC,"
UNIT = "ACCELERATION TIME SERIES IN UNITS OF G"
FIRST = "   .0000000E+00"


def test_our_own_file_is_the_decaying_sine_that_it_was_made_from() -> None:
    record = read_record(PATH)
    (channel,) = record.channels
    time = 0.01 * np.arange(203)
    expected = 0.25 * STANDARD_GRAVITY * np.sin(4.0 * math.pi * time) * np.exp(-time)
    np.testing.assert_allclose(channel.values, expected, rtol=1e-6, atol=1e-14)
    assert (channel.name, channel.step, channel.unit) == ("35", 0.01, "g")
    assert channel.azimuth == pytest.approx(math.radians(35.0))
    assert record.remarks == ()
    origin = record.origin
    assert (origin.station, origin.event) == ("Synthetic station of pirqa", "Made-up shaking, 01/02/2003")
    assert origin.time == "2003-01-02"


@pytest.mark.parametrize(
    "header",
    [
        "   203   0.0100    NPTS, DT",
        "203 .01 NPTS DT",
        "NPTS=   203, DT= .01000 SEC",
        "NPTS=203,DT=.01SEC",
        "npts = 203, dt = 1.0E-02 sec",
    ],
)
def test_headers_old_and_new_say_the_same(header: str) -> None:
    data = alter(DATA, COUNT, header)
    check_detected(PATH, data, "peer")
    (channel,) = peer.read(PATH, data, ReadAs()).channels
    assert (len(channel.values), channel.step) == (203, 0.01)


def test_any_count_of_numbers_in_a_line() -> None:
    head, rows = DATA.split(b"SEC,\r\n")
    numbers = rows.split()
    lines = b"\r\n".join(b" ".join(numbers[at : at + 7]) for at in range(0, len(numbers), 7))
    (channel,) = peer.read(PATH, head + b"SEC,\r\n" + lines + b"\r\n", ReadAs()).channels
    np.testing.assert_array_equal(channel.values, read_record(PATH).channels[0].values)


@pytest.mark.parametrize(
    ("component", "azimuth", "vertical"),
    [("140", 140.0, False), ("360", 0.0, False), ("FN", None, False), ("FP", None, False), ("UP", None, True)],
)
def test_components(component: str, azimuth: float | None, vertical: bool) -> None:
    (channel,) = peer.read(PATH, alter(DATA, TITLE, f"A, 1/2/94, B, {component}"), ReadAs()).channels
    assert (channel.name, channel.vertical) == (component, vertical)
    assert channel.azimuth == (None if azimuth is None else pytest.approx(math.radians(azimuth)))


def test_down_is_turned_up_with_a_remark() -> None:
    record = peer.read(PATH, alter(DATA, TITLE, "A, 1/2/94, B, DWN"), ReadAs())
    np.testing.assert_array_equal(record.channels[0].values, -read_record(PATH).channels[0].values)
    assert record.channels[0].vertical
    assert [remark.key for remark in record.remarks] == ["record_turned_upwards"]


def test_the_files_name_stands_in_for_a_title_without_component() -> None:
    record = peer.read(PATH, alter(DATA, TITLE, "IMPERIAL VALLEY 10/15/79 2319, EL CENTRO ARRAY 6"), ReadAs())
    assert record.channels[0].name == "035"
    assert record.channels[0].azimuth == pytest.approx(math.radians(35.0))
    assert [(remark.kind, remark.key) for remark in record.remarks] == [("assumption", "record_direction_from_name")]
    assert record.origin.time == "1979-10-15"


def test_velocity_and_displacement_are_other_quantities() -> None:
    data = alter(DATA, UNIT, "VELOCITY TIME SERIES IN UNITS OF CM/S")
    (channel,) = peer.read(PATH, data, ReadAs()).channels
    assert (channel.measured, channel.unit) == ("velocity", "cm/s")
    ours = read_record(PATH).channels[0].values
    np.testing.assert_allclose(channel.values, ours / STANDARD_GRAVITY * 0.01, rtol=1e-12)
    data = alter(DATA, UNIT, "DISPLACEMENT TIME HISTORY IN UNITS OF CM")
    assert peer.read(PATH, data, ReadAs()).channels[0].measured == "displacement"


def test_a_velocity_file_alone_holds_no_acceleration(tmp_path: Path) -> None:
    file = tmp_path / "a.VT2"
    file.write_bytes(alter(DATA, UNIT, "VELOCITY TIME SERIES IN UNITS OF CM/S"))
    with pytest.raises(RecordError, match="holds no acceleration"):
        read_record(file)


def test_filter_corners_in_the_header_are_the_band() -> None:
    data = alter(DATA, "DATABASE RECORD", "DATABASE RECORD. FILTER POINTS: HP=0.1 Hz LP=23.0 Hz")
    assert peer.read(PATH, data, ReadAs()).channels[0].band == (0.1, 23.0)


def test_more_values_than_stated_are_reported_with_both_counts() -> None:
    record = peer.read(PATH, alter(DATA, "203,", "200,"), ReadAs())
    (remark,) = record.remarks
    assert (remark.key, remark.amount, remark.stated) == ("record_count_differs", 203.0, 200.0)


def test_the_users_step_and_unit_overrule_the_headers() -> None:
    record = peer.read(PATH, DATA, ReadAs(step=0.02, unit="m/s2"))
    assert record.channels[0].step == 0.02
    assert {remark.key for remark in record.remarks} == {"record_step_overruled", "record_unit_overruled"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("203,", "204,", "203 samples, its header states 204"),
        ("203,", "999999999999,", "203 samples, its header states 999999999999"),
        ("203,", "****,", 'line 4: NPTS is "****"'),
        ("203,", "-203,", "whole number"),
        ("203,", "1e999,", "no finite number"),
        (".0100 SEC", ".0000 SEC", "line 4: DT is 0"),
        (".0100 SEC", "1e999 SEC", "line 4: DT"),
        (".0100 SEC", "      SEC", "line 4"),
        (" DT=   .0100 SEC,", "", "gives no DT"),
        (" IN UNITS OF G", "", "does not say the unit"),
        ("UNITS OF G", "UNITS OF OUNCES", 'line 3: the unit "OUNCES" is not known'),
        ("UNITS OF G", "UNITS OF CM", "is no unit of acceleration"),
        (FIRST, "            NaN", 'line 5: a value is "NaN"'),
        (FIRST, "            inf", 'line 5: a value is "inf"'),
        (FIRST, "          1e999", "no finite number"),
        (FIRST, "  *************", "line 5"),
        (COUNT, "", "has no line with NPTS and DT"),
    ],
)
def test_bad_files_are_refused_with_the_reason(old: str, new: str, message: str) -> None:
    assert message in refusal(peer, PATH, alter(DATA, old, new))


def test_line_ends_cuts_spoilt_and_rubbish() -> None:
    check_line_ends(peer, PATH, DATA)
    check_cuts(peer, PATH, DATA, examples=80)
    check_spoilt(peer, PATH, DATA, head=400)
    check_rubbish(peer.recognises, peer, PATH)
