"""Corrections of shifts and multiplier together, with a factor that need not be of the same matrix.

In a step few points change how they bear, and a factor of a little before is still near: the generalised minimal
residual method (Saad and Schultz 1986) with that factor comes to the correction of the new matrix in a few solves,
which cost a small part of a new factor.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from pirqa.fe.factorise import Factor
from pirqa.model.polyhedron import FloatArray

__all__ = ["Border", "solve_near"]

_NEAR = 1e-2
"""Of the right-hand side, to which a correction is found: it is one of several."""
_EXACT = 1e-4
"""Likewise where it is the answer."""
_MOST = 12
"""Solves after which a new factor is cheaper (measured: one costs 15 to 40 of them)."""
_MANY = 6
"""Solves from which the next step begins with a new factor."""


class Border:
    """A factor, and its solution for the load: K x − μ p = b with c·x = a, for any b, c and a."""

    def __init__(self, factor: Factor, load: FloatArray) -> None:
        self.factor = factor
        self.load = load
        self.moved = factor.solve(load)
        self.far = False
        """Whether the last correction took so many solves that a new factor is due."""

    def solve(self, right: FloatArray, control: FloatArray, amount: float) -> tuple[FloatArray, float]:
        """x and μ; not a number where the load does not move what is controlled."""
        moved = self.factor.solve(right)
        slope = float(control @ self.moved)
        share = (amount - float(control @ moved)) / slope if slope else math.nan
        return moved + share * self.moved, share

    def solve_for(
        self, matrix: Any, right: FloatArray, control: FloatArray, amount: float, enough: float
    ) -> tuple[FloatArray, float] | None:
        """The same of another ``matrix``, with forces of ``enough`` missing at most [N]; None where that is too far."""
        first, share = self.solve(right, control, amount)

        def step(vector: FloatArray) -> tuple[FloatArray, FloatArray]:
            moved, more = self.solve(vector, control, 0.0)
            return np.append(moved, more), matrix @ moved - more * self.load

        left = right - matrix @ first + share * self.load
        enough = max(_NEAR * float(np.linalg.norm(right)), enough)
        found, taken = _minimise(step, left, len(right) + 1, enough)
        self.far = taken > _MANY
        return None if found is None else (first + found[:-1], share + float(found[-1]))


def solve_near(matrix: Any, factor: Factor, right: FloatArray) -> FloatArray | None:
    """x of ``matrix`` with the factor of another one; None where that is too far."""
    first = factor.solve(right)

    def step(vector: FloatArray) -> tuple[FloatArray, FloatArray]:
        moved = factor.solve(vector)
        return moved, matrix @ moved

    found, _ = _minimise(step, right - matrix @ first, len(right), _EXACT * float(np.linalg.norm(right)))
    return None if found is None else first + found


def _minimise(
    step: Callable[[FloatArray], tuple[FloatArray, FloatArray]], left: FloatArray, length: int, enough: float
) -> tuple[FloatArray | None, int]:
    """What must be added (``length``,) where ``left`` is missing still, to ``enough``, and how many steps that took.

    ``step`` gives for a vector what the factor makes of it, and what the matrix makes of that. None where it takes too
    many.
    """
    size = float(np.linalg.norm(left))
    if size <= enough:
        return np.zeros(length), 0
    if not math.isfinite(size):
        return None, 0
    basis, tries = [left / size], []
    table = np.zeros((_MOST + 1, _MOST))
    for k in range(_MOST):
        tried, made = step(basis[k])
        tries.append(tried)
        for i, vector in enumerate(basis):
            table[i, k] = vector @ made
            made = made - table[i, k] * vector
        table[k + 1, k] = np.linalg.norm(made)
        if not math.isfinite(table[k + 1, k]):
            break
        target = np.zeros(k + 2)
        target[0] = size
        part = table[: k + 2, : k + 1]
        shares = np.linalg.lstsq(part, target)[0]
        if np.linalg.norm(target - part @ shares) <= enough:
            return np.asarray(shares @ np.array(tries)), k + 1
        if table[k + 1, k] == 0.0:
            break
        basis.append(made / table[k + 1, k])
    return None, _MOST
