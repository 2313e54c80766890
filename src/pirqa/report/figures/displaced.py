"""Displaced stones from the front and from the side, coloured by distance: after a run and in a blocks mechanism."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.ticker import MaxNLocator

from pirqa.limit.blocks import BlockSolution
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.report.figures.facade import (
    SHEET_WIDTH,
    Sheet,
    View,
    add_lines,
    add_rings,
    add_scale_bar,
    look_at,
    safe_name,
    sheet_for,
    write,
    write_svg,
)
from pirqa.report.figures.style import COLOURS, FALLEN, INK, drawing
from pirqa.report.words import Words

MANY = 150
"""Stones from which numbers are written only where they fit."""
SIDE_GAP = 0.12
"""Between the wall from the front and from the side, of its length and height together."""
_SHADES = 24
"""Steps of the colour bar."""
_SMALLEST, _LARGEST = 4.6, 9.0
"""Size of the stones' numbers [pt]."""
_LEAST_SEEN = 0.05
"""Part of a stone that must be in sight for its number to be written."""
_SHOWN = 0.35
"""Of the wall's thickness, how far the corner that moves most is drawn from its place."""


def displaced(places: FloatArray, centre: FloatArray, shift: FloatArray, turn: FloatArray, factor: float) -> FloatArray:
    """Points of a stone [m], shape (n, 3), moved ``factor`` times as far as they were."""
    arms = places - centre
    return np.asarray(places + factor * (shift + arms @ turn.T - arms))


def displaced_ring(
    centre: FloatArray, ring: FloatArray, near: float, shift: FloatArray, turn: FloatArray, factor: float
) -> FloatArray:
    """The outline of a stone's front (x, z) [m], moved ``factor`` times as far as it was."""
    solid = np.column_stack([ring[:, 0], np.full(len(ring), near), ring[:, 1]])
    return displaced(solid, centre, shift, turn, factor)[:, [0, 2]]


def draw_front(axes: Axes, sheet: Sheet, view: View, after: View, fills: list[str], *, crowded: bool) -> None:
    """From the front, the farthest stone first; thin lines: before. ``crowded``: short numbers need not fit."""
    add_rings(
        axes, [sheet.at(ring) for ring in view.rings], facecolor="none", edgecolor=COLOURS["stone_edge"], linewidth=0.4
    )
    order = np.argsort(-after.near, kind="stable").tolist()
    for index in order:
        ring = sheet.at(after.rings[index])
        style: dict[str, Any] = {"facecolor": fills[index], "edgecolor": INK, "linewidth": 0.7, "zorder": 2}
        add_rings(axes, [ring], **style | (FALLEN if fills[index] == FALLEN["facecolor"] else {}))
    seen = _in_sight(after, order)
    for name, spot in zip(seen.names, seen.spots, strict=True):
        if spot is None:
            continue
        text = safe_name(name)
        fitting = 2.0 * 72.0 * spot[2] * sheet.scale / float(np.hypot(0.66 * len(text), 0.8))
        if fitting < _SMALLEST and not (crowded and len(text) <= 4):
            continue
        x, y = sheet.at(np.array(spot[:2]))
        size = round(float(np.clip(0.8 * fitting, _SMALLEST, _LARGEST)), 1)
        write(axes, float(x), float(y), text, ha="center", va="center", fontsize=size, zorder=7)


def _in_sight(view: View, order: list[int]) -> View:
    """What is seen of each stone, drawn in ``order``; without those of which next to nothing is."""
    shapes = np.array([shapely.make_valid(shapely.Polygon(ring)) for ring in view.rings], dtype=object)
    rank = np.argsort(order)
    tree = shapely.STRtree(shapes)
    names, rings = [], []
    for index, (name, shape) in enumerate(zip(view.names, shapes, strict=True)):
        above = [shapes[other] for other in tree.query(shape) if rank[other] > rank[index]]
        parts = shapely.get_parts(shapely.difference(shape, shapely.union_all(above)))
        largest = max((part for part in parts if part.geom_type == "Polygon"), key=lambda part: part.area, default=None)
        if largest is not None and largest.area > _LEAST_SEEN * shape.area:
            if largest.interiors:  # another lies in the middle of it: what is left beside that
                circle = shapely.maximum_inscribed_circle(largest, tolerance=0.02 * float(np.sqrt(largest.area)))
                largest = shapely.buffer(shapely.get_point(circle, 0), circle.length)
            names.append(name)
            rings.append(np.asarray(largest.exterior.coords)[:-1])
    return View(names=tuple(names), rings=tuple(rings), near=np.zeros(len(names)))


def draw_side(axes: Axes, sheet: Sheet, wall: Wall, placed: list[FloatArray], fills: list[str], start: float) -> None:
    """From the right end, the front to the left; ``start`` is where y = 0 lies [m]."""
    aside = np.array([start, 0.0])
    order = np.argsort([stone.centroid[0] for stone in wall.stones], kind="stable").tolist()
    for index in order:
        rest = hull(wall.stones[index].solid.vertices, (1, 2)) + aside
        add_rings(axes, [sheet.at(rest)], facecolor="none", edgecolor=COLOURS["grid"], linewidth=0.6, zorder=1)
        ring = hull(placed[index], (1, 2)) + aside
        style: dict[str, Any] = {
            "facecolor": fills[index],
            "edgecolor": INK,
            "linewidth": 0.5,
            "alpha": 0.55,
            "zorder": 2,
        }
        add_rings(axes, [sheet.at(ring)], **style | (FALLEN if fills[index] == FALLEN["facecolor"] else {}))


