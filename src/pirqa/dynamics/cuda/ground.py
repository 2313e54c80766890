"""The ground's motion as the card takes it: for each sample what it does until the next."""

from __future__ import annotations

import numpy as np

from pirqa.dynamics.drive import Drive, axis_of
from pirqa.model.polyhedron import FloatArray


def knots_of(drive: Drive) -> tuple[FloatArray, float]:
    """Displacement, velocity, half the acceleration and a sixth of its rate at each sample, along, across and up.

    Shape (samples, 12); after the last sample the ground goes on as it then moves. And the time between samples [s].
    Nothing where the base stays where it is.
    """
    motion = drive.ground
    if motion is None:
        return np.zeros((0, 12)), 1.0
    knots = np.zeros((len(motion.acceleration), 4, 3))
    for column, direction in enumerate(motion.directions):
        axis = axis_of(direction.name)
        knots[:, 0, axis] = motion.displacement[:, column] - motion.displacement[0, column]
        knots[:, 1, axis] = motion.velocity[:, column]
        knots[:-1, 2, axis] = motion.acceleration[:-1, column] / 2.0
        knots[:-1, 3, axis] = np.diff(motion.acceleration[:, column]) / motion.step / 6.0
    return knots.reshape(-1, 12), motion.step
