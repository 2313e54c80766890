"""Bricks that move far and crack: unbalanced forces and stiffness of all of them, in one compiled loop.

Total Lagrangian: Green–Lagrange strains E = ½(FᵀF − 1) of the wall as it stood, and the second Piola–Kirchhoff stresses
S that go with them (Bonet and Wood 2008, chapters 4 and 9). Incompatible modes are added to the strains,
E = E(u) + G α, with the slopes of :func:`pirqa.fem.elements.slopes_at`: at rest these are the bricks of the
finite-element stage, and the nine numbers α of a brick are eliminated in it (Simo and Rifai 1990).

A mode stretches one half of a brick and shortens the other. Once all of a brick softens, nothing else decides in which
of its two layers of points a crack goes on to open, or masonry to crush, while it closes in the other: it would hop
from one to the other from correction to correction. Change of the modes is therefore resisted, by twice what softening
takes away at most, and only within a step: what resists is gone in the next one, and vanishes as steps become short.

Most bricks of a wall are elastic and hardly turn (``calm``): their forces are exact, and their stiffness is that of a
little before. It is off by what the brick has turned since, a five-hundredth at most, which no correction feels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pirqa.compiled import kernel
from pirqa.fem.elements import NODES, BrickKind, gauss_points, jacobians, shape_functions, slopes_at
from pirqa.fem.pushover.crack_laws import DAMAGE, NO_TENSION, compression_limit
from pirqa.fem.pushover.point_law import ELASTIC, advance, follow, respond, secant
from pirqa.model.polyhedron import FloatArray

if TYPE_CHECKING:
    import numpy.typing as npt

_FIRM = 2.0
"""How many times the steepest fall: with 1 a brick that has just cracked would resist neither way."""

_TURNED = 0.002
"""Change of any slope of the shifts from which stiffness is made anew."""

INNER = 9
"""Numbers of the incompatible modes of a brick."""

_REDUCED = 2
"""Points along each side of a brick of 20 nodes: with all 27 it is stiffer in bending once it has cracked, and three
times as dear; its few motions without strain need neighbours that take part, and none has."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Shape:
    """Bricks as they stood, at their points."""

    nodes: npt.NDArray[np.int64]
    """Of each brick, shape (e, n)."""
    slopes: FloatArray
    """Of the nodes' functions and of the incompatible modes [1/m], shape (e, p, f, 3)."""
    volume: FloatArray
    """Of each point [m3], shape (e, p)."""
    inner: int
    """Numbers that are eliminated in each brick: 9 or 0."""

    @property
    def length(self) -> FloatArray:
        """Crack-band length [m]: the side of the cube of the same volume (Rots 1988), shape (e,).

        In a brick of 20 nodes strains may differ from one layer of points to the next, and a crack stays in one of the
        two: half of it.
        """
        return np.asarray(np.cbrt(self.volume.sum(axis=1)) * (0.5 if self.nodes.shape[1] == 20 else 1.0))


def shape_of(kind: BrickKind, bricks: npt.NDArray[np.int64], corners: FloatArray) -> Shape:
    """Of ``bricks`` (e, n) with nodes at ``corners`` (e, n, 3) [m]."""
    if kind == "quadratic":
        points, weights = gauss_points(_REDUCED)
        _, reference = shape_functions(NODES[kind], points)
        jacobian = jacobians(corners, reference)
        slopes = np.einsum("egab,gib->egia", np.linalg.inv(jacobian), reference, optimize=True)
        volume = np.linalg.det(jacobian) * weights
    else:
        slopes, volume = slopes_at(kind, corners)
    return Shape(
        nodes=np.ascontiguousarray(bricks),
        slopes=np.ascontiguousarray(slopes),
        volume=np.ascontiguousarray(volume),
        inner=INNER if kind == "incompatible" else 0,
    )


