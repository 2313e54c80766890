"""Walls of the papers, built in code for the verification cases."""

from __future__ import annotations

import math
from typing import Any

from pirqa.model import Backfill, Envelope, JointProperties, Material, Support, Wall, Zone

__all__ = ["PAPER", "ROUNDING", "hatunrumiyoc", "ledge", "machu_picchu", "taper"]

PAPER = "Inka walls paper"
ROUNDING = "the equations are exact; half a unit of the last digit given"


def hatunrumiyoc() -> Wall:
    """The free-standing wall on rounded stones: 1.0 × 2.4 m, tan 30°."""
    base = Support(kind="rounded_stones", friction_angle=math.radians(30.0))
    return Wall.prismatic(height=2.4, thickness=1.0, unit_weight=23.6e3, support=base)


def machu_picchu(**changes: Any) -> Wall:
    """The terrace wall: 0.762 × 1.68 m, five courses, granular fill of φ = 40°."""
    rock = math.radians(30.0)
    fill = Backfill(**{"unit_weight": 15.7e3, "friction_angle": math.radians(40.0), **changes})
    return Wall.prismatic(
        height=1.68,
        thickness=0.762,
        unit_weight=23.6e3,
        support=Support(kind="blocks", friction_angle=rock),
        joints=JointProperties(friction_angle=rock),
        courses=5,
        backfill=fill,
    )


def taper() -> Wall:
    """A free-standing wall, 3 m high, 1.2 m thick at its foot and 0.6 m at its top, its back upright."""
    zone = Zone(name="wall", material="stone", bottom=0.0, top=3.0, thickness=1.2, thickness_top=0.6, flush="back")
    return Wall(
        envelope=Envelope(zones=(zone,)),
        materials={"stone": Material(unit_weight=24e3)},
        support=Support(kind="rock", friction_angle=math.radians(30.0)),
    )


def ledge() -> Wall:
    """A retaining wall whose back steps in by 0.6 m at 1 m: 1.5 m thick below, 0.9 m above, 3 m high."""
    zones = (
        Zone(name="low", material="stone", bottom=0.0, top=1.0, thickness=1.5),
        Zone(name="high", material="stone", bottom=1.0, top=3.0, thickness=0.9, flush="front"),
    )
    rock = math.radians(30.0)
    return Wall(
        envelope=Envelope(zones=zones),
        materials={"stone": Material(unit_weight=24e3)},
        support=Support(kind="rock", friction_angle=rock),
        joints=JointProperties(friction_angle=rock),
        backfill=Backfill(unit_weight=17e3, friction_angle=math.radians(36.0)),
    )
