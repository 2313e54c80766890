"""Walls of the papers, built in code for the verification cases."""

from __future__ import annotations

import math
from typing import Any

from pirqa.model import Backfill, JointProperties, Support, Wall

__all__ = ["PAPER", "ROUNDING", "hatunrumiyoc", "machu_picchu"]

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
