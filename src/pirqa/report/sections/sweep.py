"""The sweep on the page: what lasts at each level, films of final states, and the stones that matter."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pirqa.experiments.campaign.summary import RunSummary
from pirqa.experiments.campaign.sweep import SweepResult
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.figures.runs import draw_filmstrip, draw_levels, draw_points, draw_stone_map, film_caption
from pirqa.report.names import corner_name, run_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Section, Text
from pirqa.report.viewer.views import sweep_viewer
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

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
    blocks.append(
        Figure(
            svg=draw_levels(result, words, name="sweep-levels"),
            caption=words("sweep.levels", limit=words.number(1e3 * result.residual_limit, 3)),
            alt=words("sweep.levels_alt"),
        )
    )
    blocks += sweep_viewer(result, wall, assessment, words)
    blocks += list(_films(result, wall, words))
    blocks += list(_stones(result, wall, words))
    blocks += [_peaks(result, words), *remarks_table(result.remarks, words, caption="dynamics.remarks")]
    blocks += [Heading(text=words("sweep.limits_title")), Text(text=words("sweep.limits"))]
    return Section(id="sweep", title=words("sweep.title"), blocks=tuple(blocks))


def first_sentence(result: SweepResult, words: Words) -> str:
    """Which stones go first, and from which level: one plain sentence."""
    first = result.first
    level = _gravities(first.level, words)
    if first.kind == "none":
        told = words("sweep.first_none", level=level)
        return f"{told} {words('sweep.first_left_out', count=first.left_out)}" if first.left_out else told
    names = [*first.stones[:-1]]
    listed = f"{', '.join(names)} {words('sweep.and')} {first.stones[-1]}" if names else first.stones[-1]
    if first.more:
        listed += f" ({words('sweep.more_stones', count=first.more)})"
    number = "many" if len(first.stones) > 1 else "one"
    return words(f"sweep.first_{first.kind}_{number}", stones=listed, level=level, motions=", ".join(first.motions))


def _gravities(level: float, words: Words) -> str:
    return words.typeset(f"{level / STANDARD_GRAVITY:.3g} g")


def _expected(result: SweepResult, words: Words) -> Iterator[Block]:
    """What is expected at the wall, and what it does there."""
    rows = []
    for item in result.expected:
        runs = [run for run in result.runs if math.isclose(run.level, item.level, rel_tol=1e-6)]
        sound = [run for run in runs if run.reliable]
        fell = [run for run in sound if run.falls]
        lasting = max((float(run.residual_size.max()) for run in sound if not run.falls), default=0.0)
        doubtful = len(runs) - len(sound)
        if fell:
            text = words("sweep.expected_falls", count=len(fell), total=len(runs))
        else:
            text = words("sweep.expected_stands", count=len(sound), total=len(runs))
        if doubtful:
            text += f"; {words('sweep.expected_doubtful', count=doubtful)}"
        tone = "bad" if fell else ("unsure" if doubtful or lasting > result.residual_limit else "good")
        name = words.get(f"code.{item.name}", item.name) if item.origin == "code" else item.name
        name = words("sweep.expected_site") if item.origin == "site" else name
        rows.append(
            (
                Cell(text=name, strong=True),
                Cell(text=_gravities(item.given, words), number=True, small=words(f"sweep.ground_{item.ground}")),
                Cell(text=_gravities(item.level, words), number=True),
                Cell(text=text, tone=tone),
                Cell(text=words.number(1e3 * lasting, 3) if sound and len(fell) < len(sound) else "–", number=True),
            )
        )
    if rows:
        names = ("expected", "given_level", "run_level", "outcome", "lasting")
        head = tuple(words(f"column.{name}") for name in names)
        yield Grid(head=head, rows=tuple(rows), caption=words("sweep.expected"))


def _residuals(result: SweepResult, case: str, words: Words) -> Grid:
    """The Sacsayhuaman paper's Table 3: level × motion → lasting displacement and its stone."""
    levels = sorted({run.level for run in result.runs if run.case == case})
    rows = []
    for level in levels:
        cells = [Cell(text=_gravities(level, words), strong=True)]
        cells += [_residual(result, result.run(motion, level, case), words) for motion in result.motions]
        rows.append(tuple(cells))
    caption = words("sweep.table", limit=words.number(1e3 * result.residual_limit, 3))
    if case:
        caption = f"{corner_name(case, words)}. {caption}"
    return Grid(head=(words("column.run_level"), *result.motions), rows=tuple(rows), caption=caption)


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
            caption = words("sweep.points", run=name, point=runs[0].points[0])
            yield Figure(svg=svg, caption=caption, alt=words("sweep.points_alt", run=name))
    if len(pairs) > _MOST_STRIPS:
        yield Text(text=words("dynamics.more_runs", count=len(pairs) - _MOST_STRIPS))


