"""From the table of a campaign to fragility, rates, critical stones and what explains the outcome, wall by wall."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pirqa.errors import OptionsError, did_you_mean
from pirqa.experiments.campaign.campaign_options import FragilityOptions
from pirqa.experiments.campaign.fragility import (
    FEW_RECORDS,
    MOST_FAILED,
    Boolean,
    CloudFit,
    FragilityFit,
    Treatment,
    demand_curves,
    fit_cloud,
    fit_fragility,
    reversals,
)
from pirqa.experiments.campaign.fragility_result import CampaignFragility, StateRate, WallFragility, fragility_checks
from pirqa.experiments.campaign.hazard import HazardCurve, MotionShare, annual_rate, motion_shares
from pirqa.experiments.campaign.measures import compare_measures, influences
from pirqa.experiments.campaign.outcomes import CampaignResult
from pirqa.experiments.campaign.store import Store
from pirqa.experiments.campaign.summary import RunSummary, failed_summary
from pirqa.experiments.damage import Fall
from pirqa.experiments.damage_states import DAMAGE_MEASURES, DAMAGE_STATES, DamageState, nothing_worse, states_reached
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark, Table
from pirqa.motion.sets.rules import FACTOR_LIMIT, LEAST_MOTIONS

if TYPE_CHECKING:
    import polars


_STONE_LIMIT = 3e-3
"""Lasting displacement from which a stone has moved [m]."""
_MOST_FILMS = 10
"""Runs of one record whose last states are shown."""
_PROPERTIES = ("d5_95", "tm", "magnitude")
"""Of records, on which residuals are regressed, where the table has them."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Runs:
    """The runs of one wall and case as arrays, shape (runs,)."""

    table: polars.DataFrame
    values: FloatArray
    records: npt.NDArray[np.generic]
    curves: npt.NDArray[np.generic]
    """Record and sample."""
    unknown: Boolean
    reached: Boolean
    """Shape (runs, states); False where unknown."""
    collapsed: Boolean
    """Partly or wholly."""
    residual: FloatArray

    def of(self, name: str) -> FloatArray:
        """A column of numbers."""
        return np.asarray(self.table[name].fill_null(math.nan).to_numpy(), dtype=float)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Question:
    """What is asked of the runs of a campaign."""

    result: CampaignResult
    options: FragilityOptions
    measure: str
    """Measure of the curves."""
    hazard: HazardCurve | None
    expected: float | None
    """Peak ground acceleration that is expected [m/s2]."""
    stone_limit: float
    """Displacement from which a stone has moved [m]."""


def analyse_campaign(
    result: CampaignResult,
    options: FragilityOptions | None = None,
    *,
    states: Mapping[str, Mapping[str, DamageState]] | None = None,
    hazard: HazardCurve | None = None,
    expected: float | None = None,
    stone_limit: float = _STONE_LIMIT,
) -> CampaignFragility:
    """All that the runs of ``result`` say; ``states`` of each wall where they are not the default ones.

    ``expected`` peak ground acceleration [m/s2], where ``options`` say none.
    """
    options = FragilityOptions() if options is None else options
    if not len(result.table):
        raise OptionsError(f"campaign {result.name}: there is no run yet; run pirqa campaign run first")
    awaited = options.expected if options.expected is not None else expected
    if awaited is None and result.set is not None:
        awaited = result.set.demand
    measure = _measure(result, options)
    question = _Question(
        result=result, options=options, measure=measure, hazard=hazard, expected=awaited, stone_limit=stone_limit
    )
    found = []
    for wall, case in sorted(set(result.table.select("wall", "case").unique().iter_rows())):
        own = dict((states or {}).get(wall, DAMAGE_STATES))
        runs = _runs(result, wall, case, own, measure)
        if runs.table["ended_at"].count() and not nothing_worse(own):
            raise OptionsError(
                f"campaign {result.name}, wall {wall}: runs were ended when the wall had collapsed, and a damage state "
                "asks for more than that; run it again with these damage states, or with end_at_collapse = false"
            )
        found.append(_wall(question, runs, wall, case, own))
    return CampaignFragility(
        name=result.name,
        strategy=result.strategy,
        level_measure=result.level_im,
        level_period=result.level_period,
        planned=result.planned,
        walls=tuple(found),
        hazard=hazard,
        expected=awaited,
        set=result.set,
    )


