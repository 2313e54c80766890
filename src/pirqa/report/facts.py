"""What page one needs besides the verdict: numbers of the assessment, and what an inspection would settle."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from pirqa.model.check import Check, Circumstance, Effect
from pirqa.model.verdict import Evidence, LimitStateVerdict, Verdict
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.project.circumstances import LEAN_ALLOWED, STRENGTH_ALLOWED
from pirqa.project.origins import InputRow
from pirqa.project.sensitivity import Sensitivity
from pirqa.project.stages import STAGES
from pirqa.report.verdict import OF_SHAKING, Ladders, governing_check, governs, ladders_of, omitted, seasons
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

if TYPE_CHECKING:
    from pirqa.codes.result import Retrofit
    from pirqa.dynamics.trajectory import Trajectory
    from pirqa.experiments.damage import Outcome

_HISTORIES = (("ida", "films", "film_outcomes"), ("dynamics", "runs", "outcomes"))
"""Stages that keep whole histories, with the attributes of their runs and outcomes."""
Side = Literal["front", "back"]
_STRUTS = ("limit.struts.", "dynamics.struts.")
"""Tables of the project file whose sub-tables are struts."""
_DEMANDS = ("motion.design", "pushover.spectra", "codes.spectra", "sweep.demands")
"""Tables of the project file whose sub-tables may be the demand that governs."""
Question = tuple[str, LimitStateVerdict]
"""Limit state or season, as page one names it, and its verdict."""
_DECIDED = ("satisfied", "not_satisfied")


@dataclass(frozen=True, kw_only=True)
class FirstFall:
    """The first stone that fell in a run."""

    stone: str
    time: float
    """Since the action began [s]."""
    count: int
    """Stones that fell in the same run."""
    total: int
    """Stones that could fall."""
    wall: bool = True
    """Whether so many fell that the wall, or a part of it, counts as fallen."""
    whole: bool = False
    """Whether so many fell that the whole wall counts as fallen."""
    level: float | None = None
    """Height of the stone above the base [m]."""
    distance: float | None = None
    """Its distance from the left end [m]."""
    intensity: float | None = None
    """Peak ground acceleration of the run [g], where the run belongs to a set."""


@dataclass(frozen=True, kw_only=True)
class Residual:
    """Displacements that remain after the earthquakes at the demand in which nothing fell."""

    largest: float
    """[m]"""
    tolerance: float
    """[m]"""


@dataclass(frozen=True, kw_only=True)
class Extent:
    """Extent of a zone of the wall."""

    bottom: float
    """Above the base [m]."""
    top: float
    """Above the base [m]."""
    start: float | None = None
    """Distance from the left end [m], where the zone starts there."""
    end: float | None = None
    """Distance from the left end [m], where the zone ends before the right end."""


@dataclass(frozen=True, kw_only=True)
class TurningPart:
    """Part of the wall that turns in a mechanism."""

    level: float
    """Height of its foot above the base [m]."""
    thickness: float
    """Thickness at its foot [m]."""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What page one needs from an assessment besides its verdict."""

    height: float | None = None
    """Height of the wall above its base [m]."""
    reach: float | None = None
    """Largest distance of a fallen stone from the wall's faces in the runs [m]; None where none fell."""
    reach_runs: int = 1
    """Runs in which that distance was looked for."""
    left: float | None = None
    """Station of the wall's left end [m]."""
    first_fall: FirstFall | None = None
    residual: Residual | None = None
    ladders: Ladders = field(default_factory=dict)
    """By limit state, where a set of motions was run at rising intensity."""
    pictured: bool = False
    """Whether the part that goes first can be drawn."""
    stones: int = 0
    """Stones of the wall; with none there is nothing to shake."""
    analyses: tuple[str, ...] = ()
    """Analyses that this version knows, so that a next step names one that exists."""
    assumed: int = 0
    inputs: int = 0
    sensitivities: tuple[Sensitivity, ...] = ()
    retrofits: tuple[Retrofit, ...] = ()
    inspected: Verdict | None = None
    """Verdict of the same checks if none of the effects that nobody has stated is there."""
    zones: Mapping[str, Extent] = field(default_factory=dict)
    """Zones of the wall by name."""
    strut_level: float | None = None
    """Height of the highest struts above the base [m]."""
    strut_side: Side | None = None
    """Side of the wall on which all struts stand."""
    demand_assumed: tuple[str, ...] = ()
    """Keys of the assumed inputs that the governing demand follows from."""
    length: float | None = None
    """Length of the wall [m], where what governs was computed in its cross-section."""
    turning: Mapping[str, TurningPart] = field(default_factory=dict)
    """Part that turns, by mechanism."""
    rests_on_made_up: bool = True
    """Whether what governs may rest on the input that is made up."""


