"""The dynamics stage on the page."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from pirqa.dynamics.energy import CLOSING_LIMIT, PARTED_LIMIT
from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.figures.dynamics import action_end_shown, draw_run, draw_tilt
from pirqa.report.figures.dynamics_wall import final_state
from pirqa.report.names import corner_name, field_name, run_name
from pirqa.report.remarks import remark_text
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Section, Text
from pirqa.report.viewer.views import dynamics_viewer
from pirqa.report.words import Words
from pirqa.shaking.damage import Outcome
from pirqa.shaking.result import OTHER_DAMPING, DynamicsResult
from pirqa.units import ANGLE, JOINT_DAMPING, JOINT_STIFFNESS, PRESSURE, Dimension

__all__ = ["build", "named_remarks"]

_MOST_DRAWN = 4
"""Runs that get pictures of their own; the others are in the tables."""
_MOST_JOINTS = 5
"""That opened most, and as many that slid most."""
_MOST_EVENTS = 8
_PARTED = 0.99
"""Opening of a joint whose faces have left each other altogether, after which the engine counts one metre [m]."""
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
    blocks += [_summary(result, rows, words), *_comparison(rows, words), *_remarks(result, words)]
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
    """What is doubtful, assumed and made again, in this order, with the runs called as the report calls them."""
    order = {"warning": 0, "assumption": 1, "repair": 2}
    names = {_plain_name(row): _name(row, words) for row in result.table.rows()}
    told = [replace(remark, text=names.get(remark.text, remark.text)) for remark in result.remarks]
    return sorted(told, key=lambda remark: order[remark.kind])


def _name(row: dict[str, Any], words: Words) -> str:
    return run_name(row["action"], row["case"], words)


def _plain_name(row: dict[str, Any]) -> str:
    return f"{row['action']} ({row['case']})" if row["case"] else str(row["action"])


def _millimetres(value: float, words: Words, digits: int = 3) -> str:
    """A length in mm; what is below a tenth of a micrometre is none."""
    return "0" if abs(value) < 1e-7 else words.number(1e3 * value, digits)


def _lasting(row: dict[str, Any], words: Words) -> str:
    """What stays displaced; nothing lasts where a stone is falling."""
    return _millimetres(row["residual"], words) if row["outcome"] == "none" else "–"


def _opening(value: float, words: Words) -> str:
    return words("dynamics.parted") if value >= _PARTED else _millimetres(value, words)


def _sized(value: float, words: Words) -> str:
    """A force, energy or ratio; what is below a millionth is the rounding of none."""
    return "0" if abs(value) < 1e-6 else words.number(value, 3)


def _degrees(angle: float, words: Words) -> str:
    return words.typeset(f"{math.degrees(angle):.2f} deg")


def _small(value: float, words: Words) -> str:
    """A small ratio, in powers of ten."""
    return "0" if value == 0.0 else words.typeset(f"{value:.1e}")


def _power(value: float, words: Words) -> str:
    """A number as project files write it: 2e8."""
    return words.typeset(f"{value:.4g}".replace("e+0", "e"))


def _head(words: Words, *names: str) -> tuple[str, ...]:
    return tuple(words(f"column.{name}") for name in names)


def _summary(result: DynamicsResult, rows: list[dict[str, Any]], words: Words) -> Grid:
    shown = []
    for row in rows:
        stands = row["outcome"] == "none"
        judged = row["reliable"] and stands and row["action"] != "tilt"
        damaged = row["residual"] > result.residual_limit
        outcome = words(f"dynamics.outcome_{row['outcome']}")
        small = words("dynamics.after", time=words.number(row["ends"], 3))
        if row["fallen"]:
            first = words.number(row["fallen_from"], 3)
            small = words("dynamics.fell_count", count=row["fallen_count"], total=row["stones"], time=first)
        if row["action"] == "tilt":
            small += f", {_degrees(row['tilt'], words)}"
        shown.append(
            (
                Cell(text=_name(row, words), strong=True),
                Cell(text=outcome, tone=_TONES[row["outcome"]], small=small),
                Cell(
                    text=_millimetres(row["peak"], words),
                    number=True,
                    small=words("dynamics.stone", name=row["peak_stone"]),
                ),
                Cell(
                    text=_lasting(row, words),
                    number=True,
                    strong=True,
                    tone=("bad" if damaged else "good") if judged else "",
                    small=words("dynamics.stone", name=row["residual_stone"]) if stands else "",
                ),
                Cell(text=_millimetres(row["slip"], words), number=True, small=row["slip_joint"]),
                Cell(text=_opening(row["opening"], words), number=True, small=row["opening_joint"]),
                Cell(text=_sized(row["shear_ratio"], words), number=True),
                Cell(
                    text=_small(row["ledger_error"], words),
                    number=True,
                    tone="" if row["reliable"] else "unsure",
                ),
            )
        )
    names = ("run", "outcome", "peak_moved", "lasting", "slip", "opening", "base_shear", "ledger")
    closing = {"closing": f"{CLOSING_LIMIT:g}", "parted": f"{PARTED_LIMIT:g}"}
    caption = words("dynamics.summary", limit=_millimetres(result.residual_limit, words), **closing)
    return Grid(head=_head(words, *names), rows=tuple(shown), caption=caption)


def _comparison(rows: list[dict[str, Any]], words: Words) -> list[Block]:
    """Each run beside its twin whose damping number was read the other way."""
    own = {(row["action"], row["case"]): row for row in rows if not row["case"].endswith(OTHER_DAMPING)}
    shown = []
    for other in rows:
        if other["case"].endswith(OTHER_DAMPING):
            row = own[other["action"], other["case"].removesuffix(OTHER_DAMPING).removesuffix(", ")]
            for index, item in enumerate((row, other)):
                shown.append(
                    (
                        Cell(text=_name(row, words) if index == 0 else "", strong=True),
                        Cell(text=_damping(item, words)),
                        Cell(text=words(f"dynamics.outcome_{item['outcome']}"), tone=_TONES[item["outcome"]]),
                        Cell(text=_millimetres(item["peak"], words), number=True),
                        Cell(text=_lasting(item, words), number=True, strong=True),
                    )
                )
    if not shown:
        return []
    head = _head(words, "run", "damping", "outcome", "peak_moved", "lasting")
    return [Grid(head=head, rows=tuple(shown), caption=words("dynamics.comparison"))]


def _damping(row: dict[str, Any], words: Words) -> str:
    return words(f"dynamics.damping_{row['damping_kind']}", value=_power(row["damping"], words))


def _remarks(result: DynamicsResult, words: Words) -> list[Block]:
    rows = tuple(
        (
            Cell(text=words(f"remark_kind.{remark.kind}"), tone="unsure" if remark.kind == "warning" else ""),
            Cell(text=remark_text(remark, words)),
        )
        for remark in named_remarks(result, words)
    )
    return [Grid(head=_head(words, "kind", "what"), rows=rows, caption=words("dynamics.remarks"))] if rows else []


def _joints_used(rows: list[dict[str, Any]], words: Words) -> Grid:
    shown: dict[tuple[str, float], tuple[Cell, ...]] = {}
    for row in rows:
        shown.setdefault(
            (row["case"], row["step"]),
            (
                Cell(text=corner_name(row["case"], words) if row["case"] else words("dynamics.as_given"), strong=True),
                Cell(text=_power(row["normal_stiffness"], words), number=True),
                Cell(text=_power(row["tangential_stiffness"], words), number=True),
                Cell(text=words.number(row["friction"], 3), number=True),
                Cell(text=_damping(row, words)),
                Cell(
                    text=_percent(row.get("mode_damping"), words),
                    number=True,
                    small="" if _unknown(row.get("mode_frequency")) else f"{words.number(row['mode_frequency'], 3)} Hz",
                ),
                Cell(text=_percent(row.get("chatter_damping"), words), number=True),
                Cell(text=words.number(1e3 * row["step"], 3), number=True),
                Cell(text=words.number(1e3 * row["stable_step"], 3), number=True),
            ),
        )
    names: tuple[str, ...] = ("joints_used", "kn", "kt", "friction", "damping")
    names += ("mode_damping", "chatter_damping", "time_step", "stable_step")
    return Grid(head=_head(words, *names), rows=tuple(shown.values()), caption=words("dynamics.joints_used"))


def _unknown(value: float | None) -> bool:
    return value is None or math.isnan(value)


def _percent(value: float | None, words: Words) -> str:
    return "–" if value is None or _unknown(value) else words.typeset(f"{100.0 * value:.3g} %")


def _exceptions(wall: Wall, words: Words) -> list[Block]:
    if wall.joints is None or not wall.joints.exceptions:
        return []
    rows = []
    for item in wall.joints.exceptions:
        given = [
            f"{field_name(f'joints.{key}', words)} {words.typeset(dimension.format(value))}"
            for key, dimension in _EXCEPTIONS.items()
            if (value := getattr(item, key)) is not None
        ]
        rows.append((Cell(text="–".join(item.between), strong=True), Cell(text="; ".join(given))))
    return [Grid(head=_head(words, "pair", "value"), rows=tuple(rows), caption=words("dynamics.exceptions"))]


def _strut_name(row: dict[str, Any], words: Words) -> str:
    return words("dynamics.infill") if row["kind"] == "infill" else str(row["strut"])


def _struts(result: DynamicsResult, words: Words) -> list[Block]:
    rows = tuple(
        (
            Cell(text=_name(row, words)),
            Cell(text=_strut_name(row, words), strong=True, small=words(f"dynamics.strut_{row['kind']}")),
            Cell(text=f"{row['stone']}–{row['other']}"),
            Cell(text=words.number(row["stiffness"] * 1e-6, 3), number=True),
            Cell(text=words.number(row["strength"] * 1e-3, 3), number=True),
            Cell(text=_sized(row["pull"] * 1e-3, words), number=True),
            Cell(text=_sized(row["push"] * 1e-3, words), number=True),
        )
        for row in result.struts.rows()
    )
    names = ("run", "strut", "pair", "strut_stiffness", "strength", "pull", "push")
    return [Grid(head=_head(words, *names), rows=rows, caption=words("dynamics.struts"))] if rows else []


def _settled(result: DynamicsResult, words: Words) -> Grid:
    """The wall at rest under its weight: one row for each set of joint properties."""
    shown: dict[str, tuple[Cell, ...]] = {}
    for run in result.runs:
        rest = run.settled
        down = -rest.displacement[:, 2]
        lowest = int(np.argmax(down))
        shown.setdefault(
            run.case,
            (
                Cell(text=corner_name(run.case, words) if run.case else words("dynamics.as_given"), strong=True),
                Cell(
                    text=_millimetres(float(down[lowest]), words),
                    number=True,
                    small=words("dynamics.stone", name=run.stones[lowest]),
                ),
                Cell(text=words.number(rest.weight * 1e-3, 5), number=True),
                Cell(text=words.number(abs(float(rest.push[2])) * 1e-3, 5), number=True),
                Cell(text=words.number(rest.duration, 3), number=True),
                Cell(text=_small(rest.ledger.error, words), number=True),
            ),
        )
    names = ("joints_used", "settlement", "weight", "reaction", "rest_after", "ledger")
    return Grid(head=_head(words, *names), rows=tuple(shown.values()), caption=words("dynamics.settled"))


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
        parts.append(words("dynamics.told_tilt", angle=_degrees(angle, words), ratio=ratio))
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
    rule = {key: words.typeset(f"{getattr(result.damage, key):g}") for key in ("drop", "beyond", "tipping")}
    head = _head(words, "stone", "fall_time", "fall_how")
    return Grid(head=head, rows=tuple(rows), caption=words("dynamics.falls", run=name, **rule))


def _joints(run: Trajectory, words: Words, name: str) -> Grid:
    """The joints that opened most and those that slid most, each once: slip to and fro would win over opening."""
    opening, slip = (run.opening - run.opening[0]).max(axis=0), run.slip.max(axis=0)
    left_open = np.maximum(run.opening[-1] - run.opening[0], 0.0)
    most = [np.argsort(-sizes, kind="stable")[:_MOST_JOINTS].tolist() for sizes in (opening, slip)]
    worst = list(dict.fromkeys([*most[0], *most[1]]))
    rows = tuple(
        (
            Cell(text=str(run.joints[index]), strong=True),
            Cell(text=words.number(run.joints[index].area, 3), number=True),
            Cell(text=_opening(float(opening[index]), words), number=True),
            Cell(text=_opening(float(left_open[index]), words), number=True),
            Cell(text=_millimetres(float(slip[index]), words), number=True),
            Cell(text=_sized(100.0 * float(run.closed_area[-1, index]) / run.joints[index].area, words), number=True),
            Cell(text=_sized(float(run.normal_force[:, index].max()) * 1e-3, words), number=True),
        )
        for index in worst
    )
    names = ("pair", "area", "opening", "opening_end", "slip", "closed_end", "largest_force")
    return Grid(head=_head(words, *names), rows=rows, caption=words("dynamics.joints", run=name))
