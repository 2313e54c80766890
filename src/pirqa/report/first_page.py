"""Page one: the ten questions of an owner, answered from the evidence or left open, and a card a limit state."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from pirqa.model.check import Check, GoverningDemand, Grade, LimitState
from pirqa.model.verdict import Evidence, LimitStateVerdict, Verdict
from pirqa.report.facts import Facts, FirstFall
from pirqa.report.names import field_name, method_name, place_name
from pirqa.report.open_questions import closing_steps, measures, next_step
from pirqa.report.verdict import (
    MOTIONS_OF_A_SET,
    TONES,
    Ladder,
    capacity_text,
    compared,
    demand_name,
    demand_text,
    effects_text,
    governing_check,
    governs,
    has_fill,
    holds_dry_only,
    intensity,
    is_drained,
    is_thin,
    method_of,
    moving,
    omitted,
    part_sentence,
    reasons,
    seasons,
    standing_contradiction,
    state_words,
    stone_place,
)
from pirqa.report.words import Words

_MOST_METHODS = 3
"""Methods whose capacities a card lists."""
_LESS = 0.99
"""Ratio below which a value counts as lower."""


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
        _answer("do", words, measures(verdict, facts, words)),
    )


def strength_note(verdict: Verdict, words: Words) -> str:
    """Return what the strength of the design earthquake means for an owner; empty without one."""
    demand = verdict.circumstances.demand
    if demand is None:
        return ""
    return words("lead.g", intensity=intensity(demand, words), percent=words.number(100.0 * demand.intensity, 2))


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
        nothing = [words("answer.not_assessed"), next_step(season, facts, words)]
        return _answer(key, words, nothing, short="not_known", tone="none")
    numbers = {"factor": words.factor(check.factor), "required": words.plain(check.required)}
    if item.state == "satisfied":
        lines = [_margin(item, check, season, words) + "."]
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


def _margin(item: LimitStateVerdict, check: Check, season: str, words: Words) -> str:
    """Return how far the computation at rest is from failure, as the beginning of a sentence."""
    if not math.isfinite(check.factor):
        return words("answer.no_push")
    key = "margin_above" if check.ratio >= 1.0 else "margin_below"
    text = words(f"answer.{season}_{key}", factor=words.number(check.ratio, 2))
    variant = lower_ratio(item)
    return text if variant is None else f"{text} {words('answer.variant', factor=words.number(variant, 2))}"


def _open_at_rest(item: LimitStateVerdict, check: Check, season: str, verdict: Verdict, words: Words) -> Iterator[str]:
    """Yield what the computation at rest gives, and what nobody has stated."""
    dry = verdict.of("gravity")
    present, unstated, _ = omitted(item.omissions, verdict)
    start = _margin(item, check, season, words)
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
    onset = verdict.of("onset")
    found = _seismic("moves", onset, verdict, facts, words)
    lines = [*found.lines]
    if facts.first_fall is not None and onset.state in ("not_assessed", "not_shown", "undetermined"):
        fell = _one_earthquake("stones_fall", verdict, facts.first_fall, words)
        lines = [fell, words("answer.moves_too"), *lines[1 if onset.state == "not_assessed" else 0 :]]
        found = replace(found, short=words("short.possible"), tone="bad")
    lines += _afterwards(verdict, facts, words)
    return replace(found, lines=tuple(lines))


def _afterwards(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield whether what moves comes back or stays displaced, where nothing falls."""
    onset, damage, residual = verdict.of("onset"), verdict.of("damage"), facts.residual
    beyond = residual is not None and residual.largest > residual.tolerance
    # one motion may be weaker than the demand; those of a set were run at it
    within = residual is not None and (
        damage.state == "satisfied" or (bool(facts.ladders) and damage.state != "not_satisfied")
    )
    if residual is not None and ((beyond and damage.state != "satisfied") or (within and not beyond)):
        largest, tolerance = words.number(1e3 * residual.largest, 2), words.typeset(f"{1e3 * residual.tolerance:.3g}")
        yield words("answer.residual" if beyond else "answer.comes_back", largest=largest, tolerance=tolerance)
    elif damage.state in ("satisfied", "not_satisfied"):
        if damage.follows_from is None:
            yield words(f"answer.damage_{damage.state}")
    elif onset.state == "not_satisfied" and onset.follows_from is None:
        yield words("answer.afterwards_open")


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
        lines += [_worst(state, count, ladder.free, facts, words)] if count else []
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
        lines += [_worst(state, fall.count, fall.total, facts, words)]
    elif fall is not None and item.state != "satisfied" and (fall.wall or state == "stones_fall"):
        lines = [_one_earthquake(state, verdict, fall, words), _how_many(state, fall.count, fall.total, facts, words)]
        if demand is not None:
            lines.append(words("answer.one_only"))
        lines.append(next_step(state, facts, words))
        short, tone = words("short.possible"), "bad"
    if state == "wall_falls":
        lines.append(_struts(verdict, facts, words))
    return replace(found, short=short, tone=tone, lines=tuple(line for line in lines if line))


