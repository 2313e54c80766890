"""What an inspection states about a wall: its condition, whether it stands, and earthquakes that it survived."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, fields
from math import pi
from typing import Annotated, Literal, cast

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.model.check import Effect
from pirqa.units import STANDARD_GRAVITY, Acceleration, Angle, Length, Pressure, Time

Statement = Literal["present", "absent", "unknown"]
"""What is known of an effect; ``unknown`` counts as present where leaving the effect out is unsafe."""
Foundation = Literal["rock", "soil", "unknown"]
"""``rock``: neither slides nor settles below the wall."""


@dataclass(frozen=True, kw_only=True)
class Condition:
    """Condition of the wall as an inspection found it. A value or an ``absent`` needs a source, here or beside it."""

    source: str = ""
    """Who inspected the wall, and when: source of every statement that has none of its own."""
    date: datetime.date | None = None
    """Day of the inspection."""
    lean: Annotated[Angle, Ge(0), Lt(pi / 4)] | None = None
    """Greatest lean from the shape that the file gives, either way [rad]; 0 where the wall was measured as plumb. Taken
    as 1° where absent."""
    bulge: Annotated[Length, Ge(0), Le(5.0)] | None = None
    """Greatest bulge out of the plane of the faces [m]; 0 where there is none."""
    compressive_strength: Annotated[Pressure, Gt(0), Le(1e9)] | None = None
    """Compressive strength of the masonry [Pa]; a low strength is assumed where absent."""
    foundation: Foundation = "unknown"
    """What is below the wall: rock, or soil that can slide, settle or be overloaded."""
    ground_slope: Annotated[Angle, Ge(0), Lt(pi / 2)] | None = None
    """Slope of the ground below the wall [rad]."""
    first_period: Annotated[Time, Gt(0), Le(20)] | None = None
    """First period of the wall out of its plane [s]; below 0.03 s the wall moves with the ground."""
    struts_missing: Literal["front", "back"] | None = None
    """Side on which struts or ties of the design are missing."""
    water: Statement = "unknown"
    """Water that presses on the wall in its fill or joints."""
    surcharge: Statement = "unknown"
    """Loads on the fill."""
    vertical_motion: Statement = "unknown"
    """Vertical motion of the ground; site.kv gives its size."""
    both_components: Statement = "unknown"
    """Both horizontal components at once."""
    duration: Statement = "unknown"
    """Long motions, and several shocks."""
    struts: Statement = "unknown"
    """Struts and ties."""
    returns: Statement = "unknown"
    """Return walls and buttresses."""
    mortar: Statement = "unknown"
    """Mortar with tension or cohesion."""
    crushing: Statement = "unknown"
    """Stones or edges that can crush; compressive_strength gives its size."""
    cracking: Statement = "unknown"
    """Stones that are cracked or can crack through."""
    joint_compliance: Statement = "unknown"
    """Joints that give; joints.normal_stiffness gives its size."""
    decay: Statement = "unknown"
    """Missing, broken or decayed stones."""
    leaves: Statement = "unknown"
    """Leaves that can part."""
    ground_compliance: Statement = "unknown"
    """Ground that gives under the wall."""
    amplification: Statement = "unknown"
    """Amplification of the motion up the wall."""
    earlier_damage: Statement = "unknown"
    """Damage by earlier earthquakes or works: open joints, slipped stones."""

    def __post_init__(self) -> None:
        check_bounds(self, "condition")
        _refuse_future(self.date, "condition.date")

    def of(self, effect: Effect) -> Statement:
        """Return the statement about ``effect``."""
        statement: Statement = getattr(self, effect) if effect in STATED_EFFECTS else "unknown"
        return statement


STATED_EFFECTS: tuple[Effect, ...] = tuple(
    cast(Effect, item.name) for item in fields(Condition) if item.type == "Statement"
)
"""Effects that [condition] states by their names; the others follow from the wall, its fill and its lean."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Whether the wall stands today, and how it was found."""

    stands: bool
    """True for a wall that stands; false for a reconstruction or a stretch that has fallen."""
    date: datetime.date | None = None
    """Day on which it was seen."""
    lean: Annotated[Angle, Ge(0), Lt(pi / 4)] | None = None
    """Lean with which it stands [rad]."""
    weather: str = ""
    """Weather of the days before."""

    def __post_init__(self) -> None:
        check_bounds(self, "wall")
        _refuse_future(self.date, "wall.stands_date")


@dataclass(frozen=True, kw_only=True)
class SurvivedEarthquake:
    """An earthquake that the wall survived in the state in which it stands today."""

    date: datetime.date
    """Day of the earthquake."""
    intensity: Annotated[Acceleration, Gt(0), Le(3 * STANDARD_GRAVITY)]
    """Peak ground acceleration at the wall, larger horizontal component [m/s2]."""
    source: str
    """Source of the intensity at the wall, and of its state since then."""

    def __post_init__(self) -> None:
        check_bounds(self, "survived")
        if not self.source.strip():
            raise ModelError(
                "source is empty: name the record or map of the intensity, and who has seen the wall since"
            )
        _refuse_future(self.date, "date")


def _refuse_future(day: datetime.date | None, key: str) -> None:
    if day is not None and day > datetime.date.today():
        raise ModelError(f"{key} is {day}, a day that has not come yet; correct it")
