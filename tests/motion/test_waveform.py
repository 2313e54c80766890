"""miniSEED with StationXML, and SAC: shipped files against their published numbers, and what may be wrong."""

from __future__ import annotations

import builtins
import importlib
import io
import math
import shutil
import struct
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pirqa.errors import MissingExtraError, RecordError
from pirqa.motion.formats import format_of, mseed, read_record, sac
from pirqa.motion.record import ReadAs, Record, record_path
from pirqa.units import STANDARD_GRAVITY as G

SEED = record_path("pirqa:CE.79435.10.HNE__20211220T201310Z__20211220T202040Z.mseed", Path())
XML = record_path("pirqa:CE.79435.xml", Path())
SAC = record_path("pirqa:20190706031952.CJ.T001230.HNE.sac", Path())
SENSITIVITY = 214580.74612


@pytest.fixture(scope="module")
def obspy() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module("obspy")


def keys(record: Record) -> list[str]:
    return [remark.key for remark in record.remarks]


def alone(tmp_path: Path, *, response: tuple[str, str] | None = None) -> Path:
    """The miniSEED in a folder of its own, with a changed StationXML beside it where ``response`` says how."""
    path = tmp_path / "own.mseed"
    shutil.copy(SEED, path)
    if response is not None:
        text = XML.read_text(encoding="utf-8")
        assert response[0] in text
        (tmp_path / "CE.79435.xml").write_text(text.replace(*response), encoding="utf-8")
    return path


def seed(obspy: Any, tmp_path: Path, *parts: tuple[str, float, np.ndarray]) -> Path:
    """Traces (code, start [s], values) at 100 Hz as one miniSEED file."""
    stream = obspy.Stream()
    for code, start, values in parts:
        network, station, location, channel = code.split(".")
        header = {"network": network, "station": station, "location": location, "channel": channel, "delta": 0.01}
        trace = obspy.Trace(np.asarray(values), header)
        trace.stats.starttime = obspy.UTCDateTime(2021, 12, 20) + start
        stream.append(trace)
    path = tmp_path / "made.mseed"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        stream.write(str(path), format="MSEED")
    return path


def test_miniseed_reads_with_its_published_numbers():
    record = read_record(SEED)
    channel = record.channels[0]
    assert record.origin.format == "mseed"
    assert (channel.name, channel.step, len(channel.values), channel.unit) == ("HNE", 0.01, 45000, "counts")
    assert np.abs(channel.values - channel.values.mean()).max() == pytest.approx(0.575e-2, abs=0.0005e-2)
    assert channel.azimuth == pytest.approx(math.radians(270.0))
    assert record.origin.time == "2021-12-20T20:13:10.750000Z"
    assert (record.origin.latitude, record.origin.longitude) == (39.9238, -123.7616)
    assert record.origin.station == "CE.79435 Leggett - Confusion Hill Bridge Grnds"
    assert [(remark.key, remark.text) for remark in record.remarks] == [("record_response_beside", "CE.79435.xml")]


def test_a_response_asked_for_is_no_assumption(tmp_path):
    path = alone(tmp_path)
    shutil.copy(XML, tmp_path / "response.xml")
    relative = read_record(path, ReadAs(response="response.xml"))
    absolute = read_record(path, ReadAs(response=str(XML)))
    assert keys(relative) == keys(absolute) == []
    assert np.array_equal(relative.channels[0].values, absolute.channels[0].values)


def test_a_sensitivity_does_as_well_but_says_nothing_of_directions(tmp_path):
    path = alone(tmp_path)
    record = read_record(path, ReadAs(sensitivity=SENSITIVITY))
    assert np.allclose(record.channels[0].values, read_record(SEED).channels[0].values, rtol=1e-12)
    assert keys(record) == ["record_direction_from_code"]


