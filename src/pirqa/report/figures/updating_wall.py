"""Measured and calibrated mode shapes side by side on the wall."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pirqa.model.modes import AXES
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.stage import wall_boxes
from pirqa.report.figures.oma_wall import LONGEST, draw_mode, outline
from pirqa.report.figures.style import INK, WIDTH, Drawn, drawing, to_svg, with_data
from pirqa.report.words import Words
from pirqa.updating.result import UpdatingResult

__all__ = ["draw_pairs", "paired_shapes"]

_MOST = 12
_AT_ONCE = 2
"""Modes beside each other, two panels each."""


def paired_shapes(result: UpdatingResult) -> tuple[FloatArray, FloatArray]:
    """Measured shapes and those of the calibrated model at the same sensors, shape (n, points, 3) each.

    Both where there was a sensor alone, as large and with the same sign: a mode has no sign of its own.
    """
    measured = result.measured.point_shape
    computed = result.after.modes.point_shape[list(result.after.computed)]
    computed = np.where(np.isfinite(measured), computed, np.nan)
    inner = np.nansum(measured * computed, axis=(1, 2), keepdims=True)
    computed = np.where(inner < 0.0, -1.0, 1.0) * computed
    return _to_one(measured), _to_one(computed)


def _to_one(shape: FloatArray) -> FloatArray:
    largest = np.nanmax(np.abs(shape), axis=(1, 2), keepdims=True)
    return np.asarray(shape / np.maximum(largest, np.finfo(float).tiny))


def draw_pairs(result: UpdatingResult, words: Words, *, name: str) -> Drawn:
    """A small elevation of each measured mode, and beside it the one of the calibrated model."""
    boxes = wall_boxes(result.wall, result.places)
    low = np.min([box.low for box in boxes], axis=0)[[0, 2]]
    high = np.max([box.high for box in boxes], axis=0)[[0, 2]]
    length, height = (float(extent) for extent in high - low)
    margin = 1.25 * LONGEST * height
    count = min(len(result.measured), _MOST)
    across = min(_AT_ONCE, count)
    rows = -(-count // across)
    panel = WIDTH / (2 * across)
    tall = min(panel * (height + margin) / (length + 2.0 * margin), 2.6)
    shapes = paired_shapes(result)
    told = (result.measured.frequency, result.after.frequency)
    with drawing(WIDTH, rows * (tall + 0.4)) as figure:
        panels = figure.subplots(rows, 2 * across, squeeze=False).ravel()
        for axes in panels:
            axes.set_axis_off()
        for place, axes in enumerate(panels[: 2 * count]):
            index, which = divmod(place, 2)
            for box in boxes:
                outline(axes, box)
            draw_mode(axes, result.places, shapes[which][index], LONGEST * height)
            axes.plot([low[0] - 0.4 * margin, high[0] + 0.4 * margin], [low[1]] * 2, color=INK, linewidth=1.2)
            axes.set_aspect("equal")
            axes.set_xlim(low[0] - margin, high[0] + margin)
            axes.set_ylim(low[1] - 0.06 * height, high[1] + margin)
            frequency = words.number(float(told[which][index]), 3)
            key = "shape_measured" if which == 0 else "shape_calibrated"
            mac = words.typeset(f"{float(result.after.mac[index]):.2f}")
            axes.set_title(
                words(f"updating.{key}", number=result.numbers[index], frequency=frequency, mac=mac), size=7.8
            )
        return with_data(to_svg(figure, name), _numbers(result, shapes, words))


def _numbers(
    result: UpdatingResult, shapes: tuple[FloatArray, FloatArray], words: Words
) -> Iterator[tuple[object, ...]]:
    yield (
        *(words(f"oma.shape_{key}") for key in ("mode", "frequency", "point", "x", "y", "z", "direction")),
        *(words(f"updating.data_shape_{key}") for key in ("measured", "calibrated")),
    )
    for mode, point, axis in np.argwhere(np.isfinite(shapes[0])).tolist():
        yield (
            result.numbers[mode],
            f"{result.measured.frequency[mode]:.9g}",
            result.measured.points[point],
            *(f"{number:g}" for number in result.places[point].tolist()),
            words(f"direction.{AXES[axis]}"),
            *(f"{shape[mode, point, axis]:.6g}" for shape in shapes),
        )
