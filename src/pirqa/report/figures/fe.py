"""Charts of finite-element models: frequencies side by side, base shears mode by mode."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.ticker import MaxNLocator

from pirqa.fe.result import SpectrumResponse
from pirqa.model.polyhedron import FloatArray
from pirqa.report.figures.style import COLOURS, INK, WIDTH, Drawn, drawing, to_svg
from pirqa.report.words import Words

__all__ = ["draw_frequencies", "draw_shears"]

_FILLS = (COLOURS["blue"], COLOURS["orange"], COLOURS["green"], COLOURS["purple"])
_HATCHES = ("", "////", "....", "xxxx")
_WRITTEN = 12
"""Modes whose numbers are written; more would lie on one another."""


def draw_frequencies(rows: Sequence[tuple[str, FloatArray, bool]], words: Words, *, name: str) -> Drawn:
    """A row of dots for each model, for what was measured and for what was printed elsewhere.

    ``rows``: its name, frequencies [Hz], nan where a number has none, and whether it is a model of ours.
    """
    with drawing(WIDTH, 0.75 + 0.36 * len(rows)) as figure:
        axes = figure.subplots()
        for place, (label, frequency, own) in enumerate(rows):
            known = np.flatnonzero(np.isfinite(frequency))
            axes.plot(
                frequency[known],
                np.full(len(known), float(place)),
                marker="o" if own else "D",
                markersize=6.5 if own else 5.5,
                markerfacecolor=COLOURS["blue"] if own else "white",
                markeredgecolor=COLOURS["blue"] if own else INK,
                linestyle="none",
                label=label,
            )
            last = -np.inf
            span = float(np.nanmax([np.nanmax(values) for _, values, _ in rows]))
            for index in known[:_WRITTEN]:
                if frequency[index] - last < 0.022 * span:
                    continue  # numbers would lie on one another
                last = float(frequency[index])
                axes.annotate(str(index + 1), (last, place), (0, 6), textcoords="offset points", ha="center", size=7)
        axes.set_yticks(range(len(rows)), [label for label, _, _ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.75)
        axes.set_xlim(left=0.0)
        axes.grid(visible=False, axis="y")
        axes.set_xlabel(words("motion.axis_frequency"))
        return to_svg(figure, name)


def draw_shears(responses: Sequence[SpectrumResponse], words: Words, *, name: str) -> Drawn:
    """Base shear of each mode under each spectrum [kN], and of all modes together."""
    with drawing(WIDTH, 2.5) as figure:
        axes = figure.subplots()
        width = 0.8 / len(responses)
        for place, response in enumerate(responses):
            modes = np.arange(1, len(response.shear) + 1)
            label = words.get(f"code.{response.spectrum}", response.spectrum)
            axes.bar(
                modes + (place - 0.5 * (len(responses) - 1)) * width,
                1e-3 * response.shear,
                width,
                color=_FILLS[place % 4],
                hatch=_HATCHES[place % 4],
                edgecolor="white",
                linewidth=0.4,
                label=label,
            )
            axes.axhline(1e-3 * response.base_shear, color=_FILLS[place % 4], linewidth=1.0, linestyle=(0, (4, 2)))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(visible=False, axis="x")
        axes.set_xlabel(words("fe.axis_mode"))
        axes.set_ylabel(words("fe.axis_shear"))
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=4, borderaxespad=0.1)
        return to_svg(figure, name)
