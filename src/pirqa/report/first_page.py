"""Page one for the owner: ten questions, each answered from the verdict's evidence or left as not known."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from pirqa.model.check import Check, Effect, Grade, LimitState
from pirqa.model.effects import GoverningDemand
from pirqa.model.verdict import LimitStateVerdict, Verdict
from pirqa.project.sensitivity import Sensitivity
from pirqa.report.facts import Facts, FirstFall
from pirqa.report.ladder import Ladder
from pirqa.report.names import input_name
from pirqa.report.verdict import (
    TONES,
    capacity_text,
    compared,
    demand_text,
    demonstration,
    effects_text,
    governing_check,
    governs,
    has_fill,
    intensity,
    is_drained,
    is_thin,
    moving,
    omitted,
    part_sentence,
    reasons,
    standing_contradiction,
    stone_place,
)
from pirqa.report.words import Words

__all__ = ["Answer", "answers", "ladder_text"]

_SEISMIC = ("onset", "damage", "stones_fall", "wall_falls")
_STEPS: Mapping[str, tuple[str, ...]] = {
    "gravity": ("statics",),
    "wet": ("statics",),
    "onset": ("statics", "limit", "blocks"),
    "damage": ("ida", "dynamics"),
    "stones_fall": ("ida", "dynamics"),
    "wall_falls": ("ida", "codes", "dynamics"),
}
"""Analyses that answer a limit state."""
_ON_STONES = ("ida", "dynamics", "blocks")
"""Analyses that need the wall's stones."""
_DISTANCE_STEP = 0.5
"""The wall's height, as a distance, is rounded up to it [m]."""
_FARTHER = 1.2
"""Distance to keep over the farthest that a stone came in the runs; rounded up to whole metres."""
_SET = 7
"""Least number of earthquakes that show safety."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One question of an owner and its answer."""

    key: str
    question: str
    short: str
    """One or two words: yes, no, not shown …; empty where the question asks for more."""
    tone: str
    lines: tuple[str, ...] = field(default=())


def answers(verdict: Verdict, facts: Facts, words: Words) -> tuple[Answer, ...]:
    """Return the ten questions with their answers."""
    return (
        _today(verdict, facts, words),
        _rain(verdict, facts, words),
        _moves(verdict, facts, words),
        _falls("stones_fall", verdict, facts, words),
        _falls("wall_falls", verdict, facts, words),
        _part(verdict, facts, words),
        _strength(verdict, facts, words),
        _sure(verdict, facts, words),
        _change(verdict, facts, words),
        _do(verdict, facts, words),
    )


def _answer(key: str, words: Words, lines: Sequence[str], *, short: str = "", tone: str = "") -> Answer:
    return Answer(
        key=key,
        question=words(f"question.{key}"),
        short=words(f"short.{short}") if short else "",
        tone=tone,
        lines=tuple(line for line in lines if line),
    )


# -- at rest -----------------------------------------------------------------------------------------------------------


def _today(verdict: Verdict, facts: Facts, words: Words) -> Answer:
    return _at_rest("today", "gravity", verdict.of("gravity"), verdict, facts, words)


def _rain(verdict: Verdict, facts: Facts, words: Words) -> Answer:
    dry = verdict.of("gravity").state
    short = {"satisfied": "dry_yes", "not_satisfied": "dry_no"}.get(dry, "dry_unknown")
    tone = "bad" if dry == "not_satisfied" else "none"
    if is_drained(verdict):
        water = verdict.circumstances.of("water")
        text = words("answer.drained", source=water.source or words("answer.no_source"))
        return _answer("rain", words, [text], short=short, tone=tone)
    if not has_fill(verdict):
        return _answer("rain", words, [words("answer.no_fill")], short=short, tone=tone)
    return _at_rest("rain", "wet", verdict.wet, verdict, facts, words)


