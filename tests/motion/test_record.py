"""The records that come with pirqa: all there, all told of, all read."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.motion.formats import read_record
from pirqa.motion.record import LARGEST_FILE, ReadAs, record_path, shipped_records, shipped_unit
from pirqa.motion.sets.candidates import library_candidates
from pirqa.units import STANDARD_GRAVITY

CANDIDATES = library_candidates()
UNITS = {"20190706031952.CJ.T001230.HNE.sac": "g", "elcentro_NS_full.dat": "g"}
"""Units that neither the file nor the flatfile gives."""
WITHOUT_UNIT = sorted(file.removeprefix("pirqa:") for item in CANDIDATES if item.unit for file in item.files)
OUTSIDE_SETS = {
    "elcentro_NS_full.dat",
    "HI.ARS1..HNE.D.20190728.160908.C.ACC.ASC",
    "CUP50401.012",
    "CE.79435.10.HNE__20211220T201310Z__20211220T202040Z.mseed",
    "20190706031952.CJ.T001230.HNE.sac",
    "us1000hyfh_akbmrp_AKBMR--n.1000hyfh.BNZ.--.acc.V2c",
}
"""Examples of formats and the one component of El Centro: too weak for a set, or without a pair of horizontals."""
RECORDS = [name for name in shipped_records() if not name.endswith(".xml")]
FOLDER = record_path("pirqa:0111a.smc", Path()).parent
DATA = Path(__file__).parents[1] / "data" / "records"
README = (FOLDER / "README.md").read_text(encoding="utf-8")


def test_54_files_are_shipped():
    assert len(shipped_records()) == 54
    assert len(RECORDS) == 49
    assert not {"README.md", "flatfile.csv"} & set(shipped_records())
    assert not any(name.upper().endswith(".AT2") for name in shipped_records())  # PEER's terms forbid it


def test_every_shipped_file_is_in_the_readme():
    assert [name for name in shipped_records() if f"`{name}`" not in README] == []


def test_every_shipped_record_is_in_the_flatfile_or_named_as_an_example():
    listed = [file.removeprefix("pirqa:") for item in CANDIDATES for file in item.files]
    assert len(listed) == len(set(listed))
    assert set(listed) | OUTSIDE_SETS == set(RECORDS)
    assert not set(listed) & OUTSIDE_SETS


def test_every_shipped_file_is_byte_for_byte_the_source():
    rows = [row.split("  ") for row in (DATA / "bundled.sha256").read_text(encoding="utf-8").splitlines()]
    assert [name for _, name in rows] == sorted(shipped_records())
    assert [name for total, name in rows if hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() != total] == []


def test_they_are_small():
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 15_000_000


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_is_found_and_read(name):
    record = read_record(record_path(f"pirqa:{name}", Path("elsewhere")), ReadAs(unit=UNITS.get(name)))
    assert record.origin.file == name
    assert len(record.origin.digest) == 64
    for channel in record.accelerations:
        assert np.all(np.isfinite(channel.values))
    assert not [remark for remark in record.remarks if remark.key == "record_peak_differs"]


@pytest.mark.parametrize("name", WITHOUT_UNIT)
def test_the_flatfile_gives_the_unit_that_a_shipped_file_does_not_state(name, tmp_path):
    path = record_path(f"pirqa:{name}", tmp_path)
    record = read_record(path)
    (channel,) = record.channels
    assert channel.unit == "g"
    assert 0.3 < np.abs(channel.values).max() / STANDARD_GRAVITY < 1.0  # the README's peaks
    assert not [remark for remark in record.remarks if remark.key == "record_unit_overruled"]
    # another unit from the user counts, with a warning; the same file elsewhere needs one
    other = read_record(path, ReadAs(unit="gal"))
    assert [remark.text for remark in other.remarks if remark.key == "record_unit_overruled"] == ["g → gal"]
    assert other.channels[0].values == pytest.approx(0.01 * channel.values / STANDARD_GRAVITY)
    copy = tmp_path / name
    copy.write_bytes(path.read_bytes())
    with pytest.raises(RecordError, match="does not say the unit of its accelerations; give it"):
        read_record(copy)


def test_units_of_the_flatfile_are_known_by_place_and_name(tmp_path):
    assert len(WITHOUT_UNIT) == 12
    assert [name for name in shipped_records() if shipped_unit(FOLDER / name)] == WITHOUT_UNIT
    assert shipped_unit(FOLDER / ".." / "records" / WITHOUT_UNIT[0]) == "g"
    assert shipped_unit(tmp_path / WITHOUT_UNIT[0]) is None


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
