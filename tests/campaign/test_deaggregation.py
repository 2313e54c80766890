"""Deaggregation by motion: rates of certain thresholds by hand, and the rows of the report."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pirqa.campaign.analyse import analyse_campaign
from pirqa.campaign.deaggregation import motion_shares
from pirqa.campaign.fragility_options import FragilityOptions
from pirqa.campaign.hazard import HazardCurve
from pirqa.report import load_words
from pirqa.report.section import Grid
from pirqa.report.sections.campaign import _hazard
from tests.campaign.tables import made_up

VALUES = np.geomspace(0.1, 60.0, 9)
POWER = HazardCurve(measure="pga", values=VALUES, rates=1e-3 * VALUES**-2.0, source="hazard.csv")
"""λ = 0.001/x²"""


def shares(rows):
    """Return the shares of rows of record, curve, value and whether the state was reached."""
    records, curves, values, reached = zip(*rows, strict=True)
    return motion_shares(
        "DS4", POWER, np.array(values, dtype=float), np.array(reached, dtype=bool), records, np.array(curves)
    )


def test_rates_of_motions_by_hand():
    """a falls between 1 and 4: threshold 2, λ = 0.001/4; b from the first level of 1, λ = 0.001; c never."""
    found = shares(
        [("a", 0, 1, 0), ("a", 0, 4, 1), ("b", 1, 1, 1), ("b", 1, 4, 1), ("c", 2, 1, 0), ("c", 2, 4, 0)]
    )  # fmt: skip
    assert [(item.record, item.reached, item.curves) for item in found] == [("b", 1, 1), ("a", 1, 1), ("c", 0, 1)]
    assert [item.rate for item in found] == pytest.approx([1e-3 / 3.0, 0.25e-3 / 3.0, 0.0], rel=1e-9)
    assert [item.share for item in found] == pytest.approx([0.8, 0.2, 0.0], rel=1e-9)
    assert found[1].level == pytest.approx(2.0)
    assert math.isnan(found[2].level)


def test_a_motion_that_falls_and_stands_again_counts_from_the_lowest_level():
    (found,) = shares([("a", 0, 1, 0), ("a", 0, 2, 1), ("a", 0, 3, 0), ("a", 0, 4, 1)])
    assert found.level == pytest.approx(math.sqrt(2.0))
    assert found.share == 1.0


def test_samples_weigh_as_curves():
    """Two curves of a at 1, one of b at 1 and one of b that stands: 2 to 1."""
    found = shares([("a", 0, 1, 1), ("a", 1, 1, 1), ("b", 2, 1, 1), ("b", 3, 1, 0)])
    assert [(item.record, item.reached, item.curves) for item in found] == [("a", 2, 2), ("b", 1, 2)]
    assert [item.share for item in found] == pytest.approx([2.0 / 3.0, 1.0 / 3.0])


def test_a_state_that_no_motion_reaches_has_no_shares():
    assert shares([("a", 0, 1, 0)]) == ()


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_shares_of_a_campaign_stand_in_its_report(language):
    hazard = HazardCurve(measure="pga", values=VALUES, rates=1e-3 * VALUES**-2.0, source="hazard.csv")
    result = analyse_campaign(made_up(records=10, samples=3), FragilityOptions(replicates=100), hazard=hazard)
    (wall,) = result.walls
    states = {item.state for item in wall.rates}
    assert {item.state for item in wall.shares} == states
    for state in states:
        mine = [item for item in wall.shares if item.state == state]
        assert len(mine) == 10
        assert sum(item.share for item in mine) == pytest.approx(1.0)
        fitted = next(item.annual.rate for item in wall.rates if item.state == state)
        assert sum(item.rate for item in mine) == pytest.approx(fitted, rel=0.3), "curve or not, it is one rate"
    words = load_words(language)
    grid = [block for block in _hazard(result, words) if isinstance(block, Grid)][-1]
    assert grid.caption == words("campaign.shares")
    assert len(grid.rows) == len(wall.shares)
    assert [row[2].text for row in grid.rows[:10]] == [item.record for item in wall.shares[:10]]
