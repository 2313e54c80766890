"""Points inside bricks: where springs, struts, masses and sensors are fastened to the mesh."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pirqa.errors import ModelError
from pirqa.fe.elements.shapes import shape_functions
from pirqa.fe.mesh.mesh import Mesh
from pirqa.model.polyhedron import FloatArray

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Attachment", "attach"]

_STEPS = 30
_CLOSE = 1e-9
"""Of the reference cube's half side: where the search stops."""


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