def _stones(result: SweepResult, wall: Wall, words: Words) -> Iterator[Block]:
    yield Heading(text=words("sweep.stones_title"))
    yield Figure(
        svg=draw_stone_map(result, wall, words, name="sweep-stones"),
        caption=words("sweep.map", limit=words.number(1e3 * result.residual_limit, 3)),
        alt=words("sweep.map_alt"),
    )
    worst = sorted(result.stones.rows(), key=lambda row: (-row["lost"], row["moved_from"], -row["residual"]))
    rows = tuple(
        (
            Cell(text=row["stone"], strong=True),
            Cell(text=f"{row['lost']} / {row['runs']}", number=True),
            Cell(text=_from(row["lost_from"], words), number=True),
            Cell(text=f"{row['moved']} / {row['runs']}", number=True),
            Cell(text=_from(row["moved_from"], words), number=True),
            Cell(text=f"{row['first']}", number=True),
            Cell(text=words.number(1e3 * row["residual"], 3), number=True),
            Cell(text=words.number(math.degrees(row["turned"]), 3), number=True),
        )
        for row in worst[:_MOST_STONES]
        if row["moved"]
    )
    if rows:
        names = ("stone", "lost", "lost_from", "moved", "moved_from", "first_fell", "lasting", "turned")
        head = tuple(words(f"column.{name}") for name in names)
        yield Grid(head=head, rows=rows, caption=words("sweep.stones"))


def _from(level: float, words: Words) -> str:
    return _gravities(level, words) if math.isfinite(level) else "–"


def _peaks(result: SweepResult, words: Words) -> Grid:
    points: dict[tuple[str, str, float], list[str]] = {}
    for row in result.points.rows():
        text = f"{row['point']} {words.number(1e3 * row['peak'], 3)}"
        points.setdefault((row["motion"], row["case"], row["level"]), []).append(text)
    rows = []
    for row, run in zip(result.table.rows(), result.runs, strict=True):
        small = "; ".join(points.get((row["motion"], row["case"], row["level"]), ()))
        rows.append(
            (
                Cell(text=run_name(row["motion"], row["case"], words), strong=True),
                Cell(text=_gravities(row["level"], words), number=True, small=f"× {words.number(row['factor'], 3)}"),
                Cell(text=words.number(1e3 * row["peak"], 3), number=True, small=small),
                Cell(text=words.number(math.degrees(row["turned"]), 3), number=True),
                Cell(text=_opening(run, words), number=True, small=row["opening_joint"]),
                Cell(text=words.millimetres(row["slip"]), number=True, small=row["slip_joint"]),
                Cell(
                    text=words.number(row["shear_ratio"], 3),
                    number=True,
                    small=f"{words.number(1e-3 * row['base_shear'], 3)} kN",
                ),
                Cell(text=words.typeset(f"{row['ledger_error']:.1e}"), tone="" if row["reliable"] else "unsure"),
            )
        )
    names = ("run", "run_level", "peak_moved", "turned", "opening", "slip", "base_shear", "ledger")
    return Grid(head=tuple(words(f"column.{name}") for name in names), rows=tuple(rows), caption=words("sweep.peaks"))


def _opening(run: RunSummary, words: Words) -> str:
    return words("dynamics.parted") if run.has_parted else words.millimetres(run.opening)
