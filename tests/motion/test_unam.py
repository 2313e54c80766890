"""UNAM standard file: the shipped file against its published numbers, and what may be wrong with such files."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.motion.formats import format_of, read_record, unam
from pirqa.motion.record import record_path

PATH = record_path("pirqa:CUP50401.012", Path())
CHANNELS = "NUMERO DE CANALES                      "


def text(*changes: tuple[str, str], rows: int | None = None) -> str:
    content = PATH.read_bytes().decode("latin-1").replace("\r\n", "\n")
    for old, new in changes:
        assert old in content
        content = content.replace(old, new, 1)
    return content if rows is None else "\n".join(content.split("\n")[: 109 + rows]) + "\n"


def read(tmp_path: Path, content: str):
    path = tmp_path / "own.012"
    path.write_bytes(content.encode("latin-1"))
    return read_record(path)


def test_the_shipped_file_reads_with_its_published_numbers():
    record = read_record(PATH)
    assert record.origin.format == "unam"
    assert [channel.name for channel in record.channels] == ["V", "N90E", "N00E"]
    for channel, peak in zip(record.channels, (0.47, -1.19, 1.22), strict=True):
        assert channel.step == 0.004
        assert len(channel.values) == 4402
        assert channel.values[np.abs(channel.values).argmax()] == pytest.approx(peak / 100.0, abs=0.0055e-2)
        assert channel.unit == "gal"
    assert [channel.vertical for channel in record.channels] == [True, False, False]
    assert [channel.azimuth for channel in record.channels[1:]] == pytest.approx([math.pi / 2, 0.0])
    assert (record.origin.latitude, record.origin.longitude) == (19.33024, -99.181076)
    assert record.origin.station == "CUP5 IDEI PATIO 5"
    assert not record.corrected


def test_two_rows_more_than_the_header_says():
    said = {remark.key: remark for remark in read_record(PATH).remarks}
    assert (said["record_count_differs"].amount, said["record_count_differs"].stated) == (4402.0, 4400.0)
    assert said["record_count_differs"].text == "V, N90E, N00E"


def test_the_first_sample_comes_after_midnight():
    record = read_record(PATH)
    assert record.origin.time == "2004-01-02T00:00:33Z"  # the earthquake was at 23:58 the day before
    assert "record_day_after_assumed" in [remark.key for remark in record.remarks]


def test_the_day_stays_where_the_sample_comes_before_midnight(tmp_path):
    record = read(tmp_path, text(("00:00:33", "23:59:33")))
    assert record.origin.time == "2004-01-01T23:59:33Z"
    assert "record_day_after_assumed" not in [remark.key for remark in record.remarks]


def test_fields_that_touch_are_told_apart(tmp_path):
    content = text(("    -0.084", "-12345.084"), rows=4400).split("\n")
    row = next(index for index, line in enumerate(content) if "-12345.084" in line)
    content[row] = "-12345.084-12345.052 12345.108"
    record = read(tmp_path, "\n".join(content).replace("/0.47/-1.19/1.22", "/-12345.08/-12345.05/12345.11"))
    assert [channel.values[row - 109] for channel in record.channels] == pytest.approx(
        [-123.45084, -123.45052, 123.45108]
    )
    assert [remark.key for remark in record.remarks] == ["record_day_after_assumed"]


def test_headers_that_disagree_are_reported_with_both_values(tmp_path):
    record = read(tmp_path, text(("/0.47/-1.19/1.22", "/0.47/-1.25/1.22"), ("/17.60/", "/35.20/")))
    said = {remark.key: remark for remark in record.remarks}
    assert said["record_peak_differs"].text == "N90E"
    assert said["record_peak_differs"].stated == pytest.approx(-0.0125)
    assert said["record_peak_differs"].amount == pytest.approx(-0.01189)
    assert (said["record_step_kept"].amount, said["record_step_kept"].stated) == pytest.approx((0.008, 0.004))


def test_a_line_end_of_dos_and_a_mark_at_the_end_change_nothing(tmp_path):
    plain, dos = read(tmp_path, text()), read(tmp_path, text().replace("\n", "\r\n") + "\x1a")
    for one, other in zip(plain.channels, dos.channels, strict=True):
        assert np.array_equal(one.values, other.values)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (text()[:3000], "ends at line"),
        (text(rows=100), r"line 209.*ends after 100 samples.*4400"),
        (text(rows=0), "no data follow"),
        (text(rows=4400).replace("     0.006", "       nan", 1), r"line \d+: .*nan"),
        (text((f"{CHANNELS}: 3", f"{CHANNELS}: 0")), "CANALES"),
        (text((f"{CHANNELS}: 3", f"{CHANNELS}: 4")), "channel 4"),
        (text(("3F10.3", "4F10.3")), "FORMATO DATOS"),
        (text(("3F10.3", "3F00.3")), "FORMATO DATOS"),
        (text(("/0.004/", "/0/")), "line 47: INTERVALO"),
        (text(("/4400/4400", "/999999999999/4400")), "4402 samples"),
        (text(("/4400/4400", "/4e3/4400")), "line 72: NUM. TOTAL"),
        (text(("Gal (cm/s/s)", "")), "does not say the unit"),
        (text(("Gal (cm/s/s)", "cuentas")), "does not say the unit"),
    ],
)  # fmt: skip
def test_bad_files(content, message, tmp_path):
    with pytest.raises(RecordError, match=message) as caught:
        read(tmp_path, content)
    assert "own.012" in str(caught.value)


def test_only_such_files_are_recognised():
    assert format_of(PATH, PATH.read_bytes()) == "unam"
    assert not unam.recognises(b"ARCHIVO", "x.012")
    assert not unam.recognises(b"\0" * 5000, "x.012")


@pytest.mark.parametrize(("letter", "sign"), [("W", -1.0), ("O", -1.0), ("E", 1.0)])
def test_west_may_be_oeste(tmp_path, letter, sign):
    record = read(tmp_path, text(("99.181076 LONG. W", f"99.181076 LONG. {letter}"), rows=4402))
    assert record.origin.longitude == pytest.approx(sign * 99.181076)
