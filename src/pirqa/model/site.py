"""The earthquake as force methods see it: coefficients of the site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import STANDARD_GRAVITY, Acceleration, Ratio

__all__ = ["Site"]


@dataclass(frozen=True, kw_only=True)
class Site:
    """Seismic coefficients of the place."""

    kh: Annotated[Ratio, Ge(0), Le(3)] | None = None
    """Horizontal seismic coefficient; half of acceleration/g where absent (then marked assumed). Without acceleration
    it is read as the peak ground acceleration over g."""
    kv: Annotated[Ratio, Ge(0), Lt(1)] = 0.0
    """Vertical seismic coefficient; both directions are tried."""
    acceleration: Annotated[Acceleration, Ge(0), Le(3 * STANDARD_GRAVITY)] | None = None
    """Peak ground acceleration of the design earthquake at the surface [m/s2]."""
    rock: Annotated[Acceleration, Gt(0), Le(3 * STANDARD_GRAVITY)] | None = None
    """Instead of acceleration: the peak acceleration on rock [m/s2], which site_factor brings to the surface."""
    site_factor: Annotated[Ratio, Gt(0), Le(10)] | None = None
    """Peak acceleration at the surface over that on rock; with rock alone."""
    return_period: Annotated[float, Gt(0), Le(1e6)] | None = None
    """Return period of the earthquake that governs [years]."""
    governing: str | None = None
    """Name of the demand that governs: site (the acceleration here), a design spectrum such as e030_2018, or one of
    [sweep.demands]. Checks under others are shown and do not count. Where absent: the design spectrum of a code in
    force, or site where it is greater or there is no code."""
    source: str = ""
    """Where the coefficients come from."""

    def __post_init__(self) -> None:
        check_bounds(self, "site")
        if self.rock is not None and self.acceleration is not None:
            raise ModelError("site.rock and site.acceleration are both given: give one of them")
        if (self.rock is None) != (self.site_factor is None):
            given, other = ("rock", "site_factor") if self.site_factor is None else ("site_factor", "rock")
            raise ModelError(f"site.{given} is given without site.{other}: the acceleration at the surface needs both")

    @property
    def surface_acceleration(self) -> float | None:
        """Peak ground acceleration at the surface [m/s2], as given or from that on rock."""
        if self.rock is not None and self.site_factor is not None:
            return self.rock * self.site_factor
        return self.acceleration

    @property
    def horizontal_coefficient(self) -> float | None:
        """kh as given, or ½ a/g (FHWA, Whitman: presumes that some sliding is tolerated), or none."""
        if self.kh is not None:
            return self.kh
        return None if self.peak_coefficient is None else 0.5 * self.peak_coefficient

    @property
    def tolerates_sliding(self) -> bool:
        """Whether kh is below a/g: such a kh presumes that the wall slides a little, so it cannot show onset."""
        kh, peak = self.horizontal_coefficient, self.peak_coefficient
        return kh is not None and peak is not None and kh < peak * (1.0 - 1e-9)

    @property
    def onset_coefficient(self) -> float | None:
        """Peak ground acceleration over g: a/g, or kh where no acceleration is given."""
        return self.kh if self.peak_coefficient is None else self.peak_coefficient

    @property
    def peak_coefficient(self) -> float | None:
        """a/g, where the acceleration is given."""
        peak = self.surface_acceleration
        return None if peak is None else peak / STANDARD_GRAVITY
