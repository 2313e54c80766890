"""Standard deviations of frequency, damping and shape: first order, from the scatter of blocks, through the merge.

With correlations R_b of n_b blocks of a record and their mean R, the covariance of the mean is the sum over the blocks
of d dᵀ with d = (R_b − R) / √(n_b (n_b − 1)) (Reynders, Pintelon and De Roeck 2008; Döhler and Mevel 2013). These few
directions are carried through every step instead of covariance matrices, and what they become at the end is squared
and summed. Setups are measured one after the other and so scatter independently; references and moving sensors of one
setup are of the same blocks, so what they share is kept (Döhler, Lam and Mevel 2013).

A pole of order n depends on the span of the first n left singular vectors U only, so of a change of U only what leaves
that span counts. The derivative is that at a subspace matrix of rank n, in which the correlations of a system of order
n have their place: there the singular values beyond n are zero and the shift equation Γ↑ A = Γ↓ holds without a rest.
With E = H for SSI-cov and H L⁻¹ for SSI-data, dC the Hankel matrix of the change of the correlations, s the singular
values and w the scales of the setups, Γ φ of an eigenvector φ changes by

- common rows: (1 − U Uᵀ) Σ_j dC_j z_j with z_j = w_j² E_jᵀ U s⁻² φ,
- moving rows of setup j: (dC_j' − Γ_j Uᵀ dC_j) z_j with z_j = E_jᵀ U (Uᵀ H_j H_jᵀ U)⁻¹ φ,

where dC_j are the common and dC_j' the moving rows; changes of L, of the basis of moving rows and of the scales do not
count to first order. An eigenvalue and an eigenvector change by the usual formulas (Reynders, Pintelon and De Roeck
2008; Döhler and Mevel 2013), so that each number of the result changes by yᵀ dC z with one y and z for all directions.

The full derivative at the estimate, with the singular values beyond n as they came out, was tried: it is the same at
the order of the system, but of larger orders it divides by differences of singular values that are both noise. In 60
simulated records of three modes, at five times the order of the system, its median was up to 2.5 times the true
scatter; what stands here was up to 1.5 times it, and single poles more: large orders err to the safe side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import fft, linalg

from pirqa.errors import OptionsError, RecordError
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Measurement
from pirqa.oma.options import Subspace, SubspaceOptions
from pirqa.oma.poles import ComplexArray, Poles
from pirqa.oma.subspace.matrices import (
    Layout,
    SubspaceMatrix,
    System,
    arrange,
    block_correlations,
    merge,
    modal,
    normalised,
    parted,
    state_matrices,
    subspace_matrices,
)
from pirqa.progress import SILENT, Observer


@dataclass(frozen=True, kw_only=True, eq=False)
class Scatter:
    """Directions of one setup's correlations, and what stands right of them."""

    directions: FloatArray
    """Shape (directions, 2i, channels, references)."""
    along: FloatArray
    """Eᵀ U of the common rows, shape (i·references, order): E = H for SSI-cov, H L⁻¹ for SSI-data, whose change is
    that of the same Hankel matrix C of correlations as H = C L⁻ᵀ."""

    def sums(self, rows: ComplexArray, columns: ComplexArray) -> ComplexArray:
        """Σ over the second axis of yᵀ dC z for each direction, dC the Hankel matrix of dR, shape (n, directions).

        ``rows`` y, shape (n, terms, i·channels), and ``columns`` z, shape (n or 1, terms, i·references). As the blocks
        of dC are dR(a + b + 1), y and z meet dR as their convolution over the time lags.
        """
        _, lags, late, early = self.directions.shape
        number, terms, _ = rows.shape
        left = fft.fft(rows.reshape(number, terms, lags // 2, late), lags, axis=2)
        right = fft.fft(columns.reshape(len(columns), terms, lags // 2, early), lags, axis=2)
        if terms == 1:
            product = left[:, 0, :, :, None] * right[:, 0, :, None, :]
        else:
            product = np.matmul(left.transpose(0, 2, 3, 1), right.transpose(0, 2, 1, 3))
        weight = fft.ifft(product, axis=1)[:, :-1].reshape(number, -1)
        numbers = self.directions[:, 1:].reshape(len(self.directions), -1).T
        found: ComplexArray = weight.real @ numbers + 1j * (weight.imag @ numbers)
        return found


def block_directions(signals: FloatArray, references: FloatArray, lags: int, blocks: int) -> FloatArray:
    """Directions of the correlations, shape (blocks, lags, l, r)."""
    found = block_correlations(signals, references, lags, blocks)
    centred: FloatArray = (found - found.mean(axis=0)) / np.sqrt(blocks * (blocks - 1.0))
    return centred


def scatter_of(directions: FloatArray, matrix: SubspaceMatrix, system: System, layout: Layout) -> Scatter:
    """Of one setup."""
    along = parted(matrix.matrix, layout)[0].T @ system.vectors[:, : system.order]
    if matrix.past_factor is not None:
        along = linalg.solve_triangular(matrix.past_factor, along, lower=True, trans="T", check_finite=False)
    return Scatter(directions=directions, along=along)


_SAME = 1e-6
"""Relative difference up to which a pole is the same as one of the model."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Changes:
    """First-order changes of poles along directions."""

    frequency: FloatArray
    """[Hz], shape (poles, directions)."""
    damping: FloatArray
    """Shape (poles, directions)."""
    shape: ComplexArray | None
    """Shape (poles, degrees, directions)."""


def deviations(
    measurement: Measurement,
    poles: Poles,
    options: SubspaceOptions | None = None,
    *,
    method: Subspace | None = None,
    shapes: bool = True,
    lowest: float | None = None,
    observer: Observer = SILENT,
) -> Poles:
    """The same poles with their standard deviations; with ``shapes`` also those of the shapes.

    ``poles`` are some of what :func:`identify` found with the same measurement, options, method and lowest frequency.
    """
    options = SubspaceOptions() if options is None else options
    layout = arrange(measurement, options, lowest)
    matrices = subspace_matrices(layout, options.method if method is None else method, observer)
    return with_deviations(poles, matrices, layout, options.blocks, shapes=shapes, observer=observer)


def with_deviations(
    poles: Poles,
    matrices: Sequence[SubspaceMatrix],
    layout: Layout,
    blocks: int,
    *,
    shapes: bool,
    observer: Observer = SILENT,
) -> Poles:
    """The same poles with their standard deviations, from ``blocks`` pieces of each record."""
    lags = 2 * layout.block_rows
    shortest, setup = min(zip(map(len, layout.signals), layout.setups, strict=True))
    if (shortest - lags) // blocks < layout.block_rows:
        needed = (layout.block_rows * blocks + lags) / layout.rate
        raise RecordError(
            f"{setup}: {shortest / layout.rate:.4g} s are too short to tell the uncertainty: {blocks} blocks longer "
            f"than the {layout.block_rows} block rows take {needed:.4g} s; record 1,000 to 2,000 periods of the first "
            "mode, or take fewer oma.subspace.blocks or block_rows"
        )
    system = merge([item.matrix for item in matrices], layout)
    orders = np.unique(poles.order)
    observer.begin("uncertainty", len(matrices) + len(orders))
    scatters = []
    for signals, references, matrix in zip(layout.signals, layout.references, matrices, strict=True):
        scatters.append(scatter_of(block_directions(signals, references, lags, blocks), matrix, system, layout))
        observer.advance()
    frequency, damping = np.empty(len(poles)), np.empty(len(poles))
    shape = np.empty((*poles.shape.shape, 2)) if shapes else None
    for order in orders:
        rows = np.flatnonzero(poles.order == order)
        found = _changes(poles.take(rows), int(order), scatters, system, layout, shapes=shapes)
        frequency[rows] = np.linalg.norm(found.frequency, axis=1)
        damping[rows] = np.linalg.norm(found.damping, axis=1)
        if shape is not None and found.shape is not None:
            shape[rows, :, 0] = np.linalg.norm(found.shape.real, axis=2)
            shape[rows, :, 1] = np.linalg.norm(found.shape.imag, axis=2)
        observer.advance()
    observer.end()
    return replace(poles, frequency_sd=frequency, damping_sd=damping, shape_sd=shape)


def changes(
    poles: Poles, matrices: Sequence[SubspaceMatrix], directions: Sequence[FloatArray], layout: Layout
) -> Changes:
    """First-order changes of poles of one order along ``directions`` of each setup's correlations, (n, 2i, l, r) each.

    The directions of all setups one after the other: those of one setup leave the others as they are.
    """
    system = merge([item.matrix for item in matrices], layout)
    scatters = [
        scatter_of(direction, matrix, system, layout) for direction, matrix in zip(directions, matrices, strict=True)
    ]
    return _changes(poles, int(poles.order[0]), scatters, system, layout, shapes=True)


def _changes(
    poles: Poles, order: int, scatters: Sequence[Scatter], system: System, layout: Layout, *, shapes: bool
) -> Changes:
    """Of poles of one order."""
    (state,) = state_matrices(system, np.array([order]))
    values, vectors = np.linalg.eig(state)
    chosen = _found(poles, values, layout.rate)
    parts = system.observability(order)
    top = np.concatenate([part[:-1].reshape(-1, order) for part in parts])
    left = np.linalg.inv(vectors)
    projector = np.linalg.solve(top.T @ top, top.T)
    output = layout.place @ system.output(order) @ vectors
    if not shapes:
        rows = _pole_rows(left[chosen] @ projector, values[chosen], parts)
        found = _along(rows, vectors[:, chosen].T, order, scatters, system)
        frequency, damping = _modal_changes(values[chosen], found, layout.rate)
        return Changes(frequency=frequency, damping=damping, shape=None)
    value_changes, shape_changes = [], []
    for at in chosen:
        distance = values[at] - values
        distance[at] = np.inf  # along itself an eigenvector has no length of its own
        kappa = np.concatenate([left[at][None, :], (output / distance) @ left])
        rows = _pole_rows(kappa @ projector, np.full(len(kappa), values[at]), parts)
        _add_output(rows, layout.place, parts)
        found = _along(rows, vectors[:, at][None, :], order, scatters, system)
        value_changes.append(found[0])
        shape_changes.append(found[1:])
    frequency, damping = _modal_changes(values[chosen], np.array(value_changes), layout.rate)
    shape = _normalised_changes(output[:, chosen].T, np.array(shape_changes))
    return Changes(frequency=frequency, damping=damping, shape=shape)


def _found(poles: Poles, values: ComplexArray, rate: float) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Numbers of the eigenvalues that are ``poles``."""
    upper = np.flatnonzero(values.imag > 0.0)
    frequency, damping = modal(values[upper], rate)
    far = np.abs(frequency / poles.frequency[:, None] - 1.0) + np.abs(damping - poles.damping[:, None])
    nearest = far.argmin(axis=1) if len(upper) else np.zeros(len(poles), dtype=np.int64)
    if not len(upper) or far.min(axis=1).max() > _SAME:
        raise OptionsError("these poles are not of this measurement with these options: identify them with the same")
    found: np.ndarray[Any, np.dtype[np.int64]] = upper[nearest]
    return found


def _pole_rows(weight: ComplexArray, value: ComplexArray, parts: Sequence[FloatArray]) -> list[ComplexArray]:
    """y with yᵀ dΓ φ = weight · (dΓ↓ − λ dΓ↑) φ, from weights of the rows of Γ without one block row.

    Shapes (n, rows) to one (n, i·channels) for each part.
    """
    found, start = [], 0
    for lags, channels, _ in (part.shape for part in parts):
        whole = np.zeros((len(weight), lags * channels), dtype=np.complex128)
        size = (lags - 1) * channels
        mine = weight[:, start : start + size]
        whole[:, channels:] = mine
        whole[:, :size] -= value[:, None] * mine
        found.append(whole)
        start += size
    return found


def _add_output(rows: list[ComplexArray], place: FloatArray, parts: Sequence[FloatArray]) -> None:
    """The shape's own rows of Γ, which are in its first block row: outputs after the first."""
    start = 0
    for row, part in zip(rows, parts, strict=True):
        row[1:, : part.shape[1]] += place[:, start : start + part.shape[1]]
        start += part.shape[1]


def _along(
    rows: Sequence[ComplexArray],
    vector: ComplexArray,
    order: int,
    scatters: Sequence[Scatter],
    system: System,
) -> ComplexArray:
    """yᵀ dΓ φ along all directions, setup by setup, shape (n, directions).

    ``rows`` y of each part, shape (n, i·channels); ``vector`` φ, shape (n or 1, order).
    """
    basis = system.vectors[:, :order]
    leaving = rows[0] - (rows[0] @ basis) @ basis.T
    scaled = vector / system.values[:order] ** 2
    moving = {part.setup: (index, part) for index, part in enumerate(system.moving)}
    lags = len(basis) // system.common
    found = []
    for setup, scatter in enumerate(scatters):
        along = scatter.along[:, :order].T
        left, right = [leaving], [system.weights[setup] ** 2 * scaled @ along]
        if setup in moving:
            index, part = moving[setup]
            lower = part.lower[:order, :order]
            own = rows[index + 1]
            back = -((own @ part.matrix[:, :order]) @ lower) @ basis.T
            right.append(vector @ lower.T @ lower @ along)
            # both in the setup's own channels: the common ones first in each time lag
            nothing = np.zeros_like(own)
            left = [_joined(leaving, nothing, lags), _joined(back, own, lags)]
        found.append(scatter.sums(np.stack(left, axis=1), np.stack(right, axis=1)))
    return np.concatenate(found, axis=1)


def _joined(common: ComplexArray, moving: ComplexArray, lags: int) -> ComplexArray:
    """Rows (n, i·channels) of common and of moving channels as rows of all channels of a setup."""
    number = len(common)
    both = np.concatenate([common.reshape(number, lags, -1), moving.reshape(number, lags, -1)], axis=2)
    return both.reshape(number, -1)


def _modal_changes(value: ComplexArray, change: ComplexArray, rate: float) -> tuple[FloatArray, FloatArray]:
    """Of frequency [Hz] and damping, from those of the eigenvalue, shape (poles, directions)."""
    continuous = (np.log(value) * rate)[:, None]
    moved = change / value[:, None] * rate
    size = np.abs(continuous)
    stretched = (continuous.conj() * moved).real / size
    return stretched / (2.0 * np.pi), -moved.real / size + continuous.real * stretched / size**2


def _normalised_changes(shape: ComplexArray, change: ComplexArray) -> ComplexArray:
    """Of shapes (n, degrees) of length 1 with their largest number real, from those of shapes as they come."""
    unit, factor = normalised(shape)
    moved = change * factor[:, :, None]
    longer = np.einsum("pd,pdn->pn", unit.conj(), moved).real
    largest = np.abs(unit).argmax(axis=1)
    every = np.arange(len(unit))
    turned = moved[every, largest].imag / unit[every, largest].real[:, None]
    kept: ComplexArray = moved - unit[:, :, None] * (longer + 1j * turned)[:, None, :]
    return kept
