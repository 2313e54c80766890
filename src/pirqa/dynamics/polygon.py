"""Integrals over flat polygons, and the part of one where a linear function is positive: closed forms, no mesh."""

from __future__ import annotations

import math

from pirqa.compiled import kernel
from pirqa.model.polyhedron import FloatArray

__all__ = ["clip_positive", "clipped_moments", "mean_distance", "moments", "rim_integral", "square_integral"]


_SIXTH, _TWELFTH = 1.0 / 6.0, 1.0 / 12.0


@kernel(lean=True)
def moments(corners: FloatArray, which: int, count: int) -> tuple[float, float, float, float, float, float]:
    """Area [m2] and moments ∫u, ∫v [m3], ∫u², ∫uv, ∫v² [m4] of a counter-clockwise polygon, shape (count, 2)."""
    area = su = sv = suu = suv = svv = 0.0
    u0, v0 = corners[which, count - 1, 0], corners[which, count - 1, 1]
    for index in range(count):
        u1, v1 = corners[which, index, 0], corners[which, index, 1]
        cross = u0 * v1 - u1 * v0
        area += cross
        su += cross * (u0 + u1)
        sv += cross * (v0 + v1)
        suu += cross * (u0 * u0 + u0 * u1 + u1 * u1)
        suv += cross * (2.0 * u0 * v0 + u0 * v1 + u1 * v0 + 2.0 * u1 * v1)
        svv += cross * (v0 * v0 + v0 * v1 + v1 * v1)
        u0, v0 = u1, v1
    return 0.5 * area, _SIXTH * su, _SIXTH * sv, _TWELFTH * suu, 0.5 * _TWELFTH * suv, _TWELFTH * svv


@kernel(lean=True)
def clip_positive(
    corners: FloatArray,
    which: int,
    count: int,
    constant: float,
    along_u: float,
    along_v: float,
    result: FloatArray,
    into: int,
) -> int:
    """Corners of the part of a convex polygon where constant + along_u·u + along_v·v > 0; their number."""
    kept = 0
    u0, v0 = corners[which, count - 1, 0], corners[which, count - 1, 1]
    f0 = constant + along_u * u0 + along_v * v0
    for index in range(count):
        u1, v1 = corners[which, index, 0], corners[which, index, 1]
        f1 = constant + along_u * u1 + along_v * v1
        if (f0 > 0.0) != (f1 > 0.0):
            share = f0 / (f0 - f1)
            result[into, kept, 0] = u0 + share * (u1 - u0)
            result[into, kept, 1] = v0 + share * (v1 - v0)
            kept += 1
        if f1 > 0.0:
            result[into, kept, 0], result[into, kept, 1] = u1, v1
            kept += 1
        u0, v0, f0 = u1, v1, f1
    return kept


@kernel(lean=True)
def clipped_moments(
    corners: FloatArray, which: int, count: int, p0: float, pu: float, pv: float, f0: float, fu: float, fv: float
) -> tuple[float, float, float, float, float, float, float]:
    """Moments of the part of a convex polygon where p > 0, and the least f at its corners.

    The same as :func:`clip_positive` and :func:`moments` one after the other, but nothing is stored on the way.
    """
    area = su = sv = suu = suv = svv = 0.0
    least = 1e300
    started = False
    first_u = first_v = last_u = last_v = 0.0
    u0, v0 = corners[which, count - 1, 0], corners[which, count - 1, 1]
    g0 = p0 + pu * u0 + pv * v0
    for index in range(count):
        u1, v1 = corners[which, index, 0], corners[which, index, 1]
        g1 = p0 + pu * u1 + pv * v1
        crossing = (g0 > 0.0) != (g1 > 0.0)
        if crossing:
            share = g0 / (g0 - g1)
            u, v = u0 + share * (u1 - u0), v0 + share * (v1 - v0)
            least = min(least, f0 + fu * u + fv * v)
            if started:
                c = last_u * v - u * last_v
                area += c
                su += c * (last_u + u)
                sv += c * (last_v + v)
                suu += c * (last_u * last_u + last_u * u + u * u)
                suv += c * (2.0 * (last_u * last_v + u * v) + last_u * v + u * last_v)
                svv += c * (last_v * last_v + last_v * v + v * v)
            else:
                started, first_u, first_v = True, u, v
            last_u, last_v = u, v
        if g1 > 0.0:
            least = min(least, f0 + fu * u1 + fv * v1)
            if started:
                c = last_u * v1 - u1 * last_v
                area += c
                su += c * (last_u + u1)
                sv += c * (last_v + v1)
                suu += c * (last_u * last_u + last_u * u1 + u1 * u1)
                suv += c * (2.0 * (last_u * last_v + u1 * v1) + last_u * v1 + u1 * last_v)
                svv += c * (last_v * last_v + last_v * v1 + v1 * v1)
            else:
                started, first_u, first_v = True, u1, v1
            last_u, last_v = u1, v1
        u0, v0, g0 = u1, v1, g1
    c = last_u * first_v - first_u * last_v
    area += c
    su += c * (last_u + first_u)
    sv += c * (last_v + first_v)
    suu += c * (last_u * last_u + last_u * first_u + first_u * first_u)
    suv += c * (2.0 * (last_u * last_v + first_u * first_v) + last_u * first_v + first_u * last_v)
    svv += c * (last_v * last_v + last_v * first_v + first_v * first_v)
    return 0.5 * area, _SIXTH * su, _SIXTH * sv, _TWELFTH * suu, 0.5 * _TWELFTH * suv, _TWELFTH * svv, least


