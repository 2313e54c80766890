"""Charts of ground noise and of how frequencies changed."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.ticker import LogFormatterSciNotation, LogLocator

from pirqa.oma.hvsr import HvsrResult
from pirqa.oma.tracking import TrackingResult
from pirqa.report.figures.facade import safe_name
from pirqa.report.figures.style import COLOURS, INK, WIDTH, Drawn, drawing, to_svg
from pirqa.report.words import Words

__all__ = ["draw_hvsr", "draw_tracking"]

_DASHED: Any = (0, (4, 2))
_ABOVE: Any = {
    "loc": "lower right",
    "bbox_to_anchor": (1.0, 1.0),
    "ncols": 3,
    "borderaxespad": 0.1,
    "handlelength": 1.5,
    "columnspacing": 1.0,
}
"""Where legends stand: curves may fill the whole panel."""
_TICKS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
_MOST_WINDOWS = 40
_CYCLE = [COLOURS[name] for name in ("blue", "orange", "green", "purple", "amber", "sky")]
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")


def draw_hvsr(noise: HvsrResult, words: Words, *, name: str) -> Drawn:
    """H/V of the windows and their median with its scatter; the three spectra beside it."""
    frequency = noise.frequency
    with drawing(WIDTH, 3.1) as figure:
        axes, spectra = figure.subplots(1, 2, width_ratios=(1.5, 1.0))
        for number, curve in enumerate(noise.curves[:_MOST_WINDOWS]):
            label = words("oma.hv_window") if number == 0 else "_"
            axes.plot(frequency, curve, color="#b9b2a6", linewidth=0.5, label=label, zorder=1)
        axes.plot(frequency, noise.median, color=INK, linewidth=1.8, label=words("oma.hv_median"), zorder=3)
        for sign, label in ((1.0, words("oma.hv_spread")), (-1.0, "_")):
            curve = noise.median * np.exp(sign * noise.deviation)
            axes.plot(frequency, curve, color=INK, linewidth=0.9, linestyle=_DASHED, label=label, zorder=3)
        spread = noise.frequency_statistics
        if spread is not None:
            low, high = (spread.median * float(np.exp(sign * spread.deviation)) for sign in (-1.0, 1.0))
            axes.axvspan(low, high, color=COLOURS["amber"], alpha=0.3, zorder=0.5)
        if np.isfinite(noise.peak):
            axes.plot([noise.peak], [noise.height], marker="v", markersize=7, color=COLOURS["blue"], linestyle="none")
        for line in noise.machines:
            axes.axvline(line.frequency, color=COLOURS["purple"], linewidth=1.0, linestyle="dotted", zorder=0.6)
        axes.axhline(2.0, color=COLOURS["stone_edge"], linewidth=0.6, zorder=0.4)
        axes.set_ylim(bottom=0.0)
        axes.set_ylabel("H/V")
        axes.legend(**_ABOVE)
        looks: tuple[tuple[str, str, Any], ...] = (("north", "blue", "-"), ("east", "orange", _DASHED), ("up", "", "-"))
        for (key, colour, line_style), values in zip(looks, noise.amplitude, strict=True):
            spectra.plot(
                frequency,
                values,
                color=COLOURS[colour] if colour else INK,
                linestyle=line_style,
                linewidth=1.2,
                label=words(f"oma.hv_{key}"),
            )
        spectra.set_yscale("log")
        spectra.set_ylabel(words("oma.axis_amplitude"))
        spectra.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        spectra.yaxis.set_major_formatter(LogFormatterSciNotation(minor_thresholds=(np.inf, np.inf)))
        spectra.legend(**_ABOVE)
        for panel in (axes, spectra):
            panel.set_xscale("log")
            panel.set_xlim(float(frequency[0]), float(frequency[-1]))
            ticks = [tick for tick in _TICKS if frequency[0] <= tick <= frequency[-1]]
            panel.set_xticks(ticks, [words.typeset(f"{tick:g}") for tick in ticks])
            panel.minorticks_off()
            panel.set_xlabel(words("motion.axis_frequency"))
        return to_svg(figure, name)


def draw_tracking(tracking: TrackingResult, words: Words, *, name: str) -> Drawn:
    """Change of each mode's frequency on each date, within the limits of noise and weather."""
    dates = tracking.epochs
    count = tracking.modes
    width = 0.72 / max(count, 1)
    with drawing(WIDTH, 3.0) as figure:
        axes = figure.subplots()
        axes.axhline(0.0, color=INK, linewidth=0.7)
        for mode in range(count):
            history = tracking.of_mode(mode)
            at = np.arange(len(dates)) + width * (mode - 0.5 * (count - 1))
            change = 100.0 * np.array([item.change for item in history])
            limit = 100.0 * np.array([item.limit for item in history])
            axes.vlines(at, -limit, limit, color="#cfc8bb", linewidth=5.0 if count < 8 else 3.0, zorder=1)
            axes.plot(
                at,
                change,
                color=_CYCLE[mode % len(_CYCLE)],
                marker=_MARKERS[mode % len(_MARKERS)],
                markersize=4.5,
                linewidth=0.7,
                linestyle=_DASHED,
                label=words("oma.mode_number", number=mode + 1),
                zorder=3,
            )
            flagged = [k for k, item in enumerate(history) if item.judgement == "changed"]
            axes.plot(
                at[flagged],
                change[flagged],
                marker="o",
                markersize=11,
                markerfacecolor="none",
                markeredgecolor=COLOURS["orange"],
                markeredgewidth=1.4,
                linestyle="none",
                label="_",
                zorder=4,
            )
        axes.set_xticks(range(len(dates)), [safe_name(date, 16) for date in dates])
        axes.set_ylabel(words("oma.axis_change"))
        axes.legend(**{**_ABOVE, "ncols": 8})
        return to_svg(figure, name)
