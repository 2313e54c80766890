"""Fragility fits against closed forms, what is refused, and what is reproducible."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import polars
import pytest
from scipy.optimize import minimize
from scipy.special import log_ndtr
from scipy.stats import spearmanr

from pirqa.errors import OptionsError
from pirqa.experiments.campaign.analyse import analyse_campaign
from pirqa.experiments.campaign.campaign_options import FragilityOptions
from pirqa.experiments.campaign.fragility import (
    demand_curves,
    fit_fragility,
    fit_logit,
    fit_probit,
    lognormal,
    reversals,
    separable,
)
from pirqa.experiments.campaign.measures import compare_measures, influences
from pirqa.experiments.damage_states import DamageState
from tests.experiments.campaign.tables import made_up

LEVELS = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.5])


def simulated(count, *, theta=0.45, beta=0.4, seed=1):
    capacity = theta * np.exp(beta * np.random.default_rng(seed).standard_normal(count))
    return np.tile(LEVELS, count), (capacity[:, None] <= LEVELS).ravel(), np.repeat(np.arange(count), len(LEVELS))


def test_the_fit_is_the_peak_of_the_likelihood():
    """By another way: Nelder and Mead on the likelihood that Baker (2015) writes down."""
    values, exceeded, records = simulated(25)

    def unlikely(guess):
        eta = (np.log(values) - guess[0]) / math.exp(guess[1])
        return -np.where(exceeded, log_ndtr(eta), log_ndtr(-eta)).sum()

    best = minimize(
        unlikely, [math.log(0.5), math.log(0.5)], method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-12}
    )
    fit = fit_fragility(values, exceeded, records)
    assert fit.theta == pytest.approx(math.exp(best.x[0]), rel=1e-6)
    assert fit.beta == pytest.approx(math.exp(best.x[1]), rel=1e-5)


def test_two_levels_have_a_closed_form():
    """Shares of 1/4 and 3/4 at two levels are met exactly: ln θ is their middle, β their distance over 2·0.6745."""
    values = np.repeat([0.2, 0.8], 40)
    exceeded = np.r_[np.arange(40) < 10, np.arange(40) < 30]
    fit = fit_fragility(values, exceeded, np.tile(np.arange(40), 2))
    assert fit.theta == pytest.approx(0.4, rel=1e-9)
    assert fit.beta == pytest.approx(math.log(4.0) / (2.0 * 0.6744897501960817), rel=1e-9)
    assert fit.at(0.2) == pytest.approx(0.25)


def test_grouped_and_single_runs_fit_alike():
    values, exceeded, _ = simulated(20)
    unique, number = np.unique(np.log(values), return_inverse=True)
    grouped = fit_probit(unique, np.bincount(number, exceeded)[None], np.bincount(number)[None])
    alone = fit_probit(np.log(values), exceeded[None].astype(float), np.ones((1, len(values))))
    assert [float(part[0]) for part in grouped] == pytest.approx([float(part[0]) for part in alone], rel=1e-8)


def test_logit_of_known_shares():
    """At two places any shares are met exactly."""
    intercept, slope = fit_logit(np.array([0.0, 1.0]), np.array([[1.0, 3.0]]), np.array([[4.0, 4.0]]))
    assert (intercept[0], slope[0]) == pytest.approx((math.log(1 / 3), 2.0 * math.log(3.0)))


def test_bootstrap_is_the_same_for_the_same_seed():
    data = simulated(20)
    first, again, other = (fit_fragility(*data, seed=seed) for seed in (3, 3, 4))
    assert first.theta_interval == again.theta_interval
    assert np.array_equal(first.low, again.low)
    assert first.theta_interval != other.theta_interval


def test_intervals_narrow_with_the_number_of_records():
    few, many = fit_fragility(*simulated(15)), fit_fragility(*simulated(120))
    for name in ("theta_interval", "beta_interval"):
        wide, narrow = (getattr(fit, name)[1] / getattr(fit, name)[0] for fit in (few, many))
        assert narrow < wide
    assert few.cautions == ("few_records",)
    assert many.cautions == ()


def test_records_and_not_runs_are_what_is_drawn():
    """The same runs ten times over say nothing new: their records are the same."""
    values, exceeded, records = simulated(20)
    once = fit_fragility(values, exceeded, records)
    tenfold = fit_fragility(np.tile(values, 10), np.tile(exceeded, 10), np.tile(records, 10))
    assert tenfold.theta == pytest.approx(once.theta)
    assert tenfold.theta_interval == pytest.approx(once.theta_interval, rel=1e-6)


@pytest.mark.parametrize(
    ("exceeded", "flaw"),
    [
        (np.zeros(8, dtype=bool), "none_exceeded"),
        (np.ones(8, dtype=bool), "all_exceeded"),
        (LEVELS > 0.45, "separable"),
        (LEVELS < 0.45, "not_rising"),
    ],
)
def test_data_without_a_curve(exceeded, flaw):
    # the last one: everything that stands is stronger than everything that falls
    fit = fit_fragility(np.tile(LEVELS, 30), np.tile(exceeded, 30), np.repeat(np.arange(30), 8))
    if flaw == "not_rising":
        assert not fit.identified
    else:
        assert fit.flaws == (flaw,)
    assert not len(fit.low)
    assert "not identified" in str(fit)


def test_separable_data_tell_the_gap():
    fit = fit_fragility(np.tile(LEVELS, 30), np.tile(LEVELS > 0.45, 30), np.repeat(np.arange(30), 8))
    assert fit.theta_interval == (0.4, 0.5)
    assert math.isnan(fit.beta)


def test_one_mixed_level_is_separable_too():
    exceeded = np.array([(0.4 if number % 2 else 0.5) <= LEVELS for number in range(30)])
    fit = fit_fragility(np.tile(LEVELS, 30), exceeded.ravel(), np.repeat(np.arange(30), 8))
    assert fit.flaws == ("separable",)
    assert fit.theta_interval == (0.3, 0.5)  # half of the records stood 0.4: the median is not known better


def test_separable_data_at_the_ends_of_the_levels_leave_one_side_open():
    exceeded = np.array([(LEVELS[0] if number % 2 else LEVELS[1]) <= LEVELS for number in range(30)])
    fit = fit_fragility(np.tile(LEVELS, 30), exceeded.ravel(), np.repeat(np.arange(30), 8))
    assert math.isnan(fit.theta_interval[0])
    assert fit.theta_interval[1] == LEVELS[1]


def test_few_and_one_sided_records():
    assert "few_records" in fit_fragility(*simulated(6)).flaws
    exceeded = np.zeros((30, 8), dtype=bool)
    exceeded[:2, 5:] = True
    fit = fit_fragility(np.tile(LEVELS, 30), exceeded.ravel(), np.repeat(np.arange(30), 8))
    assert fit.flaws == ("one_sided",)


def test_what_falls_with_strength_is_not_rising():
    chance = np.random.default_rng(0)
    values = np.tile(LEVELS, 40)
    exceeded = chance.random(320) < lognormal(1.0 / values, 2.0, 0.8)
    assert "not_rising" in fit_fragility(values, exceeded, np.repeat(np.arange(40), 8)).flaws


def test_values_must_be_positive():
    with pytest.raises(OptionsError, match="above 0"):
        fit_fragility(np.array([0.0, 1.0]), np.array([False, True]), np.array([1, 2]))
    with pytest.raises(OptionsError, match="no run"):
        fit_fragility(np.zeros(0), np.zeros(0, dtype=bool), np.zeros(0))


def test_separable_of_many_fits_at_once():
    variable = np.array([1.0, 2.0, 3.0])
    exceeded = np.array([[0.0, 0.0, 2.0], [0.0, 1.0, 2.0], [1.0, 0.0, 2.0]])
    assert separable(variable, exceeded, np.full((3, 3), 2.0)).tolist() == [True, True, False]


def test_reversals_are_counted_and_kept():
    values = np.tile([0.2, 0.4, 0.6], 3)
    fell = np.array([[False, False, True], [False, True, False], [True, True, True]]).ravel()
    records = np.repeat([1, 2, 3], 3)
    assert reversals(values, fell, records) == 1
    curves = demand_curves(values, np.full(9, 0.01), fell, records, measure="pga", demand="residual")
    assert np.isinf(curves.demands[3:6]).tolist() == [False, True, False]
    assert curves.collapsed == pytest.approx([1 / 3, 2 / 3, 2 / 3])
    # half of the runs at the second level and more collapsed: their median has no end
    assert curves.fractiles[0].tolist() == [0.01, 0.01, math.inf]
    assert curves.fractiles[1].tolist() == [0.01, math.inf, math.inf]


def test_the_better_measure_is_the_one_that_decides():
    """Capacity in terms of y = x·t; x alone scatters by t, and its residuals know t."""
    chance = np.random.default_rng(7)
    own = np.exp(0.5 * chance.standard_normal(60))
    x = np.tile(LEVELS, 60)
    t = np.repeat(own, 8)
    exceeded = x * t > 0.4 * np.exp(0.15 * np.repeat(chance.standard_normal(60), 8))
    records = np.repeat(np.arange(60), 8)
    noise = np.repeat(np.exp(chance.standard_normal(60)), 8)
    fits = compare_measures({"x": x, "y": x * t}, {"DS": exceeded}, records, {"t": t, "noise": noise})
    assert [fit.measure for fit in fits] == ["y", "x"]
    assert fits[0].beta == pytest.approx(0.15, abs=0.06)
    assert fits[1].sufficiency["t"] < 1e-6
    assert fits[0].sufficiency["t"] > 0.01
    assert fits[1].sufficiency["noise"] > 0.01


def test_a_perfect_measure_is_the_best_of_all():
    """One value of y parts all runs: no β is small enough, and it is not left out for that."""
    chance = np.random.default_rng(7)
    own = np.exp(0.5 * chance.standard_normal(20))
    x, t, records = np.tile(LEVELS, 20), np.repeat(own, 8), np.repeat(np.arange(20), 8)
    exceeded = x * t > 0.4
    first, second = compare_measures({"x": x, "y": x * t}, {"DS": exceeded}, records, {"t": t})
    assert (first.measure, first.beta, first.perfect, first.likelihood) == ("y", 0.0, True, 0.0)
    assert (x * t)[~exceeded].max() < first.theta < (x * t)[exceeded].min()
    assert math.isnan(first.sufficiency["t"])
    assert second.beta > 0.1
    assert not second.perfect
    # at one level some stand and some fall, equal but for rounding
    half = np.where(x == 0.4, records % 2 == 0, x > 0.4)
    (alone,) = compare_measures({"x": x * (1.0 + 1e-15 * chance.standard_normal(len(x)))}, {"DS": half}, records, {})
    assert alone.perfect
    assert alone.theta == pytest.approx(0.4)
    assert alone.likelihood == pytest.approx(math.log(0.5) / 8)
    # what falls with the measure is none
    (wrong,) = compare_measures({"x": 1.0 / (x * t)}, {"DS": exceeded}, records, {})
    assert math.isnan(wrong.beta)


def test_influence_of_a_parameter():
    chance = np.random.default_rng(2)
    strong, idle = (np.repeat(chance.uniform(0.5, 2.0, 100), 8) for _ in range(2))
    values = np.tile(LEVELS, 100)
    capacity = 0.4 * strong * np.exp(0.2 * np.repeat(chance.standard_normal(100), 8))
    found = influences({"idle": idle, "strong": strong}, values, values / capacity, values > capacity)
    assert [item.parameter for item in found] == ["strong", "idle"]
    assert found[0].theta_high > 1.3 * found[0].theta_low
    assert found[0].correlation < -0.8
    assert found[0].p_value < 1e-6
    assert found[1].swing < 0.25
    assert {item.samples for item in found} == {100}
    # at one level it is Spearman's own
    one = values == 0.4
    alone = influences({"strong": strong[one]}, values[one], (values / capacity)[one], (values > capacity)[one])[0]
    assert alone.correlation == pytest.approx(spearmanr(strong[one], (values / capacity)[one]).statistic, abs=1e-9)


def test_three_records_of_the_paper_fit_to_nothing():
    """The Sacsayhuaman paper's Table 3: collapse from 0.4 g on, from 2 g on, and never."""
    levels = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 1.0, 1.5, 2.0, 2.5])
    fell = np.array([levels >= 0.4, levels >= 2.0, levels > 9.0])
    fit = fit_fragility(np.tile(levels, 3), fell.ravel(), np.repeat(np.arange(3), 9))
    assert (fit.theta, fit.beta) == pytest.approx((1.47, 1.24), abs=0.01)
    assert fit.flaws == ("few_records",)
    assert not len(fit.low)


def test_a_table_that_lacks_a_measure_of_damage_is_refused_where_a_state_asks_for_it():
    made = made_up(records=3)
    old = replace(made, table=made.table.with_columns(polars.lit(None, dtype=polars.Float64).alias("lean")))
    with pytest.raises(OptionsError, match="a damage state sets a limit to lean, which runs of an earlier pirqa"):
        analyse_campaign(old, FragilityOptions(replicates=100))
    states = {"terrace": {"DS1": DamageState(residual=3e-3), "DS2": DamageState(collapse="total")}}
    (wall,) = analyse_campaign(old, FragilityOptions(replicates=100), states=states).walls
    assert list(wall.states) == ["DS1", "DS2"]
