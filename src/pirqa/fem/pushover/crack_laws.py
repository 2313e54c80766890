"""What all laws do in their axes: stress against strain in one direction, and three directions together.

A curve is given by its share m(k) = σ/(E x) of the stiffness, where x is the strain in that direction and k ≥ 0 how far
the largest x that there has been exceeds the strain at which the curve leaves its straight line. Unloading goes
straight to the origin with that share. Limits of the crack-band length follow from these curves.

In the axes of a law each direction has the strain it would have alone under its own stress, x = ε + (ν/E) Σ σ of the
others, and its stress is σ = m E x, with the share m of its curve. The sum q = Σ m x then holds all that directions
know of each other: x = (ε + ν q)/(1 + ν m).

- Crack laws take m into that sum: a crack is a strain that is added to the elastic one, and an open one gives no
  sideways strain. The compliance is 1/(m E) on the diagonal and −ν/E beside it (de Borst and Nauta 1985; Rots 1988):
  symmetric, with an energy that only falls as shares fall, so that no path can gain energy.
- The damage law takes 1 instead: x is the effective stress over E, and both shares are scalars (Faria, Oliver and
  Cervera 1998); shortening counts through a norm of the pressed directions alone.
"""

from __future__ import annotations

import math

from pirqa.compiled import inlined, kernel
from pirqa.model.polyhedron import FloatArray

FLOOR = 1e-6
"""Share of the stiffness that is never lost: an open crack would else leave nodes that nothing holds."""

_STEEP = 1e-3
"""Least of the curves' lengths over that of the straight part: a law called beyond its limit stays finite."""

_BEFORE_PEAK = 59.0 / 54.0
"""Area under the parabolic curve up to its peak, over fc²/E: 1/18 of the straight part, 28/27 of the rising one."""

Three = tuple[float, float, float]

Nine = tuple[float, float, float, float, float, float, float, float, float]

Histories = tuple[Three, Three]

_BIAXIAL = 0.16 / 1.32
"""(β − 1)/(2 β − 1) of the strength under two equal pressures over that under one, β = 1.16 (Lubliner and others 1989;
Kupfer's tests on concrete, for want of tests on such masonry)."""


def least_tensile_energy(youngs_modulus: float, tensile_strength: float, length: float) -> float:
    """Gf [N/m] below which a brick of crack-band length ``length`` [m] would snap back: ft² l/(2 E).

    The area under the curve, Gf/l, cannot be less than that of its straight part (Bažant and Oh 1983).
    """
    return tensile_strength**2 * length / (2.0 * youngs_modulus)


def least_compressive_energy(youngs_modulus: float, compressive_strength: float, length: float) -> float:
    """Gc [N/m] below which the parabolic curve has no falling part: 59 fc² l/(54 E)."""
    return _BEFORE_PEAK * compressive_strength**2 * length / youngs_modulus


def largest_length(
    youngs_modulus: float,
    tensile_strength: float,
    tensile_energy: float,
    compressive_strength: float = math.inf,
    compressive_energy: float = math.inf,
) -> float:
    """Crack-band length [m] that bricks must stay below; infinite for a masonry without strength limits."""
    largest = math.inf
    if tensile_strength > 0.0:
        largest = 2.0 * youngs_modulus * tensile_energy / tensile_strength**2
    if math.isfinite(compressive_strength):
        crushing = youngs_modulus * compressive_energy / (_BEFORE_PEAK * compressive_strength**2)
        largest = min(largest, crushing)
    return largest


@inlined
def tension_limit(properties: FloatArray) -> float:
    """Strain at which a direction cracks, ft/E."""
    strain: float = properties[2] / properties[0]
    return strain


@inlined
def compression_limit(properties: FloatArray) -> float:
    """Strain at which the curve in compression leaves its straight line, fc/(3 E); positive."""
    shortening: float = properties[4] / (3.0 * properties[0])
    return shortening