@kernel(lean=True)
def sweep(
    mode: int,
    large: bool,
    nodes: npt.NDArray[np.int64],
    slopes: FloatArray,
    volume: FloatArray,
    law: npt.NDArray[np.int64],
    properties: FloatArray,
    length: FloatArray,
    viscosity: float,
    step: float,
    shift: FloatArray,
    inner: FloatArray,
    begun: FloatArray,
    old: FloatArray,
    state: FloatArray,
    strain: FloatArray,
    stress: FloatArray,
    forces: FloatArray,
    pulled: FloatArray,
    eliminated: FloatArray,
    place: npt.NDArray[np.int64],
    stride: npt.NDArray[np.int64],
    data: FloatArray,
    known: FloatArray,
    inverse: FloatArray,
    kept: FloatArray,
    room: FloatArray,
    whole: FloatArray,
    slope: FloatArray,
    moved: FloatArray,
) -> None:
    """Forces of all bricks at ``shift`` (n, 3), added to ``forces`` (n, 3) [N]; stiffness, added to ``data``.

    ``inner`` (e, 9) sizes of incompatible modes, ``begun`` those with which the step began, ``old`` and ``state``
    internal variables (e, p, s) before and now, ``strain`` and ``stress`` (e, p, 6); ``pulled`` (e, 9) what is
    unbalanced on the incompatible modes. With stiffness, forces are those that remain when the modes are eliminated,
    and ``eliminated`` (e, 9, 3n + 1) what the modes' change is: −(E du + e). ``place`` (e, n, n) where the block of two
    nodes begins in ``data``, below 0 where one is held, and ``stride`` (n,) how far its rows are apart.
    ``known`` (e, 10), ``inverse`` (e, 9, 9) and ``kept`` (e, 3n, 3n): stiffness of calm bricks, of an earlier call;
    empty where none is kept. ``room`` (12, 3n + 9), ``whole`` (3n + 9, 3n + 10), ``slope`` (6, 6) and ``moved``
    (n, 3) are for use here.
    """
    count, many = nodes.shape
    points = volume.shape[1]
    size = 3 * many
    modes = inner.shape[1] // 3
    total = size + inner.shape[1]
    stiff = mode in (FOLLOW_STIFF, FREEZE_STIFF)
    keeps = len(known) > 0
    for e in range(count):
        for i in range(many):
            for k in range(3):
                moved[i, k] = shift[nodes[e, i], k]
        calm = keeps and mode == FOLLOW_STIFF and not turned(slopes[e, 0], moved, known[e])
        if calm:
            calm = _calm_forces(
                large, law[e], properties[e], slopes[e], volume[e], moved, inner[e], old[e], state[e], strain[e],
                stress[e], whole, slope,
            )  # fmt: skip
        if calm:
            for r in range(size, total):
                pulled[e, r - size] = whole[r, total]
            for k in range(total - size):
                change = 0.0
                for c in range(total - size):
                    change += inverse[e, k, c] * whole[size + c, total]
                eliminated[e, k, size] = change
                for r in range(size):  # as the whole matrix is, symmetric
                    whole[r, total] -= eliminated[e, k, r] * whole[size + k, total]
            _add(kept[e], nodes[e], place[e], stride, data)
            for i in range(many):
                for k in range(3):
                    forces[nodes[e, i], k] += whole[3 * i + k, total]
            continue
        elastic = True
        for r in range(total):
            whole[r, total] = 0.0
        if stiff:
            for r in range(total):
                for c in range(total):
                    whole[r, c] = 0.0
        for p in range(points):
            h00 = h01 = h02 = h10 = h11 = h12 = h20 = h21 = h22 = 0.0
            for i in range(many):
                g0, g1, g2 = slopes[e, p, i, 0], slopes[e, p, i, 1], slopes[e, p, i, 2]
                node = nodes[e, i]
                x, y, z = shift[node, 0], shift[node, 1], shift[node, 2]
                h00 += x * g0
                h01 += x * g1
                h02 += x * g2
                h10 += y * g0
                h11 += y * g1
                h12 += y * g2
                h20 += z * g0
                h21 += z * g1
                h22 += z * g2
            here = strain[e, p]
            here[0], here[1], here[2] = h00, h11, h22
            here[3], here[4], here[5] = h01 + h10, h12 + h21, h20 + h02
            if large:
                here[0] += 0.5 * (h00 * h00 + h10 * h10 + h20 * h20)
                here[1] += 0.5 * (h01 * h01 + h11 * h11 + h21 * h21)
                here[2] += 0.5 * (h02 * h02 + h12 * h12 + h22 * h22)
                here[3] += h00 * h01 + h10 * h11 + h20 * h21
                here[4] += h01 * h02 + h11 * h12 + h21 * h22
                here[5] += h02 * h00 + h12 * h10 + h22 * h20
            else:
                h00 = h01 = h02 = h10 = h11 = h12 = h20 = h21 = h22 = 0.0
            for m in range(modes):
                g0, g1, g2 = slopes[e, p, many + m, 0], slopes[e, p, many + m, 1], slopes[e, p, many + m, 2]
                x, y, z = inner[e, 3 * m], inner[e, 3 * m + 1], inner[e, 3 * m + 2]
                here[0] += x * g0
                here[1] += y * g1
                here[2] += z * g2
                here[3] += x * g1 + y * g0
                here[4] += y * g2 + z * g1
                here[5] += z * g0 + x * g2
            made = stress[e, p]
            if mode <= FOLLOW_STIFF:
                if _untouched(law[e], properties[e], here, old[e, p], made):
                    for i in range(state.shape[2]):
                        state[e, p, i] = old[e, p, i]
                    if stiff:
                        secant(ELASTIC, properties[e], length[e], here, old[e, p], slope)
                elif stiff:
                    elastic = False
                    follow(law[e], properties[e], length[e], here, old[e, p], viscosity, step, state[e, p], made, slope)
                else:
                    advance(law[e], properties[e], length[e], here, old[e, p], viscosity, step, state[e, p])
                    respond(law[e], properties[e], length[e], here, state[e, p], made)
            else:
                respond(law[e], properties[e], length[e], here, state[e, p], made)
                if stiff:
                    secant(law[e], properties[e], length[e], here, state[e, p], slope)
            h00 += 1.0
            h11 += 1.0
            h22 += 1.0
            for i in range(many + modes):
                if i == many:  # the modes are strains as they are: they do not turn with the brick
                    h00 = h11 = h22 = 1.0
                    h01 = h02 = h10 = h12 = h20 = h21 = 0.0
                g0, g1, g2 = slopes[e, p, i, 0], slopes[e, p, i, 1], slopes[e, p, i, 2]
                for k in range(3):
                    if k == 0:
                        x, y, z = h00, h01, h02
                    elif k == 1:
                        x, y, z = h10, h11, h12
                    else:
                        x, y, z = h20, h21, h22
                    c = 3 * i + k
                    room[0, c] = x * g0
                    room[1, c] = y * g1
                    room[2, c] = z * g2
                    room[3, c] = x * g1 + y * g0
                    room[4, c] = y * g2 + z * g1
                    room[5, c] = z * g0 + x * g2
            weight = volume[e, p]
            s0, s1, s2 = weight * made[0], weight * made[1], weight * made[2]
            s3, s4, s5 = weight * made[3], weight * made[4], weight * made[5]
            for r in range(total):
                whole[r, total] += (
                    s0 * room[0, r]
                    + s1 * room[1, r]
                    + s2 * room[2, r]
                    + s3 * room[3, r]
                    + s4 * room[4, r]
                    + s5 * room[5, r]
                )
            if not stiff:
                continue
            for r in range(6):
                b0, b1, b2 = weight * slope[r, 0], weight * slope[r, 1], weight * slope[r, 2]
                b3, b4, b5 = weight * slope[r, 3], weight * slope[r, 4], weight * slope[r, 5]
                for c in range(total):
                    room[6 + r, c] = (
                        b0 * room[0, c]
                        + b1 * room[1, c]
                        + b2 * room[2, c]
                        + b3 * room[3, c]
                        + b4 * room[4, c]
                        + b5 * room[5, c]
                    )
            for r in range(0, total, 3):  # three rows at once: what stands in each column is read once for all
                b0, b1, b2, b3, b4, b5 = room[0, r], room[1, r], room[2, r], room[3, r], room[4, r], room[5, r]
                n = r + 1
                d0, d1, d2, d3, d4, d5 = room[0, n], room[1, n], room[2, n], room[3, n], room[4, n], room[5, n]
                n = r + 2
                f0, f1, f2, f3, f4, f5 = room[0, n], room[1, n], room[2, n], room[3, n], room[4, n], room[5, n]
                for c in range(total):
                    c0, c1, c2, c3, c4, c5 = room[6, c], room[7, c], room[8, c], room[9, c], room[10, c], room[11, c]
                    whole[r, c] += b0 * c0 + b1 * c1 + b2 * c2 + b3 * c3 + b4 * c4 + b5 * c5
                    whole[r + 1, c] += d0 * c0 + d1 * c1 + d2 * c2 + d3 * c3 + d4 * c4 + d5 * c5
                    whole[r + 2, c] += f0 * c0 + f1 * c1 + f2 * c2 + f3 * c3 + f4 * c4 + f5 * c5
            if large:
                for i in range(many):
                    g0, g1, g2 = slopes[e, p, i, 0], slopes[e, p, i, 1], slopes[e, p, i, 2]
                    x = s0 * g0 + s3 * g1 + s5 * g2
                    y = s3 * g0 + s1 * g1 + s4 * g2
                    z = s5 * g0 + s4 * g1 + s2 * g2
                    for j in range(many):
                        held = x * slopes[e, p, j, 0] + y * slopes[e, p, j, 1] + z * slopes[e, p, j, 2]
                        for k in range(3):
                            whole[3 * i + k, 3 * j + k] += held
        if modes and mode <= FOLLOW_STIFF:
            modulus = softening_modulus(properties[e], length[e], old[e])
            if modulus > 0.0:
                drag(modulus, slopes[e, :, many:], volume[e], inner[e], begun[e], whole, size, total)
        for r in range(size, total):
            pulled[e, r - size] = whole[r, total]
        if stiff:
            if keeps:
                known[e, 0] = 0.0
                if elastic and mode == FOLLOW_STIFF:
                    keep_stiffness(slopes[e, 0], moved, whole, size, known[e], inverse[e])
            if total > size:
                eliminate(whole, size, total)
                for r in range(size, total):
                    for c in range(size):
                        eliminated[e, r - size, c] = whole[r, c]
                    eliminated[e, r - size, size] = whole[r, total]
            _add(whole, nodes[e], place[e], stride, data)
            if keeps and known[e, 0] > 0.0:
                for r in range(size):
                    for c in range(size):
                        kept[e, r, c] = whole[r, c]
        for i in range(many):
            for k in range(3):
                forces[nodes[e, i], k] += whole[3 * i + k, total]


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


