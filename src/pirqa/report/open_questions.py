"""What to do now: what would close the open questions, how far to stay away, which analyses ran by themselves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pirqa.model.check import LimitState
from pirqa.model.verdict import Verdict
from pirqa.project.completion import Completion
from pirqa.project.sensitivity import Sensitivity
from pirqa.report.facts import (
    Extent,
    Facts,
    Question,
    TurningPart,
    inspection_effects,
    lacking,
    left_out,
    presumed,
    unanswered,
)
from pirqa.report.names import field_name, input_name
from pirqa.report.section import Section, Text
from pirqa.report.verdict import (
    MOTIONS_OF_A_SET,
    effects_text,
    governing_check,
    has_fill,
    intensity,
    is_drained,
    seasons,
)
from pirqa.report.words import Words

_NUMBERS: Mapping[str, int] = {"gravity": 1, "wet": 2, "onset": 3, "stones_fall": 4, "wall_falls": 5}
"""Number of the answer on page one, by limit state and season."""
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
_SET_NOTES = ("ida_run_failed", "ida_corner", "ida_corners_not_run")
"""Notes on a complete set that keep it from showing safety, the first to be mended first."""
_DISTANCE_STEP = 0.5
"""The wall's height, as a distance, is rounded up to it [m]."""
_THICKEST = 2.0
"""Greatest thickness, over the present one, that is named as a way to strengthen a wall."""
_FARTHER = 1.2
"""Distance to keep over the farthest that a stone came in the runs; rounded up to whole metres."""


