"""From the ratios of many walls to a word for each.

A screening orders walls: it compares ratios with 1 and knows nothing of what its methods leave out, so its words are no
verdict on one wall (:mod:`pirqa.model.verdict`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.screening.result import VERDICTS
from pirqa.screening.walls import WordArray

__all__ = ["lowest", "state_of", "wall_verdicts"]


def lowest(ratios: FloatArray) -> FloatArray:
    """The lowest along the first axis; ``nan`` where there is none."""
    return np.asarray(np.fmin.reduce(ratios, axis=0, initial=np.nan), dtype=np.float64)


def state_of(opinions: Sequence[FloatArray]) -> WordArray:
    """State of a limit state of each wall, from the lowest ratio of each method, arrays of shape (walls,).

    Satisfied or not where all methods agree about 1, undetermined where they do not, not assessed where none says
    anything.
    """
    ratios = np.stack(opinions)
    told = np.isfinite(ratios) | np.isposinf(ratios)
    above = np.any(told & (ratios >= 1.0), axis=0)
    below = np.any(told & (ratios < 1.0), axis=0)
    return np.select(
        [above & below, below, above], ["undetermined", "not_satisfied", "satisfied"], "not_assessed"
    ).astype(np.str_)


def wall_verdicts(
    *, gravity: WordArray, onset: WordArray, damage: WordArray, collapse: WordArray, complete: np.ndarray[Any, Any]
) -> WordArray:
    """One word a wall; ``complete``: whether all of its mechanisms could be judged."""
    choices = [
        (gravity == "not_satisfied", "unstable"),
        (collapse == "not_satisfied", "may_fall"),
        (collapse != "satisfied", "undetermined"),
        (~complete, "undetermined"),
        ((onset == "not_satisfied") | (damage == "not_satisfied"), "moves"),
        (onset != "satisfied", "undetermined"),
        (damage == "undetermined", "undetermined"),
    ]
    words = np.select([mask for mask, _ in choices], [word for _, word in choices], "safe").astype(np.str_)
    assert set(np.unique(words)) <= set(VERDICTS)
    return words
