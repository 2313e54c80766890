"""Result of the codes stage."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from pirqa.codes.rule import Measure
from pirqa.model.check import Check, LimitState
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.units import STANDARD_GRAVITY


@dataclass(frozen=True, kw_only=True)
class Verification:
    """One mechanism, one rule, one limit state, one measure."""

    mechanism: str
    """Its name."""
    rule: str
    """Key of the rule, and of its words in the report's word files."""
    spectrum: str
    """Whose demand: ``e030_2003``, ``e030_2018``, ``ntc2018`` …"""
    measure: Measure
    limit_state: str
    """As the code calls it: SLD, SLV, SLC."""
    local: bool
    """Whether the mechanism turns at a height, so that the demand is that of a floor."""
    sways: bool = False
    """Whether the part sways before it rocks, so that it meets the spectrum at its own period."""
    confidence_factor: float
    """FC [-]."""
    governs: bool
    """Whether this FC is the one that the code asks for here; the others stand beside it."""
    period: float | None = None
    """Secant period T_s, T_SLV [s]; None for an acceleration check."""
    demand: float
    """[m/s2] or [m]"""
    capacity: float
    """[m/s2] or [m], FC included"""
    pga: float
    """Peak ground acceleration that the spectrum stands for [m/s2]."""
    superseded: bool
    """Whether a later edition has replaced the rule or the code of the spectrum."""
    clause: str
    official: bool
    """Whether the formula was compared with the official text."""
    notes: tuple[str, ...] = ()
    """Keys of remarks in the report's word files."""

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """What is checked, whatever the confidence factor."""
        return self.mechanism, self.rule, self.spectrum, self.measure, self.limit_state

    @property
    def factor(self) -> float:
        """Capacity over demand."""
        return self.capacity / self.demand

    @property
    def intensity(self) -> float:
        """Peak ground acceleration, over g, up to which the verification is met with a spectrum of this shape.

        Every demand of the rules, of ground and floor, goes with the ordinates of the spectrum: the secant period is a
        property of the capacity. So the intensity is the spectrum's own times the factor.
        """
        return self.pga / STANDARD_GRAVITY * self.factor


@dataclass(frozen=True, kw_only=True, eq=False)
class DemandCurve:
    """Demand in spectral displacement and acceleration, for drawing beside capacity."""

    name: str
    """Of the spectrum."""
    mechanism: str = ""
    """Where it is a floor's, the local mechanism's name; empty for the ground's."""
    damping: float
    """Of critical [-]."""
    period: FloatArray
    """[s], shape (n,)"""
    displacement: FloatArray
    """[m], shape (n,)"""
    acceleration: FloatArray
    """[m/s2], shape (n,)"""


@dataclass(frozen=True, kw_only=True)
class Retrofit:
    """What would bring a mechanism to a target factor."""

    mechanism: str
    rule: str
    measure: Measure
    kind: Literal["force", "thickness"]
    """``force``: in struts or ties at ``level``; ``thickness``: of the section that turns."""
    target: float
    """Factor to be reached."""
    present: float
    """Factor as it is."""
    needed: float | None
    """[N] in all (per metre where the wall has no length), or [m]; None where no amount is enough."""
    level: float | None = None
    """Where the force acts above the ground [m]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CodesResult:
    """What the codes say about the mechanisms."""

    verifications: tuple[Verification, ...]
    demands: tuple[DemandCurve, ...] = ()
    retrofits: tuple[Retrofit, ...] = ()
    checks: tuple[Check, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def partial(self) -> tuple[LimitState, ...]:
        """Limit states for which a mechanism could not be verified, for want of the structure's period."""
        unverified = any(item.key == "local_without_period" for item in self.remarks)
        return ("onset", "wall_falls") if unverified else ()

    def beside(self, row: Verification) -> tuple[Verification, ...]:
        """The same check as ``row`` with the confidence factors that do not govern."""
        return tuple(item for item in self.verifications if not item.governs and item.key == row.key)

    def __str__(self) -> str:
        governing = [item for item in self.verifications if item.governs]
        lines = ["Verifications, the worst of each rule, spectrum and measure: capacity / demand = factor (FC)"]
        worst: dict[tuple[str, ...], Verification] = {}
        for row in governing:
            key = (row.rule, row.spectrum, row.limit_state, row.measure)
            worst[key] = min(worst.get(key, row), row, key=lambda item: item.factor)
        for row in worst.values():
            scale, unit = (STANDARD_GRAVITY, "g") if row.measure == "acceleration" else (1e-3, "mm")
            others = ", ".join(f"{item.factor:.3f} with {item.confidence_factor:g}" for item in self.beside(row))
            lines.append(
                f"  {row.rule} {row.spectrum:<9} {row.limit_state} {row.measure:<12} "
                f"{row.capacity / scale:.4g} / {row.demand / scale:.4g} {unit} = {row.factor:.3f} "
                f"(FC {row.confidence_factor:g}; {others})  {row.mechanism}"
            )
        failing = sum(row.factor < 1.0 for row in governing)
        lines.append(f"  {failing} of {len(governing)} are not satisfied")
        most: dict[tuple[str, ...], Retrofit] = {}
        for item in self.retrofits:
            own = (item.rule, item.measure, item.kind)
            most[own] = max(most.get(own, item), item, key=_amount)
        for item in most.values():
            scale, unit = (1e3, "kN") if item.kind == "force" else (1.0, "m")
            needed = "no amount is enough" if item.needed is None else f"{item.needed / scale:.4g} {unit}"
            lines.append(
                f"  {item.rule} {item.measure:<12} {item.target:g} needs at most {item.kind} {needed}  {item.mechanism}"
            )
        return "\n".join(lines)


def _amount(item: Retrofit) -> float:
    return math.inf if item.needed is None else item.needed
