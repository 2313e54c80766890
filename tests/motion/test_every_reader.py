"""Every reader that is registered: the header's peak to the printed digit, and malformed files never silently another.

A malformed file is refused by a message that names it, or it gives the record of the whole file, or it gives another
one with a remark. Real files are those that come with pirqa or stand in tests/data, whose READMEs state their licences.
Files whose agencies state no licence, and K-NET's, are rebuilt in their layout with invented numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.motion.formats import FORMATS, format_of, read_record
from pirqa.motion.record import ReadAs, Record
from pirqa.units import STANDARD_GRAVITY as G
from pirqa.verification.motion_records import afad_file, bhrc_file, cwa_file, knet_file
from tests.motion import test_isesd, test_itsak
from tests.motion.bad_input import OWN, SHIPPED
from tests.motion.test_usc import volume_one, volume_two

GAL = 0.01
PLAIN = ReadAs()
BINARY = ("mseed", "sac")


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A valid file: what its header prints, and where."""

    format: str
    data: bytes
    first: int = 0
    """First line of the data; lines count from 0."""
    last: int | None = None
    """Line after the data of the first component; none at the end of the file."""
    asked: ReadAs = PLAIN
    peaks: str = ""
    """Pattern of the printed peaks, in the order of the components; nothing where the header prints none."""
    unit: float = GAL
    """Of the printed peaks [m/s2]."""
    printed: float = 0.0
    """Last digit of the samples [m/s2]; the peak differs by no more than half of it and of its own last digit."""
    measured: tuple[float, ...] = ()
    """Peaks [m/s2] by the README or by construction, where the header prints none."""
    count: str = ""
    """Pattern of the printed count."""
    step: str = ""
    """Pattern of the printed step or rate."""
    units: str = ""
    """Pattern of the printed unit; nothing where the format alone or the user gives it."""
    name: str = "record.dat"
    open_ended: bool = False
    """Whether a file that ends early may be whole: nothing in it counts the samples."""
    timed: bool = False
    """Whether each sample is printed with its time."""

    @property
    def text(self) -> str:
        return self.data.decode("latin-1")


def shipped(name: str) -> bytes:
    return (SHIPPED / name).read_bytes()


def joined(lines: list[str]) -> bytes:
    return "\n".join(lines).encode("latin-1") + b"\n"


def line_of(data: bytes, pattern: str) -> int:
    """Return the line after the first one that ``pattern`` matches."""
    lines = data.decode("latin-1").splitlines()
    return next(at for at, line in enumerate(lines) if re.search(pattern, line)) + 1


def bounds(data: bytes, start: str, end: str | None = None) -> dict[str, int | None]:
    first = line_of(data, start)
    lines = data.decode("latin-1").splitlines()
    after = None if end is None else next(at for at in range(first, len(lines)) if re.search(end, lines[at]))
    return {"first": first, "last": after}


LIMA, BREMNER = shipped("PRQ_19661017164100.txt"), shipped("us1000hyfh_akbmrp_AKBMR--n.1000hyfh.BNZ.--.acc.V2c")
WILSON, HABRA, FILM = shipped("MTWILSON.V2"), shipped("CIWLT.RAW"), shipped("LA116TH.RAW")
PISAGUA, CUP = shipped("pisagua0911131.v1"), shipped("CUP50401.012")
ARGOS = shipped("HI.ARS1..HNE.D.20190728.160908.C.ACC.ASC")
SHAFTER, TE_MARA = shipped("0111a.smc"), shipped("20161113_110259_WTMC_20.V2A")
LYTTELTON, PEER = shipped("3528839_LPCC_HN_20.090"), (OWN / "synthetic_SYN035.AT2").read_bytes()
WILLOW, HESPERIA = (OWN / "CE89146-chan1.V1").read_bytes(), (OWN / "ce23583r_HESPERIA-chan1.RAW").read_bytes()
SINE = 0.25 * G * float(np.abs(np.sin(0.04 * np.pi * np.arange(203)) * np.exp(-0.01 * np.arange(203))).max())
SPREADSHEET = ("tiempo [s];NS [gal];EW [gal];UD [gal]\r\n" + "".join(
    f"{at / 100:.2f};{at % 7 - 3},{at % 4}5;{2 * (at % 5) - 4},25;0,{at % 3}0\r\n".replace(".", ",") for at in range(60)
)).encode("utf-8-sig")  # fmt: skip
_VOLUME_ONE = r"(?i)Max\s*=\s*(-?\d*\.\d+) g"

