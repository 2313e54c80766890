"""Searches: the least value of a parameter at which a wall stands, or bears enough."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["LeastFound", "least_that_bears"]

_MOST = 80


@dataclass(frozen=True, kw_only=True)
class LeastFound:
    """End of a search."""

    value: float | None
    """None where not even the largest value that was tried is enough."""
    tried: tuple[float, ...]


def least_that_bears(margin: Callable[[float], float], *, low: float, high: float, tolerance: float) -> LeastFound:
    """Least value in [low, high] at which ``margin`` is not negative, within ``tolerance``.

    The margin must not go down while the value goes up. Below the answer it is nearly straight (a mechanism costs what
    its arms say), so that the line through the two nearest values that are not enough tells where to look next; the
    interval is halved where that does not help.
    """
    tried: list[float] = []
    below: list[tuple[float, float]] = []

    def enough(value: float) -> bool:
        tried.append(value)
        found = margin(value)
        if found >= 0.0:
            return True
        if math.isfinite(found):
            below.append((value, found))
        return False

    if not enough(high):
        return LeastFound(value=None, tried=tuple(tried))
    below.clear()
    if enough(low):
        return LeastFound(value=low, tried=tuple(tried))
    while high - low > tolerance and len(tried) < _MOST:
        middle = 0.5 * (low + high)
        if len(below) > 1 and len(tried) % 3:  # every third time by halves, so that the interval always closes
            (one, at_one), (two, at_two) = below[-2:]
            if at_two > at_one and two > one:
                guess = two - at_two * (two - one) / (at_two - at_one)
                # a little to either side of it in turns, so that both ends of the interval come near
                guess += (0.25 if len(tried) % 2 else -0.25) * tolerance
                middle = guess if low < guess < high else middle
        if enough(middle):
            high = middle
        else:
            low = middle
    return LeastFound(value=high, tried=tuple(tried))
