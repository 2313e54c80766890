"""The result of a campaign, wall by wall, and its checks: whether stones or the wall fall at the expected intensity."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.experiments.campaign.campaign_options import FragilityOptions
from pirqa.experiments.campaign.fragility import CloudFit, DemandCurves, FragilityFit, Treatment
from pirqa.experiments.campaign.hazard import AnnualRate, HazardCurve, MotionShare
from pirqa.experiments.campaign.measures import Influence, MeasureFit
from pirqa.experiments.campaign.summary import RunSummary
from pirqa.experiments.checks import slug_of
from pirqa.experiments.damage_states import DamageState
from pirqa.model.check import Basis, Check, LimitState, Place
from pirqa.model.remark import Remark, Table
from pirqa.model.wall import Wall
from pirqa.motion.sets.result import MotionSet
from pirqa.units import STANDARD_GRAVITY

LEAST_DISPERSION = 0.5
"""Dispersion below which no safety is judged: that of the motions, with the model's own, which a campaign does not show
(FEMA P-695 has 0.5 to 0.7 with the uncertainty of the model, not compared with its text)."""
_SOURCE = "lognormal fragility by maximum likelihood (Baker 2015)"
_CLASSES: dict[LimitState, tuple[str, ...]] = {"stones_fall": ("local",), "wall_falls": ("partial", "total")}
"""Classes of collapse that answer each limit state, the lightest first: a stone is lost, or more than a few are."""
_SAME_LEVEL = 0.02
"""Relative difference within which a level is the expected one."""


@dataclass(frozen=True, kw_only=True)
class StateRate:
    """How often a year a state is reached."""

    state: str
    treatment: Treatment
    annual: AnnualRate


@dataclass(frozen=True, kw_only=True, eq=False)
class WallFragility:
    """One wall under one end of each pair of its joints' properties."""

    wall: str
    case: str
    """Empty where there is no pair."""
    states: Mapping[str, DamageState]
    measure: str
    """Of the curves."""
    runs: int
    records: int
    failed: int
    """Runs that failed, were stopped, or whose energy does not close."""
    refused: bool
    """Whether nothing was fitted because too many did."""
    fits: tuple[FragilityFit, ...]
    """A state each, or two where some runs say nothing: as if they had reached it, and as if not."""
    measures: tuple[MeasureFit, ...]
    curves: tuple[DemandCurves, ...]
    """Lasting displacement, and drift, against the measure."""
    reversals: Mapping[str, int]
    """By state: records (with their samples) that reach it at one strength and not at a greater one."""
    cloud: CloudFit | None
    influences: tuple[Influence, ...]
    influence_state: str
    """State of the medians there."""
    outcomes: Table
    """A row for each record and level: runs, heaviest state by median, share collapsed, lasting displacement [m],
    greatest scale factor [-]."""
    stones: Table
    """A row for each stone: runs in which it moved more than the limit, fell, and either of them; runs that count."""
    stone_limit: float
    """[m]"""
    failures: Table
    """A row for each run that says nothing: record, level, status and reason."""
    rates: tuple[StateRate, ...]
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]
    shares: tuple[MotionShare, ...] = ()
    """Deaggregation by motion of the rate of each state, on the measure of the hazard curve."""
    shape: Wall | None = None
    """The wall as surveyed, for its pictures."""
    films: tuple[RunSummary, ...] = ()
    """Runs whose last states are shown: of one record after the other, rising."""

    @property
    def failed_share(self) -> float:
        """[-]"""
        return self.failed / self.runs if self.runs else 0.0

    def fit(self, state: str, treatment: Treatment | None = None) -> FragilityFit | None:
        """The fit of a state; the worse one of two where it is not said which."""
        found = [fit for fit in self.fits if fit.state == state and treatment in (None, fit.treatment)]
        return found[0] if found else None


