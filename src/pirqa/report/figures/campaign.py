"""A campaign as charts: what runs did, how likely damage is, which measure tells it, and what matters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.ticker import PercentFormatter

from pirqa.experiments.campaign.fragility import DemandCurves, FragilityFit
from pirqa.experiments.campaign.fragility_result import CampaignFragility, WallFragility
from pirqa.model.polyhedron import FloatArray
from pirqa.report.figures.style import COLOURS, CYCLE, INK, WIDTH, drawing, to_svg
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

_MOST_CURVES = 150
"""Curves of records that are drawn: more only darken the picture."""
_SIGNS = ("o", "s", "^", "D", "v", "P")
_LEAST_DEMAND = {"residual": 1e-2, "drift": 1e-4}
"""Smallest demand on the axis [mm, -]."""


def measure_scale(measure: str) -> tuple[float, str]:
    """Size of the unit that a measure is shown in [SI], and its name."""
    if measure in ("pga", "demand") or measure.startswith("sa_"):
        return STANDARD_GRAVITY, "g"
    if measure in ("pgv", "pgd"):
        return 0.01, "cm/s" if measure == "pgv" else "cm"
    return 1.0, "m/s" if measure in ("arias", "cav") else "–"


def measure_name(measure: str, words: Words, *, unit: bool = True) -> str:
    """A measure in words, with its unit: ``Sa(0.5 s) [g]``."""
    _, told = measure_scale(measure)
    known = f"campaign.measure_{measure}"
    if known in words:
        name = words(known)
    else:
        name = f"Sa({measure.removeprefix('sa_')} s)" if measure.startswith("sa_") else measure
    return f"{name} [{told}]" if unit else name


def draw_ida(result: WallFragility, words: Words, *, name: str) -> str:
    """Strength against lasting displacement and drift: every curve thin, fractiles over them; flat where it falls."""
    with drawing(WIDTH, 3.7) as figure:
        panels = figure.subplots(1, len(result.curves), sharey=True, squeeze=False)[0]
        for axes, curves in zip(panels, result.curves, strict=True):
            _ida_panel(axes, curves, words)
        scale_name = measure_name(result.measure, words)
        panels[0].set_ylabel(scale_name)
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=5)
        return to_svg(figure, name)


def _ida_panel(axes: Axes, curves: DemandCurves, words: Words) -> None:
    unit, _ = measure_scale(curves.measure)
    factor = 1e3 if curves.demand == "residual" else 1.0
    floor = _LEAST_DEMAND[curves.demand]
    finite = factor * curves.demands[np.isfinite(curves.demands)]
    right = max(float(finite.max(initial=1.0 if factor == 1.0 else 10.0)), 10.0 * floor)
    edge = right * 3.0
    demands = np.where(np.isfinite(curves.demands), np.maximum(factor * curves.demands, floor), edge)
    starts = np.flatnonzero(np.r_[True, np.diff(curves.curve) != 0])
    picked = starts[np.unique(np.linspace(0, len(starts) - 1, min(len(starts), _MOST_CURVES)).astype(int))]
    ends = np.r_[starts[1:], len(demands)]
    lines = [
        np.column_stack([demands[first:last], curves.values[first:last] / unit])
        for first, last in zip(picked, ends[np.searchsorted(starts, picked)], strict=True)
    ]
    axes.add_collection(LineCollection(lines, colors=COLOURS["stone_edge"], linewidths=0.4, alpha=0.55, zorder=1))
    lost = ~np.isfinite(curves.demands)
    if lost.any():
        at = np.unique(np.round(curves.values[lost] / unit, 6))
        axes.plot(
            np.full(len(at), edge),
            at,
            linestyle="none",
            marker="x",
            markersize=4.0,
            color=COLOURS["orange"],
            label=words("campaign.ida_fell"),
            clip_on=False,
            zorder=5,
        )
    for column, (part, style) in enumerate(
        ((16, (0, (4, 2))), (50, "-"), (84, (0, (1, 1.5)))),
    ):
        values = curves.fractiles[:, column]
        shown = np.where(np.isfinite(values), np.maximum(factor * values, floor), edge)
        axes.plot(
            shown,
            curves.levels / unit,
            color=COLOURS["blue"],
            linestyle=style,
            linewidth=2.0 if part == 50 else 1.4,
            label=words("campaign.ida_fractile", part=part),
            zorder=4,
        )
    axes.set_xscale("log")
    axes.set_xlim(floor * 0.8, edge * 1.02)
    axes.set_ylim(0.0, float(curves.values.max()) / unit * 1.03)
    axes.set_xlabel(words(f"campaign.axis_{curves.demand}"))


def draw_fragility(result: WallFragility, words: Words, *, name: str, expected: float | None = None) -> str:
    """Probability of each state with its band and what was counted; no curve where there is none to rely on."""
    unit, _ = measure_scale(result.measure)
    with drawing(WIDTH, 3.9) as figure:
        axes = figure.subplots()
        for number, state in enumerate(result.states):
            fits = [fit for fit in result.fits if fit.state == state]
            for fit in fits:
                _fragility_curve(axes, fit, number, unit, words, second=fit is not fits[0])
        if expected is not None and result.measure in ("pga", "demand"):
            axes.axvline(expected / unit, color=INK, linewidth=0.8, linestyle=":")
        axes.set_ylim(-0.02, 1.02)
        top = max((float(fit.values.max()) for fit in result.fits), default=unit) / unit
        axes.set_xlim(0.0, 1.02 * top)
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
        axes.set_xlabel(measure_name(result.measure, words))
        axes.set_ylabel(words("campaign.axis_probability"))
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3)
        return to_svg(figure, name)


def _fragility_curve(axes: Axes, fit: FragilityFit, number: int, unit: float, words: Words, *, second: bool) -> None:
    colour = CYCLE[number % len(CYCLE)]
    if not second:
        axes.scatter(
            fit.values / unit,
            fit.shares,
            s=20.0,
            marker=_SIGNS[number % len(_SIGNS)],
            facecolors=colour if fit.identified else "none",
            edgecolors=colour,
            linewidths=0.9,
            zorder=4,
            label=f"_{fit.state}, {words('campaign.counted')}",
        )
    if not fit.identified:
        if not second:
            label = words("campaign.curve_none", state=fit.state)
            axes.plot([], [], linestyle="none", marker=_SIGNS[number % len(_SIGNS)], color=colour, label=label)
            axes.get_lines()[-1].set_markerfacecolor("none")
        return
    label = f"{fit.state}: θ {words.number(fit.theta / unit, 3)}, β {words.number(fit.beta, 2)}"
    style: dict[str, Any] = {"color": colour, "linewidth": 1.2 if second else 1.8}
    if second:
        label, style["linestyle"] = f"_{fit.state}, {words('campaign.treatment_as_survival')}", (0, (4, 2))
    axes.plot(fit.grid / unit, fit.probability, label=label, zorder=3, **style)
    axes.fill_between(fit.grid / unit, fit.low, fit.high, color=colour, alpha=0.13, linewidth=0.0, zorder=1)


def draw_measures(result: WallFragility, state: str, words: Words, *, name: str) -> str:
    """β of each measure for one state, the smallest on top; hatched where something else is left unsaid."""
    fits = [fit for fit in result.measures if fit.state == state and math.isfinite(fit.beta)][::-1]
    with drawing(WIDTH, 0.9 + 0.21 * len(fits)) as figure:
        axes = figure.subplots()
        for place, fit in enumerate(fits):
            told = [p for p in fit.sufficiency.values() if math.isfinite(p)]
            poor = bool(told) and min(told) < 0.05
            axes.barh(
                place,
                fit.beta,
                height=0.66,
                color=COLOURS["stone"] if poor else COLOURS["blue"],
                edgecolor=COLOURS["stone_edge"] if poor else COLOURS["blue"],
                hatch="////" if poor else None,
                linewidth=0.6,
                label=measure_name(fit.measure, words, unit=False),
            )
            axes.annotate(
                "0" if fit.perfect else words.number(fit.beta, 2),
                (fit.beta, place),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                fontsize=7.8,
            )
        axes.set_yticks(range(len(fits)), [measure_name(fit.measure, words, unit=False) for fit in fits])
        axes.grid(visible=False, axis="y")
        axes.set_xlim(0.0, 1.12 * max((fit.beta for fit in fits), default=1.0) or 1.0)  # all may be perfect
        axes.set_xlabel(words("campaign.axis_beta", state=state))
        return to_svg(figure, name)


def draw_influences(result: WallFragility, words: Words, *, name: str) -> str:
    """Tornado: median of the fragility with the lower and the upper half of each parameter; rank correlation beside."""
    items = result.influences[::-1]
    unit, _ = measure_scale(result.measure)
    ends = [end for item in items for end in (item.theta_low, item.theta_high)]
    parted = bool(np.isfinite(ends).any())
    with drawing(WIDTH, 1.15 + 0.36 * len(items)) as figure:
        medians, ranks = figure.subplots(1, 2, sharey=True, width_ratios=(1.6, 1.0))
        legend: set[str] = set()
        fit = next((fit for fit in result.fits if fit.state == result.influence_state and fit.identified), None)
        middle = math.nan if fit is None else fit.theta / unit
        labels = []
        for place, item in enumerate(items):
            labels.append(words(f"campaign.parameter_{item.parameter}"))
            centre = middle if math.isfinite(middle) else math.sqrt(item.theta_low * item.theta_high) / unit
            for end, colour, key in (
                (item.theta_low, COLOURS["amber"], "campaign.lower_half"),
                (item.theta_high, COLOURS["blue"], "campaign.upper_half"),
            ):
                if math.isfinite(end):
                    told = f"_{words(key)}" if key in legend else words(key)
                    legend.add(key)
                    medians.barh(place, end / unit - centre, left=centre, height=0.6, color=colour, label=told)
            certain = math.isfinite(item.p_value) and item.p_value < 0.05
            ranks.barh(
                place,
                item.correlation,
                height=0.6,
                color=COLOURS["purple"] if certain else COLOURS["stone"],
                edgecolor=COLOURS["purple"],
                linewidth=0.7,
            )
        if math.isfinite(middle):
            medians.axvline(middle, color=INK, linewidth=0.8)
        medians.set_yticks(range(len(items)), labels)
        told = measure_name(result.measure, words)
        medians.set_xlabel(words("campaign.axis_median", state=result.influence_state, measure=told))
        if not parted:
            medians.set_xticks([])
            medians.text(0.5, 0.5, words("campaign.no_medians"), transform=medians.transAxes, ha="center", va="center")
        ranks.axvline(0.0, color=INK, linewidth=0.8)
        ranks.set_xlim(-1.0, 1.0)
        ranks.set_xlabel(words("campaign.axis_rank"))
        for axes in (medians, ranks):
            axes.grid(visible=False, axis="y")
        handles, names = medians.get_legend_handles_labels()
        if handles:
            figure.legend(handles, names, loc="outside lower center", ncols=2)
        return to_svg(figure, name)


def draw_cloud(result: WallFragility, words: Words, *, name: str) -> str:
    """Lasting displacement against strength with its line, and the chance of collapse."""
    cloud, curves = result.cloud, result.curves[0]
    assert cloud is not None
    unit, _ = measure_scale(result.measure)
    stands = np.isfinite(curves.demands)
    grid = np.exp(np.linspace(math.log(curves.values.min()), math.log(curves.values.max()), 80))
    with drawing(WIDTH, 3.2) as figure:
        line, chance = figure.subplots(1, 2)
        picked = _picked(np.flatnonzero(stands), 2000)
        line.scatter(
            curves.values[picked] / unit,
            np.maximum(1e3 * curves.demands[picked], 1e-2),
            s=8.0,
            color=COLOURS["stone_edge"],
            alpha=0.6,
            label=words("campaign.cloud_stands"),
        )
        middle = 1e3 * cloud.demand(grid)
        line.plot(grid / unit, middle, color=COLOURS["blue"], label=words("campaign.cloud_line"))
        for sign in (-1.0, 1.0):
            line.plot(
                grid / unit,
                middle * math.exp(sign * cloud.scatter),
                color=COLOURS["blue"],
                linestyle=(0, (4, 2)),
                linewidth=1.0,
                label=f"_{'+' if sign > 0 else '-'}σ",
            )
        line.set_xscale("log")
        line.set_yscale("log")
        line.set_ylabel(words("campaign.axis_residual"))
        chance.plot(
            curves.values / unit,
            (~stands).astype(float),
            linestyle="none",
            marker="|",
            markersize=9.0,
            color=COLOURS["orange"],
            label=words("campaign.cloud_runs"),
        )
        if math.isfinite(cloud.collapse_slope):
            chance.plot(grid / unit, cloud.collapse(grid), color=COLOURS["blue"], label=words("campaign.cloud_logit"))
        chance.set_xscale("log")
        chance.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
        chance.set_ylabel(words("campaign.axis_collapse"))
        for axes in (line, chance):
            axes.set_xlabel(measure_name(result.measure, words))
        handles = [*line.get_legend_handles_labels()[0], *chance.get_legend_handles_labels()[0]]
        names = [*line.get_legend_handles_labels()[1], *chance.get_legend_handles_labels()[1]]
        figure.legend(handles, names, loc="outside lower center", ncols=4)
        return to_svg(figure, name)


def draw_hazard(result: CampaignFragility, words: Words, *, name: str) -> str:
    """The hazard curve, and where the rate of each state stands on it."""
    curve = result.hazard
    assert curve is not None
    unit, _ = measure_scale(curve.measure)
    with drawing(WIDTH, 2.9) as figure:
        axes = figure.subplots()
        axes.plot(
            curve.values / unit, curve.rates, color=INK, marker="o", markersize=3.0, label=words("campaign.hazard")
        )
        for number, (state, rate) in enumerate(_state_rates(result.walls)):
            colour = CYCLE[number % len(CYCLE)]
            told = f"{state}: {words.number(rate, 2)}"
            axes.axhline(rate, color=colour, linewidth=1.2, linestyle=(0, (4, 2)), label=told)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel(measure_name(curve.measure, words))
        axes.set_ylabel(words("campaign.axis_rate"))
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=6)
        return to_svg(figure, name)


def _state_rates(walls: Sequence[WallFragility]) -> list[tuple[str, float]]:
    """Of the first wall, the worse one where runs that say nothing were counted both ways."""
    found: dict[str, float] = {}
    for item in walls[0].rates if walls else ():
        found[item.state] = max(found.get(item.state, 0.0), item.annual.rate)
    return list(found.items())


def _picked(indices: Any, most: int) -> FloatArray:
    return np.asarray(indices[np.unique(np.linspace(0, len(indices) - 1, min(len(indices), most)).astype(int))])