SAMPLES: dict[str, Sample] = {
    "cismid": Sample(
        format="cismid", data=LIMA, first=line_of(LIMA, r"^\s+T\s+EW"), peaks=r"MAXIMUM ACCELERATION\s*:(.*)",
        printed=1e-4 * GAL, count=r"NUMBER OF SAMPLES\s*:\s*(\d+)", units=r"DATA UNITS\s*:\s*(\S+)", timed=True,
    ),
    "peer": Sample(
        format="peer", data=PEER, first=line_of(PEER, "NPTS"), measured=(SINE,), printed=1e-6 * G,
        count=r"NPTS=\s*(\d+)", step=r"DT=\s*([\d.]+)", units=r"UNITS OF (G)", name="own.AT2",
    ),
    "cosmos": Sample(
        format="cosmos", data=BREMNER, **bounds(BREMNER, "acceleration pts", "(?i)end.of.data"),
        peaks=r"Max =\s*(\S+) cm", printed=1e-6 * GAL, count=r"(\d+) acceleration pts", units=r"units=(cm/sec2\(04\))",
    ),
    "cdmg volume 2": Sample(
        format="cdmg", data=WILSON, **bounds(WILSON, "POINTS OF ACCEL DATA", "POINTS OF VELOC"),
        peaks=r"PEAK ACCELERATION =\s*(\S+)", printed=1e-3 * GAL, count=r"(\d+) POINTS OF ACCEL DATA",
        step=r"ACCEL DATA EQUALLY SPACED AT\s*(\S+)", units=r"\(UNITS: (CM/SEC/SEC)\)",
    ),
    "cdmg volume 1 of 2014": Sample(
        format="cdmg", data=HABRA, **bounds(HABRA, "Accelerogram points", "^/&"), peaks=_VOLUME_ONE, unit=G,
        printed=1e-6 * G, count=r"(\d+) Accelerogram points", step=r"at (\d+) pts/sec", units=r"in units of (g)",
    ),
    "cdmg volume 1 of 2012": Sample(
        format="cdmg", data=WILLOW, **bounds(WILLOW, "(?i)Accelerogram points", "^/&"), peaks=_VOLUME_ONE, unit=G,
        printed=1e-6 * G, count=r"(?i)(\d+) Accelerogram points", step=r"at (\d+) pts/sec", units=r"in units of (g)",
    ),
    "cdmg volume 1 of 1992": Sample(
        format="cdmg", data=HESPERIA, **bounds(HESPERIA, "POINTS OF ACCEL DATA", "^/&"), peaks=_VOLUME_ONE, unit=G,
        printed=1e-5 * G, count=r"(\d+) POINTS OF ACCEL", step=r"SPACED AT\s*(\S+)", units=r"\(UNITS: (G)\)",
    ),
    "cdmg film": Sample(
        format="cdmg", data=FILM, first=27, last=FILM.decode("latin-1").splitlines().index("/&") if b"\n/&\n" in FILM
        else line_of(FILM, "^/&") - 1, peaks=_VOLUME_ONE, unit=G, printed=1e-4 * G,
        count=r"NO\. OF POINTS\s*=\s*(\d+)", units=r"ARE SEC AND (G/10)", timed=True,
    ),
    "cdmg renadic": Sample(
        format="cdmg", data=PISAGUA, first=27, last=line_of(PISAGUA, "^/&") - 1, peaks=_VOLUME_ONE, unit=G,
        printed=1e-4 * G, count=r"NO\. OF POINTS\s*=\s*(\d+)", units=r"ARE SEC AND (G/10)", timed=True,
    ),
    "esm": Sample(
        format="esm", data=ARGOS, first=line_of(ARGOS, "^USER5"), peaks=r"PGA_CM/S\^2:\s*(\S+)", printed=1e-6 * GAL,
        count=r"NDATA:\s*(\d+)", step=r"SAMPLING_INTERVAL_S:\s*(\S+)", units=r"UNITS:\s*(\S+)",
    ),
    "smc": Sample(
        format="smc", data=SHAFTER, first=line_of(SHAFTER, "from D. Boore") + 1, peaks=r"pk\s*=\s*(\S+)",
        printed=0.1 * GAL, count=r"\n\s{6}(6001)\s", step=r"\s(0\.2000000E\+03)",
    ),
    "unam": Sample(
        format="unam", data=CUP, first=line_of(CUP, "^ +V +N90E") + 1, peaks=r"MAX\.\(Gal\), C1-C6\s*: /(\S+)",
        printed=1e-3 * GAL, count=r"MUESTRAS, C1-C6\s*:\s*/(\d+)",
        step=r"INTERVALO DE MUESTREO, C1-C6 \(s\)\s*:\s*/([\d.]+)",
        units=r"UNIDADES DE LOS DATOS\s*: (\S+)",
    ),
    "geonet": Sample(
        format="geonet", data=TE_MARA, first=26, last=26 + 820, peaks=r"Acceleration:\s*peak\s*(\S+)", unit=1e-3,
        printed=1e-4, count=r"65536\s+250\s+250\s+(8192)", step=r"0\.0050\s+(0\.0200)",
    ),
    "bbp": Sample(
        format="bbp", data=LYTTELTON, first=2, asked=ReadAs(unit="g"), measured=(0.6253 * G,), printed=1e-4 * G,
        count=r"\n\s*(7144)\s", step=r"7144\s+(\S+)",
    ),
    "knet": Sample(
        format="knet", data=knet_file("N-S"), first=17, peaks=r"Max\. Acc\. \(gal\)\s*(\S+)", printed=1e-4 * GAL,
        count=r"Duration Time\(s\)\s*(\d+)", step=r"Sampling Freq\(Hz\)\s*(\d+)", units=r"2000\((gal)\)",
    ),
    "afad": Sample(
        format="afad", data=afad_file(), first=18,
        peaks=r"\((?:N-S|E-W|U-D)\) (\d+\.\d+)", printed=1e-6 * GAL, count=r"NUMBER OF DATA\s*:\s*(\d+)",
        step=r"SAMPLING INTERVAL \(sec\)\s*:\s*(\S+)", units=r"RAW PGA VALUES \((gal)\)",
    ),
    "cwa": Sample(
        format="cwa", data=cwa_file(), first=22, peaks=r"AmplitudeMAX\. \w:\s*(\S+)~\s*(\S+)", printed=1e-3 * GAL,
        count=r"RecordLength\(sec\): (\d+)", step=r"SampleRate\(Hz\): (\d+)", units=r"AmplitudeUnit:\s*(gal)\.",
        timed=True,
    ),
    "bhrc": Sample(
        format="bhrc", data=bhrc_file(), first=27, last=47, measured=(0.018 * G, 0.009 * G, 0.0225 * G),
        printed=1e-7 * G, count=r"NO\. OF POINTS =\s*(\d+)", step=r"(\.200000E\+03)", units=r"SECONDS AND (G/10)",
    ),
    "usc volume 1": Sample(
        format="usc", data=joined(volume_one()), first=27, measured=(0.4064 * G,), printed=1e-4 * G,
        count=r"NO\. OF POINTS\s*=\s*(\d+)", units=r"UNITS ARE SEC AND (G/10)", timed=True,
    ),
    "usc volume 2": Sample(
        format="usc", data=joined(volume_two(velocity=False)),
        first=line_of(joined(volume_two()), "POINTS OF ACC DATA"),
        peaks=r"PEAK ACCELERATION =\s*(\S+)", printed=1e-3 * GAL, count=r"(\d+) POINTS OF ACC DATA",
        step=r"ACC DATA EQUALLY SPACED AT\s*(\S+)", units=r"IN UNITS (CM/SEC/SEC)",
    ),
    "isesd": Sample(
        format="isesd", data=test_isesd.PLAIN.encode(), first=line_of(test_isesd.PLAIN.encode(), "time series"),
        peaks=r"PGA \(m/s/s\)\s*: (\S+)", unit=1.0, printed=1e-7, count=r"Number of Data\s*: (\d+)",
        step=r"Time Increment \(s\)\s*: (\S+)", units=r"time series in (m/s/s)",
    ),
    "itsak": Sample(
        format="itsak", data=test_itsak.PLAIN.encode(), first=10, measured=(1.5 * GAL, 404.21792 * GAL, 12.5 * GAL),
        printed=1e-6 * GAL, count=r"npts: (\d+)", step=r"frequency: (\S+) Hz", units=r"units: (\S+)",
    ),
    "columns": Sample(
        format="columns", data=SPREADSHEET, first=1, measured=(3.35 * GAL, 4.25 * GAL, 0.2 * GAL), printed=1e-9,
        units=r"NS \[(gal)\]", open_ended=True, timed=True,
    ),
}  # fmt: skip


