"""All methods side by side: a row each, a column for each limit state, the worst ratio with its clause."""

from __future__ import annotations

from collections.abc import Sequence

from pirqa.model.check import LIMIT_STATES, Check
from pirqa.report.names import case_name
from pirqa.report.section import Cell, Grid
from pirqa.report.words import Words

__all__ = ["methods_grid"]


def methods_grid(checks: Sequence[Check], words: Words) -> Grid | None:
    """The table; None where fewer than two methods were judged, since the list of checks then says it all."""
    methods = list(dict.fromkeys(check.method for check in checks))
    if len(methods) < 2:
        return None
    states = [state for state in LIMIT_STATES if any(check.limit_state == state for check in checks)]
    rows = tuple(
        (Cell(text=case_name(method, words), strong=True), *(_cell(checks, method, state, words) for state in states))
        for method in methods
    )
    head = (words("column.method"), *(words(f"limit_state.{state}") for state in states))
    return Grid(head=head, rows=rows, caption=words("page.methods_caption"))


def _cell(checks: Sequence[Check], method: str, state: str, words: Words) -> Cell:
    """The worst check of a method that votes; one that only stands beside others is told without a tone."""
    mine = [check for check in checks if check.method == method and check.limit_state == state]
    if not mine:
        return Cell(text="–", number=True)
    voting = [check for check in mine if check.votes] or mine
    worst = min(voting, key=lambda check: round(check.ratio, 9))
    tone = ("good" if worst.satisfied else "bad") if worst.votes else ""
    small = f"{words(f'mode.{worst.mode}')}: {worst.source}" + ("" if worst.votes else f" {words('page.no_vote')}")
    return Cell(text=words.factor(worst.ratio), number=True, strong=worst.votes, tone=tone, small=small)
