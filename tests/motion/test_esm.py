"""ESM and ITACA: the shipped file against its published numbers, and what may be wrong with such files."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.motion.formats import esm, format_of, read_record
from pirqa.motion.record import ReadAs, record_path

NAME = "HI.ARS1..HNE.D.20190728.160908.C.ACC.ASC"
PATH = record_path(f"pirqa:{NAME}", Path())


def text(*changes: tuple[str, str], rows: int = 8800) -> str:
    lines = PATH.read_text(encoding="latin-1").splitlines()
    head = "\n".join(lines[:64])
    for old, new in (("NDATA: 8800", f"NDATA: {rows}"), *changes):
        assert old in head
        head = head.replace(old, new)
    return "\n".join([head, *lines[64 : 64 + rows]]) + "\n"


def read(tmp_path: Path, content: str, asked: ReadAs | None = None):
    path = tmp_path / "own.ASC"
    path.write_text(content, encoding="latin-1")
    return read_record(path, asked)


def test_the_shipped_file_reads_with_its_published_numbers():
    record = read_record(PATH)
    channel = record.channels[0]
    assert record.origin.format == "esm"
    assert (channel.name, channel.step, len(channel.values), channel.unit) == ("HNE", 0.005, 8800, "cm/s2")
    peak = int(np.abs(channel.values).argmax())
    assert channel.values[peak] == pytest.approx(0.300022e-2, abs=1e-9)
    assert peak * channel.step == pytest.approx(20.67)  # TIME_PGA_S
    assert channel.band == (0.1, 30.0)
    assert channel.azimuth == pytest.approx(math.pi / 2)
    assert record.corrected
    assert record.origin.time == "2019-07-28T16:09:19.870Z"
    assert (record.origin.latitude, record.origin.longitude) == (37.6349, 22.7293)
    assert "ARS1" in record.origin.station
    assert record.origin.event == "GREECE, 20190728, ML 4.6"
    assert [remark.key for remark in record.remarks] == ["record_direction_from_code"]


def test_older_keys_and_one_corner(tmp_path):
    record = read(
        tmp_path,
        text(
            ("STREAM: HNE", "COMPONENT: UP"),
            ("HEADER_FORMAT: DYNA 1.2", "HEADER_FORMAT: DYNA 1.0"),
            ("HIGH_CUT_FREQUENCY_HZ: 30.000", "HIGH_CUT_FREQUENCY_HZ: "),
            rows=5000,
        ),
    )
    assert record.channels[0].vertical
    assert record.channels[0].band == (0.1, math.inf)
    assert record.remarks == ()


def test_units_are_those_of_the_header(tmp_path):
    record = read(tmp_path, text(("UNITS: cm/s^2", "UNITS: m/s^2"), ("PGA_CM/S^2: 0.300022", "PGA_M/S^2: 0.300022")))
    assert np.abs(record.channels[0].values).max() == pytest.approx(0.300022)


def test_headers_that_disagree_are_reported_with_both_values(tmp_path):
    record = read(tmp_path, text(("NDATA: 8800", "NDATA: 8000"), ("PGA_CM/S^2: 0.300022", "PGA_CM/S^2: 0.310000")))
    said = {remark.key: remark for remark in record.remarks}
    assert (said["record_count_differs"].amount, said["record_count_differs"].stated) == (8800.0, 8000.0)
    assert said["record_peak_differs"].amount == pytest.approx(0.00300022)
    assert said["record_peak_differs"].stated == pytest.approx(0.0031)


def test_counts_need_a_sensitivity(tmp_path):
    counts = text(("UNITS: cm/s^2", "UNITS: counts"))
    with pytest.raises(RecordError, match="sensitivity"):
        read(tmp_path, counts)
    record = read(tmp_path, counts, ReadAs(sensitivity=100.0))
    assert np.abs(record.channels[0].values).max() == pytest.approx(0.00300022)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (text()[:2000], "NDATA|SAMPLING|no format|ends"),
        (text()[:40000], r"line \d+.*samples.*8800"),
        (text(("NDATA: 8800", "NDATA: ")), "line 30: NDATA"),
        (text(("NDATA: 8800", "NDATA: 99999999999999999999")), "line 30: NDATA"),
        (text(("NDATA: 8800", "NDATA: 999999999999")), "8800 samples"),
        (text(("SAMPLING_INTERVAL_S: 0.005000", "SAMPLING_INTERVAL_S: 0.0")), "line 29: SAMPLING_INTERVAL_S"),
        (text(("SAMPLING_INTERVAL_S: 0.005000", "SAMPLING_INTERVAL_S: nan")), "line 29: SAMPLING_INTERVAL_S"),
        (text(("UNITS: cm/s^2", "UNITS: ")), "does not say the unit"),
        (text(("UNITS: cm/s^2", "UNITS: furlong")), "line 33: UNITS"),
        (text(("UNITS: cm/s^2", "UNITS: cm/s")), "line 33: UNITS is cm/s, no unit of acceleration"),
        (text(("DATA_TYPE: ACCELERATION", "DATA_TYPE: ACCELERATION RESPONSE SPECTRUM")), "DATA_TYPE"),
        (text(("DATA_TYPE: ACCELERATION", "DATA_TYPE: VELOCITY"), ("UNITS: cm/s^2", "UNITS: cm/s")), "no acceleration"),
        (text().replace("\n0.000000\n", "\nNaN\n", 1), 'line 65: a value is "NaN"'),
        (text().replace("\n0.000000\n", "\n1e999\n", 1), "line 65"),
        (text().replace("\n0.000000\n", "\n0.0 0.0\n", 1), "line 65: has 2 values"),
        (text(rows=0), "no data|empty|0 samples|component"),
    ],
)  # fmt: skip
def test_bad_files(content, message, tmp_path):
    with pytest.raises(RecordError, match=message) as caught:
        read(tmp_path, content)
    assert "own.ASC" in str(caught.value)


def test_only_such_files_are_recognised():
    assert format_of(Path(NAME), PATH.read_bytes()) == "esm"
    assert not esm.recognises(b"NDATA: 3\n", "x")
    assert not esm.recognises(bytes(range(256)) * 40, "x.ASC")
