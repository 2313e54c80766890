"""A card for each limit state (state, capacity, demand, reasons), with lower values by methods that do not count."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pirqa.model.check import Check
from pirqa.model.verdict import Evidence, LimitStateVerdict, Verdict
from pirqa.report.names import method_name, place_name
from pirqa.report.verdict import (
    SET,
    TONES,
    capacity_text,
    demand_text,
    governs,
    holds_dry_only,
    intensity,
    is_thin,
    method_of,
    plain,
    reasons,
    seasons,
    state_words,
)
from pirqa.report.words import Words

_MOST_METHODS = 3
"""Methods whose capacities a card lists."""
_LESS = 0.99
"""Ratio below which a value counts as lower."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """One limit state on the first page."""

    name: str
    """Its title."""
    tone: str
    """``good`` only where safety is shown; ``bad``, ``unsure`` or ``none``."""
    state: str
    """State in words."""
    lines: tuple[str, ...]
    """Capacity, demand, what governs, and the reasons of the state."""


def cards(verdict: Verdict, words: Words) -> tuple[Card, ...]:
    """Return a card for each limit state, and one for the wet season where the wall retains fill."""
    return tuple(_card(item, season, verdict, words) for season, item in seasons(verdict))


def _card(item: LimitStateVerdict, season: str, verdict: Verdict, words: Words) -> Card:
    lines: list[str] = []
    check = governs(item)
    if item.follows_from is None:
        if season not in ("gravity", "wet"):
            lines += _intensity_lines(item, verdict, words)
        elif check is not None:
            key = "card.factor" if item.state != "not_shown" else "card.factor_open"
            numbers = {"factor": words.factor(check.factor), "required": plain(check.required, words)}
            lines.append(words(key, **numbers) if math.isfinite(check.factor) else words("card.nothing_pushes"))
            if (variant := lower_ratio(item)) is not None:
                lines.append(words("card.factor_variant", factor=words.factor(variant * check.required)))
            lines += [_source_of_required(check, words)] if math.isfinite(check.factor) else []
        if check is not None and item.state not in ("not_assessed", "not_shown"):
            lines.append(_governing(check, words))
    lines += reasons(item, verdict, words)
    dry_only = holds_dry_only(item, verdict)
    lines += [words("card.dry_only")] if dry_only else []
    tone = "unsure" if is_thin(item) or dry_only else TONES[item.state]
    return Card(name=words(f"card.{season}"), tone=tone, state=state_words(item, words), lines=tuple(lines))


def _intensity_lines(item: LimitStateVerdict, verdict: Verdict, words: Words) -> Iterator[str]:
    if item.lower is not None or item.upper is not None:
        yield capacity_text(item, words)
        yield from _by_method(item, words)
        later = [verdict.of(state) for state in ("stones_fall", "wall_falls")] if item.limit_state == "onset" else []
        if text := lower_intensities(item, words, *later):
            yield text
    demand = verdict.circumstances.demand
    if demand is not None and item.state != "not_assessed":
        yield words("card.demand", demand=demand_text(demand, words))


def _by_method(item: LimitStateVerdict, words: Words) -> Iterator[str]:
    """Yield the lowest capacity of each method that counts; nothing where there is one only."""
    least: dict[str, Evidence] = {}
    for row in item.evidence:
        value = row.check.intensity
        if value is None or not (row.is_lower or row.is_upper):
            continue
        mine = least.get(row.check.method)
        if mine is None or value < (mine.check.intensity or math.inf):
            least[row.check.method] = row
    if len(least) < 2 and not any(row.check.motions for row in least.values()):
        return
    ordered = sorted(least.values(), key=lambda row: (row.check.intensity or 0.0, row.check.method))
    for row in ordered[:_MOST_METHODS]:
        yield f"{method_of(row.check, words)}: {_side(row, words)}"


def _side(row: Evidence, words: Words) -> str:
    assert row.check.intensity is not None
    low, high = row.intensities
    if row.check.bound == "upper" and (row.check.motions or 0) >= SET:
        return words("card.median", value=intensity(row.check.intensity, words), count=row.check.motions)
    key = "estimate" if row.is_lower and row.is_upper else "lower" if row.is_lower else "upper"
    value = high if low is None else low
    text = words(f"card.{key}", value=intensity(value if value is not None else row.check.intensity, words))
    text += f" ({words('card.at_foot', foot=intensity(row.check.at_foot, words))})" if row.check.at_foot else ""
    return text + (f", {words('card.motions', count=row.check.motions)}" if row.check.motions else "")


def _governing(check: Check, words: Words) -> str:
    mode = words.get(f"mode.{check.mode}", check.mode)
    return words(
        "card.governing", mode=mode, place=place_name(check.place, words), method=method_name(check, words, short=True)
    )


def _source_of_required(check: Check, words: Words) -> str:
    if check.required_source:
        return words("card.required_source", source=check.required_source)
    return words("card.no_code", required=plain(check.required, words))


def lower_ratio(item: LimitStateVerdict) -> float | None:
    """Return the least capacity over demand of a method that does not count, where it is below that which governs."""
    check = governs(item)
    found = [row.check.ratio for row in item.evidence if not row.check.votes and math.isfinite(row.check.ratio)]
    least = min(found, default=math.inf)
    return least if check is not None and least < _LESS * check.ratio else None


def lower_intensities(item: LimitStateVerdict, words: Words, *later: LimitStateVerdict) -> str:
    """Return the range of intensities below the capacity that methods give that show nothing here; empty without.

    Lower bounds are not among them: their failure is later by definition. Nor are single motions. Of ``later`` limit
    states, which imply this one, the evidence counts too.
    """
    if item.upper is None:
        return ""
    found = [
        row.check.intensity
        for row in (row for each in (item, *later) for row in each.evidence)
        if row.shows == "nothing" and row.check.bound != "lower" and row.check.motions is None
        and row.check.intensity is not None and 0.0 < row.check.intensity < _LESS * item.upper
    ]  # fmt: skip
    if not found:
        return ""
    low, high = intensity(min(found), words), intensity(max(found), words)
    return words("answer.lower_one", low=low) if low == high else words("answer.lower_some", low=low, high=high)
