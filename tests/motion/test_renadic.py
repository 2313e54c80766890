"""RENADIC's volume 1: own small files with the traps of the Maule and northern Chile records; all numbers invented."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import OptionsError, RecordError
from pirqa.motion.formats import read_record
from pirqa.motion.orientation import pushing, rotate, to_wall
from pirqa.motion.process import ProcessingOptions, process
from pirqa.motion.record import Record
from pirqa.units import STANDARD_GRAVITY as G

COUNT, STEP, TRIGGER = 3000, 0.01, 20.0
"""Samples, their step [s], and the trigger after the first of them [s]."""
PEAKS = {"NS": (2500, 4.710), "V": (2400, 1.984), "EW": (2600, -4.099), "INTC": (0, 0.0)}
"""Sample of each maximum and its value [g/10]."""


def channel(number: int, name: str, *, clock: str, zeros: str = "0.000N    0.000E", of: int = 4) -> list[str]:
    at, peak = PEAKS[name]
    values = np.zeros(COUNT)
    if peak:
        values = np.round(0.02 * np.sin(0.37 * np.arange(COUNT)), 3)
        values[at] = peak
    cells = [f"{number:7.3f}" for pair in zip(STEP * np.arange(COUNT), values, strict=True) for number in pair]
    return [
        "UNCORRECTED ACCELEROGRAM DATA              PROCESSED: 05/24/2011",
        "INVENTED 2010",
        f"{clock} (GMT)                (ORIGIN: {clock} GMT)",
        f"                                   TRIGGER TIME: {clock[:-2]}14.000 GMT",
        f"STATION NO.          {zeros}  QDR       S/N  000 ({of}  CHNS OF {of}  AT STA)",
        "SOMEWHERE S/N 000",
        f"CHAN  {number}: {name:<8} (STA CHN:  {number})",
        "UNIVERSIDAD DE CHILE - RENADIC",
        f"HYPOCENTER:   {zeros}  H=   0.0KM   ML= 0.00",
        "INSTR PERIOD = 0.0391 SEC,  DAMPING =0.7000,  SENSITIVITY =1.250 VDC/G",
        f"NO. OF POINTS =  {COUNT:5d}  RECORD LENGTH ={STEP * COUNT:7.3f} SEC",
        f"UNITS OF UNCOR ACCEL ARE SEC AND G/10.     MAX  ={0.1 * peak:7.3f} G, AT {STEP * at - TRIGGER:7.3f} SEC",
        "RMS ACCEL OF COMPLETE RECORD = 0.082 G",
        *["    0" * 16] * 6,
        "    0" * 4,
        *["     0.000" * 8] * 6,
        "     0.000" * 2,
        *("".join(cells[at : at + 10]) for at in range(0, len(cells), 10)),
        f"/&  ----------  END OF DATA FOR CHANNEL {number}  ----------",
    ]


def record_of(tmp_path: Path, *names: str, clock: str = "02/27/2010 3:55:00", **changes) -> Record:
    lines = [line for number, name in enumerate(names, 1) for line in channel(number, name, clock=clock, **changes)]
    path = tmp_path / "own.v1"
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return read_record(path)


def keys(record: Record) -> list[str]:
    return [remark.key for remark in record.remarks]


def test_a_dead_channel_is_left_out_with_a_remark(tmp_path):
    record = record_of(tmp_path, "NS", "V", "EW", "INTC")
    assert [item.name for item in record.channels] == ["NS", "V", "EW"]
    (said,) = [remark for remark in record.remarks if remark.key == "record_channel_dead"]
    assert said.text == "INTC"
    for name in ("NS", "V", "EW"):
        values = record.channel(name).values
        assert values[np.abs(values).argmax()] == pytest.approx(0.1 * G * PEAKS[name][1])
    assert "record_peak_differs" not in keys(record)


def test_a_dead_channel_never_drives(tmp_path):
    motion = process(record_of(tmp_path, "NS", "V", "EW", "INTC"), ProcessingOptions(), name="own").motion
    assert pushing(motion) == ("NS", "EW")
    assert rotate(motion, 0.5).directions[0].name == "28.65"  # two horizontals, so it can be turned
    with pytest.raises(OptionsError, match='has no component "INTC"'):
        to_wall(motion, across="INTC")


def test_a_dead_component_with_a_direction_stays_to_be_refused(tmp_path, monkeypatch):
    monkeypatch.setitem(PEAKS, "EW", (0, 0.0))
    record = record_of(tmp_path, "NS", "V", "EW")
    assert [item.name for item in record.channels] == ["NS", "V", "EW"]
    assert "record_channel_dead" not in keys(record)


def test_a_file_of_dead_channels_stays_as_it_is(tmp_path):
    assert [item.name for item in record_of(tmp_path, "INTC", of=1).channels] == ["INTC"]


def test_times_in_the_header_count_from_the_trigger(tmp_path):
    record = record_of(tmp_path, "NS", "V", "EW", "INTC")
    (said,) = [remark for remark in record.remarks if remark.key == "record_begins_before_trigger"]
    assert (said.amount, said.unit) == (pytest.approx(TRIGGER), "s")
    assert record.origin.time == "2010-02-27T03:54:54.000Z"  # 3:55:14 less 20 s


def test_a_station_at_zero_is_no_place(tmp_path):
    record = record_of(tmp_path, "NS", "V", "EW")
    assert (record.origin.latitude, record.origin.longitude) == (None, None)
    assert {"record_station_at_zero", "record_hypocentre_at_zero"} <= set(keys(record))
    assert "0.000" not in str(record)
    placed = record_of(tmp_path, "NS", "V", "EW", zeros="33.437S   70.647W")
    assert (placed.origin.latitude, placed.origin.longitude) == (-33.437, -70.647)
    assert not {"record_station_at_zero", "record_hypocentre_at_zero"} & set(keys(placed))


def test_a_clock_that_was_never_set_is_not_quoted(tmp_path):
    record = record_of(tmp_path, "NS", "V", "EW", clock="01/01/1980 0:00:00")
    assert (record.origin.time, record.origin.event) == ("", "INVENTED 2010")
    (said,) = [remark for remark in record.remarks if remark.key == "record_clock_unset"]
    assert said.text == "1980-01-01"
    assert "1980" not in str(record)


def test_a_channel_that_was_cut_off_is_refused(tmp_path):
    lines = [*channel(1, "NS", clock="02/27/2010 3:55:00"), *channel(2, "V", clock="02/27/2010 3:55:00")[:300]]
    path = tmp_path / "own.v1"
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    with pytest.raises(RecordError, match=r"own\.v1: line \d+: component V ends after 1365 samples.*fetch it again"):
        read_record(path)
