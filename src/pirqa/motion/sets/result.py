"""A set of ground motions: its members, how it meets the rules, what it lacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pirqa.model.check import Check
from pirqa.model.remark import Remark
from pirqa.model.table import Table
from pirqa.motion.sets.characteristics import Refused
from pirqa.motion.sets.options import Combination
from pirqa.units import STANDARD_GRAVITY

__all__ = ["Lack", "MotionSet", "SetMember", "SetRule"]

_NO_GROUND_MOTION = ("tilt", "settlement", "hold")
"""Actions on the stones that are no motion of the ground."""


@dataclass(frozen=True, kw_only=True)
class SetMember:
    """One motion of a set, as it is scaled to the demand."""

    name: str
    event: str
    date: str = ""
    magnitude: float | None = None
    mechanism: str = ""
    """Type of earthquake; empty where it is not known."""
    station: str = ""
    agency: str = ""
    distance: float | None = None
    """As the source gives it [m]."""
    vs30: float | None = None
    """[m/s]"""
    near_fault: bool = False
    pulse_period: float | None = None
    """Period of its velocity pulse [s]; none where it has none."""
    synthetic: bool = False
    files: tuple[str, ...] = ()
    across: str = ""
    """Component that drives the wall across: the one of the larger peak acceleration."""
    factor: float
    """Scale factor at the demand."""
    pga: float
    """Peak ground acceleration of that component, scaled [m/s2]."""
    pgv: float
    """[m/s]"""
    duration: float
    """From 5 % to 95 % of the Arias intensity [s]."""
    mean_period: float
    """[s]"""
    licence: str = ""
    citation: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class SetRule:
    """A rule, and how the set meets it."""

    key: str
    """Key of its words in the report's word files, ``set_rule.<key>``."""
    found: float
    least: float | None = None
    most: float | None = None
    satisfied: bool
    binding: bool = True
    """Whether a set that breaks it cannot show safety; others are remarked only."""
    text: str = ""
    """Names that belong to it: a type of earthquake, a period."""


@dataclass(frozen=True, kw_only=True)
class Lack:
    """Something that a set needs before it can show that a wall is safe."""

    kind: Literal["too_few", "type_missing"]
    key: str
    """``motions``, ``events``, ``near_fault``, ``types_given`` (none was required) or a type of earthquake."""
    found: int
    needed: int


@dataclass(frozen=True, kw_only=True, eq=False)
class MotionSet:
    """Ground motions chosen and scaled for a site."""

    target: str
    """Key of the target: a design spectrum, ``spectrum`` (a file) or ``conditional``."""
    source: str
    """Where the target comes from."""
    verified: bool = True
    """Whether the target's tables were checked against the code's text."""
    combination: Combination
    demand: float | None
    """Peak ground acceleration of the demand [m/s2]; none where the target does not give it."""
    period: float
    """T1 of the wall [s]."""
    secant_period: float | None = None
    """Ts of the governing rocking mechanism [s]."""
    shortest: float
    """Range of periods in which the set is compared with the target [s]."""
    longest: float
    """[s]"""
    candidates: int
    """Motions that were looked at."""
    members: tuple[SetMember, ...]
    rules: tuple[SetRule, ...]
    lacks: tuple[Lack, ...]
    refused: tuple[Refused, ...] = ()
    """Candidates that could not be used, with the reason."""
    remarks: tuple[Remark, ...] = ()
    spectra: Table
    """Combined spectrum of each scaled motion: motion, period [s], acceleration [m/s2]."""
    curve: Table
    """Target, mean of the set, mean of the components across, low and high of the target where it has a variance."""

    @property
    def complete(self) -> bool:
        """Whether the set lacks nothing and meets every binding rule: only such a set can show that a wall is safe."""
        return not self.lacks and all(rule.satisfied for rule in self.rules if rule.binding)

    @property
    def events(self) -> int:
        """Number of earthquakes."""
        return len({member.event for member in self.members if member.event and not member.synthetic})

    @property
    def mean_pga(self) -> float:
        """Mean of the peak ground accelerations, scaled [m/s2]."""
        return sum(member.pga for member in self.members) / len(self.members)

    @property
    def broken(self) -> tuple[SetRule, ...]:
        """Binding rules that it breaks and that are no lack."""
        counted = ("motions", "events", "near_fault", "type", "types_given")
        return tuple(rule for rule in self.rules if rule.binding and not rule.satisfied and rule.key not in counted)

    def allowed(
        self, checks: Sequence[Check], *, one_by_one: bool = False, rescaled: bool = False
    ) -> tuple[Check, ...]:
        """Return the checks with those votes that the set allows.

        A set that is not complete can show that a wall fails and cannot show that it is safe: satisfied checks that
        rest on a motion do not vote. This holds for the project's other motions too, since the user wants the verdict
        to rest on a set. The same applies where the motions were ``rescaled`` one by one to a level, and, where each
        check is of one motion (``one_by_one``), to a method that did not judge every motion of the set.
        """
        members = {member.name for member in self.members}
        judged: dict[str, set[str]] = {}
        for check in checks:
            if check.basis is not None:
                judged.setdefault(check.method, set()).add(check.basis.name)

        def doubt(check: Check) -> str:
            if not self.complete:
                return "set_incomplete"
            if rescaled:
                return "set_rescaled"
            return "set_not_all_run" if one_by_one and not members <= judged[check.method] else ""

        return tuple(
            replace(check, votes=False, notes=(*check.notes, doubt(check)))
            if check.satisfied and _rests_on_motion(check) and doubt(check)
            else check
            for check in checks
        )

    def rule(self, key: str) -> SetRule:
        """The rule called ``key``."""
        return next(rule for rule in self.rules if rule.key == key)

    def __str__(self) -> str:
        lines = [
            f"{len(self.members)} motions of {self.events} events for {self.source}, "
            f"{self.shortest:.3g} to {self.longest:.3g} s: {'complete' if self.complete else 'not complete'}"
        ]
        lines += [
            f"  {member.name:<28}{member.factor:>7.3f} x  PGA {member.pga / STANDARD_GRAVITY:.3f} g  {member.event}"
            for member in self.members
        ]
        lines += [f"  lacks {lack.key}: {lack.found} of {lack.needed}" for lack in self.lacks]
        return "\n".join(lines)


def _rests_on_motion(check: Check) -> bool:
    """Return whether a ground motion drives the wall in a check."""
    basis = check.basis
    return basis is not None and basis.driving == "record" and basis.name not in _NO_GROUND_MOTION
