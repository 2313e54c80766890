"""All that was assumed, in one list: values of the project, what stages took, and what would change each."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.model.remark import Remark
from pirqa.project import Assessment
from pirqa.project.origins import InputRow
from pirqa.report.names import field_name, group_name
from pirqa.report.remarks import remark_text
from pirqa.report.section import Cell, Grid
from pirqa.report.words import Words

__all__ = ["assumptions_grid", "input_text"]

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
