"""What is made of a campaign, wall by wall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pirqa.campaign.cloud import CloudFit
from pirqa.campaign.deaggregation import MotionShare
from pirqa.campaign.fragility import FragilityFit, Treatment
from pirqa.campaign.hazard import AnnualRate, HazardCurve
from pirqa.campaign.ida_curves import DemandCurves
from pirqa.campaign.influence import Influence
from pirqa.campaign.measures import MeasureFit
from pirqa.campaign.summary import RunSummary
from pirqa.model.check import Check
from pirqa.model.remark import Remark
from pirqa.model.table import Table
from pirqa.model.wall import Wall
from pirqa.motion.sets.result import MotionSet
from pirqa.shaking.damage import DamageState

__all__ = ["CampaignFragility", "StateRate", "WallFragility"]


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
