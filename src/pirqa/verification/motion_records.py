"""Motion: peaks of records as their agencies state them, and the processing that brings a record to rest.

Files that agencies do not let others hand on are rebuilt in memory with invented stations and numbers: each has the
layout of its agency and states the peak that was put into it. Tests use the same files.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from types import ModuleType

import numpy as np

import pirqa.motion
from pirqa.model import Direction, GroundMotion
from pirqa.motion.formats import afad, bhrc, cwa, knet, read_record
from pirqa.motion.intensity import scale
from pirqa.motion.options import ScaleTarget
from pirqa.motion.orientation import rotate
from pirqa.motion.processing import Change, Processed, process
from pirqa.motion.record import FiledUnit, ReadAs, Record, record_path
from pirqa.motion.signal_processing import filter_acausal
from pirqa.motion.site_effect import SiteEffect, amplify, layer_transfer
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import CLOSED_FORM, Case

_case = partial(Case, group="motion")
_PLACE = 30
_GAL = 0.01
_G = STANDARD_GRAVITY


@dataclass(frozen=True)
class _Published:
    """The peak that another source states for a record, and how finely it is printed."""

    file: str
    component: str
    peak: float
    """[m/s2]"""
    printed: float
    """Half a unit of the last digit that is printed [m/s2]."""
    source: str
    unit: FiledUnit | None = None
    """Unit of the accelerations, where the file does not state it."""
    demean: bool = False
    """True if the stated peak is without the instrument's offset."""
    note: str = ""


