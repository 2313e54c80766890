"""The soil stage on the page: runs with and without fill, pressures, the slow pull, and their figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes

from pirqa.experiments.soil.result import SoilRamp, SoilResult, SoilRun
from pirqa.model.polyhedron import FloatArray
from pirqa.project import Assessment
from pirqa.report.figures.facade import safe_name
from pirqa.report.figures.motion import thinned
from pirqa.report.figures.style import ABOVE_LEFT, COLOURS, INK, MODE_LINES, WIDTH, apart, drawing, to_svg
from pirqa.report.names import corner_name, run_name, variant_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Cell, Column, Grid, Heading, Note, Section, Text, figure, table
from pirqa.report.words import Words
from pirqa.statics.critical import CriticalCoefficient

_MOST_DRAWN = 3
"""Runs with soil that get pictures; the others are in the table."""
_TONES = {"none": "good", "local": "bad", "partial": "bad", "total": "bad", "failed": "unsure"}
_SHOWN = 1.25
"""Of the largest pressure met, how far the axis goes: the passive one is many times that."""
_FAR = 3.0
"""Times the displacement at which the wall gives way that is shown of its fall."""


def build(result: SoilResult, assessment: Assessment, words: Words) -> Section:
    """The section of the soil stage."""
    blocks: list[Block] = [Text(text=words("soil.intro")), Text(text=_fill(result, words))]
    unsound = [_name(run, words) for run in result.runs if not run.reliable]
    if unsound:
        blocks.append(Note(text=words("soil.unreliable", runs="; ".join(unsound))))
    if result.runs:
        blocks.append(_summary(result, words))
    names = {f"{run.action} ({run.case})": run_name(run.action, run.case, words) for run in result.runs if run.case}
    blocks += remarks_table(result.remarks, words, names=names, caption="dynamics.remarks")
    shown = [run for run in result.runs if run.soil][:_MOST_DRAWN]
    if shown:
        svg = draw_pressures(result, shown, words, name="soil-pressures")
        blocks += [
            Heading(text=words("soil.pressures_title")),
            figure(svg, "soil.pressures", words),
        ]
    for number, run in enumerate(shown, 1):
        blocks += _histories(result, run, words, number)
    if result.ramps:
        blocks += [
            Heading(text=words("soil.ramp_title")),
            Text(text=words("soil.ramp_intro")),
            _critical(result, words),
        ]
        for number, ramp in enumerate(result.ramps, 1):
            case = f" ({corner_name(ramp.case, words)})" if ramp.case else ""
            blocks.append(figure(draw_ramp(ramp, words, name=f"soil-ramp-{number}"), "soil.ramp", words, case=case))
    blocks += [Heading(text=words("dynamics.limits_title")), Text(text=words("soil.limits"))]
    return Section(id="soil", title=words("soil.title"), blocks=tuple(blocks))


def _name(run: SoilRun, words: Words) -> str:
    name = run_name(run.action, run.case, words)
    return name if run.soil else words("soil.bare", run=name)


def _fill(result: SoilResult, words: Words) -> str:
    moduli = [words.number(value * 1e-6, 3) for value in (result.modulus_low, result.modulus_high)]
    return words(
        "soil.fill",
        theory=variant_name(result.thrust, words),
        rest=words.number(result.rest_coefficient, 3),
        modulus=moduli[0] if moduli[0] == moduli[1] else "–".join(moduli),
        patches=result.patches,
        at_rest=words.number(result.rest_thrust * 1e-3, 3),
        active=words.number(result.active_thrust * 1e-3, 3),
    )


def _summary(result: SoilResult, words: Words) -> Grid:
    def fallen(run: SoilRun) -> str:
        if not run.outcome.falls:
            return ""
        count, first = len(run.outcome.falls), words.number(run.outcome.falls[0].time, 3)
        return words("dynamics.fell_count", count=count, total=run.outcome.count, time=first)

    columns: tuple[Column[SoilRun], ...] = (
        Column("column.run", lambda run: _name(run, words), strong=lambda run: run.soil),
        Column(
            "column.outcome",
            lambda run: words(f"dynamics.outcome_{run.outcome.collapse}"),
            tone=lambda run: _TONES[run.outcome.collapse],
            small=fallen,
        ),
        Column(
            "soil.column_outward",
            lambda run: run.peak,
            unit="mm",
            small=lambda run: words("dynamics.stone", name=run.stone),
        ),
        Column(
            "soil.column_outward_lasting",
            lambda run: run.lasting if run.outcome.collapse == "none" else None,
            unit="mm",
            strong=True,
        ),
        Column("soil.column_thrust_settled", lambda run: float(run.thrust[0]) if run.soil else None, unit="kN"),
        Column("soil.column_thrust_largest", lambda run: float(run.thrust.max()) if run.soil else None, unit="kN"),
        Column("soil.column_thrust_height", lambda run: float(run.height[run.thrust.argmax()]) if run.soil else None),
        Column("soil.column_thrust_final", lambda run: float(run.thrust[-1]) if run.soil else None, unit="kN"),
        Column(
            "column.ledger",
            lambda run: run.ledger_error,
            form="{:.1e}",
            tone=lambda run: "" if run.reliable else "unsure",
        ),
    )
    return table(result.runs, columns, words, words("soil.summary"))


def _histories(result: SoilResult, run: SoilRun, words: Words, number: int) -> Iterable[Block]:
    bare = next(
        (item for item in result.runs if not item.soil and (item.action, item.case) == (run.action, run.case)), None
    )
    name = _name(run, words)
    yield Heading(text=name)
    yield figure(draw_histories(run, bare, words, name=f"soil-run-{number}"), "soil.histories", words, run=name)


def _critical(result: SoilResult, words: Words) -> Grid:
    def statics(number: int) -> Callable[[SoilRamp], Cell]:
        return lambda ramp: _statics((ramp.critical or (None, None))[number], words)

    columns: tuple[Column[SoilRamp], ...] = (
        Column(
            "column.joints_used",
            lambda ramp: corner_name(ramp.case, words) if ramp.case else words("dynamics.as_given"),
            strong=True,
        ),
        Column("soil.column_statics_sliding", statics(0)),
        Column("soil.column_statics_overturning", statics(1)),
        Column("soil.column_stones", lambda ramp: _found(ramp, words)),
        Column("soil.column_ratio", _ratio),
    )
    return table(result.ramps, columns, words, words("soil.critical"))


def _statics(item: CriticalCoefficient | None, words: Words) -> Cell:
    if item is None:
        return Cell(text="–", number=True)
    if item.coefficient is None:
        return Cell(text="–", number=True, small=words(f"soil.statics_{item.outcome}"))
    level = words.number(item.joint_level or 0.0, 3)
    return Cell(text=words.number(item.coefficient, 3), number=True, small=words("soil.joint_at", level=level))


def _found(ramp: SoilRamp, words: Words) -> Cell:
    if ramp.onset is None:
        return Cell(text=f"> {words.number(ramp.to, 3)}", number=True, tone="" if ramp.reliable else "unsure")
    small = words(f"soil.onset_{ramp.onset.mode}", stone=ramp.onset.stone, joint=ramp.onset.joint)
    tone = "" if ramp.reliable else "unsure"
    return Cell(text=words.number(ramp.onset.coefficient, 3), number=True, strong=True, small=small, tone=tone)


def _ratio(ramp: SoilRamp) -> float | None:
    least = ramp.least
    if least is None or least.coefficient is None or ramp.onset is None:
        return None
    return ramp.onset.coefficient / least.coefficient


def draw_pressures(result: SoilResult, runs: Sequence[SoilRun], words: Words, *, name: str) -> str:
    """Pressures by level: the theory's limits and what the runs met, one panel for each run with soil."""
    profile = result.profile
    met = [values for run in runs for values in (run.settled_pressure, run.largest_pressure, run.final_pressure)]
    reach = _SHOWN * max(float(np.max(values)) for values in (profile.rest + profile.water, *met))
    with drawing(WIDTH, 3.2) as figure:
        panels = figure.subplots(1, len(runs), sharey=True, squeeze=False)[0]
        for axes, run in zip(panels, runs, strict=True):
            _limits(axes, result, words, reach)
            lines: tuple[tuple[str, FloatArray, int], ...] = (
                ("settled", run.settled_pressure, 2),
                ("largest", run.largest_pressure, 1),
                ("final", run.final_pressure, 0),
            )
            for key, values, number in lines:
                style = apart(number, every=0.2)
                axes.plot(values * 1e-3, profile.level, label=words(f"soil.pressure_{key}"), **style)
            axes.set_xlim(0.0, reach * 1e-3)
            axes.set_ylim(0.0, None)
            axes.set_xlabel(words("soil.axis_pressure"))
            axes.set_title(safe_name(run_name(run.action, run.case, words), 28))
        panels[0].set_ylabel(words("soil.axis_level"))
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
        return to_svg(figure, name)


