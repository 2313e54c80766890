"""Verdicts that are printed elsewhere beside ours, with why they differ."""

from __future__ import annotations

from pirqa.model.check import Check
from pirqa.project import Assessment
from pirqa.project.schema import PublishedVerdict
from pirqa.report.names import method_name, place_name
from pirqa.report.section import Cell, Grid, Section
from pirqa.report.words import Words

__all__ = ["published_verdicts"]

_TONES = {"satisfied": "good", "not_satisfied": "bad"}


def published_verdicts(assessment: Assessment, words: Words) -> Section | None:
    """Return the section; None where the project gives no published verdict."""
    if not assessment.published_verdicts:
        return None
    checks = {check.id: check for check in assessment.checks}
    rows = tuple(
        (
            Cell(text=item.statement, strong=True),
            Cell(text=item.verdict, small=item.source),
            _ours(item, assessment, checks, words),
            Cell(text=item.why),
        )
        for item in assessment.published_verdicts
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
        tone=_TONES.get(state, "unsure"),
    )
