"""CDMG and RENADIC volumes: shipped files against their published numbers, own files for the traps."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import OptionsError, RecordError
from pirqa.motion.formats import cdmg, format_of, read_record
from pirqa.motion.formats.header import direction_of, sampling
from pirqa.motion.options import ProcessingOptions
from pirqa.motion.orientation import pushing, rotate, to_wall
from pirqa.motion.processing import process
from pirqa.motion.record import ReadAs, Record, record_path
from pirqa.units import STANDARD_GRAVITY as G

HERE = Path()


def shipped(name: str) -> bytes:
    return record_path(f"pirqa:{name}", HERE).read_bytes()


def keys(record: Record) -> list[str]:
    return [remark.key for remark in record.remarks]


def pairs(times: list[str], values: list[str]) -> list[str]:
    cells = [cell.rjust(7) for pair in zip(times, values, strict=True) for cell in pair]
    return ["".join(cells[at : at + 10]) for at in range(0, len(cells), 10)]


def volume_one(
    times: list[str],
    values: list[str],
    *,
    component: str = "90 DEG",
    maximum: str = "  .200 G, AT  0.010",
    points: str | None = None,
    unit: str = "G/10",
    place: str = "33.929N, 118.260W",
) -> list[str]:
    """A block of volume 1 as the public description has it; synthetic."""
    return [
        "UNCORRECTED ACCELEROGRAM DATA              PROCESSED: 02/08/94, CDMG SYNTHETIC",
        "SYNTHETIC EARTHQUAKE",
        "JANUARY 17, 1994 04:31 PST              (ORIGIN(CIT): 01/17/94, 12:30:55.4 GMT)",
        "14403-S3492-94021.02               TRIGGER TIME: 01/17/94, 12:31:04.1 UTC",
        f"STATION NO. 14403   {place}     SMA-1  S/N 3492",
        "A SCHOOL",
        f"CHAN  1: {component}",
        "SYNTHETIC EARTHQUAKE     JANUARY 17, 1994 04:31 PST",
        "HYPOCENTER(CIT): 34.215N, 118.538W, H=18KM. ML=6.6",
        "INSTR PERIOD =  .0397 SEC,  DAMPING =  .592,  SENSITIVITY = 1.77 CM/G.",
        f"NO. OF POINTS = {points or len(values)}  RECORD LENGTH =  1.000 SEC",
        f"UNITS OF UNCOR ACCEL ARE SEC AND {unit}.     MAX  = {maximum} SEC.",
        "RMS ACCEL OF COMPLETE RECORD =  .021 G.",
        *["    0" * 16] * 7,
        *["      .000" * 8] * 7,
        *pairs(times, values),
        "/&  ----------  END OF DATA FOR CHANNEL  1  ----------",
    ]


def file_of(lines: list[str], tmp_path: Path, name: str = "own.v1") -> Path:
    path = tmp_path / name
    path.write_bytes("\r\n".join(lines).encode("latin-1") + b"\r\n")
    return path


EVEN = [f"{0.005 * i:.3f}" for i in range(8)]
VALUES = ["0.000", "0.100", "2.000", "-0.300", "0.250", "0.000", "-0.001", "0.000"]


def test_pisagua_reads_with_its_published_numbers():
    record = read_record(record_path("pirqa:pisagua0911131.v1", HERE))
    assert record.origin.format == "cdmg"
    assert [channel.name for channel in record.channels] == ["EW", "NS", "V"]
    for channel, peak in zip(record.channels, (-0.125, 0.165, -0.068), strict=True):
        assert len(channel.values) == 4000
        assert channel.step == 0.005
        assert channel.times is None
        largest = channel.values[np.abs(channel.values).argmax()] / G
        assert largest == pytest.approx(peak, abs=0.00056)  # header to 0.001 g, data to 0.0001 g
    assert [channel.vertical for channel in record.channels] == [False, False, True]
    assert record.channel("EW").azimuth == pytest.approx(math.pi / 2)
    assert not record.corrected
    assert record.origin.agency == "UNIVERSIDAD DE CHILE - RENADIC"


def test_pisagua_counts_its_maxima_from_the_trigger_and_begins_before_it():
    record = read_record(record_path("pirqa:pisagua0911131.v1", HERE))
    said = {remark.key: remark for remark in record.remarks}
    assert set(said) == {"record_hypocentre_at_zero", "record_begins_before_trigger"}
    # 03:06:06.400 (trigger) less 03:05:16 (the file's own start) is 50.4 s; this stretch begins 50 s after that start
    assert said["record_begins_before_trigger"].amount == pytest.approx(50.4 - 50.0, abs=1e-6)
    assert record.origin.time == "2009-11-13T03:06:06.000Z"


@pytest.mark.parametrize("begin", [0.0, 0.5])
def test_the_trigger_is_counted_from_the_first_sample_in_the_file(begin, tmp_path):
    times = [f"{begin + 0.5 * i:.3f}" for i in range(8)]
    # the maximum is the third sample, 1 s after the first, and stated 0.1 s after the trigger
    lines = volume_one(times, VALUES, maximum="  .200 G, AT  0.100")
    (said,) = read_record(file_of(lines, tmp_path)).remarks
    assert (said.key, said.unit) == ("record_begins_before_trigger", "s")
    assert said.amount == pytest.approx(0.9)


def test_film_keeps_its_uneven_times():
    record = read_record(record_path("pirqa:LA116TH.RAW", HERE))
    assert [channel.name for channel in record.channels] == ["90", "UP", "360"]
    for channel, peak in zip(record.channels, (-0.200, 0.060, -0.143), strict=True):
        assert channel.values[np.abs(channel.values).argmax()] / G == pytest.approx(peak, abs=0.00056)
        assert channel.times is not None
        steps = np.diff(channel.times)
        assert 0.0039 < steps.min() < 0.0041
        assert 0.0059 < steps.max() < 0.0061
        assert channel.step == 0.005
        assert channel.times[0] == 0.0
    # the printed times of the first row that is not a multiple of 5 ms
    assert record.channel("90").times[67] == pytest.approx(0.336)
    assert record.origin.time == "1994-01-17T12:31:04.1Z"
    assert record.origin.latitude == 33.929
    assert record.origin.longitude == -118.260
    assert record.channel("360").azimuth == 0.0
    assert keys(record) == []


def test_corrected_volume_reads_all_three_quantities():
    record = read_record(record_path("pirqa:ce36456p_CE36456.V2", HERE))
    assert record.corrected
    assert keys(record) == []
    assert [len(channel.values) for channel in record.accelerations] == [3251, 3250, 3250]
    peaks = [channel.values[np.abs(channel.values).argmax()] for channel in record.channels]
    expected = [-2.67957, -0.28253, 0.05449, -0.94805, -0.11377, -0.03820, -2.56231, 0.34298, -0.08911]
    assert peaks == pytest.approx(expected, abs=1e-9)
    assert [channel.measured for channel in record.channels[:3]] == ["acceleration", "velocity", "displacement"]
    first = record.channel("90")
    assert first.step == 0.02
    assert (first.initial_velocity, first.initial_displacement) == pytest.approx((-0.00052, -0.00110))
    assert first.band == (0.1, 23.0)
    assert record.channel("0").initial_displacement == pytest.approx(-0.00775)
    assert record.channel("UP").vertical
    assert record.origin.time == "1983-05-02T16:42:48.2-07:00"


def test_its_velocity_is_the_integral_of_its_acceleration_over_a_second():
    record = read_record(record_path("pirqa:ce36456p_CE36456.V2", HERE))
    acceleration, velocity = record.channels[0], record.channels[1]
    a, h = acceleration.values[:51], acceleration.step
    gained = h * (a.sum() - 0.5 * (a[0] + a[-1]))
    assert velocity.values[50] - velocity.values[0] == pytest.approx(gained, abs=2e-4)
    assert acceleration.initial_velocity == pytest.approx(velocity.values[0])


def test_fields_that_touch_are_told_apart(tmp_path):
    times = [f"{100.0 + 0.005 * i:.3f}" for i in range(8)]
    touching = ["0.000", "-10.000"[:7], "2.000", "-0.300", "0.250", "0.000", "-0.001", "0.000"]
    lines = volume_one(times, touching, maximum="-1.000 G, AT  100.005")
    assert "-10.000100.010" in lines[27]
    record = read_record(file_of(lines, tmp_path))
    channel = record.channels[0]
    assert channel.values[1] == pytest.approx(-1.0 * G)
    assert channel.step == 0.005
    assert keys(record) == []


def test_headers_that_disagree_are_reported_with_both_values(tmp_path):
    lines = volume_one(EVEN, VALUES, maximum="  .300 G, AT  0.010", points="7")
    record = read_record(file_of(lines, tmp_path))
    said = {remark.key: remark for remark in record.remarks}
    assert set(said) == {"record_peak_differs", "record_surplus_left_out"}
    assert said["record_peak_differs"].amount == pytest.approx(0.2 * G)
    assert said["record_peak_differs"].stated == pytest.approx(0.3 * G)
    assert (said["record_surplus_left_out"].amount, said["record_surplus_left_out"].stated) == (8.0, 7.0)
    assert record.channels[0].values == pytest.approx([0.1 * G * float(text) for text in VALUES[:7]])


def test_a_peak_that_differs_by_printing_alone_is_no_remark(tmp_path):
    values = ["0.000", "0.100", "2.004", "0.000", "0.000", "0.000", "0.000", "0.000"]
    assert keys(read_record(file_of(volume_one(EVEN, values), tmp_path))) == []
    values[2] = "2.012"
    assert keys(read_record(file_of(volume_one(EVEN, values), tmp_path))) == ["record_peak_differs"]


def test_a_component_that_counts_downwards_is_turned(tmp_path):
    record = read_record(file_of(volume_one(EVEN, VALUES, component="DOWN"), tmp_path))
    assert record.channels[0].vertical
    assert record.channels[0].values[2] == pytest.approx(-0.2 * G)
    assert keys(record) == ["record_turned_upwards"]


def test_a_station_at_zero_is_nowhere(tmp_path):
    record = read_record(file_of(volume_one(EVEN, VALUES, place="0.000N, 0.000W"), tmp_path))
    assert record.origin.latitude is None
    assert record.origin.longitude is None
    assert keys(record) == ["record_station_at_zero"]


def test_channels_of_one_name_are_told_apart(tmp_path):
    lines = volume_one(EVEN, VALUES) + volume_one(EVEN, VALUES)
    record = read_record(file_of(lines, tmp_path))
    assert [channel.name for channel in record.channels] == ["90-1", "90-2"]


def test_newer_volume_one_states_its_step(tmp_path):
    lines = volume_one(EVEN, VALUES)
    lines[27:-1] = ["8 POINTS OF ACCEL DATA EQUALLY SPACED AT  .005 SEC. (8F9.4)", "".join(v.rjust(9) for v in VALUES)]
    record = read_record(file_of(lines, tmp_path))
    assert record.channels[0].step == 0.005
    assert record.channels[0].values[2] == pytest.approx(0.2 * G)


DATA = Path(__file__).parents[1] / "data" / "records"


@pytest.mark.parametrize(
    ("path", "peaks", "step", "counts"),
    [
        (record_path("pirqa:CIWLT.RAW", HERE), {"90": 0.086, "360": -0.119, "Up": 0.075}, 0.01, (30130, 30058, 30312)),
        (DATA / "CE89146-chan1.V1", {"360": 0.079}, 0.005, (13200,)),
        (DATA / "ce23583r_HESPERIA-chan1.RAW", {"90": 0.058}, 0.005, (12001,)),
    ],
)
def test_newer_volume_one_peaks_equal_the_header(path, peaks, step, counts):
    record = read_record(path)
    assert record.remarks == ()  # a peak that differs would be one
    assert [len(channel.values) for channel in record.channels] == list(counts)
    for channel, (name, peak) in zip(record.channels, peaks.items(), strict=True):
        assert (channel.name, channel.step, channel.unit) == (name, step, "g")
        assert channel.values[np.abs(channel.values).argmax()] / G == pytest.approx(peak, abs=0.000501)
    assert record.channels[0].azimuth == pytest.approx(math.radians(float(next(iter(peaks)))) % (2.0 * math.pi))


def test_newer_volume_one_station_and_start():
    origin = read_record(record_path("pirqa:CIWLT.RAW", HERE)).origin
    assert (origin.station, origin.time) == ("WLT Hacienda Heights", "2014-03-29T04:09:34.0Z")
    assert (origin.latitude, origin.longitude, origin.event) == (34.009, -117.951, "")
    origin = read_record(DATA / "ce23583r_HESPERIA-chan1.RAW").origin
    assert (origin.station, origin.time) == ("23583 HESPERIA - 4TH & PALM", "1992-06-28T15:05:37.4Z")


WILLOW = (DATA / "CE89146-chan1.V1").read_bytes().decode("latin-1")
NEWER_BAD = {
    "unit in two ways": ("in units of g .", "in units of cm/s2", "line 28: gives the data in cm/s2, but.* in g; give"),
    "unknown unit": ("in units of g .", "in units of furlong", 'line 28: .*"furlong".* give unit'),
    "step in two ways": (
        "at 200 pts/sec",
        "at 100 pts/sec",
        r"line 28: states the step 0\.01 s, but .* 200 samples/sec",
    ),
    "no step": ("at 200 pts/sec", "at some pts/sec", "line 28: is neither data nor .* the step"),
    "step of nothing": ("at 200 pts/sec", "at 0 pts/sec", "line 28: is neither data nor .* the step"),
    "count in two ways": (" 13200 Accel", " 13100 Accel", "line 28: states 13100 points, but the header 13200"),
    "count too large": ("13200 ", "13300 ", "13200 samples, its header states 13300"),
    "no count": ("No. of Points", "Points", "states no NO. OF POINTS"),
    "nan": ("  .000046", "      nan", 'line 1036: a value is "nan"'),
    "overflow": ("  .000046", "*********", "line 1036"),
    "letters among the data": ("  .000046", "  .0x0046", "line 1036"),
}


@pytest.mark.parametrize("case", NEWER_BAD)
def test_bad_newer_volume_one(case, tmp_path):
    old, new, message = NEWER_BAD[case]
    assert old in WILLOW
    lines = WILLOW.replace(old, new).splitlines()
    with pytest.raises(RecordError, match=message) as caught:
        read_record(file_of(lines, tmp_path))
    assert "own.v1" in str(caught.value)


def test_newer_volume_one_that_ends_early(tmp_path):
    lines = WILLOW.splitlines()
    with pytest.raises(RecordError, match=r"line 500: .*3776 samples, its header states 13200.*fetch it again"):
        read_record(file_of(lines[:500], tmp_path))
    with pytest.raises(RecordError, match=r"ends at line 28, before line 29.*fetch it again"):
        read_record(file_of(lines[:28], tmp_path))


def test_newer_volume_one_without_unit_is_asked_for(tmp_path):
    lines = WILLOW.replace("Units of uncor data are sec and g .", "").replace("in units of g .", "").splitlines()
    path = file_of(lines, tmp_path)
    with pytest.raises(RecordError, match="does not say the unit"):
        read_record(path)
    assert np.abs(read_record(path, ReadAs(unit="g")).channels[0].values).max() / G == pytest.approx(0.07918)


@pytest.mark.parametrize("unit", ["g", "cm/s2"])
def test_a_unit_of_the_data_line_alone_is_used(unit, tmp_path):
    lines = WILLOW.replace("Units of uncor data are sec and g .", "").replace(
        "in units of g .", f"in units of {unit} ."
    )
    assert read_record(file_of(lines.splitlines(), tmp_path)).channels[0].unit == unit


def replaced(old: str, new: str):
    return lambda lines: [line.replace(old, new) for line in lines]


BAD = {
    "truncated in the header": (lambda lines: lines[:20], "line"),
    "truncated in the data": (lambda lines: lines[:28], r"line 28: component 90 ends after 5 samples.* states 8"),
    "nan": (replaced("  2.000", "    nan"), "line 28"),
    "overflow": (replaced("  2.000", "*******"), r"line 28.*\*{7}"),
    "no count": (replaced("NO. OF POINTS", "POINTS"), "NO. OF POINTS"),
    "absurd count": (replaced("POINTS = 8", "POINTS = 999999999999"), "8 samples"),
    "count of 5000 digits": (replaced("POINTS = 8", "POINTS = " + "9" * 5000), "no count"),
    "no unit": (replaced("UNITS OF", "OF"), "does not say the unit"),
    "a time without value": (lambda lines: [*lines[:28], lines[28] + "  0.040", lines[29]], "no value"),
    "times that go back": (replaced("  0.010", "  0.002"), "not after"),
    "spectra": (lambda lines: ["RESPONSE AND FOURIER AMPLITUDE SPECTRA", *lines], "spectra"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_volume_one(case, tmp_path):
    change, message = BAD[case]
    path = file_of(change(volume_one(EVEN, VALUES)), tmp_path)
    with pytest.raises(RecordError, match=message) as caught:
        read_record(path)
    assert "own.v1" in str(caught.value)


def corrected(old: str = "", new: str = "") -> list[str]:
    text = shipped("ce36456p_CE36456.V2").decode("latin-1")
    return (text.replace(old, new) if old else text).splitlines()


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (corrected()[:30], "states no POINTS OF ACCEL"),
        (corrected()[:100], r"line 100.*432 samples.*3251"),
        (corrected()[:46], "0 samples"),
        (corrected("SPACED AT  .020", "SPACED AT  .000"), "line 46: states the step"),
        (corrected("(UNITS: CM/SEC/SEC)", ""), "does not say the unit"),
        (corrected("(UNITS: CM/SEC/SEC)", "(UNITS: CM)"), "line 46: gives acceleration in CM"),
        (corrected("    -3.038", "       NaN"), "line 47"),
        (corrected("    -3.038", "    1e+999"), "line 47"),
    ],
)
def test_bad_volume_two(lines, message, tmp_path):
    with pytest.raises(RecordError, match=message):
        read_record(file_of(lines, tmp_path, "own.V2"))


def test_an_overruled_unit_is_remarked(tmp_path):
    path = file_of(volume_one(EVEN, VALUES), tmp_path)
    record = read_record(path, ReadAs(unit="g"))
    assert record.channels[0].values[2] == pytest.approx(2.0 * G)
    assert "record_unit_overruled" in keys(record)


def test_printed_times_refuse_another_step(tmp_path):
    with pytest.raises(RecordError, match=r"0\.00497\d* s apart.* the step 0\.01 s .*leave step out"):
        read_record(record_path("pirqa:LA116TH.RAW", HERE), ReadAs(step=0.01))
    path = file_of(volume_one(EVEN, VALUES), tmp_path)
    with pytest.raises(RecordError, match=r"line 28: component .* 0\.005 s apart.* the step 0\.01 s .*leave step out"):
        read_record(path, ReadAs(step=0.01))
    record = read_record(path, ReadAs(step=0.005))
    assert record.channels[0].step == 0.005
    assert keys(record) == []


def test_a_stated_step_is_overruled_with_a_remark():
    record = read_record(record_path("pirqa:ce36456p_CE36456.V2", HERE), ReadAs(step=0.01))
    assert {channel.step for channel in record.channels} == {0.01}
    (said,) = record.remarks
    assert (said.key, said.amount, said.stated, said.unit) == ("record_step_overruled", 0.01, 0.02, "s")


def test_only_these_files_are_recognised():
    for name in ("pisagua0911131.v1", "LA116TH.RAW", "ce36456p_CE36456.V2"):
        assert format_of(Path(name), shipped(name)) == "cdmg"
    for name in ("PRQ_19661017164100.txt", "0111a.smc", "CUP50401.012", "elcentro_NS_full.dat", "CE.79435.xml"):
        assert not cdmg.recognises(shipped(name), name)
    assert not cdmg.recognises(b"Uncorrected accelerogram   GNS Science", "x.V1A")
    assert not cdmg.recognises(b"", "")
    assert not cdmg.recognises(b"\0\1\2" * 400, "x.v1")


@pytest.mark.parametrize("step", [0.005, 1.0 / 60.0, 0.0049, 0.0005, 0.01 / 3.0])
@pytest.mark.parametrize("places", [3, 4, 6])
def test_rounding_alone_is_never_uneven(step, places):
    times = np.round(0.123 + step * np.arange(3000), places)
    found, uneven = sampling(HERE, times, resolution=10.0**-places, where="test")
    assert uneven is None
    assert found == pytest.approx(step, abs=2.0 * 10.0**-places / 3000)


@pytest.mark.parametrize("places", [3, 4])
def test_a_shift_beyond_rounding_is_uneven(places):
    times = 0.02 * np.arange(2000)
    times[1000] += 1.6 * 10.0**-places  # rounding explains half a place either way
    found, uneven = sampling(HERE, np.round(times, places), resolution=10.0**-places, where="test")
    assert uneven is not None
    assert found == 0.02
    assert np.all(np.diff(uneven) > 0.0)


def test_directions_of_names():
    degrees = {"N": 0, "NS": 0, "E-W": 90, "N90E": 90, "N00E": 0, "S45W": 225, "N10W": 350, "360": 0, "090 DEG": 90}
    for name, expected in degrees.items():
        azimuth, vertical, sign = direction_of(name)
        assert azimuth == pytest.approx(math.radians(expected)), name
        assert not vertical
        assert sign == 1.0
    for name in ("V", "UP", "Z", "UD", "vertical"):
        assert direction_of(name) == (None, True, 1.0)
    for name in ("DOWN", "DN", "-V"):
        assert direction_of(name) == (None, True, -1.0)
    for name in ("HNE", "400", "radial", "", "N100E"):
        assert direction_of(name) == (None, False, 1.0)


def test_components_that_start_together_have_no_delay():
    record = read_record(record_path("pirqa:pisagua0911131.v1", HERE))
    assert [channel.delay for channel in record.channels] == [0.0, 0.0, 0.0]


def test_what_counts_downwards_also_starts_the_other_way(tmp_path):
    up = read_record(record_path("pirqa:ce36456p_CE36456.V2", HERE)).channel("UP")
    path = tmp_path / "down.V2"
    path.write_bytes(
        shipped("ce36456p_CE36456.V2").replace(b"CHAN  2: UP  ", b"CHAN  2: DOWN").replace(b": UP", b": DOWN")
    )
    down = next(channel for channel in read_record(path).accelerations if channel.vertical)
    assert np.array_equal(down.values, -up.values)
    assert up.initial_velocity != 0.0
    assert (down.initial_velocity, down.initial_displacement) == (-up.initial_velocity, -up.initial_displacement)


@pytest.mark.parametrize("name", ["MTWILSON.V2", "CIWLT.RAW", "pisagua0911131.v1"])
def test_a_channel_without_its_first_line_is_refused(name, tmp_path):
    data = shipped(name)
    title = re.match(rb"\s*\w+", data)[0]
    last = list(re.finditer(rb"(?m)^" + title + rb".*\n", data))[-1]
    path = tmp_path / name
    path.write_bytes(data[: last.start()] + data[last.end() :])
    with pytest.raises(RecordError, match="a channel stands here without the first line of its block"):
        read_record(path)


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
