"""Figures of measured vibrations: spectra, stabilisation diagram, mode shapes, ground noise, frequencies by date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import LogFormatterSciNotation, LogLocator, MaxNLocator
from matplotlib.tri import Triangulation

from pirqa.model.modes import AXES
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.hvsr.analyse import HvsrResult
from pirqa.oma.result import OmaResult, Spectrum, WallBox
from pirqa.oma.tracking import TrackingResult
from pirqa.report.figures.facade import safe_name
from pirqa.report.figures.style import ABOVE_RIGHT, COLOURS, INK, WIDTH, Drawn, drawing, shade_matrix, to_svg, with_data
from pirqa.report.words import Words

_DASHED: Any = (0, (4, 2))
_SHOWN_SINGULAR = 4
"""Singular values that are drawn: those of noise tell nothing more."""
_LINES = ("-", (0, (5, 1.5)), (0, (2, 1)), (0, (1, 1)))
_COLUMNS = 3
_SLANT = np.array([0.82, 0.57])
"""Which way across the wall is drawn in an elevation: up and to the right, into the page."""
_LONGEST = 0.2
"""Of the longest arrow, of the wall's height."""
_MOST = 12
_NUMBERS = ("mode", "frequency", "point", "x", "y", "z", "direction", "real", "imaginary", "deviation")
"""Columns of the shapes' numbers."""
_ABOVE: Any = {**ABOVE_RIGHT, "ncols": 3, "handlelength": 1.5, "columnspacing": 1.0}
"""Where legends stand: curves may fill the whole panel."""
_TICKS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
_MOST_WINDOWS = 40
_CYCLE = [COLOURS[name] for name in ("blue", "orange", "green", "purple", "amber", "sky")]
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")


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
        axes.legend(ncols=3, **ABOVE_RIGHT)
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
        axes.legend(ncols=4, **ABOVE_RIGHT)
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
        axes.legend(handles, labels, ncols=4, **ABOVE_RIGHT)
        return to_svg(figure, name)


def draw_auto_mac(result: OmaResult, words: Words, *, name: str) -> Drawn:
    """How alike the modes' shapes are, each with each."""
    matrix = result.auto_mac
    count = len(matrix)
    with drawing(0.5 * WIDTH, 0.46 * WIDTH) as figure:
        axes = figure.subplots()
        shade_matrix(axes, matrix, words, size=6.8)
        axes.set_aspect("equal")
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


def wall_boxes(result: OmaResult) -> tuple[WallBox, ...]:
    """The wall's zones, or the space of its sensors down to the ground where there is no wall."""
    if result.boxes:
        return result.boxes
    low, high = result.places.min(axis=0), result.places.max(axis=0)
    aside = max(0.05 * float(np.ptp(result.places[:, 0])), 0.25)
    low = np.array([low[0] - aside, low[1], min(low[2], 0.0)])
    high = np.array([high[0] + aside, max(high[1], low[1] + 0.3), high[2] + aside])
    return (WallBox(low=low, high=high),)


