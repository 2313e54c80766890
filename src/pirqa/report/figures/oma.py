"""Charts of vibrations: spectra, the stabilisation diagram, how alike modes are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.result import OmaResult, Spectrum
from pirqa.report.figures.style import COLOURS, INK, WIDTH, Drawn, drawing, to_svg, with_data
from pirqa.report.words import Words

__all__ = ["draw_auto_mac", "draw_diagram", "draw_singular_values", "draw_spectrum"]

_DASHED: Any = (0, (4, 2))
_SHOWN_SINGULAR = 4
"""Singular values that are drawn: those of noise tell nothing more."""
_LINES = ("-", (0, (5, 1.5)), (0, (2, 1)), (0, (1, 1)))


def draw_spectrum(result: OmaResult, spectrum: Spectrum, words: Words, *, name: str) -> Drawn:
    """The averaged normalised spectrum, what was picked of it, and the modes."""
    with drawing(WIDTH, 2.9) as figure:
        axes = figure.subplots()
        shown = _in_view(spectrum.frequency, result)
        axes.plot(
            spectrum.frequency[shown], spectrum.averaged[shown], color=INK, linewidth=1.1, label=words("oma.averaged")
        )
        for frequency in result.modes.frequency.tolist():
            axes.axvline(frequency, color=COLOURS["orange"], linewidth=0.9, linestyle=_DASHED, zorder=0.5)
        heights = np.interp(spectrum.peaks, spectrum.frequency, spectrum.averaged)
        axes.plot(
            spectrum.peaks,
            heights,
            marker="v",
            markersize=6,
            color=COLOURS["blue"],
            linestyle="none",
            label=words("oma.picked"),
        )
        for frequency, height in zip(spectrum.peaks.tolist(), heights.tolist(), strict=True):
            axes.annotate(
                words.number(frequency, 3),
                (frequency, height),
                (0, 6),
                textcoords="offset points",
                ha="center",
                size=7.5,
            )
        axes.set_yscale("log")
        low, high = axes.get_ylim()
        axes.set_ylim(low, high * 2.0)
        _frequency_axis(axes, result, words)
        axes.set_ylabel(words("oma.axis_averaged"))
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=3, borderaxespad=0.1)
        return to_svg(figure, name)


def draw_singular_values(result: OmaResult, spectrum: Spectrum, words: Words, *, name: str) -> Drawn:
    """Singular values of the spectral matrix [dB]."""
    with drawing(WIDTH, 2.7) as figure:
        axes = figure.subplots()
        shown = _in_view(spectrum.frequency, result)
        for index in range(min(spectrum.singular.shape[1], _SHOWN_SINGULAR)):
            values = 10.0 * np.log10(np.maximum(spectrum.singular[shown, index], 1e-300))
            axes.plot(
                spectrum.frequency[shown],
                values,
                color=INK if index == 0 else COLOURS["stone_edge"],
                linewidth=1.3 if index == 0 else 0.9,
                linestyle=_LINES[index],
                label=words("oma.singular", number=index + 1),
            )
        for frequency in result.modes.frequency.tolist():
            axes.axvline(frequency, color=COLOURS["orange"], linewidth=0.9, linestyle=_DASHED, zorder=0.5)
        _frequency_axis(axes, result, words)
        axes.set_ylabel(words("oma.axis_singular"))
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=4, borderaxespad=0.1)
        return to_svg(figure, name)


def draw_diagram(result: OmaResult, spectrum: Spectrum, words: Words, *, name: str) -> Drawn:
    """Poles of all orders over the spectrum: those that belong to modes stand in columns."""
    diagram = result.diagram
    order, frequency = diagram["order"].astype(float), diagram["frequency"].astype(float)
    stable, mode = diagram["stable"].astype(bool), diagram["mode"].astype(int)
    low, high = _view(result)
    inside = (frequency >= low) & (frequency <= high) & (diagram["damping"] > 0.0)
    with drawing(WIDTH, 3.9) as figure:
        axes = figure.subplots()
        behind = axes.twinx()
        shown = _in_view(spectrum.frequency, result)
        level = np.log10(np.maximum(spectrum.singular[shown, 0], 1e-300))
        behind.fill_between(spectrum.frequency[shown], level, level.min(), color=COLOURS["grid"], linewidth=0.0)
        behind.plot(spectrum.frequency[shown], level, color="#a9a296", linewidth=0.8, label=words("oma.first_singular"))
        behind.set_axis_off()
        behind.set_ylim(level.min(), level.max() + 0.08 * float(np.ptp(level)))
        axes.set_zorder(2)
        axes.patch.set_visible(False)
        axes.grid(visible=False)
        kinds: tuple[tuple[str, Any, dict[str, Any]], ...] = (
            ("unstable", inside & ~stable & (mode < 0), {"marker": "x", "s": 7, "color": "#9a948a", "linewidths": 0.5}),
            (
                "stable",
                inside & stable & (mode < 0),
                {"marker": "o", "s": 11, "facecolors": "none", "edgecolors": COLOURS["blue"], "linewidths": 0.7},
            ),
            ("in_mode", inside & (mode >= 0), {"marker": "o", "s": 12, "color": COLOURS["orange"], "linewidths": 0.0}),
        )
        for key, chosen, look in kinds:
            axes.scatter(frequency[chosen], order[chosen], label=words(f"oma.pole_{key}"), **look)
        sd = result.modes.frequency_sd
        top = float(order.max()) if len(order) else 1.0
        for index, centre in enumerate(result.modes.frequency.tolist()):
            axes.axvline(centre, color=INK, linewidth=0.6, linestyle=_DASHED, zorder=0.4)
            if sd is not None and np.isfinite(sd[index]):
                axes.axvspan(
                    centre - 2.0 * sd[index], centre + 2.0 * sd[index], color=COLOURS["amber"], alpha=0.25, zorder=0.3
                )
            axes.annotate(str(index + 1), (centre, top), (0, 7), textcoords="offset points", ha="center", size=8)
        axes.set_ylim(0.0, 1.09 * top)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        _frequency_axis(axes, result, words)
        axes.set_ylabel(words("oma.axis_order"))
        handles, labels = (
            mine + theirs
            for mine, theirs in zip(axes.get_legend_handles_labels(), behind.get_legend_handles_labels(), strict=True)
        )
        axes.legend(handles, labels, loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=4, borderaxespad=0.1)
        return to_svg(figure, name)


def draw_auto_mac(result: OmaResult, words: Words, *, name: str) -> Drawn:
    """How alike the modes' shapes are, each with each."""
    matrix = result.auto_mac
    count = len(matrix)
    with drawing(0.5 * WIDTH, 0.46 * WIDTH) as figure:
        axes = figure.subplots()
        edges = np.arange(count + 1) + 0.5
        axes.pcolormesh(edges, edges, matrix, cmap=colormaps["Greys"], vmin=0.0, vmax=1.15, edgecolors="white")
        for row in range(count):
            for column in range(count):
                value = float(matrix[row, column])
                axes.text(
                    column + 1,
                    row + 1,
                    words.typeset(f"{value:.2f}"),
                    ha="center",
                    va="center",
                    size=6.8,
                    color="white" if value > 0.6 else INK,
                )
        axes.set_aspect("equal")
        axes.invert_yaxis()
        axes.grid(visible=False)
        ticks = list(range(1, count + 1))
        axes.set_xticks(ticks)
        axes.set_yticks(ticks)
        axes.set_xlabel(words("oma.axis_mode"))
        axes.set_ylabel(words("oma.axis_mode"))
        return with_data(to_svg(figure, name), _matrix_rows(matrix, words))


def _matrix_rows(matrix: FloatArray, words: Words) -> Iterator[tuple[object, ...]]:
    mode = words("oma.axis_mode")
    yield (mode, *(f"{mode} {number}" for number in range(1, len(matrix) + 1)))
    for number, row in enumerate(matrix.tolist(), 1):
        yield (number, *(f"{value:.6g}" for value in row))


def _view(result: OmaResult) -> tuple[float, float]:
    return 0.0, 1.1 * result.band[1]


def _in_view(frequency: FloatArray, result: OmaResult) -> Any:
    low, high = _view(result)
    return (frequency > low) & (frequency <= high)


def _frequency_axis(axes: Axes, result: OmaResult, words: Words) -> None:
    axes.set_xlim(*_view(result))
    axes.set_xlabel(words("motion.axis_frequency"))
