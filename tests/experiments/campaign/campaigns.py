"""Campaigns that take no time."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from pirqa.experiments.campaign.campaign import CampaignPlan, plan_campaign
from pirqa.experiments.campaign.campaign_options import CampaignOptions, HuntOptions, LevelOptions
from pirqa.experiments.campaign.outcomes import CampaignResult
from pirqa.experiments.campaign.uncertainty import Uncertain
from pirqa.experiments.options import DynamicsOptions
from pirqa.motion.options import SignalOptions
from pirqa.motion.synthetic.options import RickerOptions
from tests.experiments.campaign.walls import QUICK, G, column

__all__ = ["CLOCKS", "hunt_options", "options", "plan", "same_but_clocks"]

CLOCKS = ("wall_seconds", "cpu_seconds", "history")
"""What may differ between two tables of one plan."""
FRICTION = {"friction": Uncertain(low=0.4, high=0.7)}


def options(levels: tuple[float, ...] = (0.05, 0.1, 0.3), motions: int = 2, **changes) -> CampaignOptions:
    """Pulses at some levels [g] on the column."""
    signals = {
        f"pulse_{number + 1}": SignalOptions(ricker=RickerOptions(amplitude=1.0, frequency=1.0 + number))
        for number in range(motions)
    }
    given = {"levels": LevelOptions(values=tuple(level * G for level in levels)), "uncertain": FRICTION} | changes
    return CampaignOptions(name="small", walls={"column": "column.toml"}, signals=signals, **given)


def hunt_options(**changes) -> CampaignOptions:
    """The same by hunt and fill."""
    hunt = HuntOptions(first=0.05 * G, step=0.2 * G, growth=0.1 * G, most=2.0 * G, runs=7)
    return options(levels=(), motions=2, strategy="ida", ida=hunt, **changes)


def plan(asked: CampaignOptions | None = None, **simulation) -> CampaignPlan:
    """On the column of four blocks."""
    dynamics = DynamicsOptions(simulation=replace(QUICK, **simulation))
    return plan_campaign(options() if asked is None else asked, {"column": (column(), dynamics)}, Path())


def same_but_clocks(one: CampaignResult, other: CampaignResult) -> bool:
    """Whether two tables say the same, in the same order."""
    left, right = (result.table.drop(CLOCKS) for result in (one, other))
    same = left.equals(right, null_equal=True)
    for name in () if same else left.columns:
        if name not in right.columns or not left[name].equals(right[name], null_equal=True):
            now = right[name].to_list() if name in right.columns else "missing"
            sys.stdout.write(f"{name}: {left[name].to_list()}, {now}\n")  # a failing test shows it
    return bool(same)
