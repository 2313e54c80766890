"""Factors of safety as curves, as a histogram, as a tornado."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from pirqa.model.table import Table
from pirqa.report.figures.style import COLOURS, CYCLE, INK, MODE_LINES, WIDTH, apart, drawing, to_svg
from pirqa.report.words import Words

__all__ = ["Panel", "draw_curves", "draw_histogram", "draw_tornado"]

_THEORIES = {
    "whitman": 0,
    "seed_whitman": 1,
    "mononobe_okabe": 2,
    "rankine": 3,
    "coulomb": 4,
    "seed_whitman_half": 5,
    "": 0,
}
"""Which colour and sign a thrust theory has."""
_TORNADO_COLOURS = {"factor_low": COLOURS["sky"], "factor_high": COLOURS["blue"]}
_TOP = 4.0
"""Factors above this are cut off: nobody reads a factor of 12 from a curve."""


class Panel:
    """One method's curves in a figure: a table with columns case, mode, x and factor."""

    def __init__(
        self,
        title: str,
        label: str,
        curves: Table,
        *,
        x: str,
        mark: float,
        dots: Mapping[tuple[str, str], float],
    ) -> None:
        self.title = title
        self.label = label
        self.curves = curves
        self.x = x
        self.mark = mark
        """Where this wall or site stands on the x axis."""
        self.dots = dots
        """Critical coefficient by case and mode."""


def draw_curves(panels: list[Panel], words: Words, *, name: str, scale: float = 1.0) -> str:
    """Curves of one or more methods side by side; x values are divided by ``scale``."""
    theories: list[str] = []
    # without an earthquake a wall that nothing pushes has no factor to draw
    panels = [panel for panel in panels if np.isfinite(np.asarray(panel.curves["factor"], dtype=float)).any()] or panels
    top = _top(panels)
    with drawing(WIDTH if len(panels) > 1 else 0.62 * WIDTH, 3.1) as figure:
        plots = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for panel, axes in zip(panels, plots, strict=True):
            for case in dict.fromkeys(panel.curves["case"].tolist()):
                theory = case.partition(".")[2]
                theories.append(theory)
                for mode, line in MODE_LINES.items():
                    curve = panel.curves.where(case=case, mode=mode)
                    factor = np.asarray(curve["factor"], dtype=float)
                    shown = np.where(factor <= 1.5 * _TOP, factor, np.nan)
                    x = np.asarray(curve[panel.x], dtype=float) / scale
                    label = words(f"mode.{mode}")
                    if theory:
                        label = f"{words(f'thrust.{theory}')}: {label}"
                    axes.plot(x, shown, linestyle=line, label=label, **apart(_THEORIES[theory], every=0.3))
                    dot = panel.dots.get((case, mode))
                    if dot is not None:
                        colour = CYCLE[_THEORIES[theory]]
                        label = words("statics.critical_point", curve=label)
                        axes.plot([dot / scale], [1.0], "o", color=colour, markersize=4.5, zorder=5, label=label)
            axes.axhline(1.0, color=INK, linewidth=0.9)
            axes.axvline(panel.mark / scale, color=INK, linewidth=0.8, linestyle=(0, (2, 2)))
            axes.set_ylim(0.0, top)
            axes.set_xlim(*_range(panel, scale))
            axes.set_xlabel(panel.label)
            axes.set_title(panel.title)
        plots[0].set_ylabel(words("statics.axis_factor"))
        figure.legend(handles=_legend(list(dict.fromkeys(theories)), words), loc="outside lower center", ncols=3)
        return to_svg(figure, name)


def _top(panels: list[Panel]) -> float:
    """Where the factor axis ends: just above the highest curve, at most where factors are cut off."""
    factors = np.concatenate([np.asarray(panel.curves["factor"], dtype=float) for panel in panels])
    finite = factors[np.isfinite(factors)]
    return float(np.clip(np.ceil(2.2 * finite.max()) / 2.0, 1.5, _TOP)) if finite.size else _TOP


def _range(panel: Panel, scale: float) -> tuple[float, float]:
    x = np.asarray(panel.curves[panel.x], dtype=float) / scale
    return float(x.min()), float(x.max())


