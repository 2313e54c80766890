"""The signals of a vibration measurement on the page: how good each channel is, what was done to them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pirqa.model.ground_motion import Treatment
from pirqa.oma.result import OmaResult
from pirqa.oma.signals.quality import ChannelQuality
from pirqa.report.section import Block, Cell, Grid, Heading, Text
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

__all__ = ["signal_blocks"]


def signal_blocks(result: OmaResult, words: Words) -> Iterator[Block]:
    """Setups, treatments and the table of channels; nothing where the plan has no setups."""
    if result.quality is None:
        return
    yield Heading(text=words("oma.signals_title"))
    done = "; ".join(_treatment(step, words) for step in result.treatments) or words("motion.untouched")
    shortest = float(result.setups["duration"].min())
    yield Text(
        text=words(
            "oma.signals",
            setups=len(result.setups),
            duration=words.number(shortest / 60.0, 3),
            references=", ".join(_degree(name, words) for name in result.references) or "–",
            treatments=done,
            rate=words.typeset(f"{result.rate:g}"),
        )
    )
    head = tuple(
        words(f"oma.column_{name}") for name in ("setup", "channel", "rms", "peak", "floor", "alone", "drift", "state")
    )
    rows = tuple(_channel(item, words) for item in result.quality.channels)
    yield Grid(head=head, rows=rows, caption=words("oma.quality"))


def _channel(item: ChannelQuality, words: Words) -> tuple[Cell, ...]:
    flags = ", ".join(words(f"oma.flag_{flag}") for flag in item.flags)
    alone = "–" if np.isnan(item.incoherent) else words.number(100.0 * item.incoherent, 2)
    return (
        Cell(text=item.setup, strong=True),
        Cell(
            text=_degree(str(item.degree), words),
            small=words("oma.reference") if item.reference else "",
        ),
        Cell(text=words.number(item.rms_mg, 3), number=True),
        Cell(text=words.number(1e3 * item.peak / STANDARD_GRAVITY, 3), number=True),
        Cell(text=words.number(1e6 * item.noise_density / STANDARD_GRAVITY, 3), number=True),
        Cell(text=alone, number=True),
        Cell(text=words.number(item.drift, 2), number=True),
        Cell(text=flags or words("oma.sound"), tone="bad" if flags else "good", small=item.other),
    )


def _degree(name: str, words: Words) -> str:
    """``12 across`` in words."""
    point, _, axis = name.rpartition(" ")
    return f"{point} {words.get(f'direction.{axis}', axis)}"


def _treatment(step: Treatment, words: Words) -> str:
    shown = {name: words.typeset(f"{amount:.4g}") for name, amount in step.amounts.items()}
    key = f"treatment.{step.key}"
    if key in words:
        return words(key, **shown) if shown else words(key)
    return f"{step.key} {', '.join(f'{name} {amount}' for name, amount in shown.items())}".strip()
