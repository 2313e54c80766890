"""The limit stage on the page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pirqa.limit import LimitResult
from pirqa.model.mechanism import Mechanism, MechanismForce
from pirqa.model.polyhedron import FloatArray
from pirqa.project import Assessment
from pirqa.report.figures.mechanism import draw_capacity, draw_mechanism, line_styles, pose_on_the_way
from pirqa.report.names import leading, mechanism_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Column, Figure, Grid, Heading, Note, Row, Section, Text, table
from pirqa.report.viewer.views import limit_viewer
from pirqa.report.words import Words

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
    blocks += [*_forces(drawn, words), *remarks_table(result.remarks, words)]
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
    def reach(item: Mechanism) -> float | None:
        return None if item.curve is None else item.curve.ultimate_displacement

    def spectral(item: Mechanism) -> float | None:
        return None if item.curve is None else item.curve.ultimate_spectral_displacement

    columns: tuple[Column[Mechanism], ...] = (
        Column("limit.column_mechanism", lambda item: mechanism_name(item, words), small=lambda item: item.name),
        Column("limit.column_hinge", lambda item: item.level),
        Column("limit.column_direction", lambda item: _direction(item.direction, words)),
        Column("limit.column_weight", lambda item: item.weight, unit="kN", digits=4),
        Column(
            "limit.column_multiplier",
            lambda item: item.multiplier,
            strong=True,
            tone=lambda item: "bad" if item.multiplier <= 0.0 else "",
        ),
        Column("limit.column_fraction", lambda item: item.mass_fraction),
        Column("limit.column_mass", lambda item: item.participating_mass, unit="t"),
        Column("limit.column_acceleration", lambda item: item.spectral_acceleration, unit="g"),
        Column("limit.column_spectral", spectral, unit="mm"),
        Column("limit.column_reach", reach, unit="mm"),
        Column("limit.column_crushing", lambda item: words(f"limit.crushing_{'yes' if item.crushing else 'no'}")),
    )
    return table(result.mechanisms, columns, words, words("limit.table"))


def _direction(direction: FloatArray, words: Words) -> str:
    """Across the wall in words; otherwise its components."""
    if abs(direction[1]) > 0.999:
        return words("limit.way_inward" if direction[1] > 0.0 else "limit.way_outward")
    if abs(direction[0]) > 0.999:
        return words("limit.way_right" if direction[0] > 0.0 else "limit.way_left")
    return words.typeset(", ".join(f"{value:.2f}" for value in np.asarray(direction).tolist()))


def _forces(drawn: Sequence[Mechanism], words: Words) -> list[Block]:
    acting = [(item, force) for item in drawn for force in item.forces if np.any(force.force)]
    columns: tuple[Column[tuple[Mechanism, MechanismForce]], ...] = (
        Column("limit.column_mechanism", lambda pair: mechanism_name(pair[0], words)),
        Column(
            "limit.column_force",
            lambda pair: words.get(f"limit.force_{pair[1].kind}", pair[1].kind),
            small=lambda pair: pair[1].name,
        ),
        Column("limit.column_level", lambda pair: float(pair[1].point[2])),
        Column("limit.column_size", lambda pair: float(np.linalg.norm(pair[1].force)), unit="kN"),
        Column(
            "limit.column_does", lambda pair: words(f"limit.{'resists' if pair[1].virtual_work < 0.0 else 'drives'}")
        ),
        Column("limit.column_work", lambda pair: pair[1].virtual_work, unit="kN"),
    )
    return [table(acting, columns, words, words("limit.forces"))] if acting else []
