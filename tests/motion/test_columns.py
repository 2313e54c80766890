"""Plain columns and CSV: what is written is read, what is not written is asked for."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import RecordError
from pirqa.motion.formats import columns, format_of, read_record
from pirqa.motion.record import ReadAs, Record, record_path
from pirqa.units import STANDARD_GRAVITY as G


def parsed(text: str | bytes, **asked: object) -> Record:
    data = text.encode("latin-1") if isinstance(text, str) else text
    return columns.read(Path("own.txt"), data, ReadAs(**asked))


def keys(record: Record) -> list[str]:
    return [remark.key for remark in record.remarks]


def test_el_centro_reads_with_its_published_numbers():
    record = read_record(record_path("pirqa:elcentro_NS_full.dat", Path()), ReadAs(unit="g", components=("NS",)))
    channel = record.channels[0]
    assert record.origin.format == "columns"
    assert (channel.name, channel.step, len(channel.values)) == ("NS", 0.02, 2688)
    assert channel.times is None
    assert np.abs(channel.values).max() / G == pytest.approx(0.3487, abs=5e-5)
    assert keys(record) == ["record_time_assumed"]
    assert channel.azimuth == 0.0


def test_a_unit_that_is_not_written_is_asked_for():
    with pytest.raises(RecordError, match="does not say the unit"):
        read_record(record_path("pirqa:elcentro_NS_full.dat", Path()))


def test_a_step_that_is_not_written_is_asked_for():
    with pytest.raises(RecordError, match=r"own\.txt: line 1: no column is a time.*step"):
        parsed("0.1\n-0.2\n0.3\n", unit="g")
    record = parsed("0.1\n-0.2\n0.3\n", unit="g", step=0.01)
    assert record.channels[0].values == pytest.approx([0.1 * G, -0.2 * G, 0.3 * G])
    assert record.channels[0].step == 0.01
    assert keys(record) == []


BLANKS = "Time NS (cm/s2) EW [gal] UD (m/s^2)\n0.00 1 2 0.03\n0.01 -1 -2 -0.03\n0.02 5 4 0.01\n"
COMMAS = "time (s),NS (cm/s2),EW [gal],UD (m/s^2)\n0.00,1,2,0.03\n0.01,-1,-2,-0.03\n0.02,5,4,0.01\n"
HEADED = {
    "commas": COMMAS,
    "semicolons": COMMAS.replace(",", ";"),
    "blanks": f"# made by hand\n\n{BLANKS}",
    "names in a comment, tabs": f"% x\n! y\n// z\n# {BLANKS}".replace(" -", "\t-").replace(" 0.0", "\t0.0"),
    "quotes": '"' + COMMAS.replace(",", '","').replace("\n", '"\n"').removesuffix('"'),
    "milliseconds, commas at line ends": "time (ms),NS (cm/s2),EW [gal],UD (m/s\xb2),\n"
    "0,1,2,0.03,\n10,-1,-2,-0.03,\n20,5,4,0.01,",
    "byte order mark, comment inside": "\xef\xbb\xbf"
    + COMMAS.replace("s^2", "s\xc2\xb2").replace("\n0.02", "\n# pause\n0.02").replace("\n", "\r\n"),
}


@pytest.mark.parametrize("text", HEADED.values(), ids=HEADED)
def test_names_and_units_in_a_heading(text):
    record = parsed(text)
    assert [channel.name for channel in record.channels] == ["NS", "EW", "UD"]
    assert [channel.step for channel in record.channels] == pytest.approx([0.01] * 3)
    expected = [[0.01, -0.01, 0.05], [0.02, -0.02, 0.04], [0.03, -0.03, 0.01]]
    for channel, values in zip(record.channels, expected, strict=True):
        assert channel.values == pytest.approx(values)
        assert channel.times is None
    assert [channel.azimuth for channel in record.channels] == [0.0, pytest.approx(math.pi / 2), None]
    assert record.channels[2].vertical
    assert keys(record) == []


def test_velocity_and_displacement_are_told_by_their_units():
    record = parsed("t,a (g),v (cm/s),d (mm)\n0,1,2,3\n1,2,3,4\n2,1,5,6\n")
    assert [channel.measured for channel in record.channels] == ["acceleration", "velocity", "displacement"]
    assert [channel.values[1] for channel in record.channels] == pytest.approx([2 * G, 0.03, 0.004])
    assert not any(channel.vertical for channel in record.channels)


def test_a_unit_stated_once_holds_for_all():
    record = parsed("# Units: cm/s2\n1.0 2.0\n-1.0 3.0\n0.5 1.5\n", step=0.01)
    assert [channel.values[0] for channel in record.channels] == pytest.approx([0.01, 0.02])


def test_uneven_times_stay():
    record = parsed("0.0 1\n0.1 2\n0.25 3\n0.3 1\n0.4 2\n", unit="g")
    channel = record.channels[0]
    assert channel.times == pytest.approx([0.0, 0.1, 0.25, 0.3, 0.4])
    assert channel.step == pytest.approx(0.1)


def test_rounded_times_are_even():
    text = "".join(f"{i / 60.0:.3f} {i % 7}\n" for i in range(600))
    channel = parsed(text, unit="g").channels[0]
    assert channel.times is None
    assert channel.step == pytest.approx(1.0 / 60.0, rel=1e-12)


def test_times_out_of_single_precision_are_even():
    text = "".join(f"{float(np.float32(0.005 * i))!r} {i % 7}\n" for i in range(20000))
    channel = parsed(text, unit="g").channels[0]
    assert channel.times is None
    assert channel.step == 0.005


def test_a_wrapped_series_is_read_row_by_row():
    values = np.arange(20.0)
    text = "\n".join(" ".join(f"{v:g}" for v in values[at : at + 8]) for at in range(0, 20, 8))
    record = parsed(text, unit="gal", step=0.01)
    assert record.channels[0].values == pytest.approx(values / 100.0)
    assert [(remark.key, remark.count) for remark in record.remarks] == [("record_wrapped_series", 8)]
    with pytest.raises(RecordError, match="line 3: has 4 values where the rows above have 8"):
        parsed(text, unit="gal")
    full = "\n".join(" ".join(f"{v:g}" for v in row) for row in -np.arange(16.0).reshape(2, 8))
    with pytest.raises(RecordError, match="8 columns without names"):
        parsed(full, unit="gal", step=0.01)
    record = parsed(full, unit="gal", step=0.01, components=("NS",))
    assert record.channels[0].values == pytest.approx(-np.arange(16.0) / 100.0)
    assert keys(record) == ["record_wrapped_series"]


def test_equal_columns_are_components():
    record = parsed("1 2\n-1 3\n4 -5\n", unit="gal", step=0.02, components=("NS", "EW"))
    assert [channel.name for channel in record.channels] == ["NS", "EW"]
    assert record.channel("EW").values == pytest.approx([0.02, 0.03, -0.05])
    with pytest.raises(RecordError, match="2 components are in the file, 3 are named"):
        parsed("1 2\n-1 3\n4 -5\n", unit="gal", step=0.02, components=("NS", "EW", "UD"))


def test_a_time_column_and_a_step_must_agree():
    text = "".join(f"{0.02 * i:.2f} {(-1) ** i}\n" for i in range(10))
    assert parsed(text, unit="g", step=0.02).channels[0].step == 0.02
    with pytest.raises(RecordError, match=r"line 1: the first column increases like a time of step 0\.02 s"):
        parsed(text, unit="g", step=0.01)
    with pytest.raises(RecordError, match=r"line 2: the time column has .* 0\.02 s apart.* the step 0\.01 s"):
        parsed("t a\n" + text, unit="g", step=0.01)


BAD = {
    "decimal commas alone": ("0,123\n1,045\n-0,301\n", "line 1: .*may have decimal commas"),
    "a late decimal comma": ("0.00;0.10\n0.01;0,20\n0.02;0.1\n", "line 2: has the decimal mark , where line 1 has ."),
    "nan": ("0.00 0.1\n0.01 nan\n0.02 0.1\n", 'line 2: "nan"'),
    "inf": ("0.00 0.1\n0.01 -inf\n0.02 0.1\n", 'line 2: "-inf"'),
    "too large": ("0.00 0.1\n0.01 1e999\n0.02 0.1\n", 'line 2: "1e999"'),
    "absurd": ("0.00 0.1\n0.01 1e300\n0.02 0.1\n", "too large"),
    "an empty cell": ("0.00,0.1\n0.01,\n0.02,0.1\n", "line 2: has"),
    "an empty cell inside": ("0.00,0.1,1\n0.01,,1\n0.02,0.1,1\n", "line 2: has an empty cell"),
    "overflow": ("0.00 0.1\n0.01 ****\n0.02 0.1\n", r"line 2: "),
    "a word": ("0.00 0.1\n0.01 x\n0.02 0.1\n", 'line 2: "x"'),
    "underscores": ("0.00 0.1\n0.01 1_0\n0.02 0.1\n", 'line 2: "1_0"'),
    "a short row": ("0.00 0.1\n0.01\n0.02 0.1\n", "line 2: has 1 values"),
    "a long row": ("0.00 0.1\n0.01 1 2\n0.02 0.1\n", "line 2: has 3 values"),
    "a cut last row": ("0.00 0.1\n0.01 1\n0.02\n", "line 3: has 1 values"),
    "times that go back": ("t a\n0.00 0.1\n0.02 1\n0.01 1\n0.03 2\n", "sample 3 is at 0.01 s, not after"),
    "times that stand": ("t a\n0 0.1\n0 1\n0 1\n", "repair"),
    "absurd times": ("t a\n0 0.1\n1e300 1\n2e300 1\n", "repair"),
    "two times": ("t,time,a\n0,0,0.1\n1,1,1\n", "two columns are called time"),
    "time alone": ("time\n0.0\n1.0\n", "only column"),
    "time in hours": ("time (h),a\n0.0,0.1\n1.0,1\n", "line 2: .*s or ms"),
    "unknown unit": ("time,a (furlong)\n0.0,0.1\n1.0,1\n2.0,1\n", "unit is not known"),
    "no numbers": ("hello\nworld\n", "no row of numbers"),
    "binary": ("\0\1\2\3", "not a text file"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files(case):
    text, message = BAD[case]
    with pytest.raises(RecordError, match=message) as caught:
        parsed(text, **({} if case == "unknown unit" else {"unit": "g"}))
    assert "own.txt" in str(caught.value)


def test_a_million_rows_in_two_seconds():
    rows = 1_000_000
    values = np.random.default_rng(4).normal(size=rows)
    text = "\n".join(map("{:.3f} {:.5e}".format, 0.005 * np.arange(rows), values)).encode()
    start = time.process_time()
    record = parsed(text, unit="gal")
    assert time.process_time() - start < 2.0
    assert len(record.channels[0].values) == rows
    assert record.channels[0].step == 0.005
    assert np.abs(record.channels[0].values - values / 100.0).max() < 1e-7


def test_what_is_recognised():
    assert format_of(Path("x"), b"# c\nt a\n0.0 1.0\n0.1 2.0\n") == "columns"
    for data in (b"", b"hello world\nthis is text\n", b"\0\1" * 100, b"<xml>\n<a>1</a>\n</xml>\n", b"# 1 2 3\n"):
        assert not columns.recognises(data, "x.txt")


def test_long_lines_do_not_hang():
    start = time.process_time()
    for text in ("( " * 200_000 + "\n1 2\n", " " * 300_000 + "x\n1 2\n2 3\n", "1" * 300_000 + "\n", "1 " * 300_000):
        with pytest.raises(RecordError):
            parsed(text, unit="g")
    assert time.process_time() - start < 5.0


@settings(max_examples=60, deadline=None)
@given(
    values=st.lists(st.floats(-1e6, 1e6, allow_nan=False), min_size=3, max_size=40),
    delimiter=st.sampled_from([" ", "\t", ",", ";", ", ", "   "]),
    places=st.integers(2, 6),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_what_is_written_is_read(values, delimiter, places, end):
    rows = [f"{0.01 * i:.{places}f}{delimiter}{value!r}" for i, value in enumerate(values)]
    record = parsed(end.join(["t,a (m/s2)" if delimiter == "," else "# c", *rows]), unit="m/s2")
    assert record.channels[0].values == pytest.approx(values, rel=1e-15)
    assert record.channels[0].step == pytest.approx(0.01)


def test_number_of_an_unnamed_column_is_no_azimuth():
    record = read_record(record_path("pirqa:elcentro_NS_full.dat", Path()), ReadAs(unit="g"))
    assert record.accelerations[0].name == "1"
    assert record.accelerations[0].azimuth is None
    named = read_record(record_path("pirqa:elcentro_NS_full.dat", Path()), ReadAs(unit="g", components=("140",)))
    assert named.accelerations[0].azimuth == pytest.approx(math.radians(140.0))
