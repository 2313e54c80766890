"""Integrals over flat polygons, and the part of one where a linear function is positive: closed forms, no mesh."""

from __future__ import annotations

import math

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import IntArray
from pirqa.dynamics.quotient import divided
from pirqa.model.polyhedron import FloatArray

NONE, SOME, ALL = 0, 1, 2
"""How many corners of a polygon lie on the positive side of a line."""
_THIRD, _SIXTH, _TWELFTH = 1.0 / 3.0, 1.0 / 6.0, 1.0 / 12.0


@inlined
def _edge_terms(u0: float, v0: float, u1: float, v1: float) -> tuple[float, float, float, float, float, float]:
    """What an edge adds to twice the area, 6∫u, 6∫v, 12∫u², 24∫uv and 12∫v²."""
    cross = u0 * v1 - u1 * v0
    u, v = u0 + u1, v0 + v1
    return (
        cross,
        cross * u,
        cross * v,
        cross * (u * u - u0 * u1),
        cross * (u * v + u0 * v0 + u1 * v1),
        cross * (v * v - v0 * v1),
    )


@inlined
def moments(corners: FloatArray, which: int, count: int) -> tuple[float, float, float, float, float, float]:
    """Area [m2] and moments ∫u, ∫v [m3], ∫u², ∫uv, ∫v² [m4] of a counter-clockwise polygon, shape (count, 2)."""
    area = su = sv = suu = suv = svv = 0.0
    u0, v0 = corners[which, count - 1, 0], corners[which, count - 1, 1]
    for index in range(count):
        u1, v1 = corners[which, index, 0], corners[which, index, 1]
        da, du, dv, duu, duv, dvv = _edge_terms(u0, v0, u1, v1)
        area, su, sv, suu, suv, svv = area + da, su + du, sv + dv, suu + duu, suv + duv, svv + dvv
        u0, v0 = u1, v1
    return 0.5 * area, _SIXTH * su, _SIXTH * sv, _TWELFTH * suu, 0.5 * _TWELFTH * suv, _TWELFTH * svv


@inlined
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
            share = divided(f0, f0 - f1)
            result[into, kept, 0] = u0 + share * (u1 - u0)
            result[into, kept, 1] = v0 + share * (v1 - v0)
            kept += 1
        if f1 > 0.0:
            result[into, kept, 0], result[into, kept, 1] = u1, v1
            kept += 1
        u0, v0, f0 = u1, v1, f1
    return kept


@inlined
def cut_moments(
    corners: FloatArray,
    which: int,
    count: int,
    p0: float,
    pu: float,
    pv: float,
    cut: IntArray,
    chain: FloatArray,
    line: int,
) -> tuple[int, float, float, float, float, float, float, float, float, float, float]:
    """Moments of the part of a convex polygon where p > 0; how many corners it has there, and both ends of the cut.

    NONE, ALL or SOME of the corners: only for SOME are there moments and ends. Lines move little from step to step:
    ``cut[which, line]`` holds the corner before the part, the first and the last of it, and the one after, ``chain``
    what its whole edges add up to. Where the four still lie as they did, so do all others, for the polygon is convex.
    """
    k, a, b, n = cut[which, line, 0], cut[which, line, 1], cut[which, line, 2], cut[which, line, 3]
    u0, v0, u1, v1 = corners[which, k, 0], corners[which, k, 1], corners[which, a, 0], corners[which, a, 1]
    u2, v2, u3, v3 = corners[which, b, 0], corners[which, b, 1], corners[which, n, 0], corners[which, n, 1]
    g0, g1 = p0 + pu * u0 + pv * v0, p0 + pu * u1 + pv * v1
    g2, g3 = p0 + pu * u2 + pv * v2, p0 + pu * u3 + pv * v3
    if g0 > 0.0 or g1 <= 0.0 or g2 <= 0.0 or g3 > 0.0:
        side = _find_cut(corners, which, count, p0, pu, pv, cut, chain, line)
        if side != SOME:
            return side, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        k, a, b, n = cut[which, line, 0], cut[which, line, 1], cut[which, line, 2], cut[which, line, 3]
        u0, v0, u1, v1 = corners[which, k, 0], corners[which, k, 1], corners[which, a, 0], corners[which, a, 1]
        u2, v2, u3, v3 = corners[which, b, 0], corners[which, b, 1], corners[which, n, 0], corners[which, n, 1]
        g0, g1 = p0 + pu * u0 + pv * v0, p0 + pu * u1 + pv * v1
        g2, g3 = p0 + pu * u2 + pv * v2, p0 + pu * u3 + pv * v3
    share = divided(g0, g0 - g1)
    in_u, in_v = u0 + share * (u1 - u0), v0 + share * (v1 - v0)
    share = divided(g2, g2 - g3)
    out_u, out_v = u2 + share * (u3 - u2), v2 + share * (v3 - v2)
    a0, a1, a2, a3, a4, a5 = _edge_terms(in_u, in_v, u1, v1)
    b0, b1, b2, b3, b4, b5 = _edge_terms(u2, v2, out_u, out_v)
    c0, c1, c2, c3, c4, c5 = _edge_terms(out_u, out_v, in_u, in_v)
    return (
        SOME,
        0.5 * (chain[which, line, 0] + a0 + b0 + c0),
        _SIXTH * (chain[which, line, 1] + a1 + b1 + c1),
        _SIXTH * (chain[which, line, 2] + a2 + b2 + c2),
        _TWELFTH * (chain[which, line, 3] + a3 + b3 + c3),
        0.5 * _TWELFTH * (chain[which, line, 4] + a4 + b4 + c4),
        _TWELFTH * (chain[which, line, 5] + a5 + b5 + c5),
        in_u,
        in_v,
        out_u,
        out_v,
    )


