"""Hazard curves from files, annual rates, clouds, deaggregation by motion, and files for other programs."""

from __future__ import annotations

import csv
import io
import math
from xml.etree import ElementTree

import numpy as np
import pytest
from scipy.stats import lognorm

from pirqa.errors import OptionsError, TableError
from pirqa.experiments.campaign.analyse import analyse_campaign
from pirqa.experiments.campaign.campaign_options import FragilityOptions
from pirqa.experiments.campaign.fragility import fit_cloud, fit_fragility, lognormal
from pirqa.experiments.campaign.hazard import HazardCurve, annual_rate, motion_shares, read_hazard
from pirqa.report import load_words
from pirqa.report.campaign import to_csv, to_nrml, variable_moments
from pirqa.report.section import Grid
from pirqa.report.sections.campaign import _hazard
from pirqa.units import STANDARD_GRAVITY
from tests.experiments.campaign.tables import made_up
from tests.experiments.campaign.test_fragility import simulated

NRML = "{http://openquake.org/xmlns/nrml/0.5}"


def written(tmp_path, text):
    path = tmp_path / "hazard.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_curve_is_read(tmp_path):
    curve = read_hazard(written(tmp_path, "# site\npga [g], rate [1/yr]\n0.1, 1e-2\n0.4,1e-3\n\n0.2, 4e-3\n"))
    assert curve.measure == "pga"
    assert curve.values == pytest.approx(STANDARD_GRAVITY * np.array([0.1, 0.2, 0.4]))
    assert curve.rates.tolist() == [1e-2, 4e-3, 1e-3]
    assert curve.rate_at(0.2 * STANDARD_GRAVITY) == pytest.approx(4e-3)
    assert curve.rate_at(9.0 * STANDARD_GRAVITY) == pytest.approx(1e-3)


def test_probabilities_in_fifty_years(tmp_path):
    curve = read_hazard(written(tmp_path, "SA(0.5) [g];PoE [50 yr]\n0.1;0.9\n0.2;0.5\n0.4;0.1\n"))
    assert curve.measure == "sa_0.5"
    assert curve.rates[-1] == pytest.approx(-math.log(0.9) / 50.0)
    velocity = read_hazard(written(tmp_path, "pgv [cm/s],annual rate\n1,0.1\n10,0.01\n100,0.001\n"))
    assert velocity.values.tolist() == pytest.approx([0.01, 0.1, 1.0])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        ("pga [g]\n0.1\n", "one column"),
        ("pga, rate\n0.1,1\n", "has no unit"),
        ("pga [furlong], rate\n0.1,1\n", "is not known; use one of"),
        ("mmi, rate\n5,1\n", "must be pga, pgv or sa"),
        ("pga [g], chance\n0.1,1\n", 'must be "rate'),
        ("pga [g], rate\n0.1,1\n0.2,x\n", 'line 3, column "rate": "x" is not a number'),
        ("pga [g], rate\n0.1\n", "line 2"),
        ("pga [g], rate\n0.1,1\n0.2,0.5\n", "needs 3 or more"),
        ("pga [g], rate\n0.1,1\n0.2,0.5\n0.3,0.6\n", "rises with pga"),
        ("pga [g], rate\n0.1,1\n0.2,0.5\n0.3,0\n", "leave out points"),
        ("pga [g], rate\n0.1,1\n0.1,0.5\n0.3,0.1\n", "each stand once"),
        ("pga [g], rate [%/yr]\n0.1,1\n0.2,0.5\n0.3,0.1\n", "rates are in 1/yr"),
        ("pga [g], rate [1/50yr]\n0.1,1\n0.2,0.5\n0.3,0.1\n", "rates are in 1/yr"),
        ("pga [g], poe [50 yr]\n0.1,1.2\n0.2,0.5\n0.3,0.1\n", "between 0 and 1"),
    ],
)
def test_bad_curves_say_what_to_do(tmp_path, text, told):
    with pytest.raises(TableError, match=r"hazard\.csv") as caught:
        read_hazard(written(tmp_path, text))
    assert told in str(caught.value)


def test_a_curve_that_is_not_there(tmp_path):
    with pytest.raises(TableError, match=r"nowhere.csv: cannot be read.*fragility.hazard"):
        read_hazard(tmp_path / "nowhere.csv")
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00\x81")
    with pytest.raises(TableError, match="is not text"):
        read_hazard(tmp_path / "binary.csv")


def test_rate_of_a_power_law_is_the_closed_form():
    """λ = k0 x^-k and a lognormal: k0 θ^-k exp(k²β²/2) (Cornell 1996); a curve that begins late says what it lacks."""
    k0, k, theta, beta = 1e-3, 2.3, 4.0, 0.45
    exact = k0 * theta**-k * math.exp(0.5 * (k * beta) ** 2)

    def found(first, last):
        values = np.geomspace(first, last, 9)
        curve = HazardCurve(measure="pga", values=values, rates=k0 * values**-k, source="hazard.csv")
        return annual_rate(curve, lambda at: lognormal(at, theta, beta))

    whole, late = found(0.1, 60.0), found(2.0, 60.0)
    assert whole.rate == pytest.approx(exact, rel=1e-4)
    assert whole.before < 1e-6 * exact
    assert late.rate < 0.9 * exact
    assert late.before > 0.1 * late.rate


