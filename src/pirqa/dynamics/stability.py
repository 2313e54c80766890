"""The longest time step that stays stable."""

from __future__ import annotations

import math

import numpy as np

from pirqa.dynamics.arrays import GUIDED, HELD, Bodies, Frames, Joints, Motion, Solids, Ties
from pirqa.dynamics.linear import DENSE, inverse_roots, resistance

__all__ = ["highest_frequency", "loose_step", "most_lag", "stable_step"]


def stable_step(highest: float, damping_time: float) -> float:
    """Stable limit of the explicit step [s]: (2/ω)·(√(1 + ξ²) − ξ) with ξ = ω·damping_time/2.

    ``highest`` is the highest circular frequency with all joints closed [rad/s], ``damping_time`` the largest ratio of
    damping to stiffness of a joint [s]. Damping is taken half a step late, which costs stability (Belytschko, Liu and
    Moran, Nonlinear Finite Elements, section 6.6).
    """
    ratio = 0.5 * highest * damping_time
    return 2.0 / highest * (math.sqrt(1.0 + ratio * ratio) - ratio)


def most_lag(highest: float, step: float) -> float:
    """Ratio of damping to stiffness at which ``step`` is just stable [s]: :func:`stable_step` turned round."""
    half = 0.5 * highest * step
    return max((1.0 - half * half) / half / highest, 0.0) if highest > 0.0 else 0.0


def highest_frequency(bodies: Bodies, joints: Joints, frames: Frames, motion: Motion, ties: Ties) -> float:
    """Of the wall with all joints closed and sticking [rad/s]: of the stiffest stone among its neighbours."""
    from scipy.linalg import eigvalsh
    from scipy.sparse.linalg import eigsh

    if not len(joints.first) and not len(ties.first):
        return 0.0
    closed = np.where(frames.whole[:, :1] > 0.0, frames.whole, 0.0)
    stiffness = resistance(bodies, joints, closed, motion, joints.normal_stiffness, joints.shear_stiffness, ties)
    scale = inverse_roots(bodies)
    scaled = scale @ stiffness @ scale
    moving = np.flatnonzero(np.repeat(bodies.role != HELD, 6))
    scaled = scaled[moving][:, moving]
    if len(moving) == 0:
        return 0.0
    if len(moving) <= DENSE:
        return _settled(math.sqrt(float(eigvalsh(scaled.toarray())[-1])))
    start = np.random.default_rng(1).standard_normal(len(moving))  # the same every time
    largest = eigsh(scaled, k=1, which="LM", tol=1e-6, v0=start, return_eigenvectors=False)
    return _settled(math.sqrt(float(largest[0])))


def loose_step(bodies: Bodies, solids: Solids) -> float:
    """Stable limit of the explicit step of stones that lie between two others on their largest face [s].

    Shifting: 2·Kn·A/m; turning: the same pressure over the face's own extent. Damping as the stone has it there.
    """
    stiffness, given, ratio = (float(solids.law[:, :, column].max()) for column in (0, 3, 4))
    least = math.inf
    for s in range(len(solids.body)):
        b = int(solids.body[s])
        if bodies.role[b] == HELD:
            continue
        highest = 0.0
        for f in range(int(solids.first_face[s]), int(solids.first_face[s + 1])):
            ring = solids.corner[solids.ring[solids.first_ring[f] : solids.first_ring[f + 1]]]
            fan = np.cross(ring - ring[0], np.roll(ring, -1, axis=0) - ring[0])
            area = 0.5 * float(np.linalg.norm(fan.sum(axis=0)))
            normal = solids.normal[f]
            # a face's second moment about its middle is at most its area by a third of its farthest corner squared
            lever = np.linalg.norm(np.cross(ring, normal), axis=1).max()
            ease = 1.0 / bodies.mass[b]
            if bodies.role[b] != GUIDED:
                ease = max(ease, lever * lever / 3.0 * float((bodies.easiness[b] * (1.0 - normal * normal)).max()))
            highest = max(highest, 2.0 * stiffness * area * ease)
        lag = max(given, ratio * 2.0 * math.sqrt(stiffness / solids.ease[b])) / stiffness
        if highest > 0.0:
            least = min(least, stable_step(math.sqrt(highest), lag if given < 0.0 else given / stiffness))
    return _settled(least)


def _settled(frequency: float) -> float:
    """Without the last digits, which hang on how many threads the eigenvalues were found with."""
    return float(f"{frequency:.10g}")