def _measure(result: CampaignResult, options: FragilityOptions) -> str:
    if options.measure is not None:
        if options.measure not in result.measures:
            hint = did_you_mean(options.measure, result.measures)
            raise OptionsError(f'fragility.measure: "{options.measure}" is not a measure of this campaign; {hint}')
        return options.measure
    if result.level_im == "sa" and result.level_period is not None:
        column = f"sa_{result.level_period:g}"
        return column if column in result.table.columns else "pga"
    return result.level_im if result.level_im in ("pga", "pgv", "demand") else "pga"


def _runs(result: CampaignResult, wall: str, case: str, states: Mapping[str, DamageState], measure: str) -> _Runs:
    import polars

    table = result.table.filter((polars.col("wall") == wall) & (polars.col("case") == case))
    unknown = ((table["status"] != "done") | ~table["reliable"].fill_null(value=False)).to_numpy()
    done = table.filter(polars.col("status") == "done")
    for key in DAMAGE_MEASURES:
        if done[key].null_count() and any(key in state.limits for state in states.values()):
            raise OptionsError(
                f"campaign {result.name}, wall {wall}: a damage state sets a limit to {key}, which runs of an earlier "
                "pirqa do not state; run it again, or leave that limit out"
            )
    measures = {key: table[key].fill_null(0.0).fill_nan(0.0).to_numpy() for key in DAMAGE_MEASURES}
    classes = table["collapse"].fill_null("").to_numpy().astype(str)
    reached = states_reached(states, collapse=classes, **measures)
    reached &= ~unknown[:, None]
    # as numbers: sorting words takes most of the time of a large table
    records = table["record"].rank("dense").to_numpy()
    samples = table["sample"].fill_null(0).to_numpy().astype(np.int64)
    return _Runs(
        table=table,
        values=table[measure].to_numpy().astype(float),
        records=records,
        curves=records.astype(np.int64) * (int(samples.max(initial=0)) + 1) + samples,
        unknown=unknown,
        reached=reached,
        collapsed=np.isin(classes, ("partial", "total")) & ~unknown,
        residual=np.asarray(measures["residual"], dtype=float),
    )


def _wall(question: _Question, runs: _Runs, wall: str, case: str, states: dict[str, DamageState]) -> WallFragility:
    result, options, measure, hazard = question.result, question.options, question.measure, question.hazard
    count, failed = len(runs.unknown), int(runs.unknown.sum())
    refused = failed > MOST_FAILED * count
    known = ~runs.unknown
    names = list(states)
    fits = () if refused else tuple(_fits(runs, runs.values, names, measure, options))
    rates = () if hazard is None or refused else tuple(_rates(runs, names, fits, hazard, options, result))
    chosen = _influence_state(states, fits)
    severity = np.where(runs.collapsed, 1e3 + runs.of("lost_share"), runs.residual)
    parameters = {name: runs.of(name)[known] for name in result.parameters}
    # what is expected is a peak acceleration: of the target spectrum, where levels are of the demand
    peak = "demand" if result.level_im == "demand" else "pga"
    peaks = fits if measure == peak or refused else tuple(_fits(runs, runs.of(peak), names, peak, options))
    made = WallFragility(
        wall=wall,
        case=case,
        states=states,
        measure=measure,
        runs=count,
        records=len(np.unique(runs.records)),
        failed=failed,
        refused=refused,
        fits=fits,
        measures=() if refused else _compare(result, runs, names),
        curves=tuple(
            demand_curves(
                runs.values[known],
                runs.of(column)[known],
                runs.collapsed[known],
                runs.curves[known],
                measure=measure,
                demand=column,
            )
            for column in ("residual", "drift")
            if known.any()
        ),
        reversals={
            name: reversals(runs.values[known], runs.reached[known, number], runs.curves[known])
            for number, name in enumerate(names)
        },
        cloud=_cloud(runs, measure) if result.strategy == "cloud" else None,
        influences=influences(parameters, runs.values[known], severity[known], runs.reached[known, names.index(chosen)])
        if parameters and known.any()
        else (),
        influence_state=chosen,
        outcomes=_outcomes(runs, names),
        stones=_stones(result.stones.get(wall, ()), runs, question.stone_limit),
        stone_limit=question.stone_limit,
        failures=_failures(runs),
        rates=rates,
        shares=()
        if hazard is None or refused or result.strategy == "cloud"
        else tuple(_shares(runs, [item.state for item in rates], names, hazard)),
        checks=(),
        remarks=(),
    )
    # such a set can show failure and cannot show safety
    doubt = _doubt_of_set(result, runs)
    checks = () if refused else fragility_checks(made, peaks, options, question.expected, doubt=doubt)
    judged = replace(made, checks=checks)
    return replace(judged, remarks=tuple(_remarks(judged, result, runs)))


