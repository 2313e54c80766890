"""Subspace matrices of one setup: the Hankel matrix of correlations, or the projection of futures on pasts.

Both are H = O·Z with the observability matrix O on the left (Peeters and De Roeck 1999; van Overschee and De Moor
1996). SSI-data needs of the data only H·Hᵀ = C Q⁻¹ Cᵀ, with the Gram matrices C of futures with pasts and Q of pasts
with pasts. They are exact sums over the record, each a shift of its neighbour up the diagonal, so that the block Hankel
matrix of the data is never formed: H = C L⁻ᵀ with Q = L Lᵀ, which equals what a QR decomposition of the data gives up
to a rotation of the columns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from scipy import linalg

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.subspace.correlations import correlations, lagged_sums
from pirqa.oma.subspace.options import Subspace
from pirqa.oma.subspace.setups import Layout
from pirqa.progress import SILENT, Observer

__all__ = ["SubspaceMatrix", "covariance_matrix", "data_matrix", "hankel", "subspace_matrices", "toeplitz"]

_LEAST_CONDITION = 1e-9
"""Reciprocal condition number of the pasts' Gram matrix below which the data themselves are decomposed: with it the
Cholesky factor is good to about 1e-7."""
_CHUNK = 4_000_000
"""Numbers of the data's Hankel matrix that are held at a time where it must be decomposed itself."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SubspaceMatrix:
    """H of one setup."""

    matrix: FloatArray
    """Rows by time lag then channel, columns by time lag then reference; shape (i·l, i·r)."""
    past_factor: FloatArray | None = None
    """SSI-data: the lower Cholesky factor L of the pasts' Gram matrix, shape (i·r, i·r)."""
    by_decomposition: bool = False
    """Whether the data were decomposed because their pasts are nearly dependent."""


def hankel(correlation: FloatArray, block_rows: int) -> FloatArray:
    """Block (a, b) is R(a + b + 1): shape (…, i·l, i·r) of correlations (…, 2i, l, r)."""
    *many, _, late, early = correlation.shape
    lag = np.arange(block_rows)[:, None] + np.arange(block_rows) + 1
    blocks = np.moveaxis(correlation[..., lag, :, :], -3, -2)
    return blocks.reshape(*many, block_rows * late, block_rows * early)


def toeplitz(correlation: FloatArray, block_rows: int) -> FloatArray:
    """Gram matrix of pasts, latest first: block (a, b) is R(b − a), shape (…, i·r, i·r) of (…, ≥ i, r, r)."""
    *many, _, size, _ = correlation.shape
    lag = np.arange(block_rows) - np.arange(block_rows)[:, None]
    mirrored = np.swapaxes(correlation, -1, -2)[..., (-lag).clip(0), :, :]
    blocks = np.where((lag >= 0)[:, :, None, None], correlation[..., lag.clip(0), :, :], mirrored)
    return np.moveaxis(blocks, -3, -2).reshape(*many, block_rows * size, block_rows * size)


def covariance_matrix(signals: FloatArray, references: FloatArray, block_rows: int) -> SubspaceMatrix:
    """Of SSI-cov."""
    return SubspaceMatrix(matrix=hankel(correlations(signals, references, 2 * block_rows), block_rows))


def data_matrix(
    signals: FloatArray, references: FloatArray, block_rows: int, least_condition: float = _LEAST_CONDITION
) -> SubspaceMatrix:
    """Of SSI-data, from exact Gram matrices; by decomposition of the data where those are too ill-conditioned."""
    cross, past = _gram(signals, references, block_rows)
    factor, info = linalg.lapack.dpotrf(past, lower=1, clean=1)
    if info == 0:
        reciprocal, _ = linalg.lapack.dpocon(factor, float(np.abs(past).sum(axis=0).max()), uplo="L")
        if reciprocal >= least_condition:
            matrix = linalg.solve_triangular(factor, cross.T, lower=True, check_finite=False).T
            return SubspaceMatrix(matrix=matrix, past_factor=factor)
    return _decomposed(signals, references, block_rows)


def subspace_matrices(layout: Layout, method: Subspace, observer: Observer = SILENT) -> list[SubspaceMatrix]:
    """H of each setup."""
    build = covariance_matrix if method == "covariance" else data_matrix
    observer.begin("subspace", len(layout.signals))
    found = []
    for signals, references in zip(layout.signals, layout.references, strict=True):
        found.append(build(signals, references, layout.block_rows))
        observer.advance()
    observer.end()
    return found


def _gram(signals: FloatArray, references: FloatArray, block_rows: int) -> tuple[FloatArray, FloatArray]:
    """C, shape (i·l, i·r), and Q, shape (i·r, i·r), over the record's number of columns; pasts latest first.

    With G(a, b) = Σ_t y_ref(t + a) y(t + b)ᵀ over the columns t: G(a + 1, b + 1) = G(a, b) + what enters − what leaves.
    """
    rows, count = 2 * block_rows, len(signals) - 2 * block_rows + 1
    late, early = signals.shape[1], references.shape[1]
    both = np.concatenate([signals, references], axis=1)
    current = lagged_sums(references[:count], both, rows)[0]
    cross = np.empty((block_rows, late, block_rows, early))
    past = np.zeros((block_rows, early, block_rows, early))
    head, tail = both[:rows], both[count : count + rows - 1]
    for row in range(block_rows):
        if row:
            leaving = head[row - 1 : -1, :, None] * references[row - 1]
            entering = tail[row - 1 :, :, None] * references[count + row - 1]
            current = current[: rows - row] + (entering - leaving)
        # current holds G(row, row + k) for all k
        column = block_rows - 1 - row
        cross[:, :, column] = current[block_rows - row :, :late]
        past[: column + 1, :, column] = current[column::-1, late:] if column >= 0 else 0.0
    cross, past = cross.reshape(block_rows * late, -1) / count, past.reshape(block_rows * early, -1) / count
    upper = np.triu(past)
    return cross, upper + np.triu(past, 1).T


def _decomposed(signals: FloatArray, references: FloatArray, block_rows: int) -> SubspaceMatrix:
    """QR decomposition of the data's Hankel matrix, some columns at a time."""
    rows, count = 2 * block_rows, len(signals) - 2 * block_rows + 1
    late, early = signals.shape[1], references.shape[1]
    width = block_rows * (late + early)
    chunk = max(_CHUNK // width, width)
    factor = np.empty((0, width))
    for start in range(0, count, chunk):
        stop = min(start + chunk, count)
        past = sliding_window_view(references[start : stop + block_rows - 1], block_rows, axis=0)[:, :, ::-1]
        future = sliding_window_view(signals[start + block_rows : stop + rows - 1], block_rows, axis=0)
        flat = [part.transpose(0, 2, 1).reshape(stop - start, -1) for part in (past, future)]
        factor = np.asarray(np.linalg.qr(np.concatenate([factor, np.concatenate(flat, axis=1)]), mode="r"))
    factor /= np.sqrt(count)
    split = block_rows * early
    signs = np.where(np.diag(factor)[:split] < 0.0, -1.0, 1.0)
    top = factor[:split] * signs[:, None]
    return SubspaceMatrix(matrix=top[:, split:].T.copy(), past_factor=top[:, :split].T.copy(), by_decomposition=True)
