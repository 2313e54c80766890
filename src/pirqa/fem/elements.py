"""Element matrices: bricks, all of a mesh at once, and springs, bars and beams between two points.

Corners are numbered as in VTK: the lower face anticlockwise seen from above, then the upper one; the nodes in the
middle of edges follow, those of the lower face, of the upper face, and the upright ones.

The stiffness of an isotropic brick between two nodes i and j is K = Σ w [λ g_i g_jᵀ + μ g_j g_iᵀ + μ (g_i·g_j) 1] with
the slopes g of their shape functions: one product of all slopes by themselves holds all that is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Literal

import numpy as np

from pirqa.model.polyhedron import FloatArray

if TYPE_CHECKING:
    import numpy.typing as npt

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

BrickKind = Literal["incompatible", "quadratic", "plain"]
"""``incompatible``: 8 nodes and incompatible modes, which bend without locking (Taylor, Beresford and Wilson 1976);
``quadratic``: 20 nodes; ``plain``: 8 nodes, which lock in bending (as DIANA's HX24L and CalculiX's C3D8)."""

NODES: dict[str, int] = {"incompatible": 8, "quadratic": 20, "plain": 8}

_POINTS = {"incompatible": 2, "quadratic": 3, "plain": 2}

_CHUNK = 2048
"""Bricks at once: their products stay in the processor's cache and need little memory."""

