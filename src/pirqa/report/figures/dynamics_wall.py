"""The wall after a run: stones coloured by how far they stay displaced or as fallen, from the front and the side."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.report.figures.displaced import (
    MANY,
    SIDE_GAP,
    displaced,
    displaced_ring,
    draw_front,
    draw_shades,
    draw_side,
    hull,
    shade,
)
from pirqa.report.figures.facade import (
    SHEET_WIDTH,
    Sheet,
    add_lines,
    add_rings,
    add_scale_bar,
    sheet_for,
    write,
    write_svg,
)
from pirqa.report.figures.style import COLOURS, FALLEN, INK, drawing
from pirqa.report.figures.view import View, look_at
from pirqa.report.section import Figure, Note
from pirqa.report.words import Words
from pirqa.shaking.damage import Outcome

__all__ = ["Limits", "final_state", "final_state_figure"]

_SHOWN = 0.2
"""Part of the wall's thickness that the largest displacement takes in the drawing, at most."""
_FACTORS = tuple(step * 10.0**power for power in range(3) for step in (1.0, 2.0, 5.0))
_NOTHING = 1e-7
"""Displacement that is the rounding of none [m]."""


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
