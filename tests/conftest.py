from __future__ import annotations

import math
from pathlib import Path

import pytest

from pirqa.model import Backfill, JointProperties, Site, Support, Wall
from pirqa.units import STANDARD_GRAVITY

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"


@pytest.fixture
def base() -> Support:
    return Support(kind="rock", friction_angle=math.radians(30))


@pytest.fixture
def site() -> Site:
    return Site(kh=0.15, acceleration=0.3 * STANDARD_GRAVITY)


@pytest.fixture
def free_wall(base: Support) -> Wall:
    return Wall.prismatic(height=2.4, thickness=1.0, unit_weight=23.6e3, support=base)


@pytest.fixture
def terrace_wall(base: Support) -> Wall:
    return Wall.prismatic(
        height=1.68,
        thickness=0.762,
        unit_weight=23.6e3,
        support=base,
        joints=JointProperties(friction_angle=math.radians(30)),
        courses=5,
        backfill=Backfill(unit_weight=15.7e3, friction_angle=math.radians(40)),
    )
