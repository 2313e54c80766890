"""The numbers behind a chart, read off the chart itself: what is drawn is what is handed out."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.container import BarContainer
from matplotlib.figure import Figure

__all__ = ["chart_data"]

Row = tuple[str, str, str, str, str, str]
_HEAD = ("panel", "curve", "x axis", "y axis", "x", "y")
"""The template puts these words in the page's language."""


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
