"""The reader of GeoNet's V1A and V2A files, with files of our own made from the public description of the format."""

import math

import numpy as np
import pytest

from pirqa.motion.formats import geonet, read_record
from pirqa.motion.record import ReadAs
from tests.motion.bad_input import (
    OWN,
    alter,
    check_cuts,
    check_detected,
    check_line_ends,
    check_rubbish,
    check_spoilt,
    refusal,
)

RAW, CORRECTED = OWN / "synthetic.V1A", OWN / "synthetic.V2A"
DATA = CORRECTED.read_bytes()
COUNTS = "      73      25      25     123     123     123"
STEP = "  0.0200  0.0200"
FIRST = "     0.0    56.2"
OMEGA = 2.0 * math.pi * 1.5
TIME = 0.02 * np.arange(123)


@pytest.mark.parametrize("path", [RAW, CORRECTED])
def test_three_components_are_the_sines_that_they_were_made_from(path: object) -> None:
    record = read_record(str(path))
    assert [channel.name for channel in record.accelerations] == ["N10E", "N80W", "Up"]
    for channel, amplitude in zip(record.accelerations, (0.3, -0.45, -0.12), strict=True):
        np.testing.assert_allclose(channel.values, amplitude * np.sin(OMEGA * TIME), atol=5.1e-5)
        assert (channel.step, channel.unit) == (0.02, "mm/s2")
    azimuths = [channel.azimuth for channel in record.accelerations]
    assert azimuths == [pytest.approx(math.radians(10.0)), pytest.approx(math.radians(280.0)), None]
    assert [channel.vertical for channel in record.accelerations] == [False, False, True]
    assert record.remarks == ()
    assert record.corrected == (path == CORRECTED)


def test_corrected_files_have_velocity_and_displacement_too() -> None:
    record = read_record(CORRECTED)
    assert [channel.measured for channel in record.channels[:3]] == ["acceleration", "velocity", "displacement"]
    velocity, displacement = record.channels[1].values, record.channels[2].values
    np.testing.assert_allclose(velocity, 0.3 / OMEGA * (1.0 - np.cos(OMEGA * TIME)), atol=5.1e-6)
    np.testing.assert_allclose(displacement, 0.3 / OMEGA * (TIME - np.sin(OMEGA * TIME) / OMEGA), atol=5.1e-7)
    assert record.channels[0].band == (0.25, 20.0)
    assert read_record(RAW).channels[0].band == ()


def test_pads_stand_before_the_time_in_the_header() -> None:
    assert read_record(RAW).origin.time == "2020-01-02T03:04:05.500000Z"
    assert read_record(CORRECTED).origin.time == "2020-01-02T03:04:05Z"  # 25 samples of 0.02 s earlier


def test_where_it_is_from() -> None:
    origin = read_record(CORRECTED).origin
    assert (origin.station, origin.agency) == ("SYNT, Synthetic Station", "GNS Science")
    assert origin.event == "Nowhere, a synthetic earthquake, 2020 January 2 03:04:05 UT, Mw 6.50"
    assert [origin.latitude, origin.longitude] == pytest.approx([-43.5, 172.6])


def test_contradictions_are_reported_with_both_values() -> None:
    (remark,) = geonet.read(CORRECTED, alter(DATA, "  -300.0  0.0000", "  -400.0  0.0000"), ReadAs()).remarks
    assert (remark.key, remark.text) == ("record_peak_differs", "N10E")
    assert [abs(remark.amount), abs(remark.stated or 0.0)] == pytest.approx([0.3, 0.4])
    (remark,) = geonet.read(CORRECTED, alter(DATA, "points    123", "points    124"), ReadAs()).remarks
    assert (remark.key, remark.amount, remark.stated) == ("record_count_differs", 123.0, 124.0)
    (remark,) = geonet.read(
        CORRECTED, alter(DATA, "      10      10     140", "      10      40     140"), ReadAs()
    ).remarks
    assert remark.key == "record_azimuth_differs"
    assert [remark.amount, remark.stated] == pytest.approx([10.0, 40.0])
    assert remark.unit == "deg"


def test_down_is_turned_up_with_a_remark() -> None:
    record = geonet.read(CORRECTED, alter(DATA, "Component Up", "Component Down"), ReadAs())
    for turned, as_filed in zip(record.channels[6:], read_record(CORRECTED).channels[6:], strict=True):
        np.testing.assert_array_equal(turned.values, -as_filed.values)
    assert [remark.key for remark in record.remarks] == ["record_turned_upwards"]


def test_numbers_beyond_the_counts_are_left_out_and_reported() -> None:
    data = RAW.read_bytes()
    first = data.index(b"Uncorrected", 10)
    (remark,) = geonet.read(RAW, data[:first] + b"     1.0     2.0\n" + data[first:], ReadAs()).remarks
    assert (remark.key, remark.text, remark.amount, remark.stated) == ("record_surplus_left_out", "N10E", 125.0, 123.0)


def test_two_components_of_one_name_are_told_apart() -> None:
    record = geonet.read(
        CORRECTED, alter(alter(DATA, "Component N80W", "Component N10E"), "     280", "      10"), ReadAs()
    )
    names = [channel.name for channel in record.accelerations]
    assert len(set(names)) == 3


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (COUNTS, "      73      25      25       0     123     123", "line 20: component N10E is empty"),
        (
            COUNTS,
            "      73      25      25      -3     123     123",
            "line 20: the number of acceleration samples is -3",
        ),
        (COUNTS, "      73      25      2599999999     123     123", "of 99999999 values"),
        (COUNTS, "      73      25      25********     123     123", 'line 20: a value is "********"'),
        (COUNTS, "      73      25      25     123     123    9123", "after 123 of 9123 values"),
        (STEP, "  0.0200  0.0000", "line 23: the time step is 0"),
        (STEP, "  0.0200     nan", 'line 23: a value is "nan"'),
        (FIRST, "********    56.2", 'line 27: a value is "********"'),
        (FIRST, "     inf    56.2", 'line 27: a value is "inf"'),
        (FIRST, "  1.e999    56.2", "no finite number"),
        ("Component N10E", "No component", "line 13: should name the component"),
        ("\nCorrected accelerogram", "\nAccelerogram", '"Corrected accelerogram"'),
    ],
)
def test_bad_files_are_refused_with_the_reason(old: str, new: str, message: str) -> None:
    assert message in refusal(geonet, CORRECTED, alter(DATA, old, new))


def test_detection_line_ends_cuts_spoilt_and_rubbish() -> None:
    check_detected(RAW, RAW.read_bytes(), "geonet")
    check_detected(CORRECTED, DATA, "geonet")
    check_line_ends(geonet, CORRECTED, DATA)
    check_spoilt(geonet, CORRECTED, DATA, head=2600)
    check_rubbish(geonet.recognises, geonet, CORRECTED)


def test_a_file_cut_within_a_component_is_refused() -> None:
    check_cuts(geonet, RAW, RAW.read_bytes(), examples=80)


def test_a_file_cut_between_components_is_read_with_a_warning() -> None:
    data = RAW.read_bytes()
    record = geonet.read(RAW, data[: data.index(b"Uncorrected", 10)], ReadAs())
    assert [channel.name for channel in record.channels] == ["N10E"]
    assert [(remark.key, remark.amount, remark.stated) for remark in record.remarks] == [
        ("record_components_missing", 1.0, 3.0)
    ]