def _doubt_of_set(result: CampaignResult, runs: _Runs) -> str:
    """Return why the set of the campaign cannot show that a wall is safe, or an empty string."""
    if result.set is None:
        return "set_none"
    if not result.set.complete:
        return "set_incomplete"
    # only motions that keep their factors, up to one common factor, fit the target as a set
    if result.level_im != "demand" and result.strategy != "cloud":
        return "set_rescaled"
    members = {item.name for item in result.set.members}
    judged = set(runs.table["record"].to_numpy()[~runs.unknown].astype(str))
    if not members <= judged:
        return "set_not_all_run"
    return "set_with_others" if judged - members else ""


def _fits(
    runs: _Runs, values: FloatArray, names: Sequence[str], measure: str, options: FragilityOptions
) -> Iterator[FragilityFit]:
    treatments: tuple[Treatment, ...] = ("as_collapse", "as_survival") if runs.unknown.any() else ("none",)
    for number, name in enumerate(names):
        for treatment in treatments:
            reached = runs.reached[:, number]
            yield fit_fragility(
                values,
                reached | runs.unknown if treatment == "as_collapse" else reached,
                runs.records,
                state=name,
                measure=measure,
                treatment=treatment,
                confidence=float(options.confidence),
                replicates=options.replicates,
                seed=options.seed,
            )


def _rates(
    runs: _Runs,
    names: Sequence[str],
    fits: Sequence[FragilityFit],
    hazard: HazardCurve,
    options: FragilityOptions,
    result: CampaignResult,
) -> Iterator[StateRate]:
    """On the measure of the hazard curve, whatever the curves are drawn on."""
    if hazard.measure not in result.table.columns:
        hint = did_you_mean(hazard.measure, result.measures)
        raise OptionsError(
            f"{hazard.source}: the hazard curve is of {hazard.measure}, which the runs do not have; {hint}"
        )
    if not fits or fits[0].measure != hazard.measure:
        fits = tuple(_fits(runs, runs.of(hazard.measure), names, hazard.measure, options))
    for fit in fits:
        if fit.identified:
            yield StateRate(state=fit.state, treatment=fit.treatment, annual=annual_rate(hazard, fit.at))


def _shares(runs: _Runs, states: Sequence[str], names: Sequence[str], hazard: HazardCurve) -> Iterator[MotionShare]:
    """Deaggregate the rates of the ``states`` by motion."""
    known = ~runs.unknown
    values, records = runs.of(hazard.measure)[known], runs.table["record"].to_numpy()[known].astype(str).tolist()
    for state in dict.fromkeys(states):
        reached = runs.reached[known, names.index(state)]
        yield from motion_shares(state, hazard, values, reached, records, runs.curves[known])


def _compare(result: CampaignResult, runs: _Runs, names: Sequence[str]) -> tuple[Any, ...]:
    known = ~runs.unknown
    columns = [name for name in result.measures if name in result.table.columns]
    properties = {
        name: runs.of(name)[known]
        for name in _PROPERTIES
        if name in result.table.columns and result.table[name].is_not_null().any()
    }
    exceeded = {
        name: runs.reached[known, number]
        for number, name in enumerate(names)
        if 0 < int(runs.reached[known, number].sum()) < int(known.sum())
    }
    if not exceeded:
        return ()
    measures = {name: runs.of(name)[known] for name in columns}
    return compare_measures(measures, exceeded, runs.records[known], properties)


def _influence_state(states: Mapping[str, DamageState], fits: Sequence[FragilityFit]) -> str:
    """The heaviest state that has a curve; else the heaviest that anything reached, else the first."""
    sound = [fit.state for fit in fits if fit.identified]
    reached = [fit.state for fit in fits if fit.exceeded]
    return (sound or reached or list(states)[:1])[-1]