def test_rate_of_a_certain_threshold(tmp_path):
    """A state that comes with certainty above 0.2 g has the hazard's own rate there."""
    curve = read_hazard(written(tmp_path, "pga [g], rate\n0.01,1\n0.1,0.05\n0.2,0.01\n0.4,1e-3\n3,1e-6\n"))
    found = annual_rate(curve, lambda x: (x > 0.2 * STANDARD_GRAVITY).astype(float))
    assert found.rate == pytest.approx(0.01, rel=5e-3)
    assert found.beyond == pytest.approx(1e-6)
    assert found.probability(50.0) == pytest.approx(1.0 - math.exp(-0.5), rel=5e-3)


def test_a_cloud_with_collapses():
    """ln d = ln 0.01 + 2 ln x ± 0.3, collapse by a logistic chance: found again, and put together."""
    chance = np.random.default_rng(11)
    values = np.exp(chance.uniform(-2.5, 1.0, 3000))
    fell = chance.random(3000) < 1.0 / (1.0 + np.exp(-4.0 * np.log(values / 1.2)))
    demand = 0.01 * values**2 * np.exp(0.3 * chance.standard_normal(3000))
    fit = fit_cloud(values, demand, fell, measure="pga")
    assert (fit.slope, fit.scatter, fit.collapse_slope) == pytest.approx((2.0, 0.3, 4.0), rel=0.08)
    at = np.array([1.2])
    assert fit.collapse(at) == pytest.approx(0.5, abs=0.05)
    stands = lognormal(0.01 * 1.2**2, 0.0144, 0.3)
    falls = fit.collapse(at)
    # Jalayer et al. 2017, equation 3
    exceeded = (1.0 - falls) * lognormal(fit.demand(at), 0.0144, fit.scatter) + falls
    assert exceeded == pytest.approx(0.5 + 0.5 * stands, abs=0.05)


def test_clouds_that_cannot_be():
    with pytest.raises(OptionsError, match="add weaker records"):
        fit_cloud(np.ones(6), np.ones(6), np.ones(6, dtype=bool), measure="pga")
    with pytest.raises(OptionsError, match="equally strong"):
        fit_cloud(np.ones(6), np.ones(6), np.zeros(6, dtype=bool), measure="pga")
    quiet = fit_cloud(np.arange(1.0, 9.0), np.arange(1.0, 9.0), np.zeros(8, dtype=bool))
    assert quiet.flaws == ("none_exceeded",)
    assert quiet.collapse(np.array([5.0])) == 0.0
    parted = fit_cloud(np.arange(1.0, 9.0), np.arange(1.0, 9.0), np.arange(8) > 5)
    assert parted.flaws == ("separable",)


def fits():
    values, exceeded, records = simulated(40)
    options = {"measure": "pga"}
    return [
        fit_fragility(values * STANDARD_GRAVITY, exceeded, records, state="DS1", **options),
        fit_fragility(values * STANDARD_GRAVITY, np.zeros_like(exceeded), records, state="DS2", **options),
        fit_fragility(values * STANDARD_GRAVITY, simulated(40, theta=0.8)[1], records, state="DS4", **options),
    ]


def test_nrml_is_what_openquake_reads():
    """mean and stddev are of the variable itself: from them OpenQuake's lognormal gives our probabilities back."""
    made = fits()
    root = ElementTree.fromstring(to_nrml(made, taxonomy="terrace wall", description="Made up."))
    assert root.tag == f"{NRML}nrml"
    model = root.find(f"{NRML}fragilityModel")
    assert model.find(f"{NRML}limitStates").text.split() == ["DS1", "DS4"]
    assert "Without a curve: DS2" in model.find(f"{NRML}description").text
    function = model.find(f"{NRML}fragilityFunction")
    assert (function.get("id"), function.get("format"), function.get("shape")) == (
        "terrace wall",
        "continuous",
        "logncdf",
    )
    ends = function.find(f"{NRML}imls")
    assert ends.get("imt") == "PGA"
    # beyond maxIML OpenQuake stays where the curve is there: next to certain
    strongest = float(ends.get("maxIML")) * STANDARD_GRAVITY
    assert min(float(made[0].at(strongest)), float(made[2].at(strongest))) > 0.998
    for params, fit in zip(function.findall(f"{NRML}params"), (made[0], made[2]), strict=True):
        mean, deviation = float(params.get("mean")), float(params.get("stddev"))
        # as openquake.risklib does it
        sigma = math.sqrt(math.log(1.0 + (deviation / mean) ** 2))
        median = mean**2 / math.sqrt(deviation**2 + mean**2)
        assert lognorm.cdf(0.6, sigma, scale=median) == pytest.approx(float(fit.at(0.6 * STANDARD_GRAVITY)), rel=1e-6)


def test_moments_of_a_lognormal():
    assert variable_moments(2.0, 0.5) == pytest.approx((lognorm.mean(0.5, scale=2.0), lognorm.std(0.5, scale=2.0)))


def test_nothing_to_export():
    made = fits()
    with pytest.raises(OptionsError, match="nothing to export"):
        to_nrml([made[1]], taxonomy="wall")
    values, exceeded, records = simulated(40)
    with pytest.raises(OptionsError, match="no intensity measure for pgv_star"):
        to_nrml([fit_fragility(values, exceeded, records, state="DS1", measure="pgv_star")], taxonomy="wall")


def test_csv_of_fits():
    rows = list(csv.DictReader(io.StringIO(to_csv(fits()))))
    assert [row["state"] for row in rows] == ["DS1", "DS2", "DS4"]
    assert [row["identified"] for row in rows] == ["1", "0", "1"]
    assert rows[1]["theta"] == ""
    assert rows[1]["flaws"] == "none_exceeded"
    low, high = float(rows[0]["theta_low"]), float(rows[0]["theta_high"])
    assert low < float(rows[0]["theta"]) < high


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
