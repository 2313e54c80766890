"""Joints at ledges and at the fill's surface: where geometry is easily got wrong."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pirqa.errors import ModelError, OptionsError, ThrustError
from pirqa.model import Backfill, Envelope, JointProperties, Material, Site, Support, Wall, Zone
from pirqa.statics import StaticsOptions, Study, analyse
from pirqa.statics.earth_pressure import Force, Loading
from pirqa.statics.inputs import vary
from pirqa.statics.pseudo_static import balance, cases_for, joint_states, weakest_factors

ROCK = Support(kind="rock", friction_angle=math.radians(30))
DRY = JointProperties(friction_angle=math.radians(30))


def zone(name: str, bottom: float, top: float, thickness: float, **more) -> Zone:
    return Zone(name=name, material="stone", bottom=bottom, top=top, thickness=thickness, **{"flush": "front", **more})


def wall(*zones: Zone, length: float | None = None, **fill) -> Wall:
    given = {"unit_weight": 16e3, "friction_angle": math.radians(36), **fill}
    return Wall(
        envelope=Envelope(zones=zones, length=length),
        materials={"stone": Material(unit_weight=24e3)},
        support=ROCK,
        joints=DRY,
        backfill=Backfill(**given),
    )


LOW, HIGH = zone("low", 0.0, 1.0, 1.5), zone("high", 1.0, 3.0, 0.9)


def states(subject: Wall, theory: str, kh: float = 0.0):
    options = StaticsOptions(methods=("pseudo_static",), thrusts=(theory,))
    (case,) = cases_for(subject, Site(kh=kh), options)
    return list(joint_states(subject, case, options))


@pytest.mark.parametrize("theory", ["rankine", "coulomb", "seed_whitman", "mononobe_okabe"])
@pytest.mark.parametrize("height", [0.8, 1.0])
def test_a_joint_above_the_fill_feels_nothing(theory, height):
    subject = wall(LOW, HIGH, height=height, slope=math.radians(15), surcharge=10e3)
    upper = [state for state in states(subject, theory) if state.joint == 1]
    assert {state.direction for state in upper} == {"outward", "inward"}
    assert all(float(state.equilibrium.sliding_force) == 0.0 for state in upper)


def test_the_part_above_the_fill_may_fall_inward():
    high = zone("high", 1.0, 3.0, 0.5, front_batter=0.1, back_batter=-0.1)
    subject = wall(zone("low", 0.0, 1.0, 1.2), high, height=0.5)
    inward = min(
        float(state.equilibrium.overturning_factor)
        for state in states(subject, "rankine", kh=0.2)
        if (state.joint, state.direction) == (1, "inward")
    )
    # part of 0.5 × 2 m leaning 0.1 m over at its centre: (0.25 − 0.1003)/(0.2 · 1.0)
    assert inward == pytest.approx((0.25 - math.tan(0.1)) / 0.2)
    result = analyse(subject, StaticsOptions(methods=("pseudo_static",), thrusts=("rankine",)), site=Site(kh=0.2))
    assert result.factor("pseudo_static.rankine", "overturning") <= inward


def test_sweeping_the_fill_past_a_ledge():
    subject = wall(LOW, HIGH, height=3.0)
    options = StaticsOptions(methods=("pseudo_static",), thrusts=("coulomb",))
    heights = np.array([0.5, 1.0, 1.7, 2.5])
    many, site = vary(subject, Site(kh=0.1), {"backfill.height": heights})
    (case,) = cases_for(many, site, options)
    together = weakest_factors(many, case, options)
    for index, height in enumerate(heights):
        alone = weakest_factors(wall(LOW, HIGH, height=float(height)), case, options)
        assert together["sliding"][index] == pytest.approx(float(alone["sliding"]), rel=1e-12)
        assert together["overturning"][index] == pytest.approx(float(alone["overturning"]), rel=1e-12)


@pytest.mark.parametrize("theory", ["rankine", "coulomb", "mononobe_okabe"])
@pytest.mark.parametrize("friction", [0.0, 30.0])
def test_factors_do_not_jump_as_the_fill_passes_a_ledge(theory, friction):
    def base(height: float) -> tuple[float, float]:
        narrow = zone("high", 1.0, 3.0, 0.4)
        subject = wall(LOW, narrow, height=height, wall_friction=math.radians(friction))
        state = states(subject, theory, kh=0.2)[0].equilibrium
        return float(state.sliding_factor), float(state.overturning_factor)

    assert base(1.001) == pytest.approx(base(0.9999), rel=0.01)


def test_zones_that_meet_by_rounding_still_touch():
    assert 0.1 + 0.2 != 0.3
    subject = Wall(
        envelope=Envelope(zones=(zone("low", 0.0, 0.3, 0.6), zone("high", 0.1 + 0.2, 1.5, 1.2, flush="centre"))),
        materials={"stone": Material(unit_weight=24e3)},
        support=ROCK,
        joints=DRY,
    )
    result = analyse(subject, StaticsOptions(methods=("pseudo_static",)), site=Site(kh=0.1))
    section = subject.section()
    assert section.contact(1) == pytest.approx((0.0, 0.6))
    # 1.2 m high above a contact of 0.6 m: 0.3/(0.1 · 0.6)
    rows = result.joints.where(joint=1)
    assert rows["overturning"] == pytest.approx([5.0, 5.0])


def test_fill_in_front_of_the_plane_where_the_back_leans_over_it():
    high = zone("high", 1.0, 3.0, 1.0, back_batter=-0.2)
    subject = wall(zone("low", 0.0, 1.0, 1.2), high)
    state = states(subject, "rankine")[0].equilibrium
    soil = next(force for force in state.forces if force.name == "resting_soil")
    # a triangle 0.2 m wide on the ledge, closed where the leaning back passes the heel
    assert soil.down == pytest.approx(16e3 * 0.5 * 0.2 * 0.2 / math.tan(0.2))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: wall(LOW, HIGH, height=1.0, water_level=2.5, saturated_unit_weight=20e3), "ponded water"),
        (
            lambda: wall(zone("a", 0, 3, 1.0, end=4.0), zone("b", 0, 2, 1.0, start=4.0), length=8.0, height=3.0),
            "above the wall's top at 6 m along it",
        ),
        (lambda: wall(zone("low", 0.0, 1.0, 0.8), zone("high", 1.0, 3.0, 1.2)), "stands out over the fill"),
        (lambda: wall(LOW, water_level=0.5, saturated_unit_weight=15e3), "cannot be less than unit_weight"),
    ],
)
def test_what_no_theory_covers_is_refused(make, says):
    with pytest.raises(ModelError) as caught:
        make()
    assert says in str(caught.value)


def test_an_overhang_above_the_fill_is_nobodys_business():
    assert wall(zone("low", 0.0, 1.0, 0.8), zone("high", 1.0, 3.0, 1.2), height=1.0).section()


def test_a_back_that_leans_too_far_is_not_called_a_weak_fill():
    # δ + β + ψ beyond 90°: the thrust would pull the wall inwards
    back = math.radians(44)
    steep = wall(
        zone("a", 0.0, 1.0, 2.0, back_batter=back), friction_angle=math.radians(44), wall_friction=math.radians(43.9)
    )
    options = StaticsOptions(methods=("pseudo_static",), thrusts=("mononobe_okabe",))
    with pytest.raises(ThrustError, match="leans so far"):
        analyse(steep, options, site=Site(kh=0.05))


def test_an_input_without_a_value_cannot_be_varied():
    with pytest.raises(OptionsError, match="must have a value in the project"):
        vary(wall(LOW, HIGH), Site(kh=0.1), {"backfill.height": np.array([1.0, 2.0])})


def test_values_are_put_in_together():
    subject = wall(LOW, friction_angle=math.radians(40), wall_friction=math.radians(30))
    new = {
        "backfill.friction_angle": np.radians([25.0, 35.0]),
        "backfill.wall_friction": np.radians([15.0, 20.0]),
    }
    for values in (new, dict(reversed(list(new.items())))):
        varied, _ = vary(subject, Site(kh=0.1), values)
        assert varied.backfill.wall_friction[0] == pytest.approx(math.radians(15))


def test_sweeping_below_a_joint_is_refused_in_words():
    subject = Wall(
        envelope=Envelope(zones=(zone("a", 0.0, 3.0, 1.0),), joint_levels=(0.8, 1.9)),
        materials={"stone": Material(unit_weight=24e3)},
        support=ROCK,
        joints=DRY,
    )
    study = Study(input="wall.height", start=1.0, stop=3.0)
    with pytest.raises(OptionsError, match="not below the wall's top"):
        analyse(subject, StaticsOptions(studies=(study,)), site=Site(kh=0.1))


def test_a_sweep_of_the_site_has_each_curve_once():
    options = StaticsOptions(
        thrusts=("seed_whitman", "mononobe_okabe"), studies=(Study(input="site.kh", start=0.0, stop=0.2, points=3),)
    )
    curves = analyse(wall(LOW), options, site=Site(kh=0.1)).studies[0].curves
    assert len(curves.where(case="static.coulomb", mode="sliding")) == 3


def test_a_lifted_joint_has_no_resultant():
    subject = wall(zone("a", 0.0, 3.0, 0.4), water_level=3.0, saturated_unit_weight=20e3)
    light = Wall(
        envelope=subject.envelope,
        materials={"stone": Material(unit_weight=6e3)},
        support=ROCK,
        joints=DRY,
        backfill=subject.backfill,
    )
    load = Loading(theory="rankine", kh=0.0, kv=0.0, water="pervious", uplift=True)
    state = balance(light.section(), 0, friction_angle=0.5, inertia=0.0, kv=0.5, backfill=light.backfill, loading=load)
    assert state.normal < 0
    assert math.isnan(float(state.resultant))
    assert float(state.sliding_factor) == 0.0
    assert float(state.contact_length) == 0.0


def test_a_thrust_and_its_increment_count_as_one():
    """kv upwards with hardly any kh: the increment is negative, and must lessen the thrust, not add resistance."""
    subject = wall(zone("a", 0.0, 3.0, 1.2))
    state = states(subject, "mononobe_okabe")[0].equilibrium
    load = Loading(theory="mononobe_okabe", kh=0.0, kv=0.2, water="pervious", uplift=True)
    lifted = balance(
        subject.section(), 0, friction_angle=0.5, inertia=0.0, kv=0.2, backfill=subject.backfill, loading=load
    )
    assert Force(name="soil_thrust_increment", outward=0, down=0, y=0, z=0).family == "soil_thrust"
    assert lifted.resisting_moment == pytest.approx(0.8 * float(state.resisting_moment))
    assert lifted.overturning_moment < state.overturning_moment
