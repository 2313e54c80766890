"""Verdict: the rules by which evidence becomes a verdict, on walls whose state follows from a closed form.

A state is a number here: 1 shown safe, 0 shown to fail, ½ neither.
"""

from __future__ import annotations

import itertools
import math
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.model import Check, LimitState, Verdict, judge
from pirqa.model.check import (
    EFFECTS,
    LIMIT_STATES,
    Allowance,
    Circumstance,
    Circumstances,
    Effect,
    GoverningDemand,
    MethodDeclaration,
    Place,
    Treatment,
)
from pirqa.verification.case import Case

_case = partial(Case, group="verdict")
_PLACE = 130


if TYPE_CHECKING:
    from pirqa.project import Assessment

_RULES = "docs/theory/verdict.md"
_FLAG = "a state, which either holds or not"
_CLOSED = "closed form, carried through the search for the intensity"
_EXACT = "arithmetic in double precision"
_NUMBER = {"satisfied": 1.0, "not_satisfied": 0.0}


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _safe_walls()
    yield from _unsafe_walls()
    yield from _omissions()
    yield from _bounds()
    yield from _motions()
    yield from _standing()
    yield from _demands()


def _state_case(id: str, quantity: str, expected: float, compute: Callable[[], float], note: str = "") -> Case:
    """Return the case of a state or a count that follows from the rules."""
    return _case(id, quantity, "", _RULES, expected, {"abs": 1e-9}, _FLAG, compute, note)


# ---- walls, from the project file to the verdict ----

_LOOKED_AT = """
[condition]
source = "inspection"
lean = "0 deg"
bulge = "0 m"
compressive_strength = "40 MPa"
foundation = "rock"
first_period = "0.02 s"
vertical_motion = "absent"
both_components = "absent"
duration = "absent"
struts = "absent"
returns = "absent"
mortar = "absent"
crushing = "absent"
cracking = "absent"
decay = "absent"
leaves = "absent"
ground_compliance = "absent"
amplification = "absent"
earlier_damage = "absent"
"""
"""A wall that was inspected in every respect, sound and plumb."""
_FILL = """
[backfill]
unit_weight = "18 kN/m3"
friction_angle = "30 deg"
saturated_unit_weight = "20 kN/m3"
surcharge = { value = "0 kPa", source = "stated" }
water_level = { value = "0 m", source = "stated" }
"""


@cache
def _assessed(height: float, thickness: float, peak: float, extra: str = "", condition: str = _LOOKED_AT) -> Assessment:
    """Return a prism of stone of 24 kN/m3 on rock under ``peak`` [g], assessed by statics."""
    # late, as other groups do not need it
    from pirqa.project import parse_project, run_project

    text = f"""
format = 1
analyses = ["statics"]
[project]
name = "Prism"
[materials.stone]
unit_weight = {{ value = "24 kN/m3", source = "stated" }}
[wall]
height = {{ value = "{height} m", source = "stated" }}
thickness = {{ value = "{thickness} m", source = "stated" }}
material = "stone"
[base]
kind = "rock"
friction_angle = {{ value = "35 deg", source = "stated" }}
[joints]
friction_angle = {{ value = "35 deg", source = "stated" }}
normal_stiffness = {{ value = "2e10 N/m3", source = "stated" }}
[site]
acceleration = {{ value = "{peak} g", source = "stated" }}
"""
    with tempfile.TemporaryDirectory() as folder:
        return run_project(parse_project(text + extra + condition), Path(folder) / "results")


def _state(verdict: Verdict, limit_state: LimitState) -> float:
    return _NUMBER.get(verdict.of(limit_state).state, 0.5)


def _worst_state(verdict: Verdict) -> float:
    return min(_state(verdict, name) for name in LIMIT_STATES)


