"""The wall at rest under its own weight."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pirqa.errors import ComputationError
from pirqa.fe.elements.bricks import strain_at
from pirqa.fe.factorise import Factor, Solver, factorise
from pirqa.fe.system import System
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY

__all__ = ["Rest", "middle_stress", "rest"]

_MOST = 1.0
"""Metres of shift above which nothing holds the wall."""
_RESIDUAL = 1e-6
"""Of the weight, which the stiffness must bear to this."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Rest:
    """Shifts and stresses under a body force."""

    shift: FloatArray
    """Of the nodes [m], shape (n, 3)."""
    stress: FloatArray
    """In the middle of each brick: xx, yy, zz, xy, yz, zx [Pa], tension positive, shape (e, 6)."""
    weight: float
    """Of all that stands on the base [N]."""


def rest(
    system: System,
    *,
    acceleration: tuple[float, float, float] = (0.0, 0.0, -STANDARD_GRAVITY),
    solver: Solver = "auto",
    factor: Factor | None = None,
) -> Rest:
    """Where the wall comes to rest under ``acceleration`` [m/s2] on all its mass; ``factor`` of its stiffness."""
    if not system.structure.held:
        raise ComputationError("nothing holds the body: it has no rest under its weight")
    push = system.weights[system.order, None] * np.asarray(acceleration)
    found = (factor or factorise(system.stiffness, solver)).solve(push.ravel())
    if not np.isfinite(found).all() or np.abs(found).max() > _MOST:
        raise ComputationError("the wall moves by metres under its weight: a part of it is not held")
    missed = np.linalg.norm(system.stiffness @ found - push.ravel())
    if missed > _RESIDUAL * np.linalg.norm(push):
        raise ComputationError("the wall finds no rest under its weight: a part of it is not held")
    shift = system.spread(found[:, None])[0]
    return Rest(
        shift=shift,
        stress=middle_stress(system, shift),
        weight=system.total_mass * float(np.linalg.norm(acceleration)),
    )


def middle_stress(system: System, shift: FloatArray) -> FloatArray:
    """Stresses in the middle of each brick [Pa], shape (e, 6), of shifts (n, 3)."""
    bricks = system.structure.bricks
    strain = strain_at(bricks, shift[system.structure.mesh.bricks], np.zeros((1, 3)))[:, 0]
    ratio = bricks.poisson_ratio
    first = bricks.youngs_modulus * ratio / ((1.0 + ratio) * (1.0 - 2.0 * ratio))
    shear = bricks.youngs_modulus / (2.0 * (1.0 + ratio))
    normal = first[:, None] * strain[:, :3].sum(axis=1)[:, None] + 2.0 * shear[:, None] * strain[:, :3]
    return np.concatenate([normal, shear[:, None] * strain[:, 3:]], axis=1)
