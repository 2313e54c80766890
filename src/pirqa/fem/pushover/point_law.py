"""Material laws at a point: how strains make cracks, and cracks make stresses.

A loop over integration points calls the compiled functions below, which take the law's number, its properties, the
crack-band length of the point and plain arrays, without knowing the law (:mod:`.crack_laws` has what laws do in their
axes, :mod:`.masonry` what the file says of them):

- ``advance``: internal variables after a strain, from those before it; those that grow follow with the delay of the
  viscosity (Duvaut–Lions: r ← (η r_old + Δ r_trial)/(η + Δ), Δ the step of the control);
- ``respond``: stress at a strain where the internal variables are given;
- ``secant``: its slope where they are given: symmetric, for extrapolated variables (IMPL-EX);
- ``tangent``: slope of both together, consistent;
- ``extrapolate``: internal variables at the end of a step from those of two steps before (Oliver and others 2008);
- ``crack``: the largest crack of a point and its crushing, for pictures.

Strains and stresses are xx, yy, zz, xy, yz, zx with engineering shear, tension positive.

What a point keeps, all 0 at rest: 0: how many directions of cracks are fixed; 1–3 and 4–6: unit normals of the first
and the second of them; 7–9: how far the largest strain in each direction has exceeded ft/E; 10–12: how far the largest
shortening has exceeded fc/(3 E). Laws whose directions turn with the strain keep one history for all three.

Nine numbers are a frame: the unit vectors of its first, second and third axis, one after the other. Small tuples take
the place of arrays, so that nothing is allocated where millions of points pass.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from pirqa.compiled import inlined, kernel
from pirqa.fem.pushover.crack_laws import (
    DAMAGE,
    FIXED_CRACK,
    NO_TENSION,
    ROTATING_CRACK,
    Three,
    compression_share,
    grow,
    own_strains,
    slopes,
)
from pirqa.model.polyhedron import FloatArray

if TYPE_CHECKING:
    import numpy.typing as npt

Frame = tuple[float, float, float, float, float, float, float, float, float]

_Six = tuple[float, float, float, float, float, float]

_SWEEPS = 12

ELASTIC = 0

LAWS: dict[str, int] = {
    "elastic": ELASTIC,
    "no_tension": NO_TENSION,
    "damage": DAMAGE,
    "rotating_crack": ROTATING_CRACK,
    "fixed_crack": FIXED_CRACK,
}
"""Number of each law."""

PROPERTIES = 8
"""Numbers that describe a masonry: E [Pa], ν, ft [Pa], Gf [N/m], fc [Pa], Gc [N/m], shear retention, unused."""

STATES = 24
"""Internal variables of a point; all 0 at rest."""


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


@kernel(lean=True)
def advance(
    law: int,
    properties: FloatArray,
    length: float,
    strain: FloatArray,
    old: FloatArray,
    viscosity: float,
    step: float,
    new: FloatArray,
) -> None:
    """Internal variables ``new`` after ``strain``, from those before it, ``old``; shape (STATES,).

    ``length`` is the crack-band length [m]. What grows follows with the delay of the ``viscosity``, in the unit of the
    ``step`` (Duvaut and Lions); 0: none.
    """
    if law in (ELASTIC, NO_TENSION):
        for i in range(STATES):
            new[i] = old[i]
        return
    frame = _frame(law, strain, old)
    opened, crushed = _histories(old)
    trial = grow(law, int(old[0]), properties, length, _strain(frame, strain), opened, crushed)
    _keep(law, frame, _part(viscosity, step), trial, old, new)


@kernel(lean=True)
def respond(
    law: int, properties: FloatArray, length: float, strain: FloatArray, state: FloatArray, stress: FloatArray
) -> None:
    """Stress [Pa] at ``strain`` where the internal variables are ``state``."""
    modulus, ratio = properties[0], properties[1]
    rigidity = 0.5 * modulus / (1.0 + ratio)
    if law == ELASTIC:
        pressure = 2.0 * rigidity * ratio / (1.0 - 2.0 * ratio) * (strain[0] + strain[1] + strain[2])
        for i in range(3):
            stress[i] = pressure + 2.0 * rigidity * strain[i]
            stress[3 + i] = rigidity * strain[3 + i]
        return
    frame = _frame(law, strain, state)
    opened, crushed = _histories(state)
    x, share, _ = own_strains(law, properties, length, _strain(frame, strain), opened, crushed)
    first, second, third = 0.0, 0.0, 0.0
    if state[0] >= 1.0:
        first = rigidity * properties[6] * local_strain(frame, strain, 3)
        third = rigidity * properties[6] * local_strain(frame, strain, 5)
    if state[0] >= 2.0:
        second = rigidity * properties[6] * local_strain(frame, strain, 4)
    write_stress(
        frame,
        (modulus * share[0] * x[0], modulus * share[1] * x[1], modulus * share[2] * x[2], first, second, third),
        stress,
    )


@kernel(lean=True)
def secant(
    law: int, properties: FloatArray, length: float, strain: FloatArray, state: FloatArray, slope: FloatArray
) -> None:
    """Slope of the stress by the strain where the internal variables stay ``state``; shape (6, 6), symmetric.

    The crack laws' is exact; that of the damage law, which has no energy where pulls and pressures meet, is the
    symmetric part of it.
    """
    if law == ELASTIC:
        _elastic(properties, slope)
        return
    frame = _frame(law, strain, state)
    histories = _histories(state)
    _slope(law, properties, length, strain, state, frame, histories, histories, histories, 0.0, slope)
    if law == DAMAGE:
        for i in range(6):
            for j in range(i):
                mean = 0.5 * (slope[i, j] + slope[j, i])
                slope[i, j] = mean
                slope[j, i] = mean


@kernel(lean=True)
def tangent(
    law: int,
    properties: FloatArray,
    length: float,
    strain: FloatArray,
    old: FloatArray,
    viscosity: float,
    step: float,
    slope: FloatArray,
) -> None:
    """Slope of the stress after ``advance`` and ``respond`` by the strain, consistent; shape (6, 6)."""
    if law == ELASTIC:
        _elastic(properties, slope)
        return
    frame = _frame(law, strain, old)
    before = _histories(old)
    trial = before
    part = _part(viscosity, step)
    if law != NO_TENSION:
        trial = grow(law, int(old[0]), properties, length, _strain(frame, strain), before[0], before[1])
    after = (
        (
            before[0][0] + part * (trial[0][0] - before[0][0]),
            before[0][1] + part * (trial[0][1] - before[0][1]),
            before[0][2] + part * (trial[0][2] - before[0][2]),
        ),
        (
            before[1][0] + part * (trial[1][0] - before[1][0]),
            before[1][1] + part * (trial[1][1] - before[1][1]),
            before[1][2] + part * (trial[1][2] - before[1][2]),
        ),
    )
    _slope(law, properties, length, strain, old, frame, before, trial, after, part, slope)


@kernel(lean=True)
def follow(
    law: int,
    properties: FloatArray,
    length: float,
    strain: FloatArray,
    old: FloatArray,
    viscosity: float,
    step: float,
    new: FloatArray,
    stress: FloatArray,
    slope: FloatArray,
) -> None:
    """What ``advance``, ``respond`` and ``tangent`` give one after the other, found at once."""
    if law in (ELASTIC, NO_TENSION):
        for i in range(STATES):
            new[i] = old[i]
        respond(law, properties, length, strain, old, stress)
        tangent(law, properties, length, strain, old, viscosity, step, slope)
        return
    frame = _frame(law, strain, old)
    part = _part(viscosity, step)
    before = _histories(old)
    trial = grow(law, int(old[0]), properties, length, _strain(frame, strain), before[0], before[1])
    _keep(law, frame, part, trial, old, new)
    own = _slope(law, properties, length, strain, old, frame, before, trial, _histories(new), part, slope)
    # axes that crack only now are principal ones, between which there is no shear yet
    modulus = properties[0]
    kept = properties[6] * 0.5 * modulus / (1.0 + properties[1])
    first, second, third = 0.0, 0.0, 0.0
    if old[0] >= 1.0:
        first, third = kept * local_strain(frame, strain, 3), kept * local_strain(frame, strain, 5)
    if old[0] >= 2.0:
        second = kept * local_strain(frame, strain, 4)
    write_stress(frame, (modulus * own[0], modulus * own[1], modulus * own[2], first, second, third), stress)


@kernel(lean=True)
def extrapolate(law: int, old: FloatArray, before: FloatArray, ratio: float, state: FloatArray) -> None:
    """Internal variables at the end of a step, as those of the two steps before say: ``old`` the last, ``before`` it.

    ``ratio`` is the coming step over the last one. Directions of cracks are those of ``old`` (Oliver, Huespe and
    Cante 2008).
    """
    for i in range(STATES):
        state[i] = old[i]
    for i in range(7, 13):
        state[i] = old[i] + ratio * max(old[i] - before[i], 0.0)


@kernel(lean=True)
def crack(
    law: int, properties: FloatArray, length: float, strain: FloatArray, state: FloatArray, out: FloatArray
) -> None:
    """Largest crack as it is now: opening [m] and unit normal, and damage in compression, 0 to 1; ``out``: shape (5,).

    The opening is the strain that is not elastic times the crack-band length; the normal is 0 where there is none.
    """
    for i in range(5):
        out[i] = 0.0
    if law == ELASTIC:
        return
    frame = _frame(law, strain, state)
    opened, crushed = _histories(state)
    x, share, _ = own_strains(law, properties, length, _strain(frame, strain), opened, crushed)
    for i in range(3):
        opening = (1.0 - share[i]) * max(x[i], 0.0) * length
        if opening > out[0]:
            out[0] = opening
            for j in range(3):
                out[1 + j] = frame[3 * i + j]
        if law != NO_TENSION:
            left, _ = compression_share(properties, length, crushed[i])
            out[4] = max(out[4], 1.0 - left)


@inlined
def _keep(law: int, frame: Frame, part: float, trial: tuple[Three, Three], old: FloatArray, new: FloatArray) -> None:
    """Internal variables where histories would be ``trial`` without delay."""
    for i in range(STATES):
        new[i] = old[i]
    wide, short = trial
    if law == FIXED_CRACK and old[0] < 2.0 and part > 0.0:
        _fix_directions(frame, wide, new)
    for i in range(3):
        new[7 + i] = old[7 + i] + part * (wide[i] - old[7 + i])
        new[10 + i] = old[10 + i] + part * (short[i] - old[10 + i])


@inlined
def _part(viscosity: float, step: float) -> float:
    """Of the growth that the delay lets through: Δ/(η + Δ)."""
    if viscosity <= 0.0:
        return 1.0
    return max(step, 0.0) / (viscosity + max(step, 0.0))


@inlined
def _frame(law: int, strain: FloatArray, state: FloatArray) -> Frame:
    """Axes of the law: of the strain until cracks are fixed, then theirs."""
    if state[0] >= 2.0:
        ax, ay, az, bx, by, bz = state[1], state[2], state[3], state[4], state[5], state[6]
        return ax, ay, az, bx, by, bz, ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    if state[0] >= 1.0:
        return frame_about(strain, state[1:4], state[4:7])
    return principal_frame(strain)


@inlined
def _strain(frame: Frame, strain: FloatArray) -> Three:
    return local_strain(frame, strain, 0), local_strain(frame, strain, 1), local_strain(frame, strain, 2)


@inlined
def _histories(state: FloatArray) -> tuple[Three, Three]:
    return (state[7], state[8], state[9]), (state[10], state[11], state[12])


@inlined
def _fix_directions(frame: Frame, opened: Three, new: FloatArray) -> None:
    """Keep the frame's axes once one has cracked: the first, or all where two have.

    Axes come with the larger strain first, and so crack in that order.
    """
    if opened[1] > 0.0 or opened[2] > 0.0:
        new[0] = 2.0
    elif opened[0] > 0.0:
        new[0] = 1.0
    else:
        return
    for i in range(6):
        new[1 + i] = frame[i]


@inlined
def _elastic(properties: FloatArray, slope: FloatArray) -> None:
    ratio = properties[1]
    rigidity = 0.5 * properties[0] / (1.0 + ratio)
    pressure = 2.0 * rigidity * ratio / (1.0 - 2.0 * ratio)
    for i in range(6):
        for j in range(6):
            slope[i, j] = 0.0
    for i in range(3):
        for j in range(3):
            slope[i, j] = pressure
        slope[i, i] += 2.0 * rigidity
        slope[3 + i, 3 + i] = rigidity


@inlined
def _turning(modulus: float, stress: float, other: float, strain: float, second: float, equal: float) -> float:
    """Shear slope between two axes that turn with the strain: (σ₁ − σ₂)/(2 (ε₁ − ε₂)), its limit where they agree."""
    difference = strain - second
    if abs(difference) <= 1e-8 * (abs(strain) + abs(second)) + 1e-18:
        return 0.5 * modulus * equal
    return 0.5 * modulus * (stress - other) / difference


@inlined
def _slope(
    law: int,
    properties: FloatArray,
    length: float,
    strain: FloatArray,
    state: FloatArray,
    frame: Frame,
    before: tuple[Three, Three],
    trial: tuple[Three, Three],
    after: tuple[Three, Three],
    part: float,
    slope: FloatArray,
) -> Three:
    """Slope in space: that of the law in its axes, and shear between them; stresses along the axes over E."""
    modulus = properties[0]
    kept = properties[6] * 0.5 * modulus / (1.0 + properties[1])
    local = _strain(frame, strain)
    a, b, c = local
    stress, t = slopes(law, int(state[0]), properties, length, local, before, trial, after, part)
    first, second, third = kept, kept, kept
    if state[0] < 2.0:
        second = _turning(modulus, stress[1], stress[2], b, c, 0.5 * (t[4] - t[5] + t[8] - t[7]))
    if state[0] < 1.0:
        first = _turning(modulus, stress[0], stress[1], a, b, 0.5 * (t[0] - t[1] + t[4] - t[3]))
        third = _turning(modulus, stress[2], stress[0], c, a, 0.5 * (t[8] - t[6] + t[0] - t[2]))
    for i in range(6):
        for j in range(6):
            slope[i, j] = 0.0
    rows = row_of(frame, 0), row_of(frame, 1), row_of(frame, 2)
    for i in range(3):
        p, q, r = modulus * t[3 * i], modulus * t[3 * i + 1], modulus * t[3 * i + 2]
        u, v, w = rows[0], rows[1], rows[2]
        add_products(
            slope,
            rows[i],
            (
                p * u[0] + q * v[0] + r * w[0],
                p * u[1] + q * v[1] + r * w[1],
                p * u[2] + q * v[2] + r * w[2],
                p * u[3] + q * v[3] + r * w[3],
                p * u[4] + q * v[4] + r * w[4],
                p * u[5] + q * v[5] + r * w[5],
            ),
        )
    for i in range(3):
        factor = first if i == 0 else (second if i == 1 else third)
        row = row_of(frame, 3 + i)
        add_products(
            slope,
            row,
            (factor * row[0], factor * row[1], factor * row[2], factor * row[3], factor * row[4], factor * row[5]),
        )
    return stress


@kernel(lean=True)
def extrapolate_all(
    law: npt.NDArray[np.int64], old: FloatArray, before: FloatArray, ratio: float, state: FloatArray
) -> None:
    """Internal variables (e, p, s) at the end of a step ``ratio`` times as long as the last one."""
    for e in range(old.shape[0]):
        for p in range(old.shape[1]):
            extrapolate(law[e], old[e, p], before[e, p], ratio, state[e, p])


@kernel(lean=True)
def cracks_of(
    law: npt.NDArray[np.int64],
    properties: FloatArray,
    length: FloatArray,
    strain: FloatArray,
    state: FloatArray,
    found: FloatArray,
) -> None:
    """Of all points, as the laws tell them, into ``found`` (e, p, k)."""
    for e in range(strain.shape[0]):
        for p in range(strain.shape[1]):
            crack(law[e], properties[e], length[e], strain[e, p], state[e, p], found[e, p])
