"""Figures of a calibrated model: agreement with the measured modes, the fit, its intervals and its mode shapes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import FixedLocator, MaxNLocator, NullLocator

from pirqa.fem.updating.result import Comparison, UpdatedParameter, UpdatingResult
from pirqa.model.modes import AXES
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.stage import wall_boxes
from pirqa.report.figures.oma import Elevation
from pirqa.report.figures.style import (
    ABOVE_RIGHT,
    COLOURS,
    INK,
    WIDTH,
    Drawn,
    apart,
    drawing,
    ink_for,
    shade_matrix,
    to_svg,
    with_data,
)
from pirqa.report.words import Words

_WIDE = 9
"""Computed modes up to which two matrices stand side by side."""
_MOST = 16
"""Computed modes that a matrix shows."""
_WRITTEN = 0.05
"""Least MAC that is written in a matrix: below it a cell is white."""
_SEEN = 0.1
"""Least MAC of a circle of the FMAC graph."""
_LARGEST = 150.0
"""Area of a circle of MAC 1 [pt²]."""
_BAND = 0.1
"""Relative difference of frequencies that is drawn as a band."""
_STAGES = ("before", "after")
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
_MOST_START_LINES = 6
"""Parameters whose samples are drawn against each other."""
_QUANTILE = 1.959963984540054
_ELLIPSE = 5.991464547107979
"""χ² of two degrees of freedom at 95 %."""
_MOST_PAIRS = 12
_AT_ONCE = 2
"""Modes beside each other, two panels each."""


def draw_matrices(result: UpdatingResult, words: Words, *, name: str) -> Drawn:
    """MAC of each measured mode with each computed one, before and after; partners are framed."""
    measured = len(result.measured)
    both = (result.before, result.after)
    columns = min(max(max(item.computed) for item in both) + 3, *(len(item.modes) for item in both), _MOST)
    columns = max(columns, *(max(item.computed) + 1 for item in both))
    aside = columns <= _WIDE
    tall = 0.29 * measured + 0.75
    with drawing(WIDTH, tall if aside else 2.0 * tall) as figure:
        panels = figure.subplots(*((1, 2) if aside else (2, 1)))
        for axes, item, key in zip(panels, both, _STAGES, strict=True):
            _matrix(axes, item, columns, words)
            axes.set_title(words(f"updating.{key}"))
            axes.set_yticks(range(1, measured + 1), _numbered(result.measured.frequency, words, result.numbers))
            axes.set_xticks(
                range(1, columns + 1), _numbered(item.modes.frequency[:columns], words, between="\n"), size=6.8
            )
            axes.set_xlabel(words("updating.axis_computed_mode"))
            axes.set_ylabel(words("updating.axis_measured_mode"))
        return with_data(to_svg(figure, name), _pairs(result, words))


def _matrix(axes: Axes, item: Comparison, columns: int, words: Words) -> None:
    matrix = item.assurance[:, :columns]
    shade_matrix(axes, matrix, words, size=6.6, least=_WRITTEN)
    for row, column in enumerate(item.computed):
        axes.add_patch(
            Rectangle((column + 0.54, row + 0.54), 0.92, 0.92, facecolor="none", edgecolor=COLOURS["orange"], lw=1.8)
        )


def _numbered(frequency: FloatArray, words: Words, numbers: Iterable[int] = (), between: str = ": ") -> list[str]:
    """Numbers of modes, from 1 where none are given, with their frequencies."""
    told = numbers or range(1, len(frequency) + 1)
    return [f"{number}{between}{words.number(f, 3)}" for number, f in zip(told, frequency.tolist(), strict=True)]


def _pairs(result: UpdatingResult, words: Words) -> Iterator[tuple[object, ...]]:
    """MAC of each measured with each computed mode, and which belong together."""
    keys = ("mode", "frequency", "stage", "computed", "computed_frequency", "mac", "pair")
    yield tuple(words(f"updating.data_{key}") for key in keys)
    for key, item in zip(_STAGES, (result.before, result.after), strict=True):
        for row, column in np.ndindex(*item.assurance.shape):
            yield (
                result.numbers[row],
                f"{result.measured.frequency[row]:.9g}",
                words(f"updating.{key}"),
                column + 1,
                f"{item.modes.frequency[column]:.9g}",
                f"{item.assurance[row, column]:.6g}",
                int(item.computed[row] == column),
            )


def draw_frequency_assurance(result: UpdatingResult, words: Words, *, name: str) -> Drawn:
    """FMAC: computed against measured frequency, a circle for each two modes, as large as their shapes are alike."""
    measured = result.measured.frequency
    high = 1.08 * float(max(measured.max(), result.before.frequency.max(), result.after.frequency.max()))
    with drawing(WIDTH, 0.55 * WIDTH) as figure:
        panels = figure.subplots(1, 2, sharey=True)
        for axes, item, key in zip(panels, (result.before, result.after), _STAGES, strict=True):
            line = np.array([0.0, high])
            axes.fill_between(line, (1.0 - _BAND) * line, (1.0 + _BAND) * line, color=COLOURS["grid"], lw=0.0, zorder=0)
            axes.plot(line, line, color=COLOURS["stone_edge"], linewidth=0.9, zorder=1)
            others = item.assurance.copy()
            others[np.arange(len(measured)), list(item.computed)] = 0.0
            rows, columns = np.nonzero(others >= _SEEN)
            axes.scatter(measured[rows], item.modes.frequency[columns], s=_LARGEST * others[rows, columns],
                         facecolors="none", edgecolors=COLOURS["stone_edge"], linewidths=0.8)  # fmt: skip
            axes.scatter(measured, item.frequency, s=_LARGEST * item.mac, color=COLOURS["blue"], linewidths=0.0)
            for x, y, mac in zip(measured.tolist(), item.frequency.tolist(), item.mac.tolist(), strict=True):
                axes.annotate(words.typeset(f"{mac:.2f}"), (x, y), (9, -3), textcoords="offset points", size=7.2,
                              color=ink_for(COLOURS["blue"]), ha="left", va="top")  # fmt: skip
            axes.set_xlim(0.0, high)
            axes.set_ylim(0.0, high)
            axes.set_aspect("equal")
            axes.set_title(words(f"updating.{key}"))
            axes.set_xlabel(words("updating.axis_measured"))
            for side in (axes.xaxis, axes.yaxis):
                side.set_major_locator(MaxNLocator(6))
        panels[0].set_ylabel(words("updating.axis_computed"))
        return with_data(to_svg(figure, name), _pairs(result, words))


def draw_coordinates(result: UpdatingResult, words: Words, *, name: str) -> Drawn:
    """COMAC of each sensor in each direction that it measured, before and after."""
    before, after = result.before.coordinate, result.after.coordinate
    measured = [axis for axis in range(3) if np.isfinite(after[:, axis]).any()]
    points = result.measured.points
    places = np.arange(len(points))
    with drawing(WIDTH, 0.3 + 1.9 * len(measured)) as figure:
        panels = figure.subplots(len(measured), 1, sharex=True, squeeze=False).ravel()
        looks = (
            ("before", before, -0.2, {"facecolor": "white", "hatch": "/////", "edgecolor": COLOURS["stone_edge"]}),
            ("after", after, 0.2, {"facecolor": COLOURS["blue"], "edgecolor": COLOURS["blue"]}),
        )
        for axes, axis in zip(panels, measured, strict=True):
            for key, values, aside, look in looks:
                axes.bar(places + aside, np.nan_to_num(values[:, axis]), 0.36, linewidth=0.6,
                         label=words(f"updating.{key}"), **look)  # fmt: skip
            axes.set_ylim(0.0, 1.0)
            axes.grid(visible=False, axis="x")
            axes.set_ylabel("COMAC")
            axes.set_title(words(f"direction.{AXES[axis]}"))
        turned = max(map(len, points)) * len(points) > 90  # names that would run into each other
        panels[-1].set_xticks(places, points, rotation=90 if turned else 0, size=7.5)
        panels[-1].set_xlabel(words("updating.axis_sensor"))
        panels[0].legend(ncols=2, **ABOVE_RIGHT)
        return with_data(to_svg(figure, name), _coordinates(result, words))


def _coordinates(result: UpdatingResult, words: Words) -> Iterator[tuple[object, ...]]:
    yield tuple(words(f"updating.data_{key}") for key in ("sensor", "direction", "comac_before", "comac_after"))
    before, after = result.before.coordinate, result.after.coordinate
    for point, axis in np.argwhere(np.isfinite(after)).tolist():
        numbers = (f"{values[point, axis]:.6g}" for values in (before, after))
        yield (result.measured.points[point], words(f"direction.{AXES[axis]}"), *numbers)


def draw_sensitivity(result: UpdatingResult, words: Words, *, name: str) -> Drawn:
    """Change of each frequency by one per cent of each parameter, and how much each counts."""
    found = result.sensitivity
    names = [item.name for item in result.parameters]
    modes = len(found.frequency)
    with drawing(WIDTH, max(0.3 * modes, 0.32 * len(names)) + 0.85) as figure:
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        signed_map(left, found.frequency, names, _numbered(result.measured.frequency, words, result.numbers), words)
        left.set_title(words("updating.sensitivity_frequency"))
        left.set_ylabel(words("updating.axis_measured_mode"))
        places = np.arange(len(names))
        right.barh(places, found.share, 0.62, color=COLOURS["blue"])
        for place, share in zip(places.tolist(), found.share.tolist(), strict=True):
            right.annotate(words.typeset(f"{share:.2f}"), (share, place), (3, 0), textcoords="offset points",
                           va="center", size=7.5)  # fmt: skip
        right.set_yticks(places, names)
        right.invert_yaxis()
        right.set_xlim(0.0, 1.15)
        right.grid(visible=False, axis="y")
        right.set_title(words("updating.sensitivity_share"))
        return with_data(to_svg(figure, name), _sensitivities(result, words))


def signed_map(
    axes: Axes, values: FloatArray, columns: list[str], rows: list[str], words: Words, largest: float = 0.0
) -> None:
    """A table of numbers of both signs, shaded; the numbers are written, so that grey print tells the signs too."""
    most = largest or float(np.abs(values).max(initial=0.0)) or 1.0
    shade_matrix(axes, values, words, size=7.2, colours="PuOr_r", limits=(-1.6 * most, 1.6 * most))
    axes.set_xticks(range(1, len(columns) + 1), columns)
    axes.set_yticks(range(1, len(rows) + 1), rows)


def _sensitivities(result: UpdatingResult, words: Words) -> Iterator[tuple[object, ...]]:
    keys = ("mode", "frequency", "parameter", "frequency_change", "mac_change", "share")
    yield tuple(words(f"updating.data_{key}") for key in keys)
    found = result.sensitivity
    for row, column in np.ndindex(*found.frequency.shape):
        yield (
            result.numbers[row],
            f"{result.measured.frequency[row]:.9g}",
            result.parameters[column].name,
            f"{found.frequency[row, column]:.6g}",
            f"{found.assurance[row, column]:.6g}",
            f"{found.share[column]:.6g}",
        )


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
        axes.legend(known.values(), known.keys(), ncols=4, **ABOVE_RIGHT)
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
        right.legend(ncols=min(6, len(names)), **ABOVE_RIGHT)
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
    chosen = sorted(np.argsort(-result.sensitivity.share, kind="stable")[:_MOST_START_LINES].tolist())
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


def paired_shapes(result: UpdatingResult) -> tuple[FloatArray, FloatArray]:
    """Measured shapes and those of the calibrated model at the same sensors, shape (n, points, 3) each.

    Both where there was a sensor alone, as large and with the same sign: a mode has no sign of its own.
    """
    measured = result.measured.point_shape
    computed = result.after.modes.point_shape[list(result.after.computed)]
    computed = np.where(np.isfinite(measured), computed, np.nan)
    inner = np.nansum(measured * computed, axis=(1, 2), keepdims=True)
    computed = np.where(inner < 0.0, -1.0, 1.0) * computed
    return _to_one(measured), _to_one(computed)


def _to_one(shape: FloatArray) -> FloatArray:
    largest = np.nanmax(np.abs(shape), axis=(1, 2), keepdims=True)
    return np.asarray(shape / np.maximum(largest, np.finfo(float).tiny))


def draw_pairs(result: UpdatingResult, words: Words, *, name: str) -> Drawn:
    """A small elevation of each measured mode, and beside it the one of the calibrated model."""
    elevation = Elevation(wall_boxes(result.wall, result.places))
    count = min(len(result.measured), _MOST_PAIRS)
    across = min(_AT_ONCE, count)
    rows = -(-count // across)
    tall = elevation.height_of_panel(WIDTH / (2 * across), 2.6)
    shapes = paired_shapes(result)
    told = (result.measured.frequency, result.after.frequency)
    with drawing(WIDTH, rows * (tall + 0.4)) as figure:
        panels = figure.subplots(rows, 2 * across, squeeze=False).ravel()
        for axes in panels:
            axes.set_axis_off()
        for place, axes in enumerate(panels[: 2 * count]):
            index, which = divmod(place, 2)
            elevation.draw(axes, result.places, shapes[which][index])
            frequency = words.number(float(told[which][index]), 3)
            key = "shape_measured" if which == 0 else "shape_calibrated"
            mac = words.typeset(f"{float(result.after.mac[index]):.2f}")
            axes.set_title(
                words(f"updating.{key}", number=result.numbers[index], frequency=frequency, mac=mac), size=7.8
            )
        return with_data(to_svg(figure, name), _numbers(result, shapes, words))


def _numbers(
    result: UpdatingResult, shapes: tuple[FloatArray, FloatArray], words: Words
) -> Iterator[tuple[object, ...]]:
    yield (
        *(words(f"oma.shape_{key}") for key in ("mode", "frequency", "point", "x", "y", "z", "direction")),
        *(words(f"updating.data_shape_{key}") for key in ("measured", "calibrated")),
    )
    for mode, point, axis in np.argwhere(np.isfinite(shapes[0])).tolist():
        yield (
            result.numbers[mode],
            f"{result.measured.frequency[mode]:.9g}",
            result.measured.points[point],
            *(f"{number:g}" for number in result.places[point].tolist()),
            words(f"direction.{AXES[axis]}"),
            *(f"{shape[mode, point, axis]:.6g}" for shape in shapes),
        )
