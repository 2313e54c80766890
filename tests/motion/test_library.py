"""The records that come with pirqa: all there, all told of, all read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.motion.formats import read_record
from pirqa.motion.library import record_path, shipped_records
from pirqa.motion.record import LARGEST_FILE, ReadAs

UNITS = {"20190706031952.CJ.T001230.HNE.sac": "g", "elcentro_NS_full.dat": "g"}
RECORDS = [name for name in shipped_records() if not name.endswith(".xml")]
README = record_path("pirqa:0111a.smc", Path()).with_name("README.md").read_text(encoding="utf-8")


def test_twelve_files_are_shipped_and_told_of():
    assert len(shipped_records()) == 12
    assert "README.md" not in shipped_records()
    for name in shipped_records():
        assert f"`{name}`" in README
    assert not any(name.upper().endswith(".AT2") for name in shipped_records())


def test_they_are_small():
    assert sum(record_path(f"pirqa:{name}", Path()).stat().st_size for name in shipped_records()) < 1_600_000


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_is_found_and_read(name):
    record = read_record(record_path(f"pirqa:{name}", Path("elsewhere")), ReadAs(unit=UNITS.get(name)))
    assert record.origin.file == name
    assert len(record.origin.digest) == 64
    for channel in record.accelerations:
        assert np.all(np.isfinite(channel.values))
    assert not [remark for remark in record.remarks if remark.key == "record_peak_differs"]


def test_other_names_are_paths(tmp_path):
    assert record_path("a/b.txt", tmp_path) == tmp_path / "a" / "b.txt"
    assert record_path("/a/b.txt", tmp_path) == Path("/a/b.txt")


@pytest.mark.parametrize("name", ["pirqa:PRQ_19661017164100.tx", "pirqa:README.md", "pirqa:", "pirqa:../library.py"])
def test_an_unknown_name_is_an_error_with_a_hint(name):
    with pytest.raises(RecordError, match=r"no such record comes with pirqa; (did you mean|known: )"):
        record_path(name, Path())


def test_the_hint_can_be_used():
    with pytest.raises(RecordError, match=r'did you mean "PRQ_19661017164100\.txt"'):
        record_path("pirqa:PRQ_1966101716410.txt", Path())


def test_a_huge_file_is_refused_by_its_size(tmp_path):
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(2_000_000_000)
    assert path.stat().st_size > LARGEST_FILE
    with pytest.raises(RecordError, match=r"huge\.txt: is 2000 MB"):
        read_record(path)


def test_empty_and_missing_files(tmp_path):
    (tmp_path / "empty.v1").write_bytes(b"")
    with pytest.raises(RecordError, match=r"empty\.v1: is empty"):
        read_record(tmp_path / "empty.v1")
    with pytest.raises(RecordError, match=r"none\.v1: cannot be read"):
        read_record(tmp_path / "none.v1")
    with pytest.raises(RecordError, match="is a folder"):
        read_record(tmp_path)
    (tmp_path / "rubbish.bin").write_bytes(bytes(range(256)) * 20)
    with pytest.raises(RecordError, match=r"rubbish\.bin: is in no format"):
        read_record(tmp_path / "rubbish.bin")
