"""USC and Caltech volumes: own files of their layout with invented numbers, for every trap of the real ones."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.motion.formats import format_of, read_record, usc
from pirqa.motion.options import ProcessingOptions
from pirqa.motion.processing import process
from pirqa.motion.record import ReadAs, Record, join_records, record_path, shipped_records
from pirqa.units import STANDARD_GRAVITY as G

TIMES = [0.0, 0.004, 0.008, 0.013, 0.017, 0.021, 0.025, 0.038, 0.042, 0.046, 0.051, 0.055]
VALUES = [-0.049, -0.038, -1.5, -0.015, 0.815, 2.0, -4.064, 0.01, 0.0, 0.015, -0.02, 0.0]
"""g/10"""
SAMPLES = [-1.208, 2.408, 4.599, 4.774, 6.869, -1.365, -2.973, -1.67, -0.655, 1.0]
"""cm/s2"""
VELOCITY = [-0.834, -0.5, 0.3, 0.25, -0.2, -0.1, 0.1, 0.05, 0.02, 0.01]
"""cm/s"""


def text(component: str = "N00W", *, place: str = "34 25 09N, 118 25 34W", points: int = len(TIMES)) -> list[str]:
    lines = [
        "FILE     0 OF UNCORRECTED ACCELEROGRAM DATA OF VOLUME I:",
        "INVENTED EARTHQUAKE",
        "JAN 17, 1994 -1230 GMT",
        "IBB000  94.000.0 N",
        f"STATION USC# 0099   {place}",
        "1 INVENTED RD., SOMEWHERE, CA",
        f"COMP {component}",
        "INVENTED EARTHQUAKE   JAN 17, 1994 -1230 GMT",
        "EPICENTER -   34 12 48N, 118 32 13W",
        "INSTR PERIOD =  .039 SEC  DAMPING =   .577  SENSITIVITY =   1.86CM/G",
        f"NO. OF POINTS =   {points:4d}      DURATION =    .055 SEC",
        "UNITS ARE SEC AND G/10",
        "RMS ACCLN. OF COMPLETE RECORD =     .638 G/10",
    ]
    return [f"{line:<72}{len(line):<8}" for line in lines]


def integers() -> list[str]:
    return ["    0" * 16] * 6 + ["    0" * 4]


def reals(count: int) -> list[str]:
    cells = ["      .000"] * count
    return ["".join(cells[at : at + 8]) for at in range(0, count, 8)]


def volume_one(component: str = "N00W", **changes) -> list[str]:
    cells = [f"{number:7.3f}" for pair in zip(TIMES, VALUES, strict=True) for number in pair]
    rows = [" " + "".join(cells[at : at + 10]) for at in range(0, len(cells), 10)]
    return [*text(component, **changes), *integers(), *reals(50), *rows]


def block(what: str, values: list[float], unit: str) -> list[str]:
    cells = [f"{value:10.3f}" for value in values]
    rows = ["".join(cells[at : at + 8]) for at in range(0, len(cells), 8)]
    return [f"  {len(values):4d} POINTS OF {what} DATA EQUALLY SPACED AT   .020 SEC.{unit}", *rows]


def volume_two(component: str = "S58W", *, unit: str = "  IN UNITS CM/SEC/SEC", velocity: bool = True) -> list[str]:
    title = f"CORRECTED ACCELEROGRAM  IIBB000  94.000.0 COMP {component}   FILE   0  CORRESPONDING T"
    second = [
        "ACCELEROGRAM IS BAND-PASS FILTERED BETWEEN  .225- .325 AND 25.00-27.00 HZ.",
        f"  {len(SAMPLES):4d}  INSTRUMENT AND BASELINE CORRECTED DATA",
        "AT EQUALLY-SPACED INTERVALS OF    .020  SEC.",
        "PEAK ACCELERATION =    -6.86900  CMS/SEC/SEC AT     .080   SEC.",
        "PEAK   VELOCITY   =      .83400    CMS/SEC   AT     .000   SEC.",
        "INITIAL VELOCITY  =      .8344  CMS/SEC;  INITIAL DISPLACEMENT =    -.1515  CMS",
        "INVENTED EARTHQUAKE   JAN 17, 1994 -1230 GMT",
        "MAGNITUDE =  6.7    EPICENTRAL DISTANCE =  29.76 KM    M.M.I. =  8.",
        f"IIBB000  94.000.0   1 INVENTED RD., SOMEWHERE, CA    COMP {component[:3]}",
        component[3:],
    ]
    body = block("ACC", SAMPLES, unit)
    if velocity:
        body += block("VEL", VELOCITY, unit.replace("/SEC/SEC", "/SEC"))
    return [title, *text(component), *second, *integers(), *reals(100), *body]


def file_of(lines: list[str], tmp_path: Path, name: str = "own.s0a") -> Path:
    path = tmp_path / name
    path.write_bytes("\r\n".join(lines).encode("latin-1") + b"\r\n")
    return path


def keys(record: Record) -> list[str]:
    return [remark.key for remark in record.remarks]


def test_volume_one_keeps_its_uneven_times(tmp_path):
    record = read_record(file_of(volume_one(), tmp_path))
    (channel,) = record.channels
    assert (record.origin.format, channel.name, channel.unit, channel.azimuth) == ("usc", "N00W", "g/10", 0.0)
    assert channel.values == pytest.approx([0.1 * G * value for value in VALUES])
    assert channel.times == pytest.approx(TIMES)
    assert np.abs(channel.values).max() / G == pytest.approx(0.4064)
    assert not record.corrected
    assert keys(record) == []
    assert (record.origin.station, record.origin.agency) == ("USC 0099 1 INVENTED RD., SOMEWHERE, CA", "USC")
    assert (record.origin.latitude, record.origin.longitude) == pytest.approx((34.419167, -118.426111))
    assert record.origin.time == "1994-01-17"


def test_fields_that_touch_are_told_apart(tmp_path):
    lines = volume_one()
    rows = [100.0 + time for time in TIMES]
    cells = [f"{number:7.3f}" for pair in zip(rows, VALUES, strict=True) for number in pair]
    lines[27:] = [" " + "".join(cells[at : at + 10]) for at in range(0, len(cells), 10)]
    assert "-0.049100.004" in lines[27]
    (channel,) = read_record(file_of(lines, tmp_path)).channels
    assert channel.values == pytest.approx([0.1 * G * value for value in VALUES])
    assert channel.times == pytest.approx(TIMES)


def test_uneven_steps_are_interpolated_and_remarked(tmp_path):
    record = read_record(file_of(volume_one(), tmp_path))
    done = process(record, ProcessingOptions(kind="none"), name="own")
    assert "record_made_even" in [remark.key for remark in done.remarks]


def test_the_sign_of_the_printed_peaks_is_opposite_and_the_samples_stand(tmp_path):
    record = read_record(file_of(volume_two(), tmp_path))
    acceleration, velocity = record.channels
    assert acceleration.values == pytest.approx([0.01 * value for value in SAMPLES])
    assert acceleration.values[np.abs(acceleration.values).argmax()] == pytest.approx(+0.06869)
    assert velocity.values == pytest.approx([0.01 * value for value in VELOCITY])
    assert (velocity.measured, velocity.unit, acceleration.unit) == ("velocity", "cm/sec", "cm/s2")
    assert acceleration.initial_velocity == pytest.approx(-0.00834)
    assert acceleration.band == (0.325, 25.0)
    assert (acceleration.step, acceleration.times) == (0.02, None)
    assert record.corrected
    assert keys(record) == []


def test_a_block_without_a_unit_is_in_that_of_its_peak_not_of_the_uncorrected_data(tmp_path):
    record = read_record(file_of(volume_two(unit="", velocity=False), tmp_path))
    (channel,) = record.channels
    assert channel.unit == "cm/s2"
    assert np.abs(channel.values).max() == pytest.approx(0.06869)
    # no velocities: the heading's, whose sign is that of its peak, the opposite of the samples'
    assert channel.initial_velocity == pytest.approx(-0.008344)
    assert channel.initial_displacement == pytest.approx(0.001515)


def test_a_peak_that_differs_is_reported_whatever_its_sign(tmp_path):
    lines = [line.replace("-6.86900", " 6.88000") for line in volume_two()]
    (said,) = read_record(file_of(lines, tmp_path)).remarks
    assert (said.key, said.text) == ("record_peak_differs", "S58W")
    assert (said.amount, said.stated) == pytest.approx((0.06869, 0.0688))


@pytest.mark.parametrize(
    ("component", "azimuth"), [("N90E", 90.0), ("S58W", 238.0), ("S05W", 185.0), ("S85E", 95.0), ("N08W", 352.0)]
)
@pytest.mark.parametrize("name", ["own.s0a", "own.s0b", "own.e0c", "own.y0a", "own.v1"])
def test_comp_decides_the_direction_never_the_file_name(component, azimuth, name, tmp_path):
    for lines in (volume_one(component), volume_two(component)):
        channel = read_record(file_of(lines, tmp_path, name)).channels[0]
        assert math.degrees(channel.azimuth) == pytest.approx(azimuth)
        assert not channel.vertical


def test_up_is_vertical(tmp_path):
    up = read_record(file_of(volume_one(" UP"), tmp_path, "own.s0a")).channels[0]
    assert (up.vertical, up.azimuth) == (True, None)
    down = read_record(file_of(volume_one("DOWN"), tmp_path, "own.s0a"))
    assert down.channels[0].values == pytest.approx(-up.values)
    assert keys(down) == ["record_turned_upwards"]


def test_a_component_that_is_no_direction_is_remarked(tmp_path):
    record = read_record(file_of(volume_one("LONG"), tmp_path))
    assert (record.channels[0].azimuth, record.channels[0].vertical) == (None, False)
    assert keys(record) == ["record_direction_unknown"]


def test_coordinates_without_east_or_west_are_left_out(tmp_path):
    origin = read_record(file_of(volume_one(place="34 05 22N, 118 26 05N"), tmp_path)).origin
    assert (origin.latitude, origin.longitude) == (None, None)
    zero = read_record(file_of(volume_one(place="00 00 00N, 000 00 00W"), tmp_path))
    assert (zero.origin.latitude, keys(zero)) == (None, ["record_station_at_zero"])


def test_three_files_are_one_motion(tmp_path):
    files = [
        file_of(volume_one(component), tmp_path, f"own.s0{letter}")
        for component, letter in (("N90E", "a"), ("UP", "b"), ("N00E", "c"))
    ]
    joined = join_records([read_record(path) for path in files])
    assert [channel.name for channel in joined.channels] == ["N90E", "UP", "N00E"]


def test_blanks_and_blank_lines_at_the_end_do_no_harm(tmp_path):
    record = read_record(file_of([*volume_one(), "", " ", "", " "], tmp_path))
    assert len(record.channels[0].values) == len(TIMES)


def test_line_ends_make_no_difference(tmp_path):
    for lines in (volume_one(), volume_two()):
        whole = read_record(file_of(lines, tmp_path))
        for end in ("\n", "\r"):
            path = tmp_path / "other.s0a"
            path.write_bytes((end.join(lines) + end).encode())
            assert np.array_equal(read_record(path).channels[0].values, whole.channels[0].values)


def test_units_and_steps_that_are_asked_for(tmp_path):
    one, two = file_of(volume_one(), tmp_path, "one.s0a"), file_of(volume_two(), tmp_path, "two.s0a")
    assert keys(read_record(one, ReadAs(unit="g"))) == ["record_unit_overruled"]
    with pytest.raises(RecordError, match=r"line 28: component N00W has times of its own.* leave step out"):
        read_record(one, ReadAs(step=0.005))
    stepped = read_record(two, ReadAs(step=0.01))
    assert stepped.channels[0].step == 0.01
    assert "record_step_overruled" in keys(stepped)


def replaced(old: str, new: str, lines: list[str]) -> list[str]:
    assert any(old in line for line in lines), old
    return [line.replace(old, new) for line in lines]


BAD_ONE = {
    "cut in the text": (volume_one()[:9], "before line 13 that its format has; it was cut off: fetch it again"),
    "cut in the integers": (volume_one()[:17], "cut off: fetch it again"),
    "cut in the reals": (volume_one()[:22], "cut off: fetch it again"),
    "cut in the data": (volume_one()[:28], "line 28: component N00W ends after 5 samples, its header states 12"),
    "no data": (volume_one()[:27], "line 27: component N00W ends after 0 samples"),
    "last number cut": ([*volume_one()[:-1], volume_one()[-1][:-1]], "line 30: its last number has fewer than 7"),
    "a time without value": ([*volume_one()[:-1], volume_one()[-1][:-7]], "line 30: .* a time that has no value"),
    "no component": (replaced("COMP N00W", "N00W     ", volume_one()), "line 1: the text below names no COMP"),
    "no count": (replaced("NO. OF POINTS", "POINTS       ", volume_one()), "line 1: .* states no NO. OF POINTS"),
    "absurd count": (replaced("=     12", "= 999999", volume_one()), "12 samples, its header states 999999"),
    "count of nothing": (replaced("=     12", "=      0", volume_one()), "line 11: NO. OF POINTS is 0, which is no"),
    "no unit": (replaced("UNITS ARE", "UNITS    ", volume_one()), "does not say the unit of its accelerations; give"),
    "nan": (replaced(" -4.064", "    nan", volume_one()), 'line 29: a value is "nan", .*; repair it or fetch'),
    "overflow": (replaced(" -4.064", "*******", volume_one()), "line 29: a value is .*; repair it or fetch"),
    "times go back": (replaced("  0.017", "  0.007", volume_one()), "line 28: .* not after the one before it"),
    "two components": ([*volume_one(), *volume_one()], "line 31: a second component begins here; split the file"),
    "integers lost": ([*volume_one()[:14], *volume_one()[16:]], r"line \d+: .*fetch"),
}


@pytest.mark.parametrize("case", BAD_ONE)
def test_bad_volume_one(case, tmp_path):
    lines, message = BAD_ONE[case]
    with pytest.raises(RecordError, match=message) as caught:
        read_record(file_of(lines, tmp_path))
    assert "own.s0a" in str(caught.value)


TWO = volume_two()
BAD_TWO = {
    "cut in the heading": (TWO[:20], "no line states POINTS OF ACC DATA .* fetch it again"),
    "cut in the data": (TWO[:46], r"line 46: the file ends after 8 of 10 values .*fetch it again"),
    "cut before velocities": (TWO[:45], "ends after 0 of 10 values"),
    "last number cut": ([*TWO[:-1], TWO[-1][:-1]], r"line 50: its last number has fewer than 10 characters.*fetch"),
    "data end early": ([*TWO[:46], *TWO[47:]], r"line 47: the data end here after 8 of 10 values.*fetch it again"),
    "count in two ways": (
        replaced("10  INSTRUMENT", "11  INSTRUMENT", TWO),
        "line 45: states 10 points, the heading 11",
    ),
    "step in two ways": (
        replaced("OF    .020", "OF    .010", TWO),
        "line 45: states the step 0.02 s, .* 0.01 s; correct",
    ),
    "step of nothing": (replaced(" .020", " .000", TWO), "line 45: the step is 0; it must be greater than 0"),
    "unit in two ways": (
        replaced("CMS/SEC/SEC", "G          ", TWO),
        "line 45: gives the data in cm/s2, but .* give unit",
    ),
    "unknown unit": (replaced("CM/SEC/SEC", "FURLONG", TWO), 'line 45: gives acceleration in "FURLONG".*correct it'),
    "wrong quantity": (replaced("CM/SEC/SEC", "CM/SEC", TWO), 'line 45: gives acceleration in "CM/SEC".*correct it'),
    "component in two ways": (
        replaced("0.0 COMP S58W   F", "0.0 COMP N58W   F", TWO),
        "line 1: names the component N58W",
    ),
    "twice the same": ([*TWO, *block("ACC", SAMPLES, "")], "line 51: a second block of acceleration begins here"),
    "nan": (replaced("     6.869", "       nan", TWO), 'line 46: a value is "nan", .*; repair it or fetch'),
    "absurd": (replaced("     6.869", "   1.0E+33", TWO), "line 46: value 5 .* too large; fetch the file again"),
    "text among the data": ([*TWO[:47], "AND NOW?", *TWO[47:]], "line 48: the acceleration data should go on or end"),
    "no peak and no unit": (
        [line for line in volume_two(unit="", velocity=False) if "PEAK" not in line],
        "does not say the unit of its accelerations; give it",
    ),
}


@pytest.mark.parametrize("case", BAD_TWO)
def test_bad_volume_two(case, tmp_path):
    lines, message = BAD_TWO[case]
    with pytest.raises(RecordError, match=message) as caught:
        read_record(file_of(lines, tmp_path))
    assert "own.s0a" in str(caught.value)


def test_more_samples_than_stated_are_left_out(tmp_path):
    one = read_record(file_of(replaced("=     12", "=     11", volume_one()), tmp_path))
    assert len(one.channels[0].values) == 11
    assert keys(one) == ["record_surplus_left_out"]


def test_only_these_files_are_recognised():
    for lines in (volume_one(), volume_two()):
        assert format_of(Path("own.txt"), "\n".join(lines).encode()) == "usc"
    for name in shipped_records():
        assert not usc.recognises(record_path(f"pirqa:{name}", Path()).read_bytes(), name)
    assert not usc.recognises(b"", "x.s0a")
    assert not usc.recognises(b"\0" * 100, "x.s0a")
