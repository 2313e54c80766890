"""Options of the limit stage: mechanisms, a user's own mechanisms, and the forces on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt, MinLen

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.model.support import StrutKind
from pirqa.model.wall import WallChoice
from pirqa.units import FORCE_PER_LENGTH, Angle, Force, Length, Pressure, Ratio, SpringStiffness, UnitWeight

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


ForcePerLength = Annotated[float, FORCE_PER_LENGTH]


@dataclass(frozen=True, kw_only=True)
class TimberStrut:
    """A round timber whose capacity follows from E.010."""

    diameter: Annotated[Length, Gt(0)]
    """Diameter of the timber [m]."""
    effective_length: Annotated[Length, Gt(0)]
    """Effective length in buckling [m]."""
    compressive_strength: Annotated[Pressure, Gt(0)]
    """Strength of the wood in compression along its grain [Pa]."""

    def __post_init__(self) -> None:
        check_bounds(self, "limit.struts.timber")


@dataclass(frozen=True, kw_only=True)
class LimitStrut:
    """Level struts or ties that hold the wall."""

    level: Annotated[Length, Gt(0)]
    """Where they meet the wall, above the base [m]."""
    side: Literal["front", "back"] = "back"
    """On which side of the wall they are."""
    kind: StrutKind = "wedged"
    """Whether they push and pull (strut), only push (wedged) or only pull (tie)."""
    count: Annotated[int, Ge(1), Lt(100_001)] = 1
    """How many there are."""
    capacity: Annotated[Force, Gt(0), Le(1e10)] | None = None
    """What each of them bears [N]; or give its timber."""
    timber: TimberStrut | None = None
    """The timber of which each is made, instead of its capacity."""
    position: Annotated[Length, Ge(0)] | None = None
    """Where along the wall they are [m]; spread evenly over its length where absent."""
    stiffness: Annotated[SpringStiffness, Gt(0)] | None = None
    """Force of each over its displacement until it yields [N/m]; at once at full force where absent."""
    failure: Annotated[Length, Gt(0)] | None = None
    """Displacement at which they fail at once [m]."""
    lasts: bool = False
    """Whether their force is there to the end. Otherwise, where neither stiffness nor failure is given, it falls
    linearly and is gone just where the wall would fall without them."""

    def __post_init__(self) -> None:
        check_bounds(self, "limit.struts")
        if self.capacity is not None and self.timber is not None:
            raise ModelError("limit.struts: give capacity or timber, not both")
        if self.lasts and self.failure is not None:
            raise ModelError("limit.struts: lasts and failure exclude each other: give one of them")

    @property
    def fades(self) -> bool:
        """Whether the force falls with the displacement: nobody has shown that it is there until the wall falls.

        Circolare 7/2019 C8.7.1.2.1.6 counts for d0 only what is proven to act until collapse; the Chokepukio paper's
        Table 5, row 2, follows from such a force.
        """
        return not (self.lasts or self.stiffness is not None or self.failure is not None)


@dataclass(frozen=True, kw_only=True)
class Roof:
    """A weight that the wall carries."""

    weight: Annotated[float, FORCE_PER_LENGTH, Gt(0)]
    """Weight per length of the wall [N/m]."""
    level: Annotated[Length, Gt(0)] | None = None
    """Where it rests, above the base [m]; the wall's top where absent."""
    distance: Annotated[Length, Ge(0)] | None = None
    """From the wall's front face at that level [m]; the middle of its thickness where absent."""
    inertia: bool = True
    """Whether its mass shakes with the wall; False where other walls hold it."""
    resting_elsewhere: Annotated[float, FORCE_PER_LENGTH, Ge(0)] = 0.0
    """Weight of more mass that shakes with the wall but rests elsewhere, per length [N/m]."""

    def __post_init__(self) -> None:
        check_bounds(self, "limit.roofs")


@dataclass(frozen=True, kw_only=True)
class LineThrust:
    """A dead force along the wall: an arch, a vault, a rafter."""

    outward: ForcePerLength = 0.0
    """Per length of the wall, towards the front; negative inwards [N/m]."""
    down: ForcePerLength = 0.0
    """Per length of the wall, downwards; negative lifts [N/m]."""
    level: Annotated[Length, Gt(0)]
    """Where it acts, above the base [m]."""
    distance: Annotated[Length, Ge(0)] | None = None
    """From the wall's front face at that level [m]; the middle of its thickness where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "limit.thrusts")
        if self.outward == 0.0 and self.down == 0.0:
            raise ModelError("limit.thrusts: give outward or down: a thrust of nothing does nothing")


@dataclass(frozen=True, kw_only=True)
class SideWall:
    """A wall at a right angle whose courses interlock with this one like two combs."""

    side: Literal["front", "back"] = "back"
    """On which side of the wall it is: at the back it holds the wall from falling outwards."""
    count: Annotated[int, Ge(1), Lt(1001)] = 1
    """How many such joints there are."""
    height: Annotated[Length, Gt(0)]
    """Height to which the walls interlock, above the base [m]."""
    course_height: Annotated[Length, Gt(0)]
    """Height of a course [m]."""
    overlap: Annotated[Length, Gt(0)]
    """Overlap of stones of two courses, the length of one joint that rubs, l [m]."""
    thickness: Annotated[Length, Gt(0)]
    """Thickness of the side wall [m]."""
    unit_weight: Annotated[UnitWeight, Ge(5e3), Le(60e3)]
    """Unit weight of its masonry [N/m3]."""
    friction: Annotated[Ratio, Gt(0), Lt(2)] = 0.577
    """Coefficient of friction between its stones."""
    failure: Annotated[Length, Gt(0)] | None = None
    """Displacement at which the stones are pulled apart at once [m]. Where absent friction falls linearly and is gone
    just where the wall would fall without it, as that of struts."""

    def __post_init__(self) -> None:
        check_bounds(self, "limit.side_walls")
        if self.course_height > self.height:
            raise ModelError("limit.side_walls: course_height cannot exceed height")


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
