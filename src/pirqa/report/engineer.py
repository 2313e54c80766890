"""What an engineer needs to sign: code and demand, what was not looked at, dates, version, lines for signatures."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.model.check import Effect
from pirqa.model.effects import EFFECTS
from pirqa.model.verdict import Verdict
from pirqa.project import Assessment
from pirqa.report.assumptions import input_text
from pirqa.report.completions import completion_text
from pirqa.report.facts import Facts, facts_of
from pirqa.report.inspection import engineer_keys
from pirqa.report.names import field_name
from pirqa.report.open_questions import step_names
from pirqa.report.verdict import demand_text
from pirqa.report.words import Words

__all__ = ["engineer_rows", "not_covered"]

_SPECTRA = ("codes.spectra.", "motion.design.", "motion.set.")
"""Tables of the project file whose sub-tables are codes."""
_SURVEYED = ("survey.date", "wall.stands_date", "wall.stands.date")
"""Keys that may hold the date of the survey."""
_DIGEST = 16
"""Characters of the input's digest; the provenance has all of them."""


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
        (words("engineer.required"), "; ".join(_required(verdict, words)) or words("engineer.none")),
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
        found.setdefault(name, []).append(f"{_uncapped(field_name(row.key, words))} {input_text(row, words)}{assumed}")
    for name, values in found.items():
        yield f"{words(f'code.{name}')}: {', '.join(dict.fromkeys(values))}"


def _uncapped(text: str) -> str:
    """Return a name for the middle of a sentence; symbols keep their case."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def _sourced(verdict: Verdict) -> str:
    demand = verdict.circumstances.demand
    return f" [{demand.source}]" if demand is not None and demand.source else ""


def _required(verdict: Verdict, words: Words) -> Iterator[str]:
    """Yield the required factors with their sources; those of 1 without a source in one word."""
    voting = [row.check for item in (*verdict.limit_states, verdict.wet) for row in item.evidence if row.check.votes]
    # what a set of motions needs is a probability
    voting = [check for check in voting if check.motions is None]
    named = dict.fromkeys((check.required, check.required_source) for check in voting)
    for required, source in sorted(named):
        factor = words.typeset(f"{required:g}")
        yield f"{factor} ({source})" if source else words("card.no_code", required=factor).rstrip(".")
