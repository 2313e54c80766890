"""Profiles of the misfit: how well each value of a joint property fits the data."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from pirqa.model.polyhedron import FloatArray
from pirqa.report.figures.style import COLOURS, INK, WIDTH, apart, drawing, to_svg
from pirqa.report.words import Words
from pirqa.shaking.joint_calibration import JointCalibrationResult, Parameter

__all__ = ["draw_profiles", "draw_surface"]

_SHOWN = 4.0
"""Of the limit, how much of the misfit is drawn."""
_DECADE = 5.0
"""Ratio of the ends of a range from which it is drawn in powers of ten."""


def draw_profiles(result: JointCalibrationResult, words: Words, *, name: str) -> str:
    """The least misfit at each value of each parameter; band: the interval; dashed: what bounds it."""
    count = len(result.parameters)
    columns = min(count, 2)
    rows = math.ceil(count / columns)
    with drawing(WIDTH, 2.5 * rows) as figure:
        places = np.atleast_1d(figure.subplots(rows, columns, squeeze=False)).ravel().tolist()
        for axes, item, curve in zip(places, result.parameters, result.profiles, strict=False):
            low, high = _near(item, curve[:, 0])
            if item.name == "normal_stiffness" and high > _DECADE * low:
                axes.set_xscale("log")
            else:
                axes.xaxis.set_major_locator(MaxNLocator(5))
                axes.xaxis.set_major_formatter(lambda value, _: _written(value, words))
            axes.plot(curve[:, 0], curve[:, 1], color=COLOURS["blue"])
            _interval(axes, item)
            axes.axhline(result.limit, color=INK, linewidth=0.8, linestyle=(0, (2, 2)))
            axes.set_ylim(0.0, _SHOWN * result.limit)
            axes.set_xlim(low, high)
            axes.set_xlabel(words(f"joint_calibration.axis_{item.name}"))
            axes.set_ylabel(words("joint_calibration.axis_misfit"))
        for axes in places[count:]:
            axes.remove()
        return to_svg(figure, name)


def _interval(axes: Axes, item: Parameter) -> None:
    low = item.range_low if item.low is None else item.low
    high = item.range_high if item.high is None else item.high
    axes.axvspan(low, high, color=COLOURS["sky" if item.known == "between" else "amber"], alpha=0.2, linewidth=0.0)
    if item.known == "between":
        axes.axvline(item.best, color=COLOURS["blue"], linewidth=0.9)


def _near(item: Parameter, values: FloatArray) -> tuple[float, float]:
    """The whole range, or three times the interval where it is much narrower."""
    low, high = float(values.min()), float(values.max())
    if item.known != "between" or item.low is None or item.high is None:
        return low, high
    spare = item.high - item.low
    return max(low, item.low - spare), min(high, item.high + spare)


def _written(value: float, words: Words) -> str:
    """A number as project files write it: 2e8."""
    return words.typeset(f"{value:.4g}".replace("e+0", "e").replace("e+", "e"))


def draw_surface(result: JointCalibrationResult, words: Words, *, name: str) -> str:
    """Computed angle of the tilt against friction, a line for each stiffness, beside the measured one."""
    measured = next(datum for datum in result.data if datum.kind == "tilt")
    with drawing(WIDTH, 2.8) as figure:
        axes = figure.subplots()
        angle, spread = math.degrees(measured.measured), math.degrees(measured.deviation)
        axes.axhspan(angle - spread, angle + spread, color=COLOURS["stone"], alpha=0.6, linewidth=0.0)
        axes.axhline(angle, color=INK, linewidth=0.9)
        along = len({point.friction for point in result.points}) > 1
        lines = sorted({point.stiffness if along else point.friction for point in result.points})
        for index, line in enumerate(lines):
            points = [point for point in result.points if (point.stiffness if along else point.friction) == line]
            places = [point.friction if along else point.stiffness for point in points]
            angles = [math.degrees(point.angle) for point in points]
            errors = [math.degrees(0.5 * point.width) for point in points]
            label = words.typeset(f"Kn {_written(float(f'{line:.3g}'), words)} N/m3" if along else f"μ {line:.2g}")
            style = apart(index) | {"markevery": None}
            axes.errorbar(places, angles, yerr=errors, capsize=2, label=label, **style)
        if not along:
            axes.set_xscale("log")
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel(words(f"joint_calibration.axis_{'friction' if along else 'normal_stiffness'}"))
        axes.set_ylabel(words("dynamics.axis_tilt"))
        axes.legend(loc="lower right", ncols=min(3, len(lines)))
        return to_svg(figure, name)
