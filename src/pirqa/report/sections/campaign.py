"""A campaign on the page: fragility, the outcome of each record, critical stones, and what explains it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pirqa.experiments.campaign.fragility import LEAST_RECORDS, FragilityFit
from pirqa.experiments.campaign.fragility_result import CampaignFragility, WallFragility, collapse_state
from pirqa.experiments.campaign.hazard import MotionShare
from pirqa.experiments.campaign.measures import LEAST_SAMPLES
from pirqa.experiments.damage_states import DAMAGE_MEASURES
from pirqa.motion.sets.rules import FACTOR_LIMIT
from pirqa.project import Assessment
from pirqa.report.figures.campaign import (
    draw_cloud,
    draw_fragility,
    draw_hazard,
    draw_ida,
    draw_influences,
    draw_measures,
    measure_name,
    measure_scale,
)
from pirqa.report.figures.facade import safe_name
from pirqa.report.figures.runs import draw_critical_stones, draw_filmstrip, film_caption
from pirqa.report.names import run_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Section, Text
from pirqa.report.sections.motion import set_blocks
from pirqa.report.words import Words

_MOST_RECORDS = 60
"""Rows of the table of records."""
_MOST_LEVELS = 12
"""Columns of it."""
_MOST_FAILURES = 30
_MOST_STONES = 12


def build(result: CampaignFragility, assessment: Assessment, words: Words) -> Section:
    """The section of the campaign."""
    blocks: list[Block] = []
    for number, wall in enumerate(result.walls, 1):
        if len(result.walls) > 1:
            blocks.append(Heading(text=run_name(wall.wall, wall.case, words)))
        blocks += _wall(result, wall, words, f"campaign-{number}")
    if result.set is not None:
        blocks += set_blocks(result.set, words, name="campaign-set")
    if result.hazard is not None:
        blocks += _hazard(result, words)
    blocks += remarks_table(result.remarks, words, caption="campaign.remarks")
    blocks += [Heading(text=words("campaign.limits_title")), Text(text=words("campaign.limits"))]
    return Section(id="campaign", title=words("campaign.title"), blocks=tuple(blocks))


def first_sentence(wall: WallFragility, words: Words, expected: float | None = None) -> str:
    """What the runs come to: one plain sentence."""
    if wall.refused:
        return words(
            "campaign.first_refused", count=wall.failed, total=wall.runs, share=words.percent(wall.failed_share)
        )
    state = collapse_state(wall) or list(wall.states)[-1]
    fits = [fit for fit in wall.fits if fit.state == state]
    if not fits or not all(fit.identified for fit in fits):
        flaw = next((fit.flaws[0] for fit in fits if fit.flaws), "none_exceeded")
        return words("campaign.first_unknown", state=state, why=words(f"campaign.flaw_{flaw}"))
    worst = min(fits, key=lambda fit: fit.theta)
    unit, name = measure_scale(wall.measure)
    low, high = (words.number(value / unit, 3) for value in worst.theta_interval)
    told = words(
        "campaign.first",
        state=state,
        median=words.number(worst.theta / unit, 3),
        unit="" if name == "–" else name,
        measure=measure_name(wall.measure, words, unit=False),
        low=low,
        high=high,
        confidence=f"{100 * worst.confidence:g}",
    )
    if expected is not None and wall.measure in ("pga", "demand"):
        chance = max(float(fit.at(expected)) for fit in fits)
        ends = [fit.band_at(expected) for fit in fits]
        told += " " + words(
            "campaign.first_expected",
            level=words.typeset(f"{expected / unit:.3g} g"),
            chance=words.percent(chance),
            low=words.percent(min(low for low, _ in ends)),
            high=words.percent(max(high for _, high in ends)),
        )
    return told


def _wall(result: CampaignFragility, wall: WallFragility, words: Words, name: str) -> Iterator[Block]:
    yield Note(text=first_sentence(wall, words, result.expected))
    yield Text(
        text=words(
            f"campaign.intro_{result.strategy}",
            runs=wall.runs,
            records=wall.records,
            measure=measure_name(_level_measure(result), words, unit=False),
        )
    )
    yield _states(wall, words)
    if wall.fits:
        yield Figure(
            svg=draw_fragility(wall, words, name=f"{name}-fragility", expected=result.expected),
            caption=words(
                "campaign.fragility_both" if wall.failed else "campaign.fragility",
                confidence=f"{100 * wall.fits[0].confidence:g}",
            ),
            alt=words("campaign.fragility_alt"),
        )
        yield _fits(wall, words)
    if wall.curves:
        yield Figure(
            svg=draw_ida(wall, words, name=f"{name}-ida"),
            caption=words("campaign.ida"),
            alt=words("campaign.ida_alt"),
        )
    if wall.cloud is not None:
        yield Figure(
            svg=draw_cloud(wall, words, name=f"{name}-cloud"),
            caption=words("campaign.cloud", runs=wall.cloud.runs, floored=wall.cloud.floored),
            alt=words("campaign.cloud_alt"),
        )
    yield from _outcomes(result, wall, words)
    yield from _films(wall, words, name)
    yield from _stones(wall, words, name)
    yield from measure_blocks(wall, words, name)
    yield from influence_blocks(wall, words, name)
    yield from _failures(result, wall, words)


def _level_measure(result: CampaignFragility) -> str:
    if result.level_measure == "sa" and result.level_period is not None:
        return f"sa_{result.level_period:g}"
    return result.level_measure if result.level_measure in ("pga", "pgv", "demand") else "pga"


def _states(wall: WallFragility, words: Words) -> Grid:
    """What each state means."""
    rows = []
    for name, state in wall.states.items():
        parts = []
        for key, limit in state.limits.items():
            shown = f"{1e3 * limit:.4g}" if DAMAGE_MEASURES[key].is_length else f"{limit:.3g}"
            parts.append(words(f"campaign.state_{key}", limit=words.typeset(shown)))
        if state.collapse is not None:
            parts.append(words(f"campaign.state_{state.collapse}"))
        reached = next((fit for fit in wall.fits if fit.state == name), None)
        count = "–" if reached is None else f"{reached.exceeded} / {reached.runs}"
        text = f" {words('campaign.or')} ".join(parts)
        rows.append((Cell(text=name, strong=True), Cell(text=text), Cell(text=count, number=True)))
    head = tuple(words(f"column.{name}") for name in ("damage_state", "reached_when", "reached_runs"))
    return Grid(head=head, rows=tuple(rows), caption=words("campaign.states"))


def _fits(wall: WallFragility, words: Words) -> Grid:
    unit, told = measure_scale(wall.measure)
    rows = []
    for fit in wall.fits:
        small = words(f"campaign.treatment_{fit.treatment}") if fit.treatment != "none" else ""
        rows.append(
            (
                Cell(text=fit.state, strong=True, small=small),
                Cell(text=words.number(fit.theta / unit, 3) if fit.identified else "–", number=True),
                Cell(text=_interval(fit.theta_interval, unit, words), number=True),
                Cell(text=words.number(fit.beta, 3) if fit.identified else "–", number=True),
                Cell(text=_interval(fit.beta_interval, 1.0, words), number=True),
                _judged(fit, words),
            )
        )
    head = (
        words("column.damage_state"),
        f"θ [{told}]",
        words("campaign.interval"),
        "β",
        words("campaign.interval"),
        words("column.judgement"),
    )
    return Grid(
        head=head,
        rows=tuple(rows),
        caption=words("campaign.fits", confidence=f"{100 * wall.fits[0].confidence:g}"),
    )


def _judged(fit: FragilityFit, words: Words) -> Cell:
    if fit.flaws:
        text = "; ".join(words(f"campaign.flaw_{flaw}") for flaw in fit.flaws)
        return Cell(text=words("campaign.not_identified"), tone="bad", small=text)
    if fit.cautions:
        text = "; ".join(words(f"campaign.caution_{caution}") for caution in fit.cautions)
        return Cell(text=words("campaign.identified"), tone="unsure", small=text)
    return Cell(text=words("campaign.identified"), tone="good")


def _interval(ends: tuple[float, float], unit: float, words: Words) -> str:
    if not all(map(math.isfinite, ends)):
        return "–"
    return " – ".join(words.number(end / unit, 3) for end in ends)


def _outcomes(result: CampaignFragility, wall: WallFragility, words: Words) -> Iterator[Block]:
    """The Sacsayhuaman paper's Table 3: record × level → what the wall came to."""
    rows = wall.outcomes.rows()
    levels = sorted({row["level"] for row in rows})
    if not rows or len(levels) > 4 * _MOST_LEVELS:
        return
    unit, told = measure_scale(_level_measure(result))
    records = list(dict.fromkeys(row["record"] for row in rows))
    cells = {(row["record"], row["level"]): row for row in rows}
    members = {item.name for item in result.set.members} if result.set is not None else set()
    shown = levels if len(levels) <= _MOST_LEVELS else levels[:: math.ceil(len(levels) / _MOST_LEVELS)]
    made = tuple(
        (
            Cell(text=safe_name(record), strong=True),
            *(_outcome(cells.get((record, level)), wall, words, marked=record in members) for level in shown),
        )
        for record in records[:_MOST_RECORDS]
    )
    head = (words("column.record"), *(words.typeset(f"{level / unit:.3g} {told}") for level in shown))
    caption = words("campaign.table")
    if len(records) > _MOST_RECORDS:
        caption += " " + words("campaign.more_records", count=len(records) - _MOST_RECORDS)
    if len(shown) < len(levels):
        caption += " " + words("campaign.fewer_levels", shown=len(shown), total=len(levels))
    yield Heading(text=words("campaign.table_title"))
    yield Grid(head=head, rows=made, caption=caption)


