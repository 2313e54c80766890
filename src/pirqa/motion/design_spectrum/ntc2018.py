"""Italy: horizontal elastic spectrum of the NTC 2018, §3.2.3.2.1, from the parameters of the site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.motion.design_spectrum.shape import DesignSpectrum, damping_correction
from pirqa.units import STANDARD_GRAVITY, Acceleration, Ratio, Time

__all__ = ["NTC2018", "ntc2018_spectrum"]

_SOIL_FACTORS = {
    "A": (1.00, 0.00, 1.00, 1.00),
    "B": (1.40, 0.40, 1.00, 1.20),
    "C": (1.70, 0.60, 1.00, 1.50),
    "D": (2.40, 1.50, 0.90, 1.80),
    "E": (2.00, 1.10, 1.00, 1.60),
}
"""a, b, least and greatest of S_S = a − b·F0·ag/g (NTC 2018 Table 3.2.IV)."""

_CORNER_FACTORS = {"A": (1.00, 0.0), "B": (1.10, -0.20), "C": (1.05, -0.33), "D": (1.25, -0.50), "E": (1.15, -0.40)}
"""c and n of C_C = c·(TC*)ⁿ (NTC 2018 Table 3.2.IV)."""

_TOPOGRAPHY = {"T1": 1.0, "T2": 1.2, "T3": 1.2, "T4": 1.4}
"""Greatest S_T, at the top of the slope or ridge (NTC 2018 Table 3.2.V)."""

_SOURCE = (
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
        if self.soil not in _SOIL_FACTORS or self.topography not in _TOPOGRAPHY:
            raise ModelError(
                f"soil must be A, B, C, D or E and topography T1, T2, T3 or T4; "
                f"got {self.soil!r} and {self.topography!r}"
            )


def ntc2018_spectrum(options: NTC2018) -> DesignSpectrum:
    """The elastic spectrum S_e(T) (NTC 2018 eqs 3.2.2–3.2.7)."""
    strength = options.ground_acceleration / STANDARD_GRAVITY
    constant, slope, least, greatest = _SOIL_FACTORS[options.soil]
    soil_factor = min(max(constant - slope * options.amplification * strength, least), greatest)
    factor, exponent = _CORNER_FACTORS[options.soil]
    plateau_end = factor * options.rock_corner**exponent * options.rock_corner
    ground = options.ground_acceleration * soil_factor * _TOPOGRAPHY[options.topography]
    return DesignSpectrum(
        name="ntc2018",
        source=_SOURCE,
        verified=True,
        pga=ground,
        start=ground,
        plateau=ground * damping_correction(options.damping) * options.amplification,
        plateau_start=plateau_end / 3.0,
        plateau_end=plateau_end,
        long_start=4.0 * strength + 1.6,
        edition="2018",
    )
