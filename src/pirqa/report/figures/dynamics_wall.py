"""The wall after a run: stones coloured by how far they stay displaced or as fallen, from the front and the side."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import shapely
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.ticker import MaxNLocator

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
from pirqa.shaking.damage import Outcome

__all__ = ["Limits", "final_state_figure"]

_COLOURS = 24
"""Steps of the colour bar."""
_SHOWN = 0.2
"""Part of the wall's thickness that the largest displacement takes in the drawing, at most."""
_FACTORS = tuple(step * 10.0**power for power in range(3) for step in (1.0, 2.0, 5.0))
_SMALLEST, _LARGEST = 4.6, 9.0
"""Size of the stones' numbers [pt]."""
_MANY = 150
"""Stones from which numbers are written only where they fit."""
_LEAST_SEEN = 0.05
"""Part of a stone that must be in sight for its number to be written."""
_NOTHING = 1e-7
"""Displacement that is the rounding of none [m]."""
_SIDE_GAP = 0.12
"""Between the wall from the front and from the side, of its length and height together."""


class Limits(Protocol):
    """What a result says about the wall that was shaken."""

    @property
    def half_thickness(self) -> float:
        """Of the wall's thinnest section at its foot [m]."""

    @property
    def residual_limit(self) -> float:
        """Lasting displacement of a stone that is damage [m]."""


def final_state_figure(
    result: Limits, run: Trajectory, outcome: Outcome, wall: Wall, words: Words, *, name: str
) -> Figure:
    """The wall at the end of ``run``: exaggerated by a stated factor where it stands, as it lies where stones fell."""
    fell = np.isin(run.stones, outcome.fallen)
    shift = _lasting(run, falling=bool(outcome.falls))
    sizes = np.linalg.norm(shift, axis=1)
    sizes[sizes < _NOTHING] = 0.0
    factor = 1.0 if outcome.falls else _exaggeration(float(sizes.max()), 2.0 * result.half_thickness)
    turns = _turns(run)
    view = look_at(wall.stones)
    placed = [
        _displaced(stone.solid.vertices, stone.centroid, shift[index], turns[index], factor)
        for index, stone in enumerate(wall.stones)
    ]
    after = View(
        names=view.names,
        # a stone that has turned far shows other faces than its front
        rings=tuple(_hull(places, (0, 2)) for places in placed)
        if outcome.falls
        else tuple(
            _placed_ring(stone.centroid, ring, near, shift[index], turns[index], factor)
            for index, (stone, ring, near) in enumerate(zip(wall.stones, view.rings, view.near.tolist(), strict=True))
        ),
        near=np.array([places[:, 1].min() for places in placed]),
    )
    corners = np.concatenate([stone.solid.vertices for stone in wall.stones] + placed)
    low, high = corners.min(axis=0), corners.max(axis=0)
    start = high[0] - low[1] + _SIDE_GAP * (high[0] - low[0] + high[2] - low[2])
    far = start + high[1]
    sheet = sheet_for(np.array([low[0], low[2]]), np.array([far, high[2]]), sides=0.4, above=0.4, below=1.1)
    with drawing(SHEET_WIDTH, sheet.height) as figure:
        axes = sheet.axes(figure)
        largest = 1e3 * float(sizes[~fell].max(initial=0.0))
        end = float(np.asarray(MaxNLocator(4).tick_values(0.0, largest or 1.0))[-1])
        fills = [
            COLOURS["sky"] if gone else _colour(1e3 * size / end)
            for size, gone in zip(sizes.tolist(), fell.tolist(), strict=True)
        ]
        if outcome.falls:
            foot = min(float(stone.solid.vertices[:, 2].min()) for stone in wall.stones)
            for side in ((low[0], high[0]), (start + low[1], far)):
                _ground(axes, sheet, float(side[0]), float(side[1]), foot)
        _front(axes, sheet, view, after, fills, crowded=not outcome.falls and len(wall.stones) <= _MANY)
        _side(axes, sheet, wall, placed, fills, start)
        left, bottom, right, _ = sheet.box
        add_scale_bar(axes, sheet, left, bottom - 0.62)
        marked = False
        if len(outcome.falls) < outcome.count:
            marked = _bar(axes, right - 3.1, bottom - 0.62, end, 1e3 * result.residual_limit, words)
        if outcome.falls:
            _swatch(axes, right - 4.2, bottom - 0.62, words("dynamics.final_swatch"))
        svg = write_svg(figure, name)
    key = "dynamics.final_fallen" if outcome.falls else "dynamics.final"
    caption = words(key, factor=words.typeset(f"{factor:g}"))
    if marked:
        caption += f" {words('dynamics.final_limit')}"
    return Figure(svg=svg, caption=caption, alt=words("dynamics.final_alt"))


