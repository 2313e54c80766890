"""Figures of page one: the evidence on one axis of intensity, and the part of the wall that fails first."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from pirqa.model.check import LIMIT_STATES, Check, LimitState
from pirqa.model.envelope import Section
from pirqa.model.polyhedron import FloatArray
from pirqa.model.verdict import Evidence, Verdict
from pirqa.project import Assessment
from pirqa.report.facts import fallen_runs
from pirqa.report.figures.facade import add_lines, add_rings, look_at, safe_name, write, write_svg
from pirqa.report.figures.style import COLOURS, INK, WIDTH, drawing, ink_for, to_svg
from pirqa.report.names import case_name
from pirqa.report.section import Figure
from pirqa.report.verdict import demand_name, governing_check, intensity, part_sentence
from pirqa.report.words import Words

if TYPE_CHECKING:
    import shapely

    from pirqa.survey.result import SurveyResult

_MOST_ROWS = 6
"""Rows of one limit state; those with the lowest capacities are drawn."""
_REACH = 4.0
"""End of the axis, in multiples of the demand."""
_LETTERS = 46
"""Letters of a row's label on one line."""
_SAME = 0.02
"""Relative difference within which two demands are one."""
_TONES = {"safety": COLOURS["green"], "failure": COLOURS["orange"], "nothing": COLOURS["stone_edge"]}
_MARKS = {"lower": ">", "upper": "<", "estimate": "o"}
_PART: dict[str, Any] = {"facecolor": "#f3b48f", "edgecolor": "#a63f00", "hatch": "////", "linewidth": 1.2}
_REST: dict[str, Any] = {"facecolor": "#ece7dc", "edgecolor": COLOURS["stone_edge"], "linewidth": 0.7}
_WIDTH, _TALLEST, _MARGIN = 4.4, 3.6, 0.15
"""Width of the picture, height of the wall on it at most, and its margin [in]."""
_PART_MARKS: dict[LimitState, str] = {
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


@dataclass(frozen=True, kw_only=True)
class _Row:
    limit_state: LimitState
    label: str
    evidence: Evidence
    value: float
    """Capacity without allowances [g]."""


def evidence_figure(verdict: Verdict, words: Words, *, name: str = "evidence") -> Figure | None:
    """Return the chart of capacities and demands; None where no method gives an intensity."""
    rows = [row for state in LIMIT_STATES for row in _rows(verdict, state, words)]
    if not rows:
        return None
    demand = verdict.circumstances.demand
    others = other_demands(verdict, words)
    end = _end(rows, None if demand is None else demand.intensity, others)
    levels, headings, bottom = _levels(rows)
    with drawing(WIDTH, 1.25 + 0.17 * bottom) as figure:
        axes = figure.subplots()
        for row, level in zip(rows, levels, strict=True):
            _draw(axes, row, level, end, words)
        for state, level in headings.items():
            axes.axhline(level - 0.75, color=COLOURS["grid"], linewidth=1.0, zorder=1)
            title = words(f"limit_state.{state}")
            axes.text(0.008 * end, level, title, ha="left", va="center", fontsize=8.2, fontweight="bold")
        handles = _demand_lines(axes, verdict, others, end, words)
        axes.set_yticks(levels, [row.label for row in rows], fontsize=7.8)
        axes.set_ylim(bottom, 0.0)
        axes.set_xlim(0.0, end)
        axes.grid(axis="y", visible=False)
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(words("chart.axis"))
        figure.legend(handles=[*handles, *_legend(rows, words)], loc="outside lower center", ncols=2)
        svg = to_svg(figure, name)
    told = words("demand.none") if demand is None else words("chart.alt_demand", intensity=intensity(demand, words))
    return Figure(svg=svg, caption=words("chart.caption"), alt=words("chart.alt", count=len(rows), demand=told))


def other_demands(verdict: Verdict, words: Words) -> dict[str, float]:
    """Return the demands of checks other than the governing one [g], by name; they decide nothing."""
    demand = verdict.circumstances.demand
    found: dict[str, float] = {}
    for item in verdict.limit_states:
        for row in item.evidence:
            check = row.check
            value, basis = check.demand_intensity, check.basis
            if value is None or basis is None or basis.driving != "spectrum" or not basis.name:
                continue
            if demand is not None and abs(value - demand.intensity) <= _SAME * demand.intensity:
                continue
            found.setdefault(words.get(f"code.{basis.name}", basis.name), value)
    return dict(sorted(found.items(), key=lambda pair: (pair[1], pair[0])))


def _rows(verdict: Verdict, state: LimitState, words: Words) -> Iterator[_Row]:
    """Yield the lowest capacity of each method and mode, methods that count first to be kept."""
    worst: dict[tuple[str, str, str], _Row] = {}
    for item in verdict.of(state).evidence:
        value = item.check.intensity
        if value is None or not math.isfinite(value) or state == "gravity":
            continue
        mode = words.get(f"mode.{item.check.mode}", item.check.mode)
        label = textwrap.fill(f"{case_name(item.check.method, words, short=True)}: {mode.lower()}", _LETTERS)
        row = _Row(limit_state=state, label=label, evidence=item, value=value)
        key = (item.check.method, item.check.mode, item.check.bound)
        if key not in worst or _order(row) < _order(worst[key]):
            worst[key] = row
    kept = sorted(worst.values(), key=_order)[:_MOST_ROWS]
    yield from sorted(kept, key=lambda row: (row.value, row.label))


def _order(row: _Row) -> tuple[bool, float, str]:
    return row.evidence.shows == "nothing", row.value, row.label


def _levels(rows: list[_Row]) -> tuple[list[float], dict[LimitState, float], float]:
    """Return the place of each row, of the heading of each limit state, and of the foot, in lines of text."""
    levels: list[float] = []
    headings: dict[LimitState, float] = {}
    place = 0.2
    for row in rows:
        if row.limit_state not in headings:
            headings[row.limit_state] = place + 0.8
            place += 1.7
        room = row.label.count("\n") + 1.5
        levels.append(place + 0.5 * room)
        place += room
    return levels, headings, place + 0.3


def _end(rows: list[_Row], demand: float | None, others: dict[str, float]) -> float:
    largest = max([row.value for row in rows] + list(others.values()) + ([] if demand is None else [demand]))
    limit = math.inf if not demand else _REACH * demand
    return 1.3 * max(0.05, min(largest, limit))


def _draw(axes: Axes, row: _Row, level: float, end: float, words: Words) -> None:
    item = row.evidence
    colour = _TONES[item.shows]
    hollow = item.shows == "nothing" and not (item.is_lower or item.is_upper)
    place = min(row.value, 0.97 * end)
    low = row.value * item.kept
    if item.kept < 1.0 and low < end:
        label = words("chart.allowance_curve", row=row.label.replace("\n", " "))
        axes.plot([low, place], [level, level], color=colour, linewidth=2.4, alpha=0.55, label=f"_{label}")
    axes.plot(
        [place],
        [level],
        linestyle="none",
        marker=_MARKS[item.check.bound],
        markersize=7.5,
        color=colour,
        markerfacecolor="white" if hollow else colour,
        markeredgewidth=1.3,
        label="_" + row.label.replace("\n", " "),
        zorder=4,
    )
    beyond = "> " if row.value > place else ""
    text = f"{beyond}{intensity(row.value, words)} g"
    if item.check.at_foot is not None:
        text += f" ({words('card.at_foot', foot=intensity(item.check.at_foot, words))})"
    if item.shows == "nothing" and item.silent:
        text += f", {words(f'chart.silent_{item.silent[0]}')}"
    # what stands far to the right has its words on the left
    left = place > 0.6 * end
    axes.annotate(
        text,
        (place, level),
        (-7 if left else 7, 0),
        textcoords="offset points",
        ha="right" if left else "left",
        va="center",
        fontsize=7.4,
        color=ink_for(colour),
        zorder=5,
        bbox={"facecolor": "#fffdf9", "alpha": 0.85, "edgecolor": "none", "pad": 0.6},
    )


def _demand_lines(axes: Axes, verdict: Verdict, others: dict[str, float], end: float, words: Words) -> list[Line2D]:
    handles = []
    demand = verdict.circumstances.demand
    if demand is not None:
        axes.axvline(demand.intensity, color=INK, linewidth=1.6, zorder=2)
        label = words("chart.demand", name=demand_name(demand, words), intensity=intensity(demand, words))
        handles.append(Line2D([], [], color=INK, linewidth=1.6, label=label))
    for number, (name, value) in enumerate(others.items()):
        style: dict[str, Any] = {
            "color": COLOURS["purple"],
            "linewidth": 1.1,
            "linestyle": (0, (5 - 2 * (number % 2), 2)),
        }
        if value < end:
            axes.axvline(value, zorder=2, **style)
        label = words("chart.other_demand", name=name, intensity=intensity(value, words))
        handles.append(Line2D([], [], label=label, **style))
    return handles


def _legend(rows: list[_Row], words: Words) -> Iterator[Line2D]:
    bounds = {row.evidence.check.bound for row in rows}
    for bound, mark in _MARKS.items():
        if bound in bounds:
            yield Line2D(
                [], [], linestyle="none", marker=mark, color=INK, markersize=6.5, label=words(f"chart.bound_{bound}")
            )
    shown = {row.evidence.shows for row in rows}
    for shows in ("safety", "failure"):
        if shows in shown:
            yield Line2D([], [], linestyle="none", marker="s", color=_TONES[shows], label=words(f"chart.{shows}"))
    if any(not (row.evidence.is_lower or row.evidence.is_upper) for row in rows):
        yield Line2D(
            [],
            [],
            linestyle="none",
            marker="s",
            color=_TONES["nothing"],
            markerfacecolor="white",
            label=words("chart.silent"),
        )


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
            marks[check.place.stone] = _PART_MARKS[check.limit_state]
            caption += f" {where}"
        svg = draw_part_front(survey, outcome.fallen, words, marks=marks, name=name)
        return Figure(svg=svg, caption=caption, alt=words("part.alt", place=caption))
    if survey is not None and survey.wall.stones:
        chosen = part_stones(assessment, check)
        if chosen:
            marks = {check.place.stone: _PART_MARKS[check.limit_state]} if check.place.stone else {}
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
    import shapely

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
    import shapely

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
