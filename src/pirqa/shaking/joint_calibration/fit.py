"""Least squares by search in a box, and profiles of the misfit: what the data tell about a parameter, and what not."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pirqa.model.polyhedron import FloatArray

__all__ = ["Box", "Profile", "lowest", "profile_of"]

_SIDE = 15
"""Points along each side of the box in one look."""
_LOOKS = 11
_ZOOM = 0.35
"""Of the box's side after each look: several times the spacing of its points, so that the lowest one stays inside."""
_CURVE, _NEAR = 61, 16
"""Points of a profile over the whole range, and at each side of the best value."""

Misfit = Callable[[FloatArray], FloatArray]
"""Sum of squared deviations over variances at some points, shape (k, parameters) → (k,)."""


@dataclass(frozen=True, kw_only=True)
class Box:
    """Within which parameters are looked for; those that do not move have equal ends."""

    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Profile:
    """The least misfit that is possible at each value of one parameter."""

    values: FloatArray
    """Rising, shape (n,)."""
    misfit: FloatArray
    """Above the least of all, shape (n,)."""
    low: float | None
    """End of the interval; none where the range ends before."""
    high: float | None


def lowest(misfit: Misfit, box: Box, fixed: Mapping[int, float] | None = None) -> tuple[FloatArray, float]:
    """Where the misfit is least in ``box``, some parameters being ``fixed``, and how large it is there."""
    low, high = np.array(box.low), np.array(box.high)
    for index, value in (fixed or {}).items():
        low[index] = high[index] = value
    best, least = 0.5 * (low + high), math.inf
    side = high - low
    for _ in range(_LOOKS):
        start, stop = np.maximum(best - 0.5 * side, low), np.minimum(best + 0.5 * side, high)
        axes = [np.linspace(a, b, _SIDE) if b > a else np.array([a]) for a, b in zip(start, stop, strict=True)]
        points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(low))
        found = misfit(points)
        place = int(np.argmin(found))
        if found[place] < least:
            best, least = points[place], float(found[place])
        side = _ZOOM * side
        if not np.any(high > low):
            break
    return best, least


def profile_of(misfit: Misfit, box: Box, index: int, best: FloatArray, least: float, limit: float) -> Profile:
    """Profile of one parameter; the interval is where its misfit is less than ``limit`` above the least of all.

    Likelihood-ratio interval of one parameter, the others being fitted anew at each of its values (Wilks 1938).
    """
    low, high = box.low[index], box.high[index]

    def above(value: float) -> float:
        return lowest(misfit, box, {index: value})[1] - least

    values = np.linspace(low, high, _CURVE).tolist()
    ends = [_end(above, float(best[index]), side, limit) for side in (low, high)]
    middle, inner = float(best[index]), [float(best[index])]
    for end in ends:
        if end is not None:
            inner += np.clip(np.linspace(middle, middle + 3.0 * (end - middle), _NEAR), low, high).tolist()
    curve = {value: above(value) for value in sorted({*values, *inner})}
    # a second valley is part of what the data allow
    allowed = [value for value, height in curve.items() if height <= limit]
    if ends[0] is not None and allowed[0] < ends[0] - 1e-12:
        ends[0] = None if allowed[0] <= low else _crossing(above, allowed[0], _before(curve, allowed[0]), limit)
    if ends[1] is not None and allowed[-1] > ends[1] + 1e-12:
        ends[1] = None if allowed[-1] >= high else _crossing(above, allowed[-1], _after(curve, allowed[-1]), limit)
    return Profile(values=np.array(list(curve)), misfit=np.array(list(curve.values())), low=ends[0], high=ends[1])


def _end(above: Callable[[float], float], best: float, bound: float, limit: float) -> float | None:
    """Where the misfit passes ``limit`` between ``best`` and ``bound``; none where it does not."""
    if bound == best:
        return None
    inside, step = best, 1e-4 * (bound - best)
    while abs(step) < abs(bound - best):
        outside = best + step
        if above(outside) > limit:
            return _crossing(above, inside, outside, limit)
        inside, step = outside, 2.0 * step
    return _crossing(above, inside, bound, limit) if above(bound) > limit else None


def _crossing(above: Callable[[float], float], inside: float, outside: float, limit: float) -> float:
    for _ in range(30):
        middle = 0.5 * (inside + outside)
        if above(middle) > limit:
            outside = middle
        else:
            inside = middle
    return 0.5 * (inside + outside)


def _before(curve: Mapping[float, float], value: float) -> float:
    return next(first for first, second in pairwise(curve) if second == value)


def _after(curve: Mapping[float, float], value: float) -> float:
    return next(second for first, second in pairwise(curve) if first == value)
