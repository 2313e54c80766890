"""Broadband-platform text: the shipped records against their measured peaks, own files for what goes wrong."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.motion.formats import bbp, format_of, read_record
from pirqa.motion.record import ReadAs, record_path, shipped_records
from pirqa.units import STANDARD_GRAVITY as G

HERE = Path()
PEAKS = {  # [g], measured apart from pirqa
    "3366146_DFHS_HN_20": (19707, 0.4447, 0.4734, 0.3661),
    "3528839_LPCC_HN_20": (7144, 0.5949, 0.6253, 0.3192),
    "3497857_HVSC_HN_20": (9271, 0.6055, 0.9434, 0.4702),
    "3497857_PARS_HN_20": (12200, 0.5219, 0.6069, 0.3947),
}
VALUES = [0.01, -0.02, 0.03, -0.04, 0.05, -0.06, 0.07, -0.08]


def text(*, first: str = "SYN1       090 ", count: str = "8", step: str = "5.00000e-03", last: str = "") -> str:
    """A file of the format with invented numbers."""
    cells = [f"{value:13.5e}" for value in VALUES]
    rows = [" ".join(cells[:6]), " ".join(cells[6:])]
    head = f"{count}  {step} 0 0  0.00000e+00  0.00000e+00  0.00000e+00  0.00000e+00"
    return "\n".join([first, head, *rows, *([last] if last else [])]) + "\n"


def file_of(content: str, tmp_path: Path, name: str = "syn.090") -> Path:
    path = tmp_path / name
    path.write_text(content, encoding="latin-1", newline="")
    return path


@pytest.mark.parametrize("name", PEAKS)
def test_shipped_records_have_their_measured_peaks(name):
    count, *peaks = PEAKS[name]
    for suffix, peak in zip(("000", "090", "ver"), peaks, strict=True):
        record = read_record(record_path(f"pirqa:{name}.{suffix}", HERE), ReadAs(unit="g"))
        (channel,) = record.channels
        assert record.origin.station == name.split("_")[1]
        assert (channel.name, len(channel.values), channel.step) == (suffix, count, 0.005)
        assert np.abs(channel.values).max() / G == pytest.approx(peak, abs=0.000051)
        assert channel.vertical is (suffix == "ver")
        assert channel.azimuth == {"000": 0.0, "090": math.pi / 2.0}.get(suffix)
        assert record.remarks == ()


def test_the_unit_is_asked_for(tmp_path):
    with pytest.raises(RecordError, match="does not say the unit of its accelerations; give it"):
        read_record(file_of(text(), tmp_path))


def test_only_these_files_are_recognised():
    mine = [name for name in shipped_records() if name.endswith((".000", ".090", ".ver"))]
    assert len(mine) == 12
    for name in shipped_records():
        data = record_path(f"pirqa:{name}", HERE).read_bytes()
        assert bbp.recognises(data, "x.txt") is (name in mine)
    assert format_of(Path("renamed.txt"), text().encode()) == "bbp"
    assert not bbp.recognises(b"", "")
    assert not bbp.recognises(b"\0" * 400, "a.000")


def test_samples_are_read_in_order(tmp_path):
    for end in ("\n", "\r\n", "\r"):
        record = read_record(file_of(text().replace("\n", end), tmp_path), ReadAs(unit="cm/s2"))
        assert record.channels[0].values == pytest.approx([0.01 * value for value in VALUES])


def test_the_header_decides_the_direction_not_the_name(tmp_path):
    record = read_record(file_of(text(), tmp_path, "syn.000"), ReadAs(unit="g"))
    assert record.channels[0].azimuth == pytest.approx(math.pi / 2.0)
    assert [remark.key for remark in record.remarks] == ["record_suffix_contradicts"]
    vertical = read_record(file_of(text(first="SYN1 ver"), tmp_path, "syn.090"), ReadAs(unit="g"))
    assert vertical.channels[0].vertical
    assert [remark.key for remark in vertical.remarks] == ["record_suffix_contradicts"]
    assert read_record(file_of(text(), tmp_path, "syn.txt"), ReadAs(unit="g")).remarks == ()


def test_a_step_that_was_asked_for_is_remarked(tmp_path):
    record = read_record(file_of(text(), tmp_path), ReadAs(unit="g", step=0.01))
    assert record.channels[0].step == 0.01
    assert [remark.key for remark in record.remarks] == ["record_step_overruled"]


def test_more_samples_than_stated_are_kept_and_remarked(tmp_path):
    record = read_record(file_of(text(count="7"), tmp_path), ReadAs(unit="g"))
    assert len(record.channels[0].values) == 8
    assert [remark.key for remark in record.remarks] == ["record_count_differs"]


BAD = {
    "cut": (text(count="9"), r"line 4: component 090 ends after 8 samples, its header states 9.*fetch it again"),
    "no data": ("\n".join(text().splitlines()[:2]) + "\n", "ends after 0 samples"),
    "count is no count": (text(count="8.5"), "line 2: the number of samples is 8.5, which is no count"),
    "count of nothing": (text(count="0"), "line 2: the number of samples is 0"),
    "step zero": (text(step="0.0"), "line 2: the step is 0; it must be greater than 0"),
    "negative step": (text(step="-0.005"), "line 2: the step is -0.005; it must be greater than 0"),
    "step nan": (text(step="nan"), 'line 2: the step is "nan", which is no finite number; correct it'),
    "no direction": (text(first="SYN1 999"), 'line 1: "999" is no direction.*correct it'),
    "nan": (text().replace("3.00000e-02", "        nan"), 'line 3: a value is "nan", which is no finite number'),
    "overflow": (text().replace("3.00000e-02", "***********"), r"line 3: a value is .\*{11}"),
    "absurd": (text().replace("3.00000e-02", "3.00000e+32"), "line 3: value 3 .* too large; fetch the file again"),
    "a value lost": (text().replace("3.00000e-02", "           "), "line 3: has 5 values.*repair the line"),
    "touching": (text().replace("   3.00000e-02", "3.00000e-02"), "line 3"),
    "last number cut": (text()[:-2], "line 4: its last number .* was cut off; fetch the file again"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files_are_refused(case, tmp_path):
    content, message = BAD[case]
    with pytest.raises(RecordError, match=message) as caught:
        read_record(file_of(content, tmp_path), ReadAs(unit="g"))
    assert "syn.090" in str(caught.value)
