"""The base of the wall, the fill behind it, and the struts and ties that hold it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi
from typing import Annotated, Any, Literal

import numpy as np
from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import Real, check_bounds
from pirqa.units import WATER_UNIT_WEIGHT, Angle, Force, Length, Pressure, SpringStiffness, UnitWeight

SupportKind = Literal["rock", "blocks", "rounded_stones"]

_GRAIN_DENSITY = 2.65
"""Density of mineral grains over that of water."""


@dataclass(frozen=True, kw_only=True)
class Support:
    """The base of the wall."""

    kind: SupportKind
    """What the wall stands on: rock, blocks, or a bed of rounded stones."""
    friction_angle: Annotated[Angle, Gt(0), Lt(pi / 2)]
    """Friction angle between the wall and its base [rad]."""
    bearing_capacity: Annotated[Pressure, Gt(0)] | None = None
    """Pressure the base can bear [Pa]; where given, the toe pressure is checked against it."""

    def __post_init__(self) -> None:
        check_bounds(self, "base")


@dataclass(frozen=True, kw_only=True)
class Backfill:
    """Granular soil behind the wall."""

    unit_weight: Annotated[UnitWeight, Ge(5e3), Le(40e3)]
    """Unit weight of the drained fill [N/m3]."""
    friction_angle: Annotated[Angle, Gt(0), Lt(pi / 2)]
    """Friction angle of the fill, φ [rad]."""
    wall_friction: Annotated[Angle, Ge(0), Lt(pi / 2)] = 0.0
    """Friction angle between fill and wall, δ [rad]; the paper's method and Rankine's leave it out."""
    slope: Annotated[Angle, Ge(0), Lt(pi / 2)] = 0.0
    """Rise of the fill's surface away from the wall, i [rad]."""
    cohesion: Annotated[Pressure, Ge(0)] = 0.0
    """Cohesion of the fill [Pa]; the thrust theories used here are for cohesionless fill, so only 0 is accepted."""
    height: Annotated[Length, Gt(0)] | None = None
    """Height of the fill at the wall above the base [m]; the wall's height where absent."""
    water_level: Annotated[Length, Ge(0)] = 0.0
    """Height of undrained water behind the wall above the base [m]; 0 is a draining wall."""
    saturated_unit_weight: Annotated[UnitWeight, Gt(WATER_UNIT_WEIGHT)] | None = None
    """Unit weight of the fill below the water level [N/m3]; needed where there is water."""
    surcharge: Annotated[Pressure, Ge(0)] = 0.0
    """Load on the fill, per plan area [Pa]."""
    wet_level: Annotated[Length, Ge(0)] | None = None
    """Height of undrained water behind the wall in a wet season above the base [m]; the whole height of the fill where
    absent (then marked assumed)."""
    drained: bool = False
    """Whether drainage is known to carry water out of the fill also in a wet season; needs a source. The fill is then
    wet, with its saturated weight, and no water stands in it."""

    def __post_init__(self) -> None:
        check_bounds(self, "backfill")
        if np.any(np.asarray(self.cohesion) > 0):
            raise ModelError(
                "backfill.cohesion must be 0: the thrust theories here are for cohesionless fill "
                "(leaving a real cohesion out is on the safe side)"
            )
        if np.any(np.asarray(self.slope) >= self.friction_angle):
            raise ModelError("backfill.slope must be less than friction_angle: a steeper fill cannot stand by itself")
        if np.any(np.asarray(self.wall_friction) > self.friction_angle):
            raise ModelError(
                "backfill.wall_friction cannot exceed friction_angle: the fill would shear in itself first"
            )
        if self.drained and self.wet_level is not None:
            raise ModelError("backfill: drained and wet_level exclude each other; remove one of them")
        if not np.any(np.asarray(self.water_level) > 0):
            return
        if self.saturated_unit_weight is None:
            raise ModelError(
                'backfill.saturated_unit_weight is needed where water_level is above 0: give for example "19.5 kN/m3"'
            )
        if np.any(np.asarray(self.saturated_unit_weight) < self.unit_weight):
            raise ModelError("backfill.saturated_unit_weight cannot be less than unit_weight: water adds to the weight")

    @property
    def wet_unit_weight(self) -> Real:
        """Unit weight of the saturated fill [N/m3]: as given, or estimated with grains of 2.65 times water's density.

        γ_sat = γ_d (1 − 1/G_s) + γ_w, the pores full of water; ``unit_weight`` stands for γ_d, which is on the safe
        side where it is that of a moist fill (any soil-mechanics text, e.g. Lambe and Whitman 1969, ch. 3).
        """
        if self.saturated_unit_weight is not None:
            return self.saturated_unit_weight
        soaked = np.asarray(self.unit_weight * (1.0 - 1.0 / _GRAIN_DENSITY) + WATER_UNIT_WEIGHT)
        heavier: Real = np.maximum(soaked, self.unit_weight)
        return heavier

    def in_wet_season(self, surface: Real) -> Backfill:
        """Return the fill in a wet season behind a section whose fill reaches up to ``surface`` [m].

        All of it has its saturated weight; water stands up to ``wet_level``, or to the fill's surface where it is not
        drained.
        """
        level = 0.0 if self.drained else self.wet_level
        reach = surface if level is None else np.minimum(level, surface)
        # arrays where the wall is varied
        wet: dict[str, Any] = {
            "unit_weight": self.wet_unit_weight,
            "saturated_unit_weight": self.wet_unit_weight,
            "water_level": np.maximum(self.water_level, reach),
        }
        return replace(self, **wet, wet_level=None, drained=False)


StrutKind = Literal["strut", "wedged", "tie"]
"""``strut``: pushes and pulls; ``wedged``: held by pressure alone, only pushes; ``tie``: only pulls."""


@dataclass(frozen=True, kw_only=True)
class Strut:
    """A straight bar between two points, as a bilinear spring: elastic, then yielding at a constant force."""

    name: str
    """What it is called."""
    kind: StrutKind = "strut"
    """Whether it pushes and pulls (strut), only pushes (wedged) or only pulls (tie)."""
    stone: str
    """Name of the stone at its first end."""
    point: tuple[Length, ...]
    """Where it meets that stone: x, y, z [m]."""
    other: str = "base"
    """Name of the stone at its other end; base for the ground, which moves with the wall's base."""
    other_point: tuple[Length, ...]
    """Where its other end is: x, y, z [m]."""
    stiffness: Annotated[SpringStiffness, Gt(0)]
    """Force per change of length [N/m]."""
    strength: Annotated[Force, Gt(0)] | None = None
    """Force at which it yields, or a strut buckles [N]; none: it stays elastic."""

    def __post_init__(self) -> None:
        check_bounds(self, f'strut "{self.name}"')
        for key in ("point", "other_point"):
            if len(getattr(self, key)) != 3:
                raise ModelError(f'strut "{self.name}": {key} needs three coordinates x, y, z')
        if self.point == self.other_point:
            raise ModelError(f'strut "{self.name}": its two ends are the same point')
