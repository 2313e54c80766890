"""The incremental dynamic analysis on the page: capacities, curves, a table of motions, the film, the corners."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pirqa.experiments.campaign.incremental import IdaResult, LadderRun, StateCapacity
from pirqa.experiments.campaign.incremental.capacity import MotionCapacity
from pirqa.model.check import LimitState
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.figures.runs import draw_ladders
from pirqa.report.names import corner_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Section, Text
from pirqa.report.sections.motion import lack_text
from pirqa.report.viewer.views import ida_viewer
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

_HEAVIEST_FIRST: tuple[LimitState, ...] = ("wall_falls", "stones_fall", "damage")


def build(result: IdaResult, assessment: Assessment, words: Words) -> Section:
    """Return the section of the analysis."""
    wall: Wall = assessment.stages["survey"].wall
    blocks: list[Block] = [Note(text=first_sentence(result, words))]
    if result.lacks or not result.set_asked:
        blocks.append(Note(text=_incomplete(result, words)))
    blocks.append(Text(text=_intro(result, words)))
    blocks += [_states(result, words)]
    blocks.append(
        Figure(
            svg=draw_ladders(result, words, name="ida-ladders"),
            caption=words("ida.curves"),
            alt=words("ida.curves_alt"),
        )
    )
    blocks += ida_viewer(result, wall, assessment, words)
    blocks += [_motions(result, words), *_corners(result, words), *remarks_table(result.remarks, words, caption="")]
    blocks += [Heading(text=words("ida.limits_title")), Text(text=words("ida.limits"))]
    return Section(id="ida", title=words("ida.title"), blocks=tuple(blocks))


def first_sentence(result: IdaResult, words: Words) -> str:
    """Return what the motions do to the wall at the demand: one plain sentence."""
    total = len(result.motions)
    demand = _gravities(result.demand, words)
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
        lowest = _gravities(first.fell, words)
        if state.median is not None:
            text += " " + words("ida.first_median", median=_gravities(state.median, words), lowest=lowest)
        else:
            text += " " + words("ida.first_lowest", count=state.count, total=total, lowest=lowest)
    else:
        text += " " + words("ida.first_above", ceiling=_gravities(result.ceiling, words))
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
        ceiling=_gravities(result.ceiling, words),
    )
    return f"{text} {words('ida.polarities')}" if result.polarities else text


def _states(result: IdaResult, words: Words) -> Grid:
    """Return the capacities: what is shown, the median, what is needed."""
    head = ("state", "reached_by", "first_at", "median_capacity", "dispersion", "needed_median", "shown_up_to")
    rows = []
    for key in _HEAVIEST_FIRST:
        state = result.state(key)
        first = state.first
        needed = state.required * result.demand
        rows.append(
            (
                Cell(text=words(f"limit_state.{key}"), strong=True),
                Cell(text=words("ida.of_motions", count=state.count, total=len(state.capacities)), number=True),
                Cell(
                    text="–" if first is None or first.fell is None else _gravities(first.fell, words),
                    number=True,
                    small="" if first is None else first.motion,
                ),
                Cell(
                    text=_gravities(state.median, words)
                    if state.median is not None
                    else words("ida.above", level=_gravities(state.censored, words)),
                    number=True,
                ),
                Cell(
                    text=words.number(state.dispersion, 2),
                    number=True,
                    small=words("ida.by_motions", value=words.number(state.motion_dispersion, 2)),
                ),
                Cell(text=_gravities(needed, words), number=True),
                Cell(
                    text=_gravities(state.shown, words) if state.shown > 0.0 else words("ida.not_shown"),
                    number=True,
                    tone="good" if state.shown >= result.demand * (1.0 - 1e-9) else "bad" if state.count else "unsure",
                    small="; ".join(_reason(reason, state, words) for reason in state.reasons),
                ),
            )
        )
    caption = words(
        "ida.states",
        chance=words.number(100.0 * result.acceptable_probability, 3),
        demand=_gravities(result.demand, words),
    )
    return Grid(head=tuple(words(f"column.ida_{name}") for name in head), rows=tuple(rows), caption=caption)


def _reason(reason: str, state: StateCapacity, words: Words) -> str:
    return words(f"ida.reason_{reason}", corner=corner_name(state.corner, words))


def _motions(result: IdaResult, words: Words) -> Grid:
    head = ("motion", "factor", "at_demand", "residual", "stones_from", "wall_from", "again")
    rows = []
    for number, motion in enumerate(result.motions):
        at_demand = [run for run in result.best(motion.name) if run.rung == 0]
        stones, wall = (result.state(key).capacities[number] for key in ("stones_fall", "wall_falls"))
        made = f" ({words('set.made_up')})" if motion.synthetic else ""
        rows.append(
            (
                Cell(text=motion.name, strong=True, small=f"{motion.event}{made}".strip()),
                Cell(
                    text=words.number(motion.factor, 3),
                    number=True,
                    small=words("ida.peak", level=_gravities(motion.pga, words)),
                ),
                Cell(text=_outcome(at_demand, words), tone=_tone(at_demand)),
                Cell(text=_residual(at_demand, words), number=True),
                Cell(text=_from(stones, words), number=True),
                Cell(text=_from(wall, words), number=True),
                Cell(text=", ".join(_gravities(level, words) for level in stones.again) or "–", number=True),
            )
        )
    limit = words.number(1e3 * result.residual_limit, 3)
    caption = words("ida.motions", limit=limit)
    if math.isfinite(result.mean_residual):
        caption += " " + words("ida.mean_residual", mean=words.number(1e3 * result.mean_residual, 3))
    return Grid(head=tuple(words(f"column.ida_{name}") for name in head), rows=tuple(rows), caption=caption)


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


def _residual(runs: list[LadderRun], words: Words) -> str:
    if any(run.failed or run.summary.falls for run in runs) or not runs:
        return "–"
    return words.typeset(f"{1e3 * max(float(run.summary.residual_size.max()) for run in runs):.3g} mm")


def _from(item: MotionCapacity, words: Words) -> str:
    if item.fell is not None:
        return _gravities(item.fell, words)
    return words("ida.above", level=_gravities(item.stood, words))


def _corners(result: IdaResult, words: Words) -> Iterator[Block]:
    yield Heading(text=words("ida.corners_title"))
    if not result.corners:
        yield Text(text=words("ida.corners_not_run"))
        return
    rows = []
    for corner in result.corners:
        runs = [run for run in result.runs if run.corner == corner and run.rung == 0]
        names = {run.summary.motion for run in runs}
        counts = [len({run.summary.motion for run in runs if run.reaches(key)}) for key in _HEAVIEST_FIRST]
        peak = max((float(run.summary.peak.max(initial=0.0)) for run in runs if not run.failed), default=math.nan)
        failed = sum(run.failed for run in runs)
        rows.append(
            (
                Cell(
                    text=corner_name(corner, words),
                    strong=True,
                    small=words("ida.runs_failed", count=failed) if failed else "",
                ),
                *(
                    Cell(
                        text=words("ida.of_motions", count=count, total=len(names)),
                        number=True,
                        tone="bad" if count else "good",
                    )
                    for count in counts
                ),
                Cell(text=words.typeset(f"{1e3 * peak:.3g} mm") if math.isfinite(peak) else "–", number=True),
            )
        )
    head = (
        words("column.ida_corner"),
        *(words(f"limit_state.{key}") for key in _HEAVIEST_FIRST),
        words("column.ida_peak"),
    )
    yield Grid(head=head, rows=tuple(rows), caption=words("ida.corners", demand=_gravities(result.demand, words)))


def _gravities(level: float, words: Words) -> str:
    return words.typeset(f"{level / STANDARD_GRAVITY:.3g} g")
