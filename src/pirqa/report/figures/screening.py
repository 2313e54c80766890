"""A screening as pictures: ratios from the worst wall to the best, and height against thickness."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from pirqa.report.figures.style import COLOURS, INK, WIDTH, drawing, to_svg
from pirqa.report.words import Words
from pirqa.screening import URGENCIES, ScreeningResult

__all__ = ["URGENCY_COLOURS", "draw_ratios", "draw_sizes"]

URGENCY_COLOURS = {"look_first": COLOURS["orange"], "look_next": COLOURS["amber"], "no_sign": COLOURS["blue"]}
_MARKS = {"look_first": "^", "look_next": "s", "no_sign": "o"}
_MANY = 2000
"""Points above which they are drawn as one picture, not each as a shape of its own."""
_LEAST, _MOST = 0.05, 20.0
"""Ratios beyond are drawn at these ends."""


def draw_ratios(result: ScreeningResult, words: Words) -> str:
    """The lowest ratio of each wall in acceleration and in displacement, each sorted by itself."""
    with drawing(WIDTH, 3.0) as figure:
        axes = figure.add_subplot()
        for measure, colour, line in (("acceleration", "blue", "-"), ("displacement", "orange", (0, (4, 1.5)))):
            ratios = result.walls[f"{measure}_ratio"]
            ratios = np.sort(np.clip(ratios[~np.isnan(ratios)], _LEAST, _MOST))
            if len(ratios):
                place = 100.0 * (np.arange(len(ratios)) + 0.5) / len(ratios)
                axes.step(
                    np.concatenate([[0.0], place, [100.0]]),
                    np.concatenate([ratios[:1], ratios, ratios[-1:]]),
                    where="mid",
                    color=COLOURS[colour],
                    linestyle=line,
                    label=words(f"screening.ratio_{measure}"),
                )
        axes.axhline(1.0, color=INK, linewidth=1.0)
        axes.set_yscale("log")
        _plain_log(axes)
        axes.set_xlim(0.0, 100.0)
        axes.set_xlabel(words("screening.axis_share"))
        axes.set_ylabel(words("screening.axis_ratio"))
        axes.legend(loc="upper left")
        return to_svg(figure, "screening-ratios")


def draw_sizes(result: ScreeningResult, words: Words) -> str:
    """Height against thickness, the urgency as colour and shape."""
    urgency, many = result.walls["urgency"], len(result.walls) > _MANY
    with drawing(WIDTH, 3.9) as figure:
        axes = figure.add_subplot()
        for name in reversed(URGENCIES):  # the most urgent on top
            mine = urgency == name
            if mine.any():
                axes.scatter(
                    result.walls["thickness"][mine],
                    result.walls["height"][mine],
                    s=9 if many else 30,
                    marker=_MARKS[name],
                    color=URGENCY_COLOURS[name],
                    edgecolors="#ffffff",
                    linewidths=0.0 if many else 0.5,
                    label=f"{words(f'screening.urgency_{name}')} ({int(mine.sum())})",
                    rasterized=many,
                )
        axes.set_xlim(left=0.0)
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel(words("screening.axis_thickness"))
        axes.set_ylabel(words("screening.axis_height"))
        axes.xaxis.set_major_locator(MaxNLocator(8))
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles[::-1], labels[::-1], loc="outside upper left", ncols=5)
        return to_svg(figure, "screening-sizes")


def _plain_log(axes: Axes) -> None:
    """0.2, 0.5, 1, 2 … and not powers of ten."""
    low, high = axes.get_ylim()
    ticks = [value for value in (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0) if low <= value <= high]
    axes.set_yticks(sorted({*ticks, 1.0}))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.minorticks_off()
