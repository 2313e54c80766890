"""Rules of a set of motions and of single motions, and what a set lacks until it can show that a wall is safe.

Sources: E.030-2018 Art. 30.1 (mean of the SRSS spectra, one factor for both components, 0.2 T to 1.5 T) and Art. 30.3.3
(mean response for seven sets or more); limits of the scale factor, of motions of one event and of synthetic ones are
this program's, from the practice of ASCE 7-22 §16.2.2 and NIST GCR 11-917-15 (not compared with their texts).

A single motion decides nothing about safety. It shows failure where it asks no more of the wall than the demand does:
its factor is within a quarter and eight, its spectrum is nowhere above 1.3 times the target in the range of periods of
the set, and both horizontal components act as they were recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.model.ground_motion import GroundMotion
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.sets.characteristics import combine
from pirqa.motion.sets.options import Combination, Mechanism
from pirqa.motion.sets.result import Lack, MotionSet, SetMember, SetRule
from pirqa.motion.spectra import response_spectrum

LEAST_MOTIONS, LEAST_EVENTS, MOST_OF_EVENT = 7, 6, 2
LEAST_FACTOR, FACTOR_LIMIT = 0.25, 4.0
"""Scale factors at the demand that need no remark."""
_PGA = (0.8, 1.3)
"""Mean peak acceleration of the set over that of the demand."""
_REMARK_KEYS = {"synthetic": "set_synthetic_above"}
"""Keys of remarks that are not the rule's own: ``set_synthetic`` names the synthetic motions."""
_MEASURES = (0.5, 2.0)
"""Mean velocity and duration of the set over those that the governing earthquake implies."""


