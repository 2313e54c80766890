"""How stones are shaken: numerical choices, and what acts on the wall."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import pi
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import Angle, AngularVelocity, Length, Ratio, Time


@dataclass(frozen=True, kw_only=True)
class ScanOptions:
    """How scanned stones are laid on each other."""

    distance: Annotated[Length, Gt(0), Le(0.1)] = 0.005
    """How far a facet may be from the plane of its joint, and two parts from each other [m]."""
    angle: Annotated[Angle, Gt(0), Lt(pi / 4)] = pi / 18
    """How far it may be turned out of that plane [rad]."""
    shape: Annotated[Length, Gt(0), Le(0.5)] = 0.005
    """How far corners of a stone may be cut off to simplify it for loose contact [m]."""
    corners: Annotated[int, Gt(7), Le(200)] = 24
    """Corners of a part at most, even where that cuts off more."""

    def __post_init__(self) -> None:
        check_bounds(self, "dynamics.simulation.scan")


ContactLaw = Literal["exact", "points"]
"""``exact``: integrals over the overlap; ``points``: a grid of points, as finite-element programs sample it."""


@dataclass(frozen=True, kw_only=True)
class SimulationOptions:
    """How a run is computed and what is kept of it."""

    contact: ContactLaw = "exact"
    """How pressure is summed over a joint."""
    points: Annotated[int, Ge(1), Le(50)] = 3
    """Points along each side of a joint, for contact = "points"."""
    step: Annotated[Time, Gt(0)] | None = None
    """Time step [s]; a stated share of the stable one where absent."""
    safety: Annotated[Ratio, Gt(0), Lt(1)] = 0.35
    """Share of the stable time step that is used where none is given."""
    refine: Annotated[int, Ge(0), Le(6)] = 3
    """How often a run may be made again with half the time step, where its energy does not close."""
    allow_unstable: bool = False
    """Whether a time step above the stable one is run all the same."""
    renew_after: Annotated[Length, Gt(0)] = 1e-3
    """Slide after which the overlap of two faces is found again [m]."""
    ramp: Annotated[Time, Ge(0)] = 1.0
    """During which gravity grows from nothing [s]."""
    hold: Annotated[Time, Gt(0)] = 20.0
    """At most this long the wall may take to come to rest under gravity [s]."""
    quiet: Annotated[Ratio, Gt(0), Lt(1)] = 1e-9
    """Kinetic over elastic energy at which it is at rest."""
    settling_damping: Annotated[Ratio, Ge(0), Lt(1)] = 0.2
    """Least fraction of critical damping while it comes to rest; the joints' own where that is more."""
    free: Annotated[Time, Ge(0)] = 10.0
    """At most this long the wall swings out before residuals are read [s]; less where it is at rest."""
    output_step: Annotated[Time, Gt(0)] = 0.01
    """Between the states that are kept [s]."""
    scan: ScanOptions = field(default_factory=ScanOptions)
    """How scanned stones are laid on each other."""

    def __post_init__(self) -> None:
        check_bounds(self, "dynamics.simulation")


@dataclass(frozen=True, kw_only=True)
class TiltOptions:
    """The base, or gravity, turned slowly about the wall's foot until the wall falls."""

    to: Annotated[Angle, Gt(0), Lt(pi / 2)]
    """Where it ends [rad]."""
    by: Annotated[Angle, Gt(0)] | None = None
    """Angle of one step, after which it is held [rad]; without it the turning is steady."""
    held: Annotated[Time, Ge(0)] = 6.0
    """How long each step is held [s]."""
    rate: Annotated[AngularVelocity, Gt(0)] = pi / 180.0
    """How fast it turns [rad/s]."""
    slow_from: Annotated[Angle, Ge(0)] | None = None
    """From this angle on it turns at slow_rate [rad]."""
    slow_rate: Annotated[AngularVelocity, Gt(0)] = 0.2 * pi / 180.0
    """[rad/s]"""
    towards: Literal["front", "back", "left", "right"] = "front"
    """Which way the wall is tipped."""
    turning: Literal["platform", "gravity"] = "platform"
    """What turns: the platform with the wall on it, or gravity under a wall that stays upright."""
    until_fallen: Annotated[Ratio, Ge(0), Lt(1)] | None = None
    """Share of stones above which the run ends once they sank by half their height [-]; at its end where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "dynamics.tilt")
        if self.slow_from is not None and self.slow_from >= self.to:
            raise ModelError("dynamics.tilt.slow_from must be less than to")


@dataclass(frozen=True, kw_only=True)
class SettlementOptions:
    """Stones of the base that sink."""

    stones: tuple[str, ...]
    """Names of fixed stones."""
    by: Length
    """How far they sink [m]; negative: they are lifted."""
    duration: Annotated[Time, Gt(0)] = 5.0
    """In which they do [s]."""

    def __post_init__(self) -> None:
        check_bounds(self, "dynamics.settlement")
        if not self.stones:
            raise ModelError("dynamics.settlement.stones is empty: name the stones that sink")
