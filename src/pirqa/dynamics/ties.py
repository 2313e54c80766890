"""Struts and ties: springs between points of two bodies that yield at a force, in compression, tension or both."""

from __future__ import annotations

import math

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import Bodies, Loads, Ties
from pirqa.model.polyhedron import FloatArray

__all__ = ["add_force", "pull_ties", "tie_energy", "turned_arm"]


@inlined
def pull_ties(bodies: Bodies, ties: Ties, loads: Loads) -> float:
    """Put the forces of all struts and ties on their bodies; energy spent by yielding [J]."""
    spent = 0.0
    for t in range(len(ties.first)):
        spent += _pull(t, bodies, ties, loads)
    return spent


@inlined
def _pull(t: int, bodies: Bodies, ties: Ties, loads: Loads) -> float:
    """Of strut or tie ``t``.

    A limit of zero is a spring that acts one way only: a wedged strut cannot pull, and closes again where it opened.
    """
    a, b = ties.first[t], ties.second[t]
    ax, ay, az = turned_arm(a, t, ties.point_first, bodies.rotation)
    bx, by, bz = turned_arm(b, t, ties.point_second, bodies.rotation)
    place = bodies.position
    dx = place[b, 0] + bx - place[a, 0] - ax
    dy = place[b, 1] + by - place[a, 1] - ay
    dz = place[b, 2] + bz - place[a, 2] - az
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    stiffness, push, pull = ties.stiffness[t], ties.push_limit[t], ties.pull_limit[t]
    force = stiffness * (length - ties.length[t] - ties.yielded[t])
    spent = 0.0
    if force > pull:
        if pull > 0.0:
            more = (force - pull) / stiffness
            ties.yielded[t] += more
            spent = 0.5 * (pull + max(ties.force[t], 0.0)) * more
        force = pull
    elif force < -push:
        if push > 0.0:
            more = (-push - force) / stiffness
            ties.yielded[t] -= more
            spent = 0.5 * (push + max(-ties.force[t], 0.0)) * more
        force = -push
    ties.force[t] = force
    if length > 0.0:
        scale = force / length
        fx, fy, fz = scale * dx, scale * dy, scale * dz
        add_force(a, fx, fy, fz, ax, ay, az, loads.body)
        add_force(b, -fx, -fy, -fz, bx, by, bz, loads.body)
    return spent


@inlined
def tie_energy(ties: Ties) -> float:
    """Elastic energy of all struts and ties [J]."""
    total = 0.0
    for t in range(len(ties.force)):
        total += 0.5 * ties.force[t] * ties.force[t] / ties.stiffness[t]
    return total


@inlined
def turned_arm(b: int, t: int, point: FloatArray, turn: FloatArray) -> tuple[float, float, float]:
    """Row ``t`` of ``point``, in the axes of body ``b``, in those of space."""
    x, y, z = point[t, 0], point[t, 1], point[t, 2]
    return (
        turn[b, 0, 0] * x + turn[b, 0, 1] * y + turn[b, 0, 2] * z,
        turn[b, 1, 0] * x + turn[b, 1, 1] * y + turn[b, 1, 2] * z,
        turn[b, 2, 0] * x + turn[b, 2, 1] * y + turn[b, 2, 2] * z,
    )


@inlined
def add_force(b: int, fx: float, fy: float, fz: float, px: float, py: float, pz: float, body: FloatArray) -> None:
    """A force on body ``b`` at an arm from its mass centre."""
    body[b, 0] += fx
    body[b, 1] += fy
    body[b, 2] += fz
    body[b, 3] += py * fz - pz * fy
    body[b, 4] += pz * fx - px * fz
    body[b, 5] += px * fy - py * fx
