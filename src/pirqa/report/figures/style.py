"""The look that all drawings share, their inline SVG with the same bytes each time, and the CSV of their curves."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.collections import PathCollection
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from numpy.typing import NDArray

from pirqa.report.words import Words

INK = "#2b2a28"
COLOURS = {
    # Okabe and Ito's palette: told apart by colour-blind readers too
    "blue": "#0072b2",
    "orange": "#d55e00",
    "green": "#009e73",
    "purple": "#8c4a7f",
    "amber": "#c98a00",
    "sky": "#56b4e9",
    "stone": "#d9d2c5",
    "stone_edge": "#6b6459",
    "soil": "#e9dcc0",
    "grid": "#e4e0d8",
}
CYCLE = tuple(COLOURS[name] for name in ("blue", "orange", "green", "purple", "amber", "sky"))
"""Colours of curves, one after the other."""
FALLEN = {"facecolor": COLOURS["sky"], "hatch": "//////"}
"""How stones that fell are filled."""
MARKS = ("", "o", "s", "^", "D", "v")
"""What tells the curves of ``CYCLE`` apart in grey print: the first is plain, the others bear a sign here and there."""
_DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (6, 1.5, 1.2, 1.5)), (0, (2.2, 1.3)), (0, (9, 3)), (0, (1.1, 1.1)))
"""Lines that are told apart in grey print too."""
MODE_LINES: dict[str, Any] = {"sliding": "-", "overturning": (0, (5, 2))}
ABOVE_LEFT: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "borderaxespad": 0.1}
ABOVE_RIGHT: dict[str, Any] = {"loc": "lower right", "bbox_to_anchor": (1.0, 1.0), "borderaxespad": 0.1}
"""Where legends stand that no curve may cross."""
WIDTH = 7.6
"""Width of a full-width figure [in]."""

_STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 8.5,
    "svg.fonttype": "none",
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.7,
    "axes.grid": True,
    "grid.color": COLOURS["grid"],
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 7.8,
    "lines.linewidth": 1.6,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.formatter.useoffset": False,
}


_WRITTEN = {"orange": "#b04a00", "green": "#00714f", "amber": "#8a5f00", "sky": "#1f6f9f"}
Row = tuple[str, str, str, str, str, str]
_HEAD = ("panel", "curve", "x axis", "y axis", "x", "y")
"""The template puts these words in the page's language."""


def ink_for(colour: str) -> str:
    """The colour of words that belong to something drawn in ``colour``: dark enough to be read (4.5 : 1 on white)."""
    name = next((name for name, value in COLOURS.items() if value == colour), "")
    return _WRITTEN.get(name, colour)


def apart(index: int, *, every: float = 0.14, points: int | None = None) -> dict[str, Any]:
    """Colour and sign of curve ``index``; the signs stand ``every`` so much of the picture's diagonal.

    A history that goes to and fro would be covered with them: they stand every so many of its ``points`` then.
    """
    number = index % len(CYCLE)
    # one after the other, so that curves that run together do not hide each other's signs
    start = every * (0.3 + 0.4 * number % 1.0)
    style: dict[str, Any] = {"color": CYCLE[number]}
    if MARKS[number]:
        style |= {"marker": MARKS[number], "markersize": 4.2, "markerfacecolor": "white", "markeredgewidth": 1.0}
        apart_by = (start, every) if points is None else (int(start * points), max(1, int(every * points)))
        style |= {"markevery": apart_by}
    return style


