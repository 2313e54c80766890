"""A rule of verification, and the situation that it judges: mechanisms under one spectrum.

The same rule serves one mechanism with its capacity curve (:mod:`pirqa.codes.stage`) and a table of walls
(:mod:`pirqa.codes.screening.stage`): every quantity is a number or an array that broadcasts, ``nan`` where unknown.
Each code's own file ends in one :class:`CodeRule`; :mod:`pirqa.codes.rules` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np

from pirqa.codes.floor import Floor
from pirqa.model.bounds import Real
from pirqa.model.check import Allowance, Effect, MethodDeclaration, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.design_spectrum import DesignSpectrum

Knowledge = Literal["LC1", "LC2", "LC3"]
"""Level of knowledge (Circolare 7/2019 C8.5.4): ``LC1`` limited, ``LC2`` extended, ``LC3`` exhaustive."""
LimitStateName = Literal["SLD", "SLV", "SLC"]
"""``SLD``: damage, rocking starts; ``SLV``: life safety; ``SLC``: near collapse."""
Measure = Literal["acceleration", "displacement"]
Mask = np.ndarray[Any, np.dtype[np.bool_]] | bool
Note = tuple[str, Mask]
"""Key of a note in the report's word files, and where it holds."""

LEAST_KNOWLEDGE = 1.35
"""FC of LC1 (Circolare 7/2019 C8.5.4): shown with every verification, whatever FC it asks for."""

_MECHANISM: Mapping[Effect, Treatment] = {
    # the multiplier of the mechanism feels these, each with its trial in tests/verdict/test_declarations_codes.py
    "self_weight": "included",
    "fill_at_rest": "included",
    "fill_dynamic": "included",
    "water": "included",
    "surcharge": "included",
    "struts": "included",
    "crushing": "included",
    "shape": "included",
    # the floor's acceleration for a part that stands on a wall; checks at the ground say that they leave it out
    "amplification": "included",
    # walls at a right angle only hold
    "returns": "safe",
    # another mode; bodies have no head joints; motion along the wall does no work on a fall across it
    "sliding": "none",
    "head_joint_friction": "none",
    "both_components": "none",
}
ONSET_EFFECTS: Mapping[Effect, Treatment] = {**_MECHANISM, "mortar": "safe", "duration": "none"}
"""Whether motion starts depends on the largest acceleration alone; the tension of mortar may delay it."""
RULE_EFFECTS: Mapping[Effect, Treatment] = {**_MECHANISM, "mortar": "none", "duration": "none"}
"""The rules take masonry that bears no tension (C8.7.1.2.1, from memory), so that mortar is no excuse for a wall that
fails them. The shares of d0 that they allow (0.4, 0.6) were found by integrating rocking in time (Doherty and others
2002)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Capacity:
    """What holds mechanisms as they move."""

    ultimate: Real
    """d0*, spectral displacement at which nothing holds any more [m]."""
    acceleration_at: Callable[[Real], Real]
    """Spectral acceleration at a spectral displacement, without confidence factor [m/s2]."""
    links_broken: tuple[float, ...] = ()
    """Spectral displacements at which the acceleration drops at once by more than half of its maximum [m]."""
    support_lost: tuple[float, ...] = ()
    """Spectral displacements at which a support is lost [m]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class RuleRow:
    """Demand and capacity in one measure: [m/s2] or [m], confidence factor included."""

    measure: Measure
    demand: Real
    capacity: Real
    period: Real = np.nan
    """Secant period [s]; ``nan`` for an acceleration, and where the mechanism cannot move without falling."""
    sways: bool = False
    """Whether the part sways before it rocks, so that it meets the spectrum at its own period."""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Situation:
    """Mechanisms under one spectrum, with one confidence factor."""

    spectrum: DesignSpectrum
    floor: Floor | None
    """The structure below; None where all turn at the ground."""
    local: Mask
    """Where the mechanism turns at a height."""
    start: Real
    """a0*/FC, at which the motion starts [m/s2]; 0 where it falls by itself."""
    capacity: Capacity | None
    """None where only the start of the motion is known."""
    confidence_factor: float
    behaviour_factor: float
    """q, by which an acceleration demand is divided."""
    sway_period: Real | None = None
    """Period of a part that is free to sway before it rocks [s]; None where it is rigid until then."""

    def at_floor(self, ground: Real, of_floor: Callable[[Floor], Real]) -> Real:
        """Return ``of_floor`` where the mechanism turns at a height and ``ground`` elsewhere."""
        return ground if self.floor is None else np.where(self.local, of_floor(self.floor), ground)

    def displacement_row(
        self, *, demand: Real, capacity: Real, period: Real, travels: Mask, factor: Real = 0.0, notes: tuple[Note, ...]
    ) -> RuleRow:
        """Return the row of a displacement check.

        What cannot move without falling (not ``travels``) has no displacement to compare: ``factor`` stands for the
        ratio of capacity to demand.
        """
        some = float(self.spectrum.displacement(self.spectrum.plateau_end))
        judged = travels if self.floor is None else travels | (self.local & ~np.isfinite(self.floor.period))
        return RuleRow(
            measure="displacement",
            demand=np.where(judged, demand, some),
            capacity=np.where(travels, capacity, factor * some),
            period=np.where(travels, period, np.nan),
            notes=(("no_travel", np.logical_not(travels)), *notes),
        )