def _at_rest(key: str, season: str, item: LimitStateVerdict, verdict: Verdict, facts: Facts, words: Words) -> Answer:
    check = governs(item)
    tone = "unsure" if is_thin(item) else TONES[item.state]
    if check is None or item.state == "not_assessed":
        nothing = [words("answer.not_assessed"), _next_step(season, facts, words)]
        return _answer(key, words, nothing, short="not_known", tone="none")
    numbers = {"factor": words.factor(check.factor), "required": words.typeset(f"{check.required:g}")}
    if item.state == "satisfied":
        lines = [_margin(check, season, words) + "."]
        lines += [words("answer.thin")] if is_thin(item) else []
        return _answer(key, words, lines, short="yes", tone=tone)
    if item.state == "not_satisfied":
        fails = words.get(f"fails_by.{check.mode}", words("fails_by.other"))
        holds = words.factor(check.factor)
        failing = words(f"answer.{season}_fails", fails=fails, factor=holds)
        text = failing if check.factor < 1.0 else words("answer.margin", **numbers)
        return _answer(key, words, [text], short="no", tone=tone)
    lines = [words("answer.stands")] if season == "gravity" and verdict.circumstances.stands else []
    if standing_contradiction(item) is not None:
        return _answer(key, words, [*lines, *reasons(item, verdict, words, keys=False)], short="not_shown", tone=tone)
    lines += _open_at_rest(item, check, season, verdict, words)
    return _answer(key, words, lines, short="not_shown", tone=tone)


def _margin(check: Check, season: str, words: Words) -> str:
    """Return how far the computation at rest is from failure, as the beginning of a sentence."""
    if not math.isfinite(check.factor):
        return words("answer.no_push")
    key = "margin_above" if check.ratio >= 1.0 else "margin_below"
    return words(f"answer.{season}_{key}", factor=words.number(check.ratio, 2))


def _open_at_rest(item: LimitStateVerdict, check: Check, season: str, verdict: Verdict, words: Words) -> Iterator[str]:
    """Yield what the computation at rest gives, and what nobody has stated."""
    dry = verdict.of("gravity")
    present, unstated, _ = omitted(item.omissions, verdict)
    start = _margin(check, season, words)
    if unstated and season == "wet" and dry.state == "not_shown" and set(dry.omissions) == set(item.omissions):
        yield words("answer.same_open", start=start)
        return
    if unstated:
        yield words("answer.unstated", start=start, effects=effects_text(unstated, words))
    else:
        yield f"{start}."
    if present:
        yield words("reason.left_out", effects=effects_text(present, words))
    if not unstated and not present:
        yield from reasons(item, verdict, words, keys=False)


# -- in the earthquake -------------------------------------------------------------------------------------------------


def _moves(verdict: Verdict, facts: Facts, words: Words) -> Answer:
    onset, damage = verdict.of("onset"), verdict.of("damage")
    found = _seismic("moves", onset, verdict, facts, words)
    lines = [*found.lines]
    if facts.first_fall is not None and onset.state in ("not_assessed", "not_shown", "undetermined"):
        fell = _one_earthquake("stones_fall", verdict, facts.first_fall, words)
        lines = [fell, words("answer.moves_too"), *lines[1 if onset.state == "not_assessed" else 0 :]]
        found = replace(found, short=words("short.possible"), tone="bad")
    residual = facts.residual
    if residual is not None and damage.state == "not_satisfied" and residual.largest > residual.tolerance:
        lines.append(
            words(
                "answer.residual",
                largest=words.number(1e3 * residual.largest, 2),
                tolerance=words.typeset(f"{1e3 * residual.tolerance:.3g}"),
            )
        )
    elif damage.state in ("satisfied", "not_satisfied") and damage.follows_from is None:
        lines.append(words(f"answer.damage_{damage.state}"))
    return Answer(key=found.key, question=found.question, short=found.short, tone=found.tone, lines=tuple(lines))