@inlined
def tension_share(properties: FloatArray, length: float, growth: float) -> tuple[float, float]:
    """Share of the stiffness in tension and its slope, after a largest strain of ft/E + ``growth``.

    σ = ft exp(−A k E/ft), with A such that the whole area is Gf/l: 1/A = Gf E/(l ft²) − 1/2 (Oliver, Cervera, Oller and
    Lubliner 1990; Cervera and others 1995).
    """
    first = properties[2] / properties[0]
    if first <= 0.0:
        return FLOOR, 0.0
    if growth <= 0.0:
        return 1.0, 0.0
    shape = properties[3] / (length * properties[2] * first) - 0.5
    rate = 1.0 / (max(shape, _STEEP) * first)
    strain = first + growth
    share = first / strain * math.exp(-rate * growth)
    if share <= FLOOR:
        return FLOOR, 0.0
    return share, -share * (1.0 / strain + rate)


@inlined
def compression_share(properties: FloatArray, length: float, growth: float) -> tuple[float, float]:
    """Share of the stiffness in compression and its slope, after a largest shortening of fc/(3 E) + ``growth``.

    Straight to fc/3, parabola to fc at 5 fc/(3 E), parabola to nothing (Feenstra 1993; DIANA's total strain crack
    model; both from memory). The whole area is Gc/l, rising part included (DIANA counts the falling part alone).
    """
    if growth <= 0.0 or properties[4] == math.inf:
        return 1.0, 0.0
    modulus, strength = properties[0], properties[4]
    third = strength / (3.0 * modulus)
    strain = third + growth
    if growth < 4.0 * third:
        along = growth / (4.0 * third)
        relative = (1.0 + 4.0 * along - 2.0 * along * along) / 3.0
        slope = (1.0 - along) / (3.0 * third)
    else:
        falling = 1.5 * (properties[5] / (length * strength) - _BEFORE_PEAK * 3.0 * third)
        falling = max(falling, _STEEP * third)
        along = (growth - 4.0 * third) / falling
        relative = 1.0 - along * along
        slope = -2.0 * along / falling
    share = 3.0 * third * relative / strain
    if share <= FLOOR:
        return FLOOR, 0.0
    return share, (3.0 * third * slope - share) / strain


NO_TENSION, DAMAGE, ROTATING_CRACK, FIXED_CRACK = 1, 2, 3, 4

_TURNS, _NEWTON = 80, 12


@inlined
def _share(
    law: int, properties: FloatArray, length: float, strain: float, opened: float, crushed: float
) -> tuple[float, float]:
    """Share of the stiffness of a direction, and its slope."""
    if strain > 0.0:
        return tension_share(properties, length, opened)
    if law == NO_TENSION:
        return 1.0, 0.0
    return compression_share(properties, length, crushed)


@kernel(lean=True)
def own_strains(
    law: int, properties: FloatArray, length: float, strain: Three, opened: Three, crushed: Three
) -> tuple[Three, Three, Three]:
    """Strain that each direction would have alone, share of its stiffness, and that share's slope."""
    ratio = properties[1]
    a, b, c = strain
    whole = (a + b + c) / (1.0 - 2.0 * ratio)  # Σ x where all shares are 1
    if law == DAMAGE:
        each = 1.0 / (1.0 + ratio)
        x, y, z = (a + ratio * whole) * each, (b + ratio * whole) * each, (c + ratio * whole) * each
        m, p = _share(law, properties, length, x, opened[0], crushed[0])
        n, q = _share(law, properties, length, y, opened[1], crushed[1])
        o, r = _share(law, properties, length, z, opened[2], crushed[2])
        return (x, y, z), (m, n, o), (p, q, r)
    m, p, n, q, o, r = 1.0, 0.0, 1.0, 0.0, 1.0, 0.0
    x, y, z = 0.0, 0.0, 0.0
    total = whole
    tension = tension_share(properties, length, opened[0])
    # signs of x follow from the sum, and the sum from the signs: a falling broken line, whose zero Newton finds exactly
    for _ in range(8):
        x, y, z = a + ratio * total, b + ratio * total, c + ratio * total
        m, p = tension if x > 0.0 else _share(law, properties, length, x, opened[0], crushed[0])
        n, q = _share(law, properties, length, y, opened[1], crushed[1])
        o, r = _share(law, properties, length, z, opened[2], crushed[2])
        i, j, k = 1.0 / (1.0 + ratio * m), 1.0 / (1.0 + ratio * n), 1.0 / (1.0 + ratio * o)
        x, y, z = x * i, y * j, z * k
        before = total
        total = (a * m * i + b * n * j + c * o * k) / (1.0 - ratio * (m * i + n * j + o * k))
        if abs(total - before) <= 1e-15 * (abs(a) + abs(b) + abs(c)):
            break
    return (x, y, z), (m, n, o), (p, q, r)


