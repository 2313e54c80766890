"""How well stones were found, where the true ones are known, and which marks would put it right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from pirqa.errors import SurveyError
from pirqa.survey.image.find import Prepared, Segmentation, mark_stones
from pirqa.survey.image.marks import Line, Marks, Point

__all__ = ["correct_stones", "score", "suggest_marks"]

IntArray = NDArray[np.int32]
Mask = NDArray[np.bool_]

HAND = 3.0
"""Pixels by which a line drawn by hand leaves the joint."""
ENOUGH = 0.97
"""Mean overlap at which a user is content."""
LEAK = 0.06
"""Share of a stone from which its being in another region catches the eye."""


def score(labels_true: IntArray, labels_found: IntArray) -> tuple[int, float]:
    """Stones found, and the mean over all true stones of their overlap with what was found, area over area of both.

    A stone is found if one region overlaps it by more than a half, which can be only one; a stone that was not found
    counts with its best overlap.
    """
    overlap, true, found = _overlaps(labels_true, labels_found)
    if len(true) == 0:
        raise SurveyError("there are no true stones to compare with; give labels above zero")
    union = true[:, None] + found[None, :] - overlap
    ratio = (overlap / np.maximum(union, 1)).max(axis=1, initial=0.0)
    return int((ratio > 0.5).sum()), float(ratio.mean())


def suggest_marks(
    labels_true: IntArray, labels_found: IntArray, limit: int = 5, *, marks: Marks | None = None
) -> Marks:
    """What a user who looks at the found stones would mark first, at most ``limit`` marks, added to ``marks``.

    A region over several stones gets a cut along their joint, drawn with a coarse hand; pieces of one stone that touch
    get a merge. The worst come first. Both label pictures must have the photo's own pixels.
    """
    base = Marks() if marks is None else marks
    overlap, true, found = _overlaps(labels_true, labels_found)
    wanted: list[tuple[float, str, Line]] = []
    for number in range(len(found)):
        stones = np.flatnonzero(overlap[:, number] > LEAK * true)
        for i, first in enumerate(stones):
            for second in stones[i + 1 :]:
                joint = _joint(labels_true, int(first) + 1, int(second) + 1)
                if joint and joint not in base.cuts:
                    wanted.append((float(min(overlap[first, number], overlap[second, number])), "cuts", joint))
    for stone in range(len(true)):
        pieces = np.flatnonzero(overlap[stone] > 0.5 * found)
        if len(pieces) > 1 and ndimage.label(np.isin(labels_found, pieces + 1))[1] == 1:
            points = tuple(_middle((labels_true == stone + 1) & (labels_found == piece + 1)) for piece in pieces)
            wanted.append((float(np.sort(overlap[stone, pieces])[-2]), "merges", points))
    wanted.sort(key=lambda item: -item[0])
    chosen = wanted[: max(0, limit)]
    return replace(
        base,
        cuts=base.cuts + tuple(line for _, kind, line in chosen if kind == "cuts"),
        merges=base.merges + tuple(line for _, kind, line in chosen if kind == "merges"),
    )


def correct_stones(
    prepared: Prepared, labels_true: IntArray, marks: Marks, limit: int = 5
) -> tuple[Segmentation, Marks]:
    """The stones on a photo as they are after a user looked, marked, and looked again, with at most ``limit`` marks."""
    found = mark_stones(prepared, marks)
    stones = len(np.unique(labels_true[labels_true > 0]))
    while marks.count < limit:
        right, overlap = score(labels_true, found.labels)
        if found.stones == stones == right and overlap >= ENOUGH:
            break
        # one at a time: often the next one is not needed any more
        more = suggest_marks(labels_true, found.labels, 1, marks=marks)
        if more.count == marks.count:
            break
        marks, found = more, mark_stones(prepared, more)
    return found, marks


def _overlaps(labels_true: IntArray, labels_found: IntArray) -> tuple[NDArray[np.int64], ...]:
    """Pixels that true stone and found region share, (true, found), and pixels of each alone."""
    if labels_true.shape != labels_found.shape:
        raise SurveyError(f"labels of {labels_true.shape} and {labels_found.shape} cannot be compared; use one picture")
    columns, rows = int(labels_found.max(initial=0)) + 1, int(labels_true.max(initial=0)) + 1
    index = labels_true.astype(np.int64).ravel() * columns + labels_found.ravel()
    table = np.bincount(index, minlength=rows * columns).reshape(rows, columns)
    return table[1:, 1:], table[1:].sum(axis=1), table[:, 1:].sum(axis=0)


def _middle(region: Mask) -> Point:
    """The point of a region that lies deepest in it."""
    depth = ndimage.distance_transform_edt(np.pad(region, 1))[1:-1, 1:-1]
    row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
    return float(column), float(row)


def _joint(labels: IntArray, first: int, second: int) -> Line:
    """The longest stretch of joint between two stones, as a coarse polyline; nothing where they do not meet."""
    segments = []
    for here, there, step in ((np.s_[:, :-1], np.s_[:, 1:], (1, 0)), (np.s_[:-1], np.s_[1:], (0, 1))):
        a, b = labels[here], labels[there]
        rows, columns = np.nonzero(((a == first) & (b == second)) | ((a == second) & (b == first)))
        # the edge between two pixels, in coordinates in which pixel centres are whole numbers
        start = np.column_stack([columns + 0.5 * step[0] - 0.5 * step[1], rows + 0.5 * step[1] - 0.5 * step[0]])
        end = start + np.array([step[1], step[0]])
        segments.append(np.stack([start, end], axis=1))
    lines = np.concatenate(segments)
    if len(lines) == 0:
        return ()
    merged = shapely.line_merge(shapely.multilinestrings(np.array(shapely.linestrings(lines))))
    longest = max(shapely.get_parts(merged), key=shapely.length)
    drawn = shapely.get_coordinates(shapely.simplify(longest, HAND))
    return tuple((float(column), float(row)) for column, row in np.round(drawn, 1))
