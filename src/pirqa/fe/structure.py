"""The finite-element model: a mesh, what its zones are made of, how it is held."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.errors import ModelError
from pirqa.fe.elements.bricks import NODES, BrickKind, Bricks
from pirqa.fe.mesh.mesh import Mesh
from pirqa.model.polyhedron import FloatArray

_LEVEL = 1e-5
"""Of the wall's height: nodes this near to the lowest one stand on the base."""

__all__ = ["Bed", "PointMass", "Solid", "Spring", "Structure", "StrutBar"]


@dataclass(frozen=True, kw_only=True)
class Solid:
    """What a zone is made of."""

    youngs_modulus: float
    """[Pa]"""
    poisson_ratio: float
    density: float
    """[kg/m3]"""


@dataclass(frozen=True, kw_only=True)
class Spring:
    """From a point of the wall to something that does not move."""

    name: str
    place: tuple[float, float, float]
    """[m]"""
    direction: tuple[float, float, float]
    """Unit vector in which it resists."""
    stiffness: float
    """[N/m]"""


@dataclass(frozen=True, kw_only=True)
class StrutBar:
    """A round bar between two points of the mesh."""

    name: str
    first: tuple[float, float, float]
    """[m]"""
    second: tuple[float, float, float]
    """[m]"""
    youngs_modulus: float
    """[Pa]"""
    diameter: float
    """[m]"""
    clamped: bool = False
    """Whether its ends turn with the wall; hinged where not."""
    shear_modulus: float | None = None
    """[Pa], of a clamped one's twist; a sixteenth of youngs_modulus, as of timber (EN 338), where absent."""
    density: float = 0.0
    """[kg/m3]; half of its mass goes to each end."""


@dataclass(frozen=True, kw_only=True)
class PointMass:
    """Something heavy on the wall."""

    name: str
    place: tuple[float, float, float]
    """[m]"""
    mass: float
    """[kg]"""


@dataclass(frozen=True, kw_only=True)
class Bed:
    """Elastic ground under the base, in place of a fixed one (Winkler)."""

    normal: float
    """Pressure per settlement [N/m3]."""
    shear: float
    """Shear stress per shift [N/m3]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Structure:
    """Bricks, what they are made of, and what holds them."""

    mesh: Mesh
    kind: BrickKind
    solids: Mapping[str, Solid]
    """By zone."""
    bed: Bed | None = None
    """Under all faces at the lowest level; the base is fixed where absent."""
    held: bool = True
    """Whether the base is held at all; a free body has six rigid motions."""
    springs: tuple[Spring, ...] = ()
    struts: tuple[StrutBar, ...] = ()
    masses: tuple[PointMass, ...] = ()

    def __post_init__(self) -> None:
        nodes = NODES[self.kind]
        if self.mesh.bricks.shape[1] != nodes:
            raise ModelError(f'bricks "{self.kind}" have {nodes} nodes, those of the mesh {self.mesh.bricks.shape[1]}')
        for index in np.unique(self.mesh.zone):
            name = self.mesh.zones[index]
            if name not in self.solids:
                raise ModelError(f'zone "{name}" has no elastic material: give its youngs_modulus and poisson_ratio')

    @property
    def bricks(self) -> Bricks:
        """With the stiffness and density of their zones."""
        kinds = [self.solids.get(name) for name in self.mesh.zones]

        def spread(key: str) -> FloatArray:
            return np.asarray(np.array([getattr(kind, key, 0.0) for kind in kinds])[self.mesh.zone], dtype=np.float64)

        return Bricks(
            kind=self.kind,
            corners=self.mesh.places,
            youngs_modulus=spread("youngs_modulus"),
            poisson_ratio=spread("poisson_ratio"),
            density=spread("density"),
        )

    @property
    def foot(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Numbers of the nodes at the lowest level; files may keep it to seven digits only."""
        level = self.mesh.nodes[:, 2]
        return np.asarray(np.flatnonzero(level <= level.min() + _LEVEL * float(np.ptp(level))), dtype=np.int64)
