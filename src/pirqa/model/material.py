"""What the wall is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from pirqa.model.bounds import check_bounds
from pirqa.units import UnitWeight

__all__ = ["Material"]


@dataclass(frozen=True, kw_only=True)
class Material:
    """Masonry or stone of one quality."""

    unit_weight: Annotated[UnitWeight, Ge(5e3), Le(60e3)]
    """Unit weight of the masonry, voids included [N/m3]."""

    def __post_init__(self) -> None:
        check_bounds(self, "material")
