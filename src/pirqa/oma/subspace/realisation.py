"""One system of all setups, and its models of all orders.

Common rows of setup j (the references) are H_j, its moving rows M_j. All setups see the same structure, each under its
own excitation: H_j = O·Z_j and M_j = O_j·Z_j with the same O (Mevel, Basseville, Benveniste and Goursat 2002). So the
left singular vectors U of all common parts side by side, each scaled to the same size, span O; and the moving parts,
normalised through the common ones, follow in the same basis: Γ_j = M_j (Uᵀ H_j)⁺ (PreGER; Döhler, Andersen and Mevel
2010). A single setup has common rows only.

The pseudo-inverse is that of each order by itself, which noise disturbs less than cutting that of the largest order.
With (Uᵀ H_j)ᵀ = Q_j T_j of the largest order, Γ_j of order n is (M_j Q_j)[:, :n] (T_j⁻ᵀ)[:n, :n]: nested, so that one
decomposition serves all orders (the idea of Döhler and Mevel 2012, Fast multi-order computation of system matrices).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import linalg

from pirqa.errors import ComputationError
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.poles import ComplexArray, Poles
from pirqa.oma.subspace.matrices import Layout


@dataclass(frozen=True, kw_only=True, eq=False)
class Moving:
    """Moving rows of one setup, such that Γ_j of order n is matrix[:, :n] @ lower[:n, :n]."""

    matrix: FloatArray
    """M_j Q_j, shape (i·moving channels, order)."""
    lower: FloatArray
    """T_j⁻ᵀ, lower triangular, shape (order, order)."""
    channels: int
    setup: int


@dataclass(frozen=True, kw_only=True, eq=False)
class System:
    """Observability matrices of all orders."""

    vectors: FloatArray
    """Left singular vectors of the common parts, shape (i·common, ≥ order)."""
    values: FloatArray
    """Their singular values."""
    weights: FloatArray
    """By which each setup was scaled, shape (setups,)."""
    common: int
    """Number of common channels."""
    order: int
    moving: tuple[Moving, ...]

    def observability(self, order: int) -> list[FloatArray]:
        """Parts of Γ: the common rows, then the moving ones of each setup, each shape (i, channels, order)."""
        common = self.vectors[:, :order].reshape(-1, self.common, order)
        return [
            common,
            *(
                (part.matrix[:, :order] @ part.lower[:order, :order]).reshape(-1, part.channels, order)
                for part in self.moving
            ),
        ]

    def output(self, order: int) -> FloatArray:
        """C: the first block row of Γ, shape (rows of the system, order)."""
        parts = [self.vectors[: self.common, :order]]
        parts += [part.matrix[: part.channels, :order] @ part.lower[:order, :order] for part in self.moving]
        return np.concatenate(parts)


def parted(matrix: FloatArray, layout: Layout) -> tuple[FloatArray, FloatArray]:
    """Common and moving rows of a matrix whose rows go by time lag then channel: shapes (…, i·channels, columns)."""
    *many, _, columns = matrix.shape
    lagged = matrix.reshape(*many, layout.block_rows, -1, columns)
    common, moving = lagged[..., : layout.common, :], lagged[..., layout.common :, :]
    return common.reshape(*many, -1, columns), moving.reshape(*many, layout.block_rows * moving.shape[-2], columns)


def merge(matrices: Sequence[FloatArray], layout: Layout, *, weights: FloatArray | None = None) -> System:
    """One system of the subspace matrices of all setups.

    ``weights``, shape (setups,), are those by which each setup is scaled instead of 1 over its size.
    """
    common, order, rows = layout.common, layout.order, layout.block_rows
    parts = [parted(matrix, layout) for matrix in matrices]
    shared, apart = [part[0] for part in parts], [part[1] for part in parts]
    if weights is None:
        weights = 1.0 / np.array([float(np.linalg.norm(matrix)) for matrix in shared])
    side_by_side = np.concatenate([weight * matrix for weight, matrix in zip(weights, shared, strict=True)], axis=1)
    if side_by_side.shape[1] > side_by_side.shape[0]:
        side_by_side = np.asarray(np.linalg.qr(side_by_side.T, mode="r")).T
    vectors, values, _ = np.linalg.svd(side_by_side, full_matrices=False)
    moving = []
    for setup, (matrix, rest) in enumerate(zip(shared, apart, strict=True)):
        if not len(rest):
            continue
        orthogonal, upper = np.linalg.qr((vectors[:, :order].T @ matrix).T)
        inverse, info = linalg.lapack.dtrtri(upper)
        if info:
            raise ComputationError(
                f"the references of setup {setup + 1} do not show {order} independent motions: choose a smaller "
                "oma.subspace.order"
            )
        moving.append(
            Moving(
                matrix=rest @ orthogonal,
                lower=np.triu(inverse).T.copy(),
                channels=len(rest) // rows,
                setup=setup,
            )
        )
    return System(vectors=vectors, values=values, weights=weights, common=common, order=order, moving=tuple(moving))


def state_matrices(system: System, orders: np.ndarray[Any, Any]) -> list[FloatArray]:
    """A of each order: the least-squares solution of Γ without its last block row · A = Γ without its first."""
    top = system.vectors[: -system.common, : system.order]
    bottom = system.vectors[system.common :, : system.order]
    if not system.moving:
        orthogonal, upper = np.linalg.qr(top)
        right = orthogonal.T @ bottom
        return [linalg.solve_triangular(upper[:n, :n], right[:n, :n], check_finite=False) for n in orders]
    above, below = top.T @ top, top.T @ bottom
    rows = [(part.matrix[: -part.channels], part.matrix[part.channels :]) for part in system.moving]
    grams = [(up.T @ up, up.T @ down) for up, down in rows]
    found = []
    for n in orders:
        normal, right = above[:n, :n].copy(), below[:n, :n].copy()
        for part, (left, cross) in zip(system.moving, grams, strict=True):
            lower = part.lower[:n, :n]
            normal += lower.T @ (left[:n, :n] @ lower)
            right += lower.T @ (cross[:n, :n] @ lower)
        found.append(
            linalg.solve(normal, right, assume_a="pos", check_finite=False, overwrite_a=True, overwrite_b=True)
        )
    return found


def poles_of(system: System, layout: Layout) -> Poles:
    """Poles of the models of all orders; of a conjugate pair the one above, real ones not."""
    orders, values, shapes = [], [], []
    for order, state in zip(layout.orders, state_matrices(system, layout.orders), strict=True):
        value, vector = np.linalg.eig(state)
        upper = value.imag > 0.0
        orders.append(np.full(int(upper.sum()), order))
        values.append(value[upper])
        shapes.append((layout.place @ (system.output(int(order)) @ vector[:, upper])).T)
    frequency, damping = modal(np.concatenate(values), layout.rate)
    shape, _ = normalised(np.concatenate(shapes))
    order = np.concatenate(orders)
    rows = np.lexsort((frequency, order))
    return Poles(order=order[rows], frequency=frequency[rows], damping=damping[rows], shape=shape[rows])


def modal(value: ComplexArray, rate: float) -> tuple[FloatArray, FloatArray]:
    """Undamped frequency [Hz] and damping of eigenvalues of the discrete system."""
    continuous = np.log(value) * rate
    size = np.abs(continuous)
    return size / (2.0 * np.pi), -continuous.real / size


def normalised(shape: ComplexArray) -> tuple[ComplexArray, ComplexArray]:
    """Shapes (n, degrees) of length 1 with their largest number real and positive, and the factors to it."""
    largest = np.take_along_axis(shape, np.abs(shape).argmax(axis=1)[:, None], axis=1)
    factor = largest.conj() / np.abs(largest) / np.linalg.norm(shape, axis=1, keepdims=True)
    return shape * factor, factor
