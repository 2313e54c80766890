from __future__ import annotations

import math
import time
from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import OptionsError
from pirqa.model import Envelope, JointProperties, Material, Site, Support, Wall, Zone
from pirqa.statics import Reliability, StaticsOptions, Study, Variable, analyse
from pirqa.statics.inputs import inputs_of, vary
from pirqa.statics.reliability import FailureProbability, simulate
from pirqa.units import parse_quantity

OPTIONS = StaticsOptions(methods=("pseudo_static",), thrusts=("whitman",))


def study(wall, site, **asked):
    return analyse(wall, replace(OPTIONS, studies=(Study(**asked),)), site=site).studies[0]


def test_block_depth_study_of_the_paper(terrace_wall, site):
    curve = study(terrace_wall, site, input="wall.thickness", start=0.762, stop=1.0, points=5).curves
    overturning = curve.where(mode="overturning")
    # M_R grows with t², the inertia part of M_C with t: by hand at both ends
    thrust = 7310.16 * 0.6 * 1.68
    for t, factor in zip(overturning["value"], overturning["factor"], strict=True):
        weight = 23.6e3 * 1.68 * t
        assert factor == pytest.approx(weight * t / 2 / (thrust + 0.15 * weight * 0.84), rel=1e-5)
    assert np.all(np.diff(overturning["factor"]) > 0)


@pytest.mark.parametrize(
    "key",
    ["wall.height", "wall.front_batter", "materials.stone.unit_weight", "base.friction_angle", "joints.friction_angle",
     "backfill.unit_weight", "backfill.wall_friction", "backfill.surcharge", "site.kh", "site.kv"],
)  # fmt: skip
def test_any_input_can_be_swept(terrace_wall, site, key):
    value = inputs_of(terrace_wall, site)[key].value
    start, stop = (0.0, 0.05) if value == 0.0 else (0.9 * value, 1.1 * value)
    result = study(terrace_wall, site, input=key, start=start, stop=stop, points=3)
    assert len(result.curves) == 6
    # the swept curve is what single analyses give
    wall, place = vary(terrace_wall, site, {key: stop})
    alone = analyse(wall, OPTIONS, site=place).factor("pseudo_static.whitman", "overturning")
    assert result.curves.where(mode="overturning")["factor"][-1] == pytest.approx(alone, rel=1e-12)


def test_zones_are_swept_by_name(base, site):
    zones = (
        Zone(name="low", material="stone", bottom=0.0, top=1.0, thickness=1.0),
        Zone(name="high", material="stone", bottom=1.0, top=2.0, thickness=0.8),
    )
    wall = Wall(
        envelope=Envelope(zones=zones),
        materials={"stone": Material(unit_weight=2e4)},
        support=base,
        joints=JointProperties(friction_angle=0.5),
    )
    assert "wall.zones.high.thickness" in inputs_of(wall, site)
    varied, _ = vary(wall, site, {"wall.zones.low.top": np.array([0.7, 1.3])})
    assert varied.envelope.zones[1].bottom.tolist() == [0.7, 1.3]
    assert varied.section().above(0.0).weight == pytest.approx([2e4 * (0.7 + 0.8 * 1.3), 2e4 * (1.3 + 0.8 * 0.7)])
    assert len(study(wall, site, input="wall.zones.high.thickness", start=0.5, stop=0.9).curves) == 50


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"input": "wall.thicknes", "start": 1.0, "stop": 2.0}, 'did you mean "thickness"'),
        ({"input": "wall.thickness", "start": -1.0, "stop": 2.0}, "impossible wall"),
        ({"input": "wall.thickness", "start": parse_quantity("30 deg"), "stop": 2.0}, "is a length, got an angle"),
        ({"input": "wall.thickness", "start": parse_quantity(1.0), "stop": 2.0}, "got a plain number"),
    ],
)
def test_bad_studies_are_refused(terrace_wall, site, asked, says):
    with pytest.raises(OptionsError) as caught:
        study(terrace_wall, site, **asked)
    assert says in str(caught.value)


def asked(**changes) -> Reliability:
    variables = (
        Variable(input="backfill.friction_angle", distribution="normal", mean=math.radians(40), sd=math.radians(3)),
        Variable(input="wall.thickness", distribution="lognormal", mean=0.762, cov=0.1),
        Variable(input="site.kh", distribution="triangular", low=0.05, mode=0.15, high=0.25),
        Variable(input="materials.stone.unit_weight", distribution="uniform", low=22e3, high=26e3),
    )
    return Reliability(**{"variables": variables, "samples": 20_000, "seed": 3, **changes})


def test_same_seed_same_numbers(terrace_wall, site):
    one, two, other = (simulate(terrace_wall, site, OPTIONS, asked(seed=seed)) for seed in (3, 3, 4))
    assert one.probabilities == two.probabilities
    assert one.probabilities != other.probabilities
    assert one.histogram["count"].sum() == 2 * 20_000


