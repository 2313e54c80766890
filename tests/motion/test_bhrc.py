"""The reader of BHRC's volume 1, with a rebuilt file: no licence was found for the agency's own."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from pirqa.motion.formats import bhrc
from pirqa.motion.record import ReadAs
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.motion_records import PATTERN, bhrc_file
from tests.motion.bad_input import (
    alter,
    check_cuts,
    check_detected,
    check_line_ends,
    check_rubbish,
    check_spoilt,
    refusal,
)

PATH = Path("own.V1")
DATA = bhrc_file()
POINTS = "NO. OF POINTS =    200      DURATION =   1.000"
UNIT = "UNITS ARE SECONDS AND G/10"
RATE = "  .200000E+03"
PEAK = " -.180000E+00"


def test_three_components_are_the_pattern_that_was_put_in() -> None:
    record = bhrc.read(PATH, DATA, ReadAs())
    for channel, name, size in zip(record.channels, ("L", "V", "T"), (0.02, 0.01, -0.025), strict=True):
        expected = 0.1 * STANDARD_GRAVITY * size * np.array(PATTERN)
        np.testing.assert_allclose(channel.values, expected, rtol=1e-9, atol=1e-15)
        assert (channel.name, channel.step, channel.unit) == (name, 0.005, "g/10")
    assert [channel.vertical for channel in record.channels] == [False, True, False]
    azimuths = [channel.azimuth for channel in record.channels]
    assert azimuths == [pytest.approx(math.radians(352.0)), None, pytest.approx(math.radians(82.0))]
    assert record.remarks == ()


def test_where_it_is_from() -> None:
    origin = bhrc.read(PATH, DATA, ReadAs()).origin
    assert (origin.station, origin.agency, origin.event) == ("9999 Nowhere", "BHRC", "2001/01/01 12:23:16, Mw 6.1")
    assert (origin.latitude, origin.longitude) == (38.474, 47.059)
    assert origin.time == ""  # the header states when the earthquake began, not the record


def test_fields_that_touch_are_parted() -> None:
    whole, touching = bhrc.read(PATH, DATA, ReadAs()), alter(DATA, f"{PEAK}", "-0.180000E+00")
    np.testing.assert_array_equal(bhrc.read(PATH, touching, ReadAs()).channels[0].values, whole.channels[0].values)
    assert b"-.100000E+00-0.180000E+00" in touching


def test_a_file_cut_between_components_is_read_with_a_warning() -> None:
    record = bhrc.read(PATH, bhrc_file(("T3",)), ReadAs())
    assert [channel.name for channel in record.channels] == ["T"]
    assert [(remark.key, remark.amount, remark.stated) for remark in record.remarks] == [
        ("record_components_missing", 1.0, 3.0)
    ]


def test_a_component_without_azimuth_is_remarked() -> None:
    record = bhrc.read(PATH, alter(DATA, "Azimuth L 352   T 82", "Azimuth L       T 82"), ReadAs())
    assert record.channels[0].azimuth is None
    assert [(remark.key, remark.text) for remark in record.remarks] == [("record_direction_unknown", "L")]


def test_numbers_that_fill_up_the_last_line_are_left_out_with_a_remark() -> None:
    data = DATA.replace(b"=    200 ", b"=    197 ", 1).replace(b"=   1.000", b"=   0.985", 1)
    record = bhrc.read(PATH, data, ReadAs())
    assert len(record.channels[0].values) == 197
    assert [(remark.key, remark.text, remark.amount, remark.stated) for remark in record.remarks] == [
        ("record_surplus_left_out", "L", 200.0, 197.0)
    ]


def test_options_that_contradict_the_header_are_errors() -> None:
    assert refusal(bhrc, PATH, DATA, ReadAs(unit="g")) == (
        ": line 12: states the unit g/10, but g was asked for; leave unit out"
    )
    assert refusal(bhrc, PATH, DATA, ReadAs(step=0.01)) == (
        ": line 22: the rate of the header gives a time step of 0.005 s, but 0.01 s was asked for; leave step out"
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("COMP L1", "COMB L1", 'line 7: should name the component, as in "COMP L1"; fetch'),
        ("NO. OF POINTS", "NO. OF DOTS  ", "line 13: the text of this header up to here does not state NO. OF POINTS"),
        (POINTS, POINTS.replace("   200", "  many"), "line 11: NO. OF POINTS is many"),
        (POINTS, POINTS.replace("   200", "     0"), "line 11: NO. OF POINTS is 0"),
        (POINTS, POINTS.replace("   200", "   211"), "line 22: states 200 samples a second, but line 11 211"),
        (POINTS, POINTS.replace("1.000", "0.000"), 'line 11: DURATION is "0.000"'),
        (POINTS, POINTS.replace("1.000", "2.000"), "line 22: states 200 samples a second"),
        (POINTS, POINTS.replace("1.000", "  nan"), 'line 11: DURATION is "nan"'),
        (POINTS, POINTS.replace("   200", "   180").replace("1.000", "0.900"), "line 47: component L ends here after"),
        (POINTS, POINTS.replace("   200", "   220").replace("1.000", "1.100"), "line 47: component L ends here after"),
        (UNIT, "UNITS ARE SECONDS AND FEET", 'line 12: the unit "FEET" is no known unit of acceleration'),
        (UNIT, "UNITS ARE UNKNOWN", "line 13: the text of this header up to here does not state its unit"),
        (RATE, "  .000000E+00", 'line 22: the rate, the first number here, is ".000000E+00"; it must be'),
        (RATE, " -.200000E+03", 'line 22: the rate, the first number here, is "-.200000E+03"'),
        (RATE, "  .100000E+03", "line 22: states 100 samples a second, but line 11 200 points in 1 s, 200 a second"),
        (PEAK, "          NaN", 'line 28: "NaN" is no number that a sample can have; fetch'),
        (PEAK, "     infinity", 'line 28: "infinity" is no number'),
        (PEAK, "*************", 'line 28: "*************" is no number'),
        (PEAK, "  .180000E+99", 'line 28: ".180000E+99" is no number'),
        (PEAK, " -.180000E+0", "line 28: has 129 characters where the format has 10 fields of 13; fetch"),
        (PEAK, " -.180000E+000", "line 28: has 131 characters"),
        ("/&\r\n*", "/&\r\njunk\r\n*", 'line 49: "* VOL1DS FILE:" should begin a component here; fetch'),
    ],
)  # fmt: skip
def test_malformed_files_are_refused_with_line_and_remedy(old: str, new: str, message: str) -> None:
    assert message in refusal(bhrc, PATH, alter(DATA, old, new))


def test_the_next_component_begins_with_its_title_where_the_mark_before_it_is_lost() -> None:
    record = bhrc.read(PATH, alter(DATA, "/&\r\n*", "*"), ReadAs())
    assert [len(channel.values) for channel in record.channels] == [200, 200, 200]


def test_files_without_a_body_or_cut_in_the_header_are_refused() -> None:
    lines = DATA.splitlines(keepends=True)
    assert "line 20: the file ends within the 27 lines of a header; fetch" in refusal(bhrc, PATH, b"".join(lines[:20]))
    empty = b"".join([*lines[:27], *lines[47:]])
    assert "line 27: no samples follow this header of component L; fetch" in refusal(bhrc, PATH, empty)
    short = b"".join([*lines[:40], *lines[41:]])
    assert "line 46: component L ends here after 190 samples, its header states 200" in refusal(bhrc, PATH, short)
    assert "is not a text file" in refusal(bhrc, PATH, b"\0" + DATA)
    junk = b"".join([*lines[:30], b"\xfe\x01\x02\r\n", *lines[31:]])
    assert "line 31: has 3 characters" in refusal(bhrc, PATH, junk)


def test_detection_line_ends_cuts_spoilt_and_rubbish() -> None:
    check_detected(PATH, DATA, "bhrc")
    check_detected(PATH, b"\xef\xbb\xbf" + DATA, "bhrc")
    check_line_ends(bhrc, PATH, DATA)
    check_cuts(bhrc, PATH, bhrc_file(("L1",)))
    check_spoilt(bhrc, PATH, DATA, head=2600)
    check_rubbish(bhrc.recognises, bhrc, PATH)
