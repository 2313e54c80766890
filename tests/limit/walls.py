"""Walls for the tests of mechanisms."""

from __future__ import annotations

import math
from math import radians

import numpy as np

from pirqa.limit.stage import LimitResult
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.masonry import JointProperties, Material
from pirqa.model.mechanism import CapacityCurve, Mechanism
from pirqa.model.polyhedron import Polyhedron
from pirqa.model.support import Backfill, Support
from pirqa.model.wall import Wall
from pirqa.survey.solids import extrude
from pirqa.verification.limit_blocks import solids_wall

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


def wedge_in_a_notch(slope: float, joints: JointProperties) -> Wall:
    """A wedge, 3, that lies in a notch between two fixed stones, its faces ``slope`` [deg] steep."""
    rise = math.tan(math.radians(slope))
    low, high = 0.2, 1.0
    near, far = low / rise + 0.1, high / rise + 0.1
    block = [(-near, low), (near, low), (far, high), (-far, high)]
    side = [(near, low), (far + 0.5, low), (far + 0.5, high), (far, high)]
    rings = [[(-x, z) for x, z in reversed(side)], side, block]
    return solids_wall([_prism(ring) for ring in rings], joints, fixed=("1", "2"))


def _prism(ring: list[tuple[float, float]]) -> Polyhedron:
    return extrude(np.array(ring), lambda places: np.zeros(len(places)), lambda places: np.ones(len(places)))