def _struts(verdict: Verdict, facts: Facts, words: Words) -> str:
    """Return whether the answer on the wall counts its struts; empty where it has none, or nothing was computed."""
    item = verdict.of("wall_falls")
    check = governs(item)
    row = next((row for row in item.evidence if row.check is check), None)
    if verdict.circumstances.of("struts").presence != "present" or check is None or row is None:
        return ""
    if any(omission.effect == "struts" for omission in row.omissions):
        return words("answer.without_struts")
    part = check.place.level
    below = part is not None and facts.strut_level is not None and facts.strut_level < part
    return words("answer.struts_below" if below else "answer.with_struts")


def _worst(state: LimitState, count: int, free: int, facts: Facts, words: Words) -> str:
    """Return how many stones fell, with the run in which they did."""
    return f"{words('answer.worst')} {_lowered(_how_many(state, count, free, facts, words))}"


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
        lines += [next_step(item.limit_state, facts, words)]
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
            lines.append(_earlier_movement(verdict, words))
    else:
        lines = [words(f"answer.{name}_{item.state}", **strength)]
        lines += reasons(item, verdict, words, keys=False)
    lines += [words("answer.thin")] if is_thin(item) else []
    if holds_dry_only(item, verdict):
        lines.append(words("card.dry_only"))
        tone = "unsure"
    return _answer(key, words, lines, short="yes" if bad else "no", tone=tone)


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
    named = facts.first_fall is not None or (check is not None and bool(check.place.stone))
    if facts.length is not None and not named:
        lines.append(words("answer.part_length", length=words.typeset(f"{facts.length:.3g}")))
    return _answer("part", words, [*lines, *_pointing(verdict, facts, words, named=named)])


def _pointing(verdict: Verdict, facts: Facts, words: Words, *, named: bool) -> Iterator[str]:
    """Yield how one finds the part on the wall: by the picture, and which face is the front.

    ``named``: whether the part is a stone, which the picture marks.
    """
    if facts.pictured:
        yield words("part_of.marked" if named else "part_of.pictured")
    if facts.stones:
        yield words("part_of.drawn_face")
    elif verdict.circumstances.of("fill_at_rest").presence == "present":
        yield words("part_of.free_face")
    elif facts.strut_side is not None:
        yield words(f"part_of.struts_{facts.strut_side}")


def _strength(verdict: Verdict, facts: Facts, words: Words) -> Answer:
    demand = verdict.circumstances.demand
    falls = list(_fall_strength(verdict, facts, words))
    lines = [*falls]
    if not falls and facts.first_fall is None:
        lines += [words("answer.no_intensity"), next_step("wall_falls", facts, words)]
    if not falls and facts.first_fall is not None:
        state: LimitState = "wall_falls" if facts.first_fall.wall else "stones_fall"
        lines += [_one_earthquake(state, verdict, facts.first_fall, words), words("answer.may_be_less")]
    onset = verdict.of("onset")
    if onset.lower is not None or onset.upper is not None:
        lines += [
            words("answer.movement", text=_lowered(capacity_text(onset, words))),
            _earlier_movement(verdict, words),
        ]
    if any(holds_dry_only(item, verdict) for item in verdict.limit_states):
        lines.append(words("card.dry_only"))
    site = words("answer.site", demand=demand_text(demand, words))
    lines += [site, words("answer.g") if demand is None else ""]
    return _answer("strength", words, lines, short="" if falls else "not_known", tone="" if falls else "none")