_ALIKE = 1e-11
"""Of the largest brick's side: corners this near are those of the same brick; rounding is a thousandth of it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Bricks:
    """Bricks of one kind with the stiffness and the mass of what they are made of."""

    kind: BrickKind
    corners: FloatArray
    """Places of the nodes [m], shape (e, nodes, 3)."""
    youngs_modulus: FloatArray
    """[Pa], shape (e,)"""
    poisson_ratio: FloatArray
    """Shape (e,)."""
    density: FloatArray
    """[kg/m3], shape (e,)"""

    def __len__(self) -> int:
        return len(self.corners)


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


def brick_stiffness(bricks: Bricks) -> FloatArray:
    """Stiffness matrices [N/m], shape (e, 3 nodes, 3 nodes): node by node, x, y, z each."""
    first, place = _alike(bricks)
    if 2 * len(first) > len(bricks):
        return _stiffness(bricks)
    few = Bricks(
        kind=bricks.kind,
        corners=bricks.corners[first] - bricks.corners[first, :1],
        youngs_modulus=bricks.youngs_modulus[first],
        poisson_ratio=bricks.poisson_ratio[first],
        density=bricks.density[first],
    )
    return np.asarray(_stiffness(few)[place])


def _alike(bricks: Bricks) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """One brick of each shape and stiffness, and which of these each brick is like: a wall is mostly one brick."""
    shape = (bricks.corners[:, 1:] - bricks.corners[:, :1]).reshape(len(bricks), -1)
    sizes = np.round(shape / (_ALIKE * np.abs(shape).max())).astype(np.int64)
    kinds = np.stack([bricks.youngs_modulus, bricks.poisson_ratio], axis=1).view(np.int64)
    keys = np.concatenate([sizes, kinds], axis=1)
    # one number for each row: whole rows are slow to sort, and rows that differ hardly ever share theirs
    mixed = (keys * np.random.default_rng(0).integers(1, 2**62, keys.shape[1]) + (keys >> 31)).sum(axis=1)
    _, first, place = np.unique(mixed, return_index=True, return_inverse=True)
    if (keys != keys[first][place]).any():
        return np.arange(len(bricks)), np.arange(len(bricks))
    return first.astype(np.int64), place.astype(np.int64)


def _stiffness(bricks: Bricks) -> FloatArray:
    nodes = NODES[bricks.kind]
    found = np.empty((len(bricks), 3 * nodes, 3 * nodes))
    first = bricks.youngs_modulus * bricks.poisson_ratio / ((1 + bricks.poisson_ratio) * (1 - 2 * bricks.poisson_ratio))
    shear = bricks.youngs_modulus / (2.0 * (1.0 + bricks.poisson_ratio))
    for part in _chunks(len(bricks)):
        slopes, volume = slopes_at(bricks.kind, bricks.corners[part])
        full = _isotropic(slopes, volume, first[part], shear[part])
        if bricks.kind == "incompatible":
            full = _condense(full, 3 * nodes)
        found[part] = full
    return found


def brick_mass(bricks: Bricks) -> FloatArray:
    """Consistent mass between nodes [kg], the same in all three directions, shape (e, nodes, nodes)."""
    nodes = NODES[bricks.kind]
    places, weights = gauss_points(_POINTS[bricks.kind])
    values, reference = shape_functions(nodes, places)
    found = np.empty((len(bricks), nodes, nodes))
    for part in _chunks(len(bricks)):
        volume = np.linalg.det(jacobians(bricks.corners[part], reference)) * weights
        heavy = volume * bricks.density[part, None]
        found[part] = np.einsum("eg,gi,gj->eij", heavy, values, values, optimize=True)
    return found


def jacobians(corners: FloatArray, reference: FloatArray) -> FloatArray:
    """∂x/∂ξ at each point, shape (e, p, 3, 3): rows by reference axis, columns by space axis."""
    return np.asarray(np.einsum("gia,eib->egab", reference, corners, optimize=True))


def slopes_at(kind: BrickKind, corners: FloatArray, places: FloatArray | None = None) -> tuple[FloatArray, FloatArray]:
    """Slopes in space of all shape functions (e, p, functions, 3) [1/m] and the volume of each point (e, p) [m3].

    Incompatible modes follow the 8 nodes. Their slopes are taken with the Jacobian of the middle, scaled by the ratio
    of volumes, so that they do no work in a constant stress and the patch test is passed (Taylor, Beresford and Wilson
    1976).
    """
    points, weights = gauss_points(_POINTS[kind])
    if places is not None:
        points, weights = places, np.ones(len(places))
    _, reference = shape_functions(NODES[kind], points)
    jacobian = jacobians(corners, reference)
    determinant = np.linalg.det(jacobian)
    slopes = np.einsum("egab,gib->egia", np.linalg.inv(jacobian), reference, optimize=True)
    if kind == "incompatible":
        _, middle = shape_functions(8, np.zeros((1, 3)))
        central = jacobians(corners, middle)[:, 0]
        ratio = np.linalg.det(central)[:, None] / determinant
        bubbles = np.einsum("eab,gib->egia", np.linalg.inv(central), bubble_slopes(points), optimize=True)
        slopes = np.concatenate([slopes, bubbles * ratio[:, :, None, None]], axis=2)
    return slopes, determinant * weights


def strain_at(bricks: Bricks, shifts: FloatArray, places: FloatArray) -> FloatArray:
    """Strains xx, yy, zz, xy, yz, zx (engineering shear) at reference ``places``, shape (e, p, 6).

    ``shifts`` of the nodes [m], shape (e, nodes, 3); incompatible modes take the share that their stiffness gives them.
    """
    nodes = NODES[bricks.kind]
    found = np.empty((len(bricks), len(places), 6))
    for part in _chunks(len(bricks)):
        moved = shifts[part]
        if bricks.kind == "incompatible":
            moved = np.concatenate([moved, _inner_shifts(bricks, part, moved)], axis=1)
        slopes, _ = slopes_at(bricks.kind, bricks.corners[part], places)
        gradient = np.einsum("egia,eib->egab", slopes[:, :, : nodes + 3], moved, optimize=True)
        twice = gradient + gradient.swapaxes(2, 3)
        normal = np.einsum("egaa->ega", gradient)
        sheared = np.stack([twice[..., 0, 1], twice[..., 1, 2], twice[..., 2, 0]], axis=-1)
        found[part] = np.concatenate([normal, sheared], axis=2)
    return found


def _isotropic(slopes: FloatArray, volume: FloatArray, first: FloatArray, shear: FloatArray) -> FloatArray:
    """Stiffness (e, 3f, 3f) of all functions out of their slopes (e, p, f, 3)."""
    count, points, functions, _ = slopes.shape
    flat = slopes.reshape(count, points, 3 * functions)
    work = np.matmul((flat * volume[:, :, None]).transpose(0, 2, 1), flat)
    pairs = work.reshape(count, functions, 3, functions, 3)
    found = first[:, None, None, None, None] * pairs + shear[:, None, None, None, None] * pairs.transpose(0, 1, 4, 3, 2)
    trace = shear[:, None, None] * np.einsum("eiaja->eij", pairs)
    for axis in range(3):
        found[:, :, axis, :, axis] += trace
    return np.asarray(found.reshape(count, 3 * functions, 3 * functions))


def _condense(full: FloatArray, kept: int) -> FloatArray:
    """What remains for the first ``kept`` rows where nothing acts on the others."""
    inner = np.linalg.solve(full[:, kept:, kept:], full[:, kept:, :kept])
    found = full[:, :kept, :kept] - np.matmul(full[:, :kept, kept:], inner)
    return np.asarray(0.5 * (found + found.transpose(0, 2, 1)))


def _inner_shifts(bricks: Bricks, part: slice, moved: FloatArray) -> FloatArray:
    """Sizes of the incompatible modes (e, 3, 3) that nodes' shifts bring about."""
    ratio = bricks.poisson_ratio[part]
    first = bricks.youngs_modulus[part] * ratio / ((1 + ratio) * (1 - 2 * ratio))
    shear = bricks.youngs_modulus[part] / (2.0 * (1.0 + ratio))
    slopes, volume = slopes_at("incompatible", bricks.corners[part])
    full = _isotropic(slopes, volume, first, shear)
    pulled = np.matmul(full[:, 24:, :24], moved.reshape(len(moved), 24, 1))
    return np.asarray(-np.linalg.solve(full[:, 24:, 24:], pulled).reshape(len(moved), 3, 3))


