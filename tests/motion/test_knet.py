"""The reader of K-NET and KiK-net text, with rebuilt files: NIED forbids to hand on its own."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.motion.formats import knet, read_record
from pirqa.motion.options import MotionOptions, ProcessingOptions, RecordOptions
from pirqa.motion.prepare import prepare_record
from pirqa.motion.record import ReadAs, join_records
from pirqa.motion.sets.characteristics import group_files
from pirqa.verification.motion_records import PATTERN, knet_file
from tests.motion.bad_input import (
    alter,
    check_cuts,
    check_detected,
    check_line_ends,
    check_rubbish,
    check_spoilt,
    refusal,
)

PATH = Path("file.EW")
DATA = knet_file("E-W")
GAL = 0.01 * 1000.0 * 2000.0 / 8388608.0
"""One unit of the pattern [m/s2]."""
FIRST = "    1200     4200     9200    -3800    -7800     3200     2200     1200 "
DURATION = "Duration Time(s)  2"
SCALE = "Scale Factor      2000(gal)/8388608"


def test_samples_are_counts_less_their_mean_times_the_scale_factor() -> None:
    record = knet.read(PATH, DATA, ReadAs())
    (channel,) = record.channels
    np.testing.assert_allclose(channel.values, GAL * np.array(PATTERN), rtol=1e-12, atol=1e-14)
    assert (channel.name, channel.step, channel.unit, channel.vertical) == ("EW", 0.01, "counts", False)
    assert channel.azimuth == pytest.approx(math.pi / 2.0)
    assert record.remarks == ()
    assert not record.corrected


def test_knet_peak_equals_header() -> None:
    (channel,) = knet.read(PATH, DATA, ReadAs()).channels
    assert f"{100.0 * np.abs(channel.values).max():.3f}" == "2.146"


def test_first_sample_is_nine_hours_and_fifteen_seconds_before_record_time() -> None:
    origin = knet.read(PATH, DATA, ReadAs()).origin
    assert origin.time == "2000-12-31T20:00:05Z"
    assert origin.event == "2000-12-31T20:00:00Z, M 6.0"
    assert (origin.station, origin.agency, origin.latitude, origin.longitude) == ("ZZZ999", "NIED", 35.1, 135.1)


@pytest.mark.parametrize(
    ("direction", "name", "azimuth", "level"),
    [
        ("N-S", "NS", 0.0, None),
        ("E-W", "EW", 90.0, None),
        ("U-D", "UD", None, None),
        ("1", "NS1", 0.0, "borehole"),
        ("2", "EW1", 90.0, "borehole"),
        ("3", "UD1", None, "borehole"),
        ("4", "NS2", 0.0, "surface"),
        ("5", "EW2", 90.0, "surface"),
        ("6", "UD2", None, "surface"),
    ],
)
def test_direction_states_component_and_level(direction: str, name: str, azimuth: float | None, level: str) -> None:
    record = knet.read(PATH, knet_file(direction), ReadAs())
    (channel,) = record.channels
    assert (channel.name, channel.level, channel.vertical) == (name, level, azimuth is None)
    assert channel.azimuth == (None if azimuth is None else pytest.approx(math.radians(azimuth)))
    assert [remark.key for remark in record.remarks] == (["record_in_borehole"] if level == "borehole" else [])
    assert record.origin.station == ("ZZZ999" if level is None else f"ZZZ999 ({level})")


def written(folder: Path, *directions: str) -> list[Path]:
    paths = [folder / f"ZZZ999.{direction}" for direction in directions]
    for path, direction in zip(paths, directions, strict=True):
        path.write_bytes(knet_file(direction))
    return paths


def test_three_files_of_one_level_are_one_motion(tmp_path: Path) -> None:
    record = join_records([read_record(path) for path in written(tmp_path, "4", "5", "6")])
    assert [(channel.name, channel.delay) for channel in record.channels] == [("NS2", 0.0), ("EW2", 0.0), ("UD2", 0.0)]
    assert [channel.vertical for channel in record.channels] == [False, False, True]


def test_surface_and_borehole_are_not_joined(tmp_path: Path) -> None:
    records = [read_record(path) for path in written(tmp_path, "1", "5")]
    with pytest.raises(
        RecordError, match=r"ZZZ999\.1, ZZZ999\.5: some were recorded at the surface.*files of one level"
    ):
        join_records(records)


def test_files_of_a_folder_are_grouped_by_level(tmp_path: Path) -> None:
    candidates, refused = group_files(written(tmp_path, *"123456"), tmp_path)
    assert [candidate.files for candidate in candidates] == [
        ("ZZZ999.1", "ZZZ999.2", "ZZZ999.3"),
        ("ZZZ999.4", "ZZZ999.5", "ZZZ999.6"),
    ]
    assert refused == ()


def test_the_vertical_component_does_not_drive_the_wall(tmp_path: Path) -> None:
    up, _ = written(tmp_path, "U-D", "N-S")
    up.write_bytes(alter(alter(up.read_bytes(), "2000(gal)", "6000(gal)"), "2.146", "6.437"))
    asked = RecordOptions(files=("ZZZ999.U-D", "ZZZ999.N-S"))
    options = MotionOptions(records={"own": asked}, processing=ProcessingOptions(kind="none"))
    motion = prepare_record("own", asked, options, {}, tmp_path).motion
    assert [direction.name for direction in motion.directions] == ["across"]
    assert motion.peak_acceleration[0] == pytest.approx(9.0 * GAL)


def test_memo_byte_order_mark_and_eight_bit_letters_change_nothing() -> None:
    whole = knet.read(PATH, DATA, ReadAs()).channels[0].values
    for data in (knet_file("E-W", memo="a memo"), b"\xef\xbb\xbf" + DATA, alter(DATA, "Memo.", "Memo.   \xb1\xe9")):
        assert knet.recognises(data, "x")
        np.testing.assert_array_equal(knet.read(PATH, data, ReadAs()).channels[0].values, whole)


def test_another_peak_is_remarked_with_both_values() -> None:
    (remark,) = knet.read(PATH, alter(DATA, "2.146", "2.147"), ReadAs()).remarks
    assert (remark.key, remark.text) == ("record_peak_differs", "EW")
    assert [abs(remark.amount), remark.stated] == pytest.approx([9.0 * GAL, 0.02147])


def test_options_that_contradict_the_header_are_errors() -> None:
    assert refusal(knet, PATH, DATA, ReadAs(unit="g")) == (
        ": line 14: states the unit gal, but g was asked for; leave unit out"
    )
    assert refusal(knet, PATH, DATA, ReadAs(step=0.02)) == (
        ": line 11: Sampling Freq(Hz) gives a time step of 0.01 s, but 0.02 s was asked for; leave step out"
    )
    same = knet.read(PATH, DATA, ReadAs(unit="cm/s2", step=0.01)).channels[0]
    assert np.abs(same.values).max() == pytest.approx(9.0 * GAL)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Memo.", "Note.", 'line 40: the header up to here has no line "Memo."; fetch'),
        ("Scale Factor", "Factor      ", 'line 17: the header up to here has no line "Scale Factor"; fetch'),
        ("Max. Acc. (gal)   2.146", "Max. Acc. (gal)", "line 15: Max. Acc. (gal) is empty; fetch"),
        ("Max. Acc. (gal)   2.146", "Max. Acc. (gal)   nan", 'line 15: Max. Acc. (gal) is "nan"'),
        ("100Hz", "0Hz", 'line 11: Sampling Freq(Hz) is "0Hz", which must be a number greater than 0; fetch'),
        ("100Hz", "-100Hz", 'line 11: Sampling Freq(Hz) is "-100Hz"'),
        ("100Hz", "100kHz", 'line 11: Sampling Freq(Hz) is "100kHz"'),
        (DURATION, "Duration Time(s)  0", 'line 12: Duration Time(s) is "0"'),
        (DURATION, "Duration Time(s)  3", "line 42: the counts end here after 200, the header states 300 (3 s"),
        (DURATION, "Duration Time(s)  1", "line 42: the counts end here after 200, the header states 100"),
        (DURATION, "Duration Time(s)  1e29", "the header states"),
        ("Dir.              E-W", "Dir.              7", 'line 13: Dir. is "7"; it must be N-S, E-W, U-D, or 1 to 6'),
        (SCALE, "Scale Factor      2000(furlong)/8388608", 'line 14: the unit "furlong" is no known unit'),
        (SCALE, "Scale Factor      2000(gal)/0", 'line 14: Scale Factor is "2000(gal)/0"'),
        (SCALE, "Scale Factor      -2000(gal)/8388608", "line 14: Scale Factor is"),
        (SCALE, "Scale Factor      2000/8388608", "line 14: Scale Factor is"),
        (FIRST, FIRST.replace("4200", " nan"), 'line 18: "nan" is no number that a sample can have; fetch'),
        (FIRST, FIRST.replace("4200", " inf"), 'line 18: "inf" is no number'),
        (FIRST, FIRST.replace("4200", "4_00"), 'line 18: "4_00" is no number'),
        (FIRST, FIRST.replace("4200", "42.5"), "line 18: 42.5 is no count of a recorder; fetch"),
        (FIRST, FIRST.replace("  1200     4200", "99999999994200"), "line 18: has 7 values where the format has 8"),
        (FIRST, FIRST.replace("    4200", " 9999999999"), "line 18: 9999999999 is no count of a recorder"),
        (FIRST, "", "line 18: has 0 values where the format has 8"),
        (FIRST, "\xfe\xff\x01 junk", "line 18: has 2 values where the format has 8"),
        ("Lat.              35.000", DURATION.replace("2", "4"), "line 12: states Duration Time(s) as"),
    ],
)  # fmt: skip
def test_malformed_files_are_refused_with_line_and_remedy(old: str, new: str, message: str) -> None:
    assert message in refusal(knet, PATH, alter(DATA, old, new))


def test_files_without_a_body_or_cut_in_the_header_are_refused() -> None:
    header = DATA[: DATA.index(b"Memo.")]
    assert 'line 16: the header up to here has no line "Memo."; fetch' in refusal(knet, PATH, header)
    assert "line 17: 0 lines of counts follow, 200 counts are stated; fetch" in refusal(knet, PATH, header + b"Memo.\n")
    assert "is not a text file" in refusal(knet, PATH, b"\0\1\2" + DATA)
    assert "line 43: has 4 values where the format has 8; fetch" in refusal(knet, PATH, DATA + DATA)


def test_a_count_cut_at_the_end_of_the_file_is_refused() -> None:
    cut = alter(DATA, FIRST, FIRST)[:-3]  # 1200 of the last field becomes 120
    assert cut.endswith(b" 120")
    assert "line 42: its last count was cut off; fetch" in refusal(knet, PATH, cut)


def test_detection_line_ends_cuts_spoilt_and_rubbish() -> None:
    check_detected(PATH, DATA, "knet")
    check_line_ends(knet, PATH, DATA)
    check_cuts(knet, PATH, DATA)
    check_spoilt(knet, PATH, DATA, head=700)
    check_rubbish(knet.recognises, knet, PATH)
