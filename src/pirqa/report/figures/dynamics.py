"""Figures of stones that move: histories of runs, a tilt test, the final state, the start of a mechanism."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
import shapely
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.ticker import MaxNLocator

from pirqa.dynamics.energy import ENERGIES
from pirqa.dynamics.trajectory import Trajectory
from pirqa.experiments.damage import Outcome
from pirqa.experiments.tilt.result import TiltTest
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
from pirqa.report.figures.motion import thinned
from pirqa.report.figures.style import ABOVE_LEFT, COLOURS, FALLEN, INK, WIDTH, apart, drawing, to_svg
from pirqa.report.section import Figure, Note
from pirqa.report.words import Words

_AXES = ("along", "across", "up")
_MOST_POINTS = 6
_TOPMOST = 3
"""Stones watched where the wall has no control points."""
_SLIGHT = 0.05
"""Part of the largest component below which another is left out."""
_SHOWN = 0.2
"""Part of the wall's thickness that the largest displacement takes in the drawing, at most."""
_FACTORS = tuple(step * 10.0**power for power in range(3) for step in (1.0, 2.0, 5.0))
_NOTHING = 1e-7
"""Displacement that is the rounding of none [m]."""
_TILT_AXES = ("along", "across")
_ROOM = 4.0
"""Of what the points moved before a stone fell, how much is shown: what falls would hide it."""
_MOST = 1.5
"""Of the weight that is shown: stones that strike the base push much more for a moment."""
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
_START_SHOWN = 0.35
"""Of the wall's thickness, how far the corner that moves most is drawn from its place."""


def watched(run: Trajectory, words: Words) -> Mapping[str, FloatArray]:
    """Displacement of the control points, or of the topmost stones, relative to the base [m], each of shape (k, 3)."""
    if run.control_points:
        return {point.name: run.point(point.name) for point in run.control_points[:_MOST_POINTS]}
    top = np.argsort(-run.reference[:, 2], kind="stable")[:_TOPMOST].tolist()
    return {words("dynamics.stone", name=safe_name(run.stones[index], 12)): run.displacement[:, index] for index in top}


def action_end_shown(run: Trajectory) -> bool:
    """Whether the run goes on after the action, so that its end lies within the curves."""
    return run.action_ends < float(run.times[-1])


def draw_run(run: Trajectory, words: Words, *, name: str) -> str:
    """Displacement of some points, motion and shear of the base, and the energies against time."""
    points = watched(run, words)
    main = _main_axis(points, run)
    with drawing(WIDTH, 6.4) as figure:
        moves, base, shear, energy = figure.subplots(4, 1, sharex=True, height_ratios=(1.7, 0.9, 1.0, 1.5))
        for index, (label, path) in enumerate(points.items()):
            _curve(moves, run.times, 1e3 * path[:, main], safe_name(label, 18), index)
        moves.set_ylabel(words("dynamics.axis_displacement", direction=words(f"direction.{_AXES[main]}")))
        _legend(moves, columns=4)
        _base(base, run, words)
        _shear(shear, run, words)
        _energy(energy, run, words)
        for axes in (moves, base, shear, energy) if action_end_shown(run) else ():
            axes.axvline(run.action_ends, color=INK, linewidth=0.7, linestyle=(0, (2, 2)))
        energy.set_xlabel(words("motion.axis_time"))
        energy.set_xlim(0.0, float(run.times[-1]))
        figure.legend(*energy.get_legend_handles_labels(), loc="outside lower center", ncols=4)
        return to_svg(figure, name)


def draw_tilt(run: Trajectory, words: Words, *, name: str, fell_at: float | None = None) -> str:
    """Displacement of the top against the angle of the tilt; a stone fell at ``fell_at`` [rad]."""
    points = watched(run, words)
    main = _main_axis(points, run)
    with drawing(WIDTH, 2.8) as figure:
        axes = figure.subplots()
        for index, (label, path) in enumerate(points.items()):
            values = 1e3 * path[:, main]
            axes.plot(
                np.degrees(run.tilt),
                values,
                label=safe_name(label, 18),
                linewidth=1.4,
                **apart(index, every=0.25),
            )
        if fell_at is not None:
            axes.axvline(math.degrees(fell_at), color=INK, linewidth=0.8, linestyle=(0, (2, 2)))
        axes.set_xlabel(words("dynamics.axis_tilt"))
        axes.set_ylabel(words("dynamics.axis_displacement", direction=words(f"direction.{_AXES[main]}")))
        _legend(axes, columns=4)
        return to_svg(figure, name)


def _main_axis(points: Mapping[str, FloatArray], run: Trajectory) -> int:
    """The direction in which the points move most; a level one but where the base is let down."""
    sizes = np.max([np.abs(path).max(axis=0) for path in points.values()], axis=0)
    return int(np.argmax(sizes if run.action == "settlement" else sizes[:2]))


def _curve(axes: Axes, times: FloatArray, values: FloatArray, label: str, index: int | None) -> None:
    """A history; without an ``index`` the dark one that others stand beside."""
    shown, there = thinned(times, values)
    style = {"color": INK} if index is None else apart(index, points=len(shown))
    axes.plot(shown, there, linewidth=0.9, label=label, **style)


