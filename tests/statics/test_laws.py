"""Laws that any right answer keeps, for many walls."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.model import Backfill, Envelope, JointProperties, Material, Site, Support, Wall, Zone
from pirqa.statics import StaticsOptions
from pirqa.statics.pseudo_static import cases_for, joint_states, weakest_factors

OPTIONS = StaticsOptions(methods=("pseudo_static",), thrusts=("rankine", "coulomb", "seed_whitman", "mononobe_okabe"))


@st.composite
def walls(draw: st.DrawFn, *, fill: bool = True) -> Wall:
    """Walls of one or two zones, tapered or stepped, some of them retaining."""
    height = draw(st.floats(0.5, 6.0))
    thickness = draw(st.floats(0.3, 2.0))
    narrowing = draw(st.floats(0.5, 1.0))
    weight = draw(st.floats(18e3, 28e3))
    flush = draw(st.sampled_from(["front", "back", "centre"]))
    zones = [Zone(name="low", material="stone", bottom=0.0, top=height, thickness=thickness)]
    if draw(st.booleans()):
        zones = [
            replace(zones[0], top=0.6 * height, thickness_top=thickness * narrowing, flush=flush),
            Zone(
                name="high",
                material="light",
                bottom=0.6 * height,
                top=height,
                thickness=thickness * narrowing * draw(st.floats(0.5, 1.0)),
                flush=flush,
            ),
        ]
    friction = math.radians(draw(st.floats(15, 45)))
    backfill = None
    if fill:
        angle = draw(st.floats(30, 44))
        backfill = Backfill(
            unit_weight=draw(st.floats(14e3, 21e3)),
            friction_angle=math.radians(angle),
            wall_friction=math.radians(draw(st.floats(0, 0.6)) * angle),
            slope=math.radians(draw(st.floats(0, 12))),
        )
    return Wall(
        envelope=Envelope(zones=tuple(zones), courses=draw(st.integers(1, 5))),
        materials={"stone": Material(unit_weight=weight), "light": Material(unit_weight=0.8 * weight)},
        support=Support(kind="rock", friction_angle=friction),
        joints=JointProperties(friction_angle=friction),
        backfill=backfill,
    )


def scaled(wall: Wall, factor: float) -> Wall:
    materials = {name: Material(unit_weight=factor * item.unit_weight) for name, item in wall.materials.items()}
    backfill = wall.backfill and replace(wall.backfill, unit_weight=factor * wall.backfill.unit_weight)
    return replace(wall, materials=materials, backfill=backfill)


@given(walls(), st.floats(0.0, 0.25), st.floats(0.5, 1.5))
@settings(max_examples=60, deadline=None)
def test_scaling_all_unit_weights_changes_nothing(wall, kh, factor):
    for case in cases_for(wall, Site(kh=kh), OPTIONS):
        before, after = weakest_factors(wall, case, OPTIONS), weakest_factors(scaled(wall, factor), case, OPTIONS)
        for mode, value in before.items():
            assert after[mode] == pytest.approx(value, rel=1e-9)


@given(walls(), st.floats(0.0, 0.25), st.floats(0.2, 5.0))
@settings(max_examples=60, deadline=None)
def test_a_wall_twice_as_large_is_as_safe(wall, kh, factor):
    zones = tuple(
        replace(
            zone,
            bottom=factor * zone.bottom,
            top=factor * zone.top,
            thickness=factor * zone.thickness,
            thickness_top=zone.thickness_top and factor * zone.thickness_top,
        )
        for zone in wall.envelope.zones
    )
    larger = replace(wall, envelope=replace(wall.envelope, zones=zones))
    for case in cases_for(wall, Site(kh=kh), OPTIONS):
        before, after = weakest_factors(wall, case, OPTIONS), weakest_factors(larger, case, OPTIONS)
        for mode, value in before.items():
            assert after[mode] == pytest.approx(value, rel=1e-7)


@given(walls(fill=False), st.floats(0.01, 1.0), st.floats(1.0, 3.0))
@settings(max_examples=60, deadline=None)
def test_more_kh_never_raises_the_factor_of_a_free_wall(wall, kh, more):
    (weak,) = cases_for(wall, Site(kh=kh), OPTIONS)
    (strong,) = cases_for(wall, Site(kh=kh * more), OPTIONS)
    before, after = weakest_factors(wall, weak, OPTIONS), weakest_factors(wall, strong, OPTIONS)
    assert all(after[mode] <= before[mode] * (1 + 1e-12) for mode in before)


@given(walls(fill=False), st.floats(0.01, 1.0))
@settings(max_examples=60, deadline=None)
def test_a_free_wall_and_its_mirror_image_are_equally_safe(wall, kh):
    other_side = {"front": "back", "back": "front", "centre": "centre"}
    zones = tuple(replace(zone, flush=other_side[zone.flush]) for zone in wall.envelope.zones)
    mirrored = replace(wall, envelope=replace(wall.envelope, zones=zones))
    (case,) = cases_for(wall, Site(kh=kh), OPTIONS)
    before, after = weakest_factors(wall, case, OPTIONS), weakest_factors(mirrored, case, OPTIONS)
    for mode, value in before.items():
        assert after[mode] == pytest.approx(value, rel=1e-9)


@given(walls(), st.floats(0.0, 0.2))
@settings(max_examples=40, deadline=None)
def test_an_array_of_earthquakes_is_many_single_ones(wall, kh):
    coefficients = np.array([0.5 * kh, kh, kh + 0.05])
    for case in cases_for(wall, Site(kh=kh), OPTIONS):
        together = weakest_factors(wall, case.with_coefficient(coefficients), OPTIONS)
        for index, one in enumerate(coefficients):
            alone = weakest_factors(wall, case.with_coefficient(float(one)), OPTIONS)
            for mode, value in alone.items():
                assert np.broadcast_to(together[mode], 3)[index] == pytest.approx(float(value), rel=1e-12)


@given(walls(), st.floats(0.0, 0.2))
@settings(max_examples=40, deadline=None)
def test_forces_and_resultant_agree_about_moments(wall, kh):
    for case in cases_for(wall, Site(kh=kh), OPTIONS):
        for state in joint_states(wall, case, OPTIONS):
            balanced = state.equilibrium
            moment = sum(f.down * (f.y - balanced.front) - f.outward * (f.z - balanced.level) for f in balanced.forces)
            assert balanced.normal * balanced.resultant == pytest.approx(float(moment), rel=1e-9, abs=1e-6)