def test_any_mode_is_at_least_each_mode(terrace_wall, site):
    result = simulate(terrace_wall, site, OPTIONS, asked())
    sliding, overturning, either = (result.probability(mode) for mode in ("sliding", "overturning", "any"))
    assert max(sliding.failures, overturning.failures) <= either.failures <= sliding.failures + overturning.failures
    assert either.low < either.probability < either.high


def test_interval_covers_the_truth_as_often_as_it_says():
    generator = np.random.default_rng(5)
    counts = generator.binomial(500, 0.03, size=400)
    covered = [(item := FailureProbability.counted("any", int(n), 500)).low <= 0.03 <= item.high for n in counts]
    assert np.mean(covered) > 0.93


def test_no_failures_still_have_an_upper_bound():
    none = FailureProbability.counted("any", 0, 1000)
    assert (none.probability, none.low) == (0.0, 0.0)
    assert none.high == pytest.approx(3.68e-3, rel=0.01)  # 1 − 0.025^(1/n)
    assert FailureProbability.counted("any", 1000, 1000).high == 1.0


def test_tornado_ranks_what_matters(terrace_wall, site):
    tornado = simulate(terrace_wall, site, OPTIONS, asked()).tornado
    swing = np.abs(tornado["factor_high"] - tornado["factor_low"])
    assert np.all(np.diff(swing) <= 1e-12)
    angle = tornado.where(input="backfill.friction_angle", mode="sliding")
    assert math.degrees(angle["low"][0]) == pytest.approx(40 - 1.6449 * 3, abs=1e-3)
    assert math.degrees(angle["high"][0]) == pytest.approx(40 + 1.6449 * 3, abs=1e-3)
    thickness = tornado.where(input="wall.thickness", mode="overturning")
    assert thickness["factor_high"][0] > thickness["factor_low"][0]


def test_a_fill_that_cannot_stand_counts_as_failed(terrace_wall):
    variable = Variable(input="site.kh", distribution="uniform", low=0.5, high=1.2)
    options = replace(OPTIONS, thrusts=("mononobe_okabe",))
    result = simulate(terrace_wall, Site(kh=0.5), options, Reliability(variables=(variable,), samples=2000))
    limit = math.tan(math.radians(40))
    assert result.no_thrust == pytest.approx(2000 * (1.2 - limit) / 0.7, rel=0.1)
    assert result.probability("sliding").failures >= result.no_thrust


@pytest.mark.parametrize(
    ("variable", "says"),
    [
        ({"distribution": "normal", "mean": 0.8}, "needs sd"),
        ({"distribution": "normal", "mean": 0.8, "sd": -0.1}, "sd must be greater than 0"),
        ({"distribution": "normal", "mean": 0.1, "sd": 0.5}, "impossible wall"),
        ({"distribution": "lognormal", "mean": -0.8, "sd": 0.1}, "must be positive"),
        ({"distribution": "uniform", "low": 0.9, "high": 0.8}, "low must be less than high"),
        ({"distribution": "triangular", "low": 0.5, "high": 0.8, "mode": 0.9}, "between low and high"),
        ({"distribution": "uniform", "low": 0.5, "high": 0.8, "mean": 0.6}, 'has no "mean"'),
        ({"distribution": "norml", "mean": 0.8, "sd": 0.1}, 'no distribution is called "norml"'),
        ({"distribution": "gumbel_r", "shape": (1.0,), "scale": 0.1}, "takes 0 shape parameter"),
    ],
)
def test_bad_distributions_are_refused(terrace_wall, site, variable, says):
    wrong = Reliability(variables=(Variable(input="wall.thickness", **variable),), samples=1000)
    with pytest.raises(OptionsError) as caught:
        simulate(terrace_wall, site, OPTIONS, wrong)
    assert says in str(caught.value)


def test_any_scipy_distribution_can_be_used(terrace_wall, site):
    variables = (
        Variable(input="wall.thickness", distribution="weibull_min", shape=(9.0,), loc=0.4, scale=0.4),
        Variable(input="base.friction_angle", distribution="normal", mean=0.52, sd=0.05, low=0.4, high=0.6),
    )
    result = simulate(terrace_wall, site, OPTIONS, Reliability(variables=variables, samples=5000))
    assert 0 < result.probability().failures < 5000
    ends = result.tornado.where(input="base.friction_angle", mode="sliding")
    assert ends["low"][0] > 0.4
    assert ends["high"][0] < 0.6


def test_sampling_has_not_become_grossly_slow(terrace_wall, site):
    """The promise is kept with a margin on a quiet machine (benchmarks/statics); here only a gross loss is caught."""
    started = time.process_time()
    simulate(terrace_wall, site, OPTIONS, asked(samples=250_000))
    assert 4 * (time.process_time() - started) < 8.0


def test_support_can_be_named(site):
    wall = Wall.prismatic(
        height=2.4, thickness=1.0, unit_weight=2e4, support=Support(kind="rounded_stones", friction_angle=0.5)
    )
    assert "base.friction_angle" in inputs_of(wall, site)