@dataclass(frozen=True, kw_only=True, eq=False)
class CampaignFragility:
    """All walls of a campaign."""

    name: str
    strategy: str
    level_measure: str
    level_period: float | None
    planned: int | None
    walls: tuple[WallFragility, ...]
    hazard: HazardCurve | None
    expected: float | None
    """Peak ground acceleration that is expected [m/s2]."""
    set: MotionSet | None = None
    """The set that some of the motions belong to, if one was asked for."""

    @property
    def checks(self) -> tuple[Check, ...]:
        """Of all walls."""
        return tuple(check for wall in self.walls for check in wall.checks)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Of all walls, each once."""
        return tuple(dict.fromkeys(remark for wall in self.walls for remark in wall.remarks))

    def __str__(self) -> str:
        lines = []
        there = sum(item.runs for item in self.walls)
        if self.planned is not None and there < self.planned:
            lines.append(f"{there} of {self.planned} runs are there: the campaign is not finished")
        for item in self.walls:
            title = f"{item.wall} ({item.case})" if item.case else item.wall
            lines.append(f"{title}: {item.runs} runs of {item.records} records, {item.failed} say nothing")
            if item.refused:
                lines.append(f"  {item.failed_share:.1%} of the runs say nothing: no curve is fitted above 2 %")
            lines += [f"  {fit}" for fit in item.fits]
            lines += [f"  {rate.state}: {rate.annual.rate:.3g} a year" for rate in item.rates]
        return "\n".join(lines)


def fragility_checks(
    made: WallFragility,
    peaks: Sequence[FragilityFit],
    options: FragilityOptions,
    expected: float | None,
    *,
    doubt: str = "",
) -> tuple[Check, ...]:
    """Return the checks of falling stones and of the falling wall, where there are curves to rely on.

    Parameters
    ----------
    made
        What was made of the runs of one wall.
    peaks
        Fits on the peak ground acceleration.
    expected
        Peak ground acceleration that is expected [m/s2]; without it there is no statement on one earthquake.
    doubt
        Key of the reason why the motions cannot show safety: there are too few, or of too few earthquakes. Then the
        median alone counts, which shows failure.
    """
    subject = _Subject(
        name=".".join(part for part in ("campaign", slug_of(made.wall), slug_of(made.case)) if part),
        method=f"campaign.{made.case}" if made.case else "campaign",
        basis=Basis(
            driving="peak",
            name=made.wall,
            acceleration=None if expected is None else expected / STANDARD_GRAVITY,
            body="stones",
            way="motion",
        ),
        place=Place(name="whole_wall"),
        motions=made.records,
    )
    found: list[Check] = []
    for limit_state in _CLASSES:
        state = state_of(made, limit_state)
        curves = [fit for fit in peaks if fit.state == state]
        if state is None or expected is None or not curves or not all(fit.identified for fit in curves):
            continue
        found += _at_expected(subject, made, made.states[state], curves, limit_state, options, expected, doubt)
    return (*found, *_rates(subject, made, options))


def state_of(made: WallFragility, limit_state: LimitState) -> str | None:
    """Return the lightest damage state of a limit state; None where the definition has none."""
    wanted = _CLASSES[limit_state]
    return next((name for name, state in made.states.items() if state.collapse in wanted), None)


def collapse_state(made: WallFragility) -> str | None:
    """Return the lightest state that is a partial or total collapse."""
    return state_of(made, "wall_falls")


@dataclass(frozen=True, kw_only=True)
class _Subject:
    """One wall with its case: what all of its checks share."""

    name: str
    method: str
    basis: Basis
    place: Place
    motions: int


def _at_expected(
    subject: _Subject,
    made: WallFragility,
    state: DamageState,
    curves: Sequence[FragilityFit],
    limit_state: LimitState,
    options: FragilityOptions,
    expected: float,
    doubt: str,
) -> Iterator[Check]:
    """Safety by the probability at the expected intensity, failure by the median.

    Runs that say nothing were counted both ways: the worse of the two for safety, the better for failure.
    """
    chances = [_chance(fit, expected) for fit in curves]
    band = max(fit.band_at(expected)[1] for fit in curves)
    acceptable = float(options.acceptable_probability)
    straddles = max(chances) <= acceptable < band
    fell = _fell_at(made, expected, limit_state)
    pure = not state.limits
    notes = ["campaign_acceptable", "campaign_least_dispersion"]
    notes += ["campaign_band_above"] if straddles else []
    notes += ["campaign_fell_at_demand"] if fell else []
    ground = expected / STANDARD_GRAVITY
    common = {
        "limit_state": limit_state,
        "method": subject.method,
        "action": f"{ground:.3g} g",
        "place": subject.place,
        "basis": subject.basis,
        "family": "campaign",
        "demand_intensity": ground,
        "motions": subject.motions,
        "source": _SOURCE,
    }
    yield Check(
        **common,  # type: ignore[arg-type]  # of several kinds
        id=f"{subject.name}.{limit_state}.collapse_probability",
        mode="collapse_probability",
        demand=max(max(chances), 1e-9),
        capacity=acceptable,
        unit="",
        required_source="ASCE/SEI 7-16, Table 1.3-1",
        bound="lower",
        intensity=min(_acceptable_at(fit, acceptable) for fit in curves) / STANDARD_GRAVITY,
        # a run that fell at the demand, or a band on both sides: neither safe nor not
        votes=not (straddles or fell or doubt),
        notes=(*notes, *((doubt,) if doubt else ())),
    )
    median = max(fit.theta for fit in curves)
    yield Check(
        **common,  # type: ignore[arg-type]
        id=f"{subject.name}.{limit_state}.collapse_median",
        mode="collapse_median",
        demand=expected,
        capacity=median,
        unit="m/s2",
        bound="upper",
        intensity=median / STANDARD_GRAVITY,
        # a state that a large displacement reaches too comes before anything falls
        votes=pure,
        notes=("campaign_median", *(() if pure else ("campaign_state_mixed",))),
    )


def _chance(fit: FragilityFit, value: float) -> float:
    """Return the probability at ``value``, the dispersion not below the least one."""
    from scipy.special import ndtr

    own = float(fit.at(value))
    return max(own, float(ndtr(math.log(value / fit.theta) / max(fit.beta, LEAST_DISPERSION))))


def _acceptable_at(fit: FragilityFit, probability: float) -> float:
    """Return the value at which the chance comes to ``probability``, of both dispersions the lower [m/s2]."""
    from scipy.special import ndtri

    reach = float(ndtri(probability))
    return min(fit.theta * math.exp(reach * beta) for beta in (fit.beta, max(fit.beta, LEAST_DISPERSION)))


def _fell_at(made: WallFragility, expected: float, limit_state: LimitState) -> bool:
    """Whether stones or the wall fell in a run at the expected level, where levels are peak accelerations."""
    if made.measure not in ("pga", "demand"):
        return False
    levels = np.asarray(made.outcomes["level"], dtype=float)
    there = np.abs(levels - expected) <= _SAME_LEVEL * expected
    fallen = made.outcomes["lost" if limit_state == "stones_fall" else "collapsed"]
    return bool((np.asarray(fallen)[there] > 0).any())


def _rates(subject: _Subject, made: WallFragility, options: FragilityOptions) -> Iterator[Check]:
    """A rate over all earthquakes is shown beside: it is no statement on the governing one."""
    state = collapse_state(made)
    rates = [item.annual for item in made.rates if item.state == state]
    if not rates:
        return
    worst = max(rates, key=lambda item: item.rate)
    yield Check(
        id=f"{subject.name}.collapse_rate",
        mode="collapse_rate",
        limit_state="wall_falls",
        method=subject.method,
        place=subject.place,
        demand=worst.rate if math.isfinite(worst.rate) else math.inf,
        capacity=float(options.acceptable_rate),
        unit="1/yr",
        required_source="ASCE/SEI 7-16, 21.2.1.2",
        source="probability of collapse integrated over the hazard curve (Cornell and Krawinkler 2000)",
        votes=False,
        basis=subject.basis,
        family="campaign",
        motions=subject.motions,
        notes=("campaign_acceptable", "campaign_rate_beside"),
    )