def _outcome(row: dict[str, object] | None, wall: WallFragility, words: Words, *, marked: bool) -> Cell:
    """Return the outcome of a record at a level; the scale factor of ``marked`` ones is shown where it is above 4."""
    if row is None:
        return Cell(text="", number=True)
    runs, unknown, collapsed = (int(str(row[name])) for name in ("runs", "unknown", "collapsed"))
    if unknown == runs:
        return Cell(text=words("dynamics.outcome_failed"), tone="unsure")
    state = str(row["state"])
    lasting = float(str(row["lasting"]))
    told = words.number(1e3 * lasting, 2) if math.isfinite(lasting) and lasting >= 1e-7 else "0"
    small = f"{told} mm" if not collapsed else words("campaign.lost_stones", count=int(str(row["lost"])))
    if runs > 1 and collapsed:
        small = words("campaign.fell_in", count=collapsed, total=runs)
    factor = float(str(row["factor"]))
    if marked and factor > FACTOR_LIMIT:
        small += f" · ×{words.number(factor, 2)}"
    place = list(wall.states).index(state) if state else -1
    first = collapse_state(wall)
    falls = first is not None and place >= list(wall.states).index(first)
    tone = "bad" if falls else ("unsure" if place >= 0 else "good")
    return Cell(text=state or "–", number=True, tone=tone, small=small)