def _limits(axes: Axes, result: SoilResult, words: Words, reach: float) -> None:
    profile = result.profile
    water = profile.water
    if water.max() > 0.0:
        axes.fill_betweenx(
            profile.level, 0.0, water * 1e-3, color=COLOURS["sky"], alpha=0.35, label=words("soil.pressure_water")
        )
    lines = (
        ("active", profile.active, (0, (5, 2))),
        ("rest", profile.rest, (0, (1, 1.5))),
        ("passive", profile.passive, "-"),
    )
    for key, values, style in lines:
        shown = np.minimum(values + water, 2.0 * reach) * 1e-3
        axes.plot(shown, profile.level, color=INK, linewidth=0.9, linestyle=style, label=words(f"soil.pressure_{key}"))


def draw_histories(run: SoilRun, bare: SoilRun | None, words: Words, *, name: str) -> str:
    """Thrust, its height, and outward displacement with and without soil against time."""
    with drawing(WIDTH, 4.6) as figure:
        thrust, height, moves = figure.subplots(3, 1, sharex=True, height_ratios=(1.3, 0.8, 1.4))
        thrust.plot(*thinned(run.times, run.thrust * 1e-3), color=COLOURS["orange"], linewidth=0.9)
        thrust.set_ylabel(words("soil.axis_thrust"))
        height.plot(*thinned(run.times, run.height), color=COLOURS["purple"], linewidth=0.9)
        height.set_ylabel(words("soil.axis_height"))
        height.set_ylim(0.0, None)
        for item, key, number in ((bare, "without", 2), (run, "with", 0)):
            if item is not None:
                label = words(f"soil.{key}", stone=safe_name(item.stone, 12))
                times, moved = thinned(item.times, 1e3 * item.outward)
                moves.plot(times, moved, linewidth=0.9, label=label, **apart(number, points=len(times)))
        moves.set_ylabel(words("soil.axis_outward"))
        moves.set_xlabel(words("motion.axis_time"))
        moves.set_xlim(0.0, float(run.times[-1]))
        moves.legend(ncols=2, **ABOVE_LEFT)
        return to_svg(figure, name)


