"""The finite-element model: a mesh, what its zones are made of, and the points where something holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pirqa.errors import ModelError
from pirqa.fem.elements import NODES, BrickKind, Bricks, shape_functions
from pirqa.fem.mesh import Mesh
from pirqa.model.polyhedron import FloatArray

if TYPE_CHECKING:
    import numpy.typing as npt

_STEPS = 30

_CLOSE = 1e-9
"""Of the reference cube's half side: where the search stops."""

_LEVEL = 1e-5
"""Of the wall's height: nodes this near to the lowest one stand on the base."""


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
class Attachment:
    """A point of a brick: how it moves and turns with the brick's nodes."""

    name: str
    place: FloatArray
    """[m], shape (3,)"""
    nodes: npt.NDArray[np.int64]
    """Of its brick."""
    shift: FloatArray
    """Share of each node in its motion, shape (nodes,)."""
    slope: FloatArray
    """Of the nodes' shares in space [1/m], shape (nodes, 3)."""

    def motion(self) -> FloatArray:
        """From the nodes' shifts, node by node, to the point's, shape (3, 3 nodes)."""
        return np.asarray(np.kron(self.shift, np.eye(3)))

    def turn(self) -> FloatArray:
        """From the nodes' shifts to the turn of the solid there, half the curl [rad], shape (3, 3 nodes)."""
        found = np.zeros((3, len(self.nodes), 3))
        for a, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):  # θ_a = ½ (∂u_c/∂b − ∂u_b/∂c)
            found[a, :, c] = 0.5 * self.slope[:, b]
            found[a, :, b] = -0.5 * self.slope[:, c]
        return found.reshape(3, -1)


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


def attach(mesh: Mesh, name: str, place: FloatArray, *, reach: float = 1e-6) -> Attachment:
    """The point ``place`` [m] of the mesh; one that lies up to ``reach`` [m] off it is moved onto it."""
    place = np.asarray(place, dtype=np.float64)
    low, high = mesh.places.min(axis=1), mesh.places.max(axis=1)
    near = np.flatnonzero(np.all((place >= low - reach) & (place <= high + reach), axis=1))
    best: tuple[float, int, FloatArray] | None = None
    for brick in near:
        inside, off = _find(mesh.nodes[mesh.bricks[brick]], place)
        if best is None or off < best[0]:
            best = (off, int(brick), inside)
    if best is None or best[0] > reach:
        away = float(np.sqrt(((mesh.nodes - place) ** 2).sum(axis=1).min()))
        where = ", ".join(f"{value:g}" for value in place)
        raise ModelError(
            f"{name}: the point ({where}) m lies off the wall, {away:.3g} m from the nearest node of the mesh; "
            "give a point on it (x along, y from front to back, z up)"
        )
    _, chosen, inside = best
    values, slopes = shape_functions(mesh.bricks.shape[1], inside[None])
    jacobian = slopes[0].T @ mesh.nodes[mesh.bricks[chosen]]
    return Attachment(
        name=name,
        place=place,
        nodes=mesh.bricks[chosen],
        shift=values[0],
        slope=np.linalg.solve(jacobian, slopes[0].T).T,
    )


def _find(corners: FloatArray, place: FloatArray) -> tuple[FloatArray, float]:
    """Reference place of the point of the brick that is nearest to ``place``, and how far off it is [m]."""
    inside = np.zeros(3)
    for _ in range(_STEPS):
        values, slopes = shape_functions(len(corners), inside[None])
        missed = place - values[0] @ corners
        step = np.linalg.lstsq((slopes[0].T @ corners).T, missed, rcond=None)[0]
        inside = np.clip(inside + step, -1.0, 1.0)
        if np.abs(step).max() < _CLOSE:
            break
    values, _ = shape_functions(len(corners), inside[None])
    return inside, float(np.linalg.norm(place - values[0] @ corners))
