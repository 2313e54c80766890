"""Ground noise on the page: H/V, and whether its period may be used."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pirqa.oma.hvsr import Criterion, HvsrResult
from pirqa.report.figures.oma_site import draw_hvsr
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Text
from pirqa.report.sections.limit import remarks_grid
from pirqa.report.words import Words

__all__ = ["noise_blocks"]


def noise_blocks(noises: tuple[HvsrResult, ...], words: Words) -> Iterator[Block]:
    """A figure and a table of criteria for each record of ground noise."""
    if not noises:
        return
    yield Heading(text=words("oma.hv_title"))
    yield Text(text=words("oma.hv_intro"))
    for number, noise in enumerate(noises, 1):
        yield _sentence(noise, words)
        svg = draw_hvsr(noise, words, name=f"oma-hv-{number}")
        caption = words(
            "oma.hv",
            name=noise.name,
            used=noise.used,
            windows=len(noise.starts),
            length=words.number(noise.window, 3),
            transient=sum(noise.transient),
            outlying=sum(noise.outlying),
        )
        yield Figure(svg=svg, caption=caption, alt=words("oma.hv_alt"))
        yield _criteria(noise, words)
        yield from remarks_grid(noise.remarks, words)


def _sentence(noise: HvsrResult, words: Words) -> Block:
    if noise.period is None or noise.period_sd is None:
        reasons = "; ".join(words(f"oma.hv_{refusal}") for refusal in noise.refusals)
        return Note(text=words("oma.hv_refused", name=noise.name, reasons=reasons))
    return Text(
        text=words(
            "oma.hv_period",
            name=noise.name,
            period=words.number(noise.period, 3),
            spread=words.number(noise.period_sd, 2),
            frequency=words.number(1.0 / noise.period, 3),
            height=words.number(noise.height, 3),
        )
    )


def _criteria(noise: HvsrResult, words: Words) -> Grid:
    rows = [
        (Cell(text=words(f"oma.hv_{kind}"), strong=True), *_criterion(item, words))
        for kind, items in (("reliable", noise.reliability), ("clear", noise.clarity))
        for item in items
    ]
    head = tuple(words(f"oma.column_{name}") for name in ("asks", "criterion", "value", "limit", "kept"))
    return Grid(head=head, rows=tuple(rows), caption=words("oma.hv_criteria"))


def _criterion(item: Criterion, words: Words) -> tuple[Cell, ...]:
    sign = ">" if item.sense == "above" else "<"
    unit = f" {item.unit}" if item.unit else ""
    value = words.number(item.value, 3) + unit if np.isfinite(item.value) else "–"
    return (
        Cell(text=words(f"hvsr.criterion.{item.key}")),
        Cell(text=value, number=True),
        Cell(text=f"{sign} {words.number(item.limit, 3)}{unit}", number=True),
        Cell(text=words("oma.yes" if item.kept else "oma.no"), tone="good" if item.kept else "bad"),
    )
