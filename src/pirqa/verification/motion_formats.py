"""Motion: records of agencies whose files may not be handed on, rebuilt in memory with invented stations and numbers.

Each file has the layout of its agency and states the peak that was put into it; tests use the same files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from types import ModuleType

from pirqa.motion.formats import afad, bhrc, cwa, knet
from pirqa.motion.record import ReadAs, Record
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import Case, case_of

__all__ = ["PATTERN", "afad_file", "bhrc_file", "cases", "cwa_file", "knet_file"]

PATTERN = (0, 3, 8, -5, -9, 2, 1, 0) * 25
"""Shape of every invented component: 200 samples whose sum is zero and whose peak is -9."""

_GAL = 0.01
_REBUILT = "header of a file in the layout of {}, station and numbers invented"

_case = partial(case_of, "motion")


def cases() -> Iterator[Case]:
    """All cases of the part."""
    yield from _peaks()
    yield from _starts()


def knet_file(direction: str = "N-S", *, memo: str = "") -> bytes:
    """Return a K-NET or KiK-net file of 2 s at 100/s; the counts are 1000 times the pattern, and 1200 off zero."""
    header = (
        ("Origin Time", "2001/01/01 05:00:00"),
        ("Lat.", "35.000"),
        ("Long.", "135.000"),
        ("Depth. (km)", "10"),
        ("Mag.", "6.0"),
        ("Station Code", "ZZZ999"),
        ("Station Lat.", "35.1000"),
        ("Station Long.", "135.1000"),
        ("Station Height(m)", "100"),
        ("Record Time", "2001/01/01 05:00:20"),
        ("Sampling Freq(Hz)", "100Hz"),
        ("Duration Time(s)", "2"),
        ("Dir.", direction),
        ("Scale Factor", "2000(gal)/8388608"),
        ("Max. Acc. (gal)", "2.146"),
        ("Last Correction", "2001/01/01 05:00:00"),
        ("Memo.", memo),
    )
    lines = [f"{key:<18}{text}" for key, text in header]
    counts = [f"{1200 + 1000 * value:>8d} " for value in PATTERN]
    lines += ["".join(counts[at : at + 8]) for at in range(0, len(counts), 8)]
    return ("\n".join(lines) + "\n").encode()


def afad_file() -> bytes:
    """Return an AFAD file of 200 samples, 0.01 s apart; N-S 17.25, E-W 11.5 and U-D 4.125 times the pattern [gal]."""
    header = (
        ("PLACE", "MUĞLA ÖRNEK İSTASYONU"),
        ("EARTHQUAKE DATE", "2001/01/31 22:31:09 (GMT)"),
        ("EPICENTER COORDINATES", "36.91980N-27.44350E"),
        ("EARTHQUAKE DEPTH (km)", "19.44"),
        ("EARTHQUAKE MAGNITUDE", "6.5 Mw"),
        ("STATION ID", "9999"),
        ("STATION COORDINATES", "37.03304N-27.43997E"),
        ("STATION ALTITUDE (m)", "25"),
        ("RECORDER TYPE", "none"),
        ("RECORDER SERIAL NO", "0"),
        ("RECORD TIME", "31/01/2001 22:31:07.000000 (GMT)"),
        ("NUMBER OF DATA", str(len(PATTERN))),
        ("SAMPLING INTERVAL (sec)", "0.01"),
        ("RAW PGA VALUES (gal)", "(N-S) 155.250000 (E-W) 103.500000 (U-D) 37.125000"),
    )
    lines = ["STRONG GROUND MOTION RECORDS OF TURKIYE", *(f"{key:<24}: {text}" for key, text in header)]
    lines += ["Copyright EARTHQUAKE DEPARTMENT", "DISASTER AND EMERGENCY MANAGEMENT PRESIDENCY"]
    lines.append("       N-S          E-W          U-D")
    lines += [f"{17.25 * value:>12.6f} {11.5 * value:>12.6f} {4.125 * value:>12.6f}" for value in PATTERN]
    return ("\r\n".join(lines) + "\r\n").encode("cp1254")


def cwa_file() -> bytes:
    """Return a CWA file of 4 s at 50 samples a second; U 0.75, N -12.5 and E 1252.5 times the pattern [gal]."""
    header = (
        "#Earthquake Information",
        "#Origin Time(GMT+08): 2001/01/01-05:00:42",
        "#EpicenterLongitude(E): 121.69",
        "#EpicenterLatitude(N): 24.14",
        "#Depth(km): 10.0",
        "#Magnitude(Ml): 6.0",
        "",
        "#Station Information",
        "#StationCode: ZZZ",
        "#StationName: Nowhere",
        "#StationLongitude(E): 121.483",
        "#StationLatitude(N): 23.685",
        "#InstrumentKind: FBA",
        "#StartTime(GMT+08): 2001/01/01-05:00:29.000",
        "#RecordLength(sec): 4",
        "#SampleRate(Hz): 50",
        "#AmplitudeUnit:  gal. DCoffset(corr)",
        "#AmplitudeMAX. U:    6.000~   -6.750",
        "#AmplitudeMAX. N:  112.500~ -100.000",
        "#AmplitudeMAX. E: 10020.000~-11272.500",
        "#DataSequence: Time U(+); N(+); E(+)",
        "#Data: 4F10.3 ",
    )
    rows = (
        f"{0.02 * at:>10.3f}{0.75 * value:>10.3f}{-12.5 * value:>10.3f}{1252.5 * value:>10.3f}"
        for at, value in enumerate(PATTERN)
    )
    return ("\r\n".join((*header, *rows)) + "\r\n").encode()


def bhrc_file(components: Sequence[str] = ("L1", "V2", "T3")) -> bytes:
    """Return a BHRC file of 1 s at 200/s; L 0.02, V 0.01 and T -0.025 g/10 times the pattern."""
    lines: list[str] = []
    count = len(PATTERN)
    for name in components:
        size = {"L": 0.02, "V": 0.01, "T": -0.025}[name[0]]
        lines += ["* VOL1DS FILE:  9999/01", "Inst Type = none", "Origin Time : 2001/01/01   12:23:16", "", name[0]]
        lines += [" " * 70, f"{f'COMP {name}':<70}"]
        lines.append("Nowhere                   Station   38.474 N 47.059 E   Altitude 1360m   Azimuth L 352   T 82 ")
        lines.append("Epicenter 38.520 N 46.860 E   FD 12 Km mb      Ms      Mw6.1   M        ML   (NONE   )")
        lines.append(f"{'INSTR PERIOD =  .019 SEC   DAMPING =  .640':<70}")
        lines.append(f"{f'NO. OF POINTS = {count:>6}      DURATION = {0.005 * count:>7.3f}':<70}")
        lines += ["UNITS ARE SECONDS AND G/10", " " * 70, "    0" * 14, "    0" * 11 + f"{count:>5}" + "    0" * 2]
        lines += ["    0" * 14] * 4 + [f"{'    0' * 4:<70}"]
        reals = (0.019, 0.64, 0.005 * count, 0.0, 0.1, 0.0, 200.0, *[0.0] * 31)
        fields = "".join(_fortran(real) for real in reals)
        lines += [f"{fields[at : at + 78][:70]:<70}" for at in range(0, len(fields), 78)]
        samples = [_fortran(size * value) for value in PATTERN]
        lines += ["".join(samples[at : at + 10]) for at in range(0, count, 10)]
        lines.append("/&")
    return ("\r\n".join(lines) + "\r\n").encode()


def _fortran(value: float) -> str:
    """Return a number in Fortran's E13.6, without the zero before the point."""
    if value == 0.0:
        return "  .000000E+00"
    digits, power = f"{abs(value):.5e}".split("e")
    sign = "-" if value < 0.0 else ""
    return f"{sign}.{digits.replace('.', '')}E{int(power) + 1:+03d}".rjust(13)


