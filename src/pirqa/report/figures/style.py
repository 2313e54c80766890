"""One look for all drawings, and their way into the page: inline SVG with the same bytes each time."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from pirqa.report.figures.data import chart_data

__all__ = ["COLOURS", "INK", "MODE_LINES", "WIDTH", "Drawn", "drawing", "standalone", "to_svg"]

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
MODE_LINES: dict[str, Any] = {"sliding": "-", "overturning": (0, (5, 2))}
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


@contextmanager
def drawing(width: float = WIDTH, height: float = 3.0) -> Iterator[Figure]:
    """A figure in the house style; sizes in inches."""
    with mpl.rc_context(_STYLE):
        yield Figure(figsize=(width, height), layout="constrained")


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


def standalone(svg: str) -> str:
    """The text of an SVG file of its own, on white paper."""
    head, tag, rest = svg.partition(">")
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n{head}{tag}\n <rect width="100%" height="100%" fill="#ffffff"/>{rest}'
    )
