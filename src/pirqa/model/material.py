"""What the wall is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le, Lt

from pirqa.model.bounds import check_bounds
from pirqa.units import Pressure, Ratio, UnitWeight

__all__ = ["Material"]


@dataclass(frozen=True, kw_only=True)
class Material:
    """Masonry or stone of one quality."""

    unit_weight: Annotated[UnitWeight, Ge(5e3), Le(60e3)]
    """Unit weight of the masonry, voids included [N/m3]."""
    youngs_modulus: Annotated[Pressure, Gt(0), Le(1e12)] | None = None
    """Elastic modulus of the masonry as a whole, joints included [Pa]; finite elements need it."""
    poisson_ratio: Annotated[Ratio, Ge(0), Lt(0.5)] = 0.2
    """Sideways over lengthwise strain."""

    def __post_init__(self) -> None:
        check_bounds(self, "material")