def written(sample: Sample, tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / sample.name
    path.write_bytes(data)
    return path


def peak(values: np.ndarray) -> float:
    return float(np.abs(values).max())


def last_digit(text: str) -> float:
    """Return half the last printed digit of a number."""
    mantissa, _, power = text.upper().partition("E")
    return 0.5 * 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))


def test_every_format_has_a_sample():
    assert {sample.format for sample in SAMPLES.values()} | set(BINARY) == set(FORMATS)


@pytest.mark.parametrize("key", SAMPLES)
def test_peak_of_the_header_to_the_printed_digit(key, tmp_path):
    sample = SAMPLES[key]
    path = written(sample, tmp_path, sample.data)
    assert format_of(path, sample.data) == sample.format
    record = read_record(path, sample.asked)
    assert "record_peak_differs" not in [remark.key for remark in record.remarks]
    found = [peak(channel.values) for channel in record.accelerations]
    if not sample.peaks:
        assert found == pytest.approx(list(sample.measured), abs=0.5001 * sample.printed)
        return
    groups = [match.groups() for match in re.finditer(sample.peaks, sample.text)]
    texts = [[part for group in match for part in re.split(r"[\s/]+", group) if part] for match in groups]
    if len(texts) == 1 and len(found) > 1:  # one line lists all components
        texts = [[text] for text in texts[0]]
    assert len(texts) == len(found)
    for stated, value in zip(texts, found, strict=True):
        largest = max(stated, key=lambda text: abs(float(text)))
        allowed = 1.0001 * (last_digit(largest) * sample.unit + 0.5 * sample.printed)
        assert value == pytest.approx(abs(float(largest)) * sample.unit, abs=allowed)


