"""The sweep on the page: what lasts at each level, films of final states, and the stones that matter."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from pirqa.experiments.campaign.summary import RunSummary
from pirqa.experiments.campaign.sweep import ExpectedLevel, SweepResult
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.figures.runs import draw_filmstrip, draw_levels, draw_points, draw_stone_map, film_caption
from pirqa.report.names import corner_name, run_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Cell, Column, Figure, Grid, Heading, Note, Section, Text, figure, table
from pirqa.report.viewer.views import sweep_viewer
from pirqa.report.words import Words

_MOST_STRIPS = 6
"""Motions (with their cases) that get films of their own."""
_MOST_STONES = 12


def build(result: SweepResult, assessment: Assessment, words: Words) -> Section:
    """The section of the sweep."""
    wall: Wall = assessment.stages["survey"].wall
    blocks: list[Block] = [
        Note(text=first_sentence(result, words)),
        Text(text=words("sweep.intro", runs=len(result.runs))),
        *_expected(result, words),
    ]
    blocks += [_residuals(result, case, words) for case in result.cases]
    limit = words.number(1e3 * result.residual_limit, 3)
    blocks.append(figure(draw_levels(result, words, name="sweep-levels"), "sweep.levels", words, limit=limit))
    blocks += sweep_viewer(result, wall, assessment, words)
    blocks += list(_films(result, wall, words))
    blocks += list(_stones(result, wall, words))
    blocks += [_peaks(result, words), *remarks_table(result.remarks, words, caption="dynamics.remarks")]
    blocks += [Heading(text=words("sweep.limits_title")), Text(text=words("sweep.limits"))]
    return Section(id="sweep", title=words("sweep.title"), blocks=tuple(blocks))


def first_sentence(result: SweepResult, words: Words) -> str:
    """Which stones go first, and from which level: one plain sentence."""
    first = result.first
    level = words.gravities(first.level)
    if first.kind == "none":
        told = words("sweep.first_none", level=level)
        return f"{told} {words('sweep.first_left_out', count=first.left_out)}" if first.left_out else told
    names = [*first.stones[:-1]]
    listed = f"{', '.join(names)} {words('sweep.and')} {first.stones[-1]}" if names else first.stones[-1]
    if first.more:
        listed += f" ({words('sweep.more_stones', count=first.more)})"
    number = "many" if len(first.stones) > 1 else "one"
    return words(f"sweep.first_{first.kind}_{number}", stones=listed, level=level, motions=", ".join(first.motions))


def _expected(result: SweepResult, words: Words) -> list[Block]:
    """What is expected at the wall, and what it does there."""

    def name(item: ExpectedLevel) -> str:
        if item.origin == "site":
            return words("sweep.expected_site")
        return words.get(f"code.{item.name}", item.name) if item.origin == "code" else item.name

    def there(item: ExpectedLevel) -> tuple[list[RunSummary], int]:
        """Reliable runs at the level, and the number of all of them."""
        runs = [run for run in result.runs if math.isclose(run.level, item.level, rel_tol=1e-6)]
        return [run for run in runs if run.reliable], len(runs)

    def lasting(item: ExpectedLevel) -> float | None:
        standing = [float(run.residual_size.max()) for run in there(item)[0] if not run.falls]
        return max(standing, default=None)

    def outcome(item: ExpectedLevel) -> Cell:
        sound, total = there(item)
        fell, doubtful = sum(bool(run.falls) for run in sound), total - len(sound)
        text = words("sweep.expected_stands", count=len(sound), total=total)
        if fell:
            text = words("sweep.expected_falls", count=fell, total=total)
        if doubtful:
            text += f"; {words('sweep.expected_doubtful', count=doubtful)}"
        damaged = doubtful or (lasting(item) or 0.0) > result.residual_limit
        return Cell(text=text, tone="bad" if fell else "unsure" if damaged else "good")

    columns: tuple[Column[ExpectedLevel], ...] = (
        Column("column.expected", name, strong=True),
        Column(
            "column.given_level",
            lambda item: words.gravities(item.given),
            number=True,
            small=lambda item: words(f"sweep.ground_{item.ground}"),
        ),
        Column("column.run_level", lambda item: words.gravities(item.level), number=True),
        Column("column.outcome", outcome),
        Column("column.lasting", lambda item: None if (size := lasting(item)) is None else 1e3 * size),
    )
    return [table(result.expected, columns, words, words("sweep.expected"))] if result.expected else []


def _residuals(result: SweepResult, case: str, words: Words) -> Grid:
    """The Sacsayhuaman paper's Table 3: level × motion → lasting displacement and its stone."""

    def of(motion: str) -> Column[float]:
        return Column("", lambda level: _residual(result, result.run(motion, level, case), words), title=motion)

    levels = sorted({run.level for run in result.runs if run.case == case})
    columns = (Column("column.run_level", words.gravities, strong=True), *map(of, result.motions))
    caption = words("sweep.table", limit=words.number(1e3 * result.residual_limit, 3))
    return table(levels, columns, words, f"{corner_name(case, words)}. {caption}" if case else caption)


