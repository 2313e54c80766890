"""What an engineer checks and signs: methods side by side, contradictions, assumptions, unverified formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pirqa.model.check import EFFECTS, LIMIT_STATES, Basis, Check, Effect, LimitState
from pirqa.model.remark import Remark
from pirqa.model.verdict import Evidence, LimitStateVerdict, Verdict
from pirqa.project import Assessment
from pirqa.project.origins import InputRow
from pirqa.project.published import PublishedVerdict
from pirqa.report.facts import Facts, engineer_keys, facts_of
from pirqa.report.names import (
    case_name,
    drive_name,
    field_name,
    group_name,
    method_name,
    place_name,
    uncapped,
    variant_name,
)
from pirqa.report.open_questions import completion_text, step_names
from pirqa.report.remarks import remark_text
from pirqa.report.section import Cell, Column, Grid, Section, once, table
from pirqa.report.verdict import against, demand_text
from pirqa.report.words import Words

_SPECTRA = ("codes.spectra.", "motion.design.", "motion.set.")
"""Tables of the project file whose sub-tables are codes."""
_SURVEYED = ("survey.date", "wall.stands_date", "wall.stands.date")
"""Keys that may hold the date of the survey."""
_DIGEST = 16
"""Characters of the input's digest; the provenance has all of them."""
_KEYS = {
    "tangential_stiffness_assumed": "joints.tangential_stiffness",
    "damping_assumed": "joints.damping_ratio",
    "soil_rest_assumed": "soil.rest_coefficient",
    "soil_modulus_assumed": "soil.subgrade_modulus",
    "kh_assumed": "site.kh",
    "wet_level_assumed": "backfill.wet_level",
    "wet_weight_assumed": "backfill.saturated_unit_weight",
    "updating_model_error": "updating.model_error",
    "updating_weight_kept": "updating.parameters",
    "pushover_strength_assumed": "pushover.masonry.compressive_strength",
    "pushover_crushing_assumed": "pushover.masonry.compressive_energy",
}
"""Key of the project file that takes an assumption's place."""
_OF_CHECKS = (
    "kh_assumed",
    "wet_level_assumed",
    "wet_weight_assumed",
    "damping_correction_assumed",
    "floor_spectrum_reading",
)
"""Notes of checks that are assumptions, and not remarks about the method or its source."""
_TONES = {"safety": "good", "failure": "bad", "nothing": ""}
_SAME = 5e-3
"""Accelerations this close are one, as far as a page prints them."""
_MOST = 3
"""Of examples that carry one acceleration over to the other side."""
_PUBLISHED_TONES = {"satisfied": "good", "not_satisfied": "bad"}


# -- what is signed ----------------------------------------------------------------------------------------------------


def engineer_rows(assessment: Assessment, words: Words, facts: Facts | None = None) -> list[tuple[str, str]]:
    """Return the rows of the table: what it is, and its value."""
    facts = facts_of(assessment) if facts is None else facts
    verdict, rows = assessment.verdict, {row.key: row for row in assessment.inputs}
    known = verdict.circumstances
    stated = next((rows[key].text for key in _SURVEYED if key in rows), "")
    survey = known.surveyed or stated or words("engineer.not_given")
    made = assessment.provenance
    found = [
        (words("engineer.code"), "; ".join(_codes(assessment, words)) or words("engineer.none")),
        (words("engineer.demand"), demand_text(known.demand, words) + _sourced(verdict)),
        (words("engineer.required"), "; ".join(_required_factors(verdict, words)) or words("engineer.none")),
    ]
    if (knowledge := rows.get("codes.knowledge")) is not None:
        found.append((words("engineer.knowledge"), input_text(knowledge, words)))
    keys = ", ".join(engineer_keys(verdict))
    analyses = ", ".join(step_names(verdict, facts))
    if analyses:
        found.append((words("engineer.analyses"), analyses))
    if keys:
        found.append((words("engineer.keys"), keys))
    missing = ", ".join(words(f"effect.{effect}") for effect in not_covered(verdict)) or words("engineer.nothing")
    version = words("engineer.version_value", version=made.version, digest=made.input[:_DIGEST])
    ran = " ".join(completion_text(item, words) for item in assessment.completions)
    return [
        *found,
        (words("engineer.not_covered"), missing),
        *([(words("engineer.completed"), ran)] if ran else []),
        (words("engineer.survey"), survey),
        (words("engineer.version"), version),
        (words("engineer.validity"), words("engineer.validity_value")),
        (words("engineer.signatures"), ""),
        (words("engineer.owner"), ""),
    ]