def closing_steps(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield what would make the answers better or certain, and what it would change."""
    questions = unanswered(verdict)
    yield from _inspection(questions, verdict, facts, words)
    yield from _larger_computation(questions, verdict, words)
    yield from _missing_runs(questions, facts, words)
    if verdict.circumstances.demand is None:
        yield words("answer.no_demand")
    else:
        yield from _motions(questions, verdict, facts, words)
    yield from _strengthening(verdict, facts, words)
    flips = [item for item in facts.sensitivities if item.flips]
    for item in flips or facts.sensitivities[:1]:
        yield _sensitivity(item, verdict, facts, words)


def next_step(season: str, facts: Facts, words: Words) -> str:
    """Return the step that would answer a limit state that no method judged."""
    name, possible = _analysis(season, facts)
    if not name:
        return ""
    return words("answer.next_step" if possible else "answer.next_survey", step=words(f"step.{name}"))


def _analysis(season: str, facts: Facts) -> tuple[str, bool]:
    """Return the analysis that answers a limit state, and whether the wall has the stones that it needs."""
    known = [name for name in _STEPS[season] if name in facts.analyses or not facts.analyses]
    possible = [name for name in known if facts.stones or name not in _ON_STONES]
    return (possible or known or [""])[0], bool(possible)


def needs_stones(analysis: str) -> bool:
    """Return whether an analysis needs the stones of the wall."""
    return analysis in _ON_STONES


def step_names(verdict: Verdict, facts: Facts) -> list[str]:
    """Return the analyses that would answer what is open: those of what was not computed, and that of a set."""
    found: dict[str, None] = {}
    for season, item in unanswered(verdict):
        counts = [row.check.motions for row in item.evidence if row.check.motions]
        if item.state == "not_assessed" or (counts and max(counts) < MOTIONS_OF_A_SET):
            found[_analysis(season, facts)[0]] = None
    return [name for name in found if name]


def _inspection(questions: Sequence[Question], verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield what is to be looked at on the wall, and which answers change if none of it is there."""
    unstated = left_out(questions, verdict)[1]
    asked = [season for season, item in questions if set(lacking(item)) & set(unstated)]
    if not asked:
        return
    parts = [words("closing.inspect", answers=_label(asked, words), effects=effects_text(unstated, words))]
    if facts.inspected is not None:
        then = dict(seasons(facts.inspected))
        settled = [season for season in asked if then[season].state == "satisfied"]
        left = [season for season in asked if season not in settled]
        if settled:
            texts = [words("closing.becomes", number=_NUMBERS[name], short=_safe_word(name, words)) for name in settled]
            takes = [*presumed(facts.inspected, settled, words), *_assumed(verdict, words)]
            key = "closing.if_none_and" if takes else "closing.if_none"
            parts.append(words(key, becomes=", ".join(texts), takes="; ".join(takes)))
        if left and not settled:
            parts.append(words("closing.not_enough"))
        elif left:
            parts.append(words("closing.still_open", numbers=_numbers(left, words)))
    parts.append(words("closing.if_any"))
    yield " ".join(parts)


def _assumed(verdict: Verdict, words: Words) -> list[str]:
    names = group_names(verdict, words)
    return [words("presumed.values", groups=", ".join(names))] if names else []


def group_names(verdict: Verdict, words: Words) -> list[str]:
    """Return the groups of inputs of the wall that are assumed or made up."""
    weak = [group for group, grade in verdict.circumstances.grades.items() if grade in ("assumed", "made_up")]
    return [words.get(f"grade_group.{group}", group) for group in weak if group != "motion"]


def _safe_word(season: str, words: Words) -> str:
    return words("short.yes" if season in ("gravity", "wet") else "short.no")


def _larger_computation(questions: Sequence[Question], verdict: Verdict, words: Words) -> Iterator[str]:
    """Yield which effects a computation must include that no inspection settles."""
    present, _, shaking = left_out(questions, verdict)
    missing = [*present, *shaking]
    asked = [season for season, item in questions if set(lacking(item)) & set(missing)]
    if asked:
        yield words("closing.include", answers=_label(asked, words), effects=effects_text(missing, words))


def _missing_runs(questions: Sequence[Question], facts: Facts, words: Words) -> Iterator[str]:
    """Yield the computation that would answer what no method judged, once for all answers that it gives."""
    steps: dict[str, list[str]] = {}
    for season, item in questions:
        if item.state == "not_assessed" and (step := next_step(season, facts, words)):
            steps.setdefault(step, []).append(season)
    for step, asked in steps.items():
        yield words("closing.run", answers=_label(asked, words), step=step)


def _motions(questions: Sequence[Question], verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield what the earthquakes that were computed lack to show that nothing falls."""
    found: dict[tuple[str, int], list[str]] = {}
    demand = verdict.circumstances.demand
    assert demand is not None
    for season, item in questions:
        count = max((row.check.motions or 0 for row in item.evidence), default=0)
        if season not in ("stones_fall", "wall_falls") or item.state == "not_assessed" or not count:
            continue
        notes = {note for row in item.evidence for note in row.check.notes}
        ladder = facts.ladders.get(item.limit_state)
        fell = 0 if ladder is None else ladder.reached(demand.intensity)
        if count < MOTIONS_OF_A_SET:
            found.setdefault(("set", count), []).append(season)
        elif fell:
            found.setdefault(("fell", fell), []).append(season)
        elif mend := next((note for note in _SET_NOTES if note in notes), ""):
            found.setdefault((mend, 0), []).append(season)
    weak = any(grade in ("assumed", "made_up") for grade in verdict.circumstances.grades.values())
    for (key, count), asked in found.items():
        numbers = {"answers": _label(asked, words), "count": count, "needed": MOTIONS_OF_A_SET}
        if key == "fell":
            total = max(facts.ladders[verdict.of(season).limit_state].total for season in asked)  # type: ignore[arg-type]
            remedy = words("closing.better_values" if weak else "closing.strengthen_only")
            yield words("closing.fell", remedy=remedy, total=total, most=-(-total // 2), **numbers)
        else:
            yield words(f"closing.{key}", **numbers)


def _strengthening(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield which answers the retrofit of answer 10 can change."""
    falls: tuple[LimitState, ...] = ("stones_fall", "wall_falls")
    fails = [state for state in falls if verdict.of(state).state == "not_satisfied"]
    if fails and any(row.needed and row.present < row.target for row in facts.retrofits):
        yield words("closing.strengthen", answers=_label(fails, words))


def _label(asked: Sequence[str], words: Words) -> str:
    key = "closing.answer" if len(asked) == 1 else "closing.answers"
    return words(key, numbers=_numbers(asked, words))


def _numbers(asked: Sequence[str], words: Words) -> str:
    """Return the numbers of answers as a list in words: 1, 4 and 5."""
    *first, last = (str(_NUMBERS[season]) for season in asked)
    return words("closing.and", first=", ".join(first), last=last) if first else last


def _sensitivity(item: Sensitivity, verdict: Verdict, facts: Facts, words: Words) -> str:
    """Return one input with the states at the ends of its range; with the capacities where it changes no state."""
    if item.flips:
        key, ends = "answer.sensitivity", [words(f"state.{state}") for state in (item.state_low, item.state_high)]
    else:
        key, intensities = "answer.sensitivity_none", (item.intensity_low, item.intensity_high)
        ends = [_capacity(item.limit_state, value, words) for value in intensities]
    return words(
        key,
        name=_input(item.key, verdict, facts, words),
        low=words.typeset(item.low_text),
        high=words.typeset(item.high_text),
        question=words(f"question_of.{item.limit_state}"),
        at_low=ends[0],
        at_high=ends[1],
    )


def _input(key: str, verdict: Verdict, facts: Facts, words: Words) -> str:
    """Return an input in words, of a zone with its place; an input that the report has no words for by its key."""
    group, _, _ = key.rpartition(".")
    extent = facts.zones.get(group.removeprefix("wall.zones."))
    try:
        if extent is None or len(facts.zones) == 1:
            return input_name(key, words)
        name = field_name(key, words)
        return f"{_zone_place(extent, verdict, facts, words)}: {name[0].lower()}{name[1:]}"
    except KeyError:
        return key


def _zone_place(extent: Extent, verdict: Verdict, facts: Facts, words: Words) -> str:
    """Return where a zone of the wall is, and whether the picture hatches it."""
    bottom, top = (words.typeset(f"{level:.3g}") for level in (extent.bottom, extent.top))
    reaches_top = extent.top >= max(zone.top for zone in facts.zones.values())
    key = "whole" if reaches_top and extent.bottom <= 0.0 else "above" if reaches_top else "between"
    key = "below" if key == "between" and extent.bottom <= 0.0 else key
    text = words(f"zone.{key}", bottom=bottom, top=top)
    start, end = ("" if side is None else words.typeset(f"{side:.3g}") for side in (extent.start, extent.end))
    if start and end:
        text += f", {words('zone.along', start=start, end=end)}"
    elif start or end:
        text += f", {words('zone.right', start=start) if start else words('zone.left', end=end)}"
    check = governing_check(verdict)
    hatched = check is not None and not facts.stones and check.place.level == extent.bottom and not (start or end)
    return f"{text} ({words('zone.hatched')})" if hatched and extent.bottom > 0.0 else text


def _capacity(limit_state: str, value: float | None, words: Words) -> str:
    if value is None or not math.isfinite(value):
        return "–"
    return words.factor(value) if limit_state == "gravity" else f"{intensity(value, words)} g"


def measures(verdict: Verdict, facts: Facts, words: Words) -> list[str]:
    """Return what to do now: the distance, drains, an inspection, the engineer's next steps and strengthening."""
    lines = list(_distance(verdict, facts, words))
    if has_fill(verdict) and verdict.wet.state != "satisfied":
        drained = verdict.circumstances.of("water").presence == "absent"
        lines.append(words("answer.keep_drains" if drained else "answer.drain"))
    elif is_drained(verdict):
        lines.append(words("answer.keep_drains"))
    if inspection_effects(verdict):
        lines.append(words("answer.have_inspected"))
    if steps := list(_engineer_steps(verdict, facts, words)):
        lines.append(words("answer.engineer_steps", steps="; ".join(steps)))
    lines += _retrofit(verdict, facts, words)
    lines.append(words("answer.again"))
    return lines


def _engineer_steps(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield what an engineer does next about a wall of which an answer is open or bad."""
    falls: tuple[LimitState, ...] = ("gravity", "stones_fall", "wall_falls")
    failing = any(verdict.of(state).state == "not_satisfied" for state in falls) or verdict.wet.state == "not_satisfied"
    counts = [row.check.motions for row in verdict.of("wall_falls").evidence if row.check.motions]
    steps = step_names(verdict, facts)
    if not steps and not failing and not unanswered(verdict) and not verdict.circumstances.demonstration:
        return
    if groups := group_names(verdict, words):
        yield words("todo.measure", groups=", ".join(groups))
    for name in steps:
        if name == "ida" and counts and max(counts) < MOTIONS_OF_A_SET:
            yield words("todo.complete_set", count=max(counts), needed=MOTIONS_OF_A_SET)
        else:
            step = words(f"step.{name}")
            yield words("todo.survey", step=step) if needs_stones(name) and not facts.stones else step
    present, _, shaking = left_out(unanswered(verdict), verdict)
    if present or shaking:
        yield words("todo.include", effects=effects_text([*present, *shaking], words))
    if facts.reach is None and not _nothing_falls(verdict):
        yield words("todo.reach")
    if failing or facts.first_fall is not None:
        yield words("todo.secure")
    elif not _nothing_falls(verdict):
        yield words("todo.judge")


def _nothing_falls(verdict: Verdict) -> bool:
    """Return whether it is shown for a real wall, dry and wet, that nothing falls."""
    states = [verdict.of(state).state for state in ("gravity", "stones_fall", "wall_falls")]
    wet = not has_fill(verdict) or verdict.wet.state == "satisfied"
    return set(states) == {"satisfied"} and wet and not verdict.circumstances.demonstration


def _distance(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield the distance to keep from the wall, unless it is shown that nothing falls."""
    if _nothing_falls(verdict):
        yield words("answer.no_distance")
        return
    height = None if facts.height is None else math.ceil(facts.height / _DISTANCE_STEP - 1e-9) * _DISTANCE_STEP
    if facts.reach is None:
        if height is None:
            yield words("answer.distance_unknown")
        else:
            yield words("answer.distance_height", metres=words.plain(height))
        yield words("answer.secured")
        return
    metres = max(math.ceil(_FARTHER * facts.reach - 1e-9), height or 0.0)
    yield words("answer.distance_reach", metres=words.plain(metres), reach=words.number(facts.reach, 2))
    if facts.reach_runs == 1:
        yield words("answer.distance_one_run")
    yield words("answer.secured")


def _retrofit(verdict: Verdict, facts: Facts, words: Words) -> Iterator[str]:
    """Yield the force, and the thickness of each part, that would bring the mechanisms to their target."""
    struts = verdict.circumstances.of("struts")
    wanting = [row for row in facts.retrofits if row.needed and row.present < row.target]
    forces = [row for row in wanting if row.kind == "force"]
    if forces:
        worst = max(forces, key=lambda row: row.needed or 0.0)
        level = "–" if worst.level is None else words.number(worst.level, 3)
        counted = "counted" if struts.presence == "present" and struts.modelled else "not_counted"
        force = words.number((worst.needed or 0.0) / 1e3, 3)
        yield words("answer.retrofit_force", force=force, level=level, existing=words(f"answer.struts_{counted}"))
    parts: dict[TurningPart, float] = {}
    for row in wanting:
        if row.kind == "thickness" and row.mechanism in facts.turning:
            part = facts.turning[row.mechanism]
            parts[part] = max(parts.get(part, 0.0), row.needed or 0.0)
    # a part that must become several times as thick is no way to strengthen a wall
    if parts and all(needed <= _THICKEST * part.thickness for part, needed in parts.items()):
        yield words("answer.retrofit_thickness", parts="; ".join(_thicker(part, parts[part], words) for part in parts))


def _thicker(part: TurningPart, needed: float, words: Words) -> str:
    """Return how thick a part must become, and how thick it is."""
    name = words("part_of.whole") if part.level <= 0.0 else words("part_of.above", level=f"{part.level:.3g}")
    numbers = {"needed": words.number(needed, 3), "now": words.number(part.thickness, 3)}
    return words("answer.thicker", part=f"{name[:1].lower()}{name[1:]}", **numbers)


def announcement(stage: str, limit_states: Sequence[str], seconds: float, words: Words) -> str:
    """Return the line that is printed before ``stage`` runs by itself, expected to take ``seconds``."""
    told = {"stage": words(f"{stage}.title"), "states": _states(limit_states, words)}
    return words("completion.starting", time=_time(seconds, words), **told)


def completion_text(item: Completion, words: Words) -> str:
    """Return what ran by itself, and why; the reason where it gave no result."""
    told = {"stage": words(f"{item.stage}.title"), "states": _states(item.limit_states, words)}
    return words("completion.failed", reason=item.failure, **told) if item.failure else words("completion.done", **told)


def with_reason(section: Section, item: Completion, words: Words) -> Section:
    """Return the section of a stage that ran by itself, with the reason first."""
    reason = Text(text=words("completion.section", states=_states(item.limit_states, words)))
    return replace(section, blocks=(reason, *section.blocks))


def _states(limit_states: Sequence[str], words: Words) -> str:
    return ", ".join(words("completion.quoted", name=words(f"limit_state.{name}")) for name in limit_states)


def _time(seconds: float, words: Words) -> str:
    if seconds < 90.0:
        return f"{max(seconds, 1.0):.0f} s"
    minutes = seconds / 60.0
    return f"{words.number(minutes, 2)} min" if minutes < 90.0 else f"{words.number(minutes / 60.0, 2)} h"
