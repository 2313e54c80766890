"""What the limit stage can be asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Lt, MinLen

from pirqa.errors import ModelError
from pirqa.limit.custom_options import CustomMechanism
from pirqa.limit.force_options import LimitStrut, LineThrust, Roof, SideWall
from pirqa.model.bounds import check_bounds
from pirqa.model.wall import WallChoice
from pirqa.units import Angle, Length, Pressure

__all__ = [
    "Bending",
    "Corner",
    "CrushingRule",
    "Direction",
    "LimitOptions",
    "Masonry",
]

Direction = Literal["outward", "inward"]
"""``outward``: towards the exposed front; ``inward``: towards the back, where a fill would be."""

CrushingRule = Literal["exact", "simplified"]
"""``exact``: a strip at the edge bears its full strength; ``simplified``: pressure falls linearly from the edge."""


@dataclass(frozen=True, kw_only=True)
class Masonry:
    """Strength of the masonry of one zone."""

    compressive_strength: Annotated[Pressure, Gt(0)]
    """Compressive strength of the zone's masonry [Pa]."""

    def __post_init__(self) -> None:
        check_bounds(self, "limit.masonry")


@dataclass(frozen=True, kw_only=True)
class Bending:
    """A wall that is held at a level and may bend there between: two parts with a hinge that is searched."""

    bottom: Annotated[Length, Ge(0)] = 0.0
    """Level on which the lower part turns [m]."""
    held_at: Annotated[Length, Gt(0)] | None = None
    """Level at which the wall cannot go sideways [m]; its top where absent."""
    hinge: Annotated[Length, Gt(0)] | None = None
    """Level of the hinge between the two parts [m]; the one that starts first is searched where absent."""
    directions: Annotated[tuple[Direction, ...], MinLen(1)] = ("outward", "inward")
    """Which way the middle may go."""

    def __post_init__(self) -> None:
        check_bounds(self, "limit.bending")
        if self.held_at is not None and self.held_at <= self.bottom:
            raise ModelError("limit.bending: held_at must be above bottom")
        if self.hinge is not None and self.hinge <= self.bottom:
            raise ModelError("limit.bending: hinge must be above bottom")


@dataclass(frozen=True, kw_only=True)
class Corner:
    """A wedge of a corner of two walls, or of the free end of one (a buttress), that turns about its foot."""

    height: Annotated[Length, Gt(0)]
    """Height of the wedge [m]."""
    thickness: Annotated[Length, Gt(0)]
    """Thickness of the wall along x [m]."""
    other_thickness: Annotated[Length, Gt(0)] | None = None
    """Thickness of the wall that meets it at a right angle [m]; absent for a buttress."""
    crack_angle: Annotated[Angle, Gt(0), Lt(1.5)]
    """Crack in the first wall, from the vertical [rad]."""
    other_crack_angle: Annotated[Angle, Gt(0), Lt(1.5)] | None = None
    """Crack in the other wall, from the vertical [rad]; that of the first where absent."""
    foot: Annotated[Length, Ge(0)] = 0.0
    """Level of the wedge's foot above the ground [m]."""
    azimuth: Annotated[Angle, Ge(0), Lt(1.6)] | None = None
    """Direction of fall in plan, from the first wall's axis [rad]; 45° at a corner, 0 for a buttress where absent."""
    material: str | None = None
    """Name of one of the materials; that of the wall's lowest zone where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "limit.corners")
        if self.other_thickness is None and self.other_crack_angle is not None:
            raise ModelError("limit.corners: other_crack_angle is given without other_thickness")


@dataclass(frozen=True, kw_only=True)
class LimitOptions:
    """Options of the limit stage: mechanisms of rigid bodies."""

    wall: WallChoice = "surveyed"
    """Which wall is looked at: as surveyed, or with what the analysis updating found (its unit weights and thickness
    matter here, its moduli do not)."""
    directions: tuple[Direction, ...] = ("outward", "inward")
    """Which way the wall, or the part of it above a level, may overturn; none where empty."""
    levels: Literal["changes", "joints"] = "changes"
    """About which levels: the base and every change of section, or every bed joint."""
    hinge_levels: tuple[Annotated[Length, Ge(0)], ...] = ()
    """Further levels about which the whole wall may overturn [m]; the analysis pushover adds the one that it finds."""
    control: Literal["centroid", "top"] = "centroid"
    """Point whose displacement the capacity curve of an overturning part shows; codes take one near the centroid."""
    backfill: Literal["static", "seismic", "none"] = "seismic"
    """Thrust of the fill: as without an earthquake, growing with the load multiplier, or left out."""
    compressive_strength: Annotated[Pressure, Gt(0)] | None = None
    """Compressive strength of the masonry [Pa]: hinges are set back; at the very edge where absent."""
    masonry: dict[str, Masonry] = field(default_factory=dict)
    """Strength by zone, where it differs."""
    crushing_rule: CrushingRule = "exact"
    """How far hinges are set back: exact (full strength on a strip) or simplified (triangle of pressure)."""
    struts: dict[str, LimitStrut] = field(default_factory=dict)
    """Struts and ties by name."""
    roofs: dict[str, Roof] = field(default_factory=dict)
    """Loads that the wall carries, by name."""
    thrusts: dict[str, LineThrust] = field(default_factory=dict)
    """Other forces along the wall, by name."""
    side_walls: dict[str, SideWall] = field(default_factory=dict)
    """Walls at a right angle that hold it by friction, by name."""
    bending: dict[str, Bending] = field(default_factory=dict)
    """Bending of the wall where it is held, by name."""
    corners: dict[str, Corner] = field(default_factory=dict)
    """Wedges of corners and buttresses, by name."""
    custom: dict[str, CustomMechanism] = field(default_factory=dict)
    """Your own mechanisms, by name."""

    def __post_init__(self) -> None:
        check_bounds(self, "limit")
        if not (self.directions or self.bending or self.corners or self.custom):
            raise ModelError("limit: nothing to look at: give directions, bending, corners or custom")
