"""How far stones lean, of the angle at which they tip."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pirqa.dynamics.trajectory import History, turn_by
from pirqa.model.polyhedron import FloatArray
from pirqa.model.stone import Stone
from pirqa.model.wall import Wall

__all__ = ["find_leans", "largest_leans", "least_tipping"]

_UPRIGHT = 0.01
"""Lean below which no stone tips [rad]."""


def largest_leans(run: History, wall: Wall) -> FloatArray:
    """Largest lean of each stone of ``wall`` in a run, of its tipping angle that way (θ/α) [-], shape (stones,).

    Leans of less than 0.01 rad count as none.
    """
    found = np.zeros(len(run.stones))
    may = _may_lean(run)
    for index in np.flatnonzero(may.any(axis=0)).tolist():
        _, lean, tipping, _ = find_leans(run, wall, index, may[:, index])
        found[index] = (lean / tipping).max(initial=0.0)
    return found


def least_tipping(stone: Stone) -> float:
    """Angle at which a stone tips towards the side that it reaches least to [rad]."""
    from scipy.spatial import ConvexHull

    arms = stone.solid.vertices - stone.centroid
    # of a convex plan around its mass centre the reach is least across one of its edges
    reach = float(-ConvexHull(arms[:, :2]).equations[:, 2].max())
    return float(np.arctan2(max(reach, 0.0), -arms[:, 2].min()))


def _may_lean(run: History) -> npt.NDArray[np.bool_]:
    """Whether stones may lean, shape (k, stones): of the many states in which they hardly do no angle need be found."""
    x, y, z = (run.upright[:, :, axis] for axis in range(3))
    return np.asarray((np.abs(x) > 0.5 * _UPRIGHT) | (np.abs(y) > 0.5 * _UPRIGHT) | (z < 0.0))


def find_leans(
    run: History, wall: Wall, index: int, may: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.intp], FloatArray, FloatArray, FloatArray]:
    """States in which a stone leans, by how much [rad], its tipping angle that way [rad], and which way, (k, 2).

    A stone leans by the angle between its own upright and the base's, towards where its upright points. Its tipping
    angle that way is atan(b/h) (slenderness angle, Housner 1963): h is the height of its mass centre above its lowest
    corner, b how far the stone reaches from its mass centre to that side, both as surveyed. It ``may`` lean in some
    states, shape (k,); not in the first, before which nothing is known.
    """
    upright = np.array([0.0, 0.0, 1.0])
    turn = run.quaternion[:, index]
    axis = run.upright[:, index]
    rows = np.flatnonzero(may)
    lean = np.arctan2(np.hypot(axis[rows, 0], axis[rows, 1]), axis[rows, 2])
    leaning = (lean > _UPRIGHT) & (rows > 0)
    rows, lean = rows[leaning], lean[leaning]
    if not len(rows):
        return rows, np.zeros(0), np.zeros(0), np.zeros((0, 2))
    stone = wall.stones[index]
    arms = stone.solid.vertices - stone.centroid
    # towards which side of the stone itself it leans: a stone may also have turned about its upright
    above = turn_by(run.platform_turn[rows], upright)
    side = -turn_by(turn[rows] * np.array([1.0, -1.0, -1.0, -1.0]), above)[:, :2]
    reach = (_unit(side) @ arms[:, :2].T).max(axis=1)
    tipping = np.arctan2(reach, -arms[:, 2].min())
    return rows, lean, tipping, _unit(axis[rows, :2])


def _unit(vectors: FloatArray) -> FloatArray:
    """Vectors of length 1, shape (k, 2); one without a length stays none."""
    return np.asarray(vectors / np.maximum(np.hypot(vectors[:, 0], vectors[:, 1]), 1e-12)[:, None])
