"""Charts of a calibration itself: its way to the best values, their intervals, what the modes could tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, MaxNLocator, NullLocator

from pirqa.model.polyhedron import FloatArray
from pirqa.report.figures.style import COLOURS, INK, WIDTH, Drawn, apart, drawing, to_svg, with_data
from pirqa.report.figures.updating import signed_map
from pirqa.report.words import Words
from pirqa.updating.result import UpdatedParameter, UpdatingResult

__all__ = [
    "UNITS",
    "draw_convergence",
    "draw_correlation",
    "draw_directions",
    "draw_ranges",
    "draw_samples",
    "named",
    "unit_of",
]

UNITS: dict[str, tuple[float, str]] = {
    "Pa": (1e6, "MPa"),
    "N/m3": (1e3, "kN/m³"),
    "N/m": (1e6, "MN/m"),
    "": (1.0, ""),
}
"""SI numbers in the unit that the page writes, by SI unit."""
BED = (1e6, "MN/m³")
"""The same of the stiffness of the ground, whose SI unit is that of a unit weight."""
_RATIOS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0)
_DECADE = 10.0
"""Of the largest to the least cost from which it is drawn in powers of ten."""
_MARK = 250
"""Samples that are drawn: more make the page heavy and show nothing more."""
_MOST = 6
"""Parameters whose samples are drawn against each other."""
_QUANTILE = 1.959963984540054
_ELLIPSE = 5.991464547107979
"""χ² of two degrees of freedom at 95 %."""


def unit_of(item: UpdatedParameter) -> tuple[float, str]:
    """What its numbers are divided by, and the unit they have then."""
    return BED if item.kind in ("bed_normal", "bed_shear") else UNITS[item.unit]


def draw_ranges(result: UpdatingResult, printed: Mapping[str, float], words: Words, *, name: str) -> Drawn:
    """Each parameter over its start: bounds, what was known, what was found with its interval, other ways."""
    items = result.parameters
    with drawing(WIDTH, 0.95 + 0.36 * len(items)) as figure:
        axes = figure.subplots()
        for place, item in enumerate(items):
            base = item.start
            axes.plot([item.low / base, item.high / base], [place] * 2, color=COLOURS["stone_edge"], linewidth=0.9,
                      marker="|", markersize=11, label=_once(words("updating.bounds"), place))  # fmt: skip
            if item.prior_sd is not None:
                spread = _QUANTILE * item.prior_sd / base
                ends = np.clip([1.0 - spread, 1.0 + spread], item.low / base, item.high / base)
                axes.fill_between(ends, place - 0.3, place + 0.3, linewidth=0.6, hatch="////", facecolor="white",
                                  edgecolor=COLOURS["stone_edge"], label=words("updating.prior"))  # fmt: skip
            axes.plot([item.interval_low / base, item.interval_high / base], [place] * 2, color=COLOURS["blue"],
                      linewidth=6.5, alpha=0.55, solid_capstyle="butt",
                      label=_once(words("updating.interval"), place))  # fmt: skip
            marks = (
                ("start", 1.0, {"marker": "x", "color": INK}),
                ("value", item.value / base, {"marker": "o", "color": COLOURS["blue"]}),
                ("response_functions", _over(item.response_functions, base), _hollow("D", COLOURS["orange"])),
                ("printed", _over(printed.get(item.name), base), _hollow("^", INK)),
            )
            for key, where, look in marks:
                if where is not None:
                    axes.plot([where], [place], linestyle="none", markersize=6.5, zorder=4, **look,
                              label=words(f"updating.mark_{key}"))  # fmt: skip
        axes.set_xscale("log")
        low, high = (float(value) for value in axes.get_xlim())
        axes.xaxis.set_major_locator(FixedLocator([ratio for ratio in _RATIOS if low <= ratio <= high]))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(lambda value, _: words.typeset(f"{value:g}"))
        axes.set_yticks(range(len(items)), [item.name for item in items])
        axes.set_ylim(len(items) - 0.5, -0.5)
        axes.grid(visible=False, axis="y")
        axes.set_xlabel(words("updating.axis_over_start"))
        known = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
        axes.legend(known.values(), known.keys(), loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=4,
                    borderaxespad=0.1)  # fmt: skip
        return with_data(to_svg(figure, name), _values(result, printed, words))


def _once(label: str, place: int) -> str:
    return label if place == 0 else "_"


def _over(value: float | None, base: float) -> float | None:
    return None if value is None else value / base


def _hollow(marker: str, colour: str) -> dict[str, object]:
    return {"marker": marker, "markerfacecolor": "white", "markeredgecolor": colour, "markeredgewidth": 1.3}


def _values(result: UpdatingResult, printed: Mapping[str, float], words: Words) -> Iterator[tuple[object, ...]]:
    """The table of parameters, in SI units and all digits."""
    keys = ("parameter", "unit", "start", "low", "high", "prior_sd", "value", "sd", "interval_low", "interval_high")
    yield tuple(words(f"updating.data_{key}") for key in (*keys, "on_bound", "response_functions", "printed"))
    for item in result.parameters:
        row = [getattr(item, "name" if key == "parameter" else key) for key in keys]
        numbers = (*row[2:], int(item.on_bound), item.response_functions, printed.get(item.name))
        yield (*row[:2], *("" if value is None else f"{value:.9g}" for value in numbers))


def draw_convergence(
    values: FloatArray,
    cost: FloatArray,
    starts: Sequence[float],
    names: Sequence[str],
    words: Words,
    *,
    axis: str,
    name: str,
) -> Drawn:
    """The cost and each parameter over its start, step by step (as the Chokepukio paper's fig. 10)."""
    steps = np.arange(len(cost)) if axis == "evaluation" else np.arange(1, len(cost) + 1)
    with drawing(WIDTH, 2.7) as figure:
        left, right = figure.subplots(1, 2)
        left.plot(steps, np.maximum(cost, 1e-12), marker="o", markersize=3.5, color=INK, label=words("updating.cost"))
        if cost.max() > _DECADE * cost.min():
            left.set_yscale("log")
        else:
            left.set_ylim(bottom=0.0)
        left.set_ylabel(words("updating.axis_cost"))
        for index, label in enumerate(names):
            style = apart(index) | {"markevery": None}
            right.plot(steps, values[:, index] / starts[index], label=label, linewidth=1.3, **style)
        right.axhline(1.0, color=COLOURS["stone_edge"], linewidth=0.8, linestyle=(0, (2, 2)))
        right.set_ylim(bottom=0.0)
        right.set_ylabel(words("updating.axis_over_start"))
        right.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=min(6, len(names)), borderaxespad=0.1)
        for axes in (left, right):
            axes.set_xlabel(words(f"updating.axis_{axis}"))
            axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        return to_svg(figure, name)


