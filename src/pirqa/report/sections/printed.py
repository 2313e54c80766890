"""Mechanisms as printed elsewhere, beside ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pirqa.codes import CodesResult, Verification
from pirqa.model.mechanism import Mechanism
from pirqa.project.schema import PublishedMechanism
from pirqa.report.section import Block, Cell, Grid, Heading, Text
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

__all__ = ["printed_table"]


def printed_table(
    published: Sequence[PublishedMechanism],
    result: CodesResult,
    mechanisms: Mapping[str, Mechanism],
    names: Mapping[str, str],
    words: Words,
) -> list[Block]:
    """Ours in the cells, what is printed below it."""
    if not published:
        return []
    rows = tuple(_row(item, result, mechanisms[item.mechanism], names[item.mechanism], words) for item in published)
    columns = ("mechanism", "multiplier", "acceleration", "ultimate", "period", "demand_a", "demand_d", "sf_a", "sf_d")
    head = tuple(words(f"codes.printed_{name}") for name in columns)
    sources = "; ".join(dict.fromkeys(item.source for item in published))
    caption = words("codes.printed", source=sources)
    notes = dict.fromkeys(item.note for item in published if item.note)
    return [
        Heading(text=words("codes.printed_title")),
        Grid(head=head, rows=rows, caption=caption),
        *(Text(text=note) for note in notes),
    ]


def _row(
    item: PublishedMechanism, result: CodesResult, mechanism: Mechanism, name: str, words: Words
) -> tuple[Cell, ...]:
    acceleration, displacement = (_verification(item, result, measure) for measure in ("acceleration", "displacement"))
    force, reach = STANDARD_GRAVITY, 1e-3
    return (
        Cell(text=name, strong=True, small=item.label),
        _cell(mechanism.multiplier, item.multiplier, 1.0, words),
        _cell(mechanism.spectral_acceleration, item.spectral_acceleration, force, words),
        _cell(_of(displacement, "capacity"), item.ultimate_displacement, reach, words),
        _cell(_of(displacement, "period"), item.secant_period, 1.0, words),
        _cell(_of(acceleration, "demand"), item.acceleration_demand, force, words),
        _cell(_of(displacement, "demand"), item.displacement_demand, reach, words),
        _cell(_of(acceleration, "factor"), item.acceleration_factor, 1.0, words),
        _cell(_of(displacement, "factor"), item.displacement_factor, 1.0, words),
    )


def _verification(item: PublishedMechanism, result: CodesResult, measure: str) -> Verification | None:
    found = (
        one
        for one in result.verifications
        if (one.mechanism, one.rule, one.spectrum, one.measure) == (item.mechanism, item.rule, item.spectrum, measure)
        and one.limit_state == item.limit_state
        and abs(one.confidence_factor - item.confidence_factor) < 1e-9
    )
    return next(found, None)


def _of(verification: Verification | None, quantity: str) -> float | None:
    return None if verification is None else getattr(verification, quantity)


def _cell(ours: float | None, printed: float | None, scale: float, words: Words) -> Cell:
    text = "–" if ours is None else words.number(ours / scale, 3)
    beside = "" if printed is None else words("codes.printed_value", value=words.typeset(f"{printed / scale:.4g}"))
    return Cell(text=text, number=True, strong=ours is not None, small=beside)
