"""The reader of AFAD's text, with a rebuilt file: no licence was found for the agency's own."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from pirqa.motion.formats import afad
from pirqa.motion.record import ReadAs
from pirqa.verification.motion_records import PATTERN, afad_file
from tests.motion.bad_input import (
    alter,
    check_cuts,
    check_detected,
    check_line_ends,
    check_rubbish,
    check_spoilt,
    refusal,
)

PATH = Path("own.txt")
DATA = afad_file()
NAMES = "       N-S          E-W          U-D"
SECOND = "   51.750000    34.500000    12.375000"
COUNT = "NUMBER OF DATA          : 200"
STEP = "SAMPLING INTERVAL (sec) : 0.01"


def test_three_components_are_the_pattern_that_was_put_in() -> None:
    record = afad.read(PATH, DATA, ReadAs())
    for channel, name, size in zip(record.channels, ("NS", "EW", "UD"), (17.25, 11.5, 4.125), strict=True):
        np.testing.assert_allclose(channel.values, 0.01 * size * np.array(PATTERN), rtol=1e-12)
        assert (channel.name, channel.step, channel.unit) == (name, 0.01, "gal")
    assert [channel.vertical for channel in record.channels] == [False, False, True]
    assert [channel.azimuth for channel in record.channels] == [0.0, pytest.approx(math.pi / 2.0), None]
    assert record.remarks == ()
    assert not record.corrected


def test_afad_peaks_equal_header_though_it_has_no_signs() -> None:
    peaks = [
        100.0 * channel.values[np.abs(channel.values).argmax()] for channel in afad.read(PATH, DATA, ReadAs()).channels
    ]
    assert [f"{peak:.6f}" for peak in peaks] == ["-155.250000", "-103.500000", "-37.125000"]


def test_place_time_and_turkish_letters() -> None:
    origin = afad.read(PATH, DATA, ReadAs()).origin
    assert origin.time == "2001-01-31T22:31:07Z"
    assert (origin.latitude, origin.longitude) == (37.03304, 27.43997)
    assert origin.station == "9999 MUĞLA ÖRNEK İSTASYONU"
    assert origin.event == "2001/01/31 22:31:09 (GMT), 6.5 Mw"


def test_utf8_with_and_without_a_mark_is_the_same_file() -> None:
    utf8 = DATA.decode("cp1254").encode()
    for data in (utf8, b"\xef\xbb\xbf" + utf8):
        check_detected(PATH, data, "afad")
        assert afad.read(PATH, data, ReadAs()).origin.station == "9999 MUĞLA ÖRNEK İSTASYONU"


def test_south_and_west_are_negative() -> None:
    data = alter(DATA, "37.03304N-27.43997E", "37.03304S-27.43997W")
    origin = afad.read(PATH, data, ReadAs()).origin
    assert (origin.latitude, origin.longitude) == (-37.03304, -27.43997)


def test_the_names_of_the_columns_give_their_order() -> None:
    record = afad.read(PATH, alter(DATA, NAMES, "       U-D          N-S          E-W"), ReadAs())
    assert [channel.name for channel in record.channels] == ["UD", "NS", "EW"]
    assert [channel.vertical for channel in record.channels] == [True, False, False]
    # the peaks of the header go with the names, so that exchanged names do not pass in silence
    assert [remark.key for remark in record.remarks] == ["record_peak_differs"] * 3


def test_another_peak_is_remarked_with_both_values() -> None:
    (remark,) = afad.read(PATH, alter(DATA, "103.500000", "103.600000"), ReadAs()).remarks
    assert (remark.key, remark.text) == ("record_peak_differs", "EW")
    assert [remark.amount, remark.stated] == pytest.approx([-1.035, 1.036])


def test_more_rows_than_stated_are_kept_with_a_remark() -> None:
    record = afad.read(PATH, alter(DATA, COUNT, "NUMBER OF DATA          : 198"), ReadAs())
    assert len(record.channels[0].values) == 200
    assert [(remark.key, remark.amount, remark.stated) for remark in record.remarks] == [
        ("record_count_differs", 200.0, 198.0)
    ]


def test_options_that_contradict_the_header_are_errors() -> None:
    assert refusal(afad, PATH, DATA, ReadAs(unit="g")) == (
        ": line 15: states the unit gal, but g was asked for; leave unit out"
    )
    assert refusal(afad, PATH, DATA, ReadAs(step=0.005)) == (
        ": line 14: SAMPLING INTERVAL gives a time step of 0.01 s, but 0.005 s was asked for; leave step out"
    )


def test_a_unit_that_is_not_known_may_be_given() -> None:
    data = alter(DATA, "RAW PGA VALUES (gal)", "RAW PGA VALUES (cm/sn2)")
    assert 'line 15: the unit "cm/sn2" is no known unit of acceleration; give it' in refusal(afad, PATH, data)
    assert afad.read(PATH, data, ReadAs(unit="gal")).channels[0].values[2] == pytest.approx(1.38)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("NUMBER OF DATA", "AMOUNT OF DATA", 'line 18: the header up to here has no line "NUMBER OF DATA"; fetch'),
        (COUNT, "NUMBER OF DATA          : many", "line 13: NUMBER OF DATA is many"),
        (COUNT, "NUMBER OF DATA          :", "line 13: NUMBER OF DATA is empty; fetch"),
        (COUNT, "NUMBER OF DATA          : 201", "line 218: component NS, EW, UD ends after 200 samples"),
        (STEP, "SAMPLING INTERVAL (sec) : 0", 'line 14: SAMPLING INTERVAL is "0", which must be a number'),
        (STEP, "SAMPLING INTERVAL (sec) : -0.01", 'line 14: SAMPLING INTERVAL is "-0.01"'),
        (STEP, "SAMPLING INTERVAL (sec) : 1e9", "line 14: SAMPLING INTERVAL gives a time step of 1e+09 s"),
        (STEP, "SAMPLING INTERVAL (msec) : 10", "line 14: SAMPLING INTERVAL is in msec, not in seconds"),
        ("VALUES (gal)", "VALUES (count)", 'line 15: the unit "count" is no known unit of acceleration'),
        ("(N-S) 155.250000", "(N-S) nan", 'line 15: states a peak of NS of "nan", which is no finite number; fetch'),
        ("(N-S) 155.250000", "(X-Y) 155.250000", "line 15: states a peak of XY, but the columns are NS, EW, UD; fetch"),
        (NAMES, "       N-S          E-W", "line 15: states a peak of UD, but the columns are NS, EW; fetch"),
        (NAMES, "       N-S          E-W          E-W", "line 18: names a component twice (NS, EW, EW); fetch"),
        (NAMES, "       one          two          three", "line 19: numbers stand here, but no line above names"),
        (SECOND, "   51.750000    34.500000", "line 20: has 2 values where the format has 3; fetch"),
        (SECOND, SECOND.replace("34.500000", "nan"), 'line 20: "nan" is no number that a sample can have; fetch'),
        (SECOND, SECOND.replace("34.500000", "-inf"), 'line 20: "-inf" is no number'),
        (SECOND, SECOND.replace("34.500000", "9e99"), 'line 20: "9e99" is no number'),
        (SECOND, SECOND.replace("34.500000", "34,50000"), 'line 20: "34,50000" is no number'),
        (SECOND, "\x01\x02\xfe", "line 20: has 1 values where the format has 3"),
        (SECOND, "", "line 20: has 0 values where the format has 3"),
        ("RECORDER SERIAL NO  ", "NUMBER OF DATA : 7\r\nRECORDER SERIAL NO  ", "line 14: states NUMBER OF DATA"),
    ],
)  # fmt: skip
def test_malformed_files_are_refused_with_line_and_remedy(old: str, new: str, message: str) -> None:
    assert message in refusal(afad, PATH, alter(DATA, old, new))


def test_files_without_a_body_or_cut_in_the_header_are_refused() -> None:
    body = DATA.index(NAMES.encode())
    assert "line 17: no line up to here names the columns" in refusal(afad, PATH, DATA[:body])
    assert "line 18: no samples follow" in refusal(afad, PATH, DATA[: body + len(NAMES) + 2])
    assert "is not a text file" in refusal(afad, PATH, b"\0" + DATA)


def test_detection_line_ends_cuts_spoilt_and_rubbish() -> None:
    check_detected(PATH, DATA, "afad")
    check_line_ends(afad, PATH, DATA)
    check_cuts(afad, PATH, DATA)
    check_spoilt(afad, PATH, DATA, head=900)
    check_rubbish(afad.recognises, afad, PATH)
