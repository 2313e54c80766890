"""Linear analyses of a system: modes of small vibration, rest under its weight, response to design spectra.

Modes are found by shift-invert Lanczos on the factorised stiffness.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pirqa.errors import ComputationError
from pirqa.fem.elements import strain_at
from pirqa.fem.factorise import Factor, Solver, factorise
from pirqa.fem.options import Combination
from pirqa.fem.system import System
from pirqa.model.modes import AXES
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.design_spectrum import DesignSpectrum
from pirqa.units import STANDARD_GRAVITY

_TOLERANCE = 1e-9
"""Of the eigenvalues; with 3 vectors a mode residuals are then about 1e-11, for a quarter less solves than with 0."""

_RESIDUAL = 1e-6
"""Of ‖Kφ − ω²Mφ‖ over ‖Kφ‖, above which a mode did not converge."""

_CANCELS = 1e-11
"""Of |K| |φ|: below it K φ is rounding."""

_FREE_SHIFT = 1e-4
"""Of the mean of diag(K)/diag(M): how far below zero the shift lies where nothing holds the body."""

_MOST = 1.0
"""Metres of shift above which nothing holds the wall."""


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


@dataclass(frozen=True, kw_only=True, eq=False)
class StaticSolution:
    """Shifts and stresses under a body force."""

    shift: FloatArray
    """Of the nodes [m], shape (n, 3)."""
    stress: FloatArray
    """In the middle of each brick: xx, yy, zz, xy, yz, zx [Pa], tension positive, shape (e, 6)."""
    weight: float
    """Of all that stands on the base [N]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Response:
    """Largest shifts and base shears that a spectrum asks for."""

    spectrum: str
    """Key of the code."""
    direction: str
    combination: Combination
    acceleration: FloatArray
    """Of each mode [m/s2], shape (m,)."""
    shear: FloatArray
    """Base shear of each mode along the shaking [N], shape (m,)."""
    base_shear: float
    """All modes together [N]."""
    shift: FloatArray
    """Largest shift of each node, no sign [m], shape (n, 3)."""
    mass_share: float
    """Of the moving mass that the modes take along; what is missing is not in the response."""


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


def rest(
    system: System,
    *,
    acceleration: tuple[float, float, float] = (0.0, 0.0, -STANDARD_GRAVITY),
    solver: Solver = "auto",
    factor: Factor | None = None,
) -> StaticSolution:
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
    return StaticSolution(
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


def respond(
    modes: NodeModes,
    spectrum: DesignSpectrum,
    *,
    direction: str,
    combination: Combination,
    damping: float,
    behaviour_factor: float = 1.0,
) -> Response:
    """Modes of unit mass move by Γ S_a/ω²; they are combined where they act, not before."""
    axis = AXES.index(direction)
    acceleration = spectrum.acceleration(1.0 / modes.frequency) / behaviour_factor
    pushed = modes.participation[:, axis]
    sway = pushed * acceleration / (2.0 * math.pi * modes.frequency) ** 2
    shear = pushed**2 * acceleration
    together = np.eye(len(shear)) if combination == "srss" else correlation(modes.frequency, damping)
    shift = modes.shape * sway[:, None, None]
    squares = np.einsum("ina,ij,jna->na", shift, together, shift, optimize=True)
    return Response(
        spectrum=spectrum.name,
        direction=direction,
        combination=combination,
        acceleration=np.asarray(acceleration),
        shear=shear,
        base_shear=math.sqrt(max(float(shear @ together @ shear), 0.0)),
        shift=np.sqrt(np.maximum(squares, 0.0)),
        mass_share=float(modes.effective_mass[:, axis].sum()),
    )


def correlation(frequency: FloatArray, damping: float) -> FloatArray:
    """ρ of neighbouring modes of equal damping, shape (m, m) (Der Kiureghian 1981; EN 1998-1 names CQC)."""
    ratio = frequency[None, :] / frequency[:, None]
    above = 8.0 * damping**2 * (1.0 + ratio) * ratio**1.5
    below = (1.0 - ratio**2) ** 2 + 4.0 * damping**2 * ratio * (1.0 + ratio) ** 2
    return np.asarray(np.where(below > 0.0, above / np.where(below > 0.0, below, 1.0), np.eye(len(frequency))))