def _falls(state: LimitState, verdict: Verdict, facts: Facts, words: Words) -> Answer:
    """Return the answer on single stones, as their number, or on the wall, as the share of its stones."""
    item, key = verdict.of(state), "stones" if state == "stones_fall" else "wall"
    found = _seismic(key, item, verdict, facts, words)
    ladder, demand, fall = facts.ladders.get(state), verdict.circumstances.demand, facts.first_fall
    at_demand = 0 if ladder is None or demand is None else ladder.reached(demand.intensity)
    lines = [*found.lines]
    short, tone = found.short, found.tone
    if ladder is not None and at_demand and demand is not None and item.state in ("not_shown", "undetermined"):
        counts = {"count": at_demand, "total": ladder.total, "demand": intensity(demand.intensity, words)}
        lines = [words(f"answer.{state}_in_runs", **counts)]
        count = ladder.most_fallen
        if fall is not None and fall.total == ladder.free and (fall.intensity or math.inf) <= demand.intensity * 1.001:
            count = max(count, fall.count)  # the film of the worst run goes on to its end
        lines += [_how_many(state, count, ladder.free, facts, words)] if count else []
        short, tone = words("short.possible"), "bad"
        if state == "wall_falls" and ladder.first is not None:
            lines.append(ladder_text(ladder, words))
    elif ladder is not None and ladder.first is not None:
        if state == "wall_falls":
            lines.append(ladder_text(ladder, words))
        elif item.follows_from is None:
            first = f"{intensity(ladder.first, words)} g"
            lines.append(words("answer.stones_fall_first", first=first, total=ladder.total))
    elif fall is not None and item.state == "not_satisfied":
        lines += [words("answer.worst"), _how_many(state, fall.count, fall.total, facts, words)]
    elif fall is not None and item.state != "satisfied" and (fall.wall or state == "stones_fall"):
        lines = [_one_earthquake(state, verdict, fall, words), _how_many(state, fall.count, fall.total, facts, words)]
        if demand is not None:
            lines.append(words("answer.one_only"))
        lines.append(_next_step(state, facts, words))
        short, tone = words("short.possible"), "bad"
    return Answer(
        key=found.key, question=found.question, short=short, tone=tone, lines=tuple(line for line in lines if line)
    )


def _how_many(state: LimitState, count: int, free: int, facts: Facts, words: Words) -> str:
    """Return how many stones fell in the worst run: as a number for single stones, as a share for the wall."""
    if state == "stones_fall":
        held = facts.stones - free
        key = "answer.number_fell_of" if held > 0 else "answer.number_fell"
        return words(key, count=count, free=free, total=facts.stones)
    share = words.number(100.0 * count / free, 2) if free else "–"
    return words("answer.share_fell", percent=share)


def _one_earthquake(state: LimitState, verdict: Verdict, fall: FirstFall, words: Words) -> str:
    """Return the one earthquake in which stones fell, with its strength against that of the design earthquake."""
    peak, demand = _peak_of(verdict, fall), verdict.circumstances.demand
    what = words(f"answer.what_{state}")
    if peak is None:
        return words("answer.one_fell", what=what)
    if demand is None:
        return words("answer.one_fell_at", what=what, peak=intensity(peak, words))
    return words(
        "answer.one_fell_against", what=what, peak=intensity(peak, words), against=compared(peak, demand, words)
    )


def _peak_of(verdict: Verdict, fall: FirstFall) -> float | None:
    """Return the peak ground acceleration of the run in which stones fell [g]."""
    rows = [row.check for state in ("stones_fall", "wall_falls") for row in verdict.of(state).evidence]
    peaks = [
        check.demand_intensity
        for check in rows
        if check.motions is not None and check.ratio < 1.0 and check.demand_intensity
    ]
    return fall.intensity if fall.intensity is not None else min(peaks, default=None)


