"""The soil stage on the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pirqa.project import Assessment
from pirqa.report.figures.soil import draw_histories, draw_pressures, draw_ramp
from pirqa.report.names import corner_name, run_name, variant_name
from pirqa.report.remarks import remark_text
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Section, Text
from pirqa.report.words import Words
from pirqa.shaking.soil import SoilResult
from pirqa.shaking.soil.result import SoilRamp, SoilRun
from pirqa.statics.critical import CriticalCoefficient

__all__ = ["build"]

_MOST_DRAWN = 3
"""Runs with soil that get pictures; the others are in the table."""
_TONES = {"none": "good", "local": "bad", "partial": "bad", "total": "bad", "failed": "unsure"}


def build(result: SoilResult, assessment: Assessment, words: Words) -> Section:
    """The section of the soil stage."""
    blocks: list[Block] = [Text(text=words("soil.intro")), Text(text=_fill(result, words))]
    unsound = [_name(run, words) for run in result.runs if not run.reliable]
    if unsound:
        blocks.append(Note(text=words("soil.unreliable", runs="; ".join(unsound))))
    if result.runs:
        blocks.append(_summary(result, words))
    blocks += _remarks(result, words)
    shown = [run for run in result.runs if run.soil][:_MOST_DRAWN]
    if shown:
        svg = draw_pressures(result, shown, words, name="soil-pressures")
        blocks += [
            Heading(text=words("soil.pressures_title")),
            Figure(svg=svg, caption=words("soil.pressures"), alt=words("soil.pressures_alt")),
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
            svg = draw_ramp(ramp, words, name=f"soil-ramp-{number}")
            blocks.append(Figure(svg=svg, caption=words("soil.ramp", case=case), alt=words("soil.ramp_alt")))
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


def _millimetres(value: float, words: Words) -> str:
    """What is below a tenth of a micrometre is none."""
    return "0" if abs(value) < 1e-7 else words.number(1e3 * value, 3)


def _summary(result: SoilResult, words: Words) -> Grid:
    rows = []
    for run in result.runs:
        stands = run.outcome.collapse == "none"
        fallen = run.outcome.falls[0] if run.outcome.falls else None
        small = ""
        if fallen is not None:
            first = words.number(fallen.time, 3)
            small = words("dynamics.fell_count", count=len(run.outcome.falls), total=run.outcome.count, time=first)
        largest = run.thrust.argmax() if run.soil else 0
        rows.append(
            (
                Cell(text=_name(run, words), strong=run.soil),
                Cell(
                    text=words(f"dynamics.outcome_{run.outcome.collapse}"),
                    tone=_TONES[run.outcome.collapse],
                    small=small,
                ),
                Cell(text=_millimetres(run.peak, words), number=True, small=words("dynamics.stone", name=run.stone)),
                Cell(text=_millimetres(run.lasting, words) if stands else "–", number=True, strong=True),
                Cell(text=words.number(float(run.thrust[0]) * 1e-3, 3) if run.soil else "–", number=True),
                Cell(text=words.number(float(run.thrust[largest]) * 1e-3, 3) if run.soil else "–", number=True),
                Cell(text=words.number(float(run.height[largest]), 3) if run.soil else "–", number=True),
                Cell(text=words.number(float(run.thrust[-1]) * 1e-3, 3) if run.soil else "–", number=True),
                Cell(text=words.typeset(f"{run.ledger_error:.1e}"), number=True, tone="" if run.reliable else "unsure"),
            )
        )
    names = ("run", "outcome", "outward", "outward_lasting", "thrust_settled", "thrust_largest", "thrust_height")
    head = (words("column.run"), words("column.outcome"), *(words(f"soil.column_{name}") for name in names[2:]))
    head = (*head, words("soil.column_thrust_final"), words("column.ledger"))
    return Grid(head=head, rows=tuple(rows), caption=words("soil.summary"))


def _remarks(result: SoilResult, words: Words) -> list[Block]:
    order = {"warning": 0, "assumption": 1, "repair": 2}
    names = {f"{run.action} ({run.case})": run_name(run.action, run.case, words) for run in result.runs if run.case}
    told = [replace(remark, text=names.get(remark.text, remark.text)) for remark in result.remarks]
    rows = tuple(
        (
            Cell(text=words(f"remark_kind.{remark.kind}"), tone="unsure" if remark.kind == "warning" else ""),
            Cell(text=remark_text(remark, words)),
        )
        for remark in sorted(told, key=lambda remark: order[remark.kind])
    )
    head = (words("column.kind"), words("column.what"))
    return [Grid(head=head, rows=rows, caption=words("dynamics.remarks"))] if rows else []


def _histories(result: SoilResult, run: SoilRun, words: Words, number: int) -> Iterable[Block]:
    bare = next(
        (item for item in result.runs if not item.soil and (item.action, item.case) == (run.action, run.case)), None
    )
    name = _name(run, words)
    yield Heading(text=name)
    yield Figure(
        svg=draw_histories(run, bare, words, name=f"soil-run-{number}"),
        caption=words("soil.histories", run=name),
        alt=words("soil.histories_alt", run=name),
    )


def _critical(result: SoilResult, words: Words) -> Grid:
    rows = [
        (
            Cell(text=corner_name(ramp.case, words) if ramp.case else words("dynamics.as_given"), strong=True),
            *(_statics(item, words) for item in ramp.critical or (None, None)),
            _found(ramp, words),
            Cell(text=_ratio(ramp, words), number=True),
        )
        for ramp in result.ramps
    ]
    keys = ("statics_sliding", "statics_overturning", "stones", "ratio")
    head = (words("column.joints_used"), *(words(f"soil.column_{key}") for key in keys))
    return Grid(head=head, rows=tuple(rows), caption=words("soil.critical"))


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


def _ratio(ramp: SoilRamp, words: Words) -> str:
    least = ramp.least
    if least is None or least.coefficient is None or ramp.onset is None:
        return "–"
    return words.number(ramp.onset.coefficient / least.coefficient, 3)
