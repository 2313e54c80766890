"""Directions of strains: principal ones, frames of cracks, and how strains, stresses and slopes turn between frames.

Nine numbers are a frame: the unit vectors of its first, second and third axis, one after the other. Small tuples take
the place of arrays, so that nothing is allocated where millions of points pass.
"""

from __future__ import annotations

import math

from pirqa.compiled import inlined, kernel
from pirqa.model.polyhedron import FloatArray

__all__ = ["Frame", "add_products", "frame_about", "local_strain", "principal_frame", "row_of", "write_stress"]

Frame = tuple[float, float, float, float, float, float, float, float, float]
_Six = tuple[float, float, float, float, float, float]
_SWEEPS = 12


@inlined
def _rotation(first: float, second: float, off: float) -> tuple[float, float, float]:
    """Tangent, cosine and sine that take ``off`` out of a symmetric 2 × 2 matrix (Golub and Van Loan, 8.5.2)."""
    if off == 0.0:
        return 0.0, 1.0, 0.0
    # in halves: the square of a quotient by a denormal number would overflow
    difference = second - first
    root = math.hypot(difference, 2.0 * off)
    tangent = 2.0 * off / (difference + math.copysign(root, difference))
    cosine = 1.0 / math.sqrt(1.0 + tangent * tangent)
    return tangent, cosine, tangent * cosine


@kernel(lean=True)
def principal_frame(strain: FloatArray) -> Frame:
    """Axes of the principal strains, the largest first; by Jacobi's rotations: orthogonal even where two agree."""
    a, b, c = strain[0], strain[1], strain[2]
    d, e, f = 0.5 * strain[3], 0.5 * strain[4], 0.5 * strain[5]  # xy, yz, zx
    ax, ay, az, bx, by, bz, cx, cy, cz = 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0
    small = 1e-30 * (a * a + b * b + c * c + d * d + e * e + f * f)
    for _ in range(_SWEEPS):
        if d * d + e * e + f * f <= small:
            break
        t, p, q = _rotation(a, b, d)
        a, b = a - t * d, b + t * d
        d, e, f = 0.0, p * e + q * f, p * f - q * e
        ax, ay, az, bx, by, bz = (
            *(p * ax - q * bx, p * ay - q * by, p * az - q * bz),
            *(q * ax + p * bx, q * ay + p * by, q * az + p * bz),
        )
        t, p, q = _rotation(b, c, e)
        b, c = b - t * e, c + t * e
        e, f, d = 0.0, p * f + q * d, p * d - q * f
        bx, by, bz, cx, cy, cz = (
            *(p * bx - q * cx, p * by - q * cy, p * bz - q * cz),
            *(q * bx + p * cx, q * by + p * cy, q * bz + p * cz),
        )
        t, p, q = _rotation(c, a, f)
        c, a = c - t * f, a + t * f
        f, d, e = 0.0, p * d + q * e, p * e - q * d
        cx, cy, cz, ax, ay, az = (
            *(p * cx - q * ax, p * cy - q * ay, p * cz - q * az),
            *(q * cx + p * ax, q * cy + p * ay, q * cz + p * az),
        )
    if a < b:
        a, b = b, a
        ax, ay, az, bx, by, bz = bx, by, bz, ax, ay, az
    if b < c:
        b, c = c, b
        bx, by, bz, cx, cy, cz = cx, cy, cz, bx, by, bz
    if a < b:
        ax, ay, az, bx, by, bz = bx, by, bz, ax, ay, az
    return ax, ay, az, bx, by, bz, cx, cy, cz