def ladder_text(ladder: Ladder, words: Words) -> str:
    """Return at which intensities the motions of a set bring the wall to a limit state."""
    assert ladder.first is not None
    first = intensity(ladder.first, words)
    if ladder.median is None:
        return words("answer.ladder_few", count=ladder.count, total=ladder.total, first=first)
    return words("answer.ladder", median=intensity(ladder.median, words), total=ladder.total, first=first)


def _seismic(key: str, item: LimitStateVerdict, verdict: Verdict, facts: Facts, words: Words) -> Answer:
    """Return the answer of a limit state in which yes is bad."""
    demand = verdict.circumstances.demand
    tone = "unsure" if is_thin(item) else TONES[item.state]
    if item.state == "not_assessed":
        tried = any(row.check.votes or row.check.motions is not None for row in item.evidence)
        lines = [words("answer.run_decides_nothing" if tried else "answer.not_assessed")]
        lines += [_next_step(item.limit_state, facts, words)]
        return _answer(key, words, lines, short="not_known", tone="none")
    if item.state == "no_demand" or demand is None:
        lines = [words("answer.no_demand")]
        lines += [capacity_text(item, words)] if item.lower is not None or item.upper is not None else []
        return _answer(key, words, lines, short="no_demand", tone="none")
    if item.state in ("satisfied", "not_satisfied"):
        return _decided(key, item, verdict, words, tone)
    lines = [capacity_text(item, words)] if item.lower is not None or item.upper is not None else []
    lines += reasons(item, verdict, words, keys=False)
    short = "contradictory" if item.state == "undetermined" and item.above and item.below else "not_shown"
    return _answer(key, words, lines, short=short, tone=tone)


def _lacks_margin(check: Check | None, demand: GoverningDemand) -> bool:
    """Return whether nothing starts at the demand and only the required factor is lacking.

    A check that was computed for a weaker earthquake knows its factor in that one.
    """
    if check is None or check.demand_intensity is None:
        return False
    return 1.0 <= check.factor < check.required and check.demand_intensity >= demand.intensity * (1.0 - 1e-6)


def _decided(key: str, item: LimitStateVerdict, verdict: Verdict, words: Words, tone: str) -> Answer:
    """Return the answer of a limit state that is shown to be reached, or not to be reached."""
    demand, check, name = verdict.circumstances.demand, governs(item), item.limit_state
    assert demand is not None
    strength = {"demand": intensity(demand, words)}
    bad = item.state == "not_satisfied"
    if name == "onset" and bad and item.follows_from is None and _lacks_margin(check, demand):
        return _answer(key, words, [words("answer.onset_margin", **strength)], short="margin", tone=tone)
    if name == "stones_fall" and bad and item.follows_from == "wall_falls":
        earlier = words("answer.stones_open" if item.evidence else "answer.stones_not_examined")
        return _answer(key, words, [words("answer.stones_with_wall"), earlier], short="yes", tone=tone)
    if name == "onset" and bad:
        moves = words("moves_by.other") if item.follows_from is not None else moving(item, words)
        lines = [words("answer.onset_not_satisfied", moves=moves, **strength)]
        lines += reasons(item, verdict, words, keys=False)
        if item.upper is not None and item.upper <= demand.intensity:
            lines.append(words("answer.starts_at", start=intensity(item.upper, words)))
    else:
        lines = [words(f"answer.{name}_{item.state}", **strength)]
        lines += reasons(item, verdict, words, keys=False)
    lines += [words("answer.thin")] if is_thin(item) else []
    return _answer(key, words, lines, short="yes" if bad else "no", tone=tone)


def _next_step(season: str, facts: Facts, words: Words) -> str:
    """Return the step that would answer a limit state that no method judged."""
    known = [name for name in _STEPS[season] if name in facts.analyses or not facts.analyses]
    possible = [name for name in known if facts.stones or name not in _ON_STONES]
    if not known:
        return ""
    name = possible[0] if possible else known[0]
    key = "answer.next_step" if possible else "answer.next_survey"
    return words(key, step=words(f"step.{name}"), analysis=name)


