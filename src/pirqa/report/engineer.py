"""What an engineer needs to sign: code and demand, what was assumed, formulas that were not verified."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.model.check import EFFECTS, Effect
from pirqa.model.remark import Remark
from pirqa.model.verdict import Verdict
from pirqa.project import Assessment
from pirqa.project.origins import InputRow
from pirqa.report.facts import Facts, engineer_keys, facts_of
from pirqa.report.names import field_name, group_name
from pirqa.report.open_questions import completion_text, step_names
from pirqa.report.remarks import remark_text
from pirqa.report.section import Cell, Grid
from pirqa.report.verdict import demand_text
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


def assumptions_grid(assessment: Assessment, words: Words) -> Grid | None:
    """What, how much, by whom, and what would change it; None where nothing was assumed."""
    rows = (*_inputs(assessment, words), *_remarks(assessment, words), *_notes(assessment, words))
    if not rows:
        return None
    head = tuple(words(f"column.{name}") for name in ("stage", "assumed", "value", "status", "remedy"))
    return Grid(head=head, rows=rows, caption=words("page.assumptions_caption"))


def _inputs(assessment: Assessment, words: Words) -> Iterator[tuple[Cell, ...]]:
    """What the project's author assumed first: it is a judgement on this wall, while a default knows nothing of it."""
    last = ""
    for status in ("assumed", "default"):
        for row in assessment.inputs:
            if row.status != status:
                continue
            title = group_name(row.key.rsplit(".", 1)[0], words)
            yield (
                Cell(text=title if title != last else "", strong=True),
                Cell(text=field_name(row.key, words), small=row.source),
                Cell(text=input_text(row, words), number=True),
                Cell(text=words(f"assumption.by_{status}")),
                Cell(text=words(f"assumption.change_{status}", key=row.key)),
            )
            last = title


def _remarks(assessment: Assessment, words: Words) -> Iterator[tuple[Cell, ...]]:
    for stage, result in assessment.stages.items():
        found: list[Remark] = list(getattr(result, "remarks", ()))
        found += [remark for item in getattr(result, "motions", ()) for remark in getattr(item, "remarks", ())]
        last = False
        for remark in dict.fromkeys(found):
            if remark.kind == "assumption":
                yield _row("" if last else words(f"{stage}.title"), remark_text(remark, words), remark.key, words)
                last = True


def _notes(assessment: Assessment, words: Words) -> Iterator[tuple[Cell, ...]]:
    noted = dict.fromkeys(note for check in assessment.checks for note in check.notes if note in _OF_CHECKS)
    last = False
    for key in noted:
        yield _row("" if last else words("page.checks"), words(f"note.{key}"), key, words)
        last = True


def _row(stage: str, text: str, key: str, words: Words) -> tuple[Cell, ...]:
    known = _KEYS.get(key)
    remedy = words("assumption.change_default", key=known) if known else words("assumption.change_none")
    return (
        Cell(text=stage, strong=True),
        Cell(text=text),
        Cell(text="", number=True),
        Cell(text=words("assumption.by_stage")),
        Cell(text=remedy),
    )


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
    rows = tuple(
        (Cell(text=where, strong=True), Cell(text=clause)) for where, clause in dict.fromkeys(_found(assessment, words))
    )
    if not rows:
        return None
    head = (words("column.method"), words("column.source"))
    return Grid(head=head, rows=rows, caption=words("page.unverified_caption"))


def _found(assessment: Assessment, words: Words) -> Iterator[tuple[str, str]]:
    codes, motion = assessment.stages.get("codes"), assessment.stages.get("motion")
    if codes is not None:
        for row in codes.verifications:
            if not row.official:
                yield words.get(f"method.{row.rule}", row.rule), words.citation(row.clause)
    if motion is not None:
        for spectrum in motion.design:
            if not spectrum.verified:
                yield words.get(f"code.{spectrum.name}", spectrum.name), words.citation(spectrum.source)
