"""The statics stage on the page."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from pirqa.model.check import Check, Place
from pirqa.project import Assessment
from pirqa.report.figures.statics import Panel, draw_curves, draw_histogram, draw_section, draw_tornado
from pirqa.report.names import case_name, input_name, place_name
from pirqa.report.section import Block, Cell, Column, Figure, Grid, Heading, Note, Row, Section, Text, figure, table
from pirqa.report.words import Words
from pirqa.statics.critical import CriticalCoefficient, StandingNeed
from pirqa.statics.inputs import StudyResult
from pirqa.statics.pseudo_static import Case
from pirqa.statics.reliability import FailureProbability, ReliabilityResult
from pirqa.statics.stage import StaticsResult
from pirqa.units import DIMENSIONS, Dimension


def build(result: StaticsResult, assessment: Assessment, words: Words) -> Section:
    """The section of the statics stage."""
    blocks: list[Block] = [Text(text=words("statics.intro"))]
    blocks += [Row(figures=_drawings(result, assessment, words)), Text(text=_symbols(result, words))]
    blocks += _needs(result, words)
    if any(case.seismic for case in result.cases):
        blocks += [
            Heading(text=words("statics.curves_title")),
            _curves(result, words),
            _critical(result, words),
        ]
    blocks += _joints(result, assessment.checks, words)
    if result.studies:
        blocks.append(Heading(text=words("statics.studies_title")))
        blocks += [_study(study, result, words, number) for number, study in enumerate(result.studies, 1)]
    blocks += _reliability(result, words)
    blocks += [Heading(text=words("statics.limits_title")), Text(text=words("statics.limits"))]
    return Section(id="statics", title=words("statics.title"), blocks=tuple(blocks))


def _drawings(result: StaticsResult, assessment: Assessment, words: Words) -> tuple[Figure, ...]:
    """The worst case of each method, in the mode of overturning: it shows every force and its arm."""
    kinds = {row.key: row.text for row in assessment.inputs}
    figures: list[Figure] = []
    for method in dict.fromkeys(case.method for case in result.cases):
        judged = {case.name for case in result.cases if case.method == method and not case.named_variant}
        mine = [s for s in result.governing if s.case in judged and s.mode == "overturning"]
        if not mine:
            continue
        worst = min(mine, key=lambda state: state.factor)
        if method in ("static", "wet") and not math.isfinite(worst.factor):
            continue
        section = next(item for item in result.sections if item.station == worst.station)
        fill = result.fill.in_wet_season(section) if result.fill is not None and method == "wet" else result.fill
        svg = draw_section(section, fill, kinds.get("base.kind", "unknown"), worst, words, name=f"section-{method}")
        caption = words(
            "statics.drawing",
            case=case_name(worst.case, words),
            place=place_name(_place(vars(worst)), words),
            factor=words.factor(worst.factor),
        )
        figures.append(Figure(svg=svg, caption=caption, alt=words("statics.drawing_alt")))
    return tuple(figures)


def _needs(result: StaticsResult, words: Words) -> list[Block]:
    """Return what a wall that fails at rest would need; nothing where it stands."""
    if not result.needs:
        return []

    def title(need: StandingNeed) -> str:
        return words("statics.needs_case", case=case_name(need.case, words), mode=words(f"mode.{need.mode}"))

    columns: tuple[Column[StandingNeed], ...] = (
        Column("column.method", title),
        Column("statics.axis_factor", lambda need: _factor(need.factor, words)),
        Column("statics.needs_joint_friction", lambda need: need.joint_friction, unit="deg"),
        Column("statics.needs_fill_friction", lambda need: need.fill_friction, unit="deg"),
        Column("statics.needs_pressure_share", lambda need: need.pressure_share),
        Column("statics.needs_thickness", lambda need: need.thickness),
        Column("statics.needs_water_level", lambda need: need.water_level),
    )
    grid = table(result.needs, columns, words, words("statics.needs"))
    return [Heading(text=words("statics.needs_title")), grid]


def _symbols(result: StaticsResult, words: Words) -> str:
    """What the letters in the drawings stand for; only those that are there."""
    drawn = {force.name for state in result.governing for force in state.forces if force.outward or force.down}
    names = ("weight", "resting_soil", "soil_thrust", "water_thrust", "uplift")
    return words("statics.symbols", symbols="; ".join(words(f"symbol.{name}") for name in names if name in drawn))


def _curves(result: StaticsResult, words: Words) -> Figure:
    panels: list[Panel] = []
    dots = {(item.case, item.mode): item.coefficient for item in result.critical if item.coefficient is not None}
    methods = {case.method for case in result.cases}
    for method, label in (("pseudo_static", "axis_kh"), ("inertia", "axis_peak"), ("inertia_kh", "axis_peak")):
        if method == "pseudo_static" and "inertia" in methods:
            continue  # the same curves: kh on wall and fill
        cases = [case for case in result.cases if case.method == method]
        if not cases:
            continue
        names = {case.name for case in cases}
        panels.append(
            Panel(
                words(f"method.{method}"),
                words(f"statics.{label}"),
                result.curves.where(case=names),
                x="coefficient",
                mark=cases[0].inertia,
                dots={key: value for key, value in dots.items() if key[0] in names},
            )
        )
    return figure(draw_curves(panels, words, name="curves"), "statics.curves", words)


def _critical(result: StaticsResult, words: Words) -> Grid:
    found: dict[tuple[str, str], CriticalCoefficient] = {(item.case, item.mode): item for item in result.critical}

    def mode(name: str) -> Column[Case]:
        def cell(case: Case) -> Cell:
            item = found[case.name, name]
            if item.coefficient is None:
                return Cell(text=words(f"statics.{item.outcome}"), number=True)
            known = [
                one.coefficient for one in result.critical if one.case == case.name and one.coefficient is not None
            ]
            return Cell(text=words.number(item.coefficient, 4), number=True, strong=item.coefficient == min(known))

        return Column(f"mode.{name}", cell)

    columns: tuple[Column[Case], ...] = (
        Column("column.method", lambda case: case_name(case.name, words)),
        mode("sliding"),
        mode("overturning"),
        Column("", lambda case: case.inertia, title=f"{words('statics.axis_kh')}, {words('statics.axis_peak')}"),
    )
    cases = [case for case in result.cases if any(name == case.name for name, _ in found)]
    return table(cases, columns, words, words("statics.critical"))


def _joints(result: StaticsResult, checks: tuple[Check, ...], words: Words) -> list[Block]:
    """Return every joint of the case with the worst ratio."""
    mine = [check for check in checks if check.id.startswith("statics.") and check.votes]
    worst = min(mine, key=lambda check: check.ratio).method if mine else result.cases[-1].name

    def inside(row: dict[str, Any]) -> bool:
        return bool(0.0 < row["resultant"] < row["width"])

    def kern(row: dict[str, Any]) -> Cell:
        name, tone = ("out_of_kern", "unsure") if inside(row) else ("outside", "bad")
        return Cell(
            text=words("statics.in_kern" if row["in_kern"] else f"statics.{name}"),
            tone="good" if row["in_kern"] else tone,
        )

    columns: tuple[Column[dict[str, Any]], ...] = (
        Column("column.place", lambda row: place_name(_place(row), words)),
        Column("column.sliding", lambda row: _factor(row["sliding"], words)),
        Column("column.overturning", lambda row: _factor(row["overturning"], words)),
        Column("", lambda row: row["normal"], unit="kN/m", title=f"{words('column.normal')} [kN/m]"),
        Column("", lambda row: row["shear"], unit="kN/m", title=f"{words('column.shear')} [kN/m]"),
        Column("column.eccentricity", lambda row: row["eccentricity"] / row["width"]),
        Column("column.kern", kern),
        Column(
            "column.contact",
            lambda row: words.number(100 * row["contact_length"] / row["width"], 3) + " %",
            number=True,
        ),
        Column(
            "",
            lambda row: row["edge_pressure"] if inside(row) else None,
            unit="kPa",
            title=f"{words('column.pressure')} [kPa]",
        ),
    )
    grid = table(
        result.joints.where(case=worst).rows(), columns, words, words("statics.joints", case=case_name(worst, words))
    )
    return [Heading(text=words("statics.joints_title")), grid]


def _place(row: Mapping[str, Any]) -> Place:
    joint = row["joint"] > 0
    return Place(
        name="joint" if joint else "base",
        level=row["level"] if joint else None,
        inward=row["direction"] == "inward",
        station=row["station"] or None,
        vertical=row["vertical"],
    )


def _factor(value: float, words: Words) -> Cell:
    return Cell(text=words.factor(value), number=True, tone="good" if value >= 1.0 else "bad")


def _study(study: StudyResult, result: StaticsResult, words: Words, number: int) -> Figure:
    dimension = _dimension(study.unit)
    label = input_name(study.input, words)
    unit = f" [{dimension.label}]" if dimension.display else ""
    scale = dimension.units.get(dimension.display, 1.0)
    panels: list[Panel] = []
    for method in ("static", "pseudo_static", "inertia"):
        names = {case.name for case in result.cases if case.method == method}
        if names:
            panels.append(
                Panel(
                    words(f"method.{method}"),
                    label + unit,
                    study.curves.where(case=names),
                    x="value",
                    mark=study.present,
                    dots={},
                )
            )
    svg = draw_curves(panels, words, name=f"study-{number}", scale=scale)
    title = f"{study.name}. " if study.name else ""
    return Figure(svg=svg, caption=title + words("statics.study", input=label), alt=words("statics.study_alt"))


def _reliability(result: StaticsResult, words: Words) -> list[Block]:
    found = result.reliability
    if found is None:
        return []
    columns: tuple[Column[FailureProbability], ...] = (
        Column("column.mode", lambda item: words(f"mode.{item.mode}")),
        Column("column.probability", lambda item: words.percent(item.probability), number=True, strong=True),
        Column("column.interval", lambda item: f"{words.percent(item.low)} – {words.percent(item.high)}", number=True),
        Column("column.failures", lambda item: f"{item.failures} / {item.samples}", number=True),
    )
    about = words("statics.reliability", samples=found.samples, case=case_name(found.case, words), seed=found.seed)
    blocks: list[Block] = [
        Heading(text=words("statics.reliability_title")),
        table(found.probabilities, columns, words, about),
        _sampled_inputs(found, words),
    ]
    if found.no_thrust:
        blocks.append(Note(text=words("statics.no_thrust_samples", count=found.no_thrust)))
    units = {row["input"]: row["unit"] for row in found.tornado.rows()}
    tornado = figure(
        draw_tornado(found.tornado, words, _tornado_label(units, words), name="tornado"), "statics.tornado", words
    )
    histogram = figure(draw_histogram(found.histogram, words, name="histogram"), "statics.histogram", words)
    return [*blocks, tornado, histogram]


def _sampled_inputs(found: ReliabilityResult, words: Words) -> Grid:
    """Return the distributions that were sampled."""

    def shown(name: str) -> Callable[[dict[str, Any]], str]:
        return lambda row: words.typeset(f"{_dimension(row['unit']).shown(row[name]):.4g}")

    columns: tuple[Column[dict[str, Any]], ...] = (
        Column("column.input", lambda row: input_name(row["input"], words), small=lambda row: row["input"]),
        Column(
            "column.distribution", lambda row: words.get(f"distribution.{row['distribution']}", row["distribution"])
        ),
        *(Column(f"column.{name}", shown(name), number=True) for name in ("mean", "sd", "low", "high")),
        Column("column.unit", lambda row: _dimension(row["unit"]).label),
    )
    return table(found.inputs.rows(), columns, words, words("statics.sampled_inputs"))


def _tornado_label(units: Mapping[str, str], words: Words) -> Callable[[str, float, float], str]:
    def label(key: str, low: float, high: float) -> str:
        dimension = _dimension(units[key])
        span = f"{dimension.shown(low):.3g}–{dimension.shown(high):.3g} {dimension.display}".strip()
        return f"{input_name(key, words)}\n{words.typeset(span)}"

    return label


def _dimension(unit: str) -> Dimension:
    return next(item for item in DIMENSIONS if item.si == unit)
