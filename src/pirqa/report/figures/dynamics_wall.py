"""The wall after a run: stones coloured by how far they stay displaced, from the front and from the side."""

from __future__ import annotations

import numpy as np
import shapely
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.ticker import MaxNLocator

from pirqa.dynamics.result import DynamicsResult
from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.report.figures.facade import (
    SHEET_WIDTH,
    Sheet,
    add_lines,
    add_rings,
    add_scale_bar,
    safe_name,
    sheet_for,
    write,
    write_svg,
)
from pirqa.report.figures.style import COLOURS, INK, drawing
from pirqa.report.figures.view import View, look_at
from pirqa.report.section import Figure
from pirqa.report.words import Words

__all__ = ["final_state_figure"]

_COLOURS = 24
"""Steps of the colour bar."""
_SHOWN = 0.2
"""Part of the wall's thickness that the largest displacement takes in the drawing, at most."""
_FACTORS = tuple(step * 10.0**power for power in range(3) for step in (1.0, 2.0, 5.0))
_SMALLEST, _LARGEST = 4.6, 9.0
"""Size of the stones' numbers [pt]."""
_MANY = 150
"""Stones from which numbers are written only where they fit."""
_SIDE_GAP = 0.12
"""Between the wall from the front and from the side, of its length and height together."""


def final_state_figure(result: DynamicsResult, run: Trajectory, wall: Wall, words: Words, *, name: str) -> Figure:
    """The wall at the end of ``run``, its displacements exaggerated by a stated factor."""
    shift = _lasting(run)
    sizes = np.linalg.norm(shift, axis=1)
    factor = _exaggeration(float(sizes.max()), 2.0 * result.half_thickness)
    turns = _turns(run)
    view = look_at(wall.stones)
    corners = np.concatenate(
        [stone.solid.vertices for stone in wall.stones]
        + [
            _displaced(stone.solid.vertices, stone.centroid, shift[index], turns[index], factor)
            for index, stone in enumerate(wall.stones)
        ]
    )
    low, high = corners.min(axis=0), corners.max(axis=0)
    start = high[0] - low[1] + _SIDE_GAP * (high[0] - low[0] + high[2] - low[2])
    far = start + high[1]
    sheet = sheet_for(np.array([low[0], low[2]]), np.array([far, high[2]]), sides=0.4, above=0.4, below=1.1)
    with drawing(SHEET_WIDTH, sheet.height) as figure:
        axes = sheet.axes(figure)
        end = float(np.asarray(MaxNLocator(4).tick_values(0.0, 1e3 * float(sizes.max()) or 1.0))[-1])
        fills = [_colour(1e3 * size / end) for size in sizes.tolist()]
        _front(axes, sheet, view, wall, shift, turns, fills, factor)
        _side(axes, sheet, wall, shift, turns, fills, factor, start)
        left, bottom, right, _ = sheet.box
        add_scale_bar(axes, sheet, left, bottom - 0.62)
        _bar(axes, right - 3.1, bottom - 0.62, end, 1e3 * result.residual_limit, words)
        svg = write_svg(figure, name)
    key = "dynamics.final_fallen" if run.outcome == "collapse" else "dynamics.final"
    caption = words(key, factor=words.typeset(f"{factor:g}"))
    return Figure(svg=svg, caption=caption, alt=words("dynamics.final_alt"))


def _lasting(run: Trajectory) -> FloatArray:
    """Displacement of the stones at the end [m], shape (stones, 3): over the last second, or when one has fallen."""
    late = run.times >= run.times[-1] - (0.0 if run.outcome == "collapse" else 1.0)
    return np.asarray(run.displacement[late].mean(axis=0))


def _turns(run: Trajectory) -> FloatArray:
    """Rotation of each stone from the settled state to the end, seen from the base, shape (stones, 3, 3)."""
    from scipy.spatial.transform import Rotation

    first, last = (Rotation.from_quat(np.roll(run.quaternion[index], -1, axis=-1)) for index in (0, -1))
    base = Rotation.from_quat(np.roll(run.platform_turn[-1], -1))
    return np.asarray((base.inv() * last * first.inv()).as_matrix())


def _exaggeration(largest: float, thickness: float) -> float:
    """A round factor that makes displacements visible, 1 where they are by themselves."""
    fitting = [factor for factor in _FACTORS if factor * largest <= _SHOWN * thickness]
    return max(fitting, default=1.0)


def _displaced(
    places: FloatArray, centre: FloatArray, shift: FloatArray, turn: FloatArray, factor: float
) -> FloatArray:
    """Points of a stone [m], shape (n, 3), moved ``factor`` times as far as they were."""
    arms = places - centre
    return np.asarray(places + factor * (shift + arms @ turn.T - arms))