# -- the wall as a whole -----------------------------------------------------------------------------------------------


def _part(verdict: Verdict, facts: Facts, words: Words) -> Answer:
    check = governing_check(verdict)
    lines: list[str] = []
    if check is not None:
        part = part_sentence(check, words, left=facts.left)
        if any(item.state == "not_satisfied" for item in (*verdict.limit_states, verdict.wet)):
            lines.append(part)
        else:
            lines.append(words("answer.part_worst" if check.ratio < 1.0 else "answer.part_least_margin"))
            lines.append(part)
    if facts.first_fall is not None:
        fall = facts.first_fall
        stone = _lowered(stone_place(fall.stone, fall.level, fall.distance, words))
        text = words("answer.part_stone", stone=stone, time=words.number(fall.time, 2))
        falls_first = check is not None and check.limit_state in ("onset", "damage")
        lines.insert(0 if falls_first else len(lines), text)
    if not lines:
        return _answer("part", words, [words("answer.not_assessed")], short="not_known", tone="none")
    return _answer("part", words, lines)


def _strength(verdict: Verdict, facts: Facts, words: Words) -> Answer:
    demand = verdict.circumstances.demand
    falls = list(_fall_strength(verdict, facts, words))
    lines = [*falls]
    if not falls and facts.first_fall is not None:
        state: LimitState = "wall_falls" if facts.first_fall.wall else "stones_fall"
        lines.append(_one_earthquake(state, verdict, facts.first_fall, words))
    onset = verdict.of("onset")
    if onset.lower is not None or onset.upper is not None:
        lines.append(words("answer.movement", text=_lowered(capacity_text(onset, words))))
    site = words("answer.site", demand=demand_text(demand, words))
    lines += [site, words("answer.g")]
    return _answer("strength", words, lines, short="" if falls else "not_known", tone="" if falls else "none")