def _safe_walls() -> Iterator[Case]:
    yield _state_case("verdict.safe.block", "worst state of a block as deep as high at 0.05 g, everything else absent",
        1.0, lambda: _worst_state(_assessed(1.0, 1.0, 0.05).verdict),
        "t/h = 1 and tan 35° = 0.70 against 0.05.")  # fmt: skip
    yield _state_case("verdict.safe.free_wall",
        "worst state of a free wall of 2.4 m by 1.0 m at 0.3 g, everything else absent", 1.0,
        lambda: _worst_state(_assessed(2.4, 1.0, 0.3).verdict), "t/h = 0.417 and 0.70 against 0.3.")  # fmt: skip
    yield _state_case("verdict.safe.half_fill",
        "worst state, wet season included, of a wall of 2.4 m by 0.469 m that retains 1.2 m of fill at 0.05 g", 1.0,
        lambda: min(_worst_state(_half_filled()), _NUMBER.get(_half_filled().wet.state, 0.5)),
        "At rest 3.67, with water to the top of the fill and uplift 1.36, at 0.05 g 1.71.")  # fmt: skip


def _half_filled() -> Verdict:
    return _assessed(2.4, 0.469, 0.05, f'{_FILL}height = "1.2 m"\n').verdict


def _retaining_factor() -> float:
    checks = [check for check in _assessed(2.4, 0.469, 0.05, _FILL).checks if check.limit_state == "gravity"]
    return min(check.factor for check in checks if check.mode == "overturning" and not check.season and check.votes)


def _unsafe_walls() -> Iterator[Case]:
    yield _state_case("verdict.unsafe.slender", "onset of a wall with t/h = 0.1 at 0.3 g", 0.0,
        lambda: _state(_assessed(3.0, 0.3, 0.3).verdict, "onset"))  # fmt: skip
    yield _case("verdict.unsafe.slender.intensity", "intensity from which its onset is shown", "g", "closed form: t/h",
        0.1, {"rel": 1e-6}, _CLOSED,
        lambda: _assessed(3.0, 0.3, 0.3).verdict.intensity("onset")[1] or math.nan)  # fmt: skip
    yield _case("verdict.unsafe.retaining.overturning",
        "factor against overturning at rest of a wall of 2.4 m by 0.469 m that retains fill to its top", "",
        "closed form: 3 γw t²/(K_A γ H²), thrust at H/3", 3 * 24 * 0.469**2 / (18 / 3 * 2.4**2), {"rel": 1e-9}, _EXACT,
        _retaining_factor, "With all of the thrust at 0.6 H it would be 0.255.")  # fmt: skip
    yield _state_case("verdict.unsafe.retaining.states", "number of limit states of it that are shown safe", 0.0,
        lambda: sum(item.state == "satisfied" for item in _assessed(2.4, 0.469, 0.05,
        _FILL).verdict.limit_states))  # fmt: skip
    yield _state_case("verdict.unsafe.wet",
        "gravity in the wet season of a wall of 2.4 m by 0.35 m that retains 1.2 m of fill and stands dry", 0.0,
        lambda: _NUMBER.get(_assessed(2.4, 0.35, 0.02, f'{_FILL}height = "1.2 m"\n').verdict.wet.state, 0.5),
        "Dry 2.04, wet 0.82.")  # fmt: skip
    yield _state_case("verdict.unsafe.not_stated",
        "number of states in an earthquake that are shown safe of this free wall, with no condition stated", 0.0,
        lambda: sum(item.state == "satisfied" for item in _assessed(2.4, 1.0, 0.3, "", "").verdict.limit_states[1:]),
        "What is not known counts as present.")  # fmt: skip


# ---- evidence made by hand ----

_INCLUDED: dict[Effect, Treatment] = dict.fromkeys(EFFECTS, "included")
_DECLARED = {
    "stones": MethodDeclaration(family="stones", limit_states=LIMIT_STATES, full_freedom=True, effects=_INCLUDED),
    "section": MethodDeclaration(
        family="section", limit_states=LIMIT_STATES, effects={**_INCLUDED, "struts": "safe", "fill_dynamic": "unsafe"}
    ),
}