@kernel(lean=True)
def square_integral(parts: FloatArray, which: int, p0: float, pu: float, pv: float) -> float:
    """∫p² over an area [m4] whose moments stand in a row of ``parts``, shape (n, 6)."""
    square: float = p0 * (p0 * parts[which, 0] + 2.0 * (pu * parts[which, 1] + pv * parts[which, 2]))
    square += pu * pu * parts[which, 3] + 2.0 * pu * pv * parts[which, 4] + pv * pv * parts[which, 5]
    return square


@kernel(lean=True)
def rim_integral(
    corners: FloatArray, tags: FloatArray, which: int, count: int, p0: float, pu: float, pv: float
) -> tuple[float, float]:
    """Sum over the edges of a polygon, counter-clockwise, of tag·∫p² dn where p > 0, n being outwards [m3]."""
    rim_u = rim_v = 0.0
    u0, v0 = corners[which, count - 1, 0], corners[which, count - 1, 1]
    g0 = p0 + pu * u0 + pv * v0
    for index in range(count):
        u1, v1 = corners[which, index, 0], corners[which, index, 1]
        g1 = p0 + pu * u1 + pv * v1
        if g0 > 0.0 or g1 > 0.0:
            part, a, b = 1.0, g0, g1
            if g0 <= 0.0:
                part, a = g1 / (g1 - g0), 0.0
            elif g1 <= 0.0:
                part, b = g0 / (g0 - g1), 0.0
            weight = tags[which, index] * part * (a * a + a * b + b * b)
            rim_u += weight * (v1 - v0)
            rim_v -= weight * (u1 - u0)
        u0, v0, g0 = u1, v1, g1
    return rim_u / 3.0, rim_v / 3.0


@kernel(lean=True)
def mean_distance(corners: FloatArray, which: int, count: int) -> float:
    """Mean distance [m] of a convex polygon's area from its origin, which lies inside.

    Sum over the triangles from the origin to each edge, at distance d along the normal and between the lengths s0 and
    s1 along the edge: ∫r dA = d/6 · [s·√(d²+s²) + d²·asinh(s/d)] from s0 to s1.
    """
    total = area = 0.0
    u0, v0 = corners[which, count - 1, 0], corners[which, count - 1, 1]
    for index in range(count):
        u1, v1 = corners[which, index, 0], corners[which, index, 1]
        length = math.hypot(u1 - u0, v1 - v0)
        cross = u0 * v1 - u1 * v0
        if length > 0.0 and cross > 0.0:
            distance = cross / length
            s0 = (u0 * (u1 - u0) + v0 * (v1 - v0)) / length
            s1 = s0 + length
            upper = s1 * math.hypot(distance, s1) + distance * distance * math.asinh(s1 / distance)
            lower = s0 * math.hypot(distance, s0) + distance * distance * math.asinh(s0 / distance)
            total += distance / 6.0 * (upper - lower)
        area += 0.5 * cross
        u0, v0 = u1, v1
    return total / area
