"""Design spectra of codes, from the parameters of a site.

All share one shape: a rise, a plateau, a branch that falls with 1/T and one with 1/T². Peru: E.030 of 2018, and that of
2003 and 2006 which older studies used. Italy: horizontal elastic spectrum of the NTC 2018, §3.2.3.2.1. Europe: elastic
spectrum type 1 of Eurocode 8, EN 1998-1:2004 §3.2.2.2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError, OptionsError
from pirqa.model.bounds import check_bounds
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY, Acceleration, Ratio, Time


@dataclass(frozen=True, kw_only=True)
class DesignSpectrum:
    """Spectrum of a code at one site, for 5 % damping unless its options say otherwise."""

    name: str
    """Key of its words in the report's word files, ``code.<name>``."""
    source: str
    """Code and articles, and how its tables were checked."""
    verified: bool
    """Whether its tables were checked against the code's text, or independent sources that agree."""
    pga: float
    """Peak acceleration of the ground that it stands for, not reduced by any ductility [m/s2]."""
    start: float
    """Ordinate at T = 0 [m/s2]; that of the plateau where the code has no rise."""
    plateau: float
    """Ordinate of the plateau [m/s2]."""
    plateau_start: float
    """Period where the plateau begins [s]; 0 where the code has no rise."""
    plateau_end: float
    """Period where the plateau ends [s]: TP, TC."""
    long_start: float = math.inf
    """Period from which it falls with 1/T² [s]: TL, TD; infinite where the code has no such branch."""
    superseded_by: str = ""
    """Edition that replaced it; empty for a code in force. A superseded spectrum is shown and never decides."""

    @property
    def superseded(self) -> bool:
        """Whether a later edition has replaced the code."""
        return bool(self.superseded_by)

    def scaled(self, factor: float) -> DesignSpectrum:
        """Return the spectrum times ``factor``: another intensity of the same shape."""
        return replace(self, pga=factor * self.pga, start=factor * self.start, plateau=factor * self.plateau)

    @property
    def corners(self) -> tuple[float, ...]:
        """Corner periods that the code has [s], rising."""
        periods = (self.plateau_start, self.plateau_end, self.long_start)
        return tuple(period for period in periods if period > 0.0 and math.isfinite(period))

    def acceleration(self, periods: float | FloatArray) -> FloatArray:
        """Pseudo-acceleration at ``periods`` [m/s2], of the shape of ``periods``."""
        period = np.asarray(periods, dtype=np.float64)
        if not (np.all(np.isfinite(period)) and np.all(period >= 0.0)):
            raise OptionsError(f"design spectrum {self.name}: periods must be finite and not less than 0 s")
        falling = self.plateau_end / np.maximum(period, self.plateau_end)
        long = self.long_start / np.maximum(period, self.long_start) if math.isfinite(self.long_start) else 1.0
        ordinate = self.plateau * falling * long
        if self.plateau_start > 0.0:
            risen = np.minimum(period / self.plateau_start, 1.0)
            ordinate = ordinate + (1.0 - risen) * (self.start - self.plateau)
        return np.asarray(ordinate, dtype=np.float64)

    def displacement(self, periods: float | FloatArray) -> FloatArray:
        """Spectral displacement (T/2π)² S_a at ``periods`` [m], of the shape of ``periods``.

        Above 4 to 6 s Eurocode 8 (annex A) and NTC 2018 (§3.2.3.2.3) let it fall to the ground's own displacement:
        there this is on the safe side.
        """
        period = np.asarray(periods, dtype=np.float64)
        return np.asarray((period / (2.0 * math.pi)) ** 2 * self.acceleration(period), dtype=np.float64)


def damping_correction(damping: float) -> float:
    """η = √(10/(5 + ξ)) ≥ 0.55, ξ in per cent (EN 1998-1:2004 eq. 3.6; NTC 2018 eq. 3.2.4)."""
    return max(math.sqrt(10.0 / (5.0 + 100.0 * damping)), 0.55)


