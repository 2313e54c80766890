"""How much a shape looks like that of a structure, whose points move in one phase or against it."""

from __future__ import annotations

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.poles import ComplexArray

__all__ = ["phase_collinearity", "phase_deviation"]


def phase_collinearity(shape: ComplexArray) -> FloatArray:
    """MPC of shapes (n, degrees): 1 where all points move in one phase or against it, 0 where they circle; shape (n,).

    ((Sxx − Syy)² + 4Sxy²) / (Sxx + Syy)² of real and imaginary parts (Vacher, Jacquier and Bucharles 2010), which is
    |φᵀφ|² / (φᴴφ)².
    """
    size = np.sum(np.abs(shape) ** 2, axis=-1)
    straight = np.abs(np.sum(shape**2, axis=-1))
    return np.asarray(np.divide(straight, size, out=np.zeros_like(size), where=size > 0.0) ** 2)


def phase_deviation(shape: ComplexArray) -> FloatArray:
    """MPD of shapes (n, degrees): mean angle of the points to the line that fits them best [rad], shape (n,).

    Weighted by amplitude (Reynders, Houbrechts and De Roeck 2012, eq. 8); the line of total least squares has the phase
    ½ arg φᵀφ. 0 where all are on it, at most π/2; π/4 where points have any phase.
    """
    weight = np.abs(shape)
    line = np.exp(-0.5j * np.angle(np.sum(shape**2, axis=-1)))[..., None]
    cosine = np.divide(np.abs((shape * line).real), weight, out=np.ones_like(weight), where=weight > 0.0)
    total = weight.sum(axis=-1)
    turned = np.sum(weight * np.arccos(np.minimum(cosine, 1.0)), axis=-1)
    return np.asarray(np.divide(turned, total, out=np.zeros_like(total), where=total > 0.0))
