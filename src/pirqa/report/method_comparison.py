"""All methods side by side, where and why they contradict each other, and verdicts printed elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pirqa.model.check import LIMIT_STATES, Basis, Check
from pirqa.model.verdict import Evidence, LimitStateVerdict, Verdict
from pirqa.project import Assessment
from pirqa.project.published import PublishedVerdict
from pirqa.report.names import case_name, drive_name, method_name, place_name, variant_name
from pirqa.report.section import Cell, Grid, Section
from pirqa.report.verdict import against
from pirqa.report.words import Words

_TONES = {"safety": "good", "failure": "bad", "nothing": ""}
_SAME = 5e-3
"""Accelerations this close are one, as far as a page prints them."""
_MOST = 3
"""Of examples that carry one acceleration over to the other side."""
_PUBLISHED_TONES = {"satisfied": "good", "not_satisfied": "bad"}


def methods_grid(verdict: Verdict, words: Words) -> Grid | None:
    """Return the table; None where fewer than two methods were judged, since the list of checks then says it all."""
    rows = [row for item in (*verdict.limit_states, verdict.wet) for row in item.evidence]
    methods = list(dict.fromkeys(row.check.method for row in rows))
    if len(methods) < 2:
        return None
    states = [state for state in LIMIT_STATES if any(row.check.limit_state == state for row in rows)]
    cells = tuple(
        (Cell(text=case_name(method, words), strong=True), *(_cell(rows, method, state, words) for state in states))
        for method in methods
    )
    head = (words("column.method"), *(words(f"limit_state.{state}") for state in states))
    return Grid(head=head, rows=cells, caption=words("page.methods_caption"))


def _cell(rows: Sequence[Evidence], method: str, state: str, words: Words) -> Cell:
    """Return the worst check of a method; one that shows neither safety nor failure has no tone."""
    mine = [row for row in rows if row.check.method == method and row.check.limit_state == state]
    if not mine:
        return Cell(text="–", number=True)
    voting = [row for row in mine if row.shows != "nothing"] or [row for row in mine if row.check.votes] or mine
    worst = min(voting, key=lambda row: round(against(row), 9))
    check = worst.check
    silent = worst.shows == "nothing"
    remark = "" if not silent else f" {words('page.method_shows_nothing' if check.votes else 'page.no_vote')}"
    mode = words.get(f"mode.{check.mode}", check.mode)
    source = words.citation(check.source)
    return Cell(
        text=words.factor(against(worst)),
        number=True,
        strong=not silent,
        tone=_TONES[worst.shows],
        small=f"{mode}: {source}{remark}",
    )


@dataclass(frozen=True, kw_only=True)
class Disagreement:
    """One limit state on which methods disagree, in words."""

    title: str
    who: tuple[str, ...]
    """The methods that show safety, and those that show failure, with their worst ratios."""
    reasons: tuple[str, ...]


def disagreements(verdict: Verdict, words: Words) -> tuple[Disagreement, ...]:
    """Return each question on which methods contradict each other, and last what only looks like a contradiction."""
    found = [
        _explained(item, rows, words)
        for item in verdict.limit_states
        if item.state == "undetermined"
        for rows in _contradicted(item)
    ]
    return (*found, *_moves_and_stands(verdict, words))


def _contradicted(item: LimitStateVerdict) -> Iterator[list[Evidence]]:
    """Yield the evidence of each question with safety and failure on it.

    A question is a mode and part of the wall, or one direction of a method in which every stone may move; what the
    latter shows safe is safe on every mode and part.
    """
    voting = [row for row in item.evidence if row.check.votes and row.shows != "nothing"]
    free = [row for row in voting if row.full_freedom]
    questions: dict[tuple[str, str], list[Evidence]] = {}
    for row in voting:
        check = row.check
        scenario = check.scenario or f"{check.action}|{check.place.inward}"
        questions.setdefault(("", scenario) if row.full_freedom else (check.mode, check.part), []).append(row)
    seen: set[tuple[str, ...]] = set()
    for (mode, _), mine in questions.items():
        rows = [*mine, *(row for row in free if mode and row.shows == "safety")]
        names = tuple(sorted({f"{row.check.method} {row.shows}" for row in rows}))
        # one explanation for all parts on which the same methods contradict each other
        if {row.shows for row in rows} == {"safety", "failure"} and names not in seen:
            seen.add(names)
            yield rows


def _explained(item: LimitStateVerdict, rows: Sequence[Evidence], words: Words) -> Disagreement:
    above, below = (_worst([row for row in rows if row.shows == side]) for side in ("safety", "failure"))
    who = tuple(
        words(f"why.{side}", methods="; ".join(_told(check, words) for check in those))
        for side, those in (("satisfied", above), ("not_satisfied", below))
    )
    reasons = tuple(_reasons(above, below, words)) or (_not_known(above, below, words),)
    return Disagreement(title=words(f"limit_state.{item.limit_state}"), who=who, reasons=reasons)


def _worst(rows: Iterable[Evidence]) -> list[Check]:
    """Return the worst check of each method."""
    worst: dict[str, Check] = {}
    for row in rows:
        mine = worst.get(row.check.method)
        if mine is None or round(row.check.ratio, 9) < round(mine.ratio, 9):
            worst[row.check.method] = row.check
    return list(worst.values())


def _told(check: Check, words: Words) -> str:
    return f"{case_name(check.method, words, short=True)} ({words.factor(check.ratio)})"


def _reasons(above: list[Check], below: list[Check], words: Words) -> Iterator[str]:
    """What the checks of both sides have apart, what decides first."""
    yield from _required(below, words)
    if any(check.basis is None for check in (*above, *below)):
        yield words("why.no_basis")
        return
    for key, tell in _ASPECTS.items():
        sides = [dict.fromkeys(label for check in side for label in tell(check, words)) for side in (above, below)]
        first, second = sides
        if not first or not second or set(first) == set(second):
            continue
        key = key if not set(first) & set(second) else f"{key}_in_part"
        named = {"above": "; ".join(first), "below": "; ".join(second)}
        base = key.removesuffix("_in_part")
        text = words(f"why.{base}", **named)
        yield text if key == base else f"{text} {words('why.in_part')}"
        if base == "driving":
            yield from _carried_over(above, below, words)
        if base == "way":
            yield from _starts_or_falls(above, below, words)


def _required(below: list[Check], words: Words) -> Iterator[str]:
    """Methods that find the wall at rest, but without the margin that is asked of it."""
    for check in below:
        if 1.0 <= check.factor < check.required:
            yield words(
                "why.required",
                method=case_name(check.method, words, short=True),
                factor=words.factor(check.factor),
                required=words.typeset(f"{check.required:g}"),
            )


def _basis(check: Check) -> Basis:
    assert check.basis is not None
    return check.basis


def _driving(check: Check, words: Words) -> Iterator[str]:
    yield drive_name(_basis(check), words)


def _way(check: Check, words: Words) -> Iterator[str]:
    yield words(f"why.way_{_basis(check).way}")


def _body(check: Check, words: Words) -> Iterator[str]:
    yield words(f"why.body_{_basis(check).body}")


def _friction(check: Check, words: Words) -> Iterator[str]:
    """Only where sliding is part of what is checked."""
    friction = _basis(check).friction
    if friction is not None:
        yield words.number(friction, 3)
    elif "sliding_not_judged" in check.notes:
        yield words("why.no_sliding")


def _stiffness(check: Check, words: Words) -> Iterator[str]:
    stiffness = _basis(check).stiffness
    if stiffness is not None:
        yield words.typeset(f"{stiffness / 1e6:.3g} MN/m3")


def _thrust(check: Check, words: Words) -> Iterator[str]:
    thrust = check.method.partition(".")[2]
    if thrust and _basis(check).body in ("section", "block"):
        yield variant_name(thrust, words)


def _part(check: Check, words: Words) -> Iterator[str]:
    mode = words(f"mode.{check.mode}")
    yield f"{mode}: {place_name(check.place, words)}"


_ASPECTS: dict[str, Callable[[Check, Words], Iterator[str]]] = {
    "driving": _driving,
    "way": _way,
    "body": _body,
    "friction": _friction,
    "stiffness": _stiffness,
    "thrust": _thrust,
    "part": _part,
}


def _carried_over(above: list[Check], below: list[Check], words: Words) -> Iterator[str]:
    """What a method of one side says under the acceleration of the other, where its ratio goes with one over it."""
    told = 0
    for mine, others in ((above, below), (below, above)):
        known = [a for check in others if (a := _basis(check).acceleration) is not None and a > 0.0]
        for check in mine:
            own = _basis(check).acceleration
            if told == _MOST or not known or not _basis(check).proportional or own is None or own <= 0.0:
                continue
            # what the other side asks least differently
            other = min(known, key=lambda value: abs(value - own))
            if abs(other - own) <= _SAME * own:
                continue
            ratio = check.ratio * own / other
            told += 1
            yield words(
                "why.demand_decides" if (ratio >= 1.0) != check.satisfied else "why.demand_not_alone",
                method=case_name(check.method, words, short=True),
                acceleration=words.number(other, 3),
                ratio=words.factor(ratio),
                own=words.factor(check.ratio),
            )


def _starts_or_falls(above: list[Check], below: list[Check], words: Words) -> Iterator[str]:
    if "force" in {_basis(c).way for c in below} and {_basis(c).way for c in above} & {"displacement", "motion"}:
        yield words("why.force_is_start")


def _not_known(above: list[Check], below: list[Check], words: Words) -> str:
    sources = [dict.fromkeys(check.source for check in side) for side in (above, below)]
    return words("why.not_known", above="; ".join(sources[0]), below="; ".join(sources[1]))


def _moves_and_stands(verdict: Verdict, words: Words) -> Iterator[Disagreement]:
    """Yield the remark that starting to move and not falling answer two questions."""
    onset, falls = verdict.of("onset"), verdict.of("wall_falls")
    starts = [check for check in _worst(row for row in onset.evidence if row.shows == "failure") if check.factor < 1.0]
    stands = _worst(row for row in falls.evidence if row.shows == "safety")
    if not starts or not stands:
        return
    who = tuple(
        words(f"why.{side}", methods="; ".join(_told(check, words) for check in those))
        for side, those in (("starts", starts), ("stands", stands))
    )
    yield Disagreement(title=words("why.two_questions"), who=who, reasons=(words("why.starts_not_falls"),))


def published_verdicts(assessment: Assessment, words: Words) -> Section | None:
    """Return the section; None where the project gives no published verdict."""
    printed = assessment.published.get("published_verdicts")
    if not printed:
        return None
    checks = {check.id: check for check in assessment.checks}
    rows = tuple(
        (
            Cell(text=item.statement, strong=True),
            Cell(text=item.verdict, small=item.source),
            _ours(item, assessment, checks, words),
            Cell(text=item.why),
        )
        for item in printed
    )
    names = ("statement", "printed", "ours", "why")
    grid = Grid(
        head=tuple(words(f"published_verdict.{name}") for name in names),
        rows=rows,
        caption=words("published_verdict.caption"),
    )
    return Section(id="published-verdicts", title=words("published_verdict.title"), blocks=(grid,))


def _ours(item: PublishedVerdict, assessment: Assessment, checks: dict[str, Check], words: Words) -> Cell:
    """Our row where the statement is about one; else our verdict of the limit state."""
    if item.check:
        check = checks[item.check]
        told = words(f"state.{'satisfied' if check.satisfied else 'not_satisfied'}")
        small = f"{method_name(check, words)}, {place_name(check.place, words)}"
        small += "" if check.votes else f"; {words('published_verdict.beside')}"
        tone = ("good" if check.satisfied else "bad") if check.votes else ""
        text = words("published_verdict.ratio", state=told, ratio=words.factor(check.ratio))
        return Cell(text=text, small=small, tone=tone)
    assert item.limit_state is not None
    state = assessment.verdict.of(item.limit_state).state
    return Cell(
        text=words(f"state.{state}"),
        small=words(f"limit_state.{item.limit_state}"),
        tone=_PUBLISHED_TONES.get(state, "unsure"),
    )