def not_covered(verdict: Verdict) -> tuple[Effect, ...]:
    """Return the effects that every check with a vote leaves out although nothing states that they are absent."""
    voting = [row for item in (*verdict.limit_states, verdict.wet) for row in item.evidence if row.check.votes]
    if not voting:
        return ()
    left_out = [{omission.effect for omission in row.omissions if omission.side == "unsafe"} for row in voting]
    everywhere = set.intersection(*left_out)
    return tuple(effect for effect in EFFECTS if effect in everywhere)


def _codes(assessment: Assessment, words: Words) -> Iterator[str]:
    """Yield each code with the inputs that its spectrum takes."""
    found: dict[str, list[str]] = {}
    for row in assessment.inputs:
        prefix = next((prefix for prefix in _SPECTRA if row.key.startswith(prefix)), None)
        if prefix is None:
            continue
        name, _, field = row.key.removeprefix(prefix).partition(".")
        if not field or f"code.{name}" not in words:
            continue
        assumed = f" ({words(f'status.{row.status}')})" if row.status != "given" else ""
        found.setdefault(name, []).append(f"{uncapped(field_name(row.key, words))} {input_text(row, words)}{assumed}")
    for name, values in found.items():
        yield f"{words(f'code.{name}')}: {', '.join(dict.fromkeys(values))}"


def _sourced(verdict: Verdict) -> str:
    demand = verdict.circumstances.demand
    return f" [{demand.source}]" if demand is not None and demand.source else ""


def _required_factors(verdict: Verdict, words: Words) -> Iterator[str]:
    """Yield the required factors with their sources; those of 1 without a source in one word."""
    voting = [row.check for item in (*verdict.limit_states, verdict.wet) for row in item.evidence if row.check.votes]
    # what a set of motions needs is a probability
    voting = [check for check in voting if check.motions is None]
    named = dict.fromkeys((check.required, check.required_source) for check in voting)
    for required, source in sorted(named):
        factor = words.plain(required)
        yield f"{factor} ({source})" if source else words("card.no_code", required=factor).rstrip(".")


class _Assumption(NamedTuple):
    """What was assumed, how much, by whom, and what would change it."""

    stage: str
    """Group of inputs or stage; empty where it is that of the row above."""
    text: str
    by: str
    remedy: str
    value: str = ""
    source: str = ""


def assumptions_grid(assessment: Assessment, words: Words) -> Grid | None:
    """Return the table of all that was assumed; None where nothing was."""
    rows = (*_inputs(assessment, words), *_remarks(assessment, words), *_notes(assessment, words))
    columns: tuple[Column[_Assumption], ...] = (
        Column("column.stage", lambda row: row.stage, strong=True),
        Column("column.assumed", lambda row: row.text, small=lambda row: row.source),
        Column("column.value", lambda row: row.value, number=True),
        Column("column.status", lambda row: words(f"assumption.by_{row.by}")),
        Column("column.remedy", lambda row: row.remedy),
    )
    return table(rows, columns, words, words("page.assumptions_caption")) if rows else None


def _inputs(assessment: Assessment, words: Words) -> Iterator[_Assumption]:
    """What the project's author assumed first: it is a judgement on this wall, while a default knows nothing of it."""
    rows = [row for status in ("assumed", "default") for row in assessment.inputs if row.status == status]
    titles = once(group_name(row.key.rsplit(".", 1)[0], words) for row in rows)
    for row, title in zip(rows, titles, strict=True):
        name, remedy = field_name(row.key, words), words(f"assumption.change_{row.status}", key=row.key)
        yield _Assumption(title, name, row.status, remedy, value=input_text(row, words), source=row.source)


