"""ITSAK's text: own files of its layout with invented numbers."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from pirqa.errors import RecordError
from pirqa.motion.formats import format_of, itsak, read_record
from pirqa.motion.record import ReadAs, Record, record_path, shipped_records

ROWS = [(-0.00258244, -0.00423725, 0.003674), (0.00441432, 404.21792, 12.5), (-1.5, 0.25, -8.0), (0.5, -0.5, 0.75)]
"""cm/s2"""


def text(components: str = "E N Z") -> str:
    rule = "-----------------------********--------------------"
    rows = ["".join(f"{value:13.8f}"[:13] for value in row) + " " for row in ROWS]
    head = [
        "type of record: accelerogram",
        "station name: XYZ1",
        "datetime of first sample: 2014-01-26T13:55:37.000000Z",
        "sampling frequency: 200.0 Hz",
        f"npts: {len(ROWS)}",
        "units: cm/s^2",
        rule,
        f"                    components: {components}",
        rule,
        "",
    ]
    return "\n".join([*head, *rows]) + "\n"


PLAIN = text()


def file_of(content: str, tmp_path: Path) -> Path:
    path = tmp_path / "own_data.txt"
    path.write_text(content, encoding="latin-1", newline="")
    return path


def keys(record: Record) -> list[str]:
    return [remark.key for remark in record.remarks]


def test_components_unit_and_step_come_from_the_header(tmp_path):
    for end in ("\n", "\r\n", "\r"):
        record = read_record(file_of(PLAIN.replace("\n", end), tmp_path))
        assert (record.origin.format, record.origin.station) == ("itsak", "XYZ1")
        assert record.origin.time == "2014-01-26T13:55:37.000000Z"
        assert [channel.name for channel in record.channels] == ["E", "N", "Z"]
        for column, channel in enumerate(record.channels):
            assert channel.values == pytest.approx([0.01 * row[column] for row in ROWS])
            assert (channel.step, channel.unit) == (0.005, "cm/s2")
        assert [channel.vertical for channel in record.channels] == [False, False, True]
        assert record.channels[0].azimuth == pytest.approx(math.pi / 2.0)
        assert keys(record) == []


def test_the_order_of_the_header_counts(tmp_path):
    record = read_record(file_of(text("Z N E"), tmp_path))
    assert [channel.vertical for channel in record.channels] == [True, False, False]


def test_a_component_that_is_no_direction_is_remarked(tmp_path):
    record = read_record(file_of(text("L T Z"), tmp_path))
    assert [channel.azimuth for channel in record.channels] == [None, None, None]
    assert keys(record) == ["record_direction_unknown", "record_direction_unknown"]


def test_a_missing_unit_is_asked_for(tmp_path):
    path = file_of(PLAIN.replace("units: cm/s^2\n", ""), tmp_path)
    with pytest.raises(RecordError, match="does not say the unit of its accelerations; give it"):
        read_record(path)
    assert read_record(path, ReadAs(unit="gal")).channels[1].values.max() == pytest.approx(4.0421792)


def test_units_and_steps_that_are_asked_for(tmp_path):
    path = file_of(PLAIN, tmp_path)
    assert keys(read_record(path, ReadAs(unit="g"))) == ["record_unit_overruled"]
    assert keys(read_record(path, ReadAs(step=0.01))) == ["record_step_overruled"]


def test_more_rows_than_stated_are_kept_and_remarked(tmp_path):
    record = read_record(file_of(PLAIN.replace("npts: 4", "npts: 3"), tmp_path))
    assert len(record.channels[0].values) == 4
    assert keys(record) == ["record_count_differs"]


BAD = {
    "cut in the header": ("\n".join(PLAIN.splitlines()[:8]) + "\n", "no rule stands below .*fetch the file again"),
    "no data": ("\n".join(PLAIN.splitlines()[:10]) + "\n", "ends after 0 samples, its header states 4"),
    "cut in the data": ("\n".join(PLAIN.splitlines()[:12]) + "\n", "line 12: .*2 samples, its header states 4"),
    "velocities": (PLAIN.replace("accelerogram", "velocity"), 'line 1: holds "velocity", no accelerogram; give'),
    "nan": (PLAIN.replace("404.21792000", "         nan"), 'line 12: a value is "nan", .*; repair it or fetch'),
    "overflow": (PLAIN.replace("404.21792000", "************"), "line 12: a value is .*; repair it or fetch"),
    "absurd": (PLAIN.replace("404.21792000", "404.2179e+40"), "value 5 .* too large; fetch the file again"),
    "a value lost": (PLAIN.replace("404.21792000", "            "), "line 12: has 2 values, .* 3; repair the line"),
    "a value more": (PLAIN.replace("404.21792000", " 404.2179 12"), "line 12: has 4 values, .* 3; repair the line"),
    "fewer components": (text("E N"), "line 11: has 3 values, one a component are 2; repair the line"),
    "no components": (text(""), 'states no "components"; fetch the file again'),
    "frequency of nothing": (PLAIN.replace("200.0 Hz", "0.0 Hz"), "line 4: sampling frequency .* greater than 0"),
    "frequency as a step": (PLAIN.replace("200.0 Hz", "0.005 s"), "line 4: sampling frequency .* in Hz"),
    "no count": (PLAIN.replace("npts: 4", "npts: 4.5"), "line 5: npts is 4.5, which is no count"),
    "unit of velocity": (PLAIN.replace("cm/s^2", "cm/s"), "line 6: gives accelerations in cm/s; correct the unit"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files_are_refused(case, tmp_path):
    content, message = BAD[case]
    with pytest.raises(RecordError, match=message) as caught:
        read_record(file_of(content, tmp_path), format="itsak")
    assert "own_data.txt" in str(caught.value)


def test_only_these_files_are_recognised():
    assert format_of(Path("own.txt"), PLAIN.encode()) == "itsak"
    for name in shipped_records():
        assert not itsak.recognises(record_path(f"pirqa:{name}", Path()).read_bytes(), name)
    assert not itsak.recognises(b"", "x.txt")
