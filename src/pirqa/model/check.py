"""A check, one capacity against one demand with its source, and the effects that its method includes or leaves out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from pirqa.errors import ModelError

LimitState = Literal["gravity", "onset", "damage", "stones_fall", "wall_falls"]
LIMIT_STATES: tuple[LimitState, ...] = ("gravity", "onset", "damage", "stones_fall", "wall_falls")
"""``gravity``: the wall stands before any earthquake; ``onset``: something starts to slide or rock; ``damage``: the
residual displacement exceeds a tolerance; ``stones_fall``: a stone falls, a danger to people below; ``wall_falls``: the
wall or a part of it collapses."""
Bound = Literal["lower", "upper", "estimate"]
"""``lower``: the true capacity is not below; ``upper``: not above; ``estimate``: neither is proved."""
Grade = Literal["measured", "documented", "derived", "assumed", "made_up"]
"""Evidence for an input, from best to worst."""
Effect = Literal[
    "self_weight",
    "fill_at_rest",
    "fill_dynamic",
    "water",
    "surcharge",
    "vertical_motion",
    "both_components",
    "duration",
    "struts",
    "returns",
    "mortar",
    "crushing",
    "cracking",
    "sliding",
    "head_joint_friction",
    "joint_compliance",
    "shape",
    "lean",
    "decay",
    "leaves",
    "foundation",
    "ground_compliance",
    "amplification",
    "earlier_damage",
]
"""``both_components``: both horizontal components and their polarity; ``shape``: real shape in 3-D; ``decay``: missing
or decayed stones; ``leaves``: separation of leaves; ``foundation``: sliding and bearing below the wall, and the slope;
``amplification``: of the motion up the wall; ``joint_compliance``: with second-order effects."""

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
class Allowance:
    """A bound on what an omitted effect can take from a capacity."""

    effect: Effect
    factor: float
    """Least ratio of the capacity with the effect to the capacity without it, at most 1."""
    source: str
    """Closed form or trial that bounds it."""
    assumed: bool = False
    """Whether it rests on a value that nobody has given for this wall."""
    limit_states: tuple[LimitState, ...] = LIMIT_STATES
    """Limit states for which the bound holds."""

    def __post_init__(self) -> None:
        if not 0.0 <= self.factor <= 1.0:
            raise ModelError(f"the allowance for {self.effect} is {self.factor:g}; a bound lies between 0 and 1")


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
    family: str = ""
    """Key of the declaration of its method (:class:`MethodDeclaration`)."""
    bound: Bound = "estimate"
    """Side of the true capacity on which the computed capacity lies."""
    intensity: float | None = None
    """Capacity as peak ground acceleration at the surface, over gravity: where the check just meets its required
    factor. None where it is not known."""
    demand_intensity: float | None = None
    """The demand in the same measure, where the check has an earthquake."""
    at_rest: float = 0.0
    """Part of the capacity, over the required factor, that loads at rest take: what an omitted effect takes from the
    capacity is missing in the rest, so that the intensity falls faster. 0 where weight alone resists."""
    at_foot: float | None = None
    """Acceleration at the foot of the part that moves, over gravity, when the ground has ``intensity``; None where the
    part stands on the ground."""
    season: Literal["", "wet"] = ""
    """``wet``: with the water of a wet season."""
    includes: tuple[Effect, ...] = ()
    """Effects that this check includes and its declaration does not."""
    omits: tuple[Effect, ...] = ()
    """Effects that this check leaves out on the unsafe side although its declaration includes them."""
    allowances: tuple[Allowance, ...] = ()
    """Bounds on effects that its method leaves out."""
    scenario: str = ""
    """Direction or motion of the load, where every stone may move: each scenario must be safe. Direction and action
    where empty."""
    corner: str = ""
    """Corner of the uncertain inputs, where every stone may move. The method's variant where empty."""
    motions: int | None = None
    """Number of ground motions behind the check, where it rests on motions."""

    @property
    def part(self) -> str:
        """Part of the wall that moves: two checks of one mode and part answer the same question."""
        place = self.place
        level = "" if place.level is None else f"@{place.level:.2f}"
        station = "" if place.station is None else f"|{place.station:.2f}"
        return f"{place.name}{place.stone and ':' + place.stone}{level}{station}{'|inward' if place.inward else ''}"

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