def near_fault_needed(count: int) -> int:
    """Return how many motions must be near-fault where an active fault is near: two of seven.

    >>> near_fault_needed(7), near_fault_needed(11)
    (2, 4)
    """
    return -(-2 * count // 7)


def count_rules(
    members: Sequence[SetMember], *, types: Mapping[Mechanism, int], near_fault: bool
) -> tuple[SetRule, ...]:
    """Return the rules about how many motions there are, of how many events, of which type."""
    synthetic = sum(member.synthetic for member in members)
    # a signal is an earthquake of its own, a matched record is of that of its record, an unknown earthquake may be any
    events = Counter(member.event for member in members if member.event or not member.synthetic)
    total_events = sum(1 for event in events if event) + sum(
        1 for member in members if member.synthetic and not member.event
    )
    most = max(events.values(), default=0)
    allowed = 3 * max(len(members), LEAST_MOTIONS) // 7
    rules = [
        _rule("motions", len(members), least=LEAST_MOTIONS),
        _rule("events", total_events, least=LEAST_EVENTS),
        _rule("of_one_event", most, most=MOST_OF_EVENT),
        _rule("synthetic", synthetic, most=allowed),
    ]
    if near_fault:
        found = sum(member.near_fault or member.pulse_period is not None for member in members)
        rules.append(_rule("near_fault", found, least=near_fault_needed(max(len(members), LEAST_MOTIONS))))
    if not types:  # whether one is missing cannot be known
        rules.append(_rule("types_given", 0, least=1))
    for name, needed in types.items():
        rules.append(_rule("type", sum(member.mechanism == name for member in members), least=needed, text=name))
    return tuple(rules)


def fit_rules(
    *,
    lowest: float,
    lowest_period: float,
    floor: float,
    factors: Sequence[float],
    pga: float | None,
    across: float,
    measured: Mapping[str, float],
) -> tuple[SetRule, ...]:
    """Return the rules about how the set fits its target.

    ``lowest`` is the least ratio of its mean to the target, at ``lowest_period`` [s], and ``floor`` what it must be;
    ``pga`` the ratio of its mean peak acceleration to the demand's; ``across`` the least ratio of the mean of the
    components that drive the wall across; ``measured`` ratios of its mean velocity and duration to those implied.
    """
    rules = [
        _rule("mean", lowest, least=floor, slack=1e-6, text=f"{lowest_period:.3g} s"),
        _rule("least_factor", min(factors), least=LEAST_FACTOR, slack=1e-9),
        _rule("greatest_factor", max(factors), most=FACTOR_LIMIT, binding=False, slack=1e-9),
        _rule("greatest_factor_ever", max(factors), most=2.0 * FACTOR_LIMIT, slack=1e-9),
    ]
    if pga is not None:
        rules.append(_rule("pga_low", pga, least=_PGA[0]))
        rules.append(_rule("pga_high", pga, most=_PGA[1], binding=False))
    rules.append(_rule("across", across, least=1.0, binding=False, slack=1e-6))
    rules += [
        SetRule(
            key=key,
            found=ratio,
            least=_MEASURES[0],
            most=_MEASURES[1],
            satisfied=_MEASURES[0] <= ratio <= _MEASURES[1],
            binding=False,
        )
        for key, ratio in measured.items()
    ]
    return tuple(rules)


def lacks_of(rules: Sequence[SetRule]) -> tuple[Lack, ...]:
    """Return what the set lacks: too few motions or events, or a type of earthquake."""
    lacks: list[Lack] = []
    for rule in rules:
        if rule.satisfied or rule.least is None:
            continue
        found, needed = round(rule.found), round(rule.least)
        if rule.key in ("motions", "events"):
            lacks.append(Lack(kind="too_few", key=rule.key, found=found, needed=needed))
        elif rule.key in ("near_fault", "types_given"):
            lacks.append(Lack(kind="type_missing", key=rule.key, found=found, needed=needed))
        elif rule.key == "type":
            lacks.append(Lack(kind="type_missing", key=rule.text, found=found, needed=needed))
    return tuple(lacks)


def rule_remarks(rules: Sequence[SetRule]) -> tuple[Remark, ...]:
    """Return a remark for each rule that is broken and is no lack."""
    return tuple(
        Remark(
            kind="warning",
            key=_REMARK_KEYS.get(rule.key, f"set_{rule.key}"),
            amount=rule.found,
            stated=rule.least if rule.least is not None and rule.found < rule.least else rule.most,
            text=rule.text,
        )
        for rule in rules
        if not rule.satisfied and rule.key not in ("motions", "events", "near_fault", "type", "types_given")
    )


def _rule(
    key: str,
    found: float,
    *,
    least: float | None = None,
    most: float | None = None,
    binding: bool = True,
    slack: float = 0.0,
    text: str = "",
) -> SetRule:
    good = (least is None or found >= least * (1.0 - slack)) and (most is None or found <= most * (1.0 + slack))
    return SetRule(key=key, found=float(found), least=least, most=most, satisfied=good, binding=binding, text=text)


ABOVE_TARGET = 1.3
"""Greatest ratio of a single motion's spectrum to the target."""
SINGLE_LEAST_FACTOR, SINGLE_MOST_FACTOR = 0.25, 8.0
_HORIZONTAL = ("across", "along")
_SLACK = 1e-6


@dataclass(frozen=True, kw_only=True, eq=False)
class TargetRange:
    """A target spectrum over the periods that matter."""

    periods: FloatArray
    """[s]"""
    acceleration: FloatArray
    """[m/s2], of the shape of ``periods``."""
    combination: Combination

    @classmethod
    def of_set(cls, found: MotionSet) -> TargetRange:
        """Return the target of a set."""
        return cls(
            periods=np.asarray(found.curve["period"], dtype=float),
            acceleration=np.asarray(found.curve["target"], dtype=float),
            combination=found.combination,
        )


def is_admissible(motion: GroundMotion, target: TargetRange, factor: float = 1.0) -> bool:
    """Return whether ``motion``, scaled by ``factor`` once more, may show failure by itself."""
    names = {direction.name for direction in motion.directions}
    if not motion.origin.file or not set(_HORIZONTAL) <= names or not _factor_is_moderate(motion.factor * factor):
        return False
    spectra = np.array(
        [
            response_spectrum(
                np.ascontiguousarray(motion.acceleration[:, motion.column(name)]), motion.step, periods=target.periods
            ).psa
            for name in _HORIZONTAL
        ]
    )
    own = abs(factor) * combine(spectra, target.combination)
    return bool((own <= ABOVE_TARGET * target.acceleration * (1.0 + _SLACK)).all())


def is_admissible_member(found: MotionSet, name: str, factor: float = 1.0) -> bool:
    """Return whether the member ``name``, times ``factor`` on its scale at the demand of the set, may show failure."""
    member = next(item for item in found.members if item.name == name)
    if member.synthetic or not _factor_is_moderate(member.factor * factor):
        return False
    target = TargetRange.of_set(found)
    rows = np.asarray(found.spectra["motion"]) == name
    periods = np.asarray(found.spectra["period"], dtype=float)[rows]
    values = np.asarray(found.spectra["acceleration"], dtype=float)[rows]
    own = np.exp(np.interp(np.log(target.periods), np.log(periods), np.log(values)))
    return bool((own * factor <= ABOVE_TARGET * target.acceleration * (1.0 + _SLACK)).all())


def _factor_is_moderate(factor: float) -> bool:
    return SINGLE_LEAST_FACTOR * (1.0 - _SLACK) <= abs(factor) <= SINGLE_MOST_FACTOR * (1.0 + _SLACK)
