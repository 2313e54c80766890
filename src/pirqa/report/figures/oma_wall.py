"""Measured modes on the wall: what moved where, as far as there were sensors."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.tri import Triangulation

from pirqa.model.modes import AXES
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.result import OmaResult, WallBox
from pirqa.report.figures.style import COLOURS, INK, WIDTH, Drawn, drawing, to_svg, with_data
from pirqa.report.words import Words

__all__ = ["LONGEST", "draw_mode", "draw_shapes", "outline", "wall_boxes"]

_COLUMNS = 3
_SLANT = np.array([0.82, 0.57])
"""Which way across the wall is drawn in an elevation: up and to the right, into the page."""
LONGEST = 0.2
"""Of the longest arrow, of the wall's height."""
_MOST = 12
_NUMBERS = ("mode", "frequency", "point", "x", "y", "z", "direction", "real", "imaginary", "deviation")
"""Columns of the shapes' numbers."""


def wall_boxes(result: OmaResult) -> tuple[WallBox, ...]:
    """The wall's zones, or the space of its sensors down to the ground where there is no wall."""
    if result.boxes:
        return result.boxes
    low, high = result.places.min(axis=0), result.places.max(axis=0)
    aside = max(0.05 * float(np.ptp(result.places[:, 0])), 0.25)
    low = np.array([low[0] - aside, low[1], min(low[2], 0.0)])
    high = np.array([high[0] + aside, max(high[1], low[1] + 0.3), high[2] + aside])
    return (WallBox(low=low, high=high),)


def draw_shapes(result: OmaResult, words: Words, *, name: str) -> Drawn:
    """A small elevation for each mode: arrows aslant are motion across the wall."""
    modes = result.modes
    count = min(len(modes), _MOST)
    boxes = wall_boxes(result)
    low = np.min([box.low for box in boxes], axis=0)[[0, 2]]
    high = np.max([box.high for box in boxes], axis=0)[[0, 2]]
    length, height = (float(extent) for extent in high - low)
    columns = min(_COLUMNS, count)
    rows = -(-count // columns)
    margin = 1.25 * LONGEST * height
    panel = WIDTH / columns
    tall = min(panel * (height + margin) / (length + 2.0 * margin), 3.0)
    with drawing(WIDTH, rows * (tall + 0.36)) as figure:
        panels = figure.subplots(rows, columns, squeeze=False).ravel()
        for axes in panels[count:]:
            axes.set_axis_off()
        for index in range(count):
            axes = panels[index]
            for box in boxes:
                outline(axes, box)
            for first, second in result.lines:
                ends = result.places[[modes.points.index(first), modes.points.index(second)]]
                axes.plot(ends[:, 0], ends[:, 2], color=COLOURS["stone_edge"], linewidth=0.5, zorder=1.5)
            draw_mode(axes, result.places, modes.point_shape[index], LONGEST * height)
            axes.plot([low[0] - 0.4 * margin, high[0] + 0.4 * margin], [low[1]] * 2, color=INK, linewidth=1.2)
            axes.set_aspect("equal")
            axes.set_xlim(low[0] - margin, high[0] + margin)
            axes.set_ylim(low[1] - 0.06 * height, high[1] + margin)
            axes.set_axis_off()
            frequency = words.number(float(modes.frequency[index]), 3)
            axes.set_title(words("oma.shape", number=index + 1, frequency=frequency), size=8.5)
        return with_data(to_svg(figure, name), _numbers(result, words))


def _numbers(result: OmaResult, words: Words) -> Iterator[tuple[object, ...]]:
    """All modes at all measured degrees, for those who go on with the shapes elsewhere."""
    modes = result.modes
    yield tuple(words(f"oma.shape_{name}") for name in _NUMBERS)
    imaginary, deviation = (
        np.full_like(modes.point_shape, np.nan) if given is None else given
        for given in (modes.point_shape_imaginary, modes.point_shape_sd)
    )
    for mode, point, axis in np.argwhere(np.isfinite(modes.point_shape)).tolist():
        at = (mode, point, axis)
        yield (
            mode + 1,
            f"{modes.frequency[mode]:.6g}",
            modes.points[point],
            *(f"{number:g}" for number in result.places[point].tolist()),
            words(f"direction.{AXES[axis]}"),
            *("" if np.isnan(part[at]) else f"{part[at]:.6g}" for part in (modes.point_shape, imaginary, deviation)),
        )


def outline(axes: Axes, box: WallBox) -> None:
    """A part of the wall seen from the front."""
    axes.add_patch(
        Rectangle(
            (float(box.low[0]), float(box.low[2])),
            float(box.high[0] - box.low[0]),
            float(box.high[2] - box.low[2]),
            facecolor="none",
            edgecolor=COLOURS["stone_edge"],
            linewidth=0.7,
        )
    )


def draw_mode(axes: Axes, places: FloatArray, shape: FloatArray, longest: float) -> None:
    """Arrows of all measured directions at ``places`` (points, 3), over shades of the one that moves most."""
    known = np.isfinite(shape).any(axis=1)
    moved = np.nan_to_num(shape[known])
    spots = places[known][:, [0, 2]]
    largest = float(np.abs(moved).max()) or 1.0
    main = int(np.argmax(np.abs(moved).max(axis=0)))
    _shade(axes, spots, moved[:, main] / largest)
    arrows = (moved[:, [0, 2]] + moved[:, 1:2] * _SLANT) * (longest / largest)
    for spot, arrow in zip(spots, arrows, strict=True):
        axes.plot(*spot, marker="o", markersize=2.4, color=INK, markeredgewidth=0.0)
        if np.hypot(*arrow) > 0.04 * longest:
            axes.annotate(
                "",
                spot + arrow,
                spot,
                arrowprops={
                    "arrowstyle": "-|>",
                    "color": INK,
                    "lw": 0.9,
                    "shrinkA": 0,
                    "shrinkB": 0,
                    "mutation_scale": 6,
                },
            )


def _shade(axes: Axes, spots: FloatArray, values: FloatArray) -> None:
    """Shades between the points; nothing where they lie on a line."""
    if len(spots) < 3 or np.linalg.matrix_rank(spots - spots.mean(axis=0), tol=1e-6) < 2:
        return
    mesh = Triangulation(spots[:, 0], spots[:, 1])
    levels = np.linspace(-1.0, 1.0, 11)
    axes.tricontourf(mesh, values, levels=levels, cmap=colormaps["PuOr_r"], alpha=0.55, extend="both")
    axes.tricontour(mesh, values, levels=[0.0], colors=INK, linewidths=0.6, linestyles="dotted")