def _cloud(runs: _Runs, measure: str) -> CloudFit | None:
    known = ~runs.unknown
    try:
        return fit_cloud(runs.values[known], runs.residual[known], runs.collapsed[known], measure=measure)
    except OptionsError:
        return None


def _outcomes(runs: _Runs, names: Sequence[str]) -> Table:
    """Record × level in the form of the Sacsayhuaman paper's Table 3."""
    import polars

    frame = runs.table.select("record", "level", "status", "lost", "lost_share", "factor").with_columns(
        polars.Series("heaviest", runs.reached.sum(axis=1)),
        polars.Series("unknown", runs.unknown),
        polars.Series("collapsed", runs.collapsed),
        polars.Series("lasting", np.where(runs.unknown, np.nan, runs.residual)),
    )
    frame = frame.with_columns(polars.col("level").round_sig_figs(9))
    known = ~polars.col("unknown")
    by = (
        frame.group_by("record", "level")
        .agg(
            polars.len().alias("runs"),
            polars.col("unknown").sum().alias("unknown"),
            polars.col("heaviest").filter(known).median().alias("heaviest"),
            polars.col("collapsed").sum().alias("collapsed"),
            polars.col("lasting").filter(known).median().alias("lasting"),
            polars.col("lost").filter(known).max().fill_null(0).alias("lost"),
            polars.col("factor").abs().max().alias("factor"),
        )
        .sort("record", "level")
    )
    order = np.floor(by["heaviest"].fill_null(0.0).to_numpy() + 0.5).astype(int)
    return Table(
        {
            "record": by["record"].to_numpy().astype(str),
            "level": by["level"].to_numpy(),
            "runs": by["runs"].to_numpy().astype(int),
            "unknown": by["unknown"].to_numpy().astype(int),
            "state": np.array(["", *names])[order],
            "collapsed": by["collapsed"].to_numpy().astype(int),
            "lasting": by["lasting"].fill_null(math.nan).to_numpy(),
            "lost": by["lost"].to_numpy().astype(int),
            "factor": by["factor"].fill_null(math.nan).to_numpy(),
        }
    )


def _stones(names: Sequence[str], runs: _Runs, limit: float) -> Table:
    """How often each stone moved more than ``limit`` [m] or fell."""
    known = ~runs.unknown
    table = runs.table.filter(known)
    count = len(names)
    moved = np.zeros((len(table), count), dtype=bool)
    listed = table["stone_residual"]
    whole = (listed.list.len() == count).fill_null(value=False).to_numpy()
    if count and whole.any():
        flat = listed.filter(whole).explode().to_numpy().reshape(-1, count)
        moved[whole] = flat > limit
    fell = np.zeros_like(moved)
    lengths = table["fell"].list.len().fill_null(0).to_numpy()
    if lengths.any():
        numbers = table["fell"].filter(lengths > 0).explode().to_numpy()
        fell[np.repeat(np.arange(len(table)), lengths), numbers] = True
    return Table(
        {
            "stone": np.array(names, dtype=str),
            "moved": (moved & ~fell).sum(axis=0),
            "fell": fell.sum(axis=0),
            "either": (moved | fell).sum(axis=0),
            "runs": np.full(count, len(table)),
        }
    )


def _failures(runs: _Runs) -> Table:
    table = runs.table.filter(runs.unknown)
    reason = np.where(table["status"].to_numpy() == "done", "energy", table["reason"].fill_null("").to_numpy())
    return Table(
        {
            "record": table["record"].to_numpy().astype(str),
            "level": table["level"].to_numpy(),
            "status": table["status"].to_numpy().astype(str),
            "reason": reason.astype(str),
            "key": table["key"].to_numpy().astype(str),
        }
    )


