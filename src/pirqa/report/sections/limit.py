"""The limit stage on the page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pirqa.limit import LimitResult
from pirqa.model.mechanism import Mechanism
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.project import Assessment
from pirqa.report.figures.capacity import draw_capacity, line_styles
from pirqa.report.figures.mechanism import draw_mechanism, pose_on_the_way
from pirqa.report.mechanisms import leading, mechanism_name
from pirqa.report.remarks import remark_text
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Row, Section, Text
from pirqa.report.viewer.views import limit_viewer
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

__all__ = ["build", "remarks_grid"]

_MOST_CURVES = 6
"""That can be told apart in one picture."""


def build(result: LimitResult, assessment: Assessment, words: Words) -> Section:
    """The section of the limit stage."""
    blocks: list[Block] = [Text(text=_sentence(result, words)), Text(text=words("limit.intro"))]
    falling = [item for item in result.mechanisms if item.multiplier <= 0.0]
    if falling:
        names = "; ".join(mechanism_name(item, words) for item in falling)
        blocks.append(Note(text=words("limit.falls_by_itself", names=names)))
    drawn = leading(result.mechanisms)
    figures = tuple(
        _drawing(item, result, words, number)
        for number, item in enumerate(drawn, 1)
        if any(len(body.outline) for body in item.bodies)
    )
    if figures:
        blocks += [Heading(text=words("limit.drawings_title")), Row(figures=figures), Text(text=words("limit.drawn"))]
    blocks += limit_viewer(result, lambda item: _backdrop(item, result), words)
    blocks += _capacity(result, words)
    if result.mechanisms:
        blocks += [Heading(text=words("limit.table_title")), _table(result, words)]
    blocks += [*_forces(drawn, words), *remarks_grid(result.remarks, words)]
    blocks += [Heading(text=words("limit.limits_title")), Text(text=words("limit.limits"))]
    return Section(id="limit", title=words("limit.title"), blocks=tuple(blocks))


def _sentence(result: LimitResult, words: Words) -> str:
    if not result.mechanisms:
        return words("limit.sentence_none")
    first = min(result.mechanisms, key=lambda item: item.multiplier)
    name = mechanism_name(first, words)
    if first.multiplier <= 0.0:
        return words("limit.sentence_falls", mechanism=name)
    start = words.number(first.multiplier, 3)
    told = {"mechanism": name, "acceleration": start, "multiplier": start}
    if first.curve is None:
        return words("limit.sentence_start", **told)
    reach = words.number(1e3 * first.curve.ultimate_displacement, 3)
    return words("limit.sentence", reach=reach, **told)


def _drawing(mechanism: Mechanism, result: LimitResult, words: Words, number: int) -> Figure:
    svg = draw_mechanism(mechanism, words, backdrop=_backdrop(mechanism, result), name=f"mechanism-{number}")
    caption = f"{mechanism_name(mechanism, words)}: {words('limit.starts_at', multiplier=_alpha(mechanism, words))}"
    if mechanism.pose_displacement is not None and len(mechanism.pose_displacement) > 1:
        there = mechanism.pose_displacement[[pose_on_the_way(mechanism), -1]]
        shown = [words.number(1e3 * float(value), 3) for value in there]
        caption += f" {words('limit.drawn_at', way=shown[0], end=shown[1])}"
    return Figure(svg=svg, caption=caption, alt=words("limit.drawing_alt"))


def _backdrop(mechanism: Mechanism, result: LimitResult) -> Sequence[FloatArray]:
    """The section that a part of it leaves: outlines of what turns about the base at the same place."""
    if not mechanism.local or mechanism.kind != "overturning":
        return ()
    whole = (
        item
        for item in result.mechanisms
        if item.kind == "overturning" and not item.local and item.place.station == mechanism.place.station
    )
    found = next(whole, None)
    return () if found is None else [body.outline for body in found.bodies if len(body.outline)]


def _alpha(mechanism: Mechanism, words: Words) -> str:
    return words.number(mechanism.multiplier, 3)


def _capacity(result: LimitResult, words: Words) -> list[Block]:
    """The first of each sort, as many as can be told apart."""
    curved = [item for item in result.mechanisms if item.curve is not None]
    shown = leading(curved, most=_MOST_CURVES)
    if not shown:
        return []
    names = {item.name: mechanism_name(item, words) for item in shown}
    svg = draw_capacity(shown, line_styles([item.name for item in shown]), names, words, name="limit-capacity")
    left = len(curved) - len(shown)
    caption = words("limit.capacity") + (f" {words('limit.capacity_left', count=left)}" if left else "")
    return [
        Heading(text=words("limit.capacity_title")),
        Figure(svg=svg, caption=caption, alt=words("limit.capacity_alt")),
    ]


def _table(result: LimitResult, words: Words) -> Grid:
    rows = []
    for item in result.mechanisms:
        curve = item.curve
        falls = item.multiplier <= 0.0
        reach = "–" if curve is None else words.number(1e3 * curve.ultimate_displacement, 3)
        spectral = "–" if curve is None else words.number(1e3 * curve.ultimate_spectral_displacement, 3)
        rows.append(
            (
                Cell(text=mechanism_name(item, words), small=item.name),
                Cell(text=words.number(item.level, 3), number=True),
                Cell(text=_direction(item.direction, words)),
                Cell(text=words.number(item.weight / 1e3, 4), number=True),
                Cell(text=_alpha(item, words), number=True, strong=True, tone="bad" if falls else ""),
                Cell(text=words.number(item.mass_fraction, 3), number=True),
                Cell(text=words.number(item.participating_mass / 1e3, 3), number=True),
                Cell(text=words.number(item.spectral_acceleration / STANDARD_GRAVITY, 3), number=True),
                Cell(text=spectral, number=True),
                Cell(text=reach, number=True),
                Cell(text=words("limit.crushing_yes" if item.crushing else "limit.crushing_no")),
            )
        )
    names = ["mechanism", "hinge", "direction", "weight", "multiplier", "fraction", "mass"]
    names += ["acceleration", "spectral", "reach", "crushing"]
    return Grid(
        head=tuple(words(f"limit.column_{name}") for name in names), rows=tuple(rows), caption=words("limit.table")
    )


def _direction(direction: FloatArray, words: Words) -> str:
    """Across the wall in words; otherwise its components."""
    if abs(direction[1]) > 0.999:
        return words("limit.way_inward" if direction[1] > 0.0 else "limit.way_outward")
    if abs(direction[0]) > 0.999:
        return words("limit.way_right" if direction[0] > 0.0 else "limit.way_left")
    return words.typeset(", ".join(f"{value:.2f}" for value in np.asarray(direction).tolist()))


def _forces(drawn: Sequence[Mechanism], words: Words) -> list[Block]:
    rows = [
        (
            Cell(text=mechanism_name(item, words)),
            Cell(text=words.get(f"limit.force_{force.kind}", force.kind), small=force.name),
            Cell(text=words.number(float(force.point[2]), 3), number=True),
            Cell(text=words.number(float(np.linalg.norm(force.force)) / 1e3, 3), number=True),
            Cell(text=words("limit.resists" if force.virtual_work < 0.0 else "limit.drives")),
            Cell(text=words.number(force.virtual_work / 1e3, 3), number=True),
        )
        for item in drawn
        for force in item.forces
        if np.any(force.force)
    ]
    names = ("mechanism", "force", "level", "size", "does", "work")
    head = tuple(words(f"limit.column_{name}") for name in names)
    return [Grid(head=head, rows=tuple(rows), caption=words("limit.forces"))] if rows else []


def remarks_grid(remarks: Sequence[Remark], words: Words) -> list[Block]:
    """What a stage assumed and doubts, warnings first."""
    order = {"warning": 0, "assumption": 1, "repair": 2}
    rows = tuple(
        (
            Cell(text=words(f"remark_kind.{remark.kind}"), tone="unsure" if remark.kind == "warning" else ""),
            Cell(text=remark_text(remark, words)),
        )
        for remark in sorted(remarks, key=lambda remark: order[remark.kind])
    )
    head = (words("column.kind"), words("column.what"))
    return [Grid(head=head, rows=rows, caption=words("limit.remarks"))] if rows else []