def _check(capacity: float, mode: str = "overturning", state: LimitState = "onset", family: str = "section") -> Check:
    """Return a check of an intensity [g], computed for a demand of 0.3 g; of a ratio, for gravity."""
    seismic = state != "gravity"
    return Check(
        id=f"{family}.{state}.{mode}",
        mode=mode,
        limit_state=state,
        method=family,
        place=Place(name="base"),
        demand=0.3 if seismic else 1.0,
        capacity=capacity,
        unit="",
        source="made up",
        family=family,
        intensity=capacity if seismic else None,
        demand_intensity=0.3 if seismic else None,
    )


_SLIDING = _check(0.5, "sliding")
_TURNING = _check(0.36)


def _known(
    demand: float | None = 0.3, *, stands: bool | None = None, survived: float | None = None, **effects: Circumstance
) -> Circumstances:
    given: dict[Any, Circumstance] = {effect: Circumstance(presence="absent", origin="stated") for effect in EFFECTS}
    return Circumstances(
        effects=given | effects,
        demand=None if demand is None else GoverningDemand(name="site", origin="site", intensity=demand),
        stands=stands,
        survived=survived,
    )


def _judged(*checks: Check, known: Circumstances | None = None) -> Verdict:
    return judge(checks, circumstances=_known() if known is None else known, declarations=_DECLARED)


def _on(state: LimitState, *checks: Check, known: Circumstances | None = None) -> float:
    return _state(_judged(*checks, known=known), state)


def _fill(factor: float | None = None) -> Circumstances:
    allowance = None if factor is None else Allowance(effect="fill_dynamic", factor=factor, source="closed form")
    return _known(fill_dynamic=Circumstance(presence="present", allowance=allowance))


def _omissions() -> Iterator[Case]:
    yield _state_case("verdict.omission.unsafe", "onset by a method without the fill that is there: 0.36 g against 0.3 "
        "g", 0.5, lambda: _on("onset", _SLIDING, _TURNING, known=_fill()))  # fmt: skip
    yield _state_case("verdict.omission.unknown", "the same where nothing states whether there is a fill", 0.5,
        lambda: _on("onset", _SLIDING, _TURNING,
        known=_known(fill_dynamic=Circumstance(presence="unknown"))))  # fmt: skip
    yield _state_case("verdict.omission.failure", "a method that leaves out the fill and fails without it: 0.2 g "
        "against 0.3 g", 0.0, lambda: _on("onset", _SLIDING, _check(0.2), known=_fill()))  # fmt: skip
    yield _case("verdict.omission.bounded", "greatest intensity shown safe where the fill takes a tenth at most of "
        "0.36 g", "g", _RULES, 0.9 * 0.36, {"rel": 1e-12}, _EXACT,
        lambda: _judged(_SLIDING, _TURNING, known=_fill(0.9)).intensity("onset")[0] or math.nan)  # fmt: skip
    yield _state_case("verdict.omission.favourable",
        "a method that leaves out struts that are there, and fails without them", 0.5,
        lambda: _on("onset", _SLIDING, _check(0.2), known=_known(struts=Circumstance(presence="present"))))  # fmt: skip


def _bounds() -> Iterator[Case]:
    low = replace(_check(0.2, "mechanism", family="stones"), id="low", bound="lower")
    high = replace(_check(0.5, "mechanism", family="stones"), id="high", bound="upper")
    yield _state_case("verdict.bound.lower", "a lower bound of 0.2 g against 0.3 g", 0.5, lambda: _on("onset", low))
    yield _state_case("verdict.bound.upper", "an upper bound of 0.5 g against 0.3 g", 0.5, lambda: _on("onset", high))
    for end, expected in enumerate((0.2, 0.5)):
        yield _case(f"verdict.bound.interval.{('low', 'high')[end]}", "end of the interval that a lower bound of 0.2 g "
            "and an upper bound of 0.5 g leave", "g", _RULES, expected, {"abs": 1e-9}, _EXACT,
            partial(lambda end: _judged(low, high).intensity("onset")[end] or math.nan, end))  # fmt: skip
    upper = replace(_check(0.15), id="above", place=Place(name="joint", level=6.1))
    yield _state_case("verdict.question.parts", "onset where the base holds 0.36 g and the part above 6.1 m holds 0.15 "
        "g, against 0.3 g", 0.0, lambda: _on("onset", _SLIDING, _TURNING, upper),
        "Two parts are two questions: the worst governs, and nothing disagrees.")  # fmt: skip
    yield _state_case("verdict.question.modes", "onset where only overturning was asked: 0.36 g against 0.3 g", 0.5,
        lambda: _on("onset", _TURNING))  # fmt: skip
    yield _state_case("verdict.question.same", "onset where two estimates of one part and mode are 0.36 g and 0.2 g, "
        "against 0.3 g", 0.5, lambda: _on("onset", _SLIDING, _TURNING, replace(_check(0.2), id="other")))  # fmt: skip


