"""What would close the questions that the verdict leaves open: an inspection, a computation, more earthquakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pirqa.model.check import LimitState
from pirqa.model.verdict import Verdict
from pirqa.report.facts import Facts
from pirqa.report.inspection import Question, lacking, left_out, presumed, unanswered
from pirqa.report.verdict import effects_text, seasons
from pirqa.report.words import Words

__all__ = ["MOTIONS_OF_A_SET", "closing_steps", "group_names", "needs_stones", "next_step", "step_names"]

MOTIONS_OF_A_SET = 7
"""Least number of earthquakes that show safety."""
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
