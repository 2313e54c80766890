"""Charts of a calibrated model beside what was measured: MAC, FMAC, COMAC, what each parameter changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from pirqa.model.modes import AXES
from pirqa.model.polyhedron import FloatArray
from pirqa.report.figures.style import COLOURS, INK, WIDTH, Drawn, drawing, ink_for, to_svg, with_data
from pirqa.report.words import Words
from pirqa.updating.result import Comparison, UpdatingResult

__all__ = ["draw_coordinates", "draw_frequency_assurance", "draw_matrices", "draw_sensitivity", "signed_map"]

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
    rows = len(matrix)
    across, down = np.arange(columns + 1) + 0.5, np.arange(rows + 1) + 0.5
    axes.pcolormesh(across, down, matrix, cmap=colormaps["Greys"], vmin=0.0, vmax=1.15, edgecolors="white")
    for row, column in np.argwhere(matrix >= _WRITTEN).tolist():
        value = float(matrix[row, column])
        axes.text(column + 1, row + 1, words.typeset(f"{value:.2f}"), ha="center", va="center", size=6.6,
                  color="white" if value > 0.6 else INK)  # fmt: skip
    for row, column in enumerate(item.computed):
        axes.add_patch(
            Rectangle((column + 0.54, row + 0.54), 0.92, 0.92, facecolor="none", edgecolor=COLOURS["orange"], lw=1.8)
        )
    axes.invert_yaxis()
    axes.grid(visible=False)


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
        panels[0].legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=2, borderaxespad=0.1)
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
    across, down = np.arange(len(columns) + 1) + 0.5, np.arange(len(rows) + 1) + 0.5
    axes.pcolormesh(
        across, down, values, cmap=colormaps["PuOr_r"], vmin=-1.6 * most, vmax=1.6 * most, edgecolors="white"
    )
    for row, column in np.ndindex(*values.shape):
        told = f"{round(float(values[row, column]), 2) + 0.0:+.2f}".replace("+0.00", "0.00")
        axes.text(column + 1, row + 1, words.typeset(told), ha="center", va="center", size=7.2)
    axes.set_xticks(range(1, len(columns) + 1), columns)
    axes.set_yticks(range(1, len(rows) + 1), rows)
    axes.invert_yaxis()
    axes.grid(visible=False)


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