def line_styles(names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Colour and dashes of each mechanism, the same in all drawings of a section."""
    return {
        name: {"color": CYCLE[number % len(CYCLE)], "linestyle": _DASHES[number % len(_DASHES)]}
        for number, name in enumerate(names)
    }


class _Figure(Figure):
    """A figure that is drawn once: before saving, matplotlib draws all of it a first time to lay it out."""

    def draw(self, renderer: RendererBase) -> None:
        engine = self.get_layout_engine()
        if isinstance(engine, ConstrainedLayoutEngine) and self.canvas.is_saving():
            engine.execute(self)  # the drawing itself comes after, with the layout turned off
            return
        super().draw(renderer)


def shade_matrix(
    axes: Axes,
    values: NDArray[np.float64],
    words: Words,
    *,
    size: float,
    colours: str = "Greys",
    limits: tuple[float, float] = (0.0, 1.15),
    least: float = -math.inf,
) -> None:
    """Draw numbers as shades between ``limits``, and write those from ``least``: with signs if any may be negative."""
    across, down = (np.arange(count + 1) + 0.5 for count in values.shape[::-1])
    low, high = limits
    axes.pcolormesh(across, down, values, cmap=mpl.colormaps[colours], vmin=low, vmax=high, edgecolors="white")
    for row, column in np.argwhere(values >= least).tolist():
        value = float(values[row, column])
        told = f"{round(value, 2) + 0.0:+.2f}".replace("+0.00", "0.00") if low < 0.0 else f"{value:.2f}"
        ink = "white" if low == 0.0 and value > 0.6 else INK
        axes.text(column + 1, row + 1, words.typeset(told), ha="center", va="center", size=size, color=ink)
    axes.invert_yaxis()
    axes.grid(visible=False)


@contextmanager
def drawing(width: float = WIDTH, height: float = 3.0) -> Iterator[Figure]:
    """A figure in the house style; sizes in inches."""
    with mpl.rc_context(_STYLE):
        yield _Figure(figsize=(width, height), layout="constrained")


class Drawn(str):
    """An ``<svg>`` element that knows its name and the numbers of its curves."""

    name: str
    data: str
    """CSV; empty for a drawing of the wall."""

    def __new__(cls, text: str, *, name: str, data: str) -> Drawn:
        """The SVG ``text`` with what belongs to it."""
        made = super().__new__(cls, text)
        made.name, made.data = name, data
        return made


def to_svg(figure: Figure, name: str) -> Drawn:
    """The figure as an ``<svg>`` element; ``name`` keeps its ids apart from those of other figures on the page."""
    buffer = io.StringIO()
    with mpl.rc_context({**_STYLE, "svg.hashsalt": name}):
        figure.savefig(
            buffer,
            format="svg",
            transparent=True,
            metadata={"Date": None, "Creator": None, "Format": None, "Type": None},
        )
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    # matplotlib numbers its groups figure_1, axes_1 …: make them this figure's own
    text = re.sub(r'id="([a-zA-Z]+[\w.]*_\d+)"', rf'id="{name}-\1"', text)
    # clip paths are called by a hash of their exact place, whose last digits differ from run to run: number them
    for number, clip in enumerate(dict.fromkeys(re.findall(r"url\(#(p[0-9a-f]{10})\)", text)), 1):
        text = text.replace(clip, f"{name}-clip-{number}")
    # any sans-serif of the reader's will do; Verdana is as wide as what was measured here
    text = text.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana")
    return Drawn(text, name=name, data=chart_data(figure))


def with_data(drawn: Drawn, rows: Iterable[Sequence[object]]) -> Drawn:
    """The same picture with ``rows`` as its numbers, the head first: for drawings, which have no curves."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return Drawn(drawn, name=drawn.name, data=text.getvalue())


def standalone(svg: str) -> str:
    """The text of an SVG file of its own, on white paper."""
    head, tag, rest = svg.partition(">")
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n{head}{tag}\n <rect width="100%" height="100%" fill="#ffffff"/>{rest}'
    )


def chart_data(figure: Figure) -> str:
    """CSV of all curves, points and bars of ``figure``; empty where it is a drawing and no chart.

    Where all panels have the same axes these, with their units, are the head of the numbers; otherwise every row
    names its own.
    """
    rows = [row for number, axes in enumerate(figure.axes, 1) for row in _panel(axes, number)]
    if not rows:
        return ""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    axes = {row[2:4] for row in rows}
    if len(axes) == 1 and all(map(all, axes)):
        writer.writerow((*_HEAD[:2], *axes.pop()))
        writer.writerows((*row[:2], *row[4:]) for row in rows)
    else:
        writer.writerow(_HEAD)
        writer.writerows(rows)
    return text.getvalue()


def _panel(axes: Axes, number: int) -> Iterator[Row]:
    """Rows of one panel. A panel without axes, or with equal ones, is a drawing of the wall."""
    if not axes.axison or axes.get_aspect() == 1.0:
        return
    title = axes.get_title("left") or axes.get_title() or str(number)
    labels = (axes.get_xlabel(), axes.get_ylabel())
    for index, (name, x, y) in enumerate(_curves(axes), 1):
        # an underscore keeps a curve out of the legend; matplotlib gives one to all that have no name
        hidden = re.fullmatch(r"_child\d+|_nolegend_|_", name) or not name
        curve = str(index) if hidden else name.removeprefix("_")
        for pair in zip(x, y, strict=True):
            if any(isinstance(value, float) and not math.isfinite(value) for value in pair):
                continue  # where a curve is broken off
            yield (_plain(title), _plain(curve), *(map(_plain, labels)), *map(_number, pair))  # type: ignore[misc]


def _curves(axes: Axes) -> Iterator[tuple[str, Sequence[object], Sequence[object]]]:
    for line in axes.get_lines():
        x, y = (np.asarray(values).ravel().tolist() for values in (line.get_xdata(), line.get_ydata()))
        # marks right across the picture have a transform of their own
        if line.get_transform() == axes.transData and x:
            yield str(line.get_label()), x, y
    for item in axes.collections:
        if isinstance(item, PathCollection):
            places = np.ma.getdata(item.get_offsets())
            yield str(item.get_label()), list(places[:, 0]), list(places[:, 1])
    for container in axes.containers:
        if isinstance(container, BarContainer):
            bars = container.patches
            upright = getattr(container, "orientation", "vertical") != "horizontal"
            middle = [bar.get_x() + 0.5 * bar.get_width() for bar in bars]
            level = [bar.get_y() + 0.5 * bar.get_height() for bar in bars]
            ends = [bar.get_y() + bar.get_height() if upright else bar.get_x() + bar.get_width() for bar in bars]
            yield str(container.get_label()), *((middle, ends) if upright else (ends, level))


def _number(value: object) -> str:
    if isinstance(value, (int, float, np.number)):
        return f"{float(value):.9g}"
    return _plain(str(value))


def _plain(text: str) -> str:
    return " ".join(text.replace("$", "").split())