_E030_AMPLIFICATION = 2.5
"""C on the plateau (2018: Art. 14; 2003: Art. 7)."""

_E030_ZONES = {1: 0.10, 2: 0.25, 3: 0.35, 4: 0.45}
"""Z of each zone (E.030-2018 Table 1)."""

_E030_SOILS = {
    1: {"S0": 0.80, "S1": 1.00, "S2": 1.60, "S3": 2.00},
    2: {"S0": 0.80, "S1": 1.00, "S2": 1.20, "S3": 1.40},
    3: {"S0": 0.80, "S1": 1.00, "S2": 1.15, "S3": 1.20},
    4: {"S0": 0.80, "S1": 1.00, "S2": 1.05, "S3": 1.10},
}
"""S by zone and soil profile (E.030-2018 Table 3)."""

_E030_PERIODS = {"S0": (0.3, 3.0), "S1": (0.4, 2.5), "S2": (0.6, 2.0), "S3": (1.0, 1.6)}
"""TP and TL of each soil profile [s] (E.030-2018 Table 4)."""

_E030_2003_ZONES = {1: 0.15, 2: 0.30, 3: 0.40}
"""Z of each zone (E.030-2003 Table 1)."""

_E030_2003_SOILS = {"S1": (1.0, 0.4), "S2": (1.2, 0.6), "S3": (1.4, 0.9)}
"""S and TP [s] of each soil (E.030-2003 Table 2)."""

_E030_SOURCE = (
    "E.030-2018 (RM 355-2018 and 043-2019-VIVIENDA), Tables 1, 3 and 4, Arts 14 and 29.2; "
    "tables and articles compared with transcriptions of the official text"
)
_E030_2003_SOURCE = (
    "E.030-2003, kept in the RNE of 2006, Tables 1 and 2, Art. 7; from memory and one secondary source, "
    "not compared with the official text"
)


