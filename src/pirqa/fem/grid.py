"""A structured mesh of slabs: boxes of the wall, cut into bricks by lines that fit at every step of the wall.

A slab is a box whose front and back may lean, cut where anything changes. Between two levels where something changes (a
storey) each face of a slab is a line through the thickness, from a place at the storey's foot to one at its top. Lines
of one storey go on in the next wherever there is stone, so that the bricks of both meet node on node; where a face
leans, all lines between lean with it in proportion.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np

from pirqa.errors import ModelError
from pirqa.fem.mesh import Mesh
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall

_SAME = 1e-6
"""Metres: lines nearer than this are one."""

_LARGEST = 500_000
"""Cells of the grid: more are a slip of the size, and no factor of theirs fits into memory."""

_Line = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Slab:
    """A piece of one zone; its front and back faces are flat and may lean."""

    zone: str
    along: tuple[float, float]
    """From where to where [m]."""
    up: tuple[float, float]
    """From where to where [m]."""
    front: tuple[float, float]
    """Across the wall, at its foot and at its top [m]."""
    back: tuple[float, float]
    """Across the wall, at its foot and at its top [m]."""
    opened: bool = True
    """Whether openings cut it; they do not go on through a pier, a return or the wall behind."""

    def faces(self, level: float) -> tuple[float, float]:
        """Front and back at ``level`` [m]."""
        share = (level - self.up[0]) / (self.up[1] - self.up[0])
        return tuple(face[0] + share * (face[1] - face[0]) for face in (self.front, self.back))  # type: ignore[return-value]


@dataclass(frozen=True, kw_only=True)
class Void:
    """A box that is left out: a door, a window, a niche."""

    name: str
    along: tuple[float, float]
    """[m]"""
    up: tuple[float, float]
    """[m]"""
    depth: float | None = None
    """Of a niche [m], behind the face wherever that leans or steps; all through where absent."""
    side: Literal["front", "back"] = "front"
    """Face that a niche is in."""

    def floor(self, slab: Slab, level: float) -> float:
        """Where the back of a niche in ``slab`` is at ``level`` [m]."""
        front, back = slab.faces(level)
        return front + (self.depth or 0.0) if self.side == "front" else back - (self.depth or 0.0)


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """How large bricks may be."""

    along: float
    """[m]"""
    up: float
    """[m]"""
    through: float
    """[m]"""
    layers: int = 2
    """Bricks through the thickness of a slab, at least."""
    finer: float = 1.0
    """How many times finer they are where something changes than in between."""


def wall_slabs(wall: Wall, *, across: float = 0.0) -> tuple[Slab, ...]:
    """Slabs of the wall's zones, moved back by ``across`` [m]."""
    envelope = wall.envelope
    if envelope.length is None:
        raise ModelError("wall.length is missing: a finite-element model needs to know how long the wall is")
    weights = {name: material.unit_weight for name, material in wall.materials.items()}
    cuts = sorted(
        {0.0, envelope.length, *(zone.start for zone in envelope.zones)}
        | {envelope.length if zone.end is None else zone.end for zone in envelope.zones}
    )
    return tuple(
        Slab(
            zone=layer.zone,
            along=(float(start), float(end)),
            up=(float(layer.bottom), float(layer.top)),
            front=(across + float(layer.front_bottom), across + float(layer.front_top)),
            back=(across + float(layer.back_bottom), across + float(layer.back_top)),
        )
        for start, end in pairwise(cuts)
        for layer in envelope.layers(0.5 * (start + end), weights)
    )


def mesh_slabs(slabs: Sequence[Slab], sizes: Sizes, voids: Sequence[Void] = ()) -> Mesh:
    """Bricks that fill all slabs but the voids."""
    along = _merged([e for slab in slabs for e in slab.along] + [e for void in voids for e in void.along])
    low, high = min(slab.up[0] for slab in slabs), max(slab.up[1] for slab in slabs)
    levels = _merged([edge for slab in slabs for edge in slab.up] + [e for v in voids for e in v.up if low < e < high])
    storeys = list(pairwise(levels))
    lines = [_lines(slabs, voids, storey) for storey in storeys]
    _carry_on(lines)
    counts = _counts(lines, storeys, slabs, sizes)
    columns = _divided(along, sizes.along, sizes.finer)
    heights = [_divided(list(storey), sizes.up, sizes.finer) for storey in storeys]
    cells = sum((len(columns) - 1) * (len(rows) - 1) * sum(count) for rows, count in zip(heights, counts, strict=True))
    if cells > _LARGEST:
        raise ModelError(f"the mesh would have up to {cells:,} bricks: give a larger fe.size")
    zones = tuple(dict.fromkeys(slab.zone for slab in slabs))
    corners, owners = [], []
    for storey, through, count, rows in zip(storeys, lines, counts, heights, strict=True):
        share = (rows - storey[0]) / (storey[1] - storey[0])
        ends = np.array(_subdivided(through, count))
        depth = ends[:, 0][:, None] + np.diff(ends, axis=1) * share  # (lines, rows)
        for slab in slabs:
            if slab.up[0] > storey[0] + _SAME or slab.up[1] < storey[1] - _SAME:
                continue
            found = _bricks(slab, storey, columns, rows, depth, voids)
            corners.append(found)
            owners.append(np.full(len(found), zones.index(slab.zone)))
    if not any(len(part) for part in corners):
        raise ModelError("nothing of the wall is left to mesh: its openings take all of it")
    return _joined(np.concatenate(corners), np.concatenate(owners), zones)