def _chunks(count: int) -> Iterator[slice]:
    for start in range(0, count, _CHUNK):
        yield slice(start, min(start + _CHUNK, count))


def bar_stiffness(first: FloatArray, second: FloatArray, axial: float) -> FloatArray:
    """Of a hinged bar with axial stiffness ``axial`` = EA/L [N/m], shape (6, 6): shifts of both ends."""
    along = (second - first) / np.linalg.norm(second - first)
    pull = np.concatenate([-along, along])
    return np.asarray(axial * np.outer(pull, pull))


def beam_stiffness(
    first: FloatArray, second: FloatArray, *, youngs_modulus: float, shear_modulus: float, diameter: float
) -> FloatArray:
    """Of a round beam that is clamped at both ends, shape (12, 12): shift and turn of the first end, of the second.

    Euler–Bernoulli bending (Przemieniecki 1968, eq. 5.116 without shear) and St Venant torsion.
    """
    length = float(np.linalg.norm(second - first))
    area, inertia = np.pi * diameter**2 / 4.0, np.pi * diameter**4 / 64.0
    axial, twist = youngs_modulus * area / length, shear_modulus * 2.0 * inertia / length
    bend = youngs_modulus * inertia / length**3
    local = np.zeros((12, 12))
    for one, other, stiffness in ((0, 6, axial), (3, 9, twist)):
        local[np.ix_((one, other), (one, other))] = stiffness * np.array([[1.0, -1.0], [-1.0, 1.0]])
    side = bend * np.array(
        [
            [12.0, 6.0 * length, -12.0, 6.0 * length],
            [6.0 * length, 4.0 * length**2, -6.0 * length, 2.0 * length**2],
            [-12.0, -6.0 * length, 12.0, -6.0 * length],
            [6.0 * length, 2.0 * length**2, -6.0 * length, 4.0 * length**2],
        ]
    )
    turned = np.outer((1.0, -1.0, 1.0, -1.0), (1.0, -1.0, 1.0, -1.0))
    local[np.ix_((1, 5, 7, 11), (1, 5, 7, 11))] += side
    local[np.ix_((2, 4, 8, 10), (2, 4, 8, 10))] += side * turned
    along = (second - first) / length
    helper = np.eye(3)[int(np.argmin(np.abs(along)))]
    across = np.cross(along, helper)
    across /= np.linalg.norm(across)
    frame = np.array([along, across, np.cross(along, across)])
    turn = np.kron(np.eye(4), frame)
    return np.asarray(turn.T @ local @ turn)
