"""Lower values by methods that decide nothing, which page one names beside those that count."""

from __future__ import annotations

import math

from pirqa.model.verdict import LimitStateVerdict
from pirqa.report.verdict import governs, intensity
from pirqa.report.words import Words

__all__ = ["lower_intensities", "lower_ratio"]

_LESS = 0.99
"""Ratio below which a value counts as lower."""


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