def draw_directions(result: UpdatingResult, words: Words, *, name: str) -> Drawn:
    """Directions in which the parameters may move together, and how well the modes alone tell each."""
    found = result.identifiability
    names = [item.name for item in result.parameters]
    count = len(names)
    # the sign of a direction means nothing: its largest part is drawn as growing
    largest = np.take_along_axis(found.directions, np.abs(found.directions).argmax(axis=1)[:, None], axis=1)
    parts = found.directions * np.sign(largest)
    seen = np.array([index not in found.null for index in range(count)])
    known = 100.0 / np.where(seen, found.singular, 1.0)
    with drawing(WIDTH, 0.34 * count + 0.9) as figure:
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        signed_map(left, parts, names, [str(number) for number in range(1, count + 1)], words, largest=1.0)
        left.set_ylabel(words("updating.axis_direction"))
        left.set_title(words("updating.directions_parts"))
        far = 10.0 * max(float(known[seen].max(initial=1.0)), 100.0)
        places = np.arange(1, count + 1)
        right.barh(places[seen], known[seen], 0.62, color=COLOURS["blue"], label=words("updating.directions_seen"))
        right.barh(places[~seen], np.full(int((~seen).sum()), far), 0.62, facecolor="white", hatch="xxxx",
                   edgecolor=COLOURS["orange"], linewidth=0.6, label=words("updating.directions_unseen"))  # fmt: skip
        right.axvline(30.0, color=INK, linewidth=0.9, linestyle=(0, (4, 2)))
        right.set_xscale("log")
        right.set_xlim(0.3 * float(known[seen].min(initial=1.0)), far)
        for place, number in zip(places[seen].tolist(), known[seen].tolist(), strict=True):
            right.annotate(words.typeset(f"{number:.2g} %"), (number, place), (3, 0), textcoords="offset points",
                           va="center", size=7.5)  # fmt: skip
        right.set_yticks(places, [str(number) for number in places])
        right.invert_yaxis()
        right.xaxis.set_major_formatter(lambda value, _: words.typeset(f"{value:g}"))
        right.xaxis.set_minor_locator(NullLocator())
        right.grid(visible=False, axis="y")
        right.set_title(words("updating.directions_known"))
        return with_data(to_svg(figure, name), _directions(result, parts, words))


def _directions(result: UpdatingResult, parts: FloatArray, words: Words) -> Iterator[tuple[object, ...]]:
    found = result.identifiability
    head = tuple(words(f"updating.data_{key}") for key in ("direction_number", "singular", "seen"))
    yield (*head, *(item.name for item in result.parameters))
    for index, row in enumerate(parts.tolist()):
        yield (index + 1, f"{found.singular[index]:.6g}", int(index not in found.null), *(f"{x:.6g}" for x in row))


