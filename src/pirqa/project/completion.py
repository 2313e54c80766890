"""Analyses that run by themselves: those that could answer a limit state which the listed analyses leave open.

A verdict is asked with a check that the analysis could make: one at the upper end of what is known, one at the lower
end. Where either decides an open limit state, the analysis runs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pirqa.model.check import Check, Circumstances, LimitState, MethodDeclaration, Place
from pirqa.model.verdict import Evidence, State, Verdict, judge
from pirqa.model.wall import Wall
from pirqa.project.circumstances import circumstances_of
from pirqa.project.load import Project, with_analysis
from pirqa.project.stage import Offer, Stage
from pirqa.project.stages import BY_NAME, STAGES, declarations

_ANSWERED: tuple[LimitState, ...] = ("onset", "stones_fall", "wall_falls")
"""Limit states that the start of motion may answer: what does not move does not fall."""
_OPEN: tuple[State, ...] = ("not_shown", "undetermined", "not_assessed")
_STRONG = 1e3
"""Capacity over demand of a wall that nothing moves."""


@dataclass(frozen=True, kw_only=True)
class Completion:
    """An analysis that the project does not list and that ran by itself."""

    stage: str
    limit_states: tuple[LimitState, ...]
    """Limit states that were open and that it could answer."""
    seconds: float
    """Expected time on one processor [s]."""
    failure: str = ""
    """Why it gave no result; empty where it gave one."""


@dataclass(frozen=True, kw_only=True)
class PendingCompletion:
    """An analysis that is to run by itself."""

    stage: Stage
    project: Project
    """The project with this analysis and its options."""
    completion: Completion


def verdict_of(checks: Iterable[Check], circumstances: Circumstances, stages: Mapping[str, Any]) -> Verdict:
    """Return the verdict that ``checks`` of the results ``stages`` support."""
    checks = tuple(checks)
    partial = {state for name in stages if BY_NAME[name].partial for state in stages[name].partial}
    return judge(checks, circumstances=circumstances, declarations=declared_for(checks), partial=partial)


def declared_for(checks: Iterable[Check]) -> dict[str, MethodDeclaration]:
    """Return declarations by family: those of the stages that the ids of ``checks`` name, or all."""
    checks = tuple(checks)
    found = declarations({check.id.partition(".")[0] for check in checks} & set(BY_NAME))
    return found if {check.family for check in checks} <= set(found) else declarations()


def completes(project: Project) -> bool:
    """Whether analyses may run by themselves in ``project``: [verdict] allows it, and its stones are not made up."""
    survey = project.options["survey"]
    return bool(project.parsed.verdict.complete) and survey is not None and survey.generate is None


def next_completion(
    project: Project, stages: Mapping[str, Any], left_out: Collection[str] = ()
) -> PendingCompletion | None:
    """Return the analysis that could answer an open limit state, the one that takes least time first.

    Parameters
    ----------
    project
        The project with the analyses that have run.
    stages
        Their results by name.
    left_out
        Analyses that gave no result.
    """
    survey = stages.get("survey")
    wall: Wall | None = None if survey is None else survey.wall
    if not completes(project) or wall is None or not wall.stones:
        return None
    circumstances = circumstances_of(project, stages)
    checks = [check for result in stages.values() for check in getattr(result, "checks", ())]
    if circumstances.demand is None or all(check.limit_state == "gravity" for check in checks):
        return None

    def judged(extra: Iterable[Check]) -> Verdict:
        return verdict_of([*checks, *extra], circumstances, stages)

    now = judged(())
    pending = [
        found
        for stage in STAGES
        if stage.offer is not None and stage.name not in stages and stage.name not in left_out
        for found in _pending(stage, project, wall, now, judged)
    ]
    return min(pending, key=lambda item: (item.completion.seconds, item.stage.name), default=None)


def _pending(
    stage: Stage, project: Project, wall: Wall, now: Verdict, judged: Callable[[Iterable[Check]], Verdict]
) -> Iterator[PendingCompletion]:
    """Yield ``stage`` with its options, where it could answer an open limit state."""
    states = tuple(state for state in _ANSWERED if now.of(state).state in _OPEN)
    method = next((item for item in stage.declarations if item.full_freedom and "onset" in item.limit_states), None)
    offer = None if stage.offer is None or not states else stage.offer(project, wall)
    demand = now.circumstances.demand
    if offer is None or method is None or demand is None:
        return
    ends = {way: _known_ends(now, method, way) for way in offer.ways}
    strong = {way: min(high, _STRONG * demand.intensity) for way, (_, high) in ends.items()}
    weak = {way: low for way, (low, _) in ends.items()}
    safe, failing = (judged(_supposed(method, offer, found, demand.intensity)) for found in (strong, weak))
    answered = tuple(
        state for state in states if safe.of(state).state == "satisfied" or failing.of(state).state == "not_satisfied"
    )
    if not answered:
        return
    options = offer.options(_needed(safe, method, demand.intensity))
    yield PendingCompletion(
        stage=stage,
        project=with_analysis(project, stage.name, options),
        completion=Completion(stage=stage.name, limit_states=answered, seconds=offer.seconds(options)),
    )


def _supposed(
    method: MethodDeclaration, offer: Offer, capacities: Mapping[str, float], demand: float
) -> Iterator[Check]:
    """Yield checks as the method would make them, with these capacities by direction [g]."""
    for way, capacity in capacities.items():
        yield Check(
            id=f"{method.family}.{way}",
            mode="mechanism",
            limit_state="onset",
            method=method.family,
            scenario=way,
            place=Place(name="whole_wall"),
            demand=demand,
            capacity=capacity,
            unit="",
            source="",
            family=method.family,
            intensity=capacity,
            demand_intensity=demand,
            includes=offer.includes,
        )


def _needed(safe: Verdict, method: MethodDeclaration, demand: float) -> float:
    """Return the capacity [g] that shows safety with the allowances of the method; the demand where nothing can."""
    rows = [row for row in safe.of("onset").evidence if row.check.family == method.family and row.is_lower]
    return demand / min((row.kept for row in rows if row.kept > 0.0), default=1.0)


def _known_ends(now: Verdict, method: MethodDeclaration, way: str) -> tuple[float, float]:
    """Return the least and the greatest capacity [g] that ``method`` may find, by other methods on the stones."""
    families: dict[str, dict[str, list[Evidence]]] = {}
    for row in now.of("onset").evidence:
        if row.full_freedom and row.check.votes and row.check.scenario == way and row.check.intensity is not None:
            families.setdefault(row.check.family, {}).setdefault(row.check.method, []).append(row)
    lows, highs = [0.0], [math.inf]
    for corners in families.values():
        lows.append(min(max(_lows(rows, method), default=0.0) for rows in corners.values()))
        highs.append(max(min(_highs(rows), default=math.inf) for rows in corners.values()))
    return max(lows), min(highs)


def _lows(rows: Iterable[Evidence], method: MethodDeclaration) -> Iterator[float]:
    """Yield lower ends, less what the effects take that ``method`` includes and the evidence leaves out."""
    for row in rows:
        if row.check.bound == "upper":
            continue
        included = [
            item for item in row.omissions if item.side == "unsafe" and method.treatment(item.effect) == "included"
        ]
        yield (row.check.intensity or 0.0) * math.prod(item.factor or 0.0 for item in included)


def _highs(rows: Iterable[Evidence]) -> Iterator[float]:
    for row in rows:
        if row.check.bound != "lower" and row.check.intensity is not None:
            yield row.check.intensity