def changed(sample: Sample, pattern: str, new: str) -> bytes | None:
    """Return the file with the first group of ``pattern`` made ``new`` everywhere; none where nothing is printed."""
    if not pattern:
        return None

    def replaced(match: re.Match[str]) -> str:
        start, end = match.start(1) - match.start(), match.end(1) - match.start()
        text = new.rjust(end - start) if len(new) <= end - start else new
        return match[0][:start] + text + match[0][end:]

    text, count = re.subn(pattern, replaced, sample.text)
    assert count, pattern
    return text.encode("latin-1")


def body(sample: Sample) -> tuple[list[str], int, int]:
    """Return the lines, with their ends, and the bounds of the data."""
    lines = sample.text.split("\n")
    lines = [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    return lines, sample.first, sample.last if sample.last is not None else len(lines)


def with_line(sample: Sample, change: Callable[[str], str], *, share: float = 0.5) -> bytes:
    """Return the file with one line of the data changed."""
    lines, first, last = body(sample)
    at = min(first + int(share * (last - first)), last - 1)
    lines[at] = change(lines[at])
    return "".join(lines).encode("latin-1")


def with_number(sample: Sample, new: str) -> bytes:
    """Return the file with the last number of a line of the data made ``new``, in its field."""

    def change(line: str) -> str:
        match = list(re.finditer(r"-?\d*[.,]?\d+(?:E[+-]?\d+)?", line, re.IGNORECASE))[-1]
        width = match.end() - match.start()
        return line[: match.start()] + new[:width].rjust(width) + line[match.end() :]

    return with_line(sample, change)


def cut(sample: Sample, share: float) -> bytes:
    lines, first, last = body(sample)
    at = first + max(int(share * (last - first)), 1)
    whole = "".join(lines[:at])
    return (whole + lines[at][: len(lines[at].rstrip()) // 2]).encode("latin-1") if at < last else whole.encode()


def mixed_ends(sample: Sample) -> bytes:
    lines, _, _ = body(sample)
    ends = ("\n", "\r\n")
    return "".join(line.rstrip("\r\n") + ends[at % 2] for at, line in enumerate(lines)).encode("latin-1")


def with_large_sample(sample: Sample) -> bytes:
    """Return the file with one sample, the last one in a line of the data, far above the peak."""

    def change(line: str) -> str:
        match = list(re.finditer(r" *-?\d*[.,]?\d+(?:E[+-]?\d+)?", line, re.IGNORECASE))[-1]
        field = match[0]
        if "E" in field.upper():
            large = re.sub(r"\d+$", lambda power: "3".rjust(len(power[0]), "0"), field.replace("E-", "E+"))
        else:
            whole, mark, rest = re.fullmatch(r"( *-?\d*)([.,]?)(\d*)", field).groups()
            whole, rest = (whole, rest) if mark else (whole + rest, "")
            large = " " + "9" * (len(whole) - 1) + mark + rest
        return line[: match.start()] + large + line[match.end() :]

    return with_line(sample, change)


REFUSED, ANY = ("refused",), ("refused", "same", "remarked")


def marked(sample: Sample) -> bytes | None:
    """Return the file behind the mark of UTF-8; none where it has one already."""
    return None if sample.data.startswith(b"\xef\xbb\xbf") else b"\xef\xbb\xbf" + sample.data


MALFORMED: dict[str, tuple[Callable[[Sample], bytes | None], tuple[str, ...]]] = {
    "empty": (lambda sample: b"", REFUSED),
    "binary": (lambda sample: bytes(range(256)) * 8, REFUSED),
    "zero bytes in the data": (lambda sample: with_line(sample, lambda line: "\0" * len(line) + "\n"), REFUSED),
    "header only": (lambda sample: "".join(body(sample)[0][: sample.first]).encode("latin-1"), REFUSED),
    "half a header": (lambda sample: "".join(body(sample)[0][: sample.first // 2]).encode("latin-1"), REFUSED),
    "cut in a line": (lambda sample: cut(sample, 0.6), ("refused", "shorter")),
    "cut at a line": (
        lambda sample: "".join(body(sample)[0][: sample.first + 1]).encode("latin-1"), ("refused", "shorter"),
    ),
    "last number cut": (lambda sample: sample.data.rstrip()[:-1], ("refused", "same")),
    "letters in the data": (lambda sample: with_number(sample, "abcdefgh"), REFUSED),
    "NaN in the data": (lambda sample: with_number(sample, "nan"), REFUSED),
    "overflow in the data": (lambda sample: with_number(sample, "********"), REFUSED),
    "line lost": (lambda sample: with_line(sample, lambda line: ""), ("refused", "remarked", "uneven")),
    "line doubled": (lambda sample: with_line(sample, lambda line: line + line), ("refused", "remarked")),
    "count too large": (lambda sample: changed(sample, sample.count, "99999"), REFUSED),
    "count too small": (lambda sample: changed(sample, sample.count, "3"), ("refused", "remarked")),
    "count of nothing": (lambda sample: changed(sample, sample.count, "0"), ("refused", "remarked")),
    "count in letters": (lambda sample: changed(sample, sample.count, "many"), ("refused", "same")),
    "step of zero": (lambda sample: changed(sample, sample.step, "0"), REFUSED),
    "negative step": (lambda sample: changed(sample, sample.step, "-1"), REFUSED),
    "step in letters": (lambda sample: changed(sample, sample.step, "x"), REFUSED),
    "no unit": (lambda sample: changed(sample, sample.units, ""), ANY),
    "unknown unit": (lambda sample: changed(sample, sample.units, "ft*lb"), ANY),
    "mixed line ends": (mixed_ends, ("same",)),
    "UTF-16": (lambda sample: sample.text.removeprefix("ï»¿").encode("utf-16"), ("refused", "same")),
    "UTF-8 with its mark": (marked, ("same",)),
    "text behind the data": (lambda sample: sample.data + b"end of the file, see the manual\n", ANY),
}  # fmt: skip


def outcome(sample: Sample, whole: Record, path: Path) -> str:
    """Return what came of a malformed file: refused, same, remarked, shorter, uneven or silent."""
    try:
        record = read_record(path, sample.asked)
    except RecordError as error:
        return "refused" if path.name in str(error) else f"without the name of the file: {error}"
    mine, theirs = record.accelerations, whole.accelerations
    if len(mine) == len(theirs):
        pairs = list(zip(mine, theirs, strict=True))
        scaled = all(one.name == other.name and one.step == other.step for one, other in pairs)
        if set(record.remarks) - set(whole.remarks):
            return "remarked"
        if scaled and all(np.array_equal(one.values, other.values) for one, other in pairs):
            return "same"
        begins = all(np.array_equal(one.values, other.values[: len(one.values)]) for one, other in pairs)
        if sample.open_ended and scaled and begins:
            return "shorter"
        kept = all(one.times is not None and np.isin(one.values, other.values).all() for one, other in pairs)
        if sample.timed and kept:
            return "uneven"
    elif set(record.remarks) - set(whole.remarks):
        return "remarked"
    return "silent"


@pytest.mark.parametrize("fault", MALFORMED)
@pytest.mark.parametrize("key", SAMPLES)
def test_malformed_file_never_gives_a_silent_other_record(key, fault, tmp_path):
    sample = SAMPLES[key]
    make, expected = MALFORMED[fault]
    data = make(sample)
    if data is None:
        return
    assert data != sample.data
    whole = read_record(written(sample, tmp_path, sample.data), sample.asked)
    assert outcome(sample, whole, written(sample, tmp_path, data)) in expected


def test_last_number_of_columns_may_be_short_without_being_cut(tmp_path):
    rows = "\n".join(f"{0.01 * at:.2f} {0.25 * (at % 5)}" for at in range(60))
    path = tmp_path / "own.txt"
    path.write_text(f"time(s) NS(gal)\n{rows}\n0.60 1", encoding="utf-8")
    assert read_record(path).accelerations[0].values[-1] == pytest.approx(GAL)


@pytest.mark.parametrize("key", [key for key, sample in SAMPLES.items() if sample.peaks])
def test_peak_that_the_header_does_not_state_is_remarked(key, tmp_path):
    sample = SAMPLES[key]
    data = with_large_sample(sample)
    whole = read_record(written(sample, tmp_path, sample.data), sample.asked)
    path = written(sample, tmp_path, data)
    record = read_record(path, sample.asked)
    peaks = [[peak(channel.values) for channel in found.accelerations] for found in (record, whole)]
    assert peaks[0] != peaks[1]
    assert "record_peak_differs" in [remark.key for remark in record.remarks]


def seed_with(at: int, new: bytes) -> Callable[[bytes], bytes]:
    return lambda data: data[:at] + new + data[at + len(new) :]


BINARY_FAULTS: dict[str, dict[str, tuple[Callable[[bytes], bytes], tuple[str, ...]]]] = {
    "mseed": {
        "empty": (lambda data: b"", REFUSED),
        "header only": (lambda data: data[:48], REFUSED),
        "half a header": (lambda data: data[:30], REFUSED),
        "text": (lambda data: b"miniSEED of station CE.79435\n", REFUSED),
        "cut in a block": (lambda data: data[: len(data) // 2 + 100], ("refused", "remarked")),
        "zeros in a block": (lambda data: data[:600] + bytes(300) + data[900:], ("refused", "remarked")),
        "rate of zero": (seed_with(32, bytes(4)), ("refused", "remarked")),
        "count of nothing": (seed_with(30, bytes(2)), ("refused", "remarked")),
        "data begin beyond the block": (seed_with(44, b"\xff\xff"), ("refused", "remarked")),
        "unknown encoding": (seed_with(52, b"\x63"), ("refused", "remarked")),
        "block lost": (lambda data: data[:4096] + data[8192:], ("refused", "remarked")),
        "text behind the data": (lambda data: data + b"end of the file\n", ("refused", "same", "remarked")),
    },
    "sac": {
        "empty": (lambda data: b"", REFUSED),
        "header only": (lambda data: data[:632], REFUSED),
        "half a header": (lambda data: data[:300], REFUSED),
        "text": (lambda data: b"SAC of station CJ.T001230\n" * 40, REFUSED),
        "cut": (lambda data: data[: len(data) // 2], REFUSED),
        "cut in a number": (lambda data: data[:-2], REFUSED),
        "step of zero": (seed_with(0, bytes(4)), REFUSED),
        "negative step": (seed_with(0, np.array([-0.02], dtype="<f4").tobytes()), REFUSED),
        "step that is no number": (seed_with(0, np.array([np.nan], dtype="<f4").tobytes()), REFUSED),
        "count too large": (seed_with(4 * 79, np.array([99999], dtype="<i4").tobytes()), REFUSED),
        "count of nothing": (seed_with(4 * 79, bytes(4)), REFUSED),
        "count too small": (seed_with(4 * 79, np.array([300], dtype="<i4").tobytes()), ("refused", "remarked")),
        "NaN in the data": (seed_with(4000, np.array([np.nan], dtype="<f4").tobytes()), REFUSED),
        "infinity in the data": (seed_with(4000, np.array([np.inf], dtype="<f4").tobytes()), REFUSED),
        "uneven": (seed_with(4 * 105, bytes(4)), REFUSED),
    },
}
BINARY_SAMPLES = {
    "mseed": Sample(
        format="mseed", data=shipped("CE.79435.10.HNE__20211220T201310Z__20211220T202040Z.mseed"), name="own.mseed",
        asked=ReadAs(response=str(SHIPPED / "CE.79435.xml")),
    ),
    "sac": Sample(
        format="sac", data=shipped("20190706031952.CJ.T001230.HNE.sac"), name="own.sac", asked=ReadAs(unit="g"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("format", "fault"), [(name, fault) for name in BINARY for fault in BINARY_FAULTS[name]])
def test_malformed_binary_file_never_gives_a_silent_other_record(format, fault, tmp_path):
    sample = BINARY_SAMPLES[format]
    make, expected = BINARY_FAULTS[format][fault]
    whole = read_record(written(sample, tmp_path, sample.data), sample.asked)
    assert outcome(sample, whole, written(sample, tmp_path, make(sample.data))) in expected
