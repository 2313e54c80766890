"""Products of signals with later signals, summed over time: all that subspace identification needs of a record."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import as_strided
from scipy import fft

from pirqa.model.polyhedron import FloatArray

__all__ = ["block_correlations", "correlations", "lagged_sums"]

_CHUNK = 1_000_000
"""Numbers that are transformed at a time."""


def lagged_sums(early: FloatArray, late: FloatArray, lags: int, pieces: int = 1) -> FloatArray:
    """Σ late(t + k) early(t)ᵀ over the times t of each piece, shape (pieces, lags, late channels, early channels).

    ``early``, shape (n, r), is cut into ``pieces`` of equal length (what is left over goes to the last); ``late``,
    shape (m, l), counts as zero beyond its end. Convolution by short transforms whose products are summed before they
    are turned back (overlap-save), some at a time, so that little memory is needed beyond that of the signals.
    """
    count = len(early)
    length = count // pieces
    transform = fft.next_fast_len(max(min(8 * lags, length + lags), 2 * lags), real=True)
    segment = min(transform - lags + 1, length)
    sums = np.empty((pieces, lags, late.shape[1], early.shape[1]))
    chunk = segment * max(1, _CHUNK // (transform * (late.shape[1] + early.shape[1])))
    for piece in range(pieces):
        start = piece * length
        stop = count if piece == pieces - 1 else start + length
        sums[piece] = sum(
            _sum_chunk(early[at : min(at + chunk, stop)], late[at:], lags, segment, transform)
            for at in range(start, stop, chunk)
        )
    return sums


def _sum_chunk(early: FloatArray, late: FloatArray, lags: int, segment: int, transform: int) -> FloatArray:
    number = -(-len(early) // segment)
    first = np.zeros((early.shape[1], number * segment))
    first[:, : len(early)] = early.T
    needed = (number - 1) * segment + transform
    second = np.zeros((late.shape[1], needed))
    reach = min(len(late), needed)
    second[:, :reach] = late[:reach].T
    step = second.strides[1]
    windows = as_strided(second, (late.shape[1], number, transform), (second.strides[0], segment * step, step))
    before = fft.rfft(first.reshape(early.shape[1], number, segment), transform, axis=-1)
    after = fft.rfft(windows, axis=-1)
    # frequency first, so that the sum over segments is a product of small matrices
    spectrum = np.matmul(after.transpose(2, 0, 1), before.conj().transpose(2, 1, 0))
    return fft.irfft(spectrum, transform, axis=0)[:lags]


def correlations(signals: FloatArray, references: FloatArray, lags: int) -> FloatArray:
    """R(k) = E[y(t + k) y_ref(t)ᵀ], k = 0 … lags − 1, shape (lags, l, r): unbiased."""
    sums: FloatArray = lagged_sums(references, signals, lags)[0]
    return sums / (len(signals) - np.arange(lags))[:, None, None]


def block_correlations(signals: FloatArray, references: FloatArray, lags: int, blocks: int) -> FloatArray:
    """The same of each of ``blocks`` pieces of the record, shape (blocks, lags, l, r).

    A product belongs to the piece of its earlier factor, so that none is lost between pieces; the ``lags`` last times
    of the record, which have no later factor for every lag, are left out.
    """
    usable = (len(signals) - lags + 1) // blocks * blocks
    return lagged_sums(references[:usable], signals, lags, blocks) / (usable // blocks)
