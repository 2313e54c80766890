"""The pushed wall as one mass on one spring: Γ, m* and e* from the shape it takes."""

from __future__ import annotations

import numpy as np

from pirqa.fe.mesh.mesh import Mesh
from pirqa.model.polyhedron import FloatArray
from pirqa.pushover.options import LoadPattern
from pirqa.pushover.reading import Oscillator
from pirqa.pushover.result import PushoverPath, Snapshots
from pirqa.units import STANDARD_GRAVITY

__all__ = ["WAYS", "brick_volumes", "oscillator_of", "volume_masses"]

WAYS = {
    "outward": np.array([0.0, -1.0, 0.0]),
    "inward": np.array([0.0, 1.0, 0.0]),
    "forward": np.array([1.0, 0.0, 0.0]),
    "backward": np.array([-1.0, 0.0, 0.0]),
}
"""Unit vector of each direction of the load."""

# a hexahedron as six tetrahedra about its diagonal from corner 0 to corner 6
_TETRAHEDRA = np.array([[0, 1, 2, 6], [0, 2, 3, 6], [0, 3, 7, 6], [0, 7, 4, 6], [0, 4, 5, 6], [0, 5, 1, 6]])


def oscillator_of(
    mass: FloatArray,
    levels: FloatArray,
    pattern: LoadPattern,
    snapshots: Snapshots,
    path: PushoverPath,
    elastic_step: int,
    peak_step: int,
) -> Oscillator:
    """From the shape of the last snapshot that is still elastic, φ being 1 at the control point.

    ``mass`` [kg] and ``levels`` above the base [m] are of the nodes, shape (n,). The shape is the first mode where the
    load follows it; where it goes with the masses it comes close (a rigid wall that turns about its base has Γ = 1.5
    at its top). Γ, m*: Fajfar (2000), EN 1998-1:2004 Annex B, eqs B.2 and B.3. Its eq. B.4 for the force holds for a
    load of masses times shape; for others the work of the load on the shape takes its place.
    """
    elastic = _snapshot(snapshots, path, elastic_step)
    shape = _shape(snapshots, path, elastic)
    later = _shape(snapshots, path, max(_snapshot(snapshots, path, peak_step), elastic))
    total, first, second = mass.sum(), float(mass @ shape), float(mass @ shape**2)
    spread = {"mass": np.ones_like(shape), "mode": shape, "triangular": levels}[pattern]
    load = STANDARD_GRAVITY * total * mass * spread / float(mass @ spread)
    return Oscillator(
        participation=first / second,
        mass=first,
        mass_fraction=float(first**2 / (total * second)),
        acceleration=float(load @ shape) / first,
        participation_at_peak=float(mass @ later) / float(mass @ later**2),
    )


def _snapshot(snapshots: Snapshots, path: PushoverPath, step: int) -> int:
    """The last one up to ``step`` in which the wall has moved; the first of these where all come later."""
    moved = [k for k, at in enumerate(snapshots.step.tolist()) if path.displacement[at] > path.displacement[0]]
    until = [k for k in moved if snapshots.step[k] <= step]
    return until[-1] if until else moved[0]


def _shape(snapshots: Snapshots, path: PushoverPath, k: int) -> FloatArray:
    moved = (snapshots.shift[k] - snapshots.shift[0]).astype(np.float64) @ WAYS[path.direction]
    at = path.displacement[snapshots.step[k]] - path.displacement[0]
    return np.asarray(moved / at)


def brick_volumes(mesh: Mesh) -> FloatArray:
    """Of the bricks with straight edges between their corners [m3], shape (e,)."""
    corners = mesh.places[:, :8][:, _TETRAHEDRA]
    sides = corners[:, :, 1:] - corners[:, :, :1]
    return np.asarray(np.linalg.det(sides).sum(axis=1) / 6.0)


def volume_masses(mesh: Mesh, weight: float) -> FloatArray:
    """Masses of the nodes [kg], the weight [N] spread evenly over the volume; shape (n,)."""
    volumes = brick_volumes(mesh)
    corners = mesh.bricks[:, :8]
    share = np.bincount(corners.ravel(), weights=np.repeat(volumes / 8.0, 8), minlength=len(mesh.nodes))
    return np.asarray(weight / STANDARD_GRAVITY * share / share.sum())
