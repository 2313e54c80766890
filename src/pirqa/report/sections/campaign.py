"""A campaign on the page: fragility, the outcome of each record, critical stones, and what explains it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from pirqa.experiments.campaign.fragility import LEAST_RECORDS, FragilityFit
from pirqa.experiments.campaign.fragility_result import CampaignFragility, StateRate, WallFragility, collapse_state
from pirqa.experiments.campaign.hazard import HazardCurve, MotionShare
from pirqa.experiments.campaign.measures import LEAST_SAMPLES, MeasureFit
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
from pirqa.report.section import Block, Cell, Column, Figure, Grid, Heading, Note, Section, Text, figure, table
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
        svg = draw_fragility(wall, words, name=f"{name}-fragility", expected=result.expected)
        key = "campaign.fragility_both" if wall.failed else "campaign.fragility"
        caption = words(key, confidence=f"{100 * wall.fits[0].confidence:g}")
        yield Figure(svg=svg, caption=caption, alt=words("campaign.fragility_alt"))
        yield _fits(wall, words)
    if wall.curves:
        yield figure(draw_ida(wall, words, name=f"{name}-ida"), "campaign.ida", words)
    if wall.cloud is not None:
        svg = draw_cloud(wall, words, name=f"{name}-cloud")
        yield figure(svg, "campaign.cloud", words, runs=wall.cloud.runs, floored=wall.cloud.floored)
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

    def reached_when(name: str) -> str:
        state, parts = wall.states[name], []
        for key, limit in state.limits.items():
            shown = f"{1e3 * limit:.4g}" if DAMAGE_MEASURES[key].is_length else f"{limit:.3g}"
            parts.append(words(f"campaign.state_{key}", limit=words.typeset(shown)))
        if state.collapse is not None:
            parts.append(words(f"campaign.state_{state.collapse}"))
        return f" {words('campaign.or')} ".join(parts)

    def reached(name: str) -> str | None:
        return next((f"{fit.exceeded} / {fit.runs}" for fit in wall.fits if fit.state == name), None)

    columns: tuple[Column[str], ...] = (
        Column("column.damage_state", str, strong=True),
        Column("column.reached_when", reached_when),
        Column("column.reached_runs", reached, number=True),
    )
    return table(wall.states, columns, words, words("campaign.states"))


def _fits(wall: WallFragility, words: Words) -> Grid:
    unit, told = measure_scale(wall.measure)
    columns: tuple[Column[FragilityFit], ...] = (
        Column("column.damage_state", lambda fit: fit.state, strong=True, small=lambda fit: _treatment(fit, words)),
        Column("", lambda fit: fit.theta / unit if fit.identified else None, title=f"θ [{told}]"),
        Column("campaign.interval", lambda fit: _interval(fit.theta_interval, unit, words), number=True),
        Column("", lambda fit: fit.beta if fit.identified else None, title="β"),
        Column("campaign.interval", lambda fit: _interval(fit.beta_interval, 1.0, words), number=True),
        Column("column.judgement", lambda fit: _judged(fit, words)),
    )
    return table(wall.fits, columns, words, words("campaign.fits", confidence=f"{100 * wall.fits[0].confidence:g}"))


def _treatment(item: FragilityFit | StateRate, words: Words) -> str:
    """Return how failed runs are counted; empty where none failed."""
    return words(f"campaign.treatment_{item.treatment}") if item.treatment != "none" else ""


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

    def at(level: float) -> Column[str]:
        return Column(
            "",
            lambda record: _outcome(cells.get((record, level)), wall, words, marked=record in members),
            title=words.typeset(f"{level / unit:.3g} {told}"),
        )

    columns = (Column("column.record", safe_name, strong=True), *map(at, shown))
    caption = words("campaign.table")
    if len(records) > _MOST_RECORDS:
        caption += " " + words("campaign.more_records", count=len(records) - _MOST_RECORDS)
    if len(shown) < len(levels):
        caption += " " + words("campaign.fewer_levels", shown=len(shown), total=len(levels))
    yield Heading(text=words("campaign.table_title"))
    yield table(records[:_MOST_RECORDS], columns, words, caption)


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
        svg = draw_critical_stones(wall, wall.shape, words, name=f"{name}-stones")
        yield figure(svg, "campaign.map", words, limit=limit)
    worst = sorted(wall.stones.rows(), key=lambda row: (-row["either"], -row["fell"]))[:_MOST_STONES]
    moved = [row for row in worst if row["either"]]
    columns: tuple[Column[dict[str, Any]], ...] = (
        Column("column.stone", lambda row: row["stone"], strong=True),
        Column("column.moved_or_lost", lambda row: words.percent(row["either"] / max(row["runs"], 1)), number=True),
        Column("column.lost", lambda row: f"{row['fell']} / {row['runs']}", number=True),
        Column("column.only_moved", lambda row: f"{row['moved']} / {row['runs']}", number=True),
    )
    if moved:
        yield table(moved, columns, words, words("campaign.stones", limit=limit))
    else:
        yield Text(text=words("campaign.stones_none", limit=limit))


def _failures(result: CampaignFragility, wall: WallFragility, words: Words) -> Iterator[Block]:
    if not wall.failed:
        return
    unit, told = measure_scale(_level_measure(result))
    yield Heading(text=words("campaign.failures_title"))
    rows = wall.failures.rows()[:_MOST_FAILURES]
    columns: tuple[Column[dict[str, Any]], ...] = (
        Column("column.record", lambda row: safe_name(row["record"]), strong=True),
        Column("column.run_level", lambda row: words.typeset(f"{row['level'] / unit:.3g} {told}"), number=True),
        Column("column.outcome", lambda row: words(f"campaign.status_{row['status']}"), tone=lambda _: "unsure"),
        Column(
            "column.reason",
            lambda row: words("campaign.reason_energy") if row["reason"] == "energy" else row["reason"],
        ),
    )
    caption = words("campaign.failures", count=wall.failed, total=wall.runs, share=words.percent(wall.failed_share))
    if wall.failed > len(rows):
        caption += " " + words("campaign.more_failures", count=wall.failed - len(rows))
    yield table(rows, columns, words, caption)


def _hazard(result: CampaignFragility, words: Words) -> Iterator[Block]:
    assert result.hazard is not None
    yield Heading(text=words("campaign.hazard_title"))
    rates = [(wall, item) for wall in result.walls for item in wall.rates]
    if not rates:
        yield Text(text=words("campaign.hazard_none"))
        return
    svg = draw_hazard(result, words, name="campaign-hazard")
    caption = words("campaign.hazard_caption", file=result.hazard.source)
    yield Figure(svg=svg, caption=caption, alt=words("campaign.hazard_alt"))
    columns: tuple[Column[tuple[WallFragility, StateRate]], ...] = (
        Column(
            "column.wall_name",
            lambda row: run_name(row[0].wall, row[0].case, words),
            strong=True,
            small=lambda row: _treatment(row[1], words),
        ),
        Column("column.damage_state", lambda row: row[1].state),
        Column("column.annual_rate", lambda row: row[1].annual.rate),
        Column("column.return_period", lambda row: 1.0 / row[1].annual.rate if row[1].annual.rate > 0.0 else math.inf),
        Column("column.in_fifty_years", lambda row: words.percent(row[1].annual.probability(50.0)), number=True),
        Column("column.beyond_hazard", lambda row: words.percent(_beyond(row[1])), number=True),
    )
    yield table(rates, columns, words, words("campaign.rates", file=result.hazard.source))
    yield from _shares(result, result.hazard, words)


def _beyond(item: StateRate) -> float:
    """Return the share of the annual rate that comes from beyond the hazard curve."""
    return item.annual.beyond / item.annual.rate if item.annual.rate else 0.0


def _shares(result: CampaignFragility, hazard: HazardCurve, words: Words) -> Iterator[Block]:
    shares = [(wall, item) for wall in result.walls for item in wall.shares]
    if not shares:
        return
    unit, told = measure_scale(hazard.measure)
    members = () if result.set is None else result.set.members
    events = {member.name: member.event for member in members}

    def level(row: tuple[WallFragility, MotionShare]) -> str | None:
        return None if math.isnan(row[1].level) else words.typeset(f"{row[1].level / unit:.3g} {told}")

    def some(row: tuple[WallFragility, MotionShare]) -> str:
        reached, curves = row[1].reached, row[1].curves
        return words("campaign.share_of_curves", count=reached, total=curves) if 0 < reached < curves else ""

    columns: tuple[Column[tuple[WallFragility, MotionShare]], ...] = (
        Column("column.wall_name", lambda row: run_name(row[0].wall, row[0].case, words), strong=True),
        Column("column.damage_state", lambda row: row[1].state),
        Column("column.record", lambda row: safe_name(row[1].record), small=lambda row: events.get(row[1].record, "")),
        Column("column.reached_from", level, number=True, small=some),
        Column("column.annual_rate", lambda row: row[1].rate),
        Column("column.share_of_rate", lambda row: words.percent(row[1].share), number=True),
    )
    yield table(shares, columns, words, words("campaign.shares"))


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
    svg = draw_measures(wall, state, words, name=f"{name}-measures")
    yield figure(svg, "campaign.measures", words, state=state)

    def p_value(item: str) -> Column[MeasureFit]:
        title = words("campaign.p_value", property=words(f"campaign.property_{item}"))
        return Column("", lambda fit: _p_cell(fit.sufficiency.get(item, math.nan), words), title=title)

    columns: tuple[Column[MeasureFit], ...] = (
        Column("column.measure", lambda fit: measure_name(fit.measure, words), strong=True),
        Column("", lambda fit: fit.theta / measure_scale(fit.measure)[0], title="θ"),
        Column("", lambda fit: 0 if fit.perfect else fit.beta, title="β"),
        *map(p_value, fits[0].sufficiency),
    )
    yield table(fits, columns, words, words("campaign.measures_table", state=state))


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
    svg = draw_influences(wall, words, name=f"{name}-tornado")
    yield figure(svg, "campaign.influences", words, state=wall.influence_state)