def test_counts_without_a_response_are_an_error_with_both_remedies(tmp_path):
    with pytest.raises(RecordError, match=r"own\.mseed.*counts.*response.*sensitivity"):
        read_record(alone(tmp_path))
    with pytest.raises(RecordError, match="both"):
        read_record(alone(tmp_path), ReadAs(sensitivity=1.0, response="CE.79435.xml"))
    with pytest.raises(RecordError, match=r"nowhere\.xml: cannot be read"):
        read_record(alone(tmp_path), ReadAs(response="nowhere.xml"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("<Name>M/S**2</Name>", "<Name>M/S</Name>"), "velocity sensor.*M/S"),
        (("<Name>M/S**2</Name>", "<Name>PA</Name>"), "no accelerometer"),
        ((f"<Value>{SENSITIVITY}</Value>", "<Value>0</Value>"), "no sensitivity for HNE"),
        (('locationCode="10"', 'locationCode="20"'), r"does not describe CE\.79435\.10\.HNE"),
        (('startDate="2018-07-25T00:00:00"', 'startDate="2022-07-25T00:00:00"'), "does not describe"),
        (("<FDSNStationXML", "<Nonsense"), "cannot be read as StationXML"),
        (("</Network>", ""), "cannot be read as StationXML"),
    ],
)
def test_bad_responses(change, message, tmp_path):
    with pytest.raises(RecordError, match=message):
        read_record(alone(tmp_path, response=change))


ANCHORAGE = {"HNE": -0.2540, "HNN": 0.2509, "HNZ": -0.2963}
"""Peaks [g] about the mean of the first 2.5 s, computed apart from pirqa with 213180 counts in 1 m/s2."""


@pytest.mark.parametrize("code", ANCHORAGE)
def test_a_response_that_ends_in_none_is_in_counts_where_its_stages_show_it(code):
    record = read_record(record_path(f"pirqa:NP.8040.D0.{code}.mseed", Path()))
    (channel,) = record.channels
    values = channel.values - channel.values[: round(2.5 / channel.step)].mean()
    assert values[np.abs(values).argmax()] / G == pytest.approx(ANCHORAGE[code], abs=0.000051)
    assert keys(record) == ["record_response_beside", "record_sensitivity_in_counts"]
    assert record.remarks[1].amount == 213180.0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("<Value>418000.0</Value>", "<Value>413000.0</Value>"), "ends in NONE, .* give sensitivity"),  # 1.2 % less
        (("<Value>418000.0</Value>", "<Value>-418000.0</Value>"), "ends in NONE, .* give sensitivity"),
        (("<Value>0.51</Value>", "<Value>0.051</Value>"), "ends in NONE, .* give sensitivity"),
        (("<Name>count</Name>", "<Name>V</Name>"), "ends in NONE, .* give sensitivity"),
        (("<Name>m/s**2</Name>", "<Name>m/s</Name>"), "is a velocity sensor"),
        (("<Name>None</Name>", "<Name>V</Name>"), "ends in V, not in counts"),
        (("<Value>213180.0</Value>", "<Value>0.0</Value>"), "gives no sensitivity"),
    ],
)
def test_a_response_that_ends_in_none_is_refused_otherwise(change, message, tmp_path):
    source = record_path("pirqa:NP.8040.D0.HNE.mseed", Path())
    shutil.copy(source, tmp_path / "own.mseed")
    text = source.with_name("NP.8040.xml").read_text(encoding="utf-8")
    assert change[0] in text
    (tmp_path / "NP.8040.xml").write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(RecordError, match=message) as caught:
        read_record(tmp_path / "own.mseed")
    assert "own.mseed" in str(caught.value)


def test_stages_within_one_per_cent_are_enough(tmp_path):
    source = record_path("pirqa:NP.8040.D0.HNE.mseed", Path())
    shutil.copy(source, tmp_path / "own.mseed")
    text = source.with_name("NP.8040.xml").read_text(encoding="utf-8")
    changed = text.replace("<Value>418000.0</Value>", "<Value>415000.0</Value>")  # 0.7 % less
    (tmp_path / "NP.8040.xml").write_text(changed, encoding="utf-8")
    assert np.array_equal(
        read_record(tmp_path / "own.mseed").channels[0].values, read_record(source).channels[0].values
    )


