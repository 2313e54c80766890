"""The oma stage on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.result import OmaResult, Spectrum, Way
from pirqa.project import Assessment
from pirqa.project.schema import PublishedMode
from pirqa.report.figures.oma import draw_auto_mac, draw_diagram, draw_singular_values, draw_spectrum
from pirqa.report.figures.oma_wall import draw_shapes, wall_boxes
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Section, Text
from pirqa.report.sections.limit import remarks_grid
from pirqa.report.sections.oma_signals import signal_blocks
from pirqa.report.sections.oma_site import noise_blocks
from pirqa.report.sections.oma_tracking import tracking_blocks
from pirqa.report.viewer.measured import measured_viewer
from pirqa.report.words import Words

__all__ = ["build"]


def build(result: OmaResult, assessment: Assessment, words: Words) -> Section:
    """The section of the oma stage."""
    blocks: list[Block] = [Text(text=words("oma.intro"))]
    if result.simulated:
        blocks.append(Note(text=words("oma.simulated")))
    if result.description:
        blocks.append(Note(text=result.description))
    blocks.append(Text(text=_sentence(result, words)))
    if len(result.modes):
        blocks += _modes(result, [item for item in assessment.published_modes if not item.model], words)
    if result.spectrum is not None:
        blocks += _spectra(result, result.spectrum, words)
    if len(result.modes):
        blocks += _shapes(result, words)
    blocks += noise_blocks(result.noise, words)
    blocks += tracking_blocks(result.tracking, words)
    blocks += signal_blocks(result, words)
    blocks += remarks_grid(result.remarks, words)
    blocks += [Heading(text=words("oma.limits_title")), Text(text=words("oma.limits"))]
    return Section(id="oma", title=words("oma.title"), blocks=tuple(blocks))


def _sentence(result: OmaResult, words: Words) -> str:
    if result.spectrum is None:
        return words("oma.sentence_no_wall")
    if not len(result.modes):
        return words("oma.sentence_none", low=words.number(result.band[0], 3), high=words.number(result.band[1], 3))
    first = float(result.modes.frequency[0])
    told = words(
        "oma.sentence_one" if len(result.modes) == 1 else "oma.sentence",
        count=len(result.modes),
        low=words.number(result.band[0], 3),
        high=words.number(result.band[1], 3),
        way=words(f"oma.way_{own_way(result).name}"),
        merge=words(f"oma.merge_{result.merge}", count=len(result.setups)),
        frequency=_with_deviation(first, _at(result.modes.frequency_sd, 0), words),
        period=words.number(1.0 / first, 3),
    )
    return f"{told} {words('oma.by_hand')}" if result.by_hand else told


def own_way(result: OmaResult) -> Way:
    """The way that the modes of the result come from."""
    name = f"{result.method}_poser" if result.merge == "poser" else result.method
    return next(way for way in result.ways if way.name == name)


def _modes(result: OmaResult, published: Sequence[PublishedMode], words: Words) -> Iterator[Block]:
    """Like Table 1 of the Chokepukio paper: all ways beside each other."""
    own = own_way(result)
    picked = next((way for way in result.ways if way.name == "peak_picking"), None)
    printed = {item.mode: item for item in published}
    ways = [own, *(way for way in result.ways if way is not own)]
    head = [words("oma.column_mode"), *(words(f"oma.way_{way.name}") for way in ways)]
    head += [words("oma.column_difference")] if picked is not None else []
    head += [words("oma.column_printed")] if printed else []
    rows = []
    for index in range(len(result.modes)):
        row = [Cell(text=str(index + 1), number=True, strong=True)]
        row += [_found(way, index, words, strong=way is own) for way in ways]
        if picked is not None:
            difference = 100.0 * (float(picked.frequency[index]) / float(own.frequency[index]) - 1.0)
            row.append(Cell(text=_signed(difference, words), number=True))
        if printed:
            row.append(_printed(printed.get(index + 1), words))
        rows.append(tuple(row))
    yield Grid(head=tuple(head), rows=tuple(rows), caption=words("oma.modes"))
    for text in dict.fromkeys(item.source for item in published):
        yield Text(text=words("oma.printed_source", source=text))
    for text in dict.fromkeys(item.note for item in published if item.note):
        yield Text(text=text)
    missed = [item for item in published if item.mode > len(result.modes)]
    if missed:
        numbers = ", ".join(str(item.mode) for item in missed)
        yield Note(text=words("oma.printed_missed", modes=numbers))
    yield _indicators(result, words)
    for way in ways:
        if len(way.others):
            listed = ", ".join(words.number(item, 3) for item in way.others.tolist())
            yield Text(text=words("oma.others", way=words(f"oma.way_{way.name}"), frequencies=listed))


def _found(way: Way, index: int, words: Words, *, strong: bool) -> Cell:
    frequency, damping = float(way.frequency[index]), float(way.damping[index])
    if np.isnan(frequency):
        return Cell(text="–", number=True)
    text = _with_deviation(frequency, float(way.frequency_sd[index]), words)
    small = ""
    if np.isfinite(damping):
        told = _with_deviation(100.0 * damping, 100.0 * float(way.damping_sd[index]), words, digits=2)
        small = words("oma.damping", damping=told)
    return Cell(text=text, number=True, strong=strong, small=small)


def _printed(item: PublishedMode | None, words: Words) -> Cell:
    if item is None:
        return Cell(text="–", number=True)
    frequencies = [item.frequency] if item.frequency is not None else []
    text = ", ".join(words.typeset(f"{value:g}") for value in frequencies) or "–"
    small = []
    if item.damping is not None:
        small.append(words("oma.damping", damping=words.typeset(f"{100.0 * item.damping:.3g}")))
    if item.peak is not None:
        small.append(words("oma.printed_peak", peak=words.typeset(f"{item.peak:g}")))
    return Cell(text=text, number=True, small="; ".join(small))


def _indicators(result: OmaResult, words: Words) -> Grid:
    """How far each mode can be trusted."""
    own = own_way(result)
    rows = []
    for index in range(len(result.modes)):
        others = [float(way.mac[index]) for way in result.ways if way is not own and np.isfinite(way.mac[index])]
        beside = result.auto_mac[index].copy()
        beside[index] = 0.0
        orders = len(set(result.diagram["order"][result.diagram["mode"] == index].tolist()))
        rows.append(
            (
                Cell(text=str(index + 1), number=True, strong=True),
                Cell(text=_plain(_at(result.modes.collinearity, index), words), number=True),
                Cell(text=_plain(np.degrees(_at(result.modes.phase_deviation, index)), words, decimals=1), number=True),
                Cell(text=_plain(min(others, default=np.nan), words), number=True),
                Cell(text=_plain(float(beside.max()) if len(beside) > 1 else np.nan, words), number=True),
                Cell(text=str(orders), number=True),
            )
        )
    names = ("mode", "collinearity", "phase", "agreement", "likeness", "orders")
    head = tuple(words(f"oma.column_{name}") for name in names)
    return Grid(head=head, rows=tuple(rows), caption=words("oma.indicators"))


def _spectra(result: OmaResult, spectrum: Spectrum, words: Words) -> Iterator[Block]:
    yield Heading(text=words("oma.spectra_title"))
    figures = (("spectrum", draw_spectrum), ("diagram", draw_diagram), ("singular_values", draw_singular_values))
    for key, draw in figures:
        if key == "diagram" and not len(result.diagram):
            continue
        svg = draw(result, spectrum, words, name=f"oma-{key.replace('_', '-')}")
        caption = words(f"oma.{key}", resolution=words.number(spectrum.resolution, 2))
        yield Figure(svg=svg, caption=caption, alt=words(f"oma.{key}_alt"))


def _shapes(result: OmaResult, words: Words) -> Iterator[Block]:
    yield Heading(text=words("oma.shapes_title"))
    yield from measured_viewer(result, wall_boxes(result), words)
    svg = draw_shapes(result, words, name="oma-shapes")
    yield Figure(svg=svg, caption=words("oma.shapes"), alt=words("oma.shapes_alt"))
    if len(result.modes) > 1:
        svg = draw_auto_mac(result, words, name="oma-auto-mac")
        yield Figure(svg=svg, caption=words("oma.auto_mac"), alt=words("oma.auto_mac_alt"))


def _with_deviation(value: float, deviation: float, words: Words, digits: int = 4) -> str:
    """A number with twice its standard deviation, both to the same decimals."""
    if not np.isfinite(deviation) or deviation <= 0.0:
        return words.number(value, digits)
    decimals = int(np.clip(1 - np.floor(np.log10(2.0 * deviation)), 0, 6))
    return words.typeset(f"{value:.{decimals}f} ± {2.0 * deviation:.{decimals}f}")


def _plain(value: float, words: Words, decimals: int = 2) -> str:
    return "–" if not np.isfinite(value) else words.typeset(f"{value:.{decimals}f}")


def _signed(value: float, words: Words) -> str:
    return "–" if not np.isfinite(value) else words.typeset(f"{value:+.2f}")


def _at(values: FloatArray | None, index: int) -> float:
    return float("nan") if values is None else float(values[index])
