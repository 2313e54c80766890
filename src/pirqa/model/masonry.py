"""Masonry: stones, where they touch, their material, and the joints between them.

Axes of a wall: ``x`` along it, to the right for who looks at its front; ``y`` from the front into the wall; ``z`` up
from the base.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from itertools import product
from math import pi, tan
from typing import Annotated, Any, Literal

import numpy as np
from annotated_types import Ge, Gt, Le, Lt, MaxLen, MinLen

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.units import Angle, JointDamping, JointStiffness, Length, Pressure, Ratio, UnitWeight


@dataclass(frozen=True, kw_only=True)
class Material:
    """Masonry or stone of one quality."""

    unit_weight: Annotated[UnitWeight, Ge(5e3), Le(60e3)]
    """Unit weight of the masonry, voids included [N/m3]."""
    youngs_modulus: Annotated[Pressure, Gt(0), Le(1e12)] | None = None
    """Elastic modulus of the masonry as a whole, joints included [Pa]; finite elements need it."""
    poisson_ratio: Annotated[Ratio, Ge(0), Lt(0.5)] = 0.2
    """Sideways over lengthwise strain."""

    def __post_init__(self) -> None:
        check_bounds(self, "material")


BASE = "base"
"""Name, in a contact, of what the wall stands on."""

ContactKind = Literal["joint", "patch"]
"""``joint``: flat faces that match; ``patch``: irregular faces that come near each other."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Stone:
    """One stone: its shape, and what was computed from it once."""

    name: str
    """Its own name or number."""
    zone: str
    """Name of the zone it belongs to."""
    material: str
    """Name of its material."""
    solid: Polyhedron
    parts: tuple[Polyhedron, ...]
    """Convex parts that together are the solid; the solid itself where it is convex."""
    volume: float
    """[m3]"""
    centroid: FloatArray
    """[m], shape (3,)"""
    inertia: FloatArray
    """Inertia tensor about the centroid for density 1 [m5], shape (3, 3)."""
    irregular: bool = False
    """Whether it is a scanned stone, whose faces do not match its neighbours' exactly."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ContactFace:
    """One flat piece of a joint."""

    polygon: FloatArray
    """Its corners [m], shape (n, 3), counter-clockwise about the normal."""
    normal: FloatArray
    """Unit vector out of the first stone into the second, shape (3,)."""
    area: float
    """[m2]"""
    gap: float
    """Largest distance between the two surfaces over it [m]: 0 in a clean drawing."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Contact:
    """Two stones that touch, or a stone and the base."""

    first: str
    second: str
    """Name of the other stone, or :data:`BASE`."""
    faces: tuple[ContactFace, ...]
    kind: ContactKind = "joint"

    @property
    def area(self) -> float:
        """Of all its faces together [m2]."""
        return sum(face.area for face in self.faces)


@dataclass(frozen=True, kw_only=True, eq=False)
class ControlPoint:
    """A point whose motion is watched."""

    name: str
    stone: str
    """Name of the stone it is on."""
    position: FloatArray
    """[m], shape (3,)"""


DAMPING_RATIO = 0.05
"""Fraction of critical damping where none is given: assumed."""
STIFFNESS_RATIO = 0.5
"""Tangential to normal stiffness where none is given: assumed (the Sacsayhuaman paper's choice, section 3.2)."""
OTHER_DAMPING = "damping read otherwise"
"""End of the case's name of a run whose damping number was read the other way, for comparison."""
_PAIRS = {"normal_stiffness": "Kn", "friction_angle": "μ", "damping": "ζ", "damping_ratio": "ζ", "restitution": "e"}
"""Properties that may be a low and a high value, and their symbols in the names of corners."""


@dataclass(frozen=True, kw_only=True)
class JointException:
    """Joints that differ from the rest of the wall."""

    between: Annotated[tuple[str, ...], MinLen(2), MaxLen(2)]
    """Two names: stones, zones, or base."""
    friction_angle: Annotated[Angle, Gt(0), Lt(pi / 2)] | None = None
    """Friction angle [rad]."""
    normal_stiffness: Annotated[JointStiffness, Gt(0)] | None = None
    """Pressure per penetration, Kn [N/m3]."""
    tangential_stiffness: Annotated[JointStiffness, Gt(0)] | None = None
    """Shear stress per elastic slip, Kt [N/m3]."""
    damping: Annotated[JointDamping, Ge(0)] | None = None
    """Pressure per speed of closing [Pa s/m]."""
    tension: Annotated[Pressure, Ge(0)] | None = None
    """Tensile strength of its mortar [Pa]."""
    cohesion: Annotated[Pressure, Ge(0)] | None = None
    """Cohesion of its mortar [Pa]."""

    def __post_init__(self) -> None:
        check_bounds(self, "joints.exceptions")
        if len(self.between) != 2:
            raise ModelError(f"joints.exceptions.between needs two names, not {len(self.between)}")
        object.__setattr__(self, "between", tuple(self.between))  # a list would not be frozen


