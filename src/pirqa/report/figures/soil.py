"""The wall with soil behind it as curves: pressures by level, thrust and displacement in time, the slow pull."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from pirqa.model.polyhedron import FloatArray
from pirqa.report.figures.facade import safe_name
from pirqa.report.figures.motion import thinned
from pirqa.report.figures.style import COLOURS, INK, MODE_LINES, WIDTH, apart, drawing, to_svg
from pirqa.report.names import run_name
from pirqa.report.words import Words
from pirqa.shaking.soil import SoilResult
from pirqa.shaking.soil.result import SoilRamp, SoilRun

__all__ = ["draw_histories", "draw_pressures", "draw_ramp"]

_SHOWN = 1.25
"""Of the largest pressure met, how far the axis goes: the passive one is many times that."""
_FAR = 3.0
"""Times the displacement at which the wall gives way that is shown of its fall."""


def draw_pressures(result: SoilResult, runs: Sequence[SoilRun], words: Words, *, name: str) -> str:
    """Pressures by level: the theory's limits and what the runs met, one panel for each run with soil."""
    profile = result.profile
    met = [values for run in runs for values in (run.settled_pressure, run.largest_pressure, run.final_pressure)]
    reach = _SHOWN * max(float(np.max(values)) for values in (profile.rest + profile.water, *met))
    with drawing(WIDTH, 3.2) as figure:
        panels = figure.subplots(1, len(runs), sharey=True, squeeze=False)[0]
        for axes, run in zip(panels, runs, strict=True):
            _limits(axes, result, words, reach)
            lines: tuple[tuple[str, FloatArray, int], ...] = (
                ("settled", run.settled_pressure, 2),
                ("largest", run.largest_pressure, 1),
                ("final", run.final_pressure, 0),
            )
            for key, values, number in lines:
                style = apart(number, every=0.2)
                axes.plot(values * 1e-3, profile.level, label=words(f"soil.pressure_{key}"), **style)
            axes.set_xlim(0.0, reach * 1e-3)
            axes.set_ylim(0.0, None)
            axes.set_xlabel(words("soil.axis_pressure"))
            axes.set_title(safe_name(run_name(run.action, run.case, words), 28))
        panels[0].set_ylabel(words("soil.axis_level"))
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
        return to_svg(figure, name)


def _limits(axes: Axes, result: SoilResult, words: Words, reach: float) -> None:
    profile = result.profile
    water = profile.water
    if water.max() > 0.0:
        axes.fill_betweenx(
            profile.level, 0.0, water * 1e-3, color=COLOURS["sky"], alpha=0.35, label=words("soil.pressure_water")
        )
    lines = (
        ("active", profile.active, (0, (5, 2))),
        ("rest", profile.rest, (0, (1, 1.5))),
        ("passive", profile.passive, "-"),
    )
    for key, values, style in lines:
        shown = np.minimum(values + water, 2.0 * reach) * 1e-3
        axes.plot(shown, profile.level, color=INK, linewidth=0.9, linestyle=style, label=words(f"soil.pressure_{key}"))


def draw_histories(run: SoilRun, bare: SoilRun | None, words: Words, *, name: str) -> str:
    """Thrust, its height, and outward displacement with and without soil against time."""
    with drawing(WIDTH, 4.6) as figure:
        thrust, height, moves = figure.subplots(3, 1, sharex=True, height_ratios=(1.3, 0.8, 1.4))
        thrust.plot(*thinned(run.times, run.thrust * 1e-3), color=COLOURS["orange"], linewidth=0.9)
        thrust.set_ylabel(words("soil.axis_thrust"))
        height.plot(*thinned(run.times, run.height), color=COLOURS["purple"], linewidth=0.9)
        height.set_ylabel(words("soil.axis_height"))
        height.set_ylim(0.0, None)
        for item, key, number in ((bare, "without", 2), (run, "with", 0)):
            if item is not None:
                label = words(f"soil.{key}", stone=safe_name(item.stone, 12))
                times, moved = thinned(item.times, 1e3 * item.outward)
                moves.plot(times, moved, linewidth=0.9, label=label, **apart(number, points=len(times)))
        moves.set_ylabel(words("soil.axis_outward"))
        moves.set_xlabel(words("motion.axis_time"))
        moves.set_xlim(0.0, float(run.times[-1]))
        moves.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2, borderaxespad=0.1)
        return to_svg(figure, name)


def draw_ramp(ramp: SoilRamp, words: Words, *, name: str) -> str:
    """Outward displacement against the coefficient of the pull, and where statics has the wall give way."""
    moved = 1e3 * ramp.outward
    with drawing(WIDTH, 2.9) as figure:
        axes = figure.subplots()
        axes.plot(ramp.coefficient, moved, color=COLOURS["blue"], label=words("soil.pulled"))
        top = float(moved.max())
        if ramp.onset is not None:
            row = int(np.searchsorted(ramp.coefficient, ramp.onset.coefficient))
            top = min(top, max(_FAR * float(moved[min(row, len(moved) - 1)]), 5.0))
            label = words("soil.gives_way")
            place = float(np.interp(ramp.onset.coefficient, ramp.coefficient, moved))
            axes.plot([ramp.onset.coefficient], [place], "o", color=INK, label=label)
        for item in ramp.critical:
            if item.coefficient is not None and item.coefficient <= ramp.to:
                label = words(f"soil.statics_{item.mode}")
                style = MODE_LINES[item.mode]
                axes.axvline(item.coefficient, color=COLOURS["orange"], linewidth=1.0, linestyle=style, label=label)
        axes.set_ylim(min(0.0, float(moved.min())), 1.05 * top)
        axes.set_xlim(0.0, ramp.to)
        axes.set_xlabel(words("soil.axis_coefficient"))
        axes.set_ylabel(words("soil.axis_outward"))
        axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=4, borderaxespad=0.1)
        return to_svg(figure, name)
