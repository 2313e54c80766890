"""Peru: E.030 of 2018, and that of 2003 and 2006 which older studies used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.motion.design_spectrum.shape import DesignSpectrum
from pirqa.units import STANDARD_GRAVITY, Ratio, Time

__all__ = ["E030", "E0302003", "e030_2003_spectrum", "e030_spectrum"]

_AMPLIFICATION = 2.5
"""C on the plateau (2018: Art. 14; 2003: Art. 7)."""

_ZONES = {1: 0.10, 2: 0.25, 3: 0.35, 4: 0.45}
"""Z of each zone (E.030-2018 Table 1)."""

_SOILS = {
    1: {"S0": 0.80, "S1": 1.00, "S2": 1.60, "S3": 2.00},
    2: {"S0": 0.80, "S1": 1.00, "S2": 1.20, "S3": 1.40},
    3: {"S0": 0.80, "S1": 1.00, "S2": 1.15, "S3": 1.20},
    4: {"S0": 0.80, "S1": 1.00, "S2": 1.05, "S3": 1.10},
}
"""S by zone and soil profile (E.030-2018 Table 3)."""

_PERIODS = {"S0": (0.3, 3.0), "S1": (0.4, 2.5), "S2": (0.6, 2.0), "S3": (1.0, 1.6)}
"""TP and TL of each soil profile [s] (E.030-2018 Table 4)."""

_ZONES_2003 = {1: 0.15, 2: 0.30, 3: 0.40}
"""Z of each zone (E.030-2003 Table 1)."""

_SOILS_2003 = {"S1": (1.0, 0.4), "S2": (1.2, 0.6), "S3": (1.4, 0.9)}
"""S and TP [s] of each soil (E.030-2003 Table 2)."""

_SOURCE = (
    "E.030-2018 (RM 355-2018 and 043-2019-VIVIENDA), Tables 1, 3 and 4, Arts 14 and 29.2; "
    "tables and articles compared with transcriptions of the official text"
)
_SOURCE_2003 = (
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
        if self.zone not in _ZONES or self.soil not in _PERIODS:
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
        if self.zone not in (None, *_ZONES_2003) or self.soil not in (None, *_SOILS_2003):
            raise ModelError(f"zone must be 1, 2 or 3 and soil S1, S2 or S3; got {self.zone!r} and {self.soil!r}")
        if self.zone is None and self.zone_factor is None:
            raise ModelError("give zone, or zone_factor")
        if self.soil is None and (self.soil_factor is None or self.plateau_end is None):
            raise ModelError("give soil, or both soil_factor and plateau_end")


def e030_spectrum(options: E030) -> DesignSpectrum:
    """The spectrum Sa = Z·U·C·S·g/R (E.030-2018 Art. 29.2.1), C as in Art. 14."""
    plateau_end, long_start = _PERIODS[options.soil]
    share = 2.0 / 3.0 if options.vertical else 1.0
    ground = share * _ZONES[options.zone] * options.use_factor * _SOILS[options.zone][options.soil] * STANDARD_GRAVITY
    plateau = _AMPLIFICATION * ground / options.reduction
    rises = options.vertical or options.rise
    note = "; with C = 1 + 7.5 T/TP below 0.2 TP (Art. 30.1.4, there for simulated records)"
    return DesignSpectrum(
        name="e030_2018_vertical" if options.vertical else "e030_2018",
        source=_SOURCE + (note if options.rise and not options.vertical else ""),
        verified=True,
        pga=ground,
        start=ground / options.reduction if rises else plateau,
        plateau=plateau,
        plateau_start=0.2 * plateau_end if rises else 0.0,
        plateau_end=plateau_end,
        long_start=long_start,
        edition="2018",
    )


def e030_2003_spectrum(options: E0302003) -> DesignSpectrum:
    """The spectrum Sa = Z·U·C·S·g/R with C = 2.5 TP/T ≤ 2.5 (E.030-2003 Arts 7 and 18.2)."""
    soil_factor, plateau_end = (0.0, 0.0) if options.soil is None else _SOILS_2003[options.soil]
    zone_factor = 0.0 if options.zone is None else _ZONES_2003[options.zone]
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
    plateau = _AMPLIFICATION * ground / options.reduction
    return DesignSpectrum(
        name="e030_2003",
        source=_SOURCE_2003 + (f"; given here: {', '.join(given)}" if given else ""),
        verified=False,
        pga=ground,
        start=plateau,
        plateau=plateau,
        plateau_start=0.0,
        plateau_end=plateau_end,
        edition="2003",
        superseded_by="E.030-2018",
    )
