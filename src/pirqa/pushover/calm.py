"""Bricks that are elastic and hardly turn: their stiffness is that of a little before, and only their forces are found.

Most bricks of a wall are. Forces are exact; the stiffness is off by what the brick has turned since, a five-hundredth
at most, which no correction feels.
"""

from __future__ import annotations

from pirqa.compiled import kernel
from pirqa.model.polyhedron import FloatArray

__all__ = ["keep_stiffness", "kept_forces", "strain_of", "turned"]

_TURNED = 0.002
"""Change of any slope of the shifts from which stiffness is made anew."""


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