@kernel(lean=True)
def turned(slopes: FloatArray, moved: FloatArray, known: FloatArray) -> bool:
    """Whether a brick's first point has turned or stretched since its stiffness was kept.

    ``slopes`` (f, 3) there, ``moved`` (n, 3) shifts of its nodes, ``known`` (10,) whether it was kept, and its slopes.
    """
    if known[0] == 0.0:
        return True
    for k in range(3):
        for j in range(3):
            slope = 0.0
            for i in range(len(moved)):
                slope += moved[i, k] * slopes[i, j]
            if abs(slope - known[1 + 3 * k + j]) > _TURNED:
                return True
    return False


@kernel(lean=True)
def keep_stiffness(
    slopes: FloatArray,
    moved: FloatArray,
    whole: FloatArray,
    size: int,
    known: FloatArray,
    inverse: FloatArray,
) -> None:
    """Keep the slopes of a brick's shifts, and the inverse of its modes' stiffness, which is definite.

    Called before the modes are eliminated.
    """
    known[0] = 1.0
    for k in range(3):
        for j in range(3):
            slope = 0.0
            for i in range(len(moved)):
                slope += moved[i, k] * slopes[i, j]
            known[1 + 3 * k + j] = slope
    count = len(inverse)
    for r in range(count):
        for c in range(count):
            inverse[r, c] = whole[size + r, size + c]
    for k in range(count):  # Gauss and Jordan, in place
        pivot = 1.0 / inverse[k, k]
        inverse[k, k] = 1.0
        for c in range(count):
            inverse[k, c] *= pivot
        for r in range(count):
            if r == k:
                continue
            share = inverse[r, k]
            inverse[r, k] = 0.0
            for c in range(count):
                inverse[r, c] -= share * inverse[k, c]