def _front(
    axes: Axes,
    sheet: Sheet,
    view: View,
    wall: Wall,
    shift: FloatArray,
    turns: FloatArray,
    fills: list[str],
    factor: float,
) -> None:
    add_rings(
        axes, [sheet.at(ring) for ring in view.rings], facecolor="none", edgecolor=COLOURS["stone_edge"], linewidth=0.4
    )
    for index in np.argsort(-view.near, kind="stable").tolist():
        stone, ring = wall.stones[index], view.rings[index]
        solid = np.column_stack([ring[:, 0], np.full(len(ring), view.near[index]), ring[:, 1]])
        placed = _displaced(solid, stone.centroid, shift[index], turns[index], factor)[:, [0, 2]]
        add_rings(axes, [sheet.at(placed)], facecolor=fills[index], edgecolor=INK, linewidth=0.7, zorder=2)
    few = len(view.names) <= _MANY
    for index, (name, spot) in enumerate(zip(view.names, view.spots, strict=True)):
        if spot is None:
            continue
        text = safe_name(name)
        fitting = 2.0 * 72.0 * spot[2] * sheet.scale / float(np.hypot(0.66 * len(text), 0.8))
        if fitting < _SMALLEST and not (few and len(text) <= 4):
            continue
        x, y = sheet.at(np.array(spot[:2]) + factor * shift[index, [0, 2]])
        size = round(float(np.clip(0.8 * fitting, _SMALLEST, _LARGEST)), 1)
        write(axes, float(x), float(y), text, ha="center", va="center", fontsize=size, zorder=7)


def _side(
    axes: Axes,
    sheet: Sheet,
    wall: Wall,
    shift: FloatArray,
    turns: FloatArray,
    fills: list[str],
    factor: float,
    start: float,
) -> None:
    """From the right end, the front to the left; ``start`` is where y = 0 lies [m]."""
    order = np.argsort([stone.centroid[0] for stone in wall.stones], kind="stable").tolist()
    for index in order:
        stone = wall.stones[index]
        rest = _hull(stone.solid.vertices, start)
        add_rings(axes, [sheet.at(rest)], facecolor="none", edgecolor=COLOURS["grid"], linewidth=0.6, zorder=1)
        placed = _displaced(stone.solid.vertices, stone.centroid, shift[index], turns[index], factor)
        ring = _hull(placed, start)
        style = {"facecolor": fills[index], "edgecolor": INK, "linewidth": 0.5, "alpha": 0.55, "zorder": 2}
        add_rings(axes, [sheet.at(ring)], **style)


def _hull(places: FloatArray, start: float) -> FloatArray:
    """The outline of points [m], shape (n, 3), as seen along the wall, put ``start`` to the right (y, z) [m]."""
    ring = shapely.get_coordinates(shapely.MultiPoint(places[:, [1, 2]]).convex_hull)[:-1].copy()
    ring[:, 0] += start
    return ring


def _colour(share: float) -> str:
    step = min(int(_COLOURS * share), _COLOURS - 1)
    return to_hex(colormaps["YlOrBr"](0.04 + 0.62 * (step + 0.5) / _COLOURS))


def _bar(axes: Axes, left: float, level: float, end: float, limit: float, words: Words) -> None:
    """The colours from 0 to ``end`` [mm], with the limit of damage where it lies within."""
    width = 2.9
    for number in range(_COLOURS):
        start, stop = left + width * number / _COLOURS, left + width * min((number + 1.04) / _COLOURS, 1.0)
        ring = np.array([[start, level], [stop, level], [stop, level + 0.1], [start, level + 0.1]])
        add_rings(axes, [ring], facecolor=_colour((number + 0.5) / _COLOURS), edgecolor="none")
    ticks = np.asarray(MaxNLocator(4).tick_values(0.0, end))
    for tick in ticks[(ticks >= 0.0) & (ticks <= end * (1.0 + 1e-9))].tolist():
        x = left + width * tick / end
        add_lines(axes, np.array([[[x, level], [x, level - 0.03]]]), edgecolor=INK, linewidth=0.7)
        write(axes, x, level - 0.05, words.typeset(f"{tick:g}"), ha="center", va="top", fontsize=7.2)
    if limit <= end:
        x = left + width * limit / end
        add_lines(axes, np.array([[[x, level - 0.03], [x, level + 0.13]]]), edgecolor=COLOURS["blue"], linewidth=1.6)
    write(axes, left, level + 0.16, words("dynamics.bar"), va="bottom", fontsize=7.8)