@inlined
def _find_cut(
    corners: FloatArray,
    which: int,
    count: int,
    p0: float,
    pu: float,
    pv: float,
    cut: IntArray,
    chain: FloatArray,
    line: int,
) -> int:
    """Look at all corners; ``cut`` and ``chain`` as :func:`cut_moments` wants them where some lie on either side."""
    inside = a = b = 0
    was = p0 + pu * corners[which, count - 1, 0] + pv * corners[which, count - 1, 1]
    for i in range(count):
        now = p0 + pu * corners[which, i, 0] + pv * corners[which, i, 1]
        if now > 0.0:
            inside += 1
            if was <= 0.0:
                a = i
        elif was > 0.0:
            b = i - 1 if i > 0 else count - 1
        was = now
    if inside == 0:
        return NONE
    if inside == count:
        return ALL
    cut[which, line, 0], cut[which, line, 1] = a - 1 if a > 0 else count - 1, a
    cut[which, line, 2], cut[which, line, 3] = b, b + 1 if b + 1 < count else 0
    area = su = sv = suu = suv = svv = 0.0
    while a != b:
        n = a + 1 if a + 1 < count else 0
        da, du, dv, duu, duv, dvv = _edge_terms(
            corners[which, a, 0], corners[which, a, 1], corners[which, n, 0], corners[which, n, 1]
        )
        area, su, sv, suu, suv, svv = area + da, su + du, sv + dv, suu + duu, suv + duv, svv + dvv
        a = n
    chain[which, line, 0], chain[which, line, 1], chain[which, line, 2] = area, su, sv
    chain[which, line, 3], chain[which, line, 4], chain[which, line, 5] = suu, suv, svv
    return SOME


@inlined
def twice_cut_moments(
    corners: FloatArray, which: int, count: int, p0: float, pu: float, pv: float, f0: float, fu: float, fv: float
) -> tuple[float, float, float, float, float, float]:
    """Moments of the part of a convex polygon where p and f are both positive, as :func:`moments` gives them.

    Edges one after the other, and last the line where p vanishes: what of each lies where p > 0 is cut where f
    vanishes, and added. Nothing is stored on the way, so that a thread of a graphics card needs no memory for it. Both
    functions are found once for each point, so that edges that meet there agree on its side.
    """
    area = su = sv = suu = suv = svv = 0.0
    out_u = out_v = out_f = in_u = in_v = in_f = 0.0
    from_u = from_v = to_u = to_v = 0.0
    cut = cut_again = False
    u0, v0 = corners[which, count - 1, 0], corners[which, count - 1, 1]
    g0, h0 = p0 + pu * u0 + pv * v0, f0 + fu * u0 + fv * v0
    for index in range(count + 1):
        if index < count:
            u1, v1 = corners[which, index, 0], corners[which, index, 1]
            g1, h1 = p0 + pu * u1 + pv * v1, f0 + fu * u1 + fv * v1
            au, av, af, bu, bv, bf = u0, v0, h0, u1, v1, h1
            some = g0 > 0.0 or g1 > 0.0
            if (g0 > 0.0) != (g1 > 0.0):
                cut, share = True, divided(g0, g0 - g1)
                u, v = u0 + share * (u1 - u0), v0 + share * (v1 - v0)
                f = f0 + fu * u + fv * v
                if g0 > 0.0:
                    bu, bv, bf = out_u, out_v, out_f = u, v, f
                else:
                    au, av, af = in_u, in_v, in_f = u, v, f
            u0, v0, g0, h0 = u1, v1, g1, h1
        else:
            au, av, af, bu, bv, bf = out_u, out_v, out_f, in_u, in_v, in_f
            some = cut
        if some and (af > 0.0 or bf > 0.0):
            if (af > 0.0) != (bf > 0.0):
                cut_again, share = True, divided(af, af - bf)
                u, v = au + share * (bu - au), av + share * (bv - av)
                if af > 0.0:
                    bu, bv = from_u, from_v = u, v
                else:
                    au, av = to_u, to_v = u, v
            da, du, dv, duu, duv, dvv = _edge_terms(au, av, bu, bv)
            area, su, sv, suu, suv, svv = area + da, su + du, sv + dv, suu + duu, suv + duv, svv + dvv
    if cut_again:
        da, du, dv, duu, duv, dvv = _edge_terms(from_u, from_v, to_u, to_v)
        area, su, sv, suu, suv, svv = area + da, su + du, sv + dv, suu + duu, suv + duv, svv + dvv
    return 0.5 * area, _SIXTH * su, _SIXTH * sv, _TWELFTH * suu, 0.5 * _TWELFTH * suv, _TWELFTH * svv


