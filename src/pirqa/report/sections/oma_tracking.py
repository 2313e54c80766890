"""How frequencies changed from date to date, on the page."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pirqa.oma.tracking import Change, TrackingResult
from pirqa.report.figures.oma_site import draw_tracking
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Text
from pirqa.report.words import Words

__all__ = ["tracking_blocks"]

_TONES = {"changed": "bad", "lost": "bad", "unsure": "unsure", "steady": "good", "baseline": ""}


def tracking_blocks(tracking: TrackingResult | None, words: Words) -> Iterator[Block]:
    """A chart and a table of all dates; nothing where there is one date only."""
    if tracking is None:
        return
    yield Heading(text=words("oma.tracking_title"))
    flagged = tracking.flagged
    if flagged:
        told = "; ".join(
            words("oma.tracking_flag", mode=item.mode + 1, date=item.epoch, what=_told(item, words)) for item in flagged
        )
        yield Note(text=words("oma.tracking_changed", changes=told))
    else:
        yield Text(text=words("oma.tracking_steady"))
    yield Figure(
        svg=draw_tracking(tracking, words, name="oma-tracking"),
        caption=words("oma.tracking", confidence=words.typeset(f"{100.0 * tracking.confidence:g}")),
        alt=words("oma.tracking_alt"),
    )
    yield _table(tracking, words)
    for date, frequencies in zip(tracking.epochs, tracking.new, strict=True):
        if frequencies:
            yield Text(text=words("oma.tracking_new", date=date, frequencies=", ".join(frequencies)))


def _told(item: Change, words: Words) -> str:
    if item.judgement == "lost":
        return words("oma.judgement_lost")
    return words.typeset(f"{100.0 * item.change:+.2f} % (± {100.0 * item.limit:.2f} %)")


def _table(tracking: TrackingResult, words: Words) -> Grid:
    rows = []
    for item in tracking.changes:
        frequency = "–" if not np.isfinite(item.frequency) else words.number(item.frequency, 4)
        if np.isfinite(item.frequency) and np.isfinite(item.frequency_sd):
            frequency += words.typeset(f" ± {2.0 * item.frequency_sd:.2g}")
        rows.append(
            (
                Cell(text=item.epoch, strong=True),
                Cell(text=str(item.mode + 1), number=True),
                Cell(text=frequency, number=True),
                Cell(text=_percent(item.change, words), number=True),
                Cell(text=_percent(item.limit, words, sign=False), number=True),
                Cell(text="–" if not np.isfinite(item.mac) else words.typeset(f"{item.mac:.2f}"), number=True),
                Cell(text="–" if item.temperature is None else words.typeset(f"{item.temperature:g}"), number=True),
                Cell(text=words(f"oma.judgement_{item.judgement}"), tone=_TONES[item.judgement]),
            )
        )
    names = ("date", "mode", "frequency", "change", "change_limit", "mac", "temperature", "judgement")
    return Grid(
        head=tuple(words(f"oma.column_{name}") for name in names), rows=tuple(rows), caption=words("oma.tracking_table")
    )


def _percent(share: float, words: Words, *, sign: bool = True) -> str:
    if not np.isfinite(share):
        return "–"
    return words.typeset(f"{100.0 * share:{'+' if sign else ''}.2f}")
