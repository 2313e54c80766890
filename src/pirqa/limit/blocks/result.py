"""Result of the blocks stage."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import degrees
from typing import Literal

from pirqa.limit.blocks.options import LoadKind
from pirqa.model.check import Check
from pirqa.model.mechanism import Mechanism
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark

BlockOutcome = Literal["found", "unstable_at_rest", "held_by_friction", "wedged", "never_moves", "not_converged"]
"""``found``: a multiplier with its mechanism; ``unstable_at_rest``: the wall falls under its own weight;
``held_by_friction``: it stands only by friction in joints that nothing presses; ``wedged``: the program finds no
limit, because stones that slide would have to lift others; ``never_moves``: no load of this pattern moves a stone, not
even without friction; ``not_converged``: the solver gave up. Only ``found`` has a number."""

FrictionKind = Literal["associative", "non_associative", "smooth"]
"""``associative``: stones that slide also lift; ``non_associative``: they do not; ``smooth``: no friction in joints
that are unpressed at rest or steeper than 45°."""

SPREAD = 0.10
"""Relative difference of the multipliers within which the non-associative one is an estimate."""


@dataclass(frozen=True, kw_only=True, eq=False)
class BlockSolution:
    """The wall under one pattern of loads."""

    name: str
    """Of the pattern, such as ``outward``."""
    kind: LoadKind = "mass"
    """What grows under it."""
    friction: FrictionKind
    """``non_associative`` is one solution, not the lowest."""
    case: str = ""
    """Which end of a pair of joint properties was used; empty where there is no pair."""
    direction: FloatArray
    """Of the load, shape (3,)."""
    outcome: BlockOutcome
    smooth_heads: bool = False
    """Whether joints steeper than 45° were taken without friction."""
    bounds_below: bool = False
    """Whether the multiplier bounds that of the wall from below: not if the wall needs friction in steep joints."""
    compliance: float | None = None
    """Multiplier with elastic joints over the rigid one; None where it was not computed or Kn is not known [-]."""
    lower: float | None = None
    """Multiplier of the static form, less what its residuals may be worth: safe [-]; None where there is none."""
    upper: float | None = None
    """Multiplier of the kinematic form [-]."""
    tilt: float | None = None
    """Angle of a slowly tilted base at which the stones start to move [rad]: atan of the lower multiplier, where only
    weights act."""
    reaction: tuple[float, ...] = ()
    """Of a settlement: least force with which the ground that goes down still bears the wall, from the kinematic and
    from the static form, over the weight of all free stones [-]; 0: the wall stands without it."""
    stones: tuple[str, ...] = ()
    """Free stones, in the order of the motion."""
    motion: FloatArray | None = None
    """Of each free stone: shift of its mass centre along, across, up and turn about these axes, scaled so that the
    largest shift of a corner is 1 (turns per metre), shape (stones, 6)."""
    moving: tuple[str, ...] = ()
    """Stones that take part in the mechanism."""
    culprits: tuple[str, ...] = ()
    """Stones that move where the wall is unstable at rest, the farthest first."""
    forces: FloatArray | None = None
    """Contact forces at the multiplier: x, y, z of the point [m] and the force on the first stone [N], shape (n, 6)."""
    contacts: tuple[int, ...] | None = None
    """Number of the wall's contact in which each of the forces acts; None in results of earlier versions."""
    mechanism: Mechanism | None = None
    """For the codes' acceleration check."""

    @property
    def gap(self) -> float | None:
        """How far the two forms are apart, relative to the multiplier."""
        if self.lower is None or self.upper is None:
            return None
        return abs(self.upper - self.lower) / max(abs(self.upper), 1e-12)

    def __str__(self) -> str:
        moving = f"{len(self.moving)} of {len(self.stones)} stones move"
        if self.reaction:
            return f"reaction {self.reaction[0]:.5f} … {self.reaction[-1]:.5f} of the weight, {moving}"
        if self.lower is None:
            which = f": {', '.join(self.culprits[:4])}" if self.culprits else ""
            return self.outcome.replace("_", " ") + which
        bounds = f"λ {self.lower:.5f}" + ("" if self.upper is None else f" … {self.upper:.5f}")
        tilt = "" if self.tilt is None else f", tilt {degrees(self.tilt):.2f} deg"
        return f"{bounds}{tilt}, {moving}"


