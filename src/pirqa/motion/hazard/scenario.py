"""An earthquake as ground-motion models take it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from annotated_types import Ge, Gt, Le

from pirqa.errors import ModelError, did_you_mean
from pirqa.model.bounds import check_bounds
from pirqa.units import Length, Velocity

__all__ = ["Scenario", "ScenarioMechanism"]

ScenarioMechanism = Literal["strike_slip", "normal", "reverse", "unspecified", "interface", "intraslab"]
"""Type of earthquake; the first four are crustal."""


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """The earthquake that governs a site, and the site.

    >>> Scenario(magnitude=7.0, distance=20e3, mechanism="strike_slip").crustal
    True
    """

    magnitude: Annotated[float, Gt(3), Le(9.7)]
    """Moment magnitude."""
    distance: Annotated[Length, Ge(0), Le(1_000_000)]
    """Closest distance to the rupture [m]; for an intraslab earthquake the distance to its hypocentre."""
    mechanism: ScenarioMechanism = "unspecified"
    vs30: Annotated[Velocity, Ge(100), Le(3000)] = 760.0
    """Shear-wave velocity of the upper 30 m of the site [m/s]."""
    depth: Annotated[Length, Ge(0), Le(300_000)] | None = None
    """Depth of the hypocentre [m]."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.set.scenario")
        if self.mechanism not in get_args(ScenarioMechanism):
            hint = did_you_mean(str(self.mechanism), get_args(ScenarioMechanism))
            raise ModelError(f'motion.set.scenario.mechanism: "{self.mechanism}" is not known; {hint}')

    @property
    def crustal(self) -> bool:
        """Whether the earthquake is one of the crust, not of a subduction zone."""
        return self.mechanism not in ("interface", "intraslab")
