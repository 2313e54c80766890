"""A motion of the stones: which move, and the mechanism that the codes judge."""

from __future__ import annotations

import numpy as np

from pirqa.limit.blocks.assembly import BlockAssembly
from pirqa.model.check import Place
from pirqa.model.mechanism import Mechanism, MechanismBody
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY

__all__ = ["corner_shifts", "mechanism_of", "moving_stones", "normalised"]

_MOVES = 1e-4
"""Shift of a corner, over the largest, above which a stone takes part: less is the solver's rounding."""


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
