"""Effects that a wall feels, what a method does with each of them, and what a project states about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from pirqa.model.check import Allowance, Effect, Grade, LimitState

__all__ = [
    "EFFECTS",
    "FAVOURABLE",
    "Circumstance",
    "Circumstances",
    "GoverningDemand",
    "MethodDeclaration",
    "Presence",
    "Treatment",
]

EFFECTS: tuple[Effect, ...] = get_args(Effect)
FAVOURABLE: tuple[Effect, ...] = ("struts", "returns", "mortar")
"""Effects that hold a wall: to state that one is absent shows nothing in its favour."""
Presence = Literal["present", "absent", "unknown"]
"""``unknown`` counts as present where leaving the effect out is unsafe, and as absent where the effect would help."""
Treatment = Literal["included", "unsafe", "safe", "none"]
"""``included``: the capacity follows the effect. ``unsafe``: left out, so that the capacity is too high. ``safe``: left
out, so that the capacity is too low. ``none``: the effect cannot change the answer to the method's question."""


@dataclass(frozen=True, kw_only=True)
class MethodDeclaration:
    """The questions that a method answers, and its treatment of each effect."""

    family: str
    """Key of the method; :attr:`Check.family` refers to it."""
    limit_states: tuple[LimitState, ...]
    at_rest: str = ""
    """Family of the checks of the same calculation without an earthquake: a standing wall that refutes them refutes
    these too. The family itself where empty."""
    full_freedom: bool = False
    """Whether every stone may move, so that the method answers every mode of every part of the wall."""
    modes: tuple[str, ...] = ()
    """Modes, of ``sliding`` and ``overturning``, that a check of another mode covers; full freedom covers both."""
    effects: Mapping[Effect, Treatment] = field(default_factory=dict)
    """Treatment of each effect; an effect that is not listed is left out on the unsafe side."""

    def treatment(self, effect: Effect) -> Treatment:
        """Return the treatment of ``effect``."""
        return self.effects.get(effect, "unsafe")


@dataclass(frozen=True, kw_only=True)
class Circumstance:
    """One effect in one project: whether it is there, who states it, and the most that it can change."""

    presence: Presence
    modelled: bool = True
    """Whether the model of the wall has the effect. Where it has not, a method that would include it leaves it out. For
    ``shape`` and ``both_components`` the model is the cross-section: methods with all stones free have them anyway."""
    assumed: bool = False
    """Whether the model has it with assumed values: what holds a wall by an assumed strength shows no safety."""
    origin: str = ""
    """Key of the project file that decides, or the survey; empty where nothing states it."""
    source: str = ""
    """Source of the statement, in the user's words."""
    allowance: Allowance | None = None
    """Bound on the capacity of a method that leaves the effect out; None where its size is not known."""
    remedy: str = ""
    """Key of the project file that would close the question."""


@dataclass(frozen=True, kw_only=True)
class GoverningDemand:
    """The earthquake that decides: one a project."""

    name: str
    """Key of its words or name in the project file."""
    origin: Literal["site", "code", "study"]
    intensity: float
    """Peak ground acceleration at the surface, larger horizontal component, over gravity."""
    rock: float | None = None
    """The value on rock, where that is what the source gives."""
    factor: float | None = None
    """Surface over rock, where the rock value was multiplied."""
    return_period: float | None = None
    """[years]"""
    source: str = ""


@dataclass(frozen=True, kw_only=True)
class Circumstances:
    """Facts about one wall that decide which methods may speak."""

    effects: Mapping[Effect, Circumstance] = field(default_factory=dict)
    """An effect that is not listed is unknown."""
    demand: GoverningDemand | None = None
    """None where the project gives no demand: capacities are reported without a verdict on earthquakes."""
    stands: bool | None = None
    """Whether the wall stands today; None where nothing states it."""
    stands_date: str = ""
    """Date of that observation, as year-month-day."""
    stands_weather: str = ""
    """Weather of the days before."""
    surveyed: str = ""
    """Day of the inspection, as year-month-day."""
    survived: float | None = None
    """Largest intensity [g] of an earthquake that the wall survived in its present state."""
    demonstration: tuple[str, ...] = ()
    """Inputs that are made up: generated bond, simulated measurements."""
    grades: Mapping[str, Grade] = field(default_factory=dict)
    """Grade of each group of inputs: front, depth, joints, ground, weight …"""

    def of(self, effect: Effect) -> Circumstance:
        """Return what is known of ``effect``."""
        return self.effects.get(effect, Circumstance(presence="unknown"))