def _remarks(assessment: Assessment, words: Words) -> Iterator[_Assumption]:
    for stage, result in assessment.stages.items():
        found: list[Remark] = list(getattr(result, "remarks", ()))
        found += [remark for item in getattr(result, "motions", ()) for remark in getattr(item, "remarks", ())]
        assumed = [remark for remark in dict.fromkeys(found) if remark.kind == "assumption"]
        for remark, title in zip(assumed, once(f"{stage}.title" for _ in assumed), strict=True):
            told = words(title) if title else ""
            yield _Assumption(told, remark_text(remark, words), "stage", _remedy(remark.key, words))


def _notes(assessment: Assessment, words: Words) -> Iterator[_Assumption]:
    noted = dict.fromkeys(note for check in assessment.checks for note in check.notes if note in _OF_CHECKS)
    for key, title in zip(noted, once(words("page.checks") for _ in noted), strict=True):
        yield _Assumption(title, words(f"note.{key}"), "stage", _remedy(key, words))


def _remedy(key: str, words: Words) -> str:
    known = _KEYS.get(key)
    return words("assumption.change_default", key=known) if known else words("assumption.change_none")


def input_text(row: InputRow, words: Words) -> str:
    """The value of an input as the page writes it."""
    if row.value is not None:
        return words.typeset(row.text).replace(" ", "\N{NO-BREAK SPACE}")
    field = row.key.rpartition(".")[2]
    # words of the field's own where one word would not serve two
    known = (words.get(f"value.{field}_{part}", words.get(f"value.{part}", "")) for part in row.text.split(", "))
    return ", ".join(word or words.typeset(part) for word, part in zip(known, row.text.split(", "), strict=True))


def unverified_grid(assessment: Assessment, words: Words) -> Grid | None:
    """Where each is used, and its clause; None where all that was used is checked."""
    rows = list(dict.fromkeys(_unverified_formulas(assessment, words)))
    columns: tuple[Column[tuple[str, str]], ...] = (
        Column("column.method", lambda row: row[0], strong=True),
        Column("column.source", lambda row: row[1]),
    )
    return table(rows, columns, words, words("page.unverified_caption")) if rows else None


def _unverified_formulas(assessment: Assessment, words: Words) -> Iterator[tuple[str, str]]:
    codes, motion = assessment.stages.get("codes"), assessment.stages.get("motion")
    if codes is not None:
        for row in codes.verifications:
            if not row.official:
                yield words.get(f"method.{row.rule}", row.rule), words.citation(row.clause)
    if motion is not None:
        for spectrum in motion.design:
            if not spectrum.verified:
                yield words.get(f"code.{spectrum.name}", spectrum.name), words.citation(spectrum.source)


# -- methods side by side ----------------------------------------------------------------------------------------------


def methods_grid(verdict: Verdict, words: Words) -> Grid | None:
    """Return the table; None where fewer than two methods were judged, since the list of checks then says it all."""
    rows = [row for item in (*verdict.limit_states, verdict.wet) for row in item.evidence]
    methods = list(dict.fromkeys(row.check.method for row in rows))
    if len(methods) < 2:
        return None
    states = [state for state in LIMIT_STATES if any(row.check.limit_state == state for row in rows)]

    def worst(state: LimitState) -> Column[str]:
        return Column(f"limit_state.{state}", lambda method: _cell(rows, method, state, words))

    columns = (Column("column.method", lambda method: case_name(method, words), strong=True), *map(worst, states))
    return table(methods, columns, words, words("page.methods_caption"))


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
    yield from _required_margin(below, words)
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


def _required_margin(below: list[Check], words: Words) -> Iterator[str]:
    """Methods that find the wall at rest, but without the margin that is asked of it."""
    for check in below:
        if 1.0 <= check.factor < check.required:
            yield words(
                "why.required",
                method=case_name(check.method, words, short=True),
                factor=words.factor(check.factor),
                required=words.plain(check.required),
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
    columns: tuple[Column[PublishedVerdict], ...] = (
        Column("published_verdict.statement", lambda item: item.statement, strong=True),
        Column("published_verdict.printed", lambda item: item.verdict, small=lambda item: item.source),
        Column("published_verdict.ours", lambda item: _ours(item, assessment, checks, words)),
        Column("published_verdict.why", lambda item: item.why),
    )
    grid = table(printed, columns, words, words("published_verdict.caption"))
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
