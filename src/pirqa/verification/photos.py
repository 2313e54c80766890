"""Stones found in synthetic photos, beside the walls that were photographed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from pirqa.survey.generate import GenerateOptions, generate
from pirqa.verification.case import Case

__all__ = ["photo_cases"]

_SEEDS = (20261, 20262, 20263, 20264, 20265)
"""Walls and photos that were first looked at when everything was finished."""
_PIXEL, _MOST_MARKS = 0.005, 5
_SOURCE = (
    "the generated wall itself: five walls like Sacsayhuaman's, each photographed at 5 mm a pixel with shading, noise, "
    "stains and broken joints"
)


@dataclass(frozen=True, kw_only=True)
class _Outcome:
    """What was found in one photo, by itself and with marks."""

    stones: int
    overlap: float
    marks: int
    alone_stones: int
    alone_overlap: float


@cache
def _outcomes() -> tuple[_Outcome, ...]:
    from pirqa.survey.image.find import mark_stones, prepare
    from pirqa.survey.image.marks import Marks
    from pirqa.survey.image.measure import correct_stones, score
    from pirqa.survey.image.synthetic import photograph

    found = []
    for seed in _SEEDS:
        rings = generate(GenerateOptions.like_sacsayhuaman(seed)).rings
        photo, true = photograph(rings, (8.64, 4.0), _PIXEL, seed)
        unmarked = Marks(scale=_PIXEL)
        prepared = prepare(photo, unmarked)
        alone = mark_stones(prepared, unmarked)
        marked, marks = correct_stones(prepared, true, unmarked, limit=_MOST_MARKS)
        alone_stones, alone_overlap = score(true, alone.labels)
        stones, overlap = score(true, marked.labels)
        # a stone too many is as wrong as one too few
        found.append(
            _Outcome(
                stones=stones - abs(marked.stones - stones),
                overlap=overlap,
                marks=marks.count,
                alone_stones=alone_stones - abs(alone.stones - alone_stones),
                alone_overlap=alone_overlap,
            )
        )
    return tuple(found)


def photo_cases() -> Iterator[Case]:
    """Cases of the way from a photo to stones."""
    marked = "with at most five marks a photo, those that a user who sees the overlay would make"
    rows: tuple[tuple[str, str, float, dict[str, float], Callable[[], float], bool], ...] = (
        ("image.stones_found", f"stones found, worst photo, {marked}", 40, {"abs": 0.0},
         lambda: min(item.stones for item in _outcomes()), False),
        ("image.mean_iou", f"mean overlap of found and true stones, worst photo, {marked}", 0.97, {"min": 0.97},
         lambda: min(item.overlap for item in _outcomes()), False),
        ("image.marks", "marks that the worst photo needed", 0, {"max": float(_MOST_MARKS)},
         lambda: max(item.marks for item in _outcomes()), False),
        ("image.automatic.stones_found", "stones found, worst photo, without any mark", 40, {"abs": 0.0},
         lambda: min(item.alone_stones for item in _outcomes()), True),
        ("image.automatic.mean_iou", "mean overlap, worst photo, without any mark", 0.97, {"min": 0.97},
         lambda: min(item.alone_overlap for item in _outcomes()), True),
    )  # fmt: skip
    for id, quantity, expected, tolerance, compute, compare_only in rows:
        yield Case(
            id=id,
            group="survey",
            quantity=quantity,
            unit="",
            source=_SOURCE,
            expected=expected,
            tolerance=tolerance,
            why="the goal set before anything was tried",
            compute=compute,
            compare_only=compare_only,
            note="Synthetic photos only.",
        )