def _films(wall: WallFragility, words: Words, name: str) -> Iterator[Block]:
    if wall.shape is None or not wall.films:
        return
    yield Heading(text=words("campaign.films_title"))
    for number, motion in enumerate(dict.fromkeys(run.motion for run in wall.films), 1):
        runs = [run for run in wall.films if run.motion == motion]
        told = safe_name(motion)
        svg = draw_filmstrip(runs, wall.shape, wall.stone_limit, words, name=f"{name}-film-{number}")
        yield Figure(svg=svg, caption=film_caption(runs, told, words), alt=words("sweep.film_alt", run=told))


def _stones(wall: WallFragility, words: Words, name: str) -> Iterator[Block]:
    limit = words.typeset(f"{1e3 * wall.stone_limit:.3g}")
    yield Heading(text=words("campaign.stones_title"))
    if wall.shape is not None and len(wall.stones):
        yield Figure(
            svg=draw_critical_stones(wall, wall.shape, words, name=f"{name}-stones"),
            caption=words("campaign.map", limit=limit),
            alt=words("campaign.map_alt"),
        )
    worst = sorted(wall.stones.rows(), key=lambda row: (-row["either"], -row["fell"]))[:_MOST_STONES]
    rows = tuple(
        (
            Cell(text=row["stone"], strong=True),
            Cell(text=words.percent(row["either"] / max(row["runs"], 1)), number=True),
            Cell(text=f"{row['fell']} / {row['runs']}", number=True),
            Cell(text=f"{row['moved']} / {row['runs']}", number=True),
        )
        for row in worst
        if row["either"]
    )
    if rows:
        head = tuple(words(f"column.{name}") for name in ("stone", "moved_or_lost", "lost", "only_moved"))
        yield Grid(head=head, rows=rows, caption=words("campaign.stones", limit=limit))
    else:
        yield Text(text=words("campaign.stones_none", limit=limit))