def _fall_strength(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield the strength at which the wall, and then single stones, fall."""
    wall = facts.ladders.get("wall_falls")
    for state in ("wall_falls", "stones_fall"):
        item, ladder = verdict.of(state), facts.ladders.get(state)
        if ladder is not None and ladder.first is not None:
            if state == "wall_falls" or wall is None or (ladder.first, ladder.median) != (wall.first, wall.median):
                yield from _ladder_strength(state, ladder, verdict, words)
            if item.lower is not None:
                yield words(f"answer.{state}_lower", low=_strength_of(item.lower, verdict, words))
            continue
        same = verdict.of("wall_falls")
        if state == "stones_fall" and (item.lower, item.upper) == (same.lower, same.upper):
            continue
        if item.lower is not None:
            yield words(f"answer.{state}_lower", low=_strength_of(item.lower, verdict, words))
        if item.upper is not None:
            yield words(f"answer.{state}_upper", high=_strength_of(item.upper, verdict, words))


def _ladder_strength(state: str, ladder: Ladder, verdict: Verdict, words: Words) -> Iterator[str]:
    assert ladder.first is not None
    first = _strength_of(ladder.first, verdict, words)
    yield words(f"answer.{state}_first", first=first, total=ladder.total)
    if ladder.median is not None:
        most = -(-ladder.total // 2)
        yield words("answer.half", median=_strength_of(ladder.median, verdict, words), total=ladder.total, most=most)
    else:
        yield words("answer.few", count=ladder.count, total=ladder.total)


def _strength_of(value: float, verdict: Verdict, words: Words) -> str:
    """Return an intensity, with its share of the design earthquake."""
    demand = verdict.circumstances.demand
    text = f"{intensity(value, words)} g"
    if demand is None or not demand.intensity > 0.0:
        return text
    return f"{text} ({words('answer.of_design', percent=words.number(100.0 * value / demand.intensity, 2))})"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _sure(verdict: Verdict, facts: Facts, words: Words) -> Answer:
    known = verdict.circumstances
    made_up = demonstration(verdict, words)
    lines = [made_up, _confidence(verdict, facts, words)]
    if known.grades:
        groups: dict[str, list[str]] = {}
        for group, grade in known.grades.items():
            groups.setdefault(grade, []).append(words.get(f"grade_group.{group}", group))
        ordered = [grade for grade in get_args(Grade) if grade in groups]
        texts = [f"{words(f'grade.{grade}')}: {', '.join(groups[grade])}" for grade in ordered]
        lines.append(words("answer.grades", grades="; ".join(texts)))
    if facts.inputs:
        lines.append(words("answer.assumed", count=facts.assumed, total=facts.inputs))
    most = max((row.check.motions or 0 for item in verdict.limit_states for row in item.evidence), default=0)
    safe = any(verdict.of(state).state == "satisfied" for state in ("stones_fall", "wall_falls"))
    if 0 < most < _SET:
        lines.append(words("answer.motions_few", count=most))
    elif most and safe:
        lines.append(words("answer.motions", count=most))
    return _answer("sure", words, lines)


def _confidence(verdict: Verdict, facts: Facts, words: Words) -> str:
    """Return how sure the answers are: by the grades of the inputs, and by what is still open."""
    known = verdict.circumstances
    weak = sum(grade in ("assumed", "made_up") for grade in known.grades.values())
    if not known.grades and not facts.inputs:
        return ""
    mostly = 2 * weak >= len(known.grades) if known.grades else 2 * facts.assumed >= facts.inputs
    if known.demonstration or mostly:
        return words("sure.low")
    wet = (verdict.wet,) if has_fill(verdict) else ()
    heavy = (verdict.of("gravity"), *wet, verdict.of("stones_fall"), verdict.of("wall_falls"))
    open_ones = any(item.state not in ("satisfied", "not_satisfied") for item in heavy)
    if weak or open_ones or not known.grades or known.of("lean").presence == "unknown":
        return words("sure.moderate")
    return words("sure.good")


def _plumb(verdict: Verdict, words: Words) -> str:
    """Return that the wall is taken as plumb, with what a degree of lean costs."""
    lean = verdict.circumstances.of("lean")
    if lean.presence != "unknown":
        return ""
    if lean.allowance is None:
        return words("answer.plumb")
    share = 1.0 - lean.allowance.factor
    onset = verdict.of("onset")
    start = onset.upper if onset.upper is not None else onset.lower
    percent = words.number(100.0 * share, 2)
    if start is None:
        return words("answer.plumb_share", percent=percent)
    return words("answer.plumb_cost", percent=percent, cost=words.typeset(f"{share * start:.3f}"))


def _change(verdict: Verdict, facts: Facts, words: Words) -> Answer:
    lines = [_sensitivity(item, words) for item in facts.sensitivities if item.flips]
    if facts.sensitivities and not lines:
        lines.append(_closest(facts.sensitivities[0], words))
    effects: dict[Effect, None] = {}
    for item in (*verdict.limit_states, verdict.wet):
        if item.state not in ("satisfied", "not_satisfied"):
            effects |= dict.fromkeys(item.omissions)
    present, unstated, shaking = omitted(effects, verdict)
    if unstated:
        lines.append(words("answer.look_for", effects=effects_text(unstated, words)))
    if present or shaking:
        lines.append(words("answer.include", effects=effects_text([*present, *shaking], words)))
    if verdict.circumstances.demand is None:
        lines.append(words("answer.no_demand"))
    tried = [*lines]
    lines.append(_plumb(verdict, words))
    if not tried:
        lines.insert(0, words("answer.change_unknown"))
        return _answer("change", words, lines, short="not_known", tone="none")
    return _answer("change", words, lines)


def _sensitivity(item: Sensitivity, words: Words) -> str:
    """Return one input that changes the state of a limit state, with the states at the ends of its range."""
    return words(
        "answer.sensitivity",
        name=_input(item.key, words),
        low=words.typeset(item.low_text),
        high=words.typeset(item.high_text),
        question=words(f"question_of.{item.limit_state}"),
        at_low=words(f"state.{item.state_low}"),
        at_high=words(f"state.{item.state_high}"),
    )


def _closest(item: Sensitivity, words: Words) -> str:
    """Return that no single input changes a state, with the one that comes closest."""
    ends = [_capacity(item.limit_state, value, words) for value in (item.intensity_low, item.intensity_high)]
    return words(
        "answer.sensitivity_none",
        name=_input(item.key, words),
        low=words.typeset(item.low_text),
        high=words.typeset(item.high_text),
        question=words(f"question_of.{item.limit_state}"),
        at_low=ends[0],
        at_high=ends[1],
    )


def _input(key: str, words: Words) -> str:
    """Return an input in words; an input that the report has no words for by its key."""
    try:
        return input_name(key, words)
    except KeyError:
        return key


def _capacity(limit_state: str, value: float | None, words: Words) -> str:
    if value is None or not math.isfinite(value):
        return "–"
    return words.factor(value) if limit_state == "gravity" else f"{intensity(value, words)} g"


def _do(verdict: Verdict, facts: Facts, words: Words) -> Answer:
    lines = list(_distance(verdict, facts, words))
    if has_fill(verdict) and verdict.wet.state != "satisfied":
        drained = verdict.circumstances.of("water").presence == "absent"
        lines.append(words("answer.keep_drains" if drained else "answer.drain"))
    elif is_drained(verdict):
        lines.append(words("answer.keep_drains"))
    lines += _retrofit(verdict, facts, words)
    for state, item in (("wall_falls", verdict.of("wall_falls")), ("gravity", verdict.of("gravity"))):
        if item.state == "not_assessed" and (step := _next_step(state, facts, words)):
            lines.append(step)
    counts = [row.check.motions for row in verdict.of("wall_falls").evidence if row.check.motions]
    if counts and max(counts) < _SET:
        lines.append(words("answer.complete_set", count=max(counts)))
    lines.append(words("answer.again"))
    return _answer("do", words, lines)


def _distance(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield the distance to keep from the wall, unless it is shown that nothing falls."""
    states = [verdict.of(state).state for state in ("gravity", "stones_fall", "wall_falls")]
    wet = not has_fill(verdict) or verdict.wet.state == "satisfied"
    if set(states) == {"satisfied"} and wet and not verdict.circumstances.demonstration:
        yield words("answer.no_distance")
        return
    height = None if facts.height is None else math.ceil(facts.height / _DISTANCE_STEP - 1e-9) * _DISTANCE_STEP
    if facts.reach is None:
        if height is None:
            yield words("answer.distance_unknown")
        else:
            yield words("answer.distance_height", metres=words.typeset(f"{height:g}"))
        return
    metres = max(math.ceil(_FARTHER * facts.reach - 1e-9), height or 0.0)
    yield words("answer.distance_reach", metres=words.typeset(f"{metres:g}"), reach=words.number(facts.reach, 2))
    if facts.reach_runs == 1:
        yield words("answer.distance_one_run")


def _retrofit(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield the largest force and thickness that would bring the mechanisms to their target."""
    struts = verdict.circumstances.of("struts")
    for kind in ("force", "thickness"):
        rows = [row for row in facts.retrofits if row.kind == kind and row.needed and row.present < row.target]
        if not rows:
            continue
        worst = max(rows, key=lambda row: row.needed or 0.0)
        assert worst.needed is not None
        if kind == "force":
            level = "–" if worst.level is None else words.number(worst.level, 3)
            counted = "counted" if struts.presence == "present" and struts.modelled else "not_counted"
            existing = words(f"answer.struts_{counted}")
            force = words.number(worst.needed / 1e3, 3)
            yield words("answer.retrofit_force", force=force, level=level, existing=existing)
        else:
            yield words("answer.retrofit_thickness", thickness=words.number(worst.needed, 3))