def test_a_sensitivity_that_its_stages_do_not_give_is_reported(tmp_path):
    record = read_record(alone(tmp_path, response=(f"<Value>{SENSITIVITY}</Value>", "<Value>429161.49</Value>")))
    said = next(remark for remark in record.remarks if remark.key == "record_sensitivity_differs")
    assert said.stated == pytest.approx(429161.49)
    assert said.amount == pytest.approx(0.1279 * 1677722.8, rel=1e-6)  # the two stage gains in the file


def test_a_sensitivity_beyond_the_sampling_is_reported_in_hertz(tmp_path):
    changed = ("<Frequency>1.0</Frequency>", "<Frequency>500.0</Frequency>")  # 100 samples a second resolve 50 Hz
    record = read_record(alone(tmp_path, response=changed))
    said = next(remark for remark in record.remarks if remark.key == "record_sensitivity_out_of_band")
    assert (said.text, said.amount, said.unit) == ("HNE", 500.0, "Hz")


def test_a_vertical_component_that_counts_downwards_is_turned(tmp_path):
    up = read_record(SEED).channels[0].values
    record = read_record(alone(tmp_path, response=("<Dip>0.0</Dip>", "<Dip>90.0</Dip>")))
    assert record.channels[0].vertical
    assert np.array_equal(record.channels[0].values, -up)
    assert "record_turned_upwards" in keys(record)


def test_pieces_that_meet_are_joined_and_gaps_are_errors(obspy, tmp_path):
    values = np.arange(500, dtype=np.int32)
    whole = read_record(
        seed(obspy, tmp_path, ("XX.A..HNZ", 0.0, values), ("XX.A..HNZ", 5.006, values)), ReadAs(sensitivity=2.0)
    )
    assert np.array_equal(whole.channels[0].values, np.concatenate([values, values]) / 2.0)
    said = next(remark for remark in whole.remarks if remark.key == "record_pieces_joined")
    assert said.count == 2
    assert said.amount == pytest.approx(0.006, abs=1e-4)
    with pytest.raises(RecordError, match=r"HNZ has a gap of 0\.5 s"):
        read_record(
            seed(obspy, tmp_path, ("XX.A..HNZ", 0.0, values), ("XX.A..HNZ", 5.5, values)), ReadAs(sensitivity=2.0)
        )
    with pytest.raises(RecordError, match=r"HNZ has an overlap of 1 s"):
        read_record(
            seed(obspy, tmp_path, ("XX.A..HNZ", 0.0, values), ("XX.A..HNZ", 4.0, values)), ReadAs(sensitivity=2.0)
        )


def test_components_keep_their_names_and_their_delay(obspy, tmp_path):
    values = np.arange(300, dtype=np.int32)
    parts = (("XX.A.00.HNE", 0.0, values), ("XX.A.00.HNZ", 0.25, values), ("XX.A.00.HNN", 0.0, values))
    record = read_record(seed(obspy, tmp_path, *parts), ReadAs(sensitivity=1.0))
    found = {channel.name: (channel.delay, channel.vertical) for channel in record.channels}
    assert found == {
        "HNE": (0.0, False),
        "HNZ": (pytest.approx(0.25), True),
        "HNN": (0.0, False),
    }
    twice = read_record(
        seed(obspy, tmp_path, ("XX.A.00.HNE", 0.0, values), ("XX.A.10.HNE", 0.0, values)), ReadAs(sensitivity=1.0)
    )
    assert [channel.name for channel in twice.channels] == ["00.HNE", "10.HNE"]
    with pytest.raises(RecordError, match=r"2 stations \(XX\.A, XX\.B\)"):
        read_record(
            seed(obspy, tmp_path, ("XX.A.00.HNE", 0.0, values), ("XX.B.00.HNE", 0.0, values)), ReadAs(sensitivity=1.0)
        )


