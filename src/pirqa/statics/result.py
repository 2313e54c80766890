"""What the statics stage hands on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pirqa.model.check import Check
from pirqa.model.remark import Remark
from pirqa.model.section import Section
from pirqa.model.table import Table
from pirqa.statics.critical import CriticalCoefficient
from pirqa.statics.pseudo_static import Case
from pirqa.statics.reliability import ReliabilityResult
from pirqa.statics.standing import StandingNeed
from pirqa.statics.studies import StudyResult

__all__ = ["DrawnFill", "DrawnForce", "GoverningState", "StaticsResult"]


@dataclass(frozen=True, kw_only=True)
class DrawnForce:
    """A force at a joint, as it is drawn: [N/m] at [m]."""

    name: str
    outward: float
    down: float
    y: float
    z: float


@dataclass(frozen=True, kw_only=True)
class DrawnFill:
    """The retained side, as it is drawn [m, rad, Pa]."""

    height: float | None
    """None: up to the section's top."""
    slope: float
    water_level: float
    surcharge: float
    wet_level: float | None = None
    """Of the water in a wet season; None: up to the fill's surface."""

    def in_wet_season(self, section: Section) -> DrawnFill:
        """Return it with the water of a wet season behind ``section``."""
        surface = float(section.height) if self.height is None else self.height
        reach = surface if self.wet_level is None else min(self.wet_level, surface)
        return replace(self, water_level=max(self.water_level, reach))


@dataclass(frozen=True, kw_only=True)
class GoverningState:
    """Equilibrium of the joint that governs a case, with all its forces."""

    case: str
    mode: str
    factor: float
    station: float
    direction: str
    vertical: str
    joint: int
    level: float
    front: float
    back: float
    normal: float
    shear: float
    resultant: float
    eccentricity: float
    edge_pressure: float
    contact_length: float
    forces: tuple[DrawnForce, ...]


@dataclass(frozen=True, kw_only=True)
class StaticsResult:
    """Factors of safety of every case at every joint, and what was learned around them."""

    cases: tuple[Case, ...]
    checks: tuple[Check, ...]
    sections: tuple[Section, ...]
    fill: DrawnFill | None
    joints: Table
    """A row for each case, section, direction and joint: factors, forces, resultant, pressure (SI)."""
    governing: tuple[GoverningState, ...]
    critical: tuple[CriticalCoefficient, ...]
    curves: Table
    studies: tuple[StudyResult, ...]
    needs: tuple[StandingNeed, ...]
    """What a wall that fails at rest, or in a wet season, would need to stand; empty where it stands."""
    reliability: ReliabilityResult | None
    remarks: tuple[Remark, ...] = ()

    def factor(self, case: str, mode: str) -> float:
        """Least factor of safety of ``mode`` under ``case`` (such as ``pseudo_static.whitman``)."""
        return next(state.factor for state in self.governing if (state.case, state.mode) == (case, mode))

    def critical_for(self, case: str, mode: str) -> CriticalCoefficient:
        """Critical coefficient of ``mode`` under ``case``."""
        return next(item for item in self.critical if (item.case, item.mode) == (case, mode))

    def __str__(self) -> str:
        lines = [
            f"{'':<29}{'factor of safety':>21}{'critical coefficient':>25}",
            f"{'case':<29}{'sliding':>8}{'overturning':>13}{'sliding':>11}{'overturning':>13}",
        ]
        for case in self.cases:
            factors = [self.factor(case.name, mode) for mode in ("sliding", "overturning")]
            line = f"{case.name:<29}{factors[0]:>8.3f}{factors[1]:>13.3f}"
            found = [item for item in self.critical if item.case == case.name]
            if found:
                texts = [item.outcome if item.coefficient is None else f"{item.coefficient:.4f}" for item in found]
                line += f" {texts[0]:>10} {texts[1]:>12}"
            lines.append(line)
        if self.reliability is not None:
            chance = self.reliability.probability()
            lines.append(
                f"P(F < 1) = {chance.probability:.4g} [{chance.low:.4g}, {chance.high:.4g}] "
                f"({self.reliability.case}, {chance.samples} samples, seed {self.reliability.seed})"
            )
        return "\n".join(lines)
