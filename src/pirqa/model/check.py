"""A check: one capacity against one demand, with its source."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

__all__ = ["LIMIT_STATES", "Basis", "Body", "Check", "Driving", "LimitState", "Place", "Way"]

LimitState = Literal["gravity", "onset", "damage", "collapse"]
LIMIT_STATES: tuple[LimitState, ...] = ("gravity", "onset", "damage", "collapse")
"""``gravity``: stands before any earthquake; ``onset``: sliding or rocking starts (force methods); ``damage``:
residual displacement; ``collapse``: displacement methods, dynamics, fragility."""

Driving = Literal["weight", "kh", "peak", "spectrum", "record"]
"""What the demand comes from: no earthquake, a seismic coefficient, the site's peak acceleration, a design spectrum, or
one motion of the ground."""
Body = Literal["section", "bodies", "stones", "block", "solid"]
"""What moves: the part of a cross-section above a joint, rigid bodies that turn, every stone by itself, the wall as
one block that slides, or a solid that bends, cracks and crushes."""
Way = Literal["force", "displacement", "motion"]
"""``force``: whether motion starts; ``displacement``: how far it goes before it falls; ``motion``: followed in time."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where on the wall something governs."""

    name: str
    """Key in the report's word files: ``base``, ``joint`` …"""
    level: float | None = None
    """Height above the base [m], where the name alone does not say it."""
    inward: bool = False
    """Whether the part goes towards the fill's side."""
    station: float | None = None
    """Distance along the wall [m], where its sections differ."""
    vertical: str = ""
    """``up`` or ``down``: which way kv acts, where there is one."""
    stone: str = ""
    """Which stone, where it is one."""

    def __str__(self) -> str:
        text = f"{self.name} {self.stone}" if self.stone else self.name
        text += "" if self.level is None else f" at {self.level:.3g} m"
        text += ", inward" if self.inward else ""
        text += f", kv {self.vertical}" if self.vertical else ""
        return text if self.station is None else f"{text}, x = {self.station:.3g} m"


@dataclass(frozen=True, kw_only=True)
class Basis:
    """What a check rests on: what can set two methods apart that answer the same question."""

    driving: Driving
    name: str = ""
    """Of the spectrum or the motion."""
    acceleration: float | None = None
    """Peak of what drives, over gravity; None where it is not known."""
    proportional: bool = False
    """Whether the demand is that acceleration itself, so that the ratio goes with one over it."""
    body: Body
    way: Way
    friction: float | None = None
    """Coefficient of friction between what moves; None where the method lets nothing slide."""
    stiffness: float | None = None
    """Of the joints, Kn [N/m3]; None where the method needs none."""


@dataclass(frozen=True, kw_only=True)
class Check:
    """One row of the verdict."""

    id: str
    """``stage.method.variant.mode``"""
    mode: str
    """What is checked: ``sliding``, ``overturning``, ``bearing`` …"""
    limit_state: LimitState
    method: str
    """Method and its variant; checks of one method form one opinion."""
    action: str = ""
    """Motion, or other action, of the run that is judged, where each run has checks of its own."""
    place: Place
    """Which joint governs."""
    demand: float
    capacity: float
    unit: str
    """Unit of demand and capacity, SI."""
    required: float = 1.0
    """Required factor, capacity over demand."""
    required_source: str = ""
    source: str
    """Clause or equation of the formula."""
    votes: bool = True
    """Whether the check takes part in the verdict: not where its method leaves out what the limit state asks."""
    basis: Basis | None = None
    """What it rests on; None in results of earlier versions."""
    notes: tuple[str, ...] = ()
    """Keys of remarks in the report's word files."""

    @property
    def factor(self) -> float:
        """Capacity over demand: the factor of safety."""
        return math.inf if self.demand <= 0.0 else self.capacity / self.demand

    @property
    def ratio(self) -> float:
        """Factor over the required factor: 1 or more satisfies the check."""
        return self.factor / self.required

    @property
    def satisfied(self) -> bool:
        """Whether capacity covers demand with the required factor."""
        return self.ratio >= 1.0
