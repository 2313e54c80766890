"""Stiffness of springs, bars and beams, each between two points."""

from __future__ import annotations

import numpy as np

from pirqa.model.polyhedron import FloatArray

__all__ = ["bar_stiffness", "beam_stiffness"]


def bar_stiffness(first: FloatArray, second: FloatArray, axial: float) -> FloatArray:
    """Of a hinged bar with axial stiffness ``axial`` = EA/L [N/m], shape (6, 6): shifts of both ends."""
    along = (second - first) / np.linalg.norm(second - first)
    pull = np.concatenate([-along, along])
    return np.asarray(axial * np.outer(pull, pull))


def beam_stiffness(
    first: FloatArray, second: FloatArray, *, youngs_modulus: float, shear_modulus: float, diameter: float
) -> FloatArray:
    """Of a round beam that is clamped at both ends, shape (12, 12): shift and turn of the first end, of the second.

    Euler–Bernoulli bending (Przemieniecki 1968, eq. 5.116 without shear) and St Venant torsion.
    """
    length = float(np.linalg.norm(second - first))
    area, inertia = np.pi * diameter**2 / 4.0, np.pi * diameter**4 / 64.0
    axial, twist = youngs_modulus * area / length, shear_modulus * 2.0 * inertia / length
    bend = youngs_modulus * inertia / length**3
    local = np.zeros((12, 12))
    for one, other, stiffness in ((0, 6, axial), (3, 9, twist)):
        local[np.ix_((one, other), (one, other))] = stiffness * np.array([[1.0, -1.0], [-1.0, 1.0]])
    side = bend * np.array(
        [
            [12.0, 6.0 * length, -12.0, 6.0 * length],
            [6.0 * length, 4.0 * length**2, -6.0 * length, 2.0 * length**2],
            [-12.0, -6.0 * length, 12.0, -6.0 * length],
            [6.0 * length, 2.0 * length**2, -6.0 * length, 4.0 * length**2],
        ]
    )
    turned = np.outer((1.0, -1.0, 1.0, -1.0), (1.0, -1.0, 1.0, -1.0))
    local[np.ix_((1, 5, 7, 11), (1, 5, 7, 11))] += side
    local[np.ix_((2, 4, 8, 10), (2, 4, 8, 10))] += side * turned
    along = (second - first) / length
    helper = np.eye(3)[int(np.argmin(np.abs(along)))]
    across = np.cross(along, helper)
    across /= np.linalg.norm(across)
    frame = np.array([along, across, np.cross(along, across)])
    turn = np.kron(np.eye(4), frame)
    return np.asarray(turn.T @ local @ turn)
