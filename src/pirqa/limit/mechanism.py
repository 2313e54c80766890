"""From a motion with its forces to a mechanism: its start, its curve and its poses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.limit.capacity import trace
from pirqa.limit.kinematics import State, move
from pirqa.limit.virtual_work import Motion, directed, multiplier, participation, works
from pirqa.model.check import Place
from pirqa.model.mechanism import Mechanism, MechanismBody, MechanismForce, MechanismKind
from pirqa.model.polyhedron import FloatArray

__all__ = ["Moved", "follow"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Moved:
    """A mechanism, and what holds and drives it before any earthquake."""

    mechanism: Mechanism
    holding: float
    """Work of all that holds, where the control point moves by 1 m, no earthquake [N]."""
    driving: float
    """Work of all that drives, likewise [N]."""


def follow(
    motion: Motion,
    *,
    kind: MechanismKind,
    place: Place,
    level: float,
    height: float,
    crushing: bool = False,
    notes: Sequence[str] = (),
    curve: bool = True,
) -> Moved:
    """Start and follow ``motion``."""
    motion = directed(motion)
    rest = move(motion.links, 0.0)
    start = multiplier(motion, rest)
    share = participation(motion, rest)
    traced = trace(motion) if curve else None
    speed = motion.control_speed(rest)
    forces = _forces(motion, rest, speed, max(start, 0.0))
    holding, driving = _balance(motion, rest, speed)
    told = [*notes, *([traced.note] if traced is not None and traced.note else [])]
    if motion.soil is not None and start >= motion.soil.limit:
        told.append("fill_fails_first")
    mechanism = Mechanism(
        name=motion.name,
        kind=kind,
        place=place,
        level=level,
        height=height,
        direction=motion.direction,
        multiplier=start,
        mass_fraction=share.mass_fraction,
        participating_mass=share.mass,
        bodies=tuple(
            MechanismBody(
                name=body.name,
                weight=body.weight,
                centroid=body.centroid,
                virtual=rest.velocity(index, body.centroid) / speed,
                outline=body.outline,
            )
            for index, body in enumerate(motion.bodies)
        ),
        hinges=tuple(body.link.hinge for body in motion.bodies),
        forces=forces,
        curve=None if traced is None else traced.curve,
        poses=None if traced is None else traced.poses,
        pose_displacement=None if traced is None else traced.pose_displacement,
        at_rest=driving / holding if holding > 0.0 else 1.0,
        crushing=crushing,
        notes=tuple(dict.fromkeys(told)),
    )
    return Moved(mechanism=mechanism, holding=holding, driving=driving)


def _forces(motion: Motion, rest: State, speed: float, coefficient: float) -> tuple[MechanismForce, ...]:
    found: list[tuple[str, str, int, FloatArray, FloatArray]] = [
        (item.name, item.kind, item.body, item.point, np.array([0.0, 0.0, -item.weight])) for item in motion.weights
    ]
    found += [(item.name, item.kind, item.body, item.point, item.force) for item in motion.dead]
    if motion.soil is not None:
        pushing = motion.soil.forces(coefficient if motion.soil.seismic else 0.0)
        found += [(item.name, item.kind, item.body, item.point, item.force) for item in pushing]
    for item in motion.resistances:
        idle = float(item.direction @ rest.velocity(item.body, item.point)) >= 0.0
        size = 0.0 if idle else item.size(0.0, failed=False)
        found.append((item.name, item.kind, item.body, item.point, size * item.direction))
    return tuple(
        MechanismForce(
            name=name,
            kind=kind,
            point=point,
            force=force,
            virtual_work=float(force @ rest.velocity(body, point)) / speed,
        )
        for name, kind, body, point, force in found
    )


def _balance(motion: Motion, rest: State, speed: float) -> tuple[float, float]:
    """Work of what holds and of what drives without any earthquake, each positive."""
    work = works(motion, rest)
    parts = [*work.lifting, *(-item for item in work.dead), *work.resisting]
    if motion.soil is not None:
        parts += [-float(item.force @ rest.velocity(item.body, item.point)) for item in motion.soil.forces(0.0)]
    holding = sum(part for part in parts if part > 0.0) / speed
    driving = -sum(part for part in parts if part < 0.0) / speed
    return holding, driving