@kernel(lean=True)
def strain_of(
    large: bool, slopes: FloatArray, moved: FloatArray, inner: FloatArray, strain: FloatArray, gradient: FloatArray
) -> None:
    """Strains (6,) at a point, and ``gradient`` (3, 3) of its deformation: 1 where displacements are small."""
    many = len(moved)
    for k in range(3):
        for j in range(3):
            slope = 0.0
            for i in range(many):
                slope += moved[i, k] * slopes[i, j]
            gradient[k, j] = slope
    for j in range(3):
        strain[j] = gradient[j, j]
    strain[3] = gradient[0, 1] + gradient[1, 0]
    strain[4] = gradient[1, 2] + gradient[2, 1]
    strain[5] = gradient[2, 0] + gradient[0, 2]
    if large:
        for k in range(3):
            x, y, z = gradient[k, 0], gradient[k, 1], gradient[k, 2]
            strain[0] += 0.5 * x * x
            strain[1] += 0.5 * y * y
            strain[2] += 0.5 * z * z
            strain[3] += x * y
            strain[4] += y * z
            strain[5] += z * x
    else:
        for k in range(3):
            for j in range(3):
                gradient[k, j] = 0.0
    for k in range(3):
        gradient[k, k] += 1.0
    for m in range(len(inner) // 3):
        g0, g1, g2 = slopes[many + m, 0], slopes[many + m, 1], slopes[many + m, 2]
        x, y, z = inner[3 * m], inner[3 * m + 1], inner[3 * m + 2]
        strain[0] += x * g0
        strain[1] += y * g1
        strain[2] += z * g2
        strain[3] += x * g1 + y * g0
        strain[4] += y * g2 + z * g1
        strain[5] += z * g0 + x * g2


@kernel(lean=True)
def kept_forces(
    slopes: FloatArray,
    weight: float,
    stress: FloatArray,
    gradient: FloatArray,
    many: int,
    whole: FloatArray,
    total: int,
) -> None:
    """Add the forces of a point's stress to the last column of ``whole``: on nodes, and on modes, which do not turn."""
    s0, s1, s2 = weight * stress[0], weight * stress[1], weight * stress[2]
    s3, s4, s5 = weight * stress[3], weight * stress[4], weight * stress[5]
    f00, f01, f02 = gradient[0, 0], gradient[0, 1], gradient[0, 2]
    f10, f11, f12 = gradient[1, 0], gradient[1, 1], gradient[1, 2]
    f20, f21, f22 = gradient[2, 0], gradient[2, 1], gradient[2, 2]
    for i in range(total // 3):
        g0, g1, g2 = slopes[i, 0], slopes[i, 1], slopes[i, 2]
        x = s0 * g0 + s3 * g1 + s5 * g2
        y = s3 * g0 + s1 * g1 + s4 * g2
        z = s5 * g0 + s4 * g1 + s2 * g2
        if i < many:
            whole[3 * i, total] += f00 * x + f01 * y + f02 * z
            whole[3 * i + 1, total] += f10 * x + f11 * y + f12 * z
            whole[3 * i + 2, total] += f20 * x + f21 * y + f22 * z
        else:
            whole[3 * i, total] += x
            whole[3 * i + 1, total] += y
            whole[3 * i + 2, total] += z


FOLLOW, FOLLOW_STIFF, FREEZE, FREEZE_STIFF = range(4)

"""What a sweep does: internal variables follow the strains, or stay as they are; with stiffness or without."""


@kernel(lean=True)
def _add(
    matrix: FloatArray,
    nodes: npt.NDArray[np.int64],
    place: npt.NDArray[np.int64],
    stride: npt.NDArray[np.int64],
    data: FloatArray,
) -> None:
    """A brick's stiffness, added where it belongs."""
    for i in range(len(nodes)):
        apart = stride[nodes[i]]
        for j in range(len(nodes)):
            start = place[i, j]
            if start < 0:
                continue
            for r in range(3):
                for c in range(3):
                    data[start + r * apart + c] += matrix[3 * i + r, 3 * j + c]


@kernel(lean=True)
def _calm_forces(
    large: bool,
    law: int,
    properties: FloatArray,
    slopes: FloatArray,
    volume: FloatArray,
    moved: FloatArray,
    inner: FloatArray,
    old: FloatArray,
    state: FloatArray,
    strain: FloatArray,
    stress: FloatArray,
    whole: FloatArray,
    gradient: FloatArray,
) -> bool:
    """Forces of a brick into the last column of ``whole``; false where a point is no longer elastic."""
    total = whole.shape[1] - 1
    for r in range(total):
        whole[r, total] = 0.0
    for p in range(len(volume)):
        strain_of(large, slopes[p], moved, inner, strain[p], gradient)
        if not _untouched(law, properties, strain[p], old[p], stress[p]):
            return False
        for i in range(state.shape[1]):
            state[p, i] = old[p, i]
        kept_forces(slopes[p], volume[p], stress[p], gradient, len(moved), whole, total)
    return True


@kernel(lean=True)
def _untouched(law: int, properties: FloatArray, strain: FloatArray, old: FloatArray, stress: FloatArray) -> bool:
    """Whether a point is elastic still, so that no law need be asked; then its ``stress`` is that.

    Most points of a wall are. Circles about the diagonal hold all principal stresses (Gershgorin); the damage law's
    pressed directions count together, so that half of the limit is asked of each.
    """
    respond(ELASTIC, properties, 0.0, strain, old, stress)
    if law == ELASTIC:
        return True
    if old[0] > 0.0:
        return False
    for i in range(7, 13):
        if old[i] > 0.0:
            return False
    first, second, third = abs(stress[3]), abs(stress[4]), abs(stress[5])
    pulled = max(stress[0] + first + third, stress[1] + first + second, stress[2] + second + third)
    if law == NO_TENSION:
        return bool(pulled <= 0.0)
    pressed = min(stress[0] - first - third, stress[1] - first - second, stress[2] - second - third)
    limit = properties[4] / (6.0 if law == DAMAGE else 3.0)
    return bool(pulled < properties[2] and pressed > -limit)