def _lasting(run: Trajectory, *, falling: bool) -> FloatArray:
    """Displacement of the stones at the end [m], shape (stones, 3): over the last second, or in the last state."""
    late = run.times >= run.times[-1] - (0.0 if falling else 1.0)
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


def _placed_ring(
    centre: FloatArray, ring: FloatArray, near: float, shift: FloatArray, turn: FloatArray, factor: float
) -> FloatArray:
    """The outline of a stone's front (x, z) [m], moved ``factor`` times as far as it was."""
    solid = np.column_stack([ring[:, 0], np.full(len(ring), near), ring[:, 1]])
    return _displaced(solid, centre, shift, turn, factor)[:, [0, 2]]


def _front(axes: Axes, sheet: Sheet, view: View, after: View, fills: list[str], *, crowded: bool) -> None:
    """From the front, the farthest stone first; thin lines: before. ``crowded``: short numbers need not fit."""
    add_rings(
        axes, [sheet.at(ring) for ring in view.rings], facecolor="none", edgecolor=COLOURS["stone_edge"], linewidth=0.4
    )
    order = np.argsort(-after.near, kind="stable").tolist()
    for index in order:
        ring = sheet.at(after.rings[index])
        add_rings(axes, [ring], facecolor=fills[index], edgecolor=INK, linewidth=0.7, zorder=2)
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


def _side(axes: Axes, sheet: Sheet, wall: Wall, placed: list[FloatArray], fills: list[str], start: float) -> None:
    """From the right end, the front to the left; ``start`` is where y = 0 lies [m]."""
    aside = np.array([start, 0.0])
    order = np.argsort([stone.centroid[0] for stone in wall.stones], kind="stable").tolist()
    for index in order:
        rest = _hull(wall.stones[index].solid.vertices, (1, 2)) + aside
        add_rings(axes, [sheet.at(rest)], facecolor="none", edgecolor=COLOURS["grid"], linewidth=0.6, zorder=1)
        ring = _hull(placed[index], (1, 2)) + aside
        style = {"facecolor": fills[index], "edgecolor": INK, "linewidth": 0.5, "alpha": 0.55, "zorder": 2}
        add_rings(axes, [sheet.at(ring)], **style)


def _hull(places: FloatArray, plane: tuple[int, int]) -> FloatArray:
    """The outline of points [m], shape (n, 3), as seen on two of their axes [m], shape (corners, 2)."""
    return np.asarray(shapely.get_coordinates(shapely.MultiPoint(places[:, plane]).convex_hull)[:-1])


def _ground(axes: Axes, sheet: Sheet, left: float, right: float, level: float) -> None:
    """The level on which fallen stones lie, from ``left`` to ``right`` [m]."""
    ends = sheet.at(np.array([[left, level], [right, level]]))
    add_lines(axes, ends[None], edgecolor=COLOURS["stone_edge"], linewidth=0.8, zorder=0.5)


def _swatch(axes: Axes, left: float, level: float, text: str) -> None:
    """The colour of fallen stones, beside the scale [in]."""
    ring = np.array([[left, level], [left + 0.18, level], [left + 0.18, level + 0.1], [left, level + 0.1]])
    add_rings(axes, [ring], facecolor=COLOURS["sky"], edgecolor=INK, linewidth=0.5)
    write(axes, left + 0.24, level + 0.05, text, va="center", fontsize=7.8)


def _colour(share: float) -> str:
    step = min(int(_COLOURS * share), _COLOURS - 1)
    return to_hex(colormaps["YlOrBr"](0.04 + 0.62 * (step + 0.5) / _COLOURS))


def _bar(axes: Axes, left: float, level: float, end: float, limit: float, words: Words) -> bool:
    """The colours from 0 to ``end`` [mm], with the limit of damage where it lies within: whether it does."""
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
    return limit <= end
