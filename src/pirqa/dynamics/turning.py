"""Turns of many stones in many states: compiled, for a campaign reads them by the hundred million.

Sums are in the order in which NumPy and SciPy make them, and nothing is fused: the numbers are theirs to the last bit.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic, overload

from pirqa.compiled import kernel
from pirqa.model.polyhedron import FloatArray

__all__ = ["find_quaternions", "find_uprights", "product_sum", "see_from_base", "take_poses"]


def product_sum(one: float, other: float, third: float) -> float:
    """one·other + third; in kernels rounded once, as BLAS does it."""
    return one * other + third


@overload(product_sum)
def _in_kernels(one: Any, other: Any, third: Any) -> Any:
    def product_sum(one: Any, other: Any, third: Any) -> Any:
        return _fused(one, other, third)  # type: ignore[call-arg]

    return product_sum


@intrinsic
def _fused(typing: Any, one: Any, other: Any, third: Any) -> Any:
    def make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fma(*arguments)

    return types.float64(types.float64, types.float64, types.float64), make


@kernel(threads=True)
def find_quaternions(matrix: FloatArray, found: FloatArray) -> None:
    """(w, x, y, z) of rotation matrices, shape (n, 3, 3), w never negative, into ``found``, shape (n, 4).

    By the largest of trace and diagonal (Markley 2008), as SciPy does it.
    """
    for n in range(len(matrix)):
        m = matrix[n]
        trace = m[0, 0] + m[1, 1] + m[2, 2]
        largest, which = m[0, 0], 0
        if m[1, 1] > largest:
            largest, which = m[1, 1], 1
        if m[2, 2] > largest:
            largest, which = m[2, 2], 2
        if trace > largest:
            which = 3
        if which == 3:
            x, y, z, w = m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], 1.0 + trace
        elif which == 0:
            x, y, z, w = 1.0 - trace + 2.0 * m[0, 0], m[1, 0] + m[0, 1], m[2, 0] + m[0, 2], m[2, 1] - m[1, 2]
        elif which == 1:
            x, y, z, w = m[0, 1] + m[1, 0], 1.0 - trace + 2.0 * m[1, 1], m[2, 1] + m[1, 2], m[0, 2] - m[2, 0]
        else:
            x, y, z, w = m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], 1.0 - trace + 2.0 * m[2, 2], m[1, 0] - m[0, 1]
        size = math.sqrt(x * x + y * y + z * z + w * w)
        x, y, z, w = x / size, y / size, z / size, w / size
        if w < 0.0:
            x, y, z, w = -x, -y, -z, -w
        found[n, 0], found[n, 1], found[n, 2], found[n, 3] = w, x, y, z


@kernel(threads=True)
def take_poses(pose: FloatArray, attitude: FloatArray, position: FloatArray, quaternion: FloatArray) -> None:
    """Places and turns of all bodies but the last, the platform, out of what an engine keeps.

    ``pose``: mass centre and rotation from the principal axes, shape (k, b, 12); ``attitude``: of these axes in the
    drawing, shape (b, 3, 3). Into ``position``, shape (k, b - 1, 3), and ``quaternion``, shape (k, b - 1, 4).
    """
    turned = np.empty((1, 3, 3))
    for k in range(len(pose)):
        for n in range(position.shape[1]):
            row, own = pose[k, n], attitude[n]
            for i in range(3):
                position[k, n, i] = row[i]
                a, b, c = row[3 + 3 * i], row[4 + 3 * i], row[5 + 3 * i]
                for j in range(3):
                    turned[0, i, j] = product_sum(c, own[j, 2], product_sum(b, own[j, 1], a * own[j, 0]))
            find_quaternions(turned, quaternion[k, n : n + 1])


@kernel(threads=True)
def see_from_base(position: FloatArray, shift: FloatArray, turn: FloatArray, seen: FloatArray) -> None:
    """Places [m], shape (k, n, 3), in axes that move and turn with the base, into ``seen``.

    ``shift`` of the base [m], shape (k, 3); its ``turn`` as quaternions, shape (k, 4).
    """
    for k in range(len(position)):
        w, x, y, z = turn[k, 0], -turn[k, 1], -turn[k, 2], -turn[k, 3]
        for n in range(position.shape[1]):
            a, b, c = position[k, n, 0] - shift[k, 0], position[k, n, 1] - shift[k, 1], position[k, n, 2] - shift[k, 2]
            u, v, t = 2.0 * (y * c - z * b), 2.0 * (z * a - x * c), 2.0 * (x * b - y * a)
            seen[k, n, 0] = a + w * u + (y * t - z * v)
            seen[k, n, 1] = b + w * v + (z * u - x * t)
            seen[k, n, 2] = c + w * t + (x * v - y * u)


@kernel(threads=True)
def find_uprights(quaternion: FloatArray, base: FloatArray, found: FloatArray) -> None:
    """Where the upright of each stone points, seen from the base, into ``found``, shape (k, n, 3).

    ``quaternion`` of the stones, shape (k, n, 4), of the ``base``, shape (k, 4).
    """
    for k in range(len(quaternion)):
        bw, bx, by, bz = base[k, 0], -base[k, 1], -base[k, 2], -base[k, 3]
        for n in range(quaternion.shape[1]):
            w, x, y, z = quaternion[k, n, 0], quaternion[k, n, 1], quaternion[k, n, 2], quaternion[k, n, 3]
            u, v, t = 2.0 * (y * 1.0 - z * 0.0), 2.0 * (z * 0.0 - x * 1.0), 2.0 * (x * 0.0 - y * 0.0)
            a = 0.0 + w * u + (y * t - z * v)
            b = 0.0 + w * v + (z * u - x * t)
            c = 1.0 + w * t + (x * v - y * u)
            u, v, t = 2.0 * (by * c - bz * b), 2.0 * (bz * a - bx * c), 2.0 * (bx * b - by * a)
            found[k, n, 0] = a + bw * u + (by * t - bz * v)
            found[k, n, 1] = b + bw * v + (bz * u - bx * t)
            found[k, n, 2] = c + bw * t + (bx * v - by * u)