@dataclass(frozen=True, kw_only=True)
class JointProperties:
    """Joints between the stones. What moves needs the stiffness; a pair of low and high values is run both ways."""

    friction_angle: Annotated[Angle, Gt(0), Lt(pi / 2)]
    """Friction angle between stones [rad]; the low one of a pair."""
    friction_angle_high: Annotated[Angle, Gt(0), Lt(pi / 2)] | None = None
    """The high one, where it is not well known [rad]; statics stays with the low one."""
    normal_stiffness: Annotated[JointStiffness, Gt(0)] | None = None
    """Pressure per penetration, Kn [N/m3]; the low one of a pair. It changes the answer, so it has no default."""
    normal_stiffness_high: Annotated[JointStiffness, Gt(0)] | None = None
    """The high one, where it is not well known [N/m3]."""
    tangential_stiffness: Annotated[JointStiffness, Gt(0)] | None = None
    """Shear stress per elastic slip, Kt [N/m3]; half of Kn where absent."""
    damping: Annotated[JointDamping, Ge(0)] | None = None
    """Pressure per speed of closing [Pa s/m]; the low one of a pair."""
    damping_high: Annotated[JointDamping, Ge(0)] | None = None
    """The high one, where it is not well known [Pa s/m]."""
    damping_ratio: Annotated[Ratio, Ge(0), Lt(2)] | None = None
    """Instead: a fraction of critical damping, 2·√(Kn·m), m being the reduced mass per contact area of both stones; the
    low one of a pair."""
    damping_ratio_high: Annotated[Ratio, Ge(0), Lt(2)] | None = None
    """The high one, where it is not well known [-]."""
    restitution: Annotated[Ratio, Gt(0), Lt(1)] | None = None
    """Instead: ratio of the speeds of rocking after and before an impact of the wall as one block; damping is found.
    The low one of a pair."""
    restitution_high: Annotated[Ratio, Gt(0), Lt(1)] | None = None
    """The high one, where it is not well known [-]."""
    tension: Annotated[Pressure, Ge(0)] = 0.0
    """Tensile strength of the mortar [Pa]; 0 is dry."""
    cohesion: Annotated[Pressure, Ge(0)] = 0.0
    """Cohesion of the mortar [Pa]; 0 is dry. Statics leaves it out, on the safe side."""
    dilation_angle: Annotated[Angle, Ge(0), Lt(pi / 4)] = 0.0
    """Rise of a sliding stone over the roughness [rad]."""
    dilation_limit: Annotated[Length, Ge(0)] = 0.0
    """Height at which it has risen over the roughness [m]."""
    exceptions: tuple[JointException, ...] = ()
    """Joints that differ from the rest of the wall."""

    def __post_init__(self) -> None:
        check_bounds(self, "joints")
        object.__setattr__(self, "exceptions", tuple(self.exceptions))  # a list would not be frozen
        given = [key for key in ("damping", "damping_ratio", "restitution") if getattr(self, key) is not None]
        if len(given) > 1:
            raise ModelError(f"joints.{given[0]} and joints.{given[1]} both say how joints are damped: give one")
        for low in _PAIRS:
            self._check_pair(low)
        if np.any((np.asarray(self.dilation_angle) > 0) & (np.asarray(self.dilation_limit) == 0)):
            raise ModelError('joints.dilation_limit is needed with dilation_angle: give for example "5 mm"')
        if np.any(np.asarray(self.friction_angle) <= self.dilation_angle):
            raise ModelError("joints.dilation_angle must be less than friction_angle: sliding would gain energy")

    def _check_pair(self, key: str) -> None:
        low, high = getattr(self, key), getattr(self, f"{key}_high")
        if high is None:
            return
        if low is None:
            raise ModelError(f"joints.{key}_high is given without joints.{key}: give both, or the low one alone")
        if np.any(np.asarray(low) >= high):
            raise ModelError(f"joints.{key}_high must be greater than joints.{key}")

    def corners(self) -> Mapping[str, JointProperties]:
        """Return the properties to run: as they are, or each end of each pair, by name; two pairs give four corners."""
        pairs = [key for key in _PAIRS if getattr(self, f"{key}_high") is not None]
        found: dict[str, JointProperties] = {}
        for ends in product(("low", "high"), repeat=len(pairs)):
            values: dict[str, Any] = {
                key: getattr(self, key if end == "low" else f"{key}_high") for key, end in zip(pairs, ends, strict=True)
            }
            name = ", ".join(f"{_PAIRS[key]} {end}" for key, end in zip(pairs, ends, strict=True))
            values |= {f"{key}_high": None for key in pairs}
            found[name] = replace(self, **values)
        return found

    def without_pairs(self, *keep: str) -> JointProperties:
        """Return the properties with the low end of every pair, but for the keys to ``keep``."""
        lone: dict[str, Any] = {f"{key}_high": None for key in _PAIRS if key not in keep}
        return replace(self, **lone)

    def between(self, *names: frozenset[str]) -> JointProperties:
        """Of one joint, each side of which answers to some names (a stone to its own and its zone's); the last wins."""
        here = self
        for exception in self.exceptions:
            one, other = exception.between
            sides = names if len(names) == 2 else (*names, *names)
            if (one in sides[0] and other in sides[1]) or (one in sides[1] and other in sides[0]):
                given = {item.name: getattr(exception, item.name) for item in fields(exception)}
                changes = {key: value for key, value in given.items() if key != "between" and value is not None}
                if "damping" in changes:
                    changes |= {"damping_ratio": None, "restitution": None}
                # one joint is no pair
                here = replace(here.without_pairs(), **changes)
        return here

    @property
    def friction(self) -> float:
        """Coefficient of friction, μ [-]."""
        return tan(self.friction_angle)
