"""Which of the candidates are measured, and which of them stay: pure numerics on mode shapes.

Shapes here are of degrees, shape (modes, degrees), each mode with 1 as its largest size.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.modes import modal_assurance
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.planning.options import Placement

__all__ = ["choose_places", "choose_references", "largest_likeness"]

_MOST_SETS = 50_000
"""Sets of references that are all tried; of more, one reference after the other is chosen."""


def choose_references(shapes: FloatArray, count: int) -> tuple[int, ...]:
    """The ``count`` degrees that see every mode best: of the largest amplitudes of the modes the smallest is largest.

    Among equals the set with the larger smallest amplitude of each by itself, so that none stands at a node.
    """
    sizes = np.abs(shapes)
    total = sizes.shape[1]
    if count >= total:
        return tuple(range(total))
    if comb(total, count) <= _MOST_SETS:
        return max(combinations(range(total), count), key=lambda chosen: _seen(sizes, chosen))
    chosen: tuple[int, ...] = ()
    for _ in range(count):
        others = (degree for degree in range(total) if degree not in chosen)
        chosen = max(((*chosen, degree) for degree in others), key=lambda tried: _seen(sizes, tried))
    return tuple(sorted(chosen))


def _seen(sizes: FloatArray, chosen: tuple[int, ...]) -> tuple[float, float, float]:
    picked = sizes[:, list(chosen)]
    # rounded, so that symmetric places tie and the next measure decides
    best = round(float(picked.max(axis=1).min()), 6)
    return best, round(float(picked.min(axis=0).sum()), 6), round(float((picked**2).sum()), 6)


def choose_places(shapes: FloatArray, count: int, kept: tuple[int, ...], method: Placement) -> tuple[int, ...]:
    """``count`` degrees, those ``kept`` among them, in rising order."""
    modes, total = shapes.shape
    if count >= total:
        return tuple(range(total))
    if np.linalg.matrix_rank(shapes) < modes:
        raise OptionsError(
            f"the {total} candidates do not tell the {modes} wanted modes apart: give more points or directions, or "
            "want fewer modes (oma.planning.wanted)"
        )
    chosen = {
        "effective_independence": _by_effective_independence,
        "pivots": _by_pivots,
        "automac": _by_automac,
    }[method](shapes, count, kept)
    return tuple(sorted(chosen))


def _by_effective_independence(shapes: FloatArray, count: int, kept: tuple[int, ...]) -> list[int]:
    """The degree that adds least to the determinant of ΦᵀΦ is dropped, again and again (Kammer 1991, eq. 21)."""
    left = list(range(shapes.shape[1]))
    while len(left) > count:
        basis, _ = np.linalg.qr(shapes[:, left].T)  # rows of an orthonormal basis: leverages without an inverse
        share = (basis**2).sum(axis=1)
        share[[row for row, degree in enumerate(left) if degree in kept]] = np.inf
        # rounded, so that mirrored places tie whatever the machine's last digit is
        left.pop(int(np.argmin(np.round(share, 9))))
    return left


def _by_pivots(shapes: FloatArray, count: int, kept: tuple[int, ...]) -> list[int]:
    """Pivots of QR, first as many as modes, then of what is left over (Schedlinski and Link 1996)."""
    from scipy.linalg import qr

    chosen, left = list(kept), [degree for degree in range(shapes.shape[1]) if degree not in kept]
    while len(chosen) < count:
        _, order = qr(shapes[:, left], mode="r", pivoting=True)
        taken = [left[at] for at in order[: min(len(shapes), count - len(chosen))]]
        chosen += taken
        left = [degree for degree in left if degree not in taken]
    return chosen


def _by_automac(shapes: FloatArray, count: int, kept: tuple[int, ...]) -> list[int]:
    """One after the other, the degree that makes the most alike of the shapes least alike (Carne and Dohrmann 1995)."""
    chosen, left = list(kept), [degree for degree in range(shapes.shape[1]) if degree not in kept]
    while len(chosen) < count:
        scores = [round(_likeness_sum(shapes[:, [*chosen, degree]]), 9) for degree in left]
        chosen.append(left.pop(int(np.argmin(scores))))
    return chosen


def _likeness_sum(shapes: FloatArray) -> float:
    off = modal_assurance(shapes, shapes) - np.eye(len(shapes))
    return float(off.max() + 1e-3 * off.sum())  # the largest counts, the others where it does not change


def largest_likeness(shapes: FloatArray) -> tuple[float, int, int]:
    """Largest MAC of two different modes, and which they are (from 0); (0, 0, 0) of one mode."""
    found = modal_assurance(shapes, shapes)
    np.fill_diagonal(found, 0.0)
    row, column = np.unravel_index(int(np.argmax(found)), found.shape)
    first, second = sorted((int(row), int(column)))
    return float(found.max()), first, second