def _failures(result: CampaignFragility, wall: WallFragility, words: Words) -> Iterator[Block]:
    if not wall.failed:
        return
    unit, told = measure_scale(_level_measure(result))
    yield Heading(text=words("campaign.failures_title"))
    rows = tuple(
        (
            Cell(text=safe_name(row["record"]), strong=True),
            Cell(text=words.typeset(f"{row['level'] / unit:.3g} {told}"), number=True),
            Cell(text=words(f"campaign.status_{row['status']}"), tone="unsure"),
            Cell(text=words("campaign.reason_energy") if row["reason"] == "energy" else row["reason"]),
        )
        for row in wall.failures.rows()[:_MOST_FAILURES]
    )
    caption = words("campaign.failures", count=wall.failed, total=wall.runs, share=words.percent(wall.failed_share))
    if wall.failed > len(rows):
        caption += " " + words("campaign.more_failures", count=wall.failed - len(rows))
    head = tuple(words(f"column.{name}") for name in ("record", "run_level", "outcome", "reason"))
    yield Grid(head=head, rows=rows, caption=caption)


def _hazard(result: CampaignFragility, words: Words) -> Iterator[Block]:
    assert result.hazard is not None
    yield Heading(text=words("campaign.hazard_title"))
    rows = []
    for wall in result.walls:
        for item in wall.rates:
            treatment = words(f"campaign.treatment_{item.treatment}") if item.treatment != "none" else ""
            annual = item.annual
            rows.append(
                (
                    Cell(text=run_name(wall.wall, wall.case, words), strong=True, small=treatment),
                    Cell(text=item.state),
                    Cell(text=words.number(annual.rate, 3), number=True),
                    Cell(text=words.number(1.0 / annual.rate, 3) if annual.rate > 0.0 else "∞", number=True),
                    Cell(text=words.percent(annual.probability(50.0)), number=True),
                    Cell(text=words.percent(annual.beyond / annual.rate if annual.rate else 0.0), number=True),
                )
            )
    if not rows:
        yield Text(text=words("campaign.hazard_none"))
        return
    yield Figure(
        svg=draw_hazard(result, words, name="campaign-hazard"),
        caption=words("campaign.hazard_caption", file=result.hazard.source),
        alt=words("campaign.hazard_alt"),
    )
    names = ("wall_name", "damage_state", "annual_rate", "return_period", "in_fifty_years", "beyond_hazard")
    head = tuple(words(f"column.{name}") for name in names)
    yield Grid(head=head, rows=tuple(rows), caption=words("campaign.rates", file=result.hazard.source))
    shares = tuple(_share_row(wall, item, result, words) for wall in result.walls for item in wall.shares)
    if shares:
        names = ("wall_name", "damage_state", "record", "reached_from", "annual_rate", "share_of_rate")
        head = tuple(words(f"column.{name}") for name in names)
        yield Grid(head=head, rows=shares, caption=words("campaign.shares"))


