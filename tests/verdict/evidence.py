"""Checks, declarations and circumstances made by hand, for tests of the judge."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pirqa.model.check import (
    EFFECTS,
    LIMIT_STATES,
    Allowance,
    Check,
    Circumstance,
    Circumstances,
    Effect,
    GoverningDemand,
    LimitState,
    MethodDeclaration,
    Place,
)
from pirqa.model.verdict import LimitStateVerdict, Verdict, judge

__all__ = ["DECLARED", "absent", "check", "known", "stones", "verdict_on", "whole"]

_ALL: dict[Effect, Any] = dict.fromkeys(EFFECTS, "included")
STONES = MethodDeclaration(family="stones", limit_states=LIMIT_STATES, full_freedom=True, effects=_ALL)
DRY_STONES = MethodDeclaration(
    family="dry_stones",
    limit_states=LIMIT_STATES,
    full_freedom=True,
    effects={**_ALL, "fill_at_rest": "unsafe", "fill_dynamic": "unsafe", "water": "unsafe", "surcharge": "unsafe"},
)
SECTION = MethodDeclaration(
    family="section",
    limit_states=LIMIT_STATES,
    effects={**_ALL, "returns": "safe", "struts": "safe", "joint_compliance": "unsafe", "lean": "unsafe"},
)
DECLARED = {item.family: item for item in (STONES, DRY_STONES, SECTION)}
DEMAND = 0.3


def absent(**changes: Circumstance) -> dict[Effect, Circumstance]:
    """Return the effects of a wall without any of them, with ``changes``."""
    found: dict[Any, Circumstance] = {effect: Circumstance(presence="absent", origin="test") for effect in EFFECTS}
    return found | changes


def known(
    demand: float | None = DEMAND, *, stands: bool | None = None, survived: float | None = None, **changes: Any
) -> Circumstances:
    """Return the circumstances of a wall in which no effect is present, with ``changes`` of effects."""
    return Circumstances(
        effects=absent(**changes),
        demand=None if demand is None else GoverningDemand(name="site", origin="site", intensity=demand),
        stands=stands,
        survived=survived,
    )


def check(
    capacity: float,
    *,
    name: str = "",
    mode: str = "overturning",
    state: LimitState = "onset",
    family: str = "section",
    at: float | None = DEMAND,
    level: float | None = None,
    **changes: Any,
) -> Check:
    """Return a check of an intensity [g] against the demand of :func:`known`."""
    seismic = state != "gravity"
    demand = (DEMAND if at is None else at) if seismic else 1.0
    made = Check(
        id=name or f"{family}.{mode}.{state}",
        mode=mode,
        limit_state=state,
        method=family,
        place=Place(name="base" if level is None else "joint", level=level),
        demand=demand,
        capacity=capacity,
        unit="",
        source="test",
        family=family,
        intensity=capacity if seismic else None,
        demand_intensity=at if seismic else None,
    )
    return replace(made, **changes)


def stones(capacity: float, **changes: Any) -> Check:
    """Return a check of a method in which every stone may move."""
    return check(capacity, **{"family": "stones", "mode": "mechanism", **changes})


def whole(*checks: Check, circumstances: Circumstances | None = None) -> Verdict:
    return judge(checks, circumstances=circumstances or known(), declarations=DECLARED)


def verdict_on(state: LimitState, *checks: Check, circumstances: Circumstances | None = None) -> LimitStateVerdict:
    return whole(*checks, circumstances=circumstances).of(state)


def allowance(effect: Effect, factor: float) -> Circumstance:
    bound = Allowance(effect=effect, factor=factor, source="closed form")
    return Circumstance(presence="present", origin="test", allowance=bound)
