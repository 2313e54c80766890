"""Options: the wall with soil behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le

from pirqa.model.bounds import check_bounds
from pirqa.units import JointStiffness, Ratio, Time, Velocity

SoilThrust = Literal["coulomb", "seed_whitman", "mononobe_okabe", "whitman"]
"""Theory of the least pressure, as statics has it: ``coulomb``: no earthquake in it; ``seed_whitman``: ¾kh more
of it; ``mononobe_okabe``: K_AE(kh) less K_A more; ``whitman``: K_A + ¾kh, all of it at 0.6H (Inka walls paper)."""


@dataclass(frozen=True, kw_only=True)
class SoilOptions:
    """The wall with soil behind it."""

    motions: tuple[str, ...] | None = None
    """Names of the ground motions that drive the base; all of the motion analysis where absent, none where empty."""
    thrust: SoilThrust = "seed_whitman"
    """Theory of the active pressure and of what an earthquake adds to it."""
    rest_coefficient: Annotated[Ratio, Gt(0), Le(5)] | None = None
    """Pressure at rest over the stress of the fill's own weight, K0 [-]; 1 − sin φ where absent."""
    subgrade_modulus: Annotated[JointStiffness, Gt(0)] | None = None
    """Pressure of the fill per movement of the wall into it [N/m3]; from active_movement where absent."""
    active_movement: Annotated[Ratio, Gt(0), Le(0.1)] = 1e-3
    """Movement of a wall, of the fill's height, in which the pressure at rest falls to the active one [-]."""
    strips: Annotated[int, Ge(4), Le(200)] = 24
    """Levels into which the height of the fill is cut."""
    compare_bare: bool = True
    """Whether each motion also shakes the wall without the soil, for comparison."""
    ramp: bool = True
    """Whether a slow level pull finds the coefficient at which the stones give way, beside that of statics."""
    ramp_duration: Annotated[Time, Gt(0)] = 20.0
    """In which the pull grows [s]."""
    ramp_to: Annotated[Ratio, Gt(0), Le(3)] | None = None
    """Horizontal coefficient at its end [-]; half as much again as that of statics where absent."""
    onset_speed: Annotated[Velocity, Gt(0)] = 1e-2
    """Outward speed of a stone that goes on until the end, at which the wall gives way [m/s]."""

    def __post_init__(self) -> None:
        check_bounds(self, "soil")
