"""What shipped records teach: a first sample that is the peak, unequal lengths, a vertical above the horizontals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import OptionsError
from pirqa.motion.formats import read_record
from pirqa.motion.options import ProcessingOptions
from pirqa.motion.orientation import pushing, to_wall
from pirqa.motion.processing import process
from pirqa.motion.record import ReadAs, Record, join_records, record_path
from pirqa.motion.sets.candidates import library_candidates
from pirqa.motion.sets.characteristics import characteristics_of
from pirqa.units import STANDARD_GRAVITY as G

HERE = Path()
PLAIN = ProcessingOptions(kind="none")


def shipped(*names: str, unit: str | None = None) -> Record:
    return join_records([read_record(record_path(f"pirqa:{name}", HERE), ReadAs(unit=unit)) for name in names])


def keys(remarks) -> list[str]:
    return [remark.key for remark in remarks]


def test_a_record_that_begins_with_its_peak_is_remarked():
    record = shipped("np01002p_4225b_a.smc")
    values = record.channels[0].values
    assert int(np.abs(values).argmax()) == 0
    assert 100.0 * values[0] == pytest.approx(84.52, abs=0.01)  # gal, as the header says
    (said,) = record.remarks
    assert (said.key, said.text, said.unit) == ("record_starts_abruptly", "up", "m/s2")
    assert said.amount == pytest.approx(values[0], rel=0.01)


@pytest.mark.parametrize("name", ["np01002p_4225a_a.smc", "0111b.smc", "PRQ_19661017164100.txt", "CI.LRL..HNE.mseed"])
def test_records_that_begin_gently_or_with_an_offset_are_not(name):
    assert "record_starts_abruptly" not in keys(shipped(name).remarks)


def test_a_short_example_is_not_remarked(tmp_path):
    path = tmp_path / "own.csv"
    path.write_text("time (s),NS (g)\n0,1\n0.01,0\n0.02,0.5\n", encoding="utf-8")
    assert keys(read_record(path).remarks) == []


@pytest.mark.parametrize(
    ("names", "counts"),
    [
        (("np01002p_4225a_a.smc", "np01002p_4225b_a.smc", "np01002p_4225c_a.smc"), (7183, 7165, 7184)),
        (("meloland_CHAN15.V2", "meloland_CHAN24.V2", "meloland_CHAN14.V2"), (5690, 5694, 5696)),
        (("CIWLT.RAW",), (30130, 30058, 30312)),
    ],
)
def test_components_of_different_length_keep_their_common_samples(names, counts):
    record = shipped(*names)
    assert tuple(len(channel.values) for channel in record.accelerations) == counts
    done = process(record, PLAIN, name="own")
    assert len(done.motion.acceleration) == min(counts)
    (said,) = [remark for remark in done.remarks if remark.key == "record_common_span"]
    assert said.count == min(counts)
    for at, channel in enumerate(record.accelerations):
        assert np.array_equal(done.motion.acceleration[:, at], channel.values[: min(counts)])


def test_meloland_has_the_peaks_of_its_headers():
    record = shipped("meloland_CHAN15.V2", "meloland_CHAN24.V2", "meloland_CHAN14.V2")
    peaks = [channel.values[np.abs(channel.values).argmax()] for channel in record.accelerations]
    assert [100.0 * peak for peak in peaks] == pytest.approx([-305.02, -292.69, 225.09], abs=0.0051)  # gal
    assert [channel.name for channel in record.accelerations] == ["360", "270", "UP"]
    assert "record_peak_differs" not in keys(record.remarks)


def test_a_vertical_above_the_horizontals_never_drives():
    record = shipped("20161113_110259_WTMC_20.V2A")
    peaks = {channel.name: np.abs(channel.values).max() / G for channel in record.accelerations}
    assert peaks["Up"] > 1.8 > max(peaks["N28W"], peaks["S62W"])
    motion = process(record, PLAIN, name="own").motion
    assert pushing(motion) == ("N28W", "S62W")
    with pytest.raises(OptionsError, match="Up is vertical and cannot drive the wall across"):
        to_wall(motion, across="Up")
    (item,) = [item for item in library_candidates() if item.name == "kaikoura_wtmc"]
    numbers = characteristics_of(item, HERE, ProcessingOptions())
    assert set(numbers.components) == {"N28W", "S62W"}
    assert max(numbers.pga) < 1.1 * G
    assert numbers.vertical == "Up"


def test_no_library_motion_is_driven_by_its_vertical():
    for item in library_candidates():
        record = shipped(*(file.removeprefix("pirqa:") for file in item.files), unit=item.unit or None)
        up = {channel.name for channel in record.accelerations if channel.vertical}
        level = [channel for channel in record.accelerations if not channel.vertical]
        assert len(up) == 1, item.name
        assert len(level) == 2, item.name
        assert all(channel.azimuth is not None for channel in level), item.name


def test_files_of_one_motion_filed_apart_have_one_station():
    record = shipped("3366146_DFHS_HN_20.000", "3366146_DFHS_HN_20.090", "3366146_DFHS_HN_20.ver", unit="g")
    assert record.origin.station == "DFHS"
    assert "record_stations_differ" not in keys(record.remarks)
    assert [channel.vertical for channel in record.accelerations] == [False, False, True]
