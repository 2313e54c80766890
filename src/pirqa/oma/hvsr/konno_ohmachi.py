"""Smoothing that is as wide at all frequencies on a logarithmic axis (Konno and Ohmachi 1998)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray

__all__ = ["REACH", "IntArray", "smoothing", "weights"]

IntArray = np.ndarray[Any, np.dtype[np.int64]]

REACH = 3.0 * np.pi
"""Where the window is cut: |b log₁₀(f/f_c)| at its third zero. Beyond it lie 1.5e-4 of the window's area on a
logarithmic axis (∫sinc⁴ from 3π, over π/3)."""


def weights(frequency: FloatArray, centre: float, bandwidth: float) -> FloatArray:
    """[sin(b x)/(b x)]⁴ with x = log₁₀(f/f_c), not normalised; 0 at f = 0 (Konno and Ohmachi 1998, p. 234)."""
    positive = frequency > 0.0
    distance = np.log10(np.where(positive, frequency, centre) / centre)
    return np.asarray(np.where(positive, np.sinc(bandwidth / np.pi * distance) ** 4, 0.0))


@lru_cache(maxsize=8)
def smoothing(bins: int, resolution: float, low: float, high: float, count: int, bandwidth: float) -> Any:
    """Sparse matrix, shape (count, bins), of weights that sum to 1 in each row.

    It takes amplitudes at ``bins`` frequencies 0, ``resolution``, 2 ``resolution`` … [Hz] to ``count`` frequencies
    evenly spaced in their logarithm from ``low`` to ``high`` [Hz]. Rows are as wide as the window reaches.
    """
    from scipy.sparse import csr_array

    frequency = resolution * np.arange(bins, dtype=np.float64)
    reach = 10.0 ** (REACH / bandwidth)
    columns: list[IntArray] = []
    values: list[FloatArray] = []
    starts = [0]
    for centre in np.geomspace(low, high, count):
        first = max(1, int(np.ceil(centre / reach / resolution)))
        last = min(bins, int(np.floor(centre * reach / resolution)) + 1)
        window = weights(frequency[first:last], centre, bandwidth)
        total = window.sum()
        if not total > 0.0:
            raise OptionsError(
                f"no frequency of the windows, {resolution:g} Hz apart, lies near {centre:g} Hz: take longer windows "
                "(oma.hvsr.window) or a band that starts higher (oma.hvsr.band)"
            )
        columns.append(np.arange(first, last, dtype=np.int64))
        values.append(window / total)
        starts.append(starts[-1] + len(window))
    return csr_array((np.concatenate(values), np.concatenate(columns), np.array(starts)), shape=(count, bins))
