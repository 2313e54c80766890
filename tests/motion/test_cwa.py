"""The reader of CWA's text, with a rebuilt file: no licence was found for the agency's own."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from pirqa.motion.formats import cwa
from pirqa.motion.record import ReadAs
from pirqa.verification.motion_records import PATTERN, cwa_file
from tests.motion.bad_input import (
    alter,
    check_cuts,
    check_detected,
    check_line_ends,
    check_rubbish,
    check_spoilt,
    refusal,
)

PATH = Path("own.dat")
DATA = cwa_file()
SEQUENCE = "#DataSequence: Time U(+); N(+); E(+)"
RATE = "#SampleRate(Hz): 50"
LENGTH = "#RecordLength(sec): 4"
SECOND = "     0.020     2.250   -37.500  3757.500"
FIFTH = "     0.080    -6.750   112.500-11272.500"


def test_up_is_the_first_column_then_north_and_east() -> None:
    record = cwa.read(PATH, DATA, ReadAs())
    for channel, name, size in zip(record.channels, ("U", "N", "E"), (0.75, -12.5, 1252.5), strict=True):
        np.testing.assert_allclose(channel.values, 0.01 * size * np.array(PATTERN), rtol=1e-12)
        assert (channel.name, channel.step, channel.unit, channel.times) == (name, 0.02, "gal", None)
    assert [channel.vertical for channel in record.channels] == [True, False, False]
    assert [channel.azimuth for channel in record.channels] == [None, 0.0, pytest.approx(math.pi / 2.0)]
    assert record.remarks == ()
    assert record.corrected


def test_cwa_peaks_equal_header_and_touching_fields_are_parted() -> None:
    assert FIFTH.encode() in DATA
    peaks = [
        100.0 * channel.values[np.abs(channel.values).argmax()] for channel in cwa.read(PATH, DATA, ReadAs()).channels
    ]
    assert [f"{peak:.3f}" for peak in peaks] == ["-6.750", "112.500", "-11272.500"]


def test_time_is_eight_hours_behind_taiwans() -> None:
    origin = cwa.read(PATH, DATA, ReadAs()).origin
    assert origin.time == "2000-12-31T21:00:29Z"
    assert (origin.station, origin.event) == ("ZZZ Nowhere", "2001/01/01-05:00:42 GMT+08, M 6.0")
    assert (origin.latitude, origin.longitude) == (23.685, 121.483)


def test_time_without_a_zone_stays_as_it_stands() -> None:
    assert (
        cwa.read(PATH, alter(DATA, "#StartTime(GMT+08)", "#StartTime"), ReadAs()).origin.time == "2001-01-01T05:00:29"
    )


def test_another_order_of_the_columns_is_believed() -> None:
    record = cwa.read(PATH, alter(DATA, SEQUENCE, "#DataSequence: Time E(+); U(+); N(+)"), ReadAs())
    assert [(channel.name, channel.vertical) for channel in record.channels] == [
        ("E", False),
        ("U", True),
        ("N", False),
    ]
    assert [remark.key for remark in record.remarks] == ["record_peak_differs"] * 3


def test_a_column_that_counts_downwards_is_turned_and_one_to_the_south_has_its_azimuth() -> None:
    record = cwa.read(PATH, alter(DATA, SEQUENCE, "#DataSequence: Time U(-); N(-); E(+)"), ReadAs())
    plain = cwa.read(PATH, DATA, ReadAs())
    np.testing.assert_array_equal(record.channels[0].values, -plain.channels[0].values)
    np.testing.assert_array_equal(record.channels[1].values, plain.channels[1].values)
    assert record.channels[1].azimuth == pytest.approx(math.pi)
    assert [remark.key for remark in record.remarks] == ["record_turned_upwards"]


def test_a_unit_without_a_word_about_the_offset_is_uncorrected() -> None:
    assert not cwa.read(PATH, alter(DATA, "gal. DCoffset(corr)", "gal."), ReadAs()).corrected


def test_another_peak_is_remarked_with_both_values() -> None:
    (remark,) = cwa.read(PATH, alter(DATA, "112.500~", "112.700~"), ReadAs()).remarks
    assert (remark.key, remark.text) == ("record_peak_differs", "N")
    assert [remark.amount, remark.stated] == pytest.approx([1.125, 1.127])


def test_more_rows_than_stated_are_kept_with_a_remark() -> None:
    record = cwa.read(PATH, alter(DATA, LENGTH, "#RecordLength(sec): 3.98"), ReadAs())
    assert [(remark.key, remark.amount, remark.stated) for remark in record.remarks] == [
        ("record_count_differs", 200.0, 199.0)
    ]


def test_options_that_contradict_the_header_are_errors() -> None:
    assert refusal(cwa, PATH, DATA, ReadAs(unit="g")) == (
        ": line 17: states the unit gal, but g was asked for; leave unit out"
    )
    assert refusal(cwa, PATH, DATA, ReadAs(step=0.01)) == (
        ": line 16: SampleRate(Hz) gives a time step of 0.02 s, but 0.01 s was asked for; leave step out"
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("#AmplitudeUnit", "#Amplitude", 'line 22: the header up to here has no line "AmplitudeUnit"; fetch'),
        ("#DataSequence", "#Sequence", 'line 22: the header up to here has no line "DataSequence"'),
        ("gal. DCoffset(corr)", "mol. DCoffset(corr)", 'line 17: the unit "mol." is no known unit of acceleration'),
        (RATE, "#SampleRate(Hz): 0", 'line 16: SampleRate is "0", which must be a number greater than 0; fetch'),
        (RATE, "#SampleRate(Hz): -50", 'line 16: SampleRate is "-50"'),
        (RATE, "#SampleRate(Hz): 50Hz", 'line 16: SampleRate is "50Hz"'),
        (RATE, "#SampleRate(Hz): 49", "line 16: states 49 samples a second, but the times from line 23 on are 0.02 s"),
        (LENGTH, "#RecordLength(sec): 5", "line 222: component U, N, E ends after 200 samples, its header states 250"),
        (LENGTH, "#RecordLength(sec): nan", 'line 15: RecordLength is "nan"'),
        (SEQUENCE, "#DataSequence: Time U(+); N(+)", 'line 22: Data is "4F10.3", but DataSequence names 3 columns'),
        (SEQUENCE, "#DataSequence: Time U(+); N(+); N(+)", "line 21: DataSequence is"),
        (SEQUENCE, "#DataSequence: Time U(+); N(+); Q(+)", 'line 21: DataSequence has "Q(+)", which is no component'),
        (SEQUENCE, "#DataSequence: U(+); N(+); E(+)", "line 21: DataSequence is"),
        ("#Data: 4F10.3", "#Data: 4F0.3", 'line 22: Data is "4F0.3"'),
        ("#Data: 4F10.3", "#Data: 4F9.3", "line 23: has 40 characters where the format has 4 fields of 9; fetch"),
        ("112.500~ -100.000", "112.500 -100.000", "line 19: AmplitudeMAX. N is"),
        (SECOND, SECOND[:-1], "line 24: has 39 characters where the format has 4 fields of 10; fetch"),
        (SECOND, SECOND[:30], "line 24: has 30 characters"),
        (SECOND, SECOND + "1", "line 24: has 41 characters"),
        (SECOND, SECOND.replace("   -37.500", "       nan"), 'line 24: "nan" is no number that a sample can have'),
        (SECOND, SECOND.replace("   -37.500", "**********"), 'line 24: "**********" is no number'),
        (SECOND, SECOND.replace("   -37.500", "     1e999"), 'line 24: "1e999" is no number'),
        (SECOND, "\xfe\x01\x02", "line 24: has 3 characters"),
        (SECOND, SECOND.replace("0.020", "0.000"), "not after the one before it"),
    ],
)  # fmt: skip
def test_malformed_files_are_refused_with_line_and_remedy(old: str, new: str, message: str) -> None:
    assert message in refusal(cwa, PATH, alter(DATA, old, new))


def test_files_without_a_body_or_cut_in_the_header_are_refused() -> None:
    body = DATA.index(b"     0.000")
    assert "line 22: no samples follow the header; fetch" in refusal(cwa, PATH, DATA[:body])
    assert "line 22: 1 rows of samples follow; fetch" in refusal(cwa, PATH, DATA[: body + 42])
    assert "line 10: no samples follow" in refusal(cwa, PATH, b"\r\n".join(DATA.splitlines()[:10]))
    assert "is not a text file" in refusal(cwa, PATH, b"\0" + DATA)


def test_utf8_names_are_read() -> None:
    data = DATA.replace(b"Nowhere", "花蓮".encode())
    assert cwa.read(PATH, b"\xef\xbb\xbf" + data, ReadAs()).origin.station == "ZZZ 花蓮"


def test_detection_line_ends_cuts_spoilt_and_rubbish() -> None:
    check_detected(PATH, DATA, "cwa")
    check_line_ends(cwa, PATH, DATA)
    check_cuts(cwa, PATH, DATA)
    check_spoilt(cwa, PATH, DATA, head=900)
    check_rubbish(cwa.recognises, cwa, PATH)
