"""The incremental dynamic analysis on the page: capacities, curves, a table of motions, the film, the corners."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from pirqa.experiments.campaign.incremental import IdaResult, LadderRun, MotionLadder, StateCapacity
from pirqa.experiments.campaign.incremental.capacity import MotionCapacity
from pirqa.model.check import LimitState
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.figures.runs import draw_ladders
from pirqa.report.names import corner_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Cell, Column, Grid, Heading, Note, Section, Text, figure, table
from pirqa.report.sections.motion import lack_text
from pirqa.report.viewer.views import ida_viewer
from pirqa.report.words import Words

_HEAVIEST_FIRST: tuple[LimitState, ...] = ("wall_falls", "stones_fall", "damage")


def build(result: IdaResult, assessment: Assessment, words: Words) -> Section:
    """Return the section of the analysis."""
    wall: Wall = assessment.stages["survey"].wall
    blocks: list[Block] = [Note(text=first_sentence(result, words))]
    if result.lacks or not result.set_asked:
        blocks.append(Note(text=_incomplete(result, words)))
    blocks.append(Text(text=_intro(result, words)))
    blocks += [_states(result, words), figure(draw_ladders(result, words, name="ida-ladders"), "ida.curves", words)]
    blocks += ida_viewer(result, wall, assessment, words)
    blocks += [_motions(result, words), *_corners(result, words), *remarks_table(result.remarks, words, caption="")]
    blocks += [Heading(text=words("ida.limits_title")), Text(text=words("ida.limits"))]
    return Section(id="ida", title=words("ida.title"), blocks=tuple(blocks))


def first_sentence(result: IdaResult, words: Words) -> str:
    """Return what the motions do to the wall at the demand: one plain sentence."""
    total = len(result.motions)
    demand = words.gravities(result.demand)
    for key in _HEAVIEST_FIRST:
        reached = {run.summary.motion for run in result.runs if run.rung == 0 and not run.corner and run.reaches(key)}
        count = len(reached)
        if count:
            text = words(f"ida.first_{key}", count=count, total=total, demand=demand)
            break
    else:
        text = words("ida.first_none", total=total, demand=demand)
    state = result.state("wall_falls")
    first = state.first
    if first is not None and first.fell is not None:
        lowest = words.gravities(first.fell)
        if state.median is not None:
            text += " " + words("ida.first_median", median=words.gravities(state.median), lowest=lowest)
        else:
            text += " " + words("ida.first_lowest", count=state.count, total=total, lowest=lowest)
    else:
        text += " " + words("ida.first_above", ceiling=words.gravities(result.ceiling))
    return text


def _incomplete(result: IdaResult, words: Words) -> str:
    lacks = "; ".join(lack_text(lack, words) for lack in result.lacks)
    if not result.set_asked:
        return words("ida.no_set", count=len(result.motions))
    return words("ida.incomplete", lacks=lacks)


def _intro(result: IdaResult, words: Words) -> str:
    text = words(
        "ida.intro",
        runs=len(result.runs),
        step=words.number(100.0 * (result.ratio - 1.0), 3),
        ceiling=words.gravities(result.ceiling),
    )
    return f"{text} {words('ida.polarities')}" if result.polarities else text


def _states(result: IdaResult, words: Words) -> Grid:
    """Return the capacities: what is shown, the median, what is needed."""

    def first_at(state: StateCapacity) -> str | None:
        return None if state.first is None or state.first.fell is None else words.gravities(state.first.fell)

    def median(state: StateCapacity) -> str:
        if state.median is None:
            return words("ida.above", level=words.gravities(state.censored))
        return words.gravities(state.median)

    def shown(state: StateCapacity) -> str:
        return words.gravities(state.shown) if state.shown > 0.0 else words("ida.not_shown")

    def reasons(state: StateCapacity) -> str:
        corner = corner_name(state.corner, words)
        return "; ".join(words(f"ida.reason_{reason}", corner=corner) for reason in state.reasons)

    def tone(state: StateCapacity) -> str:
        return "good" if state.shown >= result.demand * (1.0 - 1e-9) else "bad" if state.count else "unsure"

    columns: tuple[Column[StateCapacity], ...] = (
        Column("column.ida_state", lambda state: words(f"limit_state.{state.limit_state}"), strong=True),
        Column(
            "column.ida_reached_by",
            lambda state: words("ida.of_motions", count=state.count, total=len(state.capacities)),
            number=True,
        ),
        Column(
            "column.ida_first_at",
            first_at,
            number=True,
            small=lambda state: "" if state.first is None else state.first.motion,
        ),
        Column("column.ida_median_capacity", median, number=True),
        Column(
            "column.ida_dispersion",
            lambda state: state.dispersion,
            digits=2,
            small=lambda state: words("ida.by_motions", value=words.number(state.motion_dispersion, 2)),
        ),
        Column("column.ida_needed_median", lambda state: state.required * result.demand, unit="g", form="{:.3g} g"),
        Column(
            "column.ida_shown_up_to",
            shown,
            number=True,
            tone=tone,
            small=reasons,
        ),
    )
    chance = words.number(100.0 * result.acceptable_probability, 3)
    caption = words("ida.states", chance=chance, demand=words.gravities(result.demand))
    return table(map(result.state, _HEAVIEST_FIRST), columns, words, caption)


def _motions(result: IdaResult, words: Words) -> Grid:
    stones, wall = (
        dict(zip((motion.name for motion in result.motions), result.state(key).capacities, strict=True))
        for key in ("stones_fall", "wall_falls")
    )

    def event(motion: MotionLadder) -> str:
        made = f" ({words('set.made_up')})" if motion.synthetic else ""
        return f"{motion.event}{made}".strip()

    def at_demand(motion: MotionLadder) -> list[LadderRun]:
        return [run for run in result.best(motion.name) if run.rung == 0]

    def again(motion: MotionLadder) -> str | None:
        return ", ".join(words.gravities(level) for level in stones[motion.name].again) or None

    columns: tuple[Column[MotionLadder], ...] = (
        Column("column.ida_motion", lambda motion: motion.name, strong=True, small=event),
        Column(
            "column.ida_factor",
            lambda motion: motion.factor,
            small=lambda motion: words("ida.peak", level=words.gravities(motion.pga)),
        ),
        Column(
            "column.ida_at_demand",
            lambda motion: _outcome(at_demand(motion), words),
            tone=lambda motion: _tone(at_demand(motion)),
        ),
        Column("column.ida_residual", lambda motion: _residual(at_demand(motion)), unit="mm", form="{:.3g} mm"),
        Column("column.ida_stones_from", lambda motion: _from(stones[motion.name], words), number=True),
        Column("column.ida_wall_from", lambda motion: _from(wall[motion.name], words), number=True),
        Column("column.ida_again", again, number=True),
    )
    caption = words("ida.motions", limit=words.number(1e3 * result.residual_limit, 3))
    if math.isfinite(result.mean_residual):
        caption += " " + words("ida.mean_residual", mean=words.number(1e3 * result.mean_residual, 3))
    return table(result.motions, columns, words, caption)


def _outcome(runs: list[LadderRun], words: Words) -> str:
    if any(run.failed for run in runs) or not runs:
        return words("ida.failed")
    worst = max(runs, key=lambda run: len(run.summary.falls)).summary
    if not worst.falls:
        return words("ida.stands")
    return words("ida.fell", count=len(worst.falls), total=worst.count)


def _tone(runs: list[LadderRun]) -> str:
    if any(run.failed for run in runs):
        return "unsure"
    return "bad" if any(run.summary.falls for run in runs) else "good"


def _residual(runs: list[LadderRun]) -> float | None:
    if any(run.failed or run.summary.falls for run in runs) or not runs:
        return None
    return max(float(run.summary.residual_size.max()) for run in runs)


def _from(item: MotionCapacity, words: Words) -> str:
    if item.fell is not None:
        return words.gravities(item.fell)
    return words("ida.above", level=words.gravities(item.stood))


def _corners(result: IdaResult, words: Words) -> Iterator[Block]:
    yield Heading(text=words("ida.corners_title"))
    if not result.corners:
        yield Text(text=words("ida.corners_not_run"))
        return

    def runs_of(corner: str) -> list[LadderRun]:
        return [run for run in result.runs if run.corner == corner and run.rung == 0]

    def failures(corner: str) -> str:
        failed = sum(run.failed for run in runs_of(corner))
        return words("ida.runs_failed", count=failed) if failed else ""

    def reached(state: LimitState) -> Callable[[str], Cell]:
        def cell(corner: str) -> Cell:
            total = len({run.summary.motion for run in runs_of(corner)})
            count = len({run.summary.motion for run in runs_of(corner) if run.reaches(state)})
            text = words("ida.of_motions", count=count, total=total)
            return Cell(text=text, number=True, tone="bad" if count else "good")

        return cell

    def peak(corner: str) -> float | None:
        peaks = (float(run.summary.peak.max(initial=0.0)) for run in runs_of(corner) if not run.failed)
        return max(peaks, default=None)

    columns: tuple[Column[str], ...] = (
        Column("column.ida_corner", lambda corner: corner_name(corner, words), strong=True, small=failures),
        *(Column(f"limit_state.{state}", reached(state)) for state in _HEAVIEST_FIRST),
        Column("column.ida_peak", peak, unit="mm", form="{:.3g} mm"),
    )
    yield table(result.corners, columns, words, words("ida.corners", demand=words.gravities(result.demand)))