def facts_of(assessment: Assessment) -> Facts:
    """Return what page one needs besides the verdict."""
    codes, survey = assessment.stages.get("codes"), assessment.stages.get("survey")
    fallen = fallen_runs(assessment)
    stones = () if survey is None else survey.wall.stones
    left = min((float(stone.solid.vertices[:, 0].min()) for stone in stones), default=None)
    reach = None
    if survey is not None and fallen:
        reach = max(stones_reach(run, survey.wall, outcome.fallen) for run, outcome in fallen)
    return Facts(
        height=_height(assessment),
        reach=reach,
        reach_runs=len(fallen),
        left=left,
        first_fall=_first_fall(assessment, fallen, left) if stones and fallen else None,
        residual=_residual(assessment, fallen),
        ladders=ladders_of(assessment),
        pictured=bool(stones) or bool({"statics", "limit"} & set(assessment.stages)),
        stones=len(stones),
        analyses=tuple(stage.name for stage in STAGES),
        assumed=sum(row.status != "given" for row in assessment.inputs),
        inputs=len(assessment.inputs),
        sensitivities=assessment.sensitivities,
        retrofits=() if codes is None else codes.retrofits,
        inspected=_inspected(assessment),
        zones=_zones(assessment),
        strut_level=max(_strut_values(assessment, "level", "value"), default=None),
        strut_side=_strut_side(assessment),
        demand_assumed=_demand_assumed(assessment),
        length=_length(assessment),
        turning=_turning(assessment),
        rests_on_made_up=_rests_on_made_up(assessment),
    )


def _inspected(assessment: Assessment) -> Verdict | None:
    """Return the verdict if an inspection finds none of the effects that nobody has stated; None without such."""
    verdict, known = assessment.verdict, assessment.circumstances
    unstated = inspection_effects(verdict)
    if not unstated:
        return None
    absent = {effect: Circumstance(presence="absent", origin="inspection") for effect in unstated}
    return assessment.verdict_under(replace(known, effects={**known.effects, **absent}))


def _zones(assessment: Assessment) -> dict[str, Extent]:
    """Return the extent of each zone that the project file names."""
    values = {
        row.key.removeprefix("wall.zones."): row for row in assessment.inputs if row.key.startswith("wall.zones.")
    }
    ends = {key: row.value for key, row in values.items() if row.value is not None}
    names = dict.fromkeys(key.rpartition(".")[0] for key in values)
    return {
        name: Extent(
            bottom=ends[f"{name}.bottom"],
            top=ends[f"{name}.top"],
            start=ends.get(f"{name}.start") or None,
            end=ends.get(f"{name}.end"),
        )
        for name in names
        if f"{name}.bottom" in ends and f"{name}.top" in ends
    }


def _strut_values(assessment: Assessment, field: str, attribute: Literal["value", "text"]) -> list[Any]:
    rows = [row for row in assessment.inputs if row.key.startswith(_STRUTS) and row.key.rpartition(".")[2] == field]
    return [found for row in rows if (found := getattr(row, attribute)) is not None]


def _strut_side(assessment: Assessment) -> Side | None:
    sides = set(_strut_values(assessment, "side", "text"))
    return next((side for side in ("back", "front") if sides == {side}), None)


def _demand_assumed(assessment: Assessment) -> tuple[str, ...]:
    """Return the keys of the assumed inputs of the governing demand, one of each name."""
    demand = assessment.circumstances.demand
    if demand is None:
        return ()
    tables = ("site.",) if demand.origin == "site" else tuple(f"{table}.{demand.name}." for table in _DEMANDS)
    assumed = [row.key for row in assessment.inputs if row.key.startswith(tables) and row.status == "assumed"]
    return tuple({key.rpartition(".")[2]: key for key in assumed}.values())


def _length(assessment: Assessment) -> float | None:
    """Return the length of the wall, where what governs is the cross-section of all of it [m]."""
    check = governing_check(assessment.verdict)
    if check is None or check.basis is None or check.basis.body not in ("section", "bodies"):
        return None
    if check.place.station is not None:
        return None
    return next((row.value for row in assessment.inputs if row.key == "wall.length"), None)


def _turning(assessment: Assessment) -> dict[str, TurningPart]:
    found: dict[str, TurningPart] = {}
    limit = assessment.stages.get("limit")
    if limit is None:
        return found
    from pirqa.codes.retrofit import section_thickness

    for item in limit.mechanisms:
        if (thickness := section_thickness(item)) is not None:
            outlines = [body.outline for body in item.bodies if len(body.outline)]
            foot = min(float(outline[:, 1].min()) for outline in outlines)
            found[item.name] = TurningPart(level=foot, thickness=thickness)
    return found