def draw_ramp(ramp: SoilRamp, words: Words, *, name: str) -> str:
    """Outward displacement against the coefficient of the pull, and where statics has the wall give way."""
    moved = 1e3 * ramp.outward
    with drawing(WIDTH, 2.9) as figure:
        axes = figure.subplots()
        axes.plot(ramp.coefficient, moved, color=COLOURS["blue"], label=words("soil.pulled"))
        top = float(moved.max())
        if ramp.onset is not None:
            row = int(np.searchsorted(ramp.coefficient, ramp.onset.coefficient))
            top = min(top, max(_FAR * float(moved[min(row, len(moved) - 1)]), 5.0))
            label = words("soil.gives_way")
            place = float(np.interp(ramp.onset.coefficient, ramp.coefficient, moved))
            axes.plot([ramp.onset.coefficient], [place], "o", color=INK, label=label)
        for item in ramp.critical:
            if item.coefficient is not None and item.coefficient <= ramp.to:
                label = words(f"soil.statics_{item.mode}")
                style = MODE_LINES[item.mode]
                axes.axvline(item.coefficient, color=COLOURS["orange"], linewidth=1.0, linestyle=style, label=label)
        axes.set_ylim(min(0.0, float(moved.min())), 1.05 * top)
        axes.set_xlim(0.0, ramp.to)
        axes.set_xlabel(words("soil.axis_coefficient"))
        axes.set_ylabel(words("soil.axis_outward"))
        axes.legend(ncols=4, **ABOVE_LEFT)
        return to_svg(figure, name)