@kernel(lean=True)
def frame_about(strain: FloatArray, normal: FloatArray, second: FloatArray) -> Frame:
    """Frame with first axis ``normal`` and the others where the strain in the plane across it has no shear.

    ``second`` is any unit vector in that plane; of the two, the axis of the larger strain comes first.
    """
    nx, ny, nz = normal[0], normal[1], normal[2]
    sx, sy, sz = second[0], second[1], second[2]
    tx, ty, tz = ny * sz - nz * sy, nz * sx - nx * sz, nx * sy - ny * sx
    along, across, both = _strains((nx, ny, nz, sx, sy, sz, tx, ty, tz), strain)
    _, p, q = _rotation(along, across, 0.5 * both)
    ux, uy, uz = p * sx - q * tx, p * sy - q * ty, p * sz - q * tz
    vx, vy, vz = q * sx + p * tx, q * sy + p * ty, q * sz + p * tz
    first = _normal_strain(ux, uy, uz, strain)
    other = _normal_strain(vx, vy, vz, strain)
    if first >= other:
        return nx, ny, nz, ux, uy, uz, vx, vy, vz
    return nx, ny, nz, vx, vy, vz, ux, uy, uz


@inlined
def _normal_strain(x: float, y: float, z: float, strain: FloatArray) -> float:
    found: float = (
        x * x * strain[0]
        + y * y * strain[1]
        + z * z * strain[2]
        + x * y * strain[3]
        + y * z * strain[4]
        + z * x * strain[5]
    )
    return found


@inlined
def _strains(frame: Frame, strain: FloatArray) -> tuple[float, float, float]:
    """Along the second and third axis, and the shear strain between them."""
    _, _, _, sx, sy, sz, tx, ty, tz = frame
    both = (
        2.0 * (sx * tx * strain[0] + sy * ty * strain[1] + sz * tz * strain[2])
        + (sx * ty + sy * tx) * strain[3]
        + (sy * tz + sz * ty) * strain[4]
        + (sz * tx + sx * tz) * strain[5]
    )
    return _normal_strain(sx, sy, sz, strain), _normal_strain(tx, ty, tz, strain), both


@inlined
def row_of(frame: Frame, number: int) -> _Six:
    """What makes the ``number``-th strain in the frame (11, 22, 33, 12, 23, 31) of those in space."""
    ax, ay, az, bx, by, bz, cx, cy, cz = frame
    if number == 0:
        return ax * ax, ay * ay, az * az, ax * ay, ay * az, az * ax
    if number == 1:
        return bx * bx, by * by, bz * bz, bx * by, by * bz, bz * bx
    if number == 2:
        return cx * cx, cy * cy, cz * cz, cx * cy, cy * cz, cz * cx
    if number == 3:
        ux, uy, uz, vx, vy, vz = ax, ay, az, bx, by, bz
    elif number == 4:
        ux, uy, uz, vx, vy, vz = bx, by, bz, cx, cy, cz
    else:
        ux, uy, uz, vx, vy, vz = cx, cy, cz, ax, ay, az
    return 2.0 * ux * vx, 2.0 * uy * vy, 2.0 * uz * vz, ux * vy + uy * vx, uy * vz + uz * vy, uz * vx + ux * vz


@inlined
def local_strain(frame: Frame, strain: FloatArray, number: int) -> float:
    """The ``number``-th strain in the frame."""
    row = row_of(frame, number)
    found: float = (
        row[0] * strain[0]
        + row[1] * strain[1]
        + row[2] * strain[2]
        + row[3] * strain[3]
        + row[4] * strain[4]
        + row[5] * strain[5]
    )
    return found


@inlined
def write_stress(frame: Frame, local: _Six, stress: FloatArray) -> None:
    """Stress in space of the ``local`` one (11, 22, 33, 12, 23, 31): the transpose of what turns strains."""
    for i in range(6):
        stress[i] = 0.0
    for number in range(6):
        row = row_of(frame, number)
        for i in range(6):
            stress[i] += local[number] * row[i]


@inlined
def add_products(slope: FloatArray, left: _Six, right: _Six) -> None:
    """Add the 6 × 6 products of two rows."""
    for i in range(6):
        for j in range(6):
            slope[i, j] += left[i] * right[j]
