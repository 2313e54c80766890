"""The part of the wall that goes first: hatched in the elevation where there are stones, else in the cross-section."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import shapely
from matplotlib.axes import Axes

from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.check import Check, LimitState
from pirqa.model.polyhedron import FloatArray
from pirqa.model.section import Section
from pirqa.project import Assessment
from pirqa.report.figures.facade import add_lines, add_rings, safe_name, write, write_svg
from pirqa.report.figures.style import COLOURS, INK, drawing, to_svg
from pirqa.report.figures.view import look_at
from pirqa.report.section import Figure
from pirqa.report.verdict import governing_check, part_sentence
from pirqa.report.words import Words
from pirqa.shaking.damage import Outcome
from pirqa.survey.result import SurveyResult

__all__ = ["draw_part_front", "draw_part_section", "fallen_runs", "part_figure", "part_stones"]

_PART: dict[str, Any] = {"facecolor": "#f3b48f", "edgecolor": "#a63f00", "hatch": "////", "linewidth": 1.2}
_REST: dict[str, Any] = {"facecolor": "#ece7dc", "edgecolor": COLOURS["stone_edge"], "linewidth": 0.7}
_WIDTH, _TALLEST, _MARGIN = 4.4, 3.6, 0.15
"""Width of the picture, height of the wall on it at most, and its margin [in]."""
_HISTORIES = (("ida", "films", "film_outcomes"), ("dynamics", "runs", "outcomes"))
"""Stages that keep whole histories, with the attributes of their runs and outcomes."""
_MARKS: dict[LimitState, str] = {
    "gravity": "moves_first",
    "onset": "moves_first",
    "damage": "moves_most",
    "stones_fall": "falls_first",
    "wall_falls": "falls_first",
}
"""Mark of the stone that governs, by limit state."""
_MARKED: dict[str, Any] = {"facecolor": "#8fbce0", "edgecolor": "#14324c", "linewidth": 1.6}
"""Stones that the text names, in a colour of their own."""
_MARK_HEIGHT = 0.3
"""Height of a row of marks above the wall [in]."""
_MOVES = 0.05
"""Share of the largest motion from which a stone belongs to a mechanism."""


def part_figure(assessment: Assessment, words: Words, *, name: str = "governing-part") -> Figure | None:
    """Return the picture of the part that governs; None where nothing governs or there is nothing to draw."""
    check = governing_check(assessment.verdict)
    if check is None:
        return None
    survey = assessment.stages.get("survey")
    stones = () if survey is None else survey.wall.stones
    left = min((float(stone.solid.vertices[:, 0].min()) for stone in stones), default=None)
    where = part_sentence(check, words, left=left)
    fallen = fallen_runs(assessment)
    if survey is not None and survey.wall.stones and fallen and check.limit_state != "gravity":
        _, outcome = max(fallen, key=lambda pair: pair[1].share)
        first = outcome.falls[0].stone
        marks = {first: "falls_first"}
        caption = words("part.fallen", count=len(outcome.falls), total=len(stones), stone=first)
        if check.place.stone and check.place.stone != first:
            marks[check.place.stone] = _MARKS[check.limit_state]
            caption += f" {where}"
        svg = draw_part_front(survey, outcome.fallen, words, marks=marks, name=name)
        return Figure(svg=svg, caption=caption, alt=words("part.alt", place=caption))
    if survey is not None and survey.wall.stones:
        chosen = part_stones(assessment, check)
        if chosen:
            marks = {check.place.stone: _MARKS[check.limit_state]} if check.place.stone else {}
            svg = draw_part_front(survey, chosen, words, marks=marks, name=name)
            key = "part.stones" if len(chosen) < len(stones) else "part.whole"
            caption = words(key, count=len(chosen), total=len(stones), place=where)
            return Figure(svg=svg, caption=caption, alt=words("part.alt", place=where))
    outlines = _outlines(assessment, check)
    if not outlines:
        return None
    svg = draw_part_section(outlines, check, words, name=name)
    return Figure(svg=svg, caption=words("part.section", place=where), alt=words("part.alt", place=where))


def part_stones(assessment: Assessment, check: Check) -> tuple[str, ...]:
    """Return the stones that fall or move first under the governing check, in the order of the wall."""
    wall = assessment.stages["survey"].wall
    names: set[str] = {check.place.stone} - {""}
    blocks = assessment.stages.get("blocks")
    if blocks is not None and check.id.startswith("blocks."):
        moving = [
            item for item in blocks.solutions if item.motion is not None and check.id.startswith(f"blocks.{item.name}")
        ]
        if moving:
            item = moving[0]
            sizes = np.linalg.norm(item.motion[:, :3], axis=1)
            names |= {
                stone for stone, size in zip(item.stones, sizes.tolist(), strict=True) if size > _MOVES * sizes.max()
            }
    if not names:
        level = -np.inf if check.place.level is None else check.place.level
        names = {stone.name for stone in wall.stones if float(stone.centroid[2]) > level}
    return tuple(stone.name for stone in wall.stones if stone.name in names)


def fallen_runs(assessment: Assessment) -> list[tuple[Trajectory, Outcome]]:
    """Return the runs whose stones fell, of the stages that keep whole histories, with their outcomes."""
    found: list[tuple[Trajectory, Outcome]] = []
    for name, runs, outcomes in _HISTORIES:
        result = assessment.stages.get(name)
        if result is not None:
            pairs = zip(getattr(result, runs), getattr(result, outcomes), strict=True)
            found += [(run, outcome) for run, outcome in pairs if outcome.falls]
    return found


def draw_part_front(
    survey: SurveyResult, stones: Sequence[str], words: Words, *, marks: Mapping[str, str], name: str
) -> str:
    """SVG of the wall from the front with ``stones`` hatched; ``marks``: what a stone is marked as, by its name."""
    view = look_at(survey.wall.stones)
    corners = np.concatenate(view.rings)
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = min((_WIDTH - 2.0 * _MARGIN) / float(high[0] - low[0]), _TALLEST / float(high[1] - low[1]))
    size = (high - low) * scale
    foot = np.array([0.5 * (_WIDTH - size[0]), 0.42])
    rings = [foot + (ring - low) * scale for ring in view.rings]
    chosen = set(stones)
    named = [stone for stone in marks if stone in view.names]
    height = float(size[1]) + 0.42 + _MARGIN + _MARK_HEIGHT * len(named)
    with drawing(_WIDTH, height) as figure:
        figure.set_layout_engine("none")
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_axis_off()
        axes.set_xlim(0.0, _WIDTH)
        axes.set_ylim(0.0, height)
        for index in np.argsort(-view.near, kind="stable").tolist():
            stone = view.names[index]
            style = _PART if stone in chosen else _REST
            style = {**style, **_MARKED} if stone in named else style
            add_rings(axes, [rings[index]], zorder=2, **style)
        ends = np.array([[[foot[0] - 0.1, foot[1]], [foot[0] + size[0] + 0.1, foot[1]]]])
        add_lines(axes, ends, edgecolor=INK, linewidth=1.4, zorder=3)
        for row, stone in enumerate(named):
            ring = foot + (np.asarray(view.rings[view.names.index(stone)]) - low) * scale
            x, y = (float(value) for value in 0.5 * (ring.min(axis=0) + ring.max(axis=0)))
            text = words(f"part.{marks[stone]}", stone=safe_name(stone))
            half = 0.04 * len(text) + 0.1
            above = float(foot[1] + size[1]) + _MARK_HEIGHT * (row + 0.6)
            line = {"arrowstyle": "-|>", "color": _MARKED["edgecolor"], "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0}
            axes.annotate("", (x, y), (x, above - 0.1), arrowprops=line, zorder=8)
            box = {"facecolor": "white", "edgecolor": _MARKED["edgecolor"], "pad": 1.8}
            style = {"ha": "center", "va": "center", "fontsize": 9, "fontweight": "bold"}
            write(axes, min(max(x, half), _WIDTH - half), above, text, bbox=box, zorder=9, **style)
        _scale_bar(axes, foot[0], scale)
        return write_svg(figure, name)


def _scale_bar(axes: Axes, left: float, scale: float) -> None:
    power = 10.0 ** math.floor(math.log10(1.2 / scale))
    bar = max(step * power for step in (1.0, 2.0, 5.0) if step * power * scale <= 1.2)
    right = left + bar * scale
    axes.plot([left, right], [0.2, 0.2], color=INK, linewidth=1.4, solid_capstyle="butt")
    write(axes, right + 0.06, 0.2, f"{bar:g} m", va="center", fontsize=8.5)


def draw_part_section(outlines: Sequence[FloatArray], check: Check, words: Words, *, name: str) -> str:
    """SVG of the cross-section, its front at the left, with what lies above the governing joint hatched."""
    level = 0.0 if check.place.level is None else float(check.place.level)
    shape = shapely.union_all([shapely.make_valid(shapely.Polygon(ring)) for ring in outlines])
    left, low, right, high = shape.bounds
    height, width = high - low, right - left
    above = shapely.intersection(shape, shapely.box(left - 1.0, level, right + 1.0, high + 1.0))
    below = shapely.difference(shape, above)
    reach = max(0.45 * height, 0.8 * width)
    with drawing(3.4, 3.7) as figure:
        axes = figure.add_subplot()
        axes.set_axis_off()
        axes.set_aspect("equal")
        axes.set_xlim(left - reach, right + reach)
        axes.set_ylim(low - 0.12 * height, high + 0.12 * height)
        axes.plot([left - reach, right + reach], [low, low], color=INK, linewidth=1.1, zorder=1)
        for geometry, style in ((below, _REST), (above, _PART)):
            for ring in _rings(geometry):
                axes.fill(ring[:, 0], ring[:, 1], zorder=2, **style)
        side = 1.0 if check.place.inward else -1.0
        arm = 0.6 * (high - level) if check.mode != "sliding" else 0.12 * height
        start = (0.5 * (left + right) + side * 0.5 * width, level + arm)
        arrow = {"arrowstyle": "-|>,head_length=0.6,head_width=0.3", "color": "#a63f00", "linewidth": 2.2}
        curve = f"arc3,rad={0.25 * side}" if check.mode != "sliding" else "arc3"
        axes.annotate(
            "", (start[0] + side * 0.75 * reach, start[1]), start, arrowprops={**arrow, "connectionstyle": curve}
        )
        if level > low + 0.02 * height:
            axes.plot(
                [left - 0.25 * reach, right + 0.6 * reach],
                [level, level],
                color=INK,
                linewidth=0.8,
                linestyle=(0, (4, 2)),
            )
            axes.text(right + 0.62 * reach, level, words.typeset(f"+{level:.2f} m"), va="center", ha="left", fontsize=9)
        axes.text(left - 0.5 * reach, high + 0.04 * height, words("part.front"), ha="center", fontsize=8.5)
        axes.text(right + 0.5 * reach, high + 0.04 * height, words("part.back"), ha="center", fontsize=8.5)
        return to_svg(figure, name)


def _rings(geometry: shapely.Geometry) -> list[FloatArray]:
    parts = shapely.get_parts(geometry)
    return [np.asarray(part.exterior.coords) for part in parts if part.geom_type == "Polygon" and not part.is_empty]


def _outlines(assessment: Assessment, check: Check) -> list[FloatArray]:
    """Return the outlines (y, z) of the cross-section in which the check governs [m]."""
    statics, limit = assessment.stages.get("statics"), assessment.stages.get("limit")
    if statics is not None:
        station = check.place.station
        section = min(
            statics.sections,
            key=lambda item: 0.0 if station is None else abs((item.station or 0.0) - station),
        )
        return _layers(section)
    if limit is not None:
        at_place = [item for item in limit.mechanisms if item.place.station == check.place.station]
        bodies = [body.outline for item in at_place or limit.mechanisms for body in item.bodies]
        return [ring for ring in bodies if len(ring) >= 3]
    return []


def _layers(section: Section) -> list[FloatArray]:
    return [
        np.array(
            [
                (layer.front_bottom, layer.bottom),
                (layer.back_bottom, layer.bottom),
                (layer.back_top, layer.top),
                (layer.front_top, layer.top),
            ]
        )
        for layer in section.layers
    ]