class Clause(Protocol):
    """A function that returns where the formula of a check stands."""

    def __call__(self, limit_state: str, measure: str, *, local: bool) -> str:
        """Return the clause."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CodeRule:
    """A rule of verification, as its code's file registers it."""

    key: str
    """Key in ``codes.rules``, in ids of checks and in the report's word files."""
    title: str
    edition: str
    superseded_by: str = ""
    """Edition that replaced it; empty for a rule in force. A superseded rule is shown and never decides."""
    official: bool
    """Whether the formulas were compared with the official text."""
    limit_states: tuple[LimitStateName, ...]
    """Limit states that it verifies where they are requested."""
    always: tuple[LimitStateName, ...] = ()
    """Limit states that it verifies in any case."""
    verify: Callable[[Situation, LimitStateName], Iterable[RuleRow]]
    """Verifies a situation for one limit state."""
    clause: Clause
    confidence_factors: Mapping[Knowledge, float] | None = None
    """FC by level of knowledge; None for a rule without one."""
    dampings: Mapping[LimitStateName, float]
    """Damping of the spectra that its displacement checks use, by limit state."""
    floor_demand: Callable[[DesignSpectrum, Floor, float, FloatArray], FloatArray]
    """Displacement demand of a floor for a damping, at periods [s], in [m]."""
    crushing: Allowance | None = None
    """Allowance of a rule that covers the strength of masonry which a multiplier leaves out."""

    @property
    def superseded(self) -> bool:
        """Whether a later edition has replaced the rule."""
        return bool(self.superseded_by)

    @property
    def declaration(self) -> MethodDeclaration:
        """Effects and limit states, for the verdict."""
        return MethodDeclaration(
            family=self.key, limit_states=("damage", "wall_falls"), at_rest="limit_gravity", effects=RULE_EFFECTS
        )

    def states(self, requested: tuple[LimitStateName, ...]) -> tuple[LimitStateName, ...]:
        """Return the limit states that it verifies out of those ``requested``."""
        return self.always or tuple(state for state in requested if state in self.limit_states)

    def confidence_factor(self, knowledge: Knowledge, *, crushing: bool) -> float:
        """Return FC; that of LC1 where the strength of the masonry is not in the multiplier (C8.7.1.2.1.3)."""
        if self.confidence_factors is None:
            return 1.0
        return self.confidence_factors[knowledge if crushing else "LC1"]