@dataclass(frozen=True, kw_only=True)
class E030:
    """Design spectrum of the Peruvian E.030 of 2018: Z·U·C·S·g/R."""

    zone: Literal[1, 2, 3, 4]
    """Seismic zone of the district (Annex II of the code)."""
    soil: Literal["S0", "S1", "S2", "S3"]
    """Soil profile: S0 hard rock, S1 rock or very stiff, S2 intermediate, S3 soft."""
    use_factor: Annotated[Ratio, Gt(0), Le(3)] = 1.0
    """U, of the importance of the building."""
    reduction: Annotated[Ratio, Ge(1), Le(20)] = 1.0
    """R, of ductility; 1 for the elastic spectrum."""
    vertical: bool = False
    """Whether it is the vertical spectrum: two thirds, with C = 1 + 7.5 T/TP below 0.2 TP (Art. 29.2.2)."""
    rise: bool = False
    """Whether C = 1 + 7.5 T/TP below 0.2 TP, in place of the plateau: Art. 30.1.4 has it for simulated records. Motions
    are compared with it, since no ground motion has 2.5 times its peak acceleration at T = 0."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.design.e030_2018")
        if self.zone not in _E030_ZONES or self.soil not in _E030_PERIODS:
            raise ModelError(
                f"zone must be 1, 2, 3 or 4 and soil S0, S1, S2 or S3; got {self.zone!r} and {self.soil!r}"
            )


@dataclass(frozen=True, kw_only=True)
class E0302003:
    """Design spectrum of the Peruvian E.030 of 2003 and 2006: Z·U·C·S·g/R, C = 2.5 TP/T ≤ 2.5."""

    zone: Literal[1, 2, 3] | None = None
    """Seismic zone; not needed where zone_factor is given."""
    soil: Literal["S1", "S2", "S3"] | None = None
    """Soil: S1 rock or very stiff, S2 intermediate, S3 soft; not needed where S and TP are given."""
    zone_factor: Annotated[Ratio, Gt(0), Le(2)] | None = None
    """Z, instead of the zone's."""
    soil_factor: Annotated[Ratio, Gt(0), Le(5)] | None = None
    """S, instead of the soil's."""
    plateau_end: Annotated[Time, Gt(0), Le(10)] | None = None
    """TP, instead of the soil's: a measured period of the site, for example [s]."""
    use_factor: Annotated[Ratio, Gt(0), Le(3)] = 1.0
    """U, of the importance of the building."""
    reduction: Annotated[Ratio, Ge(1), Le(20)] = 1.0
    """R, of ductility; 1 for the elastic spectrum."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.design.e030_2003")
        if self.zone not in (None, *_E030_2003_ZONES) or self.soil not in (None, *_E030_2003_SOILS):
            raise ModelError(f"zone must be 1, 2 or 3 and soil S1, S2 or S3; got {self.zone!r} and {self.soil!r}")
        if self.zone is None and self.zone_factor is None:
            raise ModelError("give zone, or zone_factor")
        if self.soil is None and (self.soil_factor is None or self.plateau_end is None):
            raise ModelError("give soil, or both soil_factor and plateau_end")


def e030_spectrum(options: E030) -> DesignSpectrum:
    """The spectrum Sa = Z·U·C·S·g/R (E.030-2018 Art. 29.2.1), C as in Art. 14."""
    plateau_end, long_start = _E030_PERIODS[options.soil]
    share = 2.0 / 3.0 if options.vertical else 1.0
    ground = (
        share
        * _E030_ZONES[options.zone]
        * options.use_factor
        * _E030_SOILS[options.zone][options.soil]
        * STANDARD_GRAVITY
    )
    plateau = _E030_AMPLIFICATION * ground / options.reduction
    rises = options.vertical or options.rise
    note = "; with C = 1 + 7.5 T/TP below 0.2 TP (Art. 30.1.4, there for simulated records)"
    return DesignSpectrum(
        name="e030_2018_vertical" if options.vertical else "e030_2018",
        source=_E030_SOURCE + (note if options.rise and not options.vertical else ""),
        verified=True,
        pga=ground,
        start=ground / options.reduction if rises else plateau,
        plateau=plateau,
        plateau_start=0.2 * plateau_end if rises else 0.0,
        plateau_end=plateau_end,
        long_start=long_start,
    )


def e030_2003_spectrum(options: E0302003) -> DesignSpectrum:
    """The spectrum Sa = Z·U·C·S·g/R with C = 2.5 TP/T ≤ 2.5 (E.030-2003 Arts 7 and 18.2)."""
    soil_factor, plateau_end = (0.0, 0.0) if options.soil is None else _E030_2003_SOILS[options.soil]
    zone_factor = 0.0 if options.zone is None else _E030_2003_ZONES[options.zone]
    zone_factor = zone_factor if options.zone_factor is None else options.zone_factor
    soil_factor = soil_factor if options.soil_factor is None else options.soil_factor
    plateau_end = plateau_end if options.plateau_end is None else options.plateau_end
    given = [
        f"{symbol} = {value:g}{unit}"
        for symbol, value, unit in (
            ("Z", options.zone_factor, ""),
            ("S", options.soil_factor, ""),
            ("TP", options.plateau_end, " s"),
        )
        if value is not None
    ]
    ground = zone_factor * options.use_factor * soil_factor * STANDARD_GRAVITY
    plateau = _E030_AMPLIFICATION * ground / options.reduction
    return DesignSpectrum(
        name="e030_2003",
        source=_E030_2003_SOURCE + (f"; given here: {', '.join(given)}" if given else ""),
        verified=False,
        pga=ground,
        start=plateau,
        plateau=plateau,
        plateau_start=0.0,
        plateau_end=plateau_end,
        superseded_by="E.030-2018",
    )


_NTC2018_SOIL_FACTORS = {
    "A": (1.00, 0.00, 1.00, 1.00),
    "B": (1.40, 0.40, 1.00, 1.20),
    "C": (1.70, 0.60, 1.00, 1.50),
    "D": (2.40, 1.50, 0.90, 1.80),
    "E": (2.00, 1.10, 1.00, 1.60),
}
"""a, b, least and greatest of S_S = a − b·F0·ag/g (NTC 2018 Table 3.2.IV)."""

_NTC2018_CORNER_FACTORS = {
    "A": (1.00, 0.0),
    "B": (1.10, -0.20),
    "C": (1.05, -0.33),
    "D": (1.25, -0.50),
    "E": (1.15, -0.40),
}
"""c and n of C_C = c·(TC*)ⁿ (NTC 2018 Table 3.2.IV)."""

_NTC2018_TOPOGRAPHY = {"T1": 1.0, "T2": 1.2, "T3": 1.2, "T4": 1.4}
"""Greatest S_T, at the top of the slope or ridge (NTC 2018 Table 3.2.V)."""

_NTC2018_SOURCE = (
    "NTC 2018 (DM 17/01/2018) §3.2.3.2.1, eqs 3.2.2–3.2.7, Tables 3.2.IV and 3.2.V; compared with a "
    "transcription of the tables and with independent programs that agree, not with the official text"
)


@dataclass(frozen=True, kw_only=True)
class NTC2018:
    """Elastic design spectrum of the Italian NTC 2018."""

    ground_acceleration: Annotated[Acceleration, Gt(0), Le(20)]
    """Peak acceleration ag on rock for the limit state asked for [m/s2]."""
    amplification: Annotated[Ratio, Ge(2.2), Le(10)]
    """F0, greatest amplification on rock; the code has no less than 2.2."""
    rock_corner: Annotated[Time, Gt(0), Le(1)]
    """TC*, where the plateau ends on rock [s]."""
    soil: Literal["A", "B", "C", "D", "E"]
    """Category of the subsoil (Table 3.2.II)."""
    topography: Literal["T1", "T2", "T3", "T4"] = "T1"
    """Topographic category (Table 3.2.III)."""
    damping: Annotated[Ratio, Ge(0), Lt(1)] = 0.05
    """Of critical, for η."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.design.ntc2018")
        if self.soil not in _NTC2018_SOIL_FACTORS or self.topography not in _NTC2018_TOPOGRAPHY:
            raise ModelError(
                f"soil must be A, B, C, D or E and topography T1, T2, T3 or T4; "
                f"got {self.soil!r} and {self.topography!r}"
            )


