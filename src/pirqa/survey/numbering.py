"""Numbers for stones that the file does not name: bottom-up, left to right."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.survey.contacts import Pairs

__all__ = ["Lifts", "courses", "edge_lifts", "lifts_of", "number_stones"]

Lifts = Mapping[tuple[int, int], float]


def lifts_of(pairs: Pairs) -> Lifts:
    """How far up the second stone of each pair lies on the first: mean upward part of the normals, −1 to 1."""
    return {
        pair: sum(face.area * float(face.normal[2]) for face in faces) / sum(face.area for face in faces)
        for pair, faces in pairs.items()
    }


def edge_lifts(rings: Sequence[Sequence[int]], vertices: FloatArray) -> tuple[Lifts, set[int]]:
    """The same in elevation, from the edges that stones share; and the stones with an edge on nothing below."""
    owner = {edge: stone for stone, ring in enumerate(rings) for edge in pairwise([*ring, ring[0]])}
    lift: dict[tuple[int, int], float] = {}
    length: dict[tuple[int, int], float] = {}
    free: set[int] = set()
    for (a, b), stone in owner.items():
        along = vertices[b] - vertices[a]
        other = owner.get((b, a))
        if other is None:
            if along[0] > 0.5 * float(np.hypot(*along)):  # counter-clockwise: the stone is above, nothing below
                free.add(stone)
        elif stone < other:
            pair = (stone, other)
            lift[pair] = lift.get(pair, 0.0) - float(along[0])
            length[pair] = length.get(pair, 0.0) + float(np.hypot(*along))
    return {pair: lift[pair] / length[pair] for pair in lift}, free


def courses(levels: FloatArray, lifts: Lifts, seated: Collection[int]) -> list[int]:
    """How many stones each stone is above the base, or above what has nothing below it, by the longest way down.

    The longest, so that the stones along the top come last. ``levels`` are the centroids' z [m], shape (n,): a stone
    counts as lower only where its centroid is, so that no way leads round in a circle.
    """
    below: dict[int, list[int]] = {}
    for (one, other), lift in lifts.items():
        lower, upper = (one, other) if lift > 0.0 else (other, one)
        if abs(lift) > 0.3 and levels[lower] < levels[upper]:
            below.setdefault(upper, []).append(lower)
    course = [0] * len(levels)
    for stone in np.argsort(levels, kind="stable").tolist():
        if stone not in seated and stone in below:
            course[stone] = 1 + max(course[lower] for lower in below[stone])
    return course


def number_stones(names: Sequence[str], centroids: FloatArray, course: Sequence[int]) -> tuple[list[int], list[str]]:
    """The order of the stones and a name for each, in that order: its own, or its number in the order.

    ``centroids`` have x first and z last, shape (n, 2) or (n, 3). ``names`` are empty where the file gives none; a
    number that is somebody's name already gets an apostrophe.
    """
    # rounded, so that two stones one above or behind the other are not told apart by the last bit
    places = np.round(centroids, 6)
    order = np.lexsort((*places[:, 1:].T, places[:, 0], np.array(course))).tolist()
    if all(name.isascii() and name.isdecimal() and len(name) < 19 for name in names):
        order = sorted(range(len(names)), key=lambda index: int(names[index]))
    taken = {name for name in names if name}
    given: list[str] = []
    for place, index in enumerate(order, 1):
        name = names[index]
        if not name:
            name = str(place)
            while name in taken:
                name += "'"
            taken.add(name)
        given.append(name)
    return order, given
