"""A set of ground motions against its target."""

from __future__ import annotations

from typing import Any

import numpy as np

from pirqa.motion.sets.result import MotionSet
from pirqa.report.figures.style import COLOURS, INK, WIDTH, drawing, to_svg
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

__all__ = ["draw_set", "has_deviation"]

_TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Periods that are written below the axis, where they are in its range [s]."""
_THIN: dict[str, Any] = {"color": COLOURS["stone_edge"], "linewidth": 0.8, "alpha": 0.75}


def has_deviation(found: MotionSet) -> bool:
    """Return whether the target of a set has a variance."""
    return bool(np.any(found.curve["high"] > found.curve["target"] * (1.0 + 1e-9)))


def draw_set(found: MotionSet, words: Words, *, name: str) -> str:
    """Draw the scaled spectra of a set: each motion thin, their mean thick, the target, the range of periods shaded."""
    spectra, curve = found.spectra, found.curve
    periods = curve["period"]
    with drawing(WIDTH, 3.6) as figure:
        axes = figure.subplots()
        axes.axvspan(found.shortest, found.longest, color=COLOURS["sky"], alpha=0.13, linewidth=0.0)
        first: dict[bool, bool] = {}
        for member in found.members:
            mine = spectra.where(motion=member.name)
            line: dict[str, Any] = {**_THIN, "linestyle": (0, (4, 2)) if member.synthetic else "-"}
            axes.plot(mine["period"], mine["acceleration"] / STANDARD_GRAVITY, label=f"_{member.name}", **line)
            if not first.get(member.synthetic):
                # one line in the legend stands for all of them; the curves keep their own names
                key = "set.line_synthetic" if member.synthetic else "set.line_motion"
                axes.plot([], [], label=words(key), **line)
                first[member.synthetic] = True
        if has_deviation(found):
            style: dict[str, Any] = {"color": INK, "linewidth": 0.9, "linestyle": (0, (1, 1.5))}
            axes.plot(periods, curve["low"] / STANDARD_GRAVITY, label=words("set.line_deviation"), **style)
            axes.plot(periods, curve["high"] / STANDARD_GRAVITY, label=f"_{words('set.line_deviation')}", **style)
        across: dict[str, Any] = {"color": COLOURS["orange"], "linewidth": 1.3, "linestyle": (0, (6, 2, 1, 2))}
        axes.plot(periods, curve["across"] / STANDARD_GRAVITY, label=words("set.line_across"), **across)
        mean: dict[str, Any] = {"color": COLOURS["blue"], "linewidth": 2.4}
        axes.plot(periods, curve["mean"] / STANDARD_GRAVITY, label=words("set.line_mean"), **mean)
        target: dict[str, Any] = {"color": INK, "linewidth": 1.6, "linestyle": (0, (6, 2))}
        axes.plot(periods, curve["target"] / STANDARD_GRAVITY, label=words("set.line_target"), **target)
        axes.set_xscale("log")
        drawn = spectra["period"]
        low, high = float(drawn.min()), float(drawn.max())
        axes.set_xlim(low, high)
        ticks = [tick for tick in _TICKS if low <= tick <= high]
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.set_xticks([], minor=True)
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel(words("motion.axis_period"))
        axes.set_ylabel(words("motion.axis_sa"))
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3)
        return to_svg(figure, name)
