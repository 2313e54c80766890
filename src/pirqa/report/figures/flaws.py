"""A drawing that failed: its outlines, and every gap, overlap and crossing so large that it is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle

from pirqa.model.polyhedron import FloatArray
from pirqa.report.figures.facade import (
    SHEET_WIDTH,
    Sheet,
    add_lines,
    add_rings,
    add_scale_bar,
    safe_name,
    sheet_for,
    write,
    write_svg,
)
from pirqa.report.figures.style import COLOURS, INK, drawing, standalone
from pirqa.report.words import Words
from pirqa.survey.flaws import Flaw

__all__ = ["draw_flaws", "flaws_svg"]

_MARKS: dict[str, dict[str, Any]] = {
    "gap": {"facecolor": "#f6b26b", "edgecolor": COLOURS["orange"], "hatch": "/////"},
    "overlap": {"facecolor": "#9fcbe8", "edgecolor": COLOURS["blue"], "hatch": "xxxxx"},
    "crossing": {"facecolor": "#d9b3d1", "edgecolor": COLOURS["purple"], "hatch": "....."},
}
_MOST = 40
"""Flaws with a number and a line in the list; the others have their mark only."""
_HALO = 0.1
"""Least radius of the circle around a flaw [in]: a gap of 2 mm is not seen by itself."""
_WIDE = 0.3
"""Width from which a flaw needs no circle [in]."""
_ROW = 0.2
"""Height of a line of the list [in]."""
_BADGE = 0.095
"""Radius of a number's disc [in]."""


def flaws_svg(rings: Sequence[FloatArray], flaws: Sequence[Flaw], words: Words) -> str:
    """The flaws as the text of an SVG file."""
    return standalone(draw_flaws(rings, flaws, words, name="flaws"))