def _rests_on_made_up(assessment: Assessment) -> bool:
    """Return whether what governs may rest on made-up input; only what is shown not to is left out.

    A generated bond is the wall itself. Simulated measurements reach the analyses that take them, and those that look
    at the calibrated wall or take its periods.
    """
    check = governing_check(assessment.verdict)
    if check is None or set(assessment.circumstances.demonstration) != {"measurements"}:
        return True
    # of the pushed wall, mechanisms take the level of its hinge alone
    levels = {row.value for row in assessment.inputs if row.key.startswith("wall.zones.")}
    drawn = check.place.level in {None, 0.0, *levels}
    reached = {"oma"}
    for stage in STAGES:
        inner = {*stage.needs, *stage.takes}
        if stage.name in ("limit", "codes"):
            # codes takes periods of the vibrations only where codes.measured names them
            inner -= {"oma", "pushover"} if drawn else {"oma"}
        if inner & reached or any(_takes_measured(row) for row in assessment.inputs if _is_of(row, stage.name)):
            reached.add(stage.name)
    return check.id.partition(".")[0] in reached


def _is_of(row: InputRow, stage: str) -> bool:
    return row.key.startswith(f"{stage}.")


def _takes_measured(row: InputRow) -> bool:
    """Return whether an input makes its analysis take what was measured, or the wall that was fitted to it."""
    field = row.key.partition(".")[2]
    if field == "measured":
        return row.status != "default" and row.text not in ("", "given")
    return field == "wall" and row.text == "calibrated"


def fallen_runs(assessment: Assessment) -> list[tuple[Trajectory, Outcome]]:
    """Return the runs whose stones fell, of the stages that keep whole histories, with their outcomes."""
    found: list[tuple[Trajectory, Outcome]] = []
    for name, runs, outcomes in _HISTORIES:
        result = assessment.stages.get(name)
        if result is not None:
            pairs = zip(getattr(result, runs), getattr(result, outcomes), strict=True)
            found += [(run, outcome) for run, outcome in pairs if outcome.falls]
    return found


def _first_fall(assessment: Assessment, fallen: Sequence[tuple[Trajectory, Outcome]], left: float | None) -> FirstFall:
    """Return the first fall of the run in which most stones fell."""
    run, outcome = max(fallen, key=lambda pair: pair[1].share)
    fall, ida = outcome.falls[0], assessment.stages.get("ida")
    x, _, z = (float(value) for value in assessment.stages["survey"].wall.stone(fall.stone).centroid)
    peak = None
    if ida is not None and any(film is run for film in ida.films):
        peak = ida.film_intensity / STANDARD_GRAVITY
    return FirstFall(
        stone=fall.stone,
        time=fall.time,
        count=len(outcome.falls),
        total=outcome.count,
        wall=outcome.collapse in ("partial", "total"),
        whole=outcome.collapse == "total",
        level=z,
        distance=None if left is None else x - left,
        intensity=peak,
    )


def _residual(assessment: Assessment, fallen: Sequence[tuple[Trajectory, Outcome]]) -> Residual | None:
    """Return the largest displacement that remains where nothing fell, of the set or of single motions."""
    ida = assessment.stages.get("ida")
    if ida is not None:
        runs = [run for run in ida.runs if run.rung == 0 and not run.corner and not run.failed]
        sizes = [float(run.summary.residual_size.max(initial=0.0)) for run in runs if not run.summary.falls]
        return Residual(largest=max(sizes), tolerance=ida.residual_limit) if sizes else None
    check = governs(assessment.verdict.of("damage"))
    if fallen or check is None or check.mode != "residual" or check.unit != "m" or not math.isfinite(check.demand):
        return None
    return Residual(largest=check.demand, tolerance=check.capacity)


def stones_reach(run: Trajectory, wall: Wall, fallen: Sequence[str]) -> float:
    """Return the largest distance of a corner of a fallen stone from the wall's faces, seen across the wall [m]."""
    depths = np.concatenate([stone.solid.vertices[:, 1] for stone in wall.stones])
    farthest = 0.0
    for name in fallen:
        index = run.stones.index(name)
        stone = wall.stone(name)
        size = float(np.linalg.norm(stone.solid.vertices - stone.centroid, axis=1).max())
        path = float(stone.centroid[1]) + run.displacement[:, index, 1]
        path = path[np.isfinite(path)]
        if len(path):
            farthest = max(farthest, depths.min() - path.min() + size, path.max() + size - depths.max())
    return float(farthest)


