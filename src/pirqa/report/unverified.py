"""Formulas and tables that nobody compared with the official text, in one place, for the reader's own check."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.project import Assessment
from pirqa.report.section import Cell, Grid
from pirqa.report.words import Words

__all__ = ["unverified_grid"]


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
