"""The evidence on one axis of intensity: a row for each method and question, lines for the demands."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from pirqa.model.check import LIMIT_STATES, LimitState
from pirqa.model.verdict import Evidence, Verdict
from pirqa.report.figures.style import COLOURS, INK, WIDTH, drawing, ink_for, to_svg
from pirqa.report.names import case_name
from pirqa.report.section import Figure
from pirqa.report.verdict import demand_name, intensity
from pirqa.report.words import Words

__all__ = ["evidence_figure", "other_demands"]

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
