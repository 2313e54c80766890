"""All methods side by side: a row each, a column for each limit state, the worst ratio with its clause."""

from __future__ import annotations

from collections.abc import Sequence

from pirqa.model.check import LIMIT_STATES
from pirqa.model.verdict import Evidence, Verdict
from pirqa.report.names import case_name
from pirqa.report.section import Cell, Grid
from pirqa.report.verdict import against
from pirqa.report.words import Words

__all__ = ["methods_grid"]

_TONES = {"safety": "good", "failure": "bad", "nothing": ""}


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
