"""A set of ground motions: its members, how it meets the rules, what it lacks, and the set as files."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from typing import Any, Literal

from pirqa.model.bounds import field_dimensions
from pirqa.model.check import Check
from pirqa.model.remark import Remark, Table
from pirqa.motion.sets.characteristics import Refused
from pirqa.motion.sets.options import Combination, SetOptions
from pirqa.units import STANDARD_GRAVITY

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


_HEAD = (
    "name",
    "event",
    "date",
    "magnitude",
    "type",
    "distance [km]",
    "station",
    "agency",
    "factor",
    "PGA [g]",
    "PGV [m/s]",
    "D5-95 [s]",
    "Tm [s]",
    "Vs30 [m/s]",
    "near_fault",
    "pulse_period [s]",
    "synthetic",
    "component_across",
    "files",
    "source",
    "licence",
    "note",
)


def set_files_of(found: MotionSet) -> dict[str, str]:
    """Return the text of each file that stands beside the set in a results folder, by the file's name."""
    return {"set.csv": set_csv(found), "refused.csv": refused_csv(found)}


def set_csv(found: MotionSet) -> str:
    """Return the members as CSV, a row each; unknown values are empty."""
    return _csv(_HEAD, (_row(member) for member in found.members))


def refused_csv(found: MotionSet) -> str:
    """Return the refused candidates as CSV, each with the reason."""
    return _csv(("name", "reason"), ((item.name, item.reason) for item in found.refused))


def _row(member: SetMember) -> tuple[str, ...]:
    return (
        member.name,
        member.event,
        member.date,
        _number(member.magnitude),
        member.mechanism,
        _number(None if member.distance is None else member.distance / 1e3),
        member.station,
        member.agency,
        _number(member.factor),
        _number(member.pga / STANDARD_GRAVITY),
        _number(member.pgv),
        _number(member.duration),
        _number(member.mean_period),
        _number(member.vs30),
        "yes" if member.near_fault else "no",
        _number(member.pulse_period),
        "yes" if member.synthetic else "no",
        member.across,
        "; ".join(member.files),
        member.citation,
        member.licence,
        member.note,
    )


def _number(value: float | None) -> str:
    return "" if value is None or not math.isfinite(value) else f"{value:.6g}"


def _csv(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()


def set_toml(options: SetOptions, *, design: object | None = None, found: MotionSet | None = None) -> str:
    """Return the tables ``[motion.set]`` and ``[motion.design]`` that ask for a set; only what is not the default.

    With ``found``, a comment names its members, so that the choice can be kept when candidates are added later.

    >>> print(set_toml(SetOptions(period=0.25, types={"normal": 2})), end="")
    [motion.set]
    period = "0.25 s"
    <BLANKLINE>
    [motion.set.types]
    normal = 2
    """
    lines = _table("motion.set", options)
    if found is not None:
        names = ", ".join(json.dumps(member.name) for member in found.members if member.files)
        at = next((number for number, line in enumerate(lines) if not line), len(lines))
        lines.insert(at, f"# include = [{names}]  # keeps these motions whatever candidates are added")
    if design is not None:
        for item in fields(design):  # type: ignore[arg-type]
            code = getattr(design, item.name)
            if code is not None:
                lines += ["", *_table(f"motion.design.{item.name}", code)]
    return "\n".join(lines) + "\n"


def _table(name: str, value: Any) -> list[str]:
    """Return the lines of a table: its own values, then its inner tables."""
    lines, inner = [f"[{name}]"], []
    dimensions = field_dimensions(type(value))
    for item in fields(value):
        given = getattr(value, item.name)
        if given is None or _is_default(item, given):
            continue
        if is_dataclass(given):
            inner += ["", *_table(f"{name}.{item.name}", given)]
        elif isinstance(given, Mapping):
            inner += ["", f"[{name}.{item.name}]", *(f"{key} = {_toml(entry)}" for key, entry in given.items())]
        elif item.name in dimensions and dimensions[item.name].si:
            lines.append(f'{item.name} = "{float(given)!r} {dimensions[item.name].si}"')
        else:
            lines.append(f"{item.name} = {_toml(given)}")
    return [*lines, *inner]


def _is_default(item: Field[Any], given: object) -> bool:
    default = item.default_factory() if item.default_factory is not MISSING else item.default
    return bool(given == default)


def _toml(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    # a JSON string, number or truth value is one of TOML too
    return json.dumps(value, ensure_ascii=False)
