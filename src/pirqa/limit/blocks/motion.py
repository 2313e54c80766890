"""The motion that a program finds: stones that move, their mechanism for the codes, the effect of elastic joints.

Elastic joints lower the multiplier of a wall that overturns (second order): a column of courses on beds without
tension.
"""

from __future__ import annotations

import math

import numpy as np

from pirqa.limit.blocks.assembly import HELD, BlockAssembly
from pirqa.model.check import Place
from pirqa.model.mechanism import Mechanism, MechanismBody
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY

_MOVES = 1e-4
"""Shift of a corner, over the largest, above which a stone takes part: less is the solver's rounding."""

AGREEMENT = 0.94
"""Least ratio of a held tilt to the column: 0.99 to 1.00 for strips of boxes, 0.95 for 33 polygonal stones.

It was set below these tilts, so they are no independent check of it."""

COMPLIANCE_SOURCE = "column of courses on elastic beds without tension; one bed: tan φ = t/h − 3θ*"

_TURNS = 0.02
"""Turn times height, over the largest shift, below which a mechanism slides and its joints' compliance is no matter."""

_STEPS = 2000

_SETTLED = 1e-9

_FAR = 0.5
"""Rotation of a joint beyond which the column has fallen [rad]."""

_FINEST = 1e-5

_FLAT = 0.5
"""Upward part of the normal above which a joint bears weight."""

_SHORT = 1e-3
"""Least length of a toe [m]."""


def normalised(made: BlockAssembly, motion: FloatArray) -> FloatArray:
    """A program's motion, whose turns are times size, as shifts and turns with a largest shift of a corner of 1."""
    real = motion.copy()
    real[:, 3:] /= made.size
    return np.asarray(real / np.max(_largest(made, real)))


def corner_shifts(made: BlockAssembly, motion: FloatArray, number: int) -> FloatArray:
    """How the corners of one stone shift in a normalised ``motion``, shape (n, 3)."""
    arms = made.corners[number] - made.centre[number]
    return np.asarray(motion[number, :3] + np.cross(motion[number, 3:], arms))


def _largest(made: BlockAssembly, motion: FloatArray) -> FloatArray:
    shifts = [np.linalg.norm(corner_shifts(made, motion, number), axis=1).max() for number in range(len(motion))]
    return np.array(shifts)


def moving_stones(made: BlockAssembly, motion: FloatArray, *, least: float = _MOVES) -> tuple[str, ...]:
    """Stones that move in a normalised ``motion``, the farthest first."""
    largest = _largest(made, motion)[: len(made.names) - made.settles]
    order = np.argsort(-largest, kind="stable")
    return tuple(made.names[number] for number in order if largest[number] > least)


def mechanism_of(
    made: BlockAssembly, motion: FloatArray, direction: FloatArray, multiplier: float, *, name: str, span: FloatArray
) -> Mechanism | None:
    """The mechanism of a normalised ``motion``, for the codes; None where nothing goes the load's way.

    ``span`` is the wall's lowest and highest level [m]. e* and M* after Circolare 617/2009 C8A.4.4, from the virtual
    displacements of the weights in the load's direction.
    """
    moving = [number for number, stone in enumerate(made.names) if stone in set(moving_stones(made, motion))]
    ways = [float((corner_shifts(made, motion, number) @ direction).max()) for number in moving]
    if not ways or max(ways) <= _MOVES:
        return None
    virtual = motion / max(ways)
    forward = virtual[moving, :3] @ direction
    weight = made.weight[moving]
    first, second = float(weight @ forward), float(weight @ forward**2)
    feet = min(float(made.corners[number][:, 2].min()) for number in moving)
    level = feet - float(span[0])
    level = 0.0 if level < 1e-9 * float(np.ptp(span)) else level
    return Mechanism(
        name=name,
        kind="blocks",
        place=Place(name="joint" if level else "base", level=level if level else None, inward=bool(direction[1] > 0.0)),
        level=level,
        height=float(np.ptp(span)),
        direction=direction,
        multiplier=multiplier,
        mass_fraction=first**2 / (float(weight.sum()) * second),
        participating_mass=first**2 / (STANDARD_GRAVITY * second),
        bodies=tuple(
            MechanismBody(
                name=made.names[number],
                weight=float(made.weight[number]),
                centroid=made.centre[number],
                virtual=virtual[number, :3],
                outline=np.zeros((0, 2)),
            )
            for number in moving
        ),
    )


def single_joint_multiplier(slenderness: float, weight: float, stiffness: float, height: float) -> float:
    """Return the largest tangent of the tilt of a block on one elastic bed without tension, t/h − 3θ*.

    ``slenderness`` is t/h, ``weight`` that of a metre of wall [N/m], ``stiffness`` Kn [N/m3], ``height`` [m]. The
    contact is √(2 w/(Kn θ)) long and its resultant a third of it from the toe; θ* = (√(2 w/Kn)/(3 h))^(2/3).
    """
    turned: float = (math.sqrt(2.0 * weight / stiffness) / (3.0 * height)) ** (2.0 / 3.0)
    return max(slenderness - 3.0 * turned, 0.0)


