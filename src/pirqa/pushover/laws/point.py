"""The functions that a loop over integration points calls, whatever the law.

What a point keeps, all 0 at rest: 0: how many directions of cracks are fixed; 1–3 and 4–6: unit normals of the first
and the second of them; 7–9: how far the largest strain in each direction has exceeded ft/E; 10–12: how far the largest
shortening has exceeded fc/(3 E). Laws whose directions turn with the strain keep one history for all three.
"""

from __future__ import annotations

from pirqa.compiled import inlined, kernel
from pirqa.model.polyhedron import FloatArray
from pirqa.pushover.laws.axes import (
    Frame,
    add_products,
    frame_about,
    local_strain,
    principal_frame,
    row_of,
    write_stress,
)
from pirqa.pushover.laws.curves import compression_share
from pirqa.pushover.laws.directions import (
    DAMAGE,
    FIXED_CRACK,
    NO_TENSION,
    ROTATING_CRACK,
    Three,
    grow,
    own_strains,
    slopes,
)

__all__ = [
    "ELASTIC",
    "LAWS",
    "PROPERTIES",
    "STATES",
    "advance",
    "crack",
    "extrapolate",
    "follow",
    "respond",
    "secant",
    "tangent",
]

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