def _share_row(wall: WallFragility, item: MotionShare, result: CampaignFragility, words: Words) -> tuple[Cell, ...]:
    assert result.hazard is not None
    unit, told = measure_scale(result.hazard.measure)
    level = "–" if math.isnan(item.level) else f"{item.level / unit:.3g} {told}"
    event = next((one.event for one in result.set.members if one.name == item.record), "") if result.set else ""
    some = item.reached if item.reached < item.curves else 0
    return (
        Cell(text=run_name(wall.wall, wall.case, words), strong=True),
        Cell(text=item.state),
        Cell(text=safe_name(item.record), small=event),
        Cell(
            text=words.typeset(level),
            number=True,
            small=words("campaign.share_of_curves", count=some, total=item.curves) if some else "",
        ),
        Cell(text=words.number(item.rate, 3), number=True),
        Cell(text=words.percent(item.share), number=True),
    )


def measure_blocks(wall: WallFragility, words: Words, name: str) -> Iterator[Block]:
    """Efficiency and sufficiency of the measures for the state that is known best."""
    states = list(dict.fromkeys(fit.state for fit in wall.measures if math.isfinite(fit.beta)))
    if not states:
        return
    yield Heading(text=words("campaign.measures_title"))
    if wall.records < LEAST_RECORDS:  # a curve is not given either
        yield Text(text=words("campaign.measures_few", least=LEAST_RECORDS))
        return
    state = wall.influence_state if wall.influence_state in states else states[-1]
    fits = [fit for fit in wall.measures if fit.state == state and math.isfinite(fit.beta)]
    perfect = [measure_name(fit.measure, words, unit=False) for fit in fits if fit.perfect]
    if perfect:
        key = "campaign.measures_perfect" if len(perfect) == 1 else "campaign.measures_perfect_many"
        yield Text(text=words(key, measures=", ".join(perfect), state=state, runs=wall.runs - wall.failed))
    yield Figure(
        svg=draw_measures(wall, state, words, name=f"{name}-measures"),
        caption=words("campaign.measures", state=state),
        alt=words("campaign.measures_alt"),
    )
    properties = list(fits[0].sufficiency)
    rows = []
    for fit in fits:
        unit, _ = measure_scale(fit.measure)
        rows.append(
            (
                Cell(text=measure_name(fit.measure, words), strong=True),
                Cell(text=words.number(fit.theta / unit, 3), number=True),
                Cell(text="0" if fit.perfect else words.number(fit.beta, 3), number=True),
                *(_p_cell(fit.sufficiency.get(item, math.nan), words) for item in properties),
            )
        )
    head = (
        words("column.measure"),
        "θ",
        "β",
        *(words("campaign.p_value", property=words(f"campaign.property_{item}")) for item in properties),
    )
    yield Grid(head=head, rows=tuple(rows), caption=words("campaign.measures_table", state=state))


def _p_cell(value: float, words: Words) -> Cell:
    if not math.isfinite(value):
        return Cell(text="–", number=True)
    text = "< 0.001" if value < 1e-3 else words.typeset(f"{value:.3f}")
    return Cell(text=text, number=True, tone="bad" if value < 0.05 else "good")


def influence_blocks(wall: WallFragility, words: Words, name: str) -> Iterator[Block]:
    """The tornado; a sentence in its place where too few samples were drawn for one."""
    if not wall.influences:
        return
    yield Heading(text=words("campaign.influences_title"))
    draws = min(item.samples for item in wall.influences)
    if draws < LEAST_SAMPLES:
        yield Text(text=words("campaign.influences_few", count=draws, least=LEAST_SAMPLES))
        return
    yield Figure(
        svg=draw_influences(wall, words, name=f"{name}-tornado"),
        caption=words("campaign.influences", state=wall.influence_state),
        alt=words("campaign.influences_alt"),
    )
