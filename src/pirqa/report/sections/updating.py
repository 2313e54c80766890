"""The updating stage on the page: calibrated parameters, agreement with the measured modes, and how the fit went."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from pirqa.fem.updating.fits import Round
from pirqa.fem.updating.result import Comparison, StartResult, UpdatedParameter, UpdatingResult
from pirqa.project import Assessment
from pirqa.project.published import PublishedParameter
from pirqa.report.figures.updating import (
    draw_convergence,
    draw_coordinates,
    draw_correlation,
    draw_directions,
    draw_frequency_assurance,
    draw_matrices,
    draw_pairs,
    draw_ranges,
    draw_samples,
    draw_sensitivity,
    named,
    unit_of,
)
from pirqa.report.remarks import direction_text, remark_text, remarks_table
from pirqa.report.section import Block, Cell, Column, Figure, Grid, Heading, Note, Section, Text, figure, table
from pirqa.report.viewer.meshes import calibrated_viewer
from pirqa.report.words import Words

_LOUD = ("updating_null", "updating_on_bound", "updating_other_solutions", "updating_no_freedom")
"""Remarks without which the values would be misread: told before them."""
_SAME = 0.01
"""Relative difference of parameters below which two ends are the same."""


def build(result: UpdatingResult, assessment: Assessment, words: Words) -> Section:
    """The section of the updating stage."""
    blocks: list[Block] = [Text(text=words("updating.intro"))]
    heard = assessment.stages.get("oma")
    if heard is not None and heard.simulated:
        blocks.append(Note(text=words("updating.simulated")))
    blocks.append(Text(text=_sentence(result, words)))
    loud = [remark for remark in result.remarks if remark.key in _LOUD]
    blocks += [Note(text=remark_text(remark, words)) for remark in loud]
    blocks += _parameters(result, assessment.published.get("published_parameters", ()), words)
    blocks += _beside(result, words)
    blocks += _shapes(result, assessment.info.name, words)
    blocks += fit_blocks(result, words)
    blocks += remarks_table([remark for remark in result.remarks if remark not in loud], words)
    blocks += [Heading(text=words("updating.limits_title")), Text(text=words("updating.limits"))]
    return Section(id="updating", title=words("updating.title"), blocks=tuple(blocks))


def parameter_text(item: UpdatedParameter, words: Words) -> str:
    """What a parameter is, and of what: "elastic modulus of large_stones"."""
    if not item.of:
        return words(f"updating.kind_{item.kind}")
    return words("updating.kind_owners", kind=words(f"updating.kind_{item.kind}"), owners=", ".join(item.of))


def written(item: UpdatedParameter, value: float | None, words: Words, digits: int = 4) -> str:
    """A value of a parameter in the unit that the page writes, without it."""
    if value is None:
        return "–"
    scale, _ = unit_of(item)
    return words.number(value / scale, digits)


def _sentence(result: UpdatingResult, words: Words) -> str:
    def off(item: Comparison) -> str:
        return words.typeset(f"{100.0 * float(np.abs(item.difference).max()):.1f} %")

    def least(item: Comparison) -> str:
        return words.typeset(f"{float(item.mac.min()):.2f}")

    told = words(
        "updating.sentence",
        parameters=words("updating.count_parameter" if len(result.parameters) == 1 else "updating.count_parameters",
                         count=len(result.parameters)),
        modes=words("updating.count_mode" if len(result.measured) == 1 else "updating.count_modes",
                    count=len(result.measured)),
        before=off(result.before),
        after=off(result.after),
        mac_before=least(result.before),
        mac_after=least(result.after),
        method=words(f"updating.method_{result.method}"),
    )  # fmt: skip
    effort = words(
        "updating.effort",
        freedoms=words.typeset(f"{result.freedoms}"),
        solves=result.solves,
        factorisations=result.factorisations,
    )
    return f"{told} {effort}"


def _parameters(result: UpdatingResult, published: Sequence[PublishedParameter], words: Words) -> Iterator[Block]:
    """Like Tables 3 and 4 of the Chokepukio paper, with what is known of each value."""
    yield Heading(text=words("updating.parameters_title"))
    yield table(result.parameters, list(_parameter_columns(result, words)), words, words("updating.parameters"))
    printed = {entry.parameter: float(entry.value) for entry in published}
    yield figure(draw_ranges(result, printed, words, name="updating-ranges"), "updating.ranges", words)
    yield from _printed(result, published, words)


def _parameter_columns(result: UpdatingResult, words: Words) -> Iterator[Column[UpdatedParameter]]:
    sampled = result.samples
    ends = (
        {}
        if sampled is None
        else {
            item.name: (float(low), float(high))
            for item, low, high in zip(result.parameters, sampled.low, sampled.high, strict=True)
        }
    )
    yield Column(
        "updating.column_parameter", lambda item: item.name, strong=True, small=lambda item: _about(item, words)
    )
    yield Column("updating.column_start", lambda item: written(item, item.start, words), number=True)
    yield Column(
        "updating.column_value",
        lambda item: written(item, item.value, words),
        number=True,
        strong=True,
        tone=lambda item: "bad" if item.on_bound else "",
        small=lambda item: words("updating.on_bound") if item.on_bound else "",
    )
    yield Column("updating.column_deviation", lambda item: item.sd / item.value, unit="%", form="{:.2g} %")
    yield Column(
        "updating.column_interval",
        lambda item: _between(item, item.interval_low, item.interval_high, words),
        number=True,
    )
    if ends:
        yield Column("updating.column_sampled", lambda item: _between(item, *ends[item.name], words), number=True)
    if any(item.response_functions is not None for item in result.parameters):
        yield Column("updating.column_response_functions", lambda item: _response(item, words))
    yield Column("updating.column_bounds", lambda item: _between(item, item.low, item.high, words), number=True)
    if any(item.prior_sd is not None for item in result.parameters):
        yield Column("updating.column_prior", lambda item: _prior(item, words), number=True)


def _about(item: UpdatedParameter, words: Words) -> str:
    _, unit = unit_of(item)
    told = parameter_text(item, words)
    return f"{told} [{unit}]" if unit else told


def _between(item: UpdatedParameter, low: float, high: float, words: Words) -> str:
    return f"{written(item, low, words)} … {written(item, high, words)}"


def _response(item: UpdatedParameter, words: Words) -> Cell:
    if item.response_functions is None:
        return Cell(text="–", number=True)
    off = words.typeset(f"{100.0 * (item.response_functions / item.value - 1.0):+.1f} %")
    return Cell(text=written(item, item.response_functions, words), number=True, small=off)


def _prior(item: UpdatedParameter, words: Words) -> str:
    return words("updating.nothing") if item.prior_sd is None else f"± {written(item, item.prior_sd, words, 2)}"


def _off(share: float, words: Words) -> str:
    return words.typeset(f"{round(100.0 * share, 1) + 0.0:+.1f} %".replace("+0.0 ", "0.0 "))


def _printed(result: UpdatingResult, published: Sequence[PublishedParameter], words: Words) -> Iterator[Block]:
    if not published:
        return
    by_name = {item.name: item for item in result.parameters}
    rows = [(by_name[entry.parameter], float(entry.value)) for entry in published]

    def inside(row: tuple[UpdatedParameter, float]) -> str:
        within = row[0].interval_low <= row[1] <= row[0].interval_high
        return words(f"updating.printed_{'inside' if within else 'outside'}")

    columns: tuple[Column[tuple[UpdatedParameter, float]], ...] = (
        Column(
            "updating.column_parameter", lambda row: row[0].name, strong=True, small=lambda row: _about(row[0], words)
        ),
        Column("updating.column_value", lambda row: written(row[0], row[0].value, words), number=True, strong=True),
        Column(
            "updating.column_interval",
            lambda row: _between(row[0], row[0].interval_low, row[0].interval_high, words),
            number=True,
        ),
        Column("updating.column_printed", lambda row: written(row[0], row[1], words), number=True),
        Column("updating.column_off", lambda row: row[0].value / row[1] - 1.0, unit="%", form="{:+.0f} %"),
        Column("updating.column_inside", inside),
    )
    yield table(rows, columns, words, words("updating.printed"))
    for text in dict.fromkeys(entry.source for entry in published):
        yield Text(text=words("oma.printed_source", source=text))
    for text in dict.fromkeys(entry.note for entry in published if entry.note):
        yield Note(text=text)


def _beside(result: UpdatingResult, words: Words) -> Iterator[Block]:
    """Like Table 2 and figs 8, 9 and 11 of the Chokepukio paper."""
    yield Heading(text=words("updating.beside_title"))
    deviation = result.measured.frequency_sd

    def scatter(index: int) -> str:
        value = float("nan") if deviation is None else float(deviation[index])
        return words("updating.deviation", value=words.number(value, 2)) if np.isfinite(value) else ""

    columns: list[Column[int]] = [
        Column("updating.column_mode", lambda index: str(result.numbers[index]), number=True, strong=True),
        Column(
            "updating.column_measured", lambda index: float(result.measured.frequency[index]), digits=4, small=scatter
        ),
        *_compared("before", result.before, words),
        *_compared("after", result.after, words),
    ]
    caption = words("updating.frequencies")
    if result.finer is not None:
        finer = result.finer
        columns.append(Column("updating.column_finer", lambda index: float(finer[index]), unit="%", form="{:+.2f} %"))
        caption += f" {words('updating.finer')}"
    yield table(range(len(result.measured)), columns, words, caption)
    figures = (
        ("matrices", draw_matrices),
        ("fmac", draw_frequency_assurance),
        ("comac", draw_coordinates),
    )
    for key, draw in figures:
        yield figure(draw(result, words, name=f"updating-{key}"), f"updating.{key}", words)


def _compared(key: str, item: Comparison, words: Words) -> Iterator[Column[int]]:
    """Yield the computed frequencies and their differences from the measured ones."""

    def paired(index: int) -> str:
        mac = words.typeset(f"{float(item.mac[index]):.2f}")
        return words("updating.paired", mode=item.computed[index] + 1, mac=mac)

    frequency = item.frequency
    yield Column(
        f"updating.column_{key}",
        lambda index: float(frequency[index]),
        digits=4,
        strong=key == "after",
        small=paired,
    )
    yield Column(f"updating.column_off_{key}", lambda index: _off(float(item.difference[index]), words), number=True)


def _shapes(result: UpdatingResult, title: str, words: Words) -> Iterator[Block]:
    yield Heading(text=words("updating.shapes_title"))
    yield calibrated_viewer(result, title, words)
    yield figure(draw_pairs(result, words, name="updating-shapes"), "updating.shapes", words)


def fit_blocks(result: UpdatingResult, words: Words) -> Iterator[Block]:
    """Sensitivity and identifiability, then the fit, then the posterior."""
    yield Heading(text=words("updating.told_title"))
    yield figure(draw_sensitivity(result, words, name="updating-sensitivity"), "updating.sensitivity", words)
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
        yield figure(draw_directions(result, words, name="updating-directions"), "updating.directions", words)


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
    found = list(enumerate(result.starts, 1))

    def apart(start: StartResult) -> float:
        return float(np.abs(start.values / best - 1.0).max())

    def state(start: StartResult) -> str:
        return "start_stopped" if not start.converged else "start_same" if apart(start) < _SAME else "start_other"

    def ends(index: int) -> Column[tuple[int, StartResult]]:
        title = named(result.parameters[index])
        return Column(
            "", lambda row: _ends(result, index, row[1].start[index], row[1].values[index], words), title=title
        )

    columns: tuple[Column[tuple[int, StartResult]], ...] = (
        Column("updating.column_start_number", lambda row: row[0], strong=True),
        *map(ends, range(len(best))),
        Column("updating.column_cost", lambda row: row[1].cost),
        Column("updating.column_evaluations", lambda row: row[1].evaluations),
        Column(
            "updating.column_end",
            lambda row: words(f"updating.{state(row[1])}"),
            tone=lambda row: "good" if state(row[1]) == "start_same" else "unsure",
        ),
    )
    yield table(found, columns, words, words("updating.starts"))
    same = sum(state(start) == "start_same" for start in result.starts)
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
    """Return, for Douglas and Reid's way, the bounds drawn in, the best point and the error of the functions there."""

    def value(index: int) -> Callable[[tuple[int, Round]], Cell]:
        scale, _ = unit_of(result.parameters[index])

        def cell(row: tuple[int, Round]) -> Cell:
            low, high, best = (float(ends[index]) / scale for ends in (row[1].low, row[1].high, row[1].values))
            return Cell(
                text=words.number(best, 4), number=True, small=f"{words.number(low, 4)} … {words.number(high, 4)}"
            )

        return cell

    columns: tuple[Column[tuple[int, Round]], ...] = (
        Column("updating.column_round", lambda row: row[0], strong=True),
        *(Column("", value(index), title=named(item)) for index, item in enumerate(result.parameters)),
        Column(
            "updating.column_wrong",
            lambda row: float(np.abs(row[1].surrogate / row[1].frequency - 1.0).max()),
            unit="%",
            form="{:.2g} %",
        ),
        Column("updating.column_moved", lambda row: row[1].moved, unit="%", form="{:.2g} %"),
        Column("updating.column_cost", lambda row: row[1].cost),
        Column("updating.column_runs", lambda row: row[1].runs),
    )
    return table(list(enumerate(result.rounds, 1)), columns, words, words("updating.rounds"))


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
        yield figure(draw_correlation(result, words, name="updating-correlation"), "updating.correlation", words)
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
    yield figure(draw_samples(result, words, name="updating-samples"), "updating.samples", words)