def _merged(edges: Sequence[float]) -> list[float]:
    """Edges in order, those within a hair of each other as one."""
    found: list[float] = []
    for edge in sorted(edges):
        if not found or edge - found[-1] > _SAME:
            found.append(edge)
    return found


def _lines(slabs: Sequence[Slab], voids: Sequence[Void], storey: _Line) -> list[_Line]:
    """Faces of all that spans the storey, from the front to the back."""
    found: list[_Line] = []
    for slab in slabs:
        if slab.up[0] <= storey[0] + _SAME and slab.up[1] >= storey[1] - _SAME:
            foot, top = slab.faces(storey[0]), slab.faces(storey[1])
            found += [(foot[0], top[0]), (foot[1], top[1])]
            for void in voids:
                if slab.opened and void.depth is not None and _cuts(void, slab, storey):
                    found.append((void.floor(slab, storey[0]), void.floor(slab, storey[1])))
    kept: list[_Line] = []
    for line in sorted(found):
        if all(abs(line[0] - other[0]) > _SAME or abs(line[1] - other[1]) > _SAME for other in kept):
            kept.append(line)
    kept.sort(key=lambda line: line[0] + line[1])
    for front, back in pairwise(kept):
        if back[0] - front[0] <= _SAME or back[1] - front[1] <= _SAME:
            raise ModelError(
                f"between {storey[0]:g} and {storey[1]:g} m up, two faces of the wall meet or cross through its "
                f"thickness (from {front[0]:g} to {front[1]:g} m, and from {back[0]:g} to {back[1]:g} m): bricks "
                "cannot follow both; let them lean alike, or import a mesh"
            )
    return kept


def _cuts(void: Void, slab: Slab, storey: _Line) -> bool:
    """Whether the opening lies in this slab between these levels."""
    return (
        void.up[0] < storey[1] - _SAME
        and void.up[1] > storey[0] + _SAME
        and void.along[0] < slab.along[1] - _SAME
        and void.along[1] > slab.along[0] + _SAME
    )


def _carry_on(lines: list[list[_Line]]) -> None:
    """Let the lines of each storey go on in its neighbours, as far as there is stone."""
    changed = True
    while changed:
        changed = False
        for index in range(len(lines) - 1):
            below, above = lines[index], lines[index + 1]
            for line in below:
                changed |= _add(above, line[1], end=0)
            for line in above:
                changed |= _add(below, line[0], end=1)


def _add(lines: list[_Line], place: float, end: int) -> bool:
    """Put a line through ``place`` at the foot (end 0) or the top (end 1); False where it is there or outside."""
    here = [line[end] for line in lines]
    for index, known in enumerate(here):
        if abs(place - known) <= _SAME:
            # one and the same line: to the last digit, or its nodes above and below would be two
            lines[index] = (place, lines[index][1]) if end == 0 else (lines[index][0], place)
            return False
    if not lines or place < here[0] or place > here[-1]:
        return False
    after = next(index for index, known in enumerate(here) if known > place)
    front, back = lines[after - 1], lines[after]
    share = (place - front[end]) / (back[end] - front[end])
    other = front[1 - end] + share * (back[1 - end] - front[1 - end])
    lines.insert(after, (place, other) if end == 0 else (other, place))
    return True


def _counts(lines: list[list[_Line]], storeys: list[_Line], slabs: Sequence[Slab], sizes: Sizes) -> list[list[int]]:
    """Bricks between neighbouring lines: the same in storeys that meet there."""
    counts = [
        [
            max(1, math.ceil(min(max(b[0] - a[0], b[1] - a[1]) / sizes.through, _LARGEST) - 1e-9))
            for a, b in pairwise(part)
        ]
        for part in lines
    ]
    for storey, part, count in zip(storeys, lines, counts, strict=True):
        for slab in slabs:
            if slab.up[0] > storey[0] + _SAME or slab.up[1] < storey[1] - _SAME:
                continue
            front, back = slab.faces(storey[0])
            inside = [
                j for j, line in enumerate(part[:-1]) if front - _SAME <= line[0] and part[j + 1][0] <= back + _SAME
            ]
            while inside and sum(count[j] for j in inside) < sizes.layers:
                count[max(inside, key=lambda j: (part[j + 1][0] - part[j][0]) / count[j])] += 1
    changed = True
    while changed:
        changed = False
        for index in range(len(lines) - 1):
            tops = [line[1] for line in lines[index]]
            for above, foot in enumerate(pairwise([line[0] for line in lines[index + 1]])):
                for below, top in enumerate(pairwise(tops)):
                    if abs(foot[0] - top[0]) <= _SAME and abs(foot[1] - top[1]) <= _SAME:
                        most = max(counts[index][below], counts[index + 1][above])
                        changed |= counts[index][below] != most or counts[index + 1][above] != most
                        counts[index][below] = counts[index + 1][above] = most
    return counts


