"""Joints that nothing presses together at rest: friction in them is no reserve."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pirqa.limit.blocks.assembly import HELD
from pirqa.limit.blocks.program import BlockProgram
from pirqa.model.joint import STIFFNESS_RATIO
from pirqa.model.polyhedron import FloatArray

__all__ = ["LEAST_PRESSURE", "unpressed_faces"]

LEAST_PRESSURE = 0.01
"""Resultant of a joint at rest, over the weight above it, below which the joint is unpressed [-]."""


def unpressed_faces(program: BlockProgram) -> NDArray[np.bool_] | None:
    """Return which flat faces of the joints are unpressed at rest, shape (faces,); None if no rest was found.

    The pressures are those of elastic joints that can open and do not slide (:meth:`BlockProgram.elastic_rest`). The
    weight above a joint is what the more heavily loaded of its two stones bears: its own weight and the downward forces
    of the other joints on it. The slope of the joint does not matter.
    """
    forces = program.elastic_rest(STIFFNESS_RATIO)
    if forces is None:
        return None
    made = program.made
    faces = len(made.area)
    bearing = _borne(program, forces)
    heaviest = np.zeros(faces)
    for side in (made.first, made.second):
        load = np.where(side == HELD, 0.0, bearing[np.maximum(side, 0)])
        np.maximum.at(heaviest, made.face, load)
    pressure = np.bincount(made.face, weights=np.maximum(forces[:, 0], 0.0), minlength=faces)
    return np.asarray(pressure < LEAST_PRESSURE * heaviest)


def _borne(program: BlockProgram, forces: FloatArray) -> FloatArray:
    """Weight of each stone and what other stones press down on it, over the mean weight, shape (b,)."""
    made = program.made
    upward = forces[:, 0] * -made.normal[:, 2] + np.einsum("pk,pk->p", forces[:, 1:], made.tangents[:, :, 2])
    borne = made.weight / program.unit
    for side, sign in ((made.first, 1.0), (made.second, -1.0)):
        held = side == HELD
        down = np.maximum(-sign * upward, 0.0)
        borne = borne + np.bincount(side[~held], weights=down[~held], minlength=len(borne))
    return np.asarray(borne)
