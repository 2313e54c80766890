"""Europe: elastic spectrum type 1 of Eurocode 8, EN 1998-1:2004 §3.2.2.2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.motion.design_spectrum.shape import DesignSpectrum, damping_correction
from pirqa.units import Acceleration, Ratio, Time

__all__ = ["EC8Type1", "ec8_type1_spectrum"]

_GROUNDS = {
    "A": (1.00, 0.15, 0.4, 2.0),
    "B": (1.20, 0.15, 0.5, 2.0),
    "C": (1.15, 0.20, 0.6, 2.0),
    "D": (1.35, 0.20, 0.8, 2.0),
    "E": (1.40, 0.15, 0.5, 2.0),
}
"""S, TB, TC and TD [s] of each ground type (EN 1998-1:2004 Table 3.2, recommended values)."""

_SOURCE = (
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
        if self.ground not in _GROUNDS:
            raise ModelError(f"motion.design.ec8_type1.ground must be A, B, C, D or E, got {self.ground!r}")


def ec8_type1_spectrum(options: EC8Type1) -> DesignSpectrum:
    """The elastic spectrum S_e(T) (EN 1998-1:2004 eqs 3.2–3.5)."""
    soil_factor, plateau_start, plateau_end, long_start = _GROUNDS[options.ground]
    ground = options.importance * options.ground_acceleration * soil_factor
    return DesignSpectrum(
        name="ec8_type1",
        source=_SOURCE,
        verified=True,
        pga=ground,
        start=ground,
        plateau=2.5 * damping_correction(options.damping) * ground,
        plateau_start=plateau_start,
        plateau_end=plateau_end,
        long_start=long_start if options.long_start is None else options.long_start,
        edition="2004",
    )
