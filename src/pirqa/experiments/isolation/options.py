"""Options: the wall on a bed of rounded stones beside the same wall fixed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import pi
from typing import Annotated

from annotated_types import Gt, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import Acceleration, Angle, Length, Ratio


@dataclass(frozen=True, kw_only=True)
class IsolationOptions:
    """The wall on a bed of rounded stones beside the same wall fixed."""

    friction_angle: Annotated[Angle, Gt(0), Lt(pi / 2)] | None = None
    """Friction angle at which the wall slides on the bed [rad]; the base's where that is of rounded stones."""
    rolling_resistance: tuple[Annotated[Ratio, Gt(0), Lt(1)], ...] = ()
    """Horizontal over vertical force at which the stones of the bed roll, a bed for each; none: they do not roll."""
    recentring_radius: Annotated[Length, Gt(0)] | None = None
    """Radius of the hollow that the bed rolls in [m]: it pulls back with the weight over it, per metre of drift."""
    joined_base: bool = False
    """Whether the stones on the bed are one foundation: the joints between them neither open nor slide."""
    motions: tuple[str, ...] | None = None
    """Names of the ground motions; all of the motion analysis where absent."""
    levels: tuple[Annotated[Acceleration, Gt(0)], ...] = ()
    """Peak ground accelerations that each motion is scaled to [m/s2], rising; as they are where there is none."""
    stiffer_joints: tuple[Annotated[Ratio, Gt(1)], ...] = (10.0, 100.0)
    """Factors on the joints' stiffness, rising: a run that leaves damage below the acceleration at which the wall rocks
    as one block is made again with each."""

    def __post_init__(self) -> None:
        check_bounds(self, "isolation")
        for key in ("levels", "rolling_resistance", "stiffer_joints"):
            if any(low >= high for low, high in pairwise(getattr(self, key))):
                raise ModelError(f"isolation.{key} must rise from one to the next: sort them, and give each once")