def ntc2018_spectrum(options: NTC2018) -> DesignSpectrum:
    """The elastic spectrum S_e(T) (NTC 2018 eqs 3.2.2–3.2.7)."""
    strength = options.ground_acceleration / STANDARD_GRAVITY
    constant, slope, least, greatest = _NTC2018_SOIL_FACTORS[options.soil]
    soil_factor = min(max(constant - slope * options.amplification * strength, least), greatest)
    factor, exponent = _NTC2018_CORNER_FACTORS[options.soil]
    plateau_end = factor * options.rock_corner**exponent * options.rock_corner
    ground = options.ground_acceleration * soil_factor * _NTC2018_TOPOGRAPHY[options.topography]
    return DesignSpectrum(
        name="ntc2018",
        source=_NTC2018_SOURCE,
        verified=True,
        pga=ground,
        start=ground,
        plateau=ground * damping_correction(options.damping) * options.amplification,
        plateau_start=plateau_end / 3.0,
        plateau_end=plateau_end,
        long_start=4.0 * strength + 1.6,
    )


_EC8_GROUNDS = {
    "A": (1.00, 0.15, 0.4, 2.0),
    "B": (1.20, 0.15, 0.5, 2.0),
    "C": (1.15, 0.20, 0.6, 2.0),
    "D": (1.35, 0.20, 0.8, 2.0),
    "E": (1.40, 0.15, 0.5, 2.0),
}
"""S, TB, TC and TD [s] of each ground type (EN 1998-1:2004 Table 3.2, recommended values)."""

_EC8_SOURCE = (
    "EN 1998-1:2004 §3.2.2.2, eqs 3.2–3.6, Table 3.2 (recommended values; national annexes differ); "
    "the table compared with independent programs that agree, not with the printed standard"
)


