"""Figures of ground motions: histories, spectra, energy, sliding block, and a set against its target."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from pirqa.model.ground_motion import GroundMotion
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Table
from pirqa.motion.intensity import husid
from pirqa.motion.result import MotionResult, PreparedMotion, SlidingCase
from pirqa.motion.sets.result import MotionSet
from pirqa.motion.spectra import FourierSpectrum, fourier_spectrum, smooth_spectrum
from pirqa.report.figures.style import COLOURS, INK, WIDTH, apart, drawing, to_svg
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

_DARK_LINES = ((0, (6, 2)), (0, (2, 2)), (0, (6, 2, 1, 2)), (0, (1, 1)))
_MOST_POINTS = 1200
"""Columns of a drawn history: a figure is no wider than this in pixels."""
_MOST_LEGEND = 10
_TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Periods that are written below the axis, where they are in its range [s]."""
_THIN: dict[str, Any] = {"color": COLOURS["stone_edge"], "linewidth": 0.8, "alpha": 0.75}


def thinned(times: FloatArray, values: FloatArray, most: int = _MOST_POINTS) -> tuple[FloatArray, FloatArray]:
    """A curve with so few points that a page can hold it, every peak kept: least and greatest of each column."""
    if len(times) <= 2 * most:
        return times, values
    edges = np.linspace(0, len(times), most + 1).astype(int)
    picked = []
    for start, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        part = values[start:end]
        picked += sorted({start + int(part.argmin()), start + int(part.argmax())})
    kept = np.unique([0, *picked, len(times) - 1])
    return times[kept], values[kept]


def draw_motion(item: PreparedMotion, spectra: Table, words: Words, *, name: str) -> str:
    """Acceleration, velocity and displacement of one motion, its spectrum and its Husid curve."""
    motion = item.motion
    names = [words.get(f"direction.{direction.name}", direction.name) for direction in motion.directions]
    with drawing(WIDTH, 5.6) as figure:
        parts: Any = figure.subfigures(1, 2, width_ratios=(1.6, 1.0))
        histories, others = parts
        rows = histories.subplots(3, 1, sharex=True)
        quantities = (
            (motion.acceleration / STANDARD_GRAVITY, "motion.axis_acceleration"),
            (motion.velocity * 100.0, "motion.axis_velocity"),
            (motion.displacement * 100.0, "motion.axis_displacement"),
        )
        for axes, (values, label) in zip(rows, quantities, strict=True):
            _histories(axes, motion, values, names)
            axes.set_ylabel(words(label))
        rows[-1].set_xlabel(words("motion.axis_time"))
        rows[0].set_xlim(0.0, motion.duration)
        response, amplitude, energy = others.subplots(3, 1, height_ratios=(1.5, 1.1, 1.0))
        for index, direction in enumerate(motion.directions):
            style = {**apart(index, every=0.3), "linewidth": 1.3, "label": names[index]}
            curve = spectra.where(motion=item.name, component=direction.name)
            response.plot(curve["period"], curve["psa"] / STANDARD_GRAVITY, **style)
            content = _fourier(motion, index)
            amplitude.plot(content.frequencies, content.amplitude, **style)
            share = husid(motion.acceleration[:, index], motion.step)
            if share[-1] > 0.0:
                energy.plot(*thinned(motion.times, 100.0 * share / share[-1]), **style)
        _period_axis(response, words)
        amplitude.set_xscale("log")
        amplitude.set_xlabel(words("motion.axis_frequency"))
        amplitude.set_ylabel(words("motion.axis_fourier"))
        amplitude.set_xticks([0.1, 1.0, 10.0], ["0.1", "1", "10"])
        for level in (5.0, 95.0):
            energy.axhline(level, color=INK, linewidth=0.6, linestyle=(0, (2, 2)))
        energy.set_xlabel(words("motion.axis_time"))
        energy.set_ylabel(words("motion.axis_husid"))
        energy.set_xlim(0.0, motion.duration)
        if len(names) > 1:
            histories.legend(response.get_lines(), names, loc="outside lower center", ncols=len(names))
        return to_svg(figure, name)