@inlined
def _pressed(x: Three) -> tuple[float, Three]:
    """Norm of the pressed directions, that of one alone being its shortening, and its slope."""
    a, b, c = min(x[0], 0.0), min(x[1], 0.0), min(x[2], 0.0)
    root = math.sqrt(0.5 * ((a - b) ** 2 + (b - c) ** 2 + (c - a) ** 2))
    norm = (root + _BIAXIAL * (a + b + c)) / (1.0 - _BIAXIAL)
    if norm <= 0.0:
        return 0.0, (0.0, 0.0, 0.0)
    i = ((2.0 * a - b - c) / (2.0 * root) + _BIAXIAL) / (1.0 - _BIAXIAL) if a < 0.0 else 0.0
    j = ((2.0 * b - a - c) / (2.0 * root) + _BIAXIAL) / (1.0 - _BIAXIAL) if b < 0.0 else 0.0
    k = ((2.0 * c - a - b) / (2.0 * root) + _BIAXIAL) / (1.0 - _BIAXIAL) if c < 0.0 else 0.0
    return norm, (i, j, k)


@inlined
def _largest(together: int, x: Three) -> Three:
    """Largest of those that have one history; ``together``: 0 all three, 1 the second and third, 2 none."""
    a, b, c = x
    if together == 0:
        most = max(a, b, c)
        return most, most, most
    if together == 1:
        most = max(b, c)
        return a, most, most
    return a, b, c


@inlined
def _product(a: Nine, b: Nine) -> Nine:
    return (
        a[0] * b[0] + a[1] * b[3] + a[2] * b[6], a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
        a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
        a[3] * b[0] + a[4] * b[3] + a[5] * b[6], a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
        a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
        a[6] * b[0] + a[7] * b[3] + a[8] * b[6], a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
        a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
    )  # fmt: skip


@inlined
def _solved(a: Nine, b: Nine) -> Nine:
    """a⁻¹ b; ``b`` itself where ``a`` has no inverse."""
    i, j, k = a[4] * a[8] - a[5] * a[7], a[5] * a[6] - a[3] * a[8], a[3] * a[7] - a[4] * a[6]
    determinant = a[0] * i + a[1] * j + a[2] * k
    if abs(determinant) < 1e-9:
        return b
    over = 1.0 / determinant
    inverse = (
        i * over, (a[2] * a[7] - a[1] * a[8]) * over, (a[1] * a[5] - a[2] * a[4]) * over,
        j * over, (a[0] * a[8] - a[2] * a[6]) * over, (a[2] * a[3] - a[0] * a[5]) * over,
        k * over, (a[1] * a[6] - a[0] * a[7]) * over, (a[0] * a[4] - a[1] * a[3]) * over,
    )  # fmt: skip
    return _product(inverse, b)


@inlined
def _rows(a: Three, b: Nine) -> Nine:
    """Rows of ``b``, each times its factor."""
    return (
        a[0] * b[0], a[0] * b[1], a[0] * b[2], a[1] * b[3], a[1] * b[4], a[1] * b[5], a[2] * b[6], a[2] * b[7],
        a[2] * b[8],
    )  # fmt: skip


@inlined
def _rest(a: Nine) -> Nine:
    """What is left of the unit matrix."""
    return 1.0 - a[0], -a[1], -a[2], -a[3], 1.0 - a[4], -a[5], -a[6], -a[7], 1.0 - a[8]


@inlined
def _spread(law: int, ratio: float, share: Three) -> tuple[Nine, Nine]:
    """Slopes of own strains by strains, and by stresses over E that shares lose or gain."""
    if law == DAMAGE:
        away = ratio / ((1.0 + ratio) * (1.0 - 2.0 * ratio))
        on = away + 1.0 / (1.0 + ratio)
        return (on, away, away, away, on, away, away, away, on), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    i, j, k = 1.0 / (1.0 + ratio * share[0]), 1.0 / (1.0 + ratio * share[1]), 1.0 / (1.0 + ratio * share[2])
    p, q, r = share[0] * i, share[1] * j, share[2] * k
    f = ratio / (1.0 - ratio * (p + q + r))
    by_strain = (
        i + i * f * p, i * f * q, i * f * r, j * f * p, j + j * f * q, j * f * r, k * f * p, k * f * q, k + k * f * r
    )  # fmt: skip
    by_loss = (
        i * (f * i - ratio), i * f * j, i * f * k,
        j * f * i, j * (f * j - ratio), j * f * k,
        k * f * i, k * f * j, k * (f * k - ratio),
    )  # fmt: skip
    return by_strain, by_loss