def _legend(axes: Axes, *, columns: int) -> None:
    """Above the axes, where no curve runs."""
    count = len(axes.get_legend_handles_labels()[1])
    axes.legend(ncols=min(columns, count), **ABOVE_LEFT)


def _base(axes: Axes, run: Trajectory, words: Words) -> None:
    """What was done to the wall: the base's shift, its tilt, or the stones of it that sank."""
    if run.action == "tilt":
        _curve(axes, run.times, np.degrees(run.tilt), "", None)
        axes.set_ylabel(words("dynamics.axis_tilt"))
        return
    path = run.platform
    if run.action == "settlement":
        path = run.displacement[:, int(np.argmin(run.displacement[-1, :, 2]))]
    sizes = np.abs(path).max(axis=0)
    shown = [axis for axis in range(3) if sizes[axis] > _SLIGHT * sizes.max()] or [1]
    for index, axis in enumerate(shown):
        _curve(axes, run.times, 1e3 * path[:, axis], words(f"direction.{_AXES[axis]}"), index or None)
    if len(shown) > 1:
        _legend(axes, columns=3)
    axes.set_ylabel(words("dynamics.axis_settled" if run.action == "settlement" else "dynamics.axis_base"))


def _shear(axes: Axes, run: Trajectory, words: Words) -> None:
    weight = run.settled.weight or 1.0
    push = run.push[:, :2] / weight
    sizes = np.abs(push).max(axis=0)
    shown = [axis for axis in (1, 0) if sizes[axis] > _SLIGHT * sizes.max()] or [1]
    for axis in shown:
        _curve(axes, run.times, push[:, axis], words(f"direction.{_AXES[axis]}"), 0 if axis == 1 else 4)
    if len(shown) > 1:
        _legend(axes, columns=2)
    axes.set_ylabel(words("dynamics.axis_shear"))


def _energy(axes: Axes, run: Trajectory, words: Words) -> None:
    """What was spent and what is held, and what was brought: a dark line that their sum must meet."""
    gained = (run.energy - run.energy[0]) * 1e-3
    column = {name: gained[:, index] for index, name in enumerate(ENERGIES)}
    held = column["kinetic"] + column["elastic"]
    parts = {key: column[key] for key in ("friction", "damping", "opening", "struts")} | {"held": held}
    total = np.sum(list(parts.values()), axis=0)
    largest = float(np.abs(total).max()) or 1.0
    for index, (key, values) in enumerate(parts.items()):
        if key != "struts" or np.abs(values).max() > 1e-3 * largest:
            _curve(axes, run.times, values, words(f"dynamics.energy_{key}"), index + 1)
    found = words("dynamics.energy_found")
    axes.plot(*thinned(run.times, total), label=found, color=COLOURS["stone"], linewidth=4.0, zorder=1.0)
    brought = column["base"] + column["gravity"]
    _curve(axes, run.times, brought, words("dynamics.energy_brought"), None)
    axes.set_ylabel(words("dynamics.axis_energy"))


class Limits(Protocol):
    """What a result says about the wall that was shaken."""

    @property
    def half_thickness(self) -> float:
        """Of the wall's thinnest section at its foot [m]."""

    @property
    def residual_limit(self) -> float:
        """Lasting displacement of a stone that is damage [m]."""


def final_state(
    result: Limits, run: Trajectory, outcome: Outcome, wall: Wall, words: Words, *, name: str, title: str
) -> Figure | Note:
    """The drawing of how the run called ``title`` ended, or that it holds no numbers to draw."""
    if not (np.isfinite(run.position).all() and np.isfinite(run.quaternion).all()):
        return Note(text=words("dynamics.no_numbers", run=title))
    return final_state_figure(result, run, outcome, wall, words, name=name)


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
        displaced(stone.solid.vertices, stone.centroid, shift[index], turns[index], factor)
        for index, stone in enumerate(wall.stones)
    ]
    after = View(
        names=view.names,
        # a stone that has turned far shows other faces than its front
        rings=tuple(hull(places, (0, 2)) for places in placed)
        if outcome.falls
        else tuple(
            displaced_ring(stone.centroid, ring, near, shift[index], turns[index], factor)
            for index, (stone, ring, near) in enumerate(zip(wall.stones, view.rings, view.near.tolist(), strict=True))
        ),
        near=np.array([places[:, 1].min() for places in placed]),
    )
    corners = np.concatenate([stone.solid.vertices for stone in wall.stones] + placed)
    low, high = corners.min(axis=0), corners.max(axis=0)
    start = high[0] - low[1] + SIDE_GAP * (high[0] - low[0] + high[2] - low[2])
    far = start + high[1]
    sheet = sheet_for(np.array([low[0], low[2]]), np.array([far, high[2]]), sides=0.4, above=0.4, below=1.1)
    with drawing(SHEET_WIDTH, sheet.height) as figure:
        axes = sheet.axes(figure)
        largest = 1e3 * float(sizes[~fell].max(initial=0.0))
        end = float(np.asarray(MaxNLocator(4).tick_values(0.0, largest or 1.0))[-1])
        fills = [
            FALLEN["facecolor"] if gone else shade(1e3 * size / end)
            for size, gone in zip(sizes.tolist(), fell.tolist(), strict=True)
        ]
        if outcome.falls:
            foot = min(float(stone.solid.vertices[:, 2].min()) for stone in wall.stones)
            for side in ((low[0], high[0]), (start + low[1], far)):
                _ground(axes, sheet, float(side[0]), float(side[1]), foot)
        draw_front(axes, sheet, view, after, fills, crowded=not outcome.falls and len(wall.stones) <= MANY)
        draw_side(axes, sheet, wall, placed, fills, start)
        left, bottom, right, _ = sheet.box
        add_scale_bar(axes, sheet, left, bottom - 0.62)
        marked = False
        if len(outcome.falls) < outcome.count:
            marked = draw_shades(
                axes,
                right - 3.1,
                bottom - 0.62,
                end,
                words,
                title=words("dynamics.bar"),
                limit=1e3 * result.residual_limit,
            )
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