def _read(reader: ModuleType, data: bytes) -> Record:
    record: Record = reader.read(Path("rebuilt"), data, ReadAs())
    return record


def _peak(reader: ModuleType, data: bytes, component: str) -> float:
    """Return the signed sample of the largest size [m/s2]."""
    values = _read(reader, data).channel(component).values
    return float(values[abs(values).argmax()])


def _start(reader: ModuleType, data: bytes) -> float:
    """Return the seconds from 1 January 2001, 0 h UTC, to the first sample."""
    moment = datetime.fromisoformat(_read(reader, data).origin.time)
    return (moment - datetime.fromisoformat("2001-01-01T00:00:00Z")).total_seconds()


def _peaks() -> Iterator[Case]:
    rows: tuple[tuple[str, str, ModuleType, bytes, str, float, float, str], ...] = (
        ("knet", "K-NET", knet, knet_file("N-S"), "NS", -2.146 * _GAL, 0.0005 * _GAL, "The mean of the counts is off."),
        ("kiknet_surface", "KiK-net", knet, knet_file("5"), "EW2", -2.146 * _GAL, 0.0005 * _GAL, ""),
        ("kiknet_borehole", "KiK-net", knet, knet_file("3"), "UD1", -2.146 * _GAL, 0.0005 * _GAL, ""),
        ("afad_ns", "AFAD", afad, afad_file(), "NS", -155.25 * _GAL, 1e-6 * _GAL, "The header has no signs."),
        ("afad_ew", "AFAD", afad, afad_file(), "EW", -103.5 * _GAL, 1e-6 * _GAL, ""),
        ("afad_ud", "AFAD", afad, afad_file(), "UD", -37.125 * _GAL, 1e-6 * _GAL, ""),
        ("cwa_u", "CWA", cwa, cwa_file(), "U", -6.75 * _GAL, 0.001 * _GAL, "The first column is the vertical one."),
        ("cwa_n", "CWA", cwa, cwa_file(), "N", 112.5 * _GAL, 0.001 * _GAL, ""),
        ("cwa_e", "CWA", cwa, cwa_file(), "E", -11272.5 * _GAL, 0.001 * _GAL, "Its fields touch those of N."),
    )
    for id, layout, reader, data, component, expected, printed, note in rows:
        yield _case(
            f"record.{id}.pga", f"peak acceleration of component {component}", "m/s2", _REBUILT.format(layout),
            expected, {"abs": 1.0001 * printed}, "the last digit that is printed",
            partial(_peak, reader, data, component), note,
        )  # fmt: skip
    for component, size in (("L", -0.18), ("V", -0.09), ("T", 0.225)):
        yield _case(
            f"record.bhrc_{component.lower()}.pga", f"peak acceleration of component {component}", "m/s2",
            "largest sample of a file in the layout of BHRC, station and numbers invented",
            size * 0.1 * STANDARD_GRAVITY, {"abs": 5e-8 * STANDARD_GRAVITY}, "half the last digit that is printed",
            partial(_peak, bhrc, bhrc_file(), component), "The samples are in tenths of g; the header states no peak.",
        )  # fmt: skip


def _starts() -> Iterator[Case]:
    rows: tuple[tuple[str, str, ModuleType, bytes, float], ...] = (
        ("knet", "Record Time 05:00:20 in Japan, less 9 h and the 15 s of the recorder", knet, knet_file(), -14395.0),
        ("cwa", "StartTime 05:00:29 at GMT+08, less 8 h", cwa, cwa_file(), -10771.0),
        ("afad", "RECORD TIME 31/01/2001 22:31:07 GMT", afad, afad_file(), 30 * 86400.0 + 81067.0),
    )
    for id, source, reader, data, expected in rows:
        yield _case(
            f"record.{id}.start", "first sample after 1 January 2001, 0 h UTC", "s", source, expected,
            {"abs": 1e-6}, "clocks in whole seconds", partial(_start, reader, data),
        )  # fmt: skip