@dataclass(frozen=True, kw_only=True)
class EC8Type1:
    """Elastic design spectrum of Eurocode 8, type 1 (earthquakes of magnitude above 5.5)."""

    ground_acceleration: Annotated[Acceleration, Gt(0), Le(50)]
    """Reference peak acceleration a_gR on rock [m/s2]."""
    ground: Literal["A", "B", "C", "D", "E"]
    """Ground type (Table 3.1)."""
    importance: Annotated[Ratio, Gt(0), Le(3)] = 1.0
    """Importance factor γI."""
    damping: Annotated[Ratio, Ge(0), Lt(1)] = 0.05
    """Of critical, for η."""
    long_start: Annotated[Time, Ge(1), Le(10)] | None = None
    """TD, where the national annex has another than 2 s [s]."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.design.ec8_type1")
        if self.ground not in _EC8_GROUNDS:
            raise ModelError(f"motion.design.ec8_type1.ground must be A, B, C, D or E, got {self.ground!r}")


def ec8_type1_spectrum(options: EC8Type1) -> DesignSpectrum:
    """The elastic spectrum S_e(T) (EN 1998-1:2004 eqs 3.2–3.5)."""
    soil_factor, plateau_start, plateau_end, long_start = _EC8_GROUNDS[options.ground]
    ground = options.importance * options.ground_acceleration * soil_factor
    return DesignSpectrum(
        name="ec8_type1",
        source=_EC8_SOURCE,
        verified=True,
        pga=ground,
        start=ground,
        plateau=2.5 * damping_correction(options.damping) * ground,
        plateau_start=plateau_start,
        plateau_end=plateau_end,
        long_start=long_start if options.long_start is None else options.long_start,
    )


DesignSpectrumOptions = E030 | E0302003 | NTC2018 | EC8Type1
"""Options of one design spectrum."""


@dataclass(frozen=True, kw_only=True)
class DesignSpectra:
    """Design spectra beside the motions' own: one table for each code."""

    e030_2018: E030 | None = None
    e030_2003: E0302003 | None = None
    ntc2018: NTC2018 | None = None
    ec8_type1: EC8Type1 | None = None

    def __post_init__(self) -> None:
        if not self.given:
            known = ", ".join(item.name for item in fields(self))
            raise ModelError(f"give the spectrum of at least one code: {known}")

    @property
    def given(self) -> tuple[str, ...]:
        """Keys of the codes that are asked for."""
        return tuple(item.name for item in fields(self) if getattr(self, item.name) is not None)


def design_spectra(options: DesignSpectra) -> dict[str, DesignSpectrum]:
    """The spectra that are asked for, by their keys."""
    return {name: design_spectrum(getattr(options, name)) for name in options.given}


def design_spectrum(options: DesignSpectrumOptions) -> DesignSpectrum:
    """The design spectrum of one code."""
    if isinstance(options, E030):
        return e030_spectrum(options)
    if isinstance(options, E0302003):
        return e030_2003_spectrum(options)
    if isinstance(options, NTC2018):
        return ntc2018_spectrum(options)
    if isinstance(options, EC8Type1):
        return ec8_type1_spectrum(options)
    raise OptionsError(f"no design spectrum is made from {type(options).__name__}")


def decides(spectrum: DesignSpectrum, governing: str | None) -> bool:
    """Return whether checks under ``spectrum`` count in the verdict.

    A spectrum that a later edition has replaced never counts. Where ``governing`` names a design spectrum, no other one
    does; where it names another demand, such as a hazard study, that has no shape of its own and every code in force
    gives one.
    """
    return not edition_notes(spectrum, governing)


def edition_notes(spectrum: DesignSpectrum, governing: str | None) -> tuple[str, ...]:
    """Return the keys of the notes that say why checks under ``spectrum`` do not count; none where they do."""
    if spectrum.superseded:
        return ("spectrum_superseded",)
    named = governing in {item.name for item in fields(DesignSpectra)}
    return ("spectrum_not_governing",) if named and governing != spectrum.name else ()