def _legend(theories: list[str], words: Words) -> list[Line2D]:
    handles = [
        Line2D([], [], color=INK, linestyle=line, label=words(f"mode.{mode}")) for mode, line in MODE_LINES.items()
    ]
    if theories != [""]:
        handles += [
            Line2D([], [], label=words(f"thrust.{theory}"), **apart(_THEORIES[theory]) | {"markevery": None})
            for theory in theories
            if theory
        ]
    return handles


def draw_histogram(histogram: Table, words: Words, *, name: str) -> str:
    """Sampled factors, both modes."""
    colours = {"sliding": COLOURS["blue"], "overturning": COLOURS["orange"]}
    with drawing(0.5 * WIDTH, 2.5) as figure:
        axes = figure.add_subplot()
        for mode in MODE_LINES:
            part = histogram.where(mode=mode)
            low, count = np.asarray(part["low"], dtype=float), np.asarray(part["count"], dtype=float)
            closed = np.isfinite(np.asarray(part["high"], dtype=float))
            share = count / count.sum()
            width = low[1] - low[0]
            edges = np.append(low[closed], low[closed][-1] + width)
            heights = np.append(share[closed], share[closed][-1])
            axes.fill_between(edges, heights, step="post", color=colours[mode], alpha=0.3, linewidth=0.0)
            style = {"color": colours[mode], "linestyle": MODE_LINES[mode], "linewidth": 1.3}
            axes.step(edges, heights, where="post", label=words(f"mode.{mode}"), **style)
        axes.axvline(1.0, color=INK, linewidth=0.9)
        axes.set_xlim(0.0, _shown_range(histogram))
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel(words("statics.axis_factor"))
        axes.set_ylabel(words("statics.axis_share"))
        axes.legend(loc="upper right")
        return to_svg(figure, name)


def _shown_range(histogram: Table) -> float:
    low = np.asarray(histogram["low"], dtype=float)
    filled = low[np.asarray(histogram["count"]) > 0]
    return float(min(max(1.5, filled.max() * 1.1 if filled.size else 1.5), _TOP))


def draw_tornado(tornado: Table, words: Words, describe: Callable[[str, float, float], str], *, name: str) -> str:
    """A bar for each input and mode; ``describe(key, low, high)`` labels it."""
    modes = list(MODE_LINES)
    swing: dict[str, float] = {}
    for row in tornado.rows():
        swing[row["input"]] = swing.get(row["input"], 0.0) + abs(row["factor_high"] - row["factor_low"])
    inputs = sorted(swing, key=lambda key: -swing[key])
    with drawing(0.9 * WIDTH, 1.1 + 0.42 * len(inputs)) as figure:
        plots = figure.subplots(1, len(modes), sharey=True, squeeze=False)[0]
        for mode, axes in zip(modes, plots, strict=True):
            rows = {row["input"]: row for row in tornado.where(mode=mode).rows()}
            names = [describe(key, rows[key]["low"], rows[key]["high"]).replace("\n", ", ") for key in inputs]
            _tornado_bars(axes, [rows[key] for key in inputs], names, words)
            axes.set_title(words(f"mode.{mode}"))
            axes.set_xlabel(words("statics.axis_factor"))
        labels = [describe(key, rows[key]["low"], rows[key]["high"]) for key in inputs]
        plots[0].set_yticks(range(len(inputs)), labels)
        plots[0].invert_yaxis()
        ends = zip(_TORNADO_COLOURS.values(), ("low_value", "high_value"), strict=True)
        handles = [Line2D([], [], color=colour, linewidth=5, label=words(f"statics.{word}")) for colour, word in ends]
        figure.legend(handles=handles, loc="outside lower center", ncols=2)
        return to_svg(figure, name)


def _tornado_bars(axes: Axes, rows: list[dict[str, float]], names: list[str], words: Words) -> None:
    for place, (row, name) in enumerate(zip(rows, names, strict=True)):
        for (end, colour), word in zip(_TORNADO_COLOURS.items(), ("low_value", "high_value"), strict=True):
            reach = row[end] - row["factor_median"]
            label = f"{name}: {words(f'statics.{word}')}"
            axes.barh(place, reach, left=row["factor_median"], height=0.55, color=colour, linewidth=0, label=label)
    axes.axvline(1.0, color=INK, linewidth=0.9)
    axes.grid(axis="y", visible=False)