def draw_shapes(result: OmaResult, words: Words, *, name: str) -> Drawn:
    """A small elevation for each mode: arrows aslant are motion across the wall."""
    modes = result.modes
    count = min(len(modes), _MOST)
    elevation = Elevation(wall_boxes(result))
    columns = min(_COLUMNS, count)
    rows = -(-count // columns)
    tall = elevation.height_of_panel(WIDTH / columns, 3.0)
    with drawing(WIDTH, rows * (tall + 0.36)) as figure:
        panels = figure.subplots(rows, columns, squeeze=False).ravel()
        for axes in panels[count:]:
            axes.set_axis_off()
        for index in range(count):
            axes = panels[index]
            for first, second in result.lines:
                ends = result.places[[modes.points.index(first), modes.points.index(second)]]
                axes.plot(ends[:, 0], ends[:, 2], color=COLOURS["stone_edge"], linewidth=0.5, zorder=1.5)
            elevation.draw(axes, result.places, modes.point_shape[index])
            axes.set_axis_off()
            frequency = words.number(float(modes.frequency[index]), 3)
            axes.set_title(words("oma.shape", number=index + 1, frequency=frequency), size=8.5)
        return with_data(to_svg(figure, name), _numbers(result, words))


def _numbers(result: OmaResult, words: Words) -> Iterator[tuple[object, ...]]:
    """All modes at all measured degrees, for those who go on with the shapes elsewhere."""
    modes = result.modes
    yield tuple(words(f"oma.shape_{name}") for name in _NUMBERS)
    imaginary, deviation = (
        np.full_like(modes.point_shape, np.nan) if given is None else given
        for given in (modes.point_shape_imaginary, modes.point_shape_sd)
    )
    for mode, point, axis in np.argwhere(np.isfinite(modes.point_shape)).tolist():
        at = (mode, point, axis)
        yield (
            mode + 1,
            f"{modes.frequency[mode]:.6g}",
            modes.points[point],
            *(f"{number:g}" for number in result.places[point].tolist()),
            words(f"direction.{AXES[axis]}"),
            *("" if np.isnan(part[at]) else f"{part[at]:.6g}" for part in (modes.point_shape, imaginary, deviation)),
        )


class Elevation:
    """The wall from the front in panels of one size, each with a mode."""

    def __init__(self, boxes: Sequence[WallBox]) -> None:
        self._boxes = boxes
        self._low = np.min([box.low for box in boxes], axis=0)[[0, 2]]
        self._high = np.max([box.high for box in boxes], axis=0)[[0, 2]]
        self._length, self._height = (float(extent) for extent in self._high - self._low)
        self._margin = 1.25 * _LONGEST * self._height

    def height_of_panel(self, width: float, most: float) -> float:
        """Return the height of a panel of ``width``, at most ``most`` [in]."""
        return min(width * (self._height + self._margin) / (self._length + 2.0 * self._margin), most)

    def draw(self, axes: Axes, places: FloatArray, shape: FloatArray) -> None:
        """Draw the outline, and the mode ``shape`` at ``places`` (points, 3), over the ground."""
        low, high, margin = self._low, self._high, self._margin
        for box in self._boxes:
            width, height = float(box.high[0] - box.low[0]), float(box.high[2] - box.low[2])
            look: dict[str, Any] = {"facecolor": "none", "edgecolor": COLOURS["stone_edge"], "linewidth": 0.7}
            axes.add_patch(Rectangle((float(box.low[0]), float(box.low[2])), width, height, **look))
        _draw_mode(axes, places, shape, _LONGEST * self._height)
        axes.plot([low[0] - 0.4 * margin, high[0] + 0.4 * margin], [low[1]] * 2, color=INK, linewidth=1.2)
        axes.set_aspect("equal")
        axes.set_xlim(low[0] - margin, high[0] + margin)
        axes.set_ylim(low[1] - 0.06 * self._height, high[1] + margin)


def _draw_mode(axes: Axes, places: FloatArray, shape: FloatArray, longest: float) -> None:
    """Arrows of all measured directions at ``places`` (points, 3), over shades of the one that moves most."""
    known = np.isfinite(shape).any(axis=1)
    moved = np.nan_to_num(shape[known])
    spots = places[known][:, [0, 2]]
    largest = float(np.abs(moved).max()) or 1.0
    main = int(np.argmax(np.abs(moved).max(axis=0)))
    _shade(axes, spots, moved[:, main] / largest)
    arrows = (moved[:, [0, 2]] + moved[:, 1:2] * _SLANT) * (longest / largest)
    for spot, arrow in zip(spots, arrows, strict=True):
        axes.plot(*spot, marker="o", markersize=2.4, color=INK, markeredgewidth=0.0)
        if np.hypot(*arrow) > 0.04 * longest:
            axes.annotate(
                "",
                spot + arrow,
                spot,
                arrowprops={
                    "arrowstyle": "-|>",
                    "color": INK,
                    "lw": 0.9,
                    "shrinkA": 0,
                    "shrinkB": 0,
                    "mutation_scale": 6,
                },
            )


def _shade(axes: Axes, spots: FloatArray, values: FloatArray) -> None:
    """Shades between the points; nothing where they lie on a line."""
    if len(spots) < 3 or np.linalg.matrix_rank(spots - spots.mean(axis=0), tol=1e-6) < 2:
        return
    mesh = Triangulation(spots[:, 0], spots[:, 1])
    levels = np.linspace(-1.0, 1.0, 11)
    axes.tricontourf(mesh, values, levels=levels, cmap=colormaps["PuOr_r"], alpha=0.55, extend="both")
    axes.tricontour(mesh, values, levels=[0.0], colors=INK, linewidths=0.6, linestyles="dotted")


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