_HEADER = "header of the file"
_RECORDS = (
    _Published("PRQ_19661017164100.txt", "NS", -268.24 * _GAL, 0.005 * _GAL,
        f"{_HEADER}: Parque de la Reserva, Lima, 17 October 1966, CISMID"),
    _Published("pisagua0911131.v1", "NS", 0.165 * _G, 0.0005 * _G, f"{_HEADER}: Pisagua, 13 November 2009, RENADIC",
        note="The samples are in tenths of g, the header's maximum is in g."),
    _Published("ce36456p_CE36456.V2", "90", -267.96 * _GAL, 0.005 * _GAL,
        f"{_HEADER}: Parkfield Fault Zone 14, Coalinga, 2 May 1983, CDMG"),
    _Published("LA116TH.RAW", "90", -0.200 * _G, 0.0005 * _G, f"{_HEADER}: 116th St. School, Northridge, 17 January "
        "1994, CDMG", note="Uneven steps; the samples are in tenths of g."),
    _Published("0111a.smc", "360", 104.4 * _GAL, 0.05 * _GAL,
        f"{_HEADER}: San Francisco, 1295 Shafter, Loma Prieta, 18 October 1989, USGS"),
    _Published("us1000hyfh_akbmrp_AKBMR--n.1000hyfh.BNZ.--.acc.V2c", "BNZ", -6.852 * _GAL, 0.0005 * _GAL,
        f"{_HEADER}: Bremner River, Anchorage, 30 November 2018"),
    _Published("HI.ARS1..HNE.D.20190728.160908.C.ACC.ASC", "HNE", 0.300 * _GAL, 0.0005 * _GAL,
        f"{_HEADER}: Argos, 28 July 2019, ITSAK through ESM"),
    _Published("CUP50401.012", "N00E", 1.22 * _GAL, 0.005 * _GAL, f"{_HEADER}: CUP5, Guerrero, 1 January 2004, UNAM",
        note="The file holds two rows more than its header states."),
    _Published("CE.79435.10.HNE__20211220T201310Z__20211220T202040Z.mseed", "HNE", -0.575 * _GAL, 0.0005 * _GAL,
        "counts over the 214580.7 counts in 1 m/s² of CE.79435.xml, mean taken off; computed apart", demean=True,
        note="Counts and an offset of ten times the earthquake."),
    _Published("20190706031952.CJ.T001230.HNE.sac", "HNE", 0.0434 * _G, 0.00005 * _G,
        "samples of the SAC file, computed apart; its unit is not stated and taken as g", unit="g"),
    _Published("elcentro_NS_full.dat", "1", 0.3487 * _G, 0.00005 * _G,
        "El Centro, 18 May 1940: 0.3487 g, computed apart; the unit is not in the file", unit="g"),
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _published_peaks()
    yield from _peaks()
    yield from _starts()
    yield from _lima_cases()
    yield from _driving_cases()
    yield from _filter_cases()
    yield from _layer_cases()


def _published_peaks() -> Iterator[Case]:
    """Yield the peaks of the records that come with pirqa."""
    for item in _RECORDS:
        yield _case(f"record.{Path(item.file).stem}.pga", f"peak acceleration of component {item.component}", "m/s2",
            item.source, item.peak, {"abs": 1.0001 * item.printed}, "half a unit of the last digit that is printed",
            partial(_peak, item), item.note)  # fmt: skip


def _peak(item: _Published) -> float:
    """The signed sample of the largest size [m/s2]."""
    record = read_record(record_path(f"pirqa:{item.file}", Path()), ReadAs(unit=item.unit))
    values = record.channel(item.component).values
    if item.demean:
        values = values - values.mean()
    return float(values[np.abs(values).argmax()])


# ---- files of agencies ----

PATTERN = (0, 3, 8, -5, -9, 2, 1, 0) * 25
"""Shape of every invented component: 200 samples whose sum is zero and whose peak is -9."""

_REBUILT = "header of a file in the layout of {}, station and numbers invented"


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


def _peak_of(reader: ModuleType, data: bytes, component: str) -> float:
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
        yield _case(f"record.{id}.pga", f"peak acceleration of component {component}", "m/s2", _REBUILT.format(layout),
            expected, {"abs": 1.0001 * printed}, "the last digit that is printed",
            partial(_peak_of, reader, data, component), note)  # fmt: skip
    for component, size in (("L", -0.18), ("V", -0.09), ("T", 0.225)):
        yield _case(f"record.bhrc_{component.lower()}.pga", f"peak acceleration of component {component}", "m/s2",
            "largest sample of a file in the layout of BHRC, station and numbers invented",
            size * 0.1 * STANDARD_GRAVITY, {"abs": 5e-8 * STANDARD_GRAVITY}, "half the last digit that is printed",
            partial(_peak_of, bhrc, bhrc_file(), component),
            "The samples are in tenths of g; the header states no peak.")  # fmt: skip


def _starts() -> Iterator[Case]:
    rows: tuple[tuple[str, str, ModuleType, bytes, float], ...] = (
        ("knet", "Record Time 05:00:20 in Japan, less 9 h and the 15 s of the recorder", knet, knet_file(), -14395.0),
        ("cwa", "StartTime 05:00:29 at GMT+08, less 8 h", cwa, cwa_file(), -10771.0),
        ("afad", "RECORD TIME 31/01/2001 22:31:07 GMT", afad, afad_file(), 30 * 86400.0 + 81067.0),
    )
    for id, source, reader, data, expected in rows:
        yield _case(f"record.{id}.start", "first sample after 1 January 2001, 0 h UTC", "s", source, expected,
            {"abs": 1e-6}, "clocks in whole seconds", partial(_start, reader, data))  # fmt: skip


# ---- processing and driving ----

_NOTE = "Records note E: mean, 2 % taper, 30 s pads, acausal 2nd-order Butterworth at 0.1 Hz"


@cache
def _lima() -> Processed:
    return process(read_record(Path(pirqa.motion.__file__).parent / "records" / "PRQ_19661017164100.txt"))


def _change(component: str = "NS") -> Change:
    return next(item for item in _lima().changes if item.component == component)


def _lima_cases() -> Iterator[Case]:
    lima = "Lima 1966, Parque de la Reserva NS, CISMID"
    yield _case("processing.prq.final_displacement", "largest |d| of any component at the end of the processed record",
        "m", f"{lima}: the ground must end at rest to drive a wall", 0.0, {"max": 1e-6},
        "a micrometre is far below what any wall feels; rounding alone leaves 1e-14",
        lambda: float(np.abs(_lima().motion.displacement[-1]).max()))  # fmt: skip
    yield _case("processing.prq.residual_displacement", "|d| of NS at the end before the last correction", "m",
        f"{_NOTE}: −6e-8 m with a recursive filter", 0.0, {"max": 1e-6}, "what the filter's tail leaves beyond 30 s of "
        "pad, e^−13 of the displacement", lambda: abs(_change().residual_displacement))  # fmt: skip
    yield _case("processing.prq.pga_change", "share by which the default chain changes the PGA of NS", "",
        f"{_NOTE}: +1.1 %", 0.0, {"max": 0.02}, "the chain must not alter what governs the onset of rocking",
        lambda: abs(_change().pga_change))  # fmt: skip
    yield _case("processing.prq.pgd", "peak displacement of NS after the default chain", "m",
        f"{_NOTE}: 0.090 m, by an independent computation", 0.090, {"abs": 0.0005}, "printed to three decimals",
        lambda: _change().pgd_after)  # fmt: skip
    yield _case("processing.prq.plain_integration", "displacement of NS at the end by plain double integration of the "
        "file", "m", "Records README: 22 m, though the file says that its baseline is corrected", 22.0, {"abs": 0.5},
        "printed without decimals", lambda: _change().final_displacement_before,
        "Shown for comparison: why a record is processed at all.", compare_only=True)  # fmt: skip
    yield _case("processing.prq.glitch", "last sample of UD, found to be a glitch", "m/s2",
        "Records README: the last UD sample jumps to 65.7 gal", 0.657, {"abs": 0.0005}, "printed to 0.1 gal",
        lambda: sum(glitch.value for glitch in _change("UD").glitches if glitch.kind == "end"))  # fmt: skip


def _single(acceleration: np.ndarray, step: float) -> GroundMotion:
    return GroundMotion(
        name="closed form", step=step, acceleration=acceleration[:, None], directions=(Direction(name="across"),)
    )


def _driving_cases() -> Iterator[Case]:
    step = 0.02
    ramp = _single(0.7 - 1.3 * step * np.arange(101), step)
    time = 1.2345
    yield _case("driving.polynomial", "displacement under a = 0.7 − 1.3 t at 1.2345 s, between samples", "m",
        "0.7 t²/2 − 1.3 t³/6", 0.35 * time**2 - 1.3 * time**3 / 6.0, *CLOSED_FORM,
        lambda: float(ramp.at(time).displacement[0]))  # fmt: skip
    wave = 2.0 * np.sin(2.0 * np.pi * 4.0 * step * np.arange(501))
    dense = np.linspace(0.0, 10.0, 10_001)

    def peak(linear: bool) -> float:
        driven = _single(wave, step)
        if linear:
            moved = np.interp(dense, driven.times, driven.displacement[:, 0])
        else:
            moved = driven.at(dense).displacement[:, 0]
        return float(np.abs(np.diff(moved, 2)).max() / 0.001**2)

    yield _case("driving.sine.peak", "peak acceleration of a base driven every 1 ms by the displacement of a 4 Hz sine "
        "sampled at 20 ms", "m/s2", "the peak of the samples: the largest of 2 sin(2π·4·0.02 k)",
        float(np.abs(wave).max()), {"rel": 0.01}, "a second difference over 1 ms lies within the two slopes at a kink: "
        "h/step of a jump of the slope, 0.6 %", lambda: peak(False))  # fmt: skip
    yield _case("driving.sine.linear_displacement", "the same with a displacement that is linear between samples",
        "m/s2", "a kink of the slope each 20 ms, taken in 1 ms: about step/h = 20 times", 2.0, {"max": 2.0},
        "shown for comparison: the trap", lambda: peak(True), compare_only=True)  # fmt: skip
    yield _case("scaling.pgv", "factor that brings a sine of 2 m/s2 at 1 Hz to a PGV of 0.4 m/s", "",
        "v = A (1 − cos ωt)/ω, peak 2A/ω: 0.4 ω/(2A)", 0.4 * 2.0 * math.pi / 4.0, {"rel": 1e-3},
        "the sine is linear between samples 5 ms apart: (ωh)²/12 = 8e-5 of its integral",
        lambda: _scaled().factor)  # fmt: skip
    yield _case("rotation.oblique", "motion to the east from components at 20° and 75°", "m/s2",
        "ground that moves by 0.3 north and 0.8 east", 0.8, *CLOSED_FORM, _eastward)  # fmt: skip


def _scaled() -> GroundMotion:
    sine = _single(2.0 * np.sin(2.0 * np.pi * 0.005 * np.arange(2001)), 0.005)
    return scale(sine, ScaleTarget(pgv=0.4), component="across")[0]


def _eastward() -> float:
    angles = np.radians([20.0, 75.0])
    seen = 0.3 * np.cos(angles) + 0.8 * np.sin(angles)
    motion = GroundMotion(
        name="oblique",
        step=0.01,
        acceleration=np.tile(seen, (2, 1)),
        directions=tuple(Direction(name=str(at), azimuth=float(angle)) for at, angle in enumerate(angles)),
    )
    return float(rotate(motion, 0.5 * math.pi).acceleration[0, 0])


def _filter_cases() -> Iterator[Case]:
    for frequency in (0.1, 0.2):
        yield _case(f"filter.high_pass.sine_{frequency:g}", f"amplitude of a unit sine of {frequency:g} Hz behind the "
            "acausal high-pass of 0.1 Hz, order 2", "", "Butterworth both ways: 1/(1 + (fc/f)⁴)",
            1.0 / (1.0 + (0.1 / frequency) ** 4), {"abs": 1e-5}, "200 s from the ends of the sine their transients "
            "have died to below 1e-6", partial(_sine_gain, frequency))  # fmt: skip


def _sine_gain(frequency: float) -> float:
    step, count = 0.05, 8000
    phase = 2.0 * np.pi * frequency * step * np.arange(count)
    filtered = filter_acausal(np.sin(phase), step, low=0.1, order=2)
    middle = slice(count // 2 - 1000, count // 2 + 1000)  # whole periods
    return float(2.0 * np.mean(filtered[middle] * np.sin(phase[middle])))


def _layer_cases() -> Iterator[Case]:
    kramer = "Kramer 1996, section 7.2.1"
    yield _case("site.layer.rigid_rock", "amplification at resonance of a layer with 1 % damping on rigid rock", "",
        f"{kramer}: 2/(πξ) for small damping", 2.0 / (math.pi * 0.01), {"rel": 1e-3},
        "the closed form leaves out terms of ξ², 1e-4",
        lambda: float(abs(layer_transfer(np.array([2.3]), SiteEffect(frequency=2.3, damping=0.01))[0])))  # fmt: skip
    yield _case("site.layer.elastic_rock", "amplification at resonance of an undamped layer, impedance ratio 0.4", "",
        f"{kramer}: 1/α", 2.5, {"rel": 1e-5}, "a damping of 1e-6 stands for none",
        lambda: float(abs(layer_transfer(np.array([2.3]), SiteEffect(frequency=2.3, damping=1e-6,
        impedance=0.4))[0])))  # fmt: skip
    yield _case("site.layer.rest", "|d| at the end of Lima 1966 behind a layer of 2.3 Hz that amplifies 1.56 times",
        "m", "the ground must end at rest; 1.56 is the Sacsayhuaman site factor", 0.0, {"max": 1e-9},
        "rounding alone leaves 1e-14", lambda: float(np.abs(amplify(_lima().motion, SiteEffect(frequency=2.3,
        peak=1.56), surface=False)[0].displacement[-1]).max()))  # fmt: skip
