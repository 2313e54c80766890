"""How the subspace matrices scatter: what the blocks of a record tell apart, as directions.

With correlations R_b of n_b blocks of a record and their mean R, the covariance of the mean is the sum over the blocks
of d dᵀ with d = (R_b − R) / √(n_b (n_b − 1)) (Reynders, Pintelon and De Roeck 2008; Döhler and Mevel 2013). These few
directions are carried through every step instead of covariance matrices, and what they become at the end is squared
and summed. Setups are measured one after the other and so scatter independently; references and moving sensors of one
setup are of the same blocks, so what they share is kept (Döhler, Lam and Mevel 2013).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import fft, linalg

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.poles import ComplexArray
from pirqa.oma.subspace.correlations import block_correlations
from pirqa.oma.subspace.projection import SubspaceMatrix
from pirqa.oma.subspace.realisation import System, parted
from pirqa.oma.subspace.setups import Layout

__all__ = ["Scatter", "block_directions", "scatter_of"]


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
