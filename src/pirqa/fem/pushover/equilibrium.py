"""Equilibrium of the pushed wall: forces, stiffness and internal variables at given shifts, and corrections of them.

A correction changes shifts and multiplier together, with a factor that need not be of the same matrix. In a step few
points change how they bear, and a factor of a little before is still near: the generalised minimal residual method
(Saad and Schultz 1986) with that factor comes to the correction of the new matrix in a few solves, which cost a small
part of a new factor.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.fem.factorise import Factor, factorise
from pirqa.fem.pushover.bricks import FOLLOW, FOLLOW_STIFF, FREEZE, FREEZE_STIFF, sweep
from pirqa.fem.pushover.model import Model
from pirqa.fem.pushover.point_law import STATES
from pirqa.model.polyhedron import FloatArray

_NEAR = 1e-2
"""Of the right-hand side, to which a correction is found: it is one of several."""

_EXACT = 1e-4
"""Likewise where it is the answer."""

_MOST = 12
"""Solves after which a new factor is cheaper (measured: one costs 15 to 40 of them)."""

_MANY = 6
"""Solves from which the next step begins with a new factor."""


class BorderedSolver:
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


@dataclass(kw_only=True, eq=False)
class EquilibriumState:
    """The wall in one equilibrium: all that the next one starts from."""

    shift: FloatArray
    """Of all degrees [m], shape (3 nodes,)."""
    inner: FloatArray
    """Sizes of the incompatible modes, shape (e, 9) or (e, 0)."""
    state: FloatArray
    """Internal variables, shape (e, p, s)."""
    before: FloatArray
    """Those of the equilibrium before this one."""
    strain: FloatArray
    """Shape (e, p, 6)."""
    stress: FloatArray
    """[Pa], shape (e, p, 6)."""
    multiplier: float = 0.0
    """λ."""
    last_step: float = 0.0
    """Step of the control that led here [m]."""
    last_shift: FloatArray | None = None
    """By which the wall moved in it [m], shape (3 nodes,); None at rest."""


class PushoverEquilibrium:
    """What the wall answers to shifts; its arrays are used again at each call."""

    def __init__(self, model: Model) -> None:
        self.model = model
        shape = model.shape
        bricks, nodes = shape.nodes.shape
        points, size = shape.volume.shape[1], 3 * nodes
        self.state = np.zeros((bricks, points, STATES))
        self.strain = np.zeros((bricks, points, 6))
        self.stress = np.zeros((bricks, points, 6))
        self.pulled = np.zeros((bricks, shape.inner))
        """What is unbalanced on the incompatible modes."""
        self._eliminated = np.zeros((bricks, shape.inner, size + 1))
        self._data = np.empty(len(model.columns))
        self._room = np.zeros((12, size + shape.inner))
        self._whole = np.zeros((size + shape.inner, size + shape.inner + 1))
        self._slope = np.zeros((6, 6))
        self._moved = np.zeros((nodes, 3))
        calm = bricks if nodes == 8 else 0  # of larger bricks it would take too much memory
        self._known = np.zeros((calm, 10))
        self._inverse = np.zeros((calm, shape.inner, shape.inner))
        self._kept = np.zeros((calm, size, size))
        self._degrees = (3 * shape.nodes[:, :, None] + np.arange(3)).reshape(bricks, size)
        self._factor: Factor | None = None
        self._border: BorderedSolver | None = None
        self.found: EquilibriumState | None = None
        """The equilibrium at which the last matrix was made, if it was one."""
        self.last_forces: FloatArray | None = None
        """The forces there [N]."""

    def at_rest(self) -> EquilibriumState:
        """The wall without any load."""
        return EquilibriumState(
            shift=np.zeros(3 * len(self.model.structure.mesh.nodes)),
            inner=np.zeros(self.pulled.shape),
            state=np.zeros_like(self.state),
            before=np.zeros_like(self.state),
            strain=np.zeros_like(self.strain),
            stress=np.zeros_like(self.stress),
        )

    def forces(
        self,
        shift: FloatArray,
        inner: FloatArray,
        old: FloatArray,
        *,
        start: FloatArray | None = None,
        viscosity: float = 0.0,
        step: float = 1.0,
        frozen: bool = False,
        stiff: bool = False,
    ) -> FloatArray:
        """Of bricks, springs, struts and bed at all degrees [N], shape (3 nodes,).

        ``old`` internal variables at the last equilibrium; where ``frozen``, those in ``state`` stay as they are. With
        ``stiff`` the matrix is made too, and forces are those that remain when the incompatible modes are eliminated.
        """
        model = self.model
        found = np.asarray(model.fastening @ shift)
        self.found = None
        self.last_forces = found if stiff and not frozen else None
        if stiff:
            self._data[:] = model.fixed
        sweep(
            (FREEZE_STIFF if stiff else FREEZE) if frozen else (FOLLOW_STIFF if stiff else FOLLOW),
            model.large,
            model.shape.nodes,
            model.shape.slopes,
            model.shape.volume,
            model.matter.law,
            model.matter.properties,
            model.length,
            viscosity,
            step,
            shift.reshape(-1, 3),
            inner,
            inner if start is None else start,
            old,
            self.state,
            self.strain,
            self.stress,
            found.reshape(-1, 3),
            self.pulled,
            self._eliminated,
            model.place,
            model.stride,
            self._data,
            self._known,
            self._inverse,
            self._kept,
            self._room,
            self._whole,
            self._slope,
            self._moved,
        )
        return found

    def inner_change(self, change: FloatArray) -> FloatArray:
        """Of the incompatible modes where the shifts change by ``change`` (3 nodes,), as the last matrix says."""
        if not self.pulled.shape[1]:
            return np.zeros_like(self.pulled)
        moved = change[self._degrees]
        made = np.einsum("eij,ej->ei", self._eliminated[:, :, :-1], moved) + self._eliminated[:, :, -1]
        return np.asarray(-made)

    def matrix(self) -> Any:
        """The last stiffness of the degrees that move, sparse."""
        from scipy.sparse import csr_array

        model = self.model
        size = len(model.rows)
        return csr_array((self._data, model.columns, model.starts), shape=(size, size))

    def factor(self, matrix: Any = None) -> Factor:
        """Of the last stiffness, or of a ``matrix`` with numbers at the same places."""
        matrix = self.matrix() if matrix is None else matrix
        self._border = None
        self._factor = factorise(matrix, self.model.solver, symmetric=False, like=self._factor)
        return self._factor

    def correct(
        self,
        right: FloatArray,
        load: FloatArray,
        control: FloatArray,
        amount: float,
        *,
        enough: float,
        added: FloatArray | None = None,
    ) -> tuple[FloatArray, float]:
        """Shifts x and multiplier μ of K x − μ ``load`` = ``right``, ``control``·x = ``amount``, K the last stiffness.

        With the last factor where that is near, to ``enough`` unbalanced forces [N], or else with a new one.
        ``added``: numbers that are added to the stiffness.
        """
        matrix = self.matrix()
        if added is not None:
            matrix = matrix.copy()
            matrix.data += added
        border = self._border
        if border is not None and np.array_equal(border.load, load):
            found = border.solve_for(matrix, right, control, amount, enough)
            if found is not None:
                return found
        self._border = BorderedSolver(self.factor(matrix), load)
        return self._border.solve(right, control, amount)

    def renew(self, *, wholly: bool = False) -> None:
        """Let go of a factor that has become too far; ``wholly``: of all that is left of earlier steps."""
        if wholly:
            self.found = self.last_forces = None
            self._known[:] = 0.0
        if wholly or (self._border is not None and self._border.far):
            self._border = None

    def moved(self, load: FloatArray) -> FloatArray:
        """Shifts of the degrees that move under ``load`` on them, of the last stiffness [m]."""
        if self._border is not None:
            found = solve_near(self.matrix(), self._border.factor, load)
            if found is not None:
                return found
        return self.factor().solve(load)

    def accept(
        self, rest: EquilibriumState, shift: FloatArray, inner: FloatArray, multiplier: float, step: float
    ) -> EquilibriumState:
        """The equilibrium that was found last, after ``rest``."""
        self.found = EquilibriumState(
            shift=shift.copy(),
            inner=inner.copy(),
            state=self.state.copy(),
            before=rest.state,
            strain=self.strain.copy(),
            stress=self.stress.copy(),
            multiplier=multiplier,
            last_step=step,
            last_shift=shift - rest.shift,
        )
        return self.found
