"""Modes of small vibration: shift-invert Lanczos on the factorised stiffness."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pirqa.errors import ComputationError
from pirqa.fe.factorise import Factor, Solver, factorise
from pirqa.fe.system import System
from pirqa.model.polyhedron import FloatArray

__all__ = ["NodeModes", "find_modes"]

_TOLERANCE = 1e-9
"""Of the eigenvalues; with 3 vectors a mode residuals are then about 1e-11, for a quarter less solves than with 0."""
_RESIDUAL = 1e-6
"""Of ‖Kφ − ω²Mφ‖ over ‖Kφ‖, above which a mode did not converge."""
_CANCELS = 1e-11
"""Of |K| |φ|: below it K φ is rounding."""
_FREE_SHIFT = 1e-4
"""Of the mean of diag(K)/diag(M): how far below zero the shift lies where nothing holds the body."""


@dataclass(frozen=True, kw_only=True, eq=False)
class NodeModes:
    """Modes at all nodes of a mesh, the lowest first."""

    frequency: FloatArray
    """[Hz], shape (m,)"""
    shape: FloatArray
    """Of unit modal mass [1/√kg], shape (m, nodes, 3)."""
    participation: FloatArray
    """φᵀMr of a base that shakes along, across, up [√kg], shape (m, 3)."""
    effective_mass: FloatArray
    """Squares of the participation over the whole mass that moves, shape (m, 3)."""
    residual: FloatArray
    """‖Kφ − ω²Mφ‖/‖Kφ‖, shape (m,)."""
    solver: str
    moving_mass: float
    """Of all nodes that are not held, among themselves [kg]: what a shaking base sets in motion."""


def find_modes(system: System, count: int, *, solver: Solver = "auto", factor: Factor | None = None) -> NodeModes:
    """The lowest ``count`` modes; ``factor`` of the stiffness of a held structure, where it is there already."""
    from scipy.sparse import kron
    from scipy.sparse.linalg import ArpackError, ArpackNoConvergence, LinearOperator, eigsh

    size = 3 * len(system.order)
    if count >= size - 1:
        raise ComputationError(f"{count} modes of a mesh with {size} degrees of freedom: ask for fewer, or refine it")
    held = system.structure.held
    shift = 0.0
    if held:
        factor = factor or factorise(system.stiffness, solver)
    else:
        # rigid motions have no stiffness: a little mass taken off makes the matrix definite again
        scale = system.stiffness.diagonal().mean() / system.node_mass.diagonal().mean()
        shift = -_FREE_SHIFT * float(scale)
        factor = factorise(system.stiffness - shift * kron(system.node_mass, np.eye(3), format="csr"), solver)
    mass = LinearOperator((size, size), matvec=system.mass_times, dtype=np.float64)
    inverse = LinearOperator((size, size), matvec=factor.solve, dtype=np.float64)
    start = np.random.default_rng(0).standard_normal(size)  # the same start each time: same input, same bytes
    try:
        squares, vectors = eigsh(
            mass, count, M=mass, sigma=shift, OPinv=inverse, v0=start, tol=_TOLERANCE, ncv=min(size, max(3 * count, 30))
        )
    except ArpackNoConvergence as error:
        raise ComputationError(
            f"only {len(error.eigenvalues)} of {count} modes converged: ask for fewer, or look at the mesh's quality"
        ) from error
    except ArpackError as error:
        raise ComputationError(f"the modes could not be found ({error}): look at the mesh's quality") from error
    order = np.argsort(squares)
    squares, vectors = np.maximum(squares[order], 0.0), vectors[:, order]
    return _modes(system, squares, vectors, factor.name, held)


def _modes(system: System, squares: FloatArray, vectors: FloatArray, solver: str, held: bool) -> NodeModes:
    pulled = system.mass_times(vectors)
    vectors = vectors / np.sqrt(np.einsum("im,im->m", vectors, pulled))
    # signs of eigenvectors hang on the library: the largest number is positive
    largest = np.abs(vectors).argmax(axis=0)
    vectors = vectors * np.sign(vectors[largest, np.arange(len(squares))])
    pulled = system.mass_times(vectors)
    elastic = system.stiffness @ vectors
    size = np.linalg.norm(elastic, axis=0)
    residual = np.linalg.norm(elastic - pulled * squares, axis=0) / np.where(size > 0.0, size, 1.0)
    if held and not residual.max() <= _RESIDUAL:  # a number that is none does not pass either
        worst = int(residual.argmax())
        # where all the numbers of K φ cancel out but for rounding, the motion takes no force
        whole = np.linalg.norm(abs(system.stiffness) @ np.abs(vectors[:, worst]))
        if not size[worst] > _CANCELS * whole:
            where = system.structure.mesh.nodes[system.order[largest[worst] // 3]]
            raise ComputationError(
                f"a part of the wall moves without any force, most at ({', '.join(f'{x:.3g}' for x in where)}) m: "
                "it hangs on too few points, on an edge, or on springs that leave it a way; hold it"
            )
        raise ComputationError(
            f"mode {worst + 1} did not converge (residual {residual[worst]:.1e}): look at the mesh's quality"
        )
    pushed = pulled.reshape(-1, 3, len(squares)).sum(axis=0).T
    # not the row sums, which hold the coupling to held nodes too: over all modes the shares must come to 1
    moving = float(system.node_mass.sum())
    return NodeModes(
        frequency=np.sqrt(squares) / (2.0 * math.pi),
        shape=system.spread(vectors),
        participation=pushed,
        effective_mass=pushed**2 / moving,
        residual=residual,
        solver=solver,
        moving_mass=moving,
    )