def draw_spectra(result: MotionResult, words: Words, *, name: str) -> str:
    """Response spectra of all motions beside the design spectra: acceleration and displacement."""
    with drawing(WIDTH, 3.4) as figure:
        left, right = figure.subplots(1, 2)
        for index, item in enumerate(result.motions):
            for component in item.horizontal:
                curve = result.spectra.where(motion=item.name, component=component)
                label = item.name if len(item.horizontal) == 1 else f"{item.name}, {component}"
                style = {**apart(index, every=0.2), "linewidth": 1.2, "label": label}
                left.plot(curve["period"], curve["psa"] / STANDARD_GRAVITY, **style)
                right.plot(curve["period"], 100.0 * curve["sd"], **style)
        for index, code in enumerate(result.design):
            curve = result.design_curves.where(code=code.name)
            style = {"color": INK, "linewidth": 1.5, "linestyle": _DARK_LINES[index % len(_DARK_LINES)]}
            style["label"] = words.get(f"code.{code.name}", code.name)
            left.plot(curve["period"], curve["acceleration"] / STANDARD_GRAVITY, **style)
            square = (curve["period"] / (2.0 * np.pi)) ** 2
            right.plot(curve["period"], 100.0 * curve["acceleration"] * square, **style)
        _period_axis(left, words)
        _period_axis(right, words)
        right.set_ylabel(words("motion.axis_sd"))
        handles, labels = left.get_legend_handles_labels()
        if len(labels) > _MOST_LEGEND:
            handles, labels = handles[:_MOST_LEGEND], [*labels[: _MOST_LEGEND - 1], "…"]
        figure.legend(handles, labels, loc="outside lower center", ncols=3)
        return to_svg(figure, name)


def draw_sliding(result: MotionResult, words: Words, *, name: str) -> str:
    """How far the wall slides against what it takes to make it slide, and the worst run against time."""
    with drawing(WIDTH, 3.2) as figure:
        left, right = figure.subplots(1, 2)
        for index, item in enumerate(result.motions):
            curve = result.sliding_curve.where(motion=item.name)
            shown = np.where(curve["displacement"] > 1e-6, curve["displacement"] * 1e3, np.nan)
            left.plot(curve["yield_coefficient"], shown, label=item.name, linewidth=1.3, **apart(index, every=0.2))
        for case in result.sliding:
            left.axvline(case.yield_coefficient, color=INK, linewidth=0.8, linestyle=(0, (2, 2)))
        left.set_yscale("log")
        left.set_xlabel(words("motion.axis_yield"))
        left.set_ylabel(words("motion.axis_slide"))
        moved = [case for case in result.sliding if case.motion]
        for index, case in enumerate(moved):
            run = result.sliding_history.where(case=case.name)
            times, values = thinned(np.asarray(run["time"]), np.asarray(run["displacement"]) * 1e3)
            label = words.get(f"thrust_short.{case.name}", case.name)
            right.plot(times, values, color=INK, linestyle=_DARK_LINES[index % len(_DARK_LINES)], label=label)
        right.set_xlabel(words("motion.axis_time"))
        right.set_ylabel(words("motion.axis_slide"))
        if moved:
            right.legend(loc="best")
        figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=4)
        return to_svg(figure, name)


def draw_regressions(case: SlidingCase, words: Words, *, name: str) -> str:
    """What regressions foretell beside what the block did: median and one standard deviation either way."""
    shown = [item for item in case.predictions if item.median > 0.0]
    names = [words.get(f"regression.{item.name}", item.name) for item in reversed(shown)]
    with drawing(WIDTH, 0.75 + 0.22 * len(shown)) as figure:
        axes = figure.subplots()
        for row, item in enumerate(reversed(shown)):
            colour = COLOURS["blue"] if item.valid else COLOURS["stone_edge"]
            span, middle = (words(f"motion.regression_{key}", name=names[row]) for key in ("span", "median"))
            axes.plot([item.low * 1e3, item.high * 1e3], [row, row], color=colour, linewidth=1.6, label=span)
            inside = colour if item.valid else "white"  # hollow: told apart in grey print too
            style: dict[str, Any] = {"color": colour, "markersize": 4.8, "markerfacecolor": inside, "label": middle}
            axes.plot([item.median * 1e3], [row], "o", **style)
        if case.displacement > 0.0:
            axes.axvline(case.displacement * 1e3, color=COLOURS["orange"], linewidth=1.4)
        axes.set_yticks(range(len(shown)), names)
        axes.set_xscale("log")
        axes.set_xlabel(words("motion.axis_slide"))
        return to_svg(figure, name)


