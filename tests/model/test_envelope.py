"""Zones that stand on the base further back than their neighbours."""

from __future__ import annotations

import pytest

from pirqa.errors import ModelError
from pirqa.limit import analyse
from pirqa.model import Envelope, JointProperties, Material, Site, Support, Wall, Zone
from pirqa.statics import analyse as analyse_statics


def wall(front: float = 0.0, **more) -> Wall:
    zones = (
        Zone(name="low", material="stone", bottom=0.0, top=3.0, thickness=1.2, front=front),
        Zone(name="high", material="stone", bottom=3.0, top=5.0, thickness=0.5, **more),
    )
    return Wall(
        envelope=Envelope(zones=zones, length=6.0),
        materials={"stone": Material(unit_weight=25e3)},
        support=Support(kind="rock", friction_angle=0.5),
        joints=JointProperties(friction_angle=0.5),
    )


def test_a_set_back_moves_the_section_and_nothing_else():
    here, there = wall(), wall(front=0.4)
    assert there.section().contact(0) == (pytest.approx(0.4), pytest.approx(1.6))
    assert there.section().layers[1].back_top == pytest.approx(1.6)
    site = Site(kh=0.15)
    factors = [[check.factor for check in analyse_statics(item, site=site).checks] for item in (here, there)]
    assert factors[0] == pytest.approx(factors[1])
    starts = [[item.multiplier for item in analyse(one).mechanisms] for one in (here, there)]
    assert starts[0] == pytest.approx(starts[1])


def test_a_zone_above_has_its_place_from_the_zone_below():
    with pytest.raises(ModelError, match='zone "high": front is for zones that stand on the base; give flush'):
        Zone(name="high", material="stone", bottom=3.0, top=5.0, thickness=0.5, front=0.2)
