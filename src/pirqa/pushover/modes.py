"""Incompatible modes of a brick that cracks: steadied, and eliminated.

A mode stretches one half of a brick and shortens the other. Once all of a brick softens, nothing else decides in which
of its two layers of points a crack goes on to open, or masonry to crush, while it closes in the other: it would hop
from one to the other from correction to correction. Change of the modes is therefore resisted, by twice what softening
takes away at most, and only within a step: what resists is gone in the next one, and vanishes as steps become short.
"""

from __future__ import annotations

from pirqa.compiled import kernel
from pirqa.model.polyhedron import FloatArray
from pirqa.pushover.laws.curves import compression_limit

__all__ = ["drag", "drag_work", "eliminate", "softening_modulus"]

_FIRM = 2.0
"""How many times the steepest fall: with 1 a brick that has just cracked would resist neither way."""


@kernel(lean=True)
def softening_modulus(properties: FloatArray, length: float, old: FloatArray) -> float:
    """Twice how steeply a brick may soften [Pa]: ft² l/Gf once a point has cracked, fc² l/Gc once one has crushed.

    ``old`` internal variables of its points at the last equilibrium (p, s); 0 where none has.
    """
    opened, crushed = False, False
    peak = 4.0 * compression_limit(properties)
    for p in range(old.shape[0]):
        for i in range(3):
            opened = opened or old[p, 7 + i] > 0.0
            crushed = crushed or old[p, 10 + i] > peak
    found = 0.0
    if opened:
        found = properties[2] * properties[2] * length / properties[3]
    if crushed:
        found = max(found, properties[4] * properties[4] * length / properties[5])
    return _FIRM * found


@kernel(lean=True)
def drag(
    modulus: float,
    slopes: FloatArray,
    volume: FloatArray,
    inner: FloatArray,
    begun: FloatArray,
    whole: FloatArray,
    size: int,
    total: int,
) -> None:
    """Resist the stretch that the modes have changed by in the step, with ``modulus`` [Pa].

    ``slopes`` (p, 3, 3) of the modes and ``volume`` (p,) of the points; sizes of the modes ``inner`` (9,) now and
    ``begun`` when the step began. ``whole`` is the matrix of nodes and modes, its last column unbalanced forces.
    """
    for m in range(3):
        for r in range(3):
            for c in range(3):
                stiffness = 0.0
                for p in range(volume.shape[0]):
                    stiffness += volume[p] * slopes[p, m, r] * slopes[p, m, c]
                stiffness *= modulus
                whole[size + 3 * m + r, size + 3 * m + c] += stiffness
                whole[size + 3 * m + r, total] += stiffness * (inner[3 * m + c] - begun[3 * m + c])


@kernel(lean=True)
def drag_work(
    slopes: FloatArray,
    volume: FloatArray,
    properties: FloatArray,
    length: FloatArray,
    old: FloatArray,
    change: FloatArray,
) -> float:
    """What the modes of all bricks took in a step in which they changed by ``change`` (e, 9) [J]; never negative."""
    many = slopes.shape[2] - 3
    found = 0.0
    for e in range(len(volume)):
        modulus = softening_modulus(properties[e], length[e], old[e])
        if modulus == 0.0:
            continue
        for p in range(volume.shape[1]):
            for m in range(3):
                stretch = 0.0
                for r in range(3):
                    stretch += slopes[e, p, many + m, r] * change[e, 3 * m + r]
                found += modulus * volume[e, p] * stretch * stretch
    return found


@kernel(lean=True)
def eliminate(whole: FloatArray, size: int, total: int) -> None:
    """Solve the last rows of the full matrix for their own columns, and take them out of the first rows.

    A mode that nothing resists, in a brick that is open all over, stays as it is.
    """
    largest = 0.0
    for r in range(size, total):
        largest = max(largest, abs(whole[r, r]))
    for k in range(size, total):
        best = k
        for r in range(k + 1, total):
            if abs(whole[r, k]) > abs(whole[best, k]):
                best = r
        if abs(whole[best, k]) <= 1e-10 * largest:
            for c in range(total + 1):
                whole[k, c] = 0.0
            whole[k, k] = 1.0
            for r in range(k + 1, total):
                whole[r, k] = 0.0
        elif best != k:
            for c in range(total + 1):
                kept = whole[k, c]
                whole[k, c] = whole[best, c]
                whole[best, c] = kept
        inverse = 1.0 / whole[k, k]
        for r in range(k + 1, total):
            share = whole[r, k] * inverse
            if share == 0.0:
                continue
            for c in range(size):
                whole[r, c] -= share * whole[k, c]
            for c in range(k, total + 1):
                whole[r, c] -= share * whole[k, c]
    for k in range(total - 1, size - 1, -1):
        inverse = 1.0 / whole[k, k]
        for r in range(k + 1, total):
            share = whole[k, r]
            for c in range(size):
                whole[k, c] -= share * whole[r, c]
            whole[k, total] -= share * whole[r, total]
        for c in range(size):
            whole[k, c] *= inverse
        whole[k, total] *= inverse
    for r in range(size):
        for k in range(size, total):
            share = whole[r, k]
            for c in range(size):
                whole[r, c] -= share * whole[k, c]
            whole[r, total] -= share * whole[k, total]