def column_multiplier(slenderness: float, weight: float, stiffness: float, height: float, courses: int) -> float:
    """Return the same of a column of equal ``courses``, each on a bed that opens and turns.

    Gravity is turned in steps; equilibrium in the displaced shape is iterated, and lost at the multiplier.
    """
    thickness = slenderness * height
    low, high = 0.0, slenderness
    while high - low > _FINEST * slenderness:
        middle = 0.5 * (low + high)
        if _balances(middle, thickness, weight, stiffness, height, courses):
            low = middle
        else:
            high = middle
    return low


def _balances(push: float, thickness: float, weight: float, stiffness: float, height: float, courses: int) -> bool:
    """Whether the column finds equilibrium under the tangent ``push`` of the tilt."""
    course = height / courses
    middles = course * (np.arange(courses) + 0.5)
    above = np.arange(courses, 0, -1)
    loads = weight * above / courses
    turns = np.zeros(courses)
    for _ in range(_STEPS):
        leans = np.cumsum(turns)
        feet = course * np.concatenate([[0.0], np.cumsum(leans)[:-1]])
        reach = feet + 0.5 * course * leans + push * middles
        # mean reach of the courses above each bed, from the middle of that bed
        mean = np.cumsum(reach[::-1])[::-1] / above
        eccentric = mean - feet - push * course * np.arange(courses)
        if np.any(eccentric >= 0.5 * thickness):
            return False
        cracked = eccentric > thickness / 6.0
        contact = 3.0 * (0.5 * thickness - eccentric)
        whole = 12.0 * loads * eccentric / (stiffness * thickness**3)
        renewed = np.where(cracked, 2.0 * loads / (stiffness * contact**2), whole)
        if renewed.max() > _FAR:
            return False
        if np.abs(renewed - turns).max() <= _SETTLED * max(1e-3, float(renewed.max())):
            return True
        turns = renewed
    return False


def compliance_factor(
    made: BlockAssembly, motion: FloatArray, multiplier: float, direction: FloatArray, stiffness: float
) -> float:
    """Return the multiplier with elastic joints over the rigid ``multiplier`` of a normalised ``motion`` [-].

    The stones that move are taken as a column of their own weight and height, with the slenderness that gives the rigid
    multiplier and as many courses as their mean height makes. It is 1 where nothing turns.
    """
    shifts = [corner_shifts(made, motion, number) for number in range(len(made.weight))]
    moving = [number for number, shift in enumerate(shifts) if np.linalg.norm(shift, axis=1).max() > 1e-2]
    if not moving or multiplier <= 0.0:
        return 1.0
    weights = made.weight[moving]
    feet, toe = _foot(made, moving, direction)
    rise = float(weights @ made.centre[moving, 2]) / float(weights.sum()) - feet
    turning = max(float(np.linalg.norm(motion[number, 3:])) for number in moving)
    if rise <= 0.0 or turning * rise < _TURNS:
        return 1.0
    height = 2.0 * rise
    tall = float(np.mean([np.ptp(made.corners[number][:, 2]) for number in moving]))
    courses = max(1, round(height / tall))
    weight = float(weights.sum()) / toe
    return column_multiplier(multiplier, weight, stiffness, height, courses) / multiplier


def _foot(made: BlockAssembly, moving: list[int], direction: FloatArray) -> tuple[float, float]:
    """Mean level of the joints under the moving stones [m], and their length square to the push [m]."""
    along = np.array([-direction[1], direction[0], 0.0])
    size = float(np.linalg.norm(along))
    along = along / size if size > 1e-9 else np.array([1.0, 0.0, 0.0])
    inside = np.zeros(len(made.weight) + 1, dtype=bool)
    inside[moving] = True
    one, two = (np.where(side == HELD, len(made.weight), side) for side in (made.first, made.second))
    bearing = (inside[one] != inside[two]) & (np.abs(made.normal[:, 2]) > _FLAT)
    if not np.any(bearing):
        stones = np.concatenate([made.corners[number] for number in moving])
        return float(stones[:, 2].min()), max(float(np.ptp(stones @ along)), _SHORT)
    places, faces = made.point[bearing] @ along, made.face[bearing]
    numbers = np.unique(faces)
    levels = np.array([made.point[bearing][faces == face, 2].mean() for face in numbers])
    spans = [(float(places[faces == face].min()), float(places[faces == face].max())) for face in numbers]
    covered, end = 0.0, -math.inf
    for start, stop in sorted(spans):
        covered += max(0.0, stop - max(start, end))
        end = max(end, stop)
    return float(levels @ made.area[numbers]) / float(made.area[numbers].sum()), max(covered, _SHORT)