@inlined
def square_integral(parts: FloatArray, which: int, p0: float, pu: float, pv: float) -> float:
    """∫p² over an area [m4] whose moments stand in a row of ``parts``, shape (n, 6)."""
    square: float = p0 * (p0 * parts[which, 0] + 2.0 * (pu * parts[which, 1] + pv * parts[which, 2]))
    square += pu * pu * parts[which, 3] + 2.0 * pu * pv * parts[which, 4] + pv * pv * parts[which, 5]
    return square


@inlined
def positive_square(
    corners: FloatArray, which: int, count: int, p0: float, pu: float, pv: float, scratch: FloatArray, row: int
) -> float:
    """∫p² over the part of a convex polygon where p > 0 [m4]; that part goes into a row of ``scratch``."""
    count = clip_positive(corners, which, count, p0, pu, pv, scratch, row) if count >= 3 else 0
    if count < 3:
        return 0.0
    area, su, sv, suu, suv, svv = moments(scratch, row, count)
    return p0 * (p0 * area + 2.0 * (pu * su + pv * sv)) + pu * pu * suu + 2.0 * pu * pv * suv + pv * pv * svv


@inlined
def rim_integral(
    corners: FloatArray, tags: FloatArray, which: int, count: int, p0: float, pu: float, pv: float
) -> tuple[float, float]:
    """Sum over the edges of a polygon, counter-clockwise, of tag·∫p² dn where p > 0, n being outwards [m3]."""
    rim_u = rim_v = 0.0
    for index in range(count):
        tag = tags[which, index]
        if tag == 0.0:
            continue
        before = index - 1 if index > 0 else count - 1
        u0, v0 = corners[which, before, 0], corners[which, before, 1]
        u1, v1 = corners[which, index, 0], corners[which, index, 1]
        g0, g1 = p0 + pu * u0 + pv * v0, p0 + pu * u1 + pv * v1
        if g0 > 0.0 or g1 > 0.0:
            a, b = max(g0, 0.0), max(g1, 0.0)
            if a * b == 0.0:  # only part of the edge
                tag *= (a + b) / abs(g0 - g1)
            weight = tag * (a * a + a * b + b * b)
            rim_u += weight * (v1 - v0)
            rim_v -= weight * (u1 - u0)
    return _THIRD * rim_u, _THIRD * rim_v


@inlined
def mean_distance(corners: FloatArray, which: int, count: int) -> float:
    """Mean distance [m] of a convex polygon's area from its origin, which lies inside.

    Sum over the triangles from the origin to each edge, at distance d along the normal and between the lengths s0 and
    s1 along the edge: ∫r dA = d/6 · [s·√(d²+s²) + d²·asinh(s/d)] from s0 to s1.
    """
    total = area = 0.0
    u0, v0 = corners[which, count - 1, 0], corners[which, count - 1, 1]
    r0 = math.sqrt(u0 * u0 + v0 * v0)
    for index in range(count):
        u1, v1 = corners[which, index, 0], corners[which, index, 1]
        r1 = math.sqrt(u1 * u1 + v1 * v1)
        length = math.sqrt((u1 - u0) * (u1 - u0) + (v1 - v0) * (v1 - v0))
        cross = u0 * v1 - u1 * v0
        if length > 0.0 and cross > 0.0:
            distance = cross / length
            s0 = (u0 * (u1 - u0) + v0 * (v1 - v0)) / length
            s1 = s0 + length
            # asinh(s/d) = log((s + r)/d); where s is negative, the same written without its cancellation
            upper = s1 + r1 if s1 > 0.0 else distance * distance / (r1 - s1)
            lower = s0 + r0 if s0 > 0.0 else distance * distance / (r0 - s0)
            total += distance / 6.0 * (s1 * r1 - s0 * r0 + distance * distance * math.log(upper / lower))
        area += 0.5 * cross
        u0, v0, r0 = u1, v1, r1
    return total / area
