"""Hunt and fill: the next level of an incremental dynamic analysis, from those that were tried.

Vamvatsikos and Cornell (2002, Earthquake Engineering and Structural Dynamics 31:491-514; 2004, Earthquake Spectra
20:523-553): steps that grow until the wall collapses, then the bracket of the collapse is cut at its lower third until
it is narrow, then the widest gaps are halved. Rocking walls may fall at one level and stand a higher one: so levels
above the first collapse are tried too, gaps above it are filled as those below, and every level is kept. The answer
depends on the tried levels alone, so that a hunt which was stopped goes on as if it had not been.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pirqa.campaign.campaign_options import HuntOptions

__all__ = ["Trial", "next_level"]

_SAME = 1e-6
"""Part of a level by which two are the same."""
_PARTS = (1.0 / 3.0, 2.0 / 3.0, 0.5)
"""Where a bracket is cut: the others where a run at the first failed."""


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A level that was tried."""

    level: float
    """[m/s2 or m/s]"""
    collapsed: bool | None
    """None where the run failed or was stopped, which says nothing about the wall."""


def next_level(trials: Sequence[Trial], options: HuntOptions) -> float | None:
    """Level to try next [m/s2 or m/s]; none: the hunt is over."""
    if len(trials) >= options.runs:
        return None
    tried = sorted(trial.level for trial in trials)
    fell = sorted(trial.level for trial in trials if trial.collapsed)
    rungs = _ladder(options)
    if not fell:
        return next((rung for rung in rungs if not _known(rung, tried)), None)
    lowest = fell[0]
    above = [level for level in tried if level > lowest * (1.0 + _SAME)]
    if len(above) < options.above:
        floor = max(tried)
        higher = next((rung for rung in rungs if rung > floor * (1.0 + _SAME)), None)
        if higher is not None:
            return higher
    stood = max((trial.level for trial in trials if trial.collapsed is False and trial.level < lowest), default=0.0)
    if lowest - stood > options.resolution * lowest:
        for part in _PARTS:
            level = stood + part * (lowest - stood)
            if not _known(level, tried):
                return level
    return _widest_gap(tried, options)


def _ladder(options: HuntOptions) -> list[float]:
    """Levels of the hunt upwards; the last is the most that is tried."""
    rungs, step = [float(options.first)], float(options.step)
    while len(rungs) < options.runs and rungs[-1] + step < options.most:
        rungs.append(rungs[-1] + step)
        step += float(options.growth)
    if len(rungs) < options.runs:
        rungs.append(float(options.most))
    return rungs


def _known(level: float, tried: Sequence[float]) -> bool:
    return any(abs(level - other) <= _SAME * level for other in tried)


def _widest_gap(tried: Sequence[float], options: HuntOptions) -> float | None:
    """Middle of the widest gap between levels, of its upper end; none where all are narrow."""
    ends = [0.0, *tried]
    gaps = [(high - low, low, high) for low, high in pairwise(ends)]
    width, low, high = max(gaps)
    return 0.5 * (low + high) if width > options.resolution * high else None