@dataclass(frozen=True, kw_only=True, eq=False)
class BlockRange:
    """Three multipliers of one pattern, and what they say together."""

    name: str
    kind: LoadKind
    case: str = ""
    smooth: float | None = None
    """Multiplier without friction in unpressed and steep joints: a lower bound [-]."""
    non_associative: float | None = None
    """Multiplier with friction that does not lift: one solution [-]."""
    associative: float | None = None
    """Multiplier with friction that lifts: an upper bound [-]."""
    compliance: float | None = None
    """Multiplier with elastic joints over the rigid one; None without Kn [-]."""
    governing: BlockSolution
    """The solution whose mechanism governs: the least, or the estimate where all are near each other."""

    @property
    def agree(self) -> bool:
        """Whether the multipliers lie within :data:`SPREAD` of one another."""
        known = [value for value in (self.smooth, self.non_associative, self.associative) if value is not None]
        if self.smooth is None or self.associative is None:
            return False
        return max(known) - min(known) <= SPREAD * max(known)

    @property
    def least(self) -> float | None:
        """Multiplier without friction in unpressed and steep joints, or the non-associative one where that is less.

        Sliding that does not lift may need less than friction that lifts on the other joints.
        """
        if self.smooth is None or self.non_associative is None:
            return self.smooth
        return min(self.smooth, self.non_associative)

    @property
    def estimate(self) -> float | None:
        """Rigid multiplier where all agree: the non-associative one, or the smooth one where there is none."""
        if not self.agree:
            return None
        return self.smooth if self.non_associative is None else self.non_associative

    def __str__(self) -> str:
        values = (self.smooth, self.non_associative, self.associative)
        told = ["none" if value is None else f"{value:.4f}" for value in values]
        name = f"{self.name} ({self.case})" if self.case else self.name
        ends = "estimate" if self.agree else "lower and upper bound"
        joints = "" if self.compliance is None else f", × {self.compliance:.3f} for elastic joints"
        return f"{name}: smooth {told[0]}, non-associative {told[1]}, associative {told[2]}: {ends}{joints}"


@dataclass(frozen=True, kw_only=True)
class ThicknessSearch:
    """The least thickness that is enough."""

    pattern: str
    multiplier: float
    """That must be borne [-]; 0: the wall stands under its own weight."""
    case: str = ""
    factor: float | None = None
    """On the present thickness; None where no thickness that was tried is enough."""
    thickness: float | None = None
    """Of the wall, front to back, at that factor [m]."""
    tried: tuple[float, ...] = ()
    """Factors that were tried."""


@dataclass(frozen=True, kw_only=True, eq=False)
class BlocksResult:
    """What the stones say."""

    solutions: tuple[BlockSolution, ...]
    thickness: tuple[ThicknessSearch, ...] = ()
    """One a case, where the search was asked for."""
    ranges: tuple[BlockRange, ...] = ()
    """One for each pattern of weights and case that has a multiplier."""
    checks: tuple[Check, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def mechanisms(self) -> tuple[Mechanism, ...]:
        """Mechanisms that a code may verify: those that govern under weights pushed alike everywhere.

        They are named by pattern and case, whichever law of friction governs.
        """
        return tuple(
            replace(item.governing.mechanism, name=".".join(filter(None, ("blocks", item.name, item.case))))
            for item in self.ranges
            if item.kind == "mass" and item.governing.mechanism is not None
        )

    def __str__(self) -> str:
        kinds = {
            "associative": "associative",
            "non_associative": "non-associative",
            "smooth": "unpressed and steep joints smooth",
        }
        lines = [f"  {item.name:<16} {kinds[item.friction]:<16} {item.case:<8} {item}" for item in self.solutions]
        lines += [f"  {item}" for item in self.ranges]
        for search in self.thickness:
            found = "none is enough" if search.thickness is None else f"{search.thickness:.4f} m"
            lines.append(f"  least thickness for λ {search.multiplier:g} ({search.pattern}): {found}")
        return "\n".join(["Rigid blocks: static … kinematic multiplier", *lines])
