"""Result: the wall with soil behind it."""

from __future__ import annotations

from dataclasses import dataclass

from pirqa.model.check import Check
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.shaking.damage import Outcome
from pirqa.shaking.soil.onset import Onset
from pirqa.shaking.soil.options import SoilThrust
from pirqa.statics.critical import CriticalCoefficient

__all__ = ["SoilProfile", "SoilRamp", "SoilResult", "SoilRun"]


@dataclass(frozen=True, kw_only=True, eq=False)
class SoilProfile:
    """Pressures normal to the back at some levels, means along the wall [Pa], each of shape (n,)."""

    level: FloatArray
    """Above the base [m]."""
    rest: FloatArray
    """Where the wall has not moved."""
    active: FloatArray
    """Where the soil follows it."""
    passive: FloatArray
    """Where the soil gives way."""
    water: FloatArray
    """Of still water, by itself."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SoilRun:
    """The wall under one ground motion, with or without the soil."""

    action: str
    """Name of the motion."""
    case: str
    """Which end of each pair of joint properties was used; empty where there is no pair."""
    soil: bool
    """Whether the soil was there."""
    outcome: Outcome
    reliable: bool
    ledger_error: float
    """Of the energy ledger [-]."""
    step: float
    """Time step [s]."""
    times: FloatArray
    """[s], shape (k,)"""
    outward: FloatArray
    """Displacement towards the front of the stone that went farthest that way [m], shape (k,)."""
    stone: str
    """Which stone that is."""
    lasting: float
    """Its displacement towards the front at the end [m]."""
    peak: float
    """And the largest on the way [m]."""
    thrust: FloatArray
    """Outward force of soil and water [N], shape (k,); empty without soil."""
    height: FloatArray
    """At which it acts above the base [m], shape (k,); empty without soil."""
    settled_pressure: FloatArray
    """Of soil and water at the levels of the profile before the motion [Pa]; empty without soil."""
    largest_pressure: FloatArray
    """The same at the time of the largest thrust [Pa]."""
    final_pressure: FloatArray
    """The same at the end [Pa]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SoilRamp:
    """The wall with soil that is already active, under a level pull that grows slowly."""

    case: str
    to: float
    """Horizontal coefficient at its end [-]."""
    onset: Onset | None
    """Where the stones gave way; none where they did not."""
    reliable: bool
    coefficient: FloatArray
    """Of the pull [-], shape (k,)."""
    outward: FloatArray
    """Displacement towards the front of the stone that gave way, or went farthest [m], shape (k,)."""
    critical: tuple[CriticalCoefficient, ...]
    """What statics has for the same wall and thrust: of sliding, then of overturning."""

    @property
    def least(self) -> CriticalCoefficient | None:
        """The mode that statics reaches first."""
        found = [item for item in self.critical if item.coefficient is not None]
        return min(found, key=lambda item: item.coefficient or 0.0) if found else None


@dataclass(frozen=True, kw_only=True, eq=False)
class SoilResult:
    """The wall with soil behind it."""

    thrust: SoilThrust
    """Theory of the least pressure."""
    rest_coefficient: float
    """K0 [-]"""
    modulus_low: float
    """Least and greatest subgrade modulus of the patches [N/m3]."""
    modulus_high: float
    modulus_assumed: bool
    patches: int
    """Pieces of back faces on which the soil leans."""
    rest_thrust: float
    """Outward force on the whole wall where it has not moved, water included [N]."""
    active_thrust: float
    """The same where the soil follows the wall [N]."""
    profile: SoilProfile
    runs: tuple[SoilRun, ...]
    ramps: tuple[SoilRamp, ...]
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]

    def __str__(self) -> str:
        lines = [
            f"thrust {self.thrust}, K0 {self.rest_coefficient:.3f}: {self.rest_thrust / 1e3:.1f} kN at rest, "
            f"{self.active_thrust / 1e3:.1f} kN active",
            f"{'motion':<20}{'case':<16}{'soil':<6}{'outcome':<10}{'outwards mm':>12}{'lasting mm':>12}"
            f"{'thrust kN':>11}{'energy':>9}",
        ]
        for run in self.runs:
            largest = f"{run.thrust.max() / 1e3:.1f}" if run.soil else "-"
            lines.append(
                f"{run.action[:19]:<20}{run.case[:15]:<16}{'yes' if run.soil else 'no':<6}{run.outcome.collapse:<10}"
                f"{1e3 * run.peak:>12.2f}{1e3 * run.lasting:>12.3f}{largest:>11}{run.ledger_error:>9.1e}"
                f"{'' if run.reliable else '  NOT RELIABLE'}"
            )
        for ramp in self.ramps:
            case = f" ({ramp.case})" if ramp.case else ""
            found = f"not below {ramp.to:.3f}"
            if ramp.onset is not None:
                found = f"at {ramp.onset.coefficient:.4f}, {ramp.onset.mode} of stone {ramp.onset.stone}"
            lines.append(f"slow pull{case}: gives way {found}{'' if ramp.reliable else '  NOT RELIABLE'}")
            for item in ramp.critical:
                told = item.outcome.replace("_", " ") if item.coefficient is None else f"{item.coefficient:.4f}"
                lines.append(f"  statics, {item.mode}: {told}")
        return "\n".join(lines)
