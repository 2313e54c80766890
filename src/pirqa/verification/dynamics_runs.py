"""Stones put together by hand, and runs of them, for the cases of dynamics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from pirqa.dynamics.drive import Drive
from pirqa.dynamics.engine import Engine, Record
from pirqa.errors import ComputationError
from pirqa.model import BASE, Contact, Envelope, JointProperties, Material, Polyhedron, Wall, Zone
from pirqa.model.polyhedron import FloatArray
from pirqa.survey.contacts import base_faces, face_contacts
from pirqa.survey.solids import build_stone
from pirqa.units import STANDARD_GRAVITY

__all__ = ["find_joint", "join_records", "pulled", "run_for", "stones_on_base"]

_TOUCH = 1e-6


def stones_on_base(
    solids: Mapping[str, Polyhedron], density: float, joints: JointProperties, *, fixed: Sequence[str] = ()
) -> Wall:
    """Stones by name, on the level of the lowest of them and on each other [kg/m3]."""
    names, shapes = list(solids), list(solids.values())
    corners = np.concatenate([shape.vertices for shape in shapes])
    pairs = face_contacts(shapes, tolerance=_TOUCH)
    seats = base_faces(shapes, pairs, rule="level", tolerance=_TOUCH)
    contacts = [Contact(first=names[index], second=BASE, faces=tuple(faces)) for index, faces in sorted(seats.items())]
    contacts += [
        Contact(first=names[one], second=names[other], faces=tuple(faces)) for (one, other), faces in pairs.items()
    ]
    size = np.ptp(corners, axis=0)
    zone = Zone(name="wall", material="stone", bottom=0.0, top=float(size[2]), thickness=float(size[1]))
    return Wall(
        envelope=Envelope(zones=(zone,), length=float(size[0])),
        materials={"stone": Material(unit_weight=density * STANDARD_GRAVITY)},
        joints=joints,
        stones=tuple(build_stone(shape, name=name) for name, shape in solids.items()),
        contacts=tuple(contacts),
        fixed=tuple(fixed),
    )


def pulled(x: float, y: float, z: float, *, ramp: float = 0.0) -> Callable[[FloatArray], FloatArray]:
    """Gravity (x, y, z) [m/s2] that grows from nothing over ``ramp`` [s]."""

    def gravity(times: FloatArray) -> FloatArray:
        share = np.clip(times / ramp, 0.0, 1.0) if ramp > 0.0 else np.ones(len(times))
        return np.asarray(share[:, None] * np.array([x, y, z]))

    return gravity


def run_for(engine: Engine, drive: Drive) -> Record:
    """All of ``drive``; a run that fails is no answer."""
    record, sound = engine.run(drive, 0, round(drive.duration / engine.step))
    if not sound:
        raise ComputationError("the run has failed")
    return record


def join_records(records: Sequence[Record], name: str) -> FloatArray:
    """One array of several stretches of a run."""
    return np.concatenate([getattr(record, name) for record in records])


def find_joint(engine: Engine, first: str, second: str) -> int:
    """Number of the joint between two stones."""
    names = engine.assembly.names
    return next(j for j, name in enumerate(names) if {name.first, name.second} == {first, second})