def _remarks(made: WallFragility, result: CampaignResult, runs: _Runs) -> Iterator[Remark]:
    ended = runs.table["ended_at"].count()
    if made.refused:
        yield Remark(
            kind="warning", key="campaign_refused", count=made.failed, amount=made.failed_share, text=made.wall
        )
    elif made.failed:
        yield Remark(kind="warning", key="campaign_failed", count=made.failed, amount=made.failed_share, text=made.wall)
    yield from _set_remarks(made, result, runs)
    if ended:
        yield Remark(kind="warning", key="runs_ended", count=ended, stated=float(made.runs), text=made.wall)
    if made.records < FEW_RECORDS:
        yield Remark(kind="warning", key="campaign_few_records", count=made.records, stated=float(FEW_RECORDS))
    for state, number in made.reversals.items():
        if number:
            yield Remark(kind="warning", key="campaign_reversals", count=number, text=state)
    if result.planned is not None and len(result.table) < result.planned:
        yield Remark(kind="warning", key="campaign_unfinished", count=len(result.table), stated=float(result.planned))
    if any(item.annual.beyond > 0.1 * item.annual.rate for item in made.rates):
        yield Remark(kind="warning", key="campaign_hazard_short", text=made.wall)
    if any(item.annual.before > 0.1 * item.annual.rate for item in made.rates):
        yield Remark(kind="warning", key="campaign_hazard_late", text=made.wall)
    if made.checks:
        yield Remark(kind="assumption", key="campaign_acceptable")


def _set_remarks(made: WallFragility, result: CampaignResult, runs: _Runs) -> Iterator[Remark]:
    """Yield what keeps the motions of a campaign from being a complete set."""
    if result.set is not None:
        doubt = _doubt_of_set(result, runs)
        if doubt == "set_incomplete":
            yield Remark(
                kind="warning",
                key="campaign_set_incomplete",
                count=len(result.set.members),
                stated=float(LEAST_MOTIONS),
            )
        elif doubt:
            yield Remark(kind="warning", key=f"campaign_{doubt}", text=result.level_im)
        members = [item.name for item in result.set.members]
        factors = np.abs(runs.of("factor")[runs.table["record"].is_in(members).to_numpy()])
        far = int((factors > FACTOR_LIMIT * (1.0 + 1e-9)).sum())
        if far:
            yield Remark(kind="warning", key="campaign_scaled_far", count=far, amount=float(factors.max()))
    elif made.checks:
        yield Remark(kind="warning", key="campaign_set_none", count=made.records)


def choose_films(result: CampaignResult, wall: str, case: str) -> list[list[str]]:
    """Keys of runs of one record each, the weakest first: of the hardest record, and of one in the middle."""
    import polars

    table = result.table.filter(
        (polars.col("wall") == wall) & (polars.col("case") == case) & (polars.col("status") == "done")
    )
    if not len(table):
        return []
    by = (
        table.group_by("record")
        .agg(
            polars.col("lost_share").mean().alias("lost"),
            polars.col("residual").mean().alias("residual"),
        )
        .sort("lost", "residual", "record", descending=[True, True, False])
    )
    names = by["record"].to_list()
    chosen = list(dict.fromkeys([names[0], names[len(names) // 2]]))
    return [_runs_of(table.filter(polars.col("record") == name)) for name in chosen]


def _runs_of(table: polars.DataFrame) -> list[str]:
    """Of one record: those of its first sample, evenly chosen where there are many."""
    import polars

    own = table.filter(polars.col("sample") == table["sample"].min()).sort("level")
    keys = own["key"].to_list()
    places = np.unique(np.linspace(0, len(keys) - 1, min(len(keys), _MOST_FILMS)).astype(int))
    return [keys[place] for place in places]


def last_states(store: Store, keys: Sequence[str], stones: tuple[str, ...]) -> tuple[RunSummary, ...]:
    """How the wall lies at the end of these runs; runs whose page has no places are left out."""
    found = []
    for key in keys:
        row = store.read(key)
        if row is not None and row.get("pose"):
            found.append(_state(row, stones))
    return tuple(found)


def _state(row: dict[str, Any], stones: tuple[str, ...]) -> RunSummary:
    pose = np.array(row["pose"], dtype=float)
    sizes = np.array(row["stone_residual"], dtype=float)
    blank = failed_summary(
        stones,
        key=row["key"],
        motion=row["record"],
        level=float(row["pga"]),
        factor=float(row["factor"]),
        case=row["case"],
        reason="",
    )
    return replace(
        blank,
        collapse=row["collapse"],
        falls=tuple(
            Fall(stone=stones[number], time=float(row["first_time"] or 0.0), kind="dropped") for number in row["fell"]
        ),
        reliable=bool(row["reliable"]),
        ended_at=row.get("ended_at"),
        at_rest=bool(row["at_rest"]),
        residual=np.column_stack([sizes, np.zeros((len(sizes), 2))]),
        last=pose[:, :3],
        turn=pose[:, 3:] / np.linalg.norm(pose[:, 3:], axis=1, keepdims=True),
    )