def draw_flaws(rings: Sequence[FloatArray], flaws: Sequence[Flaw], words: Words, *, name: str) -> str:
    """SVG of the outlines ``rings`` (x, z) [m] with every flaw marked, and the widest ones listed."""
    outlines = [ring for ring in map(_finite, rings) if len(ring) > 1]
    # a crossing has no width, but nothing else can be mended before it
    flaws = sorted(flaws, key=lambda flaw: flaw.kind != "crossing")
    listed = flaws[:_MOST]
    corners = np.concatenate([*outlines, *(_finite(flaw.ring) for flaw in flaws), np.zeros((0, 2))])
    if not len(corners):
        corners = np.zeros((1, 2))
    rows = -(-len(listed) // 2) + (1 if len(flaws) > _MOST else 0)
    below = 1.1 + _ROW * rows
    sheet = sheet_for(corners.min(axis=0), corners.max(axis=0), sides=0.5, above=0.55, below=below)
    with drawing(SHEET_WIDTH, sheet.height) as figure:
        axes = sheet.axes(figure)
        title = words("flaws.title", count=len(flaws))
        write(axes, 0.5, sheet.height - 0.14, title, va="top", fontsize=9.5, fontweight="bold")
        style = {"facecolor": "#f0eeea", "edgecolor": "#8f8a82", "linewidth": 0.7, "zorder": 1}
        add_rings(axes, [sheet.at(ring) for ring in outlines], **style)
        _marks(axes, sheet, flaws)
        _badges(axes, sheet, listed)
        _key(axes, flaws, words, sheet.box[1] - 0.55)
        add_scale_bar(axes, sheet, SHEET_WIDTH - 2.9, sheet.box[1] - 0.55)
        _list(axes, listed, len(flaws) - len(listed), words, sheet.box[1] - 1.0)
        return write_svg(figure, name)


def _finite(ring: FloatArray) -> FloatArray:
    places = np.asarray(ring, dtype=np.float64).reshape(-1, 2)
    return places[np.isfinite(places).all(axis=1)]


def _marks(axes: Axes, sheet: Sheet, flaws: Sequence[Flaw]) -> None:
    for kind, style in _MARKS.items():
        mine = [flaw for flaw in flaws if flaw.kind == kind]
        shapes = [sheet.at(ring) for flaw in mine if len(ring := _finite(flaw.ring)) > 1]
        if kind == "crossing":
            # its ring is the whole outline: only its line is coloured
            add_rings(axes, shapes, facecolor="none", edgecolor=style["edgecolor"], linewidth=1.2, zorder=2)
        else:
            add_rings(axes, shapes, linewidth=0.9, zorder=3, **style)
        for flaw in mine:
            centre, radius = _halo(sheet, flaw)
            if radius == 0.0:
                continue
            circle = {"facecolor": "none", "edgecolor": style["edgecolor"], "clip_on": False}
            axes.add_patch(Circle(centre, radius, linewidth=1.3, zorder=4, **circle))
            if kind == "crossing":
                arms = np.array([[[-1, -1], [1, 1]], [[-1, 1], [1, -1]]]) * 0.035 + np.array(centre)
                add_lines(axes, arms, edgecolor=style["edgecolor"], linewidth=1.4, zorder=4)


def _halo(sheet: Sheet, flaw: Flaw) -> tuple[tuple[float, float], float]:
    """Circle around a flaw [in]: around its middle where it is long; a radius of 0 where it is plainly seen."""
    x, y = sheet.at(np.array(flaw.place)).tolist()
    ring = _finite(flaw.ring)
    if flaw.kind == "crossing" or not len(ring):
        return (x, y), _HALO
    if flaw.width * sheet.scale > _WIDE:
        return (x, y), 0.0
    reach = np.linalg.norm(sheet.at(ring) - (x, y), axis=1).max()
    return (x, y), float(np.clip(1.15 * reach, _HALO, 1.7 * _HALO))


def _badges(axes: Axes, sheet: Sheet, flaws: Sequence[Flaw]) -> None:
    """Numbers on discs, each where it hides least, tied to its flaw."""
    halos = [_halo(sheet, flaw) for flaw in flaws]
    taken = [(np.array(centre), radius) for centre, radius in halos]
    angles = np.radians(45.0 + 45.0 * np.arange(8))
    for number, (flaw, (centre, radius)) in enumerate(zip(flaws, halos, strict=True), 1):
        choices = [
            np.array(centre) + (radius + reach) * np.array([np.cos(angle), np.sin(angle)])
            for reach in (0.17, 0.32, 0.5)
            for angle in angles
        ]
        low, high = np.array([0.15, sheet.box[1] - 0.3]), np.array([SHEET_WIDTH - 0.15, sheet.height - 0.4])
        choices = [place for place in choices if np.all(place > low) and np.all(place < high)] or choices[:1]
        best = min(choices, key=lambda place: _hidden(place, taken))
        taken.append((best, _BADGE))
        colour = _MARKS[flaw.kind]["edgecolor"]
        away = (best - centre) / max(float(np.linalg.norm(best - centre)), 1e-9)
        add_lines(axes, np.array([[np.array(centre) + radius * away, best]]), edgecolor=colour, linewidth=0.9, zorder=5)
        _badge(axes, best, number, colour)


def _hidden(place: FloatArray, taken: Sequence[tuple[FloatArray, float]]) -> float:
    """How deep a disc at ``place`` would lie over others [in]."""
    return sum(max(0.0, radius + _BADGE + 0.02 - float(np.linalg.norm(place - centre))) for centre, radius in taken)


def _badge(axes: Axes, place: FloatArray, number: int, colour: str) -> None:
    x, y = (float(value) for value in place)
    axes.add_patch(Circle((x, y), _BADGE, facecolor=colour, edgecolor="white", linewidth=0.8, clip_on=False, zorder=6))
    style = {"color": "white", "fontsize": 7.0, "fontweight": "bold", "zorder": 7}
    write(axes, x, y - 0.004, str(number), ha="center", va="center", **style)


def _key(axes: Axes, flaws: Sequence[Flaw], words: Words, level: float) -> None:
    x = 0.5
    for kind, style in _MARKS.items():
        if not any(flaw.kind == kind for flaw in flaws):
            continue
        ring = np.array([[x, level - 0.03], [x + 0.3, level - 0.03], [x + 0.3, level + 0.12], [x, level + 0.12]])
        add_rings(axes, [ring], linewidth=0.9, **style)
        text = words(f"flaws.{kind}")
        write(axes, x + 0.38, level + 0.04, text, va="center", fontsize=8.2)
        x += 0.6 + 0.075 * len(text)


def _list(axes: Axes, flaws: Sequence[Flaw], more: int, words: Words, top: float) -> None:
    """Number, kind, stones, width and place of each flaw, in two columns."""
    half = -(-len(flaws) // 2)
    for index, flaw in enumerate(flaws):
        column, row = divmod(index, half)
        x, y = 0.5 + column * 4.15, top - row * _ROW
        _badge(axes, np.array([x + 0.09, y]), index + 1, _MARKS[flaw.kind]["edgecolor"])
        write(axes, x + 0.26, y - 0.005, flaw_text(flaw, words), va="center", fontsize=7.2, color=INK)
    if more > 0:
        write(axes, 0.5, top - half * _ROW - 0.03, words("flaws.more", count=more), va="center", fontsize=7.2)


def flaw_text(flaw: Flaw, words: Words) -> str:
    """One flaw in a line: what, which stones, how wide, where."""
    names = [safe_name(stone, 10) for stone in flaw.stones[:3]] + (["…"] if len(flaw.stones) > 3 else [])
    x, z = flaw.place
    size = f"{flaw.width * 1e3:.3g} mm" if flaw.kind != "crossing" else ""
    place = words.typeset(f"x {x:.3f} m, z {z:.3f} m")
    return " · ".join(part for part in (words(f"flaws.{flaw.kind}"), ", ".join(names), size, place) if part)
