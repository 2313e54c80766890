"""The joint calibration on the page."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from pirqa.project import Assessment
from pirqa.report.figures.joint_calibration import draw_profiles, draw_surface
from pirqa.report.remarks import remark_text
from pirqa.report.section import Block, Cell, Figure, Grid, Note, Section, Text
from pirqa.report.words import Words
from pirqa.shaking.joint_calibration import Datum, JointCalibrationResult, Parameter

__all__ = ["build"]

_TONES = {"between": "good", "above": "unsure", "below": "unsure", "unknown": "unsure"}


def build(result: JointCalibrationResult, assessment: Assessment, words: Words) -> Section:
    """The section of the joint calibration."""
    share = words.number(100.0 * result.confidence, 2)
    blocks: list[Block] = [Text(text=words("joint_calibration.intro"))]
    blocks += [Note(text=text) for text in _vague(result, words)]
    blocks += [_parameters(result, words, share), _data(result, words), *_remarks(result, words)]
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
    rows = tuple(
        (
            Cell(text=_name(item, words), strong=True, small=words.typeset(item.unit)),
            Cell(text=_number(item, item.best if item.known == "between" else None, words), number=True, strong=True),
            Cell(text=_number(item, item.low, words), number=True),
            Cell(text=_number(item, item.high, words), number=True),
            Cell(text=_number(item, item.given, words), number=True),
            Cell(text=words(f"joint_calibration.known_{item.known}"), tone=_TONES[item.known]),
        )
        for item in result.parameters
    )
    names = ("property", "best", "low", "high", "given", "known")
    head = tuple(words(f"joint_calibration.column_{name}") for name in names)
    return Grid(head=head, rows=rows, caption=words("joint_calibration.parameters", share=share))


def _data(result: JointCalibrationResult, words: Words) -> Grid:
    rows = tuple(
        (
            Cell(text=words(f"joint_calibration.datum_{datum.kind}", number=datum.number), strong=True),
            Cell(text=_value(datum, datum.measured, words), number=True),
            Cell(text=_value(datum, datum.deviation, words), number=True),
            Cell(text=_value(datum, datum.computed, words), number=True, strong=True),
            Cell(text=words.number((datum.computed - datum.measured) / datum.deviation, 2), number=True),
        )
        for datum in result.data
    )
    names = ("datum", "measured", "deviation", "computed", "apart")
    head = tuple(words(f"joint_calibration.column_{name}") for name in names)
    misfit = "< 0.001" if result.misfit < 1e-3 else words.number(result.misfit, 3)
    return Grid(head=head, rows=rows, caption=words("joint_calibration.data", misfit=misfit))


def _value(datum: Datum, value: float, words: Words) -> str:
    if datum.kind == "tilt":
        return words.typeset(f"{math.degrees(value):.2f} deg")
    if datum.kind == "damping":
        return words.percent(value)
    return words.typeset(f"{value:.4g} Hz")


def _remarks(result: JointCalibrationResult, words: Words) -> Iterator[Block]:
    names = {item.name: _name(item, words) for item in result.parameters}
    rows = tuple(
        (
            Cell(text=words(f"remark_kind.{remark.kind}"), tone="unsure" if remark.kind == "warning" else ""),
            Cell(text=remark_text(replace(remark, text=names.get(remark.text, remark.text)), words)),  # type: ignore[call-overload]
        )
        for remark in result.remarks
    )
    if rows:
        head = (words("column.kind"), words("column.what"))
        yield Grid(head=head, rows=rows, caption=words("joint_calibration.remarks"))
