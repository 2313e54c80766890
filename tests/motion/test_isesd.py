"""ISESD's .cor.acc: own files of its layout with invented numbers."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.motion.formats import format_of, isesd, read_record
from pirqa.motion.record import ReadAs, Record, join_records, record_path, shipped_records

VALUES = [-1.37246e-7, -2.68357e-7, 2.5, -5.0693293, 0.004, 1.25, -3.75e-2]
"""m/s2"""


def text(orientation: str = "NS", *, values: tuple[float, ...] = tuple(VALUES), peak: str = "5.0693293E+00") -> str:
    cells = [f"{value:14.7E}" for value in values]
    rows = ["".join(cells[at : at + 5]) for at in range(0, len(cells), 5)]
    head = {
        "Event Date & Time": "2009-04-06 01:32:39",
        "Station Code / Name": "9999 / An invented place, Italy",
        "Network": "Nobody's network",
        "Orientation": orientation,
        "Processing Info": "Acausal Butterworth bandpass filtering (4pole-4pole).",
        "Filter Cut-off Frequency (Hz)": "0.100 - 50.000",
        "Time Increment (s)": "0.005",
        "Number of Data": str(len(values)),
        "PGA (m/s/s)": peak,
    }
    lines = [f"{key:<30}: {value}" for key, value in head.items()]
    return "\n".join([*lines, "Accelaration time series in m/s/s", *rows]) + "\n"


PLAIN = text()


def file_of(content: str, tmp_path: Path, name: str = "own.cor.acc") -> Path:
    path = tmp_path / name
    path.write_text(content, encoding="latin-1", newline="")
    return path


def keys(record: Record) -> list[str]:
    return [remark.key for remark in record.remarks]


def test_fields_that_touch_are_told_apart(tmp_path):
    assert "E-07-2.68" in PLAIN
    for end in ("\n", "\r\n", "\r"):
        record = read_record(file_of(PLAIN.replace("\n", end), tmp_path))
        (channel,) = record.channels
        assert channel.values == pytest.approx(VALUES, rel=1e-7)
        assert (channel.name, channel.step, channel.unit, channel.band) == ("NS", 0.005, "m/s2", (0.1, 50.0))
        assert record.corrected
        assert keys(record) == []


def test_header_is_quoted(tmp_path):
    origin = read_record(file_of(PLAIN, tmp_path)).origin
    assert (origin.format, origin.station) == ("isesd", "9999 / An invented place, Italy")
    assert (origin.agency, origin.event, origin.time) == ("Nobody's network", "2009-04-06 01:32:39", "2009-04-06")


def test_either_spelling_of_the_title_is_read(tmp_path):
    record = read_record(file_of(PLAIN.replace("Accelaration", "Acceleration"), tmp_path))
    assert len(record.channels[0].values) == len(VALUES)


def test_three_files_are_one_motion_whose_vertical_is_known(tmp_path):
    records = [read_record(file_of(text(name), tmp_path, f"1_{name}.acc")) for name in ("NS", "WE", "UP")]
    joined = join_records(records)
    assert [channel.vertical for channel in joined.channels] == [False, False, True]
    assert joined.channels[0].azimuth == 0.0
    assert math.sin(joined.channels[1].azimuth) ** 2 == pytest.approx(1.0)  # along east and west


def test_an_orientation_that_is_no_direction_is_remarked(tmp_path):
    record = read_record(file_of(text("Longitudinal"), tmp_path))
    assert record.channels[0].azimuth is None
    assert not record.channels[0].vertical
    assert keys(record) == ["record_direction_unknown"]


def test_a_peak_that_differs_is_reported(tmp_path):
    assert keys(read_record(file_of(text(peak="5.0693295E+00"), tmp_path))) == ["record_peak_differs"]
    assert keys(read_record(file_of(text(peak="5.069E+00"), tmp_path))) == []  # printed less finely


def test_units_and_steps_that_are_asked_for(tmp_path):
    path = file_of(PLAIN, tmp_path)
    assert "record_unit_overruled" in keys(read_record(path, ReadAs(unit="g")))
    record = read_record(path, ReadAs(step=0.01))
    assert (record.channels[0].step, keys(record)) == (0.01, ["record_step_overruled"])


def test_values_beyond_the_count_are_left_out_and_remarked(tmp_path):
    record = read_record(file_of(PLAIN.replace(": 7\n", ": 5\n"), tmp_path))
    assert len(record.channels[0].values) == 5
    assert keys(record) == ["record_surplus_left_out"]


def test_velocities_are_no_accelerations(tmp_path):
    velocity = PLAIN.replace("Accelaration time series in m/s/s", "Velocity time series in m/s").replace("PGA", "PGX")
    with pytest.raises(RecordError, match="holds no acceleration; give the file with accelerations"):
        read_record(file_of(velocity, tmp_path))


BAD = {
    "cut in the header": (PLAIN[:300], "no line states the data.*fetch the file again"),
    "no data": ("\n".join(PLAIN.splitlines()[:10]) + "\n", "line 10: the file ends after 0 of 7 values"),
    "cut in the data": (
        "\n".join(PLAIN.splitlines()[:11]) + "\n",
        "line 11: the file ends after 5 of 7 .*fetch it again",
    ),
    "last number cut": (PLAIN[:-2], "line 12: its last number has fewer than 14 characters"),
    "nan": (PLAIN.replace(" 2.5000000E+00", "           NaN"), 'line 11: a value is "NaN", .*; repair it or fetch'),
    "overflow": (PLAIN.replace(" 2.5000000E+00", "*" * 14), "line 11: a value is .*; repair it or fetch"),
    "absurd": (PLAIN.replace(" 2.5000000E+00", " 2.5000000E+40"), "line 11: value 3 .* too large; fetch"),
    "no step": (PLAIN.replace("Time Increment (s)", "Time Increment    "), 'states no "time increment .s."; fetch'),
    "step of nothing": (PLAIN.replace(": 0.005", ": 0.000"), "line 7: Time Increment .s. is 0; it must be greater"),
    "step in words": (PLAIN.replace(": 0.005", ": fast"), 'line 7: Time Increment .s. is "fast", .*correct it'),
    "no count": (PLAIN.replace(": 7\n", ": many\n"), "line 8: Number of Data is many, which is no count"),
    "absurd count": (PLAIN.replace(": 7\n", ": 59220\n"), "after 7 of 59220 values .*fetch it again"),
    "no orientation": (PLAIN.replace(": NS", ": "), 'states no "orientation"; fetch the file again'),
    "unit of velocity": (PLAIN.replace("in m/s/s", "in m/s"), "line 10: gives acceleration in m/s; correct the unit"),
    "unknown unit": (PLAIN.replace("in m/s/s", "in furlong"), "does not say the unit of its accelerations; give it"),
    "peak in another quantity": (PLAIN.replace("PGA (m/s/s)", "PGA (m)"), "line 9: gives the peak .* correct the unit"),
    "a line lost its end": (PLAIN.replace(" 4.0000000E-03", ""), "line 12: the file ends after 6 of 7 values"),
    "text behind the data": (PLAIN + "The end\n", "line 13: the data should go on or end here; fetch the file again"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files_are_refused(case, tmp_path):
    content, message = BAD[case]
    path = file_of(content, tmp_path)
    with pytest.raises(RecordError, match=message) as caught:
        read_record(path, format="isesd")
    assert "own.cor.acc" in str(caught.value)


def test_only_these_files_are_recognised():
    assert format_of(Path("own.txt"), PLAIN.encode()) == "isesd"
    for name in shipped_records():
        assert not isesd.recognises(record_path(f"pirqa:{name}", Path()).read_bytes(), name)
    assert not isesd.recognises(b"", "x.cor.acc")


def test_samples_are_those_that_are_printed(tmp_path):
    drawn = np.random.default_rng(3).normal(size=1003)
    values = (0.0, *(float(value) for value in drawn[1:]))  # a record begins quietly
    peak = max(values, key=abs)
    record = read_record(file_of(text(values=values, peak=f"{abs(peak):.7E}"), tmp_path))
    assert record.channels[0].values == pytest.approx(values, rel=1e-7)
    assert keys(record) == []
