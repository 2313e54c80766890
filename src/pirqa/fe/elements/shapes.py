"""Shape functions of bricks and the points where they are integrated.

Corners are numbered as in VTK: the lower face anticlockwise seen from above, then the upper one; the nodes in the
middle of edges follow, those of the lower face, of the upper face, and the upright ones.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from pirqa.model.polyhedron import FloatArray

__all__ = ["CORNERS", "EDGES", "MIDDLES", "bubble_slopes", "gauss_points", "shape_functions"]

CORNERS = np.array(
    [[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]],
    dtype=np.float64,
)
"""Of the reference cube, shape (8, 3)."""
_EDGES = ((0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7))
MIDDLES = np.array([0.5 * (CORNERS[a] + CORNERS[b]) for a, b in _EDGES])
"""Of the edges of the reference cube, shape (12, 3)."""
EDGES = np.array(_EDGES)
"""Corners at the ends of each edge, shape (12, 2)."""


@cache
def gauss_points(count: int) -> tuple[FloatArray, FloatArray]:
    """Places (count³, 3) and weights (count³,) of Gauss–Legendre integration over the reference cube."""
    along, weight = np.polynomial.legendre.leggauss(count)
    places = np.array(list(product(along, repeat=3)))
    weights = np.array([np.prod(three) for three in product(weight, repeat=3)])
    return places, weights


@cache
def _signs(nodes: int) -> FloatArray:
    return CORNERS if nodes == 8 else np.vstack([CORNERS, MIDDLES])


def shape_functions(nodes: int, places: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Values (p, nodes) and slopes (p, nodes, 3) at ``places`` (p, 3) of the brick with 8 or 20 nodes.

    Trilinear, or serendipity functions of second order (Zienkiewicz and Taylor 2000, vol. 1, section 8.7).
    """
    at = places[:, None, :]
    signs = _signs(nodes)[None]
    if nodes == 8:
        parts = 0.5 * (1.0 + at * signs)
        slopes = 0.5 * np.broadcast_to(signs, parts.shape)
        return parts.prod(axis=2), _product_slopes(parts, slopes)
    corner, middle = signs[:, :8], signs[:, 8:]
    lines, rises = 1.0 + at * corner, np.broadcast_to(corner, (len(places), 8, 3))
    box, tail = lines.prod(axis=2) / 8.0, (at * corner).sum(axis=2) - 2.0
    corner_slopes = _product_slopes(lines, rises) / 8.0 * tail[:, :, None] + box[:, :, None] * corner
    # along its own edge a function of the middle falls as 1 − x², across it as those of corners do
    own = middle == 0.0
    parts = np.where(own, 1.0 - at**2, 1.0 + at * middle)
    slopes = np.where(own, -2.0 * at, np.broadcast_to(middle, parts.shape))
    values = np.concatenate([box * tail, parts.prod(axis=2) / 4.0], axis=1)
    return values, np.concatenate([corner_slopes, _product_slopes(parts, slopes) / 4.0], axis=1)


def bubble_slopes(places: FloatArray) -> FloatArray:
    """Slopes (p, 3, 3) of the incompatible modes 1 − x², 1 − y², 1 − z² (Wilson and others 1973)."""
    return -2.0 * places[:, :, None] * np.eye(3)


def _product_slopes(parts: FloatArray, slopes: FloatArray) -> FloatArray:
    """Slopes of the product over the last axis."""
    x, y, z = (parts[..., axis] for axis in range(3))
    return np.stack([slopes[..., 0] * y * z, x * slopes[..., 1] * z, x * y * slopes[..., 2]], axis=-1)
