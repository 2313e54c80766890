"""What the fill does to a part of the wall, as another room computes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

__all__ = ["EarthThrust", "SoilForce"]


@dataclass(frozen=True, kw_only=True)
class SoilForce:
    """A force of the fill per metre of wall."""

    name: str
    """``soil_thrust``, ``water_thrust``, ``resting_soil`` …"""
    outward: float
    """[N/m]; ``nan`` where the theory has no solution."""
    down: float
    """[N/m]"""
    y: float
    """Where it acts, from the front edge of the base [m]."""
    z: float
    """Level at which it acts [m]."""
    mass: bool = False
    """Whether it is the weight of soil that rides on the wall and shakes with it."""


class EarthThrust(Protocol):
    """Gives the forces of the fill on the part of a section above a level, in an earthquake of ``coefficient``."""

    def __call__(self, station: float, level: float, coefficient: float) -> tuple[SoilForce, ...]:
        """Forces at ``station`` along the wall [m], above ``level`` [m]; ``coefficient`` is kh [-]."""
        ...
