"""States of a run gone over once, compiled, without Python's lock; see :mod:`pirqa.shaking.watch`."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from pirqa.compiled import kernel
from pirqa.dynamics.arrays import IntArray
from pirqa.dynamics.turning import product_sum
from pirqa.model.polyhedron import FloatArray

__all__ = ["LARGEST", "LEFT", "TIPPED", "UPRIGHT", "find_reach", "watch_joints", "watch_stones"]

UPRIGHT = 0.01
"""Lean below which no stone tips [rad]."""
LARGEST, TIPPED, LEFT = 1, 2, 4
"""Marks of a state of a stone that NumPy must look at."""
_LOOSE = 1e-9
"""Share by which a number that NumPy is to find may be another in the kernel."""


@kernel(threads=True)
def _steepness(least: float, best: float, tipping: float, tipped: float) -> float:
    """Tangent squared of a lean below which a stone neither leans as it never did nor may tip."""
    angle = best * least
    if tipped == math.inf:
        angle = min(angle, tipping * least)
    angle = (1.0 - _LOOSE) * max(angle, UPRIGHT)
    return math.tan(angle) ** 2 if angle < 0.5 * math.pi else 1e300


@kernel(threads=True)
def _side(turn: FloatArray, base: FloatArray) -> tuple[float, float]:
    """Towards which side of itself a stone leans: a unit vector along and across it."""
    w, x, y, z = base[0], base[1], base[2], base[3]
    a, b, c = 2.0 * (x * z + w * y), 2.0 * (y * z - w * x), w * w - x * x - y * y + z * z
    w, x, y, z = turn[0], -turn[1], -turn[2], -turn[3]
    p, q, r = 2.0 * (y * c - z * b), 2.0 * (z * a - x * c), 2.0 * (x * b - y * a)
    u, v = -(a + w * p + y * r - z * q), -(b + w * q + z * p - x * r)
    size = max(math.sqrt(u * u + v * v), 1e-12)
    return u / size, v / size


@kernel(threads=True)
def watch_stones(
    seen: int,
    ended: float,
    times: FloatArray,
    moved: FloatArray,
    before: FloatArray,
    upright: FloatArray,
    turn: FloatArray,
    base: FloatArray,
    arm: FloatArray,
    first_arm: IntArray,
    depth: FloatArray,
    least: FloatArray,
    free: npt.NDArray[np.bool_],
    held: IntArray,
    drops: FloatArray,
    beyond: float,
    tipping: float,
    outward: float,
    dropped: FloatArray,
    left: FloatArray,
    tipped: FloatArray,
    across: FloatArray,
    best: FloatArray,
    ratio: FloatArray,
    marks: npt.NDArray[np.uint8],
) -> bool:
    """Go over states: who sank and when, how far across; mark states in which a stone may lean most, tip or be out.

    ``seen``: states before these, of which the last was at ``ended`` [s] with the stones moved by ``before`` [m];
    ``ratio``: zeros, room for leans. The rest is the watch's own. Whether any state is marked.
    """
    stones = len(free)
    steep = np.empty(stones)  # tangent squared of the lean from which on a state must be looked at
    for n in range(stones):
        steep[n] = _steepness(least[n], best[n], tipping, tipped[n])
    any_marked = False
    for k in range(len(times)):
        sunk = 0.0
        for n in held:
            sunk = max(sunk, -moved[k, n, 2])
        for n in range(stones):
            x, y = moved[k, n, 0], moved[k, n, 1]
            across[n] = max(across[n], abs(y))
            if free[n]:
                if -moved[k, n, 2] - sunk > drops[n]:
                    dropped[n] = min(dropped[n], times[k])
                if left[n] == math.inf and x * x + y * y > (1.0 - _LOOSE) * beyond * beyond:
                    marks[k, n] |= LEFT
                    any_marked = True
            a, b, c = upright[k, n, 0], upright[k, n, 1], upright[k, n, 2]
            level = a * a + b * b
            if (c > 0.0 and level <= steep[n] * c * c) or seen + k == 0:
                continue
            if not (abs(a) > 0.5 * UPRIGHT or abs(b) > 0.5 * UPRIGHT or c < 0.0):
                continue
            size = math.sqrt(level)
            lean = math.atan2(size, c)
            if lean <= (1.0 - _LOOSE) * UPRIGHT:
                continue
            u, v = _side(turn[k, n], base[k])
            reach = -math.inf
            for i in range(first_arm[n], first_arm[n + 1]):
                reach = max(reach, u * arm[i, 0] + v * arm[i, 1])
            share = lean / max(math.atan2(reach, depth[n]), least[n])  # upside down, it leans to no side
            ratio[k, n] = share
            if share > best[n] and lean > (1.0 + _LOOSE) * UPRIGHT:
                best[n] = share
                steep[n] = _steepness(least[n], best[n], tipping, tipped[n])
            if free[n] and tipped[n] == math.inf and share >= (1.0 - _LOOSE) * tipping:
                if k:
                    go = a * (x - moved[k - 1, n, 0]) + b * (y - moved[k - 1, n, 1])
                    since = times[k] - times[k - 1]
                else:
                    go, since = a * (x - before[n, 0]) + b * (y - before[n, 1]), times[k] - ended
                if go >= (outward - _LOOSE) * size * since * (1.0 - _LOOSE):
                    marks[k, n] |= TIPPED
                    any_marked = True
    for k in range(len(times)):
        for n in range(stones):
            if ratio[k, n] > 0.0 and ratio[k, n] >= (1.0 - _LOOSE) * best[n]:
                marks[k, n] |= LARGEST
                any_marked = True
    return any_marked


@kernel(threads=True)
def find_reach(
    way: FloatArray, stones: npt.NDArray[np.intp], arm: FloatArray, first_arm: IntArray, reach: FloatArray
) -> None:
    """How far stones reach in some directions, shape (m, 2) [m], as BLAS sums it."""
    for m in range(len(stones)):
        reach[m] = -math.inf
        for i in range(first_arm[stones[m]], first_arm[stones[m] + 1]):
            reach[m] = max(reach[m], product_sum(way[m, 1], arm[i, 1], way[m, 0] * arm[i, 0]))


@kernel(threads=True)
def watch_joints(
    times: FloatArray,
    force: FloatArray,
    opening: FloatArray,
    apart: float,
    joint: IntArray,
    first_joint: IntArray,
    bearing: npt.NDArray[np.bool_],
    detached: FloatArray,
) -> None:
    """When each stone first bore on none of its joints, each of them open by more than ``apart`` [m]."""
    for k in range(len(times)):
        for n in range(len(bearing)):
            if not bearing[n] or detached[n] < math.inf:
                continue
            away = True
            for i in range(first_joint[n], first_joint[n + 1]):
                if not (force[k, joint[i]] == 0.0 and opening[k, joint[i]] > apart):
                    away = False
                    break
            if away:
                detached[n] = times[k]
