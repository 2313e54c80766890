"""The updating stage on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pirqa.project import Assessment
from pirqa.project.schema import PublishedParameter
from pirqa.report.figures.updating import draw_coordinates, draw_frequency_assurance, draw_matrices
from pirqa.report.figures.updating_fit import draw_ranges, unit_of
from pirqa.report.figures.updating_wall import draw_pairs
from pirqa.report.remarks import remark_text
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Section, Text
from pirqa.report.sections.limit import remarks_grid
from pirqa.report.sections.updating_fit import fit_blocks
from pirqa.report.viewer.updating import calibrated_viewer
from pirqa.report.words import Words
from pirqa.updating.result import Comparison, UpdatedParameter, UpdatingResult

__all__ = ["build", "parameter_text", "written"]

_LOUD = ("updating_null", "updating_on_bound", "updating_other_solutions", "updating_no_freedom")
"""Remarks without which the values would be misread: told before them."""


def build(result: UpdatingResult, assessment: Assessment, words: Words) -> Section:
    """The section of the updating stage."""
    blocks: list[Block] = [Text(text=words("updating.intro"))]
    heard = assessment.stages.get("oma")
    if heard is not None and heard.simulated:
        blocks.append(Note(text=words("updating.simulated")))
    blocks.append(Text(text=_sentence(result, words)))
    loud = [remark for remark in result.remarks if remark.key in _LOUD]
    blocks += [Note(text=remark_text(remark, words)) for remark in loud]
    blocks += _parameters(result, assessment.published_parameters, words)
    blocks += _beside(result, words)
    blocks += _shapes(result, assessment.info.name, words)
    blocks += fit_blocks(result, words)
    blocks += remarks_grid([remark for remark in result.remarks if remark not in loud], words)
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
    items = result.parameters
    response = any(item.response_functions is not None for item in items)
    prior = any(item.prior_sd is not None for item in items)
    keys = ["parameter", "start", "value", "deviation", "interval"]
    keys += ["sampled"] if result.samples is not None else []
    keys += ["response_functions"] if response else []
    keys += ["bounds"] + (["prior"] if prior else [])
    rows = []
    for index, item in enumerate(items):
        row = [
            Cell(text=item.name, strong=True, small=_about(item, words)),
            Cell(text=written(item, item.start, words), number=True),
            Cell(
                text=written(item, item.value, words),
                number=True,
                strong=True,
                tone="bad" if item.on_bound else "",
                small=words("updating.on_bound") if item.on_bound else "",
            ),
            Cell(text=_share(item.sd / item.value, words), number=True),
            Cell(text=_between(item, item.interval_low, item.interval_high, words), number=True),
        ]
        if result.samples is not None:
            ends = float(result.samples.low[index]), float(result.samples.high[index])
            row.append(Cell(text=_between(item, *ends, words), number=True))
        if response:
            row.append(_response(item, words))
        row.append(Cell(text=_between(item, item.low, item.high, words), number=True))
        if prior:
            row.append(Cell(text=_prior(item, words), number=True))
        rows.append(tuple(row))
    yield Heading(text=words("updating.parameters_title"))
    head = tuple(words(f"updating.column_{key}") for key in keys)
    yield Grid(head=head, rows=tuple(rows), caption=words("updating.parameters"))
    printed = {entry.parameter: float(entry.value) for entry in published}
    svg = draw_ranges(result, printed, words, name="updating-ranges")
    yield Figure(svg=svg, caption=words("updating.ranges"), alt=words("updating.ranges_alt"))
    yield from _printed(result, published, words)


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


def _share(share: float, words: Words) -> str:
    return words.typeset(f"{100.0 * share:.2g} %")


def _printed(result: UpdatingResult, published: Sequence[PublishedParameter], words: Words) -> Iterator[Block]:
    if not published:
        return
    by_name = {item.name: item for item in result.parameters}
    rows = []
    for entry in published:
        item, value = by_name[entry.parameter], float(entry.value)
        off = words.typeset(f"{100.0 * (item.value / value - 1.0):+.0f} %")
        inside = item.interval_low <= value <= item.interval_high
        rows.append(
            (
                Cell(text=item.name, strong=True, small=_about(item, words)),
                Cell(text=written(item, item.value, words), number=True, strong=True),
                Cell(text=_between(item, item.interval_low, item.interval_high, words), number=True),
                Cell(text=written(item, value, words), number=True),
                Cell(text=off, number=True),
                Cell(text=words("updating.printed_inside" if inside else "updating.printed_outside")),
            )
        )
    keys = ("parameter", "value", "interval", "printed", "off", "inside")
    head = tuple(words(f"updating.column_{key}") for key in keys)
    yield Grid(head=head, rows=tuple(rows), caption=words("updating.printed"))
    for text in dict.fromkeys(entry.source for entry in published):
        yield Text(text=words("oma.printed_source", source=text))
    for text in dict.fromkeys(entry.note for entry in published if entry.note):
        yield Note(text=text)


def _beside(result: UpdatingResult, words: Words) -> Iterator[Block]:
    """Like Table 2 and figs 8, 9 and 11 of the Chokepukio paper."""
    yield Heading(text=words("updating.beside_title"))
    deviation = result.measured.frequency_sd
    rows = []
    for index, frequency in enumerate(result.measured.frequency.tolist()):
        scatter = float("nan") if deviation is None else float(deviation[index])
        row = [
            Cell(text=str(result.numbers[index]), number=True, strong=True),
            Cell(
                text=words.number(frequency, 4),
                number=True,
                small=words("updating.deviation", value=words.number(scatter, 2)) if np.isfinite(scatter) else "",
            ),
        ]
        for item in (result.before, result.after):
            difference = _off(float(item.difference[index]), words)
            mac = words.typeset(f"{float(item.mac[index]):.2f}")
            row += [
                Cell(text=words.number(float(item.frequency[index]), 4), number=True, strong=item is result.after,
                     small=words("updating.paired", mode=item.computed[index] + 1, mac=mac)),
                Cell(text=difference, number=True),
            ]  # fmt: skip
        if result.finer is not None:
            row.append(Cell(text=words.typeset(f"{100.0 * float(result.finer[index]):+.2f} %"), number=True))
        rows.append(tuple(row))
    keys = ["mode", "measured", "before", "off_before", "after", "off_after"]
    keys += ["finer"] if result.finer is not None else []
    head = tuple(words(f"updating.column_{key}") for key in keys)
    caption = words("updating.frequencies")
    if result.finer is not None:
        caption += f" {words('updating.finer')}"
    yield Grid(head=head, rows=tuple(rows), caption=caption)
    figures = (
        ("matrices", draw_matrices),
        ("fmac", draw_frequency_assurance),
        ("comac", draw_coordinates),
    )
    for key, draw in figures:
        svg = draw(result, words, name=f"updating-{key}")
        yield Figure(svg=svg, caption=words(f"updating.{key}"), alt=words(f"updating.{key}_alt"))


def _shapes(result: UpdatingResult, title: str, words: Words) -> Iterator[Block]:
    yield Heading(text=words("updating.shapes_title"))
    yield calibrated_viewer(result, title, words)
    svg = draw_pairs(result, words, name="updating-shapes")
    yield Figure(svg=svg, caption=words("updating.shapes"), alt=words("updating.shapes_alt"))
