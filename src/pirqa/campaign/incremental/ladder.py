"""Intensities of a ladder, and the next ones to run for one motion.

Rung 0 is the demand. Every third rung is run first, upwards while the wall stands at the demand and downwards where it
falls there; the bracket of the first fall is halved to neighbouring rungs, and two rungs above the first fall are run
too, since rocking walls may stand again. The answer depends on the tried rungs alone, so that a stopped analysis goes
on where it was.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["ABOVE", "Bracket", "Ladder", "bracket_of", "next_rungs"]

ABOVE = 2
"""Rungs above the first fall that are run too."""
_COARSE = 3
"""Rungs of a coarse step."""


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """Intensities with a constant ratio through the demand."""

    demand: float
    """Intensity of rung 0 [m/s2]."""
    ratio: float
    lowest: int
    """Number of the lowest rung, at most 0."""
    highest: int

    @classmethod
    def of(cls, demand: float, *, ratio: float, least: float, most: float) -> Ladder:
        """Return the ladder whose highest rung is ``most`` times the demand and whose steps are at most ``ratio``.

        >>> ladder = Ladder.of(1.0, ratio=1.15, least=0.1, most=3.0)
        >>> ladder.highest, round(ladder.ratio, 4), round(ladder.intensity(8), 6)
        (8, 1.1472, 3.0)
        """
        highest = math.ceil(math.log(most) / math.log(ratio) - 1e-9)
        exact = most ** (1.0 / highest)
        return cls(demand=demand, ratio=exact, lowest=math.ceil(math.log(least) / math.log(exact)), highest=highest)

    def intensity(self, rung: int) -> float:
        """Return the intensity of ``rung`` [m/s2]."""
        return float(self.demand * self.ratio**rung)


@dataclass(frozen=True, kw_only=True)
class Bracket:
    """Neighbouring rungs between which a state is reached first."""

    stood: int | None
    """Highest rung below the first one that reaches the state at which it is not reached; None where there is none."""
    fell: int | None
    """Lowest rung that reaches it; None where none does."""
    again: tuple[int, ...] = ()
    """Rungs above that one at which the state is not reached."""


def bracket_of(tried: Mapping[int, bool | None]) -> Bracket:
    """Return the bracket of the first fall; ``tried`` has None for a run that failed and shows nothing."""
    fell = min((rung for rung, outcome in tried.items() if outcome), default=None)
    stood = [rung for rung, outcome in tried.items() if outcome is False and (fell is None or rung < fell)]
    again = () if fell is None else tuple(sorted(k for k, outcome in tried.items() if outcome is False and k > fell))
    return Bracket(stood=max(stood, default=None), fell=fell, again=again)


def next_rungs(tried: Mapping[int, bool | None], ladder: Ladder) -> tuple[int, ...]:
    """Return the rungs to run next, which do not depend on each other; none where the hunt is over.

    >>> ladder = Ladder.of(1.0, ratio=1.15, least=0.1, most=3.0)
    >>> next_rungs({}, ladder), next_rungs({0: False}, ladder), next_rungs({0: False, 3: True}, ladder)
    ((0,), (3,), (1,))
    """
    if 0 not in tried:
        return (0,)
    found = bracket_of(tried)
    if found.fell is None:
        rung = max(tried)
        return (min(rung + _COARSE, ladder.highest),) if rung < ladder.highest else ()
    if found.stood is None and min(tried) > ladder.lowest:
        return (max(min(tried) - _COARSE, ladder.lowest),)
    below = ladder.lowest if found.stood is None else found.stood + 1
    between = [rung for rung in range(below, found.fell) if rung not in tried]
    if between:
        return (between[(len(between) - 1) // 2],)
    above = range(found.fell + 1, min(found.fell + ABOVE, ladder.highest) + 1)
    return tuple(rung for rung in above if rung not in tried)