def _ground(axes: Axes, sheet: Sheet, left: float, right: float, level: float) -> None:
    """The level on which fallen stones lie, from ``left`` to ``right`` [m]."""
    ends = sheet.at(np.array([[left, level], [right, level]]))
    add_lines(axes, ends[None], edgecolor=COLOURS["stone_edge"], linewidth=0.8, zorder=0.5)


def _swatch(axes: Axes, left: float, level: float, text: str) -> None:
    """The colour of fallen stones, beside the scale [in]."""
    ring = np.array([[left, level], [left + 0.18, level], [left + 0.18, level + 0.1], [left, level + 0.1]])
    add_rings(axes, [ring], edgecolor=INK, linewidth=0.5, **FALLEN)
    write(axes, left + 0.24, level + 0.05, text, va="center", fontsize=7.8)


def draw_tilt_test(test: TiltTest, words: Words, *, name: str) -> str:
    """Reaction over weight and displacement of some points against the angle."""
    times, angle, force = test.reaction[:, 0], np.degrees(test.reaction[:, 1]), test.reaction[:, 2]
    # holds are one angle, and only the last states of one tell what it came to
    turning = np.flatnonzero(np.diff(angle, append=np.inf) > 0.0)
    shown = np.union1d(turning, np.flatnonzero(times >= _time_of(test)))
    points = watched(test.run, words)
    across = int(np.argmax([max(np.abs(path[:, axis]).max() for path in points.values()) for axis in (0, 1)]))
    with drawing(WIDTH, 4.2) as figure:
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(1.0, 1.3))
        weight = test.run.settled.weight or 1.0
        above.plot(*thinned(angle[shown], force[shown] / weight), color=COLOURS["blue"], linewidth=1.2)
        above.set_ylim(0.0, _MOST)
        above.set_ylabel(words("tilt.axis_reaction"))
        for index, (label, path) in enumerate(points.items()):
            values = 1e3 * path[:, across]
            below.plot(
                angle[shown], values[shown], label=safe_name(label, 18), linewidth=1.3, **apart(index, every=0.25)
            )
        if test.falls is not None:
            _look_at(below, [1e3 * path[angle <= np.degrees(test.falls.high), across] for path in points.values()])
        below.set_ylabel(words("dynamics.axis_displacement", direction=words(f"direction.{_TILT_AXES[across]}")))
        below.set_xlabel(words("dynamics.axis_tilt"))
        below.set_xlim(0.0, float(angle.max()) or 1.0)
        below.legend(loc="upper left", ncols=min(3, len(points)))
        for axes in (above, below):
            _marks(axes, test)
        return to_svg(figure, name)


def _look_at(axes: Axes, moved: list[FloatArray]) -> None:
    low = min(float(values.min(initial=0.0)) for values in moved)
    high = max(float(values.max(initial=0.0)) for values in moved)
    spare = 0.05 * (high - low)
    if spare > 0.0:
        axes.set_ylim(_ROOM * low - spare, _ROOM * high + spare)


def _time_of(test: TiltTest) -> float:
    """When the first stone left, or the test ended [s]."""
    first = test.event("detached")
    return float(test.run.times[-1]) if first is None else first.time


def _marks(axes: Axes, test: TiltTest) -> None:
    if test.falls is not None:
        low, high = np.degrees(test.falls.low), np.degrees(test.falls.high)
        axes.axvspan(low, high, color=COLOURS["orange"], alpha=0.15, linewidth=0.0)
        axes.axvline(high, color=COLOURS["orange"], linewidth=1.0)
    if test.leaves is not None:
        axes.axvline(np.degrees(test.leaves.high), color=INK, linewidth=0.8, linestyle=(0, (2, 2)))


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
    shifts, turns = _starting_motions(solution, wall)
    depths = np.concatenate([stone.solid.vertices[:, 1] for stone in wall.stones])
    factor = _START_SHOWN * float(np.ptp(depths))
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


def _starting_motions(solution: BlockSolution, wall: Wall) -> tuple[FloatArray, FloatArray]:
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