@inlined
def _leader(together: int, x: Three, number: int) -> int:
    """Which direction has the largest ``x`` of those that share a history with this one."""
    if together == 2 or (together == 1 and number == 0):
        return number
    if together == 1:
        return 1 if x[1] >= x[2] else 2
    if x[0] >= x[1] and x[0] >= x[2]:
        return 0
    return 1 if x[1] >= x[2] else 2


@inlined
def _lead_row(law: int, together: int, number: int, pulled: bool, x: Three, grown: tuple[bool, bool]) -> Three:
    """Slope, by own strains ``x``, of the history that a direction's share follows; zero where that does not grow.

    ``pulled``: whether it is that in tension; ``grown``: whether that in tension grows, and that in compression.
    """
    if pulled:
        if not grown[0]:
            return 0.0, 0.0, 0.0
        leader = _leader(2 if law == FIXED_CRACK else 0, x, number)
        return 1.0 * (leader == 0), 1.0 * (leader == 1), 1.0 * (leader == 2)
    if not grown[1]:
        return 0.0, 0.0, 0.0
    if law == DAMAGE:
        _, slope = _pressed(x)
        return slope
    leader = _leader(together, (-x[0], -x[1], -x[2]), number)
    return -1.0 * (leader == 0), -1.0 * (leader == 1), -1.0 * (leader == 2)


@inlined
def _lead(law: int, together: int, sign: Three, x: Three, before: Histories, trial: Histories) -> Nine:
    """Rows of all directions, of the histories that the signs of ``sign`` choose."""
    (a, b, c), (d, e, f) = before
    (g, h, i), (j, k, m) = trial
    u = _lead_row(law, together, 0, sign[0] > 0.0, x, (g > a, j > d))
    v = _lead_row(law, together, 1, sign[1] > 0.0, x, (h > b, k > e))
    w = _lead_row(law, together, 2, sign[2] > 0.0, x, (i > c, m > f))
    return u[0], u[1], u[2], v[0], v[1], v[2], w[0], w[1], w[2]


@inlined
def _reached(
    law: int, together: int, properties: FloatArray, x: Three, opened: Three, crushed: Three
) -> tuple[Three, Three]:
    """Histories that own strains ``x`` make of those before them."""
    tension, compression = tension_limit(properties), compression_limit(properties)
    p = _largest(2 if law == FIXED_CRACK else 0, x)
    if law == DAMAGE:
        norm, _ = _pressed(x)
        c = (norm, norm, norm)
    else:
        c = _largest(together, (-x[0], -x[1], -x[2]))
    return (
        (max(opened[0], p[0] - tension), max(opened[1], p[1] - tension), max(opened[2], p[2] - tension)),
        (
            max(crushed[0], c[0] - compression),
            max(crushed[1], c[1] - compression),
            max(crushed[2], c[2] - compression),
        ),
    )


@inlined
def _distance(first: Histories, second: Histories) -> float:
    (a, b, c), (d, e, f) = first
    (g, h, i), (j, k, m) = second
    return abs(a - g) + abs(b - h) + abs(c - i) + abs(d - j) + abs(e - k) + abs(f - m)


