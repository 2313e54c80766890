from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirqa.errors import ModelError
from pirqa.model import Backfill, Envelope, JointProperties, Material, Support, Wall, Zone
from pirqa.model.envelope import trapezium

STONE = {"stone": Material(unit_weight=23.6e3)}
ROCK = Support(kind="rock", friction_angle=0.5)
DRY = JointProperties(friction_angle=0.5)


def zone(name: str, bottom: float, top: float, thickness: float, **more) -> Zone:
    return Zone(name=name, material="stone", bottom=bottom, top=top, thickness=thickness, **more)


def wall(*zones: Zone, **more) -> Wall:
    return Wall(envelope=Envelope(zones=zones, **more), materials=STONE, support=ROCK, joints=DRY)


@given(*[st.floats(0.1, 3.0)] * 6)
def test_trapezium_against_a_fan_of_triangles(bottom, height, front, lean, wide, narrow):
    top = bottom + height
    corners = np.array([(front, bottom), (front + wide, bottom), (front + lean + narrow, top), (front + lean, top)])
    area = moment_y = moment_z = 0.0
    for (y0, z0), (y1, z1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        cross = y0 * z1 - y1 * z0
        area += cross / 2
        moment_y += (y0 + y1) * cross / 6
        moment_z += (z0 + z1) * cross / 6
    found = trapezium(bottom, top, front, front + lean, front + wide, front + lean + narrow)
    assert found == pytest.approx((area, moment_y, moment_z), rel=1e-9)


def test_stepped_wall_is_flush_where_it_is_told():
    low = zone("low", 0.0, 2.0, 1.2)
    for flush, front in (("front", 0.0), ("back", 0.7), ("centre", 0.35)):
        section = wall(low, zone("high", 2.0, 3.0, 0.5, flush=flush)).section()
        assert section.layers[1].front_bottom == pytest.approx(front)
        assert section.joints == (0.0, 2.0)
        assert section.contact(1) == pytest.approx((front, front + 0.5))


def test_taper_and_batter_are_the_same_wall():
    angle = math.atan(0.3 / 3.0)
    taper = wall(zone("a", 0.0, 3.0, 1.0, thickness_top=0.7, flush="back")).section()
    batter = wall(zone("a", 0.0, 3.0, 1.0, front_batter=angle)).section()
    for one, other in zip(taper.layers, batter.layers, strict=True):
        assert one.front_top == pytest.approx(other.front_top)
        assert one.back_top == pytest.approx(other.back_top)
    assert taper.above(0.0).weight == pytest.approx(23.6e3 * 3.0 * 0.85)


def test_thickness_may_change_along_the_wall():
    long = wall(zone("thin", 0.0, 6.0, 1.2, end=8.0), zone("thick", 0.0, 6.0, 1.5, start=8.0), length=20.0, courses=3)
    assert [section.station for section in long.sections()] == [4.0, 14.0]
    assert [section.layers[0].back_bottom for section in long.sections()] == [1.2, 1.5]
    assert long.section(4.0).joints == pytest.approx((0.0, 2.0, 4.0))


def test_mirrored_section_keeps_weight_and_turns_the_centroid():
    section = wall(zone("a", 0.0, 3.0, 1.0, thickness_top=0.4)).section()
    part, other = section.above(1.0), section.mirrored().above(1.0)
    assert other.weight == pytest.approx(part.weight)
    assert other.y == pytest.approx(-part.y)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: zone("a", 0.0, 2.0, -1.0), "thickness must be greater than 0"),
        (lambda: zone("a", 0.0, 2.0, math.nan), "must be finite"),
        (lambda: zone("a", 2.0, 1.0, 1.0), "top must be above bottom"),
        (lambda: zone("a", 0.0, 2.0, 1.0, thickness_top=0.5, front_batter=0.1), "not both"),
        (lambda: zone("a", 0.0, 20.0, 1.0, front_batter=0.2), "faces cross"),
        (lambda: wall(zone("a", 0.0, 2.0, 1.0), zone("b", 1.5, 3.0, 1.0)), 'zones "a" and "b" overlap'),
        (lambda: wall(zone("a", 0.0, 2.0, 1.0), zone("b", 2.5, 3.0, 1.0)), "gap under it"),
        (lambda: wall(zone("a", 1.0, 2.0, 1.0)), "does not stand on the base"),
        (lambda: wall(zone("a", 0.0, 2.0, 1.0), zone("a", 2.0, 3.0, 1.0)), "two zones"),
        (lambda: wall(zone("a", 0.0, 2.0, 1.0, end=3.0)), "length is needed"),
        (lambda: wall(zone("a", 0.0, 2.0, 1.0, end=3.0), length=5.0), "no zone covers"),
        (lambda: wall(zone("a", 0.0, 2.0, 1.0, end=30.0), length=5.0), "beyond the wall"),
        (lambda: wall(zone("a", 0.0, 2.0, 1.0), joint_levels=(2.5,)), "not below the wall's top"),
        (lambda: wall(zone("a", 0.0, 2.0, 1.0), joint_levels=(0.5,), courses=3), "not both"),
        (lambda: wall(), "at least one zone"),
        (lambda: wall(zone("a", 0.0, 2.0, 1.0), joint_levels=(0.5, 0.5)), "given twice"),
        (lambda: Wall(envelope=Envelope(zones=(zone("a", 0, 2, 1),)), materials={}, support=ROCK), "wall.material"),
        (
            lambda: Wall.prismatic(height=2, thickness=1, unit_weight=2e4, support=ROCK, courses=3),
            "needs joints.friction_angle",
        ),
        (lambda: Backfill(unit_weight=1.6e4, friction_angle=0.6, slope=0.7), "slope must be less than"),
        (lambda: Backfill(unit_weight=1.6e4, friction_angle=0.6, wall_friction=0.7), "wall_friction cannot exceed"),
        (lambda: Backfill(unit_weight=1.6e4, friction_angle=0.6, cohesion=5e3), "cohesion must be 0"),
        (lambda: Backfill(unit_weight=1.6e4, friction_angle=0.6, water_level=1.0), "saturated_unit_weight is needed"),
        (lambda: Material(unit_weight="heavy"), "must be a number"),  # type: ignore[arg-type]
    ],
)
def test_impossible_walls_are_refused_by_name(make, says):
    with pytest.raises(ModelError) as caught:
        make()
    assert says in str(caught.value)
