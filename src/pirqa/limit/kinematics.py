"""Finite motion of rigid bodies on hinges with one freedom: where every body is, and how fast it goes.

A body turns about a hinge line fixed in what carries it. One body leads, by the angle θ. Each other one is closed by a
guide: a point of it that cannot go in one direction. Positions follow from products of rotations, the guides' angles
in closed form, velocities per unit of θ from the twists of the hinges: nothing is linearised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.model.polyhedron import FloatArray

__all__ = ["Guide", "GuideLost", "Link", "State", "move"]

_ROUNDING = 1e-13


class GuideLost(Exception):  # noqa: N818 - the motion ends there, it is no fault
    """A guide that cannot be followed any further; ``body`` is its number."""

    def __init__(self, body: int) -> None:
        super().__init__(body)
        self.body = body


@dataclass(frozen=True, kw_only=True, eq=False)
class Guide:
    """A point of a body, at rest [m], that cannot go along the unit vector ``direction``."""

    point: FloatArray
    direction: FloatArray


@dataclass(frozen=True, kw_only=True, eq=False)
class Link:
    """How a body hangs on what carries it."""

    hinge: FloatArray
    """A point of the hinge line at rest [m], shape (3,)."""
    axis: FloatArray
    """Unit vector along it, shape (3,)."""
    parent: int = -1
    """Number of the body that carries it; less than its own; -1 is the ground."""
    guide: Guide | None = None
    """None for the one that leads."""


@dataclass(frozen=True, kw_only=True, eq=False)
class State:
    """All bodies at one angle of the leading one."""

    angles: FloatArray
    """Of each about its hinge, relative to what carries it [rad], shape (n,)."""
    rotation: FloatArray
    """R of x → R x + t, shape (n, 3, 3)."""
    shift: FloatArray
    """t of it [m], shape (n, 3)."""
    spin: FloatArray
    """Angular velocity per unit of θ, shape (n, 3)."""
    drift: FloatArray
    """Velocity of the body's point at the origin per unit of θ [m], shape (n, 3)."""

    def place(self, body: int, point: FloatArray) -> FloatArray:
        """Where a point of ``body``, given at rest, is now [m]."""
        return np.asarray(self.rotation[body] @ point + self.shift[body])

    def velocity(self, body: int, point: FloatArray) -> FloatArray:
        """Its velocity per unit of θ [m]; the point is given at rest."""
        return np.asarray(self.drift[body] + _cross(self.spin[body], self.place(body, point)))

    def moved(self, body: int, point: FloatArray) -> FloatArray:
        """Its displacement since rest [m]."""
        return np.asarray(self.place(body, point) - point)


def _cross(a: FloatArray, b: FloatArray) -> FloatArray:
    # np.cross is many times slower on three numbers
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def _turn(axis: FloatArray, angle: float) -> FloatArray:
    """Rotation by ``angle`` about the unit vector ``axis`` (Rodrigues)."""
    x, y, z = axis
    skew = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    # 1 − cos as 2 sin²(φ/2): exact for small angles
    return np.asarray(np.eye(3) + np.sin(angle) * skew + 2.0 * np.sin(0.5 * angle) ** 2 * (skew @ skew))


def move(links: Sequence[Link], angle: float, near: FloatArray | None = None) -> State:
    """The state where the leading body has turned by ``angle`` [rad]; ``near`` are the angles of a state close to it.

    Raises :class:`GuideLost` where a guide cannot be followed.
    """
    count = len(links)
    angles = np.zeros(count)
    rotation, shift = np.zeros((count, 3, 3)), np.zeros((count, 3))
    spin, drift = np.zeros((count, 3)), np.zeros((count, 3))
    for body, link in enumerate(links):
        grounded = link.parent < 0
        carrier = np.eye(3) if grounded else rotation[link.parent]
        carried = np.zeros(3) if grounded else shift[link.parent]
        axis, hinge = carrier @ link.axis, carrier @ link.hinge + carried
        speed = 1.0
        if link.guide is None:
            angles[body] = angle
        else:
            start = 0.0 if near is None else float(near[body])
            angles[body] = _close(link, body, axis, hinge, carrier, carried, start)
        turn = _turn(axis, angles[body])
        rotation[body] = turn @ carrier
        shift[body] = turn @ (carried - hinge) + hinge
        base_spin = np.zeros(3) if grounded else spin[link.parent]
        base_drift = np.zeros(3) if grounded else drift[link.parent]
        if link.guide is not None:
            here = rotation[body] @ link.guide.point + shift[body]
            carried_along = float(link.guide.direction @ (base_drift + _cross(base_spin, here)))
            lever = float(link.guide.direction @ _cross(axis, here - hinge))
            if abs(lever) < 1e-9 * (1.0 + float(np.linalg.norm(here - hinge))):
                raise GuideLost(body)
            speed = -carried_along / lever
        spin[body] = base_spin + speed * axis
        drift[body] = base_drift + speed * _cross(hinge, axis)
    return State(angles=angles, rotation=rotation, shift=shift, spin=spin, drift=drift)


def _close(
    link: Link,
    body: int,
    axis: FloatArray,
    hinge: FloatArray,
    carrier: FloatArray,
    carried: FloatArray,
    start: float,
) -> float:
    """Angle about the hinge at which the guide's point has not gone along the guide's direction."""
    guide = link.guide
    assert guide is not None
    arm = carrier @ guide.point + carried - hinge
    target = float(guide.direction @ (guide.point - hinge))
    # direction · R(φ) arm = target is A cos φ + B sin φ = C
    along = float(axis @ arm) * axis
    across = arm - along
    cosine, sine = float(guide.direction @ across), float(guide.direction @ _cross(axis, across))
    constant = target - float(guide.direction @ along)
    reach = float(np.hypot(cosine, sine))
    if reach <= 1e-12 * (1.0 + float(np.linalg.norm(arm))) or abs(constant) > reach * (1.0 + _ROUNDING):
        raise GuideLost(body)
    middle = float(np.arctan2(sine, cosine))
    spread = float(np.arccos(np.clip(constant / reach, -1.0, 1.0)))
    both = (middle - spread, middle + spread)
    # of the two ways to close it, the one that goes on from where it was
    turned = [angle + 2.0 * np.pi * round((start - angle) / (2.0 * np.pi)) for angle in both]
    return float(min(turned, key=lambda angle: abs(angle - start)))
