"""The reader of CISMID's text files."""

import math

import numpy as np
import pytest

from pirqa.motion.formats import cismid, read_record
from pirqa.motion.record import ReadAs
from tests.motion.bad_input import (
    SHIPPED,
    alter,
    check_cuts,
    check_detected,
    check_line_ends,
    check_rubbish,
    check_spoilt,
    refusal,
)

PATH = SHIPPED / "PRQ_19661017164100.txt"
DATA = PATH.read_bytes()
ROW = "          0.0400         -3.0481         -5.1973         -4.5209"


def short(rows: int = 120) -> bytes:
    """The file with its first samples alone, its header made to agree."""
    lines = DATA.split(b"\r\n")
    start = next(at for at, line in enumerate(lines) if line.split()[:1] == [b"T"])
    text = b"\r\n".join(lines[: start + 1 + rows]) + b"\r\n"
    return alter(alter(text, "3283", f"{rows:4d}"), "   -180.56   -268.24     94.29", "")


def test_lima_1966_is_what_its_readme_says() -> None:
    record = read_record(PATH)
    assert [channel.name for channel in record.channels] == ["EW", "NS", "UD"]
    for channel, peak in zip(record.channels, (-1.8056, -2.6824, 0.9429), strict=True):
        assert len(channel.values) == 3283
        assert channel.step == 0.02
        assert channel.times is None
        assert channel.values[np.abs(channel.values).argmax()] == pytest.approx(peak, abs=5.1e-5)
        assert channel.unit == "cm/s2"
    assert record.channel("EW").azimuth == pytest.approx(math.pi / 2.0)
    assert record.channel("NS").azimuth == 0.0
    assert record.channel("UD").vertical
    assert record.channel("UD").azimuth is None
    assert record.channel("NS").values[0] == pytest.approx(-0.131543)
    assert record.channel("UD").values[-1] == pytest.approx(0.657061)
    assert record.corrected
    assert record.remarks == ()


def test_lima_1966_says_where_it_is_from() -> None:
    origin = read_record(PATH).origin
    assert (origin.station, origin.agency) == ("PRQ, Parque de la Reserva", "CISMID")
    assert origin.time == "1966-10-17T16:41:00"
    assert origin.event == "October 17, 1966 16:41:00, 8.1 Mw"
    assert (origin.latitude, origin.longitude) == (-12.07, -77.04)
    assert origin.format == "cismid"


def test_it_is_recognised_and_line_ends_do_not_matter() -> None:
    check_detected(PATH, DATA, "cismid")
    check_line_ends(cismid, PATH, short())


def test_a_peak_that_the_data_do_not_have_is_reported_with_both_values() -> None:
    record = cismid.read(PATH, alter(DATA, "-268.24", "-286.24"), ReadAs())
    (remark,) = record.remarks
    assert (remark.key, remark.text) == ("record_peak_differs", "NS")
    assert abs(remark.amount) == pytest.approx(2.6824, abs=5.1e-5)
    assert abs(remark.stated or 0.0) == pytest.approx(2.8624)


def test_more_samples_than_stated_are_kept_and_reported() -> None:
    record = cismid.read(PATH, alter(short(), " 120", " 118"), ReadAs())
    (remark,) = record.remarks
    assert (remark.key, remark.amount, remark.stated) == ("record_count_differs", 120.0, 118.0)
    assert remark.text == "EW, NS, UD"
    assert len(record.channels[0].values) == 120


def test_a_frequency_that_the_times_do_not_have_is_reported() -> None:
    record = cismid.read(PATH, alter(short(), ":   50", ":  100"), ReadAs())
    (remark,) = record.remarks
    assert (remark.key, remark.stated) == ("record_step_differs", 0.01)
    assert remark.amount == pytest.approx(0.02)
    assert record.channels[0].step == pytest.approx(0.02)


def test_uneven_times_are_kept() -> None:
    record = cismid.read(PATH, alter(short(), "          0.0400 ", "          0.0450 "), ReadAs())
    times = record.channels[0].times
    assert times is not None
    assert times[:4] == pytest.approx([0.0, 0.02, 0.045, 0.06])


def test_printed_times_refuse_another_step() -> None:
    message = refusal(cismid, PATH, short(), ReadAs(step=0.01))
    assert "line 38: column T has times of its own, 0.02 s apart" in message
    assert "the step 0.01 s was asked for; leave step out" in message
    uneven = alter(short(), "          0.0400 ", "          0.0450 ")
    assert "leave step out" in refusal(cismid, PATH, uneven, ReadAs(step=0.02))
    record = cismid.read(PATH, short(), ReadAs(step=0.02))
    assert record.channels[0].step == 0.02
    assert record.remarks == ()


def test_the_users_unit_overrules_the_files_with_a_warning() -> None:
    record = cismid.read(PATH, short(), ReadAs(unit="mm/s2"))
    assert record.channels[0].values[0] == pytest.approx(-0.0113771)
    assert [remark.key for remark in record.remarks] == ["record_unit_overruled"]


def test_a_component_that_counts_downwards_is_turned() -> None:
    record = cismid.read(PATH, alter(short(), "              UD", "            DOWN"), ReadAs())
    assert record.channels[2].values[0] == pytest.approx(-0.041991)
    assert record.channels[2].vertical
    assert [remark.key for remark in record.remarks] == ["record_turned_upwards"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" 120", " 121", "120 samples, its header states 121"),
        (" 120", "999999999999", "states 999999999999"),
        (" 120", " 1.5", "whole number"),
        (":   50", ":    0", "line 16: SAMPLING FREQUENCY is 0"),
        (":   50", ":  ***", "line 16"),
        (":  cm/s2", ":       ", "does not say the unit"),
        (":  cm/s2", ":  ells ", 'the unit "ells" is not known'),
        ("              EW              NS              UD", "", "names no component"),
        (ROW, ROW[:-8] + "     nan", 'line 40: a value is "nan"'),
        (ROW, ROW[:-8] + "  1e9999", "no finite number"),
        (ROW, ROW[:-8] + " *******", 'line 40: a value is "*******"'),
        (ROW, ROW[:48], "line 40: has 3 numbers where there are 4 columns"),
        ("          0.0400 ", "          0.0100 ", "not after the one before"),
        ("               T ", "               S ", "columns T, EW, NS"),
    ],
)
def test_bad_files_are_refused_with_the_reason(old: str, new: str, message: str) -> None:
    assert message in refusal(cismid, PATH, alter(short(), old, new))


def test_a_file_without_samples_is_refused() -> None:
    assert "empty" in refusal(cismid, PATH, short(rows=1))


def test_cut_spoilt_and_rubbish() -> None:
    check_cuts(cismid, PATH, short(), examples=80)
    check_spoilt(cismid, PATH, short(), head=3000)
    check_rubbish(cismid.recognises, cismid, PATH)
