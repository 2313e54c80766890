"""Limit: a mechanism in which nothing is lost, and the energy that goes into it."""

from __future__ import annotations

import numpy as np

from pirqa.limit.kinematics import Guide, Link, move
from pirqa.limit.virtual_work import Body, Motion, Resistance, Weight, directed, multiplier

__all__ = ["conservative_motion", "energy_error"]


def conservative_motion() -> Motion:
    """Two blocks on skew hinges with a guide, a roof and a spring: nothing in it is lost."""
    along = np.array([1.0, 0.1, 0.0]) / np.linalg.norm([1.0, 0.1, 0.0])
    lower = Body(
        name="lower",
        weight=60e3,
        centroid=np.array([0.0, 0.4, 1.0]),
        link=Link(hinge=np.array([0.0, 0.05, 0.0]), axis=along),
        outline=np.empty((0, 2)),
    )
    upper = Body(
        name="upper",
        weight=40e3,
        centroid=np.array([0.2, 0.45, 3.0]),
        link=Link(
            hinge=np.array([0.1, 0.8, 2.0]),
            axis=np.array([1.0, 0.0, 0.0]),
            parent=0,
            guide=Guide(point=np.array([0.3, 0.1, 4.0]), direction=np.array([0.0, 1.0, 0.0])),
        ),
        outline=np.empty((0, 2)),
    )
    return directed(
        Motion(
            name="conservative",
            bodies=(lower, upper),
            direction=np.array([0.0, -1.0, 0.0]),
            control_body=0,
            control_point=np.array([0.1, 0.8, 2.0]),
            weights=(
                Weight(name="roof", kind="roof", body=1, point=np.array([0.0, 0.5, 4.0]), weight=9e3, shaken=12e3),
            ),
            resistances=(
                Resistance(
                    name="spring",
                    kind="strut",
                    body=0,
                    point=np.array([0.0, 0.8, 1.8]),
                    direction=np.array([0.0, 1.0, 0.0]),
                    capacity=1e9,
                    stiffness=2e4,
                ),
            ),
        )
    )


def energy_error(motion: Motion, end: float) -> float:
    """∫ α Σ W v·e dθ from rest to ``end`` against the energy that the bodies and springs have gained, over the latter.

    The left side is made of velocities and forces, the right of positions alone.
    """
    points, shares = np.polynomial.legendre.leggauss(40)
    put_in = 0.0
    for point, share in zip(points, shares, strict=True):
        state = move(motion.links, 0.5 * end * (1.0 + float(point)))
        drive = sum(w * float(motion.direction @ state.velocity(b, p)) for b, p, _, w in motion.heavy)
        put_in += 0.5 * end * float(share) * multiplier(motion, state) * drive
    last = move(motion.links, end)
    gained = sum(weight * float(last.moved(body, point)[2]) for body, point, weight, _ in motion.heavy)
    for item in motion.resistances:
        gained += 0.5 * (item.stiffness or 0.0) * item.displacement(last) ** 2
    for force in motion.dead:
        gained -= float(force.force @ last.moved(force.body, force.point))
    return abs(put_in - gained) / max(abs(gained), 1.0)
