"""A check: one capacity against one demand, with its source."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

__all__ = ["LIMIT_STATES", "Check", "LimitState"]

LimitState = Literal["gravity", "onset", "damage", "collapse"]
LIMIT_STATES: tuple[LimitState, ...] = ("gravity", "onset", "damage", "collapse")
"""``gravity``: stands before any earthquake; ``onset``: sliding or rocking starts (force methods); ``damage``:
residual displacement; ``collapse``: displacement methods, dynamics, fragility."""


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
    place: str
    """Which joint, stone or level governs."""
    demand: float
    capacity: float
    unit: str
    """Unit of demand and capacity, SI."""
    required: float = 1.0
    """Required factor, capacity over demand."""
    required_source: str = ""
    source: str
    """Clause or equation of the formula."""
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
