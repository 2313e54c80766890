"""Forces between the stones: what each stone bears, and arrows in the joints."""

from __future__ import annotations

import numpy as np

from pirqa.dynamics.trajectory import History
from pirqa.limit.blocks import BlockSolution
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.report.viewer.mesh import Arrows
from pirqa.report.viewer.scene import Field
from pirqa.report.words import Words

__all__ = ["block_arrows", "block_force", "run_force"]


def run_force(run: History, rows: slice, words: Words) -> Field:
    """Of a run: normal and shear force of every joint as one, summed over the joints of each stone [kN]."""
    number = {name: index for index, name in enumerate(run.stones)}
    joints = np.hypot(np.nan_to_num(run.normal_force[rows]), np.nan_to_num(run.shear_force[rows])).T / 1e3
    borne = np.zeros((len(run.stones), joints.shape[1]))
    for joint, force in zip(run.joints, joints, strict=True):
        for name in (joint.first, joint.second):
            if name in number:
                borne[number[name]] += force
    return _field(borne, words)


def block_force(solution: BlockSolution, wall: Wall, words: Words) -> Field | None:
    """Of a limit analysis at its multiplier: the resultant of every contact, summed over those of each stone [kN]."""
    found = _resultants(solution)
    if found is None:
        return None
    contacts, _, force = found
    number = {stone.name: index for index, stone in enumerate(wall.stones)}
    borne = np.zeros(len(wall.stones))
    for contact, size in zip(contacts, np.linalg.norm(force, axis=1) / 1e3, strict=True):
        for name in (wall.contacts[contact].first, wall.contacts[contact].second):
            if name in number:
                borne[number[name]] += size
    return _field(borne, words)


def block_arrows(solution: BlockSolution, words: Words) -> Arrows | None:
    """Of a limit analysis: the resultant of every contact on the upper of its stones, where it acts [kN].

    Of the two forces that are equal and opposite the one that points upwards; of level ones that on the first stone.
    """
    found = _resultants(solution)
    if found is None:
        return None
    _, place, force = found
    force = np.where(force[:, 2:] < 0.0, -force, force)
    return Arrows(label=words("viewer.contact_forces"), unit="kN", start=place, vector=force / 1e3)


def _resultants(solution: BlockSolution) -> tuple[list[int], FloatArray, FloatArray] | None:
    """Contacts, and for each the middle of its points by the size of their forces [m] and the sum of them [N]."""
    if solution.forces is None or solution.contacts is None or not len(solution.forces):
        return None
    contacts, row = np.unique(np.array(solution.contacts), return_inverse=True)
    sizes = np.linalg.norm(solution.forces[:, 3:], axis=1)
    total = np.maximum(np.bincount(row, weights=sizes), 1e-300)
    place = np.column_stack([np.bincount(row, weights=sizes * x) / total for x in solution.forces[:, :3].T])
    force = np.column_stack([np.bincount(row, weights=x) for x in solution.forces[:, 3:].T]).astype(np.float64)
    pressed = total > 1e-6 * float(total.max())
    return contacts[pressed].tolist(), place[pressed], force[pressed]


def _field(values: FloatArray, words: Words) -> Field:
    return Field(id="force", label=words("viewer.force"), unit="kN", values=values)