@kernel(lean=True)
def grow(
    law: int,
    together: int,
    properties: FloatArray,
    length: float,
    strain: Three,
    opened: Three,
    crushed: Three,
) -> tuple[Three, Three]:
    """Histories after ``strain``, without delay: how far each direction's largest strain exceeds the curves' limits.

    ``together``: which directions share a history in compression, see ``_largest``. Own strains follow from histories
    and these from own strains: found by Newton's method, and where that does not settle (directions that soften very
    steeply together, which may have more than one answer) by going ever smaller parts of the way.
    """
    before = (opened, crushed)
    x, share, bend = own_strains(law, properties, length, strain, opened, crushed)
    now = _reached(law, together, properties, x, opened, crushed)
    if law == DAMAGE:  # whose own strains know of no history
        return now
    small = 1e-14 * (abs(strain[0]) + abs(strain[1]) + abs(strain[2]))
    here, last, part = before, math.inf, 0.5
    for turn in range(_TURNS):
        distance = _distance(now, here)
        if distance <= small:
            break
        if turn < _NEWTON:
            # (1 − C a L) dx = C a r, with r what histories lack, a what shares lose by them, C what x gains by that
            fall = (bend[0] * x[0], bend[1] * x[1], bend[2] * x[2])
            lack = (
                fall[0] * (now[0][0] - here[0][0] if x[0] > 0.0 else now[1][0] - here[1][0]),
                fall[1] * (now[0][1] - here[0][1] if x[1] > 0.0 else now[1][1] - here[1][1]),
                fall[2] * (now[0][2] - here[0][2] if x[2] > 0.0 else now[1][2] - here[1][2]),
            )
            _, loss = _spread(law, properties[1], share)
            moving = _rest(_product(loss, _rows(fall, _lead(law, together, x, x, before, now))))
            change = _solved(moving, (
                loss[0] * lack[0] + loss[1] * lack[1] + loss[2] * lack[2], 0.0, 0.0,
                loss[3] * lack[0] + loss[4] * lack[1] + loss[5] * lack[2], 0.0, 0.0,
                loss[6] * lack[0] + loss[7] * lack[1] + loss[8] * lack[2], 0.0, 0.0,
            ))  # fmt: skip
            nearer = (x[0] + change[0], x[1] + change[3], x[2] + change[6])
            here = _reached(law, together, properties, nearer, opened, crushed)
        else:
            if distance > 0.95 * last:
                part = max(0.7 * part, 0.02)
            last = distance
            (a, b, c), (d, e, f) = here
            (g, h, i), (j, k, m) = now
            here = (
                (a + part * (g - a), b + part * (h - b), c + part * (i - c)),
                (d + part * (j - d), e + part * (k - e), f + part * (m - f)),
            )
        x, share, bend = own_strains(law, properties, length, strain, here[0], here[1])
        now = _reached(law, together, properties, x, opened, crushed)
    return here


@kernel(lean=True)
def slopes(
    law: int,
    together: int,
    properties: FloatArray,
    length: float,
    strain: Three,
    before: Histories,
    trial: Histories,
    after: Histories,
    part: float,
) -> tuple[Three, Nine]:
    """Stresses over E after histories have grown, and their consistent slopes by strains.

    ``before``, ``trial`` and ``after``: opened and crushed before the step, without delay, and with it; ``part``: of
    their growth that the delay lets through, 0 for histories that are frozen.
    """
    ratio = properties[1]
    x, share, bend = own_strains(law, properties, length, strain, after[0], after[1])
    by_strain, by_loss = _spread(law, ratio, share)
    stress = (share[0] * x[0], share[1] * x[1], share[2] * x[2])
    grows = (
        trial[0][0] > before[0][0] or trial[0][1] > before[0][1] or trial[0][2] > before[0][2]
        or trial[1][0] > before[1][0] or trial[1][1] > before[1][1] or trial[1][2] > before[1][2]
    )  # fmt: skip
    if part == 0.0 or not grows:
        return stress, _rows(share, by_strain)
    # where histories would be without delay, and how they move there
    y, held, fall = own_strains(law, properties, length, strain, trial[0], trial[1])
    lead = _lead(law, together, y, y, before, trial)
    spread, loss = _spread(law, ratio, held)
    feedback = _product(loss, _rows((fall[0] * y[0], fall[1] * y[1], fall[2] * y[2]), lead))
    own = _solved(_rest(feedback), spread)
    # a direction that the delay leaves on the other side of zero follows its other history
    ahead = _product(_lead(law, together, x, y, before, trial), own)
    lost = _rows((part * bend[0] * x[0], part * bend[1] * x[1], part * bend[2] * x[2]), ahead)
    straight = _rows(share, by_strain)
    back = _rows(share, _product(by_loss, lost))
    return stress, (
        straight[0] + back[0] + lost[0], straight[1] + back[1] + lost[1], straight[2] + back[2] + lost[2],
        straight[3] + back[3] + lost[3], straight[4] + back[4] + lost[4], straight[5] + back[5] + lost[5],
        straight[6] + back[6] + lost[6], straight[7] + back[7] + lost[7], straight[8] + back[8] + lost[8],
    )  # fmt: skip