def test_not_a_number_in_miniseed_is_an_error(obspy, tmp_path):
    values = np.ones(300)
    values[7] = np.nan
    with pytest.raises(RecordError, match="HNE holds values that are no measurements"):
        read_record(seed(obspy, tmp_path, ("XX.A.00.HNE", 0.0, values)), ReadAs(sensitivity=1.0))


def test_a_damaged_name_in_miniseed_is_an_error_and_prints_nothing(tmp_path, capfd):
    data = bytearray(SEED.read_bytes()[:8192])
    data[8:13] = b"\xbc" * 5  # the station
    data[30:32] = b"\xff\xff"  # the number of samples: obspy alone would make 65,535 of them up
    path = tmp_path / "damaged.mseed"
    path.write_bytes(bytes(data))
    with pytest.raises(RecordError, match=r"damaged\.mseed"):
        read_record(path, ReadAs(sensitivity=1.0))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("size", [3000, 6000, 8292])
def test_truncated_miniseed_is_an_error(size, tmp_path):
    path = tmp_path / "short.mseed"
    path.write_bytes(SEED.read_bytes()[:size])
    with pytest.raises(RecordError, match=r"short\.mseed"):
        read_record(path, ReadAs(sensitivity=1.0))


def test_what_obspy_skips_is_told(tmp_path):
    path = tmp_path / "padded.mseed"
    path.write_bytes(SEED.read_bytes()[:8192] + bytes(256))
    record = read_record(path, ReadAs(sensitivity=1.0))
    assert len(record.channels[0].values) == 5989
    said = next(remark for remark in record.remarks if remark.key == "record_reader_warns")
    assert "Not a SEED record" in said.text


def test_sac_reads_with_its_published_numbers():
    record = read_record(SAC, ReadAs(unit="g"))
    channel = record.channels[0]
    assert record.origin.format == "sac"
    assert (channel.name, channel.step, len(channel.values), channel.unit) == ("HNE", 0.02, 15001, "g")
    assert np.abs(channel.values).max() / G == pytest.approx(0.0434, abs=5e-5)
    assert channel.values.mean() / G == pytest.approx(0.0223, abs=5e-5)
    assert channel.azimuth == pytest.approx(math.pi / 2)
    assert record.origin.time == "2019-07-06T03:19:52.000000Z"
    assert record.origin.station == "CJ.T001230"
    assert (record.origin.latitude, record.origin.longitude) == (34.06369, -118.33633)
    assert keys(record) == []


def test_sac_has_no_unit_of_its_own():
    with pytest.raises(RecordError, match=r"HNE\.sac: SAC has no field for the unit.*unit"):
        read_record(SAC)


def test_sac_counts(tmp_path):
    record = read_record(SAC, ReadAs(sensitivity=10.0))
    assert np.abs(record.channels[0].values).max() == pytest.approx(0.0043384)
    assert record.channels[0].unit == "counts"


def changed(word: int, value: float | int) -> bytes:
    data = bytearray(SAC.read_bytes())
    struct.pack_into("<f" if isinstance(value, float) else "<i", data, 4 * word, value)
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (SAC.read_bytes()[:5000], "states 15001 samples, the file holds 1092"),
        (changed(79, 2**31 - 1), "states 2147483647 samples"),
        (changed(79, -5), "states -5 samples"),
        (changed(85, 3), "IFTYPE"),
        (changed(105, 0), "LEVEN"),
        (changed(86, 7), "holds velocity"),
        (changed(0, 0.0), "sac"),
        (changed(158, math.nan), "no measurements"),
    ],
)
def test_bad_sac(data, message, tmp_path):
    path = tmp_path / "own.sac"
    path.write_bytes(data)
    with pytest.raises(RecordError, match=message):
        read_record(path, ReadAs(unit="g"))


