"""The joint calibration on the page: parameters, data, profiles of the misfit."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from pirqa.experiments.joint_calibration.result import Datum, JointCalibrationResult, Parameter
from pirqa.model.polyhedron import FloatArray
from pirqa.project import Assessment
from pirqa.report.figures.style import COLOURS, INK, WIDTH, apart, drawing, to_svg
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Column, Figure, Grid, Note, Section, Text, table
from pirqa.report.words import Words

_TONES = {"between": "good", "above": "unsure", "below": "unsure", "unknown": "unsure"}
_SHOWN = 4.0
"""Of the limit, how much of the misfit is drawn."""
_DECADE = 5.0
"""Ratio of the ends of a range from which it is drawn in powers of ten."""


def build(result: JointCalibrationResult, assessment: Assessment, words: Words) -> Section:
    """The section of the joint calibration."""
    share = words.number(100.0 * result.confidence, 2)
    blocks: list[Block] = [Text(text=words("joint_calibration.intro"))]
    blocks += [Note(text=text) for text in _vague(result, words)]
    names: dict[str, str] = {item.name: _name(item, words) for item in result.parameters}
    remarks = remarks_table(result.remarks, words, names=names, caption="joint_calibration.remarks")
    blocks += [_parameters(result, words, share), _data(result, words), *remarks]
    svg = draw_profiles(result, words, name="calibration-profiles")
    caption = words("joint_calibration.profiles", share=share, limit=words.number(result.limit, 3))
    blocks.append(Figure(svg=svg, caption=caption, alt=words("joint_calibration.profiles_alt")))
    if result.points:
        svg = draw_surface(result, words, name="calibration-surface")
        caption = words("joint_calibration.surface", count=len(result.points))
        blocks.append(Figure(svg=svg, caption=caption, alt=words("joint_calibration.surface_alt")))
    blocks.append(Text(text=words("joint_calibration.limits")))
    return Section(id="joint_calibration", title=words("joint_calibration.title"), blocks=tuple(blocks))


def _name(item: Parameter, words: Words) -> str:
    return words(f"joint_calibration.name_{item.name}")


def _number(item: Parameter, value: float | None, words: Words) -> str:
    if value is None:
        return "–"
    if item.name in ("friction", "stiffness_ratio"):
        return words.number(value, 3)
    return words.typeset(f"{value:.3g}".replace("e+0", "e").replace("e+", "e"))


def _vague(result: JointCalibrationResult, words: Words) -> Iterator[str]:
    """What the data cannot tell, in sentences that must not be overlooked."""
    for item in result.parameters:
        if item.known != "between":
            ends = {
                "low": _number(item, item.low, words),
                "high": _number(item, item.high, words),
                "tried_low": _number(item, item.range_low, words),
                "tried_high": _number(item, item.range_high, words),
            }
            yield words(f"joint_calibration.told_{item.known}", name=_name(item, words), **ends)


def _parameters(result: JointCalibrationResult, words: Words, share: str) -> Grid:
    def best(item: Parameter) -> str:
        return _number(item, item.best if item.known == "between" else None, words)

    columns: tuple[Column[Parameter], ...] = (
        Column(
            "joint_calibration.column_property",
            lambda item: _name(item, words),
            strong=True,
            small=lambda item: words.typeset(item.unit),
        ),
        Column("joint_calibration.column_best", best, number=True, strong=True),
        Column("joint_calibration.column_low", lambda item: _number(item, item.low, words), number=True),
        Column("joint_calibration.column_high", lambda item: _number(item, item.high, words), number=True),
        Column("joint_calibration.column_given", lambda item: _number(item, item.given, words), number=True),
        Column(
            "joint_calibration.column_known",
            lambda item: words(f"joint_calibration.known_{item.known}"),
            tone=lambda item: _TONES[item.known],
        ),
    )
    return table(result.parameters, columns, words, words("joint_calibration.parameters", share=share))


def _data(result: JointCalibrationResult, words: Words) -> Grid:
    columns: tuple[Column[Datum], ...] = (
        Column(
            "joint_calibration.column_datum",
            lambda datum: words(f"joint_calibration.datum_{datum.kind}", number=datum.number),
            strong=True,
        ),
        Column("joint_calibration.column_measured", lambda datum: _value(datum, datum.measured, words), number=True),
        Column("joint_calibration.column_deviation", lambda datum: _value(datum, datum.deviation, words), number=True),
        Column(
            "joint_calibration.column_computed",
            lambda datum: _value(datum, datum.computed, words),
            number=True,
            strong=True,
        ),
        Column(
            "joint_calibration.column_apart",
            lambda datum: (datum.computed - datum.measured) / datum.deviation,
            digits=2,
        ),
    )
    misfit = "< 0.001" if result.misfit < 1e-3 else words.number(result.misfit, 3)
    return table(result.data, columns, words, words("joint_calibration.data", misfit=misfit))


def _value(datum: Datum, value: float, words: Words) -> str:
    if datum.kind == "tilt":
        return words.degrees(value)
    if datum.kind == "damping":
        return words.percent(value)
    return words.typeset(f"{value:.4g} Hz")


def draw_profiles(result: JointCalibrationResult, words: Words, *, name: str) -> str:
    """The least misfit at each value of each parameter; band: the interval; dashed: what bounds it."""
    count = len(result.parameters)
    columns = min(count, 2)
    rows = math.ceil(count / columns)
    with drawing(WIDTH, 2.5 * rows) as figure:
        places = np.atleast_1d(figure.subplots(rows, columns, squeeze=False)).ravel().tolist()
        for axes, item, curve in zip(places, result.parameters, result.profiles, strict=False):
            low, high = _near(item, curve[:, 0])
            if item.name == "normal_stiffness" and high > _DECADE * low:
                axes.set_xscale("log")
            else:
                axes.xaxis.set_major_locator(MaxNLocator(5))
                axes.xaxis.set_major_formatter(lambda value, _: words.typeset(f"{value:.4g}"))
            axes.plot(curve[:, 0], curve[:, 1], color=COLOURS["blue"])
            _interval(axes, item)
            axes.axhline(result.limit, color=INK, linewidth=0.8, linestyle=(0, (2, 2)))
            axes.set_ylim(0.0, _SHOWN * result.limit)
            axes.set_xlim(low, high)
            axes.set_xlabel(words(f"joint_calibration.axis_{item.name}"))
            axes.set_ylabel(words("joint_calibration.axis_misfit"))
        for axes in places[count:]:
            axes.remove()
        return to_svg(figure, name)


def _interval(axes: Axes, item: Parameter) -> None:
    low = item.range_low if item.low is None else item.low
    high = item.range_high if item.high is None else item.high
    axes.axvspan(low, high, color=COLOURS["sky" if item.known == "between" else "amber"], alpha=0.2, linewidth=0.0)
    if item.known == "between":
        axes.axvline(item.best, color=COLOURS["blue"], linewidth=0.9)


def _near(item: Parameter, values: FloatArray) -> tuple[float, float]:
    """The whole range, or three times the interval where it is much narrower."""
    low, high = float(values.min()), float(values.max())
    if item.known != "between" or item.low is None or item.high is None:
        return low, high
    spare = item.high - item.low
    return max(low, item.low - spare), min(high, item.high + spare)


def draw_surface(result: JointCalibrationResult, words: Words, *, name: str) -> str:
    """Computed angle of the tilt against friction, a line for each stiffness, beside the measured one."""
    measured = next(datum for datum in result.data if datum.kind == "tilt")
    with drawing(WIDTH, 2.8) as figure:
        axes = figure.subplots()
        angle, spread = math.degrees(measured.measured), math.degrees(measured.deviation)
        axes.axhspan(angle - spread, angle + spread, color=COLOURS["stone"], alpha=0.6, linewidth=0.0)
        axes.axhline(angle, color=INK, linewidth=0.9)
        along = len({point.friction for point in result.points}) > 1
        lines = sorted({point.stiffness if along else point.friction for point in result.points})
        for index, line in enumerate(lines):
            points = [point for point in result.points if (point.stiffness if along else point.friction) == line]
            places = [point.friction if along else point.stiffness for point in points]
            angles = [math.degrees(point.angle) for point in points]
            errors = [math.degrees(0.5 * point.width) for point in points]
            label = words.typeset(f"Kn {float(f'{line:.3g}'):.4g} N/m3" if along else f"μ {line:.2g}")
            style = apart(index) | {"markevery": None}
            axes.errorbar(places, angles, yerr=errors, capsize=2, label=label, **style)
        if not along:
            axes.set_xscale("log")
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel(words(f"joint_calibration.axis_{'friction' if along else 'normal_stiffness'}"))
        axes.set_ylabel(words("dynamics.axis_tilt"))
        axes.legend(loc="lower right", ncols=min(3, len(lines)))
        return to_svg(figure, name)
