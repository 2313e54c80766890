"""Friction that does not lift the stones (non-associative), by successive problems: experimental.

Each problem is associative with cones |t| ≤ (1 − a) μ N + a μ n about the normal forces N of the one before, a going
down to nearly 0, so that the sliding of its mechanism hardly lifts (idea of Gilbert, Casapulla and Ahmed 2006, on cones
as in Portioli and others 2014). What it comes to is one solution of equilibrium, friction and mechanism, not the least.
"""

from __future__ import annotations

import numpy as np

from pirqa.limit.blocks.program import BlockProgram, Solved
from pirqa.model.polyhedron import FloatArray

__all__ = ["solve_sliding"]

_LEAST_SHARE = 0.01
_NARROWING = 0.6
_MOST = 60
_SAME = 1e-4
"""Relative change of the multiplier at which it stays."""
_BEYOND = 1e-2
"""Shear beyond friction, over all shear, that may be left."""


def solve_sliding(program: BlockProgram, load: FloatArray, start: Solved) -> Solved:
    """From the associative solution ``start``; status ``failed`` where it does not settle."""
    if start.forces is None:
        return Solved(status="failed")
    friction = program.made.friction
    pressed, before, share = np.maximum(start.forces[:, 0], 0.0), start.value, 1.0
    for number in range(1, _MOST + 1):
        share = max(share * _NARROWING, _LEAST_SHARE)
        found = program.static(load, intercept=(1.0 - share) * friction * pressed, share=share)
        if found.status != "solved" or found.forces is None:
            return Solved(status="failed", iterations=number)
        still = abs(found.value - before) <= _SAME * max(abs(found.value), 1e-9)
        if share == _LEAST_SHARE and still and _beyond(found.forces, friction) <= _BEYOND:
            return found
        # half way, as whole steps go to and fro between two patterns of force
        pressed = 0.5 * (pressed + np.maximum(found.forces[:, 0], 0.0))
        before = found.value
    return Solved(status="failed", iterations=_MOST)


def _beyond(forces: FloatArray, friction: FloatArray) -> float:
    """Shear beyond μ n, over all shear."""
    shear = np.hypot(forces[:, 1], forces[:, 2])
    excess = np.maximum(shear - friction * np.maximum(forces[:, 0], 0.0), 0.0)
    return float(excess.sum() / max(float(shear.sum()), 1e-12))