def test_samples_behind_those_stated_are_left_out_and_told(tmp_path):
    path = tmp_path / "own.sac"
    path.write_bytes(changed(79, 15000))
    record = read_record(path, ReadAs(unit="g"))
    assert len(record.channels[0].values) == 15000
    said = next(remark for remark in record.remarks if remark.key == "record_surplus_left_out")
    assert (said.amount, said.stated) == (15001.0, 15000.0)


def test_the_footer_of_version_seven_is_no_sample(tmp_path):
    path = tmp_path / "own.sac"
    path.write_bytes(changed(76, 7) + bytes(176))
    record = read_record(path, ReadAs(unit="g"))
    assert np.array_equal(record.channels[0].values, read_record(SAC, ReadAs(unit="g")).channels[0].values)
    assert keys(record) == []


def test_absurd_coordinates_do_not_hang(tmp_path):
    data = bytearray(SAC.read_bytes())
    struct.pack_into("<4f", data, 4 * 31, 34.0, 1e30, 0.0, 0.0)  # STLA, STLO
    struct.pack_into("<2f", data, 4 * 35, 35.0, -1e30)  # EVLA, EVLO
    path = tmp_path / "own.sac"
    path.write_bytes(bytes(data))
    start = time.process_time()
    assert read_record(path, ReadAs(unit="g")).origin.longitude is None
    assert time.process_time() - start < 5.0


def test_undefined_sac_fields_are_ignored(tmp_path):
    data = bytearray(SAC.read_bytes())
    for word in (31, 32, 57, 58):  # STLA, STLO, CMPAZ, CMPINC
        struct.pack_into("<f", data, 4 * word, -12345.0)
    path = tmp_path / "own.sac"
    path.write_bytes(bytes(data))
    record = read_record(path, ReadAs(unit="g"))
    assert record.origin.latitude is None
    assert record.origin.longitude is None
    assert keys(record) == ["record_direction_from_code"]


def test_sac_of_the_other_byte_order(obspy, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        stream = obspy.read(io.BytesIO(SAC.read_bytes()), format="SAC")
        stream.write(str(tmp_path / "big.sac"), format="SAC", byteorder=">")
    big, little = read_record(tmp_path / "big.sac", ReadAs(unit="g")), read_record(SAC, ReadAs(unit="g"))
    assert np.array_equal(big.channels[0].values, little.channels[0].values)


def test_without_obspy_the_extra_is_named(monkeypatch):
    for name in [name for name in sys.modules if name == "obspy"]:
        monkeypatch.delitem(sys.modules, name)
    real = builtins.__import__

    def refuse(name: str, *rest: Any, **more: Any) -> Any:
        if name.split(".")[0] == "obspy":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    monkeypatch.setattr(importlib, "import_module", lambda name, *rest: refuse(name, *rest))
    with pytest.raises(MissingExtraError, match=r"reading miniSEED.*pirqa\[seismology\]"):
        mseed.read(SEED, SEED.read_bytes(), ReadAs())


def test_only_such_files_are_recognised():
    assert format_of(SEED, SEED.read_bytes()) == "mseed"
    assert format_of(SAC, SAC.read_bytes()) == "sac"
    for data in (b"", b"123456D", b"000001D " + b"x", bytes(700), XML.read_bytes(), b"\xff" * 700):
        assert not mseed.recognises(data, "x.mseed")
        assert not sac.recognises(data, "x.sac")


@pytest.mark.parametrize(("inclination", "sign"), [(0.0, 1.0), (180.0, -1.0)])
def test_sac_says_which_way_is_up(inclination, sign, tmp_path):
    # word 58 of the header: degrees from the vertical, 0 where positive is upwards
    path = tmp_path / "up.sac"
    path.write_bytes(changed(58, inclination))
    level = read_record(record_path("pirqa:20190706031952.CJ.T001230.HNE.sac", tmp_path), ReadAs(unit="g"))
    channel = read_record(path, ReadAs(unit="g")).accelerations[0]
    assert channel.vertical
    assert channel.azimuth is None
    assert np.array_equal(channel.values, sign * level.accelerations[0].values)
