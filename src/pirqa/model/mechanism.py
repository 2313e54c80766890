"""A collapse mechanism: rigid bodies that move together, what starts them, and how far they go until they fall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from pirqa.errors import ModelError
from pirqa.model.check import Effect, Place
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY

FillForces = Literal["seismic", "static", "none"]
"""How the forces of a mechanism follow the fill behind the wall: ``seismic``, thrust at rest and its growth in the
earthquake; ``static``, thrust at rest alone; ``none``, left out."""
MechanismKind = Literal["overturning", "bending", "corner", "custom", "blocks"]
"""``overturning``: all above a level turns about an edge of it; ``bending``: two parts of a wall that is held at its
top; ``corner``: a wedge of a corner or buttress; ``custom``: the user's bodies and hinges; ``blocks``: found on the
stones."""

LoadDirection = Literal["outward", "inward", "forward", "backward"]
"""``outward``: towards the front (−y); ``inward``: towards the back (+y); ``forward``, ``backward``: along the wall."""


@dataclass(frozen=True, kw_only=True, eq=False)
class MechanismBody:
    """One rigid body of a mechanism."""

    name: str
    weight: float
    """[N]"""
    centroid: FloatArray
    """At rest: x along the wall, y from its front into it, z up [m], shape (3,)."""
    virtual: FloatArray
    """Virtual displacement of the centroid where the control point moves by 1 in the load's direction, shape (3,)."""
    outline: FloatArray
    """Its cross-section at rest, corners (y, z) [m], shape (n, 2), for drawing; empty where stones are drawn."""


@dataclass(frozen=True, kw_only=True, eq=False)
class MechanismForce:
    """A force on a body that is not its own weight."""

    name: str
    kind: str
    """Key of its words in the report's word files: ``strut``, ``tie``, ``thrust``, ``roof``, ``backfill`` …"""
    point: FloatArray
    """Where it acts at rest [m], shape (3,)."""
    force: FloatArray
    """At the start of the motion [N], shape (3,)."""
    virtual_work: float
    """Its work where the control point moves by 1 m [N]: positive where it drives the mechanism."""


@dataclass(frozen=True, kw_only=True)
class CurveEvent:
    """Something that happens on the way."""

    name: str
    """Key of its words: ``strut_fails``, ``support_lost`` …"""
    what: str
    """Name of the strut, tie or body."""
    displacement: float
    """Of the control point [m]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CapacityCurve:
    """Load multiplier against displacement, computed with finite rotations, until it is zero; all of shape (n,)."""

    displacement: FloatArray
    """Of the control point, in the load's direction, from 0 up: d_k [m]."""
    multiplier: FloatArray
    """α [-]; where a force vanishes at once the displacement is there twice."""
    spectral_displacement: FloatArray
    """d* [m] (Chokepukio paper, eq. 10)."""
    spectral_acceleration: FloatArray
    """a* = α g / e*, without any confidence factor [m/s2]."""
    events: tuple[CurveEvent, ...] = ()

    def __post_init__(self) -> None:
        names = ("displacement", "multiplier", "spectral_displacement", "spectral_acceleration")
        lengths = {len(getattr(self, name)) for name in names}
        if len(lengths) != 1 or min(lengths) < 2:
            raise ModelError("a capacity curve needs the same number of points, two or more, in each of its columns")

    @property
    def ultimate_displacement(self) -> float:
        """d_k0, where the multiplier comes to zero [m]."""
        return float(self.displacement[-1])

    @property
    def ultimate_spectral_displacement(self) -> float:
        """d0* [m]."""
        return float(self.spectral_displacement[-1])

    def acceleration_at(self, spectral_displacement: float) -> float:
        """a* at d* [m/s2]; after the jump where a force vanishes just there."""
        d, a = self.spectral_displacement, self.spectral_acceleration
        after = int(np.searchsorted(d, spectral_displacement, side="right"))
        if after >= len(d):
            return float(a[-1])
        share = (spectral_displacement - d[after - 1]) / (d[after] - d[after - 1])
        return float(a[after - 1] + share * (a[after] - a[after - 1]))


@dataclass(frozen=True, kw_only=True, eq=False)
class Mechanism:
    """One way of falling."""

    name: str
    """Its own, such as ``overturning.outward.base``."""
    kind: MechanismKind
    place: Place
    """Where it turns, and which way."""
    level: float
    """Of the hinge above the ground [m]: 0 is a global mechanism, more a local one."""
    height: float
    """Of the whole structure above the ground [m]."""
    direction: FloatArray
    """In which the earthquake's force pushes, shape (3,)."""
    multiplier: float
    """α0: horizontal force over weight that starts it [-]; 0 or less: it falls by itself."""
    mass_fraction: float
    """e*: share of the weight that takes part [-]."""
    participating_mass: float
    """M* [kg]."""
    bodies: tuple[MechanismBody, ...]
    hinges: tuple[FloatArray, ...] = ()
    """Points of the hinge lines at rest [m], each of shape (3,)."""
    forces: tuple[MechanismForce, ...] = ()
    curve: CapacityCurve | None = None
    """None where only the start of the motion is known."""
    poses: FloatArray | None = None
    """For drawing: rigid motion [R | t] of each body at displacements ``pose_displacement``, x → R x + t,
    shape (k, bodies, 3, 4)."""
    pose_displacement: FloatArray | None = None
    """Displacement of the control point at each pose [m], shape (k,)."""
    fill: FillForces = "none"
    """How it follows a fill behind the wall; ``seismic`` also where the fill does not reach it."""
    at_rest: float = 0.0
    """Work of what drives without any earthquake over that of what holds [-]."""
    crushing: bool = False
    """Whether the hinge was set back for the strength of the masonry."""
    notes: tuple[str, ...] = ()
    """Keys of remarks in the report's word files."""

    @property
    def includes(self) -> tuple[Effect, ...]:
        """Effects of its forces that the declarations of its methods leave out: walls at a right angle."""
        return ("returns",) if any(force.kind == "side_wall" for force in self.forces) else ()

    @property
    def spectral_acceleration(self) -> float:
        """a0* = α0 g / e*, without any confidence factor [m/s2] (Circolare 617/2009 C8A.4.4; one body: α0 g)."""
        return self.multiplier * STANDARD_GRAVITY / self.mass_fraction

    @property
    def weight(self) -> float:
        """Of all bodies [N]."""
        return sum(body.weight for body in self.bodies)

    @property
    def local(self) -> bool:
        """Whether it turns above the ground, so that the structure below it amplifies the shaking."""
        return self.level > 1e-9
