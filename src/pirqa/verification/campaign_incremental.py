"""Incremental dynamic analysis: the ladder finds known levels, the statistics are those of closed forms."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

import numpy as np

from pirqa.campaign.incremental.capacity import MotionCapacity, StateCapacity, capacity_of, dispersion_of
from pirqa.campaign.incremental.ladder import Ladder, bracket_of, next_rungs
from pirqa.verification.case import Case, case_of

__all__ = ["cases"]

_case = partial(case_of, "campaign")
_LADDER = Ladder.of(1.0, ratio=1.15, least=0.1, most=3.0)
_QUANTILE = 1.2815515655446004
"""Of the standard normal distribution at 0.9 (Abramowitz and Stegun, Table 26.5)."""
_SEVEN = (0.4, 0.5, 0.6, 0.8, 0.9, 1.1, 1.3)
_SOURCE = "docs/theory/verdict.md, rule 3: median over demand at least exp(1.28 beta)"


def cases() -> Iterator[Case]:
    """Return the cases of the ladder and of the statistics."""
    yield _case(
        "incremental.ladder.found", "share of thresholds at which the ladder brackets the first fall by one step", "",
        "by definition", 1.0, {"abs": 0.0}, "each threshold from the lowest to the highest rung", _found,
        "Steps of 14.7 %, from 0.1 to 3 times the demand.",
    )  # fmt: skip
    yield _case(
        "incremental.ladder.runs", "greatest number of runs of one motion", "", "by definition", 10.0, {"max": 10.0},
        "every third rung, two halvings, two rungs above", _most_runs,
    )  # fmt: skip
    yield _case(
        "incremental.ladder.step", "ratio of neighbouring intensities", "", "by definition: 3 to the power of 1/8",
        3.0**0.125, {"rel": 1e-12}, "rounding", lambda: _LADDER.ratio, "At most 1.15, with the ceiling as a rung.",
    )  # fmt: skip
    yield _case(
        "incremental.dispersion", "standard deviation of ln capacity of seven known capacities", "",
        "sample standard deviation", float(np.std(np.log(_SEVEN), ddof=1)), {"rel": 1e-12}, "rounding",
        lambda: dispersion_of(_capacities()),
    )  # fmt: skip
    yield _case(
        "incremental.dispersion.censored", "the same of 400 lognormal capacities, some only known to be above", "",
        "the distribution they are drawn from", 0.45, {"rel": 0.12},
        "three standard errors of a censored sample of 400", _censored, "Median 0.8, beta 0.45, cut at 1.0; seed 4.",
    )  # fmt: skip
    yield _case(
        "incremental.median", "median of seven capacities", "m/s2", "the fourth of seven", 0.8, {"rel": 1e-12},
        "rounding", lambda: _state().median or math.nan,
    )  # fmt: skip
    yield _case(
        "incremental.shown", "intensity up to which safety is shown for equal capacities of 1", "m/s2", _SOURCE,
        math.exp(-_QUANTILE * 0.5), {"rel": 1e-9}, "rounding of the quantile", _shown,
        "beta is its least value, 0.5: the capacities do not scatter and the model's is 0.3.",
    )  # fmt: skip


def _climb(threshold: int) -> dict[int, bool | None]:
    tried: dict[int, bool | None] = {}
    while rungs := next_rungs(tried, _LADDER):
        tried.update({rung: rung >= threshold for rung in rungs})
    return tried


def _thresholds() -> range:
    return range(_LADDER.lowest, _LADDER.highest + 1)


def _found() -> float:
    good = 0
    for threshold in _thresholds():
        found = bracket_of(_climb(threshold))
        below = threshold - 1 if threshold > _LADDER.lowest else None
        good += (found.stood, found.fell) == (below, threshold)
    return good / len(_thresholds())


def _most_runs() -> float:
    return float(max(len(_climb(threshold)) for threshold in _thresholds()))


def _capacities(values: tuple[float, ...] = _SEVEN) -> list[MotionCapacity]:
    half = math.sqrt(1.02)
    return [
        MotionCapacity(motion=str(number), stood=value / half, fell=value * half) for number, value in enumerate(values)
    ]


def _censored() -> float:
    values = 0.8 * np.exp(0.45 * np.random.default_rng(4).standard_normal(400))
    known = _capacities(tuple(values[values < 1.0].tolist()))
    above = [MotionCapacity(motion="above", stood=1.0, fell=None)] * int((values >= 1.0).sum())
    return dispersion_of([*known, *above])


def _state() -> StateCapacity:
    return capacity_of("wall_falls", _capacities(), quantile=_QUANTILE, model_dispersion=0.3, least_dispersion=0.5)


def _shown() -> float:
    same = [MotionCapacity(motion=str(number), stood=1.0, fell=1.0 + 1e-12) for number in range(7)]
    return capacity_of("wall_falls", same, quantile=_QUANTILE, model_dispersion=0.3, least_dispersion=0.5).shown
