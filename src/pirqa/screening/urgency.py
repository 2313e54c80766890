"""Class of urgency of each wall of a table.

A screening orders walls and judges none: its methods leave out what the verdict on one wall accounts for
(:mod:`pirqa.model.verdict`). One check below 1 is a sign, whatever the others give. A question that the row of a wall
leaves open is a sign too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.screening.result import OPEN_QUESTIONS, OpenQuestion, Sign, Urgency
from pirqa.screening.walls import MaskArray, WordArray

__all__ = ["compare", "join_questions", "lowest", "sign_of", "urgency_of"]

_URGENCY: dict[Sign, Urgency] = {
    "rest": "look_first",
    "fall": "look_first",
    "motion": "look_next",
    "open": "look_next",
    "none": "no_sign",
}


def lowest(ratios: FloatArray) -> FloatArray:
    """Return the lowest value along the first axis; ``nan`` where there is none."""
    return np.asarray(np.fmin.reduce(ratios, axis=0, initial=np.nan), dtype=np.float64)


def compare(ratios: Sequence[FloatArray]) -> WordArray:
    """Return how the lowest ratio of each method, shape (walls,), compares with 1: one word a wall.

    ``below`` where all methods are below 1, ``above`` where none is, ``mixed`` where they differ, ``not_judged`` where
    no method gives a ratio.
    """
    rows = np.stack(ratios)
    judged = np.isfinite(rows) | np.isposinf(rows)
    above = np.any(judged & (rows >= 1.0), axis=0)
    below = np.any(judged & (rows < 1.0), axis=0)
    return np.select([above & below, below, above], ["mixed", "below", "above"], "not_judged").astype(np.str_)


def sign_of(
    *, gravity: WordArray, onset: WordArray, damage: WordArray, collapse: WordArray, is_open: MaskArray
) -> WordArray:
    """Return the gravest sign of each wall.

    Parameters
    ----------
    gravity, onset, damage, collapse
        Comparisons with 1 as :func:`compare` returns them, shape (walls,).
    is_open
        Whether the row of a wall leaves a question open, shape (walls,).
    """
    choices: list[tuple[MaskArray, Sign]] = [
        (_has_sign(gravity), "rest"),
        (_has_sign(collapse), "fall"),
        (_has_sign(onset) | _has_sign(damage), "motion"),
        (is_open | (gravity != "above") | (onset != "above") | (collapse != "above"), "open"),
    ]
    return np.select([mask for mask, _ in choices], [sign for _, sign in choices], "none").astype(np.str_)


def urgency_of(signs: WordArray) -> WordArray:
    """Return the class of urgency of each wall from its gravest sign."""
    masks = [signs == sign for sign in _URGENCY]
    return np.select(masks, list(_URGENCY.values()), "look_first").astype(np.str_)


def join_questions(questions: Mapping[OpenQuestion, MaskArray]) -> WordArray:
    """Return the open questions of each wall as one word, separated by spaces."""
    words = np.full(len(next(iter(questions.values()))), "", dtype=np.str_)
    for name in OPEN_QUESTIONS:
        words = np.where(questions[name], np.char.add(words, f" {name}"), words)
    return np.asarray(np.char.strip(words), dtype=np.str_)


def _has_sign(comparison: WordArray) -> MaskArray:
    return np.asarray((comparison == "below") | (comparison == "mixed"), dtype=np.bool_)
