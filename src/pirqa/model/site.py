"""The earthquake as force methods see it: coefficients of the site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le, Lt

from pirqa.model.bounds import check_bounds
from pirqa.units import STANDARD_GRAVITY, Acceleration, Ratio

__all__ = ["Site"]


@dataclass(frozen=True, kw_only=True)
class Site:
    """Seismic coefficients of the place."""

    kh: Annotated[Ratio, Ge(0), Le(3)] | None = None
    """Horizontal seismic coefficient; half of acceleration/g where absent (then marked assumed)."""
    kv: Annotated[Ratio, Ge(0), Lt(1)] = 0.0
    """Vertical seismic coefficient; both directions are tried."""
    acceleration: Annotated[Acceleration, Ge(0), Le(3 * STANDARD_GRAVITY)] | None = None
    """Peak ground acceleration of the design earthquake [m/s2]."""
    source: str = ""
    """Where the coefficients come from."""

    def __post_init__(self) -> None:
        check_bounds(self, "site")

    @property
    def horizontal_coefficient(self) -> float | None:
        """kh as given, or ½ a/g (FHWA, Whitman: presumes that some sliding is tolerated), or none."""
        if self.kh is not None:
            return self.kh
        return None if self.acceleration is None else 0.5 * self.acceleration / STANDARD_GRAVITY

    @property
    def peak_coefficient(self) -> float | None:
        """a/g, where the acceleration is given."""
        return None if self.acceleration is None else self.acceleration / STANDARD_GRAVITY