def hull(places: FloatArray, plane: tuple[int, int]) -> FloatArray:
    """The outline of points [m], shape (n, 3), as seen on two of their axes [m], shape (corners, 2)."""
    return np.asarray(shapely.get_coordinates(shapely.MultiPoint(places[:, plane]).convex_hull)[:-1])


def shade(share: float) -> str:
    """The colour of a part of the largest displacement."""
    step = min(int(_SHADES * share), _SHADES - 1)
    return to_hex(colormaps["YlOrBr"](0.04 + 0.62 * (step + 0.5) / _SHADES))


def draw_shades(
    axes: Axes, left: float, level: float, end: float, words: Words, *, title: str, limit: float | None = None
) -> bool:
    """The colours from 0 to ``end``, with a limit where it lies within: whether it does."""
    width = 2.9
    for number in range(_SHADES):
        start, stop = left + width * number / _SHADES, left + width * min((number + 1.04) / _SHADES, 1.0)
        ring = np.array([[start, level], [stop, level], [stop, level + 0.1], [start, level + 0.1]])
        add_rings(axes, [ring], facecolor=shade((number + 0.5) / _SHADES), edgecolor="none")
    ticks = np.asarray(MaxNLocator(4).tick_values(0.0, end))
    for tick in ticks[(ticks >= 0.0) & (ticks <= end * (1.0 + 1e-9))].tolist():
        x = left + width * tick / end
        add_lines(axes, np.array([[[x, level], [x, level - 0.03]]]), edgecolor=INK, linewidth=0.7)
        write(axes, x, level - 0.05, words.typeset(f"{tick:g}"), ha="center", va="top", fontsize=7.2)
    marked = limit is not None and limit <= end
    if limit is not None and marked:
        x = left + width * limit / end
        add_lines(axes, np.array([[[x, level - 0.03], [x, level + 0.13]]]), edgecolor=COLOURS["blue"], linewidth=1.6)
    write(axes, left, level + 0.16, title, va="bottom", fontsize=7.8)
    return marked


def draw_blocks_mechanism(solution: BlockSolution, wall: Wall, words: Words, *, name: str) -> str:
    """SVG of the velocities at the start of the motion, as displacements of a size that can be seen."""
    shifts, turns = _motions(solution, wall)
    depths = np.concatenate([stone.solid.vertices[:, 1] for stone in wall.stones])
    factor = _SHOWN * float(np.ptp(depths))
    view = look_at(wall.stones)
    placed = [
        displaced(stone.solid.vertices, stone.centroid, shifts[index], turns[index], factor)
        for index, stone in enumerate(wall.stones)
    ]
    after = View(
        names=view.names,
        rings=tuple(
            displaced_ring(stone.centroid, ring, near, shifts[index], turns[index], factor)
            for index, (stone, ring, near) in enumerate(zip(wall.stones, view.rings, view.near.tolist(), strict=True))
        ),
        near=np.array([places[:, 1].min() for places in placed]),
    )
    corners = np.concatenate([stone.solid.vertices for stone in wall.stones] + placed)
    low, high = corners.min(axis=0), corners.max(axis=0)
    start = high[0] - low[1] + SIDE_GAP * (high[0] - low[0] + high[2] - low[2])
    sheet = sheet_for(np.array([low[0], low[2]]), np.array([start + high[1], high[2]]), sides=0.4, above=0.3, below=1.1)
    sizes = [
        float(np.linalg.norm(places - stone.solid.vertices, axis=1).max()) / factor
        for places, stone in zip(placed, wall.stones, strict=True)
    ]
    with drawing(SHEET_WIDTH, sheet.height) as figure:
        axes = sheet.axes(figure)
        fills = [shade(size) for size in sizes]
        draw_front(axes, sheet, view, after, fills, crowded=len(wall.stones) <= MANY)
        draw_side(axes, sheet, wall, placed, fills, start)
        left, bottom, right, _ = sheet.box
        add_scale_bar(axes, sheet, left, bottom - 0.62)
        draw_shades(axes, right - 3.1, bottom - 0.62, 1.0, words, title=words("blocks.bar"))
        return write_svg(figure, name)


def _motions(solution: BlockSolution, wall: Wall) -> tuple[FloatArray, FloatArray]:
    """Shift of each stone's mass centre and 1 + its small turn, shape (stones, 3) and (stones, 3, 3)."""
    shifts, turns = np.zeros((len(wall.stones), 3)), np.tile(np.eye(3), (len(wall.stones), 1, 1))
    if solution.motion is None:
        return shifts, turns
    rows = dict(zip(solution.stones, solution.motion, strict=True))
    for index, stone in enumerate(wall.stones):
        if stone.name in rows:
            shifts[index] = rows[stone.name][:3]
            x, y, z = rows[stone.name][3:]
            turns[index] += np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return shifts, turns
