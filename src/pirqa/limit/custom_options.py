"""A user's own mechanism, as the project file gives it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from annotated_types import Gt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import Force, Length, Ratio

__all__ = ["GROUND", "CustomBody", "CustomForce", "CustomMechanism"]

GROUND = "ground"
"""What a body hangs on that hangs on no other."""


def _need_three(key: str, **vectors: tuple[float, ...] | None) -> None:
    for name, vector in vectors.items():
        if vector is not None and len(vector) != 3:
            raise ModelError(f"{key}.{name} needs three numbers x, y, z, got {len(vector)}")


@dataclass(frozen=True, kw_only=True)
class CustomBody:
    """A rigid body: what it weighs, and the hinge about which it turns."""

    weight: Annotated[Force, Gt(0)] | None = None
    """Its weight [N], with centroid; or a box, or a section."""
    centroid: tuple[Length, ...] | None = None
    """Its centroid at rest: x, y, z [m]."""
    low: tuple[Length, ...] | None = None
    """Low corner of a box: x, y, z [m]."""
    high: tuple[Length, ...] | None = None
    """High corner of the box: x, y, z [m]."""
    section_y: tuple[Length, ...] = ()
    """Corners of a cross-section in their order: y from the wall's front [m]."""
    section_z: tuple[Length, ...] = ()
    """Levels of the same corners [m]."""
    start: Length = 0.0
    """Where along the wall the body with that section starts [m]."""
    length: Annotated[Length, Gt(0)] | None = None
    """How long the body with that section is [m]."""
    material: str | None = None
    """Material of the box or section; that of the wall's lowest zone where absent."""
    hinge: tuple[Length, ...]
    """A point of the line about which it turns: x, y, z [m]."""
    axis: tuple[Ratio, ...] = (1.0, 0.0, 0.0)
    """Direction of that line; along the wall where absent."""
    carried_by: str = GROUND
    """The body on which it turns, or ground."""
    leads: bool = False
    """Whether its rotation drives the others; not needed where only one body has no guide."""
    guide: tuple[Length, ...] | None = None
    """A point of the body that can go only square to guide_direction: x, y, z [m]."""
    guide_direction: tuple[Ratio, ...] = (0.0, 1.0, 0.0)
    """Direction in which the guide does not let its point go; across the wall where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "limit.custom.bodies")
        _need_three(
            "limit.custom.bodies",
            centroid=self.centroid,
            low=self.low,
            high=self.high,
            hinge=self.hinge,
            axis=self.axis,
            guide=self.guide,
            guide_direction=self.guide_direction,
        )
        shapes = [self.weight is not None, self.low is not None, bool(self.section_y)]
        if sum(shapes) != 1:
            raise ModelError("limit.custom.bodies: give weight and centroid, or low and high, or a section and length")
        if (self.weight is None) != (self.centroid is None):
            raise ModelError("limit.custom.bodies: weight and centroid go together")
        if (self.low is None) != (self.high is None):
            raise ModelError("limit.custom.bodies: low and high go together")
        if self.low is not None and self.high is not None and not all(map(float.__lt__, self.low, self.high)):
            raise ModelError("limit.custom.bodies: each coordinate of high must exceed that of low")
        if len(self.section_y) != len(self.section_z) or 0 < len(self.section_y) < 3:
            raise ModelError(
                "limit.custom.bodies: section_y and section_z need the same number of corners, three or more"
            )
        if self.section_y and self.length is None:
            raise ModelError("limit.custom.bodies: a section needs length, how long the body is along the wall")
        for name in ("axis", "guide_direction"):
            if not any(getattr(self, name)):
                raise ModelError(f"limit.custom.bodies: {name} is nowhere: give a direction such as [1, 0, 0]")


@dataclass(frozen=True, kw_only=True)
class CustomForce:
    """A force on one of the bodies, the same all the way."""

    body: str
    """Name of the body on which it acts."""
    point: tuple[Length, ...]
    """Where it acts at rest: x, y, z [m]."""
    force: tuple[Force, ...]
    """Along x, y, z; up is positive [N]."""
    mass: bool = False
    """Whether it is a weight whose mass shakes with the bodies."""
    resists: bool = False
    """Whether it can only hold: gone once its point has moved by failure."""
    failure: Annotated[Length, Gt(0)] | None = None
    """Displacement of its point against the force at which it fails at once [m]."""

    def __post_init__(self) -> None:
        check_bounds(self, "limit.custom.forces")
        _need_three("limit.custom.forces", point=self.point, force=self.force)
        if not any(self.force):
            raise ModelError("limit.custom.forces: a force of nothing does nothing")
        if self.mass and (self.force[0] or self.force[1] or self.force[2] >= 0):
            raise ModelError("limit.custom.forces: a mass has a weight, which points straight down: force [0, 0, −W]")
        if self.failure is not None and not self.resists:
            raise ModelError("limit.custom.forces: failure is for a force that resists")


@dataclass(frozen=True, kw_only=True)
class CustomMechanism:
    """Rigid bodies and hinges of one's own."""

    bodies: dict[str, CustomBody] = field(default_factory=dict)
    """Bodies by name."""
    forces: dict[str, CustomForce] = field(default_factory=dict)
    """Forces by name."""
    direction: tuple[Ratio, ...] = (0.0, -1.0, 0.0)
    """In which the earthquake pushes, level: x, y, z; outwards where absent."""
    control: tuple[Length, ...] | None = None
    """Point whose displacement the curve shows: x, y, z [m]; the centroid of control_body where absent."""
    control_body: str | None = None
    """Body that the control point belongs to; the leading one where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "limit.custom")
        _need_three("limit.custom", direction=self.direction, control=self.control)
        if not self.bodies:
            raise ModelError("limit.custom: a mechanism needs at least one body")
        if self.direction[2] or not any(self.direction):
            raise ModelError("limit.custom.direction must be level and point somewhere, such as [0, -1, 0]")