def _motions() -> Iterator[Case]:
    one = replace(_check(0.5, "falling", "wall_falls", "stones"), id="one", bound="upper", motions=1)
    complete = replace(_check(0.36, "falling", "wall_falls", "stones"), id="set", bound="lower", motions=7)
    falls = replace(one, capacity=0.2, intensity=0.2)
    yield _state_case("verdict.motion.one.stands", "one motion in which the wall stands", 0.5,
        lambda: _on("wall_falls", one))  # fmt: skip
    yield _state_case("verdict.motion.one.falls", "one motion in which the wall falls", 0.0,
        lambda: _on("wall_falls", falls))  # fmt: skip
    yield _state_case("verdict.motion.weaker", "a motion of 0.15 g in which the wall stands, where the site asks for "
        "0.45 g", 0.5, lambda: _on("wall_falls", replace(complete, demand=0.15, demand_intensity=0.15, intensity=None,
        capacity=1.0), known=_known(0.45)))  # fmt: skip
    yield _state_case("verdict.motion.set",
        "a set of seven motions that is safe, with one motion of its own in which the wall falls", 1.0,
        lambda: _on("wall_falls", falls, complete), "Once a complete set has run, the set decides.")  # fmt: skip


def _standing() -> Iterator[Case]:
    rest = _check(0.458, state="gravity")
    yield _state_case("verdict.standing.not_stated", "gravity by a factor of 0.458", 0.0, lambda: _on("gravity", rest))
    yield _state_case("verdict.standing.contradicted", "the same of a wall that stands: it contradicts the inputs", 0.5,
        lambda: _on("gravity", rest, known=_known(stands=True)))  # fmt: skip
    falls = _check(0.15, "mechanism", "wall_falls", "stones")
    yield _state_case("verdict.standing.survived", "a wall that falls from 0.15 g by a method and survived 0.2 g, "
        "against 0.3 g", 0.5, lambda: _on("wall_falls", falls, known=_known(survived=0.2)))  # fmt: skip


def _demands() -> Iterator[Case]:
    rows = (_SLIDING, _TURNING, replace(_check(0.4, "mechanism", family="stones"), bound="lower"))
    yield _state_case("verdict.demand.none", "number of limit states shown safe without a demand", 0.0,
        lambda: sum(item.state == "satisfied" for item in _judged(*rows,
        known=_known(None)).limit_states[1:]))  # fmt: skip
    yield _state_case("verdict.demand.larger", "number of steps from 0.01 to 1 g at which a larger demand improves a "
        "state", 0.0, lambda: _improvements(rows))  # fmt: skip
    yield _state_case("verdict.order",
        "number of verdicts that the order of the checks, or a check given twice, makes of them", 1.0,
        lambda: len({str(_judged(*order, rows[0])) for order in itertools.permutations(rows)}))  # fmt: skip


def _improvements(rows: tuple[Check, ...]) -> float:
    found = [_judged(*rows, known=_known(0.01 * step)) for step in range(1, 101)]
    return float(
        sum(
            _state(larger, name) > _state(smaller, name)
            for smaller, larger in itertools.pairwise(found)
            for name in LIMIT_STATES
        )
    )
