"""The statics stage on the page."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from pirqa.model.check import Check, Place
from pirqa.project import Assessment
from pirqa.report.figures.cross_section import draw_section
from pirqa.report.figures.factors import Panel, draw_curves, draw_histogram, draw_tornado
from pirqa.report.names import case_name, input_name, place_name
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Row, Section, Text
from pirqa.report.words import Words
from pirqa.statics.reliability import ReliabilityResult
from pirqa.statics.result import StaticsResult
from pirqa.statics.studies import StudyResult
from pirqa.units import DIMENSIONS, Dimension

__all__ = ["build"]


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
    """What a wall that fails at rest would need; nothing where it stands."""
    if not result.needs:
        return []

    def cell(value: float | None, scale: float = 1.0) -> Cell:
        return Cell(text="–" if value is None else words.number(scale * value, 3), number=True)

    degrees = 180.0 / math.pi
    rows = tuple(
        (
            Cell(text=words("statics.needs_case", case=case_name(need.case, words), mode=words(f"mode.{need.mode}"))),
            _factor(need.factor, words),
            cell(need.joint_friction, degrees),
            cell(need.fill_friction, degrees),
            cell(need.pressure_share),
            cell(need.thickness),
            cell(need.water_level),
        )
        for need in result.needs
    )
    names = ("joint_friction", "fill_friction", "pressure_share", "thickness", "water_level")
    head = (words("column.method"), words("statics.axis_factor"), *(words(f"statics.needs_{name}") for name in names))
    caption = words("statics.needs")
    return [Heading(text=words("statics.needs_title")), Grid(head=head, rows=rows, caption=caption)]


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
    svg = draw_curves(panels, words, name="curves")
    return Figure(svg=svg, caption=words("statics.curves"), alt=words("statics.curves_alt"))


def _critical(result: StaticsResult, words: Words) -> Grid:
    rows: list[tuple[Cell, ...]] = []
    for case in result.cases:
        found = {item.mode: item for item in result.critical if item.case == case.name}
        if not found:
            continue
        known = [item.coefficient for item in found.values() if item.coefficient is not None]
        cells = [Cell(text=case_name(case.name, words))]
        for mode in ("sliding", "overturning"):
            value = found[mode].coefficient
            text = words(f"statics.{found[mode].outcome}") if value is None else words.number(value, 4)
            cells.append(Cell(text=text, number=True, strong=value is not None and value == min(known)))
        rows.append((*cells, Cell(text=words.number(case.inertia, 3), number=True)))
    site = f"{words('statics.axis_kh')}, {words('statics.axis_peak')}"
    head = (words("column.method"), words("mode.sliding"), words("mode.overturning"), site)
    return Grid(head=head, rows=tuple(rows), caption=words("statics.critical"))


def _joints(result: StaticsResult, checks: tuple[Check, ...], words: Words) -> list[Block]:
    """Every joint of the case with the worst ratio."""
    mine = [check for check in checks if check.id.startswith("statics.") and check.votes]
    worst = min(mine, key=lambda check: check.ratio).method if mine else result.cases[-1].name
    rows: list[tuple[Cell, ...]] = []
    for row in result.joints.where(case=worst).rows():
        inside = 0.0 < row["resultant"] < row["width"]
        kern = "in_kern" if row["in_kern"] else "out_of_kern" if inside else "outside"
        rows.append(
            (
                Cell(text=place_name(_place(row), words)),
                _factor(row["sliding"], words),
                _factor(row["overturning"], words),
                Cell(text=words.number(row["normal"] / 1000), number=True),
                Cell(text=words.number(row["shear"] / 1000), number=True),
                Cell(text=words.number(row["eccentricity"] / row["width"], 3), number=True),
                Cell(
                    text=words(f"statics.{kern}"),
                    tone="good" if row["in_kern"] else "unsure" if inside else "bad",
                ),
                Cell(text=words.number(100 * row["contact_length"] / row["width"], 3) + " %", number=True),
                Cell(text=words.number(row["edge_pressure"] / 1000) if inside else "–", number=True),
            )
        )
    names = (
        "place",
        "sliding",
        "overturning",
        "normal",
        "shear",
        "eccentricity",
        "kern",
        "contact",
        "pressure",
    )
    units = {"normal": " [kN/m]", "shear": " [kN/m]", "pressure": " [kPa]"}
    head = tuple(words(f"column.{name}") + units.get(name, "") for name in names)
    caption = words("statics.joints", case=case_name(worst, words))
    return [Heading(text=words("statics.joints_title")), Grid(head=head, rows=tuple(rows), caption=caption)]


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
    rows = tuple(
        (
            Cell(text=words(f"mode.{item.mode}")),
            Cell(text=words.percent(item.probability), number=True, strong=True),
            Cell(text=f"{words.percent(item.low)} – {words.percent(item.high)}", number=True),
            Cell(text=f"{item.failures} / {item.samples}", number=True),
        )
        for item in found.probabilities
    )
    head = tuple(words(f"column.{name}") for name in ("mode", "probability", "interval", "failures"))
    about = words("statics.reliability", samples=found.samples, case=case_name(found.case, words), seed=found.seed)
    blocks: list[Block] = [
        Heading(text=words("statics.reliability_title")),
        Grid(head=head, rows=rows, caption=about),
        _sampled_inputs(found, words),
    ]
    if found.no_thrust:
        blocks.append(Note(text=words("statics.no_thrust_samples", count=found.no_thrust)))
    units = {row["input"]: row["unit"] for row in found.tornado.rows()}
    tornado = Figure(
        svg=draw_tornado(found.tornado, words, _tornado_label(units, words), name="tornado"),
        caption=words("statics.tornado"),
        alt=words("statics.tornado_alt"),
    )
    histogram = Figure(
        svg=draw_histogram(found.histogram, words, name="histogram"),
        caption=words("statics.histogram"),
        alt=words("statics.histogram_alt"),
    )
    return [*blocks, tornado, histogram]


def _sampled_inputs(found: ReliabilityResult, words: Words) -> Grid:
    """The distributions that were sampled."""
    rows: list[tuple[Cell, ...]] = []
    for row in found.inputs.rows():
        dimension = _dimension(row["unit"])
        numbers = [words.typeset(f"{dimension.shown(row[name]):.4g}") for name in ("mean", "sd", "low", "high")]
        law = row["distribution"]
        rows.append(
            (
                Cell(text=input_name(row["input"], words), small=row["input"]),
                Cell(text=words(f"distribution.{law}") if f"distribution.{law}" in words else law),
                *(Cell(text=number, number=True) for number in numbers),
                Cell(text=dimension.label),
            )
        )
    names = ("input", "distribution", "mean", "sd", "low", "high", "unit")
    return Grid(
        head=tuple(words(f"column.{name}") for name in names),
        rows=tuple(rows),
        caption=words("statics.sampled_inputs"),
    )


def _tornado_label(units: Mapping[str, str], words: Words) -> Callable[[str, float, float], str]:
    def label(key: str, low: float, high: float) -> str:
        dimension = _dimension(units[key])
        span = f"{dimension.shown(low):.3g}–{dimension.shown(high):.3g} {dimension.display}".strip()
        return f"{input_name(key, words)}\n{words.typeset(span)}"

    return label


def _dimension(unit: str) -> Dimension:
    return next(item for item in DIMENSIONS if item.si == unit)
