"""Small walls that are pushed in a second or two."""

from __future__ import annotations

from typing import Any

from pirqa.fem.options import FeOptions
from pirqa.fem.pushover.options import Masonry, PushoverOptions
from pirqa.model import Envelope, JointProperties, Material, Support, Wall, Zone

SIZE = 0.3
FE = FeOptions(size=SIZE, layers=2)
MASONRY = Masonry(tensile_strength=1e4, tensile_energy=15.0, compressive_strength=5e6, compressive_energy=5e4)


def strip(thickness: float = 0.6, height: float = 2.4, length: float = SIZE) -> Wall:
    """One brick long."""
    return Wall(
        envelope=Envelope(
            zones=(Zone(name="wall", material="stone", bottom=0.0, top=height, thickness=thickness),), length=length
        ),
        materials={"stone": Material(unit_weight=20e3, youngs_modulus=600e6)},
        support=Support(kind="rock", friction_angle=0.5),
        joints=JointProperties(friction_angle=0.5),
    )


def options(**changes: Any) -> PushoverOptions:
    settings: dict[str, Any] = {
        "masonry": {"stone": MASONRY},
        "halved_viscosity": False,
        "other_control": False,
        "target": 0.02,
        "step": 0.001,
        "solver": "superlu",
    }
    return PushoverOptions(**(settings | changes))
