"""The order in which a mesh is eliminated: nested dissection of its nodes in space (George 1973)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pirqa.model.polyhedron import FloatArray

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["dissect"]

_LEAF = 60
"""Nodes below which parting them gains nothing."""


def dissect(places: FloatArray, graph: Any, nodes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """``nodes`` in an order that keeps the factor small: both halves first, then what parts them.

    ``places`` of all nodes (n, 3), ``graph`` which of them act on each other, sparse (n, n). A wall is long and thin:
    cut across its longest side again and again the parts that meet are small, and on the nodes, not on their three
    numbers each, the order is found in no time.
    """
    marks = np.zeros(len(places))
    found: list[npt.NDArray[np.int64]] = []
    # what is last in the order is found first: the stack gives separators before their halves, and is turned round
    stack = [nodes]
    while stack:
        part = stack.pop()
        split = None if len(part) <= _LEAF else _halve(places, graph, part, marks)
        if split is None:
            found.append(part)
            continue
        left, right, between = split
        found.append(between)
        stack += [left, right]
    return np.concatenate(found[::-1]) if found else nodes


def _halve(
    places: FloatArray, graph: Any, part: npt.NDArray[np.int64], marks: FloatArray
) -> tuple[npt.NDArray[np.int64], ...] | None:
    """Two parts that do not touch, and the nodes between them; None where it cannot be parted."""
    here = places[part]
    for axis in np.argsort(-np.ptp(here, axis=0), kind="stable"):  # across the longest side, if that parts them
        middle = np.median(here[:, axis])
        left = here[:, axis] < middle
        if not left.any():
            left = here[:, axis] <= middle
        if left.all():
            continue
        marks[part[left]] = 1.0
        right = part[~left]
        touching = graph[right] @ marks > 0.0
        marks[part[left]] = 0.0
        if not touching.all():
            return part[left], right[~touching], right[touching]
    return None