def _subdivided(lines: Sequence[_Line], counts: Sequence[int]) -> list[_Line]:
    found: list[_Line] = []
    for (front, back), count in zip(pairwise(lines), counts, strict=True):
        found += [
            (front[0] + part / count * (back[0] - front[0]), front[1] + part / count * (back[1] - front[1]))
            for part in range(count)
        ]
    return [*found, lines[-1]]


def _divided(edges: Sequence[float], size: float, finer: float) -> FloatArray:
    """Places of grid lines: every edge, and between them bricks no larger than ``size``, finer at the edges."""
    if (edges[-1] - edges[0]) / size > _LARGEST:
        raise ModelError(f"the mesh would have more than {_LARGEST:,} bricks in a row: give a larger fe.size")
    found = [float(edges[0])]
    for start, end in pairwise(edges):
        found += list(start + (end - start) * _shares((end - start) / size, finer)[1:])
        found[-1] = float(end)
    return np.array(found)


def _shares(bricks: float, finer: float) -> FloatArray:
    """From 0 to 1: even, or growing from both ends towards the middle."""
    if finer <= 1.0:
        return np.linspace(0.0, 1.0, max(1, math.ceil(bricks - 1e-9)) + 1)
    count = max(2, math.ceil(bricks * 0.5 * (1.0 + finer) - 1e-9))
    # sizes in a geometric row from each end to the middle, the largest ``finer`` times the first
    away = np.minimum(np.arange(count), np.arange(count)[::-1]) / max(1, (count - 1) // 2)
    sizes = finer**away
    while sizes.max() / sizes.sum() * bricks > 1.0 + 1e-9:
        count += 1
        away = np.minimum(np.arange(count), np.arange(count)[::-1]) / max(1, (count - 1) // 2)
        sizes = finer**away
    return np.concatenate([[0.0], np.cumsum(sizes) / sizes.sum()])


def _bricks(
    slab: Slab, storey: _Line, columns: FloatArray, rows: FloatArray, depth: FloatArray, voids: Sequence[Void]
) -> FloatArray:
    """Corners of the bricks of a slab in a storey, shape (e, 8, 3)."""
    middle_x = 0.5 * (columns[:-1] + columns[1:])
    inside_x = (middle_x > slab.along[0]) & (middle_x < slab.along[1])
    front, back = slab.faces(storey[0])
    middle_y = 0.5 * (depth[:-1, 0] + depth[1:, 0])
    inside_y = (middle_y > front) & (middle_y < back)
    grid = np.meshgrid(np.flatnonzero(inside_x), np.flatnonzero(inside_y), np.arange(len(rows) - 1), indexing="ij")
    i, j, k = (numbers.ravel() for numbers in grid)
    kept = np.ones(len(i), dtype=bool)
    for void in voids:
        if slab.opened and _cuts(void, slab, storey):
            hit = (middle_x[i] > void.along[0]) & (middle_x[i] < void.along[1])
            if void.depth is not None:
                floor = void.floor(slab, storey[0])
                hit &= middle_y[j] < floor if void.side == "front" else middle_y[j] > floor
            kept &= ~hit
    i, j, k = i[kept], j[kept], k[kept]
    places = []
    for up in (0, 1):
        for right, behind in ((0, 0), (1, 0), (1, 1), (0, 1)):
            places.append(np.stack([columns[i + right], depth[j + behind, k + up], rows[k + up]], axis=-1))
    return np.stack(places, axis=1)


def _joined(corners: FloatArray, owners: np.ndarray[tuple[int], np.dtype[np.int64]], zones: tuple[str, ...]) -> Mesh:
    """Bricks that meet share their nodes."""
    flat = corners.reshape(-1, 3)
    # rounded off the places that people's numbers take: 0.0078125 m lies on the edge of two micrometres
    keys = np.round(flat / _SAME + 0.318309886).astype(np.int64)
    _, first, place = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    nodes, bricks = flat[first], place.reshape(-1, 8).astype(np.int64)
    _, known, count = np.unique(bricks, axis=0, return_inverse=True, return_counts=True)
    if len(twice := np.flatnonzero(count > 1)):
        one, other = np.flatnonzero(known.ravel() == twice[0])[:2]
        where = ", ".join(f"{value:.3g}" for value in nodes[bricks[one]].mean(axis=0))
        raise ModelError(
            f'two parts of the wall take the same place, at ({where}) m: zones "{zones[owners[one]]}" and '
            f'"{zones[owners[other]]}"; move buttresses, returns or the rear wall apart'
        )
    return Mesh(nodes=nodes, bricks=bricks, zone=owners, zones=zones)