def draw_correlation(result: UpdatingResult, words: Words, *, name: str) -> Drawn:
    """What is known of two parameters together: Laplace's correlations."""
    names = [item.name for item in result.parameters]
    matrix = result.posterior.correlation
    side = min(0.62 * len(names) + 0.9, 0.8 * WIDTH)
    with drawing(side + 0.4, 0.62 * side + 0.3) as figure:
        axes = figure.subplots()
        signed_map(axes, matrix, names, names, words, largest=1.0)
        rows = [
            (words("updating.data_parameter"), *names),
            *((label, *(f"{x:.6g}" for x in row)) for label, row in zip(names, matrix.tolist(), strict=True)),
        ]
        return with_data(to_svg(figure, name), rows)


def draw_samples(result: UpdatingResult, words: Words, *, name: str) -> Drawn:
    """Samples of the posterior, each parameter by itself and two by two, with Laplace's interval and ellipse."""
    assert result.samples is not None
    chosen = sorted(np.argsort(-result.sensitivity.share, kind="stable")[:_MOST].tolist())
    values = result.samples.values
    few = values[:: max(len(values) // _MARK, 1)][:_MARK]
    count = len(chosen)
    side = WIDTH if count > 2 else 0.62 * WIDTH
    with drawing(side, 0.8 * side if count > 1 else 2.4) as figure:
        panels = figure.subplots(count, count, squeeze=False)
        for row, column in product(range(count), repeat=2):
            axes = panels[row, column]
            if column > row:
                axes.set_axis_off()
            elif column == row:
                _histogram(axes, result, chosen[row])
            else:
                _cloud(axes, result, few, chosen[column], chosen[row])
            _label(axes, result, chosen, row, column)
        return with_data(to_svg(figure, name), _sampled(result, words))


def _histogram(axes: Axes, result: UpdatingResult, index: int) -> None:
    item, samples = result.parameters[index], result.samples
    assert samples is not None
    scale, _ = unit_of(item)
    axes.hist(
        samples.values[:, index] / scale, bins=24, color=COLOURS["stone"], edgecolor=COLOURS["stone_edge"], lw=0.4
    )
    for ends, colour, dashes in (
        ((samples.low[index], samples.high[index]), INK, "-"),
        ((item.interval_low, item.interval_high), COLOURS["blue"], (0, (3, 2))),
    ):
        for end in ends:
            axes.axvline(float(end) / scale, color=colour, linewidth=1.0, linestyle=dashes)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.grid(visible=False)


def _cloud(axes: Axes, result: UpdatingResult, few: FloatArray, first: int, second: int) -> None:
    (one, _), (other, _) = (unit_of(result.parameters[index]) for index in (first, second))
    axes.plot(few[:, first] / one, few[:, second] / other, linestyle="none", marker="o", markersize=1.6, color=INK,
              alpha=0.45, markeredgewidth=0.0)  # fmt: skip
    both = [first, second]
    root = np.linalg.cholesky(result.posterior.covariance[np.ix_(both, both)])
    turn = np.linspace(0.0, 2.0 * np.pi, 73)
    ring = root @ (np.sqrt(_ELLIPSE) * np.stack([np.cos(turn), np.sin(turn)]))
    centre = [result.parameters[index].value for index in both]
    axes.plot((centre[0] + ring[0]) / one, (centre[1] + ring[1]) / other, color=COLOURS["blue"], linewidth=1.2,
              linestyle=(0, (3, 2)))  # fmt: skip


def _label(axes: Axes, result: UpdatingResult, chosen: Sequence[int], row: int, column: int) -> None:
    """The same scale in each row and column; names at the edges of the picture alone."""
    axes.set_xlim(*_span(result, chosen[column]))
    if column < row:
        axes.set_ylim(*_span(result, chosen[row]))
    axes.xaxis.set_major_locator(MaxNLocator(3))
    axes.tick_params(labelsize=7)
    if row == len(chosen) - 1:
        axes.set_xlabel(named(result.parameters[chosen[column]]))
    else:
        axes.set_xticklabels([])
    if column < row:
        axes.yaxis.set_major_locator(MaxNLocator(3))
        if column == 0:
            axes.set_ylabel(named(result.parameters[chosen[row]]))
        else:
            axes.set_yticklabels([])


def _span(result: UpdatingResult, index: int) -> tuple[float, float]:
    """That holds the samples and the ellipse."""
    item = result.parameters[index]
    assert result.samples is not None
    scale, _ = unit_of(item)
    values, reach = result.samples.values[:, index], np.sqrt(_ELLIPSE) * item.sd
    low, high = min(float(values.min()), item.value - reach), max(float(values.max()), item.value + reach)
    spare = 0.04 * (high - low)
    return (low - spare) / scale, (high + spare) / scale


def named(item: UpdatedParameter) -> str:
    """Its name with the unit that the page writes."""
    _, unit = unit_of(item)
    return f"{item.name} [{unit}]" if unit else item.name


def _sampled(result: UpdatingResult, words: Words) -> Iterator[tuple[object, ...]]:
    assert result.samples is not None
    yield (words("updating.data_sample"), *(f"{item.name} [{item.unit}]" for item in result.parameters))
    for number, row in enumerate(result.samples.values.tolist(), 1):
        yield (number, *(f"{value:.9g}" for value in row))
