"""Walls for the tests of mechanisms."""

from __future__ import annotations

from math import radians

from pirqa.limit.stage import LimitResult
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.masonry import JointProperties, Material
from pirqa.model.mechanism import CapacityCurve, Mechanism
from pirqa.model.support import Backfill, Support
from pirqa.model.wall import Wall

ROCK = Support(kind="rock", friction_angle=radians(35.0))


def prism(
    height: float = 4.0, thickness: float = 0.8, length: float | None = None, backfill: Backfill | None = None
) -> Wall:
    zone = Zone(name="wall", material="stone", bottom=0.0, top=height, thickness=thickness)
    return of_zones(zone, length=length, backfill=backfill)


def of_zones(*zones: Zone, length: float | None = None, backfill: Backfill | None = None, courses: int = 1) -> Wall:
    return Wall(
        envelope=Envelope(zones=zones, length=length, courses=courses),
        materials={"stone": Material(unit_weight=20e3)},
        support=ROCK,
        joints=JointProperties(friction_angle=radians(30.0)),
        backfill=backfill,
    )


def named(result: LimitResult, name: str) -> Mechanism:
    return next(item for item in result.mechanisms if item.name == name)


def curve_of(mechanism: Mechanism) -> CapacityCurve:
    assert mechanism.curve is not None
    return mechanism.curve
