"""Curves of the incremental dynamic analysis: displacement and fallen stones against intensity, and what follows."""

from __future__ import annotations

from typing import Any

import numpy as np

from pirqa.campaign.incremental import IdaResult
from pirqa.report.figures.facade import safe_name
from pirqa.report.figures.style import COLOURS, CYCLE, INK, WIDTH, drawing, to_svg
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

__all__ = ["draw_ladders"]

_MARKS = ("o", "s", "^", "D", "v", "P", "X")
_NEXT_ROW = 0.045
"""Between the crosses of one motion and of the next, of the height of the axes."""


def draw_ladders(result: IdaResult, words: Words, *, name: str) -> str:
    """Draw the largest displacement and the share of fallen stones against intensity, a curve for each motion."""
    with drawing(WIDTH, 3.6) as figure:
        moved, fallen = figure.subplots(1, 2)
        for number, motion in enumerate(result.motions):
            runs = [run for run in result.best(motion.name) if not run.failed]
            style: dict[str, Any] = {
                "color": CYCLE[number % len(CYCLE)],
                "marker": _MARKS[number % len(_MARKS)],
                "markersize": 3.6,
                "linewidth": 1.1,
            }
            levels = np.array([run.intensity for run in runs]) / STANDARD_GRAVITY
            peaks = 1e3 * np.array([float(run.summary.peak.max(initial=0.0)) for run in runs])
            fell = np.array([bool(run.summary.falls) for run in runs], dtype=bool)
            collapsed = np.array([bool(run.reaches("wall_falls")) for run in runs], dtype=bool)
            shares = np.array([100.0 * len(run.summary.falls) / max(run.summary.count, 1) for run in runs])
            shown = np.where(fell, np.nan, np.maximum(peaks, 1e-3))
            moved.plot(levels, shown, label=safe_name(motion.name, 30), **style)
            for chosen, mark, size in ((fell & ~collapsed, "+", 7.0), (collapsed, "x", 5.5)):
                if chosen.any():
                    moved.plot(
                        levels[chosen],
                        np.full(int(chosen.sum()), 1.03 + _NEXT_ROW * number),
                        linestyle="none",
                        marker=mark,
                        markersize=size,
                        markeredgewidth=1.5,
                        color=style["color"],
                        transform=moved.get_xaxis_transform(),
                        clip_on=False,
                    )
            fallen.plot(levels, shares, **style)
        for axes in (moved, fallen):
            axes.axvline(result.demand / STANDARD_GRAVITY, color=INK, linewidth=0.9, linestyle=(0, (4, 2)))
            state = result.state("wall_falls")
            if state.median is not None:
                axes.axvline(state.median / STANDARD_GRAVITY, color=COLOURS["stone_edge"], linewidth=0.9, linestyle=":")
            axes.set_xlabel(words("ida.axis_intensity"))
        moved.set_yscale("log")
        moved.set_ylabel(words("ida.axis_moved"))
        fallen.set_ylim(-2.0, 102.0)
        fallen.set_ylabel(words("ida.axis_fallen"))
        figure.legend(*moved.get_legend_handles_labels(), loc="outside lower center", ncols=3)
        return to_svg(figure, name)
