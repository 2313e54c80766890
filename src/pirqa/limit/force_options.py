"""Forces on a wall's mechanisms, as the project file gives them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.model.strut import StrutKind
from pirqa.units import FORCE_PER_LENGTH, Force, Length, Pressure, Ratio, SpringStiffness, UnitWeight

__all__ = ["LimitStrut", "LineThrust", "Roof", "SideWall", "TimberStrut"]

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
