"""What decides how a campaign ends: the measure of the ground motion that tells it best, and what is uncertain."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pirqa.campaign.fragility import LEAST_RECORDS
from pirqa.campaign.fragility_result import WallFragility
from pirqa.campaign.influence import LEAST_SAMPLES
from pirqa.report.figures.campaign import draw_influences, draw_measures, measure_name, measure_scale
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Text
from pirqa.report.words import Words

__all__ = ["influence_blocks", "measure_blocks"]


def measure_blocks(wall: WallFragility, words: Words, name: str) -> Iterator[Block]:
    """Efficiency and sufficiency of the measures for the state that is known best."""
    states = list(dict.fromkeys(fit.state for fit in wall.measures if math.isfinite(fit.beta)))
    if not states:
        return
    yield Heading(text=words("campaign.measures_title"))
    if wall.records < LEAST_RECORDS:  # a curve is not given either
        yield Text(text=words("campaign.measures_few", least=LEAST_RECORDS))
        return
    state = wall.influence_state if wall.influence_state in states else states[-1]
    fits = [fit for fit in wall.measures if fit.state == state and math.isfinite(fit.beta)]
    perfect = [measure_name(fit.measure, words, unit=False) for fit in fits if fit.perfect]
    if perfect:
        key = "campaign.measures_perfect" if len(perfect) == 1 else "campaign.measures_perfect_many"
        yield Text(text=words(key, measures=", ".join(perfect), state=state, runs=wall.runs - wall.failed))
    yield Figure(
        svg=draw_measures(wall, state, words, name=f"{name}-measures"),
        caption=words("campaign.measures", state=state),
        alt=words("campaign.measures_alt"),
    )
    properties = list(fits[0].sufficiency)
    rows = []
    for fit in fits:
        unit, _ = measure_scale(fit.measure)
        rows.append(
            (
                Cell(text=measure_name(fit.measure, words), strong=True),
                Cell(text=words.number(fit.theta / unit, 3), number=True),
                Cell(text="0" if fit.perfect else words.number(fit.beta, 3), number=True),
                *(_p_cell(fit.sufficiency.get(item, math.nan), words) for item in properties),
            )
        )
    head = (
        words("column.measure"),
        "θ",
        "β",
        *(words("campaign.p_value", property=words(f"campaign.property_{item}")) for item in properties),
    )
    yield Grid(head=head, rows=tuple(rows), caption=words("campaign.measures_table", state=state))


def _p_cell(value: float, words: Words) -> Cell:
    if not math.isfinite(value):
        return Cell(text="–", number=True)
    text = "< 0.001" if value < 1e-3 else words.typeset(f"{value:.3f}")
    return Cell(text=text, number=True, tone="bad" if value < 0.05 else "good")


def influence_blocks(wall: WallFragility, words: Words, name: str) -> Iterator[Block]:
    """The tornado; a sentence in its place where too few samples were drawn for one."""
    if not wall.influences:
        return
    yield Heading(text=words("campaign.influences_title"))
    draws = min(item.samples for item in wall.influences)
    if draws < LEAST_SAMPLES:
        yield Text(text=words("campaign.influences_few", count=draws, least=LEAST_SAMPLES))
        return
    yield Figure(
        svg=draw_influences(wall, words, name=f"{name}-tornado"),
        caption=words("campaign.influences", state=wall.influence_state),
        alt=words("campaign.influences_alt"),
    )
