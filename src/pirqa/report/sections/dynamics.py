"""The dynamics stage on the page."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from pirqa.dynamics.energy import CLOSING_LIMIT, PARTED_LIMIT
from pirqa.dynamics.trajectory import Trajectory, is_parted
from pirqa.experiments.damage import Outcome
from pirqa.experiments.shaking import DynamicsResult
from pirqa.model.masonry import OTHER_DAMPING, JointException
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.figures.dynamics import action_end_shown, draw_run, draw_tilt, final_state
from pirqa.report.names import corner_name, field_name, run_name
from pirqa.report.remarks import remarks_table, warnings_first
from pirqa.report.section import Block, Cell, Column, Figure, Grid, Heading, Note, Section, Text, table
from pirqa.report.viewer.views import dynamics_viewer
from pirqa.report.words import Words
from pirqa.units import ANGLE, JOINT_DAMPING, JOINT_STIFFNESS, PRESSURE, Dimension

_MOST_DRAWN = 4
"""Runs that get pictures of their own; the others are in the tables."""
_MOST_JOINTS = 5
"""That opened most, and as many that slid most."""
_MOST_EVENTS = 8
_MOST_FALLS = 20
"""Stones that fell and are listed one by one."""
_TONES = {"none": "good", "local": "bad", "partial": "bad", "total": "bad", "failed": "unsure"}
_EXCEPTIONS: dict[str, Dimension] = {
    "friction_angle": ANGLE,
    "normal_stiffness": JOINT_STIFFNESS,
    "tangential_stiffness": JOINT_STIFFNESS,
    "damping": JOINT_DAMPING,
    "tension": PRESSURE,
    "cohesion": PRESSURE,
}


def build(result: DynamicsResult, assessment: Assessment, words: Words) -> Section:
    """The section of the dynamics stage."""
    wall: Wall = assessment.stages["survey"].wall
    rows = result.table.rows()
    blocks: list[Block] = [Text(text=words("dynamics.intro"))]
    unsound = [_name(row, words) for row in rows if not row["reliable"]]
    if unsound:
        blocks.append(Note(text=words("dynamics.unreliable", runs="; ".join(unsound))))
    blocks += dynamics_viewer(result, wall, assessment, words)
    remarks = remarks_table(result.remarks, words, names=_run_names(result, words), caption="dynamics.remarks")
    blocks += [_summary(result, rows, words), *_comparison(rows, words), *remarks]
    blocks += [_joints_used(rows, words), *_exceptions(wall, words), *_struts(result, words)]
    blocks += [_settled(result, words)]
    for number, (run, outcome, row) in enumerate(zip(result.runs, result.outcomes, rows, strict=True), 1):
        if number <= _MOST_DRAWN:
            blocks += _run(result, run, outcome, row, wall, words, number)
    if len(rows) > _MOST_DRAWN:
        blocks.append(Text(text=words("dynamics.more_runs", count=len(rows) - _MOST_DRAWN)))
    blocks += [Heading(text=words("dynamics.limits_title")), Text(text=words("dynamics.limits"))]
    return Section(id="dynamics", title=words("dynamics.title"), blocks=tuple(blocks))


def named_remarks(result: DynamicsResult, words: Words) -> list[Remark]:
    """Return warnings, assumptions and repairs, in this order, with the runs named as the report names them."""
    return warnings_first(result.remarks, _run_names(result, words))


def _run_names(result: DynamicsResult, words: Words) -> dict[str, str]:
    return {_plain_name(row): _name(row, words) for row in result.table.rows()}


def _name(row: dict[str, Any], words: Words) -> str:
    return run_name(row["action"], row["case"], words)


def _plain_name(row: dict[str, Any]) -> str:
    return f"{row['action']} ({row['case']})" if row["case"] else str(row["action"])


def _lasting(row: dict[str, Any]) -> float | None:
    """Return what stays displaced; nothing lasts where a stone is falling."""
    return float(row["residual"]) if row["outcome"] == "none" else None


def _opening(value: float, parted: bool, words: Words) -> str:
    return words("dynamics.parted") if parted else words.millimetres(value)


def _sized(value: float, words: Words) -> str:
    """A force, energy or ratio; what is below a millionth is the rounding of none."""
    return "0" if abs(value) < 1e-6 else words.number(value, 3)


def _small(value: float, words: Words) -> str:
    """A small ratio, in powers of ten."""
    return "0" if value == 0.0 else words.typeset(f"{value:.1e}")


def _summary(result: DynamicsResult, rows: list[dict[str, Any]], words: Words) -> Grid:
    def ended(row: dict[str, Any]) -> str:
        small = words("dynamics.after", time=words.number(row["ends"], 3))
        if row["fallen"]:
            first = words.number(row["fallen_from"], 3)
            small = words("dynamics.fell_count", count=row["fallen_count"], total=row["stones"], time=first)
        return f"{small}, {words.degrees(row['tilt'])}" if row["action"] == "tilt" else small

    def lasting_tone(row: dict[str, Any]) -> str:
        if not row["reliable"] or row["outcome"] != "none" or row["action"] == "tilt":
            return ""
        return "bad" if row["residual"] > result.residual_limit else "good"

    def residual_stone(row: dict[str, Any]) -> str:
        return words("dynamics.stone", name=row["residual_stone"]) if row["outcome"] == "none" else ""

    columns: tuple[Column[dict[str, Any]], ...] = (
        Column("column.run", lambda row: _name(row, words), strong=True),
        Column(
            "column.outcome",
            lambda row: words(f"dynamics.outcome_{row['outcome']}"),
            tone=lambda row: _TONES[row["outcome"]],
            small=ended,
        ),
        Column(
            "column.peak_moved",
            lambda row: row["peak"],
            unit="mm",
            small=lambda row: words("dynamics.stone", name=row["peak_stone"]),
        ),
        Column("column.lasting", _lasting, unit="mm", strong=True, tone=lasting_tone, small=residual_stone),
        Column("column.slip", lambda row: row["slip"], unit="mm", small=lambda row: row["slip_joint"]),
        Column(
            "column.opening",
            lambda row: _opening(row["opening"], is_parted(row), words),
            number=True,
            small=lambda row: row["opening_joint"],
        ),
        Column("column.base_shear", lambda row: _sized(row["shear_ratio"], words), number=True),
        Column(
            "column.ledger",
            lambda row: _small(row["ledger_error"], words),
            number=True,
            tone=lambda row: "" if row["reliable"] else "unsure",
        ),
    )
    closing = {"closing": f"{CLOSING_LIMIT:g}", "parted": f"{PARTED_LIMIT:g}"}
    caption = words("dynamics.summary", limit=words.millimetres(result.residual_limit), **closing)
    return table(rows, columns, words, caption)


def _comparison(rows: list[dict[str, Any]], words: Words) -> list[Block]:
    """Each run next to its twin whose damping number was read the other way."""
    own = {(row["action"], row["case"]): row for row in rows if not row["case"].endswith(OTHER_DAMPING)}
    shown: list[dict[str, Any]] = []
    for other in rows:
        if other["case"].endswith(OTHER_DAMPING):
            row = own[other["action"], other["case"].removesuffix(OTHER_DAMPING).removesuffix(", ")]
            shown += [row | {"name": _name(row, words)}, other | {"name": ""}]
    columns: tuple[Column[dict[str, Any]], ...] = (
        Column("column.run", lambda row: row["name"], strong=True),
        Column("column.damping", lambda row: _damping(row, words)),
        Column(
            "column.outcome",
            lambda row: words(f"dynamics.outcome_{row['outcome']}"),
            tone=lambda row: _TONES[row["outcome"]],
        ),
        Column("column.peak_moved", lambda row: row["peak"], unit="mm"),
        Column("column.lasting", _lasting, unit="mm", strong=True),
    )
    return [table(shown, columns, words, words("dynamics.comparison"))] if shown else []


def _damping(row: dict[str, Any], words: Words) -> str:
    return words(f"dynamics.damping_{row['damping_kind']}", value=words.typeset(f"{row['damping']:.4g}"))


def _joints_used(rows: list[dict[str, Any]], words: Words) -> Grid:
    def hertz(row: dict[str, Any]) -> str:
        frequency = row.get("mode_frequency")
        return "" if frequency is None or math.isnan(frequency) else f"{words.number(frequency, 3)} Hz"

    columns: tuple[Column[dict[str, Any]], ...] = (
        Column("column.joints_used", lambda row: _case(row["case"], words), strong=True),
        Column("column.kn", lambda row: words.typeset(f"{row['normal_stiffness']:.4g}"), number=True),
        Column("column.kt", lambda row: words.typeset(f"{row['tangential_stiffness']:.4g}"), number=True),
        Column("column.friction", lambda row: row["friction"]),
        Column("column.damping", lambda row: _damping(row, words)),
        Column("column.mode_damping", lambda row: row.get("mode_damping"), unit="%", form="{:.3g} %", small=hertz),
        Column("column.chatter_damping", lambda row: row.get("chatter_damping"), unit="%", form="{:.3g} %"),
        Column("column.time_step", lambda row: row["step"], unit="ms"),
        Column("column.stable_step", lambda row: row["stable_step"], unit="ms"),
    )
    first: dict[tuple[str, float], dict[str, Any]] = {}
    for row in rows:
        first.setdefault((row["case"], row["step"]), row)
    return table(first.values(), columns, words, words("dynamics.joints_used"))


def _case(case: str, words: Words) -> str:
    return corner_name(case, words) if case else words("dynamics.as_given")


def _exceptions(wall: Wall, words: Words) -> list[Block]:
    if wall.joints is None or not wall.joints.exceptions:
        return []

    def given(item: JointException) -> str:
        return "; ".join(
            f"{field_name(f'joints.{key}', words)} {words.typeset(dimension.format(value))}"
            for key, dimension in _EXCEPTIONS.items()
            if (value := getattr(item, key)) is not None
        )

    columns: tuple[Column[JointException], ...] = (
        Column("column.pair", lambda item: "–".join(item.between), strong=True),
        Column("column.value", given),
    )
    return [table(wall.joints.exceptions, columns, words, words("dynamics.exceptions"))]


def _struts(result: DynamicsResult, words: Words) -> list[Block]:
    columns: tuple[Column[dict[str, Any]], ...] = (
        Column("column.run", lambda row: _name(row, words)),
        Column(
            "column.strut",
            lambda row: words("dynamics.infill") if row["kind"] == "infill" else str(row["strut"]),
            strong=True,
            small=lambda row: words(f"dynamics.strut_{row['kind']}"),
        ),
        Column("column.pair", lambda row: f"{row['stone']}–{row['other']}"),
        Column("column.strut_stiffness", lambda row: row["stiffness"], unit="MN/m"),
        Column("column.strength", lambda row: row["strength"], unit="kN"),
        Column("column.pull", lambda row: _sized(row["pull"] * 1e-3, words), number=True),
        Column("column.push", lambda row: _sized(row["push"] * 1e-3, words), number=True),
    )
    rows = result.struts.rows()
    return [table(rows, columns, words, words("dynamics.struts"))] if rows else []


def _settled(result: DynamicsResult, words: Words) -> Grid:
    """The wall at rest under its weight: one row for each set of joint properties."""

    def lowest(run: Trajectory) -> int:
        return int(np.argmin(run.settled.displacement[:, 2]))

    columns: tuple[Column[Trajectory], ...] = (
        Column("column.joints_used", lambda run: _case(run.case, words), strong=True),
        Column(
            "column.settlement",
            lambda run: -float(run.settled.displacement[lowest(run), 2]),
            unit="mm",
            small=lambda run: words("dynamics.stone", name=run.stones[lowest(run)]),
        ),
        Column("column.weight", lambda run: run.settled.weight, unit="kN", digits=5),
        Column("column.reaction", lambda run: abs(float(run.settled.push[2])), unit="kN", digits=5),
        Column("column.rest_after", lambda run: run.settled.duration),
        Column("column.ledger", lambda run: _small(run.settled.ledger.error, words), number=True),
    )
    first: dict[str, Trajectory] = {}
    for run in result.runs:
        first.setdefault(run.case, run)
    return table(first.values(), columns, words, words("dynamics.settled"))


def _run(
    result: DynamicsResult,
    run: Trajectory,
    outcome: Outcome,
    row: dict[str, Any],
    wall: Wall,
    words: Words,
    number: int,
) -> Iterable[Block]:
    name = _name(row, words)
    yield Heading(text=name)
    yield Text(text=_told(run, outcome, row, words))
    if run.action == "tilt":
        svg = draw_tilt(run, words, name=f"tilt-{number}", fell_at=float(row["tilt"]) if outcome.falls else None)
        caption = words("dynamics.tilt", run=name)
        if outcome.falls:
            caption += f" {words('dynamics.dashed_falls')}"
        caption += f" {words('dynamics.signs')}"
        yield Figure(svg=svg, caption=caption, alt=words("dynamics.tilt_alt"))
    svg = draw_run(run, words, name=f"run-{number}")
    ledger = run.ledger
    caption = words(
        "dynamics.run",
        run=name,
        residual=_sized(ledger.residual, words),
        error=_small(ledger.error, words),
    )
    if action_end_shown(run):
        caption += f" {words('dynamics.dashed_ends')}"
    caption += f" {words('dynamics.signs')}"
    yield Figure(svg=svg, caption=caption, alt=words("dynamics.run_alt", run=name))
    yield final_state(result, run, outcome, wall, words, name=f"final-{number}", title=name)
    if outcome.falls:
        yield _falls(result, outcome, words, name)
    yield _joints(run, words, name)


def _told(run: Trajectory, outcome: Outcome, row: dict[str, Any], words: Words) -> str:
    """How it ended and what happened first, in a few sentences."""
    parts = [_ended(outcome, words, after=words.number(row["ends"], 3))]
    if outcome.first is not None:
        loose = outcome.first
        where = {"station": words.number(loose.station, 3), "level": words.number(loose.level, 3)}
        parts.append(words("dynamics.told_first", stone=loose.stone, time=words.number(loose.time, 3), **where))
    if run.action == "tilt" and outcome.falls:
        angle = float(row["tilt"])
        ratio = words.number(math.tan(angle), 3)
        parts.append(words("dynamics.told_tilt", angle=words.degrees(angle), ratio=ratio))
    if run.events:
        first = [
            words(f"dynamics.event_{event.kind}", place=event.place, time=words.number(event.time, 3))
            for event in run.events[:_MOST_EVENTS]
        ]
        more = len(run.events) - len(first)
        parts.append(f"{words('dynamics.events')} {'; '.join(first)}{f' … (+{more})' if more else ''}.")
    else:
        parts.append(words("dynamics.no_events"))
    return " ".join(parts)


def _ended(outcome: Outcome, words: Words, *, after: str) -> str:
    if not outcome.falls:
        return words(f"dynamics.told_{outcome.collapse}", time=after)
    name = words(f"dynamics.outcome_{outcome.collapse}")
    return words(
        "dynamics.told_fell",
        collapse=f"{name[0].upper()}{name[1:]}",
        count=len(outcome.falls),
        total=outcome.count,
        share=words.number(100.0 * outcome.share, 2),
        stone=outcome.falls[0].stone,
        first=words.number(outcome.falls[0].time, 3),
        time=after,
    )


def _falls(result: DynamicsResult, outcome: Outcome, words: Words, name: str) -> Grid:
    """Every stone that fell, in the order of time."""
    rows = [
        (
            Cell(text=words("dynamics.stone", name=fall.stone), strong=True),
            Cell(text=words.number(fall.time, 3), number=True),
            Cell(text=words(f"dynamics.fell_{fall.kind}")),
        )
        for fall in outcome.falls[:_MOST_FALLS]
    ]
    more = len(outcome.falls) - _MOST_FALLS
    if more > 0:
        rows.append((Cell(text=words("dynamics.fell_more", count=more)), Cell(text=""), Cell(text="")))
    rule = {key: words.plain(getattr(result.damage, key)) for key in ("drop", "beyond", "tipping")}
    head = tuple(words(f"column.{name}") for name in ("stone", "fall_time", "fall_how"))
    return Grid(head=head, rows=tuple(rows), caption=words("dynamics.falls", run=name, **rule))


def _joints(run: Trajectory, words: Words, name: str) -> Grid:
    """The joints that opened most and those that slid most, each once: slip to and fro would win over opening."""
    opening, slip = (run.opening - run.opening[0]).max(axis=0), run.slip.max(axis=0)
    left_open = np.maximum(run.opening[-1] - run.opening[0], 0.0)
    parted = run.parted_joints
    most = [np.argsort(-sizes, kind="stable")[:_MOST_JOINTS].tolist() for sizes in (opening, slip)]
    columns: tuple[Column[int], ...] = (
        Column("column.pair", lambda index: str(run.joints[index]), strong=True),
        Column("column.area", lambda index: run.joints[index].area),
        Column(
            "column.opening",
            lambda index: _opening(float(opening[index]), bool(parted[:, index].any()), words),
            number=True,
        ),
        Column(
            "column.opening_end",
            lambda index: _opening(float(left_open[index]), bool(parted[-1, index]), words),
            number=True,
        ),
        Column("column.slip", lambda index: float(slip[index]), unit="mm"),
        Column(
            "column.closed_end",
            lambda index: _sized(100.0 * float(run.closed_area[-1, index]) / run.joints[index].area, words),
            number=True,
        ),
        Column(
            "column.largest_force",
            lambda index: _sized(float(run.normal_force[:, index].max()) * 1e-3, words),
            number=True,
        ),
    )
    worst = dict.fromkeys([*most[0], *most[1]])
    return table(worst, columns, words, words("dynamics.joints", run=name))