def _histories(axes: Axes, motion: GroundMotion, values: FloatArray, names: list[str]) -> None:
    # the strongest first, so that it hides none of the others
    for index in np.argsort(-np.abs(values).max(axis=0)).tolist():
        times, shown = thinned(motion.times, values[:, index])
        axes.plot(times, shown, linewidth=0.8, label=names[index], **apart(index, points=len(times)))
    axes.axhline(0.0, color=INK, linewidth=0.5)


def _fourier(motion: GroundMotion, index: int) -> FourierSpectrum:
    """Smoothed amplitudes from 0.1 Hz to what the record holds, 25 Hz at most."""
    found = fourier_spectrum(motion.acceleration[:, index], motion.step)
    lowest = max(0.1, float(found.frequencies[0]))
    highest = max(2.0 * lowest, min(25.0, float(found.frequencies[-1])))
    return smooth_spectrum(found, centres=np.geomspace(lowest, highest, 120))


def _period_axis(axes: Axes, words: Words) -> None:
    axes.set_xscale("log")
    axes.set_xlabel(words("motion.axis_period"))
    axes.set_ylabel(words("motion.axis_sa"))
    axes.set_xticks([0.01, 0.1, 1.0, 10.0], ["0.01", "0.1", "1", "10"])
    axes.minorticks_on()


def has_deviation(found: MotionSet) -> bool:
    """Return whether the target of a set has a variance."""
    return bool(np.any(found.curve["high"] > found.curve["target"] * (1.0 + 1e-9)))


def draw_set(found: MotionSet, words: Words, *, name: str) -> str:
    """Draw the scaled spectra of a set: each motion thin, their mean thick, the target, the range of periods shaded."""
    spectra, curve = found.spectra, found.curve
    periods = curve["period"]
    with drawing(WIDTH, 3.6) as figure:
        axes = figure.subplots()
        axes.axvspan(found.shortest, found.longest, color=COLOURS["sky"], alpha=0.13, linewidth=0.0)
        first: dict[bool, bool] = {}
        for member in found.members:
            mine = spectra.where(motion=member.name)
            line: dict[str, Any] = {**_THIN, "linestyle": (0, (4, 2)) if member.synthetic else "-"}
            axes.plot(mine["period"], mine["acceleration"] / STANDARD_GRAVITY, label=f"_{member.name}", **line)
            if not first.get(member.synthetic):
                # one line in the legend stands for all of them; the curves keep their own names
                key = "set.line_synthetic" if member.synthetic else "set.line_motion"
                axes.plot([], [], label=words(key), **line)
                first[member.synthetic] = True
        if has_deviation(found):
            style: dict[str, Any] = {"color": INK, "linewidth": 0.9, "linestyle": (0, (1, 1.5))}
            axes.plot(periods, curve["low"] / STANDARD_GRAVITY, label=words("set.line_deviation"), **style)
            axes.plot(periods, curve["high"] / STANDARD_GRAVITY, label=f"_{words('set.line_deviation')}", **style)
        across: dict[str, Any] = {"color": COLOURS["orange"], "linewidth": 1.3, "linestyle": (0, (6, 2, 1, 2))}
        axes.plot(periods, curve["across"] / STANDARD_GRAVITY, label=words("set.line_across"), **across)
        mean: dict[str, Any] = {"color": COLOURS["blue"], "linewidth": 2.4}
        axes.plot(periods, curve["mean"] / STANDARD_GRAVITY, label=words("set.line_mean"), **mean)
        target: dict[str, Any] = {"color": INK, "linewidth": 1.6, "linestyle": (0, (6, 2))}
        axes.plot(periods, curve["target"] / STANDARD_GRAVITY, label=words("set.line_target"), **target)
        axes.set_xscale("log")
        drawn = spectra["period"]
        low, high = float(drawn.min()), float(drawn.max())
        axes.set_xlim(low, high)
        ticks = [tick for tick in _TICKS if low <= tick <= high]
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.set_xticks([], minor=True)
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel(words("motion.axis_period"))
        axes.set_ylabel(words("motion.axis_sa"))
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3)
        return to_svg(figure, name)
