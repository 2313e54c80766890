"""How a calibration went: its way, its starts, what the modes could tell, and what is known afterwards."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pirqa.report.figures.updating import draw_sensitivity
from pirqa.report.figures.updating_fit import (
    draw_convergence,
    draw_correlation,
    draw_directions,
    draw_samples,
    named,
    unit_of,
)
from pirqa.report.remarks import direction_text
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Text
from pirqa.report.words import Words
from pirqa.updating.result import UpdatingResult

__all__ = ["fit_blocks"]

_SAME = 0.01
"""Relative difference of parameters below which two ends are the same."""


def fit_blocks(result: UpdatingResult, words: Words) -> Iterator[Block]:
    """Sensitivity and identifiability, then the fit, then the posterior."""
    yield Heading(text=words("updating.told_title"))
    svg = draw_sensitivity(result, words, name="updating-sensitivity")
    yield Figure(svg=svg, caption=words("updating.sensitivity"), alt=words("updating.sensitivity_alt"))
    yield from _identified(result, words)
    yield Heading(text=words("updating.way_title"))
    yield from _way(result, words)
    yield from _known(result, words)


def _identified(result: UpdatingResult, words: Words) -> Iterator[Block]:
    found = result.identifiability
    names = [item.name for item in result.parameters]
    told = [words("updating.identified" if not (found.null or found.weak) else "updating.not_identified")]
    for key, numbers in (("null", found.null), ("weak", found.weak)):
        for number in numbers:
            moved = direction_text(found.describe(number, names), words)
            amount = words.typeset(f"{100.0 / max(float(found.singular[number]), 1e-300):.2g} %")
            told.append(words(f"updating.direction_{key}", moved=moved, number=number + 1, amount=amount))
    yield Text(text=" ".join(told))
    if len(names) > 1:
        svg = draw_directions(result, words, name="updating-directions")
        yield Figure(svg=svg, caption=words("updating.directions"), alt=words("updating.directions_alt"))


def _way(result: UpdatingResult, words: Words) -> Iterator[Block]:
    names = [item.name for item in result.parameters]
    base = [item.start for item in result.parameters]
    rounds = result.method == "douglas_reid"
    if len(result.step_cost):
        svg = draw_convergence(result.step_values, result.step_cost, base, names, words,
                               axis="round" if rounds else "evaluation", name="updating-convergence")  # fmt: skip
        caption = words("updating.convergence_rounds" if rounds else "updating.convergence")
        yield Figure(svg=svg, caption=caption, alt=words("updating.convergence_alt"))
    if result.starts:
        yield from _starts(result, words)
    if result.rounds:
        yield _rounds(result, words)


def _starts(result: UpdatingResult, words: Words) -> Iterator[Block]:
    best = np.array([item.value for item in result.parameters])
    rows = []
    same = 0
    for number, start in enumerate(result.starts, 1):
        apart = float(np.abs(start.values / best - 1.0).max())
        same += apart < _SAME and start.converged
        state = "start_stopped" if not start.converged else "start_same" if apart < _SAME else "start_other"
        rows.append(
            (
                Cell(text=str(number), number=True, strong=True),
                *(_ends(result, index, start.start[index], start.values[index], words) for index in range(len(best))),
                Cell(text=words.number(start.cost, 3), number=True),
                Cell(text=str(start.evaluations), number=True),
                Cell(text=words(f"updating.{state}"), tone="good" if state == "start_same" else "unsure"),
            )
        )
    names = [named(item) for item in result.parameters]
    head = (words("updating.column_start_number"), *names,
            *(words(f"updating.column_{key}") for key in ("cost", "evaluations", "end")))  # fmt: skip
    yield Grid(head=head, rows=tuple(rows), caption=words("updating.starts"))
    if len(result.starts) > 1:
        key = "starts_agree" if same == len(result.starts) else "starts_differ"
        yield Text(text=words(f"updating.{key}", count=len(result.starts), same=same))
    else:
        yield Text(text=words("updating.one_start"))


def _ends(result: UpdatingResult, index: int, start: float, end: float, words: Words) -> Cell:
    scale, _ = unit_of(result.parameters[index])
    told = words("updating.from", value=words.number(float(start) / scale, 4))
    return Cell(text=words.number(float(end) / scale, 4), number=True, small=told)


def _rounds(result: UpdatingResult, words: Words) -> Grid:
    """Of Douglas and Reid's way: bounds drawn in, best point, how wrong the response functions were there."""
    rows = []
    for number, item in enumerate(result.rounds, 1):
        cells = []
        for index, parameter in enumerate(result.parameters):
            scale, _ = unit_of(parameter)
            low, high, value = (float(values[index]) / scale for values in (item.low, item.high, item.values))
            ends = f"{words.number(low, 4)} … {words.number(high, 4)}"
            cells.append(Cell(text=words.number(value, 4), number=True, small=ends))
        wrong = float(np.abs(item.surrogate / item.frequency - 1.0).max())
        rows.append(
            (
                Cell(text=str(number), number=True, strong=True),
                *cells,
                Cell(text=words.typeset(f"{100.0 * wrong:.2g} %"), number=True),
                Cell(text=words.typeset(f"{100.0 * item.moved:.2g} %"), number=True),
                Cell(text=words.number(item.cost, 3), number=True),
                Cell(text=str(item.runs), number=True),
            )
        )
    names = [named(item) for item in result.parameters]
    head = (words("updating.column_round"), *names,
            *(words(f"updating.column_{key}") for key in ("wrong", "moved", "cost", "runs")))  # fmt: skip
    return Grid(head=head, rows=tuple(rows), caption=words("updating.rounds"))


def _known(result: UpdatingResult, words: Words) -> Iterator[Block]:
    known = result.posterior
    yield Heading(text=words("updating.posterior_title"))
    told = words("updating.posterior", chi_square=words.number(known.chi_square, 3), freedoms=known.freedoms)
    if known.freedoms <= 0:
        told += f" {words('updating.posterior_none')}"
    elif known.scale > 1.0:
        told += f" {words('updating.posterior_scaled', factor=words.number(float(np.sqrt(known.scale)), 3))}"
    else:
        told += f" {words('updating.posterior_fits')}"
    yield Text(text=told)
    if len(result.parameters) > 1:
        svg = draw_correlation(result, words, name="updating-correlation")
        yield Figure(svg=svg, caption=words("updating.correlation"), alt=words("updating.correlation_alt"))
    if result.samples is None:
        return
    found = result.samples
    yield Text(
        text=words(
            "updating.sampled",
            effective=words.typeset(f"{found.effective:.0f}"),
            acceptance=words.typeset(f"{100.0 * found.acceptance:.0f} %"),
            forgotten=words.typeset(f"{float(found.autocorrelation.max()):.0f}"),
            error=words.number(found.surface_error, 2),
        )
    )
    svg = draw_samples(result, words, name="updating-samples")
    yield Figure(svg=svg, caption=words("updating.samples"), alt=words("updating.samples_alt"))