def _earlier_movement(verdict: Verdict, words: Words) -> str:
    """Return how early movement may start by methods that do not decide; what falls has moved."""
    return lower_intensities(verdict.of("onset"), words, verdict.of("stones_fall"), verdict.of("wall_falls"))


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
            yield lower_intensities(item, words)


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
    lines = [*_made_up(verdict, facts, words), _confidence(verdict, facts, words)]
    lines += _grades(verdict, facts, words)
    if facts.inputs:
        lines.append(words("answer.assumed", count=facts.assumed, total=facts.inputs))
    most = max((row.check.motions or 0 for item in verdict.limit_states for row in item.evidence), default=0)
    safe = any(verdict.of(state).state == "satisfied" for state in ("stones_fall", "wall_falls"))
    if 0 < most < MOTIONS_OF_A_SET:
        lines.append(words("answer.motions_few", count=most))
    elif most and safe:
        lines.append(words("answer.motions", count=most))
    return _answer("sure", words, lines)


def _made_up(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield whether what governs rests on made-up input, and what an owner of such a wall takes from it."""
    if not verdict.circumstances.demonstration:
        return
    what = ", ".join(words.get(f"made_up.{name}", name) for name in verdict.circumstances.demonstration)
    rests = facts.rests_on_made_up
    yield words("answer.made_up_decides" if rests else "answer.made_up_beside", what=what)
    yield words("answer.made_up_owner" if rests else "answer.given_owner")


def _grades(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield on what the answers rest: groups of inputs by grade, all that is made up among them, and the demand."""
    known = verdict.circumstances
    in_code = bool(facts.demand_assumed) and known.grades.get("motion") == "assumed"
    groups: dict[str, list[str]] = {}
    for group, grade in known.grades.items():
        if group != "motion" or not in_code:
            groups.setdefault(grade, []).append(words.get(f"grade_group.{group}", group))
    for name in known.demonstration:
        if f"grade_group.{name}" in words:
            groups.setdefault("made_up", []).append(words(f"grade_group.{name}"))
    ordered = [grade for grade in get_args(Grade) if grade in groups]
    if ordered:
        texts = [f"{words(f'grade.{grade}')}: {', '.join(groups[grade])}" for grade in ordered]
        yield words("answer.grades", grades="; ".join(texts))
    if in_code and known.demand is not None:
        names = [_lowered(field_name(key, words)) for key in facts.demand_assumed]
        yield words("answer.demand_assumed", name=demand_name(known.demand, words), inputs=", ".join(names))


def _confidence(verdict: Verdict, facts: Facts, words: Words) -> str:
    """Return how sure the answers are: by the grades of the inputs, and by what is still open."""
    known = verdict.circumstances
    weak = sum(grade in ("assumed", "made_up") for grade in known.grades.values())
    if not known.grades and not facts.inputs:
        return ""
    mostly = 2 * weak >= len(known.grades) if known.grades else 2 * facts.assumed >= facts.inputs
    made_up = bool(known.demonstration) or "made_up" in known.grades.values()
    if mostly:
        return words("sure.low_made_up" if made_up else "sure.low")
    if known.demonstration:
        return words("sure.low_part")
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
    """Return what would make the answers certain, and after it which assumed inputs matter."""
    lines = [*closing_steps(verdict, facts, words)]
    tried = bool(lines)
    lines += ["" if facts.sensitivities else words("answer.change_unknown"), _plumb(verdict, words)]
    return _answer("change", words, lines, short="" if tried else "not_known", tone="" if tried else "none")


# -- cards -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Card:
    """One limit state on the first page."""

    name: str
    """Its title."""
    tone: str
    """``good`` only where safety is shown; ``bad``, ``unsure`` or ``none``."""
    state: str
    """State in words."""
    lines: tuple[str, ...]
    """Capacity, demand, what governs, and the reasons of the state."""


def cards(verdict: Verdict, words: Words) -> tuple[Card, ...]:
    """Return a card for each limit state, and one for the wet season where the wall retains fill."""
    return tuple(_card(item, season, verdict, words) for season, item in seasons(verdict))


def _card(item: LimitStateVerdict, season: str, verdict: Verdict, words: Words) -> Card:
    lines: list[str] = []
    check = governs(item)
    if item.follows_from is None:
        if season not in ("gravity", "wet"):
            lines += _intensity_lines(item, verdict, words)
        elif check is not None:
            key = "card.factor" if item.state != "not_shown" else "card.factor_open"
            numbers = {"factor": words.factor(check.factor), "required": words.plain(check.required)}
            lines.append(words(key, **numbers) if math.isfinite(check.factor) else words("card.nothing_pushes"))
            if (variant := lower_ratio(item)) is not None:
                lines.append(words("card.factor_variant", factor=words.factor(variant * check.required)))
            lines += [_source_of_required(check, words)] if math.isfinite(check.factor) else []
        if check is not None and item.state not in ("not_assessed", "not_shown"):
            lines.append(_governing_line(check, words))
    lines += reasons(item, verdict, words)
    dry_only = holds_dry_only(item, verdict)
    lines += [words("card.dry_only")] if dry_only else []
    tone = "unsure" if is_thin(item) or dry_only else TONES[item.state]
    return Card(name=words(f"card.{season}"), tone=tone, state=state_words(item, words), lines=tuple(lines))


def _intensity_lines(item: LimitStateVerdict, verdict: Verdict, words: Words) -> Iterator[str]:
    if item.lower is not None or item.upper is not None:
        yield capacity_text(item, words)
        yield from _by_method(item, words)
        later = [verdict.of(state) for state in ("stones_fall", "wall_falls")] if item.limit_state == "onset" else []
        if text := lower_intensities(item, words, *later):
            yield text
    demand = verdict.circumstances.demand
    if demand is not None and item.state != "not_assessed":
        yield words("card.demand", demand=demand_text(demand, words))


def _by_method(item: LimitStateVerdict, words: Words) -> Iterator[str]:
    """Yield the lowest capacity of each method that counts; nothing where there is one only."""
    least: dict[str, Evidence] = {}
    for row in item.evidence:
        value = row.check.intensity
        if value is None or not (row.is_lower or row.is_upper):
            continue
        mine = least.get(row.check.method)
        if mine is None or value < (mine.check.intensity or math.inf):
            least[row.check.method] = row
    if len(least) < 2 and not any(row.check.motions for row in least.values()):
        return
    ordered = sorted(least.values(), key=lambda row: (row.check.intensity or 0.0, row.check.method))
    for row in ordered[:_MOST_METHODS]:
        yield f"{method_of(row.check, words)}: {_capacity_of_method(row, words)}"


def _capacity_of_method(row: Evidence, words: Words) -> str:
    assert row.check.intensity is not None
    low, high = row.intensities
    if row.check.bound == "upper" and (row.check.motions or 0) >= MOTIONS_OF_A_SET:
        return words("card.median", value=intensity(row.check.intensity, words), count=row.check.motions)
    key = "estimate" if row.is_lower and row.is_upper else "lower" if row.is_lower else "upper"
    value = high if low is None else low
    text = words(f"card.{key}", value=intensity(value if value is not None else row.check.intensity, words))
    text += f" ({words('card.at_foot', foot=intensity(row.check.at_foot, words))})" if row.check.at_foot else ""
    return text + (f", {words('card.motions', count=row.check.motions)}" if row.check.motions else "")


def _governing_line(check: Check, words: Words) -> str:
    mode = words.get(f"mode.{check.mode}", check.mode)
    return words(
        "card.governing", mode=mode, place=place_name(check.place, words), method=method_name(check, words, short=True)
    )


def _source_of_required(check: Check, words: Words) -> str:
    if check.required_source:
        return words("card.required_source", source=check.required_source)
    return words("card.no_code", required=words.plain(check.required))


def lower_ratio(item: LimitStateVerdict) -> float | None:
    """Return the least capacity over demand of a method that does not count, where it is below that which governs."""
    check = governs(item)
    found = [row.check.ratio for row in item.evidence if not row.check.votes and math.isfinite(row.check.ratio)]
    least = min(found, default=math.inf)
    return least if check is not None and least < _LESS * check.ratio else None


def lower_intensities(item: LimitStateVerdict, words: Words, *later: LimitStateVerdict) -> str:
    """Return the range of intensities below the capacity that methods give that show nothing here; empty without.

    Lower bounds are not among them: their failure is later by definition. Nor are single motions. Of ``later`` limit
    states, which imply this one, the evidence counts too.
    """
    if item.upper is None:
        return ""
    found = [
        row.check.intensity
        for row in (row for each in (item, *later) for row in each.evidence)
        if row.shows == "nothing" and row.check.bound != "lower" and row.check.motions is None
        and row.check.intensity is not None and 0.0 < row.check.intensity < _LESS * item.upper
    ]  # fmt: skip
    if not found:
        return ""
    low, high = intensity(min(found), words), intensity(max(found), words)
    return words("answer.lower_one", low=low) if low == high else words("answer.lower_some", low=low, high=high)