def _height(assessment: Assessment) -> float | None:
    """Return the height of the wall above its base, from the first analysis that knows it [m]."""
    survey, statics, limit = (assessment.stages.get(name) for name in ("survey", "statics", "limit"))
    if survey is not None and survey.wall.stones:
        levels = np.concatenate([stone.solid.vertices[:, 2] for stone in survey.wall.stones])
        return float(levels.max() - levels.min())
    if statics is not None:
        return max(float(section.height) for section in statics.sections)
    if limit is not None:
        tops = [
            float(body.outline[:, 1].max()) for item in limit.mechanisms for body in item.bodies if len(body.outline)
        ]
        return max(tops, default=None)
    row = next((row for row in assessment.inputs if row.key == "wall.height"), None)
    return None if row is None else row.value


def unanswered(verdict: Verdict) -> list[Question]:
    """Return the questions of page one that no evidence decides."""
    return [(name, item) for name, item in seasons(verdict) if name != "damage" and item.state not in _DECIDED]


def lacking(item: LimitStateVerdict) -> tuple[Effect, ...]:
    """Return the effects without a bound that keep methods, or a set of motions once complete, from showing safety."""
    of_motions = (
        omission.effect
        for row in item.evidence
        if row.check.motions is not None
        for omission in row.omissions
        if omission.side == "unsafe" and omission.factor is None
    )
    return tuple(dict.fromkeys((*item.omissions, *of_motions)))


def left_out(questions: Sequence[Question], verdict: Verdict) -> tuple[list[Effect], list[Effect], list[Effect]]:
    """Return what the methods for ``questions`` leave out: present, not stated, and of the shaking."""
    return omitted(dict.fromkeys(effect for _, item in questions for effect in lacking(item)), verdict)


def inspection_effects(verdict: Verdict) -> list[Effect]:
    """Return the effects that are not stated and keep an answer open."""
    return left_out(unanswered(verdict), verdict)[1]


def engineer_keys(verdict: Verdict) -> list[str]:
    """Return the keys of the project file that state what keeps an answer open."""
    _, unstated, shaking = left_out(unanswered(verdict), verdict)
    known = verdict.circumstances
    return list(dict.fromkeys(known.of(effect).remedy for effect in (*unstated, *shaking) if known.of(effect).remedy))


def presumed(verdict: Verdict, asked: Sequence[str], words: Words) -> list[str]:
    """Return what the safety of the limit states ``asked`` takes for granted: allowances for what was not measured.

    An effect within its allowance needs no statement to be judged; beyond it the wall is weaker than judged.
    """
    items = dict(seasons(verdict))
    rows = [row for name in asked for row in _showing(items[name], verdict)]
    found: dict[Effect, None] = {}
    for row in rows:
        for omission in row.omissions:
            bounded = omission.side == "unsafe" and omission.factor is not None
            if bounded and omission.effect not in OF_SHAKING and _is_guessed(row.check, omission.effect, verdict):
                found[omission.effect] = None
    texts = [_limit(effect, verdict.circumstances.of(effect), words) for effect in found]
    drained = any("wet_drained" in row.check.notes for row in rows)
    return [*texts, words("presumed.drains")] if drained else texts


def _showing(item: LimitStateVerdict, verdict: Verdict) -> Iterator[Evidence]:
    """Yield the evidence that shows safety, of the limit state that decides this one."""
    while item.follows_from is not None:
        item = verdict.of(item.follows_from)
    yield from (row for row in item.evidence if row.shows == "safety")


def _is_guessed(check: Check, effect: Effect, verdict: Verdict) -> bool:
    """Return whether the bound on an effect rests on a value that is not given for this wall."""
    circumstance = verdict.circumstances.of(effect)
    own = next((item for item in check.allowances if item.effect == effect), None)
    if own is not None and own.factor >= 1.0:
        return False  # the capacity has the effect
    if circumstance.allowance is not None:
        return circumstance.allowance.assumed or (own is not None and own.assumed)
    return own is None or own.assumed or circumstance.presence == "unknown"


def _limit(effect: Effect, circumstance: Circumstance, words: Words) -> str:
    """Return up to where an effect is allowed for."""
    if effect == "lean":
        key = "lean" if circumstance.presence == "unknown" else "lean_stated"
        return words(f"presumed.{key}", degrees=words.typeset(f"{math.degrees(LEAN_ALLOWED):.3g}"))
    if effect == "crushing":
        return words("presumed.crushing", strength=words.typeset(f"{STRENGTH_ALLOWED / 1e6:.2g}"))
    return words.get(f"presumed.{effect}", "") or words("presumed.other", effect=words(f"effect.{effect}"))