def _residual(result: SweepResult, run: RunSummary, words: Words) -> Cell:
    if run.failed:
        return Cell(text=words("dynamics.outcome_failed"), tone="unsure")
    doubt = "" if run.reliable else f" ({words('sweep.doubtful')})"
    if not run.falls and not run.at_rest:
        doubt += f" ({words('sweep.swinging')})"
    if run.falls:
        names = ", ".join(fall.stone for fall in run.falls[:4])
        more = "" if len(run.falls) <= 4 else " …"
        small = words("sweep.fell", count=len(run.falls), total=run.count, stones=f"{names}{more}")
        return Cell(text=words(f"dynamics.outcome_{run.collapse}") + doubt, tone="bad", number=True, small=small)
    sizes = run.residual_size
    worst = int(sizes.argmax())
    size = float(sizes[worst])
    text = "0" if size < 1e-7 else words.number(1e3 * size, 3)
    tone = "unsure" if not run.reliable or not run.at_rest or size > result.residual_limit else "good"
    return Cell(text=text + doubt, number=True, tone=tone, small=words("dynamics.stone", name=run.stones[worst]))


def _films(result: SweepResult, wall: Wall, words: Words) -> Iterator[Block]:
    pairs = [(motion, case) for case in result.cases for motion in result.motions]
    for number, (motion, case) in enumerate(pairs[:_MOST_STRIPS], 1):
        runs = [run for run in result.runs if (run.motion, run.case) == (motion, case) and not run.failed]
        if not runs:
            continue
        name = run_name(motion, case, words)
        yield Heading(text=name)
        svg = draw_filmstrip(runs, wall, result.residual_limit, words, name=f"film-{number}")
        yield Figure(svg=svg, caption=film_caption(runs, name, words), alt=words("sweep.film_alt", run=name))
        if runs[0].points:
            svg = draw_points(result, motion, case, words, name=f"points-{number}")
            yield figure(svg, "sweep.points", words, run=name, point=runs[0].points[0])
    if len(pairs) > _MOST_STRIPS:
        yield Text(text=words("dynamics.more_runs", count=len(pairs) - _MOST_STRIPS))


def _stones(result: SweepResult, wall: Wall, words: Words) -> Iterator[Block]:
    yield Heading(text=words("sweep.stones_title"))
    limit = words.number(1e3 * result.residual_limit, 3)
    yield figure(draw_stone_map(result, wall, words, name="sweep-stones"), "sweep.map", words, limit=limit)
    worst = sorted(result.stones.rows(), key=lambda row: (-row["lost"], row["moved_from"], -row["residual"]))
    moved = [row for row in worst[:_MOST_STONES] if row["moved"]]
    columns: tuple[Column[dict[str, Any]], ...] = (
        Column("column.stone", lambda row: row["stone"], strong=True),
        Column("column.lost", lambda row: f"{row['lost']} / {row['runs']}", number=True),
        Column("column.lost_from", lambda row: _from(row["lost_from"], words), number=True),
        Column("column.moved", lambda row: f"{row['moved']} / {row['runs']}", number=True),
        Column("column.moved_from", lambda row: _from(row["moved_from"], words), number=True),
        Column("column.first_fell", lambda row: str(row["first"]), number=True),
        Column("column.lasting", lambda row: 1e3 * row["residual"]),
        Column("column.turned", lambda row: row["turned"], unit="deg"),
    )
    if moved:
        yield table(moved, columns, words, words("sweep.stones"))


def _from(level: float, words: Words) -> str:
    return words.gravities(level) if math.isfinite(level) else "–"


def _peaks(result: SweepResult, words: Words) -> Grid:
    points: dict[tuple[str, str, float], list[str]] = {}
    for row in result.points.rows():
        text = f"{row['point']} {words.number(1e3 * row['peak'], 3)}"
        points.setdefault((row["motion"], row["case"], row["level"]), []).append(text)
    columns: tuple[Column[tuple[dict[str, Any], RunSummary]], ...] = (
        Column("column.run", lambda row: run_name(row[0]["motion"], row[0]["case"], words), strong=True),
        Column(
            "column.run_level",
            lambda row: words.gravities(row[0]["level"]),
            number=True,
            small=lambda row: f"× {words.number(row[0]['factor'], 3)}",
        ),
        Column(
            "column.peak_moved",
            lambda row: 1e3 * row[0]["peak"],
            small=lambda row: "; ".join(points.get((row[0]["motion"], row[0]["case"], row[0]["level"]), ())),
        ),
        Column("column.turned", lambda row: row[0]["turned"], unit="deg"),
        Column(
            "column.opening",
            lambda row: _opening(row[1], words),
            number=True,
            small=lambda row: row[0]["opening_joint"],
        ),
        Column("column.slip", lambda row: row[0]["slip"], unit="mm", small=lambda row: row[0]["slip_joint"]),
        Column(
            "column.base_shear",
            lambda row: row[0]["shear_ratio"],
            small=lambda row: f"{words.number(1e-3 * row[0]['base_shear'], 3)} kN",
        ),
        Column(
            "column.ledger",
            lambda row: words.typeset(f"{row[0]['ledger_error']:.1e}"),
            tone=lambda row: "" if row[0]["reliable"] else "unsure",
        ),
    )
    rows = list(zip(result.table.rows(), result.runs, strict=True))
    return table(rows, columns, words, words("sweep.peaks"))


def _opening(run: RunSummary, words: Words) -> str:
    return words("dynamics.parted") if run.has_parted else words.millimetres(run.opening)
