"""Ground motion: the records that come with pirqa, and the cases of every part of the room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from pirqa.motion import ReadAs, read_record
from pirqa.motion.library import record_path
from pirqa.motion.record import FiledUnit
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification import (
    motion_codes,
    motion_formats,
    motion_hazard,
    motion_processing,
    motion_pulses,
    motion_sequences,
    motion_sets,
    motion_sliding,
    motion_spectra,
    motion_synthetic,
)
from pirqa.verification.case import Case

__all__ = ["cases"]

_GAL = 0.01
_G = STANDARD_GRAVITY


@dataclass(frozen=True, kw_only=True)
class _Published:
    """The peak that somebody else states for a record, and how finely it is printed."""

    file: str
    component: str
    peak: float
    """[m/s2]"""
    printed: float
    """Half a unit of the last digit that is printed [m/s2]."""
    source: str
    unit: FiledUnit | None = None
    """Of the accelerations, where the file does not say it."""
    demean: bool = False
    """Whether the stated peak is without the instrument's offset."""
    note: str = ""


_HEADER = "header of the file"
_RECORDS = (
    _Published(
        file="PRQ_19661017164100.txt",
        component="NS",
        peak=-268.24 * _GAL,
        printed=0.005 * _GAL,
        source=f"{_HEADER}: Parque de la Reserva, Lima, 17 October 1966, CISMID",
    ),
    _Published(
        file="pisagua0911131.v1",
        component="NS",
        peak=0.165 * _G,
        printed=0.0005 * _G,
        source=f"{_HEADER}: Pisagua, 13 November 2009, RENADIC",
        note="The samples are in tenths of g, the header's maximum is in g.",
    ),
    _Published(
        file="ce36456p_CE36456.V2",
        component="90",
        peak=-267.96 * _GAL,
        printed=0.005 * _GAL,
        source=f"{_HEADER}: Parkfield Fault Zone 14, Coalinga, 2 May 1983, CDMG",
    ),
    _Published(
        file="LA116TH.RAW",
        component="90",
        peak=-0.200 * _G,
        printed=0.0005 * _G,
        source=f"{_HEADER}: 116th St. School, Northridge, 17 January 1994, CDMG",
        note="Uneven steps; the samples are in tenths of g.",
    ),
    _Published(
        file="0111a.smc",
        component="360",
        peak=104.4 * _GAL,
        printed=0.05 * _GAL,
        source=f"{_HEADER}: San Francisco, 1295 Shafter, Loma Prieta, 18 October 1989, USGS",
    ),
    _Published(
        file="us1000hyfh_akbmrp_AKBMR--n.1000hyfh.BNZ.--.acc.V2c",
        component="BNZ",
        peak=-6.852 * _GAL,
        printed=0.0005 * _GAL,
        source=f"{_HEADER}: Bremner River, Anchorage, 30 November 2018",
    ),
    _Published(
        file="HI.ARS1..HNE.D.20190728.160908.C.ACC.ASC",
        component="HNE",
        peak=0.300 * _GAL,
        printed=0.0005 * _GAL,
        source=f"{_HEADER}: Argos, 28 July 2019, ITSAK through ESM",
    ),
    _Published(
        file="CUP50401.012",
        component="N00E",
        peak=1.22 * _GAL,
        printed=0.005 * _GAL,
        source=f"{_HEADER}: CUP5, Guerrero, 1 January 2004, UNAM",
        note="The file holds two rows more than its header states.",
    ),
    _Published(
        file="CE.79435.10.HNE__20211220T201310Z__20211220T202040Z.mseed",
        component="HNE",
        peak=-0.575 * _GAL,
        printed=0.0005 * _GAL,
        source="counts over the 214580.7 counts in 1 m/s² of CE.79435.xml, mean taken off; computed apart",
        demean=True,
        note="Counts and an offset of ten times the earthquake.",
    ),
    _Published(
        file="20190706031952.CJ.T001230.HNE.sac",
        component="HNE",
        peak=0.0434 * _G,
        printed=0.00005 * _G,
        source="samples of the SAC file, computed apart; its unit is not stated and taken as g",
        unit="g",
    ),
    _Published(
        file="elcentro_NS_full.dat",
        component="1",
        peak=0.3487 * _G,
        printed=0.00005 * _G,
        source="El Centro, 18 May 1940: 0.3487 g, computed apart; the unit is not in the file",
        unit="g",
    ),
)


def cases() -> Iterator[Case]:
    """All cases of the group."""
    yield from _record_cases()
    yield from motion_formats.cases()
    yield from motion_processing.cases()
    yield from motion_spectra.cases()
    yield from motion_synthetic.cases()
    yield from motion_sets.cases()
    yield from motion_codes.cases()
    yield from motion_sliding.cases()
    yield from motion_pulses.cases()
    yield from motion_hazard.cases()
    yield from motion_sequences.cases()


def _record_cases() -> Iterator[Case]:
    for item in _RECORDS:
        yield Case(
            id=f"record.{Path(item.file).stem}.pga",
            group="motion",
            quantity=f"peak acceleration of component {item.component}",
            unit="m/s2",
            source=item.source,
            expected=item.peak,
            tolerance={"abs": 1.0001 * item.printed},
            why="half a unit of the last digit that is printed",
            compute=partial(_peak, item),
            note=item.note,
        )


def _peak(item: _Published) -> float:
    """The signed sample of the largest size [m/s2]."""
    record = read_record(record_path(f"pirqa:{item.file}", Path()), ReadAs(unit=item.unit))
    values = record.channel(item.component).values
    if item.demean:
        values = values - values.mean()
    return float(values[np.abs(values).argmax()])
