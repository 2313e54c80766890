"""What the wall is made of, and what acts between its stones."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Annotated

from annotated_types import Ge, Gt, Le, Lt

from pirqa.model.bounds import check_bounds
from pirqa.units import Angle, UnitWeight

__all__ = ["JointProperties", "Material"]


@dataclass(frozen=True, kw_only=True)
class Material:
    """Masonry or stone of one quality."""

    unit_weight: Annotated[UnitWeight, Ge(5e3), Le(60e3)]
    """Unit weight of the masonry, voids included [N/m3]."""

    def __post_init__(self) -> None:
        check_bounds(self, "material")


@dataclass(frozen=True, kw_only=True)
class JointProperties:
    """Dry joints between the courses."""

    friction_angle: Annotated[Angle, Gt(0), Lt(pi / 2)]
    """Friction angle between stones [rad]."""

    def __post_init__(self) -> None:
        check_bounds(self, "joints")
