"""Stones, and where they touch.

Axes of a wall: ``x`` along it, to the right for who looks at its front; ``y`` from the front into the wall; ``z`` up
from the base.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pirqa.model.polyhedron import FloatArray, Polyhedron

__all__ = ["BASE", "Contact", "ContactFace", "ContactKind", "ControlPoint", "Stone"]

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
